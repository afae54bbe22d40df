/* SPDX-License-Identifier: Apache-2.0 */
/* What the public-key files of the engine openssl share. */
#ifndef OB_ENGINE_OPENSSL_PK_H
#define OB_ENGINE_OPENSSL_PK_H

#include <openssl/bn.h>

#include "engine/openssl/internal.h"

#define OPENSSL_RSA_BYTES   1024 /* 8192 bits, the longest modulus of the rows */
#define OPENSSL_FIELD_BYTES 66   /* secp521r1 */

static inline bool openssl_is_rsa(uint8_t alg)
{
    return alg >= OB_RSA && alg <= OB_RSA_OAEP;
}

/* Curves whose keys are byte strings and not numbers. */
static inline bool openssl_is_raw(uint8_t curve)
{
    return curve >= OB_X25519 && curve <= OB_ED448;
}

/* ---- pk.c ---- */

/* The library's name of a curve, or of the key type of a raw key; NULL if it has none. */
const char *obi_openssl_curve(uint8_t curve);

/* Length in bytes of a coordinate or secret, or of a raw key. */
size_t obi_openssl_field_len(uint8_t curve);

/* The error after the library has refused an argument: OB_E_ARG, or OB_E_IO if the random source or memory failed. */
int obi_openssl_blame(void);

/* The result r of the library's verification: OB_OK, OB_E_AUTH or OB_E_IO. */
int obi_openssl_verdict(int r);

/* The context pctx[use] of s. The first call makes it for the session's key with init (EVP_PKEY_sign_init or another of
 * its kind). NULL if the library fails. */
EVP_PKEY_CTX *obi_openssl_pkey_context(struct ob_session *s, unsigned use, int (*init)(EVP_PKEY_CTX *));

/* ---- pk_import.c: *out is a new key; returns OB_OK, OB_E_ARG or OB_E_IO ---- */

int obi_openssl_import_rsa(EVP_PKEY **out, const struct ob_key *key);
int obi_openssl_import_ec(EVP_PKEY **out, const struct ob_key *key, bool need_public);

/* The public key of a point: x and y, or the byte string x of a raw key. */
int obi_openssl_import_point(EVP_PKEY **out, uint8_t curve, struct ob_bytes x, struct ob_bytes y);

/* ---- pk_edwards.c ---- */

/* OB_OK if the string is a point of Ed25519 or Ed448, else OB_E_ARG; OB_E_IO if memory is short. */
int obi_openssl_edwards_check(uint8_t curve, struct ob_bytes point);

/* ---- pk_rsa.c, pk_ec.c, pk_generate.c: each runs one op; the caller clears the library's errors ---- */

int obi_openssl_rsa_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_ecdsa_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_ecdsa_sign_deterministic(struct ob_session *s, struct ob_op *op); /* pk_deterministic.c */
int obi_openssl_ecdh_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_eddsa_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_sm2_submit(struct ob_session *s, struct ob_op *op);
int obi_openssl_generate(struct ob_session *s, struct ob_op *op);

#endif
