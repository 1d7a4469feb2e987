/* SPDX-License-Identifier: MIT
 * Which cases of a sweep are kept? where.only and where.not, names and values checked so that a filter
 * with a slip does not silently match nothing. Filters live in the plan's arena.
 */
#include "base/err.h"
#include "base/nearest.h"
#include "base/units.h"
#include "plan/internal.h"

/* Everything a filter of this sweep may name. Returns how many. */
enum { FILTER_NAMES = 128 };
static size_t filter_names(const struct space *s, const char *names[FILTER_NAMES])
{
    size_t count = 0;
    names[count++] = s->sweep->probes ? "probe" : "method";
    for (const char *const *axis = hp_axis_names; *axis != NULL; axis++)
        names[count++] = *axis;
    for (const struct hp_option *o = s->workload->table->options;
         o->name != NULL && count < FILTER_NAMES; o++)
        names[count++] = o->name;
    const struct dim *heaps = NULL;
    for (size_t i = 0; i < s->dim_count; i++)
        if (s->dims[i].kind == DIM_HEAP)
            heaps = &s->dims[i];
    for (size_t i = 0; heaps != NULL && i < heaps->count; i++)
        for (size_t k = 0; k < s->heaps[i].option_count && count < FILTER_NAMES; k++)
            names[count++] = s->heaps[i].options[k].name;
    return count;
}

static const struct dim *dim_of(const struct space *s, const char *name)
{
    for (size_t i = 0; i < s->dim_count; i++)
        if (strcmp(s->dims[i].name, name) == 0)
            return &s->dims[i];
    return NULL;
}

static bool among(const char *text, const char *const *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(values[i], text) == 0)
            return true;
    return false;
}

static void report_absent(struct making *m, const char *name, const char *text, struct hp_place at,
                          const char *const *values, size_t count)
{
    const char *quote = hp_quote_of(text);
    const char *near = hp_nearest(text, values, count);
    if (near != NULL)
        hp_problem_add(m->problems, at,
                       "where.%s: %s%s%s is not in this sweep - did you mean %s%s%s?", name, quote,
                       text, quote, hp_quote_of(near), near, hp_quote_of(near));
    else
        hp_problem_add(m->problems, at, "where.%s: %s%s%s is not in this sweep - here are %s", name,
                       quote, text, quote, hp_list_words(m->arena, values, count, 12));
}

/* One value of a condition, canonical; NULL with a problem. Those of an axis must be values of this sweep. */
static const char *check_value(struct making *m, const struct space *s, const char *name,
                               const struct hp_value *value)
{
    const struct hp_option *option = hp_option_find(s->workload->table->options, name);
    const struct dim *dim = dim_of(s, name);
    struct hp_err err = { 0 };
    const char *text = value->text;
    if (option != NULL) {
        if (hp_option_check(option, value->text, m->arena, &text, &err) == HP_OK)
            return text;
        hp_problem_add(m->problems, value->at, "where.%s: %s", name, err.text);
        return NULL;
    }
    if (dim == NULL)
        return text;
    if (dim->kind != DIM_METHOD && dim->kind != DIM_HEAP && dim->kind != DIM_MACHINE)
        text = hp_axis_value(m->config, name, value, m->problems);
    if (text == NULL || dim->kind == DIM_PROCESSORS || m->config->incomplete || s->doubtful ||
        among(text, dim->values, dim->count))
        return text;
    report_absent(m, name, text, value->at, dim->values, dim->count);
    return NULL;
}

/* A parameter's values must be in this sweep as well; of a range, which stands at one place, one of them. */
static void check_param(struct making *m, const struct space *s, const struct hp_axis *key,
                        const char *const *texts)
{
    const struct hp_option *option = hp_option_find(s->workload->table->options, key->name);
    const struct dim *dim = dim_of(s, key->name);
    struct hp_err ignored;
    const char *fallback = NULL;
    if (option == NULL || m->config->incomplete || s->doubtful ||
        (dim == NULL &&
         hp_option_check(option, option->fallback, m->arena, &fallback, &ignored) != HP_OK))
        return;
    const char *const *values = dim != NULL ? dim->values : &fallback;
    const size_t count = dim != NULL ? dim->count : 1;
    for (size_t i = 0, next; i < key->count; i = next) {
        const struct hp_place at = key->values[i].at;
        bool fine = false;
        for (next = i; next < key->count && key->values[next].at.line == at.line &&
                       key->values[next].at.column == at.column;
             next++)
            fine = fine || texts[next] == NULL || among(texts[next], values, count);
        if (!fine)
            report_absent(m, key->name, texts[i], at, values, count);
    }
}

static void make_filter(struct making *m, const struct space *s, const struct hp_filter *in,
                        struct filter *out)
{
    const char *names[FILTER_NAMES];
    const size_t count = filter_names(s, names);
    out->keys = hp_arena_get(m->arena, (in->count + 1) * sizeof *out->keys);
    for (size_t i = 0; i < in->count; i++) {
        const struct hp_axis *key = &in->keys[i];
        struct key_values *kv = &out->keys[out->count++];
        kv->name = key->name;
        if (!among(key->name, names, count)) {
            const char *near = hp_nearest(key->name, names, count);
            hp_problem_add(m->problems, key->at, "where.%s: unknown key - %s%s%s", key->name,
                           near != NULL ? "did you mean \"" : "keys here are ",
                           near != NULL ? near : hp_list_words(m->arena, names, count, 24),
                           near != NULL ? "\"?" : "");
            continue;
        }
        kv->values = hp_arena_get(m->arena, (key->count + 1) * sizeof *kv->values);
        const char **texts = hp_arena_get(m->arena, (key->count + 1) * sizeof *texts);
        for (size_t k = 0; k < key->count; k++) {
            texts[k] = check_value(m, s, key->name, &key->values[k]);
            if (texts[k] != NULL)
                kv->values[kv->count++] = texts[k];
        }
        check_param(m, s, key, texts);
    }
}

static struct filter *make_filters(struct making *m, const struct space *s,
                                   const struct hp_filter *in, size_t count)
{
    struct filter *out = hp_arena_get(m->arena, (count + 1) * sizeof *out);
    for (size_t i = 0; i < count; i++)
        make_filter(m, s, &in[i], &out[i]);
    return out;
}

bool hp_filters_make(struct making *m, struct space *space)
{
    const struct hp_sweep *sweep = space->sweep;
    const size_t before = m->problems->count;
    space->only = make_filters(m, space, sweep->only, sweep->only_count);
    space->only_count = sweep->only_count;
    space->not_ = make_filters(m, space, sweep->not_, sweep->not_count);
    space->not_count = sweep->not_count;
    return m->problems->count == before;
}

static bool matches(const struct filter *f, const struct hp_case *c)
{
    for (size_t i = 0; i < f->count; i++) {
        char buf[32];
        const char *text = hp_case_get(c, f->keys[i].name, buf);
        if (text == NULL || !among(text, f->keys[i].values, f->keys[i].count))
            return false;
    }
    return true;
}

bool hp_filters_keep(const struct space *space, const struct hp_case *c)
{
    bool keep = space->only_count == 0;
    for (size_t i = 0; i < space->only_count && !keep; i++)
        keep = matches(&space->only[i], c);
    for (size_t i = 0; i < space->not_count && keep; i++)
        keep = !matches(&space->not_[i], c);
    return keep;
}
