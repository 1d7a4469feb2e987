/* SPDX-License-Identifier: MIT
 * What did moving the threshold take away? One row: square before, circle after, a grey connector from
 * interval to interval. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

size_t hp_chart_dumbbell(struct hp_doc *doc, const struct hp_datum *before,
                         const struct hp_datum *after, const char *before_label,
                         const char *after_label, const struct hp_plot **out)
{
    struct hp_plot *plots = hp_arena_get(doc->arena, 3 * sizeof *plots);
    size_t n = 0;
    if (before->present && after->present)
        plots[n++] =
            (struct hp_plot){ .kind = HP_PLOT_CONNECTOR,
                              .low = fmin(before->low, after->low) == after->low ? after->high
                                                                                 : before->high,
                              .high = fmax(before->low, after->low) };
    if (before->present)
        plots[n++] =
            (struct hp_plot){ .kind = HP_PLOT_POINT,
                              .mark = before->above ? HP_MARK_SQUARE : HP_MARK_CIRCLE,
                              .ink = before->above ? HP_INK_ABOVE_TEXT : HP_INK_BELOW_TEXT,
                              .value = before->value,
                              .low = before->low,
                              .high = before->high,
                              .label = before_label,
                              .label_left = after->present && after->value > before->value };
    if (after->present)
        plots[n++] = (struct hp_plot){ .kind = HP_PLOT_POINT,
                                       .mark = after->above ? HP_MARK_SQUARE : HP_MARK_CIRCLE,
                                       .ink = after->above ? HP_INK_ABOVE_TEXT : HP_INK_BELOW_TEXT,
                                       .value = after->value,
                                       .low = after->low,
                                       .high = after->high,
                                       .label = after_label,
                                       .label_above = true };
    *out = plots;
    return n;
}
