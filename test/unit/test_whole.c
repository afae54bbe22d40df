/* SPDX-License-Identifier: Apache-2.0 */
/* The short path of whole messages: when it is taken, what ends it, and that its failures are those of any op. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/price.h>

#include "toy.h"

static struct toy quick, bulk; /* cheap to set up; cheap per byte */
static struct ob_dispatcher d;
static struct ob_session s;
static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[8192], out[8192];

static int make_with(void (*adapt)(struct toy *))
{
    memset(&d, 0, sizeof d);
    toy_make(&quick, "quick", 10, 2000, OB_CAP_MID);
    toy_make(&bulk, "bulk", 1000, 20, OB_CAP_MID);
    adapt(&quick);
    adapt(&bulk);
    assert_int_equal(ob_engine_add(&d, &quick.engine), OB_OK);
    assert_int_equal(ob_engine_add(&d, &bulk.engine), OB_OK);
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 11 + 1);
    assert_int_equal(ob_session_open(&s, &d, OB_NULL, key, sizeof key), OB_OK);
    return 0;
}

/* Engines with a short path of their own. */
static int make(void **state)
{
    (void)state;
    return make_with(toy_shorten);
}

static void answer_at_once(struct toy *toy)
{
    toy->ops_table.poll = NULL;
}

/* Engines without one, that answer at once. */
static int make_prompt(void **state)
{
    (void)state;
    return make_with(answer_at_once);
}

static int unmake(void **state)
{
    (void)state;
    ob_session_close(&s);
    ob_stop(&d);
    return 0;
}

static int run(size_t len)
{
    const struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0), NULL, NULL, 0, in, len, out, NULL};

    memset(out, 0xee, sizeof out);
    return ob_whole(&s, &w);
}

static void assert_done(size_t len)
{
    assert_int_equal(run(len), OB_OK);
    assert_memory_equal(out, in, len);
    assert_int_equal(out[len], 0xee);
}

/* Until both engines are open and the session knows its way. */
static void settle(size_t len)
{
    for (unsigned i = 0; i < 20; i++)
        assert_done(len);
}

static void taken_from_the_second_on(void **state)
{
    struct ob_stats stats;

    (void)state;
    assert_done(64);
    assert_int_equal(quick.wholes, 0);
    assert_done(64);
    assert_done(128);
    assert_int_equal(quick.wholes, 2);
    assert_int_equal(quick.ops, 1);
    ob_engine_stats(&quick.engine, &stats);
    assert_true(stats.ops >= 3 && stats.bytes >= 256);
}

static void counted_like_ops(void **state)
{
    struct ob_stats before, after;

    (void)state;
    settle(64);
    ob_engine_stats(&quick.engine, &before);
    assert_done(64);
    assert_done(96);
    ob_engine_stats(&quick.engine, &after);
    assert_int_equal(after.ops - before.ops, 2);
    assert_int_equal(after.bytes - before.bytes, 160);
    assert_int_equal(after.errors, before.errors);
}

/* Whatever ranges the session keeps, every length goes where its price is lowest. */
static void every_length_as_by_price(void **state)
{
    (void)state;
    settle(16);
    settle(sizeof out - 16);
    for (unsigned round = 0; round < 3; round++)
        for (size_t len = 16; len < sizeof out; len += 16) {
            unsigned was = quick.wholes + quick.ops;
            uint64_t a = ob_price_cost(&quick.price, OB_LATENCY, len, false),
                     b = ob_price_cost(&bulk.price, OB_LATENCY, len, false);

            assert_done(len);
            if (a != b)
                assert_int_equal(quick.wholes + quick.ops - was, a < b);
        }
    if (quick.ops_table.whole) {
        assert_true(quick.wholes > 50);
        assert_true(bulk.wholes > 1000);
    }
}

static void price_segments_end_a_range(void **state)
{
    static const struct ob_price steps[] = {
        {256, 0, 10, 0, 10, 0}, {512, 0, 5000, 0, 5000, 0}, {OB_UPTO_ANY, 0, 10, 0, 10, 0}};
    static const struct ob_price *const prices[] = {steps};

    (void)state;
    quick.engine.prices = prices;
    settle(16);
    settle(1024);
    settle(512);
    for (unsigned round = 0; round < 3; round++)
        for (size_t len = 16; len <= 1024; len += 16) {
            unsigned was = quick.wholes + quick.ops;

            assert_done(len);
            assert_int_equal(quick.wholes + quick.ops - was, len <= 256 || len > 512);
        }
    quick.engine.prices = NULL;
}

static void a_new_engine_ends_it(void **state)
{
    static struct toy better;

    (void)state;
    settle(64);
    toy_make(&better, "better", 1, 1, OB_CAP_MID);
    assert_int_equal(ob_engine_add(&d, &better.engine), OB_OK);
    assert_done(64);
    assert_int_equal(better.ops, 1);
}

static void new_prices_end_it(void **state)
{
    static const char text[] = OB_PRICE_FILE_MAGIC ",cycles,test,2026-01-01,none\n" OB_PRICE_FILE_COLUMNS
                                                   "\nquick,null,-,128,128,ed,sw,any,0,9000,9000,9000,9000\n";
    static struct ob_price segments[4];
    static const struct ob_price *lists[4];
    struct ob_price_file f = {
        .unit = "cycles", .segments = segments, .segments_max = 4, .lists = lists, .lists_max = 4};
    unsigned was;

    (void)state;
    settle(64);
    assert_int_equal(ob_price_load(&f, &d, text, sizeof text - 1), OB_OK);
    assert_int_equal(f.rows, 1);
    was = bulk.wholes + bulk.ops;
    assert_done(64);
    assert_int_equal(bulk.wholes + bulk.ops, was + 1);
}

static void requirements_end_it(void **state)
{
    unsigned was;

    (void)state;
    settle(64);
    was = quick.wholes + quick.ops;
    assert_int_equal(ob_session_pin(&s, &bulk.engine), OB_OK);
    assert_done(64);
    assert_int_equal(ob_session_pin(&s, NULL), OB_OK);
    assert_int_equal(quick.wholes + quick.ops, was);
    assert_int_equal(ob_session_require(&s, OB_SESSION_HARDWARE), OB_OK);
    assert_int_equal(run(64), OB_E_DECLINED);
}

static void the_policy_counts(void **state)
{
    unsigned was;

    (void)state;
    settle(64);
    bulk.price.cpu_setup = bulk.price.cpu_per_kib = 0;
    d.policy.objective = OB_CPU_TIME;
    was = quick.wholes + quick.ops;
    assert_done(64);
    assert_int_equal(quick.wholes + quick.ops, was);
}

static void the_trace_sees_all(void *user, const struct ob_trace *event)
{
    unsigned *done = (unsigned *)user;

    *done += event->event == OB_EVENT_DONE;
}

static void traced_messages_are_ops(void **state)
{
    unsigned done = 0;

    (void)state;
    settle(64);
    d.trace_user = &done;
    d.trace = the_trace_sees_all;
    assert_done(64);
    assert_done(64);
    d.trace = NULL;
#if OB_TRACE
    assert_int_equal(done, 2);
#endif
}

/* Failure, quarantine, another engine: rule 2 of DESIGN.md. */
static void a_failure_is_redone_elsewhere(void **state)
{
    struct ob_stats stats;
    unsigned was;

    (void)state;
    settle(64);
    quick.end_answer = OB_E_IO;
    was = bulk.ops + bulk.wholes;
    assert_done(64);
    assert_int_equal(bulk.ops + bulk.wholes, was + 1);
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.errors, 1);
    assert_int_equal(stats.retries, 1);
    /* it is set aside */
    was = quick.wholes;
    assert_done(64);
    assert_done(64);
    assert_int_equal(quick.wholes, was);
    /* until its self-test passes */
    quick.end_answer = OB_OK;
    assert_int_equal(ob_selftest(&quick.engine, 0), OB_OK);
    settle(64);
    assert_true(quick.wholes > was);
}

static void a_failure_in_place_is_returned(void **state)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0), NULL, NULL, 0, out, 64, out, NULL};
    static const uint8_t zero[64];
    struct ob_stats before, after;

    (void)state;
    settle(64);
    ob_engine_stats(&quick.engine, &before);
    quick.end_answer = OB_E_IO;
    assert_int_equal(ob_whole(&s, &w), OB_E_IO);
    assert_memory_equal(out, zero, 64); /* wiped */
    ob_engine_stats(&quick.engine, &after);
    assert_int_equal(after.ops, before.ops);
    assert_int_equal(after.bytes, before.bytes);
}

static void a_wrong_tag_is_an_answer(void **state)
{
    struct ob_stats before, after;
    static const uint8_t zero[64];

    (void)state;
    settle(64);
    ob_engine_stats(&quick.engine, &before);
    quick.end_answer = OB_E_AUTH;
    assert_int_equal(run(64), OB_E_AUTH);
    assert_memory_equal(out, zero, 64);
    ob_engine_stats(&quick.engine, &after);
    assert_int_equal(after.ops - before.ops, 1);
    assert_int_equal(after.errors, before.errors);
}

static void what_is_declined_is_an_op(void **state)
{
    struct ob_stats before, after;
    unsigned was;

    (void)state;
    settle(64);
    ob_engine_stats(&quick.engine, &before);
    was = quick.ops;
    quick.begin_answer = OB_E_DECLINED;
    assert_done(64);
    assert_int_equal(quick.ops, was + 1);
    quick.begin_answer = OB_OK;
    quick.end_answer = OB_E_DECLINED;
    assert_done(64);
    assert_int_equal(quick.ops, was + 2);
    ob_engine_stats(&quick.engine, &after);
    assert_int_equal(after.ops - before.ops, 2);
    assert_int_equal(after.fallbacks, before.fallbacks);
}

static void arguments_are_checked(void **state)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0), NULL, NULL, 0, in, 64, out, NULL};
    unsigned was;

    (void)state;
    settle(64);
    was = quick.wholes + quick.ops + bulk.wholes + bulk.ops;
    w.out = in + 16;
    assert_int_equal(ob_whole(&s, &w), OB_E_ARG);
    w.in = in + 16;
    w.out = in;
    assert_int_equal(ob_whole(&s, &w), OB_E_ARG);
    w.out = NULL;
    assert_int_equal(ob_whole(&s, &w), OB_E_ARG);
    w.out = out;
    w.in = NULL;
    assert_int_equal(ob_whole(&s, &w), OB_E_ARG);
    w.in = in;
    w.shape = OB_WHOLE_SHAPE(OB_ENCRYPT, 300, 0);
    assert_int_equal(ob_whole(&s, &w), OB_E_ARG);
    assert_int_equal(quick.wholes + quick.ops + bulk.wholes + bulk.ops, was);
    w.shape = OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0);
    w.out = in + 64; /* side by side is allowed */
    assert_int_equal(ob_whole(&s, &w), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
    assert_int_equal(ob_whole(&s, &w), OB_E_STATE);
}

static void stopped_and_started(void **state)
{
    (void)state;
    settle(64);
    ob_stop(&d);
    assert_int_equal(run(64), OB_E_DECLINED);
    assert_int_equal(ob_engine_add(&d, &quick.engine), OB_OK);
    settle(64);
}

/* ---- engines that have no short path, and answer at once ---- */

static void assert_redone_by_bulk(void)
{
    struct ob_stats stats;
    unsigned was = bulk.ops;

    assert_done(64);
    assert_int_equal(bulk.ops, was + 1);
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.errors, 1);
    assert_int_equal(stats.retries, 1);
}

static void less_than_all_is_a_failure(void **state)
{
    (void)state;
    settle(64);
    quick.short_by = 16;
    assert_redone_by_bulk();
}

static void pending_without_poll_is_a_failure(void **state)
{
    (void)state;
    settle(64);
    quick.answer = OB_PENDING;
    assert_redone_by_bulk();
}

static void a_prompt_failure_in_place_is_returned(void **state)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0), NULL, NULL, 0, out, 64, out, NULL};
    static const uint8_t zero[64];

    (void)state;
    settle(64);
    quick.answer = OB_E_IO;
    assert_int_equal(ob_whole(&s, &w), OB_E_IO);
    assert_memory_equal(out, zero, 64);
    quick.answer = OB_OK;
    settle(64); /* by bulk: the stream has ended, the session goes on */
}

/* A message that is like the one before but for a pointer that is missing. */
static void missing_pointers_are_refused(void **state)
{
    uint8_t tag[32], iv[16] = {1};

    (void)state;
    assert_int_equal(ob_start() > 0, 1);
    ob_session_close(&s);
    assert_int_equal(ob_mac_open(&s, NULL, OB_HMAC_SHA256, key, sizeof key), OB_OK);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(ob_mac_compute(&s, tag, 32, in, 64), OB_OK);
    assert_int_equal(ob_mac_compute(&s, NULL, 32, in, 64), OB_E_ARG);
    ob_session_close(&s);
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, key, sizeof key), OB_OK);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 16, iv, 12, NULL, 0, in, 64), OB_OK);
    memset(out, 0xee, sizeof out);
    assert_int_equal(ob_aead_encrypt(&s, out, 64, NULL, 16, iv, 12, NULL, 0, in, 64), OB_E_ARG);
    assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 16, NULL, 12, NULL, 0, in, 64), OB_E_ARG);
    assert_int_equal(ob_aead_encrypt(&s, out, 63, tag, 16, iv, 12, NULL, 0, in, 64), OB_E_ARG);
    assert_int_equal(out[0], 0xee);
    assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 16, iv, 12, NULL, 0, in, 64), OB_OK);
}

/* Lengths that a standard does not allow are in no range: XTS below a block, CCM beyond its length field. */
static void limits_end_a_range(void **state)
{
    static uint8_t text[70000], to[70000];
    uint8_t tag[16], iv[16] = {1}, keys[32] = {1};

    (void)state;
    assert_int_equal(ob_start() > 0, 1);
    ob_session_close(&s);
    assert_int_equal(ob_cipher_open(&s, NULL, OB_AES_XTS, keys, sizeof keys), OB_OK);
    for (size_t len = 16; len <= 4096; len *= 2)
        for (unsigned i = 0; i < 20; i++)
            assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, to, len, iv, 16, text, len), OB_OK);
    memset(to, 0xee, sizeof to);
    for (size_t len = 1; len < 16; len++)
        assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, to, len, iv, 16, text, len), OB_E_ARG);
    assert_int_equal(to[0], 0xee);
    ob_session_close(&s);
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_CCM, key, sizeof key), OB_OK);
    for (size_t len = 16; len < 65536; len *= 2)
        for (unsigned i = 0; i < 20; i++)
            assert_int_equal(ob_aead_encrypt(&s, to, len, tag, 16, iv, 13, NULL, 0, text, len), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, to, 65535, tag, 16, iv, 13, NULL, 0, text, 65535), OB_OK);
    memset(to, 0xee, sizeof to);
    for (size_t len = 65536; len < sizeof to; len += 999)
        assert_int_equal(ob_aead_encrypt(&s, to, len, tag, 16, iv, 13, NULL, 0, text, len), OB_E_ARG);
    assert_int_equal(to[0], 0xee);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)
#define PROMPT(name)                                                                                                   \
    {                                                                                                                  \
#name " (no short path)", name, make_prompt, unmake, NULL                                                      \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(taken_from_the_second_on),
        TEST(counted_like_ops),
        TEST(every_length_as_by_price),
        TEST(price_segments_end_a_range),
        TEST(a_new_engine_ends_it),
        TEST(new_prices_end_it),
        TEST(requirements_end_it),
        TEST(the_policy_counts),
        TEST(traced_messages_are_ops),
        TEST(a_failure_is_redone_elsewhere),
        TEST(a_failure_in_place_is_returned),
        TEST(a_wrong_tag_is_an_answer),
        TEST(what_is_declined_is_an_op),
        TEST(arguments_are_checked),
        TEST(stopped_and_started),
        PROMPT(counted_like_ops),
        PROMPT(every_length_as_by_price),
        PROMPT(price_segments_end_a_range),
        PROMPT(a_new_engine_ends_it),
        PROMPT(new_prices_end_it),
        PROMPT(requirements_end_it),
        PROMPT(the_policy_counts),
        PROMPT(traced_messages_are_ops),
        PROMPT(arguments_are_checked),
        PROMPT(less_than_all_is_a_failure),
        PROMPT(pending_without_poll_is_a_failure),
        PROMPT(a_prompt_failure_in_place_is_returned),
        PROMPT(missing_pointers_are_refused),
        PROMPT(limits_end_a_range),
        PROMPT(stopped_and_started),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
