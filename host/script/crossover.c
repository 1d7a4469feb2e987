/* SPDX-License-Identifier: MIT
 * From which size on is one way cheaper than another? Pairs of cases that differ in the filters alone make
 * a series over a parameter; the crossover is the first size from which on the interval of every ratio lies
 * below 1. Sizes whose interval straddles 1 leave open where exactly it is. Judge child.
 */
#include "script/evaluate.h"

#include <math.h>
#include <stdlib.h>

struct pair {
    double at;
    const char *text; /* the parameter's value */
    const struct script_finding *ratio;
};

struct pairs {
    struct pair *items;
    size_t count;
};

static int by_value(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* The rows that differ from the first in nothing but the parameter, each with its ratio; they are taken
 * out. A pair without a ratio is the finding that is returned. */
static struct script_finding *take_pairs(const struct script_bench *bench,
                                         const struct script_check *check, struct script_rows *rows,
                                         struct pairs *out)
{
    static const struct script_bounds cheaper = { -INFINITY, 1 };
    const struct hp_case_row *first = rows->items[0];
    struct script_finding *absent = NULL;
    size_t left = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct hp_case_row *row = rows->items[i];
        char buf[32];
        const char *text = script_row_get(row, check->over, buf);
        if (row != first && !script_rows_alike(first, row, &check->over, 1)) {
            rows->items[left++] = row;
            continue;
        }
        struct script_finding *f = script_against_partner(bench, check, row, &cheaper);
        if (!f->has_interval || text == NULL)
            absent = absent == NULL ? f : absent;
        else
            out->items[out->count++] =
                (struct pair){ strtod(text, NULL), hp_arena_copy(bench->arena, text), f };
    }
    rows->count = left;
    qsort(out->items, out->count, sizeof *out->items, by_value);
    return absent;
}

/* "128: x 1.20 [1.10, 1.31], 256: x 0.80 [0.71, 0.90]" */
static const char *list_pairs(struct hp_arena *arena, const struct pairs *s)
{
    const char *text = "";
    for (size_t i = 0; i < s->count; i++)
        text = hp_arena_print(arena, "%s%s%s: %s", text, i == 0 ? "" : ", ", s->items[i].text,
                              s->items[i].ratio->here);
    return text;
}

/* From *surely on every ratio lies below 1; from *perhaps on none lies above it. */
static void find_crossover(const struct pairs *s, size_t *perhaps, size_t *surely)
{
    *surely = *perhaps = s->count;
    while (*perhaps > 0 && s->items[*perhaps - 1].ratio->kind != HP_BROKEN)
        --*perhaps;
    while (*surely > *perhaps && s->items[*surely - 1].ratio->kind == HP_HOLDS)
        --*surely;
}

static bool claimed(const struct script_check *check, double at)
{
    return at >= check->bounds.low && at <= check->bounds.high;
}

/* Every size that may be the crossover lies in the claimed range, none does, or some do. */
static enum hp_verdict_kind judge(const struct script_check *check, const struct pairs *s,
                                  size_t perhaps, size_t surely)
{
    size_t in = 0, out = surely == s->count; /* it may lie beyond the last size */
    for (size_t i = perhaps; i < s->count && i <= surely; i++) {
        in += claimed(check, s->items[i].at);
        out += !claimed(check, s->items[i].at);
    }
    return in == 0 ? HP_BROKEN : out == 0 ? HP_HOLDS : HP_CANNOT_TELL;
}

static const char *found_words(struct hp_arena *arena, const struct script_check *check,
                               const struct pairs *s, size_t perhaps, size_t surely)
{
    if (perhaps == s->count)
        return "not cheaper at any size";
    if (surely == s->count)
        return hp_arena_print(arena, "not before %s %s", check->over, s->items[perhaps].text);
    if (perhaps == surely)
        return hp_arena_print(arena, "cheaper from %s %s", check->over, s->items[surely].text);
    return hp_arena_print(arena, "cheaper from %s %s, surely from %s", check->over,
                          s->items[perhaps].text, s->items[surely].text);
}

static struct script_finding *judge_pairs(const struct script_bench *bench,
                                          const struct script_check *check, const struct pairs *s)
{
    struct script_finding *f = HP_ARENA_NEW(bench->arena, struct script_finding);
    size_t perhaps, surely;
    find_crossover(s, &perhaps, &surely);
    const size_t shown = surely < s->count ? surely : s->count - 1;
    *f = *s->items[shown].ratio;
    f->next = NULL;
    f->kind = judge(check, s, perhaps, surely);
    f->want_low = check->bounds.low;
    f->want_high = check->bounds.high;
    f->expected = hp_arena_print(bench->arena, "cheaper from %s %.0f-%.0f", check->over,
                                 check->bounds.low, check->bounds.high);
    f->here = found_words(bench->arena, check, s, perhaps, surely);
    f->reason = f->kind == HP_CANNOT_TELL ? "the interval of a ratio straddles 1" : NULL;
    f->text = hp_arena_print(bench->arena, "%s over %s: %s, want %s: %s", f->metric->name,
                             check->over, f->here, f->expected, list_pairs(bench->arena, s));
    return f;
}

struct script_finding *script_find_crossovers(const struct script_bench *bench,
                                              const struct script_check *check,
                                              const struct script_rows *rows)
{
    struct script_finding *first = NULL, **end = &first;
    struct script_rows left = { hp_arena_get(bench->arena, (rows->count + 1) * sizeof *left.items),
                                rows->count };
    memcpy(left.items, rows->items, rows->count * sizeof *left.items);
    while (left.count > 0) {
        struct pairs s = { hp_arena_get(bench->arena, (left.count + 1) * sizeof *s.items), 0 };
        struct script_finding *absent = take_pairs(bench, check, &left, &s);
        *end = absent != NULL ? absent : judge_pairs(bench, check, &s);
        end = &(*end)->next;
    }
    return first;
}
