/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: what its public-key files share. Numbers are big-endian bytes of fixed length. */
#ifndef OUTBOARD_ENGINE_LTC_PK_H
#define OUTBOARD_ENGINE_LTC_PK_H

#include <string.h>

#include "algo/number.h"
#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"

#define OBI_LTC_RSA_BITS  2048
#define OBI_LTC_RSA_BYTES 256
#define OBI_LTC_FIELD     64 /* bytes of a coordinate or scalar: brainpoolP512r1 */

/* How an operation can end besides OB_OK and OB_E_IO. */
#define OBI_LTC_NO_INVERSE 2

struct obi_ltc_pk_job {
    struct ob_ltc *l;
    struct ob_session *s;
    struct ob_op *op;
};

/* ---- pk_run.c: operations of the block ---- */

/* A number of len bytes for the register, or the quarter of one, at offset `at`. */
struct obi_ltc_operand {
    uint16_t at;
    uint16_t len;
    const uint8_t *p;
};

/* Run a mode on the operands, and clear the block's registers. Without a quarter among the operands the result, filled
 * up with zeros, goes to out, of out_len bytes; with one, the two quarters of a point do, out_len / 2 bytes each.
 * *flags (NULL: not wanted) are the bits of STA. out is written only with OB_OK. OB_E_IO: the block reported an error,
 * answered what cannot be, or was silent; it is reset. OBI_LTC_NO_INVERSE: likewise, for LTC_PK_INVERT alone. */
int obi_ltc_pk_run(const struct obi_ltc_pk_job *j, uint32_t mode, const struct obi_ltc_operand *in, size_t n_in,
                   uint8_t *out, size_t out_len, uint32_t *flags);

/* An odd modulus of len bytes and exactly `bits` bits. */
struct obi_ltc_modulus {
    const uint8_t *p;
    size_t len;
    unsigned bits;
};

/* out = a op b modulo m: LTC_PK_ADD, LTC_PK_SUB, LTC_PK_MUL, or LTC_PK_INVERT (b is NULL). All have m->len bytes and
 * are below m. */
int obi_ltc_pk_mod(const struct obi_ltc_pk_job *j, uint32_t mode, const struct obi_ltc_modulus *m, uint8_t *out,
                   const uint8_t *a, const uint8_t *b);

/* out = a modulo m; a has at most 256 bytes. */
int obi_ltc_pk_reduce(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *m, uint8_t *out, const uint8_t *a,
                      size_t a_len);

/* out = a to the power of e modulo m. secret: time depends on e_len alone. */
int obi_ltc_pk_power(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *m, uint8_t *out, const uint8_t *a,
                     const uint8_t *e, size_t e_len, bool secret);

/* The greatest common divisor of a and m, and whether m is prime by a round of Miller and Rabin's test for each of
 * rounds, from the seed a, which is below m. */
int obi_ltc_pk_gcd(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *m, uint8_t *out, const uint8_t *a);
int obi_ltc_pk_prime(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *m, const uint8_t *a, uint8_t rounds,
                     bool *is_prime);

/* ---- pk_curve.c ---- */

/* A curve with its parameters (algo/curves.h): six numbers of len bytes. */
struct obi_ltc_curve {
    uint8_t curve; /* enum ob_curve */
    uint8_t len;
    uint16_t bits; /* of p and of the order */
    const uint8_t *data;
};
const struct obi_ltc_curve *obi_ltc_curve(uint8_t curve); /* NULL: not served */

static inline struct obi_ltc_modulus obi_ltc_prime_of(const struct obi_ltc_curve *c)
{
    return (struct obi_ltc_modulus){c->data, c->len, c->bits};
}

static inline const uint8_t *obi_ltc_base_of(const struct obi_ltc_curve *c)
{
    return c->data + (size_t)3 * c->len;
}

static inline struct obi_ltc_modulus obi_ltc_order_of(const struct obi_ltc_curve *c)
{
    return (struct obi_ltc_modulus){c->data + (size_t)5 * c->len, c->len, c->bits};
}

/* Points are x and y. *infinity: there is none, and xy is not written. */
int obi_ltc_pk_multiply(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *xy, const uint8_t *k,
                        const uint8_t *point, bool *infinity);
int obi_ltc_pk_add(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *xy, const uint8_t *p,
                   const uint8_t *q, bool *infinity);

/* ---- the classes of algorithms ---- */

int obi_ltc_rsa_open(const struct ob_session *s);
int obi_ltc_rsa(const struct obi_ltc_pk_job *j);
int obi_ltc_ecdsa(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c);
int obi_ltc_ecdh(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c);
int obi_ltc_ec_generate(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c);

/* ---- pk_number.c: what the CPU does itself; time depends on lengths alone ---- */

/* The leftmost bits of a digest as a number below m (FIPS 186-5, section 6.4.1). */
void obi_ltc_digest_number(uint8_t *out, const struct obi_ltc_modulus *m, const uint8_t *in, size_t in_len);

/* A uniformly random number from 1 to m - 1. OB_OK or OB_E_IO. */
int obi_ltc_random_below(struct ob_session *s, uint8_t *out, const struct obi_ltc_modulus *m);

#endif
