/* SPDX-License-Identifier: MIT
 * Measuring and breaking text. Positions are baselines; widths are what will be painted, to 0.001 pt.
 */
#ifndef HP_REPORTS_TEXT_H
#define HP_REPORTS_TEXT_H

#include "base/mem.h"
#include "reports/fonts.h"

double hp_typeset_width(struct hp_fonts *fonts, enum hp_role role, const char *text);

struct hp_lines {
    const char **items;
    size_t count;
};
/* Breaks at spaces and newlines, ragged right, without hyphens; a word that is wider than `width` is cut
 * between characters. U+00A0 and U+202F never break. */
struct hp_lines hp_typeset_wrap(struct hp_fonts *fonts, enum hp_role role, const char *text,
                                double width, struct hp_arena *arena);

/* HP_E_ENV when a glyph was missing in what was measured or painted so far. */
int hp_typeset_check(const struct hp_fonts *fonts, struct hp_err *err);

#endif
