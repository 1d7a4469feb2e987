/* SPDX-License-Identifier: MIT
 * The plainest heap that keeps the ABI: objects one behind the other in one mapping, never
 * collected, never moved. Tests of the library run on it where the heap itself must not matter:
 * a figure that differs between it and `gen` is the heap's doing. */
#ifndef HP_TEST_FLAT_HEAP_H
#define HP_TEST_FLAT_HEAP_H

#include <heapproof/abi.h>

/* A heap with one attached thread; `threshold` decides what generation() answers (0: 85,000). */
int flat_heap_open(struct hp_thread **thread, uint64_t threshold, struct hp_err *err);
void flat_heap_close(struct hp_thread *thread);
/* From now on allocation number `nth` (from 0) fails with HP_E_NOMEM, once; -1: none. */
void flat_heap_fail(struct hp_thread *thread, int64_t nth);
/* True once the failure that was asked for has happened. */
bool flat_heap_failed(const struct hp_thread *thread);
/* Pins that have not been undone. */
int64_t flat_heap_pins(const struct hp_thread *thread);

#endif
