/* SPDX-License-Identifier: MIT
 * What is there, what is left to do, and about how long does it take? Parent only; reads the store that it
 * is given.
 */
#include "cmd/outlook.h"

#include "base/units.h"

#include <math.h>

bool hp_outlook_lacks(const struct hp_outlook *o, size_t i)
{
    const struct hp_launches *n = &o->missing[i];
    return n->counters + n->times + n->probes > 0;
}

static void count_cases(const struct hp_prepared *p, struct hp_outlook *o)
{
    for (size_t i = 0; i < p->plan->count; i++) {
        const bool skipped = p->plan->cases[i].skip != NULL, lacks = hp_outlook_lacks(o, i);
        o->skipped_count += skipped;
        o->todo_count += lacks;
        o->there_count += !skipped && !lacks;
    }
    o->launches_ns =
        hp_plan_estimate(p->plan, p->config, o->missing, o->known_ns, p->facts.machine.processors);
    o->reports_ns = hp_plan_estimate_reports(p->plan);
}

int hp_outlook_read(const struct hp_prepared *p, struct hp_store *store, struct hp_outlook *out,
                    struct hp_err *err)
{
    const struct hp_run_info info = { .config = p->config,
                                      .plan = p->plan,
                                      .facts = p->facts.facts,
                                      .fact_count = p->facts.count,
                                      .host_title = p->facts.title,
                                      .this_machine = &p->facts.machine };
    int rc = HP_OK;
    *out = (struct hp_outlook){
        .missing = hp_arena_get(p->arena, (p->plan->count + 1) * sizeof *out->missing),
        .known_ns = hp_arena_get(p->arena, (p->plan->count + 1) * sizeof *out->known_ns),
    };
    if (store != NULL)
        rc = hp_store_lacks(store, &info, out->missing, out->known_ns, &out->elsewhere, err);
    else
        for (size_t i = 0; i < p->plan->count; i++)
            out->missing[i] = hp_case_launches(&p->plan->cases[i], &p->config->measure);
    if (rc == HP_OK)
        count_cases(p, out);
    return rc;
}

double hp_outlook_weight(const struct hp_prepared *p, const struct hp_outlook *o,
                         const struct hp_case *c, enum hp_launch_kind kind)
{
    const struct hp_costs costs =
        hp_plan_costs(&p->config->measure, o->known_ns[c - p->plan->cases]);
    if (kind == HP_LAUNCH_TIME)
        return costs.time;
    return (kind == HP_LAUNCH_PROBE ? costs.probe : costs.counters) /
           hp_plan_jobs(p->config, p->facts.machine.processors);
}

/* An estimate claims no more than that. */
static double two_figures(double ns)
{
    const double step = pow(10, floor(log10(ns)) - 1);
    return round(ns / step) * step;
}

void hp_outlook_print(const struct hp_prepared *p, const struct hp_outlook *o, bool reports,
                      struct hp_text *out)
{
    char number[HP_NUMBER_MAX], time[HP_NUMBER_MAX];
    const uint64_t ns = o->launches_ns + (reports ? o->reports_ns : 0);
    if (o->there_count != 0)
        hp_text_print(out, "%s already in %s, ", hp_print_count(number, (int64_t)o->there_count),
                      p->database);
    if (o->skipped_count != 0)
        hp_text_print(out, "%s skipped, ", hp_print_count(number, (int64_t)o->skipped_count));
    hp_text_print(out, "%s to run", hp_print_count(number, (int64_t)o->todo_count));
    if (ns != 0)
        hp_text_print(out, ", about %s%s", hp_print_time(time, two_figures((double)ns)),
                      reports ? " with the reports" : "");
    hp_text_put(out, "\n");
    if (o->elsewhere.cases != 0)
        hp_text_print(out,
                      "  %s has results of %s case%s from another host (%s), not reused here\n",
                      p->database, hp_print_count(number, (int64_t)o->elsewhere.cases),
                      o->elsewhere.cases == 1 ? "" : "s", o->elsewhere.host);
}
