/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-384, SHA-512, SHA-512/224 and SHA-512/256: initial values and compression (FIPS 180-4, sections 5.3 and 6.4).
 * Each 64-bit word of the state is two 32-bit words, the most significant first. */
#ifndef OBI_SHA512_H
#define OBI_SHA512_H

#include <stddef.h>
#include <stdint.h>

extern const uint32_t obi_sha384_iv[16];
extern const uint32_t obi_sha512_iv[16];
extern const uint32_t obi_sha512_224_iv[16];
extern const uint32_t obi_sha512_256_iv[16];

/* Compresses n_blocks blocks of 128 bytes into h. Constant time. */
void obi_sha512_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks);

#endif
