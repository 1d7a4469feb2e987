/* SPDX-License-Identifier: MIT
 * What did one case deliver? From the rows of the store; nothing is judged here.
 */
#include "cmd/show_case.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/units.h"
#include "cmd/columns.h"
#include "measure/metric.h"
#include "measure/stats.h"
#include "verdict/verdict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    BINS = 12,
    BINS_MOST = 40,
    BAR_COLUMNS = 40,
    CLIP_PERCENT = 90, /* of a histogram's values get bins when the rest lies far off */
    COLLECTIONS_SHOWN = 40
};

static const char *unit_of(const char *metric)
{
    const struct hp_metric *m = hp_metric_find(metric);
    return m != NULL ? m->unit : "";
}

static bool is_time(const char *metric)
{
    const struct hp_metric *m = hp_metric_find(metric);
    return m != NULL && m->source == HP_FROM_CLOCK;
}

/* ---- histogram ----------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Where the bins end: at the greatest value, or at the quantile where the values above it would take more than
 * half of the bins for themselves. */
static double end_of_bins(const double *values, size_t n)
{
    double *sorted = hp_mem_new(n * sizeof *sorted);
    memcpy(sorted, values, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, ascending);
    const double first = sorted[0], last = sorted[n - 1];
    const double clip = sorted[(n - 1) * CLIP_PERCENT / 100];
    hp_mem_free(sorted);
    return clip > first && clip - first < (last - first) / 2 ? clip : last;
}

static void put_bin(struct hp_text *out, const char *from, size_t count, size_t most)
{
    char bar[BAR_COLUMNS + 1];
    const size_t length = (count * BAR_COLUMNS + most - 1) / most;
    memset(bar, '#', length);
    bar[length] = '\0';
    hp_text_print(out, "  %12s  %4zu  %s", from, count, bar);
}

void hp_show_histogram(const double *values, size_t n, unsigned bins, const char *unit,
                       struct hp_text *out)
{
    size_t counts[BINS_MOST] = { 0 }, above = 0, most = 1;
    const struct hp_summary s = hp_summarize((struct hp_samples){ values, n, NULL }, HP_BOOT_SEED);
    if (n == 0 || bins == 0 || bins > BINS_MOST || s.all_equal)
        return;
    const double end = end_of_bins(values, n), step = (end - s.min) / bins;
    for (size_t i = 0; i < n; i++) {
        const double place = (values[i] - s.min) / step;
        size_t *count = values[i] > end ? &above : &counts[place < bins ? (size_t)place : bins - 1];
        if (++*count > most)
            most = *count;
    }
    char low[HP_NUMBER_MAX], high[HP_NUMBER_MAX];
    for (unsigned b = 0; b < bins; b++) {
        put_bin(out, hp_figure(low, s.min + step * b, unit), counts[b], most);
        hp_text_put(out, "\n");
    }
    if (above > 0) {
        put_bin(out, "above", above, most);
        hp_text_print(out, "  above %s, where %d %% of the values end; the greatest is %s\n",
                      hp_figure(low, end, unit), CLIP_PERCENT, hp_figure(high, s.max, unit));
    }
}

/* ---- text ---------------------------------------------------------------------------------- */

static void add_series(struct hp_columns *table, const struct hp_series *series)
{
    char text[HP_NUMBER_MAX], high[HP_NUMBER_MAX];
    const char *unit = unit_of(series->metric);
    const struct hp_summary s = hp_summarize(hp_series_samples(series), HP_BOOT_SEED);
    hp_columns_add(table, series->metric);
    hp_columns_add(table, hp_figure(text, s.median, unit));
    if (s.all_equal)
        hp_columns_add(table, series->count > 1 ? "all equal" : "one reading");
    else
        hp_columns_add(table, hp_arena_print(table->arena, "[%s, %s]", hp_figure(text, s.low, unit),
                                             hp_figure(high, s.high, unit)));
    hp_columns_add(table, hp_figure(text, s.min, unit));
    hp_columns_add(table, hp_figure(text, s.max, unit));
    hp_columns_add(table, hp_arena_print(table->arena, "%zu", s.n));
    hp_columns_add(table, s.outliers != 0 ? hp_arena_print(table->arena, "%zu", s.outliers) : NULL);
    hp_columns_add(table, unit);
}

static void put_metrics(const struct hp_shown *shown, struct hp_text *out)
{
    static const char *const titles[] = { "metric", "median",   "95 % interval", "min", "max",
                                          "n",      "outliers", "unit",          NULL };
    struct hp_columns table = { .arena = shown->arena, .titles = titles, .right = 0x7a };
    for (size_t i = 0; i < shown->row->series_count; i++)
        add_series(&table, &shown->row->series[i]);
    for (size_t i = 0; i < shown->row->text_count; i++) {
        hp_columns_add(&table, shown->row->texts[i].name);
        hp_columns_add(&table, shown->row->texts[i].text);
        for (int blank = 0; blank < 5; blank++)
            hp_columns_add(&table, NULL);
        hp_columns_add(&table, unit_of(shown->row->texts[i].name));
    }
    if (table.count != 0) {
        hp_text_put(out, "\n");
        hp_columns_print(&table, 2, out);
    }
    hp_columns_clear(&table);
}

static void put_histograms(const struct hp_shown *shown, struct hp_text *out)
{
    for (size_t i = 0; i < shown->row->series_count; i++) {
        const struct hp_series *s = &shown->row->series[i];
        if (!is_time(s->metric))
            continue;
        hp_text_print(out, "\n%s, %zu samples\n", s->metric, s->count);
        hp_show_histogram(s->values, s->count, BINS, unit_of(s->metric), out);
    }
}

static void put_blocks(const struct hp_shown *shown, struct hp_text *out)
{
    static const char *const titles[] = { "series", "place", "what", "elements",
                                          "bytes",  "gen",   "kept", NULL };
    struct hp_columns table = { .arena = shown->arena, .titles = titles, .right = 0x3a };
    char number[HP_NUMBER_MAX];
    for (size_t i = 0; i < shown->row->block_count; i++) {
        const struct hp_block *b = &shown->row->blocks[i];
        hp_columns_add(&table, b->group);
        hp_columns_add(&table, hp_arena_print(shown->arena, "%" PRIu32, b->index));
        hp_columns_add(&table, b->what);
        hp_columns_add(&table, hp_print_count(number, (int64_t)b->elements));
        hp_columns_add(&table, hp_print_count(number, (int64_t)b->bytes));
        hp_columns_add(&table, b->generation >= 0
                                   ? hp_arena_print(shown->arena, "%" PRId32, b->generation)
                                   : NULL);
        hp_columns_add(&table, b->kept != 0 ? "yes" : "no");
    }
    if (table.count != 0) {
        hp_text_put(out, "\nblocks\n");
        hp_columns_print(&table, 2, out);
    }
    hp_columns_clear(&table);
}

static const char *reason_word(int32_t reason)
{
    static const char *const words[] = { [HP_GC_FORCED] = "forced",
                                         [HP_GC_SMALL] = "small",
                                         [HP_GC_LARGE] = "large",
                                         [HP_GC_STRESS] = "stress",
                                         [HP_GC_LIMIT] = "limit" };
    const bool known = reason >= 0 && (size_t)reason < sizeof words / sizeof words[0];
    return known ? words[reason] : NULL;
}

static void add_collection(struct hp_columns *table, const struct hp_collection *c)
{
    char number[HP_NUMBER_MAX];
    hp_columns_add(table, hp_arena_print(table->arena, "%" PRIu64, c->number));
    hp_columns_add(table, hp_arena_print(table->arena, "%" PRId32, c->generation));
    hp_columns_add(table, reason_word(c->reason));
    hp_columns_add(table, c->compacted != 0 ? "compacted" : "swept");
    hp_columns_add(table, hp_print_count(number, (int64_t)c->allocated_bytes));
    hp_columns_add(table, hp_print_count(number, c->promoted_bytes));
    hp_columns_add(table, hp_print_time(number, (double)c->pause_ns));
}

static void put_collections(const struct hp_shown *shown, struct hp_text *out)
{
    static const char *const titles[] = {
        "number", "gen", "reason", "how", "allocated bytes", "promoted bytes", "pause", NULL
    };
    if (!shown->with_collections)
        return;
    struct hp_columns table = { .arena = shown->arena, .titles = titles, .right = 0x73 };
    hp_text_print(out, "\n%zu collections in the log of the first counter launch\n",
                  shown->collection_count);
    for (size_t i = 0; i < shown->collection_count && i < COLLECTIONS_SHOWN; i++)
        add_collection(&table, &shown->collections[i]);
    if (table.count != 0)
        hp_columns_print(&table, 2, out);
    if (shown->collection_count > COLLECTIONS_SHOWN)
        hp_text_print(out, "  and %zu more (--json has all)\n",
                      shown->collection_count - COLLECTIONS_SHOWN);
    hp_columns_clear(&table);
}

void hp_show_case(const struct hp_shown *shown, struct hp_text *out)
{
    const struct hp_case_row *row = shown->row;
    char number[HP_NUMBER_MAX];
    hp_text_print(out, "%.8s  ", row->c.identity);
    hp_case_print(&row->c, out);
    hp_text_print(out, "\n  launches %" PRIu32 " of %" PRIu32, row->done, row->wanted);
    if (row->threshold_applied != 0)
        hp_text_print(out, ", threshold as read back %s bytes",
                      hp_print_count(number, (int64_t)row->threshold_applied));
    if (row->runtime_version != NULL && *row->runtime_version != '\0')
        hp_text_print(out, ", runtime %s", row->runtime_version);
    if (row->reused != NULL)
        hp_text_print(out, ", reused from %s", row->reused);
    hp_text_put(out, "\n");
    if (row->c.skip != NULL)
        hp_text_print(out, "  skipped: %s\n", row->c.skip);
    for (size_t i = 0; i < row->failure_count; i++)
        hp_text_print(out, "  %s launch of round %" PRIu32 ": %s: %s\n", row->failures[i].kind,
                      row->failures[i].round, row->failures[i].outcome, row->failures[i].detail);
    put_metrics(shown, out);
    put_histograms(shown, out);
    put_blocks(shown, out);
    put_collections(shown, out);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void json_series(struct hp_json *j, const struct hp_series *series)
{
    const struct hp_summary s = hp_summarize(hp_series_samples(series), HP_BOOT_SEED);
    hp_json_object(j, NULL);
    hp_json_text(j, "metric", series->metric);
    hp_json_text(j, "unit", unit_of(series->metric));
    hp_json_real(j, "median", s.median);
    hp_json_real(j, "low", s.low);
    hp_json_real(j, "high", s.high);
    hp_json_bool(j, "all_equal", s.all_equal);
    hp_json_int(j, "outliers", (int64_t)s.outliers);
    hp_json_array(j, "values");
    for (size_t i = 0; i < series->count; i++)
        hp_json_real(j, NULL, series->values[i]);
    hp_json_end(j, ']');
    hp_json_end(j, '}');
}

static void json_collections(struct hp_json *j, const struct hp_shown *shown)
{
    hp_json_array(j, "collections");
    for (size_t i = 0; i < shown->collection_count; i++) {
        const struct hp_collection *c = &shown->collections[i];
        hp_json_object(j, NULL);
        hp_json_int(j, "number", (int64_t)c->number);
        hp_json_int(j, "generation", c->generation);
        hp_json_text(j, "reason", reason_word(c->reason));
        hp_json_bool(j, "compacted", c->compacted != 0);
        hp_json_int(j, "allocated_bytes", (int64_t)c->allocated_bytes);
        hp_json_int(j, "promoted_bytes", c->promoted_bytes);
        hp_json_int(j, "pause_ns", (int64_t)c->pause_ns);
        hp_json_end(j, '}');
    }
    hp_json_end(j, ']');
}

void hp_show_case_json(const struct hp_shown *shown, struct hp_text *out)
{
    const struct hp_case_row *row = shown->row;
    struct hp_json j = { .out = out };
    struct hp_text line = { 0 };
    hp_case_print(&row->c, &line);
    hp_json_object(&j, NULL);
    hp_json_text(&j, "identity", row->c.identity);
    hp_json_text(&j, "case", hp_text_str(&line));
    hp_json_text(&j, "skip", row->c.skip);
    hp_json_int(&j, "launches", row->done);
    hp_json_int(&j, "launches_wanted", row->wanted);
    hp_json_int(&j, "threshold_applied", (int64_t)row->threshold_applied);
    hp_json_text(&j, "reused", row->reused);
    hp_json_array(&j, "series");
    for (size_t i = 0; i < row->series_count; i++)
        json_series(&j, &row->series[i]);
    hp_json_end(&j, ']');
    hp_json_object(&j, "texts");
    for (size_t i = 0; i < row->text_count; i++)
        hp_json_text(&j, row->texts[i].name, row->texts[i].text);
    hp_json_end(&j, '}');
    hp_json_array(&j, "failures");
    for (size_t i = 0; i < row->failure_count; i++) {
        hp_json_object(&j, NULL);
        hp_json_text(&j, "kind", row->failures[i].kind);
        hp_json_int(&j, "round", row->failures[i].round);
        hp_json_text(&j, "outcome", row->failures[i].outcome);
        hp_json_text(&j, "detail", row->failures[i].detail);
        hp_json_end(&j, '}');
    }
    hp_json_end(&j, ']');
    if (shown->with_collections)
        json_collections(&j, shown);
    hp_json_end(&j, '}');
    hp_text_put(out, "\n");
    hp_text_clear(&line);
}
