/* SPDX-License-Identifier: MIT
 * SHA-256 for identities, texts and code; CRC-32C for frames.
 */
#ifndef HP_BASE_HASH_H
#define HP_BASE_HASH_H

#include <heapproof/abi.h>

enum { HP_SHA_HEX = 65 }; /* 64 hex digits and a NUL */

struct hp_sha {
    uint32_t h[8];
    uint64_t bytes;
    unsigned char block[64];
};

void hp_sha_begin(struct hp_sha *s);
void hp_sha_add(struct hp_sha *s, const void *data, size_t n);
void hp_sha_end(struct hp_sha *s, char hex[HP_SHA_HEX]);
void hp_sha_of(const void *data, size_t n, char hex[HP_SHA_HEX]);
int hp_sha_of_file(const char *path, char hex[HP_SHA_HEX], struct hp_err *err);

uint32_t hp_crc32c(uint32_t seed, const void *data, size_t n);

#endif
