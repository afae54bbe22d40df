/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: a message through the block, in sessions of at most 4,080 bytes. Every wait has a deadline, and every
 * error ends in a reset. */
#include <string.h>

#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"
#include "port/block.h"

#define LONGEST    0xfc0u /* bytes of a session: DS has 12 bits; whole blocks of every algorithm */
#define SEED_AFTER 50000u /* blocks */

static void write_words(const struct ob_device *d, uint32_t reg, const uint8_t *p, size_t words)
{
    for (uint32_t w; words; words--, p += 4, reg += 4) {
        memcpy(&w, p, 4);
        ob_port_write(d, reg, w);
    }
}

static void read_words(const struct ob_device *d, uint32_t reg, uint8_t *p, size_t words)
{
    for (; words; words--, p += 4, reg += 4) {
        uint32_t w = ob_port_read(d, reg);

        memcpy(p, &w, 4);
    }
}

void obi_ltc_reset(struct ob_ltc *l)
{
    ob_port_write(&l->device, LTC_COM, LTC_COM_ALL);
    ob_port_write(&l->device, LTC_CW, LTC_CW_ALL);
    ob_port_write(&l->device, LTC_STA, LTC_STA_DI);
}

/* Errata: the value counts when it is written twice. */
static void seed(struct ob_ltc *l, size_t len)
{
    uint32_t blocks = (uint32_t)(len / 16) + 1, value;

    if (!l->seed)
        return;
    if (l->until_seed > blocks) {
        l->until_seed -= blocks;
        return;
    }
    value = l->seed(l->device.user);
    ob_port_write(&l->device, LTC_DPAMS, value);
    ob_port_write(&l->device, LTC_DPAMS, value);
    l->until_seed = SEED_AFTER;
}

/* n bytes, whole words, into the FIFO. */
static void feed(const struct ob_device *d, const uint8_t *in, size_t n)
{
    for (uint32_t w; n; n -= 4, in += 4) {
        memcpy(&w, in, 4);
        ob_port_write(d, LTC_IFIFO, w);
    }
}

/* n bytes, whole words, out of the FIFO; to nowhere where out is NULL. */
static void drain(const struct ob_device *d, uint8_t *out, size_t n)
{
    for (; n; n -= 4) {
        uint32_t w = ob_port_read(d, LTC_OFIFO);

        if (out) {
            memcpy(out, &w, 4);
            out += 4;
        }
    }
}

/* A session. An empty input FIFO has room for 16 bytes, one that is not full for a word. The last 16 bytes of output
 * are read when all is done: before that, the level of the output FIFO can be wrong for AES (errata). */
static int session(const struct ob_device *d, uint32_t mode, uint8_t *out, const uint8_t *in, size_t len, bool outputs,
                   struct obi_wait *wait)
{
    size_t fed = 0, got = 0;
    uint32_t status;

    ob_port_write(d, LTC_STA, LTC_STA_DI);
    ob_port_write(d, LTC_MD, mode);
    ob_port_write(d, LTC_DS, (uint32_t)len);
    for (;;) { /* the status is asked for only where there is nothing to move, as each access takes a while */
        uint32_t fifo = ob_port_read(d, LTC_FIFOSTA);

        if (outputs && (fifo & LTC_FIFOSTA_OFL) >= LTC_OFL_4 && len - got > 16) {
            drain(d, out ? out + got : NULL, 16);
            got += 16;
            continue;
        }
        if (fed < len && !(fifo & LTC_FIFOSTA_IFF)) {
            size_t n = fifo & LTC_FIFOSTA_IFL ? 4 : 16;

            if (n > len - fed)
                n = len - fed;
            feed(d, in + fed, n);
            fed += n;
            continue;
        }
        status = ob_port_read(d, LTC_STA);
        if (status & (LTC_STA_EI | LTC_STA_DI))
            break;
        if (!obi_wait_more(d, wait))
            return OB_E_IO;
    }
    if (status & LTC_STA_EI || fed < len)
        return OB_E_IO;
    if (outputs)
        drain(d, out ? out + got : NULL, len - got);
    ob_port_write(d, LTC_CW, LTC_CW_MODE_SIZE);
    ob_port_write(d, LTC_STA, LTC_STA_DI);
    return OB_OK;
}

int obi_ltc_run(struct ob_ltc *l, const struct obi_ltc_job *job, uint8_t *out, const uint8_t *in, size_t len)
{
    const struct ob_device *d = &l->device;
    struct obi_wait wait = {job->deadline_ns, 0};
    bool hashes = job->key_len == 0;
    uint32_t mode = job->mode;
    int status = OB_OK;

    seed(l, len);
    ob_port_write(d, LTC_CW, LTC_CW_ALL);
    ob_port_write(d, LTC_CTL, ob_port_read(d, LTC_CTL) | LTC_CTL_SWAPS);
    if (!hashes) {
        write_words(d, LTC_KEY, job->key, job->key_len / 4);
        ob_port_write(d, LTC_KS, (uint32_t)job->key_len);
    }
    write_words(d, LTC_CTX + 4u * job->ctx_at, job->ctx, job->ctx_words);
    for (size_t n; len && status == OB_OK; len -= n) {
        n = len < LONGEST ? len : LONGEST;
        status = session(d, mode, out, in, n, !hashes, &wait);
        in += n;
        if (out)
            out += n;
        if ((mode & (LTC_MD_AES | LTC_MD_DES | LTC_MD_ENC)) == LTC_MD_AES && !hashes && (mode & 0xff0u) != LTC_MD_CTR)
            mode |= LTC_MD_DK;
    }
    if (status == OB_OK)
        read_words(d, LTC_CTX + 4u * job->ctx_at, job->ctx, job->ctx_words);
    else
        obi_ltc_reset(l);
    ob_port_write(d, LTC_CW, LTC_CW_ALL);
    return status;
}
