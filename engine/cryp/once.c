/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: a whole message in one command by DMA, with as few instructions as it takes. The registers lie in the
 * session as the block loads them; a key that is still there is left out. */
#include "engine/cryp/internal.h"

#define GOOD (OBI_UDMA_DONE | OB_CRYP_EVENT_DONE << 16)

/* The bytes 00 00 00 01 as a word of the block's memory order. */
#define ONE_BE 0x01000000u

/* OB_OK, OB_E_AUTH or OB_E_IO; OB_E_STATE: the block had lost the key. */
static int outcome(uint32_t status)
{
    status &= OBI_UDMA_STATUS;
    if (status == GOOD)
        return OB_OK;
    if (status == (GOOD | OB_CRYP_EVENT_AUTH << 16))
        return OB_E_AUTH;
    return OBI_UDMA_EVENTS(status) & OB_CRYP_EVENT_KEY ? OB_E_STATE : OB_E_IO;
}

/* A tag that is shorter than what the block stores comes by way of work. */
static int finish(const struct ob_cryp *c, const struct ob_op *op, uint32_t desc1, uint32_t status)
{
    int err = outcome(status);

    if (err == OB_OK && desc1 >> 10 & 63 && op->tag_len != 16)
        memcpy(op->tag, obi_udma_work(&c->device)->slot[0].result, op->tag_len);
    return err;
}

int obi_cryp_once_end(struct ob_cryp *c, struct ob_op *op)
{
    const uint32_t *desc = obi_udma_work(&c->device)->ring[(c->device.dma.next - 1u) & (OBI_UDMA_RING - 1)];
    int err = finish(c, op, desc[1], desc[1]);

    obi_udma_end(&c->device, true);
    return err;
}

/* The usual messages, where every instruction before the doorbell counts: no call, nothing is stored twice. ECB, CBC
 * and CTR; GCM and CCM encryption with a nonce of 12 bytes, a tag of 16 and no AAD. False, without a trace, for all
 * others, and for IVs that are not aligned. */
static inline bool short_way(struct ob_cryp *c, struct ob_session *s, const struct ob_op *op, uint32_t **rung)
{
    struct ob_cryp_state *state = (struct ob_cryp_state *)ob_state(s);
    struct ob_device *d = &c->device;
    uint32_t *image = state->image + OBI_CRYP_AT(OB_CRYP_IV), *desc = obi_udma_next(d);
    uint32_t ctrl = state->ctrl, mode = obi_cryp_mode(ctrl), len = (uint32_t)op->in_len, words = 7, store = 0, in, out,
             w3;
    const uint32_t *iv = (const uint32_t *)(const void *)op->iv;

    if (len == 0 || ((uintptr_t)iv & 3 && mode != OB_CRYP_CTRL_MODE_ECB))
        return false;
    if (c->key_owner != state->owner)
        words = 15;
    if (mode <= OB_CRYP_CTRL_MODE_CTR) {
        if (mode == OB_CRYP_CTRL_MODE_CTR)
            ctrl |= OB_CRYP_CTRL_FIRST;
        else if (!(op->flags & OB_ENCRYPT))
            ctrl |= OB_CRYP_CTRL_DECRYPT;
        if (mode != OB_CRYP_CTRL_MODE_ECB) {
            uint32_t w0 = iv[0], w1 = iv[1];

            image[0] = w0, image[1] = w1;
            if ((ctrl & OB_CRYP_CTRL_ALG) <= OB_CRYP_CTRL_ALG_SM4) {
                w0 = iv[2], w1 = iv[3];
                image[2] = w0, image[3] = w1;
            }
        }
    } else {
        uint32_t n0, n1, n2;

        if (mode > OB_CRYP_CTRL_MODE_CCM || op->iv_len != 12 || op->tag_len != 16 ||
            (op->flags & (OB_AAD | OB_ENCRYPT)) != OB_ENCRYPT)
            return false;
        n0 = iv[0], n1 = iv[1], n2 = iv[2];
        w3 = ONE_BE;
        if (mode == OB_CRYP_CTRL_MODE_CCM) { /* B0 and A0: flags, nonce, 3 bytes of length or counter */
            if (len >> 24)
                return false;
            w3 = n2 >> 24;
            n2 = n1 >> 24 | n2 << 8;
            n1 = n0 >> 24 | n1 << 8;
            n0 = n0 << 8 | 2u;
            image[-12] = n0 | 7u << 3;
            image[-11] = n1, image[-10] = n2;
            image[-9] = w3 | (len >> 16 & 0xff) << 8 | (len >> 8 & 0xff) << 16 | len << 24;
            words = 19;
        }
        image[0] = n0, image[1] = n1, image[2] = n2, image[3] = w3;
        image[4] = 0;
        ctrl |= OB_CRYP_CTRL_FIRST | OB_CRYP_CTRL_LAST;
        store = OBI_UDMA_STORE(OBI_CRYP_TAG, 4);
        desc[3] = obi_udma_bus(d, op->tag, 16, true);
    }
    image[5] = len; /* image[4], AADLEN, is always 0 in the modes that have none */
    image[6] = ctrl | OBI_UDMA_CTRL_STREAM;
    image = image + 7 - words;
    in = obi_udma_bus(d, op->in, len, false);
    out = obi_udma_bus(d, op->out, len, true);
    desc[2] = obi_udma_bus(d, image, 4 * words, false);
    desc[0] = (OB_CRYP_CTRL / 4 + 1 - words) | words << 10 | (d->irq ? OBI_UDMA_IRQ : 0u);
    desc[1] = store;
    desc[4] = in;
    desc[5] = len;
    desc[6] = out;
    desc[7] = len;
    obi_udma_ring(d);
    c->key_owner = state->owner; /* failures set it to 0 */
    *rung = desc;
    return true;
}

static __attribute__((noinline)) int short_way_end(struct ob_cryp *c, struct ob_session *s, struct ob_op *op,
                                                   const uint32_t *desc)
{
    return obi_cryp_conclude(c, s, op, outcome(obi_udma_spin(&c->device, desc, op->deadline_ns)));
}

/* The submit verb. */
int obi_cryp_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    uint32_t *desc;

    if (!c->fast || !(s->row & 1) || (op->flags & (OB_FIRST | OB_LAST)) != (OB_FIRST | OB_LAST) ||
        op->in_len > OBI_UDMA_LEN || !short_way(c, s, op, &desc))
        return obi_cryp_any(c, s, op);
#if !OBI_DEVICE_CALLS
    if (!c->device.wait && !c->wipe)
        for (unsigned n = 2048; n; n--) {
            uint32_t status = ((const volatile uint32_t *)desc)[1];

            if ((status & OBI_UDMA_STATUS) == GOOD)
                return OB_OK;
            if (status & OBI_UDMA_DONE)
                break;
        }
#endif
    return short_way_end(c, s, op, desc);
}

bool obi_cryp_once(struct ob_cryp *c, struct ob_session *s, struct ob_op *op, int *status)
{
    struct ob_cryp_state *state = (struct ob_cryp_state *)ob_state(s);
    struct ob_device *d = &c->device;
    uint32_t *image = state->image, *desc, ctrl = state->ctrl, store = 0, word1;
    bool has = c->key_owner == state->owner, decrypt = !(op->flags & OB_ENCRYPT);
    unsigned from = OB_CRYP_IV;
    size_t out_len = op->in_len;

    switch (obi_cryp_mode(ctrl)) {
    case OB_CRYP_CTRL_MODE_CBC:
        if ((ctrl & OB_CRYP_CTRL_ALG) >= OB_CRYP_CTRL_ALG_DES)
            memcpy(image + OBI_CRYP_AT(OB_CRYP_IV), op->iv, 8);
        else
            obi_cryp_copy16(image + OBI_CRYP_AT(OB_CRYP_IV), op->iv);
        break;
    case OB_CRYP_CTRL_MODE_XTS:
        has &= c->key2_owner == state->owner;
        ctrl |= OB_CRYP_CTRL_FIRST | OB_CRYP_CTRL_LAST;
        obi_cryp_copy16(image + OBI_CRYP_AT(OB_CRYP_IV), op->iv);
        break;
    case OB_CRYP_CTRL_MODE_CTR:
        decrypt = false;
        ctrl |= OB_CRYP_CTRL_FIRST;
        obi_cryp_copy16(image + OBI_CRYP_AT(OB_CRYP_IV), op->iv);
        break;
    case OB_CRYP_CTRL_MODE_ECB:
        from = OB_CRYP_AADLEN;
        break;
    case OB_CRYP_CTRL_MODE_GCM:
        if (op->iv_len != 12 || (op->flags & OB_AAD && op->aad_len > OBI_UDMA_LEN))
            return false;
        memcpy(image + OBI_CRYP_AT(OB_CRYP_IV), op->iv, 12);
        image[OBI_CRYP_AT(OB_CRYP_IV) + 3] = ONE_BE;
        ctrl |= OB_CRYP_CTRL_FIRST | OB_CRYP_CTRL_LAST;
        store = OBI_UDMA_STORE(OBI_CRYP_TAG, 4);
        break;
    case OB_CRYP_CTRL_MODE_CCM: {
        const struct obi_cryp_job j = {.s = s, .op = op, .state = state};

        if (s->total_aad)
            return false; /* its length goes before it */
        obi_cryp_ccm_begin(&j);
        from = OB_CRYP_Y;
        ctrl |= OB_CRYP_CTRL_FIRST | OB_CRYP_CTRL_LAST;
        store = OBI_UDMA_STORE(OBI_CRYP_TAG, 4);
        break;
    }
    default: /* CMAC */
        decrypt = (op->flags & OB_VERIFY) != 0;
        from = OB_CRYP_AADLEN;
        ctrl |= OB_CRYP_CTRL_FIRST | OB_CRYP_CTRL_LAST;
        store = OBI_UDMA_STORE(OBI_CRYP_TAG, 4);
        out_len = 0;
        break;
    }
    if (out_len == 0 && store == 0)
        return false; /* nothing for the block to do */
    if (decrypt && store) {
        store = 0;
        memcpy(image + OBI_CRYP_AT(OB_CRYP_TAG_IN), op->tag, op->tag_len);
        from = OB_CRYP_TAG_IN;
        ctrl |= OB_CRYP_CTRL_VERIFY | (uint32_t)op->tag_len << OB_CRYP_CTRL_TAGLEN_LSB;
        if (obi_cryp_mode(ctrl) != OB_CRYP_CTRL_MODE_CMAC)
            ctrl |= OB_CRYP_CTRL_DECRYPT;
    } else if (decrypt) {
        ctrl |= OB_CRYP_CTRL_DECRYPT;
    }
    if (!has && from > OB_CRYP_KEY)
        from = OB_CRYP_KEY;
    if (!has && obi_cryp_mode(ctrl) == OB_CRYP_CTRL_MODE_XTS)
        from = OB_CRYP_KEY2;
    image[OBI_CRYP_AT(OB_CRYP_AADLEN)] = 0;
    image[OBI_CRYP_AT(OB_CRYP_LEN)] = (uint32_t)op->in_len;
    image[OBI_CRYP_AT(OB_CRYP_CTRL)] = ctrl | OBI_UDMA_CTRL_STREAM;

    desc = obi_udma_next(d);
    word1 = OBI_UDMA_LOAD(from, (OB_CRYP_CTRL + 4 - from) / 4) | (d->irq ? OBI_UDMA_IRQ : 0u);
    desc[2] = obi_udma_bus(d, image + OBI_CRYP_AT(from), OB_CRYP_CTRL + 4 - from, false);
    desc[4] = obi_udma_bus(d, op->in, op->in_len, false);
    desc[5] = (uint32_t)op->in_len;
    desc[6] = obi_udma_bus(d, op->out, out_len, true);
    desc[7] = (uint32_t)out_len;
    if (obi_cryp_mode(ctrl) == OB_CRYP_CTRL_MODE_GCM && op->flags & OB_AAD && op->aad_len) {
        uint32_t(*list)[2] = obi_udma_work(d)->slot[0].in;

        image[OBI_CRYP_AT(OB_CRYP_AADLEN)] = (uint32_t)op->aad_len;
        list[0][0] = obi_udma_bus(d, op->aad, op->aad_len, false);
        list[0][1] = (uint32_t)op->aad_len | (op->in_len ? OBI_UDMA_ENDS_WORD : 0u);
        list[1][0] = desc[4];
        list[1][1] = desc[5];
        desc[4] = d->work_bus + (uint32_t)(offsetof(struct obi_udma_work, slot) + offsetof(struct obi_udma_slot, in));
        desc[5] = op->in_len ? 2 : 1;
        word1 |= OBI_UDMA_IN_LIST;
    }
    if (store)
        desc[3] = op->tag_len == 16 ? obi_udma_bus(d, op->tag, 16, true)
                                    : d->work_bus + (uint32_t)(offsetof(struct obi_udma_work, slot) +
                                                               offsetof(struct obi_udma_slot, result));
    desc[0] = word1;
    desc[1] = store;
    obi_udma_ring(d);
    c->key_owner = state->owner; /* failures set it to 0 */
    if (from == OB_CRYP_KEY2)
        c->key2_owner = state->owner;
    if (c->async) {
        c->session = s;
        c->op = op;
        *status = OB_PENDING;
        return true;
    }
    *status = finish(c, op, store, obi_udma_spin(d, desc, op->deadline_ns));
    return true;
}
