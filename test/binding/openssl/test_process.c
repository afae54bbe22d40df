/* SPDX-License-Identifier: Apache-2.0 */
/* What a process does with the provider beside computing: threads, fork in the middle of a message, contexts by the
 * thousand, and a provider that is unloaded while contexts live. */
#include <dirent.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <openssl/provider.h>

#include "evp.h"

#define LEN     32768
#define THREADS 8

static uint8_t data[LEN];

/* SHA-256 of data encrypted in three updates under a key of seed; fork_at: a child goes on from there, too, and its
 * exit code says whether it got the same. */
static bool work(OSSL_LIB_CTX *lib, const char *name, uint32_t seed, uint8_t digest[32], int fork_at)
{
    static const int cuts[] = {16, 16384, 16, 8192, 48};
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(lib, name, NULL);
    EVP_MD *md = EVP_MD_fetch(lib, "SHA256", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    EVP_MD_CTX *md_ctx = EVP_MD_CTX_new();
    uint8_t key[32], iv[16], *out = malloc(LEN + 32);
    bool ok = cipher && md && ctx && md_ctx && out;
    pid_t child = -1;
    int n, at = 0;

    evp_fill(key, sizeof key, seed);
    evp_fill(iv, sizeof iv, seed + 1);
    ok = ok && EVP_EncryptInit_ex2(ctx, cipher, key, iv, NULL) && EVP_DigestInit_ex2(md_ctx, md, NULL);
    for (int i = 0; ok && i < 5; i++) {
        if (i == fork_at)
            child = fork();
        ok = EVP_EncryptUpdate(ctx, out, &n, data + at, cuts[i]) && EVP_DigestUpdate(md_ctx, out, (size_t)n);
        at += cuts[i];
    }
    ok = ok && EVP_EncryptFinal_ex(ctx, out, &n) && EVP_DigestUpdate(md_ctx, out, (size_t)n) &&
         EVP_DigestFinal_ex(md_ctx, digest, NULL);
    if (fork_at >= 0 && child == 0) {
        uint8_t expected[32];

        ok = ok && work(evp_plain, name, seed, expected, -1) && memcmp(digest, expected, 32) == 0;
        /* and it can begin anew */
        ok = ok && work(lib, name, seed, digest, -1) && memcmp(digest, expected, 32) == 0;
        _exit(ok ? 0 : 1);
    }
    if (child > 0) {
        int status = -1;

        ok = waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0 && ok;
    }
    EVP_CIPHER_CTX_free(ctx);
    EVP_MD_CTX_free(md_ctx);
    EVP_CIPHER_free(cipher);
    EVP_MD_free(md);
    free(out);
    return ok;
}

static const char *const names[] = {"AES-128-CBC", "AES-256-CTR", "AES-128-ECB", "SM4-CTR"};

static void *thread(void *argument)
{
    uint32_t seed = *(uint32_t *)argument;

    for (uint32_t i = 0; i < 60; i++) {
        uint8_t digest[2][32];
        const char *name = names[(seed + i) % 4];

        if (!work(evp_plain, name, seed + i, digest[0], -1) || !work(evp_outboard, name, seed + i, digest[1], -1) ||
            memcmp(digest[0], digest[1], 32) != 0)
            return argument;
    }
    return NULL;
}

static void threads(void **state)
{
    pthread_t ids[THREADS];
    uint32_t seeds[THREADS];

    (void)state;
    for (uint32_t i = 0; i < THREADS; i++) {
        seeds[i] = 1000 * i;
        assert_int_equal(pthread_create(&ids[i], NULL, thread, &seeds[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;

        assert_int_equal(pthread_join(ids[i], &failed), 0);
        assert_null(failed);
    }
}

static void fork_in_the_middle(void **state)
{
    (void)state;
    for (int at = 0; at < 5; at++)
        for (uint32_t k = 0; k < 4; k++) {
            uint8_t digest[2][32];

            assert_true(work(evp_plain, names[k], k, digest[0], -1));
            assert_true(work(evp_outboard, names[k], k, digest[1], at));
            assert_memory_equal(digest[0], digest[1], 32);
        }
}

/* Children fork while other threads are in the middle of something. The allocator of gcc 12's address sanitizer takes
 * no care of its locks across a fork, so that a child may wait for ever in malloc: not there. */
static void fork_among_threads(void **state)
{
    pthread_t ids[2];
    uint32_t seeds[2] = {77, 88};

    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&ids[i], NULL, thread, &seeds[i]), 0);
    for (uint32_t i = 0; i < 10; i++) {
        uint8_t digest[32];

        assert_true(work(evp_outboard, names[i % 4], i, digest, 2));
    }
    for (int i = 0; i < 2; i++) {
        void *failed;

        assert_int_equal(pthread_join(ids[i], &failed), 0);
        assert_null(failed);
    }
}

static int descriptors(void)
{
    DIR *d = opendir("/proc/self/fd");
    int n = 0;

    assert_non_null(d);
    while (readdir(d))
        n++;
    closedir(d);
    return n;
}

static void nothing_grows(void **state)
{
    uint8_t digest[32];
    size_t before;
    int open;

    (void)state;
    for (uint32_t i = 0; i < 40; i++) /* all that is opened once */
        assert_true(work(evp_outboard, names[i % 4], i, digest, -1));
    before = mallinfo2().uordblks;
    open = descriptors();
    for (uint32_t i = 0; i < 400; i++)
        assert_true(work(evp_outboard, names[i % 4], i, digest, -1));
    assert_int_equal(descriptors(), open);
#ifndef __SANITIZE_ADDRESS__ /* which has an allocator, and a check for leaks, of its own */
    assert_true(mallinfo2().uordblks <= before + 4096);
#else
    (void)before;
#endif
}

/* The application unloads both providers, and goes on with a context of theirs. */
static void unloaded_in_use(void **state)
{
    OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
    OSSL_PROVIDER *outboard, *base;
    EVP_CIPHER *cipher, *plain = EVP_CIPHER_fetch(evp_plain, "AES-128-CBC", NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new(), *plain_ctx = EVP_CIPHER_CTX_new();
    uint8_t key[16] = {1}, iv[16] = {2}, *out[2] = {malloc(LEN + 16), malloc(LEN + 16)};
    int n;

    (void)state;
    assert_true(OSSL_PROVIDER_set_default_search_path(lib, getenv("OB_TEST_PROVIDER_DIR")));
    assert_non_null(outboard = OSSL_PROVIDER_load(lib, "outboard_test"));
    assert_non_null(base = OSSL_PROVIDER_load(lib, "default"));
    assert_true(EVP_set_default_properties(lib, "?provider=outboard"));
    assert_non_null(cipher = EVP_CIPHER_fetch(lib, "AES-128-CBC", NULL));
    assert_int_equal(EVP_EncryptInit_ex2(ctx, cipher, key, iv, NULL), 1);
    assert_int_equal(EVP_EncryptInit_ex2(plain_ctx, plain, key, iv, NULL), 1);
    EVP_CIPHER_free(cipher);
    assert_int_equal(OSSL_PROVIDER_unload(outboard), 1);
    assert_int_equal(OSSL_PROVIDER_unload(base), 1);
    for (int i = 0; i < 3; i++) {
        int len = i == 1 ? 16 : 16384;

        assert_int_equal(EVP_EncryptUpdate(ctx, out[0], &n, data, len), 1);
        assert_int_equal(EVP_EncryptUpdate(plain_ctx, out[1], &n, data, len), 1);
        assert_memory_equal(out[0], out[1], (size_t)n);
    }
    EVP_CIPHER_CTX_free(ctx);
    OSSL_LIB_CTX_free(lib);
    EVP_CIPHER_CTX_free(plain_ctx);
    EVP_CIPHER_free(plain);
    free(out[0]);
    free(out[1]);
}

/* The application frees its library context before what it fetched there, in each order of the two providers. */
static void outlives_the_library(void **state)
{
    static const char *const order[][2] = {{"outboard_test", "default"}, {"default", "outboard_test"}};

    (void)state;
    for (int k = 0; k < 2; k++) {
        OSSL_LIB_CTX *lib = OSSL_LIB_CTX_new();
        OSSL_PROVIDER *provider[2];
        EVP_CIPHER *cipher;
        EVP_MD *md;

        assert_true(OSSL_PROVIDER_set_default_search_path(lib, getenv("OB_TEST_PROVIDER_DIR")));
        for (int i = 0; i < 2; i++)
            assert_non_null(provider[i] = OSSL_PROVIDER_load(lib, order[k][i]));
        assert_true(EVP_set_default_properties(lib, "?provider=outboard"));
        assert_non_null(cipher = EVP_CIPHER_fetch(lib, "AES-128-CBC", NULL));
        assert_non_null(md = EVP_MD_fetch(lib, "SHA256", NULL));
        for (int i = 0; i < 2; i++)
            assert_int_equal(OSSL_PROVIDER_unload(provider[i]), 1);
        OSSL_LIB_CTX_free(lib);
        EVP_CIPHER_free(cipher);
        EVP_MD_free(md);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads),       cmocka_unit_test(fork_in_the_middle), cmocka_unit_test(fork_among_threads),
        cmocka_unit_test(nothing_grows), cmocka_unit_test(unloaded_in_use),    cmocka_unit_test(outlives_the_library),
    };

    evp_fill(data, sizeof data, 95);
    return cmocka_run_group_tests(tests, evp_start, evp_stop);
}
