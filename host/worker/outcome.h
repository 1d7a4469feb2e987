/* SPDX-License-Identifier: MIT
 * From the way a child ended to one enum and one sentence. Inside the stage only.
 */
#ifndef HP_WORKER_OUTCOME_H
#define HP_WORKER_OUTCOME_H

#include "worker/spawn.h"

/* Why the parent ended a child. */
enum hp_stop {
    HP_STOP_NONE,
    HP_STOP_WALL,
    HP_STOP_MEMORY,
    HP_STOP_STDOUT,
    HP_STOP_STDERR,
    HP_STOP_PROTOCOL, /* a frame did not check out; the reason is in `why` */
    HP_STOP_ASKED,    /* hp_child_kill() */
};

/* Fills end->outcome and end->sentence; end has status, times, peak and captured output. `mode` names
 * the child ("worker"), `why` is the reason of HP_STOP_PROTOCOL. */
void hp_outcome_decide(struct hp_child_end *end, const char *mode, enum hp_stop stop,
                       const char *why, const struct hp_limits *limits);

#endif
