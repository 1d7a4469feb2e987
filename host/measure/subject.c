/* SPDX-License-Identifier: MIT
 * Answers: how is one step run so that it can be trusted? Owns nothing; runs in the worker, inside the
 * measured region.
 */
#include "measure/subject.h"
#include "base/err.h"
#include "measure/guard.h"

#include <inttypes.h>

static int blame(struct hp_guard_count calls, uint64_t operations, struct hp_err *err)
{
    const bool allocated = calls.allocations > 0;
    return hp_fail(
        err, HP_E_STATE,
        "the method called %s %" PRIu64 " times inside the timed region (%" PRIu64
        " operations) - take memory of the harness in open(), memory of the case from the "
        "heap",
        allocated ? "malloc" : "free", allocated ? calls.allocations : calls.frees, operations);
}

int hp_subject_step(const struct hp_subject *subject, uint64_t operations, struct hp_err *err)
{
    hp_guard_begin();
    int rc = subject->step(subject->state, operations, err);
    const struct hp_guard_count calls = hp_guard_end();
    rc = hp_answered(rc, err);
    if (rc == HP_OK && subject->guarded && calls.allocations + calls.frees > 0)
        return blame(calls, operations, err);
    return rc;
}

void hp_subject_settle(const struct hp_subject *subject)
{
    if ((subject->caps & HP_CAP_COLLECTS) == 0)
        return;
    subject->ops->collect(subject->thread, 2);
    subject->ops->collect(subject->thread, 2);
}
