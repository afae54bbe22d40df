/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: AES in ECB, CBC and CTR (SP 800-38A), CMAC (SP 800-38B), CCM (SP 800-38C) and GCM (SP 800-38D). */
#include <string.h>

#include "algo/bytes.h"
#include "algo/ghash_holes.h"
#include "algo/mid_gcm.h"
#include "algo/xor.h"
#include "engine/mmcau/internal.h"

#if OB_WITH_AES

/* Blocks that are on the stack at once. */
#define BATCH 8

static struct obi_mmcau_aes *state_of(struct ob_session *s)
{
    return &((struct ob_mmcau_state *)ob_state(s))->u.aes;
}

#if OB_MMCAU_ALIGNED

void obi_mmcau_crypt_bytes(obi_mmcau_blocks *f, const uint32_t *rk, uint32_t rounds, uint8_t *out, const uint8_t *in,
                           size_t n, uint32_t *chain)
{
    uint32_t w[4 * BATCH];

    for (size_t m; n; n -= m, in += 16 * m, out += 16 * m) {
        m = n < BATCH ? n : BATCH;
        memcpy(w, in, 16 * m);
        f(rk, rounds, w, w, m, chain);
        memcpy(out, w, 16 * m);
    }
    ob_wipe(w, sizeof w);
}

#endif

/* ---- CBC-MAC and counter mode ---- */

static int cbc_mac(void *key, uint8_t y[16], const uint8_t *in, size_t len)
{
    const struct obi_mmcau_aes *k = (const struct obi_mmcau_aes *)key;
    uint32_t w[4 * BATCH], chain[4];

    memcpy(chain, y, 16);
    for (size_t m; len; len -= m, in += m) {
        m = len < sizeof w ? len : sizeof w;
        obi_mmcau_crypt(obi_mmcau_aes_encrypt, k->rk, k->rounds, (uint8_t *)w, in, m / 16, chain);
    }
    memcpy(y, chain, 16);
    ob_wipe(w, sizeof w);
    ob_wipe(chain, sizeof chain);
    return OB_OK;
}

/* The next of m counter blocks to w; all 16 bytes count. */
static void counters(uint32_t *w, uint8_t counter[16], size_t m)
{
    uint32_t high[3], low = obi_load_be32(counter + 12);

    memcpy(high, counter, 12);
    for (; m; m--, w += 4) {
        memcpy(w, high, 12);
        obi_store_be32((uint8_t *)(w + 3), low);
        if (++low == 0) {
            for (size_t i = 12; i > 0 && ++counter[--i] == 0;)
                continue;
            memcpy(high, counter, 12);
        }
    }
    obi_store_be32(counter + 12, low);
}

static int ctr(void *key, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
               size_t len)
{
    const struct obi_mmcau_aes *k = (const struct obi_mmcau_aes *)key;
    uint32_t w[4 * BATCH];
    size_t used = (size_t)done & 15;

    for (; used && used < 16 && len; used++, len--)
        *out++ = *in++ ^ part[used];
    for (size_t m; len; len -= m, in += m, out += m) {
        size_t n = len < sizeof w ? (len + 15) / 16 : BATCH;

        m = len < sizeof w ? len : sizeof w;
        counters(w, counter, n);
        obi_mmcau_crypt(obi_mmcau_aes_encrypt, k->rk, k->rounds, (uint8_t *)w, (const uint8_t *)w, n, NULL);
        obi_xor(out, in, (const uint8_t *)w, m);
        if (m & 15)
            memcpy(part, w + 4 * (n - 1), 16);
    }
    ob_wipe(w, sizeof w);
    return OB_OK;
}

/* ---- GCM ---- */

static void ghash(void *key, uint8_t y[16], const uint8_t *in, size_t n_blocks)
{
    const struct obi_mmcau_aes *k = (const struct obi_mmcau_aes *)key;
    uint32_t sum[4], w[4 * 4];

    memcpy(sum, y, 16);
    if (((uintptr_t)in & 3) == 0) {
        obi_ghash_holes(sum, k->extra.ghash, (const uint32_t *)(const void *)in, n_blocks);
    } else {
        for (size_t n; n_blocks; n_blocks -= n, in += 16 * n) {
            n = n_blocks < 4 ? n_blocks : 4;
            memcpy(w, in, 16 * n);
            obi_ghash_holes(sum, k->extra.ghash, w, n);
        }
        ob_wipe(w, sizeof w);
    }
    memcpy(y, sum, 16);
    ob_wipe(sum, sizeof sum);
}

/* ---- verbs ---- */

void obi_mmcau_aes_open(struct ob_session *s)
{
    struct obi_mmcau_aes *k = state_of(s);
    uint32_t w[8] = {0};

    memcpy(w, s->key, s->key_len);
    obi_mmcau_aes_key(k->rk, w, s->key_len);
    k->rounds = s->key_len / 4 + 6;
    if (s->alg == OB_AES_GCM) {
        memset(w, 0, 16);
        obi_mmcau_aes_encrypt(k->rk, k->rounds, w, w, 1, NULL);
        obi_ghash_holes_key(k->extra.ghash, w);
    } else if (s->alg == OB_AES_CMAC) {
        (void)obi_mid_cmac_subkeys(k->extra.subkeys, cbc_mac, k); /* fails only where cbc_mac does */
    }
    ob_wipe(w, sizeof w);
}

int obi_mmcau_aes_submit(struct ob_session *s, struct ob_op *op)
{
    struct obi_mmcau_aes *k = state_of(s);
    obi_mmcau_blocks *f = op->flags & OB_ENCRYPT ? obi_mmcau_aes_encrypt : obi_mmcau_aes_decrypt;
    uint32_t chain[4];

    switch (s->alg) {
    case OB_AES_CMAC:
        return obi_mid_cmac_submit(s, op, k->extra.subkeys, cbc_mac, k);
    case OB_AES_GCM:
        return obi_mid_gcm_submit_with(s, op, ctr, ghash, k);
    case OB_AES_CCM:
        return obi_mid_ccm_submit(s, op, cbc_mac, ctr, k);
    case OB_AES_CBC:
        memcpy(chain, op->flags & OB_FIRST ? op->iv : s->mid.iv, 16);
        obi_mmcau_crypt(f, k->rk, k->rounds, op->out, op->in, op->in_len / 16, chain);
        memcpy(s->mid.iv, chain, 16);
        return OB_OK;
    case OB_AES_CTR:
        if (op->flags & OB_FIRST)
            memcpy(s->mid.iv, op->iv, 16);
        return ctr(k, s->mid.iv, s->mid.part, s->in_done, op->out, op->in, op->in_len);
    default:
        obi_mmcau_crypt(f, k->rk, k->rounds, op->out, op->in, op->in_len / 16, NULL);
        return OB_OK;
    }
}

#endif
