/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: words between memory and registers that are step bytes apart. Where a core takes no unaligned word, the
 * compiler must know that memory is aligned, or it copies byte by byte. */
#ifndef OUTBOARD_ENGINE_LTC_ACCESS_H
#define OUTBOARD_ENGINE_LTC_ACCESS_H

#include <string.h>

#include "port/mmio.h"

#ifdef __ARM_FEATURE_UNALIGNED
#define OBI_LTC_ALIGNED(p)    (p)
#define OBI_LTC_IS_ALIGNED(p) true
#else
#define OBI_LTC_ALIGNED(p)    __builtin_assume_aligned(p, 4)
#define OBI_LTC_IS_ALIGNED(p) (((uintptr_t)(p)&3) == 0)
#endif

/* Four words, OBI_LTC_IS_ALIGNED(p). */
static inline void obi_ltc_put_block(const struct ob_device *d, uint32_t reg, uint32_t step, const uint8_t *p)
{
    uint32_t w0, w1, w2, w3;

    memcpy(&w0, OBI_LTC_ALIGNED(p), 4);
    memcpy(&w1, OBI_LTC_ALIGNED(p + 4), 4);
    memcpy(&w2, OBI_LTC_ALIGNED(p + 8), 4);
    memcpy(&w3, OBI_LTC_ALIGNED(p + 12), 4);
    ob_port_write(d, reg, w0);
    ob_port_write(d, reg + step, w1);
    ob_port_write(d, reg + 2 * step, w2);
    ob_port_write(d, reg + 3 * step, w3);
}

static inline void obi_ltc_get_block(const struct ob_device *d, uint32_t reg, uint32_t step, uint8_t *p)
{
    uint32_t w0 = ob_port_read(d, reg), w1 = ob_port_read(d, reg + step), w2 = ob_port_read(d, reg + 2 * step),
             w3 = ob_port_read(d, reg + 3 * step);

    memcpy(OBI_LTC_ALIGNED(p), &w0, 4);
    memcpy(OBI_LTC_ALIGNED(p + 4), &w1, 4);
    memcpy(OBI_LTC_ALIGNED(p + 8), &w2, 4);
    memcpy(OBI_LTC_ALIGNED(p + 12), &w3, 4);
}

/* So many words, of any alignment. */
static inline void obi_ltc_put(const struct ob_device *d, uint32_t reg, uint32_t step, const uint8_t *p, size_t words)
{
    if (OBI_LTC_IS_ALIGNED(p))
        for (; words >= 4; words -= 4, p += 16, reg += 4 * step)
            obi_ltc_put_block(d, reg, step, p);
    for (uint32_t w; words; words--, p += 4, reg += step) {
        if (OBI_LTC_IS_ALIGNED(p))
            memcpy(&w, OBI_LTC_ALIGNED(p), 4);
        else
            memcpy(&w, p, 4);
        ob_port_write(d, reg, w);
    }
}

static inline void obi_ltc_get(const struct ob_device *d, uint32_t reg, uint32_t step, uint8_t *p, size_t words)
{
    if (OBI_LTC_IS_ALIGNED(p))
        for (; words >= 4; words -= 4, p += 16, reg += 4 * step)
            obi_ltc_get_block(d, reg, step, p);
    for (; words; words--, p += 4, reg += step) {
        uint32_t w = ob_port_read(d, reg);

        memcpy(p, &w, 4);
    }
}

#endif
