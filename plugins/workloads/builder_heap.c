/* SPDX-License-Identifier: MIT
 * What do texts leave in the large object heap, and how often is it collected? Probes `loh` and
 * `collect`, in the worker, untimed. */
#include "builder.h"

/* ---- builders that stay alive --------------------------------------------------------------- */

/* Runs passes and keeps the builder of each in `held`. */
static int hold(struct builder *w, const struct builder_roots *r, hp_ref held, struct hp_err *err)
{
    int rc = HP_OK;
    for (int64_t i = 0; rc == HP_OK && i < w->p.builders; i++) {
        rc = builder_pass(w, r, err);
        if (rc == HP_OK)
            hp_set(w->b.t, held, (uint64_t)i, r->builder);
    }
    /* A pool of one's own holds them itself; the second round clears and fills them again. */
    if ((w->way->needs & NEEDS_RING) != 0)
        for (int64_t i = 0; rc == HP_OK && i < w->p.builders; i++)
            rc = builder_pass(w, r, err);
    hp_clear(w->b.t, r->builder);
    hp_clear(w->b.t, r->result);
    return rc;
}

static int report_held(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    struct hp_thread *t = w->b.t;
    struct hp_counters before, made, after;
    hp_ref held;
    int rc = hp_new(t, bcl_elements[BCL_REF].array, (uint64_t)w->p.builders, 0, &held, err);
    if (rc != HP_OK)
        return rc;
    bcl_settle(t);
    bcl_counters(t, &before);
    rc = hold(w, r, held, err);
    bcl_counters(t, &made);
    bcl_settle(t);
    bcl_counters(t, &after);
    if (rc == HP_OK) {
        bcl_report_growth(w->run, "loh_objects", HP_C_LARGE_OBJECTS, &before, &made);
        bcl_report_growth(w->run, "loh_growth_bytes", HP_C_LOH_SIZE_BYTES, &before, &after);
        bcl_report_growth(w->run, "loh_live_bytes", HP_C_LOH_LIVE_BYTES, &before, &after);
    }
    hp_clear(t, held);
    return rc;
}

/* ---- texts one after the other -------------------------------------------------------------- */

/* Bytes of the arrays that a text puts into the large object heap, over `docs` of them. */
static int report_documents(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int64_t bytes = 0;
    int rc = HP_OK;
    if (w->b.t->ops->generation == NULL)
        return HP_OK;
    for (int64_t i = 0; rc == HP_OK && i < w->p.docs; i++) {
        struct builder_watch watch;
        rc = builder_watch_pass(w, r, &watch, err);
        bytes += builder_watch_large(&watch);
        builder_watch_end(w, &watch);
    }
    if (rc == HP_OK) {
        const double each = (double)bytes / (double)w->p.docs;
        const struct hp_host *host = w->run->host;
        host->metric(host->context, "loh_bytes_per_document", each);
        host->metric(host->context, "loh_bytes_per_second", each * (double)w->p.docs_per_second);
    }
    return rc;
}

int builder_probe_loh(const struct hp_run *run, struct hp_err *err)
{
    struct builder w;
    struct builder_roots r;
    const struct builder_params *given = run->params;
    struct builder_params params = *given;
    params.tostring = false; /* the string would be garbage between the arrays that stay */
    int rc = builder_prepare(&w, run, &params, &builder_ways[given->of], err);
    const uint32_t scope = hp_scope_open(run->thread);
    if (rc == HP_OK)
        rc = builder_roots(&w, &r, err);
    w.next = 0;
    if (rc == HP_OK)
        rc = report_held(&w, &r, err);
    if (rc == HP_OK)
        rc = report_documents(&w, &r, err);
    hp_scope_close(run->thread, scope);
    builder_discard(&w);
    return rc;
}

/* ---- collections ---------------------------------------------------------------------------- */

static int report_collections(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    struct hp_counters before, after;
    int rc = HP_OK;
    bcl_settle(w->b.t);
    bcl_counters(w->b.t, &before);
    for (int64_t i = 0; rc == HP_OK && i < w->p.docs; i++)
        rc = builder_pass(w, r, err);
    bcl_counters(w->b.t, &after);
    if (rc != HP_OK)
        return rc;
    bcl_report_growth(w->run, "gen0_count", HP_C_GEN0_COUNT, &before, &after);
    bcl_report_growth(w->run, "gen1_count", HP_C_GEN1_COUNT, &before, &after);
    bcl_report_growth(w->run, "gen2_count", HP_C_GEN2_COUNT, &before, &after);
    bcl_report_growth(w->run, "allocated_bytes", HP_C_ALLOCATED_BYTES, &before, &after);
    return rc;
}

int builder_probe_collect(const struct hp_run *run, struct hp_err *err)
{
    struct builder w;
    struct builder_roots r;
    const struct builder_params *given = run->params;
    if (run->thread->ops->collect == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap does not collect");
    int rc = builder_prepare(&w, run, given, &builder_ways[given->of], err);
    const uint32_t scope = hp_scope_open(run->thread);
    if (rc == HP_OK)
        rc = builder_roots(&w, &r, err);
    if (rc == HP_OK)
        rc = report_collections(&w, &r, err);
    hp_scope_close(run->thread, scope);
    builder_discard(&w);
    return rc;
}
