/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: the parts of a message through the block that are compiled into each of their callers. */
#ifndef OUTBOARD_ENGINE_LTC_SESSION_H
#define OUTBOARD_ENGINE_LTC_SESSION_H

#include "engine/ltc/access.h"
#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"
#include "port/block.h"

#define OBI_LTC_LONGEST 0xfc0u /* bytes of a session: DS has 12 bits; whole blocks of every algorithm */

/* New masks, if enough blocks have had the old ones. */
void obi_ltc_seed(struct ob_ltc *l, size_t len);

/* All sessions of a message of at least a byte, in mode, the first with first and the last with last (AS). */
int obi_ltc_sessions(struct ob_ltc *l, uint32_t mode, uint32_t first, uint32_t last, uint8_t *out, const uint8_t *in,
                     size_t len, bool outputs, uint64_t deadline_ns);

/* len bytes of text, any number, through a session whose mode and size are set; the output goes to out. */
int obi_ltc_text(struct ob_ltc *l, uint8_t *out, const uint8_t *in, size_t len, struct obi_wait *wait);

/* Masks, byte order and key; key_len 0: there is none. The context is written after it. */
static inline void obi_ltc_begin(struct ob_ltc *l, const uint8_t *key, size_t key_len, size_t len)
{
    const struct ob_device *d = &l->device;

    if (l->seed)
        obi_ltc_seed(l, len);
    ob_port_write(d, LTC_CTL, LTC_CTL_SWAPS);
    if (key_len) {
        obi_ltc_put(d, LTC_KEY, 4, key, key_len / 4);
        ob_port_write(d, LTC_KS, (uint32_t)key_len);
    }
}

/* Nothing stays in the block, which is reset unless the status is OB_OK. */
static inline void obi_ltc_end(struct ob_ltc *l, int status)
{
    if (status != OB_OK)
        obi_ltc_reset(l);
    ob_port_write(&l->device, LTC_CW, LTC_CW_ALL);
    ob_port_write(&l->device, LTC_STA, LTC_STA_DI);
}

/* A session of blocks of 16 bytes, one at least, in memory whose words the core can reach. As in run.c, the last output
 * is read when all is done. OB_OK; OB_E_IO: the block reported an error, or went silent. */
static inline __attribute__((always_inline)) int
obi_ltc_move_blocks(struct ob_ltc *l, uint32_t mode, uint8_t *out, const uint8_t *in, size_t len, struct obi_wait *wait)
{
    const struct ob_device *d = &l->device;
    const uint8_t *end = in + len;
    uint8_t *last = out + len - 16;
    uint32_t fifo, status;

    ob_port_write(d, LTC_MD, mode);
    ob_port_write(d, LTC_DS, (uint32_t)len);
    fifo = 0;
    for (;;) {
        bool moved = false;

        if (in != end && !(fifo & LTC_FIFOSTA_IFL)) {
            obi_ltc_put_block(d, LTC_IFIFO, 0, in);
            in += 16;
            moved = true;
        }
        if (out != last && (fifo & LTC_FIFOSTA_OFL) >= LTC_OFL_4) {
            obi_ltc_get_block(d, LTC_OFIFO, 0, out);
            out += 16;
            moved = true;
        }
        if (!moved) {
            status = ob_port_read(d, LTC_STA);
            if (status & LTC_STA_EI)
                return OB_E_IO;
            if (status & LTC_STA_DI)
                break;
            if (!obi_wait_more(d, wait))
                return OB_E_IO;
        }
        fifo = ob_port_read(d, LTC_FIFOSTA);
    }
    for (; out != last; out += 16)
        obi_ltc_get_block(d, LTC_OFIFO, 0, out);
    obi_ltc_get_block(d, LTC_OFIFO, 0, out);
    return in == end ? OB_OK : OB_E_IO;
}

#endif
