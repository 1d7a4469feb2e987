/* SPDX-License-Identifier: MIT
 *
 * Does every invariant of layout.h hold? After marking, after planning and after each collection (option
 * verify), and whenever hp_heap_ops.verify is called. Answers with the first thing that does not hold.
 * Between collections the mark bits are free, so they serve as the set of object starts. World stopped.
 */
#include "cards.h"
#include "marks.h"

__attribute__((format(printf, 2, 3))) static const char *broken(struct hp_heap *h,
                                                                const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(h->broken_text, sizeof h->broken_text, format, args);
    va_end(args);
    return h->broken_text;
}

/* ---- walks ----------------------------------------------------------------------------------- */

static const char *region_sane(struct hp_heap *h, const struct region *r, int g)
{
    if (gen_region_mem(r) > r->allocated || r->allocated > r->committed || r->committed > r->end)
        return broken(
            h,
            "region %zu of generation %d: start, end of objects and end of committed memory "
            "are out of order",
            gen_unit(h, r->base), g);
    if (r->generation != g || h->unit_gen[gen_unit(h, r->base)] != g ||
        gen_region_of(h, r->base) != r)
        return broken(h, "region %zu is listed in generation %d but tagged %d",
                      gen_unit(h, r->base), g, r->generation);
    return NULL;
}

/* Sets the start bit of every object; adds up what is free. */
static const char *note_starts(struct hp_heap *h, const struct region *r, uint64_t *free_bytes)
{
    uintptr_t at = gen_region_mem(r);
    while (at < r->allocated) {
        if (*gen_word(at) == 0 || (*gen_word(at) & 7) != 0)
            return broken(h, "no object at offset %llu of region %zu",
                          (unsigned long long)(at - r->base), gen_unit(h, r->base));
        const uint64_t bytes = gen_size(at);
        if (bytes < GAP_BYTES || (bytes & 7) != 0 || bytes > r->allocated - at)
            return broken(h, "%s at offset %llu of region %zu has %llu bytes", gen_type(at)->name,
                          (unsigned long long)(at - r->base), gen_unit(h, r->base),
                          (unsigned long long)bytes);
        if (*gen_header(at) != 0)
            return broken(h, "%s at offset %llu of region %zu has a header word that is not 0",
                          gen_type(at)->name, (unsigned long long)(at - r->base),
                          gen_unit(h, r->base));
        if (gen_marked(h, at))
            return broken(h, "a mark bit outlived its collection");
        *gen_mark_word(h, at) |= gen_mark_bit(h, at);
        if (gen_is_free(at))
            *free_bytes += bytes;
        at += bytes;
    }
    return NULL;
}

static const char *check_list(struct hp_heap *h, int g, uint64_t free_bytes)
{
    const struct generation *gen = &h->gen[g];
    uint64_t sum = 0;
    for (unsigned i = 0; i < gen->list.buckets; i++) {
        uintptr_t last = 0;
        for (uintptr_t item = gen->list.head[i]; item != 0; item = *gen_list_link(item)) {
            if (!gen_in_heap(h, item) || gen_number_of(h, item) != g || !gen_marked(h, item) ||
                !gen_is_free(item))
                return broken(h, "an item on the free list of generation %d is no free object", g);
            if (gen_list_bucket(&gen->list, gen_size(item)) != i || gen_size(item) < FREE_ITEM_MIN)
                return broken(h, "a free item of %llu bytes is in bucket %u of generation %d",
                              (unsigned long long)gen_size(item), i, g);
            sum += gen_size(item);
            last = item;
        }
        if (last != gen->list.tail[i])
            return broken(h, "bucket %u of generation %d does not end at its tail", i, g);
    }
    if (sum != gen->list_bytes || sum > free_bytes)
        return broken(
            h, "generation %d has %llu bytes on its free list, counts %llu, and %llu are free", g,
            (unsigned long long)sum, (unsigned long long)gen->list_bytes,
            (unsigned long long)free_bytes);
    return NULL;
}

struct ref_check {
    int holder;
    const char *what;
};

static void check_ref(struct hp_heap *h, uintptr_t *where, void *context)
{
    const struct ref_check *check = context;
    if (*where == 0 || h->broken_text[0] != '\0')
        return;
    if (!gen_in_heap(h, *where) || gen_number_of(h, *where) == GEN_NONE || !gen_marked(h, *where) ||
        gen_is_free(*where)) {
        (void)broken(h, "%s refers to %#llx, where no object lies", check->what,
                     (unsigned long long)*where);
        return;
    }
    const int target = gen_number_of(h, *where);
    if (target < check->holder &&
        __atomic_load_n(gen_card(h, (uintptr_t)where), __ATOMIC_RELAXED) == 0)
        (void)broken(h, "a %s of generation %d refers to generation %d but its card is not marked",
                     check->what, check->holder, target);
}

static void check_region_refs(struct hp_heap *h, const struct region *r, int g)
{
    for (uintptr_t at = gen_region_mem(r); at < r->allocated; at += gen_size(at)) {
        struct ref_check check = { g < GEN2 ? g : GEN2, gen_type(at)->name };
        if (gen_has_refs(gen_type(at)))
            gen_each_ref(h, at, 0, UINTPTR_MAX, check_ref, &check);
    }
}

static const char *check_all(struct hp_heap *h)
{
    for (int g = 0; g < GEN_COUNT; g++) {
        uint64_t free_bytes = 0;
        for (const struct region *r = h->gen[g].first; r != NULL; r = r->next) {
            const char *bad = region_sane(h, r, g);
            if (bad == NULL)
                bad = note_starts(h, r, &free_bytes);
            if (bad != NULL)
                return bad;
        }
        const char *bad = check_list(h, g, free_bytes);
        if (bad != NULL)
            return bad;
    }
    for (int g = 0; g < GEN_COUNT; g++)
        for (const struct region *r = h->gen[g].first; r != NULL; r = r->next)
            check_region_refs(h, r, g);
    struct ref_check root = { 0, "a root" };
    gen_each_root(h, check_ref, &root);
    struct ref_check weak = { 0, "a weak handle" };
    for (uint32_t i = 1; i < h->handle_count; i++)
        if (h->handles[i].kind == GEN_H_WEAK)
            check_ref(h, &h->handles[i].object, &weak);
    return h->broken_text[0] != '\0' ? h->broken_text : NULL;
}

/* An open context is walkable only as a gap: for the time of the check it is one. */
static void contexts_as_gaps(struct hp_heap *h, bool enter)
{
    for (struct gen_thread *t = h->threads; t != NULL; t = t->next) {
        const uintptr_t at = t->pub.alloc_ptr;
        if (at == 0)
            continue;
        if (enter) {
            t->hidden[0] = *gen_word(at);
            t->hidden[1] = *gen_word(at + 8);
            gen_free_object(at, t->pub.alloc_limit - at + GAP_BYTES);
        } else {
            *gen_word(at) = t->hidden[0];
            *gen_word(at + 8) = t->hidden[1];
        }
    }
}

const char *gen_verify_heap(struct hp_heap *h)
{
    h->broken_text[0] = '\0';
    contexts_as_gaps(h, true);
    const char *bad = check_all(h);
    for (int g = 0; g < GEN_COUNT; g++)
        for (const struct region *r = h->gen[g].first; r != NULL; r = r->next)
            gen_clear_marks(h, r);
    contexts_as_gaps(h, false);
    return bad;
}

/* ---- phases ---------------------------------------------------------------------------------- */

static void check_marked(struct hp_heap *h, uintptr_t *where, void *context)
{
    const char *holder = context;
    if (*where != 0 && gen_condemned(h, *where) && !gen_marked(h, *where))
        (void)broken(h, "marking: %s lives but what it refers to was not marked", holder);
}

const char *gen_verify_marks(struct hp_heap *h)
{
    h->broken_text[0] = '\0';
    char root[] = "a root", type[] = "an object";
    gen_each_root(h, check_marked, root);
    gen_scan_cards(h, check_marked, type, false);
    for (int g = 0; g <= h->condemned_unit; g++) {
        for (const struct region *r = h->gen[g].first; r != NULL; r = r->next) {
            uintptr_t at = gen_next_marked(h, gen_region_mem(r), r->allocated);
            for (; at < r->allocated; at = gen_next_marked(h, at + gen_size(at), r->allocated))
                if (gen_has_refs(gen_type(at)))
                    gen_each_ref(h, at, 0, UINTPTR_MAX, check_marked, type);
        }
    }
    return h->broken_text[0] != '\0' ? h->broken_text : NULL;
}

/* Plugs cover the marked bytes; each stays inside committed memory and moves only down in its region. */
const char *gen_verify_plan(struct hp_heap *h)
{
    uint64_t planned = 0, survived = 0;
    int generation;
    h->broken_text[0] = '\0';
    if (h->older.failed)
        return NULL;
    for (int g = 0; g <= h->condemned; g++)
        survived += h->budget[g].survived_bytes;
    for (struct region *r = gen_first_condemned(h, &generation); r != NULL;
         r = gen_next_condemned(h, r, &generation)) {
        struct gen_runs walk = gen_runs_of(h, r);
        uintptr_t from, end;
        while (gen_runs_next(&walk, &from, &end)) {
            const uintptr_t to = gen_new_place(h, from);
            const struct region *into = gen_region_of(h, to);
            planned += end - from;
            if (into == NULL || to + (end - from) > into->committed || (into == r && to > from) ||
                gen_new_place(h, end - 8) != to + (end - 8 - from))
                return broken(h, "plan: a plug of %llu bytes has no good place",
                              (unsigned long long)(end - from));
        }
    }
    if (planned != survived)
        return broken(h, "plan: %llu bytes were marked and %llu planned",
                      (unsigned long long)survived, (unsigned long long)planned);
    return NULL;
}

int gen_verify(struct hp_thread *thread, struct hp_err *err)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    struct hp_heap *h = thread->heap;
    int rc = HP_OK;
    gen_lock(t);
    gen_stop_world(t);
    const char *bad = h->broken != NULL ? h->broken : gen_verify_heap(h);
    if (bad != NULL)
        rc = hp_fail(err, HP_E_STATE, "gen: %s", bad);
    gen_resume_world(t);
    gen_unlock(t);
    return rc;
}
