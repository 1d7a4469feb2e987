/* SPDX-License-Identifier: MIT
 * Answers: was this text measured before? A hash table that only grows, for the life of the fonts.
 */
#include "reports/widths.h"

#include <string.h>

enum { FIRST_CAPACITY = 1024 };

/* FNV-1a over role and text. */
static uint64_t hash_of(enum hp_role role, const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ (uint64_t)role;
    for (const char *c = text; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return hash;
}

/* The place that holds (role, text), or the free one where it belongs. */
static struct hp_width *place_of(const struct hp_widths *w, enum hp_role role, const char *text)
{
    size_t at = (size_t)hash_of(role, text) & (w->capacity - 1);
    while (w->places[at].text != NULL &&
           (w->places[at].role != role || strcmp(w->places[at].text, text) != 0))
        at = (at + 1) & (w->capacity - 1);
    return &w->places[at];
}

static void grow(struct hp_widths *w)
{
    struct hp_widths larger = { .arena = w->arena,
                                .count = w->count,
                                .capacity = w->capacity > 0 ? w->capacity * 2 : FIRST_CAPACITY };
    larger.places = hp_mem_new(larger.capacity * sizeof *larger.places);
    for (size_t i = 0; i < w->capacity; i++)
        if (w->places[i].text != NULL)
            *place_of(&larger, w->places[i].role, w->places[i].text) = w->places[i];
    hp_mem_free(w->places);
    *w = larger;
}

struct hp_width *hp_widths_find(struct hp_widths *w, enum hp_role role, const char *text)
{
    if (w->arena == NULL)
        w->arena = hp_arena_new();
    if (w->count * 2 >= w->capacity)
        grow(w);
    struct hp_width *place = place_of(w, role, text);
    if (place->text == NULL) {
        *place = (struct hp_width){ hp_arena_copy(w->arena, text), role, -1 };
        w->count++;
    }
    return place;
}

void hp_widths_clear(struct hp_widths *w)
{
    hp_mem_free(w->places);
    hp_arena_free(w->arena);
    *w = (struct hp_widths){ 0 };
}
