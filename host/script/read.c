/* SPDX-License-Identifier: MIT
 * Which texts take part? The scripts that a config names, and the modules
 * that they may require: those shipped with us and those in folders that the config names. Parent only.
 */
#include "script/script.h"

#include "base/err.h"
#include "base/file.h"

#include <dirent.h>
#include <stdlib.h>

enum { TEXT_BYTES_MAX = 4 << 20 };

struct texts {
    struct hp_arena *arena;
    struct hp_source *items;
    size_t count, capacity;
};

/* Adds the file at `open_path`, known to scripts and reports as `path`. */
static int add_text(struct texts *t, const char *role, const char *path, const char *open_path,
                    struct hp_err *err)
{
    struct hp_text text = { 0 };
    const int rc = hp_file_read(open_path, &text, TEXT_BYTES_MAX, err);
    if (rc == HP_OK) {
        const struct hp_source source = { hp_arena_copy(t->arena, role),
                                          hp_arena_copy(t->arena, path),
                                          hp_arena_copy_n(t->arena, hp_text_str(&text), text.bytes),
                                          text.bytes };
        HP_PUSH(t->items, t->count, t->capacity) = source;
    }
    hp_text_clear(&text);
    return rc;
}

static int is_lua(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && hp_ends_with(entry->d_name, ".lua");
}

/* Every *.lua of a folder, sorted; the names that `require` takes begin with `prefix`. */
static int add_modules(struct texts *t, const char *folder, const char *prefix, struct hp_err *err)
{
    struct dirent **entries;
    const int n = scandir(folder, &entries, is_lua, alphasort);
    if (n < 0)
        return hp_fail(err, HP_E_ENV, "%s: cannot be read as a folder of Lua modules", folder);
    int rc = HP_OK;
    for (int i = 0; i < n; i++) {
        const char *path = hp_arena_print(t->arena, "%s/%s", prefix, entries[i]->d_name);
        const char *real = hp_arena_print(t->arena, "%s/%s", folder, entries[i]->d_name);
        if (rc == HP_OK)
            rc = add_text(t, "module", path, real, err);
        free(entries[i]);
    }
    free(entries);
    return rc;
}

static int add_shipped(struct texts *t, struct hp_err *err)
{
    return add_modules(t, hp_arena_print(t->arena, "%s/lua/heapproof", hp_path_data()),
                       "lua/heapproof", err);
}

static int finish(struct texts *t, int rc, struct hp_source **out, size_t *count)
{
    *out = hp_arena_get(t->arena, (t->count + 1) * sizeof **out);
    if (t->count > 0)
        memcpy(*out, t->items, t->count * sizeof **out);
    *count = rc == HP_OK ? t->count : 0;
    hp_mem_free(t->items);
    return rc;
}

int hp_script_read(const struct hp_config *config, struct hp_arena *arena, struct hp_source **out,
                   size_t *count, struct hp_problems *problems, struct hp_err *err)
{
    struct texts t = { .arena = arena };
    struct hp_err why = { 0 };
    bool good = true;
    int rc = HP_OK;
    for (size_t i = 0; i < config->script_count && rc == HP_OK; i++) {
        const struct hp_value *script = &config->scripts[i];
        const int code = add_text(&t, "script", script->text, config->script_paths[i], &why);
        if (code != HP_OK &&
            script->at.line == 0) { /* named on the command line, as a database is */
            rc = hp_fail(err, code, "%s", why.text);
        } else if (code != HP_OK) {
            hp_problem_add(problems, script->at, "run.scripts: %s", why.text);
            good = false;
        }
    }
    if (rc == HP_OK && config->script_count > 0)
        rc = add_shipped(&t, err);
    for (size_t i = 0; i < config->module_count && rc == HP_OK; i++)
        if (add_modules(&t, config->module_paths[i], config->modules[i].text, &why) != HP_OK) {
            hp_problem_add(problems, config->modules[i].at, "run.modules: %s", why.text);
            good = false;
        }
    if (rc == HP_OK && !good)
        rc = hp_fail(err, HP_E_CONFIG, "%s", why.text);
    return finish(&t, rc, out, count);
}
