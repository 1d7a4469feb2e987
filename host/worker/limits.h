/* SPDX-License-Identifier: MIT
 * What a child may use, as the kernel and the parent's watch see it. Inside the stage only.
 */
#ifndef HP_WORKER_LIMITS_H
#define HP_WORKER_LIMITS_H

#include "config/config.h"

#include <sys/types.h>

/* Child, between fork and exec: only async-signal-safe calls. A limit of 0 is no limit. */
void hp_limits_apply(const struct hp_limits *limits);

/* Parent: resident bytes of a process now; 0 when it is gone. Allocates nothing. */
uint64_t hp_limits_rss(pid_t pid);

/* How much may come out of stdout or stderr before it counts as a flood. */
uint64_t hp_limits_flood(const struct hp_limits *limits);

#endif
