/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH bit by bit with masks on 32-bit words: the smallest way, and without multiplications: SP 800-38D section 6.3.
 */
#include "algo/ghash_ct.h"

#include "algo/bytes.h"
#include "outboard/config.h"

#if !OB_WIDE_MUL

void obi_ghash_ct_mul(uint8_t y[16], const uint8_t h[16])
{
    uint32_t v0 = obi_load_be32(h), v1 = obi_load_be32(h + 4), v2 = obi_load_be32(h + 8), v3 = obi_load_be32(h + 12);
    uint32_t z[4] = {0};

    for (unsigned i = 0; i < 16; i += 4) {
        uint32_t bits = obi_load_be32(y + i);

        for (unsigned n = 32; n; n--, bits <<= 1) {
            uint32_t take = 0u - (bits >> 31);
            uint32_t carry = 0u - (v3 & 1); /* x^128 = x^7 + x^2 + x + 1, the lowest power leftmost */

            z[0] ^= v0 & take;
            z[1] ^= v1 & take;
            z[2] ^= v2 & take;
            z[3] ^= v3 & take;
            v3 = v3 >> 1 | v2 << 31;
            v2 = v2 >> 1 | v1 << 31;
            v1 = v1 >> 1 | v0 << 31;
            v0 = v0 >> 1 ^ (carry & 0xe1000000);
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
