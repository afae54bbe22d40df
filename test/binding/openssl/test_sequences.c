/* SPDX-License-Identifier: Apache-2.0 */
/* Random sequences of EVP calls on two contexts, one of the default provider alone and one with the provider in front
 * of it: every call must give the same result, length, bytes and parameters on both. The arguments are a seed and the
 * number of sequences; a difference is printed with its seed and all calls of its sequence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/provider.h>

#include "evp.h"

#define LEN_MAX   20480
#define STEPS_MAX 24
#define ROUNDS    1500 /* of each class, in a test run: two seconds; ./run provider sequences takes more */

static uint32_t first_seed = 1, rounds = ROUNDS, seed;
static uint8_t data[LEN_MAX + 64], out[2][LEN_MAX + 64];
static char calls[8192]; /* of this sequence, as text */

static uint32_t any(uint32_t n)
{
    return (evp_next(&seed) >> 8) % n;
}

/* ---- the calls of a sequence, to print where two differ ---- */

static uint32_t sequence_seed;

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
    size_t at = strlen(calls);
    va_list args;

    va_start(args, format);
    (void)vsnprintf(calls + at, sizeof calls - at, format, args);
    va_end(args);
}

/* Print the sequence and fail the test unless the two agree. */
static void same(bool agree, const char *what)
{
    if (agree)
        return;
    print_error("seed %u: %s differs after: %s\n", sequence_seed, what, calls);
    fail();
}

static void same_result(const int result[2])
{
    note("=%d", result[0] > 0);
    same((result[0] > 0) == (result[1] > 0), "the result");
}

static void same_bytes(const size_t len[2], const char *what)
{
    note("(%zu)", len[0]);
    same(len[0] == len[1], what);
    same(memcmp(out[0], out[1], len[0]) == 0, what);
}

/* Lengths of every kind: none, parts of blocks, blocks, one or two of them more or less, short and long. */
static size_t any_length(void)
{
    switch (any(8)) {
    case 0:
        return any(3) ? any(16) : 0;
    case 1:
        return 16u * (1 + any(4));
    case 2:
        return 1 + any(80);
    case 3:
        return 16u * any(LEN_MAX / 16);
    case 4:
        return 8u * any(300);
    case 5:
        return 4096 + any(64);
    case 6:
        return 2048 + 16u * any(8);
    default:
        return any(LEN_MAX);
    }
}

/* ---- ciphers ---- */

static const char *const ciphers[] = {
    "AES-128-ECB",  "AES-192-ECB", "AES-256-ECB", "AES-128-CBC", "AES-192-CBC", "AES-256-CBC",
    "AES-128-CTR",  "AES-192-CTR", "AES-256-CTR", "AES-128-XTS", "AES-256-XTS", "DES-EDE3-CBC",
    "DES-EDE3-ECB", "DES-EDE-CBC", "DES-EDE-ECB", "SM4-ECB",     "SM4-CBC",     "SM4-CTR",
};

struct cipher_pair {
    EVP_CIPHER *cipher[2];
    EVP_CIPHER_CTX *ctx[2];
    bool ready;    /* the last call went well, so that what comes next has a meaning */
    bool in_place; /* neither side holds bytes back */
};

static void get_cipher(const char *name, EVP_CIPHER *cipher[2])
{
    cipher[0] = EVP_CIPHER_fetch(evp_plain, name, NULL);
    cipher[1] = EVP_CIPHER_fetch(evp_outboard, name, NULL);
    assert_non_null(cipher[0]);
    assert_non_null(cipher[1]);
}

static void cipher_init(struct cipher_pair *p, bool whole)
{
    uint8_t key[64], iv[16];
    bool with_key = whole || any(2), with_iv = whole || any(2);
    int encrypt = with_key ? (int)any(2) : -1, result[2]; /* the expanded key is of one direction */
    unsigned int padding = any(2);
    OSSL_PARAM params[] = {OSSL_PARAM_uint(OSSL_CIPHER_PARAM_PADDING, &padding), OSSL_PARAM_END};
    bool with_padding = any(4) == 0;

    evp_fill(key, sizeof key, evp_next(&seed));
    evp_fill(iv, sizeof iv, evp_next(&seed));
    if (any(8) == 0)
        memset(iv, 0xff, sizeof iv); /* a counter that wraps */
    note(" init%s%s enc=%d", with_key ? "+key" : "", with_iv ? "+iv" : "", encrypt);
    if (with_padding)
        note(" padding=%u", padding);
    for (int i = 0; i < 2; i++)
        result[i] = EVP_CipherInit_ex2(p->ctx[i], with_key ? p->cipher[i] : NULL, with_key ? key : NULL,
                                       with_iv ? iv : NULL, encrypt, with_padding ? params : NULL);
    same_result(result);
    p->ready = result[0] > 0;
    p->in_place = true;
}

static void cipher_update(struct cipher_pair *p, bool once)
{
    size_t len = any_length(), from = any(64), got[2];
    bool in_place = p->in_place && any(3) == 0;
    int result[2], n[2] = {0, 0};

    if (once) /* EVP_Cipher(3) takes whole blocks */
        len = 16u * (1 + (uint32_t)(len / 17));
    if (once && !p->in_place)
        return;
    note(" %s%s %zu", once ? "EVP_Cipher" : "update", in_place ? " in place" : "", len);
    for (int i = 0; i < 2; i++) {
        const uint8_t *in = in_place ? out[i] : data + from;

        if (in_place)
            memcpy(out[i], data + from, len);
        if (once)
            result[i] = EVP_Cipher(p->ctx[i], out[i], in, (unsigned)len);
        else
            result[i] = EVP_CipherUpdate(p->ctx[i], out[i], &n[i], in, (int)len);
        got[i] = result[i] <= 0 ? 0 : once ? len : (size_t)n[i];
    }
    same_result(result);
    same_bytes(got, "the output");
    p->ready = result[0] > 0;
    p->in_place = p->in_place && got[0] == len;
}

static void cipher_final(struct cipher_pair *p)
{
    int result[2], n[2] = {0, 0};
    size_t got[2];

    note(" final");
    for (int i = 0; i < 2; i++) {
        result[i] = EVP_CipherFinal_ex(p->ctx[i], out[i], &n[i]);
        got[i] = result[i] > 0 ? (size_t)n[i] : 0;
    }
    same_result(result);
    same_bytes(got, "the last output");
    p->ready = false; /* evp_encryptinit(3): no update after it */
}

static void cipher_padding(struct cipher_pair *p)
{
    int padding = (int)any(2), result[2];

    note(" padding=%d", padding);
    for (int i = 0; i < 2; i++)
        result[i] = EVP_CIPHER_CTX_set_padding(p->ctx[i], padding);
    same_result(result);
}

/* Go on with a copy, or with the original beside a copy that does something else. */
static void cipher_copy(struct cipher_pair *p)
{
    bool keep = any(2), touch = any(2);

    note(" copy%s%s", keep ? "" : " on", touch ? " touched" : "");
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new(), *other = keep ? copy : p->ctx[i];
        int n;

        assert_non_null(copy);
        assert_int_equal(EVP_CIPHER_CTX_copy(copy, p->ctx[i]), 1);
        if (touch)
            (void)EVP_CipherUpdate(other, out[0], &n, data, 4096);
        if (!keep)
            p->ctx[i] = copy;
        EVP_CIPHER_CTX_free(other);
    }
}

/* What can be asked of a context between two calls. */
static void cipher_state(const struct cipher_pair *p)
{
    uint8_t iv[2][16] = {{0}}, updated[2][16] = {{0}};
    int result[2], num[2];

    for (int i = 0; i < 2; i++) {
        size_t len = (size_t)EVP_CIPHER_CTX_get_iv_length(p->ctx[i]);

        num[i] = EVP_CIPHER_CTX_get_num(p->ctx[i]);
        result[i] = len == 0 || (EVP_CIPHER_CTX_get_original_iv(p->ctx[i], iv[i], len) > 0 &&
                                 EVP_CIPHER_CTX_get_updated_iv(p->ctx[i], updated[i], len) > 0);
    }
    same(result[0] == result[1], "the answer for an IV");
    same(num[0] == num[1], "num");
    same(memcmp(iv[0], iv[1], sizeof iv[0]) == 0, "the IV");
    same(memcmp(updated[0], updated[1], sizeof updated[0]) == 0, "the updated IV");
}

static void cipher_sequence(void)
{
    const char *name = ciphers[any(sizeof ciphers / sizeof *ciphers)];
    struct cipher_pair p = {.ready = false};
    bool unit = strstr(name, "XTS") != NULL;
    unsigned steps = 2 + any(STEPS_MAX);

    note("%s:", name);
    get_cipher(name, p.cipher);
    for (int i = 0; i < 2; i++)
        assert_non_null(p.ctx[i] = EVP_CIPHER_CTX_new());
    cipher_init(&p, true);
    for (unsigned k = 0; k < steps; k++) {
        unsigned what = any(20);

        if (!p.ready)
            cipher_init(&p, any(4) != 0);
        else if (what < 11)
            cipher_update(&p, false);
        else if (what < 12 && !unit)
            cipher_update(&p, true);
        else if (what < 15)
            cipher_padding(&p);
        else if (what < 17)
            cipher_copy(&p);
        else if (what < 18)
            cipher_init(&p, false);
        else
            cipher_final(&p);
        if (p.ready)
            cipher_state(&p);
    }
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX_free(p.ctx[i]);
        EVP_CIPHER_free(p.cipher[i]);
    }
}

/* ---- AEADs ---- */

static const char *const aeads[] = {
    "AES-128-GCM", "AES-192-GCM", "AES-256-GCM", "AES-128-CCM", "AES-192-CCM", "AES-256-CCM", "ChaCha20-Poly1305",
};

struct aead_pair {
    EVP_CIPHER *cipher[2];
    EVP_CIPHER_CTX *ctx[2];
    bool ccm, ready, encrypt;
    uint8_t tag[16];
};

static void aead_init(struct aead_pair *p, bool whole)
{
    uint8_t key[32], iv[16];
    bool with_key = whole || any(2), with_iv = whole || any(2), with_length = any(3) == 0;
    int result[2], iv_len = p->ccm ? 7 + (int)any(7) : 12;

    if (!p->ccm && any(4) == 0)
        iv_len = 1 + (int)any(16);
    if (whole)
        p->encrypt = p->ccm || any(2);
    evp_fill(key, sizeof key, evp_next(&seed));
    evp_fill(iv, sizeof iv, evp_next(&seed));
    if (with_length) {
        note(" iv-length=%d", iv_len);
        for (int i = 0; i < 2; i++) {
            result[i] = whole ? EVP_CipherInit_ex2(p->ctx[i], p->cipher[i], NULL, NULL, p->encrypt, NULL) : 1;
            if (result[i] > 0)
                result[i] = EVP_CIPHER_CTX_ctrl(p->ctx[i], EVP_CTRL_AEAD_SET_IVLEN, iv_len, NULL);
        }
        same_result(result);
    }
    note(" init%s%s enc=%d", with_key ? "+key" : "", with_iv ? "+iv" : "", p->encrypt);
    for (int i = 0; i < 2; i++)
        result[i] = EVP_CipherInit_ex2(p->ctx[i], whole && !with_length ? p->cipher[i] : NULL, with_key ? key : NULL,
                                       with_iv ? iv : NULL, p->encrypt, NULL);
    same_result(result);
    p->ready = result[0] > 0;
}

static void aead_update(struct aead_pair *p, bool aad, size_t len)
{
    size_t from = any(64), got[2];
    bool in_place = !aad && any(3) == 0;
    int result[2], n[2] = {0, 0};

    note(" %s%s %zu", aad ? "aad" : "update", in_place ? " in place" : "", len);
    for (int i = 0; i < 2; i++) {
        if (in_place)
            memcpy(out[i], data + from, len);
        result[i] = EVP_CipherUpdate(p->ctx[i], aad ? NULL : out[i], &n[i], in_place ? out[i] : data + from, (int)len);
        got[i] = result[i] > 0 && !aad ? (size_t)n[i] : 0;
    }
    same_result(result);
    same_bytes(got, "the output");
    p->ready = result[0] > 0;
}

static void aead_set_tag(struct aead_pair *p)
{
    int len = any(3) ? 16 : 4 + 2 * (int)any(7), result[2];

    note(" set-tag %d", len);
    for (int i = 0; i < 2; i++)
        result[i] = EVP_CIPHER_CTX_ctrl(p->ctx[i], EVP_CTRL_AEAD_SET_TAG, len, p->encrypt ? NULL : p->tag);
    same_result(result);
}

static void aead_get_tag(struct aead_pair *p)
{
    int len = any(3) ? 16 : 1 + (int)any(16), result[2];
    size_t got[2];

    note(" get-tag %d", len);
    for (int i = 0; i < 2; i++) {
        result[i] = EVP_CIPHER_CTX_ctrl(p->ctx[i], EVP_CTRL_AEAD_GET_TAG, len, out[i]);
        got[i] = result[i] > 0 ? (size_t)len : 0;
    }
    same_result(result);
    same_bytes(got, "the tag");
}

static void aead_final(struct aead_pair *p)
{
    int result[2], n[2] = {0, 0};
    size_t got[2];

    note(" final");
    for (int i = 0; i < 2; i++) {
        result[i] = EVP_CipherFinal_ex(p->ctx[i], out[i], &n[i]);
        got[i] = result[i] > 0 ? (size_t)n[i] : 0;
    }
    same_result(result);
    same_bytes(got, "the last output");
    if (result[0] > 0 && p->encrypt)
        aead_get_tag(p);
    p->ready = false;
}

static void aead_copy(struct aead_pair *p)
{
    bool keep = any(2);

    note(" copy%s", keep ? "" : " on");
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new(), *other = keep ? copy : p->ctx[i];
        int n;

        assert_non_null(copy);
        assert_int_equal(EVP_CIPHER_CTX_copy(copy, p->ctx[i]), 1);
        (void)EVP_CipherUpdate(other, out[0], &n, data, 4096);
        if (!keep)
            p->ctx[i] = copy;
        EVP_CIPHER_CTX_free(other);
    }
}

/* A message of one update that is made by one side and opened by both: a right tag, or one wrong bit. */
static void aead_opens(struct aead_pair *p)
{
    static uint8_t text[LEN_MAX];
    uint8_t key[32], iv[12], tag[16], aad[24];
    size_t len = any_length(), aad_len = any(sizeof aad), cut = any(4) ? len : any((uint32_t)len + 1), got[2] = {0, 0};
    bool wrong = any(3) == 0, early = any(2);
    int n, result[2] = {1, 1};

    if (p->ccm) /* takes a message in one update, and its tag before */
        cut = len, early = true;
    evp_fill(key, sizeof key, evp_next(&seed));
    evp_fill(iv, sizeof iv, evp_next(&seed));
    evp_fill(aad, sizeof aad, evp_next(&seed));
    note(" open %zu+%zu aad=%zu%s%s", cut, len - cut, aad_len, wrong ? " wrong" : "", early ? "" : " tag last");
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();

        assert_non_null(c);
        if (i == 0) { /* the peer */
            assert_int_equal(EVP_CipherInit_ex2(c, p->cipher[0], NULL, NULL, 1, NULL), 1);
            assert_int_equal(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_IVLEN, 12, NULL), 1);
            if (p->ccm)
                assert_int_equal(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_TAG, 16, NULL), 1);
            assert_int_equal(EVP_CipherInit_ex2(c, NULL, key, iv, 1, NULL), 1);
            if (p->ccm)
                assert_int_equal(EVP_CipherUpdate(c, NULL, &n, NULL, (int)len), 1);
            assert_int_equal(EVP_CipherUpdate(c, NULL, &n, aad, (int)aad_len), 1);
            assert_int_equal(EVP_CipherUpdate(c, text, &n, data, (int)len), 1);
            assert_int_equal(EVP_CipherFinal_ex(c, out[0], &n), 1);
            assert_int_equal(EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, 16, tag), 1);
            tag[3] ^= wrong;
        }
        EVP_CIPHER_CTX_free(c);
        result[i] &= EVP_CipherInit_ex2(p->ctx[i], p->cipher[i], NULL, NULL, 0, NULL) > 0;
        result[i] &= EVP_CIPHER_CTX_ctrl(p->ctx[i], EVP_CTRL_AEAD_SET_IVLEN, 12, NULL) > 0;
        if (early)
            result[i] &= EVP_CIPHER_CTX_ctrl(p->ctx[i], EVP_CTRL_AEAD_SET_TAG, 16, tag) > 0;
        result[i] &= EVP_CipherInit_ex2(p->ctx[i], NULL, key, iv, 0, NULL) > 0;
        if (p->ccm)
            result[i] &= EVP_CipherUpdate(p->ctx[i], NULL, &n, NULL, (int)len) > 0;
        result[i] &= EVP_CipherUpdate(p->ctx[i], NULL, &n, aad, (int)aad_len) > 0;
        if (cut)
            result[i] &= EVP_CipherUpdate(p->ctx[i], out[i], &n, text, (int)cut) > 0;
        if (len > cut)
            result[i] &= EVP_CipherUpdate(p->ctx[i], out[i] + cut, &n, text + cut, (int)(len - cut)) > 0;
        if (!early)
            result[i] &= EVP_CIPHER_CTX_ctrl(p->ctx[i], EVP_CTRL_AEAD_SET_TAG, 16, tag) > 0;
        result[i] &= EVP_CipherFinal_ex(p->ctx[i], out[i] + len, &n) > 0;
        got[i] = result[i] ? len : 0;
    }
    same_result(result);
    same_bytes(got, "the text");
    p->ready = false;
    p->encrypt = false;
}

static size_t any_aad(void)
{
    return any(3) ? any(40) : any(5000);
}

/* CCM takes its calls in this order alone (EVP_EncryptInit(3), CCM mode). */
static void ccm_seals(struct aead_pair *p)
{
    size_t len = any_length();
    int result[2], n[2];

    aead_init(p, true);
    if (any(3) == 0)
        aead_copy(p);
    note(" length=%zu", len);
    for (int i = 0; i < 2; i++)
        result[i] = EVP_CipherUpdate(p->ctx[i], NULL, &n[i], NULL, (int)len);
    same_result(result);
    if (any(2))
        aead_update(p, true, any_aad());
    if (any(3) == 0)
        aead_copy(p);
    aead_update(p, false, len);
    if (any(3) == 0)
        aead_copy(p);
    aead_final(p);
}

static void aead_sequence(void)
{
    const char *name = aeads[any(sizeof aeads / sizeof *aeads)];
    struct aead_pair p = {.ccm = strstr(name, "CCM") != NULL};
    unsigned steps = 2 + any(STEPS_MAX);

    note("%s:", name);
    get_cipher(name, p.cipher);
    for (int i = 0; i < 2; i++)
        assert_non_null(p.ctx[i] = EVP_CIPHER_CTX_new());
    if (!p.ccm)
        aead_init(&p, true);
    for (unsigned k = 0; k < steps; k++) {
        unsigned what = any(20);

        if (p.ccm && what < 10)
            ccm_seals(&p);
        else if (p.ccm || what == 0)
            aead_opens(&p);
        else if (!p.ready)
            aead_init(&p, true);
        else if (what < 5)
            aead_update(&p, true, any_aad());
        else if (what < 11)
            aead_update(&p, false, any_length());
        else if (what < 13)
            aead_final(&p);
        else if (what < 14)
            aead_copy(&p);
        else if (what < 15)
            aead_init(&p, false);
        else if (!p.encrypt)
            aead_set_tag(&p);
    }
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER_CTX_free(p.ctx[i]);
        EVP_CIPHER_free(p.cipher[i]);
    }
}

/* ---- digests ---- */

static const char *const digests[] = {"MD5",      "SHA1",         "SHA2-224",     "SHA2-256", "SHA2-384",
                                      "SHA2-512", "SHA2-512/224", "SHA2-512/256", "SM3"};

static void digest_sequence(void)
{
    const char *name = digests[any(sizeof digests / sizeof *digests)];
    EVP_MD *md[2] = {EVP_MD_fetch(evp_plain, name, NULL), EVP_MD_fetch(evp_outboard, name, NULL)};
    EVP_MD_CTX *ctx[2] = {EVP_MD_CTX_new(), EVP_MD_CTX_new()};
    unsigned steps = 2 + any(STEPS_MAX);
    bool begun = false, known = false;

    note("%s:", name);
    for (unsigned k = 0; k < steps; k++) {
        unsigned what = begun ? any(12) : 11;
        int result[2] = {1, 1};

        if (what < 7) {
            size_t len = any_length();

            note(" update %zu", len);
            for (int i = 0; i < 2; i++)
                result[i] = EVP_DigestUpdate(ctx[i], data + len % 64, len);
        } else if (what < 9) {
            note(" copy");
            for (int i = 0; i < 2; i++) {
                EVP_MD_CTX *copy = EVP_MD_CTX_new();

                result[i] = EVP_MD_CTX_copy_ex(copy, ctx[i]);
                (void)EVP_DigestUpdate(ctx[i], data, 5000);
                EVP_MD_CTX_free(ctx[i]);
                ctx[i] = copy;
            }
        } else if (what < 11) {
            unsigned n[2] = {0, 0};
            size_t got[2];

            note(" final");
            for (int i = 0; i < 2; i++) {
                result[i] = EVP_DigestFinal_ex(ctx[i], out[i], &n[i]);
                got[i] = n[i];
            }
            same_bytes(got, "the digest");
            begun = false;
        } else {
            bool again = known && any(2);

            note(" init%s", again ? " again" : "");
            for (int i = 0; i < 2; i++)
                result[i] = EVP_DigestInit_ex2(ctx[i], again ? NULL : md[i], NULL);
            begun = known = true;
        }
        same_result(result);
    }
    for (int i = 0; i < 2; i++) {
        EVP_MD_CTX_free(ctx[i]);
        EVP_MD_free(md[i]);
    }
}

/* ---- MACs ---- */

static void mac_sequence(void)
{
    static char *const block_ciphers[] = {"AES-128-CBC", "AES-192-CBC", "AES-256-CBC"};
    bool cmac = any(3) == 0;
    unsigned bits = any(3), steps = 2 + any(STEPS_MAX);
    char *inner = cmac ? block_ciphers[bits] : (char *)(uintptr_t)digests[any(sizeof digests / sizeof *digests)];
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(cmac ? OSSL_MAC_PARAM_CIPHER : OSSL_MAC_PARAM_DIGEST, inner, strlen(inner)),
        OSSL_PARAM_END};
    EVP_MAC *mac[2] = {EVP_MAC_fetch(evp_plain, cmac ? "CMAC" : "HMAC", NULL),
                       EVP_MAC_fetch(evp_outboard, cmac ? "CMAC" : "HMAC", NULL)};
    EVP_MAC_CTX *ctx[2] = {EVP_MAC_CTX_new(mac[0]), EVP_MAC_CTX_new(mac[1])};
    bool begun = false, keyed = false;
    uint8_t key[200];

    note("%s %s:", cmac ? "CMAC" : "HMAC", inner);
    for (unsigned k = 0; k < steps; k++) {
        unsigned what = begun ? any(12) : 11;
        int result[2] = {1, 1};

        if (what < 7) {
            size_t len = any_length();

            note(" update %zu", len);
            for (int i = 0; i < 2; i++)
                result[i] = EVP_MAC_update(ctx[i], data + len % 64, len);
        } else if (what < 9) {
            note(" copy");
            for (int i = 0; i < 2; i++) {
                EVP_MAC_CTX *copy = EVP_MAC_CTX_dup(ctx[i]);

                assert_non_null(copy);
                (void)EVP_MAC_update(ctx[i], data, 5000);
                EVP_MAC_CTX_free(ctx[i]);
                ctx[i] = copy;
            }
        } else if (what < 11) {
            size_t got[2] = {0, 0};

            note(" final");
            for (int i = 0; i < 2; i++)
                result[i] = EVP_MAC_final(ctx[i], out[i], &got[i], 64);
            same_bytes(got, "the MAC");
            begun = false;
        } else {
            bool again = keyed && any(2);
            size_t key_len = cmac ? 16 + 8 * bits : 1 + any(sizeof key - 1);

            evp_fill(key, sizeof key, evp_next(&seed));
            note(" init%s", again ? " again" : "");
            for (int i = 0; i < 2; i++)
                result[i] = EVP_MAC_init(ctx[i], again ? NULL : key, again ? 0 : key_len, again ? NULL : params);
            begun = result[0] > 0;
            keyed = keyed || begun;
        }
        same_result(result);
    }
    for (int i = 0; i < 2; i++) {
        EVP_MAC_CTX_free(ctx[i]);
        EVP_MAC_free(mac[i]);
    }
}

/* ---- all of them ---- */

static void run(void (*sequence)(void))
{
    for (uint32_t k = 0; k < rounds; k++) {
        sequence_seed = first_seed + k;
        seed = sequence_seed * 2654435761u | 1;
        calls[0] = 0;
        sequence();
    }
}

static void of_ciphers(void **state)
{
    (void)state;
    run(cipher_sequence);
}

static void of_aeads(void **state)
{
    (void)state;
    run(aead_sequence);
}

static void of_digests(void **state)
{
    (void)state;
    run(digest_sequence);
}

static void of_macs(void **state)
{
    (void)state;
    run(mac_sequence);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_ciphers),
        cmocka_unit_test(of_aeads),
        cmocka_unit_test(of_digests),
        cmocka_unit_test(of_macs),
    };

    if (argc > 1)
        first_seed = (uint32_t)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        rounds = (uint32_t)strtoul(argv[2], NULL, 10);
    evp_fill(data, sizeof data, 99);
    return cmocka_run_group_tests(tests, evp_start, evp_stop);
}
