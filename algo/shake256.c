/* SPDX-License-Identifier: Apache-2.0 */
/* SHAKE256 (FIPS 202, section 6.2) on Keccak-p[1600, 24] (section 3). */
#include "shake256.h"

#include <string.h>

#if OB_WITH_PK

static uint64_t rotate(uint64_t w, unsigned n)
{
    return n ? w << n | w >> (64 - n) : w;
}

/* The next bit of the round constants' shift register, x^8 + x^6 + x^5 + x^4 + 1 (section 3.2.5). */
static unsigned next_bit(uint8_t *lfsr)
{
    unsigned bit = *lfsr & 1;

    *lfsr = (uint8_t)(*lfsr & 0x80 ? (unsigned)*lfsr << 1 ^ 0x71 : (unsigned)*lfsr << 1);
    return bit;
}

static void theta(uint64_t a[25])
{
    uint64_t c[5];

    for (unsigned x = 0; x < 5; x++)
        c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (unsigned x = 0; x < 5; x++) {
        uint64_t d = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1);

        for (unsigned y = 0; y < 25; y += 5)
            a[x + y] ^= d;
    }
}

/* rho and pi: a lane moves to the next one's place and is rotated by the next triangular number. */
static void rho_pi(uint64_t a[25])
{
    unsigned x = 1, y = 0, turn = 0;
    uint64_t moving = a[1];

    for (unsigned t = 1; t <= 24; t++) {
        unsigned to = (2 * x + 3 * y) % 5;
        uint64_t next;

        x = y;
        y = to;
        turn = (turn + t) % 64;
        next = a[x + 5 * y];
        a[x + 5 * y] = rotate(moving, turn);
        moving = next;
    }
}

static void chi(uint64_t a[25])
{
    for (unsigned y = 0; y < 25; y += 5) {
        uint64_t row[5];

        memcpy(row, a + y, sizeof row);
        for (unsigned x = 0; x < 5; x++)
            a[x + y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
    }
}

static void permute(uint64_t a[25])
{
    uint8_t lfsr = 1;

    for (unsigned round = 0; round < 24; round++) {
        theta(a);
        rho_pi(a);
        chi(a);
        for (unsigned j = 0; j < 7; j++)
            a[0] ^= (uint64_t)next_bit(&lfsr) << ((1u << j) - 1);
    }
}

/* Byte i of the state: lanes are little-endian. */
static void mix(struct obi_shake256 *h, uint32_t i, uint8_t byte)
{
    h->lane[i / 8] ^= (uint64_t)byte << i % 8 * 8;
}

void obi_shake256_start(struct obi_shake256 *h)
{
    memset(h, 0, sizeof *h);
}

void obi_shake256_absorb(struct obi_shake256 *h, const uint8_t *in, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        mix(h, h->at++, in[i]);
        if (h->at == OBI_SHAKE256_RATE) {
            permute(h->lane);
            h->at = 0;
        }
    }
}

void obi_shake256_squeeze(struct obi_shake256 *h, uint8_t *out, size_t len)
{
    mix(h, h->at, 0x1f); /* the bits 1111 and the first of the padding */
    mix(h, OBI_SHAKE256_RATE - 1, 0x80);
    permute(h->lane);
    h->at = 0;
    for (size_t i = 0; i < len; i++) {
        if (h->at == OBI_SHAKE256_RATE) {
            permute(h->lane);
            h->at = 0;
        }
        out[i] = (uint8_t)(h->lane[h->at / 8] >> h->at % 8 * 8);
        h->at++;
    }
}

#endif
