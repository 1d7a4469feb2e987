/* SPDX-License-Identifier: MIT
 * How far is it? The time left is the time so far, scaled by the weight that is left; weights are what the
 * plan estimated, so a few long launches at the end do not surprise.
 */
#include "cmd/progress.h"

#include "base/clock.h"
#include "base/units.h"
#include "cmd/cmd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const uint64_t bar_every_ns = 100000000, line_every_ns = UINT64_C(5000000000);
/* The bar takes a sixth of the line: what runs needs the room. */
enum { BAR_LEAST = 10, BAR_MOST = 26, BAR_PART = 6, COLUMNS_DEFAULT = 80 };

static unsigned terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0)
        return size.ws_col;
    return COLUMNS_DEFAULT;
}

void hp_progress_begin(struct hp_progress *p, const struct hp_cli *cli, size_t total,
                       double weight_total)
{
    *p = (struct hp_progress){ .total = total, .weight_total = weight_total };
    const char *term = getenv("TERM");
    const bool terminal = isatty(STDERR_FILENO) == 1 && term != NULL && strcmp(term, "dumb") != 0;
    p->mode = hp_cli_has(cli, HP_OPT_QUIET) ? HP_PROGRESS_NONE
              : terminal                    ? HP_PROGRESS_BAR
                                            : HP_PROGRESS_LINES;
    p->begun_ns = p->shown_ns = hp_clock_ns();
}

static double fraction_done(const struct hp_progress *p)
{
    if (p->weight_total > 0 && p->weight_done < p->weight_total)
        return p->weight_done / p->weight_total;
    return p->total != 0 ? (double)p->done / (double)p->total : 1;
}

/* Nothing until a twentieth is done and a second has passed: a wild guess is worse than none. */
static void put_time_left(const struct hp_progress *p, uint64_t now_ns, struct hp_text *out)
{
    const double fraction = fraction_done(p);
    const uint64_t elapsed = now_ns - p->begun_ns;
    if (p->done >= p->total || fraction < 0.05 || elapsed < 1000000000u)
        return;
    const double left = (double)elapsed * (1 - fraction) / fraction / 1e9 + 0.5;
    const unsigned long seconds = left < 360000 ? (unsigned long)left : 360000;
    if (seconds >= 3600)
        hp_text_print(out, "   ETA %lu:%02lu:%02lu", seconds / 3600, seconds / 60 % 60,
                      seconds % 60);
    else
        hp_text_print(out, "   ETA %lu:%02lu", seconds / 60, seconds % 60);
}

static void put_bar(const struct hp_progress *p, unsigned columns, struct hp_text *out)
{
    unsigned bar = columns / BAR_PART;
    bar = bar < BAR_LEAST ? BAR_LEAST : bar > BAR_MOST ? BAR_MOST : bar;
    const unsigned full = (unsigned)(fraction_done(p) * bar + 0.5);
    hp_text_put(out, "[");
    for (unsigned i = 0; i < bar; i++)
        hp_text_put(out, i < full ? "#" : "-");
    hp_text_put(out, "]  ");
}

/* As many whole words as fit into `columns`, and a sign that there are more. */
static void put_words(struct hp_text *out, const char *text, size_t columns)
{
    static const char more[] = " ..";
    struct hp_text part = { 0 };
    size_t taken = 0;
    for (const char *at = text; *at != '\0';) {
        const size_t n = strcspn(at + (*at == ' '), " ") + (*at == ' ');
        hp_text_put_n(&part, at, n);
        at += n;
        if (hp_utf8_width(hp_text_str(&part)) + (*at != '\0' ? strlen(more) : 0) <= columns)
            taken = (size_t)(at - text);
    }
    hp_text_put_n(out, text, taken);
    if (text[taken] != '\0' && columns >= strlen(more))
        hp_text_put(out, taken > 0 ? more : more + 1);
    hp_text_clear(&part);
}

void hp_progress_line(const struct hp_progress *p, uint64_t now_ns, unsigned columns,
                      struct hp_text *out)
{
    struct hp_text tail = { 0 };
    if (p->failed != 0)
        hp_text_print(&tail, "   %zu failed (%s)", p->failed, p->failed_word);
    put_time_left(p, now_ns, &tail);
    if (p->mode == HP_PROGRESS_BAR)
        put_bar(p, columns, out);
    hp_text_print(out, "%zu/%zu", p->done, p->total);
    const size_t used = hp_utf8_width(hp_text_str(out)) + tail.bytes + 4;
    if (p->what[0] != '\0' && (p->mode != HP_PROGRESS_BAR || used < columns)) {
        hp_text_put(out, "   ");
        put_words(out, p->what, p->mode == HP_PROGRESS_BAR ? columns - used : sizeof p->what);
    }
    hp_text_put(out, hp_text_str(&tail));
    hp_text_clear(&tail);
}

static void show(struct hp_progress *p, uint64_t now_ns)
{
    struct hp_text line = { 0 };
    hp_progress_line(p, now_ns, terminal_columns(), &line);
    if (p->mode == HP_PROGRESS_BAR)
        (void)fputs("\r\x1b[K", stderr);
    else
        hp_text_put(&line, "\n");
    hp_cli_say(&line);
    hp_text_clear(&line);
    p->shown_ns = now_ns;
}

void hp_progress_tick(struct hp_progress *p)
{
    if (p->mode == HP_PROGRESS_NONE)
        return;
    const uint64_t now = hp_clock_ns();
    const uint64_t every = p->mode == HP_PROGRESS_BAR ? bar_every_ns : line_every_ns;
    if (now - p->shown_ns >= every)
        show(p, now);
}

void hp_progress_started(struct hp_progress *p, const char *what)
{
    (void)snprintf(p->what, sizeof p->what, "%s", what);
    hp_progress_tick(p);
}

void hp_progress_finished(struct hp_progress *p, double weight, const char *failed)
{
    p->done++;
    p->weight_done += weight;
    if (failed != NULL) {
        p->failed++;
        p->failed_word = failed;
    }
    hp_progress_tick(p);
}

void hp_progress_hide(struct hp_progress *p)
{
    if (p->mode != HP_PROGRESS_BAR)
        return;
    (void)fputs("\r\x1b[K", stderr);
    (void)fflush(stderr);
    p->shown_ns = 0;
}
