/* SPDX-License-Identifier: MIT
 * How do the dimensions of a sweep turn? Each on a wheel of its own, those of a zip on one together; and how
 * many positions are there, and how is that said.
 */
#include "plan/internal.h"

static struct dim *dim_named(struct space *s, const char *name)
{
    for (size_t i = 0; i < s->dim_count; i++)
        if (strcmp(s->dims[i].name, name) == 0)
            return &s->dims[i];
    return NULL;
}

static void zip_group(struct making *m, struct space *s, const char *const *names)
{
    const struct dim *first = NULL;
    for (size_t i = 0; i < 8 && names[i] != NULL; i++) {
        struct dim *d = dim_named(s, names[i]);
        const char *all[DIMS_MAX];
        for (size_t k = 0; k < s->dim_count; k++)
            all[k] = s->dims[k].name;
        if (d == NULL) {
            hp_problem_add(m->problems, s->sweep->at, "zip: \"%s\" does not vary here - %s",
                           names[i], hp_way_out(m, names[i], all, s->dim_count));
            return;
        }
        if (d->wheel != SIZE_MAX) {
            hp_problem_add(m->problems, s->sweep->at, "zip: \"%s\" is named twice", names[i]);
            return;
        }
        if (first == NULL) {
            d->wheel = s->wheel_count++;
            s->wheels[d->wheel] = d->count;
            first = d;
        } else if (d->count != first->count) {
            hp_problem_add(
                m->problems, d->at,
                "zip: %s has %zu values and %s has %zu - they advance together, so both need "
                "as many",
                first->name, first->count, d->name, d->count);
            return;
        }
        d->wheel = first->wheel;
    }
}

static void make_wheels(struct making *m, struct space *s)
{
    for (size_t i = 0; i < s->dim_count; i++)
        s->dims[i].wheel = SIZE_MAX;
    /* Where values were left out, lengths mean nothing. */
    for (size_t i = 0; i < s->sweep->zip_count && !m->config->incomplete; i++)
        zip_group(m, s, s->sweep->zip[i]);
    for (size_t i = 0; i < s->dim_count; i++) {
        struct dim *d = &s->dims[i];
        if (d->wheel != SIZE_MAX)
            continue;
        if (d->kind != DIM_HEAP) /* one name may stand for several choices of options */
            hp_dim_drop_doubles(d);
        d->wheel = s->wheel_count;
        s->wheels[s->wheel_count++] = d->count;
    }
}

/* Wheels turn in the order of dims; a zipped dim further down turns with the first of its group. */
static void sort_wheels(struct space *s)
{
    size_t new_of[DIMS_MAX], counts[DIMS_MAX], used = 0;
    for (size_t i = 0; i < DIMS_MAX; i++)
        new_of[i] = SIZE_MAX;
    for (size_t i = 0; i < s->dim_count; i++) {
        struct dim *d = &s->dims[i];
        if (new_of[d->wheel] == SIZE_MAX) {
            counts[used] = s->wheels[d->wheel];
            new_of[d->wheel] = used++;
        }
        d->wheel = new_of[d->wheel];
    }
    memcpy(s->wheels, counts, used * sizeof *counts);
}

void hp_wheels_make(struct making *m, struct space *s)
{
    make_wheels(m, s);
    sort_wheels(s);
}

uint64_t hp_space_size(const struct space *space)
{
    uint64_t size = 1;
    for (size_t i = 0; i < space->wheel_count; i++)
        if (__builtin_mul_overflow(size, (uint64_t)space->wheels[i], &size))
            return UINT64_MAX;
    return size;
}

/* "size" to "sizes", "capacity" to "capacities"; "gc" is short for a mode of it, "of" has none. */
static const char *plural(const char *name, struct hp_arena *arena)
{
    const size_t n = strlen(name);
    if (strcmp(name, "gc") == 0)
        return "gc modes";
    if (n <= 2)
        return name;
    if (name[n - 1] == 'y' && strchr("aeiou", name[n - 2]) == NULL)
        return hp_arena_print(arena, "%.*sies", (int)(n - 1), name);
    return hp_arena_print(arena, "%ss", name);
}

/* "sizes", "held" (a flag has no plural), "gc modes", "size+elements". */
static const char *factor_name(const struct space *s, size_t wheel, struct hp_arena *arena)
{
    const char *name = "";
    bool flag = false;
    for (size_t i = 0; i < s->dim_count; i++) {
        const struct dim *d = &s->dims[i];
        if (d->wheel != wheel)
            continue;
        flag = d->param != NULL && d->param->type == HP_FLAG;
        name = *name == '\0' ? d->name : hp_arena_print(arena, "%s+%s", name, d->name);
    }
    return flag || hp_ends_with(name, "s") ? name : plural(name, arena);
}

const char *hp_space_factors(const struct space *space, struct hp_arena *arena)
{
    /* Printed as people ask: what, with which values, on what. */
    static const enum dim_kind order[] = { DIM_METHOD, DIM_PARAM,      DIM_HEAP,      DIM_RUNTIME,
                                           DIM_GC,     DIM_PROCESSORS, DIM_THRESHOLD, DIM_MACHINE };
    const char *text = "";
    bool done[DIMS_MAX] = { false };
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++)
        for (size_t i = 0; i < space->dim_count; i++) {
            const struct dim *d = &space->dims[i];
            if (d->kind != order[k] || d->count < 2 || done[d->wheel])
                continue;
            done[d->wheel] = true;
            text = hp_arena_print(arena, "%s%s%zu %s", text, *text != '\0' ? " x " : "", d->count,
                                  factor_name(space, d->wheel, arena));
        }
    return text;
}
