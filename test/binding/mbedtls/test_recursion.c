/* SPDX-License-Identifier: Apache-2.0 */
/* The binding beside the engine mbedtls, on one copy of the library: the engine calls what is wrapped, and is itself
 * what the binding could ask. Sessions of the binding avoid it, so a call comes at most once to the binding from the
 * engine. */
#include "under.h"

#include <mbedtls/aes.h>
#include <mbedtls/gcm.h>
#include <mbedtls/sha256.h>

#include <outboard/outboard.h>

static uint8_t message[600], key[32], iv[16], out[600], back[600], tag[16];

static int setup(void **state)
{
    (void)state;
    seed(7);
    fill(message, sizeof message);
    fill(key, sizeof key);
    fill(iv, sizeof iv);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    assert_non_null(ob_engine_find(NULL, "mbedtls"));
    return 0;
}

static void ask_everything(void)
{
    mbedtls_gcm_context gcm;
    mbedtls_aes_context aes;
    uint8_t digest[32], chain[16];

    assert_int_equal(mbedtls_sha256(message, sizeof message, digest, 0), 0);
    mbedtls_gcm_init(&gcm);
    assert_int_equal(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 256), 0);
    assert_int_equal(
        mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, sizeof message, iv, 12, key, 9, message, out, 16, tag), 0);
    assert_int_equal(mbedtls_gcm_auth_decrypt(&gcm, sizeof message, iv, 12, key, 9, tag, 16, out, back), 0);
    assert_memory_equal(back, message, sizeof message);
    mbedtls_gcm_free(&gcm);
    memcpy(chain, iv, 16);
    mbedtls_aes_init(&aes);
    assert_int_equal(mbedtls_aes_setkey_enc(&aes, key, 128), 0);
    assert_int_equal(mbedtls_aes_crypt_cbc(&aes, MBEDTLS_AES_ENCRYPT, 320, chain, message, out), 0);
    mbedtls_aes_free(&aes);
}

/* Wrapped calls never arrive at the engine that would make them again, whether prices count or not. */
static void test_the_engine_never_serves_wrapped_calls(void **state)
{
    uint64_t before = ops_of("mbedtls");

    (void)state;
    by_engine();
    ask_everything();
    by_price();
    ask_everything();
    assert_int_equal(ops_of("mbedtls"), before);
}

/* Its own self-tests pass, though the calls in them come to the binding. */
static void test_the_engine_works_beside_the_binding(void **state)
{
    struct ob_engine *e = ob_engine_find(NULL, "mbedtls");
    struct ob_session s;
    uint8_t digest[32], expected[32];
    uint64_t before;

    (void)state;
    by_engine();
    assert_int_equal(ob_selftest(e, 1u << OB_CLASS_HASH | 1u << OB_CLASS_CIPHER | 1u << OB_CLASS_AEAD), OB_OK);
    assert_int_equal(mbedtls_sha256(message, sizeof message, expected, 0), 0);
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_session_pin(&s, e), OB_OK);
    ob_mbedtls_counts_reset();
    before = ops_of("mbedtls");
    assert_int_equal(ob_hash_compute(&s, digest, 32, message, sizeof message), OB_OK);
    assert_memory_equal(digest, expected, 32);
    assert_int_equal(ops_of("mbedtls"), before + 1);
    assert_in_range(engine_ops("sha256_update"), 0, 1); /* once, not again and again */
    assert_in_range(engine_ops("sha256_finish"), 0, 1);
    ob_session_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_the_engine_never_serves_wrapped_calls, setup),
        cmocka_unit_test_setup(test_the_engine_works_beside_the_binding, setup),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
