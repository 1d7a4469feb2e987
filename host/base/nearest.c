/* SPDX-License-Identifier: MIT
 * Which known name did the user mean? Memory: three rows, freed before returning. Any process.
 */
#include "base/nearest.h"

#include "base/mem.h"

#include <string.h>

enum { PREFIX_LEAST = 3 }; /* fewer letters begin too much */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Optimal string alignment: `before`, `row` and `after` are the rows i - 2, i - 1 and i of the
 * usual table; an adjacent swap comes from two rows above. */
size_t hp_distance(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    size_t *rows = hp_mem_new(3 * (m + 1) * sizeof *rows);
    size_t *before = rows, *row = rows + m + 1, *after = rows + 2 * (m + 1);
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        after[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = row[j - 1] + (a[i - 1] != b[j - 1]);
            best = smaller(best, smaller(row[j], after[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                best = smaller(best, before[j - 2] + 1);
            after[j] = best;
        }
        size_t *const reused = before;
        before = row;
        row = after;
        after = reused;
    }
    const size_t distance = row[m];
    hp_mem_free(rows);
    return distance;
}

/* The shortest name that goes on where the word ends: "time" begins "time_ns". */
static const char *beginning_with(const char *word, const char *const *names, size_t count)
{
    const size_t n = strlen(word);
    const char *best = NULL;
    for (size_t i = 0; i < count && n >= PREFIX_LEAST; i++)
        if (strncmp(names[i], word, n) == 0 && (best == NULL || strlen(names[i]) < strlen(best)))
            best = names[i];
    return best;
}

const char *hp_nearest(const char *word, const char *const *names, size_t count)
{
    const char *best = NULL;
    size_t least = 0;
    const size_t n = strlen(word);
    for (size_t i = 0; i < count; i++) {
        const size_t m = strlen(names[i]);
        const size_t longer = n > m ? n : m;
        const size_t allowed = longer / 3 > 2 ? longer / 3 : 2;
        const size_t distance = hp_distance(word, names[i]);
        /* Every letter replaced is no resemblance, however short the word. */
        if (distance > allowed || distance >= longer)
            continue;
        if (best == NULL || distance < least) {
            best = names[i];
            least = distance;
        }
    }
    return best != NULL ? best : beginning_with(word, names, count);
}
