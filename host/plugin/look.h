/* SPDX-License-Identifier: MIT
 * A first look at a plugin, in a process that may die of it. Inside the stage only.
 */
#ifndef HP_PLUGIN_LOOK_H
#define HP_PLUGIN_LOOK_H

#include <heapproof/abi.h>

/* Runs look(path) in a child and returns what it answered there. A child that ends, crashes or hangs in it is
 * HP_E_ENV with one sentence. */
int hp_look(const char *path, int (*look)(const char *path, struct hp_err *err),
            struct hp_err *err);

#endif
