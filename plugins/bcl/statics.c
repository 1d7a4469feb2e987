/* SPDX-License-Identifier: MIT
 * What does .NET keep in static fields? The state that all users of one heap share: empty arrays,
 * the objects behind reference elements. The heap owns it; this file fills it, untimed. */
#include "shared.h"

static int thread_index(struct bcl_shared *shared, struct hp_thread *t, uint32_t *out,
                        struct hp_err *err)
{
    uint32_t at = BCL_THREADS;
    bcl_lock(&shared->lock);
    for (uint32_t i = 0; i < BCL_THREADS; i++) {
        if (shared->threads[i] == t) {
            at = i;
            break;
        }
        if (shared->threads[i] == NULL && at == BCL_THREADS)
            at = i;
    }
    if (at < BCL_THREADS)
        shared->threads[at] = t;
    bcl_unlock(&shared->lock);
    *out = at;
    return at < BCL_THREADS
               ? HP_OK
               : hp_fail(err, HP_E_STATE, "more than %d threads use the library on one heap",
                         BCL_THREADS);
}

void bcl_handle_publish(struct bcl *b, hp_handle *handle, hp_handle made)
{
    bcl_lock(&b->shared->lock);
    const bool first = handle->bits == 0;
    if (first)
        __atomic_store_n(&handle->bits, made.bits, __ATOMIC_RELEASE);
    bcl_unlock(&b->shared->lock);
    if (!first)
        b->t->ops->handle_free(b->t, made);
}

int bcl_open(struct bcl *b, const struct hp_run *run, struct hp_err *err)
{
    struct hp_thread *t = run->thread;
    *b = (struct bcl){ .t = t,
                       .runtime = run->runtime == 0 ? 10 : run->runtime,
                       .processors = run->processors == 0 ? 1 : run->processors };
    b->shared = t->ops->shared(t->heap, "bcl", sizeof *b->shared, bcl_shared_end);
    if (b->shared == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for the state of the shared library");
    return thread_index(b->shared, t, &b->thread_index, err);
}

void bcl_leave(struct bcl *b)
{
    struct bcl_shared *shared = b->shared;
    bcl_turn_take(shared, b->t);
    for (uint32_t i = 0; i < BCL_POOLS; i++) {
        struct bcl_pool_slot *place = &shared->pools[i].threads[b->thread_index];
        if (place->touched.bits != 0)
            b->t->ops->handle_free(b->t, place->touched);
        if (place->table.bits != 0)
            b->t->ops->handle_free(b->t, place->table);
        *place = (struct bcl_pool_slot){ .touched = { 0 } };
    }
    bcl_turn_give(shared);
    bcl_lock(&shared->lock);
    shared->worked[b->thread_index] = false;
    shared->threads[b->thread_index] = NULL;
    bcl_unlock(&shared->lock);
}

/* The handle of a type's empty array; 0 bits: nobody has made it. Under the lock. */
static hp_handle empty_find(const struct bcl_shared *shared, const struct hp_type *array)
{
    for (uint32_t i = 0; i < shared->empty_count; i++)
        if (strcmp(shared->empties[i].array->name, array->name) == 0)
            return shared->empties[i].object;
    return (hp_handle){ 0 };
}

/* Keeps `made`, unless another thread was faster. False: there is no room. */
static bool empty_add(struct bcl *b, const struct hp_type *array, hp_handle made, hp_handle *kept)
{
    struct bcl_shared *shared = b->shared;
    bcl_lock(&shared->lock);
    *kept = empty_find(shared, array);
    const bool room = kept->bits != 0 || shared->empty_count < BCL_EMPTIES;
    if (kept->bits == 0 && room) {
        shared->empties[shared->empty_count].array = array;
        shared->empties[shared->empty_count++].object = made;
        *kept = made;
    }
    bcl_unlock(&shared->lock);
    if (kept->bits != made.bits)
        b->t->ops->handle_free(b->t, made);
    return room;
}

int bcl_empty(struct bcl *b, const struct hp_type *array, hp_ref slot, struct hp_err *err)
{
    bcl_lock(&b->shared->lock);
    hp_handle kept = empty_find(b->shared, array);
    bcl_unlock(&b->shared->lock);
    if (kept.bits == 0) {
        hp_handle made = { 0 };
        int rc = hp_new_into(b->t, array, 0, 0, slot, err);
        if (rc == HP_OK)
            rc = b->t->ops->handle_new(b->t, slot, HP_STRONG, &made, err);
        if (rc != HP_OK)
            return rc;
        if (!empty_add(b, array, made, &kept))
            return hp_fail(err, HP_E_STATE, "more than %d kinds of shared empty arrays",
                           BCL_EMPTIES);
    }
    b->t->ops->handle_get(b->t, kept, slot.slot);
    return HP_OK;
}

int bcl_generation(struct bcl *b, hp_ref object)
{
    const struct hp_type *type = hp_type_of(b->t, object);
    const bool array = (type->flags & HP_TYPE_ARRAY) != 0;
    if (array && hp_length(b->t, object) == 0 && type->element_refs == 0)
        return BCL_FROZEN;
    return b->t->ops->generation(b->t, object);
}

static int items_fill(struct bcl *b, hp_ref items, struct hp_err *err)
{
    hp_ref item;
    int rc = hp_root(b->t, &item, err);
    for (int64_t i = 0; rc == HP_OK && i < BCL_ITEMS; i++) {
        rc = hp_new_into(b->t, &bcl_type_item, 0, 0, item, err);
        if (rc == HP_OK) {
            *(int64_t *)hp_data(b->t, item) = i;
            hp_set(b->t, items, (uint64_t)i, item);
        }
    }
    return rc;
}

int bcl_items_make(struct bcl *b, struct hp_err *err)
{
    if (b->shared->items.bits != 0)
        return HP_OK;
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref items;
    int rc = hp_new(b->t, bcl_elements[BCL_REF].array, BCL_ITEMS, 0, &items, err);
    if (rc == HP_OK)
        rc = items_fill(b, items, err);
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, items, HP_STRONG, &b->shared->items, err);
    hp_scope_close(b->t, scope);
    return rc;
}
