/* SPDX-License-Identifier: MIT
 * Answers: which figures did the seed documents publish? Parent only. Reads our published.csv
 * (RFC 4180, UTF-8, header row) into table published_row and table rows into structs.
 */
#include "store/internal.h"

#include "base/text.h"

#include <ctype.h>

/* Every column of the file; in this order they are bound, followed by decimals and position. */
static const char *const columns[] = {
    "id",      "seed",           "system",   "workload",  "probe_or_method", "params",
    "machine", "runtime",        "gc",       "threshold", "metric",          "unit",
    "low",     "high",           "text",     "kind",      "tolerance",       "baseline",
    "formula", "quote_location", "title_en", "title_ru",  "answer",
};
enum { COLUMNS = sizeof columns / sizeof *columns, LOW = 12, HIGH = 13 };

static const char insert_sql[] =
    "INSERT INTO published_row (id, seed, system, workload, probe_or_method, params, machine, "
    "runtime,"
    " gc, threshold, metric, unit, low, high, text, kind, tolerance, baseline, formula,"
    " quote_location, title_en, title_ru, answer, decimals, position)"
    " VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,CAST(nullif(?13,'') AS REAL),"
    "CAST(nullif(?14,'') AS REAL),?15,?16,?17,?18,?19,?20,?21,?22,?23,?24,?25)";

/* A reader over the text: one field a call. */
struct csv {
    const char *at, *end;
    int line;
    bool record_ended; /* the field just read was the last of its record */
};

/* The next field into out. False at the end of the text. */
static bool next_field(struct csv *c, struct hp_text *out)
{
    if (c->at >= c->end)
        return false;
    hp_text_reset(out);
    const bool quoted = *c->at == '"';
    c->at += quoted;
    while (c->at < c->end) {
        if (quoted && *c->at == '"') {
            c->at++;
            if (c->at >= c->end || *c->at != '"')
                break; /* the closing quote */
        } else if (!quoted && (*c->at == ',' || *c->at == '\r' || *c->at == '\n')) {
            break;
        }
        c->line += *c->at == '\n';
        hp_text_put_n(out, c->at++, 1);
    }
    if (c->at < c->end && *c->at == '\r')
        c->at++;
    c->record_ended = c->at >= c->end || *c->at == '\n';
    c->line += c->at < c->end && *c->at == '\n';
    if (c->at < c->end)
        c->at++;
    return true;
}

static int column_of(const char *name)
{
    for (int i = 0; i < COLUMNS; i++)
        if (strcmp(columns[i], name) == 0)
            return i;
    return -1;
}

/* The header: which of our columns each field of a record is. */
static int read_header(struct csv *c, struct hp_text *field, int order[COLUMNS], struct hp_err *err)
{
    int fields = 0;
    bool seen[COLUMNS] = { false };
    do {
        if (!next_field(c, field))
            return hp_fail(err, HP_E_STORE, "published figures: no header row");
        const int column = column_of(hp_text_str(field));
        if (column < 0 || seen[column] || fields == COLUMNS)
            return hp_fail(err, HP_E_STORE, "published figures: column \"%s\" is unknown or twice",
                           hp_text_str(field));
        seen[column] = true;
        order[fields++] = column;
    } while (!c->record_ended);
    for (int i = 0; i < COLUMNS; i++)
        if (!seen[i])
            return hp_fail(err, HP_E_STORE, "published figures: column \"%s\" is missing",
                           columns[i]);
    return HP_OK;
}

/* Digits after the point, 0 without one; -1: not a number. Empty is a number that is not there. */
static int decimals_of(const char *text)
{
    const char *point = strchr(text, '.');
    for (const char *c = text; *c != '\0'; c++)
        if (c != point && !isdigit((unsigned char)*c) && !(c == text && *c == '-'))
            return -1;
    return point != NULL ? (int)strlen(point + 1) : 0;
}

static int put_row(struct hp_store *store, sqlite3_stmt *s, struct hp_text field[COLUMNS], int line,
                   int64_t position, struct hp_err *err)
{
    const int low = decimals_of(hp_text_str(&field[LOW]));
    const int high = decimals_of(hp_text_str(&field[HIGH]));
    if (low < 0 || high < 0)
        return hp_fail(err, HP_E_STORE, "published figures, line %d: low or high is not a number",
                       line);
    int rc = SQLITE_OK;
    for (int i = 0; rc == SQLITE_OK && i < COLUMNS; i++)
        rc = sqlite3_bind_text(s, i + 1, hp_text_str(&field[i]), -1, SQLITE_TRANSIENT);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int64(s, COLUMNS + 1, low > high ? low : high);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_int64(s, COLUMNS + 2, position);
    if (rc != SQLITE_OK)
        return hp_store_fail(store, err);
    rc = hp_store_step(store, s, err);
    (void)sqlite3_reset(s);
    return rc < 0 ? hp_context(err, "published figures, line %d", line) : HP_OK;
}

static int put_rows(struct hp_store *store, sqlite3_stmt *s, struct csv *c,
                    struct hp_text field[COLUMNS], struct hp_err *err)
{
    int order[COLUMNS] = { 0 };
    int rc = read_header(c, &field[0], order, err);
    int64_t position = 0;
    while (rc == HP_OK && c->at < c->end) {
        const int line = c->line;
        int fields = 0;
        do {
            if (fields == COLUMNS || !next_field(c, &field[order[fields]]))
                break;
            fields++;
        } while (!c->record_ended);
        if (fields != COLUMNS || !c->record_ended)
            return hp_fail(err, HP_E_STORE, "published figures, line %d: not %d fields", line,
                           (int)COLUMNS);
        rc = put_row(store, s, field, line, position++, err);
    }
    return rc;
}

int hp_store_put_published(struct hp_store *store, const char *csv, size_t bytes,
                           struct hp_err *err)
{
    if (!hp_utf8_valid(csv, bytes))
        return hp_fail(err, HP_E_STORE, "published figures: not UTF-8");
    int rc = hp_store_begin(store, err);
    if (rc != HP_OK)
        return rc;
    struct csv c = { .at = csv, .end = csv + bytes, .line = 1 };
    struct hp_text field[COLUMNS] = { { 0 } };
    sqlite3_stmt *s = NULL;
    rc = hp_store_exec(store, "DELETE FROM published_row", err);
    if (rc == HP_OK)
        s = hp_store_prepare(store, insert_sql, err);
    if (rc == HP_OK)
        rc = s != NULL ? put_rows(store, s, &c, field, err) : HP_E_STORE;
    (void)sqlite3_finalize(s);
    for (int i = 0; i < COLUMNS; i++)
        hp_text_clear(&field[i]);
    return rc == HP_OK ? hp_store_commit(store, err) : hp_store_rollback(store, rc);
}

static struct hp_published read_row(struct hp_arena *arena, sqlite3_stmt *s)
{
    return (struct hp_published){
        .id = hp_store_text(arena, s, 0),
        .seed = hp_store_text(arena, s, 1),
        .system = hp_store_text(arena, s, 2),
        .workload = hp_store_text(arena, s, 3),
        .probe_or_method = hp_store_text(arena, s, 4),
        .params = hp_store_text(arena, s, 5),
        .machine = hp_store_text(arena, s, 6),
        .runtime = hp_store_text(arena, s, 7),
        .gc = hp_store_text(arena, s, 8),
        .threshold = hp_store_text(arena, s, 9),
        .metric = hp_store_text(arena, s, 10),
        .unit = hp_store_text(arena, s, 11),
        .low = sqlite3_column_double(s, LOW),
        .high = sqlite3_column_double(s, HIGH),
        .has_value = sqlite3_column_type(s, LOW) != SQLITE_NULL,
        .text = hp_store_text(arena, s, 14),
        .kind = hp_store_text(arena, s, 15),
        .tolerance = hp_store_text(arena, s, 16),
        .baseline = hp_store_text(arena, s, 17),
        .formula = hp_store_text(arena, s, 18),
        .quote_location = hp_store_text(arena, s, 19),
        .title_en = hp_store_text(arena, s, 20),
        .title_ru = hp_store_text(arena, s, 21),
        .answer = hp_store_text(arena, s, 22),
        .decimals = sqlite3_column_int(s, 23),
    };
}

int hp_store_published(struct hp_store *store, struct hp_arena *arena, struct hp_published **out,
                       size_t *count, struct hp_err *err)
{
    int64_t rows = 0;
    int rc = hp_store_int(store, "SELECT count(*) FROM published_row", 0, 0, &rows, err);
    if (rc != HP_OK)
        return rc;
    sqlite3_stmt *s = hp_store_prepare(
        store,
        "SELECT id, seed, system, workload, probe_or_method, params, machine, runtime, gc, "
        "threshold,"
        " metric, unit, low, high, text, kind, tolerance, baseline, formula, quote_location,"
        " title_en, title_ru, answer, decimals FROM published_row ORDER BY position",
        err);
    if (s == NULL)
        return HP_E_STORE;
    *out = hp_arena_get(arena, ((size_t)rows + 1) * sizeof **out);
    *count = 0;
    while (*count < (size_t)rows && (rc = hp_store_step(store, s, err)) == 1)
        (*out)[(*count)++] = read_row(arena, s);
    (void)sqlite3_finalize(s);
    return rc < 0 ? rc : HP_OK;
}
