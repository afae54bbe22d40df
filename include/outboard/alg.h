/* SPDX-License-Identifier: Apache-2.0 */
/* Algorithms and curves: one number each, the number's upper three bits are the class. */
#ifndef OUTBOARD_ALG_H
#define OUTBOARD_ALG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ob_class {
    OB_CLASS_HASH = 1,
    OB_CLASS_MAC = 2,
    OB_CLASS_CIPHER = 3,
    OB_CLASS_AEAD = 4,
    OB_CLASS_PK = 5,
};

enum ob_alg {
    OB_ALG_NONE = 0,

    OB_MD5 = 0x20, /* RFC 1321 */
    OB_SHA1,       /* FIPS 180-4, as are all SHA-2 below */
    OB_SHA224,
    OB_SHA256,
    OB_SHA384,
    OB_SHA512,
    OB_SHA512_224,
    OB_SHA512_256,
    OB_SM3,      /* GB/T 32905-2016 */
    OB_SHA3_224, /* FIPS 202: as the hash of a signature or of OAEP alone, and no engine has it yet */
    OB_SHA3_256,
    OB_SHA3_384,
    OB_SHA3_512,

    OB_HMAC_MD5 = 0x40, /* RFC 2104; OB_HMAC(hash) for each hash above up to SM3 */
    OB_HMAC_SHA1,
    OB_HMAC_SHA224,
    OB_HMAC_SHA256,
    OB_HMAC_SHA384,
    OB_HMAC_SHA512,
    OB_HMAC_SHA512_224,
    OB_HMAC_SHA512_256,
    OB_HMAC_SM3,
    OB_AES_CMAC = 0x50, /* SP 800-38B */

    OB_AES_ECB = 0x60, /* FIPS 197, SP 800-38A */
    OB_AES_CBC,
    OB_AES_CTR, /* the whole 16-byte block counts, big-endian */
    OB_AES_XTS, /* IEEE 1619, SP 800-38E */
    OB_DES_ECB, /* FIPS 46-3; 8-byte keys, parity ignored */
    OB_DES_CBC,
    OB_DES3_ECB, /* SP 800-67; 16-byte (K1 K2 K1) or 24-byte keys */
    OB_DES3_CBC,
    OB_SM4_ECB, /* GB/T 32907-2016, GB/T 17964 */
    OB_SM4_CBC,
    OB_SM4_CTR,
    OB_NULL = 0x7f, /* copies its input: key of 16 bytes, blocks of 1 byte; to measure the framework itself */

    OB_AES_GCM = 0x80,    /* SP 800-38D, any IV length */
    OB_AES_CCM,           /* SP 800-38C, RFC 3610 */
    OB_SM4_GCM,           /* RFC 8998 */
    OB_CHACHA20_POLY1305, /* RFC 8439 */

    OB_RSA = 0xa0,      /* RFC 8017 RSAEP/RSADP on a number of exactly the modulus length */
    OB_RSA_PKCS1_SIGN,  /* RSASSA-PKCS1-v1_5 over a digest */
    OB_RSA_PSS,         /* RSASSA-PSS over a digest, MGF1 with the same hash, salt as long as the digest */
    OB_RSA_PKCS1_CRYPT, /* RSAES-PKCS1-v1_5; decryption rejects implicitly */
    OB_RSA_OAEP,        /* RSAES-OAEP, MGF1 with the same hash; the label is the op's aad */
    OB_ECDSA,           /* FIPS 186-5 over a digest; signature is raw r and s */
    OB_ECDH,            /* SP 800-56A; RFC 7748 on X25519 and X448; result is the x coordinate */
    OB_EDDSA,           /* RFC 8032, pure, over the message itself */
    OB_SM2_SIGN,        /* GB/T 32918.2 over the message; the signer's identity is the op's aad */
};

enum ob_curve {
    OB_CURVE_NONE = 0,
    OB_SECP192R1, /* SP 800-186, SEC 2 */
    OB_SECP224R1,
    OB_SECP256R1,
    OB_SECP384R1,
    OB_SECP521R1,
    OB_SECP192K1, /* SEC 2 */
    OB_SECP224K1,
    OB_SECP256K1,
    OB_BRAINPOOLP256R1, /* RFC 5639 */
    OB_BRAINPOOLP384R1,
    OB_BRAINPOOLP512R1,
    OB_X25519, /* RFC 7748 */
    OB_X448,
    OB_ED25519, /* RFC 8032 */
    OB_ED448,
    OB_SM2_CURVE, /* GB/T 32918.5 */
    OB_CURVE_COUNT
};

#define OB_ALG_CLASS(alg) ((unsigned)(alg) >> 5)
#define OB_HMAC(hash)     ((uint8_t)((hash) + 0x20)) /* the HMAC over a hash */
#define OB_HMAC_HASH(mac) ((uint8_t)((mac)-0x20))    /* the hash under an HMAC */
#define OB_IS_HMAC(alg)   ((unsigned)(alg)-OB_HMAC_MD5 <= OB_HMAC_SM3 - OB_HMAC_MD5)

#define OB_DIGEST_MAX 64  /* bytes: SHA-512 */
#define OB_BLOCK_MAX  128 /* bytes: the block of SHA-512 */
#define OB_TAG_MAX    64  /* bytes: HMAC-SHA-512 */

/* Bytes of a block: what the compression function, block cipher or, for stream modes, the keystream generator takes.
 * 0 for an unknown or public-key algorithm. */
size_t ob_alg_block(uint8_t alg);

/* Bytes of the full digest or tag of a hash, MAC or AEAD; 0 for all others. */
size_t ob_alg_tag(uint8_t alg);

/* True if the algorithm exists and a key of key_len bytes is allowed by its standard. */
bool ob_alg_key_ok(uint8_t alg, size_t key_len);

/* The algorithm's name as the command line writes it ("aes-gcm", "hmac-sha256"); NULL if there is none. */
const char *ob_alg_name(uint8_t alg);

/* The algorithm of this name, OB_ALG_NONE if there is none. */
uint8_t ob_alg_from_name(const char *name);

/* The curve's name ("secp256r1", "x25519"); NULL if there is none. The reverse gives OB_CURVE_NONE. */
const char *ob_curve_name(uint8_t curve);
uint8_t ob_curve_from_name(const char *name);

/* Bits of the field (or of the encoded coordinate) of a curve; 0 if there is none. */
unsigned ob_curve_bits(uint8_t curve);

/* Bytes of a private key, which are those of either half of a signature: as the coordinate has, but 29 for secp224k1,
 * whose group has an order of 225 bits, and 57 for Ed448. 0 if there is no such curve. */
size_t ob_curve_scalar_len(uint8_t curve);

#ifdef __cplusplus
}
#endif

#endif
