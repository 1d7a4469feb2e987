/* SPDX-License-Identifier: MIT
 * Would a drawing object that we forget be reported, in spite of tests/lsan.supp? Built with AddressSanitizer
 * only. Objects are forgotten by keeping their address in a form that LeakSanitizer does not see, so that they
 * can be freed afterwards.
 */
#include "base/err.h"
#include "reports/fonts_private.h"

#include "hp_test.h"

#include <sanitizer/lsan_interface.h>

enum { OBJECTS = 16 };

static uintptr_t hidden[OBJECTS];

static void *layout_new(struct hp_fonts *fonts)
{
    return pango_layout_new(fonts->context);
}

static void *font_map_new(struct hp_fonts *fonts)
{
    (void)fonts;
    return pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
}

static void *surface_new(struct hp_fonts *fonts)
{
    (void)fonts;
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, 8, 8);
}

static void surface_free(void *surface)
{
    cairo_surface_destroy(surface);
}

/* A frame of its own, whose registers and stack are gone when it returns. */
static __attribute__((noinline)) void forget(struct hp_fonts *fonts,
                                             void *(*make)(struct hp_fonts *fonts))
{
    for (size_t i = 0; i < OBJECTS; i++)
        hidden[i] = ~(uintptr_t)make(fonts);
}

static void forgotten_objects_are_reported(void **state)
{
    (void)state;
    static const struct {
        void *(*make)(struct hp_fonts *fonts);
        void (*free)(void *object);
    } rows[] = {
        { layout_new, g_object_unref },
        { font_map_new, g_object_unref },
        { surface_new, surface_free },
    };
    struct hp_fonts *fonts = NULL;
    struct hp_err err = { 0 };
    HP_CHECK(hp_fonts_open(&fonts, &err) == HP_OK, "%s", err.text);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        HP_CHECK(__lsan_do_recoverable_leak_check() == 0, "row %zu: a leak before", i);
        forget(fonts, rows[i].make);
        HP_CHECK(__lsan_do_recoverable_leak_check() != 0, "row %zu: no leak is reported", i);
        for (size_t k = 0; k < OBJECTS; k++)
            rows[i].free((void *)~hidden[k]);
    }
    hp_fonts_close(fonts);
}

int main(void)
{
    static const struct CMUnitTest tests[] = { cmocka_unit_test(forgotten_objects_are_reported) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
