/* SPDX-License-Identifier: MIT
 * What a launch delivers: counters exactly, times as raw samples whose values nobody asserts.
 */
#include "bench.h"

static void expect_ok(const struct hp_launch *l)
{
    HP_CHECK(l->outcome == HP_OUT_OK, "%s: %s", hp_outcome_name(l->outcome), l->sentence);
}

/* A metric has so many samples, and all of them have this value. */
static void expect_each(const struct hp_launch *l, size_t count, const char *metric, double want)
{
    double values[16];
    const size_t n = bench_samples(l, metric, values, 16);
    HP_CHECK(n == count, "%s: %zu samples", metric, n);
    for (size_t i = 0; i < n; i++)
        HP_CHECK(values[i] == want, "%s[%zu] is %.17g, want %.17g", metric, i, values[i], want);
}

static void expect_all(const struct hp_launch *l, const char *metric, double want)
{
    expect_each(l, 15, metric, want);
}

static void an_allocation_free_body_measures_zero(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    expect_ok(bench_run(&b, HP_LAUNCH_COUNTERS));
    expect_all(b.kept, "allocated_bytes", 0);
    expect_all(b.kept, "objects_count", 0);
    expect_all(b.kept, "gc_per_pass", 0);
    expect_all(b.kept, "gen2_per_1000", 0);
    expect_all(b.kept, "soh_live_bytes", 0);
    assert_int_equal(bench_samples(b.kept, "time_ns", NULL, 0), 0);
    assert_int_equal(b.kept->collection_count, 0);
    bench_close(&b);
}

/* Rows: size of an int array, arrays per operation, threshold, and what 40 operations must come to. The toy
 * heap collects before the allocation that would pass 4 MiB of large or 1 MiB of small bytes. */
static const struct {
    const char *size, *count;
    uint64_t threshold;
    double bytes, large, gen2, gen0;
} rows[] = {
    /* 40 x 10 x 84,996 -> 85,000 rounded: small, 12 fit into 1 MiB */
    { "21243", "10", 0, 850000, 0, 0, 33 },
    /* one element more: large, 49 fit into 4 MiB */
    { "21244", "10", 0, 850000, 10, 8, 8 },
    { "21244", "10", 196608, 850000, 0, 0, 33 },
    { "49146", "10", 196608, 1966080, 10, 19, 19 },
    { "0", "3", 0, 72, 0, 0, 0 },
};

static void counters_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bench b;
        bench_open(&b);
        b.c.method = "arrays";
        b.c.threshold_bytes = rows[i].threshold;
        bench_param(&b, "size", rows[i].size);
        bench_param(&b, "count", rows[i].count);
        expect_ok(bench_run(&b, HP_LAUNCH_COUNTERS));
        expect_all(b.kept, "allocated_bytes", rows[i].bytes);
        expect_all(b.kept, "large_objects_count", rows[i].large);
        expect_all(b.kept, "gen2_count", rows[i].gen2);
        expect_all(b.kept, "gen2_per_1000", rows[i].gen2 * 25);
        expect_all(b.kept, "gen0_count", rows[i].gen0);
        expect_all(b.kept, "gc_per_pass", rows[i].gen0);
        assert_int_equal(b.kept->collection_count, rows[i].gen0);
        bench_close(&b);
    }
}

/* The log is that of the last iteration: numbers without a gap, no forced collection in it. */
static void the_log_is_of_the_last(uint32_t iterations)
{
    struct bench b;
    bench_open(&b);
    b.config.measure.counter_iterations = iterations;
    b.c.method = "arrays";
    bench_param(&b, "size", "21244");
    expect_ok(bench_run(&b, HP_LAUNCH_COUNTERS));
    const struct hp_launch *l = b.kept;
    assert_int_equal(l->collection_count, 8);
    for (size_t i = 0; i < l->collection_count; i++) {
        assert_int_equal(l->collections[i].number, l->collections[0].number + i);
        assert_int_equal(l->collections[i].generation, 2);
        assert_int_equal(l->collections[i].reason, HP_GC_LARGE);
        assert_int_equal(l->collections[i].pause_ns, 1002);
    }
    expect_each(l, iterations, "pause_max_ns", 1002);
    /* One iteration more of 8, and two forced before the first and after each but the last */
    assert_int_equal(l->collections[0].number, iterations * 8 + (iterations + 1) * 2 + 1);
    bench_close(&b);
}

static void the_log_is_of_the_last_iteration(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 2, 8, 15 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        the_log_is_of_the_last(counts[i]);
}

/* What a heap does not count is absent, never zero. */
static void absent_counters_stay_absent(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    expect_ok(bench_run(&b, HP_LAUNCH_COUNTERS));
    static const char *const absent[] = { "loh_live_bytes", "allocated_approx_bytes", "arena_bytes",
                                          "committed_bytes", "pause_total_ns" };
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        assert_int_equal(bench_samples(b.kept, absent[i], NULL, 0), 0);
    bench_close(&b);
}

static void the_workload_has_its_say(void **state)
{
    (void)state;
    struct bench b;
    double value = 0;
    bench_open(&b);
    bench_param(&b, "count", "7");
    expect_ok(bench_run(&b, HP_LAUNCH_COUNTERS));
    assert_int_equal(bench_samples(b.kept, "chunk_count", &value, 1), 1);
    assert_true(value == 7);
    assert_int_equal(bench_samples(b.kept, "peak_rss", &value, 1), 1);
    assert_true(value > 0 && value <= (double)b.kept->peak_rss_bytes);
    bench_close(&b);
}

static void a_probe_reports(void **state)
{
    (void)state;
    struct bench b;
    double values[2] = { 0 };
    bench_open(&b);
    b.c.method = "say";
    b.c.probe = true;
    expect_ok(bench_run(&b, HP_LAUNCH_PROBE));
    const struct hp_launch *l = b.kept;
    assert_int_equal(l->sample_count, 3);
    assert_int_equal(bench_samples(l, "object_bytes", values, 2), 2);
    assert_true(values[0] == 40 && values[1] == 80024);
    assert_int_equal(l->text_count, 1);
    assert_string_equal(l->texts[0].metric, "iterator_type");
    assert_string_equal(l->texts[0].value, "ChunkIterator");
    assert_int_equal(l->block_count, 2);
    assert_string_equal(l->blocks[1].group, "first");
    assert_string_equal(l->blocks[1].what, "array");
    assert_int_equal(l->blocks[1].index, 1);
    assert_int_equal(l->blocks[1].elements, 20000);
    assert_int_equal(l->blocks[1].bytes, 80024);
    assert_int_equal(l->blocks[1].generation, 0);
    assert_int_equal(l->blocks[1].kept, 1);
    assert_int_equal(l->note_count, 1);
    assert_string_equal(l->notes[0], "two arrays were enough");
    bench_close(&b);
}

/* Raw samples of every iteration, and no counters beside them. */
static void times_are_raw_samples(void **state)
{
    (void)state;
    struct bench b;
    double ns[64], faults[64];
    bench_open(&b);
    bench_param(&b, "count", "1000");
    expect_ok(bench_run(&b, HP_LAUNCH_TIME));
    const struct hp_launch *l = b.kept;
    const size_t n = bench_samples(l, "time_ns", ns, 64);
    HP_CHECK(n >= 15 && n <= 30, "%zu iterations", n);
    assert_int_equal(bench_samples(l, "minor_faults", faults, 64), n);
    assert_int_equal(bench_samples(l, "major_faults", NULL, 0), n);
    assert_int_equal(bench_samples(l, "context_switches", NULL, 0), n);
    assert_int_equal(l->sample_count, 4 * n);
    for (size_t i = 0; i < n; i++)
        assert_true(ns[i] > 0 && faults[i] >= 0);
    assert_true(l->samples[0].operations >
                1); /* the pilot found a batch: one call is microseconds */
    for (size_t i = 0; i < l->sample_count; i++)
        assert_int_equal(l->samples[i].operations, l->samples[0].operations);
    assert_int_equal(l->collection_count, 0);
    bench_close(&b);
}

/* An interval that cannot become narrow enough ends at the cap, and a note says so. */
static void a_wide_interval_is_noted(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    b.config.measure.half_width = 1e-9;
    b.config.measure.min_iteration_ns = 10000;
    expect_ok(bench_run(&b, HP_LAUNCH_TIME));
    assert_int_equal(bench_samples(b.kept, "time_ns", NULL, 0), 30);
    bool noted = false;
    for (size_t i = 0; i < b.kept->note_count; i++)
        noted = noted ||
                strstr(b.kept->notes[i], "stopped after 30 iterations with an interval") != NULL;
    assert_true(noted);
    bench_close(&b);
}

/* The wall limit is planned with: a slow case is cut to the least number of iterations, not killed. */
static void a_slow_case_stays_in_its_time(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    bench_param(&b, "count", "100000");
    b.config.measure.half_width = 1e-9;
    b.config.measure.max_iterations = 100000;
    b.config.limits.time_ns = 3000000000;
    expect_ok(bench_run(&b, HP_LAUNCH_TIME));
    const size_t n = bench_samples(b.kept, "time_ns", NULL, 0);
    assert_true(n >= 15 && n < 100000);
    bench_close(&b);
}

/* A heap that hosts a library runs the method itself: its counters speak, and what it does with libc's heap
 * is its own business. */
static void hosted_bodies_are_used(void **state)
{
    (void)state;
    struct bench b;
    double calls = 0;
    bench_open(&b);
    b.c.plugin = "hosted";
    b.c.runtime = 8;
    expect_ok(bench_run(&b, HP_LAUNCH_COUNTERS));
    assert_string_equal(b.kept->runtime_version, "8.0.34");
    assert_int_equal(bench_samples(b.kept, "chunk_count", &calls, 1), 1);
    assert_true(calls == 16 * 40);
    expect_ok(bench_run(&b, HP_LAUNCH_TIME));
    assert_true(bench_samples(b.kept, "time_ns", NULL, 0) >= 15);
    b.c.method = "arrays";
    (void)bench_run(&b, HP_LAUNCH_COUNTERS);
    assert_int_equal(b.kept->outcome, HP_OUT_REFUSED);
    assert_string_equal(b.kept->sentence,
                        "heap hosted has no body for method arrays of workload wild");
    bench_close(&b);
}

/* Its probes, too: stepped once, then asked. */
static void hosted_probes_are_used(void **state)
{
    (void)state;
    struct bench b;
    double arrays = 0;
    bench_open(&b);
    b.c.plugin = "hosted";
    b.c.probe = true;
    b.c.method = "say";
    expect_ok(bench_run(&b, HP_LAUNCH_PROBE));
    assert_string_equal(b.kept->runtime_version, "8.0.34");
    assert_int_equal(bench_samples(b.kept, "arrays_count", &arrays, 1), 1);
    assert_true(arrays == 1);
    b.c.method = "forgets";
    (void)bench_run(&b, HP_LAUNCH_PROBE);
    assert_int_equal(b.kept->outcome, HP_OUT_REFUSED);
    assert_string_equal(b.kept->sentence,
                        "heap hosted has no body for probe forgets of workload wild");
    bench_close(&b);
}

int main(int argc, char **argv)
{
    BENCH_MAIN(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_allocation_free_body_measures_zero),
        cmocka_unit_test(counters_are_exact),
        cmocka_unit_test(the_log_is_of_the_last_iteration),
        cmocka_unit_test(absent_counters_stay_absent),
        cmocka_unit_test(the_workload_has_its_say),
        cmocka_unit_test(a_probe_reports),
        cmocka_unit_test(times_are_raw_samples),
        cmocka_unit_test(a_wide_interval_is_noted),
        cmocka_unit_test(a_slow_case_stays_in_its_time),
        cmocka_unit_test(hosted_bodies_are_used),
        cmocka_unit_test(hosted_probes_are_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
