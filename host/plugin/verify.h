/* SPDX-License-Identifier: MIT
 * What a plugin file and its table are held against before anything in them is trusted. Inside the
 * stage only: load.c calls these in the order given here.
 */
#ifndef HP_PLUGIN_VERIFY_H
#define HP_PLUGIN_VERIFY_H

#include <heapproof/abi.h>

/* The file as bytes: readable, a whole ELF shared object of this machine. A file that is cut short
 * must be found here: mapping it could end the process. */
int hp_verify_file(const char *path, struct hp_err *err);

/* What hp_plugin_query() returned, not NULL: magic, ABI, size, kind, name, hooks, options, methods, probes. */
int hp_verify_table(const char *path, const struct hp_plugin *table, struct hp_err *err);

#endif
