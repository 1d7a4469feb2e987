/* SPDX-License-Identifier: MIT
 * From a .so to a checked plugin. Only here is dlfcn.h included.
 *
 * Loading checks, in this order, one sentence each: the file opens, is an ELF file of this machine's
 * class and architecture, links (RTLD_NOW | RTLD_LOCAL), exports hp_plugin_query, the table's magic, ABI
 * and size, kind, name, hooks that kind and capabilities require, an options table whose fallbacks parse,
 * every text one line, every name once, and no second plugin of the same name.
 */
#ifndef HP_PLUGIN_PLUGIN_H
#define HP_PLUGIN_PLUGIN_H

#include "base/hash.h"
#include "base/mem.h"
#include <heapproof/abi.h>

struct hp_loaded {
    const struct hp_plugin *table;
    const char *path;
    char sha[HP_SHA_HEX]; /* of the file: part of a case's identity */
    void *library;
};

struct hp_plugins {
    struct hp_loaded *items;
    size_t count, capacity;
    struct hp_arena *arena;
};

/* One file, in this process: its constructors and hp_plugin_query() can end it. For workers, and for files that
 * were looked at. */
int hp_plugin_load(struct hp_plugins *set, const char *path, struct hp_err *err);
/* Every *.so of a folder, sorted by name, each looked at in a child first. A refused file does not stop the others: `refused` is called
 * with its sentence (may be NULL). 0 unless the folder cannot be read. */
int hp_plugins_load_folder(struct hp_plugins *set, const char *folder,
                           void (*refused)(void *context, const char *sentence), void *context,
                           struct hp_err *err);
void hp_plugins_clear(struct hp_plugins *set);

/* By name and kind; NULL when absent. */
const struct hp_loaded *hp_plugin_find(const struct hp_plugins *set, enum hp_kind kind,
                                       const char *name);

/* Finds an option by name in a table; NULL when absent. */
const struct hp_option *hp_option_find(const struct hp_option *options, const char *name);
/* Checks one text against an option: *canonical (arena) gets its identifying form ("98304" for
 * "96KiB", "true", "int32"). HP_E_INPUT with "expected ..., range ..." otherwise. */
int hp_option_check(const struct hp_option *option, const char *text, struct hp_arena *arena,
                    const char **canonical, struct hp_err *err);
/* Fills an options struct of table->options_size bytes: fallbacks first, then the given texts. */
struct hp_named {
    const char *name, *text;
};
int hp_options_fill(const struct hp_option *options, void *out, size_t out_bytes,
                    const struct hp_named *given, size_t given_count, struct hp_err *err);

/* NULL when absent. */
const struct hp_method *hp_method_find(const struct hp_plugin *workload, const char *name);
const struct hp_probe *hp_probe_find(const struct hp_plugin *workload, const char *name);
/* Does the probe report where the boundary lies? It may be asked under a setting that has no effect or is limited,
 * for that is its answer; everything else is measured only where the setting applies. */
bool hp_probe_finds_threshold(const struct hp_plugin *workload, const char *name);

#endif
