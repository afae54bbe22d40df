/* SPDX-License-Identifier: Apache-2.0 */
/* The core for one engine (core/single.c) on a toy engine and on engine soft: self-test, errors, wiping, chains,
 * streams, clone, close, stop and start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/kat_pk.h"
#include "toy.h"

extern struct ob_engine ob_engine_openssl, ob_engine_soft;

static struct toy toy;
static struct ob_dispatcher d;
static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[256], out[256 + 32];

static int make(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    toy_make(&toy, "toy", 1, 1, OB_CAP_CT);
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 11 + 1);
    memset(out, 0xaa, sizeof out);
    return ob_engine_add(&d, &toy.engine);
}

static int unmake(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static void open_null(struct ob_session *s)
{
    memset(s, 0x55, sizeof *s); /* what was there does not matter */
    assert_int_equal(ob_cipher_open(s, &d, OB_NULL, key, sizeof key), OB_OK);
}

static int crypt(struct ob_session *s, size_t len)
{
    return ob_cipher_crypt(s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, len);
}

static bool all(const void *p, size_t len, uint8_t value)
{
    const uint8_t *b = (const uint8_t *)p;

    for (size_t i = 0; i < len; i++)
        if (b[i] != value)
            return false;
    return true;
}

static struct ob_op make_op(uint32_t flags, size_t len)
{
    struct ob_op op;

    memset(&op, 0, sizeof op);
    op.flags = flags | OB_ENCRYPT;
    op.in = in;
    op.in_len = len;
    op.out = out;
    op.out_size = sizeof out;
    return op;
}

static void adds_one_engine(void **state)
{
    struct toy other;

    (void)state;
    toy_make(&other, "other", 1, 1, 0);
    assert_int_equal(ob_engine_add(&d, &other.engine), OB_E_BUSY);
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_E_ARG);
    assert_ptr_equal(ob_engine_find(&d, "toy"), &toy.engine);
    assert_null(ob_engine_find(&d, "other"));
    ob_stop(&d);
    assert_null(ob_engine_find(&d, "toy"));
    other.start_fails = true;
    assert_int_equal(ob_engine_add(&d, &other.engine), OB_E_IO);
    other.start_fails = false;
    other.ops_table.state_size = OB_STATE_SIZE + 1;
    assert_int_equal(ob_engine_add(&d, &other.engine), OB_E_ARG);
    other.ops_table.state_size = 8;
    assert_int_equal(ob_engine_add(&d, &other.engine), OB_OK);
}

static void refuses_what_fails_its_self_test(void **state)
{
    struct ob_session s;

    (void)state;
    ob_stop(&d);
    toy.wrong = true;
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_E_IO);
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, sizeof key), OB_E_DECLINED);
    assert_int_equal(ob_submit(&s, &(struct ob_op){.flags = OB_FIRST | OB_LAST}), OB_E_STATE);
    toy.cap.alg = OB_DES_ECB; /* right answers to questions that nobody asked: not one known answer fits the key */
    toy.wrong = false;
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_E_IO);
    toy.cap.alg = OB_NULL;
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_OK);
    assert_int_equal(toy.tests, 2 + 1 + 2);
}

/* What the policy asks of sessions is not asked of the self-test's. */
static void policy_comes_after_the_self_test(void **state)
{
    struct ob_session s;

    (void)state;
    ob_stop(&d);
    d.policy.session_flags = OB_SESSION_HARDWARE;
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_OK);
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    assert_int_equal(ob_session_require(&s, OB_SESSION_UNVERIFIED), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    assert_int_equal(ob_session_relax(&s, OB_SESSION_HARDWARE), OB_E_ARG);
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    d.policy.session_flags = 0;
    assert_int_equal(ob_session_relax(&s, OB_SESSION_HARDWARE), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_OK);
    ob_session_close(&s);
}

/* The policy concerns secrets of public-key operations, at open: RSA of this engine is not constant time. */
static void policy_concerns_private_keys(void **state)
{
    static const struct ob_key none = {.kind = OB_KEY_NONE, .bits = 2048};
    static const struct ob_key rsa = {.kind = OB_KEY_RSA_PUBLIC,
                                      .n = {obi_kat_rsa_n, sizeof obi_kat_rsa_n},
                                      .e = {obi_kat_rsa_e, sizeof obi_kat_rsa_e}};
    static uint8_t text[256], cipher[256];
    struct ob_session s;
    size_t len;

    (void)state;
    ob_stop(&d);
    d.policy.session_flags = OB_SESSION_CT;
    assert_int_equal(ob_engine_add(&d, &ob_engine_openssl), OB_OK);
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA, 0, &none), OB_E_DECLINED);
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PKCS1_CRYPT, 0, &rsa), OB_OK);
    assert_int_equal(ob_pk_encrypt(&s, cipher, sizeof cipher, &len, NULL, 0, text, 16), OB_OK);
    assert_int_equal(ob_pk_encrypt(&s, text + 1, 255, &len, NULL, 0, text, 16), OB_E_ARG); /* a part in common */
    ob_session_close(&s);
}

static void open_refuses(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, 15), OB_E_ARG);
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, NULL, 16), OB_E_ARG);
    assert_int_equal(ob_cipher_open(&s, &d, OB_AES_CBC, key, 16), OB_E_DECLINED);
    assert_true(all(s.key, sizeof s.key, 0)); /* no key is left of what did not open */
    assert_int_equal(crypt(&s, 16), OB_E_STATE);
    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_E_DECLINED);
    assert_int_equal(ob_hash_open(&s, &d, OB_NULL), OB_E_ARG);
    assert_int_equal(ob_mac_open(&s, &d, OB_HMAC_SHA256, key, 16), OB_E_DECLINED);
    assert_int_equal(ob_mac_open(&s, &d, OB_SHA256, key, 16), OB_E_ARG);
    assert_int_equal(ob_aead_open(&s, &d, OB_AES_GCM, key, 16), OB_E_DECLINED);
    assert_int_equal(ob_aead_open(&s, &d, 0xff, key, 16), OB_E_ARG);
    ob_session_close(&s);
}

static void requirements_hold(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT | OB_SESSION_HARDWARE), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    assert_int_equal(ob_session_relax(&s, OB_SESSION_CT | OB_SESSION_HARDWARE), OB_OK);
    toy.cap.len_max = 32;
    assert_int_equal(crypt(&s, 32), OB_OK);
    assert_int_equal(crypt(&s, 33), OB_E_DECLINED);
    toy.cap.dirs = OB_DIR_DECRYPT;
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    assert_int_equal(ob_session_pin(&s, &toy.engine), OB_OK);
    assert_int_equal(ob_session_pin(&s, NULL), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_soft), OB_E_DECLINED);
    for (unsigned bit = 256; bit; bit <<= 1)
        assert_int_equal(ob_session_require(&s, bit), OB_E_ARG);
    ob_session_close(&s);
}

static int answer;

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    (void)dev, (void)dst, (void)src;
    return answer;
}

/* An engine's clone and open cannot answer the caller what no call of core answers. */
static void answers_of_clone_and_open(void **state)
{
    struct ob_session s, copy;

    (void)state;
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    toy.ops_table.clone = clone;
    for (answer = -9; answer <= 9; answer++) {
        assert_int_equal(ob_session_clone(&copy, &s), answer == OB_OK ? OB_OK : OB_E_IO);
        assert_true((copy.dispatcher != NULL) == (answer == OB_OK));
        ob_session_close(&copy);
    }
    ob_session_close(&s);
    toy.cap.flags = OB_CAP_MID;
    for (int r = -9; r <= 9; r++) {
        bool allowed = r == OB_OK || r == OB_E_DECLINED || r == OB_E_BUSY;

        open_null(&s);
        toy.open_answer = r;
        assert_int_equal(ob_session_resume(&s, OB_ENCRYPT, 0, 16), allowed ? r : OB_E_IO);
        ob_session_close(&s);
    }
}

static void outputs_untouched_or_wiped(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 15, NULL, 0, in, 16), OB_E_ARG);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 16, NULL, 0, NULL, 16), OB_E_ARG);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out + 1, 16, NULL, 0, out, 16), OB_E_ARG);
    assert_int_equal(ob_cipher_crypt(&s, 3, out, 16, NULL, 0, in, 16), OB_E_ARG);
    for (int answer = OB_E_BUSY; answer <= OB_E_DECLINED; answer++) {
        toy.answer = answer;
        assert_int_equal(crypt(&s, 16), answer);
    }
    assert_true(all(out, sizeof out, 0xaa));
    toy.answer = OB_E_AUTH;
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_DECRYPT, out, 16, NULL, 0, in, 16), OB_E_AUTH);
    assert_true(all(out, 16, 0) && all(out + 16, sizeof out - 16, 0xaa));
    toy.answer = OB_OK;
    assert_int_equal(crypt(&s, 16), OB_OK); /* a wrong tag is an answer: the engine goes on */
    assert_int_equal(toy.opens, 1 + 1);     /* of the self-test, for both directions, and of ours */
    ob_session_close(&s);
}

/* An engine that fails, by error, by an answer the contract does not know, or by doing a part, is set aside. */
static void failure_sets_the_engine_aside(void **state)
{
    static const int answers[] = {OB_E_IO, OB_E_STATE, OB_E_ARG, OB_E_AUTH, OB_PENDING, 7, -7};
    struct ob_session s, other;

    (void)state;
    open_null(&s);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        unsigned closes = toy.closes;

        memset(out, 0xaa, sizeof out);
        toy.answer = answers[i];
        assert_int_equal(crypt(&s, 16), OB_E_IO);
        assert_true(all(out, 16, 0) && all(out + 16, sizeof out - 16, 0xaa));
        assert_int_equal(toy.closes, closes + 1);
        toy.answer = OB_OK;
        assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
        open_null(&other);
        assert_int_equal(crypt(&other, 16), OB_E_DECLINED);
        ob_session_close(&other);
        toy.wrong = true;
        assert_int_equal(ob_selftest(&toy.engine, 0), OB_E_IO);
        toy.wrong = false;
        assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
        assert_int_equal(ob_selftest(&toy.engine, 0), OB_OK);
        assert_int_equal(crypt(&s, 16), OB_OK);
    }
    toy.answer = OB_E_IO; /* a cipher has no tag: what an op names as such is not touched */
    struct ob_op op = make_op(OB_FIRST | OB_LAST | OB_ENCRYPT, 16);
    op.tag = out + 16;
    op.tag_len = 16;
    memset(out, 0xaa, sizeof out);
    assert_int_equal(ob_run(&s, &op), OB_E_IO);
    assert_true(all(out, 16, 0) && all(out + 16, sizeof out - 16, 0xaa));
    toy.answer = OB_OK;
    assert_int_equal(ob_selftest(&toy.engine, 0), OB_OK);
    toy.short_by = 1;
    assert_int_equal(crypt(&s, 16), OB_E_IO);
    toy.short_by = 0;
    assert_int_equal(ob_selftest(&toy.engine, 0), OB_OK);
    open_null(&other);
    toy.open_answer = OB_E_IO;
    assert_int_equal(crypt(&other, 16), OB_E_IO);
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    ob_session_close(&s);
    ob_session_close(&other);
}

static void streams(void **state)
{
    struct ob_session s;
    struct ob_op op = make_op(0, 16);
    size_t n;

    (void)state;
    open_null(&s);
    assert_int_equal(ob_submit(&s, &op), OB_E_STATE);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_E_STATE);
    assert_int_equal(ob_cipher_finish(&s, out, sizeof out, &n), OB_E_STATE);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_DECRYPT, NULL, 0, 0), OB_OK);
    assert_int_equal(ob_submit(&s, &op), OB_E_STATE); /* the stream decrypts */
    assert_int_equal(crypt(&s, 16), OB_E_STATE);
    assert_int_equal(ob_session_require(&s, 0), OB_E_STATE);
    assert_int_equal(ob_session_pin(&s, NULL), OB_E_STATE);
    toy.answer = OB_E_BUSY;
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_E_BUSY);
    assert_int_equal(n, 0);
    toy.answer = OB_OK;
    assert_int_equal(ob_cipher_update(&s, out, 15, &n, in, 16), OB_E_ARG);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_OK);
    assert_int_equal(n, 16);
    assert_int_equal(s.in_done, 16);
    toy.answer = OB_E_DECLINED; /* too late for that */
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_E_IO);
    assert_int_equal(n, 0);
    toy.answer = OB_OK;
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_E_STATE);
    assert_int_equal(ob_selftest(&toy.engine, 0), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
    assert_int_equal(ob_session_reset(&s), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_OK);
    ob_session_close(&s);
}

static unsigned calls;

static void count_done(struct ob_op *op)
{
    calls += op->status == OB_OK;
}

static void runs_chains(void **state)
{
    struct ob_session s;
    struct ob_op op[3];

    (void)state;
    open_null(&s);
    for (unsigned i = 0; i < 3; i++) {
        op[i] = make_op(i == 0 ? OB_FIRST : i == 2 ? OB_LAST : 0, 16);
        op[i].out = out + 16 * i;
        op[i].in = in + 16 * i;
        op[i].out_size = 16;
        op[i].next = i < 2 ? &op[i + 1] : NULL;
        op[i].done = count_done;
    }
    calls = 0;
    assert_int_equal(ob_run(&s, op), OB_OK);
    assert_memory_equal(out, in, 48);
    assert_int_equal(calls, 3);
    assert_int_equal(op[1].out_len, 16);
    assert_int_equal(ob_wait(&op[2]), OB_OK);
    op[1].out_size = 15;
    assert_int_equal(ob_submit(&s, op), OB_E_ARG);
    assert_int_equal(calls, 4);
    assert_int_equal(op[1].status, OB_E_ARG);
    assert_int_equal(op[2].status, OB_E_STATE);
    assert_int_equal(op[2].out_len, 0);
    assert_int_equal(ob_submit(&s, NULL), OB_E_ARG);
    assert_int_equal(ob_poll(&d), 0);
    ob_session_close(&s);
}

static void survives_stop_and_start(void **state)
{
    struct ob_session s;
    size_t n;

    (void)state;
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
    ob_stop(&d);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_E_STATE);
    assert_int_equal(ob_session_reset(&s), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    assert_int_equal(ob_engine_add(&d, &toy.engine), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(toy.opens, 1 + 1 + 1 + 1); /* two self-tests, this session before and after */
    ob_stop(&d);
    toy.closes = 0;
    ob_session_close(&s);
    assert_int_equal(toy.closes, 0); /* the engine is not there any more */
}

static void close_wipes(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_memory_equal(s.key, key, sizeof key);
    ob_session_close(&s);
    assert_true(all(&s, sizeof s, 0));
    assert_int_equal(toy.closes, 1);
    ob_session_close(&s);
    assert_int_equal(toy.closes, 1);
    assert_int_equal(crypt(&s, 16), OB_E_STATE);
}

/* ---- on engine soft ---- */

static int add_soft(void **state)
{
    (void)state;
    return ob_start() == 1 ? 0 : -1;
}

static int remove_soft(void **state)
{
    (void)state;
    ob_stop(NULL);
    return 0;
}

static void starts_once(void **state)
{
    (void)state;
    assert_int_equal(ob_start(), 1);
    assert_int_equal(ob_engine_add(NULL, &ob_engine_soft), OB_E_ARG);
}

static int says_yes(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r = ob_engine_soft.ops->submit(dev, s, op);

    return r == OB_E_AUTH ? OB_OK : r;
}

/* An engine that finds every tag right has right answers to all questions but one. */
static void refuses_an_engine_without_a_no(void **state)
{
    struct ob_engine_ops ops = *ob_engine_soft.ops;
    struct ob_dispatcher other;
    struct ob_engine yes;

    (void)state;
    memset(&other, 0, sizeof other);
    memset(&yes, 0, sizeof yes);
    yes.ops = &ops;
    assert_int_equal(ob_engine_add(&other, &yes), OB_OK);
    ob_stop(&other);
    ops.submit = says_yes;
    assert_int_equal(ob_engine_add(&other, &yes), OB_E_IO);
    assert_null(ob_engine_find(&other, ops.name));
}

static int wrong_with_short_keys(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r = ob_engine_soft.ops->submit(dev, s, op);

    if (s->alg == OB_AES_ECB && s->key_len == 16)
        op->out[0] ^= 1;
    return r;
}

/* A row is tested with each length of key, and one wrong answer is enough. */
static void tests_every_length_of_key(void **state)
{
    struct ob_engine_ops ops = *ob_engine_soft.ops;
    struct ob_dispatcher other;
    struct ob_engine wrong;

    (void)state;
    memset(&other, 0, sizeof other);
    memset(&wrong, 0, sizeof wrong);
    wrong.ops = &ops;
    ops.submit = wrong_with_short_keys;
    assert_int_equal(ob_engine_add(&other, &wrong), OB_E_IO);
}

static void clones_a_stream(void **state)
{
    struct ob_session a, b;
    uint8_t x[32], y[32];

    (void)state;
    assert_int_equal(ob_hash_open(&a, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_update(&a, in, 100), OB_OK);
    assert_int_equal(ob_session_clone(&b, &a), OB_OK);
    assert_int_equal(ob_hash_update(&a, in, 1), OB_OK);
    ob_session_close(&a);
    assert_int_equal(ob_hash_update(&b, in + 100, 30), OB_OK);
    assert_int_equal(ob_hash_compute(&b, x, 32, in, 10), OB_E_STATE);
    assert_int_equal(ob_hash_final(&b, x, 31), OB_E_ARG);
    assert_int_equal(ob_hash_final(&b, NULL, 32), OB_E_ARG);
    assert_int_equal(ob_hash_final(&b, x, 32), OB_OK);
    assert_int_equal(ob_hash_compute(&b, y, 32, in, 130), OB_OK);
    assert_memory_equal(x, y, 32);
    ob_session_close(&b);
}

static void long_mac_keys_are_hashed(void **state)
{
    static const uint8_t algs[] = {OB_HMAC_SHA256, OB_HMAC_SHA512};
    uint8_t digest[64], x[64], y[64];
    struct ob_session s;

    (void)state;
    for (size_t i = 0; i < sizeof algs; i++) {
        size_t len = ob_alg_tag(algs[i]), key_len = ob_alg_block(algs[i]) + 1;

        assert_int_equal(ob_hash_open(&s, NULL, OB_HMAC_HASH(algs[i])), OB_OK);
        assert_int_equal(ob_hash_compute(&s, digest, len, in, key_len), OB_OK);
        ob_session_close(&s);
        assert_int_equal(ob_mac_open(&s, NULL, algs[i], digest, len), OB_OK);
        assert_int_equal(ob_mac_compute(&s, x, len, in, 77), OB_OK);
        ob_session_close(&s);
        assert_int_equal(ob_mac_open(&s, NULL, algs[i], NULL, key_len), OB_E_ARG);
        assert_int_equal(ob_mac_open(&s, NULL, algs[i], in, key_len), OB_OK);
        assert_int_equal(ob_mac_compute(&s, y, len, in, 77), OB_OK);
        assert_memory_equal(x, y, len);
        assert_int_equal(ob_mac_check(&s, x, 4, in, 77), OB_OK);
        assert_int_equal(ob_mac_check(&s, x, 3, in, 77), OB_E_ARG);
        assert_int_equal(ob_mac_check(&s, x, len, in, 76), OB_E_AUTH);
        assert_int_equal(ob_mac_update(&s, in, 77), OB_OK);
        assert_int_equal(ob_mac_verify(&s, x, len), OB_OK);
        ob_session_close(&s);
    }
}

/* What the engine is told to do wrong in an op that is not of a self-test. */
static const struct ob_engine *target; /* does the work */
static int wrong_answer;
static bool only_without_verify;

static int works_but_fails(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r = target->ops->submit(dev, s, op);

    return s->testing || r != OB_OK || (only_without_verify && op->flags & OB_VERIFY) ? r : wrong_answer;
}

/* What an engine wrote before it failed is wiped: the tag, too, unless it was the caller's to compare. */
static void a_failure_leaves_no_tag(void **state)
{
    struct ob_engine_ops ops = *ob_engine_soft.ops;
    struct ob_dispatcher other;
    struct ob_engine e;
    struct ob_session s;
    uint8_t tag[16], given[16];

    (void)state;
    memset(&other, 0, sizeof other);
    memset(&e, 0, sizeof e);
    ops.submit = works_but_fails;
    e.ops = &ops;
    target = &ob_engine_soft;
    wrong_answer = OB_E_IO;
    only_without_verify = false;
    assert_int_equal(ob_engine_add(&other, &e), OB_OK);
    assert_int_equal(ob_aead_open(&s, &other, OB_AES_GCM, in, 16), OB_OK);
    memset(tag, 0xaa, sizeof tag);
    assert_int_equal(ob_aead_encrypt(&s, out, 32, tag, 12, in, 12, NULL, 0, in + 64, 32), OB_E_IO);
    assert_true(all(out, 32, 0) && all(tag, 12, 0) && all(tag + 12, 4, 0xaa));
    assert_int_equal(ob_selftest(&e, 0), OB_OK);
    wrong_answer = OB_OK;
    assert_int_equal(ob_aead_encrypt(&s, out, 32, tag, 16, in, 12, NULL, 0, in + 64, 32), OB_OK);
    memcpy(given, tag, 16);
    wrong_answer = OB_E_IO;
    assert_int_equal(ob_aead_decrypt(&s, out, 32, in, 12, NULL, 0, out, 32, tag, 16), OB_E_IO);
    assert_memory_equal(tag, given, 16);
    assert_true(all(out, 32, 0));
    ob_session_close(&s);
    ob_stop(&other);
}

/* Core checks a private RSA result by an op of its own, of which nothing is left in the caller's; an engine that
 * answers as if the op were pending has failed, whatever it wrote. */
static void rsa_results_are_checked(void **state)
{
    static const struct ob_key rsa = {.kind = OB_KEY_RSA_PRIVATE,
                                      .n = {obi_kat_rsa_n, sizeof obi_kat_rsa_n},
                                      .e = {obi_kat_rsa_e, sizeof obi_kat_rsa_e},
                                      .d = {obi_kat_rsa_d, sizeof obi_kat_rsa_d},
                                      .p = {obi_kat_rsa_p, sizeof obi_kat_rsa_p},
                                      .q = {obi_kat_rsa_q, sizeof obi_kat_rsa_q}};
    static struct ob_cap caps[255];
    struct ob_engine_ops ops = *ob_engine_openssl.ops;
    struct ob_dispatcher other;
    struct ob_engine e;
    struct ob_session s;
    struct ob_op op;
    uint8_t made[256];

    (void)state;
    memset(&other, 0, sizeof other);
    memset(&e, 0, sizeof e);
    for (unsigned i = 0; i < ops.n_caps; i++) {
        caps[i] = ops.caps[i];
        caps[i].flags &= (uint16_t)~OB_CAP_CHECKED;
    }
    ops.caps = caps;
    ops.submit = works_but_fails;
    e.ops = &ops;
    target = &ob_engine_openssl;
    only_without_verify = true;
    wrong_answer = OB_OK;
    assert_int_equal(ob_engine_add(&other, &e), OB_OK);
    assert_int_equal(ob_pk_open(&s, &other, OB_RSA, 0, &rsa), OB_OK);
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_LAST;
    op.in = obi_kat_rsa_raw;
    op.in_len = sizeof obi_kat_rsa_raw;
    op.out = made;
    op.out_size = sizeof made;
    assert_int_equal(ob_submit(&s, &op), OB_OK);
    assert_int_equal(op.flags, OB_FIRST | OB_LAST);
    assert_int_equal(op.out_len, sizeof made);
    assert_memory_equal(made, obi_kat_rsa_plain, sizeof made);
    wrong_answer = OB_PENDING;
    assert_int_equal(ob_submit(&s, &op), OB_E_IO);
    assert_true(all(made, sizeof made, 0));
    ob_session_close(&s);
    ob_stop(&other);
}

static void statistics_are_none(void **state)
{
    struct ob_stats stats;

    (void)state;
    memset(&stats, 0x55, sizeof stats);
    ob_engine_stats(&toy.engine, &stats);
    assert_true(all(&stats, sizeof stats, 0));
}

/* A whole message gives what the typed calls give, and is refused within a stream. */
static void whole_messages(void **state)
{
    uint8_t cipher[64], text[64], tag[16], made[16];
    struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 12, 12), in, in + 40, 20, in + 64, 50, out, made};
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, in, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, cipher, 50, tag, 12, in, 12, in + 40, 20, in + 64, 50), OB_OK);
    memset(out, 0xaa, sizeof out);
    memset(made, 0xaa, sizeof made);
    assert_int_equal(ob_whole(&s, &w), OB_OK);
    assert_memory_equal(out, cipher, 50);
    assert_memory_equal(made, tag, 12);
    assert_true(out[50] == 0xaa && made[12] == 0xaa);
    w = (struct ob_whole){OB_WHOLE_SHAPE(0, 12, 12), in, in + 40, 20, cipher, 50, text, tag};
    assert_int_equal(ob_whole(&s, &w), OB_OK);
    assert_memory_equal(text, in + 64, 50);
    w.aad_len = 19;
    assert_int_equal(ob_whole(&s, &w), OB_E_AUTH);
    assert_true(all(text, 50, 0));
    w.aad_len = 20;
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, in, 12, 0, 0, 12), OB_OK);
    assert_int_equal(ob_whole(&s, &w), OB_E_STATE);
    assert_int_equal(ob_aead_update(&s, text, 50, in + 64, 50), OB_OK); /* the stream goes on */
    assert_int_equal(ob_whole(&s, &w), OB_E_STATE);
    assert_int_equal(ob_session_reset(&s), OB_OK);
    assert_int_equal(ob_whole(&s, &w), OB_OK);
    ob_session_close(&s);
}

/* No data: whatever out points to, nothing is written there. */
static void no_data_overlaps_nothing(void **state)
{
    uint8_t text[32] = {1}, tag[16];
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, in, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, text + 16, 0, tag, 16, in, 12, text, 32, text + 16, 0), OB_OK);
    assert_int_equal(ob_aead_decrypt(&s, NULL, 0, in, 12, text, 32, NULL, 0, tag, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, text + 16, 1, tag, 16, in, 12, text, 32, text + 16, 1), OB_E_ARG);
    ob_session_close(&s);
}

/* What the policy requires is asked of the row that hashes a long key, too, but not at open of a key as it is. */
static void long_mac_keys_follow_the_policy(void **state)
{
    struct ob_session s;
    uint8_t tag[32];

    (void)state;
    ob_default.policy.session_flags = OB_SESSION_HARDWARE;
    assert_int_equal(ob_mac_open(&s, NULL, OB_HMAC_SHA256, in, 65), OB_E_DECLINED);
    assert_true(all(&s, sizeof s, 0));
    assert_int_equal(ob_mac_open(&s, NULL, OB_HMAC_SHA256, in, 64), OB_OK);
    assert_int_equal(ob_mac_compute(&s, tag, 32, in, 10), OB_E_DECLINED);
    ob_default.policy.session_flags = 0;
    assert_int_equal(ob_session_relax(&s, OB_SESSION_HARDWARE), OB_OK);
    assert_int_equal(ob_mac_compute(&s, tag, 32, in, 10), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_mac_open(&s, NULL, OB_HMAC_SHA256, in, 65), OB_OK);
    ob_session_close(&s);
}

static void counts_to_the_limits(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_update(&s, in, 64), OB_OK);
    s.in_done = ((uint64_t)1 << 61) - OB_BLOCK_MAX - 65;
    assert_int_equal(ob_hash_update(&s, in, 65), OB_E_ARG);
    assert_int_equal(ob_hash_update(&s, in, 64), OB_OK);
    ob_session_close(&s);
    /* AAD: 2^61 - 1 bytes (SP 800-38D, section 5.2.1.1) */
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, in, 16), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, in, 12, 0, 0, 16), OB_OK);
    assert_int_equal(ob_aead_aad(&s, in, 16), OB_OK);
    s.aad_done = ((uint64_t)1 << 61) - 16;
    assert_int_equal(ob_aead_aad(&s, in, 16), OB_E_ARG);
    assert_int_equal(ob_aead_aad(&s, in, 15), OB_OK);
    assert_int_equal(ob_aead_aad(&s, in, 1), OB_E_ARG);
    ob_session_close(&s);
}

static void goes_on_from_elsewhere(void **state)
{
    struct ob_session a, b;
    uint8_t digest[32], expected[32];

    (void)state;
    assert_int_equal(ob_hash_open(&a, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_open(&b, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_update(&a, in, 100), OB_OK);
    b.mid = a.mid;
    assert_int_equal(ob_session_require(&b, OB_SESSION_HARDWARE), OB_OK);
    assert_int_equal(ob_session_resume(&b, 0, 0, 100), OB_E_DECLINED); /* soft does not meet the requirement */
    assert_int_equal(ob_session_relax(&b, OB_SESSION_HARDWARE), OB_OK);
    assert_int_equal(ob_session_resume(&b, 0, 0, 100), OB_OK);
    assert_int_equal(ob_hash_update(&b, in, 100), OB_OK);
    assert_int_equal(ob_hash_final(&b, digest, 32), OB_OK);
    assert_int_equal(ob_hash_update(&a, in, 100), OB_OK);
    assert_int_equal(ob_hash_final(&a, expected, 32), OB_OK);
    assert_memory_equal(digest, expected, 32);
    assert_int_equal(ob_session_avoid(&a, &ob_engine_soft), OB_E_DECLINED);
    assert_int_equal(ob_session_avoid(&a, NULL), OB_OK);
    ob_session_close(&a);
    assert_int_equal(ob_session_resume(&a, 0, 0, 0), OB_E_STATE);
    ob_session_close(&b);
    assert_int_equal(ob_session_clone(&b, &a), OB_E_STATE);
    assert_int_equal(ob_cipher_open(&a, NULL, OB_AES_XTS, in, 32), OB_OK);
    assert_int_equal(ob_session_resume(&a, OB_ENCRYPT, 0, 16), OB_E_ARG);
    ob_session_close(&a);
}

#define TOY(name)  cmocka_unit_test_setup_teardown(name, make, unmake)
#define SOFT(name) cmocka_unit_test_setup_teardown(name, add_soft, remove_soft)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY(adds_one_engine),
        TOY(refuses_what_fails_its_self_test),
        TOY(policy_comes_after_the_self_test),
        TOY(policy_concerns_private_keys),
        TOY(open_refuses),
        TOY(requirements_hold),
        TOY(answers_of_clone_and_open),
        TOY(outputs_untouched_or_wiped),
        TOY(failure_sets_the_engine_aside),
        TOY(streams),
        TOY(runs_chains),
        TOY(survives_stop_and_start),
        TOY(close_wipes),
        TOY(rsa_results_are_checked),
        TOY(statistics_are_none),
        SOFT(starts_once),
        SOFT(refuses_an_engine_without_a_no),
        SOFT(tests_every_length_of_key),
        SOFT(clones_a_stream),
        SOFT(long_mac_keys_are_hashed),
        SOFT(whole_messages),
        TOY(a_failure_leaves_no_tag),
        SOFT(no_data_overlaps_nothing),
        SOFT(long_mac_keys_follow_the_policy),
        SOFT(counts_to_the_limits),
        SOFT(goes_on_from_elsewhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
