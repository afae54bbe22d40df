/* SPDX-License-Identifier: Apache-2.0 */
/* The engine openssl beside other users of the library in one thread: their errors are not ours, and stay. */
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
    struct ob_session s;
    struct ob_stats stats;
    unsigned long stale;

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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_of_others_are_not_ours)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
