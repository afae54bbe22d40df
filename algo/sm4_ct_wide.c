/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 in constant time on wide planes, sixteen blocks to a 64-bit word: GB/T 32907-2016.
 *
 * Of bit i of a state word, its four bytes are 16-bit cells, the least significant byte first, and each cell has one
 * bit per block. Rotating the state word by eight bits rotates the plane by a cell. */
#include "algo/bytes.h"
#include "algo/sm4_ct.h"
#include "outboard/engine.h"

#include <string.h>

#if OB_WITH_SM4 && !OB_SMALL

#if OB_VECTOR
typedef uint64_t obi_plane __attribute__((vector_size(16)));
#else
typedef uint64_t obi_plane;
#endif

#define LANES (sizeof(obi_plane) / 8)
#define BATCH (16 * LANES) /* blocks */
#define LEAST 3            /* from this many blocks on, a batch costs less than one block after the other */

#include "algo/sm4_sbox_ct.h"

union planes {
    obi_plane q[8];
    uint64_t lane[8][LANES];
};

static inline void swap_bits(obi_plane *x, obi_plane *y, uint64_t mask, unsigned shift)
{
    obi_plane t = (*x >> shift ^ *y) & mask;

    *y ^= t;
    *x ^= t << shift;
}

/* Exchange bits between eight planes so that bit i of byte b of plane j and bit j of byte b of plane i change places.
 */
static void transpose(obi_plane q[8])
{
    for (unsigned i = 0; i < 4; i++)
        swap_bits(&q[i], &q[i + 4], 0x0f0f0f0f0f0f0f0fu, 4);
    for (unsigned i = 0; i < 8; i += 4) {
        swap_bits(&q[i], &q[i + 2], 0x3333333333333333u, 2);
        swap_bits(&q[i + 1], &q[i + 3], 0x3333333333333333u, 2);
    }
    for (unsigned i = 0; i < 8; i += 2)
        swap_bits(&q[i], &q[i + 1], 0x5555555555555555u, 1);
}

/* The bytes of x at every second place, and back. */
static inline uint64_t spread(uint32_t x)
{
    uint64_t y = x;

    y = (y | y << 16) & 0x0000ffff0000ffffu;
    return (y | y << 8) & 0x00ff00ff00ff00ffu;
}

static inline uint32_t gather(uint64_t y)
{
    y &= 0x00ff00ff00ff00ffu;
    y = (y | y >> 8) & 0x0000ffff0000ffffu;
    return (uint32_t)(y | y >> 16);
}

/* State word i of every block. */
static void load(union planes *x, const uint8_t *in, unsigned i)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        for (unsigned j = 0; j < 8; j++) {
            const uint8_t *p = in + 16 * (16 * lane + j) + 4 * i;

            x->lane[j][lane] = spread(obi_load_be32(p)) | spread(obi_load_be32(p + 128)) << 8;
        }
    }
    transpose(x->q);
}

static void store(uint8_t *out, union planes *x, unsigned i)
{
    transpose(x->q);
    for (unsigned lane = 0; lane < LANES; lane++) {
        for (unsigned j = 0; j < 8; j++) {
            uint8_t *p = out + 16 * (16 * lane + j) + 4 * i;

            obi_store_be32(p, gather(x->lane[j][lane]));
            obi_store_be32(p + 128, gather(x->lane[j][lane] >> 8));
        }
    }
}

static inline obi_plane rotate(obi_plane x, unsigned cells)
{
    return x << 16 * cells | x >> (64 - 16 * cells);
}

/* Ones in a cell where the byte of the round key has bit i. */
static inline uint64_t key_plane(uint32_t rk, unsigned i)
{
    uint64_t x = spread(rk >> i & 0x01010101);

    return (x << 16) - x;
}

/* x0 += L(S(x1 + x2 + x3 + rk)). With c = b + b <<< 8 + b <<< 16, L(b) = b + b <<< 24 + c <<< 2. */
static inline void round_of(obi_plane *x0, const obi_plane *x1, const obi_plane *x2, const obi_plane *x3, uint32_t rk)
{
    obi_plane b[8], c[8];

    for (unsigned i = 0; i < 8; i++)
        b[i] = x1[i] ^ x2[i] ^ x3[i] ^ key_plane(rk, i);
    sm4_sbox(b);
    for (unsigned i = 0; i < 8; i++)
        c[i] = b[i] ^ rotate(b[i], 1) ^ rotate(b[i], 2);
    for (unsigned i = 0; i < 8; i++)
        x0[i] ^= b[i] ^ rotate(b[i], 3) ^ (i < 2 ? rotate(c[i + 6], 1) : c[i - 2]);
}

static void crypt(const uint32_t rk[32], uint8_t *out, const uint8_t *in)
{
    union planes x[4];

    for (unsigned i = 0; i < 4; i++)
        load(&x[i], in, i);
    for (unsigned i = 0; i < 32; i += 4) {
        round_of(x[0].q, x[1].q, x[2].q, x[3].q, rk[i]);
        round_of(x[1].q, x[2].q, x[3].q, x[0].q, rk[i + 1]);
        round_of(x[2].q, x[3].q, x[0].q, x[1].q, rk[i + 2]);
        round_of(x[3].q, x[0].q, x[1].q, x[2].q, rk[i + 3]);
    }
    for (unsigned i = 0; i < 4; i++)
        store(out, &x[3 - i], i);
    ob_wipe(x, sizeof x);
}

size_t obi_sm4_ct_wide(const uint32_t rk[32], uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    size_t done = 0;

    for (; n_blocks - done >= BATCH; done += BATCH)
        crypt(rk, out + 16 * done, in + 16 * done);
    if (n_blocks - done >= LEAST) {
        uint8_t tail[16 * BATCH] = {0};
        size_t len = 16 * (n_blocks - done);

        memcpy(tail, in + 16 * done, len);
        crypt(rk, tail, tail);
        memcpy(out + 16 * done, tail, len);
        ob_wipe(tail, sizeof tail);
        done = n_blocks;
    }
    return done;
}

#endif
