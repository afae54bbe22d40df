/* SPDX-License-Identifier: Apache-2.0 */
/* One public-key operation of a vector: its key, its buffers, its outcome. */
#include "pk.h"

#include <string.h>

enum pk_half pk_half_of(const struct vector *v)
{
    return v->kind == VECTOR_VERIFY || v->kind == VECTOR_PUBLIC ? PK_PUBLIC : PK_PRIVATE;
}

uint8_t pk_direction(const struct vector *v)
{
    switch (v->kind) {
    case VECTOR_VERIFY:
    case VECTOR_PRIVATE:
        return OB_DIR_DECRYPT;
    default:
        return OB_DIR_ENCRYPT;
    }
}

bool pk_serves(const struct ob_engine *e, const struct vector *v, uint8_t dir)
{
    for (unsigned row = 0; row < e->ops->n_caps; row++)
        if (suite_matches(&e->ops->caps[row], v) && e->ops->caps[row].dirs & dir)
            return true;
    return false;
}

static bool wanted(const struct vector *v, enum pk_half half, unsigned field, bool sparse)
{
    switch (field) {
    case FIELD_N:
    case FIELD_E:
    case FIELD_X:
    case FIELD_Y:
        return vector_has(v, (enum vector_field)field) && !(sparse && half == PK_PRIVATE && v->curve);
    case FIELD_D:
    case FIELD_P:
    case FIELD_Q:
        return half == PK_PRIVATE && vector_has(v, (enum vector_field)field);
    case FIELD_DP:
    case FIELD_DQ:
    case FIELD_QINV:
        return half == PK_PRIVATE && !sparse && vector_has(v, (enum vector_field)field);
    default:
        return false;
    }
}

bool pk_key_load(struct suite *t, struct pk_key *k, const struct vector *v, enum pk_half half, unsigned shift,
                 bool sparse)
{
    struct ob_bytes part[FIELDS];

    memset(k, 0, sizeof *k);
    memset(part, 0, sizeof part);
    for (unsigned f = FIELD_N; f <= FIELD_Y; f++) {
        if (!wanted(v, half, f, sparse))
            continue;
        if (!arena_copy(&t->arena, &k->field[f], v->field[f].data, v->field[f].len, 0, shift)) {
            t->too_long++;
            return false;
        }
        part[f].data = k->field[f].p;
        part[f].len = k->field[f].len;
    }
    if (v->curve)
        k->key.kind = half == PK_PUBLIC ? OB_KEY_EC_PUBLIC : OB_KEY_EC_PRIVATE;
    else
        k->key.kind = half == PK_PUBLIC ? OB_KEY_RSA_PUBLIC : OB_KEY_RSA_PRIVATE;
    k->key.curve = v->curve;
    k->key.bits = v->curve ? 0 : (uint16_t)vector_bits(v);
    k->key.n = part[FIELD_N];
    k->key.e = part[FIELD_E];
    k->key.d = part[FIELD_D];
    k->key.p = part[FIELD_P];
    k->key.q = part[FIELD_Q];
    k->key.dp = part[FIELD_DP];
    k->key.dq = part[FIELD_DQ];
    k->key.qinv = part[FIELD_QINV];
    k->key.x = part[FIELD_X];
    k->key.y = part[FIELD_Y];
    return true;
}

bool pk_open(struct suite *t, struct ob_session *s, const struct vector *v, const struct pk_key *k,
             const struct ob_engine *e)
{
    int r = ob_session_open_pk(s, t->dispatcher, v->alg, v->hash, &k->key);

    if (r == OB_E_ARG && v->expect == EXPECT_ARG) { /* the answer that the op must give, already at open */
        suite_count(t);
        return false;
    }
    if (r != OB_OK)
        return suite_fail(t, "the key is refused", r);
    r = ob_session_pin(s, e);
    if (r == OB_OK)
        r = ob_session_require(s, OB_SESSION_NO_RETRY);
    if (r != OB_OK) {
        ob_session_close(s);
        return suite_fail(t, "the session cannot be pinned", r);
    }
    return true;
}

bool pk_declined(const struct vector *v, int r)
{
    return r == OB_E_DECLINED && v->hash != 0;
}

/* ---- calls ---- */

static bool has_out(const struct vector *v)
{
    return v->kind == VECTOR_PUBLIC || v->kind == VECTOR_PRIVATE || v->kind == VECTOR_DERIVE;
}

static size_t tag_len(const struct vector *v)
{
    if (v->kind == VECTOR_VERIFY)
        return v->field[FIELD_TAG].len;
    return v->kind == VECTOR_SIGN ? ob_pk_signature_len(v->alg, v->curve, vector_bits(v)) : 0;
}

bool pk_call_init(struct suite *t, struct pk_call *c, const struct vector *v, unsigned shift)
{
    struct arena *a = &t->arena;
    size_t len = tag_len(v);
    bool verify = v->kind == VECTOR_VERIFY;

    memset(c, 0, sizeof *c);
    if (!arena_copy(a, &c->in, v->field[FIELD_IN].data, v->field[FIELD_IN].len, 0, shift) ||
        !arena_copy(a, &c->aad, v->field[FIELD_AAD].data, v->field[FIELD_AAD].len, 0, shift) ||
        !arena_copy(a, &c->tag, v->field[FIELD_TAG].data, verify ? len : 0, verify ? 0 : len, shift) ||
        !arena_take(a, &c->out, has_out(v) ? PK_OUT_MAX : 0, shift)) {
        t->too_long++;
        return false;
    }
    c->op.flags = OB_FIRST | OB_LAST | (verify ? (uint32_t)OB_VERIFY : 0) |
                  (v->kind == VECTOR_PUBLIC ? (uint32_t)OB_ENCRYPT : 0) | (c->aad.len ? (uint32_t)OB_AAD : 0);
    c->op.aad = c->aad.len ? c->aad.p : NULL;
    c->op.aad_len = c->aad.len;
    c->op.in = c->in.p;
    c->op.in_len = c->in.len;
    if (has_out(v)) {
        c->op.out = c->out.p;
        c->op.out_size = c->out.len;
    } else {
        c->op.tag = c->tag.p;
        c->op.tag_len = c->tag.len;
    }
    return true;
}

void pk_call_reset(struct pk_call *c, const struct vector *v)
{
    region_reset(&c->out);
    if (v->kind == VECTOR_SIGN)
        region_reset(&c->tag);
}

/* What an operation that succeeded must leave behind. */
static bool check_result(struct suite *t, struct pk_call *c, const struct vector *v)
{
    struct ob_bytes want = v->field[FIELD_OUT];
    size_t len = c->op.out_len;

    if (v->kind == VECTOR_SIGN && vector_has(v, FIELD_TAG) &&
        (c->tag.len != v->field[FIELD_TAG].len || memcmp(c->tag.p, v->field[FIELD_TAG].data, c->tag.len) != 0))
        return suite_fail(t, "wrong signature", OB_OK);
    if (!has_out(v))
        return true;
    if (len > c->out.len)
        return suite_fail(t, "out_len is more than out_size", (int)len);
    if (v->expect == EXPECT_IMPLICIT)
        return len + 11 <= v->field[FIELD_N].len || suite_fail(t, "a plaintext longer than any", (int)len);
    if (want.data && (len != want.len || memcmp(c->out.p, want.data, len) != 0))
        return len != want.len ? suite_fail(t, "an output of a wrong length", (int)len)
                               : suite_differ(t, "wrong output", OB_OK, c->out.p, want.data, len);
    /* How much an implicit rejection could have written must not show, so PKCS#1 v1.5 may use all the room. */
    if (v->alg != OB_RSA_PKCS1_CRYPT && !region_untouched(&c->out, len, c->out.len))
        return suite_fail(t, "wrote beyond the output", OB_OK);
    return true;
}

static bool expected(const struct vector *v, int r)
{
    switch (v->expect) {
    case EXPECT_AUTH:
        return r == OB_E_AUTH;
    case EXPECT_ARG:
        return r == OB_E_ARG;
    case EXPECT_EITHER:
        return r == OB_OK || r == OB_E_AUTH;
    default:
        return r == OB_OK;
    }
}

bool pk_call_check(struct suite *t, struct pk_call *c, const struct vector *v, int r)
{
    bool signature =
        v->kind == VECTOR_VERIFY && v->field[FIELD_TAG].len != ob_pk_signature_len(v->alg, v->curve, vector_bits(v));

    /* A signature of a wrong length is wrong; an engine that is asked directly may call it an argument. */
    if (!expected(v, r) && !(signature && r == OB_E_ARG))
        return suite_fail(t, r == OB_OK ? "passed" : "failed", r);
    if (!region_guarded(&c->out) || !region_guarded(&c->tag) || !region_guarded(&c->in) || !region_guarded(&c->aad))
        return suite_fail(t, "wrote outside a buffer", r);
    if ((c->in.len && memcmp(c->in.p, v->field[FIELD_IN].data, c->in.len) != 0) ||
        (c->aad.len && memcmp(c->aad.p, v->field[FIELD_AAD].data, c->aad.len) != 0) ||
        (v->kind == VECTOR_VERIFY && c->tag.len && memcmp(c->tag.p, v->field[FIELD_TAG].data, c->tag.len) != 0))
        return suite_fail(t, "changed its input", r);
    if (r == OB_OK)
        return check_result(t, c, v);
    if (has_out(v) && r == OB_E_AUTH && !region_wiped(&c->out, 0, c->out.len))
        return suite_fail(t, "the output is not wiped", r);
    if (has_out(v) && r != OB_E_AUTH && !region_untouched(&c->out, 0, c->out.len))
        return suite_fail(t, "the output is not untouched", r);
    if (v->kind == VECTOR_SIGN && r == OB_E_ARG && !region_untouched(&c->tag, 0, c->tag.len))
        return suite_fail(t, "the signature is not untouched", r);
    return true;
}

bool pk_call_run(struct suite *t, struct pk_call *c, const struct vector *v, struct ob_session *s)
{
    int r = ob_run(s, &c->op);

    if (c->op.status != r)
        return suite_fail(t, "status and result differ", c->op.status);
    if (pk_declined(v, r)) {
        t->declined = true;
        return false;
    }
    return pk_call_check(t, c, v, r);
}

int pk_call_typed(struct pk_call *c, const struct vector *v, struct ob_session *s)
{
    size_t len = 0;
    int r;

    switch (v->kind) {
    case VECTOR_SIGN:
        r = ob_pk_sign_id(s, c->tag.p, c->tag.len, &len, c->op.aad, c->aad.len, c->in.p, c->in.len);
        return r == OB_OK && len != c->tag.len ? OB_E_IO : r;
    case VECTOR_VERIFY:
        return ob_pk_verify_id(s, c->tag.p, c->tag.len, c->op.aad, c->aad.len, c->in.p, c->in.len);
    case VECTOR_PUBLIC:
        r = ob_pk_encrypt(s, c->out.p, c->out.len, &len, c->op.aad, c->aad.len, c->in.p, c->in.len);
        break;
    case VECTOR_PRIVATE:
        r = ob_pk_decrypt(s, c->out.p, c->out.len, &len, c->op.aad, c->aad.len, c->in.p, c->in.len);
        break;
    default:
        r = ob_pk_derive(s, c->out.p, c->out.len, &len, c->in.p, c->in.len);
        break;
    }
    c->op.out_len = len;
    return r;
}

bool pk_undo(struct suite *t, const struct pk_call *c, const struct vector *v, const struct ob_engine *e)
{
    struct ob_session *s = &t->sessions[SUITE_SESSIONS - 1];
    bool sign = v->kind == VECTOR_SIGN, ok;
    uint8_t out[PK_OUT_MAX];
    struct pk_key k;
    struct ob_op op;
    int r;

    if (!pk_key_load(t, &k, v, sign ? PK_PUBLIC : PK_PRIVATE, 0, false) || !pk_open(t, s, v, &k, e))
        return false;
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_LAST | (sign ? (uint32_t)OB_VERIFY : 0) | (c->aad.len ? (uint32_t)OB_AAD : 0);
    op.aad = c->op.aad;
    op.aad_len = c->aad.len;
    if (sign) {
        op.in = c->in.p;
        op.in_len = c->in.len;
        op.tag = c->tag.p;
        op.tag_len = c->tag.len;
    } else {
        op.in = c->out.p;
        op.in_len = c->op.out_len;
        op.out = out;
        op.out_size = sizeof out;
    }
    r = ob_run(s, &op);
    ob_session_close(s);
    if (pk_declined(v, r))
        return true;
    ok = r == OB_OK && (sign || (op.out_len == c->in.len && memcmp(out, c->in.p, c->in.len) == 0));
    return ok ? true : suite_fail(t, sign ? "its signature does not verify" : "its ciphertext does not decrypt", r);
}
