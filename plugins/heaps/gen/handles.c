/* SPDX-License-Identifier: MIT
 *
 * Roots outside any scope: strong and weak handles, and pins. A handle is an index into a table that only
 * grows; freed entries form a list. Pins of one object are as many entries as there are pins. Under the
 * heap's lock, in the thread that calls.
 */
#include "layout.h"

#include <stdlib.h>

static int grow(struct hp_heap *h, struct hp_err *err)
{
    const uint32_t capacity = h->handle_capacity == 0 ? 256 : 2 * h->handle_capacity;
    struct gen_handle *grown = realloc(h->handles, capacity * sizeof *grown);
    if (grown == NULL)
        return hp_fail(err, HP_E_NOMEM, "gen: no memory for %u handles", capacity);
    h->handles = grown;
    h->handle_capacity = capacity;
    return HP_OK;
}

/* Entry 0 is never given out: bits 0 is no handle. */
static int add_handle(struct hp_heap *h, uintptr_t object, uint32_t kind, hp_handle *out,
                      struct hp_err *err)
{
    uint32_t index = h->handle_free;
    if (index != 0) {
        h->handle_free = h->handles[index].next_free;
    } else {
        index = h->handle_count == 0 ? 1 : h->handle_count;
        if (index >= h->handle_capacity) {
            const int rc = grow(h, err);
            if (rc != HP_OK)
                return rc;
            if (index == 1)
                h->handles[0] = (struct gen_handle){ 0 };
        }
        h->handle_count = index + 1;
    }
    h->handles[index] = (struct gen_handle){ .object = object, .kind = kind };
    h->pin_count += kind == GEN_H_PIN;
    out->bits = index;
    return HP_OK;
}

/* NULL for what is no live handle: a double free or a forgotten initialisation changes nothing. */
static struct gen_handle *find(struct hp_heap *h, hp_handle handle)
{
    if (handle.bits == 0 || handle.bits >= h->handle_count)
        return NULL;
    struct gen_handle *found = &h->handles[handle.bits];
    return found->kind == GEN_H_FREE ? NULL : found;
}

static void release(struct hp_heap *h, hp_handle handle)
{
    struct gen_handle *found = find(h, handle);
    if (found == NULL)
        return;
    h->pin_count -= found->kind == GEN_H_PIN;
    *found = (struct gen_handle){ .kind = GEN_H_FREE, .next_free = h->handle_free };
    h->handle_free = (uint32_t)handle.bits;
}

int gen_handle_new(struct hp_thread *thread, hp_ref object, enum hp_handle_kind kind,
                   hp_handle *out, struct hp_err *err)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    gen_lock(t);
    const int rc = add_handle(thread->heap, thread->roots[object.slot],
                              kind == HP_WEAK ? GEN_H_WEAK : GEN_H_STRONG, out, err);
    gen_unlock(t);
    return rc;
}

void gen_handle_get(struct hp_thread *thread, hp_handle handle, uint32_t slot)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    gen_lock(t);
    const struct gen_handle *found = find(thread->heap, handle);
    thread->roots[slot] = found == NULL ? 0 : found->object;
    gen_unlock(t);
}

void gen_handle_set(struct hp_thread *thread, hp_handle handle, hp_ref object)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    gen_lock(t);
    struct gen_handle *found = find(thread->heap, handle);
    if (found != NULL)
        found->object = thread->roots[object.slot];
    gen_unlock(t);
}

void gen_handle_release(struct hp_thread *thread, hp_handle handle)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    gen_lock(t);
    release(thread->heap, handle);
    gen_unlock(t);
}

int gen_pin(struct hp_thread *thread, hp_ref object, void **address, hp_handle *pin,
            struct hp_err *err)
{
    struct gen_thread *t = (struct gen_thread *)thread;
    if (hp_is_null(thread, object))
        return hp_fail(err, HP_E_STATE,
                       "pin: the slot holds null, there is no object to keep still");
    gen_lock(t);
    const int rc = add_handle(thread->heap, thread->roots[object.slot], GEN_H_PIN, pin, err);
    if (rc == HP_OK)
        *address = hp_data(thread, object);
    gen_unlock(t);
    return rc;
}

void gen_unpin(struct hp_thread *thread, hp_handle pin)
{
    gen_handle_release(thread, pin);
}
