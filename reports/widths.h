/* SPDX-License-Identifier: MIT
 * Widths that were measured before. Tables measure the same words again and again, and shaping one costs some
 * ten microseconds; a report asks a few thousand different words some hundred thousand times.
 */
#ifndef HP_REPORTS_WIDTHS_H
#define HP_REPORTS_WIDTHS_H

#include "base/mem.h"
#include "reports/theme.h"

struct hp_width {
    const char *text; /* in the arena; NULL: free place */
    enum hp_role role;
    double width; /* points */
};

/* Zero-initialised is empty. */
struct hp_widths {
    struct hp_arena *arena;
    struct hp_width *places; /* open addressing; capacity is a power of two */
    size_t count, capacity;
};

/* The place of (role, text): width < 0 when it is new and is to be filled in by the caller. Good until the next
 * call. */
struct hp_width *hp_widths_find(struct hp_widths *w, enum hp_role role, const char *text);
void hp_widths_clear(struct hp_widths *w);

#endif
