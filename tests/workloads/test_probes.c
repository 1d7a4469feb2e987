/* SPDX-License-Identifier: MIT
 * Do the probes of chunk find what is there? Boundaries at several settings, the arrays behind a
 * chunk, and an end with a sentence where a heap cannot answer. Figures of real collections are
 * tested on `gen` (test_published.c). */
#include "hp_test.h"

#include "bcl/probe.h"
#include "chunk.h"
#include "rig_probe.h"

static void check_text(const struct rig *rig, const char *metric, const char *want)
{
    const struct rig_metric *m = rig_metric(rig, metric);
    HP_CHECK(m != NULL, "%s was not reported", metric);
    assert_string_equal(m->text, want);
}

/* ---- threshold ------------------------------------------------------------------------------ */

/* In the order of parameter `element`; of each the first large length at the default, at a setting that is a
 * multiple of nothing, and at a moved one. */
static const struct {
    double header, bytes, first[3];
} kinds[] = {
    { 24, 4, { 21244, 22804, 49146 } },  /* int32 */
    { 24, 1, { 84976, 91213, 196584 } }, /* byte */
    { 24, 2, { 42488, 45607, 98292 } },  /* int16 */
    { 24, 8, { 10622, 11402, 24573 } },  /* int64 */
    { 24, 8, { 10622, 11402, 24573 } },  /* reference */
    { 24, 8, { 10622, 11402, 24573 } },  /* double */
    { 22, 2, { 42486, 45606, 98290 } },  /* string: its size is rounded up, then compared */
    { 24, 2, { 42488, 45607, 98292 } },  /* char */
    { 24, 16, { 5311, 5701, 12287 } },   /* struct16 */
    { 24, 1, { 84976, 91213, 196584 } }, /* uninit8 */
};

static void check_kind(struct rig *rig, size_t kind, double first, double setting)
{
    struct hp_err err = { 0, "" };
    const struct chunk_params params = { .size = 21243, .element = (int32_t)kind };
    const double header = kinds[kind].header, bytes = kinds[kind].bytes;
    HP_CHECK(rig_probe(rig, "threshold", &params, &err) == HP_OK, "%s", err.text);
    rig_check_number(rig, "first_length", first);
    rig_check_number(rig, "first_bytes", header + first * bytes);
    rig_check_number(rig, "loh_threshold_bytes", setting);
    rig_check_number(rig, "header_bytes", header);
    rig_check_number(rig, "object_bytes", header + 21243 * bytes);
    rig_check_number(rig, "start_generation", 21243 >= first ? 2 : 0);
}

/* `flat` knows arrays alone and compares what was asked for. */
static void threshold_rows(const char *heap, int32_t runtime, size_t kind_count)
{
    static const double settings[] = { 85000, 91237, 196608 };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        const struct rig_setup setup = { .heap = heap,
                                         .runtime = runtime,
                                         .threshold = i == 0 ? 0 : (uint64_t)settings[i] };
        HP_CHECK(rig_open(&rig, &setup, &err) == HP_OK, "%s", err.text);
        for (size_t kind = 0; kind < kind_count; kind++)
            check_kind(&rig, kind, kinds[kind].first[i], settings[i]);
        rig_close(&rig);
    }
}

static void test_threshold_finds_every_setting(void **state)
{
    (void)state;
    threshold_rows("flat", 10, 5);
    for (int32_t runtime = 8; runtime <= 10; runtime++)
        threshold_rows("gen", runtime, sizeof kinds / sizeof *kinds);
}

static void test_threshold_refuses_a_negative_length(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err),
                     HP_OK);
    const struct chunk_params params = { .size = -1 };
    assert_int_equal(rig_probe(&rig, "threshold", &params, &err), HP_E_RANGE);
    assert_non_null(strstr(err.text, "OverflowException"));
    rig_close(&rig);
}

/* A boundary beyond what is tried is an error, not a number. */
static void test_threshold_says_when_there_is_none(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    const struct rig_setup setup = { .heap = "flat", .runtime = 9, .threshold = (uint64_t)1 << 40 };
    assert_int_equal(rig_open(&rig, &setup, &err), HP_OK);
    struct bcl b;
    int64_t length = 0;
    assert_int_equal(bcl_open(&b, &rig.run, &err), HP_OK);
    assert_int_equal(bcl_array_first_large(&b, &bcl_elements[BCL_I64], &length, &err), HP_E_STATE);
    assert_non_null(strstr(err.text, "no array of up to"));
    rig_close(&rig);
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* What must be true whatever the source: series are numbered, sizes add up to what was counted. */
static void check_series(const struct rig *rig, const char *group, double allocated)
{
    uint64_t bytes = 0;
    uint32_t index = 0;
    for (size_t i = 0; i < rig->block_count; i++) {
        const struct hp_block *b = &rig->blocks[i];
        if (strcmp(b->group, group) != 0)
            continue;
        assert_int_equal(b->index, index++);
        bytes += b->bytes;
    }
    HP_CHECK((double)bytes == allocated, "%s: blocks of %llu bytes", group,
             (unsigned long long)bytes);
}

static void test_blocks_counts_every_array(void **state)
{
    (void)state;
    static const struct {
        int runtime, source, chunk;
        double arrays, first_length, doublings, last_doubled, elements, iterator, allocated;
    } rows[] = {
        { 10, CHUNK_LIST, 0, 14, 4, 12, 16384, 52764, 112, 211504 },
        { 9, CHUNK_GENERATOR, 0, 14, 4, 12, 16384, 52764, 112, 211504 },
        { 8, CHUNK_ARRAY, 0, 14, 4, 12, 16384, 52764, 104, 211496 },
        { 9, CHUNK_ARRAY, 0, 1, 20000, 0, 0, 20000, 64, 80088 },
        { 10, CHUNK_LIST, 1, 1, 20000, 0, 0, 20000, 0, 80024 },
        { 8, CHUNK_GENERATOR, 1, 1, 20000, 0, 0, 20000, 0, 80024 },
        { 10, CHUNK_ARRAY, 1, 1, 20000, 0, 0, 20000, 0, 80024 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int heap = 0; heap < 2; heap++) {
            struct rig rig;
            struct hp_err err = { 0, "" };
            const struct rig_setup setup = { .heap = heap == 0 ? "flat" : "gen",
                                             .runtime = rows[i].runtime };
            HP_CHECK(rig_open(&rig, &setup, &err) == HP_OK, "%s", err.text);
            const struct chunk_params params = {
                .count = 100000, .size = 20000, .source = rows[i].source, .chunk = rows[i].chunk
            };
            HP_CHECK(rig_probe(&rig, "blocks", &params, &err) == HP_OK, "%s", err.text);
            rig_check_number(&rig, "arrays_count", rows[i].arrays);
            rig_check_number(&rig, "garbage_arrays_count", rows[i].arrays - 1);
            rig_check_number(&rig, "first_array_length", rows[i].first_length);
            rig_check_number(&rig, "doublings", rows[i].doublings);
            if (rows[i].doublings > 0)
                rig_check_number(&rig, "last_doubled_length", rows[i].last_doubled);
            else
                assert_null(rig_metric(&rig, "last_doubled_length"));
            rig_check_number(&rig, "elements_count", rows[i].elements);
            rig_check_number(&rig, "payload_bytes", 4 * rows[i].elements);
            rig_check_number(&rig, "iterator_bytes", rows[i].iterator);
            rig_check_number(&rig, "allocated_bytes", rows[i].allocated);
            rig_check_number(&rig, "iterator_type_count", rows[i].runtime == 8 ? 1 : 2);
            check_series(&rig, rows[i].chunk == 0 ? "first" : "second", rows[i].allocated);
            rig_close(&rig);
        }
    }
}

/* Only the chunk itself is still in use when it is handed over, and it is the last array. */
static void test_blocks_tells_garbage_from_the_chunk(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    HP_CHECK(rig_open(&rig, &(struct rig_setup){ .heap = "gen", .runtime = 10 }, &err) == HP_OK,
             "%s", err.text);
    const struct chunk_params params = { .count = 1000000, .size = 25000, .source = CHUNK_LIST };
    HP_CHECK(rig_probe(&rig, "blocks", &params, &err) == HP_OK, "%s", err.text);
    assert_int_equal(rig.block_count, 2 + 14 + 1);
    for (size_t i = 0; i < rig.block_count; i++) {
        const struct hp_block *b = &rig.blocks[i];
        const bool array = strcmp(b->what, "array") == 0;
        HP_CHECK(b->kept == (!array || b->elements == 25000), "block %zu of %llu elements: kept %u",
                 i, (unsigned long long)b->elements, b->kept);
        HP_CHECK(b->generation == (b->elements == 25000 ? 2 : 0), "block %zu: generation %d", i,
                 b->generation);
    }
    rig_close(&rig);
}

static void test_blocks_names_what_chunk_returned(void **state)
{
    (void)state;
    static const struct {
        int runtime, source, element;
        int64_t count;
        const char *iterator /* NULL: not reported */, *result;
    } rows[] = {
        { 8, CHUNK_ARRAY, 0, 10, "ChunkIterator", "ChunkIterator" },
        { 8, CHUNK_LIST, 0, 10, "ChunkIterator", "ChunkIterator" },
        { 10, CHUNK_ARRAY, 0, 10, "ArrayChunkIterator", "ArrayChunkIterator" },
        { 9, CHUNK_LIST, 0, 10, "EnumerableChunkIterator", "EnumerableChunkIterator" },
        { 9, CHUNK_GENERATOR, 3, 10, "EnumerableChunkIterator", "EnumerableChunkIterator" },
        { 8, CHUNK_ARRAY, 0, 0, "ChunkIterator", "ChunkIterator" },
        { 9, CHUNK_ARRAY, 0, 0, NULL, "Int32[][]" },
        { 10, CHUNK_ARRAY, 1, 0, NULL, "Byte[][]" },
        { 10, CHUNK_LIST, 0, 0, "EnumerableChunkIterator", "EnumerableChunkIterator" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        const struct rig_setup setup = { .heap = "flat", .runtime = rows[i].runtime };
        HP_CHECK(rig_open(&rig, &setup, &err) == HP_OK, "%s", err.text);
        const struct chunk_params params = {
            .count = rows[i].count, .size = 4, .element = rows[i].element, .source = rows[i].source
        };
        HP_CHECK(rig_probe(&rig, "blocks", &params, &err) == HP_OK, "row %zu: %s", i, err.text);
        if (rows[i].iterator != NULL)
            check_text(&rig, "iterator_type", rows[i].iterator);
        else
            assert_null(rig_metric(&rig, "iterator_type"));
        check_text(&rig, "result_type", rows[i].result);
        rig_close(&rig);
    }
}

static void test_blocks_wants_a_second_chunk(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 9 }, &err),
                     HP_OK);
    const struct chunk_params params = { .count = 10, .size = 10, .chunk = 1 };
    assert_int_equal(rig_probe(&rig, "blocks", &params, &err), HP_E_RANGE);
    assert_non_null(strstr(err.text, "no second chunk"));
    rig_close(&rig);
}

/* ---- what a heap does not have -------------------------------------------------------------- */

static void test_absent_counters_are_not_reported(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    assert_int_equal(rig_open(&rig, &(struct rig_setup){ .heap = "flat", .runtime = 10 }, &err),
                     HP_OK);
    const struct chunk_params params = { .count = 1000, .size = 100, .held = true };
    HP_CHECK(rig_probe(&rig, "memory", &params, &err) == HP_OK, "%s", err.text);
    rig_check_number(&rig, "allocated_bytes", 64 + 10 * 424 + 32 + 56 + 88 + 152);
    rig_check_number(&rig, "chunk_count", 10);
    assert_null(rig_metric(&rig, "loh_live_bytes"));
    assert_null(rig_metric(&rig, "allocated_approx_bytes"));
    assert_int_equal(rig_probe(&rig, "collect", &params, &err), HP_E_UNSUPPORTED);
    assert_int_equal(rig_probe(&rig, "blokcs", &params, &err), HP_E_UNSUPPORTED);
    rig_close(&rig);
}

/* Is `name` a word of a row, with a "?" behind it or without? */
static bool announced(const char *words, const char *name)
{
    for (const char *at = words; *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " "))
        if (strcspn(at, " ?") == strlen(name) && strncmp(at, name, strlen(name)) == 0)
            return true;
    return false;
}

static void check_always(struct rig *rig, const struct hp_probe *p, int64_t count)
{
    for (const char *at = p->metrics; *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " ")) {
        char name[64];
        const size_t n = strcspn(at, " ?");
        (void)snprintf(name, sizeof name, "%.*s", (int)n, at);
        HP_CHECK(at[n] == '?' || rig_metric(rig, name) != NULL,
                 "%s with count %lld does not report %s", p->name, (long long)count, name);
    }
}

/* A probe reports what its table row names, and no other; all of it but what has a "?". */
static void test_reported_metrics_are_announced(void **state)
{
    (void)state;
    for (const struct hp_probe *p = hp_plugin_query()->probes; p->name != NULL; p++) {
        for (int64_t count = 0; count <= 1000; count += 1000) {
            struct rig rig;
            struct hp_err err = { 0, "" };
            const struct rig_setup setup = { .heap = "gen", .runtime = 9 };
            HP_CHECK(rig_open(&rig, &setup, &err) == HP_OK, "%s", err.text);
            const struct chunk_params params = { .count = count,
                                                 .size = 100,
                                                 .source = count == 0 ? CHUNK_ARRAY : CHUNK_LIST };
            HP_CHECK(rig_probe(&rig, p->name, &params, &err) == HP_OK, "%s: %s", p->name, err.text);
            for (size_t i = 0; i < rig.metric_count; i++)
                HP_CHECK(announced(p->metrics, rig.metrics[i].name),
                         "%s reports %s, which it does not announce", p->name, rig.metrics[i].name);
            check_always(&rig, p, count);
            rig_close(&rig);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threshold_finds_every_setting),
        cmocka_unit_test(test_threshold_refuses_a_negative_length),
        cmocka_unit_test(test_threshold_says_when_there_is_none),
        cmocka_unit_test(test_blocks_counts_every_array),
        cmocka_unit_test(test_blocks_tells_garbage_from_the_chunk),
        cmocka_unit_test(test_blocks_names_what_chunk_returned),
        cmocka_unit_test(test_blocks_wants_a_second_chunk),
        cmocka_unit_test(test_absent_counters_are_not_reported),
        cmocka_unit_test(test_reported_metrics_are_announced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
