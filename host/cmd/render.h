/* SPDX-License-Identifier: MIT
 * From judged evidence to a folder of PDFs: what `run` and `report` share.
 */
#ifndef HP_CMD_RENDER_H
#define HP_CMD_RENDER_H

#include "cmd/cmd.h"
#include "cmd/evidence.h"

#include "reports/report.h"

struct hp_rendering {
    const char *folder; /* in the evidence's arena */
    struct hp_report_files files;
};

/* Renders into a new folder OUT/NAME/LABEL, or LABEL-2, ... when that is there: nothing is overwritten.
 * With an error `out` is empty. */
int hp_render(const struct hp_cli *cli, struct hp_store *store, const struct hp_evidence *e,
              struct hp_rendering *out, struct hp_err *err);
void hp_rendering_clear(struct hp_rendering *r); /* takes a zeroed one */

/* "out" or what --out says. */
const char *hp_out_folder(const struct hp_cli *cli);

#endif
