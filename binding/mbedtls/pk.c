/* SPDX-License-Identifier: Apache-2.0 */
/* What the wrapped public-key functions share. A call has a session of its own in place of one of the pool: opening it
 * is little beside the operation, and no private key stays behind. */
#include "binding/mbedtls/pk.h"

#if defined(MBEDTLS_BIGNUM_C)

#include <mbedtls/platform.h>

#if OBI_PK

/* Limb by limb: mbedtls_mpi_write_binary takes each byte by itself, a CPU without a cache three times as long. */
bool obi_pk_write(const mbedtls_mpi *m, uint8_t *to, size_t len)
{
    uint8_t *p = to + len;
    size_t i = 0;

    if (m->s < 0 || mbedtls_mpi_size(m) > len)
        return false;
    for (; i < m->n && (size_t)(p - to) >= sizeof *m->p; i++) {
        mbedtls_mpi_uint limb = m->p[i];

        for (unsigned k = 0; k < sizeof limb; k++, limb = (mbedtls_mpi_uint)(limb >> 4 >> 4))
            *--p = (uint8_t)limb;
    }
    for (mbedtls_mpi_uint limb = i < m->n ? m->p[i] : 0; p != to; limb = (mbedtls_mpi_uint)(limb >> 4 >> 4))
        *--p = (uint8_t)limb;
    return true;
}

#if defined(MBEDTLS_ECP_C)
uint8_t obi_mbedtls_curve(const mbedtls_ecp_group *grp)
{
    switch (grp->id) {
    case MBEDTLS_ECP_DP_SECP192R1:
        return OB_SECP192R1;
    case MBEDTLS_ECP_DP_SECP224R1:
        return OB_SECP224R1;
    case MBEDTLS_ECP_DP_SECP256R1:
        return OB_SECP256R1;
    case MBEDTLS_ECP_DP_SECP384R1:
        return OB_SECP384R1;
    case MBEDTLS_ECP_DP_SECP521R1:
        return OB_SECP521R1;
    case MBEDTLS_ECP_DP_SECP192K1:
        return OB_SECP192K1;
    case MBEDTLS_ECP_DP_SECP224K1:
        return OB_SECP224K1;
    case MBEDTLS_ECP_DP_SECP256K1:
        return OB_SECP256K1;
    case MBEDTLS_ECP_DP_BP256R1:
        return OB_BRAINPOOLP256R1;
    case MBEDTLS_ECP_DP_BP384R1:
        return OB_BRAINPOOLP384R1;
    case MBEDTLS_ECP_DP_BP512R1:
        return OB_BRAINPOOLP512R1;
    case MBEDTLS_ECP_DP_CURVE25519:
        return OB_X25519;
    case MBEDTLS_ECP_DP_CURVE448:
        return OB_X448;
    default:
        return OB_CURVE_NONE;
    }
}

bool obi_mbedtls_point(uint8_t *xy, size_t f, const mbedtls_ecp_point *point)
{
    return mbedtls_mpi_cmp_int(&point->Z, 1) == 0 && obi_pk_write(&point->X, xy, f) &&
           obi_pk_write(&point->Y, xy + f, f);
}
#endif

#if OB_MBEDTLS_RUNTIME
#define COMPARE !obi_mbedtls_no_compare
#else
#define COMPARE true
#endif

int obi_pk_open(struct ob_session *s, uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    int r = ob_pk_open(s, NULL, alg, hash, key);

    if (r != OB_OK)
        return r;
    r = COMPARE ? ob_session_require(s, OB_SESSION_CALLER) : OB_OK;
    if (r == OB_OK)
        r = ob_session_avoid(s, ob_engine_find(NULL, "mbedtls"));
    if (r != OB_OK)
        ob_session_close(s);
    return r;
}

int obi_pk_begin(struct obi_pk_call *call, enum obi_function function, uint8_t alg, uint8_t hash)
{
    int r = OB_E_DECLINED;

    call->function = function;
    if (obi_mbedtls_started())
        r = obi_pk_open(&call->s, alg, hash, &call->key);
    call->is_open = r == OB_OK;
    return r;
}

bool obi_pk_outcome(enum obi_function function, int r, int auth_failed, int *ret)
{
    bool by_engine = r == OB_OK || (r == OB_E_AUTH && auth_failed);

    *ret = r == OB_OK ? 0 : auth_failed;
    obi_mbedtls_count(function, by_engine ? OBI_BY_ENGINE : r == OB_E_ARG ? OBI_REFUSED : OBI_BY_LIBRARY);
    return by_engine;
}

bool obi_pk_end(struct obi_pk_call *call, int r, int auth_failed, int *ret)
{
    if (!call->is_open)
        return false;
    ob_session_close(&call->s);
    call->is_open = false;
    return obi_pk_outcome(call->function, r, auth_failed, ret);
}

uint8_t obi_pk_hash(mbedtls_md_type_t type, size_t len)
{
    static const uint8_t hashes[][2] = {{MBEDTLS_MD_SHA1, OB_SHA1},
                                        {MBEDTLS_MD_SHA224, OB_SHA224},
                                        {MBEDTLS_MD_SHA256, OB_SHA256},
                                        {MBEDTLS_MD_SHA384, OB_SHA384},
                                        {MBEDTLS_MD_SHA512, OB_SHA512}};

    for (unsigned i = 0; i < sizeof hashes / sizeof hashes[0]; i++)
        if (hashes[i][0] == type && ob_alg_tag(hashes[i][1]) == len)
            return hashes[i][1];
    return OB_ALG_NONE;
}

#endif
#endif
