/* SPDX-License-Identifier: MIT
 * What does .NET keep in static fields? The state that all users of one heap share: empty arrays,
 * the objects behind reference elements. The heap owns it; this file fills it, untimed. */
#include "shared.h"

static int thread_index(struct bcl_shared *shared, struct hp_thread *t, uint32_t *out,
                        struct hp_err *err)
{
    for (uint32_t i = 0; i < shared->thread_count; i++) {
        if (shared->threads[i] == t) {
            *out = i;
            return HP_OK;
        }
    }
    if (shared->thread_count == BCL_THREADS)
        return hp_fail(err, HP_E_STATE, "more than %d threads use the library on one heap",
                       BCL_THREADS);
    *out = shared->thread_count++;
    shared->threads[*out] = t;
    return HP_OK;
}

int bcl_open(struct bcl *b, const struct hp_run *run, struct hp_err *err)
{
    struct hp_thread *t = run->thread;
    *b = (struct bcl){ .t = t,
                       .runtime = run->runtime == 0 ? 10 : run->runtime,
                       .processors = run->processors == 0 ? 1 : run->processors };
    b->shared = t->ops->shared(t->heap, "bcl", sizeof *b->shared, NULL);
    if (b->shared == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for the state of the shared library");
    return thread_index(b->shared, t, &b->thread_index, err);
}

int bcl_empty(struct bcl *b, const struct hp_type *array, hp_ref slot, struct hp_err *err)
{
    struct bcl_shared *shared = b->shared;
    for (uint32_t i = 0; i < shared->empty_count; i++) {
        if (strcmp(shared->empties[i].array->name, array->name) == 0) {
            b->t->ops->handle_get(b->t, shared->empties[i].object, slot.slot);
            return HP_OK;
        }
    }
    if (shared->empty_count == BCL_EMPTIES)
        return hp_fail(err, HP_E_STATE, "more than %d kinds of shared empty arrays", BCL_EMPTIES);
    int rc = hp_new_into(b->t, array, 0, 0, slot, err);
    if (rc == HP_OK)
        rc = b->t->ops->handle_new(b->t, slot, HP_STRONG,
                                   &shared->empties[shared->empty_count].object, err);
    if (rc == HP_OK)
        shared->empties[shared->empty_count++].array = array;
    return rc;
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
