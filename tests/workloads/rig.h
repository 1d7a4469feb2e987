/* SPDX-License-Identifier: MIT
 * A heap and what a workload is opened with, for tests of workloads: the flat heap, or `gen` as the
 * host loads it. Also a host that keeps what a probe reports. */
#ifndef HP_TEST_RIG_H
#define HP_TEST_RIG_H

#include "plugin/plugin.h"
#include <heapproof/abi.h>

enum { RIG_METRICS = 64, RIG_BLOCKS = 256 };

struct rig_metric {
    const char *name;
    double value;
    char text[64]; /* empty: a number */
};

struct rig {
    struct hp_run run; /* run.params is the caller's to set */
    struct hp_plugins plugins;
    const struct hp_plugin *heap; /* NULL: the flat heap */
    void *options;
    struct hp_host host;
    struct hp_machine machine;
    struct rig_metric metrics[RIG_METRICS];
    size_t metric_count;
    struct hp_block blocks[RIG_BLOCKS];
    size_t block_count;
};

struct rig_setup {
    const char *heap; /* "flat" or "gen" */
    int32_t runtime;
    uint64_t threshold;               /* 0: the heap's default */
    uint32_t processors;              /* 0: 2, as where the traces were recorded */
    const char *option[3], *value[3]; /* of the heap; ends at option NULL */
};

/* HP_E_REFUSED passes through from the heap. The rig is closed on failure. */
int rig_open(struct rig *rig, const struct rig_setup *setup, struct hp_err *err);
void rig_close(struct rig *rig);
/* Forgets what was reported. */
void rig_clear(struct rig *rig);
/* NULL: never reported. */
const struct rig_metric *rig_metric(const struct rig *rig, const char *name);

#endif
