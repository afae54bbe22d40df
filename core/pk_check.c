/* SPDX-License-Identifier: Apache-2.0 */
/* What a public key and an op of the public-key class may look like, the same for every engine (docs/public-keys.md
 * has the table). What takes arithmetic, as a point that is not on its curve, the engines find. */
#include "core.h"

#if OB_WITH_PK
#include <outboard/pk.h>

/* ---- numbers ---- */

/* b without its leading zeros. */
static struct ob_bytes trimmed(struct ob_bytes b)
{
    while (b.len && *b.data == 0) {
        b.data++;
        b.len--;
    }
    return b;
}

/* The order of two public numbers. */
static int compare(struct ob_bytes a, struct ob_bytes b)
{
    a = trimmed(a);
    b = trimmed(b);
    if (a.len != b.len)
        return a.len < b.len ? -1 : 1;
    return a.len ? memcmp(a.data, b.data, a.len) : 0;
}

static unsigned bits_of(struct ob_bytes b)
{
    unsigned bits;

    b = trimmed(b);
    if (b.len == 0 || b.len > UINT16_MAX / 8)
        return 0;
    bits = (unsigned)b.len * 8;
    for (unsigned top = b.data[0]; !(top & 0x80); top <<= 1)
        bits--;
    return bits;
}

static bool is_odd(struct ob_bytes b)
{
    return b.len && b.data[b.len - 1] & 1;
}

/* ---- keys ---- */

/* Every component has its bytes. */
static bool has_bytes(const struct ob_key *k)
{
    const struct ob_bytes *const part[] = {&k->n, &k->e, &k->d, &k->p, &k->q, &k->dp, &k->dq, &k->qinv, &k->x, &k->y};

    for (unsigned i = 0; i < sizeof part / sizeof part[0]; i++)
        if (part[i]->len && !part[i]->data)
            return false;
    return true;
}

/* FIPS 186-5, section A.1.1: e is odd and below 2^256; RFC 8017, section 3.1: 3 <= e < n. */
static bool rsa_public_ok(const struct ob_key *k)
{
    struct ob_bytes e = trimmed(k->e);

    return is_odd(k->n) && is_odd(e) && e.len <= OBI_RSA_E_MAX && (e.len > 1 || e.data[0] > 1) && compare(e, k->n) < 0;
}

/* 0 < d < n; the primes and what is derived from them are shorter than n. */
static bool rsa_private_ok(const struct ob_key *k)
{
    const struct ob_bytes *const part[] = {&k->p, &k->q, &k->dp, &k->dq, &k->qinv};

    if (!trimmed(k->d).len || compare(k->d, k->n) >= 0 || !is_odd(k->p) || !is_odd(k->q))
        return false;
    for (unsigned i = 0; i < sizeof part / sizeof part[0]; i++)
        if (part[i]->len && (!trimmed(*part[i]).len || compare(*part[i], k->n) >= 0))
            return false;
    return true;
}

static bool is_raw(uint8_t curve)
{
    return curve >= OB_X25519 && curve <= OB_ED448;
}

/* What there is of an elliptic-curve key has the curve's lengths. */
static bool ec_ok(const struct ob_key *k)
{
    size_t point_len = ob_pk_point_len(k->curve), scalar_len = ob_curve_scalar_len(k->curve);

    if (is_raw(k->curve))
        return (!k->d.len || k->d.len == scalar_len) && (!k->x.len || k->x.len == point_len) && !k->y.len;
    return trimmed(k->d).len <= scalar_len && trimmed(k->x).len <= point_len / 2 &&
           trimmed(k->y).len <= point_len / 2 && !k->x.len == !k->y.len;
}

static bool takes_hash(uint8_t alg)
{
    return alg == OB_RSA_PKCS1_SIGN || alg == OB_RSA_PSS || alg == OB_RSA_OAEP;
}

/* True if the key has what alg needs, and nothing that can't be. */
static bool key_ok(uint8_t alg, uint8_t hash, const struct ob_key *k)
{
    bool rsa = alg <= OB_RSA_OAEP;

    if (hash && (hash < OB_MD5 || hash > OB_SHA3_512))
        return false;
    if (takes_hash(alg) && !hash && k->kind != OB_KEY_NONE)
        return false;
    if (!has_bytes(k))
        return false;
    if (k->kind == OB_KEY_SLOT)
        return OB_WITH_SLOTS;
    if (rsa ? k->curve != OB_CURVE_NONE : !ob_curve_bits(k->curve) || (k->bits && k->bits != ob_curve_bits(k->curve)))
        return false;
    switch (k->kind) {
    case OB_KEY_NONE:
        return !rsa || (k->bits && !k->n.len);
    case OB_KEY_RSA_PUBLIC:
        return rsa && rsa_public_ok(k);
    case OB_KEY_RSA_PRIVATE:
        return rsa && rsa_public_ok(k) && rsa_private_ok(k);
    case OB_KEY_EC_PUBLIC:
        return !rsa && k->x.len && ec_ok(k) && !(alg == OB_EDDSA && obi_pk_small_order(k));
    case OB_KEY_EC_PRIVATE:
        return !rsa && k->d.len && ec_ok(k);
    default:
        return false;
    }
}

int obi_pk_check_key(uint8_t alg, uint8_t hash, const struct ob_key *key, unsigned *bits)
{
    if (!key || alg < OB_RSA || alg > OB_SM2_SIGN || !key_ok(alg, hash, key))
        return OB_E_ARG;
    *bits = key->curve ? 0 : key->n.len ? bits_of(key->n) : key->bits;
    if (key->n.len && ((key->bits && key->bits != *bits) || *bits == 0))
        return OB_E_ARG;
    return hash && !ob_alg_tag(hash) ? OB_E_DECLINED : OB_OK; /* no engine has the hash */
}

/* The direction in which the key's secret is used, 0: it has none. */
static uint8_t secret_direction(uint8_t alg, uint8_t kind)
{
    switch (kind) {
    case OB_KEY_NONE:
        return OB_DIR_GENERATE;
    case OB_KEY_RSA_PUBLIC:
    case OB_KEY_EC_PUBLIC:
        return 0;
    default:
        return obi_needs_no_secret(alg, OB_DIR_ENCRYPT) ? OB_DIR_DECRYPT : OB_DIR_ENCRYPT;
    }
}

bool obi_pk_may_serve(const struct ob_session *s)
{
    const struct ob_dispatcher *d = s->dispatcher;
    uint8_t dir = secret_direction(s->alg, s->pk->kind);

    if (!(s->flags & OB_SESSION_CT) || !dir)
        return true;
    for (unsigned i = 0; i < OB_ENGINES_MAX && d->engine[i]; i++)
        for (unsigned row = obi_key_is_in_slot(s) && s->pk->engine != d->engine[i] ? UINT16_MAX : 0;
             row < d->engine[i]->ops->n_caps; row++) {
            const struct ob_cap *cap = &d->engine[i]->ops->caps[row];

            if (cap->alg == s->alg && obi_row_matches(cap, s->curve, s->bits) && cap->dirs & dir &&
                cap->flags & OB_CAP_CT)
                return true;
        }
    return false;
}

/* ---- ops ---- */

/* Bytes that the op's own results need: of out, and of tag where it is written. */
static size_t out_needed(const struct ob_session *s, uint32_t flags, size_t n)
{
    if (flags & OB_GENERATE)
        return ob_pk_generated_len(s->curve, s->bits);
    switch (s->alg) {
    case OB_RSA:
        return n;
    case OB_RSA_PKCS1_CRYPT:
        return flags & OB_ENCRYPT ? n : n - 11;
    case OB_RSA_OAEP:
        return flags & OB_ENCRYPT ? n : n - 2 * ob_alg_tag(s->hash) - 2;
    case OB_ECDH:
        return ob_pk_secret_len(s->curve) * (flags & OB_POINT ? 2 : 1);
    default:
        return 0;
    }
}

/* The input's length, where algorithm and direction say it. */
static bool in_len_ok(const struct ob_session *s, const struct ob_op *op, size_t n)
{
    size_t hash_len = ob_alg_tag(s->hash), len = op->in_len;
    bool encrypt = op->flags & OB_ENCRYPT;

    switch (s->alg) {
    case OB_RSA:
        return len == n;
    case OB_RSA_PKCS1_SIGN:
    case OB_RSA_PSS:
        return len == hash_len;
    case OB_RSA_PKCS1_CRYPT: /* RFC 8017, section 7.2 */
        return n >= 11 && (encrypt ? len <= n - 11 : len == n);
    case OB_RSA_OAEP: /* section 7.1 */
        return n >= 2 * hash_len + 2 && (encrypt ? len <= n - 2 * hash_len - 2 : len == n);
    case OB_ECDSA:
        return !hash_len || len == hash_len;
    case OB_ECDH:
        return len == ob_pk_point_len(s->curve);
    default:
        return true;
    }
}

/* True if a written area, which is not empty, shares a byte with one that is read. */
static bool spoils(const uint8_t *written, size_t written_len, const uint8_t *read, size_t read_len)
{
    return written_len && read_len && obi_overlap(written, written_len, read, read_len);
}

static bool buffers_ok(const struct ob_op *op, size_t aad_len, bool signs)
{
    if ((op->in_len && !op->in) || (op->out_size && !op->out) || (op->tag_len && !op->tag) || (aad_len && !op->aad))
        return false;
    if (signs) /* out is not used */
        return op->flags & OB_VERIFY ||
               (!spoils(op->tag, op->tag_len, op->in, op->in_len) && !spoils(op->tag, op->tag_len, op->aad, aad_len));
    return (op->out == op->in || !spoils(op->out, op->out_size, op->in, op->in_len)) &&
           !spoils(op->out, op->out_size, op->aad, aad_len);
}

/* True if signatures may depend on key and digest alone (RFC 6979; RFC 8017, section 8.2; RFC 8032). */
static bool signs_alike(const struct ob_session *s)
{
    return s->alg == OB_RSA_PKCS1_SIGN || s->alg == OB_EDDSA || (s->alg == OB_ECDSA && s->hash);
}

int obi_pk_check_op(const struct ob_session *s, const struct ob_op *op)
{
    size_t n = (s->bits + 7u) / 8, sig_len = ob_pk_signature_len(s->alg, s->curve, s->bits);
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;
    uint8_t kind = s->pk->kind;

    if ((op->flags & (OB_FIRST | OB_LAST)) != (OB_FIRST | OB_LAST) || !buffers_ok(op, aad_len, sig_len != 0))
        return OB_E_ARG;
    if (op->flags & OB_GENERATE)
        return kind == OB_KEY_NONE && op->out_size >= out_needed(s, op->flags, n) ? OB_OK : OB_E_ARG;
    if ((op->flags & OB_VERIFY && !sig_len) || (op->flags & OB_DETERMINISTIC && !signs_alike(s)))
        return OB_E_ARG;
    if (kind == OB_KEY_NONE || (aad_len && s->alg != OB_RSA_OAEP && s->alg != OB_SM2_SIGN) || !in_len_ok(s, op, n))
        return OB_E_ARG;
    if (!obi_needs_no_secret(s->alg, obi_direction(s, op->flags)) &&
        (kind == OB_KEY_RSA_PUBLIC || kind == OB_KEY_EC_PUBLIC))
        return OB_E_ARG;
    if (sig_len && op->tag_len != sig_len)
        return op->flags & OB_VERIFY ? OB_E_AUTH : OB_E_ARG;
    return op->out_size >= out_needed(s, op->flags, n) ? OB_OK : OB_E_ARG;
}

bool obi_pk_complete(const struct ob_session *s, const struct ob_op *op)
{
    size_t len = out_needed(s, op->flags, (s->bits + 7u) / 8);
    bool padded = s->alg == OB_RSA_PKCS1_CRYPT || s->alg == OB_RSA_OAEP;

    if (padded && !(op->flags & (OB_ENCRYPT | OB_GENERATE)))
        return op->out_len <= len;
    return len == 0 || op->out_len == len;
}
#endif
