/* SPDX-License-Identifier: Apache-2.0 */
/* Engine sched: choice by price, failover and policy behind one engine, nested in another dispatcher. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/outboard.h>
#include <outboard/price.h>
#include <outboard/sched.h>

/* Two toy engines of the null algorithm, one cheap to set up, one cheap per byte; each notes its ops. */
struct toy {
    unsigned ops;
    int answer; /* what submit says instead of working; OB_OK: works */
    bool later; /* complete in poll */
    struct ob_op *held;
};

static int toy_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct toy *toy = (struct toy *)dev;

    (void)s;
    if (toy->answer != OB_OK)
        return toy->answer;
    toy->ops++;
    if (op->in_len && op->out != op->in)
        memcpy(op->out, op->in, op->in_len);
    if (toy->later) {
        toy->held = op;
        return OB_PENDING;
    }
    return OB_OK;
}

static int toy_poll(void *dev)
{
    struct toy *toy = (struct toy *)dev;
    struct ob_op *op = toy->held;

    if (!op)
        return 0;
    toy->held = NULL;
    ob_op_complete(op, OB_OK);
    return 1;
}

static void toy_close(void *dev, struct ob_session *s)
{
    struct toy *toy = (struct toy *)dev;
    struct ob_op *op = toy->held;

    (void)s;
    toy->held = NULL;
    if (op)
        ob_op_complete(op, OB_E_IO);
}

static const struct ob_price quick_start = {OB_UPTO_ANY, 0, 10, 1000, 10, 1000};
static const struct ob_price quick_bytes = {OB_UPTO_ANY, 0, 500, 10, 1, 1};
static const struct ob_cap caps_a[] = {
    {OB_NULL, 0, OB_DIR_BOTH, OB_MODE_SW, OB_CAP_CT | OB_CAP_MID, 128, 128, 0, &quick_start}};
static const struct ob_cap caps_b[] = {{OB_NULL, 0, OB_DIR_BOTH, OB_MODE_DMA, OB_CAP_MID, 128, 128, 0, &quick_bytes}};
static const struct ob_engine_ops ops_a = {
    .name = "a", .caps = caps_a, .n_caps = 1, .submit = toy_submit, .poll = toy_poll, .close = toy_close};
static const struct ob_engine_ops ops_b = {
    .name = "b", .caps = caps_b, .n_caps = 1, .submit = toy_submit, .poll = toy_poll, .close = toy_close};

static struct toy toy_a, toy_b;
static struct ob_engine a, b;
static struct ob_dispatcher inner, outer;
static struct ob_sched_slot slots[2];
static struct ob_cap rows[4];
static struct ob_price segments[8];
static struct ob_sched sched;
static const uint8_t key[16];
static uint8_t in[8192], out[8192];

static int make(void **state)
{
    (void)state;
    toy_a = toy_b = (struct toy){0, OB_OK, false, NULL};
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    memset(&inner, 0, sizeof inner);
    memset(&outer, 0, sizeof outer);
    memset(slots, 0, sizeof slots);
    memset(&sched, 0, sizeof sched);
    a.ops = &ops_a;
    a.dev = &toy_a;
    b.ops = &ops_b;
    b.dev = &toy_b;
    assert_int_equal(ob_engine_add(&inner, &a), OB_OK);
    assert_int_equal(ob_engine_add(&inner, &b), OB_OK);
    sched = (struct ob_sched){.inner = &inner,
                              .slots = slots,
                              .n_slots = 2,
                              .caps = rows,
                              .n_caps = 4,
                              .segments = segments,
                              .n_segments = 8};
    sched.segments_used = 5; /* what was there does not matter */
    assert_int_equal(ob_sched_init(&sched), OB_OK);
    assert_true(sched.segments_used >= 1 && sched.segments_used <= sched.n_segments);
    assert_ptr_equal(sched.caps[0].price, segments);
    assert_int_equal(ob_engine_add(&outer, &sched.engine), OB_OK);
    assert_int_equal(ob_selftest(&sched.engine, 0), OB_OK);
    toy_a.ops = toy_b.ops = 0;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 5);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    ob_stop(&outer);
    ob_stop(&inner);
    return 0;
}

/* The row's price at every length is that of the inner row that is chosen there, whatever changes from one segment to
 * the next. */
static void has_the_price_of_the_choice(void **state)
{
    static const struct ob_price a_prices[] = {{100, 0, 10, 1024, 10, 1024},
                                               {200, 0, 20, 1024, 10, 1024},
                                               {300, 0, 20, 2048, 10, 1024},
                                               {400, 0, 20, 2048, 30, 1024},
                                               {OB_UPTO_ANY, 0, 20, 2048, 30, 3072}};
    static const struct ob_price b_prices[] = {{OB_UPTO_ANY, 0, 777, 0, 400, 0}};
    static const struct ob_price *const a_list[] = {a_prices}, *const b_list[] = {b_prices};

    (void)state;
    a.prices = a_list;
    b.prices = b_list;
    for (uint8_t objective = 0; objective < 3; objective++) {
        inner.policy.objective = objective;
        assert_int_equal(ob_sched_init(&sched), OB_OK);
        assert_in_range(sched.segments_used, 2, 8);
        assert_ptr_equal(rows[0].price, segments);
        for (uint64_t len = 0; len < 2000; len++) {
            uint64_t by_a = ob_price_cost(a_prices, objective, len, true),
                     by_b = ob_price_cost(b_prices, objective, len, true);
            const struct ob_price *chosen = by_b < by_a ? b_prices : a_prices;

            for (uint8_t by = 0; by < 3; by++)
                assert_int_equal(ob_price_cost(rows[0].price, by, len, true), ob_price_cost(chosen, by, len, true));
        }
    }
}

/* The longest message of the row is that of any row, if one of them has no limit, too. */
static void takes_what_one_of_them_takes(void **state)
{
    static const uint32_t limits[][3] = {{0, 100, 0}, {100, 0, 0}, {100, 200, 200}, {200, 100, 200}, {0, 0, 0}};
    struct ob_cap limited_a = caps_a[0], limited_b = caps_b[0];
    struct ob_engine_ops with_a = ops_a, with_b = ops_b;

    (void)state;
    with_a.caps = &limited_a;
    with_b.caps = &limited_b;
    a.ops = &with_a;
    b.ops = &with_b;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        limited_a.len_max = limits[i][0];
        limited_b.len_max = limits[i][1];
        assert_int_equal(ob_sched_init(&sched), OB_OK);
        assert_int_equal(rows[0].len_max, limits[i][2]);
    }
    a.ops = &ops_a;
    b.ops = &ops_b;
}

static void crypt(size_t len, int expected)
{
    struct ob_session s;

    memset(out, 0, sizeof out);
    assert_int_equal(ob_cipher_open(&s, &outer, OB_NULL, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, len), expected);
    if (expected == OB_OK)
        assert_memory_equal(out, in, len);
    ob_session_close(&s);
}

static void merges_rows(void **state)
{
    (void)state;
    assert_int_equal(sched.ops.n_caps, 1);
    assert_int_equal(sched.caps[0].flags & OB_CAP_CT, 0);
}

static void chooses_by_length(void **state)
{
    (void)state;
    crypt(16, OB_OK);
    assert_int_equal(toy_a.ops, 1);
    assert_int_equal(toy_b.ops, 0);
    crypt(8192, OB_OK);
    assert_int_equal(toy_a.ops, 1);
    assert_int_equal(toy_b.ops, 1);
}

static void chooses_by_policy(void **state)
{
    (void)state;
    inner.policy.objective = OB_CPU_TIME;
    crypt(16, OB_OK);
    assert_int_equal(toy_b.ops, 1);
    inner.policy.session_flags = OB_SESSION_CT;
    crypt(8192, OB_OK);
    assert_int_equal(toy_a.ops, 1);
}

static void fails_over(void **state)
{
    struct ob_stats stats;

    (void)state;
    toy_a.answer = OB_E_BUSY;
    crypt(16, OB_OK);
    toy_a.answer = OB_E_DECLINED;
    crypt(16, OB_OK);
    assert_int_equal(toy_b.ops, 2);
    ob_engine_stats(&a, &stats);
    assert_int_equal(stats.fallbacks, 2);
    toy_a.answer = OB_E_IO; /* the op is redone on b, and a set aside */
    crypt(16, OB_OK);
    ob_engine_stats(&a, &stats);
    assert_int_equal(stats.errors, 1);
    assert_int_equal(stats.retries, 1);
    toy_a.answer = OB_OK;
    toy_a.ops = 0;
    crypt(16, OB_OK);
    assert_int_equal(toy_a.ops, 0);
    assert_int_equal(ob_selftest(&a, 0), OB_OK); /* which ends the quarantine */
    toy_a.ops = 0;
    crypt(16, OB_OK);
    assert_int_equal(toy_a.ops, 1);
    toy_a.answer = toy_b.answer = OB_E_BUSY;
    crypt(16, OB_E_BUSY);
}

static void completes_later(void **state)
{
    (void)state;
    toy_a.later = toy_b.later = true;
    crypt(16, OB_OK);
    crypt(8192, OB_OK);
    assert_int_equal(toy_a.ops + toy_b.ops, 2);
}

static void closes_while_pending(void **state)
{
    struct ob_session s;
    struct ob_op op;

    (void)state;
    toy_a.later = true;
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_LAST | OB_ENCRYPT;
    op.in = in;
    op.out = out;
    op.in_len = op.out_size = 16;
    assert_int_equal(ob_cipher_open(&s, &outer, OB_NULL, key, sizeof key), OB_OK);
    assert_int_equal(ob_submit(&s, &op), OB_PENDING);
    assert_int_equal(op.status, OB_PENDING);
    ob_session_close(&s);
    assert_int_equal(op.status, OB_E_IO);
    assert_null(toy_a.held);
    toy_a.later = false;
    crypt(16, OB_OK); /* the slot is free again, and nobody was blamed */
    assert_int_equal(toy_a.ops, 2);
}

static void runs_out_of_slots(void **state)
{
    struct ob_session s[3];

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ob_cipher_open(&s[i], &outer, OB_NULL, key, sizeof key), OB_OK);
        assert_int_equal(ob_cipher_crypt(&s[i], OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, 16),
                         i < 2 ? OB_OK : OB_E_BUSY);
    }
    ob_session_close(&s[0]);
    assert_int_equal(ob_cipher_crypt(&s[2], OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, 16), OB_OK);
    ob_session_close(&s[1]);
    ob_session_close(&s[2]);
}

static void clones_streams(void **state)
{
    struct ob_session s, copy;
    size_t n;

    (void)state;
    memset(out, 0, sizeof out);
    assert_int_equal(ob_cipher_open(&s, &outer, OB_NULL, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 100), OB_OK);
    assert_int_equal(ob_session_clone(&copy, &s), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_cipher_update(&copy, out + 100, sizeof out - 100, &n, in + 100, 100), OB_OK);
    assert_memory_equal(out, in, 200);
    ob_session_close(&copy);
}

/* An engine with a wider range of keys counts in the narrower one's row, too, and the caller's own code in none. */
static void keeps_key_ranges(void **state)
{
    static const struct ob_cap wide = {OB_NULL, 0, OB_DIR_BOTH, OB_MODE_SW, 0, 0, 256, 0, &quick_start};
    static const struct ob_cap own = {OB_NULL, 0, OB_DIR_BOTH, OB_MODE_SW, 0, 128, 128, 0, &quick_start};
    static const struct ob_engine_ops wide_ops = {.name = "wide", .caps = &wide, .n_caps = 1, .submit = toy_submit};
    static const struct ob_engine_ops own_ops = {.name = "own", .caps = &own, .n_caps = 1, .flags = OB_ENGINE_CALLER};
    struct ob_engine wide_engine = {.ops = &wide_ops, .dev = &toy_a}, own_engine = {.ops = &own_ops};
    struct ob_engine narrow_engine = {.ops = &ops_b, .dev = &toy_b};
    struct ob_dispatcher other = {0};
    struct ob_sched two = {.inner = &other,
                           .slots = slots,
                           .n_slots = 2,
                           .caps = rows,
                           .n_caps = 4,
                           .segments = segments,
                           .n_segments = 8};

    (void)state;
    assert_int_equal(ob_engine_add(&other, &own_engine), OB_OK);
    assert_int_equal(ob_sched_init(&two), OB_E_ARG);
    assert_int_equal(ob_engine_add(&other, &wide_engine), OB_OK);
    assert_int_equal(ob_engine_add(&other, &narrow_engine), OB_OK);
    assert_int_equal(ob_sched_init(&two), OB_OK);
    assert_int_equal(two.ops.n_caps, 2);
    assert_int_equal(two.caps[0].bits_max, 256);
    assert_ptr_equal(two.caps[0].price, &quick_start);
    assert_int_equal(two.caps[1].bits_min, 128);
    assert_int_equal(ob_price_cost(two.caps[1].price, OB_LATENCY, 16, true), 10 + 15);
    assert_int_equal(ob_price_cost(two.caps[1].price, OB_LATENCY, 8192, true), 500 + 80);
    ob_stop(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(merges_rows, make, unmake),
        cmocka_unit_test_setup_teardown(has_the_price_of_the_choice, make, unmake),
        cmocka_unit_test_setup_teardown(takes_what_one_of_them_takes, make, unmake),
        cmocka_unit_test_setup_teardown(chooses_by_length, make, unmake),
        cmocka_unit_test_setup_teardown(chooses_by_policy, make, unmake),
        cmocka_unit_test_setup_teardown(fails_over, make, unmake),
        cmocka_unit_test_setup_teardown(completes_later, make, unmake),
        cmocka_unit_test_setup_teardown(closes_while_pending, make, unmake),
        cmocka_unit_test_setup_teardown(runs_out_of_slots, make, unmake),
        cmocka_unit_test_setup_teardown(clones_streams, make, unmake),
        cmocka_unit_test_setup_teardown(keeps_key_ranges, make, unmake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
