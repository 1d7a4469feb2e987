/* SPDX-License-Identifier: MIT
 *
 * The concurrent collector as a model: a collection of generation 2 that the program does not wait for. It
 * begins with a stop in which everything reachable is marked; what is dead in generation 2 and among the
 * large objects becomes free objects that nobody may use yet. The program goes on, younger generations are
 * collected meanwhile, large objects are charged to nobody. After a drawn number of allocated bytes a second
 * stop gives the free objects to the lists and computes the budgets: what was allocated in between lives.
 * How much fits in between is a property of a machine, so its range is an option. It is work of the program
 * rather than bytes: a large object takes time whatever its size, so it may count for more than its bytes.
 * With no large object alive it is over before the program goes on: .NET's counts are then those of blocking
 * collections, in every recording. Under the heap's lock.
 */
#include "marks.h"

/* Bytes that are allocated until the collection ends: the same for the same seed and collection. */
static uint64_t draw(const struct hp_heap *h)
{
    const uint64_t low = h->opt.background_low;
    const uint64_t high = h->opt.background_high;
    uint64_t x = h->config.seed + h->collection_count * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return high > low ? low + x % (high - low + 1) : low;
}

static uint64_t allocated(const struct hp_heap *h)
{
    return (uint64_t)(h->total_small + h->total_large);
}

bool gen_background_due(const struct hp_heap *h)
{
    const struct background *b = &h->background;
    return b->running &&
           allocated(h) - b->from_bytes + (uint64_t)b->large_objects * h->opt.background_object >=
               b->bytes;
}

/* A dead object of generation 0 or 1 waits for its own collection: it forgets what goes now. */
static void forget_dead(struct hp_heap *h, uintptr_t *where, void *context)
{
    (void)context;
    if (*where != 0 && gen_number_of(h, *where) >= GEN2 && !gen_marked(h, *where))
        *where = 0;
}

static void note_dead(struct hp_heap *h, const struct region *r)
{
    for (uintptr_t at = gen_region_mem(r); at < r->allocated; at += gen_size(at)) {
        if (gen_is_free(at) || gen_marked(h, at))
            continue;
        if (r->generation >= GEN2)
            gen_free_object(at, gen_size(at));
        else if (gen_has_refs(gen_type(at)))
            gen_each_ref(h, at, 0, UINTPTR_MAX, forget_dead, NULL);
    }
}

void gen_background_begin(struct hp_heap *h, struct hp_collection *entry)
{
    struct background *b = &h->background;
    h->condemned = GEN2;
    h->condemned_unit = GEN_LARGE;
    gen_budget_begin(h);
    gen_mark(h);
    for (int g = 0; g < GEN_COUNT; g++)
        for (const struct region *r = h->gen[g].first; r != NULL; r = r->next)
            note_dead(h, r);
    for (int g = 0; g < GEN_COUNT; g++)
        for (const struct region *r = h->gen[g].first; r != NULL; r = r->next)
            gen_clear_marks(h, r);
    entry->background = 1;
    b->entry = *entry;
    b->before[0] = h->budget[GEN2];
    b->before[1] = h->budget[GEN_LARGE];
    b->running = true;
    b->from_bytes = allocated(h);
    b->bytes = b->before[1].survived_bytes == 0 ? 0 : draw(h);
    b->large_objects = 0;
    h->condemned = -1;
}

/* Rebuilds the lists of a generation from its free objects; a region ends behind its last object, an empty
 * one goes unless it is the first. */
static void list_free(struct hp_heap *h, int generation)
{
    struct generation *g = &h->gen[generation];
    struct region *r = g->first;
    gen_list_clear(g);
    g->list_used_bytes = 0;
    g->first = g->last = NULL;
    while (r != NULL) {
        struct region *next = r->next;
        uintptr_t end = gen_region_mem(r);
        for (uintptr_t at = end; at < r->allocated;) {
            const uint64_t bytes = gen_size(at);
            if (!gen_is_free(at)) {
                if (at > end)
                    gen_gap(g, end, at - end);
                end = at + bytes;
            }
            at += bytes;
        }
        r->allocated = end;
        gen_clear_bricks(h, r);
        if (end != gen_region_mem(r) || g->first == NULL)
            gen_region_join(h, r, generation);
        else
            gen_region_free(h, r);
        r = next;
    }
}

void gen_background_finish(struct hp_heap *h)
{
    struct background *b = &h->background;
    list_free(h, GEN2);
    list_free(h, GEN_LARGE);
    gen_budget_background(h, b->before);
    b->running = false;
}
