/* SPDX-License-Identifier: Apache-2.0 */
/* CCM from mid-state to mid-state (SP 800-38C, appendix A). */
#include "mid_ccm.h"

#include <string.h>

struct ccm {
    struct ob_session *s;
    obi_cbc_mac *mac;
    obi_ctr *ctr;
    obi_ccm_blocks *blocks; /* or NULL */
    void *key;
    uint8_t a0[16]; /* counter block 0 */
    uint8_t y[16];
};

/* y = E(y) */
static int encrypt_y(struct ccm *c)
{
    static const uint8_t zero[16];

    return c->mac(c->key, c->y, zero, 16);
}

/* Add len bytes to the MAC; pos: bytes of this part (data, or encoded length and additional data) before them. */
static int absorb(struct ccm *c, uint64_t pos, const uint8_t *in, size_t len)
{
    unsigned at = (unsigned)(pos % 16);
    size_t whole;
    int err = OB_OK;

    if (at > 0) {
        for (; at < 16 && len > 0; len--)
            c->y[at++] ^= *in++;
        if (at == 16)
            err = encrypt_y(c);
    }
    whole = len & ~(size_t)15;
    if (err == OB_OK && whole > 0)
        err = c->mac(c->key, c->y, in, whole);
    for (size_t i = whole; i < len; i++) /* at the beginning of a block */
        c->y[i - whole] ^= in[i];
    return err;
}

/* Bytes of the encoded length of the additional data (section A.2.2): 0 if there is none. */
static unsigned aad_head_len(uint64_t total_aad)
{
    return total_aad == 0 ? 0 : total_aad < 0xff00 ? 2 : total_aad >> 32 ? 10 : 6;
}

/* B0, A0, and the encoded length of the additional data (sections A.2 and A.3). */
static int begin(struct ccm *c, const struct ob_op *op)
{
    uint64_t total_in = c->s->total_in, total_aad = c->s->total_aad;
    unsigned l = 15 - (unsigned)op->iv_len, head_len = aad_head_len(total_aad);
    uint8_t b0[16], head[10];

    memset(c->a0, 0, 16);
    c->a0[0] = (uint8_t)(l - 1);
    memcpy(c->a0 + 1, op->iv, op->iv_len);
    memcpy(b0, c->a0, 16);
    b0[0] = (uint8_t)((head_len ? 0x40u : 0u) | (unsigned)(op->tag_len - 2) / 2 << 3 | (l - 1));
    for (unsigned i = 15; i > 15 - l; i--, total_in >>= 8)
        b0[i] = (uint8_t)total_in;
    memset(c->y, 0, 16);
    if (c->mac(c->key, c->y, b0, 16))
        return OB_E_IO;
    for (unsigned i = head_len; i-- > 0; total_aad >>= 8)
        head[i] = (uint8_t)total_aad;
    if (head_len > 2) {
        head[0] = 0xff;
        head[1] = head_len == 6 ? 0xfe : 0xff;
    }
    return absorb(c, 0, head, head_len);
}

static int add_aad(struct ccm *c, uint64_t done, const uint8_t *aad, size_t len)
{
    uint64_t total = c->s->total_aad, pos = aad_head_len(total) + done;
    int err = absorb(c, pos, aad, len);

    if (err == OB_OK && done + len == total && (pos + len) % 16 != 0)
        err = encrypt_y(c);
    return err;
}

/* counter += n over all 128 bits: what overflows the counter's own bytes never does within CCM's limit. */
static void counter_add(uint8_t counter[16], uint64_t n)
{
    for (unsigned i = 16; i-- > 0 && n > 0;) {
        n += counter[i];
        counter[i] = (uint8_t)n;
        n >>= 8;
    }
}

/* The MAC is over the plain text, so before encryption, which may be in place, and after decryption. */
static int add_data(struct ccm *c, struct ob_op *op, uint64_t done, bool encrypt)
{
    static const uint8_t zero[16];
    uint64_t total = c->s->total_in;
    uint8_t *out = op->out, counter[16], part[16] = {0};
    const uint8_t *in = op->in;
    size_t len = op->in_len;
    int err = OB_OK;

    memcpy(counter, c->a0, 16);
    counter_add(counter, 1 + done / 16);
    if (c->blocks && done % 16 == 0 && len >= 16) {
        size_t whole = len & ~(size_t)15;

        err = c->blocks(c->key, encrypt, c->y, counter, out, in, whole / 16);
        in += whole;
        out += whole;
        len -= whole;
        done += whole;
    }
    if (done % 16 != 0) { /* the keystream of a block that was begun is made again */
        uint8_t stream[16];

        err = c->ctr(c->key, counter, part, 0, stream, zero, 16);
        memcpy(part, stream, 16);
        ob_wipe(stream, sizeof stream);
    }
    if (err == OB_OK && encrypt)
        err = absorb(c, done, in, len);
    if (err == OB_OK)
        err = c->ctr(c->key, counter, part, done, out, in, len);
    if (err == OB_OK && !encrypt)
        err = absorb(c, done, out, len);
    if (err == OB_OK && done + len == total && total % 16 != 0)
        err = encrypt_y(c);
    ob_wipe(part, sizeof part);
    return err;
}

static int finish(struct ccm *c, struct ob_op *op, bool encrypt)
{
    uint8_t counter[16], part[16], tag[16];

    memcpy(counter, c->a0, 16);
    if (c->ctr(c->key, counter, part, 0, tag, c->y, 16))
        return OB_E_IO;
    if (encrypt)
        memcpy(op->tag, tag, op->tag_len);
    else if (ob_differ(op->tag, tag, op->tag_len))
        return OB_E_AUTH;
    return OB_OK;
}

int obi_mid_ccm_submit(struct ob_session *s, struct ob_op *op, obi_cbc_mac *mac, obi_ctr *ctr, void *key)
{
    return obi_mid_ccm_submit_with(s, op, mac, ctr, NULL, key);
}

int obi_mid_ccm_submit_with(struct ob_session *s, struct ob_op *op, obi_cbc_mac *mac, obi_ctr *ctr,
                            obi_ccm_blocks *blocks, void *key)
{
    bool first = op->flags & OB_FIRST;
    bool encrypt = (first ? op->flags : s->stream_flags) & OB_ENCRYPT;
    struct ccm c = {.s = s, .mac = mac, .ctr = ctr, .blocks = blocks, .key = key};
    int err = OB_OK;

    if (first) {
        err = begin(&c, op);
    } else {
        memcpy(c.a0, s->mid.iv, 16);
        memcpy(c.y, s->mid.y, 16);
    }
    if (err == OB_OK && op->flags & OB_AAD && op->aad_len > 0)
        err = add_aad(&c, first ? 0 : s->aad_done, op->aad, op->aad_len);
    if (err == OB_OK && op->in_len > 0)
        err = add_data(&c, op, first ? 0 : s->in_done, encrypt);
    if (err == OB_OK && op->flags & OB_LAST) {
        err = finish(&c, op, encrypt);
    } else if (err == OB_OK) {
        memcpy(s->mid.iv, c.a0, 16);
        memcpy(s->mid.y, c.y, 16);
    }
    ob_wipe(&c, sizeof c);
    return err;
}
