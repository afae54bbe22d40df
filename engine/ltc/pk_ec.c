/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: curves y^2 = x^3 + a x + b: ECDSA (FIPS 186-5, section 6.4), ECDH (SP 800-56A), keys. */
#include "engine/ltc/pk.h"

#include "algo/ecdsa_nonce.h"

#if OB_WITH_PK

#define NONCES 4 /* a second one is needed with a chance below 2^-190: more are a fault of the block */
#define AGAIN  3 /* r or s is 0 */

/* ---- keys ---- */

/* OB_OK if (x, y) is on the curve, else OB_E_ARG; OB_E_IO. */
static int on_curve(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, const uint8_t *xy)
{
    const uint8_t *a = c->data + c->len, *b = a + c->len, *x = xy, *y = xy + c->len;
    const struct obi_ltc_modulus p = obi_ltc_prime_of(c);
    uint8_t left[OBI_LTC_FIELD], right[OBI_LTC_FIELD];
    int status;

    if (!obi_number_below(x, p.p, p.len) || !obi_number_below(y, p.p, p.len))
        return OB_E_ARG;
    status = obi_ltc_pk_mod(j, LTC_PK_MUL, &p, left, y, y);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &p, right, x, x);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_ADD, &p, right, right, a);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &p, right, right, x);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_ADD, &p, right, right, b);
    if (status != OB_OK)
        return OB_E_IO;
    return memcmp(left, right, p.len) == 0 ? OB_OK : OB_E_ARG;
}

/* The private number into d: OB_OK, or OB_E_ARG if it is not 1 to order - 1. */
static int private_number(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *d)
{
    const struct obi_ltc_modulus n = obi_ltc_order_of(c);

    if (!obi_number_fixed(d, n.len, j->s->pk->d) || obi_number_is_zero(d, n.len) || !obi_number_below(d, n.p, n.len))
        return OB_E_ARG;
    return OB_OK;
}

/* xy = k times a point of the curve, k from 1 to order - 1: what is not on the curve is a fault of the block. */
static int multiply(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *xy, const uint8_t *k,
                    const uint8_t *point)
{
    bool infinity = true;
    int status = obi_ltc_pk_multiply(j, c, xy, k, point, &infinity);

    if (status == OB_OK && !infinity && on_curve(j, c, xy) == OB_OK)
        return OB_OK;
    if (status == OB_OK) {
        ob_wipe(xy, (size_t)2 * c->len);
        obi_ltc_reset(j->l);
    }
    return OB_E_IO;
}

/* The key's point into xy, which is computed if the key has none: OB_OK, OB_E_ARG if it is none, or OB_E_IO. */
static int public_point(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *xy)
{
    const struct ob_key *k = j->s->pk;
    uint8_t d[OBI_LTC_FIELD];
    int status = k->kind == OB_KEY_EC_PRIVATE ? private_number(j, c, d) : OB_OK;

    if (status == OB_OK && !k->x.len)
        status = multiply(j, c, xy, d, obi_ltc_base_of(c));
    else if (status == OB_OK)
        status = obi_number_fixed(xy, c->len, k->x) && obi_number_fixed(xy + c->len, c->len, k->y) ? on_curve(j, c, xy)
                                                                                                   : OB_E_ARG;
    ob_wipe(d, sizeof d);
    return status;
}

/* The private number for an operation; a point that the key has is on the curve. */
static int private_key(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *d)
{
    uint8_t xy[2 * OBI_LTC_FIELD];
    int status = private_number(j, c, d);

    return status == OB_OK && j->s->pk->x.len ? public_point(j, c, xy) : status;
}

int obi_ltc_ec_generate(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c)
{
    const struct obi_ltc_modulus n = obi_ltc_order_of(c);
    uint8_t d[OBI_LTC_FIELD], xy[2 * OBI_LTC_FIELD];
    int status = obi_ltc_random_below(j->s, d, &n);

    if (status == OB_OK)
        status = multiply(j, c, xy, d, obi_ltc_base_of(c));
    if (status == OB_OK) {
        memcpy(j->op->out, d, n.len);
        memcpy(j->op->out + n.len, xy, (size_t)2 * c->len);
        j->op->out_len = (size_t)3 * c->len;
    }
    ob_wipe(d, sizeof d);
    return status;
}

/* ---- ECDSA ---- */

/* A signature with the nonce k: OB_OK, AGAIN or OB_E_IO. z and d are below the order. */
static int attempt(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, const uint8_t *k, const uint8_t *z,
                   const uint8_t *d)
{
    const struct obi_ltc_modulus n = obi_ltc_order_of(c);
    uint8_t xy[2 * OBI_LTC_FIELD], s[OBI_LTC_FIELD], t[OBI_LTC_FIELD];
    int status = multiply(j, c, xy, k, obi_ltc_base_of(c));

    obi_number_cut(xy, n.p, n.len); /* r; p is below 2 n */
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &n, s, xy, d);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_ADD, &n, s, s, z);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_INVERT, &n, t, k, NULL);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &n, s, s, t);
    if (status == OB_OK && (obi_number_is_zero(xy, n.len) || obi_number_is_zero(s, n.len)))
        status = AGAIN;
    else if (status != OB_OK)
        status = OB_E_IO;
    if (status == OB_OK) {
        memcpy(j->op->tag, xy, n.len);
        memcpy(j->op->tag + n.len, s, n.len);
        j->op->out_len = 2 * n.len;
    }
    ob_wipe(xy, sizeof xy);
    ob_wipe(s, sizeof s);
    ob_wipe(t, sizeof t);
    return status;
}

static int sign(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c)
{
    const struct obi_ltc_modulus n = obi_ltc_order_of(c);
    bool fixed = j->op->flags & OB_DETERMINISTIC;
    unsigned left = fixed ? 1 : NONCES;
    uint8_t d[OBI_LTC_FIELD], k[OBI_LTC_FIELD], z[OBI_LTC_FIELD];
    int status = private_key(j, c, d);

    obi_ltc_digest_number(z, &n, j->op->in, j->op->in_len);
    if (status == OB_OK && fixed && !obi_ecdsa_nonce(k, n.len, n.p, n.bits, d, j->s->hash, j->op->in, j->op->in_len))
        status = OB_E_DECLINED;
    if (status == OB_OK)
        do {
            if (!fixed)
                status = obi_ltc_random_below(j->s, k, &n);
            if (status == OB_OK)
                status = attempt(j, c, k, z, d);
        } while (status == AGAIN && --left > 0);
    ob_wipe(d, sizeof d);
    ob_wipe(k, sizeof k);
    return status == AGAIN ? OB_E_IO : status;
}

/* xy = u times the base point + v times point; v is not 0. */
static int combine(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *xy, const uint8_t *u,
                   const uint8_t *v, const uint8_t *point, bool *infinity)
{
    uint8_t first[2 * OBI_LTC_FIELD], second[2 * OBI_LTC_FIELD];
    int status = multiply(j, c, second, v, point);

    *infinity = false;
    if (status != OB_OK)
        return status;
    if (obi_number_is_zero(u, c->len)) {
        memcpy(xy, second, (size_t)2 * c->len);
        return OB_OK;
    }
    status = multiply(j, c, first, u, obi_ltc_base_of(c));
    return status == OB_OK ? obi_ltc_pk_add(j, c, xy, first, second, infinity) : status;
}

static int verify(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c)
{
    const struct obi_ltc_modulus n = obi_ltc_order_of(c);
    const uint8_t *r = j->op->tag, *s = j->op->tag + n.len;
    uint8_t xy[2 * OBI_LTC_FIELD], point[2 * OBI_LTC_FIELD], u[OBI_LTC_FIELD], v[OBI_LTC_FIELD], w[OBI_LTC_FIELD];
    bool infinity = false;
    int status = public_point(j, c, point);

    if (status != OB_OK)
        return status;
    if (obi_number_is_zero(r, n.len) || obi_number_is_zero(s, n.len) || !obi_number_below(r, n.p, n.len) ||
        !obi_number_below(s, n.p, n.len))
        return OB_E_AUTH;
    obi_ltc_digest_number(u, &n, j->op->in, j->op->in_len);
    status = obi_ltc_pk_mod(j, LTC_PK_INVERT, &n, w, s, NULL);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &n, u, u, w);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &n, v, r, w);
    if (status == OB_OK)
        status = combine(j, c, xy, u, v, point, &infinity);
    if (status != OB_OK)
        return OB_E_IO;
    if (infinity)
        return OB_E_AUTH;
    obi_number_cut(xy, n.p, n.len);
    return memcmp(xy, r, n.len) == 0 ? OB_OK : OB_E_AUTH;
}

int obi_ltc_ecdsa(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c)
{
    return j->op->flags & OB_VERIFY ? verify(j, c) : sign(j, c);
}

/* ---- ECDH ---- */

int obi_ltc_ecdh(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c)
{
    uint8_t d[OBI_LTC_FIELD], xy[2 * OBI_LTC_FIELD];
    int status = private_key(j, c, d);

    if (status == OB_OK)
        status = on_curve(j, c, j->op->in);
    if (status == OB_OK)
        status = multiply(j, c, xy, d, j->op->in);
    if (status == OB_OK) {
        j->op->out_len = (size_t)c->len * (j->op->flags & OB_POINT ? 2 : 1);
        memcpy(j->op->out, xy, j->op->out_len);
    }
    ob_wipe(d, sizeof d);
    ob_wipe(xy, sizeof xy);
    return status;
}

#endif
