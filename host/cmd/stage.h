/* SPDX-License-Identifier: MIT
 * What replay and record have in common: the heap, the machine and its profile, the options, the processes.
 */
#ifndef HP_CMD_STAGE_H
#define HP_CMD_STAGE_H

#include "cmd/cmd.h"
#include "cmd/host_plugins.h"
#include "cmd/progress.h"
#include "replay/replay.h"

struct hp_setup {
    const struct hp_cli *cli;
    struct hp_arena *arena;
    struct hp_problems problems; /* of the profile, and of the caller's files */
    struct hp_host_plugins plugins;
    struct hp_config *config;         /* for the machine's profile */
    const struct hp_profile *profile; /* NULL: this machine */
    struct hp_named *given;           /* --options */
    size_t given_count;
    struct hp_stage stage; /* for the runtime that was chosen last */
    struct hp_progress progress;
};

enum { HP_RUNTIME_FIRST = 8, HP_RUNTIME_LAST = 10 };

/* Reads --heap (or `heap`), --machine, --processors, --options, --jobs. Always to be cleared. */
int hp_setup_read(const struct hp_cli *cli, const char *heap, struct hp_setup *s,
                  struct hp_err *err);
void hp_setup_clear(struct hp_setup *setup);
/* Makes the stage that of a runtime. */
void hp_setup_runtime(struct hp_setup *setup, int runtime);
/* hp_play() with progress; Ctrl-C ends it. */
int hp_setup_play(struct hp_setup *setup, struct hp_trace_file *const *files, size_t count,
                  bool all, struct hp_performance *out, struct hp_err *err);
/* Prints what went wrong, the problems if there are any; returns the exit flags. */
uint32_t hp_setup_fail(struct hp_setup *setup, const struct hp_err *err);

#endif
