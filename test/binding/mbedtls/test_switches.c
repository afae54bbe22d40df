/* SPDX-License-Identifier: Apache-2.0 */
/* Each switch alone, and random pairs: with any of them off, all that the library can be asked for has the same result,
 * and the function that is off is never served by an engine. The library's own self-tests are asked, too. */
#include "under.h"

#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/cipher.h>
#include <mbedtls/cmac.h>
#include <mbedtls/des.h>
#include <mbedtls/gcm.h>
#include <mbedtls/md.h>

enum { FUNCTIONS_MAX = 128, RESULT_MAX = 8192 };

static uint8_t result[2][RESULT_MAX];
static size_t used[2];
static unsigned now;

static uint8_t *space(size_t len)
{
    uint8_t *p = result[now] + used[now];

    assert_true(used[now] + len <= RESULT_MAX);
    used[now] += len;
    return p;
}

static uint8_t in[200], key[32], iv[16];

static void ask_digests(void)
{
    static const mbedtls_md_type_t types[] = {MBEDTLS_MD_MD5, MBEDTLS_MD_SHA1, MBEDTLS_MD_SHA256, MBEDTLS_MD_SHA512};

    for (unsigned i = 0; i < 4; i++) {
        const mbedtls_md_info_t *info = mbedtls_md_info_from_type(types[i]);
        mbedtls_md_context_t ctx;

        mbedtls_md_init(&ctx);
        assert_int_equal(mbedtls_md(info, in, sizeof in, space(64)), 0);
        assert_int_equal(mbedtls_md_setup(&ctx, info, 1), 0);
        assert_int_equal(mbedtls_md_starts(&ctx), 0);
        assert_int_equal(mbedtls_md_update(&ctx, in, 150), 0);
        assert_int_equal(mbedtls_md_update(&ctx, in, 30), 0);
        assert_int_equal(mbedtls_md_finish(&ctx, space(64)), 0);
        assert_int_equal(mbedtls_md_hmac_starts(&ctx, key, 32), 0);
        for (unsigned n = 0; n < 2; n++) {
            assert_int_equal(mbedtls_md_hmac_update(&ctx, in, 140), 0);
            assert_int_equal(mbedtls_md_hmac_update(&ctx, in, 20), 0);
            assert_int_equal(mbedtls_md_hmac_finish(&ctx, space(64)), 0);
            assert_int_equal(mbedtls_md_hmac_reset(&ctx), 0);
        }
        mbedtls_md_free(&ctx);
        assert_int_equal(mbedtls_md_hmac(info, key, 20, in, 100, space(64)), 0);
    }
}

static void ask_aes(void)
{
    mbedtls_aes_context enc, dec;
    mbedtls_aes_xts_context xts;
    mbedtls_cipher_context_t mac;
    const mbedtls_cipher_info_t *info = mbedtls_cipher_info_from_type(MBEDTLS_CIPHER_AES_256_ECB);
    uint8_t *p = space(32);
    size_t off = 0;

    memcpy(p, iv, 16);
    mbedtls_aes_init(&enc);
    mbedtls_aes_init(&dec);
    mbedtls_aes_xts_init(&xts);
    assert_int_equal(mbedtls_aes_setkey_enc(&enc, key, 192), 0);
    assert_int_equal(mbedtls_aes_setkey_dec(&dec, key, 192), 0);
    assert_int_equal(mbedtls_aes_xts_setkey_enc(&xts, key, 256), 0);
    assert_int_equal(mbedtls_aes_crypt_ecb(&enc, MBEDTLS_AES_ENCRYPT, in, space(16)), 0);
    assert_int_equal(mbedtls_aes_crypt_ecb(&dec, MBEDTLS_AES_DECRYPT, in, space(16)), 0);
    assert_int_equal(mbedtls_aes_crypt_cbc(&enc, MBEDTLS_AES_ENCRYPT, 64, p, in, space(64)), 0);
    assert_int_equal(mbedtls_aes_crypt_cbc(&dec, MBEDTLS_AES_DECRYPT, 64, p, in, space(64)), 0);
    for (unsigned n = 0; n < 3; n++)
        assert_int_equal(mbedtls_aes_crypt_ctr(&enc, 37, &off, p, p + 16, in, space(37)), 0);
    assert_int_equal(mbedtls_aes_crypt_xts(&xts, MBEDTLS_AES_ENCRYPT, 61, iv, in, space(61)), 0);
    mbedtls_aes_free(&enc);
    mbedtls_aes_free(&dec);
    mbedtls_aes_xts_free(&xts);

    assert_int_equal(mbedtls_cipher_cmac(info, key, 256, in, 77, space(16)), 0);
    mbedtls_cipher_init(&mac);
    assert_int_equal(mbedtls_cipher_setup(&mac, info), 0);
    assert_int_equal(mbedtls_cipher_cmac_starts(&mac, key, 256), 0);
    assert_int_equal(mbedtls_cipher_cmac_update(&mac, in, 33), 0);
    assert_int_equal(mbedtls_cipher_cmac_update(&mac, in, 50), 0);
    assert_int_equal(mbedtls_cipher_cmac_finish(&mac, space(16)), 0);
    mbedtls_cipher_free(&mac);
}

static void ask_aeads(void)
{
    mbedtls_gcm_context gcm;
    mbedtls_ccm_context ccm;
    mbedtls_chachapoly_context poly;
    uint8_t *text, *tag;
    size_t n;

    mbedtls_gcm_init(&gcm);
    assert_int_equal(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 128), 0);
    text = space(70);
    tag = space(16);
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 70, iv, 12, key, 20, in, text, 16, tag), 0);
    assert_int_equal(mbedtls_gcm_auth_decrypt(&gcm, 70, iv, 12, key, 20, tag, 16, text, space(70)), 0);
    assert_int_equal(mbedtls_gcm_starts(&gcm, MBEDTLS_GCM_DECRYPT, iv, 16), 0);
    assert_int_equal(mbedtls_gcm_update_ad(&gcm, key, 5), 0);
    assert_int_equal(mbedtls_gcm_update_ad(&gcm, key, 27), 0);
    assert_int_equal(mbedtls_gcm_update(&gcm, in, 21, space(21), 21, &n), 0);
    assert_int_equal(mbedtls_gcm_update(&gcm, in, 64, space(64), 64, &n), 0);
    assert_int_equal(mbedtls_gcm_finish(&gcm, NULL, 0, &n, space(13), 13), 0);
    mbedtls_gcm_free(&gcm);

    mbedtls_ccm_init(&ccm);
    assert_int_equal(mbedtls_ccm_setkey(&ccm, MBEDTLS_CIPHER_ID_AES, key, 256), 0);
    text = space(70);
    tag = space(16);
    assert_int_equal(mbedtls_ccm_encrypt_and_tag(&ccm, 70, iv, 13, key, 20, in, text, tag, 8), 0);
    assert_int_equal(mbedtls_ccm_auth_decrypt(&ccm, 70, iv, 13, key, 20, text, space(70), tag, 8), 0);
    assert_int_equal(mbedtls_ccm_starts(&ccm, MBEDTLS_CCM_ENCRYPT, iv, 12), 0);
    assert_int_equal(mbedtls_ccm_set_lengths(&ccm, 32, 85, 16), 0);
    assert_int_equal(mbedtls_ccm_update_ad(&ccm, key, 5), 0);
    assert_int_equal(mbedtls_ccm_update_ad(&ccm, key, 27), 0);
    assert_int_equal(mbedtls_ccm_update(&ccm, in, 21, space(21), 21, &n), 0);
    assert_int_equal(mbedtls_ccm_update(&ccm, in, 64, space(64), 64, &n), 0);
    assert_int_equal(mbedtls_ccm_finish(&ccm, space(16), 16), 0);
    mbedtls_ccm_free(&ccm);

    mbedtls_chachapoly_init(&poly);
    assert_int_equal(mbedtls_chachapoly_setkey(&poly, key), 0);
    text = space(70);
    tag = space(16);
    assert_int_equal(mbedtls_chachapoly_encrypt_and_tag(&poly, 70, iv, key, 9, in, text, tag), 0);
    assert_int_equal(mbedtls_chachapoly_auth_decrypt(&poly, 70, iv, key, 9, tag, text, space(70)), 0);
    mbedtls_chachapoly_free(&poly);
}

static void ask_des(void)
{
    mbedtls_des_context one;
    mbedtls_des3_context three;
    uint8_t *p = space(8);

    memcpy(p, iv, 8);
    mbedtls_des_init(&one);
    mbedtls_des3_init(&three);
    assert_int_equal(mbedtls_des_setkey_enc(&one, key), 0);
    assert_int_equal(mbedtls_des_crypt_ecb(&one, in, space(8)), 0);
    assert_int_equal(mbedtls_des_crypt_cbc(&one, MBEDTLS_DES_ENCRYPT, 24, p, in, space(24)), 0);
    assert_int_equal(mbedtls_des_setkey_dec(&one, key), 0);
    assert_int_equal(mbedtls_des_crypt_ecb(&one, in, space(8)), 0);
    assert_int_equal(mbedtls_des_crypt_cbc(&one, MBEDTLS_DES_DECRYPT, 24, p, in, space(24)), 0);
    assert_int_equal(mbedtls_des3_set2key_enc(&three, key), 0);
    assert_int_equal(mbedtls_des3_crypt_ecb(&three, in, space(8)), 0);
    assert_int_equal(mbedtls_des3_set3key_dec(&three, key), 0);
    assert_int_equal(mbedtls_des3_crypt_cbc(&three, MBEDTLS_DES_DECRYPT, 24, p, in, space(24)), 0);
    assert_int_equal(mbedtls_des3_set2key_dec(&three, key), 0);
    assert_int_equal(mbedtls_des3_crypt_ecb(&three, in, space(8)), 0);
    assert_int_equal(mbedtls_des3_set3key_enc(&three, key), 0);
    assert_int_equal(mbedtls_des3_crypt_cbc(&three, MBEDTLS_DES_ENCRYPT, 24, p, in, space(24)), 0);
    mbedtls_des_free(&one);
    mbedtls_des3_free(&three);
}

static void ask_everything(unsigned k)
{
    now = k;
    used[k] = 0;
    memset(result[k], 0, RESULT_MAX);
    ask_digests();
    ask_aes();
    ask_aeads();
    ask_des();
}

static int setup(void **state)
{
    (void)state;
    seed(5);
    fill(in, sizeof in);
    fill(key, sizeof key);
    fill(iv, sizeof iv);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    by_library();
    ask_everything(0);
    return 0;
}

/* Functions that serve an op, as opposed to those that set or free keys, or set up a stream. Public keys, which no
 * engine here has, are those of test_pk.c. */
static bool serves(const char *function)
{
    if (strncmp(function, "rsa_", 4) == 0 || strncmp(function, "ec", 2) == 0)
        return false;
    return !strstr(function, "free") && !strstr(function, "setkey") && !strstr(function, "set2key") &&
           !strstr(function, "set3key") && strcmp(function, "gcm_starts") != 0;
}

static void test_each_switch_alone(void **state)
{
    struct ob_mbedtls_count list[FUNCTIONS_MAX];
    size_t n = ob_mbedtls_counts(list, FUNCTIONS_MAX);

    (void)state;
    by_engine();
    ob_mbedtls_counts_reset();
    ask_everything(1);
    assert_memory_equal(result[1], result[0], RESULT_MAX);
    ob_mbedtls_counts(list, FUNCTIONS_MAX);
    for (size_t i = 0; i < n; i++) /* with all on, every function serves */
        if (serves(list[i].function) && list[i].engine == 0)
            fail_msg("no engine has served %s", list[i].function);
    for (size_t i = 0; i < n; i++) {
        by_engine_but(list[i].function);
        ob_mbedtls_counts_reset();
        ask_everything(1);
        if (memcmp(result[1], result[0], RESULT_MAX) != 0)
            fail_msg("another result without %s", list[i].function);
        assert_int_equal(engine_ops(list[i].function), 0);
        assert_no_library_ops();
    }
}

static void test_random_pairs(void **state)
{
    struct ob_mbedtls_count list[FUNCTIONS_MAX];
    size_t n = ob_mbedtls_counts(list, FUNCTIONS_MAX);

    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        const char *a = list[number((uint32_t)n)].function, *b = list[number((uint32_t)n)].function;

        by_engine_but(a);
        assert_int_equal(ob_mbedtls_switch(b, false), OB_OK);
        ob_mbedtls_counts_reset();
        ask_everything(1);
        if (memcmp(result[1], result[0], RESULT_MAX) != 0)
            fail_msg("another result without %s and %s", a, b);
        assert_int_equal(engine_ops(a) + engine_ops(b), 0);
    }
}

/* Defect group 18: the library's self-tests pass in full, with engines and without. */
static void test_self_tests_of_the_library(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        k ? by_engine() : by_library();
        assert_int_equal(mbedtls_aes_self_test(0), 0);
        assert_int_equal(mbedtls_gcm_self_test(0), 0);
        assert_int_equal(mbedtls_ccm_self_test(0), 0);
        assert_int_equal(mbedtls_cmac_self_test(0), 0);
        assert_int_equal(mbedtls_chachapoly_self_test(0), 0);
        assert_int_equal(mbedtls_des_self_test(0), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_each_switch_alone, setup),
        cmocka_unit_test_setup(test_random_pairs, setup),
        cmocka_unit_test_setup(test_self_tests_of_the_library, setup),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
