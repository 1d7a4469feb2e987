/* SPDX-License-Identifier: MIT
 * What does the store hold for a report? Parent process; the only file that queries it. Rows live in the
 * caller's arena.
 */
#include "reports/model.h"

#include <string.h>

static int read_logs(struct hp_store *store, struct hp_arena *arena, struct hp_model_rows *out,
                     struct hp_err *err)
{
    struct hp_case_log *logs = hp_arena_get(arena, (out->case_count + 1) * sizeof *logs);
    for (size_t i = 0; i < out->case_count; i++) {
        struct hp_collection *items = NULL;
        size_t count = 0;
        if (out->cases[i].c.probe)
            continue;
        const int rc = hp_store_collections(store, out->run.run_id, out->cases[i].case_id, arena,
                                            &items, &count, err);
        if (rc != HP_OK)
            return rc;
        logs[out->log_count++] = (struct hp_case_log){ out->cases[i].case_id, items, count };
    }
    out->logs = logs;
    return HP_OK;
}

int hp_model_read_store(struct hp_store *store, int64_t run_id, struct hp_arena *arena,
                        struct hp_model_rows *out, struct hp_err *err)
{
    struct hp_case_row *cases = NULL;
    struct hp_machine_row *machines = NULL;
    struct hp_fact *facts = NULL, *settings = NULL;
    struct hp_binary *code = NULL;
    struct hp_content_row *contents = NULL;
    struct hp_measured *measured = NULL;
    int rc = hp_store_run(store, run_id, arena, &out->run, err);
    const int64_t run = out->run.run_id;
    if (rc == HP_OK)
        rc = hp_store_cases(store, run, arena, &cases, &out->case_count, err);
    if (rc == HP_OK)
        rc = hp_store_machines(store, run, arena, &machines, &out->machine_count, err);
    if (rc == HP_OK)
        rc = hp_store_facts(store, run, arena, &facts, &out->fact_count, err);
    if (rc == HP_OK)
        rc = hp_store_settings(store, run, arena, &settings, &out->setting_count, err);
    if (rc == HP_OK)
        rc = hp_store_defaults(store, run, arena, &out->defaults, err);
    if (rc == HP_OK)
        rc = hp_store_code(store, run, arena, &code, &out->code_count, err);
    if (rc == HP_OK)
        rc = hp_store_contents(store, run, arena, &contents, &out->content_count, err);
    if (rc == HP_OK)
        rc = hp_store_measured(store, run, arena, &measured, &out->measured_count, err);
    if (rc != HP_OK)
        return rc;
    out->measured = measured;
    out->cases = cases;
    out->machines = machines;
    out->facts = facts;
    out->settings = settings;
    out->code = code;
    out->contents = contents;
    out->schema_version = hp_store_schema_version(store);
    return read_logs(store, arena, out, err);
}
