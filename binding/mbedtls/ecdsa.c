/* SPDX-License-Identifier: Apache-2.0 */
/* ECDSA of the library on Outboard (FIPS 186-5, section 6.4), with nonces of RFC 6979 or of Outboard's random source.
 */
#include "binding/mbedtls/pk.h"

#if defined(MBEDTLS_ECDSA_C)

#include <mbedtls/asn1write.h>
#include <mbedtls/ecdsa.h>

#if OBI_PK
/* Sign with the nonce of RFC 6979 for hash, or a random one where it is 0. */
static bool sign(enum obi_function function, const mbedtls_ecp_group *grp, mbedtls_mpi *r, mbedtls_mpi *s,
                 const mbedtls_mpi *d, uint8_t hash, const unsigned char *buf, size_t blen)
{
    struct obi_pk_call call = {.function = function};
    uint8_t key[OBI_SCALAR], sig[2 * OBI_SCALAR], curve = obi_mbedtls_curve(grp);
    size_t half = ob_curve_scalar_len(curve), len;
    int status = OB_E_ARG, ret;

    if (!curve || curve == OB_X25519 || curve == OB_X448)
        return false;
    if (obi_pk_write(d, key, half)) {
        call.key = (struct ob_key){.kind = OB_KEY_EC_PRIVATE, .curve = curve, .d = {key, half}};
        status = obi_pk_begin(&call, function, OB_ECDSA, hash);
    }
    if (status == OB_OK)
        status = hash ? ob_pk_sign_deterministic(&call.s, sig, sizeof sig, &len, buf, blen)
                      : ob_pk_sign(&call.s, sig, sizeof sig, &len, buf, blen);
    if (status == OB_OK &&
        (mbedtls_mpi_read_binary(r, sig, half) != 0 || mbedtls_mpi_read_binary(s, sig + half, half) != 0))
        status = OB_E_BUSY; /* no memory */
    ob_wipe(key, sizeof key);
    return obi_pk_end(&call, status, 0, &ret);
}

/* True: *ret is the answer. */
static bool verify(enum obi_function function, const mbedtls_ecp_group *grp, const unsigned char *buf, size_t blen,
                   const mbedtls_ecp_point *Q, const mbedtls_mpi *r, const mbedtls_mpi *s, int *ret)
{
    struct obi_pk_call call = {.function = function};
    uint8_t xy[2 * OBI_COORDINATE], sig[2 * OBI_SCALAR], curve = obi_mbedtls_curve(grp);
    size_t half = ob_curve_scalar_len(curve), f = ob_pk_secret_len(curve);
    int status = OB_E_ARG;

    if (!curve || curve == OB_X25519 || curve == OB_X448)
        return false;
    if (obi_mbedtls_point(xy, f, Q) && obi_pk_write(r, sig, half) && obi_pk_write(s, sig + half, half)) {
        call.key = (struct ob_key){.kind = OB_KEY_EC_PUBLIC, .curve = curve, .x = {xy, f}, .y = {xy + f, f}};
        status = obi_pk_begin(&call, function, OB_ECDSA, 0);
    }
    if (status == OB_OK)
        status = ob_pk_verify(&call.s, sig, 2 * half, buf, blen);
    return obi_pk_end(&call, status, MBEDTLS_ERR_ECP_VERIFY_FAILED, ret);
}
#endif

OBI_WRAP(int, ecdsa_sign, mbedtls_ecp_group *grp, mbedtls_mpi *r, mbedtls_mpi *s, const mbedtls_mpi *d,
         const unsigned char *buf, size_t blen, int (*f_rng)(void *, unsigned char *, size_t), void *p_rng)
{
#if OBI_PK
    if (OBI_ON(ecdsa_sign) && f_rng && sign(OBI_FN_ecdsa_sign, grp, r, s, d, OB_ALG_NONE, buf, blen))
        return 0;
#endif
    return __real_mbedtls_ecdsa_sign(grp, r, s, d, buf, blen, f_rng, p_rng);
}

OBI_WRAP(int, ecdsa_verify, mbedtls_ecp_group *grp, const unsigned char *buf, size_t blen, const mbedtls_ecp_point *Q,
         const mbedtls_mpi *r, const mbedtls_mpi *s)
{
#if OBI_PK
    int ret;

    if (OBI_ON(ecdsa_verify) && verify(OBI_FN_ecdsa_verify, grp, buf, blen, Q, r, s, &ret))
        return ret;
#endif
    return __real_mbedtls_ecdsa_verify(grp, buf, blen, Q, r, s);
}

#if defined(MBEDTLS_ECDSA_DETERMINISTIC)
OBI_WRAP(int, ecdsa_sign_det_ext, mbedtls_ecp_group *grp, mbedtls_mpi *r, mbedtls_mpi *s, const mbedtls_mpi *d,
         const unsigned char *buf, size_t blen, mbedtls_md_type_t md_alg,
         int (*f_rng_blind)(void *, unsigned char *, size_t), void *p_rng_blind)
{
#if OBI_PK
    uint8_t hash = obi_pk_hash(md_alg, blen);

    if (OBI_ON(ecdsa_sign_det_ext) && f_rng_blind && hash &&
        sign(OBI_FN_ecdsa_sign_det_ext, grp, r, s, d, hash, buf, blen))
        return 0;
#endif
    return __real_mbedtls_ecdsa_sign_det_ext(grp, r, s, d, buf, blen, md_alg, f_rng_blind, p_rng_blind);
}
#endif

/* ---- signatures in DER, as mbedtls_pk_* and TLS call them ---- */

#if OBI_PK
/* r and s in DER from the end of a buffer. Returns the length, or an error of the library. */
static int write_der(uint8_t *sig, size_t sig_size, const mbedtls_mpi *r, const mbedtls_mpi *s)
{
    unsigned char der[MBEDTLS_ECDSA_MAX_LEN], *p = der + sizeof der;
    int len = mbedtls_asn1_write_mpi(&p, der, s), add;

    if (len < 0)
        return len;
    add = mbedtls_asn1_write_mpi(&p, der, r);
    if (add < 0)
        return add;
    len += add;
    add = mbedtls_asn1_write_len(&p, der, (size_t)len);
    if (add < 0)
        return add;
    len += add;
    add = mbedtls_asn1_write_tag(&p, der, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE);
    if (add < 0)
        return add;
    len += add;
    if ((size_t)len > sig_size)
        return MBEDTLS_ERR_ECP_BUFFER_TOO_SMALL;
    memcpy(sig, p, (size_t)len);
    return len;
}
#endif

OBI_WRAP(int, ecdsa_write_signature, mbedtls_ecdsa_context *ctx, mbedtls_md_type_t md_alg, const unsigned char *hash,
         size_t hlen, unsigned char *sig, size_t sig_size, size_t *slen, int (*f_rng)(void *, unsigned char *, size_t),
         void *p_rng)
{
#if OBI_PK
#if defined(MBEDTLS_ECDSA_DETERMINISTIC)
    uint8_t with = obi_pk_hash(md_alg, hlen);
    bool can = with != OB_ALG_NONE;
#else
    uint8_t with = OB_ALG_NONE;
    bool can = true;
#endif

    if (OBI_ON(ecdsa_write_signature) && f_rng && can) {
        mbedtls_mpi r, s;
        int len = 0;
        bool done;

        mbedtls_mpi_init(&r);
        mbedtls_mpi_init(&s);
        done = sign(OBI_FN_ecdsa_write_signature, &ctx->grp, &r, &s, &ctx->d, with, hash, hlen);
        if (done)
            len = write_der(sig, sig_size, &r, &s);
        mbedtls_mpi_free(&r);
        mbedtls_mpi_free(&s);
        if (done) {
            if (len < 0)
                return len;
            *slen = (size_t)len;
            return 0;
        }
    }
#endif
    return __real_mbedtls_ecdsa_write_signature(ctx, md_alg, hash, hlen, sig, sig_size, slen, f_rng, p_rng);
}

/* Only a signature that is nothing but two numbers in DER is Outboard's; what the library says of others it says. */
OBI_WRAP(int, ecdsa_read_signature, mbedtls_ecdsa_context *ctx, const unsigned char *hash, size_t hlen,
         const unsigned char *sig, size_t slen)
{
#if OBI_PK
    if (OBI_ON(ecdsa_read_signature) && ctx && sig && slen) {
        unsigned char *p = (unsigned char *)(uintptr_t)sig;
        const unsigned char *end = sig + slen;
        mbedtls_mpi r, s;
        size_t len;
        bool done = false;
        int ret = 0;

        mbedtls_mpi_init(&r);
        mbedtls_mpi_init(&s);
        if (mbedtls_asn1_get_tag(&p, end, &len, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE) == 0 &&
            p + len == end && mbedtls_asn1_get_mpi(&p, end, &r) == 0 && mbedtls_asn1_get_mpi(&p, end, &s) == 0 &&
            p == end)
            done = verify(OBI_FN_ecdsa_read_signature, &ctx->grp, hash, hlen, &ctx->Q, &r, &s, &ret);
        mbedtls_mpi_free(&r);
        mbedtls_mpi_free(&s);
        if (done)
            return ret;
    }
#endif
    return __real_mbedtls_ecdsa_read_signature(ctx, hash, hlen, sig, slen);
}

#endif
