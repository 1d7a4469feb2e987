/* SPDX-License-Identifier: MIT
 * Which values does an axis run through? Scalars, lists, ranges, the neighbours of a boundary, named
 * sets, and lists of all of those. Arithmetic is in whole numbers. Results live in the config's arena.
 */
#include "config/internal.h"

#include "base/err.h"
#include "base/nearest.h"
#include "base/units.h"

#include <math.h>
#include <stdlib.h>

enum { AXIS_VALUES_MAX = 100000, SET_DEPTH_MAX = 8 };

const char *const hp_axis_names[] = { "heap",      "runtime", "gc", "processors",
                                      "threshold", "machine", NULL };

/* Values as they come, for one axis. */
struct values {
    struct build *b;
    const char *axis; /* for messages */
    struct hp_value *items;
    size_t count, capacity;
    unsigned set_depth;
    bool failed, full;
};

static void collect(struct values *v, struct node *node);

static void fail_at(struct values *v, struct node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void fail_at(struct values *v, struct node *node, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hp_build_wrong(v->b, node, "%s: %s", v->axis, text);
    v->failed = true;
}

static void add(struct values *v, struct node *node, const char *text, bool is_number,
                double number)
{
    if (v->count >= AXIS_VALUES_MAX) {
        fail_at(v, node, "more than 100,000 values");
        v->full = true;
        return;
    }
    HP_PUSH(v->items, v->count, v->capacity) =
        (struct hp_value){ node->value_at, text, is_number, number };
}

/* ---- numbers with units -------------------------------------------------------------------- */

/* A whole number as a range takes it: 85000, "96KiB" (then in bytes), "20ms" (then in ns). */
struct amount {
    int64_t value;
    bool time;
};

static bool text_amount(const char *text, struct amount *out)
{
    uint64_t value = 0;
    struct hp_err ignored;
    out->time = false;
    if (hp_parse_count(text, &out->value, &ignored) == HP_OK)
        return true;
    if (hp_parse_size(text, &value, &ignored) != HP_OK) {
        if (hp_parse_time(text, &value, &ignored) != HP_OK)
            return false;
        out->time = true;
    }
    out->value = (int64_t)value;
    return true;
}

static bool amount_of(struct values *v, struct node *node, const char *key, struct amount *out)
{
    *out = (struct amount){ 0, false };
    if (node->bad)
        v->failed = true;
    else if (node->kind > NODE_ARRAY && node->kind != NODE_FLAG && text_amount(node->text, out))
        return true;
    else
        fail_at(v, node, "%s: expected a whole number, a size as \"96KiB\" or a time as \"20ms\"",
                key);
    return false;
}

static void add_amount(struct values *v, struct node *node, int64_t value, bool time)
{
    const char *text = hp_arena_print(v->b->arena, "%lld%s", (long long)value, time ? "ns" : "");
    add(v, node, text, true, (double)value);
}

static void add_scalar(struct values *v, struct node *node)
{
    struct amount amount;
    if (node->kind == NODE_TEXT && text_amount(node->text, &amount))
        add(v, node, node->text, true, (double)amount.value);
    else
        add(v, node, node->text, node->kind == NODE_INTEGER || node->kind == NODE_REAL, node->real);
}

/* ---- ranges -------------------------------------------------------------------------------- */

static const char *const range_keys[] = { "from", "to",   "step", "factor", "around",
                                          "by",   "span", "set",  "also" };
enum { RANGE_KEYS = sizeof range_keys / sizeof range_keys[0] };

static bool range_keys_known(struct values *v, struct node *group)
{
    for (struct node *n = group->first; n != NULL; n = n->next) {
        bool known = false;
        for (size_t i = 0; i < RANGE_KEYS && !known; i++)
            known = strcmp(n->name, range_keys[i]) == 0;
        if (known || n->bad)
            continue;
        const char *near = hp_nearest(n->name, range_keys, RANGE_KEYS);
        if (near != NULL)
            hp_problem_add(v->b->problems, n->at,
                           "%s.%s: unknown key of a range - did you mean \"%s\"?", v->axis, n->name,
                           near);
        else
            hp_problem_add(v->b->problems, n->at,
                           "%s.%s: unknown key of a range - it has from, to and step or factor; or "
                           "around, by and span; or set; and also",
                           v->axis, n->name);
        n->bad = true;
        v->failed = true;
    }
    return !v->failed;
}

static void add_steps(struct values *v, struct node *group, struct amount from, struct amount to)
{
    struct amount step = { 1, false };
    struct node *node = hp_node_find(group, "step");
    if (!amount_of(v, node, "step", &step))
        return;
    if (step.value < 1)
        fail_at(v, node, "step: %lld leads nowhere - expected 1 or more", (long long)step.value);
    else if ((uint64_t)(to.value - from.value) / (uint64_t)step.value >= AXIS_VALUES_MAX)
        fail_at(v, group, "the range has more than 100,000 values - use a larger step, or factor");
    for (int64_t x = from.value; !v->failed; x += step.value) {
        add_amount(v, group, x, from.time);
        if (to.value - x < step.value)
            break;
    }
}

static void add_powers(struct values *v, struct node *group, struct amount from, struct amount to)
{
    struct node *node = hp_node_find(group, "factor");
    if (node->bad || (node->kind != NODE_INTEGER && node->kind != NODE_REAL))
        fail_at(v, node, "factor: expected a number above 1");
    else if (node->real < 1.0001 || from.value < 1)
        fail_at(v, node,
                node->real < 1.0001 ? "factor: %s leads nowhere - expected a number above 1"
                                    : "factor: %s cannot grow from 0 - let from be 1 or more",
                node->text);
    int64_t last = from.value - 1;
    for (int i = 0; !v->failed; i++) {
        const double exact = (double)from.value * pow(node->real, i);
        if (exact > (double)to.value + 0.5)
            break;
        const int64_t x = (int64_t)llround(exact);
        if (x > last && x <= to.value)
            add_amount(v, group, x, from.time);
        last = x;
    }
}

static void add_range(struct values *v, struct node *group)
{
    struct amount from, to;
    struct node *low = hp_node_find(group, "from"), *high = hp_node_find(group, "to");
    const bool step = hp_node_find(group, "step") != NULL;
    const bool factor = hp_node_find(group, "factor") != NULL;
    if (low == NULL || high == NULL || step == factor) {
        fail_at(v, group,
                "a range is written as { from = 1; to = 9; step = 2; } or { from = 1; to = "
                "1000; factor = 10; }");
        return;
    }
    if (!amount_of(v, low, "from", &from) || !amount_of(v, high, "to", &to))
        return;
    if (from.time != to.time)
        fail_at(v, high, "to: from and to are a time both or none");
    else if (from.value > to.value)
        fail_at(v, high, "to: %s is below from = %s - a range goes upward", high->text, low->text);
    else if (to.value - from.value < 0 || to.value > INT64_MAX / 4)
        fail_at(v, high, "to: %s is too large for a range", high->text);
    else if (step)
        add_steps(v, group, from, to);
    else
        add_powers(v, group, from, to);
}

/* around N by B: the last value below and the first from N on; span S: S of each. */
static void add_neighbours(struct values *v, struct node *group)
{
    struct amount around, by = { 1, false }, span = { 1, false };
    struct node *center = hp_node_find(group, "around"), *width = hp_node_find(group, "by"),
                *many = hp_node_find(group, "span");
    if (!amount_of(v, center, "around", &around) ||
        (width != NULL && !amount_of(v, width, "by", &by)) ||
        (many != NULL && !amount_of(v, many, "span", &span)))
        return;
    if (width != NULL && by.value < 1)
        fail_at(v, width, "by: expected 1 or more");
    else if (many != NULL && (span.value < 1 || span.value > 1000))
        fail_at(v, many, "span: expected 1 to 1,000 values on each side");
    else if (by.value > INT64_MAX / 4096 || around.value > INT64_MAX / 2 ||
             around.value - span.value * by.value < 0)
        fail_at(v, center, "around: %s leaves no room for its neighbours", center->text);
    for (int64_t i = -span.value; i < span.value && !v->failed; i++)
        add_amount(v, group, around.value + i * by.value, around.time);
}

static void add_set(struct values *v, struct node *group)
{
    struct node *name = hp_node_find(group, "set");
    struct node *sets = hp_node_find(v->b->root, "sets");
    if (name->bad || name->kind != NODE_TEXT) {
        fail_at(v, name, "set: expected the name of a set in quotes");
        return;
    }
    struct node *set = hp_node_find(sets, name->text);
    if (set == NULL || v->set_depth >= SET_DEPTH_MAX) {
        const char *names[64];
        size_t count = 0;
        for (struct node *n = sets != NULL ? sets->first : NULL; n != NULL && count < 64;
             n = n->next)
            names[count++] = n->name;
        const char *near = hp_nearest(name->text, names, count);
        if (set != NULL)
            fail_at(v, name, "set: \"%s\" leads back to itself", name->text);
        else if (near != NULL)
            fail_at(v, name, "set: no set \"%s\" in sets - did you mean \"%s\"?", name->text, near);
        else
            fail_at(v, name, "set: no set \"%s\" - sets = { %s = [ .. ]; } defines one", name->text,
                    name->text);
        return;
    }
    v->set_depth++;
    collect(v, set);
    v->set_depth--;
}

static int compare_numbers(const void *left, const void *right)
{
    const struct hp_value *a = left, *b = right;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* What a group and its `also` give together: numbers in ascending order, each once. */
static void merge(struct values *v, size_t first)
{
    for (size_t i = first; i < v->count; i++)
        if (!v->items[i].is_number)
            return;
    if (v->count > first)
        qsort(v->items + first, v->count - first, sizeof *v->items, compare_numbers);
    size_t kept = first;
    for (size_t i = first; i < v->count; i++)
        if (kept == first || v->items[kept - 1].number < v->items[i].number)
            v->items[kept++] = v->items[i];
    v->count = kept;
}

static void collect_group(struct values *v, struct node *group)
{
    const size_t first = v->count;
    const bool from = hp_node_find(group, "from") != NULL || hp_node_find(group, "to") != NULL;
    const bool around = hp_node_find(group, "around") != NULL;
    const bool set = hp_node_find(group, "set") != NULL;
    struct node *also = hp_node_find(group, "also");
    if (!range_keys_known(v, group))
        return;
    if (from + around + set != 1) {
        fail_at(v, group, "a range begins with from, around or set - one of them");
        return;
    }
    if (from)
        add_range(v, group);
    else if (around)
        add_neighbours(v, group);
    else
        add_set(v, group);
    if (also == NULL || v->failed)
        return;
    collect(v, also);
    if (!v->failed)
        merge(v, first);
}

/* Goes on after a bad member, so that one pass finds the others. */
static void collect(struct values *v, struct node *node)
{
    const bool failed = v->failed;
    if (node->bad) {
        v->failed = true;
        return;
    }
    v->failed = false;
    switch (node->kind) {
    case NODE_GROUP:
        collect_group(v, node);
        break;
    case NODE_LIST:
    case NODE_ARRAY:
        if (node->count == 0)
            fail_at(v, node, "no values - an empty list leaves nothing to run");
        for (struct node *n = node->first; n != NULL && !v->full; n = n->next)
            collect(v, n);
        break;
    default:
        add_scalar(v, node);
        break;
    }
    node->bad |= v->failed;
    v->failed |= failed;
}

/* ---- the axis ------------------------------------------------------------------------------- */

struct hp_axis hp_axis_read(struct build *b, struct node *node, const char *name)
{
    struct values v = { .b = b, .axis = name };
    struct hp_axis axis = { .name = name, .at = node->at };
    collect(&v, node);
    if (!v.failed && v.count > 0) {
        axis.count = v.count;
        axis.values = hp_arena_get(b->arena, v.count * sizeof *axis.values);
        memcpy(axis.values, v.items, v.count * sizeof *axis.values);
    }
    hp_mem_free(v.items);
    return axis;
}

/* ---- our own axes -------------------------------------------------------------------------- */

static const char *word_value(const struct hp_value *value, const char *axis,
                              const char *const *words, size_t count, struct hp_problems *problems)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], value->text) == 0)
            return words[i];
    char list[200] = "";
    for (size_t i = 0; i < count; i++)
        (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
                       i == 0           ? ""
                       : i + 1 == count ? " or "
                                        : ", ",
                       words[i]);
    const char *near = value->is_number ? NULL : hp_nearest(value->text, words, count);
    if (near != NULL)
        hp_problem_add(problems, value->at, "%s: unknown value \"%s\" - did you mean \"%s\"?", axis,
                       value->text, near);
    else
        hp_problem_add(problems, value->at, "%s: unknown value %s%s%s - expected %s", axis,
                       hp_quote_of(value->text), value->text, hp_quote_of(value->text), list);
    return NULL;
}

static const char *threshold_value(struct hp_config *config, const struct hp_value *value,
                                   struct hp_problems *problems)
{
    uint64_t bytes = 0;
    struct hp_err err = { 0 };
    if (strcmp(value->text, "default") == 0)
        return "default";
    if (hp_parse_size(value->text, &bytes, &err) == HP_OK && bytes > 0)
        return hp_arena_print(config->arena, "%llu", (unsigned long long)bytes);
    hp_problem_add(problems, value->at,
                   "threshold: %s%s%s is no threshold - expected \"default\", bytes, or a size as "
                   "\"192KiB\"",
                   hp_quote_of(value->text), value->text, hp_quote_of(value->text));
    return NULL;
}

static const char *processors_value(struct hp_config *config, const struct hp_value *value,
                                    struct hp_problems *problems)
{
    int64_t count = 0;
    struct hp_err err = { 0 };
    if (hp_parse_count(value->text, &count, &err) == HP_OK && count >= 1 && count <= 1024)
        return hp_arena_print(config->arena, "%lld", (long long)count);
    hp_problem_add(problems, value->at, "processors: %s%s%s - expected a number from 1 to 1,024",
                   hp_quote_of(value->text), value->text, hp_quote_of(value->text));
    return NULL;
}

const char *hp_axis_value(struct hp_config *config, const char *axis, const struct hp_value *value,
                          struct hp_problems *problems)
{
    static const char *const runtimes[] = { "8", "9", "10" };
    static const char *const modes[] = { "workstation", "concurrent", "server",
                                         "server-concurrent" };
    if (strcmp(axis, "runtime") == 0)
        return word_value(value, axis, runtimes, 3, problems);
    if (strcmp(axis, "gc") == 0)
        return word_value(value, axis, modes, 4, problems);
    if (strcmp(axis, "threshold") == 0)
        return threshold_value(config, value, problems);
    if (strcmp(axis, "processors") == 0)
        return processors_value(config, value, problems);
    if (strcmp(axis, "machine") == 0 && strcmp(value->text, "this") != 0) {
        const struct hp_profile *p = hp_config_profile(config, value->text, value->at, problems);
        return p != NULL ? p->machine.name : NULL;
    }
    return value->text;
}
