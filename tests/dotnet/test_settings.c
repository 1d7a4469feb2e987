/* SPDX-License-Identifier: MIT
 * What does a case set in the runtime's environment, and what must the runtime say of it? Without a runtime.
 */
#include "dotnet.h"

#include <hp_test.h>

static const struct hp_machine this_machine = { "this", 2, 32u << 20, (uint64_t)24 << 30 };
static const struct hp_machine profile = { "truth", 2, 32u << 20, (uint64_t)24 << 30 };

static const struct {
    const char *what;
    int32_t gc_mode;
    uint32_t processors;
    uint64_t threshold;
    struct dotnet_options options;
    const struct hp_machine *machine;
    const char *wanted; /* NAME=VALUE, space separated, in order */
} rows[] = {
    { "defaults",
      HP_GC_WORKSTATION,
      2,
      0,
      { .tiered = false },
      &this_machine,
      "gcServer=0 gcConcurrent=0 TieredCompilation=0 PROCESSOR_COUNT=2 EnableDiagnostics=0" },
    { "concurrent",
      HP_GC_CONCURRENT,
      0,
      0,
      { .tiered = true },
      &this_machine,
      "gcServer=0 gcConcurrent=1 TieredCompilation=1 EnableDiagnostics=0" },
    { "server",
      HP_GC_SERVER,
      20,
      0,
      { .heap_count = 16 },
      &this_machine,
      "gcServer=1 gcConcurrent=0 TieredCompilation=0 PROCESSOR_COUNT=20 GCHeapCount=10 "
      "EnableDiagnostics=0" },
    { "server-concurrent",
      HP_GC_SERVER_CONCURRENT,
      2,
      0,
      { .tiered = false },
      &this_machine,
      "gcServer=1 gcConcurrent=1 TieredCompilation=0 PROCESSOR_COUNT=2 EnableDiagnostics=0" },
    { "hexadecimal",
      HP_GC_WORKSTATION,
      2,
      196608,
      { .gen0_size = 4u << 20, .memory_limit = 200u << 20, .physical_memory = (uint64_t)8 << 30 },
      &this_machine,
      "gcServer=0 gcConcurrent=0 TieredCompilation=0 PROCESSOR_COUNT=2 GCLOHThreshold=30000 "
      "GCHeapHardLimit=C800000 GCTotalPhysicalMemory=200000000 GCgen0size=400000 "
      "EnableDiagnostics=0" },
    { "profile: half of its L3",
      HP_GC_WORKSTATION,
      2,
      0,
      { .tiered = false },
      &profile,
      "gcServer=0 gcConcurrent=0 TieredCompilation=0 PROCESSOR_COUNT=2 GCgen0size=1000000 "
      "EnableDiagnostics=0" },
    { "profile: what is asked for wins",
      HP_GC_WORKSTATION,
      20,
      0,
      { .gen0_size = 65536 },
      &profile,
      "gcServer=0 gcConcurrent=0 TieredCompilation=0 PROCESSOR_COUNT=20 GCgen0size=10000 "
      "EnableDiagnostics=0" },
};

static int make(size_t i, struct dn_settings *out, struct hp_err *err)
{
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = &rows[i].options,
                                           .threshold = rows[i].threshold,
                                           .runtime = 10,
                                           .gc_mode = rows[i].gc_mode,
                                           .processors = rows[i].processors,
                                           .machine = rows[i].machine };
    return dn_settings_make(&config, out, err);
}

static void a_case_becomes_an_environment(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct dn_settings s;
        struct hp_err err = { 0, "" };
        char got[1024] = "";
        assert_int_equal(make(i, &s, &err), HP_OK);
        for (size_t k = 0; k < s.count; k++)
            (void)snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s=%s", k > 0 ? " " : "",
                           s.items[k].name, s.items[k].value);
        HP_CHECK(strcmp(got, rows[i].wanted) == 0, "%s:\n  %s\nwanted\n  %s", rows[i].what, got,
                 rows[i].wanted);
    }
}

static void heaps_of_a_workstation_are_refused(void **state)
{
    (void)state;
    const struct dotnet_options options = { .heap_count = 2 };
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = &options,
                                           .gc_mode = HP_GC_CONCURRENT };
    struct dn_settings s;
    struct hp_err err = { 0, "" };
    assert_int_equal(dn_settings_make(&config, &s, &err), HP_E_REFUSED);
    assert_non_null(strstr(err.text, "heap_count 2 needs gc \"server\""));
}

/* Row "hexadecimal", and what a runtime could say of it. */
static void what_did_not_apply_is_refused(void **state)
{
    static const char good[] = "version=10.0.15\nserver=False\nconcurrent=False\ntiered=False\n"
                               "processors=2\nconfig.GCHeapHardLimit=209715200\n"
                               "memory=209715200\n";
    static const struct {
        const char *line, *instead, *says;
    } wrong[] = {
        { "server=False", "server=True",
          "DOTNET_gcServer=0 (gc) requested, the runtime says True where False was expected" },
        { "concurrent=False", "concurrent=True", "DOTNET_gcConcurrent=0 (gc) requested" },
        { "tiered=False", "tiered=True", "DOTNET_TieredCompilation=0 (option tiered) requested" },
        { "processors=2", "processors=3",
          "DOTNET_PROCESSOR_COUNT=2 (processors) requested, the "
          "runtime says 3 where 2 was expected" },
        { "config.GCHeapHardLimit=209715200", "config.GCHeapHardLimitX=1",
          "DOTNET_GCHeapHardLimit=C800000 (option memory_limit) requested, the runtime says "
          "nothing "
          "where 209715200 was expected: the setting did not apply" },
    };
    (void)state;
    struct dn_settings s;
    struct hp_err err = { 0, "" };
    assert_int_equal(make(4, &s, &err), HP_OK);
    assert_int_equal(dn_settings_check(&s, good, &err), HP_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char said[512];
        const char *at = strstr(good, wrong[i].line);
        assert_non_null(at);
        (void)snprintf(said, sizeof said, "%.*s%s%s", (int)(at - good), good, wrong[i].instead,
                       at + strlen(wrong[i].line));
        assert_int_equal(dn_settings_check(&s, said, &err), HP_E_REFUSED);
        HP_CHECK(strstr(err.text, wrong[i].says) != NULL, "wanted \"%s\", got \"%s\"",
                 wrong[i].says, err.text);
    }
}

/* Memory that a runtime is told of is a container's: three quarters of it are the heap's. */
static void physical_memory_is_read_back_as_a_limit(void **state)
{
    (void)state;
    const struct dotnet_options options = { .physical_memory = (uint64_t)8 << 30 };
    const struct hp_heap_config config = { .size = sizeof config, .options = &options };
    static const char said[] = "server=False\nconcurrent=False\ntiered=False\nmemory=6442450944\n";
    struct dn_settings s;
    struct hp_err err = { 0, "" };
    assert_int_equal(dn_settings_make(&config, &s, &err), HP_OK);
    assert_int_equal(dn_settings_check(&s, said, &err), HP_OK);
}

static void the_environment_holds_these_and_no_others(void **state)
{
    (void)state;
    struct dn_settings s;
    struct hp_err err = { 0, "" };
    assert_int_equal(setenv("DOTNET_GCConserveMemory", "5", 1), 0);
    assert_int_equal(setenv("COMPlus_gcServer", "1", 1), 0);
    assert_int_equal(setenv("DOTNET_gcServer", "1", 1), 0);
    assert_int_equal(setenv("OTHER", "stays", 1), 0);
    assert_int_equal(make(4, &s, &err), HP_OK);
    assert_int_equal(dn_settings_apply(&s, &err), HP_OK);
    assert_null(getenv("DOTNET_GCConserveMemory"));
    assert_null(getenv("COMPlus_gcServer"));
    assert_string_equal(getenv("OTHER"), "stays");
    for (size_t i = 0; i < s.count; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "DOTNET_%s", s.items[i].name);
        assert_string_equal(getenv(name), s.items[i].value);
    }
}

static void equal_settings_share_a_runtime(void **state)
{
    (void)state;
    struct hp_err err = { 0, "" };
    struct dn_settings a, b;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
            assert_int_equal(make(i, &a, &err), HP_OK);
            assert_int_equal(make(k, &b, &err), HP_OK);
            assert_int_equal(dn_settings_equal(&a, &b), i == k);
        }
}

static void lines_are_found_by_their_whole_key(void **state)
{
    char value[16];
    (void)state;
    assert_true(dn_line_get("ab=1\na=2\n", "a", value, sizeof value));
    assert_string_equal(value, "2");
    assert_true(dn_line_get("a=\n", "a", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(dn_line_get("ab=1\n", "a", value, sizeof value));
    assert_false(dn_line_get("", "a", value, sizeof value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_becomes_an_environment),
        cmocka_unit_test(heaps_of_a_workstation_are_refused),
        cmocka_unit_test(what_did_not_apply_is_refused),
        cmocka_unit_test(physical_memory_is_read_back_as_a_limit),
        cmocka_unit_test(the_environment_holds_these_and_no_others),
        cmocka_unit_test(equal_settings_share_a_runtime),
        cmocka_unit_test(lines_are_found_by_their_whole_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
