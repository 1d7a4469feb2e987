/* SPDX-License-Identifier: MIT
 * Answers: how does a child process get from a file's name to a heap that is open? Owns nothing: the session
 * that asks keeps what was opened. Runs only in exec'd children.
 */
#include "worker/opening.h"
#include "base/err.h"

int hp_open_plugin(struct hp_plugins *set, enum hp_kind kind, const char *path, const char *name,
                   const struct hp_plugin **table, struct hp_err *err)
{
    const int rc = hp_plugin_load(set, path, err);
    if (rc != HP_OK)
        return rc;
    const struct hp_loaded *found = hp_plugin_find(set, kind, name);
    if (found == NULL)
        return hp_fail(err, HP_E_STATE, "%s: is no longer the plugin %s - was it rebuilt?", path,
                       name);
    *table = found->table;
    return HP_OK;
}

int hp_open_options(const struct hp_plugin *table, const struct hp_named *given, size_t count,
                    struct hp_arena *arena, const void **out, struct hp_err *err)
{
    void *options = hp_arena_get(arena, table->options_size);
    const int rc = hp_options_fill(table->options, options, table->options_size, given, count, err);
    *out = options;
    return rc != HP_OK ? hp_context(err, "%s", table->name) : HP_OK;
}

int hp_open_heap(const struct hp_heap_wish *wish, struct hp_arena *arena, struct hp_heap **heap,
                 struct hp_thread **thread, struct hp_err *err)
{
    const struct hp_plugin *table = wish->table;
    struct hp_heap_config config = {
        .size = sizeof config,
        .threshold = wish->threshold_bytes,
        .runtime = (table->caps & HP_CAP_RUNTIMES) != 0 ? wish->runtime : 0,
        .gc_mode = wish->gc_mode,
        .processors = wish->machine->processors,
        .seed = wish->seed,
        .machine = wish->machine,
    };
    if (wish->threshold_bytes != 0 && (table->caps & HP_CAP_THRESHOLD) == 0)
        return hp_fail(err, HP_E_REFUSED,
                       "heap %s has no threshold to set - use threshold \"default\"", table->name);
    int rc = hp_open_options(table, wish->options, wish->option_count, arena, &config.options, err);
    if (rc == HP_OK)
        rc = hp_answered(table->heap->open(heap, &config, err), err);
    if (rc == HP_OK)
        rc = hp_answered(table->heap->attach(*heap, thread, err), err);
    return rc != HP_OK ? hp_context(err, "opening heap %s", table->name) : HP_OK;
}
