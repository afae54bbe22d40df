/* SPDX-License-Identifier: Apache-2.0 */
/* AES decryption in constant time on eight 32-bit planes, two blocks at once, in little code: FIPS 197 section 5.3. */
#include "algo/aes_ct_small.h"
#include "outboard/config.h"

#if OB_WITH_AES_DEC && OB_SMALL

/* The inverse of the S-box's linear map: bit i is the sum of bits i + 2, i + 5 and i + 7. */
static void unmap(uint32_t q[8])
{
    uint32_t x[8];

    for (unsigned i = 0; i < 8; i++)
        x[i] = q[i];
    for (unsigned i = 0; i < 8; i++)
        q[i] = x[(i + 2) & 7] ^ x[(i + 5) & 7] ^ x[(i + 7) & 7];
}

/* S without its constant is the linear map after inversion, so with the map undone on both sides it is its own inverse.
 * The constant has been added by the round key before. */
static void inverse_sub(uint32_t q[8])
{
    unmap(q);
    obi_aes_ct_sub(q);
    unmap(q);
}

/* Both steps have order four. */
static void three_times(void (*step)(uint32_t q[8]), uint32_t q[8])
{
    for (unsigned i = 0; i < 3; i++)
        step(q);
}

static void decrypt_rounds(const struct obi_aes_key *k, uint32_t q[8])
{
    const uint32_t *rk = k->rk + 4 * k->rounds;

    obi_aes_ct_add_key(q, rk);
    for (;;) {
        three_times(obi_aes_ct_shift_rows, q);
        inverse_sub(q);
        rk -= 4;
        obi_aes_ct_add_key(q, rk);
        if (rk == k->rk)
            break;
        three_times(obi_aes_ct_mix_columns, q);
    }
}

void obi_aes_ct_decrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    obi_aes_ct_walk(k, out, in, n_blocks, decrypt_rounds);
}

#endif
