/* SPDX-License-Identifier: MIT
 * Which names may a config or a script use? Every list is a table made from the table that the program itself
 * goes by: metrics, plugins, views.
 */
#include "base/nearest.h"
#include "cmd/cmd.h"
#include "cmd/columns.h"
#include "cmd/host_plugins.h"
#include "measure/metric.h"
#include "store/store.h"

#include <inttypes.h>
#include <string.h>

/* ---- metrics and views --------------------------------------------------------------------- */

static const char *better_word(enum hp_better better)
{
    static const char *const words[] = {
        [HP_BETTER_NONE] = NULL, [HP_BETTER_LESS] = "less", [HP_BETTER_MORE] = "more"
    };
    return words[better];
}

static const char *source_word(enum hp_metric_source source)
{
    static const char *const words[] = {
        [HP_FROM_COUNTER] = "counter", [HP_FROM_LEVEL] = "level",     [HP_FROM_PROBE] = "probe",
        [HP_FROM_CLOCK] = "clock",     [HP_FROM_PROCESS] = "process", [HP_FROM_LOG] = "log",
        [HP_FROM_CASES] = "cases"
    };
    return words[source];
}

static void fill_metrics(struct hp_columns *table, const struct hp_plugins *plugins)
{
    (void)plugins;
    for (const struct hp_metric *m = hp_metrics; m->name != NULL; m++) {
        hp_columns_add(table, m->name);
        hp_columns_add(table, m->unit);
        hp_columns_add(table, better_word(m->better));
        hp_columns_add(table, source_word(m->source));
        hp_columns_add(table, m->deterministic ? "yes" : "no");
        hp_columns_add(table, m->help);
    }
}

static void fill_views(struct hp_columns *table, const struct hp_plugins *plugins)
{
    (void)plugins;
    for (const struct hp_view *v = hp_store_views; v->name != NULL; v++) {
        hp_columns_add(table, v->name);
        hp_columns_add(table, v->help);
    }
}

/* ---- what plugins bring -------------------------------------------------------------------- */

/* Without the "?" of those that not every run reports: names as Lua takes them. */
static void add_metric_names(struct hp_columns *table, const char *metrics)
{
    struct hp_text names = { 0 };
    for (const char *at = metrics; at != NULL && *at != '\0'; at++)
        if (*at != '?')
            hp_text_put_n(&names, at, 1);
    hp_columns_add(table, hp_text_str(&names));
    hp_text_clear(&names);
}

static void fill_methods(struct hp_columns *table, const struct hp_plugins *plugins)
{
    for (size_t i = 0; i < plugins->count; i++) {
        const struct hp_plugin *p = plugins->items[i].table;
        if (p->kind != HP_KIND_WORKLOAD)
            continue;
        for (const struct hp_method *m = p->methods; m->name != NULL; m++) {
            hp_columns_add(table, p->name);
            hp_columns_add(table, m->name);
            hp_columns_add(table, m->flags & HP_METHOD_REPLAY_ONLY ? "replay only" : "method");
            hp_columns_add(table, m->uses);
            hp_columns_add(table, m->seed);
            hp_columns_add(table, m->operation);
            hp_columns_add(table, m->help);
            hp_columns_add(table, NULL);
        }
        for (const struct hp_probe *b = p->probes; b->name != NULL; b++) {
            hp_columns_add(table, p->name);
            hp_columns_add(table, b->name);
            hp_columns_add(table, "probe");
            hp_columns_add(table, b->uses);
            hp_columns_add(table, b->seed);
            hp_columns_add(table, NULL);
            hp_columns_add(table, b->help);
            add_metric_names(table, b->metrics);
        }
    }
}

static void fill_plugins(struct hp_columns *table, const struct hp_plugins *plugins)
{
    for (size_t i = 0; i < plugins->count; i++) {
        const struct hp_plugin *p = plugins->items[i].table;
        hp_columns_add(table, p->name);
        hp_columns_add(table, p->kind == HP_KIND_HEAP ? "heap" : "workload");
        hp_columns_add(table, p->version);
        hp_columns_add(table, plugins->items[i].path);
        hp_columns_add(table, p->summary);
    }
}

static const struct {
    unsigned cap;
    const char *word;
} caps[] = {
    { HP_CAP_COLLECTS, "collects" },       { HP_CAP_MOVES, "moves" },
    { HP_CAP_GENERATIONS, "generations" }, { HP_CAP_THRESHOLD, "threshold" },
    { HP_CAP_PROFILES, "profiles" },       { HP_CAP_RUNTIMES, "runtimes" },
    { HP_CAP_OWN_BODIES, "own-bodies" },   { HP_CAP_TIMES, "times" },
    { HP_CAP_THREADS, "threads" },         { HP_CAP_CONCURRENT, "concurrent" },
    { HP_CAP_SERVER, "server" },           { HP_CAP_THRESHOLD_DOWN, "threshold-down" },
};

static void fill_heaps(struct hp_columns *table, const struct hp_plugins *plugins)
{
    for (size_t i = 0; i < plugins->count; i++) {
        const struct hp_plugin *p = plugins->items[i].table;
        if (p->kind != HP_KIND_HEAP)
            continue;
        struct hp_text words = { 0 };
        for (size_t c = 0; c < sizeof caps / sizeof caps[0]; c++)
            if (p->caps & caps[c].cap)
                hp_text_print(&words, "%s%s", words.bytes != 0 ? " " : "", caps[c].word);
        hp_columns_add(table, p->name);
        hp_columns_add(table, p->caps & HP_CAP_THRESHOLD ? p->threshold_default : NULL);
        hp_columns_add(table, hp_text_str(&words));
        hp_columns_add(table, p->summary);
        hp_text_clear(&words);
    }
}

static const char *option_type(const struct hp_option *o)
{
    static const char *const words[] = { [HP_SIZE] = "size",
                                         [HP_COUNT] = "count",
                                         [HP_TIME] = "time",
                                         [HP_FLAG] = "true or false",
                                         [HP_CHOICE] = "word" };
    return words[o->type];
}

static const char *option_range(const struct hp_option *o, struct hp_arena *arena)
{
    if (o->type == HP_CHOICE)
        return o->choices;
    if (o->type == HP_FLAG)
        return NULL;
    return hp_arena_print(arena, "%" PRId64 "..%" PRId64, o->min, o->max);
}

static void fill_options(struct hp_columns *table, const struct hp_plugins *plugins)
{
    for (size_t i = 0; i < plugins->count; i++) {
        const struct hp_plugin *p = plugins->items[i].table;
        for (const struct hp_option *o = p->options; o->name != NULL; o++) {
            hp_columns_add(table, p->name);
            hp_columns_add(table, o->name);
            hp_columns_add(table, option_type(o));
            hp_columns_add(table, option_range(o, table->arena));
            hp_columns_add(table, o->fallback);
            hp_columns_add(table, o->help);
        }
    }
}

/* ---- the command --------------------------------------------------------------------------- */

static const struct list {
    const char *name;
    const char *titles[HP_COLUMNS_MAX];
    bool plugins; /* is made from what they bring */
    void (*fill)(struct hp_columns *table, const struct hp_plugins *plugins);
} lists[] = {
    { "metrics",
      { "metric", "unit", "better", "from", "deterministic", "help", NULL },
      false,
      fill_metrics },
    { "methods",
      { "workload", "name", "kind", "uses", "seed", "operation", "help", "metrics", NULL },
      true,
      fill_methods },
    { "views", { "view", "help", NULL }, false, fill_views },
    { "plugins", { "name", "kind", "version", "path", "summary", NULL }, true, fill_plugins },
    { "heaps", { "name", "threshold", "can", "summary", NULL }, true, fill_heaps },
    { "options",
      { "plugin", "option", "type", "range", "default", "help", NULL },
      true,
      fill_options },
};
enum { LISTS = sizeof lists / sizeof lists[0] };

static const struct list *find_list(const char *word, struct hp_err *err)
{
    const char *names[LISTS];
    for (size_t i = 0; i < LISTS; i++) {
        names[i] = lists[i].name;
        if (strcmp(names[i], word) == 0)
            return &lists[i];
    }
    const char *near = hp_nearest(word, names, LISTS);
    if (near != NULL)
        (void)hp_fail(err, HP_E_USAGE, "no list of \"%s\" - did you mean \"%s\"?", word, near);
    else
        (void)hp_fail(err, HP_E_USAGE, "no list of \"%s\" - there are: %s", word,
                      hp_command_find("list")->completes);
    return NULL;
}

static void print_list(const struct list *list, const struct hp_columns *table, bool json)
{
    struct hp_text out = { 0 };
    if (json) {
        struct hp_json j = { .out = &out };
        hp_json_object(&j, NULL);
        hp_columns_json(table, &j, list->name);
        hp_json_end(&j, '}');
        hp_text_put(&out, "\n");
    } else {
        hp_columns_print(table, 0, &out);
    }
    hp_cli_print(&out);
    hp_text_clear(&out);
}

uint32_t hp_cmd_list(struct hp_cli *cli)
{
    struct hp_err err = { 0 };
    const struct list *list = find_list(cli->operands[0], &err);
    if (list == NULL)
        return hp_cli_fail(&err);
    struct hp_host_plugins plugins = { 0 };
    if (list->plugins && hp_host_plugins_load(&plugins, &err) != HP_OK)
        return hp_cli_fail(&err);
    struct hp_columns table = { .arena = hp_arena_new(), .titles = list->titles };
    list->fill(&table, &plugins.set);
    print_list(list, &table, hp_cli_has(cli, HP_OPT_JSON));
    hp_columns_clear(&table);
    hp_arena_free(table.arena);
    hp_host_plugins_clear(&plugins);
    return hp_exit_flag(HP_EXIT_HOLDS);
}
