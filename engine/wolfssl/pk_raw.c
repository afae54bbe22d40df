/* SPDX-License-Identifier: Apache-2.0 */
/* Curves of the engine wolfssl whose keys are byte strings: X25519 and X448 (RFC 7748), Ed25519 and Ed448 (RFC
 * 8032). */
#include "engine/wolfssl/pk.h"

#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/curve448.h>
#include <wolfssl/wolfcrypt/ed25519.h>
#include <wolfssl/wolfcrypt/ed448.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#define KEY_BYTES 57 /* Ed448 */

/* ---- key agreement ---- */

static int x25519(uint8_t out[32], const uint8_t d[32], const uint8_t point[32])
{
    curve25519_key key, peer;
    uint8_t u[32];
    word32 len = 32;
    int r;

    memcpy(u, point, 32);
    u[31] &= 0x7f; /* RFC 7748, section 5, ignores this bit; the library would return an error */
    if ((r = wc_curve25519_init(&key)) != 0)
        return r;
    if ((r = wc_curve25519_init(&peer)) == 0) {
        r = wc_curve25519_import_private_ex(d, 32, &key, EC25519_LITTLE_ENDIAN);
        if (r == 0)
            r = wc_curve25519_import_public_ex(u, 32, &peer, EC25519_LITTLE_ENDIAN);
        if (r == 0)
            r = wc_curve25519_shared_secret_ex(&key, &peer, out, &len, EC25519_LITTLE_ENDIAN);
        wc_curve25519_free(&peer);
    }
    wc_curve25519_free(&key);
    ob_wipe(&key, sizeof key);
    return r;
}

static int x448(uint8_t out[56], const uint8_t d[56], const uint8_t point[56])
{
    curve448_key key, peer;
    word32 len = 56;
    int r;

    if ((r = wc_curve448_init(&key)) != 0)
        return r;
    if ((r = wc_curve448_init(&peer)) == 0) {
        r = wc_curve448_import_private_ex(d, 56, &key, EC448_LITTLE_ENDIAN);
        if (r == 0)
            r = wc_curve448_import_public_ex(point, 56, &peer, EC448_LITTLE_ENDIAN);
        if (r == 0)
            r = wc_curve448_shared_secret_ex(&key, &peer, out, &len, EC448_LITTLE_ENDIAN);
        wc_curve448_free(&peer);
    }
    wc_curve448_free(&key);
    ob_wipe(&key, sizeof key);
    return r;
}

int obi_wolfssl_raw_ecdh_submit(struct ob_session *s, struct ob_op *op)
{
    static const uint8_t zero[KEY_BYTES];
    size_t len = ob_curve_scalar_len(s->curve);
    uint8_t secret[KEY_BYTES];
    int r;

    r = s->curve == OB_X25519 ? x25519(secret, s->pk->d.data, op->in) : x448(secret, s->pk->d.data, op->in);
    if (r == 0 && ob_differ(secret, zero, len) == 0)
        r = -1; /* a point of small order (RFC 7748, section 6) */
    if (r == 0)
        memcpy(op->out, secret, len);
    ob_wipe(secret, sizeof secret);
    op->out_len = len;
    return obi_wolfssl_verdict(r, OB_E_ARG);
}

/* ---- signatures ---- */

/* Both Edwards curves have the same functions, except that Ed448 has a context. */
struct edwards {
    bool is_448;
    union {
        ed25519_key k25519;
        ed448_key k448;
    } u;
};

static int begin(struct edwards *e, uint8_t curve)
{
    e->is_448 = curve == OB_ED448;
    return e->is_448 ? wc_ed448_init(&e->u.k448) : wc_ed25519_init(&e->u.k25519);
}

static void end(struct edwards *e)
{
    if (e->is_448)
        wc_ed448_free(&e->u.k448);
    else
        wc_ed25519_free(&e->u.k25519);
    ob_wipe(e, sizeof *e);
}

/* Import a private key of len bytes. The public half, which pub receives, is always computed: a signature made with a
 * wrong public half would reveal the key. */
static int read_private(struct edwards *e, uint8_t *pub, const uint8_t *d, word32 len)
{
    int r = e->is_448 ? wc_ed448_import_private_only(d, len, &e->u.k448)
                      : wc_ed25519_import_private_only(d, len, &e->u.k25519);

    if (r == 0)
        r = e->is_448 ? wc_ed448_make_public(&e->u.k448, pub, len) : wc_ed25519_make_public(&e->u.k25519, pub, len);
    if (r == 0)
        r = e->is_448 ? wc_ed448_import_private_key_ex(d, len, pub, len, &e->u.k448, 1)
                      : wc_ed25519_import_private_key_ex(d, len, pub, len, &e->u.k25519, 1);
    return r;
}

static const uint8_t *message(const struct ob_op *op)
{
    return op->in_len ? op->in : (const uint8_t *)""; /* the library does not take NULL */
}

static int sign(struct edwards *e, struct ob_session *s, struct ob_op *op, size_t len)
{
    word32 n = (word32)(2 * len), in_len = (word32)op->in_len;
    uint8_t pub[KEY_BYTES];
    int r;

    r = read_private(e, pub, s->pk->d.data, (word32)len);
    if (r == 0)
        r = e->is_448 ? wc_ed448_sign_msg(message(op), in_len, op->tag, &n, &e->u.k448, NULL, 0)
                      : wc_ed25519_sign_msg(message(op), in_len, op->tag, &n, &e->u.k25519);
    op->out_len = 2 * len;
    return obi_wolfssl_verdict(r, OB_E_ARG);
}

/* True if S, a little-endian number, is below the order of the group (RFC 8032, sections 5.1.7 and 5.2.7). The library
 * accepts some S slightly above it, and reports others as a wrong argument. S is public. */
static bool s_ok(const uint8_t *s, bool is_448)
{
    static const uint8_t order_25519[32] = {
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10,
    };
    static const uint8_t order_448[57] = {
        0xf3, 0x44, 0x58, 0xab, 0x92, 0xc2, 0x78, 0x23, 0x55, 0x8f, 0xc5, 0x8d, 0x72, 0xc2, 0x6c,
        0x21, 0x90, 0x36, 0xd6, 0xae, 0x49, 0xdb, 0x4e, 0xc4, 0xe9, 0x23, 0xca, 0x7c, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x3f, 0x00,
    };
    const uint8_t *order = is_448 ? order_448 : order_25519;

    for (unsigned i = is_448 ? 57 : 32; i-- > 0;)
        if (s[i] != order[i])
            return s[i] < order[i];
    return false;
}

/* True if the encoding is canonical: y is below the prime, 2^255 - 19 or 2^448 - 2^224 - 1 (RFC 8032, sections 5.1.3
 * and 5.2.3), and (0, 1) and (0, -1) have sign 0. The library accepts other encodings. */
static bool is_canonical(const uint8_t *point, bool is_448)
{
    uint8_t y[KEY_BYTES], less_one[KEY_BYTES], one[KEY_BYTES] = {1};
    size_t len = is_448 ? 57 : 32, i = len;
    bool sign = point[len - 1] & 0x80;

    memcpy(y, point, len);
    y[len - 1] &= 0x7f;
    memset(less_one, 0xff, len); /* p - 1 */
    if (is_448) {
        less_one[0] = less_one[28] = 0xfe;
        less_one[56] = 0;
    } else {
        less_one[0] = 0xec;
        less_one[31] = 0x7f;
    }
    while (i > 0 && y[i - 1] == less_one[i - 1])
        i--;
    if (i > 0 && y[i - 1] > less_one[i - 1])
        return false;
    return !sign || (i > 0 && memcmp(y, one, len) != 0);
}

/* Import the public point of the session's key. That of a private key is always computed, as for signatures. */
static int read_public(struct edwards *e, const struct ob_session *s, word32 len)
{
    uint8_t pub[KEY_BYTES];
    int r;

    if (s->pk->kind == OB_KEY_EC_PRIVATE)
        return obi_wolfssl_verdict(read_private(e, pub, s->pk->d.data, len), OB_E_ARG);
    if (!is_canonical(s->pk->x.data, e->is_448))
        return OB_E_ARG;
    r = e->is_448 ? wc_ed448_import_public(s->pk->x.data, len, &e->u.k448)
                  : wc_ed25519_import_public(s->pk->x.data, len, &e->u.k25519);
    return obi_wolfssl_verdict(r, OB_E_ARG);
}

static int verify(struct edwards *e, struct ob_session *s, struct ob_op *op, size_t len)
{
    word32 n = (word32)(2 * len), in_len = (word32)op->in_len;
    int good = 0, err = read_public(e, s, (word32)len), r;

    if (err != OB_OK)
        return err;
    if (!s_ok(op->tag + len, e->is_448))
        return OB_E_AUTH;
    r = e->is_448 ? wc_ed448_verify_msg(op->tag, n, message(op), in_len, &good, &e->u.k448, NULL, 0)
                  : wc_ed25519_verify_msg(op->tag, n, message(op), in_len, &good, &e->u.k25519);
    if (r == BAD_FUNC_ARG)
        return OB_E_ARG; /* only the key can be wrong here, whose point the library decodes in this call */
    return r == 0 && good != 1 ? OB_E_AUTH : obi_wolfssl_verdict(r, OB_E_AUTH);
}

int obi_wolfssl_eddsa_submit(struct ob_session *s, struct ob_op *op)
{
    size_t len = ob_curve_scalar_len(s->curve);
    struct edwards e;
    int err = obi_wolfssl_verdict(begin(&e, s->curve), OB_E_IO);

    if (err != OB_OK)
        return err;
    err = op->flags & OB_VERIFY ? verify(&e, s, op, len) : sign(&e, s, op, len);
    end(&e);
    return err;
}

/* ---- generation: any string of random bytes is a private key ---- */

static int public_half(uint8_t *pub, const uint8_t *d, uint8_t curve, size_t len)
{
    struct edwards e;
    uint8_t clamped[KEY_BYTES];
    int r;

    if (curve == OB_ED25519 || curve == OB_ED448) {
        r = begin(&e, curve);
        if (r == 0) {
            r = read_private(&e, pub, d, (word32)len);
            end(&e);
        }
        return r;
    }
    memcpy(clamped, d, len); /* RFC 7748, section 5: for this call the caller must clamp */
    clamped[0] &= curve == OB_X25519 ? 0xf8 : 0xfc;
    clamped[len - 1] = curve == OB_X25519 ? (clamped[len - 1] & 0x3f) | 0x40 : clamped[len - 1] | 0x80;
    r = curve == OB_X25519 ? wc_curve25519_make_pub((int)len, pub, (int)len, clamped)
                           : wc_curve448_make_pub((int)len, pub, (int)len, clamped);
    ob_wipe(clamped, sizeof clamped);
    return r;
}

int obi_wolfssl_raw_generate(struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    size_t len = ob_curve_scalar_len(s->curve);
    WC_RNG *rng = obi_wolfssl_rng(random);
    int r;

    r = rng ? wc_RNG_GenerateBlock(rng, op->out, (word32)len) : -1;
    if (r == 0)
        r = public_half(op->out + len, op->out, s->curve, len);
    op->out_len = 2 * len;
    return obi_wolfssl_verdict(r, OB_E_IO);
}
