/* SPDX-License-Identifier: Apache-2.0 */
/* What an op leaves in its session and its buffers when it has ended (DESIGN.md, rule 4). */
#include <outboard/pk.h>

#include "core.h"

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

/* True if the result of op is in its tag: a digest, MAC, AEAD tag or signature. */
static bool has_tag(const struct ob_session *s, const struct ob_op *op)
{
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_CIPHER:
        return false;
    case OB_CLASS_PK:
        return OB_WITH_PK && !(op->flags & OB_GENERATE) && ob_pk_signature_len(s->alg, s->curve, s->bits) != 0;
    default:
        return true;
    }
}

/* True if op writes its tag instead of comparing it. */
static bool writes_tag(const struct ob_session *s, const struct ob_op *op)
{
    if (op->flags & OB_VERIFY || !(op->flags & OB_LAST) || !has_tag(s, op))
        return false;
    return OB_ALG_CLASS(s->alg) != OB_CLASS_AEAD || op->flags & OB_ENCRYPT;
}

void obi_wipe_outputs(const struct ob_session *s, const struct ob_op *op)
{
    size_t out_len = obi_expected_len(s, op);

    if (OB_ALG_CLASS(s->alg) == OB_CLASS_PK && !has_tag(s, op))
        out_len = op->out_size;
    ob_wipe(op->out, out_len);
    if (op->tag && writes_tag(s, op))
        ob_wipe(op->tag, op->tag_len);
}
