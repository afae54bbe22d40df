/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 in constant time, eight blocks at once, of which only the S-box's input is on bit planes: GB/T 32907-2016. */
#include "algo/sm4_ct.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_SM4

typedef uint32_t obi_plane;

#include "algo/sm4_sbox_ct.h"

#define BATCH 8 /* blocks: one word of each fills the eight planes */

/* Exchange bits between eight words so that bit i of byte b of word j and bit j of byte b of word i change places. */
static void transpose(uint32_t q[8])
{
    uint32_t mask = 0x0f0f0f0f;

    for (unsigned s = 4; s; s >>= 1, mask ^= mask << s) {
        for (unsigned i = 0; i < 8; i++) {
            if (!(i & s)) {
                uint32_t t = (q[i] >> s ^ q[i + s]) & mask;

                q[i + s] ^= t;
                q[i] ^= t << s;
            }
        }
    }
}

/* The S-box on the four bytes of each word. */
static void sub(uint32_t q[8])
{
    transpose(q);
    sm4_sbox(q);
    transpose(q);
}

/* Section 7.3: the constants are FK, and CK with byte j of word i equal to 7 * (4 * i + j) modulo 256, j = 0 leftmost.
 */
void obi_sm4_ct_key(struct obi_sm4_key *k, const uint8_t key[16])
{
    static const uint32_t fk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
    uint32_t x[4], q[8] = {0};
    uint32_t ck = 0x00070e15;

    for (unsigned i = 0; i < 4; i++)
        x[i] = obi_load_be32(key + 4 * i) ^ fk[i];
    for (unsigned i = 0; i < 32; i++) {
        q[0] = x[(i + 1) & 3] ^ x[(i + 2) & 3] ^ x[(i + 3) & 3] ^ ck;
        sub(q);
        x[i & 3] ^= q[0] ^ obi_rotl32(q[0], 13) ^ obi_rotl32(q[0], 23);
        k->rk[i] = x[i & 3];
        ck = (((ck & 0x00ff00ff) + 0x001c001c) & 0x00ff00ff) | (((ck & 0xff00ff00) + 0x1c001c00) & 0xff00ff00);
    }
    ob_wipe(x, sizeof x);
    ob_wipe(q, sizeof q);
}

/* rk: the first round key to use, the next ones step words after it. */
static void crypt(const uint32_t *rk, int step, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    uint32_t x[4][BATCH] = {{0}}, q[8];

    while (n_blocks) {
        size_t m = n_blocks < BATCH ? n_blocks : BATCH;

        for (size_t j = 0; j < m; j++) {
            for (unsigned i = 0; i < 4; i++, in += 4)
                x[i][j] = obi_load_be32(in);
        }
        for (int i = 0; i < 32; i++) {
            for (unsigned j = 0; j < BATCH; j++)
                q[j] = x[(i + 1) & 3][j] ^ x[(i + 2) & 3][j] ^ x[(i + 3) & 3][j] ^ rk[i * step];
            sub(q);
            for (unsigned j = 0; j < BATCH; j++)
                x[i & 3][j] ^=
                    q[j] ^ obi_rotl32(q[j], 2) ^ obi_rotl32(q[j], 10) ^ obi_rotl32(q[j], 18) ^ obi_rotl32(q[j], 24);
        }
        for (size_t j = 0; j < m; j++) {
            for (unsigned i = 0; i < 4; i++, out += 4)
                obi_store_be32(out, x[3 - i][j]);
        }
        n_blocks -= m;
    }
    ob_wipe(x, sizeof x);
    ob_wipe(q, sizeof q);
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
