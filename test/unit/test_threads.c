/* SPDX-License-Identifier: Apache-2.0 */
/* Rule 9 of DESIGN.md with real threads: sessions of many threads on one dispatcher, exact counters, one op at a time
 * on an engine that is not reentrant, and one self-test however many threads come first. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/price.h>

#include "port/thread.h"
#include "toy.h"

#define THREADS 24 /* more than the counters have shards */
#define ROUNDS  400

static struct ob_dispatcher d;
static struct toy first, second;
static unsigned inside, collisions;

/* Toys count without locks, so the verbs under test are these. */
static int careful_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    if (__atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST) != 0 && !s->testing)
        __atomic_fetch_add(&collisions, 1, __ATOMIC_SEQ_CST);
    for (volatile unsigned i = 0; i < 200; i++)
        ;
    if (op->out != op->in)
        memcpy(op->out, op->in, op->in_len);
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
    return OB_OK;
}

static int plain_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct toy *toy = (struct toy *)dev;

    if (s->testing)
        __atomic_fetch_add(&toy->tests, 1, __ATOMIC_SEQ_CST);
    if (op->out != op->in)
        memcpy(op->out, op->in, op->in_len);
    return OB_OK;
}

static pthread_barrier_t all_there;

struct work {
    unsigned number, wrong, busy;
    uint8_t flags;
};

static void *run(void *arg)
{
    struct work *w = (struct work *)arg;
    uint8_t key[16] = {0}, in[64], out[64];

    (void)ob_port_thread(); /* all of them have a number before one gives its own back */
    pthread_barrier_wait(&all_there);
    key[0] = (uint8_t)w->number;
    memset(in, (int)w->number, sizeof in);
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct ob_session s;
        int r;

        if (ob_cipher_open(&s, &d, OB_NULL, key, sizeof key) != OB_OK) {
            w->wrong++;
            break;
        }
        memset(out, 0xff, sizeof out);
        r = ob_session_require(&s, w->flags);
        if (r == OB_OK)
            r = ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, sizeof in);
        if (r == OB_E_BUSY)
            w->busy++;
        else if (r != OB_OK || memcmp(in, out, sizeof in) != 0)
            w->wrong++;
        ob_session_close(&s);
    }
    return NULL;
}

/* Run all threads: how many ops found their engine busy. */
static unsigned run_all(uint8_t flags)
{
    pthread_t thread[THREADS];
    struct work work[THREADS];
    unsigned busy = 0;

    assert_int_equal(pthread_barrier_init(&all_there, NULL, THREADS), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        work[i] = (struct work){i + 1, 0, 0, flags};
        assert_int_equal(pthread_create(&thread[i], NULL, run, &work[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_int_equal(work[i].wrong, 0);
        busy += work[i].busy;
    }
    pthread_barrier_destroy(&all_there);
    return busy;
}

static void make(struct toy *toy, const char *name, uint32_t setup, bool reentrant)
{
    toy_make(toy, name, setup, 10, OB_CAP_MID);
    toy->ops_table.open = NULL;
    toy->ops_table.poll = NULL;
    toy->ops_table.close = NULL;
    toy->ops_table.submit = reentrant ? plain_submit : careful_submit;
    toy->ops_table.flags = reentrant ? OB_ENGINE_REENTRANT : 0;
    assert_int_equal(ob_engine_add(&d, &toy->engine), OB_OK);
}

static int set_up(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    inside = collisions = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static void counts_exactly(void **state)
{
    struct ob_stats stats;

    (void)state;
    make(&first, "first", 10, true);
    assert_int_equal(run_all(0), 0);
    ob_engine_stats(&first.engine, &stats);
    assert_int_equal(stats.ops, THREADS * ROUNDS + 2); /* two of the one self-test */
    assert_int_equal(stats.bytes, THREADS * ROUNDS * 64 + 2 * 35);
    assert_int_equal(first.tests, 2);
}

static void falls_back_under_contention(void **state)
{
    struct ob_stats a, b;

    (void)state;
    make(&first, "first", 10, false);
    make(&second, "second", 1000, true);
    assert_int_equal(run_all(0), 0); /* nobody is turned away while the second engine is free */
    assert_int_equal(collisions, 0);
    ob_engine_stats(&first.engine, &a);
    ob_engine_stats(&second.engine, &b);
    assert_int_equal(a.ops + b.ops, THREADS * ROUNDS + 4);
    assert_int_equal(a.fallbacks, b.ops - 2);
}

static void waits_when_told_to(void **state)
{
    struct ob_stats stats;

    (void)state;
    make(&first, "first", 10, false);
    assert_int_equal(run_all(OB_SESSION_WAIT), 0);
    assert_int_equal(collisions, 0);
    ob_engine_stats(&first.engine, &stats);
    assert_int_equal(stats.ops, THREADS * ROUNDS + 2);
}

static void else_says_busy(void **state)
{
    struct ob_stats stats;
    unsigned busy;

    (void)state;
    make(&first, "first", 10, false);
    busy = run_all(0);
    assert_int_equal(collisions, 0);
    ob_engine_stats(&first.engine, &stats);
    assert_int_equal(stats.ops, THREADS * ROUNDS + 2 - busy);
    assert_int_equal(stats.fallbacks, busy);
}

/* ---- prices that change while other threads choose by them ---- */

#define LOADS 200

static const char *const price_texts[] = {
    OB_PRICE_FILE_MAGIC
    ",ns,board,2026-01-02,0123abcd\n" OB_PRICE_FILE_COLUMNS "\n"
    "first,null,-,128,128,ed,sw,any,0,10,10,10,10\nsecond,null,-,128,128,ed,sw,any,0,1000,10,1000,10\n",
    OB_PRICE_FILE_MAGIC
    ",ns,board,2026-01-02,0123abcd\n" OB_PRICE_FILE_COLUMNS "\n"
    "first,null,-,128,128,ed,sw,any,0,1000,10,1000,10\nsecond,null,-,128,128,ed,sw,any,0,10,10,10,10\n",
};
static struct ob_price price_segments[LOADS][4]; /* each load has its own: ops may still use those before */
static const struct ob_price *price_lists[LOADS][4];

static void *load_prices(void *arg)
{
    unsigned *wrong = (unsigned *)arg;

    for (unsigned i = 0; i < LOADS; i++) {
        struct ob_price_file f = {"ns", price_segments[i], 4, price_lists[i], 4, {0}, {0}, {0}, 0, 0, 0, NULL};
        const char *text = price_texts[i % 2];

        *wrong += ob_price_load(&f, &d, text, strlen(text)) != OB_OK || f.rows != 2;
        ob_port_relax();
    }
    return NULL;
}

static void prices_change_meanwhile(void **state)
{
    struct ob_stats a, b;
    unsigned wrong = 0;
    pthread_t loader;

    (void)state;
    make(&first, "first", 10, true);
    make(&second, "second", 1000, true);
    assert_int_equal(pthread_create(&loader, NULL, load_prices, &wrong), 0);
    assert_int_equal(run_all(0), 0);
    assert_int_equal(pthread_join(loader, NULL), 0);
    assert_int_equal(wrong, 0);
    ob_engine_stats(&first.engine, &a);
    ob_engine_stats(&second.engine, &b);
    assert_int_equal(a.ops + b.ops, THREADS * ROUNDS + first.tests + second.tests);
    assert_ptr_equal(first.engine.prices[0], price_segments[LOADS - 1]); /* the last load holds */
    assert_int_equal(first.engine.prices[0]->setup, 1000);
}

static pthread_barrier_t turn;
static unsigned now, numbers[OB_STATS_SHARDS + 1];

/* In its turn, run three messages; all threads live until the last one had its turn. */
static void *run_in_turn(void *arg)
{
    unsigned me = (unsigned)(uintptr_t)arg;
    uint8_t key[16] = {0}, in[64] = {0}, out[64];
    struct ob_session s;

    numbers[me] = ob_port_thread();
    for (unsigned i = 0; i <= OB_STATS_SHARDS; i++) {
        pthread_barrier_wait(&turn);
        if (now == me && ob_cipher_open(&s, &d, OB_NULL, key, sizeof key) == OB_OK) {
            for (unsigned k = 0; k < 3; k++)
                (void)!ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, sizeof in);
            ob_session_close(&s);
        }
        pthread_barrier_wait(&turn);
    }
    return NULL;
}

/* Each of the first threads counts in a shard of its own, and all others in the last one. */
static void counts_in_the_threads_shard(void **state)
{
    pthread_t thread[OB_STATS_SHARDS + 1];

    (void)state;
    make(&first, "first", 10, true);
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    assert_int_equal(pthread_barrier_init(&turn, NULL, OB_STATS_SHARDS + 2), 0);
    for (unsigned i = 0; i <= OB_STATS_SHARDS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run_in_turn, (void *)(uintptr_t)i), 0);
    for (now = 0; now <= OB_STATS_SHARDS; now++) {
        uint64_t before[OB_STATS_SHARDS];
        unsigned shard;

        for (unsigned i = 0; i < OB_STATS_SHARDS; i++)
            before[i] = first.engine.stats[i].count.ops;
        pthread_barrier_wait(&turn);
        pthread_barrier_wait(&turn);
        shard = numbers[now] < OB_STATS_SHARDS ? numbers[now] : OB_STATS_SHARDS - 1;
        for (unsigned i = 0; i < OB_STATS_SHARDS; i++)
            assert_int_equal(first.engine.stats[i].count.ops - before[i], i == shard ? 3 : 0);
    }
    for (unsigned i = 0; i <= OB_STATS_SHARDS; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    assert_int_equal(pthread_barrier_destroy(&turn), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(counts_exactly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counts_in_the_threads_shard, set_up, tear_down),
        cmocka_unit_test_setup_teardown(falls_back_under_contention, set_up, tear_down),
        cmocka_unit_test_setup_teardown(waits_when_told_to, set_up, tear_down),
        cmocka_unit_test_setup_teardown(prices_change_meanwhile, set_up, tear_down),
        cmocka_unit_test_setup_teardown(else_says_busy, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
