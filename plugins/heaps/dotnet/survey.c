/* SPDX-License-Identifier: MIT
 * What does a person need to know: which runtimes are there, which one is used, what is missing and how is it
 * to be had? Looks at files only; runs in the parent.
 */
#include "dotnet.h"

#include <stdlib.h>
#include <unistd.h>

enum { TEXT = 8192 };

#define ADVICE_GUEST                                                                               \
    "install a .NET SDK, 8 or newer (https://dot.net/download), and build again: ./run.sh"

static void tell_runtime(const struct dn_found *found, int major, void *context,
                         void (*tell)(void *context, const struct hp_finding *finding))
{
    char what[32], text[TEXT], library[TEXT], advice[256];
    const struct dn_runtime *r = dn_choose(found, major);
    (void)snprintf(what, sizeof what, ".NET %d", major);
    (void)snprintf(
        advice, sizeof advice,
        ".ci/dotnet in the source tree fetches %s (needs the dotnet tool); or name a folder "
        "that has a .NET %d in HEAPPROOF_DOTNET_PATH",
        dn_pinned(major), major);
    struct hp_finding finding = { .runtime = major,
                                  .present = r != NULL,
                                  .what = what,
                                  .found = "not installed",
                                  .advice = advice };
    if (r != NULL) {
        (void)snprintf(library, sizeof library, "%s/libcoreclr.so", r->native);
        int n = snprintf(text, sizeof text, "%s in %s", r->version, r->native);
        for (size_t i = 0; i < found->count && n > 0 && (size_t)n < sizeof text; i++)
            if (found->items[i].number[0] == major && &found->items[i] != r)
                n += snprintf(text + n, sizeof text - (size_t)n, "; also %s",
                              found->items[i].version);
        finding.found = text;
        finding.advice = NULL;
        finding.version = r->version;
        finding.file = library;
    }
    tell(context, &finding);
}

static void tell_guest(void *context, void (*tell)(void *context, const struct hp_finding *finding))
{
    char *path = dn_guest_path();
    const bool there = path != NULL && access(path, R_OK) == 0;
    const struct hp_finding finding = { .present = there,
                                        .what = ".NET guest",
                                        .found = there ? path : "guest not built, needs the SDK",
                                        .advice = there ? NULL : ADVICE_GUEST,
                                        .file = there ? path : NULL };
    tell(context, &finding);
    free(path);
}

void dn_survey(void *context, void (*tell)(void *context, const struct hp_finding *finding))
{
    struct dn_places places;
    struct dn_found found;
    char *texts[DN_TEXTS];
    dn_places_usual(&places, texts);
    dn_find(&places, &found);
    for (int major = DN_OLDEST; major <= DN_NEWEST; major++)
        tell_runtime(&found, major, context, tell);
    tell_guest(context, tell);
    dn_found_free(&found);
    for (size_t i = 0; i < DN_TEXTS; i++)
        free(texts[i]);
}
