/* SPDX-License-Identifier: Apache-2.0 */
/* The short path of whole messages: when it is taken, what ends it, and that its failures are those of any op. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
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

/* Run ops until both engines are open and the session has its shortcuts. */
static void warm_up(size_t len)
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
    warm_up(64);
    ob_engine_stats(&quick.engine, &before);
    assert_done(64);
    assert_done(96);
    ob_engine_stats(&quick.engine, &after);
    assert_int_equal(after.ops - before.ops, 2);
    assert_int_equal(after.bytes - before.bytes, 160);
    assert_int_equal(after.errors, before.errors);
}

/* A cheaper row that does not meet the session's requirement ends no range: the next length has the short path, too. */
static void a_row_that_may_not_serve_ends_no_range(void **state)
{
    unsigned ops;

    (void)state;
    bulk.cap.flags |= OB_CAP_CT;
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_OK);
    warm_up(64);
    ops = bulk.ops;
    for (size_t len = 16; len <= 512; len *= 2)
        assert_done(len);
    assert_int_equal(bulk.ops, ops);
    assert_int_equal(quick.ops + quick.wholes, 0);
}

/* Whatever ranges the session keeps, every length goes where its price is lowest. */
static void every_length_as_by_price(void **state)
{
    (void)state;
    warm_up(16);
    warm_up(sizeof out - 16);
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
    warm_up(16);
    warm_up(1024);
    warm_up(512);
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
    warm_up(64);
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
    warm_up(64);
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
    warm_up(64);
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
    warm_up(64);
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
    warm_up(64);
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
    warm_up(64);
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
    warm_up(64);
    assert_true(quick.wholes > was);
}

static void a_failure_in_place_is_returned(void **state)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0), NULL, NULL, 0, out, 64, out, NULL};
    static const uint8_t zero[64];
    struct ob_stats before, after;

    (void)state;
    warm_up(64);
    ob_engine_stats(&quick.engine, &before);
    quick.end_answer = OB_E_IO;
    assert_int_equal(ob_whole(&s, &w), OB_E_IO);
    assert_memory_equal(out, zero, 64); /* wiped */
    ob_engine_stats(&quick.engine, &after);
    assert_int_equal(after.ops, before.ops);
    assert_int_equal(after.bytes, before.bytes);
}

/* A cipher has no tag that may be wrong, and core has checked its arguments. */
static void a_wrong_answer_is_a_failure(void **state)
{
    static const int answers[] = {OB_E_AUTH, OB_E_ARG, OB_E_STATE, 2, 5};

    (void)state;
    for (unsigned i = 0; i < 2 * sizeof answers / sizeof answers[0]; i++) {
        struct ob_stats before, after;

        warm_up(64);
        ob_engine_stats(&quick.engine, &before);
        *(i % 2 ? &quick.begin_answer : &quick.end_answer) = answers[i / 2];
        assert_done(64); /* by bulk */
        quick.begin_answer = quick.end_answer = OB_OK;
        ob_engine_stats(&quick.engine, &after);
        assert_int_equal(after.ops, before.ops);
        assert_int_equal(after.errors, before.errors + 1);
        assert_int_equal(after.retries, before.retries + 1);
        assert_int_equal(ob_selftest(&quick.engine, 0), OB_OK);
    }
}

static void what_is_declined_is_an_op(void **state)
{
    struct ob_stats before, after;
    unsigned was;

    (void)state;
    warm_up(64);
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

/* An engine cannot say at the end that it is pending. */
static void pending_at_the_end_is_a_failure(void **state)
{
    struct ob_stats stats;

    (void)state;
    warm_up(64);
    quick.end_answer = OB_PENDING;
    assert_done(64);
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.errors, 1);
}

/* With all shortcuts in use, the eighth message that fits none of them replaces one. */
static void the_eighth_replaces_one(void **state)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(0, 0, 0), NULL, NULL, 0, in, 64, out, NULL};
    unsigned ops, wholes;

    (void)state;
    warm_up(64);
    warm_up(8000);
    ops = quick.ops;
    wholes = quick.wholes;
    for (unsigned i = 1; i <= 10; i++) {
        assert_int_equal(ob_whole(&s, &w), OB_OK);
        assert_int_equal(quick.ops - ops, i < 8 ? i : 8);
        assert_int_equal(quick.wholes - wholes, i < 8 ? 0 : i - 8);
    }
}

/* The objective is a part of what a shortcut is for, whichever it is. */
static void any_objective_has_shortcuts(void **state)
{
    static const uint8_t objectives[] = {OB_CPU_TIME, OB_THROUGHPUT, OB_LATENCY};

    (void)state;
    for (unsigned i = 0; i < sizeof objectives; i++) {
        unsigned was;

        d.policy.objective = objectives[i];
        warm_up(64);
        was = quick.wholes + bulk.wholes;
        assert_done(64);
        assert_int_equal(quick.wholes + bulk.wholes, was + 1);
    }
}

/* A range ends where its length can no longer be that of a whole message, and no message of that length has one. */
static void the_longest_messages(void **state)
{
    uint8_t *text = calloc(OB_WHOLE_MAX + 16, 1);
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0), NULL, NULL, 0, text, OB_WHOLE_MAX, text, NULL};

    (void)state;
    assert_non_null(text);
    for (unsigned i = 0; i < 2; i++) {
        w.in_len = OB_WHOLE_MAX + 16 * i;
        for (unsigned k = 0; k < 3; k++)
            assert_int_equal(ob_whole(&s, &w), OB_OK);
        for (unsigned k = 0; k < OB_SHORTCUTS; k++)
            assert_int_equal(s.shortcut[k].epoch, 0);
    }
    free(text);
    warm_up(8000);
    assert_ptr_equal(s.shortcut[0].engine, &bulk.engine);
    assert_int_equal(s.shortcut[0].from + s.shortcut[0].span, OB_WHOLE_MAX - 1);
}

/* An engine whose key is not open yet gains credit by every message, so a length at which it is cheaper has no
 * shortcut before. */
static void credit_is_gained_before(void **state)
{
    (void)state;
    ob_session_close(&s);
    quick.price.open = 9000;
    assert_int_equal(ob_session_open(&s, &d, OB_NULL, key, sizeof key), OB_OK);
    warm_up(8000);
    assert_int_equal(quick.ops, 0);
    warm_up(16);
    assert_true(quick.ops + quick.wholes > 0);
}

static void arguments_are_checked(void **state)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0), NULL, NULL, 0, in, 64, out, NULL};
    unsigned was;

    (void)state;
    warm_up(64);
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
    warm_up(64);
    ob_stop(&d);
    assert_int_equal(run(64), OB_E_DECLINED);
    assert_int_equal(ob_engine_add(&d, &quick.engine), OB_OK);
    warm_up(64);
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
    warm_up(64);
    quick.short_by = 16;
    assert_redone_by_bulk();
}

static void pending_without_poll_is_a_failure(void **state)
{
    (void)state;
    warm_up(64);
    quick.answer = OB_PENDING;
    assert_redone_by_bulk();
}

static void a_prompt_failure_in_place_is_returned(void **state)
{
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 0, 0), NULL, NULL, 0, out, 64, out, NULL};
    static const uint8_t zero[64];

    (void)state;
    warm_up(64);
    quick.answer = OB_E_IO;
    assert_int_equal(ob_whole(&s, &w), OB_E_IO);
    assert_memory_equal(out, zero, 64);
    quick.answer = OB_OK;
    warm_up(64); /* by bulk: the stream has ended, the session goes on */
}

/* An answer stays what it is, even if the engine says that it wrote less. */
static void a_prompt_answer_stays(void **state)
{
    struct ob_stats stats;

    (void)state;
    warm_up(64);
    quick.answer = OB_E_DECLINED;
    quick.short_by = 16;
    assert_done(64);
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.errors, 0);
}

/* While another thread has the engine, the message goes elsewhere. */
static void an_engine_that_is_taken(void **state)
{
    unsigned was;

    (void)state;
    quick.ops_table.flags = bulk.ops_table.flags = 0;
    quick.ops_table.poll = bulk.ops_table.poll = NULL;
    warm_up(64);
    was = quick.ops + quick.wholes;
    quick.engine.lock = 1;
    assert_done(64);
    assert_int_equal(quick.ops + quick.wholes, was);
    quick.engine.lock = 0;
    assert_done(64);
    assert_int_equal(quick.ops + quick.wholes, was + 1);
    assert_int_equal(quick.engine.lock, 0);
}

/* Each shortcut leads to the slot of its own engine, whichever engine served last. */
static void a_shortcut_has_its_slot(void **state)
{
    struct ob_stats stats;

    (void)state;
    for (unsigned round = 0; round < 3; round++) {
        warm_up(64);
        warm_up(8000);
        warm_up(64);
        for (unsigned i = 0; i < OB_SHORTCUTS; i++)
            if (s.shortcut[i].epoch == d.epoch)
                assert_int_equal(s.owner[s.shortcut[i].slot], s.shortcut[i].engine->index + 1);
        quick.answer = round ? OB_E_DECLINED : OB_E_BUSY; /* bulk stands in */
        for (unsigned i = 0; i < 20; i++) {
            assert_done(64);
            assert_done(48);
        }
        quick.answer = OB_OK;
        for (unsigned i = 0; i < OB_SHORTCUTS; i++)
            if (s.shortcut[i].epoch == d.epoch)
                assert_int_equal(s.owner[s.shortcut[i].slot], s.shortcut[i].engine->index + 1);
    }
    ob_engine_stats(&quick.engine, &stats);
    assert_int_equal(stats.errors, 0); /* a state of another engine would be one */
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

/* The limit of CCM is one end of a range, and a change of price is another: the nearer one counts. */
static void a_price_ends_a_range_before_the_limit(void **state)
{
    static const struct ob_price steps[] = {{1000, 0, 10, 10, 10, 10}, {OB_UPTO_ANY, 0, 20, 10, 20, 10}};
    static const struct ob_price *lists[255];
    static struct ob_engine alone;
    const uint8_t iv[13] = {1};
    uint8_t tag[16];

    (void)state;
    assert_true(ob_start() > 0);
    ob_session_close(&s);
    ob_stop(&d);
    for (unsigned i = 0; i < 255; i++)
        lists[i] = steps;
    alone = (struct ob_engine){.ops = ob_engine_find(NULL, "soft")->ops, .prices = lists};
    assert_int_equal(ob_engine_add(&d, &alone), OB_OK);
    assert_int_equal(ob_aead_open(&s, &d, OB_AES_CCM, key, sizeof key), OB_OK);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(ob_aead_encrypt(&s, out, 500, tag, 16, iv, 13, NULL, 0, in, 500), OB_OK);
    assert_int_equal(s.shortcut[0].epoch, d.epoch);
    assert_in_range(s.shortcut[0].from + s.shortcut[0].span, 500, 1000);
    ob_session_close(&s);
    ob_stop(&d);
}

/* True if the session has a shortcut that is valid. */
static bool has_shortcut(void)
{
    for (unsigned i = 0; i < OB_SHORTCUTS; i++)
        if (s.shortcut[i].epoch == ob_default.epoch)
            return true;
    return false;
}

/* The typed calls are whole messages, if their lengths fit the shape of one. */
static void typed_calls_are_whole_messages(void **state)
{
    static uint8_t iv[65536 + 12];
    uint8_t tag[272], other[16];
    size_t n;

    (void)state;
    assert_int_equal(ob_start() > 0, 1);
    ob_session_close(&s);
    assert_int_equal(ob_mac_open(&s, NULL, OB_HMAC_SHA256, key, sizeof key), OB_OK);
    for (unsigned i = 0; i < 50; i++)
        assert_int_equal(ob_mac_compute(&s, tag, 32, in, 64), OB_OK);
    assert_true(has_shortcut());
    assert_int_equal(ob_mac_compute(&s, tag, 272, in, 64), OB_E_ARG); /* not 16, which is 272 modulo 256 */
    ob_session_close(&s);
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, key, sizeof key), OB_OK);
    for (unsigned i = 0; i < 50; i++)
        assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 16, iv, 12, NULL, 0, in, 64), OB_OK);
    assert_true(has_shortcut());
    assert_int_equal(ob_aead_encrypt(&s, out, 64, other, 16, iv, sizeof iv, NULL, 0, in, 64), OB_OK);
    assert_memory_not_equal(tag, other, 16); /* not the IV of 12 bytes, which is its length modulo 2^16 */
    assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 272, iv, 12, NULL, 0, in, 64), OB_E_ARG);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, 12, 0, 0, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 16, iv, 12, key, 4, in, 64), OB_E_STATE);
    assert_int_equal(ob_aead_encrypt(&s, out, 63, tag, 16, iv, 12, NULL, 0, in, 64), OB_E_STATE);
    ob_session_close(&s);
    assert_int_equal(ob_cipher_open(&s, NULL, OB_AES_CTR, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 63, iv, 16, in, 64), OB_E_STATE);
    assert_int_equal(ob_cipher_update(&s, out, 64, &n, in, 64), OB_OK);
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
    assert_in_range(s.shortcut[0].from, 16, 4096);
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
        TEST(a_row_that_may_not_serve_ends_no_range),
        TEST(price_segments_end_a_range),
        TEST(a_new_engine_ends_it),
        TEST(new_prices_end_it),
        TEST(requirements_end_it),
        TEST(the_policy_counts),
        TEST(traced_messages_are_ops),
        TEST(a_failure_is_redone_elsewhere),
        TEST(a_failure_in_place_is_returned),
        TEST(a_wrong_answer_is_a_failure),
        TEST(what_is_declined_is_an_op),
        TEST(pending_at_the_end_is_a_failure),
        TEST(the_eighth_replaces_one),
        TEST(any_objective_has_shortcuts),
        TEST(the_longest_messages),
        TEST(credit_is_gained_before),
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
        PROMPT(a_prompt_answer_stays),
        TEST(an_engine_that_is_taken),
        PROMPT(an_engine_that_is_taken),
        PROMPT(a_shortcut_has_its_slot),
        PROMPT(missing_pointers_are_refused),
        PROMPT(typed_calls_are_whole_messages),
        PROMPT(a_price_ends_a_range_before_the_limit),
        PROMPT(limits_end_a_range),
        PROMPT(stopped_and_started),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
