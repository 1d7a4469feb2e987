/* SPDX-License-Identifier: MIT
 * How much should a pass allocate? Arithmetic of .NET's rules; runs in test programs. */
#include "expect.h"

#include <string.h>

const int64_t expect_element_bytes[EXPECT_ELEMENTS] = { 4, 1, 2, 8, 8 };
enum { REFERENCE = 4 };

static int64_t less(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t expect_array(int64_t element_bytes, int64_t length)
{
    return (24 + element_bytes * length + 7) / 8 * 8;
}

/* Reference array of a list that was filled one by one, and all before it. */
static int64_t list_growth(int64_t count)
{
    int64_t bytes = 32;
    for (int64_t capacity = 4; count > 0; capacity *= 2) {
        bytes += expect_array(8, capacity);
        if (capacity >= count)
            break;
    }
    return bytes;
}

int64_t expect_to_array_8(int64_t c)
{
    if (c == 0)
        return 0;
    int64_t bytes = expect_array(8, 4) + (c > 4 ? expect_array(8, 8) : 0);
    int64_t parked = 0, capacity = 0;
    for (int64_t have = 8; have < c; have *= 2) {
        if (have > 8 && parked++ == capacity) {
            capacity = capacity == 0 ? 4 : 2 * capacity;
            bytes += expect_array(8, capacity);
        }
        bytes += expect_array(8, have);
    }
    return c == 4 || c == 8 ? bytes : bytes + expect_array(8, c);
}

/* ---- Chunk ---------------------------------------------------------------------------------- */

/* What a pass covers: all of the source, or the first `take` chunks. */
static int64_t covered(const struct expect_case *c)
{
    return c->take == 0 ? c->count : less(c->count, c->take * c->size);
}

static int64_t enumerator(int element, enum expect_source source, int64_t count)
{
    if (source == EXPECT_YIELD)
        return expect_element_bytes[element] == 8 ? 48 : 40;
    if (count == 0)
        return 0;
    return source == EXPECT_ARRAY ? 32 : 40;
}

static int64_t exact_arrays(const struct expect_case *c, int64_t each)
{
    int64_t bytes = 0;
    const int64_t end = covered(c);
    for (int64_t at = 0; at < end; at += c->size)
        bytes +=
            each + expect_array(expect_element_bytes[c->element], less(c->size, c->count - at));
    return bytes;
}

/* The first chunk grows; a short last one is cut down to its length. */
static int64_t grown_arrays(const struct expect_case *c)
{
    const int64_t e = expect_element_bytes[c->element];
    const int64_t end = covered(c);
    int64_t bytes = 0, length = less(c->size, 4);
    for (int64_t at = 0; at < end; at += c->size) {
        const int64_t n = less(c->size, c->count - at);
        bytes += expect_array(e, length);
        while (length < n) {
            length = less(c->size, 2 * length);
            bytes += expect_array(e, length);
        }
        if (n != length)
            bytes += expect_array(e, n);
    }
    return bytes;
}

static int64_t chunk(const struct expect_case *c, enum expect_source source)
{
    if (source == EXPECT_ARRAY && c->runtime >= 9)
        return c->count == 0 ? 0 : 64 + exact_arrays(c, 0);
    return 72 + enumerator(c->element, source, c->count) + grown_arrays(c);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* Element i has the value i, cut to its size; reference i is item i mod 256, and counts 1. */
static uint64_t value(int element, int64_t i)
{
    switch (element) {
    case 1:
        return (uint64_t)(i & 0xff);
    case 2:
        return (uint64_t)((i & 0xffff) < 0x8000 ? (i & 0xffff) : (i & 0xffff) - 0x10000);
    case REFERENCE:
        return 1 + (uint64_t)(i & 0xff);
    default:
        return (uint64_t)i;
    }
}

static uint64_t sum(int element, int64_t count)
{
    uint64_t total = 0;
    for (int64_t i = 0; i < count; i++)
        total += value(element, i);
    return total;
}

/* ---- methods -------------------------------------------------------------------------------- */

static int64_t method_bytes(const struct expect_case *c, int64_t chunks)
{
    static const struct {
        const char *method;
        enum expect_source source;
    } cut[] = { { "chunk-array", EXPECT_ARRAY },
                { "chunk-list", EXPECT_LIST },
                { "chunk-generator", EXPECT_YIELD } };
    const int64_t e = expect_element_bytes[c->element];
    const char *m = c->method;
    for (int i = 0; i < 3; i++)
        if (strcmp(m, cut[i].method) == 0)
            return chunk(c, cut[i].source) + (c->held ? list_growth(chunks) : 0);
    if (strcmp(m, "slice-array") == 0 || strcmp(m, "slice-list") == 0 ||
        strcmp(m, "segment-array") == 0)
        return 0;
    if (strcmp(m, "own-buffer") == 0)
        return expect_array(e, c->size) + enumerator(c->element, c->source, c->count);
    if (strcmp(m, "pooled-buffer") == 0)
        return enumerator(c->element, c->source, c->count);
    if (strcmp(m, "skip-take") == 0 || strcmp(m, "skiptake-list-foreach") == 0 ||
        strcmp(m, "skiptake-list-only") == 0)
        return 96 * chunks;
    if (strcmp(m, "chunk-array-tolist") == 0)
        return chunk(c, EXPECT_ARRAY) + list_growth(chunks);
    if (strcmp(m, "chunk-array-toarray") == 0)
        return chunk(c, EXPECT_ARRAY) + (c->runtime == 8 ? expect_to_array_8(chunks)
                                         : chunks == 0   ? 0
                                                         : expect_array(8, chunks));
    if (strcmp(m, "skiptake-array-toarray") == 0)
        return exact_arrays(c, 96);
    if (strcmp(m, "getrange-list") == 0)
        return exact_arrays(c, 32);
    if (strcmp(m, "slice-toarray") == 0)
        return exact_arrays(c, 0);
    if (strcmp(m, "yield-source-only") == 0)
        return enumerator(c->element, EXPECT_YIELD, c->count);
    if (strcmp(m, "list-as-enumerable") == 0)
        return enumerator(c->element, EXPECT_LIST, c->count);
    return -1;
}

struct expect_pass expect_pass(const struct expect_case *c)
{
    const bool source_only =
        strcmp(c->method, "yield-source-only") == 0 || strcmp(c->method, "list-as-enumerable") == 0;
    const int64_t end = covered(c);
    struct expect_pass p = { .chunks = (end + c->size - 1) / c->size };
    p.bytes = method_bytes(c, p.chunks);
    p.sum = strcmp(c->method, "skiptake-list-only") == 0 ? 0 : sum(c->element, end);
    if (source_only)
        p.chunks = c->count;
    return p;
}
