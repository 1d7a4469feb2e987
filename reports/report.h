/* SPDX-License-Identifier: MIT
 * Reports: from the store alone to PDF and PNG. Same database, same tool, same fonts: same bytes.
 *
 *   rows (store views) -> model (plain structs) -> pages (scene: boxes, lines, texts in points) -> paint
 */
#ifndef HP_REPORTS_REPORT_H
#define HP_REPORTS_REPORT_H

#include "store/store.h"
#include "verdict/verdict.h"

struct hp_report_request {
    struct hp_store *store;
    int64_t run_id;                     /* 0: the last */
    const struct hp_verdicts *verdicts; /* judged from the same store */
    const struct hp_verdicts
        *published;       /* published figures, one verdict per row and machine, threshold */
    const char *folder;   /* exists; files are written into it */
    const char *language; /* "en", "ru", or NULL: the run's */
    bool png;             /* also the pages as PNG */
    /* Before a document's pages are painted; may be NULL. */
    void (*progress)(void *context, const char *file, unsigned pages);
    void *context;
};
/* Paths written, relative to folder: "overview.pdf", "this-default.pdf", "this-default-01.png", ... */
struct hp_report_files {
    struct hp_arena *arena;
    const char **names;
    size_t count, capacity;
    unsigned pages;
};

int hp_report_render(const struct hp_report_request *request, struct hp_report_files *out,
                     struct hp_err *err);

#endif
