/* SPDX-License-Identifier: MIT
 * The arithmetic of verdicts: every comparison in every outcome, as rows.
 */
#include "fixture.h"
#include "hp_test.h"
#include "verdict/resolution.h"

#include <math.h>

#define INF ((double)INFINITY)

/* One value: samples of a metric against a range. */
struct value_row {
    const char *what, *metric;
    const char *gc;
    double values[4];
    size_t n;
    double low, high;
    enum hp_verdict_kind want;
};

static const struct value_row value_rows[] = {
    { "equal holds", "allocated_bytes", "workstation", { 5, 5, 5 }, 3, 5, 5, HP_HOLDS },
    { "equal, one more", "allocated_bytes", "workstation", { 5, 5, 5 }, 3, 6, 6, HP_BROKEN },
    { "equal, one iteration differs",
      "allocated_bytes",
      "workstation",
      { 5, 5, 6 },
      3,
      5,
      5,
      HP_BROKEN },
    { "equal, not by rule, one differs",
      "allocated_bytes",
      "concurrent",
      { 5, 5, 5, 6 },
      4,
      5,
      5,
      HP_BROKEN },
    { "at least, exactly", "gen2_per_1000", "workstation", { 7 }, 1, 7, INF, HP_HOLDS },
    { "at least, one iteration below",
      "gen2_per_1000",
      "workstation",
      { 9, 9, 6 },
      3,
      7,
      INF,
      HP_BROKEN },
    { "at most, exactly", "gen2_per_1000", "workstation", { 7 }, 1, -INF, 7, HP_HOLDS },
    { "at most, just above", "gen2_per_1000", "workstation", { 8 }, 1, -INF, 7, HP_BROKEN },
    { "between, both ends", "gen2_per_1000", "workstation", { 1, 3 }, 2, 1, 3, HP_HOLDS },
    { "between, outside", "gen2_per_1000", "workstation", { 1, 4 }, 2, 1, 3, HP_BROKEN },
    { "time inside", "time_ns", "workstation", { 100, 101, 99, 100 }, 4, 90, 110, HP_HOLDS },
    { "time outside", "time_ns", "workstation", { 100, 101, 99, 100 }, 4, 120, 130, HP_BROKEN },
    { "time straddles",
      "time_ns",
      "workstation",
      { 80, 120, 90, 110 },
      4,
      100,
      INF,
      HP_CANNOT_TELL },
    { "counter of a concurrent collector straddles",
      "gen2_per_1000",
      "concurrent",
      { 80, 120, 90, 110 },
      4,
      100,
      INF,
      HP_CANNOT_TELL },
    { "counter by rule straddles",
      "gen2_per_1000",
      "workstation",
      { 80, 120, 90, 110 },
      4,
      100,
      INF,
      HP_BROKEN },
};

static void one_value(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof value_rows / sizeof value_rows[0]; i++) {
        const struct value_row *r = &value_rows[i];
        struct fixture *f = fixture_new();
        struct hp_case_row *row =
            fixture_case(f, hp_arena_print(f->arena, "chunk-array size=1 gc=%s", r->gc));
        fixture_values(f, row, r->metric, r->values, NULL, r->n);
        const struct script_bench bench = script_bench_of(f->arena, f->rows, f->count);
        const struct script_want want = { hp_metric_find(r->metric), r->low, r->high, NULL, "" };
        const struct script_finding *got = script_compare(&bench, row, &want);
        HP_CHECK(got->kind == r->want, "%s: %s, want %s", r->what, hp_verdict_name(got->kind),
                 hp_verdict_name(r->want));
        fixture_free(f);
    }
}

/* A ratio: medians a and b, spread of each sample, what odd rounds add. */
struct ratio_row {
    const char *what;
    double a, b, spread, odd;
    double low, high;
    enum hp_verdict_kind want;
    const char *reason; /* what is said when it cannot tell */
    bool once;          /* only the last round is slower, not every other one */
    bool steady;        /* b has no slower rounds */
};

static const struct ratio_row ratio_rows[] = {
    { "above, clearly", 120, 100, 0.002, 0, 1.05, INF, HP_HOLDS, NULL, false, false },
    { "above, clearly not", 101, 100, 0.002, 0, 1.05, INF, HP_BROKEN, NULL, false, false },
    { "above, straddles", 106, 100, 0.02, 0, 1.05, INF, HP_CANNOT_TELL,
      "the interval contains the bound", false, false },
    { "above, touches the bound", 105, 100, 0, 0, 1.05, INF, HP_BROKEN, NULL, false, false },
    { "below, clearly", 50, 100, 0.002, 0, -INF, 0.57, HP_HOLDS, NULL, false, false },
    { "below, clearly not", 80, 100, 0.002, 0, -INF, 0.57, HP_BROKEN, NULL, false, false },
    { "between, inside", 200, 100, 0.002, 0, 1.52, 2.74, HP_HOLDS, NULL, false, false },
    { "between, outside", 300, 100, 0.002, 0, 1.52, 2.74, HP_BROKEN, NULL, false, false },
    { "between, straddles", 270, 100, 0.02, 0, 1.52, 2.74, HP_CANNOT_TELL,
      "the interval contains the bound", false, false },
    { "between, at its end", 274, 100, 0.08, 0, 1.52, 2.74, HP_CANNOT_TELL,
      "the value is at the bound: no sensible number of launches would tell", false, false },
    { "no effect, resolved", 100, 100, 0.002, 0, 0.97, 1.03, HP_HOLDS, NULL, false, false },
    /* Odd rounds of each case are slower by a tenth: the case differs from itself by that much. */
    { "effect below the resolution", 108, 100, 0.0001, 0.1, 1.05, INF, HP_CANNOT_TELL,
      "the interval contains the bound", false, false },
    { "no effect, not resolved", 100, 100, 0.0001, 0.1, 0.97, 1.03, HP_CANNOT_TELL,
      "the interval contains the bound", false, false },
    { "effect above the resolution", 200, 100, 0.0001, 0.1, 1.05, INF, HP_HOLDS, NULL, false,
      false },
    { "bound beyond the resolution", 101, 100, 0.0001, 0.1, 1.5, INF, HP_BROKEN, NULL, false,
      false },
    { "no effect, one round slower", 100, 100, 0.0001, 0.126, 0.97, 1.03, HP_CANNOT_TELL,
      "the interval contains the bound", true, false },
    { "effect below one slower round", 103, 100, 0.0001, 0.0345, 1.02, INF, HP_CANNOT_TELL,
      "the interval contains the bound", true, false },
    /* Rounds that lie apart on one side: the interval is clear of the bound, the control is not. */
    { "bound within the control alone", 100, 100, 0.0001, 0.1, 0.95, 1.2, HP_CANNOT_TELL,
      "the same case differs from itself by up to 10 % between rounds", false, true },
    { "bound beyond the control", 100, 100, 0.0001, 0.1, 0.9, 1.2, HP_HOLDS, NULL, false, true },
};

static void put_times(struct fixture *f, struct hp_case_row *row, double middle,
                      const struct ratio_row *r)
{
    double values[64];
    uint32_t rounds[64];
    for (uint32_t i = 0; i < 64; i++) {
        rounds[i] = i / 16;
        values[i] = middle * (1 + r->spread * ((double)(i * 7 % 16) - 7.5)) *
                    ((r->once ? rounds[i] == 3 : rounds[i] % 2 == 1) ? 1 + r->odd : 1);
    }
    fixture_values(f, row, "time_ns", values, rounds, 64);
}

static void ratios(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof ratio_rows / sizeof ratio_rows[0]; i++) {
        const struct ratio_row *r = &ratio_rows[i];
        struct fixture *f = fixture_new();
        put_times(f, fixture_case(f, "chunk-array size=2"), r->a, r);
        struct ratio_row other = *r;
        other.odd = r->steady ? 0 : r->odd;
        put_times(f, fixture_case(f, "chunk-array size=1"), r->b, &other);
        const struct script_bench bench = script_bench_of(f->arena, f->rows, f->count);
        const struct script_bounds bounds = { r->low, r->high };
        const struct script_finding *got = script_compare_ratio(&bench, &f->rows[0], &f->rows[1],
                                                                hp_metric_find("time_ns"), &bounds);
        HP_CHECK(got->kind == r->want, "%s: %s, want %s\n%s", r->what, hp_verdict_name(got->kind),
                 hp_verdict_name(r->want), got->text);
        HP_CHECK((got->reason == NULL) == (r->reason == NULL) &&
                     (r->reason == NULL || strcmp(got->reason, r->reason) == 0),
                 "%s: reason %s", r->what, got->reason);
        fixture_free(f);
    }
}

static void more_launches(void **unused)
{
    (void)unused;
    struct fixture *f = fixture_new();
    const struct ratio_row r = { .spread = 0.02 };
    put_times(f, fixture_case(f, "chunk-array size=2"), 106, &r);
    put_times(f, fixture_case(f, "chunk-array size=1"), 100, &r);
    const struct script_bench bench = script_bench_of(f->arena, f->rows, f->count);
    const struct script_bounds bounds = { 1.05, INF };
    const struct script_finding *got =
        script_compare_ratio(&bench, &f->rows[0], &f->rows[1], hp_metric_find("time_ns"), &bounds);
    assert_int_equal(got->kind, HP_CANNOT_TELL);
    const struct hp_samples sides[2] = { hp_series_samples(&f->rows[0].series[0]),
                                         hp_series_samples(&f->rows[1].series[0]) };
    const struct hp_straddle at =
        hp_straddle((struct hp_interval){ got->value, got->low, got->high }, hp_ratio_basis(sides),
                    bounds.low, bounds.high);
    HP_CHECK(got->more > 0 && got->more == at.more, "%zu, want %zu launches", got->more, at.more);
    fixture_free(f);
}

/* Without samples: why, and what that makes of the verdict. */
struct absent_row {
    const char *what, *spec;
    const char *outcome;
    uint32_t done;
    const char *metric;
    enum hp_verdict_kind want;
    const char *words;
};

static const struct absent_row absent_rows[] = {
    { "skipped", "chunk-array heap=dotnet runtime=8 skip=installed", NULL, 0, "time_ns", HP_SKIPPED,
      "dotnet 8 is not installed" },
    { "crashed", "chunk-array", "crash", 1, "time_ns", HP_CANNOT_TELL,
      "time launch 0 ended with crash: crashed with signal 11" },
    { "not run yet", "chunk-array", NULL, 1, "time_ns", HP_CANNOT_TELL,
      "no result yet, launches done: 1/4" },
    { "no collection, no pause", "chunk-array", NULL, 4, "pause_max_ns", HP_CANNOT_TELL,
      "it does not report pause_max_ns" },
    { "a counter that the heap lacks", "chunk-array", NULL, 4, "mmapped_blocks", HP_BROKEN,
      "it never reports mmapped_blocks, and no other case of this run does - sweep a method, probe "
      "or heap that has it" },
    { "what a probe says", "chunk-array", NULL, 4, "loh_threshold_bytes", HP_BROKEN,
      "it never reports loh_threshold_bytes - ask one that does: threshold" },
    { "times of a counters-only sweep", "chunk-array measure=counters", NULL, 4, "time_ns",
      HP_BROKEN,
      "its sweep measures no times - name \"times\" in its measure, or leave measure out" },
    { "counters of a times-only sweep", "chunk-array measure=times", NULL, 4, "gen2_count",
      HP_BROKEN,
      "its sweep measures no counters - name \"counters\" in its measure, or leave measure out" },
    { "times of a profile", "chunk-array machine=xeon-w-2255", NULL, 4, "time_ns", HP_SKIPPED,
      "a machine profile gives counters, not times" },
};

static void absent(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof absent_rows / sizeof absent_rows[0]; i++) {
        const struct absent_row *r = &absent_rows[i];
        struct fixture *f = fixture_new();
        fixture_samples(f, fixture_case(f, "probe:threshold"), "loh_threshold_bytes", 1, 1, 85000,
                        0);
        struct hp_case_row *row = fixture_case(f, r->spec);
        row->done = r->done;
        if (r->outcome != NULL)
            fixture_failure(f, row, "time", r->outcome, "crashed with signal 11");
        const struct script_bench bench = script_bench_of(f->arena, f->rows, f->count);
        const struct script_finding *got = script_absent(&bench, row, hp_metric_find(r->metric));
        HP_CHECK(got != NULL && got->kind == r->want, "%s", r->what);
        HP_CHECK(strstr(got->text, r->words) != NULL, "%s: %s", r->what, got->text);
        HP_CHECK((got->reason == NULL) == (r->want == HP_BROKEN), "%s", r->what);
        fixture_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(one_value), cmocka_unit_test(ratios),
                                        cmocka_unit_test(more_launches), cmocka_unit_test(absent) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
