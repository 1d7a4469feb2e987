/* SPDX-License-Identifier: MIT
 * Where is the boundary of the large object heap, and up to which length does the pool keep arrays? Probe `extra`: limits are found by crossing them. In the worker, untimed. */
#include "pool.h"

/* Does an array outlive its return, when nobody but the pool can hold it? It is taken out again, so that one
 * array at a time is alive. */
static int outlives(struct pool *w, int64_t length, bool *kept, struct hp_err *err)
{
    struct hp_thread *t = w->b.t;
    const uint32_t scope = hp_scope_open(t);
    hp_handle weak = { 0 };
    hp_ref array;
    int rc = hp_root(t, &array, err);
    if (rc == HP_OK)
        rc = bcl_pool_rent(&w->b, w->shared, (int32_t)length, array, err);
    if (rc == HP_OK)
        rc = t->ops->handle_new(t, array, HP_WEAK, &weak, err);
    if (rc == HP_OK)
        rc = bcl_pool_return(&w->b, w->shared, array, false, err);
    if (rc == HP_OK) {
        hp_clear(t, array);
        bcl_settle(t);
        t->ops->handle_get(t, weak, array.slot);
        *kept = !hp_is_null(t, array);
        rc = *kept ? bcl_pool_rent(&w->b, w->shared, (int32_t)length, array, err) : HP_OK;
    }
    if (weak.bits != 0)
        t->ops->handle_free(t, weak);
    hp_scope_close(t, scope);
    bcl_settle(t);
    return rc;
}

/* Doubles the length until an array is not kept. No heap need have room for the longest, so that this may
 * remain unknown. */
static int report_largest(struct pool *w, struct hp_err *err)
{
    int64_t longest = 0;
    bool kept = w->b.t->ops->collect != NULL, beyond = true;
    if (!kept)
        return HP_OK;
    for (int64_t length = 16; kept && beyond && length < HP_LENGTH_MAX; length *= 2) {
        int rc = outlives(w, length, &kept, err);
        longest = kept ? length : longest;
        if (rc == HP_OK && kept)
            rc = outlives(w, length + 1, &beyond, err);
        if (rc != HP_OK)
            return rc == HP_E_NOMEM ? HP_OK : rc;
    }
    bcl_report(w->run, "largest_pooled_length", longest);
    return HP_OK;
}

static int report_boundary(struct pool *w, struct hp_err *err)
{
    int64_t first = 0, header = 0, bytes = 0;
    int rc = bcl_array_header(&w->b, w->e, &header, err);
    if (rc == HP_OK)
        rc = bcl_array_first_large(&w->b, w->e, &first, err);
    if (rc == HP_OK)
        rc = bcl_array_first_large(&w->b, &bcl_elements[BCL_U8], &bytes, err);
    if (rc == HP_OK) {
        bcl_report(w->run, "first_length", first);
        bcl_report(w->run, "first_bytes", header + first * w->e->bytes);
        bcl_report(w->run, "header_bytes", header);
        bcl_report(w->run, "loh_threshold_bytes", header + bytes);
    }
    return rc;
}

static int report_limits(struct pool *w, struct hp_err *err)
{
    const int rc = report_boundary(w, err);
    return rc == HP_OK ? report_largest(w, err) : rc;
}

int pool_probe_extra(const struct hp_run *run, struct hp_err *err)
{
    return pool_report_on(run, report_limits, err);
}
