/* SPDX-License-Identifier: MIT
 * Pixels to a PNG file in memory.
 */
#ifndef HP_REPORTS_PNG_FILE_H
#define HP_REPORTS_PNG_FILE_H

#include "base/text.h"
#include <heapproof/abi.h>

/* `pixels`: rows of `stride` bytes, each pixel blue, green, red and one byte that is ignored. The density goes
 * into a pHYs chunk. Appends to out; the same pixels give the same bytes. */
int hp_png_encode(unsigned char *pixels, unsigned width, unsigned height, size_t stride,
                  unsigned dpi, struct hp_text *out, struct hp_err *err);

#endif
