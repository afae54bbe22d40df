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

#include <outboard/outboard.h>

#define THREADS  8
#define PER_CORE 0.8   /* of what one thread alone does in a second of CPU time */
#define CPU_NS   2.5e8 /* of each measurement */
#define ATTEMPTS 5     /* other work on the machine may spoil one */

struct worker {
    pthread_t thread;
    const struct ob_engine *engine; /* NULL: the control, which shares nothing with anybody */
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

static void *work(void *argument)
{
    struct worker *w = argument;
    double began = cpu_now_ns(), spent = 0;
    uint8_t data[1024], digest[32];
    volatile uint32_t sink = 1;
    struct ob_session s;

    memset(data, 7, sizeof data);
    if (w->engine) {
        w->err = ob_hash_open(&s, NULL, OB_SHA256);
        if (w->err == OB_OK)
            w->err = ob_session_pin(&s, w->engine);
    }
    while (w->err == OB_OK && spent < w->cpu_ns) {
        for (int i = 0; i < 64 && w->err == OB_OK; i++) {
            if (w->engine)
                w->err = ob_hash_compute(&s, digest, sizeof digest, data, w->len);
            else
                control(data, w->len, &sink);
        }
        w->ops += 64;
        spent = cpu_now_ns() - began;
    }
    if (w->engine)
        ob_session_close(&s);
    w->cpu_ns = spent;
    return NULL;
}

/* Ops in a nanosecond of CPU time, with n threads at once. */
static double rate(const struct ob_engine *e, size_t len, unsigned n)
{
    struct worker w[THREADS];
    double ops = 0, cpu_ns = 0;

    memset(w, 0, sizeof w);
    for (unsigned i = 0; i < n; i++) {
        w[i].engine = e;
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

/* The control tells what the machine itself takes away: cores that are two threads of one share its units. */
static void scales(const char *name, size_t len)
{
    const struct ob_engine *e = ob_engine_find(NULL, name);
    double best = 0;

    assert_non_null(e);
    for (int i = 0; i < ATTEMPTS && best < PER_CORE; i++) {
        double machine = rate(NULL, len, THREADS) / rate(NULL, len, 1);
        double kept = rate(e, len, THREADS) / rate(e, len, 1);

        machine = machine < 1 ? machine : 1;
        printf("  %-8s %4zu bytes: %d threads keep %.2f of one thread's speed a core; bare arithmetic %.2f\n", name,
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
    scales("soft", 64);
    scales("soft", 1024);
}

static void test_openssl(void **state)
{
    (void)state;
    if (!ob_engine_find(NULL, "openssl"))
        skip();
    scales("openssl", 64);
    scales("openssl", 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_soft), cmocka_unit_test(test_openssl)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
