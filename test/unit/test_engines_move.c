/* SPDX-License-Identifier: Apache-2.0 */
/* Streams that move between two of the engines soft, openssl and mbedtls at block boundaries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "library.h"

extern const struct ob_engine_ops ob_openssl_ops, ob_mbedtls_ops;
extern struct ob_engine ob_engine_soft;

static int start(void **state)
{
    const struct ob_engine_ops *const *pair = *state;

    library_start(pair[0], pair[1]);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    library_stop();
    return 0;
}

#define PAIR(from, to)                                                                                                 \
    {                                                                                                                  \
#from " and " #to, library_moves_streams, start, stop, (void *)(uintptr_t)from##_##to                          \
    }

int main(void)
{
    const struct ob_engine_ops *openssl = &ob_openssl_ops, *mbedtls = &ob_mbedtls_ops, *soft = ob_engine_soft.ops;
    const struct ob_engine_ops *openssl_mbedtls[] = {openssl, mbedtls}, *mbedtls_openssl[] = {mbedtls, openssl};
    const struct ob_engine_ops *openssl_soft[] = {openssl, soft}, *soft_openssl[] = {soft, openssl};
    const struct ob_engine_ops *mbedtls_soft[] = {mbedtls, soft}, *soft_mbedtls[] = {soft, mbedtls};
    const struct CMUnitTest tests[] = {
        PAIR(openssl, mbedtls), PAIR(mbedtls, openssl), PAIR(openssl, soft),
        PAIR(soft, openssl),    PAIR(mbedtls, soft),    PAIR(soft, mbedtls),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
