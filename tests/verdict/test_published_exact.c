/* SPDX-License-Identifier: MIT
 * Answers: does each deterministic figure, of methods and of probes, come to the right verdict?
 */
#include "published_rig.h"

/* ---- deterministic figures ---- */

static const struct {
    const char *name;
    struct given given;
} others[] = {
    { "another size", { AT_21243, .params = "size=21244", .value = 4001408 } },
    { "held is not what the row speaks of",
      { AT_21243, .params = "size=21243 held=true", .value = 4001408 } },
    { "an unnamed parameter is not natural",
      { AT_21243, .params = "size=21243 consume=none", .value = 4001408 } },
    { "an unknown parameter", { AT_21243, .params = "size=21243 colour=red", .value = 4001408 } },
    { "another method",
      { .method = "chunk-list", .metric = "allocated_bytes", .params = FULL, .value = 4001408 } },
    { "another runtime", { AT_21243, .params = FULL, .value = 4001408, .runtime = 9 } },
    { "another threshold", { AT_21243, .params = FULL, .value = 4001408, .threshold = "196608" } },
    { "a native heap is not spoken of",
      { AT_21243, .params = FULL, .value = 4001408, .plugin = "glibc" } },
    { "server collections are not the default",
      { AT_21243, .params = FULL, .value = 4001408, .gc = "server" } },
};

/* The figure speaks of one method, runtime, threshold, kind of heap and value of every parameter. */
static void a_figure_speaks_of_one_case(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct scenario s = { .name = others[i].name,
                                    .row = ALLOCATED,
                                    .cases = { others[i].given },
                                    .kind = HP_SKIPPED,
                                    .here = "",
                                    .reason = "no case in this run" };
        published_run(&s, 1);
    }
}

static const struct scenario exact_figures_rows[] = {
    { "to the byte",
      ALLOCATED,
      { { AT_21243, .params = FULL, .value = 4001408 } },
      HP_HOLDS,
      "4,001,408",
      NULL,
      NULL },
    { "one more",
      ALLOCATED,
      { { AT_21243, .params = FULL, .value = 4001409 } },
      HP_BROKEN,
      "4,001,409",
      NULL,
      "allocated_bytes is 4,001,409 (15 of 15 equal), want 4,001,408" },
    { "one less",
      ALLOCATED,
      { { AT_21243, .params = FULL, .value = 4001407 } },
      HP_BROKEN,
      "4,001,407",
      NULL,
      "case a000 chunk-array" },
    { "one reading off",
      ALLOCATED,
      { { AT_21243, .params = FULL, .value = 4001408, .step = 1 } },
      HP_BROKEN,
      "4,001,408-4,001,422",
      NULL,
      "15 readings differ" },
    { "parameters that a method does not have are at their natural value",
      ALLOCATED,
      { { AT_21243, .params = "size=21243", .value = 4001408 } },
      HP_HOLDS,
      "4,001,408",
      NULL,
      NULL },
    { "a launch crashed",
      ALLOCATED,
      { { .method = "chunk-array", .params = FULL, .crashed = true } },
      HP_SKIPPED,
      "",
      "case a000 crash: crashed with signal 11",
      NULL },
    { "a launch is missing",
      ALLOCATED,
      { { .method = "chunk-array", .params = FULL, .unfinished = true } },
      HP_SKIPPED,
      "",
      "its case was not run to its end",
      NULL },
    { "the metric was not reported",
      ALLOCATED,
      { { .method = "chunk-array", .metric = "gen2_per_1000", .params = FULL } },
      HP_SKIPPED,
      "",
      "its case in this run does not report it",
      NULL },
    { "a heap that collects at every allocation is not what the source ran on",
      ALLOCATED,
      { { AT_21243, .params = FULL, .value = 4001999, .options = "stress=true" } },
      HP_SKIPPED,
      "",
      "collects at every allocation (stress)",
      NULL },
    { "beside such a heap the ordinary one is judged",
      ALLOCATED,
      { { AT_21243, .params = FULL, .value = 4001999, .options = "stress=true" },
        { AT_21243, .params = FULL, .value = 4001408 } },
      HP_HOLDS,
      "4,001,408",
      NULL,
      NULL },
    { "other options are the user's to choose",
      ALLOCATED,
      { { AT_21243, .params = FULL, .value = 4001999, .options = "verify=true" } },
      HP_BROKEN,
      "4,001,999",
      NULL,
      "want 4,001,408" },
    { "zero is a result",
      ROW(.probe_or_method = "slice-array", .params = "size=20000", .metric = "allocated_bytes",
          .low = 0, .high = 0),
      { { .method = "slice-array", .metric = "allocated_bytes", .params = "size=20000" } },
      HP_HOLDS,
      "0",
      NULL,
      NULL },
    { "within a stated tolerance",
      ROW(.probe_or_method = "chunk-array", .params = "size=25000;held=true",
          .metric = "allocated_bytes", .unit = "KiB", .kind = "M", .tolerance = "0.03%",
          .low = 3909.26, .high = 3909.26, .decimals = 2),
      { { .method = "chunk-array",
          .metric = "allocated_bytes",
          .params = "size=25000 held=true",
          .value = 4002168 } },
      HP_HOLDS,
      "3,908.37",
      NULL,
      NULL },
    { "beyond a stated tolerance",
      ROW(.probe_or_method = "chunk-array", .params = "size=25000;held=true",
          .metric = "allocated_bytes", .unit = "KiB", .kind = "M", .tolerance = "0.02%",
          .low = 3909.26, .high = 3909.26, .decimals = 2),
      { { .method = "chunk-array",
          .metric = "allocated_bytes",
          .params = "size=25000 held=true",
          .value = 4002168 } },
      HP_BROKEN,
      "3,908.37",
      NULL,
      "want 3,909.26" },
};

static void exact_figures(void **state)
{
    (void)state;
    published_run(exact_figures_rows, sizeof exact_figures_rows / sizeof *exact_figures_rows);
}

#define FIRST_INT                                                                                  \
    ROW(.probe_or_method = "probe threshold", .params = "element=int32;element_bytes=4",           \
        .runtime = "all", .metric = "first_length", .unit = "elements", .low = 21244,              \
        .high = 21244)
#define PROBE(name) .method = name, .probe = true

#define FOURTEEN_ARRAYS                                                                            \
    ROW(.probe_or_method = "probe blocks",                                                         \
        .params = "size=20000;source=list-or-generator;chunk=first", .metric = "arrays_count",     \
        .low = 14, .high = 14)
#define SECOND_CHUNK                                                                               \
    ROW(.probe_or_method = "chunk-generator", .params = "size=20000;element=int32;take=2",         \
        .runtime = "all", .metric = "allocated_delta_bytes", .baseline = "chunk-generator take=1", \
        .low = 80024, .high = 80024)

static const struct scenario probes_and_runtimes_rows[] = {
    { "all runtimes agree",
      FIRST_INT,
      { { PROBE("threshold"), .metric = "first_length", .value = 21244, .runtime = 8 },
        { PROBE("threshold"), .metric = "first_length", .value = 21244, .runtime = 10 } },
      HP_HOLDS,
      "21,244",
      NULL,
      NULL },
    { "one runtime does not",
      FIRST_INT,
      { { PROBE("threshold"), .metric = "first_length", .value = 21244, .runtime = 8 },
        { PROBE("threshold"), .metric = "first_length", .value = 21243, .runtime = 10 } },
      HP_BROKEN,
      "21,243-21,244",
      NULL,
      "case a001" },
    { "one runtime has nothing to say",
      FIRST_INT,
      { { PROBE("threshold"), .metric = "first_length", .value = 21244, .runtime = 8 },
        { PROBE("threshold"), .runtime = 10, .crashed = true } },
      HP_SKIPPED,
      "21,244",
      "case a001 crash",
      NULL },
    { "one is broken, one has nothing to say",
      FIRST_INT,
      { { PROBE("threshold"), .metric = "first_length", .value = 21245, .runtime = 8 },
        { PROBE("threshold"), .runtime = 10, .crashed = true } },
      HP_BROKEN,
      "21,245",
      NULL,
      "want 21,244" },
    { "a method of the probe's name is not the probe",
      FIRST_INT,
      { { .method = "threshold", .metric = "first_length", .value = 21244 } },
      HP_SKIPPED,
      "",
      "no case in this run",
      NULL },
    { "length is size",
      ROW(.probe_or_method = "probe threshold", .params = "length=21244;element=int32",
          .metric = "start_generation", .low = 2, .high = 2),
      { { PROBE("threshold"), .params = "size=21244", .metric = "start_generation", .value = 2 } },
      HP_HOLDS,
      "2",
      NULL,
      NULL },
    { "the moved threshold",
      ROW(.probe_or_method = "probe threshold", .params = "setting=0x30000", .threshold = "196608",
          .metric = "loh_threshold_bytes", .low = 196608, .high = 196608),
      { { PROBE("threshold"), .threshold = "196608", .metric = "loh_threshold_bytes",
          .value = 196608 } },
      HP_HOLDS,
      "196,608",
      NULL,
      NULL },
    { "list and generator agree",
      FOURTEEN_ARRAYS,
      { { PROBE("blocks"), .params = "size=20000 source=list chunk=first", .metric = "arrays_count",
          .value = 14 },
        { PROBE("blocks"), .params = "size=20000 source=generator chunk=first",
          .metric = "arrays_count", .value = 14 },
        { PROBE("blocks"), .params = "size=20000 source=array chunk=first",
          .metric = "arrays_count", .value = 1 } },
      HP_HOLDS,
      "14",
      NULL,
      NULL },
    { "the generator alone is not enough",
      FOURTEEN_ARRAYS,
      { { PROBE("blocks"), .params = "size=20000 source=generator chunk=first",
          .metric = "arrays_count", .value = 14 } },
      HP_SKIPPED,
      "",
      "no case in this run for list",
      NULL },
    { "the list differs",
      FOURTEEN_ARRAYS,
      { { PROBE("blocks"), .params = "size=20000 source=list chunk=first", .metric = "arrays_count",
          .value = 13 },
        { PROBE("blocks"), .params = "size=20000 source=generator chunk=first",
          .metric = "arrays_count", .value = 14 } },
      HP_BROKEN,
      "13-14",
      NULL,
      "case a000" },
    { "the difference of two cases",
      SECOND_CHUNK,
      { { .method = "chunk-generator",
          .params = "take=2",
          .metric = "allocated_bytes",
          .value = 291528 },
        { .method = "chunk-generator",
          .params = "take=1",
          .metric = "allocated_bytes",
          .value = 211504 } },
      HP_HOLDS,
      "80,024",
      NULL,
      NULL },
    { "a difference that is off by one",
      SECOND_CHUNK,
      { { .method = "chunk-generator",
          .params = "take=2",
          .metric = "allocated_bytes",
          .value = 291528 },
        { .method = "chunk-generator",
          .params = "take=1",
          .metric = "allocated_bytes",
          .value = 211503 } },
      HP_BROKEN,
      "80,025",
      NULL,
      "want 80,024" },
};

static void probes_and_runtimes(void **state)
{
    (void)state;
    published_run(probes_and_runtimes_rows,
                  sizeof probes_and_runtimes_rows / sizeof *probes_and_runtimes_rows);
}

#define EMPTY_RESULT                                                                               \
    ROW(.probe_or_method = "probe blocks", .params = "source=array;count=0",                       \
        .metric = "result_type", .unit = "text", .text = "Int32[][]")
#define COMPILER_NAME                                                                              \
    ROW(.probe_or_method = "probe blocks", .params = "source=array", .metric = "iterator_type",    \
        .unit = "text", .text = "<A>d__39`1")
#define TWO_TYPES                                                                                  \
    ROW(.probe_or_method = "probe blocks", .params = "sources=array,list,generator",               \
        .metric = "iterator_type_count", .unit = "types", .low = 2, .high = 2)

static const struct scenario texts_and_types_rows[] = {
    { "the text is the same",
      EMPTY_RESULT,
      { { PROBE("blocks"), .params = "source=array count=0", .metric = "result_type",
          .text = "Int32[][]" } },
      HP_HOLDS,
      "Int32[][]",
      NULL,
      NULL },
    { "the text is another",
      EMPTY_RESULT,
      { { PROBE("blocks"), .params = "source=array count=0", .metric = "result_type",
          .text = "Int32[]" } },
      HP_BROKEN,
      "Int32[]",
      NULL,
      "want \"Int32[][]\"" },
    { "a compiler's name on gen",
      COMPILER_NAME,
      { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type",
          .text = "ArrayChunkIterator" } },
      HP_SKIPPED,
      "",
      "compared on dotnet only",
      NULL },
    { "a compiler's name on dotnet",
      COMPILER_NAME,
      { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type",
          .text = "<A>d__39`1", .plugin = "dotnet" } },
      HP_HOLDS,
      "<A>d__39`1",
      NULL,
      NULL },
    { "types over all sources",
      TWO_TYPES,
      { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type", .text = "A" },
        { PROBE("blocks"), .params = "source=list", .metric = "iterator_type", .text = "E" },
        { PROBE("blocks"), .params = "source=generator", .metric = "iterator_type", .text = "E" } },
      HP_HOLDS,
      "2",
      NULL,
      NULL },
    { "one type too many",
      TWO_TYPES,
      { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type", .text = "A" },
        { PROBE("blocks"), .params = "source=list", .metric = "iterator_type", .text = "L" },
        { PROBE("blocks"), .params = "source=generator", .metric = "iterator_type", .text = "G" } },
      HP_BROKEN,
      "3",
      NULL,
      "types: A L G" },
    { "a source is missing",
      TWO_TYPES,
      { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type", .text = "A" },
        { PROBE("blocks"), .params = "source=list", .metric = "iterator_type", .text = "L" } },
      HP_SKIPPED,
      "",
      "for generator",
      NULL },
    { "a probe that counts the types itself",
      TWO_TYPES,
      { { PROBE("blocks"), .params = "source=array", .metric = "iterator_type_count", .value = 2 },
        { PROBE("blocks"), .params = "source=list", .metric = "iterator_type_count", .value = 2 },
        { PROBE("blocks"), .params = "source=generator", .metric = "iterator_type_count",
          .value = 2 } },
      HP_HOLDS,
      "2",
      NULL,
      NULL },
};

static void texts_and_types(void **state)
{
    (void)state;
    published_run(texts_and_types_rows, sizeof texts_and_types_rows / sizeof *texts_and_types_rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_speaks_of_one_case),
        cmocka_unit_test(exact_figures),
        cmocka_unit_test(probes_and_runtimes),
        cmocka_unit_test(texts_and_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
