/* SPDX-License-Identifier: MIT
 * Reading what a script wrote in a table, with problems that name the line. Judge child only.
 */
#ifndef HP_SCRIPT_TABLE_H
#define HP_SCRIPT_TABLE_H

#include "script/state.h"

/* A problem at the line of the span that has `word` ("" : the span's first line). */
void script_wrong(struct script_state *state, const struct script_span *span, const char *word,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The span of the call that is running now. */
struct script_span script_span_here(lua_State *L);

/* Every key of the table at `index` that is not one of `names` is a problem; false when there was one.
 * `what` is how the sentence calls the table: "hp.check". Positions 1..positions are allowed. */
bool script_known_keys(struct script_state *state, const struct script_span *span, int index,
                       const char *what, const char *const *names, int positions);
/* A scalar as a case has it ("98304" for "96KiB", "true"); NULL when it is none. */
const char *script_value_text(lua_State *L, int index);
/* A scalar, a list, { from, to, step|factor } or { around, by, also }. False: reported. */
bool script_read_axis(struct script_state *state, const struct script_span *span, int index,
                      const char *name, struct hp_axis *out);
/* A table of such axes, sorted by name. */
bool script_read_axes(struct script_state *state, const struct script_span *span, int index,
                      const char *what, struct hp_axis **out, size_t *count);
/* An optional text field of the table at `index`. False: there, but no text; reported. */
bool script_read_text(struct script_state *state, const struct script_span *span, int index,
                      const char *field, const char **out);
/* A number at the top of the stack, also "2ms" or "96KiB" by the metric's unit. Pops it. False: reported. */
bool script_take_number(struct script_state *state, const struct script_span *span,
                        const char *what, const char *unit, double *out);
/* above = x, below = x or between = { low, high } of the table at `index`. False: reported. */
bool script_read_bounds(struct script_state *state, const struct script_span *span, int index,
                        struct script_bounds *out);
/* form.c: the comparison of the check's table at stack index `table`. False: reported. */
bool script_read_form(struct script_state *state, struct script_check *check, int table);

#endif
