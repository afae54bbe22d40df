/* SPDX-License-Identifier: Apache-2.0 */
/* An engine that serves all of a library, mbedtls, openssl or wolfssl: ENGINE_OPS names its verbs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "library.h"
#include "library_pk.h"

extern const struct ob_engine_ops ENGINE_OPS;

static int start(void **state)
{
    (void)state;
    library_start(&ENGINE_OPS, NULL);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    library_stop();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(library_needs_random_bytes_for_secrets), LIBRARY_TESTS,
                                       LIBRARY_PK_HOSTILE_TESTS, LIBRARY_PK_TESTS};

    return cmocka_run_group_tests(tests, start, stop);
}
