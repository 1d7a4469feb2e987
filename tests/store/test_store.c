/* SPDX-License-Identifier: MIT
 * Answers: does a store give back what was put in, reuse what it has, and refuse what it must?
 * One database per test in a fresh folder.
 */
#include "fixture.h"

#include "base/err.h"
#include "base/file.h"

#include <math.h>
#include <sys/stat.h>

static const struct hp_series *series(const struct hp_case_row *row, const char *metric)
{
    for (size_t i = 0; i < row->series_count; i++)
        if (strcmp(row->series[i].metric, metric) == 0)
            return &row->series[i];
    fail_msg("no series %s", metric);
    return NULL;
}

/* ---- round trip ---- */

static void check_run_row(struct fixture *f, struct hp_store *store, int64_t run_id)
{
    struct hp_run_row run;
    struct hp_err err = { 0 };
    assert_int_equal(hp_store_run(store, 0, f->arena, &run, &err), HP_OK);
    assert_int_equal(run.run_id, run_id);
    assert_string_equal(run.name, "test");
    assert_string_equal(run.title, "A test");
    assert_string_equal(run.question, "Does it last?");
    assert_string_equal(run.title_ru, "Проба");
    assert_string_equal(run.question_ru, "Долго ли?");
    assert_string_equal(run.language, "en");
    assert_string_equal(run.command, "heapproof run configs/test.cfg");
    assert_string_equal(run.config_path, "configs/test.cfg");
    assert_string_equal(run.tool_version, "0.1.0");
    assert_string_equal(run.commit_id, "0123456+dirty");
    assert_string_equal(run.state, "complete");
    assert_string_equal(run.host_title, "Test CPU, L3 32 MiB");
    assert_true((uint64_t)run.seed == f->config.seed);
    assert_non_null(run.finished_utc);
    assert_int_equal(hp_store_run(store, 99, f->arena, &run, &err), HP_E_STORE);
    assert_non_null(strstr(err.text, "no run 99 in "));
}

static void check_tables(struct fixture *f, struct hp_store *store, int64_t run_id)
{
    struct hp_err err = { 0 };
    size_t n = 0;
    struct hp_machine_row *machines = NULL;
    assert_int_equal(hp_store_machines(store, run_id, f->arena, &machines, &n, &err), HP_OK);
    assert_int_equal(n, 2);
    assert_string_equal(machines[0].machine, "this");
    assert_string_equal(machines[0].title, "Test CPU, L3 32 MiB");
    assert_string_equal(machines[1].title, "AMD Ryzen 9 5950X");
    assert_true(machines[1].profile && machines[1].processors == 32);
    struct hp_fact *facts = NULL;
    assert_int_equal(hp_store_facts(store, run_id, f->arena, &facts, &n, &err), HP_OK);
    assert_int_equal(n, 3);
    assert_string_equal(facts[0].key, "processor");
    assert_string_equal(facts[1].value, "0.10");
    assert_null(facts[2].value);
    assert_int_equal(hp_store_settings(store, run_id, f->arena, &facts, &n, &err), HP_OK);
    assert_string_equal(facts[0].key, "measure.rounds");
    assert_string_equal(facts[0].value, "2");
    struct hp_binary *code = NULL;
    assert_int_equal(hp_store_code(store, run_id, f->arena, &code, &n, &err), HP_OK);
    assert_int_equal(n, 2);
    assert_string_equal(code[1].name, "gen");
    assert_string_equal(code[1].sha, "bb");
    struct hp_content_row *texts = NULL;
    assert_int_equal(hp_store_contents(store, run_id, f->arena, &texts, &n, &err), HP_OK);
    assert_int_equal(n, 2);
    assert_string_equal(texts[0].source.text, "run = { };\n");
    assert_string_equal(texts[1].source.role, "script");
    assert_int_equal(texts[1].source.bytes, 11);
    assert_int_equal(strlen(texts[1].sha), 64);
}

static void check_case(struct fixture *f, const struct hp_case_row *row, int index)
{
    const struct hp_case *c = &f->plan.cases[index];
    assert_string_equal(row->c.identity, c->identity);
    assert_string_equal(row->c.workload, c->workload);
    assert_string_equal(row->c.method, c->method);
    assert_true(row->c.probe == c->probe && row->c.counters == c->counters &&
                row->c.times == c->times);
    assert_string_equal(row->c.heap, c->heap);
    assert_string_equal(row->c.machine, c->machine);
    assert_string_equal(row->c.threshold, c->threshold);
    assert_true(row->c.threshold_bytes == c->threshold_bytes);
    assert_int_equal(row->c.runtime, 10);
    assert_int_equal(row->c.param_count, 2);
    assert_string_equal(row->c.params[0].name, "size");
    assert_string_equal(row->c.params[0].text, c->params[0].text);
    assert_int_equal(row->c.option_count, c->option_count);
    if (c->skip != NULL)
        assert_string_equal(row->c.skip, c->skip);
    assert_int_equal(row->done, row->wanted);
    assert_int_equal(row->failure_count, 0);
    assert_null(row->reused);
}

static void check_samples(const struct hp_case_row *row, int index)
{
    const struct hp_series *time = series(row, "time_ns");
    assert_string_equal(time->kind, "time");
    assert_int_equal(time->count, 2 * FIX_ITERATIONS);
    for (size_t i = 0; i < time->count; i++) {
        const uint32_t round = (uint32_t)(i / FIX_ITERATIONS);
        const uint32_t iteration = (uint32_t)(i % FIX_ITERATIONS);
        assert_int_equal(time->rounds[i], round);
        assert_int_equal(time->operations[i], 40);
        assert_true(time->values[i] == fixture_value(index, "time_ns", round, iteration));
    }
    assert_int_equal(series(row, "allocated_bytes")->count, 2 * FIX_ITERATIONS);
    assert_true(series(row, "allocated_bytes")->values[0] == 4000000.0 + index);
    assert_int_equal(row->note_count, 1);
    assert_string_equal(row->notes[0], "settled after 2 passes");
    assert_string_equal(row->runtime_version, "10.0.1");
}

static void what_goes_in_comes_out(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    const int64_t run_id = fixture_begin(&f, store);
    assert_int_equal(fixture_run(&f, store, run_id, false, SIZE_MAX), fixture_wanted());
    struct hp_err err = { 0 };
    assert_int_equal(hp_store_end_run(store, run_id, "complete", &err), HP_OK);
    hp_store_close(store);

    store = fixture_open(p.db, HP_STORE_READ);
    assert_int_equal(hp_store_schema_version(store), 3);
    check_run_row(&f, store, run_id);
    check_tables(&f, store, run_id);
    struct hp_case_row *rows = NULL;
    size_t count = 0;
    assert_int_equal(hp_store_cases(store, run_id, f.arena, &rows, &count, &err), HP_OK);
    assert_int_equal(count, FIX_CASES);
    for (int i = 0; i < FIX_CASES; i++)
        check_case(&f, &rows[i], i);
    for (int i = 0; i < FIX_PROFILE; i++)
        check_samples(&rows[i], i);
    assert_true(rows[0].threshold_applied == 85000 && rows[FIX_MOVED].threshold_applied == 196608);
    assert_int_equal(rows[FIX_PROBE].block_count, 2);
    assert_int_equal(rows[FIX_PROBE].blocks[1].bytes, 80024);
    assert_string_equal(rows[FIX_PROBE].texts[0].text, "<EnumerableChunkIterator>d__40`1");
    assert_int_equal(rows[FIX_SKIPPED].wanted, 0);
    struct hp_collection *log = NULL;
    assert_int_equal(
        hp_store_collections(store, run_id, rows[0].case_id, f.arena, &log, &count, &err), HP_OK);
    assert_int_equal(count, 1);
    assert_int_equal(log[0].reason, HP_GC_LARGE);
    assert_int_equal(log[0].before_bytes[0] + log[0].before_bytes[3], 460);
    assert_int_equal(log[0].after_bytes[3], 100);
    hp_store_close(store);
    assert_int_equal(fixture_check(p.db), fixture_wanted());
    fixture_stop(&p, &f);
}

/* One plain file when closed: no log, no shared memory, delete journal. */
static void closed_is_one_file(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    (void)fixture_run(&f, store, fixture_begin(&f, store), false, 5);
    char beside[128], mode[512];
    (void)snprintf(beside, sizeof beside, "%s-wal", p.db);
    struct stat st;
    assert_int_equal(stat(beside, &st), 0);
    hp_store_close(store);
    assert_int_not_equal(stat(beside, &st), 0);
    assert_string_equal(fixture_text(p.db, "PRAGMA journal_mode", mode), "delete");
    fixture_stop(&p, &f);
}

/* ---- resume ---- */

/* Ends a run and begins the next in a newly opened store. */
static int64_t next_run(struct fixture *f, struct hp_store **store, const char *db)
{
    hp_store_close(*store);
    *store = fixture_open(db, HP_STORE_WRITE);
    return fixture_begin(f, *store);
}

static void missing_launches_are_found(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    int64_t run_id = fixture_begin(&f, store);
    assert_int_equal(fixture_run(&f, store, run_id, false, 20), fixture_wanted());
    run_id = next_run(&f, &store, p.db);
    assert_int_equal(fixture_run(&f, store, run_id, false, 7), fixture_wanted() - 20);
    run_id = next_run(&f, &store, p.db);
    assert_int_equal(fixture_run(&f, store, run_id, false, SIZE_MAX), fixture_wanted() - 27);
    /* 27 launches are six cases of four, and three of the seventh: that one is not reused. */
    assert_int_equal(
        fixture_int(p.db, "SELECT count(*) FROM run_case WHERE run_id = 3 AND reused IS NOT NULL"),
        6);
    const int64_t last = next_run(&f, &store, p.db);
    assert_int_equal(fixture_run(&f, store, last, false, SIZE_MAX), 0);
    struct hp_case_row *rows = NULL;
    size_t count = 0;
    struct hp_err err = { 0 };
    assert_int_equal(hp_store_cases(store, last, f.arena, &rows, &count, &err), HP_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(rows[i].done, rows[i].wanted);
        if (i != FIX_SKIPPED)
            assert_string_equal(rows[i].reused, "2026-11-30T14:02:05Z");
    }
    /* Five cases, one, and the others: the seventh, of two runs, counts for the last of them. */
    static const struct {
        int64_t run;
        size_t cases;
    } measured[] = { { 1, 5 }, { 2, 1 }, { 3, FIX_CASES - 1 - 6 } };
    struct hp_measured *by = NULL;
    assert_int_equal(hp_store_measured(store, last, f.arena, &by, &count, &err), HP_OK);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        HP_CHECK(by[i].by_run == measured[i].run && by[i].cases == measured[i].cases,
                 "row %zu: run %d, %zu cases", i, (int)by[i].by_run, by[i].cases);
        assert_string_equal(by[i].first_utc, "2026-11-30T14:02:05Z");
        assert_string_equal(by[i].last_utc, "2026-11-30T14:02:05Z");
        assert_string_equal(by[i].commit_id, f.info.commit_id);
    }
    assert_int_equal(hp_store_measured(store, 1, f.arena, &by, &count, &err), HP_OK);
    assert_int_equal(count, 1);
    assert_int_equal(by[0].cases, 5);
    /* The first run still rests on its own 20 launches, and is known to have been cut off. */
    struct hp_run_row first;
    assert_int_equal(hp_store_run(store, 1, f.arena, &first, &err), HP_OK);
    assert_string_equal(first.state, "interrupted");
    hp_store_close(store);
    assert_int_equal(fixture_int(p.db, "SELECT count(*) FROM run_launch WHERE run_id = 1"), 20);
    assert_int_equal(fixture_check(p.db), fixture_wanted());
    fixture_stop(&p, &f);
}

static void only_new_cases_run(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    f.plan.count = FIX_CASES - 4;
    const size_t before = fixture_run(&f, store, fixture_begin(&f, store), false, SIZE_MAX);
    f.plan.count = FIX_CASES;
    const int64_t run_id = next_run(&f, &store, p.db);
    assert_int_equal(fixture_run(&f, store, run_id, false, SIZE_MAX), fixture_wanted() - before);
    hp_store_close(store);
    fixture_stop(&p, &f);
}

/* Results of machine "this" belong to a host; those of a profile to nobody. What may change
 * without making it another host does not matter. */
static void another_host_measures_anew(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    (void)fixture_run(&f, store, fixture_begin(&f, store), false, SIZE_MAX);
    struct hp_fact facts[] = { { "processor", "Test CPU" }, { "load_average", "7.77" } };
    f.info.facts = facts;
    f.info.fact_count = 2;
    int64_t run_id = next_run(&f, &store, p.db);
    assert_int_equal(fixture_run(&f, store, run_id, false, SIZE_MAX), 0);
    facts[0].value = "Another CPU";
    run_id = next_run(&f, &store, p.db);
    const size_t profile = 2;
    assert_int_equal(fixture_run(&f, store, run_id, false, SIZE_MAX), fixture_wanted() - profile);
    hp_store_close(store);
    assert_int_equal(fixture_int(p.db, "SELECT count(*) FROM host"), 2);
    assert_int_equal(fixture_check(p.db), 2 * fixture_wanted() - profile);
    fixture_stop(&p, &f);
}

static void fresh_starts_over(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    (void)fixture_run(&f, store, fixture_begin(&f, store), false, SIZE_MAX);
    int64_t run_id = next_run(&f, &store, p.db);
    assert_int_equal(fixture_run(&f, store, run_id, true, 10), fixture_wanted());
    /* Cut off: the next run goes on with what fresh began, it does not fall back to the old
     * results. */
    run_id = next_run(&f, &store, p.db);
    assert_int_equal(fixture_run(&f, store, run_id, false, SIZE_MAX), fixture_wanted() - 10);
    hp_store_close(store);
    assert_int_equal(fixture_check(p.db), 2 * fixture_wanted());
    assert_int_equal(fixture_int(p.db, "SELECT count(*) FROM run_launch WHERE run_id = 1"),
                     fixture_wanted());
    assert_int_equal(fixture_int(p.db, "SELECT count(*) FROM run_launch WHERE run_id = 3"),
                     fixture_wanted());
    fixture_stop(&p, &f);
}

/* A crash is a result; a conversation that broke off is not. */
static void outcomes_count_as_there(void **state)
{
    static const struct {
        enum hp_outcome outcome;
        bool there;
    } rows[] = {
        { HP_OUT_ERROR, true },     { HP_OUT_REFUSED, true }, { HP_OUT_CRASH, true },
        { HP_OUT_TIMEOUT, true },   { HP_OUT_MEMORY, true },  { HP_OUT_OUTPUT, true },
        { HP_OUT_PROTOCOL, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture_place p;
        struct fixture f;
        struct hp_store *store = fixture_start(&p, &f);
        f.plan.count = 1;
        int64_t run_id = fixture_begin(&f, store);
        size_t count = 0;
        const struct hp_todo *todo = fixture_todo(&f, store, run_id, false, &count);
        struct hp_launch l = fixture_launch(&f, &todo[0]);
        l.outcome = rows[i].outcome;
        (void)snprintf(l.sentence, sizeof l.sentence, "it went wrong");
        struct hp_err err = { 0 };
        assert_int_equal(hp_store_put_launch(store, run_id, &l, &err), HP_OK);
        run_id = next_run(&f, &store, p.db);
        size_t left = 0;
        todo = fixture_todo(&f, store, run_id, false, &left);
        HP_CHECK(left == (rows[i].there ? count - 1 : count), "outcome %s: %zu of %zu left",
                 hp_outcome_name(rows[i].outcome), left, count);
        /* And its samples are kept, but nothing rests on them. */
        struct hp_case_row *cases = NULL;
        assert_int_equal(hp_store_cases(store, 1, f.arena, &cases, &count, &err), HP_OK);
        assert_int_equal(cases[0].series_count, 0);
        assert_int_equal(cases[0].failure_count, 1);
        assert_string_equal(cases[0].failures[0].detail, "it went wrong");
        assert_string_equal(cases[0].failures[0].outcome, hp_outcome_name(rows[i].outcome));
        if (!rows[i].there) { /* the second attempt is stored beside the first */
            l.outcome = HP_OUT_OK;
            assert_int_equal(hp_store_put_launch(store, run_id, &l, &err), HP_OK);
        }
        hp_store_close(store);
        assert_int_equal(fixture_check(p.db), rows[i].there ? 1 : 2);
        fixture_launch_clear(&l);
        fixture_stop(&p, &f);
    }
}

/* Does a plan of the first case lack anything, when nothing is written? It must say what todo says. */
static bool plan_lacks(struct fixture *f, const char *db)
{
    struct hp_err err = { 0 };
    struct hp_store *store = fixture_open(db, HP_STORE_READ);
    struct hp_launches lacks[FIX_CASES] = { { 0 } };
    double known_ns[FIX_CASES];
    struct hp_elsewhere elsewhere = { 0 };
    HP_CHECK(hp_store_lacks(store, &f->info, lacks, known_ns, &elsewhere, &err) == HP_OK, "%s",
             err.text);
    hp_store_close(store);
    return lacks[0].counters + lacks[0].times + lacks[0].probes > 0;
}

/* A plan counts the launches that todo lists, kind by kind, and knows the times of what was run however many
 * runs came after it. */
static void a_plan_counts_launches_and_knows_times(void **state)
{
    enum { RUNS_LATER = 9 };
    (void)state;
    struct fixture_place p = fixture_place();
    struct fixture f;
    struct hp_err err = { 0 };
    fixture_make(&f);
    struct hp_store *store = fixture_open(p.db, HP_STORE_WRITE);
    const size_t wanted = fixture_run(&f, store, fixture_begin(&f, store), false, SIZE_MAX);
    f.plan.count = 1; /* later runs are of other cases */
    for (int i = 0; i < RUNS_LATER; i++)
        (void)fixture_run(&f, store, fixture_begin(&f, store), false, SIZE_MAX);
    f.plan.count = FIX_CASES;
    for (size_t i = 0; i < FIX_CASES; i++)
        f.plan.cases[i].rounds += 3;
    struct hp_launches lacks[FIX_CASES];
    double known_ns[FIX_CASES];
    struct hp_elsewhere elsewhere = { 0 };
    HP_CHECK(hp_store_lacks(store, &f.info, lacks, known_ns, &elsewhere, &err) == HP_OK, "%s",
             err.text);
    size_t launches = 0, timed = 0;
    for (size_t i = 0; i < FIX_CASES; i++) {
        const struct hp_case *c = &f.plan.cases[i];
        const bool times = c->times && !c->probe && c->skip == NULL;
        assert_int_equal(lacks[i].times, times ? 3 : 0);
        assert_int_equal(lacks[i].counters + lacks[i].probes, 0);
        const uint32_t newest = FIX_ROUNDS - 1;
        const double median = fixture_value((int)i, "time_ns", newest, FIX_ITERATIONS / 2);
        HP_CHECK(known_ns[i] == (times ? median : 0), "case %zu: %f ns", i, known_ns[i]);
        launches += lacks[i].times;
        timed += times;
    }
    assert_true(timed > 1 && wanted > launches);
    size_t left = 0;
    (void)fixture_todo(&f, store, fixture_begin(&f, store), false, &left);
    assert_int_equal(left, launches);
    assert_int_equal(elsewhere.cases, 0);
    fixture_exec(p.db, "UPDATE host SET fingerprint = 'other', title = 'elsewhere'");
    HP_CHECK(hp_store_lacks(store, &f.info, lacks, known_ns, &elsewhere, &err) == HP_OK, "%s",
             err.text);
    size_t ours = 0;
    for (size_t i = 0; i < FIX_CASES; i++)
        ours += f.plan.cases[i].skip == NULL && strcmp(f.plan.cases[i].machine, "this") == 0;
    assert_true(ours > 0 && elsewhere.cases == ours);
    assert_string_equal(elsewhere.host, "elsewhere");
    hp_store_close(store);
    fixture_stop(&p, &f);
}

/* What a limit ended is tried again when that limit is larger, and only then; the newest attempt counts. */
static void a_raised_limit_tries_again(void **state)
{
    enum { OLD = 1000, LARGER = 1001 };
    static const struct hp_limits old = { OLD, OLD, OLD, OLD, 0 };
    static const struct {
        enum hp_outcome outcome;
        struct hp_limits today;
        bool again;
    } rows[] = {
        { HP_OUT_MEMORY, { OLD, OLD, LARGER, OLD, 0 }, true },
        { HP_OUT_MEMORY, { LARGER, LARGER, OLD, LARGER, 8 }, false },
        { HP_OUT_MEMORY, { OLD, OLD, OLD - 1, OLD, 0 }, false },
        { HP_OUT_TIMEOUT, { LARGER, OLD, OLD, OLD, 0 }, true },
        { HP_OUT_TIMEOUT, { OLD, LARGER, OLD, OLD, 0 }, true },
        { HP_OUT_TIMEOUT, { OLD, OLD, LARGER, LARGER, 0 }, false },
        { HP_OUT_OUTPUT, { OLD, OLD, OLD, LARGER, 0 }, true },
        { HP_OUT_OUTPUT, { LARGER, LARGER, LARGER, OLD, 0 }, false },
        { HP_OUT_CRASH, { LARGER, LARGER, LARGER, LARGER, 0 }, false },
        { HP_OUT_OK, { LARGER, LARGER, LARGER, LARGER, 0 }, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture_place p;
        struct fixture f;
        struct hp_store *store = fixture_start(&p, &f);
        f.plan.count = 1;
        f.config.limits = old;
        f.plan.cases[0].rounds = 0;
        f.config.measure.counter_rounds = 1;
        int64_t run_id = fixture_begin(&f, store);
        size_t left = 0;
        const struct hp_todo *todo = fixture_todo(&f, store, run_id, false, &left);
        assert_int_equal(left, 1);
        assert_true(plan_lacks(&f, p.db));
        struct hp_launch l = fixture_launch(&f, &todo[0]);
        l.outcome = rows[i].outcome;
        struct hp_err err = { 0 };
        HP_CHECK(hp_store_put_launch(store, run_id, &l, &err) == HP_OK, "%s", err.text);
        f.config.limits = rows[i].today;
        HP_CHECK(plan_lacks(&f, p.db) == rows[i].again, "row %zu: the plan says otherwise", i);
        run_id = next_run(&f, &store, p.db);
        todo = fixture_todo(&f, store, run_id, false, &left);
        HP_CHECK(left == rows[i].again, "row %zu: %zu launches left", i, left);
        if (rows[i].again) {
            l.outcome = HP_OUT_OK;
            HP_CHECK(hp_store_put_launch(store, run_id, &l, &err) == HP_OK, "%s", err.text);
            assert_false(plan_lacks(&f, p.db));
            run_id = next_run(&f, &store, p.db);
            (void)fixture_todo(&f, store, run_id, false, &left);
            assert_int_equal(left, 0);
        }
        hp_store_close(store);
        assert_int_equal(fixture_check(p.db), 1 + rows[i].again);
        assert_int_equal(fixture_int(p.db, "SELECT max(attempt) FROM launch"), rows[i].again);
        assert_int_equal(fixture_int(p.db, "SELECT count(*) FROM run_launch WHERE run_id ="
                                           " (SELECT max(run_id) FROM run)"),
                         1);
        fixture_launch_clear(&l);
        fixture_stop(&p, &f);
    }
}

/* ---- refusals ---- */

static void not_a_number_is_refused(void **state)
{
    static const double bad[] = { NAN, INFINITY, -INFINITY };
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    const int64_t run_id = fixture_begin(&f, store);
    size_t count = 0;
    const struct hp_todo *todo = fixture_todo(&f, store, run_id, false, &count);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct hp_launch l = fixture_launch(&f, &todo[0]);
        l.samples[3].value = bad[i];
        struct hp_err err = { 0 };
        assert_int_equal(hp_store_put_launch(store, run_id, &l, &err), HP_E_STORE);
        HP_CHECK(strstr(err.text, "allocated_bytes of iteration 3") != NULL, "%s", err.text);
        fixture_launch_clear(&l);
    }
    hp_store_close(store);
    assert_int_equal(fixture_check(p.db), 0);
    fixture_stop(&p, &f);
}

static void twice_is_refused(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    const int64_t run_id = fixture_begin(&f, store);
    size_t count = 0;
    const struct hp_todo *todo = fixture_todo(&f, store, run_id, false, &count);
    struct hp_launch l = fixture_launch(&f, &todo[0]);
    struct hp_err err = { 0 };
    assert_int_equal(hp_store_put_launch(store, run_id, &l, &err), HP_OK);
    assert_int_equal(hp_store_put_launch(store, run_id, &l, &err), HP_E_STORE);
    HP_CHECK(strstr(err.text, "is stored already") != NULL, "%s", err.text);
    /* A sample that is there twice takes its whole launch with it. */
    struct hp_launch twice = fixture_launch(&f, &todo[1]);
    twice.samples[1].iteration = twice.samples[0].iteration;
    assert_int_equal(hp_store_put_launch(store, run_id, &twice, &err), HP_E_STORE);
    hp_store_close(store);
    assert_int_equal(fixture_check(p.db), 1);
    fixture_launch_clear(&l);
    fixture_launch_clear(&twice);
    fixture_stop(&p, &f);
}

static void invalid_text_is_repaired(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    const int64_t run_id = fixture_begin(&f, store);
    size_t count = 0;
    const struct hp_todo *todo = fixture_todo(&f, store, run_id, false, &count);
    struct hp_launch l = fixture_launch(&f, &todo[0]);
    l.outcome = HP_OUT_ERROR;
    (void)snprintf(l.sentence, sizeof l.sentence, "bad \xff byte");
    struct hp_err err = { 0 };
    assert_int_equal(hp_store_put_launch(store, run_id, &l, &err), HP_OK);
    hp_store_close(store);
    char text[512];
    assert_string_equal(fixture_text(p.db, "SELECT detail FROM failed_launch", text),
                        "bad \xef\xbf\xbd byte");
    fixture_launch_clear(&l);
    fixture_stop(&p, &f);
}

static void labels_stay_apart(void **state)
{
    (void)state;
    struct fixture_place p = fixture_place();
    struct fixture f;
    fixture_make(&f);
    assert_int_equal(setenv("HEAPPROOF_NOW", "2026-11-30T14:02:05Z", 1), 0);
    struct hp_store *store = fixture_open(p.db, HP_STORE_WRITE);
    for (int i = 0; i < 3; i++)
        (void)fixture_begin(&f, store);
    struct hp_run_row *runs = NULL;
    size_t count = 0;
    struct hp_err err = { 0 };
    assert_int_equal(hp_store_runs(store, f.arena, &runs, &count, &err), HP_OK);
    assert_int_equal(count, 3);
    assert_string_equal(runs[2].label, "2026-11-30T14-02-05");
    assert_string_equal(runs[1].label, "2026-11-30T14-02-05-2");
    assert_string_equal(runs[0].label, "2026-11-30T14-02-05-3");
    assert_string_equal(runs[0].started_utc, "2026-11-30T14:02:05Z");
    hp_store_close(store);
    assert_int_equal(unsetenv("HEAPPROOF_NOW"), 0);
    fixture_stop(&p, &f);
}

/* ---- verdicts and published figures ---- */

static void verdicts_are_replaced(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    const int64_t run_id = fixture_begin(&f, store);
    struct hp_judged rows[] = {
        { .script = "lua/a.lua",
          .line = 3,
          .claim = "one",
          .verdict = "broken",
          .decides = true,
          .machine = "this",
          .threshold = "default",
          .expected = "0",
          .here = "12",
          .message = "case",
          .n = 5,
          .heap = "gen",
          .metric = "gen2_per_1000",
          .has_value = true,
          .has_interval = true,
          .value = 12,
          .low = 11,
          .high = 13 },
        { .script = "lua/a.lua",
          .line = 9,
          .claim = "two",
          .verdict = "skipped",
          .machine = "",
          .threshold = "",
          .expected = "",
          .here = "",
          .message = "",
          .has_value = true,
          .value = NAN },
    };
    struct hp_err err = { 0 };
    for (int i = 0; i < 2; i++)
        assert_int_equal(hp_store_put_verdicts(store, run_id, rows, 2, &err), HP_OK);
    hp_store_close(store);
    assert_int_equal(fixture_int(p.db, "SELECT count(*) FROM verdict"), 2);
    assert_true(fixture_real(p.db, "SELECT high FROM verdict WHERE line = 3") == 13);
    assert_int_equal(fixture_int(p.db, "SELECT value IS NULL FROM verdict WHERE line = 9"), 1);
    fixture_stop(&p, &f);
}

static void our_published_figures_are_read(void **state)
{
    (void)state;
    struct fixture_place p = fixture_place();
    struct fixture f;
    fixture_make(&f);
    struct hp_text csv = { 0 };
    struct hp_err err = { 0 };
    assert_int_equal(hp_file_read(HP_SOURCE_DIR "/configs/published.csv", &csv, 8u << 20, &err),
                     HP_OK);
    struct hp_store *store = fixture_open(p.db, HP_STORE_WRITE);
    for (int i = 0; i < 2; i++) /* replaces, does not add */
        HP_CHECK(hp_store_put_published(store, csv.text, csv.bytes, &err) == HP_OK, "%s", err.text);
    struct hp_published *rows = NULL;
    size_t count = 0;
    assert_int_equal(hp_store_published(store, f.arena, &rows, &count, &err), HP_OK);
    assert_int_equal(count, 339);
    size_t chunk = 0, of_kind[4] = { 0 };
    for (size_t i = 0; i < count; i++) {
        assert_non_null(strchr("DRMQ", *rows[i].kind));
        of_kind[strchr("DRMQ", *rows[i].kind) - "DRMQ"] += strcmp(rows[i].workload, "chunk") == 0;
        const bool of_chunk = strcmp(rows[i].workload, "chunk") == 0;
        /* What a run compares has a title; s3 is no workload of ours. */
        if (of_chunk || (*rows[i].kind != 'Q' && strcmp(rows[i].workload, "s3") != 0))
            HP_CHECK(*rows[i].title_en != '\0' && *rows[i].title_ru != '\0', "%s has no title",
                     rows[i].id);
        if (!of_chunk)
            continue;
        chunk++;
        if (strcmp(rows[i].id, "chunk-gen2-first-above") == 0) {
            assert_true(rows[i].low == 1103.52 && rows[i].high == 1110.35 && rows[i].has_value);
            assert_int_equal(rows[i].decimals, 2);
        }
        if (strcmp(rows[i].id, "chunk-boundary-in-bytes") == 0)
            assert_false(rows[i].has_value);
    }
    assert_int_equal(chunk, 130);
    assert_int_equal(of_kind[0], 63);
    hp_store_close(store);
    hp_text_clear(&csv);
    fixture_stop(&p, &f);
}

static void broken_figures_are_refused(void **state)
{
#define HEADER                                                                                     \
    "id,seed,system,workload,probe_or_method,params,machine,runtime,gc,threshold,metric,unit,low," \
    "high,text,kind,tolerance,baseline,formula,quote_location,title_en,title_ru,answer\r\n"
    static const struct {
        const char *csv, *says;
    } rows[] = {
        { "", "no header row" },
        { "id,seed\r\n", "column \"system\" is missing" },
        { "id,id\r\n", "column \"id\" is unknown or twice" },
        { "id,what\r\n", "column \"what\" is unknown or twice" },
        { HEADER "a,b,c\r\n", "line 2: not 23 fields" },
        { HEADER "a,,,,,,,,,,,,1x,2,,,,,,,,,\r\n", "line 2: low or high is not a number" },
        { HEADER "a,,,,,,,,,,,,,,,,,,,,,,,more\r\n", "line 2: not 23 fields" },
        { HEADER "a,,,,,,,,,,,,,,,,,,,,,,\r\na,,,,,,,,,,,,,,,,,,,,,,\r\n", "line 3" },
        { HEADER "a,\xff,,,,,,,,,,,,,,,,,,,,,\r\n", "not UTF-8" },
    };
    (void)state;
    struct fixture_place p = fixture_place();
    struct hp_store *store = fixture_open(p.db, HP_STORE_WRITE);
    struct hp_err err = { 0 };
    static const char good[] = HEADER "x,,,,,,,,,,,,,,\"a \"\"b\"\", c\",,,,,,,,\n";
    HP_CHECK(hp_store_put_published(store, good, sizeof good - 1, &err) == HP_OK, "%s", err.text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(hp_store_put_published(store, rows[i].csv, strlen(rows[i].csv), &err),
                         HP_E_STORE);
        HP_CHECK(strstr(err.text, rows[i].says) != NULL, "row %zu says: %s", i, err.text);
    }
    hp_store_close(store);
    char text[512]; /* what was there before stays */
    assert_string_equal(fixture_text(p.db, "SELECT text FROM published_row", text), "a \"b\", c");
    fixture_leave(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_in_comes_out),
        cmocka_unit_test(closed_is_one_file),
        cmocka_unit_test(missing_launches_are_found),
        cmocka_unit_test(only_new_cases_run),
        cmocka_unit_test(another_host_measures_anew),
        cmocka_unit_test(fresh_starts_over),
        cmocka_unit_test(outcomes_count_as_there),
        cmocka_unit_test(a_raised_limit_tries_again),
        cmocka_unit_test(a_plan_counts_launches_and_knows_times),
        cmocka_unit_test(not_a_number_is_refused),
        cmocka_unit_test(twice_is_refused),
        cmocka_unit_test(invalid_text_is_repaired),
        cmocka_unit_test(labels_stay_apart),
        cmocka_unit_test(verdicts_are_replaced),
        cmocka_unit_test(our_published_figures_are_read),
        cmocka_unit_test(broken_figures_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
