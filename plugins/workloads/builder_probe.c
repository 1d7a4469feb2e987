/* SPDX-License-Identifier: MIT
 * Which chunks does a text consist of, and what does a builder keep that is used again? Probes
 * `chunks` and `reuse`, in the worker, untimed. */
#include "builder.h"

/* Prepares the method that parameter `of` names, without the final string. */
static int prepare(struct builder *w, const struct hp_run *run, struct hp_err *err)
{
    const struct builder_params *given = run->params;
    struct builder_params params = *given;
    params.tostring = false;
    return builder_prepare(w, run, &params, &builder_ways[given->of], err);
}

/* A probe's work on a prepared method, between two scopes. */
static int with_prepared(const struct hp_run *run,
                         int (*report)(struct builder *w, const struct builder_roots *r,
                                       struct hp_err *err),
                         struct hp_err *err)
{
    struct builder w;
    struct builder_roots r;
    int rc = prepare(&w, run, err);
    const uint32_t scope = hp_scope_open(run->thread);
    if (rc == HP_OK)
        rc = builder_roots(&w, &r, err);
    if (rc == HP_OK)
        rc = report(&w, &r, err);
    hp_scope_close(run->thread, scope);
    builder_discard(&w);
    return rc;
}

/* ---- chunks --------------------------------------------------------------------------------- */

/* Every chunk of the chain, with the generation that its array was born in. */
static int report_blocks(struct builder *w, const struct builder_roots *r,
                         struct builder_watch *watch, struct hp_err *err)
{
    struct builder_chain chain;
    const struct hp_host *host = w->run->host;
    const int rc = builder_chain_read(w, r->builder, &chain, err);
    for (uint32_t i = 0; i < chain.count; i++) {
        const int32_t length = chain.pieces[i].length;
        bcl_builder_array(&w->b, r->builder, i, r->result);
        const struct builder_birth *birth = builder_watch_find(w, watch, r->result, r->source);
        const struct hp_block block = { .group = "chain",
                                        .index = i,
                                        .elements = (uint64_t)length,
                                        .bytes =
                                            hp_object_bytes(bcl_type_chars(), (uint64_t)length),
                                        .generation = birth == NULL ? -1 : birth->generation,
                                        .kept = 1,
                                        .what = "array" };
        host->block(host->context, &block);
    }
    builder_chain_free(&chain);
    return rc;
}

/* GetChunks() must show what the fields show. */
static int check_chunks(struct builder *w, hp_ref builder, struct hp_err *err)
{
    struct bcl_chunk_walk walk;
    struct builder_chain chain;
    struct bcl_span span;
    int rc = builder_chain_read(w, builder, &chain, err);
    if (rc == HP_OK)
        rc = bcl_builder_chunks(&w->b, builder, &walk, err);
    uint32_t seen = 0;
    for (; rc == HP_OK && bcl_builder_chunk_next(&w->b, &walk, &span); seen++)
        if (seen >= chain.count || span.count != chain.pieces[seen].used)
            rc = hp_fail(err, HP_E_STATE, "chunk %u has %d characters in GetChunks()", seen,
                         span.count);
    if (rc == HP_OK && seen != chain.count)
        rc = hp_fail(err, HP_E_STATE, "GetChunks() shows %u chunks, the fields %u", seen,
                     chain.count);
    builder_chain_free(&chain);
    return rc;
}

/* The longest chunk that appends of one character make. */
static int report_limit(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    enum { CHARS = 40000 }; /* five times the limit that is known */
    struct builder_chain chain;
    int rc = bcl_builder_new(&w->b, 0, INT32_MAX, r->builder, err);
    for (int32_t i = 0; rc == HP_OK && i < CHARS; i++)
        rc = bcl_builder_append_char(&w->b, r->builder, 'x', err);
    if (rc == HP_OK)
        rc = builder_chain_read(w, r->builder, &chain, err);
    if (rc != HP_OK)
        return rc;
    bcl_report(w->run, "max_chunk_chars", chain.pieces[chain.largest].length);
    builder_chain_free(&chain);
    return rc;
}

static int report_chunks(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    struct builder_watch watch;
    struct hp_counters before, after;
    bcl_counters(w->b.t, &before);
    int rc = builder_watch_pass(w, r, &watch, err);
    bcl_counters(w->b.t, &after);
    bcl_report_growth(w->run, "allocated_bytes", HP_C_ALLOCATED_BYTES, &before, &after);
    if (rc == HP_OK)
        rc = check_chunks(w, r->builder, err);
    if (rc == HP_OK)
        rc = report_blocks(w, r, &watch, err);
    if (rc == HP_OK)
        rc = builder_chain_report(w, r, &watch, err);
    builder_watch_end(w, &watch);
    return rc == HP_OK ? report_limit(w, r, err) : rc;
}

int builder_probe_chunks(const struct hp_run *run, struct hp_err *err)
{
    return with_prepared(run, report_chunks, err);
}

/* ---- reuse ---------------------------------------------------------------------------------- */

/* What a pool has to say: did it take the builder of the last pass, and which would it take? */
static int report_pool(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    int64_t limit = 0;
    bcl_report(w->run, "returned_count", w->returned);
    const int rc = builder_retained(w, r, &limit, err);
    if (rc == HP_OK)
        bcl_report(w->run, "retained_capacity_limit", limit);
    return rc;
}

static int report_reuse(struct builder *w, const struct builder_roots *r, struct hp_err *err)
{
    struct builder_watch watch;
    const bool pooled = (w->way->needs & NEEDS_POOL) != 0;
    int rc = HP_OK;
    /* Builders that stay alive: on to the first one again, which is cleared by then. */
    if ((w->way->needs & NEEDS_RING) != 0)
        for (int64_t i = 1; rc == HP_OK && i < w->p.builders; i++)
            rc = builder_pass(w, r, err);
    if (rc != HP_OK)
        return rc;
    rc = builder_watch_pass(w, r, &watch, err);
    if (rc == HP_OK)
        rc = builder_chain_report(w, r, &watch, err);
    builder_watch_end(w, &watch);
    if (rc == HP_OK)
        bcl_report(w->run, "kept_capacity_chars",
                   pooled && !w->returned ? 0 : bcl_builder_capacity(&w->b, r->builder));
    return rc == HP_OK && pooled ? report_pool(w, r, err) : rc;
}

int builder_probe_reuse(const struct hp_run *run, struct hp_err *err)
{
    return with_prepared(run, report_reuse, err);
}
