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

static void equal(const struct ob_price *p, uint32_t upto, uint32_t setup, uint32_t per_kib)
{
    assert_int_equal(p->upto, upto);
    assert_in_range(p->setup, setup - setup / 1000, setup + setup / 1000);
    assert_in_range(p->per_kib, per_kib - per_kib / 1000, per_kib + per_kib / 1000);
}

/* Samples that no line joins: each takes the slope to the one before, the first to the one after, as far as neither
 * set-up nor slope becomes negative. */
static void test_lone_samples(void **state)
{
    static const struct ob_price_sample s[] = {{16, 100, 100}, {32, 1000, 1000}, {48, 500, 500}};
    static const struct ob_price_sample slow_fall[] = {{32, 1000, 1000}, {1032, 600, 600}};
    static const struct ob_price_sample from_zero[] = {{0, 100, 100}, {16, 50, 50}, {32, 25, 25}};
    struct ob_price p[MAX];

    (void)state;
    assert_int_equal(ob_price_fit(p, MAX, s, 3, 0), 3);
    equal(&p[0], 24, 0, 6400);
    equal(&p[1], 40, 0, 32000);
    equal(&p[2], OB_UPTO_ANY, 500, 0);
    assert_int_equal(ob_price_fit(p, MAX, slow_fall, 2, 0), 2);
    equal(&p[0], 532, 1000, 0);
    equal(&p[1], OB_UPTO_ANY, 600, 0);
    assert_int_equal(ob_price_fit(p, MAX, from_zero, 3, 0), 3);
    equal(&p[0], 8, 100, 0);
    equal(&p[1], 24, 50, 0);
    equal(&p[2], OB_UPTO_ANY, 25, 0);
}

/* Two lines that cross between their samples: the border is where they do. */
static void test_border(void **state)
{
    static const struct ob_price_sample s[] = {{16, 10000 + 16000, 1},
                                               {32, 10000 + 32000, 1},
                                               {512, 60000 + 256000, 1},
                                               {1024, 60000 + 512000, 1},
                                               {2048, 60000 + 1024000, 1}};
    struct ob_price p[MAX];

    (void)state;
    assert_int_equal(ob_price_fit(p, MAX, s, 5, 0), 2);
    assert_in_range(p[0].upto, 99, 101);
    equal(&p[0], p[0].upto, 10000, 1024000);
    equal(&p[1], OB_UPTO_ANY, 60000, 512000);
}

/* Among the lines within the allowed error the nearest one, and half a unit of rounding at most. */
static void test_nearest(void **state)
{
    static const struct ob_price_sample falls[] = {{16, 103000, 103000}, {1024, 100000, 100000}};
    static const struct ob_price_sample line[] = {{16, 1001600, 1}, {1024, 1102400, 1}, {4096, 1409600, 1}};
    static const struct ob_price_sample small[] = {{16, 2, 2}, {1024, 1, 1}};
    static const struct ob_price_sample less[] = {{16, 20, 20}, {1024, 18, 18}};
    struct ob_price p[MAX];

    (void)state;
    fit_well(falls, 2, 1);
    assert_int_equal(ob_price_fit(p, MAX, falls, 2, 0), 1);
    assert_in_range((uint32_t)worst(p, falls, 2, false), 14, 14); /* 14.8 thousandths: 101,478 and no slope */
    equal(p, OB_UPTO_ANY, 101478, 0);
    assert_int_equal(ob_price_fit(p, MAX, line, 3, 0), 1);
    assert_in_range(p[0].setup, 999995, 1000005);
    assert_in_range(p[0].per_kib, 102395, 102405);
    assert_int_equal(ob_price_fit(p, MAX, small, 2, 0), 1);
    assert_int_equal(ob_price_fit(p, MAX, less, 2, 0), 2);
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
        cmocka_unit_test(test_noise),       cmocka_unit_test(test_lone_samples),
        cmocka_unit_test(test_border),      cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
