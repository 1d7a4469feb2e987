/* SPDX-License-Identifier: MIT
 * One Lua state for one script, under limits, and the world that scripts of one request share. Judge child
 * only. A C function that Lua calls may leave by longjmp at any allocation: everything it keeps comes from
 * the world's arena, never from malloc.
 */
#ifndef HP_SCRIPT_STATE_H
#define HP_SCRIPT_STATE_H

#include "script/check.h"
#include "script/feed.h"
#include "script/match.h"

#include <lauxlib.h>
#include <lua.h>

enum {
    SCRIPT_MEMORY_BYTES = 256 << 20, /* recursion needs 94 MB to end as "stack overflow" */
    SCRIPT_INSTRUCTIONS = 20000000,  /* for a script's body, and anew for each call of a check */
};

/* What one request is about and what came of it. */
struct script_world {
    struct hp_arena *arena;
    bool judging; /* false: sweeps are wanted, checks are only read */
    bool explaining;
    const struct hp_source *sources;
    size_t source_count;
    struct script_bench bench;
    struct hp_verdicts verdicts;
    struct hp_problems problems;
    struct hp_text explained;
    struct hp_sweep *sweeps; /* malloc'ed; what they point to is in the arena */
    size_t sweep_count, sweep_capacity;
    void (*moved)(const struct script_moment *moment); /* NULL: nobody watches */
};
/* Says where the scripts are now. */
void script_world_at(const struct script_world *world, const struct hp_place *at, bool judging);

struct script_state {
    lua_State *L;
    struct script_world *world;
    const struct hp_source *script;
    size_t used_bytes;
    int64_t instructions_left;
    struct hp_place memory_at, endless_at; /* where memory, instructions ran out; file NULL: not */
    struct script_check *checks, **checks_end;
    struct script_judging *judging; /* while an `each` function runs */
};

/* Makes the state with the sandbox and `hp`, or NULL when it does not fit into memory. */
struct script_state *script_state_new(struct script_world *world, const struct hp_source *script);
void script_state_free(struct script_state *state); /* takes NULL */
struct script_state *script_state_of(lua_State *L);

/* Compiles and runs the script. False when it failed: the problem is in the world. */
bool script_state_run(struct script_state *state);
/* Calls the function below `args` arguments with a fresh instruction budget. An error becomes a problem of
 * the world and leaves nothing; an abort (script_abort) is no error. */
enum script_call { SCRIPT_CALL_OK, SCRIPT_CALL_FAILED, SCRIPT_CALL_ABORTED };
enum script_call script_state_call(struct script_state *state, int args, int results);

/* Leaves the running check's function; what there is to say has been recorded. */
_Noreturn void script_abort(lua_State *L);
/* Place of the Lua code that called the running C function. */
struct hp_place script_caller(lua_State *L);
/* Makes `names` part of an error's sentence: " - did you mean \"x\"?" or "". Ends at NULL. */
const char *script_meant(struct script_state *state, const char *word, const char *const *names);

/* sandbox.c: what a script may use besides hp. Runs protected. */
void script_sandbox_open(lua_State *L);
/* bind_sweep.c, bind_check.c, bind_each.c, case_object.c: put their functions into the table on top. */
void script_bind_sweep(lua_State *L);
void script_bind_check(lua_State *L);
void script_bind_each(lua_State *L);
void script_bind_case(lua_State *L);

#endif
