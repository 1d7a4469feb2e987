/* SPDX-License-Identifier: MIT
 * The comparison of a check: equal, at_least, at_most, between, within, ratio, boundary, crossover, each.
 * Reads the one that the table has and reports what is wrong with it at its line. Judge child.
 */
#include "script/table.h"

#include <math.h>
#include <stdlib.h>

const char *const script_form_names[SCRIPT_FORMS + 1] = { "equal",    "at_least",  "at_most",
                                                          "between",  "within",    "ratio",
                                                          "boundary", "crossover", "each",
                                                          NULL };

/* One reading of one check's table at stack index `table`. */
struct reading {
    struct script_state *state;
    struct script_check *check;
    int table;
};

#define WRONG(r, word, ...) script_wrong((r)->state, &(r)->check->span, (word), __VA_ARGS__)

/* ---- metrics and wants ---- */

static const struct hp_metric *read_metric(struct reading *r, const char *name)
{
    const struct hp_metric *metric = hp_metric_find(name);
    if (metric != NULL && metric->source == HP_FROM_CASES) {
        WRONG(r, name,
              "%s is worked out from two cases - use ratio = { \"time_ns\", of = {...}, to = "
              "{...} } or an each function",
              name);
        return NULL;
    }
    if (metric != NULL)
        return metric;
    const char *near = hp_metric_nearest(name);
    if (near != NULL)
        WRONG(r, name, "unknown metric \"%s\" - did you mean \"%s\"? (heapproof list metrics)",
              name, near);
    else
        WRONG(r, name, "unknown metric \"%s\" (heapproof list metrics)", name);
    return NULL;
}

/* The metric at position 1 or in the field `metric` of the table on top. */
static const struct hp_metric *metric_of_table(struct reading *r, const char *form)
{
    lua_State *L = r->state->L;
    if (lua_rawgeti(L, -1, 1) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_getfield(L, -1, "metric");
    }
    const struct hp_metric *metric = NULL;
    if (lua_type(L, -1) == LUA_TSTRING)
        metric = read_metric(r, hp_arena_copy(r->state->world->arena, lua_tostring(L, -1)));
    else
        WRONG(r, form, "%s: expected a metric's name first, { \"gen2_per_1000\", ... }", form);
    lua_pop(L, 1);
    return metric;
}

/* Pops the value for an equality. */
static bool take_equal(struct reading *r, struct script_want *want)
{
    lua_State *L = r->state->L;
    const struct hp_metric *metric = want->metric;
    if (metric->source == HP_FROM_CLOCK) {
        WRONG(r, metric->name,
              "equal: two iterations never take the same time - use within, between or ratio");
        lua_pop(L, 1);
        return false;
    }
    if (!metric->text) {
        const bool good =
            script_take_number(r->state, &r->check->span, metric->name, metric->unit, &want->low);
        want->high = want->low;
        return good;
    }
    const bool good = lua_type(L, -1) == LUA_TSTRING;
    if (good)
        want->text = hp_arena_copy(r->state->world->arena, lua_tostring(L, -1));
    else
        WRONG(r, metric->name, "%s is a text: expected a text in quotes", metric->name);
    lua_pop(L, 1);
    return good;
}

/* A list { low, high } at the top, or two positions after the metric; pops nothing. */
static bool read_pair(struct reading *r, const char *word, const char *unit, int first, double *low,
                      double *high)
{
    lua_State *L = r->state->L;
    if (!lua_istable(L, -1)) {
        WRONG(r, word, "%s: expected two numbers", word);
        return false;
    }
    lua_rawgeti(L, -1, first);
    if (!script_take_number(r->state, &r->check->span, word, unit, low))
        return false;
    lua_rawgeti(L, -1, first + 1);
    if (!script_take_number(r->state, &r->check->span, word, unit, high))
        return false;
    if (*low <= *high)
        return true;
    WRONG(r, word, "%s: the lower bound comes first", word);
    return false;
}

/* within: the table on top has the value at position `first`, and absolute, relative or both; the wider one
 * decides. */
static bool read_within(struct reading *r, int first, struct script_want *want)
{
    static const char *const names[] = { "metric", "value", "absolute", "relative", NULL };
    lua_State *L = r->state->L;
    double value, by, share = 0;
    if (!lua_istable(L, -1)) {
        WRONG(r, want->metric->name,
              "within: expected { value, absolute = a, relative = r }, one of them or both");
        return false;
    }
    if (!script_known_keys(r->state, &r->check->span, -1, "within", names, first))
        return false;
    if (lua_rawgeti(L, -1, first) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_getfield(L, -1, "value");
    }
    if (!script_take_number(r->state, &r->check->span, "within", want->metric->unit, &value))
        return false;
    by = 0;
    const bool absolute = lua_getfield(L, -1, "absolute") != LUA_TNIL;
    if (absolute &&
        !script_take_number(r->state, &r->check->span, "within", want->metric->unit, &by))
        return false;
    if (!absolute)
        lua_pop(L, 1);
    const bool relative = lua_getfield(L, -1, "relative") != LUA_TNIL;
    if (relative && !script_take_number(r->state, &r->check->span, "within", NULL, &share))
        return false;
    if (!relative)
        lua_pop(L, 1);
    if (!relative && !absolute) {
        WRONG(r, "within", "within: say absolute = a, relative = r or both");
        return false;
    }
    if (by < 0 || share < 0) {
        WRONG(r, "within", "within: absolute and relative are distances, at least 0");
        return false;
    }
    by = fmax(by, fabs(value) * share);
    want->low = value - by;
    want->high = value + by;
    return true;
}

/* What one metric must be: the value on top is the short form's; `table`: it is the long form's table, with
 * the metric at position 1. Pops the value. */
static bool take_want(struct reading *r, struct script_want *want, bool table)
{
    lua_State *L = r->state->L;
    const char *name = want->metric->name, *unit = want->metric->unit;
    const struct script_span *span = &r->check->span;
    want->low = -INFINITY;
    want->high = INFINITY;
    want->form = script_form_names[r->check->form];
    bool good = true;
    if (want->metric->text && r->check->form != SCRIPT_EQUAL) {
        WRONG(r, name, "%s is a text: only equal judges it", name);
        good = false;
    } else if (r->check->form == SCRIPT_BETWEEN) {
        good = read_pair(r, name, unit, table ? 2 : 1, &want->low, &want->high);
    } else if (r->check->form == SCRIPT_WITHIN) {
        good = read_within(r, table ? 2 : 1, want);
    } else {
        if (table)
            lua_rawgeti(L, -1, 2);
        else
            lua_pushvalue(L, -1);
        good =
            r->check->form == SCRIPT_EQUAL
                ? take_equal(r, want)
                : script_take_number(r->state, span, name, unit,
                                     r->check->form == SCRIPT_AT_LEAST ? &want->low : &want->high);
    }
    lua_pop(L, 1);
    return good;
}

/* { "metric", value } */
static bool read_long_form(struct reading *r)
{
    static const char *const extra[] = { "absolute", "relative", NULL };
    static const char *const none[] = { NULL };
    struct script_check *c = r->check;
    lua_State *L = r->state->L;
    c->wants = HP_ARENA_NEW(r->state->world->arena, struct script_want);
    const int positions = c->form == SCRIPT_BETWEEN ? 3 : 2;
    if (!script_known_keys(r->state, &c->span, -1, script_form_names[c->form],
                           c->form == SCRIPT_WITHIN ? extra : none, positions))
        return false;
    c->wants[0].metric = metric_of_table(r, script_form_names[c->form]);
    if (c->wants[0].metric == NULL)
        return false;
    lua_pushvalue(L, -1);
    c->want_count = 1;
    return take_want(r, &c->wants[0], true);
}

static int by_metric(const void *a, const void *b)
{
    const struct script_want *x = a, *y = b;
    return x->metric < y->metric ? -1 : x->metric > y->metric;
}

/* { metric = value, ... } */
static bool read_short_form(struct reading *r)
{
    struct script_check *c = r->check;
    lua_State *L = r->state->L;
    size_t room = 0;
    for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1))
        room++;
    c->wants = hp_arena_get(r->state->world->arena, (room + 1) * sizeof *c->wants);
    bool good = true;
    for (lua_pushnil(L); lua_next(L, -2) != 0;) {
        struct script_want *want = &c->wants[c->want_count];
        want->metric = NULL;
        if (lua_type(L, -2) == LUA_TSTRING)
            want->metric =
                read_metric(r, hp_arena_copy(r->state->world->arena, lua_tostring(L, -2)));
        if (want->metric == NULL) {
            lua_pop(L, 1);
            good = false;
        } else if (take_want(r, want, false)) {
            c->want_count++;
        } else {
            good = false;
        }
    }
    if (room == 0)
        WRONG(r, script_form_names[c->form], "%s: which metric, and what value?",
              script_form_names[c->form]);
    qsort(c->wants, c->want_count, sizeof *c->wants, by_metric);
    return good && room > 0;
}

/* ---- ratio, boundary, each ---- */

static bool read_filter(struct reading *r, const char *field, struct hp_filter *out)
{
    lua_State *L = r->state->L;
    bool good = true;
    out->at = r->check->span.at;
    if (lua_getfield(L, -1, field) != LUA_TNIL)
        good = script_read_axes(r->state, &r->check->span, -1, field, &out->keys, &out->count);
    lua_pop(L, 1);
    return good;
}

bool script_read_bounds(struct script_state *state, const struct script_span *span, int index,
                        struct script_bounds *out)
{
    lua_State *L = state->L;
    *out = (struct script_bounds){ -INFINITY, INFINITY };
    index = lua_absindex(L, index);
    const bool above = lua_getfield(L, index, "above") != LUA_TNIL;
    const bool below = lua_getfield(L, index, "below") != LUA_TNIL;
    const bool between = lua_getfield(L, index, "between") != LUA_TNIL;
    bool good = above + below + between == 1;
    if (good && between) {
        good = lua_istable(L, -1) && lua_rawlen(L, -1) == 2;
        if (good) {
            lua_rawgeti(L, -1, 1);
            lua_rawgeti(L, -2, 2);
            out->low = lua_tonumber(L, -2);
            out->high = lua_tonumber(L, -1);
            good = lua_isnumber(L, -1) && lua_isnumber(L, -2) && isfinite(out->low) &&
                   isfinite(out->high) && out->low <= out->high;
        }
    } else if (good) {
        double *bound = above ? &out->low : &out->high;
        lua_getfield(L, index, above ? "above" : "below");
        *bound = lua_tonumber(L, -1);
        good = lua_type(L, -1) == LUA_TNUMBER && isfinite(*bound);
    }
    if (!good)
        script_wrong(state, span, "ratio",
                     "ratio: say above = x, below = x or between = { low, high }, one of them");
    return good;
}

static bool read_ratio(struct reading *r)
{
    static const char *const names[] = { "metric", "of", "to", "above", "below", "between", NULL };
    struct script_check *c = r->check;
    lua_State *L = r->state->L;
    const int top = lua_gettop(L);
    if (!script_known_keys(r->state, &c->span, -1, "ratio", names, 1))
        return false;
    c->metric = metric_of_table(r, "ratio");
    bool good = c->metric != NULL && read_filter(r, "of", &c->of) && read_filter(r, "to", &c->to) &&
                script_read_bounds(r->state, &c->span, -1, &c->bounds);
    lua_settop(L, top);
    if (good && c->metric->text) {
        WRONG(r, c->metric->name, "%s is a text: it has no ratio", c->metric->name);
        good = false;
    }
    if (good && c->of.count == 0 && c->to.count == 0) {
        WRONG(r, "ratio", "ratio: say what differs, of = { size = 21244 }, to = { size = 21243 }");
        good = false;
    }
    return good;
}

static bool take_edge(struct reading *r, const char *field, const char **out)
{
    lua_State *L = r->state->L;
    lua_getfield(L, -1, field);
    *out = lua_isnil(L, -1) ? NULL : script_value_text(L, -1);
    lua_pop(L, 1);
    if (*out == NULL)
        WRONG(r, "boundary", "boundary: %s is missing - the %s size as a number", field,
              strcmp(field, "below") == 0 ? "last" : "first");
    return *out != NULL;
}

/* Keeps the function on top (popped) and what it returns, for messages. */
static void take_function(struct reading *r)
{
    lua_State *L = r->state->L;
    lua_Debug ar;
    lua_pushvalue(L, -1);
    if (lua_getinfo(L, ">S", &ar) != 0 && r->check->span.source != NULL)
        r->check->predicate = script_returned(r->state->world->arena, r->check->span.source,
                                              ar.linedefined, ar.lastlinedefined);
    r->check->function = luaL_ref(L, LUA_REGISTRYINDEX);
}

static bool read_boundary(struct reading *r)
{
    static const char *const names[] = { "metric", "over", "below", "above", "is", NULL };
    struct script_check *c = r->check;
    lua_State *L = r->state->L;
    if (!script_known_keys(r->state, &c->span, -1, "boundary", names, 1))
        return false;
    c->metric = metric_of_table(r, "boundary");
    if (c->metric == NULL || !script_read_text(r->state, &c->span, -1, "over", &c->over) ||
        !take_edge(r, "below", &c->below) || !take_edge(r, "above", &c->above))
        return false;
    if (c->over == NULL || c->metric->text) {
        WRONG(r, "boundary", "boundary: expected a metric that is a number, and over = \"size\"");
        return false;
    }
    if (lua_getfield(L, -1, "is") != LUA_TFUNCTION) {
        WRONG(r, "boundary", "boundary: is = function(n) return n > 0 end is missing");
        lua_pop(L, 1);
        return false;
    }
    take_function(r);
    return true;
}

/* { "time_ns", over = "length", of = {...}, to = {...}, between = { low, high } } */
static bool read_crossover(struct reading *r)
{
    static const char *const names[] = { "metric", "over", "of", "to", "between", NULL };
    struct script_check *c = r->check;
    lua_State *L = r->state->L;
    const int top = lua_gettop(L);
    if (!script_known_keys(r->state, &c->span, -1, "crossover", names, 1))
        return false;
    c->metric = metric_of_table(r, "crossover");
    const bool between = lua_getfield(L, -1, "between") == LUA_TTABLE;
    lua_pop(L, 1);
    bool good = c->metric != NULL && script_read_text(r->state, &c->span, -1, "over", &c->over) &&
                read_filter(r, "of", &c->of) && read_filter(r, "to", &c->to) &&
                (!between || script_read_bounds(r->state, &c->span, -1, &c->bounds));
    lua_settop(L, top);
    if (good &&
        (!between || c->over == NULL || c->metric->text || c->of.count == 0 || c->to.count == 0)) {
        WRONG(r, "crossover",
              "crossover: expected a metric that is a number, over = \"length\", of = {...}, to = "
              "{...} and between = { first, last }");
        good = false;
    }
    return good;
}

static bool read_each(struct reading *r)
{
    lua_State *L = r->state->L;
    if (!lua_isfunction(L, -1)) {
        WRONG(r, "each", "each: expected function(case) ... end");
        return false;
    }
    lua_pushvalue(L, -1);
    take_function(r);
    return true;
}

/* The one comparison that the table has; its value is left on the stack. */
static bool find_form(struct reading *r)
{
    lua_State *L = r->state->L;
    const char *found = NULL;
    for (int form = 0; form < SCRIPT_FORMS; form++) {
        if (lua_getfield(L, r->table, script_form_names[form]) == LUA_TNIL) {
            lua_pop(L, 1);
            continue;
        }
        if (found != NULL) {
            WRONG(r, script_form_names[form],
                  "hp.check: one comparison each - this one has %s and %s", found,
                  script_form_names[form]);
            return false;
        }
        found = script_form_names[form];
        r->check->form = (enum script_form)form;
    }
    if (found == NULL)
        WRONG(r, "",
              "hp.check: nothing is compared - say one of equal, at_least, at_most, between, "
              "within, ratio, boundary, crossover, each");
    return found != NULL;
}

bool script_read_form(struct script_state *state, struct script_check *check, int table)
{
    lua_State *L = state->L;
    struct reading reading = { state, check, table }, *r = &reading;
    if (!find_form(r))
        return false;
    const enum script_form form = r->check->form;
    const char *name = script_form_names[form];
    if (form == SCRIPT_EACH)
        return read_each(r);
    if (!lua_istable(L, -1)) {
        WRONG(r, name, "%s: expected a table, { \"gen2_per_1000\", 0 }", name);
        return false;
    }
    if (form == SCRIPT_RATIO)
        return read_ratio(r);
    if (form == SCRIPT_BOUNDARY)
        return read_boundary(r);
    if (form == SCRIPT_CROSSOVER)
        return read_crossover(r);
    const bool positions = lua_rawgeti(L, -1, 1) != LUA_TNIL;
    lua_pop(L, 1);
    return positions ? read_long_form(r) : read_short_form(r);
}
