/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key arguments that are wrong, on every engine on a foreign library: docs/public-keys.md says what each gets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "kat_keys.h"
#include "library.h"
#include "library_pk.h"

#define N_LEN 256

static const struct ob_key rsa_private = {KAT_RSA_PRIVATE, KAT_RSA_CRT};
static const struct ob_key rsa_public = {KAT_RSA_PUBLIC};

static int open_on_engine(struct ob_session *s, uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    int r = ob_pk_open(s, library_dispatcher(), alg, hash, key);

    if (r == OB_OK)
        assert_int_equal(ob_session_pin(s, library_engine()), OB_OK);
    return r;
}

/* No argument may set an engine aside. */
static void assert_in_service(void)
{
    struct ob_stats stats;

    ob_engine_stats(library_engine(), &stats);
    assert_int_equal(stats.errors, 0);
}

/* ---- the random source ---- */

struct source {
    bool fails;
    unsigned asked;
};

static int draw(void *user, uint8_t *out, size_t len)
{
    struct source *source = user;

    source->asked++;
    if (source->fails)
        return OB_E_IO;
    library_fill(out, len);
    return OB_OK;
}

/* The dispatcher's source serves the engine. Without it private operations are refused, from the first one on, no
 * engine is set aside, and verification does not care. */
void library_needs_random_bytes_for_secrets(void **state)
{
    static struct ob_dispatcher d;
    static struct ob_engine e;
    struct source source = {.fails = true};
    uint8_t sig[N_LEN];
    struct ob_session s;
    struct ob_stats stats;
    size_t len;

    (void)state;
    e.ops = library_engine()->ops;
    e.dev = library_engine()->dev;
    d.random = draw;
    d.random_user = &source;
    assert_int_equal(ob_engine_add(&d, &e), OB_OK);
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PSS, OB_SHA256, &rsa_private), OB_OK);
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_pss_signature, N_LEN, obi_kat_pk_digest, 32), OB_OK);
    for (unsigned i = 0; i < 2; i++) {
        memset(sig, 0x5a, sizeof sig);
        assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_pk_digest, 32), OB_E_IO);
        assert_true(sig[0] != 0x5a ? sig[0] == 0 && sig[N_LEN - 1] == 0 : sig[N_LEN - 1] == 0x5a);
    }
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_pss_signature, N_LEN, obi_kat_pk_digest, 32), OB_OK);
    source.fails = false;
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_pk_digest, 32), OB_OK);
    assert_int_equal(ob_pk_verify(&s, sig, len, obi_kat_pk_digest, 32), OB_OK);
    assert_true(source.asked >= 2);
    ob_engine_stats(&e, &stats);
    assert_int_equal(stats.errors, 0);
    ob_session_close(&s);
    ob_stop(&d);
}

/* An algorithm and its key. */
struct use {
    uint8_t alg, hash;
    struct ob_key key;
};

static bool has_row(uint8_t alg, uint8_t curve);

/* All ops of the session with a secret or random bytes must end with want. Verification and the raw public operation of
 * RSA take neither, and answer as ever. */
static void use_all(struct ob_session *s, const struct use *u, int want)
{
    uint8_t out[N_LEN], in[N_LEN] = {0};
    size_t len, sig_len = ob_pk_signature_len(u->alg, s->curve, s->bits);
    int r;

    memset(out, 0x5a, sizeof out);
    switch (u->alg) {
    case OB_RSA:
    case OB_RSA_PKCS1_CRYPT:
    case OB_RSA_OAEP:
        if (u->alg == OB_RSA_OAEP)
            r = ob_pk_decrypt(s, out, sizeof out, &len, (const uint8_t *)"abc", 3, obi_kat_rsa_oaep_ciphertext, N_LEN);
        else
            r = ob_pk_decrypt(s, out, sizeof out, &len, NULL, 0, obi_kat_rsa_raw, N_LEN);
        assert_int_equal(r, want);
        r = ob_pk_encrypt(s, in, sizeof in, &len, NULL, 0, in, u->alg == OB_RSA ? N_LEN : 20);
        assert_int_equal(r, u->alg == OB_RSA ? OB_OK : want);
        break;
    case OB_ECDH:
        memcpy(in, u->key.x.data, u->key.x.len);
        if (u->key.y.len)
            memcpy(in + u->key.x.len, u->key.y.data, u->key.y.len);
        assert_int_equal(ob_pk_derive(s, out, sizeof out, &len, in, ob_pk_point_len(s->curve)), want);
        break;
    default:
        if (u->alg == OB_RSA_PKCS1_SIGN || u->alg == OB_EDDSA || (u->alg == OB_ECDSA && u->hash))
            assert_int_equal(ob_pk_sign_deterministic(s, out, sizeof out, &len, obi_kat_pk_digest, 32), want);
        assert_int_equal(ob_pk_sign(s, out, sizeof out, &len, obi_kat_pk_digest, 32), want);
        memset(in, 1, sizeof in);
        assert_int_equal(ob_pk_verify(s, want == OB_OK ? out : in, sig_len, obi_kat_pk_digest, 32),
                         want == OB_OK ? OB_OK : OB_E_AUTH);
    }
    if (want != OB_OK) /* untouched or wiped */
        for (size_t i = 0; i < sizeof out; i++)
            assert_true(out[i] == 0 || out[i] == 0x5a);
}

/* Every private operation asks the source, also once the library's generators and blinding values have been made, and
 * where the algorithm itself draws nothing. */
void library_asks_the_source_each_time(void **state)
{
    static struct ob_dispatcher d;
    static struct ob_engine e;
    struct use uses[] = {
        {OB_RSA, 0, {KAT_RSA_PRIVATE, KAT_RSA_CRT}},
        {OB_RSA_PKCS1_SIGN, OB_SHA256, {KAT_RSA_PRIVATE, KAT_RSA_CRT}},
        {OB_RSA_PSS, OB_SHA256, {KAT_RSA_PRIVATE, KAT_RSA_CRT}},
        {OB_RSA_PKCS1_CRYPT, 0, {KAT_RSA_PRIVATE, KAT_RSA_CRT}},
        {OB_RSA_OAEP, OB_SHA256, {KAT_RSA_PRIVATE, KAT_RSA_CRT}},
        {.alg = OB_ECDSA, .key.curve = OB_SECP256R1, .hash = OB_SHA256},
        {.alg = OB_ECDSA, .key.curve = OB_SECP521R1, .hash = 0},
        {.alg = OB_ECDH, .key.curve = OB_SECP256R1},
        {.alg = OB_ECDH, .key.curve = OB_X25519},
        {.alg = OB_ECDH, .key.curve = OB_X448},
        {.alg = OB_EDDSA, .key.curve = OB_ED25519},
        {.alg = OB_EDDSA, .key.curve = OB_ED448},
        {.alg = OB_SM2_SIGN, .key.curve = OB_SM2_CURVE},
    };
    struct source source = {.fails = false};
    struct ob_stats stats;
    unsigned served = 0;

    (void)state;
    e.ops = library_engine()->ops;
    e.dev = library_engine()->dev;
    d.random = draw;
    d.random_user = &source;
    assert_int_equal(ob_engine_add(&d, &e), OB_OK);
    for (unsigned i = 0; i < sizeof uses / sizeof uses[0]; i++) {
        struct use *u = &uses[i];
        const struct ob_key none = {.kind = OB_KEY_NONE, .curve = u->key.curve};
        struct ob_session s;
        uint8_t made[200], lost[200];
        size_t len;

        source.fails = false;
        if (u->key.curve && !has_row(u->alg, u->key.curve))
            continue;
        if (u->key.curve) {
            assert_int_equal(ob_pk_open(&s, &d, u->alg, 0, &none), OB_OK);
            assert_int_equal(ob_pk_generate(&s, made, sizeof made, &len), OB_OK);
            assert_int_equal(ob_pk_components(&u->key, u->key.curve, 0, made, len), OB_OK);
            source.fails = true;
            assert_int_equal(ob_pk_generate(&s, lost, sizeof lost, &len), OB_E_IO);
            source.fails = false;
            ob_session_close(&s);
        }
        assert_int_equal(ob_pk_open(&s, &d, u->alg, u->hash, &u->key), OB_OK);
        use_all(&s, u, OB_OK);
        use_all(&s, u, OB_OK);
        source.fails = true;
        use_all(&s, u, OB_E_IO);
        use_all(&s, u, OB_E_IO);
        source.fails = false;
        use_all(&s, u, OB_OK);
        ob_session_close(&s);
        served++;
    }
    assert_true(served >= 10);
    ob_engine_stats(&e, &stats);
    assert_int_equal(stats.errors, 0);
    ob_stop(&d);
}

/* ---- keys ---- */

/* Verify, and sign where the key is private: the first error, of opening or of an op. */
static int use_rsa(const struct ob_key *key)
{
    uint8_t sig[N_LEN];
    struct ob_session s;
    size_t len;
    int r = open_on_engine(&s, OB_RSA_PKCS1_SIGN, OB_SHA256, key);

    if (r != OB_OK)
        return r;
    r = ob_pk_verify(&s, obi_kat_rsa_pkcs1_signature, N_LEN, obi_kat_pk_digest, 32);
    if (r == OB_OK && key->kind == OB_KEY_RSA_PRIVATE) {
        memset(sig, 0x5a, sizeof sig);
        r = ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_pk_digest, 32);
        if (r == OB_OK)
            assert_memory_equal(sig, obi_kat_rsa_pkcs1_signature, N_LEN);
        else
            assert_true(sig[0] == 0x5a && sig[N_LEN - 1] == 0x5a);
    }
    ob_session_close(&s);
    return r;
}

void library_refuses_bad_rsa_keys(void **state)
{
    static uint8_t long_e[80009], zeros[100003], long_n[8448], even_n[N_LEN];
    static const uint8_t small[] = {0, 1, 2, 4};
    struct ob_session s;
    struct ob_key key;

    (void)state;
    assert_int_equal(use_rsa(&rsa_public), OB_OK);
    for (unsigned i = 0; i < sizeof small; i++) {
        key = rsa_public;
        key.e = (struct ob_bytes){&small[i], 1};
        assert_int_equal(use_rsa(&key), OB_E_ARG);
    }
    memset(long_e, 0xff, sizeof long_e);
    key = rsa_public;
    key.e = (struct ob_bytes)BYTES(long_e);
    assert_int_equal(use_rsa(&key), OB_E_ARG);
    key.e.len = 33; /* more than 256 bits */
    assert_int_equal(use_rsa(&key), OB_E_ARG);
    key.e = key.n; /* not below n */
    assert_int_equal(use_rsa(&key), OB_E_ARG);
    memcpy(zeros + sizeof zeros - 3, obi_kat_rsa_e, 3);
    key.e = (struct ob_bytes)BYTES(zeros); /* leading zeros are of no account, however many */
    assert_int_equal(use_rsa(&key), OB_OK);
    key = rsa_public;
    key.n.data = NULL;
    assert_int_equal(use_rsa(&key), OB_E_ARG);
    key = rsa_public;
    memset(long_n, 0xff,
           sizeof long_n); /* 67,584 bits, which 16 bits would say as 2048: core sees it, before an engine */
    key.n = (struct ob_bytes)BYTES(long_n);
    assert_int_equal(open_on_engine(&s, OB_RSA_PKCS1_SIGN, OB_SHA256, &key), OB_E_ARG);
    memcpy(even_n, obi_kat_rsa_n, N_LEN);
    even_n[N_LEN - 1] &= 0xfe;
    key.n = (struct ob_bytes)BYTES(even_n);
    assert_int_equal(use_rsa(&key), OB_E_ARG);
    key = rsa_public;
    key.bits = 2047;
    assert_int_equal(use_rsa(&key), OB_E_ARG);
    key = rsa_public;
    key.curve = OB_SECP256R1;
    assert_int_equal(use_rsa(&key), OB_E_ARG);
    assert_int_equal(ob_pk_components(&key, 0, 67584, long_n, sizeof long_n), OB_E_ARG);
    assert_int_equal(ob_pk_generated_len(0, 67584), 0);
    assert_in_service();
}

/* The engine signs with dp and dq, and never reads a d beside them. */
static bool has_no_use_for_d(void)
{
    return strcmp(library_engine()->ops->name, "acryp") == 0;
}

/* A private key whose numbers do not belong together signs nothing: a wrong signature would tell the primes. What is
 * not read, spoils nothing: use_rsa compares the signature. */
void library_refuses_keys_that_do_not_fit(void **state)
{
    static const uint8_t zero[N_LEN];
    struct ob_key key = rsa_private;
    struct ob_bytes *const part[] = {&key.d, &key.p, &key.q, &key.dp, &key.dq, &key.qinv};
    uint8_t wrong[N_LEN];

    (void)state;
    assert_int_equal(use_rsa(&key), OB_OK);
    for (unsigned i = 0; i < sizeof part / sizeof part[0]; i++) {
        struct ob_bytes right = *part[i];
        int answer = i == 0 && has_no_use_for_d() ? OB_OK : OB_E_ARG;

        for (unsigned bit = 1; bit < 8 * right.len; bit += 97) {
            memcpy(wrong, right.data, right.len);
            wrong[right.len - 1 - bit / 8] ^= (uint8_t)(1u << bit % 8);
            part[i]->data = wrong;
            assert_int_equal(use_rsa(&key), answer);
        }
        part[i]->data = zero;
        assert_int_equal(use_rsa(&key), OB_E_ARG);
        part[i]->data = NULL;
        assert_int_equal(use_rsa(&key), OB_E_ARG);
        *part[i] = right;
    }
    key.p = rsa_private.q; /* p and q must differ */
    assert_int_equal(use_rsa(&key), OB_E_ARG);
    assert_in_service();
}

static bool has_row(uint8_t alg, uint8_t curve)
{
    const struct ob_engine_ops *ops = library_engine()->ops;

    for (unsigned row = 0; row < ops->n_caps; row++)
        if (ops->caps[row].alg == alg && ops->caps[row].curve == curve)
            return true;
    return false;
}

/* Strings that are no points (RFC 8032, section 5.1.3): y without an x, y not below p, x = 0 with a sign. */
void library_refuses_bad_edwards_points(void **state)
{
    static const uint8_t curves[] = {OB_ED25519, OB_ED448};
    uint8_t point[57], sig[114] = {0};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        size_t len = ob_pk_point_len(curves[i]), sig_len = 2 * len;
        struct ob_key key = {.kind = OB_KEY_EC_PUBLIC, .curve = curves[i], .x = {point, len}};
        unsigned no_points = 0;

        if (!has_row(OB_EDDSA, curves[i]))
            continue;
        for (unsigned y = 0; y < 40; y++) {
            struct ob_session s;
            int r;

            memset(point, 0, sizeof point);
            point[0] = (uint8_t)y;
            if (y == 0) { /* 1 with a sign */
                point[0] = 1;
                point[len - 1] = 0x80;
            } else if (y == 1) { /* above p */
                memset(point, 0xff, len);
                point[len - 1] = i ? 0 : 0x7f;
            }
            r = open_on_engine(&s, OB_EDDSA, 0, &key);
            assert_int_equal(r, y == 0 ? OB_E_ARG : OB_OK); /* 1 is a y of small order, too */
            if (r == OB_OK) {
                r = ob_pk_verify(&s, sig, sig_len, (const uint8_t *)"abc", 3);
                ob_session_close(&s);
            }
            assert_true(r == OB_E_ARG || (r == OB_E_AUTH && y > 1) || (r == OB_OK && y > 1));
            no_points += r == OB_E_ARG;
        }
        assert_true(no_points > 10 && no_points < 30); /* half of the numbers, about */
    }
    assert_in_service();
}

/* The known key of a curve. */
static struct ob_key known_key(uint8_t curve)
{
    const struct obi_kat_ec *kat = obi_kats_ec;
    struct ob_key key;

    while (kat->curve != curve)
        kat++;
    assert_int_equal(ob_pk_components(&key, curve, 0, kat->bytes, ob_pk_generated_len(curve, 0)), OB_OK);
    return key;
}

/* Use a private key for what alg does: all uses must give the same answer, which it returns. */
static int use_curve(uint8_t alg, const struct ob_key *key, const struct ob_key *peer)
{
    uint8_t out[140], point[132] = {0};
    size_t len, sig_len = ob_pk_signature_len(alg, key->curve, 0);
    struct ob_session s;
    int r;

    memset(out, 0x5a, sizeof out);
    assert_int_equal(open_on_engine(&s, alg, 0, key), OB_OK);
    if (alg == OB_ECDH) {
        memcpy(point, peer->x.data, peer->x.len);
        memcpy(point + peer->x.len, peer->y.data, peer->y.len);
        r = ob_pk_derive(&s, out, sizeof out, &len, point, ob_pk_point_len(key->curve));
    } else {
        r = ob_pk_sign(&s, out, sizeof out, &len, obi_kat_pk_digest, 32);
    }
    if (r == OB_OK && sig_len)
        assert_int_equal(ob_pk_verify(&s, out, sig_len, obi_kat_pk_digest, 32), OB_OK);
    if (r != OB_OK && sig_len)
        assert_int_equal(ob_pk_verify(&s, point, sig_len, obi_kat_pk_digest, 32), r);
    for (size_t i = 0; i < sizeof out && r != OB_OK; i++)
        assert_int_equal(out[i], 0x5a);
    ob_session_close(&s);
    return r;
}

/* The point that a private key brings is none of its curve: no use of the key, private or not, passes over that. */
void library_refuses_private_keys_with_bad_points(void **state)
{
    static const uint8_t algs[] = {OB_ECDSA, OB_ECDH, OB_SM2_SIGN};
    static const uint8_t zero[66];
    unsigned served = 0;

    (void)state;
    for (const struct obi_kat_ec *kat = obi_kats_ec; kat->curve; kat++)
        for (unsigned i = 0; i < sizeof algs; i++) {
            const struct ob_key good = known_key(kat->curve);
            struct ob_key key = good;
            uint8_t wrong[66], full[66];

            if (!good.y.len || !has_row(algs[i], kat->curve))
                continue;
            served++;
            assert_int_equal(use_curve(algs[i], &key, &good), OB_OK);
            memcpy(wrong, good.y.data, good.y.len);
            wrong[good.y.len - 1] ^= 1;
            memset(full, 0xff, sizeof full);
            key.y.data = wrong; /* beside the curve */
            assert_int_equal(use_curve(algs[i], &key, &good), OB_E_ARG);
            key.y.data = full; /* not below the prime */
            assert_int_equal(use_curve(algs[i], &key, &good), OB_E_ARG);
            key.x.data = key.y.data = zero;
            assert_int_equal(use_curve(algs[i], &key, &good), OB_E_ARG);
        }
    assert_true(served >= 16);
    assert_in_service();
}

/* The public half that a private Edwards key brings is of no account: signing with a wrong one would give the key away,
 * and verification goes by the same half. */
void library_computes_edwards_points(void **state)
{
    static const uint8_t curves[] = {OB_ED25519, OB_ED448};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct ob_key good, key;
        uint8_t half[57], sig[114], again[114];
        struct ob_session s;
        size_t len;

        if (!has_row(OB_EDDSA, curves[i]))
            continue;
        good = key = known_key(curves[i]);
        assert_int_equal(open_on_engine(&s, OB_EDDSA, 0, &good), OB_OK);
        assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_pk_digest, 32), OB_OK);
        ob_session_close(&s);
        for (unsigned n = 0; n < 3; n++) { /* another point or none; y not below p; the neutral point */
            memcpy(half, good.x.data, good.x.len);
            half[0] ^= 1;
            if (n)
                memset(half, n == 1 ? 0xff : 0, sizeof half);
            if (n == 2)
                half[0] = 1;
            key.x.data = half;
            assert_int_equal(open_on_engine(&s, OB_EDDSA, 0, &key), OB_OK);
            assert_int_equal(ob_pk_sign(&s, again, sizeof again, &len, obi_kat_pk_digest, 32), OB_OK);
            assert_memory_equal(again, sig, len);
            assert_int_equal(ob_pk_verify(&s, sig, len, obi_kat_pk_digest, 32), OB_OK);
            sig[1] ^= 1;
            assert_int_equal(ob_pk_verify(&s, sig, len, obi_kat_pk_digest, 32), OB_E_AUTH);
            sig[1] ^= 1;
            ob_session_close(&s);
        }
    }
    assert_in_service();
}

/* SM2 cannot sign with d = order - 1, because it divides by 1 + d. The key is refused with and without its point. */
static void refuses_the_last_number_for_sm2(void)
{
    static const uint8_t last[32] = {0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                     0xff, 0xff, 0xff, 0xff, 0xff, 0x72, 0x03, 0xdf, 0x6b, 0x21, 0xc6,
                                     0x05, 0x2b, 0x53, 0xbb, 0xf4, 0x09, 0x39, 0xd5, 0x41, 0x22};
    struct ob_key key = known_key(OB_SM2_CURVE);

    key.d = (struct ob_bytes)BYTES(last);
    alarm(60); /* ends the program if the signature does not return */
    assert_int_equal(use_curve(OB_SM2_SIGN, &key, NULL), OB_E_ARG);
    key.x.len = key.y.len = 0;
    assert_int_equal(use_curve(OB_SM2_SIGN, &key, NULL), OB_E_ARG);
    alarm(0);
}

void library_refuses_bad_curve_keys(void **state)
{
    static const uint8_t one[32] = {[31] = 1};
    static const struct {
        struct ob_key key;
        uint8_t alg;
    } bad[] = {
        {{.kind = OB_KEY_EC_PRIVATE, .curve = OB_SECP256R1, .bits = 999, .d = BYTES(one)}, OB_ECDSA},
        {{.kind = OB_KEY_EC_PRIVATE, .curve = OB_SECP256R1, .d = {NULL, 32}}, OB_ECDSA},
        {{.kind = OB_KEY_EC_PUBLIC, .curve = OB_SECP256R1, .x = BYTES(one)}, OB_ECDSA},
        {{.kind = OB_KEY_EC_PUBLIC, .curve = OB_SECP256R1, .x = BYTES(one), .y = {NULL, 32}}, OB_ECDSA},
        {{.kind = OB_KEY_EC_PUBLIC, .curve = OB_SECP256R1, .x = {obi_kat_rsa_n, 33}, .y = BYTES(one)}, OB_ECDSA},
        {{.kind = OB_KEY_EC_PRIVATE, .curve = OB_X25519, .d = {one, 31}}, OB_ECDH},
        {{.kind = OB_KEY_EC_PRIVATE, .curve = OB_CURVE_COUNT, .d = BYTES(one)}, OB_ECDSA},
        {{.kind = OB_KEY_EC_PUBLIC, .curve = OB_SECP256R1, .d = BYTES(one)}, OB_ECDSA},
        {{.kind = OB_KEY_NONE}, OB_ECDSA},
        {{.kind = OB_KEY_NONE}, OB_RSA},
        {{.kind = 77}, OB_RSA},
        {{.kind = OB_KEY_SLOT, .n = {NULL, 32}}, OB_RSA},
    };
    struct ob_session s;

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(open_on_engine(&s, bad[i].alg, 0, &bad[i].key), OB_E_ARG);
    assert_int_equal(ob_pk_open(&s, library_dispatcher(), OB_ECDSA, 0, NULL), OB_E_ARG);
    assert_int_equal(open_on_engine(&s, OB_RSA_PSS, 0, &rsa_public), OB_E_ARG); /* no hash */
    assert_int_equal(open_on_engine(&s, OB_RSA_PSS, OB_AES_CBC, &rsa_public), OB_E_ARG);
    assert_int_equal(open_on_engine(&s, OB_RSA_PSS, OB_SHA3_512 + 1, &rsa_public), OB_E_ARG);
    if (has_row(OB_SM2_SIGN, OB_SM2_CURVE))
        refuses_the_last_number_for_sm2();
    assert_in_service();
}

/* A private key without its point verifies, too, on every engine. */
void library_verifies_with_private_keys(void **state)
{
    static const struct {
        uint8_t alg, curve;
    } all[] = {{OB_ECDSA, OB_SECP256R1}, {OB_ECDSA, OB_SECP521R1}, {OB_ECDSA, OB_BRAINPOOLP256R1},
               {OB_EDDSA, OB_ED25519},   {OB_EDDSA, OB_ED448},     {OB_SM2_SIGN, OB_SM2_CURVE}};
    uint8_t d[66], sig[140];

    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct ob_key key = {.kind = OB_KEY_EC_PRIVATE, .curve = all[i].curve};
        struct ob_session s;
        size_t len;

        if (!has_row(all[i].alg, all[i].curve))
            continue;
        memset(d, 0x11, sizeof d);
        d[0] = 0;
        key.d = (struct ob_bytes){d, ob_curve_scalar_len(all[i].curve)};
        assert_int_equal(open_on_engine(&s, all[i].alg, 0, &key), OB_OK);
        assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_pk_digest, 32), OB_OK);
        assert_int_equal(ob_pk_verify(&s, sig, len, obi_kat_pk_digest, 32), OB_OK);
        sig[len / 3] ^= 1;
        assert_int_equal(ob_pk_verify(&s, sig, len, obi_kat_pk_digest, 32), OB_E_AUTH);
        ob_session_close(&s);
    }
}

/* ---- ops ---- */

void library_refuses_bad_lengths(void **state)
{
    static const uint8_t alg[] = {OB_RSA_PKCS1_SIGN, OB_RSA_PSS, OB_ECDSA};
    static const uint8_t d[32] = {[31] = 5};
    const struct ob_key ec = {.kind = OB_KEY_EC_PRIVATE, .curve = OB_SECP256R1, .d = BYTES(d)};
    uint8_t sig[N_LEN], text[N_LEN] = {0};
    struct ob_session s;
    size_t len;

    (void)state;
    for (unsigned i = 0; i < sizeof alg; i++) {
        assert_int_equal(open_on_engine(&s, alg[i], OB_SHA256, alg[i] == OB_ECDSA ? &ec : &rsa_private), OB_OK);
        for (size_t n = 0; n <= 64; n += n == 30 ? 1 : n == 31 ? 2 : n == 33 ? 31 : 10) {
            assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, text, n), OB_E_ARG);
            assert_int_equal(ob_pk_verify(&s, text, ob_pk_signature_len(alg[i], s.curve, s.bits), text, n), OB_E_ARG);
        }
        ob_session_close(&s);
    }
    assert_int_equal(open_on_engine(&s, OB_RSA_OAEP, OB_SHA256, &rsa_private), OB_OK);
    assert_int_equal(ob_pk_encrypt(&s, sig, sizeof sig, &len, NULL, 5, text, 5), OB_E_ARG);
    assert_int_equal(ob_pk_decrypt(&s, sig, sizeof sig, &len, NULL, 5, obi_kat_rsa_oaep_ciphertext, N_LEN), OB_E_ARG);
    assert_int_equal(ob_pk_encrypt(&s, sig, sizeof sig, &len, NULL, 0, NULL, 5), OB_E_ARG);
    ob_session_close(&s);
    assert_in_service();
}

void library_encrypts_in_place(void **state)
{
    static const uint8_t alg[] = {OB_RSA, OB_RSA_PKCS1_CRYPT, OB_RSA_OAEP};
    uint8_t buffer[2 * N_LEN], plain[N_LEN];
    struct ob_session s;
    size_t len;

    (void)state;
    for (unsigned i = 0; i < sizeof alg; i++) {
        size_t n = alg[i] == OB_RSA ? N_LEN : 100;

        library_fill(plain, sizeof plain);
        plain[0] = 0;
        memcpy(buffer, plain, N_LEN);
        assert_int_equal(open_on_engine(&s, alg[i], alg[i] == OB_RSA_OAEP ? OB_SHA256 : 0, &rsa_private), OB_OK);
        assert_int_equal(ob_pk_encrypt(&s, buffer, N_LEN, &len, NULL, 0, buffer, n), OB_OK);
        assert_int_equal(ob_pk_decrypt(&s, buffer, N_LEN, &len, NULL, 0, buffer, N_LEN), OB_OK);
        assert_int_equal(len, n);
        assert_memory_equal(buffer, plain, n);
        for (size_t away = 1; away < N_LEN; away += 31) { /* a part in common */
            assert_int_equal(ob_pk_encrypt(&s, buffer + away, N_LEN, &len, NULL, 0, buffer, N_LEN), OB_E_ARG);
            assert_int_equal(ob_pk_decrypt(&s, buffer, N_LEN, &len, NULL, 0, buffer + away, N_LEN), OB_E_ARG);
        }
        ob_session_close(&s);
    }
    assert_int_equal(open_on_engine(&s, OB_RSA_OAEP, OB_SHA256, &rsa_private), OB_OK);
    assert_int_equal(ob_pk_encrypt(&s, buffer, N_LEN, &len, buffer + 9, 5, plain, 5), OB_E_ARG);
    ob_session_close(&s);
    assert_int_equal(open_on_engine(&s, OB_RSA_PSS, OB_SHA256, &rsa_private), OB_OK);
    assert_int_equal(ob_pk_sign(&s, buffer, N_LEN, &len, buffer + N_LEN - 1, 32), OB_E_ARG);
    assert_int_equal(ob_pk_sign(&s, buffer, N_LEN, &len, buffer, 32), OB_E_ARG);
    ob_session_close(&s);
    assert_in_service();
}

/* A number that is not below the modulus, out of place and in place: nothing is written, however the engine finds it.
 */
void library_writes_nothing_of_bad_numbers(void **state)
{
    uint8_t in[N_LEN], out[N_LEN], before[N_LEN];
    struct ob_session s;
    size_t len;

    (void)state;
    library_fill(before, sizeof before);
    assert_int_equal(open_on_engine(&s, OB_RSA, 0, &rsa_private), OB_OK);
    for (unsigned i = 0; i < 2; i++) {
        memcpy(in, obi_kat_rsa_n, N_LEN);
        if (i)
            memset(in, 0xff, N_LEN);
        memcpy(out, before, N_LEN);
        assert_int_equal(ob_pk_encrypt(&s, out, N_LEN, &len, NULL, 0, in, N_LEN), OB_E_ARG);
        assert_memory_equal(out, before, N_LEN);
        assert_int_equal(ob_pk_decrypt(&s, out, N_LEN, &len, NULL, 0, in, N_LEN), OB_E_ARG);
        assert_memory_equal(out, before, N_LEN);
        memcpy(out, in, N_LEN);
        assert_int_equal(ob_pk_encrypt(&s, in, N_LEN, &len, NULL, 0, in, N_LEN), OB_E_ARG);
        assert_int_equal(ob_pk_decrypt(&s, in, N_LEN, &len, NULL, 0, in, N_LEN), OB_E_ARG);
        assert_memory_equal(in, out, N_LEN);
    }
    ob_session_close(&s);
    assert_in_service();
}

/* A row of some engine says that its private operations of alg are constant time. */
static bool has_constant_time(const struct ob_dispatcher *d, uint8_t alg)
{
    for (unsigned i = 0; i < d->n_engines; i++)
        for (unsigned row = 0; row < d->engine[i]->ops->n_caps; row++) {
            const struct ob_cap *cap = &d->engine[i]->ops->caps[row];

            if (cap->alg == alg && cap->dirs & OB_DIR_ENCRYPT && cap->flags & OB_CAP_CT)
                return true;
        }
    return false;
}

/* OB_SESSION_CT is about secrets: it is answered at open, and verification needs none. */
void library_answers_constant_time_at_open(void **state)
{
    struct ob_dispatcher *d = library_dispatcher();
    struct ob_session s;
    int r;

    (void)state;
    assert_int_equal(open_on_engine(&s, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa_public), OB_OK);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_OK);
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_pkcs1_signature, N_LEN, obi_kat_pk_digest, 32), OB_OK);
    ob_session_close(&s);
    d->policy.session_flags = OB_SESSION_CT;
    assert_int_equal(ob_pk_open(&s, d, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa_public), OB_OK);
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_pkcs1_signature, N_LEN, obi_kat_pk_digest, 32), OB_OK);
    ob_session_close(&s);
    r = ob_pk_open(&s, d, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa_private);
    d->policy.session_flags = 0;
    if (has_constant_time(d, OB_RSA_PKCS1_SIGN)) {
        assert_int_equal(r, OB_OK);
        ob_session_close(&s);
        return;
    }
    assert_int_equal(r, OB_E_DECLINED);
    assert_int_equal(open_on_engine(&s, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa_private), OB_OK);
    assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_E_DECLINED);
    assert_int_equal(ob_pk_verify(&s, obi_kat_rsa_pkcs1_signature, N_LEN, obi_kat_pk_digest, 32), OB_OK);
    ob_session_close(&s);
}

/* ---- SHA-3 ---- */

/* SHA-3 is known and declined, at open; its digests can be signed with ECDSA without the hash's name. */
void library_declines_sha3(void **state)
{
    static const uint8_t algs[] = {OB_RSA_PKCS1_SIGN, OB_RSA_PSS, OB_RSA_OAEP, OB_ECDSA};
    const struct ob_key ec = known_key(OB_SECP256R1), empty = {.kind = OB_KEY_RSA_PUBLIC};
    struct ob_session s;
    uint8_t sig[64];
    size_t len;

    (void)state;
    for (unsigned hash = OB_SHA3_224; hash <= OB_SHA3_512; hash++)
        for (unsigned i = 0; i < sizeof algs; i++) {
            const struct ob_key *key = algs[i] == OB_ECDSA ? &ec : i % 2 ? &rsa_public : &rsa_private;

            assert_int_equal(ob_pk_open(&s, library_dispatcher(), algs[i], (uint8_t)hash, key), OB_E_DECLINED);
            if (algs[i] != OB_ECDSA) /* a wrong key is one with any hash */
                assert_int_equal(ob_pk_open(&s, library_dispatcher(), algs[i], (uint8_t)hash, &empty), OB_E_ARG);
        }
    assert_int_equal(open_on_engine(&s, OB_ECDSA, OB_SHA3_512 + 1, &ec), OB_E_ARG); /* no hash */
    for (size_t digest_len = 28; digest_len <= 64; digest_len += 4) {
        assert_int_equal(open_on_engine(&s, OB_ECDSA, 0, &ec), OB_OK);
        assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_rsa_n, digest_len), OB_OK);
        assert_int_equal(ob_pk_verify(&s, sig, len, obi_kat_rsa_n, digest_len), OB_OK);
        ob_session_close(&s);
    }
    assert_in_service();
}

/* ---- keys that are given up ---- */

/* Give up at this step. */
static bool until(struct ob_watch *w)
{
    return w->steps < *(const uint32_t *)w->user;
}

/* At any step the caller may give up the making of a key: nothing of it is left, and the engine is not to blame. */
void library_stops_making_keys(void **state)
{
    static uint8_t out[2048];
    uint32_t last = UINT32_MAX, all;
    struct ob_watch watch = {.step = until, .user = &last};
    struct ob_key wanted = {.kind = OB_KEY_NONE, .bits = 1024, .watch = &watch};
    struct ob_session s;
    struct ob_stats stats;
    uint64_t errors;
    size_t len;

    (void)state;
    ob_engine_stats(library_engine(), &stats);
    errors = stats.errors;
    assert_int_equal(open_on_engine(&s, OB_RSA, 0, &wanted), OB_OK);
    assert_int_equal(ob_pk_generate(&s, out, sizeof out, &len), OB_OK);
    assert_int_equal(len, ob_pk_generated_len(0, 1024));
    all = watch.steps;
    assert_true(all >= 4);
    for (last = 1; last < 5; last++) {
        uint8_t any = 0;

        watch.steps = 0;
        memset(out, 0x55, sizeof out);
        assert_int_equal(ob_pk_generate(&s, out, sizeof out, &len), OB_E_IO);
        assert_true(watch.steps >= last && watch.steps <= last + 2); /* it goes on for no more than a step or two */
        assert_int_equal(len, 0);
        for (size_t i = 0; i < ob_pk_generated_len(0, 1024); i++)
            any |= out[i];
        assert_int_equal(any, 0);
    }
    last = UINT32_MAX;
    watch.stop = 1; /* as another thread would */
    assert_int_equal(ob_pk_generate(&s, out, sizeof out, &len), OB_E_IO);
    watch.stop = 0;
    watch.step = NULL;
    assert_int_equal(ob_pk_generate(&s, out, sizeof out, &len), OB_OK);
    ob_session_close(&s);
    wanted = (struct ob_key){.kind = OB_KEY_NONE, .curve = OB_SECP256R1, .watch = &watch};
    watch.stop = 1;
    assert_int_equal(open_on_engine(&s, OB_ECDH, 0, &wanted), OB_OK);
    assert_int_equal(ob_pk_generate(&s, out, sizeof out, &len), OB_E_IO);
    ob_session_close(&s);
    ob_engine_stats(library_engine(), &stats);
    assert_int_equal(stats.errors, errors);
}
