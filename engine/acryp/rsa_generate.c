/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: RSA keys with probable primes (FIPS 186-5, appendix A.1.3, Miller and Rabin's test of appendix B.3.1),
 * whose powers the block computes. Primes are 3 modulo 4, so that a round of the test is one power; e is 65537. Nothing
 * is told about time: candidates that are dropped show in it. */
#include "engine/acryp/internal.h"

#define HALF   (OBI_ACRYP_PRIME_BITS / 8)
#define E      65537u
#define SIEVE  128 /* odd primes to divide by before the first power */
#define STRIDE 4
#define REACH  (STRIDE * 8192u) /* from a random start to the last candidate */
#define STARTS 8                /* of which none has a prime of 4096 bits with a chance below 2^-64 */

/* ---- small numbers ---- */

/* a modulo m, which is below 2^24. */
static uint32_t remainder_of(const uint8_t *a, size_t len, uint32_t m)
{
    uint32_t r = 0;

    for (size_t i = 0; i < len; i++)
        r = (r << 8 | a[i]) % m;
    return r;
}

/* a to the power of E - 2 modulo E: 1 / a. */
static uint32_t inverse_mod_e(uint32_t a)
{
    uint64_t r = 1, square = a;

    for (uint32_t e = E - 2; e; e >>= 1) {
        if (e & 1)
            r = r * square % E;
        square = square * square % E;
    }
    return (uint32_t)r;
}

/* out = 1 / E modulo m, (1 + k m) / E with the k that makes it exact; m and E have no common factor. */
static void inverse_of_e(uint8_t *out, const uint8_t *m, size_t len)
{
    uint32_t k = E - inverse_mod_e(remainder_of(m, len, E)), carry = 1, rest;
    uint8_t wide[OBI_ACRYP_RSA_BYTES + 3];

    for (size_t i = len; i-- > 0;) {
        uint64_t t = (uint64_t)m[i] * k + carry;

        wide[i + 3] = (uint8_t)t;
        carry = (uint32_t)(t >> 8);
    }
    wide[2] = (uint8_t)carry;
    wide[1] = (uint8_t)(carry >> 8);
    wide[0] = (uint8_t)(carry >> 16);
    rest = remainder_of(wide, 3, E);
    for (size_t i = 0; i < len; i++) {
        rest = rest << 8 | wide[i + 3];
        out[i] = (uint8_t)(rest / E);
        rest %= E;
    }
    ob_wipe(wide, sizeof wide);
}

/* ---- primes ---- */

/* The first SIEVE odd primes. */
static void small_primes(uint16_t prime[SIEVE])
{
    unsigned n = 0;

    for (uint16_t c = 3; n < SIEVE; c += 2) {
        bool is_prime = true;

        for (unsigned i = 0; i < n && prime[i] * prime[i] <= c && is_prime; i++)
            is_prime = c % prime[i] != 0;
        if (is_prime)
            prime[n++] = c;
    }
}

/* A round with a random base: 1 if p may be a prime, 0 if it is none, or OB_E_IO. */
static int round_of_test(const struct obi_acryp_job *j, const struct obi_modulus *p)
{
    uint8_t base[HALF], half[HALF], r[HALF];
    const struct obi_acryp_request power = {
        .op = OB_ACRYP_OP_POWER,
        .n_params = 3,
        .n_in = 3,
        .n_out = 1,
        .param = {(uint16_t)p->bits, (uint16_t)(p->bits - 1), 0},
        .out_bits = (uint16_t)p->bits,
        .out = r,
        .in = {{p->p, p->len, p->bits}, {base, p->len, p->bits}, {half, p->len, p->bits - 1}},
    };
    int status;

    obi_acryp_slice(half, p->len, p->p, p->len, 1, p->bits - 1); /* (p - 1) / 2 */
    status = obi_acryp_blind(j, base, p);
    base[p->len - 1] ^= 2; /* as 1 would tell nothing, which is one of 2^500 */
    if (status == OB_OK)
        status = obi_acryp_run(j, &power);
    if (status == OB_OK) {
        uint8_t less_one[HALF];

        memcpy(less_one, p->p, p->len);
        less_one[p->len - 1] &= 0xfe;
        status = !ob_differ(r, less_one, p->len);
        r[p->len - 1] ^= 1;
        status |= (int)obi_number_is_zero(r, p->len);
        ob_wipe(less_one, sizeof less_one);
    } else {
        status = OB_E_IO;
    }
    ob_wipe(base, sizeof base);
    ob_wipe(half, sizeof half);
    ob_wipe(r, sizeof r);
    return status;
}

/* 1 if p is prime, but for a chance below 2^-112 (FIPS 186-5, table B.1); 0, or OB_E_IO. */
static int is_prime(const struct obi_acryp_job *j, const struct obi_modulus *p)
{
    unsigned rounds = p->bits >= 1024 ? 5 : 8;
    int status = 1;

    while (status == 1 && rounds-- > 0)
        status = round_of_test(j, p);
    return status;
}

static void add(uint8_t *a, size_t len, uint32_t small)
{
    for (size_t i = len; i-- > 0 && small;) {
        small += a[i];
        a[i] = (uint8_t)small;
        small >>= 8;
    }
}

/* A prime of exactly `bits` bits, whose two highest are set; p - 1 has no factor in common with E. */
static int prime(const struct obi_acryp_job *j, uint8_t *out, unsigned bits)
{
    uint16_t small[SIEVE] = {0}, rest[SIEVE];
    struct obi_modulus p = {out, (bits + 7) / 8, bits};
    unsigned top = (bits - 1) % 8;
    int status = OB_OK;

    small_primes(small);
    for (unsigned start = 0; start < STARTS; start++) {
        uint32_t last = 0;

        if (ob_random(j->s, out, p.len) != OB_OK)
            return OB_E_IO;
        out[0] = (uint8_t)((out[0] & ((2u << top) - 1)) | 1u << top);
        if (top)
            out[0] |= (uint8_t)(1u << (top - 1));
        else
            out[1] |= 0x80;
        out[p.len - 1] |= 3;
        out[p.len - 3] &= 0x7f; /* what is added carries no further */
        for (unsigned i = 0; i < SIEVE; i++)
            rest[i] = (uint16_t)remainder_of(out, p.len, small[i]);
        for (uint32_t at = 0; at < REACH; at += STRIDE) {
            bool divided = false;

            for (unsigned i = 0; i < SIEVE && !divided; i++)
                divided = (rest[i] + at) % small[i] == 0;
            if (divided)
                continue;
            add(out, p.len, at - last);
            last = at;
            if (remainder_of(out, p.len, E) == 1)
                continue;
            status = ob_progress(j->s) == OB_OK ? is_prime(j, &p) : OB_E_IO;
            if (status != 0) {
                ob_wipe(rest, sizeof rest);
                return status == 1 ? OB_OK : status;
            }
        }
    }
    return OB_E_IO; /* the block finds no number prime */
}

/* ---- keys ---- */

/* n = p q: modulo 2^bits - 1, which is above it. */
static int product(const struct obi_acryp_job *j, uint8_t *n, size_t len, const uint8_t *p, size_t p_len,
                   const uint8_t *q, size_t q_len)
{
    unsigned bits = j->s->bits;
    uint8_t ones[OBI_ACRYP_RSA_BYTES];
    const struct obi_acryp_request r = {
        .op = OB_ACRYP_OP_MUL,
        .n_params = 1,
        .n_in = 3,
        .n_out = 1,
        .param = {(uint16_t)bits},
        .out_bits = (uint16_t)bits,
        .out = n,
        .in = {{ones, len, bits}, {p, p_len, bits}, {q, q_len, bits}},
    };

    memset(ones, 0xff, len);
    ones[0] = (uint8_t)(0xffu >> (8 * len - bits));
    return obi_acryp_run(j, &r) == OB_OK ? OB_OK : OB_E_IO;
}

/* a -= b, of fewer bytes. */
static void subtract(uint8_t *a, size_t len, const uint8_t *b, size_t b_len)
{
    uint32_t borrow = 0;

    for (size_t i = 0; i < len; i++) {
        uint32_t t = (uint32_t)a[len - 1 - i] - (i < b_len ? b[b_len - 1 - i] : 0u) - borrow;

        a[len - 1 - i] = (uint8_t)t;
        borrow = t >> 31;
    }
}

/* 1 / E modulo p - 1. */
static void exponent(uint8_t *out, size_t half, const uint8_t *p)
{
    uint8_t less_one[HALF];

    memcpy(less_one, p, half);
    less_one[half - 1] &= 0xfe;
    inverse_of_e(out, less_one, half);
    ob_wipe(less_one, sizeof less_one);
}

/* Two primes that differ in their first hundred bits (FIPS 186-5, appendix A.1.3, step 5.4). */
static int primes(const struct obi_acryp_job *j, uint8_t *p, uint8_t *q, size_t half)
{
    unsigned bits = j->s->bits, p_bits = (bits + 1) / 2, q_bits = bits / 2;
    size_t skip = half - (q_bits + 7) / 8;
    int status = prime(j, p, p_bits);

    memset(q, 0, skip);
    if (status == OB_OK)
        do {
            status = prime(j, q + skip, q_bits);
        } while (status == OB_OK && !skip && memcmp(p, q, 13) == 0);
    return status;
}

int obi_acryp_rsa_generate(const struct obi_acryp_job *j)
{
    size_t len = (j->s->bits + 7u) / 8, half = (len + 1) / 2;
    uint8_t made[2 * OBI_ACRYP_RSA_BYTES + 4 + 5 * HALF];
    uint8_t *n = made, *e = n + len, *d = e + 4, *p = d + len, *q = p + half, *dp = q + half, *dq = dp + half,
            *qinv = dq + half;
    uint8_t smaller[HALF];
    struct obi_modulus m = {p, half, (j->s->bits + 1u) / 2};
    int status;

    status = primes(j, p, q, half);
    if (status == OB_OK)
        status = product(j, n, len, p, half, q, half);
    if (status == OB_OK) {
        memcpy(smaller, q, half);
        obi_number_cut(smaller, p, half);
        status = obi_acryp_mod(j, OB_ACRYP_OP_INVERT, &m, qinv, smaller, NULL);
    }
    if (status == OB_OK) {
        static const uint8_t exponent_e[4] = {0, 1, 0, 1};

        memcpy(e, exponent_e, 4);
        exponent(dp, half, p);
        exponent(dq, half, q);
        memcpy(d, n, len); /* modulo (p - 1) (q - 1) = n - p - q + 1 */
        subtract(d, len, p, half);
        subtract(d, len, q, half);
        add(d, len, 1);
        inverse_of_e(d, d, len);
        j->op->out_len = 2 * len + 4 + 5 * half;
        memcpy(j->op->out, made, j->op->out_len);
    }
    ob_wipe(made, sizeof made);
    ob_wipe(smaller, sizeof smaller);
    return status == OB_OK ? OB_OK : OB_E_IO;
}
