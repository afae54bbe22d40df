/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc on the simulator's block in this process: agreement with engine soft on every kind of part, sessions that
 * interleave, and a block that fails in the middle. */
#include <outboard/ltc.h>
#include <outboard/outboard.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"
#include "test/nxp/ltc_model.h"

#define LONG 9000 /* bytes: three sessions of the block */

extern struct ob_engine ob_engine_soft;

static struct ltc_model *model;
static struct ob_ltc ltc;
static uint8_t text[LONG], ours[LONG], theirs[LONG];

static int begin(void **state)
{
    model = ltc_model_open((unsigned)(uintptr_t)*state);
    memset(&ltc, 0, sizeof ltc);
    ltc_model_device(model, &ltc.device);
    ltc.device.timeout_us = 2000;
    ltc.kind = (uint8_t)(uintptr_t)*state;
    for (unsigned i = 0; i < LONG; i++)
        text[i] = (uint8_t)(i * 11 + i / 256);
    return ob_ltc_init(&ltc) == OB_OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    assert_int_equal(ltc_model_wrongs(model), 0);
    ltc_model_close(model);
    return 0;
}

/* The op on an engine alone, in a dispatcher of its own. */
static struct ob_dispatcher with_ltc, with_soft;

static void open_pair(struct ob_session *a, struct ob_session *b, uint8_t alg, const uint8_t *key, size_t len)
{
    assert_int_equal(ob_session_open(a, &with_ltc, alg, key, len), OB_OK);
    assert_int_equal(ob_session_open(b, &with_soft, alg, key, len), OB_OK);
}

static void agrees(void **state)
{
    static const uint8_t algs[] = {OB_AES_ECB, OB_AES_CBC, OB_AES_CTR, OB_DES_CBC, OB_DES3_ECB, OB_DES3_CBC};
    static const size_t lengths[] = {16, 32, 48, 64, 80, 1008, 4032, 4048, LONG & ~15};
    static struct ob_session a[2], b[2];

    (void)state;
    memset(&with_ltc, 0, sizeof with_ltc);
    memset(&with_soft, 0, sizeof with_soft);
    assert_int_equal(ob_engine_add(&with_ltc, &ltc.engine), OB_OK);
    assert_int_equal(ob_engine_add(&with_soft, &ob_engine_soft), OB_OK);
    for (unsigned i = 0; i < sizeof algs; i++) {
        bool aes = i < 3;
        size_t key_len = aes ? 16 : algs[i] == OB_DES_CBC ? 8 : 24, iv_len = aes ? 16 : 8;

        if (algs[i] == OB_AES_ECB || algs[i] == OB_DES3_ECB)
            iv_len = 0;
        if (!aes && ltc.kind == OB_LTC_KW)
            continue;
        open_pair(&a[0], &b[0], algs[i], text + 1, key_len);
        open_pair(&a[1], &b[1], algs[i], text + 77, key_len);
        for (unsigned l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
            for (unsigned turn = 0; turn < 4; turn++) { /* two keys, one after the other, in both directions */
                struct ob_session *s = &a[turn & 1], *t = &b[turn & 1];
                uint8_t dir = turn < 2 ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT;

                assert_int_equal(ob_cipher_crypt(s, dir, ours, LONG, text, iv_len, text, lengths[l]), OB_OK);
                assert_int_equal(ob_cipher_crypt(t, dir, theirs, LONG, text, iv_len, text, lengths[l]), OB_OK);
                assert_memory_equal(ours, theirs, lengths[l]);
                assert_false(ltc_model_holds_secrets(model));
            }
        for (unsigned k = 0; k < 2; k++) {
            ob_session_close(&a[k]);
            ob_session_close(&b[k]);
        }
    }
    if (ltc.kind == OB_LTC_KL82) {
        open_pair(&a[0], &b[0], OB_SHA256, NULL, 0);
        for (size_t len = 0; len < 300; len++) {
            for (size_t cut = 0; cut <= len; cut += 31) {
                assert_int_equal(ob_hash_update(&a[0], text, cut), OB_OK);
                assert_int_equal(ob_hash_update(&a[0], text + cut, len - cut), OB_OK);
                assert_int_equal(ob_hash_final(&a[0], ours, 32), OB_OK);
                assert_int_equal(ob_hash_compute(&b[0], theirs, 32, text, len), OB_OK);
                assert_memory_equal(ours, theirs, 32);
            }
        }
        ob_session_close(&a[0]);
        ob_session_close(&b[0]);
    }
    ob_stop(&with_ltc);
    ob_stop(&with_soft);
}

static int message(uint8_t *out, size_t len)
{
    uint8_t iv[16] = {0};
    struct obi_ltc_job job = {
        .mode = LTC_MD_AES | LTC_MD_CBC | LTC_MD_ENC, .key = text, .key_len = 16, .ctx = iv, .ctx_words = 4};

    return obi_ltc_run(&ltc, &job, out, text, len);
}

/* Each error of the block, and silence, ends in OB_E_IO; then nothing is left, and the next message is right. */
static void fails_and_recovers(void **state)
{
    (void)state;
    assert_int_equal(ltc.engine.ops->start(&ltc), OB_OK);
    assert_int_equal(message(theirs, LONG & ~15), OB_OK);
    for (unsigned error = 1; error <= 16; error++) {
        ltc_model_fail(model, false, error == 16, error % 16);
        assert_int_equal(message(ours, 4096), OB_E_IO);
        ltc_model_fail(model, false, false, 0);
        assert_false(ltc_model_holds_secrets(model));
        memset(ours, 0, sizeof ours);
        assert_int_equal(message(ours, LONG & ~15), OB_OK);
        assert_memory_equal(ours, theirs, LONG & ~15);
    }
}

static void is_not_there(void **state)
{
    (void)state;
    memset(&with_ltc, 0, sizeof with_ltc);
    ltc_model_fail(model, true, false, 0);
    assert_int_equal(ob_engine_add(&with_ltc, &ltc.engine), OB_E_IO);
    ltc_model_fail(model, false, false, 0);
    assert_int_equal(ob_engine_add(&with_ltc, &ltc.engine), OB_OK);
    ob_stop(&with_ltc);
    ltc.kind = 3;
    assert_int_equal(ob_ltc_init(&ltc), OB_E_ARG);
}

#define ON(test, kind)                                                                                                 \
    {                                                                                                                  \
#test " on " #kind, test, begin, end, (void *)(uintptr_t)(kind)                                                \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON(agrees, OB_LTC_KW),         ON(agrees, OB_LTC_K82),
        ON(agrees, OB_LTC_KL82),       ON(fails_and_recovers, OB_LTC_K82),
        ON(is_not_there, OB_LTC_KL82),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
