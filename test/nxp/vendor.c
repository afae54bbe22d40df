/* SPDX-License-Identifier: Apache-2.0 */
/* What the vendor's driver of the LTC and uTasker do with the block's registers for the calls whose times uTasker has
 * published: the order of accesses, restated from the facts of the register description. bench/ltc.py runs it in the
 * simulator. */
#include <stdint.h>

#include "engine/ltc/regs.h"

#define LONGEST 0xff0u
#define LAST    16u /* bytes whose output is read when all is done (errata) */

static volatile uint32_t *reg(uint32_t base, uint32_t offset)
{
    return (volatile uint32_t *)(uintptr_t)(base + offset);
}

static void begin(uint32_t base)
{
    *reg(base, LTC_CW) = LTC_CW_ALL;
    *reg(base, LTC_CTL) |= LTC_CTL_SWAPS;
}

/* The words of a session, by the levels of the FIFOs; 0 or the error. */
static uint32_t move(uint32_t base, uint32_t *out, const uint32_t *in, uint32_t len)
{
    const uint32_t *end = in + len / 4;
    uint32_t left = len > LAST ? (len - LAST) / 4 : 0, status;

    *reg(base, LTC_DS) = len;
    while (left) {
        uint32_t fifo = *reg(base, LTC_FIFOSTA);

        if (in != end && !(fifo & LTC_FIFOSTA_IFF))
            *reg(base, LTC_IFIFO) = *in++;
        if (fifo & LTC_FIFOSTA_OFL) {
            *out++ = *reg(base, LTC_OFIFO);
            left--;
        }
    }
    while (in != end)
        if (!(*reg(base, LTC_FIFOSTA) & LTC_FIFOSTA_IFF))
            *reg(base, LTC_IFIFO) = *in++;
    do {
        status = *reg(base, LTC_STA);
    } while (!(status & (LTC_STA_DI | LTC_STA_EI)));
    if (status & LTC_STA_EI) {
        *reg(base, LTC_COM) = LTC_COM_ALL;
        return 1;
    }
    if (out)
        for (unsigned i = 0; i < LAST / 4; i++)
            *out++ = *reg(base, LTC_OFIFO);
    *reg(base, LTC_CW) = LTC_CW_MODE_SIZE;
    *reg(base, LTC_STA) = LTC_STA_DI;
    return 0;
}

/* AES-256-CBC, at most a session: mode has LTC_MD_ENC or not. */
uint32_t vendor_aes(uint32_t base, const uint32_t *key, uint32_t *iv, const uint32_t *in, uint32_t *out, uint32_t len,
                    uint32_t mode);
uint32_t vendor_aes(uint32_t base, const uint32_t *key, uint32_t *iv, const uint32_t *in, uint32_t *out, uint32_t len,
                    uint32_t mode)
{
    uint32_t wrong;

    begin(base);
    for (unsigned i = 0; i < 8; i++)
        *reg(base, LTC_KEY + 4 * i) = key[i];
    *reg(base, LTC_KS) = 32;
    *reg(base, LTC_STA) = LTC_STA_DI;
    for (unsigned i = 0; i < 4; i++)
        *reg(base, LTC_CTX + 4 * i) = iv[i];
    *reg(base, LTC_MD) = LTC_MD_AES | LTC_MD_CBC | mode;
    wrong = move(base, out, in, len < LONGEST ? len : LONGEST);
    for (unsigned i = 0; i < 4; i++)
        iv[i] = *reg(base, LTC_CTX + 4 * i);
    return wrong;
}

/* A message of 32 bytes in one session, which the block pads. */
uint32_t vendor_sha256(uint32_t base, const uint32_t *in, uint32_t *digest);
uint32_t vendor_sha256(uint32_t base, const uint32_t *in, uint32_t *digest)
{
    uint32_t status;

    begin(base);
    *reg(base, LTC_MD) = LTC_MD_SHA256 | LTC_MD_WHOLE;
    *reg(base, LTC_DS) = 32;
    for (unsigned i = 0; i < 8; i++)
        *reg(base, LTC_IFIFO) = in[i];
    do {
        status = *reg(base, LTC_STA);
    } while (!(status & (LTC_STA_DI | LTC_STA_EI)));
    for (unsigned i = 0; i < 8; i++)
        digest[i] = *reg(base, LTC_CTX + 4 * i);
    *reg(base, LTC_CW) = LTC_CW_MODE_SIZE;
    *reg(base, LTC_STA) = LTC_STA_DI;
    return status & LTC_STA_EI;
}
