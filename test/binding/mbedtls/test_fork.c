/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that fork while their threads call the library: the child waits for no thread of its parent, and has every
 * place of the pool. The binding of this program has as many places as it has threads. */
#include "under.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <mbedtls/aes.h>
#include <mbedtls/gcm.h>
#include <mbedtls/sha256.h>

#include <outboard/dispatch.h>

enum { THREADS = 2, SPINNING = 8, FORKS = 30, LEN = 4096, PATIENCE_S = 30 };
static uint8_t key[32], message[LEN];
static bool stop;

static int gcm(const uint8_t *k)
{
    mbedtls_gcm_context ctx;
    uint8_t out[LEN], tag[16];
    int ret;

    mbedtls_gcm_init(&ctx);
    ret = mbedtls_gcm_setkey(&ctx, MBEDTLS_CIPHER_ID_AES, k, 128);
    if (ret == 0)
        ret = mbedtls_gcm_crypt_and_tag(&ctx, MBEDTLS_GCM_ENCRYPT, LEN, k, 12, NULL, 0, message, out, 16, tag);
    mbedtls_gcm_free(&ctx);
    return ret;
}

static void *work(void *p)
{
    do
        if (gcm((const uint8_t *)p) != 0)
            return p;
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED));
    return NULL;
}

/* 0 if ob_mbedtls_forget returns, and THREADS threads at once are served without fallback. A place that is lost would
 * make a call fail. */
static int child(void)
{
    pthread_t threads[THREADS];
    void *failed[THREADS];
    int wrong = 0;

    (void)alarm(PATIENCE_S);
    ob_mbedtls_forget();
    for (unsigned i = 0; i < 4; i++)
        wrong += gcm(key + i) != 0;
    stop = true; /* each thread makes one attempt */
    for (unsigned i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, key) != 0)
            return 1;
    for (unsigned i = 0; i < THREADS; i++)
        wrong += pthread_join(threads[i], &failed[i]) != 0 || failed[i] != NULL;
    return wrong != 0;
}

static int status_of(pid_t pid)
{
    int status = -1;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static int setup(void **state)
{
    (void)state;
    seed(5);
    fill(key, sizeof key);
    fill(message, sizeof message);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    by_engine();
    return 0;
}

static void test_threads_and_forks(void **state)
{
    pthread_t threads[THREADS];
    void *failed;

    (void)state;
    stop = false;
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, key + 8 * i), 0);
    for (unsigned i = 0; i < FORKS; i++) {
        pid_t pid = fork();

        assert_true(pid >= 0);
        if (pid == 0)
            _exit(child());
        assert_int_equal(status_of(pid), 0);
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
}

/* A thread that forks within a call can't wait for itself. It waits a second, however busy the processors are. */
static pid_t forked;
static time_t took;

static void *spin(void *p)
{
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
        ;
    return p;
}

static void fork_within(void *user, const struct ob_trace *event)
{
    struct timespec from, to;

    (void)user, (void)event;
    ob_default.trace = NULL;
    (void)clock_gettime(CLOCK_MONOTONIC, &from);
    forked = fork();
    if (forked == 0)
        _exit(child());
    (void)clock_gettime(CLOCK_MONOTONIC, &to);
    took = to.tv_sec - from.tv_sec;
}

static void test_fork_within_a_call(void **state)
{
    pthread_t threads[SPINNING];

    (void)state;
    stop = false;
    for (unsigned i = 0; i < SPINNING; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, spin, NULL), 0);
    forked = -1;
    ob_default.trace = fork_within;
    assert_int_equal(gcm(key), 0);
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < SPINNING; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_null(ob_default.trace);
    assert_true(forked > 0);
    assert_true(took < PATIENCE_S);
    assert_int_equal(status_of(forked), 0);
    assert_int_equal(gcm(key), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_and_forks),
        cmocka_unit_test(test_fork_within_a_call),
    };

    return cmocka_run_group_tests(tests, setup, NULL);
}
