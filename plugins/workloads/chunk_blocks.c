/* SPDX-License-Identifier: MIT
 * Which objects stand behind the first chunk, and behind the second? Probe `blocks`: the library
 * tells of every object at its birth; afterwards a collection decides which of them are garbage,
 * and the sizes must add up to what the heap counted. In the worker, untimed. */
#include "chunk.h"

#include "bcl/probe.h"

enum { SERIES = 2, BLOCKS = 96 };

struct block {
    const struct hp_type *type;
    const char *what;
    uint64_t elements, bytes;
    int generation;
    hp_handle weak;
    bool kept;
};

/* Objects of one chunk, in the order of their birth. */
struct series {
    struct block blocks[BLOCKS];
    uint32_t count;
    int64_t allocated; /* as the heap counted them */
    bool made;         /* the source had such a chunk */
    hp_ref chunk;
};

struct blocks {
    struct chunk c;
    struct series series[SERIES];
    struct series *now;
    struct bcl_chunks ch;
    struct hp_err *err;
    int rc;
};

/* ---- watching ------------------------------------------------------------------------------- */

static void made(void *context, struct bcl *b, hp_ref object, const char *what)
{
    struct blocks *p = context;
    struct series *s = p->now;
    struct hp_thread *t = b->t;
    if (p->rc != HP_OK)
        return;
    if (s->count == BLOCKS) {
        p->rc = hp_fail(p->err, HP_E_STATE, "more than %d objects behind one chunk", BLOCKS);
        return;
    }
    struct block *block = &s->blocks[s->count++];
    block->type = hp_type_of(t, object);
    block->what = what;
    block->elements = block->type->element_bytes == 0 ? 0 : hp_length(t, object);
    block->bytes = hp_object_bytes(block->type, block->elements);
    block->generation = t->ops->generation == NULL ? -1 : t->ops->generation(t, object);
    p->rc = t->ops->handle_new(t, object, HP_WEAK, &block->weak, p->err);
}

static int begin(struct blocks *p, struct hp_err *err)
{
    struct chunk *c = &p->c;
    hp_ref source;
    int rc = hp_root(c->b.t, &source, err);
    if (rc != HP_OK)
        return rc;
    if (c->source.bits != 0)
        c->b.t->ops->handle_get(c->b.t, c->source, source.slot);
    else
        rc = bcl_yield(&c->b, c->e, (int32_t)c->p.count, source, err);
    if (rc == HP_OK)
        rc = bcl_chunk(&c->b, c->e, source, (int32_t)c->p.size, &p->ch, err);
    return rc == HP_OK ? bcl_chunk_begin(&c->b, &p->ch, err) : rc;
}

/* Makes chunk number i and notes what was born with it. */
static int record(struct blocks *p, uint32_t i, struct hp_err *err)
{
    struct chunk *c = &p->c;
    struct series *s = &p->series[i];
    int64_t before = 0, after = 0;
    p->now = s;
    int rc = hp_root(c->b.t, &s->chunk, err);
    if (rc == HP_OK)
        rc = bcl_allocated(c->b.t, &before, err);
    if (rc == HP_OK && i == 0)
        rc = begin(p, err);
    if (rc == HP_OK)
        rc = bcl_chunk_next(&c->b, &p->ch, &s->made, err);
    if (rc == HP_OK)
        rc = bcl_allocated(c->b.t, &after, err);
    if (rc == HP_OK)
        rc = p->rc;
    s->allocated = after - before;
    if (rc == HP_OK && s->made)
        hp_assign(c->b.t, s->chunk, p->ch.current);
    return rc;
}

static int check_sum(const struct series *s, struct hp_err *err)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < s->count; i++)
        bytes += s->blocks[i].bytes;
    if (bytes == (uint64_t)s->allocated)
        return HP_OK;
    return hp_fail(err, HP_E_STATE,
                   "%u objects of %llu bytes were seen, the heap counted %lld bytes", s->count,
                   (unsigned long long)bytes, (long long)s->allocated);
}

/* Which objects are still in use? A collection says it; a heap without one keeps the chunk's own
 * array, and what is no array. */
static int judge(struct blocks *p, struct series *s, struct hp_err *err)
{
    struct hp_thread *t = p->c.b.t;
    const uint32_t scope = hp_scope_open(t);
    hp_ref object;
    const int rc = hp_root(t, &object, err);
    for (uint32_t i = 0; rc == HP_OK && i < s->count; i++) {
        struct block *block = &s->blocks[i];
        t->ops->handle_get(t, block->weak, object.slot);
        if (t->ops->collect != NULL)
            block->kept = !hp_is_null(t, object);
        else
            block->kept = block->type != p->c.e->array || hp_same(t, object, s->chunk);
    }
    hp_scope_close(t, scope);
    return rc;
}

/* ---- reporting ------------------------------------------------------------------------------ */

static void number(const struct hp_run *run, const char *metric, int64_t value)
{
    run->host->metric(run->host->context, metric, (double)value);
}

static void report_blocks(const struct blocks *p, uint32_t number_of_series)
{
    static const char *const groups[SERIES] = { "first", "second" };
    const struct hp_host *host = p->c.run->host;
    const struct series *s = &p->series[number_of_series];
    for (uint32_t i = 0; i < s->count; i++) {
        const struct block *from = &s->blocks[i];
        const struct hp_block block = { .group = groups[number_of_series],
                                        .index = i,
                                        .elements = from->elements,
                                        .bytes = from->bytes,
                                        .generation = from->generation,
                                        .kept = from->kept,
                                        .what = from->what };
        host->block(host->context, &block);
    }
}

/* Arrays of the element type, one after the other. */
static void report_arrays(const struct blocks *p, const struct series *s)
{
    const struct hp_run *run = p->c.run;
    int64_t arrays = 0, garbage = 0, elements = 0, doublings = 0, first = 0, last = 0, doubled = 0;
    int64_t other_bytes = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct block *block = &s->blocks[i];
        if (block->type != p->c.e->array) {
            other_bytes += (int64_t)block->bytes;
            continue;
        }
        const int64_t length = (int64_t)block->elements;
        if (arrays++ == 0)
            first = length;
        else if (length == 2 * last) {
            doublings++;
            doubled = length;
        }
        last = length;
        elements += length;
        garbage += !block->kept;
    }
    number(run, "arrays_count", arrays);
    number(run, "garbage_arrays_count", garbage);
    number(run, "elements_count", elements);
    number(run, "payload_bytes", elements * p->c.e->bytes);
    number(run, "iterator_bytes", other_bytes);
    number(run, "allocated_bytes", s->allocated);
    number(run, "doublings", doublings);
    if (arrays > 0)
        number(run, "first_array_length", first);
    if (doublings > 0)
        number(run, "last_doubled_length", doubled);
}

static void report_types(const struct blocks *p)
{
    const struct hp_host *host = p->c.run->host;
    const struct hp_type *type = hp_type_of(p->c.b.t, p->ch.result);
    host->metric_text(host->context, "result_type", type->name);
    if (!(type->flags & HP_TYPE_ARRAY))
        host->metric_text(host->context, "iterator_type", type->name);
}

/* Chunk on an array, a list and a generator of one element: how many kinds of iterators? */
static int report_kinds(struct blocks *p, struct hp_err *err)
{
    struct chunk *c = &p->c;
    const struct hp_type *types[3] = { NULL, NULL, NULL };
    int64_t distinct = 0;
    for (int kind = CHUNK_ARRAY; kind <= CHUNK_GENERATOR; kind++) {
        const uint32_t scope = hp_scope_open(c->b.t);
        hp_ref source;
        struct bcl_chunks ch;
        int rc = hp_root(c->b.t, &source, err);
        if (rc == HP_OK)
            rc = kind == CHUNK_ARRAY  ? bcl_array_counted(&c->b, c->e, 1, source, err)
                 : kind == CHUNK_LIST ? bcl_list_counted(&c->b, c->e, 1, source, err)
                                      : bcl_yield(&c->b, c->e, 1, source, err);
        if (rc == HP_OK)
            rc = bcl_chunk(&c->b, c->e, source, 1, &ch, err);
        if (rc == HP_OK)
            types[kind] = hp_type_of(c->b.t, ch.result);
        hp_scope_close(c->b.t, scope);
        if (rc != HP_OK)
            return rc;
        distinct++;
        for (int before = CHUNK_ARRAY; before < kind; before++) {
            if (types[before] == types[kind]) {
                distinct--;
                break;
            }
        }
    }
    number(c->run, "iterator_type_count", distinct);
    return HP_OK;
}

/* ---- the probe ------------------------------------------------------------------------------ */

static void weak_free(struct blocks *p)
{
    struct hp_thread *t = p->c.b.t;
    for (uint32_t n = 0; n < SERIES; n++)
        for (uint32_t i = 0; i < p->series[n].count; i++)
            if (p->series[n].blocks[i].weak.bits != 0)
                t->ops->handle_free(t, p->series[n].blocks[i].weak);
}

static int watch(struct blocks *p, struct hp_err *err)
{
    const struct bcl_observer observer = { p, made };
    p->c.b.observer = &observer;
    int rc = HP_OK;
    for (uint32_t n = 0; rc == HP_OK && n < SERIES; n++)
        rc = record(p, n, err);
    p->c.b.observer = NULL;
    if (rc == HP_OK)
        bcl_settle(p->c.b.t);
    for (uint32_t n = 0; rc == HP_OK && n < SERIES; n++) {
        rc = check_sum(&p->series[n], err);
        if (rc == HP_OK)
            rc = judge(p, &p->series[n], err);
    }
    return rc;
}

static int report_all(struct blocks *p, struct hp_err *err)
{
    const struct chunk_params *params = p->c.run->params;
    const struct series *s = &p->series[params->chunk];
    if (params->chunk > 0 && !s->made)
        return hp_fail(err, HP_E_RANGE,
                       "a source of %lld elements has no second chunk of size %lld",
                       (long long)params->count, (long long)params->size);
    for (uint32_t n = 0; n < SERIES; n++)
        report_blocks(p, n);
    report_arrays(p, s);
    report_types(p);
    return report_kinds(p, err);
}

int chunk_probe_blocks(const struct hp_run *run, struct hp_err *err)
{
    static const char *const methods[] = { "chunk-array", "chunk-list", "chunk-generator" };
    const struct chunk_params *params = run->params;
    struct blocks p = { .err = err };
    int rc = chunk_prepare(&p.c, run, params, chunk_way_find(methods[params->source]),
                           chunk_element(params->element), err);
    const uint32_t scope = hp_scope_open(run->thread);
    if (rc == HP_OK)
        rc = watch(&p, err);
    if (rc == HP_OK)
        rc = report_all(&p, err);
    weak_free(&p);
    hp_scope_close(run->thread, scope);
    chunk_discard(&p.c);
    return rc;
}
