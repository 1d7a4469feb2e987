/* SPDX-License-Identifier: MIT
 * Answers: how do a run, its launches and its verdicts become rows? Parent only. Each function is
 * one transaction: it is there whole or not at all.
 */
#include "store/internal.h"

#include "base/clock.h"
#include "base/fault.h"
#include "base/units.h"

#include <math.h>

/* ---- a run ---- */

/* Facts that stay while a host stays the same host. Others (load, free memory, governor) may
 * differ from run to run without making results of the same code on the same host unusable. */
static const char lasting_facts[] = "processor sockets cores threads processors l1d_bytes l2_bytes "
                                    "l3_bytes system kernel virtualisation";

void hp_store_fingerprint(const struct hp_run_info *info, char hex[HP_SHA_HEX])
{
    /* What a kernel reports as memory moves by some pages from boot to boot. */
    const uint64_t memory_step = 64u << 20;
    const struct hp_machine *m = info->this_machine;
    struct hp_text text = { 0 };
    hp_text_print(&text, "%s\n%u %llu %llu\n", info->host_title, m->processors,
                  (unsigned long long)m->l3_bytes,
                  (unsigned long long)(m->memory_bytes / memory_step));
    for (size_t i = 0; i < info->fact_count; i++)
        if (hp_word_in(lasting_facts, info->facts[i].key))
            hp_text_print(&text, "%s=%s\n", info->facts[i].key,
                          info->facts[i].value != NULL ? info->facts[i].value : "");
    hp_sha_of(hp_text_str(&text), text.bytes, hex);
    hp_text_clear(&text);
}

static int put_host(struct hp_store *store, const struct hp_run_info *info, int64_t *host_id,
                    struct hp_err *err)
{
    char hex[HP_SHA_HEX];
    hp_store_fingerprint(info, hex);
    sqlite3_stmt *s = hp_store_prepare(store,
                                       "INSERT INTO host (fingerprint, title) VALUES (?,?)"
                                       " ON CONFLICT (fingerprint) DO UPDATE SET title = title"
                                       " RETURNING host_id",
                                       err);
    if (s == NULL)
        return HP_E_STORE;
    int rc = hp_store_bind(store, s, err, "tt", hex, info->host_title);
    if (rc == HP_OK)
        rc = hp_store_step(store, s, err);
    if (rc == 1)
        *host_id = sqlite3_column_int64(s, 0);
    (void)sqlite3_finalize(s);
    return rc < 0 ? rc : HP_OK;
}

/* "2026-11-30T14-02-05", and "-2", "-3" when a run of that second is there already. */
static int free_label(struct hp_store *store, const char *utc, char label[48], struct hp_err *err)
{
    sqlite3_stmt *s = hp_store_prepare(store, "SELECT 1 FROM run WHERE label = ?", err);
    if (s == NULL)
        return HP_E_STORE;
    char base[HP_UTC_MAX];
    (void)snprintf(base, sizeof base, "%s", utc);
    for (char *c = base; *c != '\0'; c++) {
        if (*c == ':')
            *c = '-';
        if (*c == 'Z')
            *c = '\0';
    }
    int rc = 1;
    for (int nth = 1; rc == 1; nth++) {
        if (nth == 1)
            (void)snprintf(label, 48, "%s", base);
        else
            (void)snprintf(label, 48, "%s-%d", base, nth);
        (void)sqlite3_reset(s);
        rc = hp_store_bind(store, s, err, "t", label);
        if (rc == HP_OK)
            rc = hp_store_step(store, s, err);
    }
    (void)sqlite3_finalize(s);
    return rc;
}

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
}

static int put_run(struct hp_store *store, const struct hp_run_info *info, int64_t host_id,
                   int64_t *run_id, struct hp_err *err)
{
    char utc[HP_UTC_MAX], label[48];
    hp_utc_now(utc);
    int rc = free_label(store, utc, label, err);
    if (rc != HP_OK)
        return rc;
    const struct hp_config *c = info->config;
    sqlite3_stmt *s = hp_store_prepare(
        store,
        "INSERT INTO run (label, name, title, title_ru, question, question_ru, language,"
        " seed, command, config_path, tool_version, commit_id, started_utc, state,"
        " host_id) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,'running',?)",
        err);
    rc = hp_store_put(store, s, err, "tttttttittttti", label, c->name,
                      c->title != NULL ? c->title : c->name, or_empty(c->title_ru),
                      or_empty(c->question), or_empty(c->question_ru),
                      c->language != NULL ? c->language : "en", (int64_t)c->seed, info->command,
                      c->path, info->tool_version, info->commit_id, utc, host_id);
    (void)sqlite3_finalize(s);
    *run_id = sqlite3_last_insert_rowid(store->db);
    return rc;
}

static int put_source(struct hp_store *store, int64_t run_id, int64_t position,
                      const struct hp_source *source, struct hp_err *err)
{
    char sha[HP_SHA_HEX];
    hp_sha_of(source->text, source->bytes, sha);
    sqlite3_stmt *s =
        hp_store_prepare(store, "INSERT OR IGNORE INTO content (sha, body) VALUES (?,?)", err);
    int rc = hp_store_put(store, s, err, "tt", sha, source->text);
    (void)sqlite3_finalize(s);
    if (rc != HP_OK)
        return rc;
    s = hp_store_prepare(store,
                         "INSERT INTO run_content (run_id, position, role, path, sha)"
                         " VALUES (?,?,?,?,?)",
                         err);
    rc = hp_store_put(store, s, err, "iittt", run_id, position, source->role, source->path, sha);
    (void)sqlite3_finalize(s);
    return rc;
}

static int put_sources(struct hp_store *store, int64_t run_id, const struct hp_run_info *info,
                       struct hp_err *err)
{
    int rc = HP_OK;
    int64_t position = 0;
    for (size_t i = 0; rc == HP_OK && i < info->config->source_count; i++)
        rc = put_source(store, run_id, position++, &info->config->sources[i], err);
    for (size_t i = 0; rc == HP_OK && i < info->script_count; i++)
        rc = put_source(store, run_id, position++, &info->scripts[i], err);
    return rc;
}

static int put_code(struct hp_store *store, int64_t run_id, const struct hp_run_info *info,
                    struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < info->code_count; i++) {
        const struct hp_binary *b = &info->code[i];
        rc = hp_store_run_statement(store, PUT_CODE, err, "itttt", run_id, b->role, b->name,
                                    b->version != NULL ? b->version : "",
                                    b->sha != NULL ? b->sha : "");
    }
    return rc;
}

static int put_facts(struct hp_store *store, int64_t run_id, const struct hp_run_info *info,
                     struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < info->fact_count; i++)
        rc = hp_store_run_statement(store, PUT_FACT, err, "iitt", run_id, (int64_t)i,
                                    info->facts[i].key, info->facts[i].value);
    return rc;
}

static int put_settings(struct hp_store *store, int64_t run_id, const struct hp_config *config,
                        struct hp_err *err)
{
    const struct hp_measure *m = &config->measure;
    const struct hp_limits *l = &config->limits;
    const struct {
        const char *key;
        double value;
    } rows[] = {
        { "measure.rounds", m->rounds },
        { "measure.counter_rounds", m->counter_rounds },
        { "measure.counter_iterations", m->counter_iterations },
        { "measure.min_iterations", m->min_iterations },
        { "measure.max_iterations", m->max_iterations },
        { "measure.pass_operations", m->pass_operations },
        { "measure.half_width", m->half_width },
        { "measure.min_iteration_ns", (double)m->min_iteration_ns },
        { "measure.counters", m->counters },
        { "measure.times", m->times },
        { "limits.time_ns", (double)l->time_ns },
        { "limits.cpu_ns", (double)l->cpu_ns },
        { "limits.memory_bytes", (double)l->memory_bytes },
        { "limits.output_bytes", (double)l->output_bytes },
        { "limits.jobs", l->jobs },
    };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < sizeof rows / sizeof *rows; i++) {
        char text[HP_NUMBER_MAX];
        rc = hp_store_run_statement(store, PUT_SETTING, err, "iitt", run_id, (int64_t)i,
                                    rows[i].key, hp_print_double(text, rows[i].value));
    }
    return rc;
}

/* ---- machines and cases ---- */

static bool plan_runs(const struct hp_plan *plan, const char *workload)
{
    for (size_t i = 0; i < plan->count; i++)
        if (strcmp(plan->cases[i].workload, workload) == 0)
            return true;
    return false;
}

static int put_default(struct hp_store *store, int64_t run_id, const char *workload,
                       const struct hp_option *option, struct hp_err *err)
{
    const char *text = NULL;
    struct hp_arena *arena = hp_arena_new();
    int rc = hp_option_check(option, option->fallback, arena, &text, err);
    if (rc == HP_OK)
        rc = hp_store_run_statement(store, PUT_DEFAULT, err, "ittt", run_id, workload, option->name,
                                    text);
    hp_arena_free(arena);
    return rc;
}

/* Of the workloads that the plan runs. */
static int put_defaults(struct hp_store *store, int64_t run_id, const struct hp_run_info *info,
                        struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && info->plugins != NULL && i < info->plugins->count; i++) {
        const struct hp_plugin *p = info->plugins->items[i].table;
        if (p->kind != HP_KIND_WORKLOAD || !plan_runs(info->plan, p->name))
            continue;
        for (const struct hp_option *o = p->options; rc == HP_OK && o->name != NULL; o++)
            rc = put_default(store, run_id, p->name, o, err);
    }
    return rc;
}

static bool plan_names(const struct hp_plan *plan, const char *machine)
{
    for (size_t i = 0; i < plan->count; i++)
        if (strcmp(plan->cases[i].machine, machine) == 0)
            return true;
    return false;
}

static int put_machine(struct hp_store *store, int64_t run_id, const struct hp_machine *m,
                       const char *title, bool profile, struct hp_err *err)
{
    return hp_store_run_statement(store, PUT_MACHINE, err, "ittiiii", run_id, m->name, title,
                                  (int64_t)profile, (int64_t)m->processors, (int64_t)m->l3_bytes,
                                  (int64_t)m->memory_bytes);
}

static int put_machines(struct hp_store *store, int64_t run_id, const struct hp_run_info *info,
                        struct hp_err *err)
{
    int rc = HP_OK;
    if (plan_names(info->plan, "this"))
        rc = put_machine(store, run_id, info->this_machine, info->host_title, false, err);
    for (size_t i = 0; rc == HP_OK && i < info->config->profile_count; i++) {
        const struct hp_profile *p = &info->config->profiles[i];
        if (plan_names(info->plan, p->machine.name))
            rc = put_machine(store, run_id, &p->machine,
                             p->title != NULL ? p->title : p->machine.name, true, err);
    }
    return rc;
}

static int put_params(struct hp_store *store, int64_t case_id, const char *kind,
                      const struct hp_param *params, size_t count, struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < count; i++)
        rc = hp_store_run_statement(store, PUT_CASE_PARAM, err, "ititt", case_id, kind, (int64_t)i,
                                    params[i].name, params[i].text);
    return rc;
}

/* The id of a case, which is made when the database does not have it yet. */
static int put_case(struct hp_store *store, const struct hp_case *c, int64_t host_id,
                    int64_t *case_id, struct hp_err *err)
{
    const int64_t owner = strcmp(c->machine, "this") == 0 ? host_id : 0;
    int rc = hp_store_find(store, FIND_CASE, case_id, err, "ti", c->identity, owner);
    if (rc != HP_OK || *case_id != 0)
        return rc;
    rc = hp_store_run_statement(store, PUT_CASE, err, "ttttttititti", c->identity, c->workload,
                                c->probe ? "probe" : "method", c->method, c->heap, c->plugin,
                                (int64_t)c->runtime, c->gc, (int64_t)c->processors, c->machine,
                                c->threshold, owner);
    *case_id = sqlite3_last_insert_rowid(store->db);
    if (rc == HP_OK)
        rc = put_params(store, *case_id, "param", c->params, c->param_count, err);
    if (rc == HP_OK)
        rc = put_params(store, *case_id, "option", c->options, c->option_count, err);
    return rc;
}

static int put_cases(struct hp_store *store, int64_t run_id, const struct hp_run_info *info,
                     int64_t host_id, struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < info->plan->count; i++) {
        const struct hp_case *c = &info->plan->cases[i];
        const struct hp_launches wanted = hp_case_launches(c, &info->config->measure);
        int64_t case_id = 0;
        rc = put_case(store, c, host_id, &case_id, err);
        if (rc == HP_OK)
            rc = hp_store_run_statement(
                store, PUT_RUN_CASE, err, "iiitttiiii", run_id, case_id, (int64_t)i, c->sweep,
                c->baseline, c->skip, (int64_t)c->counters, (int64_t)c->times,
                (int64_t)c->params_given,
                (int64_t)wanted.counters + (int64_t)wanted.times + (int64_t)wanted.probes);
    }
    return rc;
}

int hp_store_begin_run(struct hp_store *store, const struct hp_run_info *info, int64_t *run_id,
                       struct hp_err *err)
{
    int64_t host_id = 0;
    int rc = hp_store_begin(store, err);
    if (rc != HP_OK)
        return rc;
    /* This process holds the writer's lock, so a run that still says "running" was cut off. */
    rc = hp_store_exec(store, "UPDATE run SET state = 'interrupted' WHERE state = 'running'", err);
    if (rc == HP_OK)
        rc = put_host(store, info, &host_id, err);
    if (rc == HP_OK)
        rc = put_run(store, info, host_id, run_id, err);
    if (rc == HP_OK)
        rc = put_sources(store, *run_id, info, err);
    if (rc == HP_OK)
        rc = put_code(store, *run_id, info, err);
    if (rc == HP_OK)
        rc = put_facts(store, *run_id, info, err);
    if (rc == HP_OK)
        rc = put_settings(store, *run_id, info->config, err);
    if (rc == HP_OK)
        rc = put_defaults(store, *run_id, info, err);
    if (rc == HP_OK)
        rc = put_machines(store, *run_id, info, err);
    if (rc == HP_OK)
        rc = put_cases(store, *run_id, info, host_id, err);
    if (rc != HP_OK)
        return hp_store_rollback(store, rc);
    hp_fault_point("store.begin-run");
    return hp_store_commit(store, err);
}

int hp_store_end_run(struct hp_store *store, int64_t run_id, const char *state, struct hp_err *err)
{
    char utc[HP_UTC_MAX];
    int rc = hp_store_begin(store, err);
    if (rc != HP_OK)
        return rc;
    sqlite3_stmt *s =
        hp_store_prepare(store, "UPDATE run SET state = ?, finished_utc = ? WHERE run_id = ?", err);
    rc = hp_store_put(store, s, err, "tti", state, hp_utc_now(utc), run_id);
    (void)sqlite3_finalize(s);
    if (rc != HP_OK)
        return hp_store_rollback(store, rc);
    hp_fault_point("store.end-run");
    return hp_store_commit(store, err);
}

/* SQLite has no NaN: a verdict that is not about one number has NULL in its place. */
static int put_verdict(struct hp_store *store, sqlite3_stmt *s, int64_t run_id, int64_t position,
                       const struct hp_judged *j, struct hp_err *err)
{
    const bool one = j->has_value && isfinite(j->value);
    const bool both = one && j->has_interval && isfinite(j->low) && isfinite(j->high);
    const char *types = both  ? "iitittittttittttddd"
                        : one ? "iitittittttittttd"
                              : "iitittittttitttt";
    return hp_store_put(store, s, err, types, run_id, position, j->script, (int64_t)j->line,
                        j->claim, j->verdict, (int64_t)j->decides, or_empty(j->machine),
                        or_empty(j->threshold), or_empty(j->expected), or_empty(j->here),
                        (int64_t)j->n, or_empty(j->message), or_empty(j->heap), or_empty(j->metric),
                        or_empty(j->unit), j->value, j->low, j->high);
}

int hp_store_put_verdicts(struct hp_store *store, int64_t run_id, const struct hp_judged *rows,
                          size_t count, struct hp_err *err)
{
    int rc = hp_store_begin(store, err);
    if (rc != HP_OK)
        return rc;
    sqlite3_stmt *s = hp_store_prepare(store, "DELETE FROM judged WHERE run_id = ?", err);
    rc = hp_store_put(store, s, err, "i", run_id);
    (void)sqlite3_finalize(s);
    s = hp_store_prepare(store,
                         "INSERT INTO judged (run_id, position, script, line, claim, verdict,"
                         " decides, machine, threshold, expected, here, n, message, heap, metric,"
                         " unit, value, low, high) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                         err);
    for (size_t i = 0; rc == HP_OK && i < count; i++) {
        if (i == count / 2)
            hp_fault_point("store.verdicts");
        rc = put_verdict(store, s, run_id, (int64_t)i, &rows[i], err);
    }
    (void)sqlite3_finalize(s);
    return rc == HP_OK ? hp_store_commit(store, err) : hp_store_rollback(store, rc);
}
