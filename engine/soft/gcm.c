/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: GCM over AES and SM4 (SP 800-38D, section 7; RFC 8998). */
#include "engine/soft/block.h"

#include "algo/bytes.h"
#include "algo/ghash_ct.h"
#include "algo/mid_tag.h"

#ifdef OBI_SOFT_GCM

void obi_soft_gcm_open(struct ob_session *s)
{
    uint8_t *h = obi_soft_block(s)->extra.h;

    obi_soft_block_key(s, s->key, s->key_len);
    memset(h, 0, 16);
    obi_soft_block_encrypt(s, h, h, 1);
}

static void multiply(struct ob_session *s)
{
    obi_ghash_ct_mul(s->mid.y, obi_soft_block(s)->extra.h);
}

/* Add len bytes to the hash, after done bytes of the same part of the message (AAD or data). Only the low bits of done
 * matter. */
static void absorb(struct ob_session *s, size_t done, const uint8_t *in, size_t len)
{
    uint8_t *y = s->mid.y;
    size_t at = done & 15;

    while (len) {
        if (!OB_SMALL && at == 0 && len >= 16) {
            obi_ghash_ct(y, obi_soft_block(s)->extra.h, in, len / 16);
            in += len & ~(size_t)15;
            len &= 15;
            continue;
        }
        y[at++] ^= *in++;
        len--;
        if (at == 16) {
            multiply(s);
            at = 0;
        }
    }
}

/* End a part of the message (AAD or data) after done bytes: pad its last block with zeros and multiply. */
static void pad(struct ob_session *s, size_t done)
{
    if (done & 15)
        multiply(s);
}

/* End the data after second bytes: hash its last block and the block of the two lengths. */
static void finish(struct ob_session *s, uint64_t first, uint64_t second)
{
    uint8_t block[16];

    pad(s, (size_t)second);
    obi_store_be64(block, 8 * first);
    obi_store_be64(block + 8, 8 * second);
    absorb(s, 0, block, 16);
}

/* Section 7.1, steps 2 and 4: the first counter block. */
static void start(struct ob_session *s, const uint8_t *iv, size_t iv_len)
{
    struct ob_mid *m = &s->mid;

    memset(m->y, 0, 16);
    if (iv_len == 12) {
        memcpy(m->y, iv, 12);
        m->y[15] = 1;
    } else {
        absorb(s, 0, iv, iv_len);
        finish(s, 0, iv_len);
    }
    memcpy(m->iv, m->y, 16);
    memset(m->y, 0, 16);
}

/* XOR the next len bytes of the message with the keystream, whose block 0 is reserved for the tag. */
static void encrypt(struct ob_session *s, const struct ob_op *op)
{
    uint8_t counter[16];

    memcpy(counter, s->mid.iv, 16);
    obi_store_be32(counter + 12, obi_load_be32(counter + 12) + 1 + (uint32_t)(s->in_done >> 4));
    obi_soft_block_stream(s, counter, 4, NULL, (size_t)s->in_done & 15, op->out, op->in, op->in_len);
}

int obi_soft_gcm(struct ob_session *s, struct ob_op *op)
{
    uint64_t aad = s->aad_done;
    bool encrypting = op->flags & OB_ENCRYPT;
    int r = OB_OK;

    if (op->flags & OB_FIRST)
        start(s, op->iv, op->iv_len);
    if (op->flags & OB_AAD) {
        absorb(s, (size_t)aad, op->aad, op->aad_len);
        aad += op->aad_len;
    }
    if (s->in_done == 0 && (op->in_len || op->flags & OB_LAST))
        pad(s, (size_t)aad);
    if (encrypting)
        encrypt(s, op);
    absorb(s, (size_t)s->in_done, encrypting ? op->out : op->in, op->in_len);
    if (op->flags & OB_LAST) {
        uint8_t tag[16];

        finish(s, aad, s->in_done + op->in_len);
        obi_soft_block_encrypt(s, tag, s->mid.iv, 1);
        obi_xor(tag, tag, s->mid.y, 16);
        r = obi_mid_tag(op, tag, !encrypting);
        ob_wipe(tag, sizeof tag);
    }
    /* compare the tag before decrypting, so that a wrong tag releases no text of this op */
    if (!encrypting && r == OB_OK)
        encrypt(s, op);
    return r;
}

#endif
