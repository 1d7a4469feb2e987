/* SPDX-License-Identifier: MIT
 * `heapproof plan FILE.cfg`: what would run, and about how long it takes. Reads the database when there is
 * one; writes nothing.
 */
#include "base/json.h"
#include "base/units.h"
#include "cmd/prepare.h"
#include "measure/stats.h"
#include "store/store.h"

#include <string.h>
#include <unistd.h>

enum { BUSY_MS = 2000, RUNS_LOOKED_AT = 8 };

/* Per case of the plan: does it need a launch, and how long did an operation take in the database? */
struct known {
    bool *todo;
    double *ns;
    size_t there_count, skipped_count, todo_count;
    uint64_t estimate_ns, reports_ns; /* launches; renderings after them */
};

/* ---- what is there already ----------------------------------------------------------------- */

static double median_time(const struct hp_case_row *row)
{
    for (size_t i = 0; i < row->series_count; i++)
        if (strcmp(row->series[i].metric, "time_ns") == 0)
            return hp_summarize(row->series[i].values, row->series[i].count, HP_BOOT_SEED).median;
    return 0;
}

/* Times of machine "this" count only when they come from a machine like this one. */
static void take_time(const struct hp_prepared *p, const struct hp_case_row *row, bool same_host,
                      struct known *known)
{
    if (!same_host && strcmp(row->c.machine, "this") == 0)
        return;
    for (size_t i = 0; i < p->plan->count; i++) {
        if (strcmp(p->plan->cases[i].identity, row->c.identity) != 0)
            continue;
        if (known->ns[i] == 0)
            known->ns[i] = median_time(row);
    }
}

static int read_run(struct hp_store *store, const struct hp_prepared *p,
                    const struct hp_run_row *run, struct known *known, struct hp_err *err)
{
    struct hp_case_row *rows = NULL;
    size_t count = 0;
    const int rc = hp_store_cases(store, run->run_id, p->arena, &rows, &count, err);
    const bool same_host = strcmp(run->host_title, p->facts.title) == 0;
    for (size_t i = 0; rc == HP_OK && i < count; i++)
        take_time(p, &rows[i], same_host, known);
    return rc;
}

static int read_store(const struct hp_prepared *p, struct known *known, struct hp_err *err)
{
    if (access(p->database, F_OK) != 0)
        return HP_OK;
    struct hp_store *store = NULL;
    struct hp_run_row *runs = NULL;
    size_t count = 0;
    const struct hp_run_info info = { .config = p->config,
                                      .plan = p->plan,
                                      .facts = p->facts.facts,
                                      .fact_count = p->facts.count,
                                      .host_title = p->facts.title,
                                      .this_machine = &p->facts.machine };
    int rc = hp_store_open(p->database, HP_STORE_READ, BUSY_MS, &store, err);
    if (rc == HP_OK)
        rc = hp_store_lacks(store, &info, known->todo, err);
    if (rc == HP_OK)
        rc = hp_store_runs(store, p->arena, &runs, &count, err);
    for (size_t i = 0; rc == HP_OK && i < count && i < RUNS_LOOKED_AT; i++)
        rc = read_run(store, p, &runs[i], known, err);
    hp_store_close(store);
    return rc;
}

static void count_cases(const struct hp_prepared *p, struct known *known)
{
    for (size_t i = 0; i < p->plan->count; i++) {
        const bool skipped = p->plan->cases[i].skip != NULL;
        known->skipped_count += skipped;
        known->there_count += !skipped && !known->todo[i];
        known->todo_count += known->todo[i];
    }
    known->estimate_ns =
        hp_plan_estimate(p->plan, p->config, known->todo, known->ns, p->facts.machine.processors);
    known->reports_ns = hp_plan_estimate_reports(p->plan);
}

static int find_known(const struct hp_prepared *p, struct known *known, struct hp_err *err)
{
    *known = (struct known){
        .todo = hp_arena_get(p->arena, p->plan->count * sizeof *known->todo),
        .ns = hp_arena_get(p->arena, p->plan->count * sizeof *known->ns),
    };
    for (size_t i = 0; i < p->plan->count; i++) /* without a database */
        known->todo[i] = p->plan->cases[i].skip == NULL;
    const int rc = read_store(p, known, err);
    if (rc == HP_OK)
        count_cases(p, known);
    return rc;
}

/* ---- output -------------------------------------------------------------------------------- */

static const char *state_of(const struct hp_prepared *p, const struct known *known, size_t i)
{
    return p->plan->cases[i].skip != NULL ? "skipped" : known->todo[i] ? "to run" : "there";
}

static void put_list(const struct hp_prepared *p, const struct known *known, struct hp_text *out)
{
    for (size_t i = 0; i < p->plan->count; i++) {
        const struct hp_case *c = &p->plan->cases[i];
        hp_text_print(out, "%.*s  %-7s  ", (int)p->plan->id_digits, c->identity,
                      state_of(p, known, i));
        hp_case_print(c, out);
        if (c->skip != NULL)
            hp_text_print(out, "  (%s)", c->skip);
        hp_text_put(out, "\n");
    }
}

static void put_totals(const struct hp_prepared *p, const struct known *known, struct hp_text *out)
{
    char number[HP_NUMBER_MAX], time[HP_NUMBER_MAX];
    hp_text_put(out, "  ");
    if (known->there_count != 0)
        hp_text_print(out, "%s already in %s, ",
                      hp_print_count(number, (int64_t)known->there_count), p->database);
    if (known->skipped_count != 0)
        hp_text_print(out, "%s skipped, ", hp_print_count(number, (int64_t)known->skipped_count));
    hp_text_print(out, "%s to run", hp_print_count(number, (int64_t)known->todo_count));
    if (known->reports_ns != 0)
        hp_text_print(out, ", about %s with the reports",
                      hp_print_time(time, (double)(known->estimate_ns + known->reports_ns)));
    hp_text_put(out, "\n");
}

static void put_params(struct hp_json *j, const char *key, const struct hp_param *params,
                       size_t count)
{
    hp_json_object(j, key);
    for (size_t i = 0; i < count; i++)
        hp_json_text(j, params[i].name, params[i].text);
    hp_json_end(j, '}');
}

static void put_case(struct hp_json *j, const struct hp_case *c, const char *state)
{
    hp_json_object(j, NULL);
    hp_json_text(j, "identity", c->identity);
    hp_json_text(j, "state", state);
    hp_json_text(j, "skip", c->skip);
    hp_json_text(j, "sweep", c->sweep);
    hp_json_text(j, "workload", c->workload);
    hp_json_text(j, "kind", c->probe ? "probe" : "method");
    hp_json_text(j, "method", c->method);
    hp_json_text(j, "heap", c->heap);
    hp_json_int(j, "runtime", c->runtime);
    hp_json_text(j, "gc", c->gc);
    hp_json_int(j, "processors", c->processors);
    hp_json_text(j, "machine", c->machine);
    hp_json_text(j, "threshold", c->threshold);
    put_params(j, "parameters", c->params, c->param_count);
    put_params(j, "options", c->options, c->option_count);
    hp_json_end(j, '}');
}

static void put_json(const struct hp_prepared *p, const struct known *known, struct hp_text *out)
{
    struct hp_json j = { .out = out };
    hp_json_object(&j, NULL);
    hp_json_text(&j, "name", p->config->name);
    hp_json_text(&j, "title", p->config->title);
    hp_json_text(&j, "database", p->database);
    hp_json_int(&j, "cases", (int64_t)p->plan->count);
    hp_json_int(&j, "excluded", (int64_t)p->plan->excluded);
    hp_json_int(&j, "there", (int64_t)known->there_count);
    hp_json_int(&j, "skipped", (int64_t)known->skipped_count);
    hp_json_int(&j, "to_run", (int64_t)known->todo_count);
    hp_json_int(&j, "estimate_ns", (int64_t)known->estimate_ns);
    hp_json_int(&j, "reports_ns", (int64_t)known->reports_ns);
    hp_json_array(&j, "list");
    for (size_t i = 0; i < p->plan->count; i++)
        put_case(&j, &p->plan->cases[i], state_of(p, known, i));
    hp_json_end(&j, ']');
    hp_json_end(&j, '}');
    hp_text_put(out, "\n");
}

static uint32_t print_plan(const struct hp_cli *cli, struct hp_prepared *p)
{
    struct known known;
    struct hp_err err = { 0 };
    if (find_known(p, &known, &err) != HP_OK)
        return hp_cli_fail(&err);
    struct hp_text out = { 0 };
    if (hp_cli_has(cli, HP_OPT_JSON)) {
        put_json(p, &known, &out);
    } else {
        if (hp_cli_has(cli, HP_OPT_LIST))
            put_list(p, &known, &out);
        hp_plan_print_summary(p->plan, p->config, &out);
        put_totals(p, &known, &out);
    }
    hp_cli_print(&out);
    hp_text_clear(&out);
    return hp_exit_flag(HP_EXIT_HOLDS);
}

uint32_t hp_cmd_plan(struct hp_cli *cli)
{
    struct hp_prepared prepared;
    struct hp_err err = { 0 };
    const uint32_t flags = hp_prepare(cli, HP_LEFT_OUT_DROPPED, &prepared, &err) == HP_OK
                               ? print_plan(cli, &prepared)
                               : hp_prepared_fail(&prepared, &err);
    hp_prepared_clear(&prepared);
    return flags;
}
