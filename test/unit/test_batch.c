/* SPDX-License-Identifier: Apache-2.0 */
/* Batches (core/batch.c): ops of several sessions in one call, on an engine that answers when it is polled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "later.h"

#define BATCH 5
#define CHAIN 3
#define LEN   64

extern struct ob_engine ob_engine_soft;

static struct ob_dispatcher d;
static struct later later;
static const uint8_t key[16] = {1, 2, 3};
static uint8_t in[LEN], expected[LEN], made[BATCH][CHAIN][LEN];
static struct ob_session many[BATCH];
static struct ob_op ops[BATCH][CHAIN];
static struct ob_request requests[BATCH];
static unsigned ended;

static void note_end(struct ob_op *o)
{
    assert_int_not_equal(o->status, OB_PENDING);
    ended++;
}

/* Sessions of these flags, each with a chain of so many whole messages, and the ciphertext that each must give. */
static void make_batch(bool reentrant, unsigned flags, unsigned chain)
{
    alarm(60); /* what hangs fails */
    memset(&d, 0, sizeof d);
    memset(&later, 0, sizeof later);
    memset(in, 0x5a, sizeof in);
    memset(made, 0, sizeof made);
    later.target = ob_engine_soft.ops;
    later.reentrant = reentrant;
    later.polls = 2;
    later_make(&later, "later");
    assert_int_equal(ob_engine_add(&d, &later.engine), OB_OK);
    assert_int_equal(ob_selftest(&later.engine, 0), OB_OK);
    ended = 0;
    for (unsigned i = 0; i < BATCH; i++) {
        assert_int_equal(ob_cipher_open(&many[i], &d, OB_AES_CTR, key, sizeof key), OB_OK);
        assert_int_equal(ob_session_require(&many[i], flags), OB_OK);
        requests[i] = (struct ob_request){&many[i], ops[i], 99};
        for (unsigned k = 0; k < chain; k++)
            ops[i][k] = (struct ob_op){.flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                                       .iv = key,
                                       .iv_len = 16,
                                       .in = in,
                                       .in_len = LEN,
                                       .out = made[i][k],
                                       .out_size = LEN,
                                       .done = note_end,
                                       .next = k + 1 < chain ? &ops[i][k + 1] : NULL};
    }
    assert_int_equal(ob_cipher_crypt(&many[0], OB_DIR_ENCRYPT, expected, LEN, key, 16, in, LEN), OB_OK);
}

static void end_batch(void)
{
    for (unsigned i = 0; i < BATCH; i++)
        ob_session_close(&many[i]);
    ob_stop(&d);
    assert_int_equal(later.overlaps + later.stops_pending + later.closes_inside, 0);
    alarm(0);
}

/* An engine that takes several ops has them all at once. */
static void is_pending_as_a_whole(void **state)
{
    (void)state;
    make_batch(true, 0, 1);
    assert_int_equal(ob_submit_all(requests, BATCH), OB_PENDING);
    for (unsigned i = 0; i < BATCH; i++)
        assert_int_equal(requests[i].result, OB_PENDING);
    assert_int_equal(ended, 0);
    assert_int_equal(ob_wait_all(requests, BATCH), OB_OK);
    assert_int_equal(ended, BATCH);
    assert_int_equal(ob_wait_all(requests, BATCH), OB_OK);
    for (unsigned i = 0; i < BATCH; i++) {
        assert_int_equal(requests[i].result, OB_OK);
        assert_memory_equal(made[i][0], expected, LEN);
    }
    assert_int_equal(ob_submit_all(NULL, 0), OB_OK);
    end_batch();
}

/* An engine that takes one op at a time is waited for, or the op is the caller's again. */
static void meets_a_busy_engine(void **state)
{
    (void)state;
    make_batch(false, 0, 1);
    assert_int_equal(ob_submit_all(requests, BATCH), OB_PENDING);
    assert_int_equal(requests[0].result, OB_PENDING);
    for (unsigned i = 1; i < BATCH; i++)
        assert_int_equal(requests[i].result, OB_E_BUSY);
    assert_int_equal(ended, BATCH - 1);
    assert_int_equal(ob_wait_all(requests, BATCH), OB_E_BUSY);
    assert_int_equal(requests[0].result, OB_OK);
    end_batch();
    make_batch(false, OB_SESSION_WAIT, 1);
    assert_int_equal(ob_submit_all(requests, BATCH), OB_PENDING);
    assert_int_equal(ob_wait_all(requests, BATCH), OB_OK);
    assert_int_equal(ended, BATCH);
    for (unsigned i = 0; i < BATCH; i++)
        assert_memory_equal(made[i][0], expected, LEN);
    end_batch();
}

/* What is wrong with one op of a batch does not keep the others, and is said once no op is pending. */
static void its_ops_are_apart(void **state)
{
    (void)state;
    make_batch(true, 0, 1);
    ops[0][0].iv_len = 15;
    requests[3].session = &many[2]; /* which has an op pending */
    ops[3][0].status = OB_OK;       /* of an earlier run */
    assert_int_equal(ob_submit_all(requests, BATCH), OB_PENDING);
    assert_int_equal(requests[0].result, OB_E_ARG);
    assert_int_equal(requests[3].result, OB_E_STATE);
    assert_int_equal(ob_cancel(&ops[4][0]), OB_E_IO);
    assert_int_equal(ob_wait_all(requests, BATCH), OB_E_ARG); /* the first in the list */
    assert_int_equal(requests[0].result, OB_E_ARG);
    assert_int_equal(requests[1].result, OB_OK);
    assert_int_equal(requests[2].result, OB_OK);
    assert_int_equal(requests[3].result, OB_E_STATE);
    assert_int_equal(requests[4].result, OB_E_IO);
    assert_int_equal(ended, BATCH - 1); /* the op that was not submitted is the caller's */
    end_batch();
}

/* A request may be a chain: none of its ops is pending after the wait, and its result is the first error. */
static void chains_are_awaited_to_their_end(void **state)
{
    (void)state;
    make_batch(true, 0, CHAIN);
    ops[1][1].iv_len = 15;
    assert_int_equal(ob_submit_all(requests, BATCH), OB_PENDING);
    assert_int_equal(ob_wait_all(requests, BATCH), OB_E_ARG);
    assert_int_equal(ended, CHAIN * BATCH);
    for (unsigned i = 0; i < BATCH; i++)
        for (unsigned k = 0; k < CHAIN; k++) {
            int status = i != 1 || k == 0 ? OB_OK : k == 1 ? OB_E_ARG : OB_E_STATE;

            assert_int_equal(ops[i][k].status, status);
            if (status == OB_OK)
                assert_memory_equal(made[i][k], expected, LEN);
        }
    for (unsigned i = 0; i < BATCH; i++)
        assert_int_equal(requests[i].result, i == 1 ? OB_E_ARG : OB_OK);
    end_batch();
}

/* A wait for a part of the list leaves the rest pending. */
static void a_part_is_awaited(void **state)
{
    (void)state;
    make_batch(true, 0, 1);
    assert_int_equal(ob_submit_all(requests, BATCH), OB_PENDING);
    assert_int_equal(ob_wait_all(requests, BATCH - 1), OB_OK);
    assert_int_equal(requests[BATCH - 1].result, OB_PENDING);
    assert_int_equal(ob_wait_all(requests + BATCH - 1, 1), OB_OK);
    assert_int_equal(requests[BATCH - 1].result, OB_OK);
    end_batch();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_pending_as_a_whole), cmocka_unit_test(meets_a_busy_engine),
        cmocka_unit_test(its_ops_are_apart),     cmocka_unit_test(chains_are_awaited_to_their_end),
        cmocka_unit_test(a_part_is_awaited),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
