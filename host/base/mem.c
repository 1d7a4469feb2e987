/* SPDX-License-Identifier: MIT
 * Where does the host's memory come from? An arena owns chunks of growing size that are freed
 * together. Any process; a worker uses none of it between two clock readings.
 */
#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_ENVIRONMENT = 6, ALIGN = 16, CHUNK_FIRST = 4096, CHUNK_MOST = 1 << 20 };

_Noreturn static void out_of_memory(void)
{
    static const char text[] = "heapproof: this machine has no memory left\n";
    const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    _exit(EXIT_ENVIRONMENT);
}

void *hp_mem_new(size_t bytes)
{
    void *block = calloc(1, bytes != 0 ? bytes : 1);
    if (block == NULL)
        out_of_memory();
    return block;
}

void *hp_mem_grow(void *old, size_t count, size_t element_bytes)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, element_bytes, &bytes))
        out_of_memory();
    void *block = realloc(old, bytes != 0 ? bytes : 1);
    if (block == NULL)
        out_of_memory();
    return block;
}

void hp_mem_free(void *block)
{
    free(block);
}

/* Blocks follow the header at the next multiple of ALIGN. */
struct chunk {
    struct chunk *next;
    size_t used, bytes; /* of the payload */
};

struct hp_arena {
    struct chunk *chunks; /* the newest first; only it is filled further */
    size_t next_bytes;
};

static char *payload(struct chunk *chunk)
{
    const size_t header = (sizeof *chunk + ALIGN - 1) / ALIGN * ALIGN;
    return (char *)chunk + header;
}

struct hp_arena *hp_arena_new(void)
{
    struct hp_arena *arena = hp_mem_new(sizeof *arena);
    arena->next_bytes = CHUNK_FIRST;
    return arena;
}

void hp_arena_free(struct hp_arena *arena)
{
    if (arena == NULL)
        return;
    for (struct chunk *chunk = arena->chunks, *next; chunk != NULL; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

static struct chunk *add_chunk(struct hp_arena *arena, size_t least)
{
    size_t bytes = arena->next_bytes;
    if (arena->next_bytes < CHUNK_MOST)
        arena->next_bytes *= 2;
    if (bytes < least)
        bytes = least;
    size_t whole;
    if (__builtin_add_overflow(bytes, sizeof(struct chunk) + ALIGN, &whole))
        out_of_memory();
    struct chunk *chunk = hp_mem_new(whole);
    chunk->next = arena->chunks;
    chunk->bytes = bytes;
    arena->chunks = chunk;
    return chunk;
}

void *hp_arena_get(struct hp_arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX - ALIGN - ALIGN)
        out_of_memory();
    const size_t rounded = bytes != 0 ? (bytes + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
    struct chunk *chunk = arena->chunks;
    if (chunk == NULL || chunk->bytes - chunk->used < rounded)
        chunk = add_chunk(arena, rounded);
    char *block = payload(chunk) + chunk->used;
    chunk->used += rounded;
    return block;
}

char *hp_arena_copy_n(struct hp_arena *arena, const char *bytes, size_t n)
{
    char *copy = hp_arena_get(arena, n + 1);
    if (n != 0)
        memcpy(copy, bytes, n);
    return copy;
}

char *hp_arena_copy(struct hp_arena *arena, const char *text)
{
    return text != NULL ? hp_arena_copy_n(arena, text, strlen(text)) : NULL;
}

char *hp_arena_print(struct hp_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    const size_t bytes = n < 0 ? 0 : (size_t)n;
    char *out = hp_arena_get(arena, bytes + 1);
    (void)vsnprintf(out, bytes + 1, format, again);
    va_end(again);
    return out;
}
