/* SPDX-License-Identifier: MIT
 * The end of a run or check on the terminal: verdict counts, broken claims in full, the boundary, where the
 * report is, how to run it again. The same facts as JSON.
 */
#ifndef HP_CMD_SUMMARY_H
#define HP_CMD_SUMMARY_H

#include "base/json.h"
#include "cmd/evidence.h"

struct hp_summary_of {
    const struct hp_evidence *evidence;
    uint64_t wall_ns;          /* of the whole command; 0: not printed */
    bool all;                  /* no list is cut short */
    const char *report_folder; /* NULL: none rendered */
    const char *const *files;  /* relative to report_folder */
    size_t file_count;
    unsigned pages;
    const char *again;    /* the command of the run, or NULL */
    const char *database; /* path */
    bool colour;
};

void hp_summary_print(const struct hp_summary_of *s, struct hp_text *out);
void hp_summary_json(const struct hp_summary_of *s, uint32_t exit_code, struct hp_text *out);
/* "files": paths of what was rendered. */
void hp_summary_files(struct hp_json *j, const char *folder, const char *const *files,
                      size_t count);

#endif
