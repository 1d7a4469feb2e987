/* SPDX-License-Identifier: MIT
 * Answers: how do the worker's findings get onto the pipe? A report owns its packs until
 * hp_report_clear(). What a plugin says is checked against the table of metrics here; the first mistake
 * is kept and becomes the outcome of the case. Runs in the worker.
 */
#include "worker/report.h"
#include "base/err.h"
#include "base/mem.h"

#include <math.h>

void hp_report_clear(struct hp_report *r)
{
    struct hp_pack *all[] = { &r->samples, &r->texts, &r->blocks, &r->collections, &r->notes };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        hp_text_clear(&all[i]->bytes);
    hp_mem_free(r->said);
    *r = (struct hp_report){ .said_count = 0 };
}

void hp_report_sample(struct hp_report *r, const struct hp_metric *metric, uint32_t iteration,
                      uint64_t operations, double value)
{
    hp_pack_text(&r->samples, metric->name);
    hp_pack_u64(&r->samples, iteration);
    hp_pack_u64(&r->samples, operations);
    hp_pack_f64(&r->samples, value);
}

static void pack_generations(struct hp_pack *p, const int64_t bytes[HP_GENERATIONS])
{
    for (int i = 0; i < HP_GENERATIONS; i++)
        hp_pack_i64(p, bytes[i]);
}

void hp_report_collections(struct hp_report *r, const struct hp_collection *log, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct hp_pack *p = &r->collections;
        hp_pack_u64(p, log[i].number);
        hp_pack_i64(p, log[i].generation);
        hp_pack_i64(p, log[i].reason);
        hp_pack_i64(p, log[i].compacted);
        hp_pack_i64(p, log[i].background);
        hp_pack_u64(p, log[i].allocated_bytes);
        pack_generations(p, log[i].before_bytes);
        pack_generations(p, log[i].after_bytes);
        pack_generations(p, log[i].fragmented_bytes);
        hp_pack_i64(p, log[i].promoted_bytes);
        hp_pack_u64(p, log[i].pause_ns);
    }
}

void hp_report_note(struct hp_report *r, const char *format, ...)
{
    char sentence[1000];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    hp_pack_text(&r->notes, sentence);
}

/* ---- what plugins say ---- */

__attribute__((format(printf, 2, 3))) static void wrong(struct hp_report *r, const char *format,
                                                        ...)
{
    if (r->error.code != HP_OK)
        return;
    va_list args;
    va_start(args, format);
    r->error.code = HP_E_INPUT;
    (void)vsnprintf(r->error.text, sizeof r->error.text, format, args);
    va_end(args);
}

/* Metrics that the table row of the running probe declares. */
static const char *declared(const struct hp_report *r)
{
    return r->probe->metrics != NULL ? r->probe->metrics : "";
}

/* A word of the declaration: how long its name is, and whether every run reports it (no "?" behind it). */
static size_t declared_name(const char *word, bool *always)
{
    const size_t n = strcspn(word, " ?");
    *always = word[n] != '?';
    return n;
}

static bool declares(const struct hp_report *r, const char *name)
{
    bool always;
    for (const char *at = declared(r); *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " "))
        if (declared_name(at, &always) == strlen(name) && strncmp(at, name, strlen(name)) == 0)
            return true;
    return false;
}

/* The metric that a plugin names, if it exists, is of the kind that it speaks of and is declared. */
static const struct hp_metric *known(struct hp_report *r, const char *name, bool text)
{
    const struct hp_metric *m = hp_metric_find(name);
    const char *near = m == NULL ? hp_metric_nearest(name) : NULL;
    if (m != NULL && m->text == text) {
        /* The version of a hosted library goes with every result: it is no finding of the probe. */
        if (r->probe == NULL || declares(r, name) || strcmp(name, "runtime_version") == 0)
            return m;
        wrong(r,
              "probe %s reported metric \"%s\", which its row in the plugin's table does not "
              "declare - it declares: %s",
              r->probe->name, name, *declared(r) != '\0' ? declared(r) : "none");
        return NULL;
    }
    if (m != NULL)
        wrong(r, "the plugin reported metric \"%s\" as a %s, it is a %s", name,
              text ? "text" : "number", text ? "number" : "text");
    else if (near != NULL)
        wrong(
            r,
            "the plugin reported the unknown metric \"%s\" - did you mean \"%s\"? (heapproof list "
            "metrics)",
            name, near);
    else
        wrong(r, "the plugin reported the unknown metric \"%s\" (heapproof list metrics)", name);
    return NULL;
}

/* How often the plugin reported this metric before. */
static uint32_t said_before(struct hp_report *r, const struct hp_metric *metric)
{
    for (size_t i = 0; i < r->said_count; i++)
        if (r->said[i].metric == metric)
            return r->said[i].count++;
    HP_PUSH(r->said, r->said_count, r->said_capacity).metric = metric;
    r->said[r->said_count - 1].count = 1;
    return 0;
}

static bool was_said(const struct hp_report *r, const char *name, size_t n)
{
    for (size_t i = 0; i < r->said_count; i++)
        if (strncmp(r->said[i].metric->name, name, n) == 0 && r->said[i].metric->name[n] == '\0')
            return true;
    return false;
}

void hp_report_probe_end(struct hp_report *r)
{
    struct hp_text missing = { 0 };
    bool always;
    for (const char *at = declared(r); *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " ")) {
        const size_t n = declared_name(at, &always);
        if (always && !was_said(r, at, n))
            hp_text_print(&missing, "%s%.*s", missing.bytes > 0 ? ", " : "", (int)n, at);
    }
    if (missing.bytes > 0)
        hp_report_note(r, "probe %s did not report what it declares: %s", r->probe->name,
                       hp_text_str(&missing));
    hp_text_clear(&missing);
}

static void say_metric(void *context, const char *name, double value)
{
    struct hp_report *r = context;
    const struct hp_metric *m = known(r, name, false);
    if (m == NULL)
        return;
    if (!isfinite(value))
        wrong(r, "the plugin reported %f for metric \"%s\", which is no number", value, name);
    else
        hp_report_sample(r, m, said_before(r, m), 1, value);
}

static void say_text(void *context, const char *name, const char *value)
{
    struct hp_report *r = context;
    const struct hp_metric *m = known(r, name, true);
    if (m == NULL)
        return;
    if (said_before(r, m) > 0) {
        wrong(r, "the plugin reported the text metric \"%s\" twice", name);
        return;
    }
    hp_pack_text(&r->texts, name);
    hp_pack_text(&r->texts, value);
}

static void say_block(void *context, const struct hp_block *block)
{
    struct hp_pack *p = &((struct hp_report *)context)->blocks;
    hp_pack_text(p, block->group);
    hp_pack_u64(p, block->index);
    hp_pack_u64(p, block->elements);
    hp_pack_u64(p, block->bytes);
    hp_pack_i64(p, block->generation);
    hp_pack_u64(p, block->kept);
    hp_pack_text(p, block->what);
}

static void say_note(void *context, const char *sentence)
{
    hp_report_note(context, "%s", sentence);
}

struct hp_host hp_report_host(struct hp_report *report)
{
    return (struct hp_host){
        .size = sizeof(struct hp_host),
        .context = report,
        .metric = say_metric,
        .metric_text = say_text,
        .block = say_block,
        .note = say_note,
    };
}

int hp_report_send(const struct hp_report *r, int fd, struct hp_err *err)
{
    const struct {
        enum hp_message kind;
        const struct hp_pack *body;
    } parts[] = {
        { HP_MSG_SAMPLES, &r->samples }, { HP_MSG_TEXTS, &r->texts },
        { HP_MSG_BLOCKS, &r->blocks },   { HP_MSG_COLLECTIONS, &r->collections },
        { HP_MSG_NOTES, &r->notes },
    };
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < sizeof parts / sizeof *parts; i++)
        if (parts[i].body->bytes.bytes > 0)
            rc = hp_frame_write(fd, (uint16_t)parts[i].kind, parts[i].body, err);
    return rc;
}
