/* SPDX-License-Identifier: MIT
 * What exactly would run? Turns the wheels of every sweep, builds a case for each position, leaves out
 * what the filters drop and what is there already. The plan owns its cases through its arena.
 */
#include "base/err.h"
#include "base/units.h"
#include "plan/internal.h"

#include <stdlib.h>

enum { COMBINATIONS_MAX = 200000, DOTNET8_THRESHOLD_MAX = 4194216 };

/* Cases found so far, and where to find one by its identity. */
struct found {
    struct hp_case *items;
    size_t count, capacity;
    size_t *slots; /* open addressing; index + 1, 0: free */
    size_t slot_count;
};

static size_t slot_of(const struct found *f, const char *identity)
{
    char digits[17];
    (void)snprintf(digits, sizeof digits, "%.16s", identity);
    size_t at = (size_t)strtoull(digits, NULL, 16) & (f->slot_count - 1);
    while (f->slots[at] != 0 && strcmp(f->items[f->slots[at] - 1].identity, identity) != 0)
        at = (at + 1) & (f->slot_count - 1);
    return at;
}

static void grow_slots(struct found *f)
{
    hp_mem_free(f->slots);
    f->slot_count = f->slot_count != 0 ? f->slot_count * 2 : 1024;
    f->slots = hp_mem_new(f->slot_count * sizeof *f->slots);
    for (size_t i = 0; i < f->count; i++)
        f->slots[slot_of(f, f->items[i].identity)] = i + 1;
}

/* True when the case is new. One that is there already takes over what the other sweep adds. */
static bool found_add(struct found *f, const struct hp_case *c)
{
    if (f->count * 2 >= f->slot_count)
        grow_slots(f);
    const size_t at = slot_of(f, c->identity);
    if (f->slots[at] == 0) {
        HP_PUSH(f->items, f->count, f->capacity) = *c;
        f->slots[at] = f->count;
        return true;
    }
    struct hp_case *twin = &f->items[f->slots[at] - 1];
    twin->counters |= c->counters;
    twin->times |= c->times;
    twin->rounds = c->rounds > twin->rounds ? c->rounds : twin->rounds;
    twin->params_given |= c->params_given;
    if (twin->baseline == NULL)
        twin->baseline = c->baseline;
    return false;
}

/* ---- one position of the wheels ------------------------------------------------------------ */

struct position {
    const struct space *space;
    size_t at[DIMS_MAX]; /* of each wheel */
};

static const struct dim *dim_of(const struct space *s, enum dim_kind kind)
{
    for (size_t i = 0; i < s->dim_count; i++)
        if (s->dims[i].kind == kind)
            return &s->dims[i];
    hp_bug("a sweep without dimension %d", (int)kind);
}

static const char *value_of(const struct position *p, enum dim_kind kind)
{
    const struct dim *d = dim_of(p->space, kind);
    return d->values[p->at[d->wheel]];
}

/* Does this dimension make no difference to this heap and method? */
static bool idle(const struct dim *d, uint32_t caps, const char *uses)
{
    switch (d->kind) {
    case DIM_PARAM:
        return !hp_word_in(uses, d->name);
    case DIM_RUNTIME:
        return (caps & HP_CAP_RUNTIMES) == 0;
    case DIM_THRESHOLD:
        return (caps & HP_CAP_THRESHOLD) == 0;
    case DIM_GC:
        return (caps & HP_CAP_COLLECTS) == 0;
    default:
        return d->count < 2;
    }
}

/* A wheel whose dims are all idle is looked at in its first position only. */
static bool repeats(const struct position *p, uint32_t caps, const char *uses)
{
    for (size_t w = 0; w < p->space->wheel_count; w++) {
        bool all_idle = p->at[w] > 0;
        for (size_t i = 0; i < p->space->dim_count && all_idle; i++)
            if (p->space->dims[i].wheel == w)
                all_idle = idle(&p->space->dims[i], caps, uses);
        if (all_idle)
            return true;
    }
    return false;
}

/* The parameters that the method uses, in the order of the workload's table. */
static void fill_params(struct making *m, const struct position *p, const char *uses,
                        struct hp_case *c)
{
    const struct space *s = p->space;
    size_t count = 0;
    for (const struct hp_option *o = s->workload->table->options; o->name != NULL; o++)
        count += hp_word_in(uses, o->name);
    c->params = hp_arena_get(m->arena, (count + 1) * sizeof *c->params);
    for (const struct hp_option *o = s->workload->table->options; o->name != NULL; o++) {
        if (!hp_word_in(uses, o->name))
            continue;
        struct hp_err err = { 0 };
        const char *text = NULL;
        for (size_t i = 0; i < s->dim_count; i++)
            if (s->dims[i].param == o)
                text = s->dims[i].values[p->at[s->dims[i].wheel]];
        if (text != NULL && c->param_count < 64)
            c->params_given |= UINT64_C(1) << c->param_count;
        if (text == NULL && hp_option_check(o, o->fallback, m->arena, &text, &err) != HP_OK)
            hp_bug("fallback of parameter %s: %s", o->name, err.text);
        c->params[c->param_count++] = (struct hp_param){ o->name, text };
    }
}

static bool has_mode(uint32_t caps, const char *gc)
{
    return (strstr(gc, "concurrent") == NULL || (caps & HP_CAP_CONCURRENT) != 0) &&
           (!hp_starts_with(gc, "server") || (caps & HP_CAP_SERVER) != 0);
}

/* Why a case is planned but not run, or NULL. */
/* `asks`: the case is there to find out which threshold applies. */
static const char *reason_to_skip(struct making *m, const struct heap_point *heap, bool asks,
                                  struct hp_case *c)
{
    if (heap->loaded == NULL)
        return hp_arena_print(m->arena,
                              "this heapproof has no heap plugin \"%s\" - heapproof list heaps "
                              "names those it has",
                              heap->plugin);
    if (strcmp(c->machine, "this") != 0 && (heap->caps & HP_CAP_PROFILES) == 0)
        return hp_arena_print(m->arena, "%s cannot stand for another machine", c->heap);
    if (c->runtime == 8 && c->threshold_bytes > DOTNET8_THRESHOLD_MAX)
        return hp_arena_print(m->arena,
                              "%s/8: threshold %s makes .NET 8 abort (out of memory at its first "
                              "large array) - use at most %d, or runtime 9",
                              c->heap, c->threshold, DOTNET8_THRESHOLD_MAX);
    if (!has_mode(heap->caps, c->gc))
        return hp_arena_print(m->arena, "heap %s has no gc \"%s\" - use \"workstation\"", c->heap,
                              c->gc);
    const char *why = asks ? NULL : hp_heap_refuses_threshold(heap, c->threshold, m->arena);
    if (why == NULL) {
        why = hp_needs_lack(m, heap, c->runtime);
        c->lacking = why != NULL;
    }
    return why;
}

/* The profile behind a machine other than this one; hp_space_make() has found it. */
static const struct hp_profile *profile_of(struct making *m, const char *name)
{
    for (size_t i = 0; i < m->config->profile_count; i++)
        if (strcmp(m->config->profiles[i].machine.name, name) == 0)
            return &m->config->profiles[i];
    hp_bug("profile %s is not there", name);
}

static bool has_option(const struct hp_param *options, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            return true;
    return false;
}

/* Adds to the options of a case what the profile of its machine states for the heap and it does not state. */
static void add_profile_options(struct making *m, const struct hp_profile *profile,
                                const struct heap_point *heap, struct hp_case *c)
{
    struct hp_param *options =
        hp_arena_get(m->arena, (c->option_count + profile->option_count + 1) * sizeof *options);
    size_t count = 0;
    for (; count < c->option_count; count++)
        options[count] = c->options[count];
    for (size_t i = 0; i < profile->option_count; i++) {
        const struct hp_profile_option *o = &profile->options[i];
        const char *text = o->text;
        if (o->of_trace || !hp_profile_option_applies(o, c->plugin, c->runtime) ||
            has_option(options, count, o->name) || !hp_option_canonical(m, heap, o, &text))
            continue;
        options[count++] = (struct hp_param){ o->name, text };
    }
    c->options = options;
    c->option_count = count;
}

static struct hp_case build_case(struct making *m, const struct position *p,
                                 const struct heap_point *heap, const char *uses)
{
    const struct space *s = p->space;
    struct hp_case c = { .workload = s->workload->table->name,
                         .probe = s->sweep->probes,
                         .method = value_of(p, DIM_METHOD),
                         .heap = heap->name,
                         .plugin = heap->plugin,
                         .gc = "workstation",
                         .machine = value_of(p, DIM_MACHINE),
                         .threshold = "default",
                         .options = heap->options,
                         .option_count = heap->option_count,
                         .sweep = s->sweep->name,
                         .baseline = s->baseline,
                         .at = s->sweep->at };
    const struct hp_profile *profile =
        strcmp(c.machine, "this") != 0 ? profile_of(m, c.machine) : NULL;
    const struct hp_machine *machine = profile != NULL ? &profile->machine : m->this_machine;
    const char *processors = value_of(p, DIM_PROCESSORS);
    c.processors = machine->processors;
    if (*processors != '\0')
        c.processors = (uint32_t)strtoul(processors, NULL, 10);
    c.processors_given = c.processors != machine->processors;
    if ((heap->caps & HP_CAP_COLLECTS) != 0)
        c.gc = value_of(p, DIM_GC);
    if ((heap->caps & HP_CAP_RUNTIMES) != 0)
        c.runtime = (int32_t)strtol(value_of(p, DIM_RUNTIME), NULL, 10);
    if ((heap->caps & HP_CAP_THRESHOLD) != 0)
        c.threshold = value_of(p, DIM_THRESHOLD);
    if (strcmp(c.threshold, "default") != 0)
        c.threshold_bytes = strtoull(c.threshold, NULL, 10);
    if (profile != NULL && profile->option_count > 0)
        add_profile_options(m, profile, heap, &c);
    fill_params(m, p, uses, &c);
    const bool asks = c.probe && hp_probe_finds_threshold(s->workload->table, c.method);
    c.skip = reason_to_skip(m, heap, asks, &c);
    const struct hp_measure *measure = &m->config->measure;
    c.counters = !c.probe && measure->counters && !s->sweep->no_counters;
    c.times = !c.probe && measure->times && !s->sweep->no_times && strcmp(c.machine, "this") == 0;
    if (c.times)
        c.rounds = s->sweep->rounds != 0 ? s->sweep->rounds : measure->rounds;
    hp_case_identify(&c, s->workload, heap, machine, measure);
    return c;
}

/* Turns the last wheel; false after the last position. */
static bool turn(struct position *p)
{
    for (size_t w = p->space->wheel_count; w-- > 0;) {
        if (++p->at[w] < p->space->wheels[w])
            return true;
        p->at[w] = 0;
    }
    return false;
}

static void expand(struct making *m, const struct space *s, struct found *found,
                   struct hp_plan_part *part)
{
    struct position p = { .space = s };
    const struct dim *heaps = dim_of(s, DIM_HEAP);
    *part =
        (struct hp_plan_part){ .sweep = s->sweep->name, .factors = hp_space_factors(s, m->arena) };
    do {
        const struct heap_point *heap = &s->heaps[p.at[heaps->wheel]];
        const char *uses = hp_space_uses(s, value_of(&p, DIM_METHOD));
        if (repeats(&p, heap->caps, uses)) {
            part->merged++;
            continue;
        }
        const struct hp_case c = build_case(m, &p, heap, uses);
        /* Nothing left to measure of a timed sweep on a profile: no case. */
        const bool keep = hp_filters_keep(s, &c);
        const bool unmeasured = keep && !c.probe && !c.counters && !c.times;
        part->unmeasured += unmeasured;
        if (!keep || unmeasured)
            part->excluded++;
        else if (found_add(found, &c))
            part->cases++;
        else
            part->merged++;
        if (keep && c.times && c.rounds != m->config->measure.rounds)
            part->rounds = c.rounds;
    } while (turn(&p));
}

/* ---- the plan ------------------------------------------------------------------------------ */

/* Digits of an identity that are unique among the cases: 4 or more. */
static unsigned unique_digits(const struct found *f, struct hp_arena *arena)
{
    const char **ids = hp_arena_get(arena, (f->count + 1) * sizeof *ids);
    unsigned digits = 4;
    for (size_t i = 0; i < f->count; i++)
        ids[i] = f->items[i].identity;
    for (size_t i = 1; i < f->count; i++) { /* insertion by binary search keeps it sorted */
        const char *id = ids[i];
        size_t low = 0, high = i;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (strcmp(ids[middle], id) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        memmove(ids + low + 1, ids + low, (i - low) * sizeof *ids);
        ids[low] = id;
    }
    for (size_t i = 1; i < f->count; i++)
        while (digits < 64 && strncmp(ids[i - 1], ids[i], digits) == 0)
            digits++;
    return digits;
}

static void report_many(struct making *m, const struct hp_sweep *largest, uint64_t count,
                        const char *what, size_t max_cases)
{
    char found[HP_NUMBER_MAX], most[HP_NUMBER_MAX], limit[HP_NUMBER_MAX];
    hp_print_count(most, (int64_t)max_cases);
    if (count > (uint64_t)INT64_MAX)
        hp_problem_add(m->problems, largest->at,
                       "more %s than can be counted, the limit is %s - shorten an axis (the "
                       "largest sweep is \"%s\")",
                       what, most, largest->name);
    else if (count > HP_CASES_LIMIT)
        hp_problem_add(m->problems, largest->at,
                       "%s %s, the limit is %s and --max-cases allows %s at most - shorten an axis "
                       "(the largest sweep is \"%s\")",
                       hp_print_count(found, (int64_t)count), what, most,
                       hp_print_count(limit, HP_CASES_LIMIT), largest->name);
    else
        hp_problem_add(m->problems, largest->at,
                       "%s %s, the limit is %s - shorten an axis (the largest sweep is \"%s\"), "
                       "or allow them with --max-cases %llu",
                       hp_print_count(found, (int64_t)count), what, most, largest->name,
                       (unsigned long long)count);
}

/* Checks every sweep; *combinations of all of them together. */
static struct space *make_spaces(struct making *m, const struct hp_sweep *const *sweeps,
                                 size_t count, uint64_t *combinations,
                                 const struct hp_sweep **largest)
{
    struct space *spaces = hp_mem_new((count + 1) * sizeof *spaces);
    uint64_t most = 0;
    *combinations = 0;
    for (size_t i = 0; i < count; i++) {
        if (!hp_space_make(m, sweeps[i], &spaces[i]))
            continue;
        const uint64_t size = hp_space_size(&spaces[i]);
        if (__builtin_add_overflow(*combinations, size, combinations))
            *combinations = UINT64_MAX;
        if (size >= most) {
            most = size;
            *largest = sweeps[i];
        }
    }
    return spaces;
}

static void expand_all(struct making *m, const struct space *spaces, size_t count,
                       struct hp_plan *plan)
{
    struct found found = { 0 };
    plan->parts = hp_arena_get(m->arena, (count + 1) * sizeof *plan->parts);
    plan->part_count = count;
    for (size_t i = 0; i < count; i++) {
        expand(m, &spaces[i], &found, &plan->parts[i]);
        plan->excluded += plan->parts[i].excluded;
    }
    plan->count = found.count;
    plan->cases = hp_arena_get(m->arena, (found.count + 1) * sizeof *plan->cases);
    if (found.count > 0)
        memcpy(plan->cases, found.items, found.count * sizeof *plan->cases);
    plan->id_digits = unique_digits(&found, m->arena);
    hp_mem_free(found.items);
    hp_mem_free(found.slots);
}

int hp_plan_make(struct hp_config *config, const struct hp_sweep *more, size_t more_count,
                 const struct hp_plugins *plugins, const struct hp_machine *this_machine,
                 size_t max_cases, struct hp_plan **out, struct hp_problems *problems,
                 struct hp_err *err)
{
    const size_t most = max_cases != 0 ? max_cases : HP_CASES_MAX;
    const size_t before = config->incomplete ? SIZE_MAX : problems->count;
    const size_t count = config->sweep_count + more_count;
    struct hp_arena *arena = hp_arena_new();
    struct making m = { config, plugins, this_machine, problems, arena, NULL };
    const struct hp_sweep **sweeps = hp_arena_get(arena, (count + 1) * sizeof *sweeps);
    for (size_t i = 0; i < count; i++)
        sweeps[i] = i < config->sweep_count ? &config->sweeps[i] : &more[i - config->sweep_count];
    uint64_t combinations = 0;
    const struct hp_sweep *largest = NULL;
    struct hp_plan *plan = HP_ARENA_NEW(arena, struct hp_plan);
    plan->arena = arena;
    struct space *spaces = make_spaces(&m, sweeps, count, &combinations, &largest);
    if (largest != NULL && problems->count == before && combinations > most &&
        combinations > COMBINATIONS_MAX)
        report_many(&m, largest, combinations, "combinations before where", most);
    if (problems->count == before)
        expand_all(&m, spaces, count, plan);
    hp_needs_libraries(&m, plan);
    if (largest != NULL && problems->count == before && plan->count > most)
        report_many(&m, largest, plan->count, "cases", most);
    hp_mem_free(spaces);
    if (problems->count == before) {
        *out = plan;
        return HP_OK;
    }
    hp_arena_free(arena);
    *out = NULL;
    return hp_fail(err, HP_E_CONFIG, "%s: %zu problem%s", config->path, problems->count,
                   problems->count == 1 ? "" : "s");
}

void hp_plan_free(struct hp_plan *plan)
{
    if (plan != NULL)
        hp_arena_free(plan->arena);
}
