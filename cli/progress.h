/* SPDX-License-Identifier: Apache-2.0 */
/* A progress bar on the terminal. */
#ifndef OUTBOARD_CLI_PROGRESS_H
#define OUTBOARD_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct cli_progress {
    const char *what;
    uint64_t total; /* 0: not known */
    uint64_t began_ns, shown_ns;
    bool on, shown, bytes;
};

/* Begin a bar. It appears when the work takes longer than a third of a second, if standard error is a terminal and
 * quiet is false. total: in bytes or steps; 0: not known. */
void cli_progress_begin(struct cli_progress *p, const char *what, uint64_t total, bool bytes, bool quiet);

/* Show that so much is done. */
void cli_progress_at(struct cli_progress *p, uint64_t done);

/* Show the words alone, at once: work follows that cannot say how much of it is done. */
void cli_progress_words(struct cli_progress *p);

/* Remove the bar. */
void cli_progress_end(struct cli_progress *p);

/* Nanoseconds of a monotonic clock. */
uint64_t cli_now_ns(void);

#endif
