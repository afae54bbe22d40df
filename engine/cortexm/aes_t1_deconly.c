/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the variant of AES with one table that only decrypts, for a program that needs no more
 * (algo/aes_t1.h). */
#include "algo/aes_t1.h"
#include "engine/cortexm/internal.h"

#if defined(OBI_CORTEXM_AES) && OB_WITH_AES_DEC

static void key(uint32_t *rk, const uint32_t *words, size_t key_len)
{
    if (key_len == 16)
        obi_aes_t1_deconly_key128(rk, words);
    else if (key_len == 24)
        obi_aes_t1_deconly_key192(rk, words);
    else
        obi_aes_t1_deconly_key256(rk, words);
}

static void decrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n)
{
    for (; n; n--, in += 4, out += 4)
        obi_aes_t1_dec(rk, out, in, rounds);
}

const struct obi_cortexm_variant obi_cortexm_t1_deconly = {
    .number = 5,
    .key = key,
    .invert = obi_aes_t1_deconly_key_dec,
    .decrypt = decrypt,
};

#endif
