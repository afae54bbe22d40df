/* SPDX-License-Identifier: Apache-2.0 */
/* What an op that fails leaves in its buffers (DESIGN.md, rule 4): an engine that has worked and then says that it has
 * not, on every class. Outputs are wiped, what is only read stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern struct ob_engine ob_engine_soft;

static struct ob_dispatcher d;
static struct ob_engine engine;
static struct ob_engine_ops ops;
static int answer; /* what submit says after it has worked */
static const uint8_t key[32] = {1, 2, 3, 4}, iv[16] = {9};
static uint8_t in[64], out[80], tag[64];

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r = ob_engine_soft.ops->submit(dev, s, op);

    return s->testing || answer == OB_OK ? r : answer;
}

static int make(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    memset(&engine, 0, sizeof engine);
    ops = *ob_engine_soft.ops;
    ops.submit = submit;
    ops.whole = NULL;
    engine.ops = &ops;
    answer = OB_OK;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(3 * i + 1);
    return ob_engine_add(&d, &engine);
}

static int unmake(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static void fresh(int next_answer)
{
    memset(out, 0xaa, sizeof out);
    memset(tag, 0xbb, sizeof tag);
    answer = next_answer;
}

static bool all(const uint8_t *p, size_t len, uint8_t value)
{
    for (size_t i = 0; i < len; i++)
        if (p[i] != value)
            return false;
    return true;
}

static void works_again(void)
{
    answer = OB_OK;
    assert_int_equal(ob_selftest(&engine, 0), OB_OK);
}

static void digests_are_wiped(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_OK);
    fresh(OB_E_IO);
    assert_int_equal(ob_hash_compute(&s, tag, 32, in, 40), OB_E_IO);
    assert_true(all(tag, 32, 0) && all(tag + 32, 32, 0xbb));
    works_again();
    assert_int_equal(ob_hash_update(&s, in, 40), OB_OK);
    fresh(OB_E_IO);
    assert_int_equal(ob_hash_final(&s, tag, 32), OB_E_IO);
    assert_true(all(tag, 32, 0) && all(tag + 32, 32, 0xbb));
    works_again();
    /* in the middle of a message the tag is not read */
    fresh(OB_E_IO);
    struct ob_op op = {.flags = OB_FIRST, .in = in, .in_len = 64, .tag = tag, .tag_len = 32};
    assert_int_equal(ob_run(&s, &op), OB_E_IO);
    assert_true(all(tag, sizeof tag, 0xbb));
    works_again();
    ob_session_close(&s);
}

static void tags_are_wiped_unless_compared(void **state)
{
    static const int answers[] = {OB_E_IO, OB_E_AUTH};
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_mac_open(&s, &d, OB_HMAC_SHA256, key, 32), OB_OK);
    for (size_t i = 0; i < 2; i++) {
        fresh(answers[i]);
        assert_int_equal(ob_mac_compute(&s, tag, 16, in, 40), OB_E_IO); /* it compares nothing */
        assert_true(all(tag, 16, 0) && all(tag + 16, 48, 0xbb));
        works_again();
        fresh(answers[i]);
        assert_int_equal(ob_mac_check(&s, tag, 16, in, 40), answers[i]);
        assert_true(all(tag, sizeof tag, 0xbb)); /* it is the caller's */
        works_again();
    }
    ob_session_close(&s);
}

/* Each class, by submit: an answer that the contract does not allow there is a failure. The outputs are wiped, the
 * failure is counted, and the engine is set aside. */
static void answers_not_allowed_are_failures(void **state)
{
    enum { HASH, MAC, CHECK, CIPHER, DECIPHER, SEAL, OPEN, PART, CASES };
    static const uint8_t algs[CASES] = {OB_SHA256,  OB_HMAC_SHA256, OB_HMAC_SHA256, OB_AES_CTR,
                                        OB_AES_CTR, OB_AES_GCM,     OB_AES_GCM,     OB_AES_GCM};
    static const int answers[] = {OB_E_ARG, OB_E_AUTH, OB_E_STATE, 3, 4, 5};
    struct ob_session s;

    (void)state;
    for (unsigned i = 0; i < CASES * (sizeof answers / sizeof answers[0]); i++) {
        int k = (int)(i % CASES), wrong = answers[i / CASES];
        bool allowed = wrong == OB_E_AUTH && (k == CHECK || k == OPEN);
        bool has_tag = k == HASH || k == MAC || k == SEAL;
        struct ob_stats before, after;
        struct ob_op op = {.flags = OB_FIRST | OB_LAST, .iv = iv, .in = in, .in_len = 32, .out = out, .out_size = 32};

        op.iv_len = algs[k] == OB_AES_CTR ? 16 : 12;
        if (algs[k] != OB_AES_CTR) {
            op.tag = tag;
            op.tag_len = k == HASH ? 32 : 16;
        }
        if (k == CHECK)
            op.flags |= OB_VERIFY;
        if (k == CIPHER || k == SEAL)
            op.flags |= OB_ENCRYPT;
        if (k == PART)
            op.flags = OB_FIRST; /* the tag comes later */
        assert_int_equal(ob_session_open(&s, &d, algs[k], key, k == HASH ? 0 : 16), OB_OK);
        assert_int_equal(ob_session_require(&s, OB_SESSION_UNVERIFIED), OB_OK);
        ob_engine_stats(&engine, &before);
        fresh(wrong);
        assert_int_equal(ob_run(&s, &op), allowed ? OB_E_AUTH : OB_E_IO);
        assert_true(all(out, 32, k >= CIPHER ? 0 : 0xaa) && all(out + 32, 48, 0xaa));
        assert_true(all(tag, op.tag_len, has_tag ? 0 : 0xbb) && all(tag + op.tag_len, 64 - op.tag_len, 0xbb));
        ob_engine_stats(&engine, &after);
        assert_int_equal(after.errors - before.errors, !allowed);
        fresh(OB_OK);
        if (!allowed)
            assert_int_equal(ob_run(&s, &op), OB_E_DECLINED); /* set aside */
        works_again();
        ob_session_close(&s);
    }
}

/* A wrong tag is an answer, also of the short path: no failure, and the engine serves on. */
static void a_wrong_tag_is_an_answer(void **state)
{
    struct ob_session s;
    struct ob_stats before, after;
    uint8_t sealed[64], good[16];

    (void)state;
    assert_int_equal(ob_aead_open(&s, &d, OB_AES_GCM, key, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, sealed, 64, good, 16, iv, 12, NULL, 0, in, 64), OB_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(ob_aead_decrypt(&s, out, 64, iv, 12, NULL, 0, sealed, 64, good, 16), OB_OK);
    good[15] ^= 1;
    ob_engine_stats(&engine, &before);
    fresh(OB_OK);
    assert_int_equal(ob_aead_decrypt(&s, out, 64, iv, 12, NULL, 0, sealed, 64, good, 16), OB_E_AUTH);
    assert_true(all(out, 64, 0) && all(out + 64, 16, 0xaa));
    ob_engine_stats(&engine, &after);
    assert_int_equal(after.ops - before.ops, 1);
    assert_int_equal(after.errors, before.errors);
    good[15] ^= 1;
    assert_int_equal(ob_aead_decrypt(&s, out, 64, iv, 12, NULL, 0, sealed, 64, good, 16), OB_OK);
    ob_session_close(&s);
}

static void ciphers_outputs_are_wiped(void **state)
{
    struct ob_session s;
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                       .iv = iv,
                       .iv_len = 16,
                       .in = in,
                       .in_len = 64,
                       .out = out,
                       .out_size = sizeof out};

    (void)state;
    assert_int_equal(ob_cipher_open(&s, &d, OB_AES_CTR, key, 16), OB_OK);
    fresh(OB_E_IO);
    assert_int_equal(ob_run(&s, &op), OB_E_IO);
    assert_true(all(out, 64, 0) && all(out + 64, 16, 0xaa));
    assert_int_equal(op.out_len, 0);
    assert_int_equal(op.status, OB_E_IO);
    works_again();
    op.tag = tag; /* a cipher has none */
    op.tag_len = 16;
    fresh(OB_E_IO);
    assert_int_equal(ob_run(&s, &op), OB_E_IO);
    assert_true(all(out, 64, 0) && all(tag, sizeof tag, 0xbb));
    works_again();
    fresh(OB_OK);
    assert_int_equal(ob_run(&s, &op), OB_OK);
    assert_int_equal(op.out_len, 64);
    ob_session_close(&s);
}

static void aeads_outputs_are_wiped(void **state)
{
    struct ob_session s;
    uint8_t sealed[64], good[16];

    (void)state;
    assert_int_equal(ob_aead_open(&s, &d, OB_AES_GCM, key, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, sealed, 64, good, 16, iv, 12, in, 5, in, 64), OB_OK);
    fresh(OB_E_IO);
    assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 16, iv, 12, in, 5, in, 64), OB_E_IO);
    assert_true(all(out, 64, 0) && all(out + 64, 16, 0xaa));
    assert_true(all(tag, 16, 0) && all(tag + 16, 48, 0xbb));
    works_again();
    fresh(OB_E_IO);
    memcpy(tag, good, 16);
    assert_int_equal(ob_aead_decrypt(&s, out, 64, iv, 12, in, 5, sealed, 64, tag, 16), OB_E_IO);
    assert_true(all(out, 64, 0));
    assert_memory_equal(tag, good, 16); /* it is the caller's */
    works_again();
    fresh(OB_OK);
    good[3] ^= 1;
    assert_int_equal(ob_aead_decrypt(&s, out, 64, iv, 12, in, 5, sealed, 64, good, 16), OB_E_AUTH);
    assert_true(all(out, 64, 0) && all(out + 64, 16, 0xaa));
    ob_session_close(&s);
}

/* A new message counts from 0, and knows its own direction and totals. */
static void a_message_counts_from_the_beginning(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, &d, OB_AES_GCM, key, 16), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, 12, 7, 48, 16), OB_OK);
    assert_int_equal(s.total_aad, 7);
    assert_int_equal(s.total_in, 48);
    assert_int_equal(ob_aead_aad(&s, in, 7), OB_OK);
    assert_int_equal(s.stream, OB_STREAM_AAD);
    assert_int_equal(ob_aead_update(&s, out, 48, in, 48), OB_OK);
    assert_int_equal(s.stream, OB_STREAM_DATA);
    assert_int_equal(s.aad_done, 7);
    assert_int_equal(s.in_done, 48);
    assert_int_equal(s.stream_flags, OB_ENCRYPT);
    assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
    assert_int_equal(s.stream, OB_STREAM_IDLE);
    assert_int_equal(ob_aead_encrypt(&s, out, 64, tag, 16, iv, 12, in, 5, in, 64), OB_OK);
    assert_int_equal(s.aad_done, 5);
    assert_int_equal(s.total_aad, 5);
    assert_int_equal(s.in_done, 64);
    assert_int_equal(s.total_in, 64);
    ob_session_close(&s);
}

#define SOFT(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SOFT(digests_are_wiped),
        SOFT(tags_are_wiped_unless_compared),
        SOFT(ciphers_outputs_are_wiped),
        SOFT(aeads_outputs_are_wiped),
        SOFT(a_message_counts_from_the_beginning),
        SOFT(answers_not_allowed_are_failures),
        SOFT(a_wrong_tag_is_an_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
