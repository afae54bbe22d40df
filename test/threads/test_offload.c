/* SPDX-License-Identifier: Apache-2.0 */
/* The link to the offload's helper in several threads at once: sessions of their own, in one op and in parts, while the
 * kernel behind the helper fails, the helper dies, and the engine is tested and stopped again and again. What ends
 * well is right. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "test/unit/offload_host.h"

#define THREADS 4
#define LEN     512
#define SECONDS 1.5

/* ---- ThreadSanitizer and clone ---- */

/* offload/spawn.c calls clone, which lets the child run in the memory of this thread, as vfork does. ThreadSanitizer's
 * own clone takes the child for a new process and lets the thread ignore locks from then on. So the linker puts this in
 * its place. */
int __clone(int (*run)(void *), void *stack, int flags, void *arg, ...);
int __wrap_clone(int (*run)(void *), void *stack, int flags, void *arg);

int __wrap_clone(int (*run)(void *), void *stack, int flags, void *arg)
{
    return __clone(run, stack, flags, arg);
}

/* Then it takes the child's descriptors, and the threads that the child does not have, for this process's. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_options(void);

const char *__tsan_default_suppressions(void)
{
    return "race:^intermediate$\n";
}

const char *__tsan_default_options(void)
{
    return "report_thread_leaks=0";
}

/* ---- the work ---- */

static const struct {
    uint8_t alg, key_len, iv_len, tag_len;
} algs[] = {
    {OB_AES_CBC, 16, 16, 0},
    {OB_AES_CTR, 32, 16, 0},
    {OB_AES_GCM, 16, 12, 16},
    {OB_SHA256, 0, 0, 32},
};
#define ALGS (sizeof algs / sizeof algs[0])

struct answer {
    uint8_t out[LEN], tag[32];
};
static struct answer right[ALGS];
static double until;

struct work {
    unsigned number, ok, failed;
    const char *wrong; /* what was, or NULL */
};

/* Algorithm i, in one op or in two: OB_OK, or an error. */
static int one(unsigned i, bool parts, struct answer *a)
{
    bool hash = algs[i].alg == OB_SHA256;
    struct ob_session s;
    struct ob_op op;
    int r = ob_session_open(&s, &d, algs[i].alg, hash ? NULL : key, algs[i].key_len);

    if (r != OB_OK)
        return r;
    memset(a, 0, sizeof *a);
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_ENCRYPT | (parts ? 0u : (uint32_t)OB_LAST);
    op.iv = iv;
    op.iv_len = algs[i].iv_len;
    op.in = text;
    op.in_len = parts ? LEN / 2 : LEN;
    op.out = hash ? NULL : a->out;
    op.out_size = hash ? 0 : op.in_len;
    op.tag = a->tag;
    op.tag_len = algs[i].tag_len;
    op.total_in = LEN;
    r = ob_run(&s, &op);
    if (r == OB_OK && parts) {
        op.flags = OB_LAST | OB_ENCRYPT;
        op.in += LEN / 2;
        op.out = hash ? NULL : a->out + LEN / 2;
        r = ob_run(&s, &op);
    }
    ob_session_close(&s);
    return r;
}

static void *work(void *arg)
{
    struct work *w = (struct work *)arg;
    struct answer a;

    for (unsigned n = w->number; !w->wrong && now() < until; n++) {
        unsigned i = n % ALGS;
        int r = one(i, (n / ALGS & 1) != 0, &a);

        if (r != OB_OK)
            w->failed++;
        else if (memcmp(&a, &right[i], sizeof a) != 0)
            w->wrong = ob_alg_name(algs[i].alg);
        else
            w->ok++;
    }
    return NULL;
}

static void all_at_once(void **state)
{
    static const char *const faults[] = {"fail", "die"};
    pthread_t thread[THREADS];
    struct work w[THREADS];
    uint64_t handoffs;
    unsigned ok = 0;

    (void)state;
    for (unsigned i = 0; i < ALGS; i++)
        assert_int_equal(one(i, false, &right[i]), OB_OK);
    handoffs = stats().handoffs;
    assert_true(handoffs > 0);
    d.retest_ns = 1000000;
    until = now() + SECONDS;
    for (unsigned i = 0; i < THREADS; i++) {
        w[i] = (struct work){.number = i};
        assert_int_equal(pthread_create(&thread[i], NULL, work, &w[i]), 0);
    }
    for (unsigned n = 0; now() < until; n++) {
        usleep(40000);
        order(faults[n % 2]);
        usleep(5000);
        end_orders();
        (void)!ob_selftest(&ob_engine_afalg, 1u << OB_CLASS_HASH);
        if (n % 4 == 3)
            ob_engine_afalg.ops->stop(ob_engine_afalg.dev); /* as core does before it tests the engine again */
    }
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        if (w[i].wrong)
            fail_msg("thread %u: %s", i, w[i].wrong);
        ok += w[i].ok;
    }
    assert_true(ok > 20);
    recovers();
    assert_true(stats().handoffs > handoffs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_at_once)};

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
