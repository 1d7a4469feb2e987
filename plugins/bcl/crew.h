/* SPDX-License-Identifier: MIT
 *
 * crew.h - OS threads that use the library on one heap, each with an allocation context, roots and
 * places in the pools of its own. They wait inside blocking regions, so that nobody's collection waits
 * for them, and do one piece of work at a time for the thread that opened the crew. Untimed, but for
 * bcl_crew_start() and bcl_crew_wait(), which cost a wake-up each.
 */
#ifndef HP_BCL_CREW_H
#define HP_BCL_CREW_H

#include "bcl/bcl.h"

struct bcl_crew;

/* What a member does; local roots that it makes end with the work. */
struct bcl_work {
    int (*run)(struct bcl *b, void *state, struct hp_err *err);
    void *state;
};

/* Starts `count` threads, in order, for the heap of `run`, which lives until bcl_crew_close(). The
 * caller is the thread of run->thread, here and below. HP_E_UNSUPPORTED: the heap takes one thread
 * only. */
int bcl_crew_open(struct bcl_crew **out, const struct hp_run *run, uint32_t count,
                  struct hp_err *err);
/* Gives work to a member that has none. */
void bcl_crew_start(struct bcl_crew *crew, uint32_t member, struct bcl_work work);
/* Waits for its end, in a blocking region; the work's own result. */
int bcl_crew_wait(struct bcl_crew *crew, uint32_t member, struct hp_err *err);
/* Ends the threads. Takes NULL; nobody is at work. */
void bcl_crew_close(struct bcl_crew *crew);

#endif
