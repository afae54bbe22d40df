/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH by integer multiplications with holes: SP 800-38D section 6.3.
 *
 * Of each factor, every fourth bit is kept, so that the carries of a sum of up to 15 products stay in the three bits
 * above each wanted one and are masked away; sixteen such products make a carry-less one. */
#include "algo/ghash_ct.h"

#include "algo/bytes.h"
#include "algo/xor.h"
#include "outboard/config.h"

#if OB_WIDE_MUL

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 wide;

#define HOLES 0x1111111111111111u

/* One factor, prepared: its bits by their position modulo 4, without the top four, which are masks. Sixteen products
 * could otherwise meet in one bit. */
struct factor {
    uint64_t part[4], top[4];
};

static struct factor prepare(uint64_t b)
{
    struct factor f;

    for (unsigned i = 0; i < 4; i++) {
        f.part[i] = b & (HOLES >> 4 << i);
        f.top[i] = 0u - (b >> (60 + i) & 1);
    }
    return f;
}

static inline void multiply(uint64_t *high, uint64_t *low, uint64_t a, const struct factor *f)
{
    const uint64_t a0 = a & HOLES, a1 = a & HOLES << 1, a2 = a & HOLES << 2, a3 = a & HOLES << 3;
    const uint64_t b0 = f->part[0], b1 = f->part[1], b2 = f->part[2], b3 = f->part[3];
    const wide c0 = (wide)a0 * b0 ^ (wide)a1 * b3 ^ (wide)a2 * b2 ^ (wide)a3 * b1;
    const wide c1 = (wide)a0 * b1 ^ (wide)a1 * b0 ^ (wide)a2 * b3 ^ (wide)a3 * b2;
    const wide c2 = (wide)a0 * b2 ^ (wide)a1 * b1 ^ (wide)a2 * b0 ^ (wide)a3 * b3;
    const wide c3 = (wide)a0 * b3 ^ (wide)a1 * b2 ^ (wide)a2 * b1 ^ (wide)a3 * b0;
    uint64_t over = 0, under = 0;

    for (unsigned i = 0; i < 4; i++) {
        under ^= a << i & f->top[i];
        over ^= a >> (4 - i) & f->top[i];
    }
    *low = ((uint64_t)c0 & HOLES) ^ ((uint64_t)c1 & HOLES << 1) ^ ((uint64_t)c2 & HOLES << 2) ^
           ((uint64_t)c3 & HOLES << 3) ^ under << 60;
    *high = ((uint64_t)(c0 >> 64) & HOLES) ^ ((uint64_t)(c1 >> 64) & HOLES << 1) ^ ((uint64_t)(c2 >> 64) & HOLES << 2) ^
            ((uint64_t)(c3 >> 64) & HOLES << 3) ^ over;
}

#else

#define HOLES 0x11111111u

struct factor {
    uint64_t b;
};

static struct factor prepare(uint64_t b)
{
    return (struct factor){b};
}

static uint64_t multiply32(uint32_t a, uint32_t b)
{
    const uint64_t a0 = a & HOLES, a1 = a & HOLES << 1, a2 = a & HOLES << 2, a3 = a & HOLES << 3;
    uint32_t b0 = b & HOLES, b1 = b & HOLES << 3, b2 = b & HOLES << 2, b3 = b & HOLES << 1; /* by 0 - i modulo 4 */
    uint64_t mask = (uint64_t)HOLES << 32 | HOLES, r = 0;

    for (; mask & 15; mask <<= 1) {
        const uint32_t last = b3;

        r |= (a0 * b0 ^ a1 * b1 ^ a2 * b2 ^ a3 * b3) & mask;
        b3 = b2; /* in round k, the parts of b by k - i modulo 4 */
        b2 = b1;
        b1 = b0;
        b0 = last;
    }
    return r;
}

static void multiply(uint64_t *high, uint64_t *low, uint64_t a, const struct factor *f)
{
    const uint32_t a0 = (uint32_t)a, a1 = (uint32_t)(a >> 32), b0 = (uint32_t)f->b, b1 = (uint32_t)(f->b >> 32);
    uint64_t q = multiply32(a0 ^ a1, b0 ^ b1); /* in this order for the compiler's sake: fewer registers to keep */
    const uint64_t p = multiply32(a0, b0);
    uint64_t r;

    q ^= p;
    r = multiply32(a1, b1);
    q ^= r;

    *low = p ^ q << 32;
    *high = r ^ q >> 32;
}

#endif

/* h by Karatsuba: high half, low half, and their sum. */
struct point {
    struct factor high, low, sum;
};

static struct point prepare_point(const uint8_t h[16])
{
    const uint64_t high = obi_load_be64(h), low = obi_load_be64(h + 8);

    return (struct point){prepare(high), prepare(low), prepare(high ^ low)};
}

/* Bits count from the left in this field, so the carry-less product comes out one place too far to the right. */
static inline void step(uint64_t *y1, uint64_t *y0, const struct point *h)
{
    uint64_t v3, v2, v1, v0, m1, m0;

    multiply(&v3, &v2, *y1, &h->high);
    multiply(&v1, &v0, *y0, &h->low);
    multiply(&m1, &m0, *y1 ^ *y0, &h->sum);
    m1 ^= v3 ^ v1;
    m0 ^= v2 ^ v0;
    v2 ^= m1;
    v1 ^= m0;
    v3 = v3 << 1 | v2 >> 63;
    v2 = v2 << 1 | v1 >> 63;
    v1 = v1 << 1 | v0 >> 63;
    v0 = v0 << 1;

    /* x^128 = x^7 + x^2 + x + 1 */
    for (unsigned i = 0; i < 2; i++) {
        v1 ^= v0 << 63 ^ v0 << 62 ^ v0 << 57;
        v2 ^= v0 ^ v0 >> 1 ^ v0 >> 2 ^ v0 >> 7;
        v0 = v1;
        v1 = v2;
        v2 = v3;
    }
    *y1 = v1;
    *y0 = v0;
}

#if OB_SMALL

void obi_ghash_ct_mul(uint8_t y[16], const uint8_t h[16])
{
    const struct point p = prepare_point(h);
    uint64_t y1 = obi_load_be64(y), y0 = obi_load_be64(y + 8);

    step(&y1, &y0, &p);
    obi_store_be64(y, y1);
    obi_store_be64(y + 8, y0);
}

void obi_ghash_ct(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t n_blocks)
{
    for (const uint8_t *end = in + 16 * n_blocks; in != end; in += 16) {
        obi_xor(y, y, in, 16);
        obi_ghash_ct_mul(y, h);
    }
}

#else

void obi_ghash_ct_mul(uint8_t y[16], const uint8_t h[16])
{
    const uint8_t zero[16] = {0};

    obi_ghash_ct(y, h, zero, 1);
}

void obi_ghash_ct(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t n_blocks)
{
    const struct point p = prepare_point(h);
    uint64_t y1 = obi_load_be64(y), y0 = obi_load_be64(y + 8);

    for (size_t i = 0; i < n_blocks; i++, in += 16) {
        y1 ^= obi_load_be64(in);
        y0 ^= obi_load_be64(in + 8);
        step(&y1, &y0, &p);
    }
    obi_store_be64(y, y1);
    obi_store_be64(y + 8, y0);
}

#endif

#endif
