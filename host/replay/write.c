/* SPDX-License-Identifier: MIT
 * Answers: how does a trace read with the answers of this heap? Writes the form that trace.c reads: without tags
 * for one runtime, in tagged groups where several runtimes differ. Owns nothing; runs in the parent.
 */
#include "base/text.h"
#include "replay/replay.h"

/* On newer hosted runtimes other threads disturb it; a heap of ours has none. */
static bool is_written(const struct hp_stage *stage, const char *key)
{
    return strcmp(key, "approx") != 0 || stage->runtime == 8 ||
           (stage->heap->table->caps & HP_CAP_OWN_BODIES) == 0;
}

/* " key=value ..." as it stands behind "->". */
static void put_answer(const struct hp_played *played, const struct hp_stage *stage,
                       struct hp_text *out)
{
    if (played->aborted) {
        hp_text_print(out, " process aborts: %s", played->words);
        return;
    }
    for (size_t i = 0; i < played->count; i++)
        if (strcmp(played->keys[i], "throws") == 0)
            hp_text_print(out, " throws %s%s", played->values[i],
                          hp_ends_with(played->values[i], "Exception") ? "" : "Exception");
    for (size_t i = 0; i < played->count; i++) {
        const char *key = played->keys[i];
        if (strcmp(key, "throws") == 0 || !is_written(stage, key))
            continue;
        if (strcmp(key, "first") == 0)
            hp_text_print(out, " %s", played->values[i]);
        else
            hp_text_print(out, " %s=%s", key, played->values[i]);
    }
}

enum { TAKES_MOST = 8 };

/* What is being written. */
struct writing {
    const struct hp_take *takes;
    size_t take_count;
    struct hp_text *out, *complaints;
    int64_t missing;
};

static void complain(struct writing *w, const struct hp_take *take, size_t index)
{
    const struct hp_performance *p = &take->played;
    const struct hp_trace_line *line = &p->file->lines[index];
    const struct hp_played *played = &p->lines[index];
    if (played->executed || played->aborted)
        return;
    w->missing++;
    hp_text_print(w->complaints, "%s:%d: %s: not executed on %d: %s\n", p->file->path, line->number,
                  line->text, take->stage.runtime,
                  played->failure != NULL ? played->failure : p->missing);
}

/* Groups of equal answers, "@8 A | @9,10 B"; one group needs no tags. */
static void put_groups(struct writing *w, const struct hp_text answers[TAKES_MOST])
{
    bool written[TAKES_MOST] = { false };
    bool differ = false, any = false;
    for (size_t i = 0; i < w->take_count; i++) {
        differ = differ || strcmp(hp_text_str(&answers[i]), hp_text_str(&answers[0])) != 0;
        any = any || answers[i].bytes > 0;
    }
    if (!any)
        return;
    hp_text_put(w->out, " ->");
    for (size_t i = 0, groups = 0; i < w->take_count; i++) {
        if (written[i] || (differ && answers[i].bytes == 0))
            continue;
        if (differ)
            hp_text_put(w->out, groups++ > 0 ? " | @" : " @");
        for (size_t k = i, tags = 0; k < w->take_count; k++) {
            if (strcmp(hp_text_str(&answers[k]), hp_text_str(&answers[i])) != 0)
                continue;
            written[k] = true;
            if (differ)
                hp_text_print(w->out, "%s%d", tags++ > 0 ? "," : "", w->takes[k].stage.runtime);
        }
        hp_text_put(w->out, hp_text_str(&answers[i]));
    }
}

static void write_line(struct writing *w, size_t index)
{
    struct hp_text answers[TAKES_MOST] = { { 0 } };
    hp_text_put(w->out, w->takes[0].played.file->lines[index].text);
    for (size_t i = 0; i < w->take_count; i++) {
        put_answer(&w->takes[i].played.lines[index], &w->takes[i].stage, &answers[i]);
        complain(w, &w->takes[i], index);
    }
    put_groups(w, answers);
    hp_text_put(w->out, "\n");
    for (size_t i = 0; i < w->take_count; i++)
        hp_text_clear(&answers[i]);
}

static void write_trace(struct writing *w, const struct hp_unit *unit)
{
    hp_text_print(w->out, "trace %s\n", unit->name);
    if (unit->set_line != NULL)
        hp_text_print(w->out, "%s\n", unit->set_line);
    for (size_t i = 0; i < unit->line_count; i++)
        write_line(w, unit->lines[i]);
    hp_text_put(w->out, "end\n\n");
}

static void complain_of_units(struct writing *w, const struct hp_performance *p)
{
    for (size_t i = 0; i < p->file->unit_count; i++) {
        const struct hp_unit *unit = &p->file->units[i];
        if (p->unit_failures[i] == NULL)
            continue;
        w->missing++;
        hp_text_print(w->complaints, "%s:%d: after the last operation: %s\n", p->file->path,
                      p->file->lines[unit->lines[unit->line_count - 1]].number,
                      p->unit_failures[i]);
    }
}

int64_t hp_write(const struct hp_take *takes, size_t count, struct hp_text *out,
                 struct hp_text *complaints)
{
    struct writing w = { .takes = takes,
                         .take_count = count < TAKES_MOST ? count : TAKES_MOST,
                         .out = out,
                         .complaints = complaints };
    const struct hp_trace_file *file = takes[0].played.file;
    const bool traces = file->family->unit == HP_UNIT_TRACE;
    for (size_t i = 0; traces && i < file->unit_count; i++)
        write_trace(&w, &file->units[i]);
    for (size_t i = 0; !traces && i < file->line_count; i++)
        write_line(&w, i);
    for (size_t i = 0; i < w.take_count; i++)
        complain_of_units(&w, &takes[i].played);
    return w.missing;
}
