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
static const double page_ns = 30e6, document_pages = 25, overview_pages = 2;

struct hp_launches hp_case_launches(const struct hp_case *c, const struct hp_measure *m)
{
    if (c->skip != NULL)
        return (struct hp_launches){ 0 };
    if (c->probe)
        return (struct hp_launches){ .probes = m->counter_rounds };
    return (struct hp_launches){ .counters = c->counters && m->counters ? m->counter_rounds : 0,
                                 .times = c->times && m->times ? c->rounds : 0 };
}

struct hp_costs hp_plan_costs(const struct hp_measure *m, double known_ns)
{
    const double operation = known_ns > 0 ? known_ns : unknown_operation_ns;
    const double counted = (double)m->pass_operations * operation + collections_ns;
    const double least = (double)m->min_iteration_ns;
    const double timed = operation > least ? operation : least;
    /* Between the least and the most: quiet cases end early. */
    const double iterations =
        (double)m->min_iterations + 0.25 * (double)(m->max_iterations - m->min_iterations);
    return (struct hp_costs){ .counters = start_ns + ((double)m->counter_iterations + 1) * counted,
                              .time = start_ns + warm_up_ns + iterations * timed,
                              .probe = start_ns + probe_ns };
}

uint32_t hp_plan_jobs(const struct hp_config *config, uint32_t processors)
{
    const uint32_t jobs = config->limits.jobs != 0 ? config->limits.jobs : processors;
    return jobs > 0 ? jobs : 1;
}

uint64_t hp_plan_estimate(const struct hp_plan *plan, const struct hp_config *config,
                          const struct hp_launches *launches, const double *known_ns,
                          uint32_t processors)
{
    double together = 0, alone = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const struct hp_launches n =
            launches != NULL ? launches[i] : hp_case_launches(&plan->cases[i], &config->measure);
        const struct hp_costs costs =
            hp_plan_costs(&config->measure, known_ns != NULL ? known_ns[i] : 0);
        together += n.counters * costs.counters + n.probes * costs.probe;
        alone += n.times * costs.time;
    }
    return (uint64_t)(together / hp_plan_jobs(config, processors) + alone);
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
