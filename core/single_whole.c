/* SPDX-License-Identifier: Apache-2.0 */
/* Whole messages in the core for one engine. They become ops: without a choice to make, no shorter path exists. */
#include "core.h"

int ob_whole(struct ob_session *s, const struct ob_whole *w)
{
    struct ob_op op;

    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    obi_op_begin(&op, OB_FIRST | OB_LAST | OB_AAD | OB_WHOLE_FLAGS(w));
    op.iv = w->iv;
    op.iv_len = OB_WHOLE_IV_LEN(w);
    op.aad = w->aad;
    op.aad_len = w->aad_len;
    op.in = w->in;
    op.in_len = op.out_size = w->in_len;
    op.out = w->out;
    op.tag = w->tag;
    op.tag_len = OB_WHOLE_TAG_LEN(w);
    return ob_submit(s, &op);
}
