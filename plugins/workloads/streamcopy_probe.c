/* SPDX-License-Identifier: MIT
 * What did a copy ask for, how did a MemoryStream grow, what does a broken connection lose? Metrics
 * of methods and the reports, all by watching one more pass. In the worker, untimed. */
#include "streamcopy.h"

/* ---- growth --------------------------------------------------------------------------------- */

/* The arrays of a MemoryStream as they are born: the library calls them "buffer". */
struct growth {
    struct bcl_observer observer;
    const struct hp_host *host; /* is told of each */
    int64_t last;
    uint32_t count;
};

static void growth_made(void *context, struct bcl *b, hp_ref object, const char *what)
{
    struct growth *g = context;
    if (strcmp(what, "buffer") != 0)
        return;
    const uint32_t length = hp_length(b->t, object);
    g->last = length;
    const struct hp_block block = {
        .group = "growth",
        .index = g->count,
        .elements = length,
        .bytes = hp_object_bytes(hp_type_of(b->t, object), length),
        .generation = b->t->ops->generation == NULL ? -1 : b->t->ops->generation(b->t, object),
        .what = "array",
    };
    g->host->block(g->host->context, &block);
    g->count++;
}

static int growth_watch(struct streamcopy *w, const struct streamcopy_roots *r, struct growth *g,
                        struct hp_err *err)
{
    g->observer = (struct bcl_observer){ g, growth_made };
    w->b.observer = &g->observer;
    const int rc = streamcopy_pass(w, r, err);
    w->b.observer = NULL;
    return rc;
}

/* What a stream begins with, and what the first byte makes of it that does not fit. */
static int report_steps(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    const int64_t initial = w->p.initial_capacity;
    int rc = bcl_memory_new(&w->b, (int32_t)initial, r->stream, err);
    if (rc != HP_OK)
        return rc;
    bcl_report(w->run, "initial_length", bcl_memory_capacity(&w->b, r->stream));
    rc = bcl_memory_set_length(&w->b, r->stream, initial, err);
    if (rc == HP_OK)
        rc = bcl_memory_set_position(&w->b, r->stream, initial, err);
    if (rc == HP_OK)
        rc = bcl_memory_write_byte(&w->b, r->stream, 0, err);
    if (rc == HP_OK)
        bcl_report(w->run, "grown_length", bcl_memory_capacity(&w->b, r->stream));
    return rc;
}

/* ---- metrics of methods --------------------------------------------------------------------- */

static int report_pass(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    const int rc = streamcopy_pass(w, r, err);
    if (rc != HP_OK)
        return rc;
    bcl_report(w->run, "write_count", w->sink.writes);
    bcl_report(w->run, "largest_write_bytes", w->sink.largest);
    bcl_report(w->run, "sent_bytes", w->sink.sent);
    return strcmp(w->way->method, "grow") == 0 ? report_steps(w, r, err) : HP_OK;
}

/* A probe's or a hook's work on what is prepared, between two scopes. */
static int between(struct streamcopy *w,
                   int (*report)(struct streamcopy *w, const struct streamcopy_roots *r,
                                 struct hp_err *err),
                   struct hp_err *err)
{
    struct streamcopy_roots r;
    const uint32_t scope = hp_scope_open(w->b.t);
    int rc = streamcopy_roots(w, &r, err);
    if (rc == HP_OK)
        rc = report(w, &r, err);
    hp_scope_close(w->b.t, scope);
    return rc;
}

void streamcopy_metrics(void *state, const struct hp_host *host)
{
    struct hp_err err = { 0, "" };
    if (between(state, report_pass, &err) != HP_OK)
        host->note(host->context, err.text);
}

/* ---- probe copy ----------------------------------------------------------------------------- */

/* A derived stream whose CopyTo tells the size that it is asked for. */
struct asked {
    struct bcl_stream base;
    struct bcl_stream *inner;
    int32_t buffer;
};

static void asked_extent(struct bcl_stream *s, struct bcl *b, int64_t *length, int64_t *position)
{
    struct bcl_stream *inner = ((struct asked *)s)->inner;
    inner->ops->extent(inner, b, length, position);
}

static int asked_copy_to(struct bcl_stream *s, struct bcl *b, struct bcl_stream *to, int32_t buffer,
                         struct hp_err *err)
{
    (void)b, (void)to, (void)err;
    ((struct asked *)s)->buffer = buffer;
    return HP_OK;
}

/* The array that the copy has rented: it lies in the pool, or none was rented. */
static int report_bucket(struct streamcopy *w, hp_ref array, int32_t buffer, struct hp_err *err)
{
    struct bcl_pool *pool = NULL;
    struct hp_counters before, after;
    int64_t made = 0;
    int rc = bcl_pool_shared(&w->b, bcl_elements[BCL_U8].array, &pool, err);
    bcl_counters(w->b.t, &before);
    if (rc == HP_OK)
        rc = bcl_pool_rent(&w->b, pool, buffer, array, err);
    bcl_counters(w->b.t, &after);
    if (rc != HP_OK)
        return rc;
    if (bcl_growth(&before, &after, HP_C_ALLOCATED_BYTES, &made) && made == 0)
        bcl_report(w->run, "bucket_length", hp_length(w->b.t, array));
    return bcl_pool_return(&w->b, pool, array, false, err);
}

static int report_buffer(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    static const struct bcl_stream_ops seekable = { .extent = asked_extent,
                                                    .copy_to = asked_copy_to };
    static const struct bcl_stream_ops forward = { .copy_to = asked_copy_to };
    struct bcl_stream *inner = w->source.stream;
    struct asked a = { { bcl_stream_seeks(inner) ? &seekable : &forward }, inner, 0 };
    const int rc =
        bcl_copy_to(&a.base, &w->b, &bcl_stream_null, bcl_copy_size(&a.base, &w->b), err);
    if (rc != HP_OK)
        return rc;
    bcl_report(w->run, "buffer_bytes", a.buffer);
    return report_bucket(w, r->array, a.buffer, err);
}

/* The first copy of a process, or one after it. Sizes of the heap are read after full collections,
 * in which the pool may drop what it holds. */
static int report_copy(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    struct hp_thread *t = w->b.t;
    struct hp_counters before, copied, after;
    int rc = w->p.copy == COPY_LATER ? streamcopy_pass(w, r, err) : HP_OK;
    /* A collection begins the youngest generation in another region: both have been in use then. */
    for (int i = 0; rc == HP_OK && i < 2; i++) {
        rc = bcl_warm(&w->b, err);
        bcl_settle(t);
    }
    bcl_counters(t, &before);
    if (rc == HP_OK)
        rc = streamcopy_pass(w, r, err);
    bcl_counters(t, &copied);
    bcl_settle(t);
    bcl_counters(t, &after);
    if (rc != HP_OK)
        return rc;
    bcl_report_growth(w->run, "allocated_bytes", HP_C_ALLOCATED_BYTES, &before, &copied);
    bcl_report_growth(w->run, "allocated_approx_bytes", HP_C_ALLOCATED_APPROX_BYTES, &before,
                      &copied);
    bcl_report_growth(w->run, "loh_growth_bytes", HP_C_LOH_SIZE_BYTES, &before, &after);
    rc = streamcopy_source_begin(&w->source, &w->b, r->source, err);
    if (rc == HP_OK)
        rc = report_buffer(w, r, err);
    streamcopy_source_end(&w->source, &w->b);
    return rc;
}

/* ---- probes growth and retry ---------------------------------------------------------------- */

static int report_growth(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    struct growth g = { .host = w->run->host };
    struct hp_counters before, after;
    int rc = streamcopy_pass(w, r, err);
    bcl_counters(w->b.t, &before);
    if (rc == HP_OK)
        rc = growth_watch(w, r, &g, err);
    bcl_counters(w->b.t, &after);
    if (rc != HP_OK)
        return rc;
    bcl_report(w->run, "arrays_count", g.count);
    bcl_report(w->run, "final_length", g.last);
    bcl_report_growth(w->run, "allocated_bytes", HP_C_ALLOCATED_BYTES, &before, &after);
    return report_steps(w, r, err);
}

/* The connection, or the source itself, breaks midway. What .NET throws then is an answer. */
static int report_retry(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    struct hp_err why = { 0, "" };
    const int rc = streamcopy_pass(w, r, &why);
    if (rc != HP_OK && rc != HP_E_IO && rc != HP_E_UNSUPPORTED)
        return hp_fail(err, rc, "%s", why.text);
    if (rc != HP_OK)
        w->run->host->note(w->run->host->context, why.text);
    bcl_report(w->run, "lost_bytes", w->p.length - w->sink.accepted);
    bcl_report(w->run, "sent_bytes", w->sink.sent);
    return HP_OK;
}

/* ---- probes --------------------------------------------------------------------------------- */

static int with_prepared(const struct hp_run *run, const struct streamcopy_way *way, bool breaks,
                         int (*report)(struct streamcopy *w, const struct streamcopy_roots *r,
                                       struct hp_err *err),
                         struct hp_err *err)
{
    struct streamcopy w;
    int rc = streamcopy_prepare(&w, run, way, err);
    w.p.breaks = breaks;
    if (rc == HP_OK)
        rc = between(&w, report, err);
    streamcopy_discard(&w);
    return rc;
}

int streamcopy_probe_copy(const struct hp_run *run, struct hp_err *err)
{
    return with_prepared(run, streamcopy_way_find("copy"), false, report_copy, err);
}

int streamcopy_probe_growth(const struct hp_run *run, struct hp_err *err)
{
    return with_prepared(run, streamcopy_way_find("grow"), false, report_growth, err);
}

int streamcopy_probe_retry(const struct hp_run *run, struct hp_err *err)
{
    const struct streamcopy_params *p = run->params;
    return with_prepared(run, &streamcopy_ways[p->of], true, report_retry, err);
}
