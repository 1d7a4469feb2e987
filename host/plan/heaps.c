/* SPDX-License-Identifier: MIT
 * Which heaps does an axis name, and with which options? A heap that is not installed is no error: its cases
 * are planned and skipped. Results live in the plan's arena.
 */
#include "base/err.h"
#include "base/units.h"
#include "plan/internal.h"

/* Heaps that exist, with what matters to a plan when one is not installed here. */
static const struct {
    const char *name;
    uint32_t caps;
} known_heaps[] = {
    { "gen", HP_CAP_COLLECTS | HP_CAP_THRESHOLD | HP_CAP_RUNTIMES | HP_CAP_PROFILES },
    { "dotnet", HP_CAP_COLLECTS | HP_CAP_THRESHOLD | HP_CAP_RUNTIMES | HP_CAP_CONCURRENT |
                    HP_CAP_SERVER | HP_CAP_PROFILES },
    { "glibc", HP_CAP_THRESHOLD | HP_CAP_THRESHOLD_DOWN },
    { "jemalloc", 0 },
    { "mimalloc", 0 },
    { "tcmalloc", 0 },
    { "boehm", HP_CAP_COLLECTS },
};
enum { KNOWN_HEAPS = sizeof known_heaps / sizeof known_heaps[0] };

const char *hp_known_heap(size_t i)
{
    return i < KNOWN_HEAPS ? known_heaps[i].name : NULL;
}

const char *hp_heap_refuses_threshold(const struct heap_point *heap, const char *threshold,
                                      struct hp_arena *arena)
{
    uint64_t asked = 0, least = 0;
    struct hp_err ignored;
    const struct hp_plugin *table = heap->loaded != NULL ? heap->loaded->table : NULL;
    if (table == NULL || table->threshold_default == NULL || (heap->caps & HP_CAP_THRESHOLD) == 0 ||
        (heap->caps & HP_CAP_THRESHOLD_DOWN) != 0 ||
        hp_parse_size(threshold, &asked, &ignored) != HP_OK ||
        hp_parse_size(table->threshold_default, &least, &ignored) != HP_OK || asked >= least)
        return NULL;
    return hp_arena_print(arena,
                          "%s's threshold only moves upward, %s has no effect - use at least %s",
                          heap->name, threshold, table->threshold_default);
}

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
        if (!hp_known_word(known_heaps[i].name, names, count))
            names[count++] = known_heaps[i].name;
    return hp_way_out(m, plugin, names, count);
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
            const size_t count = hp_option_names(heap->loaded->table->options, names);
            hp_problem_add(m->problems, axis->at, "options.%s: unknown option of heap %s - %s",
                           axis->name, heap->plugin, hp_way_out(m, axis->name, names, count));
            continue;
        }
        for (size_t k = 0; k < axis->count; k++) {
            struct hp_err err = { 0 };
            const char *canonical = axis->values[k].text;
            if (option != NULL &&
                hp_option_check(option, canonical, m->arena, &canonical, &err) != HP_OK)
                hp_problem_add(m->problems, axis->values[k].at, "options.%s: %s", axis->name,
                               err.text);
            hp_dim_value(&out[i], canonical);
        }
        hp_dim_drop_doubles(&out[i]);
    }
    return m->problems->count == before;
}

bool hp_option_canonical(struct making *m, const struct heap_point *heap,
                         const struct hp_profile_option *o, const char **text)
{
    const char *names[NAMES_MAX];
    struct hp_err err = { 0 };
    if (heap->loaded == NULL)
        return true;
    const struct hp_option *table = heap->loaded->table->options,
                           *option = hp_option_find(table, o->name);
    if (option == NULL)
        hp_problem_add(m->problems, o->at,
                       "machines.heap.options.%s: unknown option of heap %s - %s", o->name,
                       heap->plugin, hp_way_out(m, o->name, names, hp_option_names(table, names)));
    else if (hp_option_check(option, o->text, m->arena, text, &err) == HP_OK)
        return true;
    else
        hp_problem_add(m->problems, o->at, "machines.heap.options.%s: %s", o->name, err.text);
    return false;
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
    heap.needs = hp_needs_of(m, heap.loaded);
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

struct heap_point *hp_heap_points(struct making *m, const struct hp_axis *axis, size_t *count)
{
    struct heap_list list = { 0 };
    for (size_t i = 0; i < axis->count; i++)
        add_heap(m, &list, &axis->values[i]);
    struct heap_point *points = hp_arena_get(m->arena, (list.count + 1) * sizeof *points);
    if (list.count > 0)
        memcpy(points, list.items, list.count * sizeof *points);
    *count = list.count;
    hp_mem_free(list.items);
    return points;
}
