/* SPDX-License-Identifier: Apache-2.0 */
/* Engines come, are tested, fail, are set aside and go: what the trace says of it, and what is kept of it. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/core.h"
#include "toy.h"

#include "port/clock.h"

#define CIPHER (OB_CLASS_CIPHER - OB_CLASS_HASH) /* index of the class in an engine's tables */

static struct toy first, second;
static struct ob_dispatcher d;
static struct ob_session s;
static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[64], out[64];
static struct ob_trace seen[16];
static unsigned n_seen;

static void note(void *user, const struct ob_trace *event)
{
    assert_ptr_equal(user, &d);
    if (n_seen < sizeof seen / sizeof seen[0])
        seen[n_seen++] = *event;
}

static int make(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    d.trace = note;
    d.trace_user = &d;
    n_seen = 0;
    toy_make(&first, "first", 10, 10, OB_CAP_MID);
    toy_make(&second, "second", 1000, 10, OB_CAP_MID);
    assert_int_equal(ob_engine_add(&d, &first.engine), OB_OK);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    ob_session_close(&s);
    ob_stop(&d);
    return 0;
}

static int run(void)
{
    return ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, sizeof in);
}

static void open_null(void)
{
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, sizeof key), OB_OK);
}

/* The next event that was seen, and its fields. */
static void next(unsigned *at, const struct toy *toy, uint8_t event, uint8_t alg, int status, size_t len)
{
    const struct ob_trace *t = &seen[(*at)++];

    assert_true(*at <= n_seen);
    assert_int_equal(t->event, event);
    assert_int_equal(t->alg, alg);
    assert_int_equal(t->row, 0);
    assert_int_equal(t->status, status);
    assert_ptr_equal(t->engine, &toy->engine);
    assert_int_equal(t->len, len);
}

/* A self-test of one class, in two directions: the ops, and the result. */
static void self_test(unsigned *at, const struct toy *toy)
{
    for (unsigned i = 0; i < 2; i++) {
        next(at, toy, OB_EVENT_SUBMITTED, OB_NULL, OB_OK, 35);
        next(at, toy, OB_EVENT_DONE, OB_NULL, OB_OK, 35);
    }
    next(at, toy, OB_EVENT_TESTED, OB_ALG_NONE, OB_OK, 0);
}

static void the_trace_tells_all(void **state)
{
    unsigned at = 0;

    (void)state;
    assert_int_equal(ob_engine_add(&d, &second.engine), OB_OK);
    open_null();
    assert_int_equal(run(), OB_OK);
    self_test(&at, &first);
    self_test(&at, &second);
    next(&at, &first, OB_EVENT_SUBMITTED, OB_NULL, OB_OK, 64);
    next(&at, &first, OB_EVENT_DONE, OB_NULL, OB_OK, 64);
    assert_int_equal(at, n_seen);

    at = n_seen = 0;
    first.answer = OB_E_BUSY;
    assert_int_equal(run(), OB_OK);
    next(&at, &first, OB_EVENT_SUBMITTED, OB_NULL, OB_OK, 64);
    next(&at, &first, OB_EVENT_FELL_BACK, OB_NULL, OB_E_BUSY, 64);
    next(&at, &second, OB_EVENT_SUBMITTED, OB_NULL, OB_OK, 64);
    next(&at, &second, OB_EVENT_DONE, OB_NULL, OB_OK, 64);
    assert_int_equal(at, n_seen);

    at = n_seen = 0;
    first.answer = OB_E_IO;
    assert_int_equal(run(), OB_OK);
    next(&at, &first, OB_EVENT_SUBMITTED, OB_NULL, OB_OK, 64);
    next(&at, &first, OB_EVENT_QUARANTINED, OB_ALG_NONE, OB_E_IO, 0);
    next(&at, &first, OB_EVENT_RETRIED, OB_NULL, OB_E_IO, 64);
    next(&at, &second, OB_EVENT_SUBMITTED, OB_NULL, OB_OK, 64);
    next(&at, &second, OB_EVENT_DONE, OB_NULL, OB_OK, 64);
    assert_int_equal(at, n_seen);

    at = n_seen = 0;
    second.wrong = true;
    assert_int_equal(ob_selftest(&second.engine, 0), OB_E_IO);
    next(&at, &second, OB_EVENT_SUBMITTED, OB_NULL, OB_OK, 35);
    next(&at, &second, OB_EVENT_DONE, OB_NULL, OB_OK, 35);
    next(&at, &second, OB_EVENT_TESTED, OB_NULL, OB_E_IO, 0);
    assert_int_equal(at, n_seen); /* nothing of the classes that it does not have */
}

/* Only rows that serve the direction are explained, and only as many as there is room for. */
static void explains_what_could_serve(void **state)
{
    struct ob_candidate list[3] = {0};

    (void)state;
    assert_int_equal(ob_engine_add(&d, &second.engine), OB_OK);
    first.cap.dirs = OB_DIR_ENCRYPT;
    assert_int_equal(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, 64, list, 3), 2);
    assert_ptr_equal(list[0].cap, &first.cap);
    assert_int_equal(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_DECRYPT, 64, list, 3), 1);
    assert_ptr_equal(list[0].cap, &second.cap);
    assert_int_equal(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, 64, NULL, 0), 0);
    assert_int_equal(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, 64, list, 1), 1);
    assert_ptr_equal(list[0].cap, &first.cap);
}

static int start_answer;

static int start(void *dev)
{
    (void)dev;
    return start_answer;
}

static void only_ok_is_a_start(void **state)
{
    (void)state;
    second.ops_table.start = start;
    for (start_answer = -3; start_answer <= 3; start_answer++)
        if (start_answer != OB_OK)
            assert_int_equal(ob_engine_add(&d, &second.engine), OB_E_IO);
    start_answer = OB_OK;
    assert_int_equal(ob_engine_add(&d, &second.engine), OB_OK);
    assert_int_equal(d.n_engines, 2);
}

static void an_engine_of_no_dispatcher_is_not_tested(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&second.engine, 0), OB_E_ARG);
    assert_int_equal(second.tests, 0);
}

/* The number of an epoch is never 0, which means no answer, and never the one before. */
static void epochs_go_on(void **state)
{
    (void)state;
    for (uint32_t before = UINT32_MAX - 2; before != 3; before = d.epoch) {
        d.epoch = before;
        obi_new_epoch(&d);
        assert_int_not_equal(d.epoch, 0);
        assert_int_equal(d.epoch, before == UINT32_MAX ? 1 : before + 1);
    }
}

static uint32_t lock_at_close;

static void close_key(void *dev, struct ob_session *session)
{
    struct toy *toy = (struct toy *)dev;
    struct ob_op *op = toy->held;

    (void)session;
    lock_at_close = toy->engine.lock;
    toy->held = NULL;
    if (op)
        ob_op_complete(op, OB_E_IO);
}

/* Stop cancels what is pending under the engine's lock, and forgets all failures. */
static void stop_ends_all(void **state)
{
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT, .in = in, .in_len = 16, .out = out, .out_size = 16};

    (void)state;
    first.ops_table.flags = 0;
    first.ops_table.close = close_key;
    open_null();
    assert_int_equal(run(), OB_OK);
    first.later = true;
    assert_int_equal(ob_submit(&s, &op), OB_PENDING);
    assert_int_equal(ob_session_pin(&s, NULL), OB_E_STATE); /* nothing changes under an op */
    assert_int_equal(ob_session_avoid(&s, &first.engine), OB_E_STATE);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_E_STATE);
    assert_int_equal(ob_session_relax(&s, OB_SESSION_CT), OB_E_STATE);
    first.engine.failures[CIPHER] = 5;
    first.engine.retest_ns[CIPHER] = 5;
    lock_at_close = 0;
    ob_stop(&d);
    assert_int_equal(op.status, OB_E_IO);
    assert_int_not_equal(lock_at_close, 0);
    assert_int_equal(first.engine.lock, 0);
    assert_int_equal(first.engine.failures[CIPHER], 0);
    assert_int_equal(first.engine.retest_ns[CIPHER], 0);
    assert_int_equal(first.engine.ready | first.engine.tested | first.engine.started, 0);
}

/* Each failed attempt to leave the quarantine doubles the time to the next one, up to 64 times the first. */
static void failures_double_the_wait(void **state)
{
    const uint64_t tolerance = 5000000000u;

    (void)state;
    d.retest_ns = (uint64_t)1 << 36;
    open_null();
    assert_int_equal(run(), OB_OK);
    first.answer = OB_E_IO;
    assert_int_equal(run(), OB_E_IO);
    first.start_fails = true;
    for (unsigned i = 1; i <= 8; i++) {
        uint64_t wait = d.retest_ns << (i < 6 ? i : 6), left;

        first.engine.retest_ns[CIPHER] = 1; /* the wait is over */
        assert_int_equal(run(), OB_E_DECLINED);
        left = first.engine.retest_ns[CIPHER] - ob_port_clock_ns();
        assert_in_range(left, wait - tolerance, wait);
    }
}

/* Each failed attempt to leave the quarantine counts once, and without a start nothing is tested. */
static void failures_are_counted(void **state)
{
    unsigned tests;

    (void)state;
    d.retest_ns = 1;
    open_null();
    assert_int_equal(run(), OB_OK);
    first.answer = OB_E_IO;
    assert_int_equal(run(), OB_E_IO);
    first.answer = OB_OK;
    tests = first.tests;
    first.start_fails = true;
    for (unsigned i = 1; i <= 3; i++) {
        assert_int_equal(run(), OB_E_DECLINED);
        assert_int_equal(first.engine.failures[CIPHER], i);
        usleep(10);
    }
    assert_int_equal(first.tests, tests);
    first.start_fails = false;
    first.wrong = true;
    assert_int_equal(run(), OB_E_DECLINED);
    assert_int_equal(first.engine.failures[CIPHER], 4);
    assert_true(first.tests > tests);
    first.wrong = false;
    usleep(10);
    assert_int_equal(run(), OB_OK);
    assert_int_equal(first.engine.failures[CIPHER], 0);
    assert_int_equal(first.engine.retest_ns[CIPHER], 0);

    /* A self-test that was asked for has the last word. */
    first.wrong = true;
    assert_int_equal(ob_selftest(&first.engine, 0), OB_E_IO);
    first.wrong = false;
    assert_int_equal(run(), OB_E_DECLINED);
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    assert_int_equal(run(), OB_OK);
}

static uint8_t ready_under_lock;

static void *look_and_unlock(void *unused)
{
    (void)unused;
    usleep(20000);
    ready_under_lock = ob_port_load8(&first.engine.ready);
    ob_port_unlock(&d.lock);
    return NULL;
}

static pthread_t thread;

static void lock_at_the_end(void *user, const struct ob_trace *event)
{
    (void)user;
    if (event->event == OB_EVENT_TESTED) {
        obi_lock(&d.lock);
        assert_int_equal(pthread_create(&thread, NULL, look_and_unlock, NULL), 0);
    }
}

/* A class becomes ready under the dispatcher's lock. */
static void ready_under_the_lock(void **state)
{
    (void)state;
    d.trace = lock_at_the_end;
    ready_under_lock = 0xff;
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(ready_under_lock, 0);
    assert_int_not_equal(first.engine.ready, 0);
    assert_int_equal(d.lock, 0);
}

/* ---- random bytes ---- */

static int random_answer;

static int random_bytes(void *user, uint8_t *to, size_t len)
{
    assert_ptr_equal(user, &first);
    memset(to, 0x5a, len);
    return random_answer;
}

static void only_ok_is_random(void **state)
{
    uint8_t bytes[8];

    (void)state;
    d.random = random_bytes;
    d.random_user = &first;
    for (random_answer = -2; random_answer <= 2; random_answer++) {
        uint32_t failures = d.random_failures;

        memset(bytes, 0, sizeof bytes);
        assert_int_equal(obi_random(&d, bytes, sizeof bytes), random_answer ? OB_E_IO : OB_OK);
        assert_int_equal(bytes[0] | bytes[7], random_answer ? 0 : 0x5a);
        assert_int_equal(d.random_failures != failures, random_answer != 0);
    }
}

static bool fails_then, random_tests;

static int random_submit(void *dev, struct ob_session *session, struct ob_op *op)
{
    uint8_t bytes[8];

    (void)dev;
    if ((!session->testing || random_tests) && (ob_random(session, bytes, sizeof bytes) != OB_OK || fails_then))
        return OB_E_IO;
    if (op->out != op->in)
        memcpy(op->out, op->in, op->in_len);
    return OB_OK;
}

/* Without random bytes the engine is not to blame, and no other engine helps; with them it is. */
static void failures_for_lack_of_random_bytes(void **state)
{
    (void)state;
    first.ops_table.submit = random_submit;
    assert_int_equal(ob_engine_add(&d, &second.engine), OB_OK);
    d.random = random_bytes;
    d.random_user = &first;
    random_answer = OB_OK;
    fails_then = false;
    open_null();
    assert_int_equal(run(), OB_OK);
    random_answer = OB_E_IO;
    assert_int_equal(run(), OB_E_IO);
    assert_int_equal(second.ops, 0);
    random_answer = OB_OK;
    assert_int_equal(run(), OB_OK);
    assert_int_equal(second.ops, 0);
    fails_then = true;
    assert_int_equal(run(), OB_OK);
    assert_int_equal(second.ops, 1);
}

/* A self-test that lacked random bytes says nothing, and is repeated at the next use. */
static void a_self_test_without_random_bytes(void **state)
{
    (void)state;
    first.ops_table.submit = random_submit;
    d.random = random_bytes;
    d.random_user = &first;
    fails_then = false;
    random_tests = true;
    random_answer = OB_E_IO;
    assert_int_equal(ob_selftest(&first.engine, 0), OB_E_IO);
    random_answer = OB_OK;
    open_null();
    assert_int_equal(run(), OB_OK);
    random_tests = false;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_trace_tells_all),
        TEST(only_ok_is_a_start),
        TEST(explains_what_could_serve),
        TEST(an_engine_of_no_dispatcher_is_not_tested),
        TEST(epochs_go_on),
        TEST(stop_ends_all),
        TEST(failures_double_the_wait),
        TEST(failures_are_counted),
        TEST(ready_under_the_lock),
        TEST(only_ok_is_random),
        TEST(failures_for_lack_of_random_bytes),
        TEST(a_self_test_without_random_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
