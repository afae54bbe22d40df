/* SPDX-License-Identifier: Apache-2.0 */
/* A driver of the LTC that trusts what the errata say is wrong. test_errata.py runs it. */
#include <stdint.h>

#include "engine/ltc/regs.h"

static volatile uint32_t *reg(uint32_t base, uint32_t offset)
{
    return (volatile uint32_t *)(uintptr_t)(base + offset);
}

/* The output of AES as if the level of its FIFO could be trusted to the end: it cannot (errata). */
uint32_t trusting_aes(uint32_t base, const uint32_t *key, const uint32_t *in, uint32_t *out, uint32_t len);
uint32_t trusting_aes(uint32_t base, const uint32_t *key, const uint32_t *in, uint32_t *out, uint32_t len)
{
    uint32_t fed = 0, got = 0;

    *reg(base, LTC_CW) = LTC_CW_ALL;
    *reg(base, LTC_CTL) |= LTC_CTL_SWAPS;
    for (unsigned i = 0; i < 8; i++)
        *reg(base, LTC_KEY + 4 * i) = key[i];
    *reg(base, LTC_KS) = 32;
    *reg(base, LTC_MD) = LTC_MD_AES | LTC_MD_ECB | LTC_MD_ENC;
    *reg(base, LTC_DS) = len;
    while (got < len / 4) {
        uint32_t fifo = *reg(base, LTC_FIFOSTA);

        if (fed < len / 4 && !(fifo & LTC_FIFOSTA_IFF))
            *reg(base, LTC_IFIFO) = in[fed++];
        if (fifo & LTC_FIFOSTA_OFL)
            out[got++] = *reg(base, LTC_OFIFO);
    }
    *reg(base, LTC_CW) = LTC_CW_ALL;
    *reg(base, LTC_STA) = LTC_STA_DI;
    return 0;
}
