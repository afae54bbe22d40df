/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of each algorithm and curve without an engine: its name, and its lengths by the standards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/outboard.h>

#include "core/core.h"

#define ANY 0xffu /* any length of a key */

static const struct {
    const char *name;
    uint8_t alg, block, tag;
    uint8_t keys[3]; /* bytes; 0: no more */
    uint8_t unit;
} algs[] = {
    {"md5", OB_MD5, 64, 16, {0}, 0},
    {"sha1", OB_SHA1, 64, 20, {0}, 0},
    {"sha224", OB_SHA224, 64, 28, {0}, 0},
    {"sha256", OB_SHA256, 64, 32, {0}, 0},
    {"sha384", OB_SHA384, 128, 48, {0}, 0},
    {"sha512", OB_SHA512, 128, 64, {0}, 0},
    {"sha512-224", OB_SHA512_224, 128, 28, {0}, 0},
    {"sha512-256", OB_SHA512_256, 128, 32, {0}, 0},
    {"sm3", OB_SM3, 64, 32, {0}, 0},
    {"hmac-md5", OB_HMAC_MD5, 64, 16, {ANY}, 0},
    {"hmac-sha1", OB_HMAC_SHA1, 64, 20, {ANY}, 0},
    {"hmac-sha224", OB_HMAC_SHA224, 64, 28, {ANY}, 0},
    {"hmac-sha256", OB_HMAC_SHA256, 64, 32, {ANY}, 0},
    {"hmac-sha384", OB_HMAC_SHA384, 128, 48, {ANY}, 0},
    {"hmac-sha512", OB_HMAC_SHA512, 128, 64, {ANY}, 0},
    {"hmac-sha512-224", OB_HMAC_SHA512_224, 128, 28, {ANY}, 0},
    {"hmac-sha512-256", OB_HMAC_SHA512_256, 128, 32, {ANY}, 0},
    {"hmac-sm3", OB_HMAC_SM3, 64, 32, {ANY}, 0},
    {"aes-cmac", OB_AES_CMAC, 16, 16, {16, 24, 32}, 0},
    {"aes-ecb", OB_AES_ECB, 16, 0, {16, 24, 32}, 16},
    {"aes-cbc", OB_AES_CBC, 16, 0, {16, 24, 32}, 16},
    {"aes-ctr", OB_AES_CTR, 16, 0, {16, 24, 32}, 1},
    {"aes-xts", OB_AES_XTS, 16, 0, {32, 64}, 1},
    {"des-ecb", OB_DES_ECB, 8, 0, {8}, 8},
    {"des-cbc", OB_DES_CBC, 8, 0, {8}, 8},
    {"des3-ecb", OB_DES3_ECB, 8, 0, {16, 24}, 8},
    {"des3-cbc", OB_DES3_CBC, 8, 0, {16, 24}, 8},
    {"sm4-ecb", OB_SM4_ECB, 16, 0, {16}, 16},
    {"sm4-cbc", OB_SM4_CBC, 16, 0, {16}, 16},
    {"sm4-ctr", OB_SM4_CTR, 16, 0, {16}, 1},
    {"null", OB_NULL, 1, 0, {16}, 1},
    {"aes-gcm", OB_AES_GCM, 16, 16, {16, 24, 32}, 1},
    {"aes-ccm", OB_AES_CCM, 16, 16, {16, 24, 32}, 1},
    {"sm4-gcm", OB_SM4_GCM, 16, 16, {16}, 1},
    {"chacha20-poly1305", OB_CHACHA20_POLY1305, 64, 16, {32}, 1},
    {"rsa", OB_RSA, 0, 0, {1}, 0},
    {"rsa-pkcs1-sign", OB_RSA_PKCS1_SIGN, 0, 0, {1}, 0},
    {"rsa-pss", OB_RSA_PSS, 0, 0, {1}, 0},
    {"rsa-pkcs1-crypt", OB_RSA_PKCS1_CRYPT, 0, 0, {1}, 0},
    {"rsa-oaep", OB_RSA_OAEP, 0, 0, {1}, 0},
    {"ecdsa", OB_ECDSA, 0, 0, {1}, 0},
    {"ecdh", OB_ECDH, 0, 0, {1}, 0},
    {"eddsa", OB_EDDSA, 0, 0, {1}, 0},
    {"sm2-sign", OB_SM2_SIGN, 0, 0, {1}, 0},
};

#define ALGS (sizeof algs / sizeof algs[0])

static bool key_allowed(size_t i, size_t len)
{
    if (algs[i].keys[0] == ANY)
        return true;
    if (OB_ALG_CLASS(algs[i].alg) == OB_CLASS_HASH)
        return len == 0;
    for (unsigned k = 0; k < 3; k++)
        if (len >= 8 && algs[i].keys[k] == len)
            return true;
    return false;
}

static void algorithms(void **state)
{
    bool known[256] = {false};

    (void)state;
    for (size_t i = 0; i < ALGS; i++) {
        uint8_t alg = algs[i].alg;

        known[alg] = true;
        assert_string_equal(ob_alg_name(alg), algs[i].name);
        assert_int_equal(ob_alg_from_name(algs[i].name), alg);
        assert_int_equal(ob_alg_block(alg), algs[i].block);
        assert_int_equal(ob_alg_tag(alg), algs[i].tag);
        for (size_t len = 0; len <= 130; len++)
            assert_int_equal(ob_alg_key_ok(alg, len), key_allowed(i, len));
        if (algs[i].unit)
            assert_int_equal(obi_part_of_unit(alg), algs[i].unit - 1);
    }
    for (unsigned alg = 0; alg < 256; alg++)
        if (!known[alg]) {
            assert_null(ob_alg_name((uint8_t)alg));
            assert_int_equal(ob_alg_tag((uint8_t)alg), 0);
            for (size_t len = 0; len <= 64; len += 8)
                assert_false(ob_alg_key_ok((uint8_t)alg, len));
        }
    assert_int_equal(ob_alg_block(OB_ALG_NONE), 0);
    assert_int_equal(ob_alg_from_name("md"), OB_ALG_NONE);
    assert_int_equal(ob_alg_from_name("md55"), OB_ALG_NONE);
    assert_int_equal(ob_alg_from_name(""), OB_ALG_NONE);
}

static const struct {
    const char *name;
    uint8_t curve;
    uint16_t bits;
    uint8_t scalar; /* bytes of a private key or half a signature */
} curves[] = {
    {"secp192r1", OB_SECP192R1, 192, 24},
    {"secp224r1", OB_SECP224R1, 224, 28},
    {"secp256r1", OB_SECP256R1, 256, 32},
    {"secp384r1", OB_SECP384R1, 384, 48},
    {"secp521r1", OB_SECP521R1, 521, 66},
    {"secp192k1", OB_SECP192K1, 192, 24},
    {"secp224k1", OB_SECP224K1, 224, 29}, /* its order has 225 bits */
    {"secp256k1", OB_SECP256K1, 256, 32},
    {"brainpoolp256r1", OB_BRAINPOOLP256R1, 256, 32},
    {"brainpoolp384r1", OB_BRAINPOOLP384R1, 384, 48},
    {"brainpoolp512r1", OB_BRAINPOOLP512R1, 512, 64},
    {"x25519", OB_X25519, 255, 32},
    {"x448", OB_X448, 448, 56},
    {"ed25519", OB_ED25519, 255, 32},
    {"ed448", OB_ED448, 448, 57}, /* RFC 8032, section 5.2.5 */
    {"sm2", OB_SM2_CURVE, 256, 32},
};

static void all_curves(void **state)
{
    (void)state;
    assert_int_equal(sizeof curves / sizeof curves[0], OB_CURVE_COUNT - 1);
    for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++) {
        assert_string_equal(ob_curve_name(curves[i].curve), curves[i].name);
        assert_int_equal(ob_curve_from_name(curves[i].name), curves[i].curve);
        assert_int_equal(ob_curve_bits(curves[i].curve), curves[i].bits);
        assert_int_equal(ob_curve_scalar_len(curves[i].curve), curves[i].scalar);
    }
    for (unsigned curve = OB_CURVE_COUNT; curve < 256; curve++) {
        assert_null(ob_curve_name((uint8_t)curve));
        assert_int_equal(ob_curve_bits((uint8_t)curve), 0);
    }
    assert_null(ob_curve_name(OB_CURVE_NONE));
    assert_int_equal(ob_curve_bits(OB_CURVE_NONE), 0);
    assert_int_equal(ob_curve_from_name("x2551"), OB_CURVE_NONE);
}

/* Each error has a text of its own. */
static void errors(void **state)
{
    const char *unknown = ob_error_text(7);

    (void)state;
    assert_string_equal(unknown, ob_error_text(OB_E_IO - 1));
    for (int a = OB_E_IO; a <= OB_PENDING; a++) {
        assert_true(strlen(ob_error_text(a)) > 5);
        assert_string_not_equal(ob_error_text(a), unknown);
        for (int b = OB_E_IO; b < a; b++)
            assert_string_not_equal(ob_error_text(a), ob_error_text(b));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algorithms),
        cmocka_unit_test(all_curves),
        cmocka_unit_test(errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
