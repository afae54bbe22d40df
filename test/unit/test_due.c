/* SPDX-License-Identifier: Apache-2.0 */
/* When an op is due: its own deadline, the dispatcher's timeout, or so many times the price of its row, on a clock that
 * stands still. None of the products and sums wraps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "toy.h"

#define NOW    1000u
#define FACTOR ((uint64_t)OB_DEADLINE_FACTOR * OB_PRICE_UNIT_NS)

static uint64_t now_ns;

uint64_t __wrap_ob_port_clock_ns(void);
uint64_t __wrap_ob_port_clock_ns(void)
{
    return now_ns;
}

static struct ob_dispatcher d;
static struct toy toy;
static struct ob_session s;
static struct ob_op op;

static int make(void **state)
{
    static const uint8_t key[16] = {1, 2};

    (void)state;
    now_ns = NOW;
    memset(&d, 0, sizeof d);
    d.timeout_ns = 1;
    toy_make(&toy, "toy", 300, 1024, 0);
    toy.price.open = 50;
    if (ob_engine_add(&d, &toy.engine) != OB_OK || ob_cipher_open(&s, &d, OB_NULL, key, sizeof key) != OB_OK)
        return -1;
    op = (struct ob_op){.session = &s, .dispatcher = &d, .in_len = 7};
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    ob_session_close(&s);
    ob_stop(&d);
    return 0;
}

static void by_price(void **state)
{
    (void)state;
    assert_int_equal(obi_due(&op), NOW + (50 + 300 + 7) * FACTOR);
    op.in_len = 0;
    assert_int_equal(obi_due(&op), NOW + (50 + 300) * FACTOR);
    d.policy.objective = OB_CPU_TIME; /* which says nothing of the time until the end */
    assert_int_equal(obi_due(&op), NOW + (50 + 300) * FACTOR);
}

static void by_the_timeout(void **state)
{
    (void)state;
    d.timeout_ns = 357 * FACTOR + 1;
    assert_int_equal(obi_due(&op), NOW + 357 * FACTOR + 1);
    d.timeout_ns = 357 * FACTOR - 1;
    assert_int_equal(obi_due(&op), NOW + 357 * FACTOR);
    d.timeout_ns = 0;
    assert_int_equal(obi_due(&op), NOW + 10000000000u);
}

static void by_its_own_deadline(void **state)
{
    (void)state;
    op.deadline_ns = 3; /* which has passed */
    assert_int_equal(obi_due(&op), 3);
    op.deadline_ns = UINT64_MAX;
    assert_int_equal(obi_due(&op), UINT64_MAX);
}

/* The price of a row that makes keys is that of 2048 bits; the time grows with the fourth power of the length, in whole
 * multiples of that. Other operations have rows of their own for each length. */
static void by_the_length_of_a_key(void **state)
{
    static const struct {
        uint16_t bits;
        unsigned times;
    } cases[] = {{1024, 1}, {2048, 1}, {2049, 16}, {3072, 16}, {4096, 16}, {4097, 81}, {8192, 256}};

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        s.bits = cases[i].bits;
        op.flags = OB_FIRST | OB_LAST | OB_GENERATE;
        assert_int_equal(obi_due(&op), NOW + 357 * FACTOR * cases[i].times);
        op.flags = OB_FIRST | OB_LAST | OB_ENCRYPT | OB_DETERMINISTIC;
        assert_int_equal(obi_due(&op), NOW + 357 * FACTOR);
    }
}

/* A price, or its product, of more than 2^50 counts as that. */
static void by_the_longest_price(void **state)
{
    const uint64_t longest = (uint64_t)1 << 50;

    (void)state;
    toy.price.per_kib = UINT32_MAX;
    op.in_len = (size_t)1 << 27;
    assert_int_equal(obi_due(&op), NOW + (350 + ((uint64_t)UINT32_MAX << 17)) * FACTOR);
    op.in_len = (size_t)1 << 40;
    assert_int_equal(obi_due(&op), NOW + longest * FACTOR);
    s.bits = UINT16_MAX;
    op.flags = OB_GENERATE;
    assert_int_equal(obi_due(&op), NOW + longest * FACTOR);
    op.in_len = (size_t)1 << 27;
    assert_int_equal(obi_due(&op), NOW + longest * FACTOR);
}

/* At the end of the clock's time an op is due at its last moment, not at once. */
static void at_the_end_of_time(void **state)
{
    (void)state;
    now_ns = UINT64_MAX - 357 * FACTOR - 1;
    assert_int_equal(obi_due(&op), UINT64_MAX - 1);
    now_ns++;
    assert_int_equal(obi_due(&op), UINT64_MAX);
    now_ns++;
    assert_int_equal(obi_due(&op), UINT64_MAX);
    now_ns = UINT64_MAX;
    assert_int_equal(obi_due(&op), UINT64_MAX);
}

#define DUE(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DUE(by_price),
        DUE(by_the_timeout),
        DUE(by_its_own_deadline),
        DUE(by_the_length_of_a_key),
        DUE(by_the_longest_price),
        DUE(at_the_end_of_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
