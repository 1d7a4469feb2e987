/* SPDX-License-Identifier: MIT
 * Answers: what do the heap's counters say about one pass of a method? Owns nothing beyond the call;
 * runs in the worker.
 */
#include "measure/counting.h"

/* Readings of one iteration. */
struct readings {
    struct hp_counters before, after, settled;
    uint64_t pause_max_ns;
};

static bool has(const struct hp_counters *c, int counter)
{
    return (c->present >> counter & 1) != 0;
}

static void read_counters(const struct hp_subject *s, struct hp_counters *out)
{
    *out = (struct hp_counters){ .present = 0 };
    s->ops->counters(s->thread, out);
}

/* Moves the log past everything that happened so far; returns the number of its next entry. */
static uint64_t log_skip(const struct hp_subject *s, struct hp_counting *c, uint64_t next)
{
    size_t n;
    while ((n = s->ops->collections(s->heap, next, c->log, HP_COUNTING_LOG)) > 0)
        next = c->log[n - 1].number + 1;
    return next;
}

static uint64_t longest_pause(const struct hp_collection *log, size_t count)
{
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++)
        if (log[i].pause_ns > most)
            most = log[i].pause_ns;
    return most;
}

static int run(const struct hp_subject *s, struct hp_counting *c, struct readings *r,
               uint64_t *log_next, struct hp_err *err)
{
    const bool logs = (s->caps & HP_CAP_COLLECTS) != 0;
    if (logs)
        *log_next = log_skip(s, c, *log_next);
    read_counters(s, &r->before);
    const int rc = hp_subject_step(s, c->operations, err);
    if (rc != HP_OK)
        return rc;
    read_counters(s, &r->after);
    c->log_count = logs ? s->ops->collections(s->heap, *log_next, c->log, HP_COUNTING_LOG) : 0;
    r->pause_max_ns = longest_pause(c->log, c->log_count);
    return HP_OK;
}

static double scaled(const struct hp_metric *m, int64_t difference, uint64_t operations)
{
    if (m->per_operations == 0)
        return (double)difference;
    return (double)difference * m->per_operations / (double)operations;
}

static void tell(const struct hp_counting *c, const struct readings *r, uint32_t iteration)
{
    for (const struct hp_metric *m = hp_metrics; m->name != NULL; m++) {
        const struct hp_counters *end = m->source == HP_FROM_COUNTER ? &r->after : &r->settled;
        if (m->source == HP_FROM_LOG && c->log_count > 0)
            c->sample(c->context, m, iteration, c->operations, (double)r->pause_max_ns);
        if (m->counter < 0 || !has(&r->before, m->counter) || !has(end, m->counter))
            continue;
        c->sample(c->context, m, iteration, c->operations,
                  scaled(m, end->value[m->counter] - r->before.value[m->counter], c->operations));
    }
}

int hp_count(const struct hp_subject *subject, struct hp_counting *c, struct hp_err *err)
{
    struct readings r;
    uint64_t log_next = 0;
    hp_subject_settle(subject);
    for (uint32_t i = 0; i <= c->iterations; i++) {
        const int rc = run(subject, c, &r, &log_next, err);
        if (rc != HP_OK)
            return rc;
        hp_subject_settle(subject);
        read_counters(subject, &r.settled);
        if (i > 0)
            tell(c, &r, i - 1);
    }
    return HP_OK;
}
