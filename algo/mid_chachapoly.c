/* SPDX-License-Identifier: Apache-2.0 */
/* The AEAD ChaCha20-Poly1305 (RFC 8439, section 2.8). The stream lives in the session's mid-state: iv is the nonce, h
 * the state of Poly1305, y its incomplete block, filled up with zeros, and part the keystream block in use. */
#include "algo/mid_chachapoly.h"

#include <string.h>

#include "algo/bytes.h"
#include "algo/chacha20.h"
#include "algo/mid_tag.h"
#include "algo/poly1305.h"

#if OB_WITH_AEAD && OB_WITH_CHACHA20_POLY1305

/* Authenticate len bytes after done bytes of the same part of the message. */
static void absorb(struct ob_mid *m, uint64_t done, const uint8_t *in, size_t len)
{
    size_t used = (size_t)done & 15, n = 16 - used;

    if (used && len) {
        if (n > len)
            n = len;
        memcpy(m->y + used, in, n);
        if (used + n == 16)
            obi_poly1305_blocks(m->h, m->y, 1, 1);
        in += n;
        len -= n;
    }
    if (len >= 16)
        obi_poly1305_blocks(m->h, in, len / 16, 1);
    if (len & 15) {
        memset(m->y, 0, sizeof m->y);
        memcpy(m->y, in + (len & ~(size_t)15), len & 15);
    }
}

/* Section 2.8: each part of the message fills up its last block. */
static void pad(struct ob_mid *m, uint64_t done)
{
    if (done & 15)
        obi_poly1305_blocks(m->h, m->y, 1, 1);
}

/* XOR len bytes after done bytes of the message with the keystream. */
static void encrypt(struct ob_session *s, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t *stream = s->mid.part;
    size_t used = (size_t)s->in_done & 63, whole;
    uint32_t state[16];

    for (; used && len; len--) {
        *out++ = *in++ ^ stream[used];
        used = (used + 1) & 63;
    }
    if (!len)
        return;
    obi_chacha20_setup(state, s->key, s->mid.iv, 1 + (uint32_t)((s->in_done + 63) / 64)); /* block 0 made r and s */
    whole = len & ~(size_t)63;
    obi_chacha20_xor(state, out, in, whole / 64);
    if (len &= 63) {
        memset(stream, 0, 64);
        obi_chacha20_xor(state, stream, stream, 1);
        for (size_t i = 0; i < len; i++)
            out[whole + i] = in[whole + i] ^ stream[i];
    }
    ob_wipe(state, sizeof state);
}

static void start(struct ob_session *s, const uint8_t *nonce)
{
    struct ob_mid *m = &s->mid;
    uint32_t state[16];

    memcpy(m->iv, nonce, 12);
    memset(m->part, 0, 64);
    obi_chacha20_setup(state, s->key, nonce, 0);
    obi_chacha20_xor(state, m->part, m->part, 1);
    obi_poly1305_start(m->h, m->part);
    ob_wipe(m->part, 64);
    ob_wipe(state, sizeof state);
}

int obi_mid_chachapoly_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_mid *m = &s->mid;
    uint64_t aad = s->aad_done, total = s->in_done + op->in_len;
    bool encrypting = op->flags & OB_ENCRYPT;
    uint8_t block[16];
    int r = OB_OK;

    if (op->flags & OB_FIRST)
        start(s, op->iv);
    if (op->flags & OB_AAD) {
        absorb(m, aad, op->aad, op->aad_len);
        aad += op->aad_len;
    }
    if (s->in_done == 0 && (op->in_len || op->flags & OB_LAST))
        pad(m, aad);
    if (encrypting)
        encrypt(s, op->out, op->in, op->in_len);
    absorb(m, s->in_done, encrypting ? op->out : op->in, op->in_len);
    if (op->flags & OB_LAST) {
        pad(m, total);
        obi_store_le64(block, aad);
        obi_store_le64(block + 8, total);
        obi_poly1305_blocks(m->h, block, 1, 1);
        obi_poly1305_finish(m->h, block);
        r = obi_mid_tag(op, block, !encrypting);
        ob_wipe(block, sizeof block);
    }
    /* Decryption comes after the tag's comparison, so that a wrong one releases nothing of this op. */
    if (!encrypting && r == OB_OK)
        encrypt(s, op->out, op->in, op->in_len);
    return r;
}

#endif
