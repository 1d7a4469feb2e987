/* SPDX-License-Identifier: MIT
 * The chunk workload: a source of `count` elements cut into chunks of `size` in every way of seed
 * 000. Read upwards: the plugin's table, its operations, its methods and probes, its parameters,
 * and the life of a prepared method, which the worker opens, steps and closes. */
#include "chunk.h"
#include "workload.h"

#include <stdlib.h>

/* ---- a prepared method ---------------------------------------------------------------------- */

/* In the order of ELEMENT_WORDS. Sources consist of the first five; an array, or a string, of each can be
 * asked for its generation. */
static const enum bcl_kind elements[] = { BCL_I32, BCL_U8,  BCL_I16,  BCL_I64,      BCL_REF,
                                          BCL_F64, BCL_STR, BCL_CHAR, BCL_STRUCT16, BCL_UNINIT8 };
#define ELEMENT_WORDS "int32 byte int16 int64 reference double string char struct16 uninit8"

const struct bcl_element *chunk_element(int32_t choice)
{
    return &bcl_elements[elements[choice]];
}

static int check(const struct chunk *c, struct hp_err *err)
{
    if (c->e->yield == NULL)
        return hp_fail(
            err, HP_E_UNSUPPORTED,
            "a source consists of int32, byte, int16, int64 or reference; the other kinds "
            "of element are there for probe threshold");
    if (c->p.size < 1)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (size): a chunk has at least 1 element, size "
                       "is %lld",
                       (long long)c->p.size);
    if (c->p.count < 0)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (count): a source has at least 0 elements, "
                       "count is %lld",
                       (long long)c->p.count);
    if (c->p.take < 0)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (take): a pass takes at least 1 chunk, or all "
                       "when take is 0; take is %lld",
                       (long long)c->p.take);
    return HP_OK;
}

static enum chunk_source source_kind(const struct chunk *c)
{
    return c->way->source == CHUNK_AS_GIVEN ? (enum chunk_source)c->p.source : c->way->source;
}

static int source_make(struct chunk *c, struct hp_err *err)
{
    struct hp_thread *t = c->b.t;
    const enum chunk_source kind = source_kind(c);
    if (kind == CHUNK_GENERATOR)
        return HP_OK;
    const uint32_t scope = hp_scope_open(t);
    hp_ref source;
    int rc = hp_root(t, &source, err);
    if (rc == HP_OK)
        rc = kind == CHUNK_LIST ? bcl_list_counted(&c->b, c->e, c->p.count, source, err)
                                : bcl_array_counted(&c->b, c->e, c->p.count, source, err);
    if (rc == HP_OK)
        rc = t->ops->handle_new(t, source, HP_STRONG, &c->source, err);
    hp_scope_close(t, scope);
    return rc;
}

int chunk_prepare(struct chunk *c, const struct hp_run *run, const struct chunk_params *params,
                  const struct chunk_way *way, const struct bcl_element *e, struct hp_err *err)
{
    *c = (struct chunk){ .run = run, .p = *params, .way = way, .e = e };
    int rc = check(c, err);
    if (rc == HP_OK)
        rc = bcl_open(&c->b, run, err);
    if (rc == HP_OK && e->refs)
        rc = bcl_items_make(&c->b, err);
    if (rc == HP_OK)
        rc = source_make(c, err);
    return rc == HP_OK ? chunk_pass(c, err) : rc;
}

void chunk_discard(struct chunk *c)
{
    struct hp_thread *t = c->b.t;
    if (t != NULL && c->source.bits != 0)
        t->ops->handle_free(t, c->source);
    if (t != NULL && c->kept.bits != 0)
        t->ops->handle_free(t, c->kept);
    c->source = c->kept = (hp_handle){ 0 };
}

/* ---- what the worker may ask for --------------------------------------------------------------- */

static const struct workload_probe probe_table[] = {
    { "memory", chunk_probe_memory },
    { "threshold", chunk_probe_threshold },
    { "collect", chunk_probe_collect },
    { "blocks", chunk_probe_blocks },
    { NULL, NULL },
};

static const struct workload workload = {
    .name = "chunk",
    .ways = chunk_ways,
    .way_bytes = sizeof *chunk_ways,
    .state_bytes = sizeof(struct chunk),
    .probes = probe_table,
};

/* ---- operations ----------------------------------------------------------------------------- */

static int chunk_open(void **state, const struct hp_run *run, struct hp_err *err)
{
    const struct chunk_params *params = run->params;
    const void *way = NULL;
    const int rc = workload_open(&workload, run, &way, state, err);
    return rc == HP_OK
               ? chunk_prepare(*state, run, params, way, chunk_element(params->element), err)
               : rc;
}

static int chunk_step(void *state, uint64_t operations, struct hp_err *err)
{
    struct chunk *c = state;
    int rc = HP_OK;
    for (uint64_t i = 0; rc == HP_OK && i < operations; i++) {
        rc = chunk_pass(c, err);
        hp_safepoint(c->b.t);
    }
    return rc;
}

static void chunk_counters(void *state, const struct hp_host *host)
{
    const struct chunk *c = state;
    host->metric(host->context, "chunk_count", (double)c->chunks);
}

static void chunk_close(void *state)
{
    struct chunk *c = state;
    if (c != NULL)
        chunk_discard(c);
    free(c);
}

/* ---- parameters, methods, probes ------------------------------------------------------------ */

/* Ranges are of what a sweep may ask for. Traces hold what .NET refuses as well; their hook fills the
 * parameters itself. */
#define AT(field) offsetof(struct chunk_params, field)
#define OF_WORDS                                                                                   \
    "chunk-array chunk-list chunk-generator slice-array slice-list own-buffer pooled-buffer "      \
    "skip-take"

static const struct hp_option parameters[] = {
    { "count", "1000000", "elements of the source", HP_COUNT, AT(count), 0, INT32_MAX, NULL },
    { "size", "20000", "elements of a chunk; below 1 .NET throws ArgumentOutOfRange", HP_COUNT,
      AT(size), 1, INT32_MAX, NULL },
    { "element", "int32",
      "what the source consists of: one of the first five; for probe threshold also the others: "
      "uninit8 are bytes that are not zeroed, struct16 is a struct of 16 bytes",
      HP_CHOICE, AT(element), 0, 0, ELEMENT_WORDS },
    { "held", "false", "chunks stay alive in a list until the pass ends", HP_FLAG, AT(held), 0, 0,
      NULL },
    { "consume", "sum", "what is read of a chunk: every element, the first one, nothing", HP_CHOICE,
      AT(consume), 0, 0, "sum first none" },
    { "take", "0", "chunks after which a pass stops; 0: at the end of the source", HP_COUNT,
      AT(take), 0, INT32_MAX, NULL },
    { "source", "generator", "what is enumerated, seen as IEnumerable<T>", HP_CHOICE, AT(source), 0,
      0, "array list generator" },
    { "chunk", "first", "the chunk whose arrays probe blocks counts", HP_CHOICE, AT(chunk), 0, 0,
      "first second" },
    { "of", "chunk-array", "the method that probes memory and collect run", HP_CHOICE, AT(of), 0, 0,
      OF_WORDS },
    { .name = NULL },
};

#define PASS "one pass over the source"
#define CHUNK_USES "count size element held consume take"
#define BUFFER_USES "count size element consume source"
#define PLAIN_USES "count size element consume"

static const struct hp_method methods[] = {
    { "chunk-array", "chunk-array chunk-array-held", "000 story 1", CHUNK_USES, 0, PASS,
      "Enumerable.Chunk on an array" },
    { "chunk-list", "chunk-list", "000 story 5", CHUNK_USES, 0, PASS,
      "Enumerable.Chunk on a List<T>, seen as IEnumerable<T>" },
    { "chunk-generator", "chunk-yield chunk-yield-first", "000 story 5", CHUNK_USES, 0, PASS,
      "Enumerable.Chunk on a method with yield return: length unknown" },
    { "slice-array", NULL, "000 story 6", PLAIN_USES, 0, PASS,
      "ReadOnlySpan<T>.Slice of the array: no copy" },
    { "slice-list", NULL, "000 story 6", PLAIN_USES, 0, PASS,
      "the same over CollectionsMarshal.AsSpan of a list" },
    { "own-buffer", NULL, "000 story 6", BUFFER_USES, 0, PASS,
      "one array, filled again for every chunk" },
    { "pooled-buffer", NULL, "000 story 6", BUFFER_USES, 0, PASS,
      "the same with an array rented from ArrayPool<T>.Shared" },
    { "skip-take", NULL, "000 story 6", PLAIN_USES, 0, PASS,
      "Skip and Take for every chunk, enumerated" },
    { "chunk-array-tolist", "chunk-array-tolist", NULL, PLAIN_USES, 0, PASS,
      "Chunk on an array, then ToList" },
    { "chunk-array-toarray", "chunk-array-toarray", NULL, PLAIN_USES, 0, PASS,
      "Chunk on an array, then ToArray" },
    { "skiptake-array-toarray", "skiptake-array-toarray", NULL, PLAIN_USES, 0, PASS,
      "Skip, Take and ToArray for every chunk" },
    { "getrange-list", "getrange-list", NULL, PLAIN_USES, 0, PASS,
      "List<T>.GetRange for every chunk" },
    { "segment-array", "segment-array", NULL, PLAIN_USES, 0, PASS,
      "ArraySegment<T> for every chunk: no copy" },
    { "slice-toarray", "slice-toarray", NULL, PLAIN_USES, 0, PASS,
      "Slice and ToArray for every chunk" },
    { "skiptake-list-foreach", "skiptake-list-foreach", NULL, PLAIN_USES, HP_METHOD_REPLAY_ONLY,
      PASS, "skip-take on a list" },
    { "skiptake-list-only", "skiptake-list-only", NULL, PLAIN_USES, HP_METHOD_REPLAY_ONLY, PASS,
      "skip-take on a list, made but not enumerated" },
    { "yield-source-only", "yield-source-only", NULL, PLAIN_USES, HP_METHOD_REPLAY_ONLY, PASS,
      "the generator enumerated without Chunk" },
    { "list-as-enumerable", "list-as-enumerable", NULL, PLAIN_USES, HP_METHOD_REPLAY_ONLY, PASS,
      "the list enumerated without Chunk" },
    { .name = NULL },
};

static const struct hp_probe probes[] = {
    { "memory", "000 story 1", "count size element held consume take source of",
      "allocated_approx_bytes allocated_bytes loh_live_bytes chunk_count",
      "what one pass allocates, and what of it lives in the large object heap afterwards" },
    { "threshold", "000 story 2", "size element",
      "first_length first_bytes header_bytes loh_threshold_bytes object_bytes start_generation",
      "the first length of an array, or of a string, that is born in the oldest generation, found "
      "by allocating and asking" },
    { "collect", "000 story 3", "count size element held consume take source of",
      "gen2_per_1000 gc_per_pass gen0_count gen1_count gen2_count",
      "collections during 40 passes" },
    { "blocks", "000 story 4", "count size element source chunk",
      "arrays_count first_array_length? doublings last_doubled_length? elements_count "
      "payload_bytes "
      "iterator_bytes allocated_bytes garbage_arrays_count iterator_type? iterator_type_count "
      "result_type",
      "every object behind the first and the second chunk" },
    { .name = NULL },
};

const struct chunk_way *chunk_way_of(int32_t of)
{
    return &chunk_ways[of];
}

const struct hp_method *chunk_method_by_truth(const char *name)
{
    for (const struct hp_method *m = methods; m->name != NULL; m++)
        if (m->truth != NULL && workload_word_in(m->truth, name))
            return m;
    return NULL;
}

static int chunk_probe(const struct hp_run *run, struct hp_err *err)
{
    return workload_probe(&workload, run, err);
}

static const struct hp_workload_ops operations = {
    .open = chunk_open,
    .step = chunk_step,
    .counters = chunk_counters,
    .probe = chunk_probe,
    .close = chunk_close,
    .trace = &chunk_trace,
};

static const struct hp_plugin plugin = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof plugin,
    .kind = HP_KIND_WORKLOAD,
    .options_size = sizeof(struct chunk_params),
    .name = "chunk",
    .version = "1.0",
    .summary = "a source cut into chunks: Enumerable.Chunk against slices, buffers, Skip and Take",
    .options = parameters,
    .workload = &operations,
    .methods = methods,
    .probes = probes,
};

const struct hp_plugin *hp_plugin_query(void)
{
    return &plugin;
}
