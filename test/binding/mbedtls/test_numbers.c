/* SPDX-License-Identifier: Apache-2.0 */
/* Single operations on the library's numbers on the public-key block (a model of its registers): the answers are the
 * library's own, whatever the numbers are, each switch works alone, and Diffie-Hellman arrives there. */
#include "under.h"

#include <mbedtls/bignum.h>
#include <mbedtls/dhm.h>
#include <outboard/acryp.h>
#include <outboard/outboard.h>

#include "test/conformance/acryp_model.h"

static struct ob_acryp acryp;
static const struct ob_numbers numbers = {&acryp, ob_acryp_number};

static int begin(void **state)
{
    (void)state;
    seed(9);
    acryp_model_device(&acryp.device);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    assert_int_equal(ob_acryp_init(&acryp), OB_OK);
    assert_int_equal(ob_engine_add(NULL, &acryp.engine), OB_OK);
    ob_mbedtls_numbers = &numbers;
    return 0;
}

static const char *const functions[] = {"mpi_add_mpi", "mpi_sub_mpi", "mpi_mul_mpi",
                                        "mpi_mod_mpi", "mpi_exp_mod", "mpi_inv_mod"};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* Result x and status of function i on a, b and a modulus n. */
static int ask(unsigned i, mbedtls_mpi *x, const mbedtls_mpi *a, const mbedtls_mpi *b, const mbedtls_mpi *n)
{
    switch (i) {
    case 0:
        return mbedtls_mpi_add_mpi(x, a, b);
    case 1:
        return mbedtls_mpi_sub_mpi(x, a, b);
    case 2:
        return mbedtls_mpi_mul_mpi(x, a, b);
    case 3:
        return mbedtls_mpi_mod_mpi(x, a, n);
    case 4:
        return mbedtls_mpi_exp_mod(x, a, b, n, NULL);
    default:
        return mbedtls_mpi_inv_mod(x, a, n);
    }
}

/* A number of up to max bits, now and then one at an edge. */
static void pick(mbedtls_mpi *m, const mbedtls_mpi *n, unsigned max)
{
    uint8_t bytes[260];
    unsigned bits = 1 + number(max), len = (bits + 7) / 8;

    fill(bytes, len);
    assert_int_equal(mbedtls_mpi_read_binary(m, bytes, len), 0);
    switch (number(12)) {
    case 0:
        assert_int_equal(mbedtls_mpi_lset(m, (mbedtls_mpi_sint)number(3)), 0);
        break;
    case 1:
        assert_int_equal(mbedtls_mpi_copy(m, n), 0);
        break;
    case 2:
        assert_int_equal(mbedtls_mpi_sub_int(m, n, 1), 0);
        break;
    case 3:
        m->s = -1;
        break;
    default:
        break;
    }
}

static void answers_are_the_librarys(void **state)
{
    mbedtls_mpi a, b, n, one, two;

    (void)state;
    mbedtls_mpi_init(&a);
    mbedtls_mpi_init(&b);
    mbedtls_mpi_init(&n);
    mbedtls_mpi_init(&one);
    mbedtls_mpi_init(&two);
    ob_mbedtls_counts_reset();
    for (unsigned turn = 0; turn < 1200; turn++) {
        unsigned i = number(FUNCTIONS), max = 8 + number(700);
        int ret;

        by_library();
        assert_int_equal(mbedtls_mpi_lset(&n, 1), 0);
        pick(&n, &n, max);
        pick(&a, &n, max);
        pick(&b, &n, max);
        if (i == 4 && b.s < 0)
            b.s = 1; /* the library lets nobody see what it leaves in x then */
        ret = ask(i, &one, &a, &b, &n);
        by_engine();
        assert_int_equal(ask(i, &two, &a, &b, &n), ret);
        by_library();
        if (ret == 0)
            assert_int_equal(mbedtls_mpi_cmp_mpi(&one, &two), 0);
        by_engine();
        /* The result in the place of an operand. The library's power forgets the sign of a negative one there. */
        if (ret == 0 && a.s > 0) {
            assert_int_equal(ask(i, &a, &a, &b, &n), 0);
            assert_int_equal(mbedtls_mpi_cmp_mpi(&one, &a), 0);
        }
    }
    for (unsigned i = 0; i < FUNCTIONS; i++)
        assert_true(engine_ops(functions[i]) > 20);
    mbedtls_mpi_free(&a);
    mbedtls_mpi_free(&b);
    mbedtls_mpi_free(&n);
    mbedtls_mpi_free(&one);
    mbedtls_mpi_free(&two);
}

/* Numbers that the block does not take, and others where no operation is defined, are the library's to judge. */
static void what_the_block_does_not_take_the_library_does(void **state)
{
    mbedtls_mpi a, n, x;

    (void)state;
    mbedtls_mpi_init(&a);
    mbedtls_mpi_init(&n);
    mbedtls_mpi_init(&x);
    by_engine();
    assert_int_equal(mbedtls_mpi_lset(&a, 1), 0);
    assert_int_equal(mbedtls_mpi_mod_mpi(&x, &a, &n), MBEDTLS_ERR_MPI_DIVISION_BY_ZERO);
    assert_int_equal(mbedtls_mpi_exp_mod(&x, &a, &a, &n, NULL), MBEDTLS_ERR_MPI_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_mpi_lset(&n, 0x10001 * 3), 0);
    assert_int_equal(mbedtls_mpi_lset(&a, 0x10001), 0);
    assert_int_equal(mbedtls_mpi_inv_mod(&x, &a, &n), MBEDTLS_ERR_MPI_NOT_ACCEPTABLE); /* a divisor of n */
    assert_int_equal(mbedtls_mpi_lset(&n, 1), 0);
    assert_int_equal(mbedtls_mpi_shift_l(&n, 9000), 0); /* longer than the block's operands */
    assert_int_equal(mbedtls_mpi_add_int(&n, &n, 1), 0);
    assert_int_equal(mbedtls_mpi_sub_int(&a, &n, 2), 0);
    ob_mbedtls_counts_reset();
    assert_int_equal(mbedtls_mpi_exp_mod(&x, &a, &a, &n, NULL), MBEDTLS_ERR_MPI_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_mpi_mod_mpi(&x, &a, &n), 0);
    assert_int_equal(mbedtls_mpi_cmp_mpi(&x, &a), 0);
    assert_int_equal(engine_ops("mpi_mod_mpi"), 0);
    mbedtls_mpi_free(&a);
    mbedtls_mpi_free(&n);
    mbedtls_mpi_free(&x);
}

static void each_switch_leaves_its_function_to_the_library(void **state)
{
    mbedtls_mpi a, b, n, x;

    (void)state;
    mbedtls_mpi_init(&a);
    mbedtls_mpi_init(&b);
    mbedtls_mpi_init(&n);
    mbedtls_mpi_init(&x);
    assert_int_equal(mbedtls_mpi_read_string(&n, 16, "7fffffffffffffffffffffffffffffff"), 0);
    assert_int_equal(mbedtls_mpi_read_string(&a, 16, "6dcba98765432100123456789abcdef1"), 0);
    assert_int_equal(mbedtls_mpi_lset(&b, 0x12345), 0);
    for (unsigned off = 0; off < FUNCTIONS; off++) {
        by_engine_but(functions[off]);
        ob_mbedtls_counts_reset();
        for (unsigned i = 0; i < FUNCTIONS; i++)
            assert_int_equal(ask(i, &x, &a, &b, &n), 0);
        for (unsigned i = 0; i < FUNCTIONS; i++)
            assert_int_equal(engine_ops(functions[i]) > 0, i != off);
    }
    ob_mbedtls_numbers = NULL; /* no block */
    by_engine();
    ob_mbedtls_counts_reset();
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        assert_int_equal(ask(i, &x, &a, &b, &n), 0);
        assert_int_equal(engine_ops(functions[i]), 0);
    }
    ob_mbedtls_numbers = &numbers;
    mbedtls_mpi_free(&a);
    mbedtls_mpi_free(&b);
    mbedtls_mpi_free(&n);
    mbedtls_mpi_free(&x);
}

/* A block that is silent costs nothing but time. */
static void a_block_that_fails_is_replaced(void **state)
{
    mbedtls_mpi a, n, x, y;

    (void)state;
    mbedtls_mpi_init(&a);
    mbedtls_mpi_init(&n);
    mbedtls_mpi_init(&x);
    mbedtls_mpi_init(&y);
    assert_int_equal(mbedtls_mpi_read_string(&n, 16, "7fffffffffffffffffffffffffffffff"), 0);
    assert_int_equal(mbedtls_mpi_lset(&a, 0x12345), 0);
    by_library();
    assert_int_equal(mbedtls_mpi_exp_mod(&x, &a, &a, &n, NULL), 0);
    by_engine();
    ob_mbedtls_counts_reset();
    acryp.device.timeout_us = 1000;
    acryp_model_silent(true);
    assert_int_equal(mbedtls_mpi_exp_mod(&y, &a, &a, &n, NULL), 0);
    acryp_model_silent(false);
    acryp.device.timeout_us = 0;
    assert_int_equal(library_ops("mpi_exp_mod"), 1);
    assert_int_equal(mbedtls_mpi_cmp_mpi(&x, &y), 0);
    assert_int_equal(mbedtls_mpi_exp_mod(&y, &a, &a, &n, NULL), 0);
    assert_int_equal(engine_ops("mpi_exp_mod"), 1);
    assert_int_equal(mbedtls_mpi_cmp_mpi(&x, &y), 0);
    mbedtls_mpi_free(&a);
    mbedtls_mpi_free(&n);
    mbedtls_mpi_free(&x);
    mbedtls_mpi_free(&y);
}

static void diffie_hellman_arrives_there(void **state)
{
    static const unsigned char p[] = MBEDTLS_DHM_RFC7919_FFDHE2048_P_BIN, g[] = MBEDTLS_DHM_RFC7919_FFDHE2048_G_BIN;
    mbedtls_dhm_context one, two;
    mbedtls_mpi prime, generator;
    uint8_t value[2][256], secret[2][256];
    size_t len[2];

    (void)state;
    mbedtls_mpi_init(&prime);
    mbedtls_mpi_init(&generator);
    mbedtls_dhm_init(&one);
    mbedtls_dhm_init(&two);
    assert_int_equal(mbedtls_mpi_read_binary(&prime, p, sizeof p), 0);
    assert_int_equal(mbedtls_mpi_read_binary(&generator, g, sizeof g), 0);
    assert_int_equal(mbedtls_dhm_set_group(&one, &prime, &generator), 0);
    assert_int_equal(mbedtls_dhm_set_group(&two, &prime, &generator), 0);
    by_engine();
    ob_mbedtls_counts_reset();
    assert_int_equal(mbedtls_dhm_make_public(&one, 256, value[0], 256, random_bytes, NULL), 0);
    assert_true(engine_ops("mpi_exp_mod") >= 1);
    by_library();
    assert_int_equal(mbedtls_dhm_make_public(&two, 256, value[1], 256, random_bytes, NULL), 0);
    assert_int_equal(mbedtls_dhm_read_public(&two, value[0], 256), 0);
    assert_int_equal(mbedtls_dhm_calc_secret(&two, secret[1], 256, &len[1], random_bytes, NULL), 0);
    by_engine();
    assert_int_equal(mbedtls_dhm_read_public(&one, value[1], 256), 0);
    assert_int_equal(mbedtls_dhm_calc_secret(&one, secret[0], 256, &len[0], random_bytes, NULL), 0);
    assert_true(engine_ops("mpi_exp_mod") >= 2);
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(secret[0], secret[1], len[0]);
    mbedtls_dhm_free(&one);
    mbedtls_dhm_free(&two);
    mbedtls_mpi_free(&prime);
    mbedtls_mpi_free(&generator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_the_librarys),
        cmocka_unit_test(what_the_block_does_not_take_the_library_does),
        cmocka_unit_test(each_switch_leaves_its_function_to_the_library),
        cmocka_unit_test(a_block_that_fails_is_replaced),
        cmocka_unit_test(diffie_hellman_arrives_there),
    };

    return cmocka_run_group_tests(tests, begin, NULL);
}
