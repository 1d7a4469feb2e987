/* SPDX-License-Identifier: MIT
 * Which shapes do the library's objects have? Constant data of whichever plugin links it; sizes are
 * those of .NET 8, 9 and 10 on x64. Names of iterators are .NET's without compiler-made numbers. */
#include "bcl.h"

#define ARRAYS(tag, name, size, ref_bits)                                                          \
    static const struct hp_type tag##_array = { name "[]", HP_ARRAY_BASE, size, HP_TYPE_ARRAY,     \
                                                0,         ref_bits };                             \
    static const struct hp_type tag##_arrays = {                                                   \
        name "[][]", HP_ARRAY_BASE, 8, HP_TYPE_ARRAY, 0, 1                                         \
    };

ARRAYS(u8, "Byte", 1, 0)
ARRAYS(i16, "Int16", 2, 0)
ARRAYS(i32, "Int32", 4, 0)
ARRAYS(i64, "Int64", 8, 0)
ARRAYS(ref, "Object", 8, 1)
ARRAYS(f64, "Double", 8, 0)
ARRAYS(utf16, "Char", 2, 0)
ARRAYS(struct16, "Struct16", 16, 0)

static const struct hp_type string = { "String", HP_STRING_BASE, 2, HP_TYPE_STRING, 0, 0 };

/* Six ints; eight bytes of Current and five ints; a reference and five ints. */
static const struct hp_type yield_narrow = { "Yield", 40, 0, 0, 0, 0 };
static const struct hp_type yield_wide = { "Yield", 44, 0, 0, 0, 0 };
static const struct hp_type yield_ref = { "Yield", 44, 0, 0, 1, 0 };

/* The list, Current, index and version. */
static const struct hp_type list_enumerator = { "List.Enumerator", 40, 0, 0, 1, 0 };
static const struct hp_type list_enumerator_ref = { "List.Enumerator", 40, 0, 0, 2, 0 };

/* The source, Current, state, thread, first and last index. */
static const struct hp_type partition_8 = { "ListPartition", 48, 0, 0, 1, 0 };
static const struct hp_type partition_8_ref = { "ListPartition", 48, 0, 0, 2, 0 };
static const struct hp_type partition_9 = { "IListSkipTakeIterator", 48, 0, 0, 1, 0 };
static const struct hp_type partition_9_ref = { "IListSkipTakeIterator", 48, 0, 0, 2, 0 };

const struct hp_type bcl_type_list = { "List", 32, 0, 0, 1, 0 };
const struct hp_type bcl_type_array_enumerator = { "SZGenericArrayEnumerator", 32, 0, 0, 1, 0 };
const struct hp_type bcl_type_item = { "Item", 24, 0, 0, 0, 0 };

/* Current, source, source as given, enumerator and six ints; one body under two names. */
const struct hp_type bcl_type_chunks = { "ChunkIterator", 72, 0, 0, 4, 0 };
const struct hp_type bcl_type_chunks_enumerable = { "EnumerableChunkIterator", 72, 0, 0, 4, 0 };
/* Current, source, source as given and five ints. */
const struct hp_type bcl_type_chunks_array = { "ArrayChunkIterator", 60, 0, 0, 3, 0 };

#define SOURCE(k, name, tag, size, yield_tag)                                                      \
    {                                                                                              \
        .kind = (k), .trace = (name), .bytes = (size), .array = &tag##_array,                      \
        .arrays = &tag##_arrays, .yield = &(yield_tag), .list_enumerator = &list_enumerator,       \
        .partition = { &partition_8, &partition_9 },                                               \
    }
#define PLAIN(k, name, tag, size, how)                                                             \
    {                                                                                              \
        .kind = (k), .trace = (name), .bytes = (size), .flags = (how), .array = &tag##_array,      \
        .arrays = &tag##_arrays,                                                                   \
    }

const struct bcl_element bcl_elements[BCL_KINDS] = {
    [BCL_U8] = SOURCE(BCL_U8, "u8", u8, 1, yield_narrow),
    [BCL_I16] = SOURCE(BCL_I16, "i16", i16, 2, yield_narrow),
    [BCL_I32] = SOURCE(BCL_I32, "i32", i32, 4, yield_narrow),
    [BCL_I64] = SOURCE(BCL_I64, "i64", i64, 8, yield_wide),
    [BCL_REF] = { .kind = BCL_REF,
                  .trace = "ref",
                  .bytes = 8,
                  .refs = true,
                  .array = &ref_array,
                  .arrays = &ref_arrays,
                  .yield = &yield_ref,
                  .list_enumerator = &list_enumerator_ref,
                  .partition = { &partition_8_ref, &partition_9_ref } },
    [BCL_F64] = PLAIN(BCL_F64, "f64", f64, 8, 0),
    [BCL_CHAR] = PLAIN(BCL_CHAR, "char", utf16, 2, 0),
    [BCL_STRUCT16] = PLAIN(BCL_STRUCT16, "struct16", struct16, 16, 0),
    [BCL_UNINIT8] = PLAIN(BCL_UNINIT8, "uninit8", u8, 1, HP_UNINIT),
    [BCL_STR] = { .kind = BCL_STR, .trace = "str", .bytes = 2, .array = &string },
};

const struct bcl_element *bcl_element_find(const char *trace)
{
    for (size_t i = 0; i < BCL_KINDS; i++)
        if (strcmp(bcl_elements[i].trace, trace) == 0)
            return &bcl_elements[i];
    return NULL;
}
