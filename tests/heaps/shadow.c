/* SPDX-License-Identifier: MIT
 *
 * Does a heap keep what a program can reach, unchanged, whatever it collects and moves? Random operations on
 * a random graph, mirrored in a model made of plain structs; every object carries a pattern derived from its
 * id. After each collection the whole graph is walked in step with the model: types, lengths, patterns and
 * the shape must agree, pinned objects must lie where they lay, weak handles must be null exactly when
 * their object is gone.
 *
 *   shadow PLUGIN.so OPERATIONS SEED [OPTION=VALUE ...]
 *
 * Prints the operation of the first difference; the same seed repeats it.
 */
#include "plugin/plugin.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ROOTS = 40, HANDLES = 12, PINS = 3, LIVE_MOST = 1500 };

enum kind { LEAF, NODE, WIDE, BYTES, REFS, PAIRS, KINDS };

static const struct hp_type type_of[KINDS] = {
    [LEAF] = { "leaf", 16 + 16, 0, 0, 0, 0 },
    [NODE] = { "node", 16 + 8 + 8, 0, 0, 1, 0 },
    [WIDE] = { "wide", 16 + 24 + 48, 0, 0, 3, 0 },
    [BYTES] = { "byte[]", 24, 1, HP_TYPE_ARRAY, 0, 0 },
    [REFS] = { "object[]", 24, 8, HP_TYPE_ARRAY, 0, 1 },
    [PAIRS] = { "pair[]", 24, 16, HP_TYPE_ARRAY, 0, 2 },
};

/* The model of an object: what it must look like. */
struct model {
    struct model *next; /* of all models */
    uint64_t id;
    enum kind kind;
    uint32_t length;
    uint32_t ref_count;
    uint64_t seen;     /* number of the walk that met it */
    uintptr_t address; /* in that walk */
    struct model *refs[];
};

struct shadow {
    bool unforced; /* only collections that the heap decides for itself */
    const struct hp_plugin *plugin;
    struct hp_heap *heap;
    struct hp_thread *thread;
    uint64_t random, ids, walk, operation;
    struct model *all;
    hp_ref root[ROOTS], scratch;
    struct model *root_model[ROOTS];
    hp_handle handle[HANDLES];
    bool weak[HANDLES];
    struct model *handle_model[HANDLES];
    hp_handle pin[PINS];
    struct model *pin_model[PINS];
    void *pin_address[PINS];
    int64_t collections;
    struct model **stack;
    size_t live;
};

__attribute__((format(printf, 2, 3), noreturn)) static void differ(const struct shadow *s,
                                                                   const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)fprintf(stderr, "operation %" PRIu64 ": ", s->operation);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    exit(1);
}

static uint64_t draw(struct shadow *s, uint64_t below)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return (s->random >> 11) % below;
}

static uint64_t pattern(uint64_t id, uint64_t index)
{
    return (id * 0x9e3779b97f4a7c15u + index) * 0xff51afd7ed558ccdu;
}

/* Address of reference i of an object at `address`. */
static uintptr_t *ref_at(enum kind kind, uintptr_t address, uint32_t i)
{
    const uintptr_t at = kind == REFS    ? address + 16 + 8 * (uintptr_t)i
                         : kind == PAIRS ? address + 16 + 16 * (uintptr_t)i + 8
                                         : address + 8 + 8 * (uintptr_t)i;
    return (uintptr_t *)at;
}

/* Data words that carry the pattern, as (first, step, count). Byte arrays carry it in whole words. */
static void data_words(const struct model *m, uintptr_t address, uintptr_t *first, uintptr_t *step,
                       uint32_t *count)
{
    *step = m->kind == PAIRS ? 16 : 8;
    *first = m->kind >= BYTES ? address + 16 : address + 8 + 8 * (uintptr_t)m->ref_count;
    *count = m->kind == LEAF ? 2 : m->kind == NODE ? 1 : m->kind == WIDE ? 6 : 0;
    if (m->kind == BYTES)
        *count = m->length / 8;
    if (m->kind == PAIRS)
        *count = m->length;
}

static void write_pattern(const struct model *m, uintptr_t address)
{
    uintptr_t first, step;
    uint32_t count;
    data_words(m, address, &first, &step, &count);
    for (uint32_t i = 0; i < count; i++)
        *(uint64_t *)(first + i * step) = pattern(m->id, i);
}

/* ---- the walk ---------------------------------------------------------------------------------- */

static void meet(struct shadow *s, struct model *m, uintptr_t address, size_t *depth)
{
    if (m == NULL || address == 0) {
        if (m != NULL || address != 0)
            differ(s, "%s where the model has %s", address == 0 ? "null" : "an object",
                   m == NULL ? "null" : "an object");
        return;
    }
    if (m->seen == s->walk) {
        if (m->address != address)
            differ(s, "object %" PRIu64 " is in two places", m->id);
        return;
    }
    m->seen = s->walk;
    m->address = address;
    s->stack[(*depth)++] = m;
    s->live++;
}

static void check_object(struct shadow *s, const struct model *m)
{
    if (*(const struct hp_type *const *)m->address != &type_of[m->kind])
        differ(s, "object %" PRIu64 " is no %s any more", m->id, type_of[m->kind].name);
    if (m->kind >= BYTES && *(const uint32_t *)(m->address + 8) != m->length)
        differ(s, "object %" PRIu64 " has a wrong length", m->id);
    uintptr_t first, step;
    uint32_t count;
    data_words(m, m->address, &first, &step, &count);
    for (uint32_t i = 0; i < count; i++)
        if (*(const uint64_t *)(first + i * step) != pattern(m->id, i))
            differ(s, "word %u of object %" PRIu64 " (%s) has changed", i, m->id,
                   type_of[m->kind].name);
}

static void walk_from(struct shadow *s, struct model *m, uintptr_t address)
{
    size_t depth = 0;
    meet(s, m, address, &depth);
    while (depth > 0) {
        struct model *at = s->stack[--depth];
        check_object(s, at);
        for (uint32_t i = 0; i < at->ref_count; i++)
            meet(s, at->refs[i], *ref_at(at->kind, at->address, i), &depth);
    }
}

static uintptr_t handle_address(struct shadow *s, hp_handle handle)
{
    s->plugin->heap->handle_get(s->thread, handle, s->scratch.slot);
    const uintptr_t address = s->thread->roots[s->scratch.slot];
    hp_clear(s->thread, s->scratch);
    return address;
}

static void free_unseen(struct shadow *s)
{
    struct model **at = &s->all;
    while (*at != NULL) {
        struct model *m = *at;
        if (m->seen == s->walk) {
            at = &m->next;
            continue;
        }
        *at = m->next;
        free(m);
    }
}

static void free_handle(struct shadow *s, uint64_t i)
{
    s->plugin->heap->handle_free(s->thread, s->handle[i]);
    s->handle_model[i] = NULL;
}

/* Weak handles: null if nothing else reaches the object and a full collection has come by; an object that is
 * still there must be the right one. */
static void check_weak(struct shadow *s, bool full)
{
    for (int i = 0; i < HANDLES; i++) {
        struct model *m = s->handle_model[i];
        if (m == NULL || !s->weak[i])
            continue;
        const uintptr_t address = handle_address(s, s->handle[i]);
        const bool reached = m->seen == s->walk;
        if (reached && address != m->address)
            differ(s, "a weak handle lost object %" PRIu64 ", which lives", m->id);
        if (!reached && full && address != 0)
            differ(s, "a weak handle still names object %" PRIu64 ", which is gone", m->id);
        if (!reached)
            free_handle(s, (uint64_t)i);
    }
}

static void walk(struct shadow *s, bool full)
{
    s->walk++;
    s->live = 0;
    for (int i = 0; i < ROOTS; i++)
        walk_from(s, s->root_model[i], s->thread->roots[s->root[i].slot]);
    for (int i = 0; i < HANDLES; i++)
        if (s->handle_model[i] != NULL && !s->weak[i])
            walk_from(s, s->handle_model[i], handle_address(s, s->handle[i]));
    for (int i = 0; i < PINS; i++) {
        if (s->pin_model[i] == NULL)
            continue;
        const struct hp_type *type = &type_of[s->pin_model[i]->kind];
        walk_from(s, s->pin_model[i], (uintptr_t)s->pin_address[i] - hp_data_offset(type));
    }
    check_weak(s, full);
    free_unseen(s);
}

static int64_t collections(struct shadow *s)
{
    struct hp_counters c;
    s->plugin->heap->counters(s->thread, &c);
    return c.value[HP_C_GEN0_COUNT];
}

/* ---- operations -------------------------------------------------------------------------------- */

static uint32_t draw_length(struct shadow *s, enum kind kind)
{
    const uint64_t size = draw(s, 1000);
    if (kind < BYTES)
        return 0;
    const uint32_t most = size < 900 ? 40 : size < 990 ? 1500 : size < 997 ? 9000 : 30000;
    return (uint32_t)draw(s, most + 1) * (kind == BYTES ? 8 : 1);
}

static void allocate(struct shadow *s)
{
    struct hp_err err = { 0 };
    const enum kind kind = (enum kind)draw(s, KINDS);
    const uint32_t length = draw_length(s, kind);
    const uint32_t refs = kind == NODE ? 1 : kind == WIDE ? 3 : kind >= REFS ? length : 0;
    struct model *m = calloc(1, sizeof *m + refs * sizeof m->refs[0]);
    if (m == NULL)
        differ(s, "no memory for the model");
    *m = (struct model){ s->all, ++s->ids, kind, length, refs, 0, 0 };
    s->all = m;
    const uint64_t slot = draw(s, ROOTS);
    const unsigned flags = kind == BYTES && draw(s, 4) == 0 ? HP_UNINIT : 0;
    if (hp_new_into(s->thread, &type_of[kind], length, flags, s->root[slot], &err) != HP_OK)
        differ(s, "%s", err.text);
    s->root_model[slot] = m;
    write_pattern(m, s->thread->roots[s->root[slot].slot]);
    for (uint32_t i = 0; i < refs && refs < 200; i++) {
        const uint64_t from = draw(s, ROOTS);
        if (draw(s, 2) == 0)
            continue;
        const uint64_t word = kind == PAIRS ? 2 * (uint64_t)i + 1 : i;
        hp_set(s->thread, s->root[slot], word, s->root[from]);
        m->refs[i] = s->root_model[from];
    }
}

/* Stores root `from` into a reference of the object in root `slot`; now and then past the barrier. */
static void store(struct shadow *s)
{
    const uint64_t slot = draw(s, ROOTS), from = draw(s, ROOTS);
    struct model *m = s->root_model[slot];
    if (m == NULL || m->ref_count == 0)
        return;
    const uint32_t i = (uint32_t)draw(s, m->ref_count);
    const uint64_t word = m->kind == PAIRS ? 2 * (uint64_t)i + 1 : i;
    if (draw(s, 4) == 0) {
        *ref_at(m->kind, s->thread->roots[s->root[slot].slot], i) =
            s->thread->roots[s->root[from].slot];
        s->plugin->heap->refs_written(s->thread, s->root[slot], word, 1);
    } else {
        hp_set(s->thread, s->root[slot], word, s->root[from]);
    }
    m->refs[i] = s->root_model[from];
}

static void load(struct shadow *s)
{
    const uint64_t slot = draw(s, ROOTS), to = draw(s, ROOTS);
    const struct model *m = s->root_model[slot];
    if (m == NULL || m->ref_count == 0)
        return;
    const uint32_t i = (uint32_t)draw(s, m->ref_count);
    struct model *target = m->refs[i];
    hp_get_into(s->thread, s->root[slot], m->kind == PAIRS ? 2 * (uint64_t)i + 1 : i, s->root[to]);
    s->root_model[to] = target;
}

static void clear(struct shadow *s, uint64_t slot)
{
    hp_clear(s->thread, s->root[slot]);
    s->root_model[slot] = NULL;
}

static void unpin(struct shadow *s, uint64_t i)
{
    s->plugin->heap->unpin(s->thread, s->pin[i]);
    s->pin_model[i] = NULL;
}

static void change_handle(struct shadow *s)
{
    struct hp_err err = { 0 };
    const uint64_t i = draw(s, HANDLES), slot = draw(s, ROOTS);
    if (s->handle_model[i] != NULL) {
        free_handle(s, i);
    } else if (s->root_model[slot] != NULL) {
        s->weak[i] = draw(s, 2) == 0;
        if (s->plugin->heap->handle_new(s->thread, s->root[slot], s->weak[i] ? HP_WEAK : HP_STRONG,
                                        &s->handle[i], &err) != HP_OK)
            differ(s, "%s", err.text);
        s->handle_model[i] = s->root_model[slot];
    }
}

static void change_pin(struct shadow *s)
{
    struct hp_err err = { 0 };
    const uint64_t i = draw(s, PINS), slot = draw(s, ROOTS);
    if (s->pin_model[i] != NULL) {
        unpin(s, i);
    } else if (s->root_model[slot] != NULL && draw(s, 3) == 0) {
        if (s->plugin->heap->pin(s->thread, s->root[slot], &s->pin_address[i], &s->pin[i], &err) !=
            HP_OK)
            differ(s, "%s", err.text);
        s->pin_model[i] = s->root_model[slot];
    }
}

static void force(struct shadow *s)
{
    const int generation = (int)draw(s, 3);
    s->plugin->heap->collect(s->thread, generation);
    walk(s, generation == 2);
    s->collections = collections(s);
}

/* Down to LIVE_MOST objects: half of the roots first; if handles or pins keep the rest, all roots and then one
 * after the other of those, so that it ends whatever the graph is. */
static void forget(struct shadow *s)
{
    for (int i = 0; i < ROOTS / 2; i++)
        clear(s, draw(s, ROOTS));
    walk(s, false);
    for (uint64_t i = 0; s->live > LIVE_MOST && i < HANDLES + PINS; i++) {
        for (uint64_t slot = 0; slot < ROOTS; slot++)
            clear(s, slot);
        if (i < HANDLES && s->handle_model[i] != NULL)
            free_handle(s, i);
        else if (i >= HANDLES && s->pin_model[i - HANDLES] != NULL)
            unpin(s, i - HANDLES);
        walk(s, false);
    }
}

static void step(struct shadow *s)
{
    const uint64_t what = draw(s, 1000);
    if (what < 350)
        allocate(s);
    else if (what < 650)
        store(s);
    else if (what < 800)
        load(s);
    else if (what < 960)
        clear(s, draw(s, ROOTS));
    else if (what < 980)
        change_handle(s);
    else if (what < 995)
        change_pin(s);
    else if (!s->unforced)
        force(s);
    const int64_t now = collections(s);
    if (now != s->collections) {
        s->collections = now;
        walk(s, false);
    }
    if (s->live > LIVE_MOST)
        forget(s);
}

static void run(struct shadow *s, uint64_t operations)
{
    struct hp_err err = { 0 };
    for (int i = 0; i < ROOTS; i++)
        (void)hp_root(s->thread, &s->root[i], &err);
    (void)hp_root(s->thread, &s->scratch, &err);
    s->stack = calloc(LIVE_MOST + 200000, sizeof *s->stack);
    for (s->operation = 1; s->operation <= operations; s->operation++)
        step(s);
    walk(s, false);
    if (s->plugin->heap->verify(s->thread, &err) != HP_OK)
        differ(s, "%s", err.text);
    (void)printf("%" PRIu64 " operations, %" PRIu64 " objects, %" PRId64 " collections, %" PRIu64
                 " walks, all as in the model\n",
                 operations, s->ids, s->collections, s->walk);
    s->walk++;
    free_unseen(s);
    free(s->stack);
}

int main(int argc, char **argv)
{
    static const struct hp_machine machine = { "test", 2, 1u << 20, (uint64_t)8 << 30 };
    struct hp_plugins plugins = { 0 };
    struct hp_err err = { 0 };
    struct hp_named given[16];
    size_t count = 0;
    int32_t gc_mode = HP_GC_WORKSTATION;
    if (argc < 4 || hp_plugin_load(&plugins, argv[1], &err) != HP_OK) {
        (void)fprintf(
            stderr,
            "usage: shadow PLUGIN.so OPERATIONS SEED [gc=concurrent] [OPTION=VALUE ...]\n%s\n",
            err.text);
        return 2;
    }
    for (int i = 4; i < argc && count < 16; i++) {
        char *equals = strchr(argv[i], '=');
        if (strcmp(argv[i], "gc=concurrent") == 0) {
            gc_mode = HP_GC_CONCURRENT; /* forced collections would take the place of its own */
            continue;
        }
        if (equals == NULL)
            return 2;
        *equals = '\0';
        given[count++] = (struct hp_named){ argv[i], equals + 1 };
    }
    struct shadow s = { .plugin = plugins.items[0].table };
    s.unforced = gc_mode == HP_GC_CONCURRENT;
    s.random = strtoull(argv[3], NULL, 10) * 2 + 1;
    void *options = calloc(1, s.plugin->options_size + 1);
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = options,
                                           .runtime = (s.plugin->caps & HP_CAP_RUNTIMES) ? 10 : 0,
                                           .gc_mode = gc_mode,
                                           .processors = 2,
                                           .machine = &machine };
    if (hp_options_fill(s.plugin->options, options, s.plugin->options_size, given, count, &err) !=
            HP_OK ||
        s.plugin->heap->open(&s.heap, &config, &err) != HP_OK ||
        s.plugin->heap->attach(s.heap, &s.thread, &err) != HP_OK) {
        (void)fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    run(&s, strtoull(argv[2], NULL, 10));
    s.plugin->heap->detach(s.thread);
    s.plugin->heap->close(s.heap);
    free(options);
    hp_plugins_clear(&plugins);
    return 0;
}
