/* SPDX-License-Identifier: MIT
 * What may a script use? The allow-list below: no files, no processes, no debug library, no precompiled code,
 * no finalizers (an endless one cannot be interrupted), no say in garbage collection. Judge child only.
 */
#include "script/state.h"

#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>

/* Of the base library; everything else is removed. `print`, `require` and `setmetatable` are ours. */
static const char *const base_names[] = {
    "assert",   "error",  "getmetatable", "ipairs", "next",   "pairs",    "pcall",
    "rawequal", "rawget", "rawlen",       "rawset", "select", "tonumber", "tostring",
    "type",     "xpcall", "_VERSION",     "_G",     NULL
};

static const luaL_Reg libraries[] = { { LUA_STRLIBNAME, luaopen_string },
                                      { LUA_TABLIBNAME, luaopen_table },
                                      { LUA_MATHLIBNAME, luaopen_math },
                                      { LUA_UTF8LIBNAME, luaopen_utf8 },
                                      { NULL, NULL } };

static const char modules_key = 0;

static bool allowed(const char *name)
{
    for (size_t i = 0; base_names[i] != NULL; i++)
        if (strcmp(base_names[i], name) == 0)
            return true;
    return false;
}

/* Standard output of the child is captured and bounded by the parent. */
static int print(lua_State *L)
{
    const int count = lua_gettop(L);
    for (int i = 1; i <= count; i++) {
        (void)fputs(luaL_tolstring(L, i, NULL), stdout);
        (void)fputc(i < count ? '\t' : '\n', stdout);
        lua_pop(L, 1);
    }
    if (count == 0)
        (void)fputc('\n', stdout);
    return 0;
}

static int set_metatable(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, lua_isnoneornil(L, 2) || lua_istable(L, 2), 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        return luaL_error(L, "cannot change a protected metatable");
    if (lua_istable(L, 2)) {
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL)
            return luaL_error(L, "__gc is not available: a finalizer cannot be interrupted");
        lua_pop(L, 1);
    }
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

/* "heapproof.arrays" is the module whose path ends with "heapproof/arrays.lua". */
static const struct hp_source *find_module(const struct script_world *world, const char *name)
{
    struct hp_arena *arena = world->arena;
    char *tail = hp_arena_print(arena, "%s.lua", name);
    for (size_t i = 0; name[i] != '\0'; i++)
        if (tail[i] == '.')
            tail[i] = '/';
    const char *inner = hp_arena_print(arena, "/%s", tail);
    for (size_t i = 0; i < world->source_count; i++) {
        const struct hp_source *s = &world->sources[i];
        if (strcmp(s->role, "module") == 0 &&
            (strcmp(s->path, tail) == 0 || hp_ends_with(s->path, inner)))
            return s;
    }
    return NULL;
}

static int no_module(lua_State *L, const char *name)
{
    const struct script_world *world = script_state_of(L)->world;
    const char *known = "";
    for (size_t i = 0; i < world->source_count; i++)
        if (strcmp(world->sources[i].role, "module") == 0)
            known = hp_arena_print(world->arena, "%s%s %s", known, *known != '\0' ? "," : "",
                                   world->sources[i].path);
    return luaL_error(L,
                      "no module \"%s\" - require finds only what heapproof ships or the config "
                      "names:%s",
                      name, *known != '\0' ? known : " (none)");
}

static int require(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    lua_settop(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &modules_key);
    lua_getfield(L, 2, name);
    if (lua_islightuserdata(L, 3))
        return luaL_error(L, "module \"%s\" requires itself", name);
    if (!lua_isnil(L, 3))
        return 1;
    const struct hp_source *s = find_module(script_state_of(L)->world, name);
    if (s == NULL)
        return no_module(L, name);
    lua_pushlightuserdata(L, (void *)(uintptr_t)&modules_key);
    lua_setfield(L, 2, name);
    lua_pushfstring(L, "@%s", s->path);
    if (luaL_loadbufferx(L, s->text, s->bytes, lua_tostring(L, -1), "t") != LUA_OK)
        return lua_error(L);
    lua_pushstring(L, name);
    lua_call(L, 1, 1);
    if (lua_isnil(L, -1)) {
        lua_pushboolean(L, 1);
        lua_replace(L, -2);
    }
    lua_pushvalue(L, -1);
    lua_setfield(L, 2, name);
    return 1;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* hp.chek: an error that names hp.check. Upvalue 1: the functions. */
static int unknown_function(lua_State *L)
{
    struct script_state *state = script_state_of(L);
    const char *word = luaL_tolstring(L, 2, NULL);
    size_t count = 0;
    const char **names = hp_arena_get(state->world->arena, 32 * sizeof *names);
    lua_pushvalue(L, 1);
    for (lua_pushnil(L); lua_next(L, -2) != 0 && count < 31; lua_pop(L, 1))
        names[count++] = hp_arena_copy(state->world->arena, lua_tostring(L, -2));
    qsort(names, count, sizeof *names, by_text);
    return luaL_error(L, "hp has no \"%s\"%s", word, script_meant(state, word, names));
}

static void keep_allowed(lua_State *L)
{
    lua_pushglobaltable(L);
    for (lua_pushnil(L); lua_next(L, -2) != 0;) {
        lua_pop(L, 1);
        if (lua_type(L, -1) == LUA_TSTRING && !allowed(lua_tostring(L, -1))) {
            lua_pushvalue(L, -1);
            lua_pushnil(L);
            lua_rawset(L, -4);
        }
    }
    lua_pop(L, 1);
}

static void forget(lua_State *L, const char *library, const char *name)
{
    lua_getglobal(L, library);
    lua_pushnil(L);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

/* The same random numbers in every run: verdicts must not depend on chance. */
static void seed_random(lua_State *L)
{
    lua_getglobal(L, "math");
    lua_getfield(L, -1, "randomseed");
    lua_pushinteger(L, 1);
    lua_call(L, 1, 0);
    lua_pop(L, 1);
}

static void open_hp(lua_State *L)
{
    lua_newtable(L);
    script_bind_sweep(L);
    script_bind_check(L);
    script_bind_each(L);
    lua_newtable(L);
    lua_pushcfunction(L, unknown_function);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_setglobal(L, "hp");
}

void script_sandbox_open(lua_State *L)
{
    luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
    lua_pop(L, 1);
    keep_allowed(L);
    for (const luaL_Reg *lib = libraries; lib->func != NULL; lib++) {
        luaL_requiref(L, lib->name, lib->func, 1);
        lua_pop(L, 1);
    }
    forget(L, LUA_STRLIBNAME, "dump");
    seed_random(L);
    lua_register(L, "print", print);
    lua_register(L, "require", require);
    lua_register(L, "setmetatable", set_metatable);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &modules_key);
    script_bind_case(L);
    open_hp(L);
    /* The metatable that all strings share is nobody's to change. */
    lua_pushliteral(L, "");
    if (lua_getmetatable(L, -1)) {
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}
