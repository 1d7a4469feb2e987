/* SPDX-License-Identifier: MIT
 * Published figures by rows: each scenario has one row, up to four cases, and what must come out. What the
 * test programs of published figures share.
 */
#ifndef HP_PUBLISHED_RIG_H
#define HP_PUBLISHED_RIG_H

#include "hp_test.h"

#include "verdict/published.h"

enum { CASES = 4, SAMPLES = 15 };

/* A case that delivered SAMPLES equal values of one metric (step > 0: values that rise by it). */
struct given {
    const char *method, *params, *metric; /* params "size=21243 held=true" */
    double value, step;
    int32_t runtime; /* 0: 10 */
    const char *plugin, *machine, *threshold, *gc, *text, *workload;
    bool probe, crashed, unfinished;
    uint64_t operations; /* of each sample; 0: not said */
    const char *options; /* of the heap, as params; NULL: none */
};

struct scenario {
    const char *name;
    struct hp_published row;
    struct given cases[CASES];
    enum hp_verdict_kind kind;
    const char *here, *reason; /* reason: a part of it, NULL none */
    const char *says;          /* a part of the message, or NULL */
};

/* Of a row only what matters is written; complete() adds the rest. */
#define ROW(...)                                                                                   \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

/* The figure that most tests start from, and the case that answers it. */
#define ALLOCATED                                                                                  \
    ROW(.probe_or_method = "chunk-array",                                                          \
        .params = "size=21243;element=int32;held=false;count=1000000",                             \
        .metric = "allocated_bytes", .low = 4001408, .high = 4001408)
#define AT_21243 .method = "chunk-array", .metric = "allocated_bytes"
#define FULL "count=1000000 size=21243 element=int32 held=false consume=sum take=0"

extern const struct hp_machine_row published_machines[2];
struct hp_published published_complete(struct hp_published row);
/* Judges `rows` on the given cases; the caller clears `out` and the arena. */
void published_judge(const struct hp_published *rows, size_t row_count, const struct given *given,
                     struct hp_arena *arena, struct hp_verdicts *out);
void published_run(const struct scenario *s, size_t count);

#endif
