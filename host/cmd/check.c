/* SPDX-License-Identifier: MIT
 * `heapproof check FILE.lua DB`: judges claims of a script against stored results, without measuring. The
 * database is only read.
 */
#include "cmd/evidence.h"
#include "cmd/render.h"
#include "cmd/summary.h"

#include <unistd.h>

/* The script from the file and the modules that it may require in place of the run's own texts. */
static int take_script(struct hp_evidence *e, const char *path, struct hp_problems *problems,
                       struct hp_err *err)
{
    struct hp_value script = { .at = { .file = path }, .text = path };
    const struct hp_config named = { .arena = e->arena,
                                     .path = path,
                                     .scripts = &script,
                                     .script_paths = &path,
                                     .script_count = 1 };
    return hp_script_read(&named, e->arena, &e->scripts, &e->script_count, problems, err);
}

/* Nothing is measured here, so a sweep of the script has no part in it: that is said, not passed over. */
static int mention_sweeps(const struct hp_evidence *e, struct hp_problems *problems,
                          struct hp_err *err)
{
    struct hp_sweep *sweeps = NULL;
    size_t count = 0;
    const int rc =
        hp_script_sweeps(e->scripts, e->script_count, e->arena, &sweeps, &count, problems, err);
    struct hp_text note = { 0 };
    if (count > 0)
        hp_text_print(&note,
                      "%s:%d: hp.sweep adds no case here: `check` measures nothing - name the "
                      "script in run.scripts of a .cfg and `heapproof run` that\n",
                      sweeps[0].at.file, sweeps[0].at.line);
    hp_cli_say(&note);
    hp_text_clear(&note);
    return rc;
}

/* A script without a check is an exit code of its own, and has nothing to show for it. */
static void mention_emptiness(const struct hp_evidence *e, const char *script)
{
    struct hp_text note = { 0 };
    if (e->claims.count == 0)
        hp_text_print(&note, "heapproof: %s: no hp.check in it - nothing was judged\n", script);
    hp_cli_say(&note);
    hp_text_clear(&note);
}

static void print_outcome(const struct hp_cli *cli, const struct hp_evidence *e,
                          const struct hp_text *explain, uint32_t flags)
{
    struct hp_text out = { 0 };
    const struct hp_summary_of summary = { .evidence = e,
                                           .all = true,
                                           .database = cli->operands[1],
                                           .colour = hp_cli_colored(cli, STDOUT_FILENO) };
    if (hp_cli_has(cli, HP_OPT_JSON))
        hp_summary_json(&summary, (uint32_t)hp_exit_code(flags), &out);
    else if (!hp_cli_has(cli, HP_OPT_QUIET)) {
        hp_text_put(&out, hp_text_str(explain));
        hp_summary_print(&summary, &out);
    }
    hp_cli_print(&out);
    hp_text_clear(&out);
}

uint32_t hp_cmd_check(struct hp_cli *cli)
{
    struct hp_store *store = NULL;
    struct hp_evidence evidence = { 0 };
    struct hp_problems problems = { .arena = hp_arena_new() };
    struct hp_text explain = { 0 };
    struct hp_err err = { 0 };
    uint32_t flags = 0;
    int64_t run_id = 0;
    int rc = hp_evidence_open(cli->operands[1], &store, &err);
    if (rc == HP_OK)
        rc = hp_evidence_run(store, hp_cli_text(cli, HP_OPT_RUN, NULL), &run_id, &err);
    if (rc == HP_OK)
        rc = hp_evidence_read(store, run_id, &evidence, &err);
    if (rc == HP_OK)
        rc = take_script(&evidence, cli->operands[0], &problems, &err);
    if (rc == HP_OK)
        rc = hp_evidence_judge_scripts(&evidence, hp_cli_has(cli, HP_OPT_EXPLAIN) ? &explain : NULL,
                                       &problems, &err);
    if (rc == HP_OK)
        rc = mention_sweeps(&evidence, &problems, &err);
    if (rc == HP_OK) {
        flags = hp_exit_flags(&evidence.claims);
        print_outcome(cli, &evidence, &explain, flags);
        mention_emptiness(&evidence, cli->operands[0]);
    } else if (problems.count > 0) {
        flags = hp_cli_problems(&problems);
    } else {
        flags = hp_cli_fail(&err);
    }
    hp_text_clear(&explain);
    hp_evidence_clear(&evidence);
    hp_store_close(store);
    hp_problems_clear(&problems);
    hp_arena_free(problems.arena);
    return flags;
}
