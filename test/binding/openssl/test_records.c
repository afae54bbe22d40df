/* SPDX-License-Identifier: Apache-2.0 */
/* TLS records in CBC, as libssl has ciphers do them (provider-cipher(7), tls-version): through the provider, beside the
 * default provider alone. Lengths from 0 to 16384, TLS 1.0 to 1.2, with the MAC inside (tls-mac-size) and with
 * Encrypt-then-MAC (0), and every kind of bad padding. */
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

#define TEXT_MAX   16384
#define RECORD_MAX (TEXT_MAX + 16 + 64 + 256)

/* Every length of two kinds of records in one test run, of all kinds by ./run provider records; all others are close to
 * 0 or 16384, or some way apart. */
#ifdef __SANITIZE_ADDRESS__
#define ALL_LENGTHS false
#else
#define ALL_LENGTHS true
#endif

static uint8_t text[RECORD_MAX], sealed[2][RECORD_MAX], opened[2][RECORD_MAX];

struct kind {
    const char *cipher;
    unsigned version;
    size_t mac_len;
};

static EVP_CIPHER_CTX *record_context(int which, const struct kind *k, int encrypt)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(which ? evp_outboard : evp_plain, k->cipher, NULL);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t key[32], iv[16];
    unsigned version = k->version;
    size_t mac_len = k->mac_len;
    OSSL_PARAM params[] = {OSSL_PARAM_uint(OSSL_CIPHER_PARAM_TLS_VERSION, &version),
                           OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_TLS_MAC_SIZE, &mac_len), OSSL_PARAM_END};

    assert_non_null(cipher);
    evp_fill(key, sizeof key, 8);
    evp_fill(iv, sizeof iv, 9);
    assert_int_equal(EVP_CipherInit_ex2(ctx, cipher, key, iv, encrypt, NULL), 1);
    assert_int_equal(EVP_CIPHER_CTX_set_params(ctx, params), 1);
    EVP_CIPHER_free(cipher);
    return ctx;
}

static const uint8_t *mac_of(EVP_CIPHER_CTX *ctx, size_t mac_len)
{
    void *mac = NULL;
    OSSL_PARAM ask[] = {OSSL_PARAM_octet_ptr(OSSL_CIPHER_PARAM_TLS_MAC, &mac, mac_len), OSSL_PARAM_END};

    assert_int_equal(EVP_CIPHER_CTX_get_params(ctx, ask), 1);
    assert_non_null(mac);
    return (const uint8_t *)mac;
}

/* Open the same record in both contexts: the length that comes out, or -1; the same of both. */
static int open_both(EVP_CIPHER_CTX *const ctx[2], const struct kind *k, const uint8_t *record, int len, size_t skip,
                     bool good)
{
    int n[2] = {0, 0}, ok[2];

    for (int i = 0; i < 2; i++) {
        memcpy(opened[i], record, (size_t)len);
        ok[i] = EVP_CipherUpdate(ctx[i], opened[i], &n[i], opened[i], len);
    }
    assert_int_equal(ok[0], ok[1]);
    if (!ok[0])
        return -1;
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(opened[0] + skip, opened[1] + skip, (size_t)n[0]);
    if (k->mac_len && good)
        assert_memory_equal(mac_of(ctx[0], k->mac_len), mac_of(ctx[1], k->mac_len), k->mac_len);
    return n[0];
}

static void lengths_of(const struct kind *k, size_t step)
{
    EVP_CIPHER_CTX *seal[2] = {record_context(0, k, 1), record_context(1, k, 1)};
    EVP_CIPHER_CTX *open[2] = {record_context(0, k, 0), record_context(1, k, 0)};
    size_t block = (size_t)EVP_CIPHER_CTX_get_block_size(seal[0]), skip = k->version > 0x0301 ? block : 0;
    uint64_t offloaded = 0;
    OSSL_PARAM ask[] = {OSSL_PARAM_uint64("outboard-offloaded", &offloaded), OSSL_PARAM_END};

    for (size_t len = 0; len <= TEXT_MAX; len += len < 300 || len > TEXT_MAX - 40 ? 1 : step) {
        size_t in_len = skip + len + k->mac_len; /* explicit IV, content, MAC */
        int n[2];

        if (in_len == 0)
            continue; /* an update of nothing */
        for (int i = 0; i < 2; i++) {
            memcpy(sealed[i], text, in_len);
            assert_int_equal(EVP_CipherUpdate(seal[i], sealed[i], &n[i], sealed[i], (int)in_len), 1);
        }
        assert_int_equal(n[0], n[1]);
        assert_memory_equal(sealed[0], sealed[1], (size_t)n[0]);
        assert_int_equal(open_both(open, k, sealed[0], n[0], skip, true), len);
        assert_memory_equal(opened[1] + skip, text + skip, len);
        if (k->mac_len)
            assert_memory_equal(mac_of(open[1], k->mac_len), text + skip + len, k->mac_len);
    }
    assert_int_equal(EVP_CIPHER_CTX_get_params(seal[1], ask), 1);
    if (!getenv("OUTBOARD_TEST_FAULT"))
        assert_true(offloaded > 0);
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX_free(seal[i]);
        EVP_CIPHER_CTX_free(open[i]);
    }
}

static void every_length(void **state)
{
    static const size_t macs[] = {0, 20, 32, 48};

    (void)state;
    for (unsigned version = 0x0301; version <= 0x0303; version++)
        for (size_t m = 0; m < 4; m++) {
            const struct kind aes = {"AES-128-CBC", version, macs[m]}, wide = {"AES-256-CBC", version, macs[m]},
                              des = {"DES-EDE3-CBC", version, macs[m]};
            bool all = getenv("OB_ALL_LENGTHS") ||
                       (ALL_LENGTHS && evp_mode_is("auto") && version == 0x0303 && m == 1) ||
                       (ALL_LENGTHS && evp_mode_is("auto") && version == 0x0301 && m == 0);

            lengths_of(&aes, all ? 1 : 97);
            lengths_of(&wide, 499);
            lengths_of(&des, 3001);
        }
}

/* Padding that is wrong in one byte, too long, or all of a block: made by encrypting the padding as if it were content,
 * with the cipher alone. */
static void bad_padding(void **state)
{
    static const size_t macs[] = {0, 20, 32};
    uint32_t seed = 42;

    (void)state;
    for (unsigned version = 0x0301; version <= 0x0303; version++)
        for (size_t m = 0; m < 3; m++) {
            const struct kind k = {"AES-128-CBC", version, macs[m]};
            int refused = 0, taken = 0;

            for (int round = 0; round < 600; round++) {
                EVP_CIPHER_CTX *open[2] = {record_context(0, &k, 0), record_context(1, &k, 0)};
                EVP_CIPHER *cipher = EVP_CIPHER_fetch(evp_plain, k.cipher, NULL);
                EVP_CIPHER_CTX *raw = EVP_CIPHER_CTX_new();
                size_t skip = version > 0x0301 ? 16 : 0, len = 16 * (2 + evp_next(&seed) % 40), padding;
                uint8_t key[32], iv[16], record[16 * 64 + 2048];
                bool good = round % 5 == 0;
                int n;

                len += round % 3 ? 0 : 1024; /* long enough for an engine at the tests' prices, or not */
                len += skip;
                evp_fill(key, sizeof key, 8);
                evp_fill(iv, sizeof iv, 9);
                memcpy(record, text + evp_next(&seed) % 1000, len);
                padding = evp_next(&seed) % 256;
                record[len - 1] = (uint8_t)padding;
                for (size_t i = 0; i < padding && i + 1 < len; i++)
                    record[len - 2 - i] = (uint8_t)padding;
                if (!good && padding)
                    record[len - 1 - evp_next(&seed) % (padding + 1 < len ? padding + 1 : len)] ^= 1;
                assert_int_equal(EVP_EncryptInit_ex2(raw, cipher, key, iv, NULL), 1);
                assert_int_equal(EVP_CIPHER_CTX_set_padding(raw, 0), 1);
                assert_int_equal(EVP_EncryptUpdate(raw, sealed[0], &n, record, (int)len), 1);
                if (open_both(open, &k, sealed[0], n, skip, good && padding + 1 + k.mac_len <= len - skip) < 0)
                    refused++;
                else
                    taken++;
                for (int i = 0; i < 2; i++)
                    EVP_CIPHER_CTX_free(open[i]);
                EVP_CIPHER_CTX_free(raw);
                EVP_CIPHER_free(cipher);
            }
            assert_true(taken > 0);
            if (k.mac_len == 0) /* with a MAC, bad padding shows in the MAC alone */
                assert_true(refused > 0);
        }
}

/* With bad padding the MAC is random: never the bytes that stand there, never twice the same. */
static void mac_of_bad_padding(void **state)
{
    const struct kind k = {"AES-128-CBC", 0x0303, 20};
    uint8_t seen[50][20];

    (void)state;
    for (int round = 0; round < 50; round++) {
        EVP_CIPHER_CTX *open = record_context(1, &k, 0);
        int n;

        memcpy(opened[1], text, 4096); /* nothing that anybody encrypted */
        if (EVP_CipherUpdate(open, opened[1], &n, opened[1], 4096) == 1) {
            memcpy(seen[round], mac_of(open, 20), 20);
            for (int i = 0; i < round; i++)
                assert_memory_not_equal(seen[i], seen[round], 20);
            for (int i = 0; i + 20 <= 4096; i++)
                assert_memory_not_equal(opened[1] + i, seen[round], 20);
        }
        EVP_CIPHER_CTX_free(open);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length),
        cmocka_unit_test(bad_padding),
        cmocka_unit_test(mac_of_bad_padding),
    };

    evp_fill(text, sizeof text, 96);
    return cmocka_run_group_tests(tests, evp_start, evp_stop);
}
