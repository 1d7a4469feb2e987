/* SPDX-License-Identifier: MIT
 * Which builders does ObjectPool<StringBuilder> take back? Those of at most 4,096 characters of
 * capacity, cleared, as long as there is a place; the others are left to the collector. */
#include "text.h"

enum { INITIAL = 100, RETAINED = 4096, FOR_EACH_PROCESSOR = 2 };

/* The array: one place that is tried first, behind it those that wait in turn. */
enum { FAST, QUEUE };

int bcl_builder_pool_open(struct bcl *b, struct bcl_builder_pool *pool, struct hp_err *err)
{
    const uint32_t room = FOR_EACH_PROCESSOR * b->processors;
    *pool = (struct bcl_builder_pool){ .initial = INITIAL, .retained = RETAINED };
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref kept;
    int rc = hp_root(b->t, &kept, err);
    if (rc == HP_OK)
        rc = hp_new_into(b->t, bcl_elements[BCL_REF].array, room, 0, kept, err);
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, kept, HP_STRONG, &pool->kept, err);
    hp_scope_close(b->t, scope);
    return rc;
}

void bcl_builder_pool_close(struct bcl *b, struct bcl_builder_pool *pool)
{
    if (pool->kept.bits != 0)
        b->t->ops->handle_free(b->t, pool->kept);
    pool->kept = (hp_handle){ 0 };
}

/* Takes what lies in the fast place, else the oldest of the queue, else nothing: null. `next` is a
 * scratch root. */
static void take(struct bcl *b, struct bcl_builder_pool *pool, hp_ref kept, hp_ref next,
                 hp_ref slot)
{
    hp_get_into(b->t, kept, FAST, slot);
    if (!hp_is_null(b->t, slot)) {
        hp_set_null(b->t, kept, FAST);
        return;
    }
    if (pool->queued == 0)
        return;
    hp_get_into(b->t, kept, QUEUE, slot);
    pool->queued--;
    for (uint32_t i = 0; i < pool->queued; i++) {
        hp_get_into(b->t, kept, QUEUE + i + 1, next);
        hp_set(b->t, kept, QUEUE + i, next);
    }
    hp_set_null(b->t, kept, QUEUE + pool->queued);
}

int bcl_builder_pool_get(struct bcl *b, struct bcl_builder_pool *pool, hp_ref slot,
                         struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref kept, next;
    int rc = hp_root(b->t, &kept, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &next, err);
    if (rc == HP_OK) {
        b->t->ops->handle_get(b->t, pool->kept, kept.slot);
        take(b, pool, kept, next, slot);
        if (hp_is_null(b->t, slot))
            rc = bcl_builder_new(b, pool->initial, INT32_MAX, slot, err);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

/* Puts a builder where there is room; false: nowhere. `there` is a scratch root. */
static bool give(struct bcl *b, struct bcl_builder_pool *pool, hp_ref kept, hp_ref there,
                 hp_ref builder)
{
    hp_get_into(b->t, kept, FAST, there);
    if (hp_is_null(b->t, there)) {
        hp_set(b->t, kept, FAST, builder);
        return true;
    }
    if (QUEUE + pool->queued == hp_length(b->t, kept))
        return false;
    hp_set(b->t, kept, QUEUE + pool->queued++, builder);
    return true;
}

int bcl_builder_pool_return(struct bcl *b, struct bcl_builder_pool *pool, hp_ref builder,
                            bool *taken, struct hp_err *err)
{
    *taken = false;
    if (bcl_builder_capacity(b, builder) > pool->retained)
        return HP_OK;
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref kept, there;
    int rc = bcl_builder_clear(b, builder, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &kept, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &there, err);
    if (rc == HP_OK) {
        b->t->ops->handle_get(b->t, pool->kept, kept.slot);
        *taken = give(b, pool, kept, there, builder);
    }
    hp_scope_close(b->t, scope);
    return rc;
}
