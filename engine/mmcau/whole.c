/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: whole messages of AES-ECB and AES-CBC on the short path (struct ob_whole_ops). The unit has no work of
 * its own to wait for: begin does all. */
#include "algo/block_words.h"
#include "engine/mmcau/internal.h"

#if OB_WITH_CIPHER && (OB_WITH_AES_ECB || OB_WITH_AES_CBC)

static const struct obi_mmcau_aes *key_of(struct ob_session *s)
{
    return &((struct ob_mmcau_state *)ob_state(s))->u.aes;
}

static int ecb(struct ob_session *s, const struct ob_whole *w, obi_mmcau_blocks *direction)
{
    const struct obi_mmcau_aes *k = key_of(s);

    obi_mmcau_crypt(direction, k->rk, k->rounds, w->out, w->in, w->in_len / 16, NULL);
    return OB_OK;
}

static inline int cbc(struct ob_session *s, const struct ob_whole *w, obi_mmcau_blocks *direction)
{
    const struct obi_mmcau_aes *k = key_of(s);
    uint32_t chain[4];

    if (!w->iv)
        return OB_E_DECLINED; /* an op names the error */
    obi_load_block(chain, w->iv);
    obi_mmcau_crypt(direction, k->rk, k->rounds, w->out, w->in, w->in_len / 16, chain);
    return OB_OK;
}

static int encrypt_ecb(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    (void)dev;
    return ecb(s, w, obi_mmcau_aes_encrypt);
}

static int decrypt_ecb(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    (void)dev;
    return ecb(s, w, obi_mmcau_aes_decrypt);
}

static int encrypt_cbc(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    (void)dev;
    return cbc(s, w, obi_mmcau_aes_encrypt);
}

static int decrypt_cbc(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    (void)dev;
    return cbc(s, w, obi_mmcau_aes_decrypt);
}

const struct ob_whole_ops *obi_mmcau_whole(void *dev, const struct ob_session *s, const struct ob_whole *like)
{
    static const struct ob_whole_ops ecb_ops[] = {{.begin = decrypt_ecb}, {.begin = encrypt_ecb}},
                                     cbc_ops[] = {{.begin = decrypt_cbc}, {.begin = encrypt_cbc}};
    unsigned encrypts = OB_WHOLE_FLAGS(like) & OB_ENCRYPT ? 1 : 0;

    (void)dev;
    return s->alg == OB_AES_ECB ? &ecb_ops[encrypts] : s->alg == OB_AES_CBC ? &cbc_ops[encrypts] : NULL;
}

#else

const struct ob_whole_ops *obi_mmcau_whole(void *dev, const struct ob_session *s, const struct ob_whole *like)
{
    (void)dev;
    (void)s;
    (void)like;
    return NULL;
}

#endif
