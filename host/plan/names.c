/* SPDX-License-Identifier: MIT
 * Small things that the files of this stage share: names that a user may have meant, lists of values.
 */
#include "base/nearest.h"
#include "plan/internal.h"

#include <stdlib.h>

const char *hp_way_out(struct making *m, const char *word, const char *const *names, size_t count)
{
    const char *near = hp_nearest(word, names, count);
    if (near != NULL)
        return hp_arena_print(m->arena, "did you mean \"%s\"?", near);
    if (count == 0)
        return "there is none";
    return hp_arena_print(m->arena, "known are %s", hp_list_words(m->arena, names, count, 24));
}

bool hp_known_word(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], word) == 0)
            return true;
    return false;
}

size_t hp_option_names(const struct hp_option *options, const char *names[NAMES_MAX])
{
    size_t count = 0;
    for (const struct hp_option *o = options; o->name != NULL && count < NAMES_MAX; o++)
        names[count++] = o->name;
    return count;
}

void hp_dim_value(struct dim *d, const char *value)
{
    d->values[d->count++] = value;
}

static int compare_texts(const void *left, const void *right)
{
    const char *const *const *a = left, *const *const *b = right;
    const int order = strcmp(**a, **b);
    return order != 0 ? order : *a < *b ? -1 : *a > *b;
}

void hp_dim_drop_doubles(struct dim *d)
{
    const char ***sorted = hp_mem_grow(NULL, d->count + 1, sizeof *sorted);
    for (size_t i = 0; i < d->count; i++)
        sorted[i] = &d->values[i];
    if (d->count > 1)
        qsort(sorted, d->count, sizeof *sorted, compare_texts);
    const char *before = NULL;
    for (size_t i = 0; i < d->count; i++) {
        const char *value = *sorted[i];
        if (before != NULL && strcmp(before, value) == 0)
            *sorted[i] = NULL;
        before = value;
    }
    size_t kept = 0;
    for (size_t i = 0; i < d->count; i++)
        if (d->values[i] != NULL)
            d->values[kept++] = d->values[i];
    d->count = kept;
    hp_mem_free(sorted);
}

const char *hp_list_words(struct hp_arena *arena, const char *const *words, size_t count,
                          size_t most)
{
    const char *text = "";
    const size_t shown = count < most ? count : most;
    for (size_t i = 0; i < shown; i++)
        text = hp_arena_print(arena, "%s%s%s", text, i > 0 ? ", " : "", words[i]);
    return count > shown ? hp_arena_print(arena, "%s, ...", text) : text;
}
