/* SPDX-License-Identifier: MIT
 * In which ways is a source cut into chunks? One function for each way of seed 000, and for those
 * that the recorded traces have besides. Runs in the worker, timed; a pass leaves no root behind,
 * since chunk_pass() closes its scope. */
#include "chunk.h"
#include "workload.h"

/* ---- consuming ------------------------------------------------------------------------------ */

/* A chunk that lies in `array`. */
static void consume(struct chunk *c, hp_ref array, int64_t first, int64_t count)
{
    if (c->chunks++ == 0)
        c->first_length = count;
    if (c->p.consume == CHUNK_SUM)
        c->sum += bcl_sum(&c->b, c->e, array, first, count);
    else if (c->p.consume == CHUNK_FIRST && count > 0)
        c->sum += bcl_sum(&c->b, c->e, array, first, 1);
}

static void consume_array(struct chunk *c, hp_ref array)
{
    consume(c, array, 0, hp_length(c->b.t, array));
}

/* A chunk that is itself a sequence: reading it is enumerating it. */
static int consume_sequence(struct chunk *c, struct bcl_enum *en, hp_ref sequence,
                            struct hp_err *err)
{
    c->chunks++;
    if (c->p.consume == CHUNK_NONE)
        return HP_OK;
    const int rc = bcl_enum_get(&c->b, sequence, en, err);
    if (rc != HP_OK)
        return rc;
    struct bcl_run run;
    bcl_enum_pull(&c->b, en, c->p.consume == CHUNK_FIRST ? 1 : INT32_MAX, &run);
    c->sum += bcl_run_sum(&c->b, c->e, &run);
    return HP_OK;
}

/* The source as IEnumerable<T>: a generator is made here. [roots] */
static int sequence_of(struct chunk *c, hp_ref source, hp_ref *sequence, struct hp_err *err)
{
    *sequence = source;
    if (!hp_is_null(c->b.t, source))
        return HP_OK;
    const int rc = hp_root(c->b.t, sequence, err);
    return rc == HP_OK ? bcl_yield(&c->b, c->e, (int32_t)c->p.count, *sequence, err) : rc;
}

static int64_t piece(const struct chunk *c, int64_t at)
{
    const int64_t left = c->p.count - at;
    return left < c->p.size ? left : c->p.size;
}

/* ---- Enumerable.Chunk ----------------------------------------------------------------------- */

/* [roots] source.Chunk(size). */
static int chunk_call(struct chunk *c, hp_ref source, struct bcl_chunks *ch, struct hp_err *err)
{
    hp_ref sequence;
    const int rc = sequence_of(c, source, &sequence, err);
    return rc == HP_OK ? bcl_chunk(&c->b, c->e, sequence, (int32_t)c->p.size, ch, err) : rc;
}

static int chunks_each(struct chunk *c, struct bcl_chunks *ch, hp_ref list, struct hp_err *err)
{
    int rc = bcl_chunk_begin(&c->b, ch, err);
    bool more = true;
    while (rc == HP_OK && more && (c->p.take == 0 || c->chunks < c->p.take)) {
        rc = bcl_chunk_next(&c->b, ch, &more, err);
        if (rc != HP_OK || !more)
            break;
        if (c->p.held)
            rc = bcl_list_add(&c->b, c->e->arrays, list, ch->current, err);
        consume_array(c, ch->current);
    }
    return rc;
}

static int pass_chunk(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref list;
    struct bcl_chunks ch;
    int rc = hp_root(c->b.t, &list, err);
    if (rc == HP_OK && c->p.held)
        rc = bcl_list_new(&c->b, list, err);
    if (rc == HP_OK)
        rc = chunk_call(c, source, &ch, err);
    if (rc == HP_OK)
        rc = chunks_each(c, &ch, list, err);
    if (rc == HP_OK && c->keep)
        c->b.t->ops->handle_set(c->b.t, c->kept, list);
    return rc;
}

/* [roots] Every chunk into one collection, and a root for one of them. */
static int gather(struct chunk *c, hp_ref source,
                  int (*into)(struct bcl *b, struct bcl_chunks *ch, hp_ref all, struct hp_err *err),
                  hp_ref *all, hp_ref *array, struct hp_err *err)
{
    struct bcl_chunks ch;
    int rc = hp_root(c->b.t, all, err);
    if (rc == HP_OK)
        rc = hp_root(c->b.t, array, err);
    if (rc == HP_OK)
        rc = chunk_call(c, source, &ch, err);
    return rc == HP_OK ? into(&c->b, &ch, *all, err) : rc;
}

static int pass_to_list(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref list, array;
    const int rc = gather(c, source, bcl_chunks_to_list, &list, &array, err);
    if (rc != HP_OK)
        return rc;
    const int32_t count = bcl_list_count(&c->b, list);
    for (int32_t i = 0; i < count; i++) {
        bcl_list_array(&c->b, list, array);
        hp_get_into(c->b.t, array, (uint64_t)i, array);
        consume_array(c, array);
    }
    return HP_OK;
}

static int pass_to_array(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref all, array;
    const int rc = gather(c, source, bcl_chunks_to_array, &all, &array, err);
    if (rc != HP_OK)
        return rc;
    const uint32_t count = hp_length(c->b.t, all);
    for (uint32_t i = 0; i < count; i++) {
        hp_get_into(c->b.t, all, i, array);
        consume_array(c, array);
    }
    return HP_OK;
}

/* ---- parts of the source, without a copy ----------------------------------------------------- */

static int pass_slice(struct chunk *c, hp_ref source, struct hp_err *err)
{
    (void)err;
    for (int64_t at = 0; at < c->p.count; at += c->p.size)
        consume(c, source, at, piece(c, at));
    return HP_OK;
}

static int pass_slice_list(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref array;
    const int rc = hp_root(c->b.t, &array, err);
    if (rc != HP_OK)
        return rc;
    bcl_list_array(&c->b, source, array);
    return pass_slice(c, array, err);
}

/* ---- copies of parts ------------------------------------------------------------------------ */

static int pass_slice_to_array(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref array;
    int rc = hp_root(c->b.t, &array, err);
    for (int64_t at = 0; rc == HP_OK && at < c->p.count; at += c->p.size) {
        const int64_t n = piece(c, at);
        rc = bcl_make(&c->b, c->e->array, (uint64_t)n, c->e->flags, array, "array", err);
        if (rc == HP_OK) {
            bcl_copy(&c->b, c->e, array, 0, source, at, n);
            consume_array(c, array);
        }
    }
    return rc;
}

static int pass_range(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref range, array;
    int rc = hp_root(c->b.t, &range, err);
    if (rc == HP_OK)
        rc = hp_root(c->b.t, &array, err);
    for (int64_t at = 0; rc == HP_OK && at < c->p.count; at += c->p.size) {
        rc = bcl_list_range(&c->b, c->e, source, (int32_t)at, (int32_t)piece(c, at), range, err);
        if (rc == HP_OK) {
            bcl_list_array(&c->b, range, array);
            consume_array(c, array);
        }
    }
    return rc;
}

/* ---- Skip and Take -------------------------------------------------------------------------- */

enum skip_take_use { ENUMERATED, MADE_ONLY, TO_ARRAY };

static int skip_take_use(struct chunk *c, enum skip_take_use use, hp_ref part, hp_ref array,
                         struct bcl_enum *en, struct hp_err *err)
{
    if (use == ENUMERATED)
        return consume_sequence(c, en, part, err);
    if (use == MADE_ONLY) {
        c->chunks++;
        return HP_OK;
    }
    const int rc = bcl_partition_array(&c->b, c->e, part, array, err);
    if (rc == HP_OK)
        consume_array(c, array);
    return rc;
}

static int skip_take(struct chunk *c, hp_ref source, enum skip_take_use use, struct hp_err *err)
{
    hp_ref part, array;
    struct bcl_enum en;
    int rc = hp_root(c->b.t, &part, err);
    if (rc == HP_OK)
        rc = hp_root(c->b.t, &array, err);
    if (rc == HP_OK)
        rc = bcl_enum_roots(&c->b, c->e, &en, err);
    for (int64_t at = 0; rc == HP_OK && at < c->p.count; at += c->p.size) {
        rc = bcl_skip_take(&c->b, c->e, source, (int32_t)at, (int32_t)piece(c, at), part, err);
        if (rc == HP_OK)
            rc = skip_take_use(c, use, part, array, &en, err);
    }
    return rc;
}

static int pass_skip_take(struct chunk *c, hp_ref source, struct hp_err *err)
{
    return skip_take(c, source, ENUMERATED, err);
}

static int pass_skip_take_only(struct chunk *c, hp_ref source, struct hp_err *err)
{
    return skip_take(c, source, MADE_ONLY, err);
}

static int pass_skip_take_to_array(struct chunk *c, hp_ref source, struct hp_err *err)
{
    return skip_take(c, source, TO_ARRAY, err);
}

/* ---- one buffer for all chunks -------------------------------------------------------------- */

/* Enumerates the source through `buffer`, whose first `size` elements are used. */
static int through_buffer(struct chunk *c, hp_ref source, hp_ref buffer, struct hp_err *err)
{
    hp_ref sequence;
    struct bcl_enum en;
    int rc = sequence_of(c, source, &sequence, err);
    if (rc == HP_OK)
        rc = bcl_enum_roots(&c->b, c->e, &en, err);
    if (rc == HP_OK)
        rc = bcl_enum_get(&c->b, sequence, &en, err);
    struct bcl_run run = { .count = rc == HP_OK ? c->p.size : 0 };
    while (run.count == c->p.size) {
        bcl_enum_pull(&c->b, &en, c->p.size, &run);
        bcl_run_store(&c->b, c->e, &run, buffer, 0);
        if (run.count > 0)
            consume(c, buffer, 0, run.count);
        hp_safepoint(c->b.t);
    }
    return rc;
}

static int pass_own_buffer(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref buffer;
    int rc = hp_root(c->b.t, &buffer, err);
    if (rc == HP_OK)
        rc = bcl_make(&c->b, c->e->array, (uint64_t)c->p.size, c->e->flags, buffer, "array", err);
    return rc == HP_OK ? through_buffer(c, source, buffer, err) : rc;
}

static int pass_pooled_buffer(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref buffer;
    struct bcl_pool *pool = NULL;
    int rc = hp_root(c->b.t, &buffer, err);
    if (rc == HP_OK)
        rc = bcl_pool_shared(&c->b, c->e->array, &pool, err);
    if (rc == HP_OK)
        rc = bcl_pool_rent(&c->b, pool, (int32_t)c->p.size, buffer, err);
    if (rc != HP_OK)
        return rc;
    rc = through_buffer(c, source, buffer, err);
    const int rc_return = bcl_pool_return(&c->b, pool, buffer, false, rc == HP_OK ? err : NULL);
    return rc != HP_OK ? rc : rc_return;
}

/* ---- the source alone ----------------------------------------------------------------------- */

/* Counts elements, not chunks: there are none. */
static int pass_source_only(struct chunk *c, hp_ref source, struct hp_err *err)
{
    hp_ref sequence;
    struct bcl_enum en;
    int rc = sequence_of(c, source, &sequence, err);
    if (rc == HP_OK)
        rc = bcl_enum_roots(&c->b, c->e, &en, err);
    if (rc == HP_OK)
        rc = bcl_enum_get(&c->b, sequence, &en, err);
    if (rc != HP_OK)
        return rc;
    struct bcl_run run;
    bcl_enum_pull(&c->b, &en, INT32_MAX, &run);
    c->sum += bcl_run_sum(&c->b, c->e, &run);
    c->chunks = run.count;
    return HP_OK;
}

/* ---- the ways ------------------------------------------------------------------------------- */

const struct chunk_way chunk_ways[] = {
    { "chunk-array", CHUNK_ARRAY, pass_chunk },
    { "chunk-list", CHUNK_LIST, pass_chunk },
    { "chunk-generator", CHUNK_GENERATOR, pass_chunk },
    { "slice-array", CHUNK_ARRAY, pass_slice },
    { "slice-list", CHUNK_LIST, pass_slice_list },
    { "own-buffer", CHUNK_AS_GIVEN, pass_own_buffer },
    { "pooled-buffer", CHUNK_AS_GIVEN, pass_pooled_buffer },
    { "skip-take", CHUNK_ARRAY, pass_skip_take },
    { "chunk-array-tolist", CHUNK_ARRAY, pass_to_list },
    { "chunk-array-toarray", CHUNK_ARRAY, pass_to_array },
    { "skiptake-array-toarray", CHUNK_ARRAY, pass_skip_take_to_array },
    { "getrange-list", CHUNK_LIST, pass_range },
    { "segment-array", CHUNK_ARRAY, pass_slice },
    { "slice-toarray", CHUNK_ARRAY, pass_slice_to_array },
    { "skiptake-list-foreach", CHUNK_LIST, pass_skip_take },
    { "skiptake-list-only", CHUNK_LIST, pass_skip_take_only },
    { "yield-source-only", CHUNK_GENERATOR, pass_source_only },
    { "list-as-enumerable", CHUNK_LIST, pass_source_only },
    { .method = NULL },
};

const struct chunk_way *chunk_way_find(const char *method)
{
    return workload_row(chunk_ways, sizeof *chunk_ways, method);
}

int chunk_pass(struct chunk *c, struct hp_err *err)
{
    struct hp_thread *t = c->b.t;
    const uint32_t scope = hp_scope_open(t);
    c->sum = 0;
    c->chunks = 0;
    c->first_length = 0;
    hp_ref source;
    int rc = hp_root(t, &source, err);
    if (rc == HP_OK) {
        if (c->source.bits != 0)
            t->ops->handle_get(t, c->source, source.slot);
        rc = c->way->pass(c, source, err);
    }
    hp_scope_close(t, scope);
    return rc;
}
