/* SPDX-License-Identifier: MIT
 * What changes a case's identity, and what does not: the same experiment has the same one, whatever the
 * order of keys, the default written out or the other sweeps of the file.
 */
#include "base/err.h"
#include "fake.h"

#include "hp_test.h"

struct made {
    struct hp_config *config;
    struct hp_plan *plan;
};

/* Plans `text` as a file of its own. */
static struct made make(const char *text, const struct hp_plugins *plugins,
                        const struct hp_machine *machine)
{
    struct made m = { 0 };
    char folder[64], path[128];
    struct hp_problems problems = { 0 };
    struct hp_text found = { 0 };
    struct hp_err err = { 0 };
    (void)snprintf(path, sizeof path, "%s/x.cfg", hp_test_folder(folder));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    (void)fputs(text, f);
    (void)fclose(f);
    int rc = hp_config_load(path, &m.config, &problems, &err);
    if (rc == HP_OK)
        rc = hp_plan_make(m.config, NULL, 0, plugins, machine, 0, &m.plan, &problems, &err);
    hp_problems_print(&problems, &found);
    HP_CHECK(rc == HP_OK, "%s\n%s", text, hp_text_str(&found));
    hp_text_clear(&found);
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

static const char base_text[] = "sweep = ( { workload = \"chunk\"; method = \"chunk-array\"; with "
                                "= { size = 21244; held = true; }; } );";

static void first_identity(const char *text, const struct hp_plugins *plugins,
                           const struct hp_machine *machine, char out[HP_SHA_HEX])
{
    struct made m = make(text, plugins, machine);
    assert_true(m.plan->count > 0);
    memcpy(out, m.plan->cases[0].identity, HP_SHA_HEX);
    done(&m);
}

#define SWEEP(inner) "sweep = ( { " inner " } );"
#define PLAIN                                                                                      \
    "workload = \"chunk\"; method = \"chunk-array\"; with = { size = 21244; held = true; };"

static void same_experiment(void **state)
{
    (void)state;
    static const char *const rows[] = {
        SWEEP("with = { held = true; size = 21244; }; method = \"chunk-array\"; workload = "
              "\"chunk\";"),
        SWEEP("workload = \"chunk\"; method = \"chunk-array\"; with = { size = \"21244\"; held = "
              "true; count = 1000000; };"),
        SWEEP("workload = \"chunk\"; method = \"chunk-array\"; with = { size = 0x52FC; held = "
              "true; limit = \"64KiB\"; element = \"int32\"; };"),
        SWEEP("workload = \"chunk\"; method = \"chunk-array\"; with = { size = { around = 21245; "
              "by = 1; }; held = [ true, false ]; };"),
        "on = { heap = \"gen\"; runtime = 10; gc = \"workstation\"; threshold = \"default\"; "
        "machine = \"this\"; processors = 2; };" SWEEP(PLAIN),
        "run = { name = \"other\"; seed = 77; title = \"t\"; };" SWEEP(PLAIN),
        "measure = { rounds = 9; half_width = 0.1; times = false; counter_iterations = 2; };" SWEEP(
            PLAIN),
        SWEEP("rounds = 7; " PLAIN),
        SWEEP("name = \"renamed\"; baseline = \"chunk-array\"; " PLAIN),
    };
    char want[HP_SHA_HEX], got[HP_SHA_HEX];
    first_identity(base_text, &fake_plugins, &fake_machine, want);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        first_identity(rows[i], &fake_plugins, &fake_machine, got);
        HP_CHECK(strcmp(want, got) == 0, "row %zu: %s is not %s\n%s", i, got, want, rows[i]);
    }
}

static void other_experiment(void **state)
{
    (void)state;
    static const char *const rows[] = {
        SWEEP("workload = \"chunk\"; method = \"chunk-array\"; with = { size = 21243; held = true; "
              "};"),
        SWEEP("workload = \"chunk\"; method = \"chunk-array\"; with = { size = 21244; held = "
              "false; };"),
        SWEEP("workload = \"chunk\"; method = \"chunk-array\"; with = { size = 21244; held = true; "
              "element = \"byte\"; };"),
        SWEEP("workload = \"chunk\"; method = \"chunk-array\"; with = { size = 21244; held = true; "
              "pause = \"1ms\"; };"),
        SWEEP("workload = \"chunk\"; method = \"slice-array\"; with = { size = 21244; };"),
        "probes = ( { workload = \"chunk\"; probe = \"memory\"; with = { size = 21244; held = "
        "true; }; } );",
        "on = { runtime = 9; };" SWEEP(PLAIN),
        "on = { gc = \"server\"; };" SWEEP(PLAIN),
        "on = { processors = 4; };" SWEEP(PLAIN),
        "on = { threshold = \"196608\"; };" SWEEP(PLAIN),
        "on = { heap = \"plain\"; };" SWEEP(PLAIN),
        "machines = ( { name = \"m\"; processors = 2; l3 = \"32MiB\"; memory = \"24GiB\"; } ); on "
        "= { machine = \"m\"; };" SWEEP(PLAIN),
        "heaps = ( { name = \"gen\"; options = { gen0_budget = \"1MiB\"; }; } );" SWEEP(PLAIN),
        "measure = { pass_operations = 41; };" SWEEP(PLAIN),
    };
    char want[HP_SHA_HEX], got[HP_SHA_HEX];
    first_identity(base_text, &fake_plugins, &fake_machine, want);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        first_identity(rows[i], &fake_plugins, &fake_machine, got);
        HP_CHECK(strcmp(want, got) != 0, "row %zu has the same identity\n%s", i, rows[i]);
    }
}

/* Code and machine are part of the experiment. */
static void other_code_and_machine(void **state)
{
    (void)state;
    char want[HP_SHA_HEX], got[HP_SHA_HEX];
    first_identity(base_text, &fake_plugins, &fake_machine, want);
    for (size_t i = 0; i < 2; i++) {
        struct hp_loaded items[3];
        memcpy(items, fake_items, sizeof items);
        items[i].sha[0] = 'f';
        const struct hp_plugins changed = { items, 3, 3, NULL };
        first_identity(base_text, &changed, &fake_machine, got);
        HP_CHECK(strcmp(want, got) != 0, "plugin %zu changed and nothing noticed", i);
    }
    static const struct hp_machine machines[] = {
        { "this", 4, 32u << 20, UINT64_C(24) << 30 },
        { "this", 2, 20u << 20, UINT64_C(24) << 30 },
        { "this", 2, 32u << 20, UINT64_C(16) << 30 },
    };
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        first_identity(base_text, &fake_plugins, &machines[i], got);
        HP_CHECK(strcmp(want, got) != 0, "machine %zu is another and nothing noticed", i);
    }
}

/* The identity itself: a change here orphans every stored result, so it is made knowingly. */
static void known_identity(void **state)
{
    (void)state;
    char got[HP_SHA_HEX];
    struct made m = make(base_text, &fake_plugins, &fake_machine);
    first_identity(base_text, &fake_plugins, &fake_machine, got);
    hp_test_golden("plan/identity.sha", got);
    assert_int_equal(
        hp_case_seed(&m.plan->cases[0]),
        strtoull((char[17]){ got[0], got[1], got[2], got[3], got[4], got[5], got[6], got[7], got[8],
                             got[9], got[10], got[11], got[12], got[13], got[14], got[15], 0 },
                 NULL, 16));
    done(&m);
}

/* Every prefix of id_digits digits names one case, and one digit less does not (unless it is 4). */
static void short_ids(void **state)
{
    (void)state;
    struct made m = make("sweep = ( { workload = \"chunk\"; method = \"slice-array\"; with = { "
                         "size = { from = 1; to = 2000; step = 1; }; }; } );",
                         &fake_plugins, &fake_machine);
    size_t equal = 0, equal_shorter = 0;
    assert_int_equal(m.plan->count, 2000);
    for (size_t i = 0; i < m.plan->count; i++)
        for (size_t k = 0; k < i; k++) {
            equal += strncmp(m.plan->cases[i].identity, m.plan->cases[k].identity,
                             m.plan->id_digits) == 0;
            equal_shorter += strncmp(m.plan->cases[i].identity, m.plan->cases[k].identity,
                                     m.plan->id_digits - 1) == 0;
        }
    assert_int_equal(equal, 0);
    assert_true(m.plan->id_digits > 4);
    assert_true(equal_shorter > 0);
    done(&m);
}

/* More cases, rounds or slower cases cost more; what is skipped, stored or done by more jobs costs less. */
static void estimate(void **state)
{
    (void)state;
    struct made m = make("on = { heap = [ \"gen\", \"dotnet\" ]; };" SWEEP(PLAIN), &fake_plugins,
                         &fake_machine);
    struct made twice =
        make("measure = { rounds = 6; }; on = { heap = [ \"gen\", \"dotnet\" ]; };" SWEEP(PLAIN),
             &fake_plugins, &fake_machine);
    assert_int_equal(m.plan->count, 2);
    assert_non_null(m.plan->cases[1].skip);
    const uint64_t all = hp_plan_estimate(m.plan, m.config, NULL, NULL, 1);
    const struct hp_launches none[2] = { { 0 } }, one[2] = { { .times = 1 } },
                             both[2] = { { .counters = 2, .times = 1, .probes = 1 } };
    const double slow[2] = { 50e6, 50e6 };
    assert_true(all > 0);
    assert_int_equal(hp_plan_estimate(m.plan, m.config, none, NULL, 1), 0);
    assert_true(hp_plan_estimate(twice.plan, twice.config, NULL, NULL, 1) > all);
    assert_true(hp_plan_estimate(m.plan, m.config, NULL, slow, 1) > all);
    assert_true(hp_plan_estimate(m.plan, m.config, NULL, NULL, 2) < all);
    /* The estimate of launches is the sum of what each costs, those side by side divided by the jobs. */
    const struct hp_costs costs = hp_plan_costs(&m.config->measure, 50e6);
    assert_int_equal(hp_plan_estimate(m.plan, m.config, one, slow, 4), (uint64_t)costs.time);
    assert_int_equal(hp_plan_estimate(m.plan, m.config, both, slow, 4),
                     (uint64_t)(costs.time + (2 * costs.counters + costs.probe) / 4));
    assert_true(costs.counters > 2 * costs.time);
    done(&m);
    done(&twice);
}

/* A sweep's own rounds are that many timed launches, iterations of a counting launch cost their share, and
 * neither touches what it does not speak of. */
static void estimate_of_keys(void **state)
{
    (void)state;
    static const struct {
        const char *measure, *sweep;
        uint32_t counters, times, iterations;
    } rows[] = {
        { "", "", 1, 3, 15 },
        { "rounds = 2;", "", 1, 2, 15 },
        { "rounds = 2;", "rounds = 6; ", 1, 6, 15 },
        { "rounds = 6; counter_iterations = 8;", "rounds = 2; ", 1, 2, 8 },
        { "min_iterations = 40; counter_rounds = 2;", "", 2, 3, 15 },
        { "times = false;", "rounds = 6; ", 1, 0, 15 },
        { "counter_iterations = 2;", "measure = \"times\"; rounds = 1; ", 0, 1, 2 },
    };
    const double known_ns = 50e6;
    struct made plain = make(SWEEP(PLAIN), &fake_plugins, &fake_machine);
    const double once = hp_plan_costs(&plain.config->measure, known_ns).counters;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[512];
        (void)snprintf(text, sizeof text, "measure = { %s }; sweep = ( { %s%s } );",
                       rows[i].measure, rows[i].sweep, PLAIN);
        struct made m = make(text, &fake_plugins, &fake_machine);
        const struct hp_launches n = hp_case_launches(&m.plan->cases[0], &m.config->measure);
        const struct hp_costs costs = hp_plan_costs(&m.config->measure, known_ns);
        HP_CHECK(n.counters == rows[i].counters && n.times == rows[i].times && n.probes == 0,
                 "row %zu: %u and %u launches", i, n.counters, n.times);
        HP_CHECK(hp_plan_estimate(m.plan, m.config, NULL, &known_ns, 1) ==
                     (uint64_t)(n.counters * costs.counters + n.times * costs.time),
                 "row %zu", i);
        /* Each iteration less saves its 40 operations and a collection. */
        const double fewer = 15 - (double)rows[i].iterations, saved = once - costs.counters;
        HP_CHECK(saved >= fewer * 40 * known_ns && saved <= fewer * 41 * known_ns,
                 "row %zu: %f fewer save %f ns", i, fewer, saved);
        done(&m);
    }
    done(&plain);
}

/* 25 pages for each machine and threshold of cases that run, 2 for the overview, 30 ms each. */
static void estimate_of_reports(void **state)
{
    (void)state;
    static const struct {
        const char *on;
        uint64_t pages;
    } rows[] = {
        { "heap = \"gen\";", 27 },
        { "heap = [ \"gen\", \"plain\" ]; runtime = [ 8, 9 ];", 27 },
        { "threshold = ( \"default\", 196608, 262144 );", 77 },
        { "heap = \"dotnet\"; threshold = ( \"default\", 196608 );", 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[512];
        (void)snprintf(text, sizeof text, "on = { %s }; %s", rows[i].on, SWEEP(PLAIN));
        struct made m = make(text, &fake_plugins, &fake_machine);
        HP_CHECK(hp_plan_estimate_reports(m.plan) == rows[i].pages * 30000000, "%s: %llu ns",
                 rows[i].on, (unsigned long long)hp_plan_estimate_reports(m.plan));
        done(&m);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_experiment),
        cmocka_unit_test(other_experiment),
        cmocka_unit_test(other_code_and_machine),
        cmocka_unit_test(known_identity),
        cmocka_unit_test(short_ids),
        cmocka_unit_test(estimate),
        cmocka_unit_test(estimate_of_keys),
        cmocka_unit_test(estimate_of_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
