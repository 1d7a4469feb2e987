/* SPDX-License-Identifier: MIT
 * Does the workload that the README walks through do what it says? Loaded as the host loads it, with
 * a collection at every allocation; bytes are exact. */
#include "hp_test.h"

#include "rig.h"

static int64_t allocated(const struct rig *rig)
{
    struct hp_counters counters = { .present = 0 };
    rig->run.thread->ops->counters(rig->run.thread, &counters);
    assert_true(counters.present >> HP_C_ALLOCATED_BYTES & 1);
    return counters.value[HP_C_ALLOCATED_BYTES];
}

static void test_both_methods_allocate_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *method, *size;
        int64_t bytes; /* of a step of three operations */
    } rows[] = {
        { "fresh", "64KiB", 3 * (24 + 65536) },
        { "reused", "64KiB", 24 + 65536 },
        { "fresh", "84976", 3 * 85000 },
        { "reused", "1", 32 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rig rig;
        struct hp_plugins set = { .items = NULL };
        struct hp_err err = { 0, "" };
        const struct rig_setup setup = {
            .heap = "gen", .runtime = 10, .option = { "stress" }, .value = { "true" }
        };
        HP_CHECK(hp_plugin_load(&set, HP_BUILD_DIR "/plugins/template.so", &err) == HP_OK, "%s",
                 err.text);
        HP_CHECK(rig_open(&rig, &setup, &err) == HP_OK, "%s", err.text);
        const struct hp_plugin *table = set.items[0].table;
        const struct hp_named size = { "size", rows[i].size };
        uint64_t params = 0;
        assert_int_equal(table->options_size, sizeof params);
        assert_int_equal(hp_options_fill(table->options, &params, sizeof params, &size, 1, &err),
                         HP_OK);
        rig.run.params = &params;
        rig.run.method = rows[i].method;
        void *opened = NULL;
        HP_CHECK(table->workload->open(&opened, &rig.run, &err) == HP_OK, "%s", err.text);
        const int64_t before = allocated(&rig);
        HP_CHECK(table->workload->step(opened, 3, &err) == HP_OK, "%s", err.text);
        HP_CHECK(allocated(&rig) - before == rows[i].bytes, "%s of %s: %lld bytes", rows[i].method,
                 rows[i].size, (long long)(allocated(&rig) - before));
        assert_int_equal(rig.run.thread->root_count, 0);
        table->workload->close(opened);
        rig_close(&rig);
        hp_plugins_clear(&set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_methods_allocate_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
