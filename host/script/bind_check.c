/* SPDX-License-Identifier: MIT
 * hp.check "claim" { ... }: reads a check and keeps it; evaluate.c judges it when the script has ended. What
 * is wrong with it is a problem that names the line, and the script goes on. Judge child.
 */
#include "script/table.h"

#include "base/drawable.h"
#include "base/nearest.h"

enum { WORDS_MOST = 200 }; /* characters of a claim and of what is said about it */

static const char *const check_keys[] = { "ru",    "seed",     "where",     "decides", "known",
                                          "equal", "at_least", "at_most",   "between", "within",
                                          "ratio", "boundary", "crossover", "each",    NULL };

static bool read_words(struct script_state *state, struct script_check *c, int table)
{
    lua_State *L = state->L;
    c->decides = true;
    const int type = lua_getfield(L, table, "decides");
    if (type == LUA_TBOOLEAN)
        c->decides = lua_toboolean(L, -1);
    else if (type != LUA_TNIL)
        script_wrong(state, &c->span, "decides", "decides: expected true or false");
    lua_pop(L, 1);
    return script_read_text(state, &c->span, table, "ru", &c->claim_ru) &&
           script_read_text(state, &c->span, table, "seed", &c->seed) &&
           script_read_text(state, &c->span, table, "known", &c->known) &&
           (type == LUA_TNIL || type == LUA_TBOOLEAN);
}

/* The report prints these. */
static bool words_fit(struct script_state *state, const struct script_check *c)
{
    const struct {
        const char *key, *text;
    } words[] = {
        { "hp.check", c->claim }, { "ru", c->claim_ru }, { "seed", c->seed }, { "known", c->known }
    };
    bool good = true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct hp_err err = { 0 };
        if (words[i].text == NULL || hp_text_drawable(words[i].text, WORDS_MOST, &err) == HP_OK)
            continue;
        script_wrong(state, &c->span, i == 0 ? "" : words[i].key, "%s: %s", words[i].key, err.text);
        good = false;
    }
    return good;
}

/* `where` of the table, looked up by name. */
static bool read_where(struct script_state *state, struct script_check *c, int table)
{
    lua_State *L = state->L;
    bool good = true;
    if (lua_getfield(L, table, "where") != LUA_TNIL)
        good = script_read_axes(state, &c->span, -1, "where", &c->where.keys, &c->where.count);
    lua_pop(L, 1);
    return good;
}

/* A slip of the pen in a parameter's name is an error of the script. A name that resembles none may belong
 * to a case that this run does not have: then the check matches nothing, which is broken, with the names. */
static bool names_known(struct script_state *state, const struct script_check *c,
                        const struct hp_filter *filter)
{
    if (!state->world->judging || state->world->bench.count == 0)
        return true;
    const char *const *names = script_row_names(&state->world->bench);
    bool good = true;
    for (size_t i = 0; i < filter->count; i++) {
        const char *word = filter->keys[i].name;
        bool known = false;
        size_t count = 0;
        for (; names[count] != NULL; count++)
            known = known || strcmp(names[count], word) == 0;
        const char *near = known ? NULL : hp_nearest(word, names, count);
        if (near != NULL && hp_distance(near, word) <= (strlen(word) < 6 ? 1u : 2u)) {
            script_wrong(state, &c->span, word, "unknown parameter \"%s\" - did you mean \"%s\"?",
                         word, near);
            good = false;
        }
    }
    return good;
}

static void read_check(lua_State *L, struct script_check *check, int table)
{
    struct script_state *state = script_state_of(L);
    check->has_table = true;
    /* Every part is read even when one before it is wrong: several problems in one pass. */
    const bool keys = script_known_keys(state, &check->span, table, "hp.check", check_keys, 0);
    const bool words = read_words(state, check, table) && words_fit(state, check);
    const bool where = read_where(state, check, table) && names_known(state, check, &check->where);
    const int top = lua_gettop(L);
    const bool form = keys && script_read_form(state, check, table) &&
                      names_known(state, check, &check->of) &&
                      names_known(state, check, &check->to);
    lua_settop(L, top);
    check->wrong = check->wrong || !(keys && words && where && form);
}

/* Reports, and the published claims that checks answer, tell checks apart by their texts. */
static bool claimed_once(struct script_state *state, const struct script_check *check)
{
    const struct script_check *other = state->checks;
    while (other != NULL && strcmp(other->claim, check->claim) != 0)
        other = other->next;
    if (other != NULL)
        script_wrong(state, &check->span, "",
                     "hp.check: %s:%d claims the same in these words - say what differs",
                     other->span.at.file, other->span.at.line);
    return other == NULL;
}

static struct script_check *new_check(lua_State *L, const char *claim)
{
    struct script_state *state = script_state_of(L);
    struct script_check *check = HP_ARENA_NEW(state->world->arena, struct script_check);
    check->span = script_span_here(L);
    check->claim = hp_arena_copy(state->world->arena, claim);
    check->wrong = !claimed_once(state, check);
    *state->checks_end = check;
    state->checks_end = &check->next;
    script_world_at(state->world, &check->span.at, false);
    return check;
}

static int check_table(lua_State *L)
{
    struct script_check *check = lua_touserdata(L, lua_upvalueindex(1));
    if (check->has_table)
        return luaL_error(L, "hp.check \"%s\" has its table already", check->claim);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    read_check(L, check, 1);
    return 0;
}

static int check(lua_State *L)
{
    struct script_check *c = new_check(L, luaL_checkstring(L, 1));
    if (lua_istable(L, 2)) {
        lua_settop(L, 2);
        read_check(L, c, 2);
        return 0;
    }
    lua_pushlightuserdata(L, c);
    lua_pushcclosure(L, check_table, 1);
    return 1;
}

void script_bind_check(lua_State *L)
{
    lua_pushcfunction(L, check);
    lua_setfield(L, -2, "check");
}
