/* SPDX-License-Identifier: MIT
 * Does a case's value satisfy what is wanted of it? Runs in the judge child; allocates from the bench's
 * arena only.
 */
#include "script/compare.h"

#include "verdict/resolution.h"

#include <math.h>
#include <string.h>

/* ---- words ---- */

static const char *figure(struct hp_arena *arena, double value, const char *unit)
{
    char buf[HP_NUMBER_MAX];
    return hp_arena_copy(arena, hp_figure(buf, value, unit));
}

/* Digits after the point; -1: not a plain number (a time with its unit, an exponent). */
static int decimals_of(const char *text)
{
    const size_t whole = strspn(text, "-0123456789,");
    const size_t after = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;
    return text[whole + (text[whole] == '.') + after] == '\0' ? (int)after : -1;
}

/* "4.33-5.60": both ends with the same number of decimals. */
static const char *range(struct hp_arena *arena, const char *low, const char *high)
{
    const int a = decimals_of(low), b = decimals_of(high);
    const char *const zeros = "0000000000";
    if (a < 0 || b < 0 || a == b)
        return hp_arena_print(arena, "%s-%s", low, high);
    const char *point = (a < b ? a : b) == 0 ? "." : "";
    const int missing = a < b ? b - a : a - b;
    return a < b ? hp_arena_print(arena, "%s%s%.*s-%s", low, point, missing, zeros, high)
                 : hp_arena_print(arena, "%s-%s%s%.*s", low, high, point, missing, zeros);
}

const char *script_want_words(struct hp_arena *arena, const struct script_want *want)
{
    const char *unit = want->metric->unit;
    if (want->text != NULL)
        return want->text;
    if (want->low == want->high)
        return figure(arena, want->low, unit);
    if (isinf(want->high))
        return hp_arena_print(arena, "at least %s", figure(arena, want->low, unit));
    if (isinf(want->low))
        return hp_arena_print(arena, "at most %s", figure(arena, want->high, unit));
    return range(arena, figure(arena, want->low, unit), figure(arena, want->high, unit));
}

const char *script_bounds_words(struct hp_arena *arena, const struct script_bounds *bounds)
{
    if (isinf(bounds->high))
        return hp_arena_print(arena, "above x %.4g", bounds->low);
    if (isinf(bounds->low))
        return hp_arena_print(arena, "below x %.4g", bounds->high);
    return hp_arena_print(arena, "x %s",
                          range(arena, hp_arena_print(arena, "%.4g", bounds->low),
                                hp_arena_print(arena, "%.4g", bounds->high)));
}

const char *script_value_words(struct hp_arena *arena, const struct hp_metric *metric,
                               const struct hp_summary *s)
{
    const char *median = figure(arena, s->median, metric->unit);
    if (s->n == 1)
        return hp_arena_print(arena, "%s is %s (1 reading)", metric->name, median);
    if (s->all_equal)
        return hp_arena_print(arena, "%s is %s (%zu of %zu iterations equal)", metric->name, median,
                              s->n, s->n);
    return hp_arena_print(arena, "%s is %s [%s, %s] (median of %zu iterations, %s to %s)",
                          metric->name, median, figure(arena, s->low, metric->unit),
                          figure(arena, s->high, metric->unit), s->n,
                          figure(arena, s->min, metric->unit), figure(arena, s->max, metric->unit));
}

/* ---- one value ---- */

/* Deterministic on this case's heap and collector. */
static bool exact(const struct hp_metric *metric, const struct hp_case *c)
{
    return metric->deterministic &&
           (strcmp(c->gc, "workstation") == 0 || strcmp(c->gc, "server") == 0 || c->runtime == 0);
}

static struct script_finding *finding(const struct script_bench *bench,
                                      const struct hp_case_row *row, const struct hp_metric *metric)
{
    struct script_finding *f = HP_ARENA_NEW(bench->arena, struct script_finding);
    f->kind = HP_HOLDS;
    f->cases[0] = row;
    f->metric = metric;
    f->expected = f->here = "";
    f->want_low = f->want_high = (double)NAN;
    return f;
}

/* Methods and probes of the run that do report a metric, each once: "threshold, memory". */
static const char *reporters(const struct script_bench *bench, const struct hp_metric *metric)
{
    const char *out = "";
    for (size_t i = 0; i < bench->count; i++) {
        const struct hp_case_row *row = &bench->rows[i];
        const bool reports = metric->text ? script_text_value(row, metric->name) != NULL
                                          : script_series(row, metric->name) != NULL;
        if (!reports || strstr(out, row->c.method) != NULL)
            continue;
        out = hp_arena_print(bench->arena, "%s%s%s", out, *out != '\0' ? ", " : "", row->c.method);
    }
    return out;
}

bool script_measures(const struct hp_case *c, const struct hp_metric *metric)
{
    switch (metric->source) {
    case HP_FROM_CLOCK:
        return c->probe || c->times;
    case HP_FROM_COUNTER:
    case HP_FROM_LEVEL:
    case HP_FROM_LOG:
    case HP_FROM_PROBE: /* of a method: what it says after a counting launch */
        return c->probe || c->counters;
    default:
        return true;
    }
}

/* All launches went well, and none reported the metric: no further run will. What would help. */
static const char *cure(const struct script_bench *bench, const struct hp_case_row *row,
                        const struct hp_metric *metric)
{
    const bool timed = metric->source == HP_FROM_CLOCK || metric->source == HP_FROM_PROCESS;
    const bool counted = metric->source == HP_FROM_COUNTER || metric->source == HP_FROM_LEVEL;
    if (!row->c.probe && timed && !row->c.times)
        return "its sweep measures no times - name \"times\" in its measure, or leave measure out";
    if (!row->c.probe && counted && !row->c.counters)
        return "its sweep measures no counters - name \"counters\" in its measure, or leave "
               "measure out";
    const char *others = reporters(bench, metric);
    if (*others != '\0')
        return hp_arena_print(bench->arena, "it never reports %s - ask one that does: %s",
                              metric->name, others);
    return hp_arena_print(bench->arena,
                          "it never reports %s, and no other case of this run does - sweep a "
                          "method, probe or heap that has it",
                          metric->name);
}

/* Why there is no sample yet; NULL: all launches went well. */
static const char *absence(const struct script_bench *bench, const struct hp_case_row *row,
                           const struct hp_metric *metric)
{
    struct hp_arena *arena = bench->arena;
    if (row->failure_count > 0)
        return hp_arena_print(arena, "%s launch %u ended with %s: %s", row->failures[0].kind,
                              row->failures[0].round, row->failures[0].outcome,
                              row->failures[0].detail != NULL ? row->failures[0].detail : "");
    if (row->done < row->wanted)
        return hp_arena_print(arena, "no result yet, launches done: %u/%u", row->done, row->wanted);
    if (metric->source == HP_FROM_LOG) /* there when a collection happens */
        return hp_arena_print(arena, "it does not report %s", metric->name);
    return NULL;
}

struct script_finding *script_absent(const struct script_bench *bench,
                                     const struct hp_case_row *row, const struct hp_metric *metric)
{
    if (row->c.skip == NULL && (metric->text ? script_text_value(row, metric->name) != NULL
                                             : script_series(row, metric->name) != NULL))
        return NULL;
    struct script_finding *f = finding(bench, row, metric);
    const char *why;
    if (row->c.skip != NULL) {
        f->kind = HP_SKIPPED;
        f->reason = why = row->c.skip;
    } else if (metric->source == HP_FROM_CLOCK && strcmp(row->c.machine, "this") != 0) {
        f->kind = HP_SKIPPED;
        f->reason = why = "a machine profile gives counters, not times";
    } else if ((why = absence(bench, row, metric)) != NULL) {
        f->kind = HP_CANNOT_TELL;
        f->reason = why;
    } else {
        f->kind = HP_BROKEN;
        why = cure(bench, row, metric);
    }
    f->here = "-";
    f->text = hp_arena_print(bench->arena, "%s: %s", script_case_words(bench, row), why);
    return f;
}

static void keep_numbers(struct script_finding *f, const struct hp_summary *s,
                         struct hp_arena *arena)
{
    f->has_number = true;
    f->value = s->median;
    f->low = s->low;
    f->high = s->high;
    f->has_interval = s->low < s->high;
    f->n = s->n;
    f->here = figure(arena, s->median, f->metric->unit);
    if (!s->all_equal)
        f->here =
            hp_arena_print(arena, "%s [%s, %s]", f->here, figure(arena, s->low, f->metric->unit),
                           figure(arena, s->high, f->metric->unit));
}

/* Where [low, high] lies to [want_low, want_high]. */
static enum hp_verdict_kind place_range(double low, double high, double want_low, double want_high)
{
    if (low >= want_low && high <= want_high)
        return HP_HOLDS;
    return high < want_low || low > want_high ? HP_BROKEN : HP_CANNOT_TELL;
}

static struct script_finding *compare_text(const struct script_bench *bench,
                                           struct script_finding *f, const struct script_want *want)
{
    const char *have = script_text_value(f->cases[0], want->metric->name);
    f->here = have;
    f->n = 1;
    f->kind = strcmp(have, want->text) == 0 ? HP_HOLDS : HP_BROKEN;
    f->text =
        hp_arena_print(bench->arena, "%s: %s is \"%s\", want \"%s\"",
                       script_case_words(bench, f->cases[0]), want->metric->name, have, want->text);
    return f;
}

struct script_finding *script_compare(const struct script_bench *bench,
                                      const struct hp_case_row *row, const struct script_want *want)
{
    struct hp_arena *arena = bench->arena;
    struct script_finding *f = script_absent(bench, row, want->metric);
    const bool there = f == NULL;
    if (there)
        f = finding(bench, row, want->metric);
    f->expected = script_want_words(arena, want);
    if (!there)
        return f;
    if (want->text != NULL)
        return compare_text(bench, f, want);
    const struct hp_series *series = script_series(row, want->metric->name);
    const struct hp_summary s = hp_summarize(hp_series_samples(series), HP_BOOT_SEED);
    keep_numbers(f, &s, arena);
    f->want_low = isinf(want->low) ? (double)NAN : want->low;
    f->want_high = isinf(want->high) ? (double)NAN : want->high;
    if (exact(want->metric, &row->c) || want->low == want->high)
        f->kind = s.min >= want->low && s.max <= want->high ? HP_HOLDS : HP_BROKEN;
    else
        f->kind = place_range(s.low, s.high, want->low, want->high);
    f->text = hp_arena_print(arena, "%s: %s, want %s", script_case_words(bench, row),
                             script_value_words(arena, want->metric, &s), f->expected);
    if (f->kind == HP_CANNOT_TELL) {
        const struct hp_interval i = { s.median, s.low, s.high };
        const struct hp_basis basis = { .launches = hp_launches(hp_series_samples(series)) };
        const struct hp_straddle at = hp_straddle(i, basis, want->low, want->high);
        f->more = at.more;
        f->reason = at.reason;
    }
    return f;
}

/* ---- ratios ---- */

/* Strict at an open side: an interval that touches the bound does not pass it. */
static enum hp_verdict_kind place_ratio(double low, double high, const struct script_bounds *want)
{
    if (isinf(want->high))
        return low > want->low ? HP_HOLDS : high <= want->low ? HP_BROKEN : HP_CANNOT_TELL;
    if (isinf(want->low))
        return high < want->high ? HP_HOLDS : low >= want->high ? HP_BROKEN : HP_CANNOT_TELL;
    return place_range(low, high, want->low, want->high);
}

/* "case ... size=21244 / case ... size=21243" */
static const char *pair_words(const struct script_bench *bench, const struct hp_case_row *a,
                              const struct hp_case_row *b)
{
    return hp_arena_print(bench->arena, "%s\nagainst %s", script_case_words(bench, a),
                          script_case_words(bench, b));
}

static void judge_ratio(struct hp_arena *arena, struct script_finding *f, struct hp_interval i,
                        const struct hp_samples sides[2], const struct script_bounds *bounds)
{
    f->kind = place_ratio(i.low, i.high, bounds);
    if (f->kind == HP_CANNOT_TELL) {
        const struct hp_straddle at =
            hp_straddle(i, hp_ratio_basis(sides), bounds->low, bounds->high);
        f->reason = at.reason;
        f->more = at.more;
    }
    const struct hp_control own[2] = { hp_control(sides[0]), hp_control(sides[1]) };
    const double resolution = hp_resolution(&own[0], &own[1]);
    const struct hp_interval wide = hp_resolved(i, resolution);
    if (place_ratio(wide.low, wide.high, bounds) != f->kind) {
        f->kind = HP_CANNOT_TELL;
        f->more = 0;
        f->reason = hp_resolution_words(arena, resolution);
    }
}

struct script_finding *script_compare_ratio(const struct script_bench *bench,
                                            const struct hp_case_row *a,
                                            const struct hp_case_row *b,
                                            const struct hp_metric *metric,
                                            const struct script_bounds *bounds)
{
    struct hp_arena *arena = bench->arena;
    struct script_finding *f = script_absent(bench, a, metric);
    if (f == NULL)
        f = script_absent(bench, b, metric);
    const bool there = f == NULL;
    if (there)
        f = finding(bench, a, metric);
    f->cases[0] = a;
    f->cases[1] = b;
    f->expected = script_bounds_words(arena, bounds);
    if (!there)
        return f;
    const struct hp_series *x = script_series(a, metric->name), *y = script_series(b, metric->name);
    const struct hp_samples sides[2] = { hp_series_samples(x), hp_series_samples(y) };
    const struct hp_interval i = hp_ratio(sides[0], sides[1], HP_BOOT_SEED);
    f->n = x->count < y->count ? x->count : y->count;
    f->want_low = isinf(bounds->low) ? (double)NAN : bounds->low;
    f->want_high = isinf(bounds->high) ? (double)NAN : bounds->high;
    if (isnan(i.value)) {
        f->kind = HP_CANNOT_TELL;
        f->reason = "both medians are 0";
        f->here = "0 / 0";
    } else {
        f->has_number = f->has_interval = true;
        f->value = i.value, f->low = i.low, f->high = i.high;
        f->here = hp_arena_print(arena, "x %.2f [%.2f, %.2f]", i.value, i.low, i.high);
        judge_ratio(arena, f, i, sides, bounds);
    }
    f->text = hp_arena_print(arena, "%s: %s is %s (n = %zu and %zu), want %s%s%s",
                             pair_words(bench, a, b), metric->name, f->here, x->count, y->count,
                             f->expected, f->reason != NULL ? "; " : "",
                             f->reason != NULL ? f->reason : "");
    return f;
}
