/* SPDX-License-Identifier: MIT
 * Pages as PNG, painted by processes of their own: a page takes longer to paint than to lay out, and documents
 * share nothing. The caller lays out the next one meanwhile.
 */
#ifndef HP_REPORTS_PICTURES_H
#define HP_REPORTS_PICTURES_H

#include "reports/page.h"

#include <sys/types.h>

enum { HP_PAINTERS_MAX = 64 };

struct hp_painters {
    const char *folder; /* exists; borrowed */
    struct hp_painter {
        pid_t pid;
        int failure; /* the end of a pipe: carries a struct hp_err when painting failed */
        const char *stem;
    } at_work[HP_PAINTERS_MAX];
    size_t count, most; /* most: 0 becomes the number of processors that are there */
};

/* STEM-01.png and so on, one for each page; `doc` may be cleared at once. Waits for an earlier document while all
 * painters are at work, and returns its error then. `stem` lives until hp_painters_wait(). */
int hp_painters_start(struct hp_painters *painters, const struct hp_doc *doc, const char *stem,
                      struct hp_err *err);
/* The name of a page's file, from 1, in `arena`. */
const char *hp_picture_name(struct hp_arena *arena, const char *stem, size_t page);
/* Waits for all. The first error of any; those that go on are stopped then. `rc` HP_OK: nothing went wrong so far;
 * otherwise stops them and keeps *err. */
int hp_painters_wait(struct hp_painters *painters, int rc, struct hp_err *err);

#endif
