/* SPDX-License-Identifier: Apache-2.0 */
/* PSA under the binding: what applications ask of psa_* arrives at engines, and is what the library alone computes. */
#include "under.h"

#include <psa/crypto.h>

static uint8_t message[1000], key[32], iv[16], out[2][1100], tag[2][64];

static int setup(void **state)
{
    (void)state;
    seed(4);
    fill(message, sizeof message);
    fill(key, sizeof key);
    fill(iv, sizeof iv);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    by_library();
    assert_int_equal(psa_crypto_init(), PSA_SUCCESS);
    memset(out, 0, sizeof out);
    memset(tag, 0, sizeof tag);
    return 0;
}

static void side(unsigned k)
{
    if (k) {
        by_engine();
        ob_mbedtls_counts_reset();
    } else {
        by_library();
    }
}

static psa_key_id_t import(psa_key_type_t type, size_t len, psa_key_usage_t usage, psa_algorithm_t alg)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    psa_key_id_t id;

    psa_set_key_type(&attributes, type);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, usage);
    assert_int_equal(psa_import_key(&attributes, key, len, &id), PSA_SUCCESS);
    return id;
}

static void test_hashes(void **state)
{
    static const struct {
        psa_algorithm_t alg;
        const char *function;
    } hashes[] = {
        {PSA_ALG_MD5, "md5_finish"},        {PSA_ALG_SHA_1, "sha1_finish"},     {PSA_ALG_SHA_224, "sha256_finish"},
        {PSA_ALG_SHA_256, "sha256_finish"}, {PSA_ALG_SHA_384, "sha512_finish"}, {PSA_ALG_SHA_512, "sha512_finish"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        for (unsigned k = 0; k < 2; k++) {
            psa_hash_operation_t op = PSA_HASH_OPERATION_INIT, copy = PSA_HASH_OPERATION_INIT;
            size_t len;

            side(k);
            assert_int_equal(psa_hash_setup(&op, hashes[i].alg), PSA_SUCCESS);
            assert_int_equal(psa_hash_update(&op, message, 300), PSA_SUCCESS);
            assert_int_equal(psa_hash_clone(&op, &copy), PSA_SUCCESS);
            assert_int_equal(psa_hash_abort(&op), PSA_SUCCESS);
            assert_int_equal(psa_hash_update(&copy, message + 300, 700), PSA_SUCCESS);
            assert_int_equal(psa_hash_finish(&copy, tag[k], sizeof tag[k], &len), PSA_SUCCESS);
        }
        assert_memory_equal(tag[1], tag[0], sizeof tag[0]);
        assert_int_equal(engine_ops(hashes[i].function), 1);
        assert_no_library_ops();
    }
}

static void test_macs(void **state)
{
    static const struct {
        psa_key_type_t type;
        psa_algorithm_t alg;
        const char *function;
    } macs[] = {
        {PSA_KEY_TYPE_HMAC, PSA_ALG_HMAC(PSA_ALG_SHA_256), "sha256_finish"}, /* PSA makes HMAC of hashes itself */
        {PSA_KEY_TYPE_HMAC, PSA_ALG_HMAC(PSA_ALG_SHA_512), "sha512_finish"},
        {PSA_KEY_TYPE_AES, PSA_ALG_CMAC, "cipher_cmac_finish"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof macs / sizeof macs[0]; i++) {
        psa_key_id_t id =
            import(macs[i].type, 32, PSA_KEY_USAGE_SIGN_MESSAGE | PSA_KEY_USAGE_VERIFY_MESSAGE, macs[i].alg);
        size_t len;

        for (unsigned k = 0; k < 2; k++) {
            side(k);
            assert_int_equal(psa_mac_compute(id, macs[i].alg, message, sizeof message, tag[k], sizeof tag[k], &len),
                             PSA_SUCCESS);
        }
        assert_memory_equal(tag[1], tag[0], sizeof tag[0]);
        assert_int_not_equal(engine_ops(macs[i].function), 0);
        tag[1][0] ^= 1;
        assert_int_equal(psa_mac_verify(id, macs[i].alg, message, sizeof message, tag[1], len),
                         PSA_ERROR_INVALID_SIGNATURE);
        assert_no_library_ops();
        assert_int_equal(psa_destroy_key(id), PSA_SUCCESS);
    }
}

static void test_ciphers(void **state)
{
    static const struct {
        psa_key_type_t type;
        size_t key_len;
        psa_algorithm_t alg;
        const char *function;
    } ciphers[] = {
        {PSA_KEY_TYPE_AES, 32, PSA_ALG_CBC_NO_PADDING, "aes_crypt_cbc"},
        {PSA_KEY_TYPE_AES, 16, PSA_ALG_CBC_PKCS7, "aes_crypt_cbc"},
        {PSA_KEY_TYPE_AES, 24, PSA_ALG_CTR, "aes_crypt_ctr"},
        {PSA_KEY_TYPE_AES, 16, PSA_ALG_ECB_NO_PADDING, "aes_crypt_ecb"},
        {PSA_KEY_TYPE_DES, 24, PSA_ALG_CBC_NO_PADDING, "des3_crypt_cbc"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++) {
        psa_key_id_t id =
            import(ciphers[i].type, ciphers[i].key_len, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT, ciphers[i].alg);
        size_t iv_len = PSA_CIPHER_IV_LENGTH(ciphers[i].type, ciphers[i].alg), len[2], last, back_len;
        uint8_t back[1100];

        for (unsigned k = 0; k < 2; k++) {
            psa_cipher_operation_t op = PSA_CIPHER_OPERATION_INIT;

            side(k);
            assert_int_equal(psa_cipher_encrypt_setup(&op, id, ciphers[i].alg), PSA_SUCCESS);
            if (iv_len)
                assert_int_equal(psa_cipher_set_iv(&op, iv, iv_len), PSA_SUCCESS);
            assert_int_equal(psa_cipher_update(&op, message, 100, out[k], sizeof out[k], &len[k]), PSA_SUCCESS);
            assert_int_equal(psa_cipher_update(&op, message + 100, 860, out[k] + len[k], sizeof out[k] - len[k], &last),
                             PSA_SUCCESS);
            len[k] += last;
            assert_int_equal(psa_cipher_finish(&op, out[k] + len[k], sizeof out[k] - len[k], &last), PSA_SUCCESS);
            len[k] += last;
        }
        assert_int_equal(len[1], len[0]);
        assert_memory_equal(out[1], out[0], sizeof out[0]);
        assert_int_not_equal(engine_ops(ciphers[i].function), 0);
        memmove(out[1] + iv_len, out[1], len[1]);
        memcpy(out[1], iv, iv_len);
        assert_int_equal(psa_cipher_decrypt(id, ciphers[i].alg, out[1], iv_len + len[1], back, sizeof back, &back_len),
                         PSA_SUCCESS);
        assert_int_equal(back_len, 960);
        assert_memory_equal(back, message, 960);
        assert_no_library_ops();
        memset(out, 0, sizeof out);
        assert_int_equal(psa_destroy_key(id), PSA_SUCCESS);
    }
}

static void test_aeads(void **state)
{
    static const struct {
        psa_key_type_t type;
        psa_algorithm_t alg;
        size_t nonce_len;
        const char *function, *parts;
    } aeads[] = {
        {PSA_KEY_TYPE_AES, PSA_ALG_GCM, 12, "gcm_crypt_and_tag", "gcm_update"},
        {PSA_KEY_TYPE_AES, PSA_ALG_CCM, 13, "ccm_encrypt_and_tag", "ccm_update"},
        {PSA_KEY_TYPE_CHACHA20, PSA_ALG_CHACHA20_POLY1305, 12, "chachapoly_encrypt_and_tag", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof aeads / sizeof aeads[0]; i++) {
        psa_key_id_t id = import(aeads[i].type, 32, PSA_KEY_USAGE_ENCRYPT | PSA_KEY_USAGE_DECRYPT, aeads[i].alg);
        size_t len, written, tag_len, done = 0;
        uint8_t back[1000], parts[1100];
        psa_aead_operation_t op = PSA_AEAD_OPERATION_INIT;

        for (unsigned k = 0; k < 2; k++) {
            side(k);
            assert_int_equal(psa_aead_encrypt(id, aeads[i].alg, iv, aeads[i].nonce_len, key, 20, message, 777, out[k],
                                              sizeof out[k], &len),
                             PSA_SUCCESS);
        }
        assert_memory_equal(out[1], out[0], sizeof out[0]);
        assert_int_equal(engine_ops(aeads[i].function), 1);
        assert_no_library_ops();
        assert_int_equal(psa_aead_encrypt_setup(&op, id, aeads[i].alg), PSA_SUCCESS);
        assert_int_equal(psa_aead_set_lengths(&op, 20, 777), PSA_SUCCESS);
        assert_int_equal(psa_aead_set_nonce(&op, iv, aeads[i].nonce_len), PSA_SUCCESS);
        assert_int_equal(psa_aead_update_ad(&op, key, 20), PSA_SUCCESS);
        for (size_t n; done < 777; done += n) {
            n = 777 - done < 250 ? 777 - done : 250;
            assert_int_equal(psa_aead_update(&op, message + done, n, parts + done, sizeof parts - done, &written),
                             PSA_SUCCESS);
        }
        assert_int_equal(psa_aead_finish(&op, parts + done, sizeof parts - done, &written, parts + done, 16, &tag_len),
                         PSA_SUCCESS);
        assert_memory_equal(parts, out[0], len);
        if (aeads[i].parts)
            assert_int_equal(engine_ops(aeads[i].parts), 4);
        assert_int_equal(psa_aead_decrypt(id, aeads[i].alg, iv, aeads[i].nonce_len, key, 20, out[1], len, back,
                                          sizeof back, &written),
                         PSA_SUCCESS);
        assert_memory_equal(back, message, 777);
        out[1][5] ^= 4;
        assert_int_equal(psa_aead_decrypt(id, aeads[i].alg, iv, aeads[i].nonce_len, key, 20, out[1], len, back,
                                          sizeof back, &written),
                         PSA_ERROR_INVALID_SIGNATURE);
        memset(out, 0, sizeof out);
        assert_int_equal(psa_destroy_key(id), PSA_SUCCESS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_hashes, setup),
        cmocka_unit_test_setup(test_macs, setup),
        cmocka_unit_test_setup(test_ciphers, setup),
        cmocka_unit_test_setup(test_aeads, setup),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
