/* SPDX-License-Identifier: Apache-2.0 */
/* ECB, CBC, CTR and XTS through the provider, beside the default provider alone: the same calls on both must give the
 * same answers, lengths and parameters, however the input is cut and whichever engine takes which part. */
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

#define TOTAL_MAX (96 * 1024)

static const char *const names[] = {
    "AES-128-ECB", "AES-192-ECB", "AES-256-ECB", "AES-128-CBC",  "AES-192-CBC",  "AES-256-CBC",
    "AES-128-CTR", "AES-192-CTR", "AES-256-CTR", "DES-EDE3-CBC", "DES-EDE3-ECB", "DES-EDE-CBC",
    "DES-EDE-ECB", "SM4-ECB",     "SM4-CBC",     "SM4-CTR",
};
#define N_NAMES (sizeof names / sizeof names[0])

static uint8_t data[TOTAL_MAX + 64], out[2][TOTAL_MAX + 64], in_place[TOTAL_MAX + 64];

/* The same cipher, plain and through the provider. */
struct pair {
    EVP_CIPHER *cipher[2];
    EVP_CIPHER_CTX *ctx[2];
};

static struct pair open_pair(const char *name)
{
    struct pair p;

    p.cipher[0] = EVP_CIPHER_fetch(evp_plain, name, NULL);
    p.cipher[1] = EVP_CIPHER_fetch(evp_outboard, name, NULL);
    for (int i = 0; i < 2; i++) {
        assert_non_null(p.cipher[i]);
        p.ctx[i] = EVP_CIPHER_CTX_new();
        assert_non_null(p.ctx[i]);
    }
    assert_string_equal(OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(p.cipher[1])), "outboard_test");
    return p;
}

static void close_pair(struct pair *p)
{
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX_free(p->ctx[i]);
        EVP_CIPHER_free(p->cipher[i]);
    }
}

static void init_pair(struct pair *p, const uint8_t *key, const uint8_t *iv, int encrypt)
{
    for (int i = 0; i < 2; i++)
        assert_int_equal(EVP_CipherInit_ex2(p->ctx[i], key ? p->cipher[i] : NULL, key, iv, encrypt, NULL), 1);
}

/* What can be asked of a context between updates. */
static void same_state(const struct pair *p)
{
    uint8_t iv[2][16] = {{0}}, updated[2][16] = {{0}};
    int len = EVP_CIPHER_CTX_get_iv_length(p->ctx[0]), num[2];

    assert_int_equal(EVP_CIPHER_CTX_get_iv_length(p->ctx[1]), len);
    for (int i = 0; i < 2; i++) {
        num[i] = EVP_CIPHER_CTX_get_num(p->ctx[i]);
        if (len > 0) {
            assert_int_equal(EVP_CIPHER_CTX_get_original_iv(p->ctx[i], iv[i], sizeof iv[i]), 1);
            assert_int_equal(EVP_CIPHER_CTX_get_updated_iv(p->ctx[i], updated[i], sizeof updated[i]), 1);
        }
    }
    assert_int_equal(num[0], num[1]);
    assert_memory_equal(iv[0], iv[1], sizeof iv[0]);
    assert_memory_equal(updated[0], updated[1], sizeof updated[0]);
}

static void duplicate(struct pair *p)
{
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

        assert_non_null(copy);
        assert_int_equal(EVP_CIPHER_CTX_copy(copy, p->ctx[i]), 1);
        /* the original goes on with something else: the copy must not notice */
        if (EVP_CIPHER_CTX_is_encrypting(p->ctx[i])) {
            int n;

            assert_int_equal(EVP_CipherUpdate(p->ctx[i], in_place, &n, data, 4096), 1);
        }
        EVP_CIPHER_CTX_free(p->ctx[i]);
        p->ctx[i] = copy;
    }
}

/* One message in the given cuts. Every third update is in place where that is allowed. */
static void message(struct pair *p, const size_t *cuts, size_t n_cuts, bool in_place_ok, int dup_at)
{
    size_t at = 0, done[2] = {0, 0};
    int n[2] = {0, 0}, ok[2];

    for (size_t k = 0; k < n_cuts; k++) {
        for (int i = 0; i < 2; i++) {
            if (in_place_ok && k % 3 == 2) {
                memcpy(in_place, data + at, cuts[k]);
                ok[i] = EVP_CipherUpdate(p->ctx[i], in_place, &n[i], in_place, (int)cuts[k]);
                memcpy(out[i] + done[i], in_place, (size_t)n[i]);
            } else {
                ok[i] = EVP_CipherUpdate(p->ctx[i], out[i] + done[i], &n[i], data + at, (int)cuts[k]);
            }
            assert_int_equal(ok[i], 1);
            done[i] += (size_t)n[i];
        }
        assert_int_equal(n[0], n[1]);
        assert_memory_equal(out[0], out[1], done[0]);
        at += cuts[k];
        assert_true(at <= TOTAL_MAX);
        same_state(p);
        if ((int)k == dup_at)
            duplicate(p);
    }
    for (int i = 0; i < 2; i++)
        ok[i] = EVP_CipherFinal_ex(p->ctx[i], out[i] + done[i], &n[i]);
    assert_int_equal(ok[0], ok[1]); /* decryption of anything: the padding is almost always wrong, on both */
    assert_int_equal(n[0], n[1]);
    if (ok[0])
        assert_memory_equal(out[0] + done[0], out[1] + done[1], (size_t)n[0]);
}

/* One context has used both paths, where prices decide. */
static void both_paths(const struct pair *p)
{
    uint64_t offloaded = 0, aside = 0;
    OSSL_PARAM ask[] = {OSSL_PARAM_uint64("outboard-offloaded", &offloaded),
                        OSSL_PARAM_uint64("outboard-aside", &aside), OSSL_PARAM_END};

    assert_int_equal(EVP_CIPHER_CTX_get_params(p->ctx[1], ask), 1);
    if (evp_mode_is("auto"))
        assert_true(offloaded > 0 && aside > 0);
    if (evp_mode_is("accel") && !getenv("OUTBOARD_TEST_FAULT"))
        assert_true(offloaded > 0);
}

static void small_and_large(void **state)
{
    static const size_t cuts[] = {16, 32768, 16, 32768, 32, 16};

    (void)state;
    for (size_t k = 0; k < N_NAMES; k++) {
        struct pair p = open_pair(names[k]);
        uint8_t key[32], iv[16];

        for (int encrypt = 0; encrypt <= 1; encrypt++)
            for (int padding = 0; padding <= 1; padding++)
                for (int dup_at = -1; dup_at < 3; dup_at++) {
                    bool in_place_ok = encrypt || !padding; /* else the output lags a block behind */

                    evp_fill(key, sizeof key, 11 + (uint32_t)k);
                    evp_fill(iv, sizeof iv, 22 + (uint32_t)k);
                    init_pair(&p, key, iv, encrypt);
                    for (int i = 0; i < 2; i++)
                        assert_int_equal(EVP_CIPHER_CTX_set_padding(p.ctx[i], padding), 1);
                    message(&p, cuts, sizeof cuts / sizeof cuts[0], in_place_ok, dup_at);
                    both_paths(&p);
                    init_pair(&p, NULL, iv, encrypt); /* the same key, another message */
                    for (int i = 0; i < 2; i++)
                        assert_int_equal(EVP_CIPHER_CTX_set_padding(p.ctx[i], padding), 1);
                    message(&p, cuts, 3, in_place_ok, -1);
                    init_pair(&p, NULL, NULL, -1); /* and once more from the first IV, or on with the counter */
                    message(&p, cuts, 2, in_place_ok, -1);
                }
        close_pair(&p);
    }
}

/* Padding that is switched off after an update leaves a block behind, which the next update gives out. */
static void padding_off_later(void **state)
{
    static const size_t cuts[] = {4096, 16, 32768, 0, 16384};
    uint8_t key[32], iv[16];

    (void)state;
    evp_fill(key, sizeof key, 8);
    evp_fill(iv, sizeof iv, 9);
    for (size_t k = 0; k < N_NAMES; k++)
        for (size_t first = 0; first < 2; first++) {
            struct pair p = open_pair(names[k]);
            int n[2];

            init_pair(&p, key, iv, 0);
            for (int i = 0; i < 2; i++) {
                assert_int_equal(EVP_CipherUpdate(p.ctx[i], out[i], &n[i], data, first ? 48 : 4096), 1);
                assert_int_equal(EVP_CIPHER_CTX_set_padding(p.ctx[i], 0), 1);
            }
            assert_int_equal(n[0], n[1]);
            message(&p, cuts + first, 5 - first, false, -1);
            close_pair(&p);
        }
}

static void any_cut(void **state)
{
    uint32_t seed = 4711;

    (void)state;
    for (size_t k = 0; k < N_NAMES; k++) {
        struct pair p = open_pair(names[k]);

        for (int round = 0; round < 40; round++) {
            uint8_t key[32], iv[16];
            size_t cuts[12], n = 1 + evp_next(&seed) % 12;

            for (size_t i = 0; i < n; i++)
                cuts[i] = evp_next(&seed) % 3 ? evp_next(&seed) % 50 : evp_next(&seed) % 9000;
            evp_fill(key, sizeof key, evp_next(&seed));
            evp_fill(iv, sizeof iv, evp_next(&seed));
            init_pair(&p, key, iv, (int)(evp_next(&seed) & 1));
            for (int i = 0; i < 2; i++)
                assert_int_equal(EVP_CIPHER_CTX_set_padding(p.ctx[i], round & 1), 1);
            message(&p, cuts, n, false, round % 4 == 0 ? 1 : -1);
        }
        close_pair(&p);
    }
}

/* EVP_Cipher, as OpenSSH calls it: whole blocks, mostly in place, on one endless context. */
static void endless(void **state)
{
    static const size_t cuts[] = {16, 16384, 16, 32768, 8192, 16, 48};

    (void)state;
    for (size_t k = 0; k < N_NAMES; k++) {
        struct pair p = open_pair(names[k]);
        uint8_t key[32], iv[16];

        for (int encrypt = 0; encrypt <= 1; encrypt++) {
            size_t at = 0;

            evp_fill(key, sizeof key, 5);
            evp_fill(iv, sizeof iv, 6);
            init_pair(&p, key, iv, encrypt);
            for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
                for (int j = 0; j < 2; j++) {
                    memcpy(out[j], data + at, cuts[i]);
                    assert_true(EVP_Cipher(p.ctx[j], out[j], out[j], (unsigned)cuts[i]) > 0);
                }
                assert_memory_equal(out[0], out[1], cuts[i]);
                same_state(&p);
                at += cuts[i];
            }
        }
        close_pair(&p);
    }
}

static void counter_wraps(void **state)
{
    struct pair p = open_pair("AES-256-CTR");
    uint8_t key[32], iv[16];
    const size_t cuts[] = {5, 40000, 3, 16384};

    (void)state;
    evp_fill(key, sizeof key, 1);
    memset(iv, 0xff, sizeof iv);
    iv[15] = 0xf0;
    init_pair(&p, key, iv, 1);
    message(&p, cuts, 4, false, -1);
    close_pair(&p);
}

static void xts_units(void **state)
{
    static const size_t units[] = {16, 17, 31, 32, 512, 4096, 16384, 16385, 65536};
    static const char *const xts[] = {"AES-128-XTS", "AES-256-XTS"};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct pair p = open_pair(xts[k]);
        uint8_t key[64], iv[16];

        evp_fill(key, sizeof key, 77);
        for (int encrypt = 0; encrypt <= 1; encrypt++)
            for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
                int n[2];

                evp_fill(iv, sizeof iv, (uint32_t)i);
                init_pair(&p, i == 0 ? key : NULL, iv, encrypt);
                if (i == 0)
                    init_pair(&p, key, iv, encrypt);
                for (int again = 0; again < 2; again++) { /* a second unit has the same tweak */
                    for (int j = 0; j < 2; j++)
                        assert_int_equal(EVP_CipherUpdate(p.ctx[j], out[j], &n[j], data, (int)units[i]), 1);
                    assert_int_equal(n[0], n[1]);
                    assert_memory_equal(out[0], out[1], units[i]);
                }
                memcpy(in_place, data, units[i]);
                assert_int_equal(EVP_CipherUpdate(p.ctx[1], in_place, &n[1], in_place, (int)units[i]), 1);
                assert_memory_equal(out[0], in_place, units[i]);
            }
        close_pair(&p);
    }
}

static void refuses_alike(void **state)
{
    struct pair p = open_pair("AES-128-XTS");
    uint8_t key[32] = {0}, iv[16] = {0};
    int n[2];

    (void)state;
    evp_fill(key, sizeof key, 3);
    init_pair(&p, key, iv, 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(EVP_CipherUpdate(p.ctx[i], out[i], &n[i], data, 15), 0);
    close_pair(&p);
    p = open_pair("AES-128-CBC");
    for (int i = 0; i < 2; i++) /* no key */
        assert_int_equal(EVP_CipherInit_ex2(p.ctx[i], p.cipher[i], NULL, iv, 1, NULL), 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(EVP_CipherUpdate(p.ctx[i], out[i], &n[i], data, 32768), 0);
    close_pair(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_and_large), cmocka_unit_test(padding_off_later), cmocka_unit_test(any_cut),
        cmocka_unit_test(endless),         cmocka_unit_test(counter_wraps),     cmocka_unit_test(xts_units),
        cmocka_unit_test(refuses_alike),
    };

    evp_fill(data, sizeof data, 99);
    return cmocka_run_group_tests(tests, evp_start, evp_stop);
}
