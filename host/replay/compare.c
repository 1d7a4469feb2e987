/* SPDX-License-Identifier: MIT
 * Answers: is what a heap answered equal to what was recorded? A table holds the exceptions to exact equality.
 * What was recorded and not executed differs, whatever the reason. Owns nothing; runs in the parent.
 */
#include "base/text.h"
#include "base/units.h"
#include "replay/replay.h"

#include <stdlib.h>

/* Where equal does not mean the same text: numbers within `within` are equal, and so are numbers that lie
 * exactly `or_by` apart. */
static const struct {
    const char *key, *families; /* families: NULL is all */
    int runtime;                /* 0: all */
    int64_t within, or_by;
} looser[] = {
    { "soh_live", NULL, 0, 24, 0 },
    { "bytes", "pool pool-capacity", 8, 0, 16344 }, /* a table of the runtime, once in a process */
};

static bool both_numbers(const char *a, const char *b, int64_t *x, int64_t *y)
{
    struct hp_err ignored;
    return hp_parse_count(a, x, &ignored) == HP_OK && hp_parse_count(b, y, &ignored) == HP_OK;
}

/* What is being compared. */
struct comparing {
    const struct hp_performance *of;
    const struct hp_stage *stage;
    struct hp_known *known;
    struct hp_text *out;
    struct hp_tally *tally;
    const struct hp_trace_line *line;
    const struct hp_played *played;
};

/* The name of an exception with its suffix or without, which plugins leave out. */
static bool same_exception(const char *a, const char *b)
{
    static const char suffix[] = "Exception";
    const size_t n = strlen(a) - (hp_ends_with(a, suffix) ? sizeof suffix - 1 : 0);
    const size_t m = strlen(b) - (hp_ends_with(b, suffix) ? sizeof suffix - 1 : 0);
    return n == m && strncmp(a, b, n) == 0;
}

static bool equal(const struct comparing *c, const char *key, const char *want, const char *got)
{
    int64_t x, y;
    if (strcmp(want, got) == 0 || (strcmp(key, "throws") == 0 && same_exception(want, got)))
        return true;
    for (size_t i = 0; i < sizeof looser / sizeof *looser; i++) {
        const bool here = strcmp(looser[i].key, key) == 0 &&
                          (looser[i].runtime == 0 || looser[i].runtime == c->stage->runtime) &&
                          (looser[i].families == NULL ||
                           hp_word_in(looser[i].families, c->of->file->family->name));
        if (!here || !both_numbers(want, got, &x, &y))
            continue;
        /* As unsigned: texts of a file may be as far apart as they like. */
        const uint64_t apart = x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
        return apart <= (uint64_t)looser[i].within || apart == (uint64_t)looser[i].or_by;
    }
    return false;
}

static const char *value_of(const struct hp_played *played, const char *key)
{
    for (size_t i = 0; i < played->count; i++)
        if (strcmp(played->keys[i], key) == 0)
            return played->values[i];
    return NULL;
}

/* What came in place of an answer. */
static void put_got(const struct hp_played *played, const char *value, struct hp_text *out)
{
    const char *throws = value_of(played, "throws");
    if (value != NULL)
        hp_text_put(out, value);
    else if (played->aborted)
        hp_text_print(out, "process aborts: %s", played->words);
    else if (played->failure != NULL)
        hp_text_print(out, "nothing: %s", played->failure);
    else if (throws != NULL)
        hp_text_print(out, "throws %s", throws);
    else
        hp_text_put(out, "nothing");
}

/* The differing result goes where it belongs. */
static void count_difference(struct comparing *c, const char *key, const char *want,
                             const char *got)
{
    struct hp_known_row *row =
        hp_known_find(c->known, c->of->file->path, c->line->number, key, c->stage);
    if (row != NULL) {
        row->differed = true;
        c->tally->known++;
        return;
    }
    c->tally->differ++;
    if (c->of->missing != NULL)
        return; /* one sentence says it for all of them */
    hp_text_print(c->out, "%s:%d: %s: %s expected %s, got ", c->of->file->path, c->line->number,
                  c->line->text, key, want);
    put_got(c->played, got, c->out);
    hp_text_put(c->out, "\n");
}

/* It depends on the start of the process that recorded, which a hosted runtime has its own of. */
static bool stands_apart(const struct comparing *c, const char *key)
{
    return strcmp(key, "approx") == 0 && (c->stage->heap->table->caps & HP_CAP_OWN_BODIES) != 0;
}

static void compare_result(struct comparing *c, const struct hp_recorded *want)
{
    const bool aborts = strcmp(want->key, "aborts") == 0;
    const char *got = value_of(c->played, want->key);
    c->tally->results++;
    const bool same =
        aborts ? c->played->aborted && strcasestr(c->played->failure, want->value) != NULL
               : got != NULL && equal(c, want->key, want->value, got);
    if (stands_apart(c, want->key)) {
        c->tally->apart++;
        c->tally->apart_differ += !same;
    } else if (!same) {
        count_difference(c, want->key, want->value, got);
    } else {
        (void)hp_known_find(c->known, c->of->file->path, c->line->number, want->key, c->stage);
    }
}

/* An exception that nobody recorded, beside an answer that was. */
static void compare_throws(struct comparing *c, bool recorded)
{
    const char *throws = value_of(c->played, "throws");
    if (throws != NULL && !recorded)
        count_difference(c, "throws", "nothing", throws);
}

/* An operation without a recorded answer that could not be executed. */
static void count_stop(struct comparing *c)
{
    c->tally->differ++;
    hp_text_print(c->out, "%s:%d: %s: not executed: %s\n", c->of->file->path, c->line->number,
                  c->line->text, c->played->failure);
}

static void compare_line(struct comparing *c)
{
    size_t applying = 0;
    bool throws = false;
    for (size_t i = 0; i < c->line->answers.count; i++) {
        const struct hp_recorded *want = &c->line->answers.items[i];
        if (!hp_recorded_applies(want, c->stage->runtime, c->stage->machine.processors))
            continue;
        applying++;
        throws = throws || strcmp(want->key, "throws") == 0;
        compare_result(c, want);
    }
    if (applying > 0)
        compare_throws(c, throws);
    else if (c->played->stopped)
        count_stop(c);
}

static void compare_units(struct comparing *c)
{
    const struct hp_trace_file *file = c->of->file;
    for (size_t i = 0; i < file->unit_count; i++) {
        const struct hp_unit *unit = &file->units[i];
        if (c->of->unit_failures[i] == NULL)
            continue;
        c->tally->differ++;
        hp_text_print(c->out, "%s:%d: after the last operation: %s\n", file->path,
                      file->lines[unit->lines[unit->line_count - 1]].number,
                      c->of->unit_failures[i]);
    }
}

void hp_compare(const struct hp_performance *performance, const struct hp_stage *stage,
                struct hp_known *known, struct hp_text *out, struct hp_tally *tally)
{
    struct comparing c = {
        .of = performance, .stage = stage, .known = known, .out = out, .tally = tally
    };
    const struct hp_trace_file *file = performance->file;
    const int64_t before = tally->results;
    if (!hp_trace_compared_on(file, stage->runtime)) {
        hp_text_print(out, "%s: not compared on %d: its answers hold on %s only\n", file->path,
                      stage->runtime, file->only_on);
        return;
    }
    for (size_t i = 0; i < file->line_count; i++) {
        c.line = &file->lines[i];
        c.played = &performance->lines[i];
        compare_line(&c);
    }
    compare_units(&c);
    if (performance->missing != NULL)
        hp_text_print(out, "%s: %s; its %lld results count as differing\n", file->path,
                      performance->missing, (long long)(tally->results - before));
}
