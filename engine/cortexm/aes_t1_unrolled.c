/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the fast variant of AES with one table a direction: unrolled, with loops of its own for the modes
 * (algo/aes_t1.h). */
#include "algo/aes_t1.h"
#include "engine/cortexm/internal.h"

#ifdef OBI_CORTEXM_AES

/* On the M7 the one function of a size is unrolled already. */
#ifdef OB_CORTEXM_UNROLLED_KEY
#define EXPAND(bits) obi_aes_t1_unrolled_key##bits
#else
#define EXPAND(bits) obi_aes_t1_key##bits
#endif

static void key(uint32_t *rk, const uint32_t *words, size_t key_len)
{
    if (key_len == 16)
        EXPAND(128)(rk, words);
    else if (key_len == 24)
        EXPAND(192)(rk, words);
    else
        EXPAND(256)(rk, words);
}

static inline __attribute__((always_inline)) void each(void (*f)(const uint32_t *rk, uint32_t *out, const uint32_t *in),
                                                       const uint32_t *rk, uint32_t *out, const uint32_t *in, size_t n)
{
    for (; n; n--, in += 4, out += 4)
        f(rk, out, in);
}

static void encrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n)
{
    if (rounds == 10)
        each(obi_aes_t1_enc128, rk, out, in, n);
    else if (rounds == 12)
        each(obi_aes_t1_enc192, rk, out, in, n);
    else
        each(obi_aes_t1_enc256, rk, out, in, n);
}

#if OB_WITH_AES_DEC
static void decrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n)
{
    if (rounds == 10)
        each(obi_aes_t1_dec128, rk, out, in, n);
    else if (rounds == 12)
        each(obi_aes_t1_dec192, rk, out, in, n);
    else
        each(obi_aes_t1_dec256, rk, out, in, n);
}
#endif

static void ctr(const uint32_t *rk, uint32_t rounds, uint32_t chain[4], uint32_t *out, const uint32_t *in, size_t n)
{
    if (rounds == 10)
        obi_aes_t1_ctr128(rk, chain, out, in, n);
    else if (rounds == 12)
        obi_aes_t1_ctr192(rk, chain, out, in, n);
    else
        obi_aes_t1_ctr256(rk, chain, out, in, n);
}

static void ctr_hidden(const uint32_t *rk, uint32_t rounds, uint32_t chain[4], uint32_t *out, const uint32_t *in,
                       size_t n)
{
    if (rounds == 10)
        obi_aes_t1_ctr_uncached128(rk, chain, out, in, n);
    else if (rounds == 12)
        obi_aes_t1_ctr_uncached192(rk, chain, out, in, n);
    else
        obi_aes_t1_ctr_uncached256(rk, chain, out, in, n);
}

static void cbc_enc(const uint32_t *rk, uint32_t rounds, uint32_t chain[4], uint32_t *out, const uint32_t *in, size_t n)
{
    if (rounds == 10)
        obi_aes_t1_cbc_enc128(rk, chain, out, in, n);
    else if (rounds == 12)
        obi_aes_t1_cbc_enc192(rk, chain, out, in, n);
    else
        obi_aes_t1_cbc_enc256(rk, chain, out, in, n);
}

#if OB_WITH_AES_CBC && OB_WITH_AES_DEC
static void cbc_dec(const uint32_t *rk, uint32_t rounds, uint32_t chain[4], uint32_t *out, const uint32_t *in, size_t n)
{
    if (rounds == 10)
        obi_aes_t1_cbc_dec128(rk, chain, out, in, n);
    else if (rounds == 12)
        obi_aes_t1_cbc_dec192(rk, chain, out, in, n);
    else
        obi_aes_t1_cbc_dec256(rk, chain, out, in, n);
}
#endif

const struct obi_cortexm_variant obi_cortexm_t1_unrolled = {
    .number = 3,
    .key = key,
    .encrypt = encrypt,
#if OB_WITH_AES_DEC
    .invert = obi_aes_t1_key_dec,
    .decrypt = decrypt,
#endif
    .ctr = ctr,
    .ctr_hidden = ctr_hidden,
    .cbc_enc = cbc_enc,
#if OB_WITH_AES_CBC && OB_WITH_AES_DEC
    .cbc_dec = cbc_dec,
#endif
};

#endif
