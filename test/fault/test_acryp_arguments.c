/* SPDX-License-Identifier: Apache-2.0 */
/* Wrong arguments, hostile keys and a failing random source on the public-key block's engine, as on those of libraries;
 * on the model of the block's registers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <outboard/acryp.h>

#include "test/conformance/acryp_model.h"
#include "test/unit/library.h"
#include "test/unit/library_pk.h"

static struct ob_acryp acryp;

static int start(void **state)
{
    (void)state;
    acryp_model_device(&acryp.device);
    assert_int_equal(ob_acryp_init(&acryp), OB_OK);
    library_start_device(&acryp.engine);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    library_stop();
    assert_int_equal(acryp_model_wrongs(), 0);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(library_needs_random_bytes_for_secrets),
                                       LIBRARY_PK_HOSTILE_TESTS,
                                       cmocka_unit_test(library_refuses_bad_points),
                                       cmocka_unit_test(library_refuses_bad_arguments),
                                       cmocka_unit_test(library_rejects_implicitly),
                                       cmocka_unit_test(library_takes_any_form_of_key)};

    return cmocka_run_group_tests(tests, start, stop);
}
