/* SPDX-License-Identifier: MIT
 * Memory of the host. Nothing here returns NULL: when the machine has no memory left, one sentence
 * goes to stderr and the process ends with exit code 6 (what was stored stays stored).
 *
 * Most of what the host builds (a config, a plan, a report's model) lives and dies together: it
 * comes from an arena that is freed at once. What grows uses HP_PUSH.
 */
#ifndef HP_BASE_MEM_H
#define HP_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

void *hp_mem_new(size_t bytes); /* zeroed; free with hp_mem_free */
void *hp_mem_grow(void *old, size_t count, size_t element_bytes); /* realloc, overflow checked */
void hp_mem_free(void *block);                                    /* takes NULL */

struct hp_arena; /* owner of blocks that are freed together */

struct hp_arena *hp_arena_new(void);
void hp_arena_free(struct hp_arena *arena);                    /* takes NULL */
void *hp_arena_get(struct hp_arena *arena, size_t bytes);      /* zeroed, aligned to 16 */
char *hp_arena_copy(struct hp_arena *arena, const char *text); /* NULL stays NULL */
char *hp_arena_copy_n(struct hp_arena *arena, const char *bytes, size_t n); /* adds a NUL */
char *hp_arena_print(struct hp_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#define HP_ARENA_NEW(arena, type) ((type *)hp_arena_get((arena), sizeof(type)))

/* Appends to a malloc'ed array: HP_PUSH(list->items, list->count, list->capacity) = value. */
#define HP_PUSH(items, count, capacity)                                                            \
    (*(((count) == (capacity)                                                                      \
            ? (void)((capacity) = (capacity) != 0 ? (capacity)*2 : 8,                              \
                     (items) = hp_mem_grow((items), (capacity), sizeof *(items)))                  \
            : (void)0),                                                                            \
       &(items)[(count)++]))

#endif
