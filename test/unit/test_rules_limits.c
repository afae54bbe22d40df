/* SPDX-License-Identifier: Apache-2.0 */
/* The rules of DESIGN.md, section 3, that need real algorithms: limits (4), unverified plaintext (6), lengths (10).
 * Long streams are simulated by setting the session's counters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/outboard.h>

static const uint8_t key[64] = {1, 2, 3};
static const uint8_t iv[16] = {4, 5, 6};
static uint8_t in[64], out[64], tag[16];

static void untouched(void)
{
    for (size_t i = 0; i < sizeof out; i++)
        assert_int_equal(out[i], 0x77);
    for (size_t i = 0; i < sizeof tag; i++)
        assert_int_equal(tag[i], 0x77);
}

static int set_up(void **state)
{
    (void)state;
    memset(in, 0x11, sizeof in);
    memset(out, 0x77, sizeof out);
    memset(tag, 0x77, sizeof tag);
    return 0;
}

/* A stream of alg that has already processed done bytes: one more op of len bytes. */
static int go_beyond(uint8_t alg, size_t key_len, size_t iv_len, uint64_t done, size_t len, bool last)
{
    struct ob_session s;
    struct ob_op op;
    int r;

    assert_int_equal(ob_session_open(&s, NULL, alg, key, key_len), OB_OK);
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_ENCRYPT;
    op.iv = iv;
    op.iv_len = iv_len;
    op.in = in;
    op.in_len = 16;
    op.out = out;
    op.out_size = sizeof out;
    op.tag_len = 16;
    op.total_in = alg == OB_AES_CCM ? done + len : 0;
    assert_int_equal(ob_run(&s, &op), OB_OK);
    memset(out, 0x77, sizeof out);
    s.in_done = done;
    op.flags = OB_ENCRYPT | (last ? OB_LAST : 0u);
    op.in_len = len;
    op.tag = tag;
    op.tag_len = ob_alg_tag(alg);
    r = ob_run(&s, &op);
    if (r != OB_OK) {
        assert_int_equal(s.stream, OB_STREAM_DATA); /* the stream goes on */
        assert_true(s.in_done == done);
    }
    ob_session_close(&s);
    return r;
}

static void rule_4_gcm_limit(void **state)
{
    (void)state;
    assert_int_equal(go_beyond(OB_AES_GCM, 16, 12, ((uint64_t)1 << 36) - 32, 1, false), OB_E_ARG);
    untouched();
    assert_int_equal(go_beyond(OB_AES_GCM, 16, 12, ((uint64_t)1 << 36) - 48, 17, true), OB_E_ARG);
    untouched();
    assert_int_equal(go_beyond(OB_AES_GCM, 16, 12, ((uint64_t)1 << 36) - 48, 16, false), OB_OK);
}

#if SIZE_MAX > UINT32_MAX
/* Lengths so near 2^64 that a sum with them wraps. No memory is that long, so an engine that saw one would read beyond
 * its end. */
static void rule_4_no_length_wraps(void **state)
{
    static const struct {
        uint8_t alg, key_len, iv_len, tag_len;
    } cases[] = {{OB_AES_GCM, 16, 12, 16}, {OB_CHACHA20_POLY1305, 32, 12, 16}, {OB_HMAC_SHA256, 16, 0, 32}};
    static const size_t lens[] = {SIZE_MAX, SIZE_MAX - 15, SIZE_MAX - 31, SIZE_MAX - 127};
    struct ob_session s;
    struct ob_op op;
    uint8_t mac[32];

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(ob_session_open(&s, NULL, cases[i].alg, key, cases[i].key_len), OB_OK);
        for (unsigned j = 0; j < sizeof lens / sizeof *lens; j++) {
            memset(&op, 0, sizeof op);
            op.flags = OB_FIRST | OB_LAST | OB_ENCRYPT;
            op.iv = iv;
            op.iv_len = cases[i].iv_len;
            op.in = op.out = out;
            op.in_len = op.out_size = lens[j];
            op.tag = mac;
            op.tag_len = cases[i].tag_len;
            assert_int_equal(ob_run(&s, &op), OB_E_ARG);
            untouched();
        }
        ob_session_close(&s);
    }
}

/* 2^61 - 1 bytes (SP 800-38D, section 5.2.1.1). */
static void rule_4_iv_limit(void **state)
{
    static const size_t lens[] = {(size_t)1 << 61, SIZE_MAX - 1, SIZE_MAX};
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, key, 16), OB_OK);
    for (unsigned i = 0; i < sizeof lens / sizeof *lens; i++) {
        assert_int_equal(ob_aead_encrypt(&s, out, 16, tag, 16, iv, lens[i], NULL, 0, in, 16), OB_E_ARG);
        untouched();
        assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, lens[i], 0, 0, 16), OB_E_ARG);
    }
    ob_session_close(&s);
}
#endif

/* 2^61 - 1 bytes (SP 800-38D, section 5.2.1.1). */
static void rule_4_aad_limit(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, key, 16), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, 12, 0, 0, 16), OB_OK);
    assert_int_equal(ob_aead_aad(&s, in, 16), OB_OK);
    s.aad_done = ((uint64_t)1 << 61) - 16;
    assert_int_equal(ob_aead_aad(&s, in, 16), OB_E_ARG);
    assert_int_equal(ob_aead_aad(&s, in, 15), OB_OK);
    assert_int_equal(ob_aead_aad(&s, in, 1), OB_E_ARG);
    ob_session_close(&s);
}

static void rule_4_chacha_limit(void **state)
{
    (void)state;
    assert_int_equal(go_beyond(OB_CHACHA20_POLY1305, 32, 12, ((uint64_t)1 << 38) - 64, 1, false), OB_E_ARG);
    untouched();
}

static void rule_4_xts_limit(void **state)
{
    (void)state;
    assert_int_equal(go_beyond(OB_AES_XTS, 32, 16, (uint64_t)16 << 20, 16, false), OB_E_ARG);
    untouched();
    assert_int_equal(go_beyond(OB_AES_XTS, 32, 16, ((uint64_t)16 << 20) - 16, 16, true), OB_OK);
}

/* A call that would go beyond with bytes that were held back writes none of its blocks; a shorter one goes on. */
static void rule_4_xts_limit_in_parts(void **state)
{
    struct ob_session s;
    size_t len;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, NULL, OB_AES_XTS, key, 32), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &len, in, 48), OB_OK);
    assert_int_equal(len, 32);
    memset(out, 0x77, sizeof out);
    s.in_done = ((uint64_t)16 << 20) - 48;
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &len, in, 64), OB_E_ARG);
    assert_int_equal(len, 0);
    untouched();
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &len, in, 32), OB_OK);
    assert_int_equal(len, 32);
    assert_int_equal(ob_cipher_finish(&s, out, sizeof out, &len), OB_OK);
    assert_int_equal(len, 16);
    ob_session_close(&s);
}

/* No data: whatever out points to, nothing is written there, so that it may lie within what is authenticated. */
static void rule_10_no_data_overlaps_nothing(void **state)
{
    uint8_t again[16];
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, key, 16), OB_OK);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ob_aead_encrypt(&s, NULL, 0, tag, 16, iv, 12, in, 64, NULL, 0), OB_OK);
        assert_int_equal(ob_aead_encrypt(&s, in + 16, 0, again, 16, iv, 12, in, 64, in + 16, 0), OB_OK);
        assert_memory_equal(again, tag, 16);
        assert_int_equal(ob_aead_decrypt(&s, in, 0, iv, 12, in, 64, in, 0, tag, 16), OB_OK);
    }
    ob_session_close(&s);
}

static void rule_4_hash_limit(void **state)
{
    uint8_t digest[32];
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_update(&s, in, 64), OB_OK);
    s.in_done = ((uint64_t)1 << 61) - OB_BLOCK_MAX - 1;
    assert_int_equal(ob_hash_update(&s, in, 1), OB_E_ARG);
    assert_int_equal(ob_hash_final(&s, digest, sizeof digest), OB_OK);
    ob_session_close(&s);
}

static void rule_4_ccm_limit(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_CCM, key, 16), OB_OK);
    /* a nonce of 13 bytes leaves 2 for the length */
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, 13, 0, 65536, 16), OB_E_ARG);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, 13, 0, 65535, 16), OB_OK);
    assert_int_equal(ob_session_reset(&s), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, 7, 0, (uint64_t)1 << 62, 16), OB_OK);
    assert_int_equal(ob_session_reset(&s), OB_OK);
    /* the lengths of the first block bind */
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, 12, 3, 20, 16), OB_OK);
    assert_int_equal(ob_aead_aad(&s, in, 4), OB_E_ARG);
    assert_int_equal(ob_aead_aad(&s, in, 3), OB_OK);
    assert_int_equal(ob_aead_update(&s, out, 21, in, 21), OB_E_ARG);
    assert_int_equal(ob_aead_update(&s, out, 19, in, 19), OB_OK);
    assert_int_equal(ob_aead_finish(&s, tag, 16), OB_E_ARG);
    assert_int_equal(ob_aead_update(&s, out, 1, in, 1), OB_OK);
    assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
    ob_session_close(&s);
}

static void rule_6_unverified_plaintext_is_opt_in(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, key, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 16, iv, 12, NULL, 0, in, 64), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_DECRYPT, iv, 12, 0, 64, 16), OB_E_STATE);
    assert_int_equal(ob_session_require(&s, OB_SESSION_UNVERIFIED), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_DECRYPT, iv, 12, 0, 64, 16), OB_OK);
    assert_int_equal(ob_aead_update(&s, out, 64, out, 64), OB_OK);
    assert_memory_equal(out, in, 64);
    assert_int_equal(ob_aead_verify(&s, tag, 16), OB_OK);
    /* one shot: a wrong tag hands out nothing */
    assert_int_equal(ob_session_relax(&s, OB_SESSION_UNVERIFIED), OB_OK);
    tag[15] ^= 1;
    assert_int_equal(ob_aead_decrypt(&s, out, 64, iv, 12, NULL, 0, in, 64, tag, 16), OB_E_AUTH);
    for (size_t i = 0; i < sizeof out; i++)
        assert_int_equal(out[i], 0);
    ob_session_close(&s);
}

/* Two streams of which one is told that it has done so much that the next block crosses 4 GiB: CTR and GCM count on. */
static void rule_10_nothing_wraps_at_4_gib(void **state)
{
    static const uint8_t algs[] = {OB_AES_CTR, OB_SM4_CTR};

    (void)state;
    for (size_t k = 0; k < sizeof algs; k++) {
        struct ob_session s;
        uint8_t counter[16] = {0}, expected[32];
        size_t n;

        /* the counter block after 2^32 - 16 bytes is 2^28 - 1: what a stream gives there, a fresh one with that IV must
         */
        assert_int_equal(ob_cipher_open(&s, NULL, algs[k], key, 16), OB_OK);
        counter[12] = 0x0f;
        counter[13] = counter[14] = counter[15] = 0xff;
        assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, expected, 32, counter, 16, in, 32), OB_OK);
        assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, counter, 16, 0), OB_OK);
        assert_int_equal(ob_cipher_update(&s, out, 16, &n, in, 16), OB_OK);
        s.in_done += 0xffffffe0u; /* as if it had come from the beginning */
        assert_true(s.in_done == 0xfffffff0u);
        assert_int_equal(ob_cipher_update(&s, out + 16, 16, &n, in + 16, 16), OB_OK);
        assert_memory_equal(out, expected, 32);
        assert_true(s.in_done == 0x100000000u);
        ob_session_close(&s);
    }
}

/* The length in a digest's padding has 64 bits: SHA-256 after 2^32 + 64 bytes, whose last block a fresh computation on
 * the same hash words confirms. */
static void rule_10_long_messages_have_long_lengths(void **state)
{
    struct ob_session s, t;
    uint8_t a[32], b[32];

    (void)state;
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_session_pin(&s, ob_engine_find(NULL, "soft")), OB_OK);
    assert_int_equal(ob_hash_update(&s, in, 64), OB_OK);
    assert_int_equal(ob_session_clone(&t, &s), OB_OK);
    s.in_done += (uint64_t)1 << 32;
    assert_int_equal(ob_hash_final(&s, a, 32), OB_OK);
    /* by hand: the padding block of a message of 2^32 + 64 bytes is data to a stream that stands before it */
    uint8_t padding[64] = {0x80};
    uint64_t bits = (((uint64_t)1 << 32) + 64) * 8;
    for (unsigned i = 0; i < 8; i++)
        padding[63 - i] = (uint8_t)(bits >> (8 * i));
    assert_int_equal(ob_hash_update(&t, padding, 64), OB_OK);
    for (unsigned i = 0; i < 8; i++)
        for (unsigned k = 0; k < 4; k++)
            b[4 * i + k] = (uint8_t)(t.mid.h[i] >> (24 - 8 * k));
    assert_memory_equal(a, b, 32);
    ob_session_close(&s);
    ob_session_close(&t);
}

/* The first block of CCM has the tag's length (SP 800-38C, appendix A.2.1). */
static void rule_4_ccm_keeps_its_tag_length(void **state)
{
    static uint8_t key[16], iv[12], in[32], out[32], tag[16], whole[16];
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_CCM, key, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, out, 32, whole, 16, iv, 12, NULL, 0, in, 32), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, 12, 0, 32, 16), OB_OK);
    assert_int_equal(ob_aead_update(&s, out, 32, in, 32), OB_OK);
    assert_int_equal(ob_aead_finish(&s, tag, 8), OB_E_ARG);
    assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
    assert_memory_equal(tag, whole, 16);
    ob_session_close(&s);
}

/* A call of one class with a session of another is refused, whatever the size of out; and a session that is closed is
 * so before its arguments matter. */
static void calls_of_another_class_are_refused(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_OK);
    for (size_t out_size = 0; out_size <= sizeof out; out_size += sizeof out)
        assert_int_equal(ob_aead_encrypt(&s, out, out_size, tag, sizeof tag, iv, 12, NULL, 0, in, sizeof in), OB_E_ARG);
    ob_session_close(&s);
    for (size_t out_size = 0; out_size <= sizeof out; out_size += sizeof out)
        assert_int_equal(ob_aead_encrypt(&s, out, out_size, tag, sizeof tag, iv, 12, NULL, 0, in, sizeof in),
                         OB_E_STATE);
    untouched();
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup(name, set_up)
    const struct CMUnitTest tests[] = {
        RULE(rule_4_gcm_limit),
#if SIZE_MAX > UINT32_MAX
        RULE(rule_4_no_length_wraps),
        RULE(rule_4_iv_limit),
#endif
        RULE(rule_4_aad_limit),
        RULE(rule_4_chacha_limit),
        RULE(rule_4_xts_limit),
        RULE(rule_4_xts_limit_in_parts),
        RULE(rule_10_no_data_overlaps_nothing),
        RULE(rule_4_hash_limit),
        RULE(rule_4_ccm_limit),
        RULE(rule_4_ccm_keeps_its_tag_length),
        RULE(rule_6_unverified_plaintext_is_opt_in),
        RULE(calls_of_another_class_are_refused),
        RULE(rule_10_nothing_wraps_at_4_gib),
        RULE(rule_10_long_messages_have_long_lengths),
    };

    if (ob_start() < 1)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
