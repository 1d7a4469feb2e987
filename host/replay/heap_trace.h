/* SPDX-License-Identifier: MIT
 * Family `heap`, executed by the host itself on any heap.
 */
#ifndef HP_REPLAY_HEAP_TRACE_H
#define HP_REPLAY_HEAP_TRACE_H

#include <heapproof/abi.h>

/* In a child: run->heap is fresh, run->thread is attached. */
extern const struct hp_trace_ops hp_heap_trace;

#endif
