/* SPDX-License-Identifier: MIT
 * Answers: which quantities exist, and what does each mean? Constant data, read by every process and
 * every stage after this one. The order is the order of `heapproof list metrics`.
 */
#include "measure/metric.h"
#include "base/nearest.h"

/* What a row leaves out: no key in traces, no counter, any direction. */
#define NO_KEY NULL
#define NO_COUNTER (-1)

const struct hp_metric hp_metrics[] = {
    /* ---- time: one sample per iteration of a timed launch ---- */
    { "time_ns", NO_KEY, "ns", "time", "время",
      "time of one operation: an iteration's duration divided by its operations; absent on a "
      "machine profile",
      HP_FROM_CLOCK, NO_COUNTER, 1, false, false, HP_BETTER_LESS },
    { "minor_faults", NO_KEY, "faults per operation", "minor faults", "отказы страниц без диска",
      "pages that the kernel had to supply without I/O, per operation of a timed iteration",
      HP_FROM_PROCESS, NO_COUNTER, 1, false, false, HP_BETTER_LESS },
    { "major_faults", NO_KEY, "faults", "major faults", "отказы страниц с диском",
      "pages that had to be read from disk during a timed iteration", HP_FROM_PROCESS, NO_COUNTER,
      0, false, false, HP_BETTER_LESS },
    { "context_switches", NO_KEY, "switches", "context switches", "переключения контекста",
      "how often the process lost the processor during a timed iteration, of its own will or not",
      HP_FROM_PROCESS, NO_COUNTER, 0, false, false, HP_BETTER_LESS },
    { "peak_rss", NO_KEY, "bytes", "peak resident memory", "пик памяти процесса",
      "largest resident memory of the worker process in a counter launch, the harness included; "
      "one value per launch",
      HP_FROM_PROCESS, NO_COUNTER, 0, false, false, HP_BETTER_LESS },

    /* ---- counters: one sample per counter iteration ---- */
    { "allocated_bytes", "bytes", "bytes", "allocated", "выделено",
      "bytes allocated by one operation, exact: object sizes with header, rounded up to 8",
      HP_FROM_COUNTER, HP_C_ALLOCATED_BYTES, 1, true, false, HP_BETTER_LESS },
    { "allocated_approx_bytes", "approx", "bytes", "allocated, approximate",
      "выделено, приближённо",
      "growth of the process-wide counter per operation, which moves by whole allocation contexts",
      HP_FROM_COUNTER, HP_C_ALLOCATED_APPROX_BYTES, 1, true, false, HP_BETTER_LESS },
    { "gen2_per_1000", NO_KEY, "collections per 1000 calls", "gen2 per 1000", "gen2 на 1000",
      "generation 2 collections per 1,000 operations", HP_FROM_COUNTER, HP_C_GEN2_COUNT, 1000, true,
      false, HP_BETTER_LESS },
    { "gc_per_pass", NO_KEY, "collections", "collections per pass", "сборок за проход",
      "collections of all generations in one counter iteration of measure.pass_operations "
      "operations",
      HP_FROM_COUNTER, HP_C_GEN0_COUNT, 0, true, false, HP_BETTER_LESS },
    { "gen0_count", "gen0", "collections", "gen0 collections", "сборки gen0",
      "collections that condemned generation 0 or an older one, in one counter iteration",
      HP_FROM_COUNTER, HP_C_GEN0_COUNT, 0, true, false, HP_BETTER_LESS },
    { "gen1_count", "gen1", "collections", "gen1 collections", "сборки gen1",
      "collections that condemned generation 1 or 2, in one counter iteration", HP_FROM_COUNTER,
      HP_C_GEN1_COUNT, 0, true, false, HP_BETTER_LESS },
    { "gen2_count", "gen2", "collections", "gen2 collections", "сборки gen2",
      "collections that condemned generation 2, in one counter iteration", HP_FROM_COUNTER,
      HP_C_GEN2_COUNT, 0, true, false, HP_BETTER_LESS },
    { "objects_count", NO_KEY, "objects", "objects", "объекты",
      "objects allocated by one operation", HP_FROM_COUNTER, HP_C_OBJECTS, 1, true, false,
      HP_BETTER_LESS },
    { "large_objects_count", NO_KEY, "objects", "large objects", "большие объекты",
      "objects of one operation that were born in the large object heap, or mapped for themselves",
      HP_FROM_COUNTER, HP_C_LARGE_OBJECTS, 1, true, false, HP_BETTER_LESS },
    { "promoted_bytes", NO_KEY, "bytes", "promoted", "пережило сборки",
      "bytes that survived collections, per operation", HP_FROM_COUNTER, HP_C_PROMOTED_BYTES, 1,
      true, false, HP_BETTER_LESS },
    { "pause_count", NO_KEY, "pauses", "pauses", "остановки",
      "stops of the world in one counter iteration", HP_FROM_COUNTER, HP_C_PAUSE_COUNT, 0, true,
      false, HP_BETTER_LESS },
    { "pause_total_ns", NO_KEY, "ns", "pause time", "время остановок",
      "time that the world stood still per operation of a counter iteration", HP_FROM_COUNTER,
      HP_C_PAUSE_TOTAL_NS, 1, false, false, HP_BETTER_LESS },
    { "pause_max_ns", NO_KEY, "ns", "longest pause", "самая долгая остановка",
      "longest pause of one counter iteration, from its collection log; absent without a "
      "collection",
      HP_FROM_LOG, NO_COUNTER, 0, false, false, HP_BETTER_LESS },

    /* ---- levels: what an iteration leaves behind, two forced collections before each reading ---- */
    { "loh_live_bytes", NO_KEY, "bytes", "live in LOH", "живое в LOH",
      "growth of the live bytes in the large object heap (size minus gaps) that the work leaves "
      "behind",
      HP_FROM_LEVEL, HP_C_LOH_LIVE_BYTES, 0, true, false, HP_BETTER_LESS },
    { "loh_growth_bytes", "loh_size", "bytes", "growth of LOH", "рост LOH",
      "growth of the large object heap, 32-byte pads and gaps included, that the work leaves "
      "behind",
      HP_FROM_LEVEL, HP_C_LOH_SIZE_BYTES, 0, true, false, HP_BETTER_LESS },
    { "loh_fragmented_bytes", "loh_frag", "bytes", "gaps in LOH", "дыры в LOH",
      "growth of the free space inside the large object heap that the work leaves behind",
      HP_FROM_LEVEL, HP_C_LOH_FRAGMENTED_BYTES, 0, true, false, HP_BETTER_LESS },
    { "soh_live_bytes", "soh_live", "bytes", "live in gen0-2", "живое в gen0-2",
      "growth of the live bytes outside the large object heap that the work leaves behind",
      HP_FROM_LEVEL, HP_C_SOH_LIVE_BYTES, 0, true, false, HP_BETTER_LESS },
    { "reserved_bytes", NO_KEY, "bytes", "reserved", "зарезервировано",
      "growth of the address space that the heap holds, over one counter iteration", HP_FROM_LEVEL,
      HP_C_RESERVED_BYTES, 0, false, false, HP_BETTER_LESS },
    { "committed_bytes", NO_KEY, "bytes", "committed", "занято у системы",
      "growth of the memory that the heap holds, over one counter iteration", HP_FROM_LEVEL,
      HP_C_COMMITTED_BYTES, 0, false, false, HP_BETTER_LESS },
    { "mmapped_blocks", NO_KEY, "blocks", "mapped blocks", "отдельные отображения",
      "growth of the blocks that a native heap has mapped for themselves", HP_FROM_LEVEL,
      HP_C_MMAPPED_BLOCKS, 0, false, false, HP_BETTER_LESS },
    { "mmapped_bytes", NO_KEY, "bytes", "mapped", "отображено",
      "growth of the bytes that a native heap has mapped for single blocks", HP_FROM_LEVEL,
      HP_C_MMAPPED_BYTES, 0, false, false, HP_BETTER_LESS },
    { "arena_bytes", NO_KEY, "bytes", "in arenas", "в аренах",
      "growth of the bytes that a native heap has obtained for its arenas", HP_FROM_LEVEL,
      HP_C_ARENA_BYTES, 0, false, false, HP_BETTER_LESS },

    /* ---- said by a probe, or by a workload after its last operation ---- */
    { "chunk_count", "chunks", "chunks", "chunks", "частей",
      "parts that one operation was cut into", HP_FROM_PROBE, NO_COUNTER, 0, true, false,
      HP_BETTER_NONE },
    { "object_bytes", NO_KEY, "bytes", "object size", "размер объекта",
      "size of one object with its header, before rounding to 8", HP_FROM_PROBE, NO_COUNTER, 0,
      true, false, HP_BETTER_NONE },
    { "loh_threshold_bytes", NO_KEY, "bytes", "LOH threshold", "порог LOH",
      "smallest object size that starts in the oldest generation, found by allocating",
      HP_FROM_PROBE, NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "header_bytes", NO_KEY, "bytes", "array header", "заголовок массива",
      "allocated bytes of an array minus its elements, measured", HP_FROM_PROBE, NO_COUNTER, 0,
      true, false, HP_BETTER_NONE },
    { "first_length", "first", "elements", "first length in LOH", "первая длина в LOH",
      "shortest array that starts in the oldest generation, found by allocating longer and longer "
      "ones",
      HP_FROM_PROBE, NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "first_bytes", NO_KEY, "bytes", "first size in LOH", "первый размер в LOH",
      "size with header of the shortest array that starts in the oldest generation", HP_FROM_PROBE,
      NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "start_generation", "generation", "generation", "starts in generation", "начальное поколение",
      "generation of an object right after it was allocated; 2 is the oldest", HP_FROM_PROBE,
      NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "arrays_count", NO_KEY, "arrays", "arrays", "массивов", "arrays allocated for one chunk",
      HP_FROM_PROBE, NO_COUNTER, 0, true, false, HP_BETTER_LESS },
    { "garbage_arrays_count", NO_KEY, "arrays", "garbage arrays", "массивов в мусор",
      "arrays allocated for one chunk that are garbage when the chunk is handed over",
      HP_FROM_PROBE, NO_COUNTER, 0, true, false, HP_BETTER_LESS },
    { "first_array_length", NO_KEY, "elements", "first array", "первый массив",
      "length of the first array behind a chunk", HP_FROM_PROBE, NO_COUNTER, 0, true, false,
      HP_BETTER_NONE },
    { "doublings", NO_KEY, "steps", "doublings", "удвоений",
      "how often the array behind a chunk was doubled", HP_FROM_PROBE, NO_COUNTER, 0, true, false,
      HP_BETTER_LESS },
    { "last_doubled_length", NO_KEY, "elements", "last doubled array", "последний удвоенный массив",
      "length of the array that came from the last doubling", HP_FROM_PROBE, NO_COUNTER, 0, true,
      false, HP_BETTER_NONE },
    { "elements_count", NO_KEY, "elements", "elements in all arrays", "элементов во всех массивах",
      "sum of the lengths of all arrays behind a chunk", HP_FROM_PROBE, NO_COUNTER, 0, true, false,
      HP_BETTER_LESS },
    { "payload_bytes", NO_KEY, "bytes", "payload", "полезные байты",
      "bytes of the elements of all arrays behind a chunk, without headers", HP_FROM_PROBE,
      NO_COUNTER, 0, true, false, HP_BETTER_LESS },
    { "iterator_bytes", NO_KEY, "bytes", "iterator objects", "объекты итератора",
      "bytes of the iterator and enumerator objects of one pass", HP_FROM_PROBE, NO_COUNTER, 0,
      true, false, HP_BETTER_LESS },
    { "iterator_type", NO_KEY, "text", "iterator type", "тип итератора",
      "type of the iterator that the method returned", HP_FROM_PROBE, NO_COUNTER, 0, true, true,
      HP_BETTER_NONE },
    { "iterator_type_count", NO_KEY, "types", "iterator types", "типов итератора",
      "different iterator types over all kinds of source", HP_FROM_PROBE, NO_COUNTER, 0, true,
      false, HP_BETTER_NONE },
    { "result_type", NO_KEY, "text", "result type", "тип результата",
      "type of the object that the method returned, iterator or not", HP_FROM_PROBE, NO_COUNTER, 0,
      true, true, HP_BETTER_NONE },

    /* texts */
    { "first_chunk_chars", NO_KEY, "chars", "first chunk", "первый чанк",
      "characters that the first chunk of a builder has room for", HP_FROM_PROBE, NO_COUNTER, 0,
      true, false, HP_BETTER_NONE },
    { "largest_chunk_chars", NO_KEY, "chars", "largest chunk", "наибольший чанк",
      "characters that the largest chunk of a builder has room for", HP_FROM_PROBE, NO_COUNTER, 0,
      true, false, HP_BETTER_LESS },
    { "max_chunk_chars", NO_KEY, "chars", "chunk limit", "предел чанка",
      "longest chunk that appends of one character make, found by appending", HP_FROM_PROBE,
      NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "element_bytes", NO_KEY, "bytes", "element size", "размер элемента",
      "bytes of one element, as the difference of two arrays", HP_FROM_PROBE, NO_COUNTER, 0, true,
      false, HP_BETTER_NONE },
    { "first_length_delta", NO_KEY, "elements", "beyond the array's boundary",
      "сдвиг границы против массива",
      "first_length of a way of making something minus that of a plain array", HP_FROM_PROBE,
      NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "kept_capacity_chars", NO_KEY, "chars", "capacity kept", "сохранённая вместимость",
      "capacity of a builder that is used again; 0 when a pool did not take it back", HP_FROM_PROBE,
      NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "returned_count", NO_KEY, "builders", "taken back", "принято обратно",
      "builders of one operation that a pool took back", HP_FROM_PROBE, NO_COUNTER, 0, true, false,
      HP_BETTER_NONE },
    { "retained_capacity_limit", NO_KEY, "chars", "capacity retained", "предел вместимости в пуле",
      "largest capacity that a pool of builders takes back, found by giving back", HP_FROM_PROBE,
      NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "bucket_length", NO_KEY, "elements", "rented length", "арендованная длина",
      "length of the array that a pool gives for the length asked", HP_FROM_PROBE, NO_COUNTER, 0,
      true, false, HP_BETTER_NONE },
    { "buffer_chars", NO_KEY, "chars", "buffer too small", "малый буфер",
      "longest buffer that a number does not fit, found by formatting", HP_FROM_PROBE, NO_COUNTER,
      0, true, false, HP_BETTER_NONE },
    { "stack_buffer_chars", NO_KEY, "chars", "fits the stack", "помещается на стеке",
      "longest text that stays in a value builder's stack buffer, found by appending",
      HP_FROM_PROBE, NO_COUNTER, 0, true, false, HP_BETTER_NONE },
    { "loh_objects", NO_KEY, "objects", "objects in LOH", "объектов в LOH",
      "objects born in the large object heap while builders were made that stay alive",
      HP_FROM_PROBE, NO_COUNTER, 0, true, false, HP_BETTER_LESS },
    { "loh_bytes_per_document", NO_KEY, "bytes", "LOH bytes of a text", "байт LOH на текст",
      "bytes of the arrays that one text puts into the large object heap, headers included",
      HP_FROM_PROBE, NO_COUNTER, 0, true, false, HP_BETTER_LESS },
    { "loh_bytes_per_second", NO_KEY, "bytes per second", "LOH bytes a second",
      "байт LOH в секунду", "loh_bytes_per_document times the texts of a second", HP_FROM_PROBE,
      NO_COUNTER, 0, true, false, HP_BETTER_LESS },

    { "runtime_version", NO_KEY, "text", "runtime version", "версия среды",
      "what a heap that hosts a library calls the version that it has loaded", HP_FROM_PROBE,
      NO_COUNTER, 0, true, true, HP_BETTER_NONE },

    /* ---- computed from two cases; never a sample ---- */
    { "time_ratio", NO_KEY, "ratio", "time ratio", "отношение времён",
      "median time of a case divided by that of its baseline, judged by the interval of the ratio",
      HP_FROM_CASES, NO_COUNTER, 0, false, false, HP_BETTER_LESS },
    { "speedup", NO_KEY, "ratio", "speed-up", "ускорение",
      "median time of the baseline divided by that of the case", HP_FROM_CASES, NO_COUNTER, 0,
      false, false, HP_BETTER_MORE },
    { "time_us", NO_KEY, "us", "time", "время",
      "median of time_ns in microseconds, as the source prints it", HP_FROM_CASES, NO_COUNTER, 0,
      false, false, HP_BETTER_LESS },
    { "time_error_us", NO_KEY, "us", "error of the time", "погрешность времени",
      "half the width of the interval of the median time, in microseconds", HP_FROM_CASES,
      NO_COUNTER, 0, false, false, HP_BETTER_LESS },
    { "time_delta_us", NO_KEY, "us", "difference of times", "разность времён",
      "median time of a case minus that of its baseline, in microseconds", HP_FROM_CASES,
      NO_COUNTER, 0, false, false, HP_BETTER_LESS },
    { "allocated_delta_bytes", NO_KEY, "bytes", "difference in allocated", "разность выделенного",
      "allocated_bytes of a case minus that of its baseline", HP_FROM_CASES, NO_COUNTER, 0, true,
      false, HP_BETTER_LESS },
    { "allocated_ratio", NO_KEY, "ratio", "ratio of allocated", "отношение выделенного",
      "allocated_bytes of a case divided by that of its baseline", HP_FROM_CASES, NO_COUNTER, 0,
      true, false, HP_BETTER_LESS },
    { "gen2_ratio", NO_KEY, "ratio", "ratio of gen2", "отношение сборок gen2",
      "gen2_count of a case divided by that of its baseline", HP_FROM_CASES, NO_COUNTER, 0, true,
      false, HP_BETTER_LESS },
    { "method_count", NO_KEY, "methods", "methods compared", "сравниваемых способов",
      "how many methods a run compares", HP_FROM_CASES, NO_COUNTER, 0, true, false,
      HP_BETTER_NONE },
    { "claim", NO_KEY, "", "claim", "утверждение",
      "yes or no: a statement of a source that an assertion answers", HP_FROM_CASES, NO_COUNTER, 0,
      true, false, HP_BETTER_NONE },
    { .name = NULL },
};

enum { METRICS_MAX = 256 };
_Static_assert(sizeof hp_metrics / sizeof *hp_metrics <= METRICS_MAX, "hp_metric_nearest's room");

const struct hp_metric *hp_metric_find(const char *name)
{
    for (const struct hp_metric *m = hp_metrics; m->name != NULL; m++)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

const char *hp_metric_nearest(const char *name)
{
    const char *names[METRICS_MAX];
    size_t count = 0;
    for (const struct hp_metric *m = hp_metrics; m->name != NULL; m++)
        names[count++] = m->name;
    return hp_nearest(name, names, count);
}
