/* SPDX-License-Identifier: MIT
 * How wide is each column? Widths are those of a terminal, so that Cyrillic lines up.
 */
#include "cmd/columns.h"

void hp_columns_add(struct hp_columns *table, const char *cell)
{
    HP_PUSH(table->cells, table->count, table->capacity) = hp_arena_copy(table->arena, cell);
}

void hp_columns_clear(struct hp_columns *table)
{
    hp_mem_free((void *)table->cells);
    table->cells = NULL;
    table->count = table->capacity = 0;
}

static size_t column_count(const struct hp_columns *table)
{
    size_t count = 0;
    while (table->titles[count] != NULL)
        count++;
    return count;
}

/* An empty last column needs no mark. */
static const char *shown(const char *cell, bool last)
{
    return cell != NULL && *cell != '\0' ? cell : last ? "" : "-";
}

static void put_cell(struct hp_text *out, const char *text, size_t width, bool right, bool last)
{
    const size_t pad = width - hp_utf8_width(text);
    if (last && *text == '\0') {
        while (out->bytes != 0 && out->text[out->bytes - 1] == ' ')
            out->text[--out->bytes] = '\0';
        hp_text_put(out, "\n");
        return;
    }
    if (right)
        hp_text_print(out, "%*s", (int)pad, "");
    hp_text_put(out, text);
    if (!right && !last)
        hp_text_print(out, "%*s", (int)pad, "");
    hp_text_put(out, last ? "\n" : "  ");
}

static void put_row(const struct hp_columns *table, const char *const *row, const size_t *widths,
                    size_t columns, unsigned indent, struct hp_text *out)
{
    hp_text_print(out, "%*s", (int)indent, "");
    for (size_t c = 0; c < columns; c++) {
        const bool last = c + 1 == columns;
        put_cell(out, shown(row[c], last), widths[c], (table->right >> c & 1) != 0, last);
    }
}

void hp_columns_print(const struct hp_columns *table, unsigned indent, struct hp_text *out)
{
    size_t widths[HP_COLUMNS_MAX] = { 0 };
    const size_t columns = column_count(table);
    if (columns == 0)
        return;
    for (size_t c = 0; c < columns; c++)
        widths[c] = hp_utf8_width(table->titles[c]);
    for (size_t i = 0; i < table->count; i++) {
        const size_t width = hp_utf8_width(shown(table->cells[i], false));
        if (width > widths[i % columns])
            widths[i % columns] = width;
    }
    put_row(table, table->titles, widths, columns, indent, out);
    for (size_t i = 0; i < table->count; i += columns)
        put_row(table, table->cells + i, widths, columns, indent, out);
}

void hp_columns_json(const struct hp_columns *table, struct hp_json *json, const char *key)
{
    const size_t columns = column_count(table);
    hp_json_array(json, key);
    for (size_t i = 0; i < table->count; i += columns) {
        hp_json_object(json, NULL);
        for (size_t c = 0; c < columns; c++)
            hp_json_text(json, table->titles[c], table->cells[i + c]);
        hp_json_end(json, '}');
    }
    hp_json_end(json, ']');
}
