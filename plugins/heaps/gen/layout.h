/* SPDX-License-Identifier: MIT
 *
 * Every type of the gen heap and the equations between them. Included by all files of this folder and by the
 * white-box tests, by nobody else.
 *
 * One address range is reserved at open and cut into units of 4 MiB. A region is one unit (objects of
 * generations 0, 1, 2) or a run of units (large objects):
 *
 *   base      base + 40                      allocated        committed            end
 *   | unused  | objects and free objects ... | free, walkable to here | no access  |
 *
 *   base + REGION_START <= allocated <= committed <= end
 *   bytes at and above `used` were never written since the region was committed: they are zero
 *
 * [base + 40, allocated) is a gapless sequence of objects; what is no object is a free object (type
 * gen_free_type, its size in the 64-bit word behind the type). The header word of an object lies 8 bytes
 * before its address, so an object at A of S bytes owns [A - 8, A + S - 8).
 *
 * Everything is guarded by hp_heap.lock, but for what a mutator does inside its own context. Between two
 * collections all mark bits are 0 and all header words are 0.
 */
#ifndef GEN_LAYOUT_H
#define GEN_LAYOUT_H

#include <heapproof/abi.h>
#include <pthread.h>

enum {
    GEN0,
    GEN1,
    GEN2,
    GEN_LARGE,
    GEN_COUNT,       /* generations that have budgets, regions and a free list */
    GEN_NONE = 0xff, /* unit without a generation: free region or unused address space */
};

#define PAGE_BYTES 4096u
#define UNIT_SHIFT 22u
#define UNIT_BYTES ((uintptr_t)1 << UNIT_SHIFT)
#define LARGE_UNITS 8u   /* a region of large objects has a multiple of 32 MiB */
#define REGION_START 40u /* first object address in a region; room for the plan of its first plug */
#define GAP_BYTES 24u    /* smallest free object; kept behind each allocation context */
#define LARGE_PAD 32u    /* free object in front of each large object */
#define FREE_ITEM_MIN 48u /* smaller gaps are free-object space, never on a free list */
#define PAD_EVERY 1000u   /* bytes of moved plugs after which the next one gets a pad */
#define QUANTUM_BYTES 8224u
#define QUANTUM_MIN 1024u
#define COMMIT_STEP 65536u
#define UNINIT_MIN 2048u       /* payload from which HP_UNINIT has an effect */
#define THRESHOLD_MIN 85000u   /* the threshold moves only upward from here */
#define THRESHOLD_MAX 4194216u /* largest object that still fits a region of one unit */
#define CARD_SHIFT 8u
#define BRICK_SHIFT 10u
#define ROOT_SLOTS 65536u
#define LOG_ENTRIES 4096u
#define INFO_OBJECT_BYTES 288u /* what the memory query allocates, as GC.GetGCMemoryInfo does */
#define BUCKETS_MAX 12u
#define MARK_WAITING 8u

_Static_assert(REGION_START >= 8 + GAP_BYTES + 8,
               "the plan of a region's first plug lies before it");
_Static_assert(GAP_BYTES == HP_OBJECT_MIN, "a gap is the smallest object");
_Static_assert(FREE_ITEM_MIN >= GAP_BYTES + 8, "a list item holds type, size and link");
_Static_assert(QUANTUM_BYTES % 8 == 0 && LARGE_PAD % 8 == 0 && REGION_START % 8 == 0, "alignment");
_Static_assert(((uintptr_t)1 << (BRICK_SHIFT - 3)) <= 128, "offset in a brick fits 7 bits + 1");

struct region {
    uintptr_t base, end;
    uintptr_t allocated; /* address of the next object */
    uintptr_t committed; /* memory below is readable and writable */
    uintptr_t used;      /* memory at and above is zero */
    uintptr_t planned;   /* during a collection: `allocated` if it compacts */
    struct region *next; /* in its generation, or in the list of free regions */
    uint32_t units;
    uint8_t generation;
    uint8_t plan_generation;
    uint8_t age; /* collections since it became free */
    bool added;  /* during a collection: joined an older generation for its plan */
    bool stays;  /* during a collection of stress = true: an object in it did not move */
};

/* Free objects of a generation that may be allocated again: buckets by size, each first in first out.
 * list_bytes == sum of the sizes of all items. */
struct free_list {
    unsigned buckets, shift; /* bucket = min(buckets - 1, log2((size >> shift) | 1)) */
    uintptr_t head[BUCKETS_MAX], tail[BUCKETS_MAX];
};

/* size(generation) = sum over regions of (allocated - base - 40)
 *                  = live and dead objects + list_bytes + loose_bytes                         */
struct generation {
    struct region *first, *last;
    struct free_list list;
    uint64_t list_bytes;
    uint64_t loose_bytes;     /* free objects that are on no list: gaps below 48 bytes, pads */
    uint64_t list_used_bytes; /* taken from the list for promoted objects since the last sweep */
};

/* What a generation may allocate before it is collected, and what the next budget is computed from. */
struct budget {
    uint64_t min_bytes, max_bytes; /* constants of the opened heap */
    float limit, max_limit;        /* growth of the survivors, low and high */
    int64_t remaining;             /* signed: the last charge may pass it */
    uint64_t desired;              /* remaining right after the last collection, before "in" */
    int64_t start_remaining;       /* remaining when the running collection began */
    uint64_t begin_bytes;          /* live and dead bytes when it began */
    uint64_t survived_bytes;       /* of them alive */
    uint64_t in_bytes;             /* survivors of the next younger generation that it takes */
    uint64_t current_bytes;        /* live bytes after its own last collection */
    uint64_t fragmented_bytes;     /* remembered: list and loose bytes after the last collection */
    uint64_t last_ms;              /* when this generation was last collected */
};

struct gen_handle {
    uintptr_t object;
    uint32_t kind; /* enum gen_handle_state */
    uint32_t next_free;
};
enum gen_handle_state { GEN_H_FREE, GEN_H_STRONG, GEN_H_WEAK, GEN_H_PIN };

struct gen_thread {
    struct hp_thread pub; /* first: an hp_thread of ours is a gen_thread */
    struct gen_thread *next, *prev;
    int64_t allocated_bytes; /* exact once the unused part of the context is subtracted */
    int64_t large_objects;
    bool blocked;        /* inside block_enter .. block_leave */
    bool in_callback;    /* runs an after_gen2 callback: it does not call itself */
    uintptr_t hidden[2]; /* words under the gap that a check puts over the context */
};

/* A growing array of words that lives outside the heap. */
struct words {
    uintptr_t *item;
    size_t count, capacity, ceiling; /* ceiling: most items, for tests of the overflow path */
};

struct gen_options {
    uint64_t gen0_size;        /* 0: from the machine's last level cache */
    uint64_t limit;            /* most bytes committed, 0: none */
    uint64_t reserve;          /* address space */
    uint64_t start_gen2_bytes; /* live bytes that the process brings with it */
    uint64_t start_committed;  /* first regions of generations 0 and 1 */
    bool stress, verify;
    int32_t clock;       /* enum gen_clock */
    uint64_t clock_rate; /* bytes allocated in a virtual millisecond, 0: time stands still */
    int64_t load;        /* percent of the machine's memory that others use */
    uint64_t background_low, background_high; /* bytes allocated during a background collection */
    uint64_t background_object; /* bytes that a large object counts for beside its own */
};
enum gen_clock { GEN_CLOCK_VIRTUAL, GEN_CLOCK_REAL };

/* A collection of generation 2 and the large objects that runs beside the program: background.c */
struct background {
    bool running;
    uint64_t from_bytes, bytes; /* allocated when it began; how much more until it ends */
    uint32_t large_objects;     /* allocated since */
    struct budget before[2];    /* of generation 2 and the large objects, when it began */
    struct hp_collection entry; /* of the log, completed when it ends */
};

struct shared_block {
    struct shared_block *next;
    void (*end)(void *state);
    void *state;
    char key[];
};

struct gen2_callback {
    struct gen2_callback *next;
    void (*call)(void *state, struct hp_thread *thread);
    void *state;
};

/* Memory that survivors are laid out in, upward. */
struct gen_piece {
    uintptr_t ptr, limit;
    uintptr_t pad_from; /* a pad is due here and from 1,000 bytes after it ... */
    bool pads;          /* ... but in generation 2 */
};

/* How the running collection lays out what it moves into the generation above the condemned ones. */
struct older_plan {
    struct generation *into; /* NULL: nothing leaves the condemned generations */
    int into_number;
    struct region *region;
    struct gen_piece piece;
    bool at_end; /* the piece lies behind the region's last object */
    bool failed; /* no memory: the collection sweeps */
};

struct hp_heap {
    pthread_mutex_t lock;
    /* stop of the world: suspend.c */
    pthread_cond_t parked, resumed;
    bool stopping;
    unsigned running; /* attached threads that may touch objects */
    struct gen_thread *threads;

    struct gen_options opt;
    struct hp_heap_config config; /* as opened, for the scratch heap of applied_threshold */
    struct hp_machine machine;
    uint64_t threshold;
    uint64_t applied; /* found threshold, 0: not asked yet */

    /* address space: region.c */
    uintptr_t base, span;   /* reserved range */
    uintptr_t cards, marks; /* addresses of the side tables of `base` */
    uintptr_t bricks, moves;
    void *tables;
    size_t table_bytes;
    struct region *regions; /* descriptor of the region that starts at a unit */
    struct region **of;     /* unit to region, NULL: unused address space */
    uint8_t *unit_gen;      /* unit to generation or GEN_NONE */
    size_t units;
    struct region *free; /* in the order in which they are taken: spare.c */
    struct region *spare_large;
    uint64_t opened_ns, virtual_ms; /* clock.c */
    uint64_t collected_ms;          /* when the running or last collection began */
    uint64_t released_ms;           /* when surplus was last given back */
    uint64_t committed_bytes;

    struct generation gen[GEN_COUNT];
    struct budget budget[GEN_COUNT];
    struct region *alloc_region; /* of generation 0: contexts come from its end */
    uint64_t quantum;
    int64_t total_small, total_large; /* bytes handed to contexts; bytes of large objects */
    int64_t approx_high;

    /* handles.c */
    struct gen_handle *handles;
    uint32_t handle_count, handle_capacity, handle_free;
    size_t pin_count;
    uintptr_t resident; /* object of start_gen2_bytes */

    /* the running collection: collect.c */
    int condemned;      /* generations 0..condemned; -1 between collections */
    int condemned_unit; /* largest unit_gen that is condemned: 3 when condemned is 2 */
    bool promote;       /* decided by survival; survivors move up one generation */
    bool compacting;
    uint64_t plan_pad_bytes[GEN_COUNT];
    struct older_plan older;
    struct background background;
    uintptr_t older_saved[2 * BUCKETS_MAX + 4]; /* free list before the plan: older.c */
    struct words stack;
    uintptr_t waiting[MARK_WAITING]; /* objects that will be marked once they are in the cache */
    unsigned waiting_next;
    bool mark_overflow;
    struct words runs; /* new addresses in blocks whose live words part: marks.h */
    struct words undo; /* pairs of address, old value: what the plan wrote into free items */
    struct region *poisoned;

    /* results: counters.c */
    uint64_t gen_count[3];
    uint64_t collection_count;
    int last_generation;
    int64_t after_bytes[HP_GENERATIONS], after_fragmented[HP_GENERATIONS];
    uint64_t promoted_bytes;
    uint64_t pause_count, pause_total_ns, pause_max_ns;
    struct hp_collection *log;
    const char *broken; /* a phase found an invariant that does not hold */
    char broken_text[300];

    struct shared_block *shared;
    struct gen2_callback *callbacks; /* newest first; read without the lock */
    uint64_t gen2_told;              /* collections of generation 2 that they know of */
    unsigned telling;                /* threads that tell them: stress = true waits */
};

extern const struct hp_type gen_free_type;
extern const struct hp_type gen_bytes_type;

/* ---- words of memory ----------------------------------------------------------------------- */

static inline uintptr_t *gen_word(uintptr_t address)
{
    return (uintptr_t *)address;
}

static inline const struct hp_type *gen_type(uintptr_t object)
{
    return (const struct hp_type *)*gen_word(object);
}

static inline uintptr_t *gen_header(uintptr_t object)
{
    return gen_word(object - 8);
}

static inline bool gen_is_free(uintptr_t object)
{
    return gen_type(object) == &gen_free_type;
}

static inline uint64_t gen_size(uintptr_t object)
{
    const struct hp_type *type = gen_type(object);
    if (type == &gen_free_type)
        return *gen_word(object + 8);
    return hp_object_bytes(type, type->element_bytes == 0 ? 0 : *(const uint32_t *)(object + 8));
}

static inline bool gen_has_refs(const struct hp_type *type)
{
    return type->ref_fields != 0 || type->element_refs != 0;
}

/* ---- units, cards, bricks -------------------------------------------------------------------- */

static inline bool gen_in_heap(const struct hp_heap *h, uintptr_t address)
{
    return address - h->base < h->span;
}

static inline size_t gen_unit(const struct hp_heap *h, uintptr_t address)
{
    return (address - h->base) >> UNIT_SHIFT;
}

static inline struct region *gen_region_of(const struct hp_heap *h, uintptr_t address)
{
    return h->of[gen_unit(h, address)];
}

static inline int gen_number_of(const struct hp_heap *h, uintptr_t object)
{
    return h->unit_gen[gen_unit(h, object)];
}

static inline uintptr_t gen_region_mem(const struct region *r)
{
    return r->base + REGION_START;
}

static inline uint8_t *gen_card(const struct hp_heap *h, uintptr_t address)
{
    return (uint8_t *)(h->cards + ((address - h->base) >> CARD_SHIFT));
}

static inline uint8_t *gen_brick(const struct hp_heap *h, uintptr_t address)
{
    return (uint8_t *)(h->bricks + ((address - h->base) >> BRICK_SHIFT));
}

static inline bool gen_condemned(const struct hp_heap *h, uintptr_t object)
{
    return gen_in_heap(h, object) && h->unit_gen[gen_unit(h, object)] <= h->condemned_unit;
}

/* ---- references of an object ----------------------------------------------------------------- */

typedef void gen_visit(struct hp_heap *h, uintptr_t *where, void *context);

/* Calls visit for each reference word of `object` in [low, high). Inlined so that visit is too. */
static inline __attribute__((always_inline)) void gen_each_ref(struct hp_heap *h, uintptr_t object,
                                                               uintptr_t low, uintptr_t high,
                                                               gen_visit *visit, void *context)
{
    const struct hp_type *type = gen_type(object);
    const bool array = type->element_refs != 0;
    const uintptr_t step = array ? type->element_bytes : 8;
    const uint64_t refs = array ? type->element_refs : 1;
    const uint64_t count = array ? *(const uint32_t *)(object + 8) : type->ref_fields;
    uintptr_t at = object + (array ? 16 : 8);
    const uintptr_t end = at + count * step < high ? at + count * step : high;
    if (low > at)
        at += (low - at) / step * step;
    if (refs == 1 && step == 8) {
        for (; at < end; at += 8)
            visit(h, gen_word(at), context);
        return;
    }
    for (; at < end; at += step) {
        for (uint64_t bits = refs; bits != 0; bits &= bits - 1) {
            const uintptr_t where = at + 8 * (uintptr_t)__builtin_ctzll(bits);
            if (where >= low && where < high)
                visit(h, gen_word(where), context);
        }
    }
}

/* ---- what the files offer each other --------------------------------------------------------- */

/* object.c */
void gen_free_object(uintptr_t address, uint64_t bytes); /* makes [address - 8, + bytes) one */
bool gen_words_push(struct words *w, uintptr_t item);    /* false: no memory */
void gen_words_free(struct words *w);

/* region.c */
int gen_space_open(struct hp_heap *h, struct hp_err *err);
void gen_space_close(struct hp_heap *h);
struct region *gen_region_take(struct hp_heap *h); /* one unit; NULL: no memory */
struct region *gen_region_large(struct hp_heap *h, uint64_t bytes);
void gen_region_free(struct hp_heap *h, struct region *r);
void gen_region_discard(struct hp_heap *h, struct region *r);
void gen_region_join(struct hp_heap *h, struct region *r, int generation);
bool gen_commit(struct hp_heap *h, struct region *r, uintptr_t need); /* grows by the rule */
bool gen_commit_exact(struct hp_heap *h, struct region *r, uintptr_t to);
uint64_t gen_release_free(struct hp_heap *h); /* gives free regions back; bytes */
void gen_zero(struct region *r, uintptr_t from, uintptr_t to);
void gen_touch(struct region *r, uintptr_t to); /* written without zeroing */
void gen_clear_cards(struct hp_heap *h, const struct region *r);
void gen_clear_bricks(struct hp_heap *h, const struct region *r);
uintptr_t gen_object_at(struct hp_heap *h, struct region *r, uintptr_t address);
uint64_t gen_generation_size(const struct hp_heap *h, int generation);

/* spare.c */
void gen_spare_add(struct hp_heap *h, struct region *r);
void gen_spare_order(struct hp_heap *h);

/* clock.c */
uint64_t gen_real_ns(void);
uint64_t gen_now_ms(struct hp_heap *h);

/* freelist.c */
void gen_list_init(struct hp_heap *h);
void gen_list_clear(struct generation *g);
unsigned gen_list_bucket(const struct free_list *list, uint64_t size);
void gen_gap(struct generation *g, uintptr_t address, uint64_t bytes); /* free object and append */
uintptr_t *gen_list_link(uintptr_t item);

/* alloc.c */
int gen_alloc(struct hp_thread *thread, const struct hp_type *type, uint64_t length, unsigned flags,
              uint32_t slot, struct hp_err *err);
void gen_retire_context(struct gen_thread *t);
void gen_retire_contexts(struct hp_heap *h);

/* large.c */
bool gen_is_large(const struct hp_heap *h, const struct hp_type *type, uint64_t length);
uintptr_t gen_large_place(struct hp_heap *h, uint64_t bytes, bool *fresh); /* object or 0 */
void gen_large_sweep(struct hp_heap *h);

/* handles.c */
int gen_pin(struct hp_thread *thread, hp_ref object, void **address, hp_handle *pin,
            struct hp_err *err);
void gen_unpin(struct hp_thread *thread, hp_handle pin);
int gen_handle_new(struct hp_thread *thread, hp_ref object, enum hp_handle_kind kind,
                   hp_handle *out, struct hp_err *err);
void gen_handle_get(struct hp_thread *thread, hp_handle handle, uint32_t slot);
void gen_handle_set(struct hp_thread *thread, hp_handle handle, hp_ref object);
void gen_handle_release(struct hp_thread *thread, hp_handle handle);

/* barrier.c */
void gen_refs_written(struct hp_thread *thread, hp_ref object, uint64_t first, uint64_t count);
void gen_card_for(struct hp_heap *h, uintptr_t where, int holder_generation, int target_generation);

/* suspend.c */
int gen_attach(struct hp_heap *h, struct hp_thread **out, struct hp_err *err);
void gen_detach(struct hp_thread *thread);
void gen_lock(struct gen_thread *t);
void gen_unlock(struct gen_thread *t);
void gen_stop_world(struct gen_thread *t);
void gen_resume_world(struct gen_thread *t);
void gen_safepoint(struct hp_thread *thread);
void gen_block_enter(struct hp_thread *thread);
void gen_block_leave(struct hp_thread *thread);

/* collect.c */
int gen_choose(struct hp_heap *h, int requested);
void gen_collect_locked(struct gen_thread *t, int requested, int reason);
void gen_collect(struct hp_thread *thread, int generation);
void gen_background_end(struct gen_thread *t);
void gen_after_gen2(struct gen_thread *t);

/* background.c: the world is stopped but for gen_background_due */
bool gen_background_due(const struct hp_heap *h); /* it ends before the next allocation */
void gen_background_begin(struct hp_heap *h, struct hp_collection *entry);
void gen_background_finish(struct hp_heap *h);

/* mark.c */
void gen_mark(struct hp_heap *h);
void gen_each_root(struct hp_heap *h, gen_visit *visit, void *context);
/* plan.c, older.c */
void gen_plan(struct hp_heap *h);
bool gen_decide_compact(const struct hp_heap *h);
void gen_older_begin(struct hp_heap *h, int into);
uintptr_t gen_older_place(struct hp_heap *h, uint64_t bytes);
void gen_older_commit(struct hp_heap *h);
void gen_older_undo(struct hp_heap *h);
struct region *gen_next_condemned(const struct hp_heap *h, const struct region *r, int *generation);
struct region *gen_first_condemned(const struct hp_heap *h, int *generation);
/* relocate.c, compact.c, sweep.c */
void gen_relocate(struct hp_heap *h);
void gen_compact(struct hp_heap *h);
void gen_sweep(struct hp_heap *h);
bool gen_refill_generations(struct hp_heap *h); /* a generation without a region gets one */
/* stress.c */
void gen_evacuate(struct hp_heap *h);
void gen_unpoison(struct hp_heap *h);

/* budget.c */
void gen_budget_open(struct hp_heap *h);
uint64_t gen_gen0_min(const struct hp_machine *machine);
float gen_growth(float survival, float limit, float max_limit);
uint64_t gen_partial(uint64_t fresh, uint64_t old_desired, int64_t remaining, uint64_t age_ms);
void gen_budget_begin(struct hp_heap *h);
bool gen_budget_promotes(const struct hp_heap *h);
void gen_budget_end(struct hp_heap *h);
void gen_budget_background(struct hp_heap *h, const struct budget before[2]);

/* counters.c */
void gen_counters(struct hp_thread *thread, struct hp_counters *out);
void gen_memory_info(struct hp_thread *thread, struct hp_memory_info *out);
uint64_t gen_applied_threshold(struct hp_thread *thread);
size_t gen_collections(struct hp_heap *h, uint64_t first, struct hp_collection *out, size_t max);

/* verify.c: each returns NULL or, in h->broken_text, what does not hold */
const char *gen_verify_heap(struct hp_heap *h);
const char *gen_verify_marks(struct hp_heap *h);
const char *gen_verify_plan(struct hp_heap *h);
int gen_verify(struct hp_thread *thread, struct hp_err *err);

/* gen.c */
extern const struct hp_heap_ops gen_ops;

#endif
