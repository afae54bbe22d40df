/* SPDX-License-Identifier: Apache-2.0 */
/* Rules 2 and 3: an engine that fails in one class is set aside in that class alone, and the self-test finds a wrong
 * short path. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#include "core/core.h"

extern struct ob_engine ob_engine_soft;

static struct ob_dispatcher d;
static struct ob_engine_ops failing;
static struct ob_engine first, second;
static unsigned fails_in; /* class */
static int failure = OB_E_IO;

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    return OB_ALG_CLASS(s->alg) == fails_in ? failure : ob_engine_soft.ops->submit(dev, s, op);
}

static int start(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    memset(&first, 0, sizeof first);
    memset(&second, 0, sizeof second);
    failing = *ob_engine_soft.ops;
    failing.submit = submit;
    failing.whole = NULL;
    first.ops = &failing;
    second.ops = ob_engine_soft.ops;
    fails_in = 0;
    d.retest_ns = (uint64_t)1 << 40; /* a quarantine does not end within the test */
    assert_int_equal(ob_engine_add(&d, &first), OB_OK);
    assert_int_equal(ob_engine_add(&d, &second), OB_OK);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static uint64_t ops(const struct ob_engine *e)
{
    struct ob_stats stats;

    ob_engine_stats(e, &stats);
    return stats.ops;
}

static void encrypt(void)
{
    static const uint8_t key[16] = {1}, in[16] = {2};
    struct ob_session s;
    uint8_t out[16];

    assert_int_equal(ob_cipher_open(&s, &d, OB_AES_ECB, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, sizeof in), OB_OK);
    ob_session_close(&s);
}

static void hash(void)
{
    struct ob_session s;
    uint8_t digest[32];

    assert_int_equal(ob_hash_open(&s, &d, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_compute(&s, digest, sizeof digest, "abc", 3), OB_OK);
    ob_session_close(&s);
}

static void only_the_class_is_set_aside(void **state)
{
    uint64_t before;

    (void)state;
    encrypt();
    hash();
    fails_in = OB_CLASS_CIPHER;
    encrypt(); /* redone by the second engine */
    fails_in = 0;
    before = ops(&first);
    encrypt();
    assert_int_equal(ops(&first), before); /* set aside */
    hash();
    assert_int_equal(ops(&first), before + 1); /* hashes are not */
    assert_int_equal(ob_selftest(&first, 1u << OB_CLASS_HASH), OB_OK);
    before = ops(&first);
    encrypt();
    assert_int_equal(ops(&first), before); /* another class's self-test does not bring it back */
    assert_int_equal(ob_selftest(&first, 1u << OB_CLASS_CIPHER), OB_OK);
    before = ops(&first);
    encrypt();
    assert_int_equal(ops(&first), before + 1);
}

/* A class that has not been used yet is tested at its first use, whatever another class did before. */
static void another_class_is_tested_later(void **state)
{
    (void)state;
    hash();
    fails_in = OB_CLASS_HASH;
    hash();
    fails_in = 0;
    encrypt();
    assert_true(ops(&first) > 1);
    assert_int_equal(first.ready, 1u << OB_CLASS_CIPHER);
}

/* A quarantine too long for the clock lasts for ever, the first one and those that are longer by failures. */
static void a_long_quarantine_does_not_wrap(void **state)
{
    uint64_t before;

    (void)state;
    d.retest_ns = UINT64_MAX;
    encrypt();
    fails_in = OB_CLASS_CIPHER;
    encrypt();
    fails_in = 0;
    before = ops(&first);
    encrypt();
    assert_int_equal(ops(&first), before);

    hash();
    d.retest_ns = 1;
    fails_in = OB_CLASS_HASH;
    hash();
    d.retest_ns = (uint64_t)1 << 63;
    hash(); /* the self-test fails, too */
    fails_in = 0;
    before = ops(&first);
    hash();
    assert_int_equal(ops(&first), before);
}

/* ---- the self-test of the short path ---- */

enum fault { NONE, CHANGES, CHANGES_DOWN, REFUSES, FAILS };

static struct ob_cap one_row;
static enum fault fault;
static bool fault_encrypts;
static unsigned hits;

/* A short path that runs an op of the engine soft. */
static int begin(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    struct ob_op op;
    uint8_t *made;
    int r;

    obi_op_begin(&op, OB_WHOLE_FLAGS(w) | OB_FIRST | OB_LAST | OB_AAD);
    op.iv = w->iv;
    op.iv_len = OB_WHOLE_IV_LEN(w);
    op.aad_len = 0;
    op.in = w->in;
    op.in_len = w->in_len;
    op.out = w->out;
    op.out_size = w->in_len;
    op.tag = w->tag;
    op.tag_len = OB_WHOLE_TAG_LEN(w);
    op.session = s;
    obi_begin_stream(s, &op);
    r = ob_engine_soft.ops->submit(dev, s, &op);
    s->stream = OB_STREAM_IDLE;
    if (fault == NONE || r != OB_OK || ((op.flags & OB_ENCRYPT) != 0) != fault_encrypts)
        return r;
    if (s->alg < OB_AES_ECB && !fault_encrypts && fault < REFUSES)
        return r; /* a verification makes nothing */
    hits++;
    made = s->alg < OB_AES_ECB || (fault_encrypts && op.tag_len) ? w->tag : w->out;
    if (fault == CHANGES && made[5] < 0xff)
        made[5]++;
    else if (fault == CHANGES || fault == CHANGES_DOWN)
        made[5] = (uint8_t)(made[5] - (made[5] != 0));
    return fault == REFUSES ? OB_E_AUTH : fault == FAILS ? OB_E_IO : OB_OK;
}

static int end(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    (void)dev;
    (void)s;
    (void)w;
    return OB_E_IO; /* begin is never pending */
}

static const struct ob_whole_ops *whole(void *dev, const struct ob_session *s, const struct ob_whole *like)
{
    static const struct ob_whole_ops short_path = {begin, end};

    (void)dev;
    (void)s;
    (void)like;
    return &short_path;
}

/* The only engine has the row of alg alone, in these directions: what its self-test says. */
static int test_alone(uint8_t alg, uint8_t dirs)
{
    struct ob_engine_ops ops = *ob_engine_soft.ops;
    struct ob_dispatcher alone;
    struct ob_engine e;
    int r;

    memset(&alone, 0, sizeof alone);
    memset(&e, 0, sizeof e);
    for (unsigned i = ops.n_caps; i--;)
        if (ops.caps[i].alg == alg)
            one_row = ops.caps[i];
    assert_int_equal(one_row.alg, alg);
    one_row.dirs &= dirs;
    ops.caps = &one_row;
    ops.n_caps = 1;
    ops.whole = whole;
    e.ops = &ops;
    assert_int_equal(ob_engine_add(&alone, &e), OB_OK);
    r = ob_selftest(&e, 0);
    ob_stop(&alone);
    return r;
}

static void a_wrong_short_path_is_found(void **state)
{
    static const uint8_t algs[] = {OB_SHA256, OB_HMAC_SHA256, OB_AES_ECB, OB_AES_CBC, OB_AES_CTR, OB_AES_GCM};
    unsigned found = 0;

    (void)state;
    for (size_t i = 0; i < sizeof algs; i++)
        for (uint8_t dirs = OB_DIR_ENCRYPT; dirs <= OB_DIR_BOTH; dirs++) {
            if (algs[i] < OB_AES_ECB && dirs != OB_DIR_BOTH)
                continue;
            fault = NONE;
            assert_int_equal(test_alone(algs[i], dirs), OB_OK);
            for (fault = CHANGES; fault <= FAILS; fault++)
                for (unsigned way = 0; way < 2; way++) {
                    int r;

                    fault_encrypts = way != 0;
                    hits = 0;
                    r = test_alone(algs[i], dirs);
                    if (r != (hits ? OB_E_IO : OB_OK))
                        fail_msg("algorithm %#x, dirs %u, fault %d of %u: %d", algs[i], dirs, (int)fault, way, r);
                    found += hits != 0;
                }
        }
    /* SHA-256: 4 faults. HMAC: 4, and 2 of its check. ECB, CTR, GCM: 4 of a row that encrypts, 8 of one that does both;
     * soft's row of CBC only encrypts: 4 each time. */
    assert_int_equal(found, 4 + 6 + 3 * 12 + 8);
    fault = NONE;
}

static unsigned opens, closes;

static int open_key(void *dev, struct ob_session *s)
{
    opens++;
    return ob_engine_soft.ops->open(dev, s);
}

static void close_key(void *dev, struct ob_session *s)
{
    (void)dev;
    (void)s;
    closes++;
}

/* A long key of HMAC is hashed by an engine, which gets its state back before the session has its key. */
static void what_is_opened_is_closed(void **state)
{
    static const uint8_t key[100] = {1};
    uint8_t tag[32];
    struct ob_session s;

    (void)state;
    failing.open = open_key;
    failing.close = close_key;
    opens = closes = 0;
    assert_int_equal(ob_mac_open(&s, &d, OB_HMAC_SHA256, key, sizeof key), OB_OK);
    assert_int_equal(closes, opens);
    assert_int_equal(ob_mac_compute(&s, tag, sizeof tag, key, sizeof key), OB_OK);
    ob_session_close(&s);
    assert_int_not_equal(opens, 0);
    assert_int_equal(closes, opens);
}

/* An update that an engine is too busy for can be repeated: it has kept none of its input. */
static void a_busy_update_is_repeated(void **state)
{
    static const uint8_t key[16] = {1}, iv[16] = {2}, in[64] = {3};
    uint8_t out[64], expected[64];
    struct ob_session s;
    size_t n, total = 0;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, &d, OB_AES_CBC, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, expected, 48, iv, 16, in, 48), OB_OK);
    assert_int_equal(ob_session_pin(&s, &first), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 16, 0), OB_OK);
    failure = OB_E_BUSY;
    for (size_t at = 0; at < 48; at += 20) {
        size_t len = 48 - at < 20 ? 48 - at : 20;
        uint8_t held = s.held_len;

        fails_in = OB_CLASS_CIPHER;
        if (held + len >= 16) {
            assert_int_equal(ob_cipher_update(&s, out + total, sizeof out - total, &n, in + at, len), OB_E_BUSY);
            assert_int_equal(s.held_len, held);
        }
        fails_in = 0;
        assert_int_equal(ob_cipher_update(&s, out + total, sizeof out - total, &n, in + at, len), OB_OK);
        total += n;
    }
    failure = OB_E_IO;
    assert_int_equal(total, 48);
    assert_memory_equal(out, expected, 48);
    ob_session_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_the_class_is_set_aside, start, stop),
        cmocka_unit_test_setup_teardown(another_class_is_tested_later, start, stop),
        cmocka_unit_test_setup_teardown(a_long_quarantine_does_not_wrap, start, stop),
        cmocka_unit_test(a_wrong_short_path_is_found),
        cmocka_unit_test_setup_teardown(a_busy_update_is_repeated, start, stop),
        cmocka_unit_test_setup_teardown(what_is_opened_is_closed, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
