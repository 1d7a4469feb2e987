/* SPDX-License-Identifier: MIT
 * Everything that verdicts and reports rest on, read from a store: the run, its cases with samples, its
 * machines, the texts of its scripts, and the verdicts that those scripts and the published figures give.
 * Verdicts are made anew from the samples each time, so a changed sample changes what is printed.
 */
#ifndef HP_CMD_EVIDENCE_H
#define HP_CMD_EVIDENCE_H

#include "script/script.h"
#include "store/store.h"
#include "verdict/verdict.h"

struct hp_evidence {
    struct hp_arena *arena; /* owns all but the verdicts, which have their own */
    struct hp_run_row run;
    struct hp_case_row *cases;
    size_t case_count;
    struct hp_machine_row *machines;
    size_t machine_count;
    struct hp_source *scripts; /* as stored with the run: role script and module */
    size_t script_count;
    struct hp_verdicts claims;    /* of the scripts */
    struct hp_verdicts published; /* of the published figures */
};

/* Opens a database for reading, as every command that only reads does. A private copy that had to be made of
 * an older one is said on stderr. */
int hp_evidence_open(const char *database, struct hp_store **out, struct hp_err *err);
/* The run with that label; NULL: the last. HP_E_USAGE names the labels that are there. */
int hp_evidence_run(struct hp_store *store, const char *label, int64_t *run_id, struct hp_err *err);
/* Reads run `run_id` (0: the last). Judges nothing yet. */
int hp_evidence_read(struct hp_store *store, int64_t run_id, struct hp_evidence *out,
                     struct hp_err *err);
/* Judges what the scripts claim. Script errors are in `problems` (HP_E_CONFIG). */
int hp_evidence_judge_scripts(struct hp_evidence *e, struct hp_text *explain,
                              struct hp_problems *problems, struct hp_err *err);
/* Judges what the scripts claim and the published figures of the store. */
int hp_evidence_judge(struct hp_store *store, struct hp_evidence *e, struct hp_problems *problems,
                      struct hp_err *err);
/* Stores the verdicts of the scripts as rows of the run. */
int hp_evidence_keep(struct hp_store *store, const struct hp_evidence *e, struct hp_err *err);
/* Exit flags of what was judged and measured: claims, deciding published figures, nothing run. */
uint32_t hp_evidence_flags(const struct hp_evidence *e);
void hp_evidence_clear(struct hp_evidence *e); /* takes a zeroed one */

/* Of cases: each is skipped, or one of those planned, which are complete, missing or failed. Reused ones are
 * complete. */
struct hp_tally {
    size_t cases, complete, missing, failed, skipped, reused;
};
struct hp_tally hp_evidence_tally(const struct hp_evidence *e);

#endif
