/* SPDX-License-Identifier: MIT
 *
 * Places for survivors that leave the condemned generations: first fit in the free list of the generation
 * above, then the ends of its regions, then a new region. Generation 1 has one bucket and throws away items
 * that did not fit; generation 2 searches its buckets upward. All of it is only a plan: what is written
 * into free items is logged, and a collection that sweeps takes everything back. Collector, world stopped.
 */
#include "layout.h"

struct saved_lists {
    struct free_list list;
    uint64_t list_bytes, loose_bytes, list_used_bytes;
};

static struct saved_lists *saved(struct hp_heap *h)
{
    return (struct saved_lists *)(void *)h->older_saved;
}

_Static_assert(sizeof(struct saved_lists) <= sizeof(((struct hp_heap *)0)->older_saved),
               "the copy for taking a plan back fits");

static void write_word(struct hp_heap *h, uintptr_t *where, uintptr_t value)
{
    if (!gen_words_push(&h->undo, (uintptr_t)where))
        h->older.failed = true;
    else if (!gen_words_push(&h->undo, *where)) {
        h->undo.count--;
        h->older.failed = true;
    } else
        *where = value;
}

static void write_free(struct hp_heap *h, uintptr_t address, uint64_t bytes)
{
    write_word(h, gen_header(address), 0);
    write_word(h, gen_word(address), (uintptr_t)&gen_free_type);
    write_word(h, gen_word(address + 8), bytes);
}

void gen_older_begin(struct hp_heap *h, int into)
{
    struct generation *g = &h->gen[into];
    h->older = (struct older_plan){
        .into = g, .into_number = into, .region = g->first, .piece = { .pads = into != GEN2 }
    };
    h->undo.count = 0;
    *saved(h) = (struct saved_lists){ g->list, g->list_bytes, g->loose_bytes, g->list_used_bytes };
    for (struct region *r = g->first; r != NULL; r = r->next) {
        r->planned = r->allocated;
        r->plan_generation = (uint8_t)into;
        r->added = false;
    }
}

/* Leaves what the current piece has left: trimmed at a region's end, else a free object again. */
static void leave_piece(struct hp_heap *h)
{
    struct older_plan *o = &h->older;
    const uint64_t rest = o->piece.limit - o->piece.ptr;
    if (o->at_end) {
        o->region->planned = o->piece.ptr;
    } else if (rest != 0) {
        write_free(h, o->piece.ptr, rest);
        if (rest >= FREE_ITEM_MIN) {
            const unsigned i = gen_list_bucket(&o->into->list, rest);
            write_word(h, gen_list_link(o->piece.ptr), o->into->list.head[i]);
            if (o->into->list.head[i] == 0)
                o->into->list.tail[i] = o->piece.ptr;
            o->into->list.head[i] = o->piece.ptr;
            o->into->list_bytes += rest;
        } else {
            o->into->loose_bytes += rest;
        }
    }
    o->piece.ptr = o->piece.limit = o->piece.pad_from = 0;
    o->at_end = false;
}

/* True if `bytes` fit in [ptr, limit) with a pad in front and a gap behind, as far as those may be due. */
static bool fits(const struct older_plan *o, uintptr_t ptr, uintptr_t limit, uint64_t bytes)
{
    const bool pad = o->piece.pads;
    if (pad)
        ptr += GAP_BYTES;
    return (limit >= ptr && limit - ptr >= bytes + GAP_BYTES) || (!pad && ptr + bytes == limit);
}

static bool from_bucket(struct hp_heap *h, unsigned bucket, uint64_t bytes)
{
    struct older_plan *o = &h->older;
    struct free_list *list = &o->into->list;
    const bool discard = bucket == 0;
    uintptr_t before = 0;
    for (uintptr_t item = list->head[bucket]; item != 0;) {
        const uintptr_t next = *gen_list_link(item);
        const uint64_t size = gen_size(item);
        const bool fit = fits(o, item, item + size, bytes);
        if (fit || discard) {
            if (before == 0)
                list->head[bucket] = next;
            else
                write_word(h, gen_list_link(before), next);
            if (list->tail[bucket] == item)
                list->tail[bucket] = before;
            o->into->list_bytes -= size;
        }
        if (fit) {
            leave_piece(h);
            o->piece.ptr = o->piece.pad_from = item;
            o->piece.limit = item + size;
            return true;
        }
        if (discard)
            o->into->loose_bytes += size;
        else
            before = item;
        item = next;
    }
    return false;
}

/* Memory behind region->planned: from the last object for the first plug there, then from the edge of the
 * committed memory, which is where the piece in use ends. */
static bool from_region_end(struct hp_heap *h, struct region *r, uint64_t bytes)
{
    struct older_plan *o = &h->older;
    const uintptr_t from = r->planned;
    const uint64_t pad = o->piece.pads ? GAP_BYTES : 0;
    if (!fits(o, from, r->committed, bytes)) {
        if (!fits(o, from, r->end, bytes) || !gen_commit(h, r, from + bytes + pad + GAP_BYTES))
            return false;
    }
    if (!(o->at_end && o->region == r && o->piece.limit == from)) {
        leave_piece(h);
        o->piece.ptr = o->piece.pad_from = from;
    }
    o->region = r;
    o->at_end = true;
    o->piece.limit = r->planned = r->committed;
    return true;
}

static bool from_regions(struct hp_heap *h, uint64_t bytes)
{
    struct older_plan *o = &h->older;
    for (struct region *r = o->into->first; r != NULL; r = r->next) {
        if (from_region_end(h, r, bytes))
            return true;
        if (o->at_end && o->region == r)
            leave_piece(h);
    }
    struct region *fresh = gen_region_take(h);
    if (fresh == NULL)
        return false;
    gen_region_join(h, fresh, o->into_number);
    fresh->planned = fresh->allocated;
    fresh->plan_generation = (uint8_t)o->into_number;
    fresh->added = true;
    return from_region_end(h, fresh, bytes);
}

static bool find_piece(struct hp_heap *h, uint64_t bytes)
{
    const struct free_list *list = &h->older.into->list;
    for (unsigned i = gen_list_bucket(list, 2 * (bytes + GAP_BYTES)); i < list->buckets; i++)
        if (from_bucket(h, i, bytes))
            return true;
    return from_regions(h, bytes);
}

uintptr_t gen_older_place(struct hp_heap *h, uint64_t bytes)
{
    struct older_plan *o = &h->older;
    if (!fits(o, o->piece.ptr, o->piece.limit, bytes) && !find_piece(h, bytes))
        o->failed = true;
    if (o->failed)
        return 0;
    if (o->into_number != GEN2 &&
        (o->piece.ptr == o->piece.pad_from || o->piece.ptr - o->piece.pad_from >= PAD_EVERY)) {
        o->piece.pad_from = o->piece.ptr;
        o->piece.ptr += GAP_BYTES;
        o->into->loose_bytes += GAP_BYTES;
    }
    const uintptr_t at = o->piece.ptr;
    o->piece.ptr += bytes;
    if (!o->at_end)
        o->into->list_used_bytes += bytes;
    return at;
}

/* The survivors are moved: the plan becomes what is. */
void gen_older_commit(struct hp_heap *h)
{
    struct older_plan *o = &h->older;
    leave_piece(h);
    for (struct region *r = o->into->first; r != NULL; r = r->next) {
        gen_touch(r, r->planned);
        r->allocated = r->planned;
    }
    o->into = NULL;
}

void gen_older_undo(struct hp_heap *h)
{
    struct older_plan *o = &h->older;
    struct generation *g = o->into;
    while (h->undo.count > 0) {
        const uintptr_t old = h->undo.item[--h->undo.count];
        *gen_word(h->undo.item[--h->undo.count]) = old;
    }
    g->list = saved(h)->list;
    g->list_bytes = saved(h)->list_bytes;
    g->loose_bytes = saved(h)->loose_bytes;
    g->list_used_bytes = saved(h)->list_used_bytes;
    struct region *r = g->first;
    g->first = g->last = NULL;
    while (r != NULL) {
        struct region *next = r->next;
        if (r->added)
            gen_region_free(h, r);
        else
            gen_region_join(h, r, o->into_number);
        r = next;
    }
    o->into = NULL;
}
