/* SPDX-License-Identifier: MIT
 * From a .cfg to a plan, as `run` and `plan` both need it: config, scripts, plugins, this machine, --only and
 * --max-cases applied.
 */
#ifndef HP_CMD_PREPARE_H
#define HP_CMD_PREPARE_H

#include "cmd/cmd.h"
#include "cmd/host_facts.h"
#include "cmd/host_plugins.h"
#include "script/script.h"

struct hp_prepared {
    struct hp_arena *arena;
    struct hp_problems problems; /* what is wrong with the .cfg or its scripts */
    struct hp_config *config;
    struct hp_host_plugins plugins;
    struct hp_host_facts facts;
    struct hp_source *scripts;
    size_t script_count;
    struct hp_plan *plan;
    const char *database; /* --db, or OUT/NAME.db */
};

/* What becomes of the cases that --only leaves out. */
enum hp_left_out { HP_LEFT_OUT_DROPPED, HP_LEFT_OUT_SKIPPED };

/* Reads cli->operands[0]. With an error, hp_prepared_fail() says it. `out` is always to be cleared. A file
 * that names runs is read and no more: config->run_count > 0, and hp_prepared_each() is what remains to do. */
int hp_prepare(const struct hp_cli *cli, enum hp_left_out left_out, struct hp_prepared *out,
               struct hp_err *err);
/* Prints the problems when there are any, else err; returns the exit flags. */
uint32_t hp_prepared_fail(struct hp_prepared *prepared, const struct hp_err *err);
/* The command of `cli` for each file that `config` names, until one is interrupted; their exit flags. */
uint32_t hp_prepared_each(const struct hp_cli *cli, const struct hp_config *config);
void hp_prepared_clear(struct hp_prepared *prepared);

#endif
