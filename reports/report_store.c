/* SPDX-License-Identifier: MIT
 * The entry of the stage: from an open store to files. Parent process.
 */
#include "reports/report_rows.h"

int hp_report_render(const struct hp_report_request *request, struct hp_report_files *out,
                     struct hp_err *err)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_model_rows rows = { .claims = request->verdicts, .published = request->published };
    int rc = hp_model_read_store(request->store, request->run_id, arena, &rows, err);
    if (rc == HP_OK)
        rc = hp_report_render_rows(request, &rows, out, err);
    hp_arena_free(arena);
    return rc;
}
