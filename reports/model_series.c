/* SPDX-License-Identifier: MIT
 * Which sweeps does a sheet have, and where do their counters flip? Parent process; all in the model's arena.
 */
#include "reports/model.h"

#include "reports/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Heaps that answer for counters only: crossing a boundary there costs nothing that its users would pay. */
static const char *const counter_heaps[] = { "gen" };

static bool answers_for_counters_only(const struct hp_case *c)
{
    for (size_t i = 0; i < sizeof counter_heaps / sizeof counter_heaps[0]; i++)
        if (strcmp(c->plugin, counter_heaps[i]) == 0)
            return true;
    return false;
}

struct hp_m_value hp_model_value(const struct hp_case_row *row, const char *metric)
{
    for (size_t i = 0; i < row->series_count; i++) {
        const struct hp_series *s = &row->series[i];
        if (s->count == 0 || strcmp(s->metric, metric) != 0)
            continue;
        const struct hp_summary sum = hp_summarize(hp_series_samples(s), HP_BOOT_SEED);
        return (struct hp_m_value){ true,    sum.all_equal, sum.n,     sum.outliers, sum.median,
                                    sum.low, sum.high,      s->values, s->rounds };
    }
    return (struct hp_m_value){ .median = NAN, .low = NAN, .high = NAN };
}

static const char *param(const struct hp_case *c, const char *name)
{
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, name) == 0)
            return c->params[i].text;
    return NULL;
}

static bool number_of(const char *text, double *value)
{
    char *end = NULL;
    *value = text != NULL ? strtod(text, &end) : NAN;
    return text != NULL && end != text && *end == '\0' && isfinite(*value);
}

static bool same_text(const char *a, const char *b)
{
    return (a == NULL || b == NULL) ? a == b : strcmp(a, b) == 0;
}

/* Equal in everything but the parameter `except` and, when asked, the threshold setting. */
static bool same_way(const struct hp_case *a, const struct hp_case *b, const char *except,
                     bool any_threshold)
{
    if (!same_text(a->workload, b->workload) || !same_text(a->method, b->method) ||
        a->probe != b->probe || !same_text(a->heap, b->heap) || a->runtime != b->runtime ||
        !same_text(a->gc, b->gc) || a->processors != b->processors ||
        !same_text(a->machine, b->machine) || a->param_count != b->param_count ||
        (!any_threshold && !same_text(a->threshold, b->threshold)))
        return false;
    for (size_t i = 0; i < a->param_count; i++)
        if (strcmp(a->params[i].name, except) != 0 &&
            !same_text(a->params[i].text, param(b, a->params[i].name)))
            return false;
    return true;
}

/* The parameter that varies over numbers while all else is equal: with the most values; "" none. */
static const char *swept(const struct hp_model *model, const struct hp_case *c)
{
    const char *best = "";
    size_t most = 1;
    for (size_t p = 0; p < c->param_count; p++) {
        size_t values = 0;
        double x;
        if (!number_of(c->params[p].text, &x))
            continue;
        for (size_t i = 0; i < model->rows->case_count; i++) {
            const struct hp_case *other = &model->rows->cases[i].c;
            values += same_way(c, other, c->params[p].name, false) && other->skip == NULL;
        }
        if (values > most) {
            most = values;
            best = c->params[p].name;
        }
    }
    return best;
}

static void fill_point(struct hp_model *model, struct hp_m_point *p, const struct hp_case_row *row,
                       double x)
{
    *p = (struct hp_m_point){ .memo = model->memo,
                              .x = x,
                              .reused = row->reused,
                              .about = &row->c,
                              .case_id = hp_arena_copy_n(model->arena, row->c.identity, 6),
                              .gen2 = hp_model_value(row, "gen2_per_1000"),
                              .collections = hp_model_value(row, "gc_per_pass"),
                              .allocated = hp_model_value(row, "allocated_bytes"),
                              .loh_live = hp_model_value(row, "loh_live_bytes"),
                              .time = hp_model_value(row, "time_ns") };
    if (row->failure_count > 0)
        p->failure =
            row->failures[0].detail != NULL ? row->failures[0].detail : row->failures[0].outcome;
}

static int by_x(const void *a, const void *b)
{
    const double x = ((const struct hp_m_point *)a)->x, y = ((const struct hp_m_point *)b)->x;
    return x < y ? -1 : x > y;
}

/* From the one size to the other gen2 collections set in. */
static bool sets_in(const struct hp_m_value *a, const struct hp_m_value *b)
{
    return a->present && b->present && a->high <= 0 && b->low > 0;
}

bool hp_model_step(const struct hp_m_series *s, struct hp_m_step *out)
{
    const struct hp_m_point *before = NULL;
    for (size_t i = 0; i < s->count; i++) {
        const struct hp_m_point *p = &s->points[i];
        if (!p->gen2.present)
            continue;
        if (before != NULL && sets_in(&before->gen2, &p->gen2)) {
            *out = (struct hp_m_step){ (size_t)(before - s->points), i };
            return true;
        }
        before = p;
    }
    return false;
}

static ptrdiff_t find_flip(const struct hp_m_series *s)
{
    for (size_t i = 0; i + 1 < s->count; i++)
        if (sets_in(&s->points[i].gen2, &s->points[i + 1].gen2))
            return (ptrdiff_t)i;
    return -1;
}

/* The sweep of the pair's upper size, else the first of those that give the most sizes. */
static const char *home_of(const struct hp_m_series *s)
{
    const char *home = "";
    size_t most = 0;
    if (s->below >= 0)
        return s->points[s->below + 1].about->sweep;
    for (size_t i = 0; i < s->count; i++) {
        size_t n = 0;
        for (size_t k = 0; k < s->count; k++)
            n += same_text(s->points[i].about->sweep, s->points[k].about->sweep);
        if (n > most) {
            most = n;
            home = s->points[i].about->sweep;
        }
    }
    return home;
}

bool hp_model_drawn(const struct hp_m_series *s, const struct hp_m_point *p)
{
    return same_text(s->home, p->about->sweep);
}

static void collect_points(struct hp_model *model, struct hp_m_series *s)
{
    const size_t n = model->rows->case_count;
    s->points = hp_arena_get(model->arena, n * sizeof *s->points);
    for (size_t i = 0; i < n; i++) {
        const struct hp_case_row *row = &model->rows->cases[i];
        double x;
        if (row->c.skip != NULL || !same_way(s->like, &row->c, s->over, false) ||
            !number_of(param(&row->c, s->over), &x))
            continue;
        fill_point(model, &s->points[s->count++], row, x);
        if (row->threshold_applied != 0)
            s->threshold_applied = row->threshold_applied;
    }
    qsort(s->points, s->count, sizeof *s->points, by_x);
    s->below = find_flip(s);
    s->home = home_of(s);
}

static bool known_already(const struct hp_m_sheet *sheet, const struct hp_case *c)
{
    for (size_t i = 0; i < sheet->series_count; i++)
        if (same_way(sheet->series[i].like, c, sheet->series[i].over, false))
            return true;
    return false;
}

/* ---- labels ---- */

static const char *runtime_text(struct hp_model *model, const struct hp_case *c)
{
    return c->runtime > 0 ? hp_arena_print(model->arena, "%s/%d", c->heap, c->runtime) : c->heap;
}

static void join(struct hp_text *out, const char *separator, const char *word)
{
    if (out->bytes > 0)
        hp_text_put(out, separator);
    hp_text_put(out, word);
}

const char *hp_model_param_words(const struct hp_model *model, const struct hp_param *p)
{
    const enum hp_language lang = model->fmt.language;
    const char *pair = hp_arena_print(model->arena, "%s=%s", p->name, p->text);
    const char *known = hp_words_value(lang, pair);
    if (known != pair)
        return known;
    double x;
    const char *value =
        number_of(p->text, &x) ? hp_num_plain(&model->fmt, x) : hp_words_value(lang, p->text);
    return hp_arena_print(model->arena, "%s" HP_NBSP "%s", hp_words_param(lang, p->name), value);
}

static size_t series_with(const struct hp_m_sheet *sheet, const char *method,
                          const struct hp_param *p)
{
    size_t n = 0;
    for (size_t i = 0; i < sheet->series_count; i++)
        n += strcmp(sheet->series[i].like->method, method) == 0 &&
             same_text(param(sheet->series[i].like, p->name), p->text);
    return n;
}

/* A value that is not the usual one among the sheet's series of the method tells this one apart. A flag
 * tells both sides. */
static bool is_telling(const struct hp_m_sheet *sheet, const struct hp_m_series *s,
                       const struct hp_param *p)
{
    const bool flag = strcmp(p->text, "true") == 0 || strcmp(p->text, "false") == 0;
    const size_t own = series_with(sheet, s->like->method, p);
    for (size_t i = 0; i < sheet->series_count; i++) {
        const struct hp_case *c = sheet->series[i].like;
        const struct hp_param other = { p->name, param(c, p->name) };
        if (strcmp(c->method, s->like->method) != 0 || other.text == NULL ||
            strcmp(other.text, p->text) == 0)
            continue;
        const size_t theirs = series_with(sheet, s->like->method, &other);
        if (flag || theirs > own || (theirs == own && &sheet->series[i] < s))
            return true;
    }
    return false;
}

static void name_series(struct hp_model *model, struct hp_m_sheet *sheet, struct hp_m_series *s)
{
    struct hp_text label = { 0 }, constant = { 0 }, besides = { 0 };
    const enum hp_language lang = model->fmt.language;
    bool gcs = false;
    for (size_t i = 0; i < sheet->series_count; i++)
        gcs = gcs || strcmp(sheet->series[i].like->gc, s->like->gc) != 0;
    join(&label, ", ", s->like->method);
    join(&constant, ", ", hp_words_value(lang, s->like->gc));
    join(gcs ? &label : &besides, ", ", hp_words_value(lang, s->like->gc));
    for (size_t p = 0; p < s->like->param_count; p++) {
        if (strcmp(s->like->params[p].name, s->over) == 0)
            continue;
        const struct hp_param *q = &s->like->params[p];
        if (*hp_model_param_words(model, q) == '\0')
            continue;
        join(&constant, ", ", hp_model_param_words(model, q));
        join(is_telling(sheet, s, q) ? &label : &besides, ", ", hp_model_param_words(model, q));
    }
    s->label = hp_arena_copy(model->arena, hp_text_str(&label));
    s->constant = hp_arena_copy(model->arena, hp_text_str(&constant));
    s->besides = hp_arena_copy(model->arena, hp_text_str(&besides));
    s->runtime_text = runtime_text(model, s->like);
    hp_text_clear(&label);
    hp_text_clear(&constant);
    hp_text_clear(&besides);
}

/* ---- which boundary page 1 speaks of ---- */

static double gap(const struct hp_m_series *s)
{
    return (s->points[s->below + 1].x - s->points[s->below].x) / s->points[s->below + 1].x;
}

/* Settings of the machine under which the same way was run at the upper size of its pair. */
static size_t settings_with(const struct hp_model *model, const struct hp_m_series *s)
{
    const double x = s->points[s->below + 1].x;
    size_t n = 0;
    for (size_t i = 0; i < model->rows->case_count; i++) {
        const struct hp_case *c = &model->rows->cases[i].c;
        double at;
        n += c->skip == NULL && same_way(s->like, c, s->over, true) &&
             number_of(param(c, s->over), &at) && at == x;
    }
    return n;
}

/* Neighbours before a wide pair; then the way that the most settings have, for it can be controlled; then a
 * heap that also answers for time; then the longer sweep; then the newest runtime; then plan order. */
static bool speaks_better(const struct hp_model *model, const struct hp_m_series *a,
                          const struct hp_m_series *b)
{
    if (b == NULL)
        return true;
    const bool near_a = gap(a) < 1e-3, near_b = gap(b) < 1e-3;
    if (near_a != near_b)
        return near_a;
    const size_t settings_a = settings_with(model, a), settings_b = settings_with(model, b);
    if (settings_a != settings_b)
        return settings_a > settings_b;
    if (a->counters_only != b->counters_only)
        return !a->counters_only;
    if (a->count != b->count)
        return a->count > b->count;
    return strcmp(a->label, b->label) == 0 && strcmp(a->like->heap, b->like->heap) == 0 &&
           a->like->runtime > b->like->runtime;
}

void hp_model_series(struct hp_model *model, struct hp_m_sheet *sheet)
{
    const size_t n = model->rows->case_count;
    sheet->series = hp_arena_get(model->arena, n * sizeof *sheet->series);
    for (size_t i = 0; i < n; i++) {
        const struct hp_case *c = &model->rows->cases[i].c;
        if (c->probe || c->skip != NULL || strcmp(c->machine, sheet->machine) != 0 ||
            strcmp(c->threshold, sheet->threshold) != 0 || known_already(sheet, c))
            continue;
        const char *over = swept(model, c);
        if (*over == '\0')
            continue;
        struct hp_m_series *s = &sheet->series[sheet->series_count++];
        *s = (struct hp_m_series){ .like = c, .over = over, .below = -1 };
        s->counters_only = answers_for_counters_only(c);
        collect_points(model, s);
    }
    for (size_t i = 0; i < sheet->series_count; i++)
        name_series(model, sheet, &sheet->series[i]);
    for (size_t i = 0; i < sheet->series_count; i++)
        if (sheet->series[i].below >= 0 && speaks_better(model, &sheet->series[i], sheet->main))
            sheet->main = &sheet->series[i];
}

/* Equal in every parameter that both have, but for the swept one. */
static bool same_where_shared(const struct hp_m_series *a, const struct hp_m_series *b)
{
    for (size_t i = 0; i < a->like->param_count; i++) {
        const char *name = a->like->params[i].name, *other = param(b->like, name);
        if (strcmp(name, a->over) != 0 && other != NULL &&
            strcmp(other, a->like->params[i].text) != 0)
            return false;
    }
    return true;
}

const struct hp_m_series *hp_model_boundary(const struct hp_m_sheet *sheet,
                                            const struct hp_m_series *s)
{
    if (s->below >= 0)
        return s;
    for (size_t i = 0; i < sheet->series_count; i++) {
        const struct hp_m_series *other = &sheet->series[i];
        if (other->below >= 0 && strcmp(other->over, s->over) == 0 &&
            strcmp(other->like->workload, s->like->workload) == 0 && same_where_shared(s, other))
            return other;
    }
    return NULL;
}

const struct hp_m_series *hp_model_twin(const struct hp_m_sheet *other, const struct hp_m_series *s)
{
    for (size_t i = 0; i < other->series_count; i++)
        if (same_way(other->series[i].like, s->like, s->over, true) &&
            strcmp(other->series[i].over, s->over) == 0)
            return &other->series[i];
    return NULL;
}

const struct hp_m_point *hp_model_at(const struct hp_m_series *s, double x)
{
    for (size_t i = 0; s != NULL && i < s->count; i++)
        if (s->points[i].x == x)
            return &s->points[i];
    return NULL;
}

/* ---- ratios ---- */

struct memo_entry {
    const struct hp_m_point *side[4]; /* above and below, of now and of before; or two and NULL */
    struct hp_interval ratio;
    struct memo_entry *next;
};
struct memo_control {
    const double *samples;
    struct hp_control control;
    struct memo_control *next;
};
struct hp_m_memo {
    struct hp_arena *arena;
    struct memo_entry *first;
    struct memo_control *first_control;
};

struct hp_m_memo *hp_model_memo(struct hp_arena *arena)
{
    struct hp_m_memo *memo = HP_ARENA_NEW(arena, struct hp_m_memo);
    memo->arena = arena;
    return memo;
}

static struct hp_samples samples_of(const struct hp_m_value *v)
{
    return (struct hp_samples){ v->samples, v->n, v->rounds };
}

static struct hp_interval resampled(const struct hp_m_point *const side[4])
{
    struct hp_samples in[4] = { { NULL, 0, NULL } };
    for (size_t k = 0; k < 4 && side[k] != NULL; k++)
        in[k] = samples_of(&side[k]->time);
    return side[2] == NULL ? hp_ratio(in[0], in[1], HP_BOOT_SEED)
                           : hp_ratio_of_ratios(in, in + 2, HP_BOOT_SEED);
}

static struct hp_interval remembered(const struct hp_m_point *const side[4])
{
    struct hp_m_memo *memo = side[0]->memo;
    for (const struct memo_entry *e = memo->first; e != NULL; e = e->next)
        if (memcmp(e->side, side, sizeof e->side) == 0)
            return e->ratio;
    struct memo_entry *e = HP_ARENA_NEW(memo->arena, struct memo_entry);
    memcpy(e->side, side, sizeof e->side);
    e->next = memo->first;
    e->ratio = resampled(side);
    memo->first = e;
    return e->ratio;
}

static bool has_time(const struct hp_m_point *p)
{
    return p != NULL && p->time.present;
}

struct hp_interval hp_model_time_ratio(const struct hp_m_point *above,
                                       const struct hp_m_point *below)
{
    const struct hp_m_point *const side[4] = { above, below, NULL, NULL };
    if (!has_time(above) || !has_time(below))
        return (struct hp_interval){ NAN, NAN, NAN };
    return remembered(side);
}

struct hp_interval hp_model_ratio_change(const struct hp_m_point *const now[2],
                                         const struct hp_m_point *const was[2])
{
    const struct hp_m_point *const side[4] = { now[0], now[1], was[0], was[1] };
    for (size_t k = 0; k < 4; k++)
        if (!has_time(side[k]))
            return (struct hp_interval){ NAN, NAN, NAN };
    return remembered(side);
}

struct hp_control hp_model_control(struct hp_m_memo *memo, const struct hp_m_value *v)
{
    for (const struct memo_control *e = memo->first_control; e != NULL; e = e->next)
        if (e->samples == v->samples)
            return e->control;
    struct memo_control *e = HP_ARENA_NEW(memo->arena, struct memo_control);
    *e = (struct memo_control){ v->samples, hp_control(samples_of(v)), memo->first_control };
    memo->first_control = e;
    return e->control;
}

struct hp_m_resolved hp_model_resolved(const struct hp_m_point *above,
                                       const struct hp_m_point *below)
{
    struct hp_m_resolved out = { hp_model_time_ratio(above, below), false, NAN };
    if (isnan(out.ratio.value))
        return out;
    const struct hp_control own[2] = { hp_model_control(above->memo, &above->time),
                                       hp_model_control(below->memo, &below->time) };
    out.resolution = hp_resolution(&own[0], &own[1]);
    out.within = hp_within_control(out.ratio, out.resolution);
    out.ratio = hp_resolved(out.ratio, out.resolution);
    return out;
}
