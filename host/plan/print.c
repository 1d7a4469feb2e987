/* SPDX-License-Identifier: MIT
 * What would run, in a few lines: what each sweep multiplies to, what is left out and why.
 */
#include "base/err.h"
#include "base/units.h"
#include "plan/plan.h"

#include <stdlib.h>

/* `rounds` 0: as everywhere. */
static void print_tail(struct hp_text *out, size_t excluded, size_t merged, uint32_t rounds)
{
    char buf[HP_NUMBER_MAX];
    if (excluded > 0)
        hp_text_print(out, ", %s excluded", hp_print_count(buf, (int64_t)excluded));
    if (merged > 0)
        hp_text_print(out, ", %s equal ones merged", hp_print_count(buf, (int64_t)merged));
    if (rounds > 0)
        hp_text_print(out, ", times in %u round%s", rounds, rounds == 1 ? "" : "s");
    hp_text_put(out, "\n");
}

static void print_part(struct hp_text *out, const struct hp_plan_part *part, int width)
{
    char buf[HP_NUMBER_MAX];
    hp_text_print(out, "%-*s  %s%s%s case%s", width, part->sweep, part->factors,
                  *part->factors != '\0' ? " = " : "", hp_print_count(buf, (int64_t)part->cases),
                  part->cases == 1 ? "" : "s");
    print_tail(out, part->excluded, part->merged, part->rounds);
}

/* One line for each reason, in the order of the plan. */
static void print_skipped(struct hp_text *out, const struct hp_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        const char *reason = plan->cases[i].skip;
        size_t same = 0;
        bool first = true;
        for (size_t k = 0; k < plan->count && reason != NULL; k++)
            if (plan->cases[k].skip != NULL && strcmp(plan->cases[k].skip, reason) == 0) {
                first = first && k >= i;
                same++;
            }
        if (reason != NULL && first)
            hp_text_print(out, "  skipped: %zu case%s: %s\n", same, same == 1 ? "" : "s", reason);
    }
}

void hp_plan_print_summary(const struct hp_plan *plan, const struct hp_config *config,
                           struct hp_text *out)
{
    char buf[HP_NUMBER_MAX];
    if (plan->part_count == 1) {
        hp_text_print(out, "%s: ", config->name);
        const struct hp_plan_part *part = &plan->parts[0];
        hp_text_print(out, "%s%s%s case%s", part->factors, *part->factors != '\0' ? " = " : "",
                      hp_print_count(buf, (int64_t)part->cases), part->cases == 1 ? "" : "s");
        print_tail(out, part->excluded, part->merged, part->rounds);
    } else {
        size_t width = 0;
        for (size_t i = 0; i < plan->part_count; i++) {
            const size_t n = hp_utf8_width(plan->parts[i].sweep);
            width = n > width ? n : width;
        }
        hp_text_print(out, "%s: %s case%s in %zu sweeps", config->name,
                      hp_print_count(buf, (int64_t)plan->count), plan->count == 1 ? "" : "s",
                      plan->part_count);
        print_tail(out, plan->excluded, 0, 0);
        for (size_t i = 0; i < plan->part_count; i++) {
            hp_text_put(out, "  ");
            print_part(out, &plan->parts[i], (int)width);
        }
    }
    print_skipped(out, plan);
}

/* Why a sweep has no case. */
static void print_empty(struct hp_text *out, const struct hp_plan_part *part)
{
    char buf[HP_NUMBER_MAX];
    const char *const what = part->excluded == 1 ? "its only case" : "cases";
    const bool named =
        !hp_starts_with(part->sweep, "sweep ") && !hp_starts_with(part->sweep, "probes ");
    hp_text_print(out,
                  part->unmeasured == 0 ? "`where` of %s%s excludes "
                                        : "only this machine is timed, so %s%s loses ",
                  named ? "sweep " : "", part->sweep);
    if (part->excluded != 1)
        hp_text_print(out, "all %s ", hp_print_count(buf, (int64_t)part->excluded));
    hp_text_put(out, what);
}

int hp_plan_check_empty(const struct hp_plan *plan, struct hp_err *err)
{
    if (plan->count > 0)
        return HP_OK;
    struct hp_text why = { 0 };
    for (size_t i = 0; i < plan->part_count; i++) {
        hp_text_put(&why, i > 0 ? "; " : "");
        print_empty(&why, &plan->parts[i]);
    }
    const int rc = hp_fail(err, HP_E_NOTHING, "nothing to run: %s",
                           plan->part_count > 0 ? hp_text_str(&why) : "there is no sweep");
    hp_text_clear(&why);
    return rc;
}
