/* SPDX-License-Identifier: Apache-2.0 */
/* MD5 compression in portable C (RFC 1321, section 3.4). */
#include "algo/md5.h"

#include "algo/bytes.h"
#include "outboard/config.h"

#if OB_WITH_MD5

/* RFC 1321, section 3.3: the bytes 01 23 ... ef fe dc ... 10, low-order bytes first. */
const uint32_t obi_md5_iv[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/* Section 3.4: the integer part of 4294967296 * abs(sin(i)), i from 1 to 64 in radians. */
static const uint32_t k[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

#if OB_SMALL

/* Section 3.4: the rotations of the four rounds, each used in turn. */
static const uint8_t rotation[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/* Section 3.4: operation i of a round reads the word that starts at first and advances by step. */
static const uint8_t first[4] = {0, 1, 5, 0}, step[4] = {1, 5, 3, 7};

void obi_md5_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    for (; n_blocks; n_blocks--, in += 64) {
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3];

        for (unsigned t = 0; t < 64; t++) {
            unsigned r = t >> 4, i = (first[r] + step[r] * t) & 15;
            uint32_t x;

            if (r == 0)
                x = d ^ (b & (c ^ d));
            else if (r == 1)
                x = c ^ (d & (b ^ c));
            else if (r == 2)
                x = b ^ c ^ d;
            else
                x = c ^ (b | ~d);
            x += a + k[t] + obi_load_le32(in + 4 * i);
            a = d;
            d = c;
            c = b;
            b += obi_rotl32(x, rotation[r][t & 3]);
        }
        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
    }
}

#else

#define F(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
/* (x & z) | (y & ~z) as a sum of two disjoint parts: the second does not wait for x, the newest. */
#define G(x, y, z) (((x) & (z)) + ((y) & ~(z)))
#define H(x, y, z) ((x) ^ (y) ^ (z))
#define I(x, y, z) ((y) ^ ((x) | ~(z)))

#define STEP(f, a, b, c, d, t, i, s)                                                                                   \
    do {                                                                                                               \
        a += k[t] + obi_load_le32(in + 4 * ((i)&15));                                                                  \
        a += f(b, c, d);                                                                                               \
        a = b + obi_rotl32(a, s);                                                                                      \
    } while (0)

/* Four operations from number t, reading word i and then each step-th. */
#define FOUR(f, t, i, step, s0, s1, s2, s3)                                                                            \
    do {                                                                                                               \
        STEP(f, a, b, c, d, t, i, s0);                                                                                 \
        STEP(f, d, a, b, c, (t) + 1, (i) + (step), s1);                                                                \
        STEP(f, c, d, a, b, (t) + 2, (i) + 2 * (step), s2);                                                            \
        STEP(f, b, c, d, a, (t) + 3, (i) + 3 * (step), s3);                                                            \
    } while (0)

#define SIXTEEN(f, t, i, step, s0, s1, s2, s3)                                                                         \
    do {                                                                                                               \
        FOUR(f, t, i, step, s0, s1, s2, s3);                                                                           \
        FOUR(f, (t) + 4, (i) + 4 * (step), step, s0, s1, s2, s3);                                                      \
        FOUR(f, (t) + 8, (i) + 8 * (step), step, s0, s1, s2, s3);                                                      \
        FOUR(f, (t) + 12, (i) + 12 * (step), step, s0, s1, s2, s3);                                                    \
    } while (0)

void obi_md5_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    for (; n_blocks; n_blocks--, in += 64) {
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3];

        SIXTEEN(F, 0, 0, 1, 7, 12, 17, 22);
        SIXTEEN(G, 16, 1, 5, 5, 9, 14, 20);
        SIXTEEN(H, 32, 5, 3, 4, 11, 16, 23);
        SIXTEEN(I, 48, 0, 7, 6, 10, 15, 21);
        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
    }
}

#endif
#endif
