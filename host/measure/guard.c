/* SPDX-License-Identifier: MIT
 * Answers: did anybody call libc's heap inside the timed region? Counters are thread-local, so a heap's
 * own background threads are not blamed on the method. Linked into the program; does its work in the
 * worker, where the only region ever opened is.
 */
#include "measure/guard.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

static _Thread_local bool watching;
static _Thread_local struct hp_guard_count counted;

void hp_guard_begin(void)
{
    counted = (struct hp_guard_count){ 0, 0 };
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    watching = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

struct hp_guard_count hp_guard_end(void)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    watching = false;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return counted;
}

static inline void saw_allocation(void)
{
    counted.allocations += watching ? 1 : 0;
}

static inline void saw_free(void)
{
    counted.frees += watching ? 1 : 0;
}

#if HP_GUARD_SANITIZED

/* sanitizer/allocator_interface.h, which gcc 12 does not install for C users everywhere. */
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

static void on_malloc(const volatile void *block, size_t bytes)
{
    (void)block;
    (void)bytes;
    saw_allocation();
}

static void on_free(const volatile void *block)
{
    if (block != NULL)
        saw_free();
}

void hp_guard_install(void)
{
    (void)__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

#else

/* libc's own entries, which stay reachable when a program defines the public names. */
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
extern void __libc_free(void *block);

#define PUBLIC __attribute__((visibility("default")))

PUBLIC void *malloc(size_t bytes);
PUBLIC void *calloc(size_t count, size_t bytes);
PUBLIC void *realloc(void *block, size_t bytes);
PUBLIC void free(void *block);
PUBLIC void *memalign(size_t alignment, size_t bytes);
PUBLIC void *aligned_alloc(size_t alignment, size_t bytes);
PUBLIC int posix_memalign(void **out, size_t alignment, size_t bytes);

void *malloc(size_t bytes)
{
    saw_allocation();
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    saw_allocation();
    return __libc_calloc(count, bytes);
}

void *realloc(void *block, size_t bytes)
{
    saw_allocation();
    return __libc_realloc(block, bytes);
}

void free(void *block)
{
    if (block != NULL)
        saw_free();
    __libc_free(block);
}

void *memalign(size_t alignment, size_t bytes)
{
    saw_allocation();
    return __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return memalign(alignment, bytes);
}

int posix_memalign(void **out, size_t alignment, size_t bytes)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *block = memalign(alignment, bytes);
    if (block == NULL)
        return ENOMEM;
    *out = block;
    return 0;
}

void hp_guard_install(void)
{
    watching = false;
}

#endif
