/* SPDX-License-Identifier: MIT
 * What the files of this folder share: the open database, prepared statements, errors. Nobody else
 * includes this header, so nobody else sees sqlite3.h.
 */
#ifndef HP_STORE_INTERNAL_H
#define HP_STORE_INTERNAL_H

#include "base/err.h"
#include "base/hash.h"
#include "store/store.h"

#include <sqlite3.h>

enum { HP_SCHEMA_VERSION = 3, HP_APPLICATION_ID = 0x48505246 /* "HPRF" */ };

/* Statements that write or find several rows of a run; each is prepared once, at its first
 * use. */
enum statement {
    PUT_LAUNCH,
    PUT_RUN_LAUNCH,
    PUT_SAMPLE,
    PUT_SAMPLE_TEXT,
    PUT_BLOCK,
    PUT_COLLECTION,
    PUT_NOTE,
    PUT_CODE,
    PUT_FACT,
    PUT_SETTING,
    PUT_DEFAULT,
    PUT_MACHINE,
    FIND_CASE,
    PUT_CASE,
    PUT_CASE_PARAM,
    PUT_RUN_CASE,
    NEXT_ATTEMPT,
    RUN_CASE_ID,
    FIND_LAUNCH,
    FIND_HOST,
    FIND_ELSEWHERE,
    NEWEST_EPOCH,
    MARK_RUN_CASE,
    MEDIAN_TIME,
    STATEMENTS
};

struct hp_store {
    sqlite3 *db;
    char *path;
    enum hp_store_mode mode;
    int lock_fd;        /* flock of the one writer; -1 */
    const char *behind; /* what kept a reader off the file itself: `db` is a private copy; NULL */
    unsigned busy_ms;
    size_t stored; /* launches, since it was opened */
    bool full;     /* the newest failure was a lack of space */
    sqlite3_stmt *statements[STATEMENTS];
};

/* Fills err from the connection's last error: path, what it means, what to do. Returns
 * HP_E_STORE. */
int hp_store_fail(struct hp_store *store, struct hp_err *err);

int hp_store_exec(struct hp_store *store, const char *sql, struct hp_err *err);
/* BEGIN IMMEDIATE: a read transaction that upgrades later may fail at once in spite of a busy
 * timeout. */
int hp_store_begin(struct hp_store *store, struct hp_err *err);
int hp_store_commit(struct hp_store *store, struct hp_err *err);
/* Keeps the error that led here. Returns rc. */
int hp_store_rollback(struct hp_store *store, int rc);

/* A statement of the table, reset and without bindings; NULL with err set. Owned by the store. */
sqlite3_stmt *hp_store_statement(struct hp_store *store, enum statement which, struct hp_err *err);
/* A statement for one use; finalize with sqlite3_finalize. */
sqlite3_stmt *hp_store_prepare(struct hp_store *store, const char *sql, struct hp_err *err);
/* Binds parameter 1, 2, ... by the letters of `types`: i int64_t, d double, t text (NULL: null;
 * invalid UTF-8 is repaired), n null. NaN and infinities are refused: SQLite would store them as
 * null. */
int hp_store_bind(struct hp_store *store, sqlite3_stmt *s, struct hp_err *err, const char *types,
                  ...);
/* 1 a row, 0 done, or HP_E_STORE. */
int hp_store_step(struct hp_store *store, sqlite3_stmt *s, struct hp_err *err);
/* Binds, steps to the end; for statements without rows. */
#define hp_store_run_statement(store, which, err, ...)                                             \
    hp_store_put(store, hp_store_statement(store, which, err), err, __VA_ARGS__)
int hp_store_put(struct hp_store *store, sqlite3_stmt *s, struct hp_err *err, const char *types,
                 ...);
/* The integer of the row that a statement of the table finds, 0 when there is none. */
int hp_store_find(struct hp_store *store, enum statement which, int64_t *out, struct hp_err *err,
                  const char *types, ...);
/* One integer of a query with at most one int64_t parameter; `otherwise` without a row. */
int hp_store_int(struct hp_store *store, const char *sql, int64_t parameter, int64_t otherwise,
                 int64_t *out, struct hp_err *err);

/* As column `kind` has it. */
const char *hp_store_kind(enum hp_launch_kind kind);

/* write.c: what makes a host the same host; looks at host_title, this_machine and facts. */
void hp_store_fingerprint(const struct hp_run_info *info, char hex[HP_SHA_HEX]);

/* Column as text in the arena; NULL stays NULL. */
const char *hp_store_text(struct hp_arena *arena, sqlite3_stmt *s, int column);

/* migrate.c: brings an empty or older database up to HP_SCHEMA_VERSION and its views up to ours. */
int hp_store_migrate(struct hp_store *store, struct hp_err *err);
/* Is it ours, and of a version that we read? */
int hp_store_check(struct hp_store *store, struct hp_err *err);
/* What hp_store_migrate() would change: words for a sentence ("an older schema"); NULL: nothing. */
int hp_store_behind(struct hp_store *store, const char **what, struct hp_err *err);

extern const unsigned char hp_sql_001_init[];
extern const unsigned char hp_sql_002_titles_ru[];
extern const unsigned char hp_sql_003_defaults[];
extern const unsigned char hp_sql_views[];

#endif
