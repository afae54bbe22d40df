/* SPDX-License-Identifier: Apache-2.0 */
/* AES with a 256-byte S-box and little code in assembly, in armv6m/ and armv7em/: FIPS 197. */
#ifndef OBI_AES_SMALL_H
#define OBI_AES_SMALL_H

#include <stdint.h>

/* Expand a key into 4 * (rounds + 1) words, as in the standard. All pointers are aligned to 4. The time depends on the
 * key unless the S-box lies in single-cycle SRAM. */
void obi_aes_small_key128(uint32_t rk[44], const uint32_t key[4]);
void obi_aes_small_key192(uint32_t rk[52], const uint32_t key[6]);
void obi_aes_small_key256(uint32_t rk[60], const uint32_t key[8]);

/* One block; rounds is 10, 12 or 14, out may be in. The keys serve both directions. */
void obi_aes_small_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds);
void obi_aes_small_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds);

#endif
