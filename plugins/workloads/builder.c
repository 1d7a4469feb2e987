/* SPDX-License-Identifier: MIT
 * The builder workload: a text of `chars` characters made in every way of seed 003, and the strings
 * on the stack of seed 004. Read upwards: the plugin's table, its operations, its methods and probes,
 * its parameters, and the steps of a prepared method. */
#include "builder.h"
#include "workload.h"

#include <stdlib.h>

/* ---- what the worker may ask for --------------------------------------------------------------- */

static const struct workload_probe probe_table[] = {
    { "chunks", builder_probe_chunks },   { "threshold", builder_probe_threshold },
    { "loh", builder_probe_loh },         { "reuse", builder_probe_reuse },
    { "collect", builder_probe_collect }, { NULL, NULL },
};

static const struct workload workload = {
    .name = "builder",
    .ways = builder_ways,
    .way_bytes = sizeof *builder_ways,
    .state_bytes = sizeof(struct builder),
    .probes = probe_table,
};

/* ---- operations ----------------------------------------------------------------------------- */

static int builder_step(void *state, uint64_t operations, struct hp_err *err)
{
    struct builder *w = state;
    const uint32_t scope = hp_scope_open(w->b.t);
    struct builder_roots r;
    int rc = builder_roots(w, &r, err);
    for (uint64_t i = 0; rc == HP_OK && i < operations; i++) {
        rc = builder_pass(w, &r, err);
        hp_safepoint(w->b.t);
    }
    hp_scope_close(w->b.t, scope);
    return rc;
}

/* Builders that stay alive are measured as they are for good: each was cleared once. */
static int builder_open(void **state, const struct hp_run *run, struct hp_err *err)
{
    const void *row = NULL;
    int rc = workload_open(&workload, run, &row, state, err);
    if (rc != HP_OK)
        return rc;
    struct builder *w = *state;
    const struct builder_way *way = row;
    rc = builder_prepare(w, run, run->params, way, err);
    return rc == HP_OK && (way->needs & NEEDS_RING) != 0
               ? builder_step(w, 2 * (uint64_t)w->p.builders, err)
               : rc;
}

static void builder_close(void *state)
{
    struct builder *w = state;
    if (w != NULL)
        builder_discard(w);
    free(w);
}

/* ---- parameters, methods, probes ------------------------------------------------------------ */

#define AT(field) offsetof(struct builder_params, field)
#define OF_WORDS                                                                                   \
    "append-one append-parts-1000 append-parts-8000 append-parts preset-capacity concat create "   \
    "pooled-value-builder append-overloads clear-reuse pooled-builder live-builders insert-front " \
    "insert-middle replace sign-stack"
#define OVERLOAD_WORDS                                                                             \
    "string string-part char-array char-array-part span memory builder builder-part repeat "       \
    "object interpolated char number bool line join"

static const struct hp_option parameters[] = {
    { "chars", "200000", "characters of the text; a character takes two bytes", HP_COUNT, AT(chars),
      0, INT32_MAX, NULL },
    { "part", "1000", "characters of a part; below 1 there is no end", HP_COUNT, AT(part), 1,
      INT32_MAX, NULL },
    { "capacity", "200000", "characters that preset-capacity asks for; .NET takes 0 for 16",
      HP_COUNT, AT(capacity), 0, INT32_MAX, NULL },
    { "tostring", "true", "a pass ends in ToString()", HP_FLAG, AT(tostring), 0, 0, NULL },
    { "consume", "first", "what is read of the string: its first character, every one, none",
      HP_CHOICE, AT(consume), 0, 0, "first sum none" },
    { "overload", "string", "which Append append-overloads calls", HP_CHOICE, AT(overload), 0, 0,
      OVERLOAD_WORDS },
    { "chunks", "several", "the text that is changed: in chunks of 8,000, or in a single one",
      HP_CHOICE, AT(chunks), 0, 0, "several 1" },
    { "inserts", "100", "characters that insert-middle puts in, one by one", HP_COUNT, AT(inserts),
      0, 1000000, NULL },
    { "builders", "64", "builders that stay alive: of live-builders and of probe loh", HP_COUNT,
      AT(builders), 1, 100000, NULL },
    { "docs", "1", "texts that probes collect and loh make", HP_COUNT, AT(docs), 1, 10000000,
      NULL },
    { "docs_per_second", "1000", "texts of a second, for what probe loh reports of one", HP_COUNT,
      AT(docs_per_second), 1, 1000000000, NULL },
    { "value", "-2000000000", "the number that sign-stack formats", HP_COUNT, AT(value), INT32_MIN,
      INT32_MAX, NULL },
    { "by", "array", "what probe threshold makes longer: a char[], or a text that append-one takes",
      HP_CHOICE, AT(by), 0, 0, "array append-one" },
    { "of", "append-one", "the method that probes chunks, loh, reuse and collect run", HP_CHOICE,
      AT(of), 0, 0, OF_WORDS },
    { .name = NULL },
};

#define TEXT "one text"

static const struct hp_method methods[] = {
    { "append-one", NULL, "003 story 1", "chars tostring consume", 0, TEXT,
      "new StringBuilder, one Append of the whole text" },
    { "append-parts-1000", NULL, "003 story 1", "chars tostring consume", 0, TEXT,
      "the same in parts of 1,000 characters" },
    { "append-parts-8000", NULL, "003 story 1", "chars tostring consume", 0, TEXT,
      "the same in parts of 8,000 characters, the chunk limit" },
    { "append-parts", NULL, NULL, "chars part tostring consume", 0, TEXT,
      "the same in parts of `part` characters" },
    { "preset-capacity", NULL, "003 section on capacity", "chars part capacity tostring consume", 0,
      TEXT, "the capacity given to the constructor, then parts" },
    { "concat", NULL, "003 section on Concat", "chars part consume", 0, TEXT,
      "string.Concat of all parts: no builder" },
    { "create", NULL, "003 section on Concat", "chars consume", 0, TEXT,
      "string.Create, written in place: no builder" },
    { "pooled-value-builder", NULL, "003 section on ValueStringBuilder", "chars part consume", 0,
      TEXT, "512 characters on the stack, then arrays of ArrayPool<char>.Shared" },
    { "append-overloads", NULL, "003 conclusions", "chars part overload tostring consume", 0, TEXT,
      "append-one with another overload of Append" },
    { "clear-reuse", NULL, "003 story 3", "chars part", 0, "one text, made and cleared",
      "parts, then Clear: one array of the former capacity" },
    { "pooled-builder", NULL, "003 story 3", "chars part tostring consume", 0, TEXT,
      "a builder of ObjectPool<StringBuilder>, which takes back no more than 4,096 characters" },
    { "live-builders", NULL, "003 story 3", "chars part builders tostring consume", 0, TEXT,
      "a pool written by hand: builders that are cleared and filled in turn, whatever their size" },
    { "insert-front", NULL, "003 section on inserts", "chars chunks", 0,
      "one character put in and taken out again", "Insert at the front of a long text" },
    { "insert-middle", NULL, "003 section on inserts", "chars chunks inserts", 0,
      "one text with its inserts", "Insert in the middle: every one splits a chunk" },
    { "replace", NULL, "003 section on inserts", "chars chunks", 0, "one Replace",
      "Replace over the whole text, of equal length" },
    { "sign-stack", NULL, "004 ValueStringBuilder", "value consume", 0, "one string to sign",
      "words and a number formatted into a stack buffer of 512 characters: nothing on the heap" },
    { .name = NULL },
};

static const struct hp_probe probes[] = {
    { "chunks", "003 story 1", "chars part capacity overload of",
      "chunk_count first_chunk_chars largest_chunk_chars max_chunk_chars object_bytes "
      "start_generation? allocated_bytes",
      "the chunks behind a text, and the limit that one-character appends keep to" },
    { "threshold", "003 story 1", "by",
      "first_length first_bytes first_length_delta header_bytes element_bytes loh_threshold_bytes",
      "the first length that is born in the oldest generation, found by allocating and asking" },
    { "loh", "003 story 2", "chars part builders docs docs_per_second of",
      "loh_growth_bytes loh_live_bytes loh_objects loh_bytes_per_document? loh_bytes_per_second?",
      "what builders that stay alive keep in the large object heap, and what a text puts there" },
    { "reuse", "003 story 3", "chars part builders of",
      "chunk_count first_chunk_chars largest_chunk_chars object_bytes start_generation? "
      "kept_capacity_chars returned_count? retained_capacity_limit?",
      "what a builder that is used again keeps, and whether a pool takes it back" },
    { "collect", "003 story 2", "chars part capacity overload docs tostring of",
      "gen0_count gen1_count gen2_count allocated_bytes",
      "collections while `docs` texts are made, and what these allocate in all" },
    { .name = NULL },
};

static int builder_probe(const struct hp_run *run, struct hp_err *err)
{
    return workload_probe(&workload, run, err);
}

static const struct hp_workload_ops operations = {
    .open = builder_open,
    .step = builder_step,
    .counters = builder_metrics,
    .probe = builder_probe,
    .close = builder_close,
    .trace = &builder_trace,
};

static const struct hp_plugin plugin = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof plugin,
    .kind = HP_KIND_WORKLOAD,
    .options_size = sizeof(struct builder_params),
    .name = "builder",
    .version = "1.0",
    .summary = "a text made of parts: StringBuilder against Concat, Create and buffers of a pool",
    .options = parameters,
    .workload = &operations,
    .methods = methods,
    .probes = probes,
};

const struct hp_plugin *hp_plugin_query(void)
{
    return &plugin;
}
