/* SPDX-License-Identifier: MIT
 * Between which neighbours does a predicate flip? Cases that differ in one parameter alone are a series;
 * sorted by it, the predicate must be false up to the last below and true from the first above. Judge child.
 */
#include "script/evaluate.h"

#include <math.h>
#include <stdlib.h>

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_MIXED, TRUTH_FAILED };

/* One case of a series. */
struct point {
    const struct hp_case_row *row;
    double at;
    const char *text; /* the parameter's value */
    enum truth truth;
    size_t yes; /* iterations in which the predicate is true */
    struct hp_summary summary;
};

struct series {
    struct script_state *state;
    const struct script_check *check;
    struct point *points;
    size_t count;
};

/* The predicate on one value. */
static enum truth ask(struct script_state *state, const struct script_check *check, double value)
{
    lua_State *L = state->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, check->function);
    if (floor(value) == value && fabs(value) < 9007199254740992.0)
        lua_pushinteger(L, (lua_Integer)value);
    else
        lua_pushnumber(L, value);
    if (script_state_call(state, 1, 1) != SCRIPT_CALL_OK)
        return TRUTH_FAILED;
    const bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes ? TRUTH_YES : TRUTH_NO;
}

/* Equal neighbours in a series of samples are asked once. */
static void judge_point(struct series *s, struct point *p)
{
    const struct hp_series *samples = script_series(p->row, s->check->metric->name);
    p->summary = hp_summarize(hp_series_samples(samples), HP_BOOT_SEED);
    enum truth last = TRUTH_NO;
    for (size_t i = 0; i < samples->count; i++) {
        if (i == 0 || samples->values[i] != samples->values[i - 1])
            last = ask(s->state, s->check, samples->values[i]);
        if (last == TRUTH_FAILED) {
            p->truth = TRUTH_FAILED;
            return;
        }
        p->yes += last == TRUTH_YES;
    }
    p->truth = p->yes == 0 ? TRUTH_NO : p->yes == samples->count ? TRUTH_YES : TRUTH_MIXED;
}

static int by_value(const void *a, const void *b)
{
    const struct point *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

static struct script_finding *begin(const struct series *s, const struct hp_case_row *row)
{
    struct hp_arena *arena = s->state->world->arena;
    struct script_finding *f = HP_ARENA_NEW(arena, struct script_finding);
    char below[HP_NUMBER_MAX], above[HP_NUMBER_MAX];
    f->cases[0] = row;
    f->metric = s->check->metric;
    f->want_low = strtod(s->check->below, NULL);
    f->want_high = strtod(s->check->above, NULL);
    f->expected = hp_arena_print(arena, "%s | %s", hp_figure(below, f->want_low, NULL),
                                 hp_figure(above, f->want_high, NULL));
    return f;
}

/* The cases of a series with their values: "20000: 0, 21243: 0 | 21244: 1,105". */
static const char *list_points(const struct series *s)
{
    struct hp_text out = { 0 };
    for (size_t i = 0; i < s->count; i++) {
        char value[HP_NUMBER_MAX];
        const bool flip = i > 0 && s->points[i].truth != s->points[i - 1].truth;
        hp_text_print(&out, "%s%s: %s",
                      i == 0 ? ""
                      : flip ? " | "
                             : ", ",
                      s->points[i].text,
                      hp_figure(value, s->points[i].summary.median, s->check->metric->unit));
    }
    const char *kept = hp_arena_copy(s->state->world->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* Finds the one flip from false to true; the number of flips is returned. */
static size_t find_flip(const struct series *s, struct script_finding *f)
{
    size_t flips = 0;
    for (size_t i = 1; i < s->count; i++)
        if (s->points[i].truth != s->points[i - 1].truth) {
            flips++;
            f->below = s->points[i - 1].text;
            f->above = s->points[i].text;
        }
    if (flips != 1)
        f->below = f->above = NULL;
    return flips;
}

static bool has_point(const struct series *s, const char *text)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->points[i].text, text) == 0)
            return true;
    return false;
}

static const char *missing_edge(const struct series *s)
{
    return !has_point(s, s->check->below)   ? s->check->below
           : !has_point(s, s->check->above) ? s->check->above
                                            : NULL;
}

/* What the claim asks for is not there: which values of the pair, what is near, and of which case's series. The
 * finding is about the nearest case. */
static const char *absence(const struct series *s, struct script_finding *f, const char *missing)
{
    const struct script_world *world = s->state->world;
    const char *below = s->check->below, *above = s->check->above, *over = s->check->over;
    const bool both = missing == below && !has_point(s, above);
    const double at = strtod(missing, NULL);
    const struct point *low = NULL, *high = NULL;
    for (size_t i = 0; i < s->count; i++) {
        if (s->points[i].at < at)
            low = &s->points[i];
        else if (high == NULL)
            high = &s->points[i];
    }
    const struct point *near = low == NULL                                     ? high
                               : high == NULL || at - low->at <= high->at - at ? low
                                                                               : high;
    f->cases[0] = near->row;
    return hp_arena_print(
        world->arena, "%s: of the pair %s %s | %s its series has no %s%s%s; nearest to %s: %s%s%s",
        script_case_words(&world->bench, near->row), over, below, above, missing,
        both ? " and no " : "", both ? above : "", missing, low != NULL ? low->text : "",
        low != NULL && high != NULL ? ", " : "", high != NULL ? high->text : "");
}

/* The first point that is on the wrong side of the claimed pair, or NULL. */
static const struct point *offender(const struct series *s, double below, double above)
{
    for (size_t i = s->count; i-- > 0;)
        if (s->points[i].at <= below && s->points[i].truth == TRUTH_YES)
            return &s->points[i];
    for (size_t i = 0; i < s->count; i++)
        if (s->points[i].at >= above && s->points[i].truth == TRUTH_NO)
            return &s->points[i];
    return NULL;
}

/* "case ...: gen2_per_1000 is 12 (...), want n > 0 to be false below the boundary" */
static const char *offence(const struct series *s, const struct point *p, double below)
{
    const struct script_world *world = s->state->world;
    const char *predicate = s->check->predicate != NULL ? s->check->predicate : "the predicate";
    return hp_arena_print(world->arena, "%s: %s, want %s to be %s the boundary",
                          script_case_words(&world->bench, p->row),
                          script_value_words(world->arena, s->check->metric, &p->summary),
                          predicate, p->at <= below ? "false below" : "true above");
}

static void describe(const struct series *s, struct script_finding *f, size_t flips)
{
    struct hp_arena *arena = s->state->world->arena;
    const char *over = s->check->over;
    char low[HP_NUMBER_MAX], high[HP_NUMBER_MAX];
    if (flips == 1) {
        f->here = hp_arena_print(arena, "%s | %s", hp_figure(low, strtod(f->below, NULL), NULL),
                                 hp_figure(high, strtod(f->above, NULL), NULL));
        f->reason =
            hp_arena_print(arena, "the flip is between %s %s and %s", over, f->below, f->above);
    } else {
        f->here = flips == 0 ? "no flip" : hp_arena_print(arena, "%zu flips", flips);
        f->reason = hp_arena_print(arena,
                                   flips == 0 ? "over %s there is no flip: %s"
                                              : "over %s it flips more than once: %s",
                                   over, list_points(s));
    }
}

static struct script_finding *judge_series(struct series *s)
{
    struct hp_arena *arena = s->state->world->arena;
    const struct script_bench *bench = &s->state->world->bench;
    struct script_finding *f = begin(s, s->points[0].row);
    for (size_t i = 0; i < s->count; i++) {
        judge_point(s, &s->points[i]);
        f->n += s->points[i].summary.n;
        if (s->points[i].truth == TRUTH_FAILED)
            return f;
        if (s->points[i].truth == TRUTH_MIXED) {
            f->kind = HP_CANNOT_TELL;
            f->here = "differs between iterations";
            f->cases[0] = s->points[i].row;
            f->reason = hp_arena_print(arena, "the predicate is true in %zu of %zu iterations",
                                       s->points[i].yes, s->points[i].summary.n);
            f->text = hp_arena_print(
                arena, "%s: %s; %s", script_case_words(bench, s->points[i].row),
                script_value_words(arena, f->metric, &s->points[i].summary), f->reason);
            return f;
        }
    }
    const size_t flips = find_flip(s, f);
    const char *missing = missing_edge(s);
    const struct point *wrong = offender(s, f->want_low, f->want_high);
    const bool pair = flips == 1 && strcmp(f->below, s->check->below) == 0 &&
                      strcmp(f->above, s->check->above) == 0;
    f->kind = pair && wrong == NULL ? HP_HOLDS : HP_BROKEN;
    describe(s, f, flips);
    if (f->kind == HP_HOLDS) {
        f->reason = NULL;
        f->text = hp_arena_print(arena, "%s over %s: %s: %s", f->metric->name, s->check->over,
                                 script_case_words(bench, f->cases[0]), list_points(s));
    } else if (missing != NULL) {
        f->edge_missing = true;
        f->text = hp_arena_print(arena, "%s\n%s", absence(s, f, missing), f->reason);
    } else if (wrong != NULL) {
        f->cases[0] = wrong->row;
        f->text = hp_arena_print(arena, "%s\n%s", offence(s, wrong, f->want_low), f->reason);
    } else {
        f->text = hp_arena_print(arena, "%s: other cases lie between %s and %s\n%s",
                                 script_case_words(bench, f->cases[0]), s->check->below,
                                 s->check->above, f->reason);
    }
    if (f->kind == HP_BROKEN)
        f->reason = NULL;
    return f;
}

/* The rows that differ from the first in nothing but the parameter become points; they are taken out. A
 * case without samples is a finding of its own. */
static struct script_finding *take_series(struct series *s, struct script_rows *rows)
{
    const struct hp_case_row *first = rows->items[0];
    const char *free_keys[] = { s->check->over };
    size_t left = 0;
    struct script_finding *absent = NULL;
    for (size_t i = 0; i < rows->count; i++) {
        const struct hp_case_row *row = rows->items[i];
        if (row != first && !script_rows_alike(first, row, free_keys, 1)) {
            rows->items[left++] = row;
            continue;
        }
        char buf[32];
        const char *text = script_row_get(row, s->check->over, buf);
        struct script_finding *f = script_absent(&s->state->world->bench, row, s->check->metric);
        if (f != NULL && absent == NULL)
            absent = f;
        if (f == NULL && text != NULL)
            s->points[s->count++] =
                (struct point){ .row = row,
                                .at = strtod(text, NULL),
                                .text = hp_arena_copy(s->state->world->arena, text) };
    }
    rows->count = left;
    qsort(s->points, s->count, sizeof *s->points, by_value);
    return absent;
}

static struct script_finding *without_parameter(const struct series *s,
                                                const struct hp_case_row *row)
{
    struct script_finding *f = begin(s, row);
    f->kind = HP_BROKEN;
    f->here = "-";
    f->text = hp_arena_print(s->state->world->arena, "%s: it has no parameter %s",
                             script_case_words(&s->state->world->bench, row), s->check->over);
    return f;
}

/* Does the series lacking the pair differ in `key` from every series that has it? `shared` becomes the value of
 * those, NULL when they have several. */
static bool sets_apart(struct hp_arena *arena, const struct script_finding *first,
                       const struct script_finding *odd, const char *key, const char **shared)
{
    char left[32], right[32];
    const char *mine = script_row_get(odd->cases[0], key, left);
    size_t values = 0;
    *shared = NULL;
    for (const struct script_finding *f = first; f != NULL && mine != NULL; f = f->next) {
        if (f->edge_missing)
            continue;
        const char *theirs = script_row_get(f->cases[0], key, right);
        if (theirs == NULL || strcmp(theirs, mine) == 0)
            return false;
        if (values == 0 || strcmp(*shared, theirs) != 0)
            values++;
        *shared = hp_arena_copy(arena, theirs);
    }
    if (values != 1)
        *shared = NULL;
    return values > 0;
}

/* "; this one has count = 1000, those with the pair count = 1000000 - say so in `where`" */
static const char *put_apart(const struct script_bench *bench, const struct script_finding *odd,
                             const char *key, const char *shared)
{
    char buf[32];
    struct hp_text out = { 0 };
    hp_text_put(&out, "; this one has ");
    script_put_pair(&out, key, script_row_get(odd->cases[0], key, buf));
    if (shared != NULL) {
        hp_text_put(&out, ", those with the pair ");
        script_put_pair(&out, key, shared);
        hp_text_put(&out, " - say so in `where`");
    } else {
        hp_text_print(&out, ", those with the pair have not - say which %s in `where`", key);
    }
    const char *kept = hp_arena_copy(bench->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* Which key of `where` would leave this series out? One value that the others share is the best answer. */
static const char *what_sets_apart(const struct script_state *state,
                                   const struct script_check *check,
                                   const struct script_finding *first,
                                   const struct script_finding *odd)
{
    const struct script_bench *bench = &state->world->bench;
    const char *best = NULL, *value = NULL;
    for (const char *const *key = script_row_names(bench); *key != NULL; key++) {
        const char *shared;
        if (strcmp(*key, check->over) == 0 || strcmp(*key, "sweep") == 0 ||
            strcmp(*key, "plugin") == 0 || !sets_apart(bench->arena, first, odd, *key, &shared))
            continue;
        if (best == NULL || (value == NULL && shared != NULL)) {
            best = *key;
            value = shared;
        }
    }
    if (best != NULL)
        return put_apart(bench, odd, best, value);
    for (const struct script_finding *f = first; f != NULL; f = f->next)
        if (!f->edge_missing)
            return "; this is one of them";
    return "; none has the pair";
}

/* Where `where` takes several series, each has to have the pair: that is said where one has not. */
static void mention_series(struct script_state *state, const struct script_check *check,
                           struct script_finding *first, size_t count)
{
    for (struct script_finding *f = first; f != NULL && count > 1; f = f->next)
        if (f->edge_missing)
            f->text = hp_arena_print(
                state->world->arena,
                "%s\n`where` takes %zu series (cases that differ in more than %s)%s", f->text,
                count, check->over, what_sets_apart(state, check, first, f));
}

struct script_finding *script_find_boundaries(struct script_state *state,
                                              const struct script_check *check,
                                              const struct script_rows *rows)
{
    const size_t problems = state->world->problems.count;
    size_t count = 0;
    struct script_finding *first = NULL, **end = &first;
    struct script_rows left = {
        hp_arena_get(state->world->arena, (rows->count + 1) * sizeof *left.items), rows->count
    };
    memcpy(left.items, rows->items, rows->count * sizeof *left.items);
    while (left.count > 0) {
        struct series s = { state, check, NULL, 0 };
        const struct hp_case_row *row = left.items[0];
        s.points = hp_arena_get(state->world->arena, (left.count + 1) * sizeof *s.points);
        struct script_finding *f = take_series(&s, &left);
        if (f != NULL)
            f->expected = begin(&s, row)->expected;
        else
            f = s.count > 0 ? judge_series(&s) : without_parameter(&s, row);
        *end = f;
        end = &f->next;
        count++;
        if (state->world->problems.count > problems)
            return first;
    }
    mention_series(state, check, first, count);
    return first;
}
