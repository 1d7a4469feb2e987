/* SPDX-License-Identifier: MIT
 * On what heap, as which machine, with which options are traces executed? Read from the command line and the
 * machine's profile, for replay and record alike. A setup owns what it read.
 */
#include "cmd/stage.h"

#include "cmd/host_facts.h"
#include "cmd/interrupt.h"

#include <unistd.h>

/* What one process may use: a trace holds hundreds of megabytes, and a sanitized build takes its time. */
static const struct hp_limits process_limits = {
    .time_ns = UINT64_C(600000000000),
    .cpu_ns = UINT64_C(600000000000),
    .memory_bytes = UINT64_C(12) << 30,
    .output_bytes = 64 << 10,
};

static int find_heap(struct hp_setup *s, const char *heap, struct hp_err *err)
{
    const char *name = hp_cli_text(s->cli, HP_OPT_HEAP, heap), *all = "";
    s->stage.plugins = &s->plugins.set;
    s->stage.heap = hp_plugin_find(&s->plugins.set, HP_KIND_HEAP, name);
    if (s->stage.heap != NULL)
        return HP_OK;
    for (size_t i = 0; i < s->plugins.set.count; i++)
        if (s->plugins.set.items[i].table->kind == HP_KIND_HEAP)
            all = hp_arena_print(s->arena, "%s%s%s", all, *all != '\0' ? ", " : "",
                                 s->plugins.set.items[i].table->name);
    return hp_fail(err, HP_E_ENV, "there is no heap plugin \"%s\" here, but: %s", name, all);
}

static int find_machine(struct hp_setup *s, struct hp_err *err)
{
    const char *name = hp_cli_text(s->cli, HP_OPT_MACHINE, "truth");
    const struct hp_place at = { .file = "--machine", .line = 0 };
    if (strcmp(name, "this") == 0) {
        struct hp_host_facts facts;
        hp_host_facts_read(&facts, "");
        s->stage.machine = facts.machine;
        s->stage.machine.name = "this";
        hp_host_facts_clear(&facts);
    } else {
        s->profile = hp_config_profile(s->config, name, at, &s->problems);
        if (s->profile == NULL)
            return hp_fail(err, HP_E_CONFIG, "no machine %s", name);
        s->stage.machine = s->profile->machine;
    }
    const int64_t processors = hp_cli_count(s->cli, HP_OPT_PROCESSORS, s->stage.machine.processors);
    if (processors < 1 || processors > 1024)
        return hp_fail(err, HP_E_USAGE, "--processors %lld: expected 1 to 1024",
                       (long long)processors);
    s->stage.machine.processors = (uint32_t)processors;
    return HP_OK;
}

/* "NAME=VALUE NAME=VALUE". */
static int read_given(struct hp_setup *s, struct hp_err *err)
{
    char *text = hp_arena_copy(s->arena, hp_cli_text(s->cli, HP_OPT_OPTIONS, "")), *state = NULL;
    const struct hp_option *table = s->stage.heap->table->options;
    s->given = hp_arena_get(s->arena, (strlen(text) + 1) * sizeof *s->given);
    for (char *word = strtok_r(text, " ", &state); word != NULL;
         word = strtok_r(NULL, " ", &state)) {
        char *equals = strchr(word, '=');
        const char *canonical;
        struct hp_err why = { 0, "" };
        if (equals == NULL)
            return hp_fail(err, HP_E_USAGE, "--options: \"%s\": expected NAME=VALUE", word);
        *equals = '\0';
        const struct hp_option *option = hp_option_find(table, word);
        if (option == NULL)
            return hp_fail(err, HP_E_USAGE,
                           "--options: heap %s has no option \"%s\" (heapproof list options)",
                           s->stage.heap->table->name, word);
        if (hp_option_check(option, equals + 1, s->arena, &canonical, &why) != HP_OK)
            return hp_fail(err, HP_E_USAGE, "--options: %s: %.900s", word, why.text);
        s->given[s->given_count++] = (struct hp_named){ word, canonical };
    }
    return HP_OK;
}

static uint32_t jobs_of(const struct hp_cli *cli)
{
    const long here = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t jobs = hp_cli_count(cli, HP_OPT_JOBS, 0);
    if (jobs < 1)
        jobs = here < 1 ? 1 : here;
    return jobs > HP_PLAY_JOBS_MOST ? HP_PLAY_JOBS_MOST : (uint32_t)jobs;
}

int hp_setup_read(const struct hp_cli *cli, const char *heap, struct hp_setup *s,
                  struct hp_err *err)
{
    *s = (struct hp_setup){ .cli = cli, .arena = hp_arena_new(), .config = hp_config_bare() };
    s->stage.limits = process_limits;
    s->stage.limits.jobs = jobs_of(cli);
    int rc = hp_host_plugins_load(&s->plugins, err);
    if (rc == HP_OK)
        rc = find_heap(s, heap, err);
    if (rc == HP_OK)
        rc = find_machine(s, err);
    return rc == HP_OK ? read_given(s, err) : rc;
}

void hp_setup_clear(struct hp_setup *s)
{
    hp_problems_clear(&s->problems);
    hp_config_free(s->config);
    hp_host_plugins_clear(&s->plugins);
    hp_arena_free(s->arena);
}

uint32_t hp_setup_fail(struct hp_setup *s, const struct hp_err *err)
{
    return s->problems.count > 0 ? hp_cli_problems(&s->problems) : hp_cli_fail(err);
}

/* What one runtime's heap is opened with, and its traces begin with: what the command line says, else what the
 * machine's profile says. */
void hp_setup_runtime(struct hp_setup *s, int runtime)
{
    const size_t profiled = s->profile != NULL ? s->profile->option_count : 0;
    struct hp_named *options =
        hp_arena_get(s->arena, (profiled + s->given_count + 1) * sizeof *options);
    struct hp_named *settings = hp_arena_get(s->arena, (profiled + 1) * sizeof *settings);
    struct hp_stage *stage = &s->stage;
    stage->option_count = stage->setting_count = 0;
    for (size_t i = 0; i < profiled; i++) {
        const struct hp_profile_option *o = &s->profile->options[i];
        const struct hp_named named = { o->name, o->text };
        if (!hp_profile_option_applies(o, stage->heap->table->name, runtime))
            continue;
        if (o->of_trace)
            settings[stage->setting_count++] = named;
        else
            options[stage->option_count++] = named;
    }
    for (size_t i = 0; i < s->given_count; i++)
        options[stage->option_count++] = s->given[i];
    stage->runtime = runtime;
    stage->lack = hp_stage_lack(stage->heap, runtime, s->arena);
    stage->options = options;
    stage->settings = settings;
}

static void began(void *context, const struct hp_trace_file *file, const struct hp_unit *unit)
{
    struct hp_setup *s = context;
    char what[120];
    (void)snprintf(what, sizeof what, "%s/%d %s %s", s->stage.heap->table->name, s->stage.runtime,
                   file->family->name, unit->name != NULL ? unit->name : "");
    hp_progress_started(&s->progress, what);
}

static void ended(void *context, const char *failed)
{
    struct hp_setup *s = context;
    hp_progress_finished(&s->progress, 1, failed);
}

static void waiting(void *context)
{
    struct hp_setup *s = context;
    hp_progress_tick(&s->progress);
}

int hp_setup_play(struct hp_setup *s, struct hp_trace_file *const *files, size_t count, bool all,
                  struct hp_performance *out, struct hp_err *err)
{
    const struct hp_play_events events = { s, began, ended, waiting, hp_interrupted };
    hp_interrupt_install();
    hp_progress_begin(&s->progress, s->cli, hp_play_units(&s->stage, files, count, all), 0);
    const int rc = hp_play(&s->stage, files, count, all, &events, out, err);
    hp_progress_hide(&s->progress);
    return rc;
}
