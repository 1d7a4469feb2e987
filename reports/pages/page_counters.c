/* SPDX-License-Identifier: MIT
 * What was asked of the heap, and what does it hold more because of that? Two counters side by side, on one
 * scale: a way that is asked for much and holds little has used its memory again. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/case_lines.h"

#include <math.h>

static const struct hp_case_filter filter = { { "allocated_bytes", "loh_growth_bytes" },
                                              true,
                                              NULL };

bool hp_page_counters_has(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    for (size_t i = 0; i < model->rows->case_count; i++) {
        const struct hp_case_row *row = &model->rows->cases[i];
        if (hp_case_on(row, sheet) && row->c.probe && hp_case_has(row, filter.metrics[0], 0) &&
            hp_case_has(row, filter.metrics[1], -1))
            return true;
    }
    return false;
}

/* A square for what is held, a ring for what was asked, which shows on a square as well, and a connector. */
static void plot_pair(const struct hp_doc *doc, struct hp_cell *cell, const double value[2])
{
    struct hp_plot *plots = hp_arena_get(doc->arena, 3 * sizeof *plots);
    const bool rises = value[0] <= value[1];
    plots[0] = (struct hp_plot){ .kind = HP_PLOT_CONNECTOR,
                                 .low = value[rises ? 0 : 1],
                                 .high = value[rises ? 1 : 0] };
    for (int i = 0; i < 2; i++)
        plots[2 - i] = (struct hp_plot){ .kind = HP_PLOT_POINT,
                                         .mark = i == 0 ? HP_MARK_RING : HP_MARK_SQUARE,
                                         .ink = i == 0 ? HP_INK_TEXT : HP_INK_ABOVE,
                                         .value = value[i],
                                         .low = value[i],
                                         .high = value[i] };
    cell->plots = plots;
    cell->plot_count = 3;
}

void hp_page_counters(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    const struct hp_case_lines lines = hp_case_lines(doc, model, sheet, &filter);
    const double left = 330, width = HP_WIDTH - left;
    double most = 1;
    for (size_t i = 0; i < lines.count; i++)
        most = fmax(most, fmax(lines.items[i].value[0], lines.items[i].value[1]));
    const struct hp_scale scale = hp_scale_linear(0, most, HP_LEFT + left + 8, HP_RIGHT - 26);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 2);
    const char *bytes = hp_words_unit(doc->fmt.language, "bytes");
    struct hp_table t = {
        .title = hp_say(doc, HP_W_HELD_TITLE),
        .note = hp_say(doc, HP_W_HELD_NOTE),
        .view = "probe",
        .head_two_lines = true,
        .column_count = 5,
        .columns = { hp_column_words(hp_say(doc, HP_W_WAY), 0, 132),
                     { .head = hp_say(doc, HP_W_HEAP), .x = 138, .w = 56, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_ASKED), bytes, 198, 60, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_LOH_MORE), bytes, 262, 62, HP_ALIGN_RIGHT),
                     hp_column_plots(bytes, left, width, &scale, &ticks) },
    };
    t.columns[2].head_mark = HP_MARK_RING;
    t.columns[3].head_mark = HP_MARK_SQUARE;
    for (size_t i = 0; i < lines.count; i++) {
        const struct hp_case_line *line = &lines.items[i];
        struct hp_row *row = hp_table_row(&t);
        row->cell[0].text = line->words;
        row->cell[1].text = hp_case_line_heaps(doc, line);
        for (int k = 0; k < 2; k++)
            row->cell[2 + k].text = hp_num_count(&doc->fmt, line->value[k]);
        plot_pair(doc, &row->cell[4], line->value);
    }
    hp_doc_section(doc, "counters", hp_say(doc, HP_W_SEC_COUNTERS), 300);
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_HELD_LEAD));
    hp_table_draw(doc, &t);
}
