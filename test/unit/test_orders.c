/* SPDX-License-Identifier: Apache-2.0 */
/* Odd orders of calls, from the public headers alone, on an asynchronous engine that takes one op at a time: callbacks
 * that close, cancel, submit, run and test; calls on a session whose op is pending; a device that is silent, fails or
 * is dead; stop and fork with an op pending. No verb of the engine is ever entered twice at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#define LEN     64
#define PATIENT 30 /* s until a call that does not return ends the test */

static struct ob_dispatcher d;
static struct ob_session s, other;
static struct ob_op op, next;
static const uint8_t key[16] = {1};
static uint8_t in[LEN], out[LEN], out2[LEN];
static unsigned calls;

/* ---- the engine: OB_NULL, done at the second poll ---- */

static struct ob_op *pending;
static struct ob_session *pending_on;
static unsigned inside, overlaps, polls;
static bool silent, fail_next, dead;

static void enter(void)
{
    overlaps += inside++ != 0;
}

static int start_op(void *dev, struct ob_session *session, struct ob_op *o)
{
    int r = OB_E_BUSY;

    (void)dev;
    enter();
    if (!pending) {
        pending = o;
        pending_on = session;
        polls = 0;
        r = OB_PENDING;
    }
    inside--;
    return r;
}

static int poll_device(void *dev)
{
    int r = 0;

    (void)dev;
    enter();
    if (dead) {
        r = OB_E_IO;
    } else if (pending && !silent && ++polls == 2) {
        struct ob_op *o = pending;

        pending = NULL;
        if (!fail_next) {
            memmove(o->out, o->in, o->in_len);
            o->out_len = o->in_len;
        }
        ob_op_complete(o, fail_next ? OB_E_IO : OB_OK);
        fail_next = false;
        r = 1;
    }
    inside--;
    return r;
}

static void close_session(void *dev, struct ob_session *session)
{
    (void)dev;
    enter();
    if (pending_on == session)
        pending = NULL;
    inside--;
}

static const struct ob_price price = {OB_UPTO_ANY, 1, 1, 1, 1, 1};
static const struct ob_cap caps[] = {
    {.alg = OB_NULL, .dirs = OB_DIR_BOTH, .bits_min = 128, .bits_max = 128, .price = &price}};
static const struct ob_engine_ops ops = {
    .name = "orders", .caps = caps, .n_caps = 1, .submit = start_op, .poll = poll_device, .close = close_session};
static struct ob_engine engine;

/* ---- each test ---- */

static int set_up(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    d.retest_ns = 1000000;
    d.timeout_ns = 1000000000;
    engine = (struct ob_engine){.ops = &ops};
    pending = NULL;
    silent = fail_next = dead = false;
    calls = overlaps = inside = 0;
    for (unsigned i = 0; i < LEN; i++)
        in[i] = (uint8_t)(i + 1);
    alarm(PATIENT);
    return ob_engine_add(&d, &engine) != OB_OK || ob_selftest(&engine, 0) != OB_OK ||
           ob_session_open(&s, &d, OB_NULL, key, 16) != OB_OK || ob_session_open(&other, &d, OB_NULL, key, 16) != OB_OK;
}

static int tear_down(void **state)
{
    (void)state;
    ob_session_close(&s);
    ob_session_close(&other);
    ob_stop(&d);
    alarm(0);
    return overlaps != 0;
}

static void make(struct ob_op *o, uint8_t *to, void (*done)(struct ob_op *))
{
    memset(to, 0, LEN);
    *o = (struct ob_op){
        .flags = OB_FIRST | OB_LAST | OB_ENCRYPT, .in = in, .in_len = LEN, .out = to, .out_size = LEN, .done = done};
}

static void submit(void (*done)(struct ob_op *))
{
    make(&op, out, done);
    assert_int_equal(ob_submit(&s, &op), OB_PENDING);
}

static void end_well(void)
{
    assert_int_equal(ob_wait(&op), OB_OK);
    assert_memory_equal(in, out, LEN);
}

static void count(struct ob_op *o)
{
    (void)o;
    calls++;
}

static void close_both(struct ob_op *o)
{
    calls++;
    ob_session_close(&other);
    ob_session_close(o->session);
}

static void submit_again(struct ob_op *o)
{
    if (++calls < 6)
        assert_int_equal(ob_submit(&s, o), OB_PENDING);
}

static void run_another(struct ob_op *o)
{
    struct ob_session fresh;
    struct ob_op inner;

    (void)o;
    calls++;
    make(&inner, out2, NULL);
    assert_int_equal(ob_session_open(&fresh, &d, OB_NULL, key, 16), OB_OK);
    assert_int_equal(ob_run(&fresh, &inner), OB_OK);
    assert_memory_equal(in, out2, LEN);
    ob_session_close(&fresh);
    assert_int_equal(ob_selftest(&engine, 0), OB_OK);
}

static void cancel_next(struct ob_op *o)
{
    (void)o;
    calls++;
    (void)ob_cancel(&next);
}

static void callbacks_may_do_anything(void **state)
{
    (void)state;
    submit(submit_again);
    while (calls < 6)
        (void)ob_poll(&d);
    end_well();
    submit(run_another);
    end_well();
    assert_int_equal(calls, 7);
    submit(close_both);
    end_well();
    assert_int_equal(calls, 8);
}

static void a_callback_cancels_its_successor(void **state)
{
    (void)state;
    make(&op, out, cancel_next);
    make(&next, out2, count);
    op.next = &next;
    assert_int_equal(ob_submit(&s, &op), OB_PENDING);
    end_well();
    assert_int_equal(ob_wait(&next), OB_E_IO);
    assert_int_equal(calls, 2);
    assert_true(out2[0] == 0 && memcmp(out2, out2 + 1, LEN - 1) == 0);
}

static void a_pending_session_refuses(void **state)
{
    struct ob_session copy;
    size_t n;

    (void)state;
    submit(count);
    make(&next, out2, NULL);
    assert_int_equal(ob_submit(&s, &next), OB_E_STATE);
    assert_int_equal(ob_session_clone(&copy, &s), OB_E_STATE);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_E_STATE);
    assert_int_equal(ob_session_relax(&s, OB_SESSION_WAIT), OB_E_STATE);
    assert_int_equal(ob_session_pin(&s, NULL), OB_E_STATE);
    assert_int_equal(ob_session_reset(&s), OB_E_STATE);
    assert_int_equal(ob_session_resume(&s, 0, 0, 0), OB_E_STATE);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_E_STATE);
    assert_int_equal(ob_cipher_update(&s, out2, LEN, &n, in, 16), OB_E_STATE);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out2, LEN, NULL, 0, in, 16), OB_E_STATE);
    assert_int_equal(ob_submit(&other, &next), OB_E_BUSY);
    assert_int_equal(ob_session_require(&other, OB_SESSION_WAIT), OB_OK);
    assert_int_equal(ob_run(&other, &next), OB_OK);
    end_well();
    assert_int_equal(calls, 1);
}

static void devices_go_wrong(void **state)
{
    (void)state;
    fail_next = true;
    submit(count);
    assert_int_equal(ob_wait(&op), OB_E_IO);
    usleep(5000); /* the quarantine is over: the next op tests the engine */
    make(&op, out, NULL);
    assert_int_equal(ob_run(&s, &op), OB_OK);
    submit(count);
    dead = true;
    ob_session_close(&s);
    assert_int_equal(op.status, OB_E_IO);
    assert_int_equal(calls, 2);
    ob_session_close(&s);
    make(&op, out, NULL);
    assert_int_equal(ob_submit(&s, &op), OB_E_STATE);
    dead = false;
    silent = true;
    d.timeout_ns = 20000000;
    make(&op, out, NULL);
    assert_int_equal(ob_run(&other, &op), OB_E_IO);
}

static void cancel_twice_stop_twice(void **state)
{
    (void)state;
    submit(count);
    assert_int_equal(ob_cancel(&op), OB_E_IO);
    assert_int_equal(ob_cancel(&op), OB_E_IO);
    submit(count);
    end_well();
    assert_int_equal(ob_cancel(&op), OB_OK); /* it keeps its result */
    submit(count);
    ob_stop(&d);
    assert_int_equal(op.status, OB_E_IO);
    assert_int_equal(calls, 3);
    ob_stop(&d);
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    submit(count); /* the session has survived */
    end_well();
}

static void a_child_has_no_pending_op(void **state)
{
    int status;
    pid_t pid;

    (void)state;
    submit(count);
    ob_before_fork(&d);
    pid = fork();
    ob_after_fork(&d, pid == 0);
    if (pid == 0)
        _exit(op.status == OB_E_IO && calls == 0 ? 0 : 1);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    end_well();
    assert_int_equal(calls, 1);
}

#define ORDER(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ORDER(callbacks_may_do_anything), ORDER(a_callback_cancels_its_successor), ORDER(a_pending_session_refuses),
        ORDER(devices_go_wrong),          ORDER(cancel_twice_stop_twice),          ORDER(a_child_has_no_pending_op),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
