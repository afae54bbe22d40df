/* SPDX-License-Identifier: Apache-2.0 */
/* Ops that one poll finds completed, and that core finishes one after the other: their number and order, and callbacks
 * that close the sessions of others among them or wait for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

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
    assert_int_equal(ob_engine_add(&d, &later.engine), OB_OK);
    for (unsigned i = 0; i < OPS; i++) {
        assert_int_equal(ob_cipher_open(&s[i], &d, OB_AES_CTR, key, sizeof key), OB_OK);
        op[i] = (struct ob_op){.flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                               .iv = key,
                               .iv_len = 16,
                               .in = in,
                               .in_len = sizeof in,
                               .out = out[i],
                               .out_size = sizeof out[i],
                               .done = i ? note : first};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poll_counts_what_it_finishes),
        cmocka_unit_test(a_callback_closes_a_session_whose_op_is_completed),
        cmocka_unit_test(a_callback_waits_for_an_op_that_is_completed),
        cmocka_unit_test(a_wait_for_the_last_finishes_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
