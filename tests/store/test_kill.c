/* SPDX-License-Identifier: MIT
 * Answers: what survives a SIGKILL? The writer is this program, exec'd again: it opens the store,
 * begins a run, stores what is missing, and says on a pipe what it has committed. Wherever it
 * dies, the database must open, be whole, hold everything that was said to be committed, and be
 * finished by the next writer without a launch lost or doubled.
 */
#include "fixture.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/fault.h"
#include "base/rng.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum { SAID = 3 }; /* descriptor on which the writer says "committed", one byte a launch */

/* ---- the writer ---- */

static void say(void)
{
    if (write(SAID, "c", 1) != 1)
        _exit(9);
}

static int writer(const char *path, bool fresh)
{
    struct fixture f;
    struct hp_store *store = NULL;
    struct hp_err err = { 0 };
    fixture_make(&f);
    int64_t run_id = 0;
    struct hp_todo *todo = NULL;
    size_t count = 0;
    int rc = hp_store_open(path, HP_STORE_WRITE, 10000, &store, &err);
    if (rc == HP_OK)
        rc = hp_store_begin_run(store, &f.info, &run_id, &err);
    if (rc == HP_OK)
        rc = hp_store_todo(store, run_id, &f.plan, &f.config, fresh, f.arena, &todo, &count, &err);
    for (size_t i = 0; rc == HP_OK && i < count; i++) {
        struct hp_launch l = fixture_launch(&f, &todo[i]);
        rc = hp_store_put_launch(store, run_id, &l, &err);
        fixture_launch_clear(&l);
        if (rc == HP_OK)
            say();
    }
    const struct hp_judged rows[] = {
        { .script = "a.lua",
          .claim = "a",
          .verdict = "holds",
          .machine = "",
          .threshold = "",
          .expected = "",
          .here = "",
          .message = "" },
        { .script = "a.lua",
          .claim = "b",
          .verdict = "holds",
          .machine = "",
          .threshold = "",
          .expected = "",
          .here = "",
          .message = "" },
    };
    if (rc == HP_OK)
        rc = hp_store_put_verdicts(store, run_id, rows, 2, &err);
    if (rc == HP_OK)
        rc = hp_store_end_run(store, run_id, "complete", &err);
    if (rc != HP_OK)
        (void)fprintf(stderr, "writer: %s\n", err.text);
    hp_store_close(store);
    fixture_clear(&f);
    return rc == HP_OK ? 0 : 1;
}

/* ---- the tests ---- */

struct died {
    int64_t said; /* launches that were committed, as far as the writer could say */
    int status;
    uint64_t ns;
};

/* Runs a writer; kills it after kill_ns when that is not 0. `at` is HEAPPROOF_KILL_AT or NULL. */
static struct died run_writer(const char *db, const char *at, bool fresh, uint64_t kill_ns)
{
    int fds[2];
    assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
    const uint64_t start = hp_clock_ns();
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        if (fds[1] == SAID ? fcntl(SAID, F_SETFD, 0) < 0 : dup2(fds[1], SAID) < 0)
            _exit(8);
        if (at != NULL)
            (void)setenv("HEAPPROOF_KILL_AT", at, 1);
        (void)execl("/proc/self/exe", "writer", db, fresh ? "fresh" : "resume", (char *)NULL);
        _exit(7);
    }
    (void)close(fds[1]);
    if (kill_ns != 0) {
        const struct timespec wait = { (time_t)(kill_ns / 1000000000u),
                                       (long)(kill_ns % 1000000000u) };
        (void)nanosleep(&wait, NULL);
        (void)kill(pid, SIGKILL);
    }
    struct died d = { 0 };
    char bytes[256];
    ssize_t n;
    while ((n = read(fds[0], bytes, sizeof bytes)) > 0)
        d.said += n;
    (void)close(fds[0]);
    assert_int_equal(waitpid(pid, &d.status, 0), pid);
    d.ns = hp_clock_ns() - start;
    return d;
}

static void remove_all(const char *folder, const char *db)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[160];
        (void)snprintf(path, sizeof path, "%s%s", db, ends[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

static bool has_tables(const char *db)
{
    return access(db, R_OK) == 0 &&
           fixture_int(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'launch'") == 1;
}

/* After a death: whole, and with what was committed. One launch may be committed and not yet
 * said. */
static void check_survival(const char *db, const struct died *d, int64_t before, const char *what)
{
    const int64_t kept = has_tables(db) ? fixture_check(db) : 0;
    HP_CHECK(kept >= before + d->said && kept <= before + d->said + 1,
             "%s: %lld launches there, %lld before and %lld said to be committed", what,
             (long long)kept, (long long)before, (long long)d->said);
}

/* The next writer finishes: every launch once, verdicts there, one plain file. */
static void check_finish(const char *db, int64_t wanted, const char *what)
{
    const struct died d = run_writer(db, NULL, false, 0);
    HP_CHECK(WIFEXITED(d.status) && WEXITSTATUS(d.status) == 0, "%s: the next writer failed", what);
    char text[512], log[160];
    assert_int_equal(fixture_check(db), wanted);
    assert_int_equal(fixture_int(db, "SELECT count(*) FROM run_launch WHERE run_id ="
                                     " (SELECT max(run_id) FROM run)"),
                     (int64_t)fixture_wanted());
    assert_int_equal(fixture_int(db, "SELECT count(*) FROM run WHERE state = 'running'"), 0);
    assert_int_equal(fixture_int(db, "SELECT count(*) FROM judged WHERE run_id ="
                                     " (SELECT max(run_id) FROM run)"),
                     2);
    assert_int_equal(fixture_int(db, "SELECT count(*) FROM case_list WHERE done < wanted AND"
                                     " run_id = (SELECT max(run_id) FROM run)"),
                     0);
    assert_string_equal(fixture_text(db, "PRAGMA journal_mode", text), "delete");
    (void)snprintf(log, sizeof log, "%s-wal", db);
    assert_int_not_equal(access(log, F_OK), 0);
}

/* Every point of this stage, at its first passing and, where it is passed again and again, at a
 * later one. */
static void killed_at_named_points(void **state)
{
    static const char *const points[] = {
        "store.migrate",        "store.views",    "store.begin-run", "store.transaction",
        "store.transaction:30", "store.commit",   "store.commit:17", "store.committed",
        "store.committed:44",   "store.verdicts", "store.end-run",   "store.checkpoint",
        "store.journal",
    };
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        char folder[64], db[96];
        (void)snprintf(db, sizeof db, "%s/kill.db", hp_test_folder(folder));
        const struct died d = run_writer(db, points[i], false, 0);
        HP_CHECK(WIFSIGNALED(d.status) && WTERMSIG(d.status) == SIGKILL, "%s was not reached",
                 points[i]);
        check_survival(db, &d, 0, points[i]);
        check_finish(db, (int64_t)fixture_wanted(), points[i]);
        remove_all(folder, db);
    }
}

/* Twenty moments, the first writer of a database and one that starts over on a full one in turn. */
static void killed_at_random_moments(void **state)
{
    (void)state;
    char folder[64], db[96];
    (void)snprintf(db, sizeof db, "%s/kill.db", hp_test_folder(folder));
    const uint64_t whole_ns = run_writer(db, NULL, false, 0).ns;
    remove_all(folder, db);
    struct hp_rng rng;
    hp_rng_seed(&rng, 20);
    const int64_t full = (int64_t)fixture_wanted();
    for (int i = 0; i < 20; i++) {
        char what[64];
        const uint64_t after_ns = 1 + hp_rng_below(&rng, whole_ns);
        (void)snprintf(what, sizeof what, "moment %d, after %llu us", i,
                       (unsigned long long)after_ns / 1000);
        (void)snprintf(db, sizeof db, "%s/kill.db", hp_test_folder(folder));
        const bool again = i % 2 == 1;
        if (again)
            (void)run_writer(db, NULL, false, 0);
        const struct died d = run_writer(db, NULL, again, after_ns);
        check_survival(db, &d, again ? full : 0, what);
        /* Killed before it began its epoch, the fresh run left nothing to go on with. */
        const bool began = again && fixture_int(db, "SELECT max(epoch) FROM run_case") > 0;
        check_finish(db, began ? 2 * full : full, what);
        remove_all(folder, db);
    }
}

/* Version 0 is a file that SQLite has made and nothing was put into; the migration dies in the
 * middle. */
static void killed_in_migration_of_version_0(void **state)
{
    (void)state;
    char folder[64], db[96];
    (void)snprintf(db, sizeof db, "%s/kill.db", hp_test_folder(folder));
    fixture_exec(db, "VACUUM");
    const struct died d = run_writer(db, "store.migrate", false, 0);
    assert_true(WIFSIGNALED(d.status));
    assert_int_equal(fixture_int(db, "PRAGMA user_version"), 0);
    assert_int_equal(fixture_int(db, "SELECT count(*) FROM sqlite_schema"), 0);
    check_finish(db, (int64_t)fixture_wanted(), "migration");
    assert_int_equal(fixture_int(db, "PRAGMA user_version"), 3);
    remove_all(folder, db);
}

static void a_wrong_point_is_an_error(void **state)
{
    static const char *const wrong[] = { "store.nowhere", "store.commit:0", "store.commit:x" };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char folder[64], db[96];
        (void)snprintf(db, sizeof db, "%s/kill.db", hp_test_folder(folder));
        const struct died d = run_writer(db, wrong[i], false, 0);
        HP_CHECK(WIFEXITED(d.status) && WEXITSTATUS(d.status) == 6, "%s: status %d", wrong[i],
                 d.status);
        remove_all(folder, db);
    }
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[0], "writer") == 0)
        return writer(argv[1], strcmp(argv[2], "fresh") == 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_at_named_points),
        cmocka_unit_test(killed_at_random_moments),
        cmocka_unit_test(killed_in_migration_of_version_0),
        cmocka_unit_test(a_wrong_point_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
