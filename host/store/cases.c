/* SPDX-License-Identifier: MIT
 * Answers: what did every case of a run deliver? Parent only. One query for each kind of row,
 * each in the order of case_id, so one pass per query fills the cases; strings and arrays belong
 * to the arena.
 */
#include "store/internal.h"

#include <stdlib.h>

/* The cases being filled, and the place of each case_id among them. */
struct filling {
    struct hp_store *store;
    struct hp_arena *arena;
    int64_t run_id;
    struct hp_case_row *rows;
    size_t count, capacity;
    struct place {
        int64_t case_id;
        size_t row;
    } * places; /* sorted by case_id */
};

static int compare_places(const void *a, const void *b)
{
    const int64_t x = ((const struct place *)a)->case_id, y = ((const struct place *)b)->case_id;
    return (x > y) - (x < y);
}

static struct hp_case_row *row_of(struct filling *f, int64_t case_id)
{
    const struct place key = { .case_id = case_id };
    const struct place *found =
        bsearch(&key, f->places, f->count, sizeof *f->places, compare_places);
    if (found == NULL)
        hp_bug("store: case %lld is not of the run", (long long)case_id);
    return &f->rows[found->row];
}

/* Appends to an arena array whose capacity is the next power of two: abandoned copies stay in the
 * arena. */
static void *room(struct hp_arena *arena, void *items, size_t count, size_t element_bytes)
{
    if ((count & (count - 1)) != 0)
        return items; /* not a power of two: there is room */
    void *larger = hp_arena_get(arena, (count == 0 ? 1 : 2 * count) * element_bytes);
    if (items != NULL)
        memcpy(larger, items, count * element_bytes);
    return larger;
}
#define ADD(arena, items, count)                                                                   \
    (*((items) = room((arena), (void *)(items), (count), sizeof *(items)), &(items)[(count)++]))

/* Runs a query with the run's id as its parameter and calls `take` for each row. */
static int each(struct filling *f, const char *sql,
                void (*take)(struct filling *f, sqlite3_stmt *s), struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_prepare(f->store, sql, err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(f->store, s, err, "i", f->run_id);
    while (rc == HP_OK && (rc = hp_store_step(f->store, s, err)) == 1) {
        take(f, s);
        rc = HP_OK;
    }
    (void)sqlite3_finalize(s);
    return rc;
}

static const char case_sql[] =
    "SELECT c.case_id, c.identity, c.workload, c.kind, c.method, c.heap, c.plugin, c.runtime, c.gc,"
    " c.processors, c.machine, c.threshold, rc.sweep, rc.baseline, rc.skip, rc.counters, rc.times,"
    " rc.wanted, rc.reused, rc.given FROM run_case AS rc JOIN bench_case AS c USING (case_id)"
    " WHERE rc.run_id = ? ORDER BY rc.position";

static void take_case(struct filling *f, sqlite3_stmt *s)
{
    struct hp_arena *a = f->arena;
    struct hp_case_row row = {
        .case_id = sqlite3_column_int64(s, 0),
        .c = {
            .workload = hp_store_text(a, s, 2),
            .probe = strcmp((const char *)sqlite3_column_text(s, 3), "probe") == 0,
            .method = hp_store_text(a, s, 4),
            .heap = hp_store_text(a, s, 5),
            .plugin = hp_store_text(a, s, 6),
            .runtime = sqlite3_column_int(s, 7),
            .gc = hp_store_text(a, s, 8),
            .processors = (uint32_t)sqlite3_column_int64(s, 9),
            .machine = hp_store_text(a, s, 10),
            .threshold = hp_store_text(a, s, 11),
            .sweep = hp_store_text(a, s, 12),
            .baseline = hp_store_text(a, s, 13),
            .skip = hp_store_text(a, s, 14),
            .counters = sqlite3_column_int(s, 15) != 0,
            .times = sqlite3_column_int(s, 16) != 0,
            .params_given = (uint64_t)sqlite3_column_int64(s, 19),
        },
        .wanted = (uint32_t)sqlite3_column_int64(s, 17),
        .reused = hp_store_text(a, s, 18),
    };
    (void)snprintf(row.c.identity, sizeof row.c.identity, "%s",
                   (const char *)sqlite3_column_text(s, 1));
    if (strcmp(row.c.threshold, "default") != 0)
        row.c.threshold_bytes = strtoull(row.c.threshold, NULL, 10);
    HP_PUSH(f->rows, f->count, f->capacity) = row;
}

static const char param_sql[] = "SELECT p.case_id, p.kind, p.name, p.value FROM run_case AS rc "
                                "JOIN case_param AS p USING (case_id)"
                                " WHERE rc.run_id = ? ORDER BY p.case_id, p.kind, p.position";

static void take_param(struct filling *f, sqlite3_stmt *s)
{
    struct hp_case *c = &row_of(f, sqlite3_column_int64(s, 0))->c;
    const struct hp_param p = { .name = hp_store_text(f->arena, s, 2),
                                .text = hp_store_text(f->arena, s, 3) };
    if (strcmp((const char *)sqlite3_column_text(s, 1), "option") == 0)
        ADD(f->arena, c->options, c->option_count) = p;
    else
        ADD(f->arena, c->params, c->param_count) = p;
}

#define OF_RUN " FROM run_launch AS rl JOIN launch AS l USING (launch_id)"

static const char launch_sql[] = "SELECT l.case_id, l.kind, l.round, l.outcome, l.detail,"
                                 " l.threshold_applied, l.runtime_version" OF_RUN
                                 " WHERE rl.run_id = ? ORDER BY l.case_id, l.kind, l.round,"
                                 " l.launch_id";

static void take_launch(struct filling *f, sqlite3_stmt *s)
{
    struct hp_case_row *row = row_of(f, sqlite3_column_int64(s, 0));
    const char *outcome = (const char *)sqlite3_column_text(s, 3);
    if (strcmp(outcome, "protocol") != 0)
        row->done++;
    if (strcmp(outcome, "ok") != 0) {
        ADD(f->arena, row->failures, row->failure_count) = (struct hp_failure){
            .kind = hp_store_text(f->arena, s, 1),
            .outcome = hp_store_text(f->arena, s, 3),
            .detail = hp_store_text(f->arena, s, 4),
            .round = (uint32_t)sqlite3_column_int64(s, 2),
        };
        return;
    }
    if (row->threshold_applied == 0)
        row->threshold_applied = (uint64_t)sqlite3_column_int64(s, 5);
    if (row->runtime_version == NULL)
        row->runtime_version = hp_store_text(f->arena, s, 6);
}

/* Launches that failed may have delivered samples before they did: nothing rests on those. */
static const char sample_sql[] =
    "SELECT l.case_id, l.kind, x.metric, l.round, x.operations, x.value" OF_RUN
    " JOIN sample AS x USING (launch_id) WHERE rl.run_id = ? AND l.outcome = 'ok'"
    " ORDER BY l.case_id, l.kind, x.metric, l.round, x.iteration";

/* The series that rows of this case, kind and metric go into: the last one, or a new one. A
 * metric that two kinds of launches deliver makes two series; readers find the one of the
 * counters first. */
static struct hp_series *series_of(struct filling *f, sqlite3_stmt *s)
{
    struct hp_case_row *row = row_of(f, sqlite3_column_int64(s, 0));
    const char *kind = (const char *)sqlite3_column_text(s, 1);
    const char *metric = (const char *)sqlite3_column_text(s, 2);
    struct hp_series *last = row->series_count > 0 ? &row->series[row->series_count - 1] : NULL;
    if (last != NULL && strcmp(last->metric, metric) == 0 && strcmp(last->kind, kind) == 0)
        return last;
    struct hp_series *added = &ADD(f->arena, row->series, row->series_count);
    added->metric = hp_arena_copy(f->arena, metric);
    added->kind = hp_arena_copy(f->arena, kind);
    return added;
}

static void take_sample(struct filling *f, sqlite3_stmt *s)
{
    struct hp_series *to = series_of(f, s);
    const size_t at = to->count;
    to->rounds = room(f->arena, to->rounds, at, sizeof *to->rounds);
    to->operations = room(f->arena, to->operations, at, sizeof *to->operations);
    to->rounds[at] = (uint32_t)sqlite3_column_int64(s, 3);
    to->operations[at] = (uint64_t)sqlite3_column_int64(s, 4);
    ADD(f->arena, to->values, to->count) = sqlite3_column_double(s, 5);
}

/* Texts that differ between launches are all kept, each once. */
static const char text_sql[] =
    "SELECT DISTINCT l.case_id, x.metric, x.value" OF_RUN
    " JOIN sample_text AS x USING (launch_id) WHERE rl.run_id = ? AND l.outcome = 'ok'"
    " ORDER BY l.case_id, x.metric, x.value";

static void take_text(struct filling *f, sqlite3_stmt *s)
{
    struct hp_case_row *row = row_of(f, sqlite3_column_int64(s, 0));
    ADD(f->arena, row->texts, row->text_count) =
        (struct hp_param){ .name = hp_store_text(f->arena, s, 1),
                           .text = hp_store_text(f->arena, s, 2) };
}

/* Of the first probe launch of each case that came to its end. */
static const char block_sql[] =
    "SELECT l.case_id, b.series, b.place, b.what, b.elements, b.bytes, b.generation, b.kept"
    " FROM block AS b JOIN launch AS l USING (launch_id) WHERE b.launch_id IN"
    " (SELECT launch_id FROM (SELECT l.launch_id, row_number() OVER (PARTITION BY l.case_id"
    " ORDER BY l.round, l.launch_id) AS nth" OF_RUN
    " WHERE rl.run_id = ? AND l.outcome = 'ok' AND l.kind = 'probe') WHERE nth = 1)"
    " ORDER BY l.case_id, b.position";

static void take_block(struct filling *f, sqlite3_stmt *s)
{
    struct hp_case_row *row = row_of(f, sqlite3_column_int64(s, 0));
    ADD(f->arena, row->blocks, row->block_count) = (struct hp_block){
        .group = hp_store_text(f->arena, s, 1),
        .index = (uint32_t)sqlite3_column_int64(s, 2),
        .what = hp_store_text(f->arena, s, 3),
        .elements = (uint64_t)sqlite3_column_int64(s, 4),
        .bytes = (uint64_t)sqlite3_column_int64(s, 5),
        .generation = sqlite3_column_int(s, 6),
        .kept = (uint32_t)sqlite3_column_int64(s, 7),
    };
}

static const char note_sql[] =
    "SELECT l.case_id, x.text" OF_RUN " JOIN note AS x USING (launch_id) WHERE rl.run_id = ?"
    " GROUP BY l.case_id, x.text ORDER BY l.case_id, min(x.position)";

static void take_note(struct filling *f, sqlite3_stmt *s)
{
    struct hp_case_row *row = row_of(f, sqlite3_column_int64(s, 0));
    ADD(f->arena, row->notes, row->note_count) = hp_store_text(f->arena, s, 1);
}

static void sort_places(struct filling *f)
{
    f->places = hp_arena_get(f->arena, (f->count + 1) * sizeof *f->places);
    for (size_t i = 0; i < f->count; i++)
        f->places[i] = (struct place){ .case_id = f->rows[i].case_id, .row = i };
    qsort(f->places, f->count, sizeof *f->places, compare_places);
}

int hp_store_cases(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                   struct hp_case_row **out, size_t *count, struct hp_err *err)
{
    static const struct {
        const char *sql;
        void (*take)(struct filling *f, sqlite3_stmt *s);
    } parts[] = {
        { param_sql, take_param }, { launch_sql, take_launch }, { sample_sql, take_sample },
        { text_sql, take_text },   { block_sql, take_block },   { note_sql, take_note },
    };
    struct filling f = { .store = store, .arena = arena, .run_id = run_id };
    int rc = each(&f, case_sql, take_case, err);
    if (rc == HP_OK)
        sort_places(&f);
    for (size_t i = 0; rc == HP_OK && i < sizeof parts / sizeof *parts; i++)
        rc = each(&f, parts[i].sql, parts[i].take, err);
    *count = f.count;
    *out = hp_arena_get(arena, (f.count + 1) * sizeof **out);
    if (f.count > 0)
        memcpy(*out, f.rows, f.count * sizeof **out);
    hp_mem_free(f.rows);
    return rc;
}
