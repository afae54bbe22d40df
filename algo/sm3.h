/* SPDX-License-Identifier: Apache-2.0 */
/* SM3: initial value and compression (GB/T 32905-2016, sections 4.1 and 5.3). */
#ifndef OBI_SM3_H
#define OBI_SM3_H

#include <stddef.h>
#include <stdint.h>

extern const uint32_t obi_sm3_iv[8];

/* Compresses n_blocks blocks of 64 bytes into h. Constant time. */
void obi_sm3_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks);

#endif
