/* SPDX-License-Identifier: MIT
 * Where does this value lie on its axis? Pure functions.
 */
#include "reports/scale.h"

#include <math.h>

/* The 1-2-5 step that cuts `span` into about `want` pieces. */
static double nice_step(double span, double want)
{
    const double raw = span / want;
    const double ten = pow(10, floor(log10(raw)));
    const double lead = raw / ten;
    return ten * (lead <= 1.0000001 ? 1 : lead <= 2.0000001 ? 2 : lead <= 5.0000001 ? 5 : 10);
}

struct hp_scale hp_scale_linear(double low, double high, double from, double to)
{
    struct hp_scale s = { HP_SCALE_LINEAR, low, high, from, to };
    if (!isfinite(low) || !isfinite(high) || high <= low) {
        s.low = isfinite(low) ? low : 0;
        s.high = s.low + 1;
    }
    const double step = nice_step(s.high - s.low, 4);
    s.low = floor(s.low / step + 1e-9) * step;
    s.high = ceil(s.high / step - 1e-9) * step;
    return s;
}

struct hp_scale hp_scale_log2(double low, double high, double from, double to)
{
    struct hp_scale s = { HP_SCALE_LOG2, 1, 2, from, to };
    if (low > 0 && isfinite(low) && low < 1)
        s.low = exp2(fmax(-10, floor(log2(low) + 1e-9)));
    if (high > 1 && isfinite(high))
        s.high = exp2(fmax(1, fmin(10, ceil(log2(high) - 1e-9))));
    return s;
}

bool hp_scale_holds(const struct hp_scale *s, double value)
{
    return isfinite(value) && value >= s->low && value <= s->high;
}

double hp_scale_at(const struct hp_scale *s, double value)
{
    if (isnan(value) || (s->kind == HP_SCALE_LOG2 && value <= 0))
        return NAN;
    const double v = fmin(fmax(value, s->low), s->high);
    const double part = s->kind == HP_SCALE_LOG2 ? log2(v / s->low) / log2(s->high / s->low)
                                                 : (v - s->low) / (s->high - s->low);
    return s->from + part * (s->to - s->from);
}

static void add_tick(struct hp_ticks *t, double value)
{
    if (t->count < HP_TICKS_MAX)
        t->values[t->count++] = value;
}

static struct hp_ticks log_ticks(const struct hp_scale *s)
{
    struct hp_ticks t = { .count = 0 };
    const double octaves = log2(s->high / s->low);
    const double factor = octaves > 8 ? 4 : 2;
    const bool halves = octaves <= 2.01; /* narrow: 1.5 between 1 and 2 */
    for (double v = s->low; v <= s->high * 1.0001; v *= factor) {
        add_tick(&t, v);
        if (halves && v * 1.5 <= s->high)
            add_tick(&t, v * 1.5);
    }
    t.decimals = halves ? 1 : 0;
    return t;
}

struct hp_ticks hp_scale_ticks(const struct hp_scale *s, size_t want)
{
    if (s->kind == HP_SCALE_LOG2)
        return log_ticks(s);
    struct hp_ticks t = { .count = 0 };
    /* What axes show is counted: sizes, collections, bytes, microseconds. No half of one is labelled. */
    const double span = s->high - s->low, nice = nice_step(span, (double)want);
    const double step = span >= 1 && nice < 1 ? 1 : nice;
    for (double i = ceil(s->low / step - 1e-9); i * step <= s->high + step * 1e-9; i++)
        add_tick(&t, i * step);
    t.decimals = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
    return t;
}
