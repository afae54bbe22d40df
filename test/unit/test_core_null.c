/* SPDX-License-Identifier: Apache-2.0 */
/* Core on the null engine: registry, sessions, typed streams, statistics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern struct ob_engine ob_engine_null;

static const uint8_t key[16] = {1, 2, 3};

/* A dispatcher of its own with one null engine. */
static struct ob_dispatcher d;
static struct ob_engine null;

static int add_null(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    memset(&null, 0, sizeof null);
    null.ops = ob_engine_null.ops;
    assert_int_equal(ob_engine_add(&d, &null), OB_OK);
    return 0;
}

static int remove_null(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static void adds_and_finds(void **state)
{
    (void)state;
    assert_ptr_equal(ob_engine_find(&d, "null"), &null);
    assert_null(ob_engine_find(&d, "nul"));
    assert_int_equal(ob_engine_add(&d, &null), OB_E_ARG);
    assert_int_equal(ob_selftest(&null, 0), OB_OK);
}

static void copies_in_one_op(void **state)
{
    struct ob_session s;
    struct ob_stats stats;
    uint8_t in[100], out[100] = {0};

    (void)state;
    memset(in, 0x5a, sizeof in);
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, sizeof in), OB_OK);
    assert_memory_equal(out, in, sizeof in);
    ob_engine_stats(&null, &stats);
    assert_int_equal(stats.ops, 3); /* two of the self-test, one of ours */
    assert_int_equal(stats.bytes, 2 * 35 + 100);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, key, 16, in, sizeof in),
                     OB_E_ARG); /* no IV */
    ob_session_close(&s);
    for (size_t i = 0; i < sizeof s.key; i++)
        assert_int_equal(s.key[i], 0);
}

static void streams_every_split(void **state)
{
    uint8_t in[40], out[40];
    struct ob_session s;
    size_t n, total;

    (void)state;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)i;
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, sizeof key), OB_OK);
    for (size_t a = 0; a <= sizeof in; a++)
        for (size_t b = a; b <= sizeof in; b++) {
            memset(out, 0, sizeof out);
            assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
            assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, a), OB_OK);
            total = n;
            assert_int_equal(ob_cipher_update(&s, out + total, sizeof out - total, &n, in + a, b - a), OB_OK);
            total += n;
            assert_int_equal(ob_cipher_update(&s, out + total, sizeof out - total, &n, in + b, sizeof in - b), OB_OK);
            total += n;
            assert_int_equal(ob_cipher_finish(&s, out + total, sizeof out - total, &n), OB_OK);
            assert_int_equal(total + n, sizeof in);
            assert_memory_equal(out, in, sizeof in);
        }
    ob_session_close(&s);
}

static void refuses_what_it_lacks(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_E_DECLINED);
    assert_int_equal(ob_cipher_open(&s, &d, OB_AES_CBC, key, 16), OB_E_DECLINED);
    assert_int_equal(ob_cipher_open(&s, &d, OB_AES_CBC, key, 15), OB_E_ARG);
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, 15), OB_E_ARG);
    assert_int_equal(ob_cipher_open(&s, &d, OB_SHA256, NULL, 0), OB_E_ARG);
    assert_int_equal(ob_hash_open(&s, &d, 0xff), OB_E_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(adds_and_finds, add_null, remove_null),
        cmocka_unit_test_setup_teardown(copies_in_one_op, add_null, remove_null),
        cmocka_unit_test_setup_teardown(streams_every_split, add_null, remove_null),
        cmocka_unit_test_setup_teardown(refuses_what_it_lacks, add_null, remove_null),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
