/* SPDX-License-Identifier: MIT
 * What does a sweep run through? Its axes and parameters as dimensions, every name and value checked
 * against the tables of the plugins. Everything lives in the plan's arena; runs in the parent.
 */
#include "base/err.h"
#include "base/nearest.h"
#include "plan/internal.h"

#include <stdlib.h>

enum { NAMES_MAX = 256 };

/* Heaps that exist, with what matters to a plan when one is not installed here. */
static const struct {
    const char *name;
    uint32_t caps;
} known_heaps[] = {
    { "gen", HP_CAP_COLLECTS | HP_CAP_THRESHOLD | HP_CAP_RUNTIMES | HP_CAP_PROFILES },
    { "dotnet", HP_CAP_COLLECTS | HP_CAP_THRESHOLD | HP_CAP_RUNTIMES },
    { "glibc", HP_CAP_THRESHOLD },
    { "jemalloc", 0 },
    { "mimalloc", 0 },
    { "tcmalloc", 0 },
    { "boehm", HP_CAP_COLLECTS },
};
enum { KNOWN_HEAPS = sizeof known_heaps / sizeof known_heaps[0] };

/* "- did you mean "x"?" or "- known are a, b, c". */
static const char *way_out(struct making *m, const char *word, const char *const *names,
                           size_t count)
{
    const char *near = hp_nearest(word, names, count);
    if (near != NULL)
        return hp_arena_print(m->arena, "did you mean \"%s\"?", near);
    if (count == 0)
        return "there is none";
    return hp_arena_print(m->arena, "known are %s", hp_list_words(m->arena, names, count, 24));
}

static struct dim *dim_add(struct making *m, struct space *s, enum dim_kind kind, const char *name,
                           struct hp_place at, size_t most)
{
    if (s->dim_count == DIMS_MAX)
        hp_bug("more than %d dimensions", DIMS_MAX);
    struct dim *d = &s->dims[s->dim_count++];
    *d = (struct dim){ .kind = kind, .name = name, .at = at };
    d->values = hp_arena_get(m->arena, (most + 1) * sizeof *d->values);
    return d;
}

static void dim_value(struct dim *d, const char *value)
{
    d->values[d->count++] = value;
}

static int compare_texts(const void *left, const void *right)
{
    const char *const *const *a = left, *const *const *b = right;
    const int order = strcmp(**a, **b);
    return order != 0 ? order : *a < *b ? -1 : *a > *b;
}

/* Keeps the first of equal values; the order of the others stays. */
static void drop_doubles(struct dim *d)
{
    const char ***sorted = hp_mem_grow(NULL, d->count + 1, sizeof *sorted);
    for (size_t i = 0; i < d->count; i++)
        sorted[i] = &d->values[i];
    if (d->count > 1)
        qsort(sorted, d->count, sizeof *sorted, compare_texts);
    const char *before = NULL;
    for (size_t i = 0; i < d->count; i++) {
        const char *value = *sorted[i];
        if (before != NULL && strcmp(before, value) == 0)
            *sorted[i] = NULL;
        before = value;
    }
    size_t kept = 0;
    for (size_t i = 0; i < d->count; i++)
        if (d->values[i] != NULL)
            d->values[kept++] = d->values[i];
    d->count = kept;
    hp_mem_free(sorted);
}

/* ---- workload, methods --------------------------------------------------------------------- */

static bool find_workload(struct making *m, struct space *s)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    const struct hp_sweep *sweep = s->sweep;
    if (sweep->workload == NULL) {
        hp_problem_add(m->problems, sweep->at, "%s: workload is missing", sweep->name);
        return false;
    }
    s->workload = hp_plugin_find(m->plugins, HP_KIND_WORKLOAD, sweep->workload);
    if (s->workload != NULL)
        return true;
    for (size_t i = 0; i < m->plugins->count && count < NAMES_MAX; i++)
        if (m->plugins->items[i].table->kind == HP_KIND_WORKLOAD)
            names[count++] = m->plugins->items[i].table->name;
    hp_problem_add(m->problems, sweep->workload_at, "workload: unknown workload \"%s\" - %s",
                   sweep->workload, way_out(m, sweep->workload, names, count));
    return false;
}

/* Names of methods that a sweep may name, or of probes. */
static size_t method_names(const struct space *s, const char *names[NAMES_MAX])
{
    size_t count = 0;
    const struct hp_plugin *table = s->workload->table;
    if (s->sweep->probes) {
        for (const struct hp_probe *p = table->probes; p->name != NULL && count < NAMES_MAX; p++)
            names[count++] = p->name;
        return count;
    }
    for (const struct hp_method *x = table->methods; x->name != NULL && count < NAMES_MAX; x++)
        if ((x->flags & HP_METHOD_REPLAY_ONLY) == 0)
            names[count++] = x->name;
    return count;
}

const char *hp_space_uses(const struct space *space, const char *method)
{
    const struct hp_plugin *table = space->workload->table;
    if (space->sweep->probes) {
        const struct hp_probe *p = hp_probe_find(table, method);
        return p != NULL ? p->uses : NULL;
    }
    const struct hp_method *x = hp_method_find(table, method);
    return x != NULL ? x->uses : NULL;
}

static const struct hp_value *method_wrong(struct making *m, struct space *s,
                                           const struct hp_value *v, const char *const *names,
                                           size_t count)
{
    const struct hp_plugin *table = s->workload->table;
    const char *kind = s->sweep->probes ? "probe" : "method";
    if (!s->sweep->probes && hp_method_find(table, v->text) != NULL)
        hp_problem_add(m->problems, v->at, "method: %s exists for replayed traces only - %s",
                       v->text, way_out(m, "", names, count));
    else if (!s->sweep->probes && hp_probe_find(table, v->text) != NULL)
        hp_problem_add(m->problems, v->at,
                       "method: %s is a probe - name it in probes = ( { workload = \"%s\"; probe = "
                       "\"%s\"; } )",
                       v->text, table->name, v->text);
    else if (s->sweep->probes && hp_method_find(table, v->text) != NULL)
        hp_problem_add(m->problems, v->at,
                       "probe: %s is a method - name it in sweep = ( { workload = \"%s\"; method = "
                       "\"%s\"; } )",
                       v->text, table->name, v->text);
    else
        hp_problem_add(m->problems, v->at, "%s: unknown %s \"%s\" of workload %s - %s", kind, kind,
                       v->text, table->name, way_out(m, v->text, names, count));
    return NULL;
}

static bool known_name(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], word) == 0)
            return true;
    return false;
}

static bool add_methods(struct making *m, struct space *s)
{
    const struct hp_axis *given = &s->sweep->methods;
    const char *names[NAMES_MAX];
    const size_t count = method_names(s, names);
    const size_t before = m->problems->count;
    struct dim *d = dim_add(m, s, DIM_METHOD, s->sweep->probes ? "probe" : "method",
                            given->count > 0 ? given->at : s->sweep->at,
                            given->count > count ? given->count : count);
    for (size_t i = 0; i < given->count; i++) {
        if (known_name(given->values[i].text, names, count))
            dim_value(d, given->values[i].text);
        else
            (void)method_wrong(m, s, &given->values[i], names, count);
    }
    for (size_t i = 0; i < count && given->count == 0; i++)
        dim_value(d, names[i]);
    if (d->count == 0 && m->problems->count == before)
        hp_problem_add(m->problems, d->at, "%s: workload %s has none", d->name,
                       s->workload->table->name);
    return m->problems->count == before;
}

static void check_baseline(struct making *m, struct space *s)
{
    const struct hp_value *b = &s->sweep->baseline;
    const struct dim *methods = &s->dims[s->dim_count - 1];
    if (b->text == NULL)
        return;
    s->baseline = b->text;
    if (!known_name(b->text, methods->values, methods->count))
        hp_problem_add(m->problems, b->at, "baseline: \"%s\" is no method of this sweep - %s",
                       b->text, way_out(m, b->text, methods->values, methods->count));
}

/* ---- parameters ---------------------------------------------------------------------------- */

static size_t option_names(const struct hp_option *options, const char *names[NAMES_MAX])
{
    size_t count = 0;
    for (const struct hp_option *o = options; o->name != NULL && count < NAMES_MAX; o++)
        names[count++] = o->name;
    return count;
}

static bool used_by_one(const struct space *s, const struct dim *methods, const char *param)
{
    for (size_t i = 0; i < methods->count; i++)
        if (hp_word_in(hp_space_uses(s, methods->values[i]), param))
            return true;
    return false;
}

static void add_param(struct making *m, struct space *s, const struct dim *methods,
                      const struct hp_axis *axis)
{
    const struct hp_plugin *table = s->workload->table;
    const struct hp_option *option = hp_option_find(table->options, axis->name);
    const char *names[NAMES_MAX];
    if (option == NULL) {
        const size_t count = option_names(table->options, names);
        hp_problem_add(m->problems, axis->at, "with.%s: unknown key of workload %s - %s",
                       axis->name, table->name, way_out(m, axis->name, names, count));
        return;
    }
    if (!used_by_one(s, methods, axis->name)) {
        hp_problem_add(m->problems, axis->at, "with.%s: none of %s uses it - leave it out",
                       axis->name, hp_list_words(m->arena, methods->values, methods->count, 6));
        return;
    }
    struct dim *d = dim_add(m, s, DIM_PARAM, option->name, axis->at, axis->count);
    d->param = option;
    for (size_t i = 0; i < axis->count; i++) {
        struct hp_err err = { 0 };
        const char *canonical = NULL;
        if (hp_option_check(option, axis->values[i].text, m->arena, &canonical, &err) == HP_OK)
            dim_value(d, canonical);
        else
            hp_problem_add(m->problems, axis->values[i].at, "with.%s: %s", axis->name, err.text);
    }
}

/* ---- heaps --------------------------------------------------------------------------------- */

static const struct hp_heap_entry *entry_named(const struct hp_config *config, const char *name)
{
    for (size_t i = 0; i < config->heap_count; i++)
        if (strcmp(config->heaps[i].name, name) == 0)
            return &config->heaps[i];
    return NULL;
}

static const char *unknown_heap(struct making *m, const char *plugin)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < m->plugins->count && count < NAMES_MAX - KNOWN_HEAPS; i++)
        if (m->plugins->items[i].table->kind == HP_KIND_HEAP)
            names[count++] = m->plugins->items[i].table->name;
    for (size_t i = 0; i < m->config->heap_count && count < NAMES_MAX - KNOWN_HEAPS; i++)
        if (strcmp(m->config->heaps[i].name, m->config->heaps[i].plugin) != 0)
            names[count++] = m->config->heaps[i].name;
    for (size_t i = 0; i < KNOWN_HEAPS; i++)
        if (!known_name(known_heaps[i].name, names, count))
            names[count++] = known_heaps[i].name;
    return way_out(m, plugin, names, count);
}

/* Options of a heap as canonical values; false when one is wrong. An option of a heap that is not installed
 * cannot be checked and is kept as written. */
static bool read_options(struct making *m, const struct hp_heap_entry *entry,
                         const struct heap_point *heap, struct dim *out)
{
    const size_t before = m->problems->count;
    const char *names[NAMES_MAX];
    for (size_t i = 0; i < entry->option_count; i++) {
        const struct hp_axis *axis = &entry->options[i];
        const struct hp_option *option =
            heap->loaded != NULL ? hp_option_find(heap->loaded->table->options, axis->name) : NULL;
        out[i] = (struct dim){ .name = axis->name, .at = axis->at, .param = option };
        out[i].values = hp_arena_get(m->arena, (axis->count + 1) * sizeof *out[i].values);
        if (option == NULL && heap->loaded != NULL) {
            const size_t count = option_names(heap->loaded->table->options, names);
            hp_problem_add(m->problems, axis->at, "options.%s: unknown option of heap %s - %s",
                           axis->name, heap->plugin, way_out(m, axis->name, names, count));
            continue;
        }
        for (size_t k = 0; k < axis->count; k++) {
            struct hp_err err = { 0 };
            const char *canonical = axis->values[k].text;
            if (option != NULL &&
                hp_option_check(option, canonical, m->arena, &canonical, &err) != HP_OK)
                hp_problem_add(m->problems, axis->values[k].at, "options.%s: %s", axis->name,
                               err.text);
            dim_value(&out[i], canonical);
        }
        drop_doubles(&out[i]);
    }
    return m->problems->count == before;
}

static const char *canonical_fallback(struct making *m, const struct hp_option *option)
{
    struct hp_err err = { 0 };
    const char *text = NULL;
    if (hp_option_check(option, option->fallback, m->arena, &text, &err) != HP_OK)
        hp_bug("fallback of option %s: %s", option->name, err.text);
    return text;
}

/* The options of combination `number`, those that differ from their fallback, in the table's order. */
static void choose_options(struct making *m, const struct dim *dims, size_t count, size_t number,
                           struct heap_point *heap)
{
    const char *chosen[NAMES_MAX];
    for (size_t i = 0; i < count; i++) {
        chosen[i] = dims[i].values[number % dims[i].count];
        number /= dims[i].count;
    }
    heap->options = hp_arena_get(m->arena, (count + 1) * sizeof *heap->options);
    const struct hp_option *table = heap->loaded != NULL ? heap->loaded->table->options : NULL;
    for (const struct hp_option *o = table; o != NULL && o->name != NULL; o++)
        for (size_t i = 0; i < count; i++)
            if (dims[i].param == o && strcmp(chosen[i], canonical_fallback(m, o)) != 0)
                heap->options[heap->option_count++] = (struct hp_param){ o->name, chosen[i] };
    for (size_t i = 0; i < count && table == NULL; i++)
        heap->options[heap->option_count++] = (struct hp_param){ dims[i].name, chosen[i] };
}

/* Heaps that one name stands for: as many as its options have combinations. */
struct heap_list {
    struct heap_point *items;
    size_t count, capacity;
};
static void add_heap(struct making *m, struct heap_list *list, const struct hp_value *value)
{
    const struct hp_heap_entry *entry = entry_named(m->config, value->text);
    struct heap_point heap = { .name = value->text };
    heap.plugin = entry != NULL ? entry->plugin : value->text;
    heap.loaded = hp_plugin_find(m->plugins, HP_KIND_HEAP, heap.plugin);
    bool known = heap.loaded != NULL;
    heap.caps = known ? heap.loaded->table->caps : 0;
    for (size_t i = 0; i < KNOWN_HEAPS && !known; i++)
        if (strcmp(known_heaps[i].name, heap.plugin) == 0) {
            heap.caps = known_heaps[i].caps;
            known = true;
        }
    if (!known) {
        hp_problem_add(m->problems, entry != NULL ? entry->at : value->at,
                       "heap: unknown heap \"%s\" - %s", heap.plugin, unknown_heap(m, heap.plugin));
        return;
    }
    struct dim *options = NULL;
    size_t count = entry != NULL ? entry->option_count : 0, combinations = 1;
    if (count > 0) {
        options = hp_arena_get(m->arena, count * sizeof *options);
        if (count > NAMES_MAX || !read_options(m, entry, &heap, options))
            return;
    }
    for (size_t i = 0; i < count; i++)
        combinations *= combinations < 100000 ? options[i].count : 1;
    for (size_t n = 0; n < combinations; n++) {
        struct heap_point point = heap;
        choose_options(m, options, count, n, &point);
        HP_PUSH(list->items, list->count, list->capacity) = point;
    }
}

/* ---- our own axes -------------------------------------------------------------------------- */

static const struct hp_axis *axis_named(const struct hp_axis *axes, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(axes[i].name, name) == 0)
            return &axes[i];
    return NULL;
}

/* The sweep's own axis, else the file's, else the default. */
static struct hp_axis axis_of(struct making *m, const struct space *s, const char *name,
                              const char *fallback)
{
    const struct hp_axis *axis = axis_named(s->sweep->on, s->sweep->on_count, name);
    if (axis == NULL)
        axis = axis_named(m->config->on, m->config->on_count, name);
    if (axis != NULL)
        return *axis;
    struct hp_value *value = HP_ARENA_NEW(m->arena, struct hp_value);
    *value = (struct hp_value){ s->sweep->at, fallback, false, 0 };
    return (struct hp_axis){ name, s->sweep->at, value, 1 };
}

static void add_axis(struct making *m, struct space *s, enum dim_kind kind, const char *name,
                     const char *fallback)
{
    const struct hp_axis axis = axis_of(m, s, name, fallback);
    struct dim *d = dim_add(m, s, kind, name, axis.at, axis.count);
    for (size_t i = 0; i < axis.count; i++) {
        const char *text = axis.values[i].text;
        if (*text != '\0')
            text = hp_axis_value(m->config, name, &axis.values[i], m->problems);
        if (text != NULL)
            dim_value(d, text);
    }
}

static void add_heaps(struct making *m, struct space *s)
{
    const struct hp_axis axis = axis_of(m, s, "heap", "gen");
    struct heap_list list = { 0 };
    for (size_t i = 0; i < axis.count; i++)
        add_heap(m, &list, &axis.values[i]);
    struct dim *d = dim_add(m, s, DIM_HEAP, "heap", axis.at, list.count);
    s->heaps = hp_arena_get(m->arena, (list.count + 1) * sizeof *s->heaps);
    for (size_t i = 0; i < list.count; i++) {
        s->heaps[i] = list.items[i];
        d->values[d->count++] = list.items[i].name;
    }
    hp_mem_free(list.items);
}

static void check_axis_names(struct making *m, const struct space *s)
{
    size_t count = 0;
    while (hp_axis_names[count] != NULL)
        count++;
    for (size_t i = 0; i < s->sweep->on_count; i++)
        if (!known_name(s->sweep->on[i].name, hp_axis_names, count))
            hp_problem_add(m->problems, s->sweep->on[i].at, "on.%s: unknown axis - %s",
                           s->sweep->on[i].name,
                           way_out(m, s->sweep->on[i].name, hp_axis_names, count));
}

/* ---- wheels -------------------------------------------------------------------------------- */

static struct dim *dim_named(struct space *s, const char *name)
{
    for (size_t i = 0; i < s->dim_count; i++)
        if (strcmp(s->dims[i].name, name) == 0)
            return &s->dims[i];
    return NULL;
}

static void zip_group(struct making *m, struct space *s, const char *const *names)
{
    const struct dim *first = NULL;
    for (size_t i = 0; i < 8 && names[i] != NULL; i++) {
        struct dim *d = dim_named(s, names[i]);
        const char *all[DIMS_MAX];
        for (size_t k = 0; k < s->dim_count; k++)
            all[k] = s->dims[k].name;
        if (d == NULL) {
            hp_problem_add(m->problems, s->sweep->at, "zip: \"%s\" does not vary here - %s",
                           names[i], way_out(m, names[i], all, s->dim_count));
            return;
        }
        if (d->wheel != SIZE_MAX) {
            hp_problem_add(m->problems, s->sweep->at, "zip: \"%s\" is named twice", names[i]);
            return;
        }
        if (first == NULL) {
            d->wheel = s->wheel_count++;
            s->wheels[d->wheel] = d->count;
            first = d;
        } else if (d->count != first->count) {
            hp_problem_add(
                m->problems, d->at,
                "zip: %s has %zu values and %s has %zu - they advance together, so both need "
                "as many",
                first->name, first->count, d->name, d->count);
            return;
        }
        d->wheel = first->wheel;
    }
}

static void make_wheels(struct making *m, struct space *s)
{
    for (size_t i = 0; i < s->dim_count; i++)
        s->dims[i].wheel = SIZE_MAX;
    for (size_t i = 0; i < s->sweep->zip_count; i++)
        zip_group(m, s, s->sweep->zip[i]);
    for (size_t i = 0; i < s->dim_count; i++) {
        struct dim *d = &s->dims[i];
        if (d->wheel != SIZE_MAX)
            continue;
        if (d->kind != DIM_HEAP) /* one name may stand for several choices of options */
            drop_doubles(d);
        d->wheel = s->wheel_count;
        s->wheels[s->wheel_count++] = d->count;
    }
}

/* Wheels turn in the order of dims; a zipped dim further down turns with the first of its group. */
static void sort_wheels(struct space *s)
{
    size_t new_of[DIMS_MAX], counts[DIMS_MAX], used = 0;
    for (size_t i = 0; i < s->wheel_count; i++)
        new_of[i] = SIZE_MAX;
    for (size_t i = 0; i < s->dim_count; i++) {
        struct dim *d = &s->dims[i];
        if (new_of[d->wheel] == SIZE_MAX) {
            counts[used] = s->wheels[d->wheel];
            new_of[d->wheel] = used++;
        }
        d->wheel = new_of[d->wheel];
    }
    memcpy(s->wheels, counts, used * sizeof *counts);
}

/* ---- the whole ----------------------------------------------------------------------------- */

bool hp_space_make(struct making *m, const struct hp_sweep *sweep, struct space *out)
{
    const size_t before = m->problems->count;
    *out = (struct space){ .sweep = sweep };
    check_axis_names(m, out);
    add_axis(m, out, DIM_MACHINE, "machine", "this");
    add_heaps(m, out);
    add_axis(m, out, DIM_GC, "gc", "workstation");
    add_axis(m, out, DIM_PROCESSORS, "processors", "");
    add_axis(m, out, DIM_RUNTIME, "runtime", "10");
    add_axis(m, out, DIM_THRESHOLD, "threshold", "default");
    if (!find_workload(m, out) || !add_methods(m, out))
        return false;
    check_baseline(m, out);
    const size_t methods = out->dim_count - 1;
    for (size_t i = 0; i < sweep->with_count && out->dim_count < DIMS_MAX; i++)
        add_param(m, out, &out->dims[methods], &sweep->with[i]);
    if (m->problems->count > before)
        return false;
    make_wheels(m, out);
    sort_wheels(out);
    return m->problems->count == before && hp_filters_make(m, out);
}

uint64_t hp_space_size(const struct space *space)
{
    uint64_t size = 1;
    for (size_t i = 0; i < space->wheel_count; i++)
        if (__builtin_mul_overflow(size, (uint64_t)space->wheels[i], &size))
            return UINT64_MAX;
    return size;
}

/* "sizes", "held" (a flag has no plural), "gc modes", "size+element". */
static const char *factor_name(const struct space *s, size_t wheel, struct hp_arena *arena)
{
    const char *name = NULL;
    bool flag = false;
    for (size_t i = 0; i < s->dim_count; i++) {
        const struct dim *d = &s->dims[i];
        if (d->wheel != wheel)
            continue;
        flag = d->param != NULL && d->param->type == HP_FLAG;
        name = name == NULL ? d->name : hp_arena_print(arena, "%s+%s", name, d->name);
    }
    if (flag || hp_ends_with(name, "s"))
        return name;
    return hp_arena_print(arena, "%s%s", name, strcmp(name, "gc") == 0 ? " modes" : "s");
}

const char *hp_space_factors(const struct space *space, struct hp_arena *arena)
{
    /* Printed as people ask: what, with which values, on what. */
    static const enum dim_kind order[] = { DIM_METHOD, DIM_PARAM,      DIM_HEAP,      DIM_RUNTIME,
                                           DIM_GC,     DIM_PROCESSORS, DIM_THRESHOLD, DIM_MACHINE };
    const char *text = "";
    bool done[DIMS_MAX] = { false };
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++)
        for (size_t i = 0; i < space->dim_count; i++) {
            const struct dim *d = &space->dims[i];
            if (d->kind != order[k] || d->count < 2 || done[d->wheel])
                continue;
            done[d->wheel] = true;
            text = hp_arena_print(arena, "%s%s%zu %s", text, *text != '\0' ? " x " : "", d->count,
                                  factor_name(space, d->wheel, arena));
        }
    return text;
}
