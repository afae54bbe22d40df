/* SPDX-License-Identifier: Apache-2.0 */
/* What the kernel counts for all that goes on: interrupts, and the time that CPUs are idle. */
#ifndef OUTBOARD_OFFLOAD_COUNTS_H
#define OUTBOARD_OFFLOAD_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#define OBI_INTERRUPTS_MAX 192

/* The interrupts of devices, by the name of who handles them; all lines of a name together. */
struct obi_interrupts {
    unsigned n;
    struct {
        char name[80];
        uint64_t count;
    } of[OBI_INTERRUPTS_MAX];
};

/* Lines that the processor or a timer raises are left out: they follow the work that software does. False with errno.
 */
bool obi_interrupts_read(struct obi_interrupts *to);

/* The files that are read; others in tests. */
extern const char *obi_proc_interrupts_path, *obi_proc_stat_path;

/* Nanoseconds that all CPUs were busy since the machine began, in steps of a tick, for a time now_ns on a clock: only
 * differences count. False with errno. */
bool obi_busy_read(uint64_t now_ns, uint64_t *busy_ns);

#endif
