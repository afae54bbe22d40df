/* SPDX-License-Identifier: Apache-2.0 */
/* MD5: initial value and compression (RFC 1321). For old protocols only: collisions are easy to find. */
#ifndef OBI_MD5_H
#define OBI_MD5_H

#include <stddef.h>
#include <stdint.h>

extern const uint32_t obi_md5_iv[4];

/* Compresses n_blocks blocks of 64 bytes into h. Constant time. */
void obi_md5_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks);

#endif
