/* SPDX-License-Identifier: Apache-2.0 */
/* Engine slow around a toy engine: times, answers, state, and what cannot be wrapped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/slow.h>

#include "port/linux/slow.h"
#include "toy.h"

#define WORK_NS 5000000u
#define TIMES   4

static struct toy toy;
static struct ob_slow slow;
static struct ob_dispatcher d;
static const struct ob_engine_ops *target;
static const uint8_t key[16] = {1, 2, 3};

/* Keep the processor for WORK_NS of this thread's time. */
static void work(void)
{
    uint64_t began = obi_slow_now();

    while (obi_slow_now() - began < WORK_NS)
        continue;
}

static int open_and_work(void *dev, struct ob_session *s)
{
    work();
    return target->open(dev, s);
}

static int submit_and_work(void *dev, struct ob_session *s, struct ob_op *op)
{
    if (!s->testing)
        work();
    return target->submit(dev, s, op);
}

static int make(void **state)
{
    static struct ob_engine_ops toy_ops;

    (void)state;
    memset(&d, 0, sizeof d);
    toy_make(&toy, "toy", 1, 1, 0);
    toy.ops_table.poll = NULL;
    toy_ops = toy.ops_table;
    target = &toy_ops;
    toy.ops_table.open = open_and_work;
    toy.ops_table.submit = submit_and_work;
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    ob_stop(&d);
    obi_slow_set(1);
    return 0;
}

/* Processor time of one message, the opening of its key included. */
static uint64_t time_one(void)
{
    struct ob_session s;
    uint8_t text[32] = {7}, out[32];
    uint64_t began = obi_slow_now(), took;

    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, text, sizeof text), OB_OK);
    took = obi_slow_now() - began;
    assert_memory_equal(out, text, sizeof text);
    ob_session_close(&s);
    return took;
}

static void takes_times_as_long(void **state)
{
    (void)state;
    assert_int_equal(ob_slow_wrap(&slow, &toy.engine, TIMES), OB_OK);
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_OK);
    assert_int_equal(ob_selftest(&toy.engine, 0), OB_OK);
    assert_true(time_one() >= (uint64_t)2 * TIMES * WORK_NS); /* the key and the op */
    assert_int_equal(toy.ops, 1);
    assert_int_equal(toy.closes, 1);
    assert_int_equal(toy.starts, 1);
}

static void answers_are_the_targets(void **state)
{
    struct ob_session s;
    uint8_t out[16];

    (void)state;
    assert_int_equal(ob_slow_wrap(&slow, &toy.engine, 2), OB_OK);
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_OK);
    assert_ptr_equal(ob_engine_find(&d, "toy"), &toy.engine);
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, sizeof key), OB_OK);
    toy.open_answer = OB_E_IO;
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 16, NULL, 0, key, 16), OB_E_IO);
    toy.open_answer = OB_OK;
    assert_int_equal(ob_selftest(&toy.engine, 0), OB_OK);
    toy.answer = OB_E_IO;
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 16, NULL, 0, key, 16), OB_E_IO);
    toy.answer = OB_OK;
    toy.start_fails = true;
    ob_session_close(&s);
    ob_stop(&d);
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_E_IO);
}

static void refuses(void **state)
{
    struct toy later;

    (void)state;
    assert_int_equal(ob_slow_wrap(&slow, &toy.engine, 0), OB_E_ARG);
    assert_int_equal(ob_slow_wrap(&slow, &toy.engine, OBI_SLOW_MAX + 1), OB_E_ARG);
    toy_make(&later, "later", 1, 1, 0);
    assert_int_equal(ob_slow_wrap(&slow, &later.engine, 2), OB_E_ARG);
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_OK);
    assert_int_equal(ob_slow_wrap(&slow, &toy.engine, 2), OB_E_ARG);
    assert_ptr_equal(toy.engine.ops, &toy.ops_table);
}

#define TOY(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY(takes_times_as_long),
        TOY(answers_are_the_targets),
        TOY(refuses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
