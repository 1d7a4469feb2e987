/* SPDX-License-Identifier: MIT
 * `heapproof replay FILE...`: executes recorded operations on a heap, compares every answer, or writes the
 * answers down. stdout has differences, summaries and traces; progress and complaints go to stderr.
 */
#include "replay/replay.h"
#include "base/units.h"
#include "cmd/cmd.h"
#include "cmd/host_facts.h"
#include "cmd/host_plugins.h"
#include "cmd/interrupt.h"
#include "cmd/progress.h"

#include <unistd.h>

/* What one process may use: a trace holds hundreds of megabytes, and a sanitized build takes its time. */
static const struct hp_limits process_limits = {
    .time_ns = UINT64_C(600000000000),
    .cpu_ns = UINT64_C(600000000000),
    .memory_bytes = UINT64_C(12) << 30,
    .output_bytes = 64 << 10,
};

enum { FIRST_RUNTIME = 8, LAST_RUNTIME = 10 };

/* Everything that a replay reads before it plays. */
struct replay {
    const struct hp_cli *cli;
    struct hp_arena *arena;
    struct hp_problems problems;
    struct hp_host_plugins plugins;
    struct hp_config *config; /* for the machine's profile */
    const struct hp_profile *profile;
    struct hp_named *given; /* --options */
    size_t given_count;
    struct hp_trace_file **files;
    size_t file_count;
    struct hp_known known;
    struct hp_stage stage;
    struct hp_progress progress;
    struct hp_tally total;
};

/* ---- what was asked for ---- */

static int find_heap(struct replay *r, struct hp_err *err)
{
    const char *name = hp_cli_text(r->cli, HP_OPT_HEAP, "gen"), *all = "";
    r->stage.plugins = &r->plugins.set;
    r->stage.heap = hp_plugin_find(&r->plugins.set, HP_KIND_HEAP, name);
    if (r->stage.heap != NULL)
        return HP_OK;
    for (size_t i = 0; i < r->plugins.set.count; i++)
        if (r->plugins.set.items[i].table->kind == HP_KIND_HEAP)
            all = hp_arena_print(r->arena, "%s%s%s", all, *all != '\0' ? ", " : "",
                                 r->plugins.set.items[i].table->name);
    return hp_fail(err, HP_E_ENV, "there is no heap plugin \"%s\" here, but: %s", name, all);
}

static int find_machine(struct replay *r, struct hp_err *err)
{
    const char *name = hp_cli_text(r->cli, HP_OPT_MACHINE, "truth");
    const struct hp_place at = { .file = "--machine", .line = 0 };
    if (strcmp(name, "this") == 0) {
        struct hp_host_facts facts;
        hp_host_facts_read(&facts, "");
        r->stage.machine = facts.machine;
        r->stage.machine.name = "this";
        hp_host_facts_clear(&facts);
    } else {
        r->profile = hp_config_profile(r->config, name, at, &r->problems);
        if (r->profile == NULL)
            return hp_fail(err, HP_E_CONFIG, "no machine %s", name);
        r->stage.machine = r->profile->machine;
    }
    const int64_t processors = hp_cli_count(r->cli, HP_OPT_PROCESSORS, r->stage.machine.processors);
    if (processors < 1 || processors > 1024)
        return hp_fail(err, HP_E_USAGE, "--processors %lld: expected 1 to 1024",
                       (long long)processors);
    r->stage.machine.processors = (uint32_t)processors;
    return HP_OK;
}

/* "NAME=VALUE NAME=VALUE". */
static int read_given(struct replay *r, struct hp_err *err)
{
    char *text = hp_arena_copy(r->arena, hp_cli_text(r->cli, HP_OPT_OPTIONS, "")), *state = NULL;
    const struct hp_option *table = r->stage.heap->table->options;
    r->given = hp_arena_get(r->arena, (strlen(text) + 1) * sizeof *r->given);
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
                           r->stage.heap->table->name, word);
        if (hp_option_check(option, equals + 1, r->arena, &canonical, &why) != HP_OK)
            return hp_fail(err, HP_E_USAGE, "--options: %s: %.900s", word, why.text);
        r->given[r->given_count++] = (struct hp_named){ word, canonical };
    }
    return HP_OK;
}

static int read_file(struct replay *r, const char *path, struct hp_err *err)
{
    const char *word = hp_cli_text(r->cli, HP_OPT_FAMILY, NULL);
    const struct hp_family *family = word != NULL ? hp_family_find(word) : NULL;
    const uint32_t processors = r->stage.machine.processors;
    if (word != NULL && family == NULL)
        return hp_fail(err, HP_E_USAGE, "--family %s: expected one of %s", word,
                       hp_family_names(r->arena));
    struct hp_trace_file *file = NULL;
    const int rc = hp_trace_read(path, family, &file, &r->problems, err);
    if (rc != HP_OK)
        return rc;
    r->files[r->file_count++] = file;
    if (file->by_processors && processors != 2 && processors != 20)
        return hp_fail(err, HP_E_USAGE,
                       "%s holds answers for 2 and 20 processors, not for %u - say --processors 2 "
                       "or 20",
                       path, processors);
    return HP_OK;
}

/* Every file is read, so that all that is wrong is said at once. */
static int read_files(struct replay *r, struct hp_err *err)
{
    int rc = HP_OK;
    r->files = hp_arena_get(r->arena, r->cli->operand_count * sizeof *r->files);
    for (size_t i = 0; i < r->cli->operand_count && (rc == HP_OK || rc == HP_E_CONFIG); i++) {
        struct hp_err why = { 0, "" };
        const int read = read_file(r, r->cli->operands[i], &why);
        if (read != HP_OK && (rc == HP_OK || read != HP_E_CONFIG)) {
            rc = read;
            *err = why;
        }
    }
    return rc;
}

static int prepare(struct replay *r, struct hp_err *err)
{
    const char *known = hp_cli_text(r->cli, HP_OPT_KNOWN, NULL);
    if (hp_cli_has(r->cli, HP_OPT_WRITE) && !hp_cli_has(r->cli, HP_OPT_RUNTIME))
        return hp_fail(err, HP_E_USAGE,
                       "--write fills in the answers of one runtime: say "
                       "--runtime 8, 9 or 10");
    int rc = hp_host_plugins_load(&r->plugins, err);
    if (rc == HP_OK)
        rc = find_heap(r, err);
    if (rc == HP_OK)
        rc = find_machine(r, err);
    if (rc == HP_OK)
        rc = read_given(r, err);
    if (rc == HP_OK)
        rc = read_files(r, err);
    if (rc == HP_OK && known != NULL)
        rc = hp_known_read(known, &r->known, &r->problems, err);
    r->stage.limits = process_limits;
    const long here = sysconf(_SC_NPROCESSORS_ONLN);
    const int64_t jobs = hp_cli_count(r->cli, HP_OPT_JOBS, 0);
    r->stage.limits.jobs = jobs > HP_PLAY_JOBS_MOST   ? HP_PLAY_JOBS_MOST
                           : jobs > 0                 ? (uint32_t)jobs
                           : here < 1                 ? 1
                           : here > HP_PLAY_JOBS_MOST ? HP_PLAY_JOBS_MOST
                                                      : (uint32_t)here;
    return rc;
}

/* What one runtime's heap is opened with, and its traces begin with: what the command line says, else what the
 * machine's profile says. */
static void choose_options(struct replay *r, int runtime)
{
    const size_t profiled = r->profile != NULL ? r->profile->option_count : 0;
    struct hp_named *options =
        hp_arena_get(r->arena, (profiled + r->given_count + 1) * sizeof *options);
    struct hp_named *settings = hp_arena_get(r->arena, (profiled + 1) * sizeof *settings);
    struct hp_stage *stage = &r->stage;
    stage->option_count = stage->setting_count = 0;
    for (size_t i = 0; i < profiled; i++) {
        const struct hp_profile_option *o = &r->profile->options[i];
        const struct hp_named named = { o->name, o->text };
        if (!hp_profile_option_applies(o, stage->heap->table->name, runtime))
            continue;
        if (o->of_trace)
            settings[stage->setting_count++] = named;
        else
            options[stage->option_count++] = named;
    }
    for (size_t i = 0; i < r->given_count; i++)
        options[stage->option_count++] = r->given[i];
    stage->runtime = runtime;
    stage->lack = hp_stage_lack(stage->heap, runtime, r->arena);
    stage->options = options;
    stage->settings = settings;
}

/* ---- playing ---- */

static void began(void *context, const struct hp_trace_file *file, const struct hp_unit *unit)
{
    struct replay *r = context;
    char what[120];
    (void)snprintf(what, sizeof what, "%s/%d %s %s", r->stage.heap->table->name, r->stage.runtime,
                   file->family->name, unit->name != NULL ? unit->name : "");
    hp_progress_started(&r->progress, what);
}

static void ended(void *context, const char *failed)
{
    struct replay *r = context;
    hp_progress_finished(&r->progress, 1, failed);
}

static void waiting(void *context)
{
    struct replay *r = context;
    hp_progress_tick(&r->progress);
}

static void print_and_reset(struct hp_text *text)
{
    hp_cli_print(text);
    hp_text_reset(text);
}

static void put_summary(const struct replay *r, const struct hp_tally *t, struct hp_text *out)
{
    char a[HP_NUMBER_MAX], b[HP_NUMBER_MAX];
    hp_text_print(out, "%s/%d %s, %u processor%s: %s results, %s differ",
                  r->stage.heap->table->name, r->stage.runtime, r->stage.machine.name,
                  r->stage.machine.processors, r->stage.machine.processors == 1 ? "" : "s",
                  hp_print_count(a, t->results), hp_print_count(b, t->differ));
    if (t->known > 0)
        hp_text_print(out, ", %s known to differ", hp_print_count(a, t->known));
    if (t->apart > 0)
        hp_text_print(out, "; %s of approx stand apart, %s of them differ",
                      hp_print_count(a, t->apart), hp_print_count(b, t->apart_differ));
    hp_text_put(out, "\n");
}

static void compare_all(struct replay *r, const struct hp_performance *played, struct hp_text *out)
{
    struct hp_tally tally = { 0 };
    for (size_t i = 0; i < r->file_count; i++) {
        hp_compare(&played[i], &r->stage, r->known.path != NULL ? &r->known : NULL, out, &tally);
        print_and_reset(out);
    }
    if (!hp_cli_has(r->cli, HP_OPT_QUIET))
        put_summary(r, &tally, out);
    r->total.results += tally.results;
    r->total.differ += tally.differ;
    print_and_reset(out);
}

static void write_all(struct replay *r, const struct hp_performance *played, struct hp_text *out)
{
    struct hp_text complaints = { 0 };
    for (size_t i = 0; i < r->file_count; i++)
        r->total.differ += hp_write(&played[i], &r->stage, out, &complaints);
    print_and_reset(out);
    hp_cli_say(&complaints);
    hp_text_clear(&complaints);
}

static int run_runtime(struct replay *r, int runtime, struct hp_text *out, struct hp_err *err)
{
    const bool writes = hp_cli_has(r->cli, HP_OPT_WRITE);
    const struct hp_play_events events = { r, began, ended, waiting, hp_interrupted };
    struct hp_performance *played = hp_mem_new((r->file_count + 1) * sizeof *played);
    choose_options(r, runtime);
    hp_progress_begin(&r->progress, r->cli,
                      hp_play_units(&r->stage, r->files, r->file_count, writes), 0);
    const int rc = hp_play(&r->stage, r->files, r->file_count, writes, &events, played, err);
    hp_progress_hide(&r->progress);
    if (rc == HP_OK && writes)
        write_all(r, played, out);
    else if (rc == HP_OK)
        compare_all(r, played, out);
    for (size_t i = 0; i < r->file_count; i++)
        hp_performance_clear(&played[i]);
    hp_mem_free(played);
    return rc;
}

static uint32_t play(struct replay *r)
{
    const int64_t only = hp_cli_count(r->cli, HP_OPT_RUNTIME, 0);
    struct hp_text out = { 0 };
    struct hp_err err = { 0, "" };
    int rc = HP_OK;
    hp_interrupt_install();
    for (int runtime = FIRST_RUNTIME; rc == HP_OK && runtime <= LAST_RUNTIME; runtime++)
        if (only == 0 || only == runtime)
            rc = run_runtime(r, runtime, &out, &err);
    if (rc == HP_OK && !hp_cli_has(r->cli, HP_OPT_WRITE)) {
        r->total.differ += hp_known_stale(&r->known, r->files, r->file_count, &out);
        hp_text_print(&out, "%lld results, %lld differ\n", (long long)r->total.results,
                      (long long)r->total.differ);
        hp_cli_print(&out);
    }
    hp_text_clear(&out);
    if (rc == HP_E_LIMIT)
        return hp_exit_flag(HP_EXIT_INTERRUPTED);
    if (rc != HP_OK)
        return hp_cli_fail(&err);
    return hp_exit_flag(r->total.differ == 0 ? HP_EXIT_HOLDS : HP_EXIT_BROKEN);
}

uint32_t hp_cmd_replay(struct hp_cli *cli)
{
    struct replay r = { .cli = cli, .arena = hp_arena_new(), .config = hp_config_bare() };
    struct hp_err err = { 0, "" };
    uint32_t flags;
    if (prepare(&r, &err) == HP_OK)
        flags = play(&r);
    else if (r.problems.count > 0)
        flags = hp_cli_problems(&r.problems);
    else
        flags = hp_cli_fail(&err);
    for (size_t i = 0; i < r.file_count; i++)
        hp_trace_free(r.files[i]);
    hp_known_clear(&r.known);
    hp_problems_clear(&r.problems);
    hp_config_free(r.config);
    hp_host_plugins_clear(&r.plugins);
    hp_arena_free(r.arena);
    return flags;
}
