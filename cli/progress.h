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

/* Begin to show how far what has come, once it takes longer than a third of a second, and only if standard error is a
 * terminal and quiet is false. total: in bytes, or in steps. */
void cli_progress_begin(struct cli_progress *p, const char *what, uint64_t total, bool bytes, bool quiet);

/* So much is done now. */
void cli_progress_at(struct cli_progress *p, uint64_t done);

/* Clear the line. */
void cli_progress_end(struct cli_progress *p);

/* Nanoseconds of a clock that only goes forward. */
uint64_t cli_now_ns(void);

#endif
