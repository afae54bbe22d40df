/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: whole messages by DMA on the short path (struct ob_whole_ops), where every instruction before the
 * doorbell counts: CBC and CTR; GCM and CCM without AAD, with a nonce of 12 bytes and a tag of 16. The registers lie in
 * the session as the block loads them, so one descriptor is all that is written besides IV and length. */
#include "engine/cryp/internal.h"

enum kind { CBC, CBC_64, CTR, GCM, CCM };

/* Words of the image from IV on: IV, AADLEN, LEN, CTRL; before IV lie KEY (8), Y (4) and TAG_IN (4). */
enum { WORDS_IV = 7, WORDS_KEY = WORDS_IV + 8, WORDS_Y = WORDS_KEY + 4, WORDS_TAG_IN = WORDS_Y + 4 };

/* A word of memory at any place, without a call. */
static inline uint32_t word(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The first n of to, 2 to 4. */
static inline __attribute__((always_inline)) void words_of(uint32_t to[4], const uint8_t *from, unsigned n,
                                                           bool aligned)
{
    const uint32_t *p = (const uint32_t *)(const void *)from;

    to[0] = aligned ? p[0] : word(from);
    to[1] = aligned ? p[1] : word(from + 4);
    if (n > 2)
        to[2] = aligned ? p[2] : word(from + 8);
    if (n > 3)
        to[3] = aligned ? p[3] : word(from + 12);
}

/* IV, or the first counter block; for CCM also the first block of its MAC (SP 800-38C, appendix A.2.1): flags, nonce, 3
 * bytes of length or counter. */
static inline __attribute__((always_inline)) void nonce(uint32_t *image, enum kind kind, const struct ob_whole *w,
                                                        bool aligned)
{
    uint32_t n[4] = {0}, len = (uint32_t)w->in_len;

    words_of(n, w->iv, kind == CBC_64 ? 2 : kind >= GCM ? 3 : 4, aligned);
    image[0] = n[0], image[1] = n[1];
    if (kind == CBC_64)
        return;
    image[2] = n[2];
    image[3] = kind == GCM ? OBI_CRYP_ONE_BE : n[3];
    if (kind != CCM)
        return;
    image[3] = n[2] >> 24;
    image[-9] = n[2] >> 24 | (len >> 16 & 0xff) << 8 | (len >> 8 & 0xff) << 16 | len << 24;
    image[2] = image[-10] = n[1] >> 24 | n[2] << 8;
    image[1] = image[-11] = n[0] >> 24 | n[1] << 8;
    image[0] = n[0] << 8 | 2u;
    image[-12] = n[0] << 8 | 2u | 7u << 3;
}

static inline __attribute__((always_inline)) int begin(void *dev, struct ob_session *s, const struct ob_whole *w,
                                                       enum kind kind, bool encrypts, bool aligned)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    struct ob_device *d = &c->device;
    struct ob_cryp_state *state = (struct ob_cryp_state *)ob_state(s);
    uint32_t *image = state->image + OBI_CRYP_AT(OB_CRYP_IV), *desc = obi_udma_next(d);
    uint32_t words = WORDS_IV, ctrl = state->ctrl | OBI_UDMA_CTRL_STREAM, store = 0, len = (uint32_t)w->in_len, at, in,
             out;
    bool aead = kind >= GCM;

    if (!w->iv || (aead && !w->tag))
        return OB_E_DECLINED;
    nonce(image, kind, w, aligned);
    if (c->key_owner != state->owner)
        words = WORDS_KEY;
    if (kind == CCM)
        words = WORDS_Y;
    if (aead && !encrypts) {
        words = WORDS_TAG_IN;
        words_of(image - (WORDS_TAG_IN - WORDS_IV), w->tag, 4, aligned);
        ctrl |= OB_CRYP_CTRL_VERIFY | 16u << OB_CRYP_CTRL_TAGLEN_LSB;
    }
    if (kind == CTR || aead)
        ctrl |= OB_CRYP_CTRL_FIRST;
    if (aead)
        ctrl |= OB_CRYP_CTRL_LAST;
    if (kind != CTR && !encrypts)
        ctrl |= OB_CRYP_CTRL_DECRYPT;
    if (aead && encrypts) {
        store = OBI_UDMA_STORE(OBI_CRYP_TAG, 4);
        desc[3] = obi_udma_bus(d, w->tag, 16, true);
    }
    image[4] = 0;
    image[5] = len;
    image[6] = ctrl;
    image -= words - WORDS_IV;
    at = obi_udma_bus(d, image, 4 * words, false);
    in = obi_udma_bus(d, w->in, len, false);
    out = obi_udma_bus(d, w->out, len, true);
    desc[0] = (OB_CRYP_CTRL / 4 + 1 - words) | words << 10 | obi_udma_irq(d);
    desc[1] = store;
    desc[2] = at;
    desc[4] = in;
    desc[5] = len;
    desc[6] = out;
    desc[7] = len;
    obi_udma_ring(d);
    c->key_owner = state->owner; /* failures set it to 0 */
    return OB_PENDING;
}

static __attribute__((noinline)) int otherwise(struct ob_cryp *c, uint32_t status)
{
    int err = obi_cryp_outcome(status);

    if (err == OB_E_STATE) {
        obi_cryp_forget(c);
        return OB_E_DECLINED;
    }
    if (err == OB_E_IO)
        return obi_cryp_failed(c);
    if (c->wipe)
        obi_cryp_wipe(c);
    return err;
}

static int end(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    uint32_t status = obi_udma_spin(&c->device);

    (void)s, (void)w;
    return (status & OBI_UDMA_STATUS) == OBI_CRYP_GOOD && !c->wipe ? OB_OK : otherwise(c, status);
}

/* Two functions, so that the usual one needs no more registers than it may overwrite. */
#define BEGIN(name, kind, encrypts)                                                                                    \
    static __attribute__((noinline)) int begin_##name##_odd(void *dev, struct ob_session *s, const struct ob_whole *w) \
    {                                                                                                                  \
        return begin(dev, s, w, kind, encrypts, false);                                                                \
    }                                                                                                                  \
    static int begin_##name(void *dev, struct ob_session *s, const struct ob_whole *w)                                 \
    {                                                                                                                  \
        if (((uintptr_t)w->iv | (encrypts ? 0 : (uintptr_t)w->tag)) & 3)                                               \
            return begin_##name##_odd(dev, s, w);                                                                      \
        return begin(dev, s, w, kind, encrypts, true);                                                                 \
    }
BEGIN(cbc_encrypt, CBC, true)
BEGIN(cbc_decrypt, CBC, false)
BEGIN(cbc_64_encrypt, CBC_64, true)
BEGIN(cbc_64_decrypt, CBC_64, false)
BEGIN(ctr, CTR, true)
BEGIN(gcm_encrypt, GCM, true)
BEGIN(gcm_decrypt, GCM, false)
BEGIN(ccm_encrypt, CCM, true)
BEGIN(ccm_decrypt, CCM, false)

const struct ob_whole_ops *obi_cryp_whole(void *dev, const struct ob_session *s, const struct ob_whole *like)
{
    static const struct ob_whole_ops ways[][2] = {
        [CBC] = {{begin_cbc_decrypt, end}, {begin_cbc_encrypt, end}},
        [CBC_64] = {{begin_cbc_64_decrypt, end}, {begin_cbc_64_encrypt, end}},
        [CTR] = {{begin_ctr, end}, {begin_ctr, end}},
        [GCM] = {{begin_gcm_decrypt, end}, {begin_gcm_encrypt, end}},
        [CCM] = {{begin_ccm_decrypt, end}, {begin_ccm_encrypt, end}},
    };
    const struct ob_cryp *c = (const struct ob_cryp *)dev;
    enum kind kind;

    if (!c->fast || !obi_cryp_by_dma(c, s->row))
        return NULL;
    switch (s->alg) {
    case OB_AES_CBC:
    case OB_SM4_CBC:
        kind = CBC;
        break;
    case OB_DES_CBC:
    case OB_DES3_CBC:
        kind = CBC_64;
        break;
    case OB_AES_CTR:
    case OB_SM4_CTR:
        kind = CTR;
        break;
    case OB_AES_GCM:
    case OB_SM4_GCM:
        kind = GCM;
        break;
    case OB_AES_CCM:
        kind = CCM;
        break;
    default:
        return NULL;
    }
    if (kind >= GCM && (OB_WHOLE_IV_LEN(like) != 12 || OB_WHOLE_TAG_LEN(like) != 16))
        return NULL;
    return &ways[kind][(like->shape & OB_ENCRYPT) != 0];
}
