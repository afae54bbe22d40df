/* SPDX-License-Identifier: Apache-2.0 */
/* Keys and signatures in DER and PEM, against those that libcrypto writes; and cut, changed and nested ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern const struct ob_engine_ops ob_openssl_ops;

static struct ob_dispatcher d;
static struct ob_engine engine = {.ops = &ob_openssl_ops};
static struct ob_session session;

static const struct {
    const char *type, *group;
    uint8_t curve;
} kinds[] = {
    {"RSA", NULL, OB_CURVE_NONE},
    {"EC", "P-256", OB_SECP256R1},
    {"EC", "P-384", OB_SECP384R1},
    {"EC", "P-521", OB_SECP521R1},
    {"EC", "secp224r1", OB_SECP224R1},
    {"EC", "secp256k1", OB_SECP256K1},
    {"EC", "brainpoolP256r1", OB_BRAINPOOLP256R1},
    {"EC", "brainpoolP512r1", OB_BRAINPOOLP512R1},
    {"SM2", NULL, OB_SM2_CURVE},
    {"ED25519", NULL, OB_ED25519},
    {"ED448", NULL, OB_ED448},
    {"X25519", NULL, OB_X25519},
    {"X448", NULL, OB_X448},
};

static EVP_PKEY *make(unsigned i)
{
    if (!kinds[i].group)
        return strcmp(kinds[i].type, "RSA") == 0 ? EVP_PKEY_Q_keygen(NULL, NULL, "RSA", (size_t)2048)
                                                 : EVP_PKEY_Q_keygen(NULL, NULL, kinds[i].type);
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", kinds[i].group);
}

/* The key in one of its forms, DER or PEM: to be freed by OPENSSL_free. */
static size_t write_as(const EVP_PKEY *key, unsigned form, bool pem, uint8_t **out)
{
    BIO *b = BIO_new(BIO_s_mem());
    uint8_t *data;
    long len;
    int ok;

    switch (form) {
    case 0:
        ok = pem ? PEM_write_bio_PUBKEY(b, key) : i2d_PUBKEY_bio(b, key);
        break;
    case 1:
        ok = pem ? PEM_write_bio_PKCS8PrivateKey(b, key, NULL, NULL, 0, NULL, NULL)
                 : i2d_PKCS8PrivateKey_bio(b, key, NULL, NULL, 0, NULL, NULL);
        break;
    default: /* PKCS#1 and SEC1 where the key has such a form */
        ok = pem ? PEM_write_bio_PrivateKey_traditional(b, key, NULL, NULL, 0, NULL, NULL) : i2d_PrivateKey_bio(b, key);
        break;
    }
    assert_int_equal(ok, 1);
    len = BIO_get_mem_data(b, &data);
    *out = OPENSSL_memdup(data, (size_t)len);
    BIO_free(b);
    return (size_t)len;
}

static bool within(struct ob_bytes part, const uint8_t *der, size_t len)
{
    return !part.len || (part.data >= der && part.len <= len && (size_t)(part.data - der) <= len - part.len);
}

static void assert_within(const struct ob_key *k, const uint8_t *der, size_t len)
{
    const struct ob_bytes part[] = {k->n, k->e, k->d, k->p, k->q, k->dp, k->dq, k->qinv, k->x, k->y};

    for (unsigned i = 0; i < sizeof part / sizeof part[0]; i++)
        assert_true(within(part[i], der, len));
}

static void keys_come_as_libraries_write_them(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        EVP_PKEY *pkey = make(i);

        assert_non_null(pkey);
        for (unsigned form = 0; form < 3; form++) {
            bool rsa = !kinds[i].curve, raw = kinds[i].curve >= OB_X25519 && kinds[i].curve <= OB_ED448;
            uint8_t *der, *pem, decoded[4096];
            size_t der_len, pem_len, decoded_len;
            struct ob_key key;

            if (form == 2 && (raw || kinds[i].curve == OB_SM2_CURVE))
                continue;
            der_len = write_as(pkey, form, false, &der);
            assert_int_equal(ob_key_from_der(&key, der, der_len), OB_OK);
            assert_within(&key, der, der_len);
            assert_int_equal(key.curve, kinds[i].curve);
            assert_int_equal(key.kind, (rsa ? OB_KEY_RSA_PUBLIC : OB_KEY_EC_PUBLIC) + (form > 0));
            assert_int_equal(ob_pk_check(&session, &d, &key), OB_OK);
            for (size_t n = 0; n < der_len; n++) /* cut short */
                assert_int_not_equal(ob_key_from_der(&key, der, n), OB_OK);
            pem_len = write_as(pkey, form, true, &pem);
            assert_int_equal(ob_key_from_pem(&key, decoded, sizeof decoded, &decoded_len, (char *)pem, pem_len), OB_OK);
            assert_int_equal(decoded_len, der_len);
            assert_memory_equal(decoded, der, der_len);
            assert_int_equal(ob_pk_check(&session, &d, &key), OB_OK);
            assert_int_equal(ob_key_from_pem(&key, decoded, der_len - 1, &decoded_len, (char *)pem, pem_len), OB_E_ARG);
            for (size_t n = 0; n + 2 < pem_len; n += 7) /* "-----" and a line end may be missing */
                if (n < pem_len - 30)
                    assert_int_not_equal(ob_key_from_pem(&key, decoded, sizeof decoded, &decoded_len, (char *)pem, n),
                                         OB_OK);
            OPENSSL_free(der);
            OPENSSL_free(pem);
        }
        EVP_PKEY_free(pkey);
    }
}

/* A key as text opens a session for the algorithm with which it signs, and with the hash where that takes one. */
static void text_opens_a_session(void **state)
{
    static const struct {
        uint8_t curve, alg;
        bool hash;
    } opens[] = {{OB_CURVE_NONE, OB_RSA_PSS, true},
                 {OB_SECP256R1, OB_ECDSA, true},
                 {OB_ED25519, OB_EDDSA, false},
                 {OB_SM2_CURVE, OB_SM2_SIGN, false},
                 {OB_X25519, OB_ALG_NONE, false}};
    static struct ob_pem_key pem_key;

    (void)state;
    for (unsigned i = 0; i < sizeof opens / sizeof opens[0]; i++) {
        unsigned kind = 0;
        EVP_PKEY *pkey;
        uint8_t *pem;
        size_t len;

        while (kinds[kind].curve != opens[i].curve)
            kind++;
        pkey = make(kind);
        len = write_as(pkey, 1, true, &pem);
        assert_int_equal(ob_pk_open_pem(&session, &d, OB_SHA256, &pem_key, (char *)pem, len),
                         opens[i].alg ? OB_OK : OB_E_ARG);
        assert_int_equal(session.alg, opens[i].alg);
        assert_int_equal(session.hash, opens[i].hash ? OB_SHA256 : OB_ALG_NONE);
        assert_int_equal(pem_key.key.kind, !opens[i].alg    ? OB_KEY_NONE
                                           : opens[i].curve ? OB_KEY_EC_PRIVATE
                                                            : OB_KEY_RSA_PRIVATE);
        ob_session_close(&session);
        pem[len / 2] = '!';
        assert_int_equal(ob_pk_open_pem(&session, &d, OB_SHA256, &pem_key, (char *)pem, len), OB_E_ARG);
        for (size_t k = 0; k < sizeof pem_key; k++)
            assert_int_equal(((const uint8_t *)&pem_key)[k], 0);
        ob_session_close(&session);
        OPENSSL_free(pem);
        EVP_PKEY_free(pkey);
    }
}

/* What is written is, byte for byte, what libcrypto writes of the same key. */
static void keys_are_written_as_libraries_write_them(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        EVP_PKEY *pkey = make(i);

        for (unsigned form = 0; form < 2; form++) {
            uint8_t *der, *pem, again[OB_KEY_DER_MAX], work[OB_KEY_DER_MAX];
            size_t der_len, pem_len, len;
            char text[OB_KEY_PEM_MAX];
            struct ob_key key;

            der_len = write_as(pkey, form, false, &der);
            pem_len = write_as(pkey, form, true, &pem);
            assert_int_equal(ob_key_from_der(&key, der, der_len), OB_OK);
            assert_int_equal(ob_key_to_der(again, sizeof again, &len, &key), OB_OK);
            assert_int_equal(len, der_len);
            assert_memory_equal(again, der, der_len);
            assert_int_equal(ob_key_to_der(again, der_len, &len, &key), OB_OK); /* no room to spare */
            assert_memory_equal(again, der, der_len);
            for (size_t n = 0; n < der_len; n++) {
                memset(again, 0xaa, n);
                assert_int_equal(ob_key_to_der(again, n, &len, &key), OB_E_ARG);
                assert_int_equal(len, 0);
                for (size_t k = 0; k < n; k++)
                    assert_int_equal(again[k], 0);
            }
            memset(work, 0xff, sizeof work);
            assert_int_equal(ob_key_to_pem(text, pem_len, &len, work, sizeof work, &key), OB_OK);
            assert_int_equal(len, pem_len);
            assert_memory_equal(text, pem, pem_len);
            for (size_t k = 0; k < der_len; k++)
                assert_int_equal(work[k], 0);
            assert_int_equal(ob_key_to_pem(text, pem_len - 1, &len, work, sizeof work, &key), OB_E_ARG);
            assert_int_equal(len, 0);
            assert_int_equal(ob_key_to_pem(text, sizeof text, &len, work, der_len - 1, &key), OB_E_ARG);
            OPENSSL_free(der);
            OPENSSL_free(pem);
        }
        EVP_PKEY_free(pkey);
    }
}

/* Numbers without their leading zeros, and with more of them, are the same numbers. */
static void numbers_are_written_at_their_length(void **state)
{
    uint8_t bytes[2 + 66 + 2 * 66] = {0}, der[OB_KEY_DER_MAX], other[OB_KEY_DER_MAX];
    size_t len, other_len;
    struct ob_key key = {.kind = OB_KEY_EC_PRIVATE, .curve = OB_SECP521R1}, read;

    (void)state;
    bytes[2 + 65] = 5;
    memset(bytes + 2 + 66 + 20, 0x77, 2 * 66 - 20);
    key.d = (struct ob_bytes){bytes, 2 + 66};
    key.x = (struct ob_bytes){bytes + 2 + 66, 66};
    key.y = (struct ob_bytes){bytes + 2 + 66 + 66 + 1, 65};
    bytes[2 + 66 + 66] = 0;
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_OK);
    key.d = (struct ob_bytes){bytes + 2 + 65, 1};
    key.x = (struct ob_bytes){bytes + 2 + 66 + 20, 46};
    key.y = (struct ob_bytes){bytes + 2 + 66 + 66, 66};
    assert_int_equal(ob_key_to_der(other, sizeof other, &other_len, &key), OB_OK);
    assert_int_equal(len, other_len);
    assert_memory_equal(der, other, len);
    assert_int_equal(ob_key_from_der(&read, der, len), OB_OK);
    assert_int_equal(read.d.len, 66);
    key.y.len = 0; /* half a point */
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_E_ARG);
    key.x.len = 0; /* no point is allowed for a private key alone */
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_OK);
    assert_int_equal(ob_key_from_der(&read, der, len), OB_OK);
    assert_int_equal(read.x.len, 0);
    bytes[0] = 1;
    key.d = (struct ob_bytes){bytes, 2 + 66}; /* too long */
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_E_ARG);
    key.kind = OB_KEY_EC_PUBLIC;
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_E_ARG);
    key.kind = OB_KEY_NONE;
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_E_ARG);
    key.kind = OB_KEY_RSA_PRIVATE; /* with a curve, and without numbers */
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_E_ARG);
    key.curve = OB_CURVE_NONE;
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_E_ARG);
}

/* The lengths that the header promises suffice for the longest key. */
static void the_longest_key_has_room(void **state)
{
    static uint8_t ones[1024], der[OB_KEY_DER_MAX];
    static char pem[OB_KEY_PEM_MAX];
    const struct ob_bytes whole = {ones, 1024}, half = {ones, 512}, e = {ones, 32};
    const struct ob_key key = {.kind = OB_KEY_RSA_PRIVATE,
                               .bits = 8192,
                               .n = whole,
                               .e = e,
                               .d = whole,
                               .p = half,
                               .q = half,
                               .dp = half,
                               .dq = half,
                               .qinv = half};
    size_t len;

    (void)state;
    memset(ones, 0xff, sizeof ones);
    assert_int_equal(ob_key_to_pem(pem, sizeof pem, &len, der, sizeof der, &key), OB_OK);
    assert_true(len + 100 > sizeof pem); /* and are not much longer */
}

static void keys_that_do_not_work_are_found(void **state)
{
    EVP_PKEY *one = make(1), *two = make(1);
    struct ob_key a, b;
    uint8_t *der[2];
    size_t len[2];

    (void)state;
    len[0] = write_as(one, 1, false, &der[0]);
    len[1] = write_as(two, 1, false, &der[1]);
    assert_int_equal(ob_key_from_der(&a, der[0], len[0]), OB_OK);
    assert_int_equal(ob_key_from_der(&b, der[1], len[1]), OB_OK);
    a.x = b.x; /* another key's point */
    a.y = b.y;
    assert_int_equal(ob_pk_check(&session, &d, &a), OB_E_ARG);
    a.kind = OB_KEY_EC_PUBLIC;
    a.y = b.x; /* not a point */
    assert_int_equal(ob_pk_check(&session, &d, &a), OB_E_ARG);
    OPENSSL_free(der[0]);
    OPENSSL_free(der[1]);
    EVP_PKEY_free(one);
    EVP_PKEY_free(two);
}

static void encrypted_and_foreign_text_is_refused(void **state)
{
    static const struct {
        const char *text;
        int result;
    } cases[] = {
        {"", OB_E_ARG},
        {"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", OB_E_ARG},
        {"-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", OB_E_DECLINED},
        {"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nAAAA\n-----END RSA PRIVATE KEY-----\n",
         OB_E_DECLINED},
        {"-----BEGIN PUBLIC KEY-----\nAAA\n-----END PUBLIC KEY-----\n", OB_E_ARG},
        {"-----BEGIN PUBLIC KEY-----\nAA*A\n-----END PUBLIC KEY-----\n", OB_E_ARG},
        {"-----BEGIN PUBLIC KEY-----\nAAA=A\n-----END PUBLIC KEY-----\n", OB_E_ARG},
        {"-----BEGIN PUBLIC KEY-----\nMAA=\n-----END PRIVATE KEY-----\n", OB_E_ARG},
        {"-----BEGIN PUBLIC KEY-----\nAAAA", OB_E_ARG},
        {"-----BEGIN PUBLIC KEY-----\nA*AA\n-----END PUBLIC KEY-----\n"
         "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VuAyEACQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
         "-----END PUBLIC KEY-----\n",
         OB_E_ARG}, /* although a good key follows */
        {"-----BEGIN ", OB_E_ARG},
    };
    struct ob_key key;
    uint8_t der[64];
    size_t len;

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(ob_key_from_pem(&key, der, sizeof der, &len, cases[i].text, strlen(cases[i].text)),
                         cases[i].result);
        assert_int_equal(len, 0);
    }
    assert_int_equal(ob_key_from_pem(&key, der, sizeof der, &len, NULL, 5), OB_E_ARG);
    assert_int_equal(ob_key_from_der(&key, NULL, 5), OB_E_ARG);
}

/* A key ends with its whole last line: neither a text that was cut there nor another label will do. */
static void text_that_is_cut_in_its_last_line_is_refused(void **state)
{
    static const char text[] =
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VuAyEACQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
        "-----END PUBLIC KEY-----";
    char other[sizeof text];
    struct ob_key key;
    uint8_t der[64];
    size_t len;

    (void)state;
    assert_int_equal(ob_key_from_pem(&key, der, sizeof der, &len, text, sizeof text - 1), OB_OK);
    for (size_t cut = 0; cut < sizeof text - 1; cut++)
        assert_int_equal(ob_key_from_pem(&key, der, sizeof der, &len, text, cut), OB_E_ARG);
    memcpy(other, text, sizeof text);
    memcpy(other + sizeof text - 6, "RINGS", 6);
    assert_int_equal(ob_key_from_pem(&key, der, sizeof der, &len, other, sizeof other - 1), OB_E_ARG);
}

/* A point of another length than its curve's is no key, and without an engine no key is checked. */
static void keys_that_cannot_be(void **state)
{
    static const uint8_t x[33] = {9};
    static struct ob_dispatcher empty;
    struct ob_key key = {.kind = OB_KEY_EC_PUBLIC, .curve = OB_X25519, .x = {x, 32}};
    struct ob_session s;
    uint8_t der[OB_KEY_DER_MAX];
    size_t len;

    (void)state;
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_OK);
    for (key.x.len = 31; key.x.len <= 33; key.x.len += 2)
        assert_int_equal(ob_key_to_der(der, sizeof der, &len, &key), OB_E_ARG);
    key = (struct ob_key){.kind = OB_KEY_EC_PRIVATE, .curve = OB_X25519, .d = {x, 32}};
    assert_int_equal(ob_pk_check(&s, &empty, &key), OB_E_DECLINED);
    key.curve = OB_SECP256R1;
    assert_int_equal(ob_pk_check(&s, &empty, &key), OB_E_DECLINED);
}

/* A point that is a byte longer than its curve says, with all lengths around it right, and one that is shorter. */
static void points_of_other_lengths_are_refused(void **state)
{
    EVP_PKEY *pkey = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    uint8_t *der, changed[92] = {0};
    size_t len = write_as(pkey, 0, false, &der);
    struct ob_key key;

    (void)state;
    assert_int_equal(len, 91); /* 27 bytes, of which [1] and [24] are lengths, and the point */
    assert_int_equal(ob_key_from_der(&key, der, len), OB_OK);
    for (int more = -1; more <= 1; more += 2) {
        memcpy(changed, der, len);
        changed[1] = (uint8_t)(changed[1] + more);
        changed[24] = (uint8_t)(changed[24] + more);
        assert_int_equal(ob_key_from_der(&key, changed, (size_t)((int)len + more)), OB_E_ARG);
    }
    OPENSSL_free(der);
    EVP_PKEY_free(pkey);
}

/* The last characters of a PEM text do not depend on what lay behind the key in memory. */
static void text_ends_with_the_key(void **state)
{
    static const uint8_t x[56] = {9};
    const struct ob_key keys[] = {{.kind = OB_KEY_EC_PUBLIC, .curve = OB_X25519, .x = {x, 32}},
                                  {.kind = OB_KEY_EC_PUBLIC, .curve = OB_X448, .x = {x, 56}}};
    uint8_t der[OB_KEY_DER_MAX];
    char text[2][200] = {{0}};
    size_t len;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 2; k++) {
            memset(der, k ? 0xff : 0, sizeof der);
            assert_int_equal(ob_key_to_pem(text[k], sizeof text[k], &len, der, sizeof der, &keys[i]), OB_OK);
        }
        assert_string_equal(text[0], text[1]);
    }
}

/* Changed at random, an encoding is refused or gives parts of itself. */
static void changed_keys_stay_within_bounds(void **state)
{
    uint32_t random = 1;

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned form = 0; form < 3; form++) {
            EVP_PKEY *pkey = make(i);
            uint8_t *der, *copy;
            size_t len = write_as(pkey, form, false, &der);

            for (unsigned turn = 0; turn < 20000; turn++) {
                size_t cut = turn % 3 ? len : random % (len + 1);
                struct ob_key key;

                copy = malloc(cut ? cut : 1); /* of this length exactly, for the sanitizer */
                memcpy(copy, der, cut);
                for (unsigned k = 0; k < 1 + turn % 4 && cut; k++) {
                    random = random * 1664525u + 1013904223u; /* Numerical Recipes, section 7.1 */
                    copy[(random >> 8) % cut % (k % 2 ? cut : 40)] = (uint8_t)(random >> 24);
                }
                if (ob_key_from_der(&key, copy, cut) == OB_OK)
                    assert_within(&key, copy, cut);
                free(copy);
            }
            OPENSSL_free(der);
            EVP_PKEY_free(pkey);
        }
}

static void signatures_go_both_ways(void **state)
{
    static const uint8_t bad[][10] = {
        {8, 0x30, 6, 2, 1, 0x80, 2, 1, 1},    /* negative */
        {9, 0x30, 7, 2, 2, 0, 1, 2, 1, 1},    /* not the shortest form */
        {9, 0x30, 6, 2, 1, 1, 2, 1, 1, 0},    /* a byte more */
        {9, 0x30, 0x81, 6, 2, 1, 1, 2, 1, 1}, /* a length not in its shortest form */
        {5, 0x30, 3, 2, 1, 1},                /* one number */
        {8, 0x31, 6, 2, 1, 1, 2, 1, 1},       /* a set */
        {8, 0x30, 6, 2, 1, 1, 2, 2, 1},       /* cut short */
    };
    EVP_PKEY *pkey = make(3);
    uint8_t *der_key, raw[132], again[132], der[OB_SIGNATURE_DER_MAX], digest[64] = {7};
    size_t key_len = write_as(pkey, 1, false, &der_key), len, der_len;
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new(pkey, NULL);
    struct ob_key key;

    (void)state;
    assert_int_equal(ob_key_from_der(&key, der_key, key_len), OB_OK);
    assert_int_equal(ob_pk_open(&session, &d, OB_ECDSA, 0, &key), OB_OK);
    for (unsigned i = 0; i < 20; i++) {
        digest[1] = (uint8_t)i;
        assert_int_equal(ob_pk_sign(&session, raw, sizeof raw, &len, digest, sizeof digest), OB_OK);
        assert_int_equal(ob_signature_to_der(der, sizeof der, &der_len, raw, len), OB_OK);
        assert_int_equal(EVP_PKEY_verify_init(c), 1);
        assert_int_equal(EVP_PKEY_verify(c, der, der_len, digest, sizeof digest), 1);
        assert_int_equal(ob_signature_from_der(again, len, der, der_len), OB_OK);
        assert_memory_equal(again, raw, len);
        assert_int_equal(ob_signature_to_der(der, der_len - 1, &der_len, raw, len), OB_E_ARG);
    }
    ob_session_close(&session);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(ob_signature_from_der(raw, 64, bad[i] + 1, bad[i][0]), OB_E_ARG);
    memset(raw, 0, sizeof raw); /* zeros keep one byte */
    assert_int_equal(ob_signature_to_der(der, sizeof der, &der_len, raw, 64), OB_OK);
    assert_memory_equal(der, "\x30\x06\x02\x01\x00\x02\x01\x00", 8);
    memset(raw, 0xff, sizeof raw);
    assert_int_equal(ob_signature_to_der(der, sizeof der, &der_len, raw, 132), OB_OK);
    assert_int_equal(der_len, OB_SIGNATURE_DER_MAX);
    assert_int_equal(ob_signature_from_der(again, 64, der, der_len), OB_E_ARG); /* too long for the curve */
    EVP_PKEY_CTX_free(c);
    EVP_PKEY_free(pkey);
    OPENSSL_free(der_key);
}

static int start(void **state)
{
    (void)state;
    return ob_engine_add(&d, &engine);
}

static int stop(void **state)
{
    (void)state;
    ob_stop(&d);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_come_as_libraries_write_them),
        cmocka_unit_test(text_opens_a_session),
        cmocka_unit_test(keys_are_written_as_libraries_write_them),
        cmocka_unit_test(numbers_are_written_at_their_length),
        cmocka_unit_test(the_longest_key_has_room),
        cmocka_unit_test(keys_that_do_not_work_are_found),
        cmocka_unit_test(encrypted_and_foreign_text_is_refused),
        cmocka_unit_test(text_that_is_cut_in_its_last_line_is_refused),
        cmocka_unit_test(changed_keys_stay_within_bounds),
        cmocka_unit_test(keys_that_cannot_be),
        cmocka_unit_test(points_of_other_lengths_are_refused),
        cmocka_unit_test(text_ends_with_the_key),
        cmocka_unit_test(signatures_go_both_ways),
    };

    return cmocka_run_group_tests(tests, start, stop);
}
