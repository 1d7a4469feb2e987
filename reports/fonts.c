/* SPDX-License-Identifier: MIT
 * Which fonts does the report use, and are they here? Parent process. struct hp_fonts owns the private
 * fontconfig, the font map and one scratch layout that text.c measures with and paint_cairo.c draws with.
 */
#include "reports/fonts_private.h"

#include "base/mem.h"

#include <cairo.h>
#include <stdlib.h>
#include <sys/stat.h>

#define FONT_FOLDER "/usr/share/fonts/truetype/paratype"

static const struct hp_font_file font_files[HP_FONT_FILES] = {
    [HP_FACE_REGULAR] = { .family = "PT Sans", .path = FONT_FOLDER "/PTS55F.ttf" },
    [HP_FACE_BOLD] = { .family = "PT Sans Bold", .path = FONT_FOLDER "/PTS75F.ttf" },
    [HP_FACE_ITALIC] = { .family = "PT Sans Italic", .path = FONT_FOLDER "/PTS56F.ttf" },
    [HP_FACE_MONO] = { .family = "PT Mono", .path = FONT_FOLDER "/PTM55F.ttf" },
};

/* HEAPPROOF_FONTS names another folder with the same files. */
static const char *font_path(size_t i, char buf[512])
{
    const char *folder = getenv("HEAPPROOF_FONTS");
    if (folder == NULL || *folder == '\0')
        return font_files[i].path;
    (void)snprintf(buf, 512, "%s%s", folder, font_files[i].path + strlen(FONT_FOLDER));
    return buf;
}

static int add_files(struct hp_fonts *fonts, struct hp_err *err)
{
    for (size_t i = 0; i < HP_FONT_FILES; i++) {
        char buf[512];
        const char *path = font_path(i, buf);
        struct stat info;
        if (stat(path, &info) != 0 || !FcConfigAppFontAddFile(fonts->config, (const FcChar8 *)path))
            return hp_fail(err, HP_E_ENV,
                           "font file %s (%s) cannot be read - install it with: apt-get install "
                           "fonts-paratype",
                           path, font_files[i].family);
        fonts->files[i] = font_files[i];
        if (hp_sha_of_file(path, fonts->files[i].sha, err) != HP_OK)
            return err->code;
    }
    return HP_OK;
}

static void describe_roles(struct hp_fonts *fonts)
{
    static const char *const family[] = { "PT Sans", "PT Sans", "PT Sans", "PT Mono" };
    for (size_t i = 0; i < HP_ROLES; i++) {
        const struct hp_style *style = &hp_theme_roles[i];
        PangoFontDescription *d = pango_font_description_new();
        pango_font_description_set_family_static(d, family[style->face]);
        pango_font_description_set_absolute_size(d, style->size * PANGO_SCALE);
        if (style->face == HP_FACE_BOLD)
            pango_font_description_set_weight(d, PANGO_WEIGHT_BOLD);
        if (style->face == HP_FACE_ITALIC)
            pango_font_description_set_style(d, PANGO_STYLE_ITALIC);
        fonts->roles[i] = d;
    }
}

static void make_layout(struct hp_fonts *fonts)
{
    fonts->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(fonts->map), fonts->config);
    pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fonts->map), 72);
    fonts->context = pango_font_map_create_context(fonts->map);
    pango_context_set_round_glyph_positions(fonts->context, FALSE);
    pango_context_set_language(fonts->context, pango_language_from_string("en"));
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(fonts->context, options);
    cairo_font_options_destroy(options);
    fonts->layout = pango_layout_new(fonts->context);
}

int hp_fonts_open(struct hp_fonts **out, struct hp_err *err)
{
    struct hp_fonts *fonts = hp_mem_new(sizeof *fonts);
    fonts->config = FcConfigCreate();
    const int rc = add_files(fonts, err);
    if (rc != HP_OK) {
        hp_fonts_close(fonts);
        return rc;
    }
    describe_roles(fonts);
    make_layout(fonts);
    *out = fonts;
    return HP_OK;
}

void hp_fonts_close(struct hp_fonts *fonts)
{
    if (fonts == NULL)
        return;
    for (size_t i = 0; i < HP_ROLES; i++)
        if (fonts->roles[i] != NULL)
            pango_font_description_free(fonts->roles[i]);
    if (fonts->layout != NULL)
        g_object_unref(fonts->layout);
    if (fonts->context != NULL)
        g_object_unref(fonts->context);
    if (fonts->map != NULL)
        g_object_unref(fonts->map);
    FcConfigDestroy(fonts->config);
    hp_widths_clear(&fonts->widths);
    hp_mem_free(fonts);
}

const struct hp_font_file *hp_fonts_files(const struct hp_fonts *fonts)
{
    return fonts->files;
}

const char *hp_fonts_libraries(void)
{
    static char text[96];
    const int fc = FcGetVersion();
    (void)snprintf(text, sizeof text, "cairo %s, pango %s, fontconfig %d.%d.%d",
                   cairo_version_string(), pango_version_string(), fc / 10000, fc / 100 % 100,
                   fc % 100);
    return text;
}
