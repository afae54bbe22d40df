/* SPDX-License-Identifier: Apache-2.0 */
/* The ops of the typed functions, most of which are inline in their headers. Messages in one call: whole.c. */
#include <outboard/aead.h>

#include "core.h"

int ob_feed(struct ob_session *s, uint32_t flags, void *to, size_t to_len, const void *from, size_t from_len)
{
    struct ob_op op;

#if !OBI_SINGLE
    if ((flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST) && s->alg < OB_AES_ECB && to_len < 256) {
        const struct ob_whole w = {.shape = OB_WHOLE_SHAPE(flags & ~(uint32_t)(OB_FIRST | OB_LAST), 0, to_len),
                                   .in = (const uint8_t *)from,
                                   .in_len = from_len,
                                   .tag = (uint8_t *)to};

        return ob_whole(s, &w);
    }
#endif
    if (OBI_HASH_ONLY || s->alg < OB_AES_ECB) {
        if (s->stream == OB_STREAM_IDLE)
            flags |= OB_FIRST;
        else if (flags & OB_FIRST)
            return OB_E_STATE;
    }
    /* The op's flags and the algorithm's class decide which of these fields are used. */
    obi_op_begin(&op, flags);
    op.tag = (uint8_t *)to;
    op.tag_len = to_len;
    op.in = (const uint8_t *)from;
    if (!OBI_HASH_ONLY) {
        op.out = (uint8_t *)to;
        op.out_size = to_len;
        op.aad = (const uint8_t *)from;
        op.aad_len = from_len;
    }
    if (!(OB_WITH_AEAD && flags & OB_AAD))
        op.in_len = from_len;
    return obi_run(s, &op);
}

#if OBI_SINGLE && !OBI_HASH_ONLY
int ob_typed(struct ob_session *s, struct ob_op *op, unsigned cls)
{
    if (op->flags & OB_LAST ? s->stream != OB_STREAM_IDLE : OB_ALG_CLASS(s->alg) != cls)
        return OB_E_STATE;
    op->deadline_ns = 0;
    return obi_run(s, op);
}
#endif

#if !OBI_SINGLE && (OB_WITH_CIPHER || OB_WITH_AEAD)
int ob_begin(struct ob_session *s, unsigned cls, uint8_t dir, struct ob_op *op)
{
    if (OB_ALG_CLASS(s->alg) != cls)
        return OB_E_STATE;
    if (cls == OB_CLASS_CIPHER)
        return obi_cipher_begin(s, dir, op->iv, op->iv_len, op->total_in);
    if (dir != OB_DIR_ENCRYPT && dir != OB_DIR_DECRYPT)
        return OB_E_ARG;
    obi_op_no_data(op);
    op->flags = OB_FIRST | (dir == OB_DIR_ENCRYPT ? (uint32_t)OB_ENCRYPT : 0u);
    return obi_run(s, op);
}
#endif
