/* SPDX-License-Identifier: MIT
 * How are rows and columns set? Parent process. A table owns its rows until it is drawn.
 */
#include "reports/table_fit.h"

#include <math.h>
#include <string.h>

static const double head_height = 15.7, head2_height = 12, first_gap = 4, last_gap = 1;
static const double keep_whole = 230; /* a table lower than this goes to the next page whole */
static const double line_pitch = 11.5, second_pitch = 10, code_pitch = 9, second_after = 3,
                    base_in_row = 9.7;
/* What words under a row keep clear of lines: over their base, and at the row's end. */
static const double second_above = 6.5, second_below = 3;

struct hp_row *hp_table_row(struct hp_table *t)
{
    struct hp_row *row = &HP_PUSH(t->rows, t->row_count, t->row_capacity);
    *row = (struct hp_row){ .group = NULL };
    return row;
}

static double second_width(const struct hp_table *t)
{
    return t->second_width > 0 ? t->second_width : t->columns[t->second_column].w;
}

static struct hp_lines second_lines(struct hp_doc *doc, const struct hp_table *t,
                                    const struct hp_row *row)
{
    return hp_typeset_wrap(doc->fonts, HP_ROLE_TICK, row->second, second_width(t), doc->arena);
}

static struct hp_lines code_lines(struct hp_doc *doc, const struct hp_table *t,
                                  const struct hp_row *row)
{
    return row->code != NULL ? hp_typeset_wrap(doc->fonts, HP_ROLE_CODE_SMALL, row->code,
                                               second_width(t), doc->arena)
                             : (struct hp_lines){ NULL, 0 };
}

static size_t lines_of(struct hp_doc *doc, const struct hp_table *t, const struct hp_row *row)
{
    size_t most = 1;
    for (size_t i = 0; i < t->column_count && row->group == NULL; i++) {
        if (t->columns[i].scale != NULL || row->cell[i].text == NULL)
            continue;
        const size_t n = hp_table_lines(doc, &t->columns[i], &row->cell[i]).count;
        most = n > most ? n : most;
    }
    return most;
}

static double row_height(struct hp_doc *doc, const struct hp_table *t, const struct hp_row *row)
{
    const double pitch = t->pitch > 0 ? t->pitch : hp_theme_roles[HP_ROLE_TABLE].leading;
    double h = pitch + (double)(lines_of(doc, t, row) - 1) * line_pitch;
    if (row->second != NULL)
        h += (double)second_lines(doc, t, row).count * second_pitch +
             (double)code_lines(doc, t, row).count * code_pitch + (row->rule ? second_after : 0);
    return h + (row->rule && row->second == NULL ? 1 : 0);
}

static double first_base(const struct hp_table *t, double top)
{
    const double leading = hp_theme_roles[HP_ROLE_TABLE].leading;
    return top + base_in_row + (t->pitch > 0 ? (t->pitch - leading) / 2 : 0);
}

/* The last base line of the cells of a row that begins at `top`; what stands under them follows. */
static double last_base(struct hp_doc *doc, const struct hp_table *t, const struct hp_row *row,
                        double top)
{
    return first_base(t, top) + (double)(lines_of(doc, t, row) - 1) * line_pitch;
}

static double head_size(const struct hp_table *t)
{
    return t->headless ? 0 : head_height + (t->head_two_lines ? head2_height : 0);
}

/* What the note under the table takes. */
static double foot_height(struct hp_doc *doc, const struct hp_table *t)
{
    if (t->foot == NULL || *t->foot == '\0')
        return 0;
    const struct hp_lines lines =
        hp_typeset_wrap(doc->fonts, HP_ROLE_NOTE, t->foot, HP_WIDTH, doc->arena);
    return 3 + hp_theme_roles[HP_ROLE_NOTE].leading * (double)lines.count;
}

static double fitted_height(struct hp_doc *doc, const struct hp_table *t)
{
    double h = head_size(t) + first_gap + last_gap + foot_height(doc, t);
    for (size_t i = 0; i < t->row_count; i++)
        h += row_height(doc, t, &t->rows[i]);
    return h;
}

double hp_table_height(struct hp_doc *doc, const struct hp_table *t)
{
    struct hp_table fitted = *t;
    hp_table_fit(doc, &fitted);
    return fitted_height(doc, &fitted);
}

/* ---- plots ---- */

const char *hp_tick_text(const struct hp_fmt *f, const struct hp_scale *scale,
                         const struct hp_ticks *ticks, double value)
{
    if (scale->kind != HP_SCALE_LOG2)
        return hp_num_fixed(f, value, ticks->decimals);
    if (value < 1 && fabs(1 / value - round(1 / value)) < 1e-6)
        return hp_arena_print(f->arena, "1/%s", hp_num_count(f, 1 / value));
    return hp_num_fixed(f, value,
                        fabs(value - round(value)) < 1e-6 ? 0 : 2 - (fmod(value * 10, 1) < 1e-6));
}

static void draw_interval(struct hp_scene *s, const struct hp_plot *p, const struct hp_scale *scale,
                          double y, enum hp_ink ink)
{
    const double a = hp_scale_at(scale, p->low), b = hp_scale_at(scale, p->high);
    if (isnan(a) || isnan(b) || b - a <= 2 * HP_MARK_R)
        return;
    hp_scene_line(s, a, y, b, y, HP_STROKE_INTERVAL, ink);
    hp_scene_line(s, a, y - HP_CAP, a, y + HP_CAP, HP_STROKE_INTERVAL, ink);
    hp_scene_line(s, b, y - HP_CAP, b, y + HP_CAP, HP_STROKE_INTERVAL, ink);
}

static void draw_bar(struct hp_scene *s, const struct hp_plot *p, const struct hp_scale *scale,
                     double y)
{
    double a = hp_scale_at(scale, p->low), b = hp_scale_at(scale, p->high);
    if (isnan(a) || isnan(b))
        return;
    if (b - a < 2) {
        a = (a + b) / 2 - 1;
        b = a + 2;
    }
    /* A published range stands out above and below the dot in it. */
    const double half = p->kind == HP_PLOT_RANGE ? 5.5 : 3.5;
    const struct hp_rect r = { a, y - half, b - a, 2 * half };
    if (p->kind == HP_PLOT_RANGE)
        hp_scene_box(s, r, HP_INK_RANGE);
    else
        hp_scene_frame(s, r, p->fill, p->ink);
}

void hp_plot_draw(struct hp_doc *doc, const struct hp_plot *p, const struct hp_scale *scale,
                  double y)
{
    struct hp_scene *s = hp_doc_scene(doc);
    const double x = hp_scale_at(scale, p->value);
    y += p->down;
    switch (p->kind) {
    case HP_PLOT_RANGE:
    case HP_PLOT_FRAME:
        draw_bar(s, p, scale, y);
        return;
    case HP_PLOT_CONNECTOR:
        if (!isnan(hp_scale_at(scale, p->low)) && !isnan(hp_scale_at(scale, p->high)))
            hp_scene_line(s, hp_scale_at(scale, p->low), y, hp_scale_at(scale, p->high), y,
                          HP_STROKE_CONNECTOR, HP_INK_AXIS);
        return;
    case HP_PLOT_SAMPLES:
        if (!isnan(x))
            hp_scene_mark(s, (struct hp_point){ x, y }, 1.8, HP_MARK_RING);
        return;
    case HP_PLOT_POINT:
        break;
    }
    if (isnan(x))
        return;
    draw_interval(s, p, scale, y, p->ink);
    hp_scene_mark(s, (struct hp_point){ x, y }, 3.2, p->mark);
    if (p->label == NULL)
        return;
    const double w = hp_doc_width(doc, HP_ROLE_TICK, p->label);
    const double beside = p->label_left ? x - 8 - w : x + 8;
    if (p->label_above || beside < scale->from - 10 || beside + w > scale->to + 10)
        (void)hp_doc_text_ink(doc, fmin(fmax(x - w / 2, scale->from), scale->to + 10 - w), y - 7,
                              HP_START, HP_ROLE_TICK, p->ink, p->label);
    else
        (void)hp_doc_text_ink(doc, beside, y + 2.6, HP_START, HP_ROLE_TICK, p->ink, p->label);
}

static void panel_band(struct hp_doc *doc, const struct hp_column *c, double top, double bottom)
{
    if (!c->band)
        return;
    const double a = hp_scale_at(c->scale, c->band_low), b = hp_scale_at(c->scale, c->band_high);
    hp_scene_box(hp_doc_scene(doc), (struct hp_rect){ a, top, fmax(b - a, 1), bottom - top },
                 HP_INK_GRID);
}

static void panel_lines(struct hp_doc *doc, const struct hp_column *c, double top, double bottom)
{
    struct hp_scene *s = hp_doc_scene(doc);
    for (size_t i = 0; i < c->ticks->count; i++) {
        const double x = hp_scale_at(c->scale, c->ticks->values[i]);
        const bool one = c->scale->kind == HP_SCALE_LOG2 && c->ticks->values[i] == 1;
        hp_scene_line(s, x, top, x, bottom, one ? HP_STROKE_ONE : HP_STROKE_GRID,
                      one ? HP_INK_TEXT : HP_INK_GRID);
    }
}

static double widest(const struct hp_doc *doc, enum hp_role role, struct hp_lines lines)
{
    double most = 0;
    for (size_t i = 0; i < lines.count; i++)
        most = fmax(most, hp_doc_width(doc, role, lines.items[i]));
    return most;
}

/* Do the words under the row run into this column? */
static bool second_reaches(struct hp_doc *doc, const struct hp_table *t, const struct hp_row *row,
                           const struct hp_column *c)
{
    if (row->second == NULL)
        return false;
    const double left = t->columns[t->second_column].x,
                 words = widest(doc, HP_ROLE_TICK, second_lines(doc, t, row)),
                 code = widest(doc, HP_ROLE_CODE_SMALL, code_lines(doc, t, row));
    return left < c->x + c->w && left + fmax(words, code) > c->x;
}

/* The ground of a column of plots beside rows [from, to), the first of which begins at `y`: its lines leave
 * out the words that run through them. */
static void draw_panel(struct hp_doc *doc, const struct hp_table *t, const struct hp_column *c,
                       size_t from, size_t to, double top, double y, double bottom)
{
    panel_band(doc, c, top, bottom);
    for (size_t i = from; i < to; i++) {
        const double end = y + row_height(doc, t, &t->rows[i]);
        if (second_reaches(doc, t, &t->rows[i], c)) {
            panel_lines(doc, c, top,
                        last_base(doc, t, &t->rows[i], y) + second_pitch - second_above);
            top = i + 1 < to ? end - second_below : bottom;
        }
        y = end;
    }
    if (top < bottom)
        panel_lines(doc, c, top, bottom);
}

static void panel_head(struct hp_doc *doc, const struct hp_column *c, double y)
{
    double end = -1e9;
    for (size_t i = 0; i < c->ticks->count; i++) {
        const char *text = hp_tick_text(&doc->fmt, c->scale, c->ticks, c->ticks->values[i]);
        const double x = hp_scale_at(c->scale, c->ticks->values[i]);
        const double w = hp_doc_width(doc, HP_ROLE_NOTE, text);
        if (x - w / 2 < end + 4)
            continue;
        (void)hp_doc_text(doc, x, y, HP_MIDDLE, HP_ROLE_NOTE, text);
        end = x + w / 2;
    }
}

/* ---- drawing ---- */

static void draw_head_cell(struct hp_doc *doc, const struct hp_column *c, double y)
{
    const double x = HP_LEFT + c->x;
    hp_doc_tag(doc, "TH");
    if (c->scale != NULL)
        panel_head(doc, c, c->head == NULL ? y : y + head2_height);
    if (c->head != NULL) {
        const bool left = c->align == HP_ALIGN_LEFT || c->scale != NULL;
        const double w = hp_doc_width(doc, HP_ROLE_NOTE, c->head);
        const double text_x = left ? x : x + c->w - w;
        if (c->head_mark != HP_MARK_NONE)
            hp_scene_mark(hp_doc_scene(doc), (struct hp_point){ text_x - 8, y - 2.7 }, 2.9,
                          c->head_mark);
        (void)hp_doc_text(doc, text_x, y, HP_START, HP_ROLE_NOTE, c->head);
        if (c->head2 != NULL)
            (void)hp_doc_text(doc, left ? x : x + c->w, y + 10.5, left ? HP_START : HP_END,
                              HP_ROLE_TICK, c->head2);
    }
    hp_doc_tag_end(doc, "TH");
}

static void draw_head(struct hp_doc *doc, struct hp_table *t)
{
    struct hp_scene *s = hp_doc_scene(doc);
    hp_scene_line(s, HP_LEFT, doc->y, HP_RIGHT, doc->y, HP_STROKE_TABLE, HP_INK_TEXT);
    hp_doc_tag(doc, "Table");
    if (!t->headless) {
        hp_doc_tag(doc, "TR");
        for (size_t i = 0; i < t->column_count; i++)
            draw_head_cell(doc, &t->columns[i], doc->y + 11);
        hp_doc_tag_end(doc, "TR");
        doc->y += head_size(t);
        hp_scene_line(s, HP_LEFT, doc->y, HP_RIGHT, doc->y, HP_STROKE_HEAD, HP_INK_TEXT);
    }
}

/* The lines of a cell from `x` on, or up to it. */
static void draw_lines(struct hp_doc *doc, const struct hp_column *c, const struct hp_cell *cell,
                       double x, enum hp_anchor anchor, double y)
{
    const enum hp_role role = hp_table_role(c, cell);
    const enum hp_ink ink = cell->ink != HP_INK_TEXT ? cell->ink : hp_theme_roles[role].ink;
    const struct hp_lines lines = hp_table_lines(doc, c, cell);
    for (size_t i = 0; i < lines.count; i++) {
        const double at = y + (double)i * line_pitch;
        if (cell->link != NULL)
            (void)hp_doc_link(doc, x, at, anchor, role, cell->link, lines.items[i]);
        else
            (void)hp_doc_text_ink(doc, x, at, anchor, role, ink, lines.items[i]);
    }
}

static void draw_figures(struct hp_doc *doc, const struct hp_column *c, const struct hp_cell *cell,
                         double fraction, double y)
{
    double right = HP_LEFT + c->x + c->w;
    if (hp_table_on_mark(c, cell))
        right -= fraction - hp_doc_width(doc, HP_ROLE_TABLE, hp_num_mark(&doc->fmt, cell->text));
    draw_lines(doc, c, cell, right, HP_END, y);
    if (cell->mark != HP_MARK_NONE) /* before the figure */
        hp_scene_mark(
            hp_doc_scene(doc),
            (struct hp_point){ right - hp_doc_width(doc, hp_table_role(c, cell), cell->text) - 8.5,
                               y - 3 },
            HP_MARK_R, cell->mark);
}

static void draw_words(struct hp_doc *doc, const struct hp_column *c, const struct hp_cell *cell,
                       double y)
{
    const double x = HP_LEFT + c->x;
    if (cell->mark != HP_MARK_NONE)
        hp_scene_mark(hp_doc_scene(doc), (struct hp_point){ x + 4.4, y - 3 }, HP_MARK_R,
                      cell->mark);
    if (cell->text != NULL)
        draw_lines(doc, c, cell, x + hp_table_mark_space(cell), HP_START, y);
}

static void draw_cell(struct hp_doc *doc, const struct hp_table *t, const struct hp_row *row,
                      size_t i, double y)
{
    const struct hp_column *c = &t->columns[i];
    const struct hp_cell *cell = &row->cell[i];
    hp_doc_tag(doc, "TD");
    for (size_t p = 0; c->scale != NULL && p < cell->plot_count; p++)
        hp_plot_draw(doc, &cell->plots[p], c->scale, y - 3);
    if (c->scale == NULL && c->align == HP_ALIGN_LEFT)
        draw_words(doc, c, cell, y);
    else if (c->scale == NULL && cell->text != NULL)
        draw_figures(doc, c, cell, t->fraction[i], y);
    hp_doc_tag_end(doc, "TD");
}

/* Under the row's cells, whose last baseline is `y`: words, then code. */
static void draw_second(struct hp_doc *doc, const struct hp_table *t, const struct hp_row *row,
                        double y)
{
    const struct hp_lines words = second_lines(doc, t, row), code = code_lines(doc, t, row);
    const double x = HP_LEFT + t->columns[t->second_column].x;
    hp_doc_tag(doc, "TD");
    for (size_t i = 0; i < words.count; i++)
        (void)hp_doc_text(doc, x, y += second_pitch, HP_START, HP_ROLE_TICK, words.items[i]);
    for (size_t i = 0; i < code.count; i++)
        (void)hp_doc_text_ink(doc, x, y += code_pitch, HP_START, HP_ROLE_CODE_SMALL, HP_INK_GREY,
                              code.items[i]);
    hp_doc_tag_end(doc, "TD");
}

static void draw_row(struct hp_doc *doc, struct hp_table *t, const struct hp_row *row)
{
    struct hp_scene *s = hp_doc_scene(doc);
    const double h = row_height(doc, t, row), top = doc->y;
    const double base = first_base(t, top);
    if (row->dest != NULL)
        hp_doc_dest(doc, row->dest, top);
    hp_doc_tag(doc, "TR");
    if (row->group != NULL) {
        hp_doc_tag(doc, "TD");
        (void)hp_doc_text(doc, HP_LEFT, base, HP_START, HP_ROLE_GROUP, row->group);
        hp_doc_tag_end(doc, "TD");
    } else {
        for (size_t i = 0; i < t->column_count; i++)
            draw_cell(doc, t, row, i, base);
    }
    if (row->second != NULL)
        draw_second(doc, t, row, last_base(doc, t, row, top));
    hp_doc_tag_end(doc, "TR");
    doc->y = top + h;
    if (row->rule)
        hp_scene_line(s, HP_LEFT, doc->y, HP_RIGHT, doc->y, HP_STROKE_ROW, HP_INK_HAIR);
}

/* Rows [from, result) fit on this page. */
static size_t rows_that_fit(struct hp_doc *doc, const struct hp_table *t, size_t from,
                            double *height)
{
    const double room = HP_BODY_LAST + 4 - last_gap - doc->y;
    double used = 0;
    size_t i = from;
    while (i < t->row_count) {
        double h = row_height(doc, t, &t->rows[i]);
        if (t->rows[i].group != NULL && i + 1 < t->row_count)
            h += row_height(doc, t, &t->rows[i + 1]); /* a group's name never ends a page */
        if (used + h > room && i > from)
            break;
        used += row_height(doc, t, &t->rows[i]);
        i++;
    }
    /* The note stays with the last rows: two of them go along to the next page when it does not fit. */
    if (i == t->row_count && used + foot_height(doc, t) > room && i > from + 2)
        for (int k = 0; k < 2; k++)
            used -= row_height(doc, t, &t->rows[--i]);
    *height = used;
    return i;
}

/* The group that goes on with row `from`; NULL: it begins a group itself, or stands in none. */
static const char *group_over(const struct hp_table *t, size_t from)
{
    for (size_t i = from; i > 0 && t->rows[from].group == NULL; i--)
        if (t->rows[i - 1].group != NULL)
            return t->rows[i - 1].group;
    return NULL;
}

/* On a page where a table goes on inside a group, its line stands again. */
static void draw_group_again(struct hp_doc *doc, struct hp_table *t, size_t from)
{
    const char *group = from > 0 ? group_over(t, from) : NULL;
    if (group == NULL)
        return;
    const struct hp_row row = { .group = hp_arena_print(doc->arena, "%s %s", group,
                                                        hp_say(doc, HP_W_CONTINUED)) };
    draw_row(doc, t, &row);
}

/* Tints lie behind grid and text, so they are drawn first. */
static void draw_tints(struct hp_doc *doc, const struct hp_table *t, size_t from, size_t to)
{
    double y = doc->y;
    for (size_t i = from; i < to; i++) {
        const double h = row_height(doc, t, &t->rows[i]);
        if (t->rows[i].tint)
            hp_scene_box(hp_doc_scene(doc),
                         (struct hp_rect){ HP_LEFT, y - (i == from ? first_gap - 0.5 : 0), HP_WIDTH,
                                           h + (i == from ? first_gap - 0.5 : 0) },
                         HP_INK_TINT);
        y += h;
    }
}

static void continue_on_next_page(struct hp_doc *doc, const struct hp_table *t)
{
    hp_doc_page(doc);
    doc->y += 14;
    (void)hp_doc_text(doc, HP_LEFT, doc->y, HP_START, HP_ROLE_HEADING, t->title);
    const double w = hp_doc_width(doc, HP_ROLE_HEADING, t->title);
    (void)hp_doc_text(doc, HP_LEFT + w + 10, doc->y, HP_START, HP_ROLE_NOTE,
                      hp_say(doc, HP_W_CONTINUED));
    doc->y += 6;
}

void hp_table_draw(struct hp_doc *doc, struct hp_table *t)
{
    hp_table_fit(doc, t);
    for (size_t i = 0; i < t->column_count; i++)
        t->fraction[i] = hp_table_fraction(doc, t, i);
    if (t->title != NULL) {
        const double first = t->row_count > 0 ? row_height(doc, t, &t->rows[0]) : 0;
        const double whole = fitted_height(doc, t);
        const bool short_table = whole < keep_whole;
        hp_doc_heading(doc, t->title, t->note,
                       t->view != NULL ? hp_doc_table_label(doc, t->view) : NULL,
                       short_table ? whole : head_size(t) + first_gap + first * 2);
        doc->y += 6;
    }
    for (size_t from = 0; from < t->row_count || from == 0;) {
        draw_head(doc, t);
        double height = 0;
        const double top = doc->y;
        doc->y += first_gap;
        draw_group_again(doc, t, from);
        const size_t to = rows_that_fit(doc, t, from, &height);
        draw_tints(doc, t, from, to);
        for (size_t i = 0; i < t->column_count; i++)
            if (t->columns[i].scale != NULL)
                draw_panel(doc, t, &t->columns[i], from, to, top, doc->y,
                           doc->y + height + last_gap);
        for (size_t i = from; i < to; i++)
            draw_row(doc, t, &t->rows[i]);
        doc->y += last_gap;
        hp_scene_line(hp_doc_scene(doc), HP_LEFT, doc->y, HP_RIGHT, doc->y, HP_STROKE_TABLE,
                      HP_INK_TEXT);
        hp_doc_tag_end(doc, "Table");
        from = to;
        if (from >= t->row_count)
            break;
        continue_on_next_page(doc, t);
    }
    if (t->foot != NULL && *t->foot != '\0')
        hp_doc_note(doc, t->foot);
    hp_mem_free(t->rows);
    t->rows = NULL;
    t->row_count = t->row_capacity = 0;
}
