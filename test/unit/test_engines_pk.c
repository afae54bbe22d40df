/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key operations of the engines openssl and mbedtls against each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "library.h"
#include "library_pk.h"

extern const struct ob_engine_ops ob_openssl_ops, ob_mbedtls_ops;

static int start(void **state)
{
    (void)state;
    library_start(&ob_openssl_ops, &ob_mbedtls_ops);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(library_agrees_on_rsa),
        cmocka_unit_test(library_agrees_on_curves),
    };

    return cmocka_run_group_tests(tests, start, stop);
}
