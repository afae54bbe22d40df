/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key operations that do not wait, and their cancellation, on an engine that answers when it is polled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kat_keys.h"
#include "later.h"

extern const struct ob_engine_ops ob_openssl_ops;

static const struct ob_key rsa = {KAT_RSA_PRIVATE};

static struct ob_dispatcher d;
static struct later later;
static struct ob_session s;
static struct ob_op op;
static struct ob_key key;
static uint8_t parts[256], sig[OB_PK_SIGNATURE_MAX], out[2][1024], pair[5000];
static const uint8_t digest[32] = {1, 2, 3};
static unsigned calls;
static int seen;

static void count(struct ob_op *o)
{
    calls++;
    seen = o->status;
    assert_ptr_equal(o->user, &calls);
}

/* Ask for a callback in the next op; the other fields hold rubbish. */
static void ask(void)
{
    memset(&op, 0xa5, sizeof op);
    op.done = count;
    op.user = &calls;
    op.deadline_ns = 0;
    calls = 0;
}

/* The op that r answers for is pending, does not end by itself, and ends in status. */
static void ends(int r, int status)
{
    assert_int_equal(r, OB_PENDING);
    assert_int_equal(op.status, OB_PENDING);
    assert_int_equal(calls, 0);
    assert_int_equal(ob_wait(&op), status);
    assert_int_equal(calls, 1);
    assert_int_equal(seen, status);
}

static void make_pair(uint8_t alg, uint8_t curve)
{
    const struct ob_key wanted = {.kind = OB_KEY_NONE, .curve = curve};

    assert_int_equal(ob_pk_open(&s, &d, alg, 0, &wanted), OB_OK);
    ask();
    ends(ob_pk_generate_submit(&s, &op, parts, sizeof parts), OB_OK);
    assert_int_equal(op.out_len, ob_pk_generated_len(curve, 0));
    assert_int_equal(ob_pk_components(&key, curve, 0, parts, op.out_len), OB_OK);
    ob_session_close(&s);
}

static int set_up(void **state)
{
    (void)state;
    alarm(60); /* what hangs fails */
    memset(&d, 0, sizeof d);
    memset(&later, 0, sizeof later);
    later.target = &ob_openssl_ops;
    later.polls = 2;
    later_make(&later, "later");
    assert_int_equal(ob_openssl_ops.start(NULL), OB_OK);
    return ob_engine_add(&d, &later.engine);
}

static int tear_down(void **state)
{
    (void)state;
    ob_stop(&d);
    assert_int_equal(later.overlaps + later.stops_pending + later.closes_inside, 0);
    alarm(0);
    return 0;
}

static void signatures_come_later(void **state)
{
    static const uint8_t algs[] = {OB_ECDSA, OB_RSA_PSS, OB_RSA_PKCS1_SIGN};

    (void)state;
    make_pair(OB_ECDSA, OB_SECP256R1);
    for (unsigned i = 0; i < sizeof algs; i++) {
        size_t len;

        assert_int_equal(ob_pk_open(&s, &d, algs[i], OB_SHA256, i ? &rsa : &key), OB_OK);
        len = ob_pk_signature_len(s.alg, s.curve, s.bits);
        memset(sig, 0x33, sizeof sig);
        ask();
        ends(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest), OB_OK);
        assert_int_equal(op.tag_len, len);
        assert_int_equal(sig[len], 0x33);
        assert_int_equal(ob_pk_verify(&s, sig, len, digest, sizeof digest), OB_OK);
        ask();
        ends(ob_pk_verify_submit(&s, &op, sig, len, digest, sizeof digest), OB_OK);
        sig[len / 2] ^= 4;
        ask();
        ends(ob_pk_verify_submit(&s, &op, sig, len, digest, sizeof digest), OB_E_AUTH);
        ob_session_close(&s);
    }
}

static void encryption_and_agreement_come_later(void **state)
{
    size_t n = sizeof obi_kat_rsa_n;

    (void)state;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_OAEP, OB_SHA256, &rsa), OB_OK);
    ask();
    ends(ob_pk_encrypt_submit(&s, &op, out[0], sizeof out[0], digest, 3, digest, sizeof digest), OB_OK);
    assert_int_equal(op.out_len, n);
    ask();
    ends(ob_pk_decrypt_submit(&s, &op, out[1], sizeof out[1], digest, 3, out[0], n), OB_OK);
    assert_int_equal(op.out_len, sizeof digest);
    assert_memory_equal(out[1], digest, sizeof digest);
    ask();
    ends(ob_pk_decrypt_submit(&s, &op, out[1], sizeof out[1], digest, 4, out[0], n), OB_E_AUTH); /* another label */
    assert_int_equal(op.out_len, 0);
    ob_session_close(&s);
    make_pair(OB_ECDH, OB_X25519);
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDH, 0, &key), OB_OK);
    ask();
    ends(ob_pk_derive_submit(&s, &op, out[0], sizeof out[0], key.x.data, key.x.len), OB_OK);
    assert_int_equal(op.out_len, 32);
    ob_session_close(&s);
}

static void what_is_wrong_is_said_at_once(void **state)
{
    (void)state;
    make_pair(OB_ECDSA, OB_SECP256R1);
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDSA, OB_SHA256, &key), OB_OK);
    ask();
    assert_int_equal(ob_pk_sign_submit(&s, &op, sig, 63, digest, sizeof digest), OB_E_ARG);
    assert_int_equal(ob_pk_encrypt_submit(&s, &op, out[0], sizeof out[0], NULL, 0, digest, 32), OB_E_STATE);
    assert_int_equal(ob_pk_decrypt_submit(&s, &op, out[0], sizeof out[0], NULL, 0, digest, 32), OB_E_STATE);
    assert_int_equal(ob_pk_derive_submit(&s, &op, out[0], sizeof out[0], digest, 32), OB_E_STATE);
    assert_int_equal(ob_pk_generate_submit(&s, &op, out[0], sizeof out[0]), OB_E_STATE);
    assert_int_equal(calls, 0); /* none was submitted */
    assert_int_equal(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, 31), OB_E_ARG);
    assert_int_equal(op.status, OB_E_ARG);
    assert_int_equal(calls, 1);
    ask();
    assert_int_equal(ob_pk_verify_submit(&s, &op, sig, 63, digest, sizeof digest), OB_E_AUTH);
    ob_session_close(&s);
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDH, 0, &key), OB_OK);
    assert_int_equal(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest), OB_E_STATE);
    assert_int_equal(ob_pk_verify_submit(&s, &op, sig, 64, digest, sizeof digest), OB_E_STATE);
    ob_session_close(&s);
    assert_int_equal(ob_session_open(&s, &d, OB_SHA256, NULL, 0), OB_OK);
    assert_int_equal(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest), OB_E_STATE);
    assert_int_equal(ob_pk_verify_submit(&s, &op, sig, 64, digest, sizeof digest), OB_E_STATE);
    assert_int_equal(ob_pk_generate_submit(&s, &op, out[0], sizeof out[0]), OB_E_STATE);
    ob_session_close(&s);
}

static void a_second_op_waits_for_the_first(void **state)
{
    struct ob_op other = {0};

    (void)state;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PSS, OB_SHA256, &rsa), OB_OK);
    ask();
    assert_int_equal(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest), OB_PENDING);
    assert_int_equal(ob_pk_sign_submit(&s, &other, out[0], sizeof out[0], digest, sizeof digest), OB_E_STATE);
    assert_int_equal(ob_wait(&op), OB_OK);
    ob_session_close(&s);
}

static bool all_zero(const uint8_t *p, size_t len)
{
    uint8_t any = 0;

    while (len--)
        any |= *p++;
    return !any;
}

/* A cancelled op ends in OB_E_IO and leaves nothing; session and engine go on. */
static void a_cancelled_op_has_ended(void **state)
{
    (void)state;
    make_pair(OB_ECDSA, OB_SECP256R1);
    for (unsigned i = 0; i < 2; i++) {
        size_t len;

        assert_int_equal(ob_pk_open(&s, &d, i ? OB_RSA_PSS : OB_ECDSA, OB_SHA256, i ? &rsa : &key), OB_OK);
        len = ob_pk_signature_len(s.alg, s.curve, s.bits);
        assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, digest, sizeof digest), OB_OK);
        later.mute = true;
        memset(sig, 0x33, sizeof sig);
        ask();
        assert_int_equal(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest), OB_PENDING);
        (void)ob_poll(&d);
        assert_int_equal(op.status, OB_PENDING);
        assert_int_equal(ob_cancel(&op), OB_E_IO);
        assert_int_equal(calls, 1);
        assert_int_equal(seen, OB_E_IO);
        assert_true(all_zero(sig, len));
        assert_int_equal(sig[len], 0x33);
        assert_int_equal(ob_cancel(&op), OB_E_IO); /* which it has ended with */
        assert_int_equal(calls, 1);
        later.mute = false;
        ask();
        ends(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest), OB_OK); /* at once, not after a test */
        assert_int_equal(ob_cancel(&op), OB_OK);
        assert_int_equal(ob_pk_verify(&s, sig, len, digest, sizeof digest), OB_OK);
        ob_session_close(&s);
    }
}

/* At any time between submit and the end: of an RSA signature, its check included. */
static void an_op_may_be_cancelled_at_any_time(void **state)
{
    unsigned cancelled = 0, whole = 0;
    size_t n = sizeof obi_kat_rsa_n;

    (void)state;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa), OB_OK);
    assert_int_equal(ob_pk_sign(&s, out[0], sizeof out[0], &n, digest, sizeof digest), OB_OK);
    for (unsigned polls = 0; polls < 12; polls++) {
        int r;

        ask();
        assert_int_equal(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest), OB_PENDING);
        for (unsigned i = 0; i < polls && op.status == OB_PENDING; i++)
            (void)ob_poll(&d);
        r = ob_cancel(&op);
        assert_int_equal(calls, 1);
        assert_int_equal(seen, r);
        if (r == OB_OK) {
            whole++;
            assert_memory_equal(sig, out[0], n);
        } else {
            cancelled++;
            assert_int_equal(r, OB_E_IO);
            assert_true(all_zero(sig, n));
        }
    }
    assert_true(cancelled > 0 && whole > 0);
    ob_session_close(&s);
}

static void a_chain_ends_with_the_op_that_is_cancelled(void **state)
{
    struct ob_op chain[2];

    (void)state;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa), OB_OK);
    memset(chain, 0, sizeof chain);
    for (unsigned i = 0; i < 2; i++) {
        chain[i].flags = OB_FIRST | OB_LAST;
        chain[i].in = digest;
        chain[i].in_len = sizeof digest;
        chain[i].tag = out[i];
        chain[i].tag_len = sizeof obi_kat_rsa_n;
    }
    chain[0].next = &chain[1];
    assert_int_equal(ob_submit(&s, &chain[0]), OB_PENDING);
    assert_int_equal(ob_cancel(&chain[1]), OB_E_STATE);
    assert_int_equal(chain[0].status, OB_E_IO);
    ob_session_close(&s);
}

static void a_deadline_is_the_callers(void **state)
{
    (void)state;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa), OB_OK);
    assert_int_equal(ob_selftest(&later.engine, 0), OB_OK);
    later.mute = true;
    ask();
    op.deadline_ns = 1; /* long ago */
    ends(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest), OB_E_IO);
    ob_session_close(&s);
}

#define ROWS_MAX 128

/* Each row of the engine has this price, in ns. */
static void set_price(uint32_t ns)
{
    static struct ob_price price;
    static const struct ob_price *prices[ROWS_MAX];

    assert_true(ob_openssl_ops.n_caps <= ROWS_MAX);
    price = (struct ob_price){OB_UPTO_ANY, 0, ns, 0, ns, 0};
    for (unsigned i = 0; i < ROWS_MAX; i++)
        prices[i] = &price;
    later.engine.prices = prices;
}

/* Whether an op that is silent is still pending after a time that is far above the dispatcher's timeout. */
static bool is_awaited(int submitted)
{
    assert_int_equal(submitted, OB_PENDING);
    assert_int_equal(usleep(50000), 0);
    (void)ob_poll(&d);
    if (op.status == OB_PENDING) {
        assert_int_equal(ob_cancel(&op), OB_E_IO);
        return true;
    }
    assert_int_equal(op.status, OB_E_IO);
    return false;
}

/* Make the engine selectable again, which silence has set aside. */
static void admit(void)
{
    later.engine.prices = NULL;
    d.timeout_ns = 0;
    assert_int_equal(ob_selftest(&later.engine, 0), OB_OK);
}

/* Without a deadline, an op has 16 times the time of its price, but at least the dispatcher's timeout. */
static void a_price_gives_a_deadline(void **state)
{
    static const struct {
        uint32_t price;
        uint64_t timeout_ns, deadline_ns;
        bool awaited;
    } cases[] = {
        {1000, 1000000, 0, false},       /* the timeout */
        {1000, 60000000000, 0, true},    /* a longer one */
        {1000000000, 1000000, 0, true},  /* 16 s by the price */
        {1000000000, 1000000, 1, false}, /* the op's own deadline counts */
        {UINT32_MAX, 1, 0, true},        /* the highest price does not wrap */
        {0, UINT64_MAX, 0, true},        /* nor does the longest timeout */
        {1000, 1, UINT64_MAX, true},     /* or deadline */
    };

    (void)state;
    later.mute = true;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        admit();
        set_price(cases[i].price);
        d.timeout_ns = cases[i].timeout_ns;
        assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa), OB_OK);
        ask();
        op.deadline_ns = cases[i].deadline_ns;
        assert_int_equal(is_awaited(ob_pk_sign_submit(&s, &op, sig, sizeof sig, digest, sizeof digest)),
                         cases[i].awaited);
        ob_session_close(&s);
    }
}

/* The price of a row that makes RSA keys is that of 2048 bits; 8192 bits may take 256 times as long. */
static void long_keys_are_not_cut_off(void **state)
{
    static const uint16_t bits[] = {1024, 2048, 2050, 4096, 8192};

    (void)state;
    later.mute = true;
    for (unsigned i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        const struct ob_key wanted = {.kind = OB_KEY_NONE, .bits = bits[i]};

        admit();
        d.timeout_ns = 1;
        set_price(500000); /* half a ms: 8 ms up to 2048 bits, 128 ms up to 4096, 2 s for 8192 */
        assert_int_equal(ob_pk_open(&s, &d, OB_RSA, 0, &wanted), OB_OK);
        ask();
        assert_int_equal(is_awaited(ob_pk_generate_submit(&s, &op, pair, sizeof pair)), bits[i] > 2048);
        ob_session_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(signatures_come_later, set_up, tear_down),
        cmocka_unit_test_setup_teardown(encryption_and_agreement_come_later, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_said_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_second_op_waits_for_the_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_cancelled_op_has_ended, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_op_may_be_cancelled_at_any_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_chain_ends_with_the_op_that_is_cancelled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_deadline_is_the_callers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_price_gives_a_deadline, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_keys_are_not_cut_off, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
