/* SPDX-License-Identifier: Apache-2.0 */
/* What the core does for bindings: streams that go on from elsewhere, a caller's own code as a candidate, and engines
 * and modes that a session leaves alone. On toy engines, and on engine soft where the state itself counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "toy.h"

extern struct ob_engine ob_engine_soft;

static struct toy quick, bulk; /* cheap to set up; cheap per byte */
static struct ob_dispatcher d;
static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[8192], out[8192];

static int make(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    toy_make(&quick, "quick", 10, 2000, OB_CAP_MID);
    toy_make(&bulk, "bulk", 1000, 20, OB_CAP_MID);
    assert_int_equal(ob_engine_add(&d, &quick.engine), OB_OK);
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 11 + 1);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static void add_bulk(void)
{
    assert_int_equal(ob_engine_add(&d, &bulk.engine), OB_OK);
}

static int crypt(struct ob_session *s, size_t len)
{
    return ob_cipher_crypt(s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, len);
}

static int go_on(struct ob_session *s, size_t len)
{
    struct ob_op op;

    memset(&op, 0, sizeof op);
    op.flags = OB_ENCRYPT;
    op.in = in;
    op.in_len = len;
    op.out = out;
    op.out_size = sizeof out;
    return ob_run(s, &op);
}

static void open_null(struct ob_session *s, unsigned require)
{
    assert_int_equal(ob_cipher_open(s, &d, OB_NULL, key, sizeof key), OB_OK);
    assert_int_equal(ob_session_require(s, require), OB_OK);
}

static void resumed_stream_chooses_anew(void **state)
{
    struct ob_session s;

    (void)state;
    add_bulk();
    open_null(&s, 0);
    assert_int_equal(ob_session_resume(&s, OB_ENCRYPT, 0, 5), OB_OK);
    assert_int_equal(s.in_done, 5);
    assert_int_equal(go_on(&s, 10), OB_OK);
    assert_int_equal(quick.ops, 1);
    assert_int_equal(s.in_done, 15);
    for (unsigned i = 0; i < 4; i++) { /* and each time, whoever had it before; opening is free here */
        assert_int_equal(ob_session_resume(&s, OB_ENCRYPT, 0, 15), OB_OK);
        assert_int_equal(go_on(&s, i % 2 ? 10 : 8192), OB_OK);
    }
    assert_int_equal(quick.ops, 3);
    assert_int_equal(bulk.ops, 2);
    assert_int_equal(ob_session_resume(&s, 0, 0, 15), OB_OK);
    assert_int_equal(go_on(&s, 10), OB_E_STATE); /* another direction */
    ob_session_close(&s);
    assert_int_equal(ob_session_resume(&s, OB_ENCRYPT, 0, 0), OB_E_STATE);
}

static void resumed_stream_needs_the_mid_state(void **state)
{
    struct ob_session s;

    (void)state;
    add_bulk();
    quick.cap.flags = 0;
    open_null(&s, 0);
    assert_int_equal(ob_session_resume(&s, OB_ENCRYPT, 0, 0), OB_OK);
    assert_int_equal(go_on(&s, 10), OB_OK);
    assert_int_equal(quick.ops, 0);
    assert_int_equal(bulk.ops, 1);
    ob_session_close(&s);
    open_null(&s, OB_SESSION_MID); /* from the first op on */
    assert_int_equal(crypt(&s, 10), OB_OK);
    assert_int_equal(quick.ops, 0);
    ob_session_close(&s);
}

/* A hash, an HMAC and a GCM stream go on in a session that never saw their beginning. */
static void state_goes_from_session_to_session(void **state)
{
    static const uint8_t algs[] = {OB_SHA256, OB_SHA512, OB_HMAC_SHA1, OB_AES_CMAC};
    struct ob_dispatcher soft_only;
    struct ob_session a, b;
    uint8_t tag[64], expected[64];

    (void)state;
    memset(&soft_only, 0, sizeof soft_only);
    assert_int_equal(ob_engine_add(&soft_only, &ob_engine_soft), OB_OK);
    for (unsigned i = 0; i < sizeof algs; i++) {
        size_t key_len = algs[i] < OB_HMAC_MD5 ? 0 : 16, tag_len = ob_alg_tag(algs[i]);

        for (size_t cut = 0; cut <= 300; cut += 37) {
            assert_int_equal(ob_session_open(&a, &soft_only, algs[i], key, key_len), OB_OK);
            assert_int_equal(ob_session_open(&b, &soft_only, algs[i], key, key_len), OB_OK);
            assert_int_equal(ob_hash_update(&a, in, 1), OB_OK);
            if (cut)
                assert_int_equal(ob_hash_update(&a, in + 1, cut), OB_OK);
            b.mid = a.mid;
            assert_int_equal(ob_session_resume(&b, 0, 0, cut + 1), OB_OK);
            assert_int_equal(ob_hash_update(&a, in, 100), OB_OK);
            assert_int_equal(ob_hash_update(&b, in, 100), OB_OK);
            assert_int_equal(ob_hash_final(&a, expected, tag_len), OB_OK);
            assert_int_equal(ob_hash_final(&b, tag, tag_len), OB_OK);
            assert_memory_equal(tag, expected, tag_len);
            ob_session_close(&a);
            ob_session_close(&b);
        }
    }
    assert_int_equal(ob_session_open(&a, &soft_only, OB_AES_XTS, in, 32), OB_OK);
    assert_int_equal(ob_session_resume(&a, OB_ENCRYPT, 0, 16), OB_E_ARG);
    ob_session_close(&a);
    ob_stop(&soft_only);
}

static void callers_code_is_compared(void **state)
{
    struct ob_session s;

    (void)state;
    bulk.ops_table.flags |= OB_ENGINE_CALLER;
    bulk.ops_table.submit = NULL;
    add_bulk();
    assert_int_equal(ob_selftest(&bulk.engine, 0), OB_OK); /* nothing to test */
    open_null(&s, 0);
    assert_int_equal(crypt(&s, 8192), OB_OK); /* unless asked for, it is not there */
    assert_int_equal(ob_session_require(&s, OB_SESSION_CALLER), OB_OK);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_E_DECLINED);
    assert_int_equal(crypt(&s, 16), OB_OK);
    assert_int_equal(quick.ops, 3);
    quick.answer = OB_E_IO; /* what failed is the caller's to redo, if its input is intact */
    assert_int_equal(crypt(&s, 16), OB_E_DECLINED);
    assert_int_equal(bulk.ops + bulk.tests + bulk.opens, 0);
    ob_session_close(&s);
}

static void callers_code_alone_serves_nothing(void **state)
{
    struct ob_session s;

    (void)state;
    ob_stop(&d);
    bulk.ops_table.flags |= OB_ENGINE_CALLER;
    add_bulk();
    assert_int_equal(ob_cipher_open(&s, &d, OB_NULL, key, sizeof key), OB_E_DECLINED);
}

static void avoided_engine_never_serves(void **state)
{
    struct ob_session s;

    (void)state;
    add_bulk();
    open_null(&s, 0);
    assert_int_equal(ob_session_avoid(&s, &bulk.engine), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_OK);
    assert_int_equal(quick.ops, 1);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CALLER), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_E_DECLINED); /* now its price counts */
    assert_int_equal(bulk.ops + bulk.tests, 0);
    assert_int_equal(ob_session_avoid(&s, NULL), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_OK);
    assert_int_equal(bulk.ops, 1);
    ob_session_close(&s);
}

static void dma_can_be_refused(void **state)
{
    struct ob_session s;

    (void)state;
    bulk.cap.mode = OB_MODE_DMA;
    add_bulk();
    open_null(&s, OB_SESSION_NO_DMA);
    assert_int_equal(crypt(&s, 8192), OB_OK);
    assert_int_equal(bulk.ops, 0);
    assert_int_equal(ob_session_relax(&s, OB_SESSION_NO_DMA), OB_OK);
    assert_int_equal(crypt(&s, 8192), OB_OK);
    assert_int_equal(bulk.ops, 1);
    ob_session_close(&s);
}

#define TOY(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY(resumed_stream_chooses_anew),
        TOY(resumed_stream_needs_the_mid_state),
        TOY(state_goes_from_session_to_session),
        TOY(callers_code_is_compared),
        TOY(callers_code_alone_serves_nothing),
        TOY(avoided_engine_never_serves),
        TOY(dma_can_be_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
