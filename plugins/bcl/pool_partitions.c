/* SPDX-License-Identifier: MIT
 * Where do arrays go that a thread's slot has no room for? To the partitions of their bucket: a stack for
 * each processor, made by the first array that comes. The stacks are objects of the heap; whoever changes one
 * holds the bucket's lock. Every thread is taken to run on processor 0, as in all recorded traces: its search
 * begins at the first partition. */
#include "pool_inside.h"

static const struct hp_type setting_type = { "PartitionSetting", 32, 0, 0, 0, 0 };
static const struct hp_type partitions_type = { "Partitions", 24, 0, 0, 1, 0 };
static const struct hp_type partition_list_type = {
    "Partition[]", HP_ARRAY_BASE, 8, HP_TYPE_ARRAY, 0, 1
};
static const struct hp_type partition_type = { "Partition", 32, 0, 0, 1, 0 };
static const struct hp_type stack_type = { "T[][]", HP_ARRAY_BASE, 8, HP_TYPE_ARRAY, 0, 1 };

struct partition_fields {
    uintptr_t stack;
    int32_t count;
    uint32_t stamp; /* tick at which a trim first saw it with something in it, 0: none has */
};

struct roots {
    hp_ref list, partition, stack;
};

static int roots_make(struct bcl *b, struct roots *r, struct hp_err *err)
{
    int rc = hp_root(b->t, &r->list, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &r->partition, err);
    return rc == HP_OK ? hp_root(b->t, &r->stack, err) : rc;
}

/* ---- limits --------------------------------------------------------------------------------- */

/* .NET's own reading of the variables: spaces around at most ten digits, 32 characters in all. 0: no limit. */
static int32_t limit_parse(const char *text)
{
    const size_t length = strlen(text);
    if (length > BCL_LIMIT_TEXT)
        return 0;
    const char *from = text + strspn(text, " "), *end = text + length;
    while (end > from && end[-1] == ' ')
        end--;
    if (end - from > 10)
        return 0;
    int64_t value = 0;
    for (; from < end; from++) {
        if (*from < '0' || *from > '9')
            return 0;
        value = value * 10 + (*from - '0');
    }
    return value <= INT32_MAX ? (int32_t)value : 0;
}

int bcl_pool_limit(struct bcl *b, enum bcl_pool_limit which, const char *text, struct hp_err *err)
{
    struct bcl_shared *shared = b->shared;
    const int32_t limit = limit_parse(text);
    if (!__atomic_load_n(&shared->partitioned, __ATOMIC_RELAXED)) {
        shared->limits[which] = limit;
        shared->limit_bytes[which] = hp_object_bytes(bcl_elements[BCL_STR].array, strlen(text));
    } else if (shared->limits[which] != limit) {
        return hp_fail(err, HP_E_STATE,
                       "the pools' limits are read once, and that has happened: %d, not %d",
                       shared->limits[which], limit);
    }
    return HP_OK;
}

static uint32_t partition_count(const struct bcl *b)
{
    const uint32_t most = (uint32_t)b->shared->limits[BCL_POOL_PARTITIONS];
    return most != 0 && most < b->processors ? most : b->processors;
}

static uint32_t stack_depth(const struct bcl *b)
{
    const uint32_t depth = (uint32_t)b->shared->limits[BCL_POOL_DEPTH];
    return depth != 0 ? depth : BCL_STACK_DEPTH;
}

/* What the first partitions of the process cost beside themselves. */
static int first_of_process(struct bcl *b, hp_ref slot, struct hp_err *err)
{
    int rc = HP_OK;
    if (__atomic_exchange_n(&b->shared->partitioned, true, __ATOMIC_RELAXED))
        return rc;
    for (int i = 0; rc == HP_OK && i < BCL_POOL_LIMITS; i++) {
        const uint64_t bytes = b->shared->limit_bytes[i];
        if (bytes != 0)
            rc = bcl_make(b, bcl_elements[BCL_U8].array, bytes - HP_ARRAY_BASE, 0, slot,
                          "setting's text", err);
    }
    return rc == HP_OK && b->runtime >= 9
               ? bcl_make(b, &setting_type, 0, 0, slot, "pool table", err)
               : rc;
}

/* ---- making --------------------------------------------------------------------------------- */

/* A stack for each partition, behind the list in r->list. */
static int fill(struct bcl *b, const struct roots *r, struct hp_err *err)
{
    int rc = HP_OK;
    const uint32_t count = hp_length(b->t, r->list);
    for (uint32_t i = 0; rc == HP_OK && i < count; i++) {
        rc = bcl_make(b, &partition_type, 0, 0, r->partition, "pool table", err);
        if (rc == HP_OK)
            rc = bcl_make(b, &stack_type, stack_depth(b), 0, r->stack, "pool table", err);
        if (rc == HP_OK) {
            hp_set(b->t, r->partition, 0, r->stack);
            hp_set(b->t, r->list, i, r->partition);
        }
    }
    return rc;
}

/* Partitions of one bucket: made whole, then shown to the others. */
static int make(struct bcl *b, struct bcl_pool *pool, uint32_t bucket, const struct roots *r,
                struct hp_err *err)
{
    hp_handle made = { 0 };
    int rc = first_of_process(b, r->partition, err);
    if (rc == HP_OK)
        rc = bcl_make(b, &partitions_type, 0, 0, r->stack, "pool table", err);
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, r->stack, HP_STRONG, &made, err);
    if (rc != HP_OK)
        return rc;
    rc = bcl_make(b, &partition_list_type, partition_count(b), 0, r->list, "pool table", err);
    if (rc == HP_OK) {
        hp_set(b->t, r->stack, 0, r->list);
        rc = fill(b, r, err);
    }
    if (rc == HP_OK)
        bcl_handle_publish(b, &pool->partitions[bucket], made);
    else
        b->t->ops->handle_free(b->t, made);
    return rc;
}

/* ---- walking -------------------------------------------------------------------------------- */

static bool exist(const struct bcl_pool *pool, uint32_t bucket)
{
    return bcl_handle_read(&pool->partitions[bucket]).bits != 0;
}

/* The list of a bucket that has partitions; how many they are. */
static uint32_t list(struct bcl *b, const struct bcl_pool *pool, uint32_t bucket,
                     const struct roots *r)
{
    const hp_handle handle = bcl_handle_read(&pool->partitions[bucket]);
    b->t->ops->handle_get(b->t, handle, r->partition.slot);
    hp_get_into(b->t, r->partition, 0, r->list);
    return hp_length(b->t, r->list);
}

/* The same with roots made for it; *count stays 0 where a bucket has none, or roots cannot be had. */
static int list_if_any(struct bcl *b, const struct bcl_pool *pool, uint32_t bucket, struct roots *r,
                       uint32_t *count, struct hp_err *err)
{
    if (!exist(pool, bucket))
        return HP_OK;
    const int rc = roots_make(b, r, err);
    if (rc == HP_OK)
        *count = list(b, pool, bucket, r);
    return rc;
}

/* Partition i of the list; its stack is in r->stack. */
static struct partition_fields *at(struct bcl *b, const struct roots *r, uint32_t i)
{
    hp_get_into(b->t, r->list, i, r->partition);
    hp_get_into(b->t, r->partition, 0, r->stack);
    return hp_data(b->t, r->partition);
}

int bcl_partitions_push(struct bcl *b, struct bcl_pool *pool, uint32_t bucket, hp_ref array,
                        struct hp_err *err)
{
    struct roots r;
    int rc = roots_make(b, &r, err);
    if (rc == HP_OK && !exist(pool, bucket))
        rc = make(b, pool, bucket, &r, err);
    if (rc != HP_OK)
        return rc;
    const uint32_t count = list(b, pool, bucket, &r);
    bcl_lock(&pool->locks[bucket]);
    for (uint32_t i = 0; i < count; i++) {
        struct partition_fields *f = at(b, &r, i);
        if ((uint32_t)f->count == hp_length(b->t, r.stack))
            continue;
        if (f->count == 0)
            f->stamp = 0;
        hp_set(b->t, r.stack, (uint64_t)f->count, array);
        f->count++;
        break;
    }
    bcl_unlock(&pool->locks[bucket]);
    return HP_OK;
}

int bcl_partitions_pop(struct bcl *b, struct bcl_pool *pool, uint32_t bucket, hp_ref slot,
                       bool *found, struct hp_err *err)
{
    struct roots r;
    uint32_t count = 0;
    *found = false;
    const int rc = list_if_any(b, pool, bucket, &r, &count, err);
    if (count == 0)
        return rc;
    bcl_lock(&pool->locks[bucket]);
    for (uint32_t i = 0; i < count && !*found; i++) {
        struct partition_fields *f = at(b, &r, i);
        if (f->count > 0) {
            f->count--;
            hp_get_into(b->t, r.stack, (uint64_t)f->count, slot);
            hp_set_null(b->t, r.stack, (uint64_t)f->count);
            *found = true;
        }
    }
    bcl_unlock(&pool->locks[bucket]);
    return HP_OK;
}

/* ---- trimming ------------------------------------------------------------------------------- */

/* How long arrays are kept, and how many a trim then drops. */
static const struct {
    uint32_t age_ms, dropped;
} rules[] = {
    [BCL_PRESSURE_LOW] = { 60000, 1 },
    [BCL_PRESSURE_MEDIUM] = { 60000, 2 },
    [BCL_PRESSURE_HIGH] = { 10000, UINT32_MAX },
};

/* From the top; what stays gets a quarter of the time more. */
static void trim_one(struct bcl *b, const struct roots *r, struct partition_fields *f,
                     const struct bcl_trim *trim)
{
    const uint32_t age_ms = rules[trim->pressure].age_ms;
    if (f->count == 0)
        return;
    if (f->stamp == 0) {
        f->stamp = trim->tick;
        return;
    }
    if (trim->tick - f->stamp <= age_ms)
        return;
    for (uint32_t i = 0; f->count > 0 && i < rules[trim->pressure].dropped; i++)
        hp_set_null(b->t, r->stack, (uint64_t)--f->count);
    f->stamp = f->count > 0 ? f->stamp + age_ms / 4 : 0;
}

int bcl_partitions_trim(struct bcl *b, struct bcl_pool *pool, uint32_t bucket,
                        const struct bcl_trim *trim, struct hp_err *err)
{
    struct roots r;
    uint32_t count = 0;
    const int rc = list_if_any(b, pool, bucket, &r, &count, err);
    if (count == 0)
        return rc;
    bcl_lock(&pool->locks[bucket]);
    for (uint32_t i = 0; i < count; i++)
        trim_one(b, &r, at(b, &r, i), trim);
    bcl_unlock(&pool->locks[bucket]);
    return HP_OK;
}
