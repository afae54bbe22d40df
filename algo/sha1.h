/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1: initial value and compression (FIPS 180-4, sections 5.3.1 and 6.1). For old protocols only: collisions have
 * been found. */
#ifndef OBI_SHA1_H
#define OBI_SHA1_H

#include <stddef.h>
#include <stdint.h>

extern const uint32_t obi_sha1_iv[5];

/* Compresses n_blocks blocks of 64 bytes into h. Constant time. */
void obi_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks);

#endif
