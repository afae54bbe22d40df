/* SPDX-License-Identifier: Apache-2.0 */
/* The field of 256 elements and the S-boxes made from it, computed from the standards' definitions for comparison. */
#ifndef OUTBOARD_TEST_UNIT_FIELD_H
#define OUTBOARD_TEST_UNIT_FIELD_H

#include <stdint.h>

/* x * y modulo poly (0x11b for AES, 0x1f5 for SM4). */
static inline uint8_t field_mul(uint8_t x, uint8_t y, unsigned poly)
{
    unsigned a = x, r = 0;

    for (; y; y >>= 1) {
        if (y & 1)
            r ^= a;
        a <<= 1;
        if (a & 0x100)
            a ^= poly;
    }
    return (uint8_t)r;
}

/* 1 / x by trial; 0 for 0. */
static inline uint8_t field_inverse(uint8_t x, unsigned poly)
{
    for (unsigned y = 1; y < 256; y++) {
        if (field_mul(x, (uint8_t)y, poly) == 1)
            return (uint8_t)y;
    }
    return 0;
}

static inline uint8_t rotate8(uint8_t x, unsigned n)
{
    return (uint8_t)(x << n | x >> (8 - n));
}

/* FIPS 197, section 5.1.1. */
static inline uint8_t aes_s(uint8_t x)
{
    uint8_t b = field_inverse(x, 0x11b);

    return (uint8_t)(b ^ rotate8(b, 1) ^ rotate8(b, 2) ^ rotate8(b, 3) ^ rotate8(b, 4) ^ 0x63);
}

/* The affine map of SM4: row i of its matrix is 0xa7 rotated to the left by i. */
static inline uint8_t sm4_affine(uint8_t x)
{
    uint8_t r = 0xd3;

    for (unsigned i = 0; i < 8; i++)
        r ^= (uint8_t)((unsigned)__builtin_parity(rotate8(0xa7, i) & x) << i);
    return r;
}

static inline uint8_t sm4_s(uint8_t x)
{
    return sm4_affine(field_inverse(sm4_affine(x), 0x1f5));
}

/* The circuit under test on all 256 bytes, 64 at a time; got[x] is its answer for x. */
static inline void run_circuit(void (*circuit)(uint64_t q[8]), uint8_t got[256])
{
    for (unsigned base = 0; base < 256; base += 64) {
        uint64_t q[8] = {0};

        for (unsigned j = 0; j < 64; j++) {
            for (unsigned i = 0; i < 8; i++)
                q[i] |= (uint64_t)((base + j) >> i & 1) << j;
        }
        circuit(q);
        for (unsigned j = 0; j < 64; j++) {
            got[base + j] = 0;
            for (unsigned i = 0; i < 8; i++)
                got[base + j] |= (uint8_t)((q[i] >> j & 1) << i);
        }
    }
}

#endif
