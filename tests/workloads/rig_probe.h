/* SPDX-License-Identifier: MIT
 * A probe of the workload that the test is linked with, run on a rig, and what it reported. */
#ifndef HP_TEST_RIG_PROBE_H
#define HP_TEST_RIG_PROBE_H

#include "hp_test.h"
#include "rig.h"

/* `params` is the workload's own struct. */
static inline int rig_probe(struct rig *rig, const char *name, const void *params,
                            struct hp_err *err)
{
    struct hp_run run = rig->run;
    run.params = params;
    run.probe = name;
    rig_clear(rig);
    const int rc = hp_plugin_query()->workload->probe(&run, err);
    assert_int_equal(rig->run.thread->root_count, 0);
    return rc;
}

static inline void rig_check_number(const struct rig *rig, const char *metric, double want)
{
    const struct rig_metric *m = rig_metric(rig, metric);
    HP_CHECK(m != NULL, "%s was not reported", metric);
    HP_CHECK(m->value == want, "%s is %.0f, want %.0f", metric, m->value, want);
}

#endif
