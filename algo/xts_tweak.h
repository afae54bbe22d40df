/* SPDX-License-Identifier: Apache-2.0 */
/* The tweak of XTS over many blocks at once (IEEE 1619-2018, section 5.2). */
#ifndef OBI_XTS_TWEAK_H
#define OBI_XTS_TWEAK_H

#include "bytes.h"

/* tweak *= x^blocks in GF(2^128) with x^128 = x^7 + x^2 + x + 1, low byte first. Up to 57 bits leave at the top in one
 * step: shifted left by 7 they still fit a word. */
static inline void obi_xts_tweak_advance(uint8_t tweak[16], uint64_t blocks)
{
    uint64_t lo = obi_load_le64(tweak), hi = obi_load_le64(tweak + 8);

    while (blocks > 0) {
        unsigned k = blocks < 57 ? (unsigned)blocks : 57;
        /* cppcheck-suppress shiftTooManyBits ; k is 1 to 57, for blocks is not 0 inside the loop */
        uint64_t out = hi >> (64 - k);

        /* cppcheck-suppress shiftTooManyBits ; as above */
        hi = hi << k | lo >> (64 - k);
        __asm__("" : "+r"(out)); /* what a compiler knows to be one bit it multiplies, in a function on the M0 */
        lo = lo << k ^ out ^ out << 1 ^ out << 2 ^ out << 7;
        blocks -= k;
    }
    obi_store_le64(tweak, lo);
    obi_store_le64(tweak + 8, hi);
}

#endif
