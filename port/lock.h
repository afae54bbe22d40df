/* SPDX-License-Identifier: Apache-2.0 */
/* Try-lock on a 32-bit word, and ordered loads and stores to use with it. */
#ifndef OUTBOARD_PORT_LOCK_H
#define OUTBOARD_PORT_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/* The memory order of loading an address that another thread stores with release order, to see also what it wrote there
 * before. One microcontroller's core sees its own stores in order. */
#ifdef __linux__
#define OB_PORT_ADDRESS __ATOMIC_ACQUIRE
#else
#define OB_PORT_ADDRESS __ATOMIC_RELAXED
#endif

#if defined(__riscv) && !defined(__linux__)

/* RISC-V machine mode: interrupts are masked for the test and set, so this works on cores without the A extension, too
 * (RISC-V Privileged Architecture, section 3.1.6: mstatus.MIE). Inline, because a call would be as long. */
static inline bool ob_port_trylock(uint32_t *lock)
{
    uint32_t mstatus;
    bool was_free;

    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(mstatus) : : "memory");
    was_free = *lock == 0;
    *lock = 1;
    __asm__ volatile("csrs mstatus, %0" : : "r"(mstatus) : "memory"); /* writes ones only: a clear MIE stays clear */
    return was_free;
}

static inline void ob_port_unlock(uint32_t *lock)
{
    __asm__ volatile("" : : : "memory");
    *(volatile uint32_t *)lock = 0;
}

#else

/* Take the lock if it is free: true if it was. Has acquire order. */
bool ob_port_trylock(uint32_t *lock);

/* Release the lock. Has release order. */
void ob_port_unlock(uint32_t *lock);

#endif

static inline uint8_t ob_port_load8(const uint8_t *p)
{
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

static inline void ob_port_store8(uint8_t *p, uint8_t v)
{
    __atomic_store_n(p, v, __ATOMIC_RELEASE);
}

static inline int32_t ob_port_load32(const int32_t *p)
{
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

static inline void ob_port_store32(int32_t *p, int32_t v)
{
    __atomic_store_n(p, v, __ATOMIC_RELEASE);
}

#endif
