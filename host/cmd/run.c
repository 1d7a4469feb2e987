/* SPDX-License-Identifier: MIT
 * `heapproof run FILE.cfg`: the road from end to end. Reads config and scripts, plans, measures what the store
 * does not have, judges, renders, sums up. Parent only; children do the measuring and run the Lua.
 */
#include "base/clock.h"
#include "base/file.h"
#include "base/units.h"
#include "cmd/evidence.h"
#include "cmd/interrupt.h"
#include "cmd/outlook.h"
#include "cmd/progress.h"
#include "cmd/render.h"
#include "cmd/summary.h"
#include "cmd/telling.h"
#include "cmd/version.h"

#include <unistd.h>

enum { BUSY_MS = 5000, PUBLISHED_MAX_BYTES = 16 << 20 };

/* One execution of a plan, from argv to summary. */
struct run {
    struct hp_cli *cli;
    struct hp_prepared p;
    struct hp_store *store;
    int64_t run_id;
    struct hp_todo *todo;
    size_t todo_count;
    struct hp_outlook outlook;
    struct hp_progress progress;
    struct hp_telling telling;
    uint64_t begun_ns;
    bool interrupted;
    struct hp_evidence evidence;
    struct hp_rendering rendering;
    struct hp_text command;
};

/* The command that repeats this run, its seed spelt out. */
static void put_command(struct run *r)
{
    hp_cli_again(r->cli, &r->command);
    if (!hp_cli_has(r->cli, HP_OPT_SEED))
        hp_text_print(&r->command, " --seed %llu", (unsigned long long)r->p.config->seed);
    if (strcmp(r->cli->operands[0], "-") == 0) /* of itself it would wait for a text */
        hp_text_put(&r->command, " <FILE.cfg");
}

static bool takes_part(const struct hp_plan *plan, const struct hp_plugin *plugin)
{
    for (size_t i = 0; i < plan->count; i++)
        if (strcmp(plugin->kind == HP_KIND_HEAP ? plan->cases[i].plugin : plan->cases[i].workload,
                   plugin->name) == 0)
            return true;
    return false;
}

/* Host binary, the plugins that the plan's cases use, and what those use, with their hashes. */
static int list_code(struct run *r, struct hp_binary **out, size_t *count, struct hp_err *err)
{
    const struct hp_plugins *set = &r->p.plugins.set;
    const struct hp_plan *plan = r->p.plan;
    struct hp_binary *code =
        hp_arena_get(r->p.arena, (set->count + plan->library_count + 1) * sizeof *code);
    char *sha = hp_arena_get(r->p.arena, HP_SHA_HEX);
    const int rc = hp_sha_of_file(hp_path_self(), sha, err);
    if (rc != HP_OK)
        return rc;
    code[0] = (struct hp_binary){ "host", "heapproof", hp_version(), sha };
    *count = 1;
    for (size_t i = 0; i < set->count; i++) {
        const struct hp_loaded *p = &set->items[i];
        if (takes_part(plan, p->table))
            code[(*count)++] =
                (struct hp_binary){ p->table->kind == HP_KIND_HEAP ? "heap" : "workload",
                                    p->table->name, p->table->version, p->sha };
    }
    for (size_t i = 0; i < plan->library_count; i++) {
        const struct hp_library *l = &plan->libraries[i];
        code[(*count)++] =
            (struct hp_binary){ "library", l->name, l->version != NULL ? l->version : "", l->sha };
    }
    *out = code;
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

/* Makes the folder of OUT/NAME.db; one that --db names must be there. */
static int open_store(struct run *r, struct hp_err *err)
{
    int rc = HP_OK;
    if (!hp_cli_has(r->cli, HP_OPT_DB))
        rc = hp_make_folders(hp_out_folder(r->cli), err);
    if (rc == HP_OK)
        rc = hp_store_open(r->p.database, HP_STORE_WRITE, BUSY_MS, &r->store, err);
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
        .config = r->p.config,
        .plan = r->p.plan,
        .scripts = r->p.scripts,
        .script_count = r->p.script_count,
        .facts = r->p.facts.facts,
        .fact_count = r->p.facts.count,
        .host_title = r->p.facts.title,
        .this_machine = &r->p.facts.machine,
        .code = code,
        .code_count = code_count,
        .command = hp_text_str(&r->command),
        .tool_version = hp_version(),
        .commit_id = hp_revision(),
        .plugins = &r->p.plugins.set,
    };
    rc = hp_store_begin_run(r->store, &info, &r->run_id, err);
    if (rc == HP_OK)
        rc = hp_store_todo(r->store, r->run_id, r->p.plan, r->p.config,
                           hp_cli_has(r->cli, HP_OPT_FRESH), r->p.arena, &r->todo, &r->todo_count,
                           err);
    return rc == HP_OK ? hp_outlook_read(&r->p, r->store, &r->outlook, err) : rc;
}

/* ---- measuring ---- */

static void on_started(void *context, const struct hp_case *c, enum hp_launch_kind kind)
{
    struct run *r = context;
    struct hp_text what = { 0 };
    (void)kind;
    hp_telling_print(&r->telling, c, &what);
    hp_progress_started(&r->progress, hp_text_str(&what));
    hp_text_clear(&what);
}

static int on_finished(void *context, struct hp_launch *launch, struct hp_err *err)
{
    struct run *r = context;
    hp_progress_finished(&r->progress,
                         hp_outlook_weight(&r->p, &r->outlook, launch->c, launch->kind),
                         launch->outcome == HP_OUT_OK ? NULL : hp_outcome_name(launch->outcome));
    return hp_store_put_launch(r->store, r->run_id, launch, err);
}

static int on_poll(void *context)
{
    struct run *r = context;
    hp_progress_tick(&r->progress);
    const int level = hp_interrupted(NULL);
    r->interrupted = r->interrupted || level > 0;
    return level;
}

/* One line: what is asked for, what is there, what is left to do. `plan` has the rest. */
static void print_header(const struct run *r)
{
    if (hp_cli_has(r->cli, HP_OPT_QUIET) || hp_cli_has(r->cli, HP_OPT_JSON))
        return;
    const size_t count = r->p.plan->count;
    char number[HP_NUMBER_MAX];
    struct hp_text line = { 0 };
    hp_text_print(&line, "%s: %s case%s, ", r->p.config->name,
                  hp_print_count(number, (int64_t)count), count == 1 ? "" : "s");
    hp_outlook_print(&r->p, &r->outlook, !hp_cli_has(r->cli, HP_OPT_NO_REPORT), &line);
    hp_cli_say(&line);
    hp_text_clear(&line);
}

static int measure(struct run *r, struct hp_err *err)
{
    print_header(r);
    hp_interrupt_install();
    r->telling = hp_telling_of(r->p.plan);
    hp_progress_begin(&r->progress, r->cli, r->todo_count, (double)r->outlook.launches_ns);
    const struct hp_schedule_events events = { r, on_started, on_finished, on_poll };
    int rc = hp_schedule_run(r->todo, r->todo_count, r->p.config, &r->p.plugins.set,
                             &r->p.facts.machine, r->p.config->seed, &events, err);
    hp_progress_hide(&r->progress);
    hp_telling_clear(&r->telling);
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
        rc = hp_evidence_judge(r->store, &r->evidence, &r->p.problems, err);
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
        .database = r->p.database,
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
        return hp_prepared_fail(&r->p, err);
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
    hp_text_clear(&r->command);
    hp_prepared_clear(&r->p);
}

uint32_t hp_cmd_run(struct hp_cli *cli)
{
    struct run r = { .cli = cli, .begun_ns = hp_clock_ns() };
    struct hp_err err = { 0 };
    uint32_t flags;
    if (hp_prepare(cli, HP_LEFT_OUT_SKIPPED, &r.p, &err) != HP_OK) {
        flags = hp_prepared_fail(&r.p, &err);
    } else if (r.p.config->run_count > 0) {
        flags = hp_prepared_each(cli, r.p.config);
    } else {
        put_command(&r);
        flags = execute(&r, &err);
    }
    clear(&r);
    return flags;
}
