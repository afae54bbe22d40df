/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the binding for Mbed TLS share. */
#include <outboard/dispatch.h>

#include "under.h"

#define FUNCTIONS_MAX 128

static uint32_t random_state = 1;

void seed(uint32_t value)
{
    random_state = value * 2654435761u + 1;
}

/* Marsaglia's xorshift, 32 bits. */
uint32_t number(uint32_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return (random_state >> 4) % below;
}

void fill(uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        p[i] = (uint8_t)number(256);
}

int random_bytes(void *user, unsigned char *to, size_t len)
{
    (void)user;
    fill(to, len);
    return 0;
}

void by_library(void)
{
    assert_int_equal(ob_mbedtls_switch(NULL, false), OB_OK);
    ob_mbedtls_fallback(true);
}

void by_engine(void)
{
    assert_int_equal(ob_mbedtls_switch(NULL, true), OB_OK);
    ob_mbedtls_compare(false);
    ob_mbedtls_fallback(false);
}

void by_engine_but(const char *function)
{
    by_engine();
    assert_int_equal(ob_mbedtls_switch(function, false), OB_OK);
}

void by_both(void)
{
    struct ob_mbedtls_count list[FUNCTIONS_MAX];
    size_t n = ob_mbedtls_counts(list, FUNCTIONS_MAX);

    assert_in_range(n, 1, FUNCTIONS_MAX);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(ob_mbedtls_switch(list[i].function, number(2)), OB_OK);
}

void by_price(void)
{
    assert_int_equal(ob_mbedtls_switch(NULL, true), OB_OK);
    ob_mbedtls_compare(true);
    ob_mbedtls_fallback(true);
}

static struct ob_mbedtls_count count_of(const char *function)
{
    struct ob_mbedtls_count list[FUNCTIONS_MAX];
    size_t n = ob_mbedtls_counts(list, FUNCTIONS_MAX);

    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].function, function) == 0)
            return list[i];
    fail_msg("%s is not wrapped", function);
    return list[0];
}

uint32_t engine_ops(const char *function)
{
    return count_of(function).engine;
}

uint32_t library_ops(const char *function)
{
    return count_of(function).fallback;
}

void assert_no_library_ops(void)
{
    struct ob_mbedtls_count list[FUNCTIONS_MAX];
    size_t n = ob_mbedtls_counts(list, FUNCTIONS_MAX);

    for (size_t i = 0; i < n; i++)
        if (list[i].fallback || list[i].refused)
            fail_msg("%s: %u by the library, %u refused", list[i].function, list[i].fallback, list[i].refused);
}

uint64_t ops_of(const char *engine)
{
    const struct ob_engine *e = ob_engine_find(NULL, engine);
    struct ob_stats stats;

    assert_non_null(e);
    ob_engine_stats(e, &stats);
    return stats.ops;
}
