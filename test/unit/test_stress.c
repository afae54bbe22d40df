/* SPDX-License-Identifier: Apache-2.0 */
/* Threads on asynchronous engines that fail at random: open, submit, chains, poll, wait, close in the middle,
 * self-test, quarantine and restart, all at once. Every op ends once, with the right answer or none. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "later.h"

#include "port/clock.h"
#include "port/lock.h"
#include "port/thread.h"

#define THREADS    4
#define CHAIN      3
#define LEN        64
#define SECONDS_NS 2000000000u
#define LIMIT_NS   150000000000u /* for what all_at_once must have seen, on a busy machine */
#define PATIENCE   10000000000u  /* for a callback that another thread is to call */

extern struct ob_engine ob_engine_soft;

static struct ob_dispatcher d;
static struct later one_at_a_time, many;
static struct ob_engine_ops prompt_ops;
static struct ob_engine prompt;
static const uint8_t key[16] = {7};
static uint8_t in[CHAIN * LEN], ctr[CHAIN * LEN], gcm[LEN], tag[16], digest[32];
static uint64_t until;
static unsigned good; /* chains that ended with OB_OK */

struct item {
    struct ob_op op[CHAIN];
    struct ob_session s;
    uint8_t out[CHAIN * LEN], tag[32];
    unsigned done[CHAIN];
};

struct work {
    uint32_t seed;
    const char *wrong; /* what was, or NULL */
};

static uint32_t roll(struct work *w, uint32_t n)
{
    w->seed = w->seed * 1664525u + 1013904223u; /* Numerical Recipes, section 7.1 */
    return (w->seed >> 8) % n;
}

static void done(struct ob_op *op)
{
    __atomic_add_fetch((unsigned *)op->user, 1, __ATOMIC_SEQ_CST);
}

static bool all(const uint8_t *p, size_t len, uint8_t value)
{
    for (size_t i = 0; i < len; i++)
        if (p[i] != value)
            return false;
    return true;
}

/* A chain of n ops on a session of alg. */
static void make(struct item *t, uint8_t alg, unsigned n)
{
    memset(t->out, 0x77, sizeof t->out);
    for (unsigned i = 0; i < n; i++) {
        struct ob_op *op = &t->op[i];

        op->flags = OB_ENCRYPT | (i == 0 ? OB_FIRST : 0u) | (i == n - 1 ? OB_LAST : 0u);
        op->iv = key;
        op->iv_len = alg == OB_AES_CTR ? 16 : alg == OB_AES_GCM ? 12 : 0;
        op->in = in + (size_t)LEN * i;
        op->in_len = LEN;
        op->out = alg == OB_SHA256 ? NULL : t->out + (size_t)LEN * i;
        op->out_size = alg == OB_SHA256 ? 0 : LEN;
        op->tag = t->tag;
        op->tag_len = alg == OB_SHA256 ? 32 : 16;
        op->total_in = (uint64_t)LEN * n;
        op->done = done;
        op->user = &t->done[i];
        op->next = i == n - 1 ? NULL : op + 1;
    }
}

/* What is wrong with the ops of a chain that has ended; NULL: nothing. */
static const char *check(const struct item *t, uint8_t alg, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const uint8_t *out = t->out + (size_t)LEN * i;
        int status = t->op[i].status;

        if (status == OB_PENDING)
            return "an op that has not ended";
        if (status == OB_OK) {
            if (alg == OB_AES_CTR ? memcmp(out, ctr + (size_t)LEN * i, LEN) != 0 : 0)
                return "wrong CTR";
            if (alg == OB_AES_GCM && (memcmp(out, gcm, LEN) != 0 || memcmp(t->tag, tag, 16) != 0))
                return "wrong GCM";
            if (alg == OB_SHA256 && n == CHAIN && i == n - 1 && memcmp(t->tag, digest, 32) != 0)
                return "wrong SHA-256";
        } else if (alg != OB_SHA256 && !all(out, LEN, status == OB_E_IO ? 0 : 0x77)) {
            return "output that is left after an error";
        }
        if (i && status == OB_OK && t->op[i - 1].status != OB_OK)
            return "an op that ran after one that failed";
    }
    return NULL;
}

/* Wait until every callback was called, which another thread may be about to do: true if each was, once. */
static bool called_once(struct item *t, unsigned n)
{
    uint64_t limit = ob_port_clock_ns() + PATIENCE;

    for (unsigned i = 0; i < n; i++)
        while (__atomic_load_n(&t->done[i], __ATOMIC_SEQ_CST) == 0 && ob_port_clock_ns() < limit)
            ob_port_relax();
    for (unsigned i = 0; i < n; i++)
        if (__atomic_load_n(&t->done[i], __ATOMIC_SEQ_CST) != 1)
            return false;
    return true;
}

static const char *one_round(struct work *w)
{
    static const uint8_t algs[] = {OB_AES_CTR, OB_AES_GCM, OB_SHA256};
    static const uint8_t flags[] = {0, OB_SESSION_WAIT, OB_SESSION_NO_RETRY};
    struct item *t = (struct item *)calloc(1, sizeof *t);
    uint8_t alg = algs[roll(w, 3)];
    unsigned n = alg == OB_AES_GCM ? 1 : 1 + roll(w, CHAIN), how = roll(w, 4);
    const char *wrong = NULL;
    int r;

    if (!t)
        return "no memory";
    if (ob_session_open(&t->s, &d, alg, alg == OB_SHA256 ? NULL : key, alg == OB_SHA256 ? 0 : 16) != OB_OK ||
        ob_session_require(&t->s, flags[roll(w, 3)]) != OB_OK) {
        free(t);
        return "no session";
    }
    make(t, alg, n);
    r = how == 0 ? ob_run(&t->s, t->op) : ob_submit(&t->s, t->op);
    if (how == 0 && r == OB_PENDING)
        wrong = "run that has not ended";
    if (how == 1)
        (void)!ob_wait(&t->op[n - 1]);
    if (how == 2)
        while (ob_port_load32(&t->op[n - 1].status) == OB_PENDING)
            (void)ob_poll(&d);
    if (how == 3 && roll(w, 2))
        (void)ob_poll(&d);
    ob_session_close(&t->s); /* in the middle, if how is 3 */
    if (!wrong)
        wrong = check(t, alg, n);
    if (!called_once(t, n))
        wrong = "a callback that was not called once";
    if (t->op[n - 1].status == OB_OK)
        __atomic_add_fetch(&good, 1, __ATOMIC_SEQ_CST);
    if (!wrong)
        free(t); /* else it may still be in use */
    return wrong;
}

/* Every engine served, and some chains ended well. */
static bool seen_enough(void)
{
    return __atomic_load_n(&good, __ATOMIC_SEQ_CST) > 20 &&
           __atomic_load_n(&one_at_a_time.ops, __ATOMIC_SEQ_CST) > 10 &&
           __atomic_load_n(&many.ops, __ATOMIC_SEQ_CST) > 10;
}

static bool goes_on(void)
{
    uint64_t now = ob_port_clock_ns();

    return now < until || (now < until + LIMIT_NS && !seen_enough());
}

static void *work(void *arg)
{
    struct work *w = (struct work *)arg;

    while (!w->wrong && goes_on())
        w->wrong = one_round(w);
    return NULL;
}

/* Tests engines again and again, and delivers what nobody waits for. */
static void *test_and_poll(void *arg)
{
    struct work *w = (struct work *)arg;

    while (goes_on()) {
        (void)!ob_selftest(roll(w, 2) ? &one_at_a_time.engine : &many.engine, 0);
        for (unsigned i = roll(w, 200); i--;)
            (void)ob_poll(&d);
    }
    return NULL;
}

static void make_later(struct later *l, const char *name, bool reentrant)
{
    l->target = ob_engine_soft.ops;
    l->reentrant = reentrant;
    l->polls = 2;
    l->seed = reentrant ? 11 : 5;
    later_make(l, name);
    assert_int_equal(ob_engine_add(&d, &l->engine), OB_OK);
    assert_int_equal(ob_selftest(&l->engine, 0), OB_OK);
    l->io = l->late_io = 15;
    l->busy = 40;
    l->dead = 1;
}

/* The right answers, from the prompt engine alone. */
static void make_answers(void)
{
    struct ob_session s;

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 3 + 1);
    assert_int_equal(ob_cipher_open(&s, &d, OB_AES_CTR, key, 16), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, ctr, sizeof ctr, key, 16, in, sizeof in), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_aead_open(&s, &d, OB_AES_GCM, key, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, gcm, LEN, tag, 16, key, 12, NULL, 0, in, LEN), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_compute(&s, digest, 32, in, sizeof in), OB_OK);
    ob_session_close(&s);
}

static void all_at_once(void **state)
{
    pthread_t thread[THREADS], tester;
    struct work w[THREADS + 1];

    (void)state;
    prompt_ops = *ob_engine_soft.ops;
    prompt = (struct ob_engine){.ops = &prompt_ops};
    assert_int_equal(ob_engine_add(&d, &prompt), OB_OK);
    make_answers();
    ob_stop(&d);
    make_later(&one_at_a_time, "one at a time", false);
    make_later(&many, "many", true);
    d.timeout_ns = 1000000000; /* not before: on a busy machine a self-test takes long */
    d.retest_ns = 200000;
    assert_int_equal(ob_engine_add(&d, &prompt), OB_OK); /* among equal prices the last choice */
    until = ob_port_clock_ns() + SECONDS_NS;
    for (unsigned i = 0; i <= THREADS; i++)
        w[i] = (struct work){.seed = i + 1};
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, work, &w[i]), 0);
    assert_int_equal(pthread_create(&tester, NULL, test_and_poll, &w[THREADS]), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        if (w[i].wrong)
            fail_msg("thread %u: %s", i, w[i].wrong);
    }
    assert_int_equal(pthread_join(tester, NULL), 0);
    ob_stop(&d);
    assert_int_equal(one_at_a_time.overlaps, 0);
    assert_int_equal(one_at_a_time.stops_pending, 0); /* many is reentrant: submit may run beside stop (engine.h) */
    assert_int_equal(one_at_a_time.closes_inside + many.closes_inside, 0);
    assert_true(seen_enough());
}

/* ---- close while another thread submits the op again ---- */

#define NAP_NS 20000000u /* in submit, so that close reads the op's state meanwhile */

static unsigned again;

/* Relaxed, as a lock would order what ThreadSanitizer is to look at. */
static void nap(struct later *l)
{
    uint64_t end = ob_port_clock_ns() + NAP_NS;

    (void)l;
    __atomic_store_n(&again, 1, __ATOMIC_RELAXED);
    while (ob_port_clock_ns() < end)
        ;
}

static void *poll_until_submitted(void *arg)
{
    (void)arg;
    while (!__atomic_load_n(&again, __ATOMIC_RELAXED) && ob_port_clock_ns() < until)
        (void)ob_poll(&d);
    return NULL;
}

/* The op fails on the first engine. The thread that polls submits it to the second one, while this thread closes its
 * session. */
static void closed_while_submitted_again(void **state)
{
    static struct later first, second;
    struct item *t = (struct item *)calloc(1, sizeof *t);
    pthread_t poller;

    (void)state;
    assert_non_null(t);
    d = (struct ob_dispatcher){0};
    make_later(&first, "first", true);
    make_later(&second, "second", true);
    first.io = first.late_io = first.busy = first.dead = 0;
    second.io = second.late_io = second.busy = second.dead = 0;
    assert_int_equal(ob_session_open(&t->s, &d, OB_AES_CTR, key, 16), OB_OK);
    make(t, OB_AES_CTR, 1);
    first.answer = OB_E_IO;
    second.in_submit = nap;
    assert_int_equal(ob_submit(&t->s, t->op), OB_PENDING);
    assert_int_equal(first.ops, 1);
    until = ob_port_clock_ns() + PATIENCE;
    assert_int_equal(pthread_create(&poller, NULL, poll_until_submitted, NULL), 0);
    while (!__atomic_load_n(&again, __ATOMIC_RELAXED) && ob_port_clock_ns() < until)
        ;
    ob_session_close(&t->s);
    assert_int_equal(pthread_join(poller, NULL), 0);
    assert_int_equal(second.ops, 1);
    assert_true(called_once(t, 1));
    assert_int_equal(t->op[0].status, OB_E_IO);
    assert_true(all(t->out, LEN, 0));
    free(t);
    ob_stop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_at_once),
        cmocka_unit_test(closed_while_submitted_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
