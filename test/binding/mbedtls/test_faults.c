/* SPDX-License-Identifier: Apache-2.0 */
/* The binding when things go wrong: engines that fail, no engine at all, keys that must be gone, and many threads. */
#include "under.h"

#include <pthread.h>

#include <mbedtls/aes.h>
#include <mbedtls/error.h>
#include <mbedtls/gcm.h>
#include <mbedtls/md.h>
#include <mbedtls/sha256.h>

#include <outboard/fault.h>

#include "binding/mbedtls/internal.h"

extern struct ob_engine ob_engine_soft;

static uint8_t message[4096], key[32], iv[16], expected[4096], out[4096];

static int setup(void **state)
{
    (void)state;
    seed(6);
    fill(message, sizeof message);
    fill(key, sizeof key);
    fill(iv, sizeof iv);
    if (ob_default.n_engines)
        ob_stop(NULL);
    ob_default.retest_ns = 0;
    assert_int_equal(ob_start(), 1);
    assert_int_equal(ob_mbedtls_check(), OB_OK);
    by_engine();
    return 0;
}

/* ---- an engine that fails ---- */

static struct ob_fault fault;

/* In the place of soft, an engine on soft that fails every op from now on. */
static void only_a_failing_engine(void)
{
    ob_stop(NULL);
    memset(&fault, 0, sizeof fault);
    fault.target = ob_engine_soft.ops;
    assert_int_equal(ob_fault_init(&fault), OB_OK);
    assert_int_equal(ob_engine_add(NULL, &fault.engine), OB_OK);
    ob_default.retest_ns = (uint64_t)1 << 62; /* once in quarantine, it stays there */
    ob_mbedtls_forget();
}

static void fail_next(void)
{
    fault.rate[OB_FAULT_IO] = 1000;
}

/* Defect groups 7 and 14: a failure is the library's code for it, or the library goes on, never a wrong result. */
static void test_failures_are_redone_by_the_library(void **state)
{
    mbedtls_sha256_context ctx;
    mbedtls_aes_context aes;
    uint8_t digest[32], chain[16];

    (void)state;
    by_library();
    assert_int_equal(mbedtls_sha256(message, sizeof message, expected, 0), 0);
    only_a_failing_engine();
    by_engine();
    ob_mbedtls_fallback(true);
    mbedtls_sha256_init(&ctx);
    assert_int_equal(mbedtls_sha256_starts(&ctx, 0), 0);
    assert_int_equal(mbedtls_sha256_update(&ctx, message, 1000), 0);
    assert_int_equal(engine_ops("sha256_update"), 1);
    fail_next(); /* in mid-message: the library goes on from the state before */
    assert_int_equal(mbedtls_sha256_update(&ctx, message + 1000, sizeof message - 1000), 0);
    assert_int_equal(library_ops("sha256_update"), 1);
    assert_int_equal(mbedtls_sha256_finish(&ctx, digest), 0);
    assert_memory_equal(digest, expected, 32);

    by_library();
    mbedtls_aes_init(&aes);
    assert_int_equal(mbedtls_aes_setkey_enc(&aes, key, 256), 0);
    memcpy(chain, iv, 16);
    assert_int_equal(mbedtls_aes_crypt_cbc(&aes, MBEDTLS_AES_ENCRYPT, 512, chain, message, expected), 0);
    only_a_failing_engine();
    by_engine();
    ob_mbedtls_fallback(true);
    fail_next();
    memcpy(chain, iv, 16);
    assert_int_equal(mbedtls_aes_crypt_cbc(&aes, MBEDTLS_AES_ENCRYPT, 512, chain, message, out), 0);
    assert_memory_equal(out, expected, 512);
    assert_int_equal(library_ops("aes_crypt_cbc"), 1);
    mbedtls_aes_free(&aes);
}

static void test_failures_in_place_are_errors(void **state)
{
    static const uint8_t zero[512];
    mbedtls_aes_context aes;
    uint8_t chain[16];

    (void)state;
    only_a_failing_engine();
    by_engine();
    ob_mbedtls_fallback(true);
    mbedtls_aes_init(&aes);
    assert_int_equal(mbedtls_aes_setkey_enc(&aes, key, 128), 0);
    memcpy(out, message, 512);
    memcpy(chain, iv, 16);
    assert_int_equal(mbedtls_aes_crypt_cbc(&aes, MBEDTLS_AES_ENCRYPT, 16, chain, out, out),
                     0); /* the self-test passes */
    fail_next();
    assert_int_equal(mbedtls_aes_crypt_cbc(&aes, MBEDTLS_AES_ENCRYPT, 512, chain, out, out),
                     MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED);
    assert_memory_equal(out, zero, 512); /* wiped, not half done */
    mbedtls_aes_free(&aes);
}

static void test_without_fallback_failures_are_errors(void **state)
{
    uint8_t digest[32];

    (void)state;
    only_a_failing_engine();
    by_engine();
    assert_int_equal(mbedtls_sha256(message, 100, digest, 0), 0);
    fail_next();
    assert_int_equal(mbedtls_sha256(message, 100, digest, 0), MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED);
}

/* Defect group 14: every wait has an end. The engine accepts and stays silent; the library takes over. */
static void test_silence_has_an_end(void **state)
{
    uint8_t digest[32];

    (void)state;
    by_library();
    assert_int_equal(mbedtls_sha256(message, 100, expected, 0), 0);
    only_a_failing_engine();
    by_engine();
    ob_mbedtls_fallback(true);
    assert_int_equal(mbedtls_sha256(message, 100, digest, 0), 0); /* the self-test passes */
    ob_default.timeout_ns = 20000000;
    fault.late_polls = 1;
    fault.rate[OB_FAULT_SILENCE] = 1000;
    ob_mbedtls_counts_reset();
    assert_int_equal(mbedtls_sha256(message, 100, digest, 0), 0);
    assert_memory_equal(digest, expected, 32);
    assert_int_equal(library_ops("sha256"), 1);
    assert_int_equal(fault.injected[OB_FAULT_SILENCE], 1);
    ob_default.timeout_ns = 0;
}

/* ---- no engine ---- */

static void test_without_engines_the_library_serves(void **state)
{
    uint8_t digest[32];

    (void)state;
    by_library();
    assert_int_equal(mbedtls_sha256(message, 100, expected, 0), 0);
    ob_stop(NULL);
    by_price();
    ob_mbedtls_counts_reset();
    assert_int_equal(mbedtls_sha256(message, 100, digest, 0), 0);
    assert_memory_equal(digest, expected, 32);
    assert_int_equal(library_ops("sha256"), 1);
    ob_mbedtls_fallback(false);
    assert_int_equal(mbedtls_sha256(message, 100, digest, 0), MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED);
}

/* A key survives engines that stop and start again: sleep. */
static void test_contexts_survive_stop_and_start(void **state)
{
    mbedtls_gcm_context gcm;
    uint8_t tag[16], before[16];

    (void)state;
    mbedtls_gcm_init(&gcm);
    assert_int_equal(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 128), 0);
    assert_int_equal(
        mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 100, iv, 12, NULL, 0, message, out, 16, before), 0);
    ob_stop(NULL);
    assert_int_equal(ob_start(), 1);
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 100, iv, 12, NULL, 0, message, out, 16, tag),
                     0);
    assert_memory_equal(tag, before, 16);
    mbedtls_gcm_free(&gcm);
}

/* ---- keys ---- */

extern char __data_start[], _end[];

/* True if the bytes are anywhere in the program's static memory but where they are known to be; also between objects,
 * which the sanitizer would not have. */
__attribute__((no_sanitize("address"))) static bool in_memory(const uint8_t *bytes, size_t len)
{
    const volatile char *start = __data_start, *end = _end;

    for (const volatile char *p = start; p + len <= end; p++) {
        size_t i = 0;

        if ((const char *)p == (const char *)bytes)
            continue;
        while (i < len && p[i] == (char)bytes[i])
            i++;
        if (i == len)
            return true;
    }
    return false;
}

/* Defect group 17: keys are gone when their context is freed, has another key, or all are forgotten. */
static void test_keys_are_wiped(void **state)
{
    mbedtls_aes_context aes;

    (void)state;
    mbedtls_aes_init(&aes);
    for (unsigned how = 0; how < 3; how++) {
        fill(key, sizeof key);
        assert_int_equal(mbedtls_aes_setkey_enc(&aes, key, 256), 0);
        assert_int_equal(mbedtls_aes_crypt_ecb(&aes, MBEDTLS_AES_ENCRYPT, message, out), 0);
        assert_true(in_memory(key, 32));
        if (how == 0)
            mbedtls_aes_free(&aes);
        else if (how == 1)
            assert_int_equal(mbedtls_aes_setkey_enc(&aes, message, 256), 0);
        else
            ob_mbedtls_forget();
        assert_false(in_memory(key, 32));
    }
    mbedtls_aes_free(&aes);
}

/* ---- threads ---- */

enum { THREADS = 8, ROUNDS = 300 };
static uint8_t thread_tag[16], thread_digest[32];
static unsigned thread_failures;

/* Each has a context of its own; all have the same key. */
static void *work(void *p)
{
    mbedtls_gcm_context gcm;
    mbedtls_sha256_context sha;
    uint8_t text[500], tag[16], digest[32];
    unsigned failures = 0;

    (void)p;
    mbedtls_gcm_init(&gcm);
    for (unsigned i = 0; i < ROUNDS; i++) {
        failures += mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 256) != 0;
        failures +=
            mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 500, iv, 12, NULL, 0, message, text, 16, tag) != 0;
        failures += memcmp(tag, thread_tag, 16) != 0;
        mbedtls_sha256_init(&sha);
        failures += mbedtls_sha256_starts(&sha, 0) != 0;
        for (unsigned at = 0; at < 4096; at += 512)
            failures += mbedtls_sha256_update(&sha, message + at, 512) != 0;
        failures += mbedtls_sha256_finish(&sha, digest) != 0;
        failures += memcmp(digest, thread_digest, 32) != 0;
    }
    mbedtls_gcm_free(&gcm);
    __atomic_fetch_add(&thread_failures, failures, __ATOMIC_RELAXED);
    return NULL;
}

/* Defect group 17: threads. */
static void test_threads(void **state)
{
    pthread_t threads[THREADS];
    mbedtls_gcm_context gcm;

    (void)state;
    by_library();
    mbedtls_gcm_init(&gcm);
    assert_int_equal(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 256), 0);
    assert_int_equal(
        mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 500, iv, 12, NULL, 0, message, out, 16, thread_tag), 0);
    mbedtls_gcm_free(&gcm);
    assert_int_equal(mbedtls_sha256(message, 4096, thread_digest, 0), 0);
    by_engine();
    thread_failures = 0;
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, NULL), 0);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(thread_failures, 0);
}

/* ---- prices ---- */

/* The library's modes that go block by block do not ask for each block again, and an engine that comes changes that. */
static void test_blocks_do_not_ask_each_time(void **state)
{
    mbedtls_aes_context aes;
    uint64_t before;

    (void)state;
    assert_int_equal(ob_engine_add(NULL, &ob_mbedtls_library), OB_OK);
    by_price();
    ob_mbedtls_counts_reset();
    mbedtls_aes_init(&aes);
    assert_int_equal(mbedtls_aes_setkey_enc(&aes, key, 128), 0);
    before = ops_of("soft");
    for (unsigned i = 0; i < 1000; i++) {
        fill(key, 16);
        if (i % 100 == 0)
            assert_int_equal(mbedtls_aes_setkey_enc(&aes, key, 128), 0);
        assert_int_equal(mbedtls_aes_crypt_ecb(&aes, MBEDTLS_AES_ENCRYPT, message, out), 0);
    }
    assert_int_equal(engine_ops("aes_crypt_ecb") + library_ops("aes_crypt_ecb"), 1000);
    assert_int_equal(ops_of("soft") - before, engine_ops("aes_crypt_ecb"));
    mbedtls_aes_free(&aes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_failures_are_redone_by_the_library, setup),
        cmocka_unit_test_setup(test_failures_in_place_are_errors, setup),
        cmocka_unit_test_setup(test_without_fallback_failures_are_errors, setup),
        cmocka_unit_test_setup(test_silence_has_an_end, setup),
        cmocka_unit_test_setup(test_without_engines_the_library_serves, setup),
        cmocka_unit_test_setup(test_contexts_survive_stop_and_start, setup),
        cmocka_unit_test_setup(test_keys_are_wiped, setup),
        cmocka_unit_test_setup(test_threads, setup),
        cmocka_unit_test_setup(test_blocks_do_not_ask_each_time, setup),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
