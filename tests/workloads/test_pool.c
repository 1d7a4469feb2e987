/* SPDX-License-Identifier: MIT
 * Does every method of pool allocate what .NET allocates, does every probe find the limits that .NET has,
 * and does nothing stay behind? Expected bytes come from the rules, not from the library. On the flat
 * heap, on `gen`, and on `gen` with a collection at every allocation. */
#include "hp_test.h"

#include "flat_heap.h"
#include "pool.h"
#include "rig.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

enum { PROCESSORS = 2, KEPT = PROCESSORS * 32 + 1 };

static const struct hp_workload_ops *ops(void)
{
    return hp_plugin_query()->workload;
}

/* ---- what it must be ------------------------------------------------------------------------ */

static int64_t element_bytes(int32_t element)
{
    static const int64_t bytes[] = { 1, 4, 8 };
    return bytes[element];
}

static int64_t array_bytes(int64_t length, int64_t element)
{
    return (24 + length * element + 7) / 8 * 8;
}

static int64_t bucket(int64_t length)
{
    int64_t b = 16;
    while (b < length)
        b *= 2;
    return b;
}

/* An operation once the pool is warm; a rent of nothing gives the shared empty array. */
static int64_t expect_bytes(const char *method, const struct pool_params *p)
{
    const int64_t e = element_bytes(p->element);
    if (strcmp(method, "existing") == 0)
        return 0;
    if (strcmp(method, "rent-return") != 0)
        return p->buffers * array_bytes(p->length, e);
    if (p->length == 0)
        return p->misuse == POOL_FOREIGN_ARRAY ? p->buffers * 24 : 0;
    const int64_t fresh = p->misuse != POOL_USED_WELL ? p->buffers
                          : p->buffers > KEPT         ? p->buffers - KEPT
                                                      : 0;
    return fresh * array_bytes(bucket(p->length), e);
}

/* ---- methods -------------------------------------------------------------------------------- */

static void check_row(struct rig *rig, const char *method, const struct pool_params *p)
{
    struct hp_run run = rig->run;
    struct hp_err err = { 0, "" };
    void *state = NULL;
    int64_t before = 0, after = 0;
    run.params = p;
    run.method = method;
    HP_CHECK(ops()->open(&state, &run, &err) == HP_OK, "%s: %s", method, err.text);
    assert_int_equal(bcl_allocated(run.thread, &before, &err), HP_OK);
    HP_CHECK(ops()->step(state, 3, &err) == HP_OK, "%s: %s", method, err.text);
    assert_int_equal(bcl_allocated(run.thread, &after, &err), HP_OK);
    HP_CHECK(
        after - before == 3 * expect_bytes(method, p),
        "%s length %lld element %d buffers %lld case %d: three operations took %lld, one is %lld",
        method, (long long)p->length, p->element, (long long)p->buffers, p->misuse,
        (long long)(after - before), (long long)expect_bytes(method, p));
    ops()->close(state);
    assert_int_equal(run.thread->root_count, 0);
}

static void check_heap(const struct rig_setup *setup, const int64_t *lengths, size_t count,
                       int64_t buffers)
{
    struct hp_err err = { 0, "" };
    for (const struct hp_method *m = hp_plugin_query()->methods; m->name != NULL; m++) {
        for (size_t i = 0; i < count; i++) {
            struct rig rig;
            HP_CHECK(rig_open(&rig, setup, &err) == HP_OK, "%s", err.text);
            for (int row = 0; row < 12; row++) {
                const struct pool_params p = { .length = lengths[i],
                                               .element = row % 3,
                                               .buffers = row % 2 == 0 ? 1 : buffers,
                                               .threads = 1,
                                               .fill = row % 4 < 2,
                                               .clear = row > 5 };
                check_row(&rig, m->name, &p);
            }
            if (rig.heap != NULL)
                HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s", err.text);
            rig_close(&rig);
        }
    }
}

static const int64_t short_lengths[] = { 0, 1, 15, 16, 17, 100, 1024 };
static const int64_t long_lengths[] = { 65537, 84976 };

static void check_lengths(const struct rig_setup *setup)
{
    check_heap(setup, short_lengths, COUNT(short_lengths), 70);
    check_heap(setup, long_lengths, COUNT(long_lengths), 2);
}

static void test_every_method_on_the_flat_heap(void **state)
{
    (void)state;
    check_lengths(&(struct rig_setup){ .heap = "flat", .runtime = 8 });
}

static void test_every_method_on_gen(void **state)
{
    (void)state;
    check_lengths(&(struct rig_setup){ .heap = "gen", .runtime = 10 });
}

static void test_every_method_with_a_collection_at_every_allocation(void **state)
{
    (void)state;
    static const int64_t few[] = { 1, 17, 84976 };
    const struct rig_setup setup = {
        .heap = "gen", .runtime = 9, .option = { "stress" }, .value = { "true" }
    };
    check_heap(&setup, few, COUNT(few), 3);
}

static void test_what_goes_wrong_costs_arrays(void **state)
{
    (void)state;
    static const int32_t cases[] = { POOL_USED_WELL, POOL_NO_RETURN, POOL_FOREIGN_ARRAY };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        const struct rig_setup setup = { .heap = "gen", .runtime = 10 };
        assert_int_equal(rig_open(&rig, &setup, &err), HP_OK);
        const struct pool_params p = {
            .length = 1000, .buffers = 5, .threads = 1, .misuse = cases[i]
        };
        check_row(&rig, "rent-return", &p);
        rig_close(&rig);
    }
}

static void test_profiles_stay_in_their_bounds(void **state)
{
    (void)state;
    int32_t drawn[400], again[400];
    for (int32_t profile = POOL_FIXED; profile <= POOL_SHORT; profile++) {
        const struct pool_params p = { .length = 5000, .buffers = 400, .profile = profile };
        int64_t sum = 0;
        pool_lengths(&p, 7, drawn);
        pool_lengths(&p, 7, again);
        assert_memory_equal(drawn, again, sizeof drawn);
        for (size_t i = 0; i < COUNT(drawn); i++) {
            const bool full = bucket(drawn[i]) == drawn[i];
            HP_CHECK(drawn[i] >= 1 && drawn[i] <= (profile == POOL_ABOVE ? 8193 : 8192),
                     "profile %d draws %d", profile, drawn[i]);
            if (profile == POOL_FULL)
                assert_true(full);
            if (profile == POOL_ABOVE)
                assert_true(bucket(drawn[i] - 1) == drawn[i] - 1);
            if (profile == POOL_FIXED)
                assert_int_equal(drawn[i], 5000);
            sum += drawn[i];
        }
        if (profile == POOL_EVEN || profile == POOL_SHORT)
            HP_CHECK((sum / 400 > 2000) == (profile == POOL_EVEN), "profile %d: mean %lld", profile,
                     (long long)(sum / 400));
    }
}

/* ---- probes --------------------------------------------------------------------------------- */

struct probe_row {
    const char *probe;
    uint64_t threshold;
    struct pool_params p;
    const char *metric;
    double value;
};

#define P(...)                                                                                     \
    {                                                                                              \
        .buffers = 1, .threads = 1, __VA_ARGS__                                                    \
    }
#define P64(...)                                                                                   \
    {                                                                                              \
        .buffers = 64, .threads = 1, __VA_ARGS__                                                   \
    }
#define LOH_ARRAY (131072 + 24 + 32)

static const struct probe_row probe_rows[] = {
    { "reports", 0, P(.length = 10), "bucket_length", 16 },
    { "reports", 0, P(.length = 0), "bucket_length", 0 },
    { "reports", 0, P(.length = 81920), "bucket_index", 13 },
    { "reports", 0, P(.length = 81920), "object_bytes", 131096 },
    { "reports", 0, P(.length = 81920), "rounding_loss_bytes", 131072 - 81920 },
    { "reports", 0, P(.length = 20000, .element = 1), "rounding_loss_bytes", 4 * (32768 - 20000) },
    { "reports", 0, P(.length = 65536), "start_generation", 0 },
    { "reports", 0, P(.length = 65537), "start_generation", 2 },
    { "reports", 0, P(.length = 84975, .of = 1), "start_generation", 0 },
    { "reports", 0, P(.length = 84976, .of = 1), "start_generation", 2 },
    { "reports", 0, P(.length = 1000), "rent_only_loh_first_length", 65537 },
    { "reports", 0, P(.length = 1000), "rent_only_loh_last_length", 84975 },
    { "reports", 0, P(.length = 1000, .element = 1), "rent_only_loh_first_length", 16385 },
    { "reports", 0, P(.length = 1000, .element = 1), "rent_only_loh_last_length", 21243 },
    { "reports", 196608, P(.length = 81920), "start_generation", 0 },
    { "reports", 196608, P(.length = 81920), "rent_only_loh_first_length", 131073 },
    { "reports", 196608, P(.length = 81920), "rent_only_loh_last_length", 196583 },
    { "reports", 0, P(.length = 16), "stale_bytes", 16 },
    { "reports", 0, P(.length = 16, .clear = true), "stale_bytes", 0 },
    { "reports", 0, P(.length = 3, .element = 1), "stale_bytes", 12 },
    { "reports", 0, P(.length = 64, .element = 2), "retained_objects", 64 },
    { "reports", 0, P(.length = 64, .element = 2, .clear = true), "retained_objects", 0 },
    { "reports", 0, P(.length = 100), "accepted_count", 1 },
    { "reports", 0, P(.length = 100), "again_count", 1 },
    { "reports", 0, P(.length = 100), "lent_twice_count", 0 },
    { "reports", 0, P(.length = 100, .misuse = POOL_NO_RETURN), "accepted_count", 0 },
    { "reports", 0, P(.length = 100, .misuse = POOL_NO_RETURN), "again_count", 0 },
    { "reports", 0, P(.length = 100, .misuse = POOL_DOUBLE_RETURN), "accepted_count", 2 },
    { "reports", 0, P(.length = 100, .misuse = POOL_DOUBLE_RETURN), "refused_count", 0 },
    { "reports", 0, P(.length = 100, .misuse = POOL_DOUBLE_RETURN), "lent_twice_count", 1 },
    { "reports", 0, P(.length = 100, .misuse = POOL_FOREIGN_ARRAY), "accepted_count", 1 },
    { "reports", 0, P(.length = 100, .misuse = POOL_FOREIGN_ARRAY), "refused_count", 1 },
    { "reports", 0, P(.length = 100, .misuse = POOL_FOREIGN_ARRAY), "again_count", 0 },
    { "extra", 0, P(.length = 1), "first_length", 84976 },
    { "extra", 0, P(.length = 1), "header_bytes", 24 },
    { "extra", 0, P(.length = 1), "largest_pooled_length", 1 << 30 },
    { "extra", 196608, P(.length = 1), "loh_threshold_bytes", 196608 },
    { "loh", 0, P64(.length = 81920), "loh_growth_bytes", 64 * LOH_ARRAY },
    { "loh", 0, P64(.length = 81920), "loh_objects", 64 },
    { "loh", 0, P64(.length = 81920), "forced_collections", 2 },
    { "loh", 0, P64(.length = 81920, .of = 1), "loh_growth_bytes", 0 },
    { "loh", 196608, P64(.length = 81920), "loh_growth_bytes", 0 },
    { "seq", 0, P64(.length = 81920), "loh_growth_bytes", LOH_ARRAY },
    { "seq", 0, P64(.length = 81920), "loh_objects", 1 },
    { "seq", 0, P64(.length = 84976, .of = 1), "loh_growth_bytes", 0 },
    { "seq", 0, P64(.length = 84976, .of = 1), "loh_objects", 64 },
};

static void run_probe(struct rig *rig, const struct probe_row *row, int32_t runtime)
{
    struct hp_err err = { 0, "" };
    const struct rig_setup setup = { .heap = "gen",
                                     .runtime = runtime,
                                     .threshold = row->threshold,
                                     .option = { "verify" },
                                     .value = { "false" } };
    assert_int_equal(rig_open(rig, &setup, &err), HP_OK);
    rig->run.params = &row->p;
    rig->run.probe = row->probe;
    HP_CHECK(ops()->probe(&rig->run, &err) == HP_OK, "%s: %s", row->probe, err.text);
    assert_int_equal(rig->run.thread->root_count, 0);
    HP_CHECK(rig->heap->heap->verify(rig->run.thread, &err) == HP_OK, "%s", err.text);
}

static bool same_run(const struct probe_row *a, const struct probe_row *b)
{
    const struct pool_params *p = &a->p, *q = &b->p;
    return strcmp(a->probe, b->probe) == 0 && a->threshold == b->threshold &&
           p->length == q->length && p->buffers == q->buffers && p->threads == q->threads &&
           p->element == q->element && p->profile == q->profile && p->handover == q->handover &&
           p->misuse == q->misuse && p->of == q->of && p->fill == q->fill && p->clear == q->clear;
}

/* Rows that ask about one run stand together. */
static void test_probes_find_what_net_has(void **state)
{
    (void)state;
    for (size_t first = 0, end = 0; first < COUNT(probe_rows); first = end) {
        struct rig rig;
        const int32_t runtime = 8 + (int32_t)(first % 3);
        run_probe(&rig, &probe_rows[first], runtime);
        for (; end < COUNT(probe_rows) && same_run(&probe_rows[first], &probe_rows[end]); end++) {
            const struct probe_row *row = &probe_rows[end];
            const struct rig_metric *m = rig_metric(&rig, row->metric);
            HP_CHECK(m != NULL, "%s reports no %s", row->probe, row->metric);
            HP_CHECK(m->value == row->value, "%s of length %lld on %d: %s is %.0f, want %.0f",
                     row->probe, (long long)row->p.length, runtime, row->metric, m->value,
                     row->value);
        }
        rig_close(&rig);
    }
}

/* ---- errors --------------------------------------------------------------------------------- */

static void test_bad_parameters_name_the_exception(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        struct pool_params p;
        const char *says;
    } rows[] = {
        { "rent-return", P(.length = -1), "ArgumentOutOfRangeException (minimumLength)" },
        { "new", P(.length = -1), "OverflowException" },
        { "uninitialised", P(.length = INT32_MIN), "OverflowException" },
        { "existing", P(.length = -5), "OverflowException" },
        { "rent-return", P(.length = (int64_t)1 << 31), "ArgumentOutOfRangeException (length)" },
        { "new", { .length = 1, .buffers = 0, .threads = 1 }, "(buffers): 0" },
        { "new", { .length = 1, .buffers = 1, .threads = 0 }, "(threads): 0" },
        { "new", { .length = 1, .buffers = 1, .threads = 33 }, "(threads): 33" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        const struct rig_setup setup = { .heap = "gen", .runtime = 9 };
        assert_int_equal(rig_open(&rig, &setup, &err), HP_OK);
        rig.run.params = &rows[i].p;
        rig.run.method = rows[i].method;
        void *opened = NULL;
        const int rc = ops()->open(&opened, &rig.run, &err);
        HP_CHECK(rc == HP_E_RANGE && strstr(err.text, rows[i].says) != NULL, "row %zu: %d %s", i,
                 rc, err.text);
        ops()->close(opened);
        assert_int_equal(rig.run.thread->root_count, 0);
        rig_close(&rig);
    }
}

static void method_survives_failures(const char *method)
{
    struct rig rig;
    struct hp_err err = { 0, "" };
    const struct rig_setup setup = { .heap = "flat", .runtime = 9 };
    assert_int_equal(rig_open(&rig, &setup, &err), HP_OK);
    const struct pool_params p = { .length = 100, .buffers = 3, .threads = 1 };
    rig.run.params = &p;
    rig.run.method = method;
    bool fired = true;
    for (int64_t nth = 0; fired; nth++) {
        void *opened = NULL;
        flat_heap_fail(rig.run.thread, nth);
        int rc = ops()->open(&opened, &rig.run, &err);
        if (rc == HP_OK)
            rc = ops()->step(opened, 2, &err);
        fired = flat_heap_failed(rig.run.thread);
        flat_heap_fail(rig.run.thread, -1);
        HP_CHECK(rc == (fired ? HP_E_NOMEM : HP_OK), "%s allocation %lld: %d %s", method,
                 (long long)nth, rc, err.text);
        assert_int_equal(rig.run.thread->root_count, 0);
        ops()->close(opened);
    }
    rig_close(&rig);
}

static void test_every_failing_allocation_comes_out(void **state)
{
    (void)state;
    for (const struct hp_method *m = hp_plugin_query()->methods; m->name != NULL; m++)
        method_survives_failures(m->name);
}

static void test_unknown_names_are_errors(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    const struct rig_setup setup = { .heap = "flat", .runtime = 9 };
    const struct pool_params p = { .length = 1, .buffers = 1, .threads = 2 };
    assert_int_equal(rig_open(&rig, &setup, &err), HP_OK);
    rig.run.params = &p;
    rig.run.method = "rent";
    void *opened = NULL;
    assert_int_equal(ops()->open(&opened, &rig.run, &err), HP_E_UNSUPPORTED);
    rig.run.method = "rent-return"; /* two threads, on a heap that takes one */
    assert_int_equal(ops()->open(&opened, &rig.run, &err), HP_E_UNSUPPORTED);
    assert_non_null(strstr(err.text, "one thread only"));
    ops()->close(opened);
    rig.run.probe = "copy";
    assert_int_equal(ops()->probe(&rig.run, &err), HP_E_UNSUPPORTED);
    rig_close(&rig);
}

/* Parameter `of` is an index into the ways. */
static void test_tables_agree(void **state)
{
    (void)state;
    const char *word = hp_option_find(hp_plugin_query()->options, "of")->choices;
    const struct pool_way *way = pool_ways;
    for (const struct hp_method *m = hp_plugin_query()->methods; m->name != NULL; m++, way++) {
        const size_t length = strcspn(word, " ");
        assert_string_equal(way->method, m->name);
        assert_true(strlen(m->name) == length && strncmp(word, m->name, length) == 0);
        word += length + (word[length] == ' ');
    }
    assert_null(way->method);
    assert_int_equal(*word, '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_method_on_the_flat_heap),
        cmocka_unit_test(test_every_method_on_gen),
        cmocka_unit_test(test_every_method_with_a_collection_at_every_allocation),
        cmocka_unit_test(test_what_goes_wrong_costs_arrays),
        cmocka_unit_test(test_profiles_stay_in_their_bounds),
        cmocka_unit_test(test_probes_find_what_net_has),
        cmocka_unit_test(test_bad_parameters_name_the_exception),
        cmocka_unit_test(test_every_failing_allocation_comes_out),
        cmocka_unit_test(test_unknown_names_are_errors),
        cmocka_unit_test(test_tables_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
