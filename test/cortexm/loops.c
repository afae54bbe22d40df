/* SPDX-License-Identifier: Apache-2.0 */
/* CBC and counter mode (SP 800-38A, 6.2 and 6.5) in C over the block functions of algo/aes_t1.h: what the loops in
 * assembly must be faster than. */
#include <stddef.h>
#include <stdint.h>

#include "algo/aes_t1.h"

void loop_cbc_enc128(const uint32_t rk[44], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);
void loop_cbc_dec128(const uint32_t rk[44], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);
void loop_ctr_uncached128(const uint32_t rk[44], uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n);

void loop_cbc_enc128(const uint32_t rk[44], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n)
{
    for (; n != 0; n--, in += 4, out += 4) {
        for (unsigned i = 0; i < 4; i++)
            iv[i] ^= in[i];
        obi_aes_t1_enc128(rk, iv, iv);
        for (unsigned i = 0; i < 4; i++)
            out[i] = iv[i];
    }
}

void loop_cbc_dec128(const uint32_t rk[44], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n)
{
    uint32_t block[4];

    for (; n != 0; n--, in += 4, out += 4) {
        obi_aes_t1_dec128(rk, block, in);
        for (unsigned i = 0; i < 4; i++) {
            const uint32_t kept = in[i];

            out[i] = block[i] ^ iv[i];
            iv[i] = kept;
        }
    }
}

void loop_ctr_uncached128(const uint32_t rk[44], uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n)
{
    uint32_t block[4];

    for (; n != 0; n--, in += 4, out += 4) {
        obi_aes_t1_enc128(rk, block, counter);
        counter[3] = __builtin_bswap32(__builtin_bswap32(counter[3]) + 1);
        for (unsigned i = 0; i < 4; i++)
            out[i] = in[i] ^ block[i];
    }
}
