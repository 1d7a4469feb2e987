/* SPDX-License-Identifier: MIT
 * How a child process gets at a plugin and opens a heap, alike for a launch and for a trace. What is opened
 * belongs to the caller.
 */
#ifndef HP_WORKER_OPENING_H
#define HP_WORKER_OPENING_H

#include "plugin/plugin.h"

/* Loads the file, which must hold the plugin that the parent saw there. */
int hp_open_plugin(struct hp_plugins *set, enum hp_kind kind, const char *path, const char *name,
                   const struct hp_plugin **table, struct hp_err *err);

/* A plugin's options struct in `arena`, filled by its own table. */
int hp_open_options(const struct hp_plugin *table, const struct hp_named *given, size_t count,
                    struct hp_arena *arena, const void **out, struct hp_err *err);

/* A heap and what it is to be opened with. */
struct hp_heap_wish {
    const struct hp_plugin *table;
    const struct hp_named *options;
    size_t option_count;
    uint64_t threshold_bytes; /* 0: the heap's default */
    int32_t runtime, gc_mode;
    uint64_t seed;
    const struct hp_machine *machine; /* outlives the heap */
};
/* Opens and attaches the calling thread. After a failure close what is not NULL. */
int hp_open_heap(const struct hp_heap_wish *wish, struct hp_arena *arena, struct hp_heap **heap,
                 struct hp_thread **thread, struct hp_err *err);

#endif
