/* SPDX-License-Identifier: Apache-2.0 */
/* The LTC's public-key accelerator through its driver: each operation against OpenSSL's numbers, and a block that
 * fails. RSA, ECDSA and ECDH over it are in the conformance suite (targets ltc:k82 and ltc:kl82). */
#include <openssl/bn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/ltc/pk.h"
#include "test/nxp/ltc_model.h"

static struct ltc_model *model;
static struct ob_ltc ltc;
static struct ob_session session;
static struct ob_op op;
static const struct obi_ltc_pk_job job = {&ltc, &session, &op};
static BN_CTX *ctx;

static int begin(void **state)
{
    (void)state;
    ctx = BN_CTX_new();
    model = ltc_model_open(OB_LTC_K82);
    memset(&ltc, 0, sizeof ltc);
    ltc_model_device(model, &ltc.device);
    ltc.device.timeout_us = 2000;
    ltc.kind = OB_LTC_K82;
    return ctx && ob_ltc_init(&ltc) == OB_OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    assert_int_equal(ltc_model_wrongs(model), 0);
    assert_false(ltc_model_holds_secrets(model));
    ltc_model_close(model);
    BN_CTX_free(ctx);
    return 0;
}

/* A number below m of len bytes, from a seed. */
static void number(uint8_t *out, size_t len, uint32_t seed, const uint8_t *m)
{
    for (size_t i = 0; i < len; i++) {
        seed = seed * 1664525u + 1013904223u;
        out[i] = (uint8_t)(seed >> 24);
    }
    if (m && len)
        out[0] = (uint8_t)(out[0] % m[0]);
}

/* Odd, with its highest bit set. */
static void make_modulus(uint8_t *n, size_t len)
{
    n[0] |= 0x80;
    if (len)
        n[len - 1] |= 1;
}

static void is(const uint8_t *got, size_t len, const BIGNUM *wanted)
{
    uint8_t bytes[OBI_LTC_RSA_BYTES];

    assert_int_equal(BN_bn2binpad(wanted, bytes, (int)len), (int)len);
    assert_memory_equal(got, bytes, len);
}

/* Every operation modulo numbers of many lengths. */
static void arithmetic(void **state)
{
    static const size_t lengths[] = {1, 2, 3, 4, 5, 8, 17, 32, 48, 63, 64, 65, 128, 129, 255, 256};
    BIGNUM *n = BN_new(), *x = BN_new(), *y = BN_new(), *r = BN_new();

    (void)state;
    for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        size_t len = lengths[i];
        uint8_t m[OBI_LTC_RSA_BYTES], a[OBI_LTC_RSA_BYTES], b[OBI_LTC_RSA_BYTES], out[OBI_LTC_RSA_BYTES],
            wide[OBI_LTC_RSA_BYTES];
        struct obi_ltc_modulus modulus = {m, len, (unsigned)len * 8};

        number(m, len, 7 + i, NULL);
        make_modulus(m, len);
        number(a, len, 100 + i, m);
        number(b, len, 200 + i, m);
        number(wide, sizeof wide, 300 + i, NULL);
        BN_bin2bn(m, (int)len, n);
        BN_bin2bn(a, (int)len, x);
        BN_bin2bn(b, (int)len, y);
        assert_int_equal(obi_ltc_pk_mod(&job, LTC_PK_ADD, &modulus, out, a, b), OB_OK);
        BN_mod_add(r, x, y, n, ctx);
        is(out, len, r);
        assert_int_equal(obi_ltc_pk_mod(&job, LTC_PK_SUB, &modulus, out, a, b), OB_OK);
        BN_mod_sub(r, x, y, n, ctx);
        is(out, len, r);
        assert_int_equal(obi_ltc_pk_mod(&job, LTC_PK_MUL, &modulus, out, a, b), OB_OK);
        BN_mod_mul(r, x, y, n, ctx);
        is(out, len, r);
        for (unsigned secret = 0; secret < 2; secret++) {
            assert_int_equal(obi_ltc_pk_power(&job, &modulus, out, a, b, len, secret), OB_OK);
            BN_mod_exp(r, x, y, n, ctx);
            is(out, len, r);
        }
        assert_int_equal(obi_ltc_pk_gcd(&job, &modulus, out, a), OB_OK);
        BN_gcd(r, x, n, ctx);
        is(out, len, r);
        assert_int_equal(obi_ltc_pk_mod(&job, LTC_PK_INVERT, &modulus, out, a, NULL),
                         BN_is_one(r) ? OB_OK : OBI_LTC_NO_INVERSE);
        if (BN_is_one(r)) {
            BN_mod_inverse(r, x, n, ctx);
            is(out, len, r);
        }
        assert_int_equal(obi_ltc_pk_reduce(&job, &modulus, out, wide, sizeof wide), OB_OK);
        BN_bin2bn(wide, sizeof wide, y);
        BN_mod(r, y, n, ctx);
        is(out, len, r);
        assert_false(ltc_model_holds_secrets(model));
    }
    BN_free(n);
    BN_free(x);
    BN_free(y);
    BN_free(r);
}

static void tells_primes(void **state)
{
    const struct obi_ltc_curve *c = obi_ltc_curve(OB_SECP384R1);
    struct obi_ltc_modulus m = obi_ltc_prime_of(c);
    uint8_t composite[OBI_LTC_FIELD] = {0}, seed[OBI_LTC_FIELD] = {0};
    bool is_prime = false;

    (void)state;
    number(seed, m.len, 3, m.p);
    assert_int_equal(obi_ltc_pk_prime(&job, &m, seed, 20, &is_prime), OB_OK);
    assert_true(is_prime);
    memcpy(composite, m.p, m.len);
    composite[m.len - 1] ^= 2;
    m.p = composite;
    assert_int_equal(obi_ltc_pk_prime(&job, &m, seed, 20, &is_prime), OB_OK);
    assert_false(is_prime);
}

/* 2 G + 3 G = 5 G, G + G = 2 G, n G and G + -G are infinity, on each curve. */
static void points(void **state)
{
    (void)state;
    for (uint8_t curve = 1; curve < 255; curve++) {
        const struct obi_ltc_curve *c = obi_ltc_curve(curve);
        uint8_t k[OBI_LTC_FIELD] = {0}, multiple[6][2 * OBI_LTC_FIELD], sum[2 * OBI_LTC_FIELD];
        struct obi_ltc_modulus p;
        bool infinity;

        if (!c)
            continue;
        p = obi_ltc_prime_of(c);
        for (uint8_t i = 1; i < 6; i++) {
            k[c->len - 1] = i;
            assert_int_equal(obi_ltc_pk_multiply(&job, c, multiple[i], k, obi_ltc_base_of(c), &infinity), OB_OK);
            assert_false(infinity);
        }
        assert_memory_equal(multiple[1], obi_ltc_base_of(c), 2u * c->len);
        assert_int_equal(obi_ltc_pk_add(&job, c, sum, multiple[2], multiple[3], &infinity), OB_OK);
        assert_memory_equal(sum, multiple[5], 2u * c->len);
        assert_int_equal(obi_ltc_pk_add(&job, c, sum, multiple[1], multiple[1], &infinity), OB_OK);
        assert_false(infinity);
        assert_memory_equal(sum, multiple[2], 2u * c->len);
        assert_int_equal(obi_ltc_pk_multiply(&job, c, sum, obi_ltc_order_of(c).p, obi_ltc_base_of(c), &infinity),
                         OB_OK);
        assert_true(infinity);
        memset(k, 0, sizeof k);
        memcpy(sum, multiple[1], 2u * c->len);
        assert_int_equal(obi_ltc_pk_mod(&job, LTC_PK_SUB, &p, sum + c->len, k, multiple[1] + c->len), OB_OK);
        assert_int_equal(obi_ltc_pk_add(&job, c, sum, multiple[1], sum, &infinity), OB_OK);
        assert_true(infinity);
    }
}

static const uint8_t modulus_1009[2] = {0x03, 0xf1}, five[2] = {0, 5}, three[2] = {0, 3};
static const struct obi_ltc_modulus small = {modulus_1009, 2, 10};

/* Each ERRID, a block that does nothing and one that is silent end in OB_E_IO, with nothing left; the next operation is
 * right. */
static void fails_and_recovers(void **state)
{
    uint8_t out[2];

    (void)state;
    for (unsigned error = 1; error <= 17; error++) {
        memset(out, 0x55, sizeof out);
        ltc_model_fail(model, error == 17, error == 16, error < 16 ? error : 0);
        assert_int_equal(obi_ltc_pk_power(&job, &small, out, five, three, 2, true), OB_E_IO);
        assert_int_equal(out[1], 0x55);
        ltc_model_fail(model, false, false, 0);
        assert_int_equal(obi_ltc_pk_power(&job, &small, out, five, three, 2, true), OB_OK);
        assert_int_equal(out[0], 0);
        assert_int_equal(out[1], 125);
        assert_false(ltc_model_holds_secrets(model));
    }
}

/* What the block refuses by itself: an even modulus, and a number of no bytes. */
static void refuses(void **state)
{
    static const uint8_t even[2] = {0x03, 0xf0};
    const struct obi_ltc_modulus m = {even, 2, 10};
    const struct obi_ltc_operand none[] = {{LTC_PKN, 2, modulus_1009}, {LTC_PKA, 0, five}, {LTC_PKB, 2, three}};
    uint8_t out[2];

    (void)state;
    assert_int_equal(obi_ltc_pk_mod(&job, LTC_PK_MUL, &m, out, five, three), OB_E_IO);
    assert_int_equal(obi_ltc_pk_run(&job, LTC_PK_MUL, none, 3, out, 2, NULL), OB_E_IO);
    assert_int_equal(obi_ltc_pk_mod(&job, LTC_PK_MUL, &small, out, five, three), OB_OK);
    assert_int_equal(out[1], 15);
}

/* The rows for public keys are there on request, and never on a part without the accelerator. */
static void rows(void **state)
{
    (void)state;
    assert_null(ltc.pk);
    for (unsigned i = 0; i < ltc.engine.ops->n_caps; i++)
        assert_int_not_equal(OB_ALG_CLASS(ltc.engine.ops->caps[i].alg), OB_CLASS_PK);
    assert_int_equal(ob_ltc_init_pk(&ltc), OB_OK);
    assert_int_equal(ltc.engine.ops->caps[ltc.engine.ops->n_caps - 1].alg, OB_ECDH);
    ltc.kind = OB_LTC_KW;
    assert_int_equal(ob_ltc_init_pk(&ltc), OB_E_ARG);
    ltc.kind = 3;
    assert_int_equal(ob_ltc_init_pk(&ltc), OB_E_ARG);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(arithmetic), TEST(tells_primes), TEST(points), TEST(fails_and_recovers), TEST(refuses), TEST(rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
