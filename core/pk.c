/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the public-key class. They lay out an op; obi_pk_check_op checks its lengths. */
#include <outboard/pk.h>

#include <string.h>

#include "core.h"

size_t ob_pk_point_len(uint8_t curve)
{
    switch (curve) {
    case OB_X25519:
    case OB_ED25519:
        return 32; /* RFC 7748, section 6.1; RFC 8032, section 5.1.5 */
    case OB_X448:
        return 56;
    case OB_ED448:
        return 57; /* RFC 8032, section 5.2.5 */
    default:
        return (size_t)2 * ((ob_curve_bits(curve) + 7) / 8);
    }
}

size_t ob_pk_secret_len(uint8_t curve)
{
    if (curve == OB_ED25519 || curve == OB_ED448)
        return 0; /* no key agreement on the Edwards form */
    return (ob_curve_bits(curve) + 7) / 8;
}

size_t ob_pk_signature_len(uint8_t alg, uint8_t curve, unsigned bits)
{
    switch (alg) {
    case OB_RSA_PKCS1_SIGN:
    case OB_RSA_PSS:
        return (bits + 7) / 8;
    case OB_EDDSA:
        return curve == OB_ED448 || curve == OB_ED25519 ? 2 * ob_curve_scalar_len(curve) : 0;
    case OB_ECDSA:
    case OB_SM2_SIGN:
        return 2 * ob_curve_scalar_len(curve);
    default:
        return 0;
    }
}

/* RSA: n, e (4 bytes), d, then five halves. 0 for more bits than a key can say. */
size_t ob_pk_generated_len(uint8_t curve, unsigned bits)
{
    size_t n = bits <= UINT16_MAX ? (bits + 7) / 8 : 0;

    if (!curve && !n)
        return 0;
    return curve ? ob_curve_scalar_len(curve) + ob_pk_point_len(curve) : 2 * n + 4 + 5 * ((n + 1) / 2);
}

static struct ob_bytes take(const uint8_t **at, size_t len)
{
    struct ob_bytes b = {*at, len};

    *at += len;
    return b;
}

int ob_pk_components(struct ob_key *key, uint8_t curve, unsigned bits, const uint8_t *out, size_t out_len)
{
    size_t n = (bits + 7) / 8, half = (n + 1) / 2;

    if (out_len == 0 || out_len != ob_pk_generated_len(curve, bits))
        return OB_E_ARG;
    memset(key, 0, sizeof *key);
    key->curve = curve;
    if (curve) {
        size_t point = ob_pk_point_len(curve);
        bool two = curve != OB_X25519 && curve != OB_X448 && curve != OB_ED25519 && curve != OB_ED448;

        key->kind = OB_KEY_EC_PRIVATE;
        key->d = take(&out, ob_curve_scalar_len(curve));
        key->x = take(&out, two ? point / 2 : point);
        if (two)
            key->y = take(&out, point / 2);
        return OB_OK;
    }
    key->kind = OB_KEY_RSA_PRIVATE;
    key->bits = (uint16_t)bits;
    key->n = take(&out, n);
    key->e = take(&out, 4);
    key->d = take(&out, n);
    key->p = take(&out, half);
    key->q = take(&out, half);
    key->dp = take(&out, half);
    key->dq = take(&out, half);
    key->qinv = take(&out, half);
    return OB_OK;
}

int ob_pk_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    if (OB_ALG_CLASS(alg) != OB_CLASS_PK) {
        memset(s, 0, offsetof(struct ob_session, state)); /* as every open that fails leaves it: closed */
        return OB_E_ARG;
    }
    return ob_session_open_pk(s, d, alg, hash, key);
}

static int run(struct ob_session *s, struct ob_op *op)
{
    if (OB_ALG_CLASS(s->alg) != OB_CLASS_PK)
        return OB_E_STATE;
    op->flags |= OB_FIRST | OB_LAST;
    return ob_run(s, op);
}

static bool signs(const struct ob_session *s)
{
    return ob_pk_signature_len(s->alg, s->curve, s->bits) != 0;
}

static int sign(struct ob_session *s, uint32_t flags, uint8_t *sig, size_t sig_size, size_t *sig_len, const uint8_t *id,
                size_t id_len, const uint8_t *in, size_t in_len)
{
    struct ob_op op;
    size_t len = ob_pk_signature_len(s->alg, s->curve, s->bits);
    int r;

    *sig_len = 0;
    if (!signs(s))
        return OB_E_STATE;
    if (sig_size < len)
        return OB_E_ARG;
    obi_op_begin(&op, flags | (id_len ? OB_AAD : 0u));
    op.aad = id;
    op.aad_len = id_len;
    op.in = in;
    op.in_len = in_len;
    op.tag = sig;
    op.tag_len = len;
    r = run(s, &op);
    if (r == OB_OK)
        *sig_len = len;
    return r;
}

int ob_pk_sign_id(struct ob_session *s, uint8_t *sig, size_t sig_size, size_t *sig_len, const uint8_t *id,
                  size_t id_len, const uint8_t *in, size_t in_len)
{
    return sign(s, 0, sig, sig_size, sig_len, id, id_len, in, in_len);
}

int ob_pk_sign(struct ob_session *s, uint8_t *sig, size_t sig_size, size_t *sig_len, const uint8_t *in, size_t in_len)
{
    return sign(s, 0, sig, sig_size, sig_len, NULL, 0, in, in_len);
}

int ob_pk_sign_deterministic(struct ob_session *s, uint8_t *sig, size_t sig_size, size_t *sig_len, const uint8_t *in,
                             size_t in_len)
{
    return sign(s, OB_DETERMINISTIC, sig, sig_size, sig_len, NULL, 0, in, in_len);
}

int ob_pk_verify_id(struct ob_session *s, const uint8_t *sig, size_t sig_len, const uint8_t *id, size_t id_len,
                    const uint8_t *in, size_t in_len)
{
    struct ob_op op;

    if (!signs(s))
        return OB_E_STATE;
    if (id_len && s->alg != OB_SM2_SIGN)
        return OB_E_ARG;
    if (sig_len != ob_pk_signature_len(s->alg, s->curve, s->bits))
        return OB_E_AUTH;
    obi_op_begin(&op, OB_VERIFY | (id_len ? OB_AAD : 0u));
    op.aad = id;
    op.aad_len = id_len;
    op.in = in;
    op.in_len = in_len;
    op.tag = (uint8_t *)(uintptr_t)sig;
    op.tag_len = sig_len;
    return run(s, &op);
}

int ob_pk_verify(struct ob_session *s, const uint8_t *sig, size_t sig_len, const uint8_t *in, size_t in_len)
{
    return ob_pk_verify_id(s, sig, sig_len, NULL, 0, in, in_len);
}

/* An op whose result is in out; *out_len receives its length. */
static int to_out(struct ob_session *s, uint32_t flags, uint8_t *out, size_t out_size, size_t *out_len,
                  const uint8_t *label, size_t label_len, const uint8_t *in, size_t in_len)
{
    struct ob_op op;
    int r;

    *out_len = 0;
    obi_op_begin(&op, flags | (label_len ? OB_AAD : 0u));
    op.aad = label;
    op.aad_len = label_len;
    op.in = in;
    op.in_len = in_len;
    op.out = out;
    op.out_size = out_size;
    r = run(s, &op);
    if (r == OB_OK)
        *out_len = op.out_len;
    return r;
}

static bool crypts(const struct ob_session *s)
{
    return s->alg == OB_RSA || s->alg == OB_RSA_PKCS1_CRYPT || s->alg == OB_RSA_OAEP;
}

int ob_pk_encrypt(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *label,
                  size_t label_len, const uint8_t *in, size_t in_len)
{
    *out_len = 0;
    if (!crypts(s))
        return OB_E_STATE;
    return to_out(s, OB_ENCRYPT, out, out_size, out_len, label, label_len, in, in_len);
}

int ob_pk_decrypt(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *label,
                  size_t label_len, const uint8_t *in, size_t in_len)
{
    *out_len = 0;
    if (!crypts(s))
        return OB_E_STATE;
    return to_out(s, 0, out, out_size, out_len, label, label_len, in, in_len);
}

int ob_pk_derive(struct ob_session *s, uint8_t *secret, size_t secret_size, size_t *secret_len, const uint8_t *peer,
                 size_t peer_len)
{
    *secret_len = 0;
    if (s->alg != OB_ECDH)
        return OB_E_STATE;
    return to_out(s, 0, secret, secret_size, secret_len, NULL, 0, peer, peer_len);
}

/* The first engine that gives out whole points of a curve; NULL if there is none. */
static const struct ob_engine *multiplier(const struct ob_dispatcher *d, uint8_t curve)
{
    for (unsigned i = 0; i < OB_ENGINES_MAX && d->engine[i]; i++)
        for (unsigned row = 0; row < d->engine[i]->ops->n_caps; row++) {
            const struct ob_cap *cap = &d->engine[i]->ops->caps[row];

            if (cap->alg == OB_ECDH && cap->curve == curve && cap->flags & OB_CAP_POINT && cap->dirs & OB_DIR_ENCRYPT)
                return d->engine[i];
        }
    return NULL;
}

int ob_pk_multiply(struct ob_session *s, uint8_t *product, size_t product_size, size_t *product_len,
                   const uint8_t *point, size_t point_len)
{
    const struct ob_engine *e;
    int r;

    *product_len = 0;
    if (s->alg != OB_ECDH)
        return OB_E_STATE;
    if (product_size < 2 * ob_pk_secret_len(s->curve) || point_len != ob_pk_point_len(s->curve))
        return OB_E_ARG;
    e = multiplier(s->dispatcher, s->curve);
    if (!e)
        return OB_E_DECLINED;
    r = ob_session_pin(s, e);
    return r == OB_OK ? to_out(s, OB_POINT, product, product_size, product_len, NULL, 0, point, point_len) : r;
}

int ob_pk_generate(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len)
{
    *out_len = 0;
    if (!s->pk || s->pk->kind != OB_KEY_NONE)
        return OB_E_STATE;
    return to_out(s, OB_GENERATE, out, out_size, out_len, NULL, 0, NULL, 0);
}
