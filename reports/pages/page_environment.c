/* SPDX-License-Identifier: MIT
 * On what did it run, how was it measured, and what could be wrong with it? The card as it was read back, the
 * missing cases, methods, and threats drawn from quality flags. Parent process.
 */
#include "reports/pages/pages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *fact_value(const struct hp_model *model, const char *key)
{
    for (size_t i = 0; i < model->rows->fact_count; i++)
        if (strcmp(model->rows->facts[i].key, key) == 0)
            return model->rows->facts[i].value;
    return NULL;
}

/* "off", "none": words that a host says of itself. */
static const char *fact_words(struct hp_doc *doc, const char *value)
{
    const char *pair = hp_arena_print(doc->arena, "value=%s", value);
    const char *known = hp_words_value(doc->fmt.language, pair);
    return known != pair ? known : value;
}

/* The same in a unit that people read. */
static const char *also_as(struct hp_doc *doc, enum hp_word word, double x, double per,
                           const char *unit)
{
    return hp_say(doc, word, hp_num_count(&doc->fmt, x), hp_num_plain(&doc->fmt, x / per),
                  hp_words_unit(doc->fmt.language, unit));
}

/* Bytes also as KiB or MiB, nanoseconds as ms or s; plain numbers in the marks of the language; everything else as
 * the host said it. */
static const char *print_fact(struct hp_doc *doc, const char *key, const char *value)
{
    char *end = NULL;
    if (value == NULL)
        return hp_say(doc, HP_W_NOT_DETERMINED);
    if (*value == '\0')
        return HP_DASH;
    if (strcmp(key, "load_average") == 0)
        return hp_num_local(&doc->fmt, value);
    const double x = strtod(value, &end);
    if (end == value || *end != '\0')
        return fact_words(doc, value);
    if (hp_ends_with(key, "_bytes"))
        return x >= 1048576 ? also_as(doc, HP_W_BYTES_AND, x, 1048576, "MiB")
                            : also_as(doc, HP_W_BYTES_AND, x, 1024, "KiB");
    if (hp_ends_with(key, "_ns"))
        return x >= 1e9 ? also_as(doc, HP_W_NS_AND, x, 1e9, "s")
                        : also_as(doc, HP_W_NS_AND, x, 1e6, "ms");
    return strspn(value, "0123456789") == strlen(value) ? hp_num_count(&doc->fmt, x) : value;
}

static void add_pair(struct hp_table *t, const char *name, const char *value)
{
    struct hp_row *row = hp_table_row(t);
    row->cell[0].text = name;
    row->cell[1].text = value;
}

static struct hp_table card(struct hp_doc *doc, const char *title, const char *note,
                            const char *view)
{
    struct hp_table t = { .title = title,
                          .note = note,
                          .view = view,
                          .column_count = 2,
                          .columns = {
                              { .head = hp_say(doc, HP_W_WHAT), .x = 0, .w = 150, .grey = true },
                              hp_column_words(hp_say(doc, HP_W_AS_READ), 156, 337) } };
    return t;
}

static void draw_host(struct hp_doc *doc, const struct hp_model *model)
{
    struct hp_table t =
        card(doc, hp_say(doc, HP_W_HOST),
             hp_model_machine_title(model, model->rows->run.host_title), "environment");
    for (size_t i = 0; i < model->rows->fact_count; i++) {
        const struct hp_fact *f = &model->rows->facts[i];
        const char *pair = hp_arena_print(doc->arena, "fact=%s", f->key);
        const char *known = hp_words_value(doc->fmt.language, pair);
        add_pair(&t, known != pair ? known : f->key, print_fact(doc, f->key, f->value));
    }
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

/* Is this the first case of its heap, runtime and version on the machine? */
static bool first_of_runtime(const struct hp_model_rows *rows, size_t at)
{
    const struct hp_case_row *row = &rows->cases[at];
    for (size_t i = 0; i < at; i++) {
        const struct hp_case_row *other = &rows->cases[i];
        if (other->runtime_version != NULL && other->c.runtime == row->c.runtime &&
            strcmp(other->c.heap, row->c.heap) == 0 &&
            strcmp(other->c.machine, row->c.machine) == 0 &&
            strcmp(other->runtime_version, row->runtime_version) == 0)
            return false;
    }
    return true;
}

/* What a heap that hosts a library says it is. */
static void draw_runtimes(struct hp_doc *doc, const struct hp_model *model,
                          const struct hp_m_sheet *sheet)
{
    struct hp_table t =
        card(doc, hp_say(doc, HP_W_RUNTIMES_TITLE), hp_say(doc, HP_W_RUNTIMES_NOTE), "setting");
    for (size_t i = 0; i < model->rows->case_count; i++) {
        const struct hp_case_row *row = &model->rows->cases[i];
        if (row->runtime_version == NULL || *row->runtime_version == '\0' ||
            strcmp(row->c.machine, sheet->machine) != 0 || !first_of_runtime(model->rows, i))
            continue;
        add_pair(&t, hp_arena_print(doc->arena, "%s/%d", row->c.heap, row->c.runtime),
                 row->runtime_version);
    }
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

static void draw_machine(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const struct hp_machine_row *m = &sheet->about;
    struct hp_table t =
        card(doc, hp_say(doc, HP_W_PROFILE_TITLE), sheet->machine_title, "environment");
    add_pair(&t, hp_say(doc, HP_W_PROCESSORS), hp_num_count(&doc->fmt, (double)m->processors));
    add_pair(
        &t, hp_say(doc, HP_W_L3),
        print_fact(doc, "l3_bytes", hp_arena_print(doc->arena, "%lld", (long long)m->l3_bytes)));
    add_pair(&t, hp_say(doc, HP_W_MEMORY),
             print_fact(doc, "memory_bytes",
                        hp_arena_print(doc->arena, "%lld", (long long)m->memory_bytes)));
    add_pair(&t, hp_say(doc, HP_W_WHAT_IT_GIVES), hp_say(doc, HP_W_PROFILE));
    hp_table_draw(doc, &t);
}

static void draw_missing(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    struct hp_table t = { .title = hp_say(doc, HP_W_MISSING_TITLE),
                          .view = "case_list",
                          .column_count = 2,
                          .note = hp_say(doc, HP_W_MISSING_NOTE,
                                         hp_num_count(&doc->fmt, (double)sheet->complete),
                                         hp_num_count(&doc->fmt, (double)sheet->cases)),
                          .columns = { hp_column_words(hp_say(doc, HP_W_CASE), 0, 250),
                                       hp_column_words(hp_say(doc, HP_W_WHY), 256, 237) } };
    for (size_t i = 0; i < sheet->missing_count; i++) {
        struct hp_row *row = hp_table_row(&t);
        row->cell[0].text = sheet->missing[i].what;
        row->cell[1] = (struct hp_cell){ .text = hp_phrase(doc, sheet->missing[i].why),
                                         .mark = sheet->missing[i].skipped ? HP_MARK_SKIPPED
                                                                           : HP_MARK_CANNOT_TELL };
    }
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

/* Which run measured how many of the cases, and when. */
static void draw_measured(struct hp_doc *doc, const struct hp_model *model)
{
    struct hp_table t = {
        .title = hp_say(doc, HP_W_MEASURED_TITLE),
        .note = hp_say(doc, HP_W_MEASURED_NOTE),
        .view = "measured",
        .column_count = 4,
        .columns = { hp_column_words(hp_say(doc, HP_W_RUN), 0, 170),
                     hp_column_words(hp_say(doc, HP_W_VERSION), 176, 120),
                     hp_column_figures(hp_say(doc, HP_W_CASES_HEAD), NULL, 300, 44, HP_ALIGN_RIGHT),
                     hp_column_words(hp_say(doc, HP_W_MEASURED), 356, 137) },
    };
    for (size_t i = 0; i < model->rows->measured_count; i++) {
        const struct hp_measured *m = &model->rows->measured[i];
        const bool own = m->by_run == model->rows->run.run_id;
        struct hp_row *row = hp_table_row(&t);
        row->cell[0].text = own ? hp_say(doc, HP_W_THIS_RUN, m->label) : m->label;
        row->cell[1].text = hp_arena_print(doc->arena, "%s, %s", m->tool_version,
                                           hp_revision_text(doc, m->commit_id, 12));
        row->cell[2].text = hp_num_count(&doc->fmt, (double)m->cases);
        row->cell[3].text = hp_span_text(doc, m->first_utc, m->last_utc);
    }
    if (t.row_count == 0)
        return;
    t.foot = hp_say(doc, HP_W_MEASURED_FOOT);
    hp_table_draw(doc, &t);
}

/* What a number that steered measuring means: flags say yes or no, and numbers that stand for a rule say the rule;
 * the others are facts like those of the host. */
static const char *print_setting(struct hp_doc *doc, const struct hp_fact *f)
{
    static const struct {
        const char *key, *value;
        enum hp_word means;
    } rules[] = {
        { "measure.counters", "0", HP_W_NO },  { "measure.counters", "1", HP_W_YES },
        { "measure.times", "0", HP_W_NO },     { "measure.times", "1", HP_W_YES },
        { "limits.jobs", "0", HP_W_ONE_EACH },
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (strcmp(rules[i].key, f->key) == 0 && strcmp(rules[i].value, f->value) == 0)
            return hp_words(doc->fmt.language, rules[i].means);
    if (strcmp(f->key, "measure.half_width") == 0)
        return hp_say(doc, HP_W_RULE_SLACK,
                      hp_num_local(&doc->fmt,
                                   hp_arena_print(doc->arena, "%g", strtod(f->value, NULL) * 100)));
    const char *value = print_fact(doc, f->key, f->value);
    return value == f->value ? hp_num_local(&doc->fmt, value) : value;
}

static double setting_number(const struct hp_model *model, const char *key)
{
    for (size_t i = 0; i < model->rows->setting_count; i++)
        if (strcmp(model->rows->settings[i].key, key) == 0)
            return strtod(model->rows->settings[i].value, NULL);
    return 0;
}

/* What the plan asks for: a sweep may have other rounds than the run. NULL: no case is timed. */
static const char *timed_launches(struct hp_doc *doc, const struct hp_model *model)
{
    const double counted = setting_number(model, "measure.counters") > 0
                               ? setting_number(model, "measure.counter_rounds")
                               : 0;
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < model->rows->case_count; i++) {
        const struct hp_case_row *row = &model->rows->cases[i];
        if (row->c.skip != NULL || row->c.probe || !row->c.times)
            continue;
        const double timed = row->wanted - (row->c.counters ? counted : 0);
        least = fmin(least, timed);
        most = fmax(most, timed);
    }
    if (most <= 0)
        return NULL;
    return least == most ? hp_num_count(&doc->fmt, most)
                         : hp_say(doc, HP_W_BY_SWEEP, hp_num_count(&doc->fmt, least),
                                  hp_num_count(&doc->fmt, most));
}

static void draw_settings(struct hp_doc *doc, const struct hp_model *model)
{
    struct hp_table t = card(doc, hp_say(doc, HP_W_MEASURE_SETTINGS), NULL, "environment");
    for (size_t i = 0; i < model->rows->setting_count; i++) {
        const struct hp_fact *f = &model->rows->settings[i];
        const char *pair = hp_arena_print(doc->arena, "setting=%s", f->key);
        const char *known = hp_words_value(doc->fmt.language, pair);
        const char *timed =
            strcmp(f->key, "measure.rounds") == 0 ? timed_launches(doc, model) : NULL;
        add_pair(&t, known != pair ? known : f->key, timed != NULL ? timed : print_setting(doc, f));
    }
    if (t.row_count > 0)
        hp_table_draw(doc, &t);
}

static void bullet(struct hp_doc *doc, const char *text)
{
    hp_doc_paragraph(doc, 18, HP_ROLE_BODY, hp_columns(10), text);
}

static void draw_methods(struct hp_doc *doc)
{
    static const enum hp_word methods[] = { HP_W_METHOD_COUNTERS,  HP_W_METHOD_TIMES,
                                            HP_W_METHOD_INTERVALS, HP_W_METHOD_CONTROL,
                                            HP_W_METHOD_ORDER,     HP_W_METHOD_NUMBERS };
    hp_doc_heading(doc, hp_say(doc, HP_W_METHODS), NULL, NULL, 50);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        bullet(doc, methods[i] == HP_W_METHOD_INTERVALS
                        ? hp_say(doc, methods[i], hp_num_count(&doc->fmt, HP_RESAMPLES),
                                 hp_num_count(&doc->fmt, HP_BOOT_SEED))
                        : hp_words(doc->fmt.language, methods[i]));
}

/* A quality flag of the host: shown when the fact has (or lacks) a value. */
static const struct {
    const char *key;
    const char *quiet; /* the value that raises no flag; NULL: any known value */
    enum hp_word word;
} flags[] = {
    { "governor", "performance", HP_W_THREAT_GOVERNOR },
    { "turbo", "off", HP_W_THREAT_TURBO },
    { "virtualisation", "none", HP_W_THREAT_VM },
    { "aslr", NULL, HP_W_THREAT_ASLR },
};

static size_t smallest_n(const struct hp_m_sheet *sheet)
{
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sheet->series_count; i++)
        for (size_t k = 0; k < sheet->series[i].count; k++)
            if (sheet->series[i].points[k].time.present &&
                sheet->series[i].points[k].time.n < least)
                least = sheet->series[i].points[k].time.n;
    return least;
}

/* What a reader must know before a difference of times convinces him. */
static void say_resolution(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const struct hp_m_control *c = &sheet->control;
    if (c->count == 0) {
        bullet(doc, hp_say(doc, HP_W_THREAT_NO_CONTROL));
        return;
    }
    const int decimals = hp_num_decimals(c->widest.low, c->widest.high);
    bullet(doc, hp_say(doc, HP_W_THREAT_RESOLUTION, hp_percent_text(doc, c->half_percent),
                       hp_words_counted(&doc->fmt, HP_W_N_CASES, c->count),
                       hp_num_fixed(&doc->fmt, c->widest.value, decimals),
                       hp_num_interval(&doc->fmt, c->widest.low, c->widest.high, decimals),
                       hp_num_count(&doc->fmt, (double)c->n)));
}

static void draw_threats(struct hp_doc *doc, const struct hp_model *model,
                         const struct hp_m_sheet *sheet)
{
    hp_doc_heading(doc, hp_say(doc, HP_W_THREATS), hp_say(doc, HP_W_THREATS_NOTE), NULL, 50);
    if (sheet->main != NULL && sheet->main->counters_only)
        bullet(doc, hp_say(doc, HP_W_THREAT_COUNTERS, sheet->main->like->heap));
    if (sheet->profile)
        bullet(doc, hp_say(doc, HP_W_THREAT_PROFILE));
    else
        say_resolution(doc, sheet);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0] && !sheet->profile; i++) {
        const char *value = fact_value(model, flags[i].key);
        if (value == NULL || (flags[i].quiet != NULL && strcmp(value, flags[i].quiet) != 0))
            bullet(doc, hp_say(doc, flags[i].word,
                               value != NULL ? fact_words(doc, value)
                                             : hp_say(doc, HP_W_NOT_DETERMINED)));
    }
    const size_t least = smallest_n(sheet);
    if (least < 9)
        bullet(doc, hp_say(doc, HP_W_THREAT_SMALL_N, hp_num_count(&doc->fmt, (double)least)));
    if (sheet->complete < sheet->cases)
        bullet(doc,
               hp_say(doc, HP_W_THREAT_INCOMPLETE, hp_num_count(&doc->fmt, (double)sheet->complete),
                      hp_num_count(&doc->fmt, (double)sheet->cases)));
    if (!hp_model_applied(sheet->setting))
        bullet(doc, hp_say(doc, HP_W_THREAT_NOT_READ));
    bullet(doc, hp_say(doc, HP_W_THREAT_ONE_HOST));
}

static const double section_block = 200; /* what stands with its title */

void hp_page_environment(struct hp_doc *doc, const struct hp_model *model,
                         const struct hp_m_sheet *sheet)
{
    hp_doc_section(doc, "environment", hp_say(doc, HP_W_SEC_ENVIRONMENT), section_block);
    if (sheet->profile)
        draw_machine(doc, sheet);
    draw_host(doc, model);
    draw_runtimes(doc, model, sheet);
    draw_measured(doc, model);
    draw_missing(doc, sheet);
    draw_settings(doc, model);
    draw_methods(doc);
    draw_threats(doc, model, sheet);
}
