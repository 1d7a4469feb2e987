/* SPDX-License-Identifier: MIT
 *
 * What the heap tells: counters, sizes after the last collection, the log, and the threshold that it really
 * applies. Any attached thread, under the heap's lock.
 */
#include "layout.h"

static void set(struct hp_counters *out, enum hp_counter counter, int64_t value)
{
    out->present |= (uint64_t)1 << counter;
    out->value[counter] = value;
}

/* Highest total that was ever read: a collection gives unused parts of contexts back, a reader never sees
 * the total fall. */
static int64_t approx_total(struct hp_heap *h)
{
    const int64_t total = h->total_small + h->total_large;
    if (h->approx_high < total)
        h->approx_high = total;
    return h->approx_high;
}

void gen_counters(struct hp_thread *thread, struct hp_counters *out)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    struct hp_heap *h = thread->heap;
    memset(out, 0, sizeof *out);
    gen_lock(t);
    set(out, HP_C_ALLOCATED_BYTES,
        t->allocated_bytes - (int64_t)(thread->alloc_limit - thread->alloc_ptr));
    set(out, HP_C_ALLOCATED_APPROX_BYTES, approx_total(h));
    set(out, HP_C_GEN0_COUNT, (int64_t)h->gen_count[GEN0]);
    set(out, HP_C_GEN1_COUNT, (int64_t)h->gen_count[GEN1]);
    set(out, HP_C_GEN2_COUNT, (int64_t)h->gen_count[GEN2]);
    set(out, HP_C_LOH_SIZE_BYTES, h->after_bytes[GEN_LARGE]);
    set(out, HP_C_LOH_FRAGMENTED_BYTES, h->after_fragmented[GEN_LARGE]);
    set(out, HP_C_LOH_LIVE_BYTES, h->after_bytes[GEN_LARGE] - h->after_fragmented[GEN_LARGE]);
    int64_t small = 0;
    for (int g = 0; g <= GEN2; g++)
        small += h->after_bytes[g] - h->after_fragmented[g];
    set(out, HP_C_SOH_LIVE_BYTES, small);
    set(out, HP_C_PROMOTED_BYTES, (int64_t)h->promoted_bytes);
    set(out, HP_C_PAUSE_COUNT, (int64_t)h->pause_count);
    set(out, HP_C_PAUSE_TOTAL_NS, (int64_t)h->pause_total_ns);
    set(out, HP_C_PAUSE_MAX_NS, (int64_t)h->pause_max_ns);
    set(out, HP_C_RESERVED_BYTES, (int64_t)h->span);
    set(out, HP_C_COMMITTED_BYTES, (int64_t)h->committed_bytes);
    set(out, HP_C_LARGE_OBJECTS, t->large_objects);
    gen_unlock(t);
}

/* .NET takes 90 % of the memory for a high load; of 80 GiB and more, the share that leaves 3 % and 47 % by the
 * number of processors, if that is more. */
static int64_t high_load(const struct hp_machine *machine)
{
    const uint64_t memory = machine->memory_bytes, processors = machine->processors;
    uint64_t spare = 10;
    if (memory >= (uint64_t)80 << 30 && processors != 0 && 3 + 47 / processors < spare)
        spare = 3 + 47 / processors;
    return (int64_t)(memory / 100 * (100 - spare));
}

/* Reads first, allocates its answer afterwards, as GC.GetGCMemoryInfo does. */
void gen_memory_info(struct hp_thread *thread, struct hp_memory_info *out)
{
    static const struct hp_type answer = { "MemoryInfo", INFO_OBJECT_BYTES, 0, 0, 0, 0 };
    struct gen_thread *t = (struct gen_thread *)thread;
    struct hp_heap *h = thread->heap;
    gen_lock(t);
    out->generation = h->last_generation;
    out->number = h->collection_count;
    memcpy(out->size_bytes, h->after_bytes, sizeof out->size_bytes);
    memcpy(out->fragmented_bytes, h->after_fragmented, sizeof out->fragmented_bytes);
    const uint64_t others = h->machine.memory_bytes / 100 * (uint64_t)h->opt.load;
    out->load_bytes = (int64_t)(others + h->committed_bytes);
    out->high_load_bytes = high_load(&h->machine);
    out->clock_ms = gen_now_ms(h);
    gen_unlock(t);
    const uint32_t scope = hp_scope_open(thread);
    hp_ref object;
    (void)hp_new(thread, &answer, 0, 0, &object, NULL);
    hp_scope_close(thread, scope);
}

/* First size in bytes whose array is born in the oldest generation, by asking a heap of the same
 * configuration: the one in use is not disturbed. */
static uint64_t find_threshold(struct hp_thread *thread)
{
    uint64_t low = 24, high = THRESHOLD_MAX + UNIT_BYTES;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        const uint32_t scope = hp_scope_open(thread);
        hp_ref array;
        const int rc = hp_new(thread, &gen_bytes_type, middle - HP_ARRAY_BASE, 0, &array, NULL);
        const bool old = rc == HP_OK && gen_ops.generation(thread, array) == GEN2;
        hp_scope_close(thread, scope);
        if (rc != HP_OK)
            return 0;
        if (old)
            high = middle;
        else
            low = middle;
    }
    return high;
}

uint64_t gen_applied_threshold(struct hp_thread *thread)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    struct hp_heap *h = thread->heap;
    gen_lock(t);
    uint64_t found = h->applied;
    struct hp_heap_config config = h->config;
    struct gen_options options = h->opt;
    gen_unlock(t);
    if (found != 0)
        return found;
    options.stress = false;
    options.limit = 0;
    config.options = &options;
    config.machine = &h->machine;
    struct hp_heap *scratch = NULL;
    struct hp_thread *asker = NULL;
    if (gen_ops.open(&scratch, &config, NULL) != HP_OK)
        return 0;
    if (gen_attach(scratch, &asker, NULL) == HP_OK) {
        found = find_threshold(asker);
        gen_detach(asker);
    }
    gen_ops.close(scratch);
    gen_lock(t);
    h->applied = found;
    gen_unlock(t);
    return found;
}

size_t gen_collections(struct hp_heap *h, uint64_t first, struct hp_collection *out, size_t max)
{
    size_t copied = 0;
    (void)pthread_mutex_lock(&h->lock);
    uint64_t number = h->collection_count > LOG_ENTRIES ? h->collection_count - LOG_ENTRIES + 1 : 1;
    if (number < first)
        number = first;
    for (; number <= h->collection_count && copied < max; number++)
        out[copied++] = h->log[(number - 1) % LOG_ENTRIES];
    (void)pthread_mutex_unlock(&h->lock);
    return copied;
}
