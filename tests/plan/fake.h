/* SPDX-License-Identifier: MIT
 * Plugin tables for tests of the plan: a workload with the shape of chunk, a heap that can everything, one
 * that can nothing, one whose threshold moves both ways. Nothing of them ever runs.
 */
#ifndef HP_TEST_PLAN_FAKE_H
#define HP_TEST_PLAN_FAKE_H

#include "plan/plan.h"

static const struct hp_option fake_params[] = {
    { "count", "1000000", "elements", HP_COUNT, 0, 0, 2000000000, NULL },
    { "size", "20000", "elements of a chunk", HP_COUNT, 8, 1, 2000000000, NULL },
    { "element", "int32", "kind", HP_CHOICE, 16, 0, 0, "int32 byte int16 int64 reference" },
    { "held", "false", "kept alive", HP_FLAG, 20, 0, 0, NULL },
    { "pause", "0ns", "between passes", HP_TIME, 24, 0, 1000000000, NULL },
    { "limit", "64KiB", "of a buffer", HP_SIZE, 32, 1, 1 << 30, NULL },
    { "capacity", "16", "of a builder", HP_COUNT, 40, 0, 1000, NULL },
    { "of", "one", "a method", HP_CHOICE, 48, 0, 0, "one two" },
    { "delay", "0", "before a pass", HP_COUNT, 56, 0, 1000, NULL },
    { "chunks", "1", "of a text", HP_COUNT, 64, 0, 1000, NULL },
    { .name = NULL },
};
static const struct hp_method fake_methods[] = {
    { "chunk-array", NULL, NULL, "count size element held pause limit", 0, "a pass", "" },
    { "slice-array", NULL, NULL, "count size element", 0, "a pass", "" },
    { "own-buffer", NULL, NULL, "count size element", 0, "a pass", "" },
    { "source-only", NULL, NULL, "count", HP_METHOD_REPLAY_ONLY, "a pass", "" },
    { .name = NULL },
};
static const struct hp_probe fake_probes[] = {
    { "memory", NULL, "count size held", "", "" },
    { "threshold", NULL, "element", "loh_threshold_bytes", "" },
    { "collect", NULL, "of capacity delay chunks", "", "" },
    { .name = NULL },
};
static const struct hp_option fake_heap_options[] = {
    { "gen0_budget", "0", "bytes", HP_SIZE, 0, 0, 1 << 30, NULL },
    { "stress", "false", "collect always", HP_FLAG, 8, 0, 0, NULL },
    { .name = NULL },
};
static const struct hp_option no_options[] = { { .name = NULL } };

static const struct hp_plugin fake_chunk = { .kind = HP_KIND_WORKLOAD,
                                             .name = "chunk",
                                             .options = fake_params,
                                             .methods = fake_methods,
                                             .probes = fake_probes };
static const struct hp_plugin fake_gen = { .kind = HP_KIND_HEAP,
                                           .name = "gen",
                                           .options = fake_heap_options,
                                           .caps = HP_CAP_COLLECTS | HP_CAP_GENERATIONS |
                                                   HP_CAP_THRESHOLD | HP_CAP_PROFILES |
                                                   HP_CAP_RUNTIMES,
                                           .threshold_default = "85000" };
static const struct hp_plugin fake_plain = {
    .kind = HP_KIND_HEAP, .name = "plain", .options = no_options, .caps = 0
};
static const struct hp_plugin fake_native = { .kind = HP_KIND_HEAP,
                                              .name = "native",
                                              .options = no_options,
                                              .caps = HP_CAP_THRESHOLD | HP_CAP_THRESHOLD_DOWN,
                                              .threshold_default = "131072" };

static struct hp_loaded fake_items[] = {
    { &fake_chunk, "chunk.so", "aaaa", NULL },
    { &fake_gen, "gen.so", "bbbb", NULL },
    { &fake_plain, "plain.so", "cccc", NULL },
    { &fake_native, "native.so", "dddd", NULL },
};
static const struct hp_plugins fake_plugins = { fake_items, 4, 4, NULL };
static const struct hp_machine fake_machine = { "this", 2, 32u << 20, UINT64_C(24) << 30 };

#endif
