/* SPDX-License-Identifier: MIT
 *
 * text.h - the parts of .NET's library that make texts: strings, Concat and Create, StringBuilder,
 * ValueStringBuilder, and a pool of builders.
 *
 * The rules are those of bcl.h: real objects of .NET's sizes, hp_ref slots, errors that begin with
 * the exception's name, [roots] for functions that leave local roots to their caller. Lengths and
 * positions are in characters, which are UTF-16 units. Nothing that throws has a partial effect,
 * unless a function says so.
 */
#ifndef HP_BCL_TEXT_H
#define HP_BCL_TEXT_H

#include "bcl/bcl.h"

/* ---- spans ---------------------------------------------------------------------------------- */

/* ReadOnlySpan<char>: a part of a string or char[] of the heap, or characters outside of it, which
 * nothing moves (a stack buffer, the plugin's constants). */
struct bcl_span {
    const uint16_t *fixed; /* the first character; NULL: it is in `object` */
    hp_ref object;
    int32_t first, count; /* of the object; `first` is 0 for fixed characters */
};

static inline struct bcl_span bcl_span_of(hp_ref object, int32_t first, int32_t count)
{
    return (struct bcl_span){ .object = object, .first = first, .count = count };
}

static inline struct bcl_span bcl_span_fixed(const uint16_t *characters, int32_t count)
{
    return (struct bcl_span){ .fixed = characters, .count = count };
}

/* The whole of a string or char[]. */
static inline struct bcl_span bcl_span_all(const struct bcl *b, hp_ref object)
{
    return bcl_span_of(object, 0, (int32_t)hp_length(b->t, object));
}

/* Its first character; good until the next allocation, as every address of hp_data() is. */
static inline const uint16_t *bcl_span_data(const struct bcl *b, const struct bcl_span *span)
{
    return span->fixed != NULL ? span->fixed
                               : (const uint16_t *)hp_data(b->t, span->object) + span->first;
}

/* ---- strings -------------------------------------------------------------------------------- */

static inline const struct hp_type *bcl_type_string(void)
{
    return bcl_elements[BCL_STR].array;
}

static inline const struct hp_type *bcl_type_chars(void)
{
    return bcl_elements[BCL_CHAR].array;
}

/* [untimed] Makes what .NET has from its start: the empty string, the table of small numbers. */
int bcl_text_open(struct bcl *b, struct hp_err *err);

/* A string of zeroes; the shared empty string for length 0. */
int bcl_string_new(struct bcl *b, int32_t length, hp_ref slot, struct hp_err *err);
/* new string(span). */
int bcl_string_of(struct bcl *b, const struct bcl_span *span, hp_ref slot, struct hp_err *err);
/* string.Concat(string[]): one string of exactly the sum; a single text that is not empty is given
 * back itself only when it is the only one. Null elements count as empty. */
int bcl_string_concat(struct bcl *b, hp_ref strings, hp_ref slot, struct hp_err *err);
/* string.Create: `fill` writes the characters in place and must not allocate on the heap. */
int bcl_string_create(struct bcl *b, int32_t length,
                      void (*fill)(void *state, struct bcl *b, uint16_t *to, int32_t length),
                      void *state, hp_ref slot, struct hp_err *err);

enum { BCL_NUMBER_CHARS = 20 };
/* TryFormat of a long: writes the digits and returns their number, or 0 without writing when they
 * are more than `room`. */
int32_t bcl_number_format(int64_t value, uint16_t *to, int32_t room);
/* ToString of a number: 0 to 299 are made once for each heap. */
int bcl_number_string(struct bcl *b, int64_t value, hp_ref slot, struct hp_err *err);

/* ---- StringBuilder -------------------------------------------------------------------------- */

/* A node of 48 bytes with a char[]. The object that the user holds is the last chunk; earlier ones
 * hang behind it. */
extern const struct hp_type bcl_type_builder;

enum { BCL_BUILDER_CAPACITY = 16, BCL_BUILDER_CHUNK = 8000 };

/* new StringBuilder(capacity, max): 0 is 16, or max when that is less. ArgumentOutOfRange. */
int bcl_builder_new(struct bcl *b, int32_t capacity, int32_t max, hp_ref slot, struct hp_err *err);
/* new StringBuilder(text): an array of at least 16. */
int bcl_builder_of(struct bcl *b, const struct bcl_span *text, hp_ref slot, struct hp_err *err);

int32_t bcl_builder_length(const struct bcl *b, hp_ref builder);
int32_t bcl_builder_capacity(const struct bcl *b, hp_ref builder);
int32_t bcl_builder_max(const struct bcl *b, hp_ref builder);
/* The setter: pads with zeroes, or cuts; across chunks it keeps the capacity in one array. */
int bcl_builder_set_length(struct bcl *b, hp_ref builder, int32_t length, struct hp_err *err);
/* Clear(): the length becomes 0. */
int bcl_builder_clear(struct bcl *b, hp_ref builder, struct hp_err *err);
/* The setter: exactly, by replacing the last chunk's array. */
int bcl_builder_set_capacity(struct bcl *b, hp_ref builder, int32_t capacity, struct hp_err *err);
int bcl_builder_ensure(struct bcl *b, hp_ref builder, int32_t capacity, struct hp_err *err);
/* ToString(), ToString(start, length): the second never gives the shared empty string. */
int bcl_builder_string(struct bcl *b, hp_ref builder, hp_ref slot, struct hp_err *err);
int bcl_builder_part(struct bcl *b, hp_ref builder, int32_t start, int32_t length, hp_ref slot,
                     struct hp_err *err);

/* Append(string), (char[]), (ReadOnlySpan<char>), (ReadOnlyMemory<char>), and parts of them. What
 * does not fit fills the last chunk and goes on in one new chunk. */
int bcl_builder_append(struct bcl *b, hp_ref builder, const struct bcl_span *text,
                       struct hp_err *err);
/* Append(text, start, count) with the checks of that overload; `text` is a string or char[]. */
int bcl_builder_append_part(struct bcl *b, hp_ref builder, hp_ref text, int32_t start,
                            int32_t count, struct hp_err *err);
int bcl_builder_append_char(struct bcl *b, hp_ref builder, uint16_t c, struct hp_err *err);
/* Append(char, times). */
int bcl_builder_append_repeat(struct bcl *b, hp_ref builder, uint16_t c, int32_t times,
                              struct hp_err *err);
/* Append of every whole number type: into the rest of the chunk, else by way of a string. */
int bcl_builder_append_number(struct bcl *b, hp_ref builder, int64_t value, struct hp_err *err);
int bcl_builder_append_bool(struct bcl *b, hp_ref builder, bool value, struct hp_err *err);
/* Append(StringBuilder), Append(StringBuilder, start, count); of itself by way of a string. */
int bcl_builder_append_builder(struct bcl *b, hp_ref builder, hp_ref other, struct hp_err *err);
int bcl_builder_append_builder_part(struct bcl *b, hp_ref builder, hp_ref other, int32_t start,
                                    int32_t count, struct hp_err *err);
/* AppendLine(text): "\n" behind it. Two appends: the first stays when the second throws. */
int bcl_builder_append_line(struct bcl *b, hp_ref builder, const struct bcl_span *text,
                            struct hp_err *err);
/* AppendJoin(separator, string[]): element by element, those before a throw stay. */
int bcl_builder_append_join(struct bcl *b, hp_ref builder, const struct bcl_span *separator,
                            hp_ref strings, struct hp_err *err);

/* Insert(index, string). */
int bcl_builder_insert(struct bcl *b, hp_ref builder, int32_t index, const struct bcl_span *text,
                       struct hp_err *err);
/* Insert(index, string, times); beyond the maximum it is OutOfMemory. */
int bcl_builder_insert_repeat(struct bcl *b, hp_ref builder, int32_t index,
                              const struct bcl_span *text, int32_t times, struct hp_err *err);
int bcl_builder_insert_number(struct bcl *b, hp_ref builder, int32_t index, int64_t value,
                              struct hp_err *err);
int bcl_builder_remove(struct bcl *b, hp_ref builder, int32_t start, int32_t count,
                       struct hp_err *err);
/* Replace(char, char): in place. */
void bcl_builder_replace_char(struct bcl *b, hp_ref builder, uint16_t old, uint16_t with);
/* Replace(string, string), front to back; chunks done before a throw stay replaced. */
int bcl_builder_replace(struct bcl *b, hp_ref builder, const struct bcl_span *old,
                        const struct bcl_span *with, struct hp_err *err);

/* Copies `count` characters from `start` on; all of them must be there. Allocates nothing. */
void bcl_builder_copy(const struct bcl *b, hp_ref builder, int32_t start, int32_t count,
                      uint16_t *to);

/* A chunk: characters in use, length of its array. */
struct bcl_piece {
    int32_t used, length;
};
/* How many chunks; the first `max` of them, front to back, go to `out`. Allocates nothing, as
 * reflection over the fields does not. */
uint32_t bcl_builder_pieces(const struct bcl *b, hp_ref builder, struct bcl_piece *out,
                            uint32_t max);
/* The array of chunk `index`, counted from the front. */
void bcl_builder_array(const struct bcl *b, hp_ref builder, uint32_t index, hp_ref slot);

/* GetChunks(): more than 8 chunks are gathered in an object and an array of their own. */
struct bcl_chunk_walk {
    hp_ref builder, gathered, array;
    uint32_t count, next;
};
/* [roots] */
int bcl_builder_chunks(struct bcl *b, hp_ref builder, struct bcl_chunk_walk *walk,
                       struct hp_err *err);
/* The next chunk's characters; false behind the last. */
bool bcl_builder_chunk_next(struct bcl *b, struct bcl_chunk_walk *walk, struct bcl_span *out);

/* ---- ValueStringBuilder --------------------------------------------------------------------- */

/* A buffer that starts on the stack of its user and goes on in arrays of ArrayPool<char>.Shared. It
 * is a value: passed by copy, the copy is filled. */
struct bcl_value_builder {
    uint16_t *stack; /* in use while `rented` is null */
    int32_t room;    /* of the one in use */
    int32_t length;
    hp_ref rented;
    struct bcl_pool *pool;
};

/* [roots] Over `room` characters of the caller. */
int bcl_value_builder_open(struct bcl *b, struct bcl_value_builder *v, uint16_t *stack,
                           int32_t room, struct hp_err *err);
int bcl_value_builder_append(struct bcl *b, struct bcl_value_builder *v,
                             const struct bcl_span *text, struct hp_err *err);
int bcl_value_builder_append_char(struct bcl *b, struct bcl_value_builder *v, uint16_t c,
                                  struct hp_err *err);
int bcl_value_builder_append_number(struct bcl *b, struct bcl_value_builder *v, int64_t value,
                                    struct hp_err *err);
/* What was written so far, without copying it; good until the next append. */
struct bcl_span bcl_value_builder_span(const struct bcl *b, const struct bcl_value_builder *v);
/* Gives a rented array back; the buffer is empty and has no room afterwards. */
int bcl_value_builder_dispose(struct bcl *b, struct bcl_value_builder *v, struct hp_err *err);
/* ToString(), which disposes as well. */
int bcl_value_builder_string(struct bcl *b, struct bcl_value_builder *v, hp_ref slot,
                             struct hp_err *err);

/* ---- a pool of builders --------------------------------------------------------------------- */

/* DefaultObjectPool<StringBuilder> with StringBuilderPooledObjectPolicy: builders of 100, twice as
 * many kept as there are processors, none of more than 4,096. Owned by the caller. */
struct bcl_builder_pool {
    hp_handle kept;  /* a reference array: a place that is tried first, then a queue */
    uint32_t queued; /* builders in the queue */
    int32_t initial, retained;
};

/* [untimed] */
int bcl_builder_pool_open(struct bcl *b, struct bcl_builder_pool *pool, struct hp_err *err);
void bcl_builder_pool_close(struct bcl *b, struct bcl_builder_pool *pool);
/* Get(): one that was returned, or a new one. */
int bcl_builder_pool_get(struct bcl *b, struct bcl_builder_pool *pool, hp_ref slot,
                         struct hp_err *err);
/* Return(): *taken is false when its capacity is beyond what is retained (it is not cleared then),
 * or when the pool is full. */
int bcl_builder_pool_return(struct bcl *b, struct bcl_builder_pool *pool, hp_ref builder,
                            bool *taken, struct hp_err *err);

#endif
