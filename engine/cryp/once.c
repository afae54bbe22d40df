/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: a whole message as one DMA command. The session holds the registers in the order in which the block
 * loads them; the key is left out if the block still has it. */
#include "engine/cryp/internal.h"

int obi_cryp_outcome(uint32_t status)
{
    uint32_t events = OBI_UDMA_EVENTS(status);

    /* REFUSED alone says that no data was moved. Events beside DONE are of somebody else's refused accesses, which had
     * no effect. */
    if ((status & (OBI_UDMA_REFUSED | OBI_UDMA_MISMATCH)) == OBI_UDMA_REFUSED)
        return events & OB_CRYP_EVENT_KEY ? OB_E_STATE : OB_E_IO;
    if (status & OBI_UDMA_MISMATCH || !(status & OBI_UDMA_DONE) || !(events & OB_CRYP_EVENT_DONE))
        return OB_E_IO;
    return events & OB_CRYP_EVENT_AUTH ? OB_E_AUTH : OB_OK;
}

/* Translate the status of the command, and copy a short tag: the block stores 16 bytes of it, in work memory. */
static int finish(const struct ob_cryp *c, const struct ob_op *op, uint32_t desc1, uint32_t status)
{
    int err = obi_cryp_outcome(status);

    if (err == OB_OK && desc1 >> 10 & 63 && op->tag_len != 16) {
        memcpy(op->tag, obi_udma_work(&c->device)->slot[0].result, op->tag_len);
        ob_wipe(obi_udma_work(&c->device)->slot[0].result, 16);
    }
    return err;
}

int obi_cryp_once_end(struct ob_cryp *c, struct ob_op *op)
{
    const uint32_t *desc = obi_udma_work(&c->device)->ring[(c->device.dma.next - 1u) & (OBI_UDMA_RING - 1)];
    int err = finish(c, op, desc[1], desc[1]);

    obi_udma_end(&c->device, true);
    return err;
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
        image[OBI_CRYP_AT(OB_CRYP_IV) + 3] = OBI_CRYP_ONE_BE;
        ctrl |= OB_CRYP_CTRL_FIRST | OB_CRYP_CTRL_LAST;
        store = OBI_UDMA_STORE(OBI_CRYP_TAG, 4);
        break;
    case OB_CRYP_CTRL_MODE_CCM: {
        const struct obi_cryp_job j = {.s = s, .op = op, .state = state};

        if (s->total_aad)
            return false; /* AAD is preceded by its encoded length */
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
        return false; /* no bytes to process */
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
    word1 = OBI_UDMA_LOAD(from, (OB_CRYP_CTRL + 4 - from) / 4) | obi_udma_irq(d);
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
    c->key_owner = state->owner; /* a failure sets it to 0 */
    if (from == OB_CRYP_KEY2)
        c->key2_owner = state->owner;
    if (c->async) {
        c->session = s;
        c->op = op;
        *status = OB_PENDING;
        return true;
    }
    *status = finish(c, op, store, obi_udma_spin_until(d, op->deadline_ns));
    return true;
}
