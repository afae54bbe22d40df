/* SPDX-License-Identifier: Apache-2.0 */
/* Fitting prices: how many segments, how near, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include <outboard/price.h>

#define MAX 16

/* The largest relative error of a fit over its samples, in thousandths, half a unit of rounding per term apart. */
static double worst(const struct ob_price *p, const struct ob_price_sample *s, size_t n, bool cpu)
{
    double most = 0;

    for (size_t i = 0; i < n; i++) {
        double real = cpu ? s[i].cpu_cost : s[i].cost;
        double off = (double)ob_price_cost(p, cpu ? OB_CPU_TIME : OB_LATENCY, s[i].len, false) - real;

        off = off < 0 ? -off : off;
        off = off > 2 ? off - 2 : 0;
        if (real > 0 && 1000 * off / real > most)
            most = 1000 * off / real;
    }
    return most;
}

static void fit_well(const struct ob_price_sample *s, size_t n, int segments)
{
    struct ob_price p[MAX];

    assert_int_equal(ob_price_fit(p, MAX, s, n, 7), segments);
    assert_true(worst(p, s, n, false) <= OB_PRICE_FIT_ERROR);
    assert_true(worst(p, s, n, true) <= OB_PRICE_FIT_ERROR);
    for (int i = 0; i < segments; i++) {
        assert_int_equal(p[i].open, 7);
        if (i > 0)
            assert_true(p[i].upto > p[i - 1].upto);
    }
    assert_int_equal(p[segments - 1].upto, OB_UPTO_ANY);
}

static void test_line(void **state)
{
    static const struct ob_price_sample s[] = {
        {0, 100, 100}, {16, 116, 116}, {1024, 1124, 1124}, {4096, 4196, 4196}, {65536, 65636, 65636}};
    struct ob_price p[1];

    (void)state;
    fit_well(s, 5, 1);
    assert_int_equal(ob_price_fit(p, 1, s, 5, 0), 1);
    assert_in_range(p[0].setup, 98, 102);
    assert_in_range(p[0].per_kib, 1020, 1028);
}

/* Offload: long set-up and almost no CPU time, which the fit must keep apart. */
static void test_offload(void **state)
{
    static const struct ob_price_sample s[] = {{16, 13000, 4000}, {1024, 20970, 4010}, {16384, 168000, 4160}};
    struct ob_price p[2];

    (void)state;
    assert_true(ob_price_fit(p, 2, s, 3, 0) >= 1);
    assert_true(worst(p, s, 3, false) <= OB_PRICE_FIT_ERROR);
    assert_true(worst(p, s, 3, true) <= OB_PRICE_FIT_ERROR);
    assert_true(p[0].cpu_setup < p[0].setup);
}

/* A step: a buffer of 4096 bytes, then another. One line can't follow it. */
static void test_step(void **state)
{
    static const struct ob_price_sample s[] = {
        {64, 1064, 1064}, {1024, 2024, 2024}, {4096, 5096, 5096}, {4097, 15097, 15097}, {8192, 19192, 19192}};

    (void)state;
    fit_well(s, 5, 2);
}

static void test_costs_that_fall(void **state)
{
    static const struct ob_price_sample s[] = {{16, 15000, 15000}, {64, 9000, 9000}, {1024, 20000, 20000}};
    struct ob_price p[MAX];

    (void)state;
    assert_true(ob_price_fit(p, MAX, s, 3, 0) >= 2);
    assert_true(worst(p, s, 3, false) <= OB_PRICE_FIT_ERROR);
}

static void test_few_samples(void **state)
{
    static const struct ob_price_sample one = {1024, 2048, 1024}, zero = {0, 500, 400};
    struct ob_price p[1];

    (void)state;
    assert_int_equal(ob_price_fit(p, 1, &one, 1, 3), 1);
    assert_int_equal(p[0].setup, 0);
    assert_int_equal(p[0].per_kib, 2048);
    assert_int_equal(p[0].cpu_per_kib, 1024);
    assert_int_equal(ob_price_fit(p, 1, &zero, 1, 3), 1);
    assert_int_equal(p[0].setup, 500);
    assert_int_equal(p[0].cpu_setup, 400);
    assert_int_equal(p[0].per_kib, 0);
}

static void test_refused(void **state)
{
    static const struct ob_price_sample same[] = {{16, 1, 1}, {16, 1, 1}}, down[] = {{64, 1, 1}, {16, 1, 1}};
    static const struct ob_price_sample step[] = {{16, 100, 100}, {32, 100, 100}, {48, 900, 900}, {64, 900, 900}};
    struct ob_price p[4];

    (void)state;
    assert_int_equal(ob_price_fit(p, 4, same, 0, 0), OB_E_ARG);
    assert_int_equal(ob_price_fit(p, 4, same, 2, 0), OB_E_ARG);
    assert_int_equal(ob_price_fit(p, 4, down, 2, 0), OB_E_ARG);
    assert_int_equal(ob_price_fit(p, 1, step, 4, 0), OB_E_ARG);
    assert_int_equal(ob_price_fit(p, 2, step, 4, 0), 2);
}

/* Many random lines with noise inside the tolerance: one segment always suffices, whatever the slope. */
static void test_noise(void **state)
{
    uint32_t seed = 12345;

    (void)state;
    for (int round = 0; round < 2000; round++) {
        struct ob_price_sample s[8];
        uint32_t setup, slope;

        seed = seed * 1664525u + 1013904223u; /* Numerical Recipes, "quick and dirty" generator */
        setup = 100 + seed % 100000;
        seed = seed * 1664525u + 1013904223u;
        slope = 200 + seed % 100000;
        for (size_t i = 0; i < 8; i++) {
            double real, noise;

            seed = seed * 1664525u + 1013904223u;
            s[i].len = 16u << 2 * i;
            real = setup + (double)slope * s[i].len / 1024;
            noise = 1 + ((double)(seed >> 16) / 65536 - 0.5) * 2 * 0.02; /* 2 % is below OB_PRICE_FIT_ERROR */
            if (real * noise > 4e9)
                real = 4e9 / noise;
            s[i].cost = s[i].cpu_cost = (uint32_t)(real * noise);
        }
        fit_well(s, 8, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line),        cmocka_unit_test(test_offload),
        cmocka_unit_test(test_step),        cmocka_unit_test(test_costs_that_fall),
        cmocka_unit_test(test_few_samples), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
