/* SPDX-License-Identifier: MIT
 * How did the heap grow, and when was it collected? x is allocated bytes, not time; collections are strokes
 * under the axis, longer for older generations; panels share both axes. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

static const double panel_height = 24, panel_pitch = 56, first_top = 26;

double hp_chart_timeline_height(const struct hp_timeline_chart *chart)
{
    return first_top + panel_pitch * (double)chart->count + 22;
}

static void draw_curve(struct hp_doc *doc, const struct hp_time_panel *p, const struct hp_scale *x,
                       const struct hp_scale *y, double base)
{
    struct hp_scene *s = hp_doc_scene(doc);
    struct hp_point *area = hp_arena_get(doc->arena, (p->count + 2) * sizeof *area);
    for (size_t i = 0; i < p->count; i++)
        area[i + 1] =
            (struct hp_point){ hp_scale_at(x, p->line[i].x), hp_scale_at(y, p->line[i].y) };
    if (p->count < 2)
        return;
    area[0] = (struct hp_point){ area[1].x, base };
    area[p->count + 1] = (struct hp_point){ area[p->count].x, base };
    hp_scene_polygon(s, area, p->count + 2, p->above ? HP_INK_ABOVE_FILL : HP_INK_BELOW_FILL);
    hp_scene_polyline(s, area + 1, p->count, HP_STROKE_TIMELINE,
                      p->above ? HP_INK_ABOVE : HP_INK_BELOW);
}

static void draw_panel(struct hp_doc *doc, const struct hp_timeline_chart *chart,
                       const struct hp_time_panel *p, const struct hp_scale *x, double top)
{
    static const double stroke[3] = { 5, 7.5, 10 };
    static const char *const names[3] = { "gen0", "gen1", "gen2" };
    struct hp_scene *s = hp_doc_scene(doc);
    const double base = top + panel_height;
    const struct hp_scale y = hp_scale_linear(0, chart->y_max, base, top);
    draw_curve(doc, p, x, &y, base);
    hp_scene_line(s, x->from, base, x->to, base, HP_STROKE_AXIS, HP_INK_AXIS);
    hp_scene_line(s, x->from, top - 3, x->from, base, HP_STROKE_AXIS, HP_INK_AXIS);
    for (int i = 0; i < 2; i++) {
        const double v = i == 0 ? 0 : y.high, at = hp_scale_at(&y, v);
        hp_scene_line(s, x->from - 3.5, at, x->from, at, HP_STROKE_TICK, HP_INK_AXIS);
        (void)hp_doc_text(doc, x->from - 6, at + 2.6, HP_END, HP_ROLE_TICK,
                          hp_num_plain(&doc->fmt, v));
    }
    for (size_t i = 0; i < p->stroke_count; i++) {
        const int g = p->strokes[i].generation < 0   ? 0
                      : p->strokes[i].generation > 2 ? 2
                                                     : p->strokes[i].generation;
        const double at = hp_scale_at(x, p->strokes[i].x);
        hp_scene_line(s, at, base + 3, at, base + 3 + stroke[g], HP_STROKE_DATA,
                      p->above ? HP_INK_ABOVE : HP_INK_BELOW);
    }
    (void)hp_doc_text(doc, HP_LEFT, top + 8, HP_START, HP_ROLE_LABEL, p->title);
    (void)hp_doc_text(doc, HP_LEFT, top + 20, HP_START, HP_ROLE_NOTE, p->sub);
    double line = top + 6;
    for (int g = 0; g < 3; g++) {
        if (p->counts[g] == NULL)
            continue;
        (void)hp_doc_text(doc, HP_RIGHT - 26, line, HP_END, HP_ROLE_TABLE, p->counts[g]);
        (void)hp_doc_text(doc, HP_RIGHT - 22, line, HP_START, HP_ROLE_NOTE, names[g]);
        line += 12;
    }
}

void hp_chart_timeline(struct hp_doc *doc, const struct hp_timeline_chart *chart)
{
    const double from = HP_LEFT + 102, to = HP_LEFT + 440;
    const struct hp_scale x = hp_scale_linear(0, chart->x_max, from, to);
    double top = doc->y + first_top;
    (void)hp_doc_text(doc, from, top - 10, HP_START, HP_ROLE_TICK, chart->y_title);
    for (size_t i = 0; i < chart->count; i++) {
        draw_panel(doc, chart, &chart->panels[i], &x, top);
        top += panel_pitch;
    }
    const struct hp_area area = { from, top - 10, to, top - 10 };
    hp_scene_line(hp_doc_scene(doc), from, area.bottom, to, area.bottom, HP_STROKE_AXIS,
                  HP_INK_AXIS);
    hp_chart_x_ticks(doc, &area, &x, 4);
    (void)hp_doc_text(doc, HP_LEFT, area.bottom + 12, HP_START, HP_ROLE_TICK, chart->x_title);
    doc->y = area.bottom + 14;
}
