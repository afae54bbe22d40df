/* SPDX-License-Identifier: Apache-2.0 */
/* Random bytes for a simulated board, which has no source of them: the same at each start, good for nothing but to show
 * how it is done. A product reads its part's generator here. */
#include <outboard/error.h>
#include <stddef.h>
#include <stdint.h>

/* The port's source, which the library has for parts without a generator, too: it fails there. */
int ob_port_random(uint8_t *out, size_t len);

int ob_port_random(uint8_t *out, size_t len)
{
    static uint32_t x = 0x2545f491;

    while (len--) { /* G. Marsaglia, Xorshift RNGs (2003): period 2^32 - 1 */
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        *out++ = (uint8_t)(x >> 24);
    }
    return OB_OK;
}
