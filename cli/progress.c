/* SPDX-License-Identifier: Apache-2.0 */
/* A progress bar on the terminal. */
#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define FIRST_NS   333000000u /* shorter work shows no bar */
#define REFRESH_NS 100000000u

uint64_t cli_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void cli_progress_begin(struct cli_progress *p, const char *what, uint64_t total, bool bytes, bool quiet)
{
    *p = (struct cli_progress){.what = what, .total = total, .bytes = bytes, .on = !quiet && isatty(STDERR_FILENO)};
    p->began_ns = p->on ? cli_now_ns() : 0;
}

static unsigned columns(void)
{
    struct winsize w;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0 ? w.ws_col : 80;
}

/* Print a number of bytes with three digits and a unit. */
static void scaled(double x, char text[16])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    unsigned u = 0;

    for (; x >= 1000 && u < 4; u++)
        x /= 1024;
    snprintf(text, 16, x < 10 && u > 0 ? "%.1f %s" : "%.0f %s", x, units[u]);
}

static void show(const struct cli_progress *p, uint64_t done, uint64_t elapsed_ns)
{
    char line[256], bar[64] = "", amount[16] = "", rate[16] = "", left[24] = "";
    double seconds = (double)elapsed_ns / 1e9, part = p->total ? (double)done / (double)p->total : 0;
    unsigned width = columns(), cells = width > 70 ? (width - 60 < 40 ? width - 60 : 40) : 0;
    int len;

    if (part > 1)
        part = 1;
    if (p->bytes) {
        scaled((double)done, amount);
        scaled((double)done / seconds, rate);
    }
    if (p->total && part > 0) {
        unsigned rest = (unsigned)(seconds / part - seconds + 0.5);
        snprintf(left, sizeof left, "  %u:%02u left", rest / 60, rest % 60);
    }
    if (p->total && cells > 0) {
        unsigned full = (unsigned)(part * cells);
        snprintf(bar, sizeof bar, "[%*s] ", (int)cells, "");
        memset(bar + 1, '#', full);
    }
    len = snprintf(line, sizeof line, "%.28s  ", p->what);
    if (p->total)
        len += snprintf(line + len, sizeof line - (size_t)len, "%s%3.0f %%  ", bar, part * 100);
    if (p->bytes)
        len += snprintf(line + len, sizeof line - (size_t)len, "%s  %s/s", amount, rate);
    snprintf(line + len, sizeof line - (size_t)len, "%s", left);
    fprintf(stderr, "\r%.*s\033[K", (int)width - 1, line);
    fflush(stderr);
}

void cli_progress_at(struct cli_progress *p, uint64_t done)
{
    uint64_t now;

    if (!p->on)
        return;
    now = cli_now_ns();
    if (now - p->began_ns < FIRST_NS || now - p->shown_ns < REFRESH_NS)
        return;
    p->shown_ns = now;
    p->shown = true;
    show(p, done, now - p->began_ns);
}

void cli_progress_words(struct cli_progress *p)
{
    if (!p->on)
        return;
    p->total = 0;
    p->shown = true;
    show(p, 0, 1);
}

void cli_progress_end(struct cli_progress *p)
{
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    p->on = p->shown = false;
}
