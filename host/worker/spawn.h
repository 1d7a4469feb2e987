/* SPDX-License-Identifier: MIT
 * One child process of ours - a worker or the judge - under limits. The child is our own binary, exec'd
 * afresh with a hidden mode word; frames go in on descriptor 3 and come out on descriptor 4; its stdin is
 * /dev/null, stdout and stderr are captured and bounded. It dies with the parent.
 *
 * Limits: wall clock and RSS by the parent's watch, CPU by RLIMIT_CPU, memory by RLIMIT_DATA as well (never
 * by address space: sanitizers, .NET and our own reservation need that), no core dumps.
 */
#ifndef HP_WORKER_SPAWN_H
#define HP_WORKER_SPAWN_H

#include "config/config.h"
#include "worker/wire.h"
#include "worker/worker.h"

enum { HP_CHILD_IN = 3, HP_CHILD_OUT = 4 };

/* How a child ended. */
struct hp_child_end {
    enum hp_outcome outcome; /* HP_OUT_OK: exit status 0 */
    char sentence[1000];     /* "crashed with signal 11 (Segmentation fault)", ... */
    int status;              /* as wait4() gave it */
    uint64_t wall_ns, cpu_ns, peak_rss_bytes;
    struct hp_text captured; /* valid UTF-8; free with hp_text_clear */
};

struct hp_child; /* one running child */

/* Starts `mode` ("worker", "judge") and sends it one frame without ever blocking on it. */
int hp_child_start(const char *mode, const struct hp_limits *limits, uint16_t kind,
                   const struct hp_pack *request, struct hp_child **out, struct hp_err *err);
/* One more frame for the child to read, before it was first polled. */
int hp_child_say(struct hp_child *child, uint16_t kind, const struct hp_pack *request,
                 struct hp_err *err);
/* Waits up to timeout_ms for any of the children; calls on_frame for every whole frame (a negative return
 * kills that child as HP_OUT_PROTOCOL). Enforces limits. */
int hp_children_poll(struct hp_child **children, size_t count, int timeout_ms,
                     int (*on_frame)(void *context, struct hp_child *child,
                                     const struct hp_frame *frame, struct hp_err *err),
                     void *context, struct hp_err *err);
bool hp_child_ended(struct hp_child *child,
                    struct hp_child_end *end); /* fills end once it is reaped */
void hp_child_kill(struct hp_child *child);
void hp_child_free(struct hp_child *child); /* kills and reaps if needed; takes NULL */

/* All of it for one child: start, poll, end. */
int hp_child_talk(const char *mode, const struct hp_limits *limits, uint16_t kind,
                  const struct hp_pack *request,
                  int (*on_frame)(void *context, const struct hp_frame *frame, struct hp_err *err),
                  void *context, struct hp_child_end *end, struct hp_err *err);

#endif
