/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-224 and SHA-256: initial values and compression (FIPS 180-4, sections 5.3 and 6.2). */
#ifndef OBI_SHA256_H
#define OBI_SHA256_H

#include <stddef.h>
#include <stdint.h>

extern const uint32_t obi_sha224_iv[8];
extern const uint32_t obi_sha256_iv[8];

/* Compresses n_blocks blocks of 64 bytes into h. Constant time. */
void obi_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks);

#endif
