/* SPDX-License-Identifier: MIT
 * Answers: how does a trace read with the answers of this heap? Writes the form that trace.c reads, for one
 * runtime, without tags. Owns nothing; runs in the parent.
 */
#include "base/text.h"
#include "replay/replay.h"

/* On newer hosted runtimes other threads disturb it; a heap of ours has none. */
static bool is_written(const struct hp_stage *stage, const char *key)
{
    return strcmp(key, "approx") != 0 || stage->runtime == 8 ||
           (stage->heap->table->caps & HP_CAP_OWN_BODIES) == 0;
}

void hp_write_answer(const struct hp_played *played, const struct hp_stage *stage,
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

static int64_t write_line(const struct hp_performance *p, size_t index,
                          const struct hp_stage *stage, struct hp_text *out,
                          struct hp_text *complaints)
{
    const struct hp_trace_line *line = &p->file->lines[index];
    const struct hp_played *played = &p->lines[index];
    struct hp_text answer = { 0 };
    hp_write_answer(played, stage, &answer);
    hp_text_put(out, line->text);
    if (answer.bytes > 0)
        hp_text_print(out, " ->%s", hp_text_str(&answer));
    hp_text_put(out, "\n");
    hp_text_clear(&answer);
    if (played->executed || played->aborted)
        return 0;
    hp_text_print(complaints, "%s:%d: %s: not executed: %s\n", p->file->path, line->number,
                  line->text, played->failure != NULL ? played->failure : p->missing);
    return 1;
}

static int64_t write_trace(const struct hp_performance *p, const struct hp_unit *unit,
                           const struct hp_stage *stage, struct hp_text *out,
                           struct hp_text *complaints)
{
    int64_t missing = 0;
    hp_text_print(out, "trace %s\n", unit->name);
    if (unit->set_line != NULL)
        hp_text_print(out, "%s\n", unit->set_line);
    for (size_t i = 0; i < unit->line_count; i++)
        missing += write_line(p, unit->lines[i], stage, out, complaints);
    hp_text_put(out, "end\n\n");
    return missing;
}

int64_t hp_write(const struct hp_performance *p, const struct hp_stage *stage, struct hp_text *out,
                 struct hp_text *complaints)
{
    const bool traces = p->file->family->unit == HP_UNIT_TRACE;
    int64_t missing = 0;
    for (size_t i = 0; traces && i < p->file->unit_count; i++)
        missing += write_trace(p, &p->file->units[i], stage, out, complaints);
    for (size_t i = 0; !traces && i < p->file->line_count; i++)
        missing += write_line(p, i, stage, out, complaints);
    for (size_t i = 0; i < p->file->unit_count; i++) {
        if (p->unit_failures[i] == NULL)
            continue;
        hp_text_print(
            complaints, "%s:%d: after the last operation: %s\n", p->file->path,
            p->file->lines[p->file->units[i].lines[p->file->units[i].line_count - 1]].number,
            p->unit_failures[i]);
        missing++;
    }
    return missing;
}
