/* SPDX-License-Identifier: MIT
 * How fast is `gen`, loaded and used through abi.h as a workload uses it? Each row names its goal, measures
 * the heap and, in the same rounds, what it is held against: where both touch memory, the same addresses in
 * the same order. Prints both sides, medians of rounds, their ratio, and whether the goal is met. Single threaded.
 *
 *   bench_gen [default | smoke | full [ROWS]]
 *                               smoke: tiny, for ctest, which looks at the exit status only; full: 64 GiB
 *                               of traffic through 1 GiB instead of a sixteenth of both; ROWS: only rows
 *                               with that in their name
 *
 * `ninja bench` runs it; a ratio means something in a release build only. The row about Boehm's collector
 * needs libgc-dev when cmake runs. */
#include "bench.h"
#include "rig.h"

#include <inttypes.h>
#include <unistd.h>

#ifdef BENCH_BOEHM
#include <gc.h>
#endif

#define MIB ((uint64_t)1 << 20)

/* Time of this thread on a processor: what other programs do meanwhile counts for neither side. */
static int64_t cpu_ns(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

enum { ROUNDS_MAX = 512, ARRAYS = 16, TREES = 8 };

struct scale {
    const char *name;
    size_t rounds;        /* of what takes less than a millisecond; of the rest a part */
    uint32_t survivors;   /* 40-byte objects; of the others a sixteenth */
    uint32_t tree_depth;  /* 2^depth - 1 nodes */
    uint64_t old_mib[2];  /* live in the smaller and the larger heap */
    uint64_t traffic_mib; /* through a live heap of a sixty-fourth */
};

static const struct scale scales[] = {
    { "default", 200, 100000, 16, { 8, 128 }, 4096 },
    { "full", 200, 100000, 16, { 8, 128 }, 65536 },
    { "smoke", 4, 4000, 8, { 1, 2 }, 64 },
};

/* What a row found, in its unit. */
struct pair {
    double mine, other;
    const char *skipped; /* or why there is nothing */
};

enum goal {
    SLOWER_AT_MOST,  /* mine / other: times, bytes */
    FASTER_AT_LEAST, /* other / mine: speeds, from times */
    MORE_BY_AT_MOST, /* mine - other */
};

struct row {
    const char *name, *unit, *against;
    enum goal goal;
    double bound;
    void (*measure)(const struct scale *scale, struct pair *out);
    const char *reason; /* of a miss; NULL: none is known */
};

/* ---- a heap and its objects ------------------------------------------------------------------ */

static const struct hp_type small_type = { .name = "object of 32", .base_bytes = 32 };
static const struct hp_type node_type = { .name = "node of 40", .base_bytes = 40, .ref_fields = 2 };
static const struct hp_type bytes_type = {
    .name = "byte[]", .base_bytes = HP_ARRAY_BASE, .element_bytes = 1, .flags = HP_TYPE_ARRAY
};
static const struct hp_type table_type = { .name = "object[]",
                                           .base_bytes = HP_ARRAY_BASE,
                                           .element_bytes = 8,
                                           .flags = HP_TYPE_ARRAY,
                                           .element_refs = 1 };

struct side {
    struct rig rig;
    struct hp_thread *t;
    hp_ref table, object;
    struct hp_err err;
};

static void open_side_with(struct side *x, uint64_t slots, const char *clock)
{
    const struct rig_setup setup = {
        .heap = "gen", .runtime = 10, .option = { "verify", "clock" }, .value = { "false", clock }
    };
    bench_must(rig_open(&x->rig, &setup, &x->err), &x->err);
    x->t = x->rig.run.thread;
    bench_must(hp_root(x->t, &x->object, &x->err), &x->err);
    bench_must(hp_new(x->t, &table_type, slots, 0, &x->table, &x->err), &x->err);
}

static void open_side(struct side *x, uint64_t slots)
{
    open_side_with(x, slots, "virtual");
}

static void make(struct side *x, const struct hp_type *type, uint64_t length)
{
    bench_must(hp_new_into(x->t, type, length, 0, x->object, &x->err), &x->err);
}

static uintptr_t *words(const struct side *x)
{
    return hp_data(x->t, x->table);
}

/* Nothing of a round survives, so that none pays for the one before. */
static void forget(struct side *x)
{
    const uint64_t slots = hp_length(x->t, x->table);
    for (uint64_t i = 0; i < slots; i++)
        hp_set_null(x->t, x->table, i);
    hp_clear(x->t, x->object);
    x->t->ops->collect(x->t, 2);
}

/* ---- allocating ------------------------------------------------------------------------------ */

/* Contexts that objects of small_type were bumped through, found by the objects in them. */
struct context {
    uintptr_t from, to;
};

static size_t find_contexts(uintptr_t first, uintptr_t last, struct context *out, size_t most)
{
    size_t count = 0;
    for (uintptr_t at = first; at <= last; at += 8) {
        if (*(const struct hp_type *const *)at != &small_type)
            continue;
        if (count == 0 || out[count - 1].to != at) {
            if (count == most)
                return count;
            out[count++].from = at;
        }
        out[count - 1].to = at + 32;
        at += 24;
    }
    return count;
}

/* The least there is: zero the context, then compare, bump, write the type, keep the address. */
static void bump(const struct context *contexts, size_t count, volatile uintptr_t *slot)
{
    for (size_t i = 0; i < count; i++) {
        memset((void *)(contexts[i].from - 8), 0, contexts[i].to - contexts[i].from);
        uintptr_t at = contexts[i].from;
        while (contexts[i].to - at >= 32) {
            *(const struct hp_type **)at = &small_type;
            *slot = at;
            at += 32;
        }
    }
}

static void measure_inline(const struct scale *scale, struct pair *out)
{
    enum { OBJECTS = 16384, CONTEXTS = 256 };
    static double mine[ROUNDS_MAX], other[ROUNDS_MAX];
    static struct context contexts[CONTEXTS];
    static volatile uintptr_t slot;
    struct side x;
    open_side(&x, 1);
    for (size_t n = 0; n < scale->rounds;) {
        forget(&x);
        make(&x, &small_type, 0);
        const uintptr_t first = x.t->roots[x.object.slot];
        const int64_t start = cpu_ns();
        for (int i = 0; i < OBJECTS; i++)
            make(&x, &small_type, 0);
        const int64_t end = cpu_ns();
        const uintptr_t last = x.t->roots[x.object.slot];
        const size_t count = find_contexts(first, last, contexts, CONTEXTS);
        const int64_t again = cpu_ns();
        bump(contexts, count, &slot);
        other[n] = (double)(cpu_ns() - again) / OBJECTS;
        mine[n++] = (double)(end - start) / OBJECTS;
    }
    rig_close(&x.rig);
    *out = (struct pair){ bench_median(mine, scale->rounds), bench_median(other, scale->rounds),
                          NULL };
}

/* A live array lies behind the others, so that these come from the free list once they are dead. */
static void measure_large(const struct scale *scale, struct pair *out)
{
    enum { LENGTH = 100000 };
    static double mine[ROUNDS_MAX], other[ROUNDS_MAX];
    struct side x;
    hp_ref last;
    open_side(&x, ARRAYS);
    for (size_t n = 0; n <= scale->rounds; n++) {
        forget(&x);
        uintptr_t at[ARRAYS];
        const int64_t start = cpu_ns();
        for (int i = 0; i < ARRAYS; i++) {
            make(&x, &bytes_type, LENGTH);
            hp_set(x.t, x.table, (uint64_t)i, x.object);
        }
        const int64_t end = cpu_ns();
        for (int i = 0; i < ARRAYS; i++)
            at[i] = words(&x)[i];
        const int64_t again = cpu_ns();
        for (int i = 0; i < ARRAYS; i++)
            memset((void *)(at[i] + 8), 0, LENGTH + 8);
        const int64_t done = cpu_ns();
        for (int i = 0; i < ARRAYS; i++)
            *(uint32_t *)(at[i] + 8) = LENGTH;
        if (n == 0) {
            bench_must(hp_new(x.t, &bytes_type, LENGTH, 0, &last, &x.err), &x.err);
            continue;
        }
        mine[n - 1] = (double)(end - start) / ARRAYS;
        other[n - 1] = (double)(done - again) / ARRAYS;
    }
    rig_close(&x.rig);
    *out = (struct pair){ bench_median(mine, scale->rounds), bench_median(other, scale->rounds),
                          NULL };
}

/* ---- copying survivors ----------------------------------------------------------------------- */

/* Every second object survives: each moves by itself. */
static void make_survivors(struct side *x, const struct hp_type *type, uint64_t length,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        make(x, type, length);
        hp_set(x->t, x->table, i, x->object);
        make(x, type, length);
    }
    hp_clear(x->t, x->object);
}

/* A young collection, timed from outside: what the program waits for. */
static double collect_young(struct side *x)
{
    struct hp_collection entry;
    struct hp_counters counters;
    const int64_t start = cpu_ns();
    x->t->ops->collect(x->t, 0);
    const double ns = (double)(cpu_ns() - start);
    x->t->ops->counters(x->t, &counters);
    const uint64_t number = (uint64_t)counters.value[HP_C_GEN0_COUNT];
    if (x->t->ops->collections(x->rig.run.heap, number, &entry, 1) != 1 || entry.generation != 0 ||
        !entry.compacted)
        bench_must(hp_fail(&x->err, HP_E_STATE,
                           "collection %" PRIu64 " was to move the survivors of generation 0",
                           number),
                   &x->err);
    return ns;
}

/* The old places are as the collection left them. */
static double copy_again(const uintptr_t *from, const uintptr_t *to, uint32_t count, size_t bytes)
{
    const int64_t start = cpu_ns();
    for (uint32_t i = 0; i < count; i++)
        memcpy((void *)(to[i] - 8), (const void *)(from[i] - 8), bytes);
    return (double)(cpu_ns() - start);
}

static void measure_survivors(const struct scale *scale, const struct hp_type *type,
                              uint64_t length, uint32_t count, struct pair *out)
{
    static double mine[ROUNDS_MAX], other[ROUNDS_MAX];
    const size_t rounds = scale->rounds / 4, bytes = hp_object_bytes(type, length);
    uintptr_t *from = malloc(count * sizeof *from);
    struct side x;
    open_side(&x, count);
    for (size_t n = 0; from != NULL && n < rounds; n++) {
        forget(&x);
        make_survivors(&x, type, length, count);
        memcpy(from, words(&x), count * sizeof *from);
        mine[n] = collect_young(&x) / count;
        for (uint32_t i = 0; i < count; i++)
            if (memcmp((void *)from[i], (void *)words(&x)[i], bytes - 8) != 0)
                bench_must(hp_fail(&x.err, HP_E_STATE, "the old place of %" PRIu32 " is lost", i),
                           &x.err);
        other[n] = copy_again(from, words(&x), count, bytes) / count;
    }
    rig_close(&x.rig);
    free(from);
    *out = (struct pair){ bench_median(mine, rounds), bench_median(other, rounds), NULL };
}

static void measure_copy_40(const struct scale *scale, struct pair *out)
{
    measure_survivors(scale, &node_type, 0, scale->survivors, out);
}

static void measure_copy_1k(const struct scale *scale, struct pair *out)
{
    measure_survivors(scale, &bytes_type, 1000, scale->survivors / 16, out);
}

/* ---- the write barrier ----------------------------------------------------------------------- */

enum { STORES = 4096, SLOTS = 1024 };

/* Both sides read roots and type again for each store; what differs is the barrier. */
#define READ_AGAIN() __asm__ volatile("" ::: "memory")

static void __attribute__((noinline)) store_with(struct side *x)
{
    struct hp_thread *t = x->t;
    for (uint64_t i = 0; i < STORES; i++) {
        hp_set(t, x->table, i % SLOTS, x->object);
        READ_AGAIN();
    }
}

static void __attribute__((noinline)) store_without(struct side *x)
{
    struct hp_thread *t = x->t;
    for (uint64_t i = 0; i < STORES; i++) {
        ((uintptr_t *)hp_data(t, x->table))[i % SLOTS] = t->roots[x->object.slot];
        READ_AGAIN();
    }
}

static void measure_barrier(const struct scale *scale, bool null, struct pair *out)
{
    static double mine[ROUNDS_MAX], other[ROUNDS_MAX];
    struct side x;
    open_side(&x, SLOTS);
    make(&x, &small_type, 0);
    store_with(&x); /* marks the cards */
    if (null)
        hp_clear(x.t, x.object);
    for (size_t n = 0; n < scale->rounds; n++) {
        const int64_t start = cpu_ns();
        store_with(&x);
        const int64_t between = cpu_ns();
        store_without(&x);
        other[n] = (double)(cpu_ns() - between) / STORES;
        mine[n] = (double)(between - start) / STORES;
    }
    rig_close(&x.rig);
    *out = (struct pair){ bench_median(mine, scale->rounds), bench_median(other, scale->rounds),
                          NULL };
}

static void measure_barrier_null(const struct scale *scale, struct pair *out)
{
    measure_barrier(scale, true, out);
}

static void measure_barrier_marked(const struct scale *scale, struct pair *out)
{
    measure_barrier(scale, false, out);
}

/* ---- trees ----------------------------------------------------------------------------------- */

struct
    node { /* what the others allocate: as many bytes as gen's node takes, header and type included */
    struct node *left, *right;
    uint64_t value[3];
};

static void grow_gen(struct side *x, uint32_t depth, hp_ref into)
{
    struct hp_thread *t = x->t;
    bench_must(hp_new_into(t, &node_type, 0, 0, into, &x->err), &x->err);
    if (depth == 1)
        return;
    const uint32_t scope = hp_scope_open(t);
    hp_ref child;
    bench_must(hp_root(t, &child, &x->err), &x->err);
    for (uint64_t side = 0; side < 2; side++) {
        grow_gen(x, depth - 1, child);
        hp_set(t, into, side, child);
    }
    hp_scope_close(t, scope);
}

static void trees_gen(void *context, uint32_t depth)
{
    struct side *x = context;
    for (int i = 0; i < TREES; i++) {
        grow_gen(x, depth, x->object);
        hp_clear(x->t, x->object);
    }
}

static struct node *grow_malloc(uint32_t depth)
{
    struct node *n = calloc(1, sizeof *n);
    if (n != NULL && depth > 1) {
        n->left = grow_malloc(depth - 1);
        n->right = grow_malloc(depth - 1);
    }
    return n;
}

static void fell(struct node *n)
{
    if (n == NULL)
        return;
    fell(n->left);
    fell(n->right);
    free(n);
}

static void trees_malloc(void *context, uint32_t depth)
{
    (void)context;
    for (int i = 0; i < TREES; i++)
        fell(grow_malloc(depth));
}

static void compare_trees(const struct scale *scale, void (*trees)(void *, uint32_t),
                          struct pair *out)
{
    static double mine[ROUNDS_MAX], other[ROUNDS_MAX];
    const size_t rounds = scale->rounds / 4;
    const double nodes = TREES * (double)((1u << scale->tree_depth) - 1);
    struct side x;
    open_side(&x, 1);
    for (size_t n = 0; n < rounds; n++) {
        const int64_t start = cpu_ns();
        trees_gen(&x, scale->tree_depth);
        const int64_t between = cpu_ns();
        trees(NULL, scale->tree_depth);
        other[n] = (double)(cpu_ns() - between) / nodes;
        mine[n] = (double)(between - start) / nodes;
    }
    rig_close(&x.rig);
    *out = (struct pair){ bench_median(mine, rounds), bench_median(other, rounds), NULL };
}

static void measure_tree_malloc(const struct scale *scale, struct pair *out)
{
    compare_trees(scale, trees_malloc, out);
}

#ifdef BENCH_BOEHM
static struct node *grow_boehm(uint32_t depth)
{
    struct node *n = GC_MALLOC(sizeof *n);
    if (n != NULL && depth > 1) {
        n->left = grow_boehm(depth - 1);
        n->right = grow_boehm(depth - 1);
    }
    return n;
}

static void trees_boehm(void *context, uint32_t depth)
{
    (void)context;
    for (int i = 0; i < TREES; i++) {
        struct node *volatile root = grow_boehm(depth);
        root = NULL;
        (void)root;
    }
}

static void measure_tree_boehm(const struct scale *scale, struct pair *out)
{
    GC_INIT();
    compare_trees(scale, trees_boehm, out);
}
#else
static void measure_tree_boehm(const struct scale *scale, struct pair *out)
{
    (void)scale;
    out->skipped = "built without Boehm's collector: install libgc-dev and run cmake again";
}
#endif

/* ---- two sizes of the heap ------------------------------------------------------------------- */

/* The first slots of the table are the survivors', the others hold 1 KiB each. */
static void fill_old(struct side *x, uint32_t survivors)
{
    const uint64_t slots = hp_length(x->t, x->table);
    for (uint64_t i = survivors; i < slots; i++) {
        make(x, &bytes_type, 1000);
        hp_set(x->t, x->table, i, x->object);
    }
    hp_clear(x->t, x->object);
}

static void empty(struct side *x, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to; i++)
        hp_set_null(x->t, x->table, i);
    hp_clear(x->t, x->object);
}

/* The same survivors beside much that is old and lives. */
static double young_round(struct side *x, uint32_t survivors)
{
    empty(x, 0, survivors);
    x->t->ops->collect(x->t, 2);
    make_survivors(x, &node_type, 0, survivors);
    return collect_young(x);
}

/* The same survivors among much that is dead. */
static double full_round(struct side *x, uint32_t survivors)
{
    fill_old(x, survivors);
    x->t->ops->collect(x->t, 2);
    empty(x, survivors, hp_length(x->t, x->table));
    make_survivors(x, &node_type, 0, survivors);
    const int64_t start = cpu_ns();
    x->t->ops->collect(x->t, 2);
    return (double)(cpu_ns() - start);
}

static void compare_sizes(const struct scale *scale, bool full, struct pair *out)
{
    static double ns[2][ROUNDS_MAX];
    static struct side x[2];
    const size_t rounds = full ? scale->rounds / 20 + 1 : scale->rounds / 4;
    const uint32_t survivors = scale->survivors;
    for (int i = 0; i < 2; i++) {
        open_side(&x[i], survivors + scale->old_mib[i] * 1024);
        fill_old(&x[i], survivors);
        x[i].t->ops->collect(x[i].t, 2);
    }
    for (size_t n = 0; n < rounds; n++)
        for (int i = 0; i < 2; i++)
            ns[i][n] = full ? full_round(&x[i], survivors) : young_round(&x[i], survivors);
    for (int i = 0; i < 2; i++)
        rig_close(&x[i].rig);
    *out =
        (struct pair){ bench_median(ns[1], rounds) / 1e6, bench_median(ns[0], rounds) / 1e6, NULL };
}

static void measure_old_alive(const struct scale *scale, struct pair *out)
{
    compare_sizes(scale, false, out);
}

static void measure_old_dead(const struct scale *scale, struct pair *out)
{
    compare_sizes(scale, true, out);
}

/* ---- traffic --------------------------------------------------------------------------------- */

static uint64_t resident_bytes(void)
{
    unsigned long long size = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f == NULL || fscanf(f, "%llu %llu", &size, &resident) != 2)
        resident = 0;
    if (f != NULL)
        (void)fclose(f);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* One object: every eighth replaces one that lives, every 4,096th is a large array. Returns its bytes. */
static uint64_t pass_one(struct side *x, uint64_t *state)
{
    const uint64_t r = draw(state);
    const uint64_t length = r % 4096 == 0 ? 100000 : (r >> 16) % 1000;
    make(x, &bytes_type, length);
    if ((r >> 12) % 8 == 0)
        hp_set(x->t, x->table, (r >> 32) % hp_length(x->t, x->table), x->object);
    return hp_object_bytes(&bytes_type, length);
}

/* The most that generations held when a collection began: what lives, what the budgets had allowed since
 * the collection before, and gaps. */
static uint64_t most_before(struct side *x, uint64_t *next)
{
    struct hp_collection log[64];
    uint64_t most = 0;
    size_t count;
    do {
        count = x->t->ops->collections(x->rig.run.heap, *next, log, 64);
        for (size_t i = 0; i < count; i++) {
            int64_t bytes = 0;
            for (int g = 0; g < HP_GENERATIONS; g++)
                bytes += log[i].before_bytes[g];
            if (most < (uint64_t)bytes)
                most = (uint64_t)bytes;
        }
        *next += count;
    } while (count == 64);
    return most;
}

static void measure_traffic(const struct scale *scale, struct pair *out)
{
    const uint64_t before = resident_bytes(), traffic = scale->traffic_mib * MIB;
    uint64_t state = 88172645463325252, next = 1, most = 0, peak = 0, sample = 0;
    struct side x;
    /* In real time what is not needed goes back to the system. An object has 548 bytes in the mean. */
    open_side_with(&x, traffic / 64 / 548, "real");
    for (uint64_t passed = 0; passed < traffic;) {
        passed += pass_one(&x, &state);
        if (passed < sample)
            continue;
        sample += MIB;
        const uint64_t resident = resident_bytes() - before, held = most_before(&x, &next);
        peak = peak < resident ? resident : peak;
        most = most < held ? held : most;
    }
    rig_close(&x.rig);
    *out = (struct pair){ (double)peak / MIB, (double)most / MIB, NULL };
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const struct row rows[] = {
    { "object of 32 bytes, inline path", "ns", "bump and zero", SLOWER_AT_MOST, 2.0, measure_inline,
      NULL },
    { "array of 100,024 bytes, recycled", "ns", "memset", SLOWER_AT_MOST, 1.3, measure_large,
      NULL },
    { "survivor of 40 bytes, whole pause", "ns", "memcpy", FASTER_AT_LEAST, 0.3, measure_copy_40,
      "a survivor is read twice, marked and moved; marking and planning cost as much as moving" },
    { "survivor of 1 KiB, whole pause", "ns", "memcpy", FASTER_AT_LEAST, 0.8, measure_copy_1k,
      "a survivor is read twice, marked and moved; marking and planning cost as much as moving" },
    { "barrier, null stored", "ns", "plain store", MORE_BY_AT_MOST, 0.35, measure_barrier_null,
      NULL },
    { "barrier, card marked before", "ns", "plain store", MORE_BY_AT_MOST, 0.35,
      measure_barrier_marked, NULL },
    { "node of a tree, built and dropped", "ns", "Boehm", FASTER_AT_LEAST, 3.0, measure_tree_boehm,
      "building takes most of the time, collecting about a sixth" },
    { "node of a tree, built and dropped", "ns", "malloc, free", FASTER_AT_LEAST, 1.0,
      measure_tree_malloc, NULL },
    { "young collection, 16x old objects", "ms", "1x", SLOWER_AT_MOST, 1.2, measure_old_alive,
      NULL },
    { "full collection, 16x garbage", "ms", "1x", SLOWER_AT_MOST, 1.2, measure_old_dead,
      "its table has twice as many slots, and marking reads them all" },
    { "traffic: most memory resident", "MiB", "live+budgets+gaps", SLOWER_AT_MOST, 1.0,
      measure_traffic,
      "side tables take 3.6 %; free regions wait until they are used or given back" },
};

static void print(const struct row *row, const struct pair *found)
{
    static const struct {
        const char *sign, *shown;
    } goals[] = { { "<=", "ratio" }, { ">=", "speed" }, { "<=", "more by" } };
    printf("%-34s ", row->name);
    if (found->skipped != NULL) {
        printf("against %s: skipped, %s\n", row->against, found->skipped);
        return;
    }
    const double value = row->goal == SLOWER_AT_MOST    ? found->mine / found->other
                         : row->goal == FASTER_AT_LEAST ? found->other / found->mine
                                                        : found->mine - found->other;
    const bool met = row->goal == FASTER_AT_LEAST ? value >= row->bound : value <= row->bound;
    printf("%9.2f %-3s  %-17s %9.2f %-3s  %-7s %6.2f  goal %s %.2f  %s", found->mine, row->unit,
           row->against, found->other, row->unit, goals[row->goal].shown, value,
           goals[row->goal].sign, row->bound, met ? "met" : "missed");
    printf("%s%s\n", !met && row->reason != NULL ? ": " : "",
           !met && row->reason != NULL ? row->reason : "");
}

static const struct scale *find_scale(const char *name)
{
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (strcmp(scales[i].name, name) == 0)
            return &scales[i];
    return NULL;
}

int main(int argc, char **argv)
{
    const struct scale *scale = find_scale(argc > 1 ? argv[1] : "default");
    const char *only = argc > 2 ? argv[2] : "";
    if (scale == NULL || argc > 3) {
        (void)fprintf(stderr, "usage: bench_gen [default | smoke | full [ROWS]]\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strstr(rows[i].name, only) == NULL)
            continue;
        struct pair found = { 0, 0, NULL };
        rows[i].measure(scale, &found);
        print(&rows[i], &found);
        (void)fflush(stdout);
    }
    return 0;
}
