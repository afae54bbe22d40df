/* SPDX-License-Identifier: Apache-2.0 */
/* What the public-key files of the engine mbedtls share. */
#ifndef OB_ENGINE_MBEDTLS_PK_H
#define OB_ENGINE_MBEDTLS_PK_H

#include "engine/mbedtls/internal.h"

#include <mbedtls/bignum.h>
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/ecp.h>
#include <mbedtls/md.h>

#define MBEDTLS_RSA_BYTES 1024 /* 8192 bits, the longest key of the rows */

/* The random generator of one op: CTR_DRBG (SP 800-90A, section 10.2.1), seeded from ob_random at its first use. No
 * thread shares it and no forked process inherits it. If the source fails, the op fails. */
struct mbedtls_random {
    mbedtls_ctr_drbg_context drbg;
    struct ob_session *session;
    bool seeded, failed;
};

/* ---- pk.c ---- */

void obi_mbedtls_random_begin(struct mbedtls_random *r, struct ob_session *s);
void obi_mbedtls_random_end(struct mbedtls_random *r);

/* The library's callback f_rng; p is a struct mbedtls_random. */
int obi_mbedtls_random(void *p, unsigned char *out, size_t len);

/* Translate the library's result of an operation: OB_OK; OB_E_IO if memory or the random source failed; else bad, which
 * is OB_E_ARG, or OB_E_AUTH if the operation judges its input. */
int obi_mbedtls_verdict(int result, const struct mbedtls_random *r, int bad);

/* Translate the library's result of a private operation: OB_OK; OB_E_ARG for a key or an input out of range; else
 * OB_E_IO, including a result that the library itself found wrong. */
int obi_mbedtls_private_verdict(int result);

/* The library's number of a hash; MBEDTLS_MD_NONE if it lacks the hash. */
mbedtls_md_type_t obi_mbedtls_md(uint8_t hash);

/* The library's number of a curve; MBEDTLS_ECP_DP_NONE if it lacks the curve. */
mbedtls_ecp_group_id obi_mbedtls_group_id(uint8_t curve);

/* Import a number of the key, which has at most max bytes without leading zeros. Zero, or the library's error. */
int obi_mbedtls_number(mbedtls_mpi *n, struct ob_bytes bytes, size_t max);

static inline bool mbedtls_is_rsa(const struct ob_session *s)
{
    return s->pk->kind == OB_KEY_RSA_PUBLIC || s->pk->kind == OB_KEY_RSA_PRIVATE;
}

static inline bool mbedtls_is_montgomery(uint8_t curve)
{
    return curve == OB_X25519 || curve == OB_X448;
}

/* ---- pk_rsa.c, pk_ec.c ---- */

/* Those of RSA answer OB_E_DECLINED where the library has no RSA. Import the key of s as the library's context into its
 * state: OB_OK, OB_E_ARG or OB_E_IO. */
int obi_mbedtls_rsa_import(struct ob_session *s);
int obi_mbedtls_rsa_submit(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r);
int obi_mbedtls_rsa_generate(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r);
void obi_mbedtls_rsa_close(struct ob_session *s);
int obi_mbedtls_ecdsa_submit(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r);
int obi_mbedtls_ecdh_submit(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r);
/* The public point of the session's private key, as x and y, or as the string of RFC 7748: OB_OK, OB_E_ARG or
 * OB_E_IO. */
int obi_mbedtls_ec_public(struct ob_session *s, uint8_t *point, struct mbedtls_random *r);
int obi_mbedtls_ec_generate(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r);

#endif
