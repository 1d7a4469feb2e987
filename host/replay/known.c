/* SPDX-License-Identifier: MIT
 * Answers: which results are known to differ, and do they still? Reads a list, finds the row for a result,
 * names the rows that are no longer true. The list owns its rows. Runs in the parent.
 */
#include "base/err.h"
#include "base/file.h"
#include "replay/replay.h"

#include <ctype.h>
#include <stdlib.h>

enum { LIST_BYTES_MOST = 4 << 20 };

/* "heap-x.txt:17"; the last colon counts. */
static bool place_read(struct hp_arena *arena, const char *word, size_t n, struct hp_known_row *row)
{
    const char *colon = memrchr(word, ':', n);
    if (colon == NULL || colon == word || !isdigit((unsigned char)colon[1]))
        return false;
    char *rest = NULL;
    const long line = strtol(colon + 1, &rest, 10);
    row->file = hp_arena_copy_n(arena, word, (size_t)(colon - word));
    row->line = (int)line;
    return rest == word + n && line > 0 && line < 1000000000;
}

static int row_read(struct hp_known *known, const char *line, struct hp_known_row *row,
                    struct hp_err *err)
{
    const char *form = "expected FILE:LINE KEY reason, as in heap-loh.txt:17 loh_size why it is so";
    const size_t place = strcspn(line, " \t");
    const char *key = line + place + strspn(line + place, " \t");
    const size_t key_bytes = strcspn(key, " \t");
    const char *reason = key + key_bytes + strspn(key + key_bytes, " \t");
    const char *at = memchr(key, '@', key_bytes);
    if (!place_read(known->arena, line, place, row) || key_bytes == 0)
        return hp_fail(err, HP_E_INPUT, "%s", form);
    if (*reason == '\0')
        return hp_fail(err, HP_E_INPUT, "the reason is missing: %s", form);
    row->key = hp_arena_copy_n(known->arena, key, at != NULL ? (size_t)(at - key) : key_bytes);
    row->reason = hp_arena_copy(known->arena, reason);
    return at == NULL ? HP_OK
                      : hp_tags_read(at + 1, (size_t)(key + key_bytes - at - 1), known->arena,
                                     &row->tags, err);
}

static void read_lines(struct hp_known *known, char *text, struct hp_problems *problems)
{
    int number = 0;
    for (char *line = text; line != NULL;) {
        char *next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        number++;
        line[strcspn(line, "\r")] = '\0';
        line += strspn(line, " \t");
        struct hp_known_row row = { .number = number };
        struct hp_err err = { 0, "" };
        const struct hp_place at = { .file = known->path, .line = number };
        if (*line != '\0' && *line != '#') {
            if (row_read(known, line, &row, &err) == HP_OK)
                HP_PUSH(known->rows, known->count, known->capacity) = row;
            else
                hp_problem_add(problems, at, "%s", err.text);
        }
        line = next;
    }
}

int hp_known_read(const char *path, struct hp_known *out, struct hp_problems *problems,
                  struct hp_err *err)
{
    struct hp_text text = { 0 };
    const size_t before = problems->count;
    *out = (struct hp_known){ .arena = hp_arena_new() };
    out->path = hp_arena_copy(out->arena, path);
    int rc = hp_file_read(path, &text, LIST_BYTES_MOST, err);
    if (rc == HP_OK)
        read_lines(out, hp_arena_copy(out->arena, hp_text_str(&text)), problems);
    hp_text_clear(&text);
    if (rc == HP_OK && problems->count > before)
        rc = hp_fail(err, HP_E_CONFIG, "%s is no list of known deviations", path);
    return rc;
}

void hp_known_clear(struct hp_known *known)
{
    hp_mem_free(known->rows);
    hp_arena_free(known->arena);
    *known = (struct hp_known){ 0 };
}

/* The path itself, or its last parts. */
static bool names_file(const char *name, const char *path)
{
    const size_t n = strlen(name), m = strlen(path);
    return n <= m && strcmp(path + m - n, name) == 0 && (n == m || path[m - n - 1] == '/');
}

struct hp_known_row *hp_known_find(struct hp_known *known, const char *path, int line,
                                   const char *key, const struct hp_stage *stage)
{
    for (size_t i = 0; known != NULL && i < known->count; i++) {
        struct hp_known_row *row = &known->rows[i];
        if (row->line == line && strcmp(row->key, key) == 0 && names_file(row->file, path) &&
            hp_tags_apply(row->tags, stage->runtime, stage->machine.processors)) {
            row->compared = true;
            return row;
        }
    }
    return NULL;
}

static bool was_replayed(const struct hp_known_row *row, struct hp_trace_file *const *files,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (names_file(row->file, files[i]->path))
            return true;
    return false;
}

/* Is there such a result at all, whatever the runtime? */
static bool exists(const struct hp_known_row *row, struct hp_trace_file *const *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!names_file(row->file, files[i]->path))
            continue;
        for (size_t l = 0; l < files[i]->line_count; l++) {
            const struct hp_trace_line *line = &files[i]->lines[l];
            for (size_t k = 0; line->number == row->line && k < line->answers.count; k++)
                if (strcmp(line->answers.items[k].key, row->key) == 0)
                    return true;
        }
    }
    return false;
}

int64_t hp_known_stale(const struct hp_known *known, struct hp_trace_file *const *files,
                       size_t count, struct hp_text *out)
{
    int64_t stale = 0;
    for (size_t i = 0; i < known->count; i++) {
        const struct hp_known_row *row = &known->rows[i];
        const bool gone = !exists(row, files, count);
        if (row->differed || !was_replayed(row, files, count) || (!row->compared && !gone))
            continue;
        hp_text_print(out, "%s:%d: %s:%d %s %s - take it off the list\n", known->path, row->number,
                      row->file, row->line, row->key,
                      gone ? "is no result of that file" : "is equal now");
        stale++;
    }
    return stale;
}
