/* SPDX-License-Identifier: Apache-2.0 */
/* DES and Triple DES in portable C (FIPS 46-3; SP 800-67 revision 2, section 3). Not constant time: addresses depend on
 * data and key. */
#include "algo/des.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_DES

/* FIPS 46-3, appendix 1: permuted choice 1 and 2. Bit 1 is the most significant. */
static const uint8_t pc1[56] = {57, 49, 41, 33, 25, 17, 9,  1,  58, 50, 42, 34, 26, 18, 10, 2,  59, 51, 43,
                                35, 27, 19, 11, 3,  60, 52, 44, 36, 63, 55, 47, 39, 31, 23, 15, 7,  62, 54,
                                46, 38, 30, 22, 14, 6,  61, 53, 45, 37, 29, 21, 13, 5,  28, 20, 12, 4};
static const uint8_t pc2[48] = {14, 17, 11, 24, 1,  5,  3,  28, 15, 6,  21, 10, 23, 19, 12, 4,
                                26, 8,  16, 7,  27, 20, 13, 2,  41, 52, 31, 37, 47, 55, 30, 40,
                                51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32};

/* Appendix 1: bit i is set if round i shifts by one place, else it shifts by two. */
#define ONE_PLACE 0x8103u

/* Appendix 1: the S-boxes, each as two pairs of rows. The outer bits of the input choose the row, so that the rows of a
 * pair alternate in the order of the input: PAIR hands E the entries of both, column by column. */
#define PAIR(E, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, aa, ab, ac, ad, ae, af, b0, b1, b2, b3, b4, b5, b6, b7, b8,    \
             b9, ba, bb, bc, bd, be, bf)                                                                               \
    E(a0, b0), E(a1, b1), E(a2, b2), E(a3, b3), E(a4, b4), E(a5, b5), E(a6, b6), E(a7, b7), E(a8, b8), E(a9, b9),      \
        E(aa, ba), E(ab, bb), E(ac, bc), E(ad, bd), E(ae, be), E(af, bf)

/* clang-format off */
#define S1(E) \
    PAIR(E, 14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, \
            0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5, 3, 8), \
    PAIR(E, 4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, \
            15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0, 6, 13)
#define S2(E) \
    PAIR(E, 15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, \
            3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9, 11, 5), \
    PAIR(E, 0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, \
            13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5, 14, 9)
#define S3(E) \
    PAIR(E, 10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, \
            13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11, 15, 1), \
    PAIR(E, 13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, \
            1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12)
#define S4(E) \
    PAIR(E, 7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, \
            13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10, 14, 9), \
    PAIR(E, 10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, \
            3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7, 2, 14)
#define S5(E) \
    PAIR(E, 2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, \
            14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9, 8, 6), \
    PAIR(E, 4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, \
            11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4, 5, 3)
#define S6(E) \
    PAIR(E, 12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, \
            10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11, 3, 8), \
    PAIR(E, 9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, \
            4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0, 8, 13)
#define S7(E) \
    PAIR(E, 4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, \
            13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15, 8, 6), \
    PAIR(E, 1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, \
            6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2, 3, 12)
#define S8(E) \
    PAIR(E, 13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, \
            1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14, 9, 2), \
    PAIR(E, 7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, \
            2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5, 6, 11)

/* Permutation P, inverted: the place (1 is the most significant bit) to which each of the four output bits of an S-box
 * goes, from its most significant one. */
#define P1 9, 17, 23, 31
#define P2 13, 28, 2, 18
#define P3 24, 16, 30, 6
#define P4 26, 20, 10, 1
#define P5 8, 14, 25, 3
#define P6 4, 29, 11, 19
#define P7 32, 12, 22, 7
#define P8 5, 27, 15, 21
/* clang-format on */

#if OB_SMALL

#define TWO(a, b) ((a) | (b) << 4)

static const uint8_t s[8][32] = {{S1(TWO)}, {S2(TWO)}, {S3(TWO)}, {S4(TWO)},
                                 {S5(TWO)}, {S6(TWO)}, {S7(TWO)}, {S8(TWO)}};
static const uint8_t place[8][4] = {{P1}, {P2}, {P3}, {P4}, {P5}, {P6}, {P7}, {P8}};

static uint32_t f(uint32_t r, const uint32_t *k)
{
    uint32_t out = 0;

    for (unsigned j = 0; j < 8; j++) {
        /* Expansion E: box j takes the bits that a rotation by 4 j + 5 brings to the end. */
        uint32_t x = (obi_rotl32(r, 4 * j + 5) ^ k[j & 1] >> (24 - (j >> 1) * 8)) & 63;
        uint32_t y = (uint32_t)s[j][x >> 1] >> (x & 1) * 4;

        for (unsigned b = 0; b < 4; b++)
            out |= (y >> (3 - b) & 1) << (32 - place[j][b]);
    }
    return out;
}

#else

/* The S-boxes after P: S-box entry n of box j, its four bits at their places. */
#define AT(n, b, p)            ((uint32_t)((n) >> (b)&1) << (32 - (p)))
#define PUT(n, p0, p1, p2, p3) (AT(n, 3, p0) | AT(n, 2, p1) | AT(n, 1, p2) | AT(n, 0, p3))
#define PLACED(n, places)      PUT(n, places)
#define BOX1(a, b)             PLACED(a, P1), PLACED(b, P1)
#define BOX2(a, b)             PLACED(a, P2), PLACED(b, P2)
#define BOX3(a, b)             PLACED(a, P3), PLACED(b, P3)
#define BOX4(a, b)             PLACED(a, P4), PLACED(b, P4)
#define BOX5(a, b)             PLACED(a, P5), PLACED(b, P5)
#define BOX6(a, b)             PLACED(a, P6), PLACED(b, P6)
#define BOX7(a, b)             PLACED(a, P7), PLACED(b, P7)
#define BOX8(a, b)             PLACED(a, P8), PLACED(b, P8)

static const uint32_t sp[8][64] = {{S1(BOX1)}, {S2(BOX2)}, {S3(BOX3)}, {S4(BOX4)},
                                   {S5(BOX5)}, {S6(BOX6)}, {S7(BOX7)}, {S8(BOX8)}};

static inline uint32_t f(uint32_t r, const uint32_t *k)
{
    /* Expansion E: these rotations bring the six bits of each second box to the end of a byte. */
    uint32_t x = obi_rotr32(r, 3) ^ k[0], y = obi_rotl32(r, 1) ^ k[1];

    return sp[0][x >> 24 & 63] ^ sp[1][y >> 24 & 63] ^ sp[2][x >> 16 & 63] ^ sp[3][y >> 16 & 63] ^ sp[4][x >> 8 & 63] ^
           sp[5][y >> 8 & 63] ^ sp[6][x & 63] ^ sp[7][y & 63];
}

#endif

static uint32_t pick(const uint8_t *bits, unsigned n, const uint32_t *from, unsigned width)
{
    uint32_t x = 0;

    while (n--) {
        unsigned b = *bits++ - 1u;

        x = x << 1 | (from[b >= width] >> (width - 1 - (b >= width ? b - width : b)) & 1);
    }
    return x;
}

static void expand(struct obi_des_key *key, const uint8_t *bytes)
{
    uint32_t in[2] = {obi_load_be32(bytes), obi_load_be32(bytes + 4)};
    uint32_t cd[2] = {pick(pc1, 28, in, 32), pick(pc1 + 28, 28, in, 32)};

    for (unsigned i = 0; i < 16; i++) {
        unsigned shift = ONE_PLACE >> i & 1 ? 1 : 2;

        for (unsigned j = 0; j < 2; j++)
            cd[j] = (cd[j] << shift | cd[j] >> (28 - shift)) & 0x0fffffff;
        for (unsigned j = 0; j < 8; j++)
            key->k[2 * i + (j & 1)] = key->k[2 * i + (j & 1)] << 8 | pick(pc2 + 6 * j, 6, cd, 28);
    }
    ob_wipe(in, sizeof in);
    ob_wipe(cd, sizeof cd);
}

unsigned obi_des_expand(struct obi_des_key *keys, const uint8_t *key, size_t key_len)
{
    expand(keys, key);
    if (key_len == 8)
        return 1;
    expand(keys + 1, key + 8);
    if (key_len == 24)
        expand(keys + 2, key + 16);
    else
        keys[2] = keys[0];
    return 3;
}

static inline void swap(uint32_t *a, uint32_t *b, unsigned shift, uint32_t mask)
{
    uint32_t x = (*a >> shift ^ *b) & mask;

    *b ^= x;
    *a ^= x << shift;
}

static void crypt(const struct obi_des_key *keys, unsigned n_keys, unsigned decrypt, uint8_t *out, const uint8_t *in)
{
    uint32_t l = obi_load_be32(in), r = obi_load_be32(in + 4);

    /* The initial permutation as exchanges of bits between the halves; the final one runs them backwards.
     * Between two keys the final and the initial permutation cancel out. */
    swap(&l, &r, 4, 0x0f0f0f0f);
    swap(&l, &r, 16, 0x0000ffff);
    swap(&r, &l, 2, 0x33333333);
    swap(&r, &l, 8, 0x00ff00ff);
    swap(&l, &r, 1, 0x55555555);
    for (unsigned n = 0; n < n_keys; n++) {
        const uint32_t *k = keys[decrypt ? n_keys - 1 - n : n].k;
        unsigned back = (decrypt ^ n) & 1; /* the middle key runs the other way */
        uint32_t t;

        for (unsigned i = 0; i < 16; i += 2) {
            l ^= f(r, k + 2 * (back ? 15 - i : i));
            r ^= f(l, k + 2 * (back ? 14 - i : i + 1));
        }
        t = l;
        l = r;
        r = t;
    }
    swap(&l, &r, 1, 0x55555555);
    swap(&r, &l, 8, 0x00ff00ff);
    swap(&r, &l, 2, 0x33333333);
    swap(&l, &r, 16, 0x0000ffff);
    swap(&l, &r, 4, 0x0f0f0f0f);
    obi_store_be32(out, l);
    obi_store_be32(out + 4, r);
}

void obi_des_encrypt(const struct obi_des_key *keys, unsigned n_keys, uint8_t out[8], const uint8_t in[8])
{
    crypt(keys, n_keys, 0, out, in);
}

void obi_des_decrypt(const struct obi_des_key *keys, unsigned n_keys, uint8_t out[8], const uint8_t in[8])
{
    crypt(keys, n_keys, 1, out, in);
}

#endif
