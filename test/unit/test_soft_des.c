/* SPDX-License-Identifier: Apache-2.0 */
/* DES and Triple DES of engine soft through ob_cipher_*: the standards' examples, every split, in place, clones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test/hex.h"
#include "test/unit/soft_alone.h"

#define LEN 96

static uint8_t message[LEN];

static void passes_its_self_test(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&soft_engine, 1u << OB_CLASS_CIPHER), OB_OK);
}

static void runs_vector(uint8_t alg, const char *key_hex, const char *iv_hex, const char *text, const char *cipher)
{
    uint8_t key[24] = {0}, iv[8] = {0}, out[24];
    size_t key_len = unhex(key, sizeof key, key_hex), iv_len = unhex(iv, sizeof iv, iv_hex);
    struct ob_session s;

    assert_int_equal(ob_cipher_open(&s, &soft_alone, alg, key, key_len), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 24, iv, iv_len, (const uint8_t *)text, 24), OB_OK);
    assert_hex(out, 24, cipher);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_DECRYPT, out, 24, iv, iv_len, out, 24), OB_OK);
    assert_memory_equal(out, text, 24);
    ob_session_close(&s);
}

/* FIPS 81, tables B1 and C1; SP 800-67, appendix B.1; Triple DES in CBC with OpenSSL 3.0. */
static void gives_the_examples_of_the_standards(void **state)
{
    (void)state;
    runs_vector(OB_DES_ECB, "0123456789abcdef", "", "Now is the time for all ",
                "3fa40e8a984d4815 6a271787ab8883f9 893d51ec4b563b53");
    runs_vector(OB_DES_CBC, "0123456789abcdef", "1234567890abcdef", "Now is the time for all ",
                "e5c7cdde872bf27c 43e934008c389c0f 683788499a7c05f6");
    runs_vector(OB_DES3_ECB, "0123456789abcdef 23456789abcdef01 456789abcdef0123", "", "The qufck brown fox jump",
                "a826fd8ce53b855f cce21c8112256fe6 68d5c05dd9b6b900");
    runs_vector(OB_DES3_CBC, "0123456789abcdef 23456789abcdef01 456789abcdef0123", "1234567890abcdef",
                "The qufck brown fox jump", "38413d4ba2325cf1 141f707471ac2ced 57db530f0123b5ac");
    runs_vector(OB_DES3_CBC, "0123456789abcdef 23456789abcdef01", "1234567890abcdef", "The qufck brown fox jump",
                "b0ed7d5e6849dc73 cfb0c1915e64897f 8182f143185f6cf1");
}

static const struct {
    uint8_t alg, key_len, iv_len;
} kinds[] = {{OB_DES_ECB, 8, 0},   {OB_DES_CBC, 8, 8},   {OB_DES3_ECB, 16, 0},
             {OB_DES3_ECB, 24, 0}, {OB_DES3_CBC, 16, 8}, {OB_DES3_CBC, 24, 8}};

/* Any cut of the input, in the middle of a block too, in place where the parts are whole blocks, and a clone that goes
 * on on its own. */
static void takes_every_split(void **state)
{
    const uint8_t *key = message + 7, *iv = message + 40;

    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT; dir++) {
            uint8_t want[LEN], out[LEN + 31];
            struct ob_session s, t;

            assert_int_equal(ob_cipher_open(&s, &soft_alone, kinds[k].alg, key, kinds[k].key_len), OB_OK);
            assert_int_equal(ob_cipher_crypt(&s, dir, want, LEN, iv, kinds[k].iv_len, message, LEN), OB_OK);
            for (size_t cut = 0; cut <= LEN; cut++) {
                size_t a, b, c;

                memset(out, 0, sizeof out);
                assert_int_equal(ob_cipher_start(&s, dir, iv, kinds[k].iv_len, 0), OB_OK);
                assert_int_equal(ob_cipher_update(&s, out, sizeof out, &a, message, cut), OB_OK);
                assert_int_equal(ob_session_clone(&t, &s), OB_OK);
                assert_int_equal(ob_cipher_update(&s, out + a, sizeof out - a, &b, message + cut, LEN - cut), OB_OK);
                assert_int_equal(ob_cipher_finish(&s, out + a + b, sizeof out - a - b, &c), OB_OK);
                assert_int_equal(a + b + c, LEN);
                assert_memory_equal(out, want, LEN);
                memset(out + a, 0, sizeof out - a);
                assert_int_equal(ob_cipher_update(&t, out + a, sizeof out - a, &b, message + cut, LEN - cut), OB_OK);
                assert_memory_equal(out, want, LEN);
                ob_session_close(&t);
                if (cut % 8)
                    continue;
                memcpy(out, message, LEN);
                assert_int_equal(ob_cipher_start(&s, dir, iv, kinds[k].iv_len, 0), OB_OK);
                assert_int_equal(ob_cipher_update(&s, out, cut, &a, out, cut), OB_OK);
                assert_int_equal(ob_cipher_update(&s, out + a, LEN - a, &b, out + cut, LEN - cut), OB_OK);
                assert_int_equal(ob_cipher_finish(&s, out, 0, &c), OB_OK);
                assert_memory_equal(out, want, LEN);
            }
            ob_session_close(&s);
        }
}

static void refuses_what_is_no_whole_block(void **state)
{
    struct ob_session s;
    uint8_t out[LEN] = {0}, zero[LEN] = {0};

    (void)state;
    assert_int_equal(ob_cipher_open(&s, &soft_alone, OB_DES3_CBC, message, 8), OB_E_ARG);
    assert_int_equal(ob_cipher_open(&s, &soft_alone, OB_DES3_CBC, message, 24), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, LEN, message, 8, message, 15), OB_E_ARG);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, LEN, message, 7, message, 16), OB_E_ARG);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 15, message, 8, message, 16), OB_E_ARG);
    assert_memory_equal(out, zero, LEN);
    ob_session_close(&s);
}

/* Its capability does not say constant time, so a session that requires it finds no engine. */
static void is_not_chosen_where_constant_time_is_required(void **state)
{
    struct ob_session s;
    uint8_t out[8];

    (void)state;
    assert_int_equal(ob_cipher_open(&s, &soft_alone, OB_DES_ECB, message, 8), OB_OK);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 8, NULL, 0, message, 8), OB_E_DECLINED);
    ob_session_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_its_self_test),
        cmocka_unit_test(gives_the_examples_of_the_standards),
        cmocka_unit_test(takes_every_split),
        cmocka_unit_test(refuses_what_is_no_whole_block),
        cmocka_unit_test(is_not_chosen_where_constant_time_is_required),
    };

    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 13 + 5);
    return cmocka_run_group_tests(tests, add_soft, remove_soft);
}
