/* SPDX-License-Identifier: Apache-2.0 */
/* Encoding methods of RSA (RFC 8017), for engines that have the raw operation alone; rsa_unpad.h decodes the messages
 * of PKCS#1 v1.5. em is the number for the raw operation, big-endian, n_len bytes as the modulus. hash is one that the
 * build has (obi_hash_find). */
#ifndef OBI_RSA_PADDING_H
#define OBI_RSA_PADDING_H

#include "outboard/engine.h"

/* True if signatures of PKCS#1 v1.5 have a name for the hash. */
bool obi_rsa_has_digest_info(uint8_t hash);

/* EMSA-PKCS1-v1_5 (section 9.2). False if n_len is too short. */
bool obi_rsa_pkcs1_encode(uint8_t *em, size_t n_len, uint8_t hash, const uint8_t *digest);

/* EMSA-PSS (section 9.1), MGF1 with the same hash, salt as long as the digest; n_bits: bits of the modulus. False if
 * that is too short. */
bool obi_rsa_pss_encode(uint8_t *em, unsigned n_bits, uint8_t hash, const uint8_t *digest, const uint8_t *salt);

/* True if em, which is destroyed, is an encoding of digest with a salt of that length. */
bool obi_rsa_pss_verify(uint8_t *em, unsigned n_bits, uint8_t hash, const uint8_t *digest);

/* EME-PKCS1-v1_5 (section 7.2.1). em has n_len - len - 3 random bytes that are not 0 from em + 2 on; n_len is at least
 * len + 11. */
void obi_rsa_crypt_encode(uint8_t *em, size_t n_len, const uint8_t *message, size_t len);

/* EME-OAEP (section 7.1.1), MGF1 with the same hash. seed has as many bytes as the digest; n_len is at least len + 2
 * digests + 2. */
void obi_rsa_oaep_encode(uint8_t *em, size_t n_len, uint8_t hash, const uint8_t *label, size_t label_len,
                         const uint8_t *message, size_t len, const uint8_t *seed);

/* Decode it: the message's bytes lie in em. False if it is none; time says no more than that. */
bool obi_rsa_oaep_decode(uint8_t *em, size_t n_len, uint8_t hash, const uint8_t *label, size_t label_len,
                         const uint8_t **message, size_t *len);

#endif
