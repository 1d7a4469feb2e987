/* SPDX-License-Identifier: MIT
 * Where is the boundary, what arithmetic gives it, and what changes from one side to the other? Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

static const struct hp_m_point *below(const struct hp_m_sheet *sheet)
{
    return &sheet->main->points[sheet->main->below];
}

static const struct hp_m_point *above(const struct hp_m_sheet *sheet)
{
    return &sheet->main->points[sheet->main->below + 1];
}

/* ---- arithmetic ---- */

static bool has_arithmetic(const struct hp_m_sheet *sheet)
{
    const struct hp_m_first *f = sheet->main_first;
    return f != NULL && isfinite(f->length) && isfinite(f->bytes) && isfinite(f->header) &&
           isfinite(f->element_bytes);
}

static void draw_arithmetic(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const struct hp_m_first *f = sheet->main_first;
    const struct hp_fmt *fmt = &doc->fmt;
    const struct {
        const char *figure, *sign;
        enum hp_word label;
    } parts[] = {
        { hp_num_count(fmt, f->length), HP_TIMES, HP_W_ELEMENTS },
        { hp_num_count(fmt, f->element_bytes), "+", HP_W_BYTES_EACH },
        { hp_num_count(fmt, f->header), "=", HP_W_ARRAY_HEADER },
        { hp_num_count(fmt, f->bytes), NULL, HP_W_BYTES_THRESHOLD },
    };
    const double y = doc->y + 34;
    double x = HP_LEFT;
    hp_doc_tag(doc, "P");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *label = hp_words(fmt->language, parts[i].label);
        const enum hp_role role = parts[i].sign == NULL ? HP_ROLE_BIG_BOLD : HP_ROLE_BIG;
        const double w =
            fmax(hp_doc_width(doc, role, parts[i].figure), hp_doc_width(doc, HP_ROLE_TICK, label));
        (void)hp_doc_text(doc, x + w / 2, y, HP_MIDDLE, role, parts[i].figure);
        (void)hp_doc_text(doc, x + w / 2, y + 15, HP_MIDDLE, HP_ROLE_TICK, label);
        x += w + 14;
        if (parts[i].sign != NULL)
            x += hp_doc_text(doc, x, y - 1, HP_MIDDLE, HP_ROLE_BIG_SIGN, parts[i].sign) / 2 + 14;
    }
    hp_doc_tag_end(doc, "P");
    const double less = f->header + (f->length - 1) * f->element_bytes,
                 short_by = hp_model_boundary_bytes(sheet) - less;
    const char *text = hp_say(doc, HP_W_ONE_LESS, hp_num_count(fmt, f->length - 1),
                              hp_num_count(fmt, f->element_bytes), hp_num_count(fmt, f->header),
                              hp_num_count(fmt, less), hp_num_count(fmt, short_by),
                              hp_num_count(fmt, hp_model_boundary_bytes(sheet)));
    const double left = fmax(x + 20, HP_LEFT + 341);
    const struct hp_lines lines =
        hp_typeset_wrap(doc->fonts, HP_ROLE_NOTE, text, HP_RIGHT - left, doc->arena);
    hp_doc_tag(doc, "P");
    for (size_t i = 0; i < lines.count; i++)
        (void)hp_doc_text(doc, left, y - 8 + 11 * (double)i, HP_START, HP_ROLE_NOTE,
                          lines.items[i]);
    hp_doc_tag_end(doc, "P");
    doc->y = fmax(y + 15, y - 8 + 11 * (double)(lines.count - 1));
}

/* ---- the pair ---- */

static const char *change_of(struct hp_doc *doc, double a, double b, bool ratio)
{
    if (isnan(a) || isnan(b))
        return HP_DASH;
    if (ratio)
        return hp_num_ratio(&doc->fmt, b / a, 2);
    if (a == 0 && b != 0)
        return hp_say(doc, HP_W_FROM_ZERO);
    return hp_num_signed(&doc->fmt, b - a, 0);
}

static struct hp_row *pair_row(struct hp_doc *doc, struct hp_table *t, const char *what,
                               const char *unit, double a, double b, const char *spread)
{
    struct hp_row *row = hp_table_row(t);
    row->cell[0].text = what;
    row->cell[1].text = unit;
    row->cell[2].text = hp_num_plain(&doc->fmt, a);
    row->cell[3].text = hp_num_plain(&doc->fmt, b);
    row->cell[4].text = change_of(doc, a, b, false);
    row->cell[5].text = spread;
    return row;
}

static void measured_row(struct hp_doc *doc, struct hp_table *t, enum hp_word what,
                         const char *unit, const struct hp_m_value *a, const struct hp_m_value *b,
                         bool rule)
{
    if (!a->present && !b->present)
        return;
    const char *spread = hp_spread_text(doc, b->present ? b : a);
    pair_row(doc, t, hp_words(doc->fmt.language, what), hp_words_unit(doc->fmt.language, unit),
             a->median, b->median, spread)
        ->rule = rule;
}

/* "40", or "40–50" when the two sides have different numbers of samples. */
static const char *both_n(struct hp_doc *doc, size_t below_n, size_t above_n)
{
    const size_t low = below_n < above_n ? below_n : above_n;
    const size_t high = below_n < above_n ? above_n : below_n;
    const char *from = hp_num_count(&doc->fmt, (double)low);
    return low == high ? from
                       : hp_arena_print(doc->arena, "%s\u2013%s", from,
                                        hp_num_count(&doc->fmt, (double)high));
}

static void time_row(struct hp_doc *doc, struct hp_table *t, const struct hp_m_sheet *sheet)
{
    const struct hp_m_value *a = &below(sheet)->time, *b = &above(sheet)->time;
    if (!a->present || !b->present) {
        if (!sheet->profile)
            return;
        struct hp_row *row = hp_table_row(t);
        row->cell[0].text = hp_say(doc, HP_W_TIME_MEDIAN);
        row->cell[1].text = hp_words_unit(doc->fmt.language, "us");
        row->cell[2].text = row->cell[3].text = row->cell[4].text = HP_DASH;
        row->cell[5].text = hp_say(doc, HP_W_NO_TIMES);
        return;
    }
    struct hp_row *row = hp_table_row(t);
    const int decimals = a->median < 100e3 ? 1 : 0;
    row->cell[0].text = hp_say(doc, HP_W_TIME_MEDIAN);
    row->cell[1].text = hp_words_unit(doc->fmt.language, "us");
    row->cell[2].text = hp_num_fixed(&doc->fmt, a->median / 1e3, decimals);
    row->cell[3].text = hp_num_fixed(&doc->fmt, b->median / 1e3, decimals);
    row->cell[4].text = change_of(doc, a->median, b->median, true);
    row->cell[5].text = hp_say(doc, HP_W_N_IS, both_n(doc, a->n, b->n));
}

static void draw_pair(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    const struct hp_m_point *a = below(sheet), *b = above(sheet);
    const char *heads[2] = { hp_say(doc, HP_W_X_BELOW, hp_num_plain(&doc->fmt, a->x)),
                             hp_say(doc, HP_W_X_ABOVE, hp_num_plain(&doc->fmt, b->x)) };
    struct hp_table t = {
        .title = hp_say(doc, HP_W_THE_PAIR),
        .note =
            hp_arena_print(doc->arena, "%s, %s", sheet->main->runtime_text, sheet->main->constant),
        .view = "boundary_pair",
        .column_count = 6,
        .columns = { hp_column_words(hp_say(doc, HP_W_PER_PASS), 0, 158),
                     { .head = hp_say(doc, HP_W_UNIT), .x = 162, .w = 70, .grey = true },
                     { .head = heads[0],
                       .x = 222,
                       .w = 70,
                       .align = HP_ALIGN_DECIMAL,
                       .head_mark = HP_MARK_CIRCLE },
                     { .head = heads[1],
                       .x = 302,
                       .w = 72,
                       .align = HP_ALIGN_DECIMAL,
                       .head_mark = HP_MARK_SQUARE },
                     hp_column_figures(hp_say(doc, HP_W_CHANGE), NULL, 378, 34, HP_ALIGN_RIGHT),
                     { .head = hp_say(doc, HP_W_N_SPREAD),
                       .x = 416,
                       .w = 77.3,
                       .align = HP_ALIGN_RIGHT,
                       .grey = true } },
    };
    const struct hp_m_first *f = sheet->main_first;
    if (has_arithmetic(sheet) && strcmp(sheet->main->over, "size") == 0)
        (void)pair_row(doc, &t, hp_say(doc, HP_W_SIZE_OF_CHUNK),
                       hp_words_unit(doc->fmt.language, "bytes"),
                       f->header + a->x * f->element_bytes, f->header + b->x * f->element_bytes,
                       hp_say(doc, HP_W_BY_CONSTRUCTION));
    const struct hp_m_value born[2] = { hp_model_birth(model, sheet, a),
                                        hp_model_birth(model, sheet, b) };
    if (born[0].present && born[1].present)
        measured_row(doc, &t, HP_W_BIRTH, "generation", &born[0], &born[1], false);
    measured_row(doc, &t, HP_W_ALLOCATED, "bytes", &a->allocated, &b->allocated, true);
    measured_row(doc, &t, HP_W_GEN2_SHORT, "collections", &a->gen2, &b->gen2, false);
    measured_row(doc, &t, HP_W_ALL_COLLECTIONS, "collections", &a->collections, &b->collections,
                 false);
    measured_row(doc, &t, HP_W_LOH_LIVE, "bytes", &a->loh_live, &b->loh_live, true);
    time_row(doc, &t, sheet);
    hp_table_draw(doc, &t);
}

/* ---- the step chart ---- */

/* The neighbourhood of the boundary: sizes of the pair's own sweep, on each side up to four times as far off as
 * the farthest on the other. `all` holds the sweep's points alone, `below` the last one below. */
static void window_of(const struct hp_step_panel *all, size_t *from, size_t *to)
{
    const size_t i = all->below;
    const double left = all->data[i].x - all->data[0].x;
    const double right = all->data[all->count - 1].x - all->data[i + 1].x;
    *from = 0;
    *to = all->count;
    while (left > 0 && *to > i + 2 && all->data[*to - 1].x - all->data[i + 1].x > 4 * left)
        (*to)--;
    const double reach = all->data[*to - 1].x - all->data[i + 1].x;
    while (right > 0 && *from<i && * to> i + 2 && all->data[i].x - all->data[*from].x > 4 * reach)
        (*from)++;
}

static struct hp_datum datum_of(const struct hp_m_point *p, const struct hp_m_value *v, double unit)
{
    return (struct hp_datum){ p->x,
                              v->median / unit,
                              v->low / unit,
                              v->high / unit,
                              p->gen2.present && p->gen2.low > 0,
                              v->present };
}

/* What was published for the counter at each point. */
static double (*published_at(struct hp_doc *doc, const struct hp_model *model,
                             const struct hp_m_sheet *sheet, const struct hp_step_panel *p))[2]
{
    double(*ranges)[2] = hp_arena_get(doc->arena, p->count * sizeof *ranges);
    for (size_t i = 0; i < p->count; i++) {
        const struct hp_m_point *at = hp_model_at(sheet->main, p->data[i].x);
        const struct hp_verdict *v = hp_model_figure(model, sheet, at, "gen2_per_1000");
        ranges[i][0] = v != NULL ? v->want_low : NAN;
        ranges[i][1] = v != NULL ? v->want_high : NAN;
    }
    return ranges;
}

static struct hp_step_panel panel_of(struct hp_doc *doc, const struct hp_model *model,
                                     const struct hp_m_sheet *sheet, bool time)
{
    const struct hp_m_series *s = sheet->main;
    struct hp_datum *data = hp_arena_get(doc->arena, s->count * sizeof *data);
    struct hp_step_panel p = { .data = data };
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_m_point *at = &s->points[i];
        const bool pair = at == below(sheet) || at == above(sheet);
        if (at == below(sheet))
            p.below = p.count;
        if (pair || hp_model_drawn(s, at))
            data[p.count++] = datum_of(at, time ? &at->time : &at->gen2, time ? 1e3 : 1);
    }
    size_t from = 0, to = 0;
    window_of(&p, &from, &to);
    p.data += from;
    p.count = to - from;
    p.below -= from;
    if (!time)
        p.published = published_at(doc, model, sheet, &p);
    return p;
}

/* "Grey: published, 0 at 21,243; 1,103.52-1,110.35 at 21,244." */
static const char *published_note(struct hp_doc *doc, const struct hp_model *model,
                                  const struct hp_m_sheet *sheet, const struct hp_step_panel *p)
{
    const char *list = NULL;
    for (size_t i = 0; i < p->count; i++) {
        const struct hp_m_point *at = hp_model_at(sheet->main, p->data[i].x);
        const struct hp_verdict *v = hp_model_figure(model, sheet, at, "gen2_per_1000");
        if (v == NULL)
            continue;
        const char *one = hp_say(doc, HP_W_FIGURE_AT, hp_verdict_expected(doc, v),
                                 hp_num_plain(&doc->fmt, at->x));
        list = list == NULL ? one : hp_arena_print(doc->arena, "%s; %s", list, one);
    }
    return list != NULL ? hp_say(doc, HP_W_GREY_PUBLISHED, list) : "";
}

static const char *valued(struct hp_doc *doc, const char *param, const struct hp_datum *d,
                          bool time)
{
    const char *x = hp_words_size(&doc->fmt, param, d->x);
    const char *value =
        time ? hp_arena_print(doc->arena, "%s" HP_NBSP "%s", hp_num_count(&doc->fmt, d->value),
                              hp_words_unit(doc->fmt.language, "us"))
             : hp_num_plain(&doc->fmt, d->value);
    return time ? value : hp_arena_print(doc->arena, "%s: %s", x, value);
}

static bool has_times(const struct hp_m_sheet *sheet)
{
    return below(sheet)->time.present && above(sheet)->time.present;
}

static const char *sizes_left_out(struct hp_doc *doc, const struct hp_m_sheet *sheet, size_t drawn)
{
    const struct hp_m_series *s = sheet->main;
    const char *dest = hp_page_sweep_left_out(doc, sheet, s);
    if (dest == NULL)
        return "";
    return hp_say(doc, HP_W_SIZES_LEFT_OUT, hp_num_count(&doc->fmt, (double)(s->count - drawn)),
                  hp_num_count(&doc->fmt, hp_doc_page_of(doc, dest)));
}

static void draw_step(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    const struct hp_m_series *s = sheet->main;
    const double bytes = hp_model_boundary_bytes(sheet);
    struct hp_step step = { .panel_count = has_times(sheet) ? 2 : 1, .param = s->over };
    step.boundary = bytes > 0 ? hp_say(doc, HP_W_BYTES, hp_num_count(&doc->fmt, bytes)) : NULL;
    step.x_title = strcmp(s->over, "size") == 0 && sheet->main_first != NULL
                       ? hp_say(doc, HP_W_OVER_ELEMENTS,
                                hp_words_value(doc->fmt.language, sheet->main_first->element))
                       : hp_words_param(doc->fmt.language, s->over);
    for (size_t i = 0; i < step.panel_count; i++) {
        struct hp_step_panel *p = &step.panels[i];
        *p = panel_of(doc, model, sheet, i == 1);
        p->title = i == 0 ? hp_say(doc, HP_W_GEN2_PER_1000)
                          : hp_say(doc, HP_W_TIME_OF_PASS,
                                   both_n(doc, below(sheet)->time.n, above(sheet)->time.n));
        p->below_label = valued(doc, s->over, &p->data[p->below], i == 1);
        p->above_label = valued(doc, s->over, &p->data[p->below + 1], i == 1);
    }
    const double height = step.panel_count == 1 ? 120 : 58;
    hp_doc_heading(doc, hp_say(doc, HP_W_SWEEP_OVER, hp_words_param(doc->fmt.language, s->over)),
                   hp_say(doc, HP_W_AXIS_IS_CUT, hp_num_plain(&doc->fmt, below(sheet)->x),
                          hp_num_plain(&doc->fmt, above(sheet)->x)),
                   hp_doc_figure_label(doc, "sweep"), hp_chart_step_height(&step, height) + 14);
    doc->y += 8;
    hp_doc_figure_begin(doc, hp_say(doc, HP_W_STEP_ALT, hp_num_plain(&doc->fmt, below(sheet)->x),
                                    hp_num_plain(&doc->fmt, above(sheet)->x),
                                    hp_num_plain(&doc->fmt, below(sheet)->gen2.median),
                                    hp_num_plain(&doc->fmt, above(sheet)->gen2.median)));
    hp_chart_step(doc, &step, height);
    hp_doc_figure_end(doc);
    hp_doc_note(doc, hp_arena_print(doc->arena, "%s%s%s", hp_say(doc, HP_W_STEP_NOTE),
                                    published_note(doc, model, sheet, &step.panels[0]),
                                    sizes_left_out(doc, sheet, step.panels[0].count)));
}

/* ---- every way at the same two sizes ---- */

/* Whether its ratio is within its control. */
static bool ways_row(struct hp_doc *doc, struct hp_table *t, const struct hp_m_series *s,
                     const struct hp_m_point *a, const struct hp_m_point *b)
{
    struct hp_row *row = hp_table_row(t);
    const struct hp_interval r = hp_model_time_ratio(b, a);
    row->cell[0].text = hp_arena_print(doc->arena, "%s, %s", s->label, s->runtime_text);
    row->cell[1].text = hp_num_plain(&doc->fmt, a->gen2.median);
    row->cell[2].text = hp_num_plain(&doc->fmt, b->gen2.median);
    row->cell[3].text = hp_num_fixed(&doc->fmt, a->time.median / 1e3, 0);
    row->cell[4].text = hp_num_fixed(&doc->fmt, b->time.median / 1e3, 0);
    const struct hp_datum d = {
        0, r.value, r.low, r.high, b->gen2.present && b->gen2.low > 0, !isnan(r.value)
    };
    row->cell[5].plot_count =
        hp_chart_forest(doc, &d, d.above ? HP_MARK_SQUARE : HP_MARK_CIRCLE,
                        d.above ? HP_INK_ABOVE : HP_INK_BELOW, &row->cell[5].plots);
    const int decimals = hp_num_decimals(r.low, r.high);
    row->cell[6].text =
        isnan(r.value)
            ? HP_DASH
            : hp_arena_print(doc->arena, "%s %s", hp_num_fixed(&doc->fmt, r.value, decimals),
                             hp_num_interval(&doc->fmt, r.low, r.high, decimals));
    const bool within = hp_model_resolved(b, a).within;
    if (within)
        row->cell[6].mark = HP_MARK_CANNOT_TELL;
    return within;
}

/* Ends of all ratio intervals of the pair, 1 among them; false: nothing has times. */
static bool ratio_reach(const struct hp_m_sheet *sheet, double *low, double *high)
{
    bool any = false;
    *low = *high = 1;
    for (size_t i = 0; i < sheet->series_count; i++) {
        const struct hp_m_series *s = &sheet->series[i];
        const struct hp_interval r =
            hp_model_time_ratio(hp_model_at(s, above(sheet)->x), hp_model_at(s, below(sheet)->x));
        *low = isnan(r.low) ? *low : fmin(*low, r.low);
        *high = isnan(r.high) ? *high : fmax(*high, r.high);
        any = any || !isnan(r.value);
    }
    return any;
}

static void draw_ways(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    double low, high;
    const double xa = below(sheet)->x, xb = above(sheet)->x;
    const bool timed = ratio_reach(sheet, &low, &high);
    const struct hp_scale scale =
        hp_scale_log2(low > 0.97 ? 1 : low, high, HP_LEFT + 322, HP_LEFT + 400);
    const struct hp_ticks ticks = hp_scale_ticks(&scale, 3);
    struct hp_table t = {
        .title = hp_say(doc, HP_W_EVERY_WAY),
        .view = "ratio",
        .pitch = 14,
        .column_count = timed ? 7 : 3,
        .head_two_lines = true,
        .note = !timed ? hp_say(doc, HP_W_NO_TIMES)
                       : hp_say(doc, sheet->main->counters_only ? HP_W_EVERY_WAY_COUNTERS
                                                                : HP_W_EVERY_WAY_NOTE),
        .columns = { hp_column_words(hp_say(doc, HP_W_WAY), 0, 170),
                     { .head = hp_say(doc, HP_W_GEN2_BELOW),
                       .head2 = hp_num_plain(&doc->fmt, xa),
                       .x = 164,
                       .w = 36,
                       .align = HP_ALIGN_RIGHT,
                       .head_mark = HP_MARK_CIRCLE },
                     { .head = hp_say(doc, HP_W_GEN2_ABOVE),
                       .head2 = hp_num_plain(&doc->fmt, xb),
                       .x = 206,
                       .w = 38,
                       .align = HP_ALIGN_RIGHT,
                       .head_mark = HP_MARK_SQUARE },
                     hp_column_figures(hp_words_unit(doc->fmt.language, "us"),
                                       hp_num_plain(&doc->fmt, xa), 246, 32, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_words_unit(doc->fmt.language, "us"),
                                       hp_num_plain(&doc->fmt, xb), 282, 32, HP_ALIGN_RIGHT),
                     hp_column_plots(hp_say(doc, HP_W_LOG2), 322, 78, &scale, &ticks),
                     hp_column_figures(hp_say(doc, HP_W_RATIO_INTERVAL), NULL, 408, 85.3,
                                       HP_ALIGN_RIGHT) },
    };
    bool within = false;
    for (size_t i = 0; i < sheet->series_count; i++) {
        const struct hp_m_series *s = &sheet->series[i];
        const struct hp_m_point *a = hp_model_at(s, xa), *b = hp_model_at(s, xb);
        if (a != NULL && b != NULL && strcmp(s->over, sheet->main->over) == 0)
            within = ways_row(doc, &t, s, a, b) || within;
    }
    if (has_times(sheet))
        t.foot = hp_arena_print(doc->arena, "%s%s",
                                hp_say(doc, HP_W_BASE_NOTE, hp_num_count(&doc->fmt, HP_RESAMPLES),
                                       hp_num_count(&doc->fmt, HP_BOOT_SEED)),
                                within ? hp_say(doc, HP_W_WITHIN_MARK) : "");
    hp_table_draw(doc, &t);
}

static const double section_block = 400; /* what stands with its title */

void hp_page_boundary(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    const struct hp_fmt *f = &doc->fmt;
    const char *a = hp_num_plain(f, below(sheet)->x), *b = hp_num_plain(f, above(sheet)->x);
    const bool probed = has_arithmetic(sheet) && sheet->main_first->length == above(sheet)->x;
    hp_doc_section(doc, "boundary", hp_say(doc, probed ? HP_W_STAYS : HP_W_BOUNDARY_BETWEEN, a, b),
                   section_block);
    hp_doc_paragraph(
        doc, 21, HP_ROLE_BODY, hp_columns(10),
        probed ? hp_say(doc, HP_W_FIRST_IN_LOH,
                        hp_words_value(f->language, sheet->main_first->element), b)
               : hp_say(doc, HP_W_FLIP_ONLY, hp_words_param(f->language, sheet->main->over), a, b));
    if (has_arithmetic(sheet))
        draw_arithmetic(doc, sheet);
    draw_pair(doc, model, sheet);
    draw_step(doc, model, sheet);
    draw_ways(doc, sheet);
}
