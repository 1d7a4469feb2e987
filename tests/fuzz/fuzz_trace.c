/* SPDX-License-Identifier: MIT
 * A file of traces from any bytes, its family chosen by the first: either whole or problems with places, never
 * both; what was accepted has every line in exactly one unit and is written in a form that is accepted again.
 */
#include "base/err.h"
#include "replay/replay.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct hp_heap_ops ops;
static const struct hp_plugin table = { .name = "none", .heap = &ops };
static const struct hp_loaded heap = { .table = &table, .path = "none.so" };
static const struct hp_stage stage = { .heap = &heap, .runtime = 9, .machine = { "m", 2, 0, 0 } };

static void lines_are_in_units(const struct hp_trace_file *file)
{
    size_t *seen = hp_mem_new((file->line_count + 1) * sizeof *seen);
    for (size_t u = 0; u < file->unit_count; u++)
        for (size_t k = 0; k < file->units[u].line_count; k++)
            seen[file->units[u].lines[k]]++;
    for (size_t i = 0; i < file->line_count; i++)
        if (seen[i] != 1)
            abort();
    hp_mem_free(seen);
}

/* As if every operation had answered what was recorded. */
static void played_as_recorded(const struct hp_trace_file *file, struct hp_performance *out)
{
    struct hp_arena *arena = hp_arena_new();
    *out = (struct hp_performance){ .arena = arena, .file = file };
    out->lines = hp_arena_get(arena, (file->line_count + 1) * sizeof *out->lines);
    out->unit_failures = hp_arena_get(arena, (file->unit_count + 1) * sizeof *out->unit_failures);
    for (size_t i = 0; i < file->line_count; i++) {
        const struct hp_recordings *a = &file->lines[i].answers;
        struct hp_played *p = &out->lines[i];
        p->keys = hp_arena_get(arena, (a->count + 1) * sizeof *p->keys);
        p->values = hp_arena_get(arena, (a->count + 1) * sizeof *p->values);
        p->executed = true;
        for (size_t k = 0; k < a->count; k++) {
            if (!hp_recorded_applies(&a->items[k], stage.runtime, stage.machine.processors))
                continue;
            p->aborted = p->aborted || strcmp(a->items[k].key, "aborts") == 0;
            p->failure = p->words = a->items[k].value;
            p->keys[p->count] = a->items[k].key;
            p->values[p->count++] = a->items[k].value;
        }
    }
}

static void written_again(const struct hp_trace_file *file)
{
    struct hp_performance played;
    struct hp_tally tally = { 0 };
    struct hp_text text = { 0 }, none = { 0 };
    struct hp_problems problems = { 0 };
    struct hp_trace_file *again = NULL;
    struct hp_err err = { 0, "" };
    played_as_recorded(file, &played);
    hp_compare(&played, &stage, NULL, &none, &tally);
    const struct hp_take take = { stage, played };
    if (tally.differ != 0 || hp_write(&take, 1, &text, &none) != 0)
        abort();
    if (hp_trace_parse("again", hp_text_str(&text), text.bytes, file->family, &again, &problems,
                       &err) != HP_OK)
        abort();
    if (again->line_count != file->line_count || again->unit_count != file->unit_count)
        abort();
    hp_trace_free(again);
    hp_problems_clear(&problems);
    hp_text_clear(&text);
    hp_text_clear(&none);
    hp_performance_clear(&played);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t families = 0;
    struct hp_trace_file *file = NULL;
    struct hp_problems problems = { 0 };
    struct hp_err err = { 0, "" };
    struct hp_text text = { 0 };
    while (hp_families[families].name != NULL)
        families++;
    if (size == 0)
        return 0;
    const int rc = hp_trace_parse("fuzz", (const char *)data + 1, size - 1,
                                  &hp_families[data[0] % families], &file, &problems, &err);
    if ((rc == HP_OK) != (file != NULL) || (rc == HP_OK && problems.count > 0))
        abort();
    if (file != NULL) {
        lines_are_in_units(file);
        written_again(file);
    }
    hp_problems_print(&problems, &text);
    if (!hp_utf8_valid(hp_text_str(&text), text.bytes))
        abort();
    hp_text_clear(&text);
    hp_problems_clear(&problems);
    hp_trace_free(file);
    return 0;
}
