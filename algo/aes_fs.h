/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time AES on two blocks at once in assembly, fixsliced, in armv6m/, armv7m/ and cortexm7/: FIPS 197; counter
 * mode: SP 800-38A, 6.5. */
#ifndef OBI_AES_FS_H
#define OBI_AES_FS_H

#include <stddef.h>
#include <stdint.h>

/* Expand a key into 8 * rounds words. They are for encryption and decryption alike, in an order of these functions'
 * own. All pointers of this file are aligned to 4. */
void obi_aes_fs_key128(uint32_t rk[80], const uint32_t key[4]);
void obi_aes_fs_key192(uint32_t rk[96], const uint32_t key[6]);
void obi_aes_fs_key256(uint32_t rk[112], const uint32_t key[8]);

/* Two blocks; rounds is 10, 12 or 14, out may be in. */
void obi_aes_fs_enc(const uint32_t *rk, uint32_t out[8], const uint32_t in[8], uint32_t rounds);
void obi_aes_fs_dec(const uint32_t *rk, uint32_t out[8], const uint32_t in[8], uint32_t rounds);

/* n blocks of counter mode; the last word of counter counts big-endian and wraps by itself. The time depends on the
 * counter, which must be public. out may be in. */
void obi_aes_fs_ctr(const uint32_t *rk, uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n,
                    uint32_t rounds);

#endif
