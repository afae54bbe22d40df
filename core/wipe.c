/* SPDX-License-Identifier: Apache-2.0 */
/* Wiping and comparing secrets. */
#include "core.h"

void ob_wipe(void *p, size_t len)
{
/* volatile: the compiler must not replace the loops by a call of memset, which an image without Mbed TLS may lack, and
 * which picolibc, as Debian builds it, has byte by byte */
#if OBI_SINGLE && !OB_LENT_SESSION
    volatile uint8_t *byte = (volatile uint8_t *)p;

    while (len--)
        byte[len] = 0;
#elif defined(__PICOLIBC__)
    typedef uint32_t __attribute__((may_alias)) word;
    uint8_t *at = (uint8_t *)p;

    for (; len && (uintptr_t)at & 3; len--)
        *(volatile uint8_t *)at++ = 0;
    for (; len >= 16; len -= 16, at += 16) {
        word *w = (word *)(void *)at;

        w[0] = w[1] = w[2] = w[3] = 0;
        __asm__ volatile("" : : "r"(w) : "memory");
    }
    for (; len; len--)
        *(volatile uint8_t *)at++ = 0;
#else
    if (len)
        memset(p, 0, len);
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
