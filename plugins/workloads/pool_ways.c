/* SPDX-License-Identifier: MIT
 * How does each method get an array, and what becomes of it? The bodies, timed: no libc heap, no I/O. */
#include "pool.h"

/* ---- getting and putting back --------------------------------------------------------------- */

/* .NET's limit is part of the error: a length is an int, and new T[n] refuses negative ones. */
static int make(struct pool *w, struct bcl *b, int32_t length, unsigned flags, hp_ref array,
                struct hp_err *err)
{
    if (length < 0)
        return hp_fail(err, HP_E_RANGE, "OverflowException: an array of %d elements", length);
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
    return bcl_pool_return(b, w->shared, array, w->p.clear, err);
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
    for (const struct pool_way *way = pool_ways; way->method != NULL; way++)
        if (strcmp(way->method, method) == 0)
            return way;
    return NULL;
}

/* ---- one operation -------------------------------------------------------------------------- */

/* The first `length` elements, as the caller asked for them: a rented array may be longer. */
static void fill(struct pool *w, struct bcl *b, hp_ref array, int32_t length)
{
    const size_t bytes = (size_t)length * w->e->bytes;
    memset(hp_data(b->t, array), w->e->refs ? 0 : 0x5a, bytes);
}

/* What is kept of an array between getting it and putting it back: a look at its first element. */
static int get_one(struct pool *w, struct bcl *b, uint64_t i, hp_ref existing, hp_ref array,
                   struct hp_err *err)
{
    const int32_t length = (int32_t)w->p.length;
    int rc = HP_OK;
    if (w->way->existing)
        hp_get_into(b->t, existing, i, array);
    else
        rc = w->way->get(w, b, length, array, err);
    if (rc == HP_OK && w->p.fill)
        fill(w, b, array, length);
    return rc;
}

int pool_pass(struct pool *w, struct bcl *b, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    const uint32_t count = (uint32_t)w->p.buffers;
    hp_ref existing, array;
    int rc = hp_root(b->t, &existing, err);
    if (rc == HP_OK && w->way->existing)
        b->t->ops->handle_get(b->t, w->existing, existing.slot);
    const uint32_t first = b->t->root_count + 1;
    for (uint32_t i = 0; rc == HP_OK && i < count; i++) {
        rc = hp_root(b->t, &array, err);
        if (rc == HP_OK)
            rc = get_one(w, b, i, existing, array, err);
    }
    for (uint32_t i = 0; rc == HP_OK && w->way->put != NULL && i < count; i++)
        rc = w->way->put(w, b, (hp_ref){ first + i }, err);
    hp_scope_close(b->t, scope);
    return rc;
}
