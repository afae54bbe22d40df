/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 in constant time, one block after the other, of which only the S-box's input is on bit planes: GB/T 32907-2016.
 */
#include "algo/sm4_ct.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_SM4

typedef uint32_t obi_plane;

#include "algo/sm4_sbox_ct.h"

/* The S-box on the four bytes of x. Bit i of each byte is the lowest one of a byte of plane i; the other bits of a
 * plane hold bits of x too, whose results are cut off. */
static uint32_t sub(uint32_t x)
{
    uint32_t q[8], r = 0;

    for (unsigned i = 0; i < 8; i++)
        q[i] = x >> i;
    sm4_sbox(q);
    for (unsigned i = 0; i < 8; i++)
        r |= (q[i] & 0x01010101) << i;
    return r;
}

/* Section 7.3: the constants are FK, and CK with byte j of word i equal to 7 * (4 * i + j) modulo 256, j = 0 leftmost.
 */
void obi_sm4_ct_key(struct obi_sm4_key *k, const uint8_t key[16])
{
    static const uint32_t fk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
    uint32_t x[4];
    uint32_t ck = 0x00070e15;

    for (unsigned i = 0; i < 4; i++)
        x[i] = obi_load_be32(key + 4 * i) ^ fk[i];
    for (unsigned i = 0; i < 32; i++) {
        uint32_t b = sub(x[(i + 1) & 3] ^ x[(i + 2) & 3] ^ x[(i + 3) & 3] ^ ck);

        x[i & 3] ^= b ^ obi_rotl32(b, 13) ^ obi_rotl32(b, 23);
        k->rk[i] = x[i & 3];
        ck = (((ck & 0x00ff00ff) + 0x001c001c) & 0x00ff00ff) | (((ck & 0xff00ff00) + 0x1c001c00) & 0xff00ff00);
    }
    ob_wipe(x, sizeof x);
}

/* rk: the first round key to use, the next ones step words after it. */
static void crypt(const uint32_t *rk, int step, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    uint32_t x[4] = {0};

    while (n_blocks--) {
        for (unsigned i = 0; i < 4; i++, in += 4)
            x[i] = obi_load_be32(in);
        for (int i = 0; i < 32; i++) {
            uint32_t b = sub(x[(i + 1) & 3] ^ x[(i + 2) & 3] ^ x[(i + 3) & 3] ^ rk[i * step]);

            x[i & 3] ^= b ^ obi_rotl32(b, 2) ^ obi_rotl32(b, 10) ^ obi_rotl32(b, 18) ^ obi_rotl32(b, 24);
        }
        for (unsigned i = 4; i-- > 0; out += 4)
            obi_store_be32(out, x[i]);
    }
    ob_wipe(x, sizeof x);
}

void obi_sm4_ct_encrypt(const struct obi_sm4_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
#if !OB_SMALL
    size_t done = obi_sm4_ct_wide(k->rk, out, in, n_blocks);

    out += 16 * done;
    in += 16 * done;
    n_blocks -= done;
#endif
    crypt(k->rk, 1, out, in, n_blocks);
}

void obi_sm4_ct_decrypt(const struct obi_sm4_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
#if !OB_SMALL
    uint32_t rk[32];
    size_t done;

    for (unsigned i = 0; i < 32; i++)
        rk[i] = k->rk[31 - i];
    done = obi_sm4_ct_wide(rk, out, in, n_blocks);
    ob_wipe(rk, sizeof rk);
    out += 16 * done;
    in += 16 * done;
    n_blocks -= done;
#endif
    crypt(k->rk + 31, -1, out, in, n_blocks);
}

#endif
