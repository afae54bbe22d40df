/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time AES on two blocks at once in little assembly code, in armv7m/: FIPS 197. */
#ifndef OBI_AES_FS_SMALL_H
#define OBI_AES_FS_SMALL_H

#include <stdint.h>

/* Expand a key of 4, 6 or 8 words into 8 * (words + 6) words. They are for encryption and decryption alike, in an order
 * of these functions' own. All pointers of this file are aligned to 4. */
void obi_aes_fs_small_key(uint32_t *rk, const uint32_t *key, uint32_t words);

/* Two blocks; rounds is 10, 12 or 14, out may be in. */
void obi_aes_fs_small_enc(const uint32_t *rk, uint32_t out[8], const uint32_t in[8], uint32_t rounds);
void obi_aes_fs_small_dec(const uint32_t *rk, uint32_t out[8], const uint32_t in[8], uint32_t rounds);

#endif
