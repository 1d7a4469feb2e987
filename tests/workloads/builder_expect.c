/* SPDX-License-Identifier: MIT
 * The rules of chunks, strings and Clear as plain arithmetic. */
#include "builder_expect.h"

#include <stddef.h>
#include <string.h>

static int64_t up8(int64_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static int64_t array_bytes(int64_t length)
{
    return up8(24 + 2 * length);
}

static int64_t string_bytes(int64_t length)
{
    return length == 0 ? 0 : up8(22 + 2 * length);
}

/* ---- a chain as numbers --------------------------------------------------------------------- */

struct chain {
    int64_t length, first, last, left, bytes; /* first, last: room of those chunks */
    int chunks;
};

static struct chain chain_new(int64_t capacity)
{
    const int64_t room = capacity == 0 ? 16 : capacity;
    return (struct chain){
        .first = room, .last = room, .left = room, .bytes = 48 + array_bytes(room), .chunks = 1
    };
}

static void chain_append(struct chain *c, int64_t count)
{
    if (count > c->left) {
        const int64_t filled = c->length + c->left, rest = count - c->left;
        const int64_t usual = filled < 8000 ? filled : 8000;
        c->last = rest > usual ? rest : usual;
        c->bytes += 48 + array_bytes(c->last);
        c->left = c->last - rest;
        c->chunks++;
    } else {
        c->left -= count;
    }
    c->length += count;
}

static struct chain chain_parts(int64_t capacity, int64_t chars, int64_t part)
{
    struct chain c = chain_new(capacity);
    for (int64_t at = 0; at < chars; at += part)
        chain_append(&c, chars - at < part ? chars - at : part);
    return c;
}

/* Clear() over several chunks makes one array: the capacity, but no more than a fifth above the
 * length or the last array. */
static int64_t clear_bytes(const struct chain *c)
{
    const int64_t grown = c->length * 6 / 5, wanted = grown > c->last ? grown : c->last;
    const int64_t capacity = c->length + c->left, keep = capacity < wanted ? capacity : wanted;
    return c->chunks > 1 && keep > c->first ? array_bytes(keep) : 0;
}

/* ---- overloads ------------------------------------------------------------------------------ */

static int64_t parts_of(const struct expect_text *x)
{
    return (x->chars + x->part - 1) / x->part;
}

static bool is(const struct expect_text *x, const char *overload)
{
    return x->overload != NULL && strcmp(x->overload, overload) == 0;
}

int64_t expect_text_length(const struct expect_text *x)
{
    if (is(x, "number"))
        return x->chars / 10 * 10;
    if (is(x, "bool"))
        return x->chars / 4 * 4;
    if (is(x, "line"))
        return x->chars + 1;
    if (is(x, "join"))
        return x->chars + (x->chars > 0 ? parts_of(x) - 1 : 0);
    return x->chars;
}

static int64_t char_of(const struct expect_text *x, int64_t i)
{
    const int64_t block = x->part + 1; /* of join: a part and its comma */
    if (is(x, "repeat"))
        return 'x';
    if (is(x, "number"))
        return "1234567890"[i % 10];
    if (is(x, "bool"))
        return "True"[i % 4];
    if (is(x, "line") && i == x->chars)
        return '\n';
    if (is(x, "join"))
        return i % block == x->part ? ',' : 'a' + (i - i / block) % 26;
    return 'a' + i % 26;
}

uint16_t expect_text_char(const struct expect_text *x, int64_t i)
{
    return (uint16_t)char_of(x, i);
}

static struct chain overload_chain(const struct expect_text *x)
{
    struct chain c = chain_new(0);
    if (is(x, "char"))
        return chain_parts(0, x->chars, 1);
    if (is(x, "bool"))
        return chain_parts(0, expect_text_length(x), 4);
    if (is(x, "number")) {
        for (int64_t at = 0; at + 10 <= x->chars; at += 10) {
            c.bytes += c.left < 10 ? string_bytes(10) : 0;
            chain_append(&c, 10);
        }
        return c;
    }
    if (is(x, "join")) {
        for (int64_t at = 0; at < x->chars; at += x->part) {
            chain_append(&c, at > 0 ? 1 : 0);
            chain_append(&c, x->chars - at < x->part ? x->chars - at : x->part);
        }
        return c;
    }
    chain_append(&c, x->chars);
    if (is(x, "line"))
        chain_append(&c, 1);
    return c;
}

/* ---- methods -------------------------------------------------------------------------------- */

static int64_t finished(const struct expect_text *x, struct chain c)
{
    return c.bytes + (x->tostring ? string_bytes(c.length) : 0);
}

static int64_t in_parts(const struct expect_text *x, int64_t part)
{
    return finished(x, chain_parts(0, x->chars, part));
}

static int64_t one_bytes(const struct expect_text *x)
{
    return finished(x, overload_chain(x));
}

static int64_t parts_1000_bytes(const struct expect_text *x)
{
    return in_parts(x, 1000);
}

static int64_t parts_8000_bytes(const struct expect_text *x)
{
    return in_parts(x, 8000);
}

static int64_t parts_bytes(const struct expect_text *x)
{
    return in_parts(x, x->part);
}

static int64_t preset_bytes(const struct expect_text *x)
{
    return finished(x, chain_parts(x->capacity, x->chars, x->part));
}

/* One part alone is the string itself. */
static int64_t concat_bytes(const struct expect_text *x)
{
    return parts_of(x) == 1 ? 0 : string_bytes(x->chars);
}

static int64_t only_string(const struct expect_text *x)
{
    return string_bytes(x->chars);
}

static int64_t clear_reuse_bytes(const struct expect_text *x)
{
    const struct chain c = chain_parts(0, x->chars, x->part);
    return c.bytes + clear_bytes(&c);
}

/* Short ones come back and fit what they had; long ones are made anew every time. */
static int64_t pooled_bytes(const struct expect_text *x)
{
    const struct chain c = chain_parts(100, x->chars, x->part);
    if (c.length + c.left > 4096)
        return finished(x, c);
    return c.chunks > 1 ? -1 : x->tostring ? string_bytes(x->chars) : 0;
}

static int64_t live_bytes(const struct expect_text *x)
{
    return x->tostring ? string_bytes(x->chars) : 0;
}

static int64_t front_bytes(const struct expect_text *x)
{
    const bool in_place = x->one ? x->chars == 0 : x->chars < 16;
    return in_place ? 0 : 48 + array_bytes(16);
}

static int64_t middle_bytes(const struct expect_text *x)
{
    const struct chain c = chain_parts(x->one ? x->chars : 0, x->chars, 8000);
    return x->chars < 1000 ? -1 : c.bytes + x->inserts * (48 + array_bytes(16));
}

static int64_t nothing(const struct expect_text *x)
{
    (void)x;
    return 0;
}

static const struct {
    const char *method;
    int64_t (*bytes)(const struct expect_text *x);
} rules[] = {
    { "append-one", one_bytes },
    { "append-parts-1000", parts_1000_bytes },
    { "append-parts-8000", parts_8000_bytes },
    { "append-parts", parts_bytes },
    { "preset-capacity", preset_bytes },
    { "concat", concat_bytes },
    { "create", only_string },
    { "pooled-value-builder", only_string },
    { "append-overloads", one_bytes },
    { "clear-reuse", clear_reuse_bytes },
    { "pooled-builder", pooled_bytes },
    { "live-builders", live_bytes },
    { "insert-front", front_bytes },
    { "insert-middle", middle_bytes },
    { "replace", nothing },
    { "sign-stack", nothing },
};

int64_t expect_text_bytes(const struct expect_text *x)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].method, x->method) == 0)
            return rules[i].bytes(x);
    return -1;
}
