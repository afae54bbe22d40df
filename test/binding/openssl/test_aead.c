/* SPDX-License-Identifier: Apache-2.0 */
/* GCM, CCM and ChaCha20-Poly1305 through the provider, beside the default provider alone: messages in one update and in
 * several, wrong tags, copies in between, and TLS 1.2 records. */
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

#define TOTAL_MAX (80 * 1024)
#define PLAIN     0
#define OUTBOARD  1

static const char *const gcm[] = {"AES-128-GCM", "AES-192-GCM", "AES-256-GCM"};
static const char *const ccm[] = {"AES-128-CCM", "AES-192-CCM", "AES-256-CCM"};

static uint8_t data[TOTAL_MAX], out[2][TOTAL_MAX + 64], back[TOTAL_MAX + 64];

static EVP_CIPHER *fetch(int which, const char *name)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(which == PLAIN ? evp_plain : evp_outboard, name, NULL);

    assert_non_null(cipher);
    if (which == OUTBOARD)
        assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)), "outboard_test");
    return cipher;
}

/* A message: what all calls of it are made of. */
struct message {
    const uint8_t *key, *iv, *aad;
    size_t iv_len, aad_len, tag_len, parts[3], n_parts;
    bool is_ccm, dup, tag_late, wrong_tag;
};

static size_t total(const struct message *m)
{
    size_t sum = 0;

    for (size_t i = 0; i < m->n_parts; i++)
        sum += m->parts[i];
    return sum;
}

/* True if it went well; to and *tag are the result. A context is used for many messages. */
static bool run(EVP_CIPHER_CTX **ctx, EVP_CIPHER *cipher, const struct message *m, int encrypt, uint8_t *to,
                const uint8_t *from, uint8_t tag[16])
{
    uint8_t used[16];
    size_t at = 0;
    int n;

    memcpy(used, tag, 16);
    used[0] ^= m->wrong_tag && !encrypt;
    assert_int_equal(EVP_CipherInit_ex2(*ctx, cipher, NULL, NULL, encrypt, NULL), 1);
    assert_int_equal(EVP_CIPHER_CTX_ctrl(*ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)m->iv_len, NULL), 1);
    if (m->is_ccm || (!encrypt && !m->tag_late))
        assert_int_equal(EVP_CIPHER_CTX_ctrl(*ctx, EVP_CTRL_AEAD_SET_TAG, (int)m->tag_len, encrypt ? NULL : used), 1);
    assert_int_equal(EVP_CipherInit_ex2(*ctx, NULL, m->key, m->iv, encrypt, NULL), 1);
    if (m->is_ccm)
        assert_int_equal(EVP_CipherUpdate(*ctx, NULL, &n, NULL, (int)total(m)), 1);
    if (m->aad_len)
        assert_int_equal(EVP_CipherUpdate(*ctx, NULL, &n, m->aad, (int)m->aad_len), 1);
    for (size_t i = 0; i < m->n_parts; i++) {
        if (!EVP_CipherUpdate(*ctx, to + at, &n, from + at, (int)m->parts[i]))
            return false; /* CCM compares its tag here */
        assert_int_equal(n, m->parts[i]);
        at += m->parts[i];
        if (m->dup && i == 0) {
            EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

            if (EVP_CIPHER_CTX_copy(copy, *ctx)) { /* not every version copies every mode */
                EVP_CIPHER_CTX_free(*ctx);
                *ctx = copy;
            } else {
                EVP_CIPHER_CTX_free(copy);
            }
        }
    }
    if (!encrypt && m->tag_late)
        assert_int_equal(EVP_CIPHER_CTX_ctrl(*ctx, EVP_CTRL_AEAD_SET_TAG, (int)m->tag_len, used), 1);
    if (EVP_CipherFinal_ex(*ctx, to + at, &n) != 1)
        return false;
    assert_int_equal(n, 0);
    if (encrypt)
        assert_int_equal(EVP_CIPHER_CTX_ctrl(*ctx, EVP_CTRL_AEAD_GET_TAG, (int)m->tag_len, tag), 1);
    return true;
}

static uint64_t offloaded(EVP_CIPHER_CTX *ctx)
{
    uint64_t n = 0;
    OSSL_PARAM ask[] = {OSSL_PARAM_uint64("outboard-offloaded", &n), OSSL_PARAM_END};

    assert_int_equal(EVP_CIPHER_CTX_get_params(ctx, ask), 1);
    return n;
}

static void messages(const char *name, bool is_gcm, bool is_ccm)
{
    EVP_CIPHER *cipher[2] = {fetch(PLAIN, name), fetch(OUTBOARD, name)};
    EVP_CIPHER_CTX *ctx[2] = {EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_new()};
    uint32_t seed = 161803;
    uint64_t done = 0;

    for (int round = 0; round < 120; round++) {
        uint8_t key[32], iv[32], aad[300], tag[2][16] = {{0}};
        struct message m = {.key = key, .iv = iv, .aad = aad, .is_ccm = is_ccm};
        bool ok[2];

        evp_fill(key, sizeof key, evp_next(&seed));
        evp_fill(iv, sizeof iv, evp_next(&seed));
        evp_fill(aad, sizeof aad, evp_next(&seed));
        m.iv_len = is_gcm && round % 5 == 0 ? 1 + evp_next(&seed) % 32 : is_ccm ? 7 + evp_next(&seed) % 6 : 12;
        m.aad_len = round % 4 ? evp_next(&seed) % 40 : evp_next(&seed) % sizeof aad;
        m.tag_len = is_ccm ? 4 + 2 * (evp_next(&seed) % 7) : 16;
        m.n_parts = is_ccm || round % 3 ? 1 : 1 + evp_next(&seed) % 3;
        for (size_t i = 0; i < m.n_parts; i++)
            m.parts[i] = evp_next(&seed) % 3 ? 1 + evp_next(&seed) % 20000 : 1 + evp_next(&seed) % 40;
        m.dup = round % 7 == 0;
        for (int i = 0; i < 2; i++)
            assert_true(run(&ctx[i], cipher[i], &m, 1, out[i], data, tag[i]));
        done += offloaded(ctx[OUTBOARD]);
        assert_memory_equal(out[0], out[1], total(&m));
        assert_memory_equal(tag[0], tag[1], 16);
        m.tag_late = !is_ccm && round % 5 == 1;
        for (int wrong = 0; wrong < 2; wrong++) {
            m.wrong_tag = wrong;
            for (int i = 0; i < 2; i++)
                ok[i] = run(&ctx[i], cipher[i], &m, 0, back, out[0], tag[0]);
            assert_int_equal(ok[PLAIN], !wrong);
            assert_int_equal(ok[OUTBOARD], !wrong);
            if (!wrong)
                assert_memory_equal(back, data, total(&m));
        }
        /* in place */
        m.wrong_tag = false;
        memcpy(back, data, total(&m));
        assert_true(run(&ctx[OUTBOARD], cipher[OUTBOARD], &m, 1, back, back, tag[1]));
        assert_memory_equal(out[0], back, total(&m));
        assert_true(run(&ctx[OUTBOARD], cipher[OUTBOARD], &m, 0, back, back, tag[1]));
        assert_memory_equal(data, back, total(&m));
    }
    if (!getenv("OUTBOARD_TEST_FAULT"))
        assert_true(done > 0);
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX_free(ctx[i]);
        EVP_CIPHER_free(cipher[i]);
    }
}

static void aead_messages(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        messages(gcm[k], true, false);
        messages(ccm[k], false, true);
    }
    messages("ChaCha20-Poly1305", false, false);
}

/* One nonce serves one message: the next one without an IV of its own must fail, whoever did the first. */
static void no_nonce_twice(void **state)
{
    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) {
            EVP_CIPHER *cipher = fetch(i, gcm[k]);
            EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
            uint8_t key[32] = {3}, iv[12] = {4};
            int n;

            assert_int_equal(EVP_EncryptInit_ex2(ctx, cipher, key, iv, NULL), 1);
            assert_int_equal(EVP_EncryptUpdate(ctx, out[0], &n, data, 20000), 1);
            assert_int_equal(EVP_EncryptFinal_ex(ctx, out[0], &n), 1);
            assert_int_equal(EVP_EncryptUpdate(ctx, out[0], &n, data, 20000), 0);
            EVP_CIPHER_CTX_free(ctx);
            EVP_CIPHER_free(cipher);
        }
}

/* ---- TLS 1.2 records ---- */

/* How a suite's records look. */
struct record {
    const char *name;
    int fixed_len, explicit_len, tag_len;
};

static EVP_CIPHER_CTX *record_context(const EVP_CIPHER *cipher, const struct record *r, int encrypt)
{
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    uint8_t key[32] = {7}, fixed[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

    assert_non_null(ctx);
    assert_int_equal(EVP_CipherInit_ex2(ctx, cipher, NULL, NULL, encrypt, NULL), 1);
    if (r->fixed_len == 4 && strstr(r->name, "CCM")) { /* as libssl sets it up */
        assert_int_equal(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL), 1);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, r->tag_len, NULL), 1);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_CCM_SET_IV_FIXED, 4, fixed), 1);
        assert_int_equal(EVP_CipherInit_ex2(ctx, NULL, key, NULL, encrypt, NULL), 1);
    } else if (r->fixed_len == 4) {
        assert_int_equal(EVP_CipherInit_ex2(ctx, NULL, key, NULL, encrypt, NULL), 1);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_IV_FIXED, 4, fixed), 1);
    } else { /* libssl gives the fixed part as the IV, and does not name it */
        assert_int_equal(EVP_CipherInit_ex2(ctx, NULL, key, fixed, encrypt, NULL), 1);
    }
    return ctx;
}

/* The length that comes out, or -1. buffer holds room for the nonce, text, and room for the tag. */
static int one_record(EVP_CIPHER_CTX *ctx, const struct record *r, uint64_t number, int encrypt, uint8_t *buffer,
                      int text_len)
{
    uint8_t aad[13] = {0, 0, 0, 0, 0, 0, 0, 0, 23, 3, 3, 0, 0};
    int len = r->explicit_len + text_len + r->tag_len, n = 0, stated = encrypt ? r->explicit_len + text_len : len;

    for (int i = 0; i < 8; i++)
        aad[i] = (uint8_t)(number >> (56 - 8 * i));
    aad[11] = (uint8_t)(stated >> 8);
    aad[12] = (uint8_t)stated;
    assert_int_equal(EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_TLS1_AAD, sizeof aad, aad), r->tag_len);
    return EVP_CipherUpdate(ctx, buffer, &n, buffer, len) == 1 ? n : -1;
}

static void records_of(const struct record *r)
{
    static const int lens[] = {1, 15, 16, 100, 1400, 4096, 16383, 16384, 40, 16384, 16384, 2};
    enum { N = sizeof lens / sizeof lens[0] };
    EVP_CIPHER *cipher[2] = {fetch(PLAIN, r->name), fetch(OUTBOARD, r->name)};
    uint8_t seen[N][8];

    for (int sender = 0; sender < 2; sender++) {
        EVP_CIPHER_CTX *from = record_context(cipher[sender], r, 1);
        EVP_CIPHER_CTX *to[2] = {record_context(cipher[0], r, 0), record_context(cipher[1], r, 0)};

        for (int i = 0; i < N; i++) {
            int len = r->explicit_len + lens[i] + r->tag_len;

            memcpy(out[0] + r->explicit_len, data, (size_t)lens[i]);
            assert_int_equal(one_record(from, r, (uint64_t)i, 1, out[0], lens[i]), len);
            if (r->explicit_len) {
                memcpy(seen[i], out[0], 8);
                for (int j = 0; j < i; j++)
                    assert_memory_not_equal(seen[i], seen[j], 8);
            }
            for (int k = 0; k < 2; k++) {
                memcpy(out[1], out[0], (size_t)len);
                assert_int_equal(one_record(to[k], r, (uint64_t)i, 0, out[1], lens[i]), lens[i]);
                assert_memory_equal(out[1] + r->explicit_len, data, (size_t)lens[i]);
                memcpy(out[1], out[0], (size_t)len);
                out[1][len / 2] ^= 4;
                assert_int_equal(one_record(to[k], r, (uint64_t)i, 0, out[1], lens[i]), -1);
            }
        }
        if (sender == OUTBOARD && !evp_mode_is("random") && !getenv("OUTBOARD_TEST_FAULT"))
            assert_true(offloaded(from) > 0 && offloaded(to[OUTBOARD]) > 0);
        EVP_CIPHER_CTX_free(from);
        EVP_CIPHER_CTX_free(to[0]);
        EVP_CIPHER_CTX_free(to[1]);
    }
    EVP_CIPHER_free(cipher[0]);
    EVP_CIPHER_free(cipher[1]);
}

static void tls12_records(void **state)
{
    static const struct record records[] = {
        {"AES-128-GCM", 4, 8, 16}, {"AES-256-GCM", 4, 8, 16},        {"AES-128-CCM", 4, 8, 16},
        {"AES-256-CCM", 4, 8, 8},  {"ChaCha20-Poly1305", 12, 0, 16},
    };

    (void)state;
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++)
        records_of(&records[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aead_messages),
        cmocka_unit_test(no_nonce_twice),
        cmocka_unit_test(tls12_records),
    };

    evp_fill(data, sizeof data, 97);
    return cmocka_run_group_tests(tests, evp_start, evp_stop);
}
