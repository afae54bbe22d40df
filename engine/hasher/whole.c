/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: whole messages of a hash on the short path (struct ob_whole_ops), by DMA or in CPU mode. */
#include "engine/hasher/internal.h"
#include "port/lock.h"

#define GOOD (OBI_UDMA_DONE | OB_HASHER_EVENT_DONE << 16)

static uint32_t command(const struct ob_session *s)
{
    return obi_hasher_alg(s->alg) | OB_HASHER_CTRL_FIRST | OB_HASHER_CTRL_LAST;
}

static uint64_t owner(const struct ob_session *s)
{
    return ((const struct ob_hasher_state *)ob_state_const(s))->owner;
}

/* ---- DMA ---- */

static int begin_dma(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;
    struct ob_device *d = &h->device;
    uint32_t *desc = obi_udma_next(d), *image = obi_udma_work(d)->slot[0].image;

    if (!w->tag)
        return OB_E_DECLINED;
    image[0] = (uint32_t)w->in_len;
    image[1] = command(s) | OBI_UDMA_CTRL_STREAM;
    desc[0] = OBI_UDMA_LOAD(OB_HASHER_LEN, 2) | obi_udma_irq(d);
    desc[1] = OBI_UDMA_STORE(OB_HASHER_DIGEST, 0) | (uint32_t)OB_WHOLE_TAG_LEN(w) / 4 << 10;
    desc[2] = d->work_bus + (uint32_t)offsetof(struct obi_udma_work, slot);
    desc[3] = obi_udma_bus(d, w->tag, OB_WHOLE_TAG_LEN(w), true);
    desc[4] = obi_udma_bus(d, w->in, w->in_len, false);
    desc[5] = (uint32_t)w->in_len;
    desc[6] = desc[7] = 0;
    obi_udma_ring(d);
    h->owner = owner(s);
    return OB_PENDING;
}

static int end_dma(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;
    uint32_t status = obi_udma_spin(&h->device);

    (void)s, (void)w;
    if ((status & OBI_UDMA_STATUS) != GOOD)
        return obi_hasher_failed(h);
    if (h->wipe)
        obi_hasher_wipe(h);
    return OB_OK;
}

/* ---- CPU ---- */

static int begin_cpu(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;
    const struct ob_device *d = &h->device;

    if (!w->tag || ob_port_read(d, OB_HASHER_STATUS) & OB_HASHER_STATUS_BUSY)
        return OB_E_DECLINED;
    ob_port_write(d, OB_HASHER_LEN, (uint32_t)w->in_len);
    ob_port_write(d, OB_HASHER_CTRL, command(s));
    h->owner = owner(s);
    obi_hasher_feed(d, w->in, w->in_len);
    return OB_PENDING;
}

static int end_cpu(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;
    const struct ob_device *d = &h->device;
    uint32_t digest[16];

    (void)s;
    if (obi_block_free(d, 0) != OB_OK)
        return obi_hasher_failed(h);
    for (unsigned i = 0; i < OB_WHOLE_TAG_LEN(w) / 4; i++)
        digest[i] = ob_port_read(d, OB_HASHER_DIGEST + 4 * i);
    if (obi_block_events(d) != OB_HASHER_EVENT_DONE)
        return obi_hasher_failed(h);
    memcpy(w->tag, digest, OB_WHOLE_TAG_LEN(w));
    if (h->wipe)
        obi_hasher_wipe(h);
    return OB_OK;
}

/* HMAC goes through submit, because the block must have its key. */
const struct ob_whole_ops *obi_hasher_whole(void *dev, const struct ob_session *s, const struct ob_whole *like)
{
    static const struct ob_whole_ops dma = {begin_dma, end_dma}, cpu = {begin_cpu, end_cpu};
    const struct ob_hasher *h = (const struct ob_hasher *)dev;

    (void)like;
    if (s->alg > OB_SM3)
        return NULL;
    if (!obi_hasher_by_dma(h, s->row))
        return &cpu;
    return h->device.dma.plain && !h->async ? &dma : NULL;
}
