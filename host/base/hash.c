/* SPDX-License-Identifier: MIT
 * What identifies these bytes (SHA-256, FIPS 180-4), and did they arrive whole (CRC-32C, RFC 3720)?
 */
#include "base/hash.h"

#include "base/err.h"

#include <errno.h>
#include <stdio.h>

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t right(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static void compress(struct hp_sha *s, const unsigned char *block)
{
    uint32_t w[64], v[8];
    for (size_t i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (size_t i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (right(a, 7) ^ right(a, 18) ^ a >> 3) +
               (right(b, 17) ^ right(b, 19) ^ b >> 10);
    }
    memcpy(v, s->h, sizeof v);
    for (size_t i = 0; i < 64; i++) {
        const uint32_t e = v[4], a = v[0];
        const uint32_t t1 = v[7] + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
                            ((e & v[5]) ^ (~e & v[6])) + k[i] + w[i];
        const uint32_t t2 =
            (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (size_t i = 0; i < 8; i++)
        s->h[i] += v[i];
}

void hp_sha_begin(struct hp_sha *s)
{
    static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memcpy(s->h, start, sizeof start);
    s->bytes = 0;
}

void hp_sha_add(struct hp_sha *s, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    while (n != 0) {
        const size_t filled = (size_t)(s->bytes % 64);
        const size_t take = n < 64 - filled ? n : 64 - filled;
        memcpy(s->block + filled, bytes, take);
        s->bytes += take;
        bytes += take;
        n -= take;
        if (filled + take == 64)
            compress(s, s->block);
    }
}

void hp_sha_end(struct hp_sha *s, char hex[HP_SHA_HEX])
{
    static const unsigned char padding[64] = { 0x80 };
    const uint64_t bits = s->bytes * 8;
    const size_t filled = (size_t)(s->bytes % 64);
    hp_sha_add(s, padding, filled < 56 ? 56 - filled : 120 - filled);
    unsigned char length[8];
    for (unsigned i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    hp_sha_add(s, length, sizeof length);
    for (size_t i = 0; i < 8; i++)
        (void)snprintf(hex + 8 * i, HP_SHA_HEX - 8 * i, "%08x", s->h[i]);
}

void hp_sha_of(const void *data, size_t n, char hex[HP_SHA_HEX])
{
    struct hp_sha s;
    hp_sha_begin(&s);
    hp_sha_add(&s, data, n);
    hp_sha_end(&s, hex);
}

int hp_sha_of_file(const char *path, char hex[HP_SHA_HEX], struct hp_err *err)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return hp_fail(err, HP_E_ENV, "%s: %s", path, strerror(errno));
    struct hp_sha s;
    hp_sha_begin(&s);
    unsigned char buffer[16384];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, file)) != 0)
        hp_sha_add(&s, buffer, n);
    const int failed = ferror(file) ? errno : 0;
    (void)fclose(file);
    if (failed != 0)
        return hp_fail(err, HP_E_ENV, "%s: %s", path, strerror(failed));
    hp_sha_end(&s, hex);
    return HP_OK;
}

/* Bit by bit: frames are short, and a table would be a second place to be wrong in. */
uint32_t hp_crc32c(uint32_t seed, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    uint32_t crc = ~seed;
    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (UINT32_C(0x82f63b78) & (0 - (crc & 1)));
    }
    return ~crc;
}
