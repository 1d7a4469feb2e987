/* SPDX-License-Identifier: MIT
 * Answers: what does a user read when the database cannot be used, and is what was stored still
 * there?
 */
#include "fixture.h"

#include "base/clock.h"
#include "base/err.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* Opening fails with a sentence that names the file and has `says`. */
static void check_refused(const char *db, enum hp_store_mode mode, unsigned busy_ms,
                          const char *says)
{
    struct hp_store *store = NULL;
    struct hp_err err = { 0 };
    const int rc = hp_store_open(db, mode, busy_ms, &store, &err);
    HP_CHECK(rc == HP_E_STORE && store == NULL, "opened, code %d", rc);
    HP_CHECK(strstr(err.text, db) != NULL && strstr(err.text, says) != NULL, "it says: %s",
             err.text);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    (void)fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void files_that_are_not_ours(void **state)
{
    (void)state;
    struct fixture_place p = fixture_place();
    check_refused(p.db, HP_STORE_READ, 100, "No such file");
    check_refused(p.folder, HP_STORE_WRITE, 100, "Is a directory");
    write_file(p.db, "this is a text of more than sixteen bytes, and no database at all\n");
    check_refused(p.db, HP_STORE_READ, 100, "is not a heapproof database");
    check_refused(p.db, HP_STORE_WRITE, 100, "is not a heapproof database");
    char *text = hp_test_read(p.db);
    assert_non_null(text);
    assert_true(strncmp(text, "this is a text", 14) == 0); /* left as it was */
    free(text);
    write_file(p.db, "");
    check_refused(p.db, HP_STORE_READ, 100, "is empty");
    (void)unlink(p.db);
    fixture_exec(p.db, "CREATE TABLE other (x); PRAGMA application_id = 7");
    check_refused(p.db, HP_STORE_READ, 100, "another program");
    check_refused(p.db, HP_STORE_WRITE, 100, "another program");
    char mode[512];
    assert_string_equal(fixture_text(p.db, "PRAGMA journal_mode", mode), "delete");
    fixture_leave(&p);
}

static void newer_schema_is_refused(void **state)
{
    (void)state;
    struct fixture_place p = fixture_place();
    hp_store_close(fixture_open(p.db, HP_STORE_WRITE));
    fixture_exec(p.db, "PRAGMA user_version = 7");
    check_refused(p.db, HP_STORE_READ, 100, "newer heapproof (schema 7, this one reads up to 3)");
    check_refused(p.db, HP_STORE_WRITE, 100, "newer heapproof (schema 7, this one reads up to 3)");
    assert_int_equal(fixture_int(p.db, "PRAGMA user_version"), 7);
    fixture_exec(p.db, "PRAGMA user_version = 0");
    check_refused(p.db, HP_STORE_READ, 100, "its schema has no version");
    check_refused(p.db, HP_STORE_WRITE, 100, "its schema has no version");
    fixture_leave(&p);
}

static void damaged_file_is_said_to_be(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    const int64_t run_id = fixture_begin(&f, store);
    (void)fixture_run(&f, store, run_id, false, SIZE_MAX);
    hp_store_close(store);
    const int fd = open(p.db, O_WRONLY);
    char noise[4096];
    memset(noise, 0x5a, sizeof noise);
    for (off_t page = 1; page < 200; page++)
        (void)pwrite(fd, noise, sizeof noise, page * 4096);
    (void)close(fd);
    check_refused(p.db, HP_STORE_READ, 100, "is damaged (");
    check_refused(p.db, HP_STORE_WRITE, 100, "is damaged (");
    fixture_stop(&p, &f);
}

/* One page of an index that no reader of ours looks at. */
static void damage_nobody_reads_is_said(void **state)
{
    (void)state;
    struct fixture_place p;
    struct fixture f;
    struct hp_store *store = fixture_start(&p, &f);
    (void)fixture_run(&f, store, fixture_begin(&f, store), false, SIZE_MAX);
    hp_store_close(store);
    const int64_t page =
        fixture_int(p.db, "SELECT rootpage FROM sqlite_schema WHERE name = 'launch_run'");
    assert_true(page > 1);
    char before[4096], noise[4096];
    memset(noise, 0x5a, sizeof noise);
    const int fd = open(p.db, O_RDWR);
    assert_int_equal(pread(fd, before, sizeof before, (page - 1) * 4096), sizeof before);
    assert_int_equal(pwrite(fd, noise, sizeof noise, (page - 1) * 4096), sizeof noise);
    check_refused(p.db, HP_STORE_READ, 100, "is damaged (");
    check_refused(p.db, HP_STORE_WRITE, 100, "start a new one");
    assert_int_equal(pwrite(fd, before, sizeof before, (page - 1) * 4096), sizeof before);
    (void)close(fd);
    hp_store_close(fixture_open(p.db, HP_STORE_READ)); /* it was that page */
    fixture_stop(&p, &f);
}

/* ---- somebody else has it ---- */

/* A child that runs `hold`, then waits to be killed; returns once it holds. */
static pid_t holder(const char *db, void (*hold)(const char *db))
{
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        hold(db);
        (void)!write(fds[1], "h", 1);
        for (;;)
            (void)pause();
    }
    char byte;
    assert_int_equal(read(fds[0], &byte, 1), 1);
    (void)close(fds[0]);
    (void)close(fds[1]);
    return pid;
}

static void end_holder(pid_t pid)
{
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

static void hold_store(const char *db)
{
    struct hp_store *store = NULL;
    if (hp_store_open(db, HP_STORE_WRITE, 1000, &store, NULL) != HP_OK)
        _exit(1);
}

static void hold_transaction(const char *db)
{
    sqlite3 *other = NULL;
    if (sqlite3_open(db, &other) != SQLITE_OK ||
        sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        _exit(1);
}

static void a_second_run_waits_then_says_so(void **state)
{
    (void)state;
    struct fixture_place p = fixture_place();
    hp_store_close(fixture_open(p.db, HP_STORE_WRITE));
    const pid_t pid = holder(p.db, hold_store);
    const uint64_t start = hp_clock_ns();
    check_refused(p.db, HP_STORE_WRITE, 200, "another run is writing to it (waited 200 ms)");
    assert_true(hp_clock_ns() - start >= 200u * 1000 * 1000);
    hp_store_close(fixture_open(p.db, HP_STORE_READ)); /* reading goes on meanwhile */
    end_holder(pid);
    hp_store_close(fixture_open(p.db, HP_STORE_WRITE)); /* the lock died with its holder */
    fixture_leave(&p);
}

static void a_foreign_transaction_is_waited_for(void **state)
{
    (void)state;
    struct fixture_place p = fixture_place();
    struct fixture f;
    fixture_make(&f);
    struct hp_store *store = NULL;
    struct hp_err err = { 0 };
    assert_int_equal(hp_store_open(p.db, HP_STORE_WRITE, 200, &store, &err), HP_OK);
    const int64_t run_id = fixture_begin(&f, store);
    size_t count = 0;
    const struct hp_todo *todo = fixture_todo(&f, store, run_id, false, &count);
    const pid_t pid = holder(p.db, hold_transaction);
    struct hp_launch l = fixture_launch(&f, &todo[0]);
    assert_int_equal(hp_store_put_launch(store, run_id, &l, &err), HP_E_STORE);
    HP_CHECK(strstr(err.text, "locked by another process (waited 200 ms)") != NULL, "it says: %s",
             err.text);
    end_holder(pid);
    assert_int_equal(hp_store_put_launch(store, run_id, &l, &err), HP_OK);
    hp_store_close(store);
    assert_int_equal(fixture_check(p.db), 1);
    fixture_launch_clear(&l);
    fixture_stop(&p, &f);
}

/* ---- no space, no permission ---- */

/* Files may not grow past a limit: launches are stored until then, the failure is said, and what
 * was stored stays. Prints to stderr what went wrong and returns 1. */
static int fill_up(const char *db)
{
    const struct rlimit limit = { 512 * 1024, 512 * 1024 };
    (void)signal(SIGXFSZ, SIG_IGN);
    struct fixture f;
    fixture_make(&f);
    struct hp_store *store = NULL;
    struct hp_err err = { 0 };
    int64_t run_id = 0;
    if (hp_store_open(db, HP_STORE_WRITE, 1000, &store, &err) != HP_OK ||
        setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return 1;
    size_t stored = 0;
    int rc = HP_OK;
    /* Runs that start over, until there is no room. */
    for (int run = 0; run < 1000 && rc == HP_OK; run++) {
        struct hp_todo *todo = NULL;
        size_t count = 0;
        rc = hp_store_begin_run(store, &f.info, &run_id, &err);
        if (rc == HP_OK)
            rc = hp_store_todo(store, run_id, &f.plan, &f.config, true, f.arena, &todo, &count,
                               &err);
        for (size_t i = 0; rc == HP_OK && i < count; i++) {
            struct hp_launch l = fixture_launch(&f, &todo[i]);
            rc = hp_store_put_launch(store, run_id, &l, &err);
            stored += rc == HP_OK;
            fixture_launch_clear(&l);
        }
    }
    hp_store_close(store);
    fixture_clear(&f);
    char line[64];
    (void)snprintf(line, sizeof line, "%zu", stored);
    (void)fprintf(stderr, "stored %s, then: %s\n", line, err.text);
    char after[64];
    (void)snprintf(after, sizeof after, "test.db: disk full after %zu launches", stored);
    const bool said = rc == HP_E_STORE && strstr(err.text, after) != NULL &&
                      strstr(err.text, "they are kept; free space and run") != NULL;
    return said && fixture_check(db) == (int64_t)stored && stored > 0 ? 0 : 1;
}

static void full_disk_keeps_what_is_there(void **state)
{
    (void)state;
    struct fixture_place p = fixture_place();
    fixture_in_child(fill_up, p.db);
    struct fixture f; /* with room again the same command goes on */
    fixture_make(&f);
    struct hp_store *store = fixture_open(p.db, HP_STORE_WRITE);
    (void)fixture_run(&f, store, fixture_begin(&f, store), false, SIZE_MAX);
    hp_store_close(store);
    assert_true(fixture_check(p.db) >= (int64_t)fixture_wanted());
    fixture_stop(&p, &f);
}

static int open_read_only(const char *db)
{
    if (!fixture_nobody())
        return 1;
    struct hp_store *store = NULL;
    struct hp_err err = { 0 };
    if (hp_store_open(db, HP_STORE_WRITE, 100, &store, &err) != HP_E_STORE ||
        strstr(err.text, "Permission denied") == NULL ||
        strstr(err.text, "make it and its folder writable") == NULL) {
        (void)fprintf(stderr, "it says: %s\n", err.text);
        return 1;
    }
    /* Reading needs no permission to write. */
    const int rc = hp_store_open(db, HP_STORE_READ, 100, &store, &err);
    hp_store_close(rc == HP_OK ? store : NULL);
    return rc == HP_OK ? 0 : 1;
}

static void read_only_file_is_said_to_be(void **state)
{
    (void)state;
    struct fixture_place p = fixture_place();
    hp_store_close(fixture_open(p.db, HP_STORE_WRITE));
    assert_int_equal(chmod(p.db, 0444), 0);
    assert_int_equal(chmod(p.folder, 0555), 0);
    fixture_in_child(open_read_only, p.db);
    fixture_leave(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_that_are_not_ours),
        cmocka_unit_test(newer_schema_is_refused),
        cmocka_unit_test(damaged_file_is_said_to_be),
        cmocka_unit_test(damage_nobody_reads_is_said),
        cmocka_unit_test(a_second_run_waits_then_says_so),
        cmocka_unit_test(a_foreign_transaction_is_waited_for),
        cmocka_unit_test(full_disk_keeps_what_is_there),
        cmocka_unit_test(read_only_file_is_said_to_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
