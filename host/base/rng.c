/* SPDX-License-Identifier: MIT
 * Which numbers follow from a seed? The caller owns the state; any process.
 */
#include "base/rng.h"

#include <string.h>

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

void hp_rng_seed(struct hp_rng *rng, uint64_t seed)
{
    for (size_t i = 0; i < 4; i++)
        rng->s[i] = splitmix(&seed);
}

uint64_t hp_rng_next(struct hp_rng *rng)
{
    uint64_t *s = rng->s;
    const uint64_t result = rotate(s[1] * 5, 7) * 9;
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Draws again below the remainder of 2^64 / bound, so that no value is favoured. */
uint64_t hp_rng_below(struct hp_rng *rng, uint64_t bound)
{
    const uint64_t refused = (0 - bound) % bound;
    uint64_t drawn;
    do
        drawn = hp_rng_next(rng);
    while (drawn < refused);
    return drawn % bound;
}

static void swap_bytes(unsigned char *a, unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

void hp_rng_shuffle(struct hp_rng *rng, void *items, size_t count, size_t element_bytes)
{
    unsigned char *bytes = items;
    for (size_t i = count; i > 1; i--) {
        const size_t other = (size_t)hp_rng_below(rng, i);
        if (other != i - 1)
            swap_bytes(bytes + (i - 1) * element_bytes, bytes + other * element_bytes,
                       element_bytes);
    }
}
