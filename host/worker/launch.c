/* SPDX-License-Identifier: MIT
 * Answers: what did this launch deliver? Reads the worker's frames into a launch, which owns its arrays;
 * texts live in its arena. Runs in the parent and trusts nothing that a worker sent.
 */
#include "worker/launch.h"
#include "base/clock.h"
#include "base/err.h"
#include "measure/metric.h"
#include "worker/order.h"

#include <math.h>

struct hp_launch *hp_launch_new(const struct hp_todo *todo)
{
    struct hp_launch *l = hp_mem_new(sizeof *l);
    l->arena = hp_arena_new();
    l->c = todo->c;
    l->kind = todo->kind;
    l->round = todo->round;
    (void)hp_utc_now(l->started_utc);
    return l;
}

static void drop_findings(struct hp_launch *l)
{
    l->sample_count = l->text_count = l->block_count = l->collection_count = 0;
}

void hp_launch_free(struct hp_launch *l)
{
    if (l == NULL)
        return;
    hp_mem_free(l->samples);
    hp_mem_free(l->texts);
    hp_mem_free(l->blocks);
    hp_mem_free(l->collections);
    hp_mem_free(l->notes);
    hp_text_clear(&l->captured);
    hp_arena_free(l->arena);
    hp_mem_free(l);
}

/* A plugin's words as one line, in place: what breaks or indents a line becomes a blank, and none is left at the end. */
static void one_line(char *text)
{
    size_t end = 0;
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (strchr("\t\n\v\f\r", text[i]) != NULL)
            text[i] = ' ';
        if (text[i] != ' ')
            end = i + 1;
    }
    text[end] = '\0';
}

/* A text that must be there and be valid UTF-8, copied as one line. */
static const char *text_of(struct hp_launch *l, struct hp_unpack *u)
{
    const char *text = hp_unpack_text(u);
    if (text == NULL || !hp_utf8_valid(text, strlen(text))) {
        u->failed = true;
        return "";
    }
    char *copy = hp_arena_copy(l->arena, text);
    one_line(copy);
    return copy;
}

/* The table's own name of a metric of the wanted kind. */
static const char *metric_of(struct hp_unpack *u, bool text)
{
    const char *name = hp_unpack_text(u);
    const struct hp_metric *m = name != NULL ? hp_metric_find(name) : NULL;
    if (m == NULL || m->text != text) {
        u->failed = true;
        return "";
    }
    return m->name;
}

static uint32_t u32_of(struct hp_unpack *u)
{
    const uint64_t v = hp_unpack_u64(u);
    u->failed = u->failed || v > UINT32_MAX;
    return (uint32_t)v;
}

static int32_t i32_of(struct hp_unpack *u, int32_t least, int32_t most)
{
    const int64_t v = hp_unpack_i64(u);
    u->failed = u->failed || v < least || v > most;
    return (int32_t)v;
}

static void take_sample(struct hp_launch *l, struct hp_unpack *u)
{
    struct hp_sample s = { .metric = metric_of(u, false) };
    s.iteration = u32_of(u);
    s.operations = hp_unpack_u64(u);
    s.value = hp_unpack_f64(u);
    u->failed = u->failed || !isfinite(s.value) || s.operations == 0;
    if (!u->failed)
        HP_PUSH(l->samples, l->sample_count, l->sample_capacity) = s;
}

static void take_text(struct hp_launch *l, struct hp_unpack *u)
{
    const char *metric = metric_of(u, true);
    const char *value = text_of(l, u);
    if (u->failed)
        return;
    HP_PUSH(l->texts, l->text_count, l->text_capacity).metric = metric;
    l->texts[l->text_count - 1].value = value;
    if (strcmp(metric, "runtime_version") == 0)
        (void)snprintf(l->runtime_version, sizeof l->runtime_version, "%s", value);
}

static void take_block(struct hp_launch *l, struct hp_unpack *u)
{
    struct hp_block b = { .group = text_of(l, u) };
    b.index = u32_of(u);
    b.elements = hp_unpack_u64(u);
    b.bytes = hp_unpack_u64(u);
    b.generation = i32_of(u, -1, HP_GENERATIONS);
    b.kept = u32_of(u);
    b.what = text_of(l, u);
    u->failed = u->failed || b.kept > 1;
    if (!u->failed)
        HP_PUSH(l->blocks, l->block_count, l->block_capacity) = b;
}

static void take_generations(struct hp_unpack *u, int64_t bytes[HP_GENERATIONS])
{
    for (int i = 0; i < HP_GENERATIONS; i++)
        bytes[i] = hp_unpack_i64(u);
}

static void take_collection(struct hp_launch *l, struct hp_unpack *u)
{
    struct hp_collection c = { .number = hp_unpack_u64(u) };
    c.generation = i32_of(u, 0, HP_GENERATIONS);
    c.reason = i32_of(u, HP_GC_FORCED, HP_GC_LIMIT);
    c.compacted = i32_of(u, 0, 1);
    c.background = i32_of(u, 0, 1);
    c.allocated_bytes = hp_unpack_u64(u);
    take_generations(u, c.before_bytes);
    take_generations(u, c.after_bytes);
    take_generations(u, c.fragmented_bytes);
    c.promoted_bytes = hp_unpack_i64(u);
    c.pause_ns = hp_unpack_u64(u);
    if (!u->failed)
        HP_PUSH(l->collections, l->collection_count, l->collection_capacity) = c;
}

static void take_note(struct hp_launch *l, struct hp_unpack *u)
{
    const char *note = text_of(l, u);
    if (!u->failed)
        HP_PUSH(l->notes, l->note_count, l->note_capacity) = note;
}

/* Kinds whose body is a series of items. */
static const struct {
    enum hp_message kind;
    const char *what;
    void (*take)(struct hp_launch *l, struct hp_unpack *u);
} series[] = {
    { HP_MSG_SAMPLES, "samples", take_sample },
    { HP_MSG_TEXTS, "texts", take_text },
    { HP_MSG_BLOCKS, "blocks", take_block },
    { HP_MSG_COLLECTIONS, "collections", take_collection },
    { HP_MSG_NOTES, "notes", take_note },
};

static void take_end(struct hp_launch *l, struct hp_last_word *last, struct hp_unpack *u)
{
    last->outcome = (enum hp_outcome)i32_of(u, HP_OUT_OK, HP_OUT_PROTOCOL);
    (void)snprintf(l->sentence, sizeof l->sentence, "%s", text_of(l, u));
    l->threshold_applied = hp_unpack_u64(u);
    l->peak_rss_bytes = hp_unpack_u64(u);
    u->failed =
        u->failed || u->at != u->end || (last->outcome == HP_OUT_OK) != (l->sentence[0] == '\0');
    last->heard = !u->failed;
}

int hp_launch_frame(struct hp_launch *l, struct hp_last_word *last, const struct hp_frame *frame,
                    struct hp_err *err)
{
    struct hp_unpack u = { .at = frame->body, .end = frame->body + frame->bytes, .failed = false };
    if (last->heard)
        return hp_fail(err, HP_E_CORRUPT, "a frame of kind %u after the last word", frame->kind);
    if (frame->kind == HP_MSG_END) {
        take_end(l, last, &u);
        return u.failed ? hp_fail(err, HP_E_CORRUPT, "the last word does not fit") : HP_OK;
    }
    for (size_t i = 0; i < sizeof series / sizeof *series; i++) {
        if ((uint16_t)series[i].kind != frame->kind)
            continue;
        while (u.at < u.end && !u.failed)
            series[i].take(l, &u);
        return u.failed ? hp_fail(err, HP_E_CORRUPT, "the %s do not fit", series[i].what) : HP_OK;
    }
    return hp_fail(err, HP_E_CORRUPT, "a frame of the unknown kind %u", frame->kind);
}

void hp_launch_finish(struct hp_launch *l, const struct hp_last_word *last,
                      struct hp_child_end *end)
{
    if (end->outcome != HP_OUT_OK) {
        l->outcome = end->outcome;
        (void)snprintf(l->sentence, sizeof l->sentence, "%s", end->sentence);
    } else if (!last->heard) {
        l->outcome = HP_OUT_PROTOCOL;
        (void)snprintf(
            l->sentence, sizeof l->sentence,
            "the worker left without a last word (exit status 0) - a plugin must return, "
            "not exit");
    } else if (last->outcome == HP_OUT_OK &&
               l->sample_count + l->text_count + l->block_count == 0) {
        l->outcome = HP_OUT_PROTOCOL;
        (void)snprintf(l->sentence, sizeof l->sentence,
                       "the worker says that all went well and delivers no reading - a probe must "
                       "report the metrics of its row in the plugin's table");
    } else {
        l->outcome = last->outcome;
    }
    if (l->outcome != HP_OUT_OK)
        drop_findings(l);
    l->wall_ns = end->wall_ns;
    l->cpu_ns = end->cpu_ns;
    if (end->peak_rss_bytes > l->peak_rss_bytes)
        l->peak_rss_bytes = end->peak_rss_bytes;
    l->captured = end->captured;
    end->captured = (struct hp_text){ 0 };
}
