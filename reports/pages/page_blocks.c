/* SPDX-License-Identifier: MIT
 * Which blocks of memory stand behind one chunk? One figure per distinct series of blocks. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

static bool is_array(const struct hp_block *b)
{
    return b->elements > 0;
}

struct totals {
    double arrays, garbage, elements, objects;
};

static struct totals total_of(const struct hp_m_blocks *b)
{
    struct totals t = { 0 };
    for (size_t i = 0; i < b->count; i++) {
        const struct hp_block *x = &b->items[i];
        if (!is_array(x)) {
            t.objects += (double)x->bytes;
            continue;
        }
        t.arrays++;
        t.garbage += !x->kept;
        t.elements += (double)x->elements;
    }
    return t;
}

static void fill_bars(struct hp_doc *doc, const struct hp_m_blocks *b, struct hp_block_chart *chart)
{
    struct hp_block_bar *bars = hp_arena_get(doc->arena, (b->count + 1) * sizeof *bars);
    struct hp_block_bar *dropped = NULL; /* the last one says it for all of them */
    for (size_t i = 0; i < b->count; i++) {
        const struct hp_block *x = &b->items[i];
        struct hp_block_bar *bar = &bars[chart->count++];
        bar->elements = is_array(x) ? hp_num_count(&doc->fmt, (double)x->elements) : HP_DASH;
        bar->bytes = hp_num_count(&doc->fmt, (double)x->bytes);
        bar->value = (double)x->bytes;
        bar->kept = x->kept != 0;
        bar->above = x->generation >= 2;
        if (!is_array(x))
            bar->note = hp_words_value(doc->fmt.language, x->what);
        else if (bar->kept)
            bar->note = hp_say(doc, bar->above ? HP_W_BLOCK_LARGE : HP_W_BLOCK_KEPT);
        else
            dropped = bar;
    }
    if (dropped != NULL)
        dropped->note = hp_say(doc, HP_W_BLOCK_GARBAGE);
    chart->bars = bars;
}

static void add_sum(struct hp_block_chart *chart, const char *what, const char *value, bool bold)
{
    const size_t i = chart->sum_count++;
    chart->sum[i].what = what;
    chart->sum[i].value = value;
    chart->sum[i].bold = bold;
}

static void fill_sum(struct hp_doc *doc, const struct hp_m_blocks *b, const struct totals *t,
                     struct hp_block_chart *chart)
{
    const struct hp_fmt *f = &doc->fmt;
    const double headers = b->header * t->arrays;
    if (isfinite(headers)) {
        add_sum(chart, hp_say(doc, HP_W_SUM_PAYLOAD, hp_num_count(f, t->elements)),
                hp_num_count(f, b->bytes - t->objects - headers), false);
        add_sum(
            chart,
            hp_say(doc, HP_W_SUM_HEADERS, hp_num_count(f, t->arrays), hp_num_count(f, b->header)),
            hp_num_count(f, headers), false);
    }
    if (t->objects > 0)
        add_sum(chart, hp_say(doc, HP_W_SUM_OBJECTS), hp_num_count(f, t->objects), false);
    chart->total_at = chart->sum_count;
    add_sum(chart, hp_say(doc, HP_W_SUM_TOTAL), hp_num_count(f, b->bytes), true);
    if (isfinite(b->second_bytes)) {
        add_sum(chart, hp_say(doc, HP_W_SUM_SECOND), hp_num_count(f, b->second_bytes), false);
        add_sum(chart, hp_say(doc, HP_W_SUM_RATIO), hp_num_fixed(f, b->bytes / b->second_bytes, 2),
                false);
    }
    chart->sum_head[0] = hp_say(doc, HP_W_SUM_HEAD);
    chart->sum_head[1] = hp_words_unit(f->language, "bytes");
    chart->alike = b->place_count > 1 ? hp_say(doc, HP_W_ALIKE_ON, b->alike) : b->alike;
}

/* "First chunk from a list: 14 arrays, 13 become garbage". */
static const char *title_of(struct hp_doc *doc, const struct hp_m_blocks *b, const struct totals *t)
{
    const char *what = hp_words_value(doc->fmt.language, b->group);
    if (*b->sources != '\0')
        what = hp_arena_print(doc->arena, "%s %s", what, b->sources);
    const char *arrays = hp_words_counted(&doc->fmt, HP_W_N_ARRAYS, (size_t)t->arrays);
    if (t->garbage > 0)
        arrays = hp_say(doc, HP_W_BLOCKS_GARBAGE, arrays, hp_num_count(&doc->fmt, t->garbage));
    return hp_arena_print(doc->arena, "%s: %s", hp_words_capital(&doc->fmt, what), arrays);
}

static struct hp_block_chart chart_of(struct hp_doc *doc, const struct hp_m_blocks *b)
{
    struct hp_block_chart chart = { .head_elements = hp_words_unit(doc->fmt.language, "elements"),
                                    .head_bytes = hp_words_unit(doc->fmt.language, "bytes"),
                                    .boundary = b->boundary };
    const struct totals t = total_of(b);
    double most = 0;
    for (size_t i = 0; i < b->count; i++)
        most = fmax(most, (double)b->items[i].bytes);
    if (b->boundary > 8 * most)
        chart.boundary = 0; /* far off the scale of these blocks; the caption says where */
    chart.boundary_label = hp_num_count(&doc->fmt, b->boundary);
    fill_bars(doc, b, &chart);
    fill_sum(doc, b, &t, &chart);
    return chart;
}

static void draw_blocks(struct hp_doc *doc, const struct hp_m_blocks *b)
{
    const struct hp_block_chart chart = chart_of(doc, b);
    const struct totals t = total_of(b);
    const char *title = title_of(doc, b, &t);
    hp_doc_heading(doc, title, b->params, hp_doc_figure_label(doc, "blocks"),
                   hp_chart_blocks_height(doc, &chart) + 10);
    doc->y += 7;
    hp_scene_line(hp_doc_scene(doc), HP_LEFT, doc->y, HP_RIGHT, doc->y, HP_STROKE_TABLE,
                  HP_INK_TEXT);
    hp_doc_figure_begin(doc,
                        hp_say(doc, HP_W_BLOCKS_ALT, title, hp_num_count(&doc->fmt, b->bytes)));
    hp_chart_blocks(doc, &chart);
    hp_doc_figure_end(doc);
    if (chart.boundary == 0 && b->boundary > 0)
        hp_doc_note(doc, hp_say(doc, HP_W_BOUNDARY_FAR, hp_num_count(&doc->fmt, b->boundary)));
}

void hp_page_blocks(struct hp_doc *doc, const struct hp_model *model,
                    const struct hp_m_sheet *sheet)
{
    const double lead = 60, heading = 50;
    const struct hp_block_chart first = chart_of(doc, &sheet->blocks[0]);
    (void)model;
    hp_doc_section(doc, "blocks", hp_say(doc, HP_W_SEC_BLOCKS),
                   lead + heading + hp_chart_blocks_height(doc, &first));
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_BLOCKS_LEAD));
    for (size_t i = 0; i < sheet->block_count; i++)
        draw_blocks(doc, &sheet->blocks[i]);
}
