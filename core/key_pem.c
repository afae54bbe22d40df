/* SPDX-License-Identifier: Apache-2.0 */
/* Keys in PEM (RFC 7468), and whether a key works. */
#include <outboard/key.h>

#include <string.h>

#include "core.h"

#if OB_WITH_PK

struct text {
    const char *at;
    size_t len;
};

static bool begins(struct text t, const char *with)
{
    size_t len = strlen(with);

    return t.len >= len && memcmp(t.at, with, len) == 0;
}

/* Move t to the first place that begins with what; false if there is none. */
static bool find(struct text *t, const char *what)
{
    for (; t->len; t->at++, t->len--)
        if (begins(*t, what))
            return true;
    return false;
}

static void skip(struct text *t, size_t len)
{
    t->at += len;
    t->len -= len;
}

/* All ones if from <= c <= to, without a branch: the text may be a private key's. */
static uint32_t between(uint32_t c, uint32_t from, uint32_t to)
{
    return 0 - ((~(c - from) & ~(to - c)) >> 31);
}

/* The six bits of a base64 digit (RFC 4648, section 4); 64 for any other character. */
static uint32_t digit(uint32_t c)
{
    uint32_t upper = between(c, 'A', 'Z'), lower = between(c, 'a', 'z'), number = between(c, '0', '9'),
             plus = between(c, '+', '+'), slash = between(c, '/', '/');

    return (upper & (c - 'A')) | (lower & (c - 'a' + 26)) | (number & (c - '0' + 52)) | (plus & 62) | (slash & 63) |
           (~(upper | lower | number | plus | slash) & 64);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Decode up to the line that ends the block: the number of bytes, or SIZE_MAX for wrong base64 or too little room. */
static size_t decode(uint8_t *out, size_t size, struct text *t)
{
    uint32_t bits = 0;
    unsigned digits = 0, pads = 0;
    size_t len = 0;

    for (; t->len && *t->at != '-'; skip(t, 1)) {
        uint32_t d;

        if (is_space(*t->at))
            continue;
        if (*t->at == '=') {
            if (digits + pads < 2 || digits + ++pads > 4)
                return SIZE_MAX;
            continue;
        }
        d = digit((uint8_t)*t->at);
        if (pads || d == 64)
            return SIZE_MAX;
        bits = bits << 6 | d;
        if (++digits < 4)
            continue;
        if (size - len < 3)
            return SIZE_MAX;
        out[len++] = (uint8_t)(bits >> 16);
        out[len++] = (uint8_t)(bits >> 8);
        out[len++] = (uint8_t)bits;
        digits = 0;
        bits = 0;
    }
    if (digits == 0 && pads == 0)
        return len;
    if (digits + pads != 4 || size - len < digits - 1)
        return SIZE_MAX;
    bits <<= 6 * pads;
    if (bits & (pads == 1 ? 0xffu : 0xffffu))
        return SIZE_MAX; /* bits that belong to no byte */
    out[len++] = (uint8_t)(bits >> 16);
    if (pads == 1)
        out[len++] = (uint8_t)(bits >> 8);
    return len;
}

int ob_key_from_pem(struct ob_key *key, uint8_t *der, size_t der_size, size_t *der_len, const char *pem, size_t pem_len)
{
    static const char *const labels[] = {"PUBLIC KEY", "PRIVATE KEY", "RSA PUBLIC KEY", "RSA PRIVATE KEY",
                                         "EC PRIVATE KEY"};
    struct text t = {pem, pem ? pem_len : 0};
    int r;

    *der_len = 0;
    memset(key, 0, sizeof *key);
    while (find(&t, "-----BEGIN ")) {
        skip(&t, sizeof "-----BEGIN " - 1);
        if (begins(t, "ENCRYPTED PRIVATE KEY-----"))
            return OB_E_DECLINED;
        for (unsigned i = 0; i < sizeof labels / sizeof labels[0]; i++) {
            size_t label_len = strlen(labels[i]), len;
            struct text body = t;

            if (!begins(t, labels[i]))
                continue;
            skip(&body, label_len);
            if (!begins(body, "-----"))
                continue;
            skip(&body, 5);
            while (body.len && is_space(*body.at))
                skip(&body, 1);
            if (begins(body, "Proc-Type:"))
                return OB_E_DECLINED; /* encrypted as RFC 1421 says */
            len = decode(der, der_size, &body);
            if (len == SIZE_MAX || !begins(body, "-----END ")) {
                ob_wipe(der, der_size);
                return OB_E_ARG;
            }
            skip(&body, sizeof "-----END " - 1);
            r = OB_E_ARG;
            if (begins(body, labels[i])) {
                skip(&body, label_len);
                if (begins(body, "-----"))
                    r = ob_key_from_der(key, der, len);
            }
            if (r == OB_OK)
                *der_len = len;
            else
                ob_wipe(der, der_size);
            return r;
        }
    }
    return OB_E_ARG;
}

/* The algorithm with which a key signs; OB_ALG_NONE: none. */
static uint8_t signs_with(const struct ob_key *key)
{
    switch (key->curve) {
    case OB_CURVE_NONE:
        return OB_RSA_PSS;
    case OB_ED25519:
    case OB_ED448:
        return OB_EDDSA;
    case OB_SM2_CURVE:
        return OB_SM2_SIGN;
    case OB_X25519:
    case OB_X448:
        return OB_ALG_NONE;
    default:
        return OB_ECDSA;
    }
}

int ob_pk_open_pem(struct ob_session *s, struct ob_dispatcher *d, uint8_t hash, struct ob_pem_key *k, const char *pem,
                   size_t pem_len)
{
    size_t len;
    int r = ob_key_from_pem(&k->key, k->der, sizeof k->der, &len, pem, pem_len);
    uint8_t alg = signs_with(&k->key);

    memset(s, 0, sizeof *s);
    if (r == OB_OK)
        r = alg ? ob_pk_open(s, d, alg, alg == OB_RSA_PSS || alg == OB_ECDSA ? hash : OB_ALG_NONE, &k->key) : OB_E_ARG;
    if (r != OB_OK)
        ob_wipe(k, sizeof *k);
    return r;
}

/* ---- writing ---- */

static bool is_private(const struct ob_key *key)
{
    return key->kind == OB_KEY_RSA_PRIVATE || key->kind == OB_KEY_EC_PRIVATE;
}

/* The character of six bits (RFC 4648, section 4), without a branch. */
static char character(uint32_t six)
{
    return (char)((between(six, 0, 25) & (six + 'A')) | (between(six, 26, 51) & (six - 26 + 'a')) |
                  (between(six, 52, 61) & (six - 52 + '0')) | (between(six, 62, 62) & '+') |
                  (between(six, 63, 63) & '/'));
}

static char *put_text(char *at, const char *text)
{
    while (*text)
        *at++ = *text++;
    return at;
}

#define LINE 48 /* bytes in a line of 64 characters (RFC 7468, section 2) */

int ob_key_to_pem(char *pem, size_t pem_size, size_t *pem_len, uint8_t *der, size_t der_size, const struct ob_key *key)
{
    const char *label = is_private(key) ? "PRIVATE KEY-----\n" : "PUBLIC KEY-----\n";
    size_t len, total;
    char *at = pem;
    int r = ob_key_to_der(der, der_size, &len, key);

    *pem_len = 0;
    if (r != OB_OK)
        return r;
    total = sizeof "-----BEGIN -----END " - 1 + 2 * strlen(label) + (len + 2) / 3 * 4 + (len + LINE - 1) / LINE;
    if (!pem || pem_size < total) {
        ob_wipe(der, len);
        return OB_E_ARG;
    }
    at = put_text(put_text(at, "-----BEGIN "), label);
    for (size_t i = 0; i < len; i += 3) {
        size_t n = len - i < 3 ? len - i : 3;
        uint32_t bits = (uint32_t)der[i] << 16 | (n > 1 ? (uint32_t)der[i + 1] << 8 : 0) | (n > 2 ? der[i + 2] : 0u);

        at[0] = character(bits >> 18);
        at[1] = character(bits >> 12 & 63);
        at[2] = at[3] = '=';
        if (n > 1)
            at[2] = character(bits >> 6 & 63);
        if (n > 2)
            at[3] = character(bits & 63);
        at += 4;
        if (i % LINE == LINE - 3 || i + 3 >= len)
            *at++ = '\n';
    }
    at = put_text(put_text(at, "-----END "), label);
    ob_wipe(der, len);
    *pem_len = (size_t)(at - pem);
    return OB_OK;
}

/* ---- whether a key works ---- */

static uint8_t signing_algorithm(uint8_t curve)
{
    switch (curve) {
    case OB_CURVE_NONE:
        return OB_RSA_PKCS1_SIGN;
    case OB_ED25519:
    case OB_ED448:
        return OB_EDDSA;
    case OB_SM2_CURVE:
        return OB_SM2_SIGN;
    default:
        return OB_ECDSA;
    }
}

/* X25519 and X448: the secret with the base point is the public half (RFC 7748, section 6). */
static int check_agreement(struct ob_session *s, struct ob_dispatcher *d, const struct ob_key *key)
{
    uint8_t base[56] = {0}, secret[56];
    size_t len;
    int r;

    if (key->kind != OB_KEY_EC_PRIVATE)
        return key->x.data && key->x.len == ob_pk_point_len(key->curve) ? OB_OK : OB_E_ARG;
    base[0] = key->curve == OB_X25519 ? 9 : 5; /* RFC 7748, sections 4.1 and 4.2 */
    r = ob_pk_open(s, d, OB_ECDH, 0, key);
    if (r != OB_OK)
        return r;
    r = ob_pk_derive(s, secret, sizeof secret, &len, base, ob_pk_point_len(key->curve));
    ob_session_close(s);
    if (r == OB_OK && key->x.len && (key->x.len != len || ob_differ(key->x.data, secret, len)))
        r = OB_E_ARG;
    ob_wipe(secret, sizeof secret);
    return r;
}

int ob_pk_check(struct ob_session *s, struct ob_dispatcher *d, const struct ob_key *key)
{
    static const uint8_t digest[32] = {1};
    uint8_t alg = signing_algorithm(key->curve), hash = key->curve ? 0 : OB_SHA256;
    uint8_t sig[OB_PK_SIGNATURE_MAX] = {0};
    struct ob_key half = *key;
    size_t len;
    int r;

    if (key->curve == OB_X25519 || key->curve == OB_X448)
        return check_agreement(s, d, key);
    r = ob_pk_open(s, d, alg, hash, key);
    if (r != OB_OK)
        return r;
    len = ob_pk_signature_len(alg, s->curve, s->bits);
    if (is_private(key))
        r = ob_pk_sign(s, sig, sizeof sig, &len, digest, sizeof digest);
    ob_session_close(s);
    if (r != OB_OK || (key->kind == OB_KEY_EC_PRIVATE && !key->x.len))
        return r;
    half.kind = key->curve ? OB_KEY_EC_PUBLIC : OB_KEY_RSA_PUBLIC;
    r = ob_pk_open(s, d, alg, hash, &half);
    if (r != OB_OK)
        return r;
    r = ob_pk_verify(s, sig, len, digest, sizeof digest);
    ob_session_close(s);
    if (!is_private(key)) /* no signature is all zero, but it can be judged */
        return r == OB_E_AUTH ? OB_OK : r;
    return r == OB_E_AUTH ? OB_E_ARG : r;
}
#endif
