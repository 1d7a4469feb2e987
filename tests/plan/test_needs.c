/* SPDX-License-Identifier: MIT
 * What a heap needs of the machine: missing, its cases are skipped with the reason, or fail where
 * HEAPPROOF_REQUIRE names them; there, it is part of their identity.
 */
#include "base/err.h"
#include "fake.h"

#include "hp_test.h"

/* What the fake heap finds. */
static struct hp_finding world[3];

static void survey(void *context, void (*tell)(void *context, const struct hp_finding *finding))
{
    for (size_t i = 0; i < sizeof world / sizeof world[0]; i++)
        tell(context, &world[i]);
}

static void make_world(void)
{
    const struct hp_finding whole[] = {
        { 9, true, ".NET 9", "9.0.1 in /x", NULL, "9.0.1", NULL },
        { 10, false, ".NET 10", "not installed", "get it", NULL, NULL },
        { 0, true, "guest", "/g", NULL, "1", NULL },
    };
    memcpy(world, whole, sizeof whole);
}

static const struct hp_plugin heap = { .kind = HP_KIND_HEAP,
                                       .name = "dotnet",
                                       .options = no_options,
                                       .caps = HP_CAP_COLLECTS | HP_CAP_RUNTIMES,
                                       .survey = survey };

struct made {
    struct hp_config *config;
    struct hp_plan *plan;
};

/* One case for each of the runtimes 9 and 10. */
static struct made make(void)
{
    static const char text[] = "on = { heap = \"dotnet\"; runtime = [ 9, 10 ]; };\n"
                               "sweep = ( { workload = \"chunk\"; method = \"slice-array\"; } );\n";
    struct hp_loaded items[] = { { &fake_chunk, "chunk.so", "aaaa", NULL },
                                 { &heap, "dotnet.so", "eeee", NULL } };
    const struct hp_plugins plugins = { items, 2, 2, NULL };
    struct made m = { 0 };
    char folder[64], path[128];
    struct hp_problems problems = { 0 };
    struct hp_err err = { 0 };
    (void)snprintf(path, sizeof path, "%s/x.cfg", hp_test_folder(folder));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    (void)fputs(text, f);
    (void)fclose(f);
    assert_int_equal(hp_config_load(path, &m.config, &problems, &err), HP_OK);
    HP_CHECK(hp_plan_make(m.config, NULL, 0, &plugins, &fake_machine, 0, &m.plan, &problems,
                          &err) == HP_OK,
             "%s", err.text);
    assert_int_equal(m.plan->count, 2);
    hp_problems_clear(&problems);
    (void)unlink(path);
    (void)rmdir(folder);
    return m;
}

static void done(struct made *m)
{
    hp_plan_free(m->plan);
    hp_config_free(m->config);
}

static void what_is_missing_is_the_reason_of_a_skip(void **state)
{
    (void)state;
    make_world();
    struct made m = make();
    assert_null(m.plan->cases[0].skip);
    assert_string_equal(m.plan->cases[1].skip,
                        "dotnet 10 - not installed (heapproof doctor says how)");
    assert_true(m.plan->cases[1].lacking);
    done(&m);
    world[2].present = false;
    world[2].found = "guest not built, needs the SDK";
    m = make();
    assert_string_equal(m.plan->cases[0].skip,
                        "dotnet 9 - guest not built, needs the SDK (heapproof doctor says how)");
    done(&m);
}

static void what_is_there_is_part_of_the_identity(void **state)
{
    (void)state;
    char before[HP_SHA_HEX];
    make_world();
    world[1].present = true;
    struct made m = make();
    memcpy(before, m.plan->cases[0].identity, sizeof before);
    done(&m);
    world[1].version = "10.0.2"; /* of the other runtime */
    m = make();
    assert_string_equal(m.plan->cases[0].identity, before);
    done(&m);
    world[0].version = "9.0.2";
    m = make();
    assert_string_not_equal(m.plan->cases[0].identity, before);
    done(&m);
    make_world();
    world[2].version = "2"; /* every runtime's */
    m = make();
    assert_string_not_equal(m.plan->cases[0].identity, before);
    done(&m);
}

/* The content of a file counts, not its name. */
static void files_count_by_their_content(void **state)
{
    (void)state;
    char folder[64], path[2][96], identity[3][HP_SHA_HEX];
    (void)hp_test_folder(folder);
    static const char *const text[] = { "one", "one", "two" };
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(path[i % 2], sizeof path[0], "%s/%zu", folder, i % 2);
        FILE *f = fopen(path[i % 2], "wb");
        assert_non_null(f);
        (void)fputs(text[i], f);
        (void)fclose(f);
        make_world();
        world[2].file = path[i % 2];
        struct made m = make();
        memcpy(identity[i], m.plan->cases[0].identity, HP_SHA_HEX);
        done(&m);
    }
    assert_string_equal(identity[0], identity[1]);
    assert_string_not_equal(identity[0], identity[2]);
    (void)unlink(path[0]);
    (void)unlink(path[1]);
    (void)rmdir(folder);
}

/* What cases use is listed for the run's ledger; what is missing or serves no case is not. */
static void what_is_used_is_listed(void **state)
{
    (void)state;
    make_world();
    struct made m = make();
    assert_int_equal(m.plan->library_count, 2);
    assert_string_equal(m.plan->libraries[0].name, "dotnet: .NET 9");
    assert_string_equal(m.plan->libraries[0].version, "9.0.1");
    assert_string_equal(m.plan->libraries[1].name, "dotnet: guest");
    done(&m);
}

static void what_is_required_may_not_be_skipped(void **state)
{
    static const struct {
        const char *list;
        int code;
        const char *says;
    } rows[] = {
        { "", HP_OK, "" },
        { "dotnet9", HP_OK, "" },
        { "dotnet10", HP_E_ENV,
          "HEAPPROOF_REQUIRE names dotnet10: dotnet 10 - not installed (heapproof doctor says "
          "how)" },
        { "dotnet9, dotnet10", HP_E_ENV, "HEAPPROOF_REQUIRE names dotnet10: " },
        { "dotnet1", HP_OK, "" },
        { "dotnt10", HP_E_ENV, "HEAPPROOF_REQUIRE: \"dotnt10\" - expected a heap and a runtime" },
        { "dotnet", HP_E_ENV, "HEAPPROOF_REQUIRE: \"dotnet\" - expected" },
        { "dotnet10x", HP_E_ENV, "HEAPPROOF_REQUIRE: \"dotnet10x\" - expected" },
    };
    (void)state;
    make_world();
    struct made m = make();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_err err = { 0 };
        assert_int_equal(setenv("HEAPPROOF_REQUIRE", rows[i].list, 1), 0);
        HP_CHECK(hp_require_plan(m.plan, &err) == rows[i].code, "%s: %s", rows[i].list, err.text);
        HP_CHECK(strstr(err.text, rows[i].says) != NULL, "%s: %s", rows[i].list, err.text);
    }
    assert_int_equal(setenv("HEAPPROOF_REQUIRE", "gen8,dotnet9", 1), 0);
    assert_true(hp_require_names("dotnet", 9) && hp_require_names("dotnet", 0));
    assert_false(hp_require_names("dotnet", 8) || hp_require_names("glibc", 0));
    (void)unsetenv("HEAPPROOF_REQUIRE");
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing_is_the_reason_of_a_skip),
        cmocka_unit_test(what_is_there_is_part_of_the_identity),
        cmocka_unit_test(files_count_by_their_content),
        cmocka_unit_test(what_is_used_is_listed),
        cmocka_unit_test(what_is_required_may_not_be_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
