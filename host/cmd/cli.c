/* SPDX-License-Identifier: MIT
 * What did the user type, and what did they mean? The command line is read once, by the parent; the
 * hidden commands of child processes take no options.
 */
#include "cmd/cmd.h"

#include "base/nearest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAMES_MOST = 64 };

/* ---- parsing ------------------------------------------------------------------------------- */

/* Where the parser stands. */
struct walk {
    int argc;
    char **argv;
    int next;
    bool only_operands; /* after "--" */
    struct hp_cli *cli;
};

static int unknown_command(const char *word, struct hp_err *err)
{
    const char *names[NAMES_MOST];
    size_t count = 0;
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++)
        if (!c->hidden)
            names[count++] = c->name;
    if (hp_ends_with(word, ".cfg"))
        return hp_fail(err, HP_E_USAGE, "\"%s\" is no command - to run that file: heapproof run %s",
                       word, word);
    const char *near = hp_nearest(word, names, count);
    if (near != NULL)
        return hp_fail(err, HP_E_USAGE, "unknown command \"%s\" - did you mean \"%s\"?", word,
                       near);
    return hp_fail(err, HP_E_USAGE,
                   "unknown command \"%s\" - the commands are listed by: heapproof", word);
}

static const char *command_name(const struct hp_cli *cli)
{
    return cli->command != NULL ? cli->command->name : "heapproof";
}

static int unknown_option(const struct hp_cli *cli, const char *name, struct hp_err *err)
{
    const char *names[HP_OPT_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < HP_OPT_COUNT; i++) {
        const struct hp_cli_option *o = &hp_cli_options[i];
        if (strcmp(o->name, name) == 0)
            return hp_fail(err, HP_E_USAGE, "--%s is no option of %s, but of: %s", name,
                           command_name(cli), o->commands);
        if (hp_option_of(o, cli->command))
            names[count++] = o->name;
    }
    const char *near = hp_nearest(name, names, count);
    const char *help = cli->command != NULL ? cli->command->name : "";
    if (near != NULL)
        return hp_fail(err, HP_E_USAGE, "%s: unknown option --%s - did you mean --%s?",
                       command_name(cli), name, near);
    return hp_fail(err, HP_E_USAGE,
                   "%s: unknown option --%s - its options are listed by: heapproof "
                   "help%s%s",
                   command_name(cli), name, *help != '\0' ? " " : "", help);
}

static int check_argument(const struct hp_cli_option *o, const char *text, struct hp_err *err)
{
    int64_t count;
    struct hp_err inner;
    if (*text == '\0')
        return hp_fail(err, HP_E_USAGE, "--%s needs a %s, not an empty text", o->name, o->argument);
    if (o->takes == HP_ARG_COUNT && (hp_parse_count(text, &count, &inner) != HP_OK || count < 0))
        return hp_fail(err, HP_E_USAGE, "--%s %s: expected a whole number from 0", o->name, text);
    if (o->takes != HP_ARG_CHOICE || hp_word_in(o->choices, text))
        return HP_OK;
    return hp_fail(err, HP_E_USAGE, "--%s %s: expected one of: %s", o->name, text, o->choices);
}

/* `given` is the text after '=' or behind the letter, NULL when there is none. */
static int take_option(struct walk *w, const struct hp_cli_option *o, const char *given,
                       struct hp_err *err)
{
    if (o->takes == HP_ARG_NONE) {
        if (given != NULL)
            return hp_fail(err, HP_E_USAGE, "--%s takes no value", o->name);
        w->cli->value[o->id] = "";
        return HP_OK;
    }
    if (given == NULL) {
        if (w->next == w->argc)
            return hp_fail(err, HP_E_USAGE, "--%s needs a %s", o->name, o->argument);
        given = w->argv[w->next++];
    }
    const int rc = check_argument(o, given, err);
    if (rc == HP_OK)
        w->cli->value[o->id] = given;
    return rc;
}

static int take_long(struct walk *w, const char *word, struct hp_err *err)
{
    const char *equals = strchr(word, '=');
    const size_t n = equals != NULL ? (size_t)(equals - word) : strlen(word);
    for (size_t i = 0; i < HP_OPT_COUNT; i++) {
        const struct hp_cli_option *o = &hp_cli_options[i];
        if (strlen(o->name) == n && strncmp(o->name, word, n) == 0 &&
            hp_option_of(o, w->cli->command))
            return take_option(w, o, equals != NULL ? equals + 1 : NULL, err);
    }
    struct hp_text name = { 0 };
    hp_text_put_n(&name, word, n);
    const int rc = unknown_option(w->cli, hp_text_str(&name), err);
    hp_text_clear(&name);
    return rc;
}

static const struct hp_cli_option *find_letter(const struct hp_cli *cli, char letter)
{
    for (size_t i = 0; i < HP_OPT_COUNT; i++)
        if (hp_cli_options[i].letter == letter && hp_option_of(&hp_cli_options[i], cli->command))
            return &hp_cli_options[i];
    return NULL;
}

/* "-q", "-qj2", "-j 2". */
static int take_letters(struct walk *w, const char *letters, struct hp_err *err)
{
    for (const char *at = letters; *at != '\0'; at++) {
        const struct hp_cli_option *o = find_letter(w->cli, *at);
        if (o == NULL)
            return hp_fail(err, HP_E_USAGE, "%s: unknown option -%c", command_name(w->cli), *at);
        const bool rest = o->takes != HP_ARG_NONE && at[1] != '\0';
        const int rc = take_option(w, o, rest ? at + 1 : NULL, err);
        if (rc != HP_OK || rest)
            return rc;
    }
    return HP_OK;
}

static int take_word(struct walk *w, const char *word, struct hp_err *err)
{
    struct hp_cli *cli = w->cli;
    if (!w->only_operands && strcmp(word, "--") == 0) {
        w->only_operands = true;
        return HP_OK;
    }
    if (!w->only_operands && hp_starts_with(word, "--"))
        return take_long(w, word + 2, err);
    if (!w->only_operands && word[0] == '-' && word[1] != '\0')
        return take_letters(w, word + 1, err);
    if (cli->command == NULL) {
        cli->command = hp_command_find(word);
        return cli->command != NULL ? HP_OK : unknown_command(word, err);
    }
    cli->operands[cli->operand_count++] = word;
    return HP_OK;
}

static int check_operands(const struct hp_cli *cli, struct hp_err *err)
{
    const struct hp_command *c = cli->command;
    if (c == NULL || hp_cli_has(cli, HP_OPT_HELP) || hp_cli_has(cli, HP_OPT_VERSION))
        return HP_OK;
    if (cli->operand_count < c->operands_min)
        return hp_fail(err, HP_E_USAGE, "%s needs %s, as in: %s", c->name, c->operands, c->example);
    if (cli->operand_count <= c->operands_max)
        return HP_OK;
    const char *extra = cli->operands[c->operands_max];
    if (c->operands == NULL)
        return hp_fail(err, HP_E_USAGE, "%s takes no operand: \"%s\"", c->name, extra);
    return hp_fail(err, HP_E_USAGE, "%s takes %s and no more: \"%s\"", c->name, c->operands, extra);
}

int hp_cli_parse(int argc, char **argv, struct hp_cli *cli, struct hp_err *err)
{
    *cli = (struct hp_cli){ .argv = (const char *const *)argv, .argc = argc };
    cli->operands = hp_mem_new(((size_t)argc + 1) * sizeof *cli->operands);
    struct walk w = { .argc = argc, .argv = argv, .next = 1, .cli = cli };
    int rc = HP_OK;
    while (rc == HP_OK && w.next < argc) {
        rc = take_word(&w, argv[w.next++], err);
        if (cli->command != NULL && cli->command->hidden)
            return rc;
    }
    return rc == HP_OK ? check_operands(cli, err) : rc;
}

void hp_cli_clear(struct hp_cli *cli)
{
    hp_mem_free(cli->operands);
    *cli = (struct hp_cli){ 0 };
}

/* ---- what was given ------------------------------------------------------------------------ */

const char *hp_cli_text(const struct hp_cli *cli, enum hp_option_id id, const char *otherwise)
{
    return cli->value[id] != NULL ? cli->value[id] : otherwise;
}

int64_t hp_cli_count(const struct hp_cli *cli, enum hp_option_id id, int64_t otherwise)
{
    int64_t count;
    struct hp_err err;
    if (cli->value[id] == NULL || hp_parse_count(cli->value[id], &count, &err) != HP_OK)
        return otherwise;
    return count;
}

static void put_quoted(struct hp_text *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./:,%@";
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        hp_text_put(out, word);
        return;
    }
    hp_text_put(out, "'");
    for (; *word != '\0'; word++)
        if (*word == '\'')
            hp_text_put(out, "'\\''");
        else
            hp_text_put_n(out, word, 1);
    hp_text_put(out, "'");
}

static bool about_output(enum hp_option_id id)
{
    return id == HP_OPT_JSON || id == HP_OPT_QUIET || id == HP_OPT_COLOR;
}

void hp_cli_again(const struct hp_cli *cli, struct hp_text *out)
{
    const bool called = cli->argc > 0 && cli->argv[0] != NULL && *cli->argv[0] != '\0';
    put_quoted(out, called ? cli->argv[0] : "heapproof");
    hp_text_print(out, " %s", command_name(cli));
    for (size_t i = 0; i < cli->operand_count; i++) {
        hp_text_put(out, " ");
        put_quoted(out, cli->operands[i]);
    }
    for (size_t i = 0; i < HP_OPT_COUNT; i++) {
        const struct hp_cli_option *o = &hp_cli_options[i];
        if (cli->value[o->id] == NULL || about_output(o->id))
            continue;
        hp_text_print(out, " --%s", o->name);
        if (o->takes != HP_ARG_NONE) {
            hp_text_put(out, " ");
            put_quoted(out, cli->value[o->id]);
        }
    }
}

/* ---- what goes back ------------------------------------------------------------------------ */

static void put_seen(const struct hp_text *text, FILE *stream)
{
    static const char *const colours[] = { HP_COLOR_ALARM, HP_COLOR_OFF };
    struct hp_text seen = { 0 };
    const char *at = hp_text_str(text), *const end = at + text->bytes;
    while (at < end) {
        const char *escape = memchr(at, '\x1b', (size_t)(end - at));
        const char *stop = escape != NULL ? escape : end;
        hp_text_put_seen(&seen, at, (size_t)(stop - at));
        at = stop;
        for (size_t i = 0; at == escape && stream == stdout && i < 2; i++)
            if (hp_starts_with(at, colours[i])) {
                hp_text_put(&seen, colours[i]);
                at += strlen(colours[i]);
            }
        if (at == escape)
            hp_text_put_seen(&seen, at++, 1);
    }
    (void)fwrite(hp_text_str(&seen), 1, seen.bytes, stream);
    (void)fflush(stream);
    hp_text_clear(&seen);
}

void hp_cli_say(const struct hp_text *text)
{
    put_seen(text, stderr);
}

uint32_t hp_cli_fail(const struct hp_err *err)
{
    struct hp_text out = { 0 };
    hp_text_print(&out, "heapproof: %s\n", err->text);
    hp_cli_say(&out);
    hp_text_clear(&out);
    switch (err->code) {
    case HP_E_USAGE:
        return hp_exit_flag(HP_EXIT_USAGE);
    case HP_E_CONFIG:
        return hp_exit_flag(HP_EXIT_CONFIG);
    case HP_E_NOTHING:
        return hp_exit_flag(HP_EXIT_NOTHING);
    default:
        return hp_exit_flag(HP_EXIT_ENV);
    }
}

uint32_t hp_cli_problems(struct hp_problems *problems)
{
    struct hp_text out = { 0 };
    hp_problems_print(problems, &out);
    hp_cli_say(&out);
    hp_text_clear(&out);
    hp_problems_clear(problems);
    return hp_exit_flag(HP_EXIT_CONFIG);
}

void hp_cli_print(const struct hp_text *text)
{
    put_seen(text, stdout);
}

bool hp_cli_colored(const struct hp_cli *cli, int fd)
{
    const char *when = hp_cli_text(cli, HP_OPT_COLOR, "auto");
    if (strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no != NULL && *no != '\0')
        return false;
    return term != NULL && strcmp(term, "dumb") != 0 && isatty(fd) == 1;
}
