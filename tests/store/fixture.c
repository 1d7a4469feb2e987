/* SPDX-License-Identifier: MIT
 * Answers: what goes into a store under test, and is what comes out the same? See fixture.h.
 */
#include "fixture.h"

#include "base/hash.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

const int fixture_sizes[FIX_SIZES] = { 20000, 21243, 21244, 25000 };

static struct hp_case make_case(struct hp_arena *a, int index, const char *method, int size,
                                const char *machine, const char *threshold)
{
    struct hp_case c = {
        .workload = "chunk",
        .method = method,
        .heap = "gen",
        .plugin = "gen",
        .runtime = 10,
        .gc = "workstation",
        .processors = 2,
        .machine = machine,
        .threshold = threshold,
        .sweep = "sizes",
        .baseline = strcmp(method, "chunk-array") == 0 ? "slice-array" : NULL,
        .counters = true,
        .times = strcmp(machine, "this") == 0,
    };
    c.rounds = c.times ? FIX_ROUNDS : 0;
    char text[64];
    (void)snprintf(text, sizeof text, "case %d", index);
    hp_sha_of(text, strlen(text), c.identity);
    c.params = hp_arena_get(a, 2 * sizeof *c.params);
    c.params[0] = (struct hp_param){ .name = "size", .text = hp_arena_print(a, "%d", size) };
    c.params[1] = (struct hp_param){ .name = "element", .text = "int32" };
    c.param_count = 2;
    if (strcmp(threshold, "default") != 0)
        c.threshold_bytes = strtoull(threshold, NULL, 10);
    return c;
}

static void make_cases(struct fixture *f)
{
    struct hp_arena *a = f->arena;
    struct hp_case *cases = hp_arena_get(a, FIX_CASES * sizeof *cases);
    for (int i = 0; i < FIX_SIZES; i++) {
        const int size = fixture_sizes[i];
        cases[i] = make_case(a, i, "chunk-array", size, "this", "default");
        cases[FIX_MOVED + i] = make_case(a, FIX_MOVED + i, "chunk-array", size, "this", "196608");
        cases[FIX_SLICE + i] = make_case(a, FIX_SLICE + i, "slice-array", size, "this", "default");
    }
    cases[FIX_PROFILE] =
        make_case(a, FIX_PROFILE, "chunk-array", 21244, "ryzen-9-5950x", "default");
    cases[FIX_PROBE] = make_case(a, FIX_PROBE, "blocks", 20000, "this", "default");
    cases[FIX_PROBE].probe = true;
    cases[FIX_PROBE].times = cases[FIX_PROBE].counters = false;
    cases[FIX_SKIPPED] = make_case(a, FIX_SKIPPED, "own-buffer", 20000, "this", "default");
    cases[FIX_SKIPPED].skip = "dotnet 8 is not installed";
    static struct hp_param option = { .name = "gen0_budget", .text = "16777216" };
    cases[FIX_PROFILE].options = &option;
    cases[FIX_PROFILE].option_count = 1;
    f->plan.cases = cases;
    f->plan.count = FIX_CASES;
}

struct fixture_place fixture_place(void)
{
    struct fixture_place p;
    hp_test_folder(p.folder);
    (void)snprintf(p.db, sizeof p.db, "%s/test.db", p.folder);
    return p;
}

void fixture_leave(const struct fixture_place *p)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
    (void)chmod(p->folder, 0700);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[160];
        (void)snprintf(path, sizeof path, "%s%s", p->db, ends[i]);
        (void)unlink(path);
    }
    (void)rmdir(p->folder);
}

void fixture_make(struct fixture *f)
{
    static struct hp_source sources[] = {
        { .role = "config", .path = "configs/test.cfg", .text = "run = { };\n", .bytes = 11 },
    };
    static const struct hp_source scripts[] = {
        { .role = "script", .path = "lua/test.lua", .text = "-- nothing\n", .bytes = 11 },
    };
    static const struct hp_fact facts[] = {
        { .key = "processor", .value = "Test CPU" },
        { .key = "load_average", .value = "0.10" },
        { .key = "governor", .value = NULL },
    };
    static const struct hp_binary code[] = {
        { .role = "host", .name = "heapproof", .version = "0.1.0", .sha = "aa" },
        { .role = "heap", .name = "gen", .version = "1", .sha = "bb" },
    };
    static struct hp_profile profile = {
        .machine = { .name = "ryzen-9-5950x",
                     .processors = 32,
                     .l3_bytes = 32u << 20,
                     .memory_bytes = UINT64_C(64) << 30 },
        .title = "AMD Ryzen 9 5950X",
    };
    memset(f, 0, sizeof *f);
    f->arena = hp_arena_new();
    f->config = (struct hp_config){
        .path = "configs/test.cfg",
        .name = "test",
        .title = "A test",
        .question = "Does it last?",
        .title_ru = "Проба",
        .question_ru = "Долго ли?",
        .language = "en",
        .seed = UINT64_C(0xfedcba9876543210),
        .profiles = &profile,
        .profile_count = 1,
        .measure = { .rounds = FIX_ROUNDS,
                     .counter_rounds = 2,
                     .counter_iterations = 15,
                     .min_iterations = 15,
                     .max_iterations = 100,
                     .pass_operations = 40,
                     .half_width = 0.02,
                     .counters = true,
                     .times = true },
        .sources = sources,
        .source_count = 1,
    };
    make_cases(f);
    f->machine = (struct hp_machine){
        .name = "this", .processors = 2, .l3_bytes = 32u << 20, .memory_bytes = UINT64_C(24) << 30
    };
    f->info = (struct hp_run_info){
        .config = &f->config,
        .plan = &f->plan,
        .scripts = scripts,
        .script_count = 1,
        .facts = facts,
        .fact_count = 3,
        .host_title = "Test CPU, L3 32 MiB",
        .this_machine = &f->machine,
        .code = code,
        .code_count = 2,
        .command = "heapproof run configs/test.cfg",
        .tool_version = "0.1.0",
        .commit_id = "0123456+dirty",
    };
}

void fixture_clear(struct fixture *f)
{
    hp_arena_free(f->arena);
}

size_t fixture_wanted(void)
{
    const size_t sweeps = 3 * FIX_SIZES;
    return sweeps * 4 /* two counter, two time launches */ + 2 /* profile */ + 2 /* probe */;
}

/* ---- launches ---- */

static bool is_above(const struct hp_case *c)
{
    return strcmp(c->method, "chunk-array") == 0 && strcmp(c->threshold, "default") == 0 &&
           strtol(c->params[0].text, NULL, 10) >= 21244;
}

double fixture_value(int case_index, const char *metric, uint32_t round, uint32_t iteration)
{
    if (strcmp(metric, "time_ns") == 0)
        return 1000.0 * (case_index + 1) + 10.0 * round + iteration + 0.25;
    return 4000000.0 + case_index;
}

static void add_samples(const struct fixture *f, struct hp_launch *l, const char *metric)
{
    const int index = (int)(l->c - f->plan.cases);
    for (uint32_t i = 0; i < FIX_ITERATIONS; i++)
        HP_PUSH(l->samples, l->sample_count, l->sample_capacity) = (struct hp_sample){
            .metric = metric,
            .iteration = i,
            .operations = 40,
            .value = strcmp(metric, "gen2_per_1000") == 0
                         ? (is_above(l->c) ? 1100.0 : 0.0)
                         : fixture_value(index, metric, l->round, i),
        };
}

static void add_probe(struct hp_launch *l)
{
    const struct hp_block blocks[] = {
        { "first", 0, 4, 40, 0, 0, "array" },
        { "first", 1, 20000, 80024, 0, 1, "array" },
    };
    for (size_t i = 0; i < 2; i++)
        HP_PUSH(l->blocks, l->block_count, l->block_capacity) = blocks[i];
    HP_PUSH(l->samples, l->sample_count, l->sample_capacity) =
        (struct hp_sample){ .metric = "arrays_count", .operations = 1, .value = 14 };
    HP_PUSH(l->texts, l->text_count, l->text_capacity).metric = "iterator_type";
    l->texts[0].value = "<EnumerableChunkIterator>d__40`1";
}

struct hp_launch fixture_launch(const struct fixture *f, const struct hp_todo *todo)
{
    struct hp_launch l = {
        .c = todo->c,
        .kind = todo->kind,
        .round = todo->round,
        .outcome = HP_OUT_OK,
        .threshold_applied = todo->c->threshold_bytes != 0 ? todo->c->threshold_bytes : 85000,
        .runtime_version = "10.0.1",
        .started_utc = "2026-11-30T14:02:05Z",
        .wall_ns = 5000000,
        .cpu_ns = 4000000,
        .peak_rss_bytes = 12345678,
    };
    if (todo->kind == HP_LAUNCH_PROBE) {
        add_probe(&l);
    } else if (todo->kind == HP_LAUNCH_TIME) {
        add_samples(f, &l, "time_ns");
    } else {
        add_samples(f, &l, "allocated_bytes");
        add_samples(f, &l, "gen2_per_1000");
        const struct hp_collection c = { .number = 1,
                                         .generation = 2,
                                         .reason = HP_GC_LARGE,
                                         .compacted = 1,
                                         .allocated_bytes = 4000000,
                                         .before_bytes = { 10, 20, 30, 400, 0 },
                                         .after_bytes = { 0, 10, 50, 100, 0 },
                                         .promoted_bytes = 60,
                                         .pause_ns = 777 };
        HP_PUSH(l.collections, l.collection_count, l.collection_capacity) = c;
    }
    HP_PUSH(l.notes, l.note_count, l.note_capacity) = "settled after 2 passes";
    return l;
}

void fixture_launch_clear(struct hp_launch *l)
{
    hp_mem_free(l->samples);
    hp_mem_free(l->texts);
    hp_mem_free(l->blocks);
    hp_mem_free(l->collections);
    hp_mem_free(l->notes);
    hp_text_clear(&l->captured);
}

/* ---- runs ---- */

struct hp_store *fixture_open(const char *path, enum hp_store_mode mode)
{
    struct hp_store *store = NULL;
    struct hp_err err = { 0 };
    HP_CHECK(hp_store_open(path, mode, 5000, &store, &err) == HP_OK, "%s", err.text);
    return store;
}

struct hp_store *fixture_start(struct fixture_place *p, struct fixture *f)
{
    *p = fixture_place();
    fixture_make(f);
    return fixture_open(p->db, HP_STORE_WRITE);
}

void fixture_stop(const struct fixture_place *p, struct fixture *f)
{
    fixture_clear(f);
    fixture_leave(p);
}

int64_t fixture_begin(struct fixture *f, struct hp_store *store)
{
    int64_t run_id = 0;
    struct hp_err err = { 0 };
    HP_CHECK(hp_store_begin_run(store, &f->info, &run_id, &err) == HP_OK, "%s", err.text);
    return run_id;
}

struct hp_todo *fixture_todo(struct fixture *f, struct hp_store *store, int64_t run_id, bool fresh,
                             size_t *count)
{
    struct hp_todo *todo = NULL;
    struct hp_err err = { 0 };
    HP_CHECK(hp_store_todo(store, run_id, &f->plan, &f->config, fresh, f->arena, &todo, count,
                           &err) == HP_OK,
             "%s", err.text);
    return todo;
}

size_t fixture_run(struct fixture *f, struct hp_store *store, int64_t run_id, bool fresh,
                   size_t limit)
{
    size_t count = 0;
    const struct hp_todo *todo = fixture_todo(f, store, run_id, fresh, &count);
    for (size_t i = 0; i < count && i < limit; i++) {
        struct hp_launch l = fixture_launch(f, &todo[i]);
        struct hp_err err = { 0 };
        HP_CHECK(hp_store_put_launch(store, run_id, &l, &err) == HP_OK, "%s", err.text);
        fixture_launch_clear(&l);
    }
    return count;
}

/* ---- reading as another program ---- */

static sqlite3 *open_file(const char *path, int flags)
{
    sqlite3 *db = NULL;
    HP_CHECK(sqlite3_open_v2(path, &db, flags, NULL) == SQLITE_OK, "%s: %s", path,
             sqlite3_errmsg(db));
    return db;
}

/* The first row of a query; the caller finalizes and closes. */
static sqlite3_stmt *first_row(const char *path, const char *sql, sqlite3 **db)
{
    sqlite3_stmt *s = NULL;
    *db = open_file(path, SQLITE_OPEN_READWRITE);
    HP_CHECK(sqlite3_prepare_v2(*db, sql, -1, &s, NULL) == SQLITE_OK, "%s: %s", sql,
             sqlite3_errmsg(*db));
    const int rc = sqlite3_step(s);
    HP_CHECK(rc == SQLITE_ROW, "%s: no row (%s)", sql, sqlite3_errmsg(*db));
    return s;
}

int64_t fixture_int(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *s = first_row(path, sql, &db);
    const int64_t value = sqlite3_column_int64(s, 0);
    (void)sqlite3_finalize(s);
    (void)sqlite3_close(db);
    return value;
}

double fixture_real(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *s = first_row(path, sql, &db);
    const double value = sqlite3_column_double(s, 0);
    (void)sqlite3_finalize(s);
    (void)sqlite3_close(db);
    return value;
}

char *fixture_text(const char *path, const char *sql, char buf[512])
{
    sqlite3 *db = NULL;
    sqlite3_stmt *s = first_row(path, sql, &db);
    const char *text = (const char *)sqlite3_column_text(s, 0);
    (void)snprintf(buf, 512, "%s", text != NULL ? text : "(null)");
    (void)sqlite3_finalize(s);
    (void)sqlite3_close(db);
    return buf;
}

void fixture_exec(const char *path, const char *sql)
{
    sqlite3 *db = open_file(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    HP_CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
             sqlite3_errmsg(db));
    (void)sqlite3_close(db);
}

void fixture_in_child(int (*body)(const char *db), const char *db)
{
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(body(db));
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    HP_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d", status);
}

bool fixture_nobody(void)
{
    return getuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
}

int64_t fixture_check(const char *path)
{
    char text[512];
    assert_string_equal(fixture_text(path, "PRAGMA integrity_check", text), "ok");
    assert_int_equal(fixture_int(path, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    assert_int_equal(
        fixture_int(path, "SELECT count(*) FROM (SELECT 1 FROM launch AS l JOIN run_launch AS rl"
                          " USING (launch_id) WHERE outcome <> 'protocol'"
                          " GROUP BY rl.run_id, case_id, kind, round, epoch HAVING count(*) > 1)"),
        0);
    char sql[512];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM (SELECT l.kind, (SELECT count(*) FROM sample AS s WHERE"
                   " s.launch_id = l.launch_id) AS n FROM launch AS l) WHERE n <>"
                   " CASE kind WHEN 'probe' THEN 1 WHEN 'time' THEN %d ELSE %d END",
                   (int)FIX_ITERATIONS, 2 * (int)FIX_ITERATIONS);
    assert_int_equal(fixture_int(path, sql), 0);
    assert_int_equal(
        fixture_int(path, "SELECT count(*) FROM sample JOIN launch USING (launch_id) JOIN run_case"
                          " USING (run_id, case_id) WHERE metric = 'time_ns' AND value <>"
                          " 1000.0 * (position + 1) + 10 * round + iteration + 0.25"),
        0);
    assert_int_equal(fixture_int(path, "SELECT count(*) FROM launch WHERE launch_id NOT IN"
                                       " (SELECT launch_id FROM run_launch)"),
                     0);
    return fixture_int(path, "SELECT count(*) FROM launch");
}
