/* SPDX-License-Identifier: MIT
 * What does `case` offer in an `each` function? case.size, case.heap (axes and parameters), case.gen2_per_1000
 * (a metric object), case.time (short for time_ns), case.at { size = 21244 } (the same case with another
 * value), case.has "metric". A name that does not exist is an error with the nearest one; a metric without
 * samples or a neighbour that is not there ends the function with a finding. Judge child.
 */
#include "script/case_object.h"

#include "base/err.h"
#include "base/nearest.h"
#include "script/table.h"

#include <math.h>

static const char case_type[] = "heapproof case", metric_type[] = "heapproof metric";

void script_record(struct script_state *state, struct script_finding *f)
{
    struct script_judging *judging = state->judging;
    if (judging == NULL)
        hp_bug("a finding outside an each function: %s", f->text);
    *judging->end = f;
    judging->end = &f->next;
}

void script_push_case(lua_State *L, const struct hp_case_row *row)
{
    *(const struct hp_case_row **)lua_newuserdatauv(L, sizeof row, 0) = row;
    luaL_setmetatable(L, case_type);
}

static const struct hp_case_row *to_case(lua_State *L, int index)
{
    return *(const struct hp_case_row **)luaL_checkudata(L, index, case_type);
}

const struct script_sampled *script_to_sampled(lua_State *L, int index)
{
    return luaL_testudata(L, index, metric_type);
}

/* ---- case ---- */

static void push_metric(lua_State *L, const struct hp_case_row *row, const struct hp_metric *metric)
{
    struct script_state *state = script_state_of(L);
    struct script_finding *absent = script_absent(&state->world->bench, row, metric);
    if (absent != NULL) {
        if (state->judging == NULL)
            (void)luaL_error(L, "%s", absent->text);
        script_record(state, absent);
        script_abort(L);
    }
    struct script_sampled *m = lua_newuserdatauv(L, sizeof *m, 0);
    *m = (struct script_sampled){ .row = row, .metric = metric };
    luaL_setmetatable(L, metric_type);
    if (!metric->text) {
        const struct hp_series *s = script_series(row, metric->name);
        m->summary = hp_summarize(hp_series_samples(s), HP_BOOT_SEED);
    }
}

/* Numbers as numbers, flags as booleans, words as strings. */
static void push_value(lua_State *L, const char *text)
{
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        lua_pushboolean(L, *text == 't');
    else if (lua_stringtonumber(L, text) == 0)
        lua_pushstring(L, text);
}

static struct script_finding *no_neighbour(struct script_state *state,
                                           const struct hp_case_row *row,
                                           const struct hp_filter *filter, size_t found)
{
    struct hp_arena *arena = state->world->arena;
    struct hp_text words = { 0 };
    for (size_t i = 0; i < filter->count; i++) {
        hp_text_put(&words, i > 0 ? ", " : "");
        script_put_filter(&words, &filter->keys[i]);
    }
    struct script_finding *f = HP_ARENA_NEW(arena, struct script_finding);
    f->kind = HP_BROKEN;
    f->cases[0] = row;
    f->expected = f->here = "";
    f->want_low = f->want_high = (double)NAN;
    f->text =
        hp_arena_print(arena, "%s: %zu cases are the same with %s, want one",
                       script_case_words(&state->world->bench, row), found, hp_text_str(&words));
    hp_text_clear(&words);
    return f;
}

/* case.at { size = 21244 }; upvalue 1: the case. */
static int case_at(lua_State *L)
{
    struct script_state *state = script_state_of(L);
    const struct script_bench *bench = &state->world->bench;
    const struct hp_case_row *row = to_case(L, lua_upvalueindex(1));
    struct script_span span = { .at = script_caller(L) };
    struct hp_filter filter = { 0 };
    const int table = lua_isuserdata(L, 1) ? 2 : 1;
    luaL_checktype(L, table, LUA_TTABLE);
    span.last = span.at.line;
    if (!script_read_axes(state, &span, table, "at", &filter.keys, &filter.count))
        script_abort(L);
    const char **names = hp_arena_get(bench->arena, (filter.count + 1) * sizeof *names);
    for (size_t i = 0; i < filter.count; i++)
        names[i] = filter.keys[i].name;
    const struct hp_case_row *found = NULL;
    size_t count = 0;
    for (size_t i = 0; i < bench->count; i++)
        if (script_row_matches(&bench->rows[i], &filter) &&
            script_rows_alike(row, &bench->rows[i], names, filter.count)) {
            found = &bench->rows[i];
            count++;
        }
    if (count == 1) {
        script_push_case(L, found);
        return 1;
    }
    if (state->judging != NULL)
        script_record(state, no_neighbour(state, row, &filter, count));
    script_abort(L);
}

/* case.has "metric"; upvalue 1: the case. */
static int case_has(lua_State *L)
{
    struct script_state *state = script_state_of(L);
    const char *name = luaL_checkstring(L, lua_isuserdata(L, 1) ? 2 : 1);
    const struct hp_metric *metric = hp_metric_find(name);
    lua_pushboolean(L, metric != NULL &&
                           script_absent(&state->world->bench, to_case(L, lua_upvalueindex(1)),
                                         metric) == NULL);
    return 1;
}

static int unknown_field(lua_State *L, const char *name)
{
    struct script_state *state = script_state_of(L);
    const char *const *names = script_row_names(&state->world->bench);
    size_t count = 0;
    while (names[count] != NULL)
        count++;
    const char *metric = hp_nearest(name, names, count) == NULL ? hp_metric_nearest(name) : NULL;
    if (metric != NULL)
        return luaL_error(L, "a case has no \"%s\" - did you mean \"%s\"?", name, metric);
    return luaL_error(L, "a case has no \"%s\"%s", name, script_meant(state, name, names));
}

static int case_index(lua_State *L)
{
    const struct hp_case_row *row = to_case(L, 1);
    const char *name = luaL_checkstring(L, 2);
    char buf[32];
    const char *value = script_row_get(row, name, buf);
    if (value != NULL)
        return push_value(L, value), 1;
    if (strcmp(name, "at") == 0 || strcmp(name, "has") == 0) {
        lua_pushvalue(L, 1);
        lua_pushcclosure(L, *name == 'a' ? case_at : case_has, 1);
        return 1;
    }
    if (strcmp(name, "id") == 0) {
        lua_pushlstring(L, row->c.identity, (size_t)script_state_of(L)->world->bench.id_digits);
        return 1;
    }
    const struct hp_metric *metric = hp_metric_find(strcmp(name, "time") == 0 ? "time_ns" : name);
    if (metric == NULL) {
        /* A parameter that other cases have is nil here; anything else is a slip. */
        const char *const *names = script_row_names(&script_state_of(L)->world->bench);
        for (size_t i = 0; names[i] != NULL; i++)
            if (strcmp(names[i], name) == 0)
                return lua_pushnil(L), 1;
        return unknown_field(L, name);
    }
    push_metric(L, row, metric);
    return 1;
}

static int case_words(lua_State *L)
{
    lua_pushstring(L, script_case_words(&script_state_of(L)->world->bench, to_case(L, 1)));
    return 1;
}

/* ---- metric ---- */

static const struct script_sampled *to_metric(lua_State *L, int index)
{
    return luaL_checkudata(L, index, metric_type);
}

static int metric_index(lua_State *L)
{
    static const char *const names[] = { "median", "low",  "high", "n",    "min",   "max", "mean",
                                         "equal",  "name", "unit", "text", "value", NULL };
    const struct script_sampled *m = to_metric(L, 1);
    const struct hp_summary *s = &m->summary;
    const double numbers[] = { s->median, s->low, s->high, (double)s->n, s->min, s->max, s->mean };
    const char *name = luaL_checkstring(L, 2);
    size_t i = 0;
    while (names[i] != NULL && strcmp(names[i], name) != 0)
        i++;
    if (names[i] == NULL)
        return luaL_error(L, "a metric has no \"%s\"%s", name,
                          script_meant(script_state_of(L), name, names));
    if (i < sizeof numbers / sizeof numbers[0] && !m->metric->text)
        lua_pushnumber(L, numbers[i]);
    else if (strcmp(name, "equal") == 0)
        lua_pushboolean(L, m->metric->text || s->all_equal);
    else if (strcmp(name, "name") == 0)
        lua_pushstring(L, m->metric->name);
    else if (strcmp(name, "unit") == 0)
        lua_pushstring(L, m->metric->unit);
    else if (m->metric->text)
        lua_pushstring(L, script_text_value(m->row, m->metric->name));
    else
        lua_pushnumber(L, s->median);
    return 1;
}

/* A number, or the median of a metric. */
static double number_at(lua_State *L, int index)
{
    const struct script_sampled *m = script_to_sampled(L, index);
    return m != NULL && !m->metric->text ? m->summary.median : luaL_checknumber(L, index);
}

static int metric_less(lua_State *L)
{
    lua_pushboolean(L, number_at(L, 1) < number_at(L, 2));
    return 1;
}

static int metric_at_most(lua_State *L)
{
    lua_pushboolean(L, number_at(L, 1) <= number_at(L, 2));
    return 1;
}

static int metric_words(lua_State *L)
{
    const struct script_sampled *m = to_metric(L, 1);
    if (m->metric->text)
        lua_pushfstring(L, "%s is \"%s\"", m->metric->name,
                        script_text_value(m->row, m->metric->name));
    else
        lua_pushstring(
            L, script_value_words(script_state_of(L)->world->arena, m->metric, &m->summary));
    return 1;
}

static int read_only(lua_State *L)
{
    return luaL_error(L, "results cannot be changed");
}

static void make_type(lua_State *L, const char *name, const luaL_Reg *functions)
{
    luaL_newmetatable(L, name);
    luaL_setfuncs(L, functions, 0);
    lua_pushcfunction(L, read_only);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

void script_bind_case(lua_State *L)
{
    static const luaL_Reg of_case[] = { { "__index", case_index },
                                        { "__tostring", case_words },
                                        { NULL, NULL } };
    static const luaL_Reg of_metric[] = { { "__index", metric_index },
                                          { "__lt", metric_less },
                                          { "__le", metric_at_most },
                                          { "__tostring", metric_words },
                                          { NULL, NULL } };
    make_type(L, case_type, of_case);
    make_type(L, metric_type, of_metric);
}
