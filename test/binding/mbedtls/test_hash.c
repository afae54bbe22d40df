/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and HMAC under the binding: what engines make of a message is, at every call, what the library alone makes. */
#include "under.h"

#include <mbedtls/md.h>
#include <mbedtls/md5.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

#define MESSAGE_MAX 1500

static const mbedtls_md_type_t types[] = {
    MBEDTLS_MD_MD5, MBEDTLS_MD_SHA1, MBEDTLS_MD_SHA224, MBEDTLS_MD_SHA256, MBEDTLS_MD_SHA384, MBEDTLS_MD_SHA512,
};
#define TYPES (sizeof types / sizeof types[0])

static uint8_t message[MESSAGE_MAX], key[200];

static int setup(void **state)
{
    (void)state;
    seed(1);
    fill(message, sizeof message);
    fill(key, sizeof key);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    by_engine();
    ob_mbedtls_counts_reset();
    return 0;
}

/* The parts of a context that say what the message was so far: state, count and the bytes of a partial block. */
static void assert_same_context(const mbedtls_md_context_t *a, const mbedtls_md_context_t *b)
{
    switch (mbedtls_md_get_type(a->md_info)) {
    case MBEDTLS_MD_MD5: {
        const mbedtls_md5_context *x = a->md_ctx, *y = b->md_ctx;
        assert_memory_equal(x->state, y->state, sizeof x->state);
        assert_memory_equal(x->total, y->total, sizeof x->total);
        assert_memory_equal(x->buffer, y->buffer, x->total[0] % 64);
        break;
    }
    case MBEDTLS_MD_SHA1: {
        const mbedtls_sha1_context *x = a->md_ctx, *y = b->md_ctx;
        assert_memory_equal(x->state, y->state, sizeof x->state);
        assert_memory_equal(x->total, y->total, sizeof x->total);
        assert_memory_equal(x->buffer, y->buffer, x->total[0] % 64);
        break;
    }
    case MBEDTLS_MD_SHA224:
    case MBEDTLS_MD_SHA256: {
        const mbedtls_sha256_context *x = a->md_ctx, *y = b->md_ctx;
        assert_memory_equal(x->state, y->state, sizeof x->state);
        assert_memory_equal(x->total, y->total, sizeof x->total);
        assert_memory_equal(x->buffer, y->buffer, x->total[0] % 64);
        assert_int_equal(x->is224, y->is224);
        break;
    }
    default: {
        const mbedtls_sha512_context *x = a->md_ctx, *y = b->md_ctx;
        assert_memory_equal(x->state, y->state, sizeof x->state);
        assert_memory_equal(x->total, y->total, sizeof x->total);
        assert_memory_equal(x->buffer, y->buffer, x->total[0] % 128);
        assert_int_equal(x->is384, y->is384);
        break;
    }
    }
}

static void start(mbedtls_md_context_t *ctx, mbedtls_md_type_t type, int hmac)
{
    mbedtls_md_init(ctx);
    assert_int_equal(mbedtls_md_setup(ctx, mbedtls_md_info_from_type(type), hmac), 0);
    if (!hmac)
        assert_int_equal(mbedtls_md_starts(ctx), 0);
}

/* Feed both the same; serve chooses who serves the second. */
static void compare(mbedtls_md_type_t type, size_t len, size_t key_len, bool hmac, void (*serve)(void))
{
    mbedtls_md_context_t ours, theirs;
    uint8_t digest[64], expected[64];
    size_t size = mbedtls_md_get_size(mbedtls_md_info_from_type(type)), done = 0;

    memset(digest, 0xa5, sizeof digest);
    memset(expected, 0xa5, sizeof expected);
    start(&ours, type, hmac);
    start(&theirs, type, hmac);
    if (hmac) {
        by_library();
        assert_int_equal(mbedtls_md_hmac_starts(&theirs, key, key_len), 0);
        serve();
        assert_int_equal(mbedtls_md_hmac_starts(&ours, key, key_len), 0);
        assert_same_context(&ours, &theirs);
    }
    while (done < len) {
        size_t n = 1 + number(number(4) ? 300 : 20);

        n = n < len - done ? n : len - done;
        by_library();
        assert_int_equal((hmac ? mbedtls_md_hmac_update : mbedtls_md_update)(&theirs, message + done, n), 0);
        serve();
        assert_int_equal((hmac ? mbedtls_md_hmac_update : mbedtls_md_update)(&ours, message + done, n), 0);
        assert_same_context(&ours, &theirs);
        done += n;
        if (number(4) == 0) { /* go on with a copy */
            mbedtls_md_context_t copy;

            start(&copy, type, 0);
            assert_int_equal(mbedtls_md_clone(&copy, &ours), 0);
            assert_same_context(&copy, &theirs);
            if (!hmac) {
                mbedtls_md_free(&ours);
                ours = copy;
            } else {
                mbedtls_md_free(&copy);
            }
        }
    }
    by_library();
    assert_int_equal((hmac ? mbedtls_md_hmac_finish : mbedtls_md_finish)(&theirs, expected), 0);
    serve();
    assert_int_equal((hmac ? mbedtls_md_hmac_finish : mbedtls_md_finish)(&ours, digest), 0);
    assert_memory_equal(digest, expected, sizeof digest); /* nothing beyond the digest either: defect group 6 */
    if (hmac) {                                           /* once more with the same key */
        by_library();
        assert_int_equal(mbedtls_md_hmac_reset(&theirs), 0);
        serve();
        assert_int_equal(mbedtls_md_hmac_reset(&ours), 0);
        assert_same_context(&ours, &theirs);
    }
    mbedtls_md_free(&ours);
    mbedtls_md_free(&theirs);

    by_library();
    if (hmac)
        assert_int_equal(mbedtls_md_hmac(mbedtls_md_info_from_type(type), key, key_len, message, len, expected), 0);
    else
        assert_int_equal(mbedtls_md(mbedtls_md_info_from_type(type), message, len, expected), 0);
    serve();
    memset(digest, 0xa5, sizeof digest);
    if (hmac)
        assert_int_equal(mbedtls_md_hmac(mbedtls_md_info_from_type(type), key, key_len, message, len, digest), 0);
    else
        assert_int_equal(mbedtls_md(mbedtls_md_info_from_type(type), message, len, digest), 0);
    assert_memory_equal(digest, expected, size);
}

static void differential(void (*serve)(void))
{
    for (size_t t = 0; t < TYPES; t++) {
        for (size_t len = 0; len < 300; len += 1 + number(5))
            compare(types[t], len, 0, false, serve);
        compare(types[t], MESSAGE_MAX, 0, false, serve);
        for (size_t key_len = 0; key_len <= sizeof key; key_len += 1 + number(40))
            compare(types[t], number(300), key_len, true, serve);
    }
}

static void test_engines_compute_what_the_library_does(void **state)
{
    (void)state;
    differential(by_engine);
    assert_no_library_ops();
}

static void test_messages_move_between_engine_and_library(void **state)
{
    (void)state;
    differential(by_both);
}

/* Defect group 5: state only in the device. Many messages at once, in steps taken in turn, some of them abandoned. */
static void test_messages_interleave(void **state)
{
    enum { MANY = 40 };
    mbedtls_md_context_t ctx[MANY];
    size_t done[MANY] = {0};
    uint8_t digest[64], expected[64];

    (void)state;
    for (unsigned i = 0; i < MANY; i++)
        start(&ctx[i], types[i % TYPES], 0);
    for (unsigned round = 0; round < 500; round++) {
        unsigned i = number(MANY);
        size_t n = number(100);

        if (done[i] + n > MESSAGE_MAX)
            continue;
        assert_int_equal(mbedtls_md_update(&ctx[i], message + done[i], n), 0);
        done[i] += n;
    }
    for (unsigned i = 0; i < MANY; i++) {
        if (i % 5) {
            by_library();
            assert_int_equal(mbedtls_md(ctx[i].md_info, message, done[i], expected), 0);
            by_engine();
            assert_int_equal(mbedtls_md_finish(&ctx[i], digest), 0);
            assert_memory_equal(digest, expected, mbedtls_md_get_size(ctx[i].md_info));
        }
        mbedtls_md_free(&ctx[i]);
    }
}

/* Defect group 5: a TLS transcript is hashed on while copies of it are finished. */
static void test_copies_are_finished_while_the_original_goes_on(void **state)
{
    mbedtls_sha256_context transcript, copy;
    uint8_t digest[32], expected[32];

    (void)state;
    mbedtls_sha256_init(&transcript);
    assert_int_equal(mbedtls_sha256_starts(&transcript, 0), 0);
    for (size_t len = 0; len + 77 <= 1200; len += 77) {
        by_engine();
        assert_int_equal(mbedtls_sha256_update(&transcript, message + len, 77), 0);
        mbedtls_sha256_init(&copy);
        mbedtls_sha256_clone(&copy, &transcript);
        assert_int_equal(mbedtls_sha256_finish(&copy, digest), 0);
        by_library();
        assert_int_equal(mbedtls_sha256(message, len + 77, expected, 0), 0);
        assert_memory_equal(digest, expected, 32);
    }
    mbedtls_sha256_free(&transcript);
}

/* Each switch does what it says, and nothing else. */
static void test_switches_keep_single_phases_from_engines(void **state)
{
    static const char *const phases[] = {"sha256_update", "sha256_finish"};
    mbedtls_md_context_t ctx;
    uint8_t digest[32];

    (void)state;
    for (unsigned off = 0; off < 3; off++) {
        by_engine();
        if (off < 2)
            assert_int_equal(ob_mbedtls_switch(phases[off], false), OB_OK);
        ob_mbedtls_counts_reset();
        start(&ctx, MBEDTLS_MD_SHA256, 0);
        assert_int_equal(mbedtls_md_update(&ctx, message, 200), 0);
        assert_int_equal(mbedtls_md_update(&ctx, message, 20), 0); /* fills no block */
        assert_int_equal(mbedtls_md_finish(&ctx, digest), 0);
        mbedtls_md_free(&ctx);
        for (unsigned i = 0; i < 2; i++)
            assert_int_equal(engine_ops(phases[i]), i != off);
    }
    assert_int_equal(ob_mbedtls_switch("sha256_start", true), OB_E_ARG);
}

/* Defect group 7: HMAC's errors; what Outboard has no hash for is the library's. */
static void test_other_digests_are_the_librarys(void **state)
{
    static const uint8_t expected[20] = {0x24, 0xcb, 0x4b, 0xd6, 0x7d, 0x20, 0xfc, 0x1a, 0x5d, 0x2e,
                                         0xd7, 0x73, 0x2d, 0xcc, 0x39, 0x37, 0x7f, 0x0a, 0x56, 0x68};
    const mbedtls_md_info_t *info = mbedtls_md_info_from_type(MBEDTLS_MD_RIPEMD160);
    uint8_t mac[20], twenty[20];

    (void)state;
    memset(twenty, 0x0b, sizeof twenty); /* RFC 2286, section 2, test case 1 */
    assert_int_equal(mbedtls_md_hmac(info, twenty, 20, (const uint8_t *)"Hi There", 8, mac), 0);
    assert_memory_equal(mac, expected, 20);
    assert_int_equal(engine_ops("md_hmac"), 0);
    assert_int_equal(mbedtls_md_hmac(NULL, key, 1, message, 1, mac), MBEDTLS_ERR_MD_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_md_hmac_update(NULL, message, 1), MBEDTLS_ERR_MD_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_md_hmac_finish(NULL, mac), MBEDTLS_ERR_MD_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_sha256(message, 1, mac, 2), MBEDTLS_ERR_SHA256_BAD_INPUT_DATA);
    assert_int_equal(mbedtls_sha512(message, 1, mac, -1), MBEDTLS_ERR_SHA512_BAD_INPUT_DATA);
}

/* Defect group 17: a hash of more than 4 GiB. The context is put there, and goes on by engine and by library. */
static void test_counts_do_not_wrap(void **state)
{
    mbedtls_sha256_context a, b;
    uint8_t x[32], y[32];

    (void)state;
    mbedtls_sha256_init(&a);
    assert_int_equal(mbedtls_sha256_starts(&a, 0), 0);
    a.total[0] = 0xffffffc0;
    a.total[1] = 5;
    b = a;
    assert_int_equal(mbedtls_sha256_update(&a, message, 100), 0);
    assert_int_equal(a.total[0], 36);
    assert_int_equal(a.total[1], 6);
    assert_int_equal(mbedtls_sha256_finish(&a, x), 0);
    by_library();
    assert_int_equal(mbedtls_sha256_update(&b, message, 100), 0);
    assert_int_equal(mbedtls_sha256_finish(&b, y), 0);
    assert_memory_equal(x, y, 32);
}

/* By price, soft serves SHA-256 and the library what it has processor instructions for; either is counted. */
static void test_the_cheaper_one_serves(void **state)
{
    uint8_t digest[32];
    uint64_t before = ops_of("soft");

    (void)state;
    by_price();
    ob_mbedtls_counts_reset();
    assert_int_equal(mbedtls_sha256(message, 1024, digest, 0), 0);
    assert_int_equal(engine_ops("sha256") + library_ops("sha256"), 1);
    assert_int_equal(ops_of("soft") - before, engine_ops("sha256"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_engines_compute_what_the_library_does, setup),
        cmocka_unit_test_setup(test_messages_move_between_engine_and_library, setup),
        cmocka_unit_test_setup(test_messages_interleave, setup),
        cmocka_unit_test_setup(test_copies_are_finished_while_the_original_goes_on, setup),
        cmocka_unit_test_setup(test_switches_keep_single_phases_from_engines, setup),
        cmocka_unit_test_setup(test_other_digests_are_the_librarys, setup),
        cmocka_unit_test_setup(test_counts_do_not_wrap, setup),
        cmocka_unit_test_setup(test_the_cheaper_one_serves, setup),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
