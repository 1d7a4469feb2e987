/* SPDX-License-Identifier: MIT
 * What does a sweep run through? Its axes and parameters as dimensions, every name and value checked
 * against the tables of the plugins. Everything lives in the plan's arena; runs in the parent.
 */
#include "base/err.h"
#include "plan/internal.h"

static struct dim *dim_add(struct making *m, struct space *s, enum dim_kind kind, const char *name,
                           struct hp_place at, size_t most)
{
    if (s->dim_count == DIMS_MAX)
        hp_bug("more than %d dimensions", DIMS_MAX);
    struct dim *d = &s->dims[s->dim_count++];
    *d = (struct dim){ .kind = kind, .name = name, .at = at };
    d->values = hp_arena_get(m->arena, (most + 1) * sizeof *d->values);
    return d;
}

/* ---- workload, methods --------------------------------------------------------------------- */

static bool find_workload(struct making *m, struct space *s)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    const struct hp_sweep *sweep = s->sweep;
    if (sweep->workload == NULL) {
        if (!m->config->incomplete)
            hp_problem_add(m->problems, sweep->at, "%s: workload is missing", sweep->name);
        return false;
    }
    s->workload = hp_plugin_find(m->plugins, HP_KIND_WORKLOAD, sweep->workload);
    if (s->workload != NULL)
        return true;
    for (size_t i = 0; i < m->plugins->count && count < NAMES_MAX; i++)
        if (m->plugins->items[i].table->kind == HP_KIND_WORKLOAD)
            names[count++] = m->plugins->items[i].table->name;
    hp_problem_add(m->problems, sweep->workload_at, "workload: unknown workload \"%s\" - %s",
                   sweep->workload, hp_way_out(m, sweep->workload, names, count));
    return false;
}

/* Names of methods that a sweep may name, or of probes. */
static size_t method_names(const struct space *s, const char *names[NAMES_MAX])
{
    size_t count = 0;
    const struct hp_plugin *table = s->workload->table;
    if (s->sweep->probes) {
        for (const struct hp_probe *p = table->probes; p->name != NULL && count < NAMES_MAX; p++)
            names[count++] = p->name;
        return count;
    }
    for (const struct hp_method *x = table->methods; x->name != NULL && count < NAMES_MAX; x++)
        if ((x->flags & HP_METHOD_REPLAY_ONLY) == 0)
            names[count++] = x->name;
    return count;
}

const char *hp_space_uses(const struct space *space, const char *method)
{
    const struct hp_plugin *table = space->workload->table;
    if (space->sweep->probes) {
        const struct hp_probe *p = hp_probe_find(table, method);
        return p != NULL ? p->uses : NULL;
    }
    const struct hp_method *x = hp_method_find(table, method);
    return x != NULL ? x->uses : NULL;
}

static void method_wrong(struct making *m, struct space *s, const struct hp_value *v,
                         const char *const *names, size_t count)
{
    const struct hp_plugin *table = s->workload->table;
    const char *kind = s->sweep->probes ? "probe" : "method";
    if (!s->sweep->probes && hp_method_find(table, v->text) != NULL)
        hp_problem_add(m->problems, v->at, "method: %s exists for replayed traces only - %s",
                       v->text, hp_way_out(m, "", names, count));
    else if (!s->sweep->probes && hp_probe_find(table, v->text) != NULL)
        hp_problem_add(m->problems, v->at,
                       "method: %s is a probe - name it in probes = ( { workload = \"%s\"; probe = "
                       "\"%s\"; } )",
                       v->text, table->name, v->text);
    else if (s->sweep->probes && hp_method_find(table, v->text) != NULL)
        hp_problem_add(m->problems, v->at,
                       "probe: %s is a method - name it in sweep = ( { workload = \"%s\"; method = "
                       "\"%s\"; } )",
                       v->text, table->name, v->text);
    else
        hp_problem_add(m->problems, v->at, "%s: unknown %s \"%s\" of workload %s - %s", kind, kind,
                       v->text, table->name, hp_way_out(m, v->text, names, count));
}

static bool add_methods(struct making *m, struct space *s)
{
    const struct hp_axis *given = &s->sweep->methods;
    const char *names[NAMES_MAX];
    const size_t count = method_names(s, names);
    const size_t before = m->problems->count;
    struct dim *d = dim_add(m, s, DIM_METHOD, s->sweep->probes ? "probe" : "method",
                            given->count > 0 ? given->at : s->sweep->at,
                            given->count > count ? given->count : count);
    for (size_t i = 0; i < given->count; i++) {
        if (hp_known_word(given->values[i].text, names, count))
            hp_dim_value(d, given->values[i].text);
        else
            method_wrong(m, s, &given->values[i], names, count);
    }
    for (size_t i = 0; i < count && given->count == 0; i++)
        hp_dim_value(d, names[i]);
    if (d->count == 0 && m->problems->count == before)
        hp_problem_add(m->problems, d->at, "%s: workload %s has none", d->name,
                       s->workload->table->name);
    return m->problems->count == before;
}

static void check_baseline(struct making *m, struct space *s)
{
    const struct hp_value *b = &s->sweep->baseline;
    const struct dim *methods = &s->dims[s->dim_count - 1];
    if (b->text == NULL)
        return;
    s->baseline = b->text;
    if (!hp_known_word(b->text, methods->values, methods->count))
        hp_problem_add(m->problems, b->at, "baseline: \"%s\" is no method of this sweep - %s",
                       b->text, hp_way_out(m, b->text, methods->values, methods->count));
}

static void check_rounds(struct making *m, const struct hp_sweep *sweep)
{
    if (sweep->rounds != 0 && (sweep->no_times || sweep->probes))
        hp_problem_add(
            m->problems, sweep->at,
            "rounds: %u of a sweep that takes no times - add \"times\" to its measure, or "
            "leave rounds out (counting launches: measure.counter_rounds)",
            sweep->rounds);
}

/* ---- parameters ---------------------------------------------------------------------------- */

static bool used_by_one(const struct space *s, const struct dim *methods, const char *param)
{
    for (size_t i = 0; i < methods->count; i++)
        if (hp_word_in(hp_space_uses(s, methods->values[i]), param))
            return true;
    return false;
}

/* `methods` NULL: not known, so nobody can tell whether one of them uses it. */
static void add_param(struct making *m, struct space *s, const struct dim *methods,
                      const struct hp_axis *axis)
{
    const struct hp_plugin *table = s->workload->table;
    const struct hp_option *option = hp_option_find(table->options, axis->name);
    const char *names[NAMES_MAX];
    if (option == NULL) {
        const size_t count = hp_option_names(table->options, names);
        hp_problem_add(m->problems, axis->at, "with.%s: unknown key of workload %s - %s",
                       axis->name, table->name, hp_way_out(m, axis->name, names, count));
        return;
    }
    if (methods != NULL && !used_by_one(s, methods, axis->name)) {
        hp_problem_add(m->problems, axis->at, "with.%s: none of %s uses it - leave it out",
                       axis->name, hp_list_words(m->arena, methods->values, methods->count, 6));
        return;
    }
    struct dim *d = dim_add(m, s, DIM_PARAM, option->name, axis->at, axis->count);
    d->param = option;
    for (size_t i = 0; i < axis->count; i++) {
        struct hp_err err = { 0 };
        const char *canonical = NULL;
        if (hp_option_check(option, axis->values[i].text, m->arena, &canonical, &err) == HP_OK)
            hp_dim_value(d, canonical);
        else
            hp_problem_add(m->problems, axis->values[i].at, "with.%s: %s%s%.*s", axis->name,
                           err.text, option->type < HP_FLAG ? " - " : "",
                           option->type < HP_FLAG ? (int)strcspn(option->help, ";") : 0,
                           option->help);
    }
}

/* ---- our own axes -------------------------------------------------------------------------- */

static const struct hp_axis *axis_named(const struct hp_axis *axes, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(axes[i].name, name) == 0)
            return &axes[i];
    return NULL;
}

/* The sweep's own axis, else the file's, else the default. */
static struct hp_axis axis_of(struct making *m, const struct space *s, const char *name,
                              const char *fallback)
{
    const struct hp_axis *axis = axis_named(s->sweep->on, s->sweep->on_count, name);
    if (axis == NULL)
        axis = axis_named(m->config->on, m->config->on_count, name);
    if (axis != NULL)
        return *axis;
    struct hp_value *value = HP_ARENA_NEW(m->arena, struct hp_value);
    *value = (struct hp_value){ s->sweep->at, fallback, false, 0 };
    return (struct hp_axis){ name, s->sweep->at, value, 1 };
}

static void add_axis(struct making *m, struct space *s, enum dim_kind kind, const char *name,
                     const char *fallback)
{
    const struct hp_axis axis = axis_of(m, s, name, fallback);
    struct dim *d = dim_add(m, s, kind, name, axis.at, axis.count);
    for (size_t i = 0; i < axis.count; i++) {
        const char *text = axis.values[i].text;
        if (*text != '\0')
            text = hp_axis_value(m->config, name, &axis.values[i], m->problems);
        if (text != NULL)
            hp_dim_value(d, text);
    }
}

static size_t add_heaps(struct making *m, struct space *s)
{
    const struct hp_axis axis = axis_of(m, s, "heap", "gen");
    size_t count = 0;
    s->heaps = hp_heap_points(m, &axis, &count);
    struct dim *d = dim_add(m, s, DIM_HEAP, "heap", axis.at, count);
    for (size_t i = 0; i < count; i++)
        hp_dim_value(d, s->heaps[i].name);
    return count;
}

static bool asks_threshold(const struct space *s)
{
    const struct hp_axis *given = &s->sweep->methods;
    const struct hp_plugin *table = s->workload != NULL ? s->workload->table : NULL;
    bool asks = false;
    if (table == NULL || !s->sweep->probes)
        return false;
    for (size_t i = 0; i < given->count; i++)
        asks = asks || hp_probe_finds_threshold(table, given->values[i].text);
    for (const struct hp_probe *p = table->probes; given->count == 0 && p->name != NULL; p++)
        asks = asks || hp_probe_finds_threshold(table, p->name);
    return asks;
}

/* A threshold that no heap can apply is a slip, unless a probe asks what comes of it; where one can, it is skipped
 * for the others. */
static void check_thresholds(struct making *m, const struct space *s, size_t heap_count)
{
    if (asks_threshold(s))
        return;
    const struct hp_axis axis = axis_of(m, s, "threshold", "default");
    for (size_t i = 0; i < axis.count; i++) {
        const char *why = NULL, *refused = NULL;
        for (size_t k = 0; k < heap_count; k++) {
            if ((s->heaps[k].caps & HP_CAP_THRESHOLD) == 0)
                continue;
            refused = hp_heap_refuses_threshold(&s->heaps[k], axis.values[i].text, m->arena);
            if (refused == NULL)
                break;
            why = why != NULL ? why : refused;
        }
        if (refused != NULL)
            hp_problem_add(m->problems, axis.values[i].at, "threshold: %s", why);
    }
}

static void check_axis_names(struct making *m, const struct space *s)
{
    size_t count = 0;
    while (hp_axis_names[count] != NULL)
        count++;
    for (size_t i = 0; i < s->sweep->on_count; i++)
        if (!hp_known_word(s->sweep->on[i].name, hp_axis_names, count))
            hp_problem_add(m->problems, s->sweep->on[i].at, "on.%s: unknown axis - %s",
                           s->sweep->on[i].name,
                           hp_way_out(m, s->sweep->on[i].name, hp_axis_names, count));
}

/* ---- the whole ----------------------------------------------------------------------------- */

bool hp_space_make(struct making *m, const struct hp_sweep *sweep, struct space *out)
{
    const size_t before = m->problems->count;
    *out = (struct space){ .sweep = sweep };
    check_axis_names(m, out);
    add_axis(m, out, DIM_MACHINE, "machine", "this");
    const size_t heap_count = add_heaps(m, out);
    add_axis(m, out, DIM_GC, "gc", "workstation");
    add_axis(m, out, DIM_PROCESSORS, "processors", "");
    add_axis(m, out, DIM_RUNTIME, "runtime", "10");
    add_axis(m, out, DIM_THRESHOLD, "threshold", "default");
    const bool found = find_workload(m, out);
    check_thresholds(m, out, heap_count);
    if (!found)
        return false;
    const bool methods_known = add_methods(m, out);
    const size_t methods = out->dim_count - 1;
    if (methods_known)
        check_baseline(m, out);
    check_rounds(m, sweep);
    for (size_t i = 0; i < sweep->with_count && out->dim_count < DIMS_MAX; i++)
        add_param(m, out, methods_known ? &out->dims[methods] : NULL, &sweep->with[i]);
    out->doubtful = m->problems->count > before;
    if (!out->doubtful)
        hp_wheels_make(m, out);
    return hp_filters_make(m, out) && m->problems->count == before;
}
