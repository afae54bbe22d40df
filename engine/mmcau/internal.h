/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of engine mmcau: the assembly on the unit, and the modes over it. Between two calls of the assembly, and
 * wherever an interrupt can be taken, nothing in the unit is in use. */
#ifndef OUTBOARD_ENGINE_MMCAU_INTERNAL_H
#define OUTBOARD_ENGINE_MMCAU_INTERNAL_H

#include <stdbool.h>

#include "algo/hash.h"
#include "engine/mmcau/state.h"
#include "outboard/engine.h"

/* ---- assembly; pointers are aligned to 4, but for text and hash input where OB_MMCAU_ALIGNED is not set ---- */

void obi_mmcau_aes_key(uint32_t *rk, const uint32_t *key, size_t key_len);

/* n >= 1 blocks, each by itself where chain is NULL; else CBC, and chain is the last ciphertext block before and after.
 * out may be in. */
typedef void obi_mmcau_blocks(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n,
                              uint32_t *chain);
obi_mmcau_blocks obi_mmcau_aes_encrypt, obi_mmcau_aes_decrypt;

/* n passes over a block of two big-endian words: each takes a key of two words, and six words of commands. */
void obi_mmcau_des(const uint32_t *keys, const uint32_t *words, size_t n, uint32_t block[2]);

/* n_blocks >= 1. */
typedef void obi_mmcau_hash_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks);
obi_mmcau_hash_blocks obi_mmcau_md5_blocks, obi_mmcau_sha1_blocks, obi_mmcau_sha256_blocks;

uint32_t obi_mmcau_version(void);
void obi_mmcau_wipe(void);

/* The same on text that is not aligned, where OB_MMCAU_ALIGNED is set. */
void obi_mmcau_crypt_bytes(obi_mmcau_blocks *f, const uint32_t *rk, uint32_t rounds, uint8_t *out, const uint8_t *in,
                           size_t n, uint32_t *chain);

/* n blocks of bytes of any alignment, none included. */
static inline void obi_mmcau_crypt(obi_mmcau_blocks *f, const uint32_t *rk, uint32_t rounds, uint8_t *out,
                                   const uint8_t *in, size_t n, uint32_t *chain)
{
#if OB_MMCAU_ALIGNED
    if (((uintptr_t)out | (uintptr_t)in) & 3) {
        obi_mmcau_crypt_bytes(f, rk, rounds, out, in, n, chain);
        return;
    }
#endif
    if (n)
        f(rk, rounds, (uint32_t *)(void *)out, (const uint32_t *)(const void *)in, n, chain);
}

extern const struct obi_hash obi_mmcau_sha256;

#define OBI_MMCAU_HASHES (OB_WITH_MD5 || OB_WITH_SHA1 || OB_WITH_SHA256)

/* ---- verbs ---- */

void obi_mmcau_aes_open(struct ob_session *s);
int obi_mmcau_aes_submit(struct ob_session *s, struct ob_op *op);
void obi_mmcau_des_open(struct ob_session *s);
int obi_mmcau_des_submit(struct ob_session *s, struct ob_op *op);
int obi_mmcau_hash_submit(struct ob_session *s, struct ob_op *op);
const struct ob_whole_ops *obi_mmcau_whole(void *dev, const struct ob_session *s, const struct ob_whole *like);
void obi_mmcau_hmac_open(struct ob_session *s);
int obi_mmcau_hmac_submit(struct ob_session *s, struct ob_op *op);

/* ---- prices, in cycles of the core ---- */

enum obi_mmcau_price {
    OBI_MMCAU_MD5,
    OBI_MMCAU_SHA1,
    OBI_MMCAU_SHA256,
    OBI_MMCAU_HMAC_MD5,
    OBI_MMCAU_HMAC_SHA1,
    OBI_MMCAU_HMAC_SHA256,
    OBI_MMCAU_CMAC,
    OBI_MMCAU_ECB,
    OBI_MMCAU_CBC,
    OBI_MMCAU_CTR,
    OBI_MMCAU_DES,
    OBI_MMCAU_DES3,
    OBI_MMCAU_GCM,
    OBI_MMCAU_CCM,
    OBI_MMCAU_PRICES
};
extern const struct ob_price obi_mmcau_prices[OBI_MMCAU_PRICES];

#endif
