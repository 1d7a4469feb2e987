/* SPDX-License-Identifier: MIT
 *
 * Free regions wait here for a generation that needs one. Which one it gets matters: the committed part of
 * a region decides where contexts end. The most committed memory comes first; a region that becomes free
 * goes to the front when it is committed to its end, else behind the last one that has at least as much.
 * After a collection those that the budgets will not need are surplus: of the free ones the highest
 * addresses, and what nobody took for twenty collections. Time gives surplus back to the system, 160 KiB
 * in a millisecond, in steps of at least 100 ms; until then it can still be taken. Under the heap's lock.
 */
#include "layout.h"

#define AGE_SURPLUS 20u /* collections after which a free region is no longer needed */
#define AGE_MAX 99u
#define RELEASE_STEP_MS 100u
#define RELEASE_MOST_MS 10000u
#define RELEASE_BYTES_PER_MS (UINT64_C(160) * 1024)

static uint64_t committed(const struct region *r)
{
    return r->committed - r->base;
}

static void insert(struct region **at, struct region *r)
{
    r->next = *at;
    *at = r;
}

void gen_spare_add(struct hp_heap *h, struct region *r)
{
    struct region **at = &h->free;
    r->age = 0;
    if (r->committed != r->end)
        for (struct region **link = at; *link != NULL; link = &(*link)->next)
            if (committed(*link) >= committed(r))
                at = &(*link)->next;
    insert(at, r);
}

/* Bytes of new regions that a generation is expected to need until its next collection: its budget, less
 * what its regions still offer at their ends, less the share of its free list that will be used. */
static int64_t growth(const struct hp_heap *h, int generation)
{
    const struct generation *g = &h->gen[generation];
    int64_t allocated = 0, unused = 0;
    for (const struct region *r = g->first; r != NULL; r = r->next) {
        allocated += (int64_t)(r->allocated - gen_region_mem(r));
        unused += (int64_t)(r->end - r->allocated);
    }
    const double share = allocated == 0 ? 0.0 : (double)g->list_bytes / (double)allocated;
    return h->budget[generation].remaining - (int64_t)(share * (double)g->list_bytes) - unused;
}

/* Regions to keep for generations 0 to 2. Once all are spoken for, older generations ask for no more. */
static size_t needed(const struct hp_heap *h, size_t available)
{
    size_t count = 0;
    for (int g = GEN0; g <= GEN2 && count < available; g++) {
        const int64_t bytes = growth(h, g);
        if (bytes > 0)
            count += ((size_t)bytes + UNIT_BYTES - 1) >> UNIT_SHIFT;
    }
    return count;
}

static void take_highest(struct region **list, struct region **surplus)
{
    struct region **highest = list;
    for (struct region **at = list; *at != NULL; at = &(*at)->next)
        if ((*at)->base > (*highest)->base)
            highest = at;
    struct region *r = *highest;
    *highest = r->next;
    insert(surplus, r);
}

/* Moves what is surplus out of the list of free regions. */
static struct region *take_surplus(struct hp_heap *h)
{
    struct region *surplus = NULL;
    size_t count = 0;
    for (struct region **at = &h->free; *at != NULL;) {
        struct region *r = *at;
        if (r->age >= AGE_SURPLUS) {
            *at = r->next;
            insert(&surplus, r);
        } else {
            at = &r->next;
            count++;
        }
    }
    for (const size_t keep = needed(h, count); count > keep; count--)
        take_highest(&h->free, &surplus);
    return surplus;
}

/* Gives surplus back as far as the time since the last step allows. Returns what it leaves. */
static struct region *release(struct hp_heap *h, struct region *surplus)
{
    uint64_t ms = h->collected_ms - h->released_ms;
    if (ms < RELEASE_STEP_MS)
        return surplus;
    h->released_ms = h->collected_ms;
    if (ms > RELEASE_MOST_MS)
        ms = RELEASE_MOST_MS;
    uint64_t done = 0;
    while (surplus != NULL && done < ms * RELEASE_BYTES_PER_MS) {
        struct region *r = surplus;
        surplus = r->next;
        done += committed(r);
        gen_region_discard(h, r);
    }
    return surplus;
}

/* Behind all that have as much committed memory and are no older. */
static void insert_sorted(struct region **list, struct region *r)
{
    struct region **at = list;
    while (*at != NULL && (committed(*at) > committed(r) ||
                           (committed(*at) == committed(r) && (*at)->age <= r->age)))
        at = &(*at)->next;
    insert(at, r);
}

static void sort_into(struct region **sorted, struct region *list)
{
    for (struct region *r = list, *next; r != NULL; r = next) {
        next = r->next;
        insert_sorted(sorted, r);
    }
}

void gen_spare_order(struct hp_heap *h)
{
    struct region *sorted = NULL;
    struct region *surplus = release(h, take_surplus(h));
    sort_into(&sorted, h->free);
    sort_into(&sorted, surplus);
    h->free = sorted;
    for (struct region *r = h->free; r != NULL; r = r->next)
        r->age = (uint8_t)(r->age < AGE_MAX ? r->age + 1u : AGE_MAX);
}
