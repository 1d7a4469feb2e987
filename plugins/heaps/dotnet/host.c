/* SPDX-License-Identifier: MIT
 * How does CoreCLR come into this process? libcoreclr.so is loaded, told its settings and assemblies, and asked
 * for the entry points of the guest. Runs in workers.
 *
 * Ending: the runtime can be started once in a process and does not end before it. A heap that closes leaves
 * it running, and exit() ends it, as in every program that loads .NET as a component. coreclr_shutdown_2() is
 * not called: nothing may be called after it, and from a handler of exit() it waits for a guest that is itself
 * calling exit().
 *
 * Signals: the runtime chains to handlers that are there before it starts, so nothing of ours comes later. It
 * keeps an alternate stack that it finds and runs its own handlers on it; a small one would not do, so the
 * thread that starts it has none, and the runtime brings its own.
 */
#include "dotnet.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* coreclrhost.h, in C. HRESULTs: negative is failure. */
typedef int (*initialize_fn)(const char *exe_path, const char *domain, int count,
                             const char *const *keys, const char *const *values, void **host,
                             unsigned *domain_id);
typedef int (*create_delegate_fn)(void *host, unsigned domain_id, const char *assembly,
                                  const char *type, const char *method, void **delegate);

static const unsigned NO_MEMORY = 0x8007000e; /* E_OUTOFMEMORY */

static struct dn_host process_host;

static struct {
    void *library, *host;
    unsigned domain_id;
    initialize_fn initialize;
    create_delegate_fn create_delegate;
} clr;

/* ---- the guest's functions ------------------------------------------------------------------ */

#define ENTRY(field, method)                                                                       \
    {                                                                                              \
        offsetof(struct dn_guest, field), method                                                   \
    }
static const struct {
    size_t offset; /* in struct dn_guest */
    const char *method;
} entries[] = {
    ENTRY(info, "Info"),
    ENTRY(counters, "Counters"),
    ENTRY(memory_info, "MemoryInfo"),
    ENTRY(collect, "Collect"),
    ENTRY(threshold, "Threshold"),
    ENTRY(gen0_budget, "Gen0Budget"),
    ENTRY(open, "Open"),
    ENTRY(step, "Step"),
    ENTRY(report, "Report"),
    ENTRY(close, "Close"),
    ENTRY(trace_begin, "TraceBegin"),
    ENTRY(trace_execute, "TraceExecute"),
    ENTRY(trace_end, "TraceEnd"),
};

static int find_entries(struct dn_guest *guest, struct hp_err *err)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        void *function = NULL;
        const int rc = clr.create_delegate(clr.host, clr.domain_id, DN_ASSEMBLY,
                                           "Heapproof.Guest.Entry", entries[i].method, &function);
        if (rc < 0 || function == NULL)
            return hp_fail(err, HP_E_STATE,
                           "the guest has no entry point %s (0x%08x) - was it built from other "
                           "sources?",
                           entries[i].method, (unsigned)rc);
        memcpy((char *)guest + entries[i].offset, &function, sizeof function);
    }
    return HP_OK;
}

/* ---- starting ------------------------------------------------------------------------------ */

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Every assembly of a folder and the guest, separated by ':'. malloc'ed; NULL: the folder cannot be read, or no
 * memory. */
static char *list_assemblies(const char *folder, const char *guest)
{
    DIR *dir = opendir(folder);
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = dir != NULL ? open_memstream(&text, &bytes) : NULL;
    if (out != NULL) {
        (void)fputs(guest, out);
        for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir))
            if (ends_with(e->d_name, ".dll"))
                (void)fprintf(out, ":%s/%s", folder, e->d_name);
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    if (dir != NULL)
        (void)closedir(dir);
    return text;
}

static int find_function(const char *name, void *function, struct hp_err *err)
{
    void *symbol = dlsym(clr.library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL
               ? HP_OK
               : hp_fail(err, HP_E_STATE, "libcoreclr.so has no %s(): %s", name, dlerror());
}

static int load_library(const struct dn_runtime *runtime, struct hp_err *err)
{
    char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/libcoreclr.so", runtime->native);
    clr.library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (clr.library == NULL)
        return hp_fail(err, HP_E_REFUSED, ".NET %s does not load: %s", runtime->version, dlerror());
    int rc = find_function("coreclr_initialize", &clr.initialize, err);
    return rc == HP_OK ? find_function("coreclr_create_delegate", &clr.create_delegate, err) : rc;
}

static int initialize(const struct dn_runtime *runtime, const char *assemblies, struct hp_err *err)
{
    static const char *const keys[] = { "TRUSTED_PLATFORM_ASSEMBLIES",
                                        "NATIVE_DLL_SEARCH_DIRECTORIES",
                                        "System.Globalization.Invariant" };
    char native[PATH_MAX + 1], self[PATH_MAX] = "heapproof";
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n > 0)
        self[n] = '\0';
    (void)snprintf(native, sizeof native, "%s/", runtime->native);
    const char *const values[] = { assemblies, native, "true" };
    const int rc = clr.initialize(self, "heapproof", 3, keys, values, &clr.host, &clr.domain_id);
    if (rc >= 0)
        return HP_OK;
    return (unsigned)rc == NO_MEMORY
               ? hp_fail(err, HP_E_NOMEM, ".NET %s did not start: out of memory (0x%08x)",
                         runtime->version, (unsigned)rc)
               : hp_fail(err, HP_E_REFUSED,
                         ".NET %s in %s did not start (0x%08x) - what it said is with the launch",
                         runtime->version, runtime->native, (unsigned)rc);
}

static int start(const struct dn_runtime *runtime, const struct dn_settings *settings,
                 struct hp_err *err)
{
    const stack_t none = { .ss_flags = SS_DISABLE };
    char *guest = dn_guest_path();
    char *assemblies = guest != NULL ? list_assemblies(runtime->managed, guest) : NULL;
    int rc = assemblies == NULL ? hp_fail(err, HP_E_NOMEM, "%s cannot be listed", runtime->managed)
                                : dn_settings_apply(settings, err);
    if (rc == HP_OK)
        rc = load_library(runtime, err);
    (void)sigaltstack(&none, NULL);
    if (rc == HP_OK)
        rc = initialize(runtime, assemblies, err);
    if (rc == HP_OK)
        rc = find_entries(&process_host.guest, err);
    free(assemblies);
    free(guest);
    return rc;
}

static int check_guest(struct hp_err *err)
{
    char *path = dn_guest_path();
    const bool there = path != NULL && access(path, R_OK) == 0;
    const int rc = there ? HP_OK
                         : hp_fail(err, HP_E_REFUSED, "%s: guest not built, needs the SDK",
                                   path != NULL ? path : DN_ASSEMBLY);
    free(path);
    return rc;
}

static int choose_and_start(int major, const struct dn_settings *settings, struct hp_err *err)
{
    struct dn_places places;
    struct dn_found found;
    char *texts[DN_TEXTS];
    dn_places_usual(&places, texts);
    dn_find(&places, &found);
    const struct dn_runtime *runtime = dn_choose(&found, major);
    int rc;
    if (runtime == NULL)
        rc = hp_fail(err, HP_E_REFUSED, "dotnet %d - not installed (heapproof doctor says how)",
                     major);
    else
        rc = check_guest(err);
    if (runtime != NULL && rc == HP_OK)
        rc = start(runtime, settings, err);
    dn_found_free(&found);
    for (size_t i = 0; i < DN_TEXTS; i++)
        free(texts[i]);
    return rc;
}

/* What it says of itself must be what was asked for. */
static int check(struct dn_host *h, int major, const struct dn_settings *settings,
                 struct hp_err *err)
{
    const int bytes = h->guest.info(h->info, (int)sizeof h->info - 1, err);
    if (bytes < 0)
        return bytes;
    h->info[bytes] = '\0';
    (void)dn_line_get(h->info, "version", h->version, sizeof h->version);
    if (atoi(h->version) != major)
        return hp_fail(err, HP_E_REFUSED, "runtime %d requested, the runtime says %s", major,
                       h->version);
    return dn_settings_check(settings, h->info, err);
}

int dn_host_start(int major, const struct dn_settings *settings, struct dn_host **out,
                  struct hp_err *err)
{
    struct dn_host *h = &process_host;
    if (h->started) {
        *out = h;
        return h->major == major && dn_settings_equal(&h->settings, settings)
                   ? HP_OK
                   : hp_fail(err, HP_E_STATE,
                             "this process has started .NET %d with other settings, and a process "
                             "can start one runtime once",
                             h->major);
    }
    int rc = choose_and_start(major, settings, err);
    if (rc == HP_OK)
        rc = check(h, major, settings, err);
    if (rc != HP_OK)
        return rc;
    h->started = true;
    h->major = major;
    h->settings = *settings;
    *out = h;
    return HP_OK;
}
