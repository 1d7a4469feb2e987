/* SPDX-License-Identifier: MIT
 * The comparisons inside an `each` function: hp.equal, hp.at_least, hp.at_most, hp.between, hp.within,
 * hp.ratio, hp.that. Each records what it found and answers whether it holds. Judge child.
 */
#include "script/case_object.h"
#include "script/table.h"

#include <math.h>

static struct script_judging *must_judge(lua_State *L, const char *name)
{
    struct script_judging *j = script_state_of(L)->judging;
    if (j == NULL)
        (void)luaL_error(L, "hp.%s belongs into the each function of a check", name);
    return j;
}

static int answer(lua_State *L, struct script_finding *f)
{
    script_record(script_state_of(L), f);
    lua_pushboolean(L, f->kind == HP_HOLDS);
    return 1;
}

/* A finding about a plain number or truth that the script worked out itself. */
static struct script_finding *plain(lua_State *L, bool holds, const char *here,
                                    const char *expected)
{
    struct script_state *state = script_state_of(L);
    struct hp_arena *arena = state->world->arena;
    struct script_finding *f = HP_ARENA_NEW(arena, struct script_finding);
    f->kind = holds ? HP_HOLDS : HP_BROKEN;
    f->cases[0] = state->judging->row;
    f->expected = hp_arena_copy(arena, expected);
    f->here = hp_arena_copy(arena, here);
    f->want_low = f->want_high = (double)NAN;
    f->n = 1;
    f->text = hp_arena_print(arena, "%s, line %d: %s, want %s",
                             script_case_words(&state->world->bench, f->cases[0]),
                             script_caller(L).line, here, expected);
    return f;
}

static double number_of(lua_State *L, int index)
{
    const struct script_sampled *m = script_to_sampled(L, index);
    return m != NULL && !m->metric->text ? m->summary.median : luaL_checknumber(L, index);
}

/* (metric or number) against a range. */
static int judge_range(lua_State *L, double low, double high, const char *form)
{
    struct script_state *state = script_state_of(L);
    const struct script_sampled *m = script_to_sampled(L, 1);
    if (m != NULL) {
        const struct script_want want = { m->metric, low, high, NULL, form };
        if (m->metric->text)
            return luaL_error(L, "%s is a text: only hp.equal judges it", m->metric->name);
        return answer(L, script_compare(&state->world->bench, m->row, &want));
    }
    static const struct hp_metric number = { .name = "number", .unit = "" };
    const struct script_want want = { &number, low, high, NULL, form };
    const double value = luaL_checknumber(L, 1);
    char buf[HP_NUMBER_MAX];
    struct script_finding *f = plain(L, value >= low && value <= high, hp_figure(buf, value, NULL),
                                     script_want_words(state->world->arena, &want));
    f->has_number = true;
    f->value = f->low = f->high = value;
    return answer(L, f);
}

static int each_equal(lua_State *L)
{
    struct script_state *state = script_state_of(L);
    (void)must_judge(L, "equal");
    const struct script_sampled *m = script_to_sampled(L, 1);
    if (lua_type(L, 2) == LUA_TSTRING) {
        const char *want_text = lua_tostring(L, 2);
        if (m == NULL) {
            const char *have = luaL_tolstring(L, 1, NULL);
            return answer(L, plain(L, strcmp(have, want_text) == 0, have, want_text));
        }
        if (!m->metric->text)
            return luaL_error(L, "%s is a number", m->metric->name);
        const struct script_want want = { m->metric, -INFINITY, INFINITY,
                                          hp_arena_copy(state->world->arena, want_text), "equal" };
        return answer(L, script_compare(&state->world->bench, m->row, &want));
    }
    const double value = number_of(L, 2);
    if (m != NULL && m->metric->source == HP_FROM_CLOCK)
        return luaL_error(L, "two iterations never take the same time - use hp.within or hp.ratio");
    return judge_range(L, value, value, "equal");
}

static int each_at_least(lua_State *L)
{
    (void)must_judge(L, "at_least");
    return judge_range(L, number_of(L, 2), INFINITY, "at least");
}

static int each_at_most(lua_State *L)
{
    (void)must_judge(L, "at_most");
    return judge_range(L, -INFINITY, number_of(L, 2), "at most");
}

static int each_between(lua_State *L)
{
    (void)must_judge(L, "between");
    const double low = number_of(L, 2), high = number_of(L, 3);
    luaL_argcheck(L, low <= high, 3, "the lower bound comes first");
    return judge_range(L, low, high, "between");
}

static int each_within(lua_State *L)
{
    (void)must_judge(L, "within");
    const double value = number_of(L, 2);
    luaL_checktype(L, 3, LUA_TTABLE);
    const bool relative = lua_getfield(L, 3, "relative") == LUA_TNUMBER;
    const bool absolute = lua_getfield(L, 3, "absolute") == LUA_TNUMBER;
    luaL_argcheck(L, relative || absolute, 3, "say absolute = a, relative = r or both");
    const double by =
        fmax(fabs(lua_tonumber(L, -2)) * fabs(value), fabs(lua_tonumber(L, -1))); /* nil is 0 */
    lua_pop(L, 2);
    return judge_range(L, value - by, value + by, "within");
}

static int each_ratio(lua_State *L)
{
    struct script_state *state = script_state_of(L);
    (void)must_judge(L, "ratio");
    const struct script_sampled *a = script_to_sampled(L, 1), *b = script_to_sampled(L, 2);
    if (a == NULL || b == NULL || a->metric != b->metric || a->metric->text)
        return luaL_error(L, "hp.ratio: expected the same metric of two cases");
    luaL_checktype(L, 3, LUA_TTABLE);
    const struct script_span span = { .at = script_caller(L) };
    struct script_bounds bounds;
    if (!script_read_bounds(state, &span, 3, &bounds))
        script_abort(L);
    return answer(L,
                  script_compare_ratio(&state->world->bench, a->row, b->row, a->metric, &bounds));
}

/* hp.that(condition, "words"): what no other comparison says. */
static int each_that(lua_State *L)
{
    (void)must_judge(L, "that");
    const char *words = luaL_checkstring(L, 2);
    const bool holds = lua_toboolean(L, 1);
    return answer(L, plain(L, holds, holds ? "true" : "not true", words));
}

void script_bind_each(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "equal", each_equal },     { "at_least", each_at_least },
        { "at_most", each_at_most }, { "between", each_between },
        { "within", each_within },   { "ratio", each_ratio },
        { "that", each_that },       { NULL, NULL }
    };
    luaL_setfuncs(L, functions, 0);
}
