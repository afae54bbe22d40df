/* SPDX-License-Identifier: Apache-2.0 */
/* XOR of byte strings. */
#ifndef OBI_XOR_H
#define OBI_XOR_H

#include <stdint.h>
#include <string.h>

#include "outboard/config.h"

/* out = a XOR b; out equals a or b, or does not overlap them. */
static inline void obi_xor(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t len)
{
#if !OB_SMALL
    for (; len >= 8; len -= 8, out += 8, a += 8, b += 8) {
        uint64_t x, y;

        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        x ^= y;
        memcpy(out, &x, 8);
    }
#endif
    for (size_t i = 0; i < len; i++)
        out[i] = a[i] ^ b[i];
}

#endif
