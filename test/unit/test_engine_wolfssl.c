/* SPDX-License-Identifier: Apache-2.0 */
/* The engine wolfssl. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "library.h"
#include "library_pk.h"

extern const struct ob_engine_ops ob_wolfssl_ops;

static int start(void **state)
{
    (void)state;
    library_start(&ob_wolfssl_ops, NULL);
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
    const struct CMUnitTest tests[] = {LIBRARY_TESTS, LIBRARY_PK_TESTS};

    return cmocka_run_group_tests(tests, start, stop);
}
