/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: X25519 and X448 (RFC 7748). Keys and coordinates are little-endian bytes, the block's are numbers. */
#include "engine/acryp/internal.h"

/* The scalar's number, with the bits set and cleared that the RFC says (section 5). */
static void scalar(uint8_t *k, const uint8_t *d, size_t len)
{
    obi_acryp_reverse(k, d, len);
    if (len == 32) {
        k[31] &= 0xf8;
        k[0] = (k[0] & 0x7f) | 0x40;
    } else {
        k[len - 1] &= 0xfc;
        k[0] |= 0x80;
    }
}

/* out = d times the point at u, all little-endian. */
static int multiply(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *out, const uint8_t *d,
                    const uint8_t *u)
{
    size_t len = c->field_len;
    uint8_t x[56], k[56], random[56];
    struct obi_modulus p = acryp_prime(c);
    const struct obi_acryp_request r = {
        .op = OB_ACRYP_OP_LADDER,
        .n_params = 2,
        .n_in = 5,
        .n_out = 1,
        .param = {c->bits, c->order_bits},
        .out_bits = c->bits,
        .out = x,
        .in = {{c->data, len, c->bits},
               {c->data + len, len, c->bits},
               {random, len, c->bits},
               {x, len, c->bits},
               {k, len, c->order_bits}},
    };
    int status = obi_acryp_blind(j, random, &p);

    scalar(k, d, len);
    obi_acryp_reverse(x, u, len);
    x[0] = (uint8_t)(x[0] & 0xffu >> (len * 8 - c->bits)); /* of X25519 the top bit is ignored */
    obi_number_cut(x, p.p, len);                           /* and other representatives are accepted */
    if (status == OB_OK)
        status = obi_acryp_run(j, &r);
    if (status == OB_OK)
        obi_acryp_reverse(out, x, len);
    ob_wipe(x, sizeof x);
    ob_wipe(k, sizeof k);
    ob_wipe(random, sizeof random);
    return status == OB_OK ? OB_OK : OB_E_IO; /* every input is in range */
}

int obi_acryp_x(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    uint8_t secret[56];
    int status = multiply(j, c, secret, j->s->pk->d.data, j->op->in);

    if (status == OB_OK && obi_number_is_zero(secret, c->field_len))
        status = OB_E_ARG; /* a point of small order: section 6 */
    if (status == OB_OK) {
        memcpy(j->op->out, secret, c->field_len);
        j->op->out_len = c->field_len;
    }
    ob_wipe(secret, sizeof secret);
    return status;
}

int obi_acryp_x_generate(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    uint8_t base[56] = {0}, d[56], public_half[56];
    size_t len = c->field_len;
    int status = obi_acryp_random(j, d, len);

    base[0] = c->curve == OB_X25519 ? 9 : 5;
    if (status == OB_OK)
        status = multiply(j, c, public_half, d, base);
    if (status == OB_OK && obi_number_is_zero(public_half, len))
        status = obi_acryp_failed(j->a); /* no multiple of the base point: what was read is not the result */
    if (status == OB_OK) {
        memcpy(j->op->out, d, len);
        memcpy(j->op->out + len, public_half, len);
        j->op->out_len = 2 * len;
    }
    ob_wipe(d, sizeof d);
    return status;
}
