/* SPDX-License-Identifier: MIT
 * Answers: do the values of these cases agree with a published figure? Pure; parent only.
 *
 * A deterministic figure is compared value by value, every sample of every case. A range of
 * counters holds when all samples lie in it and is broken when none does. A ratio is judged by
 * its 95 % interval against the published range, widened by the row's tolerance (5 % where it
 * only says "ratio").
 */
#include "verdict/published_compare.h"

#include "base/units.h"
#include "verdict/resolution.h"

#include <math.h>
#include <stdlib.h>

enum how { PLAIN, DELTA, RATIO, INVERSE };

/* Metrics computed from two cases, or printed in another unit than they are measured in. */
struct derived {
    const char *metric, *base;
    enum how how;
    double scale; /* of the base's values */
};
static const struct derived derived[] = {
    { "time_us", "time_ns", PLAIN, 1e-3 },
    { "time_error_us", "time_ns", PLAIN, 1e-3 },
    { "time_delta_us", "time_ns", DELTA, 1e-3 },
    { "time_ratio", "time_ns", RATIO, 1 },
    { "speedup", "time_ns", INVERSE, 1 },
    { "allocated_delta_bytes", "allocated_bytes", DELTA, 1 },
    { "allocated_ratio", "allocated_bytes", RATIO, 1 },
    { "gen2_ratio", "gen2_count", RATIO, 1 },
};

static const double ratio_slack = 0.05;

static struct derived derive(const struct hp_published *row)
{
    struct derived d = { row->metric, row->metric, PLAIN, 1 };
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
        if (strcmp(derived[i].metric, row->metric) == 0)
            d = derived[i];
    if (strcmp(row->unit, "KiB") == 0)
        d.scale = 1.0 / 1024;
    if (strcmp(row->unit, "MB") == 0)
        d.scale = 1e-6;
    /* An absolute time of another machine: only its ratio to a baseline is compared. */
    if (*row->kind == 'M' && strcmp(row->tolerance, "ratio") == 0)
        d.how = RATIO;
    return d;
}

bool hp_published_is_time(const struct hp_published *row)
{
    const struct derived d = derive(row);
    return strcmp(d.base, "time_ns") == 0;
}

bool hp_published_needs_baseline(const struct hp_published *row)
{
    return derive(row).how != PLAIN;
}

static const struct hp_series *series_of(const struct hp_case_row *c, const char *metric)
{
    for (size_t i = 0; i < c->series_count; i++)
        if (strcmp(c->series[i].metric, metric) == 0 && c->series[i].count > 0)
            return &c->series[i];
    return NULL;
}

static const char *text_of(const struct hp_case_row *c, const char *metric, size_t nth)
{
    for (size_t i = 0; i < c->text_count; i++)
        if (strcmp(c->texts[i].name, metric) == 0 && nth-- == 0)
            return c->texts[i].text;
    return NULL;
}

/* Types are counted here when the cases tell the types and not their number. */
static bool counts_types(const struct hp_published *row, const struct hp_case_row *c)
{
    return strcmp(row->metric, "iterator_type_count") == 0 &&
           series_of(c, "iterator_type_count") == NULL && text_of(c, "iterator_type", 0) != NULL;
}

bool hp_published_has(const struct hp_published *row, const struct hp_case_row *c)
{
    return series_of(c, derive(row).base) != NULL || text_of(c, row->metric, 0) != NULL ||
           counts_types(row, c);
}

/* ---- figures as text ---- */

/* With `decimals` digits after the point, thousands grouped: 4,009,160 and 2,483.90. */
static const char *figure(struct hp_arena *arena, double value, int decimals)
{
    char digits[64], grouped[HP_NUMBER_MAX];
    if (decimals == 0 && floor(value) != value)
        decimals = 2; /* a whole number was published, something else came out */
    (void)snprintf(digits, sizeof digits, "%.*f", decimals, fabs(value));
    char *point = strchr(digits, '.');
    const char *fraction = point != NULL ? point + 1 : "";
    (void)hp_print_count(grouped, (int64_t)strtoll(digits, NULL, 10));
    return hp_arena_print(arena, "%s%s%s%s", value < 0 ? "-" : "", grouped,
                          point != NULL ? "." : "", fraction);
}

static const char *span(struct hp_arena *arena, double low, double high, int decimals)
{
    const char *from = figure(arena, low, decimals), *to = figure(arena, high, decimals);
    return strcmp(from, to) == 0 ? from : hp_arena_print(arena, "%s-%s", from, to);
}

void hp_published_expect(const struct hp_published *row, struct hp_verdict *v,
                         struct hp_arena *arena)
{
    const bool text = strcmp(row->unit, "text") == 0;
    v->want_low = v->want_high = NAN;
    v->expected = text ? row->text : "";
    if (text || !row->has_value)
        return;
    v->want_low = row->low;
    v->want_high = row->high;
    v->expected = span(arena, row->low, row->high, row->decimals);
}

/* ---- tolerance ---- */

struct bounds {
    double low, high;
};

double hp_published_slack(const struct hp_published *row)
{
    if (strcmp(row->tolerance, "ratio") == 0)
        return ratio_slack;
    char *end = NULL;
    const double percent = strtod(row->tolerance, &end);
    return end != row->tolerance && *end == '%' ? percent / 100 : 0;
}

static struct bounds bounds_of(const struct hp_published *row, double low, double high)
{
    const double slack = hp_published_slack(row);
    return (struct bounds){ low - slack * fabs(low), high + slack * fabs(high) };
}

/* ---- messages ---- */

static void put_case(struct hp_text *out, const struct hp_case_row *c)
{
    hp_text_print(out, "case %.4s ", c->c.identity);
    hp_case_print(&c->c, out);
}

/* The message is complete: from text to arena, one line more or the first. */
static void put_message(struct hp_verdict *v, struct hp_arena *arena, struct hp_text *line)
{
    v->message = v->message == NULL
                     ? hp_arena_copy(arena, hp_text_str(line))
                     : hp_arena_print(arena, "%s\n%s", v->message, hp_text_str(line));
    hp_text_clear(line);
}

/* ---- values of single cases ---- */

enum { SHOWN_CASES = 4 };

static void explain_value(const struct hp_published *row, const struct hp_case_row *c,
                          const double *values, size_t n, struct hp_verdict *v,
                          struct hp_arena *arena)
{
    const struct hp_summary s = hp_summarize((struct hp_samples){ values, n, NULL }, HP_BOOT_SEED);
    struct hp_text line = { 0 };
    put_case(&line, c);
    hp_text_print(&line, ": %s is %s", row->metric, span(arena, s.min, s.max, row->decimals));
    if (s.all_equal)
        hp_text_print(&line, " (%zu of %zu equal)", n, n);
    else
        hp_text_print(&line, " (%zu readings differ)", n);
    hp_text_print(&line, ", want %s", v->expected);
    put_message(v, arena, &line);
}

/* A rate of whole collections moves in steps: 40 operations tell 1,100 per 1,000 from 1,125,
 * nothing between. A published range may lie inside one step. 0: not a rate. */
static double step_of(const struct hp_published *row, const struct hp_series *s, size_t nth)
{
    const bool rate = hp_starts_with(row->unit, "collections per 1000");
    return rate && s->operations != NULL ? 1000.0 / (double)s->operations[nth] : 0;
}

/* What all values of all cases come to. */
struct tally {
    double *values;
    size_t count, capacity;
    size_t outside; /* of the bounds */
    size_t far;     /* of them: by a step or more */
    double step;    /* the largest */
};

static void tally_case(const struct hp_published *row, const struct derived *d,
                       const struct hp_series *s, struct tally *t)
{
    const struct bounds b = bounds_of(row, row->low, row->high);
    for (size_t k = 0; k < s->count; k++) {
        const double value = s->values[k] * d->scale;
        const double step = *row->kind == 'D' ? 0 : step_of(row, s, k);
        const double off = value < b.low ? b.low - value : value > b.high ? value - b.high : 0;
        HP_PUSH(t->values, t->count, t->capacity) = value;
        t->outside += off > 0;
        t->far += off > 0 && off >= step;
        t->step = step > t->step ? step : t->step;
    }
}

static enum hp_verdict_kind kind_of(const struct hp_published *row, const struct tally *t)
{
    if (t->outside == 0)
        return HP_HOLDS;
    return *row->kind == 'D' || t->far == t->count ? HP_BROKEN : HP_CANNOT_TELL;
}

/* All values of all cases, scaled; what lies outside is explained case by case. */
static void compare_values(const struct hp_published *row, const struct derived *d,
                           const struct hp_matched *cases, struct hp_verdict *v,
                           struct hp_arena *arena)
{
    struct tally t = { 0 };
    size_t explained = 0;
    for (size_t i = 0; i < cases->count; i++) {
        const struct hp_series *s = series_of(cases->cases[i], d->base);
        const size_t first = t.count, before = t.outside;
        if (s != NULL)
            tally_case(row, d, s, &t);
        if (t.outside > before && explained++ < SHOWN_CASES)
            explain_value(row, cases->cases[i], t.values + first, t.count - first, v, arena);
    }
    if (t.count > 0) {
        const struct hp_summary s =
            hp_summarize((struct hp_samples){ t.values, t.count, NULL }, HP_BOOT_SEED);
        v->n = t.count;
        v->value = v->low = v->high = s.median;
        v->here = span(arena, s.min, s.max, row->decimals);
        v->kind = kind_of(row, &t);
        if (v->kind == HP_CANNOT_TELL)
            v->reason =
                t.far == 0
                    ? hp_arena_print(arena,
                                     "it lies less than one step from the range: the counts "
                                     "move in steps of %s per 1,000",
                                     figure(arena, t.step, 0))
                    : hp_arena_print(arena, "%zu of %zu readings lie outside", t.outside, t.count);
    }
    hp_mem_free(t.values);
}

static void compare_texts(const struct hp_published *row, const struct hp_matched *cases,
                          struct hp_verdict *v, struct hp_arena *arena)
{
    for (size_t i = 0; i < cases->count; i++) {
        const char *text;
        for (size_t nth = 0; (text = text_of(cases->cases[i], row->metric, nth)) != NULL; nth++) {
            const bool same = strcmp(text, row->text) == 0;
            v->n += same ? cases->cases[i]->done : 0;
            if (v->kind != HP_BROKEN)
                v->here = text;
            if (v->kind != HP_BROKEN)
                v->kind = same ? HP_HOLDS : HP_BROKEN;
            if (same)
                continue;
            struct hp_text line = { 0 };
            put_case(&line, cases->cases[i]);
            hp_text_print(&line, ": %s is \"%s\", want \"%s\"", row->metric, text, row->text);
            put_message(v, arena, &line);
        }
    }
}

/* How many different types the cases told. */
static void compare_type_count(const struct hp_published *row, const struct hp_matched *cases,
                               struct hp_verdict *v, struct hp_arena *arena)
{
    size_t different = 0;
    struct hp_text line = { 0 };
    hp_text_put(&line, "types:");
    for (size_t i = 0; i < cases->count; i++) {
        const char *text = text_of(cases->cases[i], "iterator_type", 0);
        bool seen = text == NULL;
        for (size_t k = 0; k < i && !seen; k++) {
            const char *before = text_of(cases->cases[k], "iterator_type", 0);
            seen = before != NULL && strcmp(before, text) == 0;
        }
        different += !seen;
        if (!seen)
            hp_text_print(&line, " %s", text);
        v->n += cases->cases[i]->done;
    }
    v->value = v->low = v->high = (double)different;
    v->here = figure(arena, v->value, 0);
    v->kind = v->value >= row->low && v->value <= row->high ? HP_HOLDS : HP_BROKEN;
    if (v->kind == HP_BROKEN)
        put_message(v, arena, &line);
    hp_text_clear(&line);
}

/* ---- two cases ---- */

/* The baseline's case for one case: of its own runtime, GC mode and processors, or the only one
 * there is. */
static const struct hp_case_row *partner(const struct hp_case_row *c,
                                         const struct hp_matched *baseline)
{
    for (size_t i = 0; i < baseline->count; i++) {
        const struct hp_case *b = &baseline->cases[i]->c;
        if (b->runtime == c->c.runtime && strcmp(b->gc, c->c.gc) == 0 &&
            b->processors == c->c.processors)
            return baseline->cases[i];
    }
    for (size_t i = 0; i < baseline->count; i++)
        if (strcmp(baseline->cases[i]->c.gc, c->c.gc) == 0)
            return baseline->cases[i];
    return NULL;
}

/* The range in which a ratio was published: the row's own, or its figure over that of its
 * baseline's row. */
static bool published_range(const struct hp_published *row, const struct hp_published *rows,
                            size_t row_count, struct bounds *out, struct hp_arena *arena)
{
    if (*row->kind != 'M') {
        *out = (struct bounds){ row->low, row->high };
        return true;
    }
    const struct hp_want want = hp_want_baseline(row, arena);
    for (size_t i = 0; i < row_count; i++) {
        const struct hp_published *b = &rows[i];
        const struct hp_want of = hp_want_of(b, arena);
        bool same = strcmp(b->workload, row->workload) == 0 &&
                    strcmp(b->machine, row->machine) == 0 && strcmp(b->metric, row->metric) == 0 &&
                    strcmp(b->threshold, row->threshold) == 0 && of.probe == want.probe &&
                    strcmp(of.method, want.method) == 0 && of.runtime == want.runtime &&
                    of.param_count == want.param_count && b->has_value && b->low > 0;
        for (size_t k = 0; same && k < of.param_count; k++)
            same = strcmp(of.params[k].name, want.params[k].name) == 0 &&
                   strcmp(of.params[k].text, want.params[k].text) == 0;
        if (!same)
            continue;
        *out = (struct bounds){ row->low / b->high, row->high / b->low };
        return true;
    }
    return false;
}

static enum hp_verdict_kind place_ratio(struct hp_interval r, struct bounds want)
{
    return r.low >= want.low && r.high <= want.high ? HP_HOLDS
           : r.high < want.low || r.low > want.high ? HP_BROKEN
                                                    : HP_CANNOT_TELL;
}

/* One pair's ratio against the range; keeps the worse of it and what v already says. */
static void compare_ratio(const struct hp_published *row, const struct derived *d,
                          struct bounds range, const struct hp_case_row *c,
                          const struct hp_case_row *base, struct hp_verdict *v,
                          struct hp_arena *arena)
{
    const struct hp_series *a = series_of(c, d->base), *b = series_of(base, d->base);
    if (a == NULL || b == NULL)
        return;
    if (d->how == INVERSE) {
        const struct hp_series *swap = a;
        a = b;
        b = swap;
    }
    const struct hp_samples sides[2] = { hp_series_samples(a), hp_series_samples(b) };
    const struct hp_interval r = hp_ratio(sides[0], sides[1], HP_BOOT_SEED);
    const struct hp_control own[2] = { hp_control(sides[0]), hp_control(sides[1]) };
    const double resolution = hp_resolution(&own[0], &own[1]);
    const struct bounds want = bounds_of(row, range.low, range.high);
    const size_t n = a->count < b->count ? a->count : b->count;
    const enum hp_verdict_kind narrow = place_ratio(r, want),
                               kind = place_ratio(hp_resolved(r, resolution), want);
    if (v->n > 0 && kind >= v->kind)
        return;
    v->kind = kind;
    v->n = n;
    v->has_interval = true;
    v->value = r.value;
    v->low = r.low;
    v->high = r.high;
    v->here = hp_arena_print(arena, "%.2f [%.2f, %.2f]", r.value, r.low, r.high);
    v->message = NULL;
    if (kind == HP_HOLDS)
        return;
    struct hp_text line = { 0 };
    put_case(&line, c);
    const struct hp_straddle at =
        narrow == HP_CANNOT_TELL
            ? hp_straddle(r, hp_ratio_basis(sides), want.low, want.high)
            : (struct hp_straddle){ 0, kind == HP_CANNOT_TELL
                                           ? hp_resolution_words(arena, resolution)
                                           : NULL };
    v->more = at.more;
    v->reason = at.reason;
    hp_text_print(&line, ": %s is %s, want %s +- %g %%%s, against ", row->metric, v->here,
                  v->expected, hp_published_slack(row) * 100, hp_straddle_words(arena, at.more));
    put_case(&line, base);
    put_message(v, arena, &line);
}

static void compare_ratios(const struct hp_published *row, const struct derived *d,
                           const struct hp_published *rows, size_t row_count,
                           const struct hp_matched *cases, const struct hp_matched *baseline,
                           struct hp_verdict *v, struct hp_arena *arena)
{
    struct bounds range;
    if (!published_range(row, rows, row_count, &range, arena)) {
        v->reason = "an absolute time, and the source has no figure to divide it by";
        return;
    }
    v->want_low = range.low;
    v->want_high = range.high;
    if (*row->kind == 'M')
        v->expected = hp_arena_print(arena, "x %s", span(arena, range.low, range.high, 2));
    for (size_t i = 0; i < cases->count; i++) {
        const struct hp_case_row *base = partner(cases->cases[i], baseline);
        if (base != NULL)
            compare_ratio(row, d, range, cases->cases[i], base, v, arena);
    }
}

/* Differences of medians, each as one value. */
static void compare_deltas(const struct hp_published *row, const struct derived *d,
                           const struct hp_matched *cases, const struct hp_matched *baseline,
                           struct hp_verdict *v, struct hp_arena *arena)
{
    const struct bounds b = bounds_of(row, row->low, row->high);
    for (size_t i = 0; i < cases->count; i++) {
        const struct hp_case_row *base = partner(cases->cases[i], baseline);
        const struct hp_series *x = series_of(cases->cases[i], d->base);
        const struct hp_series *y = base != NULL ? series_of(base, d->base) : NULL;
        if (x == NULL || y == NULL)
            continue;
        const double delta = d->scale * (hp_summarize(hp_series_samples(x), HP_BOOT_SEED).median -
                                         hp_summarize(hp_series_samples(y), HP_BOOT_SEED).median);
        const bool inside = delta >= b.low && delta <= b.high;
        v->n += x->count < y->count ? x->count : y->count;
        if (v->kind == HP_BROKEN)
            continue;
        v->kind = inside ? HP_HOLDS : HP_BROKEN;
        v->value = v->low = v->high = delta;
        v->here = figure(arena, delta, row->decimals);
        if (!inside) {
            struct hp_text line = { 0 };
            put_case(&line, cases->cases[i]);
            hp_text_print(&line, ": %s is %s, want %s, against ", row->metric, v->here,
                          v->expected);
            put_case(&line, base);
            put_message(v, arena, &line);
        }
    }
}

/* A count of collections that blocked, against one of collections that ran beside the program. */
static void explain_blocking(const struct hp_published *row, const struct hp_matched *cases,
                             struct hp_verdict *v)
{
    const bool collections = hp_starts_with(row->unit, "collections");
    if (v->kind == HP_BROKEN && *row->kind == 'M' && collections &&
        strcmp(row->gc, "not-stated") == 0 && strcmp(cases->cases[0]->c.gc, "workstation") == 0)
        v->reason = "collections block here; the source ran with the default, concurrent ones";
}

void hp_published_compare(const struct hp_published *row, const struct hp_published *rows,
                          size_t row_count, const struct hp_matched *cases,
                          const struct hp_matched *baseline, struct hp_verdict *v,
                          struct hp_arena *arena)
{
    const struct derived d = derive(row);
    if (strcmp(row->unit, "text") == 0)
        compare_texts(row, cases, v, arena);
    else if (counts_types(row, cases->cases[0]))
        compare_type_count(row, cases, v, arena);
    else if (d.how == DELTA)
        compare_deltas(row, &d, cases, baseline, v, arena);
    else if (d.how != PLAIN)
        compare_ratios(row, &d, rows, row_count, cases, baseline, v, arena);
    else
        compare_values(row, &d, cases, v, arena);
    explain_blocking(row, cases, v);
}
