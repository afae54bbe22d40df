/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 in constant time on bit planes, without tables: GB/T 32907-2016. */
#ifndef OBI_SM4_CT_H
#define OBI_SM4_CT_H

#include <stddef.h>
#include <stdint.h>

struct obi_sm4_key {
    uint32_t rk[32];
};

void obi_sm4_ct_key(struct obi_sm4_key *k, const uint8_t key[16]);

/* n_blocks blocks of 16 bytes, each by itself; out equals in or does not overlap it, any alignment. Without OB_SMALL,
 * long runs are taken many at a time. */
void obi_sm4_ct_encrypt(const struct obi_sm4_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks);
void obi_sm4_ct_decrypt(const struct obi_sm4_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks);

/* The technique for long runs: takes the leading blocks that pay there and returns how many, the rest is the caller's.
 * rk: the 32 round keys in the order of use. */
size_t obi_sm4_ct_wide(const uint32_t rk[32], uint8_t *out, const uint8_t *in, size_t n_blocks);

#endif
