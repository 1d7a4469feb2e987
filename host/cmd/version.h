/* SPDX-License-Identifier: MIT
 * Which heapproof is this? Stamped into every run. In a file of its own, so that a new revision compiles
 * one file.
 */
#ifndef HP_CMD_VERSION_H
#define HP_CMD_VERSION_H

const char *hp_version(void);       /* "0.1.0" */
const char *hp_revision(void);      /* "1a2b3c4d5e6f", "+dirty" behind it: sources were changed */
const char *hp_built_with(void);    /* "gcc 12.2.0, Release" */
const char *hp_built_against(void); /* "libconfig 1.5, Lua 5.4.4, SQLite 3.40.1" */

#endif
