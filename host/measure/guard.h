/* SPDX-License-Identifier: MIT
 * Watches libc's heap while a timed region runs. The program defines malloc and its family itself and
 * passes every call on to libc; between hp_guard_begin() and hp_guard_end() the calls of this thread are
 * counted, those of the plugins included. In sanitizer builds, which bring their own malloc, the
 * sanitizer's hooks count instead. Memory from the kernel (mmap, sbrk) is not counted: a heap grows by it inside
 * the region, and who asks cannot be told apart there.
 */
#ifndef HP_MEASURE_GUARD_H
#define HP_MEASURE_GUARD_H

#include <stdint.h>

/* 1 when AddressSanitizer or ThreadSanitizer replaces malloc in this build. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HP_GUARD_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HP_GUARD_SANITIZED 1
#endif
#endif
#ifndef HP_GUARD_SANITIZED
#define HP_GUARD_SANITIZED 0
#endif

struct hp_guard_count {
    uint64_t allocations; /* malloc, calloc, realloc, aligned forms */
    uint64_t frees;
};

/* Call once in a process before the first region. */
void hp_guard_install(void);
/* Neither allocates nor calls anything: usable around a region of nanoseconds. Do not nest. */
void hp_guard_begin(void);
struct hp_guard_count hp_guard_end(void);

#endif
