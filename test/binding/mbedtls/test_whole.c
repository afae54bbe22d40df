/* SPDX-License-Identifier: Apache-2.0 */
/* Whole messages under the binding, again and again from one place in memory, where another context comes to lie
 * without a word: its key differs from the last one's in a single bit, any bit. What comes out is the library's. */
#include "under.h"

#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/des.h>
#include <mbedtls/error.h>
#include <mbedtls/gcm.h>

enum { LEN = 64, LONG_IV = 0x10001, KEY_MAX = 32 };

union context {
    mbedtls_aes_context aes;
    mbedtls_des_context des;
    mbedtls_des3_context des3;
    mbedtls_gcm_context gcm;
    mbedtls_ccm_context ccm;
};

/* A kind of message: how to set a key, and a call. The call's data are in and iv, its result out and what follows it.
 */
struct kind {
    const char *function;
    unsigned key_len;
    void (*set)(union context *ctx, const uint8_t *key, unsigned key_len);
    int (*run)(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag);
    bool refused; /* Outboard has no such thing: what comes out is the library's */
};

static uint8_t in[LEN], long_iv[LONG_IV];

static void set_aes(union context *ctx, const uint8_t *key, unsigned key_len)
{
    mbedtls_aes_init(&ctx->aes);
    assert_int_equal(mbedtls_aes_setkey_enc(&ctx->aes, key, key_len * 8), 0);
}

static int run_aes(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    (void)tag;
    return mbedtls_aes_crypt_cbc(&ctx->aes, MBEDTLS_AES_ENCRYPT, LEN, iv, from, to);
}

static void set_des(union context *ctx, const uint8_t *key, unsigned key_len)
{
    mbedtls_des_init(&ctx->des);
    mbedtls_des3_init(&ctx->des3);
    if (key_len == 8)
        assert_int_equal(mbedtls_des_setkey_enc(&ctx->des, key), 0);
    else
        assert_int_equal(mbedtls_des3_set3key_enc(&ctx->des3, key), 0);
}

static void set_des_dec(union context *ctx, const uint8_t *key, unsigned key_len)
{
    mbedtls_des_init(&ctx->des);
    mbedtls_des3_init(&ctx->des3);
    if (key_len == 8)
        assert_int_equal(mbedtls_des_setkey_dec(&ctx->des, key), 0);
    else
        assert_int_equal(mbedtls_des3_set3key_dec(&ctx->des3, key), 0);
}

static int run_des(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    (void)tag;
    return mbedtls_des_crypt_cbc(&ctx->des, MBEDTLS_DES_ENCRYPT, LEN, iv, from, to);
}

static int run_des_dec(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    (void)tag;
    return mbedtls_des_crypt_cbc(&ctx->des, MBEDTLS_DES_DECRYPT, LEN, iv, from, to);
}

static int run_des3(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    (void)tag;
    return mbedtls_des3_crypt_cbc(&ctx->des3, MBEDTLS_DES_ENCRYPT, LEN, iv, from, to);
}

static int run_des3_dec(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    (void)tag;
    return mbedtls_des3_crypt_cbc(&ctx->des3, MBEDTLS_DES_DECRYPT, LEN, iv, from, to);
}

static void set_gcm(union context *ctx, const uint8_t *key, unsigned key_len)
{
    mbedtls_gcm_init(&ctx->gcm);
    assert_int_equal(mbedtls_gcm_setkey(&ctx->gcm, MBEDTLS_CIPHER_ID_AES, key, key_len * 8), 0);
}

static int run_gcm(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    return mbedtls_gcm_crypt_and_tag(&ctx->gcm, MBEDTLS_GCM_ENCRYPT, LEN, iv, 12, NULL, 0, from, to, 16, tag);
}

/* A cut tag, of which no byte more than asked for is written. */
static int run_gcm_cut(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    return mbedtls_gcm_crypt_and_tag(&ctx->gcm, MBEDTLS_GCM_ENCRYPT, LEN, iv, 12, in, 20, from, to, 4 + iv[0] % 12,
                                     tag);
}

static int run_gcm_long_iv(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    return mbedtls_gcm_crypt_and_tag(&ctx->gcm, MBEDTLS_GCM_ENCRYPT, LEN, long_iv, LONG_IV, NULL, 0, from, to,
                                     iv[0] % 2 ? 16 : 12, tag);
}

static int run_gcm_back(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    return mbedtls_gcm_crypt_and_tag(&ctx->gcm, MBEDTLS_GCM_DECRYPT, LEN, iv, 12, in, 20, from, to, 16, tag);
}

static void set_ccm(union context *ctx, const uint8_t *key, unsigned key_len)
{
    mbedtls_ccm_init(&ctx->ccm);
    assert_int_equal(mbedtls_ccm_setkey(&ctx->ccm, MBEDTLS_CIPHER_ID_AES, key, key_len * 8), 0);
}

static int run_ccm(union context *ctx, uint8_t *to, const uint8_t *from, uint8_t *iv, uint8_t *tag)
{
    return mbedtls_ccm_encrypt_and_tag(&ctx->ccm, LEN, iv, 12, NULL, 0, from, to, tag, 16);
}

static const struct kind kinds[] = {
    {"aes_crypt_cbc", 16, set_aes, run_aes, false},
    {"aes_crypt_cbc", 24, set_aes, run_aes, false},
    {"aes_crypt_cbc", 32, set_aes, run_aes, false},
    {"des_crypt_cbc", 8, set_des, run_des, false},
    {"des_crypt_cbc", 8, set_des_dec, run_des_dec, false},
    {"des_crypt_cbc", 8, set_des_dec, run_des, true}, /* a schedule for the other direction */
    {"des3_crypt_cbc", 24, set_des, run_des3, false},
    {"des3_crypt_cbc", 24, set_des_dec, run_des3_dec, false},
    {"des3_crypt_cbc", 24, set_des, run_des3_dec, true},
    {"gcm_crypt_and_tag", 16, set_gcm, run_gcm, false},
    {"gcm_crypt_and_tag", 24, set_gcm, run_gcm, false},
    {"gcm_crypt_and_tag", 32, set_gcm, run_gcm, false},
    {"gcm_crypt_and_tag", 16, set_gcm, run_gcm_cut, false},
    {"gcm_crypt_and_tag", 16, set_gcm, run_gcm_long_iv, false},
    {"gcm_update", 16, set_gcm, run_gcm_back, false},
    {"ccm_encrypt_and_tag", 32, set_ccm, run_ccm, false},
};

/* What a call leaves: return value, output, next IV, tag, with some bytes beyond each. */
struct result {
    int ret;
    uint8_t out[LEN + 8], iv[16 + 8], tag[16 + 8];
};

/* How far from words the data of a call are, and whether it works in place: each way in turn. */
static const struct {
    unsigned at;
    bool in_place;
} ways[] = {{0, false}, {0, true}, {0, false}, {3, false}, {4, true}, {1, true}};

enum { WAYS = sizeof ways / sizeof *ways };

static void call(const struct kind *kind, union context *ctx, struct result *r, unsigned way)
{
    unsigned at = ways[way].at;
    bool in_place = ways[way].in_place;

    memset(r, 0x5a, sizeof *r);
    memcpy(r->iv + at, in + 7, 16);
    if (in_place)
        memcpy(r->out + at, in, LEN);
    r->ret = kind->run(ctx, r->out + at, in_place ? r->out + at : in, r->iv + at, r->tag + at);
}

/* What the library's own code makes of a key. */
static void ask_library(const struct kind *kind, union context *ctx, const uint8_t *key, struct result wanted[WAYS])
{
    by_library();
    kind->set(ctx, key, kind->key_len);
    for (unsigned way = 0; way < WAYS; way++) {
        call(kind, ctx, &wanted[way], way);
        assert_int_equal(wanted[way].ret, 0);
    }
}

static void compare(const struct kind *kind, union context *ctx, const struct result wanted[WAYS])
{
    struct result r;

    for (unsigned way = 0; way < WAYS; way++) {
        call(kind, ctx, &r, way);
        assert_memory_equal(&r, &wanted[way], sizeof r);
    }
}

static void free_context(const struct kind *kind, union context *ctx)
{
    if (kind->set == set_gcm)
        mbedtls_gcm_free(&ctx->gcm);
    else if (kind->set == set_ccm)
        mbedtls_ccm_free(&ctx->ccm);
}

/* Every engine op that there was, and nothing of it by the library, if the engines can have it. */
static void assert_served(const struct kind *kind, unsigned calls)
{
    assert_int_equal(engine_ops(kind->function), kind->refused ? 0 : calls);
    assert_int_equal(library_ops(kind->function), 0);
}

static int setup(void **state)
{
    (void)state;
    seed(11);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    fill(in, sizeof in);
    fill(long_iv, sizeof long_iv);
    return 0;
}

/* The contexts are copied to their place. While engines serve, no switch is touched, for that closes all sessions. */
static void test_a_key_one_bit_away_comes_by_memcpy(void **state)
{
    static union context place, ctx[2];
    static struct result wanted[2][WAYS];

    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct kind *kind = &kinds[k];
        uint8_t key[KEY_MAX];

        for (unsigned bit = 0; bit < 8 * kind->key_len; bit++) {
            if (kind->run == run_gcm_long_iv && bit % 16)
                continue; /* each takes long */
            fill(key, sizeof key);
            ask_library(kind, &ctx[0], key, wanted[0]);
            key[bit / 8] ^= (uint8_t)(1u << bit % 8);
            ask_library(kind, &ctx[1], key, wanted[1]);
            by_engine();
            ob_mbedtls_counts_reset();
            for (unsigned i = 0; i < 3; i++) {
                memcpy(&place, &ctx[i % 2], sizeof place);
                compare(kind, &place, wanted[i % 2]);
            }
            assert_served(kind, 3 * WAYS);
            free_context(kind, &ctx[0]);
            free_context(kind, &ctx[1]);
        }
    }
}

/* The keys are set in one context. With the switches for that off, the binding does not hear of them. */
static void test_a_key_one_bit_away_is_set(void **state)
{
    static const char *const functions[] = {
        "aes_setkey_enc",   "aes_free",         "des_setkey_enc", "des_setkey_dec", "des_free",
        "des3_set3key_enc", "des3_set3key_dec", "des3_free",      "gcm_setkey",     "ccm_setkey",
    };
    enum { KEYS = 12 };
    static union context ctx;
    static struct result wanted[KEYS][WAYS];
    uint8_t keys[KEYS][KEY_MAX];

    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct kind *kind = &kinds[k];

        fill(keys[0], KEY_MAX);
        for (unsigned i = 0; i < KEYS; i++) {
            if (i)
                memcpy(keys[i], keys[i - 1], KEY_MAX);
            keys[i][number(kind->key_len)] ^= (uint8_t)(1u << number(8));
            ask_library(kind, &ctx, keys[i], wanted[i]);
            free_context(kind, &ctx);
        }
        for (unsigned off = 0; off < 2; off++) {
            by_engine();
            for (size_t f = 0; off && f < sizeof functions / sizeof *functions; f++)
                assert_int_equal(ob_mbedtls_switch(functions[f], false), OB_OK);
            ob_mbedtls_counts_reset();
            for (unsigned i = 0; i < KEYS; i++) {
                kind->set(&ctx, keys[i], kind->key_len);
                compare(kind, &ctx, wanted[i]);
                free_context(kind, &ctx);
            }
            assert_served(kind, KEYS * WAYS);
        }
    }
}

/* While a phase alone is off the library serves it, in a place, too, that the binding knows. */
static void test_the_phase_alone_is_off(void **state)
{
    static union context ctx;
    static struct result wanted[WAYS];

    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct kind *kind = &kinds[k];
        uint8_t key[KEY_MAX];

        fill(key, sizeof key);
        ask_library(kind, &ctx, key, wanted);
        by_engine();
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(ob_mbedtls_switch(kind->function, i != 1), OB_OK);
            ob_mbedtls_counts_reset();
            compare(kind, &ctx, wanted);
            assert_served(kind, i == 1 ? 0 : WAYS);
        }
        free_context(kind, &ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_a_key_one_bit_away_comes_by_memcpy, setup),
        cmocka_unit_test_setup(test_a_key_one_bit_away_is_set, setup),
        cmocka_unit_test_setup(test_the_phase_alone_is_off, setup),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
