/* SPDX-License-Identifier: MIT
 * A whole workload: what does a fresh buffer for every message cost against one filled again? */
#include <heapproof/abi.h>

struct params {
    uint64_t size; /* bytes of a message */
};
static const struct hp_option options[] = {
    { "size", "64KiB", "bytes of a message", HP_SIZE, offsetof(struct params, size), 1, 1 << 30,
      0 },
    { .name = NULL },
};
static const struct hp_method methods[] = {
    { "fresh", NULL, NULL, "size", 0, "one message", "a new buffer for every message" },
    { "reused", NULL, NULL, "size", 0, "one message", "one buffer for all messages of a step" },
    { .name = NULL },
};
static const struct hp_probe probes[] = { { .name = NULL } };
static const struct hp_type bytes = { "Byte[]", HP_ARRAY_BASE, 1, HP_TYPE_ARRAY, 0, 0 };

static int begin(void **state, const struct hp_run *run, struct hp_err *err)
{
    *state = (void *)(uintptr_t)run; /* it outlives close(); a larger workload has a struct here */
    return run->method != NULL ? HP_OK : hp_fail(err, HP_E_STATE, "no method to run");
}

static int step(void *state, uint64_t operations, struct hp_err *err)
{
    const struct hp_run *run = state;
    const struct params *p = run->params;
    struct hp_thread *t = run->thread;
    const bool fresh = strcmp(run->method, "fresh") == 0;
    const uint32_t scope = hp_scope_open(t);
    hp_ref buffer;
    int rc = hp_root(t, &buffer, err);
    for (uint64_t i = 0; rc == HP_OK && i < operations; i++) {
        rc = fresh || i == 0 ? hp_new_into(t, &bytes, p->size, 0, buffer, err) : HP_OK;
        if (rc == HP_OK) /* an address is good until the next allocation: ask, use, forget */
            memset(hp_data(t, buffer), (int)(i & 0x7f), p->size);
    }
    hp_scope_close(t, scope); /* on failure too */
    return rc;
}

static void end(void *state)
{
    (void)state;
}

static const struct hp_workload_ops ops = { .open = begin, .step = step, .close = end };
static const struct hp_plugin plugin = {
    HP_MAGIC,   HP_ABI,          sizeof plugin,     HP_KIND_WORKLOAD, 0,    sizeof(struct params),
    "template", "1.0",           "copies messages", options,          NULL, &ops,
    methods,    .probes = probes
};
HP_EXPORT const struct hp_plugin *hp_plugin_query(void)
{
    return &plugin;
}
