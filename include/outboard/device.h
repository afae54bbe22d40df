/* SPDX-License-Identifier: Apache-2.0 */
/* How a driver reaches its block: registers, the memory that both see, caches, interrupt, and what bounds a wait. */
#ifndef OUTBOARD_DEVICE_H
#define OUTBOARD_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of ob_device.work at least; what is more is used to copy buffers that the block does not reach. */
#define OB_DEVICE_WORK_LEN 2048

/* Alignment of ob_device.work, and of its bus address: at least this, and the cache's line. */
#define OB_DEVICE_WORK_ALIGN 64

/* Registers and memory that are reached by calls, as those of a simulated block are. Hosts only: on bare metal the
 * drivers contain nothing but loads and stores. */
struct ob_device_calls {
    uint32_t (*read)(void *user, uint32_t offset);
    void (*write)(void *user, uint32_t offset, uint32_t value);
    /* Show the block len bytes at p, which it may also write if writes is set, until unmap: their bus address, 0 if
     * that cannot be. NULL: reach_from and its like say what the block reaches. */
    uint32_t (*map)(void *user, const void *p, size_t len, bool writes);
    void (*unmap)(void *user, uint32_t bus);
};

/* One block, in static memory of its owner, who fills the first part and leaves the rest zero. All zero but base: the
 * block is fed by the CPU, polled, and given a second before it counts as dead. */
struct ob_device {
    uintptr_t base;                      /* CPU address of the registers, 8 KiB: the block, then its udma */
    const struct ob_device_calls *calls; /* instead of base; NULL: loads and stores */
    void *user;                          /* handed to every function here */
    /* Let time pass until the block's interrupt, or a while; may return early, must return. NULL: it is polled. */
    void (*wait)(void *user);
    /* Pull the block's reset line, which nothing but a hung bus takes: then its DMA cannot be stopped otherwise. NULL:
     * there is none. */
    void (*reset)(void *user);
    uint32_t timeout_us; /* of every wait of an op without a deadline; 0: one second */
    bool irq;            /* raise the interrupt at the end of a DMA request (see ob_device_mask) */

    /* DMA. Memory that the block reaches, without a cache or with the maintenance below; NULL: no DMA. */
    void *work;
    size_t work_len;   /* at least OB_DEVICE_WORK_LEN, in whole cache lines */
    uint32_t work_bus; /* its address on the block's bus */
    /* The CPU addresses that the block reaches: reach_from has the bus address reach_bus, and so on for reach_len
     * bytes. SIZE_MAX: all, and 0: none, so that every buffer is copied through work. */
    uintptr_t reach_from;
    size_t reach_len;
    uint32_t reach_bus;
    /* A cache between CPU and memory that the block bypasses: bytes of its line; 0: there is none, or it is coherent.
     */
    uint32_t cache_line;
    void (*clean)(void *user, const void *p, size_t len);      /* write dirty lines back to memory */
    void (*invalidate)(void *user, const void *p, size_t len); /* forget them; whole lines only */
    /* -- below this line: the drivers' own -- */
    struct ob_device_dma {
        void *work;
        uint32_t offset;  /* bus address less CPU address of what is reached */
        uint8_t plain;    /* the block reaches all memory and there is no cache to mind */
        uint8_t direct;   /* it takes direct commands */
        uint8_t next;     /* index of the ring's next free descriptor */
        uint8_t count;    /* descriptors of the present request */
        uint8_t n_copies; /* what is left to copy from work when it has ended */
        uint8_t n_maps;
        uint16_t used;    /* bytes of work that the request has taken for copies; in units of 16 */
        uint8_t words[2]; /* of register images in work */
        uint32_t maps[16];
        struct ob_device_copy {
            uint8_t *to;
            const uint8_t *from;
            uint32_t len;
        } copies[12];
        uint8_t *fresh[4]; /* whole cache lines that the block writes */
        uint32_t fresh_len[4];
        uint8_t n_fresh;
    } dma;
};

/* For an interrupt handler of hasher or cryp: mask the interrupt of the block's DMA until the next request; nothing if
 * it has no event. Not for acryp, which has no DMA. The driver does the rest when it polls or is polled. A handler is
 * not needed where wait sleeps with the interrupt pending but not taken. */
void ob_device_mask(const struct ob_device *d);

#ifdef __cplusplus
}
#endif

#endif
