/* SPDX-License-Identifier: MIT
 * Answers: where does a report go, and how far is it? Parent only.
 */
#include "cmd/render.h"

#include "base/file.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDERS_MAX = 10000 };

const char *hp_out_folder(const struct hp_cli *cli)
{
    return hp_cli_text(cli, HP_OPT_OUT, "out");
}

/* Makes the first of LABEL, LABEL-2, ... that is not there yet. mkdir() decides, so two renderings at the same
 * moment get two folders. */
static int new_folder(const char *parent, const struct hp_evidence *e, const char **out,
                      struct hp_err *err)
{
    int rc = hp_make_folders(parent, err);
    if (rc != HP_OK)
        return rc;
    for (unsigned i = 1; i < FOLDERS_MAX; i++) {
        const char *path = i == 1 ? hp_arena_print(e->arena, "%s/%s", parent, e->run.label)
                                  : hp_arena_print(e->arena, "%s/%s-%u", parent, e->run.label, i);
        if (mkdir(path, 0777) == 0) {
            *out = path;
            return HP_OK;
        }
        if (errno != EEXIST)
            return hp_fail(err, HP_E_ENV, "%s: cannot make the report's folder: %s", path,
                           strerror(errno));
    }
    return hp_fail(err, HP_E_ENV, "%s: %d renderings of run %s are there - remove some", parent,
                   FOLDERS_MAX, e->run.label);
}

static void show_document(void *context, const char *file, unsigned pages)
{
    const bool *terminal = context;
    if (*terminal)
        (void)fprintf(stderr, "\r\033[Kreport  %s.pdf  %u pages", file, pages);
}

int hp_render(const struct hp_cli *cli, struct hp_store *store, const struct hp_evidence *e,
              struct hp_rendering *out, struct hp_err *err)
{
    memset(out, 0, sizeof *out);
    const char *parent = hp_arena_print(e->arena, "%s/%s", hp_out_folder(cli), e->run.name);
    const int rc = new_folder(parent, e, &out->folder, err);
    if (rc != HP_OK)
        return rc;
    bool terminal = isatty(STDERR_FILENO) == 1 && !hp_cli_has(cli, HP_OPT_QUIET);
    const struct hp_report_request request = {
        .store = store,
        .run_id = e->run.run_id,
        .verdicts = &e->claims,
        .published = &e->published,
        .folder = out->folder,
        .language = hp_cli_text(cli, HP_OPT_LANGUAGE, NULL),
        .png = !hp_cli_has(cli, HP_OPT_NO_PNG),
        .progress = show_document,
        .context = &terminal,
    };
    const int rendered = hp_report_render(&request, &out->files, err);
    if (terminal)
        (void)fputs("\r\033[K", stderr);
    if (rendered != HP_OK) {
        (void)rmdir(out->folder); /* stays when pages are in it */
        hp_rendering_clear(out);
    }
    return rendered;
}

void hp_rendering_clear(struct hp_rendering *r)
{
    hp_mem_free(r->files.names);
    hp_arena_free(r->files.arena);
    memset(r, 0, sizeof *r);
}
