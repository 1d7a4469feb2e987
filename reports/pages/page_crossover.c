/* SPDX-License-Identifier: MIT
 * From which size on does one way take less time than the other? The ratio of their times at each size, with
 * its interval: the first size from which all intervals lie below 1. Drawn where some do and some do not.
 * Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/case_lines.h"

#include <math.h>
#include <string.h>

enum { SIZES_LEAST = 3 };

/* The way that the sweep compares `s` with: everything else is the same. NULL: none, or it is the baseline, or
 * the heap does not answer for time. */
static const struct hp_m_series *baseline_of(const struct hp_m_sheet *sheet,
                                             const struct hp_m_series *s)
{
    const struct hp_case *c = s->like;
    if (s->counters_only || c->baseline == NULL || strcmp(c->method, c->baseline) == 0)
        return NULL;
    for (size_t i = 0; i < sheet->series_count; i++) {
        const struct hp_m_series *b = &sheet->series[i];
        bool same = strcmp(b->like->method, c->baseline) == 0 && strcmp(b->over, s->over) == 0 &&
                    strcmp(b->like->heap, c->heap) == 0 && b->like->runtime == c->runtime &&
                    strcmp(b->like->gc, c->gc) == 0 && b->like->processors == c->processors;
        for (size_t k = 0; same && k < b->like->param_count; k++) {
            const char *other = hp_case_param(c, b->like->params[k].name);
            same = other == NULL || strcmp(b->like->params[k].name, s->over) == 0 ||
                   strcmp(other, b->like->params[k].text) == 0;
        }
        if (same)
            return b;
    }
    return NULL;
}

/* The ratio at point k; NaN: a side has no times there. */
static struct hp_interval ratio_at(const struct hp_m_series *s, const struct hp_m_series *base,
                                   size_t k)
{
    const struct hp_m_point *below = hp_model_at(base, s->points[k].x);
    return below == NULL ? (struct hp_interval){ NAN, NAN, NAN }
                         : hp_model_resolved(&s->points[k], below).ratio;
}

struct crossing {
    size_t sizes;       /* with a ratio */
    size_t first, last; /* points: from which on every interval lies below 1, and the one before */
    bool found;
    double low, high; /* of all intervals, and 1 */
};

static struct crossing crossing_of(const struct hp_m_series *s, const struct hp_m_series *base)
{
    struct crossing c = { .low = 1, .high = 1 };
    bool below = true;
    for (size_t k = s->count; k-- > 0;) {
        const struct hp_interval r = ratio_at(s, base, k);
        if (isnan(r.value))
            continue;
        c.sizes++;
        c.low = fmin(c.low, r.low);
        c.high = fmax(c.high, r.high);
        if (below && r.high >= 1) {
            c.last = k;
            c.found = c.sizes > 1;
        }
        below = below && r.high < 1;
        if (below)
            c.first = k;
    }
    c.found = c.found && c.sizes >= SIZES_LEAST;
    return c;
}

static bool crosses(const struct hp_m_sheet *sheet, const struct hp_m_series *s)
{
    const struct hp_m_series *base = baseline_of(sheet, s);
    return base != NULL && crossing_of(s, base).found;
}

bool hp_page_crossover_has(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    (void)model;
    for (size_t i = 0; i < sheet->series_count; i++)
        if (crosses(sheet, &sheet->series[i]))
            return true;
    return false;
}

/* ---- a table ---- */

static void add_size(struct hp_doc *doc, struct hp_table *t, const struct hp_m_series *s,
                     const struct hp_m_series *base, size_t k, bool first)
{
    const struct hp_fmt *f = &doc->fmt;
    const struct hp_m_point *own = &s->points[k], *other = hp_model_at(base, own->x);
    const struct hp_interval r = ratio_at(s, base, k);
    if (isnan(r.value))
        return;
    struct hp_row *row = hp_table_row(t);
    row->cell[0] = (struct hp_cell){ .text = hp_words_size(f, s->over, own->x), .bold = first };
    row->cell[1].text = hp_num_fixed(f, own->time.median / 1e3, 3);
    row->cell[2].text = hp_num_fixed(f, other->time.median / 1e3, 3);
    row->cell[3].text = hp_num_fixed(f, r.value, hp_ratio_decimals(r.value));
    row->cell[4].text = hp_num_interval(f, r.low, r.high, hp_ratio_decimals(r.value));
    const struct hp_datum d = { own->x, r.value, r.low, r.high, false, true };
    row->cell[5].plot_count =
        hp_chart_forest(doc, &d, HP_MARK_DOT, HP_INK_TEXT, &row->cell[5].plots);
}

static void draw_crossing(struct hp_doc *doc, const struct hp_m_series *s,
                          const struct hp_m_series *base)
{
    const struct crossing c = crossing_of(s, base);
    const double left = 300, width = HP_WIDTH - left;
    const struct hp_scale scale = hp_scale_log2(c.low, c.high, HP_LEFT + left + 8, HP_RIGHT - 10);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 5);
    const char *us = hp_words_unit(doc->fmt.language, "us");
    const char *over = hp_words_param(doc->fmt.language, s->over);
    struct hp_table t = {
        .title = hp_say(doc, HP_W_CROSSOVER_TITLE, s->like->method, base->like->method),
        .note = hp_arena_print(doc->arena, "%s, %s", s->runtime_text, s->besides),
        .view = "sweep",
        .head_two_lines = true,
        .column_count = 6,
        .columns = { hp_column_figures(over, NULL, 0, 50, HP_ALIGN_RIGHT),
                     hp_column_figures(s->like->method, us, 56, 62, HP_ALIGN_DECIMAL),
                     hp_column_figures(base->like->method, us, 122, 56, HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_words_unit(doc->fmt.language, "ratio"), NULL, 182, 42,
                                       HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_INTERVAL95), NULL, 228, 66, HP_ALIGN_RIGHT),
                     hp_column_plots(hp_say(doc, HP_W_LOG2), left, width, &scale, &ticks) },
        .foot = hp_say(doc, HP_W_CROSSOVER_FOOT, s->like->method, base->like->method, over,
                       hp_words_size(&doc->fmt, s->over, s->points[c.first].x),
                       hp_words_size(&doc->fmt, s->over, s->points[c.last].x)),
    };
    for (size_t k = 0; k < s->count; k++)
        add_size(doc, &t, s, base, k, k == c.first);
    hp_table_draw(doc, &t);
}

void hp_page_crossover(struct hp_doc *doc, const struct hp_model *model,
                       const struct hp_m_sheet *sheet)
{
    (void)model;
    hp_doc_section(doc, "crossover", hp_say(doc, HP_W_SEC_CROSSOVER), 300);
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_CROSSOVER_LEAD));
    for (size_t i = 0; i < sheet->series_count; i++)
        if (crosses(sheet, &sheet->series[i]))
            draw_crossing(doc, &sheet->series[i], baseline_of(sheet, &sheet->series[i]));
}
