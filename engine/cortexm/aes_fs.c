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

#if !OB_CORTEXM_FS_PAIRS
static void ctr(const uint32_t *rk, uint32_t rounds, uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n)
{
    obi_aes_fs_ctr(rk, counter, out, in, n, rounds);
}
#endif

/* What encrypts one block at a time leaves the second place of the pair to whatever stands there. */
static void cbc_enc(const uint32_t *rk, uint32_t rounds, uint32_t chain[4], uint32_t *out, const uint32_t *in, size_t n)
{
    uint32_t pair[8] = {chain[0], chain[1], chain[2], chain[3]};

    for (; n; n--, in += 4, out += 4) {
        pair[0] ^= in[0];
        pair[1] ^= in[1];
        pair[2] ^= in[2];
        pair[3] ^= in[3];
        obi_aes_fs_enc(rk, pair, pair, rounds);
        memcpy(out, pair, 16);
    }
    memcpy(chain, pair, 16);
    ob_wipe(pair, sizeof pair);
}

#if OB_WITH_AES_CBC && OB_WITH_AES_DEC
/* Word i of two blocks; out may be in. */
static inline __attribute__((always_inline)) void unchain(uint32_t *out, const uint32_t *in, const uint32_t pair[8],
                                                          uint32_t chain[4], unsigned i)
{
    uint32_t first = in[i], second = in[4 + i];

    out[i] = pair[i] ^ chain[i];
    out[4 + i] = pair[4 + i] ^ first;
    chain[i] = second;
}

static void cbc_dec(const uint32_t *rk, uint32_t rounds, uint32_t chain[4], uint32_t *out, const uint32_t *in, size_t n)
{
    uint32_t pair[8];

    for (; n > 1; n -= 2, in += 8, out += 8) {
        obi_aes_fs_dec(rk, pair, in, rounds);
        unchain(out, in, pair, chain, 0);
        unchain(out, in, pair, chain, 1);
        unchain(out, in, pair, chain, 2);
        unchain(out, in, pair, chain, 3);
    }
    if (n) {
        memcpy(pair, in, 16);
        memcpy(pair + 4, in, 16);
        obi_aes_fs_dec(rk, pair, pair, rounds);
        for (unsigned i = 0; i < 4; i++) {
            uint32_t first = in[i];

            out[i] = pair[i] ^ chain[i];
            chain[i] = first;
        }
    }
    ob_wipe(pair, sizeof pair);
}
#endif

#ifdef OBI_CORTEXM_CCM
/* out = a ^ b, words of a block. */
static inline __attribute__((always_inline)) void add(uint32_t out[4], const uint32_t a[4], const uint32_t b[4])
{
    out[0] = a[0] ^ b[0];
    out[1] = a[1] ^ b[1];
    out[2] = a[2] ^ b[2];
    out[3] = a[3] ^ b[3];
}

/* A block of the MAC and one of the counter are a pair. Decryption has the text for the MAC only behind its counter
 * block, and so one pair more. */
static void ccm(const uint32_t *rk, uint32_t rounds, bool encrypting, uint32_t y[4], uint32_t counter[4], uint32_t *out,
                const uint32_t *in, size_t n)
{
    uint32_t pair[8] = {0}, number = __builtin_bswap32(counter[3]);

    if (!encrypting) {
        memcpy(pair + 4, counter, 16);
        obi_aes_fs_enc(rk, pair, pair, rounds);
        number++;
    }
    memcpy(pair, y, 16);
    for (size_t left = n; left; left--, in += 4, out += 4) {
        if (!encrypting)
            add(out, in, pair + 4);
        add(pair, pair, encrypting ? in : out);
        memcpy(pair + 4, counter, 12);
        pair[7] = __builtin_bswap32(number++);
        obi_aes_fs_enc(rk, pair, pair, rounds);
        if (encrypting)
            add(out, in, pair + 4);
    }
    memcpy(y, pair, 16);
    counter[3] = __builtin_bswap32(__builtin_bswap32(counter[3]) + (uint32_t)n);
    ob_wipe(pair, sizeof pair);
}
#endif

const struct obi_cortexm_variant obi_cortexm_fs = {
    .number = 1,
    .key = key,
    .encrypt = encrypt,
#if OB_WITH_AES_DEC
    .decrypt = decrypt,
#endif
#if !OB_CORTEXM_FS_PAIRS
    .ctr = ctr,
#endif
    .cbc_enc = cbc_enc,
#if OB_WITH_AES_CBC && OB_WITH_AES_DEC
    .cbc_dec = cbc_dec,
#endif
#ifdef OBI_CORTEXM_CCM
    .ccm = ccm,
#endif
};

#endif
