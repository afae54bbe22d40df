/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 and SHA-256; the constants are made at the start from their definition (FIPS 180-4, section 4.2.2). */
#include "sim/cortexm/device/sha_words.h"

namespace cortexm
{
namespace
{

uint32_t right(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
struct Constants {
    // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): a table of constants
    uint32_t k[64];

    Constants()
    {
        unsigned count = 0;
        for (uint32_t prime = 2; count < 64; prime++) {
            bool divides = false;
            for (uint32_t d = 2; d * d <= prime && !divides; d++) {
                divides = prime % d == 0;
            }
            if (!divides) {
                k[count++] = fraction_of_cube_root(prime);
            }
        }
    }

    /* The largest r with r^3 <= prime * 2^96, less its part above 2^32. */
    static uint32_t fraction_of_cube_root(uint32_t prime)
    {
        uint64_t root = 0;
        for (int bit = 34; bit >= 0; bit--) {
            const uint64_t tried = root | uint64_t{1} << bit;
            if (cube_is_at_most(tried, prime)) {
                root = tried;
            }
        }
        return static_cast<uint32_t>(root);
    }

    /* x^3 <= prime * 2^96, for x below 2^35, by words of 32 bits. */
    static bool cube_is_at_most(uint64_t x, uint32_t prime)
    {
        uint32_t square[4] = {}, cube[5] = {};
        const uint32_t words[2] = {static_cast<uint32_t>(x), static_cast<uint32_t>(x >> 32)};
        multiply(words, words, 2, square);
        multiply(square, words, 3, cube);
        return cube[4] == 0 && (cube[3] < prime || (cube[3] == prime && (cube[0] | cube[1] | cube[2]) == 0));
    }

    static void multiply(const uint32_t *a, const uint32_t *b, unsigned a_words, uint32_t *out)
    {
        for (unsigned i = 0; i < a_words; i++) {
            uint64_t carry = 0;
            for (unsigned j = 0; j < 2; j++) {
                carry += uint64_t{a[i]} * b[j] + out[i + j];
                out[i + j] = static_cast<uint32_t>(carry);
                carry >>= 32;
            }
            out[i + 2] = static_cast<uint32_t>(carry);
        }
    }
};

const Constants constants;

uint32_t word(const uint8_t *p)
{
    return uint32_t{p[0]} << 24 | uint32_t{p[1]} << 16 | uint32_t{p[2]} << 8 | p[3];
}

} // namespace

void sha1_compress(uint32_t h[5], const uint8_t block[64])
{
    uint32_t w[80] = {}, a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (unsigned i = 0; i < 80; i++) {
        w[i] = i < 16 ? word(block + 4 * i) : right(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 31);
        const uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
        const uint32_t k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
        const uint32_t t = right(a, 27) + f + e + k + w[i];
        e = d;
        d = c;
        c = right(b, 2);
        b = a;
        a = t;
    }
    const uint32_t sum[5] = {a, b, c, d, e};
    for (unsigned i = 0; i < 5; i++) {
        h[i] += sum[i];
    }
}

void sha256_compress(uint32_t h[8], const uint8_t block[64])
{
    uint32_t w[64] = {}, v[8];
    for (unsigned i = 0; i < 8; i++) {
        v[i] = h[i];
    }
    for (unsigned i = 0; i < 64; i++) {
        if (i < 16) {
            w[i] = word(block + 4 * i);
        } else {
            const uint32_t x = w[i - 15], y = w[i - 2];
            w[i] =
                w[i - 16] + w[i - 7] + (right(x, 7) ^ right(x, 18) ^ x >> 3) + (right(y, 17) ^ right(y, 19) ^ y >> 10);
        }
        const uint32_t a = v[0], e = v[4];
        const uint32_t t1 =
            v[7] + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + constants.k[i] + w[i];
        const uint32_t t2 = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        for (unsigned j = 7; j > 0; j--) {
            v[j] = v[j - 1];
        }
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++) {
        h[i] += v[i];
    }
}

} // namespace cortexm
