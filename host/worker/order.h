/* SPDX-License-Identifier: MIT
 * What the parent asks a worker to do - one launch of one case - and the kinds of frames in which the worker
 * answers. Inside the stage only: both ends are of the same build.
 */
#ifndef HP_WORKER_ORDER_H
#define HP_WORKER_ORDER_H

#include "worker/wire.h"
#include "worker/worker.h"

/* Kinds of frames between parent and worker. */
enum hp_message {
    HP_MSG_ORDER = 1,       /* to the worker: struct hp_order */
    HP_MSG_SAMPLES = 2,     /* metric, iteration, operations, value; repeated */
    HP_MSG_TEXTS = 3,       /* metric, text; repeated */
    HP_MSG_BLOCKS = 4,      /* struct hp_block; repeated */
    HP_MSG_COLLECTIONS = 5, /* struct hp_collection; repeated */
    HP_MSG_NOTES = 6,       /* sentence; repeated */
    HP_MSG_END = 7,         /* outcome, sentence, applied threshold, peak memory: the last word */
};

/* All that a worker needs; it sees no config and no plan. Texts belong to whoever filled it. */
struct hp_order {
    enum hp_launch_kind kind;
    const char *workload_path, *heap_path; /* plugin files */
    const char *workload, *heap;           /* their names */
    const char *method;                    /* or the probe's name */
    int32_t runtime;
    int32_t gc_mode; /* enum hp_gc_mode */
    uint64_t threshold_bytes;
    uint64_t seed;
    struct hp_machine machine;                    /* processors as the case has them */
    uint32_t counter_iterations, pass_operations; /* counting */
    uint32_t min_iterations, max_iterations;      /* timing */
    uint64_t min_iteration_ns, budget_ns;
    double half_width;
    struct hp_named *params, *options;
    size_t param_count, option_count;
};

/* Fills an order for a todo; arrays and texts live in `arena` or in what is passed in. HP_E_CONFIG: a plugin,
 * machine or GC mode that does not exist. */
int hp_order_make(struct hp_order *out, const struct hp_todo *todo, const struct hp_config *config,
                  const struct hp_plugins *plugins, const struct hp_machine *this_machine,
                  struct hp_arena *arena, struct hp_err *err);
void hp_order_pack(struct hp_pack *p, const struct hp_order *order);
/* Texts point into the frame. HP_E_CORRUPT when the body does not fit. */
int hp_order_unpack(const struct hp_frame *frame, struct hp_arena *arena, struct hp_order *out,
                    struct hp_err *err);

/* enum hp_gc_mode by name. HP_E_CONFIG: there is no such mode. */
int hp_gc_mode_find(const char *name, int32_t *mode, struct hp_err *err);

/* Parts that other orders have as well. Unpacked texts point into the frame. */
void hp_named_pack(struct hp_pack *p, const struct hp_named *items, size_t count);
struct hp_named *hp_named_unpack(struct hp_unpack *u, struct hp_arena *arena, size_t *count);
void hp_machine_pack(struct hp_pack *p, const struct hp_machine *machine);
void hp_machine_unpack(struct hp_unpack *u, struct hp_machine *out);

#endif
