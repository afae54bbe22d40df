/* SPDX-License-Identifier: Apache-2.0 */
/* The self-test of public-key rows, on a library's engine whose rows a test picks and whose operations it spoils: what
 * a row's test must find, with which keys, and which rows need no test of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#include "kat_keys.h"

extern const struct ob_engine_ops ENGINE_OPS;

static const struct ob_price price = {OB_UPTO_ANY, 1, 1, 1, 1, 1};
static struct ob_dispatcher d;
static struct ob_engine_ops ops;
static struct ob_engine engine;
static struct ob_cap caps[2];
static unsigned submits;
static unsigned broken_row; /* the row whose operations fail, plus 1; 0: none */
static bool wrong_secrets;  /* of keys that were generated */
static bool wrong_keys;     /* generated RSA keys have a wrong d mod p - 1 */
static bool all_components; /* every private RSA key had all that a key can have */

static bool is_generated(const struct ob_session *s)
{
    const struct obi_kat_ec *kat = obi_kats_ec;

    while (kat->curve && kat->curve != s->curve)
        kat++;
    return s->pk->kind == OB_KEY_EC_PRIVATE && memcmp(s->pk->d.data, kat->bytes, s->pk->d.len) != 0;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    const struct ob_key *k = s->pk;
    int r;

    submits++;
    if (broken_row == s->row + 1u)
        return OB_E_IO;
    if (k->kind == OB_KEY_RSA_PRIVATE)
        all_components &=
            k->n.len && k->e.len && k->d.len && k->p.len && k->q.len && k->dp.len && k->dq.len && k->qinv.len;
    r = ENGINE_OPS.submit(dev, s, op);
    if (r == OB_OK && wrong_keys && op->flags & OB_GENERATE)
        op->out[2 * (s->bits / 8) + 4 + s->bits / 8 + 3] ^= 1;
    if (r == OB_OK && wrong_secrets && s->alg == OB_ECDH && is_generated(s))
        op->out[0] ^= 1;
    return r;
}

/* The row of the library for alg and curve, with these directions and lengths. */
static struct ob_cap row(uint8_t alg, uint8_t curve, unsigned dirs, unsigned bits_min, unsigned bits_max)
{
    for (unsigned i = 0; i < ENGINE_OPS.n_caps; i++)
        if (ENGINE_OPS.caps[i].alg == alg && ENGINE_OPS.caps[i].curve == curve) {
            struct ob_cap cap = ENGINE_OPS.caps[i];

            cap.dirs = (uint8_t)dirs;
            cap.price = &price;
            if (!curve) {
                cap.bits_min = (uint16_t)bits_min;
                cap.bits_max = (uint16_t)bits_max;
            }
            return cap;
        }
    fail_msg("the library has no such row");
    return caps[0];
}

/* The self-test of an engine with the first n rows of caps. */
static int test(unsigned n)
{
    int r;

    memset(&d, 0, sizeof d);
    ops = ENGINE_OPS;
    ops.caps = caps;
    ops.n_caps = (uint16_t)n;
    ops.submit = submit;
    engine = (struct ob_engine){.ops = &ops, .dev = NULL};
    submits = 0;
    all_components = true;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    r = ob_selftest(&engine, 1u << OB_CLASS_PK);
    ob_stop(&d);
    return r;
}

static void sound_rows_pass(void **state)
{
    (void)state;
    caps[0] = row(OB_RSA, 0, OB_DIR_BOTH, 1024, 4096);
    caps[1] = row(OB_RSA_PSS, 0, OB_DIR_BOTH, 1024, 4096);
    assert_int_equal(test(2), OB_OK);
    assert_true(submits > 3);
    assert_true(all_components);
    caps[0] = row(OB_ECDSA, OB_SECP256R1, OB_DIR_BOTH | OB_DIR_GENERATE, 0, 0);
    caps[1] = row(OB_ECDH, OB_X25519, OB_DIR_ENCRYPT | OB_DIR_GENERATE, 0, 0);
    assert_int_equal(test(2), OB_OK);
}

/* A generated key agrees with the known one on the same secret in both directions, or the row fails. */
static void a_generated_key_derives_the_other_sides_secret(void **state)
{
    static const uint8_t curves[] = {OB_SECP256R1, OB_X25519};

    (void)state;
    for (unsigned i = 0; i < sizeof curves; i++) {
        caps[0] = row(OB_ECDH, curves[i], OB_DIR_ENCRYPT | OB_DIR_GENERATE, 0, 0);
        assert_int_equal(test(1), OB_OK);
        wrong_secrets = true;
        assert_int_equal(test(1), OB_E_IO);
        wrong_secrets = false;
    }
}

/* A generated RSA key is used, although the row that makes keys does nothing else. */
static void a_generated_rsa_key_decrypts_what_it_encrypts(void **state)
{
    (void)state;
    caps[0] = row(OB_RSA, 0, OB_DIR_BOTH, 1024, 4096);
    caps[1] = row(OB_RSA, 0, OB_DIR_GENERATE, 1024, 4096);
    assert_int_equal(test(2), OB_OK);
    wrong_keys = true;
    assert_int_equal(test(2), OB_E_IO);
    wrong_keys = false;
}

/* A row that does not reach the known key's length is tested with the other row of its operations that does, once. */
static void a_row_of_other_lengths_is_left_to_another(void **state)
{
    unsigned alone;

    (void)state;
    caps[0] = row(OB_RSA, 0, OB_DIR_BOTH, 2048, 4096);
    assert_int_equal(test(1), OB_OK);
    alone = submits;
    caps[1] = caps[0];
    caps[0] = row(OB_RSA, 0, OB_DIR_BOTH, 1024, 1536);
    assert_int_equal(test(2), OB_OK);
    assert_int_equal(submits, alone);
}

/* There is no such row if it has another algorithm, fewer directions, or other lengths, too. */
static void a_row_is_not_left_to_one_that_does_less(void **state)
{
    (void)state;
    caps[0] = row(OB_RSA, 0, OB_DIR_BOTH, 1024, 1536);
    caps[1] = row(OB_RSA_PKCS1_SIGN, 0, OB_DIR_BOTH, 2048, 4096);
    assert_int_equal(test(2), OB_E_IO);
    caps[1] = row(OB_RSA, 0, OB_DIR_ENCRYPT, 2048, 4096);
    assert_int_equal(test(2), OB_E_IO);
    caps[1] = row(OB_RSA, 0, OB_DIR_BOTH, 3072, 4096);
    assert_int_equal(test(2), OB_E_IO);
}

/* A row that makes keys is tested by making one, even if another row could. */
static void a_row_that_makes_keys_is_tested(void **state)
{
    (void)state;
    caps[0] = row(OB_RSA, 0, OB_DIR_GENERATE, 1024, 1536);
    caps[1] = row(OB_RSA, 0, OB_DIR_BOTH | OB_DIR_GENERATE, 1024, 4096);
    assert_int_equal(test(2), OB_OK);
    broken_row = 1;
    assert_int_equal(test(2), OB_E_IO);
    broken_row = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_rows_pass),
        cmocka_unit_test(a_generated_key_derives_the_other_sides_secret),
        cmocka_unit_test(a_generated_rsa_key_decrypts_what_it_encrypts),
        cmocka_unit_test(a_row_of_other_lengths_is_left_to_another),
        cmocka_unit_test(a_row_is_not_left_to_one_that_does_less),
        cmocka_unit_test(a_row_that_makes_keys_is_tested),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
