/* SPDX-License-Identifier: MIT
 * Answers: what does a heap do when a recorded operation is executed on it? One function for each verb, over
 * the ABI alone, on whatever heap the thread belongs to. A trace owns its 256 slots (local roots) until it
 * ends. Runs in a child.
 */
#include "replay/heap_trace.h"
#include "base/mem.h"
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

struct heap_trace {
    struct hp_thread *t;
    hp_ref slot[HP_HEAP_SLOTS], temporary, kept;
    uint32_t scope;
    int64_t base[READ_KEYS]; /* counters when it began */
    bool live_known;         /* by its first `i` line */
    int64_t live_base;
};

static void read_base(struct heap_trace *t)
{
    struct hp_counters c = { 0 };
    t->t->ops->counters(t->t, &c);
    for (size_t i = 0; i < READ_KEYS; i++)
        t->base[i] = c.value[read_keys[i].counter];
}

static int make(struct heap_trace *t, const struct hp_heap_kind *kind, int64_t n, hp_ref into,
                struct hp_err *err)
{
    const bool plain = kind->type.element_bytes == 0;
    if ((kind->type.flags & HP_TYPE_STRING) != 0 && n == 0) {
        hp_clear(t->t, into); /* the shared empty string is no object of the heap */
        return HP_OK;
    }
    return hp_new_into(t->t, &kind->type, plain ? 0 : (uint64_t)n, kind->flags, into, err);
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
    int rc = hp_new_into(t->t, &array->type, 0, 0, t->temporary, err);
    hp_clear(t->t, t->temporary);
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
        rc = make(t, small, HP_OBJECT_MIN, t->temporary, err);
        if (rc != HP_OK)
            return rc;
        t->t->ops->drop(t->t, t->temporary);
        if (t->t->alloc_limit - t->t->alloc_ptr > left)
            break;
    }
    return HP_OK;
}

static void trace_end(void *trace)
{
    struct heap_trace *t = trace;
    if (t != NULL)
        hp_scope_close(t->t, t->scope);
    hp_mem_free(t);
}

static int trace_begin(void **trace, const struct hp_run *run, const char *family,
                       const struct hp_setting *settings, size_t setting_count, struct hp_err *err)
{
    /* What else the settings name is what the heap was opened with. */
    (void)family;
    struct heap_trace *t = hp_mem_new(sizeof *t);
    t->t = run->thread;
    t->scope = hp_scope_open(t->t);
    int rc = hp_root(t->t, &t->temporary, err);
    for (size_t i = 0; rc == HP_OK && i < HP_HEAP_SLOTS; i++)
        rc = hp_root(t->t, &t->slot[i], err);
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
    const bool keep = w->number[1] != HP_HEAP_DROPPED;
    const hp_ref into = keep ? t->slot[w->number[1]] : t->temporary;
    const int rc = make(t, w->kind, w->number[0], into, err);
    if (rc == HP_OK && !keep)
        t->t->ops->drop(t->t, into);
    return rc;
}

static int run_repeat(struct heap_trace *t, const struct hp_heap_operation *w,
                      const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    int rc = HP_OK;
    for (int64_t i = 0; rc == HP_OK && i < w->number[0]; i++) {
        rc = make(t, w->kind, w->number[1], t->temporary, err);
        if (rc == HP_OK)
            t->t->ops->drop(t->t, t->temporary);
    }
    return rc;
}

static int run_empty(struct heap_trace *t, const struct hp_heap_operation *w,
                     const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    (void)err;
    t->t->ops->drop(t->t, t->slot[w->number[0]]);
    return HP_OK;
}

static int run_store(struct heap_trace *t, const struct hp_heap_operation *w,
                     const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    const hp_ref array = t->slot[w->number[0]];
    const int64_t index = w->number[1];
    if (hp_is_null(t->t, array) || strcmp(hp_type_of(t->t, array)->name, "ref") != 0)
        return hp_fail(err, HP_E_INPUT, "expected a reference array in slot %lld",
                       (long long)w->number[0]);
    if (index >= hp_length(t->t, array))
        return hp_fail(err, HP_E_INPUT, "expected an index below %u, the array's length",
                       hp_length(t->t, array));
    hp_set(t->t, array, (uint64_t)index, t->slot[w->number[2]]);
    return HP_OK;
}

static int run_collect(struct heap_trace *t, const struct hp_heap_operation *w,
                       const struct hp_answer *answer, struct hp_err *err)
{
    (void)answer;
    if (t->t->ops->collect == NULL)
        return hp_fail(err, HP_E_UNSUPPORTED, "this heap does not collect");
    t->t->ops->collect(t->t, (int)w->number[0]);
    return HP_OK;
}

static int run_generation(struct heap_trace *t, const struct hp_heap_operation *w,
                          const struct hp_answer *answer, struct hp_err *err)
{
    (void)err;
    if (t->t->ops->generation != NULL)
        answer->number(answer->context, "generation",
                       t->t->ops->generation(t->t, t->slot[w->number[0]]));
    return HP_OK;
}

static int run_read(struct heap_trace *t, const struct hp_heap_operation *w,
                    const struct hp_answer *answer, struct hp_err *err)
{
    (void)w;
    (void)err;
    struct hp_counters c = { 0 };
    t->t->ops->counters(t->t, &c);
    for (size_t i = 0; i < READ_KEYS; i++)
        if ((c.present >> read_keys[i].counter & 1) != 0)
            answer->number(answer->context, read_keys[i].key,
                           c.value[read_keys[i].counter] - t->base[i]);
    return HP_OK;
}

static int run_info(struct heap_trace *t, const struct hp_heap_operation *w,
                    const struct hp_answer *answer, struct hp_err *err)
{
    (void)w;
    (void)err;
    struct hp_memory_info info = { 0 };
    int64_t live = 0;
    if (t->t->ops->memory_info == NULL)
        return HP_OK;
    t->t->ops->memory_info(t->t, &info);
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

static int (*const runs[HP_VERBS])(struct heap_trace *t, const struct hp_heap_operation *w,
                                   const struct hp_answer *answer, struct hp_err *err) = {
    [HP_VERB_ALLOCATE] = run_allocate, [HP_VERB_REPEAT] = run_repeat,
    [HP_VERB_EMPTY] = run_empty,       [HP_VERB_STORE] = run_store,
    [HP_VERB_COLLECT] = run_collect,   [HP_VERB_GENERATION] = run_generation,
    [HP_VERB_READ] = run_read,         [HP_VERB_INFO] = run_info,
};

static int trace_execute(void *trace, const char *operation, const struct hp_answer *answer,
                         struct hp_err *err)
{
    struct hp_heap_operation read;
    const int rc = hp_heap_operation_read(operation, &read, err);
    return rc != HP_OK ? rc : runs[read.verb](trace, &read, answer, err);
}

const struct hp_trace_ops hp_heap_trace = {
    .families = "heap",
    .begin = trace_begin,
    .execute = trace_execute,
    .end = trace_end,
};
