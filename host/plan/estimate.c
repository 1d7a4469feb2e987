/* SPDX-License-Identifier: MIT
 * About how long would it take? From the settings of measuring and, where a case was measured before,
 * its median; and from how many documents are rendered. An estimate for people: nothing depends on it.
 */
#include "plan/plan.h"

/* What a launch costs beside its iterations, and what is assumed of a case that nobody has measured; from
 * runs of the main job. */
static const double start_ns = 25e6, warm_up_ns = 60e6, collections_ns = 3e6, probe_ns = 250e6,
                    unknown_operation_ns = 1.2e6;

/* A page as PDF and PNG, and how many a document of the main job has. */
static const double page_ns = 100e6, document_pages = 25, overview_pages = 2;

static double counting_ns(const struct hp_measure *m, double operation_ns)
{
    const double iteration = (double)m->pass_operations * operation_ns + collections_ns;
    return (double)m->counter_rounds * (start_ns + ((double)m->min_iterations + 1) * iteration);
}

static double timing_ns(const struct hp_measure *m, double operation_ns)
{
    const double least = (double)m->min_iteration_ns;
    const double iteration = operation_ns > least ? operation_ns : least;
    /* Between the least and the most: quiet cases end early. */
    const double iterations =
        (double)m->min_iterations + 0.25 * (double)(m->max_iterations - m->min_iterations);
    return (double)m->rounds * (start_ns + warm_up_ns + iterations * iteration);
}

uint64_t hp_plan_estimate(const struct hp_plan *plan, const struct hp_config *config,
                          const bool *todo, const double *known_ns, uint32_t processors)
{
    double together = 0, alone = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct hp_case *c = &plan->cases[i];
        if (c->skip != NULL || (todo != NULL && !todo[i]))
            continue;
        const bool known = known_ns != NULL && known_ns[i] > 0;
        const double operation = known ? known_ns[i] : unknown_operation_ns;
        if (c->probe)
            together += start_ns + probe_ns;
        if (c->counters)
            together += counting_ns(&config->measure, operation);
        if (c->times)
            alone += timing_ns(&config->measure, operation);
    }
    const uint32_t jobs = config->limits.jobs != 0 ? config->limits.jobs : processors;
    return (uint64_t)(together / (jobs > 0 ? (double)jobs : 1.0) + alone);
}

static bool same_document(const struct hp_case *a, const struct hp_case *b)
{
    return strcmp(a->machine, b->machine) == 0 && strcmp(a->threshold, b->threshold) == 0;
}

uint64_t hp_plan_estimate_reports(const struct hp_plan *plan)
{
    const struct hp_case **first = NULL; /* of each document */
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct hp_case *c = &plan->cases[i];
        bool there = c->skip != NULL;
        for (size_t k = 0; k < count && !there; k++)
            there = same_document(first[k], c);
        if (!there)
            HP_PUSH(first, count, capacity) = c;
    }
    hp_mem_free((void *)first);
    const double pages = count > 0 ? (double)count * document_pages + overview_pages : 0;
    return (uint64_t)(pages * page_ns);
}
