/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the variant of AES with an S-box and DSP instructions (algo/aes_dsp.h). */
#include "algo/aes_dsp.h"
#include "engine/cortexm/internal.h"

#ifdef OBI_CORTEXM_AES

static void key(uint32_t *rk, const uint32_t *words, size_t key_len)
{
    if (key_len == 16)
        obi_aes_dsp_key128(rk, words);
    else if (key_len == 24)
        obi_aes_dsp_key192(rk, words);
    else
        obi_aes_dsp_key256(rk, words);
}

static void encrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n)
{
    for (; n; n--, in += 4, out += 4)
        obi_aes_dsp_enc(rk, out, in, rounds);
}

#if OB_WITH_AES_DEC
static void decrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n)
{
    for (; n; n--, in += 4, out += 4)
        obi_aes_dsp_dec(rk, out, in, rounds);
}
#endif

const struct obi_cortexm_variant obi_cortexm_sbox = {
    .number = 4,
    .key = key,
    .encrypt = encrypt,
#if OB_WITH_AES_DEC
    .decrypt = decrypt,
#endif
};

#endif
