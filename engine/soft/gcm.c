/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: GCM over AES and SM4 (SP 800-38D, section 7; RFC 8998). */
#include "engine/soft/block.h"

#include "algo/bytes.h"
#include "algo/ghash_ct.h"

#ifdef OBI_SOFT_GCM

void obi_soft_gcm_open(struct ob_session *s)
{
    uint8_t *h = obi_soft_block(s)->extra.h;

    obi_soft_block_key(s, s->key, s->key_len);
    memset(h, 0, 16);
    obi_soft_block_encrypt(s, h, h, 1);
}

/* Hash len bytes after done bytes of the same part of the message. */
static void absorb(const uint8_t h[16], uint8_t y[16], uint64_t done, const uint8_t *in, size_t len)
{
    size_t at = (size_t)done & 15;

    while (len) {
        if (!OB_SMALL && at == 0 && len >= 16) {
            obi_ghash_ct(y, h, in, len / 16);
            in += len & ~(size_t)15;
            len &= 15;
            continue;
        }
        y[at++] ^= *in++;
        len--;
        if (at == 16) {
            obi_ghash_ct_mul(y, h);
            at = 0;
        }
    }
}

/* A part of the message of done bytes ends: its last block is filled up with zeros. */
static void pad(const uint8_t h[16], uint8_t y[16], uint64_t done)
{
    if (done & 15)
        obi_ghash_ct_mul(y, h);
}

/* The part of second bytes ends, and with it what is hashed: its last block, and the block of the two lengths. */
static void finish(const uint8_t h[16], uint8_t y[16], uint64_t first, uint64_t second)
{
    uint8_t block[16];

    pad(h, y, second);
    obi_store_be64(block, 8 * first);
    obi_store_be64(block + 8, 8 * second);
    absorb(h, y, 0, block, 16);
}

/* Section 7.1, steps 2 and 4: the first counter block. */
static void start(const uint8_t h[16], struct ob_mid *m, const uint8_t *iv, size_t iv_len)
{
    memset(m->y, 0, 16);
    memset(m->iv, 0, 16);
    if (iv_len == 12) {
        memcpy(m->iv, iv, 12);
        m->iv[15] = 1;
        return;
    }
    absorb(h, m->iv, 0, iv, iv_len);
    finish(h, m->iv, 0, iv_len);
}

/* XOR the next len bytes of the message with the keystream; block 0 of it is for the tag. */
static void encrypt(struct ob_session *s, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t counter[16];

    memcpy(counter, s->mid.iv, 16);
    obi_store_be32(counter + 12, obi_load_be32(counter + 12) + 1 + (uint32_t)(s->in_done >> 4));
    obi_soft_block_stream(s, counter, 4, NULL, (size_t)s->in_done & 15, out, in, len);
}

int obi_soft_gcm(struct ob_session *s, struct ob_op *op)
{
    const uint8_t *h = obi_soft_block(s)->extra.h;
    uint8_t *y = s->mid.y, tag[16];
    uint64_t aad = s->aad_done, total = s->in_done + op->in_len;
    bool encrypting = op->flags & OB_ENCRYPT;
    int r = OB_OK;

    if (op->flags & OB_FIRST)
        start(h, &s->mid, op->iv, op->iv_len);
    if (op->flags & OB_AAD) {
        absorb(h, y, aad, op->aad, op->aad_len);
        aad += op->aad_len;
    }
    if (s->in_done == 0 && (op->in_len || op->flags & OB_LAST))
        pad(h, y, aad);
    if (encrypting)
        encrypt(s, op->out, op->in, op->in_len);
    absorb(h, y, s->in_done, encrypting ? op->out : op->in, op->in_len);
    if (op->flags & OB_LAST) {
        finish(h, y, aad, total);
        obi_soft_block_encrypt(s, tag, s->mid.iv, 1);
        obi_soft_xor(tag, tag, y, 16);
        r = obi_soft_tag(op, tag, !encrypting);
        ob_wipe(tag, sizeof tag);
    }
    /* Decryption comes after the tag's comparison, so that a wrong one releases nothing of this op. */
    if (!encrypting && r == OB_OK)
        encrypt(s, op->out, op->in, op->in_len);
    return r;
}

#endif
