/* SPDX-License-Identifier: MIT
 * What is measured, as the measuring loops see it: something that runs operations on a heap. Filled by
 * worker/child.c; the loops keep nothing of it.
 */
#ifndef HP_MEASURE_SUBJECT_H
#define HP_MEASURE_SUBJECT_H

#include <heapproof/abi.h>

struct hp_subject {
    const struct hp_heap_ops *ops;
    unsigned caps; /* HP_CAP_* of the heap */
    struct hp_heap *heap;
    struct hp_thread *thread;
    int (*step)(void *state, uint64_t operations, struct hp_err *err);
    void *state;
    bool
        guarded; /* libc's heap is forbidden in step; false where libc's heap is what is measured */
};

/* One step under the guard. HP_E_STATE when it called libc's heap. */
int hp_subject_step(const struct hp_subject *subject, uint64_t operations, struct hp_err *err);

/* Two forced full collections; nothing on a heap that does not collect. */
void hp_subject_settle(const struct hp_subject *subject);

#endif
