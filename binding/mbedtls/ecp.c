/* SPDX-License-Identifier: Apache-2.0 */
/* Multiplication of points of the library on Outboard, for ECDH, key pairs, public halves of keys, EC J-PAKE and PSA,
 * which call it: curves in Weierstrass form (SP 800-186), X25519 and X448 (RFC 7748). */
#include "binding/mbedtls/pk.h"

#if defined(MBEDTLS_ECP_C) && !defined(MBEDTLS_ECP_ALT)

#if OBI_PK
/* R = m P on a curve in Weierstrass form. Where a number is not in its range, the library says what is wrong. */
static int multiply(struct obi_pk_call *call, mbedtls_ecp_point *R, uint8_t curve, const mbedtls_mpi *m,
                    const mbedtls_ecp_point *P)
{
    uint8_t d[OBI_SCALAR], xy[2 * OBI_COORDINATE];
    size_t f = ob_pk_secret_len(curve), d_len = ob_curve_scalar_len(curve), len;
    int r;

    if (!obi_mbedtls_point(xy, f, P) || !obi_pk_write(m, d, d_len))
        return OB_E_ARG;
    call->key = (struct ob_key){.kind = OB_KEY_EC_PRIVATE, .curve = curve, .d = {d, d_len}};
    r = obi_pk_begin(call, call->function, OB_ECDH, 0);
    if (r == OB_OK)
        r = ob_pk_multiply(&call->s, xy, sizeof xy, &len, xy, 2 * f);
    if (r == OB_OK && (mbedtls_mpi_read_binary(&R->X, xy, f) != 0 || mbedtls_mpi_read_binary(&R->Y, xy + f, f) != 0 ||
                       mbedtls_mpi_lset(&R->Z, 1) != 0))
        r = OB_E_BUSY; /* no memory */
    ob_wipe(d, sizeof d);
    ob_wipe(xy, sizeof xy);
    return r;
}

/* R = m P by the ladder: only x. */
static int climb(struct obi_pk_call *call, mbedtls_ecp_point *R, uint8_t curve, const mbedtls_mpi *m,
                 const mbedtls_ecp_point *P)
{
    uint8_t d[OBI_SCALAR], u[OBI_COORDINATE];
    size_t f = ob_pk_point_len(curve), len;
    int r = OB_E_ARG;

    if (m->s < 0 || mbedtls_mpi_size(m) > f || P->X.s < 0 || mbedtls_mpi_size(&P->X) > f ||
        mbedtls_mpi_cmp_int(&P->Z, 1) != 0 || mbedtls_mpi_write_binary_le(m, d, f) != 0 ||
        mbedtls_mpi_write_binary_le(&P->X, u, f) != 0)
        goto out;
    /* RFC 7748, section 5: the block and the library agree only on a number that has these bits. */
    if (curve == OB_X25519 ? d[0] & 7 || d[f - 1] >> 6 != 1 : d[0] & 3 || !(d[f - 1] & 0x80))
        goto out;
    call->key = (struct ob_key){.kind = OB_KEY_EC_PRIVATE, .curve = curve, .d = {d, f}};
    r = obi_pk_begin(call, call->function, OB_ECDH, 0);
    if (r == OB_OK)
        r = ob_pk_derive(&call->s, u, sizeof u, &len, u, f);
    if (r == OB_OK && (mbedtls_mpi_read_binary_le(&R->X, u, f) != 0 || mbedtls_mpi_lset(&R->Z, 1) != 0))
        r = OB_E_BUSY; /* no memory */
    if (r == OB_OK)
        mbedtls_mpi_free(&R->Y); /* as the library's ladder leaves it */
out:
    ob_wipe(d, sizeof d);
    ob_wipe(u, sizeof u);
    return r;
}

/* True: the product is in R. */
static bool serve(enum obi_function function, const mbedtls_ecp_group *grp, mbedtls_ecp_point *R, const mbedtls_mpi *m,
                  const mbedtls_ecp_point *P)
{
    struct obi_pk_call call = {.function = function};
    uint8_t curve = grp && R && m && P ? obi_mbedtls_curve(grp) : OB_CURVE_NONE;
    int ret, r;

    if (!curve)
        return false;
    r = curve == OB_X25519 || curve == OB_X448 ? climb(&call, R, curve, m, P) : multiply(&call, R, curve, m, P);
    return obi_pk_end(&call, r, 0, &ret);
}
#endif

OBI_WRAP(int, ecp_mul, mbedtls_ecp_group *grp, mbedtls_ecp_point *R, const mbedtls_mpi *m, const mbedtls_ecp_point *P,
         int (*f_rng)(void *, unsigned char *, size_t), void *p_rng)
{
#if OBI_PK
    if (OBI_ON(ecp_mul) && f_rng && serve(OBI_FN_ecp_mul, grp, R, m, P))
        return 0;
#endif
    return __real_mbedtls_ecp_mul(grp, R, m, P, f_rng, p_rng);
}

/* A caller that wants to be interrupted (rs_ctx) is left to the library, whose state that is. */
OBI_WRAP(int, ecp_mul_restartable, mbedtls_ecp_group *grp, mbedtls_ecp_point *R, const mbedtls_mpi *m,
         const mbedtls_ecp_point *P, int (*f_rng)(void *, unsigned char *, size_t), void *p_rng,
         mbedtls_ecp_restart_ctx *rs_ctx)
{
#if OBI_PK
    if (OBI_ON(ecp_mul_restartable) && f_rng && !rs_ctx && serve(OBI_FN_ecp_mul_restartable, grp, R, m, P))
        return 0;
#endif
    return __real_mbedtls_ecp_mul_restartable(grp, R, m, P, f_rng, p_rng, rs_ctx);
}

#endif
