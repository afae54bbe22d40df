/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: EdDSA on Ed25519 and Ed448 (RFC 8032). Keys and signatures are little-endian bytes, the block's
 * operands are numbers. Verification has no cofactor: S B = R + k A. */
#include "engine/acryp/internal.h"

#include "algo/hash.h"
#include "algo/shake256.h"

#define WIDE 114 /* bytes of Ed448's hash */

static bool is_448(const struct obi_acryp_curve *c)
{
    return c->curve == OB_ED448;
}

/* Bytes of a key and of half a signature. */
static size_t key_len(const struct obi_acryp_curve *c)
{
    return is_448(c) ? 57 : 32;
}

/* ---- the hash: SHA-512, or SHAKE256 with dom4(0, "") before the input (section 5.2) ---- */

struct digest {
    const struct obi_acryp_curve *c;
    struct ob_mid sha;
    uint64_t done;
    struct obi_shake256 shake;
};

static void absorb(struct digest *h, const uint8_t *in, size_t len)
{
    if (!len)
        return;
    if (is_448(h->c))
        obi_shake256_absorb(&h->shake, in, len);
    else
        obi_hash_update(obi_hash_find(OB_SHA512), &h->sha, (uint32_t)h->done, in, len);
    h->done += len;
}

static void begin(struct digest *h, const struct obi_acryp_curve *c, bool domain)
{
    static const uint8_t dom4[] = {'S', 'i', 'g', 'E', 'd', '4', '4', '8', 0, 0};

    h->c = c;
    h->done = 0;
    if (!is_448(c)) {
        obi_hash_start(obi_hash_find(OB_SHA512), &h->sha);
        return;
    }
    obi_shake256_start(&h->shake);
    if (domain)
        absorb(h, dom4, sizeof dom4);
}

/* The digest, 64 or 114 bytes, and everything else wiped. */
static void finish(struct digest *h, uint8_t out[WIDE])
{
    if (is_448(h->c)) {
        obi_shake256_squeeze(&h->shake, out, WIDE);
    } else {
        obi_hash_finish(obi_hash_find(OB_SHA512), &h->sha, h->done);
        memcpy(out, h->sha.part, 64);
    }
    ob_wipe(h, sizeof *h);
}

/* The digest as a number modulo the order. */
static int finish_number(const struct obi_acryp_job *j, struct digest *h, uint8_t *out)
{
    const struct obi_acryp_curve *c = h->c;
    struct obi_modulus order = acryp_order(c);
    size_t len = is_448(c) ? WIDE : 64;
    uint8_t wide[WIDE], number[WIDE];
    int status;

    finish(h, wide);
    obi_acryp_reverse(number, wide, len);
    status = obi_acryp_reduce(j, &order, out, number, len);
    ob_wipe(wide, sizeof wide);
    ob_wipe(number, sizeof number);
    return status == OB_OK ? OB_OK : OB_E_IO;
}

/* ---- points ---- */

static void encode(const struct obi_acryp_curve *c, uint8_t *out, const uint8_t *xy)
{
    size_t len = c->field_len;

    out[key_len(c) - 1] = 0;
    obi_acryp_reverse(out, xy + len, len);
    out[key_len(c) - 1] |= (uint8_t)((xy[len - 1] & 1) << 7);
}

/* The secret scalar modulo the order, and the prefix of the nonce: sections 5.1.5 and 5.2.5. */
static int expand(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, const uint8_t *key, uint8_t *a,
                  uint8_t *prefix)
{
    struct obi_modulus order = acryp_order(c);
    size_t len = key_len(c);
    uint8_t wide[WIDE], number[57];
    struct digest h;
    int status;

    begin(&h, c, false);
    absorb(&h, key, len);
    finish(&h, wide);
    if (is_448(c)) {
        wide[0] &= 0xfc;
        wide[55] |= 0x80;
        wide[56] = 0;
    } else {
        wide[0] &= 0xf8;
        wide[31] = (wide[31] & 0x7f) | 0x40;
    }
    obi_acryp_reverse(number, wide, len);
    status = obi_acryp_reduce(j, &order, a, number, len);
    memcpy(prefix, wide + len, len);
    ob_wipe(wide, sizeof wide);
    ob_wipe(number, sizeof number);
    return status == OB_OK ? OB_OK : OB_E_IO;
}

/* out = the encoding of k times the base point. */
static int base_multiple(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *out, const uint8_t *k)
{
    uint8_t xy[2 * 56];

    if (obi_acryp_base(j, c, xy, k, NULL, NULL) != OB_OK)
        return OB_E_IO;
    encode(c, out, xy);
    return OB_OK;
}

/* r = a to the power of (p - 5) / 8 + 1 or (p + 1) / 4, the candidate for a's root. */
static int candidate(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *r, const uint8_t *a)
{
    struct obi_modulus p = acryp_prime(c);
    uint8_t e[56], up[57];
    unsigned carry = is_448(c) ? 1 : 3, shift = is_448(c) ? 2 : 3;
    struct obi_acryp_request q = {
        .op = OB_ACRYP_OP_POWER_PUBLIC,
        .n_params = 3,
        .n_in = 3,
        .n_out = 1,
        .param = {c->bits, (uint16_t)(c->bits - shift), 0},
        .out_bits = c->bits,
        .out = r,
        .in = {{p.p, p.len, p.bits}, {a, p.len, p.bits}, {e, p.len, (unsigned)c->bits - shift}},
    };

    up[0] = 0;
    for (size_t i = p.len; i-- > 0;) { /* p + 1 or p + 3; of 448 bits the sum keeps its length */
        carry += p.p[i];
        up[i + 1] = (uint8_t)carry;
        carry >>= 8;
    }
    up[0] = (uint8_t)carry;
    obi_acryp_slice(e, p.len, up, p.len + 1, shift, c->bits - shift + 1);
    q.param[1] = (uint16_t)obi_number_bits((struct ob_bytes){e, p.len});
    q.in[2].bits = q.param[1];
    return obi_acryp_run(j, &q) == OB_OK ? OB_OK : OB_E_IO;
}

/* Decode a public point (sections 5.1.3, 5.2.3): OB_E_ARG if there is none. All values are public. */
static int decode(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *xy, const uint8_t *in)
{
    /* 2 to the power of (p - 1) / 4, a root of -1 modulo 2^255 - 19 */
    static const uint8_t root[32] = {
        0x2b, 0x83, 0x24, 0x80, 0x4f, 0xc1, 0xdf, 0x0b, 0x2b, 0x4d, 0x00, 0x99, 0x3d, 0xfb, 0xd7, 0xa7,
        0x2f, 0x43, 0x18, 0x06, 0xad, 0x2f, 0xe4, 0x78, 0xc4, 0xee, 0x1b, 0x27, 0x4a, 0x0e, 0xa0, 0xb0,
    };
    struct obi_modulus p = acryp_prime(c);
    size_t len = p.len;
    const uint8_t *a = c->data + len, *d = c->data + 2 * len;
    uint8_t *x = xy, *y = xy + len, one[56] = {0}, u[56], v[56], t[56];
    unsigned sign = in[key_len(c) - 1] >> 7;
    int status;

    one[len - 1] = 1;
    if (is_448(c) && in[56] & 0x7f)
        return OB_E_ARG;
    obi_acryp_reverse(y, in, len);
    if (!is_448(c))
        y[0] &= 0x7f;
    if (!obi_number_below(y, p.p, len))
        return OB_E_ARG;
    /* a x^2 + y^2 = 1 + d x^2 y^2: x^2 = (y^2 - 1) / (d y^2 - a), whose denominator is never 0 */
    status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, t, y, y);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_SUB, &p, u, t, one);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, v, t, d);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_SUB, &p, v, v, a);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_INVERT, &p, v, v, NULL);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, u, u, v);
    if (status == OB_OK)
        status = candidate(j, c, x, u);
    if (status == OB_OK)
        status = obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, t, x, x);
    if (status != OB_OK)
        return OB_E_IO;
    if (memcmp(t, u, len) != 0) {
        if (is_448(c))
            return OB_E_ARG;
        if (obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, x, x, root) != OB_OK ||
            obi_acryp_mod(j, OB_ACRYP_OP_MUL, &p, t, x, x) != OB_OK)
            return OB_E_IO;
        if (memcmp(t, u, len) != 0)
            return OB_E_ARG;
    }
    if (obi_number_is_zero(x, len))
        return sign ? OB_E_ARG : OB_OK;
    if ((x[len - 1] & 1u) != sign) {
        uint8_t zero[56] = {0};

        if (obi_acryp_mod(j, OB_ACRYP_OP_SUB, &p, x, zero, x) != OB_OK)
            return OB_E_IO;
    }
    return OB_OK;
}

/* ---- keys ---- */

/* The public half of the session's private key is computed once and kept: a signature made with a wrong one would
 * reveal the key. */
static int public_half(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, const uint8_t *a)
{
    struct ob_acryp_state *st = (struct ob_acryp_state *)ob_state(j->s);
    int status;

    if (st->has_public && !j->a->made)
        return OB_OK;
    j->a->made = true; /* by this op: as often as its function is called */
    status = base_multiple(j, c, st->public_half, a);
    st->has_public = status == OB_OK;
    return status;
}

int obi_acryp_eddsa_generate(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    size_t len = key_len(c);
    uint8_t key[57], a[56], prefix[57], half[57];
    int status = obi_acryp_random(j, key, len);

    if (status == OB_OK)
        status = expand(j, c, key, a, prefix);
    if (status == OB_OK)
        status = base_multiple(j, c, half, a);
    if (status == OB_OK) {
        memcpy(j->op->out, key, len);
        memcpy(j->op->out + len, half, len);
        j->op->out_len = 2 * len;
    }
    ob_wipe(key, sizeof key);
    ob_wipe(a, sizeof a);
    ob_wipe(prefix, sizeof prefix);
    return status;
}

/* ---- signatures ---- */

static int sign(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    const struct ob_acryp_state *st = (const struct ob_acryp_state *)ob_state_const(j->s);
    struct obi_modulus order = acryp_order(c);
    size_t len = key_len(c);
    uint8_t a[56], prefix[57], r[56], k[56], point[57];
    struct digest h;
    int status = expand(j, c, j->s->pk->d.data, a, prefix);

    if (status == OB_OK)
        status = public_half(j, c, a);
    if (status == OB_OK) {
        begin(&h, c, true);
        absorb(&h, prefix, len);
        absorb(&h, j->op->in, j->op->in_len);
        status = finish_number(j, &h, r);
    }
    if (status == OB_OK)
        status = base_multiple(j, c, point, r);
    if (status == OB_OK) {
        begin(&h, c, true);
        absorb(&h, point, len);
        absorb(&h, st->public_half, len);
        absorb(&h, j->op->in, j->op->in_len);
        status = finish_number(j, &h, k);
    }
    if (status == OB_OK && (obi_acryp_mod(j, OB_ACRYP_OP_MUL, &order, k, k, a) != OB_OK ||
                            obi_acryp_mod(j, OB_ACRYP_OP_ADD, &order, k, k, r) != OB_OK))
        status = OB_E_IO;
    if (status == OB_OK) {
        memcpy(j->op->tag, point, len);
        memset(j->op->tag + len, 0, len);
        obi_acryp_reverse(j->op->tag + len, k, order.len);
        j->op->out_len = 2 * len;
    }
    ob_wipe(a, sizeof a);
    ob_wipe(prefix, sizeof prefix);
    ob_wipe(r, sizeof r);
    ob_wipe(k, sizeof k); /* after a fault still a multiple of a */
    return status;
}

/* The public key's bytes. Those of a private key are always computed, as for signatures. */
static int public_bytes(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *out)
{
    const struct ob_acryp_state *st = (const struct ob_acryp_state *)ob_state_const(j->s);
    uint8_t a[56], prefix[57];
    int status;

    if (j->s->pk->kind == OB_KEY_EC_PUBLIC) {
        memcpy(out, j->s->pk->x.data, key_len(c));
        return OB_OK;
    }
    status = expand(j, c, j->s->pk->d.data, a, prefix);
    if (status == OB_OK)
        status = public_half(j, c, a);
    if (status == OB_OK)
        memcpy(out, st->public_half, key_len(c));
    ob_wipe(a, sizeof a);
    ob_wipe(prefix, sizeof prefix);
    return status;
}

static int verify(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    struct obi_modulus order = acryp_order(c), p = acryp_prime(c);
    size_t len = key_len(c);
    uint8_t key[57], point[2 * 56], xy[2 * 56], s[57], k[56], zero[56] = {0};
    struct digest h;
    int status = public_bytes(j, c, key);

    if (status == OB_OK)
        status = decode(j, c, point, key);
    if (status != OB_OK)
        return status;
    obi_acryp_reverse(s, j->op->tag + len, len); /* S of Ed448 has a byte more than the order */
    if ((len > order.len && s[0]) || !obi_number_below(s + len - order.len, order.p, order.len))
        return OB_E_AUTH;
    begin(&h, c, true);
    absorb(&h, j->op->tag, len);
    absorb(&h, key, len);
    absorb(&h, j->op->in, j->op->in_len);
    status = finish_number(j, &h, k);
    if (status == OB_OK && obi_acryp_mod(j, OB_ACRYP_OP_SUB, &p, point, zero, point) != OB_OK)
        status = OB_E_IO;
    if (status == OB_OK) /* S B - k A */
        status = obi_acryp_base(j, c, xy, s + len - order.len, k, point);
    if (status != OB_OK)
        return OB_E_IO;
    encode(c, key, xy);
    return memcmp(key, j->op->tag, len) == 0 ? OB_OK : OB_E_AUTH;
}

int obi_acryp_eddsa(const struct obi_acryp_job *j, const struct obi_acryp_curve *c)
{
    if (!is_448(c) && !obi_hash_find(OB_SHA512))
        return OB_E_DECLINED;
    return j->op->flags & OB_VERIFY ? verify(j, c) : sign(j, c);
}
