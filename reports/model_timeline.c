/* SPDX-License-Identifier: MIT
 * How did the heap grow and when was it collected, on both sides of the boundary? Parent process.
 */
#include "reports/model.h"

#include <string.h>

static const struct hp_case_log *log_of(const struct hp_model *m, const char *short_id)
{
    for (size_t i = 0; i < m->rows->case_count; i++) {
        const struct hp_case_row *row = &m->rows->cases[i];
        if (strncmp(row->c.identity, short_id, strlen(short_id)) != 0)
            continue;
        for (size_t k = 0; k < m->rows->log_count; k++)
            if (m->rows->logs[k].case_id == row->case_id && m->rows->logs[k].count > 1)
                return &m->rows->logs[k];
    }
    return NULL;
}

/* Collections that the work caused: the forced ones around a reading are left out. */
static void fill(struct hp_model *m, struct hp_m_timeline *t, const struct hp_case_log *log)
{
    struct hp_collection *kept = hp_arena_get(m->arena, log->count * sizeof *kept);
    for (size_t i = 0; i < log->count; i++)
        if (log->items[i].reason != HP_GC_FORCED)
            kept[t->count++] = log->items[i];
    t->items = kept;
    for (size_t i = 0; i < t->count; i++)
        if (kept[i].generation >= 0 && kept[i].generation < 3)
            t->per_generation[kept[i].generation]++;
    /* Measuring begins at the last forced collection before the first that the work caused. */
    uint64_t begin = log->items[0].allocated_bytes;
    for (size_t i = 0; i < log->count && t->count > 0 && log->items[i].number < kept[0].number; i++)
        begin = log->items[i].allocated_bytes;
    t->first_bytes = t->count > 0 ? (double)(kept[0].allocated_bytes - begin) : 0;
}

static void add_panel(struct hp_model *m, const struct hp_m_sheet *sheet,
                      const struct hp_m_series *s, double x, struct hp_m_timeline *out,
                      size_t *count)
{
    const struct hp_m_point *p = hp_model_at(s, x);
    const struct hp_case_log *log = p != NULL ? log_of(m, p->case_id) : NULL;
    if (log == NULL)
        return;
    struct hp_m_timeline t = { .x = x, .threshold = sheet->threshold, .over = s->over };
    t.above = p->gen2.present && p->gen2.low > 0;
    fill(m, &t, log);
    out[(*count)++] = t;
}

size_t hp_model_timelines(const struct hp_model *model, const struct hp_m_sheet *sheet,
                          struct hp_m_timeline **out)
{
    struct hp_model *m = (struct hp_model *)model; /* only its arena grows */
    size_t count = 0;
    *out = hp_arena_get(m->arena, (m->sheet_count + 2) * sizeof **out);
    if (sheet->main == NULL)
        return 0;
    const double below = sheet->main->points[sheet->main->below].x;
    const double above = sheet->main->points[sheet->main->below + 1].x;
    add_panel(m, sheet, sheet->main, below, *out, &count);
    add_panel(m, sheet, sheet->main, above, *out, &count);
    for (size_t i = 0; i < m->sheet_count; i++)
        if (&m->sheets[i] != sheet && strcmp(m->sheets[i].machine, sheet->machine) == 0)
            add_panel(m, &m->sheets[i], hp_model_twin(&m->sheets[i], sheet->main), above, *out,
                      &count);
    return count;
}
