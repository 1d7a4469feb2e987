/* SPDX-License-Identifier: MIT
 * Can the medians of the times be trusted? Every reading on both sides of the boundary in the order of
 * measuring and sorted, and each case against itself: even rounds over odd ones. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>

static const double panel_height = 55;

/* Two timed sizes of one way. */
struct pair {
    const struct hp_m_series *series;
    const struct hp_m_point *side[2];
    bool boundary; /* the two neighbours of the boundary of the sheet */
};

/* The pair of the sheet's boundary where the way was timed there, else the smallest and largest timed size of
 * the sweep that is drawn. */
static bool pair_of(const struct hp_m_sheet *sheet, const struct hp_m_series *s, struct pair *p)
{
    const struct hp_m_series *main = sheet->main;
    *p = (struct pair){ .series = s };
    if (main != NULL) {
        p->side[0] = hp_model_at(s, main->points[main->below].x);
        p->side[1] = hp_model_at(s, main->points[main->below + 1].x);
        p->boundary = p->side[0] != NULL && p->side[0]->time.present && p->side[1] != NULL &&
                      p->side[1]->time.present;
    }
    if (p->boundary)
        return true;
    p->side[0] = p->side[1] = NULL;
    for (size_t i = 0; i < s->count; i++) {
        if (!s->points[i].time.present || !hp_model_drawn(s, &s->points[i]))
            continue;
        p->side[p->side[0] != NULL] = &s->points[i];
    }
    return p->side[1] != NULL;
}

bool hp_page_samples_has(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    struct pair p;
    (void)model;
    for (size_t i = 0; i < sheet->series_count; i++)
        if (pair_of(sheet, &sheet->series[i], &p))
            return true;
    return false;
}

static const char *name_of(struct hp_doc *doc, const struct hp_m_series *s)
{
    return hp_arena_print(doc->arena, "%s, %s", s->label, s->runtime_text);
}

/* Even rounds over odd ones with the interval, or that there are too few rounds. */
static const char *control_text(struct hp_doc *doc, const struct hp_m_point *p)
{
    const struct hp_control h = hp_model_control(p->memo, &p->time);
    if (h.n == 0)
        return hp_say(doc, HP_W_ONE_ROUND);
    const int decimals = hp_num_decimals(h.ratio.low, h.ratio.high);
    return hp_say(doc, HP_W_EVEN_ODD, hp_num_fixed(&doc->fmt, h.ratio.value, decimals),
                  hp_num_interval(&doc->fmt, h.ratio.low, h.ratio.high, decimals));
}

static struct hp_order_side side_of(struct hp_doc *doc, const char *over,
                                    const struct hp_m_point *p)
{
    const struct hp_fmt *f = &doc->fmt;
    const struct hp_m_value *v = &p->time;
    const char *control = control_text(doc, p);
    return (struct hp_order_side){
        .title = hp_say(doc, HP_W_SAMPLES_AT, hp_words_size(f, over, p->x),
                        hp_num_plain(f, round(v->median / 100) / 10), hp_num_count(f, (double)v->n),
                        hp_num_count(f, (double)v->outliers)),
        .note = v->n < HP_FEW_SAMPLES
                    ? hp_arena_print(doc->arena, "%s; %s", hp_say(doc, HP_W_SAMPLES_FEW), control)
                    : control,
        .values = v->samples,
        .rounds = v->rounds,
        .count = v->n,
        .median = v->median,
    };
}

static void draw_pair(struct hp_doc *doc, const struct pair *p)
{
    const struct hp_order chart = { .sides = { side_of(doc, p->series->over, p->side[0]),
                                               side_of(doc, p->series->over, p->side[1]) },
                                    .base = p->side[0]->time.median,
                                    .boundary = p->boundary,
                                    .sorted_title = hp_say(doc, HP_W_SAMPLES_SORTED) };
    hp_doc_heading(doc, name_of(doc, p->series), p->series->constant,
                   hp_doc_figure_label(doc, "sample_value"),
                   hp_chart_order_height(panel_height) + 10);
    doc->y += 7;
    hp_scene_line(hp_doc_scene(doc), HP_LEFT, doc->y, HP_RIGHT, doc->y, HP_STROKE_TABLE,
                  HP_INK_TEXT);
    hp_doc_figure_begin(doc, hp_say(doc, HP_W_SAMPLES_ALT, name_of(doc, p->series),
                                    hp_words_size(&doc->fmt, p->series->over, p->side[0]->x),
                                    hp_words_size(&doc->fmt, p->series->over, p->side[1]->x)));
    hp_chart_order(doc, &chart, panel_height);
    hp_doc_figure_end(doc);
}

static const double section_block = 260; /* what stands with its title */

void hp_page_samples(struct hp_doc *doc, const struct hp_model *model,
                     const struct hp_m_sheet *sheet)
{
    const struct hp_m_control *c = &sheet->control;
    (void)model;
    hp_doc_section(doc, "samples", hp_say(doc, HP_W_SEC_SAMPLES), section_block);
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_SAMPLES_LEAD));
    if (c->count > 0)
        hp_doc_paragraph(doc, 18, HP_ROLE_BODY, hp_columns(10),
                         hp_say(doc, HP_W_SAMPLES_SEEN, hp_percent_text(doc, c->half_percent)));
    struct pair p;
    for (size_t i = 0; i < sheet->series_count; i++)
        if (pair_of(sheet, &sheet->series[i], &p))
            draw_pair(doc, &p);
    hp_doc_note(doc, hp_say(doc, HP_W_SAMPLES_READ));
}
