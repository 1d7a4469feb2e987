/* SPDX-License-Identifier: MIT
 * How large is one effect, and how sure? A mark with its interval for a table's scale column; with fewer than
 * nine samples the interval is left to the caller, who draws the samples. Parent process.
 */
#include "reports/chart.h"

size_t hp_chart_forest(struct hp_doc *doc, const struct hp_datum *d, enum hp_mark mark,
                       enum hp_ink ink, const struct hp_plot **out)
{
    if (!d->present)
        return 0;
    struct hp_plot *plot = HP_ARENA_NEW(doc->arena, struct hp_plot);
    *plot = (struct hp_plot){ .kind = HP_PLOT_POINT,
                              .mark = mark,
                              .ink = ink,
                              .value = d->value,
                              .low = d->low,
                              .high = d->high };
    *out = plot;
    return 1;
}
