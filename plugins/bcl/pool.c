/* SPDX-License-Identifier: MIT
 * What does ArrayPool<T>.Shared do on Rent and Return? One slot for each bucket and thread, behind them the
 * partitions of the bucket; its tables are objects of the heap and cost what .NET's cost, when .NET's do. */
#include "pool_inside.h"

/* ThreadLocalArray: the array and the time of its last return. */
static const struct hp_type table_type = {
    "ThreadLocalArray[]", HP_ARRAY_BASE, 16, HP_TYPE_ARRAY, 0, 1
};
static const struct hp_type touched_type = { "ThreadStatic", 32, 0, 0, 1, 0 };
static const struct hp_type callback_type = { "Gen2GcCallback", 40, 0, 0, 1, 0 };
static const struct hp_type delegate_type = { "Func", 64, 0, 0, 2, 0 };
static const struct hp_type lambda_type = { "Lambda", 24, 0, 0, 0, 0 };

/* Under the lock; NULL: there are too many kinds. */
static struct bcl_pool *find_or_add(struct bcl_shared *shared, const struct hp_type *array)
{
    for (uint32_t i = 0; i < shared->pool_count; i++)
        if (strcmp(shared->pools[i].array->name, array->name) == 0)
            return &shared->pools[i];
    if (shared->pool_count == BCL_POOLS)
        return NULL;
    struct bcl_pool *added = &shared->pools[shared->pool_count++];
    added->array = array;
    added->shared = shared;
    return added;
}

int bcl_pool_shared(struct bcl *b, const struct hp_type *array, struct bcl_pool **out,
                    struct hp_err *err)
{
    bcl_lock(&b->shared->lock);
    *out = find_or_add(b->shared, array);
    bcl_unlock(&b->shared->lock);
    return *out != NULL ? HP_OK
                        : hp_fail(err, HP_E_STATE, "more than %d kinds of shared pools", BCL_POOLS);
}

/* ---- first uses ----------------------------------------------------------------------------- */

/* What a thread other than the first pays for its first use of any pool. */
static uint64_t worker_bytes(const struct bcl *b, const struct bcl_pool *pool)
{
    if (b->runtime < 9)
        return 152;
    if (pool->array->element_refs != 0)
        return 128;
    return pool->array->element_bytes == 1 ? 112 : 120;
}

static int worker_start(struct bcl *b, const struct bcl_pool *pool, hp_ref slot, struct hp_err *err)
{
    if (b->thread_index == 0 || b->shared->worked[b->thread_index])
        return HP_OK;
    b->shared->worked[b->thread_index] = true;
    const uint64_t bytes = worker_bytes(b, pool);
    return bcl_make(b, bcl_elements[BCL_U8].array, bytes - HP_ARRAY_BASE, 0, slot, "thread state",
                    err);
}

/* Makes an object that lives as long as the heap or the thread, once. */
static int keep_once(struct bcl *b, const struct hp_type *type, uint64_t length, hp_ref slot,
                     hp_handle *handle, struct hp_err *err)
{
    if (bcl_handle_read(handle).bits != 0)
        return HP_OK;
    hp_handle made = { 0 };
    int rc = bcl_make(b, type, length, 0, slot, "pool table", err);
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, slot, HP_STRONG, &made, err);
    if (rc == HP_OK)
        bcl_handle_publish(b, handle, made);
    return rc;
}

static int touch(struct bcl *b, struct bcl_pool *pool, hp_ref slot, struct hp_err *err)
{
    const int rc = worker_start(b, pool, slot, err);
    if (rc != HP_OK)
        return rc;
    return keep_once(b, &touched_type, 0, slot, &pool->threads[b->thread_index].touched, err);
}

/* The thread's table; with the first of the process, the callback that trims the pool. */
static int table_make(struct bcl *b, struct bcl_pool *pool, hp_ref slot, struct hp_err *err)
{
    struct bcl_pool_slot *place = &pool->threads[b->thread_index];
    if (place->table.bits != 0)
        return HP_OK;
    int rc = keep_once(b, &table_type, BCL_BUCKETS, slot, &place->table, err);
    if (rc == HP_OK && b->near_pool == pool)
        hp_assign(b->t, b->near, slot);
    if (rc != HP_OK || bcl_handle_read(&pool->callback).bits != 0)
        return rc;
    rc = bcl_make(b, &lambda_type, 0, 0, slot, "pool table", err);
    if (rc == HP_OK)
        rc = bcl_make(b, &delegate_type, 0, 0, slot, "pool table", err);
    if (rc == HP_OK)
        rc = keep_once(b, &callback_type, 0, slot, &pool->callback, err);
    return rc == HP_OK ? bcl_pool_trimmed(b, pool, err) : rc;
}

/* ---- Rent and Return ------------------------------------------------------------------------ */

/* The slot of a bucket in the table that `table` is made to hold. The caller's thread has one. */
static uintptr_t *slot_of(struct bcl *b, const struct bcl_pool *pool, uint32_t bucket, hp_ref table)
{
    b->t->ops->handle_get(b->t, pool->threads[b->thread_index].table, table.slot);
    return (uintptr_t *)hp_data(b->t, table) + 2 * (uint64_t)bucket;
}

static int rent_new(struct bcl *b, const struct bcl_pool *pool, uint32_t bucket, int32_t length,
                    hp_ref slot, struct hp_err *err)
{
    if (length == 0)
        return bcl_empty(b, pool->array, slot, err);
    if (length < 0)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (minimumLength): Rent of %d elements", length);
    const uint64_t want = bucket < BCL_BUCKETS ? (uint64_t)16 << bucket : (uint64_t)length;
    return bcl_make(b, pool->array, want, HP_UNINIT, slot, "array", err);
}

int bcl_pool_rent_far(struct bcl *b, struct bcl_pool *pool, int32_t length, hp_ref slot,
                      struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    const uint32_t bucket = bcl_bucket_of(length);
    const bool has_table = pool->threads[b->thread_index].table.bits != 0;
    hp_ref table;
    bool found = false;
    int rc = hp_root(b->t, &table, err);
    if (rc == HP_OK)
        rc = touch(b, pool, table, err);
    if (rc == HP_OK && bucket < BCL_BUCKETS && has_table)
        found = bcl_slot_take(b->t, slot_of(b, pool, bucket, table), slot);
    if (rc == HP_OK && bucket < BCL_BUCKETS && !found)
        rc = bcl_partitions_pop(b, pool, bucket, slot, &found, err);
    if (rc == HP_OK && !found)
        rc = rent_new(b, pool, bucket, length, slot, err);
    hp_scope_close(b->t, scope);
    return rc;
}

/* Puts the array into the thread's slot; the one that lay there goes to the partitions. */
static int slot_put(struct bcl *b, struct bcl_pool *pool, uint32_t bucket, hp_ref table,
                    hp_ref array, struct hp_err *err)
{
    hp_ref previous;
    const int rc = hp_root(b->t, &previous, err);
    if (rc != HP_OK)
        return rc;
    uintptr_t *slot = slot_of(b, pool, bucket, table);
    const bool displaced = bcl_slot_take(b->t, slot, previous);
    bcl_slot_put(b->t, slot, array);
    return !displaced ? HP_OK : bcl_partitions_push(b, pool, bucket, previous, err);
}

int bcl_pool_refuses(uint32_t length, struct hp_err *err)
{
    return hp_fail(err, HP_E_RANGE,
                   "ArgumentException (array): an array of %u elements is not of this pool, whose "
                   "lengths are 16, 32, 64, ...",
                   length);
}

static int return_checked(struct bcl *b, struct bcl_pool *pool, hp_ref table, hp_ref array,
                          bool clear, struct hp_err *err)
{
    const uint32_t length = hp_length(b->t, array);
    const uint32_t bucket = bcl_bucket_of((int32_t)length);
    if (bucket >= BCL_BUCKETS)
        return HP_OK;
    if (clear)
        memset(hp_data(b->t, array), 0, (size_t)length * pool->array->element_bytes);
    if (length != 16u << bucket)
        return bcl_pool_refuses(length, err);
    return slot_put(b, pool, bucket, table, array, err);
}

int bcl_pool_return_far(struct bcl *b, struct bcl_pool *pool, hp_ref array, bool clear,
                        struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref table;
    int rc = hp_root(b->t, &table, err);
    if (rc == HP_OK && hp_is_null(b->t, array)) {
        rc = worker_start(b, pool, table, err);
        if (rc == HP_OK)
            rc = hp_fail(err, HP_E_RANGE, "ArgumentNullException (array): Return of null");
    } else if (rc == HP_OK) {
        rc = touch(b, pool, table, err);
        if (rc == HP_OK)
            rc = table_make(b, pool, table, err);
        if (rc == HP_OK)
            rc = return_checked(b, pool, table, array, clear, err);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

/* ---- at hand -------------------------------------------------------------------------------- */

int bcl_pool_near(struct bcl *b, struct bcl_pool *pool, struct hp_err *err)
{
    const hp_handle table = pool->threads[b->thread_index].table;
    const int rc = hp_root(b->t, &b->near, err);
    if (rc != HP_OK)
        return rc;
    if (table.bits != 0)
        b->t->ops->handle_get(b->t, table, b->near.slot);
    b->near_pool = pool;
    return HP_OK;
}

void bcl_pool_far(struct bcl *b)
{
    b->near_pool = NULL;
}
