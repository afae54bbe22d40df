/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: the little arithmetic that the CPU does itself. Time depends on lengths alone. */
#include "engine/acryp/internal.h"

void obi_acryp_add_product(uint8_t *sum, size_t sum_len, const uint8_t *n, size_t n_len,
                           const uint8_t factor[OBI_ACRYP_BLIND])
{
    for (size_t half = 0; half < 2; half++) { /* 32 bits of the factor, the lower ones first */
        const uint8_t *f = factor + 4 - 4 * half;
        uint32_t by = (uint32_t)f[0] << 24 | (uint32_t)f[1] << 16 | (uint32_t)f[2] << 8 | f[3];
        uint64_t carry = 0;

        for (size_t i = 4 * half; i < sum_len; i++) {
            uint8_t *to = &sum[sum_len - 1 - i];
            size_t at = i - 4 * half;

            carry += *to;
            if (at < n_len)
                carry += (uint64_t)n[n_len - 1 - at] * by;
            *to = (uint8_t)carry;
            carry >>= 8;
        }
    }
}

void obi_acryp_reverse(uint8_t *out, const uint8_t *in, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = in[len - 1 - i];
}

void obi_acryp_slice(uint8_t *out, size_t len, const uint8_t *a, size_t a_len, size_t from, unsigned bits)
{
    size_t at = from / 8; /* bytes above the lowest one */
    unsigned shift = from % 8;

    for (size_t i = 0; i < len; i++) {
        unsigned low = at + i < a_len ? a[a_len - 1 - at - i] : 0,
                 high = at + i + 1 < a_len ? a[a_len - 2 - at - i] : 0;
        unsigned byte = (low >> shift | high << (8 - shift)) & 0xff;
        size_t done = 8 * i;

        if (done >= bits)
            byte = 0;
        else if (bits - done < 8)
            byte &= 0xffu >> (8 - (bits - done));
        out[len - 1 - i] = (uint8_t)byte;
    }
}

void obi_acryp_digest_number(uint8_t *out, const struct obi_modulus *m, const uint8_t *in, size_t in_len)
{
    size_t bits = in_len * 8;

    obi_acryp_slice(out, m->len, in, in_len, bits > m->bits ? bits - m->bits : 0, m->bits);
    obi_number_cut(out, m->p, m->len); /* it is below 2 m, as m has all of its bits */
}
