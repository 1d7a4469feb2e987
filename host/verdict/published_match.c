/* SPDX-License-Identifier: MIT
 * Answers: which cases of a run does a published figure, or its baseline, speak of? Pure; parent
 * only.
 *
 * A parameter that the row names must have that value; one that it does not name must be at its
 * natural value, the one that the sources have in mind when they say nothing: the default of the
 * workload's plugin, as the run has kept it. A parameter that a case does not have is one that its
 * method does not depend on: then the row may only name its natural value.
 */
#include "verdict/published_match.h"

#include "base/err.h"
#include "base/text.h"

#include <stdlib.h>

/* Names that rows of a workload write otherwise than its cases. A name of NULL: said for the reader,
 * decided elsewhere, by the element, the threshold setting, the probe or the machine. A row for one
 * probe comes first. */
static const struct {
    const char *workload, *probe, *written, *name;
} other_names[] = {
    { "chunk", NULL, "length", "size" },  { "chunk", NULL, "sources", "source" },
    { "chunk", NULL, "method", "of" },    { "chunk", NULL, "element_bytes", NULL },
    { "chunk", NULL, "setting", NULL },   { "builder", "threshold", "method", "by" },
    { "builder", NULL, "method", "of" },  { "builder", NULL, "length", "chars" },
    { "builder", NULL, "element", NULL }, { "builder", NULL, "setting", NULL },
    { "streamcopy", NULL, "step", NULL }, { "pool", NULL, "method", "of" },
    { "pool", NULL, "setting", NULL },    { "pool", NULL, "returned", NULL },
    { "pool", NULL, "processors", NULL },
};

/* A figure of a bench is one of the method that the bench is about. */
static const char bench_method[] = "rent-return";

/* The name that cases have for one of a row; NULL: none. */
static const char *name_of(const struct hp_want *w, const char *written)
{
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (strcmp(other_names[i].workload, w->workload) == 0 &&
            strcmp(other_names[i].written, written) == 0 &&
            (other_names[i].probe == NULL ||
             (w->probe && strcmp(other_names[i].probe, w->method) == 0)))
            return other_names[i].name;
    return written;
}

/* NULL when the case has none. */
static const char *param_of(const struct hp_case *c, const char *name)
{
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, name) == 0)
            return c->params[i].text;
    return NULL;
}

/* ---- reading rows ---- */

static void set_param(struct hp_want *w, const char *written, const char *value)
{
    const char *name = name_of(w, written);
    if (name == NULL || strcmp(value, "not-stated") == 0)
        return; /* then the natural value is meant */
    if (strcmp(value, "above-boundary") == 0)
        w->unmet = "the source does not name the sizes that it compares";
    for (size_t i = 0; i < w->param_count; i++)
        if (strcmp(w->params[i].name, name) == 0) {
            w->params[i].text = value;
            w->inherited &= ~((uint32_t)1 << i);
            return;
        }
    if (w->param_count == HP_WANT_PARAMS)
        hp_bug("a published row names more than %d parameters", (int)HP_WANT_PARAMS);
    w->params[w->param_count++] = (struct hp_param){ .name = name, .text = value };
}

/* "size=20000;held=true" or the same with spaces; false when a word is no key=value. */
static bool set_params(struct hp_want *w, const char *text, const char *separator,
                       struct hp_arena *arena)
{
    char *copy = hp_arena_copy(arena, text), *rest = NULL;
    for (char *p = strtok_r(copy, separator, &rest); p != NULL;
         p = strtok_r(NULL, separator, &rest)) {
        char *equals = strchr(p, '=');
        if (equals == NULL)
            return false;
        *equals = '\0';
        set_param(w, p, equals + 1);
    }
    return true;
}

/* "net7" of the talk is older than what any heap here follows: what it says must be true of all. */
static int32_t runtime_of(const char *word)
{
    enum { OLDEST = 8 };
    const int32_t runtime = hp_starts_with(word, "net") ? (int32_t)strtol(word + 3, NULL, 10) : 0;
    return runtime < OLDEST ? 0 : runtime;
}

struct hp_want hp_want_of(const struct hp_published *row, struct hp_arena *arena)
{
    struct hp_want w = { .workload = row->workload,
                         .runtime = runtime_of(row->runtime),
                         .gc = row->gc };
    w.probe = hp_starts_with(row->probe_or_method, "probe ");
    w.method = w.probe ? row->probe_or_method + strlen("probe ") : row->probe_or_method;
    if (hp_starts_with(w.method, "bench "))
        w.method = bench_method;
    if (!set_params(&w, row->params, ";", arena))
        w.unmet = "its parameters cannot be read";
    return w;
}

/* A baseline that is another method: of a probe that runs methods, the same probe with that one.
 * Else what the row says of its own method counts only where the other one has it as well. */
static void other_method(struct hp_want *w, const char *method)
{
    for (size_t i = 0; w->probe && i < w->param_count; i++)
        if (strcmp(w->params[i].name, "of") == 0) {
            w->params[i].text = method;
            return;
        }
    if (strcmp(w->method, method) != 0)
        w->inherited = ((uint32_t)1 << w->param_count) - 1;
    w->method = method;
    w->probe = false;
}

struct hp_want hp_want_baseline(const struct hp_published *row, struct hp_arena *arena)
{
    static const char unnamed[] = "the source does not name exactly what it compares with";
    struct hp_want w = hp_want_of(row, arena);
    const char *space = strchr(row->baseline, ' ');
    const char *tail = space != NULL ? space + 1 : "";
    const size_t first = space != NULL ? (size_t)(space - row->baseline) : strlen(row->baseline);
    const char *method = hp_arena_copy_n(arena, row->baseline, first);
    if (*method == '\0')
        w.unmet = unnamed;
    if (strcmp(method, "same") != 0)
        other_method(&w, method);
    if (hp_starts_with(tail, "on net") && strchr(tail + 3, ' ') == NULL)
        w.runtime = runtime_of(tail + 3);
    else if (*tail != '\0' && strcmp(tail, "same params") != 0 && !set_params(&w, tail, " ", arena))
        w.unmet = unnamed;
    return w;
}

/* ---- matching ---- */

/* Is `text` one of the values that a row's word stands for? "list-or-generator" and "a,b,c" are
 * several. */
static bool stands_for(const char *word, const char *text)
{
    const size_t n = strlen(text);
    for (const char *at = word; *at != '\0';) {
        const char *next = strstr(at, "-or-");
        const char *comma = strchr(at, ',');
        const char *end = next != NULL ? next : comma != NULL ? comma : at + strlen(at);
        if ((size_t)(end - at) == n && memcmp(at, text, n) == 0)
            return true;
        at = end + (next != NULL ? strlen("-or-") : comma != NULL ? 1 : 0);
    }
    return false;
}

/* What a parameter is when nothing names it; NULL: the run does not say. */
static const char *natural_of(const struct hp_defaults *defaults, const char *workload,
                              const char *name)
{
    for (size_t i = 0; i < defaults->count; i++)
        if (strcmp(defaults->rows[i].workload, workload) == 0 &&
            strcmp(defaults->rows[i].name, name) == 0)
            return defaults->rows[i].text;
    return NULL;
}

static bool params_fit(const struct hp_want *w, const struct hp_case *c,
                       const struct hp_defaults *defaults)
{
    for (size_t i = 0; i < w->param_count; i++) {
        const char *has = param_of(c, w->params[i].name);
        if (has == NULL && (w->inherited >> i & 1) != 0)
            continue;
        const char *value =
            has != NULL ? has : natural_of(defaults, c->workload, w->params[i].name);
        if (value == NULL || !stands_for(w->params[i].text, value))
            return false;
    }
    for (size_t i = 0; i < c->param_count; i++) {
        bool named = false;
        for (size_t k = 0; k < w->param_count; k++)
            named |= strcmp(w->params[k].name, c->params[i].name) == 0;
        const char *value = natural_of(defaults, c->workload, c->params[i].name);
        if (!named && (value == NULL || strcmp(value, c->params[i].text) != 0))
            return false;
    }
    return true;
}

static bool fits(const struct hp_want *w, const struct hp_case *like, const struct hp_case *c,
                 const struct hp_defaults *defaults)
{
    return c->probe == w->probe && strcmp(c->method, w->method) == 0 &&
           (w->runtime == 0 || w->runtime == c->runtime) &&
           strcmp(c->workload, like->workload) == 0 && strcmp(c->machine, like->machine) == 0 &&
           strcmp(c->threshold, like->threshold) == 0 && strcmp(c->heap, like->heap) == 0 &&
           params_fit(w, c, defaults);
}

static bool gc_fits(const char *word, const char *gc)
{
    if (strcmp(word, "both") == 0)
        return strcmp(gc, "workstation") == 0 || strcmp(gc, "server") == 0;
    return strcmp(word, gc) == 0;
}

bool hp_want_speaks_of(const struct hp_want *want, const struct hp_case *c,
                       const struct hp_defaults *defaults)
{
    struct hp_want w = *want;
    const char *method = w.probe ? natural_of(defaults, c->workload, "of") : w.method;
    w.param_count = 0;
    w.inherited = 0;
    for (size_t i = 0; i < want->param_count; i++) {
        if (w.probe && strcmp(want->params[i].name, "of") == 0)
            method = want->params[i].text;
        else
            w.params[w.param_count++] = want->params[i];
    }
    const bool unstated = strcmp(w.gc, "not-stated") == 0;
    return !c->probe && method != NULL && strcmp(c->method, method) == 0 &&
           (w.runtime == 0 || w.runtime == c->runtime) &&
           (unstated ? gc_fits("workstation", c->gc) || gc_fits("concurrent", c->gc)
                     : gc_fits(w.gc, c->gc)) &&
           params_fit(&w, c, defaults);
}

static void add_with_gc(const struct hp_want *w, const char *word, const struct hp_case *like,
                        const struct hp_published_run *run, struct hp_matched *out)
{
    for (size_t i = 0; i < run->case_count; i++)
        if (gc_fits(word, run->cases[i].c.gc) && fits(w, like, &run->cases[i].c, &run->defaults))
            HP_PUSH(out->cases, out->count, out->capacity) = &run->cases[i];
}

void hp_want_find(const struct hp_want *want, bool deterministic, const struct hp_case *like,
                  const struct hp_published_run *run, struct hp_matched *out)
{
    const bool unstated = strcmp(want->gc, "not-stated") == 0;
    out->count = 0;
    if (unstated && !deterministic)
        add_with_gc(want, "concurrent", like, run, out);
    if (out->count == 0)
        add_with_gc(want, unstated ? "workstation" : want->gc, like, run, out);
}

const char *hp_want_lacks(const struct hp_want *want, const struct hp_matched *found,
                          struct hp_arena *arena)
{
    for (size_t i = 0; i < want->param_count; i++) {
        char *copy = hp_arena_copy(arena, want->params[i].text);
        char * or = strstr(copy, "-or-");
        if (or == NULL && strchr(copy, ',') == NULL)
            continue;
        if (or != NULL)
            memmove(or +1, or +strlen("-or-"), strlen(or +strlen("-or-")) + 1), * or = ',';
        char *rest = NULL;
        for (char *value = strtok_r(copy, ",", &rest); value != NULL;
             value = strtok_r(NULL, ",", &rest)) {
            bool there = false;
            for (size_t k = 0; k < found->count; k++) {
                const char *has = param_of(&found->cases[k]->c, want->params[i].name);
                there |= has != NULL && strcmp(has, value) == 0;
            }
            if (!there)
                return value;
        }
    }
    return NULL;
}
