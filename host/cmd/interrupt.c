/* SPDX-License-Identifier: MIT
 * How often did the user ask us to stop? The handler only counts; the schedule polls.
 */
#include "cmd/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

static volatile sig_atomic_t asked;

static void on_signal(int signal_number)
{
    if (asked < 2)
        asked = asked + 1;
    /* From now on the default: whoever asks a third time wants us dead. */
    if (asked == 2)
        (void)signal(signal_number, SIG_DFL);
}

void hp_interrupt_install(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
}

int hp_interrupted(void *context)
{
    (void)context;
    return (int)asked;
}
