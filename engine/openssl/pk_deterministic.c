/* SPDX-License-Identifier: Apache-2.0 */
/* Deterministic ECDSA (RFC 6979) of the engine openssl, because the library has it only from version 3.2 on. */
#include "engine/openssl/pk.h"

#include <openssl/ec.h>
#include <openssl/objects.h>

#include "algo/ecdsa_nonce.h"
#include "algo/number.h"

/* The numbers of a signature, all below the order n, which is a prime. Secret ones have BN_FLG_CONSTTIME. */
struct numbers {
    BN_CTX *ctx;
    EC_GROUP *group;
    EC_POINT *point;
    BN_MONT_CTX *mont;
    const BIGNUM *n;
    BIGNUM *d, *k, *r, *s, *t;
};

static bool begin(struct numbers *b, uint8_t curve)
{
    b->ctx = BN_CTX_secure_new_ex(obi_openssl_lib());
    b->group = EC_GROUP_new_by_curve_name_ex(obi_openssl_lib(), NULL, OBJ_sn2nid(obi_openssl_curve(curve)));
    b->point = b->group ? EC_POINT_new(b->group) : NULL;
    b->mont = BN_MONT_CTX_new();
    b->n = b->group ? EC_GROUP_get0_order(b->group) : NULL;
    if (!b->ctx || !b->point || !b->mont || !b->n || !BN_MONT_CTX_set(b->mont, b->n, b->ctx))
        return false;
    b->d = BN_secure_new();
    b->k = BN_secure_new();
    b->r = BN_new();
    b->s = BN_secure_new();
    b->t = BN_secure_new();
    if (!b->d || !b->k || !b->r || !b->s || !b->t)
        return false;
    BN_set_flags(b->d, BN_FLG_CONSTTIME);
    BN_set_flags(b->k, BN_FLG_CONSTTIME);
    BN_set_flags(b->t, BN_FLG_CONSTTIME);
    return true;
}

static void end(struct numbers *b)
{
    BN_clear_free(b->d);
    BN_clear_free(b->k);
    BN_free(b->r);
    BN_clear_free(b->s);
    BN_clear_free(b->t);
    BN_MONT_CTX_free(b->mont);
    EC_POINT_clear_free(b->point);
    EC_GROUP_free(b->group);
    BN_CTX_free(b->ctx);
}

/* Compute k, and read d and the digest as numbers; *t is the digest. OB_OK, OB_E_DECLINED if the hash is missing, or
 * OB_E_IO. */
static int set_numbers(struct numbers *b, const struct ob_session *s, const struct ob_op *op)
{
    size_t len = ob_curve_scalar_len(s->curve);
    unsigned bits = (unsigned)BN_num_bits(b->n);
    uint8_t d[OPENSSL_FIELD_BYTES], k[OPENSSL_FIELD_BYTES], order[OPENSSL_FIELD_BYTES];
    size_t taken = op->in_len < len ? op->in_len : len;
    int err = OB_E_IO;

    if (!obi_number_fixed(d, len, s->pk->d) || BN_bn2binpad(b->n, order, (int)len) < 0)
        return OB_E_IO;
    if (!obi_ecdsa_nonce(k, len, order, bits, d, s->hash, op->in, op->in_len))
        err = OB_E_DECLINED;
    else if (BN_bin2bn(k, (int)len, b->k) && BN_bin2bn(d, (int)len, b->d) && BN_bin2bn(op->in, (int)taken, b->t) &&
             (op->in_len * 8 <= bits || BN_rshift(b->t, b->t, (int)(taken * 8 - bits))) &&
             BN_nnmod(b->t, b->t, b->n, b->ctx))
        err = OB_OK;
    ob_wipe(d, sizeof d);
    ob_wipe(k, sizeof k);
    return err;
}

/* r = x(k G) mod n, s = (digest + r d) / k mod n (FIPS 186-5, section 6.4.1); 1 / k = k^(n - 2). */
static bool make(struct numbers *b)
{
    BIGNUM *rd;
    bool ok;

    BN_CTX_start(b->ctx);
    rd = BN_CTX_get(b->ctx);
    if (rd)
        BN_set_flags(rd, BN_FLG_CONSTTIME);
    ok = rd && EC_POINT_mul(b->group, b->point, b->k, NULL, NULL, b->ctx) &&
         EC_POINT_get_affine_coordinates(b->group, b->point, b->r, NULL, b->ctx) &&
         BN_nnmod(b->r, b->r, b->n, b->ctx) && BN_to_montgomery(rd, b->r, b->mont, b->ctx) &&
         BN_mod_mul_montgomery(rd, rd, b->d, b->mont, b->ctx) && BN_mod_add_quick(b->t, b->t, rd, b->n) &&
         BN_copy(rd, b->n) && BN_sub_word(rd, 2) && BN_mod_exp_mont_consttime(b->k, b->k, rd, b->n, b->ctx, b->mont) &&
         BN_to_montgomery(b->t, b->t, b->mont, b->ctx) && BN_mod_mul_montgomery(b->s, b->t, b->k, b->mont, b->ctx) &&
         !BN_is_zero(b->r) && !BN_is_zero(b->s);
    BN_CTX_end(b->ctx);
    return ok;
}

int obi_openssl_ecdsa_sign_deterministic(struct ob_session *s, struct ob_op *op)
{
    size_t len = ob_curve_scalar_len(s->curve);
    struct numbers b = {0};
    int err = begin(&b, s->curve) ? set_numbers(&b, s, op) : OB_E_IO;

    if (err == OB_OK)
        err = make(&b) && BN_bn2binpad(b.r, op->tag, (int)len) >= 0 && BN_bn2binpad(b.s, op->tag + len, (int)len) >= 0
                  ? OB_OK
                  : OB_E_IO;
    op->out_len = 2 * len;
    end(&b);
    return err;
}
