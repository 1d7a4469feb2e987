/* SPDX-License-Identifier: MIT
 * How does List<T> grow? No array at first, then 4, then twice as many whenever it is full. */
#include "fields.h"

static struct list_fields *fields(const struct bcl *b, hp_ref list)
{
    return hp_data(b->t, list);
}

int bcl_list_new(struct bcl *b, hp_ref list, struct hp_err *err)
{
    return bcl_make(b, &bcl_type_list, 0, 0, list, "list", err);
}

int32_t bcl_list_count(const struct bcl *b, hp_ref list)
{
    return fields(b, list)->size;
}

void bcl_list_array(const struct bcl *b, hp_ref list, hp_ref slot)
{
    hp_get_into(b->t, list, LIST_ARRAY, slot);
}

/* A list around `array`, whose first `size` elements are its own. */
static int list_over(struct bcl *b, hp_ref list, hp_ref array, int32_t size, struct hp_err *err)
{
    const int rc = bcl_list_new(b, list, err);
    if (rc == HP_OK) {
        hp_set(b->t, list, LIST_ARRAY, array);
        fields(b, list)->size = size;
    }
    return rc;
}

int bcl_list_counted(struct bcl *b, const struct bcl_element *e, int64_t count, hp_ref list,
                     struct hp_err *err)
{
    if (count < 0)
        return hp_fail(err, HP_E_RANGE,
                       "ArgumentOutOfRangeException (capacity): a list of %lld elements",
                       (long long)count);
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array;
    int rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = bcl_array_counted(b, e, count, array, err);
    if (rc == HP_OK)
        rc = list_over(b, list, array, (int32_t)count, err);
    hp_scope_close(b->t, scope);
    return rc;
}

/* Replaces the full array by one of 4 or twice the length. `old` and `grown` are scratch roots. */
static int list_grow(struct bcl *b, const struct hp_type *arrays, hp_ref list, hp_ref old,
                     hp_ref grown, struct hp_err *err)
{
    const int32_t size = fields(b, list)->size;
    uint64_t capacity = size == 0 ? 4 : 2 * (uint64_t)(uint32_t)size;
    if (capacity > HP_LENGTH_MAX)
        capacity = HP_LENGTH_MAX;
    const int rc = bcl_make(b, arrays, capacity, 0, grown, "list array", err);
    if (rc != HP_OK)
        return rc;
    if (size > 0) {
        bcl_list_array(b, list, old);
        bcl_copy(b, &bcl_elements[BCL_REF], grown, 0, old, 0, size);
    }
    hp_set(b->t, list, LIST_ARRAY, grown);
    return HP_OK;
}

int bcl_list_add(struct bcl *b, const struct hp_type *arrays, hp_ref list, hp_ref value,
                 struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array, grown;
    int rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &grown, err);
    if (rc == HP_OK) {
        bcl_list_array(b, list, array);
        const uint32_t capacity = hp_is_null(b->t, array) ? 0 : hp_length(b->t, array);
        if ((uint32_t)fields(b, list)->size == capacity)
            rc = list_grow(b, arrays, list, array, grown, err);
    }
    if (rc == HP_OK) {
        bcl_list_array(b, list, array);
        struct list_fields *f = fields(b, list);
        hp_set(b->t, array, (uint64_t)f->size, value);
        f->size++;
        f->version++;
    }
    hp_scope_close(b->t, scope);
    return rc;
}

int bcl_list_range(struct bcl *b, const struct bcl_element *e, hp_ref list, int32_t first,
                   int32_t count, hp_ref range, struct hp_err *err)
{
    if (first < 0 || count < 0 || count > fields(b, list)->size - first)
        return hp_fail(err, HP_E_RANGE, "ArgumentException: elements %d to %d of a list of %d",
                       first, first + count - 1, fields(b, list)->size);
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref array, own;
    int rc = hp_root(b->t, &array, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &own, err);
    if (rc == HP_OK)
        rc = bcl_list_new(b, range, err);
    if (rc == HP_OK)
        rc = bcl_make(b, e->array, (uint64_t)(uint32_t)count, e->flags, own, "list array", err);
    if (rc == HP_OK) {
        bcl_list_array(b, list, array);
        bcl_copy(b, e, own, 0, array, first, count);
        hp_set(b->t, range, LIST_ARRAY, own);
        fields(b, range)->size = count;
    }
    hp_scope_close(b->t, scope);
    return rc;
}
