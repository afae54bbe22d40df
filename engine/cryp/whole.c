/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: whole messages by DMA on the short path (struct ob_whole_ops), where every instruction before the start
 * of the command counts. It serves CBC and CTR, and GCM and CCM without AAD, with a nonce of 12 bytes and a tag of 16.
 * A message is one direct command of the DMA, which loads the key from the session and reads the first input while the
 * CPU writes the other registers. */
#include "engine/cryp/internal.h"

enum kind { CBC, CBC_64, CTR, GCM, CCM };

/* A little-endian word at any address, without a function call. */
static inline uint32_t word(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Read n words, 2 to 4, into to. */
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

/* Write n words, 2 or 4, to the registers from reg on. */
static inline __attribute__((always_inline)) void put(const struct ob_device *d, uint32_t reg, const uint32_t words[4],
                                                      unsigned n)
{
    ob_port_write(d, reg, words[0]);
    ob_port_write(d, reg + 4, words[1]);
    if (n == 2)
        return;
    ob_port_write(d, reg + 8, words[2]);
    ob_port_write(d, reg + 12, words[3]);
}

/* Write the IV or the first counter block. For CCM also write the first block of its MAC (SP 800-38C, appendix A.2.1).
 * Both blocks of CCM are flags, nonce, and 3 bytes of length or counter. */
static inline __attribute__((always_inline)) void nonce(const struct ob_device *d, enum kind kind,
                                                        const struct ob_whole *w, bool aligned)
{
    uint32_t n[4] = {0}, y[4], len = (uint32_t)w->in_len;

    words_of(n, w->iv, kind == CBC_64 ? 2 : kind >= GCM ? 3 : 4, aligned);
    if (kind == GCM)
        n[3] = OBI_CRYP_ONE_BE;
    if (kind == CCM) {
        y[3] = n[3] = n[2] >> 24;
        y[2] = n[2] = n[1] >> 24 | n[2] << 8;
        y[1] = n[1] = n[0] >> 24 | n[1] << 8;
        y[0] = n[0] = n[0] << 8 | 2u;
        y[0] |= 7u << 3;
        y[3] |= (len >> 16 & 0xff) << 8 | (len >> 8 & 0xff) << 16 | len << 24;
        put(d, OB_CRYP_Y, y, 4);
    }
    put(d, OB_CRYP_IV, n, kind == CBC_64 ? 2 : 4);
}

static inline __attribute__((always_inline)) int begin(void *dev, struct ob_session *s, const struct ob_whole *w,
                                                       enum kind kind, bool encrypts, bool aligned)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    struct ob_device *d = &c->device;
    const struct ob_cryp_state *state = (const struct ob_cryp_state *)ob_state_const(s);
    uintptr_t udma = obi_udma_place(d);
    uint32_t ctrl = OBI_UDMA_CTRL_STREAM, len, tag[4];
    bool aead = kind >= GCM;

    if (!w->iv || (aead && !w->tag))
        return OB_E_DECLINED;
    ob_port_barrier(); /* key and input are written to memory first */
    obi_udma_direct(d, udma, OB_UDMA_DIRECT_SETUP, state->setup);
    if (c->key_owner != state->owner)
        obi_udma_direct(d, udma, OB_UDMA_DIRECT_LOAD,
                        obi_udma_bus(d, state->image + OBI_CRYP_AT(OB_CRYP_KEY), 4 * OB_CRYP_KEY_COUNT, false));
    /* Accesses to the block's registers wait while the key is loaded, so all other work is done before them. */
    len = (uint32_t)w->in_len;
    obi_udma_direct(d, udma, OB_UDMA_DIRECT_IN, obi_udma_bus(d, w->in, len, false));
    obi_udma_direct(d, udma, OB_UDMA_DIRECT_OUT, obi_udma_bus(d, w->out, len, true));
    ctrl |= state->ctrl;
    if (kind == CTR || aead)
        ctrl |= OB_CRYP_CTRL_FIRST;
    if (aead)
        ctrl |= OB_CRYP_CTRL_LAST;
    if (kind != CTR && !encrypts)
        ctrl |= OB_CRYP_CTRL_DECRYPT;
    if (aead && !encrypts)
        ctrl |= OB_CRYP_CTRL_VERIFY | 16u << OB_CRYP_CTRL_TAGLEN_LSB;
    __asm__ volatile("" : "+r"(ctrl)); /* stops the compiler from moving the computation down */
    nonce(d, kind, w, aligned);
    if (aead && !encrypts) {
        words_of(tag, w->tag, 4, aligned);
        put(d, OB_CRYP_TAG_IN, tag, 4);
    }
    ob_port_write(d, OB_CRYP_AADLEN, 0);
    ob_port_write(d, OB_CRYP_LEN, len);
    obi_udma_direct(d, udma, OB_UDMA_DIRECT_LEN, len);
    obi_udma_direct_go(d, udma, ctrl);
    c->key_owner = state->owner; /* a failure sets it to 0 */
    return OB_PENDING;
}

/* What the short path leaves out: translate an error, or erase what a closed session left in the block. */
static __attribute__((noinline)) int end_with_cleanup(struct ob_cryp *c, uint32_t status)
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
    uint32_t status = obi_udma_direct_end(&c->device);
    bool wipe = c->wipe;

    (void)s, (void)w;
    return __builtin_expect(status == OBI_CRYP_GOOD && !wipe, 1) ? OB_OK : end_with_cleanup(c, status);
}

/* Also read the tag, which stays in the block until the next command or a wipe. A wipe sets CTRL to 0, which no command
 * with a tag has. */
static int end_tag(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    const struct ob_device *d = &c->device;
    uint32_t status = obi_udma_direct_end(&c->device), tag[4];

    (void)s;
    if (__builtin_expect(status == OBI_CRYP_GOOD, 1) || obi_cryp_outcome(status) == OB_OK) {
        for (unsigned i = 0; i < 4; i++)
            tag[i] = ob_port_read(d, OBI_CRYP_TAG + 4 * i);
        if (ob_port_read(d, OB_CRYP_CTRL) == 0)
            return obi_cryp_failed(c);
        if ((uintptr_t)w->tag & 3)
            memcpy(w->tag, tag, 16);
        else
            memcpy(__builtin_assume_aligned(w->tag, 4), tag, 16);
    }
    return __builtin_expect(status == OBI_CRYP_GOOD && !c->wipe, 1) ? OB_OK : end_with_cleanup(c, status);
}

/* Two functions for aligned and unaligned buffers: the aligned one then needs no register that it would have to
 * save. */
#define BEGIN(name, kind, encrypts)                                                                                    \
    static __attribute__((noinline)) int begin_##name##_unaligned(void *dev, struct ob_session *s,                     \
                                                                  const struct ob_whole *w)                            \
    {                                                                                                                  \
        return begin(dev, s, w, kind, encrypts, false);                                                                \
    }                                                                                                                  \
    static int begin_##name(void *dev, struct ob_session *s, const struct ob_whole *w)                                 \
    {                                                                                                                  \
        if (__builtin_expect(((uintptr_t)w->iv | (encrypts ? 0 : (uintptr_t)w->tag)) & 3, 0))                          \
            return begin_##name##_unaligned(dev, s, w);                                                                \
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
        [GCM] = {{begin_gcm_decrypt, end}, {begin_gcm_encrypt, end_tag}},
        [CCM] = {{begin_ccm_decrypt, end}, {begin_ccm_encrypt, end_tag}},
    };
    const struct ob_cryp *c = (const struct ob_cryp *)dev;
    enum kind kind;

    if (!c->fast || !c->device.dma.direct || !obi_cryp_by_dma(c, s->row))
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
