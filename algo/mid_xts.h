/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of an XTS data unit (IEEE 1619-2018, section 5), for any engine that has the cipher on single blocks. */
#ifndef OBI_MID_XTS_H
#define OBI_MID_XTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encrypt or decrypt n blocks of 16 bytes, each by itself. out may be in. */
typedef void obi_xts_crypt(void *key, bool encrypting, uint8_t *out, const uint8_t *in, size_t n);

/* The same with the tweak added before and after, which moves on by a step a block (section 5.2). */
typedef void obi_xts_blocks(void *key, bool encrypting, uint8_t tweak[16], uint8_t *out, const uint8_t *in, size_t n);

/* len bytes, 16 or more where len is not a multiple of 16, with the encrypted tweak, which moves on by a step a block.
 * Only the end of a unit may be a partial block (section 5.3.2). out may be in. */
void obi_mid_xts(uint8_t tweak[16], obi_xts_crypt *crypt, void *key, bool encrypting, uint8_t *out, const uint8_t *in,
                 size_t len);

/* The same for an engine with a loop of its own over the blocks. */
void obi_mid_xts_with(uint8_t tweak[16], obi_xts_blocks *blocks, void *key, bool encrypting, uint8_t *out,
                      const uint8_t *in, size_t len);

#endif
