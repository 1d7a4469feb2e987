/* SPDX-License-Identifier: MIT
 * Answers: how does an operation run on another thread of a heap trace? Work is handed over under a lock; a
 * thread that waits is in a region that blocks no collection. A struct hp_heap_thread owns its OS thread and
 * its mutator. Runs in a child.
 */
#include "replay/heap_threads.h"
#include "base/mem.h"

#include <pthread.h>

struct hp_heap_thread {
    struct hp_thread *home;
    struct hp_thread *mutator;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int (*work)(void *context); /* NULL: nothing to do */
    void *context;
    int result;
    bool done, leave;
    struct hp_err why; /* attaching failed */
};

/* [lock held] */
static void wait_for_work(struct hp_heap_thread *t)
{
    t->mutator->ops->block_enter(t->mutator);
    while (t->work == NULL && !t->leave)
        (void)pthread_cond_wait(&t->changed, &t->lock);
    /* Leaving may wait for a collection, which must not wait for our lock. */
    (void)pthread_mutex_unlock(&t->lock);
    t->mutator->ops->block_leave(t->mutator);
    (void)pthread_mutex_lock(&t->lock);
}

static void *thread_main(void *argument)
{
    struct hp_heap_thread *t = argument;
    const struct hp_heap_ops *ops = t->home->ops;
    (void)pthread_mutex_lock(&t->lock);
    t->result = ops->attach(t->home->heap, &t->mutator, &t->why);
    t->done = true;
    (void)pthread_cond_broadcast(&t->changed);
    while (t->result == HP_OK || t->mutator != NULL) {
        wait_for_work(t);
        if (t->leave)
            break;
        (void)pthread_mutex_unlock(&t->lock);
        const int result = t->work(t->context);
        (void)pthread_mutex_lock(&t->lock);
        t->result = result;
        t->work = NULL;
        t->done = true;
        (void)pthread_cond_broadcast(&t->changed);
    }
    (void)pthread_mutex_unlock(&t->lock);
    if (t->mutator != NULL)
        ops->detach(t->mutator);
    return NULL;
}

/* Waits, as one that blocks no collection. */
static int wait_done(struct hp_heap_thread *t)
{
    t->home->ops->block_enter(t->home);
    (void)pthread_mutex_lock(&t->lock);
    while (!t->done)
        (void)pthread_cond_wait(&t->changed, &t->lock);
    const int result = t->result;
    (void)pthread_mutex_unlock(&t->lock);
    t->home->ops->block_leave(t->home);
    return result;
}

int hp_heap_thread_start(struct hp_thread *home, struct hp_heap_thread **out, struct hp_err *err)
{
    if (home->ops->block_enter == NULL || home->ops->block_leave == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap has one thread only");
    struct hp_heap_thread *t = hp_mem_new(sizeof *t);
    t->home = home;
    (void)pthread_mutex_init(&t->lock, NULL);
    (void)pthread_cond_init(&t->changed, NULL);
    if (pthread_create(&t->thread, NULL, thread_main, t) != 0) {
        (void)pthread_cond_destroy(&t->changed);
        (void)pthread_mutex_destroy(&t->lock);
        hp_mem_free(t);
        return hp_fail(err, HP_E_STATE, "cannot start a thread");
    }
    const int rc = wait_done(t);
    if (rc != HP_OK) {
        (void)hp_fail(err, rc, "%s", t->why.text);
        hp_heap_thread_end(t);
        return rc;
    }
    *out = t;
    return HP_OK;
}

void hp_heap_thread_end(struct hp_heap_thread *t)
{
    if (t == NULL)
        return;
    (void)pthread_mutex_lock(&t->lock);
    t->leave = true;
    (void)pthread_cond_broadcast(&t->changed);
    (void)pthread_mutex_unlock(&t->lock);
    t->home->ops->block_enter(t->home);
    (void)pthread_join(t->thread, NULL);
    t->home->ops->block_leave(t->home);
    (void)pthread_cond_destroy(&t->changed);
    (void)pthread_mutex_destroy(&t->lock);
    hp_mem_free(t);
}

struct hp_thread *hp_heap_thread_mutator(struct hp_heap_thread *thread)
{
    return thread->mutator;
}

int hp_heap_thread_run(struct hp_heap_thread *t, int (*work)(void *context), void *context)
{
    (void)pthread_mutex_lock(&t->lock);
    t->work = work;
    t->context = context;
    t->done = false;
    (void)pthread_cond_broadcast(&t->changed);
    (void)pthread_mutex_unlock(&t->lock);
    return wait_done(t);
}
