/* SPDX-License-Identifier: MIT
 * Which options are there? The one table that parses, documents and completes them.
 */
#include "cmd/cmd.h"

const struct hp_cli_option hp_cli_options[HP_OPT_COUNT] = {
    { HP_OPT_DB, 'd', "db", "FILE", HP_ARG_FILE, NULL, "run plan show",
      "the database; default out/NAME.db, NAME being the run's name" },
    { HP_OPT_OUT, 'o', "out", "FOLDER", HP_ARG_FOLDER, NULL, "run plan report show",
      "where databases and reports go; default out" },
    { HP_OPT_ONLY, 0, "only", "FILTER", HP_ARG_TEXT, NULL, "run plan show",
      "only cases that match, as in 'method=chunk-array size=21243,21244' or id=7f3a" },
    { HP_OPT_SEED, 's', "seed", "N", HP_ARG_COUNT, NULL, "run record",
      "order of launches, default run.seed of the .cfg; or of what is drawn, default 1" },
    { HP_OPT_FRESH, 0, "fresh", NULL, HP_ARG_NONE, NULL, "run",
      "measure every case anew; results that are there stay, but are not reused" },
    { HP_OPT_MAX_CASES, 0, "max-cases", "N", HP_ARG_COUNT, NULL, "run plan",
      "accept up to N cases, at most 1000000; default 10000" },
    { HP_OPT_JOBS, 'j', "jobs", "N", HP_ARG_COUNT, NULL, "run replay record",
      "counter launches or traces side by side; default limits.jobs of the .cfg, or one for each "
      "processor" },
    { HP_OPT_LANGUAGE, 0, "language", "LANG", HP_ARG_CHOICE, "en ru", "run report",
      "language of the report; default run.language of the .cfg" },
    { HP_OPT_NO_PNG, 0, "no-png", NULL, HP_ARG_NONE, NULL, "run report",
      "render the PDFs only, not their pages as PNG" },
    { HP_OPT_NO_REPORT, 0, "no-report", NULL, HP_ARG_NONE, NULL, "run",
      "measure and judge, render nothing" },
    { HP_OPT_LIST, 'l', "list", NULL, HP_ARG_NONE, NULL, "plan show",
      "every case on a line, with its short id; of show every verdict as well" },
    { HP_OPT_EXPLAIN, 0, "explain", NULL, HP_ARG_NONE, NULL, "check",
      "list the cases that each check matched, with their values" },
    { HP_OPT_RUN, 'r', "run", "LABEL", HP_ARG_TEXT, NULL, "check report show",
      "a run of the database by its label; default the last" },
    { HP_OPT_GC, 0, "gc", NULL, HP_ARG_NONE, NULL, "show", "the collections of the case" },
    { HP_OPT_HEAP, 0, "heap", "NAME", HP_ARG_TEXT, NULL, "replay record",
      "heap plugin that executes; default gen, of record dotnet" },
    { HP_OPT_RUNTIME, 0, "runtime", "VERSION", HP_ARG_CHOICE, "8 9 10", "replay record",
      "version of .NET; default all three, one after the other" },
    { HP_OPT_MACHINE, 0, "machine", "NAME", HP_ARG_TEXT, NULL, "replay record",
      "machine that the heap stands for: a profile, or this; default truth" },
    { HP_OPT_PROCESSORS, 0, "processors", "N", HP_ARG_COUNT, NULL, "replay record",
      "processors that the heap sees; default what the machine has" },
    { HP_OPT_OPTIONS, 0, "options", "TEXT", HP_ARG_TEXT, NULL, "replay record",
      "options of the heap, as in 'verify=true stress=true'" },
    { HP_OPT_FAMILY, 0, "family", "NAME", HP_ARG_TEXT, NULL, "replay",
      "family of the traces; default what the file's name says up to .txt" },
    { HP_OPT_KNOWN, 0, "known", "FILE", HP_ARG_FILE, NULL, "replay",
      "list of results that are known to differ: FILE:LINE KEY reason" },
    { HP_OPT_WRITE, 0, "write", NULL, HP_ARG_NONE, NULL, "replay",
      "print the traces with the answers of one --runtime, compare nothing" },
    { HP_OPT_TRACE_COUNT, 0, "count", "N", HP_ARG_COUNT, NULL, "record",
      "how many traces; default 10" },
    { HP_OPT_MAN, 0, "man", NULL, HP_ARG_NONE, NULL, "help", "this program's man page, as roff" },
    { HP_OPT_COMPLETION, 0, "completion", NULL, HP_ARG_NONE, NULL, "help",
      "completion for bash, to be sourced" },
    { HP_OPT_JSON, 0, "json", NULL, HP_ARG_NONE, NULL, "run plan check report list show doctor",
      "the same facts as one JSON object on standard output" },
    { HP_OPT_QUIET, 'q', "quiet", NULL, HP_ARG_NONE, NULL, "run check report replay record",
      "no progress, no summary; errors and the exit code remain" },
    { HP_OPT_COLOR, 0, "color", "WHEN", HP_ARG_CHOICE, "auto always never", NULL,
      "colours; auto is a terminal without NO_COLOR" },
    { HP_OPT_HELP, 'h', "help", NULL, HP_ARG_NONE, NULL, NULL, "the manual of the command" },
    { HP_OPT_VERSION, 0, "version", NULL, HP_ARG_NONE, NULL, NULL, "version and git revision" },
};

bool hp_option_of(const struct hp_cli_option *option, const struct hp_command *command)
{
    if (command == NULL)
        return option->commands == NULL;
    return option->commands == NULL || hp_word_in(option->commands, command->name);
}
