/* SPDX-License-Identifier: Apache-2.0 */
/* AES in constant time on wide planes, sixteen blocks at once: FIPS 197.
 *
 * Of bit i of the state, each row is a group of four 16-bit cells, one per column, and each cell has one bit per block.
 * A row fills a 64-bit word; where the machine has vectors, two rows share one. Rows are rotated by whole cells. */
#include "algo/aes_ct_host.h"

#include "algo/aes_ct_prices.h"
#include "algo/bytes.h"
#include "outboard/engine.h"

#include <string.h>

#if OB_WITH_AES && !OB_SMALL

#define BATCH 16 /* blocks */

#if OB_VECTOR

#define PARTS 2 /* rows 0 and 1, rows 2 and 3 */
typedef uint64_t obi_plane __attribute__((vector_size(16)));
typedef uint16_t cells __attribute__((vector_size(16)));
typedef uint8_t octets __attribute__((vector_size(16)));

#else

#define PARTS 4 /* one row each */
typedef uint64_t obi_plane;

#endif

#include "algo/aes_invsbox_ct.h"
#include "algo/aes_sbox_ct.h"

struct state {
    obi_plane part[PARTS][8];
};

/* Exchange bits between eight planes so that bit i of byte b of plane j and bit j of byte b of plane i change places.
 */
static inline void swap_bits(obi_plane *x, obi_plane *y, uint64_t mask, unsigned shift)
{
    obi_plane t = (*x >> shift ^ *y) & mask;

    *y ^= t;
    *x ^= t << shift;
}

static inline void transpose(obi_plane q[8])
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

#if OB_VECTOR

/* Cells in order of rows to order of columns, or back. */
static inline void turn(obi_plane *low, obi_plane *high)
{
    cells x = __builtin_shufflevector((cells)*low, (cells)*high, 0, 8, 1, 9, 2, 10, 3, 11);
    cells y = __builtin_shufflevector((cells)*low, (cells)*high, 4, 12, 5, 13, 6, 14, 7, 15);

    *low = (obi_plane)__builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
    *high = (obi_plane)__builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
}

static void load(struct state *s, const uint8_t in[16 * BATCH])
{
    obi_plane a[8], b[8];

    memcpy(a, in, sizeof a);
    memcpy(b, in + sizeof a, sizeof b);
    transpose(a);
    transpose(b);
    for (unsigned i = 0; i < 8; i++) {
        octets x = (octets)a[i], y = (octets)b[i];
        obi_plane low =
            (obi_plane)__builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        obi_plane high =
            (obi_plane)__builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);

        turn(&low, &high);
        s->part[0][i] = low;
        s->part[1][i] = high;
    }
}

static void store(uint8_t out[16 * BATCH], const struct state *s)
{
    obi_plane a[8], b[8];

    for (unsigned i = 0; i < 8; i++) {
        obi_plane low = s->part[0][i], high = s->part[1][i];
        octets x, y;

        turn(&low, &high);
        x = (octets)low;
        y = (octets)high;
        a[i] = (obi_plane)__builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        b[i] = (obi_plane)__builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    }
    transpose(a);
    transpose(b);
    memcpy(out, a, sizeof a);
    memcpy(out + sizeof a, b, sizeof b);
}

/* A whole cell of ones where the packed round key has a one. */
static void expand_round(struct state *rk, const uint32_t packed[4])
{
    const cells pick = {1, 2, 4, 8, 16, 32, 64, 128};

    for (unsigned i = 0; i < 8; i++) {
        for (unsigned h = 0; h < 2; h++) {
            const uint16_t w = (uint16_t)(packed[i / 2] >> (16 * (i % 2) + 8 * h));
            const cells all = {w, w, w, w, w, w, w, w};

            rk->part[h][i] = (obi_plane)((all & pick) == pick);
        }
    }
}

static inline void shift_rows(struct state *s)
{
    for (unsigned i = 0; i < 8; i++) {
        cells x = (cells)s->part[0][i], y = (cells)s->part[1][i];

        s->part[0][i] = (obi_plane)__builtin_shufflevector(x, x, 0, 1, 2, 3, 5, 6, 7, 4);
        y = __builtin_shufflevector(y, y, 2, 3, 0, 1, 4, 5, 6, 7);
        s->part[1][i] = (obi_plane)__builtin_shufflevector(y, y, 0, 1, 2, 3, 7, 4, 5, 6);
    }
}

static inline void inverse_shift_rows(struct state *s)
{
    for (unsigned i = 0; i < 8; i++) {
        cells x = (cells)s->part[0][i], y = (cells)s->part[1][i];

        s->part[0][i] = (obi_plane)__builtin_shufflevector(x, x, 0, 1, 2, 3, 7, 4, 5, 6);
        y = __builtin_shufflevector(y, y, 2, 3, 0, 1, 4, 5, 6, 7);
        s->part[1][i] = (obi_plane)__builtin_shufflevector(y, y, 0, 1, 2, 3, 5, 6, 7, 4);
    }
}

/* The row below each row of part h of plane i. */
static inline obi_plane next_row(const struct state *s, unsigned h, unsigned i)
{
    return __builtin_shufflevector(s->part[h][i], s->part[h ^ 1][i], 1, 2);
}

#else

static void load(struct state *s, const uint8_t in[16 * BATCH])
{
    for (unsigned r = 0; r < 4; r++) {
        uint64_t *q = s->part[r];

        for (unsigned i = 0; i < 8; i++) {
            q[i] = 0;
            for (unsigned c = 0; c < 4; c++)
                q[i] |= ((uint64_t)in[16 * i + 4 * c + r] | (uint64_t)in[16 * (i + 8) + 4 * c + r] << 8) << 16 * c;
        }
        transpose(q);
    }
}

static void store(uint8_t out[16 * BATCH], const struct state *s)
{
    for (unsigned r = 0; r < 4; r++) {
        uint64_t q[8];

        memcpy(q, s->part[r], sizeof q);
        transpose(q);
        for (unsigned i = 0; i < 8; i++) {
            for (unsigned c = 0; c < 4; c++) {
                out[16 * i + 4 * c + r] = (uint8_t)(q[i] >> 16 * c);
                out[16 * (i + 8) + 4 * c + r] = (uint8_t)(q[i] >> (16 * c + 8));
            }
        }
    }
}

/* A whole cell of ones where the packed round key has a one. */
static void expand_round(struct state *rk, const uint32_t packed[4])
{
    for (unsigned r = 0; r < 4; r++) {
        for (unsigned i = 0; i < 8; i++) {
            uint64_t bits = packed[i / 2] >> (16 * (i % 2) + 4 * r) & 15;

            bits = (bits | bits << 15 | bits << 30 | bits << 45) & 0x0001000100010001u;
            rk->part[r][i] = (bits << 16) - bits;
        }
    }
}

static inline void shift_rows(struct state *s)
{
    for (unsigned r = 1; r < 4; r++) {
        for (unsigned i = 0; i < 8; i++)
            s->part[r][i] = obi_rotr64(s->part[r][i], 16 * r);
    }
}

static inline void inverse_shift_rows(struct state *s)
{
    for (unsigned r = 1; r < 4; r++) {
        for (unsigned i = 0; i < 8; i++)
            s->part[r][i] = obi_rotr64(s->part[r][i], 64 - 16 * r);
    }
}

/* The row below row r of plane i. */
static inline obi_plane next_row(const struct state *s, unsigned r, unsigned i)
{
    return s->part[(r + 1) & 3][i];
}

#endif

/* With a1 the next row's byte and so on: 2 (a0 + a1) + a1 + (a2 + a3), then the round key. Doubling moves up a plane
 * and reduces by 0x1b. */
static inline void mix_columns(struct state *s, const struct state *rk)
{
    obi_plane pair[PARTS], doubled[PARTS], carry[PARTS];

    for (unsigned h = 0; h < PARTS; h++)
        doubled[h] = carry[h] = s->part[h][7] ^ next_row(s, h, 7);
    for (unsigned i = 0; i < 8; i++) {
        obi_plane next[PARTS];

        for (unsigned h = 0; h < PARTS; h++) {
            next[h] = next_row(s, h, i);
            pair[h] = s->part[h][i] ^ next[h];
        }
        for (unsigned h = 0; h < PARTS; h++) {
            obi_plane x = next[h] ^ pair[(h + PARTS / 2) % PARTS] ^ doubled[h] ^ rk->part[h][i];

            s->part[h][i] = i == 1 || i == 3 || i == 4 ? x ^ carry[h] : x;
        }
        for (unsigned h = 0; h < PARTS; h++)
            doubled[h] = pair[h];
    }
}

/* The inverse is the same on a state to which 4 (a0 + a2) has been added. */
static inline void prepare_inverse_mix(struct state *s)
{
    for (unsigned h = 0; h < PARTS / 2; h++) {
        obi_plane *a = s->part[h], *b = s->part[h + PARTS / 2];
        obi_plane u[8], d[8];

        for (unsigned i = 0; i < 8; i++)
            u[i] = a[i] ^ b[i];
        d[0] = u[6];
        d[1] = u[6] ^ u[7];
        d[2] = u[0] ^ u[7];
        d[3] = u[1] ^ u[6];
        d[4] = u[2] ^ u[6] ^ u[7];
        d[5] = u[3] ^ u[7];
        d[6] = u[4];
        d[7] = u[5];
        for (unsigned i = 0; i < 8; i++) {
            a[i] ^= d[i];
            b[i] ^= d[i];
        }
    }
}

static inline void add_key(struct state *s, const struct state *rk)
{
    for (unsigned h = 0; h < PARTS; h++) {
        for (unsigned i = 0; i < 8; i++)
            s->part[h][i] ^= rk->part[h][i];
    }
}

static void encrypt_batch(struct state *s, const struct state *rk, unsigned rounds)
{
    add_key(s, rk);
    for (unsigned r = 1;; r++) {
        for (unsigned h = 0; h < PARTS; h++)
            aes_sbox(s->part[h]);
        shift_rows(s);
        if (r == rounds)
            break;
        mix_columns(s, rk + r);
    }
    add_key(s, rk + rounds);
}

static void decrypt_batch(struct state *s, const struct state *rk, unsigned rounds)
{
    static const struct state none;

    add_key(s, rk + rounds);
    for (unsigned r = rounds - 1;; r--) {
        inverse_shift_rows(s);
        for (unsigned h = 0; h < PARTS; h++)
            aes_invsbox(s->part[h]);
        add_key(s, rk + r);
        if (r == 0)
            break;
        prepare_inverse_mix(s);
        mix_columns(s, &none);
    }
}

enum { ONE, KEYS, WHOLE, EACH_WAY };
static const uint32_t prices[] = {OB_AES_CT_PRICES}; /* to encrypt, then to decrypt */

/* How many of the leading blocks cost less in batches than one after the other. */
static size_t worth(size_t n_blocks, const uint32_t *price)
{
    size_t batches = n_blocks / BATCH, rest = n_blocks % BATCH;
    uint64_t apart = (uint64_t)BATCH * price[ONE], rest_apart = (uint64_t)rest * price[ONE];

    if (apart <= price[WHOLE])
        return 0;
    if (rest_apart <= price[WHOLE])
        return batches * (apart - price[WHOLE]) > price[KEYS] ? n_blocks - rest : 0;
    return batches * (apart - price[WHOLE]) + (rest_apart - price[WHOLE]) > price[KEYS] ? n_blocks : 0;
}

static size_t walk(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks, const uint32_t *price,
                   void (*batch)(struct state *s, const struct state *rk, unsigned rounds))
{
    struct state s, rk[15];
    uint8_t tail[16 * BATCH] = {0};
    size_t done = 0, taken = worth(n_blocks, price);

    if (!taken)
        return 0;
    for (unsigned r = 0; r <= k->rounds; r++)
        expand_round(&rk[r], k->rk + 4 * r);
    for (; taken - done >= BATCH; done += BATCH) {
        load(&s, in + 16 * done);
        batch(&s, rk, k->rounds);
        store(out + 16 * done, &s);
    }
    if (taken > done) {
        size_t len = 16 * (taken - done);

        memcpy(tail, in + 16 * done, len);
        load(&s, tail);
        batch(&s, rk, k->rounds);
        store(tail, &s);
        memcpy(out + 16 * done, tail, len);
    }
    ob_wipe(rk, sizeof rk);
    ob_wipe(tail, sizeof tail);
    return taken;
}

size_t obi_aes_ct_wide_encrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    return walk(k, out, in, n_blocks, prices, encrypt_batch);
}

size_t obi_aes_ct_wide_decrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    return walk(k, out, in, n_blocks, prices + EACH_WAY, decrypt_batch);
}

#endif
