/* SPDX-License-Identifier: MIT
 * Answers: where may a test kill this process? Any process; state is set once from the environment.
 */
#include "base/fault.h"

#include "base/err.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

const struct hp_fault hp_faults[] = {
    { "file.rename", "a file is written whole, not yet under its name" },
    { "store.migrate", "in a migration: tables made, version not yet written" },
    { "store.views", "in a migration: version written, views not yet made" },
    { "store.begin-run", "a new run's rows written, not committed" },
    { "store.transaction", "a launch's rows half written" },
    { "store.commit", "a launch's rows written, not committed" },
    { "store.committed", "a launch is committed" },
    { "store.verdicts", "verdicts half written" },
    { "store.end-run", "a run's end written, not committed" },
    { "store.checkpoint", "closing: before the write-ahead log is copied back" },
    { "store.journal", "closing: the log is copied back, the file not yet a plain one" },
    { "worker.frame", "parent: a frame of a launch has come, more are due" },
    { "worker.launch", "parent: a launch has ended, its results are not stored" },
    { "report.page", "a page is painted, the document not finished" },
    { NULL, NULL },
};

static struct {
    bool asked;        /* the environment was read */
    const char *name;  /* NULL: nothing armed */
    size_t name_bytes; /* without ":N" */
    unsigned long left;
} armed;

static bool known(const char *name, size_t bytes)
{
    for (const struct hp_fault *f = hp_faults; f->name != NULL; f++)
        if (strlen(f->name) == bytes && memcmp(f->name, name, bytes) == 0)
            return true;
    return false;
}

static void arm(void)
{
    armed.asked = true;
    const char *at = getenv("HEAPPROOF_KILL_AT");
    if (at == NULL || *at == '\0')
        return;
    const char *colon = strchr(at, ':');
    armed.name = at;
    armed.name_bytes = colon != NULL ? (size_t)(colon - at) : strlen(at);
    armed.left = colon != NULL ? strtoul(colon + 1, NULL, 10) : 1;
    if (known(at, armed.name_bytes) && armed.left > 0)
        return;
    (void)fprintf(
        stderr, "HEAPPROOF_KILL_AT=%s: not NAME or NAME:N with a point of host/base/fault.c\n", at);
    _exit(6);
}

void hp_fault_point(const char *name)
{
    if (!armed.asked)
        arm();
    if (armed.name == NULL)
        return;
    if (!known(name, strlen(name)))
        hp_bug("fault point %s is not in the table", name);
    if (strlen(name) != armed.name_bytes || memcmp(name, armed.name, armed.name_bytes) != 0)
        return;
    if (--armed.left == 0)
        (void)raise(SIGKILL);
}
