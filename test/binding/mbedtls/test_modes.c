/* SPDX-License-Identifier: Apache-2.0 */
/* GCM, CCM, ChaCha20-Poly1305, CMAC and DES under the binding: random operations in random parts, beside the same by
 * the library alone. */
#include "under.h"

#include <mbedtls/ccm.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/cipher.h>
#include <mbedtls/cmac.h>
#include <mbedtls/des.h>
#include <mbedtls/gcm.h>

enum { LEN_MAX = 300, GUARD = 16 };

/* Both sides of a comparison: [0] by the library, [1] by whoever serves. */
static uint8_t key[32], iv[64], aad[LEN_MAX], in[LEN_MAX], out[2][LEN_MAX + GUARD], tag[2][16 + GUARD];

static int setup(void **state)
{
    (void)state;
    seed(3);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    by_engine();
    ob_mbedtls_counts_reset();
    return 0;
}

static void new_message(void)
{
    fill(key, sizeof key);
    fill(iv, sizeof iv);
    fill(aad, sizeof aad);
    fill(in, sizeof in);
    memset(out, 0x5a, sizeof out);
    memset(tag, 0xa5, sizeof tag);
}

static void side(unsigned k, void (*serve)(void))
{
    if (k)
        serve();
    else
        by_library();
}

/* Outputs and tags of both are equal, and so is what lies behind them: defect groups 8 and 9. */
static void assert_same_output(void)
{
    assert_memory_equal(out[1], out[0], sizeof out[0]);
    assert_memory_equal(tag[1], tag[0], sizeof tag[0]);
}

static size_t random_part(size_t left)
{
    size_t n = number(3) ? number(60) : number(300);

    return n < left ? n : left;
}

/* Some length of key. */
static unsigned bits(size_t len)
{
    return 128 + 64 * (unsigned)(len % 3);
}

/* ---- GCM ---- */

static void gcm_in_parts(void (*serve)(void))
{
    static const size_t iv_lens[] = {12, 12, 1, 8, 16, 60};
    mbedtls_gcm_context ctx[2];
    size_t aad_len = number(100), len = number(LEN_MAX), tag_len = 4 + number(13), written, done, n;
    size_t iv_len = iv_lens[number(6)];
    int mode = number(2) ? MBEDTLS_GCM_ENCRYPT : MBEDTLS_GCM_DECRYPT;

    new_message();
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        mbedtls_gcm_init(&ctx[k]);
        assert_int_equal(mbedtls_gcm_setkey(&ctx[k], MBEDTLS_CIPHER_ID_AES, key, bits(len)), 0);
        assert_int_equal(mbedtls_gcm_starts(&ctx[k], mode, iv, iv_len), 0);
    }
    for (done = 0; done < aad_len; done += n) {
        n = random_part(aad_len - done);
        for (unsigned k = 0; k < 2; k++) {
            side(k, serve);
            assert_int_equal(mbedtls_gcm_update_ad(&ctx[k], aad + done, n), 0);
        }
        assert_memory_equal(ctx[1].buf, ctx[0].buf, 16);
    }
    for (done = 0; done < len; done += n) {
        n = random_part(len - done);
        for (unsigned k = 0; k < 2; k++) {
            side(k, serve);
            assert_int_equal(mbedtls_gcm_update(&ctx[k], in + done, n, out[k] + done, n, &written), 0);
            assert_int_equal(written, n);
        }
        assert_memory_equal(ctx[1].buf, ctx[0].buf, 16);
        assert_memory_equal(ctx[1].y, ctx[0].y, 16);
        assert_int_equal(ctx[1].len, ctx[0].len);
    }
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        assert_int_equal(mbedtls_gcm_finish(&ctx[k], NULL, 0, &written, tag[k], tag_len), 0);
        assert_int_equal(written, 0);
        mbedtls_gcm_free(&ctx[k]);
    }
    assert_same_output();
}

/* In one call, perhaps in place; then back, with the right tag and with a wrong one. */
static void gcm_in_one(void (*serve)(void))
{
    mbedtls_gcm_context ctx;
    size_t aad_len = number(100), len = number(LEN_MAX), tag_len = 12 + number(5), iv_len = number(4) ? 12 : 17;
    bool in_place = number(2);
    uint8_t back[LEN_MAX];

    new_message();
    mbedtls_gcm_init(&ctx);
    assert_int_equal(mbedtls_gcm_setkey(&ctx, MBEDTLS_CIPHER_ID_AES, key, bits(len)), 0);
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        if (in_place)
            memcpy(out[k], in, len);
        assert_int_equal(mbedtls_gcm_crypt_and_tag(&ctx, MBEDTLS_GCM_ENCRYPT, len, iv, iv_len, aad, aad_len,
                                                   in_place ? out[k] : in, out[k], tag_len, tag[k]),
                         0);
    }
    assert_same_output();
    serve();
    assert_int_equal(mbedtls_gcm_auth_decrypt(&ctx, len, iv, iv_len, aad, aad_len, tag[1], tag_len, out[1], back), 0);
    assert_memory_equal(back, in, len);
    tag[1][number((uint32_t)tag_len)] ^= 1;
    memset(back, 0x77, sizeof back);
    assert_int_equal(mbedtls_gcm_auth_decrypt(&ctx, len, iv, iv_len, aad, aad_len, tag[1], tag_len, out[1], back),
                     MBEDTLS_ERR_GCM_AUTH_FAILED);
    for (size_t i = 0; i < len; i++)
        assert_int_equal(back[i], 0);
    /* decrypted with a tag to show instead of one to compare */
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&ctx, MBEDTLS_GCM_DECRYPT, len, iv, iv_len, aad, aad_len, out[1], back,
                                               tag_len, tag[1]),
                     0);
    assert_memory_equal(back, in, len);
    assert_memory_equal(tag[1], tag[0], tag_len);
    mbedtls_gcm_free(&ctx);
}

/* ---- CCM ---- */

static void ccm_in_parts(void (*serve)(void))
{
    mbedtls_ccm_context ctx[2];
    size_t aad_len = number(100), len = number(LEN_MAX), tag_len = 4 + 2 * number(7), iv_len = 7 + number(7);
    size_t written, done, n;
    int mode = number(2) ? MBEDTLS_CCM_ENCRYPT : MBEDTLS_CCM_DECRYPT;

    new_message();
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        mbedtls_ccm_init(&ctx[k]);
        assert_int_equal(mbedtls_ccm_setkey(&ctx[k], MBEDTLS_CIPHER_ID_AES, key, bits(len)), 0);
        assert_int_equal(mbedtls_ccm_starts(&ctx[k], mode, iv, iv_len), 0);
        assert_int_equal(mbedtls_ccm_set_lengths(&ctx[k], aad_len, len, tag_len), 0);
    }
    for (done = 0; done < aad_len; done += n) {
        n = random_part(aad_len - done);
        for (unsigned k = 0; k < 2; k++) {
            side(k, serve);
            assert_int_equal(mbedtls_ccm_update_ad(&ctx[k], aad + done, n), 0);
        }
        assert_memory_equal(ctx[1].y, ctx[0].y, 16);
        assert_int_equal(ctx[1].state, ctx[0].state);
    }
    for (done = 0; done < len; done += n) {
        n = random_part(len - done);
        for (unsigned k = 0; k < 2; k++) {
            side(k, serve);
            assert_int_equal(mbedtls_ccm_update(&ctx[k], in + done, n, out[k] + done, n, &written), 0);
            assert_int_equal(written, n);
        }
        assert_memory_equal(ctx[1].y, ctx[0].y, 16);
        assert_memory_equal(ctx[1].ctr, ctx[0].ctr, 16);
        assert_int_equal(ctx[1].processed, ctx[0].processed);
    }
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        assert_int_equal(mbedtls_ccm_finish(&ctx[k], tag[k], tag_len), 0);
        mbedtls_ccm_free(&ctx[k]);
    }
    assert_same_output();
}

/* Defect groups 1 (the tag is compared, and not written over) and 9 (lengths of additional data, limits). */
static void ccm_in_one(void (*serve)(void))
{
    mbedtls_ccm_context ctx;
    size_t aad_len = number(LEN_MAX), len = number(LEN_MAX), tag_len = 4 + 2 * number(7), iv_len = 7 + number(7);
    uint8_t back[LEN_MAX], wrong[16];

    new_message();
    mbedtls_ccm_init(&ctx);
    assert_int_equal(mbedtls_ccm_setkey(&ctx, MBEDTLS_CIPHER_ID_AES, key, bits(len)), 0);
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        assert_int_equal(mbedtls_ccm_encrypt_and_tag(&ctx, len, iv, iv_len, aad, aad_len, in, out[k], tag[k], tag_len),
                         0);
    }
    assert_same_output();
    serve();
    assert_int_equal(mbedtls_ccm_auth_decrypt(&ctx, len, iv, iv_len, aad, aad_len, out[1], back, tag[1], tag_len), 0);
    assert_memory_equal(back, in, len);
    memcpy(wrong, tag[1], 16);
    wrong[number((uint32_t)tag_len)] ^= 1;
    memcpy(tag[0], wrong, 16);
    memset(back, 0x77, sizeof back);
    assert_int_equal(mbedtls_ccm_auth_decrypt(&ctx, len, iv, iv_len, aad, aad_len, out[1], back, wrong, tag_len),
                     MBEDTLS_ERR_CCM_AUTH_FAILED);
    assert_memory_equal(wrong, tag[0], 16);
    for (size_t i = 0; i < len; i++)
        assert_int_equal(back[i], 0);
    mbedtls_ccm_free(&ctx);
}

/* ---- ChaCha20-Poly1305 ---- */

static void chachapoly_in_one(void (*serve)(void))
{
    mbedtls_chachapoly_context ctx;
    size_t aad_len = number(100), len = number(LEN_MAX);
    uint8_t back[LEN_MAX];

    new_message();
    mbedtls_chachapoly_init(&ctx);
    assert_int_equal(mbedtls_chachapoly_setkey(&ctx, key), 0);
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        assert_int_equal(mbedtls_chachapoly_encrypt_and_tag(&ctx, len, iv, aad, aad_len, in, out[k], tag[k]), 0);
    }
    assert_same_output();
    serve();
    assert_int_equal(mbedtls_chachapoly_auth_decrypt(&ctx, len, iv, aad, aad_len, tag[1], out[1], back), 0);
    assert_memory_equal(back, in, len);
    tag[1][3] ^= 0x80;
    assert_int_equal(mbedtls_chachapoly_auth_decrypt(&ctx, len, iv, aad, aad_len, tag[1], out[1], back),
                     MBEDTLS_ERR_CHACHAPOLY_AUTH_FAILED);
    for (size_t i = 0; i < len; i++)
        assert_int_equal(back[i], 0);
    assert_int_equal(mbedtls_chachapoly_update(&ctx, 1, in, back), MBEDTLS_ERR_CHACHAPOLY_BAD_STATE);
    mbedtls_chachapoly_free(&ctx);
}

/* ---- CMAC ---- */

static void cmac(void (*serve)(void))
{
    static const mbedtls_cipher_type_t types[] = {MBEDTLS_CIPHER_AES_128_ECB, MBEDTLS_CIPHER_AES_192_ECB,
                                                  MBEDTLS_CIPHER_AES_256_ECB};
    unsigned kind = number(3), key_bits = 128 + 64 * kind;
    const mbedtls_cipher_info_t *info = mbedtls_cipher_info_from_type(types[kind]);
    mbedtls_cipher_context_t ctx[2];
    size_t len = number(LEN_MAX), done, n;

    new_message();
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        mbedtls_cipher_init(&ctx[k]);
        assert_int_equal(mbedtls_cipher_setup(&ctx[k], info), 0);
        assert_int_equal(mbedtls_cipher_cmac_starts(&ctx[k], key, key_bits), 0);
    }
    for (unsigned message = 0; message < 2; message++) {
        for (done = 0; done < len; done += n) {
            n = random_part(len - done);
            for (unsigned k = 0; k < 2; k++) {
                side(k, serve);
                assert_int_equal(mbedtls_cipher_cmac_update(&ctx[k], in + done, n), 0);
            }
            assert_memory_equal(ctx[1].cmac_ctx->state, ctx[0].cmac_ctx->state, 16);
            assert_int_equal(ctx[1].cmac_ctx->unprocessed_len, ctx[0].cmac_ctx->unprocessed_len);
        }
        for (unsigned k = 0; k < 2; k++) {
            side(k, serve);
            assert_int_equal(mbedtls_cipher_cmac_finish(&ctx[k], tag[k]), 0);
            assert_int_equal(mbedtls_cipher_cmac_reset(&ctx[k]), 0);
        }
        assert_same_output();
    }
    serve();
    assert_int_equal(mbedtls_cipher_cmac(info, key, key_bits, in, len, tag[1]), 0);
    assert_same_output();
    mbedtls_cipher_free(&ctx[0]);
    mbedtls_cipher_free(&ctx[1]);
}

/* ---- DES ---- */

enum { USERS = 12 };

static struct user {
    mbedtls_des_context one[2];    /* for encryption and for decryption */
    mbedtls_des3_context three[2]; /* with two or three keys */
    uint8_t iv[4][8];
} users[2][USERS];

static void make_user(unsigned i, void (*serve)(void))
{
    static const uint8_t weak[8] = {0x1f, 0x1f, 0x1f, 0x1f, 0x0e, 0x0e, 0x0e, 0x0e}; /* FIPS 74, section 3.6 */
    static const uint8_t semi_weak[8] = {0x01, 0xfe, 0x01, 0xfe, 0x01, 0xfe, 0x01, 0xfe};

    new_message();
    if (i == 1)
        memcpy(key, weak, 8);
    if (i == 2)
        memcpy(key, semi_weak, 8);
    if (i == 3)
        memcpy(key + 8, weak, 8);
    for (unsigned k = 0; k < 2; k++) {
        struct user *u = &users[k][i];

        side(k, serve);
        for (unsigned n = 0; n < 2; n++) {
            mbedtls_des_init(&u->one[n]);
            mbedtls_des3_init(&u->three[n]);
        }
        assert_int_equal(mbedtls_des_setkey_enc(&u->one[0], key), 0);
        assert_int_equal(mbedtls_des_setkey_dec(&u->one[1], key), 0);
        assert_int_equal((i % 2 ? mbedtls_des3_set2key_enc : mbedtls_des3_set3key_enc)(&u->three[0], key), 0);
        assert_int_equal((i % 2 ? mbedtls_des3_set2key_dec : mbedtls_des3_set3key_dec)(&u->three[1], key), 0);
        memcpy(u->iv, iv, sizeof u->iv);
    }
}

static int run(struct user *u, unsigned kind, bool decrypt, size_t len, const uint8_t *from, uint8_t *to)
{
    switch (kind) {
    case 0:
        return mbedtls_des_crypt_ecb(&u->one[decrypt], from, to);
    case 1:
        return mbedtls_des_crypt_cbc(&u->one[decrypt], !decrypt, len, u->iv[decrypt], from, to);
    case 2:
        return mbedtls_des3_crypt_ecb(&u->three[decrypt], from, to);
    default:
        return mbedtls_des3_crypt_cbc(&u->three[decrypt], !decrypt, len, u->iv[2 + decrypt], from, to);
    }
}

/* Defect groups 3 and 16: the next IV, and single blocks by the public function whoever set the key. */
static void des(void (*serve)(void))
{
    unsigned kind = number(4), i = number(USERS);
    size_t len = number(LEN_MAX) & ~(size_t)7;
    bool decrypt = number(2), in_place = number(2);

    fill(in, sizeof in);
    memset(out, 0x5a, sizeof out);
    for (unsigned k = 0; k < 2; k++) {
        side(k, serve);
        if (in_place)
            memcpy(out[k], in, sizeof in);
        assert_int_equal(run(&users[k][i], kind, decrypt, len, in_place ? out[k] : in, out[k]), 0);
    }
    assert_memory_equal(out[1], out[0], sizeof out[0]);
    assert_memory_equal(&users[1][i], &users[0][i], sizeof users[0][i]);
}

/* ---- all of them ---- */

static void everything(void (*serve)(void), unsigned times)
{
    for (unsigned i = 0; i < USERS; i++)
        make_user(i, serve);
    for (unsigned i = 0; i < times; i++) {
        gcm_in_parts(serve);
        gcm_in_one(serve);
        ccm_in_parts(serve);
        ccm_in_one(serve);
        chachapoly_in_one(serve);
        cmac(serve);
        for (unsigned n = 0; n < 6; n++)
            des(serve);
    }
}

static void test_engines_compute_what_the_library_does(void **state)
{
    static const char *const served[] = {
        "gcm_update_ad", "gcm_update",         "gcm_finish",         "gcm_crypt_and_tag", "gcm_auth_decrypt",
        "ccm_update_ad", "ccm_update",         "ccm_auth_decrypt",   "cipher_cmac",       "chachapoly_auth_decrypt",
        "des_crypt_ecb", "cipher_cmac_update", "cipher_cmac_finish", "des_crypt_cbc",     "des3_crypt_cbc",
    };

    (void)state;
    everything(by_engine, 150);
    assert_no_library_ops();
    for (size_t i = 0; i < sizeof served / sizeof served[0]; i++)
        assert_int_not_equal(engine_ops(served[i]), 0);
}

static void test_messages_move_between_engine_and_library(void **state)
{
    (void)state;
    everything(by_both, 150);
}

static void test_errors_are_the_librarys(void **state)
{
    mbedtls_gcm_context gcm;
    mbedtls_ccm_context ccm;
    mbedtls_des_context one;
    static uint8_t long_aad[0xff00];
    size_t written;

    (void)state;
    new_message();
    mbedtls_gcm_init(&gcm);
    assert_int_equal(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 100), MBEDTLS_ERR_GCM_BAD_INPUT);
    assert_int_equal(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 128), 0);
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 16, iv, 0, aad, 0, in, out[0], 16, tag[0]),
                     MBEDTLS_ERR_GCM_BAD_INPUT);
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 16, iv, 12, aad, 0, in, out[0], 3, tag[0]),
                     MBEDTLS_ERR_GCM_BAD_INPUT);
    assert_int_equal(mbedtls_gcm_starts(&gcm, MBEDTLS_GCM_ENCRYPT, iv, 12), 0);
    assert_int_equal(mbedtls_gcm_update(&gcm, in, 16, out[0], 15, &written), MBEDTLS_ERR_GCM_BUFFER_TOO_SMALL);
    assert_int_equal(mbedtls_gcm_finish(&gcm, NULL, 0, &written, tag[0], 17), MBEDTLS_ERR_GCM_BAD_INPUT);
    mbedtls_gcm_free(&gcm);

    mbedtls_ccm_init(&ccm);
    assert_int_equal(mbedtls_ccm_setkey(&ccm, MBEDTLS_CIPHER_ID_AES, key, 128), 0);
    assert_int_equal(mbedtls_ccm_encrypt_and_tag(&ccm, 16, iv, 14, aad, 0, in, out[0], tag[0], 16),
                     MBEDTLS_ERR_CCM_BAD_INPUT);
    assert_int_equal(mbedtls_ccm_encrypt_and_tag(&ccm, 16, iv, 13, aad, 0, in, out[0], tag[0], 5),
                     MBEDTLS_ERR_CCM_BAD_INPUT);
    assert_int_equal(mbedtls_ccm_encrypt_and_tag(&ccm, 16, iv, 12, long_aad, sizeof long_aad, in, out[0], tag[0], 16),
                     MBEDTLS_ERR_CCM_BAD_INPUT);
    mbedtls_ccm_free(&ccm);

    mbedtls_des_init(&one);
    assert_int_equal(mbedtls_des_setkey_enc(&one, key), 0);
    assert_int_equal(mbedtls_des_crypt_cbc(&one, MBEDTLS_DES_ENCRYPT, 7, iv, in, out[0]),
                     MBEDTLS_ERR_DES_INVALID_INPUT_LENGTH);
    mbedtls_des_free(&one);
}

/* GCM and CCM over other ciphers are the library's, and do not count. */
static void test_other_ciphers_are_the_librarys(void **state)
{
    mbedtls_gcm_context gcm;
    uint8_t back[64];

    (void)state;
    new_message();
    mbedtls_gcm_init(&gcm);
    assert_int_equal(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_CAMELLIA, key, 128), 0);
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, 64, iv, 12, aad, 20, in, out[0], 16, tag[0]),
                     0);
    assert_int_equal(mbedtls_gcm_auth_decrypt(&gcm, 64, iv, 12, aad, 20, tag[0], 16, out[0], back), 0);
    assert_memory_equal(back, in, 64);
    assert_int_equal(engine_ops("gcm_crypt_and_tag"), 0);
    assert_no_library_ops();
    mbedtls_gcm_free(&gcm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_engines_compute_what_the_library_does, setup),
        cmocka_unit_test_setup(test_messages_move_between_engine_and_library, setup),
        cmocka_unit_test_setup(test_errors_are_the_librarys, setup),
        cmocka_unit_test_setup(test_other_ciphers_are_the_librarys, setup),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
