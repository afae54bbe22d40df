/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: the capability table. */
#include "engine/acryp/internal.h"
#include "engine/acryp/prices.h"

enum {
    ENC = OB_DIR_ENCRYPT,
    DEC = OB_DIR_DECRYPT,
    GEN = OB_DIR_GENERATE,
    PLAIN = OB_CAP_HARDWARE | OB_CAP_CT,
    SAFE = OB_CAP_HARDWARE | OB_CAP_CT | OB_CAP_BLINDED | OB_CAP_CHECKED,
    CURVE = OB_CAP_HARDWARE | OB_CAP_CT | OB_CAP_BLINDED,
};

#define ROW(alg, curve, dirs, flags, bits_min, bits_max, price)                                                        \
    {                                                                                                                  \
        alg, curve, dirs, OB_MODE_CPU, flags, bits_min, bits_max, 0, &price                                            \
    }
/* An RSA algorithm: with the public key, with the private key. */
#define RSA(alg, with_public, with_private)                                                                            \
    ROW(alg, 0, with_public, PLAIN, 1024, 2048, price_rsa_public_2048),                                                \
        ROW(alg, 0, with_public, PLAIN, 2049, 4096, price_rsa_public_4096),                                            \
        ROW(alg, 0, with_public, PLAIN, 4097, 8192, price_rsa_public_8192),                                            \
        ROW(alg, 0, with_private, SAFE, 1024, 2048, price_rsa_private_2048),                                           \
        ROW(alg, 0, with_private, SAFE, 2049, 3072, price_rsa_private_3072),                                           \
        ROW(alg, 0, with_private, SAFE, 3073, 4096, price_rsa_private_4096),                                           \
        ROW(alg, 0, with_private, SAFE, 4097, 8192, price_rsa_private_8192)
#define SIGN(alg, curve, name)                                                                                         \
    ROW(alg, curve, ENC | GEN, CURVE, 0, 0, price_##name##_sign),                                                      \
        ROW(alg, curve, DEC, PLAIN, 0, 0, price_##name##_verify)
#define DERIVE(curve, name) ROW(OB_ECDH, curve, ENC | GEN, CURVE | OB_CAP_POINT, 0, 0, price_##name##_derive)
#define LADDER(curve, name) ROW(OB_ECDH, curve, ENC | GEN, CURVE, 0, 0, price_##name##_derive)

/* Sorted by algorithm. Key generation takes the time that its candidates take. */
const struct ob_cap obi_acryp_caps[OBI_ACRYP_ROWS] = {
    RSA(OB_RSA, ENC, DEC),
    ROW(OB_RSA, 0, GEN, OB_CAP_HARDWARE, 1024, 8192, price_rsa_generate),
    RSA(OB_RSA_PKCS1_SIGN, DEC, ENC),
    RSA(OB_RSA_PSS, DEC, ENC),
    RSA(OB_RSA_PKCS1_CRYPT, ENC, DEC),
    RSA(OB_RSA_OAEP, ENC, DEC),
    SIGN(OB_ECDSA, OB_SECP192R1, p192),
    SIGN(OB_ECDSA, OB_SECP224R1, p224),
    SIGN(OB_ECDSA, OB_SECP256R1, p256),
    SIGN(OB_ECDSA, OB_SECP384R1, p384),
    SIGN(OB_ECDSA, OB_SECP521R1, p521),
    SIGN(OB_ECDSA, OB_SECP192K1, k192),
    SIGN(OB_ECDSA, OB_SECP224K1, k224),
    SIGN(OB_ECDSA, OB_SECP256K1, k256),
    SIGN(OB_ECDSA, OB_BRAINPOOLP256R1, b256),
    SIGN(OB_ECDSA, OB_BRAINPOOLP384R1, b384),
    SIGN(OB_ECDSA, OB_BRAINPOOLP512R1, b512),
    DERIVE(OB_SECP192R1, p192),
    DERIVE(OB_SECP224R1, p224),
    DERIVE(OB_SECP256R1, p256),
    DERIVE(OB_SECP384R1, p384),
    DERIVE(OB_SECP521R1, p521),
    DERIVE(OB_SECP192K1, k192),
    DERIVE(OB_SECP224K1, k224),
    DERIVE(OB_SECP256K1, k256),
    DERIVE(OB_BRAINPOOLP256R1, b256),
    DERIVE(OB_BRAINPOOLP384R1, b384),
    DERIVE(OB_BRAINPOOLP512R1, b512),
    LADDER(OB_X25519, x25519),
    LADDER(OB_X448, x448),
    SIGN(OB_EDDSA, OB_ED25519, ed25519),
    SIGN(OB_EDDSA, OB_ED448, ed448),
    SIGN(OB_SM2_SIGN, OB_SM2_CURVE, sm2),
};
