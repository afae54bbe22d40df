/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: RSA (RFC 8017). The block has the arithmetic; algo/rsa_padding has the encodings. The private operation
 * is blinded, and checked with the public one before its result leaves. */
#include "engine/ltc/pk.h"

#include "algo/hash.h"
#include "algo/rsa_padding.h"
#include "algo/rsa_unpad.h"

#if OB_WITH_PK

#define HALF  (OBI_LTC_RSA_BYTES / 2 + 1) /* primes need not have the same length: within a byte */
#define WRONG 4                           /* the check has failed */

static struct obi_ltc_modulus modulus_of(const struct obi_ltc_pk_job *j)
{
    size_t len = (j->s->bits + 7u) / 8;

    return (struct obi_ltc_modulus){obi_number(j->s->pk->n, len).data, len, j->s->bits};
}

/* A prime of the key in its own length. */
static struct obi_ltc_modulus prime_of(struct ob_bytes b)
{
    unsigned bits = obi_number_bits(b);
    size_t len = (bits + 7) / 8;

    return (struct obi_ltc_modulus){obi_number(b, len).data, len, bits};
}

/* out = in to the power of e: OB_OK; OB_E_ARG: in is not below the modulus; OB_E_IO. */
static int public_power(const struct obi_ltc_pk_job *j, uint8_t *out, const uint8_t *in)
{
    const struct obi_ltc_modulus n = modulus_of(j);
    struct ob_bytes e = obi_number(j->s->pk->e, (obi_number_bits(j->s->pk->e) + 7) / 8);

    if (!obi_number_below(in, n.p, n.len))
        return OB_E_ARG;
    return obi_ltc_pk_power(j, &n, out, in, e.data, e.len, false);
}

/* out = in to the power of the exponent modulo a prime; all have the prime's length, in has that of n. */
static int power_modulo(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *prime, uint8_t *out,
                        const uint8_t *in, size_t in_len, struct ob_bytes exponent)
{
    uint8_t e[HALF], base[HALF];
    int status = obi_number_fixed(e, prime->len, exponent) ? OB_OK : OB_E_ARG;

    if (status == OB_OK)
        status = obi_ltc_pk_reduce(j, prime, base, in, in_len);
    if (status == OB_OK)
        status = obi_ltc_pk_power(j, prime, out, base, e, prime->len, true);
    ob_wipe(e, sizeof e);
    ob_wipe(base, sizeof base);
    return status;
}

/* out = in to the power of d by the Chinese remainder theorem (section 5.1.2, step 2.b). */
static int by_primes(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *n, uint8_t *out, const uint8_t *in)
{
    const struct ob_key *k = j->s->pk;
    const struct obi_ltc_modulus p = prime_of(k->p), q = prime_of(k->q);
    uint8_t m1[HALF], m2[HALF], h[HALF], qinv[HALF], wide[2][OBI_LTC_RSA_BYTES];
    int status = obi_number_fixed(qinv, p.len, k->qinv) && obi_number_below(qinv, p.p, p.len) ? OB_OK : OB_E_ARG;

    if (status == OB_OK)
        status = power_modulo(j, &p, m1, in, n->len, k->dp);
    if (status == OB_OK)
        status = power_modulo(j, &q, m2, in, n->len, k->dq);
    if (status == OB_OK)
        status = obi_ltc_pk_reduce(j, &p, h, m2, q.len);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_SUB, &p, h, m1, h);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &p, h, h, qinv);
    if (status == OB_OK) {
        (void)obi_number_fixed(wide[0], n->len, (struct ob_bytes){h, p.len});
        (void)obi_number_fixed(wide[1], n->len, (struct ob_bytes){q.p, q.len});
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, n, wide[0], wide[0], wide[1]);
    }
    if (status == OB_OK) {
        (void)obi_number_fixed(wide[1], n->len, (struct ob_bytes){m2, q.len});
        status = obi_ltc_pk_mod(j, LTC_PK_ADD, n, out, wide[0], wide[1]);
    }
    ob_wipe(m1, sizeof m1);
    ob_wipe(m2, sizeof m2);
    ob_wipe(h, sizeof h);
    ob_wipe(qinv, sizeof qinv);
    ob_wipe(wide, sizeof wide);
    return status;
}

/* OB_OK if p q is a multiple of n, and so n, as their lengths have been checked; else OB_E_ARG; OB_E_IO. */
static int primes_belong(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *n)
{
    uint8_t p[OBI_LTC_RSA_BYTES], q[OBI_LTC_RSA_BYTES];
    int status;

    (void)obi_number_fixed(p, n->len, j->s->pk->p);
    (void)obi_number_fixed(q, n->len, j->s->pk->q);
    status = obi_ltc_pk_mod(j, LTC_PK_MUL, n, p, p, q);
    if (status == OB_OK && !obi_number_is_zero(p, n->len))
        status = OB_E_ARG;
    ob_wipe(p, sizeof p);
    ob_wipe(q, sizeof q);
    return status;
}

/* One attempt: OB_OK, OB_E_ARG, OB_E_IO, or WRONG. in is below the modulus. */
static int attempt(const struct obi_ltc_pk_job *j, uint8_t *out, const uint8_t *in)
{
    const struct ob_key *k = j->s->pk;
    const struct obi_ltc_modulus n = modulus_of(j);
    uint8_t r[OBI_LTC_RSA_BYTES], inverse[OBI_LTC_RSA_BYTES], blinded[OBI_LTC_RSA_BYTES], d[OBI_LTC_RSA_BYTES];
    int status = obi_ltc_random_below(j->s, r, &n);

    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_INVERT, &n, inverse, r, NULL);
    if (status == OB_OK)
        status = public_power(j, blinded, r);
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &n, blinded, blinded, in);
    if (status == OB_OK && k->dp.len && k->dq.len && k->qinv.len) {
        status = by_primes(j, &n, blinded, blinded);
    } else if (status == OB_OK) {
        (void)obi_number_fixed(d, n.len, k->d);
        status = obi_ltc_pk_power(j, &n, blinded, blinded, d, n.len, true);
    }
    if (status == OB_OK)
        status = obi_ltc_pk_mod(j, LTC_PK_MUL, &n, blinded, blinded, inverse);
    if (status == OB_OK)
        status = public_power(j, r, blinded);
    if (status == OB_OK)
        status = ob_differ(r, in, n.len) ? WRONG : OB_OK;
    if (status == OB_OK)
        memcpy(out, blinded, n.len);
    ob_wipe(r, sizeof r);
    ob_wipe(inverse, sizeof inverse);
    ob_wipe(blinded, sizeof blinded);
    ob_wipe(d, sizeof d);
    return status == OBI_LTC_NO_INVERSE ? WRONG : status;
}

/* Whether the block computes 5^3 modulo 1009, and its inverse. */
static bool works(const struct obi_ltc_pk_job *j)
{
    static const uint8_t m[2] = {0x03, 0xf1}, five[2] = {0, 5}, three[1] = {3};
    const struct obi_ltc_modulus n = {m, 2, 10};
    uint8_t power[2] = {0}, back[2] = {0};

    return obi_ltc_pk_power(j, &n, power, five, three, 1, true) == OB_OK && power[0] == 0 && power[1] == 125 &&
           obi_ltc_pk_mod(j, LTC_PK_INVERT, &n, back, power, NULL) == OB_OK &&
           obi_ltc_pk_mod(j, LTC_PK_MUL, &n, back, back, power) == OB_OK && back[0] == 0 && back[1] == 1;
}

/* out = in to the power of d: OB_OK; OB_E_ARG: in is not below the modulus, or the key is wrong; OB_E_IO. */
static int private_power(const struct obi_ltc_pk_job *j, uint8_t *out, const uint8_t *in)
{
    const struct obi_ltc_modulus n = modulus_of(j);
    int status = obi_number_below(in, n.p, n.len) ? primes_belong(j, &n) : OB_E_ARG;

    if (status == OB_OK) {
        status = attempt(j, out, in);
        /* A fault passes; a key that is none does not, and a block that fails for good fails with another number, too.
         */
        if (status == WRONG)
            status = attempt(j, out, in);
        if (status == WRONG)
            status = works(j) ? OB_E_ARG : OB_E_IO;
    }
    return status;
}

/* ---- signatures ---- */

static int sign(const struct obi_ltc_pk_job *j)
{
    uint8_t em[OBI_LTC_RSA_BYTES], salt[OB_DIGEST_MAX];
    size_t len = modulus_of(j).len;
    int status = OB_OK;
    bool encoded;

    if (j->s->alg == OB_RSA_PSS) {
        status = ob_random(j->s, salt, ob_alg_tag(j->s->hash));
        encoded = status == OB_OK && obi_rsa_pss_encode(em, j->s->bits, j->s->hash, j->op->in, salt);
    } else {
        encoded = obi_rsa_pkcs1_encode(em, len, j->s->hash, j->op->in);
    }
    if (status == OB_OK && !encoded)
        status = OB_E_ARG;
    if (status == OB_OK)
        status = private_power(j, em, em);
    if (status == OB_OK) {
        memcpy(j->op->tag, em, len);
        j->op->out_len = len;
    }
    ob_wipe(em, sizeof em);
    return status;
}

static int verify(const struct obi_ltc_pk_job *j)
{
    uint8_t em[OBI_LTC_RSA_BYTES], want[OBI_LTC_RSA_BYTES];
    size_t len = modulus_of(j).len;
    int status = public_power(j, em, j->op->tag);

    if (status != OB_OK)
        return status == OB_E_ARG ? OB_E_AUTH : status; /* not below the modulus */
    if (j->s->alg == OB_RSA_PSS)
        return obi_rsa_pss_verify(em, j->s->bits, j->s->hash, j->op->in) ? OB_OK : OB_E_AUTH;
    return obi_rsa_pkcs1_encode(want, len, j->s->hash, j->op->in) && memcmp(em, want, len) == 0 ? OB_OK : OB_E_AUTH;
}

/* ---- encryption ---- */

static struct ob_bytes label(const struct ob_op *op)
{
    return op->flags & OB_AAD ? (struct ob_bytes){op->aad, op->aad_len} : (struct ob_bytes){NULL, 0};
}

/* Random bytes that are not 0. */
static int nonzero(const struct obi_ltc_pk_job *j, uint8_t *out, size_t len)
{
    if (ob_random(j->s, out, len) != OB_OK)
        return OB_E_IO;
    for (size_t i = 0; i < len; i++)
        for (unsigned tries = 0; out[i] == 0; tries++)
            if (tries == 64 || ob_random(j->s, out + i, 1) != OB_OK)
                return OB_E_IO;
    return OB_OK;
}

static int encrypt(const struct obi_ltc_pk_job *j)
{
    uint8_t em[OBI_LTC_RSA_BYTES], seed[OB_DIGEST_MAX];
    size_t len = modulus_of(j).len, in_len = j->op->in_len;
    struct ob_bytes l = label(j->op);
    int status = OB_OK;

    if (j->s->alg == OB_RSA) {
        memcpy(em, j->op->in, len);
    } else if (j->s->alg == OB_RSA_OAEP) {
        status = ob_random(j->s, seed, ob_alg_tag(j->s->hash));
        if (status == OB_OK)
            obi_rsa_oaep_encode(em, len, j->s->hash, l.data, l.len, j->op->in, in_len, seed);
    } else {
        status = nonzero(j, em + 2, len - in_len - 3);
        if (status == OB_OK)
            obi_rsa_crypt_encode(em, len, j->op->in, in_len);
    }
    if (status == OB_OK)
        status = public_power(j, em, em);
    if (status == OB_OK) {
        memcpy(j->op->out, em, len);
        j->op->out_len = len;
    }
    ob_wipe(em, sizeof em);
    ob_wipe(seed, sizeof seed);
    return status;
}

static int decrypt(const struct obi_ltc_pk_job *j)
{
    uint8_t em[OBI_LTC_RSA_BYTES];
    size_t len = modulus_of(j).len, out_len = 0;
    struct ob_bytes l = label(j->op);
    const uint8_t *message = em;
    int status = private_power(j, em, j->op->in);

    if (j->s->alg == OB_RSA_OAEP) { /* section 7.1.2: wrong padding and a number out of range give the same error */
        if (status == OB_E_ARG ||
            (status == OB_OK && !obi_rsa_oaep_decode(em, len, j->s->hash, l.data, l.len, &message, &out_len)))
            status = OB_E_AUTH;
    } else if (j->s->alg == OB_RSA) {
        out_len = len;
    } else if (status == OB_OK) {
        j->op->out_len = obi_rsa_unpad(j->op->out, em, len, j->op->in, &j->s->pk->d);
        return OB_OK;
    }
    if (status == OB_OK) {
        memcpy(j->op->out, message, out_len);
        j->op->out_len = out_len;
    }
    ob_wipe(em, sizeof em);
    return status;
}

/* OB_OK if the public operation on out gives in: the verification of OB_RSA. */
static int check(const struct obi_ltc_pk_job *j)
{
    uint8_t in[OBI_LTC_RSA_BYTES];
    int status = public_power(j, in, j->op->out);

    if (status == OB_OK && ob_differ(in, j->op->in, modulus_of(j).len))
        status = OB_E_AUTH;
    ob_wipe(in, sizeof in);
    return status == OB_E_ARG ? OB_E_AUTH : status;
}

int obi_ltc_rsa(const struct obi_ltc_pk_job *j)
{
    bool signs = j->s->alg == OB_RSA_PKCS1_SIGN || j->s->alg == OB_RSA_PSS;

    if (j->op->flags & OB_VERIFY)
        return signs ? verify(j) : check(j);
    if (!signs && j->op->flags & OB_ENCRYPT)
        return encrypt(j);
    return signs ? sign(j) : decrypt(j);
}

int obi_ltc_rsa_open(const struct ob_session *s)
{
    const struct ob_key *k = s->pk;
    unsigned p_bits, q_bits;

    if ((s->alg == OB_RSA_PSS || s->alg == OB_RSA_OAEP || s->alg == OB_RSA_PKCS1_SIGN) && !obi_hash_find(s->hash))
        return OB_E_DECLINED;
    if (s->alg == OB_RSA_PKCS1_SIGN && !obi_rsa_has_digest_info(s->hash))
        return OB_E_DECLINED;
    if (k->kind == OB_KEY_RSA_PUBLIC)
        return OB_OK;
    p_bits = obi_number_bits(k->p);
    q_bits = obi_number_bits(k->q);
    if (p_bits + q_bits != s->bits && p_bits + q_bits != s->bits + 1u)
        return OB_E_ARG; /* no product of them has the modulus' length */
    return p_bits > 8 * HALF || q_bits > 8 * HALF ? OB_E_DECLINED : OB_OK;
}

#endif
