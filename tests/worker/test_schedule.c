/* SPDX-License-Identifier: MIT
 * Many launches: order, rounds, side by side or alone, stops.
 */
#include "base/err.h"
#include "bench.h"

enum { CASES = 6, MOST = 64 };

/* What the parent heard, in order. */
struct heard {
    size_t started, finished, running, most_running, most_timed;
    const struct hp_case *order[MOST];
    uint32_t rounds[MOST];
    enum hp_launch_kind kinds[MOST];
    bool timed_running;
    size_t stop_after; /* finished launches after which interrupted() answers `stop` */
    int stop, fail_at; /* finished() fails at this launch; 0: never */
};

static void on_started(void *context, const struct hp_case *c, enum hp_launch_kind kind)
{
    struct heard *h = context;
    (void)c;
    h->started++;
    h->running++;
    h->most_running = h->running > h->most_running ? h->running : h->most_running;
    if (kind == HP_LAUNCH_TIME && h->running > h->most_timed)
        h->most_timed = h->running;
}

static int on_finished(void *context, struct hp_launch *launch, struct hp_err *err)
{
    struct heard *h = context;
    HP_CHECK(launch->outcome == HP_OUT_OK || launch->outcome == HP_OUT_CRASH, "%s",
             launch->sentence);
    h->order[h->finished] = launch->c;
    h->rounds[h->finished] = launch->round;
    h->kinds[h->finished] = launch->kind;
    h->finished++;
    h->running--;
    if (h->fail_at != 0 && h->finished == (size_t)h->fail_at)
        return hp_fail(err, HP_E_STORE, "disk full");
    return 0;
}

static int on_interrupted(void *context)
{
    const struct heard *h = context;
    return h->stop_after != 0 && h->finished >= h->stop_after ? h->stop : 0;
}

static int schedule(struct bench *b, struct hp_case cases[CASES], const struct hp_todo *todo,
                    size_t count, uint64_t seed, struct heard *h, struct hp_err *err)
{
    const struct hp_schedule_events events = { h, on_started, on_finished, on_interrupted };
    (void)cases;
    return hp_schedule_run(todo, count, &b->config, &b->plugins, &b->machine, seed, &events, err);
}

/* Two rounds of counters and two of times for every case; the third case crashes. */
static size_t all_launches(struct bench *b, struct hp_case cases[CASES], struct hp_todo todo[MOST])
{
    size_t n = 0;
    b->config.measure.min_iteration_ns = 10000;
    for (size_t i = 0; i < CASES; i++) {
        cases[i] = b->c;
        cases[i].method = i == 2 ? "crash" : "none";
        for (uint32_t round = 0; round < 2; round++) {
            todo[n++] = (struct hp_todo){ &cases[i], HP_LAUNCH_COUNTERS, round };
            todo[n++] = (struct hp_todo){ &cases[i], HP_LAUNCH_TIME, round };
        }
    }
    return n;
}

static void counters_side_by_side_times_alone(void **state)
{
    (void)state;
    struct bench b;
    struct hp_case cases[CASES];
    struct hp_todo todo[MOST];
    struct heard h = { 0 };
    struct hp_err err = { 0, "" };
    bench_open(&b);
    const size_t n = all_launches(&b, cases, todo);
    HP_CHECK(schedule(&b, cases, todo, n, 1, &h, &err) == HP_OK, "%s", err.text);
    assert_int_equal(h.started, n);
    assert_int_equal(h.finished, n);
    assert_int_equal(h.most_running, 2);
    assert_int_equal(h.most_timed, 1);
    size_t seen[CASES][2][2] = { { { 0 } } };
    for (size_t i = 0; i < n; i++) {
        const bool timed = h.kinds[i] == HP_LAUNCH_TIME;
        assert_int_equal(timed, i >= n / 2); /* all counters, then all times */
        if (timed)                           /* a round ends before the next begins */
            assert_int_equal(h.rounds[i], i >= n / 2 + CASES);
        seen[h.order[i] - cases][h.rounds[i]][timed]++;
    }
    for (size_t i = 0; i < CASES * 4; i++)
        assert_int_equal(seen[i / 4][i / 2 % 2][i % 2], 1);
    bench_close(&b);
}

/* Order of the timed launches of a schedule with one seed. */
static void timed_order(uint64_t seed, ptrdiff_t order[CASES * 2])
{
    struct bench b;
    struct hp_case cases[CASES];
    struct hp_todo todo[MOST];
    struct heard h = { 0 };
    struct hp_err err = { 0, "" };
    bench_open(&b);
    b.config.measure.max_iterations = 15;
    const size_t n = all_launches(&b, cases, todo);
    HP_CHECK(schedule(&b, cases, todo, n, seed, &h, &err) == HP_OK, "%s", err.text);
    for (size_t i = 0; i < CASES * 2; i++)
        order[i] = h.order[n / 2 + i] - cases;
    bench_close(&b);
}

static void the_seed_decides_the_order(void **state)
{
    (void)state;
    ptrdiff_t first[CASES * 2], again[CASES * 2], other[CASES * 2];
    timed_order(4711, first);
    timed_order(4711, again);
    timed_order(4712, other);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, other, sizeof first);
    assert_memory_not_equal(first, first + CASES, sizeof first / 2); /* rounds differ */
}

/* Answers of interrupted(): what is left is counted, what runs is finished (1) or not (2). */
static void interrupts_stop_the_schedule(void **state)
{
    (void)state;
    for (int stop = 1; stop <= 2; stop++) {
        struct bench b;
        struct hp_case cases[CASES];
        struct hp_todo todo[MOST];
        struct heard h = { .stop_after = 4, .stop = stop };
        struct hp_err err = { 0, "" };
        bench_open(&b);
        const size_t n = all_launches(&b, cases, todo);
        assert_int_equal(schedule(&b, cases, todo, n, 1, &h, &err), HP_E_LIMIT);
        HP_CHECK(strstr(err.text, "interrupted with ") == err.text, "%s", err.text);
        assert_true(h.finished >= 4 && h.finished < 8);
        if (stop == 1)
            assert_int_equal(h.started, h.finished);
        bench_close(&b);
    }
}

static void a_failing_store_stops_the_schedule(void **state)
{
    (void)state;
    struct bench b;
    struct hp_case cases[CASES];
    struct hp_todo todo[MOST];
    struct heard h = { .fail_at = 3 };
    struct hp_err err = { 0, "" };
    bench_open(&b);
    const size_t n = all_launches(&b, cases, todo);
    assert_int_equal(schedule(&b, cases, todo, n, 1, &h, &err), HP_E_STORE);
    assert_string_equal(err.text, "disk full");
    assert_int_equal(h.finished, 3);
    bench_close(&b);
}

/* What cannot be ordered at all is an error of the schedule, with its name. */
static void unknown_names_stop_the_schedule(void **state)
{
    (void)state;
    static const struct {
        const char *workload, *plugin, *gc, *machine, *says;
    } wrong[] = {
        { "wald", "toy", "workstation", "this", "no workload plugin named \"wald\" is loaded" },
        { "wild", "gone", "workstation", "this", "no heap plugin named \"gone\" is loaded" },
        { "wild", "toy", "sever", "this", "unknown GC mode \"sever\"" },
        { "wild", "toy", "server", "moon", "no profile of a machine named \"moon\"" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bench b;
        struct heard h = { 0 };
        struct hp_err err = { 0, "" };
        bench_open(&b);
        b.c.workload = wrong[i].workload;
        b.c.plugin = wrong[i].plugin;
        b.c.gc = wrong[i].gc;
        b.c.machine = wrong[i].machine;
        const struct hp_todo todo = { &b.c, HP_LAUNCH_COUNTERS, 0 };
        assert_int_equal(schedule(&b, NULL, &todo, 1, 1, &h, &err), HP_E_CONFIG);
        HP_CHECK(strstr(err.text, wrong[i].says) != NULL, "%s", err.text);
        assert_int_equal(h.started, 0);
        bench_close(&b);
    }
}

static void nothing_to_do_is_done(void **state)
{
    (void)state;
    struct bench b;
    struct heard h = { 0 };
    struct hp_err err = { 0, "" };
    bench_open(&b);
    assert_int_equal(schedule(&b, NULL, NULL, 0, 1, &h, &err), HP_OK);
    bench_close(&b);
}

int main(int argc, char **argv)
{
    BENCH_MAIN(argc, argv);
    bench_environment();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_side_by_side_times_alone),
        cmocka_unit_test(the_seed_decides_the_order),
        cmocka_unit_test(interrupts_stop_the_schedule),
        cmocka_unit_test(a_failing_store_stops_the_schedule),
        cmocka_unit_test(unknown_names_stop_the_schedule),
        cmocka_unit_test(nothing_to_do_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
