/* SPDX-License-Identifier: MIT
 * A run as the store would give it, made in memory: the chunk workload around both boundaries, two threshold
 * settings, this machine and a profile. Values follow the published rules, samples are drawn by seed.
 */
#ifndef HP_TESTS_REPORTS_FIXTURE_H
#define HP_TESTS_REPORTS_FIXTURE_H

#include "reports/model.h"

enum fixture_flags {
    FIXTURE_TIMES = 1, /* the heap is dotnet: its times count */
    FIXTURE_TROUBLE =
        2, /* broken, cannot tell, known, skipped claims; failed and missing launches */
    FIXTURE_ONE_SETTING = 4, /* no moved threshold */
    FIXTURE_NOT_APPLIED = 8, /* the moved threshold is not read back */
    FIXTURE_PROFILE = 16,    /* also a machine profile: counters only */
    FIXTURE_EMPTY = 32,      /* planned, nothing run */
    FIXTURE_RUSSIAN = 64,
    FIXTURE_MANY_CLAIMS = 128, /* tables that continue on the next page */
    FIXTURE_LONG_TITLES = 256, /* of run and machines: as long as a .cfg may make them */
};

struct fixture {
    struct hp_arena *arena;
    struct hp_model_rows rows;
    struct hp_case_row *cases; /* rows.cases, writable */
    struct hp_verdicts claims, published;
};

struct fixture *fixture_new(unsigned flags);
void fixture_free(struct fixture *f);
/* The case of a method on a machine and setting at a size; fails the test when there is none. */
struct hp_case_row *fixture_case(struct fixture *f, const char *method, const char *threshold,
                                 int size, bool held);

#endif
