/* SPDX-License-Identifier: MIT
 * Which keys does a .cfg have, and what may each be? The one table: it checks names and shapes, puts
 * numbers in place, gives the defaults, and prints the manual (manual.c). To add a key: one row here
 * and its use; a number with a place in struct hp_config needs the row alone.
 */
#include "config/internal.h"

#include "base/drawable.h"
#include "base/err.h"
#include "base/nearest.h"
#include "base/units.h"

#include <stdlib.h>

#define PLACE(field) offsetof(struct hp_config, field), sizeof(((struct hp_config *)NULL)->field)
#define NOWHERE 0, 0
#define WORDS 0, 0, 0, 0             /* no number */
#define DRAWN(most) 0, most, NOWHERE /* a text that the report draws, and its characters */
#define KIB 1024.0
#define MIB 1048576.0
#define GIB 1073741824.0
#define MS 1e6
#define SEC 1e9

const struct hp_key hp_config_keys[] = {
    { "run", "group", "", "", "the run: its name, what the report says about it, its scripts",
      WORDS },
    { "run.name", "text", "name of the file", "at most 80 letters, digits, - _ .",
      "results go to out/NAME.db, renderings to out/NAME/", WORDS },
    { "run.title", "text", "the name", "at most 120 characters", "title of the report",
      DRAWN(HP_TITLE_CHARACTERS) },
    { "run.question", "text", "", "at most 300 characters",
      "the question that the run answers, for page 1", DRAWN(HP_QUESTION_CHARACTERS) },
    { "run.title_ru", "text", "the title", "at most 120 characters",
      "title of the report in Russian", DRAWN(HP_TITLE_CHARACTERS) },
    { "run.question_ru", "text", "the question", "at most 300 characters",
      "the question, for page 1 in Russian", DRAWN(HP_QUESTION_CHARACTERS) },
    { "run.language", "text", "en", "en, ru", "language of the report", WORDS },
    { "run.seed", "count", "1", "0 to 9,000,000,000,000,000",
      "seed of the order of launches; intervals are resampled by a seed of their own", 0, 9e15,
      PLACE(seed) },
    { "run.scripts", "texts", "", "",
      "Lua files with sweeps and claims; looked for beside the .cfg, in the folder above it, "
      "and beside what is installed",
      WORDS },
    { "run.modules", "texts", "", "", "folders that `require` in those scripts may look in",
      WORDS },
    { "runs", "texts", "", "",
      "other .cfg files: each is a run of its own, one after the other; looked for as run.scripts; "
      "such a file holds nothing else",
      WORDS },
    { "on", "group", "", "", "axes for every sweep; a sweep's own `on` replaces them one by one",
      WORDS },
    { "on.heap", "values", "gen", "heap plugins and names of `heaps`", "what the memory comes from",
      WORDS },
    { "on.runtime", "values", "10", "8, 9, 10",
      "version of .NET that workload and heap follow; heaps without versions have none", WORDS },
    { "on.gc", "values", "workstation", "workstation, concurrent, server, server-concurrent",
      "mode of the collector", WORDS },
    { "on.processors", "values", "what the machine has", "1 to 1,024",
      "processors that the heap sees", WORDS },
    { "on.threshold", "values", "default", "default, or a size",
      "where the heap's boundary is set; heaps without one keep their default", WORDS },
    { "on.machine", "values", "this", "this, or a profile",
      "this host, or a machine that the heap stands for (counters only)", WORDS },
    { "sweep", "groups", "", "", "methods of a workload over parameters, on the axes", WORDS },
    { "sweep.name", "text", "sweep 1, sweep 2, ...", "at most 120 characters",
      "for messages, filters and the report", DRAWN(HP_TITLE_CHARACTERS) },
    { "sweep.workload", "text", "", "a workload plugin", "required", WORDS },
    { "sweep.method", "values", "all that can be swept", "methods of the workload",
      "the ways that are compared", WORDS },
    { "sweep.baseline", "text", "none", "one of them", "ratios in the report are against it",
      WORDS },
    { "sweep.with", "group", "", "parameters of the workload",
      "values of parameters; what is left out keeps its default", WORDS },
    { "sweep.on", "group", "", "as `on`", "axes of this sweep", WORDS },
    { "sweep.zip", "names", "", "names of parameters and axes",
      "( [\"size\", \"element\"] ): these advance together instead of each with each", WORDS },
    { "sweep.where", "group", "", "", "which cases are kept", WORDS },
    { "sweep.where.not", "groups", "", "method, axes, parameters",
      "cases that match one of these groups are left out", WORDS },
    { "sweep.where.only", "groups", "", "method, axes, parameters",
      "only cases that match one of these groups are kept", WORDS },
    { "sweep.measure", "texts", "both, as `measure` says", "counters, times",
      "what is measured in this sweep", WORDS },
    { "sweep.rounds", "count", "measure.rounds", "1 to 100",
      "timed launches of each case of this sweep: more make its intervals narrower; of a case that "
      "several sweeps name the largest number counts",
      1, 100, NOWHERE },
    { "probes", "groups", "", "", "reports of a workload that are no timings", WORDS },
    { "probes.name", "text", "probes 1, probes 2, ...", "at most 120 characters", "as sweep.name",
      DRAWN(HP_TITLE_CHARACTERS) },
    { "probes.workload", "text", "", "a workload plugin", "required", WORDS },
    { "probes.probe", "values", "all", "probes of the workload", "which reports", WORDS },
    { "probes.with", "group", "", "parameters of the workload", "as sweep.with", WORDS },
    { "probes.on", "group", "", "as `on`", "as sweep.on", WORDS },
    { "probes.zip", "names", "", "names of parameters and axes", "as sweep.zip", WORDS },
    { "probes.where", "group", "", "", "as sweep.where", WORDS },
    { "probes.where.not", "groups", "", "probe, axes, parameters", "as sweep.where.not", WORDS },
    { "probes.where.only", "groups", "", "probe, axes, parameters", "as sweep.where.only", WORDS },
    { "heaps", "groups", "", "", "heaps under names of your own, with options", WORDS },
    { "heaps.name", "text", "", "letters, digits, - _ .", "required; what on.heap names", WORDS },
    { "heaps.plugin", "text", "the name", "a heap plugin", "which heap it is", WORDS },
    { "heaps.options", "group", "", "options of the heap",
      "values of options; several values make several heaps", WORDS },
    { "machines", "groups", "", "",
      "profiles of machines, besides the files configs/machines/NAME.cfg that hold one group "
      "`machine` of the same keys",
      WORDS },
    { "machines.name", "text", "", "letters, digits, - _ .", "required in `machines`", WORDS },
    { "machines.title", "text", "the name", "at most 120 characters", "as the report writes it",
      DRAWN(HP_TITLE_CHARACTERS) },
    { "machines.processors", "count", "", "1 to 1,024", "required", 1, 1024, NOWHERE },
    { "machines.l3", "size", "", "64 KiB to 4 GiB", "required; one slice of the last level cache",
      64 * KIB, 4 * GIB, NOWHERE },
    { "machines.memory", "size", "", "64 MiB to 64 TiB", "required; physical memory", 64 * MIB,
      65536 * GIB, NOWHERE },
    { "machines.heap", "groups", "", "",
      "options of heaps that stand for the machine, where on.heap does not state them", WORDS },
    { "machines.heap.plugin", "text", "", "a heap plugin", "required; which heap", WORDS },
    { "machines.heap.runtime", "count", "every one", "8 to 10", "for this runtime only", 8, 10,
      NOWHERE },
    { "machines.heap.kept_between", "size", "0", "24 B to 1 MiB",
      "bytes of an array that the recording process kept between the two collections with which a "
      "heap trace begins",
      24, MIB, NOWHERE },
    { "machines.heap.options", "group", "", "options of the heap", "one value each", WORDS },
    { "sets", "group", "", "",
      "named values: sets = { edge = [ 1, 2 ]; } is used as size = { set = \"edge\"; }", WORDS },
    { "measure", "group", "", "", "how thorough measuring is", WORDS },
    { "measure.counters", "flag", "true", "", "count", 0, 1, PLACE(measure.counters) },
    { "measure.times", "flag", "true", "", "take times", 0, 1, PLACE(measure.times) },
    { "measure.rounds", "count", "3", "1 to 100",
      "timed launches of each case, each in a process of its own", 1, 100, PLACE(measure.rounds) },
    { "measure.counter_rounds", "count", "1", "1 to 100", "counting launches of each case", 1, 100,
      PLACE(measure.counter_rounds) },
    { "measure.counter_iterations", "count", "15", "2 to 10,000", "iterations of a counting launch",
      2, 10000, PLACE(measure.counter_iterations) },
    { "measure.min_iterations", "count", "15", "15 to 10,000",
      "iterations of a timed launch, at least", 15, 10000, PLACE(measure.min_iterations) },
    { "measure.max_iterations", "count", "60", "15 to 100,000",
      "iterations of a timed launch, at most", 15, 100000, PLACE(measure.max_iterations) },
    { "measure.pass_operations", "count", "40", "1 to 1,000,000",
      "operations of one counting iteration", 1, 1000000, PLACE(measure.pass_operations) },
    { "measure.half_width", "ratio", "0.02", "0.001 to 0.5",
      "a timed launch ends when half the interval of its median is this part of it", 0.001, 0.5,
      PLACE(measure.half_width) },
    { "measure.min_iteration", "time", "5ms", "10 us to 10 s",
      "a timed iteration lasts at least this long", 0.01 * MS, 10 * SEC,
      PLACE(measure.min_iteration_ns) },
    { "limits", "group", "", "",
      "what one launch may use; beyond it the launch ends with a "
      "sentence and the run goes on",
      WORDS },
    { "limits.time", "time", "60s", "100 ms to 24 h", "time of a launch", 100 * MS, 86400 * SEC,
      PLACE(limits.time_ns) },
    { "limits.cpu", "time", "120s", "1 s to 24 h", "processor time of a launch", SEC, 86400 * SEC,
      PLACE(limits.cpu_ns) },
    { "limits.memory", "size", "2GiB", "16 MiB to 64 TiB", "memory of a launch", 16 * MIB,
      65536 * GIB, PLACE(limits.memory_bytes) },
    { "limits.output", "size", "64KiB", "1 KiB to 64 MiB",
      "what is kept of its standard output and of its standard error", KIB, 64 * MIB,
      PLACE(limits.output_bytes) },
    { "limits.jobs", "count", "0", "0 to 1,024",
      "counting launches side by side; 0: one for each processor", 0, 1024, PLACE(limits.jobs) },
    { .name = NULL },
};

/* ---- shapes -------------------------------------------------------------------------------- */

/* What the types of the table mean for a node. `kinds` has bit 1 << enum node_kind. */
static const struct shape {
    const char *type;
    unsigned kinds;
    const char *wants;
} shapes[] = {
    { "group", 1 << NODE_GROUP, "a group { }" },
    { "groups", 1 << NODE_LIST | 1 << NODE_GROUP, "a list of groups ( { }, { } )" },
    { "text", 1 << NODE_TEXT, "a text in quotes" },
    { "texts", 1 << NODE_TEXT | 1 << NODE_LIST | 1 << NODE_ARRAY, "texts [ \"..\", \"..\" ]" },
    { "names", 1 << NODE_LIST | 1 << NODE_ARRAY, "names [ \"..\", \"..\" ] or a list of such" },
    { "values", ~0u, "a value, a list, or a range { }" },
    { "flag", 1 << NODE_FLAG, "true or false" },
    { "count", 1 << NODE_INTEGER | 1 << NODE_TEXT | 1 << NODE_REAL, "a whole number" },
    { "size", 1 << NODE_INTEGER | 1 << NODE_TEXT | 1 << NODE_REAL,
      "bytes, or a text as \"96KiB\"" },
    { "time", 1 << NODE_TEXT, "a text with its unit, as \"20s\"" },
    { "ratio", 1 << NODE_INTEGER | 1 << NODE_REAL, "a number" },
};

static const struct shape *shape_of(const struct hp_key *key)
{
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        if (strcmp(shapes[i].type, key->type) == 0)
            return &shapes[i];
    hp_bug("config key %s has the unknown type %s", key->name, key->type);
}

/* The row of `name` inside `group`, NULL when there is none. */
static const struct hp_key *key_find(const char *group, const char *name)
{
    char path[200];
    (void)snprintf(path, sizeof path, "%s%s%s", group, *group != '\0' ? "." : "", name);
    for (const struct hp_key *k = hp_config_keys; k->name != NULL; k++)
        if (strcmp(k->name, path) == 0)
            return k;
    return NULL;
}

/* Names of the keys inside `group`, in the order of the table. Returns how many. */
enum { GROUP_KEYS_MAX = 32 };
static size_t keys_of(const char *group, const char *names[GROUP_KEYS_MAX])
{
    size_t count = 0;
    const size_t n = strlen(group);
    for (const struct hp_key *k = hp_config_keys; k->name != NULL; k++) {
        const char *rest = k->name;
        if (n > 0) {
            if (!hp_starts_with(rest, group) || rest[n] != '.')
                continue;
            rest += n + 1;
        }
        if (strchr(rest, '.') == NULL && count < GROUP_KEYS_MAX)
            names[count++] = rest;
    }
    return count;
}

static bool is_axis(const char *name)
{
    for (const char *const *a = hp_axis_names; *a != NULL; a++)
        if (strcmp(*a, name) == 0)
            return true;
    return false;
}

static const char *listed(struct hp_arena *arena, const char *const *names, size_t count)
{
    const char *text = "";
    for (size_t i = 0; i < count; i++)
        text = hp_arena_print(arena, "%s%s%s", text, i > 0 ? ", " : "", names[i]);
    return text;
}

static void report_unknown(struct build *b, struct node *key, const char *group)
{
    const char *names[GROUP_KEYS_MAX];
    const size_t count = keys_of(group, names);
    const char *near = hp_nearest(key->name, names, count);
    if (strcmp(group, "probes") == 0 && hp_starts_with(key->name, "method"))
        near = "probe";
    if (strcmp(group, "sweep") == 0 && hp_starts_with(key->name, "probe"))
        near = "method";
    const char *path =
        *group != '\0' ? hp_arena_print(b->arena, "%s.%s", group, key->name) : key->name;
    const bool sweeps = strcmp(group, "sweep") == 0 || strcmp(group, "probes") == 0;
    if (key->bad)
        return;
    if (is_axis(key->name))
        hp_problem_add(b->problems, key->at,
                       "%s: unknown key - axes stand inside %s = { %s = ..; }", path, "on",
                       key->name);
    else if (near != NULL)
        hp_problem_add(b->problems, key->at, "%s: unknown key - did you mean \"%s\"?", path, near);
    else if (sweeps)
        hp_problem_add(
            b->problems, key->at,
            "%s: unknown key - parameters of the workload stand inside with = { %s = ..; "
            "}; keys here are %s",
            path, key->name, listed(b->arena, names, count));
    else
        hp_problem_add(b->problems, key->at, "%s: unknown key - keys here are %s", path,
                       listed(b->arena, names, count));
    key->bad = true;
}

static bool all_groups(const struct node *list)
{
    for (const struct node *n = list->first; n != NULL; n = n->next)
        if (n->kind != NODE_GROUP)
            return false;
    return true;
}

static void check_shape(struct build *b, struct node *node, const struct hp_key *key)
{
    const struct shape *shape = shape_of(key);
    const bool groups = strcmp(key->type, "groups") == 0;
    const bool drawn = strcmp(key->type, "text") == 0 && key->high > 0;
    struct hp_err err = { 0 };
    if ((shape->kinds & 1u << node->kind) == 0)
        hp_build_wrong(b, node, "%s: expected %s, found %s", key->name, shape->wants,
                       hp_node_kind_name(node->kind));
    else if (groups && node->kind == NODE_LIST && !all_groups(node))
        hp_build_wrong(b, node, "%s: expected %s, one member is no group", key->name, shape->wants);
    else if (drawn && !node->bad && hp_text_drawable(node->text, (size_t)key->high, &err) != HP_OK)
        hp_build_wrong(b, node, "%s: %s", key->name, err.text);
}

void hp_build_wrong(struct build *b, struct node *node, const char *format, ...)
{
    if (node->bad)
        return;
    char text[1500];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    hp_problem_add(b->problems, node->value_at, "%s", text);
    node->bad = true;
}

void hp_keys_check(struct build *b, struct node *node, const char *group)
{
    for (struct node *n = node->first; n != NULL; n = n->next) {
        const struct hp_key *key = key_find(group, n->name);
        if (key == NULL)
            report_unknown(b, n, group);
        else
            check_shape(b, n, key);
    }
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* Reads `text` as the row's type says. A flag is 0 or 1. */
static int read_number(const struct hp_key *key, const char *text, double *out, struct hp_err *err)
{
    uint64_t unsigned_value = 0;
    int64_t count = 0;
    int rc = HP_OK;
    if (strcmp(key->type, "size") == 0)
        rc = hp_parse_size(text, &unsigned_value, err);
    else if (strcmp(key->type, "time") == 0)
        rc = hp_parse_time(text, &unsigned_value, err);
    else if (strcmp(key->type, "count") == 0)
        rc = hp_parse_count(text, &count, err);
    else if (strcmp(key->type, "flag") == 0)
        unsigned_value = strcmp(text, "true") == 0;
    else
        *out = strtod(text, NULL);
    if (strcmp(key->type, "ratio") != 0)
        *out = (double)unsigned_value + (double)count;
    return rc;
}

static bool node_number(struct build *b, struct node *node, const struct hp_key *key, double *out)
{
    struct hp_err err = { 0 };
    if (node->bad)
        return false;
    if (read_number(key, node->text, out, &err) != HP_OK)
        hp_build_wrong(b, node, "%s: expected %s, %s - %s", key->name, shape_of(key)->wants,
                       key->range, err.text);
    else if (strcmp(key->type, "flag") != 0 && (*out < key->low || *out > key->high))
        hp_build_wrong(b, node, "%s: %s is out of range - expected %s", key->name, node->text,
                       key->range);
    return !node->bad;
}

const struct hp_key *hp_config_key(const char *name)
{
    const struct hp_key *row = key_find("", name);
    if (row == NULL)
        hp_bug("no config key %s", name);
    return row;
}

bool hp_keys_number(struct build *b, struct node *node, const char *key, uint64_t *out)
{
    double value = 0;
    if (node == NULL || !node_number(b, node, hp_config_key(key), &value))
        return false;
    *out = (uint64_t)value;
    return true;
}

static void put(struct hp_config *config, const struct hp_key *key, double value)
{
    void *where = (char *)config + key->offset;
    if (strcmp(key->type, "ratio") == 0) {
        memcpy(where, &value, sizeof value);
    } else if (key->bytes == sizeof(uint64_t)) {
        const uint64_t whole = (uint64_t)value;
        memcpy(where, &whole, sizeof whole);
    } else if (key->bytes == sizeof(uint32_t)) {
        const uint32_t whole = (uint32_t)value;
        memcpy(where, &whole, sizeof whole);
    } else {
        const bool flag = value != 0;
        memcpy(where, &flag, sizeof flag);
    }
}

/* "measure.rounds" below the root; NULL when it is not given. */
static struct node *node_at(const struct node *root, const char *path)
{
    const char *dot = strchr(path, '.');
    if (dot == NULL)
        return hp_node_find(root, path);
    char group[64];
    (void)snprintf(group, sizeof group, "%.*s", (int)(dot - path), path);
    return hp_node_find(hp_node_find(root, group), dot + 1);
}

void hp_keys_apply(struct build *b)
{
    for (const struct hp_key *key = hp_config_keys; key->name != NULL; key++) {
        struct hp_err err = { 0 };
        double value = 0;
        if (key->bytes == 0)
            continue;
        if (read_number(key, key->fallback, &value, &err) != HP_OK)
            hp_bug("default of %s: %s", key->name, err.text);
        put(b->config, key, value);
        struct node *given = node_at(b->root, key->name);
        if (given != NULL && node_number(b, given, key, &value))
            put(b->config, key, value);
    }
}
