/* SPDX-License-Identifier: MIT
 * `heapproof plan FILE.cfg`: what would run, and about how long it takes. Reads the database when there is
 * one; writes nothing.
 */
#include "base/json.h"
#include "cmd/evidence.h"
#include "cmd/outlook.h"

#include <stddef.h>
#include <unistd.h>

static int read_outlook(const struct hp_prepared *p, struct hp_outlook *out, struct hp_err *err)
{
    struct hp_store *store = NULL;
    int rc = HP_OK;
    if (access(p->database, F_OK) == 0)
        rc = hp_evidence_open(p->database, &store, err);
    if (rc == HP_OK)
        rc = hp_outlook_read(p, store, out, err);
    hp_store_close(store);
    return rc;
}

/* ---- output -------------------------------------------------------------------------------- */

static const char *state_of(const struct hp_prepared *p, const struct hp_outlook *outlook, size_t i)
{
    return p->plan->cases[i].skip != NULL ? "skipped"
           : hp_outlook_lacks(outlook, i) ? "to run"
                                          : "there";
}

static void put_list(const struct hp_prepared *p, const struct hp_outlook *outlook,
                     struct hp_text *out)
{
    for (size_t i = 0; i < p->plan->count; i++) {
        const struct hp_case *c = &p->plan->cases[i];
        hp_text_print(out, "%.*s  %-7s  ", (int)p->plan->id_digits, c->identity,
                      state_of(p, outlook, i));
        hp_case_print(c, out);
        if (c->skip != NULL)
            hp_text_print(out, "  (%s)", c->skip);
        hp_text_put(out, "\n");
    }
}

static void put_params(struct hp_json *j, const char *key, const struct hp_param *params,
                       size_t count)
{
    hp_json_object(j, key);
    for (size_t i = 0; i < count; i++)
        hp_json_text(j, params[i].name, params[i].text);
    hp_json_end(j, '}');
}

#define FIELD(key, kind, member)                                                                   \
    {                                                                                              \
        key, HP_JSON_##kind, offsetof(struct hp_case, member)                                      \
    }
static const struct hp_json_field case_fields[] = {
    FIELD("identity", CHARS, identity),
    FIELD("skip", TEXT, skip),
    FIELD("sweep", TEXT, sweep),
    FIELD("workload", TEXT, workload),
    FIELD("method", TEXT, method),
    FIELD("heap", TEXT, heap),
    FIELD("runtime", I32, runtime),
    FIELD("gc", TEXT, gc),
    FIELD("processors", U32, processors),
    FIELD("machine", TEXT, machine),
    FIELD("threshold", TEXT, threshold),
    FIELD("rounds", U32, rounds),
    { .key = NULL },
};

static void put_case(struct hp_json *j, const struct hp_case *c, const char *state)
{
    hp_json_object(j, NULL);
    hp_json_fields(j, case_fields, c);
    hp_json_text(j, "state", state);
    hp_json_text(j, "kind", c->probe ? "probe" : "method");
    put_params(j, "parameters", c->params, c->param_count);
    put_params(j, "options", c->options, c->option_count);
    hp_json_end(j, '}');
}

static void put_json(const struct hp_prepared *p, const struct hp_outlook *outlook,
                     struct hp_text *out)
{
    struct hp_json j = { .out = out };
    hp_json_object(&j, NULL);
    hp_json_text(&j, "name", p->config->name);
    hp_json_text(&j, "title", p->config->title);
    hp_json_text(&j, "database", p->database);
    hp_json_int(&j, "cases", (int64_t)p->plan->count);
    hp_json_int(&j, "excluded", (int64_t)p->plan->excluded);
    hp_json_int(&j, "there", (int64_t)outlook->there_count);
    hp_json_int(&j, "skipped", (int64_t)outlook->skipped_count);
    hp_json_int(&j, "of_other_hosts", (int64_t)outlook->elsewhere.cases);
    hp_json_int(&j, "to_run", (int64_t)outlook->todo_count);
    hp_json_int(&j, "estimate_ns", (int64_t)outlook->launches_ns);
    hp_json_int(&j, "reports_ns", (int64_t)outlook->reports_ns);
    hp_json_array(&j, "list");
    for (size_t i = 0; i < p->plan->count; i++)
        put_case(&j, &p->plan->cases[i], state_of(p, outlook, i));
    hp_json_end(&j, ']');
    hp_json_end(&j, '}');
    hp_text_put(out, "\n");
}

static uint32_t print_plan(const struct hp_cli *cli, struct hp_prepared *p)
{
    struct hp_outlook outlook;
    struct hp_err err = { 0 };
    if (read_outlook(p, &outlook, &err) != HP_OK)
        return hp_cli_fail(&err);
    struct hp_text out = { 0 };
    if (hp_cli_has(cli, HP_OPT_JSON)) {
        put_json(p, &outlook, &out);
    } else {
        if (hp_cli_has(cli, HP_OPT_LIST))
            put_list(p, &outlook, &out);
        hp_plan_print_summary(p->plan, p->config, &out);
        hp_text_put(&out, "  ");
        hp_outlook_print(p, &outlook, true, &out);
    }
    hp_cli_print(&out);
    hp_text_clear(&out);
    return hp_exit_flag(HP_EXIT_HOLDS);
}

uint32_t hp_cmd_plan(struct hp_cli *cli)
{
    struct hp_prepared prepared;
    struct hp_err err = { 0 };
    uint32_t flags;
    if (hp_prepare(cli, HP_LEFT_OUT_DROPPED, &prepared, &err) != HP_OK)
        flags = hp_prepared_fail(&prepared, &err);
    else if (prepared.config->run_count > 0)
        flags = hp_prepared_each(cli, prepared.config);
    else
        flags = print_plan(cli, &prepared);
    hp_prepared_clear(&prepared);
    return flags;
}
