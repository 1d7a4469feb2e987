/* SPDX-License-Identifier: MIT
 * Answers: does each range, ratio and time, and each claim that only a metric answers, come to the right
 * verdict on the right heap and machine?
 */
#include "published_rig.h"
#include "verdict/resolution.h"

#include <math.h>

/* ---- ranges of counters ---- */

#define GEN2                                                                                       \
    ROW(.probe_or_method = "chunk-array", .params = "size=21244;held=false", .kind = "M",          \
        .tolerance = "range", .metric = "gen2_per_1000", .unit = "collections per 1000 calls",     \
        .low = 1103.52, .high = 1110.35, .decimals = 2)
#define COUNT .method = "chunk-array", .params = "size=21244", .metric = "gen2_per_1000"

static const struct scenario ranges_rows[] = {
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

static void ranges(void **state)
{
    (void)state;
    published_run(ranges_rows, sizeof ranges_rows / sizeof *ranges_rows);
}

/* ---- ratios ---- */

#define BOUNDARY                                                                                   \
    ROW(.probe_or_method = "chunk-array", .params = "size=21244;element=int32;held=false",         \
        .kind = "R", .tolerance = "ratio", .metric = "time_ratio", .unit = "ratio", .low = 1.07,   \
        .high = 1.28, .decimals = 2, .baseline = "chunk-array size=21243 held=false")
#define TIME(size)                                                                                 \
    .method = "chunk-array", .params = "size=" size, .metric = "time_ns", .plugin = "dotnet"

static const struct scenario ratios_rows[] = {
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
      { { .method = "chunk-array", .params = "size=21244", .metric = "time_ns", .value = 1200 } },
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

static void ratios(void **state)
{
    (void)state;
    published_run(ratios_rows, sizeof ratios_rows / sizeof *ratios_rows);
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
    published_judge(&row, 1, cases, arena, &out);
    const struct hp_verdict *v = &out.items[0];
    HP_CHECK(v->kind == HP_CANNOT_TELL, "%s %s", hp_verdict_name(v->kind), v->here);
    assert_true(v->has_interval && v->value == 1.34 && v->low < 1.344 && v->high > 1.344);
    assert_int_equal(v->n, SAMPLES);
    /* Of one launch each, and so near to the bound: the same words as of a claim, and no number without sense. */
    const struct hp_interval r = { v->value, v->low, v->high };
    const struct hp_straddle at =
        hp_straddle(r, (struct hp_basis){ .launches = 1, .sides = 2 }, 1.07 * 0.95, 1.28 * 1.05);
    assert_int_equal(v->more, at.more);
    assert_string_equal(v->reason, at.reason);
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
    published_judge(rows, 2, cases, arena, &out);
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
    published_judge(&row, 1, cases, arena, &out);
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
    published_judge(&row, 1, cases, arena, &out);
    assert_int_equal(out.count, 2);
    assert_int_equal(out.items[0].kind, HP_SKIPPED);
    assert_string_equal(out.items[0].machine, "this");
    assert_string_equal(out.items[0].heap, "");
    assert_string_equal(out.items[0].reason, "speaks of AMD Ryzen 9 5950X");
    assert_int_equal(out.items[1].kind, HP_BROKEN);
    hp_verdicts_clear(&out);

    row.machine = "xeon-w-2255"; /* no profile in this run: the name is known all the same */
    published_judge(&row, 1, cases, arena, &out);
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
    published_judge(&row, 1, cases, arena, &out);
    assert_int_equal(out.count, 1);
    assert_string_equal(out.items[0].heap, "dotnet");
    assert_int_equal(out.items[0].kind, HP_HOLDS);
    hp_verdicts_clear(&out);
    hp_arena_free(arena);
}

/* ---- claims, and rows that are not of this run ---- */

/* A check speaks for a claim only on machines where the cases that the claim is about have run. */
static void claims_ask_for_their_cases(void **state)
{
    (void)state;
    static const struct {
        const char *answer, *reason; /* reason NULL: the check speaks */
    } rows[] = {
        { "m: same", NULL },
        { "m: same @ runtime=9,10", NULL },
        { "m: same @ runtime=8,9,10", "no case on this machine for runtime 8" },
        { "m: same @ size<=21243", NULL },
        { "m: same @ size<=1000", "no case on this machine for size up to 1000" },
        { "m: test tests/x.txt", "no case of a run shows it, a test does: tests/x.txt" },
    };
    static const struct given cases[CASES] = {
        { AT_21243, .params = FULL, .runtime = 9 },
        { AT_21243, .params = FULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hp_published row =
            ROW(.id = "claim", .probe_or_method = "chunk-array", .kind = "Q", .tolerance = "claim",
                .metric = "claim", .unit = "", .answer = rows[i].answer);
        struct hp_arena *arena = hp_arena_new();
        struct hp_verdicts out = { 0 };
        published_judge(&row, 1, cases, arena, &out);
        HP_CHECK(out.count == 1, "%s: %zu verdicts", rows[i].answer, out.count);
        const struct hp_verdict *v = &out.items[0];
        const char *reason = rows[i].reason != NULL ? rows[i].reason : "claim, judged by \"same\"";
        HP_CHECK(strcmp(v->reason, reason) == 0, "%s: %s", rows[i].answer, v->reason);
        HP_CHECK((v->answered_by == NULL) == (rows[i].reason != NULL), "%s", rows[i].answer);
        assert_int_equal(v->kind, HP_SKIPPED);
        hp_verdicts_clear(&out);
        hp_arena_free(arena);
    }
}

static void claims_are_listed_when_a_metric_answers(void **state)
{
    (void)state;
    const struct hp_published rows[] = {
        ROW(.id = "answered", .probe_or_method = "chunk-array", .kind = "Q", .tolerance = "claim",
            .metric = "claim", .unit = "", .answer = "gen2_per_1000 gen2_count: more: 2 | as many"),
        ROW(.id = "unstated", .probe_or_method = "chunk-array", .kind = "Q", .tolerance = "claim",
            .metric = "claim", .unit = "", .answer = "pause_total_ns"),
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
    published_judge(rows, 5, cases, arena, &out);
    assert_int_equal(out.count, 3);
    assert_string_equal(out.items[0].script, "answered");
    assert_string_equal(out.items[0].answered_by, "more: 2 | as many");
    assert_string_equal(out.items[0].reason, "claim, judged by \"more: 2 | as many\"");
    assert_string_equal(out.items[1].script, "unstated");
    assert_null(out.items[1].answered_by);
    assert_string_equal(out.items[1].reason, "a claim in words that no assertion states");
    assert_int_equal(out.items[1].lack, HP_LACKS_ASSERTION);
    assert_string_equal(out.items[2].script, "refuted");
    assert_non_null(strstr(out.items[2].reason, "contradicts"));
    assert_int_equal(out.counts[HP_SKIPPED], 3);
    hp_verdicts_clear(&out);
    hp_arena_free(arena);
}

/* Rows of another workload, whose parameters have other names and other natural values. */
#define BUILDER(what, given, name, figure, ...)                                                    \
    ROW(.workload = "builder", .probe_or_method = (what), .params = (given), .metric = (name),     \
        .low = (figure), .high = (figure), __VA_ARGS__)
#define ALL .runtime = "all"
#define TEXT_CASE(what, given, name, figure)                                                       \
    .workload = "builder", .method = (what), .params = (given), .metric = (name), .value = (figure)

static const struct scenario names_of_parameters_belong_to_a_workload_rows[] = {
    { "length is chars, an element is only said",
      BUILDER("pooled-value-builder", "length=200000;element=char", "bucket_length", 262144, ALL),
      { { TEXT_CASE("pooled-value-builder", "chars=200000 part=1000", "bucket_length", 262144) } },
      HP_HOLDS,
      "262,144",
      NULL,
      NULL },
    { "method is of in a probe",
      BUILDER("probe chunks", "method=append-parts-1000;chars=200000", "chunk_count", 29, ALL),
      { { TEXT_CASE("chunks", "chars=200000 of=append-parts-1000", "chunk_count", 29),
          .probe = true } },
      HP_HOLDS,
      "29",
      NULL,
      NULL },
    { "and by in another",
      BUILDER("probe threshold", "method=append-one", "first_length", 42504, ALL),
      { { TEXT_CASE("threshold", "by=append-one", "first_length", 42504), .probe = true },
        { TEXT_CASE("threshold", "by=array", "first_length", 42488), .probe = true } },
      HP_HOLDS,
      "42,504",
      NULL,
      NULL },
    { "what nothing names is at its default",
      BUILDER("append-one", "docs=1;chars=200000", "loh_bytes_per_document", 399992, ALL),
      { { TEXT_CASE("append-one", "chars=200000 tostring=true", "loh_bytes_per_document",
                    399992) } },
      HP_HOLDS,
      "399,992",
      NULL,
      NULL },
    { "a default that the run does not tell is not known",
      BUILDER("append-one", "builders=64", "loh_bytes_per_document", 399992, ALL),
      { { TEXT_CASE("append-one", "chars=200000", "loh_bytes_per_document", 399992) } },
      HP_SKIPPED,
      "",
      "no case in this run",
      NULL },
    { "a runtime older than any here asks all of them",
      BUILDER("sign-stack", "", "allocated_bytes", 0, .runtime = "net7"),
      { { TEXT_CASE("sign-stack", "", "allocated_bytes", 0), .runtime = 8 } },
      HP_HOLDS,
      "0",
      NULL,
      NULL },
    { "a baseline has what its own method has",
      BUILDER("clear-reuse", "part=8000;chars=200000", "allocated_delta_bytes", 400024, ALL,
              .baseline = "append-parts-8000 tostring=false"),
      { { TEXT_CASE("clear-reuse", "chars=200000 part=8000", "allocated_bytes", 801896) },
        { TEXT_CASE("append-parts-8000", "chars=200000 tostring=false", "allocated_bytes",
                    401872) } },
      HP_HOLDS,
      "400,024",
      NULL,
      NULL },
    { "a baseline of a probe is the probe of another method",
      BUILDER("probe collect", "method=append-one;docs=200", "gen2_ratio", 2, .kind = "R",
              .tolerance = "5%", ALL, .baseline = "append-parts-1000"),
      { { TEXT_CASE("collect", "of=append-one docs=200", "gen2_count", 49), .probe = true },
        { TEXT_CASE("collect", "of=append-parts-1000 docs=200", "gen2_count", 24),
          .probe = true } },
      HP_HOLDS,
      "2.04 [2.04, 2.04]",
      NULL,
      NULL },
};

static void names_of_parameters_belong_to_a_workload(void **state)
{
    (void)state;
    published_run(names_of_parameters_belong_to_a_workload_rows,
                  sizeof names_of_parameters_belong_to_a_workload_rows /
                      sizeof *names_of_parameters_belong_to_a_workload_rows);
}

static void an_unknown_kind_is_an_error(void **state)
{
    (void)state;
    const struct hp_published row = published_complete(
        (struct hp_published)ROW(.kind = "X", .probe_or_method = "m", .metric = "x"));
    struct hp_verdicts out = { 0 };
    struct hp_err err = { 0 };
    const struct hp_published_run run = {
        .rows = &row, .row_count = 1, .machines = published_machines, .machine_count = 2
    };
    assert_int_not_equal(hp_published_judge(&run, &out, &err), HP_OK);
    assert_non_null(strstr(err.text, "kind \"X\""));
    hp_verdicts_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges),
        cmocka_unit_test(ratios),
        cmocka_unit_test(a_straddling_interval_cannot_tell),
        cmocka_unit_test(absolute_times_become_ratios),
        cmocka_unit_test(machines_are_kept_apart),
        cmocka_unit_test(times_rest_on_dotnet_when_it_is_there),
        cmocka_unit_test(claims_are_listed_when_a_metric_answers),
        cmocka_unit_test(claims_ask_for_their_cases),
        cmocka_unit_test(names_of_parameters_belong_to_a_workload),
        cmocka_unit_test(an_unknown_kind_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
