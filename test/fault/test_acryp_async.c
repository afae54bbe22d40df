/* SPDX-License-Identifier: Apache-2.0 */
/* Ops of engine acryp that stay pending while the block works: they end in ob_poll with the same results, they can be
 * given up, and nothing of them is left. On a model of the block's registers. */
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
static struct ob_session s, other;
static uint8_t work[OB_ACRYP_WORK_LEN];
static const uint8_t digest[32] = "the digest of some message, 32 b";

static void start(bool async)
{
    memset(&d, 0, sizeof d);
    memset(&acryp, 0, sizeof acryp);
    acryp_model_device(&acryp.device);
    acryp.async = async;
    acryp.device.work = work;
    acryp.device.work_len = sizeof work;
    assert_int_equal(ob_acryp_init(&acryp), OB_OK);
    assert_int_equal(ob_engine_add(&d, &acryp.engine), OB_OK);
}

static void assert_work_is_wiped(void)
{
    for (size_t i = 0; i < sizeof work; i++)
        assert_int_equal(work[i], 0);
}

/* Kinds of ops whose result depends on key and input alone. */
static const struct kind {
    uint8_t alg, curve;
    uint16_t bits;
} kinds[] = {{OB_RSA_PKCS1_SIGN, 0, 1024}, {OB_EDDSA, OB_ED25519, 0}, {OB_EDDSA, OB_ED448, 0}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static uint8_t made[2048];
static struct ob_key key;

static void make(const struct kind *k)
{
    const struct ob_key none = {.curve = k->curve, .bits = k->bits};
    size_t len;

    assert_int_equal(ob_pk_open(&s, &d, k->bits ? OB_RSA : k->alg, 0, &none), OB_OK);
    assert_int_equal(ob_pk_generate(&s, made, sizeof made, &len), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_pk_components(&key, k->curve, k->bits, made, len), OB_OK);
}

static void pending_ops_give_the_same_results(void **state)
{
    uint8_t want[256], got[256];
    size_t len;

    (void)state;
    for (unsigned i = 0; i < KINDS; i++) {
        start(false);
        make(&kinds[i]);
        assert_int_equal(ob_pk_open(&s, &d, kinds[i].alg, kinds[i].bits ? OB_SHA256 : 0, &key), OB_OK);
        assert_int_equal(ob_pk_sign(&s, want, sizeof want, &len, digest, 32), OB_OK);
        ob_session_close(&s);
        ob_stop(&d);

        start(true);
        assert_int_equal(ob_pk_open(&s, &d, kinds[i].alg, kinds[i].bits ? OB_SHA256 : 0, &key), OB_OK);
        assert_int_equal(ob_pk_sign(&s, got, sizeof got, &len, digest, 32), OB_OK); /* after the self-test */
        for (unsigned turn = 0; turn < 2; turn++) {
            struct ob_op op = {0};
            unsigned before = acryp_model_operations(), polls = 0, operations;

            memset(got, 0, sizeof got);
            assert_int_equal(ob_pk_sign_submit(&s, &op, got, sizeof got, digest, 32), OB_PENDING);
            while (op.status == OB_PENDING) {
                assert_true(polls++ < 1000); /* the caller's own work would be here */
                ob_poll(&d);
            }
            operations = acryp_model_operations() - before;
            assert_int_equal(op.status, OB_OK);
            assert_true(operations >= 1 && polls >= operations);
            assert_int_equal(op.tag_len, len);
            assert_memory_equal(got, want, len);
            assert_work_is_wiped();
        }
        ob_session_close(&s);
        ob_stop(&d);
    }
}

/* A pending op is given up; another session's op, and the next one of the same, are as if it had not been. */
static void a_pending_op_can_be_given_up(void **state)
{
    uint8_t want[256], got[256];
    struct ob_op op = {0};
    size_t len;

    (void)state;
    start(true);
    make(&kinds[1]);
    assert_int_equal(ob_pk_open(&s, &d, OB_EDDSA, 0, &key), OB_OK);
    assert_int_equal(ob_pk_open(&other, &d, OB_EDDSA, 0, &key), OB_OK);
    assert_int_equal(ob_pk_sign(&s, want, sizeof want, &len, digest, 32), OB_OK);
    for (unsigned polls = 0; polls < 6; polls++) {
        memset(&op, 0, sizeof op);
        assert_int_equal(ob_pk_sign_submit(&s, &op, got, sizeof got, digest, 32), OB_PENDING);
        for (unsigned i = 0; i < polls && op.status == OB_PENDING; i++)
            ob_poll(&d);
        if (op.status == OB_PENDING) {
            (void)ob_cancel(&op);
            assert_int_equal(op.status, OB_E_IO);
        }
        assert_work_is_wiped();
        assert_int_equal(ob_pk_sign(&other, got, sizeof got, &len, digest, 32), OB_OK);
        assert_memory_equal(got, want, len);
        assert_int_equal(ob_pk_sign(&s, got, sizeof got, &len, digest, 32), OB_OK);
        assert_memory_equal(got, want, len);
    }
    ob_session_close(&s);
    ob_session_close(&other);
    ob_stop(&d);
}

/* Ops of two sessions in turn: core ends the first before it starts the second. */
static void sessions_take_turns(void **state)
{
    uint8_t one[64], two[64];
    struct ob_op op = {0};
    size_t len;

    (void)state;
    start(true);
    make(&kinds[1]);
    assert_int_equal(ob_pk_open(&s, &d, OB_EDDSA, 0, &key), OB_OK);
    assert_int_equal(ob_pk_open(&other, &d, OB_EDDSA, 0, &key), OB_OK);
    assert_int_equal(ob_pk_sign(&other, two, sizeof two, &len, digest, 32), OB_OK);
    assert_int_equal(ob_pk_sign_submit(&s, &op, one, sizeof one, digest, 32), OB_PENDING);
    assert_int_equal(ob_pk_verify(&other, two, 64, digest, 32), OB_OK);
    assert_int_equal(ob_wait(&op), OB_OK);
    assert_memory_equal(one, two, 64);
    ob_session_close(&s);
    ob_session_close(&other);
    ob_stop(&d);
}

static void it_needs_its_memory(void **state)
{
    (void)state;
    memset(&acryp, 0, sizeof acryp);
    acryp_model_device(&acryp.device);
    acryp.async = true;
    assert_int_equal(ob_acryp_init(&acryp), OB_E_ARG);
    acryp.device.work = work;
    acryp.device.work_len = sizeof work - 1;
    assert_int_equal(ob_acryp_init(&acryp), OB_E_ARG);
    acryp.device.work_len = sizeof work;
    assert_int_equal(ob_acryp_init(&acryp), OB_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pending_ops_give_the_same_results),
        cmocka_unit_test(a_pending_op_can_be_given_up),
        cmocka_unit_test(sessions_take_turns),
        cmocka_unit_test(it_needs_its_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
