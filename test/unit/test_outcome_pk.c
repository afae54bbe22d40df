/* SPDX-License-Identifier: Apache-2.0 */
/* What a public-key op that fails leaves in its buffers (DESIGN.md, rule 4): an engine that has worked and then says
 * that it has not. Its result is wiped, what is no result stays, and a retry sees the same input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#include "kat_keys.h"

#define SIZE     512 /* bytes of each buffer: room for more than any result */
#define DIGEST   32
#define ROWS_MAX 255

extern const struct ob_engine_ops ENGINE_OPS;

static struct ob_dispatcher d;
static struct ob_engine lying, sound;
static struct ob_engine_ops lying_ops, sound_ops;
static struct ob_cap caps[ROWS_MAX]; /* those of the library that the test needs: the self-test takes time */
static int answer;                   /* what submit of the lying engine says after it has worked */
static size_t more;                  /* and how many bytes more than it has written */
static struct ob_key ec_key;
static const struct ob_key rsa_key = {KAT_RSA_PRIVATE}, no_key = {.kind = OB_KEY_NONE, .curve = OB_SECP256R1};
static uint8_t in[SIZE], out[SIZE], tag[SIZE];

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r = ENGINE_OPS.submit(dev, s, op);

    if (!s->testing)
        op->out_len += more;
    return s->testing || answer == OB_OK ? r : answer;
}

static bool all(const uint8_t *p, size_t len, uint8_t value)
{
    for (size_t i = 0; i < len; i++)
        if (p[i] != value)
            return false;
    return true;
}

static int make(void **state)
{
    const struct obi_kat_ec *kat = obi_kats_ec;

    (void)state;
    memset(&d, 0, sizeof d);
    d.retest_ns = (uint64_t)1 << 40;
    lying_ops = ENGINE_OPS;
    lying_ops.caps = caps;
    lying_ops.n_caps = 0;
    for (unsigned i = 0; i < ENGINE_OPS.n_caps; i++) {
        const struct ob_cap *cap = &ENGINE_OPS.caps[i];

        if (OB_ALG_CLASS(cap->alg) == OB_CLASS_PK && (cap->curve == OB_CURVE_NONE || cap->curve == OB_SECP256R1))
            caps[lying_ops.n_caps++] = *cap;
    }
    sound_ops = lying_ops;
    lying_ops.name = "lying";
    lying_ops.submit = submit;
    lying = (struct ob_engine){.ops = &lying_ops};
    sound = (struct ob_engine){.ops = &sound_ops};
    answer = OB_OK;
    more = 0;
    while (kat->curve != OB_SECP256R1)
        kat++;
    ec_key = (struct ob_key){.kind = OB_KEY_EC_PRIVATE, .curve = kat->curve};
    ec_key.d = (struct ob_bytes){kat->bytes, 32};
    ec_key.x = (struct ob_bytes){kat->bytes + 32, 32};
    ec_key.y = (struct ob_bytes){kat->bytes + 64, 32};
    return ob_engine_add(&d, &lying);
}

static int unmake(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static const struct {
    uint8_t alg, hash;
    uint32_t flags;
    bool tag;      /* the result is in the tag */
    bool compares; /* OB_E_AUTH is an answer, not a failure */
    uint16_t in_len, tag_len, out_size;
} kinds[] = {
    {OB_ECDSA, OB_SHA256, 0, true, false, DIGEST, 64, 0},
    {OB_ECDSA, OB_SHA256, OB_VERIFY, true, true, DIGEST, 64, 0},
    {OB_RSA_PKCS1_SIGN, OB_SHA256, 0, true, false, DIGEST, 256, 0},
    {OB_RSA_PSS, OB_SHA256, OB_VERIFY, true, true, DIGEST, 256, 0},
    {OB_RSA, 0, OB_ENCRYPT, false, false, 256, 0, 256},
    {OB_RSA_PKCS1_CRYPT, 0, OB_ENCRYPT, false, false, 20, 0, 300},
    {OB_ECDH, 0, 0, false, false, 64, 0, 32},
    {OB_ECDH, 0, OB_GENERATE, false, false, 0, 0, 96},
};

/* The op of a kind, with both buffers there, though it needs but one. */
static struct ob_op make_op(unsigned k, struct ob_session *s)
{
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | kinds[k].flags, .out = out, .tag = tag, .in = in};
    const struct ob_key *key = kinds[k].flags & OB_GENERATE ? &no_key : kinds[k].alg >= OB_ECDSA ? &ec_key : &rsa_key;

    op.in_len = kinds[k].in_len;
    op.tag_len = kinds[k].tag ? kinds[k].tag_len : SIZE / 2;
    op.out_size = kinds[k].tag ? SIZE / 2 : kinds[k].out_size;
    assert_int_equal(ob_pk_open(s, &d, kinds[k].alg, kinds[k].hash, key), OB_OK);
    memset(in, 0x11, sizeof in);
    if (kinds[k].alg == OB_ECDH) {
        memcpy(in, ec_key.x.data, 32);
        memcpy(in + 32, ec_key.y.data, 32);
    }
    memset(out, 0xaa, sizeof out);
    memset(tag, 0xbb, sizeof tag);
    return op;
}

/* By submit: failures, and answers that the contract does not allow there. */
static void results_alone_are_wiped(void **state)
{
    static const int answers[] = {OB_E_IO, OB_E_AUTH, OB_E_STATE, 3};

    (void)state;
    for (unsigned i = 0; i < sizeof answers / sizeof answers[0]; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            bool allowed = answers[i] == OB_E_AUTH && kinds[k].compares;
            size_t out_len = kinds[k].tag ? 0 : kinds[k].out_size;
            size_t tag_len = kinds[k].tag && !kinds[k].compares ? kinds[k].tag_len : 0;
            struct ob_stats before, after;
            struct ob_session s;
            struct ob_op op = make_op(k, &s);

            assert_int_equal(ob_selftest(&lying, 1u << OB_CLASS_PK), OB_OK);
            ob_engine_stats(&lying, &before);
            answer = answers[i];
            assert_int_equal(ob_run(&s, &op), allowed ? OB_E_AUTH : OB_E_IO);
            assert_true(all(out, out_len, 0) && all(out + out_len, SIZE - out_len, 0xaa));
            assert_true(all(tag, tag_len, 0) && all(tag + tag_len, SIZE - tag_len, 0xbb));
            assert_int_equal(op.out_len, 0);
            ob_engine_stats(&lying, &after);
            assert_int_equal(after.errors - before.errors, !allowed);
            answer = OB_OK;
            ob_session_close(&s);
        }
}

/* An engine that says it wrote more than there is room for, or less than a result has: core does not hand that on. */
static void a_wrong_length_is_a_failure(void **state)
{
    static const size_t lengths[] = {1, 400, (size_t)0 - 1, (size_t)1 << 40};

    (void)state;
    for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            struct ob_session s;
            struct ob_op op;

            if (kinds[k].tag)
                continue;
            op = make_op(k, &s);
            assert_int_equal(ob_selftest(&lying, 1u << OB_CLASS_PK), OB_OK);
            more = lengths[i];
            assert_int_equal(ob_run(&s, &op), OB_E_IO);
            assert_int_equal(op.out_len, 0);
            assert_true(all(out, kinds[k].out_size, 0));
            more = 0;
            ob_session_close(&s);
        }
}

/* What is decrypted may be shorter than the longest text, but not longer. */
static void a_text_of_another_length(void **state)
{
    static const uint8_t algs[][2] = {{OB_RSA_PKCS1_CRYPT, 0}, {OB_RSA_OAEP, OB_SHA256}};
    static const size_t longest[] = {256 - 11, 256 - 2 * DIGEST - 2};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct ob_session s;
        size_t len;

        assert_int_equal(ob_selftest(&lying, 1u << OB_CLASS_PK), OB_OK);
        assert_int_equal(ob_pk_open(&s, &d, algs[i][0], algs[i][1], &rsa_key), OB_OK);
        memset(in, 0x11, 20);
        assert_int_equal(ob_pk_encrypt(&s, tag, SIZE, &len, NULL, 0, in, 20), OB_OK);
        assert_int_equal(ob_pk_decrypt(&s, out, SIZE, &len, NULL, 0, tag, 256), OB_OK);
        assert_int_equal(len, 20);
        for (unsigned over = 0; over < 2; over++) {
            assert_int_equal(ob_selftest(&lying, 1u << OB_CLASS_PK), OB_OK);
            more = longest[i] - 20 + over;
            assert_int_equal(ob_pk_decrypt(&s, out, SIZE, &len, NULL, 0, tag, 256), over ? OB_E_IO : OB_OK);
            assert_int_equal(len, over ? 0 : longest[i]);
            more = 0;
        }
        ob_session_close(&s);
    }
}

/* The check of a private result does not hide that its length is wrong. */
static void a_checked_result_of_a_wrong_length(void **state)
{
    struct ob_session s;
    size_t len;

    (void)state;
    for (unsigned i = 0; i < lying_ops.n_caps; i++)
        caps[i].flags &= (uint16_t)~OB_CAP_CHECKED;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA, 0, &rsa_key), OB_OK);
    memset(in, 0x11, sizeof in);
    assert_int_equal(ob_pk_decrypt(&s, out, SIZE, &len, NULL, 0, in, 256), OB_OK);
    more = 1;
    assert_int_equal(ob_pk_decrypt(&s, out, SIZE, &len, NULL, 0, in, 256), OB_E_IO);
    assert_true(all(out, 256, 0));
    ob_session_close(&s);
}

/* An engine that finds an argument wrong has written nothing: nothing is wiped, and it serves on. */
static void an_argument_that_is_refused_leaves_all_as_it_was(void **state)
{
    struct ob_session s;
    struct ob_op op = make_op(1, &s); /* a verification writes nothing */

    (void)state;
    answer = OB_E_ARG;
    assert_int_equal(ob_run(&s, &op), OB_E_ARG);
    assert_true(all(tag, SIZE, 0xbb) && all(out, SIZE, 0xaa));
    answer = OB_OK;
    assert_int_equal(ob_run(&s, &op), OB_E_AUTH); /* the tag is no signature */
    ob_session_close(&s);
}

/* A signature has no output but its tag, so out may be anything: its wipe would spoil the input of the retry. */
static void a_retry_signs_the_same_digest(void **state)
{
    struct ob_stats stats;
    struct ob_session s;
    struct ob_op op = make_op(2, &s);

    (void)state;
    assert_int_equal(ob_engine_add(&d, &sound), OB_OK);
    op.out = in + 1;
    answer = OB_E_IO;
    assert_int_equal(ob_run(&s, &op), OB_OK);
    ob_engine_stats(&lying, &stats);
    assert_int_equal(stats.retries, 1);
    assert_true(all(in, SIZE, 0x11));
    assert_int_equal(ob_pk_verify(&s, tag, 256, in, DIGEST), OB_OK);
    ob_session_close(&s);
}

/* An engine that claims a curve's algorithm without a curve. */
static void a_row_without_its_curve_fails(void **state)
{
    static const uint8_t algs[] = {OB_ECDSA, OB_ECDH, OB_EDDSA, OB_SM2_SIGN};

    (void)state;
    for (unsigned i = 0; i < sizeof algs; i++) {
        caps[0] =
            (struct ob_cap){.alg = algs[i], .dirs = OB_DIR_ENCRYPT | OB_DIR_DECRYPT, .bits_min = 1, .bits_max = 4096};
        lying_ops.n_caps = 1;
        assert_int_equal(ob_selftest(&lying, 1u << OB_CLASS_PK), OB_E_IO);
    }
}

#define WITH_ENGINE(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ENGINE(results_alone_are_wiped),
        WITH_ENGINE(a_wrong_length_is_a_failure),
        WITH_ENGINE(a_text_of_another_length),
        WITH_ENGINE(a_checked_result_of_a_wrong_length),
        WITH_ENGINE(an_argument_that_is_refused_leaves_all_as_it_was),
        WITH_ENGINE(a_retry_signs_the_same_digest),
        WITH_ENGINE(a_row_without_its_curve_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
