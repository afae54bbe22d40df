/* SPDX-License-Identifier: Apache-2.0 */
/* Ops that end later: callbacks that call the dispatcher, chains, deadlines, quarantine, stop and fork, in one thread
 * or two. Each of these once hung, ran a verb twice at once, or lost an op. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "later.h"
#include "toy.h"

#include "port/clock.h"

extern struct ob_engine ob_engine_null, ob_engine_soft;

static struct ob_dispatcher d;
static struct later first, second;
static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[64], out[4][64];
static struct ob_session s[4];
static struct ob_op op[4];
static unsigned done_calls;
static int done_answer;

static void make(struct later *l, const char *name, const struct ob_engine_ops *target, bool reentrant)
{
    memset(l, 0, sizeof *l);
    l->target = target;
    l->reentrant = reentrant;
    later_make(l, name);
    assert_int_equal(ob_engine_add(&d, &l->engine), OB_OK);
}

static int set_up(void **state)
{
    (void)state;
    alarm(60); /* what hangs fails */
    memset(&d, 0, sizeof d);
    memset(op, 0, sizeof op);
    memset(out, 0, sizeof out);
    memset(in, 0x5a, sizeof in);
    done_calls = 0;
    done_answer = OB_PENDING;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    ob_stop(&d);
    assert_int_equal(first.overlaps + second.overlaps, 0);
    assert_int_equal(first.stops_pending + second.stops_pending, 0);
    assert_int_equal(first.closes_inside + second.closes_inside, 0);
    alarm(0);
    return 0;
}

static void open_ctr(struct ob_session *session)
{
    assert_int_equal(ob_cipher_open(session, &d, OB_AES_CTR, key, sizeof key), OB_OK);
}

static void make_op(unsigned i, uint32_t flags, void (*done)(struct ob_op *))
{
    memset(&op[i], 0, sizeof op[i]);
    op[i].flags = flags | OB_ENCRYPT;
    op[i].iv = key;
    op[i].iv_len = 16;
    op[i].in = in;
    op[i].out = out[i];
    op[i].in_len = op[i].out_size = sizeof in;
    op[i].done = done;
}

/* Links the first n ops. */
static void make_chain(unsigned n, uint32_t first_flags, uint32_t flags)
{
    for (unsigned i = 0; i < n; i++) {
        make_op(i, i ? flags : first_flags, NULL);
        op[i].next = i + 1 < n ? &op[i + 1] : NULL;
    }
}

static void count(struct ob_op *o)
{
    (void)o;
    __atomic_add_fetch(&done_calls, 1, __ATOMIC_SEQ_CST);
}

/* ---- one thread never waits for itself ---- */

static void a_chain_goes_on_while_its_engine_leaves_quarantine(void **state)
{
    (void)state;
    d.retest_ns = 1;
    make(&first, "first", ob_engine_soft.ops, true);
    open_ctr(&s[0]);
    open_ctr(&s[1]);
    first.polls = 3;
    make_chain(2, OB_FIRST | OB_LAST, OB_FIRST | OB_LAST);
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    first.io = 1000;
    make_op(2, OB_FIRST | OB_LAST, NULL);
    assert_int_equal(ob_run(&s[1], &op[2]), OB_E_IO); /* sets the engine aside */
    first.io = 0;
    assert_int_equal(ob_wait(&op[1]) == OB_OK || op[1].status == OB_E_DECLINED, 1);
    assert_int_equal(op[0].status, OB_OK);
    make_op(2, OB_FIRST | OB_LAST, NULL);
    assert_int_equal(ob_run(&s[1], &op[2]), OB_OK);
    ob_session_close(&s[0]);
    ob_session_close(&s[1]);
}

static void hash_in_callback(struct ob_op *o)
{
    uint8_t digest[32];

    (void)o;
    done_calls++;
    done_answer = ob_hash_open(&s[1], &d, OB_SHA256);
    if (done_answer == OB_OK)
        done_answer = ob_hash_compute(&s[1], digest, sizeof digest, in, sizeof in);
    ob_session_close(&s[1]);
}

static void a_callback_may_use_a_class_for_the_first_time(void **state)
{
    (void)state;
    for (unsigned reentrant = 0; reentrant < 2; reentrant++) {
        set_up(NULL);
        make(&first, "first", ob_engine_soft.ops, reentrant);
        open_ctr(&s[0]);
        make_op(0, OB_FIRST | OB_LAST, hash_in_callback);
        assert_int_equal(ob_run(&s[0], &op[0]), OB_OK);
        assert_int_equal(done_calls, 1);
        assert_int_equal(done_answer, OB_OK);
        ob_session_close(&s[0]);
        ob_stop(&d);
    }
}

static void close_other(struct ob_op *o)
{
    (void)o;
    done_calls++;
    ob_session_close(&s[1]);
}

static void a_callback_may_close_another_session(void **state)
{
    (void)state;
    make(&first, "first", ob_engine_soft.ops, true);
    open_ctr(&s[0]);
    open_ctr(&s[1]);
    make_op(0, OB_FIRST | OB_LAST, close_other);
    make_op(1, OB_FIRST | OB_LAST, count);
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    first.polls = 1000000;
    assert_int_equal(ob_submit(&s[1], &op[1]), OB_PENDING);
    assert_int_equal(ob_wait(&op[0]), OB_OK);
    assert_int_equal(op[1].status, OB_E_IO);
    assert_int_equal(done_calls, 2);
    ob_session_close(&s[0]);
}

static void wait_in_callback(struct ob_op *o)
{
    (void)o;
    done_calls++;
    done_answer = ob_wait(&op[1]);
}

static void a_deadline_ends_a_wait_in_a_callback(void **state)
{
    (void)state;
    make(&first, "first", ob_engine_soft.ops, true);
    open_ctr(&s[0]);
    open_ctr(&s[1]);
    make_op(0, OB_FIRST | OB_LAST, wait_in_callback);
    make_op(1, OB_FIRST | OB_LAST, NULL);
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    first.polls = 1000000000;
    op[1].deadline_ns = ob_port_clock_ns() + 2000000;
    assert_int_equal(ob_submit(&s[1], &op[1]), OB_PENDING);
    assert_int_equal(ob_wait(&op[0]), OB_OK);
    assert_int_equal(done_answer, OB_E_IO);
    ob_session_close(&s[0]);
    ob_session_close(&s[1]);
}

static void a_callback_may_wait_for_the_next_op_of_its_chain(void **state)
{
    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    open_ctr(&s[0]);
    make_chain(2, OB_FIRST, OB_LAST);
    op[0].done = wait_in_callback;
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    assert_int_equal(ob_wait(&op[0]), OB_OK);
    assert_int_equal(op[1].status, OB_OK);
    while (done_calls == 0)
        (void)ob_poll(&d);
    assert_int_equal(done_answer, OB_OK);
    ob_session_close(&s[0]);
}

static void close_own(struct ob_op *o)
{
    done_calls++;
    done_answer = o->status;
    ob_session_close(&s[0]);
}

static void a_callback_may_close_its_own_session(void **state)
{
    (void)state;
    for (unsigned prompt = 0; prompt < 2; prompt++) {
        set_up(NULL);
        make(&first, "first", ob_engine_soft.ops, false);
        if (prompt)
            first.ops_table = *ob_engine_soft.ops;
        open_ctr(&s[0]);
        make_chain(3, OB_FIRST, 0);
        op[0].done = close_own;
        assert_int_equal(ob_submit(&s[0], &op[0]), prompt ? OB_OK : OB_PENDING);
        while (done_calls == 0)
            (void)ob_poll(&d);
        assert_int_equal(done_answer, OB_OK);
        for (unsigned i = 0; i < 3; i++)
            assert_int_not_equal(op[i].status, OB_PENDING);
        assert_null(s[0].dispatcher);
        ob_stop(&d);
    }
}

static void submit_anew(struct ob_op *o)
{
    if (++done_calls < 5) {
        make_op(0, OB_FIRST | OB_LAST, submit_anew);
        done_answer = ob_submit(&s[0], o);
    }
}

static void a_callback_may_submit_its_op_anew(void **state)
{
    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    open_ctr(&s[0]);
    make_op(0, OB_FIRST | OB_LAST, submit_anew);
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    while (done_calls < 5)
        (void)ob_poll(&d);
    assert_int_equal(done_answer, OB_PENDING);
    ob_session_close(&s[0]);
}

static void submit_for_ever(struct ob_op *o)
{
    if (++done_calls < 1000) { /* as long as it lets it */
        for (unsigned i = 0; i < 2; i++)
            assert_int_not_equal(ob_cancel(&op[i]), OB_PENDING);
        o->flags = OB_FIRST | OB_LAST | OB_ENCRYPT;
        done_answer = ob_submit(&s[0], o);
        assert_int_equal(ob_session_clone(&s[1], &s[0]), done_answer);
        assert_int_equal(ob_session_require(&s[0], OB_SESSION_CT), done_answer);
        assert_int_equal(ob_session_reset(&s[0]), done_answer);
    }
}

/* Close and cancel end, with one op and with a chain; a cancelled session serves again. */
static void a_callback_can_not_keep_close_for_ever(void **state)
{
    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    for (unsigned i = 0; i < 4; i++) {
        unsigned n = i / 2 + 1;

        open_ctr(&s[0]);
        done_calls = 0;
        make_chain(n, n == 1 ? OB_FIRST | OB_LAST : OB_FIRST, OB_LAST);
        op[n - 1].done = submit_for_ever;
        assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
        if (i % 2)
            assert_int_equal(ob_cancel(&op[0]), OB_E_IO);
        else
            ob_session_close(&s[0]);
        assert_int_equal(done_calls, 1);
        assert_int_equal(done_answer, OB_E_STATE);
        if (i % 2) {
            make_op(0, OB_FIRST | OB_LAST, NULL);
            assert_int_equal(ob_run(&s[0], &op[0]), OB_OK);
            ob_session_close(&s[0]);
        }
    }
}

static void an_op_may_end_before_submit_returns(void **state)
{
    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    first.early = true;
    open_ctr(&s[0]);
    make_op(0, OB_FIRST | OB_LAST, count);
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_OK);
    assert_int_equal(op[0].status, OB_OK);
    assert_int_equal(done_calls, 1);
    assert_int_equal(ob_poll(&d), 0);
    ob_session_close(&s[0]);
}

/* An engine's answers that the contract does not allow are failures, whatever they have in common with OB_OK. */
static void an_op_ends_with_its_first_answer(void **state)
{
    static const int answers[] = {OB_E_IO, -65536, OB_PENDING, 65536, -7};

    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    for (unsigned i = 0; i < 2 * sizeof answers / sizeof answers[0]; i++) {
        first.twice = i % 2;
        assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
        open_ctr(&s[0]);
        make_op(0, OB_FIRST | OB_LAST, count);
        done_calls = 0;
        memset(out[0], 0x77, sizeof out[0]);
        first.answer = answers[i / 2];
        assert_int_equal(ob_run(&s[0], &op[0]), OB_E_IO);
        for (unsigned j = 0; j < sizeof out[0]; j++)
            assert_int_equal(out[0][j], 0);
        assert_int_equal(done_calls, 1);
        ob_session_close(&s[0]);
    }
}

static void a_busy_engine_is_waited_for_by_deadline(void **state)
{
    uint64_t began;

    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    open_ctr(&s[0]);
    open_ctr(&s[1]);
    assert_int_equal(ob_session_require(&s[1], OB_SESSION_WAIT), OB_OK);
    make_op(0, OB_FIRST | OB_LAST, NULL);
    make_op(1, OB_FIRST | OB_LAST, NULL);
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    first.mute = true;
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    began = ob_port_clock_ns();
    op[1].deadline_ns = began + 5000000;
    assert_int_equal(ob_run(&s[1], &op[1]), OB_E_BUSY);
    assert_true(ob_port_clock_ns() - began >= 5000000);
    ob_session_close(&s[0]);
    assert_int_equal(op[0].status, OB_E_IO);
    ob_session_close(&s[1]);
}

static void a_short_message_is_redone_by_an_engine_that_ends_later(void **state)
{
    static struct toy quick;

    (void)state;
    toy_make(&quick, "quick", 1, 0, OB_CAP_MID);
    toy_shorten(&quick);
    quick.ops_table.poll = NULL;
    assert_int_equal(ob_engine_add(&d, &quick.engine), OB_OK);
    make(&first, "first", ob_engine_null.ops, false);
    first.polls = 5;
    assert_int_equal(ob_cipher_open(&s[0], &d, OB_NULL, key, sizeof key), OB_OK);
    while (quick.wholes == 0)
        assert_int_equal(ob_cipher_crypt(&s[0], OB_DIR_ENCRYPT, out[0], 64, NULL, 0, in, 64), OB_OK);
    memset(out, 0, sizeof out);
    quick.end_answer = OB_E_IO;
    assert_int_equal(ob_cipher_crypt(&s[0], OB_DIR_ENCRYPT, out[0], 64, NULL, 0, in, 64), OB_OK);
    assert_memory_equal(out[0], in, 64);
    assert_int_equal(first.ops, 1);
    ob_session_close(&s[0]);
}

/* What was held back and what follows are two ops: if the first is done and the second is not, the call can be neither
 * repeated nor continued. */
static void an_update_is_never_half_done(void **state)
{
    uint8_t text[80], held[5];
    size_t n;

    (void)state;
    for (unsigned busy = 0; busy < 2; busy++) {
        set_up(NULL);
        d.timeout_ns = 1000000;
        make(&first, "first", ob_engine_soft.ops, false);
        assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
        assert_int_equal(ob_cipher_open(&s[0], &d, OB_AES_CBC, key, sizeof key), OB_OK);
        assert_int_equal(ob_cipher_start(&s[0], OB_DIR_ENCRYPT, key, 16, 0), OB_OK);
        assert_int_equal(ob_cipher_update(&s[0], text, sizeof text, &n, in, 16 + 5), OB_OK);
        memcpy(held, s[0].held, 5);
        memset(text, 0x77, sizeof text);
        first.busy = 1000; /* not even the first is done: the call may be repeated */
        assert_int_equal(ob_cipher_update(&s[0], text, sizeof text, &n, in, 64 - 5), OB_E_BUSY);
        assert_int_equal(text[0], 0x77);
        assert_int_equal(s[0].held_len, 5);
        assert_memory_equal(s[0].held, held, 5);
        first.good = 1;
        first.busy = busy ? 1000 : 0;
        first.io = busy ? 0 : 1000;
        assert_int_equal(ob_cipher_update(&s[0], text, sizeof text, &n, in, 64 - 5), OB_E_IO);
        assert_int_equal(n, 0);
        for (size_t i = 0; i < 64; i++)
            assert_int_equal(text[i], 0);
        assert_int_equal(text[64], 0x77);
        assert_int_equal(ob_cipher_update(&s[0], text, sizeof text, &n, in, 16), OB_E_STATE);
        ob_session_close(&s[0]);
        ob_stop(&d);
    }
}

/* ---- two threads ---- */

static unsigned stop_polling;

static void *poll_always(void *arg)
{
    (void)arg;
    while (!__atomic_load_n(&stop_polling, __ATOMIC_SEQ_CST))
        (void)ob_poll(&d);
    return NULL;
}

static pthread_t begin_polling(void)
{
    pthread_t thread;

    stop_polling = 0;
    assert_int_equal(pthread_create(&thread, NULL, poll_always, NULL), 0);
    return thread;
}

static void end_polling(pthread_t thread)
{
    __atomic_store_n(&stop_polling, 1, __ATOMIC_SEQ_CST);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void *poll_once(void *arg)
{
    (void)ob_poll(&d);
    __atomic_store_n((unsigned *)arg, 1, __ATOMIC_RELAXED); /* orders nothing */
    return NULL;
}

/* The retry is another thread's, and no lock is taken between it and close: for ThreadSanitizer. */
static void a_session_may_be_closed_while_its_op_is_redone(void **state)
{
    pthread_t thread;
    unsigned polled = 0;

    (void)state;
    make(&first, "first", ob_engine_soft.ops, true);
    make(&second, "second", ob_engine_soft.ops, true);
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    assert_int_equal(ob_selftest(&second.engine, 0), OB_OK);
    first.answer = OB_E_IO;
    second.mute = true;
    open_ctr(&s[0]);
    make_op(0, OB_FIRST | OB_LAST, count);
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    assert_int_equal(pthread_create(&thread, NULL, poll_once, &polled), 0);
    while (!__atomic_load_n(&polled, __ATOMIC_RELAXED))
        usleep(100);
    ob_session_close(&s[0]);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(second.ops, 1);
    assert_int_equal(op[0].status, OB_E_IO);
    assert_int_equal(done_calls, 1);
}

static void take_time(struct later *l)
{
    (void)l;
    usleep(20000);
}

static void poll_leaves_an_op_alone_until_submit_has_returned(void **state)
{
    pthread_t thread;

    (void)state;
    for (unsigned reentrant = 0; reentrant < 2; reentrant++) {
        set_up(NULL);
        make(&first, "first", ob_engine_soft.ops, reentrant);
        assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
        thread = begin_polling();
        first.in_submit = take_time;
        open_ctr(&s[0]);
        make_op(0, OB_FIRST | OB_LAST, count);
        op[0].deadline_ns = 1; /* long past */
        assert_int_not_equal(ob_run(&s[0], &op[0]), OB_PENDING);
        end_polling(thread);
        assert_int_equal(done_calls, 1);
        assert_int_equal(first.closes_inside, 0);
        ob_session_close(&s[0]);
        ob_stop(&d);
    }
}

static void take_time_in_callback(struct ob_op *o)
{
    (void)o;
    usleep(20000);
    __atomic_add_fetch(&done_calls, 1, __ATOMIC_SEQ_CST);
}

static void a_chain_has_ended_when_run_returns(void **state)
{
    pthread_t thread;

    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    thread = begin_polling();
    open_ctr(&s[0]);
    assert_int_equal(ob_session_require(&s[0], OB_SESSION_NO_RETRY), OB_OK);
    make_chain(3, OB_FIRST, 0);
    op[0].done = take_time_in_callback;
    first.polls = 100;
    first.answer = OB_E_IO;
    assert_int_equal(ob_run(&s[0], &op[0]), OB_E_IO);
    assert_int_equal(op[1].status, OB_E_STATE);
    assert_int_equal(op[2].status, OB_E_STATE);
    end_polling(thread);
    assert_int_equal(done_calls, 1);
    ob_session_close(&s[0]);
}

/* ---- stop, generations, fork ---- */

static void stop_ends_what_is_pending(void **state)
{
    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    first.mute = true;
    open_ctr(&s[0]);
    make_op(0, OB_FIRST | OB_LAST, count);
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    assert_int_equal(ob_session_pin(&s[0], &first.engine), OB_E_STATE);
    ob_stop(&d);
    assert_int_equal(op[0].status, OB_E_IO);
    assert_int_equal(done_calls, 1);
    assert_int_equal(first.stops_pending, 0);
    ob_session_close(&s[0]);
}

static void closing_after_stop_leaves_no_expanded_key(void **state)
{
    const uint8_t *bytes = (const uint8_t *)s[0].state;

    (void)state;
    for (unsigned again = 0; again < 2; again++) {
        set_up(NULL);
        memset(&s[0], 0, sizeof s[0]);
        make(&first, "first", ob_engine_soft.ops, false);
        open_ctr(&s[0]);
        make_op(0, OB_FIRST | OB_LAST, NULL);
        assert_int_equal(ob_run(&s[0], &op[0]), OB_OK);
        ob_stop(&d);
        if (again) { /* the session sees another list of engines first */
            make_op(0, OB_FIRST | OB_LAST, NULL);
            assert_int_equal(ob_run(&s[0], &op[0]), OB_E_DECLINED);
        }
        ob_session_close(&s[0]);
        for (size_t i = 0; i < sizeof s[0].state; i++)
            assert_int_equal(bytes[i], 0);
    }
}

static void an_old_state_is_never_taken_for_a_new_one(void **state)
{
    (void)state;
    make(&first, "first", ob_engine_soft.ops, false);
    open_ctr(&s[0]);
    make_op(0, OB_FIRST | OB_LAST, NULL);
    assert_int_equal(ob_run(&s[0], &op[0]), OB_OK);
    for (unsigned i = 0; i < 128; i++) { /* the list changes 256 times */
        ob_stop(&d);
        first.engine.dispatcher = NULL;
        assert_int_equal(ob_engine_add(&d, &first.engine), OB_OK);
    }
    make_op(0, OB_LAST, NULL);
    memset(s[0].state, 0xee, sizeof s[0].state);
    assert_int_equal(ob_run(&s[0], &op[0]), OB_E_STATE);
    make_op(0, OB_FIRST | OB_LAST, NULL);
    make_op(1, OB_FIRST | OB_LAST, NULL);
    assert_int_equal(ob_run(&s[0], &op[0]), OB_OK);
    open_ctr(&s[1]);
    assert_int_equal(ob_run(&s[1], &op[1]), OB_OK);
    assert_memory_equal(out[0], out[1], 64);
    ob_session_close(&s[0]);
    ob_session_close(&s[1]);
}

/* Exit status of the child: the number of the first thing that is wrong. */
static int child(void)
{
    alarm(20);
    ob_after_fork(&d, true);
    if (op[0].status != OB_E_IO || op[1].status != OB_E_STATE)
        return 1;
    if (done_calls)
        return 2;
    make_op(2, OB_FIRST | OB_LAST, NULL);
    if (ob_run(&s[1], &op[2]) != OB_OK)
        return 3;
    make_op(0, OB_FIRST | OB_LAST, NULL);
    if (ob_run(&s[0], &op[0]) != OB_OK || memcmp(out[0], out[2], 64) != 0)
        return 4;
    ob_session_close(&s[0]);
    ob_session_close(&s[1]);
    ob_stop(&d);
    return 0;
}

static void a_child_has_no_lock_and_no_op_of_its_parent(void **state)
{
    pthread_t thread;
    pid_t pid;
    int status;

    (void)state;
    make(&first, "first", ob_engine_soft.ops, true);
    assert_int_equal(ob_selftest(&first.engine, 0), OB_OK);
    first.mute = true;
    open_ctr(&s[0]);
    open_ctr(&s[1]);
    make_chain(2, OB_FIRST, OB_LAST);
    op[1].done = count;
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    thread = begin_polling();
    for (unsigned i = 0; i < 10; i++) {
        ob_before_fork(&d);
        pid = fork();
        if (pid == 0) {
            memset(first.job, 0, sizeof first.job); /* what a device's own driver would do at fork */
            first.mute = false;
            _exit(child());
        }
        ob_after_fork(&d, false);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
    }
    end_polling(thread);
    first.mute = false;
    assert_int_equal(ob_wait(&op[1]), OB_OK);
    ob_session_close(&s[0]);
    ob_session_close(&s[1]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_chain_goes_on_while_its_engine_leaves_quarantine),
        TEST(a_callback_may_use_a_class_for_the_first_time),
        TEST(a_callback_may_close_another_session),
        TEST(a_deadline_ends_a_wait_in_a_callback),
        TEST(a_callback_may_wait_for_the_next_op_of_its_chain),
        TEST(a_callback_may_close_its_own_session),
        TEST(a_callback_may_submit_its_op_anew),
        TEST(a_callback_can_not_keep_close_for_ever),
        TEST(an_op_may_end_before_submit_returns),
        TEST(an_op_ends_with_its_first_answer),
        TEST(a_busy_engine_is_waited_for_by_deadline),
        TEST(a_short_message_is_redone_by_an_engine_that_ends_later),
        TEST(an_update_is_never_half_done),
        TEST(a_session_may_be_closed_while_its_op_is_redone),
        TEST(poll_leaves_an_op_alone_until_submit_has_returned),
        TEST(a_chain_has_ended_when_run_returns),
        TEST(stop_ends_what_is_pending),
        TEST(closing_after_stop_leaves_no_expanded_key),
        TEST(an_old_state_is_never_taken_for_a_new_one),
        TEST(a_child_has_no_lock_and_no_op_of_its_parent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
