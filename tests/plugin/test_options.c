/* SPDX-License-Identifier: MIT
 * One table of options parses, checks, canonicalises and fills.
 */
#include "hp_test.h"
#include "plugin/plugin.h"

struct values {
    uint64_t size;
    int64_t count;
    uint64_t wait;
    bool held;
    int32_t element;
    uint64_t open;
};

static const struct hp_option options[] = {
    { "size", "96KiB", "bytes", HP_SIZE, offsetof(struct values, size), 24, 1 << 30, NULL },
    { "count", "-3", "times", HP_COUNT, offsetof(struct values, count), -5, 1000, NULL },
    { "wait", "2ms", "time", HP_TIME, offsetof(struct values, wait), 0, INT64_C(10000000000),
      NULL },
    { "held", "false", "kept", HP_FLAG, offsetof(struct values, held), 0, 0, NULL },
    { "element", "int32", "type", HP_CHOICE, offsetof(struct values, element), 0, 0,
      "int32 byte int16 int64 reference" },
    { "open_end", "1", "bytes", HP_SIZE, offsetof(struct values, open), 1, INT64_MAX, NULL },
    { .name = NULL },
};

/* want: the canonical text; or NULL, and the error has `says`. */
static const struct {
    const char *option, *text, *want, *says;
} rows[] = {
    { "size", "98304", "98304", NULL },
    { "size", "96KiB", "98304", NULL },
    { "size", "24", "24", NULL },
    { "size", "1GiB", "1073741824", NULL },
    { "size", "23", NULL,
      "expected a size in bytes (20000, \"96KiB\", \"1MiB\"), range 24 to 1073741824" },
    { "size", "2GiB", NULL, "range 24 to 1073741824" },
    { "size", "-1", NULL, "-1: expected a size in bytes" },
    { "size", "96KB", NULL, "\"96KB\"" },
    { "size", "", NULL, "\"\": expected a size" },
    { "open_end", "4611686018427387904", "4611686018427387904", NULL },
    { "open_end", "0", NULL, "at least 1" },
    { "count", "-5", "-5", NULL },
    { "count", "0x10", "16", NULL },
    { "count", "-6", NULL, "expected a whole number, range -5 to 1000" },
    { "count", "1001", NULL, "range -5 to 1000" },
    { "count", "96KiB", NULL, "\"96KiB\": expected a count, not bytes: a whole number" },
    { "count", "1.5", NULL, "1.5: expected a whole number" },
    { "wait", "250us", "250000ns", NULL },
    { "wait", "250000ns", "250000ns", NULL },
    { "wait", "11s", NULL, "expected a time with its unit" },
    { "wait", "12", NULL, "expected a time with its unit" },
    { "held", "true", "true", NULL },
    { "held", "false", "false", NULL },
    { "held", "1", "true", NULL },
    { "held", "0", "false", NULL },
    { "held", "2", NULL, "2: expected true or false" },
    { "held", "True", NULL, "expected true or false" },
    { "element", "reference", "reference", NULL },
    { "element", "int", NULL, "expected one of int32 byte int16 int64 reference" },
    { "element", "int23", NULL, "did you mean \"int32\"?" },
    { "element", "", NULL, "expected one of" },
};

static void check_rows(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hp_option *o = hp_option_find(options, rows[i].option);
        assert_non_null(o);
        struct hp_err err = { 0, "" };
        const char *got = NULL;
        const int rc = hp_option_check(o, rows[i].text, arena, &got, &err);
        if (rows[i].want != NULL) {
            HP_CHECK(rc == HP_OK, "row %zu: %s", i, err.text);
            assert_string_equal(got, rows[i].want);
        } else {
            HP_CHECK(rc == HP_E_INPUT, "row %zu %s: rc %d", i, rows[i].text, rc);
            HP_CHECK(strstr(err.text, rows[i].says) != NULL, "row %zu: %s", i, err.text);
        }
    }
    hp_arena_free(arena);
}

/* What is canonical is read back as itself: a worker parses what the plan wrote. */
static void canonical_is_stable(void **state)
{
    (void)state;
    struct hp_arena *arena = hp_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *again = NULL;
        if (rows[i].want == NULL)
            continue;
        struct hp_err err = { 0, "" };
        assert_int_equal(hp_option_check(hp_option_find(options, rows[i].option), rows[i].want,
                                         arena, &again, &err),
                         HP_OK);
        assert_string_equal(again, rows[i].want);
    }
    hp_arena_free(arena);
}

static void fills_fallbacks_then_given(void **state)
{
    (void)state;
    struct values v;
    struct hp_err err = { 0, "" };
    const struct hp_named given[] = { { "size", "20000" },
                                      { "element", "int64" },
                                      { "held", "true" } };
    memset(&v, 0x5a, sizeof v);
    assert_int_equal(hp_options_fill(options, &v, sizeof v, given, 3, &err), HP_OK);
    assert_int_equal(v.size, 20000);
    assert_int_equal(v.count, -3);
    assert_int_equal(v.wait, 2000000);
    assert_true(v.held);
    assert_int_equal(v.element, 3);
    assert_int_equal(v.open, 1);
}

static void refuses_to_fill(void **state)
{
    (void)state;
    struct values v;
    struct hp_err err = { 0, "" };
    const struct hp_named typo = { "sise", "1" }, far = { "gc_mode_of_moon", "1" },
                          bad = { "size", "many" };
    assert_int_equal(hp_options_fill(options, &v, sizeof v, &typo, 1, &err), HP_E_INPUT);
    assert_string_equal(err.text, "unknown option \"sise\" - did you mean \"size\"?");
    assert_int_equal(hp_options_fill(options, &v, sizeof v, &far, 1, &err), HP_E_INPUT);
    assert_string_equal(err.text, "unknown option \"gc_mode_of_moon\"");
    assert_int_equal(hp_options_fill(options, &v, sizeof v, &bad, 1, &err), HP_E_INPUT);
    HP_CHECK(strncmp(err.text, "size: \"many\": expected a size", 29) == 0, "%s", err.text);
    assert_int_equal(hp_options_fill(options, &v, sizeof v - 1, NULL, 0, &err), HP_E_INPUT);
    HP_CHECK(strstr(err.text, "open_end: lies outside the options struct") != NULL, "%s", err.text);
    assert_null(hp_option_find(options, "siz"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_rows),
        cmocka_unit_test(canonical_is_stable),
        cmocka_unit_test(fills_fallbacks_then_given),
        cmocka_unit_test(refuses_to_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
