/* SPDX-License-Identifier: MIT
 * What would run? Reads everything and checks everything that can be known before the first launch.
 */
#include "cmd/prepare.h"

#include "base/file.h"
#include "cmd/interrupt.h"

#include <unistd.h>

/* What the command line says in place of the .cfg. */
static void apply_options(const struct hp_cli *cli, struct hp_config *config)
{
    config->seed = (uint64_t)hp_cli_count(cli, HP_OPT_SEED, (int64_t)config->seed);
    config->limits.jobs = (uint32_t)hp_cli_count(cli, HP_OPT_JOBS, (int64_t)config->limits.jobs);
    config->language = hp_cli_text(cli, HP_OPT_LANGUAGE, config->language);
}

/* Leaves out the cases that --only does not ask for: dropped from what is listed, skipped with a reason in
 * a run, so that a claim about them is skipped too. */
static int apply_only(const struct hp_cli *cli, enum hp_left_out left_out, struct hp_prepared *p,
                      struct hp_err *err)
{
    const char *text = hp_cli_text(cli, HP_OPT_ONLY, NULL);
    struct hp_only *only = NULL;
    if (text == NULL)
        return HP_OK;
    const int rc = hp_only_parse(text, p->plan, &only, err);
    if (rc != HP_OK)
        return rc;
    size_t kept = 0, matched = 0;
    for (size_t i = 0; i < p->plan->count; i++) {
        struct hp_case *c = &p->plan->cases[i];
        const bool matches = hp_only_matches(only, c);
        matched += matches;
        if (!matches && left_out == HP_LEFT_OUT_SKIPPED && c->skip == NULL)
            c->skip = "left out by --only";
        if (matches || left_out == HP_LEFT_OUT_SKIPPED)
            p->plan->cases[kept++] = *c;
    }
    p->plan->count = kept;
    hp_only_free(only);
    return matched > 0 ? HP_OK
                       : hp_fail(err, HP_E_USAGE, "--only '%s' matches no case of %s", text,
                                 p->config->path);
}

/* A file or script with wrong values may have wrong names as well: all of it is said at once. Returns rc. */
static int find_more_problems(struct hp_prepared *p, const struct hp_sweep *sweeps, size_t count,
                              int rc)
{
    struct hp_err ignored;
    const struct hp_machine machine = { .name = "this", .processors = 1 };
    if (p->config == NULL || p->problems.count == 0 ||
        (p->plugins.set.count == 0 && hp_host_plugins_load(&p->plugins, &ignored) != HP_OK))
        return rc;
    p->config->incomplete = true;
    (void)hp_plan_make(p->config, sweeps, count, &p->plugins.set, &machine, 0, &p->plan,
                       &p->problems, &ignored);
    return rc;
}

static int check_options(const struct hp_cli *cli, struct hp_err *err)
{
    if (hp_cli_count(cli, HP_OPT_MAX_CASES, 0) <= HP_CASES_LIMIT)
        return HP_OK;
    return hp_fail(
        err, HP_E_USAGE,
        "--max-cases %s: at most %d - shorten an axis, or spread the sweeps over several "
        "files",
        hp_cli_text(cli, HP_OPT_MAX_CASES, ""), HP_CASES_LIMIT);
}

/* A file that is not here may be one that came with heapproof: then where that is. */
static int read_config(const char *path, struct hp_prepared *out, struct hp_err *err)
{
    static const char *const folders[] = { "", "configs/" };
    const int rc = hp_config_read(path, &out->config, &out->problems, err);
    if (rc != HP_E_ENV || *path == '/' || access(path, F_OK) == 0)
        return rc;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        const char *there = hp_arena_print(out->arena, "%s/%s%s", hp_path_data(), folders[i], path);
        if (access(there, R_OK) == 0)
            return hp_fail(err, HP_E_ENV, "%s is not here, but came with heapproof: %s", path,
                           there);
    }
    return rc;
}

/* A file of runs is no run: it has no database, and is named by no other. */
static int check_runs(const struct hp_cli *cli, const struct hp_config *config, struct hp_err *err)
{
    if (cli->listed_in != NULL)
        return hp_fail(err, HP_E_CONFIG, "%s: runs: %s names runs itself - name its files here",
                       cli->listed_in, config->path);
    if (!hp_cli_has(cli, HP_OPT_DB))
        return HP_OK;
    return hp_fail(err, HP_E_USAGE,
                   "--db: %s names %zu runs, each with a database of its own - give --out FOLDER "
                   "for all of them, or run one of them",
                   config->path, config->run_count);
}

int hp_prepare(const struct hp_cli *cli, enum hp_left_out left_out, struct hp_prepared *out,
               struct hp_err *err)
{
    *out = (struct hp_prepared){ .arena = hp_arena_new() };
    out->problems.arena = hp_arena_new();
    int rc = check_options(cli, err);
    if (rc != HP_OK)
        return rc;
    rc = read_config(cli->operands[0], out, err);
    if (rc != HP_OK)
        return find_more_problems(out, NULL, 0, rc);
    if (out->config->run_count > 0)
        return check_runs(cli, out->config, err);
    apply_options(cli, out->config);
    const char *given = hp_cli_text(cli, HP_OPT_DB, NULL);
    out->database = given != NULL
                        ? given
                        : hp_arena_print(out->arena, "%s/%s.db",
                                         hp_cli_text(cli, HP_OPT_OUT, "out"), out->config->name);
    hp_host_facts_read(&out->facts, "");
    rc = hp_host_plugins_load(&out->plugins, err);
    if (rc == HP_OK)
        rc = hp_script_read(out->config, out->arena, &out->scripts, &out->script_count,
                            &out->problems, err);
    struct hp_sweep *sweeps = NULL;
    size_t sweep_count = 0;
    if (rc == HP_OK)
        rc = hp_script_sweeps(out->scripts, out->script_count, out->arena, &sweeps, &sweep_count,
                              &out->problems, err);
    if (rc != HP_OK)
        return find_more_problems(out, sweeps, sweep_count, rc);
    rc = hp_plan_make(out->config, sweeps, sweep_count, &out->plugins.set, &out->facts.machine,
                      (size_t)hp_cli_count(cli, HP_OPT_MAX_CASES, 0), &out->plan, &out->problems,
                      err);
    if (rc == HP_OK)
        rc = hp_require_plan(out->plan, err);
    if (rc == HP_OK && hp_plan_check_empty(out->plan, err) != HP_OK)
        rc = hp_context(err, "%s", out->config->path);
    return rc == HP_OK ? apply_only(cli, left_out, out, err) : rc;
}

uint32_t hp_prepared_each(const struct hp_cli *cli, const struct hp_config *config)
{
    uint32_t flags = hp_exit_flag(HP_EXIT_HOLDS);
    for (size_t i = 0; i < config->run_count && hp_interrupted(NULL) == 0; i++) {
        const char *operands[] = { config->run_paths[i], NULL };
        struct hp_cli one = *cli;
        one.operands = operands;
        one.listed_in = config->path;
        flags |= cli->command->run(&one);
    }
    return flags;
}

uint32_t hp_prepared_fail(struct hp_prepared *prepared, const struct hp_err *err)
{
    return prepared->problems.count > 0 ? hp_cli_problems(&prepared->problems) : hp_cli_fail(err);
}

void hp_prepared_clear(struct hp_prepared *prepared)
{
    hp_plan_free(prepared->plan);
    hp_host_facts_clear(&prepared->facts);
    hp_host_plugins_clear(&prepared->plugins);
    hp_config_free(prepared->config);
    hp_problems_clear(&prepared->problems);
    hp_arena_free(prepared->arena);
    *prepared = (struct hp_prepared){ 0 };
}
