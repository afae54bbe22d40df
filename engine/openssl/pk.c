/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key operations of the engine openssl: keys, contexts, errors, and the selection of the algorithm's file. */
#include "engine/openssl/pk.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/objects.h>

const char *obi_openssl_curve(uint8_t curve)
{
    static const char *const names[OB_CURVE_COUNT] = {
        [OB_SECP192R1] = "prime192v1",
        [OB_SECP224R1] = "secp224r1",
        [OB_SECP256R1] = "prime256v1",
        [OB_SECP384R1] = "secp384r1",
        [OB_SECP521R1] = "secp521r1",
        [OB_SECP192K1] = "secp192k1",
        [OB_SECP224K1] = "secp224k1",
        [OB_SECP256K1] = "secp256k1",
        [OB_BRAINPOOLP256R1] = "brainpoolP256r1",
        [OB_BRAINPOOLP384R1] = "brainpoolP384r1",
        [OB_BRAINPOOLP512R1] = "brainpoolP512r1",
        [OB_X25519] = "X25519",
        [OB_X448] = "X448",
        [OB_ED25519] = "ED25519",
        [OB_ED448] = "ED448",
        [OB_SM2_CURVE] = "SM2",
    };

    return curve < OB_CURVE_COUNT ? names[curve] : NULL;
}

size_t obi_openssl_field_len(uint8_t curve)
{
    return curve == OB_ED448 ? 57 : (ob_curve_bits(curve) + 7) / 8;
}

/* The library's error queue of the caller's thread may contain errors that are not ours. errors_begin sets a mark; the
 * errors above it are ours, and errors_end removes them. */
#define FENCE 0x4f42 /* "OB": a reason that no other code in the process uses with ERR_LIB_USER */

static void errors_begin(void)
{
    ERR_set_mark();
    ERR_new();
    ERR_set_error(ERR_LIB_USER, FENCE, NULL);
}

static void errors_end(void)
{
    ERR_pop_to_mark();
}

int obi_openssl_blame(void)
{
    unsigned long e = ERR_peek_last_error();
    bool memory = ERR_GET_REASON(e) == ERR_R_MALLOC_FAILURE && ERR_GET_LIB(e) != ERR_LIB_USER;

    return obi_openssl_random_failed() || memory ? OB_E_IO : OB_E_ARG;
}

int obi_openssl_verdict(int r)
{
    if (r == 1)
        return OB_OK;
    return obi_openssl_blame() == OB_E_IO ? OB_E_IO : OB_E_AUTH;
}

EVP_PKEY_CTX *obi_openssl_pkey_context(struct ob_session *s, unsigned use, int (*init)(EVP_PKEY_CTX *))
{
    struct ob_openssl_state *st = openssl_state(s);
    EVP_PKEY_CTX *c = st->pctx[use];

    if (c)
        return c;
    c = EVP_PKEY_CTX_new_from_pkey(obi_openssl_lib(), st->pkey, NULL);
    if (c && init(c) <= 0) {
        EVP_PKEY_CTX_free(c);
        c = NULL;
    }
    st->pctx[use] = c;
    return c;
}

/* False for a curve that the library was built without. */
static bool has_curve(uint8_t curve)
{
    const char *name = obi_openssl_curve(curve);
    EVP_PKEY_CTX *c = NULL;
    EC_GROUP *group = NULL;
    bool has;

    if (!name)
        return false;
    if (openssl_is_raw(curve))
        c = EVP_PKEY_CTX_new_from_name(obi_openssl_lib(), name, NULL);
    else
        group = EC_GROUP_new_by_curve_name_ex(obi_openssl_lib(), NULL, OBJ_sn2nid(name));
    has = c || group;
    EVP_PKEY_CTX_free(c);
    EC_GROUP_free(group);
    return has;
}

static int import_ec(struct ob_session *s)
{
    int err = obi_openssl_import_ec(&openssl_state(s)->pkey, s->pk, s->alg != OB_ECDH);

    return err == OB_E_ARG && !has_curve(s->curve) ? OB_E_DECLINED : err;
}

static int import(struct ob_session *s)
{
    struct ob_openssl_state *st = openssl_state(s);

    if (s->hash == OB_SM3 && (s->alg == OB_RSA_PKCS1_SIGN || s->alg == OB_RSA_PSS))
        return OB_E_DECLINED; /* the library has no RSA signatures with SM3 */
    switch (s->pk->kind) {
    case OB_KEY_NONE:
        return s->curve && !has_curve(s->curve) ? OB_E_DECLINED : OB_OK;
    case OB_KEY_RSA_PUBLIC:
    case OB_KEY_RSA_PRIVATE:
        return obi_openssl_import_rsa(&st->pkey, s->pk);
    case OB_KEY_EC_PUBLIC:
    case OB_KEY_EC_PRIVATE:
        return import_ec(s);
    default:
        return OB_E_DECLINED;
    }
}

int obi_openssl_pk_open(struct ob_session *s)
{
    int err;

    errors_begin();
    obi_openssl_random_begin(s);
    err = import(s);
    obi_openssl_random_begin(NULL);
    errors_end();
    return err;
}

static int submit(struct ob_session *s, struct ob_op *op)
{
    if (op->flags & OB_GENERATE)
        return obi_openssl_generate(s, op);
    switch (s->alg) {
    case OB_ECDSA:
        return obi_openssl_ecdsa_submit(s, op);
    case OB_ECDH:
        return obi_openssl_ecdh_submit(s, op);
    case OB_EDDSA:
        return obi_openssl_eddsa_submit(s, op);
    case OB_SM2_SIGN:
        return obi_openssl_sm2_submit(s, op);
    default:
        return obi_openssl_rsa_submit(s, op);
    }
}

int obi_openssl_pk_submit(struct ob_session *s, struct ob_op *op)
{
    int err = ob_random_ready(s, op);

    if (err != OB_OK)
        return err;
    errors_begin();
    obi_openssl_random_begin(s);
    err = submit(s, op);
    obi_openssl_random_begin(NULL);
    errors_end();
    return err;
}
