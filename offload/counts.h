/* SPDX-License-Identifier: Apache-2.0 */
/* What the kernel counts: interrupts, and the time that CPUs are idle. */
#ifndef OUTBOARD_OFFLOAD_COUNTS_H
#define OUTBOARD_OFFLOAD_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#define OBI_INTERRUPTS_MAX 192

/* Counts of devices' interrupts by the name of the handler; all lines with the same name are added. */
struct obi_interrupts {
    unsigned n;
    struct {
        char name[80];
        uint64_t count;
    } of[OBI_INTERRUPTS_MAX];
};

/* Read the counts. Interrupts of processors and timers are left out, because software causes them, too. False with
 * errno. */
bool obi_interrupts_read(struct obi_interrupts *to);

/* The files to read; tests set others. */
extern const char *obi_proc_interrupts_path, *obi_proc_stat_path;

/* Nanoseconds that all CPUs together were busy since the machine started, at time now_ns of a clock, in steps of a
 * tick. Only differences of two results have a meaning. False with errno. */
bool obi_busy_read(uint64_t now_ns, uint64_t *busy_ns);

#endif
