/* SPDX-License-Identifier: Apache-2.0 */
/* The nonce of deterministic ECDSA (RFC 6979, section 3.2), for engines whose library makes none or another one. */
#ifndef OBI_ECDSA_NONCE_H
#define OBI_ECDSA_NONCE_H

#include "outboard/engine.h"

#define OBI_ORDER_BYTES_MAX 66 /* secp521r1 */

/* k for the private key d and a digest of hash, under an order of order_bits bits, which is 8 * len at most; k, d and
 * order are len bytes, big-endian. False if the build has no such hash. Time does not depend on d and k, but for the
 * number of candidates, which tells nothing of the one that is taken. */
bool obi_ecdsa_nonce(uint8_t *k, size_t len, const uint8_t *order, unsigned order_bits, const uint8_t *d, uint8_t hash,
                     const uint8_t *digest, size_t digest_len);

#endif
