/* SPDX-License-Identifier: MIT
 * A workload with the classic mistake: it asks for an array's address, allocates, and writes
 * through the address that it had. On most runs of most heaps nothing happens. With a collection at every
 * allocation and unreadable from-space it faults at once, which a test expects. */
#include <heapproof/abi.h>

static const struct hp_type bytes = { "Byte[]", HP_ARRAY_BASE, 1, HP_TYPE_ARRAY, 0, 0 };

static int keeper_open(void **state, const struct hp_run *run, struct hp_err *err)
{
    (void)err;
    *state = (void *)(uintptr_t)run;
    return HP_OK;
}

/* "asks-again" is the right way, "keeps" the mistake. */
static int keeper_step(void *state, uint64_t operations, struct hp_err *err)
{
    const struct hp_run *run = state;
    struct hp_thread *t = run->thread;
    const bool keeps = strcmp(run->method, "keeps") == 0;
    const uint32_t scope = hp_scope_open(t);
    hp_ref first, second;
    int rc = hp_new(t, &bytes, 1000, 0, &first, err);
    if (rc == HP_OK)
        rc = hp_root(t, &second, err);
    for (uint64_t i = 0; rc == HP_OK && i < operations; i++) {
        char *address = hp_data(t, first);
        rc = hp_new_into(t, &bytes, 1000, 0, second, err);
        if (rc == HP_OK && !keeps)
            address = hp_data(t, first);
        if (rc == HP_OK)
            memset(address, (int)(i & 0x7f), 1000);
    }
    hp_scope_close(t, scope);
    return rc;
}

static void keeper_close(void *state)
{
    (void)state;
}

static const struct hp_option options[] = { { .name = NULL } };
static const struct hp_method methods[] = {
    { "keeps", NULL, NULL, "", 0, "two arrays",
      "writes through an address kept over an allocation" },
    { "asks-again", NULL, NULL, "", 0, "two arrays", "asks for the address after the allocation" },
    { .name = NULL },
};
static const struct hp_probe probes[] = { { .name = NULL } };
static const struct hp_workload_ops operations = { .open = keeper_open,
                                                   .step = keeper_step,
                                                   .close = keeper_close };
static const struct hp_plugin plugin = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof plugin,
    .kind = HP_KIND_WORKLOAD,
    .name = "keeps-address",
    .version = "1.0",
    .summary = "a mistake that a test must catch",
    .options = options,
    .workload = &operations,
    .methods = methods,
    .probes = probes,
};

const struct hp_plugin *hp_plugin_query(void)
{
    return &plugin;
}
