/* SPDX-License-Identifier: MIT
 * What does this machine have, and what does it lack? Each check is one function that adds rows; nothing is
 * changed, nothing is written.
 */
#include "base/file.h"
#include "base/units.h"
#include "cmd/cmd.h"
#include "cmd/columns.h"
#include "cmd/host_facts.h"
#include "cmd/host_plugins.h"
#include "cmd/version.h"
#include "plan/plan.h"
#include "reports/fonts.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* good: there. note: missing, and heapproof works without. bad: missing, and needed. */
enum state { GOOD, NOTE, BAD };

struct exam {
    struct hp_arena *arena;
    struct hp_columns table;
    size_t bad;
};

static void add_row(struct exam *e, enum state state, const char *what, const char *found,
                    const char *advice)
{
    static const char *const words[] = { [GOOD] = "ok", [NOTE] = "note", [BAD] = "missing" };
    hp_columns_add(&e->table, words[state]);
    hp_columns_add(&e->table, what);
    hp_columns_add(&e->table, found);
    hp_columns_add(&e->table, advice);
    e->bad += state == BAD;
}

/* ---- our own parts ------------------------------------------------------------------------- */

static void check_program(struct exam *e)
{
    add_row(e, GOOD, "heapproof",
            hp_arena_print(e->arena, "%s (%s), %s", hp_version(), hp_revision(), hp_built_with()),
            NULL);
    add_row(e, GOOD, "libraries", hp_built_against(), NULL);
}

/* Heaps that a .cfg may name and that this heapproof has no plugin for. */
static void note_absent_heaps(struct exam *e, const struct hp_plugins *plugins)
{
    for (size_t i = 0; hp_known_heap(i) != NULL; i++)
        if (hp_plugin_find(plugins, HP_KIND_HEAP, hp_known_heap(i)) == NULL)
            add_row(e, NOTE, "heap", hp_arena_print(e->arena, "%s: no plugin", hp_known_heap(i)),
                    "cases on it are skipped");
}

/* What heaps need beside their plugins. Missing is a note, unless HEAPPROOF_REQUIRE names it. */
struct survey {
    struct exam *exam;
    const char *heap;
};

static void add_finding(void *context, const struct hp_finding *finding)
{
    const struct survey *survey = context;
    struct exam *e = survey->exam;
    const bool required = hp_require_names(survey->heap, finding->runtime);
    add_row(e,
            finding->present ? GOOD
            : required       ? BAD
                             : NOTE,
            finding->what, finding->found, finding->advice);
}

static void check_require(struct exam *e)
{
    struct hp_err err = { 0 };
    if (hp_require_check(&err) != HP_OK)
        add_row(e, BAD, "setting", err.text, "mend it or unset it");
}

static void check_plugins(struct exam *e)
{
    struct hp_host_plugins plugins;
    struct hp_err err = { 0 };
    if (hp_host_plugins_load_quietly(&plugins, &err) != HP_OK) {
        add_row(e, BAD, "plugins", err.text, "build them, or set HEAPPROOF_PLUGINS");
        return;
    }
    size_t heaps = 0;
    for (size_t i = 0; i < plugins.set.count; i++) {
        const struct hp_plugin *p = plugins.set.items[i].table;
        const bool heap = p->kind == HP_KIND_HEAP;
        heaps += heap;
        add_row(e, GOOD, heap ? "heap" : "workload",
                hp_arena_print(e->arena, "%s %s", p->name, p->version), NULL);
        struct survey survey = { e, p->name };
        if (heap && p->survey != NULL)
            p->survey(&survey, add_finding);
    }
    check_require(e);
    note_absent_heaps(e, &plugins.set);
    for (size_t i = 0; i < plugins.refused_count; i++)
        add_row(e, BAD, "plugin", plugins.refused[i], "rebuild it or take it away");
    if (heaps == 0 || heaps == plugins.set.count)
        add_row(e, BAD, "plugins",
                hp_arena_print(e->arena, "no %s in %s", heaps == 0 ? "heap" : "workload",
                               hp_path_plugins()),
                "build them, or set HEAPPROOF_PLUGINS");
    hp_host_plugins_clear(&plugins);
}

static void check_data(struct exam *e)
{
    const char *path = hp_arena_print(e->arena, "%s/lua/heapproof", hp_path_data());
    if (access(path, R_OK) == 0)
        add_row(e, GOOD, "Lua modules", path, NULL);
    else
        add_row(e, BAD, "Lua modules", hp_arena_print(e->arena, "%s: %s", path, strerror(errno)),
                "install heapproof whole, or set HEAPPROOF_DATA");
}

static void check_fonts(struct exam *e)
{
    struct hp_fonts *fonts = NULL;
    struct hp_err err = { 0 };
    if (hp_fonts_open(&fonts, &err) != HP_OK) {
        add_row(e, BAD, "fonts", err.text, "apt-get install fonts-paratype");
        return;
    }
    const struct hp_font_file *files = hp_fonts_files(fonts);
    for (size_t i = 0; i < HP_FONT_FILES; i++)
        add_row(e, GOOD, "font", files[i].path, NULL);
    add_row(e, GOOD, "drawing", hp_fonts_libraries(), NULL);
    hp_fonts_close(fonts);
}

/* ---- where results go ---------------------------------------------------------------------- */

static void check_output(struct exam *e)
{
    const char *folder = access("out", F_OK) == 0 ? "out" : ".";
    char here[4096];
    if (getcwd(here, sizeof here) == NULL)
        here[0] = '\0';
    const char *path = hp_arena_print(e->arena, "%s/out", here);
    if (access(folder, W_OK | X_OK) != 0) {
        add_row(e, BAD, "output", hp_arena_print(e->arena, "%s: %s", path, strerror(errno)),
                "go to a folder that you may write in, or use --out");
        return;
    }
    struct statvfs fs;
    if (statvfs(folder, &fs) != 0) {
        add_row(e, GOOD, "output", path, NULL);
        return;
    }
    char free_text[HP_NUMBER_MAX];
    const uint64_t free_bytes = (uint64_t)fs.f_bavail * fs.f_frsize;
    (void)hp_print_size(free_text, free_bytes);
    const bool small = free_bytes < UINT64_C(1) << 29;
    add_row(e, small ? NOTE : GOOD, "output",
            hp_arena_print(e->arena, "%s, %s free", path, free_text),
            small ? "a long run may need more" : NULL);
}

/* ---- the machine --------------------------------------------------------------------------- */

static const char *size_fact(struct exam *e, const struct hp_host_facts *facts, const char *key)
{
    char text[HP_NUMBER_MAX];
    const char *value = hp_host_fact(facts, key);
    uint64_t bytes;
    struct hp_err err;
    if (value == NULL || hp_parse_size(value, &bytes, &err) != HP_OK)
        return value;
    return hp_arena_copy(e->arena, hp_print_size(text, bytes));
}

/* What a fact should be for quiet times, and what to do about it. */
static const struct {
    const char *key, *what, *wish, *advice;
} wishes[] = {
    { "governor", "governor", "performance", "cpupower frequency-set -g performance" },
    { "turbo", "turbo", "off", "times move with the clock; counters do not" },
    { "virtualisation", "virtualisation", "none", "other guests disturb times; counters do not" },
};

static const char *known(const struct hp_host_facts *facts, const char *key)
{
    const char *value = hp_host_fact(facts, key);
    return value != NULL ? value : "unknown";
}

static void check_machine(struct exam *e)
{
    struct hp_host_facts facts;
    hp_host_facts_read(&facts, "");
    add_row(e, GOOD, "processor",
            hp_arena_print(e->arena, "%s x %s", known(&facts, "processors"),
                           known(&facts, "processor")),
            NULL);
    add_row(e, facts.machine.l3_bytes != 0 ? GOOD : NOTE, "L3 cache",
            size_fact(e, &facts, "l3_bytes"),
            facts.machine.l3_bytes != 0 ? NULL : "budgets that follow from it are assumed");
    add_row(e, facts.machine.memory_bytes != 0 ? GOOD : BAD, "memory",
            size_fact(e, &facts, "memory_bytes"), NULL);
    add_row(e, GOOD, "system",
            hp_arena_print(e->arena, "%s, kernel %s, glibc %s", known(&facts, "system"),
                           known(&facts, "kernel"), known(&facts, "glibc")),
            NULL);
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        const char *is = hp_host_fact(&facts, wishes[i].key);
        const bool good = is != NULL && strcmp(is, wishes[i].wish) == 0;
        add_row(e, good ? GOOD : NOTE, wishes[i].what, is != NULL ? is : "not determined",
                good || is == NULL ? NULL : wishes[i].advice);
    }
    hp_host_facts_clear(&facts);
}

static void check_locale(struct exam *e)
{
    const bool good = strcmp(localeconv()->decimal_point, ".") == 0;
    add_row(e, good ? GOOD : BAD, "locale", good ? "numbers as in C" : "numbers with a comma",
            good ? NULL : "unset LC_ALL and LC_NUMERIC");
}

/* ---- the command --------------------------------------------------------------------------- */

static void print_exam(const struct exam *e, bool json)
{
    struct hp_text out = { 0 };
    if (json) {
        struct hp_json j = { .out = &out };
        hp_json_object(&j, NULL);
        hp_json_bool(&j, "ready", e->bad == 0);
        hp_columns_json(&e->table, &j, "checks");
        hp_json_end(&j, '}');
        hp_text_put(&out, "\n");
    } else {
        hp_columns_print(&e->table, 0, &out);
        if (e->bad == 0)
            hp_text_put(&out, "\nheapproof can run here.\n");
        else
            hp_text_print(&out, "\n%zu missing: heapproof cannot do all of its work here.\n",
                          e->bad);
    }
    hp_cli_print(&out);
    hp_text_clear(&out);
}

uint32_t hp_cmd_doctor(struct hp_cli *cli)
{
    static const char *const titles[] = { "state", "what", "found", "advice", NULL };
    static void (*const checks[])(struct exam * e) = {
        check_program, check_plugins, check_data,   check_fonts,
        check_output,  check_machine, check_locale,
    };
    struct exam e = { .arena = hp_arena_new() };
    e.table = (struct hp_columns){ .arena = e.arena, .titles = titles };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        checks[i](&e);
    print_exam(&e, hp_cli_has(cli, HP_OPT_JSON));
    const uint32_t flags = hp_exit_flag(e.bad == 0 ? HP_EXIT_HOLDS : HP_EXIT_ENV);
    hp_columns_clear(&e.table);
    hp_arena_free(e.arena);
    return flags;
}
