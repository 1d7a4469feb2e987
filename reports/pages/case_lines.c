/* SPDX-License-Identifier: MIT
 * How do tables over cases name them, and which cases are one row? A row has the words of a case and two
 * figures; cases that say the same on several heaps share it. Parent process.
 */
#include "reports/pages/case_lines.h"

#include "base/text.h"

#include <string.h>

bool hp_case_on(const struct hp_case_row *row, const struct hp_m_sheet *sheet)
{
    return row->c.skip == NULL && strcmp(row->c.machine, sheet->machine) == 0 &&
           strcmp(row->c.threshold, sheet->threshold) == 0;
}

bool hp_case_has(const struct hp_case_row *row, const char *metric, double least)
{
    for (size_t i = 0; i < row->series_count; i++)
        if (row->series[i].count > 0 && strcmp(row->series[i].metric, metric) == 0)
            return row->series[i].values[0] > least;
    return false;
}

const char *hp_case_param(const struct hp_case *c, const char *name)
{
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, name) == 0)
            return c->params[i].text;
    return NULL;
}

const char *hp_case_way(const struct hp_case *c)
{
    const char *of = c->probe ? hp_case_param(c, "of") : NULL;
    return of != NULL ? of : c->method;
}

static bool is_default(const struct hp_model *model, const struct hp_case *c,
                       const struct hp_param *p)
{
    const struct hp_defaults *all = &model->rows->defaults;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->rows[i].workload, c->workload) == 0 &&
            strcmp(all->rows[i].name, p->name) == 0)
            return strcmp(all->rows[i].text, p->text) == 0;
    return false;
}

const char *hp_case_params(const struct hp_doc *doc, const struct hp_model *model,
                           const struct hp_case *c, const char *names)
{
    const char *out = "";
    for (size_t i = 0; i < c->param_count; i++) {
        const struct hp_param *p = &c->params[i];
        const char *words = hp_model_param_words(model, p);
        const bool given = c->params_given == 0 || (c->params_given >> i & 1) != 0;
        const bool matters =
            names == NULL ? given : hp_word_in(names, p->name) && !is_default(model, c, p);
        if (matters && strcmp(p->name, "of") != 0 && *words != '\0')
            out = hp_arena_print(doc->arena, "%s%s%s", out, *out == '\0' ? "" : ", ", words);
    }
    return out;
}

static const char *words_of(const struct hp_doc *doc, const struct hp_model *model,
                            const struct hp_case *c, const struct hp_case_filter *filter)
{
    const char *way = hp_case_way(c), *params = hp_case_params(doc, model, c, filter->names);
    if (filter->probes && way != c->method)
        way = hp_arena_print(doc->arena, "%s: %s", c->method, way);
    return *params == '\0' ? way : hp_arena_print(doc->arena, "%s, %s", way, params);
}

const char *hp_case_heap(const struct hp_doc *doc, const struct hp_case *c)
{
    return c->runtime == 0 ? c->heap : hp_arena_print(doc->arena, "%s/%d", c->heap, c->runtime);
}

static void add_heap(struct hp_case_line *line, const struct hp_case *c)
{
    size_t i = 0;
    while (i < HP_LINE_HEAPS && line->heaps[i].name != NULL &&
           strcmp(line->heaps[i].name, c->heap) != 0)
        i++;
    if (i == HP_LINE_HEAPS)
        return;
    line->heaps[i].name = c->heap;
    line->heaps[i].runtimes |= UINT32_C(1) << (c->runtime & 31);
}

const char *hp_case_line_heaps(const struct hp_doc *doc, const struct hp_case_line *line)
{
    const char *out = "";
    for (size_t i = 0; i < HP_LINE_HEAPS && line->heaps[i].name != NULL; i++) {
        out = hp_arena_print(doc->arena, "%s%s%s", out, *out == '\0' ? "" : ", ",
                             line->heaps[i].name);
        const char *before = "/";
        for (int runtime = 1; runtime < 32; runtime++) {
            if ((line->heaps[i].runtimes >> runtime & 1) == 0)
                continue;
            out = hp_arena_print(doc->arena, "%s%s%d", out, before, runtime);
            before = "," HP_NBSP;
        }
    }
    return out;
}

static void add_line(struct hp_case_lines *lines, const struct hp_case_line *line)
{
    for (size_t i = 0; i < lines->count; i++) {
        struct hp_case_line *known = &lines->items[i];
        if (strcmp(known->words, line->words) != 0 || known->value[0] != line->value[0] ||
            known->value[1] != line->value[1])
            continue;
        add_heap(known, &line->row->c);
        return;
    }
    lines->items[lines->count++] = *line;
}

struct hp_case_lines hp_case_lines(const struct hp_doc *doc, const struct hp_model *model,
                                   const struct hp_m_sheet *sheet,
                                   const struct hp_case_filter *filter)
{
    struct hp_case_lines lines = { .items = hp_arena_get(doc->arena, (model->rows->case_count + 1) *
                                                                         sizeof *lines.items) };
    for (size_t i = 0; i < model->rows->case_count; i++) {
        const struct hp_case_row *row = &model->rows->cases[i];
        if (!hp_case_on(row, sheet) || (filter->probes && !row->c.probe))
            continue;
        if (!hp_case_has(row, filter->metrics[0], 0) || !hp_case_has(row, filter->metrics[1], -1))
            continue;
        const struct hp_m_value v[2] = { hp_model_value(row, filter->metrics[0]),
                                         hp_model_value(row, filter->metrics[1]) };
        struct hp_case_line line = { .row = row,
                                     .words = words_of(doc, model, &row->c, filter),
                                     .value = { v[0].median, v[1].median } };
        add_heap(&line, &row->c);
        add_line(&lines, &line);
    }
    return lines;
}
