/* SPDX-License-Identifier: Apache-2.0 */
/* A fault in the engine mbedtls: the library finds its own RSA result wrong, and that is no argument of the caller. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/mbedtls/state.h"

#include <outboard/engine.h>
#include <outboard/outboard.h>

#include "core/kat_pk.h"

extern const struct ob_engine_ops ob_mbedtls_ops;

#define N_LEN 256

static const struct ob_key key = {
    .kind = OB_KEY_RSA_PRIVATE,
    .n = {obi_kat_rsa_n, sizeof obi_kat_rsa_n},
    .e = {obi_kat_rsa_e, sizeof obi_kat_rsa_e},
    .d = {obi_kat_rsa_d, sizeof obi_kat_rsa_d},
    .p = {obi_kat_rsa_p, sizeof obi_kat_rsa_p},
    .q = {obi_kat_rsa_q, sizeof obi_kat_rsa_q},
};

static int run(struct ob_session *s, uint8_t out[N_LEN])
{
    size_t len;

    memset(out, 0x5a, N_LEN);
    switch (s->alg) {
    case OB_RSA:
        return ob_pk_decrypt(s, out, N_LEN, &len, NULL, 0, obi_kat_rsa_raw, N_LEN);
    case OB_RSA_PKCS1_CRYPT:
        return ob_pk_decrypt(s, out, N_LEN, &len, NULL, 0, obi_kat_rsa_pkcs1_ciphertext, N_LEN);
    case OB_RSA_OAEP:
        return ob_pk_decrypt(s, out, N_LEN, &len, (const uint8_t *)"abc", 3, obi_kat_rsa_oaep_ciphertext, N_LEN);
    default:
        return ob_pk_sign(s, out, N_LEN, &len, obi_kat_pk_digest, 32);
    }
}

static void fault_is_io(uint8_t alg, bool with_other)
{
    struct ob_dispatcher d;
    struct ob_engine first = {.ops = &ob_mbedtls_ops}, second = {.ops = &ob_mbedtls_ops};
    bool hashes = alg == OB_RSA_PKCS1_SIGN || alg == OB_RSA_PSS || alg == OB_RSA_OAEP;
    struct ob_mbedtls_state *state;
    struct ob_session s;
    struct ob_stats stats;
    uint8_t out[N_LEN];

    memset(&d, 0, sizeof d);
    d.retest_ns = (uint64_t)1 << 40;
    assert_int_equal(ob_engine_add(&d, &first), OB_OK);
    if (with_other)
        assert_int_equal(ob_engine_add(&d, &second), OB_OK);
    assert_int_equal(ob_pk_open(&s, &d, alg, hashes ? OB_SHA256 : 0, &key), OB_OK);
    assert_int_equal(run(&s, out), OB_OK);
    state = (struct ob_mbedtls_state *)(void *)s.state[s.slot];
    state->u.rsa.DP.p[2] ^= 1;
    assert_int_equal(run(&s, out), with_other ? OB_OK : OB_E_IO);
    for (unsigned i = 0; i < N_LEN && !with_other; i++)
        assert_int_equal(out[i], 0);
    ob_engine_stats(&first, &stats);
    assert_int_equal(stats.errors, 1);
    ob_session_close(&s);
    ob_stop(&d);
}

static void faults_are_io(void **state)
{
    (void)state;
    for (uint8_t alg = OB_RSA; alg <= OB_RSA_OAEP; alg++) {
        fault_is_io(alg, false);
        fault_is_io(alg, true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(faults_are_io)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
