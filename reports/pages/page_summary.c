/* SPDX-License-Identifier: MIT
 * Page 1. What was tested, on what, what came out, what does not hold, and where is the rest? Parent process.
 */
#include "reports/chart.h"
#include "reports/pages/pages.h"

#include <math.h>
#include <string.h>

/* Of a count on page 1: mark with the white behind it, number to word; between counts. */
static const double count_mark = 2 * HP_MARK_R_COUNT + 5.5, count_gap = 5, most_white = 34,
                    least_white = 8, word_under = 11.5;

static void draw_title(struct hp_doc *doc, const struct hp_model *model)
{
    hp_doc_tag(doc, "H1");
    doc->y = HP_REPORT_TITLE_BASE - hp_theme_roles[HP_ROLE_REPORT_TITLE].leading;
    hp_doc_paragraph(doc, hp_theme_roles[HP_ROLE_REPORT_TITLE].leading, HP_ROLE_REPORT_TITLE,
                     HP_WIDTH, model->title);
    hp_doc_tag_end(doc, "H1");
    if (model->question != NULL && *model->question != '\0')
        hp_doc_paragraph(doc, 20, HP_ROLE_SUBTITLE, HP_WIDTH, model->question);
}

/* Date and revision on one line: the revision is cut to its first seven digits when it would break it. */
static const char *date_and_tool(struct hp_doc *doc, const struct hp_run_row *run, double width)
{
    const char *date =
        hp_arena_print(doc->arena, "%.10s %.5s", run->started_utc, run->started_utc + 11);
    const char *whole = hp_say(doc, HP_W_DATE_TOOL_VALUE, date, run->commit_id);
    return hp_doc_width(doc, HP_ROLE_TABLE, whole) <= width
               ? whole
               : hp_say(doc, HP_W_DATE_TOOL_VALUE, date, hp_revision_text(doc, run->commit_id, 7));
}

/* Four facts side by side: label over value. */
static void draw_identity(struct hp_doc *doc, const struct hp_model *model,
                          const struct hp_m_sheet *sheet)
{
    const struct hp_run_row *run = &model->rows->run;
    const struct {
        double x, w;
        enum hp_word label;
        const char *value;
    } cells[] = {
        { 0, 126, HP_W_MACHINE, sheet->machine_title },
        { 138, 114, HP_W_THRESHOLD_SETTING, hp_model_threshold_text(model, sheet) },
        { 260, 94, HP_W_RUN,
          hp_say(doc, HP_W_SEED, run->name,
                 hp_arena_print(doc->arena, "%lld", (long long)run->seed)) },
        { 358, 135.3, HP_W_DATE_TOOL, date_and_tool(doc, run, 135.3) },
    };
    const double top = doc->y + 26;
    double bottom = top;
    hp_doc_tag(doc, "P");
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        (void)hp_doc_text(doc, HP_LEFT + cells[i].x, top, HP_START, HP_ROLE_TICK,
                          hp_words(doc->fmt.language, cells[i].label));
        const struct hp_lines lines =
            hp_typeset_wrap(doc->fonts, HP_ROLE_TABLE, cells[i].value, cells[i].w, doc->arena);
        for (size_t k = 0; k < lines.count; k++) {
            const double y = top + 11.5 * (double)(k + 1);
            (void)hp_doc_text(doc, HP_LEFT + cells[i].x, y, HP_START, HP_ROLE_TABLE,
                              lines.items[k]);
            bottom = fmax(bottom, y);
        }
    }
    hp_doc_tag_end(doc, "P");
    doc->y = bottom + 9;
    hp_scene_line(hp_doc_scene(doc), HP_LEFT, doc->y, HP_RIGHT, doc->y, HP_STROKE_TABLE,
                  HP_INK_TEXT);
}

/* The figure of page 1: both sides of the pair under each setting of the machine. */
struct effect {
    struct hp_scale scale;
    struct hp_ticks ticks;
    double below, above; /* the pair */
    double top, axis;
};

static bool effect_row(struct hp_doc *doc, const struct hp_model *model, const struct effect *e,
                       const struct hp_m_sheet *other, const struct hp_m_series *main, double y)
{
    const struct hp_m_series *twin = hp_model_twin(other, main);
    const struct hp_m_point *side[2] = { hp_model_at(twin, e->below), hp_model_at(twin, e->above) };
    if (strcmp(other->machine, main->like->machine) != 0 || side[0] == NULL || side[1] == NULL)
        return false;
    struct hp_datum d[2];
    for (int i = 0; i < 2; i++) {
        const struct hp_m_value *v = &side[i]->gen2;
        d[i] = (struct hp_datum){ side[i]->x, v->median, v->low, v->high, v->low > 0, v->present };
    }
    const struct hp_plot *plots = NULL;
    const size_t count = hp_chart_dumbbell(doc, &d[1], &d[0], NULL, NULL, &plots);
    for (size_t i = 0; i < count; i++)
        hp_plot_draw(doc, &plots[i], &e->scale, y - 3);
    (void)hp_doc_text(doc, HP_LEFT, y, HP_START, HP_ROLE_TABLE,
                      hp_model_threshold_text(model, other));
    (void)hp_doc_text(doc, e->scale.to + 18, y, HP_START, HP_ROLE_TABLE,
                      hp_say(doc, HP_W_FROM_TO, hp_num_plain(&doc->fmt, d[0].value),
                             hp_num_plain(&doc->fmt, d[1].value)));
    return true;
}

static void effect_axis(struct hp_doc *doc, const struct effect *e)
{
    struct hp_scene *scene = hp_doc_scene(doc);
    const struct hp_area area = { e->scale.from, e->top, e->scale.to, e->axis };
    const double y = e->axis + 12;
    hp_scene_line(scene, area.left, e->axis, area.right, e->axis, HP_STROKE_AXIS, HP_INK_AXIS);
    hp_chart_x_ticks(doc, &area, &e->scale, 4);
    (void)hp_doc_text(doc, HP_LEFT, y, HP_START, HP_ROLE_TICK, hp_say(doc, HP_W_EFFECT_AXIS));
    (void)hp_doc_text(doc, area.right + 18, y, HP_START, HP_ROLE_TICK,
                      hp_say(doc, HP_W_AT_PAIR, hp_num_plain(&doc->fmt, e->below),
                             hp_num_plain(&doc->fmt, e->above)));
}

static void draw_effect(struct hp_doc *doc, const struct hp_model *model,
                        const struct hp_m_sheet *sheet)
{
    const struct hp_m_series *s = sheet->main;
    if (s == NULL)
        return;
    size_t rows = 0;
    for (size_t i = 0; i < model->sheet_count; i++)
        rows += strcmp(model->sheets[i].machine, sheet->machine) == 0 &&
                hp_model_twin(&model->sheets[i], s) != NULL;
    struct effect e = { .below = s->points[s->below].x, .above = s->points[s->below + 1].x };
    e.scale = hp_scale_linear(0, s->points[s->below + 1].gen2.median, HP_LEFT + 132, HP_LEFT + 366);
    e.ticks = hp_scale_ticks(&e.scale, 4);
    e.top = doc->y + 12;
    e.axis = e.top + 5 + 17 * (double)rows;
    hp_doc_figure_begin(doc, hp_say(doc, HP_W_EFFECT_ALT));
    for (size_t i = 0; i < e.ticks.count; i++) {
        const double x = hp_scale_at(&e.scale, e.ticks.values[i]);
        hp_scene_line(hp_doc_scene(doc), x, e.top, x, e.axis, HP_STROKE_GRID, HP_INK_GRID);
    }
    double y = e.top + 10;
    for (size_t i = 0; i < model->sheet_count; i++)
        if (effect_row(doc, model, &e, &model->sheets[i], s, y))
            y += 17;
    effect_axis(doc, &e);
    hp_doc_figure_end(doc);
    doc->y = e.axis + 12;
}

/* One count: mark, number, word. */
struct count {
    enum hp_verdict_kind kind;
    const char *number, *word;
    enum hp_role big, small;
    double number_w, w; /* w: of all */
};

static struct count count_of(struct hp_doc *doc, const struct hp_m_sheet *sheet, int kind)
{
    const enum hp_word words[HP_VERDICTS] = { HP_W_N_BROKEN, HP_W_N_CANNOT_TELL, HP_W_N_KNOWN,
                                              HP_W_N_SKIPPED,
                                              sheet->pending > 0 ? HP_W_N_HOLDS_SO_FAR
                                                                 : HP_W_N_HOLDS };
    const size_t n = sheet->counts[kind];
    const bool bad = kind == HP_BROKEN && n > 0;
    struct count c = { .kind = (enum hp_verdict_kind)kind,
                       .number = hp_num_count(&doc->fmt, (double)n),
                       .word = hp_words_form(&doc->fmt, words[kind], n),
                       .big = bad ? HP_ROLE_BIG_BOLD : HP_ROLE_BIG,
                       .small = bad ? HP_ROLE_TABLE_BOLD : HP_ROLE_TABLE };
    c.number_w = hp_doc_width(doc, c.big, c.number);
    c.w = count_mark + c.number_w + count_gap + hp_doc_width(doc, c.small, c.word);
    return c;
}

/* The counts share the line: with as much white between them as there is, and with
 * the words under the numbers where there is too little. */
static void draw_counts(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    struct count counts[HP_VERDICTS];
    double taken = 0;
    for (int kind = 0; kind < HP_VERDICTS; kind++) {
        counts[kind] = count_of(doc, sheet, kind);
        taken += counts[kind].w;
    }
    const double white = (HP_WIDTH - taken) / (HP_VERDICTS - 1), y = doc->y + 36;
    const bool under = white < least_white;
    double x = HP_LEFT;
    hp_doc_tag(doc, "P");
    for (int kind = 0; kind < HP_VERDICTS; kind++) {
        const struct count *c = &counts[kind];
        hp_scene_mark(hp_doc_scene(doc), (struct hp_point){ x + HP_MARK_R_COUNT, y - 6 },
                      HP_MARK_R_COUNT, hp_verdict_mark(c->kind));
        (void)hp_doc_text(doc, x + count_mark, y, HP_START, c->big, c->number);
        (void)hp_doc_text(doc, x + count_mark + (under ? 0 : c->number_w + count_gap),
                          under ? y + word_under : y, HP_START, c->small, c->word);
        x += under ? HP_WIDTH / HP_VERDICTS : c->w + fmin(white, most_white);
    }
    hp_doc_tag_end(doc, "P");
    doc->y = under ? y + word_under : y;
}

static void draw_counts_line(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const struct hp_fmt *f = &doc->fmt;
    const size_t missing = sheet->cases - sheet->complete;
    const size_t apart = sheet->published_count - sheet->figures_compared;
    const char *rest = apart == 0 ? ""
                                  : hp_say(doc, HP_W_COUNTS_APART, hp_num_count(f, (double)apart),
                                           hp_num_count(f, hp_doc_page_of(doc, "published")));
    const char *start = hp_say(
        doc, HP_W_COUNTS_LINE, hp_words_counted(f, HP_W_N_ASSERTIONS, sheet->claim_count),
        hp_words_counted(f, HP_W_N_FIGURES, sheet->figures_compared),
        hp_num_count(f, (double)sheet->complete), hp_num_count(f, (double)sheet->cases), rest);
    const char *end = missing == 0 ? hp_say(doc, HP_W_COUNTS_ALL)
                                   : hp_say(doc, HP_W_COUNTS_MISSING,
                                            hp_num_count(f, hp_doc_page_of(doc, "environment")));
    hp_doc_paragraph(doc, 15, HP_ROLE_NOTE, HP_WIDTH,
                     hp_arena_print(doc->arena, "%s%s%s", start, end, hp_left_out(doc, sheet)));
}

static void add_row(struct hp_doc *doc, struct hp_table *t, const struct hp_m_sheet *sheet,
                    const struct hp_verdict *v)
{
    struct hp_row *row = hp_table_row(t);
    const bool broken = v->kind == HP_BROKEN;
    const char *dest = hp_verdict_dest(doc, sheet, v);
    row->cell[0] = (struct hp_cell){ .text = hp_words(doc->fmt.language, hp_verdict_word(v->kind)),
                                     .mark = hp_verdict_mark(v->kind),
                                     .bold = broken };
    row->cell[1] = (struct hp_cell){ .text = hp_verdict_claim(doc, v), .bold = broken };
    row->cell[2].text = hp_verdict_expected(doc, v);
    row->cell[3].text = hp_verdict_here(doc, v);
    row->cell[4] = hp_verdict_n(doc, v);
    row->cell[5] = (struct hp_cell){ .text = hp_num_count(&doc->fmt, hp_doc_page_of(doc, dest)),
                                     .link = dest };
    const char *measure = hp_verdict_measure(doc, v), *second = hp_verdict_second(doc, v);
    row->second =
        *measure != '\0' ? hp_arena_print(doc->arena, "%s · %s", measure, second) : second;
    row->tint = broken;
    row->rule = true;
}

/* ---- the command that repeats the run ---- */

/* One line to copy where it fits, in the smaller size if need be; else lines that a shell joins. */
struct again {
    const char *label;
    double x;
    enum hp_role role;
    struct hp_lines lines;
};

static struct again set_again(struct hp_doc *doc, const struct hp_model *model)
{
    const char *label = hp_say(doc, HP_W_AGAIN), *command = model->rows->run.command;
    const double x = HP_LEFT + hp_doc_width(doc, HP_ROLE_TABLE_GREY, label) + 12, w = HP_RIGHT - x;
    const bool fits = hp_doc_width(doc, HP_ROLE_CODE, command) <= w;
    const enum hp_role role = fits ? HP_ROLE_CODE : HP_ROLE_CODE_SMALL;
    const bool one = hp_doc_width(doc, role, command) <= w;
    return (struct again){ label, x, role,
                           hp_typeset_wrap(doc->fonts, role, command,
                                           one ? w : w - hp_doc_width(doc, role, " \\"),
                                           doc->arena) };
}

/* From the first line of the command to the last. */
static double again_height(const struct again *a)
{
    return hp_theme_roles[a->role].leading * (double)(a->lines.count - 1);
}

double hp_page_again_height(struct hp_doc *doc, const struct hp_model *model)
{
    const struct again a = set_again(doc, model);
    return again_height(&a);
}

/* A line that ends inside a word goes on without a space. */
void hp_page_again(struct hp_doc *doc, const struct hp_model *model)
{
    const struct again a = set_again(doc, model);
    const double top = HP_BODY_LAST - again_height(&a);
    const char *rest = model->rows->run.command;
    (void)hp_doc_text(doc, HP_LEFT, top, HP_START, HP_ROLE_TABLE_GREY, a.label);
    hp_doc_tag(doc, "P");
    for (size_t i = 0; i < a.lines.count; i++) {
        rest += strspn(rest, " ");
        rest += strlen(a.lines.items[i]);
        const char *joint = i + 1 == a.lines.count ? "" : *rest == ' ' ? " \\" : "\\";
        (void)hp_doc_text(doc, a.x, top + hp_theme_roles[a.role].leading * (double)i, HP_START,
                          a.role, hp_arena_print(doc->arena, "%s%s", a.lines.items[i], joint));
    }
    hp_doc_tag_end(doc, "P");
}

/* Space that the card, the contents and the command take at the foot of page 1. */
static double foot_height(struct hp_doc *doc, const struct hp_model *model,
                          const struct hp_m_sheet *sheet)
{
    size_t sections = 0;
    for (const struct hp_section *s = hp_sections; s->dest != NULL; s++)
        sections += s->has(model, sheet);
    return 34 + 10 + 13.2 * (double)(sections > 8 ? sections : 8) + 26 +
           hp_page_again_height(doc, model);
}

/* Rows in the order of verdicts, as many as fit; returns how many did not. */
static size_t fill_worst(struct hp_doc *doc, const struct hp_model *model,
                         const struct hp_m_sheet *sheet, bool bad, struct hp_table *t)
{
    const double room = HP_BODY_LAST - foot_height(doc, model, sheet) - doc->y - 34 - 6 - 18;
    size_t left_out = 0;
    for (int kind = 0; kind < HP_VERDICTS; kind++) {
        for (size_t i = 0; i < sheet->claim_count + sheet->published_count; i++) {
            const bool claim = i < sheet->claim_count;
            const struct hp_verdict *v =
                claim ? sheet->claims[i] : sheet->published[i - sheet->claim_count];
            const bool counted = claim || hp_model_compared(v);
            if (!counted || v->kind != (enum hp_verdict_kind)kind || (bad && v->kind == HP_HOLDS))
                continue;
            add_row(doc, t, sheet, v);
            if (hp_table_height(doc, t) > room) {
                t->row_count--;
                left_out++;
            }
        }
    }
    return left_out;
}

static void draw_worst(struct hp_doc *doc, const struct hp_model *model,
                       const struct hp_m_sheet *sheet)
{
    const bool ru = doc->fmt.language == HP_RU;
    const double verdict = ru ? 82 : 90;
    struct hp_table t = {
        .view = "verdict",
        .second_column = 1,
        .second_width = 340,
        .column_count = 6,
        .columns = { hp_column_words(hp_say(doc, HP_W_VERDICT), 0, verdict - 4),
                     hp_column_words(hp_say(doc, HP_W_CLAIM_WHERE), verdict, 310 - verdict),
                     hp_column_words(hp_say(doc, HP_W_EXPECTED), 316, 64),
                     hp_column_words(hp_say(doc, HP_W_HERE_INTERVAL), 384, 64),
                     hp_column_figures(hp_say(doc, HP_W_N), NULL, 448, 20, HP_ALIGN_RIGHT),
                     hp_column_figures(hp_say(doc, HP_W_PAGE), NULL, 470, 23.3, HP_ALIGN_RIGHT) },
    };
    const bool bad = sheet->counts[HP_BROKEN] + sheet->counts[HP_CANNOT_TELL] +
                         sheet->counts[HP_KNOWN] + sheet->counts[HP_SKIPPED] >
                     0;
    t.title = hp_say(doc, bad ? HP_W_WORST_FIRST : HP_W_ALL_HOLD);
    const size_t left_out = fill_worst(doc, model, sheet, bad, &t);
    if (t.row_count == 0) {
        if (sheet->claim_count == 0)
            hp_doc_paragraph(doc, 30, HP_ROLE_BODY, HP_WIDTH, hp_say(doc, HP_W_NO_CLAIMS));
        hp_mem_free(t.rows);
        return;
    }
    hp_table_draw(doc, &t);
    struct hp_text note = { 0 };
    const char *page = hp_num_count(&doc->fmt, hp_doc_page_of(doc, "claims"));
    if (left_out > 0)
        hp_text_put(&note,
                    hp_say(doc, HP_W_AND_MORE, hp_num_count(&doc->fmt, (double)left_out), page));
    if (bad)
        hp_text_print(
            &note, "%s%s", note.bytes > 0 ? " " : "",
            hp_say(doc, HP_W_REST_HOLD,
                   hp_num_count(&doc->fmt, (double)(sheet->counts[HP_HOLDS] - sheet->figures_hold)),
                   page, hp_num_count(&doc->fmt, (double)sheet->figures_hold),
                   hp_num_count(&doc->fmt, hp_doc_page_of(doc, "published"))));
    if (note.bytes > 0)
        hp_doc_note(doc, hp_text_str(&note));
    hp_text_clear(&note);
}

static const char *fact(const struct hp_model *model, const char *key)
{
    for (size_t i = 0; i < model->rows->fact_count; i++)
        if (strcmp(model->rows->facts[i].key, key) == 0)
            return model->rows->facts[i].value;
    return NULL;
}

static void card_row(struct hp_doc *doc, double *y, enum hp_word label, const char *value)
{
    const char *text = value != NULL ? value : hp_say(doc, HP_W_NOT_DETERMINED);
    const struct hp_lines lines = hp_typeset_wrap(doc->fonts, HP_ROLE_TABLE, text, 206, doc->arena);
    (void)hp_doc_text(doc, HP_LEFT, *y, HP_START, HP_ROLE_TABLE_GREY,
                      hp_words(doc->fmt.language, label));
    for (size_t i = 0; i < lines.count && i < 2; i++) {
        (void)hp_doc_text(doc, HP_LEFT + 80, *y, HP_START, HP_ROLE_TABLE, lines.items[i]);
        *y += i + 1 < lines.count && i < 1 ? 11 : 13.2;
    }
}

static const char *resolution(struct hp_doc *doc, const struct hp_m_sheet *sheet)
{
    const struct hp_m_control *c = &sheet->control;
    if (c->count == 0)
        return hp_say(doc, sheet->profile ? HP_W_PROFILE : HP_W_RESOLUTION_NONE);
    const int decimals = hp_num_decimals(c->widest.low, c->widest.high);
    return hp_say(doc, HP_W_RESOLUTION_VALUE, hp_num_fixed(&doc->fmt, c->widest.value, decimals),
                  hp_num_interval(&doc->fmt, c->widest.low, c->widest.high, decimals),
                  hp_percent_text(doc, c->half_percent));
}

static void draw_card(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet, double y)
{
    const struct hp_fmt *f = &doc->fmt;
    const bool own = !sheet->profile;
    const char *asked = hp_num_local(f, strcmp(sheet->threshold, "default") == 0
                                            ? hp_say(doc, HP_W_DEFAULT)
                                            : hp_num_count(f, (double)sheet->setting->requested));
    const char *applied =
        sheet->setting->applied != 0
            ? hp_say(doc, HP_W_READ_BACK, asked, hp_num_count(f, (double)sheet->setting->applied))
            : hp_say(doc, HP_W_NOT_READ_BACK, asked);
    const char *mib = hp_words_unit(f->language, "MiB");
    const struct hp_machine_row *m = &sheet->about;
    hp_doc_tag(doc, "P");
    if (own)
        card_row(doc, &y, HP_W_PROCESSOR, fact(model, "processor"));
    card_row(doc, &y, HP_W_PROCESSORS,
             m->processors > 0 ? hp_num_count(f, (double)m->processors) : NULL);
    card_row(doc, &y, HP_W_L3,
             m->l3_bytes > 0 ? hp_arena_print(doc->arena, "%s" HP_NBSP "%s",
                                              hp_num_plain(f, (double)m->l3_bytes / 1048576.0), mib)
                             : NULL);
    card_row(doc, &y, HP_W_MEMORY,
             m->memory_bytes > 0
                 ? hp_arena_print(doc->arena, "%s" HP_NBSP "%s",
                                  hp_num_count(f, (double)m->memory_bytes / 1048576.0), mib)
                 : NULL);
    if (own)
        card_row(doc, &y, HP_W_SYSTEM, fact(model, "system"));
    card_row(doc, &y, HP_W_HEAPS, sheet->heaps);
    card_row(doc, &y, HP_W_LOH_THRESHOLD, applied);
    card_row(doc, &y, HP_W_RESOLUTION, resolution(doc, sheet));
    if (sheet->reused > 0)
        card_row(
            doc, &y, HP_W_MEASURED,
            hp_say(doc, HP_W_REUSED_CARD, hp_num_count(f, (double)(sheet->cases - sheet->reused)),
                   hp_num_count(f, (double)sheet->cases), hp_num_count(f, (double)sheet->reused),
                   hp_span_text(doc, sheet->reused_first, sheet->reused_last)));
    hp_doc_tag_end(doc, "P");
}

static void draw_contents(struct hp_doc *doc, const struct hp_model *model,
                          const struct hp_m_sheet *sheet, double y)
{
    const double left = HP_LEFT + 307;
    hp_doc_tag(doc, "TOC");
    for (const struct hp_section *s = hp_sections; s->dest != NULL; s++) {
        if (!s->has(model, sheet))
            continue;
        hp_doc_tag(doc, "TOCI");
        (void)hp_doc_link(doc, left, y, HP_START, HP_ROLE_TABLE, s->dest,
                          hp_words(doc->fmt.language, s->title));
        (void)hp_doc_text(doc, HP_RIGHT, y, HP_END, HP_ROLE_TABLE,
                          hp_num_count(&doc->fmt, hp_doc_page_of(doc, s->dest)));
        hp_doc_tag_end(doc, "TOCI");
        y += 13.2;
    }
    hp_doc_tag_end(doc, "TOC");
}

static void draw_foot(struct hp_doc *doc, const struct hp_model *model,
                      const struct hp_m_sheet *sheet)
{
    struct hp_scene *s = hp_doc_scene(doc);
    const double y = doc->y + 34, rule = y + 6.5;
    (void)hp_doc_text(doc, HP_LEFT, y, HP_START, HP_ROLE_HEADING, hp_say(doc, HP_W_CARD));
    (void)hp_doc_text(doc, HP_LEFT + 307, y, HP_START, HP_ROLE_HEADING, hp_say(doc, HP_W_CONTENTS));
    hp_scene_line(s, HP_LEFT, rule, HP_LEFT + 283, rule, HP_STROKE_TABLE, HP_INK_TEXT);
    hp_scene_line(s, HP_LEFT + 307, rule, HP_RIGHT, rule, HP_STROKE_TABLE, HP_INK_TEXT);
    draw_card(doc, model, sheet, rule + 14);
    draw_contents(doc, model, sheet, rule + 14);
    hp_page_again(doc, model);
}

void hp_page_summary(struct hp_doc *doc, const struct hp_model *model,
                     const struct hp_m_sheet *sheet)
{
    hp_doc_page(doc);
    hp_doc_dest(doc, "summary", HP_HEADER_BASE);
    hp_doc_outline(doc, 0, model->title, "summary");
    draw_title(doc, model);
    draw_identity(doc, model, sheet);
    hp_page_incomplete(doc, model, sheet);
    hp_doc_paragraph(doc, 24, HP_ROLE_RESULT, HP_WIDTH, hp_result_sentence(doc, model, sheet));
    const char *basis = hp_result_basis(doc, sheet);
    if (*basis != '\0')
        hp_doc_paragraph(doc, 19, HP_ROLE_NOTE, HP_WIDTH, basis);
    draw_effect(doc, model, sheet);
    draw_counts(doc, sheet);
    draw_counts_line(doc, sheet);
    draw_worst(doc, model, sheet);
    draw_foot(doc, model, sheet);
}
