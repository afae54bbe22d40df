/* SPDX-License-Identifier: Apache-2.0 */
/* SM3 compression in portable C (GB/T 32905-2016, section 5.3). */
#include "algo/sm3.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_SM3

/* GB/T 32905-2016, section 4.1. */
const uint32_t obi_sm3_iv[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
                                0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};

/* Section 4.2: T of rounds 0 to 15 and of rounds 16 to 63, before its rotation by the number of the round. */
#define T0 0x79cc4519u
#define T1 0x7a879d8au

/* Section 4.4. */
static inline uint32_t p0(uint32_t x)
{
    return x ^ obi_rotl32(x, 9) ^ obi_rotl32(x, 17);
}

static inline uint32_t p1(uint32_t x)
{
    return x ^ obi_rotl32(x, 15) ^ obi_rotl32(x, 23);
}

/* Section 4.3; the majority as a sum of two disjoint parts. */
#define PARITY(x, y, z) ((x) ^ (y) ^ (z))
#define MAJ(x, y, z)    (((x) & (y)) + ((z) & ((x) ^ (y))))
#define CH(x, y, z)     ((z) ^ ((x) & ((y) ^ (z))))

/* Section 5.3.2: word j + 16 from the sixteen before it. */
static inline uint32_t expand(const uint32_t *w, unsigned j)
{
    return p1(w[j & 15] ^ w[(j + 7) & 15] ^ obi_rotl32(w[(j + 13) & 15], 15)) ^ obi_rotl32(w[(j + 3) & 15], 7) ^
           w[(j + 10) & 15];
}

#if OB_SMALL

void obi_sm3_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    uint32_t w[16], v[8];

    while (n_blocks--) {
        uint32_t t = T0;

        for (unsigned i = 0; i < 16; i++) {
            w[i] = obi_load_be32(in);
            in += 4;
        }
        for (unsigned i = 0; i < 8; i++)
            v[i] = h[i];
        for (unsigned j = 0; j < 64; j++) {
            uint32_t x, y, s1, s2;

            if (j == 16)
                t = T1 << 16 | T1 >> 16;
            s2 = obi_rotl32(v[0], 12);
            s1 = obi_rotl32(s2 + v[4] + t, 7);
            s2 ^= s1;
            t = obi_rotl32(t, 1);
            if (j < 16) {
                x = PARITY(v[0], v[1], v[2]);
                y = PARITY(v[4], v[5], v[6]);
            } else {
                x = MAJ(v[0], v[1], v[2]);
                y = CH(v[4], v[5], v[6]);
            }
            x += v[3] + s2 + (w[j & 15] ^ w[(j + 4) & 15]);
            y += v[7] + s1 + w[j & 15];
            w[j & 15] = expand(w, j);
            v[3] = v[2];
            v[2] = obi_rotl32(v[1], 9);
            v[1] = v[0];
            v[0] = x;
            v[7] = v[6];
            v[6] = obi_rotl32(v[5], 19);
            v[5] = v[4];
            v[4] = p0(y);
        }
        for (unsigned i = 0; i < 8; i++)
            h[i] ^= v[i];
    }
    ob_wipe(w, sizeof w);
    ob_wipe(v, sizeof v);
}

#else

/* One round; the caller rotates the names. The new A is left in d and the new E in h. The last 12 rounds (the standard
 * expands to 68 words) have no next word. */
#define ROUND(a, b, c, d, e, f, g, h, ff, gg, t, j, next)                                                              \
    do {                                                                                                               \
        uint32_t a12 = obi_rotl32(a, 12), s1 = obi_rotl32(a12 + e + obi_rotl32(t, (j)&31), 7);                         \
                                                                                                                       \
        d += ff(a, b, c) + (s1 ^ a12) + (w[(j)&15] ^ w[((j) + 4) & 15]);                                               \
        h += gg(e, f, g) + s1 + w[(j)&15];                                                                             \
        h = p0(h);                                                                                                     \
        b = obi_rotl32(b, 9);                                                                                          \
        f = obi_rotl32(f, 19);                                                                                         \
        next(j);                                                                                                       \
    } while (0)

#define EXPAND(j) (w[(j)&15] = expand(w, j))
#define NONE(j)   ((void)0)

#define FOUR(ff, gg, t, j, next)                                                                                       \
    do {                                                                                                               \
        ROUND(v0, v1, v2, v3, v4, v5, v6, v7, ff, gg, t, j, next);                                                     \
        ROUND(v3, v0, v1, v2, v7, v4, v5, v6, ff, gg, t, (j) + 1, next);                                               \
        ROUND(v2, v3, v0, v1, v6, v7, v4, v5, ff, gg, t, (j) + 2, next);                                               \
        ROUND(v1, v2, v3, v0, v5, v6, v7, v4, ff, gg, t, (j) + 3, next);                                               \
    } while (0)

#define SIXTEEN(ff, gg, t, j, next)                                                                                    \
    do {                                                                                                               \
        FOUR(ff, gg, t, j, EXPAND);                                                                                    \
        FOUR(ff, gg, t, (j) + 4, next);                                                                                \
        FOUR(ff, gg, t, (j) + 8, next);                                                                                \
        FOUR(ff, gg, t, (j) + 12, next);                                                                               \
    } while (0)

void obi_sm3_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    uint32_t w[16];

    for (; n_blocks; n_blocks--, in += 64) {
        uint32_t v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];

        for (unsigned i = 0; i < 16; i++)
            w[i] = obi_load_be32(in + 4 * i);
        SIXTEEN(PARITY, PARITY, T0, 0, EXPAND);
        SIXTEEN(MAJ, CH, T1, 16, EXPAND);
        SIXTEEN(MAJ, CH, T1, 32, EXPAND);
        SIXTEEN(MAJ, CH, T1, 48, NONE);
        h[0] ^= v0;
        h[1] ^= v1;
        h[2] ^= v2;
        h[3] ^= v3;
        h[4] ^= v4;
        h[5] ^= v5;
        h[6] ^= v6;
        h[7] ^= v7;
    }
    ob_wipe(w, sizeof w);
}

#endif
#endif
