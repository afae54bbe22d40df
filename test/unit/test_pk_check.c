/* SPDX-License-Identifier: Apache-2.0 */
/* What core itself refuses of public keys and their ops (core/pk_check.c), and of calls (core/pk.c), before an engine
 * is asked: the engine here takes all that reaches it, and works out nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

static struct ob_dispatcher d;
static struct ob_engine engine;
static struct ob_session s;
static struct ob_op op, seen; /* seen: what reached the engine */
static unsigned reached;
static uint8_t buffer[6][8200];

static int submit(void *dev, struct ob_session *from, struct ob_op *o)
{
    (void)dev;
    reached++;
    seen = *o;
    if (o->flags & OB_GENERATE)
        o->out_len = ob_pk_generated_len(from->curve, from->bits);
    else if (from->alg == OB_ECDH)
        o->out_len = ob_pk_secret_len(from->curve) * (o->flags & OB_POINT ? 2 : 1);
    else if (from->alg == OB_RSA || o->flags & OB_ENCRYPT)
        o->out_len = (from->bits + 7u) / 8;
    return OB_OK;
}

static const struct ob_price price = {OB_UPTO_ANY, 1, 1, 1, 1, 1};

#define ROW(alg, curve, flags, bits)                                                                                   \
    {                                                                                                                  \
        alg, curve, 7, OB_MODE_SW, flags, 0, bits, 0, &price                                                           \
    }
#define RSA(alg)       ROW(alg, 0, OB_CAP_CHECKED, UINT16_MAX)
#define EC(alg, curve) ROW(alg, curve, OB_CAP_POINT, UINT16_MAX)

static const struct ob_cap caps[] = {
    RSA(OB_RSA),
    RSA(OB_RSA_PKCS1_SIGN),
    RSA(OB_RSA_PSS),
    RSA(OB_RSA_PKCS1_CRYPT),
    RSA(OB_RSA_OAEP),
    EC(OB_ECDSA, OB_SECP256R1),
    EC(OB_ECDSA, OB_SECP521R1),
    EC(OB_ECDH, OB_SECP256R1),
    EC(OB_ECDH, OB_X25519),
    EC(OB_ECDH, OB_X448),
    EC(OB_EDDSA, OB_ED25519),
    EC(OB_EDDSA, OB_ED448),
    EC(OB_SM2_SIGN, OB_SM2_CURVE),
};

static const struct ob_engine_ops ops = {
    .name = "takes-all",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .flags = OB_ENGINE_REENTRANT,
    .submit = submit,
};

static int set_up(void **state)
{
    (void)state;
    memset(&d, 0, sizeof d);
    engine = (struct ob_engine){.ops = &ops};
    for (unsigned i = 0; i < sizeof buffer / sizeof buffer[0]; i++)
        memset(buffer[i], 0x81 - 2 * (int)i, sizeof buffer[i]); /* odd numbers, each less than the one before */
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    engine.ready = UINT8_MAX; /* it would fail any self-test */
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

static struct ob_bytes bytes(unsigned i, size_t len)
{
    return (struct ob_bytes){buffer[i], len};
}

/* A private key of RSA whose modulus has so many bytes. What the numbers are does not matter here. */
static struct ob_key rsa(size_t len)
{
    struct ob_key k = {.kind = OB_KEY_RSA_PRIVATE, .n = bytes(0, len), .e = bytes(1, 1), .d = bytes(2, len)};

    k.p = k.q = bytes(3, (len + 1) / 2);
    k.dp = k.dq = k.qinv = bytes(4, (len + 1) / 2);
    return k;
}

static struct ob_key ec(uint8_t curve, size_t scalar_len, size_t x_len, size_t y_len)
{
    return (struct ob_key){.kind = OB_KEY_EC_PRIVATE,
                           .curve = curve,
                           .d = bytes(0, scalar_len),
                           .x = bytes(1, x_len),
                           .y = bytes(2, y_len)};
}

/* What an open leaves may always be closed, also where it failed and the memory held anything before. */
static int opens(uint8_t alg, uint8_t hash, const struct ob_key *k)
{
    int r;

    memset(&s, 0xa5, sizeof s);
    r = ob_pk_open(&s, &d, alg, hash, k);
    ob_session_close(&s);
    return r;
}

/* ---- keys ---- */

static void rsa_keys(void **state)
{
    static const uint8_t zeros[2] = {0, 0}, one[] = {0, 1}, three[] = {0, 3}, even[] = {0x80, 0};
    struct ob_key k = rsa(256), good = k;
    struct ob_bytes *const parts[] = {&k.n, &k.e, &k.d, &k.p, &k.q, &k.dp, &k.dq, &k.qinv, &k.x, &k.y};
    struct ob_bytes *const derived[] = {&k.p, &k.q, &k.dp, &k.dq, &k.qinv};

    (void)state;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_OK);
    assert_int_equal(opens(OB_RSA, 0, NULL), OB_E_ARG);
    assert_int_equal(opens(OB_AES_GCM, 0, &k), OB_E_ARG); /* no algorithm of public keys */
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        *parts[i] = (struct ob_bytes){NULL, 1}; /* a length without bytes */
        assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
        k = good;
    }
    for (unsigned i = 0; i < sizeof derived / sizeof derived[0]; i++) {
        *derived[i] = good.n; /* not shorter than n */
        assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
        *derived[i] = (struct ob_bytes){zeros, 2};
        assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
        derived[i]->len = 0; /* only what is needed must be there */
        assert_int_equal(opens(OB_RSA, 0, &k), i < 2 ? OB_E_ARG : OB_OK);
        k = good;
    }
    k.p = (struct ob_bytes){even, 2};
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k.p = good.p;
    k.q = (struct ob_bytes){even, 2};
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k.q = good.q;
    k.d = good.n; /* d < n */
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k.d = (struct ob_bytes){zeros, 2};
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k = good;
    k.e = (struct ob_bytes){one, 2};
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k.e = (struct ob_bytes){three, 2};
    assert_int_equal(opens(OB_RSA, 0, &k), OB_OK);
    k.e = (struct ob_bytes){even, 2};
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k.e = bytes(1, 32); /* at most 256 bits */
    assert_int_equal(opens(OB_RSA, 0, &k), OB_OK);
    k.e.len = 33;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k = good;
    k.n = (struct ob_bytes){even, 2};
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k = rsa(2);
    k.kind = OB_KEY_RSA_PUBLIC;
    k.e = k.n; /* e < n */
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k.e = bytes(1, 2);
    assert_int_equal(opens(OB_RSA, 0, &k), OB_OK);
    k = good;
    k.curve = OB_SECP256R1;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    assert_int_equal(opens(OB_ECDSA, 0, &good), OB_E_ARG);
}

/* The number of bits is that of the modulus, and fits its field. */
static void rsa_bits(void **state)
{
    struct ob_key k = rsa(256);

    (void)state;
    k.bits = 2048;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_OK);
    k.bits = 2047;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k.bits = 0;
    buffer[5][0] = 0;
    buffer[5][1] = 0x05;
    buffer[5][2] = 0x81;
    k.n = bytes(5, 3);
    k.kind = OB_KEY_RSA_PUBLIC;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA, 0, &k), OB_OK);
    assert_int_equal(s.bits, 11);
    ob_session_close(&s);
    k.n = bytes(0, UINT16_MAX / 8);
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA, 0, &k), OB_OK);
    assert_int_equal(s.bits, UINT16_MAX / 8 * 8);
    ob_session_close(&s);
    k.n.len++;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k = (struct ob_key){.kind = OB_KEY_NONE};
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k.bits = 1024;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_OK);
    k.n = bytes(0, 128);
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
}

static void hashes_and_kinds(void **state)
{
    static const uint8_t with_hash[] = {OB_RSA_PKCS1_SIGN, OB_RSA_PSS, OB_RSA_OAEP};
    struct ob_key k = rsa(256), none = {.kind = OB_KEY_NONE, .bits = 2048};

    (void)state;
    for (unsigned i = 0; i < sizeof with_hash; i++) {
        assert_int_equal(opens(with_hash[i], OB_SHA256, &k), OB_OK);
        assert_int_equal(opens(with_hash[i], 0, &k), OB_E_ARG);
        assert_int_equal(opens(with_hash[i], 0, &none), OB_OK); /* which makes a key alone */
    }
    assert_int_equal(opens(OB_RSA_PSS, OB_MD5, &k), OB_OK);
    assert_int_equal(opens(OB_RSA_PSS, OB_MD5 - 1, &k), OB_E_ARG);
    assert_int_equal(opens(OB_RSA_PSS, OB_SHA3_512, &k), OB_E_DECLINED);
    assert_int_equal(opens(OB_RSA_PSS, OB_SHA3_512 + 1, &k), OB_E_ARG);
    k.kind = UINT8_MAX;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k = rsa(256);
    assert_int_equal(opens(OB_RSA - 1, 0, &k), OB_E_ARG);
    assert_int_equal(opens(OB_SM2_SIGN + 1, 0, &k), OB_E_ARG);
    assert_int_equal(ob_session_open_pk(&s, &d, OB_AES_GCM, 0, &k), OB_E_ARG);
    k.kind = OB_KEY_EC_PRIVATE;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_E_ARG);
    k = ec(OB_SECP256R1, 32, 32, 32);
    k.kind = OB_KEY_RSA_PRIVATE;
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_E_ARG);
}

static void curve_keys(void **state)
{
    static const struct {
        uint8_t curve, alg;
        uint8_t scalar, x, y;
        int status;
    } cases[] = {
        {OB_SECP256R1, OB_ECDSA, 32, 32, 32, OB_OK},      {OB_SECP256R1, OB_ECDSA, 31, 0, 0, OB_OK},
        {OB_SECP256R1, OB_ECDSA, 33, 0, 0, OB_E_ARG},     {OB_SECP256R1, OB_ECDSA, 32, 33, 32, OB_E_ARG},
        {OB_SECP256R1, OB_ECDSA, 32, 32, 33, OB_E_ARG},   {OB_SECP256R1, OB_ECDSA, 32, 32, 0, OB_E_ARG},
        {OB_SECP256R1, OB_ECDSA, 32, 0, 32, OB_E_ARG},    {OB_SECP256R1, OB_ECDSA, 0, 32, 32, OB_E_ARG},
        {OB_X25519, OB_ECDH, 32, 32, 0, OB_OK},           {OB_X25519, OB_ECDH, 32, 0, 0, OB_OK},
        {OB_X25519, OB_ECDH, 31, 0, 0, OB_E_ARG},         {OB_X25519, OB_ECDH, 32, 31, 0, OB_E_ARG},
        {OB_X25519, OB_ECDH, 32, 32, 32, OB_E_ARG},       {OB_ED448, OB_EDDSA, 57, 57, 0, OB_OK},
        {OB_ED448, OB_EDDSA, 56, 57, 0, OB_E_ARG},        {OB_CURVE_NONE, OB_ECDSA, 32, 32, 32, OB_E_ARG},
        {OB_CURVE_COUNT, OB_ECDSA, 32, 32, 32, OB_E_ARG},
    };
    struct ob_key k;

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        k = ec(cases[i].curve, cases[i].scalar, cases[i].x, cases[i].y);
        if (opens(cases[i].alg, 0, &k) != cases[i].status)
            fail_msg("case %u", i);
    }
    k = ec(OB_SECP256R1, 32, 32, 32);
    k.bits = 256;
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_OK);
    k.bits = 255;
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_E_ARG);
    k.bits = 0;
    k.kind = OB_KEY_EC_PUBLIC;
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_OK);
    k.x.len = k.y.len = 0;
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_E_ARG);
    k = ec(OB_SECP256R1, 34, 0, 0);
    buffer[0][0] = buffer[0][1] = 0; /* leading zeros do not count */
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_OK);
    k = ec(OB_SECP521R1, 66, 66, 66);
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_OK);
}

/* ---- ops ---- */

enum { IN = 1000, OUT, TAG, AAD }; /* which pointer of an op is missing */

/* The status of an op with these lengths on the open session, whose buffers lie apart. An op that core refuses does not
 * reach the engine, and one that is good does. */
static int runs(uint32_t flags, size_t in_len, size_t out_size, size_t tag_len, size_t aad_len, int missing)
{
    unsigned before = reached;
    int r;

    memset(&op, 0, sizeof op);
    op.flags = flags | OB_FIRST | OB_LAST | (aad_len ? OB_AAD : 0u);
    op.in = missing == IN ? NULL : buffer[1];
    op.in_len = in_len;
    op.out = missing == OUT ? NULL : buffer[2];
    op.out_size = out_size;
    op.tag = missing == TAG ? NULL : buffer[3];
    op.tag_len = tag_len;
    op.aad = missing == AAD ? NULL : buffer[4];
    op.aad_len = aad_len;
    r = ob_run(&s, &op);
    assert_int_equal(reached - before, r == OB_OK);
    return r;
}

static void open_ok(uint8_t alg, uint8_t hash, const struct ob_key *k)
{
    assert_int_equal(ob_pk_open(&s, &d, alg, hash, k), OB_OK);
}

static void rsa_lengths(void **state)
{
    struct ob_key k = rsa(128), small = rsa(10), public = k;

    (void)state;
    public.kind = OB_KEY_RSA_PUBLIC;
    open_ok(OB_RSA, 0, &k);
    assert_int_equal(runs(OB_ENCRYPT, 128, 128, 0, 0, 0), OB_OK);
    assert_int_equal(runs(0, 128, 128, 0, 0, 0), OB_OK);
    assert_int_equal(runs(0, 127, 128, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 129, 129, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 128, 127, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 128, 128, 0, 1, 0), OB_E_ARG);
    assert_int_equal(runs(OB_VERIFY, 128, 128, 0, 0, 0), OB_E_ARG); /* core's own check of a result alone */
    ob_session_close(&s);
    open_ok(OB_RSA_PKCS1_CRYPT, 0, &k);
    assert_int_equal(runs(OB_ENCRYPT, 117, 128, 0, 0, 0), OB_OK);
    assert_int_equal(runs(OB_ENCRYPT, 118, 128, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(OB_ENCRYPT, 117, 127, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 128, 117, 0, 0, 0), OB_OK);
    assert_int_equal(runs(0, 128, 116, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 127, 117, 0, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_RSA_PKCS1_CRYPT, 0, &small); /* shorter than the padding */
    assert_int_equal(runs(OB_ENCRYPT, 5, 100, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 10, SIZE_MAX, 0, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_RSA_OAEP, OB_SHA256, &k);
    assert_int_equal(runs(OB_ENCRYPT, 62, 128, 0, 9, 0), OB_OK);
    assert_int_equal(runs(OB_ENCRYPT, 63, 128, 0, 9, 0), OB_E_ARG);
    assert_int_equal(runs(0, 128, 62, 0, 0, 0), OB_OK);
    assert_int_equal(runs(0, 128, 61, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 129, 62, 0, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    small = rsa(65);
    open_ok(OB_RSA_OAEP, OB_SHA256, &small);
    assert_int_equal(runs(OB_ENCRYPT, 1, 100, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 65, SIZE_MAX, 0, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_RSA_PSS, OB_SHA256, &k);
    assert_int_equal(runs(0, 32, 0, 128, 0, 0), OB_OK);
    assert_int_equal(runs(0, 31, 0, 128, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 32, 0, 127, 0, 0), OB_E_ARG);
    assert_int_equal(runs(OB_VERIFY, 32, 0, 127, 0, 0), OB_E_AUTH);
    assert_int_equal(runs(OB_VERIFY, 32, 0, 128, 0, 0), OB_OK);
    assert_int_equal(runs(OB_DETERMINISTIC, 32, 0, 128, 0, 0), OB_E_ARG); /* PSS draws a salt */
    ob_session_close(&s);
    open_ok(OB_RSA_PKCS1_SIGN, OB_SHA256, &public);
    assert_int_equal(runs(OB_VERIFY, 32, 0, 128, 0, 0), OB_OK);
    assert_int_equal(runs(0, 32, 0, 128, 0, 0), OB_E_ARG); /* no private half */
    assert_int_equal(runs(OB_GENERATE, 0, 8000, 0, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_RSA_PKCS1_SIGN, OB_SHA256, &k);
    assert_int_equal(runs(OB_DETERMINISTIC, 32, 0, 128, 0, 0), OB_OK);
    ob_session_close(&s);
}

static void curve_lengths(void **state)
{
    struct ob_key k = ec(OB_SECP256R1, 32, 32, 32), x = ec(OB_X25519, 32, 32, 0), ed = ec(OB_ED25519, 32, 32, 0);
    struct ob_key sm2 = ec(OB_SM2_CURVE, 32, 32, 32), none = {.kind = OB_KEY_NONE, .curve = OB_SECP256R1};

    (void)state;
    open_ok(OB_ECDH, 0, &k);
    assert_int_equal(runs(0, 64, 32, 0, 0, 0), OB_OK);
    assert_int_equal(runs(0, 64, 31, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 63, 32, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(OB_POINT, 64, 64, 0, 0, 0), OB_OK);
    assert_int_equal(runs(OB_POINT, 64, 63, 0, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_ECDH, 0, &x);
    assert_int_equal(runs(0, 32, 32, 0, 0, 0), OB_OK);
    assert_int_equal(runs(0, 33, 32, 0, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_ECDSA, 0, &k);
    assert_int_equal(runs(0, 20, 0, 64, 0, 0), OB_OK); /* no hash was named: any length */
    assert_int_equal(runs(OB_DETERMINISTIC, 20, 0, 64, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 20, 0, 64, 3, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_ECDSA, OB_SHA256, &k);
    assert_int_equal(runs(0, 20, 0, 64, 0, 0), OB_E_ARG);
    assert_int_equal(runs(OB_DETERMINISTIC, 32, 0, 64, 0, 0), OB_OK);
    ob_session_close(&s);
    open_ok(OB_EDDSA, 0, &ed);
    assert_int_equal(runs(OB_DETERMINISTIC, 0, 0, 64, 0, 0), OB_OK);
    assert_int_equal(runs(0, 0, 0, 63, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_SM2_SIGN, 0, &sm2);
    assert_int_equal(runs(0, 20, 0, 64, 16, 0), OB_OK);
    assert_int_equal(runs(OB_DETERMINISTIC, 20, 0, 64, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    k.kind = OB_KEY_EC_PUBLIC;
    open_ok(OB_ECDH, 0, &k);
    assert_int_equal(runs(0, 64, 32, 0, 0, 0), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_ECDSA, 0, &none);
    assert_int_equal(runs(OB_GENERATE, 0, 96, 0, 0, 0), OB_OK);
    assert_int_equal(runs(OB_GENERATE, 0, 95, 0, 0, 0), OB_E_ARG);
    assert_int_equal(runs(0, 20, 0, 64, 0, 0), OB_E_ARG);
    ob_session_close(&s);
}

static void buffers(void **state)
{
    struct ob_key k = ec(OB_SM2_CURVE, 32, 32, 32), r = rsa(128);

    (void)state;
    open_ok(OB_SM2_SIGN, 0, &k);
    assert_int_equal(runs(0, 20, 0, 64, 16, IN), OB_E_ARG);
    assert_int_equal(runs(0, 20, 0, 64, 16, TAG), OB_E_ARG);
    assert_int_equal(runs(0, 20, 0, 64, 16, AAD), OB_E_ARG);
    assert_int_equal(runs(0, 20, 1, 64, 16, OUT), OB_E_ARG);
    assert_int_equal(runs(0, 0, 0, 64, 0, IN), OB_OK);
    op.flags &= ~(uint32_t)OB_LAST;
    assert_int_equal(ob_run(&s, &op), OB_E_ARG);
    op.flags = OB_FIRST | OB_LAST;
    op.in = op.tag + 63; /* a byte in common */
    op.in_len = 1;
    assert_int_equal(ob_run(&s, &op), OB_E_ARG);
    op.flags |= OB_VERIFY; /* nothing is written */
    assert_int_equal(ob_run(&s, &op), OB_OK);
    op.flags = OB_FIRST | OB_LAST;
    op.in_len = 0; /* nothing is read */
    assert_int_equal(ob_run(&s, &op), OB_OK);
    op.flags |= OB_AAD;
    op.aad = op.tag + 63;
    op.aad_len = 1;
    assert_int_equal(ob_run(&s, &op), OB_E_ARG);
    ob_session_close(&s);
    open_ok(OB_RSA, 0, &r);
    assert_int_equal(runs(0, 128, 128, 0, 0, 0), OB_OK);
    op.out = buffer[1];
    assert_int_equal(ob_run(&s, &op), OB_OK); /* in place */
    op.out = buffer[1] + 127;
    assert_int_equal(ob_run(&s, &op), OB_E_ARG);
    op.out = buffer[1] + 128;
    assert_int_equal(ob_run(&s, &op), OB_OK);
    ob_session_close(&s);
    open_ok(OB_RSA_OAEP, OB_SHA256, &r);
    assert_int_equal(runs(0, 128, 128, 0, 8, 0), OB_OK);
    op.aad = op.out + 127;
    assert_int_equal(ob_run(&s, &op), OB_E_ARG);
    op.aad = op.out + 128;
    assert_int_equal(ob_run(&s, &op), OB_OK);
    ob_session_close(&s);
}

/* ---- calls ---- */

static void lengths(void **state)
{
    static const struct {
        uint8_t alg, curve;
        unsigned bits;
        size_t signature, point, secret, generated;
    } cases[] = {
        {OB_RSA_PSS, 0, 2041, 256, 0, 0, 1156},
        {OB_RSA_PKCS1_SIGN, 0, 1024, 128, 0, 0, 580},
        {OB_RSA, 0, 1016, 0, 0, 0, 578}, /* n and d of 127 bytes, five parts of 64 */
        {OB_RSA, 0, UINT16_MAX, 0, 0, 0, 36868},
        {OB_RSA, 0, UINT16_MAX + 1, 0, 0, 0, 0},
        {OB_ECDSA, OB_SECP256R1, 0, 64, 64, 32, 96},
        {OB_ECDSA, OB_SECP521R1, 0, 132, 132, 66, 198},
        {OB_SM2_SIGN, OB_SM2_CURVE, 0, 64, 64, 32, 96},
        {OB_ECDH, OB_SECP256R1, 0, 0, 64, 32, 96},
        {OB_ECDH, OB_X25519, 0, 0, 32, 32, 64},
        {OB_ECDH, OB_X448, 0, 0, 56, 56, 112},
        {OB_EDDSA, OB_ED25519, 0, 64, 32, 0, 64},
        {OB_EDDSA, OB_ED448, 0, 114, 57, 0, 114},
        {OB_EDDSA, OB_X25519, 0, 0, 32, 32, 64},
    };
    struct ob_key k;

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t n = ob_pk_generated_len(cases[i].curve, cases[i].bits);

        assert_int_equal(ob_pk_signature_len(cases[i].alg, cases[i].curve, cases[i].bits), cases[i].signature);
        assert_int_equal(ob_pk_point_len(cases[i].curve), cases[i].point);
        assert_int_equal(ob_pk_secret_len(cases[i].curve), cases[i].secret);
        assert_int_equal(n, cases[i].generated);
        assert_int_equal(ob_pk_components(&k, cases[i].curve, cases[i].bits, buffer[0], n + 1), OB_E_ARG);
        assert_int_equal(ob_pk_components(&k, cases[i].curve, cases[i].bits, buffer[0], n), n ? OB_OK : OB_E_ARG);
    }
    assert_int_equal(ob_pk_components(&k, 0, 0, buffer[0], 0), OB_E_ARG);
    assert_int_equal(ob_pk_components(&k, OB_SECP256R1, 0, buffer[0], 96), OB_OK);
    assert_true(k.kind == OB_KEY_EC_PRIVATE && k.curve == OB_SECP256R1 && k.d.data == buffer[0] && k.d.len == 32);
    assert_true(k.x.data == buffer[0] + 32 && k.x.len == 32 && k.y.data == buffer[0] + 64 && k.y.len == 32);
    assert_int_equal(ob_pk_components(&k, OB_ED448, 0, buffer[0], 114), OB_OK);
    assert_true(k.d.len == 57 && k.x.data == buffer[0] + 57 && k.x.len == 57 && !k.y.len);
    assert_int_equal(ob_pk_components(&k, 0, 1016, buffer[0], 578), OB_OK);
    assert_true(k.kind == OB_KEY_RSA_PRIVATE && k.bits == 1016 && k.n.data == buffer[0] && k.n.len == 127);
    assert_true(k.e.data == k.n.data + 127 && k.e.len == 4 && k.d.data == k.e.data + 4 && k.d.len == 127);
    assert_true(k.p.data == k.d.data + 127 && k.p.len == 64 && k.q.data == k.p.data + 64 && k.q.len == 64);
    assert_true(k.dp.data == k.q.data + 64 && k.dq.data == k.dp.data + 64 && k.qinv.data == k.dq.data + 64);
    assert_true(k.dp.len == 64 && k.dq.len == 64 && k.qinv.len == 64);
}

/* Each call needs a session of its algorithm, and else is not for the engine. */
static void calls_fit_their_algorithm(void **state)
{
    static const uint8_t algs[] = {OB_RSA,   OB_RSA_PKCS1_SIGN, OB_RSA_PSS, OB_RSA_PKCS1_CRYPT, OB_RSA_OAEP,
                                   OB_ECDSA, OB_ECDH,           OB_EDDSA,   OB_SM2_SIGN};
    struct ob_session other;
    uint8_t *out = buffer[5];
    size_t len = 1;

    (void)state;
    for (unsigned i = 0; i < sizeof algs; i++) {
        uint8_t alg = algs[i], curve = alg == OB_EDDSA ? OB_ED25519 : alg == OB_SM2_SIGN ? OB_SM2_CURVE : OB_SECP256R1;
        struct ob_key k = alg < OB_ECDSA ? rsa(128) : ec(curve, 32, 32, alg == OB_EDDSA ? 0 : 32);
        bool crypts = alg == OB_RSA || alg == OB_RSA_PKCS1_CRYPT || alg == OB_RSA_OAEP;
        int signs = crypts || alg == OB_ECDH ? OB_E_STATE : OB_OK;
        size_t n = alg == OB_RSA ? 128 : 32, sig_len = alg < OB_ECDSA ? 128 : 64;

        open_ok(alg, alg == OB_EDDSA || alg == OB_SM2_SIGN ? 0 : OB_SHA256, &k);
        assert_int_equal(ob_pk_sign(&s, out, sig_len, &len, buffer[1], 32), signs);
        assert_int_equal(len, signs == OB_OK ? sig_len : 0);
        assert_int_equal(ob_pk_verify(&s, out, sig_len, buffer[1], 32), signs);
        assert_int_equal(ob_pk_encrypt(&s, out, 128, &len, NULL, 0, buffer[1], n), crypts ? OB_OK : OB_E_STATE);
        assert_int_equal(ob_pk_decrypt(&s, out, 128, &len, NULL, 0, buffer[1], 128), crypts ? OB_OK : OB_E_STATE);
        assert_int_equal(ob_pk_derive(&s, out, 32, &len, buffer[1], 64), alg == OB_ECDH ? OB_OK : OB_E_STATE);
        assert_int_equal(ob_pk_multiply(&s, out, 64, &len, buffer[1], 64), alg == OB_ECDH ? OB_OK : OB_E_STATE);
        assert_int_equal(ob_pk_generate(&s, out, 8000, &len), OB_E_STATE); /* the key is there already */
        if (signs == OB_OK) {
            assert_int_equal(ob_pk_sign(&s, out, sig_len - 1, &len, buffer[1], 32), OB_E_ARG);
            assert_int_equal(len, 0);
            assert_int_equal(ob_pk_verify(&s, out, sig_len - 1, buffer[1], 32), OB_E_AUTH);
            assert_int_equal(ob_pk_verify(&s, out, sig_len + 1, buffer[1], 32), OB_E_AUTH);
            assert_int_equal(ob_pk_sign_id(&s, out, sig_len, &len, buffer[2], 3, buffer[1], 32),
                             alg == OB_SM2_SIGN ? OB_OK : OB_E_ARG);
            assert_int_equal(ob_pk_verify_id(&s, out, sig_len, buffer[2], 3, buffer[1], 32),
                             alg == OB_SM2_SIGN ? OB_OK : OB_E_ARG);
            assert_int_equal(ob_pk_sign_deterministic(&s, out, sig_len, &len, buffer[1], 32),
                             alg == OB_RSA_PSS || alg == OB_SM2_SIGN ? OB_E_ARG : OB_OK);
        }
        if (crypts) {
            int label = alg == OB_RSA_OAEP ? OB_OK : OB_E_ARG;

            assert_int_equal(ob_pk_encrypt(&s, out, 128, &len, buffer[2], 3, buffer[1], n), label);
            assert_int_equal(ob_pk_decrypt(&s, out, 128, &len, buffer[2], 3, buffer[1], 128), label);
            assert_int_equal(ob_pk_encrypt(&s, out, 127, &len, NULL, 0, buffer[1], n), OB_E_ARG);
            assert_int_equal(ob_pk_decrypt(&s, out, 128, &len, NULL, 0, buffer[1], 127), OB_E_ARG);
        }
        ob_session_close(&s);
    }
    memset(&other, 0, sizeof other);
    other.alg = OB_AES_ECB;
    other.dispatcher = &d;
    assert_int_equal(ob_pk_encrypt(&other, out, 0, &len, NULL, 0, buffer[1], 16), OB_E_STATE);
    assert_int_equal(ob_pk_generate(&other, out, 8000, &len), OB_E_STATE);
    assert_int_equal(ob_pk_open(&s, &d, OB_AES_ECB, 0, NULL), OB_E_ARG);
}

/* What an op of a typed call holds. */
static void calls_lay_out_their_op(void **state)
{
    struct ob_key sm2 = ec(OB_SM2_CURVE, 32, 32, 32), k = rsa(128), ecdh = ec(OB_SECP256R1, 32, 32, 32);
    struct ob_key none = {.kind = OB_KEY_NONE, .curve = OB_SECP256R1};
    uint32_t whole = OB_FIRST | OB_LAST;
    size_t len;

    (void)state;
    open_ok(OB_SM2_SIGN, 0, &sm2);
    assert_int_equal(ob_pk_sign_id(&s, buffer[5], 70, &len, buffer[2], 3, buffer[1], 20), OB_OK);
    assert_true(seen.flags == (whole | OB_AAD) && seen.aad == buffer[2] && seen.aad_len == 3);
    assert_true(seen.in == buffer[1] && seen.in_len == 20 && seen.tag == buffer[5] && seen.tag_len == 64);
    assert_int_equal(ob_pk_verify_id(&s, buffer[5], 64, buffer[2], 3, buffer[1], 20), OB_OK);
    assert_true(seen.flags == (whole | OB_AAD | OB_VERIFY) && seen.aad == buffer[2] && seen.aad_len == 3);
    assert_true(seen.in == buffer[1] && seen.in_len == 20 && seen.tag == buffer[5] && seen.tag_len == 64);
    assert_int_equal(ob_pk_sign(&s, buffer[5], 70, &len, buffer[1], 20), OB_OK);
    assert_true(seen.flags == whole && !seen.aad_len);
    ob_session_close(&s);
    open_ok(OB_RSA_OAEP, OB_SHA256, &k);
    assert_int_equal(ob_pk_encrypt(&s, buffer[5], 130, &len, buffer[2], 3, buffer[1], 20), OB_OK);
    assert_true(seen.flags == (whole | OB_AAD | OB_ENCRYPT) && seen.aad == buffer[2] && seen.aad_len == 3);
    assert_true(seen.in == buffer[1] && seen.in_len == 20 && seen.out == buffer[5] && seen.out_size == 130);
    assert_int_equal(ob_pk_decrypt(&s, buffer[5], 130, &len, NULL, 0, buffer[1], 128), OB_OK);
    assert_true(seen.flags == whole && seen.in_len == 128);
    ob_session_close(&s);
    open_ok(OB_ECDH, 0, &ecdh);
    assert_int_equal(ob_pk_derive(&s, buffer[5], 40, &len, buffer[1], 64), OB_OK);
    assert_true(seen.flags == whole && seen.in == buffer[1] && seen.in_len == 64 && seen.out_size == 40);
    ob_session_close(&s);
    open_ok(OB_ECDSA, OB_SHA256, &ecdh);
    assert_int_equal(ob_pk_sign_deterministic(&s, buffer[5], 64, &len, buffer[1], 32), OB_OK);
    assert_true(seen.flags == (whole | OB_DETERMINISTIC));
    ob_session_close(&s);
    open_ok(OB_ECDSA, 0, &none);
    assert_int_equal(ob_pk_generate(&s, buffer[5], 96, &len), OB_OK);
    assert_true(seen.flags == (whole | OB_GENERATE) && seen.out == buffer[5] && seen.out_size == 96 && !seen.in_len);
    assert_int_equal(ob_pk_generate(&s, buffer[5], 95, &len), OB_E_ARG);
    assert_int_equal(len, 0);
    ob_session_close(&s);
}

/* The engine that gives out whole points is the one that multiplies, whatever other rows it and others have. */
static void points_come_from_their_engine(void **state)
{
    static const struct ob_cap other_caps[] = {
        ROW(OB_ECDSA, OB_SECP384R1, OB_CAP_POINT, UINT16_MAX),
        ROW(OB_ECDH, OB_SECP256R1, 0, UINT16_MAX),
        ROW(OB_ECDH, OB_SECP384R1, OB_CAP_CT, UINT16_MAX),
        {OB_ECDH, OB_SECP384R1, OB_DIR_GENERATE, OB_MODE_SW, OB_CAP_POINT, 0, UINT16_MAX, 0, &price},
    };
    struct ob_key k = ec(OB_SECP256R1, 32, 32, 32), k384 = ec(OB_SECP384R1, 48, 48, 48);
    struct ob_engine_ops other_ops = ops;
    struct ob_engine other = {.ops = &other_ops}, more[OB_ENGINES_MAX];
    size_t len;

    (void)state;
    other_ops.name = "other";
    other_ops.caps = other_caps;
    other_ops.n_caps = sizeof other_caps / sizeof other_caps[0];
    ob_stop(&d);
    assert_int_equal(ob_engine_add(&d, &other), OB_OK);
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    engine.ready = other.ready = UINT8_MAX;
    open_ok(OB_ECDH, 0, &k);
    assert_int_equal(ob_pk_multiply(&s, buffer[5], 63, &len, buffer[1], 64), OB_E_ARG);
    assert_int_equal(ob_pk_multiply(&s, buffer[5], 64, &len, buffer[1], 65), OB_E_ARG);
    assert_int_equal(len, 0);
    assert_null(s.pinned); /* a wrong call does not tie the session to an engine */
    assert_int_equal(ob_pk_multiply(&s, buffer[5], 70, &len, buffer[1], 64), OB_OK);
    assert_ptr_equal(s.pinned, &engine);
    assert_true(seen.flags == (OB_FIRST | OB_LAST | OB_POINT) && seen.out == buffer[5] && seen.out_size == 70);
    assert_true(seen.in == buffer[1] && seen.in_len == 64 && !seen.aad_len);
    ob_session_close(&s);
    open_ok(OB_ECDH, 0, &k384);
    assert_int_equal(ob_pk_multiply(&s, buffer[5], 96, &len, buffer[1], 96), OB_E_DECLINED);
    for (unsigned i = 2; i < OB_ENGINES_MAX; i++) { /* the list is full */
        more[i] = (struct ob_engine){.ops = &other_ops};
        assert_int_equal(ob_engine_add(&d, &more[i]), OB_OK);
    }
    assert_int_equal(ob_pk_multiply(&s, buffer[5], 96, &len, buffer[1], 96), OB_E_DECLINED);
    ob_session_close(&s);
    ob_stop(&d); /* whose other engines end here */
}

/* ---- constant time ---- */

static void constant_time_concerns_secrets(void **state)
{
    struct ob_key k = ec(OB_SECP256R1, 32, 32, 32), r = rsa(128), none = {.kind = OB_KEY_NONE, .curve = OB_SECP256R1};

    (void)state;
    d.policy.session_flags = OB_SESSION_CT; /* which no row of this engine claims */
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_E_DECLINED);
    assert_int_equal(opens(OB_RSA, 0, &r), OB_E_DECLINED);
    assert_int_equal(opens(OB_ECDSA, 0, &none), OB_E_DECLINED);
    k.kind = OB_KEY_EC_PUBLIC;
    r.kind = OB_KEY_RSA_PUBLIC;
    assert_int_equal(opens(OB_ECDSA, 0, &k), OB_OK);
    assert_int_equal(opens(OB_RSA, 0, &r), OB_OK);
    d.policy.session_flags = 0;
}

/* ---- the cache of a key ---- */

static bool is_all(const uint8_t *p, size_t len, uint8_t value)
{
    for (size_t i = 0; i < len; i++)
        if (p[i] != value)
            return false;
    return true;
}

/* A cache belongs to the session that was opened last with its key, and is wiped when that is closed. */
static void caches_have_one_session(void **state)
{
    uint8_t data[130];
    struct ob_key_cache cache = {.data = data, .size = 128, .passed = true};
    struct ob_key k = rsa(128), bad = k;
    static struct ob_session two[3]; /* in the order of their addresses */

    (void)state;
    memset(data, 0xaa, sizeof data);
    k.cache = bad.cache = &cache;
    for (unsigned last = 0; last < 3; last += 2) { /* it is above or below the other one */
        struct ob_session *first = &two[1], *second = &two[last];

        cache.maker = &engine;
        assert_int_equal(ob_pk_open(first, &d, OB_RSA, 0, &k), OB_OK);
        assert_ptr_equal(cache.session, first);
        assert_true(!cache.maker && !cache.passed);
        assert_int_equal(ob_pk_open(second, &d, OB_RSA, 0, &k), OB_OK);
        assert_ptr_equal(cache.session, second);
        memset(data, 0xaa, sizeof data);
        cache.maker = &engine;
        ob_session_close(first);
        assert_ptr_equal(cache.session, second);
        assert_ptr_equal(cache.maker, &engine);
        assert_true(is_all(data, sizeof data, 0xaa));
        ob_session_close(second);
        assert_null(cache.session);
        assert_null(cache.maker);
        assert_true(is_all(data, 128, 0) && is_all(data + 128, 2, 0xaa));
    }
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PSS, OB_SHA3_512, &bad), OB_E_DECLINED);
    assert_null(cache.session); /* a session that does not open has no cache */
    d.policy.session_flags = OB_SESSION_CT;
    memset(data, 0xaa, sizeof data);
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA, 0, &bad), OB_E_DECLINED);
    assert_null(cache.session);
    d.policy.session_flags = 0;
    cache.data = NULL;
    assert_int_equal(opens(OB_RSA, 0, &k), OB_OK);
    assert_null(cache.session);
}

/* ---- progress ---- */

static unsigned steps;

static bool step(struct ob_watch *w)
{
    (void)w;
    return ++steps < 3;
}

/* An engine asks in each of its steps whether the caller still wants the key that is being made. */
static void progress(void **state)
{
    static const uint8_t key[16] = {1};
    struct ob_watch watch = {.step = step};
    struct ob_key k = {.kind = OB_KEY_NONE, .bits = 1024, .watch = &watch}, used = rsa(128);
    struct ob_session other;

    (void)state;
    memset(&other, 0, sizeof other);
    memcpy(other.key, key, sizeof key);
    assert_int_equal(ob_progress(&other), OB_OK); /* a symmetric session has nothing to watch */
    used.watch = &watch;
    open_ok(OB_RSA, 0, &used);
    assert_int_equal(ob_progress(&s), OB_OK); /* nor has a key that is there */
    assert_int_equal(watch.steps, 0);
    ob_session_close(&s);
    open_ok(OB_RSA, 0, &k);
    assert_int_equal(ob_progress(&s), OB_OK);
    assert_int_equal(ob_progress(&s), OB_OK);
    assert_int_equal(s.excused, 0);
    assert_int_equal(ob_progress(&s), OB_E_IO);
    assert_int_equal(watch.steps, 3);
    assert_int_not_equal(s.excused, 0);
    assert_int_equal(ob_progress(&s), OB_E_IO); /* what was given up stays so, without another question */
    assert_int_equal(steps, 3);
    ob_session_close(&s);
    watch = (struct ob_watch){.stop = 1};
    open_ok(OB_RSA, 0, &k);
    assert_int_equal(ob_progress(&s), OB_E_IO);
    ob_session_close(&s);
    watch.stop = 0;
    k.watch = NULL;
    open_ok(OB_RSA, 0, &k);
    assert_int_equal(ob_progress(&s), OB_OK);
    ob_session_close(&s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rsa_keys),
        TEST(rsa_bits),
        TEST(hashes_and_kinds),
        TEST(curve_keys),
        TEST(rsa_lengths),
        TEST(curve_lengths),
        TEST(buffers),
        TEST(lengths),
        TEST(calls_fit_their_algorithm),
        TEST(calls_lay_out_their_op),
        TEST(points_come_from_their_engine),
        TEST(constant_time_concerns_secrets),
        TEST(caches_have_one_session),
        TEST(progress),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
