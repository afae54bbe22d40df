/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the AEAD class. */
#include <outboard/aead.h>

#include "core.h"

int ob_aead_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_AEAD ? ob_session_open(s, d, alg, key, key_len) : OB_E_ARG;
}

static int one_shot(struct ob_session *s, struct ob_op *op)
{
    return s->stream == OB_STREAM_IDLE ? obi_run(s, op) : OB_E_STATE;
}

int ob_aead_encrypt(struct ob_session *s, uint8_t *out, size_t out_size, uint8_t *tag, size_t tag_len,
                    const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                    size_t in_len)
{
    struct ob_op op;

    obi_op_begin(&op, OB_FIRST | OB_LAST | OB_AAD | OB_ENCRYPT);
    op.iv = iv;
    op.iv_len = iv_len;
    op.aad = aad;
    op.aad_len = aad_len;
    op.in = in;
    op.in_len = in_len;
    op.out = out;
    op.out_size = out_size;
    op.tag = tag;
    op.tag_len = tag_len;
    return one_shot(s, &op);
}

int ob_aead_decrypt(struct ob_session *s, uint8_t *out, size_t out_size, const uint8_t *iv, size_t iv_len,
                    const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t in_len, const uint8_t *tag,
                    size_t tag_len)
{
    struct ob_op op;

    obi_op_begin(&op, OB_FIRST | OB_LAST | OB_AAD);
    op.iv = iv;
    op.iv_len = iv_len;
    op.aad = aad;
    op.aad_len = aad_len;
    op.in = in;
    op.in_len = in_len;
    op.out = out;
    op.out_size = out_size;
    op.tag = (uint8_t *)(uintptr_t)tag;
    op.tag_len = tag_len;
    return one_shot(s, &op);
}

int ob_aead_start(struct ob_session *s, uint8_t dir, const uint8_t *iv, size_t iv_len, uint64_t total_aad,
                  uint64_t total_in, size_t tag_len)
{
    struct ob_op op;

    if (OB_ALG_CLASS(s->alg) != OB_CLASS_AEAD)
        return OB_E_STATE;
    if (dir != OB_DIR_ENCRYPT && dir != OB_DIR_DECRYPT)
        return OB_E_ARG;
    obi_op_begin(&op, OB_FIRST | (dir == OB_DIR_ENCRYPT ? OB_ENCRYPT : 0u));
    op.iv = iv;
    op.iv_len = iv_len;
    op.total_aad = total_aad;
    op.total_in = total_in;
    op.tag_len = tag_len;
    return obi_run(s, &op);
}

int ob_aead_aad(struct ob_session *s, const uint8_t *aad, size_t aad_len)
{
    return obi_feed(s, OB_AAD | s->stream_flags, NULL, 0, aad, aad_len);
}

int ob_aead_update(struct ob_session *s, uint8_t *out, size_t out_size, const uint8_t *in, size_t in_len)
{
    return obi_feed(s, s->stream_flags, out, out_size, in, in_len);
}

/* The direction that these two state must be the stream's. */
int ob_aead_finish(struct ob_session *s, uint8_t *tag, size_t tag_len)
{
    return obi_feed(s, OB_LAST | OB_ENCRYPT, tag, tag_len, NULL, 0);
}

int ob_aead_verify(struct ob_session *s, const uint8_t *tag, size_t tag_len)
{
    return obi_feed(s, OB_LAST, (void *)(uintptr_t)tag, tag_len, NULL, 0);
}
