/* SPDX-License-Identifier: MIT
 * Answers: how does a row get into the database and out of it? Parent only. Statements belong to
 * the store; every value passes hp_store_bind, which refuses what SQLite would change silently.
 */
#include "store/internal.h"

#include "base/text.h"

#include <math.h>

static const char *const sql_of[STATEMENTS] = {
    [PUT_LAUNCH] =
        "INSERT INTO launch (case_id, run_id, kind, round, epoch, attempt, outcome, detail,"
        " threshold_applied, runtime_version, started_utc, wall_ns, cpu_ns, peak_rss,"
        " output) VALUES (?,?,?,?,?,?,?,?,nullif(?, 0),?,?,?,?,?,?)",
    [PUT_RUN_LAUNCH] = "INSERT OR IGNORE INTO run_launch (run_id, launch_id) VALUES (?,?)",
    [PUT_SAMPLE] = "INSERT INTO sample (launch_id, metric, iteration, operations, value)"
                   " VALUES (?,?,?,?,?)",
    [PUT_SAMPLE_TEXT] = "INSERT INTO sample_text (launch_id, metric, value) VALUES (?,?,?)",
    [PUT_BLOCK] = "INSERT INTO block (launch_id, position, series, place, what, elements, bytes,"
                  " generation, kept) VALUES (?,?,?,?,?,?,?,?,?)",
    [PUT_COLLECTION] =
        "INSERT INTO collection (launch_id, number, generation, reason, compacted,"
        " background, allocated_bytes, before_bytes, after_bytes, loh_before_bytes,"
        " loh_after_bytes, promoted_bytes, pause_ns) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [PUT_NOTE] = "INSERT INTO note (launch_id, position, text) VALUES (?,?,?)",
    [PUT_CODE] = "INSERT OR REPLACE INTO run_code (run_id, role, name, version, sha)"
                 " VALUES (?,?,?,?,?)",
    [PUT_FACT] = "INSERT INTO run_fact (run_id, position, key, value) VALUES (?,?,?,?)",
    [PUT_SETTING] = "INSERT INTO run_setting (run_id, position, key, value) VALUES (?,?,?,?)",
    [PUT_DEFAULT] = "INSERT INTO run_default (run_id, workload, name, value) VALUES (?,?,?,?)",
    [PUT_MACHINE] = "INSERT INTO run_machine (run_id, machine, title, profile, processors,"
                    " l3_bytes, memory_bytes) VALUES (?,?,?,?,?,?,?)",
    [FIND_CASE] = "SELECT case_id FROM bench_case WHERE identity = ? AND coalesce(host_id, 0) = ?",
    [PUT_CASE] =
        "INSERT INTO bench_case (identity, workload, kind, method, heap, plugin, runtime, gc,"
        " processors, machine, threshold, host_id) VALUES (?,?,?,?,?,?,?,?,?,?,?,"
        " nullif(?, 0))",
    [PUT_CASE_PARAM] = "INSERT INTO case_param (case_id, kind, position, name, value)"
                       " VALUES (?,?,?,?,?)",
    [PUT_RUN_CASE] = "INSERT INTO run_case (run_id, case_id, position, sweep, baseline, skip,"
                     " counters, times, given, wanted, epoch) VALUES (?,?,?,?,?,?,?,?,?,?,0)",
    [NEXT_ATTEMPT] =
        "SELECT coalesce(max(attempt), -1) + 1, coalesce(sum(outcome <> 'protocol' AND EXISTS"
        " (SELECT 1 FROM run_launch AS rl WHERE rl.run_id = ? AND rl.launch_id = l.launch_id)), 0)"
        " FROM launch AS l WHERE case_id = ? AND kind = ? AND round = ? AND epoch = ?",
    [RUN_CASE_ID] = "SELECT c.case_id, rc.epoch FROM bench_case AS c JOIN run_case AS rc"
                    " ON rc.case_id = c.case_id AND rc.run_id = ? WHERE c.identity = ?",
    /* The newest attempt that is there; ?5 to ?8 are the limits of today. */
    [FIND_LAUNCH] =
        "SELECT launch_id, run_id, started_utc FROM launch AS l WHERE case_id = ?1 AND kind = ?2"
        " AND round = ?3 AND epoch = ?4 AND outcome <> 'protocol'"
        " AND NOT (outcome IN ('memory', 'timeout', 'output') AND EXISTS (SELECT 1"
        " FROM run_setting AS s JOIN (VALUES ('memory', 'limits.memory_bytes', ?5),"
        " ('timeout', 'limits.time_ns', ?6), ('timeout', 'limits.cpu_ns', ?7),"
        " ('output', 'limits.output_bytes', ?8)) AS today ON s.key = today.column2"
        " WHERE s.run_id = l.run_id AND today.column1 = l.outcome"
        " AND CAST(s.value AS REAL) < today.column3))"
        " ORDER BY attempt DESC LIMIT 1",
    [FIND_HOST] = "SELECT host_id FROM host WHERE fingerprint = ?",
    [FIND_ELSEWHERE] =
        "SELECT h.title FROM bench_case AS c JOIN host AS h USING (host_id) WHERE c.identity = ?"
        " AND h.host_id <> ? AND EXISTS (SELECT 1 FROM launch AS l WHERE l.case_id = c.case_id)"
        " ORDER BY h.host_id DESC LIMIT 1",
    [NEWEST_EPOCH] = "SELECT coalesce(max(epoch), 0) FROM run_case WHERE case_id = ?",
    [MEDIAN_TIME] =
        "WITH newest AS (SELECT value FROM sample WHERE metric = 'time_ns' AND launch_id ="
        " (SELECT launch_id FROM launch WHERE case_id = ? AND kind = 'time' AND outcome = 'ok'"
        " ORDER BY launch_id DESC LIMIT 1))"
        " SELECT value FROM newest ORDER BY value LIMIT 1 OFFSET (SELECT count(*) / 2 FROM newest)",
    [MARK_RUN_CASE] = "UPDATE run_case SET epoch = ?, reused = ? WHERE run_id = ? AND case_id = ?",
};

int hp_store_exec(struct hp_store *store, const char *sql, struct hp_err *err)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? HP_OK
                                                                       : hp_store_fail(store, err);
}

int hp_store_begin(struct hp_store *store, struct hp_err *err)
{
    return hp_store_exec(store, "BEGIN IMMEDIATE", err);
}

int hp_store_commit(struct hp_store *store, struct hp_err *err)
{
    const int rc = hp_store_exec(store, "COMMIT", err);
    return rc == HP_OK ? HP_OK : hp_store_rollback(store, rc);
}

int hp_store_rollback(struct hp_store *store, int rc)
{
    if (sqlite3_get_autocommit(store->db) == 0)
        (void)hp_store_exec(store, "ROLLBACK", NULL);
    return rc;
}

sqlite3_stmt *hp_store_prepare(struct hp_store *store, const char *sql, struct hp_err *err)
{
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK)
        (void)hp_store_fail(store, err);
    return s;
}

sqlite3_stmt *hp_store_statement(struct hp_store *store, enum statement which, struct hp_err *err)
{
    sqlite3_stmt **s = &store->statements[which];
    if (*s == NULL)
        *s = hp_store_prepare(store, sql_of[which], err);
    if (*s == NULL)
        return NULL;
    (void)sqlite3_reset(*s);
    (void)sqlite3_clear_bindings(*s);
    return *s;
}

static int bind_text(sqlite3_stmt *s, int i, const char *text)
{
    if (text == NULL)
        return sqlite3_bind_null(s, i);
    if (hp_utf8_valid(text, strlen(text)))
        return sqlite3_bind_text(s, i, text, -1, SQLITE_TRANSIENT);
    struct hp_text clean = { 0 };
    hp_utf8_clean(&clean, text, strlen(text));
    const int rc = sqlite3_bind_text(s, i, hp_text_str(&clean), -1, SQLITE_TRANSIENT);
    hp_text_clear(&clean);
    return rc;
}

static int bind_list(struct hp_store *store, sqlite3_stmt *s, struct hp_err *err, const char *types,
                     va_list args)
{
    int rc = SQLITE_OK;
    for (int i = 1; *types != '\0' && rc == SQLITE_OK; i++, types++) {
        switch (*types) {
        case 'i':
            rc = sqlite3_bind_int64(s, i, va_arg(args, int64_t));
            break;
        case 't':
            rc = bind_text(s, i, va_arg(args, const char *));
            break;
        case 'd': {
            const double value = va_arg(args, double);
            if (!isfinite(value))
                return hp_fail(err, HP_E_STORE, "%s: a value that is not a number was refused",
                               store->path);
            rc = sqlite3_bind_double(s, i, value);
            break;
        }
        case 'n':
            rc = sqlite3_bind_null(s, i);
            break;
        default:
            hp_bug("no binding for letter %c", *types);
        }
    }
    return rc == SQLITE_OK ? HP_OK : hp_store_fail(store, err);
}

int hp_store_bind(struct hp_store *store, sqlite3_stmt *s, struct hp_err *err, const char *types,
                  ...)
{
    va_list args;
    va_start(args, types);
    const int rc = bind_list(store, s, err, types, args);
    va_end(args);
    return rc;
}

int hp_store_step(struct hp_store *store, sqlite3_stmt *s, struct hp_err *err)
{
    switch (sqlite3_step(s)) {
    case SQLITE_ROW:
        return 1;
    case SQLITE_DONE:
        return 0;
    default:
        return hp_store_fail(store, err);
    }
}

/* 1 a row, 0 done, or HP_E_STORE. */
static int step_bound(struct hp_store *store, sqlite3_stmt *s, struct hp_err *err,
                      const char *types, va_list args)
{
    const int rc = bind_list(store, s, err, types, args);
    return rc == HP_OK ? hp_store_step(store, s, err) : rc;
}

int hp_store_put(struct hp_store *store, sqlite3_stmt *s, struct hp_err *err, const char *types,
                 ...)
{
    if (s == NULL)
        return HP_E_STORE;
    va_list args;
    va_start(args, types);
    const int rc = step_bound(store, s, err, types, args);
    va_end(args);
    (void)sqlite3_reset(s);
    (void)sqlite3_clear_bindings(s);
    return rc < 0 ? rc : HP_OK;
}

int hp_store_find(struct hp_store *store, enum statement which, int64_t *out, struct hp_err *err,
                  const char *types, ...)
{
    sqlite3_stmt *s = hp_store_statement(store, which, err);
    if (s == NULL)
        return HP_E_STORE;
    va_list args;
    va_start(args, types);
    const int rc = step_bound(store, s, err, types, args);
    va_end(args);
    *out = rc == 1 ? sqlite3_column_int64(s, 0) : 0;
    (void)sqlite3_reset(s);
    return rc < 0 ? rc : HP_OK;
}

int hp_store_int(struct hp_store *store, const char *sql, int64_t parameter, int64_t otherwise,
                 int64_t *out, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_prepare(store, sql, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc =
        sqlite3_bind_parameter_count(s) > 0 ? hp_store_bind(store, s, err, "i", parameter) : HP_OK;
    if (rc == HP_OK)
        rc = hp_store_step(store, s, err);
    if (rc >= 0)
        *out = rc == 1 ? sqlite3_column_int64(s, 0) : otherwise;
    (void)sqlite3_finalize(s);
    return rc < 0 ? rc : HP_OK;
}

const char *hp_store_text(struct hp_arena *arena, sqlite3_stmt *s, int column)
{
    return hp_arena_copy(arena, (const char *)sqlite3_column_text(s, column));
}
