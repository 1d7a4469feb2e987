/* SPDX-License-Identifier: MIT
 *
 * How much each generation may allocate before it is collected: the table of constants, and how budgets
 * follow from what survived. Floats are binary32 where .NET's are: a budget is exact or worthless. Under the
 * heap's lock; begin, promotes and end inside a collection.
 */
#include "layout.h"

#define KIB ((uint64_t)1024)
#define MIB (KIB * 1024)
#define SEGMENT_BYTES (256 * MIB) /* .NET's workstation segment: it only bounds budgets here */
#define LARGE_MIN (3 * MIB)
#define BUDGET_LIFE_S 300.0f /* an old budget counts for nothing then */

/* Half of the last level cache, by way of rules that matter for small memory. */
uint64_t gen_gen0_min(const struct hp_machine *machine)
{
    const uint64_t l3 = machine->l3_bytes;
    const uint64_t memory = machine->memory_bytes;
    uint64_t size = 4 * l3 / 5 > 256 * KIB ? 4 * l3 / 5 : 256 * KIB;
    const uint64_t least = l3 > 256 * KIB ? l3 : 256 * KIB;
    while (memory != 0 && size > memory / 6) {
        size /= 2;
        if (size <= least) {
            size = least;
            break;
        }
    }
    if (size > SEGMENT_BYTES / 2)
        size = SEGMENT_BYTES / 2;
    return (size / 8 * 5 + 7) & ~(uint64_t)7;
}

void gen_budget_open(struct hp_heap *h)
{
    const uint64_t gen0 =
        h->opt.gen0_size != 0 ? (h->opt.gen0_size + 7) & ~(uint64_t)7 : gen_gen0_min(&h->machine);
    const uint64_t any = INT64_MAX / 2;
    /* Beside a background collection the young generations stay small. */
    const bool concurrent = h->config.gc_mode == HP_GC_CONCURRENT;
    const uint64_t young_max = concurrent ? 6 * MIB : SEGMENT_BYTES / 2;
    const struct budget table[GEN_COUNT] = {
        { .min_bytes = gen0,
          .max_bytes = gen0 > young_max ? gen0 : young_max,
          .limit = 9.0f,
          .max_limit = 20.0f },
        { .min_bytes = 256 * KIB, .max_bytes = young_max, .limit = 2.0f, .max_limit = 7.0f },
        { .min_bytes = 256 * KIB, .max_bytes = any, .limit = 1.2f, .max_limit = 1.8f },
        { .min_bytes = LARGE_MIN, .max_bytes = any, .limit = 1.25f, .max_limit = 4.5f },
    };
    for (int g = 0; g < GEN_COUNT; g++) {
        h->budget[g] = table[g];
        h->budget[g].desired = table[g].min_bytes;
        h->budget[g].remaining = (int64_t)table[g].min_bytes;
    }
    h->quantum = QUANTUM_BYTES;
}

float gen_growth(float survival, float limit, float max_limit)
{
    if (survival < (max_limit - limit) / (limit * (max_limit - 1.0f)))
        return (limit - limit * survival) / (1.0f - survival * limit);
    return max_limit;
}

/* A collection that came before the budget was used up says little: the old budget counts for the part
 * that was left, the less the longer ago the generation was last collected. */
uint64_t gen_partial(uint64_t fresh, uint64_t old_desired, int64_t remaining, uint64_t age_ms)
{
    const float fraction = (float)((int64_t)old_desired - remaining) / (float)old_desired;
    if (!(fraction < 0.95f && fraction > 0.0f))
        return fresh;
    const float age = (float)age_ms / 1000.0f;
    const float decay = age >= BUDGET_LIFE_S ? 0.0f : (BUDGET_LIFE_S - age) / BUDGET_LIFE_S;
    const float old_part = (1.0f - fraction) * decay;
    return (uint64_t)((1.0 - (double)old_part) * (double)fresh +
                      (double)(old_part * (float)old_desired));
}

static uint64_t fragmentation(const struct generation *g)
{
    return g->list_bytes + g->loose_bytes;
}

/* Generation 0 and large objects: what is lost now; 1 and 2: what was lost after the last collection. */
void gen_budget_begin(struct hp_heap *h)
{
    for (int g = 0; g < GEN_COUNT; g++) {
        struct budget *b = &h->budget[g];
        if (g == GEN0 || g == GEN_LARGE)
            b->fragmented_bytes = fragmentation(&h->gen[g]);
        const uint64_t size = gen_generation_size(h, g);
        b->begin_bytes = size > b->fragmented_bytes ? size - b->fragmented_bytes : 0;
        b->start_remaining = b->remaining;
        b->survived_bytes = 0;
        b->in_bytes = 0;
    }
}

/* Do survivors move up? Not while so little survives that the generation above fills quickly anyway. */
bool gen_budget_promotes(const struct hp_heap *h)
{
    if (h->condemned == GEN2)
        return true;
    uint64_t small = 0, survived = 0;
    for (int g = 0; g <= h->condemned; g++) {
        small += (uint64_t)((double)(h->budget[g].min_bytes * (uint64_t)(g + 1)) * 0.06);
        survived += h->budget[g].survived_bytes;
    }
    const struct budget *above = &h->budget[h->condemned + 1];
    const int64_t older =
        (int64_t)above->current_bytes + (int64_t)above->desired - above->remaining;
    return (int64_t)small > older || survived > small;
}

/* New budget of generation 0 or 1 from its survivors. */
static uint64_t young(const struct budget *b, int64_t remaining, uint64_t age_ms)
{
    const float survival = (float)b->survived_bytes / (float)b->begin_bytes;
    const float wanted = gen_growth(survival, b->limit, b->max_limit) * (float)b->survived_bytes;
    float fresh = wanted > (float)b->min_bytes ? wanted : (float)b->min_bytes;
    if (fresh > (float)b->max_bytes)
        fresh = (float)b->max_bytes;
    return gen_partial((uint64_t)fresh, b->desired, remaining, age_ms);
}

/* Size that generation 2 or the large objects may reach before the next collection. */
static uint64_t old_size(const struct budget *b, uint64_t out, float *growth)
{
    const float share = (float)out / (float)b->begin_bytes;
    *growth = gen_growth(share < 1.0f ? share : 1.0f, b->limit, b->max_limit);
    const float size = *growth * (float)b->current_bytes;
    return (uint64_t)(size > (float)b->min_bytes ? size : (float)b->min_bytes);
}

static uint64_t oldest(const struct budget *b, int64_t remaining, uint64_t age_ms)
{
    float growth;
    const uint64_t size = old_size(b, b->survived_bytes, &growth);
    const uint64_t more = size > b->current_bytes ? size - b->current_bytes : 0;
    uint64_t fresh =
        gen_partial(more > b->min_bytes ? more : b->min_bytes, b->desired, remaining, age_ms);
    const float current = (float)b->current_bytes;
    if (b->fragmented_bytes > (uint64_t)((growth - 1.0f) * current)) {
        const float less = (float)fresh * current / (current + (float)(2 * b->fragmented_bytes));
        fresh = (uint64_t)less > b->min_bytes ? (uint64_t)less : b->min_bytes;
    }
    return fresh;
}

static uint64_t large(const struct budget *b, uint64_t gen2_desired, uint64_t age_ms)
{
    float growth;
    const uint64_t size = old_size(b, b->current_bytes, &growth);
    const uint64_t quarter = b->current_bytes / 4;
    const uint64_t floor_bytes = quarter > b->min_bytes ? quarter : b->min_bytes;
    uint64_t fresh = size > b->current_bytes ? size - b->current_bytes : 0;
    if (fresh < gen2_desired)
        fresh = gen2_desired;
    if (fresh < floor_bytes)
        fresh = floor_bytes;
    return gen_partial(fresh, b->desired, b->start_remaining, age_ms);
}

/* Live bytes and fragmentation as they are now. */
static void measure(struct hp_heap *h, int g)
{
    struct budget *b = &h->budget[g];
    const uint64_t size = gen_generation_size(h, g);
    b->fragmented_bytes = fragmentation(&h->gen[g]);
    b->current_bytes = size > b->fragmented_bytes ? size - b->fragmented_bytes : 0;
}

static void renew(struct hp_heap *h, int g)
{
    struct budget *b = &h->budget[g];
    const int64_t remaining = b->start_remaining - (int64_t)b->in_bytes;
    uint64_t desired = b->min_bytes;
    measure(h, g);
    const uint64_t age_ms = h->collected_ms - b->last_ms;
    b->last_ms = h->collected_ms;
    if (b->begin_bytes != 0)
        desired = g == GEN_LARGE ? large(b, h->budget[GEN2].desired, age_ms)
                  : g == GEN2    ? oldest(b, remaining, age_ms)
                                 : young(b, remaining, age_ms);
    b->desired = (desired + 7) & ~(uint64_t)7;
    b->remaining = (int64_t)b->desired - (int64_t)b->in_bytes;
}

/* Survivors charge the generation that takes them only if promotion was decided: a sweep that promotes
 * against the decision charges nothing. */
void gen_budget_end(struct hp_heap *h)
{
    if (h->promote)
        for (int g = 0; g <= h->condemned && g < GEN2; g++)
            h->budget[g + 1].in_bytes = h->budget[g].survived_bytes;
    for (int g = 0; g <= h->condemned_unit; g++)
        renew(h, g);
    for (int g = h->condemned + 1; g <= GEN2; g++) {
        h->budget[g].remaining = h->budget[g].start_remaining - (int64_t)h->budget[g].in_bytes;
        if (h->promote || !h->compacting)
            h->budget[g].fragmented_bytes = fragmentation(&h->gen[g]);
    }
}

/* A background collection has ended: what it found when it began, against what is there now. */
void gen_budget_background(struct hp_heap *h, const struct budget before[2])
{
    static const int generation[2] = { GEN2, GEN_LARGE };
    for (int i = 0; i < 2; i++) {
        struct budget *b = &h->budget[generation[i]];
        b->begin_bytes = before[i].begin_bytes;
        b->start_remaining = before[i].start_remaining;
        b->survived_bytes = before[i].survived_bytes;
        b->in_bytes = 0;
        renew(h, generation[i]);
    }
}
