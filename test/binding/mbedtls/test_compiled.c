/* SPDX-License-Identifier: Apache-2.0 */
/* Switches as they are compiled in: this program's binding has AES-CBC off, and DMA off for SHA-256 and GCM. Its only
 * engine is soft, which says of itself that it works by DMA. */
#include <outboard/dispatch.h>

#include "under.h"

#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/gcm.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

extern struct ob_engine ob_engine_soft;

static struct ob_cap caps[OB_ROW_NONE];
static struct ob_engine_ops ops;
static struct ob_engine engine = {.ops = &ops};
static uint8_t in[64], out[64], key[16], tag[16], iv[16];

static int setup(void **state)
{
    (void)state;
    ops = *ob_engine_soft.ops;
    memcpy(caps, ops.caps, ops.n_caps * sizeof caps[0]);
    for (unsigned i = 0; i < ops.n_caps; i++)
        caps[i].mode = OB_MODE_DMA;
    ops.caps = caps;
    assert_int_equal(ob_engine_add(NULL, &engine), OB_OK);
    ob_mbedtls_compare(false);
    ob_mbedtls_counts_reset();
    return 0;
}

static void test_dma_is_off_for_some_algorithms(void **state)
{
    mbedtls_gcm_context gcm;
    mbedtls_ccm_context ccm;
    uint8_t digest[64];

    (void)state;
    assert_int_equal(mbedtls_sha256(in, sizeof in, digest, 0), 0);
    assert_int_equal(engine_ops("sha256"), 0);
    assert_int_equal(library_ops("sha256"), 1);
    assert_int_equal(mbedtls_sha512(in, sizeof in, digest, 0), 0);
    assert_int_equal(engine_ops("sha512"), 1);

    mbedtls_gcm_init(&gcm);
    assert_int_equal(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 128), 0);
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 64, iv, 12, NULL, 0, in, out, 16, tag), 0);
    mbedtls_gcm_free(&gcm);
    assert_int_equal(engine_ops("gcm_crypt_and_tag"), 0);
    assert_int_equal(library_ops("gcm_crypt_and_tag"), 1);
    mbedtls_ccm_init(&ccm);
    assert_int_equal(mbedtls_ccm_setkey(&ccm, MBEDTLS_CIPHER_ID_AES, key, 128), 0);
    assert_int_equal(mbedtls_ccm_encrypt_and_tag(&ccm, 64, iv, 12, NULL, 0, in, out, tag, 16), 0);
    mbedtls_ccm_free(&ccm);
    assert_int_equal(engine_ops("ccm_encrypt_and_tag"), 1);
}

static void test_a_function_is_off(void **state)
{
    mbedtls_aes_context aes;

    (void)state;
    ob_mbedtls_counts_reset();
    mbedtls_aes_init(&aes);
    assert_int_equal(mbedtls_aes_setkey_enc(&aes, key, 128), 0);
    assert_int_equal(mbedtls_aes_crypt_cbc(&aes, MBEDTLS_AES_ENCRYPT, 64, iv, in, out), 0);
    assert_int_equal(mbedtls_aes_crypt_ecb(&aes, MBEDTLS_AES_ENCRYPT, in, out), 0);
    mbedtls_aes_free(&aes);
    assert_int_equal(engine_ops("aes_crypt_cbc") + library_ops("aes_crypt_cbc"), 0);
    assert_int_equal(engine_ops("aes_crypt_ecb"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dma_is_off_for_some_algorithms),
        cmocka_unit_test(test_a_function_is_off),
    };

    return cmocka_run_group_tests(tests, setup, NULL) != 0;
}
