/* SPDX-License-Identifier: Apache-2.0 */
/* Calls with wrong lengths, pointers or order. Each is refused before anything is written, and a stream that was under
 * way goes on as if nothing had been asked (error.h). */
#include <string.h>

#include "test/conformance/internal.h"

struct probe {
    struct suite *t;
    struct stream st; /* a good message, one op of which is spoilt */
    uint32_t flags;
    size_t done; /* output that a stream has written already */
    bool aead, cipher, block, ecb;
};

/* Run op, which must be refused with want and leave out and tag as they are. */
static bool refuse(struct probe *p, struct ob_op *op, int want, const char *what)
{
    struct stream *st = &p->st;
    bool compares = p->flags & OB_VERIFY || (p->aead && !(p->flags & OB_ENCRYPT));
    int r = ob_run(st->s, op);

    if (r != want)
        return suite_fail(p->t, what, r);
    if (op->status != want)
        return suite_fail(p->t, "status is not the result", op->status);
    if (st->want_out.data && !region_untouched(&st->out, p->done, st->out.len))
        return suite_fail(p->t, "the output is not untouched", r);
    if (!compares && !region_untouched(&st->tag, 0, st->tag.len))
        return suite_fail(p->t, "the tag is not untouched", r);
    if (!region_guarded(&st->out) || !region_guarded(&st->tag))
        return suite_fail(p->t, "wrote outside a buffer", r);
    suite_count(p->t);
    return true;
}

/* The message in one op. */
static struct ob_op whole(const struct probe *p)
{
    const struct stream *st = &p->st;
    struct ob_op op;

    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_LAST | p->flags | (p->aead ? OB_AAD : 0u);
    op.iv = st->iv.p;
    op.iv_len = st->iv.len;
    op.aad = st->aad.p;
    op.aad_len = st->want_aad.len;
    op.in = st->in.p;
    op.in_len = st->want_in.len;
    if (st->want_out.data) {
        op.out = st->out.p;
        op.out_size = st->out.len;
    }
    op.tag = st->tag.p;
    op.tag_len = st->tag.len;
    return op;
}

static bool tag_lengths(struct probe *p)
{
    uint8_t alg = p->t->v->alg;
    size_t full = ob_alg_tag(alg);

    for (size_t len = 0; len <= full + 1; len++) {
        struct ob_op op = whole(p);
        bool legal;

        switch (OB_ALG_CLASS(alg)) {
        case OB_CLASS_HASH:
            legal = len == full;
            break;
        case OB_CLASS_MAC:
            legal = len >= 4 && len <= full;
            break;
        default:
            legal = alg == OB_AES_CCM             ? len >= 4 && len <= 16 && len % 2 == 0
                    : alg == OB_CHACHA20_POLY1305 ? len == 16
                                                  : len == 4 || len == 8 || (len >= 12 && len <= 16);
            break;
        }
        op.tag_len = len;
        if (!legal && !refuse(p, &op, OB_E_ARG, "a tag of an illegal length"))
            return false;
    }
    return true;
}

static bool iv_lengths(struct probe *p)
{
    static const uint8_t lengths[] = {0, 1, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 32};
    uint8_t alg = p->t->v->alg;

    for (size_t i = 0; i < sizeof lengths; i++) {
        struct ob_op op = whole(p);
        size_t len = lengths[i];
        bool legal;

        if (p->cipher)
            legal = len == (p->ecb ? 0 : ob_alg_block(alg));
        else
            legal = alg == OB_AES_CCM ? len >= 7 && len <= 13 : alg == OB_CHACHA20_POLY1305 ? len == 12 : len != 0;
        op.iv_len = len;
        if (!legal && !refuse(p, &op, OB_E_ARG, "an IV of an illegal length"))
            return false;
    }
    return true;
}

static bool buffers(struct probe *p)
{
    struct ob_op op = whole(p);

    if (op.in_len) {
        op.in = NULL;
        if (!refuse(p, &op, OB_E_ARG, "no input"))
            return false;
    }
    if (op.iv_len) {
        op = whole(p);
        op.iv = NULL;
        if (!refuse(p, &op, OB_E_ARG, "no IV"))
            return false;
    }
    if (!p->cipher) {
        op = whole(p);
        op.tag = NULL;
        if (!refuse(p, &op, OB_E_ARG, "no tag"))
            return false;
    }
    if (p->aead && p->st.want_aad.len) {
        op = whole(p);
        op.aad = NULL;
        if (!refuse(p, &op, OB_E_ARG, "no AAD"))
            return false;
    }
    if (!p->st.want_out.data || !p->st.want_in.len)
        return true;
    op = whole(p);
    op.out_size = op.in_len - 1;
    if (!refuse(p, &op, OB_E_ARG, "an output buffer that is too small"))
        return false;
    op = whole(p);
    op.out = NULL;
    if (!refuse(p, &op, OB_E_ARG, "no output buffer"))
        return false;
    op = whole(p);
    op.in = op.out + 1; /* the output would run behind the input that is still to be read */
    op.in_len = p->st.want_in.len;
    if (op.in_len > 1 && !refuse(p, &op, OB_E_ARG, "buffers that overlap"))
        return false;
    op = whole(p);
    op.in = op.out;
    op.out++;
    op.out_size--;
    return op.in_len <= 1 || refuse(p, &op, OB_E_ARG, "buffers that overlap");
}

/* Partial blocks, and XTS units that are too short. */
static bool data_lengths(struct probe *p)
{
    size_t unit = p->st.cut.shape.unit, len = p->st.want_in.len;
    bool xts = p->t->v->alg == OB_AES_XTS;

    for (size_t n = 0; n <= len && n < 4 * unit; n++) {
        struct ob_op op = whole(p);

        op.in_len = n;
        if (!xts && n % unit && !refuse(p, &op, OB_E_ARG, "a partial block"))
            return false;
        if (xts && n < 16 && !refuse(p, &op, OB_E_ARG, "a unit shorter than a block"))
            return false;
        op.flags &= ~(uint32_t)OB_LAST;
        if (n % unit && !refuse(p, &op, OB_E_ARG, "a partial block in mid-stream"))
            return false;
    }
    return true;
}

/* Calls without a stream. */
static bool idle(struct probe *p)
{
    struct ob_op op = whole(p);

    op.flags &= ~(uint32_t)OB_FIRST;
    if (!refuse(p, &op, OB_E_STATE, "the end of a stream that has not begun"))
        return false;
    op.flags &= ~(uint32_t)OB_LAST;
    return refuse(p, &op, OB_E_STATE, "the middle of a stream that has not begun");
}

/* Wrong calls between the two parts of a stream, which then ends well. */
static bool in_mid_stream(struct probe *p)
{
    struct stream *st = &p->st;
    struct ob_op op;
    size_t left;

    stream_again(st);
    st->cut.mode = CUT_AT;
    st->cut.at = cut_place(&st->cut.shape, cut_places(&st->cut.shape) / 2);
    if (stream_step(st) < 0)
        return false;
    p->done = st->at > st->want_aad.len ? st->at - st->want_aad.len : 0;
    left = st->out.len - p->done;
    op = whole(p);
    op.flags &= ~(uint32_t)(OB_FIRST | OB_AAD);
    op.in = st->in.p;
    if (p->cipher || p->aead) {
        op.in_len = 16;
        op.out_size = 15;
        op.out = st->out.p + p->done;
        if (st->want_in.len >= 16 && left >= 16 && !refuse(p, &op, OB_E_ARG, "an output buffer that is too small"))
            return false;
        op.out_size = left;
        op.in_len = 0;
        op.flags = (op.flags & ~(uint32_t)OB_LAST) ^ OB_ENCRYPT;
        if (!refuse(p, &op, OB_E_STATE, "another direction"))
            return false;
        op.flags ^= OB_ENCRYPT;
    }
    if (p->aead && p->done) {
        op.flags |= OB_AAD;
        op.aad = st->in.p;
        op.aad_len = 1;
        if (!refuse(p, &op, OB_E_STATE, "AAD after data"))
            return false;
    }
    op = whole(p);
    op.flags &= ~(uint32_t)(OB_FIRST | OB_AAD);
    op.in_len = 0;
    if (!p->cipher) {
        op.tag_len = ob_alg_tag(p->t->v->alg) + 1;
        if (!refuse(p, &op, OB_E_ARG, "a tag that is too long"))
            return false;
    }
    if (ob_session_pin(st->s, p->t->engine) != OB_E_STATE || ob_session_require(st->s, 0) != OB_E_STATE ||
        ob_session_relax(st->s, 0) != OB_E_STATE)
        return suite_fail(p->t, "requirements changed in mid-stream", OB_OK);
    p->done = 0;
    if (!stream_finish(st))
        return false;
    suite_count(p->t);
    return true;
}

/* Limits of the standards, reached by a simulated count: GCM 2^36 - 32 bytes and 2^61 - 1 bytes of AAD (SP 800-38D),
 * ChaCha20-Poly1305 2^38 - 64 (RFC 8439, section 2.8), XTS 2^20 blocks (SP 800-38E), hashes 2^61 - 1 (FIPS 180-4). */
static bool limits(struct probe *p)
{
    struct stream *st = &p->st;
    uint8_t alg = p->t->v->alg;
    uint64_t most;
    struct ob_op op = whole(p);

    switch (alg) {
    case OB_AES_GCM:
    case OB_SM4_GCM:
        most = (UINT64_C(1) << 36) - 32;
        break;
    case OB_CHACHA20_POLY1305:
        most = (UINT64_C(1) << 38) - 64;
        break;
    case OB_AES_XTS:
        most = UINT64_C(1) << 24;
        break;
    default:
        if (OB_ALG_CLASS(alg) != OB_CLASS_HASH)
            return true;
        most = (UINT64_C(1) << 61) - 1;
        break;
    }
    if (st->want_in.len < 32)
        return true;
    stream_again(st);
    op.flags = OB_FIRST | (p->flags & OB_ENCRYPT);
    op.in_len = 0;
    if (ob_run(st->s, &op) != OB_OK)
        return suite_fail(p->t, "no stream", op.status);
    st->s->in_done = most - 16;
    op.flags = p->flags & OB_ENCRYPT;
    op.in_len = 32;
    if (!refuse(p, &op, OB_E_ARG, "data beyond the standard's limit"))
        return false;
    st->s->in_done = most;
    op.in_len = st->cut.shape.unit;
    if (!refuse(p, &op, OB_E_ARG, "data beyond the standard's limit"))
        return false;
    st->s->in_done = 0;
    if (alg == OB_AES_GCM || alg == OB_SM4_GCM) {
        st->s->aad_done = (UINT64_C(1) << 61) - 1;
        op.flags |= OB_AAD;
        op.aad = st->in.p;
        op.aad_len = 1;
        op.in_len = 0;
        if (!refuse(p, &op, OB_E_ARG, "AAD beyond the standard's limit"))
            return false;
        st->s->aad_done = 0;
    }
    return ob_session_reset(st->s) == OB_OK ? true : suite_fail(p->t, "no reset", OB_E_STATE);
}

/* The first block of CCM binds the lengths; its length field has 15 bytes less the nonce's (SP 800-38C, A.1). */
static bool ccm(struct probe *p)
{
    struct stream *st = &p->st;
    uint64_t aad_len = st->want_aad.len, in_len = st->want_in.len;
    struct ob_op op = whole(p);

    if (p->t->v->alg != OB_AES_CCM)
        return true;
    op.flags &= ~(uint32_t)(OB_LAST | OB_AAD);
    op.in_len = 0;
    op.total_aad = aad_len;
    if (op.iv_len > 7) {
        op.total_in = UINT64_C(1) << (8 * (15 - op.iv_len));
        if (!refuse(p, &op, OB_E_ARG, "more data than the nonce allows"))
            return false;
    }
    op.total_in = in_len;
    op.tag_len = 5;
    if (!refuse(p, &op, OB_E_ARG, "a tag of an illegal length"))
        return false;
    op.tag_len = st->tag.len;
    if (ob_run(st->s, &op) != OB_OK)
        return suite_fail(p->t, "no stream", op.status);
    op.flags = (p->flags & OB_ENCRYPT) | OB_AAD;
    op.aad = st->aad.p;
    op.aad_len = st->want_aad.len + 1;
    if (!refuse(p, &op, OB_E_ARG, "more AAD than stated"))
        return false;
    op.flags = p->flags & OB_ENCRYPT;
    op.in_len = st->want_in.len + 1;
    if (!refuse(p, &op, OB_E_ARG, "more data than stated"))
        return false;
    if (in_len) {
        op.flags |= OB_LAST;
        op.in_len = st->want_in.len - 1;
        if (!refuse(p, &op, OB_E_ARG, "less data than stated"))
            return false;
    }
    return ob_session_reset(st->s) == OB_OK ? true : suite_fail(p->t, "no reset", OB_E_STATE);
}

/* Decryption in parts must be asked for. */
static bool unverified(struct probe *p)
{
    struct ob_op op = whole(p);

    if (!p->aead || p->flags & OB_ENCRYPT)
        return true;
    if (ob_session_relax(p->st.s, OB_SESSION_UNVERIFIED) != OB_OK)
        return suite_fail(p->t, "no requirement", OB_E_STATE);
    op.flags &= ~(uint32_t)OB_LAST;
    op.total_aad = op.aad_len;
    op.total_in = op.in_len;
    if (!refuse(p, &op, OB_E_STATE, "text before its tag"))
        return false;
    return ob_session_require(p->st.s, OB_SESSION_UNVERIFIED) == OB_OK;
}

void layout_arguments(struct suite *t, uint32_t flags)
{
    struct probe p;
    uint8_t alg = t->v->alg;

    memset(&p, 0, sizeof p);
    p.t = t;
    p.flags = flags;
    p.aead = OB_ALG_CLASS(alg) == OB_CLASS_AEAD;
    p.cipher = OB_ALG_CLASS(alg) == OB_CLASS_CIPHER;
    p.ecb = alg == OB_AES_ECB || alg == OB_DES_ECB || alg == OB_DES3_ECB || alg == OB_SM4_ECB;
    p.block = stream_shape(t->v, flags).unit > 1;
    if (alg == OB_NULL || !stream_open(t, t->v, &t->sessions[0], flags, THIS_ENGINE))
        return;
    if (stream_init(&p.st, t, t->v, &t->sessions[0], flags, FORM_APART, 0)) {
        bool ok = p.cipher || tag_lengths(&p);

        ok = ok && (!(p.aead || p.cipher) || iv_lengths(&p));
        ok = ok && buffers(&p) && (!p.block || data_lengths(&p)) && idle(&p) && unverified(&p);
        ok = ok && limits(&p) && ccm(&p) && in_mid_stream(&p);
        stream_again(&p.st);
        p.st.cut.mode = CUT_WHOLE;
        if (ok && stream_finish(&p.st)) /* the session is none the worse */
            suite_count(t);
    }
    ob_session_close(&t->sessions[0]);
}
