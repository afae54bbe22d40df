/* SPDX-License-Identifier: Apache-2.0 */
/* Try-lock of Linux on the compiler's atomic exchange (C11, section 7.17). */
#include "port/lock.h"

bool ob_port_trylock(uint32_t *lock)
{
    return __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE) == 0;
}

void ob_port_unlock(uint32_t *lock)
{
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}
