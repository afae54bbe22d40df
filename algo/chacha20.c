/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20 in portable C (RFC 8439, sections 2.1 to 2.4). */
#include "algo/chacha20.h"

#include "algo/bytes.h"
#include "outboard/engine.h"

#if OB_WITH_CHACHA20_POLY1305

#define COUNTER 12 /* its word of the state */

void obi_chacha20_setup(uint32_t s[16], const uint8_t key[32], const uint8_t nonce[12], uint32_t counter)
{
    /* Section 2.3: "expand 32-byte k". */
    s[0] = 0x61707865;
    s[1] = 0x3320646e;
    s[2] = 0x79622d32;
    s[3] = 0x6b206574;
    for (unsigned i = 0; i < 8; i++)
        s[4 + i] = obi_load_le32(key + 4 * i);
    s[COUNTER] = counter;
    for (unsigned i = 0; i < 3; i++)
        s[13 + i] = obi_load_le32(nonce + 4 * i);
}

#if !OBI_CHACHA20_ASM /* else the build has it in assembly */

#if OB_SMALL

void obi_chacha20_xor(uint32_t s[16], uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    uint32_t x[16];

    while (n_blocks--) {
        for (unsigned i = 0; i < 16; i++)
            x[i] = s[i];
        /* Section 2.3: the odd rounds work on the columns, the even ones on the diagonals of the four by four words. */
        for (unsigned n = 0; n < 80; n++) {
            unsigned i = n & 3, d = n >> 2 & 1;
            uint32_t *a = x + i, *b = x + 4 + ((i + d) & 3);
            uint32_t *c = x + 8 + ((i + 2 * d) & 3), *e = x + 12 + ((i + 3 * d) & 3);

            *a += *b;
            *e = obi_rotl32(*e ^ *a, 16);
            *c += *e;
            *b = obi_rotl32(*b ^ *c, 12);
            *a += *b;
            *e = obi_rotl32(*e ^ *a, 8);
            *c += *e;
            *b = obi_rotl32(*b ^ *c, 7);
        }
        for (unsigned i = 0; i < 16; i++) {
            obi_store_le32(out, obi_load_le32(in) ^ (x[i] + s[i]));
            in += 4;
            out += 4;
        }
        s[COUNTER]++;
    }
    ob_wipe(x, sizeof x);
}

#else

#define QUARTER(a, b, c, d)                                                                                            \
    do {                                                                                                               \
        a += b;                                                                                                        \
        d = obi_rotl32(d ^ a, 16);                                                                                     \
        c += d;                                                                                                        \
        b = obi_rotl32(b ^ c, 12);                                                                                     \
        a += b;                                                                                                        \
        d = obi_rotl32(d ^ a, 8);                                                                                      \
        c += d;                                                                                                        \
        b = obi_rotl32(b ^ c, 7);                                                                                      \
    } while (0)

#define PUT(i, x) obi_store_le32(out + 4 * (i), obi_load_le32(in + 4 * (i)) ^ ((x) + s[i]))

void obi_chacha20_xor(uint32_t s[16], uint8_t *out, const uint8_t *in, size_t n_blocks)
{
    for (; n_blocks; n_blocks--, in += 64, out += 64) {
        uint32_t x0 = s[0], x1 = s[1], x2 = s[2], x3 = s[3], x4 = s[4], x5 = s[5], x6 = s[6], x7 = s[7];
        uint32_t x8 = s[8], x9 = s[9], xa = s[10], xb = s[11], xc = s[12], xd = s[13], xe = s[14], xf = s[15];

        for (unsigned n = 0; n < 10; n++) {
            QUARTER(x0, x4, x8, xc);
            QUARTER(x1, x5, x9, xd);
            QUARTER(x2, x6, xa, xe);
            QUARTER(x3, x7, xb, xf);
            QUARTER(x0, x5, xa, xf);
            QUARTER(x1, x6, xb, xc);
            QUARTER(x2, x7, x8, xd);
            QUARTER(x3, x4, x9, xe);
        }
        PUT(0, x0);
        PUT(1, x1);
        PUT(2, x2);
        PUT(3, x3);
        PUT(4, x4);
        PUT(5, x5);
        PUT(6, x6);
        PUT(7, x7);
        PUT(8, x8);
        PUT(9, x9);
        PUT(10, xa);
        PUT(11, xb);
        PUT(12, xc);
        PUT(13, xd);
        PUT(14, xe);
        PUT(15, xf);
        s[COUNTER]++;
    }
}

#endif
#endif
#endif
