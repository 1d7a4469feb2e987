/* SPDX-License-Identifier: MIT
 *
 * Does a heap answer recorded heap traces as .NET did? Replays tests/truth/heap-*.txt (form: README.md there)
 * through abi.h on a heap plugin opened by path, compares every result, counts them against COUNTS.
 *
 *   replay_heap PLUGIN.so FILE RUNTIME [MOST]   RUNTIME: 8, 9, 10 or all; MOST: differences that are
 *                                               printed (default 10)
 *
 * Exit 0: all results equal but for the known ones below, and as many as COUNTS says. A development tool and
 * a test; one process.
 */
#include "plugin/plugin.h"

#include <inttypes.h>
#include <stdlib.h>

#define SLOTS 256u
#define KEYS_MAX 16

struct replay {
    const struct hp_plugin *plugin;
    const char *file;
    int runtime;
    long most, results, different;
    unsigned known_seen; /* bit i: known[i] was met */
    /* the open trace */
    char trace[64];
    unsigned line;
    struct hp_heap *heap;
    struct hp_thread *thread;
    hp_ref slot[SLOTS], temporary;
    int64_t base[8];
    bool live_known;
    int64_t live_base;
};

/* Where .NET itself was disturbed: threads of the runtime used up a part of the gen0 budget, and a collection
 * came earlier than on 8, where the same traces are equal. One that becomes equal fails the test. */
static const struct {
    const char *trace, *key;
    int runtime;
} known[] = {
    { "gen0count-03", "gen0", 9 }, { "gen0count-03", "gen0", 10 }, { "gen0live-30", "gen0", 9 },
    { "gen0live-30", "gen0", 10 }, { "gen0live-30", "gen1", 9 },   { "gen0live-30", "gen1", 10 },
};

struct value {
    char key[24];
    int64_t number;
};

static const struct hp_type array_types[] = {
    { "u8", 24, 1, HP_TYPE_ARRAY, 0, 0 },       { "i16", 24, 2, HP_TYPE_ARRAY, 0, 0 },
    { "i32", 24, 4, HP_TYPE_ARRAY, 0, 0 },      { "i64", 24, 8, HP_TYPE_ARRAY, 0, 0 },
    { "char", 24, 2, HP_TYPE_ARRAY, 0, 0 },     { "ref", 24, 8, HP_TYPE_ARRAY, 0, 1 },
    { "str", 22, 2, HP_TYPE_STRING, 0, 0 },     { "uninit8", 24, 1, HP_TYPE_ARRAY, 0, 0 },
    { "uninit32", 24, 4, HP_TYPE_ARRAY, 0, 0 },
};
static const struct hp_type object_types[] = {
    { "obj24", 24, 0, 0, 0, 0 },
    { "obj32", 32, 0, 0, 0, 0 },
    { "obj40", 40, 0, 0, 0, 0 },
    { "obj64", 64, 0, 0, 0, 0 },
};

static void die(const struct replay *r, const char *what, const char *detail)
{
    (void)fprintf(stderr, "%s:%u: %s%s%s\n", r->file, r->line, what, detail != NULL ? ": " : "",
                  detail != NULL ? detail : "");
    exit(2);
}

/* ---- the heap at the start of a trace ---------------------------------------------------------- */

struct settings {
    uint64_t threshold, gen0_size;
};

/* The recording process came with live bytes and committed memory of its own. */
static void *make_options(const struct replay *r, const struct settings *set)
{
    static const char *const live[] = { "33648", "36800", "37400" };
    char gen0[32];
    struct hp_err err = { 0 };
    (void)snprintf(gen0, sizeof gen0, "%" PRIu64, set->gen0_size);
    const struct hp_named given[] = { { "gen0_size", gen0 },
                                      { "reserve", "16GiB" },
                                      { "start_gen2_bytes", live[r->runtime - 8] },
                                      { "start_committed", "69632" },
                                      { "verify", getenv("HP_REPLAY_VERIFY") ? "true" : "false" } };
    void *options = calloc(1, r->plugin->options_size);
    if (options == NULL || hp_options_fill(r->plugin->options, options, r->plugin->options_size,
                                           given, sizeof given / sizeof given[0], &err) != HP_OK)
        die(r, "options", err.text);
    return options;
}

static void read_base(struct replay *r)
{
    struct hp_counters c;
    r->plugin->heap->counters(r->thread, &c);
    r->base[0] = c.value[HP_C_ALLOCATED_BYTES];
    r->base[1] = c.value[HP_C_ALLOCATED_APPROX_BYTES];
    r->base[2] = c.value[HP_C_GEN0_COUNT];
    r->base[3] = c.value[HP_C_GEN1_COUNT];
    r->base[4] = c.value[HP_C_GEN2_COUNT];
}

/* Two full collections, then small objects until a fresh context has just been taken. On 9 and 10 another
 * thread of the runtime leaves a small object between the two: .NET shows it as 24 bytes of soh_live. */
static void settle(struct replay *r, struct hp_err *err)
{
    struct hp_thread *t = r->thread;
    uintptr_t left = 0;
    hp_ref early;
    r->plugin->heap->collect(t, 2);
    if (r->runtime != 8) {
        (void)hp_new_into(t, &object_types[0], 0, 0, r->temporary, err);
        hp_clear(t, r->temporary);
        (void)hp_new(t, &object_types[0], 0, 0, &early, err);
    }
    r->plugin->heap->collect(t, 2);
    do {
        left = t->alloc_limit - t->alloc_ptr;
        if (hp_new_into(t, &object_types[0], 0, 0, r->temporary, err) != HP_OK)
            die(r, "cannot settle", err->text);
    } while (t->alloc_limit - t->alloc_ptr <= left);
    hp_clear(t, r->temporary);
}

static void begin(struct replay *r, const struct settings *set)
{
    static const struct hp_machine truth = { "truth", 2, 32u << 20, (uint64_t)24 << 30 };
    struct hp_err err = { 0 };
    void *options = make_options(r, set);
    const struct hp_heap_config config = { .size = sizeof config,
                                           .options = options,
                                           .threshold = set->threshold,
                                           .runtime = r->runtime,
                                           .processors = 2,
                                           .machine = &truth };
    if (r->plugin->heap->open(&r->heap, &config, &err) != HP_OK ||
        r->plugin->heap->attach(r->heap, &r->thread, &err) != HP_OK)
        die(r, "cannot open the heap", err.text);
    free(options);
    for (size_t i = 0; i < SLOTS; i++)
        (void)hp_root(r->thread, &r->slot[i], &err);
    (void)hp_root(r->thread, &r->temporary, &err);
    settle(r, &err);
    read_base(r);
    r->live_known = false;
}

static void end(struct replay *r)
{
    struct hp_err err = { 0 };
    if (r->heap == NULL)
        return;
    if (r->plugin->heap->verify(r->thread, &err) != HP_OK)
        die(r, r->trace, err.text);
    r->plugin->heap->detach(r->thread);
    r->plugin->heap->close(r->heap);
    r->heap = NULL;
}

/* ---- operations -------------------------------------------------------------------------------- */

static void allocate(struct replay *r, const char *kind, uint64_t n, hp_ref slot)
{
    struct hp_err err = { 0 };
    const struct hp_type *type = NULL;
    uint64_t length = n;
    if (strcmp(kind, "str") == 0 && n == 0) {
        hp_clear(r->thread, slot); /* the shared empty string is no object of the heap */
        return;
    }
    for (size_t i = 0; i < sizeof array_types / sizeof array_types[0]; i++)
        if (strcmp(kind, array_types[i].name) == 0)
            type = &array_types[i];
    if (strcmp(kind, "obj") == 0) {
        length = 0;
        for (size_t i = 0; i < sizeof object_types / sizeof object_types[0]; i++)
            if (object_types[i].base_bytes == n)
                type = &object_types[i];
    }
    if (type == NULL)
        die(r, "unknown kind", kind);
    const unsigned flags = strncmp(kind, "uninit", 6) == 0 ? HP_UNINIT : 0;
    if (hp_new_into(r->thread, type, length, flags, slot, &err) != HP_OK)
        die(r, r->trace, err.text);
}

static size_t read_counters(struct replay *r, struct value *out)
{
    static const char *const key[] = { "bytes", "approx", "gen0", "gen1", "gen2" };
    static const enum hp_counter counter[] = { HP_C_ALLOCATED_BYTES, HP_C_ALLOCATED_APPROX_BYTES,
                                               HP_C_GEN0_COUNT, HP_C_GEN1_COUNT, HP_C_GEN2_COUNT };
    struct hp_counters c;
    r->plugin->heap->counters(r->thread, &c);
    for (size_t i = 0; i < 5; i++) {
        (void)snprintf(out[i].key, sizeof out[i].key, "%s", key[i]);
        out[i].number = c.value[counter[i]] - r->base[i];
    }
    return 5;
}

static size_t read_info(struct replay *r, struct value *out)
{
    struct hp_memory_info info;
    r->plugin->heap->memory_info(r->thread, &info);
    int64_t live = 0;
    for (int g = 0; g < 3; g++)
        live += info.size_bytes[g] - info.fragmented_bytes[g];
    if (!r->live_known)
        r->live_base = live;
    r->live_known = true;
    const struct value v[] = { { "of", info.generation },
                               { "loh_size", info.size_bytes[3] },
                               { "loh_frag", info.fragmented_bytes[3] },
                               { "soh_live", live - r->live_base } };
    memcpy(out, v, sizeof v);
    return 4;
}

static hp_ref slot_of(const struct replay *r, long index)
{
    if (index >= (long)SLOTS)
        die(r, "no such slot", NULL);
    return index < 0 ? r->temporary : r->slot[index];
}

/* Executes one operation; returns how many values it answers. */
static size_t execute(struct replay *r, const char *operation, struct value *out)
{
    char kind[16];
    long a = 0, b = 0, c = 0;
    if (sscanf(operation, "a %15s %ld %ld", kind, &a, &b) == 3) {
        allocate(r, kind, (uint64_t)a, slot_of(r, b));
        hp_clear(r->thread, r->temporary);
    } else if (sscanf(operation, "x %ld %15s %ld", &a, kind, &b) == 3) {
        for (long i = 0; i < a; i++) {
            allocate(r, kind, (uint64_t)b, r->temporary);
            hp_clear(r->thread, r->temporary);
        }
    } else if (sscanf(operation, "f %ld", &a) == 1) {
        hp_clear(r->thread, slot_of(r, a));
    } else if (sscanf(operation, "w %ld %ld %ld", &a, &b, &c) == 3) {
        hp_set(r->thread, slot_of(r, a), (uint64_t)b, slot_of(r, c));
    } else if (sscanf(operation, "c %ld", &a) == 1) {
        r->plugin->heap->collect(r->thread, (int)a);
    } else if (sscanf(operation, "g %ld", &a) == 1) {
        (void)snprintf(out->key, sizeof out->key, "generation");
        out->number = r->plugin->heap->generation(r->thread, slot_of(r, a));
        return 1;
    } else if (operation[0] == 'r') {
        return read_counters(r, out);
    } else if (operation[0] == 'i') {
        return read_info(r, out);
    } else {
        die(r, "unknown operation", operation);
    }
    return 0;
}

/* ---- comparison -------------------------------------------------------------------------------- */

static bool tag_applies(const struct replay *r, char *key)
{
    char *tag = strchr(key, '@');
    if (tag == NULL)
        return true;
    *tag = '\0';
    return atoi(tag + 1) == r->runtime;
}

static bool is_known(struct replay *r, const char *key)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].runtime == r->runtime && strcmp(known[i].trace, r->trace) == 0 &&
            strcmp(known[i].key, key) == 0) {
            r->known_seen |= 1u << i;
            return true;
        }
    }
    return false;
}

static void compare(struct replay *r, const char *operation, char *answer, const struct value *got,
                    size_t count)
{
    char *rest = NULL;
    for (char *item = strtok_r(answer, " ", &rest); item != NULL;
         item = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(item, '=');
        if (equals == NULL)
            die(r, "no key in answer", item);
        *equals = '\0';
        if (!tag_applies(r, item))
            continue;
        const int64_t want = strtoll(equals + 1, NULL, 10);
        const struct value *found = NULL;
        for (size_t i = 0; i < count; i++)
            if (strcmp(got[i].key, item) == 0)
                found = &got[i];
        const int64_t slack = strcmp(item, "soh_live") == 0 ? 24 : 0;
        r->results++;
        if (found != NULL && found->number - want <= slack && want - found->number <= slack)
            continue;
        if (is_known(r, item))
            continue;
        if (r->different++ < r->most)
            (void)printf(
                "%s:%u: %s: %s: %s is %" PRId64 ", .NET %d gave %" PRId64 " (%+" PRId64 ")\n",
                r->file, r->line, r->trace, operation, item, found != NULL ? found->number : -1,
                r->runtime, want, found != NULL ? found->number - want : 0);
    }
}

static void run_line(struct replay *r, char *line, struct settings *set, bool *started)
{
    if (strncmp(line, "trace ", 6) == 0) {
        (void)snprintf(r->trace, sizeof r->trace, "%.60s", line + 6);
        *set = (struct settings){ 0 };
        *started = false;
        return;
    }
    if (strncmp(line, "set ", 4) == 0) {
        const char *threshold = strstr(line, "loh_threshold=");
        const char *gen0 = strstr(line, "gen0_size=");
        if (threshold != NULL)
            set->threshold = strtoull(threshold + 14, NULL, 10);
        if (gen0 != NULL)
            set->gen0_size = strtoull(gen0 + 10, NULL, 10);
        return;
    }
    if (!*started)
        begin(r, set);
    *started = true;
    if (strcmp(line, "end") == 0) {
        end(r);
        return;
    }
    char *answer = strstr(line, " -> ");
    if (answer != NULL)
        *answer = '\0';
    struct value got[KEYS_MAX];
    const size_t count = execute(r, line, got);
    if (answer != NULL)
        compare(r, line, answer + 4, got, count);
}

static void run_file(struct replay *r)
{
    char line[512];
    struct settings set = { 0 };
    bool started = false;
    FILE *f = fopen(r->file, "r");
    if (f == NULL)
        die(r, "cannot open", NULL);
    while (fgets(line, sizeof line, f) != NULL) {
        r->line++;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0')
            run_line(r, line, &set, &started);
    }
    (void)fclose(f);
}

/* Results that COUNTS, beside the file, promises for it; -1 when it says nothing. */
static long counted(const char *file, int runtime)
{
    char path[1024], name[128], line[256];
    const char *slash = strrchr(file, '/');
    const int folder = slash != NULL ? (int)(slash - file) + 1 : 0;
    (void)snprintf(path, sizeof path, "%.*sCOUNTS", folder, file);
    FILE *f = fopen(path, "r");
    long found = -1;
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        int of = 0, processors = 0;
        long results = 0;
        if (sscanf(line, "%127s %d %d %ld", name, &of, &processors, &results) == 4 &&
            strcmp(name, file + folder) == 0 && of == runtime)
            found = results;
    }
    if (f != NULL)
        (void)fclose(f);
    return found;
}

/* Rows of `known` that speak of this file but were not met: they are to be deleted. */
static bool known_are_met(const struct replay *r)
{
    bool met = true;
    const char *name = strrchr(r->file, '/');
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t family = strcspn(known[i].trace, "-");
        if (known[i].runtime != r->runtime || name == NULL || strncmp(name, "/heap-", 6) != 0 ||
            strncmp(name + 6, known[i].trace, family) != 0 || name[6 + family] != '.' ||
            (r->known_seen >> i & 1) != 0)
            continue;
        (void)printf("%s %s on %d is equal now: take it off the list of known deviations\n",
                     known[i].trace, known[i].key, known[i].runtime);
        met = false;
    }
    return met;
}

static bool replay_runtime(struct replay *r, int runtime)
{
    const long expected = counted(r->file, runtime);
    r->runtime = runtime;
    r->results = r->different = 0;
    r->line = 0;
    r->known_seen = 0;
    run_file(r);
    (void)printf("%s on .NET %d: %ld results, %ld different, %d known to differ\n", r->file,
                 runtime, r->results, r->different, __builtin_popcount(r->known_seen));
    if (r->results != expected)
        (void)printf("COUNTS promises %ld results\n", expected);
    return r->different == 0 && r->results == expected && known_are_met(r);
}

int main(int argc, char **argv)
{
    struct replay r = { .most = argc > 4 ? atol(argv[4]) : 10 };
    struct hp_plugins plugins = { 0 };
    struct hp_err err = { 0 };
    const bool all = argc > 3 && strcmp(argv[3], "all") == 0;
    const int only = argc > 3 && !all ? atoi(argv[3]) : 0;
    bool equal = true;
    if (argc < 4 || (!all && (only < 8 || only > 10))) {
        (void)fprintf(stderr, "usage: replay_heap PLUGIN.so FILE 8|9|10|all [MOST]\n");
        return 2;
    }
    if (hp_plugin_load(&plugins, argv[1], &err) != HP_OK) {
        (void)fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    r.plugin = plugins.items[0].table;
    r.file = argv[2];
    for (int runtime = 8; runtime <= 10; runtime++)
        if (all || runtime == only)
            equal = replay_runtime(&r, runtime) && equal;
    hp_plugins_clear(&plugins);
    return equal ? 0 : 1;
}
