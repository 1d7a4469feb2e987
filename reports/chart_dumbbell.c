/* SPDX-License-Identifier: MIT
 * What did moving the threshold take away? One row: square before, circle after, a grey connector from
 * interval to interval; where the intervals share values, one above the other instead. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

/* How far from the row's middle the two stand where their intervals share values: more above it, for grey words may
 * follow below. */
static const double raised = -4, lowered = 1.4;

static struct hp_plot point_of(const struct hp_datum *d, double down)
{
    return (struct hp_plot){ .kind = HP_PLOT_POINT,
                             .mark = d->above ? HP_MARK_SQUARE : HP_MARK_CIRCLE,
                             .ink = d->above ? HP_INK_ABOVE_TEXT : HP_INK_BELOW_TEXT,
                             .value = d->value,
                             .low = d->low,
                             .high = d->high,
                             .down = down };
}

size_t hp_chart_dumbbell(struct hp_doc *doc, const struct hp_datum *before,
                         const struct hp_datum *after, const char *before_label,
                         const char *after_label, const struct hp_plot **out)
{
    struct hp_plot *plots = hp_arena_get(doc->arena, 3 * sizeof *plots);
    const bool both = before->present && after->present;
    const bool share = both && before->low <= after->high && after->low <= before->high;
    size_t n = 0;
    if (both && !share)
        plots[n++] = (struct hp_plot){ .kind = HP_PLOT_CONNECTOR,
                                       .low = fmin(before->high, after->high),
                                       .high = fmax(before->low, after->low) };
    if (before->present) {
        plots[n] = point_of(before, share ? raised : 0);
        plots[n].label = before_label;
        plots[n++].label_left = after->present && after->value > before->value;
    }
    if (after->present) {
        plots[n] = point_of(after, share ? lowered : 0);
        plots[n].label = after_label;
        plots[n++].label_above = true;
    }
    *out = plots;
    return n;
}
