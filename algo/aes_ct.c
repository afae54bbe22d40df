/* SPDX-License-Identifier: Apache-2.0 */
/* The AES key schedule in constant time: FIPS 197 section 5.2. */
#include "algo/aes_ct.h"

#include "algo/bytes.h"
#include "outboard/config.h"

#if OB_WITH_AES

#define FLIP 0x63636363u /* what the S-box circuit leaves out, four bytes of it */

void obi_aes_ct_key(struct obi_aes_key *k, const uint8_t *key, size_t key_len)
{
    uint32_t nk = (uint32_t)key_len / 4;
    uint32_t n = 4 * (nk + 7);
    uint32_t rcon = 1;
    uint32_t phase = 0;
    uint32_t t = 0;

    k->rounds = nk + 6;
    for (uint32_t i = 0; i < n; i++) {
        if (i < nk) {
            t = obi_load_le32(key + 4 * i);
        } else {
            if (phase == 0) {
                t = obi_aes_ct_sub_word(obi_rotr32(t, 8)) ^ FLIP ^ rcon;
                rcon = rcon << 1 ^ (0x11b & (0u - (rcon >> 7)));
            } else if (nk == 8 && phase == 4) {
                t = obi_aes_ct_sub_word(t) ^ FLIP;
            }
            t ^= k->rk[i - nk];
        }
        if (++phase == nk)
            phase = 0;
        k->rk[i] = t;
    }
    for (uint32_t i = 4; i < n; i++)
        k->rk[i] ^= FLIP;
    for (uint32_t r = 0; r < n; r += 4)
        obi_aes_ct_pack_key(k->rk + r);
}

#endif
