/* SPDX-License-Identifier: MIT
 * What is there, what is left to do, and about how long does it take? `plan` and `run` say the same.
 */
#ifndef HP_CMD_OUTLOOK_H
#define HP_CMD_OUTLOOK_H

#include "cmd/prepare.h"
#include "store/store.h"

struct hp_outlook {
    struct hp_launches *missing; /* of each case of the plan; in the arena of the prepared plan */
    double *known_ns;            /* an operation of each case as the database knows it; 0: not */
    size_t there_count, skipped_count, todo_count; /* cases */
    struct hp_elsewhere elsewhere;                 /* results that are not reused */
    uint64_t launches_ns, reports_ns;              /* what is missing; renderings after it */
};

/* store NULL: nothing is there. Writes nothing. */
int hp_outlook_read(const struct hp_prepared *p, struct hp_store *store, struct hp_outlook *out,
                    struct hp_err *err);
bool hp_outlook_lacks(const struct hp_outlook *o, size_t i);
/* What one launch adds to launches_ns: launches that run side by side share the time. */
double hp_outlook_weight(const struct hp_prepared *p, const struct hp_outlook *o,
                         const struct hp_case *c, enum hp_launch_kind kind);
/* "12 already in out/x.db, 3 skipped, 10 to run, about 25 s with the reports\n" */
void hp_outlook_print(const struct hp_prepared *p, const struct hp_outlook *o, bool reports,
                      struct hp_text *out);

#endif
