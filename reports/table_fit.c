/* SPDX-License-Identifier: MIT
 * How wide is each column, and into which lines does a cell break? Parent process. Pages give every column the
 * place that suits usual texts; here a column that holds a longer word gets what its neighbours can spare, so
 * that no two cells touch. Plots keep their place: their scales are the page's.
 */
#include "reports/table_fit.h"

#include <math.h>
#include <string.h>

/* White that always stands between two columns. */
static const double gap = 6;
/* A word that is so many times wider than its column is a hash or a path: it is cut. */
static const double cut_from = 1.6;
/* A column of texts gives no more than this part of its width: it would be a ribbon. */
static const double most_given = 0.35;

enum hp_role hp_table_role(const struct hp_column *column, const struct hp_cell *cell)
{
    return cell->bold ? HP_ROLE_TABLE_BOLD : column->grey ? HP_ROLE_TABLE_GREY : HP_ROLE_TABLE;
}

double hp_table_mark_space(const struct hp_cell *cell)
{
    return cell->mark != HP_MARK_NONE ? 13.5 : 0;
}

struct hp_lines hp_table_lines(struct hp_doc *doc, const struct hp_column *column,
                               const struct hp_cell *cell)
{
    return hp_typeset_wrap(doc->fonts, hp_table_role(column, cell), cell->text,
                           column->w - hp_table_mark_space(cell), doc->arena);
}

bool hp_table_on_mark(const struct hp_column *column, const struct hp_cell *cell)
{
    return column->align == HP_ALIGN_DECIMAL && strchr(cell->text, ' ') == NULL;
}

double hp_table_fraction(struct hp_doc *doc, const struct hp_table *t, size_t column)
{
    double most = 0;
    for (size_t r = 0; r < t->row_count; r++) {
        const struct hp_cell *cell = &t->rows[r].cell[column];
        if (cell->text != NULL && hp_table_on_mark(&t->columns[column], cell))
            most = fmax(most, hp_doc_width(doc, HP_ROLE_TABLE, hp_num_mark(&doc->fmt, cell->text)));
    }
    return most;
}

static double widest_word(struct hp_doc *doc, enum hp_role role, const char *text)
{
    double most = 0;
    for (const char *at = text; *at != '\0';) {
        const size_t n = strcspn(at, " \n");
        most = fmax(most, hp_doc_width(doc, role, hp_arena_copy_n(doc->arena, at, n)));
        at += n + (at[n] != '\0');
    }
    return most;
}

static double head_width(struct hp_doc *doc, const struct hp_table *t, const struct hp_column *c)
{
    double w = 0;
    if (!t->headless && c->head != NULL)
        w = hp_doc_width(doc, HP_ROLE_NOTE, c->head);
    if (!t->headless && c->head2 != NULL)
        w = fmax(w, hp_doc_width(doc, HP_ROLE_TICK, c->head2));
    return w;
}

/* The least width at which no word of the column is cut. */
static double need_of(struct hp_doc *doc, const struct hp_table *t, size_t column)
{
    const struct hp_column *c = &t->columns[column];
    const double fraction = hp_table_fraction(doc, t, column);
    double most = 0;
    for (size_t r = 0; r < t->row_count; r++) {
        const struct hp_cell *cell = &t->rows[r].cell[column];
        if (t->rows[r].group != NULL || cell->text == NULL)
            continue;
        const enum hp_role role = hp_table_role(c, cell);
        double w = widest_word(doc, role, cell->text) + hp_table_mark_space(cell);
        if (hp_table_on_mark(c, cell))
            w += fraction - hp_doc_width(doc, HP_ROLE_TABLE, hp_num_mark(&doc->fmt, cell->text));
        if (w < cut_from * c->w)
            most = fmax(most, w);
    }
    return fmax(most, head_width(doc, t, c));
}

/* Boxes that pages let overlap, because their usual texts do not: words on the left wrap earlier, figures on the
 * right begin later. */
static void part(struct hp_column *left, struct hp_column *right)
{
    const double over = left->x + left->w + gap - right->x;
    if (over <= 0)
        return;
    if (left->align == HP_ALIGN_LEFT || right->align == HP_ALIGN_LEFT) {
        left->w -= over;
    } else {
        right->x += over;
        right->w -= over;
    }
}

/* What a column can do without. */
static double spare_of(const struct hp_column *c, double need)
{
    const double spare = fmax(0, c->w - need);
    return c->align == HP_ALIGN_LEFT ? fmin(spare, most_given * c->w) : spare;
}

/* What each of the columns [from, to) gets of `spare`: those that lack least first, so that a long word cannot
 * starve a short one. Returns how much was given. */
static double give(const struct hp_table *t, const double *need, double *more, double spare,
                   size_t from, size_t to)
{
    double given = 0;
    for (;;) {
        size_t least = to;
        for (size_t i = from; i < to; i++) {
            const double lack = need[i] - t->columns[i].w;
            if (lack > 0 && more[i] == 0 &&
                (least == to || lack < need[least] - t->columns[least].w))
                least = i;
        }
        if (least == to || given >= spare)
            return given;
        more[least] = fmin(need[least] - t->columns[least].w, spare - given);
        given += more[least];
    }
}

/* Columns [from, to) without a plot between them: who needs more than it has gets it from the others. */
static void share(struct hp_doc *doc, struct hp_table *t, size_t from, size_t to)
{
    double need[HP_TABLE_COLUMNS], more[HP_TABLE_COLUMNS] = { 0 }, spare = 0;
    for (size_t i = from; i < to; i++)
        need[i] = need_of(doc, t, i);
    for (size_t i = from; i + 1 < to; i++)
        part(&t->columns[i], &t->columns[i + 1]);
    for (size_t i = from; i < to; i++)
        spare += spare_of(&t->columns[i], need[i]);
    const double given = give(t, need, more, spare, from, to);
    double moved = 0;
    for (size_t i = from; i < to && given > 0; i++) {
        struct hp_column *c = &t->columns[i];
        const double change = more[i] - spare_of(c, need[i]) * given / spare;
        c->x += moved;
        c->w += change;
        moved += change;
    }
}

void hp_table_fit(struct hp_doc *doc, struct hp_table *t)
{
    for (size_t from = 0; from < t->column_count; from++) {
        size_t to = from;
        while (to < t->column_count && t->columns[to].scale == NULL)
            to++;
        if (to > from)
            share(doc, t, from, to);
        from = to;
    }
}
