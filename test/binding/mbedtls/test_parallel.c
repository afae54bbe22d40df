/* SPDX-License-Identifier: Apache-2.0 */
/* The binding in several threads, whose keys and algorithms differ: results, and what ThreadSanitizer sees (preset
 * host-tsan). */
#include "under.h"

#include <pthread.h>

#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/cipher.h>
#include <mbedtls/cmac.h>
#include <mbedtls/des.h>
#include <mbedtls/gcm.h>
#include <mbedtls/md.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>

enum { THREADS = 6, ROUNDS = 200, LEN = 272, KEYS = 3 };

/* What an algorithm makes of the message with one of the keys. */
static int by_gcm(const uint8_t *key, const uint8_t *in, uint8_t *out)
{
    mbedtls_gcm_context ctx;
    int ret;

    mbedtls_gcm_init(&ctx);
    ret = mbedtls_gcm_setkey(&ctx, MBEDTLS_CIPHER_ID_AES, key, 128);
    if (ret == 0)
        ret = mbedtls_gcm_crypt_and_tag(&ctx, MBEDTLS_GCM_ENCRYPT, LEN, key, 12, key, 5, in, out, 16, out + LEN);
    mbedtls_gcm_free(&ctx);
    return ret;
}

static int by_ccm(const uint8_t *key, const uint8_t *in, uint8_t *out)
{
    mbedtls_ccm_context ctx;
    int ret;

    mbedtls_ccm_init(&ctx);
    ret = mbedtls_ccm_setkey(&ctx, MBEDTLS_CIPHER_ID_AES, key, 256);
    if (ret == 0)
        ret = mbedtls_ccm_encrypt_and_tag(&ctx, LEN, key, 12, key, 5, in, out, out + LEN, 16);
    mbedtls_ccm_free(&ctx);
    return ret;
}

static int by_chachapoly(const uint8_t *key, const uint8_t *in, uint8_t *out)
{
    mbedtls_chachapoly_context ctx;
    int ret;

    mbedtls_chachapoly_init(&ctx);
    ret = mbedtls_chachapoly_setkey(&ctx, key);
    if (ret == 0)
        ret = mbedtls_chachapoly_encrypt_and_tag(&ctx, LEN, key, key, 5, in, out, out + LEN);
    mbedtls_chachapoly_free(&ctx);
    return ret;
}

static int by_aes(const uint8_t *key, const uint8_t *in, uint8_t *out)
{
    mbedtls_aes_context ctx;
    uint8_t iv[16] = {0}, block[16];
    size_t at = 0;
    int ret;

    mbedtls_aes_init(&ctx);
    ret = mbedtls_aes_setkey_enc(&ctx, key, 192);
    if (ret == 0)
        ret = mbedtls_aes_crypt_ecb(&ctx, MBEDTLS_AES_ENCRYPT, in, out + LEN);
    if (ret == 0)
        ret = mbedtls_aes_crypt_cbc(&ctx, MBEDTLS_AES_ENCRYPT, LEN, iv, in, out);
    if (ret == 0)
        ret = mbedtls_aes_crypt_ctr(&ctx, LEN, &at, iv, block, out, out);
    mbedtls_aes_free(&ctx);
    return ret;
}

static int by_des(const uint8_t *key, const uint8_t *in, uint8_t *out)
{
    mbedtls_des3_context ctx;
    uint8_t iv[8] = {0};
    int ret;

    mbedtls_des3_init(&ctx);
    ret = mbedtls_des3_set3key_enc(&ctx, key);
    if (ret == 0)
        ret = mbedtls_des3_crypt_cbc(&ctx, MBEDTLS_DES_ENCRYPT, LEN, iv, in, out);
    mbedtls_des3_free(&ctx);
    return ret;
}

static int by_macs(const uint8_t *key, const uint8_t *in, uint8_t *out)
{
    int ret = mbedtls_md_hmac(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), key, 32, in, LEN, out);

    if (ret == 0)
        ret = mbedtls_cipher_cmac(mbedtls_cipher_info_from_type(MBEDTLS_CIPHER_AES_128_ECB), key, 128, in, LEN,
                                  out + LEN);
    return ret;
}

static int by_hashes(const uint8_t *key, const uint8_t *in, uint8_t *out)
{
    mbedtls_sha256_context ctx;
    int ret;

    (void)key;
    mbedtls_sha256_init(&ctx);
    ret = mbedtls_sha256_starts(&ctx, 0);
    for (size_t at = 0; ret == 0 && at < LEN; at += 68)
        ret = mbedtls_sha256_update(&ctx, in + at, 68);
    if (ret == 0)
        ret = mbedtls_sha256_finish(&ctx, out);
    if (ret == 0)
        ret = mbedtls_sha1(in, LEN, out + 32);
    mbedtls_sha256_free(&ctx);
    return ret;
}

typedef int compute(const uint8_t *key, const uint8_t *in, uint8_t *out);
static compute *const computes[] = {by_gcm, by_ccm, by_chachapoly, by_aes, by_des, by_macs, by_hashes};
enum { COMPUTES = sizeof computes / sizeof computes[0] };

static uint8_t message[LEN], keys[KEYS][32], expected[COMPUTES][KEYS][LEN + 16];
static unsigned failures;

static void *work(void *p)
{
    struct ob_mbedtls_count list[8];
    unsigned me = *(const unsigned *)p, wrong = 0;
    uint8_t out[LEN + 16];

    for (unsigned i = 0; i < ROUNDS; i++) {
        unsigned n = (me + i) % COMPUTES, k = (me + i) % KEYS;

        memset(out, 0, sizeof out);
        wrong += computes[n](keys[k], message, out) != 0;
        wrong += memcmp(out, expected[n][k], sizeof out) != 0;
        if (i % 16 == me)
            ob_mbedtls_forget();
        if (i % 16 == 7) {
            int status = ob_mbedtls_status();

            /* Another thread may still start Outboard: until it has, the library serves this one. */
            wrong += ob_mbedtls_counts(list, 8) == 0 || (status != OB_OK && status != OB_PENDING);
        }
    }
    __atomic_fetch_add(&failures, wrong, __ATOMIC_RELAXED);
    return NULL;
}

static void run(void)
{
    pthread_t threads[THREADS];
    unsigned number_of[THREADS];

    failures = 0;
    for (unsigned i = 0; i < THREADS; i++) {
        number_of[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &number_of[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(failures, 0);
    assert_int_equal(ob_mbedtls_status(), OB_OK);
}

static int setup(void **state)
{
    (void)state;
    seed(20);
    fill(message, sizeof message);
    fill(keys[0], sizeof keys);
    by_library();
    for (unsigned n = 0; n < COMPUTES; n++)
        for (unsigned k = 0; k < KEYS; k++)
            assert_int_equal(computes[n](keys[k], message, expected[n][k]), 0);
    by_price();
    return 0;
}

/* First, because the binding starts in one of the threads' first calls. */
static void test_by_price(void **state)
{
    (void)state;
    assert_int_equal(ob_mbedtls_status(), OB_PENDING);
    run();
}

static void test_by_engines_alone(void **state)
{
    (void)state;
    by_engine();
    ob_mbedtls_counts_reset();
    run();
    assert_no_library_ops();
    by_price();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_price),
        cmocka_unit_test(test_by_engines_alone),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}
