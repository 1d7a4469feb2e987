/* SPDX-License-Identifier: MIT
 * What is given beyond what was asked for, because lengths are rounded up? A row for each request of which
 * something is lost. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/case_lines.h"

#include <math.h>
#include <stdlib.h>

static const struct hp_case_filter filter = { { "rounding_loss_bytes", "bucket_length" },
                                              false,
                                              "length element buffers profile" };

bool hp_page_waste_has(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    for (size_t i = 0; i < model->rows->case_count; i++) {
        const struct hp_case_row *row = &model->rows->cases[i];
        if (hp_case_on(row, sheet) && hp_case_has(row, filter.metrics[0], 0) &&
            hp_case_has(row, filter.metrics[1], -1))
            return true;
    }
    return false;
}

/* Arrays of one operation. */
static double arrays_of(const struct hp_case_line *line)
{
    const char *buffers = hp_case_param(&line->row->c, "buffers");
    const double arrays = buffers == NULL ? 1 : strtod(buffers, NULL);
    return arrays > 0 ? arrays : 1;
}

/* A bar from 0: a connector and a dot at its end. */
static void plot_loss(const struct hp_doc *doc, struct hp_cell *cell, double loss)
{
    struct hp_plot *plots = hp_arena_get(doc->arena, 2 * sizeof *plots);
    plots[0] = (struct hp_plot){ .kind = HP_PLOT_CONNECTOR, .low = 0, .high = loss };
    plots[1] = (struct hp_plot){ .kind = HP_PLOT_POINT,
                                 .mark = HP_MARK_DOT,
                                 .ink = HP_INK_TEXT,
                                 .value = loss,
                                 .low = loss,
                                 .high = loss };
    cell->plots = plots;
    cell->plot_count = 2;
}

void hp_page_waste(struct hp_doc *doc, const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    const struct hp_case_lines lines = hp_case_lines(doc, model, sheet, &filter);
    const double left = 350, width = HP_WIDTH - left;
    double most = 1;
    for (size_t i = 0; i < lines.count; i++)
        most = fmax(most, lines.items[i].value[0] / arrays_of(&lines.items[i]));
    const struct hp_scale scale = hp_scale_linear(0, most, HP_LEFT + left + 8, HP_RIGHT - 22);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 3);
    const char *bytes = hp_words_unit(doc->fmt.language, "bytes");
    struct hp_table t = {
        .title = hp_say(doc, HP_W_WASTE_TITLE),
        .view = "sweep",
        .head_two_lines = true,
        .column_count = 5,
        .columns = { hp_column_words(hp_say(doc, HP_W_WAY), 0, 160),
                     { .head = hp_say(doc, HP_W_HEAP), .x = 166, .w = 56, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_GOT_LENGTH),
                                       hp_words_unit(doc->fmt.language, "elements"), 226, 56,
                                       HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_LOST), bytes, 286, 58, HP_ALIGN_RIGHT),
                     hp_column_plots(hp_say(doc, HP_W_BYTES_PER_ARRAY), left, width, &scale,
                                     &ticks) },
        .foot = hp_say(doc, HP_W_WASTE_FOOT),
    };
    for (size_t i = 0; i < lines.count; i++) {
        const struct hp_case_line *line = &lines.items[i];
        struct hp_row *row = hp_table_row(&t);
        row->cell[0].text = line->words;
        row->cell[1].text = hp_case_line_heaps(doc, line);
        row->cell[2].text = hp_num_count(&doc->fmt, line->value[1]);
        row->cell[3].text = hp_num_count(&doc->fmt, line->value[0]);
        plot_loss(doc, &row->cell[4], line->value[0] / arrays_of(line));
    }
    hp_doc_section(doc, "waste", hp_say(doc, HP_W_SEC_WASTE), 300);
    hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10), hp_say(doc, HP_W_WASTE_LEAD));
    hp_table_draw(doc, &t);
}
