/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time comparison and erasure of secrets. */
#include "secret.h"

#include "outboard/config.h"

#include <string.h>

#if OB_SMALL

void obi_wipe(void *p, size_t len)
{
    volatile uint8_t *b = p;

    while (len--)
        *b++ = 0;
}

#else

/* A call through a volatile pointer has an effect of its own, so it stays. */
static void *(*const volatile set)(void *, int, size_t) = memset;

void obi_wipe(void *p, size_t len)
{
    if (len)
        set(p, 0, len);
}

#endif

uint32_t obi_ct_differ(const void *a, const void *b, size_t len)
{
    const volatile uint8_t *x = a, *y = b;
    uint32_t d = 0;

    while (len--)
        d |= (uint32_t)(*x++ ^ *y++);
    return d;
}
