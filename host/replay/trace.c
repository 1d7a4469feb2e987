/* SPDX-License-Identifier: MIT
 * Answers: which operations does a file hold, and which of them share a process? Reads text, reports every
 * bad line with its number and what was expected. The file's arena owns all that comes out. Runs in the
 * parent.
 */
#include "replay/trace.h"
#include "base/err.h"
#include "base/file.h"
#include "base/nearest.h"
#include "base/units.h"
#include "replay/heap_words.h"

#include <stdio.h>

enum {
    FILE_BYTES_MOST = 64 << 20,
    PROBLEMS_MOST = 20, /* a file of another kind is wrong in every line */
};

/* A file being read. */
struct reader {
    struct hp_trace_file *file;
    struct hp_problems *problems;
    size_t problems_before;
    int number;
    size_t line_capacity, unit_capacity;
    /* the trace that is open */
    struct hp_unit trace;
    int trace_number; /* of its first line; 0: none is open */
    size_t trace_capacity;
};

__attribute__((format(printf, 2, 3))) static void wrong(struct reader *r, const char *format, ...)
{
    char text[1200];
    va_list args;
    if (r->problems->count - r->problems_before >= PROBLEMS_MOST)
        return;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const struct hp_place at = { .file = r->file->path, .line = r->number };
    hp_problem_add(r->problems, at, "%s", text);
}

/* ---- settings ------------------------------------------------------------------------------ */

/* Adds key=value to the unit; false when it is wrong. "default" states nothing. */
static bool add_setting(struct reader *r, struct hp_unit *unit, const char *word)
{
    const char *equals = strchr(word, '=');
    const char *key = hp_arena_copy_n(r->file->arena, word, strcspn(word, "="));
    const struct hp_set_key *row = equals != NULL ? hp_set_key_find(key) : NULL;
    if (row == NULL) {
        const char *names[16], *near;
        size_t count = 0;
        for (const struct hp_set_key *k = hp_set_keys; k->name != NULL; k++)
            names[count++] = k->name;
        near = hp_nearest(key, names, count);
        wrong(r, "\"%.60s\": expected %s=%s", word, near != NULL ? near : hp_set_keys[0].name,
              (near != NULL ? hp_set_key_find(near) : &hp_set_keys[0])->takes);
        return false;
    }
    int64_t number = 0;
    struct hp_err ignored;
    if (strcmp(equals + 1, "default") == 0)
        return true;
    if (row->sets == HP_SET_GC
            ? !hp_word_in(row->takes, equals + 1)
            : hp_parse_count(equals + 1, &number, &ignored) != HP_OK || number < 0) {
        wrong(r, "\"%.60s\": expected %s=%s", word, key, row->takes);
        return false;
    }
    struct hp_setting *grown =
        hp_arena_get(r->file->arena, (unit->setting_count + 1) * sizeof *grown);
    if (unit->setting_count > 0)
        memcpy(grown, unit->settings, unit->setting_count * sizeof *grown);
    grown[unit->setting_count++] = (struct hp_setting){ key, equals + 1 };
    unit->settings = grown;
    return true;
}

static void set_line(struct reader *r, const char *line)
{
    struct hp_arena *arena = r->file->arena;
    char *copy = hp_arena_copy(arena, line + 4), *state = NULL;
    const size_t before = r->problems->count;
    if (r->trace.set_line != NULL || r->trace.line_count > 0) {
        wrong(r, "expected an operation: one `set` line may follow `trace`, nothing else");
        return;
    }
    r->trace.set_line = hp_arena_copy(arena, line);
    for (char *word = strtok_r(copy, " ", &state); word != NULL; word = strtok_r(NULL, " ", &state))
        (void)add_setting(r, &r->trace, word);
    if (r->trace.setting_count == 0 && r->problems->count == before)
        wrong(r, "set: expected %s=%s", hp_set_keys[0].name, hp_set_keys[0].takes);
}

/* ---- operations ---------------------------------------------------------------------------- */

static bool names_processors(const struct hp_recordings *answers)
{
    for (size_t i = 0; i < answers->count; i++) {
        const struct hp_tags both[] = { answers->items[i].group, answers->items[i].own };
        for (size_t t = 0; t < 2; t++)
            for (size_t k = 0; k < both[t].count; k++)
                if (both[t].items[k].processors != 0)
                    return true;
    }
    return false;
}

/* What of a line can be checked before a process executes it. */
static void check_line(struct reader *r, const char *line, struct hp_trace_line *out,
                       const char *answer)
{
    struct hp_heap_operation read;
    struct hp_err err = { 0, "" };
    if (out->text[0] == '\0' || strcmp(out->text, "end") == 0)
        wrong(r, "\"%.60s\": expected an operation", line);
    else if (r->file->family->workload == NULL &&
             hp_heap_operation_read(out->operation, &read, &err) != HP_OK)
        wrong(r, "%s", err.text);
    else if (hp_answer_read(answer, r->file->arena, &out->answers, &err) != HP_OK)
        wrong(r, "%s: %s", out->text, err.text);
}

/* Adds the line "OPERATION[ -> ANSWER]"; its operation is all of the text but the answer. */
static struct hp_trace_line *add_line(struct reader *r, const char *line)
{
    struct hp_trace_file *file = r->file;
    const char *arrow = strstr(line, " -> ");
    if (arrow == NULL && hp_ends_with(line, " ->"))
        arrow = line + strlen(line) - 3;
    const size_t n = arrow != NULL ? (size_t)(arrow - line) : strlen(line);
    struct hp_trace_line out = { .number = r->number };
    out.text = out.operation = hp_arena_copy_n(file->arena, line, n);
    const char *answer = arrow != NULL ? arrow + 3 + strspn(arrow + 3, " ") : "";
    check_line(r, line, &out, answer);
    file->by_processors = file->by_processors || names_processors(&out.answers);
    HP_PUSH(file->lines, file->line_count, r->line_capacity) = out;
    return &file->lines[file->line_count - 1];
}

/* ---- traces -------------------------------------------------------------------------------- */

static void trace_end(struct reader *r)
{
    struct hp_unit *unit = &r->trace;
    if (unit->line_count == 0)
        wrong(r, "trace %s: expected an operation before `end`", unit->name);
    size_t *kept = hp_arena_get(r->file->arena, (unit->line_count + 1) * sizeof *kept);
    if (unit->line_count > 0)
        memcpy(kept, unit->lines, unit->line_count * sizeof *kept);
    hp_mem_free(unit->lines);
    unit->lines = kept;
    HP_PUSH(r->file->units, r->file->unit_count, r->unit_capacity) = *unit;
    r->trace = (struct hp_unit){ 0 };
    r->trace_number = 0;
    r->trace_capacity = 0;
}

static void trace_begin(struct reader *r, const char *line)
{
    const char *name = line + 6;
    if (r->trace_number != 0) {
        wrong(r, "expected `end` first: trace %s of line %d is open", r->trace.name,
              r->trace_number);
        trace_end(r);
    }
    if (*name == '\0' || strpbrk(name, " \t") != NULL)
        wrong(r, "expected one name behind `trace`");
    r->trace = (struct hp_unit){ .name = hp_arena_copy(r->file->arena, name) };
    r->trace_number = r->number;
}

static void line_of_trace(struct reader *r, const char *line)
{
    if (hp_starts_with(line, "trace ")) {
        trace_begin(r, line);
    } else if (r->trace_number == 0) {
        wrong(r, "\"%.60s\": expected `trace NAME` first", line);
    } else if (strcmp(line, "end") == 0) {
        trace_end(r);
    } else if (hp_starts_with(line, "set ")) {
        set_line(r, line);
    } else {
        (void)add_line(r, line);
        HP_PUSH(r->trace.lines, r->trace.line_count, r->trace_capacity) = r->file->line_count - 1;
    }
}

/* ---- lines that stand alone ---------------------------------------------------------------- */

static void line_alone(struct reader *r, const char *line)
{
    struct hp_trace_line *out = add_line(r, line);
    const char *setting = r->file->family->setting;
    if (setting == NULL)
        return;
    const size_t n = strlen(setting);
    const char *space = strchr(out->text, ' ');
    if (strncmp(out->text, setting, n) != 0 || out->text[n] != '=' || space == NULL)
        wrong(r, "\"%.60s\": expected %s=%s OPERATION", out->text, setting,
              hp_set_key_find(setting)->takes);
    else
        out->operation = space + 1;
}

/* Gathers the lines from `first` on that share a process with it. */
static void unit_gather(struct reader *r, size_t first, bool *taken)
{
    struct hp_trace_file *file = r->file;
    const enum hp_unit_kind kind = file->family->unit;
    const struct hp_trace_line *of = &file->lines[first];
    const size_t prefix = (size_t)(of->operation - of->text);
    struct hp_unit unit = { 0 };
    size_t *lines = hp_arena_get(file->arena, (file->line_count - first) * sizeof *lines);
    for (size_t i = first; i < file->line_count; i++) {
        const struct hp_trace_line *l = &file->lines[i];
        const bool same =
            (size_t)(l->operation - l->text) == prefix && strncmp(l->text, of->text, prefix) == 0;
        if (taken[i] || (kind == HP_UNIT_SETTING && !same) || (kind == HP_UNIT_LINE && i > first))
            continue;
        lines[unit.line_count++] = i;
        taken[i] = true;
    }
    unit.lines = lines;
    r->number = of->number;
    if (prefix > 0)
        (void)add_setting(r, &unit, hp_arena_copy_n(file->arena, of->text, prefix - 1));
    HP_PUSH(file->units, file->unit_count, r->unit_capacity) = unit;
}

static void units_of_lines(struct reader *r)
{
    struct hp_trace_file *file = r->file;
    bool *taken = hp_mem_new(file->line_count + 1);
    for (size_t i = 0; i < file->line_count; i++)
        if (!taken[i])
            unit_gather(r, i, taken);
    hp_mem_free(taken);
}

/* ---- the whole ----------------------------------------------------------------------------- */

static void read_lines(struct reader *r, const char *text, size_t bytes)
{
    const bool traces = r->file->family->unit == HP_UNIT_TRACE;
    for (const char *at = text, *end = text + bytes; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = (size_t)((stop != NULL ? stop : end) - at);
        r->number++;
        if (n > 0 && at[n - 1] == '\r')
            n--;
        if (memchr(at, '\0', n) != NULL || !hp_utf8_valid(at, n)) {
            wrong(r, "expected UTF-8 text");
        } else if (n > 0) {
            const char *line = hp_arena_copy_n(r->file->arena, at, n);
            traces ? line_of_trace(r, line) : line_alone(r, line);
        }
        at = stop != NULL ? stop + 1 : end;
    }
    if (r->trace_number != 0) {
        wrong(r, "expected `end`: trace %s of line %d is open", r->trace.name, r->trace_number);
        trace_end(r);
    }
    if (!traces)
        units_of_lines(r);
}

/* Recorded on one runtime only: the others went another way through the same operations. */
static const struct {
    const char *file, *runtimes;
} recorded_on[] = { { "heap-harsh.txt", "8" } };

static const char *only_on(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < sizeof recorded_on / sizeof *recorded_on; i++)
        if (strcmp(recorded_on[i].file, name) == 0)
            return recorded_on[i].runtimes;
    return NULL;
}

bool hp_trace_compared_on(const struct hp_trace_file *file, int runtime)
{
    char word[16];
    (void)snprintf(word, sizeof word, "%d", runtime);
    return file->only_on == NULL || hp_word_in(file->only_on, word);
}

int hp_trace_parse(const char *path, const char *text, size_t bytes, const struct hp_family *family,
                   struct hp_trace_file **out, struct hp_problems *problems, struct hp_err *err)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_trace_file *file = HP_ARENA_NEW(arena, struct hp_trace_file);
    *out = NULL;
    *file = (struct hp_trace_file){ .arena = arena, .family = family };
    file->path = hp_arena_copy(arena, path);
    file->only_on = only_on(path);
    if (family == NULL)
        file->family = hp_family_of_file(path);
    int rc = HP_OK;
    if (file->family == NULL) {
        rc = hp_fail(err, HP_E_USAGE, "%s: its name tells no family of traces - say --family %s",
                     path, hp_family_names(arena));
    } else {
        struct reader r = { .file = file, .problems = problems };
        r.problems_before = problems->count;
        read_lines(&r, text, bytes);
        if (problems->count > r.problems_before)
            rc = hp_fail(err, HP_E_CONFIG, "%s cannot be replayed", path);
        else if (file->line_count == 0)
            rc = hp_fail(err, HP_E_CONFIG, "%s: there is no operation in it", path);
    }
    if (rc != HP_OK)
        hp_trace_free(file);
    else
        *out = file;
    return rc;
}

int hp_trace_read(const char *path, const struct hp_family *family, struct hp_trace_file **out,
                  struct hp_problems *problems, struct hp_err *err)
{
    struct hp_text text = { 0 };
    int rc = hp_file_read(path, &text, FILE_BYTES_MOST, err);
    if (rc == HP_OK)
        rc = hp_trace_parse(path, hp_text_str(&text), text.bytes, family, out, problems, err);
    hp_text_clear(&text);
    return rc;
}

void hp_trace_free(struct hp_trace_file *file)
{
    if (file == NULL)
        return;
    hp_mem_free(file->lines);
    hp_mem_free(file->units);
    hp_arena_free(file->arena);
}
