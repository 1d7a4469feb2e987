/* SPDX-License-Identifier: MIT
 * What does the runtime count, and what applies? Counters are read on the thread that is measured and allocate
 * nothing. Sizes belong to a collection: they are asked for once after each, by the asker, after the counters
 * were read. Runs in workers.
 */
#include "dotnet.h"

#include <inttypes.h>
#include <stdlib.h>

/* Places in Entry.Counters and Entry.MemoryInfo. */
enum { GEN0_COUNT = 2, SIX = 6 };
enum { NUMBER, GENERATION, SIZES, FRAGMENTED = SIZES + HP_GENERATIONS, COMMITTED = 12 };

static void ask_sizes(void *subject)
{
    struct hp_heap *h = subject;
    h->host->guest.memory_info(h->sizes);
}

/* A background collection counts when it begins and is sized when it ends: then what is known is asked again
 * at the next reading. */
static void refresh_sizes(struct hp_heap *h, int64_t collections)
{
    if (h->sized_at == collections && h->sizes[NUMBER] >= collections)
        return;
    dn_ask(&h->asker, ask_sizes, h);
    h->sized_at = collections;
}

void dn_collect(struct hp_thread *t, int generation)
{
    int64_t six[SIX] = { 0 };
    struct hp_heap *h = t->heap;
    h->host->guest.collect(generation < 0 || generation > 2 ? 2 : generation);
    h->host->guest.counters(six);
    refresh_sizes(h, six[GEN0_COUNT]);
}

static void set(struct hp_counters *out, enum hp_counter counter, int64_t value)
{
    out->present |= UINT64_C(1) << counter;
    out->value[counter] = value;
}

void dn_counters(struct hp_thread *t, struct hp_counters *out)
{
    static const enum hp_counter counted[SIX] = { HP_C_ALLOCATED_BYTES, HP_C_ALLOCATED_APPROX_BYTES,
                                                  HP_C_GEN0_COUNT,      HP_C_GEN1_COUNT,
                                                  HP_C_GEN2_COUNT,      HP_C_PAUSE_TOTAL_NS };
    struct hp_heap *h = t->heap;
    int64_t six[SIX] = { 0 }, small = 0;
    h->host->guest.counters(six);
    refresh_sizes(h, six[GEN0_COUNT]);
    *out = (struct hp_counters){ .present = 0 };
    for (size_t i = 0; i < SIX; i++)
        set(out, counted[i], six[i]);
    for (int g = 0; g < 3; g++)
        small += h->sizes[SIZES + g] - h->sizes[FRAGMENTED + g];
    set(out, HP_C_SOH_LIVE_BYTES, small);
    set(out, HP_C_LOH_SIZE_BYTES, h->sizes[SIZES + 3]);
    set(out, HP_C_LOH_FRAGMENTED_BYTES, h->sizes[FRAGMENTED + 3]);
    set(out, HP_C_LOH_LIVE_BYTES, h->sizes[SIZES + 3] - h->sizes[FRAGMENTED + 3]);
    set(out, HP_C_COMMITTED_BYTES, h->sizes[COMMITTED]);
}

void dn_memory_info(struct hp_thread *t, struct hp_memory_info *out)
{
    struct hp_heap *h = t->heap;
    dn_ask(&h->asker, ask_sizes, h);
    *out = (struct hp_memory_info){ .number = (uint64_t)h->sizes[NUMBER],
                                    .generation = (int32_t)h->sizes[GENERATION] };
    for (int g = 0; g < HP_GENERATIONS; g++) {
        out->size_bytes[g] = h->sizes[SIZES + g];
        out->fragmented_bytes[g] = h->sizes[FRAGMENTED + g];
    }
}

/* ---- settings that are found by what they do ------------------------------------------------- */

struct question {
    const struct hp_heap *heap;
    int64_t given, found;
    struct hp_err err;
};

static void ask_threshold(void *subject)
{
    struct question *q = subject;
    q->found = q->heap->host->guest.threshold(q->given, &q->err);
}

uint64_t dn_applied_threshold(struct hp_thread *t)
{
    struct hp_heap *h = t->heap;
    if (h->applied == 0) {
        struct question q = { .heap = h, .given = (int64_t)h->threshold };
        dn_ask(&h->asker, ask_threshold, &q);
        h->applied = q.found > 0 ? (uint64_t)q.found : 0;
    }
    return h->applied;
}

static void ask_gen0_budget(void *subject)
{
    struct question *q = subject;
    q->found = q->heap->host->guest.gen0_budget(q->given, &q->err);
}

/* The budget is listed nowhere: small objects are allocated until a collection comes, which it does at the
 * first refill after the budget is used up, of one heap or of all that a server has. Ends of regions stay
 * empty. */
int dn_check_gen0_size(struct hp_heap *h, struct hp_err *err)
{
    enum { REFILL = 16 << 10, ENDS = 64 };
    char heaps[16] = "1";
    (void)dn_line_get(h->host->info, "config.HeapCount", heaps, sizeof heaps);
    const int64_t asked = (int64_t)h->gen0_size, least = asked - asked / ENDS - REFILL,
                  most = (asked + REFILL) * strtol(heaps, NULL, 10);
    struct question q = { .heap = h, .given = most + asked };
    if (asked == 0)
        return HP_OK;
    dn_ask(&h->asker, ask_gen0_budget, &q);
    if (q.found < 0)
        return hp_fail(err, (int)q.found, "%s", q.err.text);
    if (q.found >= least && q.found <= most)
        return HP_OK;
    return hp_fail(err, HP_E_REFUSED,
                   "DOTNET_GCgen0size=%" PRIX64 " requested, but generation 0 was %s after %" PRId64
                   " bytes: the setting did not apply",
                   (uint64_t)asked, q.found < q.given ? "collected" : "not yet collected", q.found);
}
