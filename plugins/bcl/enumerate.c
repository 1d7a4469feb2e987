/* SPDX-License-Identifier: MIT
 * How are elements fetched one after the other? Enumerators of arrays, lists, Skip/Take partitions
 * and `yield` methods: objects with .NET's sizes whose fields move on as MoveNext moves them.
 *
 * bcl_enum_pull() is many calls of MoveNext at once. It may be, since no code of anybody else runs
 * between two of them; how many elements are fetched before an allocation stays the caller's, and
 * .NET's, decision. */
#include "fields.h"
#include "shared.h"

/* ---- yield ---------------------------------------------------------------------------------- */

static struct yield_state *yield_fields(const struct bcl *b, const struct bcl_element *e,
                                        hp_ref object)
{
    void *data = hp_data(b->t, object);
    return e->bytes == 8 ? &((struct yield_wide_fields *)data)->s
                         : &((struct yield_narrow_fields *)data)->s;
}

int bcl_yield(struct bcl *b, const struct bcl_element *e, int32_t count, hp_ref slot,
              struct hp_err *err)
{
    const int rc = bcl_make(b, e->yield, 0, 0, slot, "enumerator", err);
    if (rc == HP_OK) {
        struct yield_state *s = yield_fields(b, e, slot);
        s->state = STATE_NOT_STARTED;
        s->thread = (int32_t)b->thread_index;
        s->count_given = count;
    }
    return rc;
}

/* GetEnumerator of a fresh iterator on its own thread is the iterator itself. */
static void yield_begin(struct bcl *b, const struct bcl_enum *en)
{
    struct yield_state *s = yield_fields(b, en->e, en->object);
    s->state = STATE_BEGUN;
    s->count = s->count_given;
    s->i = 0;
}

static void yield_pull(struct bcl *b, const struct bcl_enum *en, int64_t max, struct bcl_run *run)
{
    const struct bcl_element *e = en->e;
    struct yield_state *s = yield_fields(b, e, en->object);
    const int64_t left = s->count > s->i ? (int64_t)s->count - s->i : 0;
    run->generated = true;
    run->first = s->i;
    run->count = left < max ? left : max;
    s->state = left < max ? STATE_DONE : STATE_INSIDE;
    if (e->refs)
        b->t->ops->handle_get(b->t, b->shared->items, en->backing.slot);
    if (run->count == 0)
        return;
    s->i += (int32_t)run->count;
    const int32_t last = s->i - 1;
    if (e->refs) {
        hp_get_into(b->t, en->backing, (uint64_t)(last & (BCL_ITEMS - 1)), en->item);
        hp_set(b->t, en->object, YIELD_CURRENT, en->item);
    } else if (e->bytes == 8) {
        ((struct yield_wide_fields *)hp_data(b->t, en->object))->current = (uint64_t)last;
    } else {
        ((struct yield_narrow_fields *)hp_data(b->t, en->object))->current = last;
    }
}

/* ---- arrays, lists, partitions -------------------------------------------------------------- */

/* Current := the last element of the run, in the field at `current` (word 1 when a reference). */
static void current_set(struct bcl *b, const struct bcl_enum *en, const struct bcl_run *run,
                        uint64_t *current)
{
    const int64_t last = run->first + run->count - 1;
    if (en->e->refs) {
        hp_get_into(b->t, en->backing, (uint64_t)last, en->item);
        hp_set(b->t, en->object, LIST_ENUMERATOR_CURRENT, en->item);
    } else {
        memcpy(current, (const char *)hp_data(b->t, en->backing) + (size_t)last * en->e->bytes,
               en->e->bytes);
    }
}

static void array_pull(struct bcl *b, const struct bcl_enum *en, int64_t max, struct bcl_run *run)
{
    struct array_enumerator_fields *f = hp_data(b->t, en->object);
    const int64_t left = f->end - f->index;
    run->first = f->index;
    run->count = left < max ? left : max;
    f->index += (int32_t)run->count;
    hp_get_into(b->t, en->object, ARRAY_ENUMERATOR_ARRAY, en->backing);
}

static void list_pull(struct bcl *b, const struct bcl_enum *en, int64_t max, struct bcl_run *run)
{
    struct list_enumerator_fields *f = hp_data(b->t, en->object);
    hp_get_into(b->t, en->object, LIST_ENUMERATOR_LIST, en->backing);
    const int64_t left = bcl_list_count(b, en->backing) - f->index;
    bcl_list_array(b, en->backing, en->backing);
    run->first = f->index;
    run->count = left < max ? left : max;
    f->index += (int32_t)run->count;
    if (run->count > 0)
        current_set(b, en, run, &f->current);
}

/* The array behind a partition's source, and how many of its elements count. */
static int64_t partition_backing(const struct bcl *b, hp_ref partition, hp_ref slot)
{
    hp_get_into(b->t, partition, PARTITION_SOURCE, slot);
    if (hp_type_of(b->t, slot) != &bcl_type_list)
        return hp_length(b->t, slot);
    const int64_t count = bcl_list_count(b, slot);
    bcl_list_array(b, slot, slot);
    return count;
}

static void partition_pull(struct bcl *b, const struct bcl_enum *en, int64_t max,
                           struct bcl_run *run)
{
    struct partition_fields *f = hp_data(b->t, en->object);
    const int64_t count = partition_backing(b, en->object, en->backing);
    const int64_t end = f->last < count ? (int64_t)f->last + 1 : count;
    run->first = (int64_t)f->first + f->state - STATE_INSIDE;
    const int64_t left = run->first < end ? end - run->first : 0;
    run->count = left < max ? left : max;
    f->state += (int32_t)run->count;
    if (run->count > 0)
        current_set(b, en, run, &f->current);
}

void bcl_enum_pull(struct bcl *b, const struct bcl_enum *en, int64_t max, struct bcl_run *run)
{
    *run = (struct bcl_run){ .array = en->backing };
    switch (en->kind) {
    case BCL_ENUM_EMPTY:
        break;
    case BCL_ENUM_ARRAY:
        array_pull(b, en, max, run);
        break;
    case BCL_ENUM_LIST:
        list_pull(b, en, max, run);
        break;
    case BCL_ENUM_YIELD:
        yield_pull(b, en, max, run);
        break;
    case BCL_ENUM_PARTITION:
        partition_pull(b, en, max, run);
        break;
    }
}

/* ---- GetEnumerator -------------------------------------------------------------------------- */

int bcl_enum_roots(struct bcl *b, const struct bcl_element *e, struct bcl_enum *en,
                   struct hp_err *err)
{
    *en = (struct bcl_enum){ .e = e, .kind = BCL_ENUM_EMPTY };
    int rc = hp_root(b->t, &en->object, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &en->backing, err);
    if (rc == HP_OK)
        rc = hp_root(b->t, &en->item, err);
    return rc;
}

static int array_enumerator(struct bcl *b, hp_ref source, struct bcl_enum *en, struct hp_err *err)
{
    const int32_t length = (int32_t)hp_length(b->t, source);
    if (length == 0)
        return HP_OK;
    const int rc = bcl_make(b, &bcl_type_array_enumerator, 0, 0, en->object, "enumerator", err);
    if (rc == HP_OK) {
        hp_set(b->t, en->object, ARRAY_ENUMERATOR_ARRAY, source);
        ((struct array_enumerator_fields *)hp_data(b->t, en->object))->end = length;
        en->kind = BCL_ENUM_ARRAY;
    }
    return rc;
}

static int list_enumerator(struct bcl *b, hp_ref source, struct bcl_enum *en, struct hp_err *err)
{
    if (bcl_list_count(b, source) == 0)
        return HP_OK;
    const int rc = bcl_make(b, en->e->list_enumerator, 0, 0, en->object, "enumerator", err);
    if (rc == HP_OK) {
        hp_set(b->t, en->object, LIST_ENUMERATOR_LIST, source);
        const struct list_fields *list = hp_data(b->t, source);
        ((struct list_enumerator_fields *)hp_data(b->t, en->object))->version = list->version;
        en->kind = BCL_ENUM_LIST;
    }
    return rc;
}

int bcl_enum_get(struct bcl *b, hp_ref source, struct bcl_enum *en, struct hp_err *err)
{
    const struct hp_type *type = hp_type_of(b->t, source);
    en->kind = BCL_ENUM_EMPTY;
    hp_clear(b->t, en->object);
    if (type->flags & HP_TYPE_ARRAY)
        return array_enumerator(b, source, en, err);
    if (type == &bcl_type_list)
        return list_enumerator(b, source, en, err);
    hp_assign(b->t, en->object, source);
    if (type == en->e->yield) {
        en->kind = BCL_ENUM_YIELD;
        yield_begin(b, en);
    } else {
        en->kind = BCL_ENUM_PARTITION;
        ((struct partition_fields *)hp_data(b->t, source))->state = STATE_INSIDE;
    }
    return HP_OK;
}

/* ---- Skip and Take -------------------------------------------------------------------------- */

static int partition_new(struct bcl *b, const struct bcl_element *e, hp_ref source, int32_t first,
                         int32_t last, hp_ref slot, struct hp_err *err)
{
    const struct hp_type *type = e->partition[b->runtime >= 9];
    const int rc = bcl_make(b, type, 0, 0, slot, "iterator", err);
    if (rc == HP_OK) {
        hp_set(b->t, slot, PARTITION_SOURCE, source);
        struct partition_fields *f = hp_data(b->t, slot);
        f->thread = (int32_t)b->thread_index;
        f->first = first;
        f->last = last;
    }
    return rc;
}

int bcl_skip_take(struct bcl *b, const struct bcl_element *e, hp_ref source, int32_t first,
                  int32_t count, hp_ref slot, struct hp_err *err)
{
    int rc = partition_new(b, e, source, first, INT32_MAX, slot, err);
    if (rc == HP_OK)
        rc = partition_new(b, e, source, first, first + count - 1, slot, err);
    return rc;
}

int bcl_partition_array(struct bcl *b, const struct bcl_element *e, hp_ref partition, hp_ref slot,
                        struct hp_err *err)
{
    const uint32_t scope = hp_scope_open(b->t);
    hp_ref backing;
    int rc = hp_root(b->t, &backing, err);
    if (rc == HP_OK) {
        const struct partition_fields *f = hp_data(b->t, partition);
        const int64_t first = f->first;
        const int64_t wanted = (int64_t)f->last + 1;
        const int64_t have = partition_backing(b, partition, backing);
        const int64_t count = (wanted < have ? wanted : have) - first;
        rc = bcl_make(b, e->array, (uint64_t)count, e->flags, slot, "array", err);
        if (rc == HP_OK)
            bcl_copy(b, e, slot, 0, backing, first, count);
    }
    hp_scope_close(b->t, scope);
    return rc;
}
