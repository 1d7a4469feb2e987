/* SPDX-License-Identifier: MIT
 *
 * gen: a generational heap in C that follows .NET's rules to the byte. This file is its table: options,
 * operations, opening and closing. The other files are one duty each; README.md has the map.
 */
#include "layout.h"

#include <inttypes.h>
#include <stdlib.h>

#ifdef NDEBUG
#define VERIFY_DEFAULT "false"
#else
#define VERIFY_DEFAULT "true"
#endif

static const struct hp_option options[] = {
    { "gen0_size", "0",
      "budget of generation 0 in bytes; 0: half of the machine's last level cache", HP_SIZE,
      offsetof(struct gen_options, gen0_size), 0, 1 << 30, NULL },
    { "memory_limit", "0", "most bytes of memory that the heap may hold; 0: no limit", HP_SIZE,
      offsetof(struct gen_options, limit), 0, INT64_MAX, NULL },
    { "reserve", "64GiB", "address space in bytes; only what is used is ever backed", HP_SIZE,
      offsetof(struct gen_options, reserve), 1 << 28, (int64_t)1 << 42, NULL },
    { "start_gen2_bytes", "0",
      "live bytes that the process holds before the first operation; 0: a fresh process of ours",
      HP_SIZE, offsetof(struct gen_options, start_gen2_bytes), 0, 1 << 20, NULL },
    { "start_committed", "4KiB",
      "bytes committed at the start in the first regions of generations 0 and 1", HP_SIZE,
      offsetof(struct gen_options, start_committed), PAGE_BYTES, 1 << 22, NULL },
    { "clock", "virtual",
      "time for the rules that depend on it: real, or virtual, which passes with allocated bytes",
      HP_CHOICE, offsetof(struct gen_options, clock), 0, 0, "virtual real" },
    { "clock_rate", "0", "bytes allocated in a virtual millisecond; 0: no time passes", HP_SIZE,
      offsetof(struct gen_options, clock_rate), 0, INT64_MAX, NULL },
    { "load", "0", "percent of the machine's memory that is in use beside this heap", HP_COUNT,
      offsetof(struct gen_options, load), 0, 100, NULL },
    { "background_low", "1",
      "least bytes allocated while a background collection of generation 2 runs (gc concurrent)",
      HP_SIZE, offsetof(struct gen_options, background_low), 0, INT64_MAX, NULL },
    { "background_high", "3500000", "most bytes; each collection draws its own by the case's seed",
      HP_SIZE, offsetof(struct gen_options, background_high), 0, INT64_MAX, NULL },
    { "background_object", "1000000", "bytes that a large object counts for there beside its own",
      HP_SIZE, offsetof(struct gen_options, background_object), 0, 1 << 30, NULL },
    { "stress", "false",
      "collect at every allocation, move all objects, make their old places "
      "unreadable",
      HP_FLAG, offsetof(struct gen_options, stress), 0, 0, NULL },
    { "verify", VERIFY_DEFAULT, "check every invariant after every phase", HP_FLAG,
      offsetof(struct gen_options, verify), 0, 0, NULL },
    { .name = NULL },
};

static int set_threshold(struct hp_heap *h, const struct hp_heap_config *config, struct hp_err *err)
{
    const uint64_t asked = config->threshold;
    h->threshold = asked < THRESHOLD_MIN ? THRESHOLD_MIN : asked;
    if (asked <= THRESHOLD_MAX)
        return HP_OK;
    if (config->runtime == 8)
        return hp_fail(err, HP_E_REFUSED,
                       "threshold %" PRIu64 " makes .NET 8 abort (out of memory at its first large "
                       "array) - use at most %u, or runtime 9",
                       asked, THRESHOLD_MAX);
    h->threshold = THRESHOLD_MAX;
    return HP_OK;
}

static int check_config(const struct hp_heap_config *config, struct hp_err *err)
{
    static const char *const mode[] = { "workstation", "concurrent", "server",
                                        "server-concurrent" };
    if (config->size != sizeof *config)
        return hp_fail(err, HP_E_STATE, "gen: struct hp_heap_config has %u bytes, expected %zu",
                       config->size, sizeof *config);
    if (config->gc_mode == HP_GC_WORKSTATION || config->gc_mode == HP_GC_CONCURRENT)
        return HP_OK;
    if (config->gc_mode < 0 || config->gc_mode > HP_GC_SERVER_CONCURRENT)
        return hp_fail(err, HP_E_RANGE, "gen: gc mode %d does not exist", config->gc_mode);
    return hp_fail(err, HP_E_REFUSED,
                   "gc \"%s\": the gen heap models one heap, not one for each processor - use "
                   "\"workstation\" or \"concurrent\", or heap dotnet",
                   mode[config->gc_mode]);
}

/* The live bytes that a process brings with it: one array, held by the heap itself. */
static bool make_resident(struct hp_heap *h)
{
    const uint64_t bytes = h->opt.start_gen2_bytes & ~(uint64_t)7;
    struct region *r = h->gen[GEN0].first;
    if (bytes < GAP_BYTES)
        return true;
    if (!gen_commit(h, r, r->allocated + bytes + GAP_BYTES))
        return false;
    h->resident = r->allocated;
    *gen_word(h->resident) = (uintptr_t)&gen_bytes_type;
    *gen_word(h->resident + 8) = bytes - HP_ARRAY_BASE;
    r->allocated += bytes;
    gen_touch(r, r->allocated);
    return true;
}

static bool make_generations(struct hp_heap *h)
{
    struct region *large = gen_region_large(h, 0);
    if (large == NULL)
        return false;
    gen_region_join(h, large, GEN_LARGE);
    for (int g = GEN2; g >= GEN0; g--) { /* generation 2 at the lowest address */
        struct region *r = gen_region_take(h);
        if (r == NULL)
            return false;
        gen_region_join(h, r, g);
    }
    h->alloc_region = h->gen[GEN0].first;
    const uintptr_t committed = h->opt.start_committed & ~(uintptr_t)(PAGE_BYTES - 1);
    for (int g = GEN0; g <= GEN1; g++)
        if (!gen_commit_exact(h, h->gen[g].first, h->gen[g].first->base + committed))
            return false;
    return make_resident(h);
}

static void close_heap(struct hp_heap *h)
{
    if (h == NULL)
        return;
    while (h->shared != NULL) {
        struct shared_block *block = h->shared;
        h->shared = block->next;
        if (block->end != NULL)
            block->end(block->state);
        free(block->state);
        free(block);
    }
    while (h->callbacks != NULL) {
        struct gen2_callback *callback = h->callbacks;
        h->callbacks = callback->next;
        free(callback);
    }
    gen_words_free(&h->stack);
    gen_words_free(&h->undo);
    gen_words_free(&h->runs);
    gen_space_close(h);
    free(h->handles);
    free(h->log);
    (void)pthread_cond_destroy(&h->parked);
    (void)pthread_cond_destroy(&h->resumed);
    (void)pthread_mutex_destroy(&h->lock);
    free(h);
}

static struct hp_heap *make_heap(const struct hp_heap_config *config)
{
    struct hp_heap *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    (void)pthread_mutex_init(&h->lock, NULL);
    (void)pthread_cond_init(&h->parked, NULL);
    (void)pthread_cond_init(&h->resumed, NULL);
    h->log = calloc(LOG_ENTRIES, sizeof *h->log);
    h->opt = *(const struct gen_options *)config->options;
    h->config = *config;
    if (config->machine != NULL)
        h->machine = *config->machine;
    h->condemned = h->last_generation = -1;
    h->opened_ns = gen_real_ns();
    return h;
}

static int open_heap(struct hp_heap **out, const struct hp_heap_config *config, struct hp_err *err)
{
    int rc = check_config(config, err);
    if (rc != HP_OK)
        return rc;
    struct hp_heap *h = make_heap(config);
    if (h == NULL)
        return hp_fail(err, HP_E_NOMEM, "gen: no memory for a heap");
    rc = set_threshold(h, config, err);
    if (rc == HP_OK)
        rc = gen_space_open(h, err);
    if (rc != HP_OK)
        goto out;
    gen_list_init(h);
    gen_budget_open(h);
    if (h->log == NULL || !make_generations(h)) {
        rc = hp_fail(err, HP_E_NOMEM, "gen: no memory for the first regions%s",
                     h->opt.limit != 0 ? " within the option `memory_limit`" : "");
        goto out;
    }
    *out = h;
    h = NULL;
out:
    close_heap(h);
    return rc;
}

static int generation(struct hp_thread *thread, hp_ref object)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    if (hp_is_null(thread, object))
        return -1;
    gen_lock(t);
    const int g = gen_number_of(thread->heap, thread->roots[object.slot]);
    gen_unlock(t);
    return g < GEN2 ? g : GEN2;
}

static void drop(struct hp_thread *thread, hp_ref object)
{
    hp_clear(thread, object);
}

static int after_gen2(struct hp_heap *h, void (*call)(void *state, struct hp_thread *thread),
                      void *state, struct hp_err *err)
{
    struct gen2_callback *added = malloc(sizeof *added);
    if (added == NULL)
        return hp_fail(err, HP_E_NOMEM, "gen: no memory for a callback");
    (void)pthread_mutex_lock(&h->lock);
    if (h->callbacks == NULL)
        h->gen2_told = h->gen_count[GEN2];
    *added = (struct gen2_callback){ h->callbacks, call, state };
    __atomic_store_n(&h->callbacks, added, __ATOMIC_RELEASE);
    (void)pthread_mutex_unlock(&h->lock);
    return HP_OK;
}

static void *find_shared(const struct hp_heap *h, const char *key)
{
    for (const struct shared_block *block = h->shared; block != NULL; block = block->next)
        if (strcmp(block->key, key) == 0)
            return block->state;
    return NULL;
}

static void *shared(struct hp_heap *h, const char *key, size_t bytes, void (*end)(void *state))
{
    (void)pthread_mutex_lock(&h->lock);
    void *state = find_shared(h, key);
    if (state == NULL) {
        struct shared_block *block = malloc(sizeof *block + strlen(key) + 1);
        state = calloc(1, bytes);
        if (block == NULL || state == NULL) {
            free(block);
            free(state);
            state = NULL;
        } else {
            *block = (struct shared_block){ .next = h->shared, .end = end, .state = state };
            memcpy(block->key, key, strlen(key) + 1);
            h->shared = block;
        }
    }
    (void)pthread_mutex_unlock(&h->lock);
    return state;
}

const struct hp_heap_ops gen_ops = {
    .open = open_heap,
    .close = close_heap,
    .attach = gen_attach,
    .detach = gen_detach,
    .alloc = gen_alloc,
    .drop = drop,
    .collect = gen_collect,
    .generation = generation,
    .safepoint = gen_safepoint,
    .block_enter = gen_block_enter,
    .block_leave = gen_block_leave,
    .pin = gen_pin,
    .unpin = gen_unpin,
    .handle_new = gen_handle_new,
    .handle_get = gen_handle_get,
    .handle_set = gen_handle_set,
    .handle_free = gen_handle_release,
    .refs_written = gen_refs_written,
    .counters = gen_counters,
    .memory_info = gen_memory_info,
    .applied_threshold = gen_applied_threshold,
    .collections = gen_collections,
    .after_gen2 = after_gen2,
    .shared = shared,
    .verify = gen_verify,
};

static const struct hp_plugin plugin = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof(struct hp_plugin),
    .kind = HP_KIND_HEAP,
    .caps = HP_CAP_COLLECTS | HP_CAP_MOVES | HP_CAP_GENERATIONS | HP_CAP_THRESHOLD |
            HP_CAP_PROFILES | HP_CAP_RUNTIMES | HP_CAP_THREADS | HP_CAP_CONCURRENT,
    .options_size = sizeof(struct gen_options),
    .name = "gen",
    .version = "1.0",
    .summary = "generational heap in C with .NET's sizes, budgets and collections",
    .options = options,
    .heap = &gen_ops,
    .threshold_default = "85000",
};

HP_EXPORT const struct hp_plugin *hp_plugin_query(void)
{
    return &plugin;
}
