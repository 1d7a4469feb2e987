/* SPDX-License-Identifier: MIT
 * What the library keeps for one heap instance: .NET's statics. The heap owns the block
 * (hp_heap_ops.shared); strong handles in it die with the heap. A thread's place belongs to that
 * thread; the rest is reached by all of them, under the locks that stand beside it.
 *
 * Whoever holds a lock calls no operation of the heap: it could be stopped for a collection there,
 * while others that count as running wait for the lock, and the collection for them. */
#ifndef HP_BCL_SHARED_H
#define HP_BCL_SHARED_H

#include "bcl.h"

#include <sched.h>

enum {
    BCL_EMPTIES = 32,    /* array types with a shared empty array */
    BCL_POOLS = 24,      /* array types with a shared pool */
    BCL_THREADS = 64,    /* threads that ever used the library on one heap */
    BCL_ITEMS = 256,     /* objects behind reference elements; a power of two */
    BCL_NUMBERS = 300,   /* 0 .. 299 have their strings made once */
    BCL_STACK_DEPTH = 32 /* arrays in one partition of a bucket */
};

/* A thread's place in a pool; 0 handles: not made yet. */
struct bcl_pool_slot {
    hp_handle touched; /* the 32 bytes of a thread's first touch */
    hp_handle table;   /* ThreadLocalArray[27]: word 2i is bucket i's array */
};

struct bcl_pool {
    const struct hp_type *array;
    hp_handle callback; /* trim callback, made by the first Return of the process */
    hp_handle partitions[BCL_BUCKETS];
    uint32_t locks[BCL_BUCKETS]; /* of the partitions' stacks */
    struct bcl_pool_slot threads[BCL_THREADS];
};

struct bcl_shared {
    uint32_t lock; /* of the tables below and of handles that are made once */
    struct hp_thread *threads[BCL_THREADS]; /* NULL: the place is free */
    bool worked[BCL_THREADS];               /* the thread has used a pool */
    bool partitioned;                       /* some pool has made partitions */
    hp_handle items;                        /* the array of BCL_ITEMS objects */
    hp_handle numbers; /* strings of the numbers below BCL_NUMBERS; null until asked for */
    struct {
        const struct hp_type *array;
        hp_handle object;
    } empties[BCL_EMPTIES];
    uint32_t empty_count;
    struct bcl_pool pools[BCL_POOLS];
    uint32_t pool_count;
};

/* A lock is a word that is 0 when free: it needs no making. */
static inline void bcl_lock(uint32_t *lock)
{
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) != 0)
        (void)sched_yield();
}

static inline void bcl_unlock(uint32_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

/* A handle that some thread makes once: 0 bits while nobody has. */
static inline hp_handle bcl_handle_read(const hp_handle *handle)
{
    const hp_handle read = { __atomic_load_n(&handle->bits, __ATOMIC_ACQUIRE) };
    return read;
}

/* Publishes `made` in *handle, unless another thread was faster: then `made` is freed. */
void bcl_handle_publish(struct bcl *b, hp_handle *handle, hp_handle made);

/* The error of a length that is none of a pool's. */
int bcl_pool_refuses(uint32_t length, struct hp_err *err);

#endif
