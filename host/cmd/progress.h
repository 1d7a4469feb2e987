/* SPDX-License-Identifier: MIT
 * How far is it? On a terminal one line with a bar that is rewritten; elsewhere one plain line every few
 * seconds; nothing when quiet. All of it goes to stderr.
 */
#ifndef HP_CMD_PROGRESS_H
#define HP_CMD_PROGRESS_H

#include "base/text.h"

enum hp_progress_mode { HP_PROGRESS_NONE, HP_PROGRESS_LINES, HP_PROGRESS_BAR };

struct hp_progress {
    enum hp_progress_mode mode;
    size_t done, total, failed; /* launches */
    double weight_done,
        weight_total;            /* about their ns; the estimate of the time left rests on it */
    uint64_t begun_ns, shown_ns; /* hp_clock_ns() */
    char what[160];              /* the launch that started last */
    const char *failed_word;     /* of the newest failure: "crashed" */
};

struct hp_cli;
/* total launches of about weight_total ns together (0: unknown, all alike). */
void hp_progress_begin(struct hp_progress *p, const struct hp_cli *cli, size_t total,
                       double weight_total);
void hp_progress_started(struct hp_progress *p, const char *what);
/* failed: outcome's word ("crash", "timeout"), NULL when it went well. */
void hp_progress_finished(struct hp_progress *p, double weight, const char *failed);
/* Shows again if it is time; call while waiting. */
void hp_progress_tick(struct hp_progress *p);
/* Clears the bar so that other text can be printed; the next tick draws it again. */
void hp_progress_hide(struct hp_progress *p);

/* The line for a terminal of `columns`, or the plain one; pure, for tests. */
void hp_progress_line(const struct hp_progress *p, uint64_t now_ns, unsigned columns,
                      struct hp_text *out);

#endif
