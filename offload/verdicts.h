/* SPDX-License-Identifier: Apache-2.0 */
/* The file of verdicts on the kernel's drivers. The probe writes it once per boot; engines read it. */
#ifndef OUTBOARD_OFFLOAD_VERDICTS_H
#define OUTBOARD_OFFLOAD_VERDICTS_H

#include "offload/evidence.h"

#include <stdio.h>

/* The lines of the file: the machine's lines (port/linux/machine.h), these column names, then one line per driver. The
 * last column, detail, extends to the end of the line. */
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

/* Read a file. False, with the reason in static memory, if there is none, it is for another boot, kernel or set of
 * drivers, or it is damaged. check false: accept a file of any machine. */
bool obi_verdicts_read(struct obi_verdicts *to, FILE *f, bool check, const char **why);

/* The verdict on a driver in the file that the settings name, which is read once per process. OBI_UNPROVEN without a
 * file. */
enum obi_verdict obi_verdict_of(const char *driver);

#endif
