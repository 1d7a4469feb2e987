/* SPDX-License-Identifier: MIT
 * What would the store give? Rows for the report's tests, made by the published rules of chunk arrays.
 */
#include "fixture.h"

#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int sizes[] = { 20000, 21243, 21244, 22000, 25000, 49145, 49146 };
enum { SIZES = sizeof sizes / sizeof sizes[0], COUNT = 1000000, READINGS = 15, TIMES = 31 };

struct maker {
    struct fixture *f;
    struct hp_arena *arena;
    struct hp_rng rng;
    unsigned flags;
    size_t capacity;
    size_t log_capacity;
    struct hp_case_log *logs;
};

static const char *heap_name(const struct maker *m)
{
    return (m->flags & FIXTURE_TIMES) != 0 ? "dotnet" : "gen";
}

static double threshold_bytes(const char *threshold)
{
    return strcmp(threshold, "default") == 0 ? 85000 : strtod(threshold, NULL);
}

static double array_bytes(double elements)
{
    return ceil((24 + elements * 4) / 8) * 8;
}

static struct hp_case_row *add_case(struct maker *m, const char *machine, const char *threshold,
                                    int runtime, const char *method, bool probe)
{
    struct hp_case_row *row = &HP_PUSH(m->f->cases, m->f->rows.case_count, m->capacity);
    *row =
        (struct hp_case_row){ .case_id = (int64_t)m->f->rows.case_count, .wanted = 8, .done = 8 };
    row->c = (struct hp_case){ .workload = "chunk",
                               .probe = probe,
                               .method = method,
                               .heap = heap_name(m),
                               .plugin = heap_name(m),
                               .runtime = runtime,
                               .gc = "workstation",
                               .processors = 2,
                               .machine = machine,
                               .threshold = threshold,
                               .sweep = "sweep 1",
                               .counters = true,
                               .times = strcmp(machine, "this") == 0 };
    row->c.threshold_bytes =
        strcmp(threshold, "default") == 0 ? 0 : (uint64_t)threshold_bytes(threshold);
    row->threshold_applied = (uint64_t)threshold_bytes(threshold);
    if ((m->flags & FIXTURE_NOT_APPLIED) != 0 && strcmp(threshold, "default") != 0)
        row->threshold_applied = 85000;
    row->c.params = hp_arena_get(m->arena, 8 * sizeof *row->c.params);
    char name[64];
    (void)snprintf(name, sizeof name, "case %zu", m->f->rows.case_count);
    hp_sha_of(name, strlen(name), row->c.identity);
    row->series = hp_arena_get(m->arena, 12 * sizeof *row->series);
    static const char *const versions[] = { [8] = "8.0.34", [9] = "9.0.23", [10] = "10.0.15" };
    row->runtime_version = (m->flags & FIXTURE_TIMES) != 0 ? versions[row->c.runtime] : "";
    return row;
}

static void add_param(struct maker *m, struct hp_case_row *row, const char *name, const char *text)
{
    row->c.params[row->c.param_count++] = (struct hp_param){ name, hp_arena_copy(m->arena, text) };
}

static void add_series(struct maker *m, struct hp_case_row *row, const char *metric, double value,
                       double spread, size_t n)
{
    if ((m->flags & FIXTURE_EMPTY) != 0) {
        row->done = 0;
        return;
    }
    struct hp_series *s = &row->series[row->series_count++];
    *s = (struct hp_series){ .metric = metric, .count = n };
    s->values = hp_arena_get(m->arena, n * sizeof *s->values);
    s->rounds = hp_arena_get(m->arena, n * sizeof *s->rounds);
    s->operations = hp_arena_get(m->arena, n * sizeof *s->operations);
    for (size_t i = 0; i < n; i++) {
        s->values[i] =
            value * (1 + spread * ((double)(hp_rng_next(&m->rng) >> 11) * 0x1p-53 - 0.5));
        s->rounds[i] = (uint32_t)(i * 4 / n);
        s->operations[i] = 40;
    }
}

/* Collections over forty passes: gen0 every 16 MiB below the boundary, gen2 every 3.6 MiB above. */
static void add_log(struct maker *m, const struct hp_case_row *row, bool above)
{
    const size_t n = above ? 44 : 9;
    struct hp_collection *items = hp_arena_get(m->arena, (n + 2) * sizeof *items);
    for (size_t i = 0; i < n + 2; i++) {
        const bool forced = i < 2;
        const double grown = above ? 3.6e6 : 17.2e6;
        items[i] = (struct hp_collection){ .number = i + 1,
                                           .generation = forced || above ? 2 : 0,
                                           .reason = forced  ? HP_GC_FORCED
                                                     : above ? HP_GC_LARGE
                                                             : HP_GC_SMALL,
                                           .allocated_bytes =
                                               forced ? 0 : (uint64_t)(grown * (double)(i - 1)) };
        items[i].before_bytes[above ? 3 : 0] = forced ? 0 : (int64_t)grown;
        items[i].before_bytes[2] = 4100000;
        items[i].after_bytes[2] = 4100000;
    }
    HP_PUSH(m->logs, m->f->rows.log_count, m->log_capacity) =
        (struct hp_case_log){ row->case_id, items, n + 2 };
}

static void add_sweep_case(struct maker *m, const char *machine, const char *threshold, int runtime,
                           const char *method, bool held, int size)
{
    struct hp_case_row *row = add_case(m, machine, threshold, runtime, method, false);
    const bool array = strcmp(method, "chunk-array") == 0;
    const bool above = array && 24 + 4.0 * size >= threshold_bytes(threshold);
    const double chunks = floor((double)COUNT / size), rest = COUNT - chunks * size;
    char text[16];
    (void)snprintf(text, sizeof text, "%d", size);
    add_param(m, row, "count", "1000000");
    add_param(m, row, "size", text);
    add_param(m, row, "element", "int32");
    if (array)
        add_param(m, row, "held", held ? "true" : "false");
    add_series(m, row, "gen2_per_1000", above ? (held ? 550 : 1100) : 0, 0, READINGS);
    add_series(m, row, "gc_per_pass", above ? 44 : array ? 9 : 0, 0, READINGS);
    add_series(m, row, "allocated_bytes",
               array ? chunks * array_bytes(size) + (rest > 0 ? array_bytes(rest) : 0) + 64
               : strcmp(method, "own-buffer") == 0 ? array_bytes(size) + 40
                                                   : 0,
               0, READINGS);
    add_series(m, row, "loh_live_bytes", above && held ? chunks * array_bytes(size) : 0, 0,
               READINGS);
    if (row->c.times)
        add_series(m, row, "time_ns",
                   (array ? 880e3 : 310e3) * (above ? 2.31 : 1) * (held ? 1.1 : 1), 0.04, TIMES);
    if (array && !held && (m->flags & FIXTURE_EMPTY) == 0)
        add_log(m, row, above);
}

static void add_threshold_probe(struct maker *m, const char *machine, const char *threshold,
                                int runtime, const char *element, double bytes)
{
    struct hp_case_row *row = add_case(m, machine, threshold, runtime, "threshold", true);
    const double first = ceil((threshold_bytes(threshold) - 24) / bytes);
    add_param(m, row, "element", element);
    add_series(m, row, "first_length", first, 0, 5);
    add_series(m, row, "first_bytes", 24 + first * bytes, 0, 5);
    add_series(m, row, "header_bytes", 24, 0, 5);
}

static void add_block(struct hp_case_row *row, const char *chunk, uint64_t elements, uint64_t bytes,
                      bool kept, const char *what)
{
    row->blocks[row->block_count] = (struct hp_block){ .group = chunk,
                                                       .index = (uint32_t)row->block_count,
                                                       .elements = elements,
                                                       .bytes = bytes,
                                                       .kept = kept,
                                                       .what = what };
    row->block_count++;
}

/* Arrays behind a chunk of 20,000: the first one from a list or generator grows as Array.Resize doubles it. The
 * probe of no elements sees the iterator alone. */
static void add_blocks_probe(struct maker *m, const char *machine, const char *threshold,
                             int runtime, const char *source, const char *chunk, uint64_t elements)
{
    struct hp_case_row *row = add_case(m, machine, threshold, runtime, "blocks", true);
    const bool first = strcmp(chunk, "first") == 0, grows = strcmp(source, "array") != 0 && first;
    add_param(m, row, "size", "20000");
    add_param(m, row, "source", source);
    add_param(m, row, "chunk", chunk);
    if ((m->flags & FIXTURE_EMPTY) != 0)
        return;
    row->blocks = hp_arena_get(m->arena, 20 * sizeof *row->blocks);
    if (first) {
        add_block(row, chunk, 0, 72, true, "iterator");
        add_block(row, chunk, 0, 40, true, "enumerator");
    }
    for (uint64_t n = grows ? 4 : elements; elements > 0; n = n * 2 > elements ? elements : n * 2) {
        add_block(row, chunk, n, 24 + 4 * n, n == elements, "array");
        if (n == elements)
            break;
    }
}

/* What the threshold probe saw of an int array of that size. */
static void add_birth(struct maker *m, const char *machine, const char *threshold, int size)
{
    struct hp_case_row *row = add_case(m, machine, threshold, 10, "threshold", true);
    add_param(m, row, "element", "int32");
    add_param(m, row, "size", hp_arena_print(m->arena, "%d", size));
    add_series(m, row, "start_generation", 24 + 4.0 * size >= threshold_bytes(threshold) ? 2 : 0, 0,
               1);
}

static void add_setting(struct maker *m, const char *machine, const char *threshold)
{
    for (size_t i = 0; i < SIZES; i++) {
        for (int runtime = 9; runtime <= 10; runtime++)
            for (int held = 0; held < 2; held++)
                add_sweep_case(m, machine, threshold, runtime, "chunk-array", held != 0, sizes[i]);
        add_sweep_case(m, machine, threshold, 10, "slice-array", false, sizes[i]);
        add_sweep_case(m, machine, threshold, 10, "own-buffer", false, sizes[i]);
    }
    for (int runtime = 9; runtime <= 10; runtime++) {
        add_threshold_probe(m, machine, threshold, runtime, "int32", 4);
        add_threshold_probe(m, machine, threshold, runtime, "byte", 1);
        add_threshold_probe(m, machine, threshold, runtime, "reference", 8);
        add_blocks_probe(m, machine, threshold, runtime, "generator", "first", 20000);
        add_blocks_probe(m, machine, threshold, runtime, "generator", "second", 20000);
        add_blocks_probe(m, machine, threshold, runtime, "array", "first", 20000);
        add_blocks_probe(m, machine, threshold, runtime, "array", "first", 0);
    }
    add_birth(m, machine, threshold, threshold_bytes(threshold) > 85000 ? 49145 : 21243);
    add_birth(m, machine, threshold, threshold_bytes(threshold) > 85000 ? 49146 : 21244);
}

/* ---- verdicts ---- */

static struct hp_verdict *add_verdict(struct maker *m, struct hp_verdicts *list,
                                      enum hp_verdict_kind kind, const char *claim,
                                      const char *claim_ru, const char *expected, const char *here,
                                      size_t n)
{
    struct hp_verdict *v = &HP_PUSH(list->items, list->count, list->capacity);
    *v = (struct hp_verdict){ .kind = kind,
                              .decides = true,
                              .claim = claim,
                              .claim_ru = claim_ru,
                              .machine = "this",
                              .threshold = "default",
                              .heap = heap_name(m),
                              .metric = "gen2_per_1000",
                              .unit = "collections",
                              .expected = expected,
                              .here = here,
                              .value = NAN,
                              .low = NAN,
                              .high = NAN,
                              .want_low = NAN,
                              .want_high = NAN,
                              .n = n,
                              .kind_of_check = "equal",
                              .message = "" };
    list->counts[kind]++;
    return v;
}

static void say_where(struct hp_verdict *v, int line, const char *source)
{
    v->script = "lua/chunk.lua";
    v->line = line;
    v->source = source;
    v->seed = "000, story 2";
}

/* Skipped on the profile, or everywhere: two for one reason, one for another. */
static void add_claims_apart(struct maker *m)
{
    static const struct {
        const char *machine, *reason;
        int line;
    } rows[] = {
        { "ryzen-9-5950x", "a machine profile gives counters, not times", 130 },
        { "ryzen-9-5950x", "a machine profile gives counters, not times", 137 },
        { "", "no case of this run has a heap \"dotnet\" - the heaps in this run are gen", 144 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_verdict *v =
            add_verdict(m, &m->f->claims, HP_SKIPPED, "past the boundary a pass is slower", NULL,
                        "above x 1", "-", 0);
        say_where(v, rows[i].line, "ratio = { \"time_ns\", above = 1 }");
        v->machine = rows[i].machine;
        v->reason = rows[i].reason;
    }
}

static void add_claims(struct maker *m)
{
    struct hp_verdicts *c = &m->f->claims;
    struct hp_verdict *v;
    v = add_verdict(m, c, HP_HOLDS, "one element more and every pass costs full collections",
                    "на элемент больше — и каждый проход стоит полных сборок", "21,243 | 21,244",
                    "21,243 | 21,244", 15);
    say_where(v, 3,
              "boundary = { \"gen2_per_1000\", over = \"size\", below = 21243, above = 21244 }");
    v->kind_of_check = "boundary";
    v = add_verdict(m, c, HP_HOLDS, "moving the threshold to 196,608 moves the boundary to 49,146",
                    "порог 196 608 сдвигает границу к 49 146", "49,145 | 49,146", "49,145 | 49,146",
                    15);
    say_where(v, 8,
              "boundary = { \"gen2_per_1000\", over = \"size\", below = 49145, above = 49146 }");
    v->threshold = "196608";
    v = add_verdict(m, c, HP_HOLDS, "no array is born in the large object heap below the boundary",
                    "ниже границы ни один массив не рождается в куче больших объектов", "0", "0",
                    15);
    say_where(v, 14, "each = function(case) hp.equal(case.gen2_per_1000, 0) end");
    v->threshold = "";
    v = add_verdict(m, c, HP_HOLDS, "arrays grow from 4 by twelve doublings",
                    "массивы растут от 4 двенадцатью удвоениями",
                    "first_array_length 4; doublings 12", "first_array_length 4; doublings 12", 2);
    say_where(v, 20, "equal = { first_array_length = 4, doublings = 12 }");
    v->metric = v->unit = "";
    if ((m->flags & FIXTURE_TROUBLE) != 0) {
        v = add_verdict(m, c, HP_BROKEN, "held: 25,000 takes 1.52 to 2.74 times as long as 20,000",
                        "хранятся: 25 000 дольше 20 000 в 1,52–2,74 раза", "1.52-2.74", "3.10", 31);
        say_where(
            v, 41,
            "hp.ratio(case.time, case:at { size = 20000 }.time, { between = { 1.52, 2.74 } })");
        v->has_interval = true;
        v->value = 3.10, v->low = 3.02, v->high = 3.19;
        v->metric = "time_ns", v->unit = "ratio";
        v->message = "case 7f3a chunk-array size=25000: time_ns is x 3.10 [3.02, 3.19] (n = 31 and "
                     "31), want x 1.52-2.74";
        v = add_verdict(m, c, HP_CANNOT_TELL, "the held pair is level again under 196,608", NULL,
                        "0.98-1.01", "1.09", 31);
        say_where(v, 77, "hp.ratio(..., { between = { 0.98, 1.01 } })");
        v->has_interval = true;
        v->value = 1.09, v->low = 0.97, v->high = 1.22, v->more = 4;
        v = add_verdict(m, c, HP_KNOWN, "the approximate total is 4,009,160 bytes", NULL,
                        "4,009,160", "4,017,384", 5);
        say_where(v, 58, "hp.equal(case.allocated_approx_bytes, 4009160)");
        v->reason = "other threads of the runtime take one context of 8,224 bytes more";
        v = add_verdict(m, c, HP_SKIPPED, "the pool holds 959 arrays of 1,024 on 32 processors",
                        NULL, "959", "", 0);
        say_where(v, 120, "hp.equal(case.held, 959)");
        v->reason = "dotnet 8 is not installed";
    }
    if ((m->flags & FIXTURE_PROFILE) != 0)
        add_claims_apart(m);
    for (int i = 0; (m->flags & FIXTURE_MANY_CLAIMS) != 0 && i < 60; i++) {
        v = add_verdict(m, c, HP_HOLDS,
                        hp_arena_print(m->arena,
                                       "allocated bytes of size %d follow the rule of 24 + 4 n",
                                       20000 + i),
                        NULL, "4,001,264", "4,001,264", 15);
        say_where(v, 200 + i, "hp.equal(case.allocated_bytes, 24 + 4 * case.size)");
        v->threshold = "";
    }
}

/* What the rows below do not name is at these values. */
static const struct hp_default chunk_defaults[] = {
    { "chunk", "count", "1000000" },    { "chunk", "size", "20000" },
    { "chunk", "element", "int32" },    { "chunk", "held", "false" },
    { "chunk", "consume", "sum" },      { "chunk", "take", "0" },
    { "chunk", "source", "generator" }, { "chunk", "chunk", "first" },
    { "chunk", "of", "chunk-array" },
};

/* Published rows that speak of the pair, as published.csv has them. */
static struct hp_published *published_row(struct maker *m, const char *way, const char *params,
                                          const char *machine)
{
    struct hp_published *row = HP_ARENA_NEW(m->arena, struct hp_published);
    *row = (struct hp_published){ .tolerance = "exact",
                                  .workload = "chunk",
                                  .probe_or_method = way,
                                  .params = params,
                                  .machine = machine,
                                  .runtime = "net10",
                                  .gc = "not-stated",
                                  .baseline = "" };
    return row;
}

/* Figures of the moved threshold: counted by a probe, and times of two machines whose pair is not named. */
static void add_moved_figures(struct maker *m)
{
    static const struct {
        const char *claim, *metric, *unit, *want, *way, *params, *machine;
        double low, high;
    } rows[] = {
        { "gen2 at 21,244, moved", "gen2_per_1000", "collections per 1000 calls", "0",
          "probe collect", "method=chunk-array;size=21244;held=false", "all", 0, 0 },
        { "moved threshold, above against below", "time_ratio", "ratio", "0.98-1.01", "chunk-array",
          "size=above-boundary;held=not-stated", "ryzen-9-5950x", 0.98, 1.01 },
        { "moved threshold, above against below", "time_ratio", "ratio", "0.98-1.01", "chunk-array",
          "size=above-boundary;held=not-stated", "xeon-w-2255", 0.98, 1.01 },
        { "moved threshold leaves 1.18", "time_ratio", "ratio", "1.18", "chunk-array",
          "size=above-boundary;held=not-stated", "2x-xeon-silver-4314", 1.18, 1.18 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_verdict *v =
            add_verdict(m, &m->f->published, HP_SKIPPED, rows[i].claim, NULL, rows[i].want, "", 0);
        v->decides = false;
        v->script = hp_arena_print(m->arena, "chunk-moved-%zu", i + 1);
        v->seed = "story 3";
        v->threshold = "196608";
        v->metric = rows[i].metric;
        v->unit = rows[i].unit;
        v->want_low = rows[i].low, v->want_high = rows[i].high;
        v->kind_of_check = "R";
        v->figure = published_row(m, rows[i].way, rows[i].params, rows[i].machine);
        v->reason = "the source does not name the sizes that it compares";
    }
}

static void add_figures(struct maker *m)
{
    static const struct {
        const char *claim, *claim_ru, *place, *unit, *want, *here, *kind;
        double low, high, value;
        const char *params; /* of the pair's way; NULL: of something else */
    } rows[] = {
        { "first int array in the LOH", "первый массив int в LOH", "story 2", "elements", "21,244",
          "21,244", "D", 21244, 21244, 21244, NULL },
        { "first reference array in the LOH", "первый массив ссылок в LOH", "story 2", "elements",
          "10,622", "10,622", "D", 10622, 10622, 10622, NULL },
        { "array header, measured", "заголовок массива, измеренный", "story 1", "bytes", "24", "24",
          "D", 24, 24, 24, NULL },
        { "gen2 at 21,243, per 1,000 calls", "gen2 при 21 243 на 1 000 вызовов", "story 2",
          "collections per 1000 calls", "0", "0", "D", 0, 0, 0, "size=21243;held=false" },
        { "first chunk of 20,000, all 14 arrays", "первый чанк 20 000, все 14 массивов", "story 4",
          "bytes", "211,504", "211,504", "D", 211504, 211504, 211504, NULL },
        { "gen2 at 21,244, per 1,000 calls", "gen2 при 21 244 на 1 000 вызовов",
          "story 2; conclusions", "collections per 1000 calls", "1103.52-1110.35", "1,100", "M",
          1103.52, 1110.35, 1100, "size=21244;held=false" },
    };
    struct hp_verdicts *p = &m->f->published;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const bool exact = rows[i].kind[0] == 'D';
        struct hp_verdict *v = add_verdict(m, p, exact ? HP_HOLDS : HP_BROKEN, rows[i].claim,
                                           rows[i].claim_ru, rows[i].want, rows[i].here, 15);
        v->decides = exact;
        v->script = hp_arena_print(m->arena, "chunk-figure-%zu", i + 1);
        v->seed = rows[i].place;
        v->unit = rows[i].unit;
        v->kind_of_check = rows[i].kind;
        v->want_low = rows[i].low, v->want_high = rows[i].high, v->value = rows[i].value;
        if (rows[i].params != NULL)
            v->figure = published_row(m, "chunk-array", rows[i].params, "all");
    }
    struct hp_published *ratio = published_row(m, "chunk-array", "size=21244", "all");
    ratio->tolerance = "ratio";
    ratio->baseline = "chunk-array size=21243 held=false";
    struct hp_verdict *r = add_verdict(
        m, p, (m->flags & FIXTURE_TIMES) != 0 ? HP_CANNOT_TELL : HP_SKIPPED,
        "21,244 against 21,243, time", "21 244 против 21 243, время", "1.07-1.28", "", 31);
    *r = (struct hp_verdict){ .kind = r->kind,
                              .claim = r->claim,
                              .claim_ru = r->claim_ru,
                              .script = "chunk-boundary-time-ratio",
                              .seed = "story 2",
                              .machine = "this",
                              .threshold = "default",
                              .heap = heap_name(m),
                              .metric = "time_ratio",
                              .unit = "ratio",
                              .expected = "1.07-1.28",
                              .here = "",
                              .kind_of_check = "R",
                              .want_low = 1.07,
                              .want_high = 1.28,
                              .value = NAN,
                              .low = NAN,
                              .high = NAN,
                              .message = "",
                              .figure = ratio,
                              .reason = "gen answers for counters, not for time" };
    if (r->kind == HP_CANNOT_TELL) {
        r->here = "2.31";
        r->has_interval = true;
        r->value = 2.31, r->low = 2.26, r->high = 2.37, r->n = 31, r->more = 40;
        r->reason = NULL;
    }
    r = add_verdict(m, p, HP_SKIPPED, "array, .NET 8, million int, chunk 1,000", NULL, "2483.90",
                    "", 0);
    r->script = "chunk-ryzen-time-array-net8";
    r->seed = "story 5";
    r->unit = "us";
    r->kind_of_check = "M";
    r->decides = false;
    r->reason = "speaks of AMD Ryzen 9 5950X, which is not in this run";
    if ((m->flags & FIXTURE_ONE_SETTING) == 0)
        add_moved_figures(m);
}

/* Claims of the source without a figure: one that two assertions state, one that none of the sheet does. */
static void add_words(struct maker *m)
{
    static const struct {
        const char *claim, *claim_ru, *answered_by, *reason;
        enum hp_lack lack;
    } rows[] = {
        { "One element more, and gen2 collections appear",
          "Один лишний элемент — и появляются сборки второго поколения",
          "one element more and every pass costs full collections | "
          "no array is born in the large object heap below the boundary",
          "claim, judged by two", HP_LACKS_NOTHING },
        { "The setting moves the boundary only upward", "Настройка сдвигает границу только вверх",
          NULL, "a claim in words that no assertion states", HP_LACKS_ASSERTION },
        { "The threshold moves the boundary", "Порог сдвигает границу",
          "moving the threshold to 196,608 moves the boundary to 49,146", "claim, judged by one",
          HP_LACKS_NOTHING },
        { "Small chunks show no such effect", "На малых чанках этого нет", NULL,
          "no case in this run", HP_LACKS_CASE },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_verdict *v = add_verdict(m, &m->f->published, HP_SKIPPED, rows[i].claim,
                                           rows[i].claim_ru, "", "", 0);
        v->script = hp_arena_print(m->arena, "chunk-words-%zu", i + 1);
        v->seed = "story 2; conclusions";
        v->kind_of_check = "Q";
        v->unit = "";
        v->decides = false;
        v->answered_by = rows[i].answered_by;
        v->reason = rows[i].reason;
        v->lack = rows[i].lack;
        struct hp_published *row = published_row(m, i == 1 ? "probe threshold" : "chunk-array",
                                                 "size=1000;held=false", "all");
        row->answer = "loh_threshold_bytes gen2_count";
        v->figure = row;
    }
}

/* ---- the rest of a run ---- */

/* The longest titles that are taken: 120 characters; machines with every heap. */
static void name_at_length(struct maker *m)
{
    static const char title[] = "Where a batch of one element more begins to cost its user a full "
                                "collection of the heap, and what it costs us in the end";
    static const char title_ru[] = "Где лишний элемент в пакете начинает стоить полной сборки всей "
                                   "кучи, чего она стоит в итоге и как этого избегнуть в коде";
    static const struct hp_machine_row machines[] = {
        { "this",
          "2 x Intel Xeon Platinum 8592+ with sub-NUMA clustering, sixteen memory modules, L3 "
          "320 MiB, rented by the hour, rack 123",
          false, 128, 335544320, 25276510208 },
    };
    m->f->rows.run.title = title;
    m->f->rows.run.title_ru = title_ru;
    m->f->rows.run.host_title = machines[0].title;
    m->f->rows.machines = machines;
}

static void describe_run(struct maker *m)
{
    struct hp_model_rows *r = &m->f->rows;
    r->run =
        (struct hp_run_row){ .run_id = 1,
                             .label = "2026-11-30T14-02-05",
                             .name = "chunk",
                             .title = "Chunk across the large object boundary",
                             .title_ru = "Chunk и куча больших объектов",
                             .question = "Does one element more in a batch cost a full collection?",
                             .question_ru = "Стоит ли лишний элемент в пачке полной сборки мусора?",
                             .language = (m->flags & FIXTURE_RUSSIAN) != 0 ? "ru" : "en",
                             .command = "heapproof run configs/chunk.cfg --seed 4711",
                             .config_path = "configs/chunk.cfg",
                             .tool_version = "0.1.0",
                             .commit_id = "3f9a2c1",
                             .started_utc = "2026-11-30T14:02:05Z",
                             .finished_utc = "2026-11-30T14:05:17Z",
                             .state =
                                 (m->flags & FIXTURE_TROUBLE) != 0 ? "interrupted" : "complete",
                             .host_title = "2 x AMD EPYC, L3 32 MiB",
                             .seed = 4711,
                             .host_id = 1 };
    static const struct hp_machine_row machines[] = {
        { "this", "2 x AMD EPYC, L3 32 MiB", false, 2, 33554432, 25276510208 },
        { "ryzen-9-5950x", "AMD Ryzen 9 5950X", true, 32, 33554432, 68719476736 },
    };
    static const struct hp_fact facts[] = {
        { "processor", "AMD EPYC" },
        { "sockets", "1" },
        { "cores", "2" },
        { "threads", "2" },
        { "processors", "2" },
        { "smt", "off" },
        { "l2_bytes", "524288" },
        { "l3_bytes", "33554432" },
        { "memory_bytes", "25276510208" },
        { "system", "Debian GNU/Linux 12 (bookworm)" },
        { "kernel", "6.1.0-18-amd64" },
        { "architecture", "x86_64" },
        { "glibc", "2.36" },
        { "virtualisation", "KVM" },
        { "governor", NULL },
        { "turbo", NULL },
        { "thp", "madvise" },
        { "load_average", "0.42" },
        { "environment", "" },
    };
    static const struct hp_binary code[] = {
        { "host", "heapproof", "0.1.0",
          "1f0c7a5f3e9d4b6a8c2e1d0f9b8a7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b" },
        { "workload", "chunk", "1.0",
          "2a0c7a5f3e9d4b6a8c2e1d0f9b8a7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b" },
        { "heap", "gen", "1.0",
          "3b0c7a5f3e9d4b6a8c2e1d0f9b8a7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b" },
    };
    static const char config[] =
        "# where does Enumerable.Chunk start to cost a full collection?\n"
        "run   = { name = \"chunk\"; title = \"Chunk across the large object boundary\"; };\n"
        "on    = { heap = [ \"gen\" ]; threshold = [ \"default\", \"196608\" ]; };\n";
    static const char script[] =
        "-- the claims of the study\n"
        "hp.check \"one element more and every pass costs full collections\" {\n"
        "  boundary = { \"gen2_per_1000\", over = \"size\", below = 21243, above = 21244 },\n}\n";
    static const struct hp_content_row contents[] = {
        { { "config", "configs/chunk.cfg", config, sizeof config - 1 },
          "aa11bb22cc33dd44ee55ff66007788990011223344556677889900aabbccddee" },
        { { "script", "lua/chunk.lua", script, sizeof script - 1 },
          "bb11bb22cc33dd44ee55ff66007788990011223344556677889900aabbccddee" },
    };
    r->machines = machines;
    if ((m->flags & FIXTURE_LONG_TITLES) != 0)
        name_at_length(m);
    r->machine_count = (m->flags & FIXTURE_PROFILE) != 0 ? 2 : 1;
    r->facts = facts;
    r->fact_count = sizeof facts / sizeof facts[0];
    r->code = code;
    r->code_count = sizeof code / sizeof code[0];
    r->contents = contents;
    r->content_count = sizeof contents / sizeof contents[0];
    r->schema_version = 2;
}

static void spoil(struct maker *m)
{
    static struct hp_failure late[] = { { "time", "timeout", "after 60 s", 1 } };
    struct hp_case_row *row = fixture_case(m->f, "own-buffer", "default", 25000, false);
    row->failures = late;
    row->failure_count = 1;
    row->series_count = 0;
    row = fixture_case(m->f, "slice-array", "default", 22000, false);
    row->done = 3;
    fixture_case(m->f, "slice-array", "default", 49145, false)->c.skip = "excluded for this heap";
}

struct fixture *fixture_new(unsigned flags)
{
    struct fixture *f = hp_mem_new(sizeof *f);
    f->arena = hp_arena_new();
    struct maker m = { .f = f, .arena = f->arena, .flags = flags };
    hp_rng_seed(&m.rng, 1);
    const int machines = (flags & FIXTURE_PROFILE) != 0 ? 2 : 1;
    for (int i = 0; i < machines; i++) {
        const char *machine = i == 0 ? "this" : "ryzen-9-5950x";
        add_setting(&m, machine, "default");
        if ((flags & FIXTURE_ONE_SETTING) == 0)
            add_setting(&m, machine, "196608");
    }
    if ((flags & FIXTURE_EMPTY) == 0) {
        add_claims(&m);
        add_figures(&m);
        add_words(&m);
    }
    describe_run(&m);
    if ((flags & FIXTURE_TROUBLE) != 0)
        spoil(&m);
    f->rows.cases = f->cases;
    f->rows.logs = m.logs;
    f->rows.claims = &f->claims;
    f->rows.published = &f->published;
    f->rows.defaults =
        (struct hp_defaults){ chunk_defaults, sizeof chunk_defaults / sizeof *chunk_defaults };
    return f;
}

void fixture_free(struct fixture *f)
{
    hp_mem_free((void *)f->rows.logs);
    hp_mem_free(f->cases);
    hp_mem_free(f->claims.items);
    hp_mem_free(f->published.items);
    hp_arena_free(f->arena);
    hp_mem_free(f);
}

struct hp_case_row *fixture_case(struct fixture *f, const char *method, const char *threshold,
                                 int size, bool held)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%d", size);
    for (size_t i = 0; i < f->rows.case_count; i++) {
        struct hp_case *c = &f->cases[i].c;
        if (strcmp(c->method, method) != 0 || strcmp(c->threshold, threshold) != 0 ||
            c->runtime != 10 || c->param_count < 3 || strcmp(c->params[1].text, text) != 0)
            continue;
        if (c->param_count < 4 || (strcmp(c->params[3].text, "true") == 0) == held)
            return &f->cases[i];
    }
    abort();
}
