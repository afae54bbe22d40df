/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20 with a nonce of 96 bits and a counter of 32 bits (RFC 8439, sections 2.1 to 2.4). */
#ifndef OBI_CHACHA20_H
#define OBI_CHACHA20_H

#include <stddef.h>
#include <stdint.h>

/* Fill the state s: constants, key, the number of the next block, nonce. */
void obi_chacha20_setup(uint32_t s[16], const uint8_t key[32], const uint8_t nonce[12], uint32_t counter);

/* XOR n_blocks blocks of 64 bytes with the keystream and advance the counter in s by as many. out may be in. Constant
 * time. */
void obi_chacha20_xor(uint32_t s[16], uint8_t *out, const uint8_t *in, size_t n_blocks);

#endif
