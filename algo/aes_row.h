/* SPDX-License-Identifier: Apache-2.0 */
/* AES with a 256-byte S-box in assembly, in armv6m/ and armv7em/: FIPS 197. The state is held as rows between rounds.
 */
#ifndef OBI_AES_ROW_H
#define OBI_AES_ROW_H

#include <stdint.h>

/* Expand a key into 4 * (rounds + 1) words: the first and the last round key are columns as in the standard, those
 * between are rows (byte j of word i is byte i of column j). Both pointers are aligned to 4. The time depends on the
 * key unless the S-box lies in single-cycle SRAM. */
void obi_aes_row_key128(uint32_t rk[44], const uint32_t key[4]);
void obi_aes_row_key192(uint32_t rk[52], const uint32_t key[6]);
void obi_aes_row_key256(uint32_t rk[60], const uint32_t key[8]);

/* One block; rounds is 10, 12 or 14, out may be in. The keys serve both directions. */
void obi_aes_row_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds);
void obi_aes_row_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds);

#endif
