/* SPDX-License-Identifier: Apache-2.0 */
/* The start of the binding: one that fails is kept and reported, and no call repeats it. */
#include "under.h"

#include <mbedtls/error.h>
#include <mbedtls/sha256.h>

#include <outboard/dispatch.h>

extern struct ob_engine ob_engine_soft;

/* An engine on soft whose device does not answer at first. */
static unsigned starts;
static bool is_broken;

static int start(void *dev)
{
    (void)dev;
    starts++;
    return is_broken ? OB_E_IO : OB_OK;
}

static struct ob_engine_ops ops;
static struct ob_engine engine = {.ops = &ops};
struct ob_engine *const ob_linked_engines[] = {&engine, NULL};

static const uint8_t abc[32] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
                                0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
                                0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};

static void hash_abc(unsigned times)
{
    uint8_t digest[32];

    for (unsigned i = 0; i < times; i++) {
        assert_int_equal(mbedtls_sha256((const uint8_t *)"abc", 3, digest, 0), 0);
        assert_memory_equal(digest, abc, 32);
    }
}

/* In this order, because the binding starts once in a process. */
static void test_a_failed_start_is_kept(void **state)
{
    uint8_t digest[32];

    (void)state;
    assert_int_equal(ob_mbedtls_status(), OB_PENDING);
    is_broken = true;
    hash_abc(100);
    assert_int_equal(starts, 1);
    assert_int_equal(ob_mbedtls_status(), OB_E_DECLINED);
    assert_int_equal(library_ops("sha256"), 100);
    ob_mbedtls_fallback(false);
    assert_int_equal(mbedtls_sha256(abc, 32, digest, 0), MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED);
    assert_int_equal(starts, 1);
    ob_mbedtls_fallback(true);
}

static void test_the_application_may_try_again(void **state)
{
    (void)state;
    assert_int_equal(ob_mbedtls_start(), OB_E_DECLINED);
    assert_int_equal(starts, 2);
    assert_int_equal(ob_mbedtls_status(), OB_E_DECLINED);
    hash_abc(10);
    assert_int_equal(starts, 2);
    is_broken = false;
    hash_abc(10);
    assert_int_equal(starts, 2); /* calls do not try */
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    assert_int_equal(starts, 3);
    assert_int_equal(ob_mbedtls_status(), OB_OK);
    ob_mbedtls_compare(false);
    ob_mbedtls_counts_reset();
    hash_abc(10);
    assert_int_equal(engine_ops("sha256"), 10);
}

static void test_engines_that_were_stopped_are_reported_and_start_again(void **state)
{
    (void)state;
    ob_stop(NULL);
    assert_int_equal(ob_mbedtls_status(), OB_E_DECLINED);
    hash_abc(10);
    assert_int_equal(starts, 3);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    assert_int_equal(ob_mbedtls_status(), OB_OK);
    assert_ptr_equal(ob_mbedtls_library.dispatcher, &ob_default);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_failed_start_is_kept),
        cmocka_unit_test(test_the_application_may_try_again),
        cmocka_unit_test(test_engines_that_were_stopped_are_reported_and_start_again),
    };

    ops = *ob_engine_soft.ops;
    ops.start = start;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
