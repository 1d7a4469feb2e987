/* SPDX-License-Identifier: MIT
 * Is the threshold the cause? The same pair of sizes under the default and the moved setting; no verdict when
 * a setting was not read back as it was asked for. Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

/* The pair is that of the default setting's sheet: there the effect is; the other setting takes it away. */
struct control {
    const struct hp_m_sheet *before, *after; /* default or smaller, moved */
    const struct hp_m_series *series;        /* of before */
    double below, above;
};

static bool find_control(const struct hp_model *model, const struct hp_m_sheet *sheet,
                         struct control *c)
{
    const struct hp_m_sheet *first = NULL, *second = NULL;
    for (size_t i = 0; i < model->sheet_count; i++) {
        const struct hp_m_sheet *s = &model->sheets[i];
        if (strcmp(s->machine, sheet->machine) != 0)
            continue;
        if (first == NULL)
            first = s;
        else if (second == NULL || s == sheet)
            second = s;
    }
    if (first == NULL || second == NULL || first->main == NULL)
        return false;
    const struct hp_m_series *s = first->main;
    *c = (struct control){ first, second, s, s->points[s->below].x, s->points[s->below + 1].x };
    return true;
}

static bool pair_on(const struct hp_m_sheet *sheet, const struct hp_m_series *like,
                    const struct control *c, const struct hp_m_point **a,
                    const struct hp_m_point **b)
{
    const struct hp_m_series *s = sheet == c->before ? like : hp_model_twin(sheet, like);
    *a = hp_model_at(s, c->below);
    *b = hp_model_at(s, c->above);
    return *a != NULL && *b != NULL;
}

/* ---- the sentence ---- */

static bool free_of_gen2(const struct hp_m_point *p)
{
    return p->gen2.present && p->gen2.high <= 0;
}

/* Is the ratio after the move level? Decided when it is narrow enough to say so. */
static enum hp_verdict_kind judge_ratio(struct hp_interval r)
{
    const bool level = r.low <= 1 && r.high >= 1;
    return !level ? HP_BROKEN : r.high - r.low < 0.1 ? HP_HOLDS : HP_CANNOT_TELL;
}

/* Of the collections, and of time as far as it can be told. */
static const char *cause_words(struct hp_doc *doc, const struct control *c,
                               struct hp_interval after)
{
    const enum hp_verdict_kind level =
        c->series->counters_only || isnan(after.value) ? HP_CANNOT_TELL : judge_ratio(after);
    return hp_say(doc, level == HP_HOLDS    ? HP_W_CAUSE_WHOLE
                       : level == HP_BROKEN ? HP_W_CAUSE_PART
                                            : HP_W_CAUSE_COUNTERS);
}

static const char *finding(struct hp_doc *doc, const struct hp_model *model,
                           const struct control *c)
{
    const struct hp_fmt *f = &doc->fmt;
    const struct hp_m_point *a, *b, *a2, *b2;
    const char *bytes = hp_model_setting_bytes(model, c->after);
    if (!hp_model_applied(c->before->setting) || !hp_model_applied(c->after->setting))
        return hp_say(doc, HP_W_NO_CONTROL, hp_num_count(f, (double)c->after->setting->requested),
                      c->after->setting->applied != 0
                          ? hp_num_count(f, (double)c->after->setting->applied)
                          : hp_say(doc, HP_W_NOT_DETERMINED));
    if (!pair_on(c->before, c->series, c, &a, &b) || !pair_on(c->after, c->series, c, &a2, &b2) ||
        !b2->gen2.present)
        return hp_say(doc, HP_W_CONTROL_INCOMPLETE);
    const bool gone = free_of_gen2(a2) && free_of_gen2(b2);
    const char *counters =
        hp_say(doc, gone ? HP_W_CONTROL_GONE : HP_W_CONTROL_STAYS, bytes,
               hp_num_plain(f, b->gen2.median), hp_num_plain(f, b2->gen2.median));
    const struct hp_interval before = hp_model_time_ratio(b, a),
                             after = hp_model_time_ratio(b2, a2);
    const char *times = "";
    if (!c->series->counters_only && !isnan(before.value) && !isnan(after.value)) {
        const int d = hp_num_decimals(after.low, after.high),
                  b_digits = hp_num_decimals(before.low, before.high);
        times =
            hp_say(doc, HP_W_CONTROL_TIME, hp_num_fixed(f, before.value, b_digits),
                   hp_num_fixed(f, after.value, d), hp_num_interval(f, after.low, after.high, d),
                   hp_num_interval(f, before.low, before.high, b_digits));
    }
    return hp_arena_print(doc->arena, "%s%s%s", counters, times,
                          gone ? cause_words(doc, c, hp_model_resolved(b2, a2).ratio) : "");
}

/* ---- settings ---- */

static const char *first_of(struct hp_doc *doc, const struct control *c,
                            const struct hp_m_sheet *sheet, const char *element)
{
    const struct hp_m_first *first =
        hp_model_first(sheet->setting, c->series->like->heap, c->series->like->runtime, element);
    return first != NULL ? hp_num_count(&doc->fmt, first->length) : HP_DASH;
}

static const char *arithmetic(struct hp_doc *doc, const struct control *c,
                              const struct hp_m_sheet *sheet)
{
    const struct hp_m_first *f =
        hp_model_first(sheet->setting, c->series->like->heap, c->series->like->runtime, "int32");
    if (f == NULL || isnan(f->header) || isnan(f->bytes))
        return HP_DASH;
    return hp_arena_print(doc->arena, "%s " HP_TIMES " %s + %s = %s",
                          hp_num_count(&doc->fmt, f->length),
                          hp_num_count(&doc->fmt, f->element_bytes),
                          hp_num_count(&doc->fmt, f->header), hp_num_count(&doc->fmt, f->bytes));
}

static void setting_row(struct hp_doc *doc, struct hp_table *t, const struct control *c,
                        const struct hp_m_sheet *sheet)
{
    struct hp_row *row = hp_table_row(t);
    const struct hp_m_setting *s = sheet->setting;
    row->cell[0] =
        (struct hp_cell){ .text = s->requested == 0 ? hp_say(doc, HP_W_DEFAULT)
                                                    : hp_num_count(&doc->fmt, (double)s->requested),
                          .mark = sheet == c->before ? HP_MARK_SQUARE : HP_MARK_CIRCLE };
    row->cell[1].text = s->applied != 0 ? hp_num_count(&doc->fmt, (double)s->applied)
                                        : hp_say(doc, HP_W_NOT_DETERMINED);
    row->cell[2].text = first_of(doc, c, sheet, "int32");
    row->cell[3].text = first_of(doc, c, sheet, "reference");
    row->cell[4].text = arithmetic(doc, c, sheet);
}

static void draw_settings(struct hp_doc *doc, const struct hp_model *model, const struct control *c)
{
    struct hp_table t = {
        .title = hp_say(doc, HP_W_SETTING_READ),
        .note = c->series->runtime_text,
        .view = "setting",
        .column_count = 5,
        .columns = { hp_column_words(hp_say(doc, HP_W_REQUESTED), 0, 100),
                     hp_column_figures(hp_say(doc, HP_W_READ_BYTES), NULL, 100, 76, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_FIRST_ARRAY, "int"), NULL, 184, 80,
                                       HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_FIRST_ARRAY, "ref"), NULL, 272, 80,
                                       HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_ARITHMETIC), NULL, 360, 133.3,
                                       HP_ALIGN_RIGHT) },
        .foot = hp_say(doc, HP_W_SETTING_NOTE),
    };
    for (size_t i = 0; i < model->sheet_count; i++)
        if (strcmp(model->sheets[i].machine, c->before->machine) == 0)
            setting_row(doc, &t, c, &model->sheets[i]);
    hp_table_draw(doc, &t);
}

/* ---- dumbbells ---- */

enum { RUNTIMES_MAX = 8 };

/* One way at both sizes of the pair, under both settings. */
struct way {
    const struct hp_m_series *series;
    const struct hp_m_point *below[2], *above[2]; /* before, after */
    int32_t runtimes[RUNTIMES_MAX];               /* those whose counters are equal share a row */
    size_t runtime_count;
};

static bool same_counters(const struct way *a, const struct way *b)
{
    bool same = strcmp(a->series->label, b->series->label) == 0 &&
                strcmp(a->series->like->heap, b->series->like->heap) == 0;
    for (int i = 0; same && i < 2; i++)
        same = a->above[i]->gen2.median == b->above[i]->gen2.median && a->above[i]->gen2.equal &&
               b->above[i]->gen2.equal;
    return same;
}

/* In ascending order. */
static void add_runtime(struct way *w, int32_t runtime)
{
    if (w->runtime_count == RUNTIMES_MAX)
        return;
    size_t at = w->runtime_count++;
    for (; at > 0 && w->runtimes[at - 1] > runtime; at--)
        w->runtimes[at] = w->runtimes[at - 1];
    w->runtimes[at] = runtime;
}

/* "chunk-array, chunks not held, gen/8, 9, 10" */
static const char *way_words(struct hp_doc *doc, const struct way *w)
{
    const struct hp_case *c = w->series->like;
    const char *text = hp_arena_print(doc->arena, "%s, %s", w->series->label, c->heap);
    for (size_t i = 0; i < w->runtime_count && w->runtimes[i] > 0; i++)
        text = hp_arena_print(doc->arena, "%s%s%d", text, i == 0 ? "/" : ", ", w->runtimes[i]);
    return text;
}

/* Ways with collections at the upper size under one of the settings. */
static struct way *collect_ways(struct hp_doc *doc, const struct control *c, bool merge,
                                size_t *count)
{
    struct way *ways = hp_arena_get(doc->arena, (c->before->series_count + 1) * sizeof *ways);
    *count = 0;
    for (size_t i = 0; i < c->before->series_count; i++) {
        struct way w = { .series = &c->before->series[i] };
        if (!pair_on(c->before, w.series, c, &w.below[0], &w.above[0]) ||
            !pair_on(c->after, w.series, c, &w.below[1], &w.above[1]) ||
            !w.above[0]->gen2.present || !w.above[1]->gen2.present ||
            (w.above[0]->gen2.median <= 0 && w.above[1]->gen2.median <= 0))
            continue;
        size_t k = 0;
        while (k < *count && !(merge && same_counters(&ways[k], &w)))
            k++;
        if (k == *count)
            ways[(*count)++] = w;
        add_runtime(&ways[k], w.series->like->runtime);
    }
    return ways;
}

static void table_frame(struct hp_doc *doc, struct hp_table *t, const struct hp_scale *scale,
                        const struct hp_ticks *ticks)
{
    t->column_count = 5;
    t->pitch = 19;
    t->columns[0] = hp_column_words(hp_say(doc, HP_W_WAY), 0, 176);
    t->columns[1] = hp_column_plots(NULL, 180, 150, scale, ticks);
    t->columns[2] = hp_column_figures(hp_say(doc, HP_W_WAS), NULL, 336, 34, HP_ALIGN_DECIMAL);
    t->columns[3] = hp_column_figures(hp_say(doc, HP_W_IS_NOW), NULL, 374, 36, HP_ALIGN_DECIMAL);
    t->columns[4] = hp_column_words(hp_say(doc, HP_W_AFTER_MOVE), 420, 74);
}

static struct hp_row *dumbbell_row(struct hp_doc *doc, struct hp_table *t, const struct way *w,
                                   const struct hp_datum d[2], bool *named)
{
    /* Named once, on the first row whose marks stand far enough apart. */
    const struct hp_scale *scale = t->columns[1].scale;
    const bool apart = fabs(hp_scale_at(scale, d[0].value) - hp_scale_at(scale, d[1].value)) > 52;
    const bool first = apart && !*named;
    *named = *named || first;
    struct hp_row *row = hp_table_row(t);
    row->cell[0].text = way_words(doc, w);
    row->cell[1].plot_count =
        hp_chart_dumbbell(doc, &d[0], &d[1], first ? hp_say(doc, HP_W_DEFAULT) : NULL,
                          first ? hp_say(doc, HP_W_MOVED) : NULL, &row->cell[1].plots);
    return row;
}

static void judge(struct hp_doc *doc, struct hp_row *row, const struct control *c,
                  enum hp_verdict_kind kind)
{
    /* No verdict when the setting was not read back. */
    if (!hp_model_applied(c->after->setting) || !hp_model_applied(c->before->setting))
        kind = HP_SKIPPED;
    row->cell[4] = (struct hp_cell){ .text = hp_words(doc->fmt.language, hp_verdict_word(kind)),
                                     .mark = hp_verdict_mark(kind) };
}

static void draw_counters(struct hp_doc *doc, const struct control *c)
{
    size_t count = 0;
    double top = 1;
    const struct way *ways = collect_ways(doc, c, true, &count);
    for (size_t i = 0; i < count; i++)
        top = fmax(top, fmax(ways[i].above[0]->gen2.high, ways[i].above[1]->gen2.high));
    const struct hp_scale scale = hp_scale_linear(0, top, HP_LEFT + 186, HP_LEFT + 326);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 3);
    struct hp_table t = { .title = hp_say(doc, HP_W_GEN2_AT, hp_num_plain(&doc->fmt, c->above)),
                          .view = "causal",
                          .note = hp_say(doc, HP_W_GEN2_AT_NOTE),
                          .foot = hp_say(doc, HP_W_HOW_TO_READ_TEXT) };
    bool named = false;
    table_frame(doc, &t, &scale, &ticks);
    for (size_t i = 0; i < count; i++) {
        struct hp_datum d[2];
        for (int k = 0; k < 2; k++) {
            const struct hp_m_value *v = &ways[i].above[k]->gen2;
            d[k] = (struct hp_datum){ c->above, v->median, v->low, v->high, v->low > 0, true };
        }
        const bool gone = free_of_gen2(ways[i].above[1]);
        struct hp_row *row = dumbbell_row(doc, &t, &ways[i], d, &named);
        row->cell[2].text = hp_num_plain(&doc->fmt, d[0].value);
        row->cell[3].text = hp_num_plain(&doc->fmt, d[1].value);
        judge(doc, row, c, gone ? HP_HOLDS : HP_BROKEN);
    }
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

/* The ratio of a way's two times under one setting: 0 the default, 1 the moved one. */
static struct hp_interval ratio_of(const struct way *w, int setting)
{
    return hp_model_time_ratio(w->above[setting], w->below[setting]);
}

static const char *with_interval(struct hp_doc *doc, const struct hp_interval *r)
{
    const int d = hp_num_decimals(r->low, r->high);
    return hp_arena_print(doc->arena, "%s %s", hp_num_fixed(&doc->fmt, r->value, d),
                          hp_num_interval(&doc->fmt, r->low, r->high, d));
}

/* "; now within its control of 12 %", or of both settings, or nothing. */
static const char *within_words(struct hp_doc *doc, const struct way *w)
{
    static const enum hp_word words[2] = { HP_W_WAS_WITHIN, HP_W_NOW_WITHIN };
    const char *text = "";
    for (int k = 0; k < 2; k++) {
        const struct hp_m_resolved r = hp_model_resolved(w->above[k], w->below[k]);
        if (r.within)
            text = hp_arena_print(doc->arena, "%s%s", text,
                                  hp_say(doc, words[k], hp_resolution_text(doc, r.resolution)));
    }
    return text;
}

static void ratio_row(struct hp_doc *doc, struct hp_table *t, const struct control *c,
                      const struct way *w, bool *named)
{
    const struct hp_interval r[2] = { ratio_of(w, 0), ratio_of(w, 1) };
    const struct hp_m_point *const now[2] = { w->above[1], w->below[1] }, *const was[2] = {
        w->above[0], w->below[0]
    };
    const struct hp_interval change = hp_model_ratio_change(now, was);
    const int decimals = hp_num_decimals(change.low, change.high);
    struct hp_datum d[2];
    if (isnan(r[0].value) || isnan(r[1].value))
        return;
    for (int k = 0; k < 2; k++)
        d[k] = (struct hp_datum){ 0,   r[k].value, r[k].low, r[k].high, w->above[k]->gen2.low > 0,
                                  true };
    struct hp_row *row = dumbbell_row(doc, t, w, d, named);
    row->cell[2].text = with_interval(doc, &r[0]);
    row->cell[3].text = with_interval(doc, &r[1]);
    row->second = hp_arena_print(
        doc->arena, "%s%s",
        hp_say(doc, HP_W_RATIO_CHANGE, hp_num_fixed(&doc->fmt, change.value, decimals),
               hp_num_interval(&doc->fmt, change.low, change.high, decimals)),
        within_words(doc, w));
    if (w->series->counters_only)
        row->cell[4].text = hp_say(doc, HP_W_SHOWN);
    else
        judge(doc, row, c, judge_ratio(hp_model_resolved(w->above[1], w->below[1]).ratio));
}

static void published_row(struct hp_doc *doc, struct hp_table *t,
                          const struct hp_m_published_ratio *p)
{
    struct hp_plot *plots = hp_arena_get(doc->arena, 2 * sizeof *plots);
    plots[0] = (struct hp_plot){ .kind = HP_PLOT_FRAME,
                                 .low = p->was->want_low,
                                 .high = p->was->want_high,
                                 .ink = HP_INK_ABOVE,
                                 .fill = HP_INK_ABOVE_FILL };
    plots[1] = (struct hp_plot){ .kind = HP_PLOT_FRAME,
                                 .low = p->now->want_low,
                                 .high = p->now->want_high,
                                 .ink = HP_INK_BELOW,
                                 .fill = HP_INK_BELOW_FILL };
    struct hp_row *row = hp_table_row(t);
    row->cell[0].text = p->machines;
    row->cell[1].plots = plots;
    row->cell[1].plot_count = 2;
    row->cell[2].text = hp_verdict_expected(doc, p->was);
    row->cell[3].text = hp_verdict_expected(doc, p->now);
    row->cell[4] = (struct hp_cell){ .text = hp_say(doc, HP_W_SKIPPED), .mark = HP_MARK_SKIPPED };
}

/* Ends of everything that the ratio table draws, 1 among them. */
static void reach_of(const struct way *ways, size_t count, const struct hp_m_published_ratio *p,
                     size_t published, double *low, double *high)
{
    *low = *high = 1;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            const struct hp_interval r = ratio_of(&ways[i], k);
            *low = isnan(r.low) ? *low : fmin(*low, r.low);
            *high = isnan(r.high) ? *high : fmax(*high, r.high);
        }
    for (size_t i = 0; i < published; i++) {
        *low = fmin(*low, fmin(p[i].was->want_low, p[i].now->want_low));
        *high = fmax(*high, fmax(p[i].was->want_high, p[i].now->want_high));
    }
}

static const char *ratio_foot(struct hp_doc *doc, const struct control *c,
                              const struct hp_m_published_ratio *p, size_t published, bool measured)
{
    bool named = true;
    for (size_t i = 0; i < published; i++)
        named = named && p[i].pair_named;
    return hp_arena_print(
        doc->arena, "%s%s%s%s",
        measured ? hp_say(doc, HP_W_RATIO_INTERVALS, hp_num_count(&doc->fmt, HP_RESAMPLES),
                          hp_num_count(&doc->fmt, HP_BOOT_SEED))
                 : "",
        published > 0 ? hp_say(doc, HP_W_BARS_ARE_RANGES) : "",
        named ? "" : hp_say(doc, HP_W_PAIR_NOT_NAMED),
        measured && !c->series->counters_only ? hp_say(doc, HP_W_DUMBBELL_NOTE) : "");
}

static void draw_ratios(struct hp_doc *doc, const struct hp_model *model, const struct control *c)
{
    size_t count = 0;
    double low, high;
    const struct way *ways = collect_ways(doc, c, false, &count);
    struct hp_m_published_ratio *p = NULL;
    const struct hp_m_point *const pair[2] = { hp_model_at(c->series, c->below),
                                               hp_model_at(c->series, c->above) };
    const size_t published = hp_model_published_ratios(model, c->before, c->after, pair, &p);
    reach_of(ways, count, p, published, &low, &high);
    const struct hp_scale scale =
        hp_scale_log2(low > 0.97 ? 1 : low, high, HP_LEFT + 172, HP_LEFT + 256);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 3);
    struct hp_table t = { .title = hp_say(doc, HP_W_TIME_RATIO_TITLE),
                          .view = "causal",
                          .note = hp_say(doc, c->series->counters_only ? HP_W_TIME_RATIO_GEN
                                                                       : HP_W_TIME_RATIO_NOTE),
                          .second_width = 400 };
    bool named = false;
    table_frame(doc, &t, &scale, &ticks);
    t.pitch = 17;
    t.columns[0].w = 160;
    t.columns[1] = hp_column_plots(NULL, 166, 96, &scale, &ticks);
    t.columns[2] = hp_column_figures(hp_say(doc, HP_W_WAS), NULL, 262, 74, HP_ALIGN_RIGHT);
    t.columns[3] = hp_column_figures(hp_say(doc, HP_W_IS_NOW), NULL, 340, 74, HP_ALIGN_RIGHT);
    for (size_t i = 0; i < count; i++)
        ratio_row(doc, &t, c, &ways[i], &named);
    const size_t measured = t.row_count;
    if (published > 0)
        hp_table_row(&t)->group = hp_say(doc, HP_W_PUBLISHED_ELSEWHERE);
    for (size_t i = 0; i < published; i++)
        published_row(doc, &t, &p[i]);
    t.foot = ratio_foot(doc, c, p, published, measured > 0);
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

/* ---- slopes ---- */

static double end_of(const struct hp_verdict *figure, bool high)
{
    return figure == NULL ? NAN : high ? figure->want_high : figure->want_low;
}

/* "all collections of one reading: from 41-48 to 9-15", after what there is; a side without a figure is a
 * dash. */
static const char *add_figures(struct hp_doc *doc, const char *list, const char *title,
                               const struct hp_verdict *const figure[2])
{
    if (figure[0] == NULL && figure[1] == NULL)
        return list;
    const char *side[2];
    for (int k = 0; k < 2; k++)
        side[k] = figure[k] != NULL ? hp_verdict_expected(doc, figure[k]) : HP_DASH;
    return hp_arena_print(doc->arena, "%s%s%s %s", list != NULL ? list : "",
                          list != NULL ? "; " : "", title,
                          hp_say(doc, HP_W_FROM_TO, side[0], side[1]));
}

static void draw_slopes(struct hp_doc *doc, const struct hp_model *model, const struct control *c)
{
    const struct hp_m_point *a, *b, *a2, *b2;
    if (!pair_on(c->before, c->series, c, &a, &b) || !pair_on(c->after, c->series, c, &a2, &b2))
        return;
    const double height = 60;
    hp_doc_heading(doc, hp_say(doc, HP_W_COUNTERS_BEFORE_AFTER),
                   hp_say(doc, HP_W_COUNTERS_NOTE, hp_num_plain(&doc->fmt, c->above),
                          hp_spread_text(doc, &b->gen2)),
                   hp_doc_figure_label(doc, "causal"), 34 + height + 14 + 3 + 22);
    const double top = doc->y + 34;
    const struct {
        enum hp_word title;
        const struct hp_m_value *before, *after;
        const struct hp_verdict *figure[2];
    } panels[2] = {
        { HP_W_GEN2_PER_1000,
          &b->gen2,
          &b2->gen2,
          { hp_model_figure(model, c->before, b, "gen2_per_1000"),
            hp_model_figure(model, c->after, b2, "gen2_per_1000") } },
        { HP_W_ALL_COLLECTIONS,
          &b->collections,
          &b2->collections,
          { hp_model_figure(model, c->before, b, "gc_per_pass"),
            hp_model_figure(model, c->after, b2, "gc_per_pass") } },
    };
    const char *published = NULL;
    hp_doc_figure_begin(doc, hp_say(doc, HP_W_SLOPE_ALT, hp_num_plain(&doc->fmt, b->gen2.median),
                                    hp_num_plain(&doc->fmt, b2->gen2.median)));
    for (int i = 0; i < 2; i++) {
        const struct hp_area area = { HP_LEFT + 257 * i, top, HP_LEFT + 257 * i + 236,
                                      top + height };
        const struct hp_slope slope = {
            .title = hp_words(doc->fmt.language, panels[i].title),
            .before = hp_model_setting_bytes(model, c->before),
            .after = hp_num_count(&doc->fmt, (double)c->after->setting->requested),
            .value_before = panels[i].before->median,
            .value_after = panels[i].after->median,
            .text_before = hp_num_plain(&doc->fmt, panels[i].before->median),
            .text_after = hp_num_plain(&doc->fmt, panels[i].after->median),
            .above_before = b->gen2.low > 0,
            .above_after = b2->gen2.low > 0,
            .range = { end_of(panels[i].figure[0], false), end_of(panels[i].figure[0], true),
                       end_of(panels[i].figure[1], false), end_of(panels[i].figure[1], true) }
        };
        hp_chart_slope(doc, &slope, &area);
        published = add_figures(doc, published, slope.title, panels[i].figure);
    }
    hp_doc_figure_end(doc);
    doc->y = top + height + 14;
    if (published != NULL)
        hp_doc_note(doc, hp_say(doc, HP_W_SLOPE_PUBLISHED, published));
}

static const double section_block = 200; /* what stands with its title */

void hp_page_causal(struct hp_doc *doc, const struct hp_model *model,
                    const struct hp_m_sheet *sheet)
{
    struct control c;
    hp_doc_section(doc, "causal", hp_say(doc, HP_W_SEC_CAUSAL), section_block);
    if (!find_control(model, sheet, &c)) {
        hp_doc_paragraph(doc, 21, HP_ROLE_BODY, hp_columns(10),
                         hp_say(doc, HP_W_CONTROL_INCOMPLETE));
        return;
    }
    hp_doc_paragraph(doc, 24, HP_ROLE_FINDING, HP_WIDTH, finding(doc, model, &c));
    draw_settings(doc, model, &c);
    draw_counters(doc, &c);
    draw_ratios(doc, model, &c);
    draw_slopes(doc, model, &c);
}
