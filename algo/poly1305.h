/* SPDX-License-Identifier: Apache-2.0 */
/* Poly1305 (RFC 8439, section 2.5). */
#ifndef OBI_POLY1305_H
#define OBI_POLY1305_H

#include <stddef.h>
#include <stdint.h>

/* The state: the accumulator h in 5 words, least significant first, then r (clamped) and s in 4 words each. */
#define OBI_POLY1305_WORDS 13

/* key is for one message only. */
void obi_poly1305_start(uint32_t *p, const uint8_t key[32]);

/* Absorb n_blocks blocks of 16 bytes. high: 1; 0 for a last block that holds a message's incomplete one, the byte 1 and
 * zeros. Constant time with OB_WIDE_MUL as the machine's multiplier requires. */
void obi_poly1305_blocks(uint32_t *p, const uint8_t *in, size_t n_blocks, uint32_t high);

void obi_poly1305_finish(uint32_t *p, uint8_t tag[16]);

#endif
