/* SPDX-License-Identifier: MIT
 * Answers: what does the database say about runs, hosts and texts? Parent only. Rows become
 * structs whose strings belong to the caller's arena. Cases with their samples: cases.c.
 */
#include "store/internal.h"

/* Rows are pushed into a malloc'ed array while their number is unknown, then moved into the
 * arena. */
static void *keep(struct hp_arena *arena, void *items, size_t count, size_t element_bytes)
{
    void *kept = hp_arena_get(arena, (count + 1) * element_bytes);
    if (count > 0)
        memcpy(kept, items, count * element_bytes);
    hp_mem_free(items);
    return kept;
}

/* A query of one run, or NULL with err set. */
static sqlite3_stmt *of_run(struct hp_store *store, const char *sql, int64_t run_id,
                            struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_prepare(store, sql, err);
    if (s != NULL && hp_store_bind(store, s, err, "i", run_id) != HP_OK) {
        (void)sqlite3_finalize(s);
        s = NULL;
    }
    return s;
}

static const char run_columns[] =
    "SELECT run_id, label, name, run.title, question, language, command, config_path, tool_version,"
    " commit_id, started_utc, finished_utc, state, seed, host_id, host.title, title_ru, question_ru"
    " FROM run JOIN host USING (host_id) WHERE ?1 IN (0, run_id) ORDER BY run_id DESC";

static struct hp_run_row read_run(struct hp_arena *arena, sqlite3_stmt *s)
{
    return (struct hp_run_row){
        .run_id = sqlite3_column_int64(s, 0),
        .label = hp_store_text(arena, s, 1),
        .name = hp_store_text(arena, s, 2),
        .title = hp_store_text(arena, s, 3),
        .question = hp_store_text(arena, s, 4),
        .language = hp_store_text(arena, s, 5),
        .command = hp_store_text(arena, s, 6),
        .config_path = hp_store_text(arena, s, 7),
        .tool_version = hp_store_text(arena, s, 8),
        .commit_id = hp_store_text(arena, s, 9),
        .started_utc = hp_store_text(arena, s, 10),
        .finished_utc = hp_store_text(arena, s, 11),
        .state = hp_store_text(arena, s, 12),
        .seed = sqlite3_column_int64(s, 13),
        .host_id = sqlite3_column_int64(s, 14),
        .host_title = hp_store_text(arena, s, 15),
        .title_ru = hp_store_text(arena, s, 16),
        .question_ru = hp_store_text(arena, s, 17),
    };
}

int hp_store_run(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                 struct hp_run_row *out, struct hp_err *err)
{
    sqlite3_stmt *s = of_run(store, run_columns, run_id, err);
    if (s == NULL)
        return HP_E_STORE;
    const int rc = hp_store_step(store, s, err);
    if (rc == 1)
        *out = read_run(arena, s);
    (void)sqlite3_finalize(s);
    if (rc == 0 && run_id == 0)
        return hp_fail(err, HP_E_STORE, "no run in %s", store->path);
    if (rc == 0)
        return hp_fail(err, HP_E_STORE, "no run %lld in %s", (long long)run_id, store->path);
    return rc < 0 ? rc : HP_OK;
}

int hp_store_runs(struct hp_store *store, struct hp_arena *arena, struct hp_run_row **out,
                  size_t *count, struct hp_err *err)
{
    sqlite3_stmt *s = of_run(store, run_columns, 0, err);
    if (s == NULL)
        return HP_E_STORE;
    struct hp_run_row *rows = NULL;
    size_t n = 0, capacity = 0;
    int rc;
    while ((rc = hp_store_step(store, s, err)) == 1)
        HP_PUSH(rows, n, capacity) = read_run(arena, s);
    (void)sqlite3_finalize(s);
    *out = keep(arena, rows, n, sizeof *rows);
    *count = n;
    return rc;
}

int hp_store_machines(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_machine_row **out, size_t *count, struct hp_err *err)
{
    sqlite3_stmt *s = of_run(store,
                             "SELECT machine, title, profile, processors, l3_bytes, memory_bytes"
                             " FROM run_machine WHERE run_id = ? ORDER BY profile, machine",
                             run_id, err);
    if (s == NULL)
        return HP_E_STORE;
    struct hp_machine_row *rows = NULL;
    size_t n = 0, capacity = 0;
    int rc;
    while ((rc = hp_store_step(store, s, err)) == 1)
        HP_PUSH(rows, n, capacity) = (struct hp_machine_row){
            .machine = hp_store_text(arena, s, 0),
            .title = hp_store_text(arena, s, 1),
            .profile = sqlite3_column_int(s, 2) != 0,
            .processors = sqlite3_column_int64(s, 3),
            .l3_bytes = sqlite3_column_int64(s, 4),
            .memory_bytes = sqlite3_column_int64(s, 5),
        };
    (void)sqlite3_finalize(s);
    *out = keep(arena, rows, n, sizeof *rows);
    *count = n;
    return rc;
}

static int read_facts(struct hp_store *store, const char *sql, int64_t run_id,
                      struct hp_arena *arena, struct hp_fact **out, size_t *count,
                      struct hp_err *err)
{
    sqlite3_stmt *s = of_run(store, sql, run_id, err);
    if (s == NULL)
        return HP_E_STORE;
    struct hp_fact *rows = NULL;
    size_t n = 0, capacity = 0;
    int rc;
    while ((rc = hp_store_step(store, s, err)) == 1)
        HP_PUSH(rows, n, capacity) = (struct hp_fact){ .key = hp_store_text(arena, s, 0),
                                                       .value = hp_store_text(arena, s, 1) };
    (void)sqlite3_finalize(s);
    *out = keep(arena, rows, n, sizeof *rows);
    *count = n;
    return rc;
}

int hp_store_facts(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                   struct hp_fact **out, size_t *count, struct hp_err *err)
{
    return read_facts(store, "SELECT key, value FROM run_fact WHERE run_id = ? ORDER BY position",
                      run_id, arena, out, count, err);
}

int hp_store_settings(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_fact **out, size_t *count, struct hp_err *err)
{
    return read_facts(store,
                      "SELECT key, value FROM run_setting WHERE run_id = ? ORDER BY position",
                      run_id, arena, out, count, err);
}

int hp_store_defaults(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_defaults *out, struct hp_err *err)
{
    sqlite3_stmt *s = of_run(
        store, "SELECT workload, name, value FROM run_default WHERE run_id = ?", run_id, err);
    if (s == NULL)
        return HP_E_STORE;
    struct hp_default *rows = NULL;
    size_t n = 0, capacity = 0;
    int rc;
    while ((rc = hp_store_step(store, s, err)) == 1)
        HP_PUSH(rows, n, capacity) = (struct hp_default){ .workload = hp_store_text(arena, s, 0),
                                                          .name = hp_store_text(arena, s, 1),
                                                          .text = hp_store_text(arena, s, 2) };
    (void)sqlite3_finalize(s);
    *out = (struct hp_defaults){ keep(arena, rows, n, sizeof *rows), n };
    return rc;
}

int hp_store_code(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                  struct hp_binary **out, size_t *count, struct hp_err *err)
{
    sqlite3_stmt *s = of_run(store,
                             "SELECT role, name, version, sha FROM run_code WHERE run_id = ?"
                             " ORDER BY instr('host workload heap library', role), name",
                             run_id, err);
    if (s == NULL)
        return HP_E_STORE;
    struct hp_binary *rows = NULL;
    size_t n = 0, capacity = 0;
    int rc;
    while ((rc = hp_store_step(store, s, err)) == 1)
        HP_PUSH(rows, n, capacity) = (struct hp_binary){ .role = hp_store_text(arena, s, 0),
                                                         .name = hp_store_text(arena, s, 1),
                                                         .version = hp_store_text(arena, s, 2),
                                                         .sha = hp_store_text(arena, s, 3) };
    (void)sqlite3_finalize(s);
    *out = keep(arena, rows, n, sizeof *rows);
    *count = n;
    return rc;
}

int hp_store_measured(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_measured **out, size_t *count, struct hp_err *err)
{
    sqlite3_stmt *s =
        of_run(store,
               "SELECT by_run, by_label, tool_version, commit_id, first_utc, last_utc,"
               " cases FROM measured WHERE run_id = ? ORDER BY by_run",
               run_id, err);
    if (s == NULL)
        return HP_E_STORE;
    struct hp_measured *rows = NULL;
    size_t n = 0, capacity = 0;
    int rc;
    while ((rc = hp_store_step(store, s, err)) == 1)
        HP_PUSH(rows, n, capacity) =
            (struct hp_measured){ .by_run = sqlite3_column_int64(s, 0),
                                  .label = hp_store_text(arena, s, 1),
                                  .tool_version = hp_store_text(arena, s, 2),
                                  .commit_id = hp_store_text(arena, s, 3),
                                  .first_utc = hp_store_text(arena, s, 4),
                                  .last_utc = hp_store_text(arena, s, 5),
                                  .cases = (size_t)sqlite3_column_int64(s, 6) };
    (void)sqlite3_finalize(s);
    *out = keep(arena, rows, n, sizeof *rows);
    *count = n;
    return rc;
}

int hp_store_contents(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                      struct hp_content_row **out, size_t *count, struct hp_err *err)
{
    sqlite3_stmt *s =
        of_run(store,
               "SELECT role, path, body, sha FROM run_content JOIN content USING (sha)"
               " WHERE run_id = ? ORDER BY position",
               run_id, err);
    if (s == NULL)
        return HP_E_STORE;
    struct hp_content_row *rows = NULL;
    size_t n = 0, capacity = 0;
    int rc;
    while ((rc = hp_store_step(store, s, err)) == 1) {
        const char *text = (const char *)sqlite3_column_text(s, 2);
        const size_t bytes = (size_t)sqlite3_column_bytes(s, 2);
        HP_PUSH(rows, n, capacity) = (struct hp_content_row){
            .source = { .role = hp_store_text(arena, s, 0),
                        .path = hp_store_text(arena, s, 1),
                        .text = hp_arena_copy_n(arena, text, bytes),
                        .bytes = bytes },
            .sha = hp_store_text(arena, s, 3),
        };
    }
    (void)sqlite3_finalize(s);
    *out = keep(arena, rows, n, sizeof *rows);
    *count = n;
    return rc;
}

static int32_t reason_of(const char *name)
{
    static const char *const reasons[] = { "forced", "small", "large", "stress", "limit" };
    for (int32_t i = 0; i < (int32_t)(sizeof reasons / sizeof *reasons); i++)
        if (strcmp(reasons[i], name) == 0)
            return i;
    return HP_GC_FORCED;
}

/* The table keeps two sums of the five generations: the LOH comes back in its place, the rest in
 * gen0's. */
static struct hp_collection read_collection(sqlite3_stmt *s)
{
    enum { LOH = 3 };
    struct hp_collection c = {
        .number = (uint64_t)sqlite3_column_int64(s, 0),
        .generation = sqlite3_column_int(s, 1),
        .reason = reason_of((const char *)sqlite3_column_text(s, 2)),
        .compacted = sqlite3_column_int(s, 3),
        .background = sqlite3_column_int(s, 4),
        .allocated_bytes = (uint64_t)sqlite3_column_int64(s, 5),
        .promoted_bytes = sqlite3_column_int64(s, 10),
        .pause_ns = (uint64_t)sqlite3_column_int64(s, 11),
    };
    c.before_bytes[LOH] = sqlite3_column_int64(s, 8);
    c.after_bytes[LOH] = sqlite3_column_int64(s, 9);
    c.before_bytes[0] = sqlite3_column_int64(s, 6) - c.before_bytes[LOH];
    c.after_bytes[0] = sqlite3_column_int64(s, 7) - c.after_bytes[LOH];
    return c;
}

int hp_store_collections(struct hp_store *store, int64_t run_id, int64_t case_id,
                         struct hp_arena *arena, struct hp_collection **out, size_t *count,
                         struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_prepare(
        store,
        "SELECT number, generation, reason, compacted, background, allocated_bytes,"
        " before_bytes, after_bytes, loh_before_bytes, loh_after_bytes, promoted_bytes,"
        " pause_ns FROM collection WHERE launch_id = (SELECT launch_id"
        " FROM launch JOIN run_launch AS rl USING (launch_id) WHERE rl.run_id = ? AND case_id = ?"
        " AND kind = 'counters' AND outcome = 'ok' ORDER BY round, launch_id LIMIT 1)"
        " ORDER BY number",
        err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(store, s, err, "ii", run_id, case_id);
    struct hp_collection *rows = NULL;
    size_t n = 0, capacity = 0;
    while (rc == HP_OK && (rc = hp_store_step(store, s, err)) == 1) {
        HP_PUSH(rows, n, capacity) = read_collection(s);
        rc = HP_OK;
    }
    (void)sqlite3_finalize(s);
    *out = keep(arena, rows, n, sizeof *rows);
    *count = n;
    return rc;
}
