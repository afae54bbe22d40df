/* SPDX-License-Identifier: Apache-2.0 */
/* What published drivers of public-key blocks got wrong (docs/driver-defects.md, groups 10 to 13), and what else goes
 * wrong with such a block: on a model of its registers, and, for the algorithms whose tests are short there, on its
 * RTL. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/acryp.h>
#include <outboard/outboard.h>
#include <outboard/pk.h>

#include "port/clock.h"
#include "port/random.h"
#include "port/sim/sim.h"
#include "test/conformance/acryp_model.h"
#include "test/unit/kat_keys.h"

static struct ob_dispatcher d;
static struct ob_acryp acryp;
static struct ob_engine_ops ops;
static struct ob_cap rows[96];
static struct ob_session a, b;
static uint8_t made[8192], other[8192], sig[1024], out[1024], text[1024];
static const uint8_t digest[32] = "the digest of some message, 32 b";

/* Which rows the engine has here. */
typedef bool filter(const struct ob_cap *row);

static bool short_ones(const struct ob_cap *row)
{
    return row->curve == OB_SECP256R1 || row->curve == OB_X25519 || row->curve == OB_ED25519 ||
           (row->alg == OB_RSA && row->bits_max == 2048 && !(row->dirs & OB_DIR_GENERATE));
}

static bool all_rows(const struct ob_cap *row)
{
    (void)row;
    return true;
}

/* The engine with some of its rows, alone in a dispatcher. */
static void start(filter *wanted)
{
    unsigned n = 0;

    memset(&d, 0, sizeof d);
    d.retest_ns = 1;
    assert_int_equal(ob_acryp_init(&acryp), OB_OK);
    ops = *acryp.engine.ops;
    for (unsigned i = 0; i < ops.n_caps; i++)
        if (wanted(&ops.caps[i]))
            rows[n++] = ops.caps[i];
    ops.caps = rows;
    ops.n_caps = (uint16_t)n;
    acryp.engine.ops = &ops;
    assert_int_equal(ob_engine_add(&d, &acryp.engine), OB_OK);
}

static int with_model(void **state)
{
    (void)state;
    memset(&acryp, 0, sizeof acryp);
    acryp_model_device(&acryp.device);
    start(all_rows);
    return 0;
}

static int without(void **state)
{
    (void)state;
    ob_stop(&d);
    assert_int_equal(acryp_model_wrongs(), 0);
    return 0;
}

/* A key pair of the curve, or of RSA bits where there is none. */
static void make(struct ob_key *key, uint8_t *to, uint8_t alg, uint8_t curve, unsigned bits)
{
    const struct ob_key none = {.curve = curve, .bits = (uint16_t)bits};
    size_t len;

    assert_int_equal(ob_pk_open(&b, &d, alg, 0, &none), OB_OK);
    assert_int_equal(ob_pk_generate(&b, to, 8192, &len), OB_OK);
    ob_session_close(&b);
    assert_int_equal(ob_pk_components(key, curve, bits, to, len), OB_OK);
}

static void opened(struct ob_session *s, uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    assert_int_equal(ob_pk_open(s, &d, alg, hash, key), OB_OK);
}

static int sign(struct ob_session *s)
{
    size_t len;

    return ob_pk_sign(s, sig, sizeof sig, &len, digest, 32);
}

/* ---- 10: randomness that fails or is not used ---- */

static unsigned refusals;

static int no_random(void *user, uint8_t *to, size_t len)
{
    (void)user;
    memset(to, 0, len);
    refusals++;
    return OB_E_IO;
}

static unsigned drawn;

static int counted_random(void *user, uint8_t *to, size_t len)
{
    (void)user;
    drawn += (unsigned)len;
    return ob_port_random(to, len);
}

/* Operations of the block that check whether a key's point is on its curve. They use public numbers only. */
#define POINT_CHECK 5u

static void defect_10_without_randomness_nothing_runs(void **state)
{
    static const uint8_t zero[64];

    (void)state;
    for (unsigned with_point = 0; with_point < 2; with_point++) {
        struct ob_key key;
        unsigned before;
        size_t len;

        d.random = NULL;
        make(&key, made, OB_ECDSA, OB_SECP256R1, 0);
        if (!with_point)
            key.x.len = key.y.len = 0;
        opened(&a, OB_ECDSA, OB_SHA256, &key);
        assert_int_equal(sign(&a), OB_OK);
        d.random = no_random;
        refusals = 0;
        before = acryp_model_operations();
        memset(sig, 0x11, sizeof sig);
        assert_int_equal(sign(&a), OB_E_IO);
        assert_memory_equal(sig, zero, 64);
        /* With a nonce of its own, the block's blinding still needs the source. */
        assert_int_equal(ob_pk_sign_deterministic(&a, sig, sizeof sig, &len, digest, 32), OB_E_IO);
        assert_true(refusals >= 2);
        /* The block has done nothing with the private key. */
        assert_int_equal(acryp_model_operations(), before + 2 * with_point * POINT_CHECK);
        ob_session_close(&a);
    }
}

static void defect_10_every_operation_draws_its_own_blinding(void **state)
{
    struct ob_key key;
    size_t len;
    uint8_t first[64];

    (void)state;
    make(&key, made, OB_ECDSA, OB_SECP256R1, 0);
    opened(&a, OB_ECDSA, OB_SHA256, &key);
    assert_int_equal(sign(&a), OB_OK);
    memcpy(first, sig, 64);
    assert_int_equal(sign(&a), OB_OK);
    assert_memory_not_equal(first, sig, 64); /* another nonce */
    d.random = counted_random;
    for (unsigned i = 1; i <= 3; i++) { /* nothing but the point's blinding needs randomness here */
        assert_int_equal(ob_pk_sign_deterministic(&a, first, 64, &len, digest, 32), OB_OK);
        assert_true(drawn >= 32 * i);
        drawn = drawn < 32 * i ? 0 : 32 * i;
    }
    ob_session_close(&a);
}

/* ---- 11: the curve of the request before ---- */

static void two_in_turn(const struct ob_key *one, uint8_t alg, const struct ob_key *two, uint8_t alg_two)
{
    uint8_t first[1024];
    size_t len, len_two;

    opened(&a, alg, alg == OB_EDDSA ? 0 : OB_SHA256, one);
    opened(&b, alg_two, alg_two == OB_EDDSA ? 0 : OB_SHA256, two);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ob_pk_sign(&a, first, sizeof first, &len, digest, 32), OB_OK);
        assert_int_equal(ob_pk_sign(&b, sig, sizeof sig, &len_two, digest, 32), OB_OK);
        assert_int_equal(ob_pk_verify(&a, first, len, digest, 32), OB_OK);
        assert_int_equal(ob_pk_verify(&b, sig, len_two, digest, 32), OB_OK);
        first[len - 1] ^= 1;
        assert_int_equal(ob_pk_verify(&a, first, len, digest, 32), OB_E_AUTH);
    }
    ob_session_close(&a);
    ob_session_close(&b);
}

static void defect_11_curves_in_turn(void **state)
{
    static const uint8_t curves[] = {OB_SECP256R1, OB_BRAINPOOLP256R1, OB_SECP256K1, OB_SECP521R1, OB_SECP192R1};
    struct ob_key one, two;

    (void)state;
    for (unsigned i = 0; i + 1 < sizeof curves; i++) {
        make(&one, made, OB_ECDSA, curves[i], 0);
        make(&two, other, OB_ECDSA, curves[i + 1], 0);
        two_in_turn(&one, OB_ECDSA, &two, OB_ECDSA);
    }
    make(&one, made, OB_EDDSA, OB_ED25519, 0);
    two_in_turn(&one, OB_EDDSA, &two, OB_ECDSA);
}

/* ---- 12: the modulus of the request before ---- */

static void defect_12_moduli_in_turn(void **state)
{
    struct ob_key one, two;

    (void)state;
    make(&one, made, OB_RSA, 0, 1024);
    make(&two, other, OB_RSA, 0, 1056);
    two_in_turn(&one, OB_RSA_PKCS1_SIGN, &two, OB_RSA_PSS);
    make(&two, other, OB_ECDSA, OB_SECP384R1, 0);
    two_in_turn(&one, OB_RSA_PSS, &two, OB_ECDSA);
}

/* ---- 13: numbers out of range ---- */

static void defect_13_numbers_out_of_range_are_refused(void **state)
{
    struct ob_key key, wrong;
    uint8_t bytes[1024];
    size_t len;

    (void)state;
    make(&key, made, OB_RSA, 0, 1024);
    wrong = key;
    wrong.kind = OB_KEY_RSA_PUBLIC;
    opened(&a, OB_RSA, 0, &wrong);
    memcpy(text, key.n.data, 128); /* the modulus itself, and above it */
    assert_int_equal(ob_pk_encrypt(&a, out, sizeof out, &len, NULL, 0, text, 128), OB_E_ARG);
    memset(text, 0xff, 128);
    assert_int_equal(ob_pk_encrypt(&a, out, sizeof out, &len, NULL, 0, text, 128), OB_E_ARG);
    text[0] = 0;
    assert_int_equal(ob_pk_encrypt(&a, out, sizeof out, &len, NULL, 0, text, 128), OB_OK);
    ob_session_close(&a);
    /* A point off the curve, and a coordinate with bits above the field's (secp521r1 has 7 to spare). */
    make(&key, made, OB_ECDSA, OB_SECP521R1, 0);
    opened(&a, OB_ECDSA, OB_SHA256, &key);
    assert_int_equal(sign(&a), OB_OK);
    ob_session_close(&a);
    wrong = key;
    wrong.kind = OB_KEY_EC_PUBLIC;
    wrong.x.data = bytes;
    for (unsigned i = 0; i < 3; i++) {
        memcpy(bytes, key.x.data, key.x.len);
        bytes[i == 0 ? 65 : 0] ^= (uint8_t)(i == 0 ? 1 : i == 1 ? 2 : 0);
        opened(&a, OB_ECDSA, OB_SHA256, &wrong);
        assert_int_equal(ob_pk_verify(&a, sig, 132, digest, 32), i < 2 ? OB_E_ARG : OB_OK);
        ob_session_close(&a);
    }
    /* Private keys 0, the order, and above it. */
    make(&key, made, OB_ECDSA, OB_SECP256R1, 0);
    wrong = key;
    wrong.d = (struct ob_bytes){bytes, 32};
    for (unsigned i = 0; i < 2; i++) {
        memset(bytes, i ? 0xff : 0, 32);
        opened(&a, OB_ECDSA, OB_SHA256, &wrong);
        assert_int_equal(sign(&a), OB_E_ARG);
        ob_session_close(&a);
    }
}

/* ---- wrong keys and faults ---- */

static void a_wrong_private_key_gives_nothing_and_does_not_stop_the_engine(void **state)
{
    static const uint8_t zero[128];
    struct ob_key key, wrong;
    uint8_t bytes[64];
    size_t len;

    (void)state;
    make(&key, made, OB_RSA, 0, 1024);
    for (unsigned part = 0; part < 4; part++) {
        wrong = key;
        memcpy(bytes, (part == 0 ? key.dp : part == 1 ? key.dq : part == 2 ? key.qinv : key.p).data, 64);
        bytes[40] ^= 4;
        *(part == 0   ? &wrong.dp
          : part == 1 ? &wrong.dq
          : part == 2 ? &wrong.qinv
                      : &wrong.p) = (struct ob_bytes){bytes, 64};
        opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &wrong);
        memset(sig, 0x11, 128);
        assert_int_equal(ob_pk_sign(&a, sig, sizeof sig, &len, digest, 32), OB_E_ARG);
        assert_true(memcmp(sig, zero, 128) == 0 || sig[0] == 0x11);
        ob_session_close(&a);
        opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &key);
        assert_int_equal(ob_pk_sign(&a, sig, sizeof sig, &len, digest, 32), OB_OK);
        ob_session_close(&a);
    }
}

static void missing_parts_of_a_key_are_made(void **state)
{
    static const struct ob_bytes none;
    struct ob_key key, less, turned;
    uint8_t want[128];
    size_t len;

    (void)state;
    make(&key, made, OB_RSA, 0, 1024);
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &key);
    assert_int_equal(ob_pk_sign(&a, want, sizeof want, &len, digest, 32), OB_OK);
    ob_session_close(&a);
    less = key;
    less.dp = less.dq = less.qinv = none;
    turned = less;
    turned.p = key.q;
    turned.q = key.p;
    for (unsigned i = 0; i < 2; i++) {
        opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, i ? &turned : &less);
        assert_int_equal(ob_pk_sign(&a, sig, sizeof sig, &len, digest, 32), OB_OK);
        assert_memory_equal(sig, want, 128);
        ob_session_close(&a);
    }
}

static void a_fault_releases_no_wrong_result(void **state)
{
    struct ob_key key;
    uint8_t want[128];
    size_t len;

    (void)state;
    make(&key, made, OB_RSA, 0, 1024);
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &key);
    assert_int_equal(ob_pk_sign(&a, want, sizeof want, &len, digest, 32), OB_OK);
    acryp_model_fault(1); /* one that passes */
    assert_int_equal(ob_pk_sign(&a, sig, sizeof sig, &len, digest, 32), OB_OK);
    assert_memory_equal(sig, want, 128);
    acryp_model_fault(1000); /* one that stays: the small key fails, too */
    assert_int_equal(ob_pk_sign(&a, sig, sizeof sig, &len, digest, 32), OB_E_IO);
    acryp_model_fault(0);
    assert_int_equal(ob_pk_sign(&a, sig, sizeof sig, &len, digest, 32), OB_OK); /* after its self-test */
    assert_memory_equal(sig, want, 128);
    ob_session_close(&a);
}

static void silence_ends_at_the_deadline(void **state)
{
    struct ob_key key;
    uint64_t before;

    (void)state;
    make(&key, made, OB_ECDSA, OB_SECP256R1, 0);
    opened(&a, OB_ECDSA, OB_SHA256, &key);
    assert_int_equal(sign(&a), OB_OK);
    d.timeout_ns = 20000000;
    acryp.device.timeout_us = 20000;
    acryp_model_silent(true);
    before = ob_port_clock_ns();
    assert_int_equal(sign(&a), OB_E_IO);
    assert_true(ob_port_clock_ns() - before < 30000000000u);
    acryp_model_silent(false);
    d.timeout_ns = 0;
    acryp.device.timeout_us = 30000000;
    assert_int_equal(sign(&a), OB_OK);
    ob_session_close(&a);
}

static void a_deadline_holds_though_the_block_cannot_be_wiped(void **state)
{
    struct ob_op op = {0};
    struct ob_key key;
    uint64_t before;

    (void)state;
    make(&key, made, OB_ECDSA, OB_SECP256R1, 0);
    opened(&a, OB_ECDSA, OB_SHA256, &key);
    assert_int_equal(sign(&a), OB_OK);
    acryp_model_silent(true);
    before = ob_port_clock_ns();
    op.deadline_ns = before + 20000000;
    assert_int_equal(ob_pk_sign_submit(&a, &op, sig, sizeof sig, digest, 32), OB_E_IO);
    acryp_model_silent(false);
    assert_true(ob_port_clock_ns() - before < 15000000000u); /* half a minute is the longest operation's */
    ob_session_close(&a);
}

static void a_block_that_gives_zeros_ends_a_signature(void **state)
{
    static const struct {
        uint8_t alg, hash, curve;
    } cases[] = {{OB_ECDSA, OB_SHA256, OB_SECP256R1}, {OB_SM2_SIGN, 0, OB_SM2_CURVE}};
    struct ob_key key;
    unsigned before;

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        make(&key, made, cases[i].alg, cases[i].curve, 0);
        opened(&a, cases[i].alg, cases[i].hash, &key);
        assert_int_equal(sign(&a), OB_OK);
        acryp_model_zeros(true);
        before = acryp_model_operations();
        assert_int_equal(sign(&a), OB_E_IO); /* not one nonce after the other for ever */
        assert_true(acryp_model_operations() - before < 100);
        acryp_model_zeros(false);
        assert_int_equal(sign(&a), OB_OK);
        ob_session_close(&a);
    }
}

static void a_block_that_gives_zeros_ends_the_making_of_a_key(void **state)
{
    const struct ob_key none = {.bits = 1024};
    unsigned before;
    size_t len;

    (void)state;
    opened(&a, OB_RSA, 0, &none);
    assert_int_equal(ob_pk_generate(&a, made, sizeof made, &len), OB_OK);
    acryp_model_zeros(true); /* no candidate is a prime */
    before = acryp_model_operations();
    assert_int_equal(ob_pk_generate(&a, made, sizeof made, &len), OB_E_IO);
    assert_true(acryp_model_operations() - before < 20000); /* a quarter of an hour with 8192 bits at 100 MHz */
    acryp_model_zeros(false);
    assert_int_equal(ob_pk_generate(&a, made, sizeof made, &len), OB_OK);
    ob_session_close(&a);
}

static void zeros_read_back_are_no_result(void **state)
{
    static const uint8_t curves[] = {OB_SECP256R1, OB_SECP521R1};
    const struct ob_key none = {.curve = OB_X25519};
    struct ob_key key;
    size_t len;

    (void)state;
    for (unsigned i = 0; i < sizeof curves; i++) {
        make(&key, made, OB_ECDH, curves[i], 0);
        opened(&a, OB_ECDH, 0, &key);
        acryp_model_zeros(true);
        assert_int_equal(ob_pk_derive(&a, out, sizeof out, &len, key.x.data, key.x.len + key.y.len), OB_E_IO);
        acryp_model_zeros(false); /* so that the self-test passes, without which the engine serves nothing */
        assert_int_equal(ob_pk_derive(&a, out, sizeof out, &len, key.x.data, key.x.len + key.y.len), OB_OK);
        acryp_model_zeros(true);
        assert_int_equal(ob_pk_multiply(&a, out, sizeof out, &len, key.x.data, key.x.len + key.y.len), OB_E_IO);
        acryp_model_zeros(false);
        assert_int_equal(ob_pk_multiply(&a, out, sizeof out, &len, key.x.data, key.x.len + key.y.len), OB_OK);
        ob_session_close(&a);
    }
    opened(&a, OB_ECDH, 0, &none);
    assert_int_equal(ob_pk_generate(&a, made, sizeof made, &len), OB_OK);
    acryp_model_zeros(true);
    assert_int_equal(ob_pk_generate(&a, made, sizeof made, &len), OB_E_IO);
    acryp_model_zeros(false);
    ob_session_close(&a);
    make(&key, made, OB_EDDSA, OB_ED25519, 0);
    opened(&a, OB_EDDSA, 0, &key);
    assert_int_equal(sign(&a), OB_OK);
    acryp_model_zeros(true);
    assert_int_equal(sign(&a), OB_E_IO);
    acryp_model_zeros(false);
    ob_session_close(&a);
    make(&key, made, OB_RSA, 0, 1024);
    opened(&a, OB_RSA, 0, &key);
    memset(text, 0, 128);
    text[127] = 9;
    assert_int_equal(ob_pk_encrypt(&a, out, sizeof out, &len, NULL, 0, text, 128), OB_OK);
    acryp_model_zeros(true);
    assert_int_equal(ob_pk_encrypt(&a, out, sizeof out, &len, NULL, 0, text, 128), OB_E_IO);
    acryp_model_zeros(false);
    assert_int_equal(ob_pk_decrypt(&a, out, sizeof out, &len, NULL, 0, text, 128), OB_OK);
    acryp_model_zeros(true);
    assert_int_equal(ob_pk_decrypt(&a, out, sizeof out, &len, NULL, 0, text, 128), OB_E_IO);
    acryp_model_zeros(false);
    text[127] = 0; /* which has the power 0 */
    assert_int_equal(ob_pk_encrypt(&a, out, sizeof out, &len, NULL, 0, text, 128), OB_OK);
    ob_session_close(&a);
}

/* ---- a key's making is watched ---- */

static bool twice(struct ob_watch *w)
{
    return w->steps < 2;
}

static void the_making_of_a_key_counts_its_steps_and_ends(void **state)
{
    struct ob_watch watch = {0};
    struct ob_key none = {.bits = 1024, .watch = &watch};
    size_t len;

    (void)state;
    assert_int_equal(ob_pk_open(&a, &d, OB_RSA, 0, &none), OB_OK);
    assert_int_equal(ob_pk_generate(&a, made, sizeof made, &len), OB_OK);
    assert_true(watch.steps > 2);
    watch.steps = 0;
    watch.step = twice;
    assert_int_equal(ob_pk_generate(&a, made, sizeof made, &len), OB_E_IO);
    assert_int_equal(watch.steps, 2);
    watch.step = NULL;
    assert_int_equal(ob_pk_generate(&a, made, sizeof made, &len), OB_OK); /* it was not the engine's fault */
    ob_session_close(&a);
}

/* ---- R^2 that a key keeps ---- */

static uint8_t room[1024], more[1024];
static struct ob_key_cache cache;

static int verify(struct ob_session *s)
{
    return ob_pk_verify(s, sig, s->bits / 8u, digest, 32);
}

/* A public key of RSA with room for the constant, and a signature of the private one. */
static void make_cached(struct ob_key *key, struct ob_key *public)
{
    make(key, made, OB_RSA, 0, 1024);
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, key);
    assert_int_equal(sign(&a), OB_OK);
    ob_session_close(&a);
    memset(room, 0, sizeof room);
    cache = (struct ob_key_cache){.data = room, .size = sizeof room};
    *public = (struct ob_key){.kind = OB_KEY_RSA_PUBLIC, .n = key->n, .e = key->e};
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, public); /* the self-test is over, before a test counts operations */
    assert_int_equal(verify(&a), OB_OK);
    ob_session_close(&a);
    public->cache = &cache;
}

static bool is_zero(const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (p[i])
            return false;
    return true;
}

/* The constant is made once for a session, by its second op, and gone with it; results are the same, valid and not. */
static void a_cache_is_filled_once_and_wiped(void **state)
{
    struct ob_key key, public;
    unsigned before;

    (void)state;
    make_cached(&key, &public);
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &public);
    before = acryp_model_operations();
    assert_int_equal(verify(&a), OB_OK);
    assert_int_equal(acryp_model_operations(), before + 1); /* it may be the only one */
    assert_true(is_zero(room, sizeof room));
    assert_int_equal(verify(&a), OB_OK);
    assert_int_equal(acryp_model_operations(), before + 4); /* the constant, its check, the power */
    assert_false(is_zero(room, 128));
    assert_int_equal(verify(&a), OB_OK);
    assert_int_equal(acryp_model_operations(), before + 5);
    sig[100] ^= 1;
    assert_int_equal(verify(&a), OB_E_AUTH);
    sig[100] ^= 1;
    memset(room + 128, 0x33, sizeof room - 128);
    ob_session_close(&a);
    assert_true(is_zero(room, sizeof room));
    /* Without, with too little room, and with a cache that another session has: the same. */
    cache.size = 127;
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &public);
    before = acryp_model_operations();
    assert_int_equal(verify(&a), OB_OK);
    assert_int_equal(acryp_model_operations(), before + 1);
    ob_session_close(&a);
    cache.size = sizeof room;
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &public);
    assert_int_equal(verify(&a) | verify(&a), OB_OK);
    opened(&b, OB_RSA_PKCS1_SIGN, OB_SHA256, &public);
    assert_int_equal(verify(&b) | verify(&b), OB_OK);
    before = acryp_model_operations();
    assert_int_equal(verify(&a), OB_OK);
    assert_int_equal(verify(&b), OB_OK);
    assert_int_equal(acryp_model_operations(), before + 2);
    ob_session_close(&a); /* the cache is the other's */
    assert_false(is_zero(room, 128));
    ob_session_close(&b);
    assert_true(is_zero(room, sizeof room));
}

/* What was written over is not used, and what another key has left is not there. */
static void a_stale_or_poisoned_cache_is_not_used(void **state)
{
    struct ob_key key, public, other_key, other_public;

    (void)state;
    make_cached(&key, &public);
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &public);
    assert_int_equal(verify(&a) | verify(&a), OB_OK);
    memcpy(more, room, 128);
    for (unsigned at = 0; at < 128; at += 9) {
        room[at] ^= 0x40;
        assert_int_equal(verify(&a), OB_OK);
        assert_memory_equal(room, more, 128); /* made anew */
    }
    memset(room, 0, 128);
    assert_int_equal(verify(&a), OB_OK);
    assert_memory_equal(room, more, 128);
    ob_session_close(&a);
    /* Another key with the same memory, filled by force with the first one's. */
    make(&other_key, other, OB_RSA, 0, 1024);
    other_public = (struct ob_key){.kind = OB_KEY_RSA_PUBLIC, .n = other_key.n, .e = other_key.e, .cache = &cache};
    memcpy(room, more, 128);
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &other_public);
    assert_int_equal(verify(&a) | verify(&a), OB_E_AUTH); /* not its signature */
    ob_session_close(&a);
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &other_key);
    assert_int_equal(sign(&a), OB_OK);
    ob_session_close(&a);
    memcpy(room, more, 128);
    opened(&a, OB_RSA_PKCS1_SIGN, OB_SHA256, &other_public);
    assert_int_equal(verify(&a) | verify(&a), OB_OK);
    assert_memory_not_equal(room, more, 128);
    ob_session_close(&a);
}

/* ---- the RTL ---- */

static bool rsa_alone(const struct ob_cap *row)
{
    return row->alg == OB_RSA && !(row->dirs & OB_DIR_GENERATE);
}

static struct ob_sim *rtl(filter *wanted)
{
    const char *folder = getenv("OB_RTL_DIR");
    struct ob_sim *sim;
    char path[512];

    snprintf(path, sizeof path, "%s/acryp/libacryp.so", folder ? folder : "build/host/rtl");
    sim = ob_sim_open(path, 3);
    assert_non_null(sim);
    memset(&acryp, 0, sizeof acryp);
    ob_sim_device(sim, &acryp.device, OB_SIM_NONE);
    start(wanted);
    return sim;
}

/* What the cache saves: cycles of the block for a public operation with e = 65537 and a modulus of so many bits. */
static void the_rtl_is_faster_with_a_cache(struct ob_sim *sim, unsigned bits)
{
    static uint8_t modulus[1024], number[1024], result[2][1024];
    static const uint8_t e[] = {1, 0, 1};
    struct ob_key_cache with = {.data = room, .size = sizeof room};
    struct ob_key public = {.kind = OB_KEY_RSA_PUBLIC, .n = {modulus, bits / 8}, .e = {e, sizeof e}};
    uint64_t cycles[4];

    for (unsigned i = 0; i < bits / 8; i++) { /* any odd number is a modulus to the block */
        modulus[i] = (uint8_t)(i * 37 + 0x81);
        number[i] = (uint8_t)(i * 11 + 5);
    }
    modulus[bits / 8 - 1] |= 1;
    for (unsigned i = 0; i < 4; i++) { /* without, then three times with */
        uint64_t from;

        public.cache = i ? &with : NULL;
        if (i < 2)
            opened(&a, OB_RSA, 0, &public);
        from = ob_sim_cycles(sim);
        assert_int_equal(ob_pk_encrypt(&a, result[i > 0], sizeof result[0], &(size_t){0}, NULL, 0, number, bits / 8),
                         OB_OK);
        cycles[i] = ob_sim_cycles(sim) - from;
        assert_memory_equal(result[0], result[i > 0], bits / 8);
        if (i == 0 || i == 3)
            ob_session_close(&a);
    }
    print_message("RSA-%u public: %u cycles, with a cache %u, %u, then %u\n", bits, (unsigned)cycles[0],
                  (unsigned)cycles[1], (unsigned)cycles[2], (unsigned)cycles[3]);
    assert_int_equal(cycles[1], cycles[0]);
    assert_true(cycles[3] * 100 < cycles[0] * 85);
}

/* The figures of docs/public-keys.md. */
static void the_table_of_the_cache(void **state)
{
    struct ob_sim *sim = rtl(rsa_alone);

    (void)state;
    assert_int_equal(ob_selftest(&acryp.engine, 1u << OB_CLASS_PK), OB_OK);
    for (unsigned bits = 2048; bits <= 8192; bits *= 2)
        the_rtl_is_faster_with_a_cache(sim, bits);
    ob_stop(&d);
    ob_sim_close(sim);
}

static void the_rtl_computes_the_known_answers(void **state)
{
    struct ob_sim *sim = rtl(short_ones);
    struct ob_key key, two;
    size_t len, len_two;

    (void)state;
    assert_int_equal(ob_selftest(&acryp.engine, 1u << OB_CLASS_PK), OB_OK);
    make(&key, made, OB_ECDH, OB_X25519, 0);
    make(&two, other, OB_ECDH, OB_X25519, 0);
    opened(&a, OB_ECDH, 0, &key);
    assert_int_equal(ob_pk_derive(&a, out, sizeof out, &len, two.x.data, two.x.len), OB_OK);
    ob_session_close(&a);
    opened(&a, OB_ECDH, 0, &two);
    assert_int_equal(ob_pk_derive(&a, sig, sizeof sig, &len_two, key.x.data, key.x.len), OB_OK);
    ob_session_close(&a);
    assert_int_equal(len, len_two);
    assert_memory_equal(out, sig, len);
    /* A point off the curve, which the block refuses in the middle of its operands. */
    make(&key, made, OB_ECDSA, OB_SECP256R1, 0);
    memcpy(text, key.x.data, 64);
    text[63] ^= 1;
    opened(&a, OB_ECDH, 0, &key);
    assert_int_equal(ob_pk_derive(&a, out, sizeof out, &len, text, 64), OB_E_ARG);
    memset(text, 0xff, 64);
    assert_int_equal(ob_pk_derive(&a, out, sizeof out, &len, text, 64), OB_E_ARG);
    assert_int_equal(ob_pk_derive(&a, out, sizeof out, &len, key.x.data, 64), OB_OK);
    ob_session_close(&a);
    the_rtl_is_faster_with_a_cache(sim, 2048);
    ob_stop(&d);
    assert_int_equal(ob_sim_wrongs(sim), 0);
    ob_sim_close(sim);
}

/* A signature for whose verification both multiples are the same point, which the fast formulas cannot add: private key
 * and nonce are 1, the digest is r, so that s is 2 r. */
static void a_sum_of_equal_points_is_verified_by_other_formulas(void **state)
{
    static const uint8_t g[64] = {
        0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2,
        0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96,
        0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16,
        0x2b, 0xce, 0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5,
    };
    static const uint8_t s[32] = {
        0xd6, 0x2f, 0xa3, 0xe5, 0xc2, 0x58, 0x84, 0x8f, 0xf1, 0x79, 0xcd, 0xca, 0xc7, 0x48, 0x81, 0xe4,
        0xee, 0x06, 0xfb, 0x02, 0x5b, 0xd6, 0x67, 0x41, 0xe9, 0x42, 0x72, 0x8b, 0xb1, 0x31, 0x85, 0x2c,
    };
    struct ob_key key;
    unsigned before;

    (void)state;
    memset(made, 0, 32);
    made[31] = 1;
    memcpy(made + 32, g, 64);
    assert_int_equal(ob_pk_components(&key, OB_SECP256R1, 0, made, 96), OB_OK);
    memcpy(sig, g, 32);
    memcpy(sig + 32, s, 32);
    opened(&a, OB_ECDSA, OB_SHA256, &key);
    assert_int_equal(ob_pk_verify(&a, sig, 64, g, 32), OB_OK); /* after the engine's self-test */
    before = acryp_model_operations();
    assert_int_equal(ob_pk_verify(&a, sig, 64, g, 32), OB_OK);
    assert_int_equal(acryp_model_operations() - before, OB_ACRYP_TABLES ? 5 : 4);
    sig[63] ^= 1;
    assert_int_equal(ob_pk_verify(&a, sig, 64, g, 32), OB_E_AUTH);
    ob_session_close(&a);
}

#define ON_MODEL(test) cmocka_unit_test_setup_teardown(test, with_model, without)

/* "cache": the figures alone, in a minute. */
int main(int argc, char **argv)
{
    const struct CMUnitTest table[] = {cmocka_unit_test(the_table_of_the_cache)};
    const struct CMUnitTest tests[] = {
        ON_MODEL(defect_10_without_randomness_nothing_runs),
        ON_MODEL(defect_10_every_operation_draws_its_own_blinding),
        ON_MODEL(defect_11_curves_in_turn),
        ON_MODEL(defect_12_moduli_in_turn),
        ON_MODEL(defect_13_numbers_out_of_range_are_refused),
        ON_MODEL(a_wrong_private_key_gives_nothing_and_does_not_stop_the_engine),
        ON_MODEL(missing_parts_of_a_key_are_made),
        ON_MODEL(a_fault_releases_no_wrong_result),
        ON_MODEL(silence_ends_at_the_deadline),
        ON_MODEL(a_deadline_holds_though_the_block_cannot_be_wiped),
        ON_MODEL(a_block_that_gives_zeros_ends_a_signature),
        ON_MODEL(a_block_that_gives_zeros_ends_the_making_of_a_key),
        ON_MODEL(zeros_read_back_are_no_result),
        ON_MODEL(a_sum_of_equal_points_is_verified_by_other_formulas),
        ON_MODEL(the_making_of_a_key_counts_its_steps_and_ends),
        ON_MODEL(a_cache_is_filled_once_and_wiped),
        ON_MODEL(a_stale_or_poisoned_cache_is_not_used),
        cmocka_unit_test(the_rtl_computes_the_known_answers),
    };

    if (argc > 1 && strcmp(argv[1], "cache") == 0)
        return cmocka_run_group_tests(table, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
