/* SPDX-License-Identifier: MIT
 * Files: read whole, write safely, find our own installed parts.
 */
#ifndef HP_BASE_FILE_H
#define HP_BASE_FILE_H

#include "base/text.h"
#include <heapproof/abi.h>

/* Reads a regular file (or "-": standard input) into out, at most `limit` bytes. The error names the
 * path and the reason (no such file, is a directory, larger than ...). */
int hp_file_read(const char *path, struct hp_text *out, size_t limit, struct hp_err *err);

/* Writes to a temporary name beside `path`, flushes, renames: the file is whole or absent. */
int hp_file_write(const char *path, const void *data, size_t n, struct hp_err *err);

/* mkdir -p. */
int hp_make_folders(const char *path, struct hp_err *err);

/* Where our parts are: from the running binary, its build tree or its installed tree.
 * Overridden by HEAPPROOF_PLUGINS and HEAPPROOF_DATA. Static storage; never NULL. */
const char *hp_path_self(void);    /* the binary, absolute */
const char *hp_path_plugins(void); /* folder of *.so */
const char *hp_path_data(void);    /* folder that has configs/ and lua/ */

#endif
