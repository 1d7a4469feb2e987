/* SPDX-License-Identifier: MIT
 * What does a pass leave behind: bytes allocated, bytes alive in the LOH, collections?
 * Probes `memory` and `collect`, in the worker, untimed. Counters are read through the thread's
 * counters(), which disturbs nothing; the memory query of .NET would allocate on its own. */
#include "chunk.h"

#include "bcl/probe.h"

/* Passes of probe `collect`; the seed does not say how many make one of its passes, and its counts
 * of 9 to 15 collections fit 40. */
enum { CALLS = 40 };

static int prepare(struct chunk *c, const struct hp_run *run, struct hp_err *err)
{
    const struct chunk_params *params = run->params;
    return chunk_prepare(c, run, params, chunk_way_of(params->of), chunk_element(params->element),
                         err);
}

/* A handle that holds nothing yet, for the list of a held pass. */
static int keep_handle(struct chunk *c, struct hp_err *err)
{
    struct hp_thread *t = c->b.t;
    const uint32_t scope = hp_scope_open(t);
    hp_ref none;
    int rc = hp_root(t, &none, err);
    if (rc == HP_OK)
        rc = t->ops->handle_new(t, none, HP_STRONG, &c->kept, err);
    hp_scope_close(t, scope);
    c->keep = rc == HP_OK;
    return rc;
}

static int memory(struct chunk *c, struct hp_err *err)
{
    struct hp_thread *t = c->b.t;
    struct hp_counters before, passed, after;
    int rc = keep_handle(c, err);
    if (rc == HP_OK)
        rc = bcl_warm(&c->b, err);
    if (rc != HP_OK)
        return rc;
    bcl_settle(t);
    bcl_counters(t, &before);
    rc = chunk_pass(c, err);
    if (rc != HP_OK)
        return rc;
    bcl_counters(t, &passed);
    bcl_settle(t);
    bcl_counters(t, &after);
    bcl_report_growth(c->run, "allocated_approx_bytes", HP_C_ALLOCATED_APPROX_BYTES, &before,
                      &passed);
    bcl_report_growth(c->run, "allocated_bytes", HP_C_ALLOCATED_BYTES, &before, &passed);
    bcl_report_growth(c->run, "loh_live_bytes", HP_C_LOH_LIVE_BYTES, &before, &after);
    c->run->host->metric(c->run->host->context, "chunk_count", (double)c->chunks);
    return HP_OK;
}

int chunk_probe_memory(const struct hp_run *run, struct hp_err *err)
{
    struct chunk c;
    int rc = prepare(&c, run, err);
    if (rc == HP_OK)
        rc = memory(&c, err);
    chunk_discard(&c);
    return rc;
}

static int collect(struct chunk *c, struct hp_err *err)
{
    struct hp_thread *t = c->b.t;
    const struct hp_host *host = c->run->host;
    struct hp_counters before, after;
    bcl_settle(t);
    bcl_counters(t, &before);
    for (int i = 0; i < CALLS; i++) {
        const int rc = chunk_pass(c, err);
        if (rc != HP_OK)
            return rc;
    }
    bcl_counters(t, &after);
    bcl_report_growth(c->run, "gen0_count", HP_C_GEN0_COUNT, &before, &after);
    bcl_report_growth(c->run, "gen1_count", HP_C_GEN1_COUNT, &before, &after);
    bcl_report_growth(c->run, "gen2_count", HP_C_GEN2_COUNT, &before, &after);
    bcl_report_growth(c->run, "gc_per_pass", HP_C_GEN0_COUNT, &before, &after);
    int64_t growth = 0;
    if (bcl_growth(&before, &after, HP_C_GEN2_COUNT, &growth))
        host->metric(host->context, "gen2_per_1000", (double)growth * 1000 / CALLS);
    return HP_OK;
}

int chunk_probe_collect(const struct hp_run *run, struct hp_err *err)
{
    struct chunk c;
    if (run->thread->ops->collect == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap does not collect");
    int rc = prepare(&c, run, err);
    if (rc == HP_OK)
        rc = collect(&c, err);
    chunk_discard(&c);
    return rc;
}
