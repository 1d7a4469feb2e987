/* SPDX-License-Identifier: MIT
 * What goes to the judge child? Script texts and the cases of a run. Written by the parent, read by the child.
 */
#include "script/feed.h"

enum { SAMPLES_MAX = 32 << 20 }; /* of one request, once spread out */

size_t script_unpack_count(struct hp_unpack *u)
{
    const uint64_t n = hp_unpack_u64(u);
    if (!u->failed && n <= (uint64_t)(u->end - u->at))
        return (size_t)n;
    u->failed = true;
    return 0;
}

const char *script_unpack_word(struct hp_unpack *u)
{
    const char *text = hp_unpack_text(u);
    u->failed = u->failed || text == NULL;
    return text != NULL ? text : "";
}

/* ---- sources ---- */

static void pack_source(struct hp_pack *out, const struct hp_source *s)
{
    hp_pack_text(out, s->role);
    hp_pack_text(out, s->path);
    hp_pack_bytes(out, s->text, s->bytes);
}

static void unpack_source(struct hp_unpack *u, struct hp_arena *arena, struct hp_source *out)
{
    out->role = script_unpack_word(u);
    out->path = script_unpack_word(u);
    const void *bytes = hp_unpack_bytes(u, &out->bytes);
    if (u->failed)
        out->bytes = 0;
    out->text = hp_arena_copy_n(arena, bytes, out->bytes);
}

/* ---- samples ---- */

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* (how often, value), (how often, round): a counter that never changes is two numbers. */
static void pack_series(struct hp_pack *out, const struct hp_series *s)
{
    hp_pack_text(out, s->metric);
    hp_pack_u64(out, s->count);
    for (size_t i = 0, run; i < s->count; i += run) {
        const uint64_t bits = bits_of(s->values[i]);
        for (run = 1; i + run < s->count && bits_of(s->values[i + run]) == bits;)
            run++;
        hp_pack_u64(out, run);
        hp_pack_f64(out, s->values[i]);
    }
    for (size_t i = 0, run; i < s->count; i += run) {
        for (run = 1; i + run < s->count && s->rounds[i + run] == s->rounds[i];)
            run++;
        hp_pack_u64(out, run);
        hp_pack_u64(out, s->rounds[i]);
    }
}

/* The length of the next run, at most `left`; 0 and failed otherwise. */
static size_t unpack_run(struct hp_unpack *u, size_t left)
{
    const uint64_t run = hp_unpack_u64(u);
    if (!u->failed && run >= 1 && run <= left)
        return (size_t)run;
    u->failed = true;
    return 0;
}

static void unpack_series(struct hp_unpack *u, struct hp_arena *arena, size_t *samples_left,
                          struct hp_series *out)
{
    out->metric = script_unpack_word(u);
    const uint64_t count = hp_unpack_u64(u);
    if (u->failed || count > *samples_left) {
        u->failed = true;
        return;
    }
    *samples_left -= (size_t)count;
    out->values = hp_arena_get(arena, ((size_t)count + 1) * sizeof *out->values);
    out->rounds = hp_arena_get(arena, ((size_t)count + 1) * sizeof *out->rounds);
    for (size_t at = 0; at < count && !u->failed;) {
        const size_t run = unpack_run(u, (size_t)count - at);
        const double value = hp_unpack_f64(u);
        for (size_t i = 0; i < run; i++)
            out->values[at++] = value;
    }
    for (size_t at = 0; at < count && !u->failed;) {
        const size_t run = unpack_run(u, (size_t)count - at);
        const uint32_t round = (uint32_t)hp_unpack_u64(u);
        for (size_t i = 0; i < run; i++)
            out->rounds[at++] = round;
    }
    out->count = u->failed ? 0 : (size_t)count;
}

/* ---- cases ---- */

static void pack_params(struct hp_pack *out, const struct hp_param *params, size_t count)
{
    hp_pack_u64(out, count);
    for (size_t i = 0; i < count; i++) {
        hp_pack_text(out, params[i].name);
        hp_pack_text(out, params[i].text);
    }
}

static struct hp_param *unpack_params(struct hp_unpack *u, struct hp_arena *arena, size_t *count)
{
    const size_t n = script_unpack_count(u);
    struct hp_param *out = hp_arena_get(arena, (n + 1) * sizeof *out);
    for (size_t i = 0; i < n && !u->failed; i++)
        out[i].name = script_unpack_word(u), out[i].text = script_unpack_word(u);
    *count = u->failed ? 0 : n;
    return out;
}

static void pack_case(struct hp_pack *out, const struct hp_case *c)
{
    hp_pack_text(out, c->identity);
    hp_pack_text(out, c->workload);
    hp_pack_u64(out, c->probe);
    hp_pack_text(out, c->method);
    hp_pack_text(out, c->heap);
    hp_pack_text(out, c->plugin);
    hp_pack_i64(out, c->runtime);
    hp_pack_text(out, c->gc);
    hp_pack_u64(out, c->processors);
    hp_pack_text(out, c->machine);
    hp_pack_text(out, c->threshold);
    hp_pack_u64(out, c->threshold_bytes);
    pack_params(out, c->params, c->param_count);
    pack_params(out, c->options, c->option_count);
    hp_pack_text(out, c->sweep != NULL ? c->sweep : "");
    hp_pack_text(out, c->baseline);
    hp_pack_text(out, c->skip);
    hp_pack_u64(out, c->counters);
    hp_pack_u64(out, c->times);
    hp_pack_u64(out, c->params_given);
    hp_pack_u64(out, c->processors_given);
}

static void unpack_case(struct hp_unpack *u, struct hp_arena *arena, struct hp_case *out)
{
    (void)snprintf(out->identity, sizeof out->identity, "%s", script_unpack_word(u));
    out->workload = script_unpack_word(u);
    out->probe = hp_unpack_u64(u) != 0;
    out->method = script_unpack_word(u);
    out->heap = script_unpack_word(u);
    out->plugin = script_unpack_word(u);
    out->runtime = (int32_t)hp_unpack_i64(u);
    out->gc = script_unpack_word(u);
    out->processors = (uint32_t)hp_unpack_u64(u);
    out->machine = script_unpack_word(u);
    out->threshold = script_unpack_word(u);
    out->threshold_bytes = hp_unpack_u64(u);
    out->params = unpack_params(u, arena, &out->param_count);
    out->options = unpack_params(u, arena, &out->option_count);
    out->sweep = script_unpack_word(u);
    out->baseline = hp_unpack_text(u);
    out->skip = hp_unpack_text(u);
    out->counters = hp_unpack_u64(u) != 0;
    out->times = hp_unpack_u64(u) != 0;
    out->params_given = hp_unpack_u64(u);
    out->processors_given = hp_unpack_u64(u) != 0;
}

static void pack_row(struct hp_pack *out, const struct hp_case_row *row)
{
    pack_case(out, &row->c);
    hp_pack_u64(out, row->wanted);
    hp_pack_u64(out, row->done);
    hp_pack_u64(out, row->series_count);
    for (size_t i = 0; i < row->series_count; i++)
        pack_series(out, &row->series[i]);
    pack_params(out, row->texts, row->text_count);
    hp_pack_u64(out, row->failure_count);
    for (size_t i = 0; i < row->failure_count; i++) {
        hp_pack_text(out, row->failures[i].kind);
        hp_pack_text(out, row->failures[i].outcome);
        hp_pack_text(out, row->failures[i].detail != NULL ? row->failures[i].detail : "");
        hp_pack_u64(out, row->failures[i].round);
    }
}

static void unpack_row(struct hp_unpack *u, struct hp_arena *arena, size_t *samples_left,
                       struct hp_case_row *out)
{
    unpack_case(u, arena, &out->c);
    out->wanted = (uint32_t)hp_unpack_u64(u);
    out->done = (uint32_t)hp_unpack_u64(u);
    const size_t series = script_unpack_count(u);
    out->series = hp_arena_get(arena, (series + 1) * sizeof *out->series);
    for (size_t i = 0; i < series && !u->failed; i++)
        unpack_series(u, arena, samples_left, &out->series[i]);
    out->series_count = u->failed ? 0 : series;
    out->texts = unpack_params(u, arena, &out->text_count);
    const size_t failures = script_unpack_count(u);
    out->failures = hp_arena_get(arena, (failures + 1) * sizeof *out->failures);
    for (size_t i = 0; i < failures && !u->failed; i++) {
        out->failures[i].kind = script_unpack_word(u);
        out->failures[i].outcome = script_unpack_word(u);
        out->failures[i].detail = script_unpack_word(u);
        out->failures[i].round = (uint32_t)hp_unpack_u64(u);
    }
    out->failure_count = u->failed ? 0 : failures;
}

/* ---- the request ---- */

void script_pack_request(struct hp_pack *out, const struct script_request *request)
{
    hp_pack_u64(out, request->judging);
    hp_pack_u64(out, request->explaining);
    hp_pack_u64(out, request->source_count);
    for (size_t i = 0; i < request->source_count; i++)
        pack_source(out, &request->sources[i]);
    hp_pack_u64(out, request->case_count);
    for (size_t i = 0; i < request->case_count; i++)
        pack_row(out, &request->cases[i]);
}

bool script_unpack_request(struct hp_unpack *u, struct hp_arena *arena, struct script_request *out)
{
    size_t samples_left = SAMPLES_MAX;
    memset(out, 0, sizeof *out);
    out->judging = hp_unpack_u64(u) != 0;
    out->explaining = hp_unpack_u64(u) != 0;
    out->source_count = script_unpack_count(u);
    struct hp_source *sources = hp_arena_get(arena, (out->source_count + 1) * sizeof *sources);
    for (size_t i = 0; i < out->source_count && !u->failed; i++)
        unpack_source(u, arena, &sources[i]);
    out->case_count = script_unpack_count(u);
    struct hp_case_row *rows = hp_arena_get(arena, (out->case_count + 1) * sizeof *rows);
    for (size_t i = 0; i < out->case_count && !u->failed; i++)
        unpack_row(u, arena, &samples_left, &rows[i]);
    out->sources = sources;
    out->cases = rows;
    return !u->failed && u->at == u->end;
}
