/* SPDX-License-Identifier: MIT
 * Do the probes of builder find what is there, for every method that they run, and end with a
 * sentence where there is nothing to find? Published figures are in test_published.c. */
#include "hp_test.h"

#include "builder.h"
#include "rig_probe.h"

static const struct builder_params defaults = { .chars = 50000,
                                                .part = 1000,
                                                .capacity = 50000,
                                                .builders = 3,
                                                .docs = 2,
                                                .docs_per_second = 10,
                                                .inserts = 2,
                                                .value = 7,
                                                .tostring = true };

static void open_rig(struct rig *rig, const char *heap, uint64_t threshold)
{
    struct hp_err err = { 0, "" };
    HP_CHECK(rig_open(rig,
                      &(struct rig_setup){ .heap = heap, .runtime = 10, .threshold = threshold },
                      &err) == HP_OK,
             "%s", err.text);
}

static int32_t way_index(const char *method)
{
    return (int32_t)(builder_way_find(method) - builder_ways);
}

/* ---- what is announced ---------------------------------------------------------------------- */

/* Every metric of a probe's row is reported, those with a "?" aside, and no other. */
static void check_announced(const struct rig *rig, const struct hp_probe *p, const char *method)
{
    char words[400], list[400];
    (void)snprintf(words, sizeof words, " %s ", p->metrics);
    (void)snprintf(list, sizeof list, "%s", p->metrics);
    for (size_t i = 0; i < rig->metric_count; i++) {
        char always[64], sometimes[64];
        (void)snprintf(always, sizeof always, " %s ", rig->metrics[i].name);
        (void)snprintf(sometimes, sizeof sometimes, " %s? ", rig->metrics[i].name);
        HP_CHECK(strstr(words, always) != NULL || strstr(words, sometimes) != NULL,
                 "%s of %s reports %s, which it does not announce", p->name, method,
                 rig->metrics[i].name);
    }
    for (char *word = strtok(list, " "); word != NULL; word = strtok(NULL, " "))
        HP_CHECK(strchr(word, '?') != NULL || rig_metric(rig, word) != NULL,
                 "%s of %s does not report %s", p->name, method, word);
}

static void test_every_probe_of_every_method(void **state)
{
    (void)state;
    int reports = 0;
    for (const struct builder_way *way = builder_ways; way->method != NULL; way++) {
        for (const struct hp_probe *p = hp_plugin_query()->probes; p->name != NULL; p++) {
            struct rig rig;
            struct hp_err err = { 0, "" };
            struct builder_params params = defaults;
            params.of = way_index(way->method);
            open_rig(&rig, "gen", 0);
            if (rig_probe(&rig, p->name, &params, &err) == HP_OK) {
                check_announced(&rig, p, way->method);
                reports++;
            } else {
                HP_CHECK(strstr(err.text, "has no chunks") != NULL, "%s of %s: %s", p->name,
                         way->method, err.text);
            }
            HP_CHECK(rig.heap->heap->verify(rig.run.thread, &err) == HP_OK, "%s", err.text);
            rig_close(&rig);
        }
    }
    assert_true(reports > 60);
}

/* ---- chunks --------------------------------------------------------------------------------- */

static void test_blocks_are_the_chain(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        uint32_t count;
        uint64_t elements[9];
        int last_generation;
    } rows[] = {
        { "append-one", 2, { 16, 49984 }, 2 },
        { "append-parts-8000", 8, { 16, 7984, 8000, 8000, 8000, 8000, 8000, 8000 }, 0 },
        { "preset-capacity", 1, { 50000 }, 2 },
        { "clear-reuse", 1, { 56000 }, 2 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        struct builder_params params = defaults;
        params.of = way_index(rows[i].method);
        params.part = 8000;
        open_rig(&rig, "gen", 0);
        HP_CHECK(rig_probe(&rig, "chunks", &params, &err) == HP_OK, "%s", err.text);
        HP_CHECK(rig.block_count == rows[i].count, "%s: %zu blocks", rows[i].method,
                 rig.block_count);
        for (uint32_t k = 0; k < rows[i].count; k++) {
            const struct hp_block *b = &rig.blocks[k];
            HP_CHECK(b->index == k && b->elements == rows[i].elements[k] && b->kept == 1 &&
                         b->bytes == (24 + 2 * b->elements + 7) / 8 * 8,
                     "%s: block %u of %llu elements, %llu bytes", rows[i].method, k,
                     (unsigned long long)b->elements, (unsigned long long)b->bytes);
        }
        assert_int_equal(rig.blocks[rows[i].count - 1].generation, rows[i].last_generation);
        rig_close(&rig);
    }
}

/* ---- threshold ------------------------------------------------------------------------------ */

static void test_threshold_finds_every_setting(void **state)
{
    (void)state;
    static const struct {
        const char *heap;
        uint64_t threshold;
        int by;
        double length, delta, setting;
    } rows[] = {
        { "flat", 0, 0, 42488, 0, 85000 },        { "flat", 0, 1, 42504, 16, 85000 },
        { "gen", 0, 1, 42504, 16, 85000 },        { "gen", 91237, 0, 45607, 0, 91237 },
        { "gen", 91237, 1, 45623, 16, 91237 },    { "gen", 786432, 0, 393204, 0, 786432 },
        { "gen", 786432, 1, 393220, 16, 786432 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig rig;
        struct hp_err err = { 0, "" };
        struct builder_params params = defaults;
        params.by = rows[i].by;
        open_rig(&rig, rows[i].heap, rows[i].threshold);
        HP_CHECK(rig_probe(&rig, "threshold", &params, &err) == HP_OK, "%s", err.text);
        rig_check_number(&rig, "first_length", rows[i].length);
        rig_check_number(&rig, "first_length_delta", rows[i].delta);
        rig_check_number(&rig, "loh_threshold_bytes", rows[i].setting);
        rig_check_number(&rig, "header_bytes", 24);
        rig_check_number(&rig, "element_bytes", 2);
        rig_close(&rig);
    }
}

/* ---- what a heap does not have -------------------------------------------------------------- */

static void test_absent_counters_are_not_reported(void **state)
{
    (void)state;
    struct rig rig;
    struct hp_err err = { 0, "" };
    open_rig(&rig, "flat", 0);
    HP_CHECK(rig_probe(&rig, "loh", &defaults, &err) == HP_OK, "%s", err.text);
    assert_null(rig_metric(&rig, "loh_growth_bytes"));
    assert_null(rig_metric(&rig, "loh_live_bytes"));
    rig_check_number(&rig, "loh_bytes_per_document", 24 + 2 * 49984);
    rig_check_number(&rig, "loh_bytes_per_second", 10 * (24 + 2 * 49984));
    assert_int_equal(rig_probe(&rig, "collect", &defaults, &err), HP_E_UNSUPPORTED);
    assert_non_null(strstr(err.text, "does not collect"));
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_probe_of_every_method),
        cmocka_unit_test(test_blocks_are_the_chain),
        cmocka_unit_test(test_threshold_finds_every_setting),
        cmocka_unit_test(test_absent_counters_are_not_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
