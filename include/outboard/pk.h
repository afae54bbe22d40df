/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key operations: signatures, encryption, key agreement, key generation. Results have fixed lengths. */
#ifndef OUTBOARD_PK_H
#define OUTBOARD_PK_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lengths, with F = (ob_curve_bits + 7) / 8, S = ob_curve_scalar_len and N = (modulus bits + 7) / 8:
 *   RSA values and signatures N; ECDSA and SM2 signatures 2 S (r, s big-endian); Ed25519 64, Ed448 114;
 *   EC points 2 F (x, y big-endian; no prefix byte); X25519 32, X448 56, Ed25519 32, Ed448 57; secrets F (x
 * coordinate). S is F but for secp224k1 (29) and Ed448 (57). Errors common to all calls: OB_E_ARG (lengths, values out
 * of range, point not on its curve), OB_E_DECLINED, OB_E_BUSY, OB_E_IO (random source included). All calls wait for
 * their result. */

#define OB_PK_SIGNATURE_MAX 1024 /* bytes of the longest signature: RSA with 8192 bits */

/* Open s for public-key algorithm alg on d (NULL: ob_default). hash: the hash of digests (PKCS#1 v1.5 signatures, PSS,
 * OAEP; with ECDSA it may be 0), else 0. key is borrowed until ob_session_close. OB_E_ARG for a key that its numbers
 * alone show to be wrong, and for a public key of Ed25519 or Ed448 that is a point of small order (docs/public-keys.md
 * has the table). OB_E_DECLINED for SHA-3, which no engine has. */
OB_MUST_CHECK int ob_pk_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, uint8_t hash,
                             const struct ob_key *key);

/* Sign a digest (EdDSA, SM2: the message). sig_size >= the signature's length, which *sig_len receives. id: SM2 only,
 * the signer's identity; length 0 means the standard's default identity. */
OB_MUST_CHECK int ob_pk_sign(struct ob_session *s, uint8_t *sig, size_t sig_size, size_t *sig_len, const uint8_t *in,
                             size_t in_len);
OB_MUST_CHECK int ob_pk_sign_id(struct ob_session *s, uint8_t *sig, size_t sig_size, size_t *sig_len, const uint8_t *id,
                                size_t id_len, const uint8_t *in, size_t in_len);

/* Sign a digest with the nonce of RFC 6979, which depends on key and digest alone: ECDSA on a session that was opened
 * with the digest's hash; PKCS#1 v1.5 and EdDSA, which always sign so. OB_E_ARG for other algorithms and without a
 * hash; OB_E_DECLINED where no engine has the hash for it. */
int ob_pk_sign_deterministic(struct ob_session *s, uint8_t *sig, size_t sig_size, size_t *sig_len, const uint8_t *in,
                             size_t in_len);

/* OB_OK, or OB_E_AUTH if the signature is not valid; a signature of a wrong length is OB_E_AUTH, too. */
OB_MUST_CHECK int ob_pk_verify(struct ob_session *s, const uint8_t *sig, size_t sig_len, const uint8_t *in,
                               size_t in_len);
OB_MUST_CHECK int ob_pk_verify_id(struct ob_session *s, const uint8_t *sig, size_t sig_len, const uint8_t *id,
                                  size_t id_len, const uint8_t *in, size_t in_len);

/* RSA with the public key: OB_RSA (in_len N, below the modulus), PKCS#1 v1.5 or OAEP (label: OAEP only). */
OB_MUST_CHECK int ob_pk_encrypt(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len,
                                const uint8_t *label, size_t label_len, const uint8_t *in, size_t in_len);

/* RSA with the private key. OAEP: OB_E_AUTH if the padding is wrong. PKCS#1 v1.5 rejects implicitly: wrong padding
 * gives OB_OK and random-looking bytes that depend on key and ciphertext only, so nothing tells it from success. */
OB_MUST_CHECK int ob_pk_decrypt(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len,
                                const uint8_t *label, size_t label_len, const uint8_t *in, size_t in_len);

/* The shared secret with a peer's public point. OB_E_ARG: not a point of the curve, or the all-zero secret of X25519
 * and X448 (RFC 7748, section 6). */
OB_MUST_CHECK int ob_pk_derive(struct ob_session *s, uint8_t *secret, size_t secret_size, size_t *secret_len,
                               const uint8_t *peer, size_t peer_len);

/* The whole product of the key's private number and a point of its curve in Weierstrass form: x and y, for protocols
 * that go on with the point. s is open for OB_ECDH, and from now on only the engine that multiplies serves it. Errors
 * as ob_pk_derive; OB_E_DECLINED: no engine gives out y. */
OB_MUST_CHECK int ob_pk_multiply(struct ob_session *s, uint8_t *product, size_t product_size, size_t *product_len,
                                 const uint8_t *point, size_t point_len);

/* Make a key pair. The key of s has kind OB_KEY_NONE and curve, or bits for RSA (public exponent 65537). out receives
 * the components one after the other, big-endian of fixed length: elliptic curves d (S), then the public point; RSA n
 * (N), e (4), d (N), p, q, dp, dq, qinv (N / 2 each). What is given up through ob_key.watch ends with OB_E_IO, out
 * wiped, and sets no engine aside; the session stays open. */
OB_MUST_CHECK int ob_pk_generate(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len);

/* The same without waiting: fill op and submit it (ob_submit); op and buffers stay in place until op->status is no
 * longer OB_PENDING. Of op's fields, done, user and deadline_ns are the caller's: set them before, 0 for none.
 * op->tag_len is the length of a signature, op->out_len of any other result. OB_PENDING; OB_OK or an error, as of the
 * calls above, which op->status has, too; OB_E_STATE, and op is not submitted, for a call that the algorithm does not
 * have, or while another op of s is pending; OB_E_ARG for too little room for a signature. ob_wait waits, ob_cancel
 * gives up. */
OB_MUST_CHECK int ob_pk_sign_submit(struct ob_session *s, struct ob_op *op, uint8_t *sig, size_t sig_size,
                                    const uint8_t *in, size_t in_len);
OB_MUST_CHECK int ob_pk_verify_submit(struct ob_session *s, struct ob_op *op, const uint8_t *sig, size_t sig_len,
                                      const uint8_t *in, size_t in_len);
OB_MUST_CHECK int ob_pk_encrypt_submit(struct ob_session *s, struct ob_op *op, uint8_t *out, size_t out_size,
                                       const uint8_t *label, size_t label_len, const uint8_t *in, size_t in_len);
OB_MUST_CHECK int ob_pk_decrypt_submit(struct ob_session *s, struct ob_op *op, uint8_t *out, size_t out_size,
                                       const uint8_t *label, size_t label_len, const uint8_t *in, size_t in_len);
OB_MUST_CHECK int ob_pk_derive_submit(struct ob_session *s, struct ob_op *op, uint8_t *secret, size_t secret_size,
                                      const uint8_t *peer, size_t peer_len);
OB_MUST_CHECK int ob_pk_generate_submit(struct ob_session *s, struct ob_op *op, uint8_t *out, size_t out_size);

/* Point key's components into what ob_pk_generate wrote for this curve (RSA: bits). OB_E_ARG on a wrong length. */
int ob_pk_components(struct ob_key *key, uint8_t curve, unsigned bits, const uint8_t *out, size_t out_len);

/* Lengths as listed above; 0 where there is none. bits: RSA only. */
size_t ob_pk_signature_len(uint8_t alg, uint8_t curve, unsigned bits);
size_t ob_pk_point_len(uint8_t curve);
size_t ob_pk_secret_len(uint8_t curve);
size_t ob_pk_generated_len(uint8_t curve, unsigned bits);

#ifdef __cplusplus
}
#endif

#endif
