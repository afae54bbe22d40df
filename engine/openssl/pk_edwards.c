/* SPDX-License-Identifier: Apache-2.0 */
/* Checks points of Ed25519 and Ed448 (RFC 8032, sections 5.1.3 and 5.2.3). The library accepts any string as a public
 * key, and then reports every signature as wrong. */
#include "engine/openssl/pk.h"

/* The curves: x^2 = (y^2 - 1) / (d y^2 - a) modulo p. len: bytes of an encoded point. */
static const struct {
    uint8_t len;
    int16_t a;
    const char *p, *d;
} curves[] = {
    {32, -1, "7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFED",
     "52036CEE2B6FFE738CC740797779E89800700A4D4141D8AB75EB4DCA135978A3"},
    {57, 1,
     "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
     "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF675"
     "6"},
};

/* With u = y^2 - 1 and v = d y^2 - a: OB_OK if u / v has a root x whose lowest bit is sign. All values are public. */
static int has_root(const BIGNUM *y, bool sign, const BIGNUM *p, const BIGNUM *d, int a, BN_CTX *ctx)
{
    BIGNUM *u = BN_CTX_get(ctx), *v = BN_CTX_get(ctx), *t = BN_CTX_get(ctx);
    int root;

    if (!t || !BN_mod_sqr(t, y, p, ctx) || !BN_mod_sub(u, t, BN_value_one(), p, ctx) || !BN_mod_mul(v, d, t, p, ctx) ||
        !(a < 0 ? BN_mod_add(v, v, BN_value_one(), p, ctx) : BN_mod_sub(v, v, BN_value_one(), p, ctx)))
        return OB_E_IO;
    if (BN_is_zero(u))
        return sign ? OB_E_ARG : OB_OK; /* x = 0 allows only sign 0 */
    if (!BN_mod_mul(t, u, v, p, ctx))   /* u v is a square if and only if u / v is */
        return OB_E_IO;
    root = BN_kronecker(t, p, ctx);
    return root == -2 ? OB_E_IO : root == 1 ? OB_OK : OB_E_ARG;
}

int obi_openssl_edwards_check(uint8_t curve, struct ob_bytes point)
{
    unsigned i = curve == OB_ED448;
    uint8_t bytes[57] = {0}, top;
    BN_CTX *ctx = BN_CTX_new_ex(obi_openssl_lib());
    BIGNUM *y, *p = NULL, *d = NULL;
    int err = OB_E_IO;

    if (!ctx)
        return OB_E_IO;
    BN_CTX_start(ctx);
    y = BN_CTX_get(ctx);
    if (point.len != curves[i].len) {
        err = OB_E_ARG;
    } else if (y && BN_hex2bn(&p, curves[i].p) && BN_hex2bn(&d, curves[i].d)) {
        for (size_t k = 0; k < point.len; k++)
            bytes[k] = point.data[point.len - 1 - k];
        top = bytes[0] & 0x80;
        bytes[0] &= 0x7f;
        if (BN_bin2bn(bytes, (int)point.len, y))
            err = BN_cmp(y, p) >= 0 ? OB_E_ARG : has_root(y, top != 0, p, d, curves[i].a, ctx);
    }
    BN_CTX_end(ctx);
    BN_CTX_free(ctx);
    BN_free(p);
    BN_free(d);
    return err;
}
