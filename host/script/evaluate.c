/* SPDX-License-Identifier: MIT
 * What do a script's checks come to? Each check's cases are parted by machine, threshold and heap; each part
 * gets a verdict of its own, and inside it every case (or pair, or series) must satisfy the check. Skipped
 * cases are a part by themselves. Judge child.
 */
#include "script/evaluate.h"

#include "script/case_object.h"

#include <math.h>

/* ---- groups ---- */

static bool same_group(const struct hp_case *a, const struct hp_case *b)
{
    return strcmp(a->machine, b->machine) == 0 && strcmp(a->threshold, b->threshold) == 0 &&
           strcmp(a->heap, b->heap) == 0 && (a->skip == NULL) == (b->skip == NULL) &&
           (a->skip == NULL || strcmp(a->skip, b->skip) == 0);
}

/* The rows of `all` that belong to the first one still there; they are taken out. */
static struct script_rows take_group(struct hp_arena *arena, struct script_rows *all)
{
    struct script_rows group = { hp_arena_get(arena, (all->count + 1) * sizeof *group.items), 0 };
    size_t left = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (group.count == 0 || same_group(&group.items[0]->c, &all->items[i]->c))
            group.items[group.count++] = all->items[i];
        else
            all->items[left++] = all->items[i];
    }
    all->count = left;
    return group;
}

/* ---- the forms ---- */

struct findings {
    struct script_finding *first, **end;
};

static void add(struct findings *to, struct script_finding *f)
{
    *to->end = f;
    while (*to->end != NULL)
        to->end = &(*to->end)->next;
}

static void judge_values(struct script_state *state, const struct script_check *check,
                         const struct script_rows *rows, struct findings *out)
{
    for (size_t i = 0; i < rows->count; i++)
        for (size_t k = 0; k < check->want_count; k++)
            add(out, script_compare(&state->world->bench, rows->items[i], &check->wants[k]));
}

static struct script_finding *no_partner(const struct script_bench *bench,
                                         const struct script_check *check,
                                         const struct hp_case_row *row, size_t found)
{
    struct script_finding *f = HP_ARENA_NEW(bench->arena, struct script_finding);
    f->kind = HP_BROKEN;
    f->cases[0] = row;
    f->metric = check->metric;
    f->expected = script_bounds_words(bench->arena, &check->bounds);
    f->here = "-";
    f->want_low = check->bounds.low;
    f->want_high = check->bounds.high;
    f->text = hp_arena_print(
        bench->arena, "%s: %zu cases to compare it with, want one - `to` must leave one case",
        script_case_words(bench, row), found);
    return f;
}

struct script_finding *script_against_partner(const struct script_bench *bench,
                                              const struct script_check *check,
                                              const struct hp_case_row *row,
                                              const struct script_bounds *bounds)
{
    const struct hp_filter to = script_filter_over(bench->arena, &check->where, &check->to);
    const struct script_rows others = script_select(bench, &to);
    const size_t keys = check->of.count + check->to.count;
    const char **names = hp_arena_get(bench->arena, (keys + 1) * sizeof *names);
    for (size_t i = 0; i < keys; i++)
        names[i] =
            i < check->of.count ? check->of.keys[i].name : check->to.keys[i - check->of.count].name;
    const struct hp_case_row *partner = NULL;
    size_t found = 0;
    for (size_t k = 0; k < others.count; k++)
        if (others.items[k] != row && script_rows_alike(row, others.items[k], names, keys)) {
            partner = others.items[k];
            found++;
        }
    return found == 1 ? script_compare_ratio(bench, row, partner, check->metric, bounds)
                      : no_partner(bench, check, row, found);
}

static void judge_ratios(struct script_state *state, const struct script_check *check,
                         const struct script_rows *rows, struct findings *out)
{
    for (size_t i = 0; i < rows->count; i++)
        add(out,
            script_against_partner(&state->world->bench, check, rows->items[i], &check->bounds));
}

/* (registry number, row): calls the function with the case. Runs protected. */
static int call_each(lua_State *L)
{
    const lua_Integer function = lua_tointeger(L, 1);
    const struct hp_case_row *row = lua_touserdata(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, function);
    script_push_case(L, row);
    lua_call(L, 1, 0);
    return 0;
}

static bool seen_before(const struct script_finding *first, const struct script_finding *f)
{
    for (const struct script_finding *k = first; k != NULL && k != f; k = k->next)
        if (strcmp(k->text, f->text) == 0)
            return true;
    return false;
}

/* The same pair may come up for many cases: it is said once. */
static void drop_doubles(struct script_finding **first)
{
    for (struct script_finding **at = first; *at != NULL;) {
        if (seen_before(*first, *at))
            *at = (*at)->next;
        else
            at = &(*at)->next;
    }
}

/* False: the function failed, which is a problem of the script and no verdict. */
static bool judge_each(struct script_state *state, const struct script_check *check,
                       const struct script_rows *rows, struct findings *out)
{
    struct script_judging judging = { .check = check };
    judging.end = &judging.first;
    state->judging = &judging;
    enum script_call end = SCRIPT_CALL_OK;
    for (size_t i = 0; i < rows->count && end != SCRIPT_CALL_FAILED; i++) {
        judging.row = rows->items[i];
        struct script_finding **before = judging.end;
        lua_pushcfunction(state->L, call_each);
        lua_pushinteger(state->L, check->function);
        lua_pushlightuserdata(state->L, (void *)(uintptr_t)rows->items[i]);
        end = script_state_call(state, 2, 0);
        if (end == SCRIPT_CALL_OK && before == judging.end) {
            hp_problem_add(&state->world->problems, check->span.at,
                           "each: the function compares nothing for %s - call hp.equal, hp.ratio, "
                           "hp.that, ...",
                           script_case_words(&state->world->bench, rows->items[i]));
            end = SCRIPT_CALL_FAILED;
        }
    }
    state->judging = NULL;
    drop_doubles(&judging.first);
    add(out, judging.first);
    return end != SCRIPT_CALL_FAILED;
}

/* All cases of a group are skipped for one reason. */
static struct script_finding *skipped(const struct script_bench *bench,
                                      const struct hp_case_row *row)
{
    struct script_finding *f = HP_ARENA_NEW(bench->arena, struct script_finding);
    f->kind = HP_SKIPPED;
    f->cases[0] = row;
    f->expected = "";
    f->here = "-";
    f->want_low = f->want_high = (double)NAN;
    f->reason = row->c.skip;
    f->text = hp_arena_print(bench->arena, "%s: %s", script_case_words(bench, row), row->c.skip);
    return f;
}

static bool judge_group(struct script_state *state, const struct script_check *check,
                        const struct script_rows *rows, struct findings *out)
{
    if (rows->items[0]->c.skip != NULL) {
        for (size_t i = 0; i < rows->count; i++)
            add(out, skipped(&state->world->bench, rows->items[i]));
        return true;
    }
    switch (check->form) {
    case SCRIPT_RATIO:
        judge_ratios(state, check, rows, out);
        return true;
    case SCRIPT_CROSSOVER:
        add(out, script_find_crossovers(&state->world->bench, check, rows));
        return true;
    case SCRIPT_BOUNDARY:
        add(out, script_find_boundaries(state, check, rows));
        return true;
    case SCRIPT_EACH:
        return judge_each(state, check, rows, out);
    default:
        judge_values(state, check, rows, out);
        return true;
    }
}

/* ---- all of it ---- */

/* A check that matches nothing is broken: a slip must not pass in silence. Only a claim that decides nothing
 * anyway may speak of a heap, machine or runtime that this run does without. */
static enum hp_verdict_kind kind_of_none(const struct script_check *check, const char *key)
{
    const bool elsewhere =
        key != NULL &&
        (strcmp(key, "heap") == 0 || strcmp(key, "machine") == 0 || strcmp(key, "runtime") == 0);
    return elsewhere && !check->decides ? HP_SKIPPED : HP_BROKEN;
}

static bool measures_all(const struct script_check *check, const struct hp_case *c)
{
    bool all = check->metric == NULL || script_measures(c, check->metric);
    for (size_t i = 0; i < check->want_count; i++)
        all = all && script_measures(c, check->wants[i].metric);
    return all;
}

/* A sweep that only takes times has no say in a claim about counters, and the other way round. Where no case
 * would be left, all stay: that is a slip, and is said. */
static void leave_out_unmeasured(const struct script_check *check, struct script_rows *rows)
{
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++)
        kept += measures_all(check, &rows->items[i]->c);
    if (kept == 0)
        return;
    kept = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (measures_all(check, &rows->items[i]->c))
            rows->items[kept++] = rows->items[i];
    rows->count = kept;
}

static void evaluate(struct script_state *state, const struct script_check *check)
{
    struct script_bench *bench = &state->world->bench;
    const bool paired = check->form == SCRIPT_RATIO || check->form == SCRIPT_CROSSOVER;
    const struct hp_filter where =
        paired ? script_filter_over(bench->arena, &check->where, &check->of) : check->where;
    struct script_rows rows = script_select(bench, &where);
    if (rows.count == 0) {
        const char *key, *why = script_why_none(bench, &where, &key);
        script_reduce_none(state, check, kind_of_none(check, key), why);
        return;
    }
    leave_out_unmeasured(check, &rows);
    while (rows.count > 0) {
        const struct script_rows group = take_group(bench->arena, &rows);
        struct findings found = { 0 };
        found.end = &found.first;
        const size_t problems = state->world->problems.count;
        if (!judge_group(state, check, &group, &found) || state->world->problems.count > problems)
            return;
        script_reduce(state, check, &group, found.first);
    }
}

void script_evaluate(struct script_state *state)
{
    for (const struct script_check *c = state->checks; c != NULL; c = c->next) {
        if (!c->has_table)
            hp_problem_add(&state->world->problems, c->span.at,
                           "hp.check \"%s\" has no table { ... } after it", c->claim);
        else if (!c->wrong && state->world->judging) {
            script_world_at(state->world, &c->span.at, true);
            evaluate(state, c);
        }
    }
}
