/* SPDX-License-Identifier: MIT
 * Which commands are there? The one table; the order is the order of help.
 */
#include "cmd/cmd.h"

#include "replay/replay.h"
#include "script/script.h"
#include "worker/worker.h"

#include <string.h>

static uint32_t child_worker(struct hp_cli *cli)
{
    (void)cli;
    return hp_worker_main() == 0 ? 0 : hp_exit_flag(HP_EXIT_BROKEN);
}

static uint32_t child_judge(struct hp_cli *cli)
{
    (void)cli;
    return hp_judge_main() == 0 ? 0 : hp_exit_flag(HP_EXIT_BROKEN);
}

static uint32_t child_player(struct hp_cli *cli)
{
    (void)cli;
    return hp_player_main() == 0 ? 0 : hp_exit_flag(HP_EXIT_BROKEN);
}

const struct hp_command hp_commands[] = {
    { .name = "run",
      .operands = "FILE.cfg",
      .operands_min = 1,
      .operands_max = 1,
      .summary = "measure what is missing, judge the claims, render the report",
      .example = "heapproof run configs/chunk.cfg",
      .description =
          "Expands the sweeps of FILE.cfg and of its Lua scripts into cases, runs every case that "
          "the database does not have yet, each launch in a process of its own, judges the claims "
          "and renders one PDF for each machine and threshold setting and one overview.\n\n"
          "Running the same file again finishes what is missing. Ctrl-C once finishes the running "
          "launch and renders what is there; twice stops at once. What was measured is kept.",
      .completes = "*.cfg",
      .run = hp_cmd_run },
    { .name = "plan",
      .operands = "FILE.cfg",
      .operands_min = 1,
      .operands_max = 1,
      .summary = "say what would run, and about how long it takes",
      .example = "heapproof plan configs/chunk.cfg --list",
      .description = "Reads FILE.cfg and its scripts, expands the sweeps and compares the cases "
                     "with the database. Nothing is measured and nothing is written.",
      .completes = "*.cfg",
      .run = hp_cmd_plan },
    { .name = "check",
      .operands = "FILE.lua DB",
      .operands_min = 2,
      .operands_max = 2,
      .summary = "judge claims against results that are there, without measuring",
      .example = "heapproof check lua/chunk.lua out/chunk.db",
      .description = "Runs the hp.check claims of FILE.lua over the stored samples of a run. The "
                     "database is only read.",
      .completes = "*.lua *.db",
      .run = hp_cmd_check },
    { .name = "report",
      .operands = "DB",
      .operands_min = 1,
      .operands_max = 1,
      .summary = "render a stored run as PDF and PNG",
      .example = "heapproof report out/chunk.db",
      .description = "Renders from the database alone, into a new folder under FOLDER/NAME. The "
                     "same database gives the same bytes.",
      .completes = "*.db",
      .run = hp_cmd_report },
    { .name = "replay",
      .operands = "FILE...",
      .operands_min = 1,
      .operands_max = 1000,
      .summary = "execute recorded operations on a heap and compare every answer",
      .example = "heapproof replay tests/truth/heap-loh.txt",
      .description =
          "Reads traces in the form of tests/truth/README.md, executes each in a process of its "
          "own and compares what the heap answers with what was recorded. A difference is a line, "
          "FILE:LINE: OPERATION: KEY expected X, got Y; each runtime has a summary line; the last "
          "line is `N results, M differ`. Exit code 0 only when M is 0. What could not be executed "
          "differs.\n\n"
          "--write fills answers in: it is how a trace of one's own is recorded.",
      .completes = "*.txt",
      .run = hp_cmd_replay },
    { .name = "record",
      .operands = "FAMILY",
      .operands_min = 1,
      .operands_max = 1,
      .summary = "make random traces and let real .NET answer them",
      .example = "heapproof record heap-loh --seed 7 --count 20",
      .description =
          "Draws traces of a family in the ranges of those in tests/truth, executes them and "
          "prints "
          "them with their answers, tagged where runtimes differ: what `heapproof replay` reads. "
          "FAMILY is the name of a file of tests/truth up to .txt. The same seed draws the same "
          "traces.\n\n"
          "--heap gen prints what gen answers, without .NET.",
      .completes = "heap-sizes heap-threshold heap-loh heap-lohcount heap-promote heap-refs "
                   "heap-gen0count heap-gen0live heap-mixed heap-harsh heap-threads heap-handles "
                   "heap-finalizers heap-server heap-limit builder builder-replace "
                   "stream copy pool pool-capacity chunk threshold",
      .run = hp_cmd_record },
    { .name = "list",
      .operands = "metrics|methods|views|plugins|heaps|options",
      .operands_min = 1,
      .operands_max = 1,
      .summary = "the names that configs and scripts may use",
      .example = "heapproof list metrics",
      .description = "metrics: what is measured, in the names that Lua takes. methods: the methods "
                     "and probes of every workload. views: what SQL readers may rely on. plugins, "
                     "heaps: what is loaded and what it can do. options: parameters of workloads "
                     "and options of heaps, with type, range and default.",
      .completes = "metrics methods views plugins heaps options",
      .run = hp_cmd_list },
    { .name = "show",
      .operands = "[ID]",
      .operands_min = 0,
      .operands_max = 1,
      .summary = "the last run, or one case with its samples",
      .example = "heapproof show 7f3a",
      .description = "Without ID: what the last run of the newest database under out came to, and "
                     "what does not hold; --list names its cases and every verdict. With the first "
                     "digits of a case's id (--list has them): its axes, counters, and the samples "
                     "of its times as a histogram.",
      .run = hp_cmd_show },
    { .name = "doctor",
      .summary = "what this machine has, and what it lacks",
      .example = "heapproof doctor",
      .description = "Looks at plugins, fonts, the output folder, processor, caches, memory, "
                     "libraries and .NET. Exit code 0, or 6 when something that is needed is "
                     "missing.",
      .run = hp_cmd_doctor },
    { .name = "help",
      .operands = "[COMMAND|config]",
      .operands_min = 0,
      .operands_max = 1,
      .summary = "a command's manual, or every key of a .cfg",
      .example = "heapproof help run",
      .description = "Without an operand: the screen of commands. config: the keys of a .cfg file "
                     "with type, range and default.",
      .completes = "run plan check report replay record list show doctor config",
      .run = hp_cmd_help },
    { .name = "worker", .hidden = true, .run = child_worker },
    { .name = "judge", .hidden = true, .run = child_judge },
    { .name = "player", .hidden = true, .run = child_player },
    { .name = NULL },
};

const struct hp_command *hp_command_find(const char *name)
{
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
