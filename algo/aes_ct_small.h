/* SPDX-License-Identifier: Apache-2.0 */
/* What the two directions of AES on eight 32-bit planes share: FIPS 197 section 5.
 *
 * Plane q[i] holds bit i of the bytes of two blocks: byte r of the word is row r of the state, its low nibble the four
 * columns of the first block, its high nibble those of the second. Of a round key, word i has plane i in the low
 * nibbles and plane i + 4 in the high nibbles. */
#ifndef OBI_AES_CT_SMALL_H
#define OBI_AES_CT_SMALL_H

#include "algo/aes_ct.h"

/* S(x) ^ 0x63 on every byte. */
void obi_aes_ct_sub(uint32_t q[8]);

void obi_aes_ct_shift_rows(uint32_t q[8]);

void obi_aes_ct_mix_columns(uint32_t q[8]);

/* Add the round key of four words at rk. */
void obi_aes_ct_add_key(uint32_t q[8], const uint32_t *rk);

/* Take n_blocks blocks two by two through rounds(), which works on planes. */
void obi_aes_ct_walk(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks,
                     void (*rounds)(const struct obi_aes_key *k, uint32_t q[8]));

#endif
