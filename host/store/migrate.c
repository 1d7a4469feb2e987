/* SPDX-License-Identifier: MIT
 * Answers: which schema does this database have, and how does it become ours? Parent only. One
 * step a transaction; its number is PRAGMA user_version. Views are not data: they are made anew
 * whenever their text differs from ours.
 */
#include "store/internal.h"

#include "base/fault.h"
#include "base/hash.h"

/* Step i brings version i to version i + 1. A schema change is a new file and a row here. */
static const unsigned char *const steps[HP_SCHEMA_VERSION] = { hp_sql_001_init,
                                                               hp_sql_002_titles_ru,
                                                               hp_sql_003_defaults };

static int pragma(struct hp_store *store, const char *name, int64_t *out, struct hp_err *err)
{
    char sql[64];
    (void)snprintf(sql, sizeof sql, "PRAGMA %s", name);
    return hp_store_int(store, sql, 0, 0, out, err);
}

int hp_store_schema_version(struct hp_store *store)
{
    int64_t version = 0;
    return pragma(store, "user_version", &version, NULL) == HP_OK ? (int)version : HP_E_STORE;
}

int hp_store_check(struct hp_store *store, struct hp_err *err)
{
    int64_t version = 0, application = 0, objects = 0;
    int rc = pragma(store, "user_version", &version, err);
    if (rc == HP_OK)
        rc = pragma(store, "application_id", &application, err);
    if (rc == HP_OK)
        rc = hp_store_int(store, "SELECT count(*) FROM sqlite_schema", 0, 0, &objects, err);
    if (rc != HP_OK)
        return rc;
    const bool fresh = version == 0 && application == 0 && objects == 0;
    if (fresh && store->mode == HP_STORE_READ)
        return hp_fail(err, HP_E_STORE, "%s: is empty - `heapproof run` fills it", store->path);
    if (!fresh && application != HP_APPLICATION_ID)
        return hp_fail(err, HP_E_STORE,
                       "%s: is a database of another program - name another one with --db",
                       store->path);
    if (version > HP_SCHEMA_VERSION)
        return hp_fail(
            err, HP_E_STORE,
            "%s: was written by a newer heapproof (schema %lld, this one reads up to %d) - "
            "use that version, or name another database with --db",
            store->path, (long long)version, HP_SCHEMA_VERSION);
    if (!fresh && version < 1)
        return hp_fail(err, HP_E_STORE,
                       "%s: is damaged (its schema has no version) - keep a copy, then start a new "
                       "one",
                       store->path);
    return HP_OK;
}

/* One step inside one transaction; the version is written by the same transaction as the tables. */
static int step(struct hp_store *store, int64_t from, struct hp_err *err)
{
    int rc = hp_store_begin(store, err);
    if (rc != HP_OK)
        return rc;
    char version[96];
    (void)snprintf(version, sizeof version,
                   "PRAGMA user_version = %lld; PRAGMA application_id = %d", (long long)from + 1,
                   HP_APPLICATION_ID);
    rc = hp_store_exec(store, (const char *)steps[from], err);
    if (rc == HP_OK) {
        hp_fault_point("store.migrate");
        rc = hp_store_exec(store, version, err);
    }
    return rc == HP_OK ? hp_store_commit(store, err) : hp_store_rollback(store, rc);
}

static int drop_views(struct hp_store *store, struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_prepare(
        store,
        "SELECT group_concat('DROP VIEW \"' || name || '\"', ';') FROM sqlite_schema"
        " WHERE type = 'view'",
        err);
    if (s == NULL)
        return HP_E_STORE;
    struct hp_text sql = { 0 };
    int rc = hp_store_step(store, s, err);
    if (rc == 1 && sqlite3_column_text(s, 0) != NULL)
        hp_text_put(&sql, (const char *)sqlite3_column_text(s, 0));
    (void)sqlite3_finalize(s);
    if (rc >= 0)
        rc = hp_store_exec(store, hp_text_str(&sql), err);
    hp_text_clear(&sql);
    return rc;
}

/* sha: of the text of our views. */
static int views_are_ours(struct hp_store *store, char sha[HP_SHA_HEX], bool *ours,
                          struct hp_err *err)
{
    const char *text = (const char *)hp_sql_views;
    hp_sha_of(text, strlen(text), sha);
    sqlite3_stmt *s =
        hp_store_prepare(store, "SELECT 1 FROM meta WHERE key = 'views_sha' AND value = ?", err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(store, s, err, "t", sha);
    if (rc == HP_OK)
        rc = hp_store_step(store, s, err);
    *ours = rc == 1;
    (void)sqlite3_finalize(s);
    return rc < 0 ? rc : HP_OK;
}

static int make_views(struct hp_store *store, struct hp_err *err)
{
    const char *text = (const char *)hp_sql_views;
    char sha[HP_SHA_HEX], mark[HP_SHA_HEX + 96];
    bool ours = false;
    int rc = views_are_ours(store, sha, &ours, err);
    if (rc != HP_OK || ours)
        return rc;
    rc = hp_store_begin(store, err);
    if (rc != HP_OK)
        return rc;
    (void)snprintf(mark, sizeof mark, "INSERT OR REPLACE INTO meta VALUES ('views_sha', '%s')",
                   sha);
    rc = drop_views(store, err);
    if (rc == HP_OK)
        rc = hp_store_exec(store, text, err);
    if (rc == HP_OK)
        rc = hp_store_exec(store, mark, err);
    return rc == HP_OK ? hp_store_commit(store, err) : hp_store_rollback(store, rc);
}

int hp_store_migrate(struct hp_store *store, struct hp_err *err)
{
    int64_t version = 0;
    int rc = pragma(store, "user_version", &version, err);
    for (; rc == HP_OK && version < HP_SCHEMA_VERSION; version++) {
        rc = step(store, version, err);
        if (rc == HP_OK)
            hp_fault_point("store.views");
    }
    return rc == HP_OK ? make_views(store, err) : rc;
}

int hp_store_behind(struct hp_store *store, const char **what, struct hp_err *err)
{
    int64_t version = 0;
    int rc = pragma(store, "user_version", &version, err);
    char sha[HP_SHA_HEX];
    bool ours = true;
    if (rc == HP_OK && version == HP_SCHEMA_VERSION)
        rc = views_are_ours(store, sha, &ours, err);
    *what = NULL;
    if (rc == HP_OK && version < HP_SCHEMA_VERSION)
        *what = "an older schema";
    else if (rc == HP_OK && !ours)
        *what = "views of another build";
    return rc;
}
