/* SPDX-License-Identifier: Apache-2.0 */
/* Access to a block's registers, ordered against accesses to the memory that the block reads and writes. */
#ifndef OUTBOARD_PORT_MMIO_H
#define OUTBOARD_PORT_MMIO_H

#include <outboard/device.h>

/* On a target with an operating system the device may be a simulated one, reached by calls. */
#ifdef __linux__
#define OBI_DEVICE_CALLS 1
#else
#define OBI_DEVICE_CALLS 0
#endif

/* offset is in bytes, a multiple of 4. Blocks are little-endian, and the CPU must be little-endian, too. */
static inline uint32_t ob_port_read(const struct ob_device *d, uint32_t offset)
{
#if OBI_DEVICE_CALLS
    if (d->calls)
        return d->calls->read(d->user, offset);
#endif
    return *(const volatile uint32_t *)(d->base + offset);
}

static inline void ob_port_write(const struct ob_device *d, uint32_t offset, uint32_t value)
{
#if OBI_DEVICE_CALLS
    if (d->calls) {
        d->calls->write(d->user, offset, value);
        return;
    }
#endif
    *(volatile uint32_t *)(d->base + offset) = value;
}

/* A barrier between memory and registers. Memory written before it is visible to the block when a register is written
 * after it. Memory that the block wrote before a register or a status was read is visible to the CPU after it. */
static inline void ob_port_barrier(void)
{
#if defined(__riscv)
    __asm__ volatile("fence iorw, iorw" : : : "memory");
#elif defined(__arm__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
    __asm__ volatile("dsb" : : : "memory");
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("dsb sy" : : : "memory");
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

#endif
