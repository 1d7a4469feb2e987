/* SPDX-License-Identifier: MIT
 * What the parent asks of the process that executes a unit, and how it answers. Inside the stage only: both
 * ends are of the same build.
 */
#ifndef HP_REPLAY_TASK_H
#define HP_REPLAY_TASK_H

#include "plugin/plugin.h"
#include "worker/wire.h"

/* Kinds of frames. */
enum hp_replay_message {
    HP_MSG_TASK = 32,   /* to the child: struct hp_task */
    HP_MSG_ANSWER = 33, /* one operation was executed: its results, key and value */
    HP_MSG_FAILED = 34, /* at which operation, code, sentence: the last word */
    HP_MSG_WARM = 36,   /* an operation of a warm-up was executed; no body */
    HP_MSG_PLAYED = 35, /* all were, and the heap's invariants hold: the last word */
};

/* In place of an operation: before the first or after the last. */
#define HP_TASK_NOWHERE UINT64_MAX

/* All that a child needs. Texts belong to whoever filled it. */
struct hp_task {
    const char *heap_path, *heap;
    const char *workload_path, *workload; /* NULL: the heap or the host executes the family */
    const char *family;
    uint32_t warm_ups;
    int32_t runtime;
    int32_t gc_mode; /* enum hp_gc_mode */
    uint64_t threshold_bytes, seed;
    struct hp_machine machine;
    struct hp_named *options, *settings;
    size_t option_count, setting_count;
    const char **operations;
    size_t operation_count;
};
void hp_task_pack(struct hp_pack *p, const struct hp_task *task);
/* Texts point into the frame. HP_E_CORRUPT when the body does not fit. */
int hp_task_unpack(const struct hp_frame *frame, struct hp_arena *arena, struct hp_task *out,
                   struct hp_err *err);

#endif
