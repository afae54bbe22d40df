/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-224 and SHA-256 compression in portable C (FIPS 180-4, section 6.2). */
#include "algo/sha256.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_SHA256

/* FIPS 180-4, section 5.3.2: the second 32 bits of the fractional parts of the square roots of the 9th to 16th primes.
 */
const uint32_t obi_sha224_iv[8] = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                                   0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};

/* Section 5.3.3: the first 32 bits of the fractional parts of the square roots of the first eight primes. */
const uint32_t obi_sha256_iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#if !OBI_SHA256_ASM /* else the build has it in assembly */

/* Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/* Section 4.1.2, with the rotations nested: for example rotations by 6, 11 and 25 are 6, 6 + 5 and 6 + 5 + 14. */
static inline uint32_t sum0(uint32_t x)
{
    return obi_rotr32(x ^ obi_rotr32(x ^ obi_rotr32(x, 9), 11), 2);
}

static inline uint32_t sum1(uint32_t x)
{
    return obi_rotr32(x ^ obi_rotr32(x ^ obi_rotr32(x, 14), 5), 6);
}

static inline uint32_t sigma0(uint32_t x)
{
    return obi_rotr32(x ^ obi_rotr32(x, 11), 7) ^ x >> 3;
}

static inline uint32_t sigma1(uint32_t x)
{
    return obi_rotr32(x ^ obi_rotr32(x, 2), 17) ^ x >> 10;
}

static inline uint32_t ch(uint32_t x, uint32_t y, uint32_t z)
{
    return z ^ (x & (y ^ z));
}

#if OB_SMALL

static inline uint32_t maj(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) | (z & (x | y));
}

void obi_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    /* The working variables a to h are p[0] to p[7]; instead of moving seven of them in each round, p moves down. The
     * message schedule lies below in descending order: round t finds W(t) at p[-1] and leaves the new a in its place.
     */
    uint32_t s[64 + 8];

    while (n_blocks--) {
        uint32_t *p = s + 64, *w = p;

        for (unsigned i = 0; i < 8; i++)
            p[i] = h[i];
        for (unsigned i = 0; i < 16; i++) {
            *--w = obi_load_be32(in);
            in += 4;
        }
        while (w != s) {
            w--;
            w[0] = w[16] + sigma0(w[15]) + w[7] + sigma1(w[2]);
        }
        for (unsigned t = 0; t < 64; t++) {
            uint32_t x = p[-1] + k[t] + p[7] + sum1(p[4]) + ch(p[4], p[5], p[6]);

            p[3] += x;
            p[-1] = x + sum0(p[0]) + maj(p[0], p[1], p[2]);
            p--;
        }
        for (unsigned i = 0; i < 8; i++)
            h[i] += p[i];
    }
    ob_wipe(s, sizeof s);
}

#else

/* One round; the caller rotates the names. Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)), and a ^ b is the next b ^ c. */
#define ROUND(a, b, c, d, e, f, g, h, t, x)                                                                            \
    do {                                                                                                               \
        h += (x) + k[t] + ch(e, f, g) + sum1(e);                                                                       \
        d += h;                                                                                                        \
        ab = a ^ b;                                                                                                    \
        h += sum0(a) + (b ^ (ab & bc));                                                                                \
        bc = ab;                                                                                                       \
    } while (0)

#define LOAD(i) (w[i] = obi_load_be32(in + 4 * (i)))
#define NEXT(i) (w[i] += sigma0(w[((i) + 1) & 15]) + w[((i) + 9) & 15] + sigma1(w[((i) + 14) & 15]))

#define EIGHT(t, i, word)                                                                                              \
    do {                                                                                                               \
        ROUND(v0, v1, v2, v3, v4, v5, v6, v7, (t) + (i), word(i));                                                     \
        ROUND(v7, v0, v1, v2, v3, v4, v5, v6, (t) + (i) + 1, word((i) + 1));                                           \
        ROUND(v6, v7, v0, v1, v2, v3, v4, v5, (t) + (i) + 2, word((i) + 2));                                           \
        ROUND(v5, v6, v7, v0, v1, v2, v3, v4, (t) + (i) + 3, word((i) + 3));                                           \
        ROUND(v4, v5, v6, v7, v0, v1, v2, v3, (t) + (i) + 4, word((i) + 4));                                           \
        ROUND(v3, v4, v5, v6, v7, v0, v1, v2, (t) + (i) + 5, word((i) + 5));                                           \
        ROUND(v2, v3, v4, v5, v6, v7, v0, v1, (t) + (i) + 6, word((i) + 6));                                           \
        ROUND(v1, v2, v3, v4, v5, v6, v7, v0, (t) + (i) + 7, word((i) + 7));                                           \
    } while (0)

void obi_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    uint32_t w[16];

    for (; n_blocks; n_blocks--, in += 64) {
        uint32_t v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
        uint32_t ab, bc = v1 ^ v2;

        EIGHT(0, 0, LOAD);
        EIGHT(0, 8, LOAD);
        for (unsigned t = 16; t < 64; t += 16) {
            EIGHT(t, 0, NEXT);
            EIGHT(t, 8, NEXT);
        }
        h[0] += v0;
        h[1] += v1;
        h[2] += v2;
        h[3] += v3;
        h[4] += v4;
        h[5] += v5;
        h[6] += v6;
        h[7] += v7;
    }
    ob_wipe(w, sizeof w);
}

#endif
#endif
#endif
