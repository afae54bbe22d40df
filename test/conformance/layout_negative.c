/* SPDX-License-Identifier: Apache-2.0 */
/* What must not pass: vectors of the sources that say so, and good ones with a bit changed. Outputs are wiped after
 * OB_E_AUTH and untouched after OB_E_ARG (DESIGN.md, rule 4). */
#include <string.h>

#include "test/conformance/internal.h"

/* The buffers of one op that is to fail. */
struct attempt {
    struct region iv, aad, in, out, tag;
    size_t len; /* of the whole input */
    struct ob_op op;
};

static bool prepare(struct suite *t, struct attempt *a, struct ob_bytes in, uint32_t flags, bool in_place)
{
    const struct vector *v = t->v;
    struct arena *m = &t->arena;
    bool has_out = OB_ALG_CLASS(v->alg) >= OB_CLASS_CIPHER;

    memset(a, 0, sizeof *a);
    m->used = 0;
    if (!arena_copy(m, &a->iv, v->field[FIELD_IV].data, v->field[FIELD_IV].len, 0, 0) ||
        !arena_copy(m, &a->aad, v->field[FIELD_AAD].data, v->field[FIELD_AAD].len, 0, 0) ||
        !arena_copy(m, &a->in, in.data, in.len, GUARD_LEN, 0) ||
        !arena_copy(m, &a->tag, v->field[FIELD_TAG].data, v->field[FIELD_TAG].len, 0, 0)) {
        t->too_long++;
        return false;
    }
    a->len = in.len;
    a->out = a->in;
    if (has_out && !in_place && !arena_take(m, &a->out, in.len + GUARD_LEN, 0)) {
        t->too_long++;
        return false;
    }
    a->op.flags = OB_FIRST | OB_LAST | flags | (a->aad.len ? OB_AAD : 0u);
    a->op.iv = a->iv.p;
    a->op.iv_len = a->iv.len;
    a->op.aad = a->aad.p;
    a->op.aad_len = a->aad.len;
    a->op.in = a->in.p;
    a->op.in_len = in.len;
    if (has_out) {
        a->op.out = a->out.p;
        a->op.out_size = a->out.len;
    }
    a->op.tag = a->tag.p;
    a->op.tag_len = a->tag.len;
    return true;
}

/* How an attempt that must fail went: as it must; declined, and as it must elsewhere; in another way, and reported. */
enum went { RIGHT, DECLINED, WRONG };

/* Ended with r, and must have with want: see what it left behind. */
static bool ended(struct suite *t, const struct attempt *a, int r, int want)
{
    bool in_place = a->op.out == a->op.in && a->op.in;
    bool ok = true;

    if (r != want)
        return suite_fail(t, r == OB_OK ? "passed" : "failed in the wrong way", r);
    if (a->op.out && !in_place) {
        if (want == OB_E_AUTH)
            ok = region_wiped(&a->out, 0, a->op.in_len) && region_untouched(&a->out, a->op.in_len, a->out.len);
        else
            ok = region_untouched(&a->out, 0, a->out.len);
    } else if (a->op.out && want == OB_E_AUTH) {
        ok = region_wiped(&a->out, 0, a->op.in_len) && region_untouched(&a->out, a->len, a->out.len);
    }
    if (!ok)
        return suite_fail(t, want == OB_E_AUTH ? "the output is not wiped" : "the output is not untouched", r);
    if (!region_guarded(&a->out) || !region_guarded(&a->tag) || !region_guarded(&a->in))
        return suite_fail(t, "wrote outside a buffer", r);
    return true;
}

/* Run the attempt, which must end with want. An engine may decline it, and then has not touched anything; another one
 * that takes it must say what is wrong. */
static enum went must_fail(struct suite *t, struct ob_session *s, struct attempt *a, int want)
{
    int r = ob_run(s, &a->op);

    if (r != OB_E_DECLINED) {
        if (!ended(t, a, r, want))
            return WRONG;
        suite_count(t);
        return RIGHT;
    }
    if (!ended(t, a, r, r))
        return WRONG;
    if (suite_has_other(t)) {
        if (ob_session_pin(s, NULL) != OB_OK || !ended(t, a, ob_run(s, &a->op), want))
            return WRONG;
        if (ob_session_pin(s, t->engine) != OB_OK)
            return WRONG;
    }
    return DECLINED;
}

/* ---- vectors that must not pass ---- */

static void refused_key(struct suite *t)
{
    struct ob_session *s = &t->sessions[0];
    struct ob_bytes key = t->v->field[FIELD_KEY];
    int r = ob_session_open(s, t->dispatcher, t->v->alg, key.data, key.len);

    if (r == OB_OK)
        ob_session_close(s);
    if (r != OB_E_ARG)
        suite_fail(t, "the key is not refused", r);
    else
        suite_count(t);
}

/* The same in parts, with text handed out before the tag is seen to be wrong: the last op says so. */
static void refused_parts(struct suite *t, struct ob_session *s, uint32_t flags)
{
    size_t len = t->v->field[FIELD_IN].len;
    struct attempt a;
    int r;

    if (!prepare(t, &a, t->v->field[FIELD_IN], flags, false))
        return;
    a.op.flags &= ~(uint32_t)OB_LAST;
    a.op.in_len = len / 2;
    a.op.out_size = len / 2;
    a.op.total_aad = a.aad.len;
    a.op.total_in = len;
    r = ob_run(s, &a.op);
    if (r != OB_OK) {
        suite_fail(t, "the first part failed", r);
        return;
    }
    a.op.flags = OB_LAST | flags;
    a.op.in += len / 2;
    a.op.in_len = len - len / 2;
    if (a.op.out) {
        a.op.out += len / 2;
        a.op.out_size = len - len / 2;
    }
    r = ob_run(s, &a.op);
    if (r != OB_E_AUTH)
        suite_fail(t, r == OB_OK ? "passed in parts" : "failed in the wrong way", r);
    else if (a.op.out && !region_wiped(&a.out, len / 2, len))
        suite_fail(t, "the last output is not wiped", r);
    else if (!region_guarded(&a.out) || !region_guarded(&a.tag))
        suite_fail(t, "wrote outside a buffer", r);
    else
        suite_count(t);
}

void layout_refused(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    bool aead = t->v->kind == VECTOR_OPEN;
    int want = t->v->expect == EXPECT_ARG ? OB_E_ARG : OB_E_AUTH;
    struct attempt a;

    t->arena.used = 0;
    if (t->v->expect == EXPECT_KEY) {
        refused_key(t);
        return;
    }
    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    t->variant = 0;
    if (prepare(t, &a, t->v->field[FIELD_IN], flags, false)) {
        enum went went = must_fail(t, s, &a, want);

        t->declined = went == DECLINED;
        t->variant = 1;
        if (went != WRONG && want == OB_E_AUTH && aead && prepare(t, &a, t->v->field[FIELD_IN], flags, true))
            (void)must_fail(t, s, &a, OB_E_AUTH);
        t->variant = 2;
        if (went == RIGHT && want == OB_E_AUTH && t->v->alg != OB_AES_XTS && !suite_whole(t, suite_cap(t)))
            refused_parts(t, s, flags);
    }
    ob_session_close(s);
}

/* ---- good vectors with something changed ---- */

/* Change one bit of a buffer: false if it has none. */
static bool flip(struct suite *t, struct region *r, size_t len)
{
    uint32_t bit;

    if (len == 0)
        return false;
    bit = suite_roll(t, (uint32_t)len * 8);
    r->p[bit / 8] ^= (uint8_t)(1u << bit % 8);
    return true;
}

enum { FLIP_TAG, FLIP_IN, FLIP_AAD, FLIP_IV, SHORT_AAD, SHORT_IN, SHORT_TAG, OTHER_TAG, CHANGES };

static bool change(struct suite *t, struct attempt *a, unsigned what)
{
    switch (what) {
    case FLIP_TAG:
        return flip(t, &a->tag, a->tag.len);
    case FLIP_IN:
        return flip(t, &a->in, a->op.in_len);
    case FLIP_AAD:
        return flip(t, &a->aad, a->aad.len);
    case FLIP_IV:
        return flip(t, &a->iv, a->iv.len);
    case SHORT_AAD:
        return a->op.aad_len ? (a->op.aad_len--, true) : false;
    case SHORT_IN:
        return a->op.in_len ? (a->op.in_len--, true) : false;
    case SHORT_TAG: /* a shorter tag of a legal length, and not the right one */
        if (a->tag.len != 16 || t->v->alg == OB_CHACHA20_POLY1305)
            return false;
        a->op.tag_len = t->v->alg == OB_AES_CCM ? 14 : 15;
        return flip(t, &a->tag, a->op.tag_len);
    default: /* all of the tag is something else */
        for (size_t i = 0; i < a->tag.len; i++)
            a->tag.p[i] ^= 0xff;
        return a->tag.len != 0;
    }
}

void layout_tampered(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    bool aead = t->v->kind == VECTOR_AEAD;

    if ((!aead && t->v->kind != VECTOR_MAC) || (aead && flags & OB_ENCRYPT) || (!aead && !(flags & OB_VERIFY)))
        return;
    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    for (t->variant = 0; t->variant < 2 * CHANGES; t->variant++) {
        struct attempt a;

        if (!suite_takes(t, 2 * CHANGES))
            continue;
        if (!prepare(t, &a, t->v->field[aead ? FIELD_OUT : FIELD_IN], flags, aead && t->variant >= CHANGES))
            break;
        if (!change(t, &a, t->variant % CHANGES))
            continue;
        if (must_fail(t, s, &a, OB_E_AUTH) == WRONG)
            break;
    }
    ob_session_close(s);
}
