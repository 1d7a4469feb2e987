/* SPDX-License-Identifier: MIT
 * Which runtimes does this machine have? Looks into folders that people and packages use; a runtime counts
 * when both of its halves are there, native and managed. Runs in the parent and in workers; what it returns
 * belongs to the caller.
 */
#include "dotnet.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

/* What `restore.csproj` fetches. */
static const struct {
    int major;
    const char *version;
} pinned[] = { { 8, "8.0.34" }, { 9, "9.0.23" }, { 10, "10.0.15" } };

const char *dn_pinned(int major)
{
    for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++)
        if (pinned[i].major == major)
            return pinned[i].version;
    return NULL;
}

__attribute__((format(printf, 1, 2))) static char *print(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    return text;
}

static bool is_there(const char *folder, const char *file)
{
    char *path = print("%s/%s", folder, file);
    const bool there = path != NULL && access(path, R_OK) == 0;
    free(path);
    return there;
}

static void runtime_free(struct dn_runtime *r)
{
    free(r->version);
    free(r->native);
    free(r->managed);
}

void dn_found_free(struct dn_found *found)
{
    for (size_t i = 0; i < found->count; i++)
        runtime_free(&found->items[i]);
    free(found->items);
    *found = (struct dn_found){ .items = NULL };
}

/* Takes the folders over. */
static void add(struct dn_found *out, const char *version, char *native, char *managed)
{
    struct dn_runtime r = { .native = native, .managed = managed };
    int used = 0;
    const bool named =
        sscanf(version, "%d.%d.%d%n", &r.number[0], &r.number[1], &r.number[2], &used) == 3 &&
        (version[used] == '\0' || version[used] == '-');
    r.prerelease = named && version[used] == '-';
    r.version = strdup(version);
    struct dn_runtime *more = NULL;
    if (native == NULL || managed == NULL || r.version == NULL)
        out->no_memory = true;
    else if (named && is_there(native, "libcoreclr.so") && is_there(native, "libclrjit.so") &&
             is_there(managed, "System.Private.CoreLib.dll"))
        more = realloc(out->items, (out->count + 1) * sizeof *more);
    if (more == NULL) {
        runtime_free(&r);
        return;
    }
    out->items = more;
    out->items[out->count++] = r;
}

/* dotnet root: everything of a version in one folder. */
static void add_installed(struct dn_found *out, const char *folder, const char *version)
{
    add(out, version, print("%s/%s", folder, version), print("%s/%s", folder, version));
}

/* NuGet package: native and managed halves apart. */
static void add_pack(struct dn_found *out, const char *folder, const char *version)
{
    int major = 0;
    (void)sscanf(version, "%d", &major);
    add(out, version, print("%s/%s/runtimes/linux-x64/native", folder, version),
        print("%s/%s/runtimes/linux-x64/lib/net%d.0", folder, version, major));
}

static void look_into(struct dn_found *out, const char *place, const char *below,
                      void (*found)(struct dn_found *out, const char *folder, const char *version))
{
    struct dirent **names = NULL;
    char *folder = print("%s/%s", place, below);
    const int count = folder != NULL ? scandir(folder, &names, NULL, versionsort) : 0;
    for (int i = 0; i < count; i++) {
        if (names[i]->d_name[0] != '.')
            found(out, folder, names[i]->d_name);
        free(names[i]);
    }
    free((void *)names);
    free(folder);
}

static void look(struct dn_found *out, const char *place)
{
    char *real = realpath(place, NULL);
    if (real == NULL)
        return;
    look_into(out, real, "shared/Microsoft.NETCore.App", add_installed);
    look_into(out, real, "microsoft.netcore.app.runtime.linux-x64", add_pack);
    free(real);
}

void dn_find(const struct dn_places *places, struct dn_found *out)
{
    *out = (struct dn_found){ .items = NULL };
    for (size_t i = 0; places->folders[i] != NULL; i++)
        look(out, places->folders[i]);
}

static bool newer(const struct dn_runtime *a, const struct dn_runtime *b)
{
    for (int i = 0; i < 3; i++)
        if (a->number[i] != b->number[i])
            return a->number[i] > b->number[i];
    return !a->prerelease && b->prerelease;
}

/* Of two of one major, is `a` the better? Of equals the first found stays. */
static bool better(const struct dn_runtime *a, const struct dn_runtime *b)
{
    const char *pin = dn_pinned(a->number[0]);
    if (pin != NULL && strcmp(a->version, b->version) != 0) {
        if (strcmp(b->version, pin) == 0)
            return false;
        if (strcmp(a->version, pin) == 0)
            return true;
    }
    return newer(a, b);
}

const struct dn_runtime *dn_choose(const struct dn_found *found, int major)
{
    const struct dn_runtime *best = NULL;
    for (size_t i = 0; i < found->count; i++) {
        const struct dn_runtime *r = &found->items[i];
        if (r->number[0] == major && (best == NULL || better(r, best)))
            best = r;
    }
    return best;
}

/* ---- places -------------------------------------------------------------------------------- */

char *dn_own_folder(void)
{
    Dl_info self;
    if (dladdr((const void *)(uintptr_t)dn_own_folder, &self) == 0 || self.dli_fname == NULL)
        return NULL;
    char *path = realpath(self.dli_fname, NULL);
    if (path != NULL && strrchr(path, '/') != NULL)
        *strrchr(path, '/') = '\0';
    return path;
}

char *dn_guest_path(void)
{
    const char *given = getenv("HEAPPROOF_DOTNET_GUEST");
    if (given != NULL && *given != '\0')
        return strdup(given);
    char *folder = dn_own_folder();
    char *path = folder != NULL ? print("%s/dotnet/" DN_ASSEMBLY ".dll", folder) : NULL;
    free(folder);
    return path;
}

/* The folders of HEAPPROOF_DOTNET_PATH, separated by ':', cut in `copy`. */
static void split(char *copy, const char *folders[DN_PLACES])
{
    size_t count = 0;
    char *rest = NULL;
    for (char *at = strtok_r(copy, ":", &rest); at != NULL && count + 1 < DN_PLACES;
         at = strtok_r(NULL, ":", &rest))
        folders[count++] = at;
}

void dn_places_usual(struct dn_places *places, char *texts[DN_TEXTS])
{
    const char *given = getenv("HEAPPROOF_DOTNET_PATH"), *home = getenv("HOME"),
               *packages = getenv("NUGET_PACKAGES");
    char *own = dn_own_folder();
    *places = (struct dn_places){ .folders = { NULL } };
    texts[0] = given != NULL && *given != '\0' ? strdup(given) : NULL;
    texts[1] = own != NULL ? print("%s/../dotnet/packs", own) : NULL;
    texts[2] = own != NULL ? print("%s/../../dotnet/packs", own) : NULL;
    texts[3] = home != NULL ? print("%s/.dotnet", home) : NULL;
    texts[4] = packages != NULL ? strdup(packages)
               : home != NULL   ? print("%s/.nuget/packages", home)
                                : NULL;
    free(own);
    if (texts[0] != NULL) {
        split(texts[0], places->folders);
        return;
    }
    const char *const usual[] = {
        texts[1],
        texts[2],
        getenv("DOTNET_ROOT"),
        "/usr/share/dotnet",
        "/usr/lib/dotnet",
        "/opt/dotnet",
        texts[3],
        texts[4],
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (usual[i] != NULL && *usual[i] != '\0')
            places->folders[count++] = usual[i];
}
