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

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    return OB_ALG_CLASS(s->alg) == fails_in ? OB_E_IO : ob_engine_soft.ops->submit(dev, s, op);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(only_the_class_is_set_aside, start, stop)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
