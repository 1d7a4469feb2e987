/* SPDX-License-Identifier: MIT
 * The configs that we ship: each one can be planned with the plugins of this build, smoke.cfg is small, and
 * those of a workload have a case for every deterministic published figure of it.
 */
#include "base/err.h"
#include "plan/plan.h"
#include "store/store.h"

#include "hp_test.h"

static struct hp_plugins plugins;
static const struct hp_machine this_machine = { "this", 2, 32u << 20, UINT64_C(24) << 30 };

static int load_plugins(void **state)
{
    (void)state;
    struct hp_err err = { 0 };
    return hp_plugins_load_folder(&plugins, HP_BUILD_DIR "/plugins", NULL, NULL, &err);
}

static int clear_plugins(void **state)
{
    (void)state;
    hp_plugins_clear(&plugins);
    return 0;
}

static struct hp_plan *plan_of(const char *path, struct hp_config **config)
{
    struct hp_problems problems = { 0 };
    struct hp_plan *plan = NULL;
    struct hp_err err = { 0 };
    struct hp_text text = { 0 };
    int rc = hp_config_load(path, config, &problems, &err);
    if (rc == HP_OK)
        rc = hp_plan_make(*config, NULL, 0, &plugins, &this_machine, 0, &plan, &problems, &err);
    hp_problems_print(&problems, &text);
    HP_CHECK(rc == HP_OK, "%s: %s\n%s", path, err.text, hp_text_str(&text));
    hp_text_clear(&text);
    hp_problems_clear(&problems);
    return plan;
}

static void all_can_be_planned(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t most;
        uint64_t most_seconds; /* estimated, on two processors */
    } rows[] = { { "configs/chunk.cfg", 400, 100 },   { "configs/builder.cfg", 260, 130 },
                 { "configs/pool.cfg", 300, 180 },    { "configs/streamcopy.cfg", 120, 60 },
                 { "configs/threshold.cfg", 80, 20 }, { "configs/smoke.cfg", 20, 10 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct hp_config *config = NULL;
        struct hp_plan *plan = plan_of(rows[i].path, &config);
        const uint64_t ns = hp_plan_estimate(plan, config, NULL, NULL, 2);
        HP_CHECK(plan->count > 0 && plan->count <= rows[i].most, "%s: %zu cases", rows[i].path,
                 plan->count);
        HP_CHECK(ns / 1000000000 < rows[i].most_seconds, "%s: estimated %llu s", rows[i].path,
                 (unsigned long long)(ns / 1000000000));
        for (size_t k = 0; k < plan->count; k++)
            HP_CHECK(plan->cases[k].skip == NULL || plan->cases[k].lacking, "%s: skipped: %s",
                     rows[i].path, plan->cases[k].skip);
        hp_plan_free(plan);
        hp_config_free(config);
    }
}

/* configs/all.cfg runs each workload's file. */
static void all_runs_the_four(void **state)
{
    (void)state;
    static const char *const files[] = { "chunk.cfg", "builder.cfg", "pool.cfg", "streamcopy.cfg" };
    struct hp_config *config = NULL;
    struct hp_problems problems = { 0 };
    struct hp_err err = { 0 };
    assert_int_equal(hp_config_load("configs/all.cfg", &config, &problems, &err), HP_OK);
    assert_int_equal(config->run_count, sizeof files / sizeof files[0]);
    for (size_t i = 0; i < config->run_count; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "configs/%s", files[i]);
        assert_string_equal(config->run_paths[i], path);
    }
    hp_config_free(config);
    hp_problems_clear(&problems);
}

/* A published machine: what its row in published.md says, as bytes. */
static void profiles(void **state)
{
    (void)state;
    static const struct hp_machine want[] = {
        { "ryzen-9-5950x", 32, 33554432, 68719476736 },
        { "core-i9-10900kf", 20, 20971520, 68719476736 },
        { "2x-xeon-silver-4314", 64, 25165824, 68719476736 },
        { "xeon-w-2255", 20, 20185088, 68719476736 },
        { "truth", 2, 33554432, 25769803776 },
    };
    struct hp_config *config = NULL;
    struct hp_problems problems = { 0 };
    struct hp_err err = { 0 };
    assert_int_equal(hp_config_load("configs/smoke.cfg", &config, &problems, &err), HP_OK);
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const struct hp_place at = { .file = "test", .line = 0, .column = 0 };
        const struct hp_profile *p = hp_config_profile(config, want[i].name, at, &problems);
        HP_CHECK(p != NULL, "no profile %s", want[i].name);
        assert_int_equal(p->machine.processors, want[i].processors);
        assert_int_equal(p->machine.l3_bytes, want[i].l3_bytes);
        assert_int_equal(p->machine.memory_bytes, want[i].memory_bytes);
    }
    hp_config_free(config);
    hp_problems_clear(&problems);
}

/* ---- published figures --------------------------------------------------------------------- */

/* Names of published.csv that a workload's cases have otherwise; NULL: no parameter of a case (the size
 * of an element, which setting was tried), holds always. */
static const struct {
    const char *workload, *probe, *written, *name;
} names[] = {
    { "chunk", NULL, "element_bytes", NULL },   { "chunk", NULL, "setting", NULL },
    { "chunk", NULL, "sources", NULL },         { "chunk", NULL, "length", "size" },
    { "chunk", NULL, "method", "of" },          { "builder", NULL, "element", NULL },
    { "builder", NULL, "setting", NULL },       { "builder", NULL, "length", "chars" },
    { "builder", "threshold", "method", "by" }, { "builder", NULL, "method", "of" },
    { "streamcopy", NULL, "step", NULL },
};

static const char *name_of(const struct hp_case *c, const char *written)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i].workload, c->workload) == 0 && strcmp(names[i].written, written) == 0 &&
            (names[i].probe == NULL || (c->probe && strcmp(names[i].probe, c->method) == 0)))
            return names[i].name;
    return written;
}

/* Does the case have this published parameter? */
static bool has_param(const struct hp_case *c, const char *written, const char *value)
{
    char buf[32];
    const char *name = name_of(c, written);
    if (name == NULL)
        return true;
    const char *have = hp_case_get(c, name, buf);
    if (have == NULL) /* a method that does not hold chunks is the same held or not */
        return (strcmp(name, "held") == 0 && strcmp(value, "false") == 0) ||
               (strcmp(name, "docs") == 0 && strcmp(value, "1") == 0);
    return strcmp(have, value) == 0 ||
           (strcmp(value, "list-or-generator") == 0 && hp_word_in("list generator", have));
}

static bool has_params(const struct hp_case *c, const char *params)
{
    char copy[400], *rest = NULL;
    (void)snprintf(copy, sizeof copy, "%s", params);
    for (char *pair = strtok_r(copy, ";", &rest); pair != NULL; pair = strtok_r(NULL, ";", &rest)) {
        char *equals = strchr(pair, '=');
        assert_non_null(equals);
        *equals = '\0';
        if (!has_param(c, pair, equals + 1))
            return false;
    }
    return true;
}

static bool answers(const struct hp_case *c, const struct hp_published *row)
{
    const bool probe = hp_starts_with(row->probe_or_method, "probe ");
    const char *name = row->probe_or_method + (probe ? strlen("probe ") : 0);
    char runtime[16];
    (void)snprintf(runtime, sizeof runtime, "net%d", c->runtime);
    return c->probe == probe && strcmp(c->method, name) == 0 &&
           strcmp(c->threshold, row->threshold) == 0 && strcmp(c->machine, "this") == 0 &&
           (strcmp(row->runtime, "all") == 0 || strcmp(row->runtime, "net7") == 0
                ? c->runtime == 10
                : strcmp(row->runtime, runtime) == 0) &&
           has_params(c, row->params);
}

/* configs/published.csv as the store reads it. */
static const struct hp_published *published_rows(struct hp_arena *arena, size_t *count)
{
    char folder[64], path[128];
    struct hp_store *store = NULL;
    struct hp_published *rows = NULL;
    struct hp_err err = { 0 };
    char *csv = hp_test_read("configs/published.csv");
    assert_non_null(csv);
    (void)snprintf(path, sizeof path, "%s/x.db", hp_test_folder(folder));
    assert_int_equal(hp_store_open(path, HP_STORE_WRITE, 0, &store, &err), HP_OK);
    assert_int_equal(hp_store_put_published(store, csv, strlen(csv), &err), HP_OK);
    assert_int_equal(hp_store_published(store, arena, &rows, count, &err), HP_OK);
    hp_store_close(store);
    free(csv);
    (void)unlink(path);
    (void)rmdir(folder);
    return rows;
}

/* How many exact figures of a workload there are; each must have a case in the config. Server
 * collections need a heap that has them. */
static size_t exact_figures(const struct hp_published *rows, size_t count, const char *workload,
                            const char *path)
{
    struct hp_config *config = NULL;
    struct hp_plan *plan = plan_of(path, &config);
    size_t exact = 0;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].workload, workload) != 0 || *rows[i].kind != 'D' ||
            strcmp(rows[i].gc, "server") == 0)
            continue;
        bool found = false;
        for (size_t k = 0; k < plan->count && !found; k++)
            found = answers(&plan->cases[k], &rows[i]);
        HP_CHECK(found, "no case for %s: %s %s %s %s", rows[i].id, rows[i].probe_or_method,
                 rows[i].params, rows[i].runtime, rows[i].threshold);
        exact++;
    }
    hp_plan_free(plan);
    hp_config_free(config);
    return exact;
}

static void every_exact_figure_has_a_case(void **state)
{
    (void)state;
    size_t count = 0;
    struct hp_arena *arena = hp_arena_new();
    const struct hp_published *rows = published_rows(arena, &count);
    assert_int_equal(exact_figures(rows, count, "chunk", "configs/chunk.cfg"), 63);
    assert_int_equal(exact_figures(rows, count, "builder", "configs/builder.cfg"), 48);
    assert_int_equal(exact_figures(rows, count, "streamcopy", "configs/streamcopy.cfg"), 7);
    hp_arena_free(arena);
}

/* Every text that a claim of published.csv names is that of a check in the script of its workload, or in that of the
 * threshold's settings, or a file of tests/. */
static void checks_that_answer_exist(void **state)
{
    (void)state;
    size_t count = 0, named = 0;
    struct hp_arena *arena = hp_arena_new();
    const struct hp_published *rows = published_rows(arena, &count);
    for (size_t i = 0; i < count; i++) {
        const char *colon = strstr(rows[i].answer, ": ");
        const char *name =
            strstr(rows[i].params, "setting=") != NULL ? "threshold" : rows[i].workload;
        char *script =
            colon == NULL ? NULL : hp_test_read(hp_arena_print(arena, "lua/%s.lua", name));
        for (const char *at = colon; at != NULL; at = strstr(at + 1, " | ")) {
            const char *text = at + (*at == ':' ? 2 : 3);
            const char *end =
                strstr(text, " | ") != NULL ? strstr(text, " | ") : strstr(text, " @ ");
            const size_t n = end != NULL ? (size_t)(end - text) : strlen(text);
            named++;
            if (hp_starts_with(text, "test ")) {
                HP_CHECK(access(text + strlen("test "), R_OK) == 0, "%s: there is no %s",
                         rows[i].id, text);
                continue;
            }
            const char *check = hp_arena_print(arena, "hp.check \"%.*s\" {", (int)n, text);
            HP_CHECK(script != NULL && strstr(script, check) != NULL, "%s: lua/%s.lua has no %s",
                     rows[i].id, name, check);
        }
        free(script);
    }
    assert_true(named >= 15);
    hp_arena_free(arena);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_can_be_planned),
        cmocka_unit_test(all_runs_the_four),
        cmocka_unit_test(profiles),
        cmocka_unit_test(every_exact_figure_has_a_case),
        cmocka_unit_test(checks_that_answer_exist),
    };
    if (chdir(HP_SOURCE_DIR) != 0)
        return 1;
    return cmocka_run_group_tests(tests, load_plugins, clear_plugins);
}
