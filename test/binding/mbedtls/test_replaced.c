/* SPDX-License-Identifier: Apache-2.0 */
/* The modules of the library that the binding replaces as a whole (OB_MBEDTLS_REPLACE) give what the library's own code
 * gives: GCM and the hashes, in one call and in random parts, and the errors. The library's code is there in this
 * program, because the test calls it by the linker's other name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <mbedtls/error.h>
#include <mbedtls/gcm.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>
#include <stdlib.h>
#include <string.h>

#include <outboard/mbedtls.h>
#include <outboard/outboard.h>

#define MOST   300
#define ROUNDS 3000

int __real_mbedtls_gcm_setkey(mbedtls_gcm_context *ctx, mbedtls_cipher_id_t cipher, const unsigned char *key,
                              unsigned int keybits);
int __real_mbedtls_gcm_starts(mbedtls_gcm_context *ctx, int mode, const unsigned char *iv, size_t iv_len);
int __real_mbedtls_gcm_update_ad(mbedtls_gcm_context *ctx, const unsigned char *add, size_t add_len);
int __real_mbedtls_gcm_update(mbedtls_gcm_context *ctx, const unsigned char *input, size_t input_length,
                              unsigned char *output, size_t output_size, size_t *output_length);
int __real_mbedtls_gcm_finish(mbedtls_gcm_context *ctx, unsigned char *output, size_t output_size,
                              size_t *output_length, unsigned char *tag, size_t tag_len);
int __real_mbedtls_gcm_crypt_and_tag(mbedtls_gcm_context *ctx, int mode, size_t length, const unsigned char *iv,
                                     size_t iv_len, const unsigned char *add, size_t add_len,
                                     const unsigned char *input, unsigned char *output, size_t tag_len,
                                     unsigned char *tag);
int __real_mbedtls_gcm_auth_decrypt(mbedtls_gcm_context *ctx, size_t length, const unsigned char *iv, size_t iv_len,
                                    const unsigned char *add, size_t add_len, const unsigned char *tag, size_t tag_len,
                                    const unsigned char *input, unsigned char *output);
int __real_mbedtls_sha1(const unsigned char *input, size_t ilen, unsigned char *output);
int __real_mbedtls_sha256(const unsigned char *input, size_t ilen, unsigned char *output, int is224);
int __real_mbedtls_sha512(const unsigned char *input, size_t ilen, unsigned char *output, int is384);

static uint32_t seed = 1;

/* A number below n. */
static size_t number(size_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

static void fill(uint8_t *out, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)number(256);
}

/* ---- GCM ---- */

struct message {
    uint8_t key[32], iv[40], aad[80], in[MOST];
    unsigned bits;
    size_t iv_len, aad_len, len, tag_len;
    mbedtls_gcm_context ours, theirs;
};

static void begin(struct message *m)
{
    fill(m->key, sizeof m->key);
    fill(m->iv, sizeof m->iv);
    fill(m->aad, sizeof m->aad);
    fill(m->in, sizeof m->in);
    m->bits = 128 + 64 * (unsigned)number(3);
    m->iv_len = number(2) ? 12 : 1 + number(sizeof m->iv);
    m->aad_len = number(sizeof m->aad + 1);
    m->len = number(MOST + 1);
    m->tag_len = 4 + number(13);
    mbedtls_gcm_init(&m->ours);
    mbedtls_gcm_init(&m->theirs);
    assert_int_equal(mbedtls_gcm_setkey(&m->ours, MBEDTLS_CIPHER_ID_AES, m->key, m->bits), 0);
    assert_int_equal(__real_mbedtls_gcm_setkey(&m->theirs, MBEDTLS_CIPHER_ID_AES, m->key, m->bits), 0);
}

static void end(struct message *m)
{
    mbedtls_gcm_free(&m->ours);
    mbedtls_gcm_free(&m->theirs);
}

static void test_gcm_whole(void **state)
{
    struct message m;
    uint8_t ours[MOST], theirs[MOST], tag[16], tag2[16];

    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        int mode = number(2) ? MBEDTLS_GCM_ENCRYPT : MBEDTLS_GCM_DECRYPT;
        int ret;

        begin(&m);
        memcpy(ours, m.in, m.len); /* in place */
        assert_int_equal(mbedtls_gcm_crypt_and_tag(&m.ours, mode, m.len, m.iv, m.iv_len, m.aad, m.aad_len, ours, ours,
                                                   m.tag_len, tag),
                         0);
        assert_int_equal(__real_mbedtls_gcm_crypt_and_tag(&m.theirs, mode, m.len, m.iv, m.iv_len, m.aad, m.aad_len,
                                                          m.in, theirs, m.tag_len, tag2),
                         0);
        assert_memory_equal(ours, theirs, m.len);
        assert_memory_equal(tag, tag2, m.tag_len);
        if (number(3) == 0)
            tag[number(m.tag_len)] ^= 1;
        ret = mbedtls_gcm_auth_decrypt(&m.ours, m.len, m.iv, m.iv_len, m.aad, m.aad_len, tag, m.tag_len, m.in, ours);
        assert_int_equal(ret, __real_mbedtls_gcm_auth_decrypt(&m.theirs, m.len, m.iv, m.iv_len, m.aad, m.aad_len, tag,
                                                              m.tag_len, m.in, theirs));
        assert_int_equal(ret, (mode == MBEDTLS_GCM_DECRYPT || m.len == 0) && memcmp(tag, tag2, m.tag_len) == 0
                                  ? 0
                                  : MBEDTLS_ERR_GCM_AUTH_FAILED);
        assert_memory_equal(ours, theirs, m.len); /* wiped, if the tag is wrong */
        end(&m);
    }
}

static void test_gcm_in_parts(void **state)
{
    struct message m;
    uint8_t ours[MOST], theirs[MOST], tag[16], tag2[16];
    size_t written, written2;

    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        int mode = number(2) ? MBEDTLS_GCM_ENCRYPT : MBEDTLS_GCM_DECRYPT;

        begin(&m);
        assert_int_equal(mbedtls_gcm_starts(&m.ours, mode, m.iv, m.iv_len), 0);
        assert_int_equal(__real_mbedtls_gcm_starts(&m.theirs, mode, m.iv, m.iv_len), 0);
        for (size_t done = 0, n; done < m.aad_len; done += n) {
            n = 1 + number(m.aad_len - done);
            assert_int_equal(mbedtls_gcm_update_ad(&m.ours, m.aad + done, n), 0);
            assert_int_equal(__real_mbedtls_gcm_update_ad(&m.theirs, m.aad + done, n), 0);
        }
        for (size_t done = 0, n; done < m.len; done += n) {
            mbedtls_gcm_context moved = m.ours; /* a context may be copied */

            m.ours = moved;
            n = number(m.len - done + 1);
            assert_int_equal(mbedtls_gcm_update(&m.ours, m.in + done, n, ours + done, n, &written), 0);
            assert_int_equal(__real_mbedtls_gcm_update(&m.theirs, m.in + done, n, theirs + done, n, &written2), 0);
            assert_int_equal(written, n);
            assert_int_equal(written2, n);
        }
        assert_int_equal(mbedtls_gcm_finish(&m.ours, NULL, 0, &written, tag, m.tag_len), 0);
        assert_int_equal(__real_mbedtls_gcm_finish(&m.theirs, NULL, 0, &written2, tag2, m.tag_len), 0);
        assert_memory_equal(ours, theirs, m.len);
        assert_memory_equal(tag, tag2, m.tag_len);
        end(&m);
    }
}

/* Each call fails as the library's own does. */
static void test_gcm_errors(void **state)
{
    struct message m;
    uint8_t out[MOST], tag[32] = {0};
    size_t written;

    (void)state;
    begin(&m);
    static const unsigned bits[] = {0, 127, 129, 512};
    for (unsigned i = 0; i < sizeof bits / sizeof bits[0]; i++)
        assert_int_equal(mbedtls_gcm_setkey(&m.ours, MBEDTLS_CIPHER_ID_AES, m.key, bits[i]),
                         __real_mbedtls_gcm_setkey(&m.theirs, MBEDTLS_CIPHER_ID_AES, m.key, bits[i]));
    static const mbedtls_cipher_id_t ids[] = {MBEDTLS_CIPHER_ID_NONE, MBEDTLS_CIPHER_ID_DES,
                                              MBEDTLS_CIPHER_ID_CAMELLIA};
    for (unsigned i = 0; i < sizeof ids / sizeof ids[0]; i++)
        assert_int_equal(mbedtls_gcm_setkey(&m.ours, ids[i], m.key, 128),
                         __real_mbedtls_gcm_setkey(&m.theirs, ids[i], m.key, 128));
    end(&m);
    begin(&m);
    assert_int_equal(mbedtls_gcm_starts(&m.ours, MBEDTLS_GCM_ENCRYPT, m.iv, 0), MBEDTLS_ERR_GCM_BAD_INPUT);
    assert_int_equal(mbedtls_gcm_starts(&m.ours, MBEDTLS_GCM_ENCRYPT, m.iv, 12), 0);
    assert_int_equal(mbedtls_gcm_update(&m.ours, m.in, 20, out, 19, &written), MBEDTLS_ERR_GCM_BUFFER_TOO_SMALL);
    assert_int_equal(mbedtls_gcm_update(&m.ours, m.in, 20, m.in + 1, 20, &written), MBEDTLS_ERR_GCM_BAD_INPUT);
    static const size_t tag_lens[] = {0, 3, 17, 32};
    for (unsigned i = 0; i < sizeof tag_lens / sizeof tag_lens[0]; i++) {
        assert_int_equal(mbedtls_gcm_finish(&m.ours, NULL, 0, &written, tag, tag_lens[i]), MBEDTLS_ERR_GCM_BAD_INPUT);
        assert_int_equal(
            mbedtls_gcm_crypt_and_tag(&m.ours, MBEDTLS_GCM_ENCRYPT, 20, m.iv, 12, NULL, 0, m.in, out, tag_lens[i], tag),
            MBEDTLS_ERR_GCM_BAD_INPUT);
        assert_int_equal(mbedtls_gcm_auth_decrypt(&m.ours, 20, m.iv, 12, NULL, 0, tag, tag_lens[i], m.in, out),
                         MBEDTLS_ERR_GCM_BAD_INPUT);
    }
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&m.ours, MBEDTLS_GCM_ENCRYPT, 20, m.iv, 0, NULL, 0, m.in, out, 16, tag),
                     MBEDTLS_ERR_GCM_BAD_INPUT);
    end(&m);
}

/* A mode that does not exist is refused, and nothing is written: the library leaves the data out of the tag. */
static void test_gcm_mode(void **state)
{
    static const int modes[] = {-1, 2, 256, 257};
    struct message m;
    uint8_t out[16] = {0}, tag[16] = {0}, zero[16] = {0};

    (void)state;
    begin(&m);
    for (unsigned i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(mbedtls_gcm_starts(&m.ours, modes[i], m.iv, 12), MBEDTLS_ERR_GCM_BAD_INPUT);
        assert_int_equal(mbedtls_gcm_crypt_and_tag(&m.ours, modes[i], 16, m.iv, 12, NULL, 0, m.in, out, 16, tag),
                         MBEDTLS_ERR_GCM_BAD_INPUT);
    }
    assert_memory_equal(out, zero, 16);
    assert_memory_equal(tag, zero, 16);
    end(&m);
}

/* ---- hashes ---- */

#define HASH(name, size, ...)                                                                                          \
    do {                                                                                                               \
        mbedtls_##name##_context ctx, copy;                                                                            \
                                                                                                                       \
        mbedtls_##name##_init(&ctx);                                                                                   \
        mbedtls_##name##_init(&copy);                                                                                  \
        assert_int_equal(mbedtls_##name##_starts(&ctx __VA_ARGS__), 0);                                                \
        for (size_t done = 0, n; done < len; done += n) {                                                              \
            n = number(len - done + 1);                                                                                \
            assert_int_equal(mbedtls_##name##_update(&ctx, in + done, n), 0);                                          \
            mbedtls_##name##_clone(&copy, &ctx);                                                                       \
            mbedtls_##name##_clone(&ctx, &copy);                                                                       \
        }                                                                                                              \
        assert_int_equal(mbedtls_##name##_finish(&ctx, ours), 0);                                                      \
        assert_int_equal(__real_mbedtls_##name(in, len, theirs __VA_ARGS__), 0);                                       \
        assert_memory_equal(ours, theirs, size);                                                                       \
        assert_int_equal(mbedtls_##name(in, len, ours __VA_ARGS__), 0);                                                \
        assert_memory_equal(ours, theirs, size);                                                                       \
        mbedtls_##name##_free(&ctx);                                                                                   \
        mbedtls_##name##_free(&copy);                                                                                  \
    } while (0)

static void test_hashes(void **state)
{
    uint8_t in[MOST], ours[64], theirs[64];

    (void)state;
    for (unsigned round = 0; round < ROUNDS / 4; round++) {
        size_t len = number(MOST + 1);

        fill(in, len);
        HASH(sha1, 20, );
        HASH(sha256, 32, , 0);
        HASH(sha256, 28, , 1);
        HASH(sha512, 64, , 0);
        HASH(sha512, 48, , 1);
    }
}

/* Without an engine a call fails, and nothing is computed. */
static void test_no_engine(void **state)
{
    struct message m;
    uint8_t out[32] = {0}, tag[16];

    (void)state;
    begin(&m);
    ob_stop(NULL);
    assert_int_equal(mbedtls_sha256(m.in, 20, out, 0), MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED);
    assert_int_equal(mbedtls_gcm_crypt_and_tag(&m.ours, MBEDTLS_GCM_ENCRYPT, 20, m.iv, 12, NULL, 0, m.in, out, 16, tag),
                     MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED);
    for (unsigned i = 0; i < sizeof out; i++)
        assert_int_equal(out[i], 0);
    end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gcm_whole), cmocka_unit_test(test_gcm_in_parts), cmocka_unit_test(test_gcm_errors),
        cmocka_unit_test(test_gcm_mode),  cmocka_unit_test(test_hashes),       cmocka_unit_test(test_no_engine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
