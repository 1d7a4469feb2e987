/* SPDX-License-Identifier: MIT
 * Our plugins, loaded from where they lie, with the sentences of those that were refused.
 */
#ifndef HP_CMD_HOST_PLUGINS_H
#define HP_CMD_HOST_PLUGINS_H

#include "plugin/plugin.h"

struct hp_host_plugins {
    struct hp_plugins set;
    struct hp_arena *arena;
    const char **refused;
    size_t refused_count, refused_capacity;
};

/* A refused plugin is a line on stderr and no error; a folder that cannot be read is. */
int hp_host_plugins_load(struct hp_host_plugins *out, struct hp_err *err);
/* The same without the lines: for doctor, which lists them. */
int hp_host_plugins_load_quietly(struct hp_host_plugins *out, struct hp_err *err);
void hp_host_plugins_clear(struct hp_host_plugins *plugins);

#endif
