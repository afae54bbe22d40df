/* SPDX-License-Identifier: Apache-2.0 */
/* AES encryption in constant time on eight 32-bit planes, two blocks at once, in little code: FIPS 197. */
#include "algo/aes_ct_small.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_AES && OB_SMALL

typedef uint32_t obi_plane;

#include "algo/aes_sbox_ct.h"

/* Exchange the bits of *b under mask with those of *a that stand shift places to their left. */
static inline __attribute__((always_inline)) void swap(uint32_t *a, uint32_t *b, uint32_t mask, unsigned shift)
{
    uint32_t t = (*a >> shift ^ *b) & mask;

    *b ^= t;
    *a ^= t << shift;
}

/* Exchange bits between eight words so that bit i of byte b of word j and bit j of byte b of word i change places. */
static void transpose(uint32_t q[8])
{
    uint32_t a = q[0], b = q[1], c = q[2], d = q[3], e = q[4], f = q[5], g = q[6], h = q[7];

    swap(&a, &e, 0x0f0f0f0f, 4);
    swap(&b, &f, 0x0f0f0f0f, 4);
    swap(&c, &g, 0x0f0f0f0f, 4);
    swap(&d, &h, 0x0f0f0f0f, 4);
    swap(&a, &c, 0x33333333, 2);
    swap(&b, &d, 0x33333333, 2);
    swap(&e, &g, 0x33333333, 2);
    swap(&f, &h, 0x33333333, 2);
    swap(&a, &b, 0x55555555, 1);
    swap(&c, &d, 0x55555555, 1);
    swap(&e, &f, 0x55555555, 1);
    swap(&g, &h, 0x55555555, 1);
    q[0] = a;
    q[1] = b;
    q[2] = c;
    q[3] = d;
    q[4] = e;
    q[5] = f;
    q[6] = g;
    q[7] = h;
}

void obi_aes_ct_sub(uint32_t q[8])
{
    aes_sbox(q);
}

/* Row r moves left by r columns. */
void obi_aes_ct_shift_rows(uint32_t q[8])
{
    for (unsigned i = 0; i < 8; i++) {
        uint32_t x = q[i];
        uint32_t odd = x & 0xff00ff00; /* rows 1 and 3 by one, then rows 2 and 3 by two */
        uint32_t t;

        x ^= odd ^ (odd >> 1 & 0x77007700) ^ (odd << 3 & 0x88008800);
        t = (x ^ x >> 2) & 0x33330000;
        q[i] = x ^ t ^ t << 2;
    }
}

/* With a1 the next row's byte and so on: 2 (a0 + a1) + a1 + (a2 + a3). Doubling moves up a plane and reduces by 0x1b.
 */
void obi_aes_ct_mix_columns(uint32_t q[8])
{
    uint32_t carry = q[7] ^ obi_rotr32(q[7], 8);
    uint32_t reduce = 0x1b;
    uint32_t doubled = 0;

    for (unsigned i = 0; i < 8; i++) {
        uint32_t next = obi_rotr32(q[i], 8);
        uint32_t pair = q[i] ^ next;

        q[i] = next ^ obi_rotr32(pair, 16) ^ doubled ^ (carry & (0u - (reduce & 1)));
        doubled = pair;
        reduce >>= 1;
    }
}

void obi_aes_ct_add_key(uint32_t q[8], const uint32_t *rk)
{
    for (unsigned i = 0; i < 4; i++) {
        uint32_t low = rk[i] & 0x0f0f0f0f;
        uint32_t high = rk[i] & 0xf0f0f0f0;

        q[i] ^= low | low << 4;
        q[i + 4] ^= high | high >> 4;
    }
}

uint32_t obi_aes_ct_sub_word(uint32_t x)
{
    uint32_t q[8], y = 0;

    for (unsigned i = 0; i < 8; i++) /* bit i of each byte, in the lowest place */
        q[i] = x >> i;
    obi_aes_ct_sub(q);
    for (unsigned i = 8; i--;)
        y = y << 1 | (q[i] & 0x01010101);
    return y;
}

void obi_aes_ct_pack_key(uint32_t rk[4])
{
    uint32_t q[8] = {rk[0], rk[1], rk[2], rk[3]};

    transpose(q);
    for (unsigned i = 0; i < 4; i++)
        rk[i] = q[i] | q[i + 4] << 4;
    ob_wipe(q, sizeof q);
}

static void encrypt_rounds(const struct obi_aes_key *k, uint32_t q[8])
{
    const uint32_t *rk = k->rk;
    const uint32_t *last = rk + 4 * k->rounds;

    for (;;) {
        obi_aes_ct_add_key(q, rk);
        rk += 4;
        obi_aes_ct_sub(q);
        obi_aes_ct_shift_rows(q);
        if (rk == last)
            break;
        obi_aes_ct_mix_columns(q);
    }
    obi_aes_ct_add_key(q, rk);
}

void obi_aes_ct_walk(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks,
                     void (*rounds)(const struct obi_aes_key *k, uint32_t q[8]))
{
    uint32_t q[8] = {0};

    while (n_blocks) {
        size_t m = n_blocks > 1 ? 2 : 1;

        for (size_t i = 0; i < 4 * m; i++, in += 4)
            q[i] = obi_load_le32(in);
        transpose(q);
        rounds(k, q);
        transpose(q);
        for (size_t i = 0; i < 4 * m; i++, out += 4)
            obi_store_le32(out, q[i]);
        n_blocks -= m;
    }
    ob_wipe(q, sizeof q);
}

void obi_aes_ct_encrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    obi_aes_ct_walk(k, out, in, n_blocks, encrypt_rounds);
}

#endif
