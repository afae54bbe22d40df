/* SPDX-License-Identifier: Apache-2.0 */
/* DES and Triple DES, one block at a time (FIPS 46-3; SP 800-67 revision 2). Not constant time: the S-boxes are tables
 * indexed by secret data. For old protocols only: the block of 64 bits and the key of DES are too short. */
#ifndef OBI_DES_H
#define OBI_DES_H

#include <stddef.h>
#include <stdint.h>

/* The round keys of one DES key: round i has k[2 * i], with the six bits for S-boxes 1, 3, 5 and 7 in one byte each
 * from the most significant, and k[2 * i + 1] for S-boxes 2, 4, 6 and 8. */
struct obi_des_key {
    uint32_t k[32];
};

/* key_len 8 (DES, one round key set), 16 (keys 1 2 1) or 24 (keys 1 2 3): three sets. Parity bits are ignored. Returns
 * the number of sets. */
unsigned obi_des_expand(struct obi_des_key *keys, const uint8_t *key, size_t key_len);

/* One block with n_keys sets, 1 or 3 (encryption: E, or E D E with the second key's D). out may be in. */
void obi_des_encrypt(const struct obi_des_key *keys, unsigned n_keys, uint8_t out[8], const uint8_t in[8]);
void obi_des_decrypt(const struct obi_des_key *keys, unsigned n_keys, uint8_t out[8], const uint8_t in[8]);

#endif
