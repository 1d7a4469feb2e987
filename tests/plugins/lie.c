/* SPDX-License-Identifier: MIT
 * Plugins that lie: a good table of a heap or a workload with one thing wrong. CMakeLists.txt builds one
 * shared object for each value of LIE; where a hook is missing, HOOK names it and CAPS is what the heap
 * claims. No hook is ever called: a table is refused or accepted by what it says. Some never come to say it.
 */
#include <heapproof/abi.h>

#include <stdlib.h>
#include <unistd.h>

enum lie {
    NOTHING,
    NAMESAKE,
    MAGIC,
    ABI,
    SIZE,
    NO_TABLE,
    KIND,
    NAME,
    NO_VERSION,
    NO_HEAP,
    NO_WORKLOAD,
    NO_DEFAULT,
    NO_METHODS,
    METHOD_USES,
    OPTION_NAME,
    OPTION_TWICE,
    OPTION_TYPE,
    OPTION_BARE,
    OPTION_FALLBACK,
    OPTION_OUTSIDE,
    OPTION_CHOICES,
    OPTION_ORDER,
    NAME_IN_LINES,
    NAME_TOO_LONG,
    METHOD_NAME,
    METHOD_TWICE,
    METHOD_MUTE,
    METHOD_IN_LINES,
    PROBE_TWICE,
    PROBE_WILD,
    OPTIONS_NONE,
    QUERY_EXITS,
    QUERY_CRASHES,
    QUERY_HANGS,
    LOAD_EXITS,
};

#ifndef CAPS
#define CAPS 0
#endif

struct options {
    uint64_t bytes;
    int32_t word;
};

static struct hp_heap_ops heap;
static struct hp_workload_ops work;
static struct hp_trace_ops trace;
static struct hp_option options[] = {
    { "bytes", "96KiB", "a size", HP_SIZE, offsetof(struct options, bytes), 1, 1 << 30, NULL },
    { "word", "one", "a choice", HP_CHOICE, offsetof(struct options, word), 0, 0, "one two three" },
    { .name = NULL },
};
static struct hp_method methods[] = {
    { "method", NULL, NULL, "bytes word", 0, "one call", "for tests" },
    { "other", NULL, NULL, "", 0, "one call", "for tests" },
    { .name = NULL },
};
static struct hp_probe probes[] = {
    { "probe", NULL, "bytes", "object_bytes", "for tests" },
    { "another", NULL, "", "object_bytes", "for tests" },
    { .name = NULL },
};
static struct hp_plugin table = {
    .magic = HP_MAGIC,
    .abi = HP_ABI,
    .size = sizeof(struct hp_plugin),
    .kind = HP_KIND_HEAP,
    .caps = CAPS,
    .options_size = sizeof(struct options),
    .name = "liar",
    .version = "1.0",
    .summary = "lies",
    .options = options,
    .heap = &heap,
    .threshold_default = "85000",
};

static void be_workload(void)
{
    table.kind = HP_KIND_WORKLOAD;
    table.heap = NULL;
    table.workload = &work;
    table.methods = methods;
    table.probes = probes;
}

/* Every pointer of the operations tables is something other than NULL. */
static void fill_hooks(void)
{
    memset(&heap, 0x5a, sizeof heap);
    memset(&work, 0x5a, sizeof work);
    memset(&trace, 0x5a, sizeof trace);
    heap.trace = NULL;
    work.trace = &trace;
#ifdef HEAP_HOOK
    heap.HEAP_HOOK = NULL;
#endif
#ifdef WORK_HOOK
    work.WORK_HOOK = NULL;
    be_workload();
#endif
#ifdef TRACE_HOOK
    trace.TRACE_HOOK = NULL;
    be_workload();
#endif
}

static void lie_about_table(enum lie lie)
{
    if (lie == MAGIC)
        table.magic = 0x464c457f;
    if (lie == ABI)
        table.abi = HP_ABI + 1;
    if (lie == SIZE)
        table.size -= 8;
    if (lie == KIND)
        table.kind = 7;
    if (lie == NAME)
        table.name = "Liar, liar";
    if (lie == NO_VERSION)
        table.version = NULL;
    if (lie == NO_HEAP)
        table.heap = NULL;
    if (lie == NO_DEFAULT)
        table.threshold_default = NULL;
    if (lie == NAME_IN_LINES)
        table.name = "li\nar\x1b";
    if (lie == NAME_TOO_LONG)
        table.name = "a-name-that-is-longer-than-any-line-of-a-table-could-show-without-harm";
    if (lie == NO_WORKLOAD || lie == NO_METHODS)
        be_workload();
    if (lie == NO_WORKLOAD)
        table.workload = NULL;
    if (lie == NO_METHODS)
        table.methods = NULL;
}

static void lie_about_rows(enum lie lie)
{
    if (lie < METHOD_NAME && lie != METHOD_USES)
        return;
    be_workload();
    if (lie == METHOD_USES)
        methods[0].uses = "bytes words";
    if (lie == METHOD_NAME)
        methods[1].name = "ot\nher";
    if (lie == METHOD_TWICE)
        methods[1].name = "method";
    if (lie == METHOD_MUTE)
        methods[1].help = NULL;
    if (lie == METHOD_IN_LINES)
        methods[1].operation = "one call\nof two";
    if (lie == PROBE_TWICE)
        probes[1].name = "probe";
    if (lie == PROBE_WILD)
        probes[1].help = (const char *)8;
    if (lie == OPTIONS_NONE)
        table.options = NULL;
}

static void misbehave(enum lie lie)
{
    if (lie == QUERY_HANGS)
        (void)sleep(1000);
    if (lie == QUERY_EXITS)
        exit(0);
}

__attribute__((constructor)) static void begin(void)
{
    if (LIE == LOAD_EXITS)
        _exit(7);
}

static void lie_about_options(enum lie lie)
{
    if (lie == OPTION_NAME)
        options[1].name = "Word";
    if (lie == OPTION_TWICE)
        options[1].name = "bytes";
    if (lie == OPTION_TYPE)
        options[1].type = (enum hp_option_type)9;
    if (lie == OPTION_BARE)
        options[1].fallback = NULL;
    if (lie == OPTION_FALLBACK)
        options[0].fallback = "2GiB";
    if (lie == OPTION_OUTSIDE)
        options[1].offset = sizeof(struct options);
    if (lie == OPTION_CHOICES)
        options[1].choices = NULL;
    if (lie == OPTION_ORDER)
        options[0].min = INT64_C(1) << 40;
}

#ifdef UNDEFINED
int heapproof_nowhere(void);
#endif

#ifdef QUERY_NAME
const struct hp_plugin *QUERY_NAME(void);
HP_EXPORT const struct hp_plugin *QUERY_NAME(void)
#else
HP_EXPORT const struct hp_plugin *hp_plugin_query(void)
#endif
{
    misbehave(LIE);
    fill_hooks();
    lie_about_table(LIE);
    lie_about_rows(LIE);
    lie_about_options(LIE);
#ifdef UNDEFINED
    table.abi = (uint32_t)heapproof_nowhere();
#endif
    if (LIE == QUERY_CRASHES)
        return (const struct hp_plugin *)8;
    return LIE == NO_TABLE ? NULL : &table;
}
