/* SPDX-License-Identifier: MIT
 *
 * How often are gen's collection counts with gc concurrent what .NET's were? tests/truth/concurrent.csv has the
 * lowest and highest of six recordings; here every trace is played once for each seed, as the machine profile
 * `truth` states, and the share of seeds is counted that lie within, row by row.
 *
 *   concurrent PLUGIN.so SEEDS LEAST [OPTION=VALUE ...]
 *
 * Prints the rows as CSV with their shares and then, by family and for all, the median share and the mean. Fails
 * if the mean of all is below LEAST.
 */
#include "base/text.h"
#include "config/config.h"
#include "replay/heap_trace.h"
#include "replay/replay.h"
#include "worker/opening.h"

#include <stdlib.h>

enum { ROWS_MOST = 2000, READS_MOST = 32, OPTIONS_MOST = 16, LARGE_FROM = 90000 };

struct row {
    char trace[40];
    int read, runtime, low[3], high[3];
    unsigned within;
    double gen2; /* collections of generation 2, of all seeds */
};

struct counts {
    int gen[READS_MOST][3];
    int reads;
};

static struct row rows[ROWS_MOST];
static size_t row_count;

__attribute__((noreturn)) static void die(const char *what)
{
    (void)fprintf(stderr, "concurrent: %s\n", what);
    exit(2);
}

static void read_rows(const char *path)
{
    char line[200];
    FILE *f = fopen(path, "r");
    if (f == NULL || fgets(line, sizeof line, f) == NULL)
        die("cannot read concurrent.csv");
    while (row_count < ROWS_MOST && fgets(line, sizeof line, f) != NULL) {
        struct row *r = &rows[row_count++];
        if (sscanf(line, "%39[^,],%d,%d,%d,%d,%d,%d,%d,%d", r->trace, &r->read, &r->runtime,
                   &r->low[0], &r->high[0], &r->low[1], &r->high[1], &r->low[2], &r->high[2]) != 9)
            die("a row of concurrent.csv has not nine values");
    }
    (void)fclose(f);
}

/* ---- one trace ----------------------------------------------------------------------------------- */

static void note_number(void *context, const char *key, int64_t value)
{
    struct counts *c = context;
    if (strncmp(key, "gen", 3) == 0 && key[3] >= '0' && key[3] <= '2' && key[4] == '\0')
        c->gen[c->reads][key[3] - '0'] = (int)value;
}

static void no_text(void *context, const char *key, const char *value)
{
    (void)context, (void)key, (void)value;
}

static void no_throws(void *context, const char *exception)
{
    (void)context, (void)exception;
}

/* What a large array holds is of no interest, and zeroing it takes most of the time. Its size is the same. */
static const char *unzeroed(const char *operation, char *out, size_t bytes)
{
    char word[8];
    long times, length, slot;
    if (sscanf(operation, "x %ld u8 %ld", &times, &length) == 2 && length >= LARGE_FROM)
        (void)snprintf(out, bytes, "x %ld uninit8 %ld", times, length);
    else if (sscanf(operation, "a %7s %ld %ld", word, &length, &slot) == 3 &&
             strcmp(word, "u8") == 0 && length >= LARGE_FROM)
        (void)snprintf(out, bytes, "a uninit8 %ld %ld", length, slot);
    else
        return operation;
    return out;
}

struct player {
    const struct hp_plugin *heap;
    const struct hp_machine *machine;
    const struct hp_profile *profile;
    struct hp_named given[OPTIONS_MOST];
    size_t given_count;
};

static void execute_trace(const struct hp_run *run, const struct hp_trace_file *file,
                          const struct hp_unit *unit, const struct hp_setting *settings,
                          size_t count, struct counts *out)
{
    void *trace = NULL;
    struct hp_err err = { 0, "" };
    char text[80];
    const struct hp_answer answer = { out, note_number, no_text, no_throws };
    out->reads = 0;
    if (hp_heap_trace.begin(&trace, run, "heap", settings, count, &err) != HP_OK)
        die(err.text);
    for (size_t i = 0; i < unit->line_count; i++) {
        const char *operation = file->lines[unit->lines[i]].operation;
        if (hp_heap_trace.execute(trace, unzeroed(operation, text, sizeof text), &answer, &err) !=
            HP_OK)
            die(err.text);
        if (operation[0] == 'r' && ++out->reads == READS_MOST)
            die("a trace reads more often than there is room");
    }
    hp_heap_trace.end(trace);
}

static void play(const struct player *p, const struct hp_trace_file *file,
                 const struct hp_unit *unit, int runtime, uint64_t seed, struct counts *out)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_named options[3 * OPTIONS_MOST];
    struct hp_setting settings[OPTIONS_MOST];
    size_t option_count = 0, setting_count = 0;
    for (size_t i = 0; i < p->profile->option_count; i++) {
        const struct hp_profile_option *o = &p->profile->options[i];
        if (!hp_profile_option_applies(o, "gen", runtime))
            continue;
        if (o->of_trace)
            settings[setting_count++] = (struct hp_setting){ o->name, o->text };
        else
            options[option_count++] = (struct hp_named){ o->name, o->text };
    }
    for (size_t i = 0; i < unit->setting_count; i++)
        options[option_count++] =
            (struct hp_named){ unit->settings[i].key, unit->settings[i].value };
    for (size_t i = 0; i < p->given_count; i++)
        options[option_count++] = p->given[i];
    const struct hp_heap_wish wish = { .table = p->heap,
                                       .options = options,
                                       .option_count = option_count,
                                       .runtime = runtime,
                                       .gc_mode = HP_GC_CONCURRENT,
                                       .seed = seed,
                                       .machine = p->machine };
    struct hp_run run = { .size = sizeof run, .runtime = runtime, .seed = seed };
    struct hp_err err = { 0, "" };
    if (hp_open_heap(&wish, arena, &run.heap, &run.thread, &err) != HP_OK)
        die(err.text);
    execute_trace(&run, file, unit, settings, setting_count, out);
    p->heap->heap->detach(run.thread);
    p->heap->heap->close(run.heap);
    hp_arena_free(arena);
}

/* ---- all of them ----------------------------------------------------------------------------------- */

static bool is_within(const struct row *r, const struct counts *c)
{
    for (int g = 0; g < 3; g++)
        if (c->gen[r->read - 1][g] < r->low[g] || c->gen[r->read - 1][g] > r->high[g])
            return false;
    return true;
}

static void tally(const char *trace, int runtime, const struct counts *c, unsigned times)
{
    for (size_t i = 0; i < row_count; i++) {
        struct row *r = &rows[i];
        if (r->runtime != runtime || r->read > c->reads || strcmp(r->trace, trace) != 0)
            continue;
        r->within += is_within(r, c) ? times : 0;
        r->gen2 += (double)times * c->gen[r->read - 1][2];
    }
}

/* Nothing is drawn without a collection of generation 2: then one seed speaks for all. */
static void play_seeds(const struct player *p, const struct hp_trace_file *file,
                       const struct hp_unit *unit, unsigned seeds)
{
    for (int runtime = 8; runtime <= 10; runtime++) {
        for (unsigned seed = 1; seed <= seeds; seed++) {
            struct counts c = { .reads = 0 };
            play(p, file, unit, runtime, seed, &c);
            const bool drawn = c.reads > 0 && c.gen[c.reads - 1][2] > 0;
            tally(unit->name, runtime, &c, drawn ? 1 : seeds);
            if (!drawn)
                break;
        }
    }
}

static void play_file(const struct player *p, const char *path, unsigned seeds)
{
    struct hp_trace_file *file = NULL;
    struct hp_problems problems = { 0 };
    struct hp_err err = { 0, "" };
    if (hp_trace_read(path, NULL, &file, &problems, &err) != HP_OK)
        die("cannot read the traces");
    for (size_t u = 0; u < file->unit_count; u++)
        play_seeds(p, file, &file->units[u], seeds);
    hp_trace_free(file);
    hp_problems_clear(&problems);
}

static int ascending(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* Of the traces whose names begin so. Returns the mean share. */
static double sum_up(const char *prefix, unsigned seeds)
{
    static unsigned within[ROWS_MOST];
    size_t count = 0, never = 0;
    double sum = 0;
    for (size_t i = 0; i < row_count; i++) {
        if (strncmp(rows[i].trace, prefix, strlen(prefix)) != 0)
            continue;
        within[count++] = rows[i].within;
        never += rows[i].within == 0;
        sum += (double)rows[i].within / seeds;
    }
    if (count == 0)
        die("a family without rows");
    qsort(within, count, sizeof *within, ascending);
    const unsigned median = within[count / 2];
    printf("%s*: %zu rows, %u seeds: median share %.2f, mean %.2f, never within: %zu rows\n",
           prefix, count, seeds, (double)median / seeds, sum / (double)count, never);
    return sum / (double)count;
}

static double report(unsigned seeds)
{
    printf("trace,r_line,runtime,gen2_low,gen2_high,gen2_mean,share\n");
    for (size_t i = 0; i < row_count; i++)
        printf("%s,%d,%d,%d,%d,%.1f,%.2f\n", rows[i].trace, rows[i].read, rows[i].runtime,
               rows[i].low[2], rows[i].high[2], rows[i].gen2 / seeds,
               (double)rows[i].within / seeds);
    (void)sum_up("gen0count", seeds);
    (void)sum_up("lohcount", seeds);
    return sum_up("", seeds);
}

int main(int argc, char **argv)
{
    struct hp_plugins plugins = { 0 };
    struct hp_problems problems = { 0 };
    struct hp_err err = { 0, "" };
    struct player p = { 0 };
    if (argc < 4 || argc - 4 > OPTIONS_MOST)
        die("usage: concurrent PLUGIN.so SEEDS LEAST [OPTION=VALUE ...]");
    for (int i = 4; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (value == NULL)
            die("expected OPTION=VALUE");
        *value = '\0';
        p.given[p.given_count++] = (struct hp_named){ argv[i], value + 1 };
    }
    struct hp_config *config = hp_config_bare();
    const struct hp_place at = { .file = "concurrent" };
    p.profile = hp_config_profile(config, "truth", at, &problems);
    if (p.profile == NULL || hp_plugin_load(&plugins, argv[1], &err) != HP_OK)
        die(p.profile == NULL ? "no machine truth" : err.text);
    p.machine = &p.profile->machine;
    p.heap = plugins.items[0].table;
    const unsigned seeds = (unsigned)strtoul(argv[2], NULL, 10);
    read_rows(HP_SOURCE_DIR "/tests/truth/concurrent.csv");
    if (seeds == 0 || row_count == 0)
        die("nothing to play");
    play_file(&p, HP_SOURCE_DIR "/tests/truth/heap-lohcount.txt", seeds);
    play_file(&p, HP_SOURCE_DIR "/tests/truth/heap-gen0count.txt", seeds);
    const double mean = report(seeds);
    hp_plugins_clear(&plugins);
    hp_problems_clear(&problems);
    hp_config_free(config);
    return mean >= strtod(argv[3], NULL) ? 0 : 1;
}
