/* SPDX-License-Identifier: MIT
 * How do several threads use the library at once? One mutex guards what a member has to do; the heap
 * is never entered under it, since a thread may be stopped there for a collection. Each member owns
 * its hp_thread; the opener's waits are blocking regions of its own. */
#include "crew.h"

#include <pthread.h>
#include <stdlib.h>

struct member {
    struct bcl_crew *crew;
    pthread_t os_thread;
    struct bcl_work work; /* run NULL: nothing to do */
    int rc;               /* of the last work, or of getting ready */
    struct hp_err err;
    bool quit;
};

struct bcl_crew {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct hp_run run;
    uint32_t count; /* of members that run */
    struct member members[];
};

/* ---- a member ------------------------------------------------------------------------------- */

static int get_ready(struct bcl *b, void *state, struct hp_err *err)
{
    (void)b, (void)state, (void)err;
    return HP_OK;
}

/* Tells the opener what the work came to. */
static void done(struct member *m, int rc)
{
    (void)pthread_mutex_lock(&m->crew->lock);
    m->rc = rc;
    m->work.run = NULL;
    (void)pthread_cond_broadcast(&m->crew->changed);
    (void)pthread_mutex_unlock(&m->crew->lock);
}

/* False: the member is to end. */
static bool next_work(struct member *m, struct hp_thread *t)
{
    t->ops->block_enter(t);
    (void)pthread_mutex_lock(&m->crew->lock);
    while (m->work.run == NULL && !m->quit)
        (void)pthread_cond_wait(&m->crew->changed, &m->crew->lock);
    const bool more = m->work.run != NULL;
    (void)pthread_mutex_unlock(&m->crew->lock);
    t->ops->block_leave(t);
    return more;
}

static void serve(struct member *m, struct hp_thread *t)
{
    struct hp_run run = m->crew->run;
    struct bcl b;
    run.thread = t;
    int rc = bcl_open(&b, &run, &m->err);
    done(m, rc);
    if (rc != HP_OK)
        return;
    while (next_work(m, t)) {
        rc = m->work.run(&b, m->work.state, &m->err);
        hp_scope_close(t, 0);
        done(m, rc);
    }
    bcl_leave(&b);
}

static void *member_main(void *argument)
{
    struct member *m = argument;
    struct hp_thread *t = NULL;
    const struct hp_heap_ops *ops = m->crew->run.thread->ops;
    const int rc = ops->attach(m->crew->run.heap, &t, &m->err);
    if (rc != HP_OK) {
        done(m, rc);
        return NULL;
    }
    serve(m, t);
    ops->detach(t);
    return NULL;
}

/* ---- the opener ----------------------------------------------------------------------------- */

void bcl_crew_start(struct bcl_crew *crew, uint32_t member, struct bcl_work work)
{
    struct member *m = &crew->members[member];
    (void)pthread_mutex_lock(&crew->lock);
    m->err = (struct hp_err){ HP_OK, "" };
    m->work = work;
    (void)pthread_cond_broadcast(&crew->changed);
    (void)pthread_mutex_unlock(&crew->lock);
}

int bcl_crew_wait(struct bcl_crew *crew, uint32_t member, struct hp_err *err)
{
    struct hp_thread *t = crew->run.thread;
    struct member *m = &crew->members[member];
    t->ops->block_enter(t);
    (void)pthread_mutex_lock(&crew->lock);
    while (m->work.run != NULL)
        (void)pthread_cond_wait(&crew->changed, &crew->lock);
    const int rc = m->rc;
    if (rc != HP_OK && err != NULL)
        *err = m->err;
    (void)pthread_mutex_unlock(&crew->lock);
    t->ops->block_leave(t);
    return rc;
}

static int member_add(struct bcl_crew *crew, struct hp_err *err)
{
    const uint32_t index = crew->count;
    struct member *m = &crew->members[index];
    *m = (struct member){ .crew = crew, .work = { get_ready, NULL } };
    const int failed = pthread_create(&m->os_thread, NULL, member_main, m);
    if (failed != 0)
        return hp_fail(err, HP_E_NOMEM, "thread %u of a crew does not start: %s", index,
                       strerror(failed));
    crew->count++;
    return bcl_crew_wait(crew, index, err);
}

int bcl_crew_open(struct bcl_crew **out, const struct hp_run *run, uint32_t count,
                  struct hp_err *err)
{
    if (run->thread->ops->block_enter == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap takes one thread only");
    struct bcl_crew *crew = calloc(1, sizeof *crew + count * sizeof *crew->members);
    if (crew == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for a crew of %u threads", count);
    crew->run = *run;
    (void)pthread_mutex_init(&crew->lock, NULL);
    (void)pthread_cond_init(&crew->changed, NULL);
    int rc = HP_OK;
    for (uint32_t i = 0; rc == HP_OK && i < count; i++)
        rc = member_add(crew, err);
    if (rc != HP_OK)
        bcl_crew_close(crew);
    else
        *out = crew;
    return rc;
}

void bcl_crew_close(struct bcl_crew *crew)
{
    if (crew == NULL)
        return;
    struct hp_thread *t = crew->run.thread;
    t->ops->block_enter(t);
    (void)pthread_mutex_lock(&crew->lock);
    for (uint32_t i = 0; i < crew->count; i++)
        crew->members[i].quit = true;
    (void)pthread_cond_broadcast(&crew->changed);
    (void)pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < crew->count; i++)
        (void)pthread_join(crew->members[i].os_thread, NULL);
    t->ops->block_leave(t);
    (void)pthread_cond_destroy(&crew->changed);
    (void)pthread_mutex_destroy(&crew->lock);
    free(crew);
}
