/* SPDX-License-Identifier: MIT
 * Answers: what does a heap do when a recorded operation is executed on it? One function for each verb, over
 * the ABI alone, on whatever heap the thread belongs to. A trace owns its 256 slots (local roots) until it
 * ends. Runs in a child.
 */
#include "replay/heap_trace.h"
#include "base/mem.h"
#include "replay/heap_threads.h"
#include "replay/heap_words.h"

#include <stdlib.h>

enum { CONTEXT_OBJECTS = 1024 /* more small objects than an allocation context holds */ };

/* ---- a trace ------------------------------------------------------------------------------- */

/* The counters of an `r` line, in its order. */
static const struct {
    const char *key;
    enum hp_counter counter;
} read_keys[] = {
    { "bytes", HP_C_ALLOCATED_BYTES }, { "approx", HP_C_ALLOCATED_APPROX_BYTES },
    { "gen0", HP_C_GEN0_COUNT },       { "gen1", HP_C_GEN1_COUNT },
    { "gen2", HP_C_GEN2_COUNT },
};
enum { READ_KEYS = sizeof read_keys / sizeof *read_keys };

/* What a thread of the trace works with. */
struct side {
    struct hp_thread *t;
    struct hp_heap_thread *thread; /* NULL: the trace's own */
    hp_ref first, second;          /* roots for what an operation has in hand */
    int64_t bytes;                 /* allocated when the trace began */
};

struct handle {
    enum { NONE, WEAK, STRONG, PIN } kind;
    hp_handle bits; /* WEAK, STRONG; of a PIN: keeps the object */
    hp_handle pin;
};

struct heap_trace {
    struct hp_thread *t; /* the trace's own thread: holds the slots */
    hp_ref slot[HP_HEAP_SLOTS], kept;
    struct handle handles[HP_HEAP_HANDLES];
    struct side sides[HP_HEAP_THREADS_MOST + 1]; /* the first is the trace's own */
    size_t side_count;
    struct side *on; /* where operations run */
    uint32_t scope;
    int64_t base[READ_KEYS]; /* counters when it began */
    bool live_known;         /* by its first `i` line */
    int64_t live_base;
};

/* On its own thread. */
static int side_base(void *context)
{
    struct side *s = context;
    struct hp_counters c = { 0 };
    s->t->ops->counters(s->t, &c);
    s->bytes = c.value[HP_C_ALLOCATED_BYTES];
    return HP_OK;
}

static void read_base(struct heap_trace *t)
{
    struct hp_counters c = { 0 };
    for (size_t i = 1; i < t->side_count; i++)
        (void)hp_heap_thread_run(t->sides[i].thread, side_base, &t->sides[i]);
    (void)side_base(&t->sides[0]);
    t->t->ops->counters(t->t, &c);
    for (size_t i = 0; i < READ_KEYS; i++)
        t->base[i] = c.value[read_keys[i].counter];
}

static int make(struct hp_thread *t, const struct hp_heap_kind *kind, int64_t n, hp_ref into,
                struct hp_err *err)
{
    const bool plain = kind->type.element_bytes == 0;
    if (kind->finalizer)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap has no finalizers");
    if ((kind->type.flags & HP_TYPE_STRING) != 0 && n == 0) {
        hp_clear(t, into); /* the shared empty string is no object of the heap */
        return HP_OK;
    }
    return hp_new_into(t, &kind->type, plain ? 0 : (uint64_t)n, kind->flags, into, err);
}

/* The object of a slot as the thread at work holds it: in `hand`, unless it holds the slots itself. */
static hp_ref borrow(const struct heap_trace *t, int64_t slot, hp_ref hand)
{
    if (t->on->t == t->t)
        return t->slot[slot];
    t->on->t->roots[hand.slot] = t->t->roots[t->slot[slot].slot];
    return hand;
}

/* What the thread at work has in hand goes into a slot; the trace's own thread stands still meanwhile. */
static void lend(const struct heap_trace *t, hp_ref hand, int64_t slot)
{
    t->t->roots[t->slot[slot].slot] = t->on->t->roots[hand.slot];
    hp_clear(t->on->t, hand);
}

/* What the machine's profile says of the recording process. */
static uint64_t kept_between(const struct hp_setting *settings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(settings[i].key, "kept_between") == 0)
            return strtoull(settings[i].value, NULL, 10);
    return 0;
}

/* An array of so many bytes that stays, as a thread of the recording process left one, behind garbage. */
static int keep(struct heap_trace *t, uint64_t bytes, struct hp_err *err)
{
    const struct hp_heap_kind *array = hp_heap_kind_find("u8", 0);
    const hp_ref garbage = t->sides[0].first;
    const int rc = hp_new_into(t->t, &array->type, 0, 0, garbage, err);
    hp_clear(t->t, garbage);
    return rc != HP_OK ? rc : hp_new(t->t, &array->type, bytes - HP_ARRAY_BASE, 0, &t->kept, err);
}

/* Two full collections, then small objects until a fresh allocation context has just been taken. */
static int settle(struct heap_trace *t, uint64_t kept_bytes, struct hp_err *err)
{
    const struct hp_heap_kind *small = hp_heap_kind_find("obj", HP_OBJECT_MIN);
    int rc = HP_OK;
    uintptr_t left = 0;
    if (t->t->ops->collect != NULL)
        t->t->ops->collect(t->t, 2);
    if (kept_bytes >= HP_ARRAY_BASE)
        rc = keep(t, kept_bytes, err);
    if (rc != HP_OK)
        return rc;
    if (t->t->ops->collect != NULL)
        t->t->ops->collect(t->t, 2);
    for (int i = 0; i < CONTEXT_OBJECTS; i++) {
        left = t->t->alloc_limit - t->t->alloc_ptr;
        rc = make(t->t, small, HP_OBJECT_MIN, t->sides[0].first, err);
        if (rc != HP_OK)
            return rc;
        t->t->ops->drop(t->t, t->sides[0].first);
        if (t->t->alloc_limit - t->t->alloc_ptr > left)
            break;
    }
    return HP_OK;
}

static void handle_drop(struct hp_thread *t, struct handle *h)
{
    if (h->kind == PIN)
        t->ops->unpin(t, h->pin);
    if (h->kind != NONE)
        t->ops->handle_free(t, h->bits);
    h->kind = NONE;
}

static void trace_end(void *trace)
{
    struct heap_trace *t = trace;
    if (t == NULL)
        return;
    for (size_t i = 0; i < HP_HEAP_HANDLES; i++)
        handle_drop(t->t, &t->handles[i]);
    for (size_t i = 1; i < t->side_count; i++)
        hp_heap_thread_end(t->sides[i].thread);
    hp_scope_close(t->t, t->scope);
    hp_mem_free(t);
}

/* Roots of a side, on its own thread. */
static int side_roots(void *context)
{
    struct side *s = context;
    const int rc = hp_root(s->t, &s->first, NULL);
    return rc != HP_OK ? rc : hp_root(s->t, &s->second, NULL);
}

/* `set threads=N`: so many beside the trace's own. */
static int start_threads(struct heap_trace *t, const struct hp_setting *settings, size_t count,
                         struct hp_err *err)
{
    uint64_t threads = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(settings[i].key, "threads") == 0)
            threads = strtoull(settings[i].value, NULL, 10);
    if (threads > HP_HEAP_THREADS_MOST)
        return hp_fail(err, HP_E_INPUT, "threads=%llu: expected at most %d",
                       (unsigned long long)threads, HP_HEAP_THREADS_MOST);
    for (; threads > 0; threads--) {
        struct side *s = &t->sides[t->side_count];
        int rc = hp_heap_thread_start(t->t, &s->thread, err);
        if (rc != HP_OK)
            return rc;
        t->side_count++;
        s->t = hp_heap_thread_mutator(s->thread);
        rc = hp_heap_thread_run(s->thread, side_roots, s);
        if (rc != HP_OK)
            return hp_fail(err, rc, "more local roots than a thread has");
    }
    return HP_OK;
}

static int trace_begin(void **trace, const struct hp_run *run, const char *family,
                       const struct hp_setting *settings, size_t setting_count, struct hp_err *err)
{
    /* What else the settings name is what the heap was opened with. */
    (void)family;
    struct heap_trace *t = hp_mem_new(sizeof *t);
    t->t = run->thread;
    t->sides[0].t = run->thread;
    t->side_count = 1;
    t->on = &t->sides[0];
    t->scope = hp_scope_open(t->t);
    int rc = side_roots(t->on);
    for (size_t i = 0; rc == HP_OK && i < HP_HEAP_SLOTS; i++)
        rc = hp_root(t->t, &t->slot[i], err);
    if (rc == HP_OK)
        rc = start_threads(t, settings, setting_count, err);
    if (rc == HP_OK)
        rc = settle(t, kept_between(settings, setting_count), err);
    if (rc != HP_OK) {
        trace_end(t);
        return rc;
    }
    read_base(t);
    *trace = t;
    return HP_OK;
}

/* ---- operations ---------------------------------------------------------------------------- */

static int run_allocate(struct heap_trace *t, const struct hp_heap_operation *w,
                        const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    const int64_t slot = w->number[1];
    struct side *s = t->on;
    /* Its own slot is filled at once: the old object stays until the new one stands. */
    if (slot != HP_HEAP_DROPPED && s->t == t->t)
        return make(s->t, w->kind, w->number[0], t->slot[slot], err);
    const int rc = make(s->t, w->kind, w->number[0], s->first, err);
    if (rc == HP_OK && slot == HP_HEAP_DROPPED)
        s->t->ops->drop(s->t, s->first);
    else if (rc == HP_OK)
        lend(t, s->first, slot);
    return rc;
}

static int run_repeat(struct heap_trace *t, const struct hp_heap_operation *w,
                      const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    struct side *s = t->on;
    int rc = HP_OK;
    for (int64_t i = 0; rc == HP_OK && i < w->number[0]; i++) {
        rc = make(s->t, w->kind, w->number[1], s->first, err);
        if (rc == HP_OK)
            s->t->ops->drop(s->t, s->first);
    }
    return rc;
}

static int run_empty(struct heap_trace *t, const struct hp_heap_operation *w,
                     const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    (void)err;
    const hp_ref object = borrow(t, w->number[0], t->on->first);
    t->on->t->ops->drop(t->on->t, object);
    hp_clear(t->t, t->slot[w->number[0]]);
    return HP_OK;
}

static int run_store(struct heap_trace *t, const struct hp_heap_operation *w,
                     const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    struct hp_thread *on = t->on->t;
    const hp_ref array = borrow(t, w->number[0], t->on->first);
    const hp_ref value = borrow(t, w->number[2], t->on->second);
    const int64_t index = w->number[1];
    int rc = HP_OK;
    if (hp_is_null(on, array) || strcmp(hp_type_of(on, array)->name, "ref") != 0)
        rc = hp_fail(err, HP_E_INPUT, "expected a reference array in slot %lld",
                     (long long)w->number[0]);
    else if (index >= hp_length(on, array))
        rc = hp_fail(err, HP_E_INPUT, "expected an index below %u, the array's length",
                     hp_length(on, array));
    else
        hp_set(on, array, (uint64_t)index, value);
    hp_clear(on, t->on->first);
    hp_clear(on, t->on->second);
    return rc;
}

static int run_collect(struct heap_trace *t, const struct hp_heap_operation *w,
                       const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    struct hp_thread *on = t->on->t;
    if (on->ops->collect == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap does not collect");
    on->ops->collect(on, (int)w->number[0]);
    return HP_OK;
}

/* Of an object that the thread at work holds. */
static void answer_generation(struct hp_thread *on, hp_ref object, const struct hp_answer *answer)
{
    if (on->ops->generation != NULL)
        answer->number(answer->context, "generation", on->ops->generation(on, object));
}

static int run_generation(struct heap_trace *t, const struct hp_heap_operation *w,
                          const struct hp_answer *answer, struct hp_err *err)
{
    (void)err;
    answer_generation(t->on->t, borrow(t, w->number[0], t->on->first), answer);
    hp_clear(t->on->t, t->on->first);
    return HP_OK;
}

static int run_read(struct heap_trace *t, const struct hp_heap_operation *w,
                    const struct hp_answer *answer, struct hp_err *err)
{
    (void)w;
    (void)err;
    struct hp_counters c = { 0 };
    t->on->t->ops->counters(t->on->t, &c);
    for (size_t i = 0; i < READ_KEYS; i++) {
        const enum hp_counter counter = read_keys[i].counter;
        const int64_t base = counter == HP_C_ALLOCATED_BYTES ? t->on->bytes : t->base[i];
        if ((c.present >> counter & 1) != 0)
            answer->number(answer->context, read_keys[i].key, c.value[counter] - base);
    }
    return HP_OK;
}

static int run_info(struct heap_trace *t, const struct hp_heap_operation *w,
                    const struct hp_answer *answer, struct hp_err *err)
{
    (void)w;
    (void)err;
    struct hp_thread *on = t->on->t;
    struct hp_memory_info info = { 0 };
    int64_t live = 0;
    if (on->ops->memory_info == NULL)
        return HP_OK;
    on->ops->memory_info(on, &info);
    for (int g = 0; g < 3; g++)
        live += info.size_bytes[g] - info.fragmented_bytes[g];
    if (!t->live_known)
        t->live_base = live;
    t->live_known = true;
    answer->number(answer->context, "of", info.generation);
    answer->number(answer->context, "loh_size", info.size_bytes[3]);
    answer->number(answer->context, "loh_frag", info.fragmented_bytes[3]);
    answer->number(answer->context, "soh_live", live - t->live_base);
    return HP_OK;
}

/* ---- handles ---- */

/* WEAK and TRACK differ for objects with a finalizer only. */
static int run_handle(struct heap_trace *t, const struct hp_heap_operation *w,
                      const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    struct hp_thread *on = t->on->t;
    struct handle *h = &t->handles[w->number[0]];
    const hp_ref object = borrow(t, w->number[1], t->on->first);
    const bool weak = w->verb == HP_VERB_WEAK || w->verb == HP_VERB_TRACK;
    void *address = NULL;
    if (hp_is_null(on, object))
        return hp_fail(err, HP_E_INPUT, "slot %lld is empty", (long long)w->number[1]);
    handle_drop(on, h);
    int rc = on->ops->handle_new(on, object, weak ? HP_WEAK : HP_STRONG, &h->bits, err);
    if (rc == HP_OK)
        h->kind = weak ? WEAK : STRONG;
    if (rc == HP_OK && w->verb == HP_VERB_PIN) {
        rc = on->ops->pin(on, object, &address, &h->pin, err);
        if (rc == HP_OK)
            h->kind = PIN;
    }
    hp_clear(on, t->on->first);
    return rc;
}

static int run_free(struct heap_trace *t, const struct hp_heap_operation *w,
                    const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    (void)err;
    handle_drop(t->on->t, &t->handles[w->number[0]]);
    return HP_OK;
}

/* The object of a handle, or null, in hand. */
static hp_ref target(const struct heap_trace *t, int64_t number)
{
    const struct handle *h = &t->handles[number];
    hp_clear(t->on->t, t->on->first);
    if (h->kind != NONE)
        t->on->t->ops->handle_get(t->on->t, h->bits, t->on->first.slot);
    return t->on->first;
}

static int run_target(struct heap_trace *t, const struct hp_heap_operation *w,
                      const struct hp_answer *answer, struct hp_err *err)
{
    (void)err;
    const hp_ref object = target(t, w->number[0]);
    const bool alive = !hp_is_null(t->on->t, object);
    answer->number(answer->context, "alive", alive);
    if (alive)
        answer_generation(t->on->t, object, answer);
    hp_clear(t->on->t, object);
    return HP_OK;
}

static int run_get(struct heap_trace *t, const struct hp_heap_operation *w,
                   const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    (void)err;
    lend(t, target(t, w->number[0]), w->number[1]);
    return HP_OK;
}

static int run_nothing(struct heap_trace *t, const struct hp_heap_operation *w,
                       const struct hp_answer *answer, struct hp_err *err)
{
    (void)t;
    (void)w;
    (void)answer;
    return hp_fail(err, HP_E_UNSUPPORTED, "this heap has no finalizers");
}

static int run_thread(struct heap_trace *t, const struct hp_heap_operation *w,
                      const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    if ((size_t)w->number[0] >= t->side_count)
        return hp_fail(err, HP_E_INPUT,
                       "thread %lld: there are %zu beside the trace's own, as "
                       "`set threads=` says",
                       (long long)w->number[0], t->side_count - 1);
    t->on = &t->sides[w->number[0]];
    return HP_OK;
}

static int (*const runs[HP_VERBS])(struct heap_trace *t, const struct hp_heap_operation *w,
                                   const struct hp_answer *answer, struct hp_err *err) = {
    [HP_VERB_ALLOCATE] = run_allocate, [HP_VERB_REPEAT] = run_repeat,
    [HP_VERB_EMPTY] = run_empty,       [HP_VERB_STORE] = run_store,
    [HP_VERB_COLLECT] = run_collect,   [HP_VERB_GENERATION] = run_generation,
    [HP_VERB_READ] = run_read,         [HP_VERB_INFO] = run_info,
    [HP_VERB_THREAD] = run_thread,     [HP_VERB_STRONG] = run_handle,
    [HP_VERB_WEAK] = run_handle,       [HP_VERB_TRACK] = run_handle,
    [HP_VERB_PIN] = run_handle,        [HP_VERB_FREE] = run_free,
    [HP_VERB_TARGET] = run_target,     [HP_VERB_GET] = run_get,
    [HP_VERB_SUPPRESS] = run_nothing,  [HP_VERB_FINALIZE] = run_nothing,
};

/* One operation, on the thread that it is for. */
struct performance {
    struct heap_trace *t;
    const struct hp_heap_operation *read;
    const struct hp_answer *answer;
    struct hp_err *err;
};

static int perform(void *context)
{
    const struct performance *p = context;
    return runs[p->read->verb](p->t, p->read, p->answer, p->err);
}

static int trace_execute(void *trace, const char *operation, const struct hp_answer *answer,
                         struct hp_err *err)
{
    struct heap_trace *t = trace;
    struct hp_heap_operation read;
    struct performance p = { t, &read, answer, err };
    const int rc = hp_heap_operation_read(operation, &read, err);
    if (rc != HP_OK)
        return rc;
    return t->on->thread == NULL || read.verb == HP_VERB_THREAD
               ? perform(&p)
               : hp_heap_thread_run(t->on->thread, perform, &p);
}

const struct hp_trace_ops hp_heap_trace = {
    .families = "heap",
    .begin = trace_begin,
    .execute = trace_execute,
    .end = trace_end,
};
