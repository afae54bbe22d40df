/* SPDX-License-Identifier: Apache-2.0 */
/* Published test vectors of the symmetric algorithms, as hexadecimal text. */
#ifndef OUTBOARD_TEST_LIBRARY_VECTORS_H
#define OUTBOARD_TEST_LIBRARY_VECTORS_H

#include <outboard/alg.h>

struct library_vector {
    uint8_t alg; /* 0 ends the table */
    const char *document;
    const char *key, *iv, *aad, *in, *out, *tag;
};

extern const struct library_vector library_vectors[];

#endif
