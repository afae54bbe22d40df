/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of engine acryp share. Numbers are big-endian bytes of fixed length unless said. */
#ifndef OUTBOARD_ENGINE_ACRYP_INTERNAL_H
#define OUTBOARD_ENGINE_ACRYP_INTERNAL_H

#include <string.h>

#include <outboard/acryp.h>

#include "algo/number.h"
#include "engine/acryp/state.h"
#include "hw/acryp/acryp_ops.h"
#include "hw/acryp/acryp_regs.h"
#include "port/block.h"

#define OBI_ACRYP_RSA_BITS   8192
#define OBI_ACRYP_RSA_BYTES  1024
#define OBI_ACRYP_PRIME_BITS 4096
#define OBI_ACRYP_FIELD      66 /* bytes of a coordinate or scalar: secp521r1 */
#define OBI_ACRYP_BLIND      8  /* bytes of the random multiple of a curve's order in a scalar */
#define OBI_ACRYP_TABLE_AT   4  /* operands before the table of a request */
#define OBI_ACRYP_NONCES     4  /* a second one is needed with a chance below 2^-190: more are a fault of the block */

/* One op, on which everything below works. */
struct obi_acryp_job {
    struct ob_acryp *a;
    struct ob_session *s;
    struct ob_op *op;
};

/* ---- run.c: operations of the block ---- */

/* How an operation of the block ended besides OB_OK and OB_E_IO. */
enum {
    OBI_ACRYP_BAD = OB_ACRYP_END_ARG,               /* an operand is out of range */
    OBI_ACRYP_NO_INVERSE = OB_ACRYP_END_NO_INVERSE, /* or the point at infinity */
    OBI_ACRYP_WRONG = OB_ACRYP_END_CHECK,           /* the block's own check of the result failed */
};

/* An operand of `bits` bits; p has any number of bytes, of which those beyond must be zero. */
struct obi_operand {
    const uint8_t *p;
    size_t len;
    unsigned bits;
};

/* One operation of the block. */
struct obi_acryp_request {
    uint8_t op; /* OB_ACRYP_OP_... */
    uint8_t n_params, n_in;
    uint8_t n_out;     /* results of out_bits bits each, one after the other, each in whole bytes */
    uint16_t param[4]; /* as hw/acryp/README.md says */
    uint16_t out_bits;
    uint8_t *out; /* written only if the operation succeeds; may be an operand */
    struct obi_operand in[12];
    const uint32_t *table; /* words for the block after operand OBI_ACRYP_TABLE_AT - 1, or NULL */
    uint16_t table_words;
};

/* Run it: OB_OK; OB_E_IO, with the block wiped; or one of the ends above. */
int obi_acryp_run(const struct obi_acryp_job *j, const struct obi_acryp_request *r);

/* Stop the block and wipe it, unless the op's function is being left. Returns OB_E_IO, the op's status. */
int obi_acryp_failed(struct ob_acryp *a);

/* ---- async.c: ops that stay pending ---- */

enum obi_acryp_logged {
    OBI_ACRYP_NOT_LOGGED, /* it is to be done now */
    OBI_ACRYP_LOGGED,     /* *status, and out if that is OB_OK, are from the log */
    OBI_ACRYP_LEAVING,    /* the function of the op is being left: any error leads to its end */
};

/* The next result or random number of len bytes in the log. Without async nothing is logged. */
enum obi_acryp_logged obi_acryp_log_next(struct ob_acryp *a, uint8_t *out, size_t len, int *status);
void obi_acryp_log(struct ob_acryp *a, int status, const uint8_t *out, size_t len);
bool obi_acryp_log_has_room(const struct ob_acryp *a, size_t len);

/* ob_random, and the same bytes again when the op's function is called again. */
int obi_acryp_random(const struct obi_acryp_job *j, uint8_t *out, size_t len);

/* The whole op (acryp.c), and the engine's verbs around it. */
int obi_acryp_serve(const struct obi_acryp_job *j);
int obi_acryp_submit(void *dev, struct ob_session *s, struct ob_op *op);
int obi_acryp_poll(void *dev);
void obi_acryp_close(void *dev, struct ob_session *s);

/* An odd modulus of exactly `bits` bits in len bytes. */
struct obi_modulus {
    const uint8_t *p;
    size_t len;
    unsigned bits;
};

/* out = a op b modulo m: op is ADD, SUB, MUL, or INVERT (b is NULL). All have m->len bytes and are below m. */
int obi_acryp_mod(const struct obi_acryp_job *j, unsigned op, const struct obi_modulus *m, uint8_t *out,
                  const uint8_t *a, const uint8_t *b);

/* out = a modulo m; a has any length up to four times that of m. */
int obi_acryp_reduce(const struct obi_acryp_job *j, const struct obi_modulus *m, uint8_t *out, const uint8_t *a,
                     size_t a_len);

/* A random number below m that is not 0, for blinding: a bit shorter than m and odd. OB_OK or OB_E_IO. */
int obi_acryp_blind(const struct obi_acryp_job *j, uint8_t *out, const struct obi_modulus *m);

/* A uniformly random number from 1 to m - 1. OB_OK or OB_E_IO. */
int obi_acryp_nonce(const struct obi_acryp_job *j, uint8_t *out, const struct obi_modulus *m);

/* ---- number.c: what the CPU does itself; time depends on lengths alone ---- */

/* sum += n factor. The caller sees to it that the sum fits. */
void obi_acryp_add_product(uint8_t *sum, size_t sum_len, const uint8_t *n, size_t n_len,
                           const uint8_t factor[OBI_ACRYP_BLIND]);

/* The number's bytes in reverse order. */
void obi_acryp_reverse(uint8_t *out, const uint8_t *in, size_t len);

/* out, of len bytes, = the `bits` bits of a that begin `from` bits above its lowest one. */
void obi_acryp_slice(uint8_t *out, size_t len, const uint8_t *a, size_t a_len, size_t from, unsigned bits);

/* The leftmost bits of a digest as a number of m->len bytes below m (FIPS 186-5, section 6.4.1). */
void obi_acryp_digest_number(uint8_t *out, const struct obi_modulus *m, const uint8_t *in, size_t in_len);

/* ---- curves.c ---- */

/* A curve with its parameters (algo/curves.h): numbers of field_len bytes, and the order, of order_len bytes. */
struct obi_acryp_curve {
    uint8_t curve; /* enum ob_curve */
    uint8_t field_len, order_len;
    uint16_t bits, order_bits;
    const uint8_t *data;
    const uint32_t *table; /* of the base point, as BASE takes it (tables_*.c); NULL: none */
};
const struct obi_acryp_curve *obi_acryp_curve(uint8_t curve); /* NULL: the block's driver has no such curve */

static inline const uint8_t *acryp_base(const struct obi_acryp_curve *c)
{
    return c->data + (size_t)3 * c->field_len; /* x, y */
}

static inline struct obi_modulus acryp_order(const struct obi_acryp_curve *c)
{
    return (struct obi_modulus){c->data + (size_t)5 * c->field_len, c->order_len, c->order_bits};
}

static inline struct obi_modulus acryp_prime(const struct obi_acryp_curve *c)
{
    return (struct obi_modulus){c->data, c->field_len, c->bits};
}

#if OB_ACRYP_TABLES
extern const uint32_t obi_acryp_table_secp192r1[], obi_acryp_table_secp224r1[], obi_acryp_table_secp256r1[],
    obi_acryp_table_secp384r1[], obi_acryp_table_secp521r1[], obi_acryp_table_secp192k1[], obi_acryp_table_secp224k1[],
    obi_acryp_table_secp256k1[], obi_acryp_table_brainpoolp256r1[], obi_acryp_table_brainpoolp384r1[],
    obi_acryp_table_brainpoolp512r1[], obi_acryp_table_sm2[], obi_acryp_table_ed25519[], obi_acryp_table_ed448[];
#endif

/* xy = k times the base point, or with l, in a time that shows all of them, the sum with l (u, v): the same. */
int obi_acryp_base(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *xy, const uint8_t *k,
                   const uint8_t *l, const uint8_t *other);

/* xy = k (x, y), k blinded by a multiple of the order, or with l, all public, the sum k (x, y) + l (u, v); points are x
 * and y, 2 field_len bytes; scalars have order_len bytes and at most order_bits bits. Ends: BAD, a point is not on the
 * curve; NO_INVERSE, infinity. */
int obi_acryp_point(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *xy, const uint8_t *k,
                    const uint8_t *point, const uint8_t *l, const uint8_t *other);

/* ---- the classes of algorithms ---- */

/* The key's private number into d, order_len bytes: OB_OK, OB_E_ARG if it is not 1 to order - 1 (SM2: order - 2) or the
 * key's point is not on the curve, or OB_E_IO. */
int obi_acryp_private(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *d);
/* The key's public point into xy, computed if the key has none: OB_OK, OB_E_ARG if the private number is out of range
 * or a coordinate is too long, or OB_E_IO. It does not check that a given point is on the curve. */
int obi_acryp_public(const struct obi_acryp_job *j, const struct obi_acryp_curve *c, uint8_t *xy);

int obi_acryp_ecdsa(const struct obi_acryp_job *j, const struct obi_acryp_curve *c);
int obi_acryp_ecdh(const struct obi_acryp_job *j, const struct obi_acryp_curve *c);
int obi_acryp_ec_generate(const struct obi_acryp_job *j, const struct obi_acryp_curve *c);
int obi_acryp_sm2(const struct obi_acryp_job *j, const struct obi_acryp_curve *c);
int obi_acryp_x(const struct obi_acryp_job *j, const struct obi_acryp_curve *c); /* X25519 and X448 */
int obi_acryp_x_generate(const struct obi_acryp_job *j, const struct obi_acryp_curve *c);
int obi_acryp_eddsa(const struct obi_acryp_job *j, const struct obi_acryp_curve *c);
int obi_acryp_eddsa_generate(const struct obi_acryp_job *j, const struct obi_acryp_curve *c);
int obi_acryp_rsa_open(struct ob_session *s);
int obi_acryp_rsa(const struct obi_acryp_job *j);
int obi_acryp_rsa_generate(const struct obi_acryp_job *j);

/* caps.c */
#define OBI_ACRYP_RSA_ROWS 36 /* the first */
#define OBI_ACRYP_ROWS     77
extern const struct ob_cap obi_acryp_caps[OBI_ACRYP_ROWS];

#endif
