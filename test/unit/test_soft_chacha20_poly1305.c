/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20-Poly1305 of engine soft through ob_aead_*: the examples of RFC 8439, every length, every split, wrong tags,
 * in place, clones, interleaved messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test/hex.h"
#include "test/unit/soft_alone.h"

static uint8_t message[1000];

#define KEY   (message + 1)
#define NONCE (message + 50)
#define TEXT  (message + 100)
#define AAD   (message + 400)

static void open_session(struct ob_session *s, const uint8_t *key)
{
    assert_int_equal(ob_aead_open(s, &soft_alone, OB_CHACHA20_POLY1305, key, 32), OB_OK);
}

static void passes_its_self_test(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&soft_engine, 1u << OB_CLASS_AEAD), OB_OK);
}

/* RFC 8439, section 2.8.2. */
static void encrypts_the_example_of_the_rfc(void **state)
{
    static const char text[] =
        "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
        "sunscreen would be it.";
    uint8_t key[32] = {0}, nonce[12] = {0}, aad[12] = {0}, out[114], tag[16];
    struct ob_session s;

    (void)state;
    unhex(key, sizeof key, "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
    unhex(nonce, sizeof nonce, "070000004041424344454647");
    unhex(aad, sizeof aad, "50515253c0c1c2c3c4c5c6c7");
    open_session(&s, key);
    assert_int_equal(ob_aead_encrypt(&s, out, sizeof out, tag, 16, nonce, 12, aad, 12, (const uint8_t *)text, 114),
                     OB_OK);
    assert_hex(out, sizeof out,
               "d31a8d34648e60db7b86afbc53ef7ec2 a4aded51296e08fea9e2b5a736ee62d6 3dbea45e8ca9671282fafb69da92728b"
               "1a71de0a9e060b2905d6a5b67ecd3b36 92ddbd7f2d778b8c9803aee328091b58 fab324e4fad675945585808b4831d7bc"
               "3ff4def08e4b7a9de576d26586cec64b 6116");
    assert_hex(tag, sizeof tag, "1ae10b594f09e26a7e902ecbd0600691");
    assert_int_equal(ob_aead_decrypt(&s, out, sizeof out, nonce, 12, aad, 12, out, 114, tag, 16), OB_OK);
    assert_memory_equal(out, text, 114);
    ob_session_close(&s);
}

/* RFC 8439, appendix A.5. */
static void decrypts_the_example_of_the_rfc(void **state)
{
    uint8_t key[32] = {0}, nonce[12] = {0}, aad[12] = {0}, in[265] = {0}, tag[16] = {0}, out[265];
    struct ob_session s;

    (void)state;
    unhex(key, sizeof key, "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0");
    unhex(nonce, sizeof nonce, "000000000102030405060708");
    unhex(aad, sizeof aad, "f33388860000000000004e91");
    unhex(tag, sizeof tag, "eead9d67890cbb22392336fea1851f38");
    unhex(in, sizeof in,
          "64a0861575861af460f062c79be643bd 5e805cfd345cf389f108670ac76c8cb2 4c6cfc18755d43eea09ee94e382d26b0"
          "bdb7b73c321b0100d4f03b7f355894cf 332f830e710b97ce98c8a84abd0b9481 14ad176e008d33bd60f982b1ff37c855"
          "9797a06ef4f0ef61c186324e2b350638 3606907b6a7c02b0f9f6157b53c867e4 b9166c767b804d46a59b5216cde7a4e9"
          "9040c5a40433225ee282a1b0a06c523e af4534d7f83fa1155b0047718cbc546a 0d072b04b3564eea1b422273f548271a"
          "0bb2316053fa76991955ebd63159434e cebb4e466dae5a1073a6727627097a10 49e617d91d361094fa68f0ff77987130"
          "305beaba2eda04df997b714d6c6f2c29 a6ad5cb4022b02709b");
    open_session(&s, key);
    assert_int_equal(ob_aead_decrypt(&s, out, sizeof out, nonce, 12, aad, 12, in, 265, tag, 16), OB_OK);
    assert_memory_equal(out, "Internet-Drafts are draft documents valid for a maximum of six months", 69);
    assert_memory_equal(out + 265 - 21, "work in progress./\xe2\x80\x9d", 21);
    ob_session_close(&s);
}

/* SHA-256 over ciphertext and tag of every message of 0 to 130 bytes with 0 to 33 bytes of AAD; computed with Python's
 * cryptography 48 over OpenSSL 3. */
static void gives_the_result_of_every_length(void **state)
{
    uint8_t out[131], tag[16], digest[32];
    struct ob_session s, hash;

    (void)state;
    open_session(&s, KEY);
    assert_int_equal(ob_hash_open(&hash, &soft_alone, OB_SHA256), OB_OK);
    for (size_t a = 0; a <= 33; a++)
        for (size_t n = 0; n <= 130; n++) {
            assert_int_equal(ob_aead_encrypt(&s, out, sizeof out, tag, 16, NONCE, 12, AAD, a, TEXT, n), OB_OK);
            assert_int_equal(ob_hash_update(&hash, out, n), OB_OK);
            assert_int_equal(ob_hash_update(&hash, tag, 16), OB_OK);
        }
    assert_int_equal(ob_hash_final(&hash, digest, 32), OB_OK);
    assert_hex(digest, 32, "b743e454ada68ca180847385d1433427b5f3f3415e3a8d8b12b2161dc141742e");
    ob_session_close(&s);
    ob_session_close(&hash);
}

/* One message in two parts of AAD and two of text, both ways, at every cut of either; the parts in place. */
static void takes_every_split(void **state)
{
    enum { N = 150, A = 40 };
    uint8_t want[N], want_tag[16], out[N], tag[16];
    struct ob_session s;

    (void)state;
    open_session(&s, KEY);
    assert_int_equal(ob_session_require(&s, OB_SESSION_UNVERIFIED), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, want, N, want_tag, 16, NONCE, 12, AAD, A, TEXT, N), OB_OK);
    for (size_t cut = 0; cut <= N; cut++) {
        size_t a = cut % (A + 1);

        memcpy(out, TEXT, N);
        assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, NONCE, 12, 0, 0, 16), OB_OK);
        assert_int_equal(ob_aead_aad(&s, AAD, a), OB_OK);
        assert_int_equal(ob_aead_aad(&s, AAD + a, A - a), OB_OK);
        assert_int_equal(ob_aead_update(&s, out, cut, out, cut), OB_OK);
        assert_int_equal(ob_aead_update(&s, out + cut, N - cut, out + cut, N - cut), OB_OK);
        assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
        assert_memory_equal(out, want, N);
        assert_memory_equal(tag, want_tag, 16);
        assert_int_equal(ob_aead_start(&s, OB_DIR_DECRYPT, NONCE, 12, 0, 0, 16), OB_OK);
        assert_int_equal(ob_aead_aad(&s, AAD, a), OB_OK);
        assert_int_equal(ob_aead_aad(&s, AAD + a, A - a), OB_OK);
        assert_int_equal(ob_aead_update(&s, out, cut, out, cut), OB_OK);
        assert_int_equal(ob_aead_update(&s, out + cut, N - cut, out + cut, N - cut), OB_OK);
        tag[cut % 16] ^= (uint8_t)(cut % 2);
        assert_int_equal(ob_aead_verify(&s, tag, 16), cut % 2 ? OB_E_AUTH : OB_OK);
        assert_memory_equal(out, TEXT, N);
    }
    ob_session_close(&s);
}

static void takes_a_message_byte_by_byte(void **state)
{
    enum { N = 150, A = 40 };
    uint8_t want[N], want_tag[16], out[N], tag[16];
    struct ob_session s;

    (void)state;
    open_session(&s, KEY);
    assert_int_equal(ob_aead_encrypt(&s, want, N, want_tag, 16, NONCE, 12, AAD, A, TEXT, N), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, NONCE, 12, 0, 0, 16), OB_OK);
    for (size_t i = 0; i < A; i++)
        assert_int_equal(ob_aead_aad(&s, AAD + i, 1), OB_OK);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(ob_aead_update(&s, out + i, 1, TEXT + i, 1), OB_OK);
    assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
    assert_memory_equal(out, want, N);
    assert_memory_equal(tag, want_tag, 16);
    ob_session_close(&s);
}

/* Whatever bit is wrong, in tag, text, AAD or nonce: no byte of the text comes out. */
static void rejects_every_wrong_bit(void **state)
{
    enum { N = 33, A = 5 };
    uint8_t all[N + A + 12 + 16], out[N], zero[N] = {0};
    uint8_t *text = all, *aad = all + N, *nonce = aad + A, *tag = nonce + 12;
    struct ob_session s;

    (void)state;
    open_session(&s, KEY);
    memcpy(nonce, NONCE, 12);
    memcpy(aad, AAD, A);
    assert_int_equal(ob_aead_encrypt(&s, text, N, tag, 16, nonce, 12, aad, A, TEXT, N), OB_OK);
    for (size_t bit = 0; bit < 8 * sizeof all; bit++) {
        all[bit / 8] ^= (uint8_t)(1u << bit % 8);
        memset(out, 0xee, sizeof out);
        assert_int_equal(ob_aead_decrypt(&s, out, N, nonce, 12, aad, A, text, N, tag, 16), OB_E_AUTH);
        assert_memory_equal(out, zero, N);
        all[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_int_equal(ob_aead_decrypt(&s, out, N, nonce, 12, aad, A, text, N, tag, 16), OB_OK);
    assert_memory_equal(out, TEXT, N);
    ob_session_close(&s);
}

static void clones_and_interleaves(void **state)
{
    enum { N = 130 };
    uint8_t want[N], want_tag[16], want_other[N], want_other_tag[16], out[N], other[N], copy[N], tag[16];
    struct ob_session s, o, c;

    (void)state;
    open_session(&s, KEY);
    open_session(&o, KEY + 5);
    assert_int_equal(ob_aead_encrypt(&s, want, N, want_tag, 16, NONCE, 12, AAD, 7, TEXT, N), OB_OK);
    assert_int_equal(ob_aead_encrypt(&o, want_other, N, want_other_tag, 16, NONCE, 12, AAD, 20, TEXT, N), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, NONCE, 12, 0, 0, 16), OB_OK);
    assert_int_equal(ob_aead_start(&o, OB_DIR_ENCRYPT, NONCE, 12, 0, 0, 16), OB_OK);
    assert_int_equal(ob_aead_aad(&s, AAD, 7), OB_OK);
    assert_int_equal(ob_aead_aad(&o, AAD, 20), OB_OK);
    assert_int_equal(ob_aead_update(&s, out, 77, TEXT, 77), OB_OK);
    assert_int_equal(ob_aead_update(&o, other, N, TEXT, N), OB_OK);
    assert_int_equal(ob_session_clone(&c, &s), OB_OK);
    memcpy(copy, out, 77);
    assert_int_equal(ob_aead_update(&s, out + 77, N - 77, TEXT + 77, N - 77), OB_OK);
    assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
    assert_memory_equal(tag, want_tag, 16);
    assert_memory_equal(out, want, N);
    ob_session_close(&s);
    assert_int_equal(ob_aead_finish(&o, tag, 16), OB_OK);
    assert_memory_equal(tag, want_other_tag, 16);
    assert_memory_equal(other, want_other, N);
    ob_session_close(&o);
    assert_int_equal(ob_aead_update(&c, copy + 77, N - 77, TEXT + 77, N - 77), OB_OK);
    assert_int_equal(ob_aead_finish(&c, tag, 16), OB_OK);
    assert_memory_equal(tag, want_tag, 16);
    assert_memory_equal(copy, want, N);
    ob_session_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_its_self_test),
        cmocka_unit_test(encrypts_the_example_of_the_rfc),
        cmocka_unit_test(decrypts_the_example_of_the_rfc),
        cmocka_unit_test(gives_the_result_of_every_length),
        cmocka_unit_test(takes_every_split),
        cmocka_unit_test(takes_a_message_byte_by_byte),
        cmocka_unit_test(rejects_every_wrong_bit),
        cmocka_unit_test(clones_and_interleaves),
    };

    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 13 + 5);
    return cmocka_run_group_tests(tests, add_soft, remove_soft);
}
