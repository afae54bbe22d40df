/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 of algo/: the examples of GB/T 32907-2016, the S-box circuit on every byte, and runs of every length against a
 * straightforward SM4 built on the computed S-box. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algo/bytes.h"
#include "algo/sm4_ct.h"
#include "test/hex.h"
#include "test/unit/field.h"

typedef uint64_t obi_plane;

#include "algo/sm4_sbox_ct.h"

#define MOST 70 /* blocks: two wide batches of 32, or four of 16, and a rest */

static uint8_t s_box[256];

static int fill_s_box(void **state)
{
    (void)state;
    for (unsigned x = 0; x < 256; x++)
        s_box[x] = sm4_s((uint8_t)x);
    return 0;
}

/* The definition by the field against four entries of the table that the standard prints (section 6.2.1). */
static void computed_s_box_is_the_standards(void **state)
{
    (void)state;
    assert_int_equal(s_box[0x00], 0xd6);
    assert_int_equal(s_box[0x0f], 0x05);
    assert_int_equal(s_box[0xef], 0x84);
    assert_int_equal(s_box[0xff], 0x48);
}

static void circuit_gives_every_s_box_entry(void **state)
{
    uint8_t got[256];

    (void)state;
    run_circuit(sm4_sbox, got);
    assert_memory_equal(got, s_box, sizeof got);
}

/* Appendix A.1. */
static void example_of_the_standard(void **state)
{
    struct obi_sm4_key k;
    uint8_t key[16], out[16];

    (void)state;
    unhex(key, sizeof key, "0123456789abcdeffedcba9876543210");
    obi_sm4_ct_key(&k, key);
    obi_sm4_ct_encrypt(&k, out, key, 1);
    assert_hex(out, sizeof out, "681edf34d206965e86b3e94f536e4246");
    obi_sm4_ct_decrypt(&k, out, out, 1);
    assert_memory_equal(out, key, sizeof key);
}

/* Appendix A.2. */
static void a_million_encryptions(void **state)
{
    struct obi_sm4_key k;
    uint8_t key[16], out[16];

    (void)state;
    unhex(key, sizeof key, "0123456789abcdeffedcba9876543210");
    memcpy(out, key, sizeof out);
    obi_sm4_ct_key(&k, key);
    for (unsigned i = 0; i < 1000000; i++)
        obi_sm4_ct_encrypt(&k, out, out, 1);
    assert_hex(out, sizeof out, "595298c7c6fd271f0402f804c33d3f66");
}

static uint32_t substitute(uint32_t x)
{
    return (uint32_t)s_box[x >> 24] << 24 | (uint32_t)s_box[x >> 16 & 255] << 16 | (uint32_t)s_box[x >> 8 & 255] << 8 |
           s_box[x & 255];
}

/* Section 7, one step after the other. */
static void plain_sm4(const uint8_t key[16], uint8_t out[16], const uint8_t in[16])
{
    static const uint32_t fk[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
    uint32_t k[36], x[36];

    for (unsigned i = 0; i < 4; i++) {
        k[i] = obi_load_be32(key + 4 * i) ^ fk[i];
        x[i] = obi_load_be32(in + 4 * i);
    }
    for (unsigned i = 0; i < 32; i++) {
        uint32_t ck = 0, b;

        for (unsigned j = 0; j < 4; j++)
            ck = ck << 8 | (4 * i + j) * 7 % 256;
        b = substitute(k[i + 1] ^ k[i + 2] ^ k[i + 3] ^ ck);
        k[i + 4] = k[i] ^ b ^ obi_rotl32(b, 13) ^ obi_rotl32(b, 23);
        b = substitute(x[i + 1] ^ x[i + 2] ^ x[i + 3] ^ k[i + 4]);
        x[i + 4] = x[i] ^ b ^ obi_rotl32(b, 2) ^ obi_rotl32(b, 10) ^ obi_rotl32(b, 18) ^ obi_rotl32(b, 24);
    }
    for (unsigned i = 0; i < 4; i++)
        obi_store_be32(out + 4 * i, x[35 - i]);
}

/* Every number of blocks, out of place and in place, at every misalignment, with guards at both ends. */
static void runs_of_every_length(void **state)
{
    uint8_t text[16 * MOST], want[16 * MOST], buf[16 * MOST + 48], key[16];
    uint32_t seed = 1;
    struct obi_sm4_key k;

    (void)state;
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
    for (size_t i = 0; i < sizeof text; i += 16)
        plain_sm4(key, want + i, text + i);
    obi_sm4_ct_key(&k, key);
    for (size_t n = 0; n <= MOST; n++) {
        uint8_t *p = buf + 16 + n % 16;

        memset(buf, 0xa5, sizeof buf);
        obi_sm4_ct_encrypt(&k, p, text, n);
        assert_memory_equal(p, want, 16 * n);
        assert_int_equal(p[-1], 0xa5);
        assert_int_equal(p[16 * n], 0xa5);
        obi_sm4_ct_decrypt(&k, p, p, n);
        assert_memory_equal(p, text, 16 * n);
        obi_sm4_ct_encrypt(&k, p, p, n);
        assert_memory_equal(p, want, 16 * n);
        assert_int_equal(p[-1], 0xa5);
        assert_int_equal(p[16 * n], 0xa5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computed_s_box_is_the_standards),
        cmocka_unit_test(circuit_gives_every_s_box_entry),
        cmocka_unit_test(example_of_the_standard),
        cmocka_unit_test(a_million_encryptions),
        cmocka_unit_test(runs_of_every_length),
    };

    return cmocka_run_group_tests(tests, fill_s_box, NULL);
}
