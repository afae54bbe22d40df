/* SPDX-License-Identifier: Apache-2.0 */
/* Ops that one poll finds completed, and that core finishes one after the other: their number and order, and callbacks
 * that close the sessions of others among them or wait for them. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "core/core.h"
#include "later.h"

#define OPS 4

extern struct ob_engine ob_engine_soft;

static struct ob_dispatcher d;
static struct later later;
static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[64], out[OPS][64];
static struct ob_session s[OPS];
static struct ob_op op[OPS];
static unsigned done[OPS], finished[OPS], n_finished;
static unsigned target; /* whose session or op the first callback is about */
static int target_status;
static struct ob_engine plain;  /* the first engine, which no op uses */
static struct ob_op *successor; /* of the last op, or NULL */
static uint64_t deadline_ns;
static const unsigned orders[][OPS] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}};
static unsigned order; /* of submission */

static void note(struct ob_op *o)
{
    unsigned i = (unsigned)(o - op);

    done[i]++;
    finished[n_finished++] = i;
}

static void close_target(struct ob_op *o)
{
    note(o);
    ob_session_close(&s[target]);
    target_status = op[target].status;
}

static void wait_for_target(struct ob_op *o)
{
    note(o);
    target_status = ob_wait(&op[target]);
}

/* All ops are pending on an engine that ends them in its next poll; the callback of the first is the given one. */
static void submit_all(void (*first)(struct ob_op *))
{
    alarm(60); /* what hangs fails */
    memset(&d, 0, sizeof d);
    memset(&later, 0, sizeof later);
    memset(out, 0, sizeof out);
    memset(in, 0x5a, sizeof in);
    memset(done, 0, sizeof done);
    n_finished = 0;
    target_status = OB_PENDING;
    later.target = ob_engine_soft.ops;
    later.reentrant = true;
    later_make(&later, "later");
    plain = (struct ob_engine){.ops = ob_engine_soft.ops};
    assert_int_equal(ob_engine_add(&d, &plain), OB_OK);
    assert_int_equal(ob_engine_add(&d, &later.engine), OB_OK);
    for (unsigned k = 0; k < OPS; k++) {
        unsigned i = orders[order][k];

        assert_int_equal(ob_cipher_open(&s[i], &d, OB_AES_CTR, key, sizeof key), OB_OK);
        assert_int_equal(ob_session_pin(&s[i], &later.engine), OB_OK);
        op[i] = (struct ob_op){.flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                               .iv = key,
                               .iv_len = 16,
                               .in = in,
                               .in_len = sizeof in,
                               .out = out[i],
                               .out_size = sizeof out[i],
                               .done = i ? note : first,
                               .deadline_ns = deadline_ns,
                               .next = i == OPS - 1 ? successor : NULL};
        assert_int_equal(ob_submit(&s[i], &op[i]), OB_PENDING);
    }
}

/* Every op has been finished once and well, and the engine saw no call that it must not see. */
static void check_all(void)
{
    for (unsigned i = 0; i < OPS; i++) {
        assert_int_equal(op[i].status, OB_OK);
        assert_int_equal(op[i].out_len, sizeof in);
        assert_int_equal(done[i], 1);
        assert_memory_equal(out[i], out[0], sizeof in);
        ob_session_close(&s[i]);
    }
    assert_int_equal(n_finished, OPS);
    assert_int_equal(ob_poll(&d), 0);
    ob_stop(&d);
    assert_int_equal(later.overlaps + later.stops_pending + later.closes_inside, 0);
    alarm(0);
}

static void poll_counts_what_it_finishes(void **state)
{
    int n = 0, last = 0;

    (void)state;
    submit_all(note);
    while (n_finished < OPS) {
        unsigned before = n_finished;

        last = ob_poll(&d);
        assert_int_equal(last, n_finished - before);
        n += last;
    }
    assert_int_equal(n, OPS);
    check_all();
}

/* A session is closed whose op is completed, but not yet finished: it ends with the engine's result, once. */
static void a_callback_closes_a_session_whose_op_is_completed(void **state)
{
    (void)state;
    for (target = 1; target < OPS; target++) {
        submit_all(close_target);
        while (n_finished < OPS)
            (void)ob_poll(&d);
        assert_null(s[target].dispatcher);
        assert_int_equal(target_status, OB_OK);
        check_all();
    }
}

static void a_callback_waits_for_an_op_that_is_completed(void **state)
{
    (void)state;
    for (target = 1; target < OPS; target++) {
        submit_all(wait_for_target);
        while (n_finished < OPS)
            (void)ob_poll(&d);
        assert_int_equal(target_status, OB_OK);
        check_all();
    }
}

/* Waiting for one op finishes the others on the way. */
static void a_wait_for_the_last_finishes_all(void **state)
{
    (void)state;
    submit_all(note);
    assert_int_equal(ob_wait(&op[OPS - 1]), OB_OK);
    for (unsigned i = 0; i < OPS; i++)
        assert_int_equal(ob_wait(&op[i]), OB_OK);
    check_all();
}

/* What has ended cannot be cancelled, and does not stand for a later op of its session. */
static void only_the_op_itself_is_cancelled(void **state)
{
    struct ob_op more;

    (void)state;
    submit_all(note);
    for (unsigned i = 0; i < OPS; i++)
        assert_int_equal(ob_wait(&op[i]), OB_OK);
    more = op[0];
    more.done = NULL;
    assert_int_equal(ob_submit(&s[0], &more), OB_PENDING);
    assert_int_equal(ob_cipher_start(&s[0], OB_DIR_ENCRYPT, key, 16, 0), OB_E_STATE);
    assert_int_equal(ob_cancel(&op[0]), OB_OK);
    assert_int_equal(more.status, OB_PENDING);
    assert_int_equal(ob_wait(&more), OB_OK);
    check_all();
}

/* The number of ops in a list or a ring. */
static unsigned listed(const struct ob_op *first)
{
    unsigned n = 0;

    for (const struct ob_op *o = first; o && (n == 0 || o != first); o = o->list_next)
        n++;
    return n;
}

/* One of the ops is cancelled, wherever it lies in the list of the engine or in the ring of what it has completed; the
 * others go on. */
static void any_of_them_is_closed(void **state)
{
    (void)state;
    for (order = 0; order < sizeof orders / sizeof orders[0]; order++)
        for (unsigned completed = 0; completed < 2; completed++)
            for (unsigned closed = 0; closed < OPS; closed++) {
                submit_all(note);
                while (completed && !d.completed)
                    obi_collect(&d);
                ob_session_close(&s[closed]);
                assert_int_equal(op[closed].status, completed ? OB_OK : OB_E_IO);
                assert_int_equal(listed(later.engine.pending), completed ? 0 : OPS - 1);
                assert_int_equal(listed(d.completed), completed ? OPS - 1 : 0);
                for (unsigned i = 0; i < OPS; i++) {
                    assert_int_equal(ob_wait(&op[i]), i == closed && !completed ? OB_E_IO : OB_OK);
                    assert_int_equal(done[i], 1);
                    ob_session_close(&s[i]);
                }
                assert_int_equal(n_finished, OPS);
                assert_int_equal(finished[0], closed);
                for (unsigned i = 0, k = 1; i < OPS; i++) /* the others in the order of their completion */
                    if (orders[order][i] != closed)
                        assert_int_equal(finished[k++], orders[order][i]);
                assert_null(d.completed);
                assert_null(later.engine.pending);
                assert_int_equal(d.finishing, 0);
                ob_stop(&d);
                alarm(0);
            }
    order = 0;
}

/* What follows an op that was completed, but not finished when its session was closed, does not begin. */
static void a_close_ends_the_chain(void **state)
{
    struct ob_op last = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                         .iv = key,
                         .iv_len = 16,
                         .in = in,
                         .in_len = 16,
                         .out = out[0],
                         .out_size = 16};
    unsigned ops;

    (void)state;
    successor = &last;
    submit_all(note);
    successor = NULL;
    while (!d.completed)
        obi_collect(&d);
    ops = later.ops;
    ob_session_close(&s[OPS - 1]);
    assert_int_equal(op[OPS - 1].status, OB_OK);
    assert_int_equal(last.status, OB_E_STATE);
    assert_int_equal(later.ops, ops);
    while (n_finished < OPS)
        (void)ob_poll(&d);
    check_all();
}

/* An op that is overdue ends once, although its engine reports its end when it is closed. */
static void an_overdue_op_ends_once(void **state)
{
    (void)state;
    deadline_ns = 1;
    submit_all(note);
    deadline_ns = 0;
    later.mute = true;
    for (unsigned i = 0; i < OPS; i++)
        assert_int_equal(ob_wait(&op[i]), OB_E_IO);
    assert_int_equal(n_finished, OPS);
    for (unsigned i = 0; i < OPS; i++) {
        assert_int_equal(done[i], 1);
        ob_session_close(&s[i]);
    }
    assert_null(d.completed);
    assert_int_equal(ob_poll(&d), 0);
    ob_stop(&d);
    alarm(0);
}

static struct ob_engine_ops slow_ops;
static int slow_state; /* 1: in submit, 2: it has returned */

static int slow_submit(void *dev, struct ob_session *session, struct ob_op *o)
{
    int r;

    if (session->testing)
        return ob_engine_soft.ops->submit(dev, session, o);
    __atomic_store_n(&slow_state, 1, __ATOMIC_RELEASE);
    usleep(30000);
    r = ob_engine_soft.ops->submit(dev, session, o);
    __atomic_store_n(&slow_state, 2, __ATOMIC_RELEASE);
    return r;
}

static void *poll_once(void *unused)
{
    (void)unused;
    (void)ob_poll(&d);
    return NULL;
}

/* A session is closed while another thread submits its op to the next engine: close waits for that. */
static void a_close_waits_for_another_thread(void **state)
{
    pthread_t thread;

    (void)state;
    submit_all(note);
    slow_ops = *ob_engine_soft.ops;
    slow_ops.submit = slow_submit;
    plain.ops = &slow_ops;
    assert_int_equal(ob_selftest(&plain, 0), OB_OK);
    for (unsigned i = 1; i < OPS; i++)
        assert_int_equal(ob_wait(&op[i]), OB_OK);
    assert_int_equal(ob_wait(&op[0]), OB_OK);
    assert_int_equal(ob_session_pin(&s[0], NULL), OB_OK);
    assert_int_equal(ob_session_avoid(&s[0], NULL), OB_OK);
    slow_state = 0;
    later.answer = OB_E_IO;
    n_finished = 0;
    done[0] = 0;
    s[0].pinned = &later.engine;
    assert_int_equal(ob_submit(&s[0], &op[0]), OB_PENDING);
    s[0].pinned = NULL; /* the next engine may be any */
    assert_int_equal(pthread_create(&thread, NULL, poll_once, NULL), 0);
    while (!__atomic_load_n(&slow_state, __ATOMIC_ACQUIRE))
        usleep(100);
    ob_session_close(&s[0]);
    assert_int_equal(__atomic_load_n(&slow_state, __ATOMIC_ACQUIRE), 2);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(op[0].status, OB_OK);
    assert_int_equal(done[0], 1);
    for (unsigned i = 0; i < OPS; i++)
        ob_session_close(&s[i]);
    ob_stop(&d);
    alarm(0);
}

/* In a child all ops have ended, whether the engine had completed them or not, with what follows them. */
static void a_child_has_no_pending_ops(void **state)
{
    (void)state;
    for (unsigned completed = 0; completed < 2; completed++) {
        struct ob_op last = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT, .iv = key, .iv_len = 16, .out_len = 9};

        successor = &last;
        submit_all(note);
        successor = NULL;
        while (completed && !d.completed)
            obi_collect(&d);
        ob_before_fork(&d);
        ob_after_fork(&d, true);
        assert_null(later.engine.pending);
        assert_null(d.completed);
        assert_int_equal(n_finished, 0); /* the callbacks are the parent's */
        for (unsigned i = 0; i < OPS; i++) {
            assert_int_equal(op[i].status, OB_E_IO);
            assert_int_equal(op[i].out_len, 0);
            assert_null(s[i].op);
            assert_int_equal(s[i].stream, OB_STREAM_IDLE);
        }
        assert_int_equal(last.status, OB_E_STATE);
        assert_int_equal(last.out_len, 0);
        assert_int_equal(d.lock | plain.lock | later.engine.lock, 0);
        assert_int_equal(d.finishing, 0);
    }
    alarm(0);
}

static void *finish_later(void *unused)
{
    (void)unused;
    usleep(20000);
    obi_lock(&d.lock);
    d.finishing--;
    ob_port_unlock(&d.lock);
    return NULL;
}

/* A fork waits for the ops that are being finished, and nothing else happens until it is over. */
static void a_fork_holds_all_locks(void **state)
{
    pthread_t thread;

    (void)state;
    submit_all(note);
    d.finishing = 1;
    assert_int_equal(pthread_create(&thread, NULL, finish_later, NULL), 0);
    ob_before_fork(&d);
    assert_int_equal(d.finishing, 0);
    assert_true(d.lock && plain.lock && later.engine.lock);
    ob_after_fork(&d, false);
    assert_int_equal(d.lock | plain.lock | later.engine.lock, 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    for (unsigned i = 0; i < OPS; i++)
        assert_int_equal(ob_wait(&op[i]), OB_OK);
    check_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poll_counts_what_it_finishes),
        cmocka_unit_test(a_callback_closes_a_session_whose_op_is_completed),
        cmocka_unit_test(a_callback_waits_for_an_op_that_is_completed),
        cmocka_unit_test(a_wait_for_the_last_finishes_all),
        cmocka_unit_test(only_the_op_itself_is_cancelled),
        cmocka_unit_test(any_of_them_is_closed),
        cmocka_unit_test(a_close_ends_the_chain),
        cmocka_unit_test(an_overdue_op_ends_once),
        cmocka_unit_test(a_close_waits_for_another_thread),
        cmocka_unit_test(a_fork_holds_all_locks),
        cmocka_unit_test(a_child_has_no_pending_ops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
