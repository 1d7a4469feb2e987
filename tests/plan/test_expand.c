/* SPDX-License-Identifier: MIT
 * What a .cfg expands to: data/good/NAME.cfg against golden/plan/NAME.txt (summary and every case), and
 * what is wrong with data/bad/NAME.cfg against golden/plan/bad-NAME.txt.
 */
#include "base/err.h"
#include "fake.h"

#include "hp_test.h"

#include <dirent.h>

static int is_cfg(const struct dirent *entry)
{
    return hp_ends_with(entry->d_name, ".cfg");
}

static void print_plan(const struct hp_plan *plan, const struct hp_config *config,
                       struct hp_text *out)
{
    hp_plan_print_summary(plan, config, out);
    for (size_t i = 0; i < plan->count; i++) {
        const struct hp_case *c = &plan->cases[i];
        hp_case_print(c, out);
        hp_text_print(out, "  [%s%s%s", c->sweep, c->counters ? " counters" : "",
                      c->times ? " times" : "");
        if (c->times && c->rounds != config->measure.rounds)
            hp_text_print(out, " in %u rounds", c->rounds);
        hp_text_print(out, "%s%s]", c->baseline != NULL ? " against " : "",
                      c->baseline != NULL ? c->baseline : "");
        hp_text_print(out, "%s%s\n", c->skip != NULL ? " skip: " : "",
                      c->skip != NULL ? c->skip : "");
    }
}

/* The plan of a file, or its problems, as text. */
static int plan_text(const char *path, struct hp_text *out)
{
    struct hp_problems problems = { 0 };
    struct hp_config *config = NULL;
    struct hp_plan *plan = NULL;
    struct hp_err err = { 0 };
    int rc = hp_config_read(path, &config, &problems, &err);
    if (config != NULL)
        rc = hp_plan_make(config, NULL, 0, &fake_plugins, &fake_machine, 0, &plan, &problems, &err);
    if (rc == HP_OK)
        print_plan(plan, config, out);
    else
        hp_problems_print(&problems, out);
    hp_plan_free(plan);
    hp_config_free(config);
    hp_problems_clear(&problems);
    return rc;
}

static void every_file(const char *folder, const char *prefix, int at_least, int expected)
{
    struct dirent **names = NULL;
    const int count = scandir(folder, &names, is_cfg, alphasort);
    HP_CHECK(count >= at_least, "only %d files in %s", count, folder);
    for (int i = 0; i < count; i++) {
        char path[512], golden[512];
        struct hp_text text = { 0 };
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        const int rc = plan_text(path, &text);
        HP_CHECK(rc == expected, "%s: code %d\n%s", path, rc, hp_text_str(&text));
        (void)snprintf(golden, sizeof golden, "plan/%s%.*s.txt", prefix,
                       (int)strlen(names[i]->d_name) - 4, names[i]->d_name);
        hp_test_golden(golden, hp_text_str(&text));
        hp_text_clear(&text);
        free(names[i]);
    }
    free((void *)names);
}

static void good_files(void **state)
{
    (void)state;
    every_file("tests/plan/data/good", "", 10, HP_OK);
}

static void bad_files(void **state)
{
    (void)state;
    every_file("tests/plan/data/bad", "bad-", 7, HP_E_CONFIG);
}

/* The number that the message names is enough; one less is not. */
static void max_cases(void **state)
{
    (void)state;
    static const struct {
        size_t max;
        int rc;
        size_t count;
    } rows[] = { { 0, HP_E_CONFIG, 0 }, { 10000, HP_E_CONFIG, 0 }, { 10001, HP_OK, 10001 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_problems problems = { 0 };
        struct hp_config *config = NULL;
        struct hp_plan *plan = NULL;
        struct hp_err err = { 0 };
        assert_int_equal(
            hp_config_load("tests/plan/data/bad/too-many.cfg", &config, &problems, &err), HP_OK);
        const int rc = hp_plan_make(config, NULL, 0, &fake_plugins, &fake_machine, rows[i].max,
                                    &plan, &problems, &err);
        HP_CHECK(rc == rows[i].rc, "max %zu: code %d", rows[i].max, rc);
        HP_CHECK((plan != NULL ? plan->count : 0) == rows[i].count, "max %zu", rows[i].max);
        hp_plan_free(plan);
        hp_config_free(config);
        hp_problems_clear(&problems);
    }
}

/* A sweep that a script adds: names checked like those of a file, profiles read on demand. */
static void sweeps_of_scripts(void **state)
{
    (void)state;
    struct hp_value machine = { { .file = "lua/x.lua", .line = 3 }, "small", false, 0 };
    struct hp_value sizes[] = { { { .file = "lua/x.lua", .line = 4 }, "5", true, 5 },
                                { { .file = "lua/x.lua", .line = 4 }, "6", true, 6 } };
    struct hp_value method = { { .file = "lua/x.lua", .line = 5 }, "slice-array", false, 0 };
    struct hp_axis on = { "machine", { .file = "lua/x.lua", .line = 3 }, &machine, 1 };
    struct hp_axis with = { "size", { .file = "lua/x.lua", .line = 4 }, sizes, 2 };
    const struct hp_sweep sweep = {
        .at = { .file = "lua/x.lua", .line = 1 },
        .name = "of a script",
        .workload = "chunk",
        .methods = { "method", { .file = "lua/x.lua", .line = 5 }, &method, 1 },
        .with = &with,
        .with_count = 1,
        .on = &on,
        .on_count = 1
    };
    static const struct {
        const char *machine, *axis;
        size_t cases;
        const char *problem;
    } rows[] = {
        { "small", "machine", 2, "" },
        { "smal", "machine", 0,
          "lua/x.lua:3: machine: no profile \"smal\" - did you mean \"small\"?\n" },
        { "this", "machin", 0,
          "lua/x.lua:3: on.machin: unknown axis - did you mean \"machine\"?\n" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_problems problems = { 0 };
        struct hp_config *config = NULL;
        struct hp_plan *plan = NULL;
        struct hp_err err = { 0 };
        struct hp_text text = { 0 };
        assert_int_equal(hp_config_load("tests/plan/data/machine.cfg", &config, &problems, &err),
                         HP_OK);
        machine.text = rows[i].machine;
        on.name = rows[i].axis;
        config->sweep_count = 0;
        (void)hp_plan_make(config, &sweep, 1, &fake_plugins, &fake_machine, 0, &plan, &problems,
                           &err);
        hp_problems_print(&problems, &text);
        assert_string_equal(hp_text_str(&text), rows[i].problem);
        assert_int_equal(plan != NULL ? plan->count : 0, rows[i].cases);
        hp_text_clear(&text);
        hp_plan_free(plan);
        hp_config_free(config);
        hp_problems_clear(&problems);
    }
}

/* What the profile of a machine states for a heap, where the heap's user does not. */
static void options_of_profiles(void **state)
{
    (void)state;
    static const struct {
        const char *heap, *machine;
        int32_t runtime;
        const char *want;
    } rows[] = {
        { "gen", "this", 8, "" },
        { "gen", "old", 8, "gen0_budget=1048576 " },
        { "gen", "old", 9, "gen0_budget=1048576 stress=true " },
        { "gen-own", "this", 9, "gen0_budget=2097152 " },
        { "gen-own", "old", 9, "gen0_budget=2097152 stress=true " },
    };
    struct hp_problems problems = { 0 };
    struct hp_config *config = NULL;
    struct hp_plan *plan = NULL;
    struct hp_err err = { 0 };
    int rc = hp_config_load("tests/plan/data/good/profile-heaps.cfg", &config, &problems, &err);
    if (rc == HP_OK)
        rc = hp_plan_make(config, NULL, 0, &fake_plugins, &fake_machine, 0, &plan, &problems, &err);
    HP_CHECK(rc == HP_OK, "%s", err.text);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        size_t found = 0;
        for (size_t i = 0; i < plan->count; i++) {
            const struct hp_case *c = &plan->cases[i];
            struct hp_text text = { 0 };
            if (strcmp(c->heap, rows[r].heap) != 0 || strcmp(c->machine, rows[r].machine) != 0 ||
                c->runtime != rows[r].runtime)
                continue;
            for (size_t k = 0; k < c->option_count; k++)
                hp_text_print(&text, "%s=%s ", c->options[k].name, c->options[k].text);
            assert_string_equal(hp_text_str(&text), rows[r].want);
            hp_text_clear(&text);
            found++;
        }
        assert_int_equal(found, 1);
    }
    hp_plan_free(plan);
    hp_config_free(config);
    hp_problems_clear(&problems);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_files),        cmocka_unit_test(options_of_profiles),
        cmocka_unit_test(bad_files),         cmocka_unit_test(max_cases),
        cmocka_unit_test(sweeps_of_scripts),
    };
    (void)setenv("HEAPPROOF_DATA", "tests/plan/data/share", 1);
    if (chdir(HP_SOURCE_DIR) != 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
