/* SPDX-License-Identifier: MIT
 * Answers: does this table keep the contract of heapproof/abi.h? Each rule is one check with one
 * sentence that names file, expected and found. Which hooks a heap must have follows from its
 * capabilities, in one table. Owns nothing; runs in the parent and in every worker.
 */
#include "plugin/verify.h"
#include "base/err.h"
#include "base/text.h"
#include "plugin/plugin.h"

#include <limits.h>

enum { OPTIONS_BYTES_MAX = 1 << 16, ROWS_MAX = 256, LINE_MAX_BYTES = 1000, SEEN_MAX = 64 };

/* A hook of an operations table: required always (cap 0) or when the heap claims `cap`. */
struct hook {
    const char *name;
    size_t offset;
    unsigned cap;
    const char *cap_name;
};

#define HOOK(table, field)                                                                         \
    {                                                                                              \
#field, offsetof(struct table, field), 0, ""                                               \
    }
#define HOOK_IF(table, field, cap)                                                                 \
    {                                                                                              \
#field, offsetof(struct table, field), cap, #cap                                           \
    }

static const struct hook heap_hooks[] = {
    HOOK(hp_heap_ops, open),
    HOOK(hp_heap_ops, close),
    HOOK(hp_heap_ops, attach),
    HOOK(hp_heap_ops, detach),
    HOOK(hp_heap_ops, alloc),
    HOOK(hp_heap_ops, drop),
    HOOK_IF(hp_heap_ops, collect, HP_CAP_COLLECTS),
    HOOK_IF(hp_heap_ops, generation, HP_CAP_GENERATIONS),
    HOOK_IF(hp_heap_ops, safepoint, HP_CAP_THREADS),
    HOOK_IF(hp_heap_ops, block_enter, HP_CAP_THREADS),
    HOOK_IF(hp_heap_ops, block_leave, HP_CAP_THREADS),
    HOOK(hp_heap_ops, pin),
    HOOK(hp_heap_ops, unpin),
    HOOK(hp_heap_ops, handle_new),
    HOOK(hp_heap_ops, handle_get),
    HOOK(hp_heap_ops, handle_set),
    HOOK(hp_heap_ops, handle_free),
    HOOK(hp_heap_ops, refs_written),
    HOOK(hp_heap_ops, counters),
    HOOK_IF(hp_heap_ops, memory_info, HP_CAP_GENERATIONS),
    HOOK_IF(hp_heap_ops, applied_threshold, HP_CAP_THRESHOLD),
    HOOK_IF(hp_heap_ops, collections, HP_CAP_COLLECTS),
    HOOK_IF(hp_heap_ops, after_gen2, HP_CAP_COLLECTS),
    HOOK(hp_heap_ops, shared),
    HOOK(hp_heap_ops, verify),
    HOOK_IF(hp_heap_ops, body, HP_CAP_OWN_BODIES),
    { NULL, 0, 0, NULL },
};
static const struct hook workload_hooks[] = {
    HOOK(hp_workload_ops, open),
    HOOK(hp_workload_ops, step),
    HOOK(hp_workload_ops, close),
    { NULL, 0, 0, NULL },
};
static const struct hook trace_hooks[] = {
    HOOK(hp_trace_ops, families), HOOK(hp_trace_ops, begin), HOOK(hp_trace_ops, execute),
    HOOK(hp_trace_ops, end),      { NULL, 0, 0, NULL },
};

/* All hooks and texts are pointers of one size: a hook is missing when its bytes are those of NULL. */
static bool absent(const void *table, size_t offset)
{
    static const void *const none = NULL;
    return memcmp((const char *)table + offset, &none, sizeof none) == 0;
}

static int check_hooks(const char *path, const char *what, const void *table,
                       const struct hook *hooks, unsigned caps, struct hp_err *err)
{
    for (const struct hook *h = hooks; h->name != NULL; h++) {
        if ((h->cap & ~caps) != 0 || !absent(table, h->offset))
            continue;
        if (h->cap != 0)
            return hp_fail(err, HP_E_ENV,
                           "%s: the %s claims %s but has no %s() - fill the hook or drop the claim",
                           path, what, h->cap_name, h->name);
        return hp_fail(err, HP_E_ENV, "%s: the %s has no %s(), which every %s must have", path,
                       what, h->name, what);
    }
    return HP_OK;
}

/* A text of the table that users will see. */
struct line {
    const char *what;
    size_t offset;
    bool required;
};
static const struct line plugin_lines[] = {
    { "version", offsetof(struct hp_plugin, version), true },
    { "summary", offsetof(struct hp_plugin, summary), true },
    { "threshold_default", offsetof(struct hp_plugin, threshold_default), false },
    { NULL, 0, false },
};
static const struct line option_lines[] = {
    { "fallback", offsetof(struct hp_option, fallback), true },
    { "help", offsetof(struct hp_option, help), true },
    { "choices", offsetof(struct hp_option, choices), false },
    { NULL, 0, false },
};
static const struct line method_lines[] = {
    { "truth", offsetof(struct hp_method, truth), false },
    { "seed", offsetof(struct hp_method, seed), false },
    { "uses", offsetof(struct hp_method, uses), false },
    { "operation", offsetof(struct hp_method, operation), true },
    { "help", offsetof(struct hp_method, help), true },
    { NULL, 0, false },
};
static const struct line probe_lines[] = {
    { "seed", offsetof(struct hp_probe, seed), false },
    { "uses", offsetof(struct hp_probe, uses), false },
    { "metrics", offsetof(struct hp_probe, metrics), false },
    { "help", offsetof(struct hp_probe, help), true },
    { NULL, 0, false },
};

static bool one_line(const char *text)
{
    const size_t n = strnlen(text, LINE_MAX_BYTES + 1);
    if (n > LINE_MAX_BYTES || !hp_utf8_valid(text, n))
        return false;
    for (const char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return false;
    return true;
}

/* All texts of one row, read to their ends: a pointer that leads nowhere shows here. */
static int check_lines(const char *path, const char *owner, const void *row,
                       const struct line *lines, struct hp_err *err)
{
    for (const struct line *l = lines; l->what != NULL; l++) {
        const char *text;
        memcpy(&text, (const char *)row + l->offset, sizeof text);
        if (text == NULL && l->required)
            return hp_fail(err, HP_E_ENV, "%s: %s has no %s", path, owner, l->what);
        if (text != NULL && !one_line(text))
            return hp_fail(err, HP_E_ENV,
                           "%s: %s: its %s is not one line of text, UTF-8 and at most %d bytes",
                           path, owner, l->what, LINE_MAX_BYTES);
    }
    return HP_OK;
}

/* A name that broke the rule, fit to be shown. */
static const char *seen(const char *name, char buf[SEEN_MAX])
{
    (void)snprintf(buf, SEEN_MAX, "%s", name == NULL ? "" : name);
    for (char *c = buf; *c != '\0'; c++)
        if (*c < 0x20 || *c == 0x7f)
            *c = '?';
    return buf;
}

/* Lower case letters, digits and the two joiners; the first is a letter; short enough to be shown. */
static bool good_name(const char *name)
{
    if (name == NULL || *name < 'a' || *name > 'z' || strnlen(name, SEEN_MAX) == SEEN_MAX)
        return false;
    for (const char *c = name; *c != '\0'; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-' || *c == '_'))
            return false;
    return true;
}

/* Fields that must be right before any later one is read. */
static int check_head(const char *path, const struct hp_plugin *t, struct hp_err *err)
{
    if (t->magic != HP_MAGIC)
        return hp_fail(err, HP_E_ENV,
                       "%s: the table begins with 0x%08x, expected 0x%08x (HP_MAGIC) - it is not a "
                       "table of heapproof/abi.h",
                       path, t->magic, HP_MAGIC);
    if (t->abi != HP_ABI)
        return hp_fail(err, HP_E_ENV,
                       "%s: built for ABI %u, this heapproof speaks ABI %u - rebuild it against "
                       "host/include/heapproof/abi.h",
                       path, t->abi, HP_ABI);
    if (t->size != sizeof *t)
        return hp_fail(
            err, HP_E_ENV,
            "%s: its table has %u bytes, this heapproof expects %zu - rebuild it against "
            "host/include/heapproof/abi.h",
            path, t->size, sizeof *t);
    if (t->kind != HP_KIND_HEAP && t->kind != HP_KIND_WORKLOAD)
        return hp_fail(err, HP_E_ENV, "%s: kind is %u, expected %d (heap) or %d (workload)", path,
                       t->kind, HP_KIND_HEAP, HP_KIND_WORKLOAD);
    char buf[SEEN_MAX];
    if (!good_name(t->name))
        return hp_fail(
            err, HP_E_ENV,
            "%s: the plugin's name is \"%s\", expected at most %d lower case letters, digits and "
            "hyphens",
            path, seen(t->name, buf), SEEN_MAX - 1);
    if (t->options == NULL)
        return hp_fail(err, HP_E_ENV, "%s: %s has no options (an empty table ends at name == NULL)",
                       path, t->name);
    return check_lines(path, t->name, t, plugin_lines, err);
}

static int check_trace(const char *path, const struct hp_trace_ops *trace, struct hp_err *err)
{
    return trace == NULL ? HP_OK : check_hooks(path, "trace", trace, trace_hooks, 0, err);
}

static int check_heap(const char *path, const struct hp_plugin *t, struct hp_err *err)
{
    if (t->heap == NULL)
        return hp_fail(err, HP_E_ENV, "%s: %s says it is a heap but has no heap operations", path,
                       t->name);
    if ((t->caps & HP_CAP_THRESHOLD) != 0 && t->threshold_default == NULL)
        return hp_fail(err, HP_E_ENV, "%s: %s claims HP_CAP_THRESHOLD but has no threshold_default",
                       path, t->name);
    const int rc = check_hooks(path, "heap", t->heap, heap_hooks, t->caps, err);
    return rc != HP_OK ? rc : check_trace(path, t->heap->trace, err);
}

/* Every word of `uses` is an option of the plugin. */
static int check_uses(const char *path, const struct hp_plugin *t, const char *owner,
                      const char *uses, struct hp_err *err)
{
    for (const char *at = uses; at != NULL && *at != '\0';) {
        char word[SEEN_MAX];
        const size_t n = strcspn(at, " ");
        (void)snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (hp_option_find(t->options, word) == NULL)
            return hp_fail(err, HP_E_ENV, "%s: %s uses parameter \"%s\", which is not in the table",
                           path, owner, word);
        at += n;
        at += *at == ' ' ? 1 : 0;
    }
    return HP_OK;
}

static int name_wrong(const char *path, const char *what, const char *name, struct hp_err *err)
{
    char buf[SEEN_MAX];
    if (!good_name(name))
        return hp_fail(err, HP_E_ENV, "%s: \"%s\" is no %s name", path, seen(name, buf), what);
    return hp_fail(err, HP_E_ENV, "%s: %s %s is in the table twice", path, what, name);
}

static int too_many(const char *path, const char *what, struct hp_err *err)
{
    return hp_fail(err, HP_E_ENV, "%s: more than %d %ss - does the table end at name == NULL?",
                   path, ROWS_MAX, what);
}

static int check_methods(const char *path, const struct hp_plugin *t, struct hp_err *err)
{
    for (const struct hp_method *m = t->methods; m->name != NULL; m++) {
        if (m - t->methods >= ROWS_MAX)
            return too_many(path, "method", err);
        if (!good_name(m->name) || hp_method_find(t, m->name) != m)
            return name_wrong(path, "method", m->name, err);
        int rc = check_lines(path, m->name, m, method_lines, err);
        if (rc == HP_OK)
            rc = check_uses(path, t, m->name, m->uses, err);
        if (rc != HP_OK)
            return rc;
    }
    return HP_OK;
}

static int check_probes(const char *path, const struct hp_plugin *t, struct hp_err *err)
{
    for (const struct hp_probe *p = t->probes; p->name != NULL; p++) {
        if (p - t->probes >= ROWS_MAX)
            return too_many(path, "probe", err);
        if (!good_name(p->name) || hp_probe_find(t, p->name) != p)
            return name_wrong(path, "probe", p->name, err);
        int rc = check_lines(path, p->name, p, probe_lines, err);
        if (rc == HP_OK)
            rc = check_uses(path, t, p->name, p->uses, err);
        if (rc != HP_OK)
            return rc;
    }
    return HP_OK;
}

static int check_workload(const char *path, const struct hp_plugin *t, struct hp_err *err)
{
    if (t->workload == NULL)
        return hp_fail(err, HP_E_ENV, "%s: %s says it is a workload but has no workload operations",
                       path, t->name);
    if (t->methods == NULL || t->probes == NULL)
        return hp_fail(err, HP_E_ENV,
                       "%s: %s has no table of %s (an empty one ends at name == NULL)", path,
                       t->name, t->methods == NULL ? "methods" : "probes");
    int rc = check_hooks(path, "workload", t->workload, workload_hooks, 0, err);
    if (rc == HP_OK && t->probes->name != NULL && t->workload->probe == NULL)
        rc = hp_fail(err, HP_E_ENV, "%s: %s lists the probe %s but has no probe()", path, t->name,
                     t->probes->name);
    if (rc == HP_OK)
        rc = check_methods(path, t, err);
    if (rc == HP_OK)
        rc = check_probes(path, t, err);
    return rc != HP_OK ? rc : check_trace(path, t->workload->trace, err);
}

/* One row of the options table, apart from its fallback. */
static int check_option(const char *path, const struct hp_plugin *t, const struct hp_option *o,
                        struct hp_err *err)
{
    char buf[SEEN_MAX];
    if (!good_name(o->name) || strchr(o->name, '-') != NULL)
        return hp_fail(err, HP_E_ENV,
                       "%s: option \"%s\": expected lower case letters, digits and underscores",
                       path, seen(o->name, buf));
    if (hp_option_find(t->options, o->name) != o)
        return hp_fail(err, HP_E_ENV, "%s: option %s is in the table twice", path, o->name);
    if (o->type < HP_SIZE || o->type > HP_CHOICE)
        return hp_fail(err, HP_E_ENV, "%s: option %s has type %d, expected %d to %d", path, o->name,
                       (int)o->type, HP_SIZE, HP_CHOICE);
    (void)snprintf(buf, sizeof buf, "option %s", o->name);
    const int rc = check_lines(path, buf, o, option_lines, err);
    if (rc != HP_OK)
        return rc;
    if (o->type == HP_CHOICE && (o->choices == NULL || *o->choices == '\0'))
        return hp_fail(err, HP_E_ENV, "%s: option %s is a choice without choices", path, o->name);
    if (o->type < HP_FLAG && o->min > o->max)
        return hp_fail(err, HP_E_ENV, "%s: option %s: its smallest value is above its largest",
                       path, o->name);
    return HP_OK;
}

static int check_options(const char *path, const struct hp_plugin *t, struct hp_err *err)
{
    _Alignas(max_align_t) static unsigned char filled[OPTIONS_BYTES_MAX];
    if (t->options_size > sizeof filled)
        return hp_fail(err, HP_E_ENV, "%s: an options struct of %u bytes, at most %zu are allowed",
                       path, t->options_size, sizeof filled);
    size_t count = 0;
    for (const struct hp_option *o = t->options; o->name != NULL; o++) {
        if (++count > ROWS_MAX)
            return too_many(path, "option", err);
        const int rc = check_option(path, t, o, err);
        if (rc != HP_OK)
            return rc;
    }
    struct hp_err why = { 0, "" };
    if (hp_options_fill(t->options, filled, t->options_size, NULL, 0, &why) != HP_OK)
        return hp_fail(err, HP_E_ENV, "%s: a fallback of the options table does not fit: %.800s",
                       path, why.text);
    return HP_OK;
}

int hp_verify_table(const char *path, const struct hp_plugin *table, struct hp_err *err)
{
    int rc = check_head(path, table, err);
    if (rc == HP_OK)
        rc = check_options(path, table, err);
    if (rc != HP_OK)
        return rc;
    return table->kind == HP_KIND_HEAP ? check_heap(path, table, err)
                                       : check_workload(path, table, err);
}
