/* SPDX-License-Identifier: MIT
 * The parent's side of the judge: sends a request to a child under limits and collects its answers. A child
 * that hangs, crashes or floods is a problem of the script that it was running. Parent only; no Lua here.
 */
#include "script/feed.h"
#include "script/script.h"

#include "base/err.h"
#include "worker/spawn.h"

#include <stdio.h>

uint64_t hp_script_wall_ns = UINT64_C(10000000000);

/* What the answers are collected into. */
struct asking {
    struct hp_arena *arena; /* of sweeps and verdicts */
    struct hp_problems *problems;
    struct hp_verdicts *verdicts;
    struct hp_text *explain;
    struct hp_sweep *sweeps;
    size_t sweep_count, sweep_capacity;
    char running[512];           /* path of the script that runs now */
    struct script_moment moment; /* its file is `running` */
    bool done;
};

static int take_answer(void *context, const struct hp_frame *frame, struct hp_err *err)
{
    struct asking *a = context;
    struct hp_unpack u = { frame->body, frame->body + frame->bytes, false };
    switch (frame->kind) {
    case SCRIPT_FRAME_BEGIN:
        a->moment = script_unpack_moment(&u);
        (void)snprintf(a->running, sizeof a->running, "%s", a->moment.at.file);
        break;
    case SCRIPT_FRAME_PROBLEM:
        script_unpack_problem(&u, a->problems);
        break;
    case SCRIPT_FRAME_SWEEP: {
        const struct hp_sweep sweep = script_unpack_sweep(&u, a->arena);
        HP_PUSH(a->sweeps, a->sweep_count, a->sweep_capacity) = sweep;
        break;
    }
    case SCRIPT_FRAME_VERDICT: {
        const struct hp_verdict v = script_unpack_verdict(&u, a->arena);
        if (a->verdicts != NULL)
            hp_verdict_add(a->verdicts, &v);
        break;
    }
    case SCRIPT_FRAME_EXPLAINED:
        if (a->explain != NULL)
            hp_text_put(a->explain, script_unpack_word(&u));
        break;
    case SCRIPT_FRAME_DONE:
        a->done = true;
        break;
    default:
        return hp_fail(err, HP_E_CORRUPT, "the judge sent a frame of unknown kind %u", frame->kind);
    }
    return u.failed ? hp_fail(err, HP_E_CORRUPT, "the judge sent a frame that does not check out")
                    : HP_OK;
}

/* How a child that did not finish is put into words. */
static void blame(struct asking *a, const struct hp_child_end *end)
{
    struct hp_place at = a->moment.at;
    at.file = hp_arena_copy(a->arena, a->running);
    if (end->outcome == HP_OUT_TIMEOUT)
        hp_problem_add(a->problems, at,
                       "ran longer than %.3g s %s: a loop inside a C function (string.find, "
                       "string.rep, ...) cannot be interrupted",
                       (double)hp_script_wall_ns / 1e9,
                       a->moment.judging ? "in this check"
                       : at.line > 0     ? "after this check was read"
                                         : "before its first check");
    else
        hp_problem_add(a->problems, at, "the script's process %s", end->sentence);
}

/* What scripts printed is for whoever wrote them: under the explanation, or on stderr. */
static void show_printed(const struct hp_child_end *end, struct hp_text *explain)
{
    if (end->captured.bytes == 0)
        return;
    if (explain != NULL) {
        hp_text_print(explain, "printed:\n%s", hp_text_str(&end->captured));
        return;
    }
    struct hp_text seen = { 0 };
    hp_text_put_seen(&seen, end->captured.text, end->captured.bytes);
    (void)fputs(hp_text_str(&seen), stderr);
    hp_text_clear(&seen);
}

static int ask(const struct script_request *request, struct asking *a, struct hp_err *err)
{
    const struct hp_limits limits = { .time_ns = hp_script_wall_ns,
                                      .cpu_ns = 3 * hp_script_wall_ns,
                                      .memory_bytes = UINT64_C(2) << 30,
                                      .output_bytes = 64 << 10,
                                      .jobs = 1 };
    struct hp_pack body = { 0 };
    struct hp_child_end end = { 0 };
    (void)snprintf(a->running, sizeof a->running, "%s",
                   request->source_count > 0 ? request->sources[0].path : "lua");
    script_pack_request(&body, request);
    const size_t before = a->problems->count;
    int rc =
        hp_child_talk("judge", &limits, SCRIPT_FRAME_REQUEST, &body, take_answer, a, &end, err);
    hp_text_clear(&body.bytes);
    if (rc == HP_OK) {
        if (!a->done || end.outcome != HP_OUT_OK)
            blame(a, &end);
        show_printed(&end, a->explain);
    }
    hp_text_clear(&end.captured);
    if (rc == HP_OK && a->problems->count > before)
        rc = hp_fail(err, HP_E_CONFIG, "%s", a->problems->items[before].text);
    return rc;
}

static bool has_scripts(const struct hp_source *sources, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(sources[i].role, "script") == 0)
            return true;
    return false;
}

int hp_script_sweeps(const struct hp_source *sources, size_t count, struct hp_arena *arena,
                     struct hp_sweep **out, size_t *sweep_count, struct hp_problems *problems,
                     struct hp_err *err)
{
    *out = NULL;
    *sweep_count = 0;
    if (!has_scripts(sources, count))
        return HP_OK;
    const struct script_request request = { .sources = sources, .source_count = count };
    struct asking a = { .arena = arena, .problems = problems };
    const int rc = ask(&request, &a, err);
    if (a.sweep_count > 0) {
        *out = hp_arena_get(arena, a.sweep_count * sizeof **out);
        memcpy(*out, a.sweeps, a.sweep_count * sizeof **out);
        *sweep_count = a.sweep_count;
    }
    hp_mem_free(a.sweeps);
    return rc;
}

int hp_script_judge(const struct hp_source *sources, size_t count, const struct hp_case_row *cases,
                    size_t case_count, struct hp_verdicts *out, struct hp_text *explain,
                    struct hp_problems *problems, struct hp_err *err)
{
    if (out->arena == NULL)
        out->arena = hp_arena_new();
    if (!has_scripts(sources, count))
        return HP_OK;
    const struct script_request request = { .judging = true,
                                            .explaining = explain != NULL,
                                            .sources = sources,
                                            .source_count = count,
                                            .cases = cases,
                                            .case_count = case_count };
    struct asking a = {
        .arena = out->arena, .problems = problems, .verdicts = out, .explain = explain
    };
    const int rc = ask(&request, &a, err);
    hp_mem_free(a.sweeps);
    return rc;
}
