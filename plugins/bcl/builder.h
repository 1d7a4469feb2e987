/* SPDX-License-Identifier: MIT
 * Inside StringBuilder: its fields and what its files share. builder.c makes, sizes and reads,
 * builder_append.c adds at the end, builder_insert.c makes room and takes it away,
 * builder_replace.c replaces. */
#ifndef HP_BCL_BUILDER_H
#define HP_BCL_BUILDER_H

#include "text.h"

/* As they lie behind hp_data() of a node. Pointers to them, and the addresses that the inline
 * functions below follow, are good until the next allocation; what outlives one is a root. */
struct builder_fields {
    uintptr_t chars, previous; /* written through hp_set() */
    int32_t length;            /* characters in use in this chunk */
    int32_t offset;            /* characters in all chunks before it */
    int32_t max;
};
enum { BUILDER_CHARS, BUILDER_PREVIOUS };

/* As hp_data(), which would look at the type: a node is no array. */
static inline struct builder_fields *builder_fields(const struct bcl *b, hp_ref node)
{
    return (struct builder_fields *)(b->t->roots[node.slot] + 8);
}

/* NULL: the first chunk. */
static inline struct builder_fields *builder_previous(const struct builder_fields *f)
{
    return f->previous == 0 ? NULL : (struct builder_fields *)(f->previous + 8);
}

static inline int32_t builder_room(const struct builder_fields *f)
{
    return *(const int32_t *)(f->chars + 8);
}

static inline uint16_t *builder_text(const struct builder_fields *f)
{
    return (uint16_t *)(f->chars + 16);
}

/* A position inside a chunk. `node` is a root of whoever made the place; null behind the end. */
struct builder_place {
    hp_ref node;
    int32_t index;
};

/* New array for the characters of a builder. */
int builder_chars(struct bcl *b, int32_t length, hp_ref slot, struct hp_err *err);
/* The chunk that holds `index`, searched from the end: on a boundary the later one. */
void builder_find(const struct bcl *b, hp_ref builder, int32_t index, hp_ref node);
/* Goes on to the chunk that follows; null behind the builder's own. Skips empty ones between. */
void builder_next(const struct bcl *b, hp_ref builder, hp_ref node);
/* ArgumentOutOfRange unless `count` characters are there from `start` on. */
int builder_check(const struct bcl *b, hp_ref builder, int32_t start, int32_t count,
                  struct hp_err *err);
/* ExpandByABlock: a new last chunk for `least` characters or more; ArgumentOutOfRange. */
int builder_expand(struct bcl *b, hp_ref builder, int32_t least, struct hp_err *err);

/* MakeRoom: `count` characters at `index`, whose place is returned in `at`. With `still`, nothing
 * behind the index moves inside its array. ArgumentOutOfRange beyond the maximum. */
int builder_make_room(struct bcl *b, hp_ref builder, int32_t index, int32_t count, bool still,
                      struct builder_place *at, struct hp_err *err);
/* Writes over what is at a place, chunk after chunk, and moves the place behind it. */
void builder_write(const struct bcl *b, hp_ref builder, struct builder_place *at,
                   const struct bcl_span *text);
/* Takes away `count` of the characters, not all of them; never allocates on the heap. */
int builder_cut(struct bcl *b, hp_ref builder, int32_t start, int32_t count, struct hp_err *err);
/* Copies between texts that may overlap. */
static inline void builder_move(uint16_t *to, const uint16_t *from, int32_t count)
{
    memmove(to, from, 2 * (size_t)count);
}

#endif
