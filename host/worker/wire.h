/* SPDX-License-Identifier: MIT
 * The process border: frames over a pipe. A frame is
 *   u32 magic "HPF1" | u16 version | u16 kind | u32 body bytes | u32 CRC-32C of the body | body
 * little endian. A body is a sequence of fields in a fixed order, written with hp_pack_* and read with
 * hp_unpack_*; reading past the end or a wrong length makes the unpacker fail once and stay failed.
 * A frame of another version, a wrong sum or more than HP_FRAME_MAX bytes ends the conversation.
 */
#ifndef HP_WORKER_WIRE_H
#define HP_WORKER_WIRE_H

#include "base/text.h"
#include <heapproof/abi.h>

enum { HP_WIRE_VERSION = 1, HP_FRAME_MAX = 256 << 20 };

/* Building a body; zero-initialised is empty; free with hp_text_clear(&p->bytes). */
struct hp_pack {
    struct hp_text bytes;
};
void hp_pack_u64(struct hp_pack *p, uint64_t value);
void hp_pack_i64(struct hp_pack *p, int64_t value);
void hp_pack_f64(struct hp_pack *p, double value);
void hp_pack_text(struct hp_pack *p, const char *text); /* NULL is kept apart from "" */
void hp_pack_bytes(struct hp_pack *p, const void *data, size_t n);

/* Reading a body in place. */
struct hp_unpack {
    const unsigned char *at, *end;
    bool failed;
};
uint64_t hp_unpack_u64(struct hp_unpack *u);
int64_t hp_unpack_i64(struct hp_unpack *u);
double hp_unpack_f64(struct hp_unpack *u);
const char *
hp_unpack_text(struct hp_unpack *u); /* NUL-terminated inside the body; NULL as written */
const void *hp_unpack_bytes(struct hp_unpack *u, size_t *n);

struct hp_frame {
    uint16_t kind;
    const unsigned char *body;
    size_t bytes;
};

/* Writes all of a frame; retries EINTR. HP_E_IO when the other side is gone. */
int hp_frame_write(int fd, uint16_t kind, const struct hp_pack *body, struct hp_err *err);

/* The same into memory, for a sender that must not block. */
int hp_frame_print(struct hp_text *out, uint16_t kind, const struct hp_pack *body,
                   struct hp_err *err);

/* Bytes received and not yet taken. Zero-initialised is empty. */
struct hp_inbox {
    struct hp_text bytes;
    size_t taken;
};
void hp_inbox_clear(struct hp_inbox *box);
void hp_inbox_add(struct hp_inbox *box, const void *data, size_t n);
/* The next whole frame: 1, 0 when more bytes are needed, HP_E_CORRUPT. The frame is good until the next
 * call on the inbox. */
int hp_inbox_next(struct hp_inbox *box, struct hp_frame *out, struct hp_err *err);
/* Blocking: fills the inbox from fd until a frame is whole. 1, 0 at a clean end, or negative. */
int hp_frame_read(int fd, struct hp_inbox *box, struct hp_frame *out, struct hp_err *err);

#endif
