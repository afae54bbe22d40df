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

/* Whole messages of GCM and CCM, which the block's own modes take, and those that they do not, with wrong tags. */
static void aead_agrees(void **state)
{
    static const size_t lengths[] = {0, 1, 15, 16, 17, 33, 100, 1024, 4016, 4032, 4033, 8100},
                        aads[] = {0, 1, 13, 14, 15, 16, 40, 2048, 2049, 4100};
    static struct ob_session a, b;
    static uint8_t place[LONG];
    unsigned served = 0;

    (void)state;
    memset(&with_ltc, 0, sizeof with_ltc);
    memset(&with_soft, 0, sizeof with_soft);
    assert_int_equal(ob_engine_add(&with_ltc, &ltc.engine), OB_OK);
    assert_int_equal(ob_engine_add(&with_soft, &ob_engine_soft), OB_OK);
    for (unsigned i = 0; i < 2 * 3; i++) {
        uint8_t alg = i & 1 ? OB_AES_CCM : OB_AES_GCM;
        size_t key_len = 16 + i / 2 * 8, iv_len = i & 1 ? 7 + i : 12, tag_len = i & 1 ? 4 + i / 2 * 6 : 16 - i;

        if (key_len > 16 && ltc.kind == OB_LTC_KW)
            break;
        open_pair(&a, &b, alg, text + 5, key_len);
        for (unsigned l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
            for (unsigned m = 0; m < sizeof aads / sizeof aads[0]; m++) {
                size_t len = lengths[l], aad_len = aads[m];
                uint8_t tag[16] = {0}, other[16] = {0};
                const uint8_t *in = text + (l + m) % 4;

                assert_int_equal(
                    ob_aead_encrypt(&b, theirs, LONG, other, tag_len, text + 1, iv_len, text + 3, aad_len, in, len),
                    OB_OK);
                memcpy(place, in, len);
                assert_int_equal(
                    ob_aead_encrypt(&a, place, LONG, tag, tag_len, text + 1, iv_len, text + 3, aad_len, place, len),
                    OB_OK);
                assert_memory_equal(place, theirs, len);
                assert_memory_equal(tag, other, tag_len);
                assert_false(ltc_model_holds_secrets(model));
                assert_int_equal(
                    ob_aead_decrypt(&a, ours, LONG, text + 1, iv_len, text + 3, aad_len, theirs, len, tag, tag_len),
                    OB_OK);
                assert_memory_equal(ours, in, len);
                tag[m % tag_len] ^= (uint8_t)(1 + l);
                assert_int_equal(
                    ob_aead_decrypt(&a, place, LONG, text + 1, iv_len, text + 3, aad_len, place, len, tag, tag_len),
                    OB_E_AUTH);
                for (size_t k = 0; k < len; k++)
                    assert_int_equal(place[k], 0);
                assert_false(ltc_model_holds_secrets(model));
                served++;
            }
        /* Each error of the block, and silence, in the text and in the additional data. */
        for (unsigned error = 1; error <= 16; error++) {
            uint8_t tag[16];

            ltc_model_fail(model, false, error == 16, error % 16);
            assert_int_equal(
                ob_aead_encrypt(&a, ours, LONG, tag, tag_len, text, iv_len, text, error & 1 ? 40 : 0, text, 100),
                OB_E_IO);
            ltc_model_fail(model, false, false, 0);
            assert_false(ltc_model_holds_secrets(model));
            assert_int_equal(ob_aead_encrypt(&b, theirs, LONG, tag, tag_len, text, iv_len, text, 40, text, 100), OB_OK);
            ob_session_close(&a); /* quarantine ends with the engine */
            ob_stop(&with_ltc);
            memset(&with_ltc, 0, sizeof with_ltc);
            assert_int_equal(ob_engine_add(&with_ltc, &ltc.engine), OB_OK);
            assert_int_equal(ob_session_open(&a, &with_ltc, alg, text + 5, key_len), OB_OK);
            assert_int_equal(ob_aead_encrypt(&a, ours, LONG, tag, tag_len, text, iv_len, text, 40, text, 100), OB_OK);
            assert_memory_equal(ours, theirs, 100);
        }
        ob_session_close(&a);
        ob_session_close(&b);
    }
    assert_true(served > 200);
    ob_stop(&with_ltc);
    ob_stop(&with_soft);
}

/* RFC 3566, section 4.6: the lengths of its test cases, of the message 00 01 02 .., and their MACs. */
static void xcbc_vectors(void **state)
{
    static const struct {
        size_t len;
        uint8_t mac[16];
    } cases[] = {
        {0, {0x75, 0xf0, 0x25, 0x1d, 0x52, 0x8a, 0xc0, 0x1c, 0x45, 0x73, 0xdf, 0xd5, 0x84, 0xd7, 0x9f, 0x29}},
        {3, {0x5b, 0x37, 0x65, 0x80, 0xae, 0x2f, 0x19, 0xaf, 0xe7, 0x21, 0x9c, 0xee, 0xf1, 0x72, 0x75, 0x6f}},
        {16, {0xd2, 0xa2, 0x46, 0xfa, 0x34, 0x9b, 0x68, 0xa7, 0x99, 0x98, 0xa4, 0x39, 0x4f, 0xf7, 0xa2, 0x63}},
        {20, {0x47, 0xf5, 0x1b, 0x45, 0x64, 0x96, 0x62, 0x15, 0xb8, 0x98, 0x5c, 0x63, 0x05, 0x5e, 0xd3, 0x08}},
        {32, {0xf5, 0x4f, 0x0e, 0xc8, 0xd2, 0xb9, 0xf3, 0xd3, 0x68, 0x07, 0x73, 0x4b, 0xd5, 0x28, 0x3f, 0xd4}},
        {34, {0xbe, 0xcb, 0xb3, 0xbc, 0xcd, 0xb5, 0x18, 0xa3, 0x06, 0x77, 0xd5, 0x48, 0x1f, 0xb6, 0xb4, 0xd8}},
    };
    uint8_t count[35], key[17];

    (void)state;
    for (unsigned i = 0; i < sizeof count; i++)
        count[i] = (uint8_t)(i - 1);
    memcpy(key + 1, count + 1, 16);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(ob_ltc_aes_xcbc(&ltc, key + 1, count + 1, cases[i].len, ours), OB_OK);
        assert_memory_equal(ours, cases[i].mac, 16);
        assert_false(ltc_model_holds_secrets(model));
    }
    ltc_model_fail(model, false, false, 5);
    assert_int_equal(ob_ltc_aes_xcbc(&ltc, key + 1, count, 3, ours), OB_E_IO);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(ours[i], 0);
    ltc_model_fail(model, false, false, 0);
    assert_int_equal(ob_ltc_aes_xcbc(&ltc, key + 1, count + 1, cases[0].len, ours), OB_OK);
}

/* CBC by direct calls, a message cut anywhere, at any alignment and in place, is that of engine soft. */
static void direct_cbc(void **state)
{
    static const size_t lengths[] = {16, 32, 48, 4032, 4048, LONG & ~15};
    static struct ob_session s;
    static uint8_t place[LONG + 4];

    (void)state;
    memset(&with_soft, 0, sizeof with_soft);
    assert_int_equal(ob_engine_add(&with_soft, &ob_engine_soft), OB_OK);
    for (size_t key_len = 16; key_len <= 32; key_len += 8) {
        uint8_t iv[16];
        int taken = ltc.kind == OB_LTC_KW && key_len > 16 ? OB_E_ARG : OB_OK;

        memcpy(iv, text, 16);
        assert_int_equal(ob_ltc_aes_cbc(&ltc, OB_DIR_ENCRYPT, text, key_len, iv, ours, text, 16), taken);
        if (taken != OB_OK)
            continue;
        assert_int_equal(ob_session_open(&s, &with_soft, OB_AES_CBC, text, key_len), OB_OK);
        for (unsigned l = 0; l < sizeof lengths / sizeof lengths[0]; l++)
            for (unsigned at = 0; at < 4; at++) {
                size_t cut = (lengths[l] / 3 + at * 16) & ~(size_t)15;

                cut = cut < lengths[l] ? cut : lengths[l];
                for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT; dir++) {
                    assert_int_equal(ob_cipher_crypt(&s, dir, theirs, LONG, text, 16, text, lengths[l]), OB_OK);
                    memcpy(iv, text, 16);
                    memcpy(place + at, text, lengths[l]);
                    assert_int_equal(ob_ltc_aes_cbc(&ltc, dir, text, key_len, iv, place + at, place + at, cut), OB_OK);
                    assert_int_equal(
                        ob_ltc_aes_cbc(&ltc, dir, text, key_len, iv, place + at + cut, text + cut, lengths[l] - cut),
                        OB_OK);
                    assert_memory_equal(place + at, theirs, lengths[l]);
                    assert_false(ltc_model_holds_secrets(model));
                }
            }
        ob_session_close(&s);
    }
    memcpy(ours, text, 16);
    assert_int_equal(ob_ltc_aes_cbc(&ltc, OB_DIR_ENCRYPT, text, 16, ours, theirs, text, 17), OB_E_ARG);
    assert_int_equal(ob_ltc_aes_cbc(&ltc, OB_DIR_ENCRYPT, text, 17, ours, theirs, text, 16), OB_E_ARG);
    assert_int_equal(ob_ltc_aes_cbc(&ltc, 9, text, 16, ours, theirs, text, 16), OB_E_ARG);
    assert_int_equal(ob_ltc_aes_cbc(&ltc, OB_DIR_ENCRYPT, text, 16, ours, theirs, text, 0), OB_OK);
    ltc_model_fail(model, false, true, 0);
    assert_int_equal(ob_ltc_aes_cbc(&ltc, OB_DIR_ENCRYPT, text, 16, ours, theirs, text, 64), OB_E_IO);
    assert_memory_equal(ours, text, 16); /* the IV stays */
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(theirs[i], 0);
    ltc_model_fail(model, false, false, 0);
    assert_false(ltc_model_holds_secrets(model));
    ob_stop(&with_soft);
}

/* SHA-256 by direct calls, whole and in two parts, at any alignment; parts that do not hash decline. */
static void direct_sha256(void **state)
{
    struct ob_ltc_sha256 s = {.ltc = &ltc};
    static struct ob_session t;

    (void)state;
    if (ltc.kind != OB_LTC_KL82) {
        assert_int_equal(ob_ltc_sha256(&ltc, ours, text, 3), OB_E_DECLINED);
        assert_int_equal(ob_ltc_sha256_start(&s), OB_E_DECLINED);
        return;
    }
    memset(&with_soft, 0, sizeof with_soft);
    assert_int_equal(ob_engine_add(&with_soft, &ob_engine_soft), OB_OK);
    assert_int_equal(ob_session_open(&t, &with_soft, OB_SHA256, NULL, 0), OB_OK);
    for (size_t len = 0; len < LONG - 3; len += len < 200 ? 1 : 997) {
        const uint8_t *in = text + len % 4;

        assert_int_equal(ob_hash_compute(&t, theirs, 32, in, len), OB_OK);
        memset(ours, 0, 32);
        assert_int_equal(ob_ltc_sha256(&ltc, ours, in, len), OB_OK);
        assert_memory_equal(ours, theirs, 32);
        memset(ours, 0, 32);
        assert_int_equal(ob_ltc_sha256_start(&s), OB_OK);
        assert_int_equal(ob_ltc_sha256_update(&s, in, len / 3), OB_OK);
        assert_int_equal(ob_ltc_sha256_update(&s, in + len / 3, len - len / 3), OB_OK);
        assert_int_equal(ob_ltc_sha256_finish(&s, ours), OB_OK);
        assert_memory_equal(ours, theirs, 32);
        assert_false(ltc_model_holds_secrets(model));
    }
    ltc_model_fail(model, false, false, 6);
    assert_int_equal(ob_ltc_sha256(&ltc, ours, text, 99), OB_E_IO);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(ours[i], 0);
    ltc_model_fail(model, false, false, 0);
    ob_session_close(&t);
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

static unsigned seeds;

static uint32_t seed(void *user)
{
    assert_ptr_equal(user, ltc.device.user);
    return 0x9e3779b9u * ++seeds;
}

/* The masks are renewed at the start and every 50,000 blocks, in the way that the erratum demands. */
static void masks_are_renewed(void **state)
{
    unsigned blocks = 0;

    (void)state;
    seeds = 0;
    ltc.seed = seed;
    while (blocks < 120000) {
        assert_int_equal(message(ours, LONG & ~15), OB_OK);
        blocks += LONG / 16;
    }
    assert_int_equal(seeds, 3);
    assert_int_equal(ltc_model_masks(model), 3);
    ltc.seed = NULL;
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
        ON(agrees, OB_LTC_KW),
        ON(agrees, OB_LTC_K82),
        ON(agrees, OB_LTC_KL82),
        ON(fails_and_recovers, OB_LTC_K82),
        ON(is_not_there, OB_LTC_KL82),
        ON(xcbc_vectors, OB_LTC_KW),
        ON(masks_are_renewed, OB_LTC_K82),
        ON(aead_agrees, OB_LTC_KW),
        ON(aead_agrees, OB_LTC_K82),
        ON(direct_cbc, OB_LTC_KW),
        ON(direct_cbc, OB_LTC_K82),
        ON(direct_sha256, OB_LTC_K82),
        ON(direct_sha256, OB_LTC_KL82),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
