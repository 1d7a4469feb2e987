/* SPDX-License-Identifier: MIT
 * What does the program say about itself? Everything comes from the tables of commands, options, keys and
 * exit codes; only their frame is written here.
 */
#include "cmd/cmd.h"

#include "base/nearest.h"

#include <string.h>

enum { WIDTH = 88 };

const struct hp_named_help hp_help_exits[] = {
    { "0", "every claim that decides holds; in a run without scripts: every case has its results" },
    { "1", "a claim is broken" },
    { "2", "the command line is wrong" },
    { "3", "a .cfg or Lua script is wrong" },
    { "4", "a claim cannot be told yet; in a run without scripts: a case failed or is missing" },
    { "5", "nothing ran, or everything was skipped" },
    { "6", "the environment: a file, font, permission or the database" },
    { "130", "interrupted" },
    { NULL, NULL },
};

const struct hp_named_help hp_help_environment[] = {
    { "NO_COLOR", "no colours, when not empty" },
    { "HEAPPROOF_PLUGINS", "folder of the plugins, instead of the one beside the program" },
    { "HEAPPROOF_DATA", "folder that has configs/ and lua/, instead of the installed one" },
    { "HEAPPROOF_NOW", "the date to stamp, as 2026-11-30T14:02:05Z; intervals are not touched" },
    { NULL, NULL },
};

void hp_help_wrap(struct hp_text *out, const char *text, unsigned indent, unsigned width)
{
    size_t column = width; /* full: the first word begins a line */
    bool first = true;
    while (*text != '\0') {
        const size_t n = strcspn(text, " \n");
        struct hp_text word = { 0 };
        hp_text_put_n(&word, text, n);
        const size_t columns = hp_utf8_width(hp_text_str(&word));
        if (n != 0 && column + 1 + columns > width) {
            hp_text_print(out, "%s%*s", first ? "" : "\n", (int)indent, "");
            column = indent;
        } else if (n != 0) {
            hp_text_put(out, " ");
            column++;
        }
        hp_text_put(out, hp_text_str(&word));
        column += columns;
        first = first && n == 0;
        hp_text_clear(&word);
        text += n;
        if (hp_starts_with(text, "\n\n")) {
            hp_text_put(out, "\n");
            column = width;
        }
        text += strspn(text, " \n");
    }
    hp_text_put(out, "\n");
}

void hp_help_screen(struct hp_text *out)
{
    hp_text_put(out,
                "heapproof - finds the sizes at which a heap changes its behaviour, and proves "
                "it\n\n");
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++)
        if (!c->hidden)
            hp_text_print(out, "  %-8s%s\n          %s\n", c->name, c->summary, c->example);
    hp_text_put(out, "\n`heapproof help COMMAND` has the options of a command, `heapproof help "
                     "config` the keys of a .cfg.\n");
}

/* "  -d, --db FILE": left column of an option. */
static void put_option_name(const struct hp_cli_option *o, struct hp_text *out)
{
    if (o->letter != '\0')
        hp_text_print(out, "  -%c, --%s", o->letter, o->name);
    else
        hp_text_print(out, "      --%s", o->name);
    if (o->argument != NULL)
        hp_text_print(out, " %s", o->argument);
}

static void put_row(struct hp_text *out, const char *left, const char *help, unsigned indent)
{
    struct hp_text wrapped = { 0 };
    hp_help_wrap(&wrapped, help, indent, WIDTH);
    const size_t used = hp_utf8_width(left);
    if (used + 2 > indent)
        hp_text_print(out, "%s\n%s", left, hp_text_str(&wrapped));
    else
        hp_text_print(out, "%s%s", left, hp_text_str(&wrapped) + used);
    hp_text_clear(&wrapped);
}

static void put_option(const struct hp_cli_option *o, struct hp_text *out)
{
    struct hp_text left = { 0 }, help = { 0 };
    put_option_name(o, &left);
    hp_text_put(&help, o->help);
    if (o->choices != NULL)
        hp_text_print(&help, " (%s)", o->choices);
    put_row(out, hp_text_str(&left), hp_text_str(&help), 24);
    hp_text_clear(&left);
    hp_text_clear(&help);
}

static void put_named(const struct hp_named_help *rows, unsigned indent, struct hp_text *out)
{
    for (; rows->name != NULL; rows++) {
        struct hp_text left = { 0 };
        hp_text_print(&left, "  %s", rows->name);
        put_row(out, hp_text_str(&left), rows->help, indent);
        hp_text_clear(&left);
    }
}

void hp_help_command(const struct hp_command *command, struct hp_text *out)
{
    hp_text_print(out, "heapproof %s%s%s [options]\n\n", command->name,
                  command->operands != NULL ? " " : "",
                  command->operands != NULL ? command->operands : "");
    hp_help_wrap(out, command->description, 2, WIDTH);
    hp_text_print(out, "\nEXAMPLE\n  %s\n\nOPTIONS\n", command->example);
    for (size_t i = 0; i < HP_OPT_COUNT; i++)
        if (hp_option_of(&hp_cli_options[i], command))
            put_option(&hp_cli_options[i], out);
    hp_text_put(out, "\nEXIT CODES (of several the first of 130, 2, 3, 6, 1, 5, 4)\n");
    put_named(hp_help_exits, 8, out);
    hp_text_put(out, "\nENVIRONMENT\n");
    put_named(hp_help_environment, 24, out);
}

void hp_help_config(struct hp_text *out)
{
    hp_text_put(out,
                "Keys of a .cfg file. Sizes take KiB, MiB, GiB; times ns, us, ms, s, min.\n\n");
    for (const struct hp_key *k = hp_config_keys; k->name != NULL; k++) {
        hp_text_print(out, "  %s (%s", k->name, k->type);
        if (k->range != NULL && *k->range != '\0')
            hp_text_print(out, ", %s", k->range);
        if (k->fallback != NULL && *k->fallback != '\0')
            hp_text_print(out, ", default %s", k->fallback);
        hp_text_put(out, ")\n");
        hp_help_wrap(out, k->help, 6, WIDTH);
    }
}

/* "help run", "help config"; unknown words get the nearest. */
static int put_topic(const char *topic, struct hp_text *out, struct hp_err *err)
{
    const char *names[32];
    size_t count = 0;
    names[count++] = "config";
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++)
        if (!c->hidden)
            names[count++] = c->name;
    const struct hp_command *command = hp_command_find(topic);
    if (strcmp(topic, "config") == 0)
        hp_help_config(out);
    else if (command != NULL && !command->hidden)
        hp_help_command(command, out);
    else {
        const char *near = hp_nearest(topic, names, count);
        return near != NULL ? hp_fail(err, HP_E_USAGE, "no help on \"%s\" - did you mean \"%s\"?",
                                      topic, near)
                            : hp_fail(err, HP_E_USAGE,
                                      "no help on \"%s\" - the commands are "
                                      "listed by: heapproof",
                                      topic);
    }
    return HP_OK;
}

uint32_t hp_cmd_help(struct hp_cli *cli)
{
    struct hp_text out = { 0 };
    struct hp_err err = { 0 };
    int rc = HP_OK;
    if (hp_cli_has(cli, HP_OPT_MAN))
        hp_manual(&out);
    else if (hp_cli_has(cli, HP_OPT_COMPLETION))
        hp_completion(&out);
    else if (cli->operand_count == 0)
        hp_help_screen(&out);
    else
        rc = put_topic(cli->operands[0], &out, &err);
    hp_cli_print(&out);
    hp_text_clear(&out);
    return rc == HP_OK ? hp_exit_flag(HP_EXIT_HOLDS) : hp_cli_fail(&err);
}
