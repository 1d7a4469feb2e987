/* SPDX-License-Identifier: MIT
 * What stands beside a measured point: what a probe saw of an object of that size, and what was published for
 * it? Parent process; all in the model's arena.
 */
#include "reports/model.h"

#include "reports/words.h"
#include "verdict/published_match.h"

#include <math.h>
#include <string.h>

static const char *param(const struct hp_case *c, const char *name)
{
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, name) == 0)
            return c->params[i].text;
    return NULL;
}

/* A probe of the sheet on the heap of `c`, with its values where both have a parameter. */
static bool probes_like(const struct hp_case *probe, const struct hp_m_sheet *sheet,
                        const struct hp_case *c)
{
    if (!probe->probe || probe->skip != NULL || strcmp(probe->machine, sheet->machine) != 0 ||
        strcmp(probe->threshold, sheet->threshold) != 0 ||
        strcmp(probe->workload, c->workload) != 0 || strcmp(probe->heap, c->heap) != 0 ||
        probe->runtime != c->runtime || strcmp(probe->gc, c->gc) != 0)
        return false;
    for (size_t i = 0; i < probe->param_count; i++) {
        const char *own = param(c, probe->params[i].name);
        if (own != NULL && strcmp(own, probe->params[i].text) != 0)
            return false;
    }
    return true;
}

struct hp_m_value hp_model_birth(const struct hp_model *model, const struct hp_m_sheet *sheet,
                                 const struct hp_m_point *p)
{
    for (size_t i = 0; i < model->rows->case_count; i++) {
        const struct hp_case_row *row = &model->rows->cases[i];
        if (!probes_like(&row->c, sheet, p->about))
            continue;
        const struct hp_m_value v = hp_model_value(row, "start_generation");
        if (v.present)
            return v;
    }
    return (struct hp_m_value){ .median = NAN, .low = NAN, .high = NAN };
}

/* ---- published figures ---- */

static bool is_about(const struct hp_verdict *v, const struct hp_case *c, const char *metric)
{
    return v->figure != NULL && strcmp(v->metric, metric) == 0 && strcmp(v->heap, c->heap) == 0 &&
           strcmp(v->figure->workload, c->workload) == 0 && isfinite(v->want_low) &&
           isfinite(v->want_high);
}

const struct hp_verdict *hp_model_figure(const struct hp_model *model,
                                         const struct hp_m_sheet *sheet, const struct hp_m_point *p,
                                         const char *metric)
{
    for (size_t i = 0; i < sheet->published_count; i++) {
        const struct hp_verdict *v = sheet->published[i];
        if (!is_about(v, p->about, metric) || (strcmp(v->figure->machine, "all") != 0 &&
                                               strcmp(v->figure->machine, sheet->machine) != 0))
            continue;
        const struct hp_want want = hp_want_of(v->figure, model->arena);
        if (want.unmet == NULL && hp_want_speaks_of(&want, p->about, &model->rows->defaults))
            return v;
    }
    return NULL;
}

static const char *machine_words(const struct hp_model *model, const char *machine)
{
    if (strcmp(machine, "all") == 0)
        return hp_words(model->fmt.language, HP_W_ALL_MACHINES);
    for (size_t i = 0; i < model->rows->machine_count; i++)
        if (strcmp(model->rows->machines[i].machine, machine) == 0)
            return hp_model_machine_title(model, model->rows->machines[i].title);
    return machine;
}

/* Machines of which the same range was published share an entry. */
static void add_ratio(const struct hp_model *model, struct hp_m_published_ratio *list,
                      size_t *count, struct hp_m_published_ratio entry)
{
    for (size_t i = 0; i < *count; i++)
        if (list[i].now->want_low == entry.now->want_low &&
            list[i].now->want_high == entry.now->want_high) {
            list[i].machines =
                hp_arena_print(model->arena, "%s, %s", list[i].machines, entry.machines);
            return;
        }
    list[(*count)++] = entry;
}

/* The published ratio of the upper size of a pair, when the lower one is what it is compared with. */
static const struct hp_verdict *ratio_of_pair(const struct hp_model *model,
                                              const struct hp_m_sheet *sheet,
                                              const struct hp_m_point *const pair[2])
{
    const struct hp_verdict *v = hp_model_figure(model, sheet, pair[1], "time_ratio");
    if (v == NULL)
        return NULL;
    const struct hp_want baseline = hp_want_baseline(v->figure, model->arena);
    return baseline.unmet == NULL &&
                   hp_want_speaks_of(&baseline, pair[0]->about, &model->rows->defaults)
               ? v
               : NULL;
}

size_t hp_model_published_ratios(const struct hp_model *model, const struct hp_m_sheet *before,
                                 const struct hp_m_sheet *after,
                                 const struct hp_m_point *const pair[2],
                                 struct hp_m_published_ratio **out)
{
    const struct hp_verdict *was = ratio_of_pair(model, before, pair);
    const struct hp_case *c = pair[1]->about;
    size_t count = 0;
    *out = hp_arena_get(model->arena, (after->published_count + 1) * sizeof **out);
    for (size_t i = 0; was != NULL && i < after->published_count; i++) {
        const struct hp_verdict *v = after->published[i];
        if (!is_about(v, c, "time_ratio"))
            continue;
        const struct hp_want want = hp_want_of(v->figure, model->arena);
        const bool named = want.unmet == NULL;
        if (named ? hp_want_speaks_of(&want, c, &model->rows->defaults)
                  : strcmp(want.method, c->method) == 0)
            add_ratio(model, *out, &count,
                      (struct hp_m_published_ratio){ machine_words(model, v->figure->machine), was,
                                                     v, named });
    }
    return count;
}
