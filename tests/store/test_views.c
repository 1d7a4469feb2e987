/* SPDX-License-Identifier: MIT
 * Answers: are the views there, documented, and right? A reader with sqlite3 gets from them what
 * stands behind the figures of a report.
 */
#include "fixture.h"

#include "base/err.h"
#include "base/file.h"
#include "base/text.h"

static char folder[64], db[96];

/* One run of the whole plan but for its last launch, with a failure, verdicts and published
 * figures. */
static int fill(void **state)
{
    (void)state;
    (void)snprintf(db, sizeof db, "%s/views.db", hp_test_folder(folder));
    struct fixture f;
    fixture_make(&f);
    struct hp_store *store = fixture_open(db, HP_STORE_WRITE);
    struct hp_err err = { 0 };
    const int64_t run_id = fixture_begin(&f, store);
    size_t count = 0;
    const struct hp_todo *todo = fixture_todo(&f, store, run_id, false, &count);
    for (size_t i = 0; i + 1 < count; i++) {
        struct hp_launch l = fixture_launch(&f, &todo[i]);
        if (todo[i].c == &f.plan.cases[FIX_PROFILE] && todo[i].round == 1) {
            l.outcome = HP_OUT_CRASH;
            (void)snprintf(l.sentence, sizeof l.sentence, "crashed with signal 11");
        }
        HP_CHECK(hp_store_put_launch(store, run_id, &l, &err) == HP_OK, "%s", err.text);
        fixture_launch_clear(&l);
    }
    static const struct hp_judged judged[] = {
        { .script = "lua/test.lua",
          .line = 4,
          .claim = "a claim",
          .verdict = "holds",
          .machine = "this",
          .threshold = "default",
          .expected = "0",
          .here = "0",
          .message = "",
          .n = 10 },
        { .script = "chunk-gen2-last-below",
          .claim = "gen2",
          .verdict = "holds",
          .machine = "this",
          .threshold = "default",
          .expected = "0",
          .here = "0",
          .message = "",
          .n = 10 },
    };
    assert_int_equal(hp_store_put_verdicts(store, run_id, judged, 2, &err), HP_OK);
    struct hp_text csv = { 0 };
    assert_int_equal(hp_file_read(HP_SOURCE_DIR "/configs/published.csv", &csv, 8u << 20, &err),
                     HP_OK);
    HP_CHECK(hp_store_put_published(store, csv.text, csv.bytes, &err) == HP_OK, "%s", err.text);
    hp_text_clear(&csv);
    assert_int_equal(hp_store_end_run(store, run_id, "complete", &err), HP_OK);
    hp_store_close(store);
    fixture_clear(&f);
    return 0;
}

static int tidy(void **state)
{
    (void)state;
    (void)unlink(db);
    (void)rmdir(folder);
    return 0;
}

static void every_view_is_listed_and_runs(void **state)
{
    (void)state;
    int64_t listed = 0;
    for (const struct hp_view *v = hp_store_views; v->name != NULL; v++, listed++) {
        char sql[256];
        (void)snprintf(sql, sizeof sql,
                       "SELECT count(*) FROM sqlite_schema WHERE type = 'view' AND name = '%s'",
                       v->name);
        HP_CHECK(fixture_int(db, sql) == 1, "view %s is not in the database", v->name);
        (void)snprintf(sql, sizeof sql, "SELECT count(*) FROM \"%s\"", v->name);
        HP_CHECK(fixture_int(db, sql) > 0, "view %s is empty", v->name);
    }
    assert_int_equal(fixture_int(db, "SELECT count(*) FROM sqlite_schema WHERE type = 'view'"),
                     listed);
}

static void the_comments_are_the_help(void **state)
{
    (void)state;
    char *sql = hp_test_read(HP_SOURCE_DIR "/host/store/sql/views.sql");
    assert_non_null(sql);
    for (const struct hp_view *v = hp_store_views; v->name != NULL; v++) {
        char comment[512];
        (void)snprintf(comment, sizeof comment, "\n-- view %s: %s\nCREATE VIEW %s AS\n", v->name,
                       v->help, v->name);
        HP_CHECK(strstr(sql, comment) != NULL, "views.sql has not the comment of %s", v->name);
    }
    free(sql);
}

/* Queries whose answer follows from the fixture. */
static void the_views_are_right(void **state)
{
    static const struct {
        const char *sql;
        double want;
    } rows[] = {
        { "SELECT cases FROM run_progress", FIX_CASES - 1 },
        { "SELECT complete FROM run_progress", FIX_CASES - 2 },
        { "SELECT missing FROM run_progress", 1 },
        { "SELECT failed FROM run_progress", 1 },
        { "SELECT skipped FROM run_progress", 1 },
        { "SELECT reused FROM run_progress", 0 },
        { "SELECT count(*) FROM measured", 1 },
        { "SELECT cases FROM measured WHERE by_run = run_id",
          FIX_CASES - 1 }, /* one lacks launches */
        { "SELECT count(*) FROM failed_launch WHERE outcome = 'crash'", 1 },
        { "SELECT count(*) FROM sample_value WHERE metric = 'time_ns'",
          3.0 * FIX_SIZES * 2 * FIX_ITERATIONS },
        /* Samples of case 0: 1000.25 .. 1004.25 and 1010.25 .. 1014.25. */
        { "SELECT median FROM case_value WHERE case_id = 1 AND metric = 'time_ns'", 1007.25 },
        { "SELECT mean FROM case_value WHERE case_id = 1 AND metric = 'time_ns'", 1007.25 },
        { "SELECT min FROM case_value WHERE case_id = 1 AND metric = 'time_ns'", 1000.25 },
        { "SELECT max FROM case_value WHERE case_id = 1 AND metric = 'time_ns'", 1014.25 },
        { "SELECT n FROM case_value WHERE case_id = 1 AND metric = 'time_ns'", 10 },
        { "SELECT equal FROM case_value WHERE case_id = 1 AND metric = 'time_ns'", 0 },
        { "SELECT equal FROM case_value WHERE case_id = 1 AND metric = 'allocated_bytes'", 1 },
        /* A failed launch's samples are in no view but the raw table. */
        { "SELECT n FROM case_value JOIN case_list USING (run_id, case_id)"
          " WHERE machine = 'ryzen-9-5950x' AND metric = 'allocated_bytes'",
          FIX_ITERATIONS },
        { "SELECT count(*) FROM sweep WHERE over = 'size' AND metric = 'gen2_per_1000'"
          " AND threshold = 'default' AND rest LIKE 'chunk chunk-array gen/10%' AND rest NOT LIKE"
          " '%ryzen%'",
          FIX_SIZES },
        { "SELECT count(*) FROM boundary_pair WHERE metric = 'gen2_per_1000'", 1 },
        { "SELECT below FROM boundary_pair WHERE metric = 'gen2_per_1000'", 21243 },
        { "SELECT above FROM boundary_pair WHERE metric = 'gen2_per_1000'", 21244 },
        { "SELECT change FROM boundary_pair WHERE metric = 'gen2_per_1000'", 1100 },
        { "SELECT change FROM boundary_pair WHERE metric = 'allocated_bytes'", 1 },
        { "SELECT count(*) FROM boundary_pair WHERE threshold = '196608'", 0 },
        { "SELECT ratio FROM ratio WHERE of = 'neighbour' AND case_id = 2", 2007.25 / 1007.25 },
        { "SELECT ratio FROM ratio WHERE of = 'baseline' AND case_id = 1",
          1007.25 / (1007.25 + 1000.0 * FIX_SLICE) },
        { "SELECT count(*) FROM ratio WHERE of = 'baseline'", FIX_SIZES },
        { "SELECT count(*) FROM causal WHERE metric = 'gen2_per_1000'", FIX_SIZES },
        { "SELECT sum(default_value) FROM causal WHERE metric = 'gen2_per_1000'", 2200 },
        { "SELECT sum(moved_value) FROM causal WHERE metric = 'gen2_per_1000'", 0 },
        { "SELECT value FROM counter WHERE case_id = 3 AND metric = 'gen2_per_1000'", 1100 },
        { "SELECT value FROM counter WHERE method = 'blocks' AND metric = 'arrays_count'", 14 },
        { "SELECT applied FROM setting WHERE requested = '196608'", 196608 },
        { "SELECT sum(bytes) FROM blocks WHERE round = 0 AND kept = 1", 80024 },
        { "SELECT loh_before_bytes FROM timeline WHERE case_id = 1 AND round = 0", 400 },
        { "SELECT before_bytes FROM timeline WHERE case_id = 1 AND round = 0", 460 },
        { "SELECT count(*) FROM verdict", 1 },
        { "SELECT line FROM verdict", 4 },
        { "SELECT count(*) FROM published WHERE workload = 'chunk'", 130 },
        { "SELECT count(*) FROM published WHERE verdict = 'holds'", 1 },
        { "SELECT count(*) FROM environment WHERE part = 'host' AND name = 'governor' AND value IS"
          " NULL",
          1 },
        { "SELECT count(DISTINCT part) FROM environment", 5 },
        { "SELECT count(*) FROM case_note", FIX_CASES - 1 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double got = fixture_real(db, rows[i].sql);
        HP_CHECK(got == rows[i].want, "%s: %.17g, want %.17g", rows[i].sql, got, rows[i].want);
    }
}

static void texts_in_views(void **state)
{
    static const struct {
        const char *sql, *want;
    } rows[] = {
        { "SELECT params FROM case_list WHERE case_id = 1", "size=20000 element=int32" },
        { "SELECT options FROM case_list WHERE machine = 'ryzen-9-5950x'", "gen0_budget=16777216" },
        { "SELECT value FROM case_text", "<EnumerableChunkIterator>d__40`1" },
        { "SELECT detail FROM failed_launch", "crashed with signal 11" },
        { "SELECT rest FROM case_axis WHERE case_id = 1",
          "chunk chunk-array gen/10 workstation p2 this  element=int32" },
        { "SELECT title_en FROM published WHERE verdict = 'holds'",
          "gen2 at 21,243, per 1,000 calls" },
        { "SELECT state FROM run_progress", "complete" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512];
        (void)fixture_text(db, rows[i].sql, text);
        HP_CHECK(strcmp(text, rows[i].want) == 0, "%s: \"%s\"", rows[i].sql, text);
    }
}

/* Views of an older build are replaced when the database is written to again. */
static void old_views_are_replaced(void **state)
{
    (void)state;
    fixture_exec(db, "DROP VIEW counter; CREATE VIEW old_one AS SELECT 1;"
                     "UPDATE meta SET value = 'of another build' WHERE key = 'views_sha'");
    hp_store_close(fixture_open(db, HP_STORE_WRITE));
    assert_int_equal(fixture_int(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'counter'"),
                     1);
    assert_int_equal(fixture_int(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'old_one'"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_view_is_listed_and_runs),
        cmocka_unit_test(the_comments_are_the_help),
        cmocka_unit_test(the_views_are_right),
        cmocka_unit_test(texts_in_views),
        cmocka_unit_test(old_views_are_replaced),
    };
    return cmocka_run_group_tests(tests, fill, tidy);
}
