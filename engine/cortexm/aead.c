/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: AES-GCM (SP 800-38D), AES-CCM (SP 800-38C) and AES-CMAC (SP 800-38B) on the frames of algo/. */
#include <string.h>

#include "algo/bytes.h"
#include "algo/ghash_holes.h"
#include "algo/mid_gcm.h"
#include "engine/cortexm/internal.h"

#if defined(OBI_CORTEXM_GCM) || defined(OBI_CORTEXM_CCM)

struct job {
    struct obi_cortexm_cipher c;
    bool hidden; /* the counter comes from the key */
};

static int ctr(void *job, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
               size_t len)
{
    const struct job *j = (const struct job *)job;

    obi_cortexm_ctr(&j->c, j->hidden, counter, part, (size_t)done & 15, out, in, len);
    return OB_OK;
}

#endif

#ifdef OBI_CORTEXM_GCM

void obi_cortexm_gcm_open(const struct obi_cortexm_cipher *c, struct obi_cortexm_aes *k)
{
    uint32_t h[4] = {0};

    c->v->encrypt(k->key.rk, k->rounds, h, h, 1);
    obi_ghash_holes_key(k->extra.ghash, h);
    ob_wipe(h, sizeof h);
}

static void ghash(void *job, uint8_t y[16], const uint8_t *in, size_t n_blocks)
{
    const uint32_t *table = ((const struct job *)job)->c.k->extra.ghash;
    uint32_t sum[4], w[4 * 4];

    memcpy(sum, y, 16);
    if (((uintptr_t)in & 3) == 0) {
        obi_ghash_holes(sum, table, (const uint32_t *)(const void *)in, n_blocks);
    } else {
        for (size_t n; n_blocks; n_blocks -= n, in += 16 * n) {
            n = n_blocks < 4 ? n_blocks : 4;
            memcpy(w, in, 16 * n);
            obi_ghash_holes(sum, table, w, n);
        }
        ob_wipe(w, sizeof w);
    }
    memcpy(y, sum, 16);
    ob_wipe(sum, sizeof sum);
}

int obi_cortexm_gcm(struct ob_session *s, struct ob_op *op)
{
    struct job j = {.c = obi_cortexm_key(s, false)};

    /* Section 7.1: with an IV of 12 bytes the counter begins with them and 1, otherwise it is a hash under the key. */
    if (op->flags & OB_FIRST)
        j.hidden = op->iv_len != 12;
    else
        j.hidden = obi_load_be32(s->mid.iv + 12) != 1;
    return obi_mid_gcm_submit_with(s, op, ctr, ghash, &j);
}

#endif

#if defined(OBI_CORTEXM_CCM) || defined(OBI_CORTEXM_CMAC)

static int cbc_mac(void *cipher, uint8_t y[16], const uint8_t *in, size_t len)
{
    obi_cortexm_cbc_mac((const struct obi_cortexm_cipher *)cipher, y, in, len / 16);
    return OB_OK;
}

#endif

#ifdef OBI_CORTEXM_CCM

static int both(void *job, bool encrypting, uint8_t y[16], uint8_t counter[16], uint8_t *out, const uint8_t *in,
                size_t n)
{
    obi_cortexm_ccm_blocks(&((const struct job *)job)->c, encrypting, y, counter, out, in, n);
    return OB_OK;
}

int obi_cortexm_ccm(struct ob_session *s, struct ob_op *op)
{
    struct job j = {.c = obi_cortexm_key(s, false)};

    _Static_assert(offsetof(struct job, c) == 0, "cbc_mac takes a job for its cipher");
    return obi_mid_ccm_submit_with(s, op, cbc_mac, ctr, j.c.v->ccm ? both : NULL, &j);
}

#endif

#ifdef OBI_CORTEXM_CMAC

void obi_cortexm_cmac_open(const struct obi_cortexm_cipher *c, struct obi_cortexm_aes *k)
{
    struct obi_cortexm_cipher copy = *c;

    (void)obi_mid_cmac_subkeys(k->extra.subkeys, cbc_mac, &copy); /* fails only where cbc_mac does */
}

int obi_cortexm_cmac(struct ob_session *s, struct ob_op *op)
{
    struct obi_cortexm_cipher c = obi_cortexm_key(s, false);

    return obi_mid_cmac_submit(s, op, c.k->extra.subkeys, cbc_mac, &c);
}

#endif
