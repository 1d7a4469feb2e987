/* SPDX-License-Identifier: MIT
 *
 * How mutator threads come to a stop. One mutex guards the heap; a thread that holds it and wants to
 * collect sets every thread's poll flag and waits until all others have parked: at a safepoint, on their
 * way into the heap, or inside a blocking region. `running` counts the threads that may touch objects.
 * A parked thread waits on `resumed` without the lock's protection of anything of its own, so its roots
 * and context may be read and changed by the collector.
 */
#include "layout.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

static void set_polls(struct hp_heap *h, const struct gen_thread *self, uint32_t value)
{
    for (struct gen_thread *t = h->threads; t != NULL; t = t->next)
        if (t != self)
            __atomic_store_n(&t->pub.poll, value, __ATOMIC_RELAXED);
}

static void wait_resumed(struct hp_heap *h)
{
    while (h->stopping)
        (void)pthread_cond_wait(&h->resumed, &h->lock);
}

static void park(struct hp_heap *h)
{
    h->running--;
    (void)pthread_cond_signal(&h->parked);
    wait_resumed(h);
    h->running++;
}

void gen_lock(struct gen_thread *t)
{
    struct hp_heap *h = t->pub.heap;
    (void)pthread_mutex_lock(&h->lock);
    if (h->stopping)
        park(h);
}

void gen_unlock(struct gen_thread *t)
{
    (void)pthread_mutex_unlock(&t->pub.heap->lock);
}

void gen_stop_world(struct gen_thread *t)
{
    struct hp_heap *h = t->pub.heap;
    h->stopping = true;
    set_polls(h, t, 1);
    while (h->running > 1)
        (void)pthread_cond_wait(&h->parked, &h->lock);
}

void gen_resume_world(struct gen_thread *t)
{
    struct hp_heap *h = t->pub.heap;
    h->stopping = false;
    set_polls(h, t, 0);
    (void)pthread_cond_broadcast(&h->resumed);
}

void gen_safepoint(struct hp_thread *thread)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    gen_lock(t);
    gen_unlock(t);
}

void gen_block_enter(struct hp_thread *thread)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    gen_lock(t);
    t->blocked = true;
    thread->heap->running--;
    gen_unlock(t);
}

void gen_block_leave(struct hp_thread *thread)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    struct hp_heap *h = thread->heap;
    (void)pthread_mutex_lock(&h->lock);
    wait_resumed(h);
    t->blocked = false;
    h->running++;
    gen_unlock(t);
}

static struct gen_thread *make_thread(struct hp_heap *h)
{
    struct gen_thread *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    void *roots = mmap(NULL, ROOT_SLOTS * sizeof *t->pub.roots, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (roots == MAP_FAILED) {
        free(t);
        return NULL;
    }
    t->pub.ops = &gen_ops;
    t->pub.heap = h;
    t->pub.roots = roots;
    t->pub.root_capacity = ROOT_SLOTS;
    t->pub.barrier_low = h->base;
    t->pub.barrier_span = h->span;
    t->pub.cards = (uint8_t *)(h->cards - (h->base >> CARD_SHIFT));
    t->pub.card_shift = CARD_SHIFT;
    return t;
}

int gen_attach(struct hp_heap *h, struct hp_thread **out, struct hp_err *err)
{
    struct gen_thread *t = make_thread(h);
    if (t == NULL)
        return hp_fail(err, HP_E_NOMEM, "gen: no memory for a thread's roots");
    (void)pthread_mutex_lock(&h->lock);
    wait_resumed(h);
    t->next = h->threads;
    if (h->threads != NULL)
        h->threads->prev = t;
    h->threads = t;
    h->running++;
    (void)pthread_mutex_unlock(&h->lock);
    *out = &t->pub;
    return HP_OK;
}

void gen_detach(struct hp_thread *thread)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    struct hp_heap *h = thread->heap;
    gen_lock(t);
    gen_retire_context(t);
    if (t->prev != NULL)
        t->prev->next = t->next;
    else
        h->threads = t->next;
    if (t->next != NULL)
        t->next->prev = t->prev;
    h->running--;
    gen_unlock(t);
    (void)munmap(thread->roots, ROOT_SLOTS * sizeof *thread->roots);
    free(t);
}
