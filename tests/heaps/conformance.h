/* SPDX-License-Identifier: MIT
 *
 * What the parts of the heap conformance suite share: the plugin under test, a heap with one thread, types.
 * A part is an array of tests; conformance.c runs them all.
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "plugin/plugin.h"
#include <hp_test.h>

struct rig {
    struct hp_heap *heap;
    struct hp_thread *thread;
    const struct hp_heap_ops *ops;
    struct hp_err err;
};

extern const struct hp_plugin *rig_plugin;

extern const struct hp_type bytes_type, shorts_type, ints_type, refs_type, string_type, empty_type;
extern const struct hp_type pairs_type; /* a number, then a reference, per element */
extern const struct hp_type node_type;  /* a reference, then a number */

/* Opens a heap with the options of the command line and `more`, attaches this thread. */
void rig_open(struct rig *rig, const struct hp_named *more, size_t more_count);
void rig_close(struct rig *rig); /* verifies first */
int rig_setup(void **state);
int rig_teardown(void **state);
bool rig_has(enum hp_caps cap); /* says so when the plugin does not claim it */
/* Whether the heap gives objects to C. One that hosts a library may refuse them all; says so then. */
bool rig_has_objects(struct rig *rig);
hp_ref rig_make(struct rig *rig, const struct hp_type *type, uint64_t length);
int64_t rig_counter(struct rig *rig, enum hp_counter which, bool *present);
void rig_garbage(struct rig *rig, int count);      /* nothing where there are no objects */
void rig_collect(struct rig *rig, int generation); /* nothing when the heap does not collect */
/* A list of nodes, the newest first; its numbers count down to 0. */
hp_ref rig_list(struct rig *rig, int count);
void rig_check_list(struct rig *rig, hp_ref head, int count);

#define RIG_TEST(name) cmocka_unit_test_setup_teardown(name, rig_setup, rig_teardown)

extern const struct CMUnitTest object_tests[], handle_tests[], report_tests[];
extern const size_t object_test_count, handle_test_count, report_test_count;
extern const struct CMUnitTest refusal_tests[]; /* in place of objects and handles */
extern const size_t refusal_test_count;

#endif
