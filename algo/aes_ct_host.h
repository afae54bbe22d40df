/* SPDX-License-Identifier: Apache-2.0 */
/* The two techniques for AES in constant time on processors with 64-bit words: one block, and sixteen at once.
 *
 * Of a round key, word i has plane 2 * i in the low half and plane 2 * i + 1 in the high half; of a plane, nibble r is
 * row r of the state and bit c of it column c. */
#ifndef OBI_AES_CT_HOST_H
#define OBI_AES_CT_HOST_H

#include "algo/aes_ct.h"

/* Take the leading blocks that pay on wide planes; returns how many, the rest is the caller's. */
size_t obi_aes_ct_wide_encrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks);
size_t obi_aes_ct_wide_decrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks);

#endif
