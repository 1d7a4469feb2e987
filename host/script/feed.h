/* SPDX-License-Identifier: MIT
 * What crosses the border to the judge child: one request, then answers, each a frame. Writing and reading
 * of a thing stand side by side. A body that does not check out makes the unpacker fail and the reader stop;
 * what was read so far is harmless.
 */
#ifndef HP_SCRIPT_FEED_H
#define HP_SCRIPT_FEED_H

#include "script/script.h"
#include "worker/wire.h"

enum script_frame {
    SCRIPT_FRAME_REQUEST = 64,
    SCRIPT_FRAME_BEGIN,   /* struct script_moment: whom to blame when the clock kills */
    SCRIPT_FRAME_PROBLEM, /* file, line, text */
    SCRIPT_FRAME_SWEEP,
    SCRIPT_FRAME_VERDICT,
    SCRIPT_FRAME_EXPLAINED,
    SCRIPT_FRAME_DONE,
};

struct script_request {
    bool judging, explaining;
    const struct hp_source *sources;
    size_t source_count;
    const struct hp_case_row *cases;
    size_t case_count;
};

/* Where the child is. */
struct script_moment {
    struct hp_place at; /* line 0: the script has just begun; else its last check that was read */
    bool judging;       /* the check at this place is being judged */
};

/* Of a case's samples goes what verdicts need: values and rounds, equal neighbours once. */
void script_pack_request(struct hp_pack *out, const struct script_request *request);
/* Texts stay in the body, which must live as long. False when it does not check out. */
bool script_unpack_request(struct hp_unpack *u, struct hp_arena *arena, struct script_request *out);

void script_pack_moment(struct hp_pack *out, const struct script_moment *moment);
/* The path stays in the body. */
struct script_moment script_unpack_moment(struct hp_unpack *u);
void script_pack_problem(struct hp_pack *out, const struct hp_problem *problem);
void script_unpack_problem(struct hp_unpack *u, struct hp_problems *problems);
void script_pack_sweep(struct hp_pack *out, const struct hp_sweep *sweep);
struct hp_sweep script_unpack_sweep(struct hp_unpack *u, struct hp_arena *arena);
void script_pack_verdict(struct hp_pack *out, const struct hp_verdict *v);
struct hp_verdict script_unpack_verdict(struct hp_unpack *u, struct hp_arena *arena);

/* A count of things that take at least a byte each; 0 and failed when the body is too short for it. */
size_t script_unpack_count(struct hp_unpack *u);
/* Never NULL. */
const char *script_unpack_word(struct hp_unpack *u);

#endif
