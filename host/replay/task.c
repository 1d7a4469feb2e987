/* SPDX-License-Identifier: MIT
 * Answers: what exactly does one process have to execute? Packs and unpacks a task; owns nothing. The parent
 * packs, the child unpacks.
 */
#include "replay/task.h"
#include "base/err.h"
#include "worker/order.h"

void hp_task_pack(struct hp_pack *p, const struct hp_task *t)
{
    hp_pack_text(p, t->heap_path);
    hp_pack_text(p, t->heap);
    hp_pack_text(p, t->workload_path);
    hp_pack_text(p, t->workload);
    hp_pack_text(p, t->family);
    hp_pack_u64(p, t->warm_ups);
    hp_pack_i64(p, t->runtime);
    hp_pack_i64(p, t->gc_mode);
    hp_pack_u64(p, t->threshold_bytes);
    hp_pack_u64(p, t->seed);
    hp_machine_pack(p, &t->machine);
    hp_named_pack(p, t->options, t->option_count);
    hp_named_pack(p, t->settings, t->setting_count);
    hp_pack_u64(p, t->operation_count);
    for (size_t i = 0; i < t->operation_count; i++)
        hp_pack_text(p, t->operations[i]);
}

static const char **operations_unpack(struct hp_unpack *u, struct hp_arena *arena, size_t *count)
{
    const uint64_t n = hp_unpack_u64(u);
    u->failed = u->failed || n > (uint64_t)(u->end - u->at) / 8; /* a length each, at least */
    *count = u->failed ? 0 : (size_t)n;
    const char **items = hp_arena_get(arena, (*count + 1) * sizeof *items);
    for (size_t i = 0; i < *count; i++) {
        items[i] = hp_unpack_text(u);
        u->failed = u->failed || items[i] == NULL;
    }
    return items;
}

int hp_task_unpack(const struct hp_frame *frame, struct hp_arena *arena, struct hp_task *t,
                   struct hp_err *err)
{
    struct hp_unpack u = { .at = frame->body, .end = frame->body + frame->bytes, .failed = false };
    *t = (struct hp_task){ .heap_path = hp_unpack_text(&u) };
    t->heap = hp_unpack_text(&u);
    t->workload_path = hp_unpack_text(&u);
    t->workload = hp_unpack_text(&u);
    t->family = hp_unpack_text(&u);
    t->warm_ups = (uint32_t)hp_unpack_u64(&u);
    t->runtime = (int32_t)hp_unpack_i64(&u);
    t->gc_mode = (int32_t)hp_unpack_i64(&u);
    t->threshold_bytes = hp_unpack_u64(&u);
    t->seed = hp_unpack_u64(&u);
    hp_machine_unpack(&u, &t->machine);
    t->options = hp_named_unpack(&u, arena, &t->option_count);
    t->settings = hp_named_unpack(&u, arena, &t->setting_count);
    t->operations = operations_unpack(&u, arena, &t->operation_count);
    if (frame->kind != HP_MSG_TASK || u.failed || u.at != u.end || t->heap_path == NULL ||
        t->heap == NULL || t->family == NULL || t->machine.name == NULL ||
        (t->workload == NULL) != (t->workload_path == NULL))
        return hp_fail(err, HP_E_CORRUPT, "the task (a frame of kind %u, %zu bytes) does not fit",
                       frame->kind, frame->bytes);
    return HP_OK;
}
