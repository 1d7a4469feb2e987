/* SPDX-License-Identifier: MIT
 * From values to points. Linear or log 2; a value that is no number, or not positive on a log scale, has no
 * place (NaN), and callers draw nothing for it.
 */
#ifndef HP_REPORTS_SCALE_H
#define HP_REPORTS_SCALE_H

#include <stdbool.h>
#include <stddef.h>

enum hp_scale_kind { HP_SCALE_LINEAR, HP_SCALE_LOG2 };

struct hp_scale {
    enum hp_scale_kind kind;
    double low, high; /* values */
    double from, to;  /* points; `to` may be less than `from` (y axes) */
};

enum { HP_TICKS_MAX = 16 };
struct hp_ticks {
    double values[HP_TICKS_MAX];
    size_t count;
    int decimals; /* that tell the values apart */
};

/* Widens [low, high] to 1-2-5 steps; bytes and counts pass low = 0. At least one step wide. */
struct hp_scale hp_scale_linear(double low, double high, double from, double to);
/* Widens to powers of two that hold 1; at most 2^20 apart. */
struct hp_scale hp_scale_log2(double low, double high, double from, double to);
/* NaN when the value has no place; values outside are clamped to the ends. */
double hp_scale_at(const struct hp_scale *s, double value);
bool hp_scale_holds(const struct hp_scale *s, double value);
/* 1-2-5 steps, about `want` of them; powers of two on log scales (1.5 and the like when narrow). */
struct hp_ticks hp_scale_ticks(const struct hp_scale *s, size_t want);

#endif
