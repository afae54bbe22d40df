/* SPDX-License-Identifier: Apache-2.0 */
/* Poly1305 in portable C (RFC 8439, section 2.5). */
#include "algo/poly1305.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_CHACHA20_POLY1305

/* The prime is 2^130 - 5, so 2^130 counts as 5. Clamping leaves 28 bits in each word of r, and zeros in the last two
 * bits of words 1 to 3: what such a word contributes at 2^128 and above therefore folds to r / 4 * 5 = r + r / 4 at the
 * place 2^128 below. The words h[0] to h[3] are full, h[4] stays below 8, and a sum of five products below 2^63. */

void obi_poly1305_start(uint32_t *p, const uint8_t key[32])
{
    for (unsigned i = 0; i < 5; i++)
        p[i] = 0;
    for (unsigned i = 0; i < 8; i++)
        p[5 + i] = obi_load_le32(key + 4 * i);
    p[5] &= 0x0fffffff;
    for (unsigned i = 6; i < 9; i++)
        p[i] &= 0x0ffffffc;
}

#if !OBI_POLY1305_ASM /* else the build has it in assembly */

#if defined(__SIZEOF_INT128__) && OB_WIDE_MUL

__extension__ typedef unsigned __int128 wide;

static inline uint64_t join(const uint32_t *w)
{
    return (uint64_t)w[1] << 32 | w[0];
}

static inline void split(uint32_t *w, uint64_t x)
{
    w[0] = (uint32_t)x;
    w[1] = (uint32_t)(x >> 32);
}

void obi_poly1305_blocks(uint32_t *p, const uint8_t *in, size_t n_blocks, uint32_t high)
{
    uint64_t h0 = join(p), h1 = join(p + 2), h2 = p[4], r0 = join(p + 5), r1 = join(p + 7), s1 = r1 + (r1 >> 2);

    for (; n_blocks; n_blocks--, in += 16) {
        wide x = (wide)h0 + obi_load_le64(in), y = (wide)h1 + obi_load_le64(in + 8) + (x >> 64);

        h0 = (uint64_t)x;
        h1 = (uint64_t)y;
        h2 += (uint64_t)(y >> 64) + high;
        x = (wide)h0 * r0 + (wide)h1 * s1;
        y = (wide)h0 * r1 + (wide)h1 * r0 + h2 * s1 + (x >> 64);
        h2 = h2 * r0 + (uint64_t)(y >> 64);
        /* Fold what is above 2^130: h2 / 4 * 5. */
        x = (wide)(uint64_t)x + (h2 >> 2) + (h2 & ~(uint64_t)3);
        h0 = (uint64_t)x;
        y = (wide)(uint64_t)y + (x >> 64);
        h1 = (uint64_t)y;
        h2 = (h2 & 3) + (uint64_t)(y >> 64);
    }
    split(p, h0);
    split(p + 2, h1);
    p[4] = (uint32_t)h2;
}

#else

static inline uint64_t mul(uint32_t a, uint32_t b)
{
#if OB_WIDE_MUL
    return (uint64_t)a * b;
#else
    uint32_t a0 = a & 0xffff, a1 = a >> 16, b0 = b & 0xffff, b1 = b >> 16;
    uint32_t low = a0 * b0, mid = a1 * b0 + (low >> 16), mid2 = a0 * b1 + (mid & 0xffff);

    return (uint64_t)(a1 * b1 + (mid >> 16) + (mid2 >> 16)) << 32 | (mid2 << 16 | (low & 0xffff));
#endif
}

void obi_poly1305_blocks(uint32_t *p, const uint8_t *in, size_t n_blocks, uint32_t high)
{
    /* The factors of the products that end at word i: r[i] at 4 + i, and below it those that fold. */
    uint32_t f[8] = {0, 0, 0, 0, p[5], p[6], p[7], p[8]};
    uint32_t h[5];

    for (unsigned i = 1; i < 4; i++)
        f[i] = f[4 + i] + (f[4 + i] >> 2);
    for (; n_blocks; n_blocks--) {
        uint64_t x = 0;

        for (unsigned i = 0; i < 4; i++) {
            x += (uint64_t)p[i] + obi_load_le32(in);
            h[i] = (uint32_t)x;
            x >>= 32;
            in += 4;
        }
        h[4] = p[4] + (uint32_t)x + high;
        x = 0;
        for (unsigned i = 0; i < 4; i++) {
            for (unsigned j = 0; j < 5; j++)
                x += mul(h[j], f[4 + i - j]);
            p[i] = (uint32_t)x;
            x >>= 32;
        }
        p[4] = (uint32_t)x + h[4] * f[4];
        /* Fold what is above 2^130: p[4] / 4 * 5. */
        x = (uint64_t)(p[4] >> 2) + (p[4] & ~3u);
        p[4] &= 3;
        for (unsigned i = 0; i < 5; i++) {
            x += p[i];
            p[i] = (uint32_t)x;
            x >>= 32;
        }
    }
    ob_wipe(f, sizeof f);
    ob_wipe(h, sizeof h);
}

#endif

#endif

void obi_poly1305_finish(uint32_t *p, uint8_t tag[16])
{
    uint64_t x = 5;

    /* The accumulator is below twice the prime. It is the prime or more exactly if adding 5 reaches 2^130; then the
     * sum's low 128 bits are those of the reduced value. */
    for (unsigned i = 0; i < 4; i++)
        x = (x + p[i]) >> 32;
    x = (0 - (((uint32_t)x + p[4]) >> 2)) & 5;
    for (unsigned i = 0; i < 4; i++) {
        x += (uint64_t)p[i] + p[9 + i];
        obi_store_le32(tag + 4 * i, (uint32_t)x);
        x >>= 32;
    }
}

#endif
