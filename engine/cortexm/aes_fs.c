/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the constant-time variant of AES, fixsliced, two blocks at once (algo/aes_fs.h). */
#include <string.h>

#include "algo/aes_fs.h"
#include "engine/cortexm/internal.h"

#ifdef OBI_CORTEXM_AES

static void key(uint32_t *rk, const uint32_t *words, size_t key_len)
{
    if (key_len == 16)
        obi_aes_fs_key128(rk, words);
    else if (key_len == 24)
        obi_aes_fs_key192(rk, words);
    else
        obi_aes_fs_key256(rk, words);
}

/* Pairs, and a last block alone beside a copy of it. */
static inline __attribute__((always_inline)) void
pairs(void (*f)(const uint32_t *rk, uint32_t *out, const uint32_t *in, uint32_t rounds), const uint32_t *rk,
      uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n)
{
    for (; n > 1; n -= 2, in += 8, out += 8)
        f(rk, out, in, rounds);
    if (n) {
        uint32_t pair[8];

        memcpy(pair, in, 16);
        memcpy(pair + 4, in, 16);
        f(rk, pair, pair, rounds);
        memcpy(out, pair, 16);
        for (volatile uint32_t *p = pair; p < pair + 8; p++)
            *p = 0;
    }
}

static void encrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n)
{
    pairs(obi_aes_fs_enc, rk, rounds, out, in, n);
}

#if OB_WITH_AES_DEC
static void decrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n)
{
    pairs(obi_aes_fs_dec, rk, rounds, out, in, n);
}
#endif

static void ctr(const uint32_t *rk, uint32_t rounds, uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n)
{
    obi_aes_fs_ctr(rk, counter, out, in, n, rounds);
}

const struct obi_cortexm_variant obi_cortexm_fs = {
    .number = 1,
    .key = key,
    .encrypt = encrypt,
#if OB_WITH_AES_DEC
    .decrypt = decrypt,
#endif
    .ctr = ctr,
};

#endif
