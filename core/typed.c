/* SPDX-License-Identifier: Apache-2.0 */
/* The op behind the typed calls that take no IV. */
#include "core.h"

int obi_feed(struct ob_session *s, uint32_t flags, void *to, size_t to_len, const void *from, size_t from_len)
{
    struct ob_op op;

    if (!(OB_WITH_CIPHER || OB_WITH_AEAD) || s->alg < OB_AES_ECB) {
        if (s->stream == OB_STREAM_IDLE)
            flags |= OB_FIRST;
        else if (flags & OB_FIRST)
            return OB_E_STATE;
    }
    obi_op_begin(&op, flags);
#if OB_WITH_AEAD
    if (flags & OB_AAD) {
        op.aad = (const uint8_t *)from;
        op.aad_len = from_len;
    } else
#endif
    {
        op.in = (const uint8_t *)from;
        op.in_len = from_len;
    }
#if OB_WITH_CIPHER || OB_WITH_AEAD
    if (!(flags & OB_LAST) || OB_ALG_CLASS(s->alg) == OB_CLASS_CIPHER) {
        op.out = (uint8_t *)to;
        op.out_size = to_len;
    } else
#endif
    {
        op.tag = (uint8_t *)to;
        op.tag_len = to_len;
    }
    return obi_run(s, &op);
}
