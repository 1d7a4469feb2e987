/* SPDX-License-Identifier: MIT
 *
 * Which generation is collected, and the order of the phases. The only file that decides. Collector, on the
 * thread that asked, all others stopped.
 */
#include "layout.h"

/* Generation 1 is collected with generation 0 when more than this is lost in gaps ... */
#define GEN1_LOST_BYTES 80000.0f
/* ... and it is more than this share of the generation. */
#define GEN1_LOST_SHARE 0.75f

/* Free memory of generation 1 that promotion is not expected to use: all that is on no list, and of the
 * list the part that was thrown away rather than used so far. */
static bool gen1_is_lost(const struct hp_heap *h)
{
    const struct generation *g = &h->gen[GEN1];
    const uint64_t both = g->list_used_bytes + g->loose_bytes;
    const float efficiency = both == 0 ? 0.0f : (float)g->list_used_bytes / (float)both;
    const float lost = (float)g->loose_bytes + (1.0f - efficiency) * (float)g->list_bytes;
    const uint64_t size = gen_generation_size(h, GEN1);
    return lost > GEN1_LOST_BYTES && size != 0 && lost / (float)size > GEN1_LOST_SHARE;
}

int gen_choose(struct hp_heap *h, int requested)
{
    const int oldest = h->background.running ? GEN1 : GEN2;
    int n = requested;
    if (h->budget[GEN_LARGE].remaining <= 0 && oldest == GEN2)
        n = GEN2;
    for (int i = n + 1; i <= oldest && h->budget[i].remaining <= 0; i++)
        n = i;
    if (n == GEN0 && gen1_is_lost(h))
        n = h->budget[GEN2].remaining <= 0 ? oldest : GEN1;
    return n;
}

static void sizes(const struct hp_heap *h, int64_t size[HP_GENERATIONS],
                  int64_t fragmented[HP_GENERATIONS])
{
    for (int g = 0; g < HP_GENERATIONS; g++) {
        size[g] = g < GEN_COUNT ? (int64_t)gen_generation_size(h, g) : 0;
        fragmented[g] = g < GEN_COUNT ? (int64_t)(h->gen[g].list_bytes + h->gen[g].loose_bytes) : 0;
    }
}

static void check(struct hp_heap *h, const char *(*verify)(struct hp_heap *h))
{
    if (h->opt.verify && h->broken == NULL)
        h->broken = verify(h);
}

/* Pinned objects of the condemned generations keep their places: then nothing moves. */
static bool has_pins(const struct hp_heap *h)
{
    if (h->pin_count == 0)
        return false;
    for (uint32_t i = 1; i < h->handle_count; i++)
        if (h->handles[i].kind == GEN_H_PIN &&
            gen_number_of(h, h->handles[i].object) <= h->condemned)
            return true;
    return false;
}

static void run_phases(struct hp_heap *h)
{
    gen_mark(h);
    check(h, gen_verify_marks);
    h->promote = gen_budget_promotes(h);
    if (h->opt.stress) {
        h->compacting = true;
        gen_evacuate(h);
        return;
    }
    gen_plan(h);
    check(h, gen_verify_plan);
    h->compacting = gen_decide_compact(h) && !h->older.failed && !has_pins(h);
    if (h->compacting) {
        gen_relocate(h);
        gen_compact(h);
    } else {
        gen_sweep(h);
    }
    if (h->condemned == GEN2)
        gen_large_sweep(h);
}

static void count(struct hp_heap *h, struct hp_collection *entry)
{
    for (int g = 0; g <= h->condemned; g++)
        h->gen_count[g]++;
    h->collection_count++;
    h->last_generation = h->condemned;
    entry->number = h->collection_count;
    entry->generation = h->condemned;
    entry->allocated_bytes = (uint64_t)(h->total_small + h->total_large);
}

/* Sizes after a collection, and what survived it in these generations. */
static void gather(struct hp_heap *h, struct hp_collection *entry, int from, int to)
{
    sizes(h, h->after_bytes, h->after_fragmented);
    memcpy(entry->after_bytes, h->after_bytes, sizeof entry->after_bytes);
    memcpy(entry->fragmented_bytes, h->after_fragmented, sizeof entry->fragmented_bytes);
    for (int g = from; g <= to; g++)
        entry->promoted_bytes += (int64_t)h->budget[g].survived_bytes;
    h->promoted_bytes += (uint64_t)entry->promoted_bytes;
}

static void note_pause(struct hp_heap *h, struct hp_collection *entry, uint64_t began_ns)
{
    const uint64_t pause_ns = gen_real_ns() - began_ns;
    entry->pause_ns += pause_ns;
    h->pause_count++;
    h->pause_total_ns += pause_ns;
    if (h->pause_max_ns < pause_ns)
        h->pause_max_ns = pause_ns;
}

static void record(struct hp_heap *h, struct hp_collection *entry, uint64_t began_ns)
{
    gather(h, entry, GEN0, h->condemned_unit);
    entry->compacted = h->compacting;
    note_pause(h, entry, began_ns);
    h->log[(entry->number - 1) % LOG_ENTRIES] = *entry;
}

/* A quantum for the contexts after a collection: small budgets are dealt out in small pieces. */
static void set_quantum(struct hp_heap *h, unsigned contexts)
{
    const int64_t share = h->budget[GEN0].remaining / (2 * (int64_t)(contexts == 0 ? 1 : contexts));
    uint64_t quantum =
        share > (int64_t)QUANTUM_MIN ? ((uint64_t)share + 7) & ~(uint64_t)7 : QUANTUM_MIN;
    h->quantum = quantum < QUANTUM_BYTES ? quantum : QUANTUM_BYTES;
}

static unsigned open_contexts(const struct hp_heap *h)
{
    unsigned count_open = 0;
    for (const struct gen_thread *t = h->threads; t != NULL; t = t->next)
        count_open += t->pub.alloc_ptr != 0;
    return count_open;
}

/* There must be a free region, so that generation 0 has one to go on with. */
static void provide_free_region(struct hp_heap *h)
{
    if (h->free != NULL)
        return;
    struct region *r = gen_region_take(h);
    if (r != NULL)
        gen_region_free(h, r);
}

static void collect_now(struct hp_heap *h, int n, struct hp_collection *entry, unsigned contexts,
                        uint64_t began_ns)
{
    h->condemned = n;
    h->condemned_unit = n == GEN2 ? GEN_LARGE : n;
    count(h, entry);
    gen_budget_begin(h);
    run_phases(h);
    if (!gen_refill_generations(h) && h->broken == NULL)
        h->broken = "no memory for a region of generation 0 after a collection";
    gen_budget_end(h);
    gen_spare_order(h);
    set_quantum(h, contexts);
    record(h, entry, began_ns);
    h->condemned = -1;
    check(h, gen_verify_heap);
}

/* A background collection of generation 2 takes the place of one that the program would have waited for;
 * young generations whose budgets are used up are collected first, and count for themselves. */
static void begin_background(struct hp_heap *h, struct hp_collection *entry, unsigned contexts,
                             uint64_t began_ns)
{
    struct hp_collection young = *entry;
    if (h->budget[GEN0].remaining <= 0)
        collect_now(h, h->budget[GEN1].remaining <= 0 ? GEN1 : GEN0, &young, contexts, began_ns);
    const uint64_t now_ns = gen_real_ns();
    sizes(h, entry->before_bytes, entry->fragmented_bytes);
    h->condemned = GEN2;
    count(h, entry);
    gen_background_begin(h, entry);
    note_pause(h, &h->background.entry, now_ns);
    h->log[(entry->number - 1) % LOG_ENTRIES] = h->background.entry;
    check(h, gen_verify_heap);
}

void gen_background_end(struct gen_thread *t)
{
    struct hp_heap *h = t->pub.heap;
    struct hp_collection *entry = &h->background.entry;
    const uint64_t began_ns = gen_real_ns();
    gen_stop_world(t);
    gen_retire_contexts(h);
    h->collected_ms = gen_now_ms(h);
    gen_background_finish(h);
    h->last_generation = GEN2;
    gather(h, entry, GEN2, GEN_LARGE);
    note_pause(h, entry, began_ns);
    h->log[(entry->number - 1) % LOG_ENTRIES] = *entry;
    check(h, gen_verify_heap);
    gen_resume_world(t);
}

void gen_collect_locked(struct gen_thread *t, int requested, int reason)
{
    struct hp_heap *h = t->pub.heap;
    struct hp_collection entry = { .reason = reason };
    const uint64_t began_ns = gen_real_ns();
    if (h->background.running && requested == GEN2)
        gen_background_end(t);
    gen_stop_world(t);
    h->collected_ms = gen_now_ms(h);
    const unsigned contexts = open_contexts(h);
    gen_retire_contexts(h);
    gen_unpoison(h);
    provide_free_region(h);
    sizes(h, entry.before_bytes, entry.fragmented_bytes);
    const int n = h->opt.stress ? GEN2 : gen_choose(h, requested);
    const bool waits = reason != HP_GC_SMALL && reason != HP_GC_LARGE;
    if (n == GEN2 && h->config.gc_mode == HP_GC_CONCURRENT && !waits)
        begin_background(h, &entry, contexts, began_ns);
    else
        collect_now(h, n, &entry, contexts, began_ns);
    gen_resume_world(t);
}

/* Forced and blocking. */
void gen_collect(struct hp_thread *thread, int generation)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    const int n = generation < GEN0 ? GEN0 : generation > GEN2 ? GEN2 : generation;
    gen_lock(t);
    gen_collect_locked(t, n, HP_GC_FORCED);
    gen_unlock(t);
    gen_after_gen2(t);
}

/* Runs what asked to be called after each collection of generation 2, once for each, on the thread that comes
 * first. The lock is free: it may allocate; a collection that this causes is told to nobody. */
void gen_after_gen2(struct gen_thread *t)
{
    struct hp_heap *h = t->pub.heap;
    const struct gen2_callback *first = __atomic_load_n(&h->callbacks, __ATOMIC_ACQUIRE);
    if (first == NULL)
        return;
    gen_lock(t);
    const uint64_t due = t->in_callback ? 0 : h->gen_count[GEN2] - h->gen2_told;
    h->gen2_told = h->gen_count[GEN2];
    h->telling += due != 0;
    gen_unlock(t);
    if (due == 0)
        return;
    t->in_callback = true;
    for (uint64_t i = 0; i < due; i++)
        for (const struct gen2_callback *c = first; c != NULL; c = c->next)
            c->call(c->state, &t->pub);
    t->in_callback = false;
    gen_lock(t);
    h->telling--;
    gen_unlock(t);
}
