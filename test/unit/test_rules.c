/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of DESIGN.md, section 3, that toy engines can show; each test's name begins with its rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "toy.h"

#include "port/clock.h"

static struct toy quick, bulk; /* cheap to set up; cheap per byte */
static struct ob_dispatcher d;
static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[8192], out[8192 + 64];

static int make(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    toy_make(&quick, "quick", 10, 2000, OB_CAP_MID | OB_CAP_CT);
    toy_make(&bulk, "bulk", 1000, 20, OB_CAP_MID);
    assert_int_equal(ob_engine_add(&d, &quick.engine), OB_OK);
    assert_int_equal(ob_engine_add(&d, &bulk.engine), OB_OK);
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 11 + 1);
    memset(out, 0, sizeof out);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static void open_null(struct ob_session *s)
{
    assert_int_equal(ob_cipher_open(s, &d, OB_NULL, key, sizeof key), OB_OK);
}

static int crypt(struct ob_session *s, size_t len)
{
    memset(out, 0, sizeof out);
    return ob_cipher_crypt(s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, len);
}

/* An op by hand, for what the typed calls do not show. */
static struct ob_op make_op(uint32_t flags, size_t len)
{
    struct ob_op op;

    memset(&op, 0, sizeof op);
    op.flags = flags | OB_ENCRYPT;
    op.in = in;
    op.in_len = len;
    op.out = out;
    op.out_size = sizeof out;
    return op;
}

/* ---- rule 1: binding ---- */

static void rule_1_binds_by_stated_length(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(quick.ops, 1);
    assert_int_equal(crypt(&s, 4096), OB_OK);
    assert_int_equal(bulk.ops, 1);
    assert_int_equal(crypt(&s, 16), OB_OK); /* both keys stay open: no engine opens twice */
    assert_int_equal(quick.ops, 2);
    assert_int_equal(quick.opens + bulk.opens, 6); /* four of the self-tests, two of the session */
    ob_session_close(&s);
}

static void rule_1_binds_by_total(void **state)
{
    struct ob_session s;
    size_t n;

    (void)state;
    bulk.cap.flags = quick.cap.flags = 0; /* streams stay where they begin */
    open_null(&s);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 100000), OB_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_OK);
    assert_int_equal(bulk.ops, 4);
    assert_int_equal(quick.ops, 0);
    ob_session_close(&s);
}

static void rule_1_chooses_per_op(void **state)
{
    struct ob_session s;
    size_t n;

    (void)state;
    open_null(&s);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_OK);
        assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 8192), OB_OK);
        assert_memory_equal(out, in, 8192);
    }
    assert_int_equal(quick.ops, 3);
    assert_int_equal(bulk.ops, 3);
    ob_session_close(&s);
}

static void rule_1_stays_without_mid_state(void **state)
{
    struct ob_session s;
    size_t n;

    (void)state;
    quick.cap.flags = 0;
    open_null(&s);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 8192), OB_OK);
    assert_int_equal(quick.ops, 2);
    quick.answer = OB_E_DECLINED; /* legal at binding only */
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_E_IO);
    ob_session_close(&s);
}

static void rule_1_open_price_is_paid_once_it_pays(void **state)
{
    struct ob_session s;
    unsigned i;

    (void)state;
    bulk.price.open = 100000; /* 16-byte ops cost 41 on quick; make bulk better by 31 each */
    bulk.price.setup = 10;
    bulk.price.per_kib = 0;
    open_null(&s);
    for (i = 0; i < 10000 && bulk.ops == 0; i++)
        assert_int_equal(crypt(&s, 16), OB_OK);
    assert_in_range(i, 3000, 3400); /* 100000 / 31 ops of loss, as much as the open price itself */
    for (i = 0; i < 100; i++)
        assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(bulk.ops, 101);
    ob_session_close(&s);
}

/* ---- rule 2: fallback and retry ---- */

static void rule_2_falls_back(void **state)
{
    struct ob_session s;
    struct ob_stats stats;

    (void)state;
    open_null(&s);
    quick.answer = OB_E_BUSY;
    assert_int_equal(crypt(&s, 16), OB_OK);
    quick.answer = OB_E_DECLINED;
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(bulk.ops, 2);
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.fallbacks, 2);
    bulk.answer = OB_E_DECLINED;
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    quick.answer = OB_E_BUSY;
    assert_int_equal(crypt(&s, 16), OB_E_BUSY);
    quick.answer = OB_OK;
    quick.open_answer = OB_E_BUSY;
    bulk.answer = OB_OK;
    ob_session_close(&s);
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(bulk.ops, 3);
    ob_session_close(&s);
}

/* Answers that the contract does not allow: a symmetric algorithm has no argument that only its engine can refuse, a
 * cipher compares nothing, and the others are no answers of an engine, even where core uses the number itself. */
static void rule_2_a_wrong_answer_is_a_failure(void **state)
{
    static const int answers[] = {OB_E_ARG, OB_E_AUTH, OB_E_STATE, -7, 2, 3, 4, 5, 6};
    struct ob_session s;
    struct ob_stats stats;

    (void)state;
    for (unsigned i = 0; i < 2 * sizeof answers / sizeof answers[0]; i++) {
        unsigned was = bulk.ops;

        open_null(&s);
        *(i % 2 ? &quick.open_answer : &quick.answer) = answers[i / 2];
        assert_int_equal(crypt(&s, 16), OB_OK);
        assert_memory_equal(out, in, 16);
        assert_int_equal(bulk.ops, was + 1);
        ob_engine_stats(&quick.engine, &stats);
        assert_int_equal(stats.errors, i + 1);
        assert_int_equal(stats.retries, i + 1);
        quick.answer = quick.open_answer = OB_OK;
        assert_int_equal(ob_selftest(&quick.engine, 0), OB_OK);
        ob_session_close(&s);
    }
}

static void rule_2_redoes_and_quarantines(void **state)
{
    struct ob_session s;
    struct ob_stats stats;

    (void)state;
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    quick.answer = OB_E_IO;
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_memory_equal(out, in, 16);
    assert_int_equal(bulk.ops, 1);
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.errors, 1);
    assert_int_equal(stats.retries, 1);
    quick.answer = OB_OK;
    quick.ops = 0;
    assert_int_equal(crypt(&s, 16), OB_OK); /* set aside */
    assert_int_equal(quick.ops, 0);
    assert_int_equal(ob_selftest(&quick.engine, 0), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_OK); /* back, with its key opened again */
    assert_int_equal(quick.ops, 1);
    ob_session_close(&s);
}

static void rule_2_quarantine_ends_by_itself(void **state)
{
    struct ob_session s;
    unsigned starts;

    (void)state;
    d.retest_ns = 1000000; /* 1 ms */
    open_null(&s);
    quick.answer = OB_E_IO;
    assert_int_equal(crypt(&s, 16), OB_OK);
    quick.answer = OB_OK;
    quick.ops = 0;
    starts = quick.starts;
    for (uint64_t until = ob_port_clock_ns() + 1100000; ob_port_clock_ns() < until;)
        ;
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(quick.ops, 1);
    assert_int_equal(quick.starts, starts + 1); /* the device was started anew before its self-test */
    ob_session_close(&s);
}

static void rule_2_returns_io_in_place(void **state)
{
    struct ob_session s;
    uint8_t buffer[64];

    (void)state;
    memset(buffer, 7, sizeof buffer);
    open_null(&s);
    quick.answer = OB_E_IO;
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, buffer, 64, NULL, 0, buffer, 64), OB_E_IO);
    for (size_t i = 0; i < sizeof buffer; i++)
        assert_int_equal(buffer[i], 0);
    assert_int_equal(bulk.ops, 0);
    ob_session_close(&s);
}

static void rule_2_returns_io_without_retry(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    assert_int_equal(ob_session_require(&s, OB_SESSION_NO_RETRY), OB_OK);
    quick.answer = OB_E_IO;
    assert_int_equal(crypt(&s, 16), OB_E_IO);
    assert_int_equal(bulk.ops, 0);
    ob_session_close(&s);
}

static void rule_2_returns_io_when_none_is_left(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    quick.answer = bulk.answer = OB_E_IO;
    assert_int_equal(crypt(&s, 16), OB_E_IO);
    ob_session_close(&s);
}

/* ---- rule 3: self-test before use ---- */

static void rule_3_wrong_answers_are_not_selectable(void **state)
{
    static struct toy liar;
    struct ob_session s;

    (void)state;
    toy_make(&liar, "liar", 0, 0, OB_CAP_MID);
    liar.wrong = true;
    assert_int_equal(ob_engine_add(&d, &liar.engine), OB_OK);
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(liar.ops, 0);
    assert_int_not_equal(liar.tests, 0);
    assert_int_equal(ob_selftest(&liar.engine, 0), OB_E_IO);
    liar.wrong = false;
    assert_int_equal(crypt(&s, 16), OB_OK); /* still not: nobody has tested it again */
    assert_int_equal(liar.ops, 0);
    assert_int_equal(ob_selftest(&liar.engine, 0), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(liar.ops, 1);
    ob_session_close(&s);
}

static void rule_3_refuses_broken_tables(void **state)
{
    static struct toy broken;

    (void)state;
    toy_make(&broken, "broken", 0, 0, 0);
    broken.cap.price = NULL;
    assert_int_equal(ob_engine_add(&d, &broken.engine), OB_E_ARG);
    toy_make(&broken, "broken", 0, 0, 0);
    broken.ops_table.close = NULL; /* poll without close could never be cancelled */
    assert_int_equal(ob_engine_add(&d, &broken.engine), OB_E_ARG);
    toy_make(&broken, "broken", 0, 0, 0);
    broken.start_fails = true;
    assert_int_equal(ob_engine_add(&d, &broken.engine), OB_E_IO);
    assert_int_equal(d.n_engines, 2);
}

/* ---- rule 4: outputs on error ---- */

static void rule_4_untouched_or_wiped(void **state)
{
    static const struct {
        int answer, expected;
        uint8_t left; /* what the output holds then */
    } cases[] = {{OB_E_BUSY, OB_E_BUSY, 0x77}, {OB_E_DECLINED, OB_E_DECLINED, 0x77}, {OB_E_IO, OB_E_IO, 0}};
    struct ob_session s;

    (void)state;
    open_null(&s);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct ob_op op = make_op(OB_FIRST | OB_LAST, 64);

        quick.answer = bulk.answer = cases[k].answer;
        memset(out, 0x77, sizeof out);
        assert_int_equal(ob_submit(&s, &op), cases[k].expected);
        assert_int_equal(op.status, cases[k].expected);
        assert_int_equal(op.out_len, 0);
        for (size_t i = 0; i < 64; i++)
            assert_int_equal(out[i], cases[k].left);
        assert_int_equal(out[64], 0x77);
    }
    ob_session_close(&s);
}

static void rule_4_state_errors_touch_nothing(void **state)
{
    struct ob_session s;
    struct ob_op op = make_op(0, 16);

    (void)state;
    open_null(&s);
    memset(out, 0x77, sizeof out);
    assert_int_equal(ob_submit(&s, &op), OB_E_STATE); /* not FIRST, no stream */
    op = make_op(OB_FIRST, 16);
    op.out_size = 15;
    assert_int_equal(ob_submit(&s, &op), OB_E_ARG);
    op = make_op(OB_FIRST, 16);
    op.in = out + 8; /* overlaps the output */
    assert_int_equal(ob_submit(&s, &op), OB_E_ARG);
    op = make_op(OB_FIRST, 16);
    op.in = NULL;
    assert_int_equal(ob_submit(&s, &op), OB_E_ARG);
    for (size_t i = 0; i < sizeof out; i++)
        assert_int_equal(out[i], 0x77);
    assert_int_equal(quick.ops + bulk.ops, 0);
    ob_session_close(&s);
}

/* ---- rule 5: many sessions ---- */

static void rule_5_sessions_interleave_move_and_may_be_abandoned(void **state)
{
    static struct ob_session s[8], moved;
    size_t n;

    (void)state;
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 8; i++) {
            uint8_t own[16] = {0};

            own[0] = (uint8_t)(i + 1);
            assert_int_equal(ob_cipher_open(&s[i], &d, OB_NULL, own, sizeof own), OB_OK); /* again: the last was left */
            assert_int_equal(ob_cipher_start(&s[i], OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
        }
        for (unsigned k = 0; k < 4; k++)
            for (unsigned i = 0; i < 8; i++) {
                memcpy(&moved, &s[i], sizeof moved); /* the toy finds its key in any session or says OB_E_IO */
                memset(&s[i], 0xee, sizeof s[i]);
                assert_int_equal(ob_cipher_update(&moved, out, sizeof out, &n, in, k & 1 ? 16 : 4096), OB_OK);
                memcpy(&s[i], &moved, sizeof moved);
            }
    }
}

static void rule_5_sessions_survive_stop_and_start(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    ob_stop(&d);
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    assert_int_equal(ob_engine_add(&d, &bulk.engine), OB_OK); /* in another order */
    assert_int_equal(ob_engine_add(&d, &quick.engine), OB_OK);
    quick.ops = 0;
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_memory_equal(out, in, 16);
    assert_int_equal(quick.ops, 1);
    ob_session_close(&s);
}

/* ---- rule 7: pending ---- */

static unsigned done_calls;
static int done_status;

static void count_done(struct ob_op *op)
{
    done_calls++;
    done_status = op->status;
}

static void rule_7_completes_in_poll(void **state)
{
    struct ob_session s, copy;
    struct ob_op op = make_op(OB_FIRST, 16);

    (void)state;
    quick.later = true;
    op.done = count_done;
    done_calls = 0;
    open_null(&s);
    assert_int_equal(ob_submit(&s, &op), OB_PENDING);
    assert_int_equal(done_calls, 0);
    assert_int_equal(ob_session_clone(&copy, &s), OB_E_STATE);
    assert_int_equal(ob_session_reset(&s), OB_E_STATE);
    assert_int_equal(ob_session_pin(&s, NULL), OB_E_STATE);
    assert_int_equal(ob_poll(&d), 1);
    assert_int_equal(op.status, OB_OK);
    assert_int_equal(done_calls, 1);
    assert_int_equal(done_status, OB_OK);
    assert_memory_equal(out, in, 16);
    assert_int_equal(ob_poll(&d), 0);
    ob_session_close(&s);
}

static void rule_7_runs_chains(void **state)
{
    struct ob_session s;
    struct ob_op op[3];

    (void)state;
    quick.later = true;
    for (int i = 0; i < 3; i++) {
        op[i] = make_op(i == 0 ? OB_FIRST : i == 2 ? OB_LAST : 0, 16);
        op[i].in = in + 16 * i;
        op[i].out = out + 16 * i;
        op[i].next = i < 2 ? &op[i + 1] : NULL;
        op[i].done = count_done;
    }
    done_calls = 0;
    open_null(&s);
    assert_int_equal(ob_submit(&s, &op[0]), OB_PENDING);
    assert_int_equal(ob_wait(&op[2]), OB_OK);
    assert_int_equal(done_calls, 3);
    assert_memory_equal(out, in, 48);
    op[1].out_size = 1; /* the second is wrong: the third does not run */
    memset(out, 0, sizeof out);
    assert_int_equal(ob_run(&s, &op[0]), OB_E_ARG);
    assert_int_equal(op[0].status, OB_OK);
    assert_int_equal(op[1].status, OB_E_ARG);
    assert_int_equal(op[2].status, OB_E_STATE);
    assert_int_equal(out[32], 0);
    ob_session_close(&s);
}

static void rule_7_silence_becomes_io(void **state)
{
    struct ob_session s;
    struct ob_stats stats;

    (void)state;
    d.timeout_ns = 2000000; /* 2 ms */
    quick.later = quick.mute = true;
    open_null(&s);
    assert_int_equal(ob_session_require(&s, OB_SESSION_NO_RETRY), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_E_IO);
    memset(out, 0x55, sizeof out);
    for (int i = 0; i < 100; i++)
        (void)ob_poll(&d);
    assert_int_equal(out[0], 0x55); /* no late write */
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.errors, 1);
    ob_session_close(&s);
}

static void rule_7_silence_is_redone(void **state)
{
    struct ob_session s;

    (void)state;
    d.timeout_ns = 2000000;
    quick.later = quick.mute = true;
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_memory_equal(out, in, 16);
    assert_int_equal(bulk.ops, 1);
    ob_session_close(&s);
}

static void rule_7_close_cancels(void **state)
{
    struct ob_session s;
    struct ob_op op = make_op(OB_FIRST | OB_LAST, 16);
    struct ob_stats stats;

    (void)state;
    quick.later = quick.mute = true;
    open_null(&s);
    assert_int_equal(ob_submit(&s, &op), OB_PENDING);
    ob_session_close(&s);
    assert_int_equal(op.status, OB_E_IO);
    memset(out, 0x55, sizeof out);
    (void)ob_poll(&d);
    assert_int_equal(out[0], 0x55);
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.errors, 0); /* the caller's wish, not the engine's failure */
}

/* ---- rule 8: constant time is a capability ---- */

static void rule_8_required_flags(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_OK); /* bulk is cheaper, quick is constant time */
    assert_int_equal(quick.ops, 1);
    assert_int_equal(ob_session_require(&s, OB_SESSION_HARDWARE), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_E_DECLINED);
    ob_session_close(&s);
    d.policy.session_flags = OB_SESSION_CT;
    open_null(&s);
    assert_int_equal(crypt(&s, 8192), OB_OK);
    assert_int_equal(quick.ops, 2);
    ob_session_close(&s);
}

/* A flag that does not exist is refused, not lost, and nothing else of the call counts. */
static void rule_8_no_unknown_flag_is_required(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    for (unsigned bit = 256; bit; bit <<= 1)
        assert_int_equal(ob_session_require(&s, bit | OB_SESSION_HARDWARE), OB_E_ARG);
    assert_int_equal(crypt(&s, 8192), OB_OK); /* on an engine that is not hardware */
    ob_session_close(&s);
}

/* ob_explain lists the rows of a direction alone, and says of each whether it meets the policy's requirements. */
static void rule_8_what_is_explained_is_selectable(void **state)
{
    struct ob_candidate list[4];

    (void)state;
    assert_int_equal(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, 8192, NULL, 0), 0);
    bulk.cap.dirs = OB_DIR_DECRYPT;
    assert_int_equal(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, 8192, list, 4), 1);
    assert_ptr_equal(list[0].cap, &quick.cap);
    bulk.cap.dirs = OB_DIR_BOTH;
    d.policy.session_flags = OB_SESSION_CT;
    assert_int_equal(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, 8192, list, 4), 2);
    assert_ptr_equal(list[0].cap, &quick.cap);
    assert_true(list[0].chosen && list[0].selectable);
    assert_true(!list[1].chosen && !list[1].selectable);
}

static void rule_8_a_session_is_never_less_strict_than_the_policy(void **state)
{
    struct ob_session s;

    (void)state;
    d.policy.session_flags = OB_SESSION_CT | OB_SESSION_WAIT;
    open_null(&s);
    assert_int_equal(ob_session_require(&s, OB_SESSION_UNVERIFIED), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_OK); /* bulk is cheaper, quick is constant time */
    assert_int_equal(bulk.ops, 0);
    assert_int_equal(ob_session_relax(&s, OB_SESSION_CT | OB_SESSION_UNVERIFIED), OB_E_ARG);
    assert_int_equal(s.flags, OB_SESSION_CT | OB_SESSION_WAIT | OB_SESSION_UNVERIFIED);
    assert_int_equal(ob_session_relax(&s, OB_SESSION_WAIT | OB_SESSION_UNVERIFIED), OB_OK);
    assert_int_equal(s.flags, OB_SESSION_CT);
    ob_session_close(&s);
}

/* ---- rule 9: wiping and locks ---- */

static void rule_9_close_wipes(void **state)
{
    struct ob_session s;
    const uint8_t *bytes = (const uint8_t *)&s;

    (void)state;
    memset(&s, 0, sizeof s);
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_OK);
    ob_session_close(&s);
    for (size_t i = 0; i < sizeof s; i++)
        assert_int_equal(bytes[i], 0);
    assert_int_equal(quick.closes, 1);
    assert_int_equal(bulk.closes, 1);
    ob_session_close(&s); /* twice is allowed */
}

static void rule_9_one_op_at_a_time(void **state)
{
    struct ob_session s, other;
    struct ob_op op = make_op(OB_FIRST | OB_LAST, 16);

    (void)state;
    quick.ops_table.flags = 0; /* not reentrant: core's lock is held while an op is pending */
    quick.later = true;
    open_null(&s);
    open_null(&other);
    assert_int_equal(ob_submit(&s, &op), OB_PENDING);
    assert_int_equal(crypt(&other, 16), OB_OK);
    assert_int_equal(bulk.ops, 1); /* fell back */
    assert_int_equal(ob_session_pin(&other, &quick.engine), OB_OK);
    assert_int_equal(crypt(&other, 16), OB_E_BUSY);
    assert_int_equal(ob_session_require(&other, OB_SESSION_WAIT), OB_OK);
    assert_int_equal(crypt(&other, 16), OB_OK); /* waits, which polls the first op to its end */
    assert_int_equal(op.status, OB_OK);
    ob_session_close(&s);
    ob_session_close(&other);
}

/* ---- rule 11: the session's size ---- */

static void rule_11_state_must_fit(void **state)
{
    static struct toy big;

    (void)state;
    toy_make(&big, "big", 0, 0, 0);
    big.ops_table.state_size = OB_STATE_SIZE + 1;
    assert_int_equal(ob_engine_add(&d, &big.engine), OB_E_ARG);
    for (unsigned i = 0; ob_linked_engines[i]; i++)
        assert_in_range(ob_linked_engines[i]->ops->state_size, 0, OB_STATE_SIZE);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, make, unmake)
    const struct CMUnitTest tests[] = {
        RULE(rule_1_binds_by_stated_length),
        RULE(rule_1_binds_by_total),
        RULE(rule_1_chooses_per_op),
        RULE(rule_1_stays_without_mid_state),
        RULE(rule_1_open_price_is_paid_once_it_pays),
        RULE(rule_2_falls_back),
        RULE(rule_2_a_wrong_answer_is_a_failure),
        RULE(rule_2_redoes_and_quarantines),
        RULE(rule_2_quarantine_ends_by_itself),
        RULE(rule_2_returns_io_in_place),
        RULE(rule_2_returns_io_without_retry),
        RULE(rule_2_returns_io_when_none_is_left),
        RULE(rule_3_wrong_answers_are_not_selectable),
        RULE(rule_3_refuses_broken_tables),
        RULE(rule_4_untouched_or_wiped),
        RULE(rule_4_state_errors_touch_nothing),
        RULE(rule_5_sessions_interleave_move_and_may_be_abandoned),
        RULE(rule_5_sessions_survive_stop_and_start),
        RULE(rule_7_completes_in_poll),
        RULE(rule_7_runs_chains),
        RULE(rule_7_silence_becomes_io),
        RULE(rule_7_silence_is_redone),
        RULE(rule_7_close_cancels),
        RULE(rule_8_required_flags),
        RULE(rule_8_no_unknown_flag_is_required),
        RULE(rule_8_what_is_explained_is_selectable),
        RULE(rule_8_a_session_is_never_less_strict_than_the_policy),
        RULE(rule_9_close_wipes),
        RULE(rule_9_one_op_at_a_time),
        RULE(rule_11_state_must_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
