/* SPDX-License-Identifier: MIT
 * What the library keeps for one heap instance: .NET's statics. The heap owns the block
 * (hp_heap_ops.shared); strong handles in it die with the heap. Thread slots belong to one thread
 * each; the rest is reached by one thread at a time, as its callers run today. */
#ifndef HP_BCL_SHARED_H
#define HP_BCL_SHARED_H

#include "bcl.h"

enum {
    BCL_EMPTIES = 32,    /* array types with a shared empty array */
    BCL_POOLS = 24,      /* array types with a shared pool */
    BCL_THREADS = 64,    /* threads that ever used the library on one heap */
    BCL_BUCKETS = 27,    /* lengths 16 << 0 .. 16 << 26 */
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
    struct bcl_pool_slot threads[BCL_THREADS];
};

struct bcl_shared {
    struct hp_thread *threads[BCL_THREADS];
    bool worked[BCL_THREADS]; /* the thread has used a pool */
    bool partitioned;         /* some pool has made partitions */
    uint32_t thread_count;
    hp_handle items;   /* the array of BCL_ITEMS objects */
    hp_handle numbers; /* strings of the numbers below BCL_NUMBERS; null until asked for */
    struct {
        const struct hp_type *array;
        hp_handle object;
    } empties[BCL_EMPTIES];
    uint32_t empty_count;
    struct bcl_pool pools[BCL_POOLS];
    uint32_t pool_count;
};

#endif
