/* SPDX-License-Identifier: MIT
 * What is the machine behind a name? Profiles from group `machines` and from files
 * configs/machines/NAME.cfg, which are read when a name is used. Owned by the config's arena.
 */
#include "config/internal.h"

#include "base/err.h"
#include "base/file.h"
#include "base/nearest.h"

#include <dirent.h>

static const struct hp_profile *known(const struct hp_config *config, const char *name)
{
    for (size_t i = 0; i < config->profile_count; i++)
        if (strcmp(config->profiles[i].machine.name, name) == 0)
            return &config->profiles[i];
    return NULL;
}

static const struct hp_profile *add(struct hp_config *config, struct hp_profile profile)
{
    const size_t bytes = config->profile_count * sizeof profile;
    struct hp_profile *grown = hp_arena_get(config->arena, bytes + sizeof profile);
    if (bytes > 0)
        memcpy(grown, config->profiles, bytes);
    grown[config->profile_count++] = profile;
    config->profiles = grown;
    return &grown[config->profile_count - 1];
}

/* ---- options of heaps ---------------------------------------------------------------------- */

static void add_option(struct build *b, struct hp_profile *profile, struct hp_profile_option option)
{
    const size_t bytes = profile->option_count * sizeof option;
    struct hp_profile_option *grown = hp_arena_get(b->arena, bytes + sizeof option);
    if (bytes > 0)
        memcpy(grown, profile->options, bytes);
    grown[profile->option_count++] = option;
    profile->options = grown;
}

/* One group of machines.heap; false when something is missing or wrong. */
static bool read_heap(struct build *b, struct node *group, struct hp_profile *profile)
{
    struct node *options = hp_node_find(group, "options"),
                *runtime = hp_node_find(group, "runtime"),
                *kept = hp_node_find(group, "kept_between");
    const char *plugin = hp_member_text(group, "plugin", NULL);
    uint64_t number = 0, bytes = 0;
    bool good = plugin != NULL;
    hp_keys_check(b, group, "machines.heap");
    if (plugin == NULL)
        hp_problem_add(b->problems, group->value_at, "machines.heap: plugin is missing");
    if (runtime != NULL)
        good &= hp_keys_number(b, runtime, "machines.heap.runtime", &number);
    if (kept != NULL && hp_keys_number(b, kept, "machines.heap.kept_between", &bytes))
        add_option(b, profile,
                   (struct hp_profile_option){
                       .at = kept->value_at,
                       .plugin = plugin,
                       .runtime = (int32_t)number,
                       .name = "kept_between",
                       .text = hp_arena_print(b->arena, "%llu", (unsigned long long)bytes),
                       .of_trace = true });
    else
        good &= kept == NULL;
    for (struct node *n = options != NULL && !options->bad ? options->first : NULL; n != NULL;
         n = n->next) {
        const bool scalar = n->kind != NODE_GROUP && n->kind != NODE_LIST && n->kind != NODE_ARRAY;
        if (!scalar)
            hp_build_wrong(b, n, "machines.heap.options.%s: expected one value", n->name);
        else
            add_option(b, profile,
                       (struct hp_profile_option){ .at = n->value_at,
                                                   .plugin = plugin,
                                                   .runtime = (int32_t)number,
                                                   .name = n->name,
                                                   .text = n->text });
        good &= scalar;
    }
    return good;
}

/* ---- profiles ------------------------------------------------------------------------------ */

/* Reads the group of a profile; false when something is missing or wrong. */
static bool read_profile(struct build *b, struct node *group, const char *name,
                         struct hp_profile *out)
{
    static const char *const required[] = { "processors", "l3", "memory" };
    uint64_t numbers[3] = { 0 };
    bool good = true;
    hp_keys_check(b, group, "machines");
    for (size_t i = 0; i < 3; i++) {
        struct node *node = hp_node_find(group, required[i]);
        if (node == NULL)
            hp_problem_add(b->problems, group->at, "machine %s: %s is missing", name, required[i]);
        good &= hp_keys_number(b, node, hp_arena_print(b->arena, "machines.%s", required[i]),
                               &numbers[i]);
    }
    *out = (struct hp_profile){
        .at = group->at,
        .machine = { name, (uint32_t)numbers[0], numbers[1], numbers[2] },
        .title = hp_member_text(group, "title", name),
    };
    struct node *heaps = hp_node_find(group, "heap"), *heap = NULL;
    const size_t count = heaps == NULL || heaps->bad ? 0 : hp_list_members(heaps, &heap);
    for (size_t i = 0; i < count; i++, heap = heap->next)
        good &= read_heap(b, heap, out);
    return good;
}

void hp_profiles_read(struct build *b)
{
    struct node *list = hp_node_find(b->root, "machines"), *group = NULL;
    const size_t count = list == NULL || list->bad ? 0 : hp_list_members(list, &group);
    for (size_t i = 0; i < count; i++, group = group->next) {
        struct node *at = hp_node_find(group, "name");
        const char *name = hp_member_text(group, "name", NULL);
        struct hp_profile profile;
        if (name == NULL || !hp_is_plain_name(name) || strcmp(name, "this") == 0)
            hp_problem_add(b->problems, at != NULL ? at->value_at : group->at,
                           "machines.name: expected a name of letters, digits, - _ . other than "
                           "\"this\"");
        else if (known(b->config, name) != NULL)
            hp_problem_add(b->problems, at->value_at, "machines.name: \"%s\" is there twice", name);
        else if (read_profile(b, group, name, &profile))
            (void)add(b->config, profile);
    }
}

/* ---- files --------------------------------------------------------------------------------- */

/* Folders that may hold NAME.cfg, nearest first. */
enum { FOLDERS = 3 };
static void machine_folders(const struct hp_config *config, const char *out[FOLDERS])
{
    struct hp_arena *arena = config->arena;
    const char *own = hp_path_folder(arena, config->path);
    out[0] = hp_path_join(arena, own, "machines/");
    out[1] = hp_path_join(arena, own, "../configs/machines/");
    out[2] = hp_path_join(arena, "", hp_arena_print(arena, "%s/configs/machines/", hp_path_data()));
}

/* Names of profiles that could be meant: "this", those of the file, those in folders. */
static const char *nearest_profile(const struct hp_config *config, const char *name)
{
    const char **names = NULL;
    size_t count = 0, capacity = 0;
    const char *folders[FOLDERS];
    machine_folders(config, folders);
    HP_PUSH(names, count, capacity) = "this";
    for (size_t i = 0; i < config->profile_count; i++)
        HP_PUSH(names, count, capacity) = config->profiles[i].machine.name;
    for (size_t i = 0; i < FOLDERS; i++) {
        DIR *folder = opendir(folders[i]);
        for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;)
            if (hp_ends_with(e->d_name, ".cfg"))
                HP_PUSH(names, count, capacity) =
                    hp_arena_copy_n(config->arena, e->d_name, strlen(e->d_name) - 4);
        if (folder != NULL)
            (void)closedir(folder);
    }
    const char *near = hp_nearest(name, names, count);
    hp_mem_free(names);
    return near;
}

/* Reads the profile file; NULL with problems. */
static const struct hp_profile *load(struct hp_config *config, const char *name, const char *path,
                                     struct hp_place at, struct hp_problems *problems)
{
    struct tree tree = { .arena = config->arena, .problems = problems };
    struct hp_err err = { 0 };
    const struct hp_profile *out = NULL;
    const size_t before = problems->count;
    if (hp_tree_load(&tree, path, &err) != HP_OK)
        hp_problem_add(problems, at, "machine: %s", err.text);
    if (tree.root != NULL)
        hp_tree_read_values(&tree);
    struct build b = { config, config->arena, problems, tree.root };
    struct node *group = hp_node_find(tree.root, "machine");
    if (tree.root != NULL && (group == NULL || group->kind != NODE_GROUP || tree.root->count != 1))
        hp_problem_add(
            problems, tree.root->at,
            "expected one group machine = { title = ..; processors = ..; l3 = ..; memory = "
            "..; }");
    else if (group != NULL) {
        struct hp_profile profile;
        if (read_profile(&b, group, hp_arena_copy(config->arena, name), &profile))
            out = add(config, profile);
    }
    for (size_t i = 0; i < tree.source_count; i++) {
        tree.sources[i].role = "include";
        hp_source_add(config, tree.sources[i]);
    }
    hp_tree_clear(&tree);
    return problems->count == before ? out : NULL;
}

const struct hp_profile *hp_config_profile(struct hp_config *config, const char *name,
                                           struct hp_place at, struct hp_problems *problems)
{
    const struct hp_profile *profile = known(config, name);
    if (profile != NULL)
        return profile;
    const char *folders[FOLDERS];
    machine_folders(config, folders);
    for (size_t i = 0; i < FOLDERS && hp_is_plain_name(name); i++) {
        const char *path = hp_arena_print(config->arena, "%s%s.cfg", folders[i], name);
        if (hp_path_is_file(path))
            return load(config, name, path, at, problems);
    }
    const char *near = nearest_profile(config, name);
    if (near != NULL)
        hp_problem_add(problems, at, "machine: no profile \"%s\" - did you mean \"%s\"?", name,
                       near);
    else if (!hp_is_plain_name(name))
        hp_problem_add(problems, at,
                       "machine: no profile \"%s\" - names are letters, digits, - _ .", name);
    else
        hp_problem_add(problems, at,
                       "machine: no profile \"%s\" - expected \"this\", a name of `machines`, or a "
                       "file %s%s.cfg",
                       name, folders[0], name);
    return NULL;
}
