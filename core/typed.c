/* SPDX-License-Identifier: Apache-2.0 */
/* The op behind the typed calls of hash and MAC. */
#include <string.h>

#include "core.h"

int obi_feed(struct ob_session *s, uint32_t flags, uint8_t *tag, size_t tag_len, const void *in, size_t in_len)
{
    struct ob_op op;

    obi_op_begin(&op, flags);
    if (s->stream == OB_STREAM_IDLE)
        op.flags |= OB_FIRST;
    else if (flags & OB_FIRST)
        return OB_E_STATE;
    op.tag = tag;
    op.tag_len = tag_len;
    op.in = (const uint8_t *)in;
    op.in_len = in_len;
    return ob_run(s, &op);
}
