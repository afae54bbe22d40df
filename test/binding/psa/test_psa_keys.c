/* SPDX-License-Identifier: Apache-2.0 */
/* PSA keys that live in key slots of the engine mbedtls, through psa_* alone; PSA's own keys are the reference. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>
#include <outboard/psa.h>
#include <psa/crypto.h>

#define LOCATION 0x4fu
#define VOLATILE PSA_KEY_LIFETIME_FROM_PERSISTENCE_AND_LOCATION(PSA_KEY_PERSISTENCE_VOLATILE, LOCATION)
#define P256     PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1)
#define USES     (PSA_KEY_USAGE_SIGN_HASH | PSA_KEY_USAGE_VERIFY_HASH)

static struct ob_engine *engine;
static char folder[] = "psa-keys-XXXXXX"; /* in the current folder */
static uint8_t hash[64], sig[512], out[2400];
static size_t len;

static unsigned free_slots(void)
{
    unsigned n;

    (void)ob_slot_count(engine, &n);
    return n;
}

static int start(void **state)
{
    (void)state;
    if (ob_start() < 1)
        return -1;
    engine = ob_engine_find(NULL, "mbedtls");
    for (size_t i = 0; i < sizeof hash; i++)
        hash[i] = (uint8_t)(i + 1);
    return !engine || !mkdtemp(folder) || chdir(folder); /* where the library has its storage */
}

static int end(void **state)
{
    char command[64];

    (void)state;
    ob_stop(NULL);
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("..") || system(command); /* NOLINT: the folder's name is our own */
}

static int set_up(void **state)
{
    (void)state;
    return ob_psa_register(LOCATION, engine) != OB_OK || psa_crypto_init() != PSA_SUCCESS;
}

static int tear_down(void **state)
{
    (void)state;
    mbedtls_psa_crypto_free();
    return ob_psa_forget() != OB_OK || free_slots() != 16;
}

static psa_key_attributes_t attributes(psa_key_type_t type, size_t bits, psa_algorithm_t alg, psa_key_usage_t usage)
{
    psa_key_attributes_t a = PSA_KEY_ATTRIBUTES_INIT;

    psa_set_key_lifetime(&a, VOLATILE);
    psa_set_key_type(&a, type);
    psa_set_key_bits(&a, bits);
    psa_set_key_algorithm(&a, alg);
    psa_set_key_usage_flags(&a, usage);
    return a;
}

/* The public half of key, as a key of PSA's own. */
static psa_key_id_t public_half(psa_key_id_t key, psa_algorithm_t alg)
{
    psa_key_attributes_t a = PSA_KEY_ATTRIBUTES_INIT, of = PSA_KEY_ATTRIBUTES_INIT;
    psa_key_type_t type;
    psa_key_id_t id;

    assert_int_equal(psa_get_key_attributes(key, &of), PSA_SUCCESS);
    type = psa_get_key_type(&of);
    assert_int_equal(psa_export_public_key(key, out, sizeof out, &len), PSA_SUCCESS);
    psa_set_key_type(&a, type == PSA_KEY_TYPE_RSA_KEY_PAIR
                             ? PSA_KEY_TYPE_RSA_PUBLIC_KEY
                             : PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_KEY_TYPE_ECC_GET_FAMILY(type)));
    psa_set_key_algorithm(&a, alg);
    psa_set_key_usage_flags(&a, PSA_KEY_USAGE_VERIFY_HASH | PSA_KEY_USAGE_VERIFY_MESSAGE);
    assert_int_equal(psa_import_key(&a, out, len, &id), PSA_SUCCESS);
    return id;
}

/* key signs, PSA itself verifies, and so does key; neither takes another digest's signature. */
static void signs(psa_key_id_t key, psa_algorithm_t alg, size_t hash_len)
{
    psa_key_id_t public = public_half(key, alg);

    assert_int_equal(psa_sign_hash(key, alg, hash, hash_len, sig, sizeof sig, &len), PSA_SUCCESS);
    assert_int_equal(psa_verify_hash(public, alg, hash, hash_len, sig, len), PSA_SUCCESS);
    assert_int_equal(psa_verify_hash(key, alg, hash, hash_len, sig, len), PSA_SUCCESS);
    assert_int_equal(psa_verify_hash(key, alg, hash + 1, hash_len, sig, len), PSA_ERROR_INVALID_SIGNATURE);
    assert_int_equal(psa_verify_hash(key, alg, hash, hash_len, sig, len - 1), PSA_ERROR_INVALID_SIGNATURE);
    assert_int_equal(psa_sign_hash(key, alg, hash, hash_len, sig, len - 1, &len), PSA_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(psa_destroy_key(public), PSA_SUCCESS);
}

static void a_generated_key_signs(void **state)
{
    static const struct {
        psa_ecc_family_t family;
        size_t bits;
    } curves[] = {{PSA_ECC_FAMILY_SECP_R1, 192},        {PSA_ECC_FAMILY_SECP_R1, 256},
                  {PSA_ECC_FAMILY_SECP_R1, 384},        {PSA_ECC_FAMILY_SECP_R1, 521},
                  {PSA_ECC_FAMILY_SECP_K1, 256},        {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 256},
                  {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 384}, {PSA_ECC_FAMILY_BRAINPOOL_P_R1, 512}};
    psa_algorithm_t alg = PSA_ALG_ECDSA(PSA_ALG_SHA_256);

    (void)state;
    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++) {
        psa_key_attributes_t a =
            attributes(PSA_KEY_TYPE_ECC_KEY_PAIR(curves[i].family), curves[i].bits, alg, USES | PSA_KEY_USAGE_EXPORT);
        unsigned before = free_slots();
        psa_key_id_t key;

        assert_int_equal(psa_generate_key(&a, &key), PSA_SUCCESS);
        assert_int_equal(free_slots(), before - 1); /* the key is really in a slot */
        assert_int_equal(psa_get_key_attributes(key, &a), PSA_SUCCESS);
        assert_int_equal(psa_get_key_bits(&a), curves[i].bits);
        signs(key, alg, 32);
        assert_int_not_equal(psa_export_key(key, out, sizeof out, &len), PSA_SUCCESS); /* never readable */
        assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
        assert_int_equal(free_slots(), before);
        assert_int_not_equal(psa_sign_hash(key, alg, hash, 32, sig, sizeof sig, &len), PSA_SUCCESS);
    }
}

/* d of RFC 6979, appendix A.2.5; the signature is compared with what PSA's own key makes of the same number. */
static const uint8_t d[32] = {0xc9, 0xaf, 0xa9, 0xd8, 0x45, 0xba, 0x75, 0x16, 0x6b, 0x5c, 0x21,
                              0x57, 0x67, 0xb1, 0xd6, 0x93, 0x4e, 0x50, 0xc3, 0xdb, 0x36, 0xe8,
                              0x9b, 0x12, 0x7b, 0x8a, 0x62, 0x2b, 0x12, 0x0f, 0x67, 0x21};

static void an_imported_key_is_the_same_key(void **state)
{
    psa_algorithm_t alg = PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256);
    psa_key_attributes_t a = attributes(P256, 0, alg, USES), own = a;
    uint8_t point[2][65], made[2][64];
    psa_key_id_t key, reference;

    (void)state;
    psa_set_key_lifetime(&own, PSA_KEY_LIFETIME_VOLATILE);
    assert_int_equal(psa_import_key(&a, d, sizeof d, &key), PSA_SUCCESS);
    assert_int_equal(psa_import_key(&own, d, sizeof d, &reference), PSA_SUCCESS);
    assert_int_equal(psa_export_public_key(key, point[0], 65, &len), PSA_SUCCESS);
    assert_int_equal(len, 65);
    assert_int_equal(psa_export_public_key(reference, point[1], 65, &len), PSA_SUCCESS);
    assert_memory_equal(point[0], point[1], 65);
    assert_int_equal(psa_export_public_key(key, point[0], 64, &len), PSA_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(psa_sign_hash(key, alg, hash, 32, made[0], 64, &len), PSA_SUCCESS);
    assert_int_equal(psa_sign_hash(reference, alg, hash, 32, made[1], 64, &len), PSA_SUCCESS);
    assert_memory_equal(made[0], made[1], 64);
    signs(key, alg, 32);
    assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
    assert_int_equal(psa_destroy_key(reference), PSA_SUCCESS);
}

static void a_key_may_take_any_hash(void **state)
{
    psa_key_attributes_t a = attributes(P256, 256, PSA_ALG_ECDSA(PSA_ALG_ANY_HASH), USES);
    psa_key_id_t key;

    (void)state;
    assert_int_equal(psa_generate_key(&a, &key), PSA_SUCCESS);
    assert_int_equal(psa_sign_hash(key, PSA_ALG_ECDSA(PSA_ALG_SHA_384), hash, 48, sig, sizeof sig, &len), PSA_SUCCESS);
    assert_int_equal(psa_verify_hash(key, PSA_ALG_ECDSA(PSA_ALG_SHA_384), hash, 48, sig, len), PSA_SUCCESS);
    assert_int_equal(psa_sign_hash(key, PSA_ALG_ECDSA(PSA_ALG_SHA_1), hash, 20, sig, sizeof sig, &len), PSA_SUCCESS);
    assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
}

/* Messages: PSA hashes them itself. */
static void a_key_signs_messages(void **state)
{
    psa_algorithm_t alg = PSA_ALG_ECDSA(PSA_ALG_SHA_256);
    psa_key_attributes_t a = attributes(P256, 256, alg, PSA_KEY_USAGE_SIGN_MESSAGE);
    psa_key_id_t key, public;

    (void)state;
    assert_int_equal(psa_generate_key(&a, &key), PSA_SUCCESS);
    public = public_half(key, alg);
    assert_int_equal(psa_sign_message(key, alg, hash, 60, sig, sizeof sig, &len), PSA_SUCCESS);
    assert_int_equal(psa_verify_message(public, alg, hash, 60, sig, len), PSA_SUCCESS);
    assert_int_equal(psa_sign_hash(key, alg, hash, 32, sig, sizeof sig, &len), PSA_ERROR_NOT_PERMITTED);
    assert_int_equal(psa_destroy_key(public), PSA_SUCCESS);
    assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
}

/* PKCS#1's form of a key that PSA makes itself. */
static void rsa_keys_sign(void **state)
{
    static const psa_algorithm_t algs[] = {PSA_ALG_RSA_PKCS1V15_SIGN(PSA_ALG_SHA_256),
                                           PSA_ALG_RSA_PSS(PSA_ALG_SHA_384)};
    psa_key_attributes_t own = attributes(PSA_KEY_TYPE_RSA_KEY_PAIR, 1024, algs[0], PSA_KEY_USAGE_EXPORT);
    psa_key_id_t key, reference;
    uint8_t der[700];
    size_t der_len;

    (void)state;
    psa_set_key_lifetime(&own, PSA_KEY_LIFETIME_VOLATILE);
    assert_int_equal(psa_generate_key(&own, &reference), PSA_SUCCESS);
    assert_int_equal(psa_export_key(reference, der, sizeof der, &der_len), PSA_SUCCESS);
    for (unsigned i = 0; i < 2; i++) {
        psa_key_attributes_t a = attributes(PSA_KEY_TYPE_RSA_KEY_PAIR, 0, algs[i], USES);

        assert_int_equal(psa_import_key(&a, der, der_len, &key), PSA_SUCCESS);
        assert_int_equal(psa_get_key_attributes(key, &a), PSA_SUCCESS);
        assert_int_equal(psa_get_key_bits(&a), 1024);
        signs(key, algs[i], i ? 48 : 32);
        assert_int_equal(psa_export_public_key(reference, sig, sizeof sig, &len), PSA_SUCCESS);
        assert_int_equal(psa_export_public_key(key, out, sizeof out, &der_len), PSA_SUCCESS);
        assert_int_equal(der_len, len);
        assert_memory_equal(out, sig, len);
        assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
        assert_int_equal(psa_export_key(reference, der, sizeof der, &der_len), PSA_SUCCESS);
    }
    own = attributes(PSA_KEY_TYPE_RSA_KEY_PAIR, 1024, algs[0], USES);
    assert_int_equal(psa_generate_key(&own, &key), PSA_SUCCESS);
    signs(key, algs[0], 32);
    assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
    for (size_t n = 0; n < der_len; n += 7) /* cut short */
        assert_int_not_equal(psa_import_key(&own, der, n, &key), PSA_SUCCESS);
    assert_int_equal(psa_destroy_key(reference), PSA_SUCCESS);
}

/* What slots do not serve is refused before anything is kept. */
static void other_keys_are_refused(void **state)
{
    static const uint8_t zero[32],
        above[32] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    psa_algorithm_t alg = PSA_ALG_ECDSA(PSA_ALG_SHA_256);
    psa_key_attributes_t good = attributes(P256, 0, alg, USES), a = good;
    psa_key_id_t key;

    (void)state;
    assert_int_equal(psa_import_key(&a, zero, 32, &key), PSA_ERROR_INVALID_ARGUMENT);
    assert_int_equal(psa_import_key(&a, above, 32, &key), PSA_ERROR_INVALID_ARGUMENT);
    assert_int_not_equal(psa_import_key(&a, d, 31, &key), PSA_SUCCESS);
    psa_set_key_bits(&a, 384);
    assert_int_not_equal(psa_import_key(&a, d, 32, &key), PSA_SUCCESS);
    a = attributes(P256, 256, PSA_ALG_ECDH, PSA_KEY_USAGE_DERIVE);
    assert_int_equal(psa_generate_key(&a, &key), PSA_ERROR_NOT_SUPPORTED);
    a = attributes(PSA_KEY_TYPE_AES, 128, PSA_ALG_CTR, PSA_KEY_USAGE_ENCRYPT);
    assert_int_equal(psa_generate_key(&a, &key), PSA_ERROR_NOT_SUPPORTED);
    a = attributes(P256, 256, PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_ANY_HASH), USES);
    assert_int_equal(psa_generate_key(&a, &key), PSA_ERROR_NOT_SUPPORTED);
    a = attributes(P256, 256, alg, PSA_KEY_USAGE_EXPORT);
    assert_int_equal(psa_generate_key(&a, &key), PSA_ERROR_NOT_SUPPORTED);
    a = good;
    psa_set_key_slot_number(&a, 3);
    assert_int_equal(psa_import_key(&a, d, 32, &key), PSA_ERROR_NOT_SUPPORTED);
    assert_int_equal(free_slots(), 16);
}

/* Files that the library keeps in its storage, the current folder. */
static unsigned records(void)
{
    DIR *dir = opendir(".");
    unsigned n = 0;

    assert_non_null(dir);
    for (const struct dirent *e = readdir(dir); e; e = readdir(dir))
        n += e->d_name[0] != '.';
    (void)closedir(dir);
    return n;
}

/* The record of a persistent key would outlive its key, which ends with the process: however it is asked for, there is
 * neither key nor record, now and after a restart. */
static void persistent_keys_are_refused(void **state)
{
    static const psa_key_persistence_t levels[] = {PSA_KEY_PERSISTENCE_DEFAULT, 0x7f, 0xfe};
    psa_key_attributes_t good = attributes(P256, 256, PSA_ALG_ECDSA(PSA_ALG_SHA_256), USES), a;
    psa_key_id_t key, plain;
    unsigned before = records();

    (void)state;
    assert_int_equal(psa_import_key(&good, d, 32, &plain), PSA_SUCCESS);
    for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        a = good;
        psa_set_key_lifetime(&a, PSA_KEY_LIFETIME_FROM_PERSISTENCE_AND_LOCATION(levels[i], LOCATION));
        psa_set_key_id(&a, 1 + i);
        assert_int_equal(psa_import_key(&a, d, 32, &key), PSA_ERROR_NOT_SUPPORTED);
        assert_int_equal(psa_generate_key(&a, &key), PSA_ERROR_NOT_SUPPORTED);
        assert_int_equal(psa_copy_key(plain, &a, &key),
                         PSA_ERROR_NOT_PERMITTED); /* PSA's own answer: no usage for it */
        psa_set_key_slot_number(&a, 3);
        assert_int_equal(mbedtls_psa_register_se_key(&a), PSA_ERROR_NOT_SUPPORTED);
    }
    assert_int_equal(free_slots(), 15);
    assert_int_equal(records(), before);
    assert_int_equal(psa_destroy_key(plain), PSA_SUCCESS);
    mbedtls_psa_crypto_free();
    assert_int_equal(ob_psa_register(LOCATION, engine), OB_OK);
    assert_int_equal(psa_crypto_init(), PSA_SUCCESS);
    for (psa_key_id_t id = 1; id <= 3; id++)
        assert_int_equal(psa_get_key_attributes(id, &a), PSA_ERROR_INVALID_HANDLE);
    assert_int_equal(psa_generate_key(&good, &key), PSA_SUCCESS); /* volatile ones are none the worse */
    signs(key, PSA_ALG_ECDSA(PSA_ALG_SHA_256), 32);
    assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
}

static void slots_end(void **state)
{
    psa_key_attributes_t a = attributes(P256, 256, PSA_ALG_ECDSA(PSA_ALG_SHA_256), USES);
    psa_key_id_t key[17];

    (void)state;
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(psa_import_key(&a, d, 32, &key[i]), PSA_SUCCESS);
    assert_int_equal(psa_import_key(&a, d, 32, &key[16]), PSA_ERROR_INSUFFICIENT_STORAGE);
    assert_int_equal(psa_destroy_key(key[7]), PSA_SUCCESS);
    assert_int_equal(psa_import_key(&a, d, 32, &key[16]), PSA_SUCCESS);
    signs(key[16], PSA_ALG_ECDSA(PSA_ALG_SHA_256), 32);
    mbedtls_psa_crypto_free(); /* leaves them all */
    assert_int_equal(free_slots(), 0);
    assert_int_equal(ob_psa_register(LOCATION, engine), OB_OK);
    assert_int_equal(free_slots(), 16);
    assert_int_equal(psa_crypto_init(), PSA_SUCCESS);
}

/* Keys that are gone without PSA's knowledge. */
static void engines_that_stop_lose_their_keys(void **state)
{
    psa_algorithm_t alg = PSA_ALG_ECDSA(PSA_ALG_SHA_256);
    psa_key_attributes_t a = attributes(P256, 256, alg, USES);
    psa_key_id_t key, other;

    (void)state;
    assert_int_equal(psa_generate_key(&a, &key), PSA_SUCCESS);
    ob_stop(NULL);
    assert_true(ob_start() > 0);
    assert_int_equal(psa_generate_key(&a, &other), PSA_SUCCESS);
    assert_int_equal(psa_sign_hash(key, alg, hash, 32, sig, sizeof sig, &len), PSA_ERROR_DOES_NOT_EXIST);
    assert_int_equal(psa_export_public_key(key, out, sizeof out, &len), PSA_ERROR_DOES_NOT_EXIST);
    signs(other, alg, 32);
    assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
    signs(other, alg, 32);
    assert_int_equal(psa_destroy_key(other), PSA_SUCCESS);
}

static void registering(void **state)
{
    (void)state;
    assert_int_equal(ob_psa_register(LOCATION, engine), OB_E_STATE); /* taken */
    assert_int_equal(ob_psa_register(0, engine), OB_E_ARG);
    assert_int_equal(ob_psa_register(LOCATION + 1, NULL), OB_E_ARG);
    assert_int_equal(ob_psa_register(LOCATION + 1, ob_engine_find(NULL, "soft")), OB_E_DECLINED);
}

#define a_test(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        a_test(a_generated_key_signs),
        a_test(an_imported_key_is_the_same_key),
        a_test(a_key_may_take_any_hash),
        a_test(a_key_signs_messages),
        a_test(rsa_keys_sign),
        a_test(other_keys_are_refused),
        a_test(persistent_keys_are_refused),
        a_test(slots_end),
        a_test(engines_that_stop_lose_their_keys),
        a_test(registering),
    };

    return cmocka_run_group_tests(tests, start, end);
}
