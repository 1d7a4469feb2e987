/* SPDX-License-Identifier: MIT
 * What does cairo 1.16 leave out of a PDF? Parent process. Appends one incremental update to the bytes in
 * memory: catalog with language, window title and XMP, info with date prefixes, figures with alternative
 * texts, a trailer with an identity made from the content. Nothing that cairo wrote is changed.
 */
#include "reports/paint.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

struct update {
    struct hp_text *pdf;
    size_t size; /* objects, from the trailer */
    size_t root, info;
    struct {
        size_t number, offset;
    } * written;
    size_t count, capacity;
};

static const char *find_last(const struct hp_text *pdf, const char *needle)
{
    const char *found = NULL;
    const size_t n = strlen(needle);
    for (size_t i = pdf->bytes; found == NULL && i >= n; i--)
        if (memcmp(pdf->text + i - n, needle, n) == 0)
            found = pdf->text + i - n;
    return found;
}

static size_t number_after(const char *from, const char *key)
{
    const char *at = from != NULL ? strstr(from, key) : NULL;
    return at != NULL ? strtoul(at + strlen(key), NULL, 10) : 0;
}

/* First place at or after `from` with these bytes; the file also holds binary streams. */
static const char *find_bytes(const struct hp_text *pdf, const char *from, const char *needle)
{
    return memmem(from, (size_t)(pdf->text + pdf->bytes - from), needle, strlen(needle));
}

/* The body of object `number`: from "<<" up to, not including, "endobj". */
static const char *object_body(const struct hp_text *pdf, size_t number, size_t *bytes)
{
    char head[32];
    (void)snprintf(head, sizeof head, "\n%zu 0 obj\n", number);
    const char *at = find_bytes(pdf, pdf->text, head);
    if (at == NULL)
        return NULL;
    at += strlen(head);
    const char *end = find_bytes(pdf, at, "endobj");
    *bytes = end != NULL ? (size_t)(end - at) : 0;
    return end != NULL ? at : NULL;
}

static void begin_object(struct update *u, size_t number)
{
    HP_PUSH(u->written, u->count, u->capacity).number = number;
    u->written[u->count - 1].offset = u->pdf->bytes;
    hp_text_print(u->pdf, "%zu 0 obj\n", number);
}

/* body is "<< ... >>"; `more` goes in before the closing brackets. */
static int rewrite_dictionary(struct update *u, size_t number, const char *more, struct hp_err *err)
{
    size_t bytes = 0;
    const char *body = object_body(u->pdf, number, &bytes);
    while (body != NULL && bytes > 0 && body[bytes - 1] != '>')
        bytes--;
    if (body == NULL || bytes < 4)
        return hp_fail(err, HP_E_STATE, "report: object %zu of the PDF is not where it should be",
                       number);
    struct hp_text copy = { 0 }; /* the PDF may move while it grows */
    hp_text_put_n(&copy, body, bytes - 2);
    begin_object(u, number);
    hp_text_put_n(u->pdf, copy.text, copy.bytes);
    hp_text_print(u->pdf, "%s>>\nendobj\n", more);
    hp_text_clear(&copy);
    return HP_OK;
}

static void put_xml(struct hp_text *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '&')
            hp_text_put(out, "&amp;");
        else if (*text == '<')
            hp_text_put(out, "&lt;");
        else
            hp_text_put_n(out, text, 1);
    }
}

static void put_xmp(struct update *u, size_t number, const struct hp_pdf_extra *extra)
{
    struct hp_text xmp = { 0 };
    hp_text_put(&xmp,
                "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
                "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
                "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n<dc:title><rdf:Alt>"
                "<rdf:li xml:lang=\"x-default\">");
    put_xml(&xmp, extra->title);
    hp_text_print(&xmp,
                  "</rdf:li></rdf:Alt></dc:title>\n<dc:language><rdf:Bag><rdf:li>%s</rdf:li>"
                  "</rdf:Bag></dc:language>\n<xmp:CreatorTool>",
                  extra->language);
    put_xml(&xmp, extra->creator);
    hp_text_print(&xmp,
                  "</xmp:CreatorTool>\n<xmp:CreateDate>%s</xmp:CreateDate>\n"
                  "<xmp:ModifyDate>%s</xmp:ModifyDate>\n</rdf:Description>\n</rdf:RDF>\n"
                  "</x:xmpmeta>\n<?xpacket end=\"r\"?>",
                  extra->date, extra->date);
    begin_object(u, number);
    hp_text_print(u->pdf, "<< /Type /Metadata /Subtype /XML /Length %zu >>\nstream\n", xmp.bytes);
    hp_text_put_n(u->pdf, xmp.text, xmp.bytes);
    hp_text_put(u->pdf, "\nendstream\nendobj\n");
    hp_text_clear(&xmp);
}

/* The info dictionary with "(20" of a date as "(D:20". */
static int rewrite_info(struct update *u, struct hp_err *err)
{
    size_t bytes = 0;
    const char *body = object_body(u->pdf, u->info, &bytes);
    if (body == NULL)
        return hp_fail(err, HP_E_STATE, "report: the PDF has no info dictionary");
    struct hp_text copy = { 0 };
    for (size_t i = 0; i < bytes; i++) {
        hp_text_put_n(&copy, body + i, 1);
        const char *from = body + i >= body + 9 ? body + i - 9 : body;
        if (body[i] == '(' && i > 9 && body[i + 1] == '2' && memmem(from, 9, "Date ", 5) != NULL)
            hp_text_put(&copy, "D:");
    }
    begin_object(u, u->info);
    hp_text_put_n(u->pdf, copy.text, copy.bytes);
    hp_text_put(u->pdf, "endobj\n");
    hp_text_clear(&copy);
    return HP_OK;
}

/* Text as a hexadecimal UTF-16BE string. */
static void put_utf16(struct hp_text *out, const char *text)
{
    hp_text_put(out, "<FEFF");
    const size_t n = strlen(text);
    for (size_t at = 0; at < n;) {
        uint32_t c = 0;
        const size_t step = hp_utf8_next(text + at, n - at, &c);
        if (step == 0)
            break;
        at += step;
        if (c >= 0x10000)
            hp_text_print(out, "%04X%04X", 0xD800 + ((c - 0x10000) >> 10),
                          0xDC00 + ((c - 0x10000) & 0x3ff));
        else
            hp_text_print(out, "%04X", c);
    }
    hp_text_put(out, ">");
}

static size_t number_before(const struct hp_text *pdf, const char *at)
{
    while (at > pdf->text && memcmp(at, " 0 obj", 6) != 0)
        at--;
    while (at > pdf->text && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return strtoul(at, NULL, 10);
}

/* cairo writes structure elements as plain text, in the order of drawing. */
static int add_alts(struct update *u, const struct hp_pdf_extra *extra, struct hp_err *err)
{
    size_t numbers[256], found = 0;
    const char *at = u->pdf->text;
    while (found < 256 && (at = find_bytes(u->pdf, at, "/S /Figure")) != NULL) {
        numbers[found++] = number_before(u->pdf, at);
        at += 10;
    }
    if (found != extra->alt_count)
        return hp_fail(err, HP_E_STATE, "report: %zu figures were drawn, %zu are in the PDF",
                       extra->alt_count, found);
    for (size_t i = 0; i < found; i++) {
        struct hp_text more = { 0 };
        hp_text_put(&more, "   /Alt ");
        put_utf16(&more, extra->alts[i]);
        hp_text_put(&more, "\n");
        const int rc = rewrite_dictionary(u, numbers[i], hp_text_str(&more), err);
        hp_text_clear(&more);
        if (rc != HP_OK)
            return rc;
    }
    return HP_OK;
}

static void put_xref(struct update *u, size_t previous, const char *id)
{
    const size_t start = u->pdf->bytes;
    hp_text_put(u->pdf, "xref\n");
    for (size_t i = 0; i < u->count; i++)
        hp_text_print(u->pdf, "%zu 1\n%010zu 00000 n \n", u->written[i].number,
                      u->written[i].offset);
    hp_text_print(
        u->pdf,
        "trailer\n<< /Size %zu /Root %zu 0 R /Info %zu 0 R /Prev %zu /ID [<%.32s><%.32s>] >>\n"
        "startxref\n%zu\n%%%%EOF\n",
        u->size, u->root, u->info, previous, id, id, start);
}

int hp_pdf_post(struct hp_text *pdf, const struct hp_pdf_extra *extra, struct hp_err *err)
{
    struct update u = { .pdf = pdf };
    const char *trailer = find_last(pdf, "trailer");
    u.size = number_after(trailer, "/Size ");
    u.root = number_after(trailer, "/Root ");
    u.info = number_after(trailer, "/Info ");
    const size_t previous = number_after(trailer, "startxref\n");
    if (u.size == 0 || u.root == 0 || u.info == 0 || previous == 0)
        return hp_fail(err, HP_E_STATE, "report: the PDF has no trailer as cairo 1.16 writes it");
    char id[HP_SHA_HEX], more[256];
    hp_sha_of(pdf->text, pdf->bytes, id);
    const size_t xmp = u.size++;
    (void)snprintf(more, sizeof more,
                   "   /Lang (%s)\n   /ViewerPreferences << /DisplayDocTitle true >>\n"
                   "   /PageMode /UseOutlines\n   /Metadata %zu 0 R\n",
                   extra->language, xmp);
    int rc = add_alts(&u, extra, err);
    if (rc == HP_OK)
        rc = rewrite_info(&u, err);
    if (rc == HP_OK)
        rc = rewrite_dictionary(&u, u.root, more, err);
    if (rc == HP_OK) {
        put_xmp(&u, xmp, extra);
        put_xref(&u, previous, id);
    }
    hp_mem_free(u.written);
    return rc;
}
