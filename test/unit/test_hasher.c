/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest core, that for one engine with the hash class alone, which is code of its own: known-answer tests, calls
 * that are refused, engines that fail. Compiled with soft's hashes into this program, beside no library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern struct ob_engine ob_engine_soft;
struct ob_engine *const ob_linked_engines[] = {&ob_engine_soft, NULL};

static const uint8_t abc[3] = "abc";
/* FIPS 180-4, examples of NIST */
static const uint8_t sha256_abc[32] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
                                       0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
                                       0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
static uint8_t digest[OB_DIGEST_MAX];

/* ---- soft with faults ---- */

static struct ob_dispatcher d;
static struct ob_engine_ops ops;
static struct ob_engine engine;
static int answer;        /* what submit says after it has worked */
static uint8_t wrong_alg; /* whose digest is wrong */
static unsigned opens, closes;

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r = ob_engine_soft.ops->submit(dev, s, op);

    if (s->alg == wrong_alg && op->flags & OB_LAST)
        op->tag[op->tag_len - 1] ^= 1;
    return s->testing || answer == OB_OK ? r : answer;
}

static int open_key(void *dev, struct ob_session *s)
{
    opens++;
    return ob_engine_soft.ops->open ? ob_engine_soft.ops->open(dev, s) : OB_OK;
}

static void close_key(void *dev, struct ob_session *s)
{
    (void)dev;
    (void)s;
    closes++;
}

static int make(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    memset(&engine, 0, sizeof engine);
    ops = *ob_engine_soft.ops;
    ops.submit = submit;
    ops.open = open_key;
    ops.close = close_key;
    engine.ops = &ops;
    answer = OB_OK;
    wrong_alg = 0;
    opens = closes = 0;
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

/* ---- tests ---- */

static void hashes(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_start(), 1);
    assert_int_equal(ob_start(), 1);
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_compute(&s, digest, 32, abc, 3), OB_OK);
    assert_memory_equal(digest, sha256_abc, 32);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(ob_hash_update(&s, abc + i, 1), OB_OK);
    memset(digest, 0, 32);
    assert_int_equal(ob_hash_final(&s, digest, 32), OB_OK);
    assert_memory_equal(digest, sha256_abc, 32);
    ob_session_close(&s);
    ob_stop(NULL);
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_E_DECLINED);
}

/* Every hash has its answer, and a wrong digest of any of them keeps the engine out. */
static void every_answer_counts(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_engine_soft.ops->n_caps, OB_SM3 - OB_MD5 + 1);
    for (wrong_alg = OB_MD5; wrong_alg <= OB_SM3; wrong_alg++) {
        assert_int_equal(ob_engine_add(&d, &engine), OB_E_IO);
        assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_E_DECLINED);
    }
    assert_int_equal(opens, closes);
    wrong_alg = 0;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    for (uint8_t alg = OB_MD5; alg <= OB_SM3; alg++) {
        assert_int_equal(ob_hash_open(&s, &d, alg), OB_OK);
        assert_int_equal(ob_hash_compute(&s, digest, ob_alg_tag(alg), abc, 3), OB_OK);
        ob_session_close(&s);
    }
    assert_int_equal(opens, closes);
}

/* A row that is not a hash has no answer. */
static void a_row_without_an_answer_fails(void **state)
{
    static struct ob_cap caps[2];

    (void)state;
    caps[0] = ob_engine_soft.ops->caps[0];
    caps[1] = caps[0];
    caps[1].alg = OB_SM3 + 1;
    ops.caps = caps;
    ops.n_caps = 2;
    assert_int_equal(ob_engine_add(&d, &engine), OB_E_IO);
    ops.n_caps = 1;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
}

static void refuses(void **state)
{
    struct ob_session s;
    struct ob_op op;

    (void)state;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    assert_int_equal(ob_engine_add(&d, &engine), OB_E_ARG);
    assert_int_equal(ob_session_open(&s, &d, OB_HMAC_SHA256, abc, 3), OB_E_ARG);
    assert_int_equal(ob_session_open(&s, &d, OB_SHA256, abc, 3), OB_E_ARG);
    assert_int_equal(ob_session_open(&s, &d, OB_SM3 + 1, NULL, 0), OB_E_ARG);
    assert_int_equal(ob_hash_final(&s, digest, 32), OB_E_STATE); /* not open */
    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_OK);
    memset(digest, 0x5a, sizeof digest);
    assert_int_equal(ob_hash_compute(&s, digest, 31, abc, 3), OB_E_ARG);
    assert_int_equal(ob_hash_compute(&s, digest, 33, abc, 3), OB_E_ARG);
    assert_int_equal(ob_hash_compute(&s, NULL, 32, abc, 3), OB_E_ARG);
    assert_int_equal(ob_hash_compute(&s, digest, 32, NULL, 3), OB_E_ARG);
    assert_int_equal(ob_hash_update(&s, abc, 3), OB_OK);
    assert_int_equal(ob_hash_compute(&s, digest, 32, abc, 3), OB_E_STATE);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_E_STATE);
    assert_int_equal(digest[0], 0x5a); /* untouched */

    /* the message ends below 2^61 bytes, less a block as it might be under a key */
    s.in_done = ((uint64_t)1 << 61) - OB_BLOCK_MAX - 65;
    assert_int_equal(ob_hash_update(&s, digest, 65), OB_E_ARG);
    assert_int_equal(ob_hash_update(&s, digest, 64), OB_OK);
    s.in_done = 3;

    memset(&op, 0, sizeof op);
    op.flags = OB_LAST | OB_VERIFY;
    op.tag = digest;
    op.tag_len = 32;
    op.out_len = 7;
    assert_int_equal(ob_submit(&s, &op), OB_E_ARG); /* a hash is not compared */
    assert_int_equal(op.status, OB_E_ARG);
    assert_int_equal(op.out_len, 0);
    ob_session_close(&s);

    assert_int_equal(ob_hash_open(&s, &d, OB_MD5), OB_OK);
    assert_int_equal(ob_session_require(&s, OB_SESSION_HARDWARE), OB_OK);
    assert_int_equal(ob_hash_compute(&s, digest, 16, abc, 3), OB_E_DECLINED);
    ob_session_close(&s);
}

/* What an engine that fails has written is wiped, and it is set aside until its self-test passes. */
static void failures(void **state)
{
    static const int bad[] = {OB_E_IO, OB_E_STATE, 17};
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_OK);
        answer = bad[i];
        assert_int_equal(ob_hash_compute(&s, digest, 32, abc, 3), OB_E_IO);
        for (size_t k = 0; k < 32; k++)
            assert_int_equal(digest[k], 0);
        answer = OB_OK;
        assert_int_equal(ob_hash_compute(&s, digest, 32, abc, 3), OB_E_DECLINED);
        assert_int_equal(ob_selftest(&engine, 0), OB_OK);
        assert_int_equal(ob_hash_compute(&s, digest, 32, abc, 3), OB_OK);
        assert_memory_equal(digest, sha256_abc, 32);
        ob_session_close(&s);
    }
    assert_int_equal(opens, closes);

    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_OK);
    answer = OB_E_DECLINED; /* at the beginning, nothing happens */
    assert_int_equal(ob_hash_update(&s, abc, 3), OB_E_DECLINED);
    answer = OB_OK;
    assert_int_equal(ob_hash_update(&s, abc, 2), OB_OK);
    answer = OB_E_BUSY; /* later, it goes on */
    assert_int_equal(ob_hash_update(&s, abc, 0), OB_OK);
    assert_int_equal(ob_hash_final(&s, digest, 32), OB_E_BUSY);
    ob_session_close(&s);
}

/* A stream does not outlive its engine; its session does. */
static void survives_stop_and_start(void **state)
{
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_update(&s, abc, 3), OB_OK);
    ob_stop(&d);
    assert_int_equal(ob_hash_final(&s, digest, 32), OB_E_STATE);
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    assert_int_equal(ob_hash_final(&s, digest, 32), OB_E_STATE);
    assert_int_equal(ob_session_reset(&s), OB_OK);
    assert_int_equal(ob_hash_compute(&s, digest, 32, abc, 3), OB_OK);
    assert_memory_equal(digest, sha256_abc, 32);
    ob_session_close(&s);
    ob_session_close(&s);
}

#define ONE(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ONE(hashes),   ONE(every_answer_counts),     ONE(a_row_without_an_answer_fails), ONE(refuses),
        ONE(failures), ONE(survives_stop_and_start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
