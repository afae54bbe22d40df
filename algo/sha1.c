/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 compression in portable C (FIPS 180-4, section 6.1). */
#include "algo/sha1.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_SHA1

/* FIPS 180-4, section 5.3.1. */
const uint32_t obi_sha1_iv[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

#if !OBI_SHA1_ASM /* else the build has it in assembly */

/* Section 4.1.1; Maj as a sum of two disjoint parts. */
#define CH(x, y, z)     ((z) ^ ((x) & ((y) ^ (z))))
#define PARITY(x, y, z) ((x) ^ (y) ^ (z))
#define MAJ(x, y, z)    (((x) & (y)) + ((z) & ((x) ^ (y))))

/* Section 4.2.1: the square roots of 2, 3, 5 and 10 times 2^30. */
#define K0 0x5a827999
#define K1 0x6ed9eba1
#define K2 0x8f1bbcdc
#define K3 0xca62c1d6

#if OB_SMALL

void obi_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    /* The working variables a to e are p[0] to p[4]; instead of moving four of them in each step, p moves down. The
     * message schedule lies below in descending order: step t finds W(t) at p[-1] and leaves the new a in its place. */
    uint32_t s[80 + 5];

    while (n_blocks--) {
        uint32_t *p = s + 80, *w = p;

        for (unsigned i = 0; i < 5; i++)
            p[i] = h[i];
        for (unsigned i = 0; i < 16; i++) {
            *--w = obi_load_be32(in);
            in += 4;
        }
        while (w != s) {
            w--;
            w[0] = obi_rotl32(w[3] ^ w[8] ^ w[14] ^ w[16], 1);
        }
        for (unsigned t = 0; t < 80; t++) {
            uint32_t b = p[1], c = p[2], d = p[3], x;

            if (t < 20)
                x = CH(b, c, d) + K0;
            else if (t < 40)
                x = PARITY(b, c, d) + K1;
            else if (t < 60)
                x = MAJ(b, c, d) + K2;
            else
                x = PARITY(b, c, d) + K3;
            p[-1] += x + p[4] + obi_rotl32(p[0], 5);
            p[1] = obi_rotl32(b, 30);
            p--;
        }
        for (unsigned i = 0; i < 5; i++)
            h[i] += p[i];
    }
    ob_wipe(s, sizeof s);
}

#else

#define LOAD(t) (w[t] = obi_load_be32(in + 4 * (t)))
#define NEXT(t) (w[(t)&15] = obi_rotl32(w[((t) + 13) & 15] ^ w[((t) + 8) & 15] ^ w[((t) + 2) & 15] ^ w[(t)&15], 1))

/* One step; the caller rotates the names. */
#define STEP(a, b, c, d, e, f, k, x)                                                                                   \
    do {                                                                                                               \
        e += (x) + (k) + f(b, c, d);                                                                                   \
        e += obi_rotl32(a, 5);                                                                                         \
        b = obi_rotl32(b, 30);                                                                                         \
    } while (0)

#define FIVE(f, k, t, w0, w1, w2, w3, w4)                                                                              \
    do {                                                                                                               \
        STEP(a, b, c, d, e, f, k, w0(t));                                                                              \
        STEP(e, a, b, c, d, f, k, w1((t) + 1));                                                                        \
        STEP(d, e, a, b, c, f, k, w2((t) + 2));                                                                        \
        STEP(c, d, e, a, b, f, k, w3((t) + 3));                                                                        \
        STEP(b, c, d, e, a, f, k, w4((t) + 4));                                                                        \
    } while (0)

#define TWENTY(f, k, t)                                                                                                \
    do {                                                                                                               \
        FIVE(f, k, t, NEXT, NEXT, NEXT, NEXT, NEXT);                                                                   \
        FIVE(f, k, (t) + 5, NEXT, NEXT, NEXT, NEXT, NEXT);                                                             \
        FIVE(f, k, (t) + 10, NEXT, NEXT, NEXT, NEXT, NEXT);                                                            \
        FIVE(f, k, (t) + 15, NEXT, NEXT, NEXT, NEXT, NEXT);                                                            \
    } while (0)

void obi_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    uint32_t w[16];

    for (; n_blocks; n_blocks--, in += 64) {
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

        FIVE(CH, K0, 0, LOAD, LOAD, LOAD, LOAD, LOAD);
        FIVE(CH, K0, 5, LOAD, LOAD, LOAD, LOAD, LOAD);
        FIVE(CH, K0, 10, LOAD, LOAD, LOAD, LOAD, LOAD);
        FIVE(CH, K0, 15, LOAD, NEXT, NEXT, NEXT, NEXT);
        TWENTY(PARITY, K1, 20);
        TWENTY(MAJ, K2, 40);
        TWENTY(PARITY, K3, 60);
        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
        h[4] += e;
    }
    ob_wipe(w, sizeof w);
}

#endif
#endif
#endif
