/* SPDX-License-Identifier: MIT
 * Answers: does a database of each older schema give its readers what a new one would, and is its file left alone? A
 * database is made old by the migrations that made it then, filled from one of today.
 */
#include "fixture.h"

#include "base/err.h"
#include "base/file.h"
#include "base/hash.h"

#include <sqlite3.h>
#include <sys/stat.h>

static const char *const steps[] = { "001_init.sql", "002_titles_ru.sql", "003_defaults.sql" };

/* `wal`: as a run that was killed leaves the file's header. */
static const struct {
    int version;
    bool wal;
    const char *title_ru; /* what is known of it */
} rows[] = {
    { 1, false, "" },
    { 1, true, "" },
    { 2, false, "Проба" },
    { 2, true, "Проба" },
};

/* ---- making one ---- */

static void apply_step(const char *db, int i)
{
    char path[1024], version[96];
    (void)snprintf(path, sizeof path, "%s/host/store/sql/%s", HP_SOURCE_DIR, steps[i]);
    (void)snprintf(version, sizeof version,
                   "PRAGMA user_version = %d; PRAGMA application_id = 0x48505246", i + 1);
    char *sql = hp_test_read(path);
    assert_non_null(sql);
    fixture_exec(db, sql);
    fixture_exec(db, version);
    free(sql);
}

/* Every table of the old database takes the columns that it has. */
static void fill_from(const char *db, const char *now)
{
    char attach[160], copy[8192], *all;
    (void)snprintf(attach, sizeof attach, "ATTACH '%s' AS now", now);
    sqlite3 *old = NULL;
    sqlite3_stmt *s = NULL;
    assert_int_equal(sqlite3_open(db, &old), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(old,
                           "SELECT group_concat('INSERT INTO main.' || name || ' (' || columns ||"
                           " ') SELECT ' || columns || ' FROM now.' || name, ';') FROM (SELECT"
                           " t.name, group_concat('\"' || c.name || '\"') AS columns FROM"
                           " sqlite_schema AS t, pragma_table_info(t.name) AS c"
                           " WHERE t.type = 'table' GROUP BY t.name)",
                           -1, &s, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    (void)snprintf(copy, sizeof copy, "%s", (const char *)sqlite3_column_text(s, 0));
    (void)sqlite3_finalize(s);
    all = sqlite3_mprintf("%s; BEGIN; %s; COMMIT;"
                          "UPDATE main.meta SET value = 'of then' WHERE key = 'views_sha';"
                          "CREATE VIEW counter AS SELECT 'of then' AS value",
                          attach, copy);
    HP_CHECK(sqlite3_exec(old, all, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", all,
             sqlite3_errmsg(old));
    sqlite3_free(all);
    (void)sqlite3_close(old);
}

static void make_old(const char *db, int version, const char *now)
{
    for (int i = 0; i < version; i++)
        apply_step(db, i);
    fill_from(db, now);
}

/* A database of today with every launch of the fixture. */
static struct fixture_place make_now(struct fixture *f)
{
    struct fixture_place now;
    struct hp_store *store = fixture_start(&now, f);
    const int64_t run_id = fixture_begin(f, store);
    (void)fixture_run(f, store, run_id, false, SIZE_MAX);
    hp_store_close(store);
    fixture_exec(now.db, "UPDATE run SET title_ru = 'Проба'");
    return now;
}

/* ---- reading it ---- */

static void describe_case(const struct hp_case_row *row, struct hp_text *out)
{
    hp_text_print(out, "%s %s %u/%u blocks %zu notes %zu\n", row->c.method, row->c.identity,
                  row->done, row->wanted, row->block_count, row->note_count);
    for (size_t i = 0; i < row->series_count; i++) {
        const struct hp_series *s = &row->series[i];
        hp_text_print(out, "  %s %s:", s->kind, s->metric);
        for (size_t k = 0; k < s->count; k++)
            hp_text_print(out, " %.17g", s->values[k]);
        hp_text_put(out, "\n");
    }
}

/* What readers are given of the run: the cases with every value. */
static void describe(struct hp_store *store, struct hp_text *out)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_err err = { 0 };
    struct hp_run_row run;
    struct hp_case_row *cases = NULL;
    size_t count = 0;
    HP_CHECK(hp_store_run(store, 0, arena, &run, &err) == HP_OK, "%s", err.text);
    HP_CHECK(hp_store_cases(store, run.run_id, arena, &cases, &count, &err) == HP_OK, "%s",
             err.text);
    hp_text_print(out, "%s %s %s, %zu cases\n", run.label, run.title, run.host_title, count);
    for (size_t i = 0; i < count; i++)
        describe_case(&cases[i], out);
    hp_arena_free(arena);
}

static void check_new_columns(struct hp_store *store, const char *title_ru)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_err err = { 0 };
    struct hp_run_row run;
    struct hp_defaults defaults;
    HP_CHECK(hp_store_run(store, 0, arena, &run, &err) == HP_OK, "%s", err.text);
    assert_string_equal(run.title_ru, title_ru);
    HP_CHECK(hp_store_defaults(store, run.run_id, arena, &defaults, &err) == HP_OK, "%s", err.text);
    assert_int_equal(defaults.count, 9); /* those that the program had built in */
    hp_arena_free(arena);
}

static void hash_file(const char *path, char sha[HP_SHA_HEX])
{
    struct hp_text bytes = { 0 };
    struct hp_err err = { 0 };
    HP_CHECK(hp_file_read(path, &bytes, 64u << 20, &err) == HP_OK, "%s", err.text);
    hp_sha_of(bytes.text, bytes.bytes, sha);
    hp_text_clear(&bytes);
}

/* In a process that may not write: the same. Returns 0 when it was given a copy. */
static int read_as_nobody(const char *db)
{
    struct hp_store *store = NULL;
    struct hp_err err = { 0 };
    if (!fixture_nobody() || hp_store_open(db, HP_STORE_READ, 100, &store, &err) != HP_OK) {
        (void)fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    const bool copied = hp_store_copied_for(store) != NULL;
    struct hp_text text = { 0 };
    describe(store, &text);
    const bool whole = strstr(text.text, "A test") != NULL;
    hp_text_clear(&text);
    hp_store_close(store);
    return copied && whole ? 0 : 1;
}

static void check_read(const char *db, const struct hp_text *want, const char *title_ru)
{
    char before[HP_SHA_HEX], after[HP_SHA_HEX];
    hash_file(db, before);
    struct hp_store *store = fixture_open(db, HP_STORE_READ);
    assert_string_equal(hp_store_copied_for(store), "an older schema");
    assert_int_equal(hp_store_schema_version(store), 3);
    struct hp_text got = { 0 };
    describe(store, &got);
    assert_string_equal(hp_text_str(&got), hp_text_str(want));
    hp_text_clear(&got);
    check_new_columns(store, title_ru);
    hp_store_close(store);
    hash_file(db, after);
    assert_string_equal(before, after);
}

static void older_schemas_are_read_and_left_alone(void **state)
{
    (void)state;
    struct fixture f;
    const struct fixture_place now = make_now(&f);
    struct hp_text want = { 0 };
    struct hp_store *store = fixture_open(now.db, HP_STORE_READ);
    assert_null(hp_store_copied_for(store));
    describe(store, &want);
    hp_store_close(store);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct fixture_place old = fixture_place();
        make_old(old.db, rows[i].version, now.db);
        if (rows[i].wal)
            fixture_exec(old.db, "PRAGMA journal_mode = WAL");
        check_read(old.db, &want, rows[i].title_ru);
        if (!rows[i].wal) {
            assert_int_equal(chmod(old.db, 0444), 0);
            assert_int_equal(chmod(old.folder, 0555), 0);
            fixture_in_child(read_as_nobody, old.db);
        }
        assert_int_equal(fixture_int(old.db, "PRAGMA user_version"), rows[i].version);
        fixture_leave(&old);
    }
    hp_text_clear(&want);
    fixture_stop(&now, &f);
}

/* The next run brings the file itself up to date; then it is read as it is. */
static void older_schemas_are_brought_up_by_a_writer(void **state)
{
    (void)state;
    struct fixture f;
    const struct fixture_place now = make_now(&f);
    for (int version = 1; version < 3; version++) {
        const struct fixture_place old = fixture_place();
        char text[512];
        make_old(old.db, version, now.db);
        hp_store_close(fixture_open(old.db, HP_STORE_WRITE));
        assert_int_equal(fixture_int(old.db, "PRAGMA user_version"), 3);
        assert_int_equal(fixture_int(old.db, "SELECT count(*) FROM run_default"), 9);
        fixture_text(old.db, "SELECT title || '|' || title_ru || '|' || question_ru FROM run",
                     text);
        assert_string_equal(text, version == 1 ? "A test||" : "A test|Проба|Долго ли?");
        struct hp_store *store = fixture_open(old.db, HP_STORE_READ);
        assert_null(hp_store_copied_for(store));
        hp_store_close(store);
        assert_int_equal(fixture_check(old.db), (int64_t)fixture_wanted());
        fixture_leave(&old);
    }
    fixture_stop(&now, &f);
}

/* Of today's schema, but its views were made by another build: a reader gets ours. */
static void other_views_are_replaced_in_the_copy(void **state)
{
    (void)state;
    struct fixture f;
    const struct fixture_place now = make_now(&f);
    fixture_exec(now.db, "DROP VIEW counter; CREATE VIEW counter AS SELECT 'of then' AS value;"
                         "UPDATE meta SET value = 'of then' WHERE key = 'views_sha'");
    char before[HP_SHA_HEX], after[HP_SHA_HEX];
    hash_file(now.db, before);
    struct hp_store *store = fixture_open(now.db, HP_STORE_READ);
    assert_string_equal(hp_store_copied_for(store), "views of another build");
    hp_store_close(store);
    hash_file(now.db, after);
    assert_string_equal(before, after);
    fixture_stop(&now, &f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(older_schemas_are_read_and_left_alone),
        cmocka_unit_test(older_schemas_are_brought_up_by_a_writer),
        cmocka_unit_test(other_views_are_replaced_in_the_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
