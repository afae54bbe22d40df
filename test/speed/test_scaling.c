/* SPDX-License-Identifier: Apache-2.0 */
/* Eight threads on sessions of their own: what a core does in a second of its time must not shrink. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef HAVE_OPENSSL
#include <openssl/evp.h>
#endif

#include <outboard/outboard.h>

#define THREADS  8
#define PER_CORE 0.8   /* of what one thread alone does in a second of CPU time */
#define CPU_NS   2.5e8 /* of each measurement */
#define ATTEMPTS 5     /* other work on the machine may spoil one */

struct worker {
    pthread_t thread;
    const struct ob_engine *engine; /* NULL: the control, which does without Outboard */
    bool library;                   /* the control is the library's own digest, else bare arithmetic */
    size_t len;
    double cpu_ns; /* to spend, then spent */
    double ops;
    int err;
};

static double cpu_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Work that no framework can slow down: a hash of sorts over memory of the thread's own. */
static void control(const uint8_t *data, size_t len, volatile uint32_t *sink)
{
    uint32_t h = *sink;

    for (size_t i = 0; i < 8 * len; i++)
        h = (h ^ data[i % len]) * 16777619u;
    *sink = h;
}

/* The same hash by the library alone: its allocations and counters are not ours. */
static int control_library(void *context, const uint8_t *data, size_t len, uint8_t digest[32])
{
#ifdef HAVE_OPENSSL
    EVP_MD_CTX *c = (EVP_MD_CTX *)context;

    return EVP_DigestInit_ex2(c, NULL, NULL) == 1 && EVP_DigestUpdate(c, data, len) == 1 &&
                   EVP_DigestFinal_ex(c, digest, NULL) == 1
               ? OB_OK
               : OB_E_IO;
#else
    (void)context;
    (void)data;
    (void)len;
    (void)digest;
    return OB_E_DECLINED;
#endif
}

static void *work(void *argument)
{
    struct worker *w = argument;
    double began = cpu_now_ns(), spent = 0;
    uint8_t data[1024], digest[32];
    volatile uint32_t sink = 1;
    struct ob_session s;
    void *context = NULL;

    memset(data, 7, sizeof data);
#ifdef HAVE_OPENSSL
    EVP_MD *sha256 = w->library ? EVP_MD_fetch(NULL, "SHA256", NULL) : NULL;

    if (w->library) {
        context = EVP_MD_CTX_new();
        w->err = context && EVP_DigestInit_ex2((EVP_MD_CTX *)context, sha256, NULL) == 1 ? OB_OK : OB_E_IO;
    }
#endif
    if (w->engine) {
        w->err = ob_hash_open(&s, NULL, OB_SHA256);
        if (w->err == OB_OK)
            w->err = ob_session_pin(&s, w->engine);
    }
    while (w->err == OB_OK && spent < w->cpu_ns) {
        for (int i = 0; i < 64 && w->err == OB_OK; i++) {
            if (w->engine)
                w->err = ob_hash_compute(&s, digest, sizeof digest, data, w->len);
            else if (w->library)
                w->err = control_library(context, data, w->len, digest);
            else
                control(data, w->len, &sink);
        }
        w->ops += 64;
        spent = cpu_now_ns() - began;
    }
    if (w->engine)
        ob_session_close(&s);
#ifdef HAVE_OPENSSL
    EVP_MD_CTX_free((EVP_MD_CTX *)context);
    EVP_MD_free(sha256);
#endif
    w->cpu_ns = spent;
    return NULL;
}

/* Ops in a nanosecond of CPU time, with n threads at once. */
static double rate(const struct ob_engine *e, bool library, size_t len, unsigned n)
{
    struct worker w[THREADS];
    double ops = 0, cpu_ns = 0;

    memset(w, 0, sizeof w);
    for (unsigned i = 0; i < n; i++) {
        w[i].engine = e;
        w[i].library = library;
        w[i].len = len;
        w[i].cpu_ns = CPU_NS / n;
        assert_int_equal(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    }
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(pthread_join(w[i].thread, NULL), 0);
        assert_int_equal(w[i].err, OB_OK);
        ops += w[i].ops;
        cpu_ns += w[i].cpu_ns;
    }
    return ops / cpu_ns;
}

/* The control tells what the machine and the library take away by themselves: cores that are two threads of one share
 * its units, other work on the machine their caches, and a library its allocator. */
static void scales(const char *name, bool library, size_t len)
{
    const struct ob_engine *e = ob_engine_find(NULL, name);
    double best = 0;

    assert_non_null(e);
    for (int i = 0; i < ATTEMPTS && best < PER_CORE; i++) {
        double machine = rate(NULL, library, len, THREADS) / rate(NULL, library, len, 1);
        double kept = rate(e, false, len, THREADS) / rate(e, false, len, 1);

        machine = machine < 1 ? machine : 1;
        printf("  %-8s %4zu bytes: %d threads keep %.2f of one thread's speed a core; without Outboard %.2f\n", name,
               len, THREADS, kept, machine);
        kept /= machine;
        best = kept > best ? kept : best;
    }
    if (best < PER_CORE)
        fail_msg("%s scales to %.2f a core, less than %.2f", name, best, PER_CORE);
}

static int set_up(void **state)
{
    (void)state;
    return ob_start() > 0 ? 0 : -1;
}

static void test_soft(void **state)
{
    (void)state;
    scales("soft", false, 64);
    scales("soft", false, 1024);
}

static void test_openssl(void **state)
{
    (void)state;
    if (!ob_engine_find(NULL, "openssl"))
        skip();
    scales("openssl", true, 64);
    scales("openssl", true, 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_soft), cmocka_unit_test(test_openssl)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
