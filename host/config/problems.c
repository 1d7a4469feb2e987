/* SPDX-License-Identifier: MIT
 * What is wrong with what the user wrote, all of it, in the order of the file? A list of sentences with
 * places; texts live in the list's own arena. Runs in the parent.
 */
#include "config/config.h"

#include <stdlib.h>

enum { INCLUDES_SHOWN = 3 };

/* At most INCLUDE_DEPTH_MAX deep. */
static const struct hp_place *copy_place(struct hp_arena *arena, const struct hp_place *place)
{
    if (place == NULL)
        return NULL;
    struct hp_place *copy = HP_ARENA_NEW(arena, struct hp_place);
    *copy = (struct hp_place){ hp_arena_copy(arena, place->file), place->line, place->column,
                               copy_place(arena, place->from), place->outside };
    return copy;
}

/* An @include may name any file that can be read, also one that is no .cfg and nobody's business here. */
static const char unquoted[] = "this is not what a .cfg has here - a file outside the folder of "
                               "the .cfg that was asked for is "
                               "not quoted; a copy inside it gets the whole message";

void hp_problem_add(struct hp_problems *p, struct hp_place at, const char *format, ...)
{
    if (p->arena == NULL)
        p->arena = hp_arena_new();
    char text[2000];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    HP_PUSH(p->items, p->count, p->capacity) =
        (struct hp_problem){ *copy_place(p->arena, &at),
                             hp_arena_copy(p->arena, at.outside ? unquoted : text) };
}

static int compare(const void *left, const void *right)
{
    const struct hp_problem *a = left, *b = right;
    const int by_file = strcmp(a->at.file, b->at.file);
    if (by_file != 0)
        return by_file;
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    if (a->at.column != b->at.column)
        return a->at.column < b->at.column ? -1 : 1;
    return strcmp(a->text, b->text);
}

static void print_one(const struct hp_problem *p, struct hp_text *out)
{
    if (p->at.line == 0)
        hp_text_print(out, "%s: ", p->at.file);
    else if (p->at.column == 0)
        hp_text_print(out, "%s:%d: ", p->at.file, p->at.line);
    else
        hp_text_print(out, "%s:%d:%d: ", p->at.file, p->at.line, p->at.column);
    hp_text_put(out, p->text);
    const char *lead = " (included from ";
    int shown = 0;
    for (const struct hp_place *from = p->at.from; from != NULL; from = from->from) {
        if (shown++ < INCLUDES_SHOWN)
            hp_text_print(out, "%s%s:%d", lead, from->file, from->line);
        lead = ", from ";
    }
    if (shown > INCLUDES_SHOWN)
        hp_text_print(out, ", and %d more", shown - INCLUDES_SHOWN);
    hp_text_put(out, p->at.from != NULL ? ")\n" : "\n");
}

void hp_problems_print(struct hp_problems *p, struct hp_text *out)
{
    if (p->count > 1)
        qsort(p->items, p->count, sizeof *p->items, compare);
    for (size_t i = 0; i < p->count; i++)
        if (i == 0 || compare(&p->items[i - 1], &p->items[i]) != 0)
            print_one(&p->items[i], out);
}

void hp_problems_clear(struct hp_problems *p)
{
    hp_mem_free(p->items);
    hp_arena_free(p->arena);
    *p = (struct hp_problems){ 0 };
}
