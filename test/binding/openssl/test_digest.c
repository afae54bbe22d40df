/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes, HMAC and CMAC through the provider, beside the default provider alone: the same calls must give the same
 * answers, however the message is cut and wherever a context is copied. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/provider.h>

#include "evp.h"

#define TOTAL_MAX (200 * 1024)
#define ROUNDS    60

static const char *const hashes[] = {"SHA1",     "SHA2-224",     "SHA2-256",     "SHA2-384",
                                     "SHA2-512", "SHA2-512/224", "SHA2-512/256", "SM3"};
static const char *const ciphers[] = {"AES-128-CBC", "AES-192-CBC", "AES-256-CBC"};

static uint8_t data[TOTAL_MAX];

/* Lengths of the parts of a message: short ones, records, and long ones. */
static size_t cut(uint32_t *seed, size_t *parts)
{
    size_t n = evp_next(seed) % 8, total = 0;

    for (size_t i = 0; i < n; i++) {
        switch (evp_next(seed) % 4) {
        case 0:
            parts[i] = evp_next(seed) % 20000;
            break;
        case 1:
            parts[i] = 4090 + evp_next(seed) % 12;
            break;
        default:
            parts[i] = evp_next(seed) % 200;
            break;
        }
        total += parts[i];
    }
    assert_true(total <= TOTAL_MAX);
    return n;
}

static void digest_once(EVP_MD_CTX **ctx, const EVP_MD *md, const size_t *parts, size_t n, size_t dup_at, uint8_t *out)
{
    size_t at = 0;
    unsigned len = 0;

    assert_int_equal(EVP_DigestInit_ex2(*ctx, md, NULL), 1);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(EVP_DigestUpdate(*ctx, data + at, parts[i]), 1);
        at += parts[i];
        if (i == dup_at) {
            EVP_MD_CTX *copy = EVP_MD_CTX_new();

            assert_non_null(copy);
            assert_int_equal(EVP_MD_CTX_copy_ex(copy, *ctx), 1);
            assert_int_equal(EVP_DigestUpdate(*ctx, data, 9000), 1); /* the copy must not notice */
            EVP_MD_CTX_free(*ctx);
            *ctx = copy;
        }
    }
    assert_int_equal(EVP_DigestFinal_ex(*ctx, out, &len), 1);
    assert_int_equal(len, EVP_MD_get_size(md));
}

static void digests(void **state)
{
    uint32_t seed = 31337;

    (void)state;
    for (size_t k = 0; k < sizeof hashes / sizeof hashes[0]; k++) {
        EVP_MD *md[2] = {EVP_MD_fetch(evp_plain, hashes[k], NULL), EVP_MD_fetch(evp_outboard, hashes[k], NULL)};
        EVP_MD_CTX *ctx[2] = {EVP_MD_CTX_new(), EVP_MD_CTX_new()};

        assert_non_null(md[1]);
        assert_string_equal(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md[1])), "outboard_test");
        assert_int_equal(EVP_MD_get_size(md[0]), EVP_MD_get_size(md[1]));
        assert_int_equal(EVP_MD_get_block_size(md[0]), EVP_MD_get_block_size(md[1]));
        for (int round = 0; round < ROUNDS; round++) {
            size_t parts[8] = {0}, n = cut(&seed, parts), dup_at = round % 3 ? 99 : evp_next(&seed) % 4;
            uint8_t out[2][EVP_MAX_MD_SIZE] = {{0}};

            for (int i = 0; i < 2; i++)
                digest_once(&ctx[i], md[i], parts, n, dup_at, out[i]);
            assert_memory_equal(out[0], out[1], sizeof out[0]);
        }
        for (int i = 0; i < 2; i++) {
            EVP_MD_CTX_free(ctx[i]);
            EVP_MD_free(md[i]);
        }
    }
}

static void not_offered(void **state)
{
    EVP_MD *md = EVP_MD_fetch(evp_outboard, "MD5", NULL);

    (void)state;
    assert_non_null(md);
    if (evp_mode_is("auto")) /* the price file has no length at which an engine pays */
        assert_string_equal(OSSL_PROVIDER_get0_name(EVP_MD_get0_provider(md)), "default");
    EVP_MD_free(md);
}

static void mac_once(EVP_MAC_CTX **ctx, const uint8_t *key, size_t key_len, const OSSL_PARAM *params,
                     const size_t *parts, size_t n, size_t dup_at, uint8_t *out, size_t *out_len)
{
    size_t at = 0;

    assert_int_equal(EVP_MAC_init(*ctx, key, key_len, params), 1);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(EVP_MAC_update(*ctx, data + at, parts[i]), 1);
        at += parts[i];
        if (i == dup_at) {
            EVP_MAC_CTX *copy = EVP_MAC_CTX_dup(*ctx);

            assert_non_null(copy);
            assert_int_equal(EVP_MAC_update(*ctx, data, 9000), 1);
            EVP_MAC_CTX_free(*ctx);
            *ctx = copy;
        }
    }
    *out_len = 0;
    assert_int_equal(EVP_MAC_final(*ctx, NULL, out_len, 0), 1);
    assert_int_equal(EVP_MAC_final(*ctx, out, out_len, EVP_MAX_MD_SIZE), 1);
}

/* Messages under one kind of MAC: new keys, the same key again, and copies in between. */
static void macs_of(const char *name, const char *parameter, const char *value, size_t fixed_key_len)
{
    EVP_MAC *mac[2] = {EVP_MAC_fetch(evp_plain, name, NULL), EVP_MAC_fetch(evp_outboard, name, NULL)};
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(parameter, (char *)(uintptr_t)value, 0), OSSL_PARAM_END};
    uint64_t offloaded = 0;
    OSSL_PARAM ask[] = {OSSL_PARAM_uint64("outboard-offloaded", &offloaded), OSSL_PARAM_END};
    EVP_MAC_CTX *ctx[2];
    uint32_t seed = 271828;

    assert_non_null(mac[1]);
    assert_string_equal(OSSL_PROVIDER_get0_name(EVP_MAC_get0_provider(mac[1])), "outboard_test");
    params[0].data_size = strlen(value);
    for (int i = 0; i < 2; i++)
        assert_non_null(ctx[i] = EVP_MAC_CTX_new(mac[i]));
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t key[200], out[2][EVP_MAX_MD_SIZE] = {{0}};
        size_t parts[8] = {0}, n = cut(&seed, parts), len[2], dup_at = round % 3 ? 99 : evp_next(&seed) % 4;
        size_t key_len = fixed_key_len ? fixed_key_len : evp_next(&seed) % sizeof key;
        bool again = round % 4 == 1;

        evp_fill(key, sizeof key, evp_next(&seed));
        for (int i = 0; i < 2; i++)
            mac_once(&ctx[i], again ? NULL : key, again ? 0 : key_len, again ? NULL : params, parts, n, dup_at, out[i],
                     &len[i]);
        assert_int_equal(len[0], len[1]);
        assert_memory_equal(out[0], out[1], sizeof out[0]);
    }
    { /* a record of TLS with its header, as libssl hashes it */
        static const size_t record[] = {13, 16384};
        uint8_t key[32] = {1}, out[2][EVP_MAX_MD_SIZE] = {{0}};
        size_t len[2];

        for (int i = 0; i < 2; i++)
            mac_once(&ctx[i], key, fixed_key_len ? fixed_key_len : 20, params, record, 2, 99, out[i], &len[i]);
        assert_memory_equal(out[0], out[1], sizeof out[0]);
        assert_int_equal(EVP_MAC_CTX_get_params(ctx[1], ask), 1);
        if (!evp_mode_is("random"))
            assert_true(offloaded > 0);
    }
    for (int i = 0; i < 2; i++) {
        EVP_MAC_CTX_free(ctx[i]);
        EVP_MAC_free(mac[i]);
    }
}

static void hmacs(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof hashes / sizeof hashes[0]; k++)
        macs_of("HMAC", OSSL_MAC_PARAM_DIGEST, hashes[k], 0);
}

static void cmacs(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof ciphers / sizeof ciphers[0]; k++)
        macs_of("CMAC", OSSL_MAC_PARAM_CIPHER, ciphers[k], 16 + 8 * k);
}

/* tls-data-size: the length is a secret, and the answer that of the default provider for every length. */
static void secret_length(void **state)
{
    EVP_MAC *mac[2] = {EVP_MAC_fetch(evp_plain, "HMAC", NULL), EVP_MAC_fetch(evp_outboard, "HMAC", NULL)};

    (void)state;
    for (size_t len = 0; len < 600; len += 7) {
        uint8_t out[2][EVP_MAX_MD_SIZE] = {{0}}, key[20] = {9};
        size_t with_padding = len + 20 + 200, n;

        for (int i = 0; i < 2; i++) {
            EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac[i]);
            OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t) "SHA256", 6),
                                   OSSL_PARAM_size_t(OSSL_MAC_PARAM_TLS_DATA_SIZE, &with_padding), OSSL_PARAM_END};

            assert_int_equal(EVP_MAC_init(ctx, key, sizeof key, params), 1);
            assert_int_equal(EVP_MAC_update(ctx, data, 13), 1);
            assert_int_equal(EVP_MAC_update(ctx, data + 13, len), 1);
            assert_int_equal(EVP_MAC_final(ctx, out[i], &n, sizeof out[i]), 1);
            EVP_MAC_CTX_free(ctx);
        }
        assert_memory_equal(out[0], out[1], sizeof out[0]);
    }
    EVP_MAC_free(mac[0]);
    EVP_MAC_free(mac[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests), cmocka_unit_test(not_offered),   cmocka_unit_test(hmacs),
        cmocka_unit_test(cmacs),   cmocka_unit_test(secret_length),
    };

    evp_fill(data, sizeof data, 98);
    return cmocka_run_group_tests(tests, evp_start, evp_stop);
}
