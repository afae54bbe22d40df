/* SPDX-License-Identifier: Apache-2.0 */
/* The price file as outboard doctor reads it: rows of all engines, including those that are not in this program. */
#ifndef OUTBOARD_DOCTOR_USE_H
#define OUTBOARD_DOCTOR_USE_H

#include <outboard/price.h>

#define DOCTOR_ROWS     1024
#define DOCTOR_SEGMENTS 16

struct doctor_price {
    char engine[16], algorithm[32], dirs[4], mode[8];
    unsigned bits_min, bits_max, n;
    struct ob_price segment[DOCTOR_SEGMENTS];
};

struct doctor_prices {
    unsigned n;
    struct doctor_price row[DOCTOR_ROWS];
};

/* Parse the text of a price file, and change it. False, with the number of the wrong line. Rows of public keys are
 * skipped. */
bool doctor_prices_read(struct doctor_prices *to, char *text, unsigned *line);

#endif
