/* SPDX-License-Identifier: MIT
 * What a run came to, counted once for the terminal and for JSON.
 */
#ifndef HP_CMD_DIGEST_H
#define HP_CMD_DIGEST_H

#include "cmd/evidence.h"

struct hp_skip_reason {
    const char *why; /* the evidence's */
    size_t count;    /* of cases */
};

struct hp_digest {
    struct hp_tally tally;
    size_t launches, launches_done; /* over all cases that are not skipped */
    struct hp_skip_reason *skips;   /* each reason once, in the order of the cases */
    size_t skip_count, skip_capacity;
};

struct hp_digest hp_digest_of(const struct hp_evidence *evidence);
void hp_digest_clear(struct hp_digest *digest);

/* Does verdict `at` tell of a boundary that no verdict before it tells of? */
bool hp_digest_new_boundary(const struct hp_verdicts *verdicts, size_t at);
/* Appends the command that finishes or repeats a run: what is there already is not measured anew to finish it. */
void hp_digest_again(const char *command, bool complete, struct hp_text *out);

#endif
