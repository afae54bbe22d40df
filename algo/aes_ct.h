/* SPDX-License-Identifier: Apache-2.0 */
/* AES in constant time on bit planes, without tables: FIPS 197. */
#ifndef OBI_AES_CT_H
#define OBI_AES_CT_H

#include <stddef.h>
#include <stdint.h>

/* The round keys of both directions, four words each, as bit planes in the order of the technique: aes_ct_small.h with
 * OB_SMALL, else aes_ct_host.h. From round 1 on, every byte is flipped by 0x63, the constant that the S-box circuit
 * leaves out. */
struct obi_aes_key {
    uint32_t rk[4 * 15];
    uint32_t rounds; /* 10, 12 or 14 */
};

/* key_len: 16, 24 or 32. */
void obi_aes_ct_key(struct obi_aes_key *k, const uint8_t *key, size_t key_len);

/* n_blocks blocks of 16 bytes, each by itself; out equals in or does not overlap it, any alignment. Without OB_SMALL,
 * blocks are taken sixteen at a time where that costs less by the prices in aes_ct_prices.h. */
void obi_aes_ct_encrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks);
void obi_aes_ct_decrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks);

/* The technique's part of the key schedule: S(x) ^ 0x63 on the four bytes of a word, and a round key from its four
 * columns, little-endian, to planes. */
uint32_t obi_aes_ct_sub_word(uint32_t x);
void obi_aes_ct_pack_key(uint32_t rk[4]);

#endif
