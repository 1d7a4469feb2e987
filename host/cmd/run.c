/* SPDX-License-Identifier: MIT
 * `heapproof run FILE.cfg`: the road from end to end. Reads config and scripts, plans, measures what the store
 * does not have, judges, renders, sums up. Parent only; children do the measuring and run the Lua.
 */
#include "base/clock.h"
#include "base/file.h"
#include "base/units.h"
#include "cmd/evidence.h"
#include "cmd/host_facts.h"
#include "cmd/host_plugins.h"
#include "cmd/interrupt.h"
#include "cmd/progress.h"
#include "cmd/render.h"
#include "cmd/summary.h"
#include "cmd/version.h"

#include <unistd.h>

enum { BUSY_MS = 5000, PUBLISHED_MAX_BYTES = 16 << 20, PATH_BYTES = 512 };

/* One execution of a plan, from argv to summary. */
struct run {
    struct hp_cli *cli;
    struct hp_arena *arena;
    struct hp_problems problems;
    struct hp_config *config;
    struct hp_host_plugins plugins;
    struct hp_host_facts facts;
    struct hp_source *scripts;
    size_t script_count;
    struct hp_plan *plan;
    const char *database;
    struct hp_store *store;
    int64_t run_id;
    struct hp_todo *todo;
    size_t todo_count;
    struct hp_progress progress;
    uint64_t begun_ns;
    bool interrupted;
    struct hp_evidence evidence;
    struct hp_rendering rendering;
    struct hp_text command;
};

/* What the command line says in place of the .cfg. */
static void apply_options(struct run *r)
{
    struct hp_config *c = r->config;
    c->seed = (uint64_t)hp_cli_count(r->cli, HP_OPT_SEED, (int64_t)c->seed);
    c->limits.jobs = (uint32_t)hp_cli_count(r->cli, HP_OPT_JOBS, (int64_t)c->limits.jobs);
    c->language = hp_cli_text(r->cli, HP_OPT_LANGUAGE, c->language);
    hp_cli_again(r->cli, &r->command);
    if (!hp_cli_has(r->cli, HP_OPT_SEED))
        hp_text_print(&r->command, " --seed %llu", (unsigned long long)c->seed);
}

/* Keeps the cases that --only asks for. */
static int apply_only(struct run *r, struct hp_err *err)
{
    const char *text = hp_cli_text(r->cli, HP_OPT_ONLY, NULL);
    if (text == NULL)
        return HP_OK;
    struct hp_only *only = NULL;
    const int rc = hp_only_parse(text, r->plan, &only, err);
    if (rc != HP_OK)
        return rc;
    size_t kept = 0;
    for (size_t i = 0; i < r->plan->count; i++)
        if (hp_only_matches(only, &r->plan->cases[i]))
            r->plan->cases[kept++] = r->plan->cases[i];
    r->plan->count = kept;
    hp_only_free(only);
    return kept > 0 ? HP_OK
                    : hp_fail(err, HP_E_USAGE, "--only '%s' matches no case of %s", text,
                              r->config->path);
}

static int make_plan(struct run *r, struct hp_err *err)
{
    int rc = hp_config_load(r->cli->operands[0], &r->config, &r->problems, err);
    if (rc != HP_OK)
        return rc;
    apply_options(r);
    hp_host_facts_read(&r->facts, "");
    rc = hp_host_plugins_load(&r->plugins, err);
    if (rc == HP_OK)
        rc = hp_script_read(r->config, r->arena, &r->scripts, &r->script_count, &r->problems, err);
    struct hp_sweep *sweeps = NULL;
    size_t sweep_count = 0;
    if (rc == HP_OK)
        rc = hp_script_sweeps(r->scripts, r->script_count, r->arena, &sweeps, &sweep_count,
                              &r->problems, err);
    if (rc == HP_OK)
        rc = hp_plan_make(r->config, sweeps, sweep_count, &r->plugins.set, &r->facts.machine,
                          (size_t)hp_cli_count(r->cli, HP_OPT_MAX_CASES, 0), &r->plan, &r->problems,
                          err);
    return rc == HP_OK ? apply_only(r, err) : rc;
}

/* Host binary and plugins with their hashes. */
static int list_code(struct run *r, struct hp_binary **out, size_t *count, struct hp_err *err)
{
    const struct hp_plugins *set = &r->plugins.set;
    struct hp_binary *code = hp_arena_get(r->arena, (set->count + 1) * sizeof *code);
    char *sha = hp_arena_get(r->arena, HP_SHA_HEX);
    const int rc = hp_sha_of_file(hp_path_self(), sha, err);
    if (rc != HP_OK)
        return rc;
    code[0] = (struct hp_binary){ "host", "heapproof", hp_version(), sha };
    for (size_t i = 0; i < set->count; i++) {
        const struct hp_loaded *p = &set->items[i];
        code[i + 1] = (struct hp_binary){ p->table->kind == HP_KIND_HEAP ? "heap" : "workload",
                                          p->table->name, p->table->version, p->sha };
    }
    *out = code;
    *count = set->count + 1;
    return HP_OK;
}

static int put_published(struct run *r, struct hp_err *err)
{
    struct hp_text path = { 0 }, csv = { 0 };
    hp_text_print(&path, "%s/configs/published.csv", hp_path_data());
    int rc = hp_file_read(hp_text_str(&path), &csv, PUBLISHED_MAX_BYTES, err);
    if (rc == HP_OK)
        rc = hp_store_put_published(r->store, hp_text_str(&csv), csv.bytes, err);
    hp_text_clear(&path);
    hp_text_clear(&csv);
    return rc;
}

/* Opens OUT/NAME.db or what --db says; makes the folder above. */
static int open_store(struct run *r, struct hp_err *err)
{
    const char *given = hp_cli_text(r->cli, HP_OPT_DB, NULL);
    r->database = given != NULL ? given
                                : hp_arena_print(r->arena, "%s/%s.db", hp_out_folder(r->cli),
                                                 r->config->name);
    if (given == NULL) {
        const int rc = hp_make_folders(hp_out_folder(r->cli), err);
        if (rc != HP_OK)
            return rc;
    }
    const int rc = hp_store_open(r->database, HP_STORE_WRITE, BUSY_MS, &r->store, err);
    return rc == HP_OK ? put_published(r, err) : rc;
}

static int begin_run(struct run *r, struct hp_err *err)
{
    struct hp_binary *code = NULL;
    size_t code_count = 0;
    int rc = list_code(r, &code, &code_count, err);
    if (rc != HP_OK)
        return rc;
    const struct hp_run_info info = {
        .config = r->config,
        .plan = r->plan,
        .scripts = r->scripts,
        .script_count = r->script_count,
        .facts = r->facts.facts,
        .fact_count = r->facts.count,
        .host_title = r->facts.title,
        .this_machine = &r->facts.machine,
        .code = code,
        .code_count = code_count,
        .command = hp_text_str(&r->command),
        .tool_version = hp_version(),
        .commit_id = hp_revision(),
    };
    rc = hp_store_begin_run(r->store, &info, &r->run_id, err);
    if (rc == HP_OK)
        rc =
            hp_store_todo(r->store, r->run_id, r->plan, r->config, hp_cli_has(r->cli, HP_OPT_FRESH),
                          r->arena, &r->todo, &r->todo_count, err);
    return rc;
}

/* ---- measuring ---- */

static void on_started(void *context, const struct hp_case *c, enum hp_launch_kind kind)
{
    struct run *r = context;
    struct hp_text what = { 0 };
    (void)kind;
    hp_case_print(c, &what);
    hp_progress_started(&r->progress, hp_text_str(&what));
    hp_text_clear(&what);
}

static int on_finished(void *context, struct hp_launch *launch, struct hp_err *err)
{
    struct run *r = context;
    hp_progress_finished(&r->progress, 1,
                         launch->outcome == HP_OUT_OK ? NULL : hp_outcome_name(launch->outcome));
    const int rc = hp_store_put_launch(r->store, r->run_id, launch, err);
    if (rc != HP_OK)
        return hp_context(err,
                          "after %zu of %zu launches (they are kept; mend it and run the same "
                          "command again)",
                          r->progress.done - 1, r->progress.total);
    return HP_OK;
}

static int on_poll(void *context)
{
    struct run *r = context;
    hp_progress_tick(&r->progress);
    const int level = hp_interrupted(NULL);
    r->interrupted = r->interrupted || level > 0;
    return level;
}

static void print_header(const struct run *r)
{
    if (hp_cli_has(r->cli, HP_OPT_QUIET) || hp_cli_has(r->cli, HP_OPT_JSON))
        return;
    struct hp_text line = { 0 };
    char number[HP_NUMBER_MAX];
    hp_plan_print_summary(r->plan, r->config, &line);
    (void)fputs(hp_text_str(&line), stderr);
    hp_text_clear(&line);
    (void)fprintf(stderr, "%s: %s launches to do\n", r->database,
                  hp_print_count(number, (int64_t)r->todo_count));
}

static int measure(struct run *r, struct hp_err *err)
{
    print_header(r);
    hp_interrupt_install();
    hp_progress_begin(&r->progress, r->cli, r->todo_count, 0);
    const struct hp_schedule_events events = { r, on_started, on_finished, on_poll };
    int rc = hp_schedule_run(r->todo, r->todo_count, r->config, &r->plugins.set, &r->facts.machine,
                             r->config->seed, &events, err);
    hp_progress_hide(&r->progress);
    if (rc == HP_E_LIMIT && r->interrupted)
        rc = HP_OK;
    if (rc != HP_OK)
        return rc;
    return hp_store_end_run(r->store, r->run_id, r->interrupted ? "interrupted" : "complete", err);
}

/* ---- judging and rendering ---- */

static int judge(struct run *r, struct hp_err *err)
{
    int rc = hp_evidence_read(r->store, r->run_id, &r->evidence, err);
    if (rc == HP_OK)
        rc = hp_evidence_judge(r->store, &r->evidence, NULL, &r->problems, err);
    return rc == HP_OK ? hp_evidence_keep(r->store, &r->evidence, err) : rc;
}

static void print_summary(struct run *r, uint32_t flags)
{
    struct hp_text out = { 0 };
    const struct hp_summary_of summary = {
        .evidence = &r->evidence,
        .wall_ns = hp_clock_ns() - r->begun_ns,
        .report_folder = r->rendering.folder,
        .files = r->rendering.files.names,
        .file_count = r->rendering.files.count,
        .pages = r->rendering.files.pages,
        .again = hp_text_str(&r->command),
        .database = r->database,
        .colour = hp_cli_colored(r->cli, STDOUT_FILENO),
    };
    if (hp_cli_has(r->cli, HP_OPT_JSON))
        hp_summary_json(&summary, (uint32_t)hp_exit_code(flags), &out);
    else if (!hp_cli_has(r->cli, HP_OPT_QUIET))
        hp_summary_print(&summary, &out);
    hp_cli_print(&out);
    hp_text_clear(&out);
}

/* Everything after the plan. A failure to render costs the report, not the verdicts. */
static uint32_t execute(struct run *r, struct hp_err *err)
{
    int rc = open_store(r, err);
    if (rc == HP_OK)
        rc = begin_run(r, err);
    if (rc == HP_OK)
        rc = measure(r, err);
    if (rc == HP_OK)
        rc = judge(r, err);
    if (rc != HP_OK)
        return r->problems.count > 0 ? hp_cli_problems(&r->problems) : hp_cli_fail(err);
    uint32_t flags = hp_evidence_flags(&r->evidence);
    if (r->interrupted)
        flags |= hp_exit_flag(HP_EXIT_INTERRUPTED);
    if (!hp_cli_has(r->cli, HP_OPT_NO_REPORT) && hp_interrupted(NULL) < 2 &&
        hp_render(r->cli, r->store, &r->evidence, &r->rendering, err) != HP_OK)
        flags |= hp_cli_fail(err);
    print_summary(r, flags);
    return flags;
}

static void clear(struct run *r)
{
    hp_rendering_clear(&r->rendering);
    hp_evidence_clear(&r->evidence);
    hp_store_close(r->store);
    hp_plan_free(r->plan);
    hp_host_facts_clear(&r->facts);
    hp_host_plugins_clear(&r->plugins);
    hp_config_free(r->config);
    hp_problems_clear(&r->problems);
    hp_text_clear(&r->command);
    hp_arena_free(r->problems.arena);
    hp_arena_free(r->arena);
}

uint32_t hp_cmd_run(struct hp_cli *cli)
{
    struct run r = { .cli = cli, .arena = hp_arena_new(), .begun_ns = hp_clock_ns() };
    struct hp_err err = { 0 };
    r.problems.arena = hp_arena_new();
    uint32_t flags;
    if (make_plan(&r, &err) == HP_OK)
        flags = execute(&r, &err);
    else
        flags = r.problems.count > 0 ? hp_cli_problems(&r.problems) : hp_cli_fail(&err);
    clear(&r);
    return flags;
}
