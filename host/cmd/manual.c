/* SPDX-License-Identifier: MIT
 * The man page (mdoc) and the bash completion, from the same tables as help.
 */
#include "cmd/cmd.h"

#include "cmd/version.h"

#include <string.h>

/* ---- man page ------------------------------------------------------------------------------ */

/* Text of a paragraph: backslashes escaped, and no line may begin with a control character. */
static void put_roff(struct hp_text *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        hp_text_put(out, "\\&");
    for (; *text != '\0'; text++)
        if (*text == '\\')
            hp_text_put(out, "\\e");
        else
            hp_text_put_n(out, text, 1);
}

/* Every sentence begins a line, as mdoc wants it; "\n\n" begins a paragraph. */
static void put_paragraphs(struct hp_text *out, const char *text)
{
    struct hp_text line = { 0 };
    while (*text != '\0') {
        const char *stop = text + strcspn(text, ".\n");
        while (*stop == '.' && stop[1] != ' ' && stop[1] != '\0' && stop[1] != '\n')
            stop += 1 + strcspn(stop + 1, ".\n");
        const size_t n = (size_t)(stop - text) + (*stop == '.');
        hp_text_reset(&line);
        hp_text_put_n(&line, text, n);
        put_roff(out, hp_text_str(&line));
        hp_text_put(out, "\n");
        text += n;
        if (hp_starts_with(text, "\n\n"))
            hp_text_put(out, ".Pp\n");
        text += strspn(text, " \n");
    }
    hp_text_clear(&line);
}

static void put_sentence(struct hp_text *out, const char *help)
{
    put_roff(out, help);
    hp_text_put(out, ".\n");
}

static void put_option(const struct hp_cli_option *o, struct hp_text *out)
{
    hp_text_put(out, ".It");
    if (o->letter != '\0')
        hp_text_print(out, " Fl %c ,", o->letter);
    hp_text_print(out, " Fl -%s", o->name);
    if (o->argument != NULL)
        hp_text_print(out, " Ar %s", o->argument);
    hp_text_put(out, "\n");
    put_sentence(out, o->help);
    if (o->choices != NULL) {
        hp_text_put(out, "One of: ");
        put_sentence(out, o->choices);
    }
}

static void put_operands(struct hp_text *out, const char *operands)
{
    if (operands != NULL && operands[0] == '[')
        hp_text_print(out, " Op Ar %.*s", (int)strlen(operands) - 2, operands + 1);
    else if (operands != NULL)
        hp_text_print(out, " Ar %s", operands);
}

static void put_synopsis(struct hp_text *out)
{
    hp_text_put(out, ".Sh SYNOPSIS\n");
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++) {
        if (c->hidden)
            continue;
        hp_text_print(out, ".Nm\n.Cm %s", c->name);
        put_operands(out, c->operands);
        hp_text_put(out, "\n.Op Ar options\n");
    }
}

static void put_commands(struct hp_text *out)
{
    hp_text_put(out, ".Sh COMMANDS\n");
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++) {
        if (c->hidden)
            continue;
        hp_text_print(out, ".Ss %s\n", c->name);
        put_paragraphs(out, c->description);
        hp_text_put(out, ".Bl -tag -width Ds\n");
        for (size_t i = 0; i < HP_OPT_COUNT; i++)
            if (hp_cli_options[i].commands != NULL && hp_option_of(&hp_cli_options[i], c))
                put_option(&hp_cli_options[i], out);
        hp_text_put(out, ".El\n");
    }
    hp_text_put(out, ".Ss Options of every command\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < HP_OPT_COUNT; i++)
        if (hp_cli_options[i].commands == NULL)
            put_option(&hp_cli_options[i], out);
    hp_text_put(out, ".El\n");
}

static void put_keys(struct hp_text *out)
{
    hp_text_put(out, ".Sh CONFIGURATION\n.Bl -tag -width Ds\n");
    for (const struct hp_key *k = hp_config_keys; k->name != NULL; k++) {
        hp_text_print(out, ".It Va %s Pq ", k->name);
        put_roff(out, k->type);
        hp_text_put(out, "\n");
        put_sentence(out, k->help);
        if (k->range != NULL && *k->range != '\0') {
            hp_text_put(out, "Range: ");
            put_sentence(out, k->range);
        }
        if (k->fallback != NULL && *k->fallback != '\0') {
            hp_text_put(out, "Default: ");
            put_sentence(out, k->fallback);
        }
    }
    hp_text_put(out, ".El\n");
}

static void put_named(const struct hp_named_help *rows, const char *macro, struct hp_text *out)
{
    hp_text_put(out, ".Bl -tag -width Ds\n");
    for (; rows->name != NULL; rows++) {
        hp_text_print(out, ".It %s %s\n", macro, rows->name);
        put_sentence(out, rows->help);
    }
    hp_text_put(out, ".El\n");
}

void hp_manual(struct hp_text *out)
{
    hp_text_print(out,
                  ".Dd November 30, 2026\n.Dt HEAPPROOF 1\n.Os heapproof %s\n.Sh NAME\n"
                  ".Nm heapproof\n"
                  ".Nd find the sizes at which a heap changes its behaviour, and prove it\n",
                  hp_version());
    put_synopsis(out);
    hp_text_put(out, ".Sh DESCRIPTION\n");
    put_paragraphs(out,
                   "An allocator or a garbage-collected heap changes its behaviour at certain "
                   "sizes. heapproof finds such boundaries, measures what crossing them costs, "
                   "shows that moving the threshold moves the effect, and renders a PDF that a "
                   "reviewer can check. Sweeps are written in .cfg files, claims in Lua.");
    put_commands(out);
    put_keys(out);
    hp_text_put(out, ".Sh ENVIRONMENT\n");
    put_named(hp_help_environment, "Ev", out);
    hp_text_put(out, ".Sh FILES\n.Bl -tag -width Ds\n.It Pa out/NAME.db\n"
                     "The database of a run: SQLite, one plain file when no run is going on.\n"
                     ".It Pa out/NAME/LABEL/\nWhat was rendered of it.\n.El\n");
    hp_text_put(out, ".Sh EXIT STATUS\nOf several the first of 130, 2, 3, 6, 1, 5, 4.\n");
    put_named(hp_help_exits, "Li", out);
    hp_text_put(out, ".Sh EXAMPLES\n.Bd -literal -offset indent\n");
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++)
        if (!c->hidden)
            hp_text_print(out, "%s\n", c->example);
    hp_text_put(out, ".Ed\n");
}

/* ---- completion ---------------------------------------------------------------------------- */

static void put_option_words(struct hp_text *out, const struct hp_command *command)
{
    bool first = true;
    for (size_t i = 0; i < HP_OPT_COUNT; i++)
        if (hp_option_of(&hp_cli_options[i], command)) {
            hp_text_print(out, "%s--%s", first ? "" : " ", hp_cli_options[i].name);
            first = false;
        }
}

/* The pattern of an option: "--db|-d". */
static void put_pattern(struct hp_text *out, const struct hp_cli_option *o)
{
    hp_text_print(out, "--%s", o->name);
    if (o->letter != '\0')
        hp_text_print(out, "|-%c", o->letter);
}

/* Finds the command: the first word that is no option and no option's value. */
static void put_command_search(struct hp_text *out)
{
    bool first = true;
    hp_text_put(out, "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                     "        case ${COMP_WORDS[i]} in\n        ");
    for (size_t i = 0; i < HP_OPT_COUNT; i++)
        if (hp_cli_options[i].takes != HP_ARG_NONE) {
            hp_text_put(out, first ? "" : "|");
            put_pattern(out, &hp_cli_options[i]);
            first = false;
        }
    hp_text_put(out, ")\n"
                     "            [[ ${COMP_WORDS[i+1]} == = ]] && ((i++))\n"
                     "            ((i++)) ;;\n"
                     "        -*) ;;\n"
                     "        *)\n"
                     "            command=${COMP_WORDS[i]}\n"
                     "            break ;;\n"
                     "        esac\n"
                     "    done\n");
}

/* What follows an option that takes a value. */
static void put_value_cases(struct hp_text *out)
{
    for (size_t i = 0; i < HP_OPT_COUNT; i++) {
        const struct hp_cli_option *o = &hp_cli_options[i];
        if (o->takes == HP_ARG_NONE)
            continue;
        hp_text_put(out, "    ");
        put_pattern(out, o);
        hp_text_put(out, ")\n        ");
        if (o->takes == HP_ARG_FILE)
            hp_text_put(out, "_heapproof_files '*'");
        else if (o->takes == HP_ARG_FOLDER)
            hp_text_put(out, "mapfile -t COMPREPLY < <(compgen -d -- \"$word\")");
        else if (o->takes == HP_ARG_CHOICE)
            hp_text_print(out, "_heapproof_words '%s'", o->choices);
        else
            hp_text_put(out, "COMPREPLY=()");
        hp_text_put(out, "\n        return ;;\n");
    }
}

static void put_command_cases(struct hp_text *out)
{
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++) {
        if (c->hidden)
            continue;
        hp_text_print(out, "    %s)\n        options='", c->name);
        put_option_words(out, c);
        hp_text_print(out, "'\n        operands='%s' ;;\n",
                      c->completes != NULL ? c->completes : "");
    }
}

void hp_completion(struct hp_text *out)
{
    hp_text_put(out,
                "# bash completion for heapproof; made by `heapproof help --completion`\n"
                "_heapproof_words() {\n"
                "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\")\n"
                "}\n"
                "_heapproof_files() {\n"
                "    compopt -o filenames 2>/dev/null\n"
                "    mapfile -t COMPREPLY < <(compgen -f -X \"!$1\" -- \"$word\"; "
                "compgen -d -- \"$word\")\n"
                "}\n"
                "_heapproof() {\n"
                "    local word=${COMP_WORDS[COMP_CWORD]} command='' options='' operands='' i\n"
                "    local before=${COMP_WORDS[COMP_CWORD-1]}\n"
                "    case $before in\n");
    put_value_cases(out);
    hp_text_put(out, "    esac\n");
    put_command_search(out);
    hp_text_put(out, "    if [[ -z $command ]]; then\n"
                     "        _heapproof_words '");
    for (const struct hp_command *c = hp_commands; c->name != NULL; c++)
        if (!c->hidden)
            hp_text_print(out, "%s ", c->name);
    put_option_words(out, NULL);
    hp_text_put(out, "'\n        return\n    fi\n    case $command in\n");
    put_command_cases(out);
    hp_text_put(out, "    esac\n"
                     "    if [[ $word == -* ]]; then\n"
                     "        _heapproof_words \"$options\"\n"
                     "        return\n"
                     "    fi\n"
                     "    case $operands in\n"
                     "    *'*'*)\n"
                     "        local all=()\n"
                     "        set -f\n"
                     "        for i in $operands; do\n"
                     "            _heapproof_files \"$i\"\n"
                     "            all+=(\"${COMPREPLY[@]}\")\n"
                     "        done\n"
                     "        set +f\n"
                     "        COMPREPLY=(\"${all[@]}\") ;;\n"
                     "    *)\n"
                     "        _heapproof_words \"$operands\" ;;\n"
                     "    esac\n"
                     "}\n"
                     "complete -F _heapproof heapproof\n");
}
