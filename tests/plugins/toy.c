/* SPDX-License-Identifier: MIT
 * A heap for tests, small enough to know by heart. It bumps through one mapping of `room` bytes. A collection
 * frees everything when no local root holds an object, and nothing otherwise. Objects from the threshold
 * on are "large": every `large_budget` bytes of them cost a generation 2 collection; every
 * `small_budget` bytes of others a generation 0 one. Thresholds below 85,000 do not apply. Built with HOSTED it is
 * the heap "hosted", which runs the method `none` of the workload `wild` itself and knows a runtime.
 */
#include <heapproof/abi.h>

#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { ROOTS = 1024, LOG = 4096, HANDLES = 64, SHARED = 8, THRESHOLD = 85000 };

enum lie { NOWHERE, AT_OPEN, AT_ATTACH, AT_VERIFY, AT_BODY };

struct toy_options {
    uint64_t room, small_budget, large_budget;
    bool broken;
    int32_t lie; /* enum lie: where the heap returns 1 without a sentence */
};

struct hp_heap {
    struct toy_options opt;
    struct hp_thread thread;
    uintptr_t roots[ROOTS];
    char *base;
    uint64_t used, threshold, small_since, large_since;
    int64_t allocated, objects, large_objects, promoted, count[3];
    uint64_t number;
    struct hp_collection log[LOG];
    uintptr_t handles[HANDLES];
    struct {
        char key[32];
        void *state;
        void (*end)(void *state);
    } shared[SHARED];
};

static int toy_open(struct hp_heap **out, const struct hp_heap_config *config, struct hp_err *err)
{
    const struct toy_options *opt = config->options;
    if (opt->lie == AT_OPEN)
        return 1;
    struct hp_heap *h = calloc(1, sizeof *h);
    if (h == NULL)
        return hp_fail(err, HP_E_NOMEM, "toy: no memory for the heap");
    h->opt = *opt;
    h->threshold = config->threshold > THRESHOLD ? config->threshold : THRESHOLD;
    h->base = mmap(NULL, opt->room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (h->base == MAP_FAILED) {
        free(h);
        return hp_fail(err, HP_E_NOMEM, "toy: cannot map %" PRIu64 " bytes", opt->room);
    }
    *out = h;
    return HP_OK;
}

static void toy_close(struct hp_heap *h)
{
    if (h == NULL)
        return;
    for (size_t i = 0; i < SHARED && h->shared[i].state != NULL; i++) {
        if (h->shared[i].end != NULL)
            h->shared[i].end(h->shared[i].state);
        free(h->shared[i].state);
    }
    (void)munmap(h->base, h->opt.room);
    free(h);
}

static const struct hp_plugin table;

static int toy_attach(struct hp_heap *h, struct hp_thread **out, struct hp_err *err)
{
    (void)err;
    if (h->opt.lie == AT_ATTACH)
        return 1;
    h->thread = (struct hp_thread){
        .ops = table.heap, .heap = h, .roots = h->roots, .root_capacity = ROOTS
    };
    *out = &h->thread;
    return HP_OK;
}

static void toy_detach(struct hp_thread *t)
{
    t->root_count = 0;
}

static bool rooted(const struct hp_heap *h)
{
    for (uint32_t i = 1; i <= h->thread.root_count; i++)
        if (h->roots[i] != 0)
            return true;
    for (size_t i = 0; i < HANDLES; i++)
        if (h->handles[i] != 0)
            return true;
    return false;
}

static void collect(struct hp_heap *h, int generation, enum hp_gc_reason reason)
{
    struct hp_collection *entry = &h->log[h->number++ % LOG];
    *entry = (struct hp_collection){
        .number = h->number,
        .generation = generation,
        .reason = (int32_t)reason,
        .allocated_bytes = (uint64_t)h->allocated,
        .before_bytes = { (int64_t)h->used },
        .pause_ns = 1000 + (uint64_t)generation,
    };
    for (int g = 0; g <= generation; g++)
        h->count[g]++;
    if (!rooted(h)) {
        memset(h->base, 0, h->used);
        h->used = 0;
    }
    entry->after_bytes[0] = (int64_t)h->used;
    h->promoted += (int64_t)h->used;
    h->small_since = 0;
    h->large_since = generation == 2 ? 0 : h->large_since;
}

static void toy_collect(struct hp_thread *t, int generation)
{
    collect(t->heap, generation < 0 || generation > 2 ? 2 : generation, HP_GC_FORCED);
}

static int toy_alloc(struct hp_thread *t, const struct hp_type *type, uint64_t length,
                     unsigned flags, uint32_t slot, struct hp_err *err)
{
    (void)flags;
    struct hp_heap *h = t->heap;
    if (length > HP_LENGTH_MAX)
        return hp_fail(err, HP_E_RANGE, "toy: length %" PRIu64, length);
    const uint64_t bytes = hp_object_bytes(type, length);
    const bool large = type->base_bytes + length * type->element_bytes >= h->threshold;
    uint64_t *since = large ? &h->large_since : &h->small_since;
    if (*since > 0 && *since + bytes > (large ? h->opt.large_budget : h->opt.small_budget))
        collect(h, large ? 2 : 0, large ? HP_GC_LARGE : HP_GC_SMALL);
    if (h->used + bytes > h->opt.room)
        collect(h, 2, HP_GC_LIMIT);
    if (h->used + bytes > h->opt.room)
        return hp_fail(err, HP_E_NOMEM, "toy: no room for %" PRIu64 " bytes in %" PRIu64, bytes,
                       h->opt.room);
    char *object = h->base + h->used + 8;
    h->used += bytes;
    *since += bytes;
    memcpy(object, &type, sizeof type);
    if (type->element_bytes != 0) {
        const uint32_t n = (uint32_t)length;
        memcpy(object + 8, &n, sizeof n);
    }
    h->allocated += (int64_t)bytes;
    h->objects++;
    h->large_objects += large ? 1 : 0;
    t->roots[slot] = (uintptr_t)object;
    return HP_OK;
}

static void toy_drop(struct hp_thread *t, hp_ref object)
{
    hp_clear(t, object);
}

static int toy_generation(struct hp_thread *t, hp_ref object)
{
    const struct hp_type *type = hp_type_of(t, object);
    const uint64_t n = type->element_bytes != 0 ? hp_length(t, object) : 0;
    return type->base_bytes + n * type->element_bytes >= t->heap->threshold ? 2 : 0;
}

static int toy_pin(struct hp_thread *t, hp_ref object, void **address, hp_handle *pin,
                   struct hp_err *err)
{
    (void)err;
    *address = hp_data(t, object);
    pin->bits = 1;
    return HP_OK;
}

static void toy_unpin(struct hp_thread *t, hp_handle pin)
{
    (void)t;
    (void)pin;
}

static int toy_handle_new(struct hp_thread *t, hp_ref object, enum hp_handle_kind kind,
                          hp_handle *out, struct hp_err *err)
{
    (void)kind;
    for (size_t i = 0; i < HANDLES; i++) {
        if (t->heap->handles[i] == 0) {
            t->heap->handles[i] = t->roots[object.slot];
            out->bits = i + 1;
            return HP_OK;
        }
    }
    return hp_fail(err, HP_E_NOMEM, "toy: more than %d handles", HANDLES);
}

static void toy_handle_get(struct hp_thread *t, hp_handle handle, uint32_t slot)
{
    t->roots[slot] = t->heap->handles[handle.bits - 1];
}

static void toy_handle_set(struct hp_thread *t, hp_handle handle, hp_ref object)
{
    t->heap->handles[handle.bits - 1] = t->roots[object.slot];
}

static void toy_handle_free(struct hp_thread *t, hp_handle handle)
{
    t->heap->handles[handle.bits - 1] = 0;
}

static void toy_refs_written(struct hp_thread *t, hp_ref object, uint64_t first, uint64_t count)
{
    (void)t;
    (void)object;
    (void)first;
    (void)count;
}

static void toy_counters(struct hp_thread *t, struct hp_counters *out)
{
    const struct hp_heap *h = t->heap;
    const struct {
        enum hp_counter counter;
        int64_t value;
    } all[] = {
        { HP_C_ALLOCATED_BYTES, h->allocated },
        { HP_C_GEN0_COUNT, h->count[0] },
        { HP_C_GEN1_COUNT, h->count[1] },
        { HP_C_GEN2_COUNT, h->count[2] },
        { HP_C_OBJECTS, h->objects },
        { HP_C_LARGE_OBJECTS, h->large_objects },
        { HP_C_PROMOTED_BYTES, h->promoted },
        { HP_C_PAUSE_COUNT, (int64_t)h->number },
        { HP_C_SOH_LIVE_BYTES, (int64_t)h->used },
    };
    out->present = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        out->present |= (uint64_t)1 << all[i].counter;
        out->value[all[i].counter] = all[i].value;
    }
}

static void toy_memory_info(struct hp_thread *t, struct hp_memory_info *out)
{
    *out = (struct hp_memory_info){ .generation = -1, .number = t->heap->number };
}

static uint64_t toy_threshold(struct hp_thread *t)
{
    return t->heap->threshold;
}

static size_t toy_collections(struct hp_heap *h, uint64_t first, struct hp_collection *out,
                              size_t max)
{
    size_t n = 0;
    const uint64_t oldest = h->number > LOG ? h->number - LOG + 1 : 1;
    for (uint64_t i = first > oldest ? first : oldest; i <= h->number && n < max; i++)
        out[n++] = h->log[(i - 1) % LOG];
    return n;
}

static int toy_after_gen2(struct hp_heap *h, void (*call)(void *state, struct hp_thread *thread),
                          void *state, struct hp_err *err)
{
    (void)h;
    (void)call;
    (void)state;
    return hp_fail(err, HP_E_UNSUPPORTED, "toy: calls nobody back");
}

static void *toy_shared(struct hp_heap *h, const char *key, size_t bytes, void (*end)(void *state))
{
    for (size_t i = 0; i < SHARED; i++) {
        if (h->shared[i].state == NULL) {
            (void)snprintf(h->shared[i].key, sizeof h->shared[i].key, "%s", key);
            h->shared[i].state = calloc(1, bytes);
            h->shared[i].end = end;
        }
        if (strcmp(h->shared[i].key, key) == 0)
            return h->shared[i].state;
    }
    return NULL;
}

static int toy_verify(struct hp_thread *t, struct hp_err *err)
{
    if (t->heap->opt.broken)
        return hp_fail(err, HP_E_STATE, "toy: the option broken says so");
    return t->heap->opt.lie == AT_VERIFY ? 1 : HP_OK;
}

/* A body of the heap's own, with everything that a method of ours may not do. */
static int body_step(void *state, uint64_t operations, struct hp_err *err)
{
    (void)err;
    for (uint64_t i = 0; i < operations; i++) {
        void *volatile block = malloc(100);
        free(block);
        ++*(uint64_t *)state;
    }
    return HP_OK;
}

static void body_counters(void *state, const struct hp_host *host)
{
    host->metric_text(host->context, "runtime_version", "8.0.34");
    host->metric(host->context, "chunk_count", (double)*(const uint64_t *)state);
}

/* What the probe `say` declares, and what no probe declares: the library's version. */
static void probe_counters(void *state, const struct hp_host *host)
{
    host->metric_text(host->context, "runtime_version", "8.0.34");
    host->metric(host->context, "arrays_count", (double)*(const uint64_t *)state);
    host->metric(host->context, "object_bytes", 40);
    host->metric_text(host->context, "iterator_type", "Hosted");
}

static int toy_body(const struct hp_run *run, const char *workload, struct hp_body *out,
                    struct hp_err *err)
{
    const char *name = run->method != NULL ? run->method : run->probe;
    if (run->heap->opt.lie == AT_BODY)
        return 1;
    if (strcmp(workload, "wild") != 0 || strcmp(name, run->method != NULL ? "none" : "say") != 0)
        return hp_fail(err, HP_E_UNSUPPORTED, "toy: no body for %s %s", workload, name);
    *out = (struct hp_body){ calloc(1, sizeof(uint64_t)), body_step,
                             run->method != NULL ? body_counters : probe_counters, free };
    return HP_OK;
}

#ifdef HOSTED
#define TOY_NAME "hosted"
#define TOY_CAPS (HP_CAP_OWN_BODIES | HP_CAP_RUNTIMES)
#else
#define TOY_NAME "toy"
#define TOY_CAPS 0
#endif

static const struct hp_heap_ops ops = {
    .open = toy_open,
    .close = toy_close,
    .attach = toy_attach,
    .detach = toy_detach,
    .alloc = toy_alloc,
    .drop = toy_drop,
    .collect = toy_collect,
    .generation = toy_generation,
    .pin = toy_pin,
    .unpin = toy_unpin,
    .handle_new = toy_handle_new,
    .handle_get = toy_handle_get,
    .handle_set = toy_handle_set,
    .handle_free = toy_handle_free,
    .refs_written = toy_refs_written,
    .counters = toy_counters,
    .memory_info = toy_memory_info,
    .applied_threshold = toy_threshold,
    .collections = toy_collections,
    .after_gen2 = toy_after_gen2,
    .shared = toy_shared,
    .verify = toy_verify,
    .body = toy_body,
};

static const struct hp_option options[] = {
    { "room", "16MiB", "bytes of the mapping", HP_SIZE, offsetof(struct toy_options, room), 4096,
      INT64_C(1) << 40, NULL },
    { "small_budget", "1MiB", "bytes of small objects between two collections", HP_SIZE,
      offsetof(struct toy_options, small_budget), 1, INT64_C(1) << 40, NULL },
    { "large_budget", "4MiB", "bytes of large objects between two collections", HP_SIZE,
      offsetof(struct toy_options, large_budget), 1, INT64_C(1) << 40, NULL },
    { "broken", "false", "the heap reports a broken invariant", HP_FLAG,
      offsetof(struct toy_options, broken), 0, 0, NULL },
    { "lie", "nowhere", "where the heap fails without a word", HP_CHOICE,
      offsetof(struct toy_options, lie), 0, 0, "nowhere open attach verify body" },
    { .name = NULL },
};

static const struct hp_plugin table = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof(struct hp_plugin),
    .kind = HP_KIND_HEAP,
    .caps = HP_CAP_COLLECTS | HP_CAP_GENERATIONS | HP_CAP_THRESHOLD | HP_CAP_TIMES | TOY_CAPS,
    .options_size = sizeof(struct toy_options),
    .name = TOY_NAME,
    .version = "1.0",
    .summary = "a heap for tests",
    .options = options,
    .heap = &ops,
    .threshold_default = "85000",
};

HP_EXPORT const struct hp_plugin *hp_plugin_query(void)
{
    return &table;
}
