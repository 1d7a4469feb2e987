/* SPDX-License-Identifier: MIT
 * Which series of blocks did the probes see, and where are they alike? Series that are equal block by block are
 * one, with all the places where they were seen. Parent process; all in the model's arena.
 */
#include "reports/model.h"

#include "reports/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double measured_header(const struct hp_m_setting *setting)
{
    for (size_t i = 0; i < setting->first_count; i++)
        if (isfinite(setting->first[i].header))
            return setting->first[i].header;
    return NAN;
}

/* The blocks of one group, in the order of asking. */
static struct hp_m_blocks group_of(struct hp_model *m, const struct hp_case_row *row,
                                   const char *group)
{
    struct hp_block *items = hp_arena_get(m->arena, row->block_count * sizeof *items);
    struct hp_m_blocks b = { .group = group, .items = items, .second_bytes = NAN };
    for (size_t i = 0; i < row->block_count; i++)
        if (strcmp(row->blocks[i].group, group) == 0) {
            b.bytes += (double)row->blocks[i].bytes;
            items[b.count++] = row->blocks[i];
        }
    return b;
}

static bool has_array(const struct hp_m_blocks *b)
{
    size_t arrays = 0;
    for (size_t i = 0; i < b->count; i++)
        arrays += b->items[i].elements > 0;
    return arrays > 0;
}

static bool same_blocks(const struct hp_m_blocks *a, const struct hp_m_blocks *b)
{
    if (a->count != b->count || strcmp(a->group, b->group) != 0 ||
        strcmp(a->params, b->params) != 0)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct hp_block *x = &a->items[i], *y = &b->items[i];
        if (x->bytes != y->bytes || x->elements != y->elements || x->kept != y->kept ||
            x->generation != y->generation)
            return false;
    }
    return true;
}

/* Every parameter but those that places name or that choose the group. */
static const char *params_of(struct hp_model *m, const struct hp_case *c)
{
    struct hp_text out = { 0 };
    for (size_t i = 0; i < c->param_count; i++) {
        const struct hp_param *p = &c->params[i];
        if (strcmp(p->name, "source") != 0 && strcmp(p->name, "chunk") != 0 &&
            *hp_model_param_words(m, p) != '\0')
            hp_text_print(&out, "%s%s", out.bytes > 0 ? ", " : "", hp_model_param_words(m, p));
    }
    const char *kept = hp_arena_copy(m->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* ---- places ---- */

static struct hp_m_place place_of(struct hp_model *m, const struct hp_case *c)
{
    struct hp_m_place place = { .source = "", .heap = c->heap, .runtime = c->runtime };
    for (size_t i = 0; i < c->param_count; i++)
        if (strcmp(c->params[i].name, "source") == 0)
            place.source = hp_model_param_words(m, &c->params[i]);
    return place;
}

static bool was_seen_at(const struct hp_m_blocks *b, const struct hp_m_place *place)
{
    for (size_t i = 0; i < b->place_count; i++)
        if (b->places[i].runtime == place->runtime && strcmp(b->places[i].heap, place->heap) == 0 &&
            strcmp(b->places[i].source, place->source) == 0)
            return true;
    return false;
}

/* "gen/8, 9, 10" of one source, on one line. */
static const char *heaps_of(struct hp_model *m, const struct hp_m_blocks *b, const char *source)
{
    const char *heap = "", *out = "";
    for (size_t i = 0; i < b->place_count; i++) {
        const struct hp_m_place *p = &b->places[i];
        if (strcmp(p->source, source) != 0)
            continue;
        const char *comma = *out != '\0' ? "," HP_NBSP : "";
        if (p->runtime == 0)
            out = hp_arena_print(m->arena, "%s%s%s", out, comma, p->heap);
        else if (strcmp(heap, p->heap) == 0)
            out = hp_arena_print(m->arena, "%s," HP_NBSP "%d", out, p->runtime);
        else
            out = hp_arena_print(m->arena, "%s%s%s/%d", out, comma, p->heap, p->runtime);
        heap = p->heap;
    }
    return out;
}

static bool source_is_new(const struct hp_m_blocks *b, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(b->places[i].source, b->places[at].source) == 0)
            return false;
    return true;
}

static const char *append(struct hp_model *m, const char *list, const char *separator,
                          const char *item)
{
    return *list == '\0' ? item : hp_arena_print(m->arena, "%s%s%s", list, separator, item);
}

/* "from a list, from a generator: gen/8, 9, 10; from an array: gen/8". Sources with the same heaps stand together. */
static void describe_places(struct hp_model *m, struct hp_m_blocks *b)
{
    b->alike = "";
    for (size_t i = 0; i < b->place_count; i++) {
        const char *heaps = heaps_of(m, b, b->places[i].source), *sources = "";
        bool told = !source_is_new(b, i);
        for (size_t k = 0; k < b->place_count && !told; k++) {
            if (!source_is_new(b, k) || strcmp(heaps_of(m, b, b->places[k].source), heaps) != 0)
                continue;
            told = k < i;
            sources = append(m, sources, ", ", b->places[k].source);
        }
        if (!told)
            b->alike = append(m, b->alike, "; ", append(m, sources, ": ", heaps));
    }
}

static bool has_runtime(const struct hp_m_blocks *b, const char *source, int32_t runtime)
{
    for (size_t i = 0; i < b->place_count; i++)
        if (b->places[i].runtime == runtime && strcmp(b->places[i].source, source) == 0)
            return true;
    return false;
}

static const char *runtimes_of(struct hp_model *m, const struct hp_m_blocks *b, const char *source)
{
    const char *out = "";
    for (size_t i = 0; i < b->place_count; i++) {
        const int32_t runtime = b->places[i].runtime;
        bool told = strcmp(b->places[i].source, source) != 0 || runtime == 0;
        for (size_t k = 0; k < i && !told; k++)
            told = b->places[k].runtime == runtime && strcmp(b->places[k].source, source) == 0;
        if (!told)
            out = append(m, out, "," HP_NBSP, hp_arena_print(m->arena, "%d", runtime));
    }
    return hp_arena_print(m->arena, ".NET" HP_NBSP "%s", out);
}

/* What parts this series from others of the group, source and parameters: "(.NET 8, 9)", or heaps where the runtime
 * does not; "" where there is no other. */
static const char *parted_by(struct hp_model *m, const struct hp_m_sheet *sheet,
                             const struct hp_m_blocks *b, const char *source)
{
    bool others = false, runtimes = true;
    for (size_t i = 0; i < sheet->block_count; i++) {
        const struct hp_m_blocks *o = &sheet->blocks[i];
        if (o == b || strcmp(o->group, b->group) != 0 || strcmp(o->params, b->params) != 0)
            continue;
        for (size_t k = 0; k < o->place_count; k++) {
            if (strcmp(o->places[k].source, source) != 0)
                continue;
            others = true;
            runtimes = runtimes && o->places[k].runtime != 0 &&
                       !has_runtime(b, source, o->places[k].runtime);
        }
    }
    return !others ? ""
                   : hp_arena_print(m->arena, "(%s)",
                                    runtimes ? runtimes_of(m, b, source) : heaps_of(m, b, source));
}

static void name_sources(struct hp_model *m, const struct hp_m_sheet *sheet, struct hp_m_blocks *b)
{
    b->sources = "";
    for (size_t i = 0; i < b->place_count; i++) {
        if (!source_is_new(b, i))
            continue;
        const char *source = b->places[i].source, *parted = parted_by(m, sheet, b, source);
        const char *name = *parted != '\0' ? append(m, source, " ", parted) : source;
        b->sources = append(m, b->sources, ", ", name);
    }
}

/* ---- the sheet ---- */

static void take_group(struct hp_model *m, struct hp_m_sheet *sheet, const struct hp_case_row *row,
                       const char *group)
{
    struct hp_m_blocks b = group_of(m, row, group);
    if (!has_array(&b))
        return;
    b.params = params_of(m, &row->c);
    b.boundary = hp_model_boundary_bytes(sheet);
    b.header = measured_header(sheet->setting);
    size_t k = 0;
    while (k < sheet->block_count && !same_blocks(&sheet->blocks[k], &b))
        k++;
    if (k == sheet->block_count) {
        b.places = hp_arena_get(m->arena, m->rows->case_count * sizeof *b.places);
        sheet->blocks[sheet->block_count++] = b;
    }
    struct hp_m_blocks *kept = &sheet->blocks[k];
    const struct hp_m_place place = place_of(m, &row->c);
    if (!was_seen_at(kept, &place))
        kept->places[kept->place_count++] = place;
}

/* What the second chunk costs wherever this first one was seen, when that is one number. */
static double bytes_of_second(const struct hp_m_sheet *sheet, const struct hp_m_blocks *first)
{
    double bytes = NAN;
    for (size_t p = 0; p < first->place_count; p++) {
        size_t k = 0;
        while (k < sheet->block_count && (strcmp(sheet->blocks[k].group, "second") != 0 ||
                                          strcmp(sheet->blocks[k].params, first->params) != 0 ||
                                          !was_seen_at(&sheet->blocks[k], &first->places[p])))
            k++;
        if (k == sheet->block_count || (p > 0 && sheet->blocks[k].bytes != bytes))
            return NAN;
        bytes = sheet->blocks[k].bytes;
    }
    return bytes;
}

/* First chunks before second ones; within a group the order of the run. */
static void sort_groups(struct hp_model *m, struct hp_m_sheet *sheet)
{
    struct hp_m_blocks *sorted = hp_arena_get(m->arena, (sheet->block_count + 1) * sizeof *sorted);
    size_t count = 0;
    for (int second = 0; second < 2; second++)
        for (size_t i = 0; i < sheet->block_count; i++)
            if ((strcmp(sheet->blocks[i].group, "second") == 0) == (second == 1))
                sorted[count++] = sheet->blocks[i];
    sheet->blocks = sorted;
}

/* One figure for all series that are alike. Groups without an array are no figure. */
void hp_model_blocks(struct hp_model *m, struct hp_m_sheet *sheet)
{
    size_t most = 1;
    for (size_t i = 0; i < m->rows->case_count; i++)
        most += m->rows->cases[i].block_count;
    sheet->blocks = hp_arena_get(m->arena, most * sizeof *sheet->blocks);
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case_row *row = &m->rows->cases[i];
        if (row->c.skip != NULL || strcmp(row->c.machine, sheet->machine) != 0 ||
            strcmp(row->c.threshold, sheet->threshold) != 0)
            continue;
        for (size_t k = 0; k < row->block_count; k++) {
            bool first = true;
            for (size_t j = 0; j < k && first; j++)
                first = strcmp(row->blocks[j].group, row->blocks[k].group) != 0;
            if (first)
                take_group(m, sheet, row, row->blocks[k].group);
        }
    }
    sort_groups(m, sheet);
    for (size_t i = 0; i < sheet->block_count; i++) {
        describe_places(m, &sheet->blocks[i]);
        name_sources(m, sheet, &sheet->blocks[i]);
        if (strcmp(sheet->blocks[i].group, "first") == 0)
            sheet->blocks[i].second_bytes = bytes_of_second(sheet, &sheet->blocks[i]);
    }
}
