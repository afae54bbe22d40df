/* SPDX-License-Identifier: Apache-2.0 */
/* GCM from mid-state to mid-state (SP 800-38D, section 7). */
#include "mid_gcm.h"

#include <string.h>

#include "bytes.h"
#include "ghash_ct.h"

struct gcm {
    struct ob_session *s;
    obi_ctr *ctr;
    obi_ghash *ghash;
    void *key;
    uint8_t j0[16];
    uint8_t y[16];
};

/* Encrypt len bytes with the counter blocks from one on, as long as they do not wrap. */
static int ctr_from(const struct gcm *c, const uint8_t first[16], uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t counter[16], part[16];
    int err;

    memcpy(counter, first, 16);
    err = c->ctr(c->key, counter, part, 0, out, in, len);
    ob_wipe(part, sizeof part);
    return err;
}

/* y = y * H */
static void multiply(struct gcm *c)
{
    static const uint8_t zero[16];

    c->ghash(c->key, c->y, zero, 1);
}

/* Hash len bytes after done bytes of the same part of the message. */
static void absorb(struct gcm *c, uint64_t done, const uint8_t *in, size_t len)
{
    unsigned at = (unsigned)(done % 16);

    if (at > 0) {
        for (; at < 16 && len > 0; len--)
            c->y[at++] ^= *in++;
        if (at == 16)
            multiply(c);
    }
    if (len >= 16)
        c->ghash(c->key, c->y, in, len / 16);
    in += len & ~(size_t)15;
    for (size_t i = 0; i < len % 16; i++) /* at the beginning of a block */
        c->y[i] ^= in[i];
}

/* A part of the message of done bytes ends: its last block is filled up with zeros. */
static void pad(struct gcm *c, uint64_t done)
{
    if (done % 16 != 0)
        multiply(c);
}

/* The block of the two lengths. */
static void add_lengths(struct gcm *c, uint64_t first, uint64_t second)
{
    uint8_t block[16];

    obi_store_be64(block, 8 * first);
    obi_store_be64(block + 8, 8 * second);
    absorb(c, 0, block, 16);
}

/* Section 7.1, step 2. */
static void begin(struct gcm *c, const uint8_t *iv, size_t iv_len)
{
    memset(c->y, 0, 16);
    if (iv_len == 12) {
        memcpy(c->j0, iv, 12);
        obi_store_be32(c->j0 + 12, 1);
        return;
    }
    absorb(c, 0, iv, iv_len);
    pad(c, iv_len);
    add_lengths(c, 0, iv_len);
    memcpy(c->j0, c->y, 16);
    memset(c->y, 0, 16);
}

/* XOR the data with the keystream behind J0, whose last 32 bits alone count (section 6.5). */
static int crypt(const struct gcm *c, struct ob_op *op)
{
    static const uint8_t zero[16];
    uint64_t done = c->s->in_done;
    const uint8_t *in = op->in;
    uint8_t *out = op->out, counter[16], block[16];
    int err = OB_OK;

    memcpy(counter, c->j0, 16);
    for (size_t left = op->in_len, n; err == OB_OK && left > 0; left -= n, in += n, out += n, done += n) {
        uint32_t number = obi_load_be32(c->j0 + 12) + 1 + (uint32_t)(done / 16);
        size_t at = (size_t)(done % 16);

        obi_store_be32(counter + 12, number);
        if (at > 0) {
            n = 16 - at < left ? 16 - at : left;
            err = ctr_from(c, counter, block, zero, 16);
            for (size_t i = 0; i < n; i++)
                out[i] = in[i] ^ block[at + i];
        } else {
            /* The number may be secret (section 7.1): the comparison tells no more of it than whether it wraps here. */
            uint32_t blocks = (uint32_t)((left - 1) / 16) + 1;

            n = 0u - number - 1 < blocks - 1 ? (size_t)(0u - number) * 16 : left;
            err = ctr_from(c, counter, out, in, n);
        }
    }
    ob_wipe(block, sizeof block);
    return err;
}

static int end(struct gcm *c, struct ob_op *op, uint64_t aad_done, uint64_t done, bool encrypt)
{
    uint8_t tag[16];
    int err;

    pad(c, done);
    add_lengths(c, aad_done, done);
    err = ctr_from(c, c->j0, tag, c->y, 16);
    if (err == OB_OK && encrypt)
        memcpy(op->tag, tag, op->tag_len);
    else if (err == OB_OK && ob_differ(op->tag, tag, op->tag_len))
        err = OB_E_AUTH;
    ob_wipe(tag, sizeof tag);
    return err;
}

static int run(struct gcm *c, struct ob_op *op, bool encrypt)
{
    uint64_t aad_done = c->s->aad_done, done = c->s->in_done;
    int err;

    if (op->flags & OB_AAD) {
        absorb(c, aad_done, op->aad, op->aad_len);
        aad_done += op->aad_len;
    }
    if (done == 0 && (op->in_len || op->flags & OB_LAST))
        pad(c, aad_done);
    if (encrypt && (err = crypt(c, op)) != OB_OK)
        return err;
    absorb(c, done, encrypt ? op->out : op->in, op->in_len);
    if (op->flags & OB_LAST && (err = end(c, op, aad_done, done + op->in_len, encrypt)) != OB_OK)
        return err;
    return encrypt ? OB_OK : crypt(c, op); /* after the tag, so that a wrong one releases nothing of this op */
}

int obi_mid_gcm_submit_with(struct ob_session *s, struct ob_op *op, obi_ctr *ctr, obi_ghash *ghash, void *key)
{
    struct gcm c = {.s = s, .ctr = ctr, .ghash = ghash, .key = key};
    bool encrypt = (op->flags & OB_FIRST ? op->flags : s->stream_flags) & OB_ENCRYPT;
    int err;

    if (op->flags & OB_FIRST) {
        begin(&c, op->iv, op->iv_len);
    } else {
        memcpy(c.j0, s->mid.iv, 16);
        memcpy(c.y, s->mid.y, 16);
    }
    err = run(&c, op, encrypt);
    if (err == OB_OK) {
        memcpy(s->mid.iv, c.j0, 16);
        memcpy(s->mid.y, c.y, 16);
    }
    ob_wipe(&c, sizeof c);
    return err;
}

/* A cipher without a GHASH of its own. */
struct lent {
    obi_ctr *ctr;
    void *key;
    uint8_t h[16];
};

static int lent_ctr(void *lent, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
                    size_t len)
{
    const struct lent *l = (const struct lent *)lent;

    return l->ctr(l->key, counter, part, done, out, in, len);
}

static void lent_ghash(void *lent, uint8_t y[16], const uint8_t *in, size_t n_blocks)
{
    obi_ghash_ct(y, ((const struct lent *)lent)->h, in, n_blocks);
}

int obi_mid_gcm_submit(struct ob_session *s, struct ob_op *op, obi_ctr *ctr, void *key)
{
    static const uint8_t zero[16];
    struct lent l = {.ctr = ctr, .key = key};
    uint8_t counter[16] = {0}, part[16];
    int err = ctr(key, counter, part, 0, l.h, zero, 16);

    if (err == OB_OK)
        err = obi_mid_gcm_submit_with(s, op, lent_ctr, lent_ghash, &l);
    ob_wipe(part, sizeof part);
    ob_wipe(&l, sizeof l);
    return err;
}
