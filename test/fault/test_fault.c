/* SPDX-License-Identifier: Apache-2.0 */
/* A failing engine under the dispatcher, with and without another one to fall back to: nothing hangs, nothing is lost,
 * no partial output is delivered as good, and no late write reaches a caller's buffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/fault.h>
#include <outboard/outboard.h>

#include "port/clock.h"

extern struct ob_engine ob_engine_soft;

#define MESSAGE_MAX 700
#define GUARD       32
#define CANARY      0x6b

struct subject {
    uint8_t alg;
    uint8_t key_len, iv_len;
    uint32_t block;
};

static const struct subject subjects[] = {
    {OB_SHA256, 0, 0, 1},    {OB_SHA512, 0, 0, 1},     {OB_HMAC_SHA256, 20, 0, 1},        {OB_DES3_CBC, 24, 8, 8},
    {OB_AES_ECB, 16, 0, 16}, {OB_AES_CBC, 16, 16, 16}, {OB_AES_CTR, 32, 16, 1},           {OB_AES_GCM, 16, 12, 1},
    {OB_AES_CCM, 16, 12, 1}, {OB_AES_CMAC, 16, 0, 1},  {OB_CHACHA20_POLY1305, 32, 12, 1},
};
#define N_SUBJECTS (sizeof subjects / sizeof subjects[0])

static struct ob_dispatcher good, bad; /* soft alone; the failing soft, with or without a sound one */
static struct ob_engine reference, sound;
static struct ob_fault fault;

static uint32_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u; /* Numerical Recipes, section 7.1 */
    return (uint32_t)((uint64_t)(random_state >> 8) * below >> 24);
}

static void make(bool with_sound, const uint8_t *script, size_t script_len)
{
    memset(&good, 0, sizeof good);
    memset(&bad, 0, sizeof bad);
    memset(&reference, 0, sizeof reference);
    memset(&sound, 0, sizeof sound);
    memset(&fault, 0, sizeof fault);
    reference.ops = sound.ops = ob_engine_soft.ops;
    assert_int_equal(ob_engine_add(&good, &reference), OB_OK);
    fault.target = ob_engine_soft.ops;
    fault.script = script;
    fault.script_len = script_len;
    fault.late_polls = 2;
    assert_int_equal(ob_fault_init(&fault), OB_OK);
    assert_int_equal(ob_engine_add(&bad, &fault.engine), OB_OK);
    if (with_sound)
        assert_int_equal(ob_engine_add(&bad, &sound), OB_OK);
    bad.timeout_ns = 100000;
    bad.retest_ns = 1;
}

static void unmake(void)
{
    ob_stop(&good);
    ob_stop(&bad);
}

/* One message with all that belongs to it. */
struct message {
    const struct subject *subject;
    uint8_t key[32], iv[16], aad[40], in[MESSAGE_MAX];
    size_t aad_len, len;
    uint8_t out[GUARD + MESSAGE_MAX + GUARD], tag[OB_TAG_MAX];
    size_t out_len, tag_len; /* what is expected */
    uint8_t want[MESSAGE_MAX], want_tag[OB_TAG_MAX];
};

static struct ob_op whole_op(struct message *m)
{
    struct ob_op op;

    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_LAST | OB_ENCRYPT | (m->aad_len ? OB_AAD : 0u);
    op.iv = m->iv;
    op.iv_len = m->subject->iv_len;
    op.aad = m->aad;
    op.aad_len = m->aad_len;
    op.in = m->in;
    op.in_len = m->len;
    op.out = m->out + GUARD;
    op.out_size = MESSAGE_MAX;
    op.tag = m->tag;
    op.tag_len = m->tag_len;
    return op;
}

static void fill(uint8_t *p, size_t len)
{
    while (len--)
        *p++ = (uint8_t)draw(256);
}

/* A random message of subject k, with the sound answer. False if soft has not got the algorithm. */
static bool make_message(struct message *m, size_t k)
{
    struct ob_session s;
    struct ob_op op;

    memset(m, 0, sizeof *m);
    m->subject = &subjects[k];
    fill(m->key, sizeof m->key);
    fill(m->iv, sizeof m->iv);
    fill(m->aad, sizeof m->aad);
    fill(m->in, sizeof m->in);
    m->len = draw(MESSAGE_MAX / m->subject->block + 1) * m->subject->block;
    m->aad_len = OB_ALG_CLASS(m->subject->alg) == OB_CLASS_AEAD ? draw(sizeof m->aad + 1) : 0;
    m->tag_len = ob_alg_tag(m->subject->alg);
    m->out_len = OB_ALG_CLASS(m->subject->alg) >= OB_CLASS_CIPHER ? m->len : 0;
    if (ob_session_open(&s, &good, m->subject->alg, m->key, m->subject->key_len) != OB_OK)
        return false;
    op = whole_op(m);
    assert_int_equal(ob_run(&s, &op), OB_OK);
    memcpy(m->want, m->out + GUARD, m->out_len);
    memcpy(m->want_tag, m->tag, m->tag_len);
    ob_session_close(&s);
    memset(m->out, CANARY, sizeof m->out);
    memset(m->tag, CANARY, sizeof m->tag);
    return true;
}

static void check_guards(const struct message *m)
{
    for (size_t i = 0; i < GUARD; i++) {
        assert_int_equal(m->out[i], CANARY);
        assert_int_equal(m->out[GUARD + m->out_len + i], CANARY);
    }
}

/* After r, the len output bytes at out and the tag are good, untouched or wiped. */
static void check_outputs(const struct message *m, int r, const uint8_t *out, const uint8_t *want, size_t len)
{
    uint8_t left = r == OB_E_IO || r == OB_E_AUTH ? 0 : CANARY;

    check_guards(m);
    if (r == OB_OK) {
        assert_memory_equal(out, want, len);
        return;
    }
    for (size_t i = 0; i < len; i++)
        assert_int_equal(out[i], left);
}

/* Whatever the device still had in mind must not reach the buffer once the op has ended. */
static void check_no_late_write(struct message *m)
{
    memset(m->out, CANARY, sizeof m->out);
    for (int i = 0; i < 8; i++)
        (void)ob_poll(&bad);
    for (size_t i = 0; i < sizeof m->out; i++)
        assert_int_equal(m->out[i], CANARY);
}

static bool may_happen(int r)
{
    return r == OB_OK || r == OB_E_IO || r == OB_E_BUSY || r == OB_E_DECLINED;
}

static unsigned run_whole(bool with_sound, unsigned rounds)
{
    static struct message m;
    unsigned good_ops = 0;

    for (unsigned i = 0; i < rounds; i++) {
        struct ob_session s;
        struct ob_op op;
        int r;

        assert_true(make_message(&m, i % N_SUBJECTS));
        assert_int_equal(ob_session_open(&s, &bad, m.subject->alg, m.key, m.subject->key_len), OB_OK);
        op = whole_op(&m);
        r = ob_run(&s, &op);
        assert_true(may_happen(r));
        assert_int_equal(op.status, r);
        if (with_sound) /* out of place, the op's input is intact: nothing is lost */
            assert_int_equal(r, OB_OK);
        check_outputs(&m, r, m.out + GUARD, m.want, m.out_len);
        if (r == OB_OK)
            assert_memory_equal(m.tag, m.want_tag, m.tag_len);
        good_ops += r == OB_OK;
        check_no_late_write(&m);
        ob_session_close(&s);
        check_no_late_write(&m);
    }
    return good_ops;
}

/* Streams of random parts: a stream that ends well is right as a whole; one that fails stops there. */
static unsigned run_parts(unsigned rounds)
{
    static struct message m;
    unsigned good_streams = 0;

    for (unsigned i = 0; i < rounds; i++) {
        struct ob_session s;
        size_t done = 0;
        bool first = true, ended = false;

        assert_true(make_message(&m, i % N_SUBJECTS));
        assert_int_equal(ob_session_open(&s, &bad, m.subject->alg, m.key, m.subject->key_len), OB_OK);
        while (!ended) {
            size_t blocks = (m.len - done) / m.subject->block, n = draw((uint32_t)blocks + 1) * m.subject->block;
            struct ob_op op = whole_op(&m);
            int r;

            if (draw(3) == 0)
                n = m.len - done;
            op.flags &= ~(uint32_t)(OB_FIRST | OB_LAST | OB_AAD);
            op.flags |= (first ? OB_FIRST | (m.aad_len ? OB_AAD : 0u) : 0u) | (done + n == m.len ? OB_LAST : 0u);
            op.total_aad = m.aad_len;
            op.total_in = m.len;
            op.in = m.in + done;
            op.in_len = n;
            op.out = m.out + GUARD + done;
            op.out_size = m.out_len ? m.len - done : 0;
            r = ob_run(&s, &op);
            assert_true(may_happen(r));
            check_outputs(&m, r, m.out + GUARD + done, m.want + done, m.out_len ? n : 0);
            if (r == OB_E_BUSY && !first)
                continue; /* the stream goes on: the same call may succeed */
            if (r != OB_OK)
                break;
            ended = (op.flags & OB_LAST) != 0;
            done += n;
            first = false;
        }
        if (ended) {
            assert_memory_equal(m.out + GUARD, m.want, m.out_len);
            assert_memory_equal(m.tag, m.want_tag, m.tag_len);
            good_streams++;
        }
        check_no_late_write(&m);
        ob_session_close(&s);
        check_no_late_write(&m);
    }
    return good_streams;
}

static void spread_rates(uint16_t each)
{
    for (unsigned k = OB_FAULT_NONE + 1; k < OB_FAULT_KINDS; k++)
        fault.rate[k] = each;
    fault.seed = 20;
}

static void nothing_is_lost_with_a_sound_engine(void **state)
{
    struct ob_stats stats;
    uint64_t failures = 0;

    (void)state;
    random_state = 1;
    make(true, NULL, 0);
    spread_rates(60);
    assert_int_equal(run_whole(true, 3000), 3000);
    for (unsigned k = 0; k < OB_FAULT_KINDS; k++)
        assert_int_not_equal(fault.injected[k], 0);
    assert_int_not_equal(fault.late_writes, 0);
    ob_engine_stats(&fault.engine, &stats);
    assert_int_not_equal(stats.retries, 0);
    assert_int_not_equal(stats.fallbacks, 0);
    for (unsigned k = OB_FAULT_SILENCE; k < OB_FAULT_KINDS; k++)
        failures += fault.injected[k];
    failures -= fault.open_fails;
    /* late ops may miss their short deadline on a loaded machine */
    assert_in_range(stats.errors, failures, failures + fault.injected[OB_FAULT_LATE]);
    assert_int_equal(stats.retries, stats.errors);
    unmake();
}

static void nothing_is_wrong_without_one(void **state)
{
    unsigned good_ops;

    (void)state;
    random_state = 2;
    make(false, NULL, 0);
    spread_rates(60);
    good_ops = run_whole(false, 3000);
    assert_in_range(good_ops, 300, 2500);
    unmake();
}

static void streams_end_right_or_fail(void **state)
{
    unsigned good_streams;

    (void)state;
    for (int with_sound = 0; with_sound < 2; with_sound++) {
        random_state = 3;
        make(with_sound, NULL, 0);
        spread_rates(20);
        good_streams = run_parts(3000);
        assert_in_range(good_streams, 300, 3000);
        for (unsigned k = 0; k < OB_FAULT_KINDS; k++)
            assert_int_not_equal(fault.injected[k], 0);
        unmake();
    }
}

/* Each kind alone, at the first op, without help: its own status within its deadline. */
static void each_kind_has_its_answer(void **state)
{
    static const int answers[OB_FAULT_KINDS] = {
        [OB_FAULT_NONE] = OB_OK,    [OB_FAULT_BUSY] = OB_E_BUSY,  [OB_FAULT_DECLINED] = OB_E_DECLINED,
        [OB_FAULT_LATE] = OB_OK,    [OB_FAULT_SILENCE] = OB_E_IO, [OB_FAULT_SHORT] = OB_E_IO,
        [OB_FAULT_IO] = OB_E_IO,    [OB_FAULT_LATE_IO] = OB_E_IO, [OB_FAULT_DEAD] = OB_E_IO,
        [OB_FAULT_OPEN_IO] = OB_OK,
    };
    static struct message m;

    (void)state;
    for (uint8_t kind = 0; kind < OB_FAULT_KINDS; kind++) {
        struct ob_session s;
        struct ob_op op;
        uint64_t began;

        random_state = 4;
        make(false, &kind, 1);
        bad.timeout_ns = kind == OB_FAULT_LATE ? 5000000000u : 100000000u; /* a late op makes it on a loaded machine */
        assert_true(make_message(&m, 3));                                  /* a cipher */
        assert_int_equal(ob_session_open(&s, &bad, m.subject->alg, m.key, m.subject->key_len), OB_OK);
        op = whole_op(&m);
        began = ob_port_clock_ns();
        assert_int_equal(ob_run(&s, &op), answers[kind]);
        assert_true(ob_port_clock_ns() - began < 10000000000u); /* nothing hangs */
        check_outputs(&m, answers[kind], m.out + GUARD, m.want, m.out_len);
        ob_session_close(&s);
        unmake();
    }
}

static void wrong_selftest_is_never_used(void **state)
{
    static struct message m;
    struct ob_session s;
    struct ob_op op;

    (void)state;
    make(true, NULL, 0);
    fault.wrong_selftest = 1;
    for (size_t k = 0; k < N_SUBJECTS; k++) {
        assert_true(make_message(&m, k));
        assert_int_equal(ob_session_open(&s, &bad, m.subject->alg, m.key, m.subject->key_len), OB_OK);
        op = whole_op(&m);
        assert_int_equal(ob_run(&s, &op), OB_OK);
        assert_memory_equal(m.out + GUARD, m.want, m.out_len);
        ob_session_close(&s);
    }
    assert_int_equal(fault.injected[OB_FAULT_NONE], 0); /* the self-test does not count */
    assert_int_equal(ob_selftest(&fault.engine, 0), OB_E_IO);
    unmake();
    make(false, NULL, 0);
    fault.wrong_selftest = 1;
    assert_int_equal(ob_session_open(&s, &bad, OB_SHA256, NULL, 0), OB_OK);
    assert_true(make_message(&m, 0));
    op = whole_op(&m);
    assert_int_equal(ob_run(&s, &op), OB_E_DECLINED);
    ob_session_close(&s);
    unmake();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_has_its_answer),     cmocka_unit_test(nothing_is_lost_with_a_sound_engine),
        cmocka_unit_test(nothing_is_wrong_without_one), cmocka_unit_test(streams_end_right_or_fail),
        cmocka_unit_test(wrong_selftest_is_never_used),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
