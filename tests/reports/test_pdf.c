/* SPDX-License-Identifier: MIT
 * The bytes that are handed on: the same on every rendering, complete, and with what cairo leaves out.
 */
#include "hp_test.h"

#include "fixture.h"
#include "reports/paint.h"
#include "reports/pictures.h"
#include "reports/report_rows.h"

#include <locale.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

/* Everything is made anew: fonts, rows, model, layout. */
static void render(unsigned flags, size_t sheet, struct hp_text *pdf, struct hp_text *png)
{
    struct hp_err err = { 0 };
    struct hp_fonts *fonts = NULL;
    struct hp_doc doc;
    struct fixture *f = fixture_new(flags);
    struct hp_model *m = hp_model_from_rows(&f->rows, NULL);
    int rc = hp_fonts_open(&fonts, &err);
    if (rc == HP_OK)
        rc = hp_report_lay_out(m, &m->sheets[sheet], fonts, &doc, &err);
    if (rc == HP_OK)
        rc = hp_report_pdf(&doc, pdf, &err);
    if (rc == HP_OK && png != NULL)
        rc = hp_paint_png(&doc, 0, png, &err);
    if (rc != HP_OK)
        fail_msg("%s", err.text);
    hp_doc_clear(&doc);
    hp_model_free(m);
    hp_fonts_close(fonts);
    fixture_free(f);
}

static void same(const struct hp_text *a, const struct hp_text *b, const char *what)
{
    HP_CHECK(a->bytes == b->bytes && memcmp(a->text, b->text, a->bytes) == 0,
             "%s differs: %zu and %zu bytes", what, a->bytes, b->bytes);
}

static void two_renderings_are_equal(void **state)
{
    (void)state;
    struct hp_text a = { 0 }, b = { 0 }, pa = { 0 }, pb = { 0 };
    render(FIXTURE_TROUBLE, 0, &a, &pa);
    (void)sleep(1); /* a clock that leaked in would have moved on */
    render(FIXTURE_TROUBLE, 0, &b, &pb);
    same(&a, &b, "PDF");
    same(&pa, &pb, "PNG");
    hp_text_clear(&a);
    hp_text_clear(&b);
    hp_text_clear(&pa);
    hp_text_clear(&pb);
}

/* A Russian locale made for the test; LC_NUMERIC stays "C", as in every process of ours. */
static bool enter_russian_locale(const char *folder)
{
    char command[256], path[128];
    (void)snprintf(path, sizeof path, "%s/ru_RU.UTF-8", folder);
    (void)snprintf(command, sizeof command, "localedef -i ru_RU -f UTF-8 %s >/dev/null 2>&1", path);
    const int made = system(command);
    (void)setenv("LOCPATH", folder, 1);
    const bool entered = setlocale(LC_ALL, "ru_RU.UTF-8") != NULL;
    HP_CHECK(entered, "no Russian locale (localedef ended with %d): install the package locales",
             made);
    return setlocale(LC_NUMERIC, "C") != NULL && entered;
}

static void locale_and_time_zone_change_nothing(void **state)
{
    (void)state;
    struct hp_text a = { 0 }, b = { 0 };
    char folder[64], command[128];
    render(FIXTURE_RUSSIAN, 0, &a, NULL);
    assert_true(enter_russian_locale(hp_test_folder(folder)));
    (void)setenv("TZ", "Asia/Kolkata", 1);
    tzset();
    render(FIXTURE_RUSSIAN, 0, &b, NULL);
    same(&a, &b, "PDF");
    (void)setlocale(LC_ALL, "C");
    (void)unsetenv("TZ");
    (void)unsetenv("LOCPATH");
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    hp_text_clear(&a);
    hp_text_clear(&b);
}

static bool has(const struct hp_text *bytes, const char *needle)
{
    return memmem(bytes->text, bytes->bytes, needle, strlen(needle)) != NULL;
}

static void what_cairo_leaves_out_is_there(void **state)
{
    (void)state;
    static const char *const needles[] = { "/Lang (ru)",
                                           "/DisplayDocTitle true",
                                           "/Subtype /XML",
                                           "(D:20261130140517Z)",
                                           "/ID [<",
                                           "/Alt <FEFF",
                                           "/MarkInfo << /Marked true >>",
                                           "<dc:language><rdf:Bag><rdf:li>ru</rdf:li>" };
    struct hp_text pdf = { 0 };
    render(FIXTURE_RUSSIAN, 0, &pdf, NULL);
    for (size_t i = 0; i < sizeof needles / sizeof needles[0]; i++)
        HP_CHECK(has(&pdf, needles[i]), "the PDF lacks %s", needles[i]);
    hp_text_clear(&pdf);
}

static void pictures_say_their_density(void **state)
{
    (void)state;
    struct hp_text pdf = { 0 }, png = { 0 };
    render(0, 0, &pdf, &png);
    static const unsigned char want[9] = {
        0x00, 0x00, 0x10, 0xEB, 0x00, 0x00, 0x10, 0xEB, 0x01
    }; /* 4,331 per metre: 110 dpi */
    const char *at = memmem(png.text, png.bytes, "pHYs", 4);
    assert_non_null(at);
    assert_memory_equal(at + 4, want, sizeof want);
    HP_CHECK(png.bytes < 300 * 1024, "a page picture has %zu bytes", png.bytes);
    hp_text_clear(&pdf);
    hp_text_clear(&png);
}

static void a_document_without_a_trailer_is_refused(void **state)
{
    (void)state;
    struct hp_text pdf = { 0 };
    struct hp_err err = { 0 };
    const struct hp_pdf_extra extra = {
        .language = "en", .title = "t", .creator = "c", .date = "2026-11-30T14:02:05Z"
    };
    hp_text_put(&pdf, "%PDF-1.5\nnot much of one\n");
    assert_int_equal(hp_pdf_post(&pdf, &extra, &err), HP_E_STATE);
    assert_string_equal(err.text, "report: the PDF has no trailer as cairo 1.16 writes it");
    hp_text_clear(&pdf);
}

static void start(struct hp_painters *painters, const char *stem, struct hp_err *err, int expected)
{
    struct fixture *f = fixture_new(FIXTURE_ONE_SETTING);
    struct hp_fonts *fonts = NULL;
    struct hp_doc doc;
    assert_int_equal(hp_fonts_open(&fonts, err), HP_OK);
    struct hp_model *m = hp_model_from_rows(&f->rows, "en");
    assert_int_equal(hp_report_lay_out(m, NULL, fonts, &doc, err), HP_OK);
    assert_int_equal(hp_painters_start(painters, &doc, stem, err), expected);
    hp_doc_clear(&doc);
    hp_model_free(m);
    hp_fonts_close(fonts);
    fixture_free(f);
}

/* The first that fails is told, by whoever waits for it; nobody is left at work. */
static void painters_tell_what_failed(void **state)
{
    (void)state;
    struct hp_err err = { 0 };
    struct hp_painters painters = { .folder = "/nonexistent/folder", .most = 1 };
    start(&painters, "one", &err, HP_OK);
    start(&painters, "two", &err, HP_E_ENV);
    HP_CHECK(strstr(err.text, "/nonexistent/folder/one-01.png") != NULL, "%s", err.text);
    assert_int_equal(hp_painters_wait(&painters, HP_E_ENV, &err), HP_E_ENV);

    start(&painters, "three", &err, HP_OK);
    assert_int_equal(hp_painters_wait(&painters, HP_OK, &err), HP_E_ENV);
    HP_CHECK(strstr(err.text, "/nonexistent/folder/three-01.png") != NULL, "%s", err.text);

    /* One that dies by a signal: it may not write a byte. */
    char folder[64];
    struct rlimit limit, none;
    painters.folder = hp_test_folder(folder);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    none = limit;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    start(&painters, "four", &err, HP_OK);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_int_equal(hp_painters_wait(&painters, HP_OK, &err), HP_E_ENV);
    assert_string_equal(err.text,
                        "four: the painting of its pages ended early (File size limit exceeded)");
    assert_int_equal(painters.count, 0);
    assert_int_equal(waitpid(-1, NULL, 0), -1);
}

/* A file appears whole, and an unwritable folder is said. */
static void a_folder_that_is_missing_is_said(void **state)
{
    (void)state;
    struct fixture *f = fixture_new(FIXTURE_ONE_SETTING);
    struct hp_report_files files = { 0 };
    struct hp_err err = { 0 };
    const struct hp_report_request request = { .folder = "/nonexistent/folder" };
    assert_int_not_equal(hp_report_render_rows(&request, &f->rows, &files, &err), HP_OK);
    HP_CHECK(strstr(err.text, "/nonexistent/folder/overview.pdf") != NULL, "%s", err.text);
    assert_int_equal(files.count, 0);
    hp_mem_free(files.names);
    hp_arena_free(files.arena);
    fixture_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_renderings_are_equal),
        cmocka_unit_test(locale_and_time_zone_change_nothing),
        cmocka_unit_test(what_cairo_leaves_out_is_there),
        cmocka_unit_test(pictures_say_their_density),
        cmocka_unit_test(a_document_without_a_trailer_is_refused),
        cmocka_unit_test(painters_tell_what_failed),
        cmocka_unit_test(a_folder_that_is_missing_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
