/* SPDX-License-Identifier: MIT
 * The judge child: reads one request on descriptor 3, runs every script in a Lua state of its own, and answers
 * on descriptor 4. Exec'd afresh for each request; the parent (ask.c) holds the limits.
 */
#include "script/judge.h"

#include "script/evaluate.h"
#include "worker/spawn.h"

#include <stdio.h>
#include <stdlib.h>

struct script_world script_world_of(struct hp_arena *arena, const struct script_request *request)
{
    struct script_world world = { .arena = arena,
                                  .judging = request->judging,
                                  .explaining = request->explaining,
                                  .sources = request->sources,
                                  .source_count = request->source_count };
    world.bench = script_bench_of(arena, request->cases, request->case_count);
    world.verdicts.arena = arena;
    world.problems.arena = arena;
    return world;
}

void script_world_clear(struct script_world *world)
{
    hp_mem_free(world->verdicts.items);
    hp_mem_free(world->problems.items);
    hp_mem_free(world->sweeps);
    hp_text_clear(&world->explained);
}

static void run_script(struct script_world *world, const struct hp_source *script)
{
    struct script_state *state = script_state_new(world, script);
    if (state == NULL)
        return;
    if (script_state_run(state))
        script_evaluate(state);
    script_state_free(state);
}

void script_world_at(const struct script_world *world, const struct hp_place *at, bool judging)
{
    const struct script_moment moment = { *at, judging };
    if (world->moved != NULL)
        world->moved(&moment);
}

void script_world_run(struct script_world *world)
{
    for (size_t i = 0; i < world->source_count; i++) {
        const struct hp_source *s = &world->sources[i];
        const struct hp_place at = { .file = s->path };
        if (strcmp(s->role, "script") != 0)
            continue;
        script_world_at(world, &at, false);
        run_script(world, s);
    }
}

/* ---- the child ---- */

static void answer(uint16_t kind, struct hp_pack *body)
{
    struct hp_err err;
    if (hp_frame_write(HP_CHILD_OUT, kind, body, &err) != HP_OK)
        exit(HP_EXIT_ENV);
    hp_text_clear(&body->bytes);
}

static void say_moment(const struct script_moment *moment)
{
    struct hp_pack body = { 0 };
    script_pack_moment(&body, moment);
    answer(SCRIPT_FRAME_BEGIN, &body);
}

static void answer_all(const struct script_world *world)
{
    struct hp_pack body = { 0 };
    for (size_t i = 0; i < world->problems.count; i++) {
        script_pack_problem(&body, &world->problems.items[i]);
        answer(SCRIPT_FRAME_PROBLEM, &body);
    }
    for (size_t i = 0; i < world->sweep_count && !world->judging; i++) {
        script_pack_sweep(&body, &world->sweeps[i]);
        answer(SCRIPT_FRAME_SWEEP, &body);
    }
    for (size_t i = 0; i < world->verdicts.count; i++) {
        script_pack_verdict(&body, &world->verdicts.items[i]);
        answer(SCRIPT_FRAME_VERDICT, &body);
    }
    if (world->explaining) {
        hp_pack_text(&body, hp_text_str(&world->explained));
        answer(SCRIPT_FRAME_EXPLAINED, &body);
    }
    answer(SCRIPT_FRAME_DONE, &body);
}

int hp_judge_main(void)
{
    struct hp_inbox box = { 0 };
    struct hp_frame frame;
    struct hp_err err = { 0 };
    const int got = hp_frame_read(HP_CHILD_IN, &box, &frame, &err);
    if (got != 1 || frame.kind != SCRIPT_FRAME_REQUEST) {
        (void)fprintf(stderr, "judge: no request: %s\n", got < 0 ? err.text : "end of input");
        hp_inbox_clear(&box);
        return HP_EXIT_ENV;
    }
    struct hp_arena *arena = hp_arena_new();
    struct hp_unpack u = { frame.body, frame.body + frame.bytes, false };
    struct script_request request;
    int status = HP_EXIT_HOLDS;
    if (script_unpack_request(&u, arena, &request)) {
        struct script_world world = script_world_of(arena, &request);
        world.moved = say_moment;
        script_world_run(&world);
        (void)fflush(stdout);
        answer_all(&world);
        script_world_clear(&world);
    } else {
        (void)fprintf(stderr, "judge: the request does not check out\n");
        status = HP_EXIT_ENV;
    }
    hp_arena_free(arena);
    hp_inbox_clear(&box);
    return status;
}
