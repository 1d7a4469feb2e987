/* SPDX-License-Identifier: MIT
 * Who asks the runtime without disturbing what is measured? Questions about sizes and settings allocate; they
 * are asked on a thread of their own, so that the thread that is measured has allocated nothing by them and
 * its allocation context is as the last collection left it. The thread belongs to the heap. Runs in workers.
 */
#include "dotnet.h"

static void *answer(void *argument)
{
    struct dn_asker *a = argument;
    (void)pthread_mutex_lock(&a->lock);
    while (!a->leave) {
        if (a->question != NULL) {
            a->question(a->subject);
            a->question = NULL;
            (void)pthread_cond_signal(&a->answered);
        }
        if (!a->leave)
            (void)pthread_cond_wait(&a->asked, &a->lock);
    }
    (void)pthread_mutex_unlock(&a->lock);
    return NULL;
}

int dn_asker_start(struct dn_asker *a, struct hp_err *err)
{
    *a = (struct dn_asker){ .question = NULL };
    (void)pthread_mutex_init(&a->lock, NULL);
    (void)pthread_cond_init(&a->asked, NULL);
    (void)pthread_cond_init(&a->answered, NULL);
    a->running = pthread_create(&a->thread, NULL, answer, a) == 0;
    return a->running ? HP_OK : hp_fail(err, HP_E_NOMEM, "dotnet: no second thread");
}

void dn_ask(struct dn_asker *a, void (*question)(void *subject), void *subject)
{
    (void)pthread_mutex_lock(&a->lock);
    a->subject = subject;
    a->question = question;
    (void)pthread_cond_signal(&a->asked);
    while (a->question != NULL)
        (void)pthread_cond_wait(&a->answered, &a->lock);
    (void)pthread_mutex_unlock(&a->lock);
}

void dn_asker_end(struct dn_asker *a)
{
    if (a->running) {
        (void)pthread_mutex_lock(&a->lock);
        a->leave = true;
        (void)pthread_cond_signal(&a->asked);
        (void)pthread_mutex_unlock(&a->lock);
        (void)pthread_join(a->thread, NULL);
    }
    (void)pthread_cond_destroy(&a->answered);
    (void)pthread_cond_destroy(&a->asked);
    (void)pthread_mutex_destroy(&a->lock);
}
