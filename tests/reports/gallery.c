/* SPDX-License-Identifier: MIT
 * For eyes: renders the fixture into a folder. `gallery FOLDER FLAGS [LANGUAGE [pdf]]`; flags as in
 * fixture.h; pdf leaves the pictures out.
 */
#include "fixture.h"
#include "reports/report_rows.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    struct hp_err err = { 0 };
    struct hp_report_files files = { 0 };
    if (argc < 3) {
        (void)fprintf(stderr, "usage: gallery FOLDER FLAGS [en|ru [pdf]]\n");
        return 2;
    }
    struct fixture *f = fixture_new((unsigned)strtoul(argv[2], NULL, 0));
    const struct hp_report_request request = { .folder = argv[1],
                                               .language = argc > 3 ? argv[3] : NULL,
                                               .png = argc < 5 };
    const int rc = hp_report_render_rows(&request, &f->rows, &files, &err);
    for (size_t i = 0; i < files.count; i++)
        (void)printf("%s\n", files.names[i]);
    if (rc != 0)
        (void)fprintf(stderr, "%s\n", err.text);
    hp_mem_free(files.names);
    hp_arena_free(files.arena);
    fixture_free(f);
    return rc == 0 ? 0 : 1;
}
