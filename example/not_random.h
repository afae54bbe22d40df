/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers in place of random ones, for examples on a board that has no source of randomness. They are the same in every
 * run (xorshift64, Marsaglia 2003). A product has a true random generator in this place. */
#ifndef EXAMPLE_NOT_RANDOM_H
#define EXAMPLE_NOT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* As random of struct ob_dispatch (outboard/dispatch.h) and as the f_rng of Mbed TLS take it. 0, which is OB_OK. */
static int not_random(void *user, uint8_t *out, size_t len)
{
    static uint64_t state = 0x9e3779b97f4a7c15;

    (void)user;
    for (size_t i = 0; i < len; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        out[i] = (uint8_t)(state >> 32);
    }
    return 0;
}

#endif
