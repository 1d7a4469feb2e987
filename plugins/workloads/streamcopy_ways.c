/* SPDX-License-Identifier: MIT
 * What does each way of handing bytes on do? The bodies of the methods, which read like the C# they
 * stand for; and what is opened for them. Passes are timed. */
#include "streamcopy.h"
#include "workload.h"

/* ---- CopyTo --------------------------------------------------------------------------------- */

static int32_t buffer_size(struct streamcopy *w)
{
    return w->p.buffer == BUFFER_DEFAULT ? bcl_copy_size(w->source.stream, &w->b)
                                         : (int32_t)w->p.buffer;
}

static int pass_copy(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    (void)r;
    return bcl_copy_to(w->source.stream, &w->b, &w->sink.base, buffer_size(w), err);
}

static int pass_overlapped(struct streamcopy *w, const struct streamcopy_roots *r,
                           struct hp_err *err)
{
    (void)r;
    return streamcopy_overlapped(w, buffer_size(w), err);
}

/* ---- downloads ------------------------------------------------------------------------------ */

/* The stream of the response goes on as it is. */
static int pass_stream(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    struct bcl_stream *from = w->source.stream;
    (void)r;
    return bcl_copy_to(from, &w->b, &w->sink.base, bcl_copy_size(from, &w->b), err);
}

/* All of it into a MemoryStream first. */
static int pass_grow(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    struct bcl_stream *from = w->source.stream;
    struct bcl_memory whole;
    int rc = bcl_memory_new(&w->b, (int32_t)w->p.initial_capacity, r->stream, err);
    bcl_memory_stream(&whole, r->stream);
    if (rc == HP_OK)
        rc = bcl_copy_to(from, &w->b, &whole.base, bcl_copy_size(from, &w->b), err);
    if (rc == HP_OK)
        rc = bcl_memory_set_position(&w->b, r->stream, 0, err);
    return rc == HP_OK ? bcl_copy_to(&whole.base, &w->b, &w->sink.base,
                                     bcl_copy_size(&whole.base, &w->b), err)
                       : rc;
}

/* ---- uploads -------------------------------------------------------------------------------- */

/* One request that forwards the source. When the connection breaks, all of it is sent again: from
 * the source, which must be able to go back. */
static int pass_single(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    struct hp_err why = { 0, "" };
    int rc = pass_stream(w, r, &why);
    if (rc == HP_E_IO) {
        rc = bcl_stream_seek(w->source.stream, &w->b, 0, err);
        if (rc == HP_OK)
            rc = streamcopy_sink_restart(&w->sink, &w->b, err);
        return rc == HP_OK ? pass_stream(w, r, err) : rc;
    }
    return rc == HP_OK ? HP_OK : hp_fail(err, rc, "%s", why.text);
}

static bool source_ended(struct streamcopy *w)
{
    int64_t length, position;
    struct bcl_stream *s = w->source.stream;
    if (!bcl_stream_seeks(s))
        return false;
    s->ops->extent(s, &w->b, &length, &position);
    return position >= length;
}

/* A part is sent again out of its array, whatever the source is. */
static int send_part(struct streamcopy *w, const struct bcl_bytes *part, struct hp_err *err)
{
    struct hp_err why = { 0, "" };
    const int rc = bcl_stream_write(&w->sink.base, &w->b, part, &why);
    if (rc == HP_E_IO)
        return bcl_stream_write(&w->sink.base, &w->b, part, err);
    return rc == HP_OK ? HP_OK : hp_fail(err, rc, "%s", why.text);
}

/* Fills the array and sends what came. An empty source is one empty part. */
static int copy_part(struct streamcopy *w, hp_ref array, bool first, bool *last, struct hp_err *err)
{
    struct bcl_bytes part = { array, 0, (int32_t)w->p.part };
    int rc = bcl_stream_fill(w->source.stream, &w->b, &part, &part.count, err);
    *last = part.count < w->p.part || source_ended(w);
    if (rc == HP_OK && (part.count > 0 || first))
        rc = send_part(w, &part, err);
    return rc;
}

static int pass_parts_new(struct streamcopy *w, const struct streamcopy_roots *r,
                          struct hp_err *err)
{
    int rc = HP_OK;
    bool last = false;
    for (bool first = true; rc == HP_OK && !last; first = false) {
        rc = bcl_make(&w->b, bcl_elements[BCL_U8].array, (uint64_t)w->p.part, 0, r->array, "part",
                      err);
        if (rc == HP_OK)
            rc = copy_part(w, r->array, first, &last, err);
    }
    return rc;
}

static int pass_parts_rented(struct streamcopy *w, const struct streamcopy_roots *r,
                             struct hp_err *err)
{
    struct bcl_pool *pool = NULL;
    int rc = bcl_pool_shared(&w->b, bcl_elements[BCL_U8].array, &pool, err);
    bool last = false;
    for (bool first = true; rc == HP_OK && !last; first = false) {
        rc = bcl_pool_rent(&w->b, pool, (int32_t)w->p.part, r->array, err);
        if (rc != HP_OK)
            break;
        rc = copy_part(w, r->array, first, &last, err);
        const int given_back =
            bcl_pool_return(&w->b, pool, r->array, false, rc == HP_OK ? err : NULL);
        rc = rc != HP_OK ? rc : given_back;
    }
    return rc;
}

/* ---- the ways ------------------------------------------------------------------------------- */

const struct streamcopy_way streamcopy_ways[] = {
    { "copy", pass_copy },
    { "copy-overlapped", pass_overlapped },
    { "stream", pass_stream },
    { "grow", pass_grow },
    { "single-unsigned", pass_single },
    { "parts-new", pass_parts_new },
    { "parts-rented", pass_parts_rented },
    { .method = NULL },
};

const struct streamcopy_way *streamcopy_way_find(const char *method)
{
    return workload_row(streamcopy_ways, sizeof *streamcopy_ways, method);
}

int streamcopy_pass(struct streamcopy *w, const struct streamcopy_roots *r, struct hp_err *err)
{
    const int64_t breaks_at = w->p.breaks ? w->p.length / 2 : NEVER;
    hp_clear(w->b.t, r->stream);
    hp_clear(w->b.t, r->array);
    int rc = streamcopy_sink_begin(&w->sink, &w->b, breaks_at, r->sink, err);
    if (rc == HP_OK)
        rc = streamcopy_source_begin(&w->source, &w->b, r->source, err);
    if (rc == HP_OK)
        rc = w->way->pass(w, r, err);
    streamcopy_source_end(&w->source, &w->b);
    return rc;
}

/* ---- life ----------------------------------------------------------------------------------- */

static int check(const struct streamcopy_params *p, struct hp_err *err)
{
    int rc = bcl_check_range("length", p->length, 0, HP_LENGTH_MAX, err);
    if (rc == HP_OK)
        rc = bcl_check_range("bufferSize", p->buffer, INT32_MIN, INT32_MAX, err);
    if (rc == HP_OK)
        rc = bcl_check_range("part", p->part, 1, HP_LENGTH_MAX, err);
    return rc == HP_OK ? bcl_check_range("capacity", p->initial_capacity, 0, HP_LENGTH_MAX, err)
                       : rc;
}

int streamcopy_prepare(struct streamcopy *w, const struct hp_run *run,
                       const struct streamcopy_way *way, struct hp_err *err)
{
    const struct streamcopy_params *params = run->params;
    *w = (struct streamcopy){ .run = run, .p = *params, .way = way };
    w->source.file.fd = w->source.pair.reader.fd = -1;
    int rc = check(params, err);
    if (rc == HP_OK)
        rc = bcl_open(&w->b, run, err);
    if (rc == HP_OK)
        rc = streamcopy_source_open(&w->source, &w->b, &streamcopy_kinds[params->kind],
                                    params->length, err);
    if (rc == HP_OK)
        rc = streamcopy_sink_open(&w->sink, &w->b, (enum streamcopy_to)params->to, params->length,
                                  err);
    if (rc == HP_OK && way->pass == pass_overlapped)
        rc = streamcopy_helper_start(&w->helper, err);
    return rc;
}

void streamcopy_discard(struct streamcopy *w)
{
    if (w->b.t == NULL)
        return;
    streamcopy_helper_stop(&w->helper);
    streamcopy_sink_close(&w->sink, &w->b);
    streamcopy_source_close(&w->source, &w->b);
}

int streamcopy_roots(struct streamcopy *w, struct streamcopy_roots *r, struct hp_err *err)
{
    hp_ref *const roots[] = { &r->source, &r->sink, &r->stream, &r->array };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < sizeof roots / sizeof *roots; i++)
        rc = hp_root(w->b.t, roots[i], err);
    return rc;
}
