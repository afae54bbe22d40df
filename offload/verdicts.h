/* SPDX-License-Identifier: Apache-2.0 */
/* The file of verdicts on the kernel's drivers, which the probe writes once a boot and engines read. */
#ifndef OUTBOARD_OFFLOAD_VERDICTS_H
#define OUTBOARD_OFFLOAD_VERDICTS_H

#include "offload/evidence.h"

#include <stdio.h>

/* Its lines: the machine's (port/linux/machine.h), these columns, then one per driver; detail goes to the line's end.
 */
#define OBI_VERDICTS_COLUMNS "driver,algorithm,verdict,evidence,detail"

#define OBI_VERDICTS_MAX 128

struct obi_verdicts {
    unsigned n;
    struct obi_verdict_line {
        char driver[64], algorithm[64];
        enum obi_verdict verdict;
        char proof[16], detail[240];
    } line[OBI_VERDICTS_MAX];
};

/* Read a file: false with why, in static memory, if there is none, it is of another boot, kernel or set of drivers, or
 * it is damaged. check false: whatever machine it is of. */
bool obi_verdicts_read(struct obi_verdicts *to, FILE *f, bool check, const char **why);

/* What the file of the settings says of a driver; it is read once in a process. OBI_UNPROVEN without it. */
enum obi_verdict obi_verdict_of(const char *driver);

#endif
