/* SPDX-License-Identifier: Apache-2.0 */
/* The engine openssl beside other users of the library in one thread: their errors are not ours, and stay. And what
 * core's self-test of public keys finds: an engine that is wrong in one operation of one algorithm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/err.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#include "core/kat_pk.h"

extern const struct ob_engine_ops ob_openssl_ops;

static struct ob_dispatcher d;
static struct ob_engine engine = {.ops = &ob_openssl_ops};

static void errors_of_others_are_not_ours(void **state)
{
    static const struct ob_key key = {.kind = OB_KEY_RSA_PUBLIC,
                                      .n = {obi_kat_rsa_n, sizeof obi_kat_rsa_n},
                                      .e = {obi_kat_rsa_e, sizeof obi_kat_rsa_e}};
    static const struct ob_key bad = {
        .kind = OB_KEY_EC_PUBLIC, .curve = OB_SECP256R1, .x = {obi_kat_rsa_n, 32}, .y = {obi_kat_rsa_n, 32}};
    static const uint8_t zero[32];
    const struct obi_kat_ec *kat = obi_kats_ec;
    struct ob_key ec;
    struct ob_session s;
    struct ob_stats stats;
    unsigned long stale;
    uint8_t sig[64];
    size_t len;

    (void)state;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    assert_int_equal(ob_selftest(&engine, 0), OB_OK);
    ERR_clear_error();
    ERR_raise(ERR_LIB_EC, ERR_R_MALLOC_FAILURE); /* of someone else */
    stale = ERR_peek_last_error();
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PKCS1_SIGN, OB_SHA256, &key), OB_OK);
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_pkcs1_signature, 256, zero, 32), OB_E_AUTH);
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_pkcs1_signature, 256, obi_kat_pk_digest, 32), OB_OK);
    ob_session_close(&s);
    while (kat->curve != OB_SECP256R1)
        kat++;
    assert_int_equal(ob_pk_components(&ec, OB_SECP256R1, 0, kat->bytes, 96), OB_OK);
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDSA, 0, &ec), OB_OK);
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_pk_digest, 32), OB_OK);
    /* Of a signature that is no more than wrong the library says nothing in its queue. */
    assert_int_equal(ob_pk_verify(&s, sig, len, zero, 32), OB_E_AUTH);
    ob_session_close(&s);
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDSA, 0, &bad), OB_OK);
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_n, 64, zero, 32), OB_E_ARG); /* not on its curve */
    ob_session_close(&s);
    ob_engine_stats(&engine, &stats);
    assert_int_equal(stats.errors, 0);
    assert_int_equal(ERR_peek_last_error(), stale);
    assert_int_equal(ERR_get_error(), stale);
    assert_int_equal(ERR_get_error(), 0);
    ob_stop(&d);
}

/* ---- the self-test ---- */

enum fault { NONE, FLIPS, ACCEPTS, REFUSES, FAULTS };

static struct ob_cap caps[255];
static struct ob_engine_ops wrong_ops;
static struct ob_engine wrong;
static enum fault fault;
static uint32_t fault_flags; /* the ops that are wrong have these of KINDS */
static unsigned hits, tests;

#define KINDS ((uint32_t)(OB_ENCRYPT | OB_VERIFY | OB_GENERATE | OB_DETERMINISTIC))

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r = ob_openssl_ops.submit(dev, s, op);

    tests += s->testing != 0;
    if (fault == NONE || (op->flags & KINDS) != fault_flags || (r != OB_OK && r != OB_E_AUTH))
        return r;
    if (fault == FLIPS && r == OB_OK && (op->flags & OB_GENERATE || !(op->flags & OB_VERIFY) || op->out)) {
        uint8_t *made = op->out ? op->out : op->tag;

        hits++;
        made[(op->out ? op->out_len : op->tag_len) / 2] ^= 1;
    } else if (fault == ACCEPTS && r == OB_E_AUTH) {
        hits++;
        r = OB_OK;
    } else if (fault == REFUSES && r == OB_OK) {
        hits++;
        r = OB_E_AUTH;
    }
    return r;
}

/* An engine with the rows for these algorithms, on one curve each; the others have no direction left, so that the
 * self-test is short. */
static void make_wrong(const uint8_t *algs, size_t n)
{
    memset(&d, 0, sizeof d);
    memset(&wrong, 0, sizeof wrong);
    wrong_ops = ob_openssl_ops;
    wrong_ops.caps = caps;
    wrong_ops.submit = submit;
    assert_true(ob_openssl_ops.n_caps <= sizeof caps / sizeof caps[0]);
    for (unsigned i = 0; i < ob_openssl_ops.n_caps; i++) {
        bool wanted = false;

        caps[i] = ob_openssl_ops.caps[i];
        for (size_t k = 0; k < n; k++)
            wanted |= caps[i].alg == algs[k];
        if (!wanted || (caps[i].curve && caps[i].curve != OB_SECP256R1 && caps[i].curve != OB_ED25519 &&
                        caps[i].curve != OB_SM2_CURVE))
            caps[i].dirs = 0;
        else if (!caps[i].curve)
            caps[i].dirs &= (uint8_t)~OB_DIR_GENERATE; /* a key of RSA takes long */
    }
    wrong.ops = &wrong_ops;
    assert_int_equal(ob_engine_add(&d, &wrong), OB_OK);
}

static void each_wrong_operation_is_found(void **state)
{
    static const uint8_t algs[] = {OB_RSA,   OB_RSA_PKCS1_SIGN, OB_RSA_PSS, OB_RSA_PKCS1_CRYPT, OB_RSA_OAEP,
                                   OB_ECDSA, OB_ECDH,           OB_EDDSA,   OB_SM2_SIGN};
    static const uint32_t flags[] = {0, OB_ENCRYPT, OB_VERIFY, OB_GENERATE, OB_DETERMINISTIC};
    unsigned found = 0;

    (void)state;
    for (size_t a = 0; a < sizeof algs; a++) {
        make_wrong(&algs[a], 1);
        fault = NONE;
        assert_int_equal(ob_selftest(&wrong, 1u << OB_CLASS_PK), OB_OK);
        for (size_t f = 0; f < sizeof flags / sizeof flags[0]; f++)
            for (fault = FLIPS; fault < FAULTS; fault++) {
                int r;

                fault_flags = flags[f];
                hits = 0;
                r = ob_selftest(&wrong, 1u << OB_CLASS_PK);
                if (r != (hits ? OB_E_IO : OB_OK))
                    fail_msg("algorithm %#x, flags %u, fault %d: %d", algs[a], (unsigned)fault_flags, (int)fault, r);
                found += hits != 0;
            }
        fault = NONE;
        ob_stop(&d);
    }
    assert_int_equal(found, 45); /* all that the self-test runs on these rows */
}

/* After the self-test of public keys all of their groups are ready. */
static void no_group_is_left_out(void **state)
{
    static const uint8_t algs[] = {OB_RSA_PKCS1_SIGN, OB_ECDSA};
    static const struct ob_key key = {.kind = OB_KEY_RSA_PUBLIC,
                                      .n = {obi_kat_rsa_n, sizeof obi_kat_rsa_n},
                                      .e = {obi_kat_rsa_e, sizeof obi_kat_rsa_e}};
    struct ob_key ec = {.curve = OB_SECP256R1};
    uint8_t parts[256], sig[64];
    struct ob_session s;
    size_t len;

    (void)state;
    make_wrong(algs, 2);
    assert_int_equal(ob_selftest(&wrong, 1u << OB_CLASS_PK), OB_OK);
    tests = 0;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PKCS1_SIGN, OB_SHA256, &key), OB_OK);
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_pkcs1_signature, 256, obi_kat_pk_digest, 32), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDSA, 0, &ec), OB_OK);
    assert_int_equal(ob_pk_generate(&s, parts, sizeof parts, &len), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_pk_components(&ec, OB_SECP256R1, 0, parts, len), OB_OK);
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDSA, OB_SHA256, &ec), OB_OK);
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_pk_digest, 32), OB_OK);
    assert_int_equal(ob_pk_verify(&s, sig, 64, obi_kat_pk_digest, 32), OB_OK);
    assert_int_equal(tests, 0);
    ob_session_close(&s);
    ob_stop(&d);
}

int main(void)
{
    const struct CMUnitTest list[] = {
        cmocka_unit_test(errors_of_others_are_not_ours),
        cmocka_unit_test(each_wrong_operation_is_found),
        cmocka_unit_test(no_group_is_left_out),
    };

    return cmocka_run_group_tests(list, NULL, NULL);
}
