/* SPDX-License-Identifier: Apache-2.0 */
/* The test that notices the mutants of planted_sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test/mutants/planted.h"

static void sums(void **state)
{
    (void)state;
    assert_int_equal(planted_sum(0), 0);
    assert_int_equal(planted_sum(4), 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
