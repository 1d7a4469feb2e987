/* SPDX-License-Identifier: MIT
 * "did you mean": the nearest known name.
 */
#ifndef HP_BASE_NEAREST_H
#define HP_BASE_NEAREST_H

#include <stddef.h>

/* Damerau-Levenshtein distance (adjacent swap counts 1), bytes. */
size_t hp_distance(const char *a, const char *b);

/* The name of `names` nearest to `word` if it is near enough to be meant: at most 2 edits, or a third
 * of the longer length; else the shortest that begins with it (three letters at least). NULL when nothing
 * is. Ties: the first. */
const char *hp_nearest(const char *word, const char *const *names, size_t count);

#endif
