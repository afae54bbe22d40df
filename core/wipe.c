/* SPDX-License-Identifier: Apache-2.0 */
/* Wiping and comparing secrets. */
#include "core.h"

void ob_wipe(void *p, size_t len)
{
/* volatile: the compiler must not replace the loops by a call of memset, which an image without Mbed TLS may lack, and
 * which the C libraries of firmware have byte by byte */
#if OBI_SINGLE && !OB_LENT_SESSION
    volatile uint8_t *byte = (volatile uint8_t *)p;

    while (len--)
        byte[len] = 0;
#elif defined(__linux__)
    if (len)
        memset(p, 0, len);
#else
    typedef uint32_t __attribute__((may_alias)) word;
    uint8_t *at = (uint8_t *)p;

    for (; len && (uintptr_t)at & 3; len--)
        *(volatile uint8_t *)at++ = 0;
    for (; len >= 4; len -= 4, at += 4)
        *(volatile word *)(void *)at = 0;
    for (; len; len--)
        *(volatile uint8_t *)at++ = 0;
#endif
    __asm__ volatile("" : : "r"(p) : "memory"); /* a read of the memory, for the compiler: the stores remain */
}

int ob_differ(const void *a, const void *b, size_t len)
{
    const uint8_t *x = (const uint8_t *)a, *y = (const uint8_t *)b;
    uint8_t acc = 0;

    while (len--)
        acc |= x[len] ^ y[len];
    return acc;
}
