/* SPDX-License-Identifier: MIT
 * Which cases of a run does a filter mean? Runs in the judge child over rows that the parent sent; all
 * that is made here lives in the bench's arena.
 */
#include "script/match.h"

#include "base/nearest.h"
#include "base/units.h"

#include <stdlib.h>

static const char *const axes[] = { "workload", "method",    "probe", "heap",
                                    "plugin",   "runtime",   "gc",    "processors",
                                    "machine",  "threshold", "sweep" };
enum { AXES = sizeof axes / sizeof axes[0], LISTED_MAX = 12 };

static int by_identity(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct script_bench script_bench_of(struct hp_arena *arena, const struct hp_case_row *rows,
                                    size_t count)
{
    struct script_bench bench = { .arena = arena, .rows = rows, .count = count, .id_digits = 4 };
    const char **ids = hp_arena_get(arena, (count + 1) * sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = rows[i].c.identity;
    qsort(ids, count, sizeof *ids, by_identity);
    for (size_t i = 0; i + 1 < count; i++)
        while (bench.id_digits < 8 && strncmp(ids[i], ids[i + 1], (size_t)bench.id_digits) == 0)
            bench.id_digits++;
    return bench;
}

static const char *param_of(const struct hp_case *c, const char *name)
{
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, name) == 0)
            return c->params[i].text;
    return NULL;
}

const char *script_row_get(const struct hp_case_row *row, const char *name, char buf[32])
{
    const struct hp_case *c = &row->c;
    const char *own = param_of(c, name);
    if (own != NULL)
        return own;
    if (strcmp(name, "method") == 0)
        return c->probe ? NULL : c->method;
    if (strcmp(name, "probe") == 0)
        return c->probe ? c->method : NULL;
    if (strcmp(name, "workload") == 0)
        return c->workload;
    if (strcmp(name, "plugin") == 0)
        return c->plugin;
    if (strcmp(name, "sweep") == 0)
        return c->sweep;
    if (strcmp(name, "heap") == 0)
        return c->heap;
    if (strcmp(name, "gc") == 0)
        return c->gc;
    if (strcmp(name, "machine") == 0)
        return c->machine;
    if (strcmp(name, "threshold") == 0)
        return c->threshold;
    if (strcmp(name, "runtime") == 0)
        return (void)snprintf(buf, 32, "%d", c->runtime), buf;
    if (strcmp(name, "processors") == 0)
        return (void)snprintf(buf, 32, "%u", c->processors), buf;
    return NULL;
}

static bool key_matches(const struct hp_case_row *row, const struct hp_axis *key)
{
    char buf[32];
    const char *have = script_row_get(row, key->name, buf);
    for (size_t i = 0; have != NULL && i < key->count; i++)
        if (strcmp(have, key->values[i].text) == 0)
            return true;
    return false;
}

bool script_row_matches(const struct hp_case_row *row, const struct hp_filter *filter)
{
    for (size_t i = 0; i < filter->count; i++)
        if (!key_matches(row, &filter->keys[i]))
            return false;
    return true;
}

struct script_rows script_select(const struct script_bench *bench, const struct hp_filter *filter)
{
    struct script_rows out = {
        hp_arena_get(bench->arena, (bench->count + 1) * sizeof(struct hp_case_row *)), 0
    };
    for (size_t i = 0; i < bench->count; i++)
        if (script_row_matches(&bench->rows[i], filter))
            out.items[out.count++] = &bench->rows[i];
    return out;
}

static bool filter_has(const struct hp_filter *filter, const char *name)
{
    for (size_t i = 0; i < filter->count; i++)
        if (strcmp(filter->keys[i].name, name) == 0)
            return true;
    return false;
}

struct hp_filter script_filter_over(struct hp_arena *arena, const struct hp_filter *base,
                                    const struct hp_filter *over)
{
    struct hp_filter out = { .at = base->at };
    out.keys = hp_arena_get(arena, (base->count + over->count + 1) * sizeof *out.keys);
    for (size_t i = 0; i < base->count; i++)
        if (!filter_has(over, base->keys[i].name))
            out.keys[out.count++] = base->keys[i];
    for (size_t i = 0; i < over->count; i++)
        out.keys[out.count++] = over->keys[i];
    return out;
}

static bool is_free(const char *name, const char *const *free_keys, size_t free_count)
{
    for (size_t i = 0; i < free_count; i++)
        if (strcmp(free_keys[i], name) == 0)
            return true;
    return false;
}

static bool options_alike(const struct hp_case *a, const struct hp_case *b)
{
    if (a->option_count != b->option_count)
        return false;
    for (size_t i = 0; i < a->option_count; i++)
        if (strcmp(a->options[i].name, b->options[i].name) != 0 ||
            strcmp(a->options[i].text, b->options[i].text) != 0)
            return false;
    return true;
}

bool script_rows_alike(const struct hp_case_row *a, const struct hp_case_row *b,
                       const char *const *free_keys, size_t free_count)
{
    char left[32], right[32];
    for (size_t i = 0; i < AXES; i++) {
        if (strcmp(axes[i], "sweep") == 0 || strcmp(axes[i], "plugin") == 0 ||
            is_free(axes[i], free_keys, free_count))
            continue;
        const char *x = script_row_get(a, axes[i], left), *y = script_row_get(b, axes[i], right);
        if ((x == NULL) != (y == NULL) || (x != NULL && strcmp(x, y) != 0))
            return false;
    }
    for (size_t i = 0; i < a->c.param_count; i++) {
        const struct hp_param *p = &a->c.params[i];
        const char *other = param_of(&b->c, p->name);
        if (!is_free(p->name, free_keys, free_count) && other != NULL &&
            strcmp(other, p->text) != 0)
            return false;
    }
    return is_free("heap", free_keys, free_count) || options_alike(&a->c, &b->c);
}

const char *const *script_row_names(const struct script_bench *bench)
{
    size_t count = AXES, most = AXES;
    for (size_t i = 0; i < bench->count; i++)
        most += bench->rows[i].c.param_count;
    const char **names = hp_arena_get(bench->arena, (most + 1) * sizeof *names);
    memcpy(names, axes, sizeof axes);
    for (size_t i = 0; i < bench->count; i++)
        for (size_t k = 0; k < bench->rows[i].c.param_count; k++) {
            const char *name = bench->rows[i].c.params[k].name;
            if (!is_free(name, names, count))
                names[count++] = name;
        }
    return names;
}

/* Numbers and flags bare, words in quotes, as a script would write them. */
static void put_value(struct hp_text *out, const char *text)
{
    const bool flag = strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
    const char *quote = flag ? "" : hp_quote_of(text);
    hp_text_print(out, "%s%s%s", quote, text, quote);
}

void script_put_pair(struct hp_text *out, const char *key, const char *value)
{
    hp_text_print(out, "%s = ", key);
    put_value(out, value);
}

void script_put_filter(struct hp_text *out, const struct hp_axis *key)
{
    hp_text_print(out, "%s = ", key->name);
    for (size_t i = 0; i < key->count; i++) {
        hp_text_put(out, i > 0 ? ", " : "");
        put_value(out, key->values[i].text);
    }
}

const char *script_filter_table(struct hp_arena *arena, const struct hp_filter *filter)
{
    struct hp_text out = { 0 };
    hp_text_put(&out, "{");
    for (size_t k = 0; k < filter->count; k++) {
        const struct hp_axis *key = &filter->keys[k];
        hp_text_print(&out, "%s %s = %s", k > 0 ? "," : "", key->name, key->count > 1 ? "{ " : "");
        for (size_t i = 0; i < key->count; i++) {
            const bool left_out = key->count > LISTED_MAX && i == LISTED_MAX - 2;
            hp_text_put(&out, i == 0 ? "" : left_out ? ", ..., " : ", ");
            i = left_out ? key->count - 1 : i;
            put_value(&out, key->values[i].text);
        }
        hp_text_put(&out, key->count > 1 ? " }" : "");
    }
    hp_text_put(&out, " }");
    const char *kept = hp_arena_copy(arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* Distinct values of `name` over rows. */
static void put_values(struct hp_text *out, const struct script_rows *rows, const char *name)
{
    const char *seen[LISTED_MAX];
    char texts[LISTED_MAX][32];
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        char buf[32];
        const char *value = script_row_get(rows->items[i], name, buf);
        if (value == NULL || is_free(value, seen, count))
            continue;
        if (count == LISTED_MAX) {
            hp_text_put(out, ", ...");
            return;
        }
        if (value == buf) {
            memcpy(texts[count], buf, sizeof buf);
            value = texts[count];
        }
        hp_text_print(out, "%s%s", count > 0 ? ", " : "", value);
        seen[count++] = value;
    }
}

/* "the methods in this run are ...": the axes have a plural, parameters have "the values of size". */
static void put_existing(struct hp_text *out, const struct script_rows *rows, const char *name)
{
    static const char *const plurals[][2] = {
        { "method", "methods" },    { "probe", "probes" },     { "heap", "heaps" },
        { "machine", "machines" },  { "runtime", "runtimes" }, { "threshold", "thresholds" },
        { "workload", "workloads" }
    };
    for (size_t i = 0; i < sizeof plurals / sizeof plurals[0]; i++)
        if (strcmp(plurals[i][0], name) == 0) {
            hp_text_print(out, "the %s in this run are ", plurals[i][1]);
            put_values(out, rows, name);
            return;
        }
    hp_text_print(out, "the values of %s in this run are ", name);
    put_values(out, rows, name);
}

static void put_unknown(struct hp_text *out, const struct script_bench *bench, const char *name)
{
    const char *const *names = script_row_names(bench);
    size_t count = 0;
    while (names[count] != NULL)
        count++;
    const char *near = hp_nearest(name, names, count);
    if (near != NULL && strcmp(near, name) == 0) {
        hp_text_print(out, "no case of this run has a %s", name);
        return;
    }
    hp_text_print(out, "no case has a parameter \"%s\" - ", name);
    if (near != NULL)
        hp_text_print(out, "did you mean \"%s\"? ", near);
    hp_text_put(out, "the parameters in this run are");
    for (size_t i = AXES; i < count; i++)
        hp_text_print(out, "%s %s", i > AXES ? "," : "", names[i]);
}

/* The first key that no case satisfies by itself, or else the key that, with those before it, leaves
 * nothing. */
static const char *put_reason(struct hp_text *out, const struct script_bench *bench,
                              const struct hp_filter *filter)
{
    const struct hp_filter none = { 0 };
    const struct script_rows all = script_select(bench, &none);
    for (size_t i = 0; i < filter->count; i++) {
        const struct hp_filter alone = { .keys = &filter->keys[i], .count = 1 };
        if (script_select(bench, &alone).count > 0)
            continue;
        struct hp_text values = { 0 };
        put_values(&values, &all, filter->keys[i].name);
        if (values.bytes == 0) {
            put_unknown(out, bench, filter->keys[i].name);
        } else {
            hp_text_put(out, "no case matches ");
            script_put_filter(out, &filter->keys[i]);
            hp_text_put(out, " - ");
            put_existing(out, &all, filter->keys[i].name);
        }
        hp_text_clear(&values);
        return filter->keys[i].name;
    }
    struct hp_filter head = { .keys = filter->keys };
    struct script_rows rows = all, before = all;
    while (rows.count > 0 && head.count < filter->count) {
        before = rows;
        head.count++;
        rows = script_select(bench, &head);
    }
    const struct hp_axis *last = &filter->keys[head.count - 1];
    hp_text_put(out, "no case matches ");
    script_put_filter(out, last);
    hp_text_put(out, " together with ");
    for (size_t i = 0; i + 1 < head.count; i++) {
        hp_text_put(out, i > 0 ? ", " : "");
        script_put_filter(out, &filter->keys[i]);
    }
    hp_text_print(out, " - with those, %s is ", last->name);
    const size_t mark = out->bytes;
    put_values(out, &before, last->name);
    if (out->bytes == mark)
        hp_text_put(out, "absent");
    return NULL;
}

const char *script_why_none(const struct script_bench *bench, const struct hp_filter *filter,
                            const char **key)
{
    *key = NULL;
    if (bench->count == 0)
        return "the run has no cases";
    struct hp_text out = { 0 };
    *key = put_reason(&out, bench, filter);
    const char *kept = hp_arena_copy(bench->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

const char *script_case_words(const struct script_bench *bench, const struct hp_case_row *row)
{
    struct hp_text out = { 0 };
    hp_text_print(&out, "case %.*s ", bench->id_digits, row->c.identity);
    hp_case_print(&row->c, &out);
    const char *kept = hp_arena_copy(bench->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

const struct hp_series *script_series(const struct hp_case_row *row, const char *metric)
{
    for (size_t i = 0; i < row->series_count; i++)
        if (strcmp(row->series[i].metric, metric) == 0)
            return row->series[i].count > 0 ? &row->series[i] : NULL;
    return NULL;
}

const char *script_text_value(const struct hp_case_row *row, const char *metric)
{
    for (size_t i = 0; i < row->text_count; i++)
        if (strcmp(row->texts[i].name, metric) == 0)
            return row->texts[i].text;
    return NULL;
}
