/* SPDX-License-Identifier: MIT
 * Fields of the library's objects, as they lie behind hp_data(). References come first (word 0, 1,
 * ...) and are read and written through hp_get_into() and hp_set(); the structs name them only to
 * give the rest its place. A pointer to one is good until the next allocation. */
#ifndef HP_BCL_FIELDS_H
#define HP_BCL_FIELDS_H

#include "bcl.h"

struct list_fields {
    uintptr_t array;
    int32_t size, version;
};
enum { LIST_ARRAY };

struct array_enumerator_fields {
    uintptr_t array;
    int32_t index, end;
};
enum { ARRAY_ENUMERATOR_ARRAY };

struct list_enumerator_fields {
    uintptr_t list;
    uint64_t current; /* a reference when elements are references */
    int32_t index, version;
};
enum { LIST_ENUMERATOR_LIST, LIST_ENUMERATOR_CURRENT };

struct yield_state {
    int32_t state, thread, count_given, count, i;
};
/* Current of 1, 2 or 4 bytes lies behind the ints, of 8 bytes before them. */
struct yield_narrow_fields {
    struct yield_state s;
    int32_t current;
};
struct yield_wide_fields {
    uint64_t current;
    struct yield_state s;
};
enum { YIELD_CURRENT };

struct partition_fields {
    uintptr_t source;
    uint64_t current;
    int32_t state, thread, first, last;
};
enum { PARTITION_SOURCE, PARTITION_CURRENT };

struct chunks_fields {
    uintptr_t current, source, source_given, enumerator;
    int32_t state, thread, size, size_given, array_size, i;
};
struct array_chunks_fields {
    uintptr_t current, source, source_given;
    int32_t state, thread, size, size_given, index;
};
enum { CHUNKS_CURRENT, CHUNKS_SOURCE, CHUNKS_SOURCE_GIVEN, CHUNKS_ENUMERATOR };

/* States of a compiler-made iterator. */
enum { STATE_NOT_STARTED = -2, STATE_DONE = -1, STATE_BEGUN = 0, STATE_INSIDE = 1 };

#endif
