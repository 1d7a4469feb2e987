/* SPDX-License-Identifier: MIT
 * Which series of blocks did the probes see, and where are they alike? Parent process; all in the model's arena.
 */
#include "reports/model.h"

#include "reports/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double measured_header(const struct hp_m_setting *setting)
{
    for (size_t i = 0; i < setting->first_count; i++)
        if (isfinite(setting->first[i].header))
            return setting->first[i].header;
    return NAN;
}

/* The blocks of one group, in the order of asking. */
static struct hp_m_blocks group_of(struct hp_model *m, const struct hp_case_row *row,
                                   const char *group)
{
    struct hp_block *items = hp_arena_get(m->arena, row->block_count * sizeof *items);
    struct hp_m_blocks b = { .group = group, .items = items };
    for (size_t i = 0; i < row->block_count; i++)
        if (strcmp(row->blocks[i].group, group) == 0)
            items[b.count++] = row->blocks[i];
    return b;
}

static bool same_blocks(const struct hp_m_blocks *a, const struct hp_m_blocks *b)
{
    if (a->count != b->count || strcmp(a->group, b->group) != 0 || strcmp(a->label, b->label) != 0)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct hp_block *x = &a->items[i], *y = &b->items[i];
        if (x->bytes != y->bytes || x->elements != y->elements || x->kept != y->kept ||
            x->generation != y->generation)
            return false;
    }
    return true;
}

static const char *param_words(struct hp_model *m, const struct hp_param *p)
{
    const char *pair = hp_arena_print(m->arena, "%s=%s", p->name, p->text);
    const char *known = hp_words_value(m->fmt.language, pair);
    if (known != pair)
        return known;
    char *end = NULL;
    const double x = strtod(p->text, &end);
    return hp_arena_print(m->arena, "%s" HP_NBSP "%s", p->name,
                          end != p->text && *end == '\0'
                              ? hp_num_plain(&m->fmt, x)
                              : hp_words_value(m->fmt.language, p->text));
}

/* The group, then every parameter but those that `alike` names or that choose the group. */
static const char *label_of(struct hp_model *m, const struct hp_case *c, const char *group)
{
    struct hp_text out = { 0 };
    hp_text_put(&out, hp_words_value(m->fmt.language, group));
    for (size_t i = 0; i < c->param_count; i++) {
        const struct hp_param *p = &c->params[i];
        if (strcmp(p->name, "source") != 0 && strcmp(p->name, "chunk") != 0 &&
            *param_words(m, p) != '\0')
            hp_text_print(&out, ", %s", param_words(m, p));
    }
    const char *kept = hp_arena_copy(m->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

static const char *place_of(struct hp_model *m, const struct hp_case *c)
{
    const char *heap =
        c->runtime > 0 ? hp_arena_print(m->arena, "%s/%d", c->heap, c->runtime) : c->heap;
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, "source") == 0)
            return hp_arena_print(m->arena, "%s %s", param_words(m, &c->params[i]), heap);
    return heap;
}

static void add_place(struct hp_model *m, struct hp_m_blocks *b, const char *place)
{
    if (b->alike == NULL)
        b->alike = place;
    else if (strstr(b->alike, place) == NULL)
        b->alike = hp_arena_print(m->arena, "%s, %s", b->alike, place);
}

static void take_group(struct hp_model *m, struct hp_m_sheet *sheet, const struct hp_case_row *row,
                       const char *group)
{
    struct hp_m_blocks b = group_of(m, row, group);
    b.label = label_of(m, &row->c, group);
    b.boundary = hp_model_boundary_bytes(sheet);
    b.header = measured_header(sheet->setting);
    size_t k = 0;
    while (k < sheet->block_count && !same_blocks(&sheet->blocks[k], &b))
        k++;
    if (k == sheet->block_count)
        sheet->blocks[sheet->block_count++] = b;
    add_place(m, &sheet->blocks[k], place_of(m, &row->c));
}

/* One figure for all series that are alike. */
void hp_model_blocks(struct hp_model *m, struct hp_m_sheet *sheet)
{
    size_t most = 1;
    for (size_t i = 0; i < m->rows->case_count; i++)
        most += m->rows->cases[i].block_count;
    sheet->blocks = hp_arena_get(m->arena, most * sizeof *sheet->blocks);
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case_row *row = &m->rows->cases[i];
        if (row->c.skip != NULL || strcmp(row->c.machine, sheet->machine) != 0 ||
            strcmp(row->c.threshold, sheet->threshold) != 0)
            continue;
        for (size_t k = 0; k < row->block_count; k++) {
            bool first = true;
            for (size_t j = 0; j < k && first; j++)
                first = strcmp(row->blocks[j].group, row->blocks[k].group) != 0;
            if (first)
                take_group(m, sheet, row, row->blocks[k].group);
        }
    }
}
