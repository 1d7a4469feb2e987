/* SPDX-License-Identifier: MIT
 * `heapproof report DB`: renders a stored run again. The database is only read; verdicts are made anew from its
 * samples.
 */
#include "cmd/evidence.h"
#include "cmd/render.h"
#include "cmd/summary.h"

static uint32_t print_files(const struct hp_cli *cli, const struct hp_rendering *r)
{
    struct hp_text out = { 0 };
    if (hp_cli_has(cli, HP_OPT_JSON)) {
        struct hp_json j = { .out = &out };
        hp_json_object(&j, NULL);
        hp_summary_files(&j, r->folder, r->files.names, r->files.count);
        hp_json_int(&j, "pages", r->files.pages);
        hp_json_end(&j, '}');
        hp_text_put(&out, "\n");
    }
    for (size_t i = 0; !hp_cli_has(cli, HP_OPT_JSON) && i < r->files.count; i++)
        if (hp_ends_with(r->files.names[i], ".pdf"))
            hp_text_print(&out, "%s/%s\n", r->folder, r->files.names[i]);
    if (!hp_cli_has(cli, HP_OPT_QUIET))
        hp_cli_print(&out);
    hp_text_clear(&out);
    return 0;
}

uint32_t hp_cmd_report(struct hp_cli *cli)
{
    struct hp_store *store = NULL;
    struct hp_evidence evidence = { 0 };
    struct hp_rendering rendering = { 0 };
    struct hp_problems problems = { .arena = hp_arena_new() };
    struct hp_err err = { 0 };
    uint32_t flags = 0;
    int64_t run_id = 0;
    int rc = hp_evidence_open(cli->operands[0], &store, &err);
    if (rc == HP_OK)
        rc = hp_evidence_run(store, hp_cli_text(cli, HP_OPT_RUN, NULL), &run_id, &err);
    if (rc == HP_OK)
        rc = hp_evidence_read(store, run_id, &evidence, &err);
    if (rc == HP_OK)
        rc = hp_evidence_judge(store, &evidence, &problems, &err);
    if (rc == HP_OK)
        rc = hp_render(cli, store, &evidence, &rendering, &err);
    if (rc == HP_OK)
        flags = print_files(cli, &rendering);
    else if (problems.count > 0)
        flags = hp_cli_problems(&problems);
    else
        flags = hp_cli_fail(&err);
    hp_rendering_clear(&rendering);
    hp_evidence_clear(&evidence);
    hp_store_close(store);
    hp_problems_clear(&problems);
    hp_arena_free(problems.arena);
    return flags;
}
