/* SPDX-License-Identifier: MIT
 * From argv to a command, from its flags to an exit code. The parent and its own children (hidden commands)
 * start here. LC_NUMERIC stays "C": nothing calls setlocale().
 */
#include "cmd/cmd.h"
#include "cmd/version.h"

#include <signal.h>
#include <stdio.h>

/* --help, --version and `heapproof` alone. False: there is a command, and it is to run. */
static bool answered(const struct hp_cli *cli)
{
    if (cli->command != NULL && cli->command->hidden)
        return false;
    struct hp_text out = { 0 };
    if (hp_cli_has(cli, HP_OPT_VERSION))
        hp_text_print(&out, "heapproof %s (%s)\n", hp_version(), hp_revision());
    else if (cli->command == NULL)
        hp_help_screen(&out);
    else if (hp_cli_has(cli, HP_OPT_HELP))
        hp_help_command(cli->command, &out);
    const bool any = out.bytes != 0;
    hp_cli_print(&out);
    hp_text_clear(&out);
    return any;
}

int main(int argc, char **argv)
{
    struct hp_cli cli;
    struct hp_err err = { 0 };
    uint32_t flags = hp_exit_flag(HP_EXIT_HOLDS);
    /* A reader that had enough (`| head`) must not cost what a run would still store. */
    (void)signal(SIGPIPE, SIG_IGN);
    const int parsed = hp_cli_parse(argc, argv, &cli, &err);
    /* A file that may not grow is a full disk, with its sentence. Children keep what they have. */
    if (cli.command == NULL || !cli.command->hidden)
        (void)signal(SIGXFSZ, SIG_IGN);
    if (parsed != HP_OK)
        flags = hp_cli_fail(&err);
    else if (!answered(&cli) && cli.command != NULL)
        flags = cli.command->run(&cli);
    hp_cli_clear(&cli);
    return hp_exit_code(flags);
}
