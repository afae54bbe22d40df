/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: AES in ECB, CBC and CTR (SP 800-38A, sections 6.1, 6.2 and 6.5) and XTS (IEEE 1619-2018, section 5).
 */
#include <string.h>

#include "algo/mid_xts.h"
#include "engine/cortexm/internal.h"

#ifdef OBI_CORTEXM_CIPHER

#if OB_WITH_AES_ECB

static void crypt(const struct obi_cortexm_cipher *c, bool encrypting, uint8_t *out, const uint8_t *in, size_t n)
{
#if OB_WITH_AES_DEC
    if (!encrypting) {
        obi_cortexm_decrypt(c, out, in, n);
        return;
    }
#else
    (void)encrypting;
#endif
    obi_cortexm_encrypt(c, out, in, n);
}

#endif

#ifdef OBI_CORTEXM_XTS

/* The first tweak (section 5.3.1): under the second key, which always encrypts. */
static void first_tweak(const struct obi_cortexm_cipher *c, uint8_t tweak[16])
{
    uint32_t w[4];

    memcpy(w, tweak, 16);
    c->v->encrypt(c->k->extra.tweak.rk, c->k->rounds, w, w, 1);
    memcpy(tweak, w, 16);
}

static void xts(void *cipher, bool encrypting, uint8_t tweak[16], uint8_t *out, const uint8_t *in, size_t n)
{
    obi_cortexm_xts((const struct obi_cortexm_cipher *)cipher, encrypting, tweak, out, in, n);
}

#endif

int obi_cortexm_modes(struct ob_session *s, struct ob_op *op)
{
    bool encrypting = op->flags & OB_ENCRYPT;
    struct obi_cortexm_cipher c = obi_cortexm_key(s, !encrypting && s->alg != OB_AES_CTR);

    if (op->flags & OB_FIRST && op->iv_len)
        memcpy(s->mid.iv, op->iv, 16);
    switch (s->alg) {
#if OB_WITH_AES_CBC
    case OB_AES_CBC:
        obi_cortexm_cbc(&c, encrypting, s->mid.iv, op->out, op->in, op->in_len / 16);
        break;
#endif
#if OB_WITH_AES_CTR
    case OB_AES_CTR:
        obi_cortexm_ctr(&c, false, s->mid.iv, s->mid.part, (size_t)s->in_done & 15, op->out, op->in, op->in_len);
        break;
#endif
#ifdef OBI_CORTEXM_XTS
    case OB_AES_XTS:
        if (op->flags & OB_FIRST)
            first_tweak(&c, s->mid.iv);
        obi_mid_xts_with(s->mid.iv, xts, &c, encrypting, op->out, op->in, op->in_len);
        break;
#endif
    default:
#if OB_WITH_AES_ECB
        crypt(&c, encrypting, op->out, op->in, op->in_len / 16);
#endif
        break;
    }
    return OB_OK;
}

#endif
