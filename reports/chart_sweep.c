/* SPDX-License-Identifier: MIT
 * How does a quantity run over a parameter? Points are measured; a line joins neighbours on the same side of
 * the boundary and is broken elsewhere. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

static struct hp_scale x_scale(const struct hp_sweep_chart *chart, const struct hp_area *area)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t l = 0; l < chart->line_count; l++)
        for (size_t i = 0; i < chart->lines[l].count; i++) {
            low = fmin(low, chart->lines[l].data[i].x);
            high = fmax(high, chart->lines[l].data[i].x);
        }
    if (low > 0 && high / low > 16) {
        const struct hp_scale wide = { HP_SCALE_LOG2, exp2(floor(log2(low))),
                                       exp2(ceil(log2(high))), area->left, area->right };
        return wide;
    }
    return (struct hp_scale){ HP_SCALE_LINEAR, low, high > low ? high : low + 1, area->left,
                              area->right };
}

/* Where the name of each line goes: at its last point, pushed apart downwards. */
static void label_lines(struct hp_doc *doc, const struct hp_sweep_chart *chart,
                        const struct hp_area *area, const struct hp_scale *y)
{
    double taken[HP_SWEEP_LINES];
    size_t count = 0;
    for (size_t l = 0; l < chart->line_count; l++) {
        const struct hp_sweep_line *line = &chart->lines[l];
        double at = NAN;
        for (size_t i = 0; i < line->count; i++)
            if (line->data[i].present)
                at = hp_scale_at(y, line->data[i].value) + 2.6;
        if (isnan(at) || line->label == NULL)
            continue;
        for (size_t k = 0; k < count; k++)
            if (fabs(at - taken[k]) < 9)
                at = taken[k] + 9;
        (void)hp_doc_text(doc, area->right + 7, at, HP_START, HP_ROLE_TICK, line->label);
        taken[count++] = at;
    }
}

void hp_chart_sweep(struct hp_doc *doc, const struct hp_sweep_chart *chart,
                    const struct hp_area *area)
{
    const struct hp_scale x = x_scale(chart, area);
    double top = 0;
    for (size_t l = 0; l < chart->line_count; l++)
        top = fmax(top, hp_chart_top(chart->lines[l].data, chart->lines[l].count));
    const struct hp_scale y = hp_scale_linear(0, top, area->bottom, area->top);
    const double grid[4] = { area->left, area->right, 0, 0 };
    hp_chart_y_axis(doc, area, &y, area->left - 32, chart->title, grid);
    hp_scene_line(hp_doc_scene(doc), area->left - 6, area->bottom, area->right, area->bottom,
                  HP_STROKE_AXIS, HP_INK_AXIS);
    hp_chart_x_ticks(doc, area, &x, 3, true);
    for (size_t l = 0; l < chart->line_count; l++) {
        const struct hp_sweep_line *line = &chart->lines[l];
        for (size_t i = 0; i + 1 < line->count; i++)
            hp_chart_segment(doc, &line->data[i], hp_scale_at(&x, line->data[i].x),
                             &line->data[i + 1], hp_scale_at(&x, line->data[i + 1].x), &y);
        for (size_t i = 0; i < line->count; i++)
            hp_chart_point(doc, &line->data[i], hp_scale_at(&x, line->data[i].x), &y);
    }
    label_lines(doc, chart, area, &y);
    if (chart->x_title != NULL)
        (void)hp_doc_text(doc, area->right, area->bottom + 22, HP_END, HP_ROLE_TICK,
                          chart->x_title);
}
