/* SPDX-License-Identifier: Apache-2.0 */
/* The DMA block beside a hash, cipher or public-key block. It runs one request of one or two commands at a time,
 * through a ring of descriptors (hw/udma/README.md), with the cache maintenance and the copies that the memory
 * needs. */
#ifndef OUTBOARD_PORT_UDMA_H
#define OUTBOARD_PORT_UDMA_H

#include "hw/udma/udma_regs.h"
#include "port/block.h"

#define OBI_UDMA             0x1000u           /* offset of the DMA's registers from the block's, in bytes */
#define OBI_UDMA_RING        4                 /* descriptors; a power of two */
#define OBI_UDMA_LEN         ((size_t)1 << 30) /* maximum bytes of data of one command */
#define OBI_UDMA_CTRL_STREAM (1u << 12)        /* bit of CTRL in every block: the DMA moves the data */

/* Fields of words 0 and 1 of a descriptor. */
#define OBI_UDMA_LOAD(reg, words)  ((uint32_t)(reg) / 4 | (uint32_t)(words) << 10)
#define OBI_UDMA_IRQ               (1u << 16)
#define OBI_UDMA_IN_LIST           (1u << 17)
#define OBI_UDMA_OUT_LIST          (1u << 18)
#define OBI_UDMA_LANES(in, out)    ((uint32_t)(in) << 20 | (uint32_t)(out) << 22)
#define OBI_UDMA_STORE(reg, words) OBI_UDMA_LOAD(reg, words)
#define OBI_UDMA_DONE              (1u << 31)
#define OBI_UDMA_REFUSED           (1u << 30)
#define OBI_UDMA_MISMATCH          (1u << 29)
#define OBI_UDMA_EVENTS(status)    ((status) >> 16 & 0xff)
#define OBI_UDMA_ENDS_WORD         (1u << 31)  /* in the length of a list's entry */
#define OBI_UDMA_STATUS            0xffff0000u /* mask of word 1: the bits that the block writes */
#define OBI_UDMA_ALL_EVENTS                                                                                            \
    (OB_UDMA_EVENT_DONE | OB_UDMA_EVENT_IDLE | OB_UDMA_EVENT_BUS | OB_UDMA_EVENT_ENGINE | OB_UDMA_EVENT_SEQ |          \
     OB_UDMA_EVENT_RANGE)

/* The beginning of ob_device.work; the rest is for copies. */
struct obi_udma_work {
    uint32_t ring[OBI_UDMA_RING][8];
    struct obi_udma_slot {
        uint32_t image[48]; /* values of the registers to load */
        uint32_t result[16];
        uint32_t in[8][2], out[8][2];
    } slot[2];
};
_Static_assert(sizeof(struct obi_udma_work) + 1024 <= OB_DEVICE_WORK_LEN, "too little is left for copies");

static inline struct obi_udma_work *obi_udma_work(const struct ob_device *d)
{
    return (struct obi_udma_work *)d->dma.work;
}

/* OB_OK, or OB_E_ARG if the owner's description of memory in d breaks the rules of ob_device. Accesses no register. */
int obi_udma_init(struct ob_device *d);

/* Identify the DMA, stop what runs, and initialise the ring. */
int obi_udma_start(struct ob_device *d);

/* The number of bytes of in and out that one command can always take beside 256 bytes of other input. */
size_t obi_udma_room(const struct ob_device *d, const uint8_t *in, const uint8_t *out, size_t len);

/* A request has one or two commands. Call begin, put for each command, go, then poll until it does not return
 * OB_PENDING, then end. */
void obi_udma_begin(struct ob_device *d);
/* False: the command does not fit; obi_udma_room prevents this. The register image is copied. */
bool obi_udma_put(struct ob_device *d, const struct obi_request *r);
void obi_udma_go(struct ob_device *d);
/* OB_OK: the block no longer accesses memory. OB_E_IO: a bus error, or the DMA stopped by itself; call abort. */
int obi_udma_poll(struct ob_device *d);
/* As obi_udma_poll, but waits. */
int obi_udma_wait(struct ob_device *d, uint64_t deadline_ns);
/* Copy the outputs to their places if good, and release all that the request holds. */
void obi_udma_end(struct ob_device *d, bool good);

/* Stop the DMA. OB_OK: it can no longer access memory, and the block has been wiped. OB_E_IO: it does not stop, not
 * even by reset. */
int obi_udma_abort(struct ob_device *d);

/* Word 1 of command i's descriptor, valid after obi_udma_wait. */
static inline uint32_t obi_udma_status(const struct ob_device *d, unsigned i)
{
    return ((volatile uint32_t *)obi_udma_work(d)->ring[(d->dma.next - d->dma.count + i) & (OBI_UDMA_RING - 1)])[1];
}

/* The registers that command i stored, valid after obi_udma_wait. */
static inline const uint32_t *obi_udma_result(const struct ob_device *d, unsigned i)
{
    return obi_udma_work(d)->slot[i].result;
}

/* ---- the short path, for dma.plain: one command; the block reaches all of its memory ---- */

/* Map an area for DMA by ob_device.calls, and unmap all. */
uint32_t obi_udma_map(struct ob_device *d, const void *p, size_t len, bool writes);
void obi_udma_unmap(struct ob_device *d);

/* The bus address of a buffer; it is mapped if the device needs that. */
static inline uint32_t obi_udma_bus(struct ob_device *d, const void *p, size_t len, bool writes)
{
#if OBI_DEVICE_CALLS
    if (d->calls && d->calls->map)
        return len ? obi_udma_map(d, p, len, writes) : 0;
#endif
    (void)len, (void)writes;
    return (uint32_t)(uintptr_t)p + d->dma.offset;
}

/* The descriptor to fill next. */
static inline uint32_t *obi_udma_next(struct ob_device *d)
{
    return obi_udma_work(d)->ring[d->dma.next];
}

/* The interrupt bit of word 0. */
static inline uint32_t obi_udma_irq(const struct ob_device *d)
{
    return (uint32_t)d->irq * OBI_UDMA_IRQ;
}

/* Start the command. The caller does all that the command does not need after this, to use the time. */
static inline void obi_udma_ring(struct ob_device *d)
{
    uint32_t head = (d->dma.next + 1u) & (OBI_UDMA_RING - 1);

    ob_port_barrier();
    ob_port_write(d, OBI_UDMA + OB_UDMA_HEAD, head);
    if (d->irq)
        ob_port_write(d, OBI_UDMA + OB_UDMA_IRQ_EN, OB_UDMA_EVENT_DONE | OB_UDMA_EVENT_BUS);
    d->dma.next = (uint8_t)head;
    d->dma.count = 1;
}

/* Clear the events of the ring's last request, whose status has been seen. They come with TAIL, some cycles after it:
 * one that came after this would be taken for that of the next request. The wait has a bound, for a bus that hangs. */
void obi_udma_wait_events(const struct ob_device *d);
static inline void obi_udma_clear_events(const struct ob_device *d)
{
    if (ob_port_read(d, OBI_UDMA + OB_UDMA_TAIL) != d->dma.next)
        obi_udma_wait_events(d);
    ob_port_write(d, OBI_UDMA + OB_UDMA_EVENT, OBI_UDMA_ALL_EVENTS);
}

/* Wait for the command. Returns word 1 of the descriptor; 0 after a bus error or at the deadline (deadline_ns 0: after
 * ob_device.timeout_us). */
uint32_t obi_udma_wait_long(struct ob_device *d, const volatile uint32_t *status, uint64_t deadline_ns);
static inline uint32_t obi_udma_spin_until(struct ob_device *d, uint64_t deadline_ns)
{
    const volatile uint32_t *at = &obi_udma_work(d)->ring[(d->dma.next - 1u) & (OBI_UDMA_RING - 1)][1];
    uint32_t status = *at;

    if (d->wait && !(status & OBI_UDMA_DONE)) {
        d->wait(d->user);
        status = *at;
    }
    if (!(status & OBI_UDMA_DONE))
        status = obi_udma_wait_long(d, at, deadline_ns);
    else if (d->irq)
        obi_udma_clear_events(d);
    ob_port_barrier();
#if OBI_DEVICE_CALLS
    obi_udma_unmap(d);
#endif
    return status;
}

static inline uint32_t obi_udma_spin(struct ob_device *d)
{
    return obi_udma_spin_until(d, 0);
}

/* ---- the shortest path, for dma.direct: no descriptor (hw/udma/README.md, direct command) ---- */

/* The value of DIRECT_SETUP: load n registers from reg on; ctrl is the value for the block's CTRL. */
#define OBI_UDMA_SETUP(reg, n, ctrl) (OBI_UDMA_LOAD(reg, n) | (uint32_t)(ctrl) / 4 << OB_UDMA_DIRECT_SETUP_CTRL_LSB)

/* Write a register of the DMA. The caller keeps its CPU address in udma, because its offset from the block is too large
 * for the addressing of some instruction sets. */
static inline void obi_udma_direct(const struct ob_device *d, uintptr_t udma, uint32_t reg, uint32_t value)
{
#if OBI_DEVICE_CALLS
    if (d->calls) {
        d->calls->write(d->user, OBI_UDMA + reg, value);
        return;
    }
#endif
    (void)d;
    *(volatile uint32_t *)(udma + reg) = value;
}

static inline uint32_t obi_udma_direct_read(const struct ob_device *d, uintptr_t udma, uint32_t reg)
{
#if OBI_DEVICE_CALLS
    if (d->calls)
        return d->calls->read(d->user, OBI_UDMA + reg);
#endif
    (void)d;
    return *(const volatile uint32_t *)(udma + reg);
}

static inline uintptr_t obi_udma_place(const struct ob_device *d)
{
    uintptr_t at = d->base + OBI_UDMA;

    __asm__("" : "+r"(at)); /* keeps the sum in one register; the compiler would add it anew for each access */
    return at;
}

/* Start the direct command by the last write. The caller does all that the command does not need after this. */
static inline void obi_udma_direct_go(const struct ob_device *d, uintptr_t udma, uint32_t ctrl)
{
    obi_udma_direct(d, udma, OB_UDMA_DIRECT_GO, ctrl);
    __asm__ volatile("" : : : "memory");
    if (d->irq)
        obi_udma_direct(d, udma, OB_UDMA_IRQ_EN, OB_UDMA_EVENT_DONE | OB_UDMA_EVENT_BUS);
}

/* Wait for the direct command. Returns its status, as in word 1 of a descriptor; 0 after a bus error or at the
 * deadline. */
uint32_t obi_udma_direct_wait(struct ob_device *d);
static inline uint32_t obi_udma_direct_end(struct ob_device *d)
{
    uintptr_t udma = obi_udma_place(d);
    bool irq = d->irq;
    uint32_t status;

    if (d->wait)
        d->wait(d->user);
    status = obi_udma_direct_read(d, udma, OB_UDMA_DIRECT_STATUS);
    if (__builtin_expect(!(status & OBI_UDMA_DONE), 0))
        status = obi_udma_direct_wait(d);
    if (irq)
        obi_udma_direct(d, udma, OB_UDMA_EVENT, OBI_UDMA_ALL_EVENTS);
    ob_port_barrier();
#if OBI_DEVICE_CALLS
    obi_udma_unmap(d);
#endif
    return status;
}

#endif
