/* SPDX-License-Identifier: MIT
 * Answers: is this file a database of ours that may be used, and is it one plain file afterwards?
 * Parent only. One writer at a time: it holds an flock on the file, whose descriptor is opened
 * before SQLite's and closed after it (closing any descriptor of the file drops SQLite's own
 * locks).
 */
#include "store/internal.h"

#include "base/clock.h"
#include "base/fault.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int no_space(struct hp_store *store, const char *why, struct hp_err *err)
{
    static const char advice[] = "free space and run the same command again";
    store->full = true;
    if (store->stored == 0)
        return hp_fail(err, HP_E_STORE, "%s: disk full (%s) - what was stored before is kept; %s",
                       store->path, why, advice);
    return hp_fail(err, HP_E_STORE, "%s: disk full after %zu launch%s (%s) - %s kept; %s",
                   store->path, store->stored, store->stored == 1 ? "" : "es", why,
                   store->stored == 1 ? "it is" : "they are", advice);
}

/* `why` up to its first line end. */
static int damaged(struct hp_store *store, const char *why, struct hp_err *err)
{
    return hp_fail(err, HP_E_STORE, "%s: is damaged (%.*s) - keep a copy, then start a new one",
                   store->path, (int)strcspn(why, "\n"), why);
}

int hp_store_fail(struct hp_store *store, struct hp_err *err)
{
    /* SQLite keeps the system's reason only when a statement began with the failure; else it is
     * in errno. */
    const int last = errno;
    const int code = sqlite3_errcode(store->db);
    store->full = false;
    const char *why = sqlite3_errmsg(store->db);
    const int kept = sqlite3_system_errno(store->db), number = kept != 0 ? kept : last;
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return hp_fail(err, HP_E_STORE,
                       "%s: locked by another process (waited %u ms) - let it end, or name another "
                       "database with --db",
                       store->path, store->busy_ms);
    case SQLITE_FULL:
        return no_space(store, why, err);
    case SQLITE_IOERR:
        if (number == ENOSPC || number == EFBIG || number == EDQUOT)
            return no_space(store, strerror(number), err);
        return hp_fail(err, HP_E_STORE, "%s: %s (%s)", store->path, why,
                       number != 0 ? strerror(number) : "no reason given");
    case SQLITE_READONLY:
        return hp_fail(
            err, HP_E_STORE,
            "%s: is read-only - make it and its folder writable, or name another database "
            "with --db",
            store->path);
    case SQLITE_NOTADB:
        return hp_fail(err, HP_E_STORE, "%s: is not a heapproof database (not SQLite at all)",
                       store->path);
    case SQLITE_CORRUPT:
        return damaged(store, why, err);
    default:
        return hp_fail(err, HP_E_STORE, "%s: %s", store->path, why);
    }
}

static int file_error(struct hp_store *store, struct hp_err *err)
{
    const char *advice = errno == EACCES || errno == EROFS || errno == EPERM
                             ? " - make it and its folder writable, or name another with --db"
                             : "";
    return hp_fail(err, HP_E_STORE, "%s: cannot open the database for writing: %s%s", store->path,
                   strerror(errno), advice);
}

/* Takes the writer's lock, waiting busy_ms at most. */
static int take_lock(struct hp_store *store, struct hp_err *err)
{
    store->lock_fd = open(store->path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (store->lock_fd < 0)
        return file_error(store, err);
    const uint64_t until = hp_clock_ns() + (uint64_t)store->busy_ms * 1000000u;
    while (flock(store->lock_fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return file_error(store, err);
        if (hp_clock_ns() >= until)
            return hp_fail(err, HP_E_STORE,
                           "%s: another run is writing to it (waited %u ms) - let it end, or name "
                           "another database with --db",
                           store->path, store->busy_ms);
        const struct timespec pause = { 0, 10000000 };
        (void)nanosleep(&pause, NULL);
    }
    return HP_OK;
}

/* Every page is looked at: what is wrong in one that nobody reads today would be in the next run's answers. About
 * 30 ms for a MiB. */
static int check_pages(struct hp_store *store, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_prepare(store, "PRAGMA quick_check(1)", err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_step(store, s, err);
    const char *found = rc == 1 ? (const char *)sqlite3_column_text(s, 0) : "ok";
    if (rc == 1 && strcmp(found, "ok") != 0) {
        /* "*** in database main ***", then a line for each fault. */
        const char *line = strchr(found, '\n');
        line = line != NULL ? line + 1 : found;
        rc = damaged(store, line, err);
    }
    (void)sqlite3_finalize(s);
    return rc < 0 ? rc : HP_OK;
}

static int open_write(struct hp_store *store, struct hp_err *err)
{
    int rc = take_lock(store, err);
    if (rc != HP_OK)
        return rc;
    if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return hp_store_fail(store, err);
    (void)sqlite3_busy_timeout(store->db, (int)store->busy_ms);
    rc = hp_store_check(store, err);
    if (rc == HP_OK)
        rc = check_pages(store, err);
    if (rc == HP_OK)
        rc = hp_store_exec(store,
                           "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                           "PRAGMA foreign_keys = ON",
                           err);
    return rc == HP_OK ? hp_store_migrate(store, err) : rc;
}

/* From the file to a database without a name, which SQLite keeps for this connection alone and
 * removes with it; it is migrated as a file would be. */
static int open_copy(struct hp_store *store, struct hp_err *err)
{
    sqlite3 *const file = store->db;
    store->db = NULL;
    int code = sqlite3_open_v2("", &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    sqlite3_backup *backup =
        code == SQLITE_OK ? sqlite3_backup_init(store->db, "main", file, "main") : NULL;
    if (backup != NULL) {
        (void)sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    }
    const bool copied = backup != NULL && code == SQLITE_OK;
    const int rc = copied ? hp_store_migrate(store, err) : hp_store_fail(store, err);
    (void)sqlite3_close(file);
    return rc;
}

static int open_read(struct hp_store *store, struct hp_err *err)
{
    struct stat st;
    if (stat(store->path, &st) != 0)
        return hp_fail(err, HP_E_STORE, "%s: %s - `heapproof run` makes it", store->path,
                       strerror(errno));
    if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        return hp_store_fail(store, err);
    (void)sqlite3_busy_timeout(store->db, (int)store->busy_ms);
    int rc = hp_store_check(store, err);
    if (rc == HP_OK)
        rc = check_pages(store, err);
    if (rc == HP_OK)
        rc = hp_store_behind(store, &store->behind, err);
    return rc == HP_OK && store->behind != NULL ? open_copy(store, err) : rc;
}

const char *hp_store_copied_for(const struct hp_store *store)
{
    return store->behind;
}

int hp_store_open(const char *path, enum hp_store_mode mode, unsigned busy_ms,
                  struct hp_store **out, struct hp_err *err)
{
    struct hp_store *store = hp_mem_new(sizeof *store);
    store->path = hp_mem_new(strlen(path) + 1);
    memcpy(store->path, path, strlen(path) + 1);
    store->mode = mode;
    store->busy_ms = busy_ms;
    store->lock_fd = -1;
    *out = NULL;
    const int rc = mode == HP_STORE_WRITE ? open_write(store, err) : open_read(store, err);
    if (rc != HP_OK) {
        store->mode = HP_STORE_READ; /* nothing to tidy: it is not ours to write to */
        hp_store_close(store);
        return rc;
    }
    *out = store;
    return HP_OK;
}

/* Back to one plain file. When a reader still has it open, or there is no space, the log stays
 * beside the file and the next writer tidies: nothing is lost either way. */
static void tidy(struct hp_store *store)
{
    hp_fault_point("store.checkpoint");
    if (hp_store_exec(store, "PRAGMA wal_checkpoint(TRUNCATE)", NULL) != HP_OK)
        return;
    hp_fault_point("store.journal");
    (void)hp_store_exec(store, "PRAGMA journal_mode = DELETE", NULL);
}

void hp_store_close(struct hp_store *store)
{
    if (store == NULL)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        (void)sqlite3_finalize(store->statements[i]);
    if (store->db != NULL && store->mode == HP_STORE_WRITE)
        tidy(store);
    if (sqlite3_close(store->db) != SQLITE_OK)
        hp_bug("store %s: closed with a statement in use", store->path);
    if (store->lock_fd >= 0)
        (void)close(store->lock_fd);
    hp_mem_free(store->path);
    hp_mem_free(store);
}
