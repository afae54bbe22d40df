/* SPDX-License-Identifier: Apache-2.0 */
/* Keys and signatures in DER (X.690, section 10): a reader that points into its input, and writers. */
#include <outboard/key.h>

#include <string.h>

#include "core.h"

#if OB_WITH_PK

enum tag {
    INTEGER = 0x02,
    BIT_STRING = 0x03,
    OCTET_STRING = 0x04,
    OID = 0x06,
    SEQUENCE = 0x30,
    CONTEXT_0 = 0xa0,
    CONTEXT_1 = 0xa1,
    IMPLICIT_1 = 0x81, /* the public key in PKCS#8 (RFC 5958) */
};

/* Take the next element off in: true if it has this tag and a length in its shortest form. */
static bool take(struct ob_bytes *in, unsigned tag, struct ob_bytes *content)
{
    size_t head = 2, len;

    if (in->len < 2 || in->data[0] != tag)
        return false;
    len = in->data[1];
    if (len >= 0x80) {
        size_t n = len & 0x7f;

        if (n == 0 || n > 3 || in->len < 2 + n || in->data[2] == 0)
            return false;
        len = 0;
        for (size_t i = 0; i < n; i++)
            len = len << 8 | in->data[2 + i];
        if (len < 0x80)
            return false;
        head += n;
    }
    if (len > in->len - head)
        return false;
    *content = (struct ob_bytes){in->data + head, len};
    in->data += head + len;
    in->len -= head + len;
    return true;
}

static bool next_is(const struct ob_bytes *in, unsigned tag)
{
    return in->len && in->data[0] == tag;
}

/* A number that is not negative, without the zero that says so. */
static bool take_number(struct ob_bytes *in, struct ob_bytes *number)
{
    if (!take(in, INTEGER, number) || number->len == 0 || number->data[0] & 0x80)
        return false;
    if (number->data[0] == 0 && number->len > 1) {
        if (!(number->data[1] & 0x80))
            return false;
        number->data++;
        number->len--;
    }
    return true;
}

/* A bit string of whole bytes. */
static bool take_bits(struct ob_bytes *in, unsigned tag, struct ob_bytes *bits)
{
    if (!take(in, tag, bits) || bits->len == 0 || bits->data[0] != 0)
        return false;
    bits->data++;
    bits->len--;
    return true;
}

/* ---- object identifiers ---- */

static bool is(struct ob_bytes oid, const char *bytes, size_t len)
{
    return oid.len == len && memcmp(oid.data, bytes, len) == 0;
}
#define IS(oid, text) is(oid, text, sizeof(text) - 1)

#define RSA_ENCRYPTION "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01" /* RFC 8017, appendix C */
#define EC_PUBLIC_KEY  "\x2a\x86\x48\xce\x3d\x02\x01"         /* RFC 5480, section 2.1.1 */

/* SEC 2, RFC 5639, GM/T 0006, RFC 8410. */
static const struct {
    uint8_t curve, len;
    const char *oid;
} curves[] = {
    {OB_SECP192R1, 8, "\x2a\x86\x48\xce\x3d\x03\x01\x01"},
    {OB_SECP224R1, 5, "\x2b\x81\x04\x00\x21"},
    {OB_SECP256R1, 8, "\x2a\x86\x48\xce\x3d\x03\x01\x07"},
    {OB_SECP384R1, 5, "\x2b\x81\x04\x00\x22"},
    {OB_SECP521R1, 5, "\x2b\x81\x04\x00\x23"},
    {OB_SECP192K1, 5, "\x2b\x81\x04\x00\x1f"},
    {OB_SECP224K1, 5, "\x2b\x81\x04\x00\x20"},
    {OB_SECP256K1, 5, "\x2b\x81\x04\x00\x0a"},
    {OB_BRAINPOOLP256R1, 9, "\x2b\x24\x03\x03\x02\x08\x01\x01\x07"},
    {OB_BRAINPOOLP384R1, 9, "\x2b\x24\x03\x03\x02\x08\x01\x01\x0b"},
    {OB_BRAINPOOLP512R1, 9, "\x2b\x24\x03\x03\x02\x08\x01\x01\x0d"},
    {OB_SM2_CURVE, 8, "\x2a\x81\x1c\xcf\x55\x01\x82\x2d"},
    {OB_X25519, 3, "\x2b\x65\x6e"},
    {OB_X448, 3, "\x2b\x65\x6f"},
    {OB_ED25519, 3, "\x2b\x65\x70"},
    {OB_ED448, 3, "\x2b\x65\x71"},
};

static uint8_t curve_of(struct ob_bytes oid)
{
    for (unsigned i = 0; i < sizeof curves / sizeof curves[0]; i++)
        if (is(oid, curves[i].oid, curves[i].len))
            return curves[i].curve;
    return OB_CURVE_NONE;
}

static bool is_raw(uint8_t curve)
{
    return curve >= OB_X25519 && curve <= OB_ED448;
}

/* AlgorithmIdentifier: *curve, or OB_CURVE_NONE for RSA. */
static int take_algorithm(struct ob_bytes *in, uint8_t *curve)
{
    struct ob_bytes algorithm, oid, parameters;

    *curve = OB_CURVE_NONE;
    if (!take(in, SEQUENCE, &algorithm) || !take(&algorithm, OID, &oid))
        return OB_E_ARG;
    if (IS(oid, RSA_ENCRYPTION)) /* NULL, or nothing */
        return algorithm.len == 0 || (algorithm.len == 2 && algorithm.data[0] == 5 && algorithm.data[1] == 0)
                   ? OB_OK
                   : OB_E_ARG;
    if (IS(oid, EC_PUBLIC_KEY)) {
        if (next_is(&algorithm, SEQUENCE))
            return OB_E_DECLINED; /* explicit parameters */
        if (!take(&algorithm, OID, &parameters) || algorithm.len)
            return OB_E_ARG;
        *curve = curve_of(parameters);
        return *curve && !is_raw(*curve) ? OB_OK : OB_E_DECLINED;
    }
    *curve = curve_of(oid);
    if (!is_raw(*curve))
        return OB_E_DECLINED;
    return algorithm.len ? OB_E_ARG : OB_OK;
}

/* ---- keys ---- */

/* SEC 1, section 2.3.3: 04 x y; RFC 8410: the string itself. */
static int set_point(struct ob_key *key, struct ob_bytes point)
{
    size_t len = ob_pk_point_len(key->curve);

    if (is_raw(key->curve)) {
        key->x = point;
        return point.len == len ? OB_OK : OB_E_ARG;
    }
    if (point.len == 1 + len / 2 && (point.data[0] | 1) == 3)
        return OB_E_DECLINED; /* compressed */
    if (point.len != 1 + len || point.data[0] != 4)
        return OB_E_ARG;
    key->x = (struct ob_bytes){point.data + 1, len / 2};
    key->y = (struct ob_bytes){point.data + 1 + len / 2, len / 2};
    return OB_OK;
}

/* The sequence's content of an RSAPublicKey, from n on. */
static int rsa_public(struct ob_key *key, struct ob_bytes in)
{
    key->kind = OB_KEY_RSA_PUBLIC;
    return take_number(&in, &key->n) && take_number(&in, &key->e) && !in.len ? OB_OK : OB_E_ARG;
}

/* That of an RSAPrivateKey, from n on. */
static int rsa_private(struct ob_key *key, struct ob_bytes in)
{
    struct ob_bytes *const part[] = {&key->n, &key->e, &key->d, &key->p, &key->q, &key->dp, &key->dq, &key->qinv};

    key->kind = OB_KEY_RSA_PRIVATE;
    for (unsigned i = 0; i < sizeof part / sizeof part[0]; i++)
        if (!take_number(&in, part[i]))
            return OB_E_ARG;
    return in.len ? OB_E_ARG : OB_OK;
}

/* That of an ECPrivateKey, from the private key on; the curve may be known. */
static int ec_private(struct ob_key *key, struct ob_bytes in)
{
    struct ob_bytes part, oid, point;

    key->kind = OB_KEY_EC_PRIVATE;
    if (!take(&in, OCTET_STRING, &key->d))
        return OB_E_ARG;
    if (next_is(&in, CONTEXT_0)) {
        uint8_t curve;

        if (!take(&in, CONTEXT_0, &part))
            return OB_E_ARG;
        if (!take(&part, OID, &oid))
            return next_is(&part, SEQUENCE) ? OB_E_DECLINED : OB_E_ARG;
        curve = curve_of(oid);
        if (part.len || (key->curve && curve != key->curve))
            return OB_E_ARG;
        key->curve = curve;
    }
    if (!key->curve || is_raw(key->curve))
        return OB_E_DECLINED;
    if (key->d.len == 0 || key->d.len > ob_curve_scalar_len(key->curve))
        return OB_E_ARG;
    if (next_is(&in, CONTEXT_1)) {
        int r;

        if (!take(&in, CONTEXT_1, &part) || !take_bits(&part, BIT_STRING, &point) || part.len)
            return OB_E_ARG;
        r = set_point(key, point);
        if (r != OB_OK)
            return r;
    }
    return in.len ? OB_E_ARG : OB_OK;
}

/* A private key of PKCS#8, after its version. */
static int pkcs8(struct ob_key *key, struct ob_bytes in)
{
    struct ob_bytes octets, inner, version, attributes, point;
    int r = take_algorithm(&in, &key->curve);

    if (r != OB_OK)
        return r;
    if (!take(&in, OCTET_STRING, &octets))
        return OB_E_ARG;
    if (next_is(&in, CONTEXT_0) && !take(&in, CONTEXT_0, &attributes))
        return OB_E_ARG;
    if (is_raw(key->curve)) {
        key->kind = OB_KEY_EC_PRIVATE;
        if (!take(&octets, OCTET_STRING, &key->d) || octets.len || key->d.len != ob_curve_scalar_len(key->curve))
            return OB_E_ARG;
    } else {
        if (!take(&octets, SEQUENCE, &inner) || octets.len || !take_number(&inner, &version) || version.len != 1 ||
            version.data[0] != (key->curve ? 1 : 0))
            return OB_E_ARG;
        r = key->curve ? ec_private(key, inner) : rsa_private(key, inner);
        if (r != OB_OK)
            return r;
    }
    if (next_is(&in, IMPLICIT_1)) {
        if (!key->curve || !take_bits(&in, IMPLICIT_1, &point))
            return OB_E_ARG;
        r = set_point(key, point);
        if (r != OB_OK)
            return r;
    }
    return in.len ? OB_E_ARG : OB_OK;
}

static int public_info(struct ob_key *key, struct ob_bytes in)
{
    struct ob_bytes bits, inner;
    int r = take_algorithm(&in, &key->curve);

    if (r != OB_OK)
        return r;
    if (!take_bits(&in, BIT_STRING, &bits) || in.len)
        return OB_E_ARG;
    if (key->curve) {
        key->kind = OB_KEY_EC_PUBLIC;
        return set_point(key, bits);
    }
    return take(&bits, SEQUENCE, &inner) && !bits.len ? rsa_public(key, inner) : OB_E_ARG;
}

static int parse(struct ob_key *key, struct ob_bytes in)
{
    struct ob_bytes all, rest, version;

    if (!take(&in, SEQUENCE, &all) || in.len)
        return OB_E_ARG;
    if (next_is(&all, SEQUENCE))
        return public_info(key, all);
    rest = all;
    if (!take_number(&rest, &version))
        return OB_E_ARG;
    if (next_is(&rest, INTEGER) && !(version.len == 1 && version.data[0] == 0))
        return rsa_public(key, all);
    if (version.len != 1 || version.data[0] > 1)
        return OB_E_ARG;
    if (next_is(&rest, SEQUENCE))
        return pkcs8(key, rest);
    return next_is(&rest, OCTET_STRING) && version.data[0] == 1 ? ec_private(key, rest) : rsa_private(key, rest);
}

int ob_key_from_der(struct ob_key *key, const uint8_t *der, size_t der_len)
{
    int r = OB_E_ARG;

    memset(key, 0, sizeof *key);
    if (der)
        r = parse(key, (struct ob_bytes){der, der_len});
    if (r != OB_OK)
        memset(key, 0, sizeof *key);
    return r;
}

/* ---- writing keys ---- */

/* The DER of a value is written from its end to its beginning: a length is known once its content is there. */
struct writer {
    uint8_t *begin, *at; /* what is written begins at at */
    bool full;           /* something did not fit: nothing counts any more */
};

static void put(struct writer *w, const void *bytes, size_t len)
{
    if (w->full || len > (size_t)(w->at - w->begin)) {
        w->full = true;
        return;
    }
    w->at -= len;
    if (len)
        memcpy(w->at, bytes, len);
}

static void put_byte(struct writer *w, unsigned byte)
{
    const uint8_t b = (uint8_t)byte;

    put(w, &b, 1);
}

/* Tag and length of the content that reaches from here to end. */
static void put_head(struct writer *w, unsigned tag, const uint8_t *end)
{
    size_t len = (size_t)(end - w->at);
    unsigned n = 0;

    if (len < 0x80) {
        put_byte(w, (unsigned)len);
    } else {
        for (; len; len >>= 8, n++)
            put_byte(w, len & 0xff);
        put_byte(w, 0x80 | n);
    }
    put_byte(w, tag);
}

static void put_integer(struct writer *w, struct ob_bytes n)
{
    const uint8_t *end = w->at;

    while (n.len > 1 && *n.data == 0) {
        n.data++;
        n.len--;
    }
    put(w, n.data, n.len);
    if (n.data[0] & 0x80)
        put_byte(w, 0);
    put_head(w, INTEGER, end);
}

/* n in exactly len bytes, big-endian; false if it has more. */
static bool put_fixed(struct writer *w, struct ob_bytes n, size_t len)
{
    while (n.len > len && *n.data == 0) {
        n.data++;
        n.len--;
    }
    if (n.len > len)
        return false;
    put(w, n.data, n.len);
    for (size_t i = n.len; i < len; i++)
        put_byte(w, 0);
    return true;
}

/* The numbers of an RSA key, all of which it must have: a sequence. */
static bool put_rsa(struct writer *w, const struct ob_key *key, bool private)
{
    const struct ob_bytes part[] = {key->n, key->e, key->d, key->p, key->q, key->dp, key->dq, key->qinv};
    const uint8_t *end = w->at;

    for (unsigned i = private ? 8 : 2; i-- > 0;) {
        if (!part[i].len || !part[i].data)
            return false;
        put_integer(w, part[i]);
    }
    if (private) {
        put_byte(w, 0); /* the version: two primes */
        put_byte(w, 1);
        put_byte(w, INTEGER);
    }
    put_head(w, SEQUENCE, end);
    return true;
}

/* A point as a bit string: 04 x y, or the string of RFC 8410. */
static bool put_point(struct writer *w, const struct ob_key *key)
{
    const uint8_t *end = w->at;
    size_t len = ob_pk_point_len(key->curve);

    if (is_raw(key->curve)) {
        if (key->x.len != len || !key->x.data)
            return false;
        put(w, key->x.data, len);
    } else {
        if (!key->x.len || !key->x.data || !key->y.len || !key->y.data || !put_fixed(w, key->y, len / 2) ||
            !put_fixed(w, key->x, len / 2))
            return false;
        put_byte(w, 4);
    }
    put_byte(w, 0); /* bits that are not used */
    put_head(w, BIT_STRING, end);
    return true;
}

/* The private key of a curve as it stands within PKCS#8's octet string: an octet string (RFC 8410, section 7), or an
 * ECPrivateKey without the curve, which stands before it (RFC 5915, section 3). */
static bool put_ec_private(struct writer *w, const struct ob_key *key)
{
    const uint8_t *end = w->at, *part;
    size_t len = ob_curve_scalar_len(key->curve);

    if (!key->d.len || !key->d.data)
        return false;
    if (is_raw(key->curve)) {
        if (key->d.len != len)
            return false;
        put(w, key->d.data, len);
        put_head(w, OCTET_STRING, end);
        return true;
    }
    if (key->x.len) {
        if (!put_point(w, key))
            return false;
        put_head(w, CONTEXT_1, end);
    }
    part = w->at;
    if (!put_fixed(w, key->d, len))
        return false;
    put_head(w, OCTET_STRING, part);
    put_byte(w, 1); /* the version */
    put_byte(w, 1);
    put_byte(w, INTEGER);
    put_head(w, SEQUENCE, end);
    return true;
}

/* AlgorithmIdentifier; false for a curve that has no number here. */
static bool put_algorithm(struct writer *w, uint8_t curve)
{
    const uint8_t *end = w->at, *part;
    unsigned i = 0;

    if (!curve) {
        put_byte(w, 0); /* NULL */
        put_byte(w, 5);
        part = w->at;
        put(w, RSA_ENCRYPTION, sizeof RSA_ENCRYPTION - 1);
    } else {
        for (; i < sizeof curves / sizeof curves[0] && curves[i].curve != curve; i++)
            ;
        if (i == sizeof curves / sizeof curves[0])
            return false;
        part = w->at;
        put(w, curves[i].oid, curves[i].len);
        if (!is_raw(curve)) {
            put_head(w, OID, part);
            part = w->at;
            put(w, EC_PUBLIC_KEY, sizeof EC_PUBLIC_KEY - 1);
        }
    }
    put_head(w, OID, part);
    put_head(w, SEQUENCE, end);
    return true;
}

static bool put_private(struct writer *w, const struct ob_key *key)
{
    const uint8_t *end = w->at;

    if (!(key->curve ? put_ec_private(w, key) : put_rsa(w, key, true)))
        return false;
    put_head(w, OCTET_STRING, end);
    if (!put_algorithm(w, key->curve))
        return false;
    put_byte(w, 0); /* the version: no public key at the end */
    put_byte(w, 1);
    put_byte(w, INTEGER);
    return true;
}

static bool put_public(struct writer *w, const struct ob_key *key)
{
    const uint8_t *end = w->at;

    if (key->curve) {
        if (!put_point(w, key))
            return false;
    } else {
        if (!put_rsa(w, key, false))
            return false;
        put_byte(w, 0); /* bits that are not used */
        put_head(w, BIT_STRING, end);
    }
    return put_algorithm(w, key->curve);
}

int ob_key_to_der(uint8_t *der, size_t der_size, size_t *der_len, const struct ob_key *key)
{
    struct writer w;
    bool good;

    *der_len = 0;
    if (!der)
        return OB_E_ARG;
    w = (struct writer){der, der + der_size, false};
    switch (key->kind) {
    case OB_KEY_RSA_PUBLIC:
    case OB_KEY_EC_PUBLIC:
        good = (key->kind == OB_KEY_EC_PUBLIC) == (key->curve != OB_CURVE_NONE) && put_public(&w, key);
        break;
    case OB_KEY_RSA_PRIVATE:
    case OB_KEY_EC_PRIVATE:
        good = (key->kind == OB_KEY_EC_PRIVATE) == (key->curve != OB_CURVE_NONE) && put_private(&w, key);
        break;
    default:
        good = false;
        break;
    }
    if (good)
        put_head(&w, SEQUENCE, der + der_size);
    if (!good || w.full) {
        ob_wipe(der, der_size);
        return OB_E_ARG;
    }
    *der_len = (size_t)(der + der_size - w.at);
    memmove(der, w.at, *der_len);
    ob_wipe(der + *der_len, der_size - *der_len);
    return OB_OK;
}

/* ---- signatures ---- */

/* Bytes of a number as an INTEGER's content. */
static size_t content_len(const uint8_t *n, size_t len)
{
    while (len > 1 && *n == 0) {
        n++;
        len--;
    }
    return len + (*n >> 7);
}

static uint8_t *put_number(uint8_t *at, const uint8_t *n, size_t len)
{
    size_t content = content_len(n, len);

    *at++ = INTEGER;
    *at++ = (uint8_t)content;
    if (content > len)
        *at++ = 0;
    content = content > len ? len : content;
    memcpy(at, n + len - content, content);
    return at + content;
}

int ob_signature_to_der(uint8_t *der, size_t der_size, size_t *der_len, const uint8_t *raw, size_t raw_len)
{
    size_t half = raw_len / 2, len;

    *der_len = 0;
    if (!raw || half == 0 || raw_len % 2 || half > 66)
        return OB_E_ARG;
    len = 4 + content_len(raw, half) + content_len(raw + half, half);
    if (!der || der_size < len + 2 + (len >= 0x80))
        return OB_E_ARG;
    *der_len = len + 2 + (len >= 0x80);
    *der++ = SEQUENCE;
    if (len >= 0x80)
        *der++ = 0x81;
    *der++ = (uint8_t)len;
    (void)put_number(put_number(der, raw, half), raw + half, half);
    return OB_OK;
}

int ob_signature_from_der(uint8_t *raw, size_t raw_len, const uint8_t *der, size_t der_len)
{
    struct ob_bytes in = {der, der_len}, all, r, s;
    size_t half = raw_len / 2;

    if (!der || !raw || raw_len % 2 || !take(&in, SEQUENCE, &all) || in.len || !take_number(&all, &r) ||
        !take_number(&all, &s) || all.len || r.len > half || s.len > half)
        return OB_E_ARG;
    memset(raw, 0, raw_len);
    memcpy(raw + half - r.len, r.data, r.len);
    memcpy(raw + raw_len - s.len, s.data, s.len);
    return OB_OK;
}
#endif
