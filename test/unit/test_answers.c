/* SPDX-License-Identifier: Apache-2.0 */
/* Answers of engines that come at an unusual time, or that the contract does not allow: no op is served twice, no
 * stream goes on from a wrong state, nothing stays pending, and the caller sees the statuses of error.h alone. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#define LEN 192

extern struct ob_engine ob_engine_soft;

/* Engine soft, but for what a test sets. Its self-tests and those of another session than the test's are sound. */
struct fake {
    int answer;       /* submit works and then says this; OB_OK: what it found */
    size_t short_by;  /* bytes that submit says it did not write */
    bool early;       /* submit completes the op with answer, without working, and says OB_PENDING */
    bool later;       /* the op ends in poll */
    bool mute;        /* or does not */
    bool close_works; /* close does the pending op's work and says so, instead of cancelling it */
    bool tests_later; /* ops of the self-test end in poll */
    int clone_answer;
    void (*in_test)(void); /* called once, in a self-test */
    void (*in_poll)(void); /* called in poll, before an op ends */
    unsigned ops, opens, closes;
    struct ob_op *held;
    struct ob_session *held_session;
    struct ob_engine_ops table;
    struct ob_engine engine;
};

static struct ob_dispatcher d;
static struct fake first, second;
static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[LEN], out[LEN], right[LEN], digest[32], right_digest[32];

static int work(struct ob_session *s, struct ob_op *op)
{
    return ob_engine_soft.ops->submit(ob_engine_soft.dev, s, op);
}

static int hold(struct fake *f, struct ob_session *s, struct ob_op *op)
{
    assert_null(f->held); /* it has room for one */
    f->held = op;
    f->held_session = s;
    return OB_PENDING;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct fake *f = (struct fake *)dev;
    void (*in_test)(void) = f->in_test;
    int r;

    if (s->testing) {
        f->in_test = NULL;
        if (in_test)
            in_test();
        return f->tests_later ? hold(f, s, op) : work(s, op);
    }
    f->ops++;
    if (f->early) {
        ob_op_complete(op, f->answer);
        return OB_PENDING;
    }
    if (f->later)
        return hold(f, s, op);
    if (s->alg < OB_AES_ECB)
        assert_true(op->iv_len == 0 && !op->iv); /* a hash has none */
    r = work(s, op);
    op->out_len -= f->short_by;
    return f->answer == OB_OK ? r : f->answer;
}

static int poll(void *dev)
{
    struct fake *f = (struct fake *)dev;
    struct ob_op *op = f->held;

    if (!op || (f->mute && !f->held_session->testing))
        return 0;
    if (f->in_poll)
        f->in_poll();
    f->held = NULL;
    ob_op_complete(op, work(f->held_session, op));
    return 1;
}

static int open_key(void *dev, struct ob_session *s)
{
    struct fake *f = (struct fake *)dev;

    f->opens += !s->testing;
    return ob_engine_soft.ops->open(ob_engine_soft.dev, s);
}

static void close_key(void *dev, struct ob_session *s)
{
    struct fake *f = (struct fake *)dev;
    struct ob_op *op = f->held;

    f->closes += !s->testing;
    if (!op || f->held_session != s)
        return;
    f->held = NULL;
    if (f->close_works)
        ob_op_complete(op, work(s, op));
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    (void)dst, (void)src;
    return ((const struct fake *)dev)->clone_answer;
}

static void make(struct fake *f, const char *name)
{
    memset(f, 0, sizeof *f);
    f->table = *ob_engine_soft.ops;
    f->table.name = name;
    f->table.flags = OB_ENGINE_REENTRANT;
    f->table.open = open_key;
    f->table.submit = submit;
    f->table.poll = poll;
    f->table.clone = clone;
    f->table.close = close_key;
    f->table.whole = NULL;
    f->engine = (struct ob_engine){.ops = &f->table, .dev = f};
    assert_int_equal(ob_engine_add(&d, &f->engine), OB_OK);
}

static int set_up(void **state)
{
    (void)state;
    alarm(60); /* what hangs fails */
    memset(&d, 0, sizeof d);
    for (unsigned i = 0; i < LEN; i++)
        in[i] = (uint8_t)(3 * i + 1);
    memset(out, 0xaa, sizeof out);
    make(&first, "first");
    make(&second, "second");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    ob_stop(&d);
    assert_null(first.held);
    assert_null(second.held);
    alarm(0);
    return 0;
}

static void open_ctr(struct ob_session *s)
{
    assert_int_equal(ob_cipher_open(s, &d, OB_AES_CTR, key, sizeof key), OB_OK);
}

/* Bytes from to upto of the message, in their place of out. */
static struct ob_op part(uint32_t flags, size_t from, size_t upto)
{
    return (struct ob_op){.flags = flags | OB_ENCRYPT,
                          .iv = key,
                          .iv_len = sizeof key,
                          .in = in + from,
                          .in_len = upto - from,
                          .out = out + from,
                          .out_size = upto - from};
}

/* out from its beginning is what the second engine makes of in. */
static void check_out(size_t len)
{
    struct ob_session s;

    open_ctr(&s);
    assert_int_equal(ob_session_pin(&s, &second.engine), OB_OK);
    second.later = false;
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, right, len, key, sizeof key, in, len), OB_OK);
    assert_memory_equal(out, right, len);
    ob_session_close(&s);
}

/* An engine completes an op in submit, and fails it. The next one completes it later: that alone counts. */
static void what_failed_at_once_ends_later_elsewhere(void **state)
{
    static const int answers[] = {OB_E_IO, OB_E_BUSY, OB_E_DECLINED, OB_PENDING, 7, -7};

    (void)state;
    for (unsigned i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct ob_op op = part(OB_FIRST | OB_LAST, 0, 64);
        struct ob_session s;

        assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
        memset(out, 0xaa, sizeof out);
        first.early = second.later = true;
        first.answer = answers[i];
        first.ops = second.ops = 0;
        open_ctr(&s);
        assert_int_equal(ob_run(&s, &op), OB_OK);
        assert_int_equal(first.ops, 1);
        assert_int_equal(second.ops, 1);
        assert_null(second.held);
        assert_null(second.engine.pending);
        ob_session_close(&s);
        check_out(64);
    }
}

/* A part of a stream is overdue, but the engine ends it well while it is closed. It has changed the stream's mid-state,
 * so the part must not be done once more. */
static void a_part_that_ends_in_close_is_done_once(void **state)
{
    struct ob_session s;
    struct ob_op op;

    (void)state;
    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_OK);
    for (unsigned i = 0; i < 3; i++) {
        first.later = first.mute = first.close_works = i == 1;
        d.timeout_ns = i == 1 ? 1000000 : 0;
        op = (struct ob_op){.flags = i == 0 ? OB_FIRST : i == 2 ? OB_LAST : 0, .in = in + 64 * i, .in_len = 64};
        op.tag = digest;
        op.tag_len = sizeof digest;
        assert_int_equal(ob_run(&s, &op), OB_OK);
    }
    assert_int_equal(second.ops, 0);
    assert_int_equal(ob_session_pin(&s, &second.engine), OB_OK);
    assert_int_equal(ob_hash_compute(&s, right_digest, sizeof right_digest, in, sizeof in), OB_OK);
    assert_memory_equal(digest, right_digest, sizeof digest);
    ob_session_close(&s);
}

/* The same, but close cancels it: the next engine does it, from the state before. */
static void a_part_that_close_cancels_is_done_elsewhere(void **state)
{
    struct ob_session s;
    struct ob_op op;

    (void)state;
    open_ctr(&s);
    op = part(OB_FIRST, 0, 64);
    assert_int_equal(ob_run(&s, &op), OB_OK);
    first.later = first.mute = true;
    op = part(0, 64, 128);
    op.deadline_ns = 1;
    assert_int_equal(ob_run(&s, &op), OB_OK);
    assert_int_equal(second.ops, 1);
    op = part(OB_LAST, 128, LEN);
    assert_int_equal(ob_run(&s, &op), OB_OK);
    ob_session_close(&s);
    check_out(LEN);
}

/* An engine works and then says what the contract does not allow: nobody knows the stream's state, so it ends. Only a
 * whole message, and a stream's first part, are done again elsewhere. */
static void a_part_with_a_wrong_answer_ends_the_stream(void **state)
{
    static const int answers[] = {OB_OK, 7, -7, OB_E_AUTH, OB_E_ARG, OB_E_STATE};

    (void)state;
    for (unsigned i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct ob_op op = part(OB_FIRST, 0, 64);
        struct ob_session s;

        assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
        first.ops = second.ops = 0;
        open_ctr(&s);
        assert_int_equal(ob_run(&s, &op), OB_OK);
        first.answer = answers[i];
        first.short_by = answers[i] == OB_OK;
        op = part(0, 64, 128);
        assert_int_equal(ob_run(&s, &op), OB_E_IO);
        assert_int_equal(op.out_len, 0);
        assert_int_equal(second.ops, 0);
        op = part(OB_LAST, 128, LEN);
        assert_int_equal(ob_run(&s, &op), OB_E_STATE);
        assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
        op = part(OB_FIRST, 0, 64);
        assert_int_equal(ob_run(&s, &op), OB_OK);
        assert_int_equal(second.ops, 1);
        first.answer = OB_OK;
        first.short_by = 0;
        ob_session_close(&s);
        check_out(64);
    }
}

/* In place the input is gone, unless an engine that writes nothing where it fails says that it failed. */
static void in_place_only_what_is_intact_is_done_again(void **state)
{
    static const struct {
        uint32_t flags;
        int answer;
        bool cancelled;
        int result;
    } cases[] = {
        {0, OB_E_IO, false, OB_E_IO},
        {OB_ENGINE_INTACT, OB_E_IO, false, OB_OK},
        {OB_ENGINE_INTACT, OB_E_IO, true, OB_E_IO},
        {OB_ENGINE_INTACT, 7, false, OB_E_IO},
        {OB_ENGINE_INTACT, -7, false, OB_E_IO},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ob_op op = part(OB_FIRST | OB_LAST, 0, 64);
        struct ob_session s;

        assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
        first.table.flags = OB_ENGINE_REENTRANT | cases[i].flags;
        first.early = !cases[i].cancelled;
        first.later = first.mute = cases[i].cancelled;
        first.answer = cases[i].answer;
        first.ops = second.ops = 0;
        memcpy(out, in, 64);
        op.in = out;
        op.deadline_ns = cases[i].cancelled;
        open_ctr(&s);
        assert_int_equal(ob_run(&s, &op), cases[i].result);
        assert_int_equal(first.ops, 1);
        assert_int_equal(second.ops, cases[i].result == OB_OK);
        ob_session_close(&s);
        if (cases[i].result == OB_OK)
            check_out(64);
        else
            for (unsigned k = 0; k < 64; k++)
                assert_int_equal(out[k], 0);
    }
}

/* The first op of a chain is completed, and nobody has finished it: the end of the engines is the end of the chain. */
static void stop_ends_a_chain_whose_first_op_is_completed(void **state)
{
    struct ob_op op[2] = {part(OB_FIRST, 0, 64), part(OB_LAST, 64, 128)};
    struct ob_session s;

    (void)state;
    open_ctr(&s);
    op[0].next = &op[1];
    first.later = true;
    assert_int_equal(ob_session_pin(&s, &first.engine), OB_OK);
    assert_int_equal(ob_submit(&s, op), OB_PENDING);
    second.tests_later = true;
    assert_int_equal(ob_selftest(&second.engine, 1u << OB_CLASS_HASH), OB_OK); /* collects what is completed */
    assert_int_equal(first.ops, 1);
    assert_null(first.held);
    ob_stop(&d);
    assert_int_equal(op[0].status, OB_OK);
    assert_int_equal(op[1].status, OB_E_STATE);
    assert_int_equal(first.ops, 1);
    assert_null(first.engine.pending);
    ob_session_close(&s);
}

static struct ob_session failing;

static void *fail_on_first(void *unused)
{
    struct ob_op op = part(OB_FIRST | OB_LAST, 0, 64);

    (void)unused;
    first.answer = OB_E_IO;
    assert_int_equal(ob_run(&failing, &op), OB_E_IO);
    first.answer = OB_OK;
    return NULL;
}

static void fail_in_another_thread(void)
{
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, fail_on_first, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* While the chooser compares, another thread sets the cheapest engine aside. The answer is out of date: the next op
 * asks again. */
static void an_engine_that_is_set_aside_meanwhile_is_not_kept(void **state)
{
    struct ob_session s;

    (void)state;
    d.retest_ns = (uint64_t)1 << 40;
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    open_ctr(&failing);
    assert_int_equal(ob_session_pin(&failing, &first.engine), OB_OK);
    open_ctr(&s);
    second.in_test = fail_in_another_thread;
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 64, key, sizeof key, in, 64), OB_OK);
    assert_null(second.in_test);
    first.ops = second.ops = 0;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 64, key, sizeof key, in, 64), OB_OK);
    assert_int_equal(first.ops, 0);
    assert_int_equal(second.ops, 3);
    ob_session_close(&s);
    ob_session_close(&failing);
}

static int polling;

static void take_some_time(void)
{
    __atomic_store_n(&polling, 1, __ATOMIC_RELEASE);
    usleep(30000);
}

/* A self-test collects what other engines complete, but finishes none of it. */
static void *collect(void *unused)
{
    (void)unused;
    assert_int_equal(ob_selftest(&second.engine, 1u << OB_CLASS_HASH), OB_OK);
    return NULL;
}

/* A session is closed while its op ends in another thread's poll: close waits for that, and cancels nothing. */
static void a_close_waits_for_a_poll_that_ends_the_op(void **state)
{
    static const uint8_t two_keys[32] = {1, 2, 3};
    struct ob_op op = part(OB_FIRST, 0, 32);
    struct ob_session s;
    pthread_t thread;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, &d, OB_AES_XTS, two_keys, sizeof two_keys), OB_OK);
    first.later = true;
    first.in_poll = take_some_time;
    assert_int_equal(ob_session_pin(&s, &first.engine), OB_OK);
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    assert_int_equal(ob_submit(&s, &op), OB_PENDING);
    polling = 0;
    second.tests_later = true;
    assert_int_equal(pthread_create(&thread, NULL, collect, NULL), 0);
    while (!__atomic_load_n(&polling, __ATOMIC_ACQUIRE))
        usleep(100);
    ob_session_close(&s);
    assert_int_equal(op.status, OB_OK);
    assert_int_equal(op.out_len, 32);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_null(d.completed);
    assert_null(first.engine.pending);
    assert_int_equal(d.finishing, 0);
}

/* A number that the epoch has when it has wrapped is no sign of an answer: another length is another question. */
static void an_answer_is_for_one_question(void **state)
{
    static const uint32_t epochs[] = {1, 2, UINT32_MAX};
    static const struct ob_price quick[] = {{OB_UPTO_ANY, 0, 1, 4096, 1, 1}}, bulk[] = {{OB_UPTO_ANY, 0, 100, 0, 1, 1}};
    static const struct ob_price *quick_rows[OB_ROW_NONE], *bulk_rows[OB_ROW_NONE];
    struct ob_session s;

    (void)state;
    for (unsigned i = 0; i < first.table.n_caps; i++) {
        quick_rows[i] = quick;
        bulk_rows[i] = bulk;
    }
    first.engine.prices = quick_rows;
    second.engine.prices = bulk_rows;
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    assert_int_equal(ob_selftest(&second.engine, 0), OB_OK);
    for (unsigned i = 0; i < sizeof epochs / sizeof epochs[0]; i++) {
        d.epoch = epochs[i];
        first.ops = second.ops = 0;
        open_ctr(&s);
        for (unsigned k = 0; k < 4; k++) {
            struct ob_op op = part(OB_FIRST | OB_LAST, 0, k % 2 ? LEN : 1);

            assert_int_equal(ob_run(&s, &op), OB_OK);
        }
        assert_int_equal(first.ops, 2);
        assert_int_equal(second.ops, 2);
        ob_session_close(&s);
    }
}

/* A MAC's key that is longer than the block is hashed with a state that is closed again. */
static void the_state_that_hashes_a_key_is_closed(void **state)
{
    static const uint8_t long_key[200] = {7};
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_mac_open(&s, &d, OB_HMAC_SHA256, long_key, sizeof long_key), OB_OK);
    assert_int_equal(first.opens, 1);
    assert_int_equal(first.closes, 1);
    ob_session_close(&s);
    assert_int_equal(first.closes, 1);
}

/* Of a clone's answers those of engine.h reach the caller; dst is closed then. */
static void a_clone_answers_what_open_may(void **state)
{
    struct ob_session s, copy;

    (void)state;
    open_ctr(&s);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 64, key, sizeof key, in, 64), OB_OK);
    for (int answer = -9; answer <= 9; answer++) {
        bool allowed = answer == OB_OK || answer == OB_E_DECLINED || answer == OB_E_BUSY;

        first.clone_answer = answer;
        assert_int_equal(ob_session_clone(&copy, &s), allowed ? answer : OB_E_IO);
        assert_true((copy.dispatcher != NULL) == (answer == OB_OK));
        ob_session_close(&copy);
    }
    ob_session_close(&s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_failed_at_once_ends_later_elsewhere),
        TEST(a_part_that_ends_in_close_is_done_once),
        TEST(a_part_that_close_cancels_is_done_elsewhere),
        TEST(a_part_with_a_wrong_answer_ends_the_stream),
        TEST(in_place_only_what_is_intact_is_done_again),
        TEST(stop_ends_a_chain_whose_first_op_is_completed),
        TEST(an_engine_that_is_set_aside_meanwhile_is_not_kept),
        TEST(a_close_waits_for_a_poll_that_ends_the_op),
        TEST(an_answer_is_for_one_question),
        TEST(the_state_that_hashes_a_key_is_closed),
        TEST(a_clone_answers_what_open_may),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
