/* SPDX-License-Identifier: MIT
 * What does a collection take out of a shared pool? After each of generation 2: arrays that have lain long in
 * the partitions and in the slots of threads, sooner and more of them when memory is short. .NET does this on
 * the thread that runs finalizers, and what it allocates there is in no other thread's counters. So it is
 * here: the library attaches a thread of its own to a heap that takes several, and the one that caused the
 * collection lends itself to it and counts as blocked meanwhile. */
#include "pool_inside.h"

/* What .NET enumerates the threads' tables with. */
static const struct hp_type enumerator_type = { "Enumerator", 48, 0, 0, 1, 0 };

/* ---- one at a time -------------------------------------------------------------------------- */

/* Whoever has the turn enters the heap and may be stopped there: others wait for it as blocked threads. */
static void blocked(struct hp_thread *t, bool enter)
{
    void (*const call)(struct hp_thread * t) = enter ? t->ops->block_enter : t->ops->block_leave;
    if (call != NULL)
        call(t);
}

void bcl_turn_take(struct bcl_shared *shared, struct hp_thread *t)
{
    blocked(t, true);
    bcl_lock(&shared->turn);
    blocked(t, false);
}

void bcl_turn_give(struct bcl_shared *shared)
{
    bcl_unlock(&shared->turn);
}

/* ---- the rules ------------------------------------------------------------------------------ */

/* By the load that the last collection saw. The question allocates its answer. */
static struct bcl_trim look(struct hp_thread *t)
{
    struct hp_memory_info info = { .generation = -1 };
    if (t->ops->memory_info != NULL)
        t->ops->memory_info(t, &info);
    const int64_t high = info.high_load_bytes / 100, load = info.load_bytes;
    const struct bcl_trim trim = { high == 0           ? BCL_PRESSURE_LOW
                                   : load >= 90 * high ? BCL_PRESSURE_HIGH
                                   : load >= 70 * high ? BCL_PRESSURE_MEDIUM
                                                       : BCL_PRESSURE_LOW,
                                   (uint32_t)info.clock_ms + 1 };
    return trim;
}

static void trim_slot(uintptr_t *slot, const struct bcl_trim *trim)
{
    const uint32_t age_ms = trim->pressure == BCL_PRESSURE_LOW ? 30000 : 15000;
    const uint32_t seen = (uint32_t)__atomic_load_n(slot + 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(slot, __ATOMIC_RELAXED) == 0)
        return;
    if (trim->pressure == BCL_PRESSURE_HIGH || (seen != 0 && trim->tick - seen >= age_ms))
        __atomic_store_n(slot, 0, __ATOMIC_RELAXED);
    else if (seen == 0)
        __atomic_store_n(slot + 1, trim->tick, __ATOMIC_RELAXED);
}

static void trim_table(struct bcl *b, hp_handle handle, hp_ref table, const struct bcl_trim *trim)
{
    b->t->ops->handle_get(b->t, handle, table.slot);
    uintptr_t *words = hp_data(b->t, table);
    for (uint32_t i = 0; i < BCL_BUCKETS; i++)
        trim_slot(words + 2 * (size_t)i, trim);
}

static int trim_pool(struct bcl *b, struct bcl_pool *pool, struct hp_err *err)
{
    const struct bcl_trim trim = look(b->t);
    hp_ref slot;
    int rc = hp_root(b->t, &slot, err);
    for (uint32_t i = 0; rc == HP_OK && i < BCL_BUCKETS; i++)
        rc = bcl_partitions_trim(b, pool, i, &trim, err);
    if (rc == HP_OK)
        rc = bcl_make(b, &enumerator_type, 0, 0, slot, "enumerator", err);
    for (uint32_t i = 0; rc == HP_OK && i < BCL_THREADS; i++) {
        const hp_handle table = bcl_handle_read(&pool->threads[i].table);
        if (table.bits != 0)
            trim_table(b, table, slot, &trim);
    }
    return rc;
}

/* ---- after a collection --------------------------------------------------------------------- */

/* With the turn. A trim for which there is no memory ends early: the next one goes on. */
static void trim_on(struct bcl_pool *pool, struct hp_thread *t)
{
    struct bcl b = { .t = t, .shared = pool->shared };
    const uint32_t scope = hp_scope_open(t);
    __atomic_store_n(&pool->shared->trims, t, __ATOMIC_RELAXED);
    (void)trim_pool(&b, pool, NULL);
    __atomic_store_n(&pool->shared->trims, NULL, __ATOMIC_RELAXED);
    hp_scope_close(t, scope);
}

/* A collection that a trim causes is followed by no other. */
static void after_gen2(void *state, struct hp_thread *caller)
{
    struct bcl_pool *pool = state;
    struct bcl_shared *shared = pool->shared;
    if (__atomic_load_n(&shared->trims, __ATOMIC_RELAXED) == caller)
        return;
    bcl_turn_take(shared, caller);
    struct hp_thread *own = shared->finalizer;
    if (own == NULL) {
        trim_on(pool, caller);
    } else {
        blocked(caller, true);
        blocked(own, false);
        trim_on(pool, own);
        blocked(own, true);
        blocked(caller, false);
    }
    bcl_turn_give(shared);
}

/* ---- beginning and end ---------------------------------------------------------------------- */

/* A heap that takes no second thread has none for this: trims run, and count, where they are caused. */
static void finalizer_make(struct bcl *b)
{
    struct hp_thread *made = NULL;
    if (b->t->ops->block_enter == NULL || b->shared->finalizer != NULL)
        return;
    blocked(b->t, true);
    if (b->t->ops->attach(b->t->heap, &made, NULL) == HP_OK)
        blocked(made, true);
    blocked(b->t, false);
    b->shared->finalizer = made;
}

int bcl_pool_trimmed(struct bcl *b, struct bcl_pool *pool, struct hp_err *err)
{
    if (b->t->ops->after_gen2 == NULL)
        return HP_OK;
    int rc = HP_OK;
    bcl_turn_take(b->shared, b->t);
    if (!pool->trimmed) {
        finalizer_make(b);
        rc = b->t->ops->after_gen2(b->t->heap, after_gen2, pool, err);
        pool->trimmed = rc == HP_OK;
    }
    bcl_turn_give(b->shared);
    return rc;
}

void bcl_shared_end(void *state)
{
    struct hp_thread *own = ((struct bcl_shared *)state)->finalizer;
    if (own == NULL)
        return;
    blocked(own, false);
    own->ops->detach(own);
}
