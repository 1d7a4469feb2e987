/* SPDX-License-Identifier: MIT
 * What does a method of the pool workload find ready? The lengths that it asks for, the pool of its
 * element, arrays that exist already for the method that only writes, threads; made untimed, freed when
 * the method is closed. */
#include "pool.h"

#include <stdlib.h>

static int check(const struct pool *w, struct hp_err *err)
{
    const struct {
        const char *name;
        int64_t value, low, high;
    } rows[] = {
        { "length", w->p.length, INT32_MIN, INT32_MAX },
        { "buffers", w->p.buffers, 1, INT16_MAX },
        { "threads", w->p.threads, 1, POOL_THREADS_MOST },
        { "partitions", w->p.partitions, 0, INT32_MAX },
        { "depth", w->p.depth, 0, INT32_MAX },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].value < rows[i].low || rows[i].value > rows[i].high)
            return hp_fail(err, HP_E_RANGE,
                           "ArgumentOutOfRangeException (%s): %lld is not between %lld and %lld",
                           rows[i].name, (long long)rows[i].value, (long long)rows[i].low,
                           (long long)rows[i].high);
    return HP_OK;
}

/* ---- lengths -------------------------------------------------------------------------------- */

/* SplitMix64. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A power of two from 16 to the largest that is no longer than `longest`. */
static int64_t draw_bucket(int64_t longest, uint64_t *state)
{
    uint32_t buckets = 1;
    while (buckets < 27 && (int64_t)16 << buckets <= longest)
        buckets++;
    return (int64_t)16 << draw(state) % buckets;
}

static int64_t draw_length(const struct pool_params *p, uint64_t *state)
{
    const int64_t longest = p->length < 1 ? 1 : p->length;
    switch ((enum pool_profile)p->profile) {
    case POOL_FULL:
        return draw_bucket(longest, state);
    case POOL_ABOVE:
        return draw_bucket(longest, state) + 1;
    case POOL_EVEN:
        return 1 + (int64_t)(draw(state) % (uint64_t)longest);
    case POOL_SHORT: { /* every halving of the length as likely as the one before */
        const int64_t bucket = draw_bucket(longest, state);
        const int64_t length = bucket / 2 + 1 + (int64_t)(draw(state) % (uint64_t)(bucket / 2));
        return length < longest ? length : longest;
    }
    case POOL_FIXED:
        break;
    }
    return p->length;
}

void pool_lengths(const struct pool_params *p, uint64_t seed, int32_t *lengths)
{
    for (int64_t i = 0; i < p->buffers; i++)
        lengths[i] = (int32_t)draw_length(p, &seed);
}

/* ---- making --------------------------------------------------------------------------------- */

static int make_existing(struct pool *w, struct hp_err *err)
{
    hp_ref list, array;
    struct hp_thread *t = w->b.t;
    const int64_t count = w->p.buffers * w->p.threads;
    int rc = hp_new(t, bcl_elements[BCL_REF].array, (uint64_t)count, 0, &list, err);
    if (rc == HP_OK)
        rc = hp_root(t, &array, err);
    for (int64_t i = 0; rc == HP_OK && i < count; i++) {
        rc = w->way->get(w, &w->b, w->lengths[i % w->p.buffers], array, err);
        if (rc == HP_OK)
            hp_set(t, list, (uint64_t)i, array);
    }
    return rc == HP_OK ? t->ops->handle_new(t, list, HP_STRONG, &w->existing, err) : rc;
}

static int make_needed(struct pool *w, struct hp_err *err)
{
    w->lengths = calloc((size_t)w->p.buffers, sizeof *w->lengths);
    if (w->lengths == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for %lld lengths", (long long)w->p.buffers);
    pool_lengths(&w->p, w->run->seed, w->lengths);
    int rc = bcl_pool_shared(&w->b, w->e->array, &w->shared, err);
    const uint32_t scope = hp_scope_open(w->b.t);
    if (rc == HP_OK && w->way->existing)
        rc = make_existing(w, err);
    hp_scope_close(w->b.t, scope);
    return rc == HP_OK && (w->p.threads > 1 || w->p.handover != POOL_AT_ONCE)
               ? pool_crowd_open(w, err)
               : rc;
}

/* .NET reads texts. */
static int set_limits(struct pool *w, struct hp_err *err)
{
    const int64_t limits[] = {
        [BCL_POOL_PARTITIONS] = w->p.partitions, [BCL_POOL_DEPTH] = w->p.depth
    };
    int rc = HP_OK;
    for (int i = 0; rc == HP_OK && i < BCL_POOL_LIMITS; i++) {
        char text[24];
        (void)snprintf(text, sizeof text, "%lld", (long long)limits[i]);
        if (limits[i] != 0)
            rc = bcl_pool_limit(&w->b, (enum bcl_pool_limit)i, text, err);
    }
    return rc;
}

int pool_prepare(struct pool *w, const struct hp_run *run, const struct pool_params *params,
                 const struct pool_way *way, struct hp_err *err)
{
    static const enum bcl_kind kinds[] = { BCL_U8, BCL_I32, BCL_REF };
    *w = (struct pool){
        .run = run, .p = *params, .way = way, .e = &bcl_elements[kinds[params->element]]
    };
    int rc = check(w, err);
    if (rc == HP_OK)
        rc = bcl_open(&w->b, run, err);
    if (rc == HP_OK)
        rc = set_limits(w, err);
    return rc == HP_OK ? make_needed(w, err) : rc;
}

void pool_discard(struct pool *w)
{
    pool_crowd_close(w);
    if (w->existing.bits != 0)
        w->b.t->ops->handle_free(w->b.t, w->existing);
    w->existing.bits = 0;
    free(w->lengths);
    w->lengths = NULL;
}
