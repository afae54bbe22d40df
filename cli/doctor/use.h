/* SPDX-License-Identifier: Apache-2.0 */
/* The price file as outboard doctor reads it: rows of all engines, whatever this program is built with. */
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

/* Read the text of a price file, which is changed: false with the number of the line that is wrong. Rows of public keys
 * are left out. */
bool doctor_prices_read(struct doctor_prices *to, char *text, unsigned *line);

#endif
