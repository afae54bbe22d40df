/* SPDX-License-Identifier: Apache-2.0 */
/* What an op costs at a price, by objective and length, and from which length on one price is below another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <outboard/dispatch.h>
#include <outboard/price.h>

static void costs(void **state)
{
    static const struct ob_price p = {OB_UPTO_ANY, 7, 100, 1024, 50, 2048};
    static const struct ob_price device = {OB_UPTO_ANY, 0, 100, 4096, 50, 1024};
    static const struct ob_price dear = {OB_UPTO_ANY, 0, UINT32_MAX, UINT32_MAX, 0, 0};
    const uint64_t longest = (uint64_t)1 << 41;

    (void)state;
    assert_int_equal(ob_price_cost(&p, OB_LATENCY, 512, false), 612);
    assert_int_equal(ob_price_cost(&p, OB_LATENCY, 512, true), 619);
    assert_int_equal(ob_price_cost(&p, OB_CPU_TIME, 512, false), 50 + 1024);
    assert_int_equal(ob_price_cost(&p, OB_THROUGHPUT, 512, false), 50 + 1024); /* the processor is slower */
    assert_int_equal(ob_price_cost(&device, OB_THROUGHPUT, 16, false), 66);    /* here, too; */
    assert_int_equal(ob_price_cost(&device, OB_THROUGHPUT, 512, false), 2048); /* the device is slower */
    assert_int_equal(ob_price_cost(&dear, OB_LATENCY, longest, false), UINT32_MAX + UINT32_MAX * (longest >> 10));
    assert_int_equal(ob_price_cost(&dear, OB_LATENCY, UINT64_MAX, false),
                     ob_price_cost(&dear, OB_LATENCY, longest, false));
}

static void below_a_multiple(void **state)
{
    static const struct ob_price p = {OB_UPTO_ANY, 0, 100, 0, 0, 0}, half = {OB_UPTO_ANY, 0, 51, 0, 0, 0},
                                 third = {OB_UPTO_ANY, 0, 34, 0, 0, 0},
                                 dear = {OB_UPTO_ANY, 0, UINT32_MAX, UINT32_MAX, 0, 0};
    struct ob_price_pair pair = {.price = &p, .base = &half, .factor = 2, .objective = OB_LATENCY};

    (void)state;
    assert_true(ob_price_below(&pair, 0));
    pair.factor = 1;
    assert_false(ob_price_below(&pair, 0));
    pair.base = &third;
    pair.factor = 2;
    assert_false(ob_price_below(&pair, 0));
    pair.factor = 3;
    assert_true(ob_price_below(&pair, 0));
    pair.price = pair.base = &dear; /* the product does not fit 64 bits, and is above any cost */
    pair.factor = 4;
    assert_true(ob_price_below(&pair, UINT64_MAX));
}

/* ob_price_change against a look at every length; prices of whole units a byte, so that nothing is rounded. */
static void changes(void **state)
{
    static const struct ob_price prices[][3] = {
        {{OB_UPTO_ANY, 0, 100, 0, 100, 0}},
        {{OB_UPTO_ANY, 3, 10, 1024, 5, 2048}},
        {{OB_UPTO_ANY, 0, 50, 3072, 400, 1024}},
        {{100, 0, 10, 0, 10, 0}, {OB_UPTO_ANY, 9, 1000, 0, 1000, 0}},
        {{100, 0, 1000, 0, 1000, 0}, {300, 0, 10, 1024, 20, 0}, {OB_UPTO_ANY, 0, 0, 2048, 0, 1024}},
    };
    enum { PRICES = sizeof prices / sizeof prices[0], LIMIT = 700 };

    (void)state;
    for (unsigned i = 0; i < PRICES * PRICES * 3 * 4; i++) {
        const struct ob_price_pair pair = {.price = prices[i % PRICES],
                                           .base = prices[i / PRICES % PRICES],
                                           .factor = 1 + i / (PRICES * PRICES) % 3,
                                           .objective = (uint8_t)(i / (PRICES * PRICES * 3) % 3),
                                           .with_open = i / (PRICES * PRICES * 3) == 3};

        for (uint64_t from = 0; from <= LIMIT; from += 50) {
            uint64_t found = UINT64_MAX;

            for (uint64_t len = from + 1; len <= LIMIT && found == UINT64_MAX; len++)
                if (ob_price_below(&pair, len) != ob_price_below(&pair, from))
                    found = len;
            assert_true(ob_price_change(&pair, from, LIMIT) == found);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs),
        cmocka_unit_test(below_a_multiple),
        cmocka_unit_test(changes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
