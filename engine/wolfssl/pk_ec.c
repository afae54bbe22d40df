/* SPDX-License-Identifier: Apache-2.0 */
/* Elliptic curves in Weierstrass form of the engine wolfssl: ECDSA (FIPS 186-5), ECDH (SP 800-56A). */
#include "engine/wolfssl/pk.h"

#include <wolfssl/wolfcrypt/ecc.h>

#include "algo/ecdsa_nonce.h"
#include "algo/number.h"

#define FIELD_BYTES 66 /* secp521r1 */

static size_t field_len(const struct ob_session *s)
{
    return (ob_curve_bits(s->curve) + 7) / 8;
}

static int curve_id(uint8_t curve)
{
    static const uint8_t ids[OB_CURVE_COUNT] = {
        [OB_SECP224R1] = ECC_SECP224R1,
        [OB_SECP256R1] = ECC_SECP256R1,
        [OB_SECP384R1] = ECC_SECP384R1,
        [OB_SECP521R1] = ECC_SECP521R1,
        [OB_SECP256K1] = ECC_SECP256K1,
        [OB_BRAINPOOLP256R1] = ECC_BRAINPOOLP256R1,
        [OB_BRAINPOOLP384R1] = ECC_BRAINPOOLP384R1,
        [OB_BRAINPOOLP512R1] = ECC_BRAINPOOLP512R1,
    };

    return ids[curve];
}

/* ---- keys: OB_OK, OB_E_ARG or OB_E_IO; k is to be freed in any case ---- */

static int begin(ecc_key *k)
{
    return obi_wolfssl_verdict(wc_ecc_init_ex(k, NULL, INVALID_DEVID), OB_E_IO);
}

/* Checks numbers and points, because the library does not check them when it imports a key. */
static int read_point(ecc_key *k, const struct ob_session *s, struct ob_bytes x, struct ob_bytes y)
{
    uint8_t fx[FIELD_BYTES], fy[FIELD_BYTES];
    size_t len = field_len(s);
    int r;

    if (!obi_number_fixed(fx, len, x) || !obi_number_fixed(fy, len, y))
        return OB_E_ARG;
    r = wc_ecc_import_unsigned(k, fx, fy, NULL, curve_id(s->curve));
    if (r == 0)
        r = wc_ecc_point_is_on_curve(&k->pubkey, k->idx);
    return obi_wolfssl_verdict(r, OB_E_ARG);
}

static int read_private(ecc_key *k, const struct ob_session *s)
{
    uint8_t d[FIELD_BYTES];
    size_t len = ob_curve_scalar_len(s->curve);
    mp_int order;
    int r = s->pk->x.len ? read_point(k, s, s->pk->x, s->pk->y) : OB_OK; /* only to see that it is one */

    if (r != OB_OK)
        return r;
    if (!obi_number_fixed(d, len, s->pk->d))
        return OB_E_ARG;
    r = wc_ecc_import_private_key_ex(d, (word32)len, NULL, 0, k, curve_id(s->curve));
    ob_wipe(d, sizeof d);
    if (r == 0)
        r = mp_init(&order);
    if (r == 0)
        r = mp_read_radix(&order, k->dp->order, MP_RADIX_HEX);
    if (r == 0 && (mp_iszero(&k->k) || mp_cmp(&k->k, &order) >= 0))
        return OB_E_ARG;
    return obi_wolfssl_verdict(r, OB_E_ARG);
}

/* Compute the public point of the session's private key. */
static int derive_point(ecc_key *k, const struct ob_session *s, struct wolfssl_random *random)
{
    WC_RNG *rng = obi_wolfssl_rng(random); /* for blinding */
    int err = read_private(k, s);

    if (err != OB_OK || !rng)
        return err != OB_OK ? err : OB_E_IO;
    return obi_wolfssl_verdict(wc_ecc_make_pub_ex(k, NULL, rng), OB_E_IO);
}

/* ---- ECDSA ---- */

/* The library refuses an empty digest. Its number is 0, the same as that of one zero byte. */
static struct ob_bytes digest(const struct ob_op *op)
{
    static const uint8_t zero = 0;
    struct ob_bytes given = {op->in, op->in_len}, empty = {&zero, 1};

    return op->in_len ? given : empty;
}

/* Set the nonce of k's next signature as RFC 6979 says. The library's own nonce is the variant of section 3.6, which
 * differs if digest and order have different lengths. This does what wc_ecc_sign_set_k does, which only other builds of
 * the library have. OB_OK, OB_E_DECLINED or OB_E_IO. */
static int set_nonce(ecc_key *k, const struct ob_session *s, const struct ob_op *op)
{
#if defined(WOLFSSL_ECDSA_DETERMINISTIC_K_VARIANT) && !defined(WOLFSSL_NO_MALLOC)
    uint8_t d[FIELD_BYTES], nonce[FIELD_BYTES], order[FIELD_BYTES];
    size_t len = ob_curve_scalar_len(s->curve);
    mp_int n;
    int r = mp_init(&n), err = OB_E_IO;

    if (r == 0)
        r = mp_read_radix(&n, k->dp->order, MP_RADIX_HEX);
    if (r == 0)
        r = mp_to_unsigned_bin_len(&n, order, (int)len);
    if (r != 0 || !obi_number_fixed(d, len, s->pk->d))
        return OB_E_IO;
    if (!obi_ecdsa_nonce(nonce, len, order, (unsigned)mp_count_bits(&n), d, s->hash, op->in, op->in_len)) {
        err = OB_E_DECLINED;
    } else {
        k->sign_k = (mp_int *)XMALLOC(sizeof(mp_int), k->heap, DYNAMIC_TYPE_ECC);
        if (k->sign_k && mp_init(k->sign_k) == 0 && mp_read_unsigned_bin(k->sign_k, nonce, (word32)len) == 0)
            err = OB_OK;
    }
    ob_wipe(d, sizeof d);
    ob_wipe(nonce, sizeof nonce);
    return err;
#else
    (void)k, (void)s, (void)op;
    return OB_E_DECLINED;
#endif
}

static int sign(ecc_key *k, struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    size_t len = ob_curve_scalar_len(s->curve);
    WC_RNG *rng = obi_wolfssl_rng(random);
    struct ob_bytes in = digest(op);
    mp_int a, b;
    int r, err;

    err = read_private(k, s);
    if (err == OB_OK && op->flags & OB_DETERMINISTIC)
        err = set_nonce(k, s, op);
    if (err != OB_OK || !rng)
        return err != OB_OK ? err : OB_E_IO;
    r = mp_init_multi(&a, &b, NULL, NULL, NULL, NULL);
    if (r == 0)
        r = wc_ecc_sign_hash_ex(in.data, (word32)in.len, rng, k, &a, &b);
    if (r == 0)
        r = mp_to_unsigned_bin_len(&a, op->tag, (int)len);
    if (r == 0)
        r = mp_to_unsigned_bin_len(&b, op->tag + len, (int)len);
    op->out_len = 2 * len;
    return obi_wolfssl_verdict(r, OB_E_ARG);
}

static int verify(ecc_key *k, struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    size_t len = ob_curve_scalar_len(s->curve);
    struct ob_bytes in = digest(op);
    int r, err, good = 0;
    mp_int a, b;

    err = s->pk->x.len ? read_point(k, s, s->pk->x, s->pk->y) : derive_point(k, s, random);
    if (err != OB_OK)
        return err;
    r = mp_init_multi(&a, &b, NULL, NULL, NULL, NULL);
    if (r == 0)
        r = mp_read_unsigned_bin(&a, op->tag, (word32)len);
    if (r == 0)
        r = mp_read_unsigned_bin(&b, op->tag + len, (word32)len);
    if (r == 0)
        r = wc_ecc_verify_hash_ex(&a, &b, in.data, (word32)in.len, &good, k);
    return r == 0 && good != 1 ? OB_E_AUTH : obi_wolfssl_verdict(r, OB_E_AUTH);
}

int obi_wolfssl_ecdsa_submit(struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    ecc_key k;
    int err = begin(&k);

    if (err == OB_OK)
        err = op->flags & OB_VERIFY ? verify(&k, s, op, random) : sign(&k, s, op, random);
    wc_ecc_free(&k); /* this wipes it, too */
    return err;
}

/* ---- ECDH ---- */

static int derive(ecc_key *k, ecc_key *peer, struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    size_t len = field_len(s);
    struct ob_bytes x = {op->in, len}, y = {op->in + len, len};
    WC_RNG *rng = obi_wolfssl_rng(random); /* for blinding */
    word32 n = (word32)len;
    int r, err;

    err = read_private(k, s);
    if (err == OB_OK)
        err = read_point(peer, s, x, y);
    if (err != OB_OK || !rng)
        return err != OB_OK ? err : OB_E_IO;
    r = wc_ecc_set_rng(k, rng);
    if (r == 0)
        r = wc_ecc_shared_secret(k, peer, op->out, &n);
    op->out_len = len;
    return obi_wolfssl_verdict(r, OB_E_ARG);
}

int obi_wolfssl_ecdh_submit(struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    ecc_key k, peer;
    int err = begin(&k);

    if (err != OB_OK)
        return err;
    err = begin(&peer);
    if (err == OB_OK) {
        err = derive(&k, &peer, s, op, random);
        wc_ecc_free(&peer);
    }
    wc_ecc_free(&k);
    return err;
}

/* ---- generation ---- */

static int make(ecc_key *k, struct ob_session *s, uint8_t *out, WC_RNG *rng)
{
    size_t len = field_len(s), d_len = ob_curve_scalar_len(s->curve);
    int r = wc_ecc_make_key_ex(rng, (int)len, k, curve_id(s->curve));

    if (r == 0)
        r = mp_to_unsigned_bin_len(&k->k, out, (int)d_len);
    if (r == 0)
        r = mp_to_unsigned_bin_len(k->pubkey.x, out + d_len, (int)len);
    return r ? r : mp_to_unsigned_bin_len(k->pubkey.y, out + d_len + len, (int)len);
}

int obi_wolfssl_ec_generate(struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    size_t total = ob_curve_scalar_len(s->curve) + 2 * field_len(s);
    WC_RNG *rng = obi_wolfssl_rng(random);
    ecc_key k;
    int err;

    err = rng ? begin(&k) : OB_E_IO;
    if (err != OB_OK)
        return err;
    err = obi_wolfssl_verdict(make(&k, s, op->out, rng), OB_E_IO);
    wc_ecc_free(&k);
    op->out_len = total;
    return err;
}
