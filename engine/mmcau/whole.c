/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: whole messages of AES-ECB and AES-CBC on the short path (struct ob_whole_ops). The unit has no work of
 * its own to wait for: begin does all. */
#include <string.h>

#include "engine/mmcau/internal.h"

#if OB_WITH_CIPHER && (OB_WITH_AES_ECB || OB_WITH_AES_CBC)

static const struct obi_mmcau_aes *key_of(struct ob_session *s)
{
    return &((struct ob_mmcau_state *)ob_state(s))->u.aes;
}

static obi_mmcau_blocks *direction(const struct ob_whole *w)
{
    return OB_WHOLE_FLAGS(w) & OB_ENCRYPT ? obi_mmcau_aes_encrypt : obi_mmcau_aes_decrypt;
}

static int ecb(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    const struct obi_mmcau_aes *k = key_of(s);

    (void)dev;
    obi_mmcau_crypt(direction(w), k->rk, k->rounds, w->out, w->in, w->in_len / 16, NULL);
    return OB_OK;
}

static int cbc(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    const struct obi_mmcau_aes *k = key_of(s);
    uint32_t chain[4];

    (void)dev;
    if (!w->iv)
        return OB_E_DECLINED; /* an op names the error */
    memcpy(chain, w->iv, sizeof chain);
    obi_mmcau_crypt(direction(w), k->rk, k->rounds, w->out, w->in, w->in_len / 16, chain);
    return OB_OK;
}

const struct ob_whole_ops *obi_mmcau_whole(void *dev, const struct ob_session *s, const struct ob_whole *like)
{
    static const struct ob_whole_ops with_ecb = {.begin = ecb}, with_cbc = {.begin = cbc};

    (void)dev;
    (void)like;
    return s->alg == OB_AES_ECB ? &with_ecb : s->alg == OB_AES_CBC ? &with_cbc : NULL;
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
