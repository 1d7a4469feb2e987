/* SPDX-License-Identifier: MIT
 * Named places at which a process can be told to die, so that tests can show what survives.
 *
 *   HEAPPROOF_KILL_AT=NAME      SIGKILL when NAME is reached for the first time
 *   HEAPPROOF_KILL_AT=NAME:N    ... for the Nth time
 *
 * Always compiled in: without the variable a point costs one comparison. An unknown NAME ends the
 * process with exit code 6 at the first point, since a test that never kills proves nothing.
 */
#ifndef HP_BASE_FAULT_H
#define HP_BASE_FAULT_H

struct hp_fault {
    const char *name, *help;
};
/* Every point there is; ends at name == NULL. A new point is a row here and its call. */
extern const struct hp_fault hp_faults[];

/* Does not return when it is this point's turn. Main thread only. */
void hp_fault_point(const char *name);

#endif
