/* SPDX-License-Identifier: Apache-2.0 */
/* Keys and signatures as files and protocols have them: DER and PEM. Nothing is copied or allocated: a key points into
 * the caller's bytes. */
#ifndef OUTBOARD_KEY_H
#define OUTBOARD_KEY_H

#include "pk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Point key's components into der, which must stay as long as the key: SubjectPublicKeyInfo (RFC 5280, section 4.1),
 * PKCS#8 (RFC 5958), PKCS#1 (RFC 8017, appendix A.1) or SEC1 (RFC 5915). OB_OK; OB_E_ARG: not one of these, cut short,
 * or followed by more bytes; OB_E_DECLINED: an algorithm, curve or form of point that there is no number for, as a
 * compressed point. Whether the numbers make a key is for ob_pk_open and ob_pk_check to say. Time depends on the
 * structure alone. */
int ob_key_from_der(struct ob_key *key, const uint8_t *der, size_t der_len);

/* Decode the first key of a PEM text (RFC 7468) to der, which has room for der_size bytes, 3 / 4 of the text, and parse
 * it as ob_key_from_der; blocks that are no keys are passed over. *der_len: bytes that der holds then, to be wiped when
 * a private key is no longer needed. Errors as there, der wiped; OB_E_ARG also for text without a key, wrong base64, or
 * too little room; OB_E_DECLINED also for an encrypted key. */
int ob_key_from_pem(struct ob_key *key, uint8_t *der, size_t der_size, size_t *der_len, const char *pem,
                    size_t pem_len);

/* Bytes of the longest key in DER: RSA of 8192 bits, 8 numbers of 4.5 times 1024 bytes in all, and their frame. */
#define OB_KEY_DER_MAX 4750

/* A key from a PEM text with the memory for its numbers. Wipe it when its session is closed. */
struct ob_pem_key {
    struct ob_key key;
    uint8_t der[OB_KEY_DER_MAX];
};

/* Read the first key of a PEM text as ob_key_from_pem, and open s with it on d (NULL: ob_default) for signatures: RSA
 * PSS, ECDSA, EdDSA or SM2, as the key is. hash: that of the digests; EdDSA and SM2 sign messages and take no account
 * of it. Errors as ob_key_from_pem and ob_pk_open, also OB_E_ARG for a key that cannot sign (X25519, X448); then k is
 * wiped, and s needs no close, but may be closed. */
OB_MUST_CHECK int ob_pk_open_pem(struct ob_session *s, struct ob_dispatcher *d, uint8_t hash, struct ob_pem_key *k,
                                 const char *pem, size_t pem_len);

/* Write key in DER: a public one as SubjectPublicKeyInfo, a private one as PKCS#8 (version 0; curves: with the point
 * inside if key has it, but for those of RFC 8410). der_size: at most OB_KEY_DER_MAX is needed; what is not used is
 * wiped. OB_OK; OB_E_ARG, der wiped: too little room, or a component is missing or too long; private RSA keys need all
 * eight. Whether the numbers make a key is for ob_pk_check to say. */
int ob_key_to_der(uint8_t *der, size_t der_size, size_t *der_len, const struct ob_key *key);

/* The same as a PEM text of one block, lines of 64 characters, no zero at the end. der is working memory for the DER,
 * and wiped. Of pem, at most OB_KEY_PEM_MAX is needed. Errors as there, and nothing written to pem. */
#define OB_KEY_PEM_MAX 6500
int ob_key_to_pem(char *pem, size_t pem_size, size_t *pem_len, uint8_t *der, size_t der_size, const struct ob_key *key);

/* An ECDSA or SM2 signature: from raw r and s of raw_len / 2 bytes each to DER (RFC 3279, section 2.2.3), of at most
 * OB_SIGNATURE_DER_MAX bytes, and back. OB_OK; OB_E_ARG: not DER, a number that is negative or too long for raw_len, or
 * too little room. */
#define OB_SIGNATURE_DER_MAX 141 /* secp521r1 and less: 3 + 2 * (2 + 67) */
int ob_signature_to_der(uint8_t *der, size_t der_size, size_t *der_len, const uint8_t *raw, size_t raw_len);
int ob_signature_from_der(uint8_t *raw, size_t raw_len, const uint8_t *der, size_t der_len);

/* Whether key works, on memory for a session that is not open: a private key signs and its public half verifies that,
 * or agrees on a secret; a public key is a point of its curve. OB_OK; OB_E_ARG: it does not; other errors as
 * ob_pk_sign. */
int ob_pk_check(struct ob_session *s, struct ob_dispatcher *d, const struct ob_key *key);

#ifdef __cplusplus
}
#endif

#endif
