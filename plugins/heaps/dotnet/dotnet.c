/* SPDX-License-Identifier: MIT
 *
 * dotnet: the real CoreCLR 8, 9 or 10 in the worker process. This file is its table: options, operations, opening
 * and closing. Objects live on the managed heap only: C measures, the guest allocates. README.md has the
 * map.
 */
#include "dotnet.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct hp_option options[] = {
    { "gen0_size", "0", "budget of generation 0 in bytes (DOTNET_GCgen0size); 0: the runtime's own",
      HP_SIZE, offsetof(struct dotnet_options, gen0_size), 0, INT64_C(1) << 32, NULL },
    { "heap_count", "0", "heaps of a server collector (DOTNET_GCHeapCount); 0: the runtime's own",
      HP_COUNT, offsetof(struct dotnet_options, heap_count), 0, 1024, NULL },
    { "memory_limit", "0", "bytes that the heap may hold (DOTNET_GCHeapHardLimit); 0: no limit",
      HP_SIZE, offsetof(struct dotnet_options, memory_limit), 0, INT64_MAX, NULL },
    { "physical_memory", "0",
      "memory of the machine in bytes (DOTNET_GCTotalPhysicalMemory), of which the runtime lets "
      "the "
      "heap have three quarters; 0: what there is",
      HP_SIZE, offsetof(struct dotnet_options, physical_memory), 0, INT64_MAX, NULL },
    { "tiered", "false",
      "compile methods again when they run often (DOTNET_TieredCompilation); false: optimised code "
      "from the first call, so that no iteration runs other code than the next",
      HP_FLAG, offsetof(struct dotnet_options, tiered), 0, 0, NULL },
    { .name = NULL },
};

/* ---- opening ------------------------------------------------------------------------------- */

static int check_config(const struct hp_heap_config *config, struct hp_err *err)
{
    const struct dotnet_options *o = config->options;
    if (config->size != sizeof *config)
        return hp_fail(err, HP_E_STATE, "dotnet: struct hp_heap_config has %u bytes, expected %zu",
                       config->size, sizeof *config);
    if (config->runtime < DN_OLDEST || config->runtime > DN_NEWEST)
        return hp_fail(err, HP_E_REFUSED, "dotnet: runtime %d - there are %d to %d",
                       config->runtime, DN_OLDEST, DN_NEWEST);
    if (config->gc_mode < HP_GC_WORKSTATION || config->gc_mode > HP_GC_SERVER_CONCURRENT)
        return hp_fail(err, HP_E_RANGE, "dotnet: gc mode %d does not exist", config->gc_mode);
    if (o->gen0_size != 0 && o->gen0_size < 65536)
        return hp_fail(err, HP_E_REFUSED,
                       "gen0_size %" PRIu64 ": the runtime ignores less than 64 KiB", o->gen0_size);
    return HP_OK;
}

struct dn_shared {
    struct dn_shared *next;
    void (*end)(void *state);
    void *state;
    char key[];
};

static void close_heap(struct hp_heap *h)
{
    if (h == NULL)
        return;
    while (h->shared != NULL) {
        struct dn_shared *block = h->shared;
        h->shared = block->next;
        if (block->end != NULL)
            block->end(block->state);
        free(block->state);
        free(block);
    }
    dn_asker_end(&h->asker);
    free(h);
}

static int open_heap(struct hp_heap **out, const struct hp_heap_config *config, struct hp_err *err)
{
    struct dn_settings settings;
    struct dn_host *host = NULL;
    int rc = check_config(config, err);
    if (rc == HP_OK)
        rc = dn_settings_make(config, &settings, err);
    if (rc == HP_OK)
        rc = dn_host_start(config->runtime, &settings, &host, err);
    if (rc != HP_OK)
        return rc;
    struct hp_heap *h = calloc(1, sizeof *h);
    if (h == NULL)
        return hp_fail(err, HP_E_NOMEM, "dotnet: no memory for a heap");
    h->host = host;
    h->threshold = config->threshold;
    h->gen0_size = settings.gen0_size;
    h->sized_at = -1;
    rc = dn_asker_start(&h->asker, err);
    if (rc == HP_OK)
        *out = h;
    else
        close_heap(h);
    return rc;
}

static void *shared(struct hp_heap *h, const char *key, size_t bytes, void (*end)(void *state))
{
    for (const struct dn_shared *block = h->shared; block != NULL; block = block->next)
        if (strcmp(block->key, key) == 0)
            return block->state;
    struct dn_shared *block = malloc(sizeof *block + strlen(key) + 1);
    void *state = calloc(1, bytes);
    if (block == NULL || state == NULL) {
        free(block);
        free(state);
        return NULL;
    }
    *block = (struct dn_shared){ .next = h->shared, .end = end, .state = state };
    memcpy(block->key, key, strlen(key) + 1);
    h->shared = block;
    return state;
}

/* ---- threads and objects ------------------------------------------------------------------- */

static int attach(struct hp_heap *h, struct hp_thread **out, struct hp_err *err)
{
    if (h->thread.heap != NULL)
        return hp_fail(err, HP_E_UNSUPPORTED,
                       "dotnet: one thread of C drives the guest; it starts its own");
    h->thread = (struct hp_thread){
        .ops = &dn_ops, .heap = h, .roots = h->roots, .root_capacity = DN_ROOTS
    };
    *out = &h->thread;
    return HP_OK;
}

static void detach(struct hp_thread *t)
{
    t->heap->thread = (struct hp_thread){ .heap = NULL };
}

static int no_objects(struct hp_err *err)
{
    return hp_fail(
        err, HP_E_UNSUPPORTED,
        "dotnet: objects live on the managed heap and have no type of C; methods, probes "
        "and traces run in the guest");
}

static int alloc(struct hp_thread *t, const struct hp_type *type, uint64_t length, unsigned flags,
                 uint32_t slot, struct hp_err *err)
{
    (void)t;
    (void)type;
    (void)length;
    (void)flags;
    (void)slot;
    return no_objects(err);
}

static void drop(struct hp_thread *t, hp_ref object)
{
    hp_clear(t, object);
}

static int generation(struct hp_thread *t, hp_ref object)
{
    (void)t;
    (void)object;
    return -1;
}

static int pin(struct hp_thread *t, hp_ref object, void **address, hp_handle *out,
               struct hp_err *err)
{
    (void)t;
    (void)object;
    (void)address;
    (void)out;
    return no_objects(err);
}

static int handle_new(struct hp_thread *t, hp_ref object, enum hp_handle_kind kind, hp_handle *out,
                      struct hp_err *err)
{
    (void)t;
    (void)object;
    (void)kind;
    (void)out;
    return no_objects(err);
}

/* There are no handles: these have nothing to do. */
static void no_handle(struct hp_thread *t, hp_handle handle)
{
    (void)t;
    (void)handle;
}

static void handle_get(struct hp_thread *t, hp_handle handle, uint32_t slot)
{
    (void)handle;
    t->roots[slot] = 0;
}

static void handle_set(struct hp_thread *t, hp_handle handle, hp_ref object)
{
    (void)t;
    (void)handle;
    (void)object;
}

static void refs_written(struct hp_thread *t, hp_ref object, uint64_t first, uint64_t count)
{
    (void)t;
    (void)object;
    (void)first;
    (void)count;
}

static int after_gen2(struct hp_heap *h, void (*call)(void *state, struct hp_thread *thread),
                      void *state, struct hp_err *err)
{
    (void)h;
    (void)call;
    (void)state;
    return hp_fail(err, HP_E_UNSUPPORTED, "dotnet: the guest has its own finalizers");
}

static size_t collections(struct hp_heap *h, uint64_t first, struct hp_collection *out, size_t max)
{
    (void)h;
    (void)first;
    (void)out;
    (void)max;
    return 0;
}

static int verify(struct hp_thread *t, struct hp_err *err)
{
    (void)t;
    (void)err; /* the collector checks itself */
    return HP_OK;
}

const struct hp_heap_ops dn_ops = {
    .open = open_heap,
    .close = close_heap,
    .attach = attach,
    .detach = detach,
    .alloc = alloc,
    .drop = drop,
    .collect = dn_collect,
    .generation = generation,
    .pin = pin,
    .unpin = no_handle,
    .handle_new = handle_new,
    .handle_get = handle_get,
    .handle_set = handle_set,
    .handle_free = no_handle,
    .refs_written = refs_written,
    .counters = dn_counters,
    .memory_info = dn_memory_info,
    .applied_threshold = dn_applied_threshold,
    .collections = collections,
    .after_gen2 = after_gen2,
    .shared = shared,
    .verify = verify,
    .body = dn_body,
    .trace = &dn_trace,
};

static const struct hp_plugin plugin = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof(struct hp_plugin),
    .kind = HP_KIND_HEAP,
    .caps = HP_CAP_COLLECTS | HP_CAP_GENERATIONS | HP_CAP_THRESHOLD | HP_CAP_PROFILES |
            HP_CAP_RUNTIMES | HP_CAP_OWN_BODIES | HP_CAP_TIMES | HP_CAP_CONCURRENT | HP_CAP_SERVER,
    .options_size = sizeof(struct dotnet_options),
    .name = "dotnet",
    .version = "1.0",
    .summary = "the real .NET 8, 9 or 10, hosted in the worker process",
    .options = options,
    .heap = &dn_ops,
    .threshold_default = "85000",
    .survey = dn_survey,
};

HP_EXPORT const struct hp_plugin *hp_plugin_query(void)
{
    return &plugin;
}
