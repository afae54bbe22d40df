/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH of algo/: intermediate values of the GCM specification, and products of dense and sparse factors against the
 * multiplication as SP 800-38D section 6.3 writes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algo/ghash_ct.h"
#include "test/hex.h"

static void runs_vector(const char *h_hex, const char *in_hex, const char *want)
{
    uint8_t h[16], in[128], y[16] = {0};
    size_t len;

    unhex(h, sizeof h, h_hex);
    len = unhex(in, sizeof in, in_hex);
    obi_ghash_ct(y, h, in, len / 16);
    assert_hex(y, sizeof y, want);
}

/* McGrew and Viega, The Galois/Counter Mode of Operation, appendix B, test cases 2 and 4: H, the padded text with its
 * lengths, GHASH(H, A, C). */
static void examples_of_the_specification(void **state)
{
    (void)state;
    runs_vector("66e94bd4ef8a2c3b884cfa59ca342b2e", "0388dace60b6a392f328c2b971b2fe78 00000000000000000000000000000080",
                "f38cbb1ad69223dcc3457ae5b6b0f885");
    runs_vector("b83b533708bf535d0aa6e52980d53b78",
                "feedfacedeadbeeffeedfacedeadbeef abaddad2000000000000000000000000"
                "42831ec2217774244b7221b784d0d49c e3aa212f2c02a4e035c17e2329aca12e"
                "21d514b25466931c7d8f6a5aac84aa05 1ba30b396a0aac973d58e09100000000"
                "00000000000000a000000000000001e0",
                "698e57f70e6ecc7fd9463b7260a9ae5f");
}

/* Section 6.3: the leftmost bit is the lowest power. */
static void plain_mul(uint8_t y[16], const uint8_t h[16])
{
    uint8_t z[16] = {0}, v[16];

    memcpy(v, h, 16);
    for (unsigned n = 0; n < 128; n++) {
        const unsigned last = v[15] & 1;

        for (unsigned i = 0; i < 16 && y[n / 8] >> (7 - n % 8) & 1; i++)
            z[i] ^= v[i];
        for (unsigned i = 15; i > 0; i--)
            v[i] = (uint8_t)(v[i] >> 1 | v[i - 1] << 7);
        v[0] = (uint8_t)(v[0] >> 1 ^ (last ? 0xe1 : 0));
    }
    memcpy(y, z, 16);
}

/* Runs of ones are where the carries of a multiplication with holes could meet. */
static void products_of_dense_and_sparse_factors(void **state)
{
    uint32_t seed = 1;

    (void)state;
    for (unsigned n = 0; n < 20000; n++) {
        uint8_t want[16], got[16], h[16];

        for (unsigned i = 0; i < 16; i++) {
            uint32_t r = (seed = seed * 1664525 + 1013904223) >> 8;

            want[i] = (uint8_t)(n % 3 == 0 ? 0xff : r);
            h[i] = (uint8_t)(n % 5 == 0 ? 0xff : r >> 8);
            if (n % 7 == 0 && r >> 16 & 1)
                want[i] = h[i] = 0;
        }
        memcpy(got, want, 16);
        plain_mul(want, h);
        obi_ghash_ct_mul(got, h);
        assert_memory_equal(got, want, 16);
    }
}

static void single_bits(void **state)
{
    (void)state;
    for (unsigned a = 0; a < 128; a++) {
        for (unsigned b = 0; b < 128; b++) {
            uint8_t want[16] = {0}, got[16], h[16] = {0};

            want[a / 8] = (uint8_t)(1 << a % 8);
            h[b / 8] = (uint8_t)(1 << b % 8);
            memcpy(got, want, 16);
            plain_mul(want, h);
            obi_ghash_ct_mul(got, h);
            assert_memory_equal(got, want, 16);
        }
    }
}

static void blocks_are_added_before_each_product(void **state)
{
    uint8_t in[16 * 20 + 1], h[16], want[16] = {1}, got[16] = {1};

    (void)state;
    for (unsigned i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * i + 1);
    for (unsigned i = 0; i < 16; i++)
        h[i] = (uint8_t)(0x3c ^ i * 11);
    for (unsigned b = 0; b < 20; b++) {
        for (unsigned i = 0; i < 16; i++)
            want[i] ^= in[1 + 16 * b + i];
        plain_mul(want, h);
    }
    obi_ghash_ct(got, h, in + 1, 7);
    obi_ghash_ct(got, h, in + 1 + 16 * 7, 0);
    obi_ghash_ct(got, h, in + 1 + 16 * 7, 13);
    assert_memory_equal(got, want, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_specification),
        cmocka_unit_test(products_of_dense_and_sparse_factors),
        cmocka_unit_test(single_bits),
        cmocka_unit_test(blocks_are_added_before_each_product),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
