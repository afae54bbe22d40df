/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key checks that every engine on a foreign library must pass, pinned to the engine of library.h. */
#define _GNU_SOURCE
#include "library_pk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kat_keys.h"
#include "library.h"
#include "port/random.h"

#define N_LEN 256

bool library_random_fails;

/* In place of the port's: the linker takes the first. */
int ob_port_random(uint8_t *out, size_t len)
{
    return library_random_fails || getrandom(out, len, 0) != (ssize_t)len ? OB_E_IO : OB_OK;
}

static const struct ob_key rsa_private = {KAT_RSA_PRIVATE, KAT_RSA_CRT};
static const struct ob_key rsa_public = {KAT_RSA_PUBLIC};

static const uint8_t text[] = "the quick brown fox jumps over the lazy dog; pack my box with five dozen liquor jugs";

static void open_on(struct ob_session *s, struct ob_engine *e, uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    assert_int_equal(ob_pk_open(s, library_dispatcher(), alg, hash, key), OB_OK);
    assert_int_equal(ob_session_pin(s, e), OB_OK);
}

static void open_pk(struct ob_session *s, uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    open_on(s, library_engine(), alg, hash, key);
}

static bool has_row(const struct ob_engine *e, uint8_t alg, uint8_t curve)
{
    for (unsigned row = 0; row < e->ops->n_caps; row++)
        if (e->ops->caps[row].alg == alg && e->ops->caps[row].curve == curve)
            return true;
    return false;
}

/* True unless the engine's library lacks this hash with RSA. */
static bool hash_served(uint8_t alg, uint8_t hash)
{
    struct ob_session s;
    uint8_t sig[N_LEN];
    size_t len;
    int r;

    open_pk(&s, alg, hash, &rsa_private);
    if (alg == OB_RSA_OAEP)
        r = ob_pk_encrypt(&s, sig, sizeof sig, &len, NULL, 0, text, 1);
    else
        r = ob_pk_sign(&s, sig, sizeof sig, &len, text, ob_alg_tag(hash));
    ob_session_close(&s);
    return r != OB_E_DECLINED;
}

/* ---- RSA ---- */

static void sign_and_verify(uint8_t alg, uint8_t hash)
{
    struct ob_session s, v;
    uint8_t sig[N_LEN];
    size_t len, digest_len = ob_alg_tag(hash);

    open_pk(&s, alg, hash, &rsa_private);
    open_pk(&v, alg, hash, &rsa_public);
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, text, digest_len), OB_OK);
    assert_int_equal(len, N_LEN);
    assert_int_equal(ob_pk_verify(&v, sig, len, text, digest_len), OB_OK);
    assert_int_equal(ob_pk_verify(&s, sig, len, text, digest_len), OB_OK);
    assert_int_equal(ob_pk_verify(&v, sig, len, text + 1, digest_len), OB_E_AUTH);
    assert_int_equal(ob_pk_verify(&v, sig, len - 1, text, digest_len), OB_E_AUTH);
    assert_int_equal(ob_pk_verify(&v, sig, len, text, digest_len - 1), OB_E_ARG);
    sig[library_random(N_LEN)] ^= (uint8_t)(1u << library_random(8));
    assert_int_equal(ob_pk_verify(&v, sig, len, text, digest_len), OB_E_AUTH);
    assert_int_equal(ob_pk_sign(&v, sig, sizeof sig, &len, text, digest_len), OB_E_ARG);
    ob_session_close(&v);
    ob_session_close(&s);
}

void library_signs_with_every_hash(void **state)
{
    unsigned served = 0;

    (void)state;
    for (uint8_t hash = OB_MD5; hash <= OB_SM3; hash++)
        for (uint8_t alg = OB_RSA_PKCS1_SIGN; alg <= OB_RSA_PSS; alg++)
            if (hash_served(alg, hash)) {
                sign_and_verify(alg, hash);
                served++;
            }
    assert_true(served >= 11); /* MD5, SHA-1 and SHA-2 to 512 bits with both paddings, but for PSS with MD5 */
}

static void round_trip(uint8_t alg, uint8_t hash, const uint8_t *label, size_t label_len, size_t max)
{
    struct ob_session s, p;
    uint8_t in[N_LEN], c[N_LEN], out[N_LEN];
    size_t c_len, len;

    library_fill(in, sizeof in);
    in[0] &= 0x3f; /* below the modulus */
    open_pk(&s, alg, hash, &rsa_private);
    open_pk(&p, alg, hash, &rsa_public);
    for (size_t n = alg == OB_RSA ? max : 0; n <= max; n += n < 3 ? 1 : max - n > 40 ? 40 : max > n ? max - n : 1) {
        assert_int_equal(ob_pk_encrypt(&p, c, sizeof c, &c_len, label, label_len, in, n), OB_OK);
        assert_int_equal(c_len, N_LEN);
        assert_int_equal(ob_pk_decrypt(&s, out, sizeof out, &len, label, label_len, c, c_len), OB_OK);
        assert_int_equal(len, n);
        assert_memory_equal(out, in, n);
        if (alg == OB_RSA_OAEP) {
            assert_int_equal(ob_pk_decrypt(&s, out, sizeof out, &len, text, 3, c, c_len), OB_E_AUTH);
            assert_int_equal(len, 0);
        }
    }
    if (alg != OB_RSA)
        assert_int_equal(ob_pk_encrypt(&p, c, sizeof c, &c_len, label, label_len, in, max + 1), OB_E_ARG);
    assert_int_equal(ob_pk_decrypt(&p, out, sizeof out, &len, label, label_len, c, N_LEN), OB_E_ARG);
    ob_session_close(&p);
    ob_session_close(&s);
}

void library_decrypts_what_it_encrypts(void **state)
{
    (void)state;
    round_trip(OB_RSA, 0, NULL, 0, N_LEN);
    round_trip(OB_RSA_PKCS1_CRYPT, 0, NULL, 0, N_LEN - 11);
    round_trip(OB_RSA_OAEP, OB_SHA1, NULL, 0, N_LEN - 2 * 20 - 2);
    round_trip(OB_RSA_OAEP, OB_SHA256, text, 80, N_LEN - 2 * 32 - 2);
    round_trip(OB_RSA_OAEP, OB_SHA512, text, 1, N_LEN - 2 * 64 - 2);
    if (hash_served(OB_RSA_OAEP, OB_SM3))
        round_trip(OB_RSA_OAEP, OB_SM3, text, 1, N_LEN - 2 * 32 - 2);
}

/* Leading zeros, and parts of a private key that may be missing. */
void library_takes_any_form_of_key(void **state)
{
    uint8_t zeros[4][N_LEN + 3] = {{0}}, out[N_LEN];
    struct ob_key key = rsa_private;
    struct ob_session s;
    size_t len;

    (void)state;
    memcpy(zeros[0] + 3, obi_kat_rsa_n, N_LEN);
    memcpy(zeros[1] + 3, obi_kat_rsa_d, N_LEN);
    memcpy(zeros[2] + 3, obi_kat_rsa_p, N_LEN / 2);
    memcpy(zeros[3] + N_LEN, obi_kat_rsa_e, 3);
    key.n = (struct ob_bytes)BYTES(zeros[0]);
    key.d = (struct ob_bytes)BYTES(zeros[1]);
    key.p = (struct ob_bytes){zeros[2], N_LEN / 2 + 3};
    key.e = (struct ob_bytes)BYTES(zeros[3]);
    key.dp.len = key.qinv.len = 0;
    for (unsigned i = 0; i < 2; i++) {
        open_pk(&s, OB_RSA, 0, &key);
        assert_int_equal(ob_pk_decrypt(&s, out, sizeof out, &len, NULL, 0, obi_kat_rsa_raw, N_LEN), OB_OK);
        assert_memory_equal(out, obi_kat_rsa_plain, N_LEN);
        ob_session_close(&s);
        open_pk(&s, OB_RSA_PKCS1_CRYPT, 0, &key);
        assert_int_equal(ob_pk_decrypt(&s, out, sizeof out, &len, NULL, 0, obi_kat_rsa_raw, N_LEN), OB_OK);
        assert_int_equal(len, OBI_KAT_REJECTED_LEN);
        assert_memory_equal(out, obi_kat_rsa_rejected, len);
        ob_session_close(&s);
        key.dq.len = 0;
    }
}

/* A clone works on when the session that it came from is closed. */
void library_clones_keys(void **state)
{
    struct ob_session s, clone;
    uint8_t sig[N_LEN];
    size_t len;

    (void)state;
    open_pk(&s, OB_RSA_PKCS1_SIGN, OB_SHA256, &rsa_private);
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, obi_kat_pk_digest, 32), OB_OK);
    assert_memory_equal(sig, obi_kat_rsa_pkcs1_signature, N_LEN);
    assert_int_equal(ob_session_clone(&clone, &s), OB_OK);
    ob_session_close(&s);
    for (unsigned i = 0; i < 2; i++) {
        memset(sig, 0, sizeof sig);
        assert_int_equal(ob_pk_sign(&clone, sig, sizeof sig, &len, obi_kat_pk_digest, 32), OB_OK);
        assert_memory_equal(sig, obi_kat_rsa_pkcs1_signature, N_LEN);
        assert_int_equal(ob_pk_verify(&clone, sig, len, obi_kat_pk_digest, 32), OB_OK);
    }
    ob_session_close(&clone);
}

/* Wrong padding decrypts to bytes that depend on the ciphertext alone. */
void library_rejects_implicitly(void **state)
{
    struct ob_session s;
    uint8_t c[N_LEN], first[N_LEN], again[N_LEN];
    size_t first_len, again_len, total = 0, longest = 0;

    (void)state;
    open_pk(&s, OB_RSA_PKCS1_CRYPT, 0, &rsa_private);
    for (unsigned i = 0; i < 40; i++) {
        library_fill(c, sizeof c);
        c[0] &= 0x7f;
        assert_int_equal(ob_pk_decrypt(&s, first, sizeof first, &first_len, NULL, 0, c, sizeof c), OB_OK);
        assert_int_equal(ob_pk_decrypt(&s, again, sizeof again, &again_len, NULL, 0, c, sizeof c), OB_OK);
        assert_int_equal(first_len, again_len);
        assert_memory_equal(first, again, first_len);
        assert_true(first_len <= N_LEN - 11);
        total += first_len;
        longest = first_len > longest ? first_len : longest;
    }
    /* 40 uniform lengths below 246: the mean is 122 with a deviation of 11, the longest is below 200 once in 4,000 */
    assert_true(total / 40 > 60 && total / 40 < 190 && longest > 150);
    memset(c, 0xff, sizeof c); /* not below the modulus */
    assert_int_equal(ob_pk_decrypt(&s, first, sizeof first, &first_len, NULL, 0, c, sizeof c), OB_E_ARG);
    ob_session_close(&s);
}

void library_generates_rsa_keys(void **state)
{
    static const unsigned sizes[] = {1024, 1032, 2048};
    struct ob_session s;
    struct ob_key key;
    uint8_t out[2 * N_LEN + 4 + 5 * N_LEN / 2], sig[N_LEN];
    size_t len, sig_len;
    int r;

    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct ob_key none = {.bits = (uint16_t)sizes[i]};
        open_pk(&s, OB_RSA, 0, &none);
        assert_int_equal(ob_pk_generate(&s, out, 100, &len), OB_E_ARG);
        r = ob_pk_generate(&s, out, sizeof out, &len);
        ob_session_close(&s);
        if (r == OB_E_DECLINED && sizes[i] % 16 != 0) /* primes of whole bytes only */
            continue;
        assert_int_equal(r, OB_OK);
        assert_int_equal(ob_pk_components(&key, 0, sizes[i], out, len), OB_OK);
        assert_memory_equal(key.e.data, "\0\1\0\1", 4);
        open_pk(&s, OB_RSA_PSS, OB_SHA256, &key);
        assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &sig_len, text, 32), OB_OK);
        assert_int_equal(sig_len, sizes[i] / 8);
        assert_int_equal(ob_pk_verify(&s, sig, sig_len, text, 32), OB_OK);
        ob_session_close(&s);
    }
}

/* ---- curves ---- */

/* A new key in out, which must live as long as the key. */
static void generate_on(struct ob_key *key, uint8_t out[200], struct ob_engine *e, uint8_t alg, uint8_t curve)
{
    struct ob_key none = {.curve = curve};
    struct ob_session s;
    size_t len;

    open_on(&s, e, alg, 0, &none);
    assert_int_equal(ob_pk_generate(&s, out, 200, &len), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_pk_components(key, curve, 0, out, len), OB_OK);
}

static struct ob_key public_of(struct ob_key key)
{
    key.kind = OB_KEY_EC_PUBLIC;
    key.d.len = 0;
    return key;
}

static void check_signatures(uint8_t alg, uint8_t curve)
{
    uint8_t out[200], sig[140];
    struct ob_key key, public;
    struct ob_session s, v;
    size_t len;

    generate_on(&key, out, library_engine(), alg, curve);
    public = public_of(key);
    open_pk(&s, alg, 0, &key);
    open_pk(&v, alg, 0, &public);
    for (size_t n = 0; n <= 80; n += 20) {
        const uint8_t *in = n ? text : NULL;
        assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, in, n), OB_OK);
        assert_int_equal(len, ob_pk_signature_len(alg, curve, 0));
        assert_int_equal(ob_pk_verify(&v, sig, len, in, n), OB_OK);
        sig[library_random((uint32_t)len)] ^= (uint8_t)(1u << library_random(8));
        assert_int_equal(ob_pk_verify(&v, sig, len, in, n), OB_E_AUTH);
    }
    memset(sig, 0, sizeof sig);
    assert_int_equal(ob_pk_verify(&v, sig, len, text, 20), OB_E_AUTH);
    assert_int_equal(ob_pk_sign(&v, sig, sizeof sig, &len, text, 20), OB_E_ARG);
    ob_session_close(&v);
    key.x.len = key.y.len = 0; /* a private key alone signs */
    ob_session_close(&s);
    open_pk(&s, alg, 0, &key);
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, text, 20), OB_OK);
    open_pk(&v, alg, 0, &public);
    assert_int_equal(ob_pk_verify(&v, sig, len, text, 20), OB_OK);
    ob_session_close(&v);
    ob_session_close(&s);
}

/* The secret of a private key with a public one; OB_OK or the engine's error. */
static int derive_on(struct ob_engine *e, uint8_t secret[66], const struct ob_key *key, const struct ob_key *peer)
{
    struct ob_session s;
    size_t len;
    int r;

    open_on(&s, e, OB_ECDH, 0, key);
    r = ob_pk_derive(&s, secret, 66, &len, peer->x.data, peer->x.len + peer->y.len);
    ob_session_close(&s);
    if (r == OB_OK)
        assert_int_equal(len, ob_pk_secret_len(key->curve));
    return r;
}

/* RFC 6979, appendix A.2: message "sample". */
void library_signs_deterministically(void **state)
{
    static const uint8_t digest[3][64] = {
        {0xaf, 0x2b, 0xdb, 0xe1, 0xaa, 0x9b, 0x6e, 0xc1, 0xe2, 0xad, 0xe1, 0xd6, 0x94, 0xf4, 0x1f, 0xc7,
         0x1a, 0x83, 0x1d, 0x02, 0x68, 0xe9, 0x89, 0x15, 0x62, 0x11, 0x3d, 0x8a, 0x62, 0xad, 0xd1, 0xbf},
    };
    static const uint8_t d256[32] = {0xc9, 0xaf, 0xa9, 0xd8, 0x45, 0xba, 0x75, 0x16, 0x6b, 0x5c, 0x21,
                                     0x57, 0x67, 0xb1, 0xd6, 0x93, 0x4e, 0x50, 0xc3, 0xdb, 0x36, 0xe8,
                                     0x9b, 0x12, 0x7b, 0x8a, 0x62, 0x2b, 0x12, 0x0f, 0x67, 0x21};
    static const uint8_t sig256[64] = {0xef, 0xd4, 0x8b, 0x2a, 0xac, 0xb6, 0xa8, 0xfd, 0x11, 0x40, 0xdd, 0x9c, 0xd4,
                                       0x5e, 0x81, 0xd6, 0x9d, 0x2c, 0x87, 0x7b, 0x56, 0xaa, 0xf9, 0x91, 0xc3, 0x4d,
                                       0x0e, 0xa8, 0x4e, 0xaf, 0x37, 0x16, 0xf7, 0xcb, 0x1c, 0x94, 0x2d, 0x65, 0x7c,
                                       0x41, 0xd4, 0x36, 0xc7, 0xa1, 0xb6, 0xe2, 0x9f, 0x65, 0xf3, 0xe9, 0x00, 0xdb,
                                       0xb9, 0xaf, 0xf4, 0x06, 0x4d, 0xc4, 0xab, 0x2f, 0x84, 0x3a, 0xcd, 0xa8};
    const struct ob_key key = {.kind = OB_KEY_EC_PRIVATE, .curve = OB_SECP256R1, .d = BYTES(d256)};
    uint8_t sig[132];
    struct ob_session s;
    size_t len;

    (void)state;
    open_pk(&s, OB_ECDSA, OB_SHA256, &key);
    for (unsigned i = 0; i < 2; i++) {
        memset(sig, 0, sizeof sig);
        assert_int_equal(ob_pk_sign_deterministic(&s, sig, sizeof sig, &len, digest[0], 32), OB_OK);
        assert_int_equal(len, 64);
        assert_memory_equal(sig, sig256, 64);
    }
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, digest[0], 32), OB_OK); /* not by itself */
    assert_memory_not_equal(sig, sig256, 64);
    ob_session_close(&s);
    open_pk(&s, OB_ECDSA, 0, &key); /* a nonce needs the hash */
    assert_int_equal(ob_pk_sign_deterministic(&s, sig, sizeof sig, &len, digest[0], 32), OB_E_ARG);
    ob_session_close(&s);
}

static void check_agreement(uint8_t curve)
{
    uint8_t out[2][200], secret[2][66] = {{0}};
    struct ob_key a, b, alone;

    generate_on(&a, out[0], library_engine(), OB_ECDH, curve);
    generate_on(&b, out[1], library_engine(), OB_ECDH, curve);
    alone = a;
    alone.x.len = alone.y.len = 0;
    assert_int_equal(derive_on(library_engine(), secret[0], &alone, &b), OB_OK);
    assert_int_equal(derive_on(library_engine(), secret[1], &b, &a), OB_OK);
    assert_memory_equal(secret[0], secret[1], 66);
}

void library_serves_every_curve(void **state)
{
    unsigned served = 0;

    (void)state;
    for (uint8_t curve = 1; curve < OB_CURVE_COUNT; curve++) {
        for (uint8_t alg = OB_ECDSA; alg <= OB_SM2_SIGN; alg++)
            if (alg != OB_ECDH && has_row(library_engine(), alg, curve)) {
                check_signatures(alg, curve);
                served++;
            }
        if (has_row(library_engine(), OB_ECDH, curve)) {
            check_agreement(curve);
            served++;
        }
    }
    assert_true(served >= 20); /* ECDSA on 8 curves, ECDH on 10, EdDSA on 2, or on more of one and less of another */
}

void library_refuses_bad_points(void **state)
{
    uint8_t out[200], bad[132], secret[66], sig[132] = {1};

    (void)state;
    for (uint8_t curve = 1; curve < OB_CURVE_COUNT; curve++) {
        size_t len = ob_pk_point_len(curve);
        struct ob_key key, peer;
        struct ob_session s;

        if (!has_row(library_engine(), OB_ECDH, curve))
            continue;
        generate_on(&key, out, library_engine(), OB_ECDH, curve);
        peer = (struct ob_key){.kind = OB_KEY_EC_PUBLIC, .curve = curve, .x = {bad, len}};
        memset(bad, 0, sizeof bad);
        memset(secret, 0xa5, sizeof secret);
        assert_int_equal(derive_on(library_engine(), secret, &key, &peer), OB_E_ARG); /* (0, 0); order 2 or 4 */
        assert_true(secret[0] == 0xa5 && secret[31] == 0xa5);
        if (key.y.len == 0)
            continue;
        memcpy(bad, key.x.data, len);
        bad[len - 1] ^= 1; /* not on the curve */
        assert_int_equal(derive_on(library_engine(), secret, &key, &peer), OB_E_ARG);
        memset(bad, 0xff, sizeof bad); /* not below the prime */
        assert_int_equal(derive_on(library_engine(), secret, &key, &peer), OB_E_ARG);
        peer.x = (struct ob_bytes){bad, len / 2};
        peer.y = (struct ob_bytes){bad + len / 2, len / 2};
        open_pk(&s, OB_ECDSA, 0, &peer);
        assert_int_equal(ob_pk_verify(&s, sig, ob_pk_signature_len(OB_ECDSA, curve, 0), text, 32), OB_E_ARG);
        ob_session_close(&s);
    }
}

void library_refuses_bad_arguments(void **state)
{
    const struct ob_key none = {.curve = OB_SECP256R1};
    uint8_t big[32], out[N_LEN], small[8];
    struct ob_key key = {.kind = OB_KEY_EC_PRIVATE, .curve = OB_SECP256R1, .d = BYTES(big)};
    struct ob_session s;
    size_t len;

    (void)state;
    memset(big, 0xff, sizeof big); /* not below the order */
    open_pk(&s, OB_ECDSA, 0, &key);
    assert_int_equal(ob_pk_sign(&s, out, sizeof out, &len, text, 32), OB_E_ARG);
    ob_session_close(&s);
    memset(big, 0, sizeof big);
    open_pk(&s, OB_ECDSA, 0, &key);
    assert_int_equal(ob_pk_sign(&s, out, sizeof out, &len, text, 32), OB_E_ARG);
    ob_session_close(&s);
    open_pk(&s, OB_ECDSA, 0, &none);
    assert_int_equal(ob_pk_sign(&s, out, sizeof out, &len, text, 32), OB_E_ARG);
    ob_session_close(&s);
    open_pk(&s, OB_RSA_OAEP, OB_SHA256, &rsa_private);
    assert_int_equal(ob_pk_decrypt(&s, small, sizeof small, &len, NULL, 0, obi_kat_rsa_raw, N_LEN), OB_E_ARG);
    assert_int_equal(ob_pk_decrypt(&s, out, sizeof out, &len, NULL, 0, obi_kat_rsa_raw, N_LEN - 1), OB_E_ARG);
    ob_session_close(&s);
    memset(out, 0xff, sizeof out);
    open_pk(&s, OB_RSA, 0, &rsa_private);
    assert_int_equal(ob_pk_encrypt(&s, out, sizeof out, &len, NULL, 0, out, N_LEN), OB_E_ARG);
    ob_session_close(&s);
}

/* ---- randomness and threads ---- */

/* In a child process, whose generators must be seeded anew: the status of a signature there. */
static int sign_in_child(void)
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        uint8_t out[200], sig[64];
        struct ob_session s;
        struct ob_key key = {.kind = OB_KEY_EC_PRIVATE, .curve = OB_SECP256R1, .d = {out, 32}};
        size_t len;

        memset(out, 1, sizeof out);
        open_pk(&s, OB_ECDSA, 0, &key);
        _exit(-ob_pk_sign(&s, sig, sizeof sig, &len, text, 32));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return -WEXITSTATUS(status);
}

void library_fails_without_randomness(void **state)
{
    (void)state;
    assert_int_equal(sign_in_child(), OB_OK);
    library_random_fails = true;
    assert_int_equal(sign_in_child(), OB_E_IO);
    library_random_fails = false;
}

#define THREADS 8

static void *work(void *failures)
{
    const struct ob_key key = rsa_private;
    uint8_t sig[N_LEN], digest[32];
    struct ob_session s, h;
    size_t len;
    bool ok = ob_pk_open(&s, library_dispatcher(), OB_RSA_PKCS1_SIGN, OB_SHA256, &key) == OB_OK &&
              ob_session_pin(&s, library_engine()) == OB_OK &&
              ob_hash_open(&h, library_dispatcher(), OB_SHA256) == OB_OK &&
              ob_session_pin(&h, library_engine()) == OB_OK;

    for (unsigned i = 0; i < 10 && ok; i++) {
        ok = ob_hash_compute(&h, digest, sizeof digest, "abc", 3) == OB_OK &&
             ob_pk_sign(&s, sig, sizeof sig, &len, digest, sizeof digest) == OB_OK &&
             memcmp(sig, obi_kat_rsa_pkcs1_signature, N_LEN) == 0;
    }
    ob_session_close(&h);
    ob_session_close(&s);
    if (!ok)
        __atomic_add_fetch((int *)failures, 1, __ATOMIC_RELAXED);
    return NULL;
}

void library_works_in_threads(void **state)
{
    pthread_t thread[THREADS];
    int failures = 0;

    (void)state;
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, work, &failures), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert_int_equal(failures, 0);
}

/* ---- two engines ---- */

static struct ob_engine *other_engine(void)
{
    return library_dispatcher()->engine[1];
}

/* What one engine signs or encrypts the other accepts, and both reject alike. */
static void exchange_rsa(struct ob_engine *from, struct ob_engine *to)
{
    struct ob_session a, b;
    uint8_t x[N_LEN], y[N_LEN], c[N_LEN];
    size_t len, y_len;

    for (uint8_t hash = OB_MD5; hash <= OB_SHA512; hash++)
        for (uint8_t alg = OB_RSA_PKCS1_SIGN; alg <= OB_RSA_PSS; alg++) {
            open_on(&a, from, alg, hash, &rsa_private);
            open_on(&b, to, alg, hash, &rsa_public);
            assert_int_equal(ob_pk_sign(&a, x, sizeof x, &len, text, ob_alg_tag(hash)), OB_OK);
            assert_int_equal(ob_pk_verify(&b, x, len, text, ob_alg_tag(hash)), OB_OK);
            ob_session_close(&a);
            ob_session_close(&b);
        }
    for (uint8_t hash = OB_MD5; hash <= OB_SHA512; hash++) {
        open_on(&a, from, OB_RSA_OAEP, hash, &rsa_public);
        open_on(&b, to, OB_RSA_OAEP, hash, &rsa_private);
        assert_int_equal(ob_pk_encrypt(&a, c, sizeof c, &len, text, 20, text, 50), OB_OK);
        assert_int_equal(ob_pk_decrypt(&b, x, sizeof x, &len, text, 20, c, sizeof c), OB_OK);
        assert_int_equal(len, 50);
        assert_memory_equal(x, text, 50);
        ob_session_close(&a);
        ob_session_close(&b);
    }
    open_on(&a, from, OB_RSA_PKCS1_CRYPT, 0, &rsa_private);
    open_on(&b, to, OB_RSA_PKCS1_CRYPT, 0, &rsa_private);
    for (unsigned i = 0; i < 20; i++) {
        library_fill(c, sizeof c);
        c[0] &= 0x7f;
        assert_int_equal(ob_pk_decrypt(&a, x, sizeof x, &len, NULL, 0, c, sizeof c), OB_OK);
        assert_int_equal(ob_pk_decrypt(&b, y, sizeof y, &y_len, NULL, 0, c, sizeof c), OB_OK);
        assert_int_equal(len, y_len);
        assert_memory_equal(x, y, len);
    }
    ob_session_close(&a);
    ob_session_close(&b);
}

void library_agrees_on_rsa(void **state)
{
    (void)state;
    exchange_rsa(library_engine(), other_engine());
    exchange_rsa(other_engine(), library_engine());
}

static void exchange_signature(struct ob_engine *from, struct ob_engine *to, uint8_t alg, uint8_t curve)
{
    uint8_t out[200], sig[140];
    struct ob_key key, public;
    struct ob_session a, b;
    size_t len;

    generate_on(&key, out, from, alg, curve);
    public = public_of(key);
    open_on(&a, from, alg, 0, &key);
    open_on(&b, to, alg, 0, &public);
    for (size_t n = 16; n <= 80; n += 16) {
        assert_int_equal(ob_pk_sign(&a, sig, sizeof sig, &len, text, n), OB_OK);
        assert_int_equal(ob_pk_verify(&b, sig, len, text, n), OB_OK);
    }
    ob_session_close(&a);
    ob_session_close(&b);
}

/* Both make the same signature of every hash that both have, shorter and longer than the order. */
static void sign_alike(uint8_t curve)
{
    uint8_t out[200], sig[2][140], digest[OB_DIGEST_MAX];
    struct ob_key key;
    unsigned alike = 0;

    generate_on(&key, out, library_engine(), OB_ECDSA, curve);
    memset(digest, 0xff, sizeof digest); /* not below the order, where it is as long */
    for (uint8_t hash = OB_MD5; hash <= OB_SM3; hash++) {
        struct ob_session s;
        size_t len;
        int r[2];

        for (unsigned i = 0; i < 2; i++) {
            open_on(&s, i ? other_engine() : library_engine(), OB_ECDSA, hash, &key);
            r[i] = ob_pk_sign_deterministic(&s, sig[i], sizeof sig[i], &len, digest, ob_alg_tag(hash));
            assert_true(r[i] == OB_OK || r[i] == OB_E_DECLINED);
            if (r[i] == OB_OK)
                assert_int_equal(ob_pk_verify(&s, sig[i], len, digest, ob_alg_tag(hash)), OB_OK);
            ob_session_close(&s);
        }
        if (r[0] == OB_OK && r[1] == OB_OK) {
            assert_memory_equal(sig[0], sig[1], len);
            alike++;
        }
    }
    assert_true(alike >= 6);
}

static void exchange_secret(struct ob_engine *from, struct ob_engine *to, uint8_t curve)
{
    uint8_t out[2][200], secret[2][66] = {{0}};
    struct ob_key a, b;

    generate_on(&a, out[0], from, OB_ECDH, curve);
    generate_on(&b, out[1], to, OB_ECDH, curve);
    assert_int_equal(derive_on(from, secret[0], &a, &b), OB_OK);
    assert_int_equal(derive_on(to, secret[1], &b, &a), OB_OK);
    assert_memory_equal(secret[0], secret[1], 66);
}

void library_agrees_on_curves(void **state)
{
    unsigned shared = 0;

    (void)state;
    for (uint8_t curve = 1; curve < OB_CURVE_COUNT; curve++)
        for (uint8_t alg = OB_ECDSA; alg <= OB_SM2_SIGN; alg++) {
            if (!has_row(library_engine(), alg, curve) || !has_row(other_engine(), alg, curve))
                continue;
            shared++;
            if (alg == OB_ECDH) {
                exchange_secret(library_engine(), other_engine(), curve);
            } else {
                exchange_signature(library_engine(), other_engine(), alg, curve);
                exchange_signature(other_engine(), library_engine(), alg, curve);
                if (alg == OB_ECDSA)
                    sign_alike(curve);
            }
        }
    assert_true(shared >= 24);
}
