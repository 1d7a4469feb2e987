/* SPDX-License-Identifier: MIT
 * Seeded random numbers (xoshiro256** seeded by splitmix64): same seed, same numbers, everywhere.
 */
#ifndef HP_BASE_RNG_H
#define HP_BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct hp_rng {
    uint64_t s[4];
};

void hp_rng_seed(struct hp_rng *rng, uint64_t seed);
uint64_t hp_rng_next(struct hp_rng *rng);
uint64_t hp_rng_below(struct hp_rng *rng, uint64_t bound); /* uniform in [0, bound), bound > 0 */
void hp_rng_shuffle(struct hp_rng *rng, void *items, size_t count, size_t element_bytes);

#endif
