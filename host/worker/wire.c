/* SPDX-License-Identifier: MIT
 * Answers: how do bytes cross the process border? Packs bodies, checks and takes frames. A pack owns its
 * bytes, an inbox what was received; an unpacker and a frame only look into them. Runs on both sides;
 * nothing here trusts a byte that it has not checked.
 */
#include "worker/wire.h"
#include "base/err.h"
#include "base/hash.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

static const unsigned char magic[4] = { 'H', 'P', 'F', '1' };

enum {
    HEADER_BYTES = 16,
    READ_BYTES = 64 << 10,
    TEXT_NULL = 0, /* a text that is NULL; any other is 1 + its length */
};

/* ---- little endian, at any alignment ---- */

static void put_u16(unsigned char *to, uint16_t v)
{
    to[0] = (unsigned char)v;
    to[1] = (unsigned char)(v >> 8);
}

static void put_u32(unsigned char *to, uint32_t v)
{
    put_u16(to, (uint16_t)v);
    put_u16(to + 2, (uint16_t)(v >> 16));
}

static uint16_t get_u16(const unsigned char *from)
{
    return (uint16_t)(from[0] | from[1] << 8);
}

static uint32_t get_u32(const unsigned char *from)
{
    return (uint32_t)get_u16(from) | (uint32_t)get_u16(from + 2) << 16;
}

/* ---- packing ---- */

void hp_pack_u64(struct hp_pack *p, uint64_t value)
{
    unsigned char bytes[8];
    put_u32(bytes, (uint32_t)value);
    put_u32(bytes + 4, (uint32_t)(value >> 32));
    hp_text_put_n(&p->bytes, (const char *)bytes, sizeof bytes);
}

void hp_pack_i64(struct hp_pack *p, int64_t value)
{
    hp_pack_u64(p, (uint64_t)value);
}

void hp_pack_f64(struct hp_pack *p, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    hp_pack_u64(p, bits);
}

void hp_pack_text(struct hp_pack *p, const char *text)
{
    if (text == NULL) {
        hp_pack_u64(p, TEXT_NULL);
        return;
    }
    const size_t n = strlen(text);
    hp_pack_u64(p, (uint64_t)n + 1);
    hp_text_put_n(&p->bytes, text, n + 1);
}

void hp_pack_bytes(struct hp_pack *p, const void *data, size_t n)
{
    hp_pack_u64(p, n);
    if (n != 0)
        hp_text_put_n(&p->bytes, data, n);
}

/* ---- unpacking ---- */

static const unsigned char *take(struct hp_unpack *u, uint64_t n)
{
    if (u->failed || n > (uint64_t)(u->end - u->at)) {
        u->failed = true;
        return NULL;
    }
    const unsigned char *at = u->at;
    u->at += n;
    return at;
}

uint64_t hp_unpack_u64(struct hp_unpack *u)
{
    const unsigned char *at = take(u, 8);
    return at == NULL ? 0 : (uint64_t)get_u32(at) | (uint64_t)get_u32(at + 4) << 32;
}

int64_t hp_unpack_i64(struct hp_unpack *u)
{
    return (int64_t)hp_unpack_u64(u);
}

double hp_unpack_f64(struct hp_unpack *u)
{
    const uint64_t bits = hp_unpack_u64(u);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

const char *hp_unpack_text(struct hp_unpack *u)
{
    const uint64_t n = hp_unpack_u64(u);
    if (u->failed || n == TEXT_NULL)
        return NULL;
    const unsigned char *at = take(u, n);
    if (at != NULL && (at[n - 1] != '\0' || memchr(at, '\0', n - 1) != NULL)) {
        u->failed = true;
        return NULL;
    }
    return (const char *)at;
}

const void *hp_unpack_bytes(struct hp_unpack *u, size_t *n)
{
    const uint64_t bytes = hp_unpack_u64(u);
    const unsigned char *at = take(u, bytes);
    *n = at == NULL ? 0 : (size_t)bytes;
    return at;
}

/* ---- frames ---- */

/* Writes all of both parts. */
static int write_all(int fd, struct iovec part[2], struct hp_err *err)
{
    while (part[0].iov_len + part[1].iov_len > 0) {
        const ssize_t n = writev(fd, part, 2);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return hp_fail(err, HP_E_IO, "cannot send a frame: %s", strerror(errno));
        size_t left = (size_t)n;
        for (int i = 0; i < 2; i++) {
            const size_t done = left < part[i].iov_len ? left : part[i].iov_len;
            if (done > 0) /* an empty body has no address */
                part[i].iov_base = (char *)part[i].iov_base + done;
            part[i].iov_len -= done;
            left -= done;
        }
    }
    return HP_OK;
}

static int header_make(unsigned char head[HEADER_BYTES], uint16_t kind, const struct hp_pack *body,
                       struct hp_err *err)
{
    if (body->bytes.bytes > HP_FRAME_MAX)
        return hp_fail(err, HP_E_RANGE, "a frame of %zu bytes, at most %d are sent",
                       body->bytes.bytes, HP_FRAME_MAX);
    memcpy(head, magic, sizeof magic);
    put_u16(head + 4, HP_WIRE_VERSION);
    put_u16(head + 6, kind);
    put_u32(head + 8, (uint32_t)body->bytes.bytes);
    put_u32(head + 12, hp_crc32c(0, hp_text_str(&body->bytes), body->bytes.bytes));
    return HP_OK;
}

int hp_frame_write(int fd, uint16_t kind, const struct hp_pack *body, struct hp_err *err)
{
    unsigned char head[HEADER_BYTES];
    const int rc = header_make(head, kind, body, err);
    if (rc != HP_OK)
        return rc;
    struct iovec part[2] = { { head, sizeof head }, { body->bytes.text, body->bytes.bytes } };
    return write_all(fd, part, err);
}

int hp_frame_print(struct hp_text *out, uint16_t kind, const struct hp_pack *body,
                   struct hp_err *err)
{
    unsigned char head[HEADER_BYTES];
    const int rc = header_make(head, kind, body, err);
    if (rc != HP_OK)
        return rc;
    hp_text_put_n(out, (const char *)head, sizeof head);
    hp_text_put_n(out, hp_text_str(&body->bytes), body->bytes.bytes);
    return HP_OK;
}

void hp_inbox_clear(struct hp_inbox *box)
{
    hp_text_clear(&box->bytes);
    box->taken = 0;
}

void hp_inbox_add(struct hp_inbox *box, const void *data, size_t n)
{
    if (box->taken == box->bytes.bytes) {
        hp_text_reset(&box->bytes);
        box->taken = 0;
    } else if (box->taken > READ_BYTES && box->taken > box->bytes.bytes / 2) {
        box->bytes.bytes -= box->taken;
        memmove(box->bytes.text, box->bytes.text + box->taken, box->bytes.bytes);
        box->taken = 0;
    }
    hp_text_put_n(&box->bytes, data, n);
}

/* What the fixed part says, as soon as it is there. */
static int header_check(const unsigned char *head, struct hp_err *err)
{
    if (memcmp(head, magic, sizeof magic) != 0)
        return hp_fail(err, HP_E_CORRUPT,
                       "expected a frame (HPF1), found the bytes %02x %02x %02x %02x", head[0],
                       head[1], head[2], head[3]);
    if (get_u16(head + 4) != HP_WIRE_VERSION)
        return hp_fail(err, HP_E_CORRUPT, "a frame of version %u, expected %d", get_u16(head + 4),
                       HP_WIRE_VERSION);
    if (get_u32(head + 8) > HP_FRAME_MAX)
        return hp_fail(err, HP_E_CORRUPT, "a frame of %u bytes, at most %d are read",
                       get_u32(head + 8), HP_FRAME_MAX);
    return HP_OK;
}

int hp_inbox_next(struct hp_inbox *box, struct hp_frame *out, struct hp_err *err)
{
    const size_t there = box->bytes.bytes - box->taken;
    if (there < HEADER_BYTES)
        return 0;
    const unsigned char *head = (const unsigned char *)box->bytes.text + box->taken;
    const int rc = header_check(head, err);
    if (rc != HP_OK)
        return rc;
    const size_t body_bytes = get_u32(head + 8);
    if (there - HEADER_BYTES < body_bytes)
        return 0;
    const unsigned char *body = head + HEADER_BYTES;
    const uint32_t sum = hp_crc32c(0, body, body_bytes);
    if (sum != get_u32(head + 12))
        return hp_fail(err, HP_E_CORRUPT,
                       "a frame of kind %u has the sum %08x, its bytes have %08x",
                       get_u16(head + 6), get_u32(head + 12), sum);
    *out = (struct hp_frame){ .kind = get_u16(head + 6), .body = body, .bytes = body_bytes };
    box->taken += HEADER_BYTES + body_bytes;
    return 1;
}

int hp_frame_read(int fd, struct hp_inbox *box, struct hp_frame *out, struct hp_err *err)
{
    for (;;) {
        const int rc = hp_inbox_next(box, out, err);
        if (rc != 0)
            return rc;
        char chunk[READ_BYTES];
        const ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return hp_fail(err, HP_E_IO, "cannot receive a frame: %s", strerror(errno));
        if (n == 0)
            return box->bytes.bytes == box->taken
                       ? 0
                       : hp_fail(err, HP_E_CORRUPT, "the other side left inside a frame");
        hp_inbox_add(box, chunk, (size_t)n);
    }
}
