/* SPDX-License-Identifier: MIT
 * Where did a counter go when the threshold moved? Two uprights, one line. Parent process.
 */
#include "reports/chart.h"

#include <math.h>

static void end_of(struct hp_doc *doc, const struct hp_area *area, double x,
                   const struct hp_scale *y, double value, const char *text, bool above, bool left,
                   const double *range)
{
    struct hp_scene *s = hp_doc_scene(doc);
    hp_chart_band(doc, x, 7, y, range);
    hp_scene_line(s, x, area->top, x, area->bottom, HP_STROKE_CONNECTOR, HP_INK_HAIR);
    if (isnan(value))
        return;
    hp_scene_mark(s, (struct hp_point){ x, hp_scale_at(y, value) }, HP_MARK_R,
                  above ? HP_MARK_SQUARE : HP_MARK_CIRCLE);
    (void)hp_doc_text(doc, left ? x - 10 : x + 10, hp_scale_at(y, value) + 3,
                      left ? HP_END : HP_START, HP_ROLE_TABLE, text);
}

void hp_chart_slope(struct hp_doc *doc, const struct hp_slope *slope, const struct hp_area *area)
{
    struct hp_scene *s = hp_doc_scene(doc);
    double top = 1;
    const double values[] = { slope->value_before, slope->value_after, slope->range[1],
                              slope->range[3] };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (isfinite(values[i]))
            top = fmax(top, values[i]);
    const struct hp_scale y = { HP_SCALE_LINEAR, 0, top * 1.1, area->bottom, area->top };
    const double xa = area->left + 46, xb = area->right - 46;
    (void)hp_doc_text(doc, area->left, area->top - 14, HP_START, HP_ROLE_NOTE, slope->title);
    hp_scene_line(s, xa - 6, area->bottom, xb + 6, area->bottom, HP_STROKE_AXIS, HP_INK_AXIS);
    if (isfinite(slope->value_before) && isfinite(slope->value_after))
        hp_scene_line(s, xa, hp_scale_at(&y, slope->value_before), xb,
                      hp_scale_at(&y, slope->value_after), HP_STROKE_SLOPE, HP_INK_AXIS);
    end_of(doc, area, xa, &y, slope->value_before, slope->text_before, slope->above_before, true,
           slope->range);
    end_of(doc, area, xb, &y, slope->value_after, slope->text_after, slope->above_after, false,
           slope->range + 2);
    (void)hp_doc_text(doc, xa, area->bottom + 13, HP_MIDDLE, HP_ROLE_TICK, slope->before);
    (void)hp_doc_text(doc, xb, area->bottom + 13, HP_MIDDLE, HP_ROLE_TICK, slope->after);
}
