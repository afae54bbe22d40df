/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: AES in ECB, CBC and CTR (SP 800-38A), which the block does; CMAC (SP 800-38B), and parts of messages of
 * CCM (SP 800-38C) and GCM (SP 800-38D), over these on the frames of algo/. */
#include <string.h>

#include "algo/mid_gcm.h"
#include "algo/xor.h"
#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"

#if OB_WITH_AES

struct aes {
    struct ob_ltc *l;
    const struct ob_session *s;
    uint64_t deadline_ns;
};

static int crypt(const struct aes *a, uint32_t mode, uint8_t *ctx, unsigned at, uint8_t *out, const uint8_t *in,
                 size_t len)
{
    struct obi_ltc_job job = {
        .mode = LTC_MD_AES | mode,
        .key = a->s->key,
        .key_len = a->s->key_len,
        .ctx = ctx,
        .ctx_words = ctx ? 4 : 0,
        .ctx_at = (uint8_t)at,
        .deadline_ns = a->deadline_ns,
    };

    return len ? obi_ltc_run(a->l, &job, out, in, len) : OB_OK;
}

static int cbc_mac(void *key, uint8_t y[16], const uint8_t *in, size_t len)
{
    return crypt((const struct aes *)key, LTC_MD_CBC | LTC_MD_ENC, y, 0, NULL, in, len);
}

static int ctr(void *key, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
               size_t len)
{
    static const uint8_t zeros[16];
    const struct aes *a = (const struct aes *)key;
    size_t used = (size_t)done & 15, n;
    uint8_t next[16], stream[16];
    int status;

    for (; used && used < 16 && len; used++, len--)
        *out++ = *in++ ^ part[used];
    n = len & ~(size_t)15;
    memcpy(next, counter, 16);
    status = crypt(a, LTC_MD_CTR | LTC_MD_ENC, next, 4, out, in, n);
    if (status == OB_OK && len > n) {
        status = crypt(a, LTC_MD_CTR | LTC_MD_ENC, next, 4, stream, zeros, 16);
        if (status == OB_OK) {
            obi_xor(out + n, in + n, stream, len - n);
            memcpy(part, stream, 16);
            ob_wipe(stream, sizeof stream);
        }
    }
    if (status == OB_OK)
        memcpy(counter, next, 16);
    return status;
}

int obi_ltc_aes_open(struct ob_ltc *l, struct ob_session *s)
{
    struct aes a = {l, s, 0};

    if (s->alg != OB_AES_CMAC)
        return OB_OK;
    return obi_mid_cmac_subkeys(((struct ob_ltc_state *)ob_state(s))->subkeys, cbc_mac, &a);
}

int obi_ltc_aes_submit(struct ob_ltc *l, struct ob_session *s, struct ob_op *op)
{
    struct aes a = {l, s, op->deadline_ns};
    uint32_t direction = op->flags & OB_ENCRYPT ? LTC_MD_ENC : 0;
    uint8_t iv[16];
    int status;

    switch (s->alg) {
    case OB_AES_CMAC:
        return obi_mid_cmac_submit(s, op, ((struct ob_ltc_state *)ob_state(s))->subkeys, cbc_mac, &a);
#if OB_WITH_AES_GCM
    case OB_AES_GCM:
        return obi_ltc_is_whole(l, s, op) ? obi_ltc_gcm(l, s, op) : obi_mid_gcm_submit(s, op, ctr, &a);
#endif
#if OB_WITH_AES_CCM
    case OB_AES_CCM:
        return obi_ltc_is_whole(l, s, op) ? obi_ltc_ccm(l, s, op) : obi_mid_ccm_submit(s, op, cbc_mac, ctr, &a);
#endif
    case OB_AES_ECB:
        return crypt(&a, LTC_MD_ECB | direction, NULL, 0, op->out, op->in, op->in_len);
    default:
        break;
    }
    memcpy(iv, op->flags & OB_FIRST ? op->iv : s->mid.iv, 16);
    if (s->alg == OB_AES_CBC)
        status = op->in_len
                     ? obi_ltc_cbc(l, direction, s->key, s->key_len, iv, op->out, op->in, op->in_len, op->deadline_ns)
                     : OB_OK;
    else
        status = ctr(&a, iv, s->mid.part, s->in_done, op->out, op->in, op->in_len);
    if (status == OB_OK)
        memcpy(s->mid.iv, iv, 16);
    return status;
}

#endif
