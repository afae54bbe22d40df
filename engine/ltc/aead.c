/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: whole messages of AES-GCM (SP 800-38D) and AES-CCM (SP 800-38C) in the block's own modes. Parts of
 * messages go by counter mode and CBC, whose state between ops is the standard's (aes.c). */
#include "algo/bytes.h"
#include "engine/ltc/session.h"

#if OB_WITH_AES && (OB_WITH_AES_GCM || OB_WITH_AES_CCM)

#define BLOCK    16u
#define MOST_AAD 0x800u /* bytes that go by one session, with an IV and some text */

struct message {
    struct ob_ltc *l;
    struct obi_wait wait;
    uint8_t held[BLOCK]; /* a block of what comes before the text */
    bool holds;
};

/* Wait until register reg, of which only the bits of mask count, is at most most. */
static int until(struct message *m, uint32_t reg, uint32_t mask, uint32_t most)
{
    const struct ob_device *d = &m->l->device;

    while ((ob_port_read(d, reg) & mask) > most)
        if (ob_port_read(d, LTC_STA) & LTC_STA_EI || !obi_wait_more(d, &m->wait))
            return OB_E_IO;
    return OB_OK;
}

static int release(struct message *m)
{
    int status = m->holds ? until(m, LTC_FIFOSTA, LTC_FIFOSTA_IFL, 0) : OB_OK;

    if (status == OB_OK && m->holds)
        obi_ltc_put(&m->l->device, LTC_IFIFO, 0, m->held, BLOCK / 4);
    m->holds = false;
    return status;
}

/* A block before the text. The last one is held back until the text is announced: the block would end the message after
 * it. */
static int feed(struct message *m, const uint8_t block[BLOCK])
{
    int status = release(m);

    memcpy(m->held, block, BLOCK);
    m->holds = true;
    return status;
}

/* The additional data behind head_len bytes of head, filled up with zeros to whole blocks. */
static int feed_aad(struct message *m, const uint8_t *head, size_t head_len, const uint8_t *aad, size_t len)
{
    int status = OB_OK;

    while (head_len + len && status == OB_OK) {
        uint8_t block[BLOCK] = {0};
        size_t n = len < BLOCK - head_len ? len : BLOCK - head_len;

        memcpy(block, head, head_len);
        memcpy(block + head_len, aad, n);
        aad += n;
        len -= n;
        head_len = 0;
        status = feed(m, block);
    }
    return status;
}

/* The message through the block: mode without AS; GCM's IV of 12 bytes, or NULL; then additional data and text. */
static int run(struct message *m, uint32_t mode, const uint8_t *iv, const uint8_t *head, size_t head_len,
               const struct ob_op *op, size_t aad_len)
{
    const struct ob_device *d = &m->l->device;
    size_t most = OBI_LTC_LONGEST - 2 * BLOCK - ((head_len + aad_len) & ~(size_t)(BLOCK - 1));
    size_t left = op->in_len, n = left < most ? left : most;
    uint8_t block[BLOCK] = {0}, *out = op->out;
    const uint8_t *in = op->in;
    int status = OB_OK;

    ob_port_write(d, LTC_MD, mode | LTC_MD_BEGIN | (n == left ? LTC_MD_END : 0));
    if (iv) {
        memcpy(block, iv, 12);
        ob_port_write(d, LTC_IVSZ, 12 | LTC_SIZE_LAST);
        status = feed(m, block);
    }
    if (head_len + aad_len) {
        ob_port_write(d, LTC_AADSZ, (uint32_t)(head_len + aad_len) | LTC_SIZE_LAST);
        if (status == OB_OK)
            status = feed_aad(m, head, head_len, op->aad, aad_len);
    }
    if (status == OB_OK) /* errata: text is announced when at most a block is left of what comes before it */
        status = until(m, LTC_DS, 0xfff, BLOCK);
    if (status == OB_OK) {
        ob_port_write(d, LTC_DS, (uint32_t)n);
        status = release(m);
    }
    while (status == OB_OK) {
        status = obi_ltc_text(m->l, out, in, n, &m->wait);
        left -= n;
        if (status != OB_OK || left == 0)
            break;
        in += n;
        out += n;
        n = left < OBI_LTC_LONGEST ? left : OBI_LTC_LONGEST;
        ob_port_write(d, LTC_CW, LTC_CW_MODE_SIZE);
        ob_port_write(d, LTC_STA, LTC_STA_DI);
        ob_port_write(d, LTC_MD, mode | (n == left ? LTC_MD_END : 0));
        ob_port_write(d, LTC_DS, (uint32_t)n);
    }
    return status;
}

static int finish(struct message *m, const struct ob_op *op, bool encrypt, unsigned tag_at, int status)
{
    uint8_t tag[BLOCK];

    if (status == OB_OK) {
        obi_ltc_get(&m->l->device, LTC_CTX + 4u * tag_at, 4, tag, BLOCK / 4);
        if (encrypt)
            memcpy(op->tag, tag, op->tag_len);
        else if (ob_differ(op->tag, tag, op->tag_len))
            status = OB_E_AUTH;
        ob_wipe(tag, sizeof tag);
    }
    obi_ltc_end(m->l, status == OB_E_AUTH ? OB_OK : status);
    return status;
}

bool obi_ltc_is_whole(const struct ob_ltc *l, const struct ob_session *s, const struct ob_op *op)
{
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;

    return (op->flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST) && op->in_len && aad_len <= MOST_AAD &&
           (s->alg != OB_AES_GCM || (op->iv_len == 12 && l->kind != OB_LTC_KW));
}

int obi_ltc_gcm(struct ob_ltc *l, const struct ob_session *s, const struct ob_op *op)
{
    struct message m = {.l = l, .wait = {op->deadline_ns, 0}};
    bool encrypt = op->flags & OB_ENCRYPT;
    int status;

    obi_ltc_begin(l, s->key, s->key_len, op->in_len);
    status = run(&m, LTC_MD_AES | LTC_MD_GCM | (encrypt ? LTC_MD_ENC : 0), op->iv, op->iv, 0, op,
                 op->flags & OB_AAD ? op->aad_len : 0);
    return finish(&m, op, encrypt, 0, status);
}

/* B0 goes to CTX0 to 3, the counter block 0 to CTX4 to 7 (section A.2 and A.3). */
int obi_ltc_ccm(struct ob_ltc *l, const struct ob_session *s, const struct ob_op *op)
{
    struct message m = {.l = l, .wait = {op->deadline_ns, 0}};
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0, length_len = 15 - op->iv_len, total = op->in_len;
    uint8_t start[2 * BLOCK] = {0}, head[2] = {(uint8_t)(aad_len >> 8), (uint8_t)aad_len};
    bool encrypt = op->flags & OB_ENCRYPT;
    int status;

    start[BLOCK] = (uint8_t)(length_len - 1);
    memcpy(start + BLOCK + 1, op->iv, op->iv_len);
    memcpy(start, start + BLOCK, BLOCK);
    start[0] |= (uint8_t)((aad_len ? 0x40u : 0u) | (unsigned)(op->tag_len - 2) / 2 << 3);
    for (unsigned i = 15; i > 15 - length_len; i--, total >>= 8)
        start[i] = (uint8_t)total;
    obi_ltc_begin(l, s->key, s->key_len, op->in_len);
    obi_ltc_put(&l->device, LTC_CTX, 4, start, sizeof start / 4);
    status = run(&m, LTC_MD_AES | LTC_MD_CCM | (encrypt ? LTC_MD_ENC : 0), NULL, head, aad_len ? 2 : 0, op, aad_len);
    ob_wipe(start, sizeof start);
    return finish(&m, op, encrypt, 8, status);
}

#endif
