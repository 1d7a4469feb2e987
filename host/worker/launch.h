/* SPDX-License-Identifier: MIT
 * From a worker's frames to a struct hp_launch, in the parent. Inside the stage only.
 */
#ifndef HP_WORKER_LAUNCH_H
#define HP_WORKER_LAUNCH_H

#include "worker/spawn.h"

/* An empty launch that began now. */
struct hp_launch *hp_launch_new(const struct hp_todo *todo);

/* What the worker's last word says, until its end is known. */
struct hp_last_word {
    bool heard;
    enum hp_outcome outcome;
};

/* Takes one frame. Every field is checked: HP_E_CORRUPT names what does not fit. */
int hp_launch_frame(struct hp_launch *launch, struct hp_last_word *last,
                    const struct hp_frame *frame, struct hp_err *err);

/* Joins the last word with the way the child ended; takes end->captured over. A launch that failed keeps
 * no samples: half a measurement is none. */
void hp_launch_finish(struct hp_launch *launch, const struct hp_last_word *last,
                      struct hp_child_end *end);

#endif
