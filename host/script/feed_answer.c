/* SPDX-License-Identifier: MIT
 * What comes back from the judge child? Problems, sweeps, verdicts. Written by the child, read by the parent,
 * who copies everything into an arena of its own.
 */
#include "script/feed.h"

static const char *copied(struct hp_unpack *u, struct hp_arena *arena)
{
    return hp_arena_copy(arena, hp_unpack_text(u));
}

static const char *copied_word(struct hp_unpack *u, struct hp_arena *arena)
{
    return hp_arena_copy(arena, script_unpack_word(u));
}

/* ---- places and problems ---- */

static void pack_place(struct hp_pack *out, struct hp_place at)
{
    hp_pack_text(out, at.file != NULL ? at.file : "");
    hp_pack_i64(out, at.line);
    hp_pack_i64(out, at.column);
}

static struct hp_place unpack_place(struct hp_unpack *u, struct hp_arena *arena)
{
    struct hp_place at = { .file = copied_word(u, arena) };
    at.line = (int)hp_unpack_i64(u);
    at.column = (int)hp_unpack_i64(u);
    return at;
}

void script_pack_problem(struct hp_pack *out, const struct hp_problem *problem)
{
    pack_place(out, problem->at);
    hp_pack_text(out, problem->text);
}

void script_unpack_problem(struct hp_unpack *u, struct hp_problems *problems)
{
    struct hp_place at = { .file = script_unpack_word(u) };
    at.line = (int)hp_unpack_i64(u);
    at.column = (int)hp_unpack_i64(u);
    hp_problem_add(problems, at, "%s", script_unpack_word(u));
}

void script_pack_moment(struct hp_pack *out, const struct script_moment *moment)
{
    pack_place(out, moment->at);
    hp_pack_u64(out, moment->judging);
}

struct script_moment script_unpack_moment(struct hp_unpack *u)
{
    struct script_moment moment = { .at.file = script_unpack_word(u) };
    moment.at.line = (int)hp_unpack_i64(u);
    moment.at.column = (int)hp_unpack_i64(u);
    moment.judging = hp_unpack_u64(u) != 0;
    return moment;
}

/* ---- sweeps ---- */

static void pack_value(struct hp_pack *out, const struct hp_value *v)
{
    pack_place(out, v->at);
    hp_pack_text(out, v->text);
    hp_pack_u64(out, v->is_number);
    hp_pack_f64(out, v->number);
}

static struct hp_value unpack_value(struct hp_unpack *u, struct hp_arena *arena)
{
    struct hp_value v = { .at = unpack_place(u, arena) };
    v.text = copied(u, arena);
    v.is_number = hp_unpack_u64(u) != 0;
    v.number = hp_unpack_f64(u);
    return v;
}

static void pack_axis(struct hp_pack *out, const struct hp_axis *axis)
{
    hp_pack_text(out, axis->name);
    pack_place(out, axis->at);
    hp_pack_u64(out, axis->count);
    for (size_t i = 0; i < axis->count; i++)
        pack_value(out, &axis->values[i]);
}

static struct hp_axis unpack_axis(struct hp_unpack *u, struct hp_arena *arena)
{
    struct hp_axis axis = { .name = copied_word(u, arena) };
    axis.at = unpack_place(u, arena);
    axis.count = script_unpack_count(u);
    axis.values = hp_arena_get(arena, (axis.count + 1) * sizeof *axis.values);
    for (size_t i = 0; i < axis.count && !u->failed; i++)
        axis.values[i] = unpack_value(u, arena);
    return axis;
}

static void pack_axes(struct hp_pack *out, const struct hp_axis *axes, size_t count)
{
    hp_pack_u64(out, count);
    for (size_t i = 0; i < count; i++)
        pack_axis(out, &axes[i]);
}

static struct hp_axis *unpack_axes(struct hp_unpack *u, struct hp_arena *arena, size_t *count)
{
    *count = script_unpack_count(u);
    struct hp_axis *axes = hp_arena_get(arena, (*count + 1) * sizeof *axes);
    for (size_t i = 0; i < *count && !u->failed; i++)
        axes[i] = unpack_axis(u, arena);
    return axes;
}

static void pack_filters(struct hp_pack *out, const struct hp_filter *filters, size_t count)
{
    hp_pack_u64(out, count);
    for (size_t i = 0; i < count; i++) {
        pack_place(out, filters[i].at);
        pack_axes(out, filters[i].keys, filters[i].count);
    }
}

static struct hp_filter *unpack_filters(struct hp_unpack *u, struct hp_arena *arena, size_t *count)
{
    *count = script_unpack_count(u);
    struct hp_filter *filters = hp_arena_get(arena, (*count + 1) * sizeof *filters);
    for (size_t i = 0; i < *count && !u->failed; i++) {
        filters[i].at = unpack_place(u, arena);
        filters[i].keys = unpack_axes(u, arena, &filters[i].count);
    }
    return filters;
}

void script_pack_sweep(struct hp_pack *out, const struct hp_sweep *s)
{
    pack_place(out, s->at);
    hp_pack_text(out, s->name);
    hp_pack_text(out, s->workload);
    pack_place(out, s->workload_at);
    hp_pack_u64(out, s->probes);
    pack_axis(out, &s->methods);
    pack_value(out, &s->baseline);
    pack_axes(out, s->with, s->with_count);
    pack_axes(out, s->on, s->on_count);
    hp_pack_u64(out, s->zip_count);
    for (size_t i = 0; i < s->zip_count; i++)
        for (size_t k = 0; k < 8; k++)
            hp_pack_text(out, s->zip[i][k]);
    pack_filters(out, s->only, s->only_count);
    pack_filters(out, s->not_, s->not_count);
    hp_pack_u64(out, s->no_counters);
    hp_pack_u64(out, s->no_times);
    hp_pack_u64(out, s->rounds);
}

struct hp_sweep script_unpack_sweep(struct hp_unpack *u, struct hp_arena *arena)
{
    struct hp_sweep s = { .at = unpack_place(u, arena) };
    s.name = copied_word(u, arena);
    s.workload = copied_word(u, arena);
    s.workload_at = unpack_place(u, arena);
    s.probes = hp_unpack_u64(u) != 0;
    s.methods = unpack_axis(u, arena);
    s.baseline = unpack_value(u, arena);
    s.with = unpack_axes(u, arena, &s.with_count);
    s.on = unpack_axes(u, arena, &s.on_count);
    s.zip_count = script_unpack_count(u);
    s.zip = hp_arena_get(arena, (s.zip_count + 1) * sizeof *s.zip);
    for (size_t i = 0; i < s.zip_count && !u->failed; i++)
        for (size_t k = 0; k < 8; k++)
            s.zip[i][k] = copied(u, arena);
    s.only = unpack_filters(u, arena, &s.only_count);
    s.not_ = unpack_filters(u, arena, &s.not_count);
    s.no_counters = hp_unpack_u64(u) != 0;
    s.no_times = hp_unpack_u64(u) != 0;
    s.rounds = (uint32_t)hp_unpack_u64(u);
    return s;
}

/* ---- verdicts ---- */

/* The texts of a verdict in the order of the frame; one table writes and reads them. */
static const size_t verdict_texts[] = {
    offsetof(struct hp_verdict, script),        offsetof(struct hp_verdict, claim),
    offsetof(struct hp_verdict, claim_ru),      offsetof(struct hp_verdict, seed),
    offsetof(struct hp_verdict, machine),       offsetof(struct hp_verdict, threshold),
    offsetof(struct hp_verdict, heap),          offsetof(struct hp_verdict, metric),
    offsetof(struct hp_verdict, unit),          offsetof(struct hp_verdict, expected),
    offsetof(struct hp_verdict, here),          offsetof(struct hp_verdict, reason),
    offsetof(struct hp_verdict, message),       offsetof(struct hp_verdict, source),
    offsetof(struct hp_verdict, kind_of_check), offsetof(struct hp_verdict, over),
    offsetof(struct hp_verdict, below),         offsetof(struct hp_verdict, above),
};
static const size_t verdict_numbers[] = { offsetof(struct hp_verdict, value),
                                          offsetof(struct hp_verdict, low),
                                          offsetof(struct hp_verdict, high),
                                          offsetof(struct hp_verdict, want_low),
                                          offsetof(struct hp_verdict, want_high) };
enum {
    TEXTS = sizeof verdict_texts / sizeof verdict_texts[0],
    NUMBERS = sizeof verdict_numbers / sizeof verdict_numbers[0],
};

void script_pack_verdict(struct hp_pack *out, const struct hp_verdict *v)
{
    hp_pack_u64(out, v->kind);
    hp_pack_u64(out, v->decides);
    hp_pack_u64(out, v->known_holds);
    hp_pack_i64(out, v->line);
    hp_pack_u64(out, v->has_interval);
    hp_pack_u64(out, v->n);
    hp_pack_u64(out, v->more);
    for (size_t i = 0; i < TEXTS; i++) {
        const char *text;
        memcpy(&text, (const char *)v + verdict_texts[i], sizeof text);
        hp_pack_text(out, text);
    }
    for (size_t i = 0; i < NUMBERS; i++) {
        double number;
        memcpy(&number, (const char *)v + verdict_numbers[i], sizeof number);
        hp_pack_f64(out, number);
    }
    hp_pack_u64(out, v->case_count);
    for (size_t i = 0; i < v->case_count; i++)
        hp_pack_text(out, v->case_ids[i]);
    hp_pack_u64(out, v->case_total);
}

struct hp_verdict script_unpack_verdict(struct hp_unpack *u, struct hp_arena *arena)
{
    struct hp_verdict v = { 0 };
    const uint64_t kind = hp_unpack_u64(u);
    u->failed = u->failed || kind >= HP_VERDICTS;
    v.kind = u->failed ? HP_BROKEN : (enum hp_verdict_kind)kind;
    v.decides = hp_unpack_u64(u) != 0;
    v.known_holds = hp_unpack_u64(u) != 0;
    v.line = (int)hp_unpack_i64(u);
    v.has_interval = hp_unpack_u64(u) != 0;
    v.n = (size_t)hp_unpack_u64(u);
    v.more = (size_t)hp_unpack_u64(u);
    for (size_t i = 0; i < TEXTS; i++) {
        const char *text = copied(u, arena);
        memcpy((char *)&v + verdict_texts[i], &text, sizeof text);
    }
    for (size_t i = 0; i < NUMBERS; i++) {
        const double number = hp_unpack_f64(u);
        memcpy((char *)&v + verdict_numbers[i], &number, sizeof number);
    }
    v.case_count = script_unpack_count(u);
    v.case_ids = hp_arena_get(arena, (v.case_count + 1) * sizeof *v.case_ids);
    for (size_t i = 0; i < v.case_count && !u->failed; i++)
        v.case_ids[i] = copied_word(u, arena);
    v.case_total = (size_t)hp_unpack_u64(u);
    return v;
}
