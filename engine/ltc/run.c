/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: a message through the block, in sessions of at most 4,032 bytes. Every wait has a deadline, and every
 * error ends in a reset. */
#include <string.h>

#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"
#include "engine/ltc/session.h"
#include "port/block.h"

#define SEED_AFTER 50000u /* blocks */

void obi_ltc_reset(struct ob_ltc *l)
{
    ob_port_write(&l->device, LTC_COM, LTC_COM_ALL);
    ob_port_write(&l->device, LTC_CW, LTC_CW_ALL);
    ob_port_write(&l->device, LTC_STA, LTC_STA_DI);
}

/* Errata: the value counts when it is written twice. */
void obi_ltc_seed(struct ob_ltc *l, size_t len)
{
    uint32_t blocks = (uint32_t)(len / 16) + 1, value;

    if (l->until_seed > blocks) {
        l->until_seed -= blocks;
        return;
    }
    value = l->seed(l->device.user);
    ob_port_write(&l->device, LTC_DPAMS, value);
    ob_port_write(&l->device, LTC_DPAMS, value);
    l->until_seed = SEED_AFTER;
}

/* n bytes into the FIFO; the last word is filled up with zeros. */
static inline void feed(const struct ob_device *d, const uint8_t *in, size_t n)
{
    uint32_t w = 0;

    obi_ltc_put(d, LTC_IFIFO, 0, in, n / 4);
    if (n & 3) {
        memcpy(&w, in + (n & ~(size_t)3), n & 3);
        ob_port_write(d, LTC_IFIFO, w);
    }
}

/* n bytes out of the FIFO, of the last word what is asked for; to nowhere where out is NULL. */
static inline void drain(const struct ob_device *d, uint8_t *out, size_t n)
{
    size_t words = n / 4;

    if (out)
        obi_ltc_get(d, LTC_OFIFO, 0, out, words);
    else
        for (; words; words--)
            ob_port_read(d, LTC_OFIFO);
    if (n & 3) {
        uint32_t w = ob_port_read(d, LTC_OFIFO);

        if (out)
            memcpy(out + (n & ~(size_t)3), &w, n & 3);
    }
}

/* The data of a session through the FIFOs until the block is done. An empty input FIFO has room for 16 bytes, one that
 * is not full for a word. The last 16 bytes of output are read when all is done: before that, the level of the output
 * FIFO can be wrong for AES (errata). The status is asked for only where there is nothing to move, as each access takes
 * a while. */
static int move(struct ob_ltc *l, uint8_t *out, const uint8_t *in, size_t len, bool outputs, struct obi_wait *wait)
{
    const struct ob_device *d = &l->device;
    size_t early = outputs && len > 16 ? len - 16 : 0, left = len, n;

    early &= ~(size_t)3;
    for (;;) {
        uint32_t fifo = ob_port_read(d, LTC_FIFOSTA), status;
        bool moved = false;

        if ((fifo & LTC_FIFOSTA_OFL) >= LTC_OFL_4 && early) {
            n = early < 16 ? early : 16;
            drain(d, out, n);
            if (out)
                out += n;
            early -= n;
            len -= n;
            moved = true;
        }
        if (left && !(fifo & LTC_FIFOSTA_IFF)) {
            n = fifo & LTC_FIFOSTA_IFL ? 4 : 16;
            n = n < left ? n : left;
            feed(d, in, n);
            in += n;
            left -= n;
            moved = true;
        }
        if (moved)
            continue;
        status = ob_port_read(d, LTC_STA);
        if (status & LTC_STA_EI || (status & LTC_STA_DI && left))
            return OB_E_IO;
        if (status & LTC_STA_DI)
            break;
        if (!obi_wait_more(&l->device, wait))
            return OB_E_IO;
    }
    if (outputs)
        drain(d, out, len);
    return OB_OK;
}

int obi_ltc_text(struct ob_ltc *l, uint8_t *out, const uint8_t *in, size_t len, struct obi_wait *wait)
{
    return move(l, out, in, len, true, wait);
}

int obi_ltc_sessions(struct ob_ltc *l, uint32_t mode, uint32_t first, uint32_t last, uint8_t *out, const uint8_t *in,
                     size_t len, bool outputs, uint64_t deadline_ns)
{
    const struct ob_device *d = &l->device;
    struct obi_wait wait = {deadline_ns, 0};
    int status;

    mode |= first;
    while (len > OBI_LTC_LONGEST) {
        ob_port_write(d, LTC_MD, mode);
        ob_port_write(d, LTC_DS, OBI_LTC_LONGEST);
        status = move(l, out, in, OBI_LTC_LONGEST, outputs, &wait);
        if (status != OB_OK)
            return status;
        ob_port_write(d, LTC_CW, LTC_CW_MODE_SIZE);
        ob_port_write(d, LTC_STA, LTC_STA_DI);
        in += OBI_LTC_LONGEST;
        if (out)
            out += OBI_LTC_LONGEST;
        len -= OBI_LTC_LONGEST;
        mode &= ~first;
        if (outputs && (mode & (LTC_MD_AES | LTC_MD_DES | LTC_MD_ENC)) == LTC_MD_AES && (mode & 0xff0u) != LTC_MD_CTR)
            mode |= LTC_MD_DK;
    }
    ob_port_write(d, LTC_MD, mode | last);
    ob_port_write(d, LTC_DS, (uint32_t)len);
    return move(l, out, in, len, outputs, &wait);
}

int obi_ltc_run(struct ob_ltc *l, const struct obi_ltc_job *job, uint8_t *out, const uint8_t *in, size_t len)
{
    const struct ob_device *d = &l->device;
    int status;

    obi_ltc_begin(l, job->key, job->key_len, len);
    obi_ltc_put(d, LTC_CTX + 4u * job->ctx_at, 4, job->ctx, job->ctx_words);
    status = obi_ltc_sessions(l, job->mode, 0, 0, out, in, len, job->key_len != 0, job->deadline_ns);
    if (status == OB_OK)
        obi_ltc_get(d, LTC_CTX + 4u * job->ctx_at, 4, job->ctx, job->ctx_words);
    obi_ltc_end(l, status);
    return status;
}
