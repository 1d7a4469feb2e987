/* SPDX-License-Identifier: MIT
 * Who paints the pages as pictures? Forked children of the parent process, one for each document, no more at a time
 * than there are processors. A child inherits the laid-out pages and writes files; it touches neither database nor
 * terminal, and does not outlive its parent.
 */
#include "reports/pictures.h"

#include "base/file.h"
#include "reports/paint.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

const char *hp_picture_name(struct hp_arena *arena, const char *stem, size_t page)
{
    return hp_arena_print(arena, "%s-%02zu.png", stem, page);
}

static int paint(const char *folder, struct hp_doc *doc, const char *stem, struct hp_err *err)
{
    int rc = HP_OK;
    for (size_t i = 0; rc == HP_OK && i < doc->page_count; i++) {
        const char *name = hp_picture_name(doc->arena, stem, i + 1);
        struct hp_text png = { 0 };
        rc = hp_paint_png(doc, i, &png, err);
        if (rc == HP_OK)
            rc = hp_file_write(hp_arena_print(doc->arena, "%s/%s", folder, name), png.text,
                               png.bytes, err);
        hp_text_clear(&png);
    }
    return rc;
}

/* The child. */
_Noreturn static void work(const char *folder, const struct hp_doc *doc, const char *stem,
                           int failure, pid_t parent)
{
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    struct hp_doc own = *doc;
    struct hp_err err = { 0 };
    const bool ok = paint(folder, &own, stem, &err) == HP_OK;
    if (!ok) /* less than PIPE_BUF: all or nothing */
        (void)!write(failure, &err, sizeof err);
    _exit(ok ? 0 : 1);
}

/* Waits for the one that was started first. */
static int reap_first(struct hp_painters *painters, struct hp_err *err)
{
    const struct hp_painter first = painters->at_work[0];
    painters->count--;
    memmove(&painters->at_work[0], &painters->at_work[1],
            painters->count * sizeof painters->at_work[0]);
    int status = 0;
    while (waitpid(first.pid, &status, 0) < 0 && errno == EINTR)
        continue;
    struct hp_err said;
    const bool heard = read(first.failure, &said, sizeof said) == (ssize_t)sizeof said;
    (void)close(first.failure);
    if (status == 0)
        return HP_OK;
    if (heard) {
        *err = said;
        return err->code;
    }
    return hp_fail(err, HP_E_ENV, "%s: the painting of its pages ended early (%s)", first.stem,
                   WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exit");
}

int hp_painters_start(struct hp_painters *painters, const struct hp_doc *doc, const char *stem,
                      struct hp_err *err)
{
    if (painters->most == 0) {
        const long here = sysconf(_SC_NPROCESSORS_ONLN);
        painters->most = here < 1 ? 1 : here < HP_PAINTERS_MAX ? (size_t)here : HP_PAINTERS_MAX;
    }
    while (painters->count >= painters->most) {
        const int rc = reap_first(painters, err);
        if (rc != HP_OK)
            return rc;
    }
    int ends[2];
    if (pipe(ends) != 0)
        return hp_fail(err, HP_E_ENV, "%s: cannot paint its pages: %s", stem, strerror(errno));
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        work(painters->folder, doc, stem, ends[1], parent);
    (void)close(ends[1]);
    if (pid < 0) {
        (void)close(ends[0]);
        return hp_fail(err, HP_E_ENV, "%s: cannot paint its pages: %s", stem, strerror(errno));
    }
    painters->at_work[painters->count++] =
        (struct hp_painter){ .pid = pid, .failure = ends[0], .stem = stem };
    return HP_OK;
}

int hp_painters_wait(struct hp_painters *painters, int rc, struct hp_err *err)
{
    while (painters->count > 0) {
        struct hp_err late = { 0 };
        if (rc != HP_OK)
            (void)kill(painters->at_work[0].pid, SIGKILL);
        const int ended = reap_first(painters, &late);
        if (rc == HP_OK && ended != HP_OK) {
            rc = ended;
            *err = late;
        }
    }
    return rc;
}
