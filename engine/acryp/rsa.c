/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: RSA (RFC 8017). The block has the raw operations: the public one, and the private one by the Chinese
 * remainder theorem, blinded and checked; algo/rsa_padding has the rest. */
#include "engine/acryp/internal.h"

#include "algo/hash.h"
#include "algo/rsa_padding.h"
#include "algo/rsa_unpad.h"

#define HALF (OBI_ACRYP_PRIME_BITS / 8)

static size_t modulus_len(const struct ob_session *s)
{
    return (s->bits + 7u) / 8;
}

static struct obi_operand operand(struct ob_bytes b, unsigned bits)
{
    return (struct obi_operand){b.data, b.len, bits};
}

/* ---- R^2 modulo n, which the key's cache keeps ---- */

/* Add a word to two sums: polynomials with odd factors, which change with each word and its place. */
static inline void add_word(uint32_t sum[2], uint32_t word)
{
    sum[0] = sum[0] * 0x01000193u + word; /* FNV's prime for 32 bits, */
    sum[1] = sum[1] * 0x9e3779b1u + word; /* and the prime near 2^32 divided by the golden ratio */
}

static void add_up(uint32_t sum[2], const uint8_t *p, size_t len)
{
    uint32_t word;

    for (; len && (uintptr_t)p % sizeof word; len--)
        add_word(sum, *p++);
    for (; len >= sizeof word; len -= sizeof word, p += sizeof word) {
        memcpy(&word, __builtin_assume_aligned(p, sizeof word), sizeof word);
        add_word(sum, word);
    }
    while (len--)
        add_word(sum, *p++);
}

/* Two sums of the modulus and what is kept for it. */
static void add_up_all(uint32_t sum[2], const struct ob_key *k, size_t len)
{
    sum[0] = 1;
    sum[1] = (uint32_t)len;
    add_up(sum, k->n.data, k->n.len);
    add_up(sum, k->cache->data, len);
}

/* Let the block make the constant, and see that 1 to the power of 1 is 1 with it, which only R^2 gives: a wrong one
 * would make all signatures wrong until the session is closed. */
static bool make_constant(const struct obi_acryp_job *j, uint8_t *constant)
{
    static const uint8_t one[] = {1};
    const struct ob_key *k = j->s->pk;
    unsigned n_bits = j->s->bits;
    size_t len = modulus_len(j->s);
    uint8_t power[OBI_ACRYP_RSA_BYTES] = {0}; /* no result is not 1 */
    const struct obi_acryp_request make = {
        .op = OB_ACRYP_OP_CONSTANT,
        .n_params = 1,
        .n_in = 1,
        .n_out = 1,
        .param = {(uint16_t)n_bits},
        .out_bits = (uint16_t)n_bits,
        .out = constant,
        .in = {operand(k->n, n_bits)},
    };
    const struct obi_acryp_request check = {
        .op = OB_ACRYP_OP_POWER_PUBLIC,
        .n_params = 3,
        .n_in = 4,
        .n_out = 1,
        .param = {(uint16_t)n_bits, 1, 1},
        .out_bits = (uint16_t)n_bits,
        .out = power,
        .in = {operand(k->n, n_bits), {constant, len, n_bits}, {one, 1, n_bits}, {one, 1, 1}},
    };

    return obi_acryp_run(j, &make) == OB_OK && obi_acryp_run(j, &check) == OB_OK && power[len - 1] == 1 &&
           obi_number_is_zero(power, len - 1);
}

/* The constant of the session's key; NULL without a cache, in the first op of a session, which may be its last one, or
 * where it could not be made. */
static const uint8_t *constant_of(const struct obi_acryp_job *j)
{
    const struct ob_key *k = j->s->pk;
    struct ob_key_cache *c = k->cache;
    size_t len = modulus_len(j->s);
    uint32_t sum[2];

    if (!c || c->session != j->s || !c->data || c->size < len || j->a->passed)
        return NULL;
    if (!c->passed) {
        c->passed = j->a->passed = true; /* by this op: as often as its function is called */
        return NULL;
    }
    if (c->maker == j->a && !j->a->made) {
        add_up_all(sum, k, len);
        if (sum[0] == c->sum[0] && sum[1] == c->sum[1])
            return c->data;
    }
    j->a->made = true; /* likewise */
    c->maker = NULL;
    if (!make_constant(j, c->data))
        return NULL;
    add_up_all(c->sum, k, len);
    c->maker = j->a;
    return c->data;
}

/* ---- raw operations ---- */

/* out = in to the power of e: OB_OK; OB_E_ARG: in is not below the modulus; OB_E_IO. */
static int public_power(const struct obi_acryp_job *j, uint8_t *out, const uint8_t *in)
{
    const struct ob_key *k = j->s->pk;
    unsigned n_bits = j->s->bits, e_bits = obi_number_bits(k->e), at = 0;
    const uint8_t *constant = constant_of(j);
    struct obi_acryp_request r = {
        .op = OB_ACRYP_OP_POWER_PUBLIC,
        .n_params = 3,
        .n_out = 1,
        .param = {(uint16_t)n_bits, (uint16_t)e_bits, constant != NULL},
        .out_bits = (uint16_t)n_bits,
        .out = out,
    };
    bool is_zero = obi_number_is_zero(in, modulus_len(j->s));
    int status;

    r.in[at++] = operand(k->n, n_bits);
    if (constant)
        r.in[at++] = (struct obi_operand){constant, modulus_len(j->s), n_bits};
    r.in[at++] = (struct obi_operand){in, modulus_len(j->s), n_bits};
    r.in[at++] = operand(k->e, e_bits);
    r.n_in = (uint8_t)at;
    status = obi_acryp_run(j, &r);
    if (status == OB_OK && !is_zero && obi_number_is_zero(out, modulus_len(j->s)))
        return obi_acryp_failed(j->a); /* only 0 has the power 0: what was read is not the result */
    return status == OBI_ACRYP_BAD ? OB_E_ARG : status == OB_OK ? OB_OK : OB_E_IO;
}

/* A private key as the block takes it: the longer prime first, all parts there. */
struct parts {
    struct ob_bytes p, q, dp, dq, qinv;
    unsigned p_bits, q_bits;
    uint8_t made[3][HALF]; /* dp, dq and qinv, where the key has none */
};

static void wipe(struct parts *k)
{
    ob_wipe(k, sizeof *k);
}

/* out = d modulo prime - 1, bit by bit in words; out and the prime have len bytes, at most HALF. Time depends on
 * lengths alone. */
static void reduce_exponent(uint8_t *out, struct ob_bytes d, const uint8_t *prime, size_t len)
{
    uint32_t m[HALF / 4 + 1] = {0}, r[HALF / 4 + 1] = {0}, t[HALF / 4 + 1];
    size_t words = len / 4 + 1; /* at least a bit more than the prime */

    for (size_t i = 0; i < len; i++)
        m[i / 4] |= (uint32_t)prime[len - 1 - i] << i % 4 * 8;
    m[0] &= ~(uint32_t)1; /* the prime is odd */
    for (size_t bit = d.len * 8; bit-- > 0;) {
        uint32_t in = d.data[d.len - 1 - bit / 8] >> bit % 8 & 1, mask;
        uint64_t borrow = 0;

        for (size_t i = 0; i < words; i++) {
            uint32_t top = r[i] >> 31;

            r[i] = r[i] << 1 | in;
            in = top;
            borrow = (uint64_t)r[i] - m[i] - (borrow >> 63);
            t[i] = (uint32_t)borrow;
        }
        mask = (uint32_t)(borrow >> 63) - 1; /* all ones where there was no borrow */
        for (size_t i = 0; i < words; i++)
            r[i] = (t[i] & mask) | (r[i] & ~mask);
    }
    for (size_t i = 0; i < len; i++)
        out[len - 1 - i] = (uint8_t)(r[i / 4] >> i % 4 * 8);
    ob_wipe(m, sizeof m);
    ob_wipe(r, sizeof r);
    ob_wipe(t, sizeof t);
}

/* out = 1 / q modulo p, which is not shorter. */
static int inverse(const struct obi_acryp_job *j, const struct parts *k, uint8_t *out, size_t len)
{
    uint8_t p[HALF], q[HALF];
    struct obi_modulus m = {p, len, k->p_bits};
    int status;

    (void)obi_number_fixed(p, len, k->p);
    (void)obi_number_fixed(q, len, k->q);
    obi_number_cut(q, p, len); /* where both have the same bits, q may be above p, but below 2 p */
    status = obi_acryp_mod(j, OB_ACRYP_OP_INVERT, &m, out, q, NULL);
    ob_wipe(p, sizeof p);
    ob_wipe(q, sizeof q);
    return status;
}

/* Fill in what the key lacks: OB_OK, OB_E_ARG or OB_E_IO. */
static int complete(const struct obi_acryp_job *j, struct parts *k)
{
    const struct ob_key *key = j->s->pk;
    size_t p_len, q_len;
    int status;

    *k = (struct parts){.p = key->p, .q = key->q, .dp = key->dp, .dq = key->dq, .qinv = key->qinv};
    k->p_bits = obi_number_bits(k->p);
    k->q_bits = obi_number_bits(k->q);
    if (k->p_bits < k->q_bits) {
        *k = (struct parts){
            .p = key->q, .q = key->p, .dp = key->dq, .dq = key->dp, .p_bits = k->q_bits, .q_bits = k->p_bits};
    }
    p_len = (k->p_bits + 7) / 8;
    q_len = (k->q_bits + 7) / 8;
    k->p = obi_number(k->p, p_len);
    k->q = obi_number(k->q, q_len);
    if (!k->dp.len) {
        reduce_exponent(k->made[0], key->d, k->p.data, p_len);
        k->dp = (struct ob_bytes){k->made[0], p_len};
    }
    if (!k->dq.len) {
        reduce_exponent(k->made[1], key->d, k->q.data, q_len);
        k->dq = (struct ob_bytes){k->made[1], q_len};
    }
    if (!k->qinv.len) {
        status = inverse(j, k, k->made[2], p_len);
        if (status != OB_OK)
            return status == OB_E_IO ? OB_E_IO : OB_E_ARG;
        k->qinv = (struct ob_bytes){k->made[2], p_len};
    }
    return OB_OK;
}

/* One attempt: as obi_acryp_run. Of the primes, the lengths show in the time. */
static int attempt(const struct obi_acryp_job *j, const struct parts *k, uint8_t *out, const uint8_t *in)
{
    const struct ob_key *key = j->s->pk;
    unsigned n_bits = j->s->bits, e_bits = obi_number_bits(key->e);
    struct obi_modulus n = {NULL, modulus_len(j->s), n_bits};
    uint8_t random[OBI_ACRYP_RSA_BYTES], blind[2][8];
    const struct obi_acryp_request r = {
        .op = OB_ACRYP_OP_RSA_PRIVATE,
        .n_params = 4,
        .n_in = 11,
        .n_out = 1,
        .param = {(uint16_t)k->p_bits, (uint16_t)k->q_bits, (uint16_t)n_bits, (uint16_t)e_bits},
        .out_bits = (uint16_t)n_bits,
        .out = out,
        .in = {operand(key->n, n_bits),
               operand(key->e, e_bits),
               {in, n.len, n_bits},
               {random, n.len, n_bits},
               operand(k->p, k->p_bits),
               operand(k->q, k->q_bits),
               operand(k->dp, k->p_bits),
               operand(k->dq, k->q_bits),
               {blind[0], 8, 64},
               {blind[1], 8, 64},
               operand(k->qinv, k->p_bits)},
    };
    bool is_zero = obi_number_is_zero(in, n.len);
    int status = obi_acryp_blind(j, random, &n);

    if (status == OB_OK)
        status = obi_acryp_random(j, blind[0], sizeof blind);
    if (status == OB_OK)
        status = obi_acryp_run(j, &r);
    if (status == OB_OK && !is_zero && obi_number_is_zero(out, n.len))
        status = obi_acryp_failed(j->a); /* as with the public key */
    ob_wipe(random, sizeof random);
    ob_wipe(blind, sizeof blind);
    return status;
}

/* Whether the block computes with a small key what it should. */
static bool works(const struct obi_acryp_job *j)
{
    /* p = 65519, q = 65447 */
    static const uint8_t n[4] = {0xff, 0x96, 0x05, 0xe9}, e[1] = {3}, c[4] = {0, 0, 0, 2}, r[4] = {0, 0, 0, 5},
                         p[2] = {0xff, 0xef}, q[2] = {0xff, 0xa7}, dp[2] = {0xaa, 0x9f}, dq[2] = {0xaa, 0x6f},
                         blind[8] = {0}, qinv[2] = {0xfc, 0x61};
    uint8_t m[4] = {0}, back[4] = {0};
    struct obi_acryp_request request = {
        .op = OB_ACRYP_OP_RSA_PRIVATE,
        .n_params = 4,
        .n_in = 11,
        .n_out = 1,
        .param = {16, 16, 32, 2},
        .out_bits = 32,
        .out = m,
        .in = {{n, 4, 32},
               {e, 1, 2},
               {c, 4, 32},
               {r, 4, 32},
               {p, 2, 16},
               {q, 2, 16},
               {dp, 2, 16},
               {dq, 2, 16},
               {blind, 8, 64},
               {blind, 8, 64},
               {qinv, 2, 16}},
    };
    const struct obi_acryp_request check = {
        .op = OB_ACRYP_OP_POWER_PUBLIC,
        .n_params = 3,
        .n_in = 3,
        .n_out = 1,
        .param = {32, 2, 0},
        .out_bits = 32,
        .out = back,
        .in = {{n, 4, 32}, {m, 4, 32}, {e, 1, 2}},
    };

    return obi_acryp_run(j, &request) == OB_OK && obi_acryp_run(j, &check) == OB_OK && memcmp(back, c, 4) == 0;
}

/* OB_OK if out to the power of e is in, by another operation of the block; else OB_E_IO, with out wiped. */
static int confirm(const struct obi_acryp_job *j, uint8_t *out, const uint8_t *in)
{
    uint8_t back[OBI_ACRYP_RSA_BYTES];
    size_t len = modulus_len(j->s);

    if (public_power(j, back, out) == OB_OK && !ob_differ(back, in, len))
        return OB_OK;
    ob_wipe(out, len);
    return obi_acryp_failed(j->a);
}

/* out = in to the power of d: OB_OK; OB_E_ARG: in is not below the modulus, or the key is wrong; OB_E_IO. */
static int private_power(const struct obi_acryp_job *j, uint8_t *out, const uint8_t *in)
{
    uint8_t before[OBI_ACRYP_RSA_BYTES]; /* out may be in */
    struct parts k;
    int status = complete(j, &k);

    if (j->a->confirm)
        memcpy(before, in, modulus_len(j->s));
    if (status == OB_OK) {
        status = attempt(j, &k, out, in);
        /* The block found its result wrong. A fault passes; a key that is none does not, and a block that fails for
         * good fails with another key, too. */
        if (status == OBI_ACRYP_WRONG || status == OBI_ACRYP_NO_INVERSE)
            status = attempt(j, &k, out, in);
        if (status == OBI_ACRYP_WRONG || status == OBI_ACRYP_NO_INVERSE)
            status = works(j) ? OB_E_ARG : OB_E_IO;
        else if (status == OBI_ACRYP_BAD)
            status = OB_E_ARG;
    }
    wipe(&k);
    if (status == OB_OK && j->a->confirm)
        status = confirm(j, out, before);
    if (j->a->confirm)
        ob_wipe(before, sizeof before);
    return status;
}

/* ---- signatures ---- */

static int sign(const struct obi_acryp_job *j)
{
    uint8_t em[OBI_ACRYP_RSA_BYTES], salt[OB_DIGEST_MAX];
    size_t len = modulus_len(j->s);
    int status = OB_OK;
    bool encoded;

    if (j->s->alg == OB_RSA_PSS) {
        status = obi_acryp_random(j, salt, ob_alg_tag(j->s->hash));
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

static int verify(const struct obi_acryp_job *j)
{
    uint8_t em[OBI_ACRYP_RSA_BYTES], want[OBI_ACRYP_RSA_BYTES];
    size_t len = modulus_len(j->s);
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
static int nonzero(const struct obi_acryp_job *j, uint8_t *out, size_t len)
{
    if (obi_acryp_random(j, out, len) != OB_OK)
        return OB_E_IO;
    for (size_t i = 0; i < len; i++)
        for (unsigned tries = 0; out[i] == 0; tries++)
            if (tries == 64 || obi_acryp_random(j, out + i, 1) != OB_OK)
                return OB_E_IO;
    return OB_OK;
}

static int encrypt(const struct obi_acryp_job *j)
{
    uint8_t em[OBI_ACRYP_RSA_BYTES], seed[OB_DIGEST_MAX];
    size_t len = modulus_len(j->s), in_len = j->op->in_len;
    struct ob_bytes l = label(j->op);
    int status = OB_OK;

    if (j->s->alg == OB_RSA) {
        status = public_power(j, j->op->out, j->op->in);
        if (status == OB_OK)
            j->op->out_len = len;
        return status;
    }
    if (j->s->alg == OB_RSA_OAEP) {
        status = obi_acryp_random(j, seed, ob_alg_tag(j->s->hash));
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

static int decrypt(const struct obi_acryp_job *j)
{
    uint8_t em[OBI_ACRYP_RSA_BYTES];
    size_t len = modulus_len(j->s), out_len = 0;
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
static int check(const struct obi_acryp_job *j)
{
    uint8_t in[OBI_ACRYP_RSA_BYTES];
    size_t len = modulus_len(j->s);
    int status = public_power(j, in, j->op->out);

    if (status == OB_OK && ob_differ(in, j->op->in, len))
        status = OB_E_AUTH;
    ob_wipe(in, sizeof in);
    return status == OB_E_ARG ? OB_E_AUTH : status;
}

int obi_acryp_rsa(const struct obi_acryp_job *j)
{
    bool signs = j->s->alg == OB_RSA_PKCS1_SIGN || j->s->alg == OB_RSA_PSS;

    if (j->op->flags & OB_VERIFY)
        return signs ? verify(j) : check(j);
    if (!signs && j->op->flags & OB_ENCRYPT)
        return encrypt(j);
    return signs ? sign(j) : decrypt(j);
}

int obi_acryp_rsa_open(struct ob_session *s)
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
    return p_bits > OBI_ACRYP_PRIME_BITS || q_bits > OBI_ACRYP_PRIME_BITS ? OB_E_DECLINED : OB_OK;
}
