/* SPDX-License-Identifier: MIT
 * Answers: is an effect larger than what a case differs from itself? Pure functions; parent and judge child.
 */
#include "verdict/resolution.h"
#include "base/units.h"

#include <math.h>

struct hp_control hp_control(struct hp_samples samples)
{
    struct hp_control out = { { NAN, NAN, NAN }, 0 };
    double *halves = hp_mem_new((samples.n + 1) * sizeof *halves);
    size_t even = 0, odd = 0; /* from the front, and from the back */
    for (size_t i = 0; samples.launches != NULL && i < samples.n; i++) {
        if (samples.launches[i] % 2 == 0)
            halves[even++] = samples.values[i];
        else
            halves[samples.n - ++odd] = samples.values[i];
    }
    if (even >= 2 && odd >= 2) {
        const struct hp_samples a = { halves, even, NULL },
                                b = { halves + samples.n - odd, odd, NULL };
        out.n = even < odd ? even : odd;
        out.ratio = hp_ratio(a, b, HP_BOOT_SEED);
    }
    hp_mem_free(halves);
    return out;
}

double hp_control_reach(const struct hp_control *control)
{
    const struct hp_interval *r = &control->ratio;
    if (control->n == 0)
        return NAN;
    if (isnan(r->value))
        return 0;
    return r->low > 0 ? fmax(1 / r->low, r->high) - 1 : INFINITY;
}

double hp_resolution(const struct hp_control *a, const struct hp_control *b)
{
    return fmax(hp_control_reach(a), hp_control_reach(b)); /* fmax passes over NaN */
}

bool hp_within_control(struct hp_interval ratio, double resolution)
{
    return ratio.value * (1 + resolution) > 1 && ratio.value < 1 + resolution;
}

struct hp_interval hp_resolved(struct hp_interval ratio, double resolution)
{
    if (!hp_within_control(ratio, resolution))
        return ratio;
    return (struct hp_interval){ ratio.value, fmin(ratio.low, 1 / (1 + resolution)),
                                 fmax(ratio.high, 1 + resolution) };
}

const char *hp_resolution_words(struct hp_arena *arena, double resolution)
{
    char figure[HP_NUMBER_MAX];
    if (isinf(resolution))
        return "the same case differs from itself without bound between rounds";
    return hp_arena_print(arena, "the same case differs from itself by up to %s %% between rounds",
                          hp_print_percent(figure, resolution));
}

struct hp_straddle hp_straddle(struct hp_interval interval, struct hp_basis basis, double low,
                               double high)
{
    const size_t more = hp_more_launches(interval, basis, low, high);
    return (struct hp_straddle){ more, more > 0 ? "the interval contains the bound"
                                                : "the value is at the bound: no sensible number "
                                                  "of launches would tell" };
}

struct hp_basis hp_ratio_basis(const struct hp_samples sides[2])
{
    const size_t a = hp_launches(sides[0]), b = hp_launches(sides[1]);
    return (struct hp_basis){ .launches = a < b ? a : b, .sides = 2 };
}

const char *hp_straddle_words(struct hp_arena *arena, size_t more)
{
    return more == 0 ? ""
                     : hp_arena_print(arena, "; about %zu more launch%s would decide", more,
                                      more == 1 ? "" : "es");
}
