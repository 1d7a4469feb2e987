/* SPDX-License-Identifier: MIT
 * What the library keeps for one heap instance: .NET's statics. The heap owns the block
 * (hp_heap_ops.shared); strong handles in it die with the heap. A thread's place belongs to that
 * thread; the rest is reached by all of them, under the locks that stand beside it.
 *
 * Whoever holds a lock (but for the turn, see below) calls no operation of the heap: it could be stopped for a collection there,
 * while others that count as running wait for the lock, and the collection for them. */
#ifndef HP_BCL_SHARED_H
#define HP_BCL_SHARED_H

#include "bcl.h"

#include <sched.h>

enum {
    BCL_EMPTIES = 32,     /* array types with a shared empty array */
    BCL_POOLS = 24,       /* array types with a shared pool */
    BCL_THREADS = 64,     /* threads that ever used the library on one heap */
    BCL_ITEMS = 256,      /* objects behind reference elements; a power of two */
    BCL_NUMBERS = 300,    /* 0 .. 299 have their strings made once */
    BCL_STACK_DEPTH = 32, /* arrays in one partition of a bucket */
    BCL_LIMIT_TEXT = 32   /* characters of a limit's text that .NET reads */
};

/* A thread's place in a pool; 0 handles: not made yet. */
struct bcl_pool_slot {
    hp_handle touched; /* the 32 bytes of a thread's first touch */
    hp_handle table;   /* ThreadLocalArray[27]: word 2i is bucket i's array */
};

struct bcl_pool {
    const struct hp_type *array;
    struct bcl_shared *shared;
    hp_handle callback; /* trim callback, made by the first Return of the process */
    bool trimmed;       /* the heap calls it; under the turn */
    hp_handle partitions[BCL_BUCKETS];
    uint32_t locks[BCL_BUCKETS]; /* of the partitions' stacks */
    struct bcl_pool_slot threads[BCL_THREADS];
};

struct bcl_shared {
    uint32_t lock; /* of the tables below and of handles that are made once */
    struct hp_thread *threads[BCL_THREADS]; /* NULL: the place is free */
    bool worked[BCL_THREADS];               /* the thread has used a pool */
    bool partitioned;                       /* some pool has made partitions */
    int32_t limits[BCL_POOL_LIMITS];        /* of all pools, 0: .NET's own */
    uint64_t limit_bytes[BCL_POOL_LIMITS];  /* of the strings that they were read from */
    uint32_t turn;                          /* of trims and leaving threads: bcl_turn_take() */
    struct hp_thread *finalizer;            /* trims the pools; NULL: the thread at hand does */
    struct hp_thread *trims;                /* is trimming now */
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

/* Trims walk over the tables of threads, threads that leave take theirs away: one at a time. The holder may
 * call the heap, unlike that of other locks. */
void bcl_turn_take(struct bcl_shared *shared, struct hp_thread *t);
void bcl_turn_give(struct bcl_shared *shared);
/* Before the heap closes. */
void bcl_shared_end(void *state);

/* The error of a length that is none of a pool's. */
int bcl_pool_refuses(uint32_t length, struct hp_err *err);

#endif
