/* SPDX-License-Identifier: MIT
 *
 * What the files of the dotnet heap share:
 *
 *   dotnet.c    the plugin's table, opening and closing, what it cannot do
 *   find.c      which runtimes does this machine have, and which one answers for a major version
 *   survey.c    the same for people: what is there, what is missing, how to get it
 *   settings.c  a case's settings as the runtime's own environment, and what is read back of them
 *   host.c      the runtime in this process: loaded once, its entry points
 *   asker.c     a second thread, for questions that allocate
 *   reports.c   counters, sizes, threshold
 *   body.c      methods, probes and traces in the guest
 */
#ifndef DOTNET_H
#define DOTNET_H

#include <heapproof/abi.h>

#include <pthread.h>

#define DN_ASSEMBLY "heapproof-guest"
enum { DN_OLDEST = 8, DN_NEWEST = 10 }; /* major versions that the axis `runtime` knows */

/* ---- find.c ---- */

struct dn_runtime {
    int number[3];   /* major, minor, patch */
    char *version;   /* "10.0.15", "11.0.0-preview.1" */
    char *native;    /* folder of libcoreclr.so */
    char *managed;   /* folder of System.Private.CoreLib.dll; may be the same */
    bool prerelease; /* comes before the release of the same number */
};

struct dn_found {
    struct dn_runtime *items; /* in the order of the places */
    size_t count;
    bool no_memory;
};

/* Folders to look into. Each may be a dotnet root (shared/Microsoft.NETCore.App/VERSION) or a folder of
 * NuGet packages (microsoft.netcore.app.runtime.linux-x64/VERSION). */
enum { DN_PLACES = 16, DN_TEXTS = 5 };
struct dn_places {
    const char *folders[DN_PLACES]; /* end at NULL */
};

/* What HEAPPROOF_DOTNET_PATH names, and nothing else; without it, where runtimes usually lie. The places point
 * into `texts`, which the caller frees after use; some may be NULL. */
void dn_places_usual(struct dn_places *places, char *texts[DN_TEXTS]);
void dn_find(const struct dn_places *places, struct dn_found *out);
void dn_found_free(struct dn_found *found);
/* The one that stands for a major version: the pinned one, wherever it lies; else the newest; of equals the
 * first found. NULL: none. */
const struct dn_runtime *dn_choose(const struct dn_found *found, int major);
/* The version that run.sh and test.sh fetch for a major, "10.0.15"; NULL: none. */
const char *dn_pinned(int major);

/* Path of the guest: HEAPPROOF_DOTNET_GUEST, or beside the plugin. malloc'ed; NULL: no memory. */
char *dn_guest_path(void);
/* Folder of this plugin. */
char *dn_own_folder(void);

/* ---- survey.c ---- */

void dn_survey(void *context, void (*tell)(void *context, const struct hp_finding *finding));

/* ---- settings.c ---- */

struct dotnet_options {
    uint64_t gen0_size, memory_limit, physical_memory;
    int64_t heap_count;
    bool tiered;
};

struct dn_setting {
    char name[32];  /* after DOTNET_ */
    char value[24]; /* as the environment wants it */
    char key[32]; /* under which the guest says what applies; "": found by a probe, or not at all */
    char expected[24];
    char asked_by[40]; /* "gc", "option heap_count": what the user wrote */
};

enum { DN_SETTINGS = 16 };
struct dn_settings {
    struct dn_setting items[DN_SETTINGS];
    size_t count;
    uint64_t gen0_size; /* to be found by a probe; 0: the runtime's own */
};

/* HP_E_REFUSED: settings that contradict each other. */
int dn_settings_make(const struct hp_heap_config *config, struct dn_settings *out,
                     struct hp_err *err);
/* Takes every DOTNET_ and COMPlus_ variable of the caller out of the environment and puts these in. */
int dn_settings_apply(const struct dn_settings *settings, struct hp_err *err);
/* Compares with what the guest says ("key=value" lines). */
int dn_settings_check(const struct dn_settings *settings, const char *info, struct hp_err *err);
bool dn_settings_equal(const struct dn_settings *a, const struct dn_settings *b);
/* The value of a key in "key=value" lines; false: not there. */
bool dn_line_get(const char *lines, const char *key, char *value, size_t value_bytes);

/* ---- host.c ---- */

/* Entry points of guest/Entry.cs. */
struct dn_guest {
    int (*info)(char *room, int capacity, struct hp_err *err);
    void (*counters)(int64_t six[6]);
    void (*memory_info)(int64_t thirteen[13]);
    void (*collect)(int generation);
    int64_t (*threshold)(int64_t guess, struct hp_err *err);
    int64_t (*gen0_budget)(int64_t most, struct hp_err *err);
    int (*open)(const char *workload, int workload_bytes, const char *name, int name_bytes,
                int probe, const char *lines, int lines_bytes, int processors, uint64_t seed,
                intptr_t *body, struct hp_err *err);
    int (*step)(intptr_t body, int64_t operations, struct hp_err *err);
    int (*report)(intptr_t body, const struct hp_host *host, struct hp_err *err);
    void (*close)(intptr_t body);
    int (*trace_begin)(const char *family, int family_bytes, const char *lines, int lines_bytes,
                       int processors, intptr_t *trace, struct hp_err *err);
    int (*trace_execute)(intptr_t trace, const char *operation, int bytes, char *room, int capacity,
                         struct hp_err *err);
    void (*trace_end)(intptr_t trace);
};

/* The runtime of this process. A process can start one, once; a heap that closes leaves it running. */
struct dn_host {
    bool started;
    int major;
    struct dn_settings settings;
    struct dn_guest guest;
    char version[32]; /* as the runtime says it: "10.0.15" */
    char info[8192];  /* what the runtime said of itself when it had started */
};

/* Starts the runtime, or finds it started with the same settings. */
int dn_host_start(int major, const struct dn_settings *settings, struct dn_host **out,
                  struct hp_err *err);

/* ---- asker.c ---- */

struct dn_asker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t asked, answered;
    void (*question)(void *subject); /* NULL: answered */
    void *subject;
    bool running, leave;
};
int dn_asker_start(struct dn_asker *asker, struct hp_err *err);
/* Runs question(subject) on the other thread and waits for it. Allocates nothing. */
void dn_ask(struct dn_asker *asker, void (*question)(void *subject), void *subject);
void dn_asker_end(struct dn_asker *asker);

/* ---- the heap ---- */

enum { DN_ROOTS = 64 };

struct hp_heap {
    struct dn_host *host;
    struct dn_asker asker;
    struct hp_thread thread;
    uintptr_t roots[DN_ROOTS]; /* never an object: so that scopes can be opened and closed */
    struct dn_shared *shared;
    uint64_t threshold, gen0_size; /* asked for; 0: the default */
    uint64_t applied;              /* threshold, once found */
    int64_t sizes[13];             /* as Entry.MemoryInfo gives them */
    int64_t sized_at;              /* collections when `sizes` was read */
};

/* ---- reports.c ---- */

void dn_collect(struct hp_thread *thread, int generation);
void dn_counters(struct hp_thread *thread, struct hp_counters *out);
void dn_memory_info(struct hp_thread *thread, struct hp_memory_info *out);
uint64_t dn_applied_threshold(struct hp_thread *thread);
/* That the gen0 size asked for is the one that applies. */
int dn_check_gen0_size(struct hp_heap *heap, struct hp_err *err);

/* ---- body.c ---- */

int dn_body(const struct hp_run *run, const char *workload, struct hp_body *out,
            struct hp_err *err);
extern const struct hp_trace_ops dn_trace;

/* ---- dotnet.c ---- */

extern const struct hp_heap_ops dn_ops;

#endif
