/* SPDX-License-Identifier: MIT
 * What does a method of the pool workload find ready? The pool of its element, and arrays that exist
 * already for the method that only writes; made untimed, freed when the method is closed. */
#include "pool.h"

static int check(const struct pool *w, struct hp_err *err)
{
    const struct {
        const char *name;
        int64_t value, low, high;
    } rows[] = {
        { "length", w->p.length, INT32_MIN, INT32_MAX },
        { "buffers", w->p.buffers, 1, INT16_MAX },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].value < rows[i].low || rows[i].value > rows[i].high)
            return hp_fail(err, HP_E_RANGE,
                           "ArgumentOutOfRangeException (%s): %lld is not between %lld and %lld",
                           rows[i].name, (long long)rows[i].value, (long long)rows[i].low,
                           (long long)rows[i].high);
    return HP_OK;
}

static int make_existing(struct pool *w, struct hp_err *err)
{
    hp_ref list, array;
    struct hp_thread *t = w->b.t;
    int rc = hp_new(t, bcl_elements[BCL_REF].array, (uint64_t)w->p.buffers, 0, &list, err);
    if (rc == HP_OK)
        rc = hp_root(t, &array, err);
    for (int64_t i = 0; rc == HP_OK && i < w->p.buffers; i++) {
        rc = w->way->get(w, &w->b, (int32_t)w->p.length, array, err);
        if (rc == HP_OK)
            hp_set(t, list, (uint64_t)i, array);
    }
    return rc == HP_OK ? t->ops->handle_new(t, list, HP_STRONG, &w->existing, err) : rc;
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
        rc = bcl_pool_shared(&w->b, w->e->array, &w->shared, err);
    if (rc != HP_OK)
        return rc;
    const uint32_t scope = hp_scope_open(w->b.t);
    if (way->existing)
        rc = make_existing(w, err);
    if (rc == HP_OK)
        rc = pool_pass(w, &w->b, err);
    hp_scope_close(w->b.t, scope);
    return rc;
}

void pool_discard(struct pool *w)
{
    if (w->existing.bits != 0)
        w->b.t->ops->handle_free(w->b.t, w->existing);
    w->existing.bits = 0;
}
