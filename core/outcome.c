/* SPDX-License-Identifier: Apache-2.0 */
/* What an op leaves in its session and its buffers when it has ended (DESIGN.md, rule 4). */
#include "core.h"

static bool symmetric(const struct ob_session *s)
{
    return OB_ALG_CLASS(s->alg) != OB_CLASS_PK;
}

void obi_begin_stream(struct ob_session *s, const struct ob_op *op)
{
    bool whole = (op->flags & OB_LAST) != 0;

    s->aad_done = s->in_done = 0;
    s->total_aad = op->total_aad;
    s->total_in = op->total_in;
    if (whole) {
        s->total_aad = op->flags & OB_AAD ? op->aad_len : 0;
        s->total_in = op->in_len;
    }
    s->tag_len = (uint8_t)op->tag_len;
    s->stream_flags = (uint8_t)(op->flags & (OB_ENCRYPT | OB_VERIFY));
    s->stream = OB_STREAM_AAD;
}

void obi_count_done(struct ob_session *s, const struct ob_op *op)
{
    if (op->flags & OB_AAD)
        s->aad_done += op->aad_len;
    s->in_done += op->in_len;
    s->resumed = 0;
    if (op->in_len)
        s->stream = OB_STREAM_DATA;
    if (op->flags & OB_LAST)
        s->stream = OB_STREAM_IDLE;
}

/* True if the op writes its tag instead of comparing it. */
static bool writes_tag(const struct ob_session *s, const struct ob_op *op)
{
    if (op->flags & OB_VERIFY || !(op->flags & OB_LAST))
        return false;
    return OB_ALG_CLASS(s->alg) != OB_CLASS_AEAD || op->flags & OB_ENCRYPT;
}

void obi_wipe_outputs(const struct ob_session *s, const struct ob_op *op)
{
    size_t out_len = symmetric(s) ? obi_expected_len(s, op) : op->out_size;

    ob_wipe(op->out, out_len);
    if (op->tag && writes_tag(s, op))
        ob_wipe(op->tag, op->tag_len);
}
