/* SPDX-License-Identifier: MIT
 * Samples for tests, from the product's generator.
 */
#ifndef HP_TEST_RANDOM_H
#define HP_TEST_RANDOM_H

#include "base/rng.h"

/* In [0, 1), from the 53 high bits of a draw. */
static inline double hp_test_unit(struct hp_rng *rng)
{
    return (double)(hp_rng_next(rng) >> 11) * 0x1p-53;
}

#endif
