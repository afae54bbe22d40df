/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc with public keys: which file serves an op, and the capability tables. A program that does not call
 * ob_ltc_init_pk links none of it. */
#include "engine/ltc/pk.h"
#include "engine/ltc/rows.h"

#if OB_WITH_PK

static bool is_rsa(uint8_t alg)
{
    return alg <= OB_RSA_OAEP;
}

static int open_key(struct ob_session *s)
{
    if (s->pk->kind == OB_KEY_SLOT)
        return OB_E_DECLINED;
    if (s->pk->kind == OB_KEY_NONE)
        return is_rsa(s->alg) ? OB_E_DECLINED : OB_OK;
    return is_rsa(s->alg) ? obi_ltc_rsa_open(s) : OB_OK;
}

static int submit(struct ob_ltc *l, struct ob_session *s, struct ob_op *op)
{
    const struct obi_ltc_pk_job j = {l, s, op};
    const struct obi_ltc_curve *c = obi_ltc_curve(s->curve);

    if (is_rsa(s->alg))
        return obi_ltc_rsa(&j);
    if (!c)
        return OB_E_DECLINED;
    if (op->flags & OB_GENERATE)
        return ob_progress(s) == OB_OK ? obi_ltc_ec_generate(&j, c) : OB_E_IO;
    return s->alg == OB_ECDSA ? obi_ltc_ecdsa(&j, c) : obi_ltc_ecdh(&j, c);
}

/* Cycles of the accelerator, of which nobody publishes a figure: a product of two numbers of w words modulo a third is
 * taken for 2 w^2 + 50, an exponentiation for two products a bit, a multiple of a point for 24. The rest is what the
 * CPU writes and reads. */
#define PRODUCT(bits)     (2u * ((bits) / 32) * ((bits) / 32) + 50)
#define POINT(bits)       ((bits)*24u * PRODUCT(bits) + 3000)
#define PRICE(name, cost) static const struct ob_price name = {OB_UPTO_ANY, 100, cost, 0, cost, 0};
PRICE(price_rsa_public, 20u * PRODUCT(2048u) + 2000)
PRICE(price_rsa_private, 2u * 1024 * 2 * PRODUCT(1024u) + 60u * PRODUCT(2048u) + 20000)
#define CURVE_PRICE(bits)                                                                                              \
    PRICE(price_one_##bits, POINT(bits##u)) /* a signature, a secret */                                                \
    PRICE(price_two_##bits, 2u * POINT(bits##u))
CURVE_PRICE(192)
CURVE_PRICE(224)
CURVE_PRICE(256)
CURVE_PRICE(384)
CURVE_PRICE(512)

#define PK_ROW(alg, curve, dirs, flags, low, high, price)                                                              \
    {                                                                                                                  \
        alg, curve, dirs, OB_MODE_CPU, OB_CAP_HARDWARE | OB_CAP_CT | (flags), low, high, 0, &price                     \
    }
#define SAFE (OB_CAP_BLINDED | OB_CAP_CHECKED)
#define ENC  OB_DIR_ENCRYPT
#define DEC  OB_DIR_DECRYPT
#define RSA(alg, with_public, with_private)                                                                            \
    PK_ROW(alg, 0, with_public, 0, 1024, OBI_LTC_RSA_BITS, price_rsa_public),                                          \
        PK_ROW(alg, 0, with_private, SAFE, 1024, OBI_LTC_RSA_BITS, price_rsa_private),
#define SIGN(curve, bits)                                                                                              \
    PK_ROW(OB_ECDSA, curve, ENC | OB_DIR_GENERATE, 0, 0, 0, price_one_##bits),                                         \
        PK_ROW(OB_ECDSA, curve, DEC, 0, 0, 0, price_two_##bits),
#define DERIVE(curve, bits) PK_ROW(OB_ECDH, curve, ENC | OB_DIR_GENERATE, OB_CAP_POINT, 0, 0, price_one_##bits),
#define CURVES(do)                                                                                                     \
    do                                                                                                                 \
    (OB_SECP192R1, 192) do(OB_SECP224R1, 224) do(OB_SECP256R1, 256) do(OB_SECP384R1, 384) do(OB_SECP256K1, 256) do(    \
        OB_BRAINPOOLP256R1, 256) do(OB_BRAINPOOLP384R1, 384) do(OB_BRAINPOOLP512R1, 512)
#define PK                                                                                                             \
    RSA(OB_RSA, ENC, DEC)                                                                                              \
    RSA(OB_RSA_PKCS1_SIGN, DEC, ENC)                                                                                   \
    RSA(OB_RSA_PSS, DEC, ENC) RSA(OB_RSA_PKCS1_CRYPT, ENC, DEC) RSA(OB_RSA_OAEP, ENC, DEC) CURVES(SIGN) CURVES(DERIVE)

static const struct ob_cap caps_k82[] = {CMAC(256) AES(256) DES GCM(256) CCM(256) PK};
static const struct ob_cap caps_kl82[] = {SHA1 SHA256 CMAC(256) AES(256) DES GCM(256) CCM(256) PK};

int ob_ltc_init_pk(struct ob_ltc *l)
{
    static const struct ob_engine_ops ops[] = {
        [OB_LTC_K82] = OBI_LTC_OPS(caps_k82), [OB_LTC_KL82] = OBI_LTC_OPS(caps_kl82)};
    static const struct obi_ltc_pk_ops pk = {open_key, submit};

    if (l->kind == OB_LTC_KW || ob_ltc_init(l) != OB_OK)
        return OB_E_ARG;
    l->engine.ops = &ops[l->kind];
    l->pk = &pk;
    return OB_OK;
}

#endif
