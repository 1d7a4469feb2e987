/* SPDX-License-Identifier: MIT
 * Answers: what are random traces of each family made of? Nothing but the table; a new operation is a rule here.
 */
#include "replay/generate.h"

#define END                                                                                        \
    {                                                                                              \
        0, NULL                                                                                    \
    }

static const struct hp_generator_rule heap_sizes[] = {
    { 6, "a <array> <length> -1\nr" },
    { 3, "a <narrow> <edge1> -1\nr" },
    { 2, "a <wide> <edge2> -1\nr" },
    { 1, "a obj <object> -1\nr" },
    END,
};
static const struct hp_generator_rule heap_threshold[] = {
    { 2, "a <narrow> <edge1> 1\ng 1\nr" },
    { 3, "a <wide> <edge2> 1\ng 1\nr" },
    { 1, "a i32 <edge4> 1\ng 1\nr" },
    { 2, "a <word> <edge8> 1\ng 1\nr" },
    END,
};
static const struct hp_generator_rule heap_loh[] = {
    { 8, "a <narrow> <large> <slot>" },
    { 4, "a <wide> <large> <slot>" },
    { 2, "a ref <medium> <slot>" },
    { 7, "f <slot>" },
    { 1, "x <few> u8 <huge>" },
    { 5, "c 2\nr\ni" },
    { 3, "r" },
    END,
};
static const struct hp_generator_rule heap_lohcount[] = {
    { 3, "a u8 <huge> <low>\nx <dozens> u8 <large>\nr" },
    { 2, "f <low>\nx <dozens> u8 <large>\nr" },
    END,
};
static const struct hp_generator_rule heap_promote[] = {
    { 4, "a <array> <small> <slot>\nx <few> u8 <small>\nc <generation>\ng <slot>\nr" },
    { 1, "a obj <object> <slot>\nx <few> u8 <small>\nc <generation>\ng <slot>\nr" },
    { 1, "f <slot>\nc <generation>\nr" },
    END,
};
static const struct hp_generator_rule heap_refs[] = {
    { 1, "a u8 <small> 2\nw 1 <index> 2\nf 2\nx <few> u8 <small>\nc <generation>\nr" },
    END,
};
static const struct hp_generator_rule heap_gen0count[] = {
    { 1, "x <thousands> <narrow> <tiny>\nr" },
    { 1, "x <hundreds> u8 <medium>\nr" },
    END,
};
static const struct hp_generator_rule heap_gen0live[] = {
    { 4, "a u8 <medium> <slot>" },
    { 1, "x <thousands> u8 <tiny>\nr" },
    END,
};
static const struct hp_generator_rule heap_mixed[] = {
    { 4, "a <array> <length> <slot>" },
    { 2, "a <array> <length> -1" },
    { 3, "x <few> <narrow> <small>" },
    { 2, "x <hundreds> <word> <tiny>" },
    { 3, "f <slot>" },
    { 3, "c <generation>" },
    { 6, "r" },
    END,
};
static const struct hp_generator_rule heap_harsh[] = {
    { 5, "a <array> <small> <slot>" },
    { 3, "a <array> <large> <slot>" },
    { 1, "a u8 <enormous> <low>" },
    { 2, "f <slot>" },
    { 1, "f <low>" },
    { 2, "x <dozens> u8 <large>\nr" },
    { 2, "x <hundreds> <narrow> <medium>\nr" },
    { 1, "a u8 <small> 2\nw 1 <index> 2\nf 2" },
    { 3, "c <generation>\nr" },
    { 1, "c 2\ni" },
    END,
};
static const struct hp_generator_rule heap_threads[] = {
    { 4, "thread <thread2>\na <array> <length> <slot>\nr" },
    { 2, "thread <thread2>\nx <hundreds> <narrow> <tiny>\nr" },
    { 2, "thread <thread2>\nc <generation>\nr" },
    { 1, "thread <thread2>\nf <slot>" },
    END,
};
static const struct hp_generator_rule heap_handles[] = {
    { 3, "a u8 <small> <slot>\nstrong <handle> <slot>\nf <slot>" },
    { 3, "a u8 <small> <slot>\nweak <handle> <slot>" },
    { 2, "a u8 <small> <slot>\npin <handle> <slot>\nx <few> u8 <small>" },
    { 1, "a u8 <large> <slot>\nweak <handle> <slot>\nf <slot>" },
    { 2, "f <slot>" },
    { 2, "free <handle>" },
    { 2, "get <handle> <slot>" },
    { 5, "c <generation>\ntarget <handle>\nr" },
    { 2, "x <few> u8 <small>\ntarget <handle>" },
    { 1, "c 2\ni" },
    END,
};
static const struct hp_generator_rule heap_finalizers[] = {
    { 4, "a fin <finalized> <slot>" },
    { 2, "f <slot>" },
    { 1, "a fin <finalized> <slot>\nsuppress <slot>\nf <slot>" },
    { 1, "a fin <finalized> <slot>\ntrack <handle> <slot>\nf <slot>" },
    { 1, "a fin <finalized> <slot>\nweak <handle> <slot>\nf <slot>" },
    { 4, "c <generation>\nfinalize\ntarget <handle>\nr" },
    { 1, "x <few> u8 <small>" },
    END,
};
static const struct hp_generator_rule builder[] = {
    { 20, "append <text>" },
    { 10, "insert <position> <text>" },
    { 8, "appendone <text>" },
    { 8, "remove <position> <part>" },
    { 7, "tostring" },
    { 7, "len <part>" },
    { 7, "appendc <part>" },
    { 5, "appendarr <text>" },
    { 4, "appendint <int>" },
    { 4, "clear" },
    { 4, "cap <part>" },
    { 3, "appendsub <position> <text>" },
    { 2, "replacec" },
    { 2, "ensure <part>" },
    { 1, "insertrep <position> <few>" },
    { 1, "newcap <part>" },
    { 1, "newmax <part> <maximum>" },
    END,
};
static const struct hp_generator_rule builder_replace[] = {
    { 1, "append <text>" },
    { 1, "replace <letters> <letters2>" },
    END,
};
static const struct hp_generator_rule stream[] = {
    { 7, "write <text>" },  { 2, "writebyte <dozens>" },
    { 2, "pos <part>" },    { 2, "setlen <part>" },
    { 2, "read <text>" },   { 1, "cap <part>" },
    { 1, "toarray" },       { 1, "newcap <part>" },
    { 1, "newbuf <text>" }, END,
};
static const struct hp_generator_rule copy[] = {
    { 1, "source=<source> length=<text> buffer=<buffer>" },
    END,
};
static const struct hp_generator_rule pool[] = {
    { 8, "rent <rent> <slot>" },
    { 7, "ret <slot>" },
    { 1, "ret <slot> clear" },
    { 1, "renti <rent> <slot>" },
    { 1, "rentr <rent> <slot>" },
    { 1, "thread <thread>" },
    { 1, "newarr <rent> 900\nret 900" },
    { 1, "create <maximum> <few>" },
    { 1, "ret 999" },
    END,
};
static const struct hp_generator_rule pool_capacity[] = {
    { 1, "rentmany <rent> <hundreds>\nretmany <hundreds>" },
    END,
};
static const struct hp_generator_rule chunk[] = {
    { 1, "<element> count=<count> size=<chunk> <way>" },
    END,
};
static const struct hp_generator_rule threshold[] = {
    { 1, "loh_threshold=<threshold> first <first>" },
    END,
};

const struct hp_generator hp_generators[] = {
    { "heap-sizes", "sizes of objects, and counters after each", NULL, NULL, NULL, 60, 60,
      heap_sizes },
    { "heap-threshold", "births on both sides of a moved threshold", "loh_threshold=<threshold>",
      NULL, NULL, 30, 30, heap_threshold },
    { "heap-loh", "large objects held and dropped", NULL, "i", "c 2\nr\ni", 20, 50, heap_loh },
    { "heap-lohcount", "collections by large arrays", NULL, NULL, NULL, 4, 10, heap_lohcount },
    { "heap-promote", "survivors of collections", NULL, NULL, NULL, 15, 30, heap_promote },
    { "heap-refs", "old objects that point at young ones", NULL, "a ref 100 1\nc 2", "i\ng 1", 15,
      25, heap_refs },
    { "heap-gen0count", "collections by a forced gen0 size", "gen0_size=<gen0>", NULL, NULL, 8, 12,
      heap_gen0count },
    { "heap-gen0live", "the same with survivors", "gen0_size=<gen0>", NULL, "r", 20, 50,
      heap_gen0live },
    { "heap-mixed", "all operations", "gen0_size=<gen0>", NULL, "c 2\nr\ni", 30, 80, heap_mixed },
    { "heap-harsh", "small budgets, large objects, all operations", "gen0_size=<harsh>",
      "a ref 200 1\nc 2\ni", "c 2\nr\ni", 40, 100, heap_harsh },
    { "heap-threads", "three threads, their own contexts and counters", "threads=2", NULL,
      "thread 0\nc 2\nr\ni", 15, 30, heap_threads },
    { "heap-handles", "strong and weak handles, pins", NULL, NULL, "c 2\nr\ni", 25, 50,
      heap_handles },
    { "heap-finalizers", "objects with finalizers (hosted runtimes)", NULL, NULL,
      "c 2\nfinalize\nr", 20, 40, heap_finalizers },
    { "heap-server", "the server collector with one heap and two", "gc=server heap_count=<heaps>",
      NULL, "c 2\nr\ni", 30, 60, heap_mixed },
    { "heap-limit", "a limit on the heap's memory", "memory_limit=<limit>", NULL, "c 2\nr\ni", 30,
      60, heap_mixed },
    { "builder", "StringBuilder", NULL, "new", "tostring", 15, 40, builder },
    { "builder-replace", "StringBuilder.Replace", NULL, "new\nappend <text>", "tostring", 3, 8,
      builder_replace },
    { "stream", "MemoryStream", NULL, "new", "toarray", 10, 25, stream },
    { "copy", "CopyTo, a line each", NULL, NULL, NULL, 10, 10, copy },
    { "pool", "ArrayPool", NULL, NULL, NULL, 30, 60, pool },
    { "pool-capacity", "what the shared pool holds", NULL, NULL, NULL, 8, 8, pool_capacity },
    { "chunk", "Enumerable.Chunk and its rivals, a line each", NULL, NULL, NULL, 20, 20, chunk },
    { "threshold", "first length in the oldest generation, a line each", NULL, NULL, NULL, 10, 10,
      threshold },
    { .name = NULL },
};
