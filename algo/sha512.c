/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-384, SHA-512, SHA-512/224 and SHA-512/256 compression in portable C (FIPS 180-4, section 6.4). */
#include "algo/sha512.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_SHA512

/* FIPS 180-4, section 5.3.4: the first 64 bits of the fractional parts of the square roots of the 9th to 16th primes.
 */
const uint32_t obi_sha384_iv[16] = {0xcbbb9d5d, 0xc1059ed8, 0x629a292a, 0x367cd507, 0x9159015a, 0x3070dd17,
                                    0x152fecd8, 0xf70e5939, 0x67332667, 0xffc00b31, 0x8eb44a87, 0x68581511,
                                    0xdb0c2e0d, 0x64f98fa7, 0x47b5481d, 0xbefa4fa4};

/* Section 5.3.5: the first 64 bits of the fractional parts of the square roots of the first eight primes. */
const uint32_t obi_sha512_iv[16] = {0x6a09e667, 0xf3bcc908, 0xbb67ae85, 0x84caa73b, 0x3c6ef372, 0xfe94f82b,
                                    0xa54ff53a, 0x5f1d36f1, 0x510e527f, 0xade682d1, 0x9b05688c, 0x2b3e6c1f,
                                    0x1f83d9ab, 0xfb41bd6b, 0x5be0cd19, 0x137e2179};

/* Section 5.3.6: SHA-512 of the algorithm's name, from an initial value that is SHA-512's with 0xa5 added (XOR) to
 * every byte. */
const uint32_t obi_sha512_224_iv[16] = {0x8c3d37c8, 0x19544da2, 0x73e19966, 0x89dcd4d6, 0x1dfab7ae, 0x32ff9c82,
                                        0x679dd514, 0x582f9fcf, 0x0f6d2b69, 0x7bd44da8, 0x77e36f73, 0x04c48942,
                                        0x3f9d85a8, 0x6a1d36c8, 0x1112e6ad, 0x91d692a1};
const uint32_t obi_sha512_256_iv[16] = {0x22312194, 0xfc2bf72c, 0x9f555fa3, 0xc84c64c2, 0x2393b86b, 0x6f53b151,
                                        0x96387719, 0x5940eabd, 0x96283ee2, 0xa88effe3, 0xbe5e1e25, 0x53863992,
                                        0x2b0199fc, 0x2c85b8aa, 0x0eb72ddc, 0x81c52ca2};

#if !OBI_SHA512_ASM /* else the build has it in assembly */

/* Section 4.2.3: the first 64 bits of the fractional parts of the cube roots of the first 80 primes. */
static const uint64_t k[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

/* Section 4.1.3, with the rotations nested: for example rotations by 14, 18 and 41 are 14, 14 + 4 and 14 + 4 + 23. */
static inline uint64_t sum0(uint64_t x)
{
    return obi_rotr64(x ^ obi_rotr64(x ^ obi_rotr64(x, 5), 6), 28);
}

static inline uint64_t sum1(uint64_t x)
{
    return obi_rotr64(x ^ obi_rotr64(x ^ obi_rotr64(x, 23), 4), 14);
}

static inline uint64_t sigma0(uint64_t x)
{
    return obi_rotr64(x ^ obi_rotr64(x, 7), 1) ^ x >> 7;
}

static inline uint64_t sigma1(uint64_t x)
{
    return obi_rotr64(x ^ obi_rotr64(x, 42), 19) ^ x >> 6;
}

static inline uint64_t ch(uint64_t x, uint64_t y, uint64_t z)
{
    return z ^ (x & (y ^ z));
}

static inline uint64_t load(const uint32_t *h)
{
    return (uint64_t)h[0] << 32 | h[1];
}

static inline void add(uint32_t *h, uint64_t x)
{
    x += load(h);
    h[0] = (uint32_t)(x >> 32);
    h[1] = (uint32_t)x;
}

#if OB_SMALL

static inline uint64_t maj(uint64_t x, uint64_t y, uint64_t z)
{
    return (x & y) | (z & (x | y));
}

void obi_sha512_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    /* The working variables a to h are p[0] to p[7]; instead of moving seven of them in each round, p moves down. The
     * message schedule lies below in descending order: round t finds W(t) at p[-1] and leaves the new a in its place.
     */
    uint64_t s[80 + 8];

    while (n_blocks--) {
        uint64_t *p = s + 80, *w = p;

        for (unsigned i = 0; i < 8; i++)
            p[i] = load(h + 2 * i);
        for (unsigned i = 0; i < 16; i++) {
            *--w = obi_load_be64(in);
            in += 8;
        }
        while (w != s) {
            w--;
            w[0] = w[16] + sigma0(w[15]) + w[7] + sigma1(w[2]);
        }
        for (unsigned t = 0; t < 80; t++) {
            uint64_t x = p[-1] + k[t] + p[7] + sum1(p[4]) + ch(p[4], p[5], p[6]);

            p[3] += x;
            p[-1] = x + sum0(p[0]) + maj(p[0], p[1], p[2]);
            p--;
        }
        for (unsigned i = 0; i < 8; i++)
            add(h + 2 * i, p[i]);
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

#define LOAD(i) (w[i] = obi_load_be64(in + 8 * (i)))
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

void obi_sha512_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    uint64_t w[16];

    for (; n_blocks; n_blocks--, in += 128) {
        uint64_t v0 = load(h), v1 = load(h + 2), v2 = load(h + 4), v3 = load(h + 6);
        uint64_t v4 = load(h + 8), v5 = load(h + 10), v6 = load(h + 12), v7 = load(h + 14);
        uint64_t ab, bc = v1 ^ v2;

        EIGHT(0, 0, LOAD);
        EIGHT(0, 8, LOAD);
        for (unsigned t = 16; t < 80; t += 16) {
            EIGHT(t, 0, NEXT);
            EIGHT(t, 8, NEXT);
        }
        add(h, v0);
        add(h + 2, v1);
        add(h + 4, v2);
        add(h + 6, v3);
        add(h + 8, v4);
        add(h + 10, v5);
        add(h + 12, v6);
        add(h + 14, v7);
    }
    ob_wipe(w, sizeof w);
}

#endif
#endif
#endif
