/* SPDX-License-Identifier: MIT
 *
 * What time is it for the rules that depend on time? Virtual, and then a replayed trace gives the same
 * numbers everywhere: time passes with allocated bytes, or not at all. Or the machine's own, for cases that
 * run as long as a real program would. Milliseconds since the heap was opened; under the heap's lock.
 */
#include "layout.h"

#include <time.h>

uint64_t gen_real_ns(void)
{
    struct timespec ts;
    (void)clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* Allocated bytes never fall: what contexts give back was counted when they got it. */
uint64_t gen_now_ms(struct hp_heap *h)
{
    if (h->opt.clock == GEN_CLOCK_REAL)
        return (gen_real_ns() - h->opened_ns) / 1000000u;
    const uint64_t bytes = (uint64_t)(h->total_small + h->total_large);
    const uint64_t now = h->opt.clock_rate == 0 ? 0 : bytes / h->opt.clock_rate;
    if (h->virtual_ms < now)
        h->virtual_ms = now;
    return h->virtual_ms;
}
