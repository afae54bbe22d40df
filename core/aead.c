/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the AEAD class. */
#include <outboard/aead.h>

#include <string.h>

#include "core.h"

int ob_aead_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_AEAD ? ob_session_open(s, d, alg, key, key_len) : OB_E_ARG;
}

static int one_shot(struct ob_session *s, uint32_t flags, uint8_t *out, size_t out_size, uint8_t *tag, size_t tag_len,
                    const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                    size_t in_len)
{
    struct ob_op op;

    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    obi_op_begin(&op, flags | OB_FIRST | OB_LAST | OB_AAD);
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
    return ob_run(s, &op);
}

int ob_aead_encrypt(struct ob_session *s, uint8_t *out, size_t out_size, uint8_t *tag, size_t tag_len,
                    const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                    size_t in_len)
{
    return one_shot(s, OB_ENCRYPT, out, out_size, tag, tag_len, iv, iv_len, aad, aad_len, in, in_len);
}

int ob_aead_decrypt(struct ob_session *s, uint8_t *out, size_t out_size, const uint8_t *iv, size_t iv_len,
                    const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t in_len, const uint8_t *tag,
                    size_t tag_len)
{
    return one_shot(s, 0, out, out_size, (uint8_t *)(uintptr_t)tag, tag_len, iv, iv_len, aad, aad_len, in, in_len);
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
    return ob_run(s, &op);
}

/* Go on with the stream. */
static int go_on(struct ob_session *s, uint32_t flags, const uint8_t *aad, size_t aad_len, uint8_t *out,
                 size_t out_size, const uint8_t *in, size_t in_len, uint8_t *tag, size_t tag_len)
{
    struct ob_op op;

    if (s->stream == OB_STREAM_IDLE)
        return OB_E_STATE;
    obi_op_begin(&op, flags | s->stream_flags);
    op.aad = aad;
    op.aad_len = aad_len;
    op.in = in;
    op.in_len = in_len;
    op.out = out;
    op.out_size = out_size;
    op.tag = tag;
    op.tag_len = tag_len;
    return ob_run(s, &op);
}

int ob_aead_aad(struct ob_session *s, const uint8_t *aad, size_t aad_len)
{
    return go_on(s, OB_AAD, aad, aad_len, NULL, 0, NULL, 0, NULL, 0);
}

int ob_aead_update(struct ob_session *s, uint8_t *out, size_t out_size, const uint8_t *in, size_t in_len)
{
    return go_on(s, 0, NULL, 0, out, out_size, in, in_len, NULL, 0);
}

int ob_aead_finish(struct ob_session *s, uint8_t *tag, size_t tag_len)
{
    if (!(s->stream_flags & OB_ENCRYPT))
        return OB_E_STATE;
    return go_on(s, OB_LAST, NULL, 0, NULL, 0, NULL, 0, tag, tag_len);
}

int ob_aead_verify(struct ob_session *s, const uint8_t *tag, size_t tag_len)
{
    if (s->stream_flags & OB_ENCRYPT)
        return OB_E_STATE;
    return go_on(s, OB_LAST, NULL, 0, NULL, 0, NULL, 0, (uint8_t *)(uintptr_t)tag, tag_len);
}
