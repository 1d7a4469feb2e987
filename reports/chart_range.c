/* SPDX-License-Identifier: MIT
 * Does the value here lie in the published range? Grey bar and black dot for a table's scale column. Parent
 * process.
 */
#include "reports/chart.h"

#include <math.h>

size_t hp_chart_range(struct hp_doc *doc, double low, double high, const struct hp_datum *here,
                      const struct hp_plot **out)
{
    struct hp_plot *plots = hp_arena_get(doc->arena, 2 * sizeof *plots);
    size_t n = 0;
    if (isfinite(low) && isfinite(high))
        plots[n++] = (struct hp_plot){ .kind = HP_PLOT_RANGE, .low = low, .high = high };
    if (here->present)
        plots[n++] = (struct hp_plot){ .kind = HP_PLOT_POINT,
                                       .mark = HP_MARK_DOT,
                                       .ink = HP_INK_TEXT,
                                       .value = here->value,
                                       .low = here->low,
                                       .high = here->high };
    *out = plots;
    return n;
}
