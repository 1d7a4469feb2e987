/* SPDX-License-Identifier: MIT
 * Which sheets does a run have, and what belongs to each? Parent process. With model_store.c the only code of
 * the report that knows rows of the store; everything made here lives in the model's arena.
 */
#include "reports/model.h"

#include "reports/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool on_sheet(const struct hp_m_sheet *sheet, const struct hp_case *c)
{
    return strcmp(c->machine, sheet->machine) == 0 && strcmp(c->threshold, sheet->threshold) == 0;
}

static struct hp_m_sheet *find_sheet(struct hp_model *m, const char *machine, const char *threshold)
{
    for (size_t i = 0; i < m->sheet_count; i++)
        if (strcmp(m->sheets[i].machine, machine) == 0 &&
            strcmp(m->sheets[i].threshold, threshold) == 0)
            return &m->sheets[i];
    return NULL;
}

static size_t machine_rank(const struct hp_model *m, const char *machine)
{
    size_t i = 0;
    while (i < m->rows->machine_count && strcmp(m->rows->machines[i].machine, machine) != 0)
        i++;
    return i;
}

/* Machines as the run lists them, the default setting first, then by bytes. */
static bool comes_before(const struct hp_model *m, const struct hp_m_sheet *a,
                         const struct hp_m_sheet *b)
{
    const size_t ra = machine_rank(m, a->machine), rb = machine_rank(m, b->machine);
    if (ra != rb)
        return ra < rb;
    const bool da = strcmp(a->threshold, "default") == 0, db = strcmp(b->threshold, "default") == 0;
    if (da != db)
        return da;
    return strtod(a->threshold, NULL) < strtod(b->threshold, NULL);
}

static void make_sheets(struct hp_model *m)
{
    m->sheets = hp_arena_get(m->arena, (m->rows->case_count + 1) * sizeof *m->sheets);
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case *c = &m->rows->cases[i].c;
        if (c->skip != NULL || find_sheet(m, c->machine, c->threshold) != NULL)
            continue;
        struct hp_m_sheet sheet = { .machine = c->machine, .threshold = c->threshold };
        size_t at = m->sheet_count++;
        for (; at > 0 && comes_before(m, &sheet, &m->sheets[at - 1]); at--)
            m->sheets[at] = m->sheets[at - 1];
        m->sheets[at] = sheet;
    }
}

const char *hp_model_machine_title(const struct hp_model *m, const char *title)
{
    static const char mebi[] = " MiB";
    const char *signs = hp_num_prose(&m->fmt, title), *unit = strstr(signs, mebi);
    if (unit == NULL)
        return signs;
    return hp_arena_print(m->arena, "%.*s" HP_NBSP "%s%s", (int)(unit - signs), signs,
                          hp_words_unit(m->fmt.language, "MiB"), unit + sizeof mebi - 1);
}

static void describe_machine(struct hp_model *m, struct hp_m_sheet *sheet)
{
    const char *title = sheet->machine;
    const size_t at = machine_rank(m, sheet->machine);
    if (at < m->rows->machine_count) {
        sheet->about = m->rows->machines[at];
        sheet->profile = sheet->about.profile;
        title = sheet->about.title;
    }
    if (strcmp(sheet->machine, "this") == 0 && m->rows->run.host_title != NULL)
        title = m->rows->run.host_title;
    if (sheet->profile)
        title =
            hp_arena_print(m->arena, "%s (%s)", title, hp_words(m->fmt.language, HP_W_A_PROFILE));
    sheet->machine_title = hp_model_machine_title(m, title);
}

/* The next runtime of a heap on the sheet above `after`; INT32_MAX: none. */
static int32_t next_runtime(const struct hp_model *m, const struct hp_m_sheet *sheet,
                            const char *heap, int32_t after)
{
    int32_t next = INT32_MAX;
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case *c = &m->rows->cases[i].c;
        if (on_sheet(sheet, c) && c->skip == NULL && strcmp(c->heap, heap) == 0 &&
            c->runtime > after && c->runtime < next)
            next = c->runtime;
    }
    return next;
}

static bool heap_seen(const struct hp_model *m, const struct hp_m_sheet *sheet, size_t before)
{
    for (size_t i = 0; i < before; i++) {
        const struct hp_case *c = &m->rows->cases[i].c;
        if (on_sheet(sheet, c) && c->skip == NULL &&
            strcmp(c->heap, m->rows->cases[before].c.heap) == 0)
            return true;
    }
    return false;
}

/* "gen 8, 9, 10; glibc" */
static void list_heaps(struct hp_model *m, struct hp_m_sheet *sheet)
{
    struct hp_text out = { 0 };
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case *c = &m->rows->cases[i].c;
        if (!on_sheet(sheet, c) || c->skip != NULL || heap_seen(m, sheet, i))
            continue;
        hp_text_print(&out, "%s%s", out.bytes > 0 ? "; " : "", c->heap);
        const char *mark = HP_NBSP;
        for (int32_t r = next_runtime(m, sheet, c->heap, 0); r != INT32_MAX;
             r = next_runtime(m, sheet, c->heap, r)) {
            hp_text_print(&out, "%s%d", mark, r);
            mark = ", ";
        }
    }
    sheet->heaps = hp_arena_copy(m->arena, hp_text_str(&out));
    hp_text_clear(&out);
}

/* ---- n of m ---- */

static const char *case_words(struct hp_model *m, const struct hp_case *c)
{
    struct hp_text out = { 0 };
    hp_text_print(&out, "%s", c->method);
    for (size_t i = 0; i < c->param_count; i++)
        hp_text_print(&out, " %s=%s", c->params[i].name, c->params[i].text);
    hp_text_print(&out, " %s", c->heap);
    if (c->runtime > 0)
        hp_text_print(&out, "/%d", c->runtime);
    hp_text_print(&out, " %s", c->gc);
    const char *kept = hp_arena_copy(m->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* "all 8 launches timed out: after 60 s" */
static const char *failure_words(struct hp_model *m, const struct hp_case_row *row)
{
    const struct hp_fmt *f = &m->fmt;
    if (row->failure_count == 0)
        return hp_words_fill(f, HP_W_NOT_RUN_YET, hp_num_count(f, row->done),
                             hp_num_count(f, row->wanted), (const char *)NULL);
    const struct hp_failure *first = &row->failures[0];
    const char *outcome = hp_words_value(f->language, first->outcome);
    const char *detail = first->detail != NULL ? first->detail : "";
    return hp_words_fill(f, HP_W_LAUNCHES_FAILED, hp_num_count(f, (double)row->failure_count),
                         hp_num_count(f, row->wanted), outcome, detail, (const char *)NULL);
}

static void count_reused(struct hp_m_sheet *sheet, const char *date)
{
    sheet->reused++;
    if (sheet->reused_first == NULL || strcmp(date, sheet->reused_first) < 0)
        sheet->reused_first = date;
    if (sheet->reused_last == NULL || strcmp(date, sheet->reused_last) > 0)
        sheet->reused_last = date;
}

static void count_cases(struct hp_model *m, struct hp_m_sheet *sheet)
{
    sheet->missing = hp_arena_get(m->arena, (m->rows->case_count + 1) * sizeof *sheet->missing);
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case_row *row = &m->rows->cases[i];
        if (!on_sheet(sheet, &row->c))
            continue;
        const bool skipped = row->c.skip != NULL;
        const bool whole = row->done >= row->wanted && row->failure_count == 0;
        const bool pending = !skipped && !whole && row->failure_count == 0;
        sheet->cases += !skipped;
        sheet->pending += pending;
        if (!skipped && row->reused != NULL)
            count_reused(sheet, row->reused);
        sheet->complete += !skipped && whole;
        if (skipped || !whole)
            sheet->missing[sheet->missing_count++] =
                (struct hp_m_missing){ case_words(m, &row->c),
                                       skipped ? row->c.skip : failure_words(m, row), skipped,
                                       pending };
    }
}

/* ---- settings and probes ---- */

static double element_size(const char *element)
{
    static const struct {
        const char *name;
        double bytes;
    } sizes[] = { { "byte", 1 },   { "uninit8", 1 },   { "int16", 2 },
                  { "char", 2 },   { "int32", 4 },     { "int64", 8 },
                  { "double", 8 }, { "reference", 8 }, { "struct16", 16 } };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (strcmp(sizes[i].name, element) == 0)
            return sizes[i].bytes;
    return NAN;
}

static void read_first(struct hp_model *m, struct hp_m_setting *s, const struct hp_case_row *row)
{
    const struct hp_m_value length = hp_model_value(row, "first_length");
    const char *element = "";
    for (size_t i = 0; i < row->c.param_count; i++)
        if (strcmp(row->c.params[i].name, "element") == 0)
            element = row->c.params[i].text;
    if (!length.present || hp_model_first(s, row->c.heap, row->c.runtime, element) != NULL)
        return;
    s->first[s->first_count++] =
        (struct hp_m_first){ .heap = row->c.heap,
                             .element = hp_arena_copy(m->arena, element),
                             .runtime = row->c.runtime,
                             .length = length.median,
                             .bytes = hp_model_value(row, "first_bytes").median,
                             .header = hp_model_value(row, "header_bytes").median,
                             .element_bytes = element_size(element) };
}

static void read_setting(struct hp_model *m, struct hp_m_sheet *sheet)
{
    struct hp_m_setting *s = HP_ARENA_NEW(m->arena, struct hp_m_setting);
    s->threshold = sheet->threshold;
    s->requested =
        strcmp(sheet->threshold, "default") == 0 ? 0 : strtoull(sheet->threshold, NULL, 10);
    s->first = hp_arena_get(m->arena, (m->rows->case_count + 1) * sizeof *s->first);
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case_row *row = &m->rows->cases[i];
        if (!on_sheet(sheet, &row->c) || row->c.skip != NULL)
            continue;
        if (row->threshold_applied != 0 &&
            (s->applied == 0 || row->threshold_applied != s->requested))
            s->applied = row->threshold_applied;
        if (row->c.probe)
            read_first(m, s, row);
    }
    sheet->setting = s;
}

const struct hp_m_first *hp_model_first(const struct hp_m_setting *setting, const char *heap,
                                        int32_t runtime, const char *element)
{
    for (size_t i = 0; i < setting->first_count; i++) {
        const struct hp_m_first *first = &setting->first[i];
        if (strcmp(first->heap, heap) == 0 && first->runtime == runtime &&
            strcmp(first->element, element) == 0)
            return first;
    }
    return NULL;
}

bool hp_model_applied(const struct hp_m_setting *setting)
{
    return setting->applied != 0 &&
           (setting->requested == 0 || setting->requested == setting->applied);
}

static void find_main_first(struct hp_m_sheet *sheet)
{
    if (sheet->main == NULL)
        return;
    const struct hp_case *c = sheet->main->like;
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, "element") == 0)
            sheet->main_first =
                hp_model_first(sheet->setting, c->heap, c->runtime, c->params[i].text);
}

double hp_model_boundary_bytes(const struct hp_m_sheet *sheet)
{
    if (sheet->setting->applied != 0)
        return (double)sheet->setting->applied;
    if (sheet->main_first != NULL && isfinite(sheet->main_first->bytes))
        return sheet->main_first->bytes;
    return (double)sheet->setting->requested;
}

const char *hp_model_setting_bytes(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    const double bytes = hp_model_boundary_bytes(sheet);
    return bytes > 0 ? hp_num_count(&model->fmt, bytes)
                     : hp_words(model->fmt.language, HP_W_DEFAULT);
}

const char *hp_model_threshold_text(const struct hp_model *model, const struct hp_m_sheet *sheet)
{
    const bool is_default = strcmp(sheet->threshold, "default") == 0;
    const double bytes = hp_model_boundary_bytes(sheet);
    if (is_default && bytes == 0)
        return hp_words(model->fmt.language, HP_W_DEFAULT);
    return hp_words_fill(
        &model->fmt, is_default ? HP_W_DEFAULT_BYTES : HP_W_BYTES,
        hp_num_count(&model->fmt, is_default ? bytes : (double)sheet->setting->requested),
        (const char *)NULL);
}

/* ---- verdicts ---- */

static bool speaks_of(const struct hp_verdict *v, const struct hp_m_sheet *sheet)
{
    return (*v->machine == '\0' || strcmp(v->machine, sheet->machine) == 0) &&
           (*v->threshold == '\0' || strcmp(v->threshold, sheet->threshold) == 0);
}

/* Stable: worst first, then the order of the script. */
static const struct hp_verdict **select_verdicts(struct hp_model *m, const struct hp_verdicts *all,
                                                 const struct hp_m_sheet *sheet, size_t *count)
{
    const struct hp_verdict **out =
        hp_arena_get(m->arena, ((all != NULL ? all->count : 0) + 1) * sizeof *out);
    for (int kind = 0; kind < HP_VERDICTS; kind++)
        for (size_t i = 0; all != NULL && i < all->count; i++)
            if (all->items[i].kind == (enum hp_verdict_kind)kind &&
                speaks_of(&all->items[i], sheet))
                out[(*count)++] = &all->items[i];
    return out;
}

bool hp_model_compared(const struct hp_verdict *figure)
{
    return figure->kind != HP_SKIPPED;
}

/* A profile has counters of the heaps that can play it: what is skipped there (times, other heaps, cases that the
 * run has nowhere) no run of it will tell. */
static void set_apart(struct hp_model *m, struct hp_m_sheet *sheet)
{
    const size_t all = sheet->claim_count;
    sheet->apart = hp_arena_get(m->arena, (all + 1) * sizeof(struct hp_verdict *));
    sheet->claim_count = 0;
    for (size_t i = 0; i < all; i++)
        if (sheet->profile && sheet->claims[i]->kind == HP_SKIPPED)
            sheet->apart[sheet->apart_count++] = sheet->claims[i];
        else
            sheet->claims[sheet->claim_count++] = sheet->claims[i];
}

static void take_verdicts(struct hp_model *m, struct hp_m_sheet *sheet)
{
    sheet->claims = select_verdicts(m, m->rows->claims, sheet, &sheet->claim_count);
    set_apart(m, sheet);
    sheet->published = select_verdicts(m, m->rows->published, sheet, &sheet->published_count);
    for (size_t i = 0; i < sheet->claim_count; i++)
        sheet->counts[sheet->claims[i]->kind]++;
    for (size_t i = 0; i < sheet->published_count; i++) {
        const enum hp_verdict_kind kind = sheet->published[i]->kind;
        const bool compared = hp_model_compared(sheet->published[i]);
        sheet->counts[kind] += compared;
        sheet->figures_compared += compared;
        sheet->figures_hold += kind == HP_HOLDS;
    }
}

static void take_control(struct hp_m_control *c, struct hp_control h, double *off)
{
    const struct hp_interval r = h.ratio;
    if (h.n == 0)
        return;
    off[c->count++] = hp_control_reach(&h);
    if (isnan(c->widest.value) || r.high - r.low > c->widest.high - c->widest.low) {
        c->widest = r;
        c->n = h.n;
    }
}

/* The widest control of the sheet, and how far from 1 half of them stay. */
static void find_control(struct hp_model *m, struct hp_m_sheet *sheet)
{
    double *off = hp_arena_get(m->arena, (m->rows->case_count + 1) * sizeof *off);
    struct hp_m_control *c = &sheet->control;
    c->widest = (struct hp_interval){ NAN, NAN, NAN };
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case_row *row = &m->rows->cases[i];
        if (!on_sheet(sheet, &row->c))
            continue;
        for (size_t k = 0; k < row->series_count; k++) {
            const struct hp_series *s = &row->series[k];
            const struct hp_m_value time = { .samples = s->values,
                                             .rounds = s->rounds,
                                             .n = s->count };
            if (strcmp(s->metric, "time_ns") == 0)
                take_control(c, hp_model_control(m->memo, &time), off);
        }
    }
    /* Rounded up to a tenth of a percent. */
    c->half_percent =
        c->count > 0
            ? ceil(hp_summarize((struct hp_samples){ off, c->count, NULL }, HP_BOOT_SEED).median *
                       1000 -
                   1e-9) /
                  10
            : NAN;
}

/* ---- identity of what is printed ---- */

static void sha_text(struct hp_sha *sha, const char *text)
{
    const char *t = text != NULL ? text : "\xFF";
    hp_sha_add(sha, t, strlen(t) + 1);
}

static void sha_case(struct hp_sha *sha, const struct hp_case_row *row)
{
    sha_text(sha, row->c.identity);
    for (size_t i = 0; i < row->series_count; i++) {
        sha_text(sha, row->series[i].metric);
        hp_sha_add(sha, row->series[i].values, row->series[i].count * sizeof(double));
    }
    for (size_t i = 0; i < row->text_count; i++) {
        sha_text(sha, row->texts[i].name);
        sha_text(sha, row->texts[i].text);
    }
    for (size_t i = 0; i < row->block_count; i++)
        hp_sha_add(sha, &row->blocks[i].bytes, sizeof row->blocks[i].bytes);
    for (size_t i = 0; i < row->failure_count; i++)
        sha_text(sha, row->failures[i].detail);
    if (row->reused != NULL)
        sha_text(sha, row->reused);
}

/* The run's own words for a report in Russian, where it has them. */
static void take_titles(struct hp_model *m)
{
    const struct hp_run_row *run = &m->rows->run;
    const bool ru = m->fmt.language == HP_RU;
    m->title = ru && run->title_ru != NULL && *run->title_ru != '\0' ? run->title_ru : run->title;
    m->question = ru && run->question_ru != NULL && *run->question_ru != '\0' ? run->question_ru
                                                                              : run->question;
}

static void identify(struct hp_model *m)
{
    struct hp_sha sha;
    hp_sha_begin(&sha);
    sha_text(&sha, m->rows->run.label);
    sha_text(&sha, m->rows->run.title);
    sha_text(&sha, m->rows->run.title_ru);
    for (size_t i = 0; i < m->rows->case_count; i++)
        sha_case(&sha, &m->rows->cases[i]);
    for (size_t i = 0; m->rows->measured_count > 1 && i < m->rows->measured_count; i++) {
        sha_text(&sha, m->rows->measured[i].label);
        sha_text(&sha, m->rows->measured[i].commit_id);
        hp_sha_add(&sha, &m->rows->measured[i].cases, sizeof m->rows->measured[i].cases);
    }
    for (size_t i = 0; i < m->rows->fact_count; i++) {
        sha_text(&sha, m->rows->facts[i].key);
        sha_text(&sha, m->rows->facts[i].value);
    }
    for (size_t i = 0; i < m->rows->content_count; i++)
        sha_text(&sha, m->rows->contents[i].sha);
    hp_sha_end(&sha, m->content_sha);
}

struct hp_model *hp_model_from_rows(const struct hp_model_rows *rows, const char *language)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_model *m = HP_ARENA_NEW(arena, struct hp_model);
    const char *lang = language != NULL ? language : rows->run.language;
    m->arena = arena;
    m->rows = rows;
    m->fmt = (struct hp_fmt){ lang != NULL && strcmp(lang, "ru") == 0 ? HP_RU : HP_EN, arena };
    m->memo = hp_model_memo(arena);
    take_titles(m);
    make_sheets(m);
    for (size_t i = 0; i < m->sheet_count; i++) {
        struct hp_m_sheet *sheet = &m->sheets[i];
        describe_machine(m, sheet);
        list_heaps(m, sheet);
        count_cases(m, sheet);
        read_setting(m, sheet);
        hp_model_series(m, sheet);
        find_main_first(sheet);
        hp_model_blocks(m, sheet);
        take_verdicts(m, sheet);
        find_control(m, sheet);
        m->cases += sheet->cases;
        m->complete += sheet->complete;
        m->pending += sheet->pending;
    }
    identify(m);
    return m;
}

void hp_model_free(struct hp_model *model)
{
    if (model != NULL)
        hp_arena_free(model->arena);
}
