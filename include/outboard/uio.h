/* SPDX-License-Identifier: Apache-2.0 */
/* A block on Linux, reached from user space: registers by UIO (Documentation/driver-api/uio-howto.rst of the kernel),
 * DMA memory by u-dma-buf or a reserved region. */
#ifndef OUTBOARD_UIO_H
#define OUTBOARD_UIO_H

#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One block, in memory of the caller. Set the first part, leave the rest zero. */
struct ob_uio {
    const char *registers; /* "/dev/uio0": its map 0 is the block's 8 KiB of registers */
    const char *memory;    /* "/dev/udmabuf0", or "/dev/mem" for a reserved region; NULL: no DMA */
    uint64_t memory_at;    /* offset of the region in that file: 0 for u-dma-buf, the physical address for /dev/mem */
    uint64_t memory_bus;   /* its address on the block's bus: /sys/class/u-dma-buf/udmabuf0/phys_addr */
    size_t memory_len;     /* a multiple of the page, at least OB_DEVICE_WORK_LEN */
    /* -- below this line: the port's own -- */
    int fd;
    void *mapped_registers, *mapped_memory;
};

/* Map both and fill the first part of d: all memory is work, so every buffer is copied through it, uncached (open
 * u-dma-buf with O_SYNC as this does); interrupts are used if the device tree gives the UIO one. OB_OK; OB_E_ARG:
 * memory_len or an address does not fit; OB_E_IO: a file cannot be opened or mapped, errno says why; then nothing is
 * left open. */
int ob_uio_open(struct ob_uio *u, struct ob_device *d);

/* Unmap and close. The engine must have been stopped. */
void ob_uio_close(struct ob_uio *u);

#ifdef __cplusplus
}
#endif

#endif
