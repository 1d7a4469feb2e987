/* SPDX-License-Identifier: MIT
 * Do readings drift, jump between rounds, or scatter? Two panels with every reading in the order of measuring
 * and a third with the same readings sorted, which is their distribution; all share one axis. Parent process.
 */
#include "reports/chart.h"

#include <math.h>
#include <stdlib.h>

static const double axis_left = 38, title_room = 24, panel_gap = 20, sorted_share = 0.24;
static const double small_mark = 1.5; /* of a single reading */

static const enum hp_mark marks[2][2] = { { HP_MARK_DOT, HP_MARK_RING },
                                          { HP_MARK_CIRCLE, HP_MARK_SQUARE } };
static const enum hp_ink inks[2][2] = { { HP_INK_TEXT, HP_INK_GREY },
                                        { HP_INK_BELOW, HP_INK_ABOVE } };

static struct hp_scale scale_of(const struct hp_order *chart, const struct hp_area *area)
{
    double low = 1, high = 1;
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < chart->sides[k].count; i++) {
            const double value = chart->sides[k].values[i] / chart->base;
            if (value > 0)
                low = fmin(low, value), high = fmax(high, value);
        }
    }
    return hp_scale_log2(low, high, area->bottom, area->top);
}

static void panel(struct hp_doc *doc, const struct hp_area *area, const struct hp_scale *y,
                  const char *title)
{
    struct hp_scene *s = hp_doc_scene(doc);
    const struct hp_ticks ticks = hp_scale_ticks(y, 4);
    for (size_t i = 0; i < ticks.count; i++) {
        const double at = hp_scale_at(y, ticks.values[i]);
        const bool one = ticks.values[i] == 1;
        hp_scene_line(s, area->left, at, area->right, at, one ? HP_STROKE_ONE : HP_STROKE_GRID,
                      one ? HP_INK_TEXT : HP_INK_GRID);
    }
    (void)hp_doc_text(doc, area->left, area->top - 6, HP_START, HP_ROLE_TICK, title);
    hp_scene_line(s, area->left, area->bottom, area->right, area->bottom, HP_STROKE_AXIS,
                  HP_INK_AXIS);
}

/* A reading's place between the panel's edges; half a step of room at both ends. */
static double place(const struct hp_area *area, size_t i, size_t count)
{
    return area->left + (area->right - area->left) * ((double)i + 0.5) / (double)count;
}

static void draw_order(struct hp_doc *doc, const struct hp_order *chart, size_t side,
                       const struct hp_area *area, const struct hp_scale *y)
{
    const struct hp_order_side *d = &chart->sides[side];
    struct hp_scene *s = hp_doc_scene(doc);
    panel(doc, area, y, d->title);
    for (size_t i = 0; i < d->count; i++) {
        const double x = place(area, i, d->count);
        if (i > 0 && d->rounds[i] != d->rounds[i - 1]) {
            const double between = (x + place(area, i - 1, d->count)) / 2;
            hp_scene_line(s, between, area->top, between, area->bottom + 4, HP_STROKE_TICK,
                          HP_INK_AXIS);
        }
        hp_scene_mark(s, (struct hp_point){ x, hp_scale_at(y, d->values[i] / chart->base) },
                      small_mark, marks[chart->boundary][side]);
    }
    const double median = hp_scale_at(y, d->median / chart->base);
    hp_scene_line(s, area->left, median, area->right, median, HP_STROKE_TIMELINE,
                  inks[chart->boundary][side]);
    (void)hp_doc_text(doc, area->left, area->bottom + 12, HP_START, HP_ROLE_TICK, d->note);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void draw_sorted(struct hp_doc *doc, const struct hp_order *chart,
                        const struct hp_area *area, const struct hp_scale *y)
{
    panel(doc, area, y, chart->sorted_title);
    for (size_t side = 0; side < 2; side++) {
        const struct hp_order_side *d = &chart->sides[side];
        double *values = hp_arena_get(doc->arena, (d->count + 1) * sizeof *values);
        for (size_t i = 0; i < d->count; i++)
            values[i] = d->values[i];
        qsort(values, d->count, sizeof *values, ascending);
        for (size_t i = 0; i < d->count; i++)
            hp_scene_mark(hp_doc_scene(doc),
                          (struct hp_point){ place(area, i, d->count),
                                             hp_scale_at(y, values[i] / chart->base) },
                          small_mark, marks[chart->boundary][side]);
    }
    (void)hp_doc_text(doc, area->left, area->bottom + 12, HP_START, HP_ROLE_TICK, "0");
    (void)hp_doc_text(doc, area->right, area->bottom + 12, HP_END, HP_ROLE_TICK,
                      hp_arena_print(doc->arena, "100" HP_NBSP "%%"));
}

double hp_chart_order_height(double height)
{
    return title_room + height + 14;
}

void hp_chart_order(struct hp_doc *doc, const struct hp_order *chart, double height)
{
    const double room = HP_WIDTH - axis_left - 2 * panel_gap, top = doc->y + title_room;
    const double order = room * (1 - sorted_share) / 2;
    struct hp_area area = { HP_LEFT + axis_left, top, HP_LEFT + axis_left + order, top + height };
    const struct hp_scale y = scale_of(chart, &area);
    const double no_grid[4] = { 0 };
    hp_chart_y_axis(doc, &area, &y, HP_LEFT, NULL, no_grid);
    for (size_t side = 0; side < 2; side++) {
        draw_order(doc, chart, side, &area, &y);
        area.left = area.right + panel_gap;
        area.right = area.left + order;
    }
    area.right = HP_RIGHT;
    draw_sorted(doc, chart, &area, &y);
    doc->y = top + height + 14;
}
