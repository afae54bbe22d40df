/* SPDX-License-Identifier: Apache-2.0 */
/* AES in constant time on one block in two 64-bit words, for chained modes and short messages: FIPS 197.
 *
 * The words low and high hold four planes of 16 bits each: plane i has bit i of all bytes of the state; nibble r of a
 * plane is row r, bit c of the nibble column c. (Two variables, because gcc 12 would keep a struct in memory.) */
#include "algo/aes_ct_host.h"
#include "algo/bytes.h"
#include "outboard/config.h"

#if OB_WITH_AES && !OB_SMALL

typedef uint64_t obi_plane;

#include "algo/aes_invsbox_ct.h"
#include "algo/aes_sbox_ct.h"

#define EACH(x) ((x)*0x0001000100010001u) /* the same 16 bits in each plane of a word */

/* Exchange the bits under mask with those shift places to the left of them. */
static inline uint64_t swap_within(uint64_t x, uint64_t mask, unsigned shift)
{
    uint64_t t = (x ^ x >> shift) & mask;

    return x ^ t ^ t << shift;
}

static inline void swap_between(uint64_t *low, uint64_t *high)
{
    uint64_t t = (*low >> 4 ^ *high) & 0x0f0f0f0f0f0f0f0fu;

    *low ^= t << 4;
    *high ^= t;
}

/* A bit's address, the word first, is c1 | c0 r1 r0 i2 i1 i0 in the bytes of a block and i2 | i1 i0 r1 r0 c1 c0 in
 * planes. Each step exchanges two places of it: the word with 2, then 5 with 1, and 4, 3, 2 and 1 with 0. */
static inline uint64_t sort_bits(uint64_t x)
{
    x = swap_within(x, 0x00000000ccccccccu, 30);
    x = swap_within(x, 0x0000aaaa0000aaaau, 15);
    x = swap_within(x, 0x00aa00aa00aa00aau, 7);
    x = swap_within(x, 0x0a0a0a0a0a0a0a0au, 3);
    return swap_within(x, 0x2222222222222222u, 1);
}

static inline uint64_t unsort_bits(uint64_t x)
{
    x = swap_within(x, 0x2222222222222222u, 1);
    x = swap_within(x, 0x0a0a0a0a0a0a0a0au, 3);
    x = swap_within(x, 0x00aa00aa00aa00aau, 7);
    x = swap_within(x, 0x0000aaaa0000aaaau, 15);
    return swap_within(x, 0x00000000ccccccccu, 30);
}

static inline void to_planes(uint64_t *low, uint64_t *high)
{
    swap_between(low, high);
    *low = sort_bits(*low);
    *high = sort_bits(*high);
}

static inline void from_planes(uint64_t *low, uint64_t *high)
{
    *low = unsort_bits(*low);
    *high = unsort_bits(*high);
    swap_between(low, high);
}

/* The S-box works on the low 16 bits of each variable; what stands above is cut off afterwards. */
static inline void split(obi_plane q[8], uint64_t low, uint64_t high)
{
    q[0] = low;
    q[1] = low >> 16;
    q[2] = low >> 32;
    q[3] = low >> 48;
    q[4] = high;
    q[5] = high >> 16;
    q[6] = high >> 32;
    q[7] = high >> 48;
}

static inline uint64_t join(obi_plane a, obi_plane b, obi_plane c, obi_plane d)
{
    return (a & 0xffff) | (b & 0xffff) << 16 | (c & 0xffff) << 32 | d << 48;
}

static inline void sub(uint64_t *low, uint64_t *high)
{
    obi_plane q[8];

    split(q, *low, *high);
    aes_sbox(q);
    *low = join(q[0], q[1], q[2], q[3]);
    *high = join(q[4], q[5], q[6], q[7]);
}

static inline void inverse_sub(uint64_t *low, uint64_t *high)
{
    obi_plane q[8];

    split(q, *low, *high);
    aes_invsbox(q);
    *low = join(q[0], q[1], q[2], q[3]);
    *high = join(q[4], q[5], q[6], q[7]);
}

/* Rows 1 and 3 by one column to the left, then rows 2 and 3 by two. */
static inline uint64_t shift_rows(uint64_t x)
{
    x = (x & EACH(0x0f0f)) | (x >> 1 & EACH(0x7070)) | (x << 3 & EACH(0x8080));
    return swap_within(x, EACH(0x3300), 2);
}

static inline uint64_t inverse_shift_rows(uint64_t x)
{
    x = (x & EACH(0x0f0f)) | (x << 1 & EACH(0xe0e0)) | (x >> 3 & EACH(0x1010));
    return swap_within(x, EACH(0x3300), 2);
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
static inline void twice(uint64_t *low, uint64_t *high)
{
    const uint64_t carry = *high >> 48;

    *high = (*high << 16 | *low >> 48) ^ carry;
    *low = *low << 16 ^ carry ^ carry << 16 ^ carry << 48;
}

/* With a1 the next row's byte and so on: 2 (a0 + a1) + a1 + (a2 + a3). */
static inline void mix_columns(uint64_t *low, uint64_t *high)
{
    const uint64_t next_low = next_row(*low), next_high = next_row(*high);
    uint64_t pair_low = *low ^ next_low, pair_high = *high ^ next_high;

    *low = next_low ^ opposite_row(pair_low);
    *high = next_high ^ opposite_row(pair_high);
    twice(&pair_low, &pair_high);
    *low ^= pair_low;
    *high ^= pair_high;
}

/* The same on a state to which 4 (a0 + a2) has been added. */
static inline void inverse_mix_columns(uint64_t *low, uint64_t *high)
{
    uint64_t u_low = *low ^ opposite_row(*low), u_high = *high ^ opposite_row(*high);

    twice(&u_low, &u_high);
    twice(&u_low, &u_high);
    *low ^= u_low;
    *high ^= u_high;
    mix_columns(low, high);
}

static inline uint64_t join_words(const uint32_t w[2])
{
    return w[0] | (uint64_t)w[1] << 32;
}

static inline void add_key(uint64_t *low, uint64_t *high, const struct obi_aes_key *k, unsigned r)
{
    *low ^= join_words(k->rk + 4 * r);
    *high ^= join_words(k->rk + 4 * r + 2);
}

uint32_t obi_aes_ct_sub_word(uint32_t x)
{
    uint64_t low = x, high = 0;

    to_planes(&low, &high);
    sub(&low, &high);
    from_planes(&low, &high);
    return (uint32_t)low;
}

void obi_aes_ct_pack_key(uint32_t rk[4])
{
    uint64_t low = join_words(rk), high = join_words(rk + 2);

    to_planes(&low, &high);
    rk[0] = (uint32_t)low;
    rk[1] = (uint32_t)(low >> 32);
    rk[2] = (uint32_t)high;
    rk[3] = (uint32_t)(high >> 32);
}

void obi_aes_ct_encrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    for (size_t n = obi_aes_ct_wide_encrypt(k, out, in, n_blocks); n < n_blocks; n++) {
        uint64_t low = obi_load_le64(in + 16 * n), high = obi_load_le64(in + 16 * n + 8);

        to_planes(&low, &high);
        add_key(&low, &high, k, 0);
        for (unsigned r = 1;; r++) {
            sub(&low, &high);
            low = shift_rows(low);
            high = shift_rows(high);
            if (r == k->rounds)
                break;
            mix_columns(&low, &high);
            add_key(&low, &high, k, r);
        }
        add_key(&low, &high, k, k->rounds);
        from_planes(&low, &high);
        obi_store_le64(out + 16 * n, low);
        obi_store_le64(out + 16 * n + 8, high);
    }
}

void obi_aes_ct_decrypt(const struct obi_aes_key *k, uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    for (size_t n = obi_aes_ct_wide_decrypt(k, out, in, n_blocks); n < n_blocks; n++) {
        uint64_t low = obi_load_le64(in + 16 * n), high = obi_load_le64(in + 16 * n + 8);

        to_planes(&low, &high);
        add_key(&low, &high, k, k->rounds);
        for (unsigned r = k->rounds - 1;; r--) {
            low = inverse_shift_rows(low);
            high = inverse_shift_rows(high);
            inverse_sub(&low, &high);
            add_key(&low, &high, k, r);
            if (r == 0)
                break;
            inverse_mix_columns(&low, &high);
        }
        from_planes(&low, &high);
        obi_store_le64(out + 16 * n, low);
        obi_store_le64(out + 16 * n + 8, high);
    }
}

#endif
