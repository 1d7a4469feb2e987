/* SPDX-License-Identifier: MIT
 * Traces from any bytes, executed on gen: four bytes are an operation of family heap, the first byte of all says
 * how the heap is opened. Whatever is asked for, in any order: every phase of every collection and the heap at
 * the end pass the verifier, and what is refused is refused with a sentence.
 */
#include "layout.h"
#include "plugin/plugin.h"
#include "replay/heap_trace.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SLOTS = 16, HANDLES = 8, TEXT_BYTES = 64 };

static const struct hp_machine machine = { "m", 2, 1 << 20, (uint64_t)1 << 30 };

/* How the first byte opens the heap. */
static const struct {
    int gc_mode;
    const char *gen0_size, *memory_limit, *stress;
    size_t operations; /* at most: with stress = true each moves everything */
} openings[] = {
    { HP_GC_WORKSTATION, "64KiB", "0", "false", 300 },
    { HP_GC_CONCURRENT, "64KiB", "0", "false", 300 },
    { HP_GC_WORKSTATION, "64KiB", "16MiB", "false", 300 },
    { HP_GC_WORKSTATION, "64KiB", "0", "true", 40 },
};

static const unsigned lengths[] = { 0,    1,    2,    7,     100,    920,    1000,   2047,
                                    2048, 8190, 9000, 30000, 100000, 100056, 400000, 2000000 };
static const char *const kinds[] = { "u8", "i64", "ref", "str", "uninit8" };

/* Writes the operation that four bytes stand for. */
static void spell(const uint8_t byte[4], char text[TEXT_BYTES])
{
    const unsigned length = lengths[byte[1] % 16], slot = byte[2] % SLOTS, other = byte[3] % SLOTS;
    const char *kind = kinds[byte[3] % 5];
    const unsigned object = 24u + 8u * (byte[1] % 3u);
    const int kept = byte[2] < 64 ? -1 : (int)slot;
    switch (byte[0] % 14) {
    case 0:
    case 1:
        (void)snprintf(text, TEXT_BYTES, "a %s %u %d", kind, length, kept);
        break;
    case 2:
    case 3:
        (void)snprintf(text, TEXT_BYTES, "a ref %u %u", byte[1] % 64u, slot);
        break;
    case 4:
        (void)snprintf(text, TEXT_BYTES, "a obj %u %d", object, kept);
        break;
    case 5:
        (void)snprintf(text, TEXT_BYTES, "x %u %s %u", byte[2] % 4u + 1, kind, length % 30000);
        break;
    case 6:
        (void)snprintf(text, TEXT_BYTES, "f %u", slot);
        break;
    case 7:
    case 8:
        (void)snprintf(text, TEXT_BYTES, "w %u %u %u", slot, byte[1] % 64u, other);
        break;
    case 9:
        (void)snprintf(text, TEXT_BYTES, "c %u", byte[1] % 3u);
        break;
    case 10:
        (void)snprintf(text, TEXT_BYTES, "pin %u %u", byte[1] % (unsigned)HANDLES, slot);
        break;
    case 11:
        (void)snprintf(text, TEXT_BYTES, "%s %u %u", byte[3] % 2 != 0 ? "weak" : "strong",
                       byte[1] % (unsigned)HANDLES, slot);
        break;
    case 12:
        (void)snprintf(text, TEXT_BYTES, "free %u", byte[1] % (unsigned)HANDLES);
        break;
    default:
        (void)snprintf(text, TEXT_BYTES, "get %u %u", byte[1] % (unsigned)HANDLES, slot);
        break;
    }
}

static void no_number(void *context, const char *key, int64_t value)
{
    (void)context, (void)key, (void)value;
}

static void no_text(void *context, const char *key, const char *value)
{
    (void)context, (void)key, (void)value;
}

static void no_throws(void *context, const char *exception)
{
    (void)context, (void)exception;
}

static void execute(const struct hp_run *run, const uint8_t *data, size_t operations)
{
    const struct hp_answer answer = { NULL, no_number, no_text, no_throws };
    struct hp_err err = { 0, "" };
    char text[TEXT_BYTES];
    void *trace = NULL;
    if (hp_heap_trace.begin(&trace, run, "heap", NULL, 0, &err) != HP_OK)
        abort();
    for (size_t i = 0; i < operations; i++) {
        err = (struct hp_err){ 0, "" };
        spell(data + 4 * i, text);
        if (hp_heap_trace.execute(trace, text, &answer, &err) != HP_OK && err.text[0] == '\0')
            abort();
    }
    hp_heap_trace.end(trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct hp_plugin *plugin = hp_plugin_query();
    struct gen_options options;
    struct hp_err err = { 0, "" };
    struct hp_run run = { .size = sizeof run, .runtime = 8 };
    if (size == 0)
        return 0;
    const size_t way = data[0] % (sizeof openings / sizeof *openings);
    const struct hp_named given[] = { { "gen0_size", openings[way].gen0_size },
                                      { "memory_limit", openings[way].memory_limit },
                                      { "stress", openings[way].stress },
                                      { "reserve", "1GiB" },
                                      { "verify", "true" } };
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = &options,
                                           .runtime = 8,
                                           .gc_mode = openings[way].gc_mode,
                                           .processors = 2,
                                           .seed = 1,
                                           .machine = &machine };
    if (hp_options_fill(plugin->options, &options, sizeof options, given, 5, &err) != HP_OK ||
        gen_ops.open(&run.heap, &config, &err) != HP_OK ||
        gen_ops.attach(run.heap, &run.thread, &err) != HP_OK)
        abort();
    const size_t operations = (size - 1) / 4;
    execute(&run, data + 1,
            operations < openings[way].operations ? operations : openings[way].operations);
    if (gen_ops.verify(run.thread, &err) != HP_OK) {
        (void)fprintf(stderr, "%s\n", err.text);
        abort();
    }
    gen_ops.detach(run.thread);
    gen_ops.close(run.heap);
    return 0;
}
