/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH bit by bit with masks on 32-bit words: the smallest way, and without multiplications: SP 800-38D section 6.3.
 */
#include "algo/ghash_ct.h"

#include "algo/bytes.h"
#include "outboard/config.h"

#if !OB_WIDE_MUL || OB_SMALL

void obi_ghash_ct_mul(uint8_t y[16], const uint8_t h[16])
{
    uint32_t v[4], z[4] = {0};

    for (unsigned i = 0; i < 4; i++)
        v[i] = obi_load_be32(h + 4 * i);
    for (unsigned n = 0; n < 128; n++) {
        uint32_t take = 0u - ((uint32_t)y[n >> 3] >> (~n & 7) & 1);
        uint32_t carry = (0u - (v[3] & 1)) & 0xe1; /* x^128 = x^7 + x^2 + x + 1, the lowest power leftmost */

        carry <<= 24;
        for (unsigned i = 0; i < 4; i++) {
            uint32_t w = v[i];

            z[i] ^= w & take;
            v[i] = w >> 1 ^ carry;
            carry = w << 31;
        }
    }
    for (unsigned i = 0; i < 4; i++)
        obi_store_be32(y + 4 * i, z[i]);
}

void obi_ghash_ct(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t n_blocks)
{
    for (const uint8_t *end = in + 16 * n_blocks; in != end; in += 16) {
        for (unsigned i = 0; i < 16; i++)
            y[i] ^= in[i];
        obi_ghash_ct_mul(y, h);
    }
}

#endif
