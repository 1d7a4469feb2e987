/* SPDX-License-Identifier: MIT
 *
 * bcl.h - the parts of .NET's base class library that workloads share: typed arrays, List<T>,
 * enumerators, Enumerable.Chunk, ToList and ToArray, Skip and Take, ArrayPool<T>.Shared.
 *
 * Every object here is a real object of the heap with .NET's size, and its fields are where .NET's
 * collector would look for them. What C keeps beside it is only what the JIT keeps in registers:
 * local roots, an element's descriptor, the kind of an enumerator.
 *
 *  - Who runs it: the worker process, on the thread of struct bcl. [timed] unless marked: no libc
 *    heap, no I/O.
 *  - Roots. Functions that are marked [roots] make local roots in the scope that is open when they
 *    are called; the caller closes that scope, on success and on failure. All others close what
 *    they open.
 *  - Outputs of kind hp_ref are existing slots unless the function is marked [roots].
 *  - Errors name .NET's exception; err is last and may be NULL.
 */
#ifndef HP_BCL_H
#define HP_BCL_H

#include <heapproof/abi.h>

/* ---- the library on one thread -------------------------------------------------------------- */

struct bcl;
struct bcl_shared;

/* Sees every object that the library makes, right after its birth. It may ask the heap about it and
 * make handles; it must not allocate on the heap. */
struct bcl_observer {
    void *context;
    void (*made)(void *context, struct bcl *b, hp_ref object, const char *what);
};

struct bcl {
    struct hp_thread *t;
    int32_t runtime;           /* 8, 9, 10: whose rules apply */
    uint32_t processors;       /* partitions of the shared pool */
    struct bcl_shared *shared; /* owned by the heap instance: statics and pools */
    uint32_t thread_index;     /* 0: the first thread that used the library on this heap */
    const struct bcl_observer *observer; /* borrowed; NULL in measured runs */
    const struct bcl_pool *near_pool;    /* whose slots are at hand; NULL: of none */
    hp_ref near;                         /* the thread's table of it, null until it is made */
};

/* [untimed] Joins the heap's shared state. */
int bcl_open(struct bcl *b, const struct hp_run *run, struct hp_err *err);
/* [untimed] The thread ends: its places in the pools go, with what lies there. The thread that opened
 * and closes the heap need not leave. */
void bcl_leave(struct bcl *b);

/* What the heap said, by the name of .NET's exception, which is one for no memory and for too long an array.
 * Returns the code. */
int bcl_unmade(int rc, struct hp_err *err);

/* The one place where the library allocates. */
static inline int bcl_make(struct bcl *b, const struct hp_type *type, uint64_t length,
                           unsigned flags, hp_ref slot, const char *what, struct hp_err *err)
{
    const int rc = hp_new_into(b->t, type, length, flags, slot, err);
    if (rc != HP_OK)
        return bcl_unmade(rc, err);
    if (b->observer != NULL)
        b->observer->made(b->observer->context, b, slot, what);
    return HP_OK;
}

/* ---- elements ------------------------------------------------------------------------------- */

enum bcl_kind {
    BCL_U8,
    BCL_I16,
    BCL_I32,
    BCL_I64,
    BCL_REF,
    BCL_F64,
    BCL_CHAR,
    BCL_STRUCT16,
    BCL_UNINIT8, /* byte[] that GC.AllocateUninitializedArray makes */
    BCL_STR,     /* string: an array of characters in all but its header */
    BCL_KINDS
};

struct bcl_element {
    enum bcl_kind kind;
    const char *trace; /* "i32", as traces write it */
    uint32_t bytes;    /* of one element */
    bool refs;         /* elements are references */
    unsigned flags;    /* HP_ALLOC_* that arrays of the kind are made with */
    const struct hp_type *array;
    const struct hp_type *arrays;          /* T[][]; NULL for strings */
    const struct hp_type *yield;           /* NULL: no source of this kind */
    const struct hp_type *list_enumerator; /* NULL: likewise */
    const struct hp_type *partition[2];    /* Skip/Take: of 8, and of 9 and 10 */
};

extern const struct bcl_element bcl_elements[BCL_KINDS];
/* NULL: no such kind. */
const struct bcl_element *bcl_element_find(const char *trace);

extern const struct hp_type bcl_type_list;
extern const struct hp_type bcl_type_array_enumerator;
extern const struct hp_type bcl_type_item; /* what reference elements point at */
extern const struct hp_type bcl_type_chunks;
extern const struct hp_type bcl_type_chunks_enumerable;
extern const struct hp_type bcl_type_chunks_array;

/* The shared empty array of a type: made once for each heap. */
int bcl_empty(struct bcl *b, const struct hp_type *array, hp_ref slot, struct hp_err *err);

/* What GC.GetGeneration says of an object. .NET has the empty arrays of plain elements in its frozen
 * heap, which is no generation; ours are ordinary objects. The heap has generations. */
enum { BCL_FROZEN = INT32_MAX };
int bcl_generation(struct bcl *b, hp_ref object);

/* [untimed] Makes the 256 objects that reference elements point at; before any source of them. */
int bcl_items_make(struct bcl *b, struct hp_err *err);

/* An array of `count` elements whose values count up from 0 (references: the items in turn). */
int bcl_array_counted(struct bcl *b, const struct bcl_element *e, int64_t count, hp_ref slot,
                      struct hp_err *err);

/* Reads `count` elements and returns their sum; a reference counts 1 and adds its item's number. */
uint64_t bcl_sum(const struct bcl *b, const struct bcl_element *e, hp_ref array, int64_t first,
                 int64_t count);

/* Copies elements between arrays of one type, with the barrier that references need. */
void bcl_copy(struct bcl *b, const struct bcl_element *e, hp_ref to, int64_t at, hp_ref from,
              int64_t first, int64_t count);

/* ---- List<T> -------------------------------------------------------------------------------- */

/* An empty list: 32 bytes, no array. */
int bcl_list_new(struct bcl *b, hp_ref list, struct hp_err *err);
/* A list over a counted array of exactly `count`. */
int bcl_list_counted(struct bcl *b, const struct bcl_element *e, int64_t count, hp_ref list,
                     struct hp_err *err);
/* Adds a reference to a list whose array is of type `arrays`: 4, then twice as many when full. */
int bcl_list_add(struct bcl *b, const struct hp_type *arrays, hp_ref list, hp_ref value,
                 struct hp_err *err);
int32_t bcl_list_count(const struct bcl *b, hp_ref list);
/* The list's array, as CollectionsMarshal.AsSpan shows it; null while the list has none. */
void bcl_list_array(const struct bcl *b, hp_ref list, hp_ref slot);
/* GetRange: a new list with an array of exactly `count`. */
int bcl_list_range(struct bcl *b, const struct bcl_element *e, hp_ref list, int32_t first,
                   int32_t count, hp_ref range, struct hp_err *err);

/* ---- sources and enumerators ---------------------------------------------------------------- */

/* The object that a method with `yield return` gives back; it counts up like a counted array. */
int bcl_yield(struct bcl *b, const struct bcl_element *e, int32_t count, hp_ref slot,
              struct hp_err *err);

/* Skip(first).Take(count) over an array or a list: two partitions, the second stays in `slot`. */
int bcl_skip_take(struct bcl *b, const struct bcl_element *e, hp_ref source, int32_t first,
                  int32_t count, hp_ref slot, struct hp_err *err);
/* ToArray of such a partition: the exact array. */
int bcl_partition_array(struct bcl *b, const struct bcl_element *e, hp_ref partition, hp_ref slot,
                        struct hp_err *err);

enum bcl_enum_kind {
    BCL_ENUM_EMPTY, /* the shared enumerator of an empty array or list */
    BCL_ENUM_ARRAY,
    BCL_ENUM_LIST,
    BCL_ENUM_YIELD,
    BCL_ENUM_PARTITION,
};

/* An enumerator in use. `object` is it; the other roots are scratch. */
struct bcl_enum {
    const struct bcl_element *e;
    enum bcl_enum_kind kind;
    hp_ref object, backing, item;
};

/* [roots] Makes the roots; the object comes with bcl_enum_get(). */
int bcl_enum_roots(struct bcl *b, const struct bcl_element *e, struct bcl_enum *en,
                   struct hp_err *err);
/* GetEnumerator by the source's real type: array, list, yield or partition. */
int bcl_enum_get(struct bcl *b, hp_ref source, struct bcl_enum *en, struct hp_err *err);

/* Elements that an enumerator has just passed: where they lie, or how they are computed. The root
 * belongs to the enumerator; the run is good until its next bcl_enum_pull(). */
struct bcl_run {
    hp_ref array;   /* of an array, or the 256 items; unused for counted values */
    int64_t first;  /* index of the first, or its value */
    int64_t count;  /* 0: the source has ended */
    bool generated; /* element i is first + i, or item (first + i) mod 256 */
};

/* At most `max` times MoveNext; the enumerator's Current is then the last of the run. */
void bcl_enum_pull(struct bcl *b, const struct bcl_enum *en, int64_t max, struct bcl_run *run);
void bcl_run_store(struct bcl *b, const struct bcl_element *e, const struct bcl_run *run, hp_ref to,
                   int64_t at);
uint64_t bcl_run_sum(const struct bcl *b, const struct bcl_element *e, const struct bcl_run *run);

/* ---- Enumerable.Chunk ----------------------------------------------------------------------- */

struct bcl_chunks {
    const struct bcl_element *e;
    hp_ref result;  /* what Chunk returned: an iterator, or the shared empty array of arrays */
    hp_ref current; /* the chunk that bcl_chunk_next() made */
    hp_ref bigger;  /* scratch: the array that replaces one which is too short */
    hp_ref source;  /* scratch */
    struct bcl_enum en;
};

/* [roots] The call itself: checks the size, makes the iterator (an empty array on 9, 10: none). */
int bcl_chunk(struct bcl *b, const struct bcl_element *e, hp_ref source, int32_t size,
              struct bcl_chunks *ch, struct hp_err *err);
/* GetEnumerator: the same object the first time; on 8 and 9 a copy after that. */
int bcl_chunk_begin(struct bcl *b, struct bcl_chunks *ch, struct hp_err *err);
/* MoveNext. *more is false at the end. */
int bcl_chunk_next(struct bcl *b, struct bcl_chunks *ch, bool *more, struct hp_err *err);

/* Chunk(...).ToList() and .ToArray(), from bcl_chunk() on. */
int bcl_chunks_to_list(struct bcl *b, struct bcl_chunks *ch, hp_ref list, struct hp_err *err);
int bcl_chunks_to_array(struct bcl *b, struct bcl_chunks *ch, hp_ref array, struct hp_err *err);

/* ---- ArrayPool<T>.Shared -------------------------------------------------------------------- */

struct bcl_pool;

/* The shared pool of one array type, by the type's name: plugins that bring their own copy of this
 * library meet in one pool. Finding it allocates nothing. */
int bcl_pool_shared(struct bcl *b, const struct hp_type *array, struct bcl_pool **out,
                    struct hp_err *err);
/* [roots] Keeps the thread's slots of one pool at hand in a local root: the heap need not be asked for
 * them on every Rent and Return. bcl_pool_far() is due before the root's scope is closed. */
int bcl_pool_near(struct bcl *b, struct bcl_pool *pool, struct hp_err *err);
void bcl_pool_far(struct bcl *b);

/* What .NET reads from DOTNET_SYSTEM_BUFFERS_SHAREDARRAYPOOL_MAXPARTITIONCOUNT (no more partitions than
 * processors all the same) and _MAXARRAYSPERPARTITION, as it reads it: a text that is no number above 0 says
 * nothing. [untimed] HP_E_STATE: some pool has read another already, with its first partitions. */
enum bcl_pool_limit { BCL_POOL_PARTITIONS, BCL_POOL_DEPTH, BCL_POOL_LIMITS };
int bcl_pool_limit(struct bcl *b, enum bcl_pool_limit which, const char *text, struct hp_err *err);

enum { BCL_BUCKETS = 27 }; /* lengths 16 << 0 .. 16 << 26 */

/* Bucket of a length; at least BCL_BUCKETS for 0, negative and too long ones, as unsigned arithmetic has
 * it. */
static inline uint32_t bcl_bucket_of(int32_t length)
{
    const uint32_t v = ((uint32_t)length - 1) | 15;
    return 31u - (uint32_t)__builtin_clz(v) - 3;
}

/* A slot of a thread's table: its array, and behind it the tick at which a trim first saw that (0: none has).
 * The thread and a trim may meet here: whoever comes last wins, as in .NET. */
static inline bool bcl_slot_take(struct hp_thread *t, uintptr_t *slot, hp_ref out)
{
    const uintptr_t array = __atomic_load_n(slot, __ATOMIC_RELAXED);
    if (array == 0)
        return false;
    t->roots[out.slot] = array;
    __atomic_store_n(slot, 0, __ATOMIC_RELAXED);
    return true;
}

static inline void bcl_slot_put(struct hp_thread *t, uintptr_t *slot, hp_ref array)
{
    const uintptr_t object = t->roots[array.slot];
    __atomic_store_n(slot, object, __ATOMIC_RELAXED);
    __atomic_store_n(slot + 1, 0, __ATOMIC_RELAXED);
    hp_barrier(t, slot, object);
}

/* The slot of a bucket in the table at hand; NULL: none is. */
static inline uintptr_t *bcl_pool_at_hand(const struct bcl *b, const struct bcl_pool *pool,
                                          uint32_t bucket)
{
    const uintptr_t table = b->near_pool == pool ? b->t->roots[b->near.slot] : 0;
    return table == 0 || bucket >= BCL_BUCKETS ? NULL
                                               : (uintptr_t *)(table + 16) + 2 * (uint64_t)bucket;
}

/* Rent and Return of what is not at hand. */
int bcl_pool_rent_far(struct bcl *b, struct bcl_pool *pool, int32_t length, hp_ref slot,
                      struct hp_err *err);
int bcl_pool_return_far(struct bcl *b, struct bcl_pool *pool, hp_ref array, bool clear,
                        struct hp_err *err);

/* Rent: the thread's slot, the partitions, or a new array of the bucket's length. */
static inline int bcl_pool_rent(struct bcl *b, struct bcl_pool *pool, int32_t length, hp_ref slot,
                                struct hp_err *err)
{
    uintptr_t *word = bcl_pool_at_hand(b, pool, bcl_bucket_of(length));
    return word != NULL && bcl_slot_take(b->t, word, slot)
               ? HP_OK
               : bcl_pool_rent_far(b, pool, length, slot, err);
}

/* Return, clearing the array first when `clear`. HP_E_RANGE: null, or a length of no bucket. */
static inline int bcl_pool_return(struct bcl *b, struct bcl_pool *pool, hp_ref array, bool clear,
                                  struct hp_err *err)
{
    if (clear || hp_is_null(b->t, array))
        return bcl_pool_return_far(b, pool, array, clear, err);
    const uint32_t length = hp_length(b->t, array), bucket = bcl_bucket_of((int32_t)length);
    uintptr_t *word = bcl_pool_at_hand(b, pool, bucket);
    if (word == NULL || __atomic_load_n(word, __ATOMIC_RELAXED) != 0 || length != 16u << bucket)
        return bcl_pool_return_far(b, pool, array, clear, err);
    bcl_slot_put(b->t, word, array);
    return HP_OK;
}

/* ---- ArrayPool<T>.Create() ------------------------------------------------------------------ */

/* A pool of its owner's: a fixed number of arrays in each bucket, no slots of threads. */
struct bcl_created {
    const struct hp_type *array;
    hp_handle pool;
    uint32_t buckets;
};

enum { BCL_CREATED_LENGTH = 1024 * 1024, BCL_CREATED_ARRAYS = 50 }; /* of Create() */

int bcl_created_new(struct bcl *b, const struct hp_type *array, int32_t longest, int32_t per_bucket,
                    struct bcl_created *out, struct hp_err *err);
/* An array of the bucket or of the one above, else a new one that the pool does not know. */
int bcl_created_rent(struct bcl *b, const struct bcl_created *pool, int32_t length, hp_ref slot,
                     struct hp_err *err);
int bcl_created_return(struct bcl *b, const struct bcl_created *pool, hp_ref array, bool clear,
                       struct hp_err *err);
/* Takes a pool that was never made as well. */
void bcl_created_free(struct bcl *b, struct bcl_created *pool);

#endif
