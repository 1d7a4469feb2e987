/* SPDX-License-Identifier: MIT
 * How did the heap grow and when was it collected, on both sides of the boundary? Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double mb = 1e6;

static double heap_mb(const int64_t bytes[HP_GENERATIONS])
{
    double sum = 0;
    for (int g = 0; g < HP_GENERATIONS; g++)
        sum += (double)bytes[g];
    return sum / mb;
}

/* A saw tooth: up to what a collection found, straight down to what it left. */
static void fill_panel(struct hp_doc *doc, const struct hp_m_timeline *t, struct hp_time_panel *p)
{
    struct hp_point *line = hp_arena_get(doc->arena, (2 * t->count + 2) * sizeof *line);
    struct hp_time_stroke *strokes = hp_arena_get(doc->arena, (t->count + 1) * sizeof *strokes);
    const double origin = t->count > 0 ? (double)t->items[0].allocated_bytes - t->first_bytes : 0;
    for (size_t i = 0; i < t->count; i++) {
        const struct hp_collection *c = &t->items[i];
        const double x = ((double)c->allocated_bytes - origin) / mb;
        if (i == 0)
            line[p->count++] = (struct hp_point){ 0, fmax(heap_mb(c->before_bytes) - x, 0) };
        line[p->count++] = (struct hp_point){ x, heap_mb(c->before_bytes) };
        line[p->count++] = (struct hp_point){ x, heap_mb(c->after_bytes) };
        strokes[p->stroke_count++] = (struct hp_time_stroke){ x, c->generation };
    }
    p->line = line;
    p->strokes = strokes;
    p->above = t->above;
    for (int g = 0; g < 3; g++)
        p->counts[g] = g == 1 && t->per_generation[1] == 0
                           ? NULL
                           : hp_num_count(&doc->fmt, (double)t->per_generation[g]);
}

void hp_page_timeline(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    struct hp_m_timeline *items = NULL;
    const size_t count = hp_model_timelines(model, sheet, &items);
    struct hp_time_panel *panels = hp_arena_get(doc->arena, (count + 1) * sizeof *panels);
    struct hp_timeline_chart chart = { .panels = panels, .count = count };
    for (size_t i = 0; i < count; i++) {
        fill_panel(doc, &items[i], &panels[i]);
        panels[i].title = hp_num_plain(&doc->fmt, items[i].x);
        panels[i].sub =
            strcmp(items[i].threshold, "default") == 0
                ? hp_say(doc, HP_W_THRESHOLD_DEFAULT)
                : hp_say(doc, HP_W_THRESHOLD_IS,
                         hp_num_local(&doc->fmt,
                                      hp_num_count(&doc->fmt, strtod(items[i].threshold, NULL))));
        for (size_t k = 0; k < panels[i].count; k++) {
            chart.x_max = fmax(chart.x_max, panels[i].line[k].x);
            chart.y_max = fmax(chart.y_max, panels[i].line[k].y);
        }
    }
    chart.y_title = hp_say(doc, HP_W_HEAP_MB);
    chart.x_title = hp_say(doc, HP_W_ALLOCATED_MB);
    hp_doc_section(doc, "timeline", hp_say(doc, HP_W_SEC_TIMELINE),
                   90 + hp_chart_timeline_height(&chart));
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_TIMELINE_LEAD));
    hp_doc_heading(
        doc, hp_say(doc, HP_W_TIMELINE_TITLE),
        hp_arena_print(doc->arena, "%s, %s", sheet->main->runtime_text, sheet->main->constant),
        hp_doc_figure_label(doc, "timeline"), hp_chart_timeline_height(&chart) + 10);
    doc->y += 7;
    hp_scene_line(hp_doc_scene(doc), HP_LEFT, doc->y, HP_RIGHT, doc->y, HP_STROKE_TABLE,
                  HP_INK_TEXT);
    hp_doc_figure_begin(doc,
                        hp_say(doc, HP_W_TIMELINE_ALT, hp_num_count(&doc->fmt, (double)count)));
    hp_chart_timeline(doc, &chart);
    hp_doc_figure_end(doc);
    hp_doc_note(doc, hp_say(doc, HP_W_TIMELINE_NOTE));
}
