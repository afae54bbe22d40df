/* SPDX-License-Identifier: Apache-2.0 */
/* What the public-key files of the engine wolfssl share. */
#ifndef OB_ENGINE_WOLFSSL_PK_H
#define OB_ENGINE_WOLFSSL_PK_H

#include "engine/wolfssl/internal.h"

#include <wolfssl/wolfcrypt/hash.h>
#include <wolfssl/wolfcrypt/integer.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/rsa.h>

#define WOLFSSL_RSA_BYTES (RSA_MAX_SIZE / 8) /* the longest modulus for which the library is built */

/* The random generator of one op: the library's Hash_DRBG (SP 800-90A, section 10.1.1), seeded from ob_random at its
 * first use. No thread shares it and no forked process inherits it. */
struct wolfssl_random {
    WC_RNG rng;
    struct ob_session *session;
    bool ready;
};

/* ---- pk.c ---- */

/* Register the source of the library's seeds; call it at start. OB_OK or OB_E_IO. */
int obi_wolfssl_random_start(void);

/* The generator ready for use, or NULL if the random source or memory failed. */
WC_RNG *obi_wolfssl_rng(struct wolfssl_random *r);

/* Translate the library's result of an operation: OB_OK; OB_E_IO if memory or the random source failed; else bad, which
 * is OB_E_ARG, or OB_E_AUTH if the operation judges its input. */
int obi_wolfssl_verdict(int result, int bad);

/* Import a number of an RSA key without leading zeros. Returns the library's result. */
int obi_wolfssl_number(mp_int *n, struct ob_bytes bytes);

/* Wipe the part of the stack that the library's private operations used, because they leave copies of keys there. */
void obi_wolfssl_wipe_stack(void);

/* ---- pk_rsa.c, pk_ec.c, pk_raw.c: submit as in engine.h ---- */

/* False if the library lacks the hash, or does not support it with this algorithm. */
bool obi_wolfssl_rsa_has_hash(uint8_t alg, uint8_t hash);

/* OB_OK if the numbers of the key of s form a valid key, else OB_E_ARG or OB_E_IO. */
int obi_wolfssl_rsa_check(const struct ob_session *s);

int obi_wolfssl_rsa_submit(struct ob_session *s, struct ob_op *op, struct wolfssl_random *r);
int obi_wolfssl_ecdsa_submit(struct ob_session *s, struct ob_op *op, struct wolfssl_random *r);
int obi_wolfssl_ecdh_submit(struct ob_session *s, struct ob_op *op, struct wolfssl_random *r);
int obi_wolfssl_ec_generate(struct ob_session *s, struct ob_op *op, struct wolfssl_random *r);
int obi_wolfssl_raw_ecdh_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_eddsa_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_raw_generate(struct ob_session *s, struct ob_op *op, struct wolfssl_random *r);

/* ---- pk_padding.c: em is an encoded message of len bytes, the length of the modulus; functions return the library's
 * result ---- */

int obi_wolfssl_oaep_encode_empty(uint8_t *em, size_t len, enum wc_HashType type, struct ob_bytes label, WC_RNG *rng);

/* Decode em, which is overwritten. Returns a pointer to the message inside em, or NULL if the padding is wrong. Apart
 * from this answer, the time does not depend on em. */
int obi_wolfssl_oaep_decode(uint8_t *em, size_t len, enum wc_HashType type, struct ob_bytes label,
                            struct ob_bytes *message);
int obi_wolfssl_pkcs1_encode_empty(uint8_t *em, size_t len, WC_RNG *rng);

/* True for a curve whose keys are byte strings (RFC 7748, RFC 8032). */
static inline bool wolfssl_is_raw(uint8_t curve)
{
    return curve == OB_X25519 || curve == OB_X448 || curve == OB_ED25519 || curve == OB_ED448;
}

#endif
