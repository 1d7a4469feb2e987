/* SPDX-License-Identifier: MIT
 * What workloads share on the way from the worker's words to their own tables: found, or a sentence. */
#include "hp_test.h"

#include "workload.h"

#include <stdbool.h>

struct way {
    const char *method;
    int number;
};
static const struct way ways[] = { { "chunk-array", 1 }, { "chunk", 2 }, { NULL, 0 } };

static int answer_seven(const struct hp_run *run, struct hp_err *err)
{
    (void)run, (void)err;
    return 7;
}
static const struct workload_probe probes[] = { { "seven", answer_seven }, { NULL, NULL } };
static const struct workload fruit = {
    .name = "fruit", .ways = ways, .way_bytes = sizeof *ways, .state_bytes = 40, .probes = probes
};

static void words_are_whole(void **state)
{
    (void)state;
    static const struct {
        const char *list, *word;
        bool in;
    } rows[] = {
        { "chunk-array chunk", "chunk", true },
        { "chunk-array chunk", "chunk-array", true },
        { "chunk-array chunk-list", "chunk", false },
        { "chunk", "chunk-array", false },
        { "a b c", "b", true },
        { "a b c", "d", false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        HP_CHECK(workload_word_in(rows[i].list, rows[i].word) == rows[i].in, "%s in %s",
                 rows[i].word, rows[i].list);
}

static void a_method_has_its_row_and_a_zeroed_state(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const struct hp_run run = { .method = ways[i].method };
        struct hp_err err = { 0, "" };
        const void *row = NULL;
        void *made = NULL;
        assert_int_equal(workload_open(&fruit, &run, &row, &made, &err), HP_OK);
        assert_ptr_equal(row, &ways[i]);
        for (size_t k = 0; k < fruit.state_bytes; k++)
            assert_int_equal(((const char *)made)[k], 0);
        free(made);
    }
}

static void what_is_not_there_is_named(void **state)
{
    (void)state;
    const struct hp_run run = { .method = "chunk-arra", .probe = "eight" };
    struct hp_err err = { 0, "" };
    const void *row = NULL;
    void *made = NULL;
    assert_int_equal(workload_open(&fruit, &run, &row, &made, &err), HP_E_UNSUPPORTED);
    assert_string_equal(err.text, "fruit has no method \"chunk-arra\"");
    assert_int_equal(workload_probe(&fruit, &run, &err), HP_E_UNSUPPORTED);
    assert_string_equal(err.text, "fruit has no probe \"eight\"");
    assert_int_equal(workload_tracer("fruit", "pool pool-capacity", "capacity", 8, &made, &err),
                     HP_E_INPUT);
    assert_string_equal(err.text, "fruit executes families pool pool-capacity, not \"capacity\"");
    assert_null(made);
}

static void a_probe_is_run_and_a_tracer_made(void **state)
{
    (void)state;
    const struct hp_run run = { .probe = "seven" };
    struct hp_err err = { 0, "" };
    void *made = NULL;
    assert_int_equal(workload_probe(&fruit, &run, &err), 7);
    assert_int_equal(
        workload_tracer("fruit", "pool pool-capacity", "pool-capacity", 8, &made, &err), HP_OK);
    assert_memory_equal(made, "\0\0\0\0\0\0\0\0", 8);
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_whole),
        cmocka_unit_test(a_method_has_its_row_and_a_zeroed_state),
        cmocka_unit_test(what_is_not_there_is_named),
        cmocka_unit_test(a_probe_is_run_and_a_tracer_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
