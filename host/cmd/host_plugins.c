/* SPDX-License-Identifier: MIT
 * Which plugins are there? The parent loads them for their tables only; it calls none of
 * their operations but survey().
 */
#include "cmd/host_plugins.h"

#include "base/file.h"
#include "cmd/cmd.h"

static void note_refused(void *context, const char *sentence)
{
    struct hp_host_plugins *p = context;
    HP_PUSH(p->refused, p->refused_count, p->refused_capacity) = hp_arena_copy(p->arena, sentence);
}

int hp_host_plugins_load_quietly(struct hp_host_plugins *out, struct hp_err *err)
{
    *out = (struct hp_host_plugins){ .arena = hp_arena_new() };
    const int rc = hp_plugins_load_folder(&out->set, hp_path_plugins(), note_refused, out, err);
    if (rc != HP_OK)
        hp_host_plugins_clear(out);
    return rc;
}

static void say_refused(const char *sentence)
{
    struct hp_text line = { 0 };
    hp_text_print(&line, "heapproof: %s\n", sentence);
    hp_cli_say(&line);
    hp_text_clear(&line);
}

int hp_host_plugins_load(struct hp_host_plugins *out, struct hp_err *err)
{
    const int rc = hp_host_plugins_load_quietly(out, err);
    for (size_t i = 0; rc == HP_OK && i < out->refused_count; i++)
        say_refused(out->refused[i]);
    return rc;
}

void hp_host_plugins_clear(struct hp_host_plugins *plugins)
{
    hp_plugins_clear(&plugins->set);
    hp_mem_free((void *)plugins->refused);
    hp_arena_free(plugins->arena);
    *plugins = (struct hp_host_plugins){ 0 };
}
