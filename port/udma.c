/* SPDX-License-Identifier: Apache-2.0 */
/* The DMA block: builds descriptors from requests, with copies and cache maintenance where the memory needs them. */
#include "port/udma.h"

#include <string.h>

#define LINE_MAX 128

void ob_device_mask(const struct ob_device *d)
{
    const uint32_t cause = OB_UDMA_EVENT_DONE | OB_UDMA_EVENT_BUS;

    /* Without an event the handler comes late, and the next request may have begun, or begins now: it needs its
     * interrupt. */
    if (!(ob_port_read(d, OBI_UDMA + OB_UDMA_EVENT) & cause))
        return;
    ob_port_write(d, OBI_UDMA + OB_UDMA_IRQ_EN, 0);
    if (!(ob_port_read(d, OBI_UDMA + OB_UDMA_EVENT) & cause))
        ob_port_write(d, OBI_UDMA + OB_UDMA_IRQ_EN, cause);
}

int obi_udma_init(struct ob_device *d)
{
    size_t align = d->cache_line > OB_DEVICE_WORK_ALIGN ? d->cache_line : OB_DEVICE_WORK_ALIGN;

    memset(&d->dma, 0, sizeof d->dma);
    if (!d->work)
        return OB_OK;
    if (d->work_len < OB_DEVICE_WORK_LEN || (uintptr_t)d->work % align || d->work_bus % align)
        return OB_E_ARG;
    if (d->cache_line & (d->cache_line - 1) || d->cache_line > LINE_MAX ||
        (d->cache_line && (!d->clean || !d->invalidate || d->work_len % d->cache_line)))
        return OB_E_ARG;
    d->dma.work = d->work;
    d->dma.offset = d->reach_bus - (uint32_t)d->reach_from;
    d->dma.plain = d->reach_len == SIZE_MAX && d->cache_line == 0;
    return OB_OK;
}

/* OB_OK when the DMA no longer accesses memory. */
static int stop(const struct ob_device *d)
{
    struct obi_wait w = {0, 0};

    ob_port_write(d, OBI_UDMA + OB_UDMA_CONTROL, 0);
    while (ob_port_read(d, OBI_UDMA + OB_UDMA_STATUS) & OB_UDMA_STATUS_BUSY)
        if (!obi_wait_more(d, &w))
            return OB_E_IO;
    return OB_OK;
}

/* Initialise the ring: empty, at its first descriptor. */
static void run(struct ob_device *d)
{
    ob_port_write(d, OBI_UDMA + OB_UDMA_IRQ_EN, 0);
    ob_port_write(d, OBI_UDMA + OB_UDMA_RING_BASE, d->work_bus);
    ob_port_write(d, OBI_UDMA + OB_UDMA_RING_LAST, OBI_UDMA_RING - 1);
    ob_port_write(d, OBI_UDMA + OB_UDMA_EVENT, OBI_UDMA_ALL_EVENTS);
    d->dma.next = d->dma.count = 0;
    memset(obi_udma_work(d)->ring, 0, sizeof obi_udma_work(d)->ring);
    ob_port_write(d, OBI_UDMA + OB_UDMA_CONTROL, OB_UDMA_CONTROL_ENABLE);
}

int obi_udma_start(struct ob_device *d)
{
    uint32_t version = ob_port_read(d, OBI_UDMA + OB_UDMA_VERSION);

    if (ob_port_read(d, OBI_UDMA + OB_UDMA_NAME) != OB_UDMA_NAME_RESET || version >> 16 != OB_UDMA_VERSION_RESET >> 16)
        return OB_E_IO;
    d->dma.direct = d->dma.plain && (version & 0xffff) >= (OB_UDMA_VERSION_RESET & 0xffff);
    if (stop(d) != OB_OK) { /* it may have been left in the middle of a command */
        if (!d->reset)
            return OB_E_IO;
        d->reset(d->user);
        if (stop(d) != OB_OK)
            return OB_E_IO;
    }
    run(d);
    return ob_port_read(d, OBI_UDMA + OB_UDMA_EVENT) == 0 ? OB_OK : OB_E_IO;
}

int obi_udma_abort(struct ob_device *d)
{
    int r = stop(d);

    if (r != OB_OK && d->reset) {
        d->reset(d->user);
        r = stop(d);
    }
    obi_udma_end(d, false);
    if (r == OB_OK)
        run(d);
    return r;
}

/* ---- memory ---- */

static bool reached(const struct ob_device *d, const void *p, size_t len)
{
    uintptr_t at = (uintptr_t)p - d->reach_from;

    return d->dma.plain || (at < d->reach_len && len <= d->reach_len - at);
}

size_t obi_udma_room(const struct ob_device *d, const uint8_t *in, const uint8_t *out, size_t len)
{
    size_t room = (d->work_len - sizeof(struct obi_udma_work) - 512) / 2; /* 512: edges of lines, other input */

    if ((reached(d, in, len) && (!out || reached(d, out, len))))
        return OBI_UDMA_LEN;
    if (room > 0x8000)
        room = 0x8000;
    return room & ~(size_t)127;
}

void obi_udma_begin(struct ob_device *d)
{
    d->dma.count = d->dma.n_copies = d->dma.n_maps = d->dma.n_fresh = 0;
    d->dma.used = 0;
}

/* len bytes of the work memory for a copy; NULL if there is no room. */
static uint8_t *take(struct ob_device *d, size_t len)
{
    size_t from = sizeof(struct obi_udma_work) + (size_t)d->dma.used * 16;

    if (len > d->work_len - from)
        return NULL;
    d->dma.used = (uint16_t)(d->dma.used + (len + 15) / 16);
    return (uint8_t *)d->dma.work + from;
}

static uint32_t work_bus(const struct ob_device *d, const void *p)
{
    return d->work_bus + (uint32_t)((const uint8_t *)p - (const uint8_t *)d->dma.work);
}

uint32_t obi_udma_map(struct ob_device *d, const void *p, size_t len, bool writes)
{
    uint32_t bus = 0;

    if (d->dma.n_maps < sizeof d->dma.maps / sizeof d->dma.maps[0])
        bus = d->calls->map(d->user, p, len, writes);
    if (bus)
        d->dma.maps[d->dma.n_maps++] = bus;
    return bus;
}

void obi_udma_unmap(struct ob_device *d)
{
    while (d->dma.n_maps)
        d->calls->unmap(d->user, d->dma.maps[--d->dma.n_maps]);
}

static uint32_t input(struct ob_device *d, const uint8_t *p, size_t len)
{
    uint8_t *copy;

    if (reached(d, p, len))
        return obi_udma_bus(d, p, len, false);
    copy = take(d, len);
    if (!copy)
        return 0;
    memcpy(copy, p, len);
    return work_bus(d, copy);
}

/* The bus address of a copy in work memory for an output; obi_udma_end copies it to p. 0 if there is no room. */
static uint32_t output_copy(struct ob_device *d, uint8_t *p, size_t len)
{
    struct ob_device_copy *c = &d->dma.copies[d->dma.n_copies];
    uint8_t *copy = d->dma.n_copies < sizeof d->dma.copies / sizeof d->dma.copies[0] ? take(d, len) : NULL;

    if (!copy)
        return 0;
    c->to = p;
    c->from = copy;
    c->len = (uint32_t)len;
    d->dma.n_copies++;
    return work_bus(d, copy);
}

static bool entry(uint32_t list[8][2], unsigned *n, uint32_t bus, size_t len)
{
    list[*n][0] = bus;
    list[*n][1] = (uint32_t)len;
    (*n)++;
    return bus != 0;
}

/* Append the list entries of one output. In cached memory the block writes whole lines directly and the edges to
 * copies, because the rest of an edge's line belongs to other data. */
static bool output(struct ob_device *d, uint32_t list[8][2], unsigned *n, uint8_t *p, size_t len)
{
    size_t line = d->cache_line, head, body;

    if (!reached(d, p, len))
        return entry(list, n, output_copy(d, p, len), len);
    if (!line)
        return entry(list, n, obi_udma_bus(d, p, len, true), len);
    head = (size_t)(0u - (uintptr_t)p) & (line - 1);
    if (head > len)
        head = len;
    body = (len - head) & ~(line - 1);
    if (head && !entry(list, n, output_copy(d, p, head), head))
        return false;
    p += head;
    len -= head;
    if (body) {
        d->invalidate(d->user, p, body); /* otherwise a dirty line could later be written back over the result */
        d->dma.fresh[d->dma.n_fresh] = p;
        d->dma.fresh_len[d->dma.n_fresh++] = (uint32_t)body;
        if (!entry(list, n, obi_udma_bus(d, p, body, true), body))
            return false;
    }
    return len == body || entry(list, n, output_copy(d, p + body, len - body), len - body);
}

/* ---- requests ---- */

/* Store a list in a descriptor's two words: its address, or its only entry. */
static uint32_t place(const struct ob_device *d, uint32_t list[8][2], unsigned n, uint32_t to[2])
{
    to[0] = n ? list[0][0] : 0;
    to[1] = n ? list[0][1] : 0;
    if (n < 2 && !(to[1] & OBI_UDMA_ENDS_WORD))
        return 0;
    to[0] = work_bus(d, list);
    to[1] = n;
    return 1;
}

bool obi_udma_put(struct ob_device *d, const struct obi_request *r)
{
    struct obi_udma_slot *slot = &obi_udma_work(d)->slot[d->dma.count];
    uint32_t *desc = obi_udma_work(d)->ring[(d->dma.next + d->dma.count) & (OBI_UDMA_RING - 1)];
    unsigned n = 0;

    d->dma.words[d->dma.count++] = r->words; /* obi_udma_end wipes it even if the rest does not fit */
    memcpy(slot->image, r->image, 4u * r->words);
    slot->image[r->words - 1u] |= OBI_UDMA_CTRL_STREAM;
    desc[0] = OBI_UDMA_LOAD(r->reg, r->words) | OBI_UDMA_LANES(r->lane, r->out_lane);
    desc[1] = OBI_UDMA_STORE(r->result_reg, r->result_words);
    desc[2] = work_bus(d, slot->image);
    desc[3] = work_bus(d, slot->result);
    /* The inputs come before the outputs, because an output's invalidation would discard an input in the same lines
     * that has not been cleaned yet. */
    if (d->cache_line)
        for (unsigned i = 0; i < r->n_in; i++)
            if (reached(d, r->in[i].p, r->in[i].len))
                d->clean(d->user, r->in[i].p, r->in[i].len);
    for (unsigned i = 0; i < r->n_out; i++)
        if (!output(d, slot->out, &n, (uint8_t *)(uintptr_t)r->out[i].p, r->out[i].len))
            return false;
    if (place(d, slot->out, n, desc + 6))
        desc[0] |= OBI_UDMA_OUT_LIST;
    n = 0;
    for (unsigned i = 0; i < r->n_in; i++) {
        if (!entry(slot->in, &n, input(d, r->in[i].p, r->in[i].len), r->in[i].len))
            return false;
        if (i + 1u == r->n_aad && i + 1u < r->n_in)
            slot->in[i][1] |= OBI_UDMA_ENDS_WORD;
    }
    if (place(d, slot->in, n, desc + 4))
        desc[0] |= OBI_UDMA_IN_LIST;
    return true;
}

/* The bytes of work memory in use, rounded up to whole cache lines. */
static size_t work_used(const struct ob_device *d)
{
    return (sizeof(struct obi_udma_work) + (size_t)d->dma.used * 16 + d->cache_line - 1) & ~((size_t)d->cache_line - 1);
}

void obi_udma_go(struct ob_device *d)
{
    uint32_t head = (d->dma.next + d->dma.count) & (OBI_UDMA_RING - 1u);
    uint32_t *last = obi_udma_work(d)->ring[(head - 1u) & (OBI_UDMA_RING - 1u)];

    if (d->irq) {
        last[0] |= OBI_UDMA_IRQ;
        ob_port_write(d, OBI_UDMA + OB_UDMA_IRQ_EN, OB_UDMA_EVENT_DONE | OB_UDMA_EVENT_BUS);
    }
    d->dma.next = (uint8_t)head;
    if (d->cache_line)
        d->clean(d->user, d->dma.work, work_used(d));
    ob_port_barrier();
    ob_port_write(d, OBI_UDMA + OB_UDMA_HEAD, head);
}

void obi_udma_wait_events(const struct ob_device *d)
{
    for (unsigned n = 1000; n && ob_port_read(d, OBI_UDMA + OB_UDMA_TAIL) != d->dma.next; n--)
        ;
}

int obi_udma_poll(struct ob_device *d)
{
    volatile uint32_t *last = obi_udma_work(d)->ring[(d->dma.next - 1u) & (OBI_UDMA_RING - 1u)];

    if (d->cache_line)
        d->invalidate(d->user, d->dma.work, sizeof obi_udma_work(d)->ring);
    if (!(last[1] & OBI_UDMA_DONE))
        return ob_port_read(d, OBI_UDMA + OB_UDMA_CONTROL) & OB_UDMA_CONTROL_ENABLE ? OB_PENDING : OB_E_IO;
    ob_port_barrier();
    if (d->irq)
        obi_udma_clear_events(d);
    if (d->cache_line)
        d->invalidate(d->user, d->dma.work, work_used(d));
    return OB_OK;
}

int obi_udma_wait(struct ob_device *d, uint64_t deadline_ns)
{
    struct obi_wait w = {deadline_ns, 0};
    int r;

    while ((r = obi_udma_poll(d)) == OB_PENDING)
        if (!obi_wait_more(d, &w))
            return OB_E_IO;
    return r;
}

uint32_t obi_udma_wait_long(struct ob_device *d, const volatile uint32_t *status, uint64_t deadline_ns)
{
    if (!d->wait) /* about the time of 10 KiB; only after it are the clock and the block's registers read */
        for (unsigned n = 2048; n && !(*status & OBI_UDMA_DONE); n--)
            ;
    return obi_udma_wait(d, deadline_ns) == OB_OK ? *status : 0;
}

uint32_t obi_udma_direct_wait(struct ob_device *d)
{
    struct obi_wait w = {0, 0};
    uint32_t status;

    while (!((status = ob_port_read(d, OBI_UDMA + OB_UDMA_DIRECT_STATUS)) & OBI_UDMA_DONE))
        if (!(ob_port_read(d, OBI_UDMA + OB_UDMA_CONTROL) & OB_UDMA_CONTROL_ENABLE) || !obi_wait_more(d, &w))
            return 0;
    return status;
}

void obi_udma_end(struct ob_device *d, bool good)
{
    obi_udma_unmap(d);
    for (unsigned i = 0; i < d->dma.n_fresh; i++)
        d->invalidate(d->user, d->dma.fresh[i], d->dma.fresh_len[i]);
    for (unsigned i = 0; good && i < d->dma.n_copies; i++)
        memcpy(d->dma.copies[i].to, d->dma.copies[i].from, d->dma.copies[i].len);
    for (unsigned i = 0; i < d->dma.count; i++) { /* wipe keys, text and states */
        ob_wipe(obi_udma_work(d)->slot[i].image, 4u * d->dma.words[i]);
        ob_wipe(obi_udma_work(d)->slot[i].result, sizeof obi_udma_work(d)->slot[i].result);
    }
    if (d->dma.used)
        ob_wipe((uint8_t *)d->dma.work + sizeof(struct obi_udma_work), (size_t)d->dma.used * 16);
    if (d->cache_line && d->dma.count)
        d->clean(d->user, d->dma.work, work_used(d));
    obi_udma_begin(d);
}
