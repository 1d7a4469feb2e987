/* SPDX-License-Identifier: MIT
 * How are elements written, copied and read? The tight loops of every method, one for each element
 * size; nothing here allocates but bcl_array_counted(). */
#include "shared.h"

int bcl_unmade(int rc, struct hp_err *err)
{
    const bool memory = rc == HP_E_NOMEM, length = rc == HP_E_RANGE;
    if (!memory && !length)
        return rc;
    const struct hp_err said = err != NULL ? *err : (struct hp_err){ rc, "" };
    return hp_fail(err, HP_E_NOMEM, "OutOfMemoryException: %.*s", (int)sizeof said.text - 32,
                   said.text);
}

void bcl_copy(struct bcl *b, const struct bcl_element *e, hp_ref to, int64_t at, hp_ref from,
              int64_t first, int64_t count)
{
    if (count == 0)
        return;
    memmove((char *)hp_data(b->t, to) + (size_t)at * e->bytes,
            (const char *)hp_data(b->t, from) + (size_t)first * e->bytes, (size_t)count * e->bytes);
    if (e->refs)
        b->t->ops->refs_written(b->t, to, (uint64_t)at, (uint64_t)count);
}

/* Values of every size wrap as a C# cast does. */
#define STORE_COUNTED(type)                                                                        \
    do {                                                                                           \
        for (int64_t k = 0; k < count; k++)                                                        \
            ((type *)data)[at + k] = (type)((uint64_t)first + (uint64_t)k);                        \
    } while (0)

static void store_counted(void *data, uint32_t bytes, int64_t at, int64_t first, int64_t count)
{
    switch (bytes) {
    case 1:
        STORE_COUNTED(uint8_t);
        break;
    case 2:
        STORE_COUNTED(uint16_t);
        break;
    case 4:
        STORE_COUNTED(uint32_t);
        break;
    default:
        STORE_COUNTED(uint64_t);
        break;
    }
}

static void store_items(struct bcl *b, const struct bcl_run *run, hp_ref to, int64_t at)
{
    const uintptr_t *items = hp_data(b->t, run->array);
    uintptr_t *p = (uintptr_t *)hp_data(b->t, to) + at;
    for (int64_t k = 0; k < run->count; k++)
        p[k] = items[(run->first + k) & (BCL_ITEMS - 1)];
    b->t->ops->refs_written(b->t, to, (uint64_t)at, (uint64_t)run->count);
}

void bcl_run_store(struct bcl *b, const struct bcl_element *e, const struct bcl_run *run, hp_ref to,
                   int64_t at)
{
    if (run->count == 0)
        return;
    if (!run->generated)
        bcl_copy(b, e, to, at, run->array, run->first, run->count);
    else if (e->refs)
        store_items(b, run, to, at);
    else
        store_counted(hp_data(b->t, to), e->bytes, at, run->first, run->count);
}

int bcl_array_counted(struct bcl *b, const struct bcl_element *e, int64_t count, hp_ref slot,
                      struct hp_err *err)
{
    if (count < 0)
        return hp_fail(err, HP_E_RANGE,
                       "OverflowException: an array of %lld elements, a length is at least 0",
                       (long long)count);
    int rc = bcl_make(b, e->array, (uint64_t)count, e->flags, slot, "array", err);
    if (rc != HP_OK)
        return rc;
    const uint32_t scope = hp_scope_open(b->t);
    struct bcl_run run = { .first = 0, .count = count, .generated = true };
    rc = hp_root(b->t, &run.array, err);
    if (rc == HP_OK) {
        if (e->refs)
            b->t->ops->handle_get(b->t, b->shared->items, run.array.slot);
        bcl_run_store(b, e, &run, slot, 0);
    }
    hp_scope_close(b->t, scope);
    return rc;
}

/* ---- reading -------------------------------------------------------------------------------- */

static uint64_t item_value(uintptr_t object)
{
    if (object == 0)
        return 0;
    if (*(const struct hp_type *const *)object != &bcl_type_item)
        return 1;
    return 1 + (uint64_t) * (const int64_t *)(object + 8);
}

static uint64_t sum_refs(const uintptr_t *p, int64_t count)
{
    uint64_t sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += item_value(p[k]);
    return sum;
}

/* As many elements as 32 bits surely hold the sum of 16-bit values of: a vector has twice as many lanes
 * of 32 bits as of 64, and reading the chunks is a third of a pass. */
enum { LANE_RUN = 32768 };

#define SUM_NARROW(type)                                                                           \
    do {                                                                                           \
        const type *p = (const type *)data + first;                                                \
        for (int64_t begin = 0; begin < count; begin += LANE_RUN) {                                \
            const int64_t end = count - begin < LANE_RUN ? count : begin + LANE_RUN;               \
            int32_t part = 0;                                                                      \
            for (int64_t k = begin; k < end; k++)                                                  \
                part += p[k];                                                                      \
            sum += (uint64_t)(int64_t)part;                                                        \
        }                                                                                          \
    } while (0)

/* Lower and upper halves apart, each a sum of 16-bit values. */
static uint64_t sum_int32(const int32_t *p, int64_t count)
{
    uint64_t sum = 0;
    for (int64_t begin = 0; begin < count; begin += LANE_RUN) {
        const int64_t end = count - begin < LANE_RUN ? count : begin + LANE_RUN;
        uint32_t low = 0;
        int32_t high = 0;
        for (int64_t k = begin; k < end; k++) {
            low += (uint32_t)p[k] & 0xffff;
            high += p[k] >> 16;
        }
        sum += low + (uint64_t)(int64_t)high * 65536;
    }
    return sum;
}

static uint64_t sum_int64(const int64_t *p, int64_t count)
{
    uint64_t sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += (uint64_t)p[k];
    return sum;
}

uint64_t bcl_sum(const struct bcl *b, const struct bcl_element *e, hp_ref array, int64_t first,
                 int64_t count)
{
    if (count == 0)
        return 0;
    const void *data = hp_data(b->t, array);
    uint64_t sum = 0;
    if (e->refs)
        return sum_refs((const uintptr_t *)data + first, count);
    switch (e->bytes) {
    case 1:
        SUM_NARROW(uint8_t);
        break;
    case 2:
        SUM_NARROW(int16_t);
        break;
    case 4:
        return sum_int32((const int32_t *)data + first, count);
    default:
        return sum_int64((const int64_t *)data + first, count);
    }
    return sum;
}

/* What a counted element reads as once it is stored in `bytes`. */
static uint64_t counted_value(uint32_t bytes, uint64_t value)
{
    switch (bytes) {
    case 1:
        return (uint8_t)value;
    case 2:
        return (uint64_t)(int64_t)(int16_t)(uint16_t)value;
    case 4:
        return (uint64_t)(int64_t)(int32_t)(uint32_t)value;
    default:
        return value;
    }
}

uint64_t bcl_run_sum(const struct bcl *b, const struct bcl_element *e, const struct bcl_run *run)
{
    if (!run->generated)
        return bcl_sum(b, e, run->array, run->first, run->count);
    uint64_t sum = 0;
    if (e->refs) {
        const uintptr_t *items = hp_data(b->t, run->array);
        for (int64_t k = 0; k < run->count; k++)
            sum += item_value(items[(run->first + k) & (BCL_ITEMS - 1)]);
        return sum;
    }
    for (int64_t k = 0; k < run->count; k++)
        sum += counted_value(e->bytes, (uint64_t)(run->first + k));
    return sum;
}
