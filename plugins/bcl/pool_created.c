/* SPDX-License-Identifier: MIT
 * What does a pool made by ArrayPool<T>.Create() do on Rent and Return? Buckets of a fixed number of
 * places that are filled as arrays are asked for; a bucket that has given out all of them asks the
 * next one, once. Its objects are .NET's, the lock of a bucket among them. */
#include "shared.h"

static const struct hp_type created_type = { "ConfigurableArrayPool", 24, 0, 0, 1, 0 };
static const struct hp_type bucket_list_type = {
    "Bucket[]", HP_ARRAY_BASE, 8, HP_TYPE_ARRAY, 0, 1
};
static const struct hp_type bucket_type = { "Bucket", 40, 0, 0, 1, 0 };
static const struct hp_type places_type = { "T[][]", HP_ARRAY_BASE, 8, HP_TYPE_ARRAY, 0, 1 };

struct bucket_fields {
    uintptr_t places;
    int32_t length, pool; /* of its arrays; who made it */
    uint32_t lock;
    int32_t next; /* how many are given out: the place of the next one */
};

enum { SHORTEST = 16, LONGEST = 1 << 30, BUCKETS_TRIED = 2 };

/* ---- making --------------------------------------------------------------------------------- */

struct making {
    hp_ref pool, list, bucket, places;
};

static int making_roots(struct bcl *b, struct making *m, struct hp_err *err)
{
    hp_ref *roots[] = { &m->pool, &m->list, &m->bucket, &m->places };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < sizeof roots / sizeof *roots; i++)
        rc = hp_root(b->t, roots[i], err);
    return rc;
}

static int fill(struct bcl *b, const struct making *m, uint32_t buckets, int32_t per_bucket,
                struct hp_err *err)
{
    int rc = bcl_make(b, &bucket_list_type, buckets, 0, m->list, "pool table", err);
    if (rc == HP_OK)
        hp_set(b->t, m->pool, 0, m->list);
    for (uint32_t i = 0; rc == HP_OK && i < buckets; i++) {
        rc = bcl_make(b, &bucket_type, 0, 0, m->bucket, "pool table", err);
        if (rc != HP_OK)
            break;
        hp_set(b->t, m->list, i, m->bucket);
        rc = bcl_make(b, &places_type, (uint64_t)per_bucket, 0, m->places, "pool table", err);
        if (rc == HP_OK) {
            hp_set(b->t, m->bucket, 0, m->places);
            ((struct bucket_fields *)hp_data(b->t, m->bucket))->length = SHORTEST << i;
        }
    }
    return rc;
}

int bcl_created_new(struct bcl *b, const struct hp_type *array, int32_t longest, int32_t per_bucket,
                    struct bcl_created *out, struct hp_err *err)
{
    *out = (struct bcl_created){ .array = array };
    if (longest <= 0 || per_bucket <= 0)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (%s): a pool of %d arrays of up to %d elements",
                       longest <= 0 ? "maxArrayLength" : "maxArraysPerBucket", per_bucket, longest);
    const int32_t most = longest < LONGEST ? longest : LONGEST;
    out->buckets = bcl_bucket_of(most < SHORTEST ? SHORTEST : most) + 1;
    const uint32_t scope = hp_scope_open(b->t);
    struct making m;
    int rc = making_roots(b, &m, err);
    if (rc == HP_OK)
        rc = bcl_make(b, &created_type, 0, 0, m.pool, "pool table", err);
    if (rc == HP_OK)
        rc = fill(b, &m, out->buckets, per_bucket, err);
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, m.pool, HP_STRONG, &out->pool, err);
    hp_scope_close(b->t, scope);
    return rc;
}

void bcl_created_free(struct bcl *b, struct bcl_created *pool)
{
    if (pool->pool.bits != 0)
        b->t->ops->handle_free(b->t, pool->pool);
    pool->pool.bits = 0;
}

/* ---- Rent and Return ------------------------------------------------------------------------ */

/* Makes the roots of a bucket and its places, and fills them. */
static int bucket_open(struct bcl *b, const struct bcl_created *pool, uint32_t index,
                       hp_ref *bucket, hp_ref *places, struct hp_err *err)
{
    int rc = hp_root(b->t, bucket, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, places, err);
    if (rc != HP_OK)
        return rc;
    b->t->ops->handle_get(b->t, pool->pool, places->slot);
    hp_get_into(b->t, *places, 0, *bucket);
    hp_get_into(b->t, *bucket, index, *bucket);
    hp_get_into(b->t, *bucket, 0, *places);
    return HP_OK;
}

/* *given is false when all places are given out. An empty place is filled by a new array. */
static int bucket_rent(struct bcl *b, const struct bcl_created *pool, uint32_t index, hp_ref slot,
                       bool *given, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref bucket, places;
    int rc = bucket_open(b, pool, index, &bucket, &places, err);
    if (rc == HP_OK) {
        struct bucket_fields *f = hp_data(b->t, bucket);
        bcl_lock(&f->lock);
        *given = f->next < (int32_t)hp_length(b->t, places);
        if (*given) {
            hp_get_into(b->t, places, (uint64_t)f->next, slot);
            hp_set_null(b->t, places, (uint64_t)f->next);
            f->next++;
        }
        bcl_unlock(&f->lock);
        if (*given && hp_is_null(b->t, slot))
            rc = bcl_make(b, pool->array, (uint64_t)f->length, 0, slot, "array", err);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_created_rent(struct bcl *b, const struct bcl_created *pool, int32_t length, hp_ref slot,
                     struct hp_err *err)
{
    if (length < 0)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (minimumLength): Rent of %d elements", length);
    if (length == 0)
        return bcl_empty(b, pool->array, slot, err);
    const uint32_t bucket = bcl_bucket_of(length);
    for (uint32_t i = bucket; i < pool->buckets && i < bucket + BUCKETS_TRIED; i++) {
        bool given = false;
        const int rc = bucket_rent(b, pool, i, slot, &given, err);
        if (rc != HP_OK || given)
            return rc;
    }
    const int32_t own = bucket < pool->buckets ? SHORTEST << bucket : length;
    return bcl_make(b, pool->array, (uint64_t)own, 0, slot, "array", err);
}

static int bucket_return(struct bcl *b, const struct bcl_created *pool, uint32_t index,
                         hp_ref array, struct hp_err *err)
{
    hp_ref bucket, places;
    const int rc = bucket_open(b, pool, index, &bucket, &places, err);
    if (rc != HP_OK)
        return rc;
    struct bucket_fields *f = hp_data(b->t, bucket);
    const uint32_t length = hp_length(b->t, array);
    if (length != (uint32_t)f->length)
        return bcl_pool_refuses(length, err);
    bcl_lock(&f->lock);
    if (f->next != 0)
        hp_set(b->t, places, (uint64_t)--f->next, array);
    bcl_unlock(&f->lock);
    return HP_OK;
}

int bcl_created_return(struct bcl *b, const struct bcl_created *pool, hp_ref array, bool clear,
                       struct hp_err *err)
{
    if (hp_is_null(b->t, array))
        return hp_fail(err, HP_E_RANGE, "ArgumentNullException (array): Return of null");
    const uint32_t length = hp_length(b->t, array);
    const uint32_t bucket = bcl_bucket_of((int32_t)length);
    if (length == 0 || bucket >= pool->buckets)
        return HP_OK;
    if (clear)
        memset(hp_data(b->t, array), 0, (size_t)length * pool->array->element_bytes);
    const uint32_t scope = hp_scope_open(b->t);
    const int rc = bucket_return(b, pool, bucket, array, err);
    hp_scope_close(b->t, scope);
    return rc;
}
