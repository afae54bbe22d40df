/* SPDX-License-Identifier: Apache-2.0 */
/* Try-lock on a plain word, and the ordered loads and stores that go with it. */
#ifndef OUTBOARD_PORT_LOCK_H
#define OUTBOARD_PORT_LOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Take the lock if it is free: true if it was. Acquire order. */
bool ob_port_trylock(uint32_t *lock);

/* Release order. */
void ob_port_unlock(uint32_t *lock);

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
