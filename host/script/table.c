/* SPDX-License-Identifier: MIT
 * What did the script write into its tables? Values become text as the plan and the cases have it. Judge
 * child only; results live in the world's arena.
 */
#include "script/table.h"

#include "base/units.h"

#include <math.h>
#include <stdlib.h>

enum { VALUES_MAX = 10000 };

void script_wrong(struct script_state *state, const struct script_span *span, const char *word,
                  const char *format, ...)
{
    va_list args;
    char text[1000];
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hp_problem_add(&state->world->problems, script_word_place(span, word), "%s", text);
}

struct script_span script_span_here(lua_State *L)
{
    struct script_state *state = script_state_of(L);
    struct script_span span = { .at = script_caller(L) };
    span.source =
        script_source_named(state->world->sources, state->world->source_count, span.at.file);
    span.last = span.source != NULL ? script_last_line(span.source, span.at.line) : span.at.line;
    return span;
}

bool script_known_keys(struct script_state *state, const struct script_span *span, int index,
                       const char *what, const char *const *names, int positions)
{
    lua_State *L = state->L;
    bool good = true;
    index = lua_absindex(L, index);
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        if (lua_isinteger(L, -2)) {
            const lua_Integer i = lua_tointeger(L, -2);
            if (i >= 1 && i <= positions)
                continue;
            script_wrong(state, span, "", "%s: nothing is expected at position %lld", what,
                         (long long)i);
        } else if (lua_type(L, -2) == LUA_TSTRING) {
            const char *word = lua_tostring(L, -2);
            bool known = false;
            for (size_t i = 0; names[i] != NULL && !known; i++)
                known = strcmp(names[i], word) == 0;
            if (known)
                continue;
            script_wrong(state, span, word, "unknown key \"%s\" of %s%s", word, what,
                         script_meant(state, word, names));
        } else {
            script_wrong(state, span, "", "%s: a key must be a name", what);
        }
        good = false;
    }
    return good;
}

static const char *number_text(struct hp_arena *arena, double value)
{
    char buf[HP_NUMBER_MAX];
    if (floor(value) == value && fabs(value) < 9007199254740992.0)
        return hp_arena_print(arena, "%.0f", value);
    return hp_arena_copy(arena, hp_print_double(buf, value));
}

const char *script_value_text(lua_State *L, int index)
{
    struct hp_arena *arena = script_state_of(L)->world->arena;
    uint64_t bytes;
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
        return lua_toboolean(L, index) ? "true" : "false";
    case LUA_TNUMBER:
        if (lua_isinteger(L, index))
            return hp_arena_print(arena, "%lld", (long long)lua_tointeger(L, index));
        return isfinite(lua_tonumber(L, index)) ? number_text(arena, lua_tonumber(L, index)) : NULL;
    case LUA_TSTRING: {
        const char *text = lua_tostring(L, index);
        if (hp_ends_with(text, "iB") && hp_parse_size(text, &bytes, NULL) == HP_OK)
            return hp_arena_print(arena, "%llu", (unsigned long long)bytes);
        return hp_arena_copy(arena, text);
    }
    default:
        return NULL;
    }
}

static void add_value(struct hp_arena *arena, struct hp_axis *axis, const char *text)
{
    for (size_t i = 0; i < axis->count; i++)
        if (strcmp(axis->values[i].text, text) == 0)
            return;
    if ((axis->count & (axis->count - 1)) == 0) { /* full at every power of two */
        struct hp_value *grown = hp_arena_get(arena, (axis->count + 1) * 2 * sizeof *axis->values);
        if (axis->count > 0)
            memcpy(grown, axis->values, axis->count * sizeof *grown);
        axis->values = grown;
    }
    char *end;
    const double number = strtod(text, &end);
    const bool is_number = *text != '\0' && *end == '\0';
    axis->values[axis->count++] = (struct hp_value){
        .at = axis->at, .text = text, .is_number = is_number, .number = is_number ? number : 0
    };
}

/* A number field; `fallback` when absent. */
static bool number_field(lua_State *L, int index, const char *field, double fallback, double *out)
{
    const int type = lua_getfield(L, index, field);
    *out = type == LUA_TNUMBER ? lua_tonumber(L, -1) : fallback;
    lua_pop(L, 1);
    return type == LUA_TNUMBER || (type == LUA_TNIL && !isnan(fallback));
}

static bool read_range(struct script_state *state, const struct script_span *span, int index,
                       struct hp_axis *axis)
{
    static const char *const names[] = { "from", "to", "step", "factor", NULL };
    lua_State *L = state->L;
    struct hp_arena *arena = state->world->arena;
    double from = 0, to = 0, by = 0, times = 0;
    if (!script_known_keys(state, span, index, "a range", names, 0))
        return false;
    const bool ends = number_field(L, index, "from", (double)NAN, &from) &&
                      number_field(L, index, "to", (double)NAN, &to);
    const bool steps =
        number_field(L, index, "step", 0, &by) && number_field(L, index, "factor", 0, &times);
    if (!ends || !steps || (by == 0) == (times == 0) || from > to || by < 0 ||
        (times != 0 && (times <= 1 || from <= 0))) {
        script_wrong(
            state, span, axis->name,
            "%s: a range is { from = 1, to = 9, step = 2 } or { from = 1, to = 8, factor = "
            "2 }, from not above to",
            axis->name);
        return false;
    }
    double value = from;
    for (size_t i = 0; value <= to; i++) {
        if (i == VALUES_MAX) {
            script_wrong(state, span, axis->name, "%s: more than %d values", axis->name,
                         VALUES_MAX);
            return false;
        }
        add_value(arena, axis, number_text(arena, value));
        value = by != 0 ? from + by * (double)(i + 1) : from * pow(times, (double)(i + 1));
        if (floor(from) == from && by == 0)
            value = floor(value + 0.5);
    }
    return true;
}

static bool read_list(struct script_state *state, const struct script_span *span, int index,
                      struct hp_axis *axis)
{
    lua_State *L = state->L;
    const lua_Integer count = (lua_Integer)lua_rawlen(L, index);
    if (count > VALUES_MAX) {
        script_wrong(state, span, axis->name, "%s: more than %d values", axis->name, VALUES_MAX);
        return false;
    }
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, index, i);
        const char *text = script_value_text(L, -1);
        lua_pop(L, 1);
        if (text == NULL) {
            script_wrong(state, span, axis->name, "%s: a list holds numbers, words, true or false",
                         axis->name);
            return false;
        }
        add_value(state->world->arena, axis, text);
    }
    return true;
}

/* The last value below and the first from `around` on; span: so many of each. */
static bool read_around(struct script_state *state, const struct script_span *span, int index,
                        struct hp_axis *axis)
{
    static const char *const names[] = { "around", "by", "span", "also", NULL };
    lua_State *L = state->L;
    struct hp_arena *arena = state->world->arena;
    double from = 0, by = 0, each_side = 0;
    if (!script_known_keys(state, span, index, "a neighbourhood", names, 0))
        return false;
    if (!number_field(L, index, "around", (double)NAN, &from) ||
        !number_field(L, index, "by", 1, &by) || !number_field(L, index, "span", 1, &each_side) ||
        by <= 0 || each_side < 1 || each_side > 1000) {
        script_wrong(state, span, axis->name,
                     "%s: a neighbourhood is { around = 21244, by = 1, also = { 20000 } }",
                     axis->name);
        return false;
    }
    const int many = (int)each_side;
    for (int i = -many; i < many; i++)
        add_value(arena, axis, number_text(arena, from + by * i));
    bool good = true;
    if (lua_getfield(L, index, "also") == LUA_TTABLE)
        good = read_list(state, span, lua_gettop(L), axis);
    lua_pop(L, 1);
    return good;
}

static bool has_field(lua_State *L, int index, const char *field)
{
    const bool there = lua_getfield(L, index, field) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
}

bool script_read_axis(struct script_state *state, const struct script_span *span, int index,
                      const char *name, struct hp_axis *out)
{
    lua_State *L = state->L;
    index = lua_absindex(L, index);
    *out = (struct hp_axis){ .name = hp_arena_copy(state->world->arena, name),
                             .at = script_word_place(span, name) };
    if (!lua_istable(L, index)) {
        const char *text = script_value_text(L, index);
        if (text != NULL) {
            add_value(state->world->arena, out, text);
            return true;
        }
        script_wrong(state, span, name, "%s: expected a value or a list of values, not a %s", name,
                     luaL_typename(L, index));
        return false;
    }
    if (has_field(L, index, "from"))
        return read_range(state, span, index, out);
    if (has_field(L, index, "around"))
        return read_around(state, span, index, out);
    if (!read_list(state, span, index, out))
        return false;
    if (out->count == 0)
        script_wrong(state, span, name, "%s: an empty list matches nothing", name);
    return out->count > 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct hp_axis *)a)->name, ((const struct hp_axis *)b)->name);
}

bool script_read_axes(struct script_state *state, const struct script_span *span, int index,
                      const char *what, struct hp_axis **out, size_t *count)
{
    lua_State *L = state->L;
    bool good = true;
    size_t room = 0, n = 0;
    index = lua_absindex(L, index);
    *out = NULL;
    *count = 0;
    if (!lua_istable(L, index)) {
        script_wrong(state, span, what, "%s: expected a table { name = value, ... }, not a %s",
                     what, luaL_typename(L, index));
        return false;
    }
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1))
        room++;
    struct hp_axis *axes = hp_arena_get(state->world->arena, (room + 1) * sizeof *axes);
    for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) {
            script_wrong(state, span, what, "%s: expected name = value", what);
            good = false;
        } else if (script_read_axis(state, span, -1, lua_tostring(L, -2), &axes[n])) {
            n++;
        } else {
            good = false;
        }
    }
    qsort(axes, n, sizeof *axes, by_name);
    *out = axes;
    *count = n;
    return good;
}

bool script_read_text(struct script_state *state, const struct script_span *span, int index,
                      const char *field, const char **out)
{
    lua_State *L = state->L;
    const int type = lua_getfield(L, index, field);
    if (type == LUA_TSTRING)
        *out = hp_arena_copy(state->world->arena, lua_tostring(L, -1));
    lua_pop(L, 1);
    if (type == LUA_TSTRING || type == LUA_TNIL)
        return true;
    script_wrong(state, span, field, "%s: expected a text, not a %s", field, lua_typename(L, type));
    return false;
}

bool script_take_number(struct script_state *state, const struct script_span *span,
                        const char *what, const char *unit, double *out)
{
    lua_State *L = state->L;
    uint64_t whole;
    bool good = lua_type(L, -1) == LUA_TNUMBER;
    if (good) {
        *out = lua_tonumber(L, -1);
        good = isfinite(*out);
    } else if (lua_type(L, -1) == LUA_TSTRING && unit != NULL) {
        const char *text = lua_tostring(L, -1);
        if (strcmp(unit, "ns") == 0)
            good = hp_parse_time(text, &whole, NULL) == HP_OK;
        else if (strcmp(unit, "bytes") == 0)
            good = hp_parse_size(text, &whole, NULL) == HP_OK;
        if (good)
            *out = (double)whole;
    }
    if (!good)
        script_wrong(state, span, what, "%s: expected a number, not %s", what,
                     luaL_tolstring(L, -1, NULL));
    lua_settop(L, -2 - (good ? 0 : 1));
    return good;
}
