/* SPDX-License-Identifier: Apache-2.0 */
/* Public keys of Mbed TLS on the public-key block (a model of its registers): the answers are the library's own, each
 * switch works alone, keys and curves take turns, wrong arguments get the library's errors, and a block that fails
 * costs nothing but time. */
#include "under.h"

#include <mbedtls/ecdh.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/pk.h>
#include <mbedtls/rsa.h>
#include <outboard/acryp.h>
#include <outboard/outboard.h>
#include <psa/crypto.h>

#include "test/conformance/acryp_model.h"

static struct ob_acryp acryp;
static const uint8_t digest[64] = "a digest of some message, as long as the longest hash that is in";

static int begin(void **state)
{
    (void)state;
    seed(5);
    acryp_model_device(&acryp.device);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    assert_int_equal(ob_acryp_init(&acryp), OB_OK);
    assert_int_equal(ob_engine_add(NULL, &acryp.engine), OB_OK);
    return 0;
}

static const mbedtls_ecp_group_id curves[] = {
    MBEDTLS_ECP_DP_SECP192R1, MBEDTLS_ECP_DP_SECP224R1, MBEDTLS_ECP_DP_SECP256R1, MBEDTLS_ECP_DP_SECP384R1,
    MBEDTLS_ECP_DP_SECP521R1, MBEDTLS_ECP_DP_SECP192K1, MBEDTLS_ECP_DP_SECP224K1, MBEDTLS_ECP_DP_SECP256K1,
    MBEDTLS_ECP_DP_BP256R1,   MBEDTLS_ECP_DP_BP384R1,   MBEDTLS_ECP_DP_BP512R1,
};
enum { CURVES = sizeof curves / sizeof curves[0] };

/* ---- ECP and ECDH ---- */

static void products_are_the_librarys(void **state)
{
    static const mbedtls_ecp_group_id ladders[] = {MBEDTLS_ECP_DP_CURVE25519, MBEDTLS_ECP_DP_CURVE448};

    (void)state;
    for (unsigned i = 0; i < CURVES + 2; i++) {
        mbedtls_ecp_group grp;
        mbedtls_ecp_point q[2], both;
        mbedtls_mpi d[2], z[2];

        mbedtls_ecp_group_init(&grp);
        mbedtls_ecp_point_init(&both);
        assert_int_equal(mbedtls_ecp_group_load(&grp, i < CURVES ? curves[i] : ladders[i - CURVES]), 0);
        by_engine();
        ob_mbedtls_counts_reset();
        for (unsigned k = 0; k < 2; k++) {
            mbedtls_ecp_point_init(&q[k]);
            mbedtls_mpi_init(&d[k]);
            mbedtls_mpi_init(&z[k]);
            assert_int_equal(mbedtls_ecdh_gen_public(&grp, &d[k], &q[k], random_bytes, NULL), 0);
        }
        assert_int_equal(mbedtls_ecdh_compute_shared(&grp, &z[0], &q[1], &d[0], random_bytes, NULL), 0);
        assert_int_equal(engine_ops("ecp_mul_restartable"), 3);
        assert_no_library_ops();
        by_library();
        assert_int_equal(mbedtls_ecdh_compute_shared(&grp, &z[1], &q[0], &d[1], random_bytes, NULL), 0);
        assert_int_equal(mbedtls_mpi_cmp_mpi(&z[0], &z[1]), 0);
        assert_int_equal(mbedtls_ecp_mul(&grp, &both, &d[0], &grp.G, random_bytes, NULL), 0);
        assert_int_equal(mbedtls_ecp_point_cmp(&both, &q[0]), 0); /* y, too */
        for (unsigned k = 0; k < 2; k++) {
            mbedtls_ecp_point_free(&q[k]);
            mbedtls_mpi_free(&d[k]);
            mbedtls_mpi_free(&z[k]);
        }
        mbedtls_ecp_point_free(&both);
        mbedtls_ecp_group_free(&grp);
    }
}

static void hostile_points_and_numbers_get_the_librarys_errors(void **state)
{
    mbedtls_ecp_group grp;
    mbedtls_ecp_point p, r;
    mbedtls_mpi m;

    (void)state;
    mbedtls_ecp_group_init(&grp);
    mbedtls_ecp_point_init(&p);
    mbedtls_ecp_point_init(&r);
    mbedtls_mpi_init(&m);
    assert_int_equal(mbedtls_ecp_group_load(&grp, MBEDTLS_ECP_DP_SECP256R1), 0);
    by_engine();
    assert_int_equal(mbedtls_ecp_mul(&grp, &r, &m, &grp.G, random_bytes, NULL), MBEDTLS_ERR_ECP_INVALID_KEY); /* 0 */
    assert_int_equal(mbedtls_ecp_mul(&grp, &r, &grp.N, &grp.G, random_bytes, NULL), MBEDTLS_ERR_ECP_INVALID_KEY);
    assert_int_equal(mbedtls_mpi_lset(&m, 3), 0);
    assert_int_equal(mbedtls_ecp_copy(&p, &grp.G), 0);
    assert_int_equal(mbedtls_mpi_add_int(&p.Y, &p.Y, 1), 0); /* not on the curve */
    assert_int_equal(mbedtls_ecp_mul(&grp, &r, &m, &p, random_bytes, NULL), MBEDTLS_ERR_ECP_INVALID_KEY);
    assert_int_equal(mbedtls_ecp_set_zero(&p), 0);
    assert_int_equal(mbedtls_ecp_mul(&grp, &r, &m, &p, random_bytes, NULL), MBEDTLS_ERR_ECP_INVALID_KEY);
    mbedtls_ecp_group_free(&grp);
    mbedtls_ecp_point_free(&p);
    mbedtls_ecp_point_free(&r);
    mbedtls_mpi_free(&m);
}

/* ---- ECDSA ---- */

static void signatures_of_every_curve_cross(void **state)
{
    uint8_t one[MBEDTLS_ECDSA_MAX_LEN], two[MBEDTLS_ECDSA_MAX_LEN];
    size_t len, len_two;
    mbedtls_ecdsa_context key;

    (void)state;
    for (unsigned i = 0; i < CURVES; i++) {
        mbedtls_ecdsa_init(&key);
        by_engine();
        ob_mbedtls_counts_reset();
        assert_int_equal(mbedtls_ecdsa_genkey(&key, curves[i], random_bytes, NULL), 0);
        assert_int_equal(mbedtls_ecdsa_write_signature(&key, MBEDTLS_MD_SHA256, digest, 32, one, sizeof one, &len,
                                                       random_bytes, NULL),
                         0);
        assert_int_equal(engine_ops("ecdsa_write_signature"), 1);
        by_library();
        assert_int_equal(mbedtls_ecdsa_write_signature(&key, MBEDTLS_MD_SHA256, digest, 32, two, sizeof two, &len_two,
                                                       random_bytes, NULL),
                         0);
        assert_int_equal(len, len_two);
        assert_memory_equal(one, two, len); /* RFC 6979 */
        by_engine();
        assert_int_equal(mbedtls_ecdsa_read_signature(&key, digest, 32, two, len), 0);
        assert_int_equal(engine_ops("ecdsa_read_signature"), 1);
        two[len - 1] ^= 1;
        assert_int_equal(mbedtls_ecdsa_read_signature(&key, digest, 32, two, len), MBEDTLS_ERR_ECP_VERIFY_FAILED);
        assert_int_equal(mbedtls_ecdsa_read_signature(&key, digest + 1, 32, one, len), MBEDTLS_ERR_ECP_VERIFY_FAILED);
        assert_true(mbedtls_ecdsa_read_signature(&key, digest, 32, one, len - 1) != 0);
        assert_int_equal(mbedtls_ecdsa_write_signature(&key, MBEDTLS_MD_SHA256, digest, 32, one, len - 1, &len_two,
                                                       random_bytes, NULL),
                         MBEDTLS_ERR_ECP_BUFFER_TOO_SMALL);
        mbedtls_ecdsa_free(&key);
    }
}

static void random_nonces_and_keys_in_turn(void **state)
{
    mbedtls_ecdsa_context key[2];
    mbedtls_mpi r[2], s[2];

    (void)state;
    by_engine();
    ob_mbedtls_counts_reset();
    for (unsigned k = 0; k < 2; k++) {
        mbedtls_ecdsa_init(&key[k]);
        mbedtls_mpi_init(&r[k]);
        mbedtls_mpi_init(&s[k]);
        assert_int_equal(mbedtls_ecdsa_genkey(&key[k], curves[k ? 4 : 2], random_bytes, NULL), 0);
    }
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned k = 0; k < 2; k++) /* no operation sees the curve of the one before */
            assert_int_equal(mbedtls_ecdsa_sign(&key[k].grp, &r[k], &s[k], &key[k].d, digest, 48, random_bytes, NULL),
                             0);
        for (unsigned k = 0; k < 2; k++) {
            assert_int_equal(mbedtls_ecdsa_verify(&key[k].grp, digest, 48, &key[k].Q, &r[k], &s[k]), 0);
            assert_int_equal(mbedtls_ecdsa_verify(&key[k].grp, digest, 48, &key[k].Q, &s[k], &r[k]),
                             MBEDTLS_ERR_ECP_VERIFY_FAILED);
        }
    }
    assert_int_equal(engine_ops("ecdsa_sign"), 6);
    assert_int_equal(engine_ops("ecdsa_verify"), 12);
    by_library();
    assert_int_equal(mbedtls_ecdsa_verify(&key[1].grp, digest, 48, &key[1].Q, &r[1], &s[1]), 0);
    by_engine();
    assert_int_equal(mbedtls_mpi_lset(&r[0], 0), 0);
    assert_int_equal(mbedtls_ecdsa_verify(&key[0].grp, digest, 48, &key[0].Q, &r[0], &s[0]),
                     MBEDTLS_ERR_ECP_VERIFY_FAILED);
    assert_int_equal(mbedtls_ecdsa_sign(&key[0].grp, &r[0], &s[0], &key[0].grp.N, digest, 48, random_bytes, NULL),
                     MBEDTLS_ERR_ECP_INVALID_KEY);
    for (unsigned k = 0; k < 2; k++) {
        mbedtls_ecdsa_free(&key[k]);
        mbedtls_mpi_free(&r[k]);
        mbedtls_mpi_free(&s[k]);
    }
}

/* ---- RSA ---- */

static void rsa_crosses(void **state)
{
    uint8_t one[128], two[128], in[128] = {0};
    mbedtls_rsa_context key;

    (void)state;
    mbedtls_rsa_init(&key);
    by_library();
    assert_int_equal(mbedtls_rsa_gen_key(&key, random_bytes, NULL, 1024, 65537), 0);
    fill(in + 1, 127);
    by_engine();
    ob_mbedtls_counts_reset();
    assert_int_equal(mbedtls_rsa_public(&key, in, one), 0);
    assert_int_equal(mbedtls_rsa_private(&key, random_bytes, NULL, one, two), 0);
    assert_memory_equal(in, two, 128);
    assert_int_equal(mbedtls_rsa_private(&key, random_bytes, NULL, one, one), 0); /* in place */
    assert_memory_equal(in, one, 128);
    assert_int_equal(mbedtls_rsa_pkcs1_sign(&key, random_bytes, NULL, MBEDTLS_MD_SHA256, 32, digest, one), 0);
    assert_int_equal(mbedtls_rsa_pkcs1_verify(&key, MBEDTLS_MD_SHA256, 32, digest, one), 0);
    assert_no_library_ops();
    assert_int_equal(engine_ops("rsa_private"), 2);
    assert_int_equal(engine_ops("rsa_pkcs1_sign"), 1);
    by_library();
    assert_int_equal(mbedtls_rsa_pkcs1_sign(&key, random_bytes, NULL, MBEDTLS_MD_SHA256, 32, digest, two), 0);
    assert_memory_equal(one, two, 128);
    by_engine();
    two[5] ^= 1;
    assert_int_equal(mbedtls_rsa_pkcs1_verify(&key, MBEDTLS_MD_SHA256, 32, digest, two), MBEDTLS_ERR_RSA_VERIFY_FAILED);
    memset(in, 0xff, sizeof in); /* not below the modulus */
    assert_true(mbedtls_rsa_public(&key, in, one) != 0);
    assert_true(mbedtls_rsa_private(&key, random_bytes, NULL, in, one) != 0);
    /* PSS both ways; with a salt of another length only the library verifies. */
    assert_int_equal(mbedtls_rsa_set_padding(&key, MBEDTLS_RSA_PKCS_V21, MBEDTLS_MD_SHA256), 0);
    assert_int_equal(mbedtls_rsa_pkcs1_sign(&key, random_bytes, NULL, MBEDTLS_MD_SHA256, 32, digest, one), 0);
    by_library();
    assert_int_equal(mbedtls_rsa_rsassa_pss_verify(&key, MBEDTLS_MD_SHA256, 32, digest, one), 0);
    assert_int_equal(mbedtls_rsa_rsassa_pss_sign_ext(&key, random_bytes, NULL, MBEDTLS_MD_SHA256, 32, digest, 20, two),
                     0);
    by_engine();
    ob_mbedtls_counts_reset();
    assert_int_equal(mbedtls_rsa_rsassa_pss_verify(&key, MBEDTLS_MD_SHA256, 32, digest, one), 0);
    assert_int_equal(mbedtls_rsa_rsassa_pss_verify_ext(&key, MBEDTLS_MD_SHA256, 32, digest, MBEDTLS_MD_SHA256,
                                                       MBEDTLS_RSA_SALT_LEN_ANY, one),
                     0);
    assert_no_library_ops();
    assert_int_equal(mbedtls_rsa_rsassa_pss_verify(&key, MBEDTLS_MD_SHA256, 32, digest, two), 0);
    assert_int_equal(library_ops("rsa_rsassa_pss_verify"), 1);
    one[60] ^= 1;
    assert_true(mbedtls_rsa_rsassa_pss_verify(&key, MBEDTLS_MD_SHA256, 32, digest, one) != 0);
    mbedtls_rsa_free(&key);
}

/* ---- switches, faults, PSA ---- */

static mbedtls_ecdsa_context ec;
static mbedtls_rsa_context rsa;

/* PSS with a key that is set for PKCS#1 v1.5, by the layer of keys: as TLS 1.3 signs. out: the signature. */
static void sign_as_tls(uint8_t out[128])
{
    mbedtls_pk_context key;
    size_t len;

    mbedtls_pk_init(&key);
    assert_int_equal(mbedtls_pk_setup(&key, mbedtls_pk_info_from_type(MBEDTLS_PK_RSA)), 0);
    assert_int_equal(mbedtls_rsa_copy(mbedtls_pk_rsa(key), &rsa), 0);
    assert_int_equal(mbedtls_rsa_set_padding(mbedtls_pk_rsa(key), MBEDTLS_RSA_PKCS_V15, MBEDTLS_MD_NONE), 0);
    assert_int_equal(mbedtls_pk_sign_ext(MBEDTLS_PK_RSASSA_PSS, &key, MBEDTLS_MD_SHA256, digest, 32, out, 128, &len,
                                         random_bytes, NULL),
                     0);
    assert_int_equal(len, 128);
    assert_int_equal(mbedtls_rsa_rsassa_pss_verify(&rsa, MBEDTLS_MD_SHA256, 32, digest, out), 0);
    mbedtls_pk_free(&key);
}

/* Every wrapped function once or more, with answers that must be right, whoever gives them. */
static void ask_everything(void)
{
    uint8_t sig[MBEDTLS_ECDSA_MAX_LEN], number_of[128] = {0}, out[128];
    mbedtls_ecp_point q;
    mbedtls_mpi r, s;
    size_t len;

    mbedtls_ecp_point_init(&q);
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    assert_int_equal(mbedtls_ecp_mul(&ec.grp, &q, &ec.d, &ec.grp.G, random_bytes, NULL), 0);
    assert_int_equal(mbedtls_ecp_point_cmp(&q, &ec.Q), 0);
    assert_int_equal(mbedtls_ecdh_compute_shared(&ec.grp, &r, &ec.grp.G, &ec.d, random_bytes, NULL), 0);
    assert_int_equal(mbedtls_mpi_cmp_mpi(&r, &ec.Q.X), 0);
    assert_int_equal(mbedtls_ecdsa_sign(&ec.grp, &r, &s, &ec.d, digest, 32, random_bytes, NULL), 0);
    assert_int_equal(mbedtls_ecdsa_verify(&ec.grp, digest, 32, &ec.Q, &r, &s), 0);
    assert_int_equal(
        mbedtls_ecdsa_sign_det_ext(&ec.grp, &r, &s, &ec.d, digest, 32, MBEDTLS_MD_SHA256, random_bytes, NULL), 0);
    assert_int_equal(mbedtls_ecdsa_verify(&ec.grp, digest, 32, &ec.Q, &r, &s), 0);
    assert_int_equal(
        mbedtls_ecdsa_write_signature(&ec, MBEDTLS_MD_SHA256, digest, 32, sig, sizeof sig, &len, random_bytes, NULL),
        0);
    assert_int_equal(mbedtls_ecdsa_read_signature(&ec, digest, 32, sig, len), 0);
    number_of[127] = 7;
    assert_int_equal(mbedtls_rsa_public(&rsa, number_of, out), 0);
    assert_int_equal(mbedtls_rsa_private(&rsa, random_bytes, NULL, out, out), 0);
    assert_memory_equal(out, number_of, 128);
    assert_int_equal(mbedtls_rsa_set_padding(&rsa, MBEDTLS_RSA_PKCS_V15, MBEDTLS_MD_NONE), 0);
    assert_int_equal(mbedtls_rsa_pkcs1_sign(&rsa, random_bytes, NULL, MBEDTLS_MD_SHA256, 32, digest, out), 0);
    assert_int_equal(mbedtls_rsa_pkcs1_verify(&rsa, MBEDTLS_MD_SHA256, 32, digest, out), 0);
    assert_int_equal(mbedtls_rsa_set_padding(&rsa, MBEDTLS_RSA_PKCS_V21, MBEDTLS_MD_SHA256), 0);
    assert_int_equal(mbedtls_rsa_rsassa_pss_sign(&rsa, random_bytes, NULL, MBEDTLS_MD_SHA256, 32, digest, out), 0);
    assert_int_equal(mbedtls_rsa_rsassa_pss_verify(&rsa, MBEDTLS_MD_SHA256, 32, digest, out), 0);
    assert_int_equal(mbedtls_rsa_rsassa_pss_verify_ext(&rsa, MBEDTLS_MD_SHA256, 32, digest, MBEDTLS_MD_SHA256, 32, out),
                     0);
    sign_as_tls(out);
    mbedtls_ecp_point_free(&q);
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
}

static void each_switch_leaves_its_function_to_the_library(void **state)
{
    static const char *const functions[] = {
        "rsa_public",
        "rsa_private",
        "rsa_pkcs1_sign",
        "rsa_pkcs1_verify",
        "ecp_mul",
        "rsa_rsassa_pss_sign",
        "rsa_rsassa_pss_sign_no_mode_check",
        "rsa_rsassa_pss_verify",
        "rsa_rsassa_pss_verify_ext",
        "ecdsa_sign",
        "ecp_mul_restartable",
        "ecdsa_verify",
        "ecdsa_write_signature",
        "ecdsa_sign_det_ext",
        "ecdsa_read_signature",
    };

    (void)state;
    mbedtls_ecdsa_init(&ec);
    mbedtls_rsa_init(&rsa);
    by_library();
    assert_int_equal(mbedtls_ecdsa_genkey(&ec, MBEDTLS_ECP_DP_SECP256R1, random_bytes, NULL), 0);
    assert_int_equal(mbedtls_rsa_gen_key(&rsa, random_bytes, NULL, 1024, 65537), 0);
    ask_everything();
    by_engine();
    ob_mbedtls_counts_reset();
    ask_everything();
    assert_no_library_ops();
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        assert_true(engine_ops(functions[i]) > 0);
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        by_engine_but(functions[i]);
        ob_mbedtls_counts_reset();
        ask_everything();
        assert_int_equal(engine_ops(functions[i]), 0);
        assert_no_library_ops();
    }
    mbedtls_ecdsa_free(&ec);
    mbedtls_rsa_free(&rsa);
}

static void psa_arrives_at_the_block(void **state)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    uint8_t sig[64], public_key[65], secret[32];
    psa_key_id_t key;
    size_t len;

    (void)state;
    by_engine();
    assert_int_equal(psa_crypto_init(), PSA_SUCCESS);
    ob_mbedtls_counts_reset();
    psa_set_key_type(&attributes, PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1));
    psa_set_key_bits(&attributes, 256);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_SIGN_HASH | PSA_KEY_USAGE_VERIFY_HASH | PSA_KEY_USAGE_DERIVE);
    psa_set_key_algorithm(&attributes, PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256));
    psa_set_key_enrollment_algorithm(&attributes, PSA_ALG_ECDH);
    assert_int_equal(psa_generate_key(&attributes, &key), PSA_SUCCESS);
    assert_int_equal(psa_export_public_key(key, public_key, sizeof public_key, &len), PSA_SUCCESS);
    assert_true(engine_ops("ecp_mul") >= 1);
    assert_int_equal(psa_sign_hash(key, PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256), digest, 32, sig, 64, &len),
                     PSA_SUCCESS);
    assert_int_equal(engine_ops("ecdsa_sign_det_ext"), 1);
    assert_int_equal(psa_verify_hash(key, PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256), digest, 32, sig, 64),
                     PSA_SUCCESS);
    assert_int_equal(engine_ops("ecdsa_verify"), 1);
    sig[63] ^= 1;
    assert_int_equal(psa_verify_hash(key, PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256), digest, 32, sig, 64),
                     PSA_ERROR_INVALID_SIGNATURE);
    assert_int_equal(psa_raw_key_agreement(PSA_ALG_ECDH, key, public_key, sizeof public_key, secret, 32, &len),
                     PSA_SUCCESS);
    assert_int_equal(engine_ops("ecp_mul_restartable"), 1);
    assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
}

/* A block that answers nothing: the library computes, and the caller notices nothing. */
static int no_random(void *user, uint8_t *to, size_t len)
{
    (void)user;
    memset(to, 0, len);
    return OB_E_IO;
}

static void what_fails_on_the_block_the_library_does(void **state)
{
    mbedtls_ecdsa_context key;
    uint8_t sig[MBEDTLS_ECDSA_MAX_LEN];
    size_t len;

    (void)state;
    mbedtls_ecdsa_init(&key);
    by_engine();
    assert_int_equal(mbedtls_ecdsa_genkey(&key, MBEDTLS_ECP_DP_SECP256R1, random_bytes, NULL), 0);
    ob_default.random = no_random;
    ob_mbedtls_counts_reset();
    assert_int_equal(
        mbedtls_ecdsa_write_signature(&key, MBEDTLS_MD_SHA256, digest, 32, sig, sizeof sig, &len, random_bytes, NULL),
        0);
    ob_default.random = NULL;
    assert_int_equal(engine_ops("ecdsa_write_signature"), 0);
    assert_int_equal(library_ops("ecdsa_write_signature"), 1);
    assert_int_equal(mbedtls_ecdsa_read_signature(&key, digest, 32, sig, len), 0);
    mbedtls_ecdsa_free(&key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_the_librarys),
        cmocka_unit_test(hostile_points_and_numbers_get_the_librarys_errors),
        cmocka_unit_test(signatures_of_every_curve_cross),
        cmocka_unit_test(random_nonces_and_keys_in_turn),
        cmocka_unit_test(rsa_crosses),
        cmocka_unit_test(each_switch_leaves_its_function_to_the_library),
        cmocka_unit_test(psa_arrives_at_the_block),
        cmocka_unit_test(what_fails_on_the_block_the_library_does),
    };

    return cmocka_run_group_tests(tests, begin, NULL);
}
