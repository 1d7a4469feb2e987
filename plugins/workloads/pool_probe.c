/* SPDX-License-Identifier: MIT
 * What does a request come to, and what does the pool hold after a return? Probe `reports`: bucket and
 * generation, the lengths that only renting puts into the large object heap, stale content, and what
 * becomes of arrays that are returned twice, never, or from elsewhere. In the worker, untimed; every
 * answer is found by asking the pool. */
#include "pool.h"

#include <stdlib.h>

int pool_report_on(const struct hp_run *run, int (*report)(struct pool *w, struct hp_err *err),
                   struct hp_err *err)
{
    struct pool w;
    struct pool_params params = *(const struct pool_params *)run->params;
    params.threads = 1;
    params.handover = POOL_AT_ONCE;
    const uint32_t scope = hp_scope_open(run->thread);
    int rc = pool_prepare(&w, run, &params, &pool_ways[params.of], err);
    if (rc == HP_OK)
        rc = report(&w, err);
    hp_scope_close(run->thread, scope);
    pool_discard(&w);
    return rc;
}

/* ---- bucket and generation ------------------------------------------------------------------ */

static int report_bucket(struct pool *w, struct hp_err *err)
{
    hp_ref array;
    int rc = hp_root(w->b.t, &array, err);
    if (rc == HP_OK)
        rc = w->way->get(w, &w->b, (int32_t)w->p.length, array, err);
    if (rc != HP_OK)
        return rc;
    const uint32_t length = hp_length(w->b.t, array);
    int64_t index = 0;
    while ((int64_t)16 << index < length)
        index++;
    bcl_report(w->run, "bucket_length", length);
    if ((int64_t)16 << index == length)
        bcl_report(w->run, "bucket_index", index);
    bcl_report(w->run, "object_bytes", w->e->array->base_bytes + (int64_t)length * w->e->bytes);
    bcl_report(w->run, "rounding_loss_bytes", (length - w->p.length) * w->e->bytes);
    if (w->b.t->ops->generation != NULL)
        bcl_report(w->run, "start_generation", bcl_generation(&w->b, array));
    return HP_OK;
}

static int rented_birth(const void *state, struct bcl *b, int64_t length, int *generation,
                        struct hp_err *err)
{
    const struct pool *w = state;
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array;
    int rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = bcl_pool_rent(b, w->shared, (int32_t)length, array, err);
    if (rc == HP_OK)
        *generation = b->t->ops->generation(b->t, array);
    hp_scope_close(b->t, scope);
    return rc;
}

/* The lengths at which renting takes a large array and `new` does not. Nothing is returned while they
 * are looked for: an array that is lent again may have grown old. */
static int report_rent_only(struct pool *w, struct hp_err *err)
{
    const struct bcl_birth birth = { w, rented_birth };
    int64_t rented = 0, fresh = 0;
    if (w->b.t->ops->generation == NULL)
        return HP_OK;
    int rc = bcl_first_large(&w->b, &birth, w->e->bytes, &rented, err);
    if (rc == HP_OK)
        rc = bcl_array_first_large(&w->b, w->e, &fresh, err);
    if (rc == HP_OK) {
        bcl_report(w->run, "rent_only_loh_first_length", rented);
        bcl_report(w->run, "rent_only_loh_last_length", fresh - 1);
    }
    return rc;
}

/* ---- what stays in an array ----------------------------------------------------------------- */

/* Rents an array of the length, or gives it back. */
static int lend(struct pool *w, hp_ref array, struct hp_err *err)
{
    return bcl_pool_rent(&w->b, w->shared, (int32_t)w->p.length, array, err);
}

static int give_back(struct pool *w, hp_ref array, struct hp_err *err)
{
    return bcl_pool_return(&w->b, w->shared, array, w->p.clear, err);
}

static int report_stale_bytes(struct pool *w, hp_ref array, struct hp_err *err)
{
    enum { MARK = 0x5a };
    const size_t bytes = (size_t)w->p.length * w->e->bytes;
    int64_t stale = 0;
    int rc = lend(w, array, err);
    if (rc == HP_OK) {
        memset(hp_data(w->b.t, array), MARK, bytes);
        rc = give_back(w, array, err);
    }
    if (rc == HP_OK)
        rc = lend(w, array, err);
    if (rc != HP_OK)
        return rc;
    const uint8_t *data = hp_data(w->b.t, array);
    for (size_t i = 0; i < bytes; i++)
        stale += data[i] == MARK;
    bcl_report(w->run, "stale_bytes", stale);
    return give_back(w, array, err);
}

/* Fills the array with objects of its own, each watched by a weak handle; *made are there. */
static int fill_watched(struct pool *w, hp_ref array, hp_handle *weak, int64_t *made,
                        struct hp_err *err)
{
    hp_ref item;
    int rc = hp_root(w->b.t, &item, err);
    for (*made = 0; rc == HP_OK && *made < w->p.length; ++*made) {
        rc = hp_new_into(w->b.t, &bcl_type_item, 0, 0, item, err);
        if (rc == HP_OK)
            rc = w->b.t->ops->handle_new(w->b.t, item, HP_WEAK, &weak[*made], err);
        if (rc != HP_OK)
            break;
        hp_set(w->b.t, array, (uint64_t)*made, item);
    }
    if (rc == HP_OK)
        hp_clear(w->b.t, item);
    return rc;
}

/* How many of the objects are still there; their handles are freed. */
static int64_t count_alive(struct pool *w, hp_ref scratch, const hp_handle *weak, int64_t made)
{
    int64_t alive = 0;
    for (int64_t i = 0; i < made; i++) {
        w->b.t->ops->handle_get(w->b.t, weak[i], scratch.slot);
        alive += !hp_is_null(w->b.t, scratch);
        w->b.t->ops->handle_free(w->b.t, weak[i]);
    }
    return alive;
}

static int report_retained(struct pool *w, hp_ref array, struct hp_err *err)
{
    int64_t made = 0;
    hp_handle *weak = calloc((size_t)w->p.length + 1, sizeof *weak);
    if (weak == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory to watch %lld objects", (long long)w->p.length);
    int rc = lend(w, array, err);
    if (rc == HP_OK)
        rc = fill_watched(w, array, weak, &made, err);
    if (rc == HP_OK)
        rc = give_back(w, array, err);
    hp_clear(w->b.t, array);
    bcl_settle(w->b.t);
    const int64_t alive = count_alive(w, array, weak, made);
    free(weak);
    if (rc == HP_OK)
        bcl_report(w->run, "retained_objects", alive);
    return rc;
}

static int report_stale(struct pool *w, struct hp_err *err)
{
    hp_ref array;
    const int rc = hp_root(w->b.t, &array, err);
    if (rc != HP_OK)
        return rc;
    if (!w->e->refs)
        return report_stale_bytes(w, array, err);
    return w->b.t->ops->collect != NULL ? report_retained(w, array, err) : HP_OK;
}

/* ---- returns of every kind ------------------------------------------------------------------ */

struct returns {
    hp_ref array, other, first;
    int64_t accepted, refused;
};

/* A return that the pool may refuse; other errors come out. */
static int try_return(struct pool *w, struct returns *r, hp_ref array, struct hp_err *err)
{
    struct hp_err why = { 0, "" };
    const int rc = give_back(w, array, &why);
    r->accepted += rc == HP_OK;
    r->refused += rc == HP_E_RANGE;
    return rc == HP_OK || rc == HP_E_RANGE ? HP_OK : hp_fail(err, rc, "%s", why.text);
}

/* An array that no pool has made: of the rented one's length, and of a length that no bucket has. */
static int return_foreign(struct pool *w, struct returns *r, struct hp_err *err)
{
    const uint64_t length = hp_length(w->b.t, r->array);
    int rc = HP_OK;
    for (uint64_t more = 0; rc == HP_OK && more < 2; more++) {
        rc = hp_new_into(w->b.t, w->e->array, length + more, 0, r->other, err);
        if (rc == HP_OK)
            rc = try_return(w, r, r->other, err);
    }
    return rc;
}

static int return_as_told(struct pool *w, struct returns *r, struct hp_err *err)
{
    const enum pool_misuse misuse = (enum pool_misuse)w->p.misuse;
    if (misuse == POOL_NO_RETURN)
        return HP_OK;
    if (misuse == POOL_FOREIGN_ARRAY)
        return return_foreign(w, r, err);
    int rc = try_return(w, r, r->array, err);
    if (rc == HP_OK && misuse == POOL_DOUBLE_RETURN)
        rc = try_return(w, r, r->array, err);
    return rc;
}

/* Two rents follow: how many give what was lent before, and do they give one array to both? */
static int report_returns(struct pool *w, struct hp_err *err)
{
    struct returns r = { .accepted = 0 };
    hp_ref *roots[] = { &r.array, &r.other, &r.first };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < sizeof roots / sizeof *roots; i++)
        rc = hp_root(w->b.t, roots[i], err);
    if (rc == HP_OK)
        rc = lend(w, r.array, err);
    if (rc == HP_OK)
        rc = return_as_told(w, &r, err);
    if (rc == HP_OK)
        rc = lend(w, r.first, err);
    if (rc == HP_OK)
        rc = lend(w, r.other, err);
    if (rc != HP_OK)
        return rc;
    bcl_report(w->run, "accepted_count", r.accepted);
    bcl_report(w->run, "refused_count", r.refused);
    bcl_report(w->run, "again_count",
               hp_same(w->b.t, r.first, r.array) + hp_same(w->b.t, r.other, r.array));
    bcl_report(w->run, "lent_twice_count", hp_same(w->b.t, r.first, r.other));
    return HP_OK;
}

static int report_all(struct pool *w, struct hp_err *err)
{
    int (*const parts[])(struct pool * w, struct hp_err * err) = { report_rent_only, report_bucket,
                                                                   report_returns, report_stale };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < sizeof parts / sizeof *parts; i++)
        rc = parts[i](w, err);
    return rc;
}

int pool_probe_reports(const struct hp_run *run, struct hp_err *err)
{
    return pool_report_on(run, report_all, err);
}
