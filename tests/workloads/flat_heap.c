/* SPDX-License-Identifier: MIT
 * How little does a heap need? Owns one mapping, its handles and its shared blocks; runs in test
 * programs, one thread each. */
#include "flat_heap.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { ROOTS = 4096, HANDLES = 4096, SHARED = 8 };
static const size_t SPACE = (size_t)1 << 34;

struct flat_heap {
    char *memory;
    size_t used;
    uint64_t threshold;
    int64_t allocated, objects, fail_in;
    bool failed;
    int64_t pins;
    uintptr_t handles[HANDLES];
    bool taken[HANDLES];
    struct {
        const char *key;
        void *state;
        void (*end)(void *state);
    } shared[SHARED];
    struct hp_thread thread;
    uintptr_t roots[ROOTS];
};

static struct flat_heap *of(struct hp_thread *t)
{
    return (struct flat_heap *)t->heap;
}

static int flat_alloc(struct hp_thread *t, const struct hp_type *type, uint64_t length,
                      unsigned flags, uint32_t slot, struct hp_err *err)
{
    struct flat_heap *h = of(t);
    (void)flags;
    if (h->fail_in-- == 0) {
        h->failed = true;
        return hp_fail(err, HP_E_NOMEM, "the test said so");
    }
    if (length > HP_LENGTH_MAX)
        return hp_fail(err, HP_E_RANGE, "a length of %llu", (unsigned long long)length);
    const uint64_t bytes = hp_object_bytes(type, length);
    if (bytes > SPACE - h->used)
        return hp_fail(err, HP_E_NOMEM, "the flat heap is full");
    char *object = h->memory + h->used + 8;
    h->used += bytes;
    h->allocated += (int64_t)bytes;
    h->objects++;
    *(const struct hp_type **)(void *)object = type;
    if (type->element_bytes != 0)
        *(uint32_t *)(void *)(object + 8) = (uint32_t)length;
    t->roots[slot] = (uintptr_t)object;
    return HP_OK;
}

static void flat_drop(struct hp_thread *t, hp_ref object)
{
    t->roots[object.slot] = 0;
}

/* Arrays are tested by their raw size, strings by the rounded one, as .NET does. */
static int flat_generation(struct hp_thread *t, hp_ref object)
{
    const struct hp_type *type = hp_type_of(t, object);
    const uint64_t length = type->element_bytes == 0 ? 0 : hp_length(t, object);
    const uint64_t raw = (type->flags & HP_TYPE_STRING)
                             ? hp_object_bytes(type, length)
                             : type->base_bytes + length * type->element_bytes;
    return raw >= of(t)->threshold ? 2 : 0;
}

static int flat_handle_new(struct hp_thread *t, hp_ref object, enum hp_handle_kind kind,
                           hp_handle *out, struct hp_err *err)
{
    struct flat_heap *h = of(t);
    (void)kind;
    for (uint32_t i = 1; i < HANDLES; i++) {
        if (!h->taken[i]) {
            h->taken[i] = true;
            h->handles[i] = t->roots[object.slot];
            out->bits = i;
            return HP_OK;
        }
    }
    return hp_fail(err, HP_E_NOMEM, "no free handle");
}

static void flat_handle_get(struct hp_thread *t, hp_handle handle, uint32_t slot)
{
    t->roots[slot] = of(t)->handles[handle.bits];
}

static void flat_handle_set(struct hp_thread *t, hp_handle handle, hp_ref object)
{
    of(t)->handles[handle.bits] = t->roots[object.slot];
}

static void flat_handle_free(struct hp_thread *t, hp_handle handle)
{
    of(t)->taken[handle.bits] = false;
}

/* Nothing moves; pins are counted alone. */
static int flat_pin(struct hp_thread *t, hp_ref object, void **address, hp_handle *pin,
                    struct hp_err *err)
{
    (void)err;
    of(t)->pins++;
    *address = hp_data(t, object);
    pin->bits = t->roots[object.slot];
    return HP_OK;
}

static void flat_unpin(struct hp_thread *t, hp_handle pin)
{
    (void)pin;
    of(t)->pins--;
}

static void flat_refs_written(struct hp_thread *t, hp_ref object, uint64_t first, uint64_t count)
{
    (void)t, (void)object, (void)first, (void)count;
}

static void flat_counters(struct hp_thread *t, struct hp_counters *out)
{
    out->present = 1u << HP_C_ALLOCATED_BYTES | 1u << HP_C_OBJECTS;
    out->value[HP_C_ALLOCATED_BYTES] = of(t)->allocated;
    out->value[HP_C_OBJECTS] = of(t)->objects;
}

static void *flat_shared(struct hp_heap *heap, const char *key, size_t bytes,
                         void (*end)(void *state))
{
    struct flat_heap *h = (struct flat_heap *)heap;
    for (size_t i = 0; i < SHARED; i++) {
        if (h->shared[i].key != NULL && strcmp(h->shared[i].key, key) == 0)
            return h->shared[i].state;
        if (h->shared[i].key == NULL) {
            h->shared[i].key = key;
            h->shared[i].end = end;
            h->shared[i].state = calloc(1, bytes);
            return h->shared[i].state;
        }
    }
    return NULL;
}

static const struct hp_heap_ops flat_ops = {
    .alloc = flat_alloc,
    .drop = flat_drop,
    .generation = flat_generation,
    .pin = flat_pin,
    .unpin = flat_unpin,
    .handle_new = flat_handle_new,
    .handle_get = flat_handle_get,
    .handle_set = flat_handle_set,
    .handle_free = flat_handle_free,
    .refs_written = flat_refs_written,
    .counters = flat_counters,
    .shared = flat_shared,
};

int flat_heap_open(struct hp_thread **thread, uint64_t threshold, struct hp_err *err)
{
    struct flat_heap *h = calloc(1, sizeof *h);
    if (h == NULL)
        return hp_fail(err, HP_E_NOMEM, "no memory for a flat heap");
    h->memory = mmap(NULL, SPACE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (h->memory == MAP_FAILED) {
        free(h);
        return hp_fail(err, HP_E_NOMEM, "no address space for a flat heap");
    }
    h->threshold = threshold == 0 ? 85000 : threshold;
    h->fail_in = -1;
    h->thread = (struct hp_thread){
        .ops = &flat_ops, .heap = (struct hp_heap *)h, .roots = h->roots, .root_capacity = ROOTS
    };
    *thread = &h->thread;
    return HP_OK;
}

void flat_heap_close(struct hp_thread *thread)
{
    if (thread == NULL)
        return;
    struct flat_heap *h = of(thread);
    for (size_t i = 0; i < SHARED; i++) {
        if (h->shared[i].end != NULL)
            h->shared[i].end(h->shared[i].state);
        free(h->shared[i].state);
    }
    (void)munmap(h->memory, SPACE);
    free(h);
}

void flat_heap_fail(struct hp_thread *thread, int64_t nth)
{
    of(thread)->fail_in = nth;
    of(thread)->failed = false;
}

bool flat_heap_failed(const struct hp_thread *thread)
{
    return ((const struct flat_heap *)thread->heap)->failed;
}

int64_t flat_heap_pins(const struct hp_thread *thread)
{
    return ((const struct flat_heap *)thread->heap)->pins;
}
