/* SPDX-License-Identifier: MIT
 *
 * Where would each run of live objects (plug) go, and is moving worth it? Survivors of the oldest condemned
 * generation leave for the generation above (older.c) if the collection promotes; all others slide towards
 * the start of the condemned regions, oldest generation first. The plan of a plug is written into the dead
 * bytes before it, so planning needs no memory. Collector, world stopped.
 */
#include "layout.h"

/* Fragmentation from which a collection of generations 0..n compacts, in bytes and as a share. */
static const struct {
    uint64_t bytes;
    float share;
} compact_from[3] = { { 40000, 0.5f }, { 80000, 0.5f }, { 200000, 0.25f } };

struct slide {
    struct region *region;
    int region_generation; /* whose list `region` is in */
    uintptr_t ptr;
    uintptr_t pad_from;
    int to_generation; /* of what is being laid out; -1 at the start */
};

struct region *gen_first_condemned(const struct hp_heap *h, int *generation)
{
    for (*generation = h->condemned; *generation >= 0; --*generation)
        if (h->gen[*generation].first != NULL)
            return h->gen[*generation].first;
    return NULL;
}

/* The order of planning: lists from the oldest condemned generation to generation 0. */
struct region *gen_next_condemned(const struct hp_heap *h, const struct region *r, int *generation)
{
    if (r->next != NULL)
        return r->next;
    while (--*generation >= 0)
        if (h->gen[*generation].first != NULL)
            return h->gen[*generation].first;
    return NULL;
}

static void slide_next(struct hp_heap *h, struct slide *s)
{
    s->region->planned = s->ptr;
    s->region = gen_next_condemned(h, s->region, &s->region_generation);
    s->ptr = s->pad_from = gen_region_mem(s->region);
}

static uintptr_t slide_place(struct hp_heap *h, struct slide *s, const struct region *source,
                             uintptr_t plug, uint64_t bytes, int to, bool *padded)
{
    if (s->to_generation != to && s->to_generation >= 0 && s->ptr != gen_region_mem(s->region))
        slide_next(h, s);
    s->to_generation = to;
    const uint64_t front = to != GEN2 ? GAP_BYTES : 0;
    /* In its own region a plug always fits: it moves down, by at least the gap before it. */
    while (s->region != source && s->ptr + front + bytes + GAP_BYTES > s->region->end)
        slide_next(h, s);
    s->region->plan_generation = (uint8_t)to;
    *padded = front != 0 && s->ptr != plug &&
              (s->ptr == s->pad_from || s->ptr - s->pad_from >= PAD_EVERY);
    if (*padded) {
        s->pad_from = s->ptr;
        s->ptr += GAP_BYTES;
        h->plan_pad_bytes[to] += GAP_BYTES;
    }
    const uintptr_t at = s->ptr;
    s->ptr += bytes;
    if (!gen_commit(h, s->region, s->ptr))
        h->older.failed = true;
    return at;
}

/* First object behind the run of live objects that starts at `from`. */
static uintptr_t plug_end(const struct hp_heap *h, uintptr_t from, uintptr_t end)
{
    uintptr_t at = from;
    do
        at += gen_size(at);
    while (at < end && gen_marked(h, at));
    return at;
}

static void plan_region(struct hp_heap *h, struct slide *s, struct region *r, int generation,
                        int to)
{
    const bool leaves = generation == h->condemned && to > generation;
    uintptr_t *link = &r->first_plug;
    uintptr_t plug = gen_next_marked(h, gen_region_mem(r), r->allocated);
    r->first_plug = 0;
    r->last_plug_end = gen_region_mem(r);
    while (plug < r->allocated) {
        const uintptr_t end = plug_end(h, plug, r->allocated);
        bool padded = false;
        const uintptr_t at = leaves ? gen_older_place(h, end - plug, &padded)
                                    : slide_place(h, s, r, plug, end - plug, to, &padded);
        *gen_plug(plug) = (struct plug){ end - plug, at | padded, 0 };
        *link = plug;
        link = &gen_plug(plug)->next;
        r->last_plug_end = end;
        plug = gen_next_marked(h, end, r->allocated);
    }
}

void gen_plan(struct hp_heap *h)
{
    int generation;
    struct slide s = { .to_generation = -1 };
    s.region = gen_first_condemned(h, &generation);
    s.region_generation = generation;
    s.ptr = s.pad_from = gen_region_mem(s.region);
    memset(h->plan_pad_bytes, 0, sizeof h->plan_pad_bytes);
    h->older = (struct older_plan){ .into = NULL };
    if (h->promote && h->condemned < GEN2)
        gen_older_begin(h, h->condemned + 1);
    for (struct region *r = s.region; r != NULL; r = gen_next_condemned(h, r, &generation)) {
        r->planned = gen_region_mem(r);
        r->plan_generation = (uint8_t)generation;
    }
    struct region *r = gen_first_condemned(h, &generation);
    for (; r != NULL; r = gen_next_condemned(h, r, &generation)) {
        const int to = h->promote && generation < GEN2 ? generation + 1 : generation;
        plan_region(h, &s, r, generation, to);
    }
    s.region->planned = s.ptr;
}

bool gen_decide_compact(const struct hp_heap *h)
{
    uint64_t total = 0, planned = 0;
    int generation;
    const struct region *r = gen_first_condemned(h, &generation);
    for (; r != NULL; r = gen_next_condemned(h, r, &generation)) {
        total += r->allocated - gen_region_mem(r);
        planned += r->planned - gen_region_mem(r);
    }
    /* Unsigned on purpose: pads that outweigh the garbage look like endless fragmentation. */
    const uint64_t fragmented = total - planned;
    const int n = h->condemned;
    const float share = total == 0 ? 0.0f : (float)fragmented / (float)total;
    return fragmented >= compact_from[n].bytes && share >= compact_from[n].share;
}
