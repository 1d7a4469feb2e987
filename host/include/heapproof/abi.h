/* SPDX-License-Identifier: MIT
 *
 * heapproof/abi.h - the contract between the host and its plugins: all a plugin may include.
 *
 * A plugin is a shared object with one exported function, hp_plugin_query(), that returns a table.
 * There are two kinds. A *heap* says what memory comes from; a *workload* says what a program does
 * to memory. A workload never knows which heap it runs on, and nothing in it may be tuned to one.
 *
 * The rules that hold everywhere below:
 *
 *  - Who runs it. Every call is made in a worker process, by the thread that owns the hp_thread
 *    passed in. Calls marked [untimed] may allocate from libc and do I/O; calls marked [timed] run
 *    inside a measured region: no libc heap, no I/O, no output. The host counts the region's calls of
 *    malloc and free by their thread and fails the case for one. It does not see memory taken from the
 *    kernel (mmap, sbrk), as heaps do it, nor other threads: those are the plugin's to leave alone.
 *  - Objects are named by hp_ref, a *local root*: a slot that the collector knows and updates when
 *    it moves the object. An address from hp_data() is good until the next allocation, collection
 *    or safepoint of any thread that may collect; keep the hp_ref, never the address.
 *  - Errors. A function that can fail returns HP_OK (0) or a negative HP_E_* code and writes one
 *    sentence into its struct hp_err, which is untouched on success. Reporting needs no memory.
 *  - Ownership. What a plugin returns from hp_plugin_query() is constant and lives as long as the
 *    plugin is loaded. Strings that the host passes in live until the call returns.
 *  - Growth. Fields are only added at the end of a table; a field that moves or changes meaning
 *    raises HP_ABI. The host accepts a plugin only if abi and size are what it was built with.
 *
 * Sizes are in bytes, lengths in elements, times in nanoseconds, unless a name says otherwise.
 */
#ifndef HEAPPROOF_ABI_H
#define HEAPPROOF_ABI_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HP_ABI 1u
#define HP_MAGIC 0x50505048u /* "HPPP" in memory: a table that is really ours */
#define HP_EXPORT __attribute__((visibility("default")))

/* ---- errors ------------------------------------------------------------------------------- */

enum hp_code {
    HP_OK = 0,
    HP_E_NOMEM = -1,       /* the heap has no room for the object, or its limit is reached */
    HP_E_RANGE = -2,       /* a length, index or size outside what the operation allows */
    HP_E_REFUSED = -3,     /* a setting that this heap or method cannot honour */
    HP_E_UNSUPPORTED = -4, /* the operation does not exist here (absent capability) */
    HP_E_STATE = -5,       /* called in the wrong order, or an invariant does not hold */
    HP_E_IO = -6,          /* a file, pipe or socket failed */
    HP_E_INPUT = -7,       /* malformed input: a trace line, an option's text */
};

struct hp_err {
    int code;        /* HP_E_* of the first failure */
    char text[1000]; /* one sentence, no trailing newline, always terminated */
};

/* Fills err and returns code, so that `return hp_fail(err, HP_E_RANGE, ...)` is the usual form.
 * err may be NULL. Allocates nothing. */
__attribute__((format(printf, 3, 4))) static inline int hp_fail(struct hp_err *err, int code,
                                                                const char *format, ...)
{
    if (err != NULL) {
        va_list args;
        va_start(args, format);
        err->code = code;
        (void)vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return code;
}

/* ---- options: one table parses, checks, documents and lists -------------------------------- */

enum hp_option_type {
    HP_SIZE = 1,  /* uint64_t bytes; text may carry KiB, MiB, GiB */
    HP_COUNT = 2, /* int64_t; may be negative when min says so */
    HP_TIME = 3,  /* uint64_t nanoseconds; text carries ns, us, ms, s */
    HP_FLAG = 4,  /* bool; text true or false, 1 or 0 */
    HP_CHOICE = 5 /* int32_t index into `choices`; text is the word */
};

/* A key of a heap's options or a parameter of a workload. The array ends at name == NULL. */
struct hp_option {
    const char *name;     /* "size": lower case, digits, underscore */
    const char *fallback; /* default, as the user would type it; never NULL */
    const char *help;     /* one line, with the unit */
    enum hp_option_type type;
    size_t offset;       /* of the value in the plugin's options struct */
    int64_t min, max;    /* inclusive; ignored for HP_FLAG and HP_CHOICE */
    const char *choices; /* HP_CHOICE: words separated by single spaces, else NULL */
};

/* ---- types and objects --------------------------------------------------------------------- */

enum hp_type_flags {
    HP_TYPE_ARRAY = 1,  /* length at byte 8, elements at byte 16 */
    HP_TYPE_STRING = 2, /* length at byte 8, UTF-16 units at byte 12, one more unit that is 0 */
};

/* The shape of an object, as .NET lays it out on x64 (dotnet: object.h). A descriptor is constant
 * data of a plugin; the collector reads it through the object's first word.
 *
 *   address - 8   header word (sync block), counted as part of the object, owned by the heap
 *   address + 0   const struct hp_type *
 *   address + 8   first field; or uint32_t length of an array or string
 *
 * Size of an object: base_bytes + length * element_bytes, rounded up to 8, at least 24. */
struct hp_type {
    const char *name;       /* "int32[]", "List" */
    uint32_t base_bytes;    /* header, type word and fields; 24 for arrays, 22 for strings */
    uint32_t element_bytes; /* 0 for objects that are no array */
    uint32_t flags;         /* HP_TYPE_* */
    uint32_t ref_fields; /* references at byte 8, 16, ... of a plain object, before other fields */
    uint64_t element_refs; /* bit i: word i of each element is a reference (1 for object[]) */
};

#define HP_ARRAY_BASE 24u
#define HP_STRING_BASE 22u
#define HP_OBJECT_MIN 24u
#define HP_LENGTH_MAX 0x7fffffc7u /* longest array, as .NET's Array.MaxLength */

/* A local root: index of a slot in the thread's root array. 0 is no slot ("nothing returned").
 * A slot may hold null. It lives until the scope that was open when it was made is closed. */
typedef struct {
    uint32_t slot;
} hp_ref;

/* A root outside any scope. 0 is no handle. */
typedef struct {
    uint64_t bits;
} hp_handle;

enum hp_handle_kind { HP_STRONG = 0, HP_WEAK = 1 };

enum hp_alloc_flags {
    HP_UNINIT = 1, /* contents need not be zeroed; without effect below 2,048 payload bytes or with
                      references, as GC.AllocateUninitializedArray does */
};

struct hp_heap;
struct hp_heap_ops;

/* One mutator thread. The heap makes it and owns it; the inline functions below read it, a plugin
 * never writes it. One hp_thread is used by one OS thread at a time. */
struct hp_thread {
    const struct hp_heap_ops *ops;
    struct hp_heap *heap;
    /* Allocation context: [alloc_ptr, alloc_limit) is zeroed and free. The next object's address
     * is alloc_ptr. A heap that must see every allocation keeps both equal. */
    uintptr_t alloc_ptr, alloc_limit;
    /* Local roots: roots[1 .. root_count] are live slots with an object address or 0. */
    uintptr_t *roots;
    uint32_t root_count, root_capacity;
    /* Write barrier: storing a reference `value` into the object word at `where` sets
     * cards[where >> card_shift] to 0xff if value - barrier_low < barrier_span.
     * A heap without a barrier has span 0 and no cards. */
    uintptr_t barrier_low, barrier_span;
    uint8_t *cards; /* biased: indexed by the address itself, of any object of the heap; or NULL */
    uint32_t card_shift;
    /* Not 0 when a stop of the world waits for this thread: call hp_safepoint(). Read atomically. */
    uint32_t poll;
};

/* ---- what a heap can do and what it counts ------------------------------------------------- */

enum hp_caps {
    HP_CAP_COLLECTS = 1 << 0,    /* unreachable objects go away by themselves */
    HP_CAP_MOVES = 1 << 1,       /* addresses change */
    HP_CAP_GENERATIONS = 1 << 2, /* hp_generation() and collect(n) mean something */
    HP_CAP_THRESHOLD = 1 << 3,   /* has a configurable boundary; threshold settings apply */
    HP_CAP_PROFILES = 1 << 4,    /* can stand for another machine (counters only) */
    HP_CAP_RUNTIMES = 1 << 5,    /* imitates or hosts library versions; the runtime axis applies */
    HP_CAP_OWN_BODIES = 1 << 6,  /* runs workload methods itself; a method without one is skipped */
    HP_CAP_TIMES = 1 << 7,       /* crossing a boundary costs here what it costs its users */
    HP_CAP_THREADS = 1 << 8,     /* attach() may be called more than once */
    HP_CAP_CONCURRENT = 1 << 9,  /* collects beside the mutator, or such gc modes are skipped */
    HP_CAP_SERVER = 1 << 10,     /* a heap for each processor, or such gc modes are skipped */
    HP_CAP_THRESHOLD_DOWN = 1 << 11, /* settings below threshold_default apply as well */
};

/* Counters of a heap since it was opened. A bit in `present` says that the heap has the counter;
 * a counter that a heap lacks is absent, never zero. Names for users: host/measure/metric.c. */
enum hp_counter {
    HP_C_ALLOCATED_BYTES,        /* this thread, exact: sum of object sizes rounded to 8 */
    HP_C_ALLOCATED_APPROX_BYTES, /* whole heap, grows by allocation contexts, monotone per read */
    HP_C_GEN0_COUNT,             /* collections that condemned generation 0 or an older one */
    HP_C_GEN1_COUNT,
    HP_C_GEN2_COUNT,
    HP_C_LOH_LIVE_BYTES,       /* LOH size minus fragmentation after the last collection */
    HP_C_LOH_SIZE_BYTES,       /* LOH size after the last collection, gaps and pads included */
    HP_C_LOH_FRAGMENTED_BYTES, /* free space inside the LOH after the last collection */
    HP_C_SOH_LIVE_BYTES,       /* gen0-2: size minus fragmentation after the last collection */
    HP_C_PROMOTED_BYTES,       /* bytes that survived collections, summed */
    HP_C_PAUSE_COUNT,          /* stops of the world */
    HP_C_PAUSE_TOTAL_NS,
    HP_C_PAUSE_MAX_NS,
    HP_C_RESERVED_BYTES,  /* address space held */
    HP_C_COMMITTED_BYTES, /* memory held */
    HP_C_OBJECTS,         /* objects allocated by this thread */
    HP_C_LARGE_OBJECTS,   /* of them born in the large object heap, or mapped for themselves */
    HP_C_MMAPPED_BLOCKS,  /* native: blocks mapped for themselves */
    HP_C_MMAPPED_BYTES,
    HP_C_ARENA_BYTES, /* native: bytes obtained for arenas */
    HP_C_COUNT        /* number of counters known to this ABI */
};

struct hp_counters {
    uint64_t present; /* bit 1 << HP_C_x */
    int64_t value[64];
};

/* Reasons of a collection, for the log. */
enum hp_gc_reason {
    HP_GC_FORCED,
    HP_GC_SMALL,  /* gen0 budget used up */
    HP_GC_LARGE,  /* LOH budget used up */
    HP_GC_STRESS, /* stress = 1 */
    HP_GC_LIMIT,  /* memory limit near */
};

enum { HP_GENERATIONS = 5 }; /* gen0, gen1, gen2, LOH, POH */

/* Sizes after the last collection, as GC.GetGCMemoryInfo gives them. */
struct hp_memory_info {
    int32_t generation; /* condemned by the last collection, -1 before the first */
    uint64_t number;    /* collections so far */
    int64_t size_bytes[HP_GENERATIONS];
    int64_t fragmented_bytes[HP_GENERATIONS];
    /* For rules that depend on memory pressure and time. A heap that tells neither leaves them as the
     * caller made them: 0. */
    int64_t load_bytes;      /* of the machine's memory in use */
    int64_t high_load_bytes; /* from which on the collector takes the load for high */
    uint64_t clock_ms;       /* of the heap, since it was opened: its rules' own time */
};

/* One entry of the collection log. */
struct hp_collection {
    uint64_t number;
    int32_t generation;
    int32_t reason;           /* enum hp_gc_reason */
    int32_t compacted;        /* 1 compacted, 0 swept */
    int32_t background;       /* 1 when it ran beside the mutator */
    uint64_t allocated_bytes; /* HP_C_ALLOCATED_APPROX_BYTES when it began: the timeline's x */
    int64_t before_bytes[HP_GENERATIONS];
    int64_t after_bytes[HP_GENERATIONS];
    int64_t fragmented_bytes[HP_GENERATIONS];
    int64_t promoted_bytes;
    uint64_t pause_ns;
};

/* The machine that a heap stands for. For machine "this" the host fills in what it read. */
struct hp_machine {
    const char *name;
    uint32_t processors;
    uint64_t l3_bytes;     /* one slice of the last level cache */
    uint64_t memory_bytes; /* physical memory, or the limit of the container */
};

enum hp_gc_mode {
    HP_GC_WORKSTATION = 0, /* blocking: DOTNET_gcConcurrent=0 */
    HP_GC_CONCURRENT = 1,
    HP_GC_SERVER = 2, /* blocking */
    HP_GC_SERVER_CONCURRENT = 3,
};

/* What a heap is opened with. */
struct hp_heap_config {
    uint32_t size;       /* sizeof(struct hp_heap_config) of the host */
    const void *options; /* the heap's options struct, filled by its own table */
    uint64_t threshold;  /* requested boundary in bytes; 0 = the heap's default */
    int32_t runtime;     /* 8, 9, 10; 0 when the heap has no HP_CAP_RUNTIMES */
    int32_t gc_mode;     /* enum hp_gc_mode */
    uint32_t processors; /* requested count, already applied to machine->processors */
    uint64_t seed;       /* of the case; a heap that draws numbers draws them from it */
    const struct hp_machine *machine;
};

/* ---- host services ------------------------------------------------------------------------- */

/* One block of memory that a method asked for, in the order of asking (probe `blocks`). */
struct hp_block {
    const char *group;  /* "first", "second", "chain": which series of blocks */
    uint32_t index;     /* position in the series, from 0 */
    uint64_t elements;  /* length, 0 for a plain object */
    uint64_t bytes;     /* size with header, rounded to 8 */
    int32_t generation; /* at birth; -1 unknown */
    uint32_t kept;      /* 1: still in use when the series ends; 0: garbage by then */
    const char *what;   /* "array", "iterator", "enumerator" */
};

/* [untimed] What a plugin can tell the host while a case runs. Names of metrics are those of
 * `heapproof list metrics`; an unknown name is an error of the case. */
struct hp_host {
    uint32_t size;
    void *context;
    void (*metric)(void *context, const char *metric, double value);
    void (*metric_text)(void *context, const char *metric, const char *value);
    void (*block)(void *context, const struct hp_block *block);
    void (*note)(void *context, const char *sentence); /* shown with the case, not judged */
};

/* What a workload is opened with. Lives until close(). */
struct hp_run {
    uint32_t size;
    struct hp_heap *heap;
    struct hp_thread *thread; /* attached; belongs to the thread that calls open, step and close */
    const void *params;       /* the workload's parameter struct, filled by its own table */
    const char *method;       /* name in the method table; NULL when a probe or a trace runs */
    const char *probe;        /* name in the probe table, or NULL */
    int32_t runtime;          /* 8, 9 or 10 */
    uint32_t processors;
    uint64_t seed;
    const struct hp_machine *machine;
    const struct hp_host *host;
    const struct hp_option *param_table; /* the workload's own: what `params` holds, by name */
};

/* ---- traces -------------------------------------------------------------------------------- */

/* How an executed trace operation answers; keys as in tests/truth/README.md. An operation without
 * an answer calls nothing. */
struct hp_answer {
    void *context;
    void (*number)(void *context, const char *key, int64_t value);
    void (*text)(void *context, const char *key, const char *value);
    void (*throws)(void *context, const char *exception); /* "ArgumentOutOfRange", no suffix */
};

struct hp_setting {
    const char *key, *value;
};

/* Execution of recorded operations, for replay and tests. A workload has one; a heap that runs
 * methods itself brings its own for the same families. [untimed] */
struct hp_trace_ops {
    const char *families; /* "chunk threshold", separated by single spaces */
    /* Begins a trace. run->method and run->probe are NULL. */
    int (*begin)(void **trace, const struct hp_run *run, const char *family,
                 const struct hp_setting *settings, size_t setting_count, struct hp_err *err);
    /* Executes one operation line, without its answer. HP_E_INPUT: not an operation of the family. */
    int (*execute)(void *trace, const char *operation, const struct hp_answer *answer,
                   struct hp_err *err);
    void (*end)(void *trace); /* takes NULL */
};

/* ---- heaps --------------------------------------------------------------------------------- */

/* A method body that belongs to the heap (the hosted .NET heap runs the real library). */
struct hp_body {
    void *state;
    int (*step)(void *state, uint64_t operations, struct hp_err *err); /* [timed] */
    void (*counters)(void *state, const struct hp_host *host);         /* [untimed] may be NULL */
    void (*close)(void *state);
};

/* Operations of a heap. "required" / "when CAP" says what the loader insists on. A heap that hosts a library
 * (HP_CAP_OWN_BODIES) may have no objects to give to C: then alloc, pin, handle_new and after_gen2 answer
 * HP_E_UNSUPPORTED with the reason, and the workloads run through body() and trace alone. */
struct hp_heap_ops {
    /* required. A setting that cannot be honoured is HP_E_REFUSED with the reason. */
    int (*open)(struct hp_heap **out, const struct hp_heap_config *config, struct hp_err *err);
    /* required. All threads are detached. Takes NULL. */
    void (*close)(struct hp_heap *heap);
    /* required. Makes the calling OS thread a mutator. */
    int (*attach)(struct hp_heap *heap, struct hp_thread **out, struct hp_err *err);
    /* required. Its local roots are gone afterwards. */
    void (*detach)(struct hp_thread *thread);
    /* required [timed]. Allocates and stores the object into roots[slot], which is already live
     * (its old object is kept until then: a collection that this allocation causes sees it). Zeroed
     * but for HP_UNINIT. Called by the inline functions when the context has no room. */
    int (*alloc)(struct hp_thread *thread, const struct hp_type *type, uint64_t length,
                 unsigned flags, uint32_t slot, struct hp_err *err);
    /* required [timed]. The caller held the only reference and is done with it; the slot becomes
     * null. A manual heap frees; a collected heap only clears the slot. */
    void (*drop)(struct hp_thread *thread, hp_ref object);
    /* when HP_CAP_COLLECTS. Forced, blocking; generation 0, 1 or 2 (others are clamped). */
    void (*collect)(struct hp_thread *thread, int generation);
    /* when HP_CAP_GENERATIONS. 0, 1, 2; an object of the LOH answers 2. */
    int (*generation)(struct hp_thread *thread, hp_ref object);
    /* when HP_CAP_THREADS. Stops here if a stop of the world waits. */
    void (*safepoint)(struct hp_thread *thread);
    /* when HP_CAP_THREADS. Between enter and leave the thread touches no object and blocks no
     * collection: around read(), write(), waits. */
    void (*block_enter)(struct hp_thread *thread);
    void (*block_leave)(struct hp_thread *thread);
    /* required. The object keeps its address until unpin; *address is what hp_data() gives.
     * Pins nest. */
    int (*pin)(struct hp_thread *thread, hp_ref object, void **address, hp_handle *pin,
               struct hp_err *err);
    void (*unpin)(struct hp_thread *thread, hp_handle pin);
    /* required. A weak handle reads null once its object is gone. */
    int (*handle_new)(struct hp_thread *thread, hp_ref object, enum hp_handle_kind kind,
                      hp_handle *out, struct hp_err *err);
    void (*handle_get)(struct hp_thread *thread, hp_handle handle, uint32_t slot);
    void (*handle_set)(struct hp_thread *thread, hp_handle handle, hp_ref object);
    void (*handle_free)(struct hp_thread *thread, hp_handle handle);
    /* required. References of `object` were written as a block, past the inline barrier: words
     * [first, first + count) counted from its data. */
    void (*refs_written)(struct hp_thread *thread, hp_ref object, uint64_t first, uint64_t count);
    /* required. Reading must not disturb what it reads. */
    void (*counters)(struct hp_thread *thread, struct hp_counters *out);
    /* when HP_CAP_GENERATIONS. The query itself may allocate, as .NET's does (288 bytes). */
    void (*memory_info)(struct hp_thread *thread, struct hp_memory_info *out);
    /* when HP_CAP_THRESHOLD. What the heap really applies, found by asking the heap, not by
     * repeating the request. */
    uint64_t (*applied_threshold)(struct hp_thread *thread);
    /* when HP_CAP_COLLECTS. Copies log entries number >= first, at most max; returns how many. The
     * log keeps at least the last 4,096. A hosted library that keeps none answers 0. */
    size_t (*collections)(struct hp_heap *heap, uint64_t first, struct hp_collection *out,
                          size_t max);
    /* when HP_CAP_COLLECTS. `call` runs after each generation 2 collection on the thread that caused
     * it, which may allocate there. */
    int (*after_gen2)(struct hp_heap *heap, void (*call)(void *state, struct hp_thread *thread),
                      void *state, struct hp_err *err);
    /* required [untimed]. State of a library that workloads share: zeroed `bytes` on first use of
     * `key`, the same block afterwards; `end` (may be NULL) runs before the heap closes. */
    void *(*shared)(struct hp_heap *heap, const char *key, size_t bytes, void (*end)(void *state));
    /* required [untimed]. Checks every invariant now. HP_OK or HP_E_STATE with what is wrong. */
    int (*verify)(struct hp_thread *thread, struct hp_err *err);
    /* when HP_CAP_OWN_BODIES [untimed]. Prepares run->method, or run->probe: that is stepped once, and its
     * counters() report what it found. HP_E_UNSUPPORTED: no body for this workload and name. */
    int (*body)(const struct hp_run *run, const char *workload, struct hp_body *out,
                struct hp_err *err);
    /* may be NULL: the workloads' own trace operations are used. */
    const struct hp_trace_ops *trace;
};

/* ---- workloads ----------------------------------------------------------------------------- */

enum hp_method_flags {
    HP_METHOD_REPLAY_ONLY = 1, /* exists for traces; a sweep that names it is refused */
};

/* One of the ways being compared. The array ends at name == NULL. */
struct hp_method {
    const char *name;      /* in sweeps, assertions and published.csv */
    const char *truth;     /* its names in tests/truth, space separated; NULL: not there */
    const char *seed;      /* place in the seed document, "000 story 2"; NULL: ours */
    const char *uses;      /* parameters that it depends on, space separated */
    unsigned flags;        /* HP_METHOD_* */
    const char *operation; /* what one operation is: "one pass over the source" */
    const char *help;      /* one line */
};

/* A report that is no timing. The array ends at name == NULL. */
struct hp_probe {
    const char *name; /* "threshold"; published.csv writes "probe threshold" */
    const char *seed; /* place in the seed document */
    const char *uses; /* parameters, space separated */
    const char
        *metrics; /* what it reports, space separated metric names; "name?": not in every run */
    const char *help;
};

struct hp_workload_ops {
    /* required [untimed]. Prepares run->method: source data, caches. Keeps run. */
    int (*open)(void **state, const struct hp_run *run, struct hp_err *err);
    /* required [timed]. Runs the method `operations` times and leaves no local root behind. */
    int (*step)(void *state, uint64_t operations, struct hp_err *err);
    /* may be NULL [untimed]. After a counter iteration: the workload's own metrics of the last
     * operation (chunk_count). */
    void (*counters)(void *state, const struct hp_host *host);
    /* required with probes [untimed]. Runs run->probe, reports through run->host. */
    int (*probe)(const struct hp_run *run, struct hp_err *err);
    /* required [untimed]. Takes NULL and half-open state. */
    void (*close)(void *state);
    const struct hp_trace_ops *trace; /* may be NULL */
};

/* ---- the plugin table ---------------------------------------------------------------------- */

enum hp_kind { HP_KIND_HEAP = 1, HP_KIND_WORKLOAD = 2 };

/* Something that a heap needs of the machine. Texts live until tell() returns. */
struct hp_finding {
    int32_t runtime;   /* that cannot be had without it: 8, 9, 10; 0: none can */
    bool present;      /* or cases that need it are skipped */
    const char *what;  /* ".NET 8", "guest" */
    const char *found; /* what is there, with version and place; or what is missing: the reason of a
                            skip, "not installed" */
    const char *advice;  /* absent: how to get it; or NULL */
    const char *version; /* part of the identity of cases that use it; or NULL */
    const char *file;    /* its content is, too; or NULL */
};

struct hp_plugin {
    uint32_t magic; /* HP_MAGIC */
    uint32_t abi;   /* HP_ABI as the plugin was built */
    uint32_t size;  /* sizeof(struct hp_plugin) as the plugin was built */
    uint32_t kind;  /* enum hp_kind */
    uint32_t caps;  /* heaps: HP_CAP_*; workloads: 0 */
    uint32_t options_size;
    const char *name;                /* lower case, digits, hyphen; unique among loaded plugins */
    const char *version;             /* "1.0" */
    const char *summary;             /* one line for `heapproof list plugins` */
    const struct hp_option *options; /* heap options or workload parameters; never NULL */
    const struct hp_heap_ops *heap;  /* HP_KIND_HEAP, else NULL */
    const struct hp_workload_ops *workload; /* HP_KIND_WORKLOAD, else NULL */
    const struct hp_method *methods;        /* workloads; never NULL there */
    const struct hp_probe *probes;          /* workloads; never NULL there */
    const char *threshold_default;          /* heaps with HP_CAP_THRESHOLD: "85000", in bytes */
    /* Heaps; may be NULL [untimed]. What this heap needs beside itself, and whether it is there. Looks
     * only: starts and changes nothing. Called in the parent, before any heap is open. */
    void (*survey)(void *context, void (*tell)(void *context, const struct hp_finding *finding));
};

/* The only symbol a plugin exports. A function, because dlsym promises less for data. */
HP_EXPORT const struct hp_plugin *hp_plugin_query(void);

/* ---- inline: scopes and roots -------------------------------------------------------------- */

/* Opens a scope; every local root made after it ends with hp_scope_close(). Scopes nest. */
static inline uint32_t hp_scope_open(const struct hp_thread *t)
{
    return t->root_count;
}

static inline void hp_scope_close(struct hp_thread *t, uint32_t scope)
{
    t->root_count = scope;
}

/* Closes the scope but keeps `kept`, which moves into the scope around it and is returned. */
static inline hp_ref hp_scope_keep(struct hp_thread *t, uint32_t scope, hp_ref kept)
{
    const uintptr_t object = t->roots[kept.slot];
    const hp_ref out = { scope + 1 };
    t->roots[out.slot] = object;
    t->root_count = out.slot;
    return out;
}

/* A new local root that holds null. HP_E_NOMEM: more than root_capacity local roots. */
static inline int hp_root(struct hp_thread *t, hp_ref *out, struct hp_err *err)
{
    out->slot = 0; /* no slot: what a caller has in hand after a failure is never a live root */
    if (t->root_count + 1 >= t->root_capacity)
        return hp_fail(err, HP_E_NOMEM, "more than %u local roots", t->root_capacity - 2);
    out->slot = ++t->root_count;
    t->roots[out->slot] = 0;
    return HP_OK;
}

static inline bool hp_is_null(const struct hp_thread *t, hp_ref object)
{
    return t->roots[object.slot] == 0;
}

static inline bool hp_same(const struct hp_thread *t, hp_ref a, hp_ref b)
{
    return t->roots[a.slot] == t->roots[b.slot];
}

/* Makes the slot of `to` hold what `from` holds; hp_clear() makes it null. */
static inline void hp_assign(struct hp_thread *t, hp_ref to, hp_ref from)
{
    t->roots[to.slot] = t->roots[from.slot];
}

static inline void hp_clear(struct hp_thread *t, hp_ref object)
{
    t->roots[object.slot] = 0;
}

/* ---- inline: objects ----------------------------------------------------------------------- */

static inline const struct hp_type *hp_type_of(const struct hp_thread *t, hp_ref object)
{
    return *(const struct hp_type *const *)t->roots[object.slot];
}

/* Length of an array or string. */
static inline uint32_t hp_length(const struct hp_thread *t, hp_ref object)
{
    return *(const uint32_t *)(t->roots[object.slot] + 8);
}

/* Bytes from an object's address to its first element or field: 16 of an array, 12 of a string - a type is one of
 * them at most - and 8 of what is neither. From the values of the flags (1 and 2), as every access asks: no branch. */
static inline size_t hp_data_offset(const struct hp_type *type)
{
    return 8u + (type->flags & HP_TYPE_ARRAY) * 8u + (type->flags & HP_TYPE_STRING) * 2u;
}

/* Address of the first element or field; good until the next allocation, collection or safepoint. */
static inline void *hp_data(const struct hp_thread *t, hp_ref object)
{
    return (void *)(t->roots[object.slot] + hp_data_offset(hp_type_of(t, object)));
}

/* Size of an object on the heap: header, data, rounded up to 8. */
static inline uint64_t hp_object_bytes(const struct hp_type *type, uint64_t length)
{
    const uint64_t raw = type->base_bytes + length * type->element_bytes;
    return raw < HP_OBJECT_MIN ? HP_OBJECT_MIN : (raw + 7) & ~(uint64_t)7;
}

/* Allocates into an existing slot, whose object is kept until the new one stands. [timed] */
static inline int hp_new_into(struct hp_thread *t, const struct hp_type *type, uint64_t length,
                              unsigned flags, hp_ref slot, struct hp_err *err)
{
    if (length <= 0x1000 && flags == 0) {
        const uint64_t bytes = hp_object_bytes(type, length);
        if (bytes <= t->alloc_limit - t->alloc_ptr) {
            const uintptr_t object = t->alloc_ptr;
            t->alloc_ptr = object + bytes;
            *(const struct hp_type **)object = type;
            if (type->element_bytes != 0)
                *(uint32_t *)(object + 8) = (uint32_t)length;
            t->roots[slot.slot] = object;
            return HP_OK;
        }
    }
    return t->ops->alloc(t, type, length, flags, slot.slot, err);
}

/* Allocates into a new local root. length is 0 for a plain object. [timed] */
static inline int hp_new(struct hp_thread *t, const struct hp_type *type, uint64_t length,
                         unsigned flags, hp_ref *out, struct hp_err *err)
{
    const int rc = hp_root(t, out, err);
    return rc != HP_OK ? rc : hp_new_into(t, type, length, flags, *out, err);
}

/* ---- inline: references between objects ---------------------------------------------------- */

/* Reads reference word `word` (counted from the data) into an existing slot. */
static inline void hp_get_into(struct hp_thread *t, hp_ref object, uint64_t word, hp_ref slot)
{
    t->roots[slot.slot] = ((const uintptr_t *)hp_data(t, object))[word];
}

/* The same into a new local root. */
static inline int hp_get(struct hp_thread *t, hp_ref object, uint64_t word, hp_ref *out,
                         struct hp_err *err)
{
    const int rc = hp_root(t, out, err);
    if (rc == HP_OK)
        hp_get_into(t, object, word, *out);
    return rc;
}

/* The write barrier: tells the heap that `target` was stored at `where`. */
static inline void hp_barrier(struct hp_thread *t, const uintptr_t *where, uintptr_t target)
{
    /* Null, and cards that are marked, are most of what is stored: they are seen first. */
    if (target != 0 && t->cards != NULL) {
        uint8_t *card = &t->cards[(uintptr_t)where >> t->card_shift];
        /* Two threads may mark one card: relaxed atomics cost nothing and are no race. */
        if (__atomic_load_n(card, __ATOMIC_RELAXED) != 0xff &&
            target - t->barrier_low < t->barrier_span)
            __atomic_store_n(card, 0xff, __ATOMIC_RELAXED);
    }
}

/* Stores `value` (a slot; it may hold null) at reference word `word`, with the write barrier. */
static inline void hp_set(struct hp_thread *t, hp_ref object, uint64_t word, hp_ref value)
{
    uintptr_t *where = (uintptr_t *)hp_data(t, object) + word;
    const uintptr_t target = t->roots[value.slot];
    *where = target;
    hp_barrier(t, where, target);
}

static inline void hp_set_null(struct hp_thread *t, hp_ref object, uint64_t word)
{
    ((uintptr_t *)hp_data(t, object))[word] = 0;
}

/* ---- inline: threads ----------------------------------------------------------------------- */

/* Call in loops that allocate nothing. [timed] */
static inline void hp_safepoint(struct hp_thread *t)
{
    if (__atomic_load_n(&t->poll, __ATOMIC_RELAXED) != 0)
        t->ops->safepoint(t);
}

#ifdef __cplusplus
}
#endif

#endif
