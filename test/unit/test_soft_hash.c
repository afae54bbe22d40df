/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes of engine soft through ob_hash_*: splits, clones, interleaved messages, the standard mid-state. The digests
 * themselves are checked against the standards in test_algo_hash.c and by the engine's self-test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test/hex.h"
#include "test/unit/soft_alone.h"

static uint8_t message[1000];

static void passes_its_self_test(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&soft_engine, 1u << OB_CLASS_HASH), OB_OK);
}

static void hashes_abc(void **state)
{
    struct ob_session s;
    uint8_t digest[32];

    (void)state;
    assert_int_equal(ob_hash_open(&s, &soft_alone, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_compute(&s, digest, sizeof digest, "abc", 3), OB_OK);
    assert_hex(digest, sizeof digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_int_equal(ob_hash_final(&s, digest, sizeof digest), OB_OK); /* of nothing */
    assert_hex(digest, sizeof digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    ob_session_close(&s);
}

/* Every split into three parts of messages around one and two blocks, empty parts included. */
static void takes_every_split(void **state)
{
    (void)state;
    for (uint8_t alg = OB_MD5; alg <= OB_SM3; alg++) {
        size_t digest_len = ob_alg_tag(alg), block = ob_alg_block(alg);
        size_t lengths[] = {0, 1, block / 2, block - 1, block, block + 1, 2 * block - 9, 2 * block + 3};
        struct ob_session s;

        assert_int_equal(ob_hash_open(&s, &soft_alone, alg), OB_OK);
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            size_t len = lengths[i], step = alg == OB_SHA256 || alg == OB_SHA512 ? 1 : 7;
            uint8_t want[OB_DIGEST_MAX], got[OB_DIGEST_MAX];

            assert_int_equal(ob_hash_compute(&s, want, digest_len, message, len), OB_OK);
            for (size_t a = 0; a <= len; a += step)
                for (size_t b = a; b <= len; b += step) {
                    assert_int_equal(ob_hash_update(&s, message, a), OB_OK);
                    assert_int_equal(ob_hash_update(&s, message + a, b - a), OB_OK);
                    assert_int_equal(ob_hash_update(&s, message + b, len - b), OB_OK);
                    assert_int_equal(ob_hash_final(&s, got, digest_len), OB_OK);
                    assert_memory_equal(got, want, digest_len);
                }
        }
        ob_session_close(&s);
    }
}

static void clones_in_mid_message(void **state)
{
    (void)state;
    for (uint8_t alg = OB_MD5; alg <= OB_SM3; alg++) {
        size_t digest_len = ob_alg_tag(alg);
        uint8_t want[OB_DIGEST_MAX], other[OB_DIGEST_MAX], got[OB_DIGEST_MAX];
        struct ob_session s, t;

        assert_int_equal(ob_hash_open(&s, &soft_alone, alg), OB_OK);
        assert_int_equal(ob_hash_compute(&s, want, digest_len, message, 300), OB_OK);
        assert_int_equal(ob_hash_compute(&s, other, digest_len, message, 290), OB_OK);
        for (size_t cut = 0; cut <= 290; cut += 29) {
            assert_int_equal(ob_hash_update(&s, message, cut), OB_OK);
            assert_int_equal(ob_session_clone(&t, &s), OB_OK);
            assert_int_equal(ob_hash_update(&s, message + cut, 300 - cut), OB_OK);
            assert_int_equal(ob_hash_update(&t, message + cut, 290 - cut), OB_OK);
            assert_int_equal(ob_hash_final(&s, got, digest_len), OB_OK);
            assert_memory_equal(got, want, digest_len);
            assert_int_equal(ob_hash_final(&t, got, digest_len), OB_OK);
            assert_memory_equal(got, other, digest_len);
            ob_session_close(&t);
        }
        ob_session_close(&s);
    }
}

/* All hashes at once, each fed a different number of bytes in turn. */
static void interleaves_messages(void **state)
{
    enum { N = OB_SM3 - OB_MD5 + 1 };
    static struct ob_session s[N];
    size_t done[N] = {0}, left = N;
    uint8_t want[OB_DIGEST_MAX], got[OB_DIGEST_MAX];

    (void)state;
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(ob_hash_open(&s[i], &soft_alone, (uint8_t)(OB_MD5 + i)), OB_OK);
    while (left) {
        left = 0;
        for (unsigned i = 0; i < N; i++) {
            size_t n = 11 * i + 3;

            if (n > sizeof message - done[i])
                n = sizeof message - done[i];
            assert_int_equal(ob_hash_update(&s[i], message + done[i], n), OB_OK);
            done[i] += n;
            left += sizeof message - done[i];
        }
    }
    for (unsigned i = 0; i < N; i++) {
        size_t digest_len = ob_alg_tag((uint8_t)(OB_MD5 + i));

        assert_int_equal(ob_hash_final(&s[i], got, digest_len), OB_OK);
        assert_int_equal(ob_hash_compute(&s[i], want, digest_len, message, sizeof message), OB_OK);
        assert_memory_equal(got, want, digest_len);
        ob_session_close(&s[i]);
    }
}

/* The state between two ops is the contract's: a new session that gets nothing but struct ob_mid and the count goes on.
 */
static void exports_the_standard_mid_state(void **state)
{
    (void)state;
    for (uint8_t alg = OB_MD5; alg <= OB_SM3; alg++) {
        size_t digest_len = ob_alg_tag(alg);
        uint8_t want[OB_DIGEST_MAX], got[OB_DIGEST_MAX];
        struct ob_session s, t;

        assert_int_equal(ob_hash_open(&s, &soft_alone, alg), OB_OK);
        assert_int_equal(ob_hash_open(&t, &soft_alone, alg), OB_OK);
        assert_int_equal(ob_hash_compute(&s, want, digest_len, message, 777), OB_OK);
        assert_int_equal(ob_hash_update(&s, message, 333), OB_OK);
        assert_int_equal(ob_hash_update(&t, message, 1), OB_OK); /* begin a message of t, then replace its state */
        t.mid = s.mid;
        t.in_done = s.in_done;
        assert_int_equal(ob_hash_update(&t, message + 333, 444), OB_OK);
        assert_int_equal(ob_hash_final(&t, got, digest_len), OB_OK);
        assert_memory_equal(got, want, digest_len);
        ob_session_close(&s);
        ob_session_close(&t);
    }
}

/* The words after one block are the hash words, the halves of a 64-bit word with the most significant first: FIPS
 * 180-4, "abc" padded by hand, whose words after that block are the digest. */
static void mid_state_words_are_the_digest_words(void **state)
{
    uint8_t block[128] = {'a', 'b', 'c', 0x80};
    struct ob_session s;

    (void)state;
    block[63] = 24;
    assert_int_equal(ob_hash_open(&s, &soft_alone, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_update(&s, block, 64), OB_OK);
    assert_true(s.mid.h[0] == 0xba7816bf && s.mid.h[7] == 0xf20015ad);
    ob_session_close(&s);
    block[63] = 0;
    block[127] = 24;
    assert_int_equal(ob_hash_open(&s, &soft_alone, OB_SHA512), OB_OK);
    assert_int_equal(ob_hash_update(&s, block, 128), OB_OK);
    assert_true(s.mid.h[0] == 0xddaf35a1 && s.mid.h[1] == 0x93617aba && s.mid.h[15] == 0xa54ca49f);
    ob_session_close(&s);
}

static void refuses_a_wrong_digest_length_and_goes_on(void **state)
{
    struct ob_session s;
    uint8_t digest[64];

    (void)state;
    assert_int_equal(ob_hash_open(&s, &soft_alone, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_update(&s, "ab", 2), OB_OK);
    assert_int_equal(ob_hash_final(&s, digest, 31), OB_E_ARG);
    assert_int_equal(ob_hash_final(&s, digest, 64), OB_E_ARG);
    assert_int_equal(ob_hash_update(&s, "c", 1), OB_OK);
    assert_int_equal(ob_hash_final(&s, digest, 32), OB_OK);
    assert_hex(digest, 32, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    ob_session_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_its_self_test),
        cmocka_unit_test(hashes_abc),
        cmocka_unit_test(takes_every_split),
        cmocka_unit_test(clones_in_mid_message),
        cmocka_unit_test(interleaves_messages),
        cmocka_unit_test(exports_the_standard_mid_state),
        cmocka_unit_test(mid_state_words_are_the_digest_words),
        cmocka_unit_test(refuses_a_wrong_digest_length_and_goes_on),
    };

    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 13 + 5);
    return cmocka_run_group_tests(tests, add_soft, remove_soft);
}
