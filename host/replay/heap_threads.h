/* SPDX-License-Identifier: MIT
 * Threads beside the one that executes a heap trace: each a mutator of the heap with its own allocation context,
 * and only one of them is ever at work. Inside the stage only.
 */
#ifndef HP_REPLAY_HEAP_THREADS_H
#define HP_REPLAY_HEAP_THREADS_H

#include <heapproof/abi.h>

enum { HP_HEAP_THREADS_MOST = 8 };

struct hp_heap_thread; /* one of them */

/* Starts a thread and attaches it; `home` is the caller's own. HP_E_UNSUPPORTED: the heap has one thread only. */
int hp_heap_thread_start(struct hp_thread *home, struct hp_heap_thread **out, struct hp_err *err);
/* Detaches and joins; takes NULL. */
void hp_heap_thread_end(struct hp_heap_thread *thread);
/* Its mutator. Whoever touches it does so inside work, or while no work is done. */
struct hp_thread *hp_heap_thread_mutator(struct hp_heap_thread *thread);
/* Has `work` done on it and waits; meanwhile the caller blocks no collection. Returns what work returns. */
int hp_heap_thread_run(struct hp_heap_thread *thread, int (*work)(void *context), void *context);

#endif
