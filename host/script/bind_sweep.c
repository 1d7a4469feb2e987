/* SPDX-License-Identifier: MIT
 * hp.sweep "name" { ... }, hp.range { ... }, hp.around(n, by): the grammar of a .cfg's `sweep` in Lua. Makes
 * the same struct hp_sweep; names of workloads, methods and parameters are checked when the plan is made.
 * Judge child.
 */
#include "script/table.h"

static const char *const sweep_keys[] = { "workload", "method", "probe",   "baseline", "with", "on",
                                          "where",    "zip",    "measure", "rounds",   NULL };
static const char *const axis_names[] = { "heap",      "runtime", "gc", "processors",
                                          "threshold", "machine", NULL };

/* One filter or a list of filters at the top of the stack. */
static bool read_filters(struct script_state *state, const struct script_span *span,
                         const char *what, struct hp_filter **out, size_t *count)
{
    lua_State *L = state->L;
    const int index = lua_gettop(L);
    if (!lua_istable(L, index)) {
        script_wrong(state, span, what, "where.%s: expected a table of conditions", what);
        return false;
    }
    const size_t listed = lua_rawlen(L, index), n = listed > 0 ? listed : 1;
    *out = hp_arena_get(state->world->arena, n * sizeof **out);
    *count = n;
    bool good = true;
    for (size_t i = 0; i < n && good; i++) {
        if (listed > 0)
            lua_rawgeti(L, index, (lua_Integer)i + 1);
        else
            lua_pushvalue(L, index);
        (*out)[i].at = span->at;
        good = script_read_axes(state, span, -1, what, &(*out)[i].keys, &(*out)[i].count);
        lua_pop(L, 1);
    }
    return good;
}

static bool read_where(struct script_state *state, const struct script_span *span, int table,
                       struct hp_sweep *sweep)
{
    static const char *const names[] = { "only", "not", "except", NULL };
    lua_State *L = state->L;
    if (lua_getfield(L, table, "where") == LUA_TNIL)
        return lua_pop(L, 1), true;
    const int where = lua_gettop(L);
    bool good = lua_istable(L, where);
    if (!good)
        script_wrong(state, span, "where", "where: expected { only = {...}, except = {...} }");
    else
        good = script_known_keys(state, span, where, "where", names, 0);
    for (size_t i = 0; good && names[i] != NULL; i++) {
        if (lua_getfield(L, where, names[i]) != LUA_TNIL)
            good = i == 0 ? read_filters(state, span, names[i], &sweep->only, &sweep->only_count)
                          : read_filters(state, span, names[i], &sweep->not_, &sweep->not_count);
        lua_pop(L, 1);
    }
    lua_settop(L, where - 1);
    return good;
}

/* zip = { "size", "count" } or a list of such groups. */
static bool read_zip(struct script_state *state, const struct script_span *span, int table,
                     struct hp_sweep *sweep)
{
    lua_State *L = state->L;
    if (lua_getfield(L, table, "zip") == LUA_TNIL)
        return lua_pop(L, 1), true;
    const int zip = lua_gettop(L);
    bool good = lua_istable(L, zip);
    const bool one = good && lua_rawgeti(L, zip, 1) == LUA_TSTRING;
    lua_settop(L, zip);
    const size_t groups = !good ? 0 : one ? 1 : lua_rawlen(L, zip);
    sweep->zip = hp_arena_get(state->world->arena, (groups + 1) * sizeof *sweep->zip);
    for (size_t g = 0; g < groups && good; g++) {
        if (one)
            lua_pushvalue(L, zip);
        else
            lua_rawgeti(L, zip, (lua_Integer)g + 1);
        const size_t n = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
        good = n >= 2 && n < 8;
        for (size_t i = 0; i < n && good; i++) {
            good = lua_rawgeti(L, -1, (lua_Integer)i + 1) == LUA_TSTRING;
            if (good)
                sweep->zip[g][i] = hp_arena_copy(state->world->arena, lua_tostring(L, -1));
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    sweep->zip_count = groups;
    if (!good)
        script_wrong(state, span, "zip",
                     "zip: expected two to seven names that advance together, { \"size\", "
                     "\"count\" }");
    lua_settop(L, zip - 1);
    return good;
}

static bool read_methods(struct script_state *state, const struct script_span *span, int table,
                         struct hp_sweep *sweep)
{
    lua_State *L = state->L;
    const bool probes = lua_getfield(L, table, "probe") != LUA_TNIL;
    const bool methods = lua_getfield(L, table, "method") != LUA_TNIL;
    bool good = probes != methods;
    sweep->probes = probes;
    if (!good)
        script_wrong(state, span, "",
                     "hp.sweep: expected method = {...} or probe = {...}, one of them");
    else
        good = script_read_axis(state, span, probes ? -2 : -1, probes ? "probe" : "method",
                                &sweep->methods);
    lua_pop(L, 2);
    return good;
}

static bool read_measure(struct script_state *state, const struct script_span *span, int table,
                         struct hp_sweep *sweep)
{
    const char *measure = "all";
    if (!script_read_text(state, span, table, "measure", &measure))
        return false;
    sweep->no_counters = strcmp(measure, "times") == 0;
    sweep->no_times = strcmp(measure, "counters") == 0;
    if (sweep->no_counters || sweep->no_times || strcmp(measure, "all") == 0)
        return true;
    script_wrong(state, span, "measure",
                 "measure: expected \"all\", \"counters\" or \"times\", not \"%s\"", measure);
    return false;
}

static bool read_rounds(struct script_state *state, const struct script_span *span, int table,
                        struct hp_sweep *sweep)
{
    const struct hp_key *key = hp_config_key("sweep.rounds");
    lua_State *L = state->L;
    const int type = lua_getfield(L, table, "rounds"), at = lua_gettop(L);
    int whole = 0;
    const double rounds = (double)lua_tointegerx(L, at, &whole);
    const bool good = type == LUA_TNIL || (type == LUA_TNUMBER && whole != 0 &&
                                           rounds >= key->low && rounds <= key->high);
    if (!good)
        script_wrong(state, span, "rounds", "rounds: expected a whole number, %s, not %s",
                     key->range, luaL_tolstring(L, at, NULL));
    else if (type != LUA_TNIL)
        sweep->rounds = (uint32_t)rounds;
    lua_settop(L, at - 1);
    return good;
}

static bool read_on(struct script_state *state, const struct script_span *span, int table,
                    struct hp_sweep *sweep)
{
    lua_State *L = state->L;
    bool good = true;
    if (lua_getfield(L, table, "on") != LUA_TNIL) {
        good = script_read_axes(state, span, -1, "on", &sweep->on, &sweep->on_count) &&
               script_known_keys(state, span, -1, "on", axis_names, 0);
    }
    lua_pop(L, 1);
    return good;
}

static bool read_with(struct script_state *state, const struct script_span *span, int table,
                      struct hp_sweep *sweep)
{
    bool good = true;
    if (lua_getfield(state->L, table, "with") != LUA_TNIL)
        good = script_read_axes(state, span, -1, "with", &sweep->with, &sweep->with_count);
    lua_pop(state->L, 1);
    return good;
}

/* Reads every key, so that all that is wrong is said at once. What was wrong is left out. */
static void read_keys(struct script_state *state, const struct script_span *span, int table,
                      struct hp_sweep *sweep, const char **baseline)
{
    (void)script_read_text(state, span, table, "workload", &sweep->workload);
    (void)script_read_text(state, span, table, "baseline", baseline);
    (void)read_with(state, span, table, sweep);
    if (!read_on(state, span, table, sweep))
        sweep->on_count = 0;
    if (!read_where(state, span, table, sweep))
        sweep->only_count = sweep->not_count = 0;
    if (!read_zip(state, span, table, sweep))
        sweep->zip_count = 0;
    (void)read_measure(state, span, table, sweep);
    (void)read_rounds(state, span, table, sweep);
}

/* (table, name or nil): reads the sweep and adds it to the world. */
static void add_sweep(lua_State *L, int table, const char *name)
{
    struct script_state *state = script_state_of(L);
    struct script_world *world = state->world;
    const struct script_span span = script_span_here(L);
    struct hp_sweep sweep = { .at = span.at, .workload_at = span.at };
    const char *baseline = NULL;
    const size_t before = world->problems.count;
    /* An unknown key may be the one that is missing otherwise. */
    if (script_known_keys(state, &span, table, "hp.sweep", sweep_keys, 0))
        (void)read_methods(state, &span, table, &sweep);
    read_keys(state, &span, table, &sweep, &baseline);
    if (sweep.workload == NULL) {
        if (world->problems.count == before)
            script_wrong(state, &span, "", "hp.sweep: workload is missing");
        return;
    }
    sweep.name = name != NULL ? hp_arena_copy(world->arena, name)
                              : hp_arena_print(world->arena, "%s:%d", span.at.file, span.at.line);
    sweep.workload_at = script_word_place(&span, "workload");
    if (baseline != NULL)
        sweep.baseline =
            (struct hp_value){ .at = script_word_place(&span, "baseline"), .text = baseline };
    HP_PUSH(world->sweeps, world->sweep_count, world->sweep_capacity) = sweep;
}

static int sweep_named(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    add_sweep(L, 1, lua_tostring(L, lua_upvalueindex(1)));
    return 0;
}

static int sweep(lua_State *L)
{
    if (lua_istable(L, 1)) {
        lua_settop(L, 1);
        add_sweep(L, 1, NULL);
        return 0;
    }
    (void)luaL_checkstring(L, 1);
    if (lua_istable(L, 2)) {
        lua_settop(L, 2);
        add_sweep(L, 2, lua_tostring(L, 1));
        return 0;
    }
    lua_settop(L, 1);
    lua_pushcclosure(L, sweep_named, 1);
    return 1;
}

/* hp.range { from, to, step|factor } is the table itself: every list of values takes one. */
static int range(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    return 1;
}

static int around(lua_State *L)
{
    const lua_Number middle = luaL_checknumber(L, 1), by = luaL_optnumber(L, 2, 1);
    lua_createtable(L, 0, 2);
    lua_pushnumber(L, middle);
    lua_setfield(L, -2, "around");
    lua_pushnumber(L, by);
    lua_setfield(L, -2, "by");
    return 1;
}

void script_bind_sweep(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "sweep", sweep }, { "range", range }, { "around", around }, { NULL, NULL }
    };
    luaL_setfuncs(L, functions, 0);
}
