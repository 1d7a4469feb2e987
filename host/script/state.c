/* SPDX-License-Identifier: MIT
 * How does a script run without being able to harm us? Memory is counted by the allocator, instructions by
 * a hook, the wall clock by the parent (script/ask.c), who kills the whole child.
 */
#include "script/state.h"

#include "base/nearest.h"

#include <lualib.h>
#include <stdlib.h>

enum {
    HOOK_EVERY = 1000,
    REFUSAL_COSTS = 100000, /* instructions: a script that swallows memory errors ends soon, too */
    TRACE_LEVELS = 8
};

static const char abort_mark = 0;

struct script_state *script_state_of(lua_State *L)
{
    return *(struct script_state **)lua_getextraspace(L);
}

static bool place_at(lua_State *L, int level, struct hp_place *at, lua_Debug *ar)
{
    if (!lua_getstack(L, level, ar))
        return false;
    lua_getinfo(L, "Sl", ar);
    *at = (struct hp_place){ .file = ar->source + (*ar->source == '@'), .line = ar->currentline };
    return true;
}

/* The innermost Lua code; reads the state only, so the allocator may ask. */
static struct hp_place innermost(lua_State *L)
{
    struct hp_place at;
    lua_Debug ar;
    for (int level = 0; place_at(L, level, &at, &ar); level++)
        if (at.line > 0)
            return at;
    return (struct hp_place){ 0 };
}

struct hp_place script_caller(lua_State *L)
{
    struct hp_place at;
    lua_Debug ar;
    for (int level = 1; place_at(L, level, &at, &ar); level++)
        if (at.line > 0) {
            at.file = hp_arena_copy(script_state_of(L)->world->arena, at.file);
            return at;
        }
    return (struct hp_place){ .file = script_state_of(L)->script->path, .line = 1 };
}

/* Lua passes a type tag for `old` when it has no block yet. */
static void *allocate(void *context, void *block, size_t old, size_t bytes)
{
    struct script_state *state = context;
    const size_t held = block != NULL ? old : 0;
    if (bytes == 0) {
        free(block);
        state->used_bytes -= held;
        return NULL;
    }
    if (bytes > held && state->used_bytes + (bytes - held) > SCRIPT_MEMORY_BYTES) {
        if (state->L != NULL)
            state->memory_at = innermost(state->L);
        state->instructions_left -= REFUSAL_COSTS;
        return NULL;
    }
    void *grown = realloc(block, bytes);
    if (grown != NULL)
        state->used_bytes = state->used_bytes - held + bytes;
    return grown;
}

/* Once the budget is used up every further instruction raises, so pcall swallows it no second time. */
static void count_hook(lua_State *L, lua_Debug *unused)
{
    (void)unused;
    struct script_state *state = script_state_of(L);
    state->instructions_left -= HOOK_EVERY;
    if (state->instructions_left > 0)
        return;
    if (state->endless_at.file == NULL)
        state->endless_at = innermost(L);
    lua_sethook(L, count_hook, LUA_MASKCOUNT, 1);
    lua_pushliteral(L, "too many instructions");
    (void)lua_error(L);
}

static const char say_more[] = " - error(\"words\") or a table with __tostring says what is wrong";

/* "an error table { code = 1 }": errors may be tables. */
static void push_table_words(lua_State *L, int index)
{
    struct hp_arena *arena = script_state_of(L)->world->arena;
    const char *words = "an error table {";
    int shown = 0;
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 3)) {
        const char *value = luaL_tolstring(L, -1, NULL);
        const char *key = luaL_tolstring(L, -3, NULL);
        if (shown++ < 4)
            words = hp_arena_print(arena, "%s%s %s = %s", words, shown > 1 ? "," : "", key, value);
    }
    lua_pushfstring(L, "%s }%s", words, say_more);
}

/* Turns any error object into text and puts "\n    from file:line" under it for every Lua caller. */
static int add_trace(lua_State *L)
{
    if (lua_touserdata(L, 1) == (const void *)&abort_mark)
        return 1;
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TTABLE && !luaL_getmetafield(L, 1, "__tostring"))
        push_table_words(L, 1);
    else if (lua_isnil(L, 1))
        lua_pushfstring(L, "an error without words%s", say_more);
    else
        (void)luaL_tolstring(L, 1, NULL);
    lua_replace(L, 1);
    lua_settop(L, 1);
    struct hp_place at;
    lua_Debug ar;
    int seen = 0;
    for (int level = 0; seen <= TRACE_LEVELS && place_at(L, level, &at, &ar); level++) {
        if (at.line <= 0)
            continue;
        /* The innermost place is the error's own, unless the message already begins with one. */
        if (seen++ == 0 && strncmp(lua_tostring(L, 1), ar.short_src, strlen(ar.short_src)) == 0)
            continue;
        if (seen == 1)
            lua_pushfstring(L, "%s:%d: %s", ar.short_src, at.line, lua_tostring(L, 1));
        else
            lua_pushfstring(L, "%s\n    from %s:%d", lua_tostring(L, 1), at.file, at.line);
        lua_replace(L, 1);
    }
    return 1;
}

/* Takes "name:12: " off the front of an error's text. */
static const char *split_place(const char *text, int *line)
{
    for (const char *c = strchr(text, ':'); c != NULL; c = strchr(c + 1, ':')) {
        char *end;
        const long n = strtol(c + 1, &end, 10);
        if (end > c + 1 && end[0] == ':' && end[1] == ' ') {
            *line = (int)n;
            return end + 2;
        }
        if (strchr(text, '\n') != NULL && c > strchr(text, '\n'))
            break;
    }
    return text;
}

/* File of the failing line: a module's when its name is what the message begins with. */
static const char *file_of(const struct script_state *state, const char *text)
{
    const struct script_world *world = state->world;
    for (size_t i = 0; i < world->source_count; i++)
        if (hp_starts_with(text, world->sources[i].path) &&
            text[strlen(world->sources[i].path)] == ':')
            return world->sources[i].path;
    return state->script->path;
}

static void keep_problem(struct script_state *state, int status)
{
    struct hp_problems *problems = &state->world->problems;
    lua_State *L = state->L;
    if (status == LUA_ERRMEM && state->memory_at.file != NULL) {
        hp_problem_add(problems, state->memory_at,
                       "the script needs more than %d MiB of memory here",
                       SCRIPT_MEMORY_BYTES >> 20);
    } else if (state->endless_at.file != NULL) {
        hp_problem_add(problems, state->endless_at,
                       "more than %d million instructions - does this loop end?",
                       SCRIPT_INSTRUCTIONS / 1000000);
    } else {
        const char *text = lua_tostring(L, -1);
        struct hp_place at = { .file = state->script->path };
        if (text == NULL)
            text = "an error without words";
        at.file = file_of(state, text);
        const char *words = split_place(text, &at.line);
        hp_problem_add(problems, at, "%s", words);
    }
}

enum script_call script_state_call(struct script_state *state, int args, int results)
{
    lua_State *L = state->L;
    const int base = lua_gettop(L) - args;
    lua_pushcfunction(L, add_trace);
    lua_insert(L, base);
    state->instructions_left = SCRIPT_INSTRUCTIONS;
    state->memory_at = state->endless_at = (struct hp_place){ 0 };
    lua_sethook(L, count_hook, LUA_MASKCOUNT, HOOK_EVERY);
    const int status = lua_pcall(L, args, results, base);
    lua_sethook(L, NULL, 0, 0);
    lua_remove(L, base);
    if (status == LUA_OK)
        return SCRIPT_CALL_OK;
    const bool aborted = lua_touserdata(L, -1) == (const void *)&abort_mark;
    if (!aborted)
        keep_problem(state, status);
    lua_pop(L, 1);
    return aborted ? SCRIPT_CALL_ABORTED : SCRIPT_CALL_FAILED;
}

_Noreturn void script_abort(lua_State *L)
{
    lua_pushlightuserdata(L, (void *)(uintptr_t)&abort_mark);
    (void)lua_error(L);
    abort();
}

static int open_all(lua_State *L)
{
    script_sandbox_open(L);
    return 0;
}

struct script_state *script_state_new(struct script_world *world, const struct hp_source *script)
{
    struct script_state *state = HP_ARENA_NEW(world->arena, struct script_state);
    state->world = world;
    state->script = script;
    state->checks_end = &state->checks;
    lua_State *L = lua_newstate(allocate, state);
    if (L == NULL)
        return NULL;
    *(struct script_state **)lua_getextraspace(L) = state;
    state->L = L;
    lua_pushcfunction(L, open_all);
    if (script_state_call(state, 0, 0) != SCRIPT_CALL_OK) {
        script_state_free(state);
        return NULL;
    }
    return state;
}

void script_state_free(struct script_state *state)
{
    if (state != NULL && state->L != NULL) {
        lua_close(state->L);
        state->L = NULL;
    }
}

/* Mode "t": precompiled chunks are refused. */
bool script_state_run(struct script_state *state)
{
    lua_State *L = state->L;
    const struct hp_source *s = state->script;
    lua_pushfstring(L, "@%s", s->path);
    const int status = luaL_loadbufferx(L, s->text, s->bytes, lua_tostring(L, -1), "t");
    lua_remove(L, -2);
    if (status != LUA_OK) {
        keep_problem(state, status);
        lua_pop(L, 1);
        return false;
    }
    return script_state_call(state, 0, 0) == SCRIPT_CALL_OK;
}

const char *script_meant(struct script_state *state, const char *word, const char *const *names)
{
    size_t count = 0;
    while (names[count] != NULL)
        count++;
    const char *near = hp_nearest(word, names, count);
    struct hp_arena *arena = state->world->arena;
    if (near != NULL)
        return hp_arena_print(arena, " - did you mean \"%s\"?", near);
    const char *known = "";
    for (size_t i = 0; i < count; i++)
        known = hp_arena_print(arena, "%s%s%s", known, i > 0 ? ", " : " - known: ", names[i]);
    return known;
}
