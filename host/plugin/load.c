/* SPDX-License-Identifier: MIT
 * Answers: which plugins are there, and may they be called? A set owns the libraries that it opened and
 * the paths in its arena; a refused file leaves nothing behind. Runs in the parent (all plugins of a
 * folder) and in every worker (the two of its case).
 */
#include "base/err.h"
#include "base/text.h"
#include "plugin/look.h"
#include "plugin/plugin.h"
#include "plugin/verify.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

typedef const struct hp_plugin *(*query_function)(void);

/* dlsym gives data pointers; POSIX promises that this round trip works. */
static query_function find_query(void *library)
{
    query_function query = NULL;
    void *symbol = dlsym(library, "hp_plugin_query");
    memcpy(&query, &symbol, sizeof query);
    return query;
}

static const struct hp_loaded *find_name(const struct hp_plugins *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->items[i].table->name, name) == 0)
            return &set->items[i];
    return NULL;
}

/* The table that a library gives, checked; NULL with *err otherwise. */
static const struct hp_plugin *ask(const char *path, void *library, struct hp_err *err)
{
    const query_function query = find_query(library);
    if (query == NULL) {
        (void)hp_fail(err, HP_E_ENV,
                      "%s: exports no hp_plugin_query() - is it a plugin, and is the function "
                      "marked HP_EXPORT?",
                      path);
        return NULL;
    }
    const struct hp_plugin *table = query();
    if (table == NULL)
        (void)hp_fail(err, HP_E_ENV, "%s: hp_plugin_query() returned no table", path);
    return table != NULL && hp_verify_table(path, table, err) == HP_OK ? table : NULL;
}

/* Maps the file and asks it; NULL with *err, and nothing mapped, when it is refused. */
static const struct hp_plugin *open_table(const char *path, void **library, struct hp_err *err)
{
    /* A name without a slash would be searched for in the library path. */
    char *full = realpath(path, NULL);
    *library = dlopen(full != NULL ? full : path, RTLD_NOW | RTLD_LOCAL);
    free(full);
    if (*library == NULL) {
        (void)hp_fail(err, HP_E_ENV, "%s: does not link: %s", path, dlerror());
        return NULL;
    }
    const struct hp_plugin *table = ask(path, *library, err);
    if (table == NULL)
        (void)dlclose(*library);
    return table;
}

/* What hp_look() does in its child, which ends at once: nothing is closed. */
static int look(const char *path, struct hp_err *err)
{
    void *library;
    return open_table(path, &library, err) != NULL ? HP_OK : err->code;
}

static int add(struct hp_plugins *set, const char *path, struct hp_loaded *loaded,
               struct hp_err *err)
{
    const struct hp_loaded *other = find_name(set, loaded->table->name);
    if (other != NULL)
        return hp_fail(
            err, HP_E_ENV,
            "%s: a plugin named %s is already loaded from %s - names are unique, remove or "
            "rename one",
            path, loaded->table->name, other->path);
    const int rc = hp_sha_of_file(path, loaded->sha, err);
    if (rc != HP_OK)
        return rc;
    loaded->path = hp_arena_copy(set->arena, path);
    HP_PUSH(set->items, set->count, set->capacity) = *loaded;
    return HP_OK;
}

static int load(struct hp_plugins *set, const char *path, bool looks_first, struct hp_err *err)
{
    struct hp_loaded loaded = { .table = NULL };
    if (set->arena == NULL)
        set->arena = hp_arena_new();
    int rc = hp_verify_file(path, err);
    if (rc == HP_OK && looks_first)
        rc = hp_look(path, look, err);
    if (rc != HP_OK)
        return rc;
    loaded.table = open_table(path, &loaded.library, err);
    if (loaded.table == NULL)
        return err->code;
    rc = add(set, path, &loaded, err);
    if (rc != HP_OK)
        (void)dlclose(loaded.library);
    return rc;
}

int hp_plugin_load(struct hp_plugins *set, const char *path, struct hp_err *err)
{
    return load(set, path, false, err);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int hp_plugins_load_folder(struct hp_plugins *set, const char *folder,
                           void (*refused)(void *context, const char *sentence), void *context,
                           struct hp_err *err)
{
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return hp_fail(err, HP_E_ENV,
                       "%s: cannot read the folder of plugins: %s - set HEAPPROOF_PLUGINS to it",
                       folder, strerror(errno));
    if (set->arena == NULL)
        set->arena = hp_arena_new();
    char **paths = NULL;
    size_t count = 0, capacity = 0;
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir))
        if (hp_ends_with(entry->d_name, ".so"))
            HP_PUSH(paths, count, capacity) =
                hp_arena_print(set->arena, "%s/%s", folder, entry->d_name);
    (void)closedir(dir);
    if (count > 1)
        qsort(paths, count, sizeof *paths, by_name);
    for (size_t i = 0; i < count; i++) {
        struct hp_err why = { 0, "" };
        if (load(set, paths[i], true, &why) != HP_OK && refused != NULL)
            refused(context, why.text);
    }
    hp_mem_free(paths);
    return HP_OK;
}

void hp_plugins_clear(struct hp_plugins *set)
{
    for (size_t i = 0; i < set->count; i++)
        (void)dlclose(set->items[i].library);
    hp_mem_free(set->items);
    hp_arena_free(set->arena);
    *set = (struct hp_plugins){ 0 };
}

const struct hp_loaded *hp_plugin_find(const struct hp_plugins *set, enum hp_kind kind,
                                       const char *name)
{
    const struct hp_loaded *found = find_name(set, name);
    return found != NULL && found->table->kind == (uint32_t)kind ? found : NULL;
}

const struct hp_method *hp_method_find(const struct hp_plugin *workload, const char *name)
{
    for (const struct hp_method *m = workload->methods; m->name != NULL; m++)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

const struct hp_probe *hp_probe_find(const struct hp_plugin *workload, const char *name)
{
    for (const struct hp_probe *p = workload->probes; p->name != NULL; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

bool hp_probe_finds_threshold(const struct hp_plugin *workload, const char *name)
{
    const struct hp_probe *p = hp_probe_find(workload, name);
    return p != NULL && hp_word_in(p->metrics, "loh_threshold_bytes");
}
