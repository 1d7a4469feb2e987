/* SPDX-License-Identifier: MIT
 * By how much does the large object heap grow when arrays are held at a time, and when each is returned
 * before the next is asked for? Probes `loh` and `seq`, with both counters side by side: what the heap
 * holds more, and what was asked of it. In the worker, untimed. */
#include "pool.h"

/* Two forced full collections before every reading; how many they were is counted, not assumed. */
static void settle(struct pool *w, int64_t *forced)
{
    struct hp_counters before, after;
    bcl_counters(w->b.t, &before);
    bcl_settle(w->b.t);
    bcl_counters(w->b.t, &after);
    (void)bcl_growth(&before, &after, HP_C_GEN2_COUNT, forced);
}

static int hold(struct pool *w, hp_ref held, struct hp_err *err)
{
    return pool_pass_get(w, &w->b, held, 0, err);
}

static int one_by_one(struct pool *w, hp_ref held, struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(w->b.t);
    hp_ref array;
    int rc = hp_root(w->b.t, &array, err);
    (void)held;
    for (int64_t i = 0; rc == HP_OK && i < w->p.buffers; i++) {
        rc = w->way->get(w, &w->b, w->lengths[i], array, err);
        if (rc == HP_OK && w->way->put != NULL)
            rc = w->way->put(w, &w->b, array, err);
    }
    hp_scope_close(w->b.t, scope);
    return rc;
}

static int report_growth(struct pool *w,
                         int (*run)(struct pool *w, hp_ref held, struct hp_err *err),
                         struct hp_err *err)
{
    struct hp_counters before, made, after;
    struct hp_thread *t = w->b.t;
    int64_t forced = 0;
    hp_ref held;
    int rc = hp_new(t, bcl_elements[BCL_REF].array, (uint64_t)w->p.buffers, 0, &held, err);
    if (rc != HP_OK)
        return rc;
    settle(w, &forced);
    bcl_counters(t, &before);
    rc = run(w, held, err);
    bcl_counters(t, &made);
    settle(w, &forced);
    bcl_counters(t, &after);
    if (rc != HP_OK)
        return rc;
    bcl_report_growth(w->run, "loh_objects", HP_C_LARGE_OBJECTS, &before, &made);
    bcl_report_growth(w->run, "allocated_bytes", HP_C_ALLOCATED_BYTES, &before, &made);
    bcl_report_growth(w->run, "loh_growth_bytes", HP_C_LOH_SIZE_BYTES, &before, &after);
    bcl_report_growth(w->run, "loh_live_bytes", HP_C_LOH_LIVE_BYTES, &before, &after);
    if (t->ops->collect != NULL)
        bcl_report(w->run, "forced_collections", forced);
    return HP_OK;
}

static int report_held(struct pool *w, struct hp_err *err)
{
    return report_growth(w, hold, err);
}

static int report_in_turn(struct pool *w, struct hp_err *err)
{
    return report_growth(w, one_by_one, err);
}

int pool_probe_loh(const struct hp_run *run, struct hp_err *err)
{
    return pool_report_on(run, report_held, err);
}

int pool_probe_seq(const struct hp_run *run, struct hp_err *err)
{
    return pool_report_on(run, report_in_turn, err);
}
