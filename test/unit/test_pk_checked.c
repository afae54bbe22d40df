/* SPDX-License-Identifier: Apache-2.0 */
/* A private RSA result that a fault has made wrong leaves no engine: core checks it with e, where the engine says not
 * that it does (docs/decisions/rsa-results-are-checked.md). The engine at test is a library's, with a wrong bit planted
 * in what it makes, and without OB_CAP_CHECKED. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/fault.h>
#include <outboard/outboard.h>

#include "kat_keys.h"

extern const struct ob_engine_ops ENGINE_OPS;

#define N_LEN    256
#define ROWS_MAX 255

static const struct ob_key key = {KAT_RSA_PRIVATE};

static struct ob_dispatcher d;
static struct ob_engine_ops faulty_ops;
static struct ob_cap caps[ROWS_MAX];
static struct ob_engine faulty, sound;
static struct ob_fault late;
static unsigned plant;  /* ops to come that get a wrong bit */
static unsigned checks; /* public operations that were asked for */
static bool cannot_check;

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    int r;

    if (op->flags & OB_VERIFY) {
        checks++;
        if (cannot_check && !s->testing)
            return OB_E_DECLINED;
    }
    r = ENGINE_OPS.submit(dev, s, op);
    if (r == OB_OK && plant && !s->testing && !(op->flags & OB_VERIFY)) {
        uint8_t *made = s->alg == OB_RSA ? op->out : op->tag;

        made[N_LEN / 3] ^= 4;
        plant--;
    }
    return r;
}

static void start(bool with_sound, bool asynchronous)
{
    memset(&d, 0, sizeof d);
    memset(&faulty, 0, sizeof faulty);
    memset(&sound, 0, sizeof sound);
    memset(&late, 0, sizeof late);
    faulty_ops = ENGINE_OPS;
    memcpy(caps, ENGINE_OPS.caps, ENGINE_OPS.n_caps * sizeof caps[0]);
    for (unsigned i = 0; i < ENGINE_OPS.n_caps; i++)
        caps[i].flags &= (uint16_t)~OB_CAP_CHECKED;
    faulty_ops.caps = caps;
    faulty_ops.submit = submit;
    faulty.ops = &faulty_ops;
    sound.ops = &ENGINE_OPS;
    plant = checks = 0;
    cannot_check = false;
    d.retest_ns = (uint64_t)1 << 40;
    if (asynchronous) {
        late.target = &faulty_ops;
        late.late_polls = 3;
        late.rate[OB_FAULT_LATE] = 1000;
        assert_int_equal(ob_fault_init(&late), OB_OK);
    }
    assert_int_equal(ob_engine_add(&d, asynchronous ? &late.engine : &faulty), OB_OK);
    if (with_sound)
        assert_int_equal(ob_engine_add(&d, &sound), OB_OK);
}

static int stop(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static bool all(const uint8_t *p, size_t len, uint8_t value)
{
    for (size_t i = 0; i < len; i++)
        if (p[i] != value)
            return false;
    return true;
}

/* A private operation of alg; out: N_LEN bytes. */
static int run(struct ob_session *s, uint8_t *out)
{
    size_t len;

    memset(out, 0x5a, N_LEN);
    if (s->alg == OB_RSA)
        return ob_pk_decrypt(s, out, N_LEN, &len, NULL, 0, obi_kat_rsa_raw, N_LEN);
    return ob_pk_sign(s, out, N_LEN, &len, obi_kat_pk_digest, 32);
}

static bool is_right(struct ob_session *s, const uint8_t *out)
{
    if (s->alg == OB_RSA)
        return memcmp(out, obi_kat_rsa_plain, N_LEN) == 0;
    return ob_pk_verify(s, out, N_LEN, obi_kat_pk_digest, 32) == OB_OK;
}

static const uint8_t algs[] = {OB_RSA, OB_RSA_PKCS1_SIGN, OB_RSA_PSS};

static void open_session(struct ob_session *s, uint8_t alg)
{
    assert_int_equal(ob_pk_open(s, &d, alg, alg == OB_RSA ? 0 : OB_SHA256, &key), OB_OK);
}

static void wrong_results_stay(bool asynchronous)
{
    struct ob_session s;
    uint8_t out[N_LEN];

    for (unsigned i = 0; i < sizeof algs; i++) {
        start(false, asynchronous);
        open_session(&s, algs[i]);
        assert_int_equal(run(&s, out), OB_OK);
        assert_int_not_equal(checks, 0);
        assert_true(is_right(&s, out));
        plant = 1;
        assert_int_equal(run(&s, out), OB_E_IO);
        assert_true(all(out, N_LEN, 0));
        assert_int_equal(run(&s, out), OB_E_DECLINED); /* set aside */
        assert_true(all(out, N_LEN, 0x5a));
        ob_session_close(&s);
        ob_stop(&d);
    }
}

static void wrong_results_are_wiped(void **state)
{
    (void)state;
    wrong_results_stay(false);
}

static void wrong_late_results_are_wiped(void **state)
{
    (void)state;
    wrong_results_stay(true);
}

static void wrong_results_are_redone(void **state)
{
    struct ob_session s;
    struct ob_stats stats;
    uint8_t out[N_LEN];

    (void)state;
    for (unsigned i = 0; i < sizeof algs; i++) {
        start(true, false);
        open_session(&s, algs[i]);
        assert_int_equal(run(&s, out), OB_OK);
        plant = 1;
        assert_int_equal(run(&s, out), OB_OK); /* by the sound engine */
        assert_true(is_right(&s, out));
        ob_engine_stats(&faulty, &stats);
        assert_int_equal(stats.errors, 1);
        assert_int_equal(stats.retries, 1);
        ob_session_close(&s);
        ob_stop(&d);
    }
}

static void session_without_retry_gets_io(void **state)
{
    struct ob_session s;
    uint8_t out[N_LEN];

    (void)state;
    start(true, false);
    open_session(&s, OB_RSA_PKCS1_SIGN);
    assert_int_equal(ob_session_require(&s, OB_SESSION_NO_RETRY), OB_OK);
    plant = 1;
    assert_int_equal(run(&s, out), OB_E_IO);
    assert_true(all(out, N_LEN, 0));
    ob_session_close(&s);
    ob_stop(&d);
}

/* What no engine can check is not handed out; an engine that declines the check is passed over. */
static void unchecked_results_stay(void **state)
{
    struct ob_session s;
    uint8_t out[N_LEN];

    (void)state;
    for (unsigned with_sound = 0; with_sound < 2; with_sound++) {
        start(with_sound, false);
        cannot_check = true;
        open_session(&s, OB_RSA_PSS);
        assert_int_equal(run(&s, out), with_sound ? OB_OK : OB_E_IO);
        assert_true(with_sound ? is_right(&s, out) : all(out, N_LEN, 0));
        ob_session_close(&s);
        ob_stop(&d);
    }
}

/* A padded message does not show whether its encoded form was right, and in place the input is gone. */
static void rows_that_do_not_check_are_declined(void **state)
{
    struct ob_session s;
    uint8_t out[N_LEN];
    struct ob_candidate candidate = {0};
    size_t len;

    (void)state;
    start(false, false);
    assert_true(ob_explain(&d, OB_RSA_OAEP, 0, 2048, OB_DIR_DECRYPT, 3, &candidate, 1) > 0);
    assert_int_equal(candidate.selectable, 0);
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_OAEP, OB_SHA256, &key), OB_OK);
    assert_int_equal(ob_pk_decrypt(&s, out, N_LEN, &len, (const uint8_t *)"abc", 3, obi_kat_rsa_oaep_ciphertext, N_LEN),
                     OB_E_DECLINED);
    ob_session_close(&s);
    open_session(&s, OB_RSA);
    memcpy(out, obi_kat_rsa_raw, N_LEN);
    assert_int_equal(ob_pk_decrypt(&s, out, N_LEN, &len, NULL, 0, out, N_LEN), OB_E_DECLINED);
    assert_memory_equal(out, obi_kat_rsa_raw, N_LEN);
    ob_session_close(&s);
    ob_stop(&d);
    start(true, false);
    open_session(&s, OB_RSA);
    assert_int_equal(ob_pk_decrypt(&s, out, N_LEN, &len, NULL, 0, out, N_LEN), OB_OK); /* by the engine that checks */
    assert_memory_equal(out, obi_kat_rsa_plain, N_LEN);
    ob_session_close(&s);
    ob_stop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(wrong_results_are_wiped, stop),
        cmocka_unit_test_teardown(wrong_late_results_are_wiped, stop),
        cmocka_unit_test_teardown(wrong_results_are_redone, stop),
        cmocka_unit_test_teardown(session_without_retry_gets_io, stop),
        cmocka_unit_test_teardown(unchecked_results_stay, stop),
        cmocka_unit_test_teardown(rows_that_do_not_check_are_declined, stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
