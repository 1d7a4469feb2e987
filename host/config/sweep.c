/* SPDX-License-Identifier: MIT
 * Which sweeps, probes and heaps does the file define? Names of plugins' things are kept with their
 * place and checked when the plan is made. Everything lives in the config's arena.
 */
#include "config/internal.h"

#include "base/nearest.h"

size_t hp_list_members(struct node *node, struct node **first)
{
    *first = node->kind == NODE_GROUP ? node : node->first;
    return node->kind == NODE_GROUP ? 1 : node->count;
}

size_t hp_list_elements(struct node *node, struct node **first)
{
    const bool many = node->kind == NODE_LIST || node->kind == NODE_ARRAY;
    *first = many ? node->first : node;
    return many ? node->count : 1;
}

const char *hp_member_text(struct node *group, const char *name, const char *fallback)
{
    const struct node *node = hp_node_find(group, name);
    return node != NULL && !node->bad && node->kind == NODE_TEXT ? node->text : fallback;
}

/* The axes of a group of free names (with, options, a filter). */
static struct hp_axis *axes_read(struct build *b, struct node *group, size_t *count)
{
    *count = 0;
    if (group == NULL || group->bad || group->count == 0)
        return NULL;
    struct hp_axis *axes = hp_arena_get(b->arena, group->count * sizeof *axes);
    for (struct node *n = group->first; n != NULL; n = n->next) {
        const struct hp_axis axis = hp_axis_read(b, n, n->name);
        if (axis.count > 0)
            axes[(*count)++] = axis;
    }
    return axes;
}

/* Replaces every value of one of our axes by its canonical text; wrong ones are dropped. */
static void make_canonical(struct build *b, struct hp_axis *axis)
{
    size_t kept = 0;
    for (size_t i = 0; i < axis->count; i++) {
        struct hp_value value = axis->values[i];
        value.text = hp_axis_value(b->config, axis->name, &axis->values[i], b->problems);
        if (value.text != NULL)
            axis->values[kept++] = value;
    }
    axis->count = kept;
}

void hp_on_read(struct build *b, struct node *group, struct hp_axis **out, size_t *count)
{
    *out = NULL;
    *count = 0;
    if (group == NULL || group->bad)
        return;
    hp_keys_check(b, group, "on");
    *out = axes_read(b, group, count);
    for (size_t i = 0; i < *count; i++)
        make_canonical(b, &(*out)[i]);
}

static void filters_read(struct build *b, struct node *list, struct hp_filter **out, size_t *count)
{
    struct node *group = NULL;
    const size_t n = list == NULL || list->bad ? 0 : hp_list_members(list, &group);
    *count = 0;
    *out = n > 0 ? hp_arena_get(b->arena, n * sizeof **out) : NULL;
    for (size_t i = 0; i < n; i++, group = group->next) {
        struct hp_filter *f = &(*out)[(*count)++];
        f->at = group->value_at;
        f->keys = axes_read(b, group, &f->count);
        if (group->count == 0)
            hp_problem_add(b->problems, f->at,
                           "where: an empty group { } matches every case - name what it means");
    }
}

/* ---- zip ----------------------------------------------------------------------------------- */

enum { ZIP_NAMES = 8 };

static void zip_group(struct build *b, struct node *list, const char *out[ZIP_NAMES])
{
    struct node *name = NULL;
    const size_t n = hp_list_elements(list, &name);
    if (n < 2 || n >= ZIP_NAMES)
        hp_build_wrong(b, list, "zip: expected 2 to %d names, as [ \"size\", \"element\" ]",
                       ZIP_NAMES - 1);
    for (size_t i = 0; i < n && !list->bad; i++, name = name->next) {
        if (name->kind != NODE_TEXT)
            hp_build_wrong(b, list, "zip: expected names in quotes, as [ \"size\", \"element\" ]");
        else
            out[i] = name->text;
    }
}

/* ( [ .. ], [ .. ] ) or one group alone. */
static void zip_read(struct build *b, struct node *node, struct hp_sweep *sweep)
{
    if (node == NULL || node->bad)
        return;
    const bool one = node->count == 0 || node->first->kind == NODE_TEXT;
    struct node *group = one ? node : node->first;
    sweep->zip_count = one ? 1 : node->count;
    sweep->zip = hp_arena_get(b->arena, sweep->zip_count * sizeof *sweep->zip);
    for (size_t i = 0; i < sweep->zip_count; i++, group = group->next)
        zip_group(b, group, sweep->zip[i]);
}

/* ---- sweeps and probes --------------------------------------------------------------------- */

#define MEASURE_WORDS                                                                              \
    "sweep.measure: expected \"counters\", \"times\" or [ \"counters\", \"times\" ]"

static void measure_read(struct build *b, struct node *node, struct hp_sweep *sweep)
{
    struct node *word = NULL;
    if (node == NULL || node->bad)
        return;
    const size_t n = hp_list_elements(node, &word);
    sweep->no_counters = sweep->no_times = true;
    for (size_t i = 0; i < n; i++, word = word->next) {
        const char *text = word->kind == NODE_TEXT ? word->text : "";
        if (strcmp(text, "counters") == 0)
            sweep->no_counters = false;
        else if (strcmp(text, "times") == 0)
            sweep->no_times = false;
        else
            hp_build_wrong(b, word, MEASURE_WORDS);
    }
    if (n == 0)
        hp_build_wrong(b, node, MEASURE_WORDS);
}

static void sweep_read(struct build *b, struct node *group, bool probes, size_t number,
                       struct hp_sweep *out)
{
    const char *kind = probes ? "probes" : "sweep";
    struct node *workload = hp_node_find(group, "workload");
    struct node *methods = hp_node_find(group, probes ? "probe" : "method");
    struct node *where = hp_node_find(group, "where");
    struct node *baseline = hp_node_find(group, "baseline");
    hp_keys_check(b, group, kind);
    *out = (struct hp_sweep){ .at = group->value_at, .probes = probes };
    out->name = hp_member_text(group, "name", hp_arena_print(b->arena, "%s %zu", kind, number));
    out->workload = hp_member_text(group, "workload", NULL);
    if (workload == NULL)
        hp_problem_add(
            b->problems, group->value_at,
            "%s: workload is missing - write workload = \"chunk\"; (heapproof list plugins)", kind);
    else
        out->workload_at = workload->value_at;
    if (methods != NULL)
        out->methods = hp_axis_read(b, methods, methods->name);
    if (baseline != NULL && !baseline->bad)
        out->baseline = (struct hp_value){ baseline->value_at, baseline->text, false, 0 };
    out->with = axes_read(b, hp_node_find(group, "with"), &out->with_count);
    hp_on_read(b, hp_node_find(group, "on"), &out->on, &out->on_count);
    zip_read(b, hp_node_find(group, "zip"), out);
    if (!probes) {
        uint64_t rounds = 0;
        measure_read(b, hp_node_find(group, "measure"), out);
        if (hp_keys_number(b, hp_node_find(group, "rounds"), "sweep.rounds", &rounds))
            out->rounds = (uint32_t)rounds;
    }
    if (where != NULL && !where->bad) {
        hp_keys_check(b, where, hp_arena_print(b->arena, "%s.where", kind));
        filters_read(b, hp_node_find(where, "only"), &out->only, &out->only_count);
        filters_read(b, hp_node_find(where, "not"), &out->not_, &out->not_count);
    }
}

static bool before(struct hp_place a, struct hp_place b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

void hp_sweeps_read(struct build *b)
{
    struct node *lists[2] = { hp_node_find(b->root, "sweep"), hp_node_find(b->root, "probes") };
    struct node *first[2] = { NULL, NULL };
    size_t count[2] = { 0, 0 };
    for (int k = 0; k < 2; k++)
        if (lists[k] != NULL && !lists[k]->bad)
            count[k] = hp_list_members(lists[k], &first[k]);
    struct hp_config *config = b->config;
    if (count[0] + count[1] > 0)
        config->sweeps = hp_arena_get(b->arena, (count[0] + count[1]) * sizeof *config->sweeps);
    const bool probes_first = count[0] > 0 && count[1] > 0 && before(lists[1]->at, lists[0]->at);
    for (int k = 0; k < 2; k++) {
        const int list = probes_first ? 1 - k : k;
        for (size_t i = 0; i < count[list]; i++, first[list] = first[list]->next)
            sweep_read(b, first[list], list == 1, i + 1, &config->sweeps[config->sweep_count++]);
    }
}

/* ---- heaps --------------------------------------------------------------------------------- */

static bool heap_named(const struct hp_config *config, const char *name)
{
    for (size_t i = 0; i < config->heap_count; i++)
        if (strcmp(config->heaps[i].name, name) == 0)
            return true;
    return false;
}

void hp_heaps_read(struct build *b)
{
    struct hp_config *config = b->config;
    struct node *list = hp_node_find(b->root, "heaps"), *group = NULL;
    const size_t count = list == NULL || list->bad ? 0 : hp_list_members(list, &group);
    if (count > 0)
        config->heaps = hp_arena_get(b->arena, count * sizeof *config->heaps);
    for (size_t i = 0; i < count; i++, group = group->next) {
        struct node *at = hp_node_find(group, "name");
        const struct hp_place place = at != NULL ? at->value_at : group->value_at;
        const char *name = hp_member_text(group, "name", NULL);
        hp_keys_check(b, group, "heaps");
        if (name == NULL || !hp_is_plain_name(name)) {
            hp_problem_add(b->problems, place,
                           "heaps.name: expected a name of letters, digits, - _ .");
            continue;
        }
        if (heap_named(config, name)) {
            hp_problem_add(b->problems, place, "heaps.name: \"%s\" is there twice", name);
            continue;
        }
        struct hp_heap_entry heap = { .at = place, .name = name };
        heap.plugin = hp_member_text(group, "plugin", name);
        heap.options = axes_read(b, hp_node_find(group, "options"), &heap.option_count);
        config->heaps[config->heap_count++] = heap;
    }
}
