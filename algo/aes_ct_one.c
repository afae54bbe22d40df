/* SPDX-License-Identifier: Apache-2.0 */
/* AES in constant time on one block in two 64-bit words, for chained modes and short messages: FIPS 197.
 *
 * Each word holds four planes of 16 bits: plane i, in word i / 4, has bit i of all bytes of the state; nibble r of a
 * plane is row r, bit c of the nibble column c. */
#include "algo/aes_ct_host.h"
#include "algo/bytes.h"
#include "outboard/config.h"

#if OB_WITH_AES && !OB_SMALL

typedef uint64_t obi_plane;

#include "algo/aes_invsbox_ct.h"
#include "algo/aes_sbox_ct.h"

#define EACH(x) ((x)*0x0001000100010001u) /* the same 16 bits in each plane of a word */

struct block {
    uint64_t w[2];
};

/* Exchange the bits under mask with those shift places to the left of them. */
static inline uint64_t swap_within(uint64_t x, uint64_t mask, unsigned shift)
{
    uint64_t t = (x ^ x >> shift) & mask;

    return x ^ t ^ t << shift;
}

static inline struct block swap_between(struct block b)
{
    uint64_t t = (b.w[0] >> 4 ^ b.w[1]) & 0x0f0f0f0f0f0f0f0fu;

    b.w[1] ^= t;
    b.w[0] ^= t << 4;
    return b;
}

/* A bit's address, the word first, is c1 | c0 r1 r0 i2 i1 i0 in the bytes of a block and i2 | i1 i0 r1 r0 c1 c0 in
 * planes. Each step exchanges two places of it: the word with 2, then 5 with 1, and 4, 3, 2 and 1 with 0. */
static inline struct block to_planes(struct block b)
{
    b = swap_between(b);
    for (unsigned h = 0; h < 2; h++) {
        b.w[h] = swap_within(b.w[h], 0x00000000ccccccccu, 30);
        b.w[h] = swap_within(b.w[h], 0x0000aaaa0000aaaau, 15);
        b.w[h] = swap_within(b.w[h], 0x00aa00aa00aa00aau, 7);
        b.w[h] = swap_within(b.w[h], 0x0a0a0a0a0a0a0a0au, 3);
        b.w[h] = swap_within(b.w[h], 0x2222222222222222u, 1);
    }
    return b;
}

static inline struct block from_planes(struct block b)
{
    for (unsigned h = 0; h < 2; h++) {
        b.w[h] = swap_within(b.w[h], 0x2222222222222222u, 1);
        b.w[h] = swap_within(b.w[h], 0x0a0a0a0a0a0a0a0au, 3);
        b.w[h] = swap_within(b.w[h], 0x00aa00aa00aa00aau, 7);
        b.w[h] = swap_within(b.w[h], 0x0000aaaa0000aaaau, 15);
        b.w[h] = swap_within(b.w[h], 0x00000000ccccccccu, 30);
    }
    return swap_between(b);
}

/* The S-box works on the low 16 bits of each variable; what stands above is cut off afterwards. */
static inline void split(obi_plane q[8], struct block b)
{
    for (unsigned i = 0; i < 8; i++)
        q[i] = b.w[i / 4] >> 16 * (i % 4);
}

static inline struct block join(const obi_plane q[8])
{
    struct block b;

    for (unsigned h = 0; h < 2; h++)
        b.w[h] =
            (q[4 * h] & 0xffff) | (q[4 * h + 1] & 0xffff) << 16 | (q[4 * h + 2] & 0xffff) << 32 | q[4 * h + 3] << 48;
    return b;
}

static inline struct block sub(struct block b)
{
    obi_plane q[8];

    split(q, b);
    aes_sbox(q);
    return join(q);
}

static inline struct block inverse_sub(struct block b)
{
    obi_plane q[8];

    split(q, b);
    aes_invsbox(q);
    return join(q);
}

/* Rows 1 and 3 by one column to the left, then rows 2 and 3 by two. */
static inline struct block shift_rows(struct block b)
{
    for (unsigned h = 0; h < 2; h++) {
        uint64_t x = b.w[h];

        x = (x & EACH(0x0f0f)) | (x >> 1 & EACH(0x7070)) | (x << 3 & EACH(0x8080));
        b.w[h] = swap_within(x, EACH(0x3300), 2);
    }
    return b;
}

static inline struct block inverse_shift_rows(struct block b)
{
    for (unsigned h = 0; h < 2; h++) {
        uint64_t x = b.w[h];

        x = (x & EACH(0x0f0f)) | (x << 1 & EACH(0xe0e0)) | (x >> 3 & EACH(0x1010));
        b.w[h] = swap_within(x, EACH(0x3300), 2);
    }
    return b;
}

/* The row below each row. */
static inline uint64_t next_row(uint64_t x)
{
    return (x >> 4 & EACH(0x0fff)) | (x << 12 & EACH(0xf000));
}

static inline uint64_t opposite_row(uint64_t x)
{
    return (x >> 8 & EACH(0x00ff)) | (x << 8 & EACH(0xff00));
}

/* Every byte times 2: each plane moves up, the last one comes back at the places of 0x1b. */
static inline struct block doubled(struct block b)
{
    const uint64_t carry = b.w[1] >> 48;

    return (struct block){
        {b.w[0] << 16 ^ carry ^ carry << 16 ^ carry << 48, (b.w[1] << 16 | b.w[0] >> 48) ^ carry},
    };
}

static inline struct block add(struct block a, struct block b)
{
    return (struct block){{a.w[0] ^ b.w[0], a.w[1] ^ b.w[1]}};
}

/* With a1 the next row's byte and so on: 2 (a0 + a1) + a1 + (a2 + a3). */
static inline struct block mix_columns(struct block b)
{
    const struct block next = {{next_row(b.w[0]), next_row(b.w[1])}};
    const struct block pair = add(b, next);
    const struct block far = {{opposite_row(pair.w[0]), opposite_row(pair.w[1])}};

    return add(add(next, far), doubled(pair));
}

/* The same on a state to which 4 (a0 + a2) has been added. */
static inline struct block inverse_mix_columns(struct block b)
{
    const struct block u = {{b.w[0] ^ opposite_row(b.w[0]), b.w[1] ^ opposite_row(b.w[1])}};

    return mix_columns(add(b, doubled(doubled(u))));
}

static inline struct block round_key(const struct obi_aes_key *k, unsigned r)
{
    const uint32_t *rk = k->rk + 4 * r;

    return (struct block){{rk[0] | (uint64_t)rk[1] << 32, rk[2] | (uint64_t)rk[3] << 32}};
}

uint32_t obi_aes_ct_sub_word(uint32_t x)
{
    return (uint32_t)from_planes(sub(to_planes((struct block){{x, 0}}))).w[0];
}

void obi_aes_ct_pack_key(uint32_t rk[4])
{
    struct block b = to_planes((struct block){{rk[0] | (uint64_t)rk[1] << 32, rk[2] | (uint64_t)rk[3] << 32}});

    for (unsigned i = 0; i < 4; i++)
        rk[i] = (uint32_t)(b.w[i / 2] >> 32 * (i % 2));
}

static inline struct block load(const uint8_t in[16])
{
    return to_planes((struct block){{obi_load_le64(in), obi_load_le64(in + 8)}});
}

static inline void store(uint8_t out[16], struct block b)
{
    b = from_planes(b);
    obi_store_le64(out, b.w[0]);
    obi_store_le64(out + 8, b.w[1]);
}

void obi_aes_ct_encrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    for (size_t n = obi_aes_ct_wide_encrypt(k, out, in, n_blocks); n < n_blocks; n++) {
        struct block b = add(load(in + 16 * n), round_key(k, 0));

        for (unsigned r = 1; r < k->rounds; r++)
            b = add(mix_columns(shift_rows(sub(b))), round_key(k, r));
        store(out + 16 * n, add(shift_rows(sub(b)), round_key(k, k->rounds)));
    }
}

void obi_aes_ct_decrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    for (size_t n = obi_aes_ct_wide_decrypt(k, out, in, n_blocks); n < n_blocks; n++) {
        struct block b = add(load(in + 16 * n), round_key(k, k->rounds));

        for (unsigned r = k->rounds - 1; r > 0; r--)
            b = inverse_mix_columns(add(inverse_sub(inverse_shift_rows(b)), round_key(k, r)));
        store(out + 16 * n, add(inverse_sub(inverse_shift_rows(b)), round_key(k, 0)));
    }
}

#endif
