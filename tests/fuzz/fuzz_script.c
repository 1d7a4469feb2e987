/* SPDX-License-Identifier: MIT
 * The judge on any bytes: a request as the parent would send it (first byte 'R'), or the text of a script,
 * judged against one case. Nothing may crash, leak or answer a verdict without words.
 */
#include "script/judge.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(struct hp_arena *arena, const struct script_request *request)
{
    struct script_world world = script_world_of(arena, request);
    script_world_run(&world);
    struct hp_pack body = { 0 };
    for (size_t i = 0; i < world.verdicts.count; i++) {
        const struct hp_verdict *v = &world.verdicts.items[i];
        if (v->claim == NULL || v->message == NULL || v->expected == NULL || v->here == NULL)
            abort();
        script_pack_verdict(&body, v);
    }
    for (size_t i = 0; i < world.sweep_count; i++)
        script_pack_sweep(&body, &world.sweeps[i]);
    hp_text_clear(&body.bytes);
    script_world_clear(&world);
}

static void run_text(struct hp_arena *arena, const char *text, size_t bytes)
{
    static double values[] = { 0, 0, 1100 };
    static uint32_t rounds[] = { 0, 1, 2 };
    static struct hp_param params[] = { { "size", "21244" }, { "held", "false" } };
    static struct hp_series series = {
        .metric = "gen2_per_1000", .values = values, .rounds = rounds, .count = 3
    };
    const struct hp_case_row row = { .c = { .identity = "7f3a",
                                            .workload = "chunk",
                                            .method = "chunk-array",
                                            .heap = "gen",
                                            .plugin = "gen",
                                            .runtime = 10,
                                            .gc = "workstation",
                                            .machine = "this",
                                            .threshold = "default",
                                            .sweep = "s",
                                            .params = params,
                                            .param_count = 2 },
                                     .series = &series,
                                     .series_count = 1 };
    const struct hp_source source = { "script", "fuzz.lua", hp_arena_copy_n(arena, text, bytes),
                                      bytes };
    const struct script_request request = { .judging = true,
                                            .explaining = true,
                                            .sources = &source,
                                            .source_count = 1,
                                            .cases = &row,
                                            .case_count = 1 };
    run(arena, &request);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hp_arena *arena = hp_arena_new();
    struct script_request request;
    if (size > 0 && data[0] == 'R') {
        struct hp_unpack u = { data + 1, data + size, false };
        if (script_unpack_request(&u, arena, &request))
            run(arena, &request);
    } else {
        run_text(arena, (const char *)data, size);
    }
    hp_arena_free(arena);
    return 0;
}
