/* SPDX-License-Identifier: MIT
 * What does the user ask for? Reads a .cfg file into struct hp_config: tree, values, keys, then each
 * part. Everything found wrong is reported in one pass; only a syntax error ends it early.
 */
#include "config/internal.h"

#include "base/err.h"
#include "base/file.h"
#include "base/nearest.h"

void hp_source_add(struct hp_config *config, struct hp_source source)
{
    const size_t bytes = config->source_count * sizeof source;
    struct hp_source *grown = hp_arena_get(config->arena, bytes + sizeof source);
    if (bytes > 0)
        memcpy(grown, config->sources, bytes);
    grown[config->source_count++] = source;
    config->sources = grown;
}

/* ---- run ----------------------------------------------------------------------------------- */

/* "configs/chunk.cfg" is "chunk". */
static const char *name_of_file(struct hp_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *file = slash != NULL ? slash + 1 : path;
    const size_t n = strlen(file);
    const char *name = hp_ends_with(file, ".cfg") ? hp_arena_copy_n(arena, file, n - 4) : file;
    return hp_is_plain_name(name) ? name : "run";
}

static void read_language(struct build *b, struct node *run)
{
    static const char *const words[] = { "en", "ru" };
    struct node *node = hp_node_find(run, "language");
    b->config->language = hp_member_text(run, "language", "en");
    if (node != NULL && !node->bad && !hp_word_in("en ru", b->config->language))
        hp_build_wrong(b, node, "run.language: unknown language \"%s\" - expected \"%s\" or \"%s\"",
                       node->text, words[0], words[1]);
}

/* The file or folder that a written path means, or NULL. Looked for beside the .cfg, in the folder above
 * it, beside our data. */
static const char *find_path(struct build *b, const char *written, bool folder)
{
    struct hp_arena *arena = b->arena;
    const char *own = hp_path_folder(arena, b->config->path);
    const char *tries[] = {
        hp_path_join(arena, own, written),
        hp_path_join(arena, own, hp_arena_print(arena, "../%s", written)),
        hp_path_join(arena, "", hp_arena_print(arena, "%s/%s", hp_path_data(), written)),
    };
    const size_t count = *written == '/' ? 1 : 3;
    for (size_t i = 0; i < count; i++)
        if (folder ? hp_path_is_folder(tries[i]) : hp_path_is_file(tries[i]))
            return tries[i];
    return NULL;
}

/* run.scripts, run.modules and runs: values as written, and beside them what they mean. */
static size_t read_paths(struct build *b, struct node *group, const char *path_of_key, bool folder,
                         struct hp_value **values, const char ***paths)
{
    const char *dot = strrchr(path_of_key, '.');
    const char *key = dot != NULL ? dot + 1 : path_of_key;
    struct node *list = hp_node_find(group, key), *item = NULL;
    const size_t count = list == NULL || list->bad ? 0 : hp_list_elements(list, &item);
    size_t kept = 0;
    if (count == 0)
        return 0;
    *values = hp_arena_get(b->arena, count * sizeof **values);
    *paths = hp_arena_get(b->arena, count * sizeof **paths);
    for (size_t i = 0; i < count; i++, item = item->next) {
        if (item->kind != NODE_TEXT || *item->text == '\0') {
            hp_build_wrong(b, item, "%s: expected paths in quotes", path_of_key);
            continue;
        }
        const char *path = find_path(b, item->text, folder);
        if (path == NULL) {
            hp_build_wrong(b, item,
                           "%s: no %s \"%s\" - looked for it beside %s, in the folder above it, "
                           "and in %s",
                           path_of_key, folder ? "folder" : "file", item->text, b->config->path,
                           hp_path_data());
            continue;
        }
        (*paths)[kept] = path;
        (*values)[kept++] = (struct hp_value){ item->value_at, item->text, false, 0 };
    }
    return kept;
}

static void read_run(struct build *b)
{
    struct hp_config *config = b->config;
    struct node *run = hp_node_find(b->root, "run");
    if (run != NULL && run->bad)
        run = NULL;
    struct node *name = hp_node_find(run, "name");
    config->name = hp_member_text(run, "name", name_of_file(b->arena, config->path));
    if (name != NULL && !name->bad && !hp_is_plain_name(config->name))
        hp_build_wrong(b, name,
                       "run.name: \"%s\" becomes a file's name - expected at most 80 letters, "
                       "digits, - _ .",
                       config->name);
    config->title = hp_member_text(run, "title", config->name);
    config->question = hp_member_text(run, "question", "");
    config->title_ru = hp_member_text(run, "title_ru", "");
    config->question_ru = hp_member_text(run, "question_ru", "");
    if (run != NULL)
        hp_keys_check(b, run, "run");
    read_language(b, run);
    config->script_count =
        read_paths(b, run, "run.scripts", false, &config->scripts, &config->script_paths);
    config->module_count =
        read_paths(b, run, "run.modules", true, &config->modules, &config->module_paths);
}

/* A file that names runs is nothing but their list: each has its own axes, limits and claims. */
static void read_runs(struct build *b)
{
    struct hp_config *config = b->config;
    struct node *runs = hp_node_find(b->root, "runs");
    if (runs == NULL)
        return;
    for (struct node *n = b->root->first; n != NULL; n = n->next)
        if (n != runs && !n->bad)
            hp_build_wrong(b, n,
                           "%s: a file with `runs` holds nothing else - what each run needs stands "
                           "in its own file",
                           n->name);
    config->run_count = read_paths(b, b->root, "runs", false, &config->runs, &config->run_paths);
    if (config->run_count == 0 && !runs->bad)
        hp_build_wrong(b, runs, "runs: no files - an empty list leaves nothing to run");
}

/* ---- the whole ----------------------------------------------------------------------------- */

static void check_group(struct build *b, const char *name)
{
    struct node *node = hp_node_find(b->root, name);
    if (node != NULL && !node->bad && node->kind == NODE_GROUP)
        hp_keys_check(b, node, name);
}

static void check_iterations(struct build *b)
{
    const struct hp_measure *m = &b->config->measure;
    struct node *most = hp_node_find(hp_node_find(b->root, "measure"), "max_iterations");
    struct node *least = hp_node_find(hp_node_find(b->root, "measure"), "min_iterations");
    if (m->max_iterations < m->min_iterations && (most != NULL || least != NULL))
        hp_build_wrong(b, most != NULL ? most : least,
                       "measure.max_iterations: %u is below min_iterations = %u", m->max_iterations,
                       m->min_iterations);
    struct node *measure = hp_node_find(b->root, "measure");
    if (!m->counters && !m->times && measure != NULL)
        hp_build_wrong(b, measure, "measure: counters and times are both off, nothing is measured");
}

/* Sets nobody uses are read as well: a mistake in them is a mistake. */
static void check_sets(struct build *b)
{
    struct node *sets = hp_node_find(b->root, "sets");
    for (struct node *n = sets != NULL && !sets->bad ? sets->first : NULL; n != NULL; n = n->next)
        (void)hp_axis_read(b, n, hp_arena_print(b->arena, "sets.%s", n->name));
}

/* A file without sweeps is one only when scripts may add some, or when it names runs. */
static void check_empty(struct build *b)
{
    static const char *const lists[] = { "sweep", "probes" };
    const struct hp_config *config = b->config;
    const size_t before = b->problems->count;
    if (config->sweep_count + config->script_count + config->run_count + before > 0)
        return;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct node *list = hp_node_find(b->root, lists[i]);
        if (list != NULL)
            hp_build_wrong(b, list, "%s: no groups - an empty list leaves nothing to run",
                           lists[i]);
    }
    if (b->problems->count == before)
        hp_problem_add(
            b->problems, b->root->at,
            "nothing to run: neither sweep nor probes, and no run.scripts that could add "
            "some");
}

static void build(struct build *b)
{
    struct hp_config *config = b->config;
    hp_keys_check(b, b->root, "");
    check_group(b, "measure");
    check_group(b, "limits");
    hp_keys_apply(b);
    check_iterations(b);
    read_run(b);
    hp_profiles_read(b);
    hp_heaps_read(b);
    check_sets(b);
    hp_on_read(b, hp_node_find(b->root, "on"), &config->on, &config->on_count);
    hp_sweeps_read(b);
    read_runs(b);
    check_empty(b);
}

int hp_config_read(const char *path, struct hp_config **out, struct hp_problems *problems,
                   struct hp_err *err)
{
    *out = NULL;
    struct hp_arena *arena = hp_arena_new();
    struct tree tree = { .arena = arena, .problems = problems };
    const size_t before = problems->count;
    int rc = hp_tree_load(&tree, path, err);
    if (rc == HP_OK && tree.root != NULL)
        hp_tree_read_values(&tree);
    if (rc == HP_OK && tree.root != NULL) {
        struct hp_config *config = HP_ARENA_NEW(arena, struct hp_config);
        config->arena = arena;
        config->path = tree.root->at.file;
        for (size_t i = 0; i < tree.source_count; i++)
            hp_source_add(config, tree.sources[i]);
        struct build b = { config, arena, problems, tree.root };
        build(&b);
        *out = config;
    }
    hp_tree_clear(&tree);
    if (rc == HP_OK && problems->count > before)
        rc = hp_fail(err, HP_E_CONFIG, "%s: %zu problem%s", path, problems->count - before,
                     problems->count - before == 1 ? "" : "s");
    if (*out == NULL)
        hp_arena_free(arena);
    else
        (*out)->incomplete = rc != HP_OK;
    return rc;
}

int hp_config_load(const char *path, struct hp_config **out, struct hp_problems *problems,
                   struct hp_err *err)
{
    const int rc = hp_config_read(path, out, problems, err);
    if (rc != HP_OK) {
        hp_config_free(*out);
        *out = NULL;
    }
    return rc;
}

struct hp_config *hp_config_bare(void)
{
    struct hp_arena *arena = hp_arena_new();
    struct hp_config *config = HP_ARENA_NEW(arena, struct hp_config);
    config->arena = arena;
    config->path = "";
    return config;
}

void hp_config_free(struct hp_config *config)
{
    if (config != NULL)
        hp_arena_free(config->arena);
}
