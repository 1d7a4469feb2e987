/* SPDX-License-Identifier: MIT
 * How does a page picture become a PNG? By libpng, with unfiltered rows: on flat pages they compress as well as
 * filtered ones and cost a fraction of the time. The only file with png.h.
 */
#include "reports/png_file.h"

#include "base/err.h"

#include <math.h>
#include <png.h>

/* A third of the time of zlib's own choice, 6, for a tenth more bytes. */
enum { COMPRESSION = 3 };

static void collect(png_structp png, png_bytep data, size_t n)
{
    hp_text_put_n(png_get_io_ptr(png), (const char *)data, n);
}

static void flush(png_structp png)
{
    (void)png;
}

static void write_rows(png_structp png, png_infop info, unsigned char *pixels, unsigned height,
                       size_t stride)
{
    png_write_info(png, info);
    png_set_bgr(png);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (unsigned y = 0; y < height; y++)
        png_write_row(png, pixels + y * stride);
    png_write_end(png, info);
}

int hp_png_encode(unsigned char *pixels, unsigned width, unsigned height, size_t stride,
                  unsigned dpi, struct hp_text *out, struct hp_err *err)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return hp_fail(err, HP_E_ENV, "report: writing a page picture failed");
    }
    const png_uint_32 per_metre = (png_uint_32)lround(dpi / 0.0254);
    png_set_write_fn(png, out, collect, flush);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_compression_level(png, COMPRESSION);
    write_rows(png, info, pixels, height, stride);
    png_destroy_write_struct(&png, &info);
    return HP_OK;
}
