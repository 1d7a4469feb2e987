/* SPDX-License-Identifier: MIT
 * The command line: one table of commands, one table of options. They parse, check, document (help,
 * man page) and complete; nothing about an option is said anywhere else.
 *
 *   cli.c       argv against the tables, with "did you mean"
 *   commands.c  the table of commands        options.c  the table of options
 *   help.c      screens                      manual.c   man page and bash completion
 *   NAME.c      hp_cmd_NAME(): one sub-command each
 *
 * To add an option: one id, one row in options.c. To add a command: one row in commands.c, one file.
 */
#ifndef HP_CMD_CMD_H
#define HP_CMD_CMD_H

#include "base/err.h"
#include "base/text.h"
#include "config/config.h"
#include "verdict/verdict.h"

enum hp_option_id {
    HP_OPT_DB,
    HP_OPT_OUT,
    HP_OPT_ONLY,
    HP_OPT_SEED,
    HP_OPT_FRESH,
    HP_OPT_MAX_CASES,
    HP_OPT_JOBS,
    HP_OPT_LANGUAGE,
    HP_OPT_NO_PNG,
    HP_OPT_NO_REPORT,
    HP_OPT_LIST,
    HP_OPT_EXPLAIN,
    HP_OPT_RUN,
    HP_OPT_GC,
    HP_OPT_HEAP,
    HP_OPT_RUNTIME,
    HP_OPT_MACHINE,
    HP_OPT_PROCESSORS,
    HP_OPT_OPTIONS,
    HP_OPT_FAMILY,
    HP_OPT_KNOWN,
    HP_OPT_WRITE,
    HP_OPT_TRACE_COUNT,
    HP_OPT_MAN,
    HP_OPT_COMPLETION,
    HP_OPT_JSON,
    HP_OPT_QUIET,
    HP_OPT_COLOR,
    HP_OPT_HELP,
    HP_OPT_VERSION,
    HP_OPT_COUNT
};

enum hp_argument { /* what an option takes: checked when parsed, used by completion */
                   HP_ARG_NONE,
                   HP_ARG_FILE,
                   HP_ARG_FOLDER,
                   HP_ARG_TEXT,
                   HP_ARG_COUNT, /* a whole number from 0 */
                   HP_ARG_CHOICE
};

struct hp_cli_option {
    enum hp_option_id id;
    char letter;          /* 0: none */
    const char *name;     /* without dashes */
    const char *argument; /* "FILE"; NULL for HP_ARG_NONE */
    enum hp_argument takes;
    const char *choices;  /* HP_ARG_CHOICE: words separated by spaces */
    const char *commands; /* words; NULL: every visible command */
    const char *help;     /* one line without a full stop */
};
/* In the order of hp_option_id. */
extern const struct hp_cli_option hp_cli_options[HP_OPT_COUNT];

struct hp_cli;

struct hp_command {
    const char *name, *operands; /* "FILE.cfg"; NULL: takes none */
    unsigned operands_min, operands_max;
    const char *summary;                 /* one line without a full stop */
    const char *example;                 /* a whole command line */
    const char *description;             /* paragraphs of the manual, separated by "\n\n" */
    const char *completes;               /* operands in completion: words, or "*.cfg", or NULL */
    bool hidden;                         /* one of our own child processes; argv is not parsed */
    uint32_t (*run)(struct hp_cli *cli); /* returns exit flags, see hp_exit_code() */
};
/* Ends at name == NULL. */
extern const struct hp_command hp_commands[];
/* NULL: unknown. */
const struct hp_command *hp_command_find(const char *name);
bool hp_option_of(const struct hp_cli_option *option, const struct hp_command *command);

/* A parsed command line. Strings belong to argv. */
struct hp_cli {
    const struct hp_command *command;
    const char *const *argv; /* as given: argv[0] is the program */
    int argc;
    const char **operands;
    size_t operand_count;
    const char *listed_in; /* the file of runs that names operands[0]; NULL: the user does */
    const char *value[HP_OPT_COUNT]; /* NULL: not given; "" for a flag that was */
};

/* HP_OK, or HP_E_USAGE with what is wrong and what was meant. command is NULL for `heapproof` alone. */
int hp_cli_parse(int argc, char **argv, struct hp_cli *cli, struct hp_err *err);
void hp_cli_clear(struct hp_cli *cli);

static inline bool hp_cli_has(const struct hp_cli *cli, enum hp_option_id id)
{
    return cli->value[id] != NULL;
}
/* The text given, or `otherwise`. */
const char *hp_cli_text(const struct hp_cli *cli, enum hp_option_id id, const char *otherwise);
int64_t hp_cli_count(const struct hp_cli *cli, enum hp_option_id id, int64_t otherwise);
/* "heapproof run configs/chunk.cfg --seed 4711": what was typed, quoted for a shell, but --json, --quiet
 * and --color. Into out. */
void hp_cli_again(const struct hp_cli *cli, struct hp_text *out);

/* Prints "heapproof: sentence" to stderr and returns the exit flag that belongs to err->code. */
uint32_t hp_cli_fail(const struct hp_err *err);
/* Prints problems to stderr and clears them; returns the flag of HP_EXIT_CONFIG. */
uint32_t hp_cli_problems(struct hp_problems *problems);
static inline uint32_t hp_exit_flag(enum hp_exit code)
{
    return UINT32_C(1) << (code == HP_EXIT_INTERRUPTED ? 31 : (unsigned)code);
}
/* Writes all of `text` to stdout. A closed pipe is no error: the reader had enough. Control characters are
 * written as pictures, but for line ends, tabs and the two colours below: much of the text is not ours. */
void hp_cli_print(const struct hp_text *text);
/* The same to stderr, without colours. */
void hp_cli_say(const struct hp_text *text);

/* ---- colours ---- */

#define HP_COLOR_ALARM "\x1b[1;31m"
#define HP_COLOR_OFF "\x1b[0m"
/* May this stream be coloured? --color=always|never decides, else NO_COLOR, TERM=dumb, a terminal. */
bool hp_cli_colored(const struct hp_cli *cli, int fd);

/* ---- help ---- */

void hp_help_screen(struct hp_text *out);                                    /* heapproof alone */
void hp_help_command(const struct hp_command *command, struct hp_text *out); /* help run */
void hp_help_config(struct hp_text *out);                                    /* help config */
void hp_manual(struct hp_text *out);                                         /* heapproof.1 */
void hp_completion(struct hp_text *out);                                     /* bash */
struct hp_named_help {
    const char *name, *help;
};
extern const struct hp_named_help hp_help_exits[];       /* exit codes; ends at name == NULL */
extern const struct hp_named_help hp_help_environment[]; /* variables; the same */
/* Text broken at spaces into lines of at most `width` columns, each after `indent` spaces. */
void hp_help_wrap(struct hp_text *out, const char *text, unsigned indent, unsigned width);

/* ---- the commands ---- */

uint32_t hp_cmd_run(struct hp_cli *cli);
uint32_t hp_cmd_plan(struct hp_cli *cli);
uint32_t hp_cmd_check(struct hp_cli *cli);
uint32_t hp_cmd_report(struct hp_cli *cli);
uint32_t hp_cmd_replay(struct hp_cli *cli);
uint32_t hp_cmd_record(struct hp_cli *cli);
uint32_t hp_cmd_list(struct hp_cli *cli);
uint32_t hp_cmd_show(struct hp_cli *cli);
uint32_t hp_cmd_doctor(struct hp_cli *cli);
uint32_t hp_cmd_help(struct hp_cli *cli);

#endif
