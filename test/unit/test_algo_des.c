/* SPDX-License-Identifier: Apache-2.0 */
/* DES and Triple DES of algo/: the examples of FIPS 81 and SP 800-67, and Rivest's test, which runs through every entry
 * of every table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algo/des.h"
#include "test/hex.h"

static void runs_vector(const char *key_hex, const char *text, const char *cipher)
{
    struct obi_des_key keys[3];
    uint8_t key[24] = {0}, out[24];
    size_t key_len = unhex(key, sizeof key, key_hex);
    unsigned n = obi_des_expand(keys, key, key_len);

    assert_int_equal(n, key_len == 8 ? 1 : 3);
    for (size_t i = 0; i < 24; i += 8)
        obi_des_encrypt(keys, n, out + i, (const uint8_t *)text + i);
    assert_hex(out, 24, cipher);
    for (size_t i = 0; i < 24; i += 8)
        obi_des_decrypt(keys, n, out + i, out + i);
    assert_memory_equal(out, text, 24);
}

/* FIPS 81, table B1 (ECB). */
static void des_gives_the_example_of_fips_81(void **state)
{
    (void)state;
    runs_vector("0123456789abcdef", "Now is the time for all ", "3fa40e8a984d4815 6a271787ab8883f9 893d51ec4b563b53");
}

/* SP 800-67, appendix B.1. */
static void triple_des_gives_the_example_of_sp_800_67(void **state)
{
    (void)state;
    runs_vector("0123456789abcdef 23456789abcdef01 456789abcdef0123", "The qufck brown fox jump",
                "a826fd8ce53b855f cce21c8112256fe6 68d5c05dd9b6b900");
}

/* The same text under two keys, computed with OpenSSL 3.0 (des-ede). */
static void triple_des_takes_two_keys(void **state)
{
    (void)state;
    runs_vector("0123456789abcdef 23456789abcdef01", "The qufck brown fox jump",
                "c44862f70cf2fbdc 9077d0909fa91b88 4cabd61fc58e0cbb");
    runs_vector("0123456789abcdef 23456789abcdef01 0123456789abcdef", "The qufck brown fox jump",
                "c44862f70cf2fbdc 9077d0909fa91b88 4cabd61fc58e0cbb");
}

/* With three equal keys Triple DES is DES. */
static void triple_des_contains_des(void **state)
{
    (void)state;
    runs_vector("0123456789abcdef 0123456789abcdef 0123456789abcdef", "Now is the time for all ",
                "3fa40e8a984d4815 6a271787ab8883f9 893d51ec4b563b53");
}

/* R. Rivest, "Testing Implementations of DES", 1985: key and text are the last result, encryption and decryption take
 * turns; after 16 steps the result tells any single wrong entry of a table. */
static void passes_rivests_test(void **state)
{
    uint8_t x[8] = {0}, y[8];

    (void)state;
    unhex(x, sizeof x, "9474b8e8c73bca7d");
    for (unsigned i = 0; i < 16; i++) {
        struct obi_des_key k;

        obi_des_expand(&k, x, 8);
        if (i % 2)
            obi_des_decrypt(&k, 1, y, x);
        else
            obi_des_encrypt(&k, 1, y, x);
        memcpy(x, y, 8);
    }
    assert_hex(x, 8, "1b1a2ddb4c642438");
}

static void ignores_the_parity_bits(void **state)
{
    struct obi_des_key with, without;
    uint8_t key[8] = {0};

    (void)state;
    unhex(key, sizeof key, "0123456789abcdef");
    obi_des_expand(&with, key, 8);
    for (size_t i = 0; i < 8; i++)
        key[i] ^= 1;
    obi_des_expand(&without, key, 8);
    assert_memory_equal(&with, &without, sizeof with);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(des_gives_the_example_of_fips_81),
        cmocka_unit_test(triple_des_gives_the_example_of_sp_800_67),
        cmocka_unit_test(triple_des_takes_two_keys),
        cmocka_unit_test(triple_des_contains_des),
        cmocka_unit_test(passes_rivests_test),
        cmocka_unit_test(ignores_the_parity_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
