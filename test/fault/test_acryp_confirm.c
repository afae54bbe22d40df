/* SPDX-License-Identifier: Apache-2.0 */
/* A fault in any operation of the public-key block while it makes a private result: with `confirm` (outboard/acryp.h)
 * no wrong result is given out. On a model of the block's registers, with a bit turned over in what an operation gives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/acryp.h>
#include <outboard/outboard.h>

#include "test/conformance/acryp_model.h"

static struct ob_dispatcher d;
static struct ob_acryp acryp;
static struct ob_session s;
static const uint8_t digest[32] = "the digest of some message, 32 b";

static void start(bool confirms, bool curves)
{
    memset(&d, 0, sizeof d);
    memset(&acryp, 0, sizeof acryp);
    d.retest_ns = 1;
    acryp.confirm = confirms;
    acryp.rows = curves ? OB_ACRYP_CURVES : OB_ACRYP_RSA;
    acryp_model_device(&acryp.device);
    assert_int_equal(ob_acryp_init(&acryp), OB_OK);
    assert_int_equal(ob_engine_add(&d, &acryp.engine), OB_OK);
}

/* What is asked for. */
struct kind {
    uint8_t alg, curve;
    uint16_t bits; /* RSA */
};
static const struct kind kinds[] = {
    {OB_ECDSA, OB_SECP256R1, 0}, {OB_SM2_SIGN, OB_SM2_CURVE, 0}, {OB_EDDSA, OB_ED25519, 0},
    {OB_ECDH, OB_SECP256R1, 0},  {OB_ECDH, OB_X25519, 0},        {OB_RSA, 0, 1024},
    {OB_RSA_PSS, 0, 1024},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], RESULT = 256 };

static uint8_t made[2][2048];
static struct ob_key key, public_half;

/* A key, and the public half with which its results are verified. */
static void make(const struct kind *k)
{
    const struct ob_key none = {.curve = k->curve, .bits = k->bits};
    size_t len;

    assert_int_equal(ob_pk_open(&s, &d, k->bits ? OB_RSA : k->alg, 0, &none), OB_OK);
    assert_int_equal(ob_pk_generate(&s, made[0], sizeof made[0], &len), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_pk_components(&key, k->curve, k->bits, made[0], len), OB_OK);
    public_half = key;
    public_half.d = (struct ob_bytes){NULL, 0};
    public_half.kind = k->curve ? OB_KEY_EC_PUBLIC : OB_KEY_RSA_PUBLIC;
}

/* One private result into out. */
static int once(const struct kind *k, uint8_t out[RESULT], size_t *len)
{
    uint8_t number[128] = {0}, point[64];
    size_t point_len = ob_pk_point_len(k->curve);
    int r;

    number[127] = 77;
    assert_int_equal(ob_pk_open(&s, &d, k->alg, k->alg == OB_RSA_PSS ? OB_SHA256 : 0, &key), OB_OK);
    if (k->alg == OB_ECDH) {
        memcpy(point, public_half.x.data, public_half.x.len);
        if (public_half.y.len)
            memcpy(point + public_half.x.len, public_half.y.data, public_half.y.len);
        r = ob_pk_derive(&s, out, RESULT, len, point, point_len);
    } else if (k->alg == OB_RSA) {
        r = ob_pk_decrypt(&s, out, RESULT, len, NULL, 0, number, 128);
    } else {
        r = ob_pk_sign(&s, out, RESULT, len, digest, 32);
    }
    ob_session_close(&s);
    return r;
}

/* Whether a result that was given out is right; right: the one without a fault, where there is one alone. */
static bool is_right(const struct kind *k, const uint8_t *out, size_t len, const uint8_t *right)
{
    int r;

    if (k->alg == OB_ECDH || k->alg == OB_RSA)
        return memcmp(out, right, len) == 0;
    assert_int_equal(ob_pk_open(&s, &d, k->alg, k->alg == OB_RSA_PSS ? OB_SHA256 : 0, &public_half), OB_OK);
    r = ob_pk_verify(&s, out, len, digest, 32);
    ob_session_close(&s);
    assert_true(r == OB_OK || r == OB_E_AUTH);
    return r == OB_OK;
}

/* Results that were wrong and given out, with a fault in each of the block's operations, one after the other. */
static unsigned released(const struct kind *k)
{
    uint8_t right[RESULT], out[RESULT];
    unsigned wrong = 0, before, operations;
    size_t len;

    make(k);
    assert_int_equal(once(k, right, &len), OB_OK); /* after the self-test */
    before = acryp_model_operations();
    assert_int_equal(once(k, right, &len), OB_OK);
    operations = acryp_model_operations() - before;
    assert_true(operations > 0);
    for (unsigned i = 1; i <= operations; i++) {
        int r;

        assert_int_equal(once(k, out, &len), OB_OK); /* also after the self-test that a fault has caused */
        acryp_model_flip(i);
        r = once(k, out, &len);
        acryp_model_flip(0);
        if (r == OB_OK)
            wrong += !is_right(k, out, len, right);
        else
            assert_true(r == OB_E_IO || r == OB_E_ARG);
    }
    return wrong;
}

static void confirmed_results_are_right(void **state)
{
    (void)state;
    for (unsigned i = 0; i < KINDS; i++) {
        start(true, kinds[i].curve);
        assert_int_equal(released(&kinds[i]), 0);
        ob_stop(&d);
    }
}

/* The faults are such that without confirmation signatures of curves are wrong. */
static void the_faults_are_real(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        start(false, kinds[i].curve);
        assert_true(released(&kinds[i]) > 0);
        ob_stop(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(confirmed_results_are_right),
        cmocka_unit_test(the_faults_are_real),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
