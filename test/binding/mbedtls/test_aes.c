/* SPDX-License-Identifier: Apache-2.0 */
/* AES under the binding: random operations on many keys in turn, beside the same operations by the library alone. */
#include "under.h"

#include <mbedtls/aes.h>
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/error.h>

#include <outboard/dispatch.h>

#include "binding/mbedtls/internal.h"

enum { KEYS = 24, LEN_MAX = 400 }; /* more keys than the binding keeps sessions */

/* One key with all that the library keeps about it. */
struct user {
    mbedtls_aes_context enc, dec;
    mbedtls_aes_xts_context xts_enc, xts_dec;
    uint8_t iv_enc[16], iv_dec[16], counter[16], stream[16];
    size_t nc_off;
};

static struct user ours[KEYS], theirs[KEYS];
static uint8_t in[LEN_MAX + 32], out[2][LEN_MAX + 32];

static void make_user(struct user *u, const uint8_t *key, unsigned bits, const uint8_t *iv)
{
    memset(u, 0, sizeof *u);
    mbedtls_aes_init(&u->enc);
    mbedtls_aes_init(&u->dec);
    mbedtls_aes_xts_init(&u->xts_enc);
    mbedtls_aes_xts_init(&u->xts_dec);
    assert_int_equal(mbedtls_aes_setkey_enc(&u->enc, key, bits), 0);
    assert_int_equal(mbedtls_aes_setkey_dec(&u->dec, key, bits), 0);
    assert_int_equal(mbedtls_aes_xts_setkey_enc(&u->xts_enc, key, bits == 128 ? 256 : 512), 0);
    assert_int_equal(mbedtls_aes_xts_setkey_dec(&u->xts_dec, key, bits == 128 ? 256 : 512), 0);
    memcpy(u->iv_enc, iv, 16);
    memcpy(u->iv_dec, iv, 16);
    memcpy(u->counter, iv, 16);
}

static void free_user(struct user *u)
{
    mbedtls_aes_free(&u->enc);
    mbedtls_aes_free(&u->dec);
    mbedtls_aes_xts_free(&u->xts_enc);
    mbedtls_aes_xts_free(&u->xts_dec);
}

static int setup(void **state)
{
    uint8_t key[64], iv[16];

    (void)state;
    seed(2);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    for (unsigned i = 0; i < KEYS; i++) {
        fill(key, sizeof key);
        fill(iv, sizeof iv);
        if (i % 4 == 0)
            memset(iv, 0xff, 15); /* the counter carries over all its bytes: defect group 2 */
        make_user(&ours[i], key, 128 + 64 * (i % 3), iv);
        make_user(&theirs[i], key, 128 + 64 * (i % 3), iv);
    }
    by_engine();
    ob_mbedtls_counts_reset();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (unsigned i = 0; i < KEYS; i++) {
        free_user(&ours[i]);
        free_user(&theirs[i]);
    }
    return 0;
}

/* One operation of kind on u, len bytes from from to to: the library's result. */
static int run(struct user *u, unsigned kind, size_t len, const uint8_t unit[16], const uint8_t *from, uint8_t *to)
{
    size_t whole = len & ~(size_t)15;

    switch (kind) {
    case 0:
        return mbedtls_aes_crypt_ecb(&u->enc, MBEDTLS_AES_ENCRYPT, from, to);
    case 1:
        return mbedtls_aes_crypt_ecb(&u->dec, MBEDTLS_AES_DECRYPT, from, to);
    case 2:
        return mbedtls_aes_crypt_cbc(&u->enc, MBEDTLS_AES_ENCRYPT, whole, u->iv_enc, from, to);
    case 3:
        return mbedtls_aes_crypt_cbc(&u->dec, MBEDTLS_AES_DECRYPT, whole, u->iv_dec, from, to);
    case 4:
        return mbedtls_aes_crypt_ctr(&u->enc, len, &u->nc_off, u->counter, u->stream, from, to);
    case 5:
        return mbedtls_aes_crypt_xts(&u->xts_enc, MBEDTLS_AES_ENCRYPT, len + 16, unit, from, to);
    default:
        return mbedtls_aes_crypt_xts(&u->xts_dec, MBEDTLS_AES_DECRYPT, len + 16, unit, from, to);
    }
}

/* The same operation by both. In place, XTS only takes whole blocks: with others the library overwrites its input. */
static void step(void (*serve)(void))
{
    unsigned kind = number(7), i = number(KEYS);
    size_t len = number(number(4) ? LEN_MAX : 40);
    size_t at = number(16); /* any alignment */
    bool in_place = number(2);
    uint8_t unit[16];

    if (kind >= 5 && in_place)
        len &= ~(size_t)15;
    fill(in, sizeof in);
    fill(unit, sizeof unit);
    for (unsigned k = 0; k < 2; k++) {
        struct user *u = k ? &ours[i] : &theirs[i];

        if (in_place)
            memcpy(out[k], in, sizeof in);
        else
            memset(out[k], 0x5a, sizeof out[k]);
        k ? serve() : by_library();
        assert_int_equal(run(u, kind, len, unit, (in_place ? out[k] : in) + at, out[k] + at), 0);
    }
    assert_memory_equal(out[1], out[0], sizeof out[0]); /* and nothing beyond the output: defect group 8 */
    assert_memory_equal(ours[i].iv_enc, theirs[i].iv_enc, 16);
    assert_memory_equal(ours[i].iv_dec, theirs[i].iv_dec, 16);
    assert_memory_equal(ours[i].counter, theirs[i].counter, 16);
    assert_int_equal(ours[i].nc_off, theirs[i].nc_off);
    assert_memory_equal(ours[i].stream, theirs[i].stream, 16);
    assert_memory_equal(&ours[i].enc, &theirs[i].enc, sizeof ours[i].enc);
    assert_memory_equal(&ours[i].dec, &theirs[i].dec, sizeof ours[i].dec);
}

/* Defect groups 2 (CTR goes on inside a block, its counter carries), 3 (CBC returns the next IV), 4 (many keys in
 * turn), 15 (any alignment; the sanitizers would say if not). */
static void test_engines_compute_what_the_library_does(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4000; i++)
        step(by_engine);
    assert_no_library_ops();
}

static void test_streams_move_between_engine_and_library(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4000; i++)
        step(by_both);
}

static void test_each_switch_alone(void **state)
{
    static const char *const functions[] = {"aes_crypt_ecb", "aes_crypt_cbc", "aes_crypt_ctr", "aes_crypt_xts"};
    static const unsigned kinds[] = {0, 2, 4, 5};
    uint8_t unit[16] = {0};

    (void)state;
    for (unsigned off = 0; off < 4; off++) {
        by_engine_but(functions[off]);
        ob_mbedtls_counts_reset();
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(run(&ours[0], kinds[k], 64, unit, in, out[0]), 0);
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(engine_ops(functions[k]), k != off);
    }
}

/* The raw key comes back from either schedule. */
static void test_keys_are_read_from_schedules(void **state)
{
    mbedtls_aes_context ctx;
    uint8_t key[32], bytes[32];
    uint32_t words[8];

    (void)state;
    for (unsigned i = 0; i < 600; i++) {
        unsigned bits = 128 + 64 * (i % 3);
        bool decrypts = i % 2;

        fill(key, sizeof key);
        mbedtls_aes_init(&ctx);
        assert_int_equal(obi_aes_key(&ctx, decrypts, words), 0); /* no key, none read */
        assert_int_equal((decrypts ? mbedtls_aes_setkey_dec : mbedtls_aes_setkey_enc)(&ctx, key, bits), 0);
        assert_int_equal(obi_aes_key(&ctx, decrypts, words), bits / 32);
        for (unsigned k = 0; k < bits / 8; k++)
            bytes[k] = (uint8_t)(words[k / 4] >> 8 * (k % 4));
        assert_memory_equal(bytes, key, bits / 8);
        mbedtls_aes_free(&ctx);
    }
}

static int zero_entropy(void *p, unsigned char *output, size_t len)
{
    (void)p;
    memset(output, 0, len);
    return 0;
}

/* Defect group 4: the generator's key, which changes all the time, beside an application's. */
static void test_ctr_drbg_beside_an_application_key(void **state)
{
    mbedtls_ctr_drbg_context a, b;
    uint8_t x[200], y[200], unit[16] = {0};

    (void)state;
    mbedtls_ctr_drbg_init(&a);
    mbedtls_ctr_drbg_init(&b);
    assert_int_equal(mbedtls_ctr_drbg_seed(&a, zero_entropy, NULL, NULL, 0), 0);
    assert_int_equal(mbedtls_ctr_drbg_seed(&b, zero_entropy, NULL, NULL, 0), 0);
    for (unsigned i = 0; i < 60; i++) {
        size_t len = number(200);

        by_engine();
        assert_int_equal(mbedtls_ctr_drbg_random(&a, x, len), 0);
        assert_int_equal(run(&ours[1], 4, 100, unit, in, out[1]), 0);
        by_library();
        assert_int_equal(mbedtls_ctr_drbg_random(&b, y, len), 0);
        assert_int_equal(run(&theirs[1], 4, 100, unit, in, out[0]), 0);
        assert_memory_equal(x, y, len);
        assert_memory_equal(out[1], out[0], 100);
    }
    mbedtls_ctr_drbg_free(&a);
    mbedtls_ctr_drbg_free(&b);
}

/* A context may be copied, moved and given another key: what counts is what is in it. */
static void test_contexts_are_copied_and_reused(void **state)
{
    mbedtls_aes_context ctx, copy;
    uint8_t key[2][16], x[16], y[16];

    (void)state;
    fill(key[0], 32);
    mbedtls_aes_init(&ctx);
    for (unsigned i = 0; i < 50; i++) {
        assert_int_equal(mbedtls_aes_setkey_enc(&ctx, key[i % 2], 128), 0);
        copy = ctx;
        memset(&ctx, 0xee, sizeof ctx); /* abandoned without a word */
        mbedtls_aes_init(&ctx);
        assert_int_equal(mbedtls_aes_setkey_enc(&ctx, key[(i + 1) % 2], 128), 0);
        by_engine();
        assert_int_equal(mbedtls_aes_crypt_ecb(&copy, MBEDTLS_AES_ENCRYPT, in, x), 0);
        by_library();
        assert_int_equal(mbedtls_aes_crypt_ecb(&copy, MBEDTLS_AES_ENCRYPT, in, y), 0);
        assert_memory_equal(x, y, 16);
    }
    mbedtls_aes_free(&ctx);
    mbedtls_aes_free(&copy);
}

static void test_errors_are_the_librarys(void **state)
{
    struct user *u = &ours[2];
    uint8_t unit[16] = {0};
    size_t off = 16;

    (void)state;
    assert_int_equal(mbedtls_aes_crypt_cbc(&u->enc, MBEDTLS_AES_ENCRYPT, 15, unit, in, out[0]),
                     MBEDTLS_ERR_AES_INVALID_INPUT_LENGTH);
    assert_int_equal(mbedtls_aes_crypt_cbc(&u->enc, 2, 16, unit, in, out[0]), MBEDTLS_ERR_AES_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_aes_crypt_cbc(&u->enc, MBEDTLS_AES_ENCRYPT, 0, unit, in, out[0]), 0);
    assert_int_equal(mbedtls_aes_crypt_ecb(&u->enc, -1, in, out[0]), MBEDTLS_ERR_AES_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_aes_crypt_ctr(&u->enc, 16, &off, unit, unit, in, out[0]), MBEDTLS_ERR_AES_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_aes_crypt_xts(&u->xts_enc, MBEDTLS_AES_ENCRYPT, 15, unit, in, out[0]),
                     MBEDTLS_ERR_AES_INVALID_INPUT_LENGTH);
    assert_int_equal(mbedtls_aes_crypt_xts(&u->xts_enc, MBEDTLS_AES_ENCRYPT, (1 << 24) + 1, unit, in, out[0]),
                     MBEDTLS_ERR_AES_INVALID_INPUT_LENGTH);
    assert_int_equal(mbedtls_aes_setkey_enc(&u->enc, in, 129), MBEDTLS_ERR_AES_INVALID_KEY_LENGTH);
}

/* XTS with two equal keys, which Outboard refuses (IEEE 1619), is the library's even without fallback. */
static void test_what_outboard_refuses_is_the_librarys(void **state)
{
    mbedtls_aes_xts_context ctx;
    uint8_t key[32] = {0}, unit[16] = {0};
    struct ob_mbedtls_count list[128];

    (void)state;
    mbedtls_aes_xts_init(&ctx);
    assert_int_equal(mbedtls_aes_xts_setkey_enc(&ctx, key, 256), 0);
    assert_int_equal(mbedtls_aes_crypt_xts(&ctx, MBEDTLS_AES_ENCRYPT, 64, unit, in, out[0]), 0);
    for (size_t i = 0, n = ob_mbedtls_counts(list, 128); i < n; i++)
        if (strcmp(list[i].function, "aes_crypt_xts") == 0)
            assert_int_equal(list[i].refused, 1);
    mbedtls_aes_xts_free(&ctx);
}

/* XTS in place with a length that is no multiple of 16. Whoever serves, an engine or the library, the result is that of
 * two buffers. The library by itself gives another one: if this fails because that is mended, binding/mbedtls/aes.c no
 * longer needs xts_in_place. */
static void test_xts_in_place_does_not_depend_on_who_serves(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t len = 16; len < 100; len++)
        for (int mode = MBEDTLS_AES_DECRYPT; mode <= MBEDTLS_AES_ENCRYPT; mode++) {
            struct user *u = &ours[len % KEYS];
            mbedtls_aes_xts_context *ctx = mode == MBEDTLS_AES_ENCRYPT ? &u->xts_enc : &u->xts_dec;
            uint8_t unit[16] = {(uint8_t)len}, place[128];

            by_library();
            fill(in, len);
            assert_int_equal(mbedtls_aes_crypt_xts(ctx, mode, len, unit, in, out[0]), 0);
            memcpy(place, in, len);
            assert_int_equal(mbedtls_aes_crypt_xts(ctx, mode, len, unit, place, place), 0);
            if (len % 16 == 0)
                assert_memory_equal(place, out[0], len);
            wrong += memcmp(place, out[0], len) != 0;

            by_engine();
            memcpy(place, in, len);
            assert_int_equal(mbedtls_aes_crypt_xts(ctx, mode, len, unit, place, place), 0);
            assert_memory_equal(place, out[0], len);

            ob_stop(NULL);
            by_price();
            ob_mbedtls_counts_reset();
            memcpy(place, in, len);
            assert_int_equal(mbedtls_aes_crypt_xts(ctx, mode, len, unit, place, place), 0);
            assert_memory_equal(place, out[0], len);
            assert_int_equal(library_ops("aes_crypt_xts"), 1);
            assert_int_equal(ob_mbedtls_start(), OB_OK);
        }
    assert_int_equal(wrong, 2 * (84 - 6)); /* all but the multiples of 16 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_engines_compute_what_the_library_does, setup, teardown),
        cmocka_unit_test_setup_teardown(test_streams_move_between_engine_and_library, setup, teardown),
        cmocka_unit_test_setup_teardown(test_each_switch_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_keys_are_read_from_schedules, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ctr_drbg_beside_an_application_key, setup, teardown),
        cmocka_unit_test_setup_teardown(test_contexts_are_copied_and_reused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_errors_are_the_librarys, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_outboard_refuses_is_the_librarys, setup, teardown),
        cmocka_unit_test_setup_teardown(test_xts_in_place_does_not_depend_on_who_serves, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
