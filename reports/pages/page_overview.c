/* SPDX-License-Identifier: MIT
 * How do machines and threshold settings compare? Two rows per machine and setting, shared counters, verdicts
 * of every sheet with the file that has them. Ratios of different machines are never averaged. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

/* Machines with "(profile)" on one line; ten reports are three tables on one page. */
static const double machine_width = 150, dense_pitch = 12, closer = 6;

static const struct hp_m_sheet *default_of(const struct hp_model *model,
                                           const struct hp_m_sheet *sheet)
{
    for (size_t i = 0; i < model->sheet_count; i++)
        if (strcmp(model->sheets[i].machine, sheet->machine) == 0)
            return &model->sheets[i];
    return sheet;
}

static bool moved(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    return default_of(model, sheet) != sheet;
}

static const char *short_setting(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    return strcmp(sheet->threshold, "default") == 0
               ? hp_say(doc, HP_W_DEFAULT)
               : hp_num_count(&doc->fmt, (double)sheet->setting->requested);
}

static size_t machines_of(const struct hp_model *model)
{
    size_t n = 0;
    for (size_t i = 0; i < model->sheet_count; i++)
        n += !moved(model, &model->sheets[i]);
    return n;
}

/* ---- the sentence ---- */

/* No machine has a boundary at its first setting: because there is none, or because sizes have no result. */
static const char *not_found(struct hp_doc *doc, const struct hp_model *model)
{
    const struct hp_fmt *f = &doc->fmt;
    const char *machines = hp_words_counted(f, HP_W_N_MACHINES, machines_of(model));
    size_t open = 0;
    for (size_t i = 0; i < model->sheet_count; i++) {
        const struct hp_m_sheet *s = &model->sheets[i];
        struct hp_m_step step;
        bool seen = false;
        for (size_t k = 0; k < s->series_count && !moved(model, s); k++)
            seen = seen || hp_model_step(&s->series[k], &step);
        open += seen;
    }
    if (open > 0)
        return hp_say(doc, HP_W_OVERVIEW_OPEN, hp_num_count(f, (double)open), machines,
                      hp_num_count(f, (double)machines_of(model)));
    return hp_say(doc, model->complete < model->cases ? HP_W_OVERVIEW_NONE_YET : HP_W_OVERVIEW_NONE,
                  machines);
}

static const char *finding(struct hp_doc *doc, const struct hp_model *model)
{
    size_t alike = 0, judged = 0, gone = 0;
    const struct hp_m_sheet *first = NULL;
    for (size_t i = 0; i < model->sheet_count; i++) {
        const struct hp_m_sheet *s = &model->sheets[i];
        if (!moved(model, s)) {
            if (first == NULL && s->main != NULL)
                first = s;
            if (s->main != NULL && first != NULL)
                alike += s->main->points[s->main->below].x ==
                             first->main->points[first->main->below].x &&
                         s->main->points[s->main->below + 1].x ==
                             first->main->points[first->main->below + 1].x;
            continue;
        }
        const struct hp_m_sheet *base = default_of(model, s);
        if (base->main == NULL || !hp_model_applied(s->setting))
            continue;
        const struct hp_m_series *twin = hp_model_twin(s, base->main);
        const struct hp_m_point *b = hp_model_at(twin, base->main->points[base->main->below + 1].x);
        judged += b != NULL && b->gen2.present;
        gone += b != NULL && b->gen2.present && b->gen2.high <= 0;
    }
    const struct hp_fmt *f = &doc->fmt;
    if (first == NULL)
        return not_found(doc, model);
    const char *pair = hp_say(doc, HP_W_OVERVIEW_PAIR, hp_num_count(f, (double)alike),
                              hp_words_counted(f, HP_W_N_MACHINES, machines_of(model)),
                              hp_num_plain(f, first->main->points[first->main->below].x),
                              hp_num_plain(f, first->main->points[first->main->below + 1].x),
                              hp_num_count(f, (double)machines_of(model)));
    return judged == 0
               ? pair
               : hp_arena_print(doc->arena, "%s%s", pair,
                                hp_say(doc, HP_W_OVERVIEW_MOVED, hp_num_count(f, (double)gone),
                                       hp_num_count(f, (double)judged)));
}

/* ---- forest of counters and times ---- */

static const struct hp_m_point *point_on(const struct hp_model *model,
                                         const struct hp_m_sheet *sheet, bool above)
{
    const struct hp_m_sheet *base = default_of(model, sheet);
    if (base->main == NULL)
        return NULL;
    const struct hp_m_series *s = sheet == base ? base->main : hp_model_twin(sheet, base->main);
    return hp_model_at(s, base->main->points[base->main->below + (above ? 1 : 0)].x);
}

/* Whether its ratio is within its control. */
static bool forest_row(struct hp_doc *doc, const struct hp_model *model, struct hp_table *t,
                       const struct hp_m_sheet *sheet)
{
    const struct hp_m_point *a = point_on(model, sheet, false), *b = point_on(model, sheet, true);
    const struct hp_interval r = hp_model_time_ratio(b, a);
    const bool above = b != NULL && b->gen2.present && b->gen2.low > 0,
               is_moved = moved(model, sheet);
    const enum hp_mark mark = is_moved ? HP_MARK_CIRCLE : HP_MARK_SQUARE;
    const enum hp_ink ink = is_moved ? HP_INK_BELOW : HP_INK_ABOVE;
    struct hp_row *row = hp_table_row(t);
    row->cell[0].text = is_moved ? NULL : sheet->machine_title;
    row->cell[1] = (struct hp_cell){ .text = short_setting(doc, sheet), .mark = mark };
    if (b != NULL && b->gen2.present) {
        const struct hp_datum d = { 0, b->gen2.median, b->gen2.low, b->gen2.high, above, true };
        row->cell[2].plot_count = hp_chart_forest(doc, &d, mark, ink, &row->cell[2].plots);
    }
    row->cell[3].text =
        b != NULL && b->gen2.present ? hp_num_plain(&doc->fmt, b->gen2.median) : HP_DASH;
    if (!isnan(r.value)) {
        const struct hp_datum d = { 0, r.value, r.low, r.high, above, true };
        row->cell[4].plot_count = hp_chart_forest(doc, &d, mark, ink, &row->cell[4].plots);
    }
    const int decimals = hp_num_decimals(r.low, r.high);
    row->cell[5].text = isnan(r.value) ? HP_DASH : hp_num_fixed(&doc->fmt, r.value, decimals);
    row->cell[6].text = isnan(r.value) ? NULL : hp_num_interval(&doc->fmt, r.low, r.high, decimals);
    const bool within = hp_model_resolved(b, a).within;
    if (within)
        row->cell[6].mark = HP_MARK_CANNOT_TELL;
    const struct hp_m_series *s = sheet->main;
    row->cell[7].text = s == NULL
                            ? HP_DASH
                            : hp_arena_print(doc->arena, "%s" HP_NBSP "|" HP_NBSP "%s",
                                             hp_num_plain(&doc->fmt, s->points[s->below].x),
                                             hp_num_plain(&doc->fmt, s->points[s->below + 1].x));
    return within;
}

/* On the machine whose times are least steady: what no ratio of the table can show. */
static const char *unseen(struct hp_doc *doc, const struct hp_model *model)
{
    const struct hp_m_sheet *worst = NULL;
    for (size_t i = 0; i < model->sheet_count; i++) {
        const struct hp_m_sheet *s = &model->sheets[i];
        if (s->control.count > 0 &&
            (worst == NULL || s->control.half_percent > worst->control.half_percent))
            worst = s;
    }
    return worst == NULL
               ? ""
               : hp_say(doc, HP_W_FOREST_UNSEEN, hp_percent_text(doc, worst->control.half_percent));
}

static void draw_forest(struct hp_doc *doc, const struct hp_model *model)
{
    double most = 1, low = 1, high = 1.4;
    bool times = false, counters_only = false;
    for (size_t i = 0; i < model->sheet_count; i++) {
        const struct hp_m_point *a = point_on(model, &model->sheets[i], false),
                                *b = point_on(model, &model->sheets[i], true);
        const struct hp_interval r = hp_model_time_ratio(b, a);
        if (b != NULL && b->gen2.present)
            most = fmax(most, b->gen2.high);
        if (!isnan(r.value)) {
            times = true;
            low = fmin(low, r.low);
            high = fmax(high, r.high);
        }
        counters_only = counters_only ||
                        (model->sheets[i].main != NULL && model->sheets[i].main->counters_only);
    }
    const struct hp_scale counts = hp_scale_linear(0, most, HP_LEFT + 230, HP_LEFT + 272);
    const struct hp_scale ratios =
        hp_scale_log2(low > 0.97 ? 1 : low, high, HP_LEFT + 312, HP_LEFT + 340);
    const struct hp_ticks count_ticks = hp_scale_ticks(&counts, 2),
                          ratio_ticks = hp_scale_ticks(&ratios, 2);
    struct hp_table t = {
        .title = hp_say(doc, HP_W_FOREST_TITLE),
        .note = hp_say(doc, HP_W_FOREST_NOTE),
        .view = "causal",
        .pitch = 14,
        .head_two_lines = true,
        .column_count = 8,
        .columns = { hp_column_words(hp_say(doc, HP_W_MACHINE), 0, machine_width),
                     { .head = hp_say(doc, HP_W_THRESHOLD), .x = 152, .w = 74, .grey = true },
                     hp_column_plots(hp_say(doc, HP_W_GEN2_FIRST_ABOVE), 226, 54, &counts,
                                     &count_ticks),
                     hp_column_figures(NULL, NULL, 276, 28, HP_ALIGN_DECIMAL),
                     hp_column_plots(hp_say(doc, HP_W_TIME_LOG2), 308, 38, &ratios, &ratio_ticks),
                     hp_column_figures(NULL, NULL, 344, 22, HP_ALIGN_DECIMAL),
                     hp_column_figures(hp_say(doc, HP_W_INTERVAL95), NULL, 370, 56, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_BOUNDARY_HEAD), NULL, 428, 65.3,
                                       HP_ALIGN_RIGHT) },
    };
    bool within = false;
    for (size_t i = 0; i < model->sheet_count; i++) {
        within = forest_row(doc, model, &t, &model->sheets[i]) || within;
        const bool last = i + 1 == model->sheet_count || !moved(model, &model->sheets[i + 1]);
        t.rows[t.row_count - 1].rule = last && i + 1 < model->sheet_count;
    }
    t.foot = hp_arena_print(doc->arena, "%s%s%s%s", hp_say(doc, HP_W_FOREST_READ),
                            times && counters_only ? hp_say(doc, HP_W_FOREST_GEN) : "",
                            unseen(doc, model), within ? hp_say(doc, HP_W_WITHIN_MARK) : "");
    hp_table_draw(doc, &t);
}

/* ---- counters by sheet ---- */

static const char *counter_text(struct hp_doc *doc, const struct hp_m_value *v)
{
    return v->present ? hp_num_plain(&doc->fmt, v->median) : HP_DASH;
}

static void draw_counters(struct hp_doc *doc, const struct hp_model *model)
{
    struct hp_table t = {
        .title = hp_say(doc, HP_W_COUNTERS_TITLE),
        .note = hp_say(doc, HP_W_COUNTERS_BY_SHEET),
        .view = "counter",
        .column_count = 8,
        .head_two_lines = true,
        .pitch = dense_pitch,
        .columns = { hp_column_words(hp_say(doc, HP_W_MACHINE), 0, machine_width),
                     { .head = hp_say(doc, HP_W_THRESHOLD), .x = 152, .w = 60, .grey = true },
                     hp_column_figures(hp_say(doc, HP_W_PROCESSORS), NULL, 212, 44, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_READ_SHORT),
                                       hp_words_unit(doc->fmt.language, "bytes"), 260, 44,
                                       HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_FIRST_SHORT, "int"),
                                       hp_words_unit(doc->fmt.language, "elements"), 306, 54,
                                       HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_GEN2_BELOW), hp_say(doc, HP_W_LAST_BELOW),
                                       362, 34, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_ALL_GC), hp_say(doc, HP_W_FIRST_ABOVE), 398,
                                       40, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_ALLOCATED), hp_say(doc, HP_W_FIRST_ABOVE),
                                       442, 51.3, HP_ALIGN_RIGHT) },
    };
    static const struct hp_m_value absent = { .present = false };
    for (size_t i = 0; i < model->sheet_count; i++) {
        const struct hp_m_sheet *s = &model->sheets[i], *base = default_of(model, s);
        const struct hp_m_point *a = point_on(model, s, false), *b = point_on(model, s, true);
        const struct hp_m_first *f = base->main != NULL
                                         ? hp_model_first(s->setting, base->main->like->heap,
                                                          base->main->like->runtime, "int32")
                                         : NULL;
        struct hp_row *row = hp_table_row(&t);
        row->cell[0].text = moved(model, s) ? NULL : s->machine_title;
        row->cell[1].text = short_setting(doc, s);
        row->cell[2].text = s->about.processors > 0
                                ? hp_num_count(&doc->fmt, (double)s->about.processors)
                                : HP_DASH;
        row->cell[3].text = s->setting->applied != 0
                                ? hp_num_count(&doc->fmt, (double)s->setting->applied)
                                : HP_DASH;
        row->cell[4].text = f != NULL ? hp_num_count(&doc->fmt, f->length) : HP_DASH;
        row->cell[5].text = counter_text(doc, a != NULL ? &a->gen2 : &absent);
        row->cell[6].text = counter_text(doc, b != NULL ? &b->collections : &absent);
        row->cell[7].text = counter_text(doc, b != NULL ? &b->allocated : &absent);
    }
    hp_table_draw(doc, &t);
}

/* ---- verdicts by sheet ---- */

static size_t badness(const struct hp_m_sheet *s)
{
    return s->counts[HP_BROKEN] * 1000000 + s->counts[HP_CANNOT_TELL] * 10000 +
           s->counts[HP_KNOWN] * 100 + s->counts[HP_SKIPPED];
}

/* The counts that the terminal prints: a verdict that speaks of several sheets is in the row of each. */
static const char *totals(struct hp_doc *doc, const struct hp_model *model)
{
    const struct hp_verdicts *claims = model->rows->claims, *figures = model->rows->published;
    const struct hp_fmt *f = &doc->fmt;
    static const struct hp_verdicts none = { .count = 0 };
    claims = claims != NULL ? claims : &none;
    figures = figures != NULL ? figures : &none;
    return hp_say(
        doc, HP_W_VERDICT_TOTALS, hp_words_counted(f, HP_W_N_ASSERTIONS, claims->count),
        hp_num_count(f, (double)claims->counts[HP_HOLDS]),
        hp_num_count(f, (double)claims->counts[HP_SKIPPED]),
        hp_words_counted(f, HP_W_N_COMPARISONS, figures->count - figures->counts[HP_SKIPPED]),
        hp_num_count(f, (double)figures->counts[HP_HOLDS]),
        hp_num_count(f, (double)figures->counts[HP_SKIPPED]),
        hp_words_counted(f, HP_W_OF_FIGURES, hp_verdicts_compared(figures)));
}

static void draw_verdicts(struct hp_doc *doc, const struct hp_model *model)
{
    static const enum hp_word heads[HP_VERDICTS] = { HP_W_BROKEN, HP_W_CANNOT_TELL,
                                                     HP_W_KNOWN_SHORT, HP_W_SKIPPED,
                                                     HP_W_HOLDS_SHORT };
    struct hp_table t = {
        .title = hp_say(doc, HP_W_VERDICTS_BY_SHEET),
        .note = hp_say(doc, HP_W_VERDICTS_BY_NOTE),
        .view = "verdict",
        .column_count = 8,
        .pitch = dense_pitch,
        .columns = { hp_column_words(hp_say(doc, HP_W_REPORT_FILE), 0, 134),
                     hp_column_figures(hp_say(doc, HP_W_CASES_HEAD), NULL, 138, 62,
                                       HP_ALIGN_RIGHT) },
    };
    for (size_t k = 0; k < HP_VERDICTS; k++)
        t.columns[2 + k] = hp_column_figures(hp_words(doc->fmt.language, heads[k]), NULL,
                                             204 + 49 * (double)k, 47, HP_ALIGN_RIGHT);
    t.columns[7] =
        hp_column_figures(hp_say(doc, HP_W_FIGURES_HEAD), NULL, 448, 45.3, HP_ALIGN_RIGHT);
    bool *done = hp_arena_get(doc->arena, model->sheet_count + 1);
    for (size_t n = 0; n < model->sheet_count; n++) {
        size_t worst = model->sheet_count;
        for (size_t i = 0; i < model->sheet_count; i++)
            if (!done[i] && (worst == model->sheet_count ||
                             badness(&model->sheets[i]) > badness(&model->sheets[worst])))
                worst = i;
        done[worst] = true;
        const struct hp_m_sheet *s = &model->sheets[worst];
        struct hp_row *row = hp_table_row(&t);
        row->cell[0].text = hp_arena_print(doc->arena, "%s-%s.pdf", s->machine, s->threshold);
        row->cell[1] =
            (struct hp_cell){ .text = hp_say(doc, HP_W_N_OF_M,
                                             hp_num_count(&doc->fmt, (double)s->complete),
                                             hp_num_count(&doc->fmt, (double)s->cases)),
                              .bold = s->complete < s->cases };
        for (size_t k = 0; k < HP_VERDICTS; k++)
            row->cell[2 + k] =
                (struct hp_cell){ .text = hp_num_count(&doc->fmt, (double)s->counts[k]),
                                  .bold = k == HP_BROKEN && s->counts[k] > 0 };
        row->cell[7].text =
            hp_say(doc, HP_W_N_OF_M, hp_num_count(&doc->fmt, (double)s->figures_hold),
                   hp_num_count(&doc->fmt, (double)s->figures_compared));
        row->tint = s->counts[HP_BROKEN] > 0;
    }
    t.foot = totals(doc, model);
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
    else
        hp_mem_free(t.rows);
}

void hp_page_overview(struct hp_doc *doc, const struct hp_model *model)
{
    hp_doc_page(doc);
    hp_doc_dest(doc, "summary", HP_HEADER_BASE);
    hp_doc_outline(doc, 0, model->title, "summary");
    hp_doc_tag(doc, "H1");
    doc->y = HP_TITLE_BASE - hp_theme_roles[HP_ROLE_PAGE_TITLE].leading;
    hp_doc_paragraph(doc, hp_theme_roles[HP_ROLE_PAGE_TITLE].leading, HP_ROLE_PAGE_TITLE, HP_WIDTH,
                     hp_say(doc, HP_W_OVERVIEW_TITLE, model->title));
    hp_doc_tag_end(doc, "H1");
    hp_page_incomplete(doc, model, NULL);
    hp_doc_paragraph(doc, 24, HP_ROLE_FINDING, HP_WIDTH, finding(doc, model));
    if (model->sheet_count > 0) {
        doc->y -= closer;
        draw_forest(doc, model);
        doc->y -= closer;
        draw_counters(doc, model);
        doc->y -= closer;
        draw_verdicts(doc, model);
        hp_page_machines(doc, model);
    }
    (void)hp_doc_need(doc, 24 + hp_page_again_height(doc, model));
    hp_page_again(doc, model);
}
