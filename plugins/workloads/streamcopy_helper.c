/* SPDX-License-Identifier: MIT
 * Who feeds pipes, drains them and waits for files while the measured thread goes on? One thread of
 * the worker, which sleeps until it is given something. It allocates nothing and knows no heap. */
#include "streamcopy.h"

#include <errno.h>
#include <signal.h>

static void down(sem_t *sem)
{
    while (sem_wait(sem) != 0 && errno == EINTR)
        ;
}

static void *serve(void *context)
{
    struct streamcopy_helper *h = context;
    for (;;) {
        down(&h->given);
        if (h->run == NULL)
            return NULL;
        h->run(h->state);
        (void)sem_post(&h->done);
    }
}

/* Signals are the other threads' affair: a pipe whose reader has gone is an error of the call. */
static int start(struct streamcopy_helper *h)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const int rc = pthread_create(&h->thread, NULL, serve, h);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return rc;
}

int streamcopy_helper_start(struct streamcopy_helper *h, struct hp_err *err)
{
    *h = (struct streamcopy_helper){ .started = false };
    if (sem_init(&h->given, 0, 0) != 0 || sem_init(&h->done, 0, 0) != 0)
        return hp_fail(err, HP_E_STATE, "no semaphores: %s", strerror(errno));
    const int rc = start(h);
    if (rc != 0)
        return hp_fail(err, HP_E_STATE, "no second thread: %s", strerror(rc));
    h->started = true;
    return HP_OK;
}

void streamcopy_helper_give(struct streamcopy_helper *h, void (*run)(void *state), void *state)
{
    h->run = run;
    h->state = state;
    h->busy = true;
    (void)sem_post(&h->given);
}

void streamcopy_helper_wait(struct streamcopy_helper *h, struct hp_thread *t)
{
    if (!h->busy)
        return;
    if (t->ops->block_enter != NULL)
        t->ops->block_enter(t);
    down(&h->done);
    if (t->ops->block_leave != NULL)
        t->ops->block_leave(t);
    h->busy = false;
}

void streamcopy_helper_stop(struct streamcopy_helper *h)
{
    if (!h->started)
        return;
    if (h->busy)
        down(&h->done);
    streamcopy_helper_give(h, NULL, NULL);
    (void)pthread_join(h->thread, NULL);
    (void)sem_destroy(&h->given);
    (void)sem_destroy(&h->done);
    h->started = false;
}
