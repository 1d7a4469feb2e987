/* SPDX-License-Identifier: MIT
 * Ctrl-C and SIGTERM: once means finish what runs and render, twice means stop, a third time kills.
 */
#ifndef HP_CMD_INTERRUPT_H
#define HP_CMD_INTERRUPT_H

/* Call once, in the parent, before the first child starts. */
void hp_interrupt_install(void);
/* 0, 1 or 2; in the form that struct hp_schedule_events wants. */
int hp_interrupted(void *context);

#endif
