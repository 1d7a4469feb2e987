/* SPDX-License-Identifier: MIT
 * Answers: how much of a run is done, why was the rest skipped, which boundaries were found? Pure; parent only.
 */
#include "cmd/digest.h"

static void count_skip(struct hp_digest *d, const char *why)
{
    size_t at = 0;
    while (at < d->skip_count && strcmp(d->skips[at].why, why) != 0)
        at++;
    if (at == d->skip_count)
        HP_PUSH(d->skips, d->skip_count, d->skip_capacity) = (struct hp_skip_reason){ why, 0 };
    d->skips[at].count++;
}

struct hp_digest hp_digest_of(const struct hp_evidence *evidence)
{
    struct hp_digest d = { .tally = hp_evidence_tally(evidence) };
    for (size_t i = 0; i < evidence->case_count; i++) {
        const struct hp_case_row *row = &evidence->cases[i];
        if (row->c.skip != NULL) {
            count_skip(&d, row->c.skip);
            continue;
        }
        d.launches += row->wanted;
        d.launches_done += row->done < row->wanted ? row->done : row->wanted;
    }
    return d;
}

void hp_digest_clear(struct hp_digest *digest)
{
    hp_mem_free(digest->skips);
    *digest = (struct hp_digest){ 0 };
}

static bool is_boundary(const struct hp_verdict *v)
{
    return v->over != NULL && v->below != NULL && v->above != NULL;
}

bool hp_digest_new_boundary(const struct hp_verdicts *verdicts, size_t at)
{
    const struct hp_verdict *b = &verdicts->items[at];
    if (!is_boundary(b))
        return false;
    for (size_t i = 0; i < at; i++) {
        const struct hp_verdict *a = &verdicts->items[i];
        if (is_boundary(a) && strcmp(a->over, b->over) == 0 && strcmp(a->below, b->below) == 0 &&
            strcmp(a->above, b->above) == 0 && strcmp(a->heap, b->heap) == 0 &&
            strcmp(a->threshold, b->threshold) == 0)
            return false;
    }
    return true;
}

void hp_digest_again(const char *command, bool complete, struct hp_text *out)
{
    static const char fresh[] = " --fresh";
    const size_t n = sizeof fresh - 1;
    bool quoted = false;
    while (*command != '\0') {
        if (!complete && !quoted && strncmp(command, fresh, n) == 0 &&
            (command[n] == ' ' || command[n] == '\0')) {
            command += n;
            continue;
        }
        if (!quoted && command[0] == '\\' && command[1] != '\0')
            hp_text_put_n(out, command++, 1);
        else if (*command == '\'')
            quoted = !quoted;
        hp_text_put_n(out, command++, 1);
    }
}
