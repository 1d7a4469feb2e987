/* SPDX-License-Identifier: MIT
 * Answers: does each kind of published figure come to the right verdict on the right heap and
 * machine? Rows and cases are made by hand; each scenario has one row, up to four cases, and what
 * must come out.
 */
#include "hp_test.h"

#include "verdict/published.h"

#include <math.h>

enum { CASES = 4, SAMPLES = 15 };

/* A case that delivered SAMPLES equal values of one metric (step > 0: values that rise by it). */
struct given {
    const char *method, *params, *metric; /* params "size=21243 held=true" */
    double value, step;
    int32_t runtime; /* 0: 10 */
    const char *plugin, *machine, *threshold, *gc, *text;
    bool probe, crashed, unfinished;
    uint64_t operations; /* of each sample; 0: not said */
};

struct scenario {
    const char *name;
    struct hp_published row;
    struct given cases[CASES];
    enum hp_verdict_kind kind;
    const char *here, *reason; /* reason: a part of it, NULL none */
    const char *says;          /* a part of the message, or NULL */
};

/* Of a row only what matters is written; complete() adds the rest. */
#define ROW(...)                                                                                   \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static struct hp_published complete(struct hp_published row)
{
    const struct {
        const char **field, *fallback;
    } rest[] = {
        { &row.id, "row" },          { &row.seed, "000" },
        { &row.system, "System" },   { &row.workload, "chunk" },
        { &row.params, "" },         { &row.machine, "all" },
        { &row.runtime, "net10" },   { &row.gc, "not-stated" },
        { &row.unit, "bytes" },      { &row.threshold, "default" },
        { &row.text, "" },           { &row.kind, "D" },
        { &row.tolerance, "exact" }, { &row.baseline, "" },
        { &row.formula, "" },        { &row.quote_location, "story 2" },
        { &row.title_en, "Title" },  { &row.title_ru, "" },
        { &row.answer, "" },
    };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        if (*rest[i].field == NULL)
            *rest[i].field = rest[i].fallback;
    row.has_value = *row.kind != 'Q' && strcmp(row.unit, "text") != 0;
    return row;
}

/* ---- making cases ---- */

static struct hp_param *params_of(struct hp_arena *a, const char *text, size_t *count)
{
    struct hp_param *out = hp_arena_get(a, 8 * sizeof *out);
    char *copy = hp_arena_copy(a, text), *rest = NULL;
    for (char *p = strtok_r(copy, " ", &rest); p != NULL; p = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(p, '=');
        *equals = '\0';
        out[(*count)++] = (struct hp_param){ .name = p, .text = equals + 1 };
    }
    return out;
}

static struct hp_case_row make_case(struct hp_arena *a, const struct given *g, int nth)
{
    struct hp_case_row row = { .case_id = nth + 1, .wanted = 1, .done = g->unfinished ? 0 : 1 };
    struct hp_case *c = &row.c;
    (void)snprintf(c->identity, sizeof c->identity, "%04x%060d", 0xa000 + nth, 0);
    c->workload = "chunk";
    c->probe = g->probe;
    c->method = g->method;
    c->heap = c->plugin = g->plugin != NULL ? g->plugin : "gen";
    c->runtime = g->runtime != 0 ? g->runtime : 10;
    c->gc = g->gc != NULL ? g->gc : "workstation";
    c->processors = 2;
    c->machine = g->machine != NULL ? g->machine : "this";
    c->threshold = g->threshold != NULL ? g->threshold : "default";
    c->sweep = "sizes";
    c->params = params_of(a, g->params != NULL ? g->params : "", &c->param_count);
    if (g->crashed) {
        static struct hp_failure failure = { "counters", "crash", "crashed with signal 11", 0 };
        row.failures = &failure;
        row.failure_count = 1;
    }
    if (g->text != NULL) {
        row.texts = HP_ARENA_NEW(a, struct hp_param);
        row.texts[0] = (struct hp_param){ .name = g->metric, .text = g->text };
        row.text_count = 1;
    } else if (g->metric != NULL) {
        row.series = HP_ARENA_NEW(a, struct hp_series);
        row.series_count = 1;
        row.series->metric = g->metric;
        row.series->values = hp_arena_get(a, SAMPLES * sizeof(double));
        row.series->count = SAMPLES;
        if (g->operations != 0)
            row.series->operations = hp_arena_get(a, SAMPLES * sizeof(uint64_t));
        for (size_t i = 0; g->operations != 0 && i < SAMPLES; i++)
            row.series->operations[i] = g->operations;
        for (size_t i = 0; i < SAMPLES; i++)
            row.series->values[i] = g->value + g->step * (double)i;
    }
    return row;
}

static const struct hp_machine_row machines[] = {
    { .machine = "this", .title = "Test CPU" },
    { .machine = "ryzen-9-5950x", .title = "AMD Ryzen 9 5950X", .profile = true },
};

/* Judges `rows` on the given cases; the caller clears `out` and the arena. */
static void judge(const struct hp_published *rows, size_t row_count, const struct given *given,
                  struct hp_arena *arena, struct hp_verdicts *out)
{
    struct hp_case_row cases[CASES];
    struct hp_published *whole = hp_arena_get(arena, row_count * sizeof *whole);
    size_t count = 0;
    for (size_t i = 0; i < row_count; i++)
        whole[i] = complete(rows[i]);
    while (count < CASES && given[count].method != NULL) {
        cases[count] = make_case(arena, &given[count], (int)count);
        count++;
    }
    struct hp_err err = { 0 };
    HP_CHECK(hp_published_judge(whole, row_count, cases, count, machines, 2, out, &err) == HP_OK,
             "%s", err.text);
}

static void run_scenarios(const struct scenario *s, size_t count)
{
    for (size_t i = 0; i < count; i++, s++) {
        struct hp_arena *arena = hp_arena_new();
        struct hp_verdicts out = { 0 };
        judge(&s->row, 1, s->cases, arena, &out);
        HP_CHECK(out.count == 1, "%s: %zu verdicts", s->name, out.count);
        const struct hp_verdict *v = &out.items[0];
        HP_CHECK(v->kind == s->kind, "%s: %s, want %s (%s; %s)", s->name, hp_verdict_name(v->kind),
                 hp_verdict_name(s->kind), v->reason != NULL ? v->reason : "no reason",
                 v->message != NULL ? v->message : "no message");
        HP_CHECK(strcmp(v->here, s->here) == 0, "%s: here \"%s\", want \"%s\"", s->name, v->here,
                 s->here);
        HP_CHECK((v->reason == NULL) == (s->reason == NULL) &&
                     (s->reason == NULL || strstr(v->reason, s->reason) != NULL),
                 "%s: reason \"%s\"", s->name, v->reason != NULL ? v->reason : "(none)");
        HP_CHECK(s->says == NULL || (v->message != NULL && strstr(v->message, s->says) != NULL),
                 "%s: message \"%s\"", s->name, v->message != NULL ? v->message : "(none)");
        HP_CHECK(v->decides == (s->row.kind == NULL), "%s: decides", s->name);
        assert_int_equal(out.counts[s->kind], 1);
        hp_verdicts_clear(&out);
        hp_arena_free(arena);
    }
}

/* ---- deterministic figures ---- */

#define ALLOCATED                                                                                  \
    ROW(.probe_or_method = "chunk-array",                                                          \
        .params = "size=21243;element=int32;held=false;count=1000000",                             \
        .metric = "allocated_bytes", .low = 4001408, .high = 4001408)
#define AT_21243 .method = "chunk-array", .metric = "allocated_bytes"
#define FULL "count=1000000 size=21243 element=int32 held=false consume=sum take=0"

static void exact_figures(void **state)
{
    (void)state;
    static const struct scenario rows[] = {
        { "to the byte",
          ALLOCATED,
          { { AT_21243, .params = FULL, .value = 4001408 } },
          HP_HOLDS,
          "4,001,408",
          NULL,
          NULL },
        { "one more",
          ALLOCATED,
          { { AT_21243, .params = FULL, .value = 4001409 } },
          HP_BROKEN,
          "4,001,409",
          NULL,
          "allocated_bytes is 4,001,409 (15 of 15 equal), want 4,001,408" },
        { "one less",
          ALLOCATED,
          { { AT_21243, .params = FULL, .value = 4001407 } },
          HP_BROKEN,
          "4,001,407",
          NULL,
          "case a000 chunk-array" },
        { "one reading off",
          ALLOCATED,
          { { AT_21243, .params = FULL, .value = 4001408, .step = 1 } },
          HP_BROKEN,
          "4,001,408-4,001,422",
          NULL,
          "15 readings differ" },
        { "parameters that a method does not have are at their natural value",
          ALLOCATED,
          { { AT_21243, .params = "size=21243", .value = 4001408 } },
          HP_HOLDS,
          "4,001,408",
          NULL,
          NULL },
        { "another size",
          ALLOCATED,
          { { AT_21243, .params = "size=21244", .value = 4001408 } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "held is not what the row speaks of",
          ALLOCATED,
          { { AT_21243, .params = "size=21243 held=true", .value = 4001408 } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "an unnamed parameter is not natural",
          ALLOCATED,
          { { AT_21243, .params = "size=21243 consume=none", .value = 4001408 } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "an unknown parameter",
          ALLOCATED,
          { { AT_21243, .params = "size=21243 colour=red", .value = 4001408 } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "another method",
          ALLOCATED,
          { { .method = "chunk-list",
              .metric = "allocated_bytes",
              .params = FULL,
              .value = 4001408 } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "another runtime",
          ALLOCATED,
          { { AT_21243, .params = FULL, .value = 4001408, .runtime = 9 } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "another threshold",
          ALLOCATED,
          { { AT_21243, .params = FULL, .value = 4001408, .threshold = "196608" } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "a native heap is not spoken of",
          ALLOCATED,
          { { AT_21243, .params = FULL, .value = 4001408, .plugin = "glibc" } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "server collections are not the default",
          ALLOCATED,
          { { AT_21243, .params = FULL, .value = 4001408, .gc = "server" } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "a launch crashed",
          ALLOCATED,
          { { .method = "chunk-array", .params = FULL, .crashed = true } },
          HP_SKIPPED,
          "",
          "case a000 crash: crashed with signal 11",
          NULL },
        { "a launch is missing",
          ALLOCATED,
          { { .method = "chunk-array", .params = FULL, .unfinished = true } },
          HP_SKIPPED,
          "",
          "case a000 has 0 of 1 launches",
          NULL },
        { "the metric was not reported",
          ALLOCATED,
          { { .method = "chunk-array", .metric = "gen2_per_1000", .params = FULL } },
          HP_SKIPPED,
          "",
          "did not report allocated_bytes",
          NULL },
        { "zero is a result",
          ROW(.probe_or_method = "slice-array", .params = "size=20000", .metric = "allocated_bytes",
              .low = 0, .high = 0),
          { { .method = "slice-array", .metric = "allocated_bytes", .params = "size=20000" } },
          HP_HOLDS,
          "0",
          NULL,
          NULL },
        { "within a stated tolerance",
          ROW(.probe_or_method = "chunk-array", .params = "size=25000;held=true",
              .metric = "allocated_bytes", .unit = "KiB", .kind = "M", .tolerance = "0.03%",
              .low = 3909.26, .high = 3909.26, .decimals = 2),
          { { .method = "chunk-array",
              .metric = "allocated_bytes",
              .params = "size=25000 held=true",
              .value = 4002168 } },
          HP_HOLDS,
          "3,908.37",
          NULL,
          NULL },
        { "beyond a stated tolerance",
          ROW(.probe_or_method = "chunk-array", .params = "size=25000;held=true",
              .metric = "allocated_bytes", .unit = "KiB", .kind = "M", .tolerance = "0.02%",
              .low = 3909.26, .high = 3909.26, .decimals = 2),
          { { .method = "chunk-array",
              .metric = "allocated_bytes",
              .params = "size=25000 held=true",
              .value = 4002168 } },
          HP_BROKEN,
          "3,908.37",
          NULL,
          "want 3,909.26" },
    };
    run_scenarios(rows, sizeof rows / sizeof *rows);
}

#define FIRST_INT                                                                                  \
    ROW(.probe_or_method = "probe threshold", .params = "element=int32;element_bytes=4",           \
        .runtime = "all", .metric = "first_length", .unit = "elements", .low = 21244,              \
        .high = 21244)
#define PROBE(name) .method = name, .probe = true

static void probes_and_runtimes(void **state)
{
    (void)state;
    static const struct scenario rows[] = {
        { "all runtimes agree",
          FIRST_INT,
          { { PROBE("threshold"), .metric = "first_length", .value = 21244, .runtime = 8 },
            { PROBE("threshold"), .metric = "first_length", .value = 21244, .runtime = 10 } },
          HP_HOLDS,
          "21,244",
          NULL,
          NULL },
        { "one runtime does not",
          FIRST_INT,
          { { PROBE("threshold"), .metric = "first_length", .value = 21244, .runtime = 8 },
            { PROBE("threshold"), .metric = "first_length", .value = 21243, .runtime = 10 } },
          HP_BROKEN,
          "21,243-21,244",
          NULL,
          "case a001" },
        { "one runtime has nothing to say",
          FIRST_INT,
          { { PROBE("threshold"), .metric = "first_length", .value = 21244, .runtime = 8 },
            { PROBE("threshold"), .runtime = 10, .crashed = true } },
          HP_SKIPPED,
          "21,244",
          "case a001 crash",
          NULL },
        { "one is broken, one has nothing to say",
          FIRST_INT,
          { { PROBE("threshold"), .metric = "first_length", .value = 21245, .runtime = 8 },
            { PROBE("threshold"), .runtime = 10, .crashed = true } },
          HP_BROKEN,
          "21,245",
          NULL,
          "want 21,244" },
        { "a method of the probe's name is not the probe",
          FIRST_INT,
          { { .method = "threshold", .metric = "first_length", .value = 21244 } },
          HP_SKIPPED,
          "",
          "no case in this run",
          NULL },
        { "length is size",
          ROW(.probe_or_method = "probe threshold", .params = "length=21244;element=int32",
              .metric = "start_generation", .low = 2, .high = 2),
          { { PROBE("threshold"), .params = "size=21244", .metric = "start_generation",
              .value = 2 } },
          HP_HOLDS,
          "2",
          NULL,
          NULL },
        { "the moved threshold",
          ROW(.probe_or_method = "probe threshold", .params = "setting=0x30000",
              .threshold = "196608", .metric = "loh_threshold_bytes", .low = 196608,
              .high = 196608),
          { { PROBE("threshold"), .threshold = "196608", .metric = "loh_threshold_bytes",
              .value = 196608 } },
          HP_HOLDS,
          "196,608",
          NULL,
          NULL },
        { "list and generator agree",
          ROW(.probe_or_method = "probe blocks",
              .params = "size=20000;source=list-or-generator;chunk=first", .metric = "arrays_count",
              .low = 14, .high = 14),
          { { PROBE("blocks"), .params = "size=20000 source=list chunk=first",
              .metric = "arrays_count", .value = 14 },
            { PROBE("blocks"), .params = "size=20000 source=generator chunk=first",
              .metric = "arrays_count", .value = 14 },
            { PROBE("blocks"), .params = "size=20000 source=array chunk=first",
              .metric = "arrays_count", .value = 1 } },
          HP_HOLDS,
          "14",
          NULL,
          NULL },
        { "the generator alone is not enough",
          ROW(.probe_or_method = "probe blocks",
              .params = "size=20000;source=list-or-generator;chunk=first", .metric = "arrays_count",
              .low = 14, .high = 14),
          { { PROBE("blocks"), .params = "size=20000 source=generator chunk=first",
              .metric = "arrays_count", .value = 14 } },
          HP_SKIPPED,
          "",
          "no case in this run for list",
          NULL },
        { "the list differs",
          ROW(.probe_or_method = "probe blocks",
              .params = "size=20000;source=list-or-generator;chunk=first", .metric = "arrays_count",
              .low = 14, .high = 14),
          { { PROBE("blocks"), .params = "size=20000 source=list chunk=first",
              .metric = "arrays_count", .value = 13 },
            { PROBE("blocks"), .params = "size=20000 source=generator chunk=first",
              .metric = "arrays_count", .value = 14 } },
          HP_BROKEN,
          "13-14",
          NULL,
          "case a000" },
        { "the difference of two cases",
          ROW(.probe_or_method = "chunk-generator", .params = "size=20000;element=int32;take=2",
              .runtime = "all", .metric = "allocated_delta_bytes",
              .baseline = "chunk-generator take=1", .low = 80024, .high = 80024),
          { { .method = "chunk-generator",
              .params = "take=2",
              .metric = "allocated_bytes",
              .value = 291528 },
            { .method = "chunk-generator",
              .params = "take=1",
              .metric = "allocated_bytes",
              .value = 211504 } },
          HP_HOLDS,
          "80,024",
          NULL,
          NULL },
        { "a difference that is off by one",
          ROW(.probe_or_method = "chunk-generator", .params = "size=20000;element=int32;take=2",
              .runtime = "all", .metric = "allocated_delta_bytes",
              .baseline = "chunk-generator take=1", .low = 80024, .high = 80024),
          { { .method = "chunk-generator",
              .params = "take=2",
              .metric = "allocated_bytes",
              .value = 291528 },
            { .method = "chunk-generator",
              .params = "take=1",
              .metric = "allocated_bytes",
              .value = 211503 } },
          HP_BROKEN,
          "80,025",
          NULL,
          "want 80,024" },
    };
    run_scenarios(rows, sizeof rows / sizeof *rows);
}

static void texts_and_types(void **state)
{
    (void)state;
    static const struct scenario rows[] = {
        { "the text is the same",
          ROW(.probe_or_method = "probe blocks", .params = "source=array;count=0",
              .metric = "result_type", .unit = "text", .text = "Int32[][]"),
          { { PROBE("blocks"), .params = "source=array count=0", .metric = "result_type",
              .text = "Int32[][]" } },
          HP_HOLDS,
          "Int32[][]",
          NULL,
          NULL },
        { "the text is another",
          ROW(.probe_or_method = "probe blocks", .params = "source=array;count=0",
              .metric = "result_type", .unit = "text", .text = "Int32[][]"),
          { { PROBE("blocks"), .params = "source=array count=0", .metric = "result_type",
              .text = "Int32[]" } },
          HP_BROKEN,
          "Int32[]",
          NULL,
          "want \"Int32[][]\"" },
        { "a compiler's name on gen",
          ROW(.probe_or_method = "probe blocks", .params = "source=array",
              .metric = "iterator_type", .unit = "text", .text = "<A>d__39`1"),
          { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type",
              .text = "ArrayChunkIterator" } },
          HP_SKIPPED,
          "",
          "compared on dotnet only",
          NULL },
        { "a compiler's name on dotnet",
          ROW(.probe_or_method = "probe blocks", .params = "source=array",
              .metric = "iterator_type", .unit = "text", .text = "<A>d__39`1"),
          { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type",
              .text = "<A>d__39`1", .plugin = "dotnet" } },
          HP_HOLDS,
          "<A>d__39`1",
          NULL,
          NULL },
        { "types over all sources",
          ROW(.probe_or_method = "probe blocks", .params = "sources=array,list,generator",
              .metric = "iterator_type_count", .unit = "types", .low = 2, .high = 2),
          { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type", .text = "A" },
            { PROBE("blocks"), .params = "source=list", .metric = "iterator_type", .text = "E" },
            { PROBE("blocks"), .params = "source=generator", .metric = "iterator_type",
              .text = "E" } },
          HP_HOLDS,
          "2",
          NULL,
          NULL },
        { "one type too many",
          ROW(.probe_or_method = "probe blocks", .params = "sources=array,list,generator",
              .metric = "iterator_type_count", .unit = "types", .low = 2, .high = 2),
          { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type", .text = "A" },
            { PROBE("blocks"), .params = "source=list", .metric = "iterator_type", .text = "L" },
            { PROBE("blocks"), .params = "source=generator", .metric = "iterator_type",
              .text = "G" } },
          HP_BROKEN,
          "3",
          NULL,
          "types: A L G" },
        { "a source is missing",
          ROW(.probe_or_method = "probe blocks", .params = "sources=array,list,generator",
              .metric = "iterator_type_count", .unit = "types", .low = 2, .high = 2),
          { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type", .text = "A" },
            { PROBE("blocks"), .params = "source=list", .metric = "iterator_type", .text = "L" } },
          HP_SKIPPED,
          "",
          "for generator",
          NULL },
        { "a probe that counts the types itself",
          ROW(.probe_or_method = "probe blocks", .params = "sources=array,list,generator",
              .metric = "iterator_type_count", .unit = "types", .low = 2, .high = 2),
          { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type_count",
              .value = 2 },
            { PROBE("blocks"), .params = "source=list", .metric = "iterator_type_count",
              .value = 2 },
            { PROBE("blocks"), .params = "source=generator", .metric = "iterator_type_count",
              .value = 2 } },
          HP_HOLDS,
          "2",
          NULL,
          NULL },
    };
    run_scenarios(rows, sizeof rows / sizeof *rows);
}

/* ---- ranges of counters ---- */

#define GEN2                                                                                       \
    ROW(.probe_or_method = "chunk-array", .params = "size=21244;held=false", .kind = "M",          \
        .tolerance = "range", .metric = "gen2_per_1000", .unit = "collections per 1000 calls",     \
        .low = 1103.52, .high = 1110.35, .decimals = 2)
#define COUNT .method = "chunk-array", .params = "size=21244", .metric = "gen2_per_1000"

static void ranges(void **state)
{
    (void)state;
    static const struct scenario rows[] = {
        { "inside", GEN2, { { COUNT, .value = 1107 } }, HP_HOLDS, "1,107.00", NULL, NULL },
        { "on the edge", GEN2, { { COUNT, .value = 1103.52 } }, HP_HOLDS, "1,103.52", NULL, NULL },
        { "outside, blocking",
          GEN2,
          { { COUNT, .value = 1100 } },
          HP_BROKEN,
          "1,100.00",
          "collections block here",
          "want 1,103.52-1,110.35" },
        { "outside, concurrent",
          GEN2,
          { { COUNT, .value = 1100, .gc = "concurrent" } },
          HP_BROKEN,
          "1,100.00",
          NULL,
          "want 1,103.52-1,110.35" },
        { "across the edge",
          GEN2,
          { { COUNT, .value = 1109, .step = 0.2 } },
          HP_CANNOT_TELL,
          "1,109.00-1,111.80",
          "of 15 readings lie outside",
          "want" },
        { "concurrent cases go before blocking ones",
          GEN2,
          { { COUNT, .value = 1100 }, { COUNT, .value = 1107, .gc = "concurrent" } },
          HP_HOLDS,
          "1,107.00",
          NULL,
          NULL },
        { "nearer than one collection in 40 operations",
          GEN2,
          { { COUNT, .value = 1100, .operations = 40 } },
          HP_CANNOT_TELL,
          "1,100.00",
          "steps of 25 per 1,000",
          "want" },
        { "further than one collection in 40 operations",
          GEN2,
          { { COUNT, .value = 1075, .operations = 40 } },
          HP_BROKEN,
          "1,075.00",
          "collections block here",
          "want" },
        { "as near, with a finer count",
          GEN2,
          { { COUNT, .value = 1100, .operations = 1000 } },
          HP_BROKEN,
          "1,100.00",
          "collections block here",
          "want" },
        { "context is not compared",
          ROW(.probe_or_method = "chunk-array", .params = "size=21244", .kind = "M",
              .tolerance = "none", .metric = "gen2_per_1000", .low = 1, .high = 1),
          { { COUNT, .value = 1 } },
          HP_SKIPPED,
          "",
          "context",
          NULL },
    };
    run_scenarios(rows, sizeof rows / sizeof *rows);
}

/* ---- ratios ---- */

#define BOUNDARY                                                                                   \
    ROW(.probe_or_method = "chunk-array", .params = "size=21244;element=int32;held=false",         \
        .kind = "R", .tolerance = "ratio", .metric = "time_ratio", .unit = "ratio", .low = 1.07,   \
        .high = 1.28, .decimals = 2, .baseline = "chunk-array size=21243 held=false")
#define TIME(size)                                                                                 \
    .method = "chunk-array", .params = "size=" size, .metric = "time_ns", .plugin = "dotnet"

static void ratios(void **state)
{
    (void)state;
    static const struct scenario rows[] = {
        { "inside",
          BOUNDARY,
          { { TIME("21244"), .value = 1200 }, { TIME("21243"), .value = 1000 } },
          HP_HOLDS,
          "1.20 [1.20, 1.20]",
          NULL,
          NULL },
        { "inside the five percent",
          BOUNDARY,
          { { TIME("21244"), .value = 1030 }, { TIME("21243"), .value = 1000 } },
          HP_HOLDS,
          "1.03 [1.03, 1.03]",
          NULL,
          NULL },
        { "outside",
          BOUNDARY,
          { { TIME("21244"), .value = 3100 }, { TIME("21243"), .value = 1000 } },
          HP_BROKEN,
          "3.10 [3.10, 3.10]",
          NULL,
          "want 1.07-1.28 +- 5 %" },
        { "below",
          BOUNDARY,
          { { TIME("21244"), .value = 900 }, { TIME("21243"), .value = 1000 } },
          HP_BROKEN,
          "0.90 [0.90, 0.90]",
          NULL,
          "against case a001" },
        { "the other way round",
          ROW(.probe_or_method = "own-buffer", .params = "size=20000;source=generator", .kind = "R",
              .tolerance = "ratio", .metric = "speedup", .unit = "ratio", .low = 1.47, .high = 1.95,
              .decimals = 2, .baseline = "chunk-generator same params"),
          { { .method = "own-buffer",
              .params = "size=20000 source=generator",
              .metric = "time_ns",
              .plugin = "dotnet",
              .value = 1000 },
            { .method = "chunk-generator",
              .params = "size=20000",
              .metric = "time_ns",
              .plugin = "dotnet",
              .value = 1600 } },
          HP_HOLDS,
          "1.60 [1.60, 1.60]",
          NULL,
          NULL },
        { "against another runtime",
          ROW(.probe_or_method = "chunk-array", .params = "size=1000", .kind = "R",
              .tolerance = "ratio", .metric = "speedup", .unit = "ratio", .low = 4.33, .high = 5.60,
              .decimals = 2, .baseline = "chunk-array on net8"),
          { { TIME("1000"), .value = 500, .runtime = 10 },
            { TIME("1000"), .value = 2500, .runtime = 8 } },
          HP_HOLDS,
          "5.00 [5.00, 5.00]",
          NULL,
          NULL },
        { "nothing to compare with",
          BOUNDARY,
          { { TIME("21244"), .value = 1200 } },
          HP_SKIPPED,
          "",
          "no case in this run to compare with",
          NULL },
        { "the sizes are not named",
          ROW(.probe_or_method = "chunk-array", .params = "size=above-boundary", .kind = "R",
              .tolerance = "ratio", .metric = "time_ratio", .low = 1, .high = 1,
              .baseline = "chunk-array size below the default boundary"),
          { { TIME("21244"), .value = 1200 } },
          HP_SKIPPED,
          "",
          "does not name the sizes",
          NULL },
        { "gen does not answer for times",
          BOUNDARY,
          { { .method = "chunk-array",
              .params = "size=21244",
              .metric = "time_ns",
              .value = 1200 } },
          HP_SKIPPED,
          "",
          "gen answers for counters; times rest on dotnet",
          NULL },
        { "a profile has no times",
          BOUNDARY,
          { { TIME("21244"), .machine = "ryzen-9-5950x" } },
          HP_SKIPPED,
          "",
          "not times",
          NULL },
        { "bytes may be divided on gen",
          ROW(.probe_or_method = "chunk-array", .params = "size=21244", .kind = "R",
              .tolerance = "0.5%", .metric = "allocated_ratio", .low = 2, .high = 2,
              .baseline = "slice-array same params"),
          { { .method = "chunk-array",
              .params = "size=21244",
              .metric = "allocated_bytes",
              .value = 200 },
            { .method = "slice-array",
              .params = "size=21244",
              .metric = "allocated_bytes",
              .value = 100 } },
          HP_HOLDS,
          "2.00 [2.00, 2.00]",
          NULL,
          NULL },
    };
    run_scenarios(rows, sizeof rows / sizeof *rows);
}

/* The interval reaches across the upper bound of 1.28 and its five percent (1.344). */
static void a_straddling_interval_cannot_tell(void **state)
{
    (void)state;
    static const struct hp_published row = BOUNDARY;
    static const struct given cases[CASES] = {
        { TIME("21244"), .value = 1200, .step = 20 },
        { TIME("21243"), .value = 1000 },
    };
    struct hp_arena *arena = hp_arena_new();
    struct hp_verdicts out = { 0 };
    judge(&row, 1, cases, arena, &out);
    const struct hp_verdict *v = &out.items[0];
    HP_CHECK(v->kind == HP_CANNOT_TELL, "%s %s", hp_verdict_name(v->kind), v->here);
    assert_true(v->has_interval && v->value == 1.34 && v->low < 1.344 && v->high > 1.344);
    assert_int_equal(v->n, SAMPLES);
    assert_true(v->more > 0);
    assert_non_null(strstr(v->reason, "more samples would decide"));
    assert_string_equal(v->expected, "1.07-1.28");
    assert_true(v->want_low == 1.07 && v->want_high == 1.28);
    assert_string_equal(v->kind_of_check, "R");
    assert_string_equal(v->seed, "story 2");
    assert_int_equal(v->case_count, 1);
    assert_string_equal(v->claim, "Title");
    assert_null(v->claim_ru);
    hp_verdicts_clear(&out);
    hp_arena_free(arena);
}

/* An absolute time of another machine is compared as a ratio to its baseline's row, and only
 * where times are .NET's own. */
static void absolute_times_become_ratios(void **state)
{
    (void)state;
    const struct hp_published rows[] = {
        ROW(.id = "base", .probe_or_method = "chunk-array", .params = "size=100;count=1000",
            .kind = "M", .tolerance = "ratio", .metric = "time_us", .unit = "us", .low = 0.50,
            .high = 0.80, .decimals = 2),
        ROW(.id = "other", .probe_or_method = "skip-take", .params = "size=100;count=1000",
            .kind = "M", .tolerance = "ratio", .metric = "time_us", .unit = "us", .low = 2.00,
            .high = 4.00, .decimals = 2, .baseline = "chunk-array same params"),
    };
    static const struct given cases[CASES] = {
        { .method = "skip-take",
          .params = "size=100 count=1000",
          .metric = "time_ns",
          .plugin = "dotnet",
          .value = 3000 },
        { .method = "chunk-array",
          .params = "size=100 count=1000",
          .metric = "time_ns",
          .plugin = "dotnet",
          .value = 600 },
    };
    struct hp_arena *arena = hp_arena_new();
    struct hp_verdicts out = { 0 };
    judge(rows, 2, cases, arena, &out);
    assert_int_equal(out.count, 2);
    assert_int_equal(out.items[0].kind, HP_SKIPPED);
    assert_non_null(strstr(out.items[0].reason, "absolute time"));
    assert_int_equal(out.items[1].kind, HP_HOLDS);
    assert_string_equal(out.items[1].expected, "x 2.50-8.00");
    assert_string_equal(out.items[1].here, "5.00 [5.00, 5.00]");
    hp_verdicts_clear(&out);
    hp_arena_free(arena);
}

/* ---- machines and heaps ---- */

static void machines_are_kept_apart(void **state)
{
    (void)state;
    struct hp_published row = ALLOCATED;
    static const struct given cases[CASES] = {
        { AT_21243, .params = FULL, .value = 4001408 },
        { AT_21243, .params = FULL, .value = 4001409, .machine = "ryzen-9-5950x" },
        { AT_21243, .params = FULL, .value = 4001408, .plugin = "dotnet" },
    };
    struct hp_arena *arena = hp_arena_new();
    struct hp_verdicts out = { 0 };
    judge(&row, 1, cases, arena, &out);
    assert_int_equal(out.count, 3); /* this gen, ryzen gen, this dotnet */
    assert_string_equal(out.items[0].machine, "this");
    assert_string_equal(out.items[0].heap, "gen");
    assert_int_equal(out.items[0].kind, HP_HOLDS);
    assert_string_equal(out.items[1].machine, "ryzen-9-5950x");
    assert_int_equal(out.items[1].kind, HP_BROKEN);
    assert_string_equal(out.items[2].heap, "dotnet");
    assert_int_equal(out.items[2].kind, HP_HOLDS);
    hp_verdicts_clear(&out);

    /* A figure of one machine is judged there and skipped elsewhere, once for all heaps. */
    row.machine = "ryzen-9-5950x";
    judge(&row, 1, cases, arena, &out);
    assert_int_equal(out.count, 2);
    assert_int_equal(out.items[0].kind, HP_SKIPPED);
    assert_string_equal(out.items[0].machine, "this");
    assert_string_equal(out.items[0].heap, "");
    assert_string_equal(out.items[0].reason, "speaks of AMD Ryzen 9 5950X");
    assert_int_equal(out.items[1].kind, HP_BROKEN);
    hp_verdicts_clear(&out);

    row.machine = "xeon-w-2255"; /* no profile in this run: the name is known all the same */
    judge(&row, 1, cases, arena, &out);
    assert_int_equal(out.counts[HP_SKIPPED], out.count);
    assert_string_equal(out.items[0].reason, "speaks of Intel Xeon W-2255");
    hp_verdicts_clear(&out);
    hp_arena_free(arena);
}

/* With dotnet beside it, gen does not excuse itself for every time. */
static void times_rest_on_dotnet_when_it_is_there(void **state)
{
    (void)state;
    static const struct hp_published row = BOUNDARY;
    static const struct given cases[CASES] = {
        { .method = "chunk-array", .params = "size=21244", .metric = "time_ns", .value = 1200 },
        { TIME("21244"), .value = 1200 },
        { TIME("21243"), .value = 1000 },
    };
    struct hp_arena *arena = hp_arena_new();
    struct hp_verdicts out = { 0 };
    judge(&row, 1, cases, arena, &out);
    assert_int_equal(out.count, 1);
    assert_string_equal(out.items[0].heap, "dotnet");
    assert_int_equal(out.items[0].kind, HP_HOLDS);
    hp_verdicts_clear(&out);
    hp_arena_free(arena);
}

/* ---- claims, and rows that are not of this run ---- */

static void claims_are_listed_when_a_metric_answers(void **state)
{
    (void)state;
    const struct hp_published rows[] = {
        ROW(.id = "answered", .probe_or_method = "chunk-array", .kind = "Q", .tolerance = "claim",
            .metric = "claim", .unit = "", .answer = "gen2_per_1000"),
        ROW(.id = "refuted", .probe_or_method = "chunk-array", .kind = "Q", .tolerance = "claim",
            .metric = "claim", .unit = "", .answer = "gen2_per_1000",
            .text = "contradicts facts: so it says"),
        ROW(.id = "advice", .probe_or_method = "chunk-array", .kind = "Q", .tolerance = "claim",
            .metric = "claim", .unit = ""),
        ROW(.id = "pool", .workload = "pool", .probe_or_method = "new", .metric = "x"),
    };
    static const struct given cases[CASES] = { { AT_21243, .params = FULL } };
    struct hp_arena *arena = hp_arena_new();
    struct hp_verdicts out = { 0 };
    judge(rows, 4, cases, arena, &out);
    assert_int_equal(out.count, 2);
    assert_string_equal(out.items[0].script, "answered");
    assert_string_equal(out.items[0].reason, "claim, judged by lua/chunk.lua");
    assert_string_equal(out.items[1].script, "refuted");
    assert_non_null(strstr(out.items[1].reason, "contradicts"));
    assert_int_equal(out.counts[HP_SKIPPED], 2);
    hp_verdicts_clear(&out);
    hp_arena_free(arena);
}

static void an_unknown_kind_is_an_error(void **state)
{
    (void)state;
    const struct hp_published row =
        complete((struct hp_published)ROW(.kind = "X", .probe_or_method = "m", .metric = "x"));
    struct hp_verdicts out = { 0 };
    struct hp_err err = { 0 };
    assert_int_not_equal(hp_published_judge(&row, 1, NULL, 0, machines, 2, &out, &err), HP_OK);
    assert_non_null(strstr(err.text, "kind \"X\""));
    hp_verdicts_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_figures),
        cmocka_unit_test(probes_and_runtimes),
        cmocka_unit_test(texts_and_types),
        cmocka_unit_test(ranges),
        cmocka_unit_test(ratios),
        cmocka_unit_test(a_straddling_interval_cannot_tell),
        cmocka_unit_test(absolute_times_become_ratios),
        cmocka_unit_test(machines_are_kept_apart),
        cmocka_unit_test(times_rest_on_dotnet_when_it_is_there),
        cmocka_unit_test(claims_are_listed_when_a_metric_answers),
        cmocka_unit_test(an_unknown_kind_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
