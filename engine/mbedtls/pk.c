/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key operations of the engine mbedtls: random bytes, errors, and the selection of the algorithm's file. */
#include "engine/mbedtls/pk.h"

#include "algo/number.h"

/* ---- randomness ---- */

static int entropy(void *p, unsigned char *out, size_t len)
{
    struct mbedtls_random *r = p;

    if (ob_random(r->session, out, len) == OB_OK)
        return 0;
    r->failed = true;
    return MBEDTLS_ERR_CTR_DRBG_ENTROPY_SOURCE_FAILED;
}

void obi_mbedtls_random_begin(struct mbedtls_random *r, struct ob_session *s)
{
    r->session = s;
    mbedtls_ctr_drbg_init(&r->drbg);
    r->seeded = r->failed = false;
}

void obi_mbedtls_random_end(struct mbedtls_random *r)
{
    mbedtls_ctr_drbg_free(&r->drbg);
}

int obi_mbedtls_random(void *p, unsigned char *out, size_t len)
{
    struct mbedtls_random *r = p;
    int result = 0;

    if (ob_progress(r->session) != OB_OK) { /* the library draws each candidate for a prime, and bases to test it */
        r->failed = true;
        return MBEDTLS_ERR_CTR_DRBG_ENTROPY_SOURCE_FAILED;
    }
    if (!r->seeded)
        result = mbedtls_ctr_drbg_seed(&r->drbg, entropy, r, NULL, 0);
    r->seeded = result == 0;
    while (result == 0 && len > 0) {
        size_t n = len < MBEDTLS_CTR_DRBG_MAX_REQUEST ? len : MBEDTLS_CTR_DRBG_MAX_REQUEST;

        result = mbedtls_ctr_drbg_random(&r->drbg, out, n);
        out += n;
        len -= n;
    }
    return result;
}

int obi_mbedtls_verdict(int result, const struct mbedtls_random *r, int bad)
{
    int low = -(-result & 0x7f); /* the library adds the bignum layer's error to its RSA error */

    if (result == 0)
        return OB_OK;
    if (r->failed || low == MBEDTLS_ERR_MPI_ALLOC_FAILED || result == MBEDTLS_ERR_ECP_ALLOC_FAILED)
        return OB_E_IO;
    return bad;
}

int obi_mbedtls_private_verdict(int result)
{
    switch (result) {
    case 0:
        return OB_OK;
    case MBEDTLS_ERR_RSA_BAD_INPUT_DATA:
    case MBEDTLS_ERR_RSA_PRIVATE_FAILED + MBEDTLS_ERR_MPI_BAD_INPUT_DATA: /* the input is not below the modulus */
    case MBEDTLS_ERR_ECP_BAD_INPUT_DATA:
    case MBEDTLS_ERR_ECP_INVALID_KEY:
        return OB_E_ARG;
    default:
        return OB_E_IO;
    }
}

/* ---- names ---- */

mbedtls_md_type_t obi_mbedtls_md(uint8_t hash)
{
    static const uint8_t types[] = {MBEDTLS_MD_MD5,    MBEDTLS_MD_SHA1,   MBEDTLS_MD_SHA224,
                                    MBEDTLS_MD_SHA256, MBEDTLS_MD_SHA384, MBEDTLS_MD_SHA512};

    return hash >= OB_MD5 && hash <= OB_SHA512 ? (mbedtls_md_type_t)types[hash - OB_MD5] : MBEDTLS_MD_NONE;
}

mbedtls_ecp_group_id obi_mbedtls_group_id(uint8_t curve)
{
    static const uint8_t groups[OB_CURVE_COUNT] = {
        [OB_SECP192R1] = MBEDTLS_ECP_DP_SECP192R1,     [OB_SECP224R1] = MBEDTLS_ECP_DP_SECP224R1,
        [OB_SECP256R1] = MBEDTLS_ECP_DP_SECP256R1,     [OB_SECP384R1] = MBEDTLS_ECP_DP_SECP384R1,
        [OB_SECP521R1] = MBEDTLS_ECP_DP_SECP521R1,     [OB_SECP192K1] = MBEDTLS_ECP_DP_SECP192K1,
        [OB_SECP224K1] = MBEDTLS_ECP_DP_SECP224K1,     [OB_SECP256K1] = MBEDTLS_ECP_DP_SECP256K1,
        [OB_BRAINPOOLP256R1] = MBEDTLS_ECP_DP_BP256R1, [OB_BRAINPOOLP384R1] = MBEDTLS_ECP_DP_BP384R1,
        [OB_BRAINPOOLP512R1] = MBEDTLS_ECP_DP_BP512R1, [OB_X25519] = MBEDTLS_ECP_DP_CURVE25519,
        [OB_X448] = MBEDTLS_ECP_DP_CURVE448,
    };

    return curve < OB_CURVE_COUNT ? (mbedtls_ecp_group_id)groups[curve] : MBEDTLS_ECP_DP_NONE;
}

int obi_mbedtls_number(mbedtls_mpi *n, struct ob_bytes bytes, size_t max)
{
    bytes = obi_number(bytes, max);
    return mbedtls_mpi_read_binary(n, bytes.data, bytes.len);
}

/* ---- verbs ---- */

/* An RSA key stays in the library's form, with its blinding values: each private operation only updates them, because
 * making new ones costs half as much as the operation. Keys of curves are imported at each op, which costs almost
 * nothing. */
int obi_mbedtls_pk_open(struct ob_session *s)
{
    bool needs_hash = s->alg == OB_RSA_PKCS1_SIGN || s->alg == OB_RSA_PSS || s->alg == OB_RSA_OAEP;

    if (s->curve && !mbedtls_ecp_curve_info_from_grp_id(obi_mbedtls_group_id(s->curve)))
        return OB_E_DECLINED;
    if (needs_hash && s->pk->kind != OB_KEY_NONE && !mbedtls_md_info_from_type(obi_mbedtls_md(s->hash)))
        return OB_E_DECLINED;
    return mbedtls_is_rsa(s) ? obi_mbedtls_rsa_import(s) : OB_OK;
}

int obi_mbedtls_pk_clone(struct ob_session *dst)
{
    return mbedtls_is_rsa(dst) ? obi_mbedtls_rsa_import(dst) : OB_OK;
}

void obi_mbedtls_pk_close(struct ob_session *s)
{
    if (mbedtls_is_rsa(s))
        obi_mbedtls_rsa_close(s);
}

static int submit(struct ob_session *s, struct ob_op *op, struct mbedtls_random *r)
{
    if (op->flags & OB_GENERATE) {
        return s->curve ? obi_mbedtls_ec_generate(s, op, r) : obi_mbedtls_rsa_generate(s, op, r);
    }
    if (s->alg == OB_ECDSA)
        return obi_mbedtls_ecdsa_submit(s, op, r);
    if (s->alg == OB_ECDH)
        return obi_mbedtls_ecdh_submit(s, op, r);
    return obi_mbedtls_rsa_submit(s, op, r);
}

int obi_mbedtls_pk_submit(struct ob_session *s, struct ob_op *op)
{
    struct mbedtls_random r;
    int err = mbedtls_is_rsa(s) ? ob_random_ready(s, op) : OB_OK; /* wherever the library draws */

    if (err != OB_OK)
        return err;
    obi_mbedtls_random_begin(&r, s);
    err = submit(s, op, &r);
    obi_mbedtls_random_end(&r);
    return err;
}
