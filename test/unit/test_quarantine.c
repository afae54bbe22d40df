/* SPDX-License-Identifier: Apache-2.0 */
/* Rule 2: an engine that fails in one class is set aside in that class alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

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
        cmocka_unit_test_setup_teardown(a_busy_update_is_repeated, start, stop),
        cmocka_unit_test_setup_teardown(what_is_opened_is_closed, start, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
