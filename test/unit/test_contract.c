/* SPDX-License-Identifier: Apache-2.0 */
/* The table of engine.h that says which verbs may meet and which lock covers each, row by row: an engine looks at its
 * own lock, and at what is pending, whenever core calls it. One thread, so a lock that is taken is taken by this call.
 * That verbs do not meet in several threads is the part of test_stress.c, test_threads.c and test_pending.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern struct ob_engine ob_engine_soft;

enum verb { START, STOP, OPEN, SUBMIT, WHOLE, BEGIN, END, CLONE, CLOSE, POLL, CANCEL, VERBS };

static struct ob_dispatcher d;
static struct ob_engine_ops ops;
static struct ob_engine engine;
static struct ob_op *held; /* accepted, not completed */
static bool later;         /* ops are pending until poll */
static bool fails;         /* the next op ends with OB_E_IO */
static unsigned calls[VERBS], unlocked[VERBS], locked[VERBS], beside_pending[VERBS];

/* Core calls a verb. */
static void see(enum verb v)
{
    calls[v]++;
    locked[v] += engine.lock != 0;
    unlocked[v] += engine.lock == 0;
    beside_pending[v] += engine.pending != NULL;
    assert_int_equal(d.lock, 0); /* it is taken last, and for no call */
}

static int start(void *dev)
{
    (void)dev;
    if (engine.dispatcher) /* ob_engine_add calls it before anyone knows the engine */
        see(START);
    return OB_OK;
}

static void stop(void *dev)
{
    (void)dev;
    see(STOP);
}

static int open_key(void *dev, struct ob_session *s)
{
    see(OPEN);
    return ob_engine_soft.ops->open(dev, s);
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    see(SUBMIT);
    if (s->testing)
        return ob_engine_soft.ops->submit(dev, s, op);
    if (fails) {
        fails = false;
        return OB_E_IO;
    }
    if (!later)
        return ob_engine_soft.ops->submit(dev, s, op);
    assert_null(held);
    held = op;
    return OB_PENDING;
}

static int poll(void *dev)
{
    struct ob_op *op = held;

    see(POLL);
    if (!op)
        return 0;
    held = NULL;
    ob_op_complete(op, ob_engine_soft.ops->submit(dev, op->session, op));
    return 1;
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    (void)dev;
    (void)dst;
    (void)src;
    see(CLONE);
    return OB_OK;
}

static void close_key(void *dev, struct ob_session *s)
{
    (void)dev;
    see(held && held->session == s ? CANCEL : CLOSE);
    if (held && held->session == s) {
        struct ob_op *op = held;

        held = NULL;
        ob_op_complete(op, OB_E_IO);
    }
}

static int begin(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    (void)dev;
    (void)s;
    see(BEGIN);
    memcpy(w->out, w->in, w->in_len);
    return OB_PENDING;
}

static int end(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    (void)dev;
    (void)s;
    (void)w;
    see(END);
    return OB_OK;
}

static const struct ob_whole_ops *whole(void *dev, const struct ob_session *s, const struct ob_whole *like)
{
    static const struct ob_whole_ops path = {begin, end};

    (void)dev;
    (void)like;
    see(WHOLE);
    return s->testing ? NULL : &path;
}

static const uint8_t key[16] = {1}, iv[16] = {2}, in[32] = {3};
static uint8_t out[2][32];
static struct ob_session s[2];
static struct ob_op op[2];
static unsigned done_calls;

static void set_up(bool reentrant, bool polled)
{
    memset(&d, 0, sizeof d);
    memset(&engine, 0, sizeof engine);
    memset(calls, 0, sizeof calls);
    memset(locked, 0, sizeof locked);
    memset(unlocked, 0, sizeof unlocked);
    memset(beside_pending, 0, sizeof beside_pending);
    held = NULL;
    later = fails = false;
    ops = *ob_engine_soft.ops;
    ops.flags = reentrant ? OB_ENGINE_REENTRANT : 0;
    ops.start = start;
    ops.stop = stop;
    ops.open = open_key;
    ops.submit = submit;
    ops.poll = polled ? poll : NULL;
    ops.clone = clone;
    ops.close = close_key;
    ops.whole = whole;
    engine.ops = &ops;
    d.retest_ns = 1;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(ob_cipher_open(&s[i], &d, OB_AES_CTR, key, sizeof key), OB_OK);
}

static void done(struct ob_op *o)
{
    done_calls++;
    assert_int_equal(o->session->dispatcher ? o->session->dispatcher->lock : 0, 0);
    assert_int_equal(engine.lock, 0); /* row ob_op.done: no lock is held */
    assert_int_equal(engine.test_lock, 0);
}

static int submit_one(unsigned i)
{
    memset(&op[i], 0, sizeof op[i]);
    op[i].flags = OB_FIRST | OB_LAST | OB_ENCRYPT;
    op[i].iv = iv;
    op[i].iv_len = sizeof iv;
    op[i].in = in;
    op[i].in_len = sizeof in;
    op[i].out = out[i];
    op[i].out_size = sizeof out[i];
    op[i].done = done;
    return ob_submit(&s[i], &op[i]);
}

/* Make core call each verb; ops end in submit. */
static void call_all(bool reentrant)
{
    struct ob_session copy;

    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(ob_cipher_crypt(&s[0], OB_DIR_ENCRYPT, out[0], sizeof in, iv, sizeof iv, in, sizeof in),
                         OB_OK);
    assert_int_equal(ob_session_clone(&copy, &s[0]), OB_OK);
    ob_session_close(&copy);
    fails = true;
    assert_int_equal(submit_one(1), OB_E_IO); /* quarantine: the next op restarts the engine */
    assert_int_equal(submit_one(1), OB_OK);
    ob_session_close(&s[0]);
    ob_session_close(&s[1]);
    ob_stop(&d);
    for (enum verb v = START; v < VERBS; v++) {
        bool always = v == START || v == STOP;

        if (v == POLL || v == CANCEL)
            continue;
        assert_int_not_equal(calls[v], 0);
        assert_int_equal(always || !reentrant ? unlocked[v] : locked[v], 0);
    }
}

/* Rows start to clone, where nothing is pending. */
static void a_verb_has_the_lock(void **state)
{
    (void)state;
    set_up(false, false);
    call_all(false);
}

static void a_verb_of_a_reentrant_engine_has_none(void **state)
{
    (void)state;
    set_up(true, false);
    call_all(true);
}

/* Rows open, clone, poll, close to cancel and ob_op_complete, beside an op that is pending. */
static void beside_an_op_that_is_pending(bool reentrant)
{
    struct ob_session copy;

    set_up(reentrant, true);
    assert_int_equal(submit_one(0), OB_OK);
    assert_int_equal(submit_one(1), OB_OK); /* both are open */
    later = true;
    done_calls = 0;
    assert_int_equal(submit_one(0), OB_PENDING);
    if (!reentrant) {
        assert_int_equal(submit_one(1), OB_E_BUSY); /* no verb is called */
        assert_int_equal(done_calls, 1);
        assert_int_equal(ob_cipher_open(&copy, &d, OB_AES_CBC, key, sizeof key), OB_OK);
        ob_session_close(&copy);
    }
    assert_int_equal(ob_session_clone(&copy, &s[1]), OB_OK);
    ob_session_close(&copy);
    assert_int_equal(beside_pending[CLONE], 1);
    assert_int_not_equal(beside_pending[CLOSE], 0);
    assert_int_equal(ob_wait(&op[0]), OB_OK);
    assert_int_equal(submit_one(0), OB_PENDING);
    ob_session_close(&s[0]);
    assert_int_equal(op[0].status, OB_E_IO);
    assert_int_equal(calls[CANCEL], 1);
    ob_session_close(&s[1]);
    ob_stop(&d);
    assert_int_equal(unlocked[POLL] + unlocked[CANCEL] + unlocked[STOP], 0);
    assert_int_equal(reentrant ? locked[CLONE] : unlocked[CLONE], 0);
    assert_int_equal(reentrant ? locked[SUBMIT] : unlocked[SUBMIT], 0);
    assert_int_equal(beside_pending[START] + beside_pending[STOP] + beside_pending[WHOLE] + beside_pending[BEGIN], 0);
    assert_true(reentrant || beside_pending[OPEN] + beside_pending[SUBMIT] == 0);
    assert_int_equal(done_calls, reentrant ? 2 : 3);
}

static void an_op_is_pending_on_one_that_is_not_reentrant(void **state)
{
    (void)state;
    beside_an_op_that_is_pending(false);
}

static void an_op_is_pending_on_a_reentrant_one(void **state)
{
    (void)state;
    beside_an_op_that_is_pending(true);
}

/* Row waiting: a self-test completes what is pending, but leaves done to the next ob_poll. */
static void a_self_test_calls_no_callback(void **state)
{
    (void)state;
    set_up(true, true);
    assert_int_equal(submit_one(0), OB_OK);
    later = true;
    done_calls = 0;
    assert_int_equal(submit_one(0), OB_PENDING);
    assert_int_equal(ob_selftest(&engine, 1u << OB_CLASS_CIPHER), OB_OK);
    assert_int_equal(done_calls, 0);
    assert_int_not_equal(ob_poll(&d), 0);
    assert_int_equal(done_calls, 1);
    assert_int_equal(op[0].status, OB_OK);
    ob_session_close(&s[0]);
    ob_session_close(&s[1]);
    ob_stop(&d);
}

/* Row fork: the locks of all engines, and the dispatcher's, are held in between, and free afterwards. */
static void a_fork_has_all_locks(void **state)
{
    (void)state;
    for (unsigned child = 0; child < 2; child++) {
        set_up(false, true);
        ob_before_fork(&d);
        assert_int_not_equal(engine.lock, 0);
        assert_int_not_equal(d.lock, 0);
        ob_after_fork(&d, child != 0);
        assert_int_equal(engine.lock, 0);
        assert_int_equal(d.lock, 0);
        assert_int_equal(submit_one(0), OB_OK);
        ob_session_close(&s[0]);
        ob_session_close(&s[1]);
        ob_stop(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verb_has_the_lock),
        cmocka_unit_test(a_verb_of_a_reentrant_engine_has_none),
        cmocka_unit_test(an_op_is_pending_on_one_that_is_not_reentrant),
        cmocka_unit_test(an_op_is_pending_on_a_reentrant_one),
        cmocka_unit_test(a_self_test_calls_no_callback),
        cmocka_unit_test(a_fork_has_all_locks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
