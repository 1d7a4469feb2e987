/* SPDX-License-Identifier: MIT
 *
 * Small objects: a thread bumps a pointer inside its context, and asks here for more when the context is
 * used up. A context is a piece of generation 0's newest region, normally 8,224 bytes; it is shorter when
 * the budget or the committed memory ends, and a refill that continues the old context keeps what was left
 * behind a 24-byte gap. Where a context ends is where the next collection happens, so every rule here is
 * .NET's to the byte. The mutator thread itself, under the heap's lock.
 */
#include "layout.h"

#include <inttypes.h>

/* Ends the context of one thread: its rest becomes a free object, or the region's end moves back to it. */
void gen_retire_context(struct gen_thread *t)
{
    struct hp_heap *h = t->pub.heap;
    if (t->pub.alloc_ptr != 0) {
        const uintptr_t rest = t->pub.alloc_limit - t->pub.alloc_ptr;
        h->total_small -= (int64_t)rest;
        t->allocated_bytes -= (int64_t)rest;
        if (h->alloc_region->allocated == t->pub.alloc_limit + GAP_BYTES) {
            h->alloc_region->allocated = t->pub.alloc_ptr;
        } else {
            gen_free_object(t->pub.alloc_ptr, rest + GAP_BYTES);
            h->gen[GEN0].loose_bytes += rest + GAP_BYTES;
        }
    }
    t->pub.alloc_ptr = t->pub.alloc_limit = 0;
}

/* Ends all contexts, as every collection does first; the next refills share the budget between as many
 * threads as had one. */
void gen_retire_contexts(struct hp_heap *h)
{
    for (struct gen_thread *t = h->threads; t != NULL; t = t->next)
        gen_retire_context(t);
}

/* Continues the context behind a gap, or starts one at `start`; [start, start + bytes) is its own. */
static void extend_context(struct gen_thread *t, uintptr_t start, uint64_t bytes)
{
    if (t->pub.alloc_ptr != 0 && t->pub.alloc_limit + GAP_BYTES == start) {
        gen_free_object(t->pub.alloc_ptr, GAP_BYTES);
        t->pub.alloc_ptr += GAP_BYTES;
    } else {
        gen_retire_context(t);
        t->pub.alloc_ptr = start;
    }
    t->pub.alloc_limit = start + bytes - GAP_BYTES;
    t->pub.heap->total_small += (int64_t)(bytes - GAP_BYTES);
    t->allocated_bytes += (int64_t)(bytes - GAP_BYTES);
}

/* Room that generation 0's newest region offers for `need` bytes; takes another region when it is full.
 * 0: no memory. */
static uint64_t find_room(struct gen_thread *t, uint64_t need, bool *beyond_commit)
{
    struct hp_heap *h = t->pub.heap;
    for (;;) {
        struct region *r = h->alloc_region;
        if (r == NULL)
            return 0;
        *beyond_commit = r->allocated + need + GAP_BYTES > r->committed;
        if (!*beyond_commit)
            return r->committed - GAP_BYTES - r->allocated;
        if (r->allocated + need + GAP_BYTES <= r->end)
            return r->end - GAP_BYTES - r->allocated;
        gen_retire_context(t);
        if (r->next == NULL) {
            struct region *fresh = gen_region_take(h);
            if (fresh == NULL)
                return 0;
            gen_region_join(h, fresh, GEN0);
        }
        h->alloc_region = r->next;
    }
}

/* Gets the thread a context with room for `size` bytes. */
static int refill(struct gen_thread *t, uint64_t size, bool uninit)
{
    struct hp_heap *h = t->pub.heap;
    struct budget *b = &h->budget[GEN0];
    const uint64_t need = size + GAP_BYTES;
    const uint64_t want = uninit || need > h->quantum ? need : h->quantum;
    bool beyond;
    uint64_t bytes = find_room(t, need, &beyond);
    if (bytes == 0)
        return HP_E_NOMEM;
    if (bytes > want)
        bytes = want;
    if ((int64_t)bytes > b->remaining)
        bytes = b->remaining > (int64_t)need ? (uint64_t)b->remaining : need;
    struct region *r = h->alloc_region;
    if (beyond && !gen_commit(h, r, r->allocated + bytes))
        return HP_E_NOMEM;
    b->remaining -= (int64_t)bytes;
    const uintptr_t start = r->allocated;
    if (uninit && t->pub.alloc_ptr != 0 && t->pub.alloc_limit + GAP_BYTES == start) {
        const uint64_t left = start - t->pub.alloc_ptr;
        bytes = bytes - left + GAP_BYTES; /* a whole context was left: it would have fitted */
        b->remaining += (int64_t)left;
    }
    r->allocated = start + bytes;
    if (uninit)
        gen_touch(r, r->allocated);
    else
        gen_zero(r, start - 8, r->allocated - 8);
    extend_context(t, start, bytes);
    return HP_OK;
}

static void put(struct hp_thread *thread, uintptr_t object, const struct hp_type *type,
                uint64_t length, uint32_t slot)
{
    *gen_header(object) = 0;
    *gen_word(object) = (uintptr_t)type;
    if (type->element_bytes != 0)
        *gen_word(object + 8) = length; /* the length and, in arrays, the padding behind it */
    thread->roots[slot] = object;
}

static int place(struct gen_thread *t, const struct hp_type *type, uint64_t length, unsigned flags,
                 uint32_t slot)
{
    const uint64_t bytes = hp_object_bytes(type, length);
    const bool uninit = (flags & HP_UNINIT) != 0 && !gen_has_refs(type) &&
                        length * type->element_bytes >= UNINIT_MIN;
    uintptr_t object = 0;
    if (gen_is_large(t->pub.heap, type, length)) {
        bool fresh;
        object = gen_large_place(t->pub.heap, bytes, &fresh);
        if (object == 0)
            return HP_E_NOMEM;
        if (!uninit && !fresh)
            memset((void *)(object + 8), 0, bytes - 16);
        t->allocated_bytes += (int64_t)bytes;
        t->large_objects++;
    } else {
        if (bytes > t->pub.alloc_limit - t->pub.alloc_ptr && refill(t, bytes, uninit) != HP_OK)
            return HP_E_NOMEM;
        object = t->pub.alloc_ptr;
        t->pub.alloc_ptr += bytes;
    }
    put(&t->pub, object, type, length, slot);
    return HP_OK;
}

static void end_background_if_due(struct gen_thread *t)
{
    if (gen_background_due(t->pub.heap))
        gen_background_end(t);
}

static int alloc_locked(struct gen_thread *t, const struct hp_type *type, uint64_t length,
                        unsigned flags, uint32_t slot, struct hp_err *err)
{
    struct hp_heap *h = t->pub.heap;
    const bool large = gen_is_large(h, type, length);
    const uint64_t bytes = hp_object_bytes(type, length);
    end_background_if_due(t);
    if (h->opt.stress && h->telling == 0)
        gen_collect_locked(t, GEN2, HP_GC_STRESS);
    else if (large && h->budget[GEN_LARGE].remaining < 0 && !h->background.running)
        gen_collect_locked(t, GEN0, HP_GC_LARGE);
    else if (!large && bytes > t->pub.alloc_limit - t->pub.alloc_ptr &&
             h->budget[GEN0].remaining < 0)
        gen_collect_locked(t, GEN0, HP_GC_SMALL);
    end_background_if_due(t);
    int rc = place(t, type, length, flags, slot);
    if (rc != HP_OK) {
        /* Last resort: collect everything, give back what nobody uses, try once more. */
        gen_collect_locked(t, GEN2, HP_GC_LIMIT);
        (void)gen_release_free(h);
        rc = place(t, type, length, flags, slot);
    }
    if (h->opt.stress) /* an open context would hide the next allocations from us */
        gen_retire_context(t);
    if (rc == HP_OK)
        return HP_OK;
    return hp_fail(err, HP_E_NOMEM,
                   "gen: no room for a %s of %" PRIu64 " bytes: %" PRIu64 " bytes are held%s",
                   type->name, bytes, h->committed_bytes,
                   h->opt.limit != 0 ? " and the option `memory_limit` allows no more" : "");
}

int gen_alloc(struct hp_thread *thread, const struct hp_type *type, uint64_t length, unsigned flags,
              uint32_t slot, struct hp_err *err)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    if (length > HP_LENGTH_MAX)
        return hp_fail(err, HP_E_RANGE, "gen: a %s cannot have %" PRIu64 " elements, at most %u",
                       type->name, length, HP_LENGTH_MAX);
    gen_lock(t);
    const int rc = alloc_locked(t, type, length, flags, slot, err);
    gen_unlock(t);
    gen_after_gen2(t);
    return rc;
}
