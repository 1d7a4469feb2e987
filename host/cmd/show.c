/* SPDX-License-Identifier: MIT
 * `heapproof show`: what did a run come to, and what did one case deliver? The database is only read; verdicts
 * are made anew from its samples.
 */
#include "cmd/columns.h"
#include "cmd/render.h"
#include "cmd/show_case.h"
#include "cmd/summary.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- which database ------------------------------------------------------------------------ */

/* The .db of the folder that was changed last; NULL when there is none. */
static const char *newest_database(const char *folder, struct hp_arena *arena)
{
    const char *newest = NULL;
    struct timespec when = { 0 };
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return NULL;
    for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        struct stat st;
        if (!hp_ends_with(e->d_name, ".db"))
            continue;
        const char *path = hp_arena_print(arena, "%s/%s", folder, e->d_name);
        if (stat(path, &st) != 0)
            continue;
        const bool later = st.st_mtim.tv_sec != when.tv_sec ? st.st_mtim.tv_sec > when.tv_sec
                                                            : st.st_mtim.tv_nsec > when.tv_nsec;
        if (newest == NULL || later) {
            newest = path;
            when = st.st_mtim;
        }
    }
    (void)closedir(dir);
    return newest;
}

static int find_database(const struct hp_cli *cli, struct hp_arena *arena, const char **path,
                         struct hp_err *err)
{
    *path = hp_cli_text(cli, HP_OPT_DB, NULL);
    if (*path == NULL)
        *path = newest_database(hp_out_folder(cli), arena);
    if (*path == NULL)
        return hp_fail(err, HP_E_ENV,
                       "no database in %s/ - run something first, or name one with --db FILE",
                       hp_out_folder(cli));
    return HP_OK;
}

/* ---- a run --------------------------------------------------------------------------------- */

/* Where the claim was judged: " [this, default, gen]". */
static void put_bracket(const struct hp_verdict *x, struct hp_text *out)
{
    const char *const parts[] = { x->machine, x->threshold, x->heap };
    size_t shown = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (*parts[i] != '\0')
            hp_text_print(out, "%s%s", shown++ == 0 ? "  [" : ", ", parts[i]);
    hp_text_put(out, shown > 0 ? "]" : "");
}

static void put_verdict_line(const struct hp_verdict *x, struct hp_text *out)
{
    hp_text_print(out, "  %-15s  %s", hp_verdict_name(x->kind), x->script);
    if (x->line != 0)
        hp_text_print(out, ":%d", x->line);
    hp_text_print(out, "  %s", x->claim);
    if (x->kind == HP_KNOWN)
        hp_text_print(out, " - %s", x->reason);
    if (x->known_holds)
        hp_text_put(out, " - holds now: remove known");
    put_bracket(x, out);
    hp_text_put(out, "\n");
}

/* Worst first, but for the kind `counted`, of which the summary has the number. What holds is only counted too,
 * unless `all` are asked for: it is most, and says nothing to do. */
static void put_verdict_lines(const struct hp_verdicts *v, enum hp_verdict_kind counted, bool all,
                              struct hp_text *out)
{
    size_t held = 0;
    for (int kind = HP_BROKEN; kind < HP_VERDICTS; kind++)
        for (size_t i = 0; i < v->count; i++) {
            const struct hp_verdict *x = &v->items[i];
            if ((int)x->kind != kind || x->kind == counted)
                continue;
            if (x->kind == HP_HOLDS && !x->known_holds && !all)
                held++;
            else
                put_verdict_line(x, out);
        }
    if (held > 0)
        hp_text_print(out, "  %-15s  %zu, each on a line with --list\n", hp_verdict_name(HP_HOLDS),
                      held);
}

static void put_verdicts(const struct hp_evidence *e, bool all, struct hp_text *out)
{
    if (e->claims.count != 0)
        hp_text_put(out, "\nclaims\n");
    put_verdict_lines(&e->claims, HP_VERDICTS, all, out);
    if (e->published.count != 0)
        hp_text_print(out, "\npublished figures, without %zu that are not compared\n",
                      e->published.counts[HP_SKIPPED]);
    put_verdict_lines(&e->published, HP_SKIPPED, all, out);
}

static void put_run(const struct hp_cli *cli, const struct hp_evidence *e, const char *database,
                    struct hp_text *out)
{
    const struct hp_summary_of summary = { .evidence = e,
                                           .all = true,
                                           .again = e->run.command,
                                           .database = database,
                                           .colour = hp_cli_colored(cli, STDOUT_FILENO) };
    if (hp_cli_has(cli, HP_OPT_JSON)) {
        hp_summary_json(&summary, (uint32_t)hp_exit_code(hp_evidence_flags(e)), out);
        return;
    }
    hp_text_print(out, "run %s of %s, %s, begun %s\n", e->run.label, database, e->run.state,
                  e->run.started_utc);
    hp_summary_print(&summary, out);
    put_verdicts(e, false, out);
}

/* The summary and what does not hold; with --list every verdict, for the cases are there already. */
static uint32_t show_run(const struct hp_cli *cli, struct hp_store *store, struct hp_evidence *e,
                         const char *database, struct hp_err *err)
{
    struct hp_problems problems = { .arena = hp_arena_new() };
    uint32_t flags = hp_exit_flag(HP_EXIT_HOLDS);
    struct hp_text out = { 0 };
    if (hp_evidence_judge(store, e, &problems, err) != HP_OK)
        flags = problems.count != 0 ? hp_cli_problems(&problems) : hp_cli_fail(err);
    else if (hp_cli_has(cli, HP_OPT_LIST))
        put_verdicts(e, true, &out);
    else
        put_run(cli, e, database, &out);
    hp_cli_print(&out);
    hp_text_clear(&out);
    hp_problems_clear(&problems);
    return flags;
}

/* ---- cases --------------------------------------------------------------------------------- */

/* The run's cases as a plan, for filters. */
static struct hp_plan plan_of(const struct hp_evidence *e)
{
    struct hp_plan plan = { .arena = e->arena, .count = e->case_count };
    plan.cases = hp_arena_get(e->arena, (e->case_count + 1) * sizeof *plan.cases);
    for (size_t i = 0; i < e->case_count; i++)
        plan.cases[i] = e->cases[i].c;
    return plan;
}

static void add_case(struct hp_columns *table, const struct hp_case_row *row)
{
    struct hp_text text = { 0 };
    hp_case_print(&row->c, &text);
    hp_columns_add(table, hp_arena_copy_n(table->arena, row->c.identity, 8));
    hp_columns_add(table, hp_text_str(&text));
    hp_columns_add(table,
                   hp_arena_print(table->arena, "%" PRIu32 "/%" PRIu32, row->done, row->wanted));
    hp_columns_add(table, row->c.skip != NULL       ? row->c.skip
                          : row->failure_count != 0 ? row->failures[0].detail
                                                    : NULL);
    hp_text_clear(&text);
}

static int list_cases(const struct hp_cli *cli, const struct hp_evidence *e, struct hp_err *err)
{
    static const char *const titles[] = { "id", "case", "launches", "remark", NULL };
    struct hp_columns table = { .arena = e->arena, .titles = titles };
    const struct hp_plan plan = plan_of(e);
    struct hp_only *only = NULL;
    const char *filter = hp_cli_text(cli, HP_OPT_ONLY, NULL);
    const int rc = filter != NULL ? hp_only_parse(filter, &plan, &only, err) : HP_OK;
    if (rc != HP_OK)
        return rc;
    for (size_t i = 0; i < e->case_count; i++)
        if (hp_only_matches(only, &e->cases[i].c))
            add_case(&table, &e->cases[i]);
    hp_only_free(only);
    struct hp_text out = { 0 };
    if (hp_cli_has(cli, HP_OPT_JSON)) {
        struct hp_json j = { .out = &out };
        hp_json_object(&j, NULL);
        hp_columns_json(&table, &j, "cases");
        hp_json_end(&j, '}');
        hp_text_put(&out, "\n");
    } else {
        hp_columns_print(&table, 0, &out);
    }
    hp_cli_print(&out);
    hp_text_clear(&out);
    hp_columns_clear(&table);
    return HP_OK;
}

/* The one case whose identity begins with `id`. */
static int find_case(const struct hp_evidence *e, const char *database, const char *id,
                     const struct hp_case_row **out, struct hp_err *err)
{
    size_t found = 0;
    for (size_t i = 0; i < e->case_count; i++)
        if (hp_starts_with(e->cases[i].c.identity, id)) {
            *out = &e->cases[i];
            found++;
        }
    if (found == 1)
        return HP_OK;
    if (found == 0)
        return hp_fail(err, HP_E_USAGE,
                       "no case of run %s has an id that begins with \"%s\" - its cases and their "
                       "ids are listed by: heapproof show --list --db %s --run %s",
                       e->run.label, id, database, e->run.label);
    return hp_fail(err, HP_E_USAGE,
                   "%zu cases of run %s have ids that begin with \"%s\" - give "
                   "more digits",
                   found, e->run.label, id);
}

static int show_case(const struct hp_cli *cli, struct hp_store *store, const struct hp_evidence *e,
                     const char *database, struct hp_err *err)
{
    const struct hp_case_row *row = NULL;
    struct hp_collection *log = NULL;
    size_t count = 0;
    int rc = find_case(e, database, cli->operands[0], &row, err);
    if (row == NULL)
        return rc;
    if (rc == HP_OK && hp_cli_has(cli, HP_OPT_GC))
        rc = hp_store_collections(store, e->run.run_id, row->case_id, e->arena, &log, &count, err);
    if (rc != HP_OK)
        return rc;
    struct hp_text out = { 0 };
    const struct hp_shown shown = { .row = row,
                                    .arena = e->arena,
                                    .with_collections = hp_cli_has(cli, HP_OPT_GC),
                                    .collections = log,
                                    .collection_count = count };
    if (hp_cli_has(cli, HP_OPT_JSON))
        hp_show_case_json(&shown, &out);
    else
        hp_show_case(&shown, &out);
    hp_cli_print(&out);
    hp_text_clear(&out);
    return HP_OK;
}

/* ---- the command --------------------------------------------------------------------------- */

uint32_t hp_cmd_show(struct hp_cli *cli)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_store *store = NULL;
    struct hp_evidence evidence = { 0 };
    struct hp_err err = { 0 };
    const char *database = NULL;
    int64_t run_id = 0;
    const bool only = hp_cli_has(cli, HP_OPT_ONLY), list = hp_cli_has(cli, HP_OPT_LIST);
    const bool one = cli->operand_count != 0, cases = !one && (only || list);
    uint32_t flags = hp_exit_flag(HP_EXIT_HOLDS);
    int rc = find_database(cli, arena, &database, &err);
    if (rc == HP_OK)
        rc = hp_evidence_open(database, &store, &err);
    if (rc == HP_OK)
        rc = hp_evidence_run(store, hp_cli_text(cli, HP_OPT_RUN, NULL), &run_id, &err);
    if (rc == HP_OK)
        rc = hp_evidence_read(store, run_id, &evidence, &err);
    if (rc == HP_OK && one)
        rc = show_case(cli, store, &evidence, database, &err);
    if (rc == HP_OK && cases)
        rc = list_cases(cli, &evidence, &err);
    if (rc == HP_OK && !one && !only && !(list && hp_cli_has(cli, HP_OPT_JSON)))
        flags = show_run(cli, store, &evidence, database, &err);
    if (rc != HP_OK)
        flags = hp_cli_fail(&err);
    hp_evidence_clear(&evidence);
    hp_store_close(store);
    hp_arena_free(arena);
    return flags;
}
