/* SPDX-License-Identifier: Apache-2.0 */
/* Big-endian numbers of public keys, which may have leading zeros (struct ob_key). */
#ifndef OBI_NUMBER_H
#define OBI_NUMBER_H

#include <string.h>

#include "outboard/engine.h"

/* b without the leading zeros that make it longer than max bytes. Core has checked that what is left is not longer.
 * Time depends on the length alone unless b is longer than max. */
static inline struct ob_bytes obi_number(struct ob_bytes b, size_t max)
{
    while (b.len > max && *b.data == 0) {
        b.data++;
        b.len--;
    }
    return b;
}

/* b as exactly len bytes. False if it is longer, leading zeros apart. */
static inline bool obi_number_fixed(uint8_t *out, size_t len, struct ob_bytes b)
{
    b = obi_number(b, len);
    if (b.len > len)
        return false;
    memset(out, 0, len - b.len);
    if (b.len)
        memcpy(out + len - b.len, b.data, b.len);
    return true;
}

/* ---- number.c: time depends on lengths alone ---- */

/* 1 if a < b, else 0. */
uint32_t obi_number_below(const uint8_t *a, const uint8_t *b, size_t len);

/* 1 if all bytes are 0, else 0. */
uint32_t obi_number_is_zero(const uint8_t *a, size_t len);

/* a -= b where a is not below it. */
void obi_number_cut(uint8_t *a, const uint8_t *b, size_t len);

/* Bits without leading zeros; of a public number, or one whose length is. */
unsigned obi_number_bits(struct ob_bytes b);

#endif
