/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key arguments that are wrong, on every engine on a foreign library: docs/public-keys.md says what each gets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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

/* A private key whose numbers do not belong together signs nothing: a wrong signature would tell the primes. */
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

        for (unsigned bit = 1; bit < 8 * right.len; bit += 97) {
            memcpy(wrong, right.data, right.len);
            wrong[right.len - 1 - bit / 8] ^= (uint8_t)(1u << bit % 8);
            part[i]->data = wrong;
            assert_int_equal(use_rsa(&key), OB_E_ARG);
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
            assert_int_equal(open_on_engine(&s, OB_EDDSA, 0, &key), OB_OK);
            r = ob_pk_verify(&s, sig, sig_len, (const uint8_t *)"abc", 3);
            ob_session_close(&s);
            assert_true(r == OB_E_ARG || (r == OB_E_AUTH && y > 1) || (r == OB_OK && y > 1));
            no_points += r == OB_E_ARG;
        }
        assert_true(no_points > 10 && no_points < 30); /* half of the numbers, about */
    }
    assert_in_service();
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

/* The start of the bytes of secp256r1 among the known keys: d, x, y. */
static struct ob_key p256(void)
{
    const struct obi_kat_ec *kat = obi_kats_ec;
    struct ob_key key;

    while (kat->curve != OB_SECP256R1)
        kat++;
    assert_int_equal(ob_pk_components(&key, OB_SECP256R1, 0, kat->bytes, 96), OB_OK);
    return key;
}

/* SHA-3 is known and declined, at open; its digests can be signed with ECDSA without the hash's name. */
void library_declines_sha3(void **state)
{
    static const uint8_t algs[] = {OB_RSA_PKCS1_SIGN, OB_RSA_PSS, OB_RSA_OAEP, OB_ECDSA};
    const struct ob_key ec = p256(), empty = {.kind = OB_KEY_RSA_PUBLIC};
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
