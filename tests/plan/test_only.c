/* SPDX-License-Identifier: MIT
 * --only: which cases a filter selects, and what a slip in it says.
 */
#include "base/err.h"
#include "fake.h"

#include "hp_test.h"

static struct hp_config *config;
static struct hp_plan *plan;

static int setup(void **state)
{
    (void)state;
    struct hp_problems problems = { 0 };
    struct hp_err err = { 0 };
    int rc = hp_config_load("tests/plan/data/good/one-sweep.cfg", &config, &problems, &err);
    if (rc == HP_OK)
        rc = hp_plan_make(config, NULL, 0, &fake_plugins, &fake_machine, 0, &plan, &problems, &err);
    hp_problems_clear(&problems);
    return rc;
}

static int teardown(void **state)
{
    (void)state;
    hp_plan_free(plan);
    hp_config_free(config);
    return 0;
}

static size_t matched(const struct hp_only *only)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        count += hp_only_matches(only, &plan->cases[i]);
    return count;
}

/* Counted by hand: 54 cases, of which chunk-array 36 and slice-array 18; a third of them each size, etc. */
static void selects(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t count;
    } rows[] = {
        { "method=chunk-array", 36 },
        { "method=slice-array", 18 },
        { "method=chunk-array size=21244", 12 },
        { "size=21244,21243", 36 },
        { "  size=21244   size=21243 ", 36 },
        { "threshold=192KiB", 27 },
        { "threshold=default,196608", 54 },
        { "held=true method=chunk-array", 18 },
        { "held=true", 18 },
        { "machine=small", 18 },
        { "runtime=8 heap=gen plugin=gen workload=chunk gc=workstation", 18 },
        { "sweep=\"sweep 1\" machine=this", 36 },
        { "processors=4", 18 },
    };
    assert_int_equal(plan->count, 54);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_only *only = NULL;
        struct hp_err err = { 0 };
        const int rc = hp_only_parse(rows[i].text, plan, &only, &err);
        HP_CHECK(rc == HP_OK, "%s: %s", rows[i].text, err.text);
        HP_CHECK(matched(only) == rows[i].count, "%s: %zu cases", rows[i].text, matched(only));
        hp_only_free(only);
    }
    assert_int_equal(matched(NULL), 54);
}

static void by_id(void **state)
{
    (void)state;
    for (size_t i = 0; i < plan->count; i++) {
        char text[80];
        struct hp_only *only = NULL;
        struct hp_err err = { 0 };
        (void)snprintf(text, sizeof text, "id=%.*s", (int)plan->id_digits, plan->cases[i].identity);
        assert_int_equal(hp_only_parse(text, plan, &only, &err), HP_OK);
        assert_int_equal(matched(only), 1);
        assert_true(hp_only_matches(only, &plan->cases[i]));
        hp_only_free(only);
    }
}

static void slips(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        { "", "--only: empty - expected KEY=VALUE, as 'method=chunk-array'" },
        { "size", "--only: \"size\" - expected KEY=VALUE, as 'method=chunk-array size=21244'" },
        { "=3", "--only: \"=3\" - expected KEY=VALUE, as 'method=chunk-array size=21244'" },
        { "size=", "--only: size= needs a value" },
        { "size=20000,", "--only: size= needs a value" },
        { "sise=20000", "--only: unknown key \"sise\" - did you mean \"size\"?" },
        { "zzzzzz=1",
          "--only: unknown key \"zzzzzz\" - there are id, method, probe, workload, heap, plugin, "
          "runtime, gc, machine, processors, threshold, sweep, count, size, element, held, ..." },
        { "method=chunk-arry",
          "--only: no case has method=chunk-arry - did you mean \"chunk-array\"?" },
        { "method=pool", "--only: no case has method=pool - there are chunk-array, slice-array" },
        { "size=77", "--only: no case has size=77 - there are 20000, 21243, 21244" },
        { "probe=memory", "--only: no case has probe=memory - there is none" },
        { "id=zz", "--only: no case has the id zz - heapproof plan --list shows them" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_only *only = NULL;
        struct hp_err err = { 0 };
        assert_int_equal(hp_only_parse(rows[i].text, plan, &only, &err), HP_E_USAGE);
        assert_null(only);
        assert_string_equal(err.text, rows[i].message);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(selects),
        cmocka_unit_test(by_id),
        cmocka_unit_test(slips),
    };
    if (chdir(HP_SOURCE_DIR) != 0)
        return 1;
    return cmocka_run_group_tests(tests, setup, teardown);
}
