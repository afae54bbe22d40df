/* SPDX-License-Identifier: Apache-2.0 */
/* RSAES-PKCS1-v1_5 decoding with implicit rejection (RFC 8017, section 7.2.2; draft-irtf-cfrg-rsa-guidance). */
#ifndef OBI_RSA_UNPAD_H
#define OBI_RSA_UNPAD_H

#include "outboard/engine.h"

#define OBI_RSA_BYTES_MAX 2048 /* 16384 bits */

/* Decode em, the n_len bytes of a raw private operation on the ciphertext of the same length, to out, which has room
 * for n_len - 11 bytes: the length of the message. Wrong padding gives bytes and a length that look random but depend
 * on d, the private exponent, and the ciphertext only, as OpenSSL 3.2 and later return them; time does not tell the one
 * from the other. n_len is 16 to OBI_RSA_BYTES_MAX. em is wiped. */
size_t obi_rsa_unpad(uint8_t *out, uint8_t *em, size_t n_len, const uint8_t *ciphertext, const struct ob_bytes *d);

#endif
