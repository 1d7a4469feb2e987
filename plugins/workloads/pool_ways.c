/* SPDX-License-Identifier: MIT
 * How does each method get an array, and what becomes of it? The bodies, timed: no libc heap, no I/O. */
#include "pool.h"
#include "workload.h"

/* ---- getting and putting back --------------------------------------------------------------- */

static int make(struct pool *w, struct bcl *b, int32_t length, unsigned flags, hp_ref array,
                struct hp_err *err)
{
    if (length < 0)
        return hp_fail(err, HP_E_RANGE, "OverflowException: a new array of %d elements", length);
    return bcl_make(b, w->e->array, (uint64_t)length, flags, array, "array", err);
}

static int get_new(struct pool *w, struct bcl *b, int32_t length, hp_ref array, struct hp_err *err)
{
    return make(w, b, length, 0, array, err);
}

static int get_uninitialised(struct pool *w, struct bcl *b, int32_t length, hp_ref array,
                             struct hp_err *err)
{
    return make(w, b, length, HP_UNINIT, array, err);
}

static int get_rented(struct pool *w, struct bcl *b, int32_t length, hp_ref array,
                      struct hp_err *err)
{
    return bcl_pool_rent(b, w->shared, length, array, err);
}

static int put_rented(struct pool *w, struct bcl *b, hp_ref array, struct hp_err *err)
{
    int rc = HP_OK;
    switch ((enum pool_misuse)w->p.misuse) {
    case POOL_NO_RETURN:
        return HP_OK;
    case POOL_DOUBLE_RETURN:
        rc = bcl_pool_return(b, w->shared, array, w->p.clear, err);
        break;
    case POOL_FOREIGN_ARRAY: /* one that no pool made, of a length that it takes */
        rc = bcl_make(b, w->e->array, hp_length(b->t, array), 0, array, "array", err);
        break;
    case POOL_USED_WELL:
        break;
    }
    return rc == HP_OK ? bcl_pool_return(b, w->shared, array, w->p.clear, err) : rc;
}

const struct pool_way pool_ways[] = {
    { "rent-return", false, get_rented, put_rented },
    { "new", false, get_new, NULL },
    { "uninitialised", false, get_uninitialised, NULL },
    { "existing", true, get_new, NULL },
    { .method = NULL },
};

const struct pool_way *pool_way_find(const char *method)
{
    return workload_row(pool_ways, sizeof *pool_ways, method);
}

/* ---- one operation -------------------------------------------------------------------------- */

/* The elements that were asked for: a rented array may be longer. References become null. */
static void fill(const struct pool *w, struct bcl *b, hp_ref array, int32_t length)
{
    memset(hp_data(b->t, array), w->e->refs ? 0 : 0x5a, (size_t)length * w->e->bytes);
}

/* Array number `i` of an operation; number `at` of those that exist. */
static int get_one(struct pool *w, struct bcl *b, uint64_t i, hp_ref existing, uint64_t at,
                   hp_ref array, struct hp_err *err)
{
    int rc = HP_OK;
    if (w->way->existing)
        hp_get_into(b->t, existing, at, array);
    else
        rc = w->way->get(w, b, w->lengths[i], array, err);
    if (rc == HP_OK && w->p.fill)
        fill(w, b, array, w->lengths[i]);
    return rc;
}

static int existing_open(struct pool *w, struct bcl *b, hp_ref *existing, struct hp_err *err)
{
    const int rc = hp_root(b->t, existing, err);
    if (rc == HP_OK && w->way->existing)
        b->t->ops->handle_get(b->t, w->existing, existing->slot);
    return rc;
}

static int pass(struct pool *w, struct bcl *b, uint64_t first, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t), count = (uint32_t)w->p.buffers;
    hp_ref existing;
    int rc = existing_open(w, b, &existing, err);
    for (uint32_t i = 0; rc == HP_OK && i < count; i++) {
        hp_ref array;
        rc = hp_root(b->t, &array, err);
        if (rc == HP_OK)
            rc = get_one(w, b, i, existing, first + i, array, err);
    }
    for (uint32_t i = 0; rc == HP_OK && w->way->put != NULL && i < count; i++)
        rc = w->way->put(w, b, (hp_ref){ existing.slot + 1 + i }, err);
    hp_scope_close(b->t, scope);
    return rc;
}

int pool_repeat(struct pool *w, struct bcl *b, uint64_t first, uint64_t operations,
                struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    int rc = bcl_pool_near(b, w->shared, err);
    for (uint64_t i = 0; rc == HP_OK && i < operations; i++) {
        rc = pass(w, b, first, err);
        hp_safepoint(b->t);
    }
    bcl_pool_far(b);
    hp_scope_close(b->t, scope);
    return rc;
}

int pool_pass_get(struct pool *w, struct bcl *b, hp_ref mail, uint64_t first, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref existing, array;
    int rc = existing_open(w, b, &existing, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &array, err);
    for (uint64_t i = 0; rc == HP_OK && i < (uint64_t)w->p.buffers; i++) {
        rc = get_one(w, b, i, existing, first + i, array, err);
        if (rc == HP_OK)
            hp_set(b->t, mail, first + i, array);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int pool_pass_put(struct pool *w, struct bcl *b, hp_ref mail, uint64_t first, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array;
    int rc = hp_root(b->t, &array, err);
    for (uint64_t i = 0; rc == HP_OK && i < (uint64_t)w->p.buffers; i++) {
        hp_get_into(b->t, mail, first + i, array);
        hp_set_null(b->t, mail, first + i);
        if (w->way->put != NULL)
            rc = w->way->put(w, b, array, err);
    }
    hp_scope_close(b->t, scope);
    return rc;
}
