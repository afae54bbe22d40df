/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: curves in Weierstrass form: ECDSA (FIPS 186-5, section 6.4), ECDH (SP 800-56A), keys. */
#include "engine/acryp/internal.h"

#include "algo/ecdsa_nonce.h"

_Static_assert(OBI_ACRYP_FIELD >= OBI_ORDER_BYTES_MAX, "a scalar fits");

/* out = k and a random multiple of the order, of OBI_ACRYP_BLIND bytes more than k: the same point of a group of that
 * order. OB_OK or OB_E_IO. */
static int blind_scalar(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *out, const uint8_t *k)
{
    struct obi_modulus n = acryp_order(c);
    uint8_t random[OBI_ACRYP_BLIND];

    if (obi_acryp_random(j, random, sizeof random) != OB_OK)
        return OB_E_IO;
    memset(out, 0, sizeof random);
    memcpy(out + sizeof random, k, n.len);
    random[0] &= 0x7f; /* so that no carry leaves the highest byte */
    obi_acryp_add_product(out, sizeof random + n.len, n.p, n.len, random);
    ob_wipe(random, sizeof random);
    return OB_OK;
}

/* Operations of the block and what they are for: k (x, y), or the sum of two. */
int obi_acryp_point(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *xy, const uint8_t *k,
                    const uint8_t *point, const uint8_t *l, const uint8_t *other)
{
    bool edwards = c->curve == OB_ED25519 || c->curve == OB_ED448;
    size_t len = c->field_len, s_len = c->order_len;
    struct obi_modulus p = acryp_prime(c);
    uint8_t random[OBI_ACRYP_FIELD], blinded[OBI_ACRYP_FIELD + OBI_ACRYP_BLIND];
    unsigned more = l ? 0 : OBI_ACRYP_BLIND; /* bytes of the scalar; with l all is public */
    const struct obi_acryp_request r = {
        .op = edwards ? (l ? OB_ACRYP_OP_EDWARDS_SUM : OB_ACRYP_OP_EDWARDS)
                      : (l ? OB_ACRYP_OP_POINT_SUM : OB_ACRYP_OP_POINT),
        .n_params = 2,
        .n_in = l ? 10 : 7,
        .n_out = 2,
        .param = {c->bits, (uint16_t)(c->order_bits + 8 * more)},
        .out_bits = c->bits,
        .out = xy,
        .in = {{c->data, len, c->bits},
               {c->data + len, len, c->bits},
               {c->data + 2 * len, len, c->bits},
               {random, len, c->bits},
               {point, len, c->bits},
               {point + len, len, c->bits},
               {l ? k : blinded, s_len + more, c->order_bits + 8 * more},
               {other, len, c->bits},
               {other ? other + len : NULL, len, c->bits},
               {l, s_len, c->order_bits}},
    };
    int status = obi_acryp_blind(j, random, &p);

    if (status == OB_OK && !l)
        status = blind_scalar(j, c, blinded, k);
    if (status == OB_OK)
        status = obi_acryp_run(j, &r);
    if (status == OB_OK && obi_number_is_zero(xy, 2 * len))
        status = obi_acryp_failed(j->a); /* (0, 0) is on none of the curves: what was read is not the result */
    ob_wipe(random, sizeof random);
    ob_wipe(blinded, sizeof blinded);
    return status;
}

/* The scalar of a multiple that is added, as BASE_SUM takes it: with the bit above its windows. */
static void mark(uint8_t *to, size_t len, const uint8_t *l, size_t l_len, unsigned bit)
{
    memset(to, 0, len);
    memcpy(to + len - l_len, l, l_len);
    to[len - 1 - bit / 8] |= (uint8_t)(1u << bit % 8);
}

int obi_acryp_base(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *xy, const uint8_t *k,
                   const uint8_t *l, const uint8_t *other)
{
    bool edwards = c->curve == OB_ED25519 || c->curve == OB_ED448;
    size_t len = c->field_len;
    unsigned columns = (c->order_bits + 5u) / 6, windows = (c->order_bits + 4u) / 5, l_bits = 5 * windows + 1;
    struct obi_modulus p = acryp_prime(c);
    uint8_t random[OBI_ACRYP_FIELD] = {0}, scalar[OBI_ACRYP_FIELD];
    const struct obi_acryp_request r = {
        .op = edwards ? (l ? OB_ACRYP_OP_EDWARDS_BASE_SUM : OB_ACRYP_OP_EDWARDS_BASE)
                      : (l ? OB_ACRYP_OP_BASE_SUM : OB_ACRYP_OP_BASE),
        .n_params = 3,
        .n_in = l ? 8 : 5,
        .n_out = 2,
        .param = {c->bits, (uint16_t)columns, (uint16_t)windows},
        .out_bits = c->bits,
        .out = xy,
        .in = {{c->data, len, c->bits},
               {c->data + len, len, c->bits},
               {c->data + 2 * len, len, c->bits},
               {random, len, c->bits},
               {k, c->order_len, 6 * columns},
               {other, len, c->bits},
               {other ? other + len : NULL, len, c->bits},
               {scalar, (l_bits + 7) / 8, l_bits}},
        .table = c->table,
        .table_words = (uint16_t)(66u * ((c->bits + 31u) / 32)),
    };
    int status = OB_OK;

    if (!c->table)
        return obi_acryp_point(j, c, xy, k, acryp_base(c), l, other);
    if (l)
        mark(scalar, (l_bits + 7) / 8, l, c->order_len, 5 * windows);
    else
        status = obi_acryp_blind(j, random, &p);
    if (status == OB_OK)
        status = obi_acryp_run(j, &r);
    if (status == OBI_ACRYP_NO_INVERSE && l) /* infinity, or a sum that these formulas do not have */
        status = obi_acryp_point(j, c, xy, k, acryp_base(c), l, other);
    if (status == OB_OK && obi_number_is_zero(xy, 2 * len))
        status = obi_acryp_failed(j->a); /* as above */
    ob_wipe(random, sizeof random);
    return status;
}

/* ---- keys ---- */

/* OB_OK if (x, y) solves y^2 = x^3 + a x + b, else OB_E_ARG; OB_E_IO. */
static int on_curve(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, const uint8_t *x, const uint8_t *y)
{
    const uint8_t *a = c->data + c->field_len, *b = a + c->field_len;
    struct obi_modulus p = acryp_prime(c);
    uint8_t left[OBI_ACRYP_FIELD], right[OBI_ACRYP_FIELD];
    int status;

    if (!obi_number_below(x, p.p, p.len) || !obi_number_below(y, p.p, p.len))
        return OB_E_ARG;
    status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, left, y, y);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, right, x, x);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_ADD, &p, right, right, a);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, right, right, x);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_ADD, &p, right, right, b);
    if (status != OB_OK)
        return OB_E_IO; /* all operands were in range */
    return memcmp(left, right, p.len) == 0 ? OB_OK : OB_E_ARG;
}

/* True if d is the order less one, with which SM2 cannot sign: 1 + d has no inverse (GB/T 32918.2, section 6.1). */
static bool is_last(const struct obi_modulus *n, const uint8_t *d)
{
    uint8_t last[OBI_ACRYP_FIELD];

    memcpy(last, n->p, n->len);
    last[n->len - 1] &= 0xfe; /* the order is odd */
    return !ob_differ(d, last, n->len);
}

/* The key's private number into d: OB_OK, or OB_E_ARG if it is not 1 to order - 1, for SM2 to order - 2. */
static int private_number(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *d)
{
    struct obi_modulus n = acryp_order(c);

    if (!obi_number_fixed(d, n.len, j->s->pk->d) || obi_number_is_zero(d, n.len) || !obi_number_below(d, n.p, n.len))
        return OB_E_ARG;
    return j->s->curve == OB_SM2_CURVE && is_last(&n, d) ? OB_E_ARG : OB_OK;
}

int obi_acryp_private(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *d)
{
    uint8_t xy[2 * OBI_ACRYP_FIELD];
    int status = private_number(j, c, d);

    if (status != OB_OK || !j->s->pk->x.len)
        return status;
    status = obi_acryp_public(j, c, xy); /* no private operation uses the point, but every engine checks it */
    return status == OB_OK ? on_curve(j, c, xy, xy + c->field_len) : status;
}

/* What the end of a multiplication of the key's point means: infinity cannot be, a result off the curve is a fault. */
static int verdict(int status)
{
    return status == OBI_ACRYP_BAD ? OB_E_ARG : status == OB_OK ? OB_OK : OB_E_IO;
}

int obi_acryp_public(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *xy)
{
    uint8_t d[OBI_ACRYP_FIELD];
    size_t len = c->field_len;
    int status = j->s->pk->kind == OB_KEY_EC_PRIVATE ? private_number(j, c, d) : OB_OK;

    if (status == OB_OK && !j->s->pk->x.len)
        status = verdict(obi_acryp_base(j, c, xy, d, NULL, NULL));
    else if (status == OB_OK && !obi_number_fixed(xy, len, j->s->pk->x))
        status = OB_E_ARG;
    else if (status == OB_OK && !obi_number_fixed(xy + len, len, j->s->pk->y))
        status = OB_E_ARG;
    ob_wipe(d, sizeof d);
    return status;
}

int obi_acryp_ec_generate(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    struct obi_modulus n = acryp_order(c);
    uint8_t d[OBI_ACRYP_FIELD];
    int status;

    do {
        status = obi_acryp_nonce(j, d, &n);
    } while (status == OB_OK && is_last(&n, d));
    if (status == OB_OK)
        status = verdict(obi_acryp_base(j, c, j->op->out + n.len, d, NULL, NULL));
    if (status == OB_OK) {
        memcpy(j->op->out, d, n.len);
        j->op->out_len = n.len + (size_t)2 * c->field_len;
    }
    ob_wipe(d, sizeof d);
    return status;
}

/* ---- ECDSA ---- */

/* One attempt with the nonce k: OBI_ACRYP_BAD if r or s is 0. z and d are below the order. */
static int attempt(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, const uint8_t *k, const uint8_t *z,
                   const uint8_t *d)
{
    struct obi_modulus n = acryp_order(c);
    uint8_t xy[2 * OBI_ACRYP_FIELD], r[OBI_ACRYP_FIELD] = {0}, s[OBI_ACRYP_FIELD], t[OBI_ACRYP_FIELD];
    int status = verdict(obi_acryp_base(j, c, xy, k, NULL, NULL));

    if (status != OB_OK)
        return OB_E_IO;
    memcpy(r + n.len - c->field_len, xy, c->field_len);
    obi_number_cut(r, n.p, n.len); /* p is below 2 n */
    status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &n, s, r, d);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_ADD, &n, s, s, z);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_INVERT, &n, t, k, NULL);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &n, s, s, t);
    ob_wipe(xy, sizeof xy);
    ob_wipe(t, sizeof t);
    if (status != OB_OK) { /* all operands were in range */
        ob_wipe(s, sizeof s);
        return OB_E_IO;
    }
    if (obi_number_is_zero(r, n.len) || obi_number_is_zero(s, n.len))
        return OBI_ACRYP_BAD;
    memcpy(j->op->tag, r, n.len);
    memcpy(j->op->tag + n.len, s, n.len);
    j->op->out_len = 2 * n.len;
    return OB_OK;
}

static int sign(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    struct obi_modulus n = acryp_order(c);
    bool fixed = j->op->flags & OB_DETERMINISTIC;
    unsigned left = fixed ? 1 : OBI_ACRYP_NONCES;
    uint8_t d[OBI_ACRYP_FIELD], k[OBI_ACRYP_FIELD], z[OBI_ACRYP_FIELD];
    int status = obi_acryp_private(j, c, d);

    obi_acryp_digest_number(z, &n, j->op->in, j->op->in_len);
    if (status == OB_OK && fixed && !obi_ecdsa_nonce(k, n.len, n.p, n.bits, d, j->s->hash, j->op->in, j->op->in_len))
        status = OB_E_DECLINED;
    if (status == OB_OK)
        do {
            if (!fixed)
                status = obi_acryp_nonce(j, k, &n);
            if (status == OB_OK)
                status = attempt(j, c, k, z, d);
        } while (status == OBI_ACRYP_BAD && --left > 0);
    ob_wipe(d, sizeof d);
    ob_wipe(k, sizeof k);
    return status == OBI_ACRYP_BAD ? OB_E_IO : status;
}

static int verify(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    struct obi_modulus n = acryp_order(c);
    const uint8_t *r = j->op->tag, *s = j->op->tag + n.len;
    uint8_t xy[2 * OBI_ACRYP_FIELD], point[2 * OBI_ACRYP_FIELD], u[OBI_ACRYP_FIELD], v[OBI_ACRYP_FIELD],
        w[OBI_ACRYP_FIELD];
    int status = obi_acryp_public(j, c, point);

    if (status != OB_OK)
        return status;
    if (obi_number_is_zero(r, n.len) || obi_number_is_zero(s, n.len) || !obi_number_below(r, n.p, n.len) ||
        !obi_number_below(s, n.p, n.len)) {
        /* No valid signature; still a key that is none is an error of the key. */
        memset(u, 0, sizeof u);
        u[n.len - 1] = 1;
        status = obi_acryp_point(j, c, xy, u, point, NULL, NULL);
        return status == OBI_ACRYP_BAD ? OB_E_ARG : status == OB_E_IO ? OB_E_IO : OB_E_AUTH;
    }
    obi_acryp_digest_number(u, &n, j->op->in, j->op->in_len);
    status = obi_acryp_mod(j, OB_ACRYP_OP_INVERT, &n, w, s, NULL);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &n, u, u, w);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &n, v, r, w);
    if (status != OB_OK)
        return OB_E_IO;
    status = obi_acryp_base(j, c, xy, u, v, point);
    if (status == OBI_ACRYP_NO_INVERSE) /* the point at infinity */
        return OB_E_AUTH;
    if (status != OB_OK)
        return verdict(status);
    memset(w, 0, sizeof w);
    memcpy(w + n.len - c->field_len, xy, c->field_len);
    obi_number_cut(w, n.p, n.len);
    return memcmp(w, r, n.len) == 0 ? OB_OK : OB_E_AUTH;
}

int obi_acryp_ecdsa(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    return j->op->flags & OB_VERIFY ? verify(j, c) : sign(j, c);
}

/* ---- ECDH ---- */

int obi_acryp_ecdh(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    /* A public half is made so, too, by a library that has no call for that. */
    bool is_base = memcmp(j->op->in, acryp_base(c), (size_t)2 * c->field_len) == 0;
    uint8_t d[OBI_ACRYP_FIELD], xy[2 * OBI_ACRYP_FIELD];
    int status = obi_acryp_private(j, c, d);

    if (status == OB_OK)
        status = verdict(is_base ? obi_acryp_base(j, c, xy, d, NULL, NULL)
                                 : obi_acryp_point(j, c, xy, d, j->op->in, NULL, NULL));
    if (status == OB_OK) {
        j->op->out_len = (size_t)c->field_len * (j->op->flags & OB_POINT ? 2 : 1);
        memcpy(j->op->out, xy, j->op->out_len);
    }
    ob_wipe(d, sizeof d);
    ob_wipe(xy, sizeof xy);
    return status;
}
