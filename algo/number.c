/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of big-endian numbers that an engine's CPU does itself. Time depends on lengths alone. */
#include "algo/number.h"

uint32_t obi_number_below(const uint8_t *a, const uint8_t *b, size_t len)
{
    uint32_t borrow = 0;

    for (size_t i = len; i-- > 0;)
        borrow = ((uint32_t)a[i] - b[i] - borrow) >> 31;
    return borrow;
}

uint32_t obi_number_is_zero(const uint8_t *a, size_t len)
{
    uint32_t any = 0, word;

    for (; len && (uintptr_t)a % sizeof word; len--)
        any |= *a++;
    for (; len >= sizeof word; len -= sizeof word, a += sizeof word) {
        memcpy(&word, __builtin_assume_aligned(a, sizeof word), sizeof word);
        any |= word;
    }
    while (len--)
        any |= *a++;
    return ((any | (0 - any)) >> 31) ^ 1;
}

void obi_number_cut(uint8_t *a, const uint8_t *b, size_t len)
{
    uint32_t mask = obi_number_below(a, b, len) - 1, borrow = 0;

    for (size_t i = len; i-- > 0;) {
        uint32_t t = (uint32_t)a[i] - (b[i] & mask) - borrow;

        a[i] = (uint8_t)t;
        borrow = t >> 31;
    }
}

unsigned obi_number_bits(struct ob_bytes b)
{
    unsigned bits, top;

    while (b.len && *b.data == 0) {
        b.data++;
        b.len--;
    }
    if (!b.len)
        return 0;
    bits = (unsigned)b.len * 8;
    for (top = b.data[0]; !(top & 0x80); top <<= 1)
        bits--;
    return bits;
}
