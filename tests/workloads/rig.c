/* SPDX-License-Identifier: MIT
 * How do tests get a heap for a workload? Runs in test programs, one rig at a time on a thread. */
#include "rig.h"
#include "flat_heap.h"

#include "base/mem.h"

#include <stdlib.h>

static void take_metric(void *context, const char *metric, double value)
{
    struct rig *rig = context;
    if (rig->metric_count < RIG_METRICS)
        rig->metrics[rig->metric_count++] = (struct rig_metric){ .name = metric, .value = value };
}

static void take_text(void *context, const char *metric, const char *value)
{
    struct rig *rig = context;
    if (rig->metric_count == RIG_METRICS)
        return;
    struct rig_metric *m = &rig->metrics[rig->metric_count++];
    *m = (struct rig_metric){ .name = metric };
    (void)snprintf(m->text, sizeof m->text, "%s", value);
}

static void take_block(void *context, const struct hp_block *block)
{
    struct rig *rig = context;
    if (rig->block_count < RIG_BLOCKS)
        rig->blocks[rig->block_count++] = *block;
}

static void take_note(void *context, const char *sentence)
{
    (void)context, (void)sentence;
}

void rig_clear(struct rig *rig)
{
    rig->metric_count = rig->block_count = 0;
}

const struct rig_metric *rig_metric(const struct rig *rig, const char *name)
{
    for (size_t i = 0; i < rig->metric_count; i++)
        if (strcmp(rig->metrics[i].name, name) == 0)
            return &rig->metrics[i];
    return NULL;
}

static int options_fill(struct rig *rig, const struct rig_setup *setup, struct hp_err *err)
{
    struct hp_named given[3];
    size_t count = 0;
    for (; count < 3 && setup->option[count] != NULL; count++)
        given[count] = (struct hp_named){ setup->option[count], setup->value[count] };
    rig->options = hp_mem_new(rig->heap->options_size + 1);
    return hp_options_fill(rig->heap->options, rig->options, rig->heap->options_size, given, count,
                           err);
}

static int heap_open(struct rig *rig, const struct rig_setup *setup, struct hp_err *err)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/plugins/%s.so", HP_BUILD_DIR, setup->heap);
    int rc = hp_plugin_load(&rig->plugins, path, err);
    if (rc != HP_OK)
        return rc;
    rig->heap = hp_plugin_find(&rig->plugins, HP_KIND_HEAP, setup->heap)->table;
    rc = options_fill(rig, setup, err);
    if (rc != HP_OK)
        return rc;
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = rig->options,
                                           .threshold = setup->threshold,
                                           .runtime = setup->runtime,
                                           .gc_mode = HP_GC_WORKSTATION,
                                           .processors = rig->machine.processors,
                                           .seed = 1,
                                           .machine = &rig->machine };
    rc = rig->heap->heap->open(&rig->run.heap, &config, err);
    if (rc != HP_OK) {
        rig->run.heap = NULL;
        return rc;
    }
    return rig->heap->heap->attach(rig->run.heap, &rig->run.thread, err);
}

int rig_open(struct rig *rig, const struct rig_setup *setup, struct hp_err *err)
{
    *rig = (struct rig){ .machine = { "truth", 2, 32u << 20, (uint64_t)24 << 30 } };
    if (setup->processors != 0)
        rig->machine.processors = setup->processors;
    rig->host =
        (struct hp_host){ sizeof rig->host, rig, take_metric, take_text, take_block, take_note };
    rig->run = (struct hp_run){ .size = sizeof rig->run,
                                .runtime = setup->runtime,
                                .processors = rig->machine.processors,
                                .seed = 1,
                                .machine = &rig->machine,
                                .host = &rig->host };
    int rc;
    if (strcmp(setup->heap, "flat") == 0) {
        rc = flat_heap_open(&rig->run.thread, setup->threshold, err);
        rig->run.heap = rc == HP_OK ? rig->run.thread->heap : NULL;
    } else {
        rc = heap_open(rig, setup, err);
    }
    if (rc != HP_OK)
        rig_close(rig);
    return rc;
}

void rig_close(struct rig *rig)
{
    if (rig->heap == NULL) {
        flat_heap_close(rig->run.thread);
    } else {
        if (rig->run.thread != NULL)
            rig->heap->heap->detach(rig->run.thread);
        rig->heap->heap->close(rig->run.heap);
    }
    rig->run.thread = NULL;
    rig->run.heap = NULL;
    hp_mem_free(rig->options);
    rig->options = NULL;
    hp_plugins_clear(&rig->plugins);
    rig->heap = NULL;
}
